"""Who may go where, and at what price: a table that the engine fills, and the picked cell in words."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.entry import price
from rulesdemo.games.toulon.play.movement import cost
from rulesdemo.games.toulon.play.state import Entry, Position, Trial
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Refusal, apply, check
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.panels.thought_positions import thought_position
from widgets.kit.components import PickTable
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, answer_cell

WHO: Final = "mover"
PURSE: Final = "west"
START: Final = "ollioules"
ROAD: Final = "west_road_1"
WEST: Final = {"id": WHO, "name": "The unit", "nation": "west", "quality": 4}
# Who goes: what is printed on it, and its losses.
MOVERS: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "infantry": (N_("Infantry"), {"arm": "infantry", "sp": 3}),
    "cavalry": (N_("Cavalry"), {"arm": "cavalry", "sp": 2}),
    "guns": (N_("Guns alone"), {"arm": "artillery", "sp": 2}),
    "spent": (N_("0 SP"), {"arm": "infantry", "sp": 1, "perm": 1}),
    "worn": (N_("0 SP, temporary loss"), {"arm": "infantry", "sp": 2, "perm": 1, "temp": 1}),
}


class Target(NamedTuple):
    """Where it goes: the name, the zone, where it starts, who stands there, and whether the road is friendly or was just scouted."""

    words: str
    zone: str
    start: str = START
    there: tuple[dict[str, Any], ...] = ()
    friendly: bool = False
    scouted: bool = False


TARGETS: Final = {
    "own": Target(N_("Zone of its own side"), "malbousquet", there=({"id": "bourgogne", "at": "malbousquet"},)),
    "empty": Target(N_("Empty zone"), "six_fours"),
    "patrol": Target(N_("Zone with a hidden enemy patrol"), "la_seyne", there=({"id": "patrol_naples", "at": "la_seyne"},)),
    "seen": Target(
        N_("Zone with a patrol that is known"), "la_seyne", there=({"id": "patrol_naples", "at": "la_seyne", "revealed": True},)
    ),
    "enemy": Target(N_("Zone that the enemy controls"), "la_seyne", there=({"id": "malaga", "at": "la_seyne"},)),
    "road": Target(N_("Road of no-man's land"), ROAD),
    "friendly": Target(N_("Friendly road"), ROAD, friendly=True),
    "leaves": Target(N_("From a friendly road to an empty zone"), "malbousquet", start=ROAD, friendly=True),
    "scouted": Target(N_("From a road just scouted to an empty zone"), "malbousquet", start=ROAD, friendly=True, scouted=True),
}


class Way(NamedTuple):
    """What a step takes: OP, whether a quality test comes first and by which rule, or why it is refused."""

    op: int = 0
    test: str = ""
    refusal: Refusal | None = None


@lru_cache(maxsize=100)
def way(mover: str, target: str) -> Way:
    """Return what the engine says of such a step."""
    place = TARGETS[target]
    position = _position(mover, target)
    if place.there and place.there[0]["id"] != "bourgogne":
        return _entry(position, place.zone)
    unit = position.unit(WHO)
    op = cost(position, unit, place.zone)
    order = o.March(WHO, place.zone, PURSE if op else None)
    refusal = check(ENGINE, position, order)
    if refusal is not None:
        return Way(refusal=refusal)
    after = apply(ENGINE, FixedDice(()), position, order).position
    tested = isinstance(after.pending, Trial)
    return Way(op, ("4.9p" if place.start == ROAD else "4.9n") if tested else "")


def _entry(position: Position, zone: str) -> Way:
    """Return what an entry takes: it is declared, then paid for, then tested [4.9f]."""
    declared = o.Declare(WHO, zone)
    refusal = check(ENGINE, position, declared)
    if refusal is None:
        position = apply(ENGINE, FixedDice(()), position, declared).position
        refusal = check(ENGINE, position, o.GoIn(PURSE))
    if refusal is not None:
        return Way(refusal=refusal)
    assert isinstance(position.pending, Entry)  # noqa: S101 - it was declared above
    return Way(price(position, position.pending, hasty=False), "4.9c")


def _position(mover: str, target: str) -> Position:
    """Return the unit, those who stand where it goes, and the road as it is."""
    place = TARGETS[target]
    roads: dict[str, Any] = {"roads": [ROAD], "road_side": "republican"} if place.friendly else {}
    units = [{**WEST, **MOVERS[mover][1], "at": place.start}, *place.there]
    position = thought_position(5, units, first="republican", steps=["rally"], op={PURSE: 9}, **roads)
    position = position.with_unit(WHO, scouted=place.scouted)
    return ENGINE.advance(position).position


def way_text(found: Way) -> str:
    """Return a step in a few words, as a cell has it."""
    if found.refusal is not None:
        return _("no")
    paid = names.op(found.op) if found.op else _("free")
    return _("{op}, test").format(op=paid) if found.test else paid


NOTES: Final = {
    "own": N_("Friendly ground costs nothing, and a force may move on and move again. [4.9b]"),
    "empty": N_("No-man's land has a price, our own. [T38]"),
    "patrol": N_("It is paid for as if the enemy controlled it. Once a unit is in and finds a patrol only, 2 OP come back. [4.9i] [4.9d]"),
    "seen": N_("Patrols do not control: for movement the zone is no-man's land. [4.9d]"),
    "enemy": N_("First declare all that will enter; then test each. A unit that fails may try again for round 2. [4.9f] [4.9c] [4.9g]"),
    "road": N_("One unit at a time. What it passes becomes friendly; a failure sends it back to where it began. [4.9l] [4.9q] [4.9r]"),
    "friendly": N_("A friendly road costs nothing, but nobody ends his turn on it. [4.9m]"),
    "leaves": N_("Off a friendly road into no-man's land: a test and its price. [4.9p] [4.9q]"),
    "scouted": N_("A unit that has just made the road friendly leaves it without a test, but still pays. [4.9q]"),
}


def step_text(mover: str, target: str) -> str:
    """Return who goes where."""
    return f"{MOVERS[mover][0]}, {TARGETS[target].words.lower()}"


def sentence(mover: str, target: str) -> str:
    """Return the whole answer: who, where, what it takes or why not, with its rules."""
    found, start = way(mover, target), step_text(mover, target)
    if found.refusal is not None:
        return _("{start}: no. {why}").format(start=start, why=found.refusal)
    words = (
        _("{start}: {way}. Cavalry rides there free of OP until it fails. [4.9n] {note}")
        if (mover, target) == ("cavalry", "road")
        else _("{start}: {way}. {note}")
    )
    return words.format(start=start, way=way_text(found), note=NOTES[target])


def _body(_rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    rows = [(place.words, [_cell(mover, target) for mover in MOVERS]) for target, place in TARGETS.items()]
    columns = [_("Where to"), *(words for words, _data in MOVERS.values())]
    yield PickTable("cell", _("Where it goes, and who"), columns, rows, state.cell, rest="", kind="yes-no")


def _cell(mover: str, target: str) -> Cell:
    found = way(mover, target)
    shade = 0 if found.refusal is not None else 1 if found.test else 2
    answer = way_text(found), step_text(mover, target), sentence(mover, target)
    return answer_cell("toulon", "ways", f"{mover}-{target}", answer, shade)


CELLS: Final = {f"{mover}-{target}": "" for mover in MOVERS for target in TARGETS}
WAYS: Final = Panel("ways", "toulon", N_("Who may go where"), _body, fields=(Pick("cell", "", CELLS, start="cavalry-road"),), level=0)
