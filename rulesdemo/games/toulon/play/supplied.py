"""What the main rulebook would give and a reader may supply instead (T38): costs, chances, OP, combat, reinforcements, units, the map.

A value is changed by an order, so that the record, saves and undo know of it. The engine offers none by itself: there is no end of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.games.toulon.board import Zone, board
from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.names import VALUES
from rulesdemo.games.toulon.play.orders import Supply
from rulesdemo.games.toulon.play.state import AWAY, CROWDED, PURSES, Position, Scenario
from rulesdemo.games.toulon.players import cooperation_option
from rulesdemo.games.toulon.setup import start_turn
from rulesdemo.games.toulon.throws import is_amount
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites, settled
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import N_

MOST: Final = 99
SCALE: Final = "op_"  # before the name of a purse
TURNS: Final = 16  # that a scale may tell apart; the last one told holds from then on
ARRIVAL: Final = "due_"  # before the id of a unit or leader
COUNTER: Final = "unit_"  # before the id of a unit: its strength and its quality
LEADER: Final = "efficiency_"  # before the id of a leader: his efficiency
ZONE: Final = "value_"  # before the id of a zone of land: its value, and the level of its fort
MOST_SP: Final = 20
MOST_QUALITY: Final = 6
MOST_VALUE: Final = 9
MOST_LEVEL: Final = 3
EFFICIENCIES: Final = ("A", "B", "C")
RANDOM: Final = "random_op"
FACES: Final = 6
OPTION: Final = "option_"  # before the number of an option of section 6, which the players agree on
SWITCHES: Final = ("6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9a", "6.9b", "6.9c")
COOPERATION: Final = "2.2"
FIRST: Final = (COOPERATION, "3.4")  # what the players agree on before the second turn: co-operation, and deliberate evacuation
WHOLE: Final = "6.9"  # in three parts, any of which may be used
YES: Final = {True: "yes", False: "no"}
_CHANCE: Final = re.compile(r"[01]|\d{1,3}/0*[1-9]\d{0,2}")
_LOSSES: Final = re.compile(r"\d-\d")
_SCALE: Final = re.compile(rf"\d{{1,2}}(?:,\d{{1,2}}){{0,{TURNS - 1}}}")


@cache
def demo() -> dict[str, Any]:
    """Our own values for what the main rulebook would give (T38)."""
    return game_file("toulon", "demo")


def rules_of() -> dict[str, str]:
    """Every value that may be supplied, with the rule that asks for it."""
    rules: Mapping[str, str] = demo()["rules"]
    scales = {f"{SCALE}{purse}": rules["op_scale"] for purse in PURSES}
    return {
        **{name: rules[name] for name in (*demo()["numbers"], *demo()["chances"])},
        **scales,
        RANDOM: rules[RANDOM],
        **dict.fromkeys(demo()["combat"], rules["combat"]),
        **dict.fromkeys(arrival_names(), "4.4"),
        **{f"{COUNTER}{each['id']}": "1.11" for each in game_file("toulon", "units")["unit"]},
        **{f"{LEADER}{each['id']}": "1.11" for each in game_file("toulon", "units")["leader"]},
        **{f"{ZONE}{zone}": "4.1" for zone in board().chart.of_kind("land")},
        **{f"{OPTION}{option}": option for option in (*FIRST, *SWITCHES)},
    }


@cache
def arrival_names() -> tuple[str, ...]:
    """A value for every unit and leader of the roster."""
    roster = game_file("toulon", "units")
    return tuple(f"{ARRIVAL}{each['id']}" for each in (*roster["unit"], *roster["leader"]))


def values(scenario: Scenario) -> dict[str, str]:
    """Every value as it stands, as a reader writes it; a column of the combat table by its six faces."""
    return {
        **{name: str(number) for name, number in scenario.numbers.items()},
        **scenario.chances,
        **{f"{SCALE}{purse}": ",".join(map(str, scenario.scale[purse])) for purse in PURSES},
        RANDOM: scenario.random_op,
        **{column: ",".join(line) for column, line in scenario.combat.items()},
        **{f"{ARRIVAL}{name}": str(turn) for name, turn in scenario.arrivals.items()},
        **{f"{COUNTER}{name}": f"{sp},{quality}" for name, (sp, quality) in scenario.counters.items()},
        **{f"{LEADER}{name}": efficiency for name, efficiency in scenario.efficiencies.items()},
        **{f"{ZONE}{zone}": _zone_text(scenario.zones[zone]) for zone in board().chart.of_kind("land") if scenario.is_campaign},
        **{f"{OPTION}{option}": YES[option in agreed_options(scenario)] for option in (*FIRST, *SWITCHES)},
    }


def _zone_text(zone: Zone) -> str:
    return f"{zone.value},{zone.fort}" if zone.fort else str(zone.value)


def agreed_options(scenario: Scenario) -> frozenset[str]:
    """The options in play, 6.9 by its parts."""
    parts = {option for option in SWITCHES if option.startswith(WHOLE) and WHOLE in scenario.options}
    return frozenset({*scenario.options, *parts} - {WHOLE})


def _way_to_write(what: str, value: str) -> str:
    """Say what a value must be, where this is none; nothing where it is one."""
    return (_way_to_print if what.startswith((COUNTER, LEADER, ZONE)) else _way_to_set)(what, value)


def _way_to_set(what: str, value: str) -> str:
    """Say the same of a cost, a chance, a scale, a column, a turn or an option."""
    if what in demo()["chances"]:
        is_chance = bool(_CHANCE.fullmatch(value)) and Fraction(value) <= 1
        return "" if is_chance else N_("Write a chance such as 1/6, from 0 to 1.")
    if what.startswith(OPTION):
        return "" if value in YES.values() else N_("Write yes or no.")
    if what == RANDOM:
        return "" if is_amount(value, MOST) else N_("Write a number or dice, such as -2, 1d3 or 1d6-3.")
    if what in demo()["combat"]:
        line = value.split(",")
        is_line = len(line) == FACES and all(_LOSSES.fullmatch(each) for each in line)
        return "" if is_line else N_("Write six pairs of losses, attacker and defender, such as 2-1,2-1,1-1,1-1,1-2,1-2.")
    if what.startswith(SCALE):
        return "" if _SCALE.fullmatch(value) else N_("Write a number for all turns, or one for each turn, such as 10,13,12; up to 99 each.")
    least = 1 if what.startswith(ARRIVAL) else -MOST if int(demo()["numbers"].get(what, 0)) < 0 else 0
    is_number = bool(re.fullmatch(r"-?\d{1,2}", value)) and least <= int(value) <= MOST
    return "" if is_number else N_("Write a whole number from {least} to {most}.").format(least=least, most=MOST)


def _way_to_print(what: str, value: str) -> str:
    """Say what must be written for a counter or a zone of the map, where this is not it."""
    if what.startswith(LEADER):
        return "" if value in EFFICIENCIES else N_("Write A, B or C.")
    numbers = _numbers(value) if re.fullmatch(r"\d{1,2}(,\d)?", value) else ()
    if what.startswith(COUNTER):
        fits = len(numbers) == len(("sp", "quality")) and numbers[0] <= MOST_SP and numbers[1] <= MOST_QUALITY
        words = N_("Write strength, 0 to {sp}, and quality in sixths, 0 to {quality}, such as 3,4.")
        return "" if fits else words.format(sp=MOST_SP, quality=MOST_QUALITY)
    if not board().zones[what.removeprefix(ZONE)].fort:
        fits = len(numbers) == 1 and numbers[0] <= MOST_VALUE
        return "" if fits else N_("Write a whole number from {least} to {most}.").format(least=0, most=MOST_VALUE)
    fits = len(numbers) == len(("value", "fort")) and numbers[0] <= MOST_VALUE and 1 <= numbers[1] <= MOST_LEVEL
    words = N_("Write the value, 0 to {value}, and the level of the fort, 1 to {level}, such as 2,1.")
    return "" if fits else words.format(value=MOST_VALUE, level=MOST_LEVEL)


@cites("1.11", "4.3")
def check_supply(position: Position, order: Supply) -> Refusal | None:
    """A value that the source lacks, of the kind that it must be [T38]."""
    rule = rules_of().get(order.what)
    if rule is None:
        return Refusal(N_("No value of that name is supplied."), "1.11", N_("Choose one of the values that the game shows as supplied."))
    way_out = _way_to_write(order.what, order.value)
    if way_out:
        return Refusal(N_("That is no value for it."), rule, way_out)
    refusal = _check_asked(position, order.what, rule)
    if refusal:
        return refusal
    if values(position.scenario)[order.what] == order.value:
        return Refusal(N_("It has that value already."), rule, N_("Write another, or leave it."))
    return _check_first(position, rule) if order.what.startswith(OPTION) and rule in FIRST else None


@cites("1.11", "4.4")
def _check_asked(position: Position, what: str, rule: str) -> Refusal | None:
    """The game has the value and asks for it yet; the map, the units and the options stand while an action is under way [1.11, 4.4]."""
    if what.startswith((OPTION, COUNTER, LEADER, ZONE)) and position.pending is not None:
        return Refusal(N_("That is changed between one action and the next."), rule, N_("End what is under way first."))
    if what.startswith(ARRIVAL) and not _is_on_its_way(position, what.removeprefix(ARRIVAL)):
        return Refusal(N_("The game asks for no turn of arrival there."), rule, N_("Choose somebody who has still to come."))
    if what not in values(position.scenario):
        return Refusal(N_("This game does not let that be changed."), rule, N_("Choose a whole siege, from turn 1 or from turn 5."))
    return None


@cites("2.2", "3 (intro)", "3.4", "3.10")
def _check_first(position: Position, option: str) -> Refusal | None:
    """What kind of game it is stands from the second turn on; two players have no co-operation to limit [2.2, 3 (intro), 3.10, T67]."""
    if option == COOPERATION and not settled(cooperation_option, position.rules, position.scenario.players).allowed:
        return Refusal(N_("Option 2.2 is for more than two players."), option, N_("Leave it."))
    scenario = position.scenario
    first = scenario.first_turn or settled(start_turn, position.rules, scenario.players, scenario.short).turn
    if position.evacuated or position.turn.number > first:
        return Refusal(N_("The players agree on that before the second turn."), option, N_("Choose it in a new game."))
    return None


def _is_on_its_way(position: Position, name: str) -> bool:
    """Whether the unit or leader is in the table of reinforcements and has not come yet."""
    thing = position.find(name) or position.leader(name)
    return name in position.scenario.arrivals and thing is not None and thing.place == AWAY and thing.due > 0


@cites("1.11", "4.4")
def supply(_dice: Dice, position: Position, order: Supply) -> Outcome[Position]:
    """The game goes on with the reader's value."""
    before = values(position.scenario)[order.what]
    words = N_("A value of your own, {name}: {value} instead of {before}.")
    words = words.format(name=value_name(position, order.what), value=order.value, before=before)
    if order.what.startswith(OPTION):
        words = N_("Option {option} is now in play.") if order.value == YES[True] else N_("Option {option} is no longer in play.")
        words = words.format(option=order.what.removeprefix(OPTION))
    if order.what == f"{OPTION}{COOPERATION}":
        position = replace(position, personal=tuple((nation, 0) for nation in NATIONS) if order.value == YES[True] else ())
    told = Notice("supplied", rules_of()[order.what], words)
    if order.what.startswith(ARRIVAL):
        thing, turn = order.what.removeprefix(ARRIVAL), int(order.value)
        position = position.with_unit(thing, due=turn) if position.find(thing) else position.with_leader(thing, due=turn)
    position = replace(position, scenario=with_change(position.scenario, order.what, order.value))
    position, events = _printed_anew(position, order.what)
    return Outcome(position, (told, *events))


@cites("1.11", "4.1")
def _printed_anew(position: Position, what: str) -> Outcome[Position]:
    """Counters as they are printed now; what a zone or fort can no longer hold becomes temporary losses [1.11, 4.1]."""
    unit, leader = what.removeprefix(COUNTER), what.removeprefix(LEADER)
    if what.startswith(COUNTER):
        sp, quality = position.scenario.counters[unit]
        position = position.with_unit(unit, sp=sp, quality=quality)
    elif what.startswith(LEADER):
        position = position.with_leader(leader, efficiency=position.scenario.efficiencies[leader])
    if not what.startswith((COUNTER, ZONE)) or position.turn.step in CROWDED:
        return Outcome(position)
    return ground.cure_all(position)


def value_name(position: Position, what: str) -> str:
    """What a value is called when it is told that it has changed."""
    if what.startswith(OPTION):
        return N_("option {option}").format(option=what.removeprefix(OPTION))
    if what in demo()["combat"]:
        return N_("column {column} of the combat table").format(column=what)
    prefix = next((each for each in NAMED if what.startswith(each)), "")
    if not prefix:
        return VALUES.get(what, what)
    name = what.removeprefix(prefix)
    thing = position.scenario.zones[name] if prefix == ZONE else position.find(name) or position.leader(name)
    return NAMED[prefix].format(name=name if thing is None else thing.name)


NAMED: Final = {
    ARRIVAL: N_("arrival of {name}"),
    COUNTER: N_("strength and quality of {name}"),
    LEADER: N_("efficiency of {name}"),
    ZONE: N_("value of {name}"),
}


def _numbers(value: str) -> tuple[int, ...]:
    return tuple(map(int, value.split(",")))


# Where a value is kept, what comes before its name there, and how it is read.
KINDS: Final[tuple[tuple[str, str, Callable[[str], Any]], ...]] = (
    ("chances", "", str),
    ("numbers", "", int),
    ("combat", "", lambda value: tuple(value.split(","))),
    ("arrivals", ARRIVAL, int),
    ("scale", SCALE, _numbers),
    ("counters", COUNTER, _numbers),
    ("efficiencies", LEADER, str),
)


@lru_cache(maxsize=500)
def with_change(scenario: Scenario, what: str, value: str) -> Scenario:
    """The scenario with one value changed; the same change of the same scenario is the same object, as positions are compared by it."""
    if what == RANDOM:
        return replace(scenario, random_op=value)
    if what.startswith(OPTION):
        option = {what.removeprefix(OPTION)}
        return replace(scenario, options=agreed_options(scenario) | option if value == YES[True] else agreed_options(scenario) - option)
    if what.startswith(ZONE):
        zone, (worth, *fort) = scenario.zones[what.removeprefix(ZONE)], _numbers(value)
        return replace(scenario, zones=MappingProxyType({**scenario.zones, zone.id: zone._replace(value=worth, fort=sum(fort))}))
    field, prefix, read = next(
        (field, prefix, read)
        for field, prefix, read in KINDS
        if what.startswith(prefix) and what.removeprefix(prefix) in getattr(scenario, field)
    )
    changes: dict[str, Any] = {field: MappingProxyType({**getattr(scenario, field), what.removeprefix(prefix): read(value)})}
    return replace(scenario, **changes)


def supplies(_position: Position) -> Iterator[Supply]:
    """None: a value is a reader's to think of."""
    return iter(())
