"""A panel about the weather: the reader spins the wind, sets the sky, and steps turn by turn; the board shows how far one sees."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from markupsafe import Markup

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import scenarios
from rulesdemo.games.broadside.play.state import Position, Turn, Weather
from rulesdemo.games.broadside.play.weather import DAY, clock_of, hexes_by_day
from rulesdemo.games.broadside.ships import scale
from rulesdemo.games.broadside.weather import ROUND, Sight, Sky, WindEffects, sight, visibility, weather_step, wind_effects
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import play, replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, cache_by_language, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.board.open_water import open_chart
from widgets.games.broadside.board.scene import HOUR, bare_scene
from widgets.games.broadside.lessons import weather as lesson
from widgets.games.broadside.panels.parts import Log, board_and_words, marked_cell, small_table
from widgets.kit.bars import fraction
from widgets.kit.components import Board, Box, Heading, Press, Sentence, Table, buttons
from widgets.kit.controls import Own, Value, one_of, throws
from widgets.kit.panel import Component, Followed, Panel, PanelView, State
from widgets.kit.radio_row import picked
from widgets.kit.radios import Radios
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Scene
from widgets.web.phrases import titled

SCENARIO: Final = "lookout"
SHIP: Final = "sirene"
FORCES: Final = {force: str(force) for force in range(7)}
FROM: Final = {side: GRID.name(Direction(side)) for side in range(HEXSIDES)}
FACES: Final = {face: str(face) for face in D6.faces}
MOST_STEPS: Final = 12  # turns of five minutes: an hour
MOST_DICE: Final = 6  # no turn throws more
COLUMNS, ROWS = 27, 25  # so that the farthest that one sees on a clear night fits on the map
SIZE: Final = (352.0, 372.0)
DUSK: Final = 2  # turns before sunset
NIGHT: Final = 2 * HOUR  # after sunset

_BARRED: Final = Markup('<b class="barred">{}</b>')


class Conditions(NamedTuple):
    """Where the wind comes from, its force, the sky, and the time of day in minutes."""

    wind_from: int
    force: int
    sky: Sky
    minutes: int


class WeatherStep(NamedTuple):
    """One weather step: the weather after it, and what was thrown in words."""

    sky: Conditions
    words: str


# -- what a reader can do --------------------------------------------------------------------------------------------------------------


class SkyBoard(PanelView):
    """The weather board on a page, for panels that go on from its weather."""

    def __init__(self) -> None:
        """Begin with the weather of the board."""
        super().__init__(SKY)

    def now(self, desk: Desk) -> Conditions:
        """Return the weather that is looked at."""
        return weather_of(desk.rules, self.current(desk))


def weather_of(rules: Ruleset, state: State) -> Conditions:
    """Return the weather after the turns that were stepped."""
    steps = weather_steps(rules, state.start, state.thrown)
    return steps[-1].sky if steps else cast("Conditions", state.start)


def _follow(desk: Desk) -> Followed:
    weather = desk.position.sky
    return Followed({"start": Conditions(int(weather.wind_from), weather.force, cast("Sky", weather.sky), clock_of(desk.position))})


def _hours(desk: Desk) -> tuple[int, ...]:
    """Return the times of day to choose from: the board's, shortly before sunset, and at night."""
    sunset = int(desk.rules.table("weather_limits").at("sunset_minutes"))
    return tuple(dict.fromkeys((clock_of(desk.position), sunset - DUSK * _turn(desk.rules), sunset + NIGHT)))


def _turn(rules: Ruleset) -> int:
    return int(settled(scale, rules, 0).minutes)


def _settle(_rules: Ruleset, state: State) -> State:
    """Take the dice back where the board's weather holds."""
    return state.replace(thrown=()) if state.own is None and state.thrown else state


def _act(state: State, what: str, value: str, desk: Desk) -> State | None:
    """Throw for a turn, or set one thing of the weather and begin anew from it."""
    now = weather_of(desk.rules, state)
    if what == "step":
        return _step(state, desk, now)
    changed = _setting(now, what, value, desk)
    return None if changed is None else state.replace(start=changed, thrown=(), own="")


def _setting(now: Conditions, what: str, value: str, desk: Desk) -> Conditions | None:
    if what == "force":
        return now._replace(force=picked(value, FORCES))
    if what == "from":
        return now._replace(wind_from=picked(value, FROM))
    if what in ("left", "right"):
        return now._replace(wind_from=(now.wind_from + (1 if what == "right" else -1)) % HEXSIDES)
    if what == "die":
        return now._replace(sky=_sky_of(desk.rules, picked(value, FACES), now.force))
    return now._replace(minutes=int(value)) if what == "time" and value in map(str, _hours(desk)) else None


def _step(state: State, desk: Desk, now: Conditions) -> State:
    if len(state.thrown) >= MOST_STEPS:
        message = _("{n} turns make an hour. Set anything, or go back to the board, and step again.").format(n=MOST_STEPS)
        raise InputError(message)
    faces = play(weather_step, random.Random(desk.seed()), desk.rules, now.force, now.sky, len(state.thrown) + 1).faces
    return state.replace(thrown=(*state.thrown, faces), own="")


def _stored_weather(stored: Any) -> Conditions:  # noqa: ANN401 - whatever a browser brings
    if [type(each) for each in stored] != [int, int, str, int]:
        raise ValueError
    checks = map(one_of, (tuple(FROM), tuple(FORCES), tuple(names.SKIES), range(DAY)))
    return Conditions(*(check(each) for check, each in zip(checks, stored, strict=True)))


def _upgrade(old: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a browser brings
    if old is None:
        return {}
    start, thrown = old
    return {"start": start, "thrown": thrown, "own": ""}


@cache_by_language(100)
def weather_steps(rules: Ruleset, start: Conditions, thrown: tuple[tuple[int, ...], ...]) -> tuple[WeatherStep, ...]:
    """Return the turns that these faces make, as far as the rules in force ask for such faces."""
    found: list[WeatherStep] = []
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
        found.append(WeatherStep(now, words))
    return tuple(found)


# -- what the weather means ------------------------------------------------------------------------------------------------------------


def sight_in(rules: Ruleset, sky: Conditions) -> Sight:
    """Return how far one sees."""
    found: Sight = settled(sight, rules, hexes_by_day(rules, sky.sky), sky.minutes)
    return found


def open_water(rules: Ruleset, sky: Conditions, across: tuple[int, int], ship: str = SHIP, heading: int | None = None) -> Position:
    """Return one ship of the set piece alone, under way in the middle of a map of some columns and rows."""
    columns, rows = across
    start = scenarios.load(SCENARIO, rules)
    chart, title = open_chart(range(1, columns + 1), range(1, rows + 1)), _("One ship and the weather")
    scenario = replace(start.scenario, title=title, chart=chart, starts=sky.minutes, goal=MappingProxyType({}))
    alone = start.ship(ship)
    turned = alone.heading if heading is None else Direction(heading)
    alone = replace(alone, place=GRID.parse(f"{columns // 2 + 1:02}{rows // 2 + 1:02}"), heading=turned, anchor="none")
    weather = Weather(Direction(sky.wind_from), sky.force, sky.sky, hexes_by_day(rules, sky.sky))
    return replace(start, scenario=scenario, ships=(alone,), weather=weather, turn=Turn(1, "weather"))


def picture(rules: Ruleset, sky: Conditions) -> Scene:
    """Draw one ship in open water, the wind rose, and how far she sees."""
    position = open_water(rules, sky, (COLUMNS, ROWS))
    return bare_scene(position, Look(lesson="weather", size=SIZE))


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, hours: tuple[int, ...]) -> Iterator[Component]:
    now, steps = weather_of(rules, state), weather_steps(rules, state.start, state.thrown)
    controls = (
        Radios("force", _("Wind force"), FORCES, now.force),
        Radios("from", _("It blows from"), FROM, now.wind_from),
        Radios("die", _("Die for the sky"), *_skies(rules, now)),
        Radios("time", _("Time"), {each: _clock(each) for each in hours}, now.minutes),
    )
    presses = [
        Press("left", _("↺ Wind to the left")),
        Press("right", _("Wind to the right ↻")),
        Press("step", _("Throw for the next turn"), is_first=True),
    ]
    if state.own is not None:
        presses.append(Press("board", _("As on the board")))
    words: list[Component] = [Sentence(_sentence(rules, now)), Box("sky-tables", [_sights(rules, now), _effects(rules, now)])]
    if steps:
        words.append(Heading(ngettext("{n} turn stepped", "{n} turns stepped", len(steps)).format(n=len(steps))))
        words.append(Log([(_clock(each.sky.minutes), each.words) for each in steps]))
    yield Box("panel-controls", controls)
    yield board_and_words([Board(picture(rules, now), "sky-picture"), buttons(*presses)], words)


def _skies(rules: Ruleset, now: Conditions) -> tuple[dict[int, str], int]:
    """Return the skies that the die brings, by their lowest faces, and that of the sky there is; 0 where no face brings it."""
    by_sky: dict[str, list[int]] = {}
    for face in FACES:
        by_sky.setdefault(_sky_of(rules, face, now.force), []).append(face)
    spans = {sky: f"{faces[0]}–{faces[-1]}" if len(faces) > 1 else str(faces[0]) for sky, faces in by_sky.items()}
    return {faces[0]: f"{spans[sky]} {names.SKIES[sky]}" for sky, faces in by_sky.items()}, by_sky.get(now.sky, [0])[0]


def _sky_of(rules: Ruleset, face: int, force: int) -> Sky:
    found: Sky = replay(visibility, (face,), rules, force).value.weather
    return found


def _clock(minutes: int) -> str:
    return _("{hour:02}:{minute:02}").format(hour=minutes // HOUR, minute=minutes % HOUR)


def _sentence(rules: Ruleset, now: Conditions) -> str:
    far = sight_in(rules, now)
    metres = settled(scale, rules, far.hexes).metres
    wind = _("Wind from {name}, force {n}").format(name=FROM[now.wind_from], n=now.force) if now.force else _("No wind")
    when = _("at night") if far.night else _("by day")
    sees = ngettext("One sees {n} hex, {metres} m. [T6]", "One sees {n} hexes, {metres} m. [T6]", far.hexes)
    first = _("{clock}, {when}. {wind}, {sky}.").format(clock=_clock(now.minutes), when=when, wind=wind, sky=names.SKIES[now.sky])
    return f"{first} {sees.format(n=far.hexes, metres=metres)} {_bars_words(settled(wind_effects, rules, now.force))}"


def _bars_words(effects: WindEffects) -> str:
    barred = [
        *([] if effects.full_sail else [_("full sail")]),
        *([] if effects.boarding else [_("boarding")]),
        *([_("gunfire")] if effects.gunfire == "no" else []),
    ]
    words = _("Barred: {list}. [T3]").format(list=", ".join(map(str, barred))) if barred else _("Nothing is barred. [T3]")
    return words + (" " + _("Guns fire at half force. [T9]") if effects.gunfire == "half" else "")


def _sights(rules: Ruleset, now: Conditions) -> Table:
    """Return the skies: how likely each is in this wind, and how far one sees by day and by night."""
    chances = visibility.dist(rules, now.force)
    limits = rules.table("weather_limits")
    morning, evening = int(limits.at("sunrise_minutes")), int(limits.at("sunset_minutes"))
    is_night = sight_in(rules, now).night
    rows: list[list[Any]] = []
    for sky, name in names.SKIES.items():
        by_day, by_night = (settled(sight, rules, hexes_by_day(rules, sky), minutes).hexes for minutes in (morning, evening))
        chance, here = Fraction(chances.p(weather=sky)), sky == now.sky
        first = fraction(chance, f"sky-{sky}") if chance else _("never")
        cells = [marked_cell(hexes, _("(now)")) if here and night == is_night else hexes for night, hexes in enumerate((by_day, by_night))]
        rows.append([titled(name), first, *cells])
    heads = (_("Sky"), _("Chance"), _("By day"), _("By night"))
    return small_table(_("How far one sees, in hexes"), heads, rows, list(names.SKIES).index(now.sky))


def _effects(rules: Ruleset, now: Conditions) -> Table:
    """Return the wind forces and what each bars."""
    barred = _BARRED.format(_("barred"))
    guns = {"yes": _("yes"), "half": _("half force"), "no": barred}
    rows: list[list[Any]] = []
    for force in FORCES:
        effects: WindEffects = settled(wind_effects, rules, force)
        allowed = [_("yes") if each else barred for each in (effects.full_sail, effects.boarding)]
        rows.append([str(force), *allowed, guns[effects.gunfire]])
    return small_table(_("What the wind allows"), (_("Force"), _("Full sail"), _("Boarding"), _("Gunfire")), rows, now.force)


SKY: Final = Panel(
    "sky",
    "broadside",
    N_("Spin the wind, step the turns"),
    _body,
    fields=(
        Value("start", Conditions(0, 0, "clear", 0), _stored_weather),  # the weather before any turn was stepped
        throws("thrown", MOST_STEPS, MOST_DICE),  # faces of the turns since
        Own(),
    ),
    act=_act,
    reads=_hours,
    follow=_follow,
    settle=_settle,
    upgrade=_upgrade,
    kind="sky-panel",
)
