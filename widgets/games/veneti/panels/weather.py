"""Panels about the wind: a wheel to spin, with what each heading is worth, and the exact forecast of the turns to come."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import cos, radians, sin
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.veneti.board import GRID, wind_side
from rulesdemo.games.veneti.movement import sail_limit
from rulesdemo.games.veneti.wind import wind_forecast
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.board import sea_chart
from widgets.games.veneti.lessons.wind import HEADINGS, THROUGH
from widgets.kit.forecast import Ahead, Told, TurnsAhead, panel
from widgets.kit.radio_row import picked, radio_row
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.geometry import TURNS
from widgets.scene.shapes import INK, Label, Layer, Scene, placed
from widgets.web.badges import joined
from widgets.web.phrases import signed, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

STRENGTHS: Final = {strength: str(strength) for strength in range(7)}
DIRECTIONS: Final = {int(heading): GRID.name(heading) for heading in HEADINGS}
MOST_AHEAD: Final = 8

# -- the wheel -------------------------------------------------------------------------------------------------------------------------

_WHEEL: Final = Markup(
    '<section class="wheel" aria-labelledby="wheel-title"><h3 id="wheel-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="wheel-both"><div class="wheel-rose">{rose}<div class="wheel-turns">{turns}</div></div><div><table class="wheel-table">'
    '<caption class="sr">{title}</caption><thead><tr><th scope="col">{heading}</th><th scope="col">{through}</th>'
    '<th scope="col">{change}</th><th scope="col">{limit}</th></tr></thead><tbody>{rows}</tbody></table>'
    '<div class="panel-said" role="status">{said}</div></div></div></section>'
)
_ROW: Final = Markup(
    '<tr><th scope="row">{arrow}{heading}</th><td>{through}</td><td class="change-cell">{change}</td>'
    '<td><div class="limit-cell"><b>{pm}</b>{bar}</div></td></tr>'
)
_ARROW: Final = Markup(
    '<svg class="heading-arrow" viewBox="-12 -12 24 24" width="24" height="24" aria-hidden="true">'
    '<path d="M-9 0H7M1-6 8 0 1 6" transform="rotate({})"/></svg>'
)
_BAR: Final = Markup('<svg class="limit" height="16" aria-hidden="true"><rect x=".5" y=".5" width="{}%" height="15" class="column"/></svg>')
_NONE: Final = Markup('<span class="no-way">{}</span>')
_BUTTON: Final = Markup('<button type="button" id="wheel-{what}" data-do="extra" data-name="wheel:{what}" data-by="{by}">{words}</button>')

SIZE: Final = 260.0
RADIUS: Final = 68.0
NAMES_OUT: Final = 1.16  # where the name of a direction stands, by the radius of the rose


class Breeze(NamedTuple):
    """How hard it blows, and toward where."""

    strength: int
    to: int


class WindWheel:
    """A panel: the wind is the board's until the reader spins it."""

    key = "wheel"

    def __init__(self) -> None:
        """Begin with the wind of the board."""
        self.own: Breeze | None = None

    def breeze(self, desk: Desk) -> Breeze:
        """The wind that is looked at."""
        return self.own or Breeze(desk.position.wind.strength, int(desk.position.wind.to))

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _wheel(desk.rules, self.breeze(desk), is_own=self.own is not None)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Set the strength or the direction, turn by a hexside, or go back to the board's wind."""
        now = self.breeze(desk)
        if what == "strength":
            self.own = now._replace(strength=picked(value, STRENGTHS))
        elif what == "to":
            self.own = now._replace(to=picked(value, DIRECTIONS))
        elif what in ("backs", "veers"):
            self.own = now._replace(to=(now.to + (1 if what == "veers" else -1)) % HEXSIDES)
        elif what == "board":
            self.own = None
        else:
            raise unknown(what)

    def kept(self) -> list[int] | None:
        """The wind that the reader spun."""
        return None if self.own is None else list(self.own)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it is one."""
        if isinstance(kept, list) and len(kept) == len(Breeze._fields) and all(type(each) is int for each in kept):
            breeze = Breeze(*kept)
            if breeze.strength in STRENGTHS and breeze.to in DIRECTIONS:
                self.own = breeze


class Worth(NamedTuple):
    """One heading in a wind: the side that the wind comes through, what that changes, and the most points."""

    heading: Direction
    through: str
    change: int
    pm: int


def worths(rules: Ruleset, breeze: Breeze) -> list[Worth]:
    """What each of the six headings is worth to a sailing ship [6.82, 6.83]."""
    found = []
    for heading in HEADINGS:
        through = wind_side(heading, Direction(breeze.to))
        column = through.replace("-", "_")
        change = rules.table("wind_heading").cell(column, "change").value
        found.append(Worth(heading, through, int(change), int(settled(sail_limit, rules, breeze.strength, column).pm)))
    return found


@cached
def _wheel(rules: Ruleset, breeze: Breeze, *, is_own: bool) -> Markup:
    found = worths(rules, breeze)
    most = max((each.pm for each in found), default=0) or 1
    turns = [
        _BUTTON.format(what="backs", by="", words=_("↺ Back the wind")),
        _BUTTON.format(what="veers", by="", words=_("Veer the wind ↻")),
        _BUTTON.format(what="board", by="", words=_("As on the board")) if is_own else Markup(""),
    ]
    return _WHEEL.format(
        title=_("Spin the wind"),
        controls=radio_row("wheel", "strength", _("Strength"), STRENGTHS, breeze.strength)
        + radio_row("wheel", "to", _("It blows toward"), DIRECTIONS, breeze.to),
        rose=Markup(svg.svg(_rose(breeze, tuple(found)), "wheel-rose")),  # noqa: S704 - painted here
        turns=joined(turns),
        heading=_("Heading"),
        through=_("The wind comes"),
        change=_("Change"),
        limit=_("Most PM"),
        rows=joined(_worth(each, most, is_calm=not breeze.strength) for each in found),
        said=cited("veneti", _told(breeze, found), "wheel"),
    )


def _worth(each: Worth, most: int, *, is_calm: bool) -> Markup:
    angle = TURNS["flat"] + 60 * each.heading
    return _ROW.format(
        arrow=_ARROW.format(f"{angle:g}"),
        heading=GRID.name(each.heading),
        through=THROUGH[each.through],
        change="" if is_calm else ("+" if each.change > 0 else "") + signed(each.change),
        pm=each.pm,
        bar=_BAR.format(f"{100 * each.pm / most:.1f}") if each.pm else _NONE.format(_("she cannot move")),
    )


def _told(breeze: Breeze, found: list[Worth]) -> str:
    if not breeze.strength:
        return _("Dead calm: no sailing ship moves, on any heading. [6.82]")
    best = max(each.pm for each in found)
    names = _(" or ").join(GRID.name(each.heading) for each in found if each.pm == best)
    bow = next(each for each in found if each.through == "bow")
    words = _("Wind {n} toward {to}: best heading {names}, {best} PM. Bow to the wind she has {pm}. [6.83]")
    return words.format(n=breeze.strength, to=DIRECTIONS[breeze.to], names=names, best=best, pm=bow.pm)


def _rose(breeze: Breeze, found: tuple[Worth, ...]) -> Scene:
    """The rose of the chart, with the points of each heading on its ring and the wind outside it."""
    first = TURNS["flat"]
    wind = first + 60 * breeze.to if breeze.strength else None
    middle = (SIZE / 2, SIZE / 2)
    picture = placed(sea_chart.rose(first, wind, tuple(str(each.pm) for each in found)), middle, RADIUS)
    told = ", ".join(f"{GRID.name(each.heading)} {each.pm}" for each in found)
    blows = _("Dead calm") if not breeze.strength else _("Wind {n} toward {to}").format(n=breeze.strength, to=DIRECTIONS[breeze.to])
    return Scene(SIZE, SIZE, (Layer("rose", (picture, *_names(middle, breeze))),), _("The wind rose"), f"{blows}. {_('Most PM')}: {told}.")


def _names(middle: tuple[float, float], breeze: Breeze) -> tuple[Label, ...]:
    """The directions around the ring; the one that the wind comes from has the arrow in its place."""
    found = []
    for number, name in DIRECTIONS.items():
        if breeze.strength and number == (breeze.to + HEXSIDES // 2) % HEXSIDES:
            continue
        angle = radians(TURNS["flat"] + 60 * number)
        far = RADIUS * (NAMES_OUT + 0.14)
        x, y = middle[0] + far * cos(angle), middle[1] + far * sin(angle)
        found.append(Label(round(x, 1), round(y, 1), name, 16.0, weight=600, ink=INK))
    return tuple(found)


# -- the forecast ----------------------------------------------------------------------------------------------------------------------


class Forecast(TurnsAhead):
    """A panel: the wind of the wheel, so many turns on."""

    def __init__(self, wheel: WindWheel) -> None:
        """Start from the wind of a wheel."""
        super().__init__(MOST_AHEAD)
        self._wheel = wheel

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _forecast(desk.rules, self._wheel.breeze(desk).strength, self.turns)


def chances(rules: Ruleset, strength: int, turns: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """The exact chance of each strength so many turns on, of a throw for direction by then, and of a calm by then."""
    law = wind_forecast.dist(rules, strength, turns)
    by_strength: Mapping[int, Fraction] = dict(law.marginal("strength").items())
    found = {each: by_strength.get(each, Fraction(0)) for each in STRENGTHS}
    return found, law.p(direction_rolled=True), law.p(calm=True)


@cached
def _forecast(rules: Ruleset, strength: int, turns: int) -> Markup:
    every = [chances(rules, strength, each) for each in range(MOST_AHEAD + 1)]
    told = Told(
        title=_("The wind to come"),
        words=_("From wind {n} now, one throw of two dice each turn.").format(n=strength) if strength else _("From a dead calm now."),
        caption=_("Turns ahead, across. Each column holds all that can be, the calm at its foot."),
        until=_("At least once by then"),
        provenance=answer("veneti.wind_forecast", rules, strength=strength, turns=MOST_AHEAD).provenance,
        name=_name,
    )
    ahead = [Ahead(found, {_("Direction thrown for"): rolled, _("A calm has come"): calm}) for found, rolled, calm in every]
    return panel(told, ahead, turns)


def _name(strength: int) -> str:
    return _("Wind {n}").format(n=strength) if strength else _("Dead calm")
