"""Weather (III, T2 to T6): how the game begins, how each turn changes it, the clock, and how far one sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.events import SailTakenIn, TurnBegan, WeatherChanged, WeatherSet
from rulesdemo.games.broadside.play.orders import RollStart, RollWeather
from rulesdemo.games.broadside.play.state import Anchor, Position, Sail, Ship, Turn, Weather
from rulesdemo.games.broadside.weather import ROUND, Sight, sight, start_weather, weather_step, wind_effects
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

DAY: Final = 24 * 60
_NEXT_ANCHOR: Final[dict[Anchor, Anchor]] = {"dropping": "down", "weighing_2": "weighing_1", "weighing_1": "none"}
_NEXT_SAIL: Final[dict[Sail, Sail]] = {"setting": "on", "taking_in": "off"}


# -- the clock -------------------------------------------------------------------------------------------------------------------------


@cites("SEQ", "I Echelle", "T7", "IV.g")
def begin_turn(position: Position) -> Outcome[Position]:
    """A new turn: what was ordered last turn and takes a turn is done now [SEQ, T7, B57, B63]."""
    number = position.turn.number + 1
    ships = tuple(ship if ship.gone else _begun(ship) for ship in position.ships)
    position = replace(position, ships=ships, turn=Turn(number, "begin"), shots=(), hits=())
    return Outcome(position, (TurnBegan(number, clock_of(position)),))


def _begun(ship: Ship) -> Ship:
    anchor, sail = _NEXT_ANCHOR.get(ship.anchor, ship.anchor), _NEXT_SAIL.get(ship.sail, ship.sail)
    if not ship.fired and anchor == ship.anchor and sail == ship.sail:
        return ship
    return replace(ship, fired=False, anchor=anchor, sail=sail)


@cites("I Echelle", "T6")
def clock_of(position: Position) -> int:
    """The time of day of this turn, in minutes after midnight [I Echelle]."""
    minutes = int(position.rules.table("scale").at("turn_minutes"))
    return (position.scenario.starts + (position.turn.number - 1) * minutes) % DAY


@cites("T6")
def sight_of(position: Position) -> Sight:
    """Whether it is night, and how far one sees now [T6, B24, B36]."""
    if "sight" not in position.memo:
        position.memo["sight"] = settled(sight, position.rules, position.sky.hexes, clock_of(position))
    seen: Sight = position.memo["sight"]
    return seen


@cites("T6")
def hexes_by_day(rules: Ruleset, sky: str) -> int:
    """How far one sees by day under such a sky [T6]."""
    table = rules.table("visibility")
    for row in table.rows.labels:
        for column in ("", "_strong_wind"):
            if table.at(int(row), f"weather{column}") == sky:
                return int(table.at(int(row), f"hexes{column}"))
    message = f"no line of the visibility table has {sky}"
    raise KeyError(message)


# -- the start -------------------------------------------------------------------------------------------------------------------------


@cites("III", "T2")
def decide_start(position: Position) -> Decision | None:
    """Throw for the weather where the scenario is silent [III, B38]."""
    if position.weather is not None:
        return None
    return Decision(position.scenario.first, (RollStart,), "III", N_("Throw for the weather: direction, force and sky."))


def check_roll_start(_position: Position, _order: RollStart) -> Refusal | None:
    """Nothing bars the throw when it is due."""
    return None


@cites("III", "T2", "T3", "T6")
def roll_start(dice: Dice, position: Position, _order: RollStart) -> Outcome[Position]:
    """Three dice: where the wind comes from, its force, and the sky [T2, T6, B37, B38]."""
    throw = throw_for(dice, start_weather, position.rules)
    found = throw.outcome
    weather = Weather(GRID.named(found.direction), found.force, found.weather, found.hexes)
    return Outcome(replace(position, weather=weather), (WeatherSet(found.direction, found.force, found.weather, throw),))


def starts(_position: Position) -> Iterator[RollStart]:
    """The throw."""
    yield RollStart()


# -- every turn ------------------------------------------------------------------------------------------------------------------------


@cites("SEQ", "III", "T4")
def decide_weather(position: Position) -> Decision | None:
    """Step 1: throw for a change, unless a switch has none due this turn [III, B27, B56]."""
    every = int(position.rules.switch("weather_every_n_turns"))
    due = position.turn.number % every == 0 or position.rules.switch("visibility_roll") == "each_turn"
    if position.turn.weathered or not due:
        return None
    return Decision(position.scenario.first, (RollWeather,), "III", N_("Throw to see how the weather changes."))


def check_roll_weather(_position: Position, _order: RollWeather) -> Refusal | None:
    """Nothing bars the throw when it is due."""
    return None


@cites("III", "T4", "T5", "T6")
def roll_weather(dice: Dice, position: Position, _order: RollWeather) -> Outcome[Position]:
    """The wind rises, drops or turns; right is clockwise [T4, T5, B37, B39]."""
    before = position.sky
    throw = throw_for(dice, weather_step, position.rules, before.force, before.sky, position.turn.number)
    after = throw.outcome
    wind_from = GRID.turn_right(before.wind_from, after.turn // (ROUND // len(GRID.names)))
    hexes = before.hexes if after.weather == before.sky else hexes_by_day(position.rules, after.weather)
    weather = Weather(wind_from, after.force, after.weather, hexes)
    position = replace(position, weather=weather).with_turn(weathered=True)
    changed = WeatherChanged(GRID.name(wind_from), after.force, after.force - before.force, after.turn, after.weather, throw)
    position, events = _shorten_sail(position)
    return Outcome(position, (changed, *events))


@cites("IV.g", "T3")
def _shorten_sail(position: Position) -> Outcome[Position]:
    """In a wind that bars it, full sail comes in at once [T3, B63]."""
    events: list[Any] = []
    if not settled(wind_effects, position.rules, position.sky.force).full_sail:
        for ship in position.there:
            if ship.sail != "off":
                position = position.with_ship(replace(ship, sail="off"))
                events.append(SailTakenIn("T3", ship.id))
    return Outcome(position, tuple(events))


def weathers(_position: Position) -> Iterator[RollWeather]:
    """The throw."""
    yield RollWeather()
