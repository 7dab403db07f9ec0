"""The calendar of the siege as a line of turns: section 5 of the rules, from the table of switches."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.games.toulon.turns import turn_rule
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_
from widgets.kit.timeline import Lane, Line, timeline_panel


class Switch(NamedTuple):
    """A switch in words: its rule, its name, and what it means; `{n}` is its number of losses."""

    rule: str
    title: str
    words: str


SWITCHES: Final = {
    "general_espionage": Switch("5a", N_("Espionage"), N_("Both sides may send spies.")),
    "inspect_toulon": Switch("5b", N_("Toulon inspected"), N_("The Republicans see the troops in Toulon without a roll.")),
    "council_of_war": Switch("5c", N_("Council of war"), N_("The Allies may meet unheard, on 1 or 2 on a die.")),
    "batteries_mobile": Switch("5d", N_("Batteries move"), N_("Bonaparte's batteries may march.")),
    "royal_louis_regains_permanent": Switch("5e", N_("Royal Louis"), N_("The regiment gets {n} permanent loss back.")),
    "all_republican_guns_are_batteries": Switch("5f", N_("All guns batteries"), N_("All Republican guns count as Bonaparte's batteries.")),
    "nml_supply_roll": Switch("5g", N_("Supply roll"), N_("Supply through no-man's land fails on 5 or 6.")),
    "austrian_roll": Switch("5h", N_("Austrians"), N_("The Toulonnais throw for them each turn.")),
    "ohara_commands": Switch("5i", N_("O'Hara"), N_("He arrives, as a rule, and commands the British.")),
    "dugommier_replaces_carteaux": Switch("5j", N_("Dugommier"), N_("He arrives, as a rule, and Carteaux leaves.")),
    "wings_merge": Switch("5k", N_("Wings together"), N_("Both Republican wings may share a zone.")),
    "cambridgeshires_permanent_losses": Switch("5l", N_("Cambridgeshires"), N_("The 30th takes {n} permanent losses.")),
    "remove_national_guard": Switch("5m", N_("National Guard"), N_("It leaves the game.")),
}
FIRST: Final = 1


@lru_cache(maxsize=20)
def calendar(rules: Ruleset) -> Line:
    """Return the line under these rules; it ends with the last turn that the source speaks of."""
    lanes = []
    for name, switch in SWITCHES.items():
        when = settled(turn_rule, rules, name)
        first = when.from_turn if when.from_turn is not None else when.at_turn
        words = switch.words.format(n=when.amount)
        lanes.append(Lane(name, switch.title, switch.rule, first or FIRST, when.from_turn is not None, words, when.normally))
    return Line("toulon", (FIRST, max(lane.first for lane in lanes)), tuple(lanes))


CALENDAR: Final = timeline_panel("toulon", N_("The calendar"), calendar, lambda position: position.turn.number)
