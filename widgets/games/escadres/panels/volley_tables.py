"""Two tables of one to twelve dice: what a volley does, and whether it takes a ship out; each number exact when it is picked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.panels.volleys import DICE, Line, standings, volleys
from widgets.kit.components import Box, Controls, Note, PickTable
from widgets.kit.controls import Int, Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, figures

BOXES: Final = (1, 12)
VOLLEY_NAMES: Final = {
    "nothing": N_("Nothing"),
    "some_fire": N_("Some fire"),
    "explodes": N_("Explodes"),
    "some_critical": N_("Some critical"),
    "mast_hit": N_("Mast hit"),
    "mean_power": N_("Mean power"),
    "mean_crew": N_("Mean crew"),
    "mean_fires": N_("Mean fires"),
}
STANDING_NAMES: Final = {"struck": N_("Struck"), "exploded": N_("Exploded"), "out": N_("Out of action")}
AS_FRACTIONS: Final = frozenset({"nothing", "mean_power", "mean_crew", "mean_fires"})


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield Note(_("Each die for itself: no box runs out, and no explosion hides what the others did. [E-DMG-1] [E-DMG-2] [E-DMG-3]"))
    target = _("A ship with power {power} and crew {crew}: struck but afloat, exploded, or either").format(
        power=state.power, crew=state.crew
    )
    first = _table("volley", _("What a volley does"), VOLLEY_NAMES, volleys(rules), state.volley)
    second = _table("standing", target, STANDING_NAMES, standings(rules, state.power, state.crew), state.standing)
    yield Box("volley-both", [Box("", [first]), Box("", [second, Controls(rules, state, ("power", "crew"))])])


def _table(what: str, caption: str, names: dict[str, str], lines: tuple[Line, ...], picked: str) -> PickTable:
    rows = [(str(n), [_cell(n, name, words, line[name]) for name, words in names.items()]) for n, line in zip(DICE, lines, strict=True)]
    return PickTable(what, caption, [_("Dice"), *names.values()], rows, picked, _("Pick a number to read it exactly."))


def _cell(dice: int, name: str, words: str, value: Fraction) -> Cell:
    count = ngettext("{n} die", "{n} dice", dice).format(n=dice)
    label = _("{dice}, {what}").format(dice=count, what=words[:1].lower() + words[1:])
    text = exact(value) if name in AS_FRACTIONS else figures(value)
    return Cell(_value(dice, name), text, label, value, is_chance=not name.startswith("mean"))


def _value(dice: int, name: str) -> str:
    return f"{dice}-{name}"


def _pick(what: str, names: dict[str, str]) -> Pick:
    return Pick(what, "", dict.fromkeys((_value(dice, name) for dice in DICE for name in names), ""), is_stored=False)


VOLLEY_TABLES: Final = Panel(
    "vtables",
    "escadres",
    N_("One to twelve dice"),
    _body,
    fields=(
        Int("power", N_("Her power"), BOXES, start=8, is_apart=True),
        Int("crew", N_("Her crew"), BOXES, start=6, is_apart=True),
        _pick("volley", VOLLEY_NAMES),
        _pick("standing", STANDING_NAMES),
    ),
    kind="volley-tables",
)
