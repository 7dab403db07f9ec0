"""What a sprint costs: Cruise turn by turn after it, and the points won or lost by then, every number exact."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.veneti.rowing import Afterwards, after_sprint
from rulesdemo.games.veneti.ships import demo_ship
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import FILL, fraction, rounded
from widgets.kit.components import Cell, Note, Sentence, Table
from widgets.kit.controls import Choice
from widgets.kit.odds_rows import FILLS
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined, mark

_STACK: Final = Markup('<svg class="stack" height="44" role="img" aria-label="{label}">{inside}</svg>')
_PART: Final = Markup(
    '<rect x="{x}%" y="1" width="{width}%" height="20" fill="{fill}" class="column"/><text x="{middle}%" y="39" class="axis">{words}</text>'
)
_AHEAD: Final = Markup(
    '<div class="ahead-cell"><span class="ahead-number">{sign}{number}<span class="sr"> PM</span></span>'
    '<svg class="ahead" height="22" aria-hidden="true"><rect x="{x}%" y="1" width="{width}%" height="20" fill="{fill}" class="column"/>'
    '<line x1="50%" x2="50%" y1="0" y2="22" class="ground"/></svg></div>'
)


def cruise_of(rules: Ruleset) -> int:
    """Return the Cruise of a demonstration galley."""
    return int(settled(demo_ship, rules, "galley").cruise)


def turn_by_turn(rules: Ruleset, crew: int, cruise: int, used: int, turns: int) -> list[Dist[Afterwards]]:
    """Return the exact distribution of each turn: the sprint itself, then those after it."""
    return [after_sprint.dist(rules, crew, cruise, used, turn) for turn in range(turns + 1)]


def _points(rules: Ruleset, _state: State) -> dict[int, str]:
    """Return what a demonstration galley may spend at Maximum."""
    return {pm: str(pm) for pm in range(int(settled(demo_ship, rules, "galley").maximum) + 1)}


def _mark(rules: Ruleset, state: State) -> Markup:
    question = {"crew": state.crew, "cruise": cruise_of(rules), "used": state.used, "turns": state.turns}
    return mark(answer("veneti.after_sprint", rules, **question).provenance)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    cruise = cruise_of(rules)
    turns = turn_by_turn(rules, state.crew, cruise, state.used, state.turns)
    widest = max(abs(each.mean("pm_ahead")) for each in turns) or Fraction(1)
    yield Sentence(sentence(turns, cruise, state.used, state.crew))
    mean, balance = _("Mean"), _("PM ahead of Cruise, mean")
    yield Table(
        [_("Turn"), _("Her Cruise, with its chance"), mean, balance],
        [
            [
                f"+{turn}" if turn else _("now"),
                Cell(_stack(each, cruise) if turn else _rows_now(state.used), "stack-cell"),
                Cell(fraction(each.mean("cruise"), f"sprint-mean-{turn}") if turn else "", "mean-cell", name=mean),
                Cell(_balance(each.mean("pm_ahead"), widest, f"sprint-ahead-{turn}"), "balance-cell", name=balance),
            ]
            for turn, each in enumerate(turns)
        ],
        _("What the sprint costs"),
        kind="sprint-table",
        hides_caption=True,
    )
    yield Note(_("She rows at Cruise on all later turns, and so does the galley that she is compared with."))


def sentence(turns: list[Dist[Afterwards]], cruise: int, used: int, crew: int) -> str:
    """Return the balance in words."""
    won, last = used - cruise, turns[-1]
    ahead = last.mean("pm_ahead")
    chance = sum((p for outcome, p in last.items() if outcome.pm_ahead < 0), Fraction(0))
    start = _("Crew {crew}, {used} PM: {won} PM at once, a mean of {cost} PM lost later. [6.42] [6.44]").format(
        crew=crew, used=used, won=signed_text(Fraction(won)), cost=exact(won - ahead)
    )
    words = _("level with a galley that stayed at Cruise") if not ahead else _("{n} PM ahead") if ahead > 0 else _("{n} PM behind")
    end = _("{turns} she is {words} on average; the chance to be behind is {chance}, {percent}. [6.45]").format(
        turns=ngettext("After {n} turn", "After {n} turns", len(turns) - 1).format(n=len(turns) - 1),
        words=words.format(n=exact(abs(ahead))),
        chance=exact(chance),
        percent=rounded(chance),
    )
    return f"{start} {end}"


def signed_text(value: Fraction) -> str:
    """Return an exact number with its sign.

    >>> signed_text(Fraction(1, 2)), signed_text(Fraction(-5, 2)), signed_text(Fraction(0))
    ('+1/2', '−5/2', '0')
    """
    return exact(value) if not value else ("+" if value > 0 else "−") + exact(abs(value))


def _rows_now(used: int) -> Markup:
    return Markup('<span class="quiet">{}</span>').format(_("she rows {n} PM").format(n=used))


def _balance(ahead: Fraction, widest: Fraction, key: str) -> Markup:
    share = abs(ahead) / widest * 50
    return _AHEAD.format(
        sign="+" if ahead > 0 else "−" if ahead < 0 else "",
        number=fraction(abs(ahead), key),
        x=_p(50 - share if ahead < 0 else Fraction(50)),
        width=_p(share),
        fill=FILL["third" if ahead < 0 else "best"],
    )


def _stack(turn: Dist[Afterwards], cruise: int) -> Markup:
    """Draw one bar for all that Cruise can be, the fullest first."""
    chances = sorted(turn.marginal("cruise").items(), reverse=True)
    parts, x = [], Fraction(0)
    for value, chance in chances:
        width = chance * 100
        fill = FILL[FILLS[min(cruise - value, len(FILLS) - 1)]]
        said = _("{n}: {chance}").format(n=value, chance=exact(chance))
        parts.append(_PART.format(x=_p(x), width=_p(width), middle=_p(x + width / 2), fill=fill, words=said))
        x += width
    words = _("Cruise {n}, chance {chance}, {percent}")
    label = _("; ").join(words.format(n=value, chance=exact(chance), percent=rounded(chance)) for value, chance in chances)
    return _STACK.format(label=label, inside=joined(parts))


def _p(percent: Fraction) -> str:
    return f"{float(percent):.2f}"


SPRINT: Final = Panel(
    "sprint",
    "veneti",
    N_("What the sprint costs"),
    _body,
    fields=(
        Choice("crew", N_("Crew"), {crew: f"C{crew}" for crew in range(1, 5)}, start=3),
        Choice("used", lambda rules, _state: _("PM spent at Maximum, Cruise is {n}").format(n=cruise_of(rules)), _points, start=6),
        Choice("turns", N_("Turns to look ahead"), {turns: str(turns) for turns in range(1, 7)}, start=4),
    ),
    mark=_mark,
)
