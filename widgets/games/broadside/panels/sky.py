"""A panel about the weather: the reader spins the wind, sets the sky, and steps turn by turn; the board shows how far one sees."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.state import Chart, Position, Turn, Weather
from rulesdemo.games.broadside.play.weather import DAY, clock_of, hexes_by_day
from rulesdemo.games.broadside.ships import scale
from rulesdemo.games.broadside.weather import ROUND, Sight, Sky, WindEffects, sight, visibility, weather_step, wind_effects
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import HOUR, scene, shown_by
from widgets.games.broadside.lessons import weather as lesson
from widgets.kit.bars import fraction
from widgets.kit.radio_row import picked, radio_row
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.shapes import Scene
from widgets.web.badges import joined
from widgets.web.phrases import titled, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

SCENARIO: Final = "lookout"
SHIP: Final = "sirene"
FORCES: Final = {force: str(force) for force in range(7)}
FROM: Final = {side: GRID.name(Direction(side)) for side in range(HEXSIDES)}
FACES: Final = {face: str(face) for face in D6.faces}
MOST_STEPS: Final = 12  # turns of five minutes: an hour
COLUMNS, ROWS = 27, 25  # so that the farthest that one sees on a clear night fits on the map
SIZE: Final = (352.0, 372.0)
DUSK: Final = 2  # turns before sunset
NIGHT: Final = 2 * HOUR  # after sunset

_PANEL: Final = Markup(
    '<section class="sky-panel" aria-labelledby="sky-title"><h3 id="sky-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="sky-both"><div class="sky-board">{board}<div class="wheel-turns">{turns}</div></div>'
    '<div class="sky-told"><div class="panel-said" role="status">{said}</div><div class="sky-tables">{sights}{effects}</div>'
    "{log}</div></div></section>"
)
_TABLE: Final = Markup('<table class="sky-table"><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>')
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr{now}><th scope="row">{name}</th>{cells}</tr>')
_CELL: Final = Markup("<td>{}</td>")
_HERE: Final = Markup('<td class="is-here"><b>{}</b><span class="sr"> {}</span></td>')
_NOW: Final = Markup(' class="is-now" aria-current="true"')
_BARRED: Final = Markup('<b class="barred">{}</b>')
_BUTTON: Final = Markup('<button type="button" id="sky-{what}" data-do="extra" data-name="sky:{what}" data-by=""{more}>{words}</button>')
_LOG: Final = Markup('<h4>{title}</h4><ol class="sky-log">{lines}</ol>')
_LINE: Final = Markup("<li><b>{when}</b> <span>{what}</span></li>")


class Conditions(NamedTuple):
    """Where the wind comes from, its force, the sky, and the time of day in minutes."""

    wind_from: int
    force: int
    sky: Sky
    minutes: int


class Stepped(NamedTuple):
    """One weather step: the weather after it, and what was thrown in words."""

    sky: Conditions
    words: str


class SkyBoard:
    """A panel: the weather is the board's until the reader changes it."""

    key = "sky"

    def __init__(self) -> None:
        """Begin with the weather of the board."""
        self.own: Conditions | None = None
        self.thrown: tuple[tuple[int, ...], ...] = ()  # faces of the turns since

    def start(self, desk: Desk) -> Conditions:
        """The weather before any turn was stepped."""
        return self.own or _of_board(desk.position)

    def steps(self, desk: Desk) -> tuple[Stepped, ...]:
        """The turns stepped so far."""
        return stepped(desk.rules, self.start(desk), self.thrown)

    def now(self, desk: Desk) -> Conditions:
        """The weather that is looked at."""
        steps = self.steps(desk)
        return steps[-1].sky if steps else self.start(desk)

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.start(desk), self.steps(desk), _hours(desk), is_own=self.own is not None)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Set one thing of the weather, turn the wind, throw for a turn, or go back to the board's weather."""
        now = self.now(desk)
        if what == "step":
            self._step(desk, now)
            return
        if what == "board":
            self.own, self.thrown = None, ()
            return
        if what == "force":
            now = now._replace(force=picked(value, FORCES))
        elif what == "from":
            now = now._replace(wind_from=picked(value, FROM))
        elif what in ("left", "right"):
            now = now._replace(wind_from=(now.wind_from + (1 if what == "right" else -1)) % HEXSIDES)
        elif what == "die":
            face = picked(value, FACES)
            now = now._replace(sky=replay(visibility, (face,), desk.rules, now.force).value.weather)
        elif what == "time" and value in map(str, _hours(desk)):
            now = now._replace(minutes=int(value))
        else:
            raise unknown(what)
        self.own, self.thrown = now, ()

    def _step(self, desk: Desk, now: Conditions) -> None:
        if len(self.thrown) >= MOST_STEPS:
            message = _("{n} turns make an hour. Set anything, or go back to the board, and step again.").format(n=MOST_STEPS)
            raise InputError(message)
        self.own = self.start(desk)
        number = len(self.thrown) + 1
        faces = play(weather_step, random.Random(desk.seed()), desk.rules, now.force, now.sky, number).faces
        self.thrown = (*self.thrown, faces)

    def kept(self) -> list[Any] | None:
        """The weather that the reader set, and what he threw."""
        return None if self.own is None else [list(self.own), [list(faces) for faces in self.thrown]]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if it is one."""
        if not isinstance(kept, list) or len(kept) != len(("own", "thrown")):
            return
        own, thrown = kept
        if _is_sky(own) and isinstance(thrown, list) and len(thrown) <= MOST_STEPS and all(map(_are_faces, thrown)):
            self.own, self.thrown = Conditions(*own), tuple(map(tuple, thrown))


def _is_sky(own: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    if not isinstance(own, list) or [type(each) for each in own] != [int, int, str, int]:
        return False
    sky = Conditions(*own)
    return sky.wind_from in FROM and sky.force in FORCES and sky.sky in names.SKIES and 0 <= sky.minutes < DAY


def _are_faces(faces: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
    return isinstance(faces, list) and all(type(face) is int and face in FACES for face in faces)


def _of_board(position: Position) -> Conditions:
    weather = position.sky
    return Conditions(int(weather.wind_from), weather.force, cast("Sky", weather.sky), clock_of(position))


def _hours(desk: Desk) -> tuple[int, ...]:
    """Three times of day to choose from: the board's, shortly before sunset, and at night."""
    sunset = int(desk.rules.table("weather_limits").at("sunset_minutes"))
    return clock_of(desk.position), sunset - DUSK * _turn(desk.rules), sunset + NIGHT


def _turn(rules: Ruleset) -> int:
    return int(settled(scale, rules, 0).minutes)


@lru_cache(maxsize=100)
def stepped(rules: Ruleset, start: Conditions, thrown: tuple[tuple[int, ...], ...]) -> tuple[Stepped, ...]:
    """The turns that these faces make, as far as the rules in force ask for such faces."""
    found: list[Stepped] = []
    now = start
    for number, faces in enumerate(thrown, start=1):
        args = (rules, now.force, now.sky, number)
        try:
            after = replay(weather_step, faces, *args).value
        except FacesError:
            break
        words = lesson.verdict(Throw(weather_step, args, after), faces) if faces else _("No throw is due this turn. [B27]")
        turned = (now.wind_from + after.turn // (ROUND // HEXSIDES)) % HEXSIDES
        now = Conditions(turned, after.force, after.weather, (now.minutes + _turn(rules)) % DAY)
        found.append(Stepped(now, words))
    return tuple(found)


# -- what the weather means ------------------------------------------------------------------------------------------------------------


def sight_in(rules: Ruleset, sky: Conditions) -> Sight:
    """How far one sees."""
    found: Sight = settled(sight, rules, hexes_by_day(rules, sky.sky), sky.minutes)
    return found


def open_water(rules: Ruleset, sky: Conditions, across: tuple[int, int], ship: str = SHIP, heading: int | None = None) -> Position:
    """One ship of the set piece alone, under way in the middle of a map of so many columns and rows."""
    columns, rows = across
    start = scenarios.load(SCENARIO, rules)
    hexes = frozenset(GRID.parse(f"{column:02}{row:02}") for column in range(1, columns + 1) for row in range(1, rows + 1))
    map_ = Chart(hexes, frozenset())
    scenario = replace(start.scenario, title=_("One ship and the weather"), chart=map_, starts=sky.minutes, goal=MappingProxyType({}))
    alone = start.ship(ship)
    turned = alone.heading if heading is None else Direction(heading)
    alone = replace(alone, place=GRID.parse(f"{columns // 2 + 1:02}{rows // 2 + 1:02}"), heading=turned, anchor="none")
    weather = Weather(Direction(sky.wind_from), sky.force, sky.sky, hexes_by_day(rules, sky.sky))
    return replace(start, scenario=scenario, ships=(alone,), weather=weather, turn=Turn(1, "weather"))


def picture(rules: Ruleset, sky: Conditions) -> Scene:
    """One ship in open water, the wind rose, and how far she sees."""
    position = open_water(rules, sky, (COLUMNS, ROWS))
    return scene(position, replace(shown_by(position, Look(lesson="weather", size=SIZE)), numbers=False))


@cached
def _drawn(rules: Ruleset, sky: Conditions) -> Markup:
    return Markup(svg.svg(picture(rules, sky), "sky-board"))  # noqa: S704 - our own painter, which escapes every word


@cached
def _panel(rules: Ruleset, start: Conditions, steps: tuple[Stepped, ...], hours: tuple[int, ...], *, is_own: bool) -> Markup:
    now = steps[-1].sky if steps else start
    controls = [
        radio_row("sky", "force", _("Wind force"), FORCES, now.force),
        radio_row("sky", "from", _("It blows from"), FROM, now.wind_from),
        radio_row("sky", "die", _("Die for the sky"), _faces_told(rules, now.force), _face_of(rules, now)),
        radio_row("sky", "time", _("Time"), {each: _clock(each) for each in dict.fromkeys(hours)}, now.minutes),
    ]
    turns = [
        _BUTTON.format(what="left", more="", words=_("↺ Wind to the left")),
        _BUTTON.format(what="right", more="", words=_("Wind to the right ↻")),
        _BUTTON.format(what="step", more=Markup(' class="first"'), words=_("Throw for the next turn")),
        _BUTTON.format(what="board", more="", words=_("As on the board")) if is_own else Markup(""),
    ]
    return _PANEL.format(
        title=_("Spin the wind, step the turns"),
        controls=joined(controls),
        board=_drawn(rules, now),
        turns=joined(turns),
        said=cited("broadside", _told(rules, now), "sky"),
        sights=_sights(rules, now),
        effects=_effects(rules, now),
        log=_log(steps),
    )


def _faces_told(rules: Ruleset, force: int) -> dict[int, str]:
    """The skies that the die brings in this wind, each with its faces and under the lowest of them."""
    by_sky: dict[str, list[int]] = {}
    for face in FACES:
        by_sky.setdefault(replay(visibility, (face,), rules, force).value.weather, []).append(face)
    return {faces[0]: f"{_span(faces)} {names.SKIES[sky]}" for sky, faces in by_sky.items()}


def _span(faces: list[int]) -> str:
    return f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0])


def _face_of(rules: Ruleset, now: Conditions) -> int:
    """The lowest face that brings the sky there is; 0 where none does in this wind."""
    return next((face for face in FACES if replay(visibility, (face,), rules, now.force).value.weather == now.sky), 0)


def _clock(minutes: int) -> str:
    return f"{minutes // HOUR:02}:{minutes % HOUR:02}"


def _told(rules: Ruleset, now: Conditions) -> str:
    far = sight_in(rules, now)
    metres = settled(scale, rules, far.hexes).metres
    wind = _("Wind from {name}, force {n}").format(name=FROM[now.wind_from], n=now.force) if now.force else _("No wind")
    when = _("at night") if far.night else _("by day")
    sees = ngettext("One sees {n} hex, {metres} m. [T6]", "One sees {n} hexes, {metres} m. [T6]", far.hexes)
    first = _("{clock}, {when}. {wind}, {sky}.").format(clock=_clock(now.minutes), when=when, wind=wind, sky=names.SKIES[now.sky])
    return f"{first} {sees.format(n=far.hexes, metres=metres)} {_bars_told(settled(wind_effects, rules, now.force))}"


def _bars_told(effects: WindEffects) -> str:
    barred = [
        *([] if effects.full_sail else [_("full sail")]),
        *([] if effects.boarding else [_("boarding")]),
        *([_("gunfire")] if effects.gunfire == "no" else []),
    ]
    told = _("Barred: {list}. [T3]").format(list=", ".join(barred)) if barred else _("Nothing is barred. [T3]")
    return told + (" " + _("Guns fire at half force. [T9]") if effects.gunfire == "half" else "")


def _sights(rules: Ruleset, now: Conditions) -> Markup:
    """The skies: how likely each is in this wind, and how far one sees by day and by night."""
    law = visibility.dist(rules, now.force)
    limits = rules.table("weather_limits")
    morning, evening = int(limits.at("sunrise_minutes")), int(limits.at("sunset_minutes"))
    is_night = sight_in(rules, now).night
    rows = []
    for sky, name in names.SKIES.items():
        by_day, by_night = (settled(sight, rules, hexes_by_day(rules, sky), minutes).hexes for minutes in (morning, evening))
        chance = Fraction(law.p(weather=sky))
        here = sky == now.sky
        cells = [
            _CELL.format(fraction(chance, f"sky-{sky}") if chance else _("never")),
            _cell(by_day, is_here=here and not is_night),
            _cell(by_night, is_here=here and is_night),
        ]
        rows.append(row(titled(name), cells, is_now=here))
    heads = (_("Sky"), _("Chance"), _("By day"), _("By night"))
    return table(_("How far one sees, in hexes"), heads, rows)


def _cell(hexes: int, *, is_here: bool) -> Markup:
    return _HERE.format(hexes, _("(now)")) if is_here else _CELL.format(hexes)


def _effects(rules: Ruleset, now: Conditions) -> Markup:
    """The wind forces and what each bars."""
    guns = {"yes": _("yes"), "half": _("half force"), "no": _BARRED.format(_("barred"))}
    rows = []
    for force in FORCES:
        effects = settled(wind_effects, rules, force)
        allowed = [_("yes") if each else _BARRED.format(_("barred")) for each in (effects.full_sail, effects.boarding)]
        cells = map(_CELL.format, (*allowed, guns[effects.gunfire]))
        rows.append(row(str(force), cells, is_now=force == now.force))
    return table(_("What the wind allows"), (_("Force"), _("Full sail"), _("Boarding"), _("Gunfire")), rows)


def table(caption: str, heads: Iterable[str], rows: Iterable[Markup]) -> Markup:
    """A small table beside a board, of rows made by `row`."""
    return _TABLE.format(caption=caption, heads=joined(map(_HEAD.format, heads)), rows=joined(rows))


def row(name: str, cells: Iterable[Markup], *, is_now: bool) -> Markup:
    """A row with its name; the one that holds now is marked."""
    return _ROW.format(now=_NOW if is_now else "", name=name, cells=joined(cells))


def _log(steps: tuple[Stepped, ...]) -> Markup:
    if not steps:
        return Markup("")
    lines = [_LINE.format(when=_clock(each.sky.minutes), what=cited("broadside", each.words, f"sky-{n}")) for n, each in enumerate(steps)]
    return _LOG.format(title=ngettext("{n} turn stepped", "{n} turns stepped", len(steps)).format(n=len(steps)), lines=joined(lines))
