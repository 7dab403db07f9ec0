"""Panels about the wind: a wheel to spin, with what each heading is worth, and the exact forecast of the turns to come."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import cos, radians, sin
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.catalogue import answer
from rulesdemo.engine import settled
from rulesdemo.errors import InputError
from rulesdemo.games.veneti.board import GRID, wind_side
from rulesdemo.games.veneti.movement import sail_limit
from rulesdemo.games.veneti.wind import wind_forecast
from rulesdemo.hexes import HEXSIDES, Direction
from rulesdemo.ruleset import Ruleset
from rulesdemo.show import exact
from widgets import bars, chart, svg
from widgets.cited import cited
from widgets.desk import Desk
from widgets.games.veneti_lessons.wind import HEADINGS, THROUGH
from widgets.geometry import TURNS
from widgets.kept_text import kept
from widgets.laws import Row, View
from widgets.marks import joined, mark
from widgets.radio_row import picked, radio_row
from widgets.scene import INK, Label, Layer, Scene, placed
from widgets.words import _, plural, signed

STRENGTHS: Final = {strength: str(strength) for strength in range(7)}
DIRECTIONS: Final = {int(heading): GRID.name(heading) for heading in HEADINGS}
MOST_AHEAD: Final = 8
AHEAD: Final = {turns: str(turns) for turns in range(1, MOST_AHEAD + 1)}

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
            message = _("Nothing here is called {name}.").format(name=repr(what[:40]))
            raise InputError(message)

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


@kept
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
    picture = placed(chart.rose(first, wind, tuple(str(each.pm) for each in found)), middle, RADIUS)
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

_FORECAST: Final = Markup(
    '<section class="forecast" aria-labelledby="forecast-title"><div class="odds-head"><h3 id="forecast-title">{title}</h3>{mark}</div>'
    '<p class="quiet">{words}</p><div class="forecast-both"><figure>'
    '<svg class="forecast-chart" role="img" aria-label="{label}">{columns}</svg>'
    '<figcaption class="quiet">{caption}</figcaption>{control}</figure><div><h4>{what}</h4>{strengths}<h4>{until}</h4>{events}</div></div>'
    '<details class="fold" id="forecast-all"><summary>{fold}</summary><div class="table-scroll" tabindex="0" role="region" '
    'aria-label="{fold}"><table class="forecast-table"><caption class="sr">{fold}</caption>{table}</table></div></details></section>'
)
_SEGMENT: Final = Markup('<rect x="{x}%" y="{y}%" width="{width}%" height="{height}%" class="column wind-{strength}"/>')
_DIGIT: Final = Markup('<text x="{x}%" y="{y}%" dy="5" class="digit{dark}">{strength}</text>')
_AXIS: Final = Markup('<text x="{x}%" y="100%" dy="-4" class="axis">{n}</text>')
_CHOSEN: Final = Markup('<rect x="{x}%" y="0" width="{width}%" height="100%" rx="4" class="chosen"/>')
FLOOR: Final = Fraction(90)  # percent of the drawing that columns have
SHARE: Final = Fraction(4, 5)  # of its place, what a column takes
ROOM: Final = Fraction(7, 100)  # the least chance whose segment has room for a number
DARK: Final = 4  # strengths from here on are painted dark


class Forecast:
    """A panel: the wind of the wheel, so many turns on."""

    key = "forecast"

    def __init__(self, wheel: WindWheel, turns: int = 3) -> None:
        """Start from the wind of a wheel."""
        self._wheel = wheel
        self.turns = turns

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _forecast(desk.rules, self._wheel.breeze(desk).strength, self.turns)

    def act(self, what: str, value: str, _desk: Desk) -> None:
        """Look at another turn."""
        if what != "turns":
            message = _("Nothing here is called {name}.").format(name=repr(what[:40]))
            raise InputError(message)
        self.turns = picked(value, AHEAD)

    def kept(self) -> int:
        """The turn that is looked at."""
        return self.turns

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it is one."""
        if type(kept) is int and kept in AHEAD:
            self.turns = kept


def chances(rules: Ruleset, strength: int, turns: int) -> tuple[dict[int, Fraction], Fraction, Fraction]:
    """The exact chance of each strength so many turns on, of a throw for direction by then, and of a calm by then."""
    law = wind_forecast.dist(rules, strength, turns)
    by_strength: Mapping[int, Fraction] = dict(law.marginal("strength").items())
    found = {each: by_strength.get(each, Fraction(0)) for each in STRENGTHS}
    return found, law.p(direction_rolled=True), law.p(calm=True)


@kept
def _forecast(rules: Ruleset, strength: int, turns: int) -> Markup:
    every = [chances(rules, strength, each) for each in range(MOST_AHEAD + 1)]
    now, rolled, calm = every[turns]
    strengths = View("", tuple(Row(each, _name(each), _name(each), chance, "best") for each, chance in now.items()))
    events = View(
        "",
        (
            Row("rolled", _("Direction thrown for"), _("Direction thrown for"), rolled, "second"),
            Row("calm", _("A calm has come"), _("A calm has come"), calm, "third"),
        ),
    )
    said = "; ".join(f"{each}: {_said(by_strength)}" for each, (by_strength, *_rest) in enumerate(every))
    return _FORECAST.format(
        title=_("The wind to come"),
        mark=mark(answer("veneti.wind_forecast", rules, strength=strength, turns=MOST_AHEAD).provenance),
        words=_("From wind {n} now, one throw of two dice each turn.").format(n=strength) if strength else _("From a dead calm now."),
        label=_("Chances of each strength by turns ahead. {list}.").format(list=said),
        columns=joined(_column(place, each[0], is_chosen=place == turns) for place, each in enumerate(every)),
        caption=_("Turns ahead, across. Each column holds all that can be, the calm at its foot."),
        control=radio_row("forecast", "turns", _("Turns ahead"), AHEAD, turns),
        what=plural("In {n} turn", "In {n} turns", turns).format(n=turns),
        strengths=bars.bars(strengths, "forecast-strength"),
        until=_("At least once by then"),
        events=bars.bars(events, "forecast-event"),
        fold=_("Every chance as a fraction"),
        table=_table(every),
    )


def _name(strength: int) -> str:
    return _("Wind {n}").format(n=strength) if strength else _("Dead calm")


def _said(by_strength: Mapping[int, Fraction]) -> str:
    return ", ".join(f"{_name(each)} {bars.rounded(chance)}" for each, chance in by_strength.items() if chance)


def _column(place: int, by_strength: Mapping[int, Fraction], *, is_chosen: bool) -> Markup:
    pitch = Fraction(100, MOST_AHEAD + 1)
    left, width = pitch * place + pitch * (1 - SHARE) / 2, pitch * SHARE
    parts = [_CHOSEN.format(x=_p(pitch * place), width=_p(pitch))] if is_chosen else []
    y = FLOOR
    for strength, chance in by_strength.items():
        height = chance * (FLOOR - 2)
        y -= height
        if not chance:
            continue
        parts.append(_SEGMENT.format(x=_p(left), y=_p(y), width=_p(width), height=_p(height), strength=strength))
        if chance >= ROOM:
            dark = " on-dark" if strength >= DARK else ""
            parts.append(_DIGIT.format(x=_p(left + width / 2), y=_p(y + height / 2), dark=dark, strength=strength))
    parts.append(_AXIS.format(x=_p(left + width / 2), n=place))
    return joined(parts)


def _table(every: list[tuple[dict[int, Fraction], Fraction, Fraction]]) -> Markup:
    heads = [_("Turns"), *(_name(each) for each in STRENGTHS), _("Direction thrown for"), _("A calm has come")]
    head = joined(Markup('<th scope="col">{}</th>').format(each) for each in heads)
    rows = [
        Markup('<tr><th scope="row">{}</th>{}</tr>').format(
            turns, joined(Markup("<td>{}</td>").format(exact(chance)) for chance in (*by_strength.values(), *once))
        )
        for turns, (by_strength, *once) in enumerate(every)
    ]
    return Markup("<thead><tr>{}</tr></thead><tbody>{}</tbody>").format(head, joined(rows))


def _p(percent: Fraction) -> str:
    return f"{float(percent):.2f}"
