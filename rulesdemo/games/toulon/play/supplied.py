"""What the main rulebook would give and a reader may supply instead (T38): costs, chances, OP scales, random OP, the combat table.

A value is changed by an order, so that the record, saves and undo know of it. The engine offers none by itself: there is no end of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.orders import Supply
from rulesdemo.games.toulon.play.state import PURSES, Position, Scenario
from rulesdemo.games.toulon.throws import AMOUNT, DICE
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites
from rulesdemo.rules.datafiles import game_file
from rulesdemo.words import N_

MOST: Final = 99
SCALE: Final = "op_"  # before the name of a purse
RANDOM: Final = "random_op"
FACES: Final = 6
OPTION: Final = "option_"  # before the number of an option of section 6, which the players agree on
SWITCHES: Final = ("6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9a", "6.9b", "6.9c")
WHOLE: Final = "6.9"  # in three parts, any of which may be used
YES: Final = {True: "yes", False: "no"}
_CHANCE: Final = re.compile(r"[01]|\d{1,3}/0*[1-9]\d{0,2}")
_LOSSES: Final = re.compile(r"\d-\d")


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
        **{f"{OPTION}{option}": option for option in SWITCHES},
    }


def values(scenario: Scenario) -> dict[str, str]:
    """Every value as it stands, as a reader writes it; a column of the combat table by its six faces."""
    return {
        **{name: str(number) for name, number in scenario.numbers.items()},
        **scenario.chances,
        **{f"{SCALE}{purse}": str(scenario.scale[purse]) for purse in PURSES},
        RANDOM: scenario.random_op,
        **{column: ",".join(line) for column, line in scenario.combat.items()},
        **{f"{OPTION}{option}": YES[option in agreed_options(scenario)] for option in SWITCHES},
    }


def agreed_options(scenario: Scenario) -> frozenset[str]:
    """The options in play, 6.9 by its parts."""
    parts = {option for option in SWITCHES if option.startswith(WHOLE) and WHOLE in scenario.options}
    return frozenset({*scenario.options, *parts} - {WHOLE})


def _way_to_write(what: str, value: str) -> str:
    """Say what a value must be, where this is none; nothing where it is one."""
    if what in demo()["chances"]:
        is_chance = bool(_CHANCE.fullmatch(value)) and Fraction(value) <= 1
        return "" if is_chance else N_("Write a chance such as 1/6, from 0 to 1.")
    if what.startswith(OPTION):
        return "" if value in YES.values() else N_("Write yes or no.")
    if what == RANDOM:
        found = AMOUNT.fullmatch(value)
        is_amount = found is not None and len(value) <= len("10d6") and (found[1] is None or int(found[2]) in DICE)
        return "" if is_amount else N_("Write a number or dice such as 1d3.")
    if what in demo()["combat"]:
        line = value.split(",")
        is_line = len(line) == FACES and all(_LOSSES.fullmatch(each) for each in line)
        return "" if is_line else N_("Write six pairs of losses, attacker and defender, such as 2-1,2-1,1-1,1-1,1-2,1-2.")
    least = -MOST if int(demo()["numbers"].get(what, 0)) < 0 else 0
    is_number = bool(re.fullmatch(r"-?\d{1,2}", value)) and least <= int(value) <= MOST
    return "" if is_number else N_("Write a whole number from {least} to {most}.").format(least=least, most=MOST)


@cites("1.11", "4.3")
def check_supply(position: Position, order: Supply) -> Refusal | None:
    """A value that the source lacks, of the kind that it must be [T38]."""
    rule = rules_of().get(order.what)
    if rule is None:
        return Refusal(N_("No value of that name is supplied."), "1.11", N_("Choose one of the values that the game shows as supplied."))
    way_out = _way_to_write(order.what, order.value)
    if way_out:
        return Refusal(N_("That is no value for it."), rule, way_out)
    if order.what.startswith(OPTION) and position.pending is not None:
        return Refusal(N_("The players agree on options between one action and the next."), rule, N_("End what is under way first."))
    if values(position.scenario)[order.what] == order.value:
        return Refusal(N_("It has that value already."), rule, N_("Write another, or leave it."))
    return None


@cites("1.11")
def supply(_dice: Dice, position: Position, order: Supply) -> Outcome[Position]:
    """The game goes on with the reader's value."""
    before = values(position.scenario)[order.what]
    column = N_("column {column} of the combat table").format(column=order.what)
    name = column if order.what in demo()["combat"] else N_(order.what.replace("_", " "))
    words = N_("A value of your own, {name}: {value} instead of {before}.").format(name=name, value=order.value, before=before)
    if order.what.startswith(OPTION):
        words = N_("Option {option} is now in play.") if order.value == YES[True] else N_("Option {option} is no longer in play.")
        words = words.format(option=order.what.removeprefix(OPTION))
    told = Notice("supplied", rules_of()[order.what], words)
    return Outcome(replace(position, scenario=with_change(position.scenario, order.what, order.value)), (told,))


@lru_cache(maxsize=500)
def with_change(scenario: Scenario, what: str, value: str) -> Scenario:
    """The scenario with one value changed; the same change of the same scenario is the same object, as positions are compared by it."""
    if what in scenario.chances:
        return replace(scenario, chances=MappingProxyType({**scenario.chances, what: value}))
    if what == RANDOM:
        return replace(scenario, random_op=value)
    if what.startswith(OPTION):
        option = {what.removeprefix(OPTION)}
        return replace(scenario, options=agreed_options(scenario) | option if value == YES[True] else agreed_options(scenario) - option)
    if what in scenario.combat:
        return replace(scenario, combat=MappingProxyType({**scenario.combat, what: tuple(value.split(","))}))
    if what in scenario.numbers:
        return replace(scenario, numbers=MappingProxyType({**scenario.numbers, what: int(value)}))
    return replace(scenario, scale=MappingProxyType({**scenario.scale, what.removeprefix(SCALE): int(value)}))


def supplies(_position: Position) -> Iterator[Supply]:
    """None: a value is a reader's to think of."""
    return iter(())
