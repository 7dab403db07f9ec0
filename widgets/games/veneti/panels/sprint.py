"""What a sprint costs: Cruise turn by turn after it, and the points won or lost by then, every number exact."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.games.veneti.rowing import Afterwards, after_sprint
from rulesdemo.games.veneti.ships import demo_ship
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.kit.bars import FILL, fraction, rounded
from widgets.kit.odds_rows import FILLS
from widgets.kit.radio_row import picked, radio_row
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

CREWS: Final = {crew: f"C{crew}" for crew in range(1, 5)}
TURNS: Final = {turns: str(turns) for turns in range(1, 7)}

_PANEL: Final = Markup(
    '<section class="sprint" aria-labelledby="sprint-title"><div class="odds-head"><h3 id="sprint-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="panel-said" role="status">{said}</div>'
    '<table class="sprint-table"><caption class="sr">{title}</caption><thead><tr><th scope="col">{turn}</th><th scope="col">{cruise}</th>'
    '<th scope="col">{mean}</th><th scope="col">{ahead}</th></tr></thead><tbody>{rows}</tbody></table>'
    '<p class="quiet">{note}</p></section>'
)
_ROW: Final = Markup(
    '<tr><th scope="row">{turn}</th><td class="stack-cell">{stack}</td><td class="mean-cell" data-name="{name}">{mean}</td>'
    '<td class="balance-cell" data-name="{balance}"><div class="ahead-cell">{ahead}</div></td></tr>'
)
_STACK: Final = Markup('<svg class="stack" height="44" role="img" aria-label="{label}">{inside}</svg>')
_PART: Final = Markup(
    '<rect x="{x}%" y="1" width="{width}%" height="20" fill="{fill}" class="column"/><text x="{middle}%" y="39" class="axis">{words}</text>'
)
_AHEAD: Final = Markup(
    '<span class="ahead-number">{sign}{number}<span class="sr"> PM</span></span><svg class="ahead" height="22" aria-hidden="true">'
    '<rect x="{x}%" y="1" width="{width}%" height="20" fill="{fill}" class="column"/>'
    '<line x1="50%" x2="50%" y1="0" y2="22" class="ground"/></svg>'
)


class Sprint:
    """A panel: crew, points and turns to look ahead are the reader's."""

    key = "sprint"

    def __init__(self, crew: int = 3, used: int = 6, turns: int = 4) -> None:
        """Look so many turns ahead after one turn at Maximum."""
        self.crew, self.used, self.turns = crew, used, turns

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.crew, self.used, self.turns)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Set one of the three."""
        options = self._options(desk.rules).get(what)
        if options is None:
            raise unknown(what)
        setattr(self, what, picked(value, options))

    def kept(self) -> dict[str, int]:
        """All three."""
        return {"crew": self.crew, "used": self.used, "turns": self.turns}

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Each that can be."""
        for what, options in self._options(None).items():
            value = kept.get(what) if isinstance(kept, Mapping) else None
            if type(value) is int and value in options:
                setattr(self, what, value)

    @staticmethod
    def _options(rules: Ruleset | None) -> dict[str, Mapping[int, str]]:
        return {"crew": CREWS, "used": points(rules), "turns": TURNS}


def points(rules: Ruleset | None) -> dict[int, str]:
    """What a demonstration galley may spend at Maximum."""
    ship = answer("veneti.demo_ship", rules, ship="galley").dist
    return {pm: str(pm) for pm in range(next(iter(ship)).maximum + 1)}


def turn_by_turn(rules: Ruleset, crew: int, cruise: int, used: int, turns: int) -> list[Dist[Afterwards]]:
    """The exact law of each turn: the sprint itself, then those after it."""
    return [after_sprint.dist(rules, crew, cruise, used, turn) for turn in range(turns + 1)]


@cached
def _panel(rules: Ruleset, crew: int, used: int, turns: int) -> Markup:
    cruise = int(settled(demo_ship, rules, "galley").cruise)
    laws = turn_by_turn(rules, crew, cruise, used, turns)
    widest = max(abs(law.mean("pm_ahead")) for law in laws) or Fraction(1)
    controls = [
        radio_row("sprint", "crew", _("Crew"), CREWS, crew),
        radio_row("sprint", "used", _("PM spent at Maximum, Cruise is {n}").format(n=cruise), points(rules), used),
        radio_row("sprint", "turns", _("Turns to look ahead"), TURNS, turns),
    ]
    return _PANEL.format(
        title=_("What the sprint costs"),
        mark=mark(answer("veneti.after_sprint", rules, crew=crew, cruise=cruise, used=used, turns=turns).provenance),
        controls=joined(controls),
        said=cited("veneti", said(laws, cruise, used, crew), "sprint"),
        turn=_("Turn"),
        cruise=_("Her Cruise, with its chance"),
        mean=_("Mean"),
        ahead=_("PM ahead of Cruise, mean"),
        rows=joined(_row(turn, law, cruise, used, widest) for turn, law in enumerate(laws)),
        note=_("She rows at Cruise on all later turns, and so does the galley that she is compared with."),
    )


def said(laws: list[Dist[Afterwards]], cruise: int, used: int, crew: int) -> str:
    """The balance in words."""
    won, law = used - cruise, laws[-1]
    ahead = law.mean("pm_ahead")
    chance = sum((p for outcome, p in law.items() if outcome.pm_ahead < 0), Fraction(0))
    turns = ngettext("After {n} turn", "After {n} turns", len(laws) - 1).format(n=len(laws) - 1)
    start = _("Crew {crew}, {used} PM: {won} PM at once, a mean of {cost} PM lost later. [6.42] [6.44]").format(
        crew=crew, used=used, won=signed(Fraction(won)), cost=exact(won - ahead)
    )
    words = _("level with a galley that stayed at Cruise") if not ahead else _("{n} PM ahead") if ahead > 0 else _("{n} PM behind")
    end = _("{turns} she is {words} on average; the chance to be behind is {chance}, {percent}. [6.45]").format(
        turns=turns, words=words.format(n=exact(abs(ahead))), chance=exact(chance), percent=rounded(chance)
    )
    return f"{start} {end}"


def signed(value: Fraction) -> str:
    """An exact number with its sign.

    >>> signed(Fraction(1, 2)), signed(Fraction(-5, 2)), signed(Fraction(0))
    ('+1/2', '−5/2', '0')
    """
    return exact(value) if not value else ("+" if value > 0 else "−") + exact(abs(value))


def _row(turn: int, law: Dist[Afterwards], cruise: int, used: int, widest: Fraction) -> Markup:
    ahead = law.mean("pm_ahead")
    share = abs(ahead) / widest * 50
    return _ROW.format(
        turn=_("now") if not turn else f"+{turn}",
        stack=_stack(law, cruise) if turn else Markup('<span class="quiet">{}</span>').format(_("she rows {n} PM").format(n=used)),
        name=_("Mean"),
        balance=_("PM ahead of Cruise, mean"),
        mean=fraction(law.mean("cruise"), f"sprint-mean-{turn}") if turn else "",
        ahead=_AHEAD.format(
            sign="+" if ahead > 0 else "−" if ahead < 0 else "",
            number=fraction(abs(ahead), f"sprint-ahead-{turn}"),
            x=_p(50 - share if ahead < 0 else Fraction(50)),
            width=_p(share),
            fill=FILL["third" if ahead < 0 else "best"],
        ),
    )


def _stack(law: Dist[Afterwards], cruise: int) -> Markup:
    """One bar for all that Cruise can be, the fullest first."""
    chances = sorted(law.marginal("cruise").items(), reverse=True)
    parts, x = [], Fraction(0)
    for value, chance in chances:
        width = chance * 100
        fill = FILL[FILLS[min(cruise - value, len(FILLS) - 1)]]
        parts.append(_PART.format(x=_p(x), width=_p(width), middle=_p(x + width / 2), fill=fill, words=f"{value}: {exact(chance)}"))
        x += width
    words = _("Cruise {n}, chance {chance}, {percent}")
    told = [words.format(n=value, chance=exact(chance), percent=rounded(chance)) for value, chance in chances]
    return _STACK.format(label="; ".join(told), inside=joined(parts))


def _p(percent: Fraction) -> str:
    return f"{float(percent):.2f}"
