"""What each modifier is worth: the sum of the force diagram step by step, and the chance of the battle without each part of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import accumulate
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.status import status_drm
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.panels.diagram import GAME, Array, terms
from widgets.games.republic.panels.ruler import fight
from widgets.kit.bars import FILL, fraction, rounded, spoken
from widgets.kit.chances import points_text
from widgets.kit.components import Cell, Note, Sentence, Table, Text, scroll_label
from widgets.kit.controls import Choice
from widgets.kit.panel import Component, Panel, PanelView, State
from widgets.kit.sum_table import Term, total
from widgets.web.badges import chip
from widgets.web.phrases import modifier

TITLE: Final = N_("What each modifier is worth")
ENDS: Final = {who: RETREATS[who] for who in ("defender", "attacker")}
END_WORDS: Final = {"defender": N_("the defender retreats"), "attacker": N_("the attacker retreats")}

_PART: Final = Markup('<div class="step-part"><span>{name}</span>{chip}</div>')
_WAY: Final = Markup('<span class="sr">{words}</span>{picture}')
_CHANCE: Final = Markup('{net}{chance}<span class="percent">{near}</span>')
_NET: Final = Markup('<span class="step-net">{}</span>')
_SVG: Final = Markup('<svg viewBox="0 0 {w} 30" height="30" preserveAspectRatio="none" aria-hidden="true">{inside}</svg>')
_BAR: Final = Markup('<rect class="bar" x="{x}" y="6" width="{wide}" height="18" rx="2" fill="{fill}"/>')
_NOUGHT: Final = Markup('<line class="nought" x1="{x}" x2="{x}" y1="0" y2="30"/>')
_ENDS: Final = Markup('<line class="reached" x1="{x}" x2="{x}" y1="2" y2="28"/>')
_WIDE: Final = 260
_LEAST: Final = 6  # modifiers that the picture is wide at least, so that small sums look small


class Step(NamedTuple):
    """One part that counts: the sum before and after it, the chance without it, and what it adds to the chance."""

    term: Term
    start: int
    end: int
    without: Fraction
    worth: Fraction


def steps(rules: Ruleset, found: tuple[Term, ...], who: str) -> tuple[Step, ...]:
    """Return the parts that count, in the order of the source, each with what it is worth to one of the ends of a battle."""
    counted = [term for term in found if term.number]
    net = total(counted)
    chance = getattr(fight(rules, net), who)
    reached = list(accumulate((term.number for term in counted), initial=0))
    made = []
    for place, term in enumerate(counted):
        without = getattr(fight(rules, net - term.number), who)
        made.append(Step(term, reached[place], reached[place + 1], without, chance - without))
    return tuple(made)


def worth_panel(diagram: PanelView) -> Panel:
    """Return the worths of the force diagram on the same page."""
    return Panel(
        "drmworth",
        GAME,
        TITLE,
        _body,
        fields=(Choice("who", N_("Chance that"), ENDS),),
        reads=lambda session: diagram.current(session).array,
        kind="drm-worth",
    )


def _body(rules: Ruleset, state: State, array: Array) -> Iterator[Component]:
    found, who = terms(rules, array), state.who
    net, made = total(found), steps(rules, found, who)
    now, more, less = (getattr(fight(rules, net + by), who) for by in (0, 1, -1))
    words = _("At {n}, {end} with a chance of {chance}. One point more makes it {more}, one less {less}. [8.3]").format(
        n=modifier(net), end=END_WORDS[who], chance=spoken(now), more=spoken(more), less=spoken(less)
    )
    if not settled(status_drm, rules, array.attacker.status, array.defender.status).allowed:
        words, made = _("A neutralised Force may not attack, so nothing is added up. [8.55]"), ()
    yield Sentence(words)
    yield _table(made, net, now, getattr(fight(rules, 0), who)) if made else Note(_("Nothing counts yet. Change the diagram above."), "")
    note = _(
        "Each line leaves one part out and keeps all others; the last compares with a net of 0. "
        "The worths need not add up, because the battle table is no straight line. [8.3]"
    )
    yield Note(note)


def _table(made: tuple[Step, ...], net: int, now: Fraction, nought: Fraction) -> Table:
    low = min(0, *(min(step.start, step.end) for step in made))
    high = max(0, *(max(step.start, step.end) for step in made))
    spare = max(0, _LEAST - (high - low))
    ends = low - spare // 2, high + spare - spare // 2
    rows: list[list[Text]] = []
    for place, step in enumerate(made):
        way = _("from {start} to {end}").format(start=modifier(step.start), end=modifier(step.end))
        at = _NET.format(_("at {n}").format(n=modifier(net - step.term.number)))
        rows.append(
            [
                _PART.format(name=step.term.name, chip=chip(GAME, step.term.rule, f"drmworth-{place}")),
                Cell(modifier(step.term.number), "step-number"),
                Cell(_WAY.format(words=way, picture=_picture(ends, step.start, step.end)), "step-way"),
                Cell(_chance(step.without, f"drmworth-{place}-without", at), "step-chance"),
                Cell(_points(step.worth), "step-worth"),
            ]
        )
    foot: list[Text] = [
        _("In all"),
        Cell(modifier(net), "step-number"),
        Cell(_picture(ends, 0, net), "step-way"),
        Cell(_chance(now, "drmworth-now"), "step-chance"),
        Cell(_points(now - nought), "step-worth"),
    ]
    return Table(
        [_("Modifier"), _("Adds"), Cell(_("The sum so far"), "step-head"), _("Without it"), _("Worth")],
        rows,
        str(TITLE),
        kind="worth-steps",
        label=scroll_label(str(TITLE)),
        foot=[foot],
        hides_caption=True,
    )


def _chance(chance: Fraction, key: str, net: Markup | str = "") -> Markup:
    return _CHANCE.format(net=net, chance=fraction(chance, key), near=rounded(chance))


def _picture(ends: tuple[int, int], start: int, end: int) -> Markup:
    """Draw a bar from one sum to the next; plus and minus differ in fill, and the number with its sign stands beside it."""
    low, high = ends
    scale = (_WIDE - 8) / (high - low)

    def x(number: int) -> float:
        return round(4 + (number - low) * scale, 1)

    left, right = sorted((x(start), x(end)))
    bar = _BAR.format(x=left, wide=round(right - left, 1), fill=FILL["best" if end > start else "third"]) if start != end else Markup("")
    return _SVG.format(w=_WIDE, inside=_NOUGHT.format(x=x(0)) + bar + _ENDS.format(x=x(end)))


def _points(worth: Fraction) -> str:
    """Return a difference of chances: exact, and in points of a hundred.

    >>> _points(Fraction(1, 5)), _points(Fraction(0))
    ('+1/5, +20.0 points', 'nothing')
    """
    if not worth:
        return _("nothing")
    difference = f"{'+' if worth > 0 else '−'}{exact(abs(worth))}"
    return _("{difference}, {points} points").format(difference=difference, points=points_text(worth))
