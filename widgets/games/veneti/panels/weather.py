"""Panels about the wind: a wheel to spin, with what each heading is worth, and the exact forecast of the turns to come."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import cos, radians, sin
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.veneti.board import GRID, wind_side
from rulesdemo.games.veneti.movement import sail_limit
from rulesdemo.games.veneti.wind import wind_forecast
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, alternatives
from widgets.board import sea_chart
from widgets.games.veneti.lessons.wind import HEADINGS, THROUGH
from widgets.kit.components import Board, Box, Cell, Press, Sentence, Table, Text, buttons
from widgets.kit.controls import Choice, Own
from widgets.kit.forecast import Ahead, ForecastWords, forecast, turns_ahead
from widgets.kit.limit_bar import heading_arrow, limit_bar
from widgets.kit.panel import ANY, Component, Followed, Panel, PanelView, State
from widgets.play.session import Desk
from widgets.scene.geometry import TURNS
from widgets.scene.palette import INK
from widgets.scene.shapes import Label, Layer, Scene, placed
from widgets.web.badges import mark
from widgets.web.phrases import modifier

STRENGTHS: Final = {strength: str(strength) for strength in range(7)}
FROM: Final = {int(GRID.opposite(heading)): GRID.name(heading) for heading in HEADINGS}  # by what is stored, which is straight downwind
MOST_AHEAD: Final = 8

# -- the wheel -------------------------------------------------------------------------------------------------------------------------

SIZE: Final = 280.0
RADIUS: Final = 62.0
# Where the name of a direction stands, by the radius of the rose: at the ring, or behind the arrow.
NAMES_OUT: Final = 1.30
BEHIND: Final = 2.10


class Worth(NamedTuple):
    """One heading in a wind: the side that the wind comes through, what that changes, and the most points."""

    heading: Direction
    through: str
    change: int
    pm: int


def worths(rules: Ruleset, strength: int, to: int) -> list[Worth]:
    """Return what each of the six headings is worth to a sailing ship [6.82, 6.83]."""
    found = []
    for heading in HEADINGS:
        through = wind_side(heading, Direction(to))
        column = through.replace("-", "_")
        change = rules.table("wind_heading").cell(column, "change").value
        found.append(Worth(heading, through, int(change), int(settled(sail_limit, rules, strength, column).pm)))
    return found


def _follow(desk: Desk) -> Followed:
    return Followed({"strength": desk.position.wind.strength, "to": int(desk.position.wind.to)})


def _act(state: State, what: str, _value: str, _desk: Desk) -> State | None:
    """Turn the wind by a hexside."""
    by = {"backs": -1, "veers": 1}.get(what)
    return None if by is None else state.replace(to=(state.to + by) % HEXSIDES)


def _wheel(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    found = worths(rules, state.strength, state.to)
    presses = [Press("backs", _("↺ Back the wind")), Press("veers", _("Veer the wind ↻"))]
    if state.own is not None:
        presses.append(Press("board", _("As on the board")))
    table = Table(
        [_("Heading"), _("The wind comes"), _("Change"), _("Most PM")],
        [_row(each, max(other.pm for other in found), is_calm=not state.strength) for each in found],
        _("Spin the wind"),
        kind="wheel-table",
        hides_caption=True,
    )
    rose = Box("wheel-rose", [Board(_rose(state, found), "wheel-rose"), buttons(*presses)])
    yield Box("wheel-both", [rose, Box("", [table, Sentence(_sentence(state, found))])])


def _row(each: Worth, most: int, *, is_calm: bool) -> list[Text]:
    return [
        heading_arrow(TURNS["flat"] + 60 * each.heading) + GRID.name(each.heading),
        THROUGH[each.through],
        Cell("" if is_calm else modifier(each.change), "change-cell"),
        limit_bar(each.pm, most, _("she cannot move")),
    ]


def _sentence(state: State, found: list[Worth]) -> str:
    if not state.strength:
        return _("Dead calm: no sailing ship moves, on any heading. [6.82]")
    best = max(each.pm for each in found)
    names = alternatives(GRID.name(each.heading) for each in found if each.pm == best)
    bow = next(each for each in found if each.through == "bow")
    words = _("Wind {n} from {direction}: best heading {names}, {best} PM. Bow to the wind she has {pm}. [6.83]")
    return words.format(n=state.strength, direction=FROM[state.to], names=names, best=best, pm=bow.pm)


def _rose(state: State, found: list[Worth]) -> Scene:
    """Draw the rose of the chart, with the points of each heading on its ring and the wind outside it."""
    first = TURNS["flat"]
    wind = first + 60 * state.to if state.strength else None
    middle = (SIZE / 2, SIZE / 2)
    picture = placed(sea_chart.rose(first, wind, tuple(str(each.pm) for each in found)), middle, RADIUS)
    limits = ", ".join(f"{GRID.name(each.heading)} {each.pm}" for each in found)
    blows = _("Wind {n} from {direction}").format(n=state.strength, direction=FROM[state.to]) if state.strength else _("Dead calm")
    words = f"{blows}. {_('{name}: {words}').format(name=_('Most PM'), words=limits)}."
    return Scene(SIZE, SIZE, (Layer("rose", (picture, *_names(middle, state))),), _("The wind rose"), words)


def _names(middle: tuple[float, float], state: State) -> Iterator[Label]:
    """Yield the directions around the ring; the one that the wind comes from stands behind the arrow."""
    for heading in HEADINGS:
        name = GRID.name(heading)
        angle = radians(TURNS["flat"] + 60 * heading)
        far = RADIUS * (BEHIND if state.strength and name == FROM[state.to] else NAMES_OUT)
        x, y = middle[0] + far * cos(angle), middle[1] + far * sin(angle)
        yield Label(round(x, 1), round(y, 1), name, 16.0, weight=600, ink=INK)


WHEEL: Final = Panel(
    "wheel",
    "veneti",
    N_("Spin the wind"),
    _wheel,
    fields=(Choice("strength", N_("Strength"), STRENGTHS), Choice("to", N_("It blows from"), FROM, start=0), Own()),
    act=_act,
    follow=_follow,
    upgrade=lambda old: {"own": None} if old is None else [*old, ANY],
)


# -- the forecast ----------------------------------------------------------------------------------------------------------------------


def chances(rules: Ruleset, strength: int, turns: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """Return the exact chance of each strength some turns on, of a throw for direction by then, and of a calm by then."""
    ahead = wind_forecast.dist(rules, strength, turns)
    by_strength: Mapping[int, Fraction] = dict(ahead.marginal("strength").items())
    found = {each: by_strength.get(each, Fraction(0)) for each in STRENGTHS}
    return found, ahead.p(direction_rolled=True), ahead.p(calm=True)


def _heading(rules: Ruleset, _state: State, strength: int) -> tuple[str, Markup]:
    found = answer("veneti.wind_forecast", rules, strength=strength, turns=MOST_AHEAD)
    return _("The wind to come"), mark(found.provenance)


def _body(rules: Ruleset, state: State, strength: int) -> Iterator[Component]:
    words = ForecastWords(
        lead=_("From wind {n} now, one throw of two dice each turn.").format(n=strength) if strength else _("From a dead calm now."),
        caption=_("Turns ahead, across. Each column holds all that can be, the calm at its foot."),
        until=_("At least once by then"),
        name=lambda strength: _("Wind {n}").format(n=strength) if strength else _("Dead calm"),
    )
    every = (chances(rules, strength, turns) for turns in range(MOST_AHEAD + 1))
    ahead = [Ahead(found, {_("Direction thrown for"): rolled, _("A calm has come"): calm}) for found, rolled, calm in every]
    return forecast(rules, state, words, ahead)


def forecast_panel(wheel: PanelView) -> Panel:
    """Return the forecast from the wind of a wheel."""
    return Panel(
        "forecast",
        "veneti",
        N_("The wind to come"),
        _body,
        fields=(turns_ahead(MOST_AHEAD),),
        reads=lambda desk: wheel.current(desk).strength,
        heading=_heading,
    )
