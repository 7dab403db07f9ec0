"""Weather (rules III, T2 to T6): wind, sight, and what they bar."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, OneOf, Turns, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

WindForce = Annotated[int, Whole(0, 6)]
Sky = Literal["clear", "fog", "rain", "heavy_rain"]
SkyName = Annotated[Sky, OneOf(("clear", "fog", "rain", "heavy_rain"))]
MinuteOfDay = Annotated[int, Whole(0, 24 * 60 - 1)]
ROUND = 360


class Wind(NamedTuple):
    """The wind's force, and how far it has turned in degrees, right positive."""

    force: int
    turn: int


class Visibility(NamedTuple):
    """The sky, and how far one sees by day."""

    weather: Sky
    hexes: int


class StartWeather(NamedTuple):
    """Where the wind comes from, its force, the sky, and how far one sees by day."""

    direction: Literal["N", "NE", "SE", "S", "SW", "NW"]
    force: int
    weather: Sky
    hexes: int


class WeatherStep(NamedTuple):
    """The weather after one weather step."""

    force: int
    turn: int
    weather: Sky


class Reaching(NamedTuple):
    """The wind's force, and whether it has been where it was looked for."""

    force: int
    reached: bool


class Reached(NamedTuple):
    """Whether the wind came to that force in time."""

    reached: bool


class Sight(NamedTuple):
    """Whether it is night, and how far one sees."""

    night: bool
    hexes: int


class WindEffects(NamedTuple):
    """What a wind force allows; `gunfire` may be halved."""

    beaufort: str | None
    full_sail: bool
    boarding: bool
    gunfire: Literal["yes", "half", "no"]


@procedure(rules=("III", "T4", "T5"), public=True)
def wind_change(dice: Dice, rules: Ruleset, force: WindForce) -> Wind:
    """A die drops the wind, raises it, or has a second die turn it; the force stays within the wind table [T4, T5, B39].

    >>> from rulesdemo import odds
    >>> odds("broadside.wind_change", force=3).p(force=3, turn=60)
    Fraction(1, 9)
    """
    change = dice.read(D6, rules.table("wind_change").under(D6, "change"))
    if change == "direction":
        return Wind(force, dice.read(D6, rules.table("direction_change").under(D6, "degrees"), "direction"))
    return Wind(_within_table(rules, force + change), 0)


def _within_table(rules: Ruleset, force: int) -> int:
    """The nearest force that the wind may have; a limit is read only where it bites."""
    limits = rules.table("weather_limits")
    bottom, top = (limits.cell(limit, "value").value for limit in ("wind_force_bottom", "wind_force_top"))
    if bottom <= force <= top:
        return force
    return int(limits.at("wind_force_bottom" if force < bottom else "wind_force_top"))


@procedure(rules=("III", "T6"), public=True)
def visibility(dice: Dice, rules: Ruleset, wind: WindForce) -> Visibility:
    """A die for the sky and the sight by day; in a strong wind fog is rain [T6].

    >>> from rulesdemo import odds
    >>> odds("broadside.visibility", wind=4).p(weather="rain", hexes=30)
    Fraction(1, 3)
    """
    table = rules.table("visibility")
    strong = "_strong_wind" if wind > rules.table("weather_limits").at("strong_wind_over") else ""
    die = dice.roll(D6)
    return Visibility(table.at(die, "weather" + strong), table.at(die, "hexes" + strong))


@procedure(rules=("III", "T2", "T3", "T6"), public=True)
def start_weather(dice: Dice, rules: Ruleset) -> StartWeather:
    """Three dice for a game whose scenario is silent: direction, force and sky; the second die is the force itself [III, T2, T6, B38].

    >>> from rulesdemo import odds
    >>> odds("broadside.start_weather").p(weather="fog")
    Fraction(1, 12)
    """
    direction = dice.read(D6, rules.table("start_direction").under(D6, "direction"), "direction")
    force = dice.roll(D6, "force")
    return StartWeather(direction, force, *dice.do(visibility, rules, force))


@procedure(rules=("SEQ", "III", "T4", "T6"), public=True)
def weather_step(dice: Dice, rules: Ruleset, force: WindForce, weather: SkyName, game_turn: Annotated[int, Whole(1)] = 1) -> WeatherStep:
    """The weather step of one turn: the wind every turn and the sky not again, unless the switches say otherwise [SEQ, III, B27, B56].

    >>> from rulesdemo import odds
    >>> odds("broadside.weather_step", force=3, weather="fog").p(force=4, weather="fog")
    Fraction(1, 3)
    """
    due = game_turn % int(rules.switch("weather_every_n_turns")) == 0
    wind = dice.do(wind_change, rules, force) if due else Wind(force, 0)
    if rules.switch("visibility_roll") == "each_turn":
        weather = dice.do(visibility, rules, wind.force).weather
    return WeatherStep(wind.force, wind.turn, weather)


@procedure
def blow_on(dice: Dice, rules: Ruleset, wind: Wind) -> Wind:
    """One more change, with the turns added up."""
    change = dice.do(wind_change, rules, wind.force)
    return Wind(change.force, ROUND // 2 - (ROUND // 2 - wind.turn - change.turn) % ROUND)


def never(_: Wind) -> bool:
    """The wind never settles."""
    return False


@procedure(rules=("III", "T4", "T5"), public=True)
def wind_after(dice: Dice, rules: Ruleset, force: WindForce, turns: Turns) -> Wind:
    """The wind some turns later: its force, and how far it has turned in all, from -120 to 180 degrees [III, T4, T5, B27].

    >>> from rulesdemo import odds
    >>> odds("broadside.wind_after", force=3, turns=2).p(turn=180)
    Fraction(2, 81)
    """
    return Wind(*dice.do(repeat(blow_on, never), rules, Wind(force, 0), _changes(rules, turns)))


@procedure
def look_for(dice: Dice, rules: Ruleset, target: int, wind: Reaching) -> Reaching:
    """One more change, noting whether the wind is where it was looked for."""
    force = dice.do(wind_change, rules, wind.force).force
    return Reaching(force, force == target)


def is_reached(wind: Reaching) -> bool:
    """The wind has been there."""
    return wind.reached


@procedure(rules=("III", "T4"), public=True)
def wind_reaches(dice: Dice, rules: Ruleset, force: WindForce, target: WindForce, turns: Turns) -> Reached:
    """Whether the wind comes to a force at any time within some turns; from 3, a 4 bars boarding [III, T4, B27].

    >>> from rulesdemo import odds
    >>> odds("broadside.wind_reaches", force=3, target=4, turns=3).p(reached=True)
    Fraction(14, 27)
    """
    start = Reaching(force, force == target)
    return Reached(dice.do(repeat(look_for, is_reached), rules, target, start, _changes(rules, turns)).reached)


def _changes(rules: Ruleset, turns: int) -> int:
    return turns // int(rules.switch("weather_every_n_turns"))


@procedure(rules=("T6",), public=True)
def sight(dice: Dice, rules: Ruleset, hexes: Count, minutes: MinuteOfDay) -> Sight:  # noqa: ARG001 - no dice
    """How far one sees at a time of day, in minutes after midnight; at night a tenth, rounded up [T6, B24, B36].

    >>> from rulesdemo import odds
    >>> odds("broadside.sight", hexes=18, minutes=20 * 60).p(night=True, hexes=2)
    Fraction(1, 1)
    """
    limits = rules.table("weather_limits")
    night = not limits.at("sunrise_minutes") <= minutes < limits.at("sunset_minutes")
    return Sight(night, rounded(rules, "night_sight", Fraction(hexes, limits.at("night_divisor"))) if night else hexes)


@procedure(rules=("T3", "V.a", "IV.g"), public=True)
def wind_effects(dice: Dice, rules: Ruleset, wind: WindForce) -> WindEffects:  # noqa: ARG001 - no dice
    """What a wind force allows: full sail, boarding, gunfire [T3, B13, B46].

    >>> from rulesdemo import odds
    >>> odds("broadside.wind_effects", wind=4).p(boarding=False, gunfire="yes")
    Fraction(1, 1)
    """
    table = rules.table("wind")
    beaufort, full_sail, boarding, gunfire = (table.at(wind, column) for column in WindEffects._fields)
    return WindEffects(beaufort, full_sail == "yes", boarding == "yes", gunfire)
