"""The calendar of the siege as a line of turns: section 5 of the rules, from the table of switches."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.games.toulon.turns import turn_rule
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from widgets.kit.timeline import Lane, Line, Timeline
from widgets.web.phrases import _


class Switch(NamedTuple):
    """A switch in words: its rule, its name, and what it means; `{n}` is its number of losses."""

    rule: str
    title: str
    words: str


SWITCHES: Final = {
    "general_espionage": Switch("5a", _("Espionage"), _("Both sides may send spies anywhere but to Toulon.")),
    "inspect_toulon": Switch("5b", _("Toulon inspected"), _("Republican spies may look at the troops in Toulon.")),
    "council_of_war": Switch("5c", _("Council of war"), _("The Allies may meet unheard, on 1 or 2 on a die.")),
    "batteries_mobile": Switch("5d", _("Batteries move"), _("Bonaparte's batteries may march.")),
    "royal_louis_regains_permanent": Switch("5e", _("Royal Louis"), _("The regiment gets {n} permanent loss back.")),
    "all_republican_guns_are_batteries": Switch("5f", _("All guns batteries"), _("All Republican guns count as Bonaparte's batteries.")),
    "nml_supply_roll": Switch("5g", _("Supply roll"), _("Supply through no-man's land fails on 5 or 6.")),
    "austrian_roll": Switch("5h", _("Austrians"), _("The Toulonnais throw for them each turn.")),
    "ohara_commands": Switch("5i", _("O'Hara"), _("He arrives, as a rule, and commands the British.")),
    "dugommier_replaces_carteaux": Switch("5j", _("Dugommier"), _("He arrives, as a rule, and Carteaux leaves.")),
    "wings_merge": Switch("5k", _("Wings together"), _("Both Republican wings may share a zone.")),
    "cambridgeshires_permanent_losses": Switch("5l", _("Cambridgeshires"), _("The 30th takes {n} permanent losses.")),
    "remove_national_guard": Switch("5m", _("National Guard"), _("It leaves the game.")),
}
FIRST: Final = 1


@lru_cache(maxsize=20)
def calendar(rules: Ruleset) -> Line:
    """The line under these rules; it ends with the last turn that the source speaks of."""
    lanes = []
    for name, switch in SWITCHES.items():
        when = settled(turn_rule, rules, name)
        first = when.from_turn if when.from_turn is not None else when.at_turn
        words = switch.words.format(n=when.amount)
        lanes.append(Lane(name, switch.title, switch.rule, first or FIRST, when.from_turn is not None, words, when.normally))
    return Line("toulon", (FIRST, max(lane.first for lane in lanes)), tuple(lanes))


def calendar_panel(turn: int = FIRST) -> Timeline:
    """The calendar as a panel of a chapter; it goes along with the game on the board."""
    return Timeline(calendar, turn, _("The calendar"), lambda position: position.turn.number)
