"""Which guns may fire into a combat: kinds of guns by how far away they stand, a table that the engine fills."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rulesdemo.games.toulon.play.artillery import check_bombard
from rulesdemo.games.toulon.play.orders import Bombard
from rulesdemo.games.toulon.play.state import Battle, Position, side_of
from rulesdemo.play.engine import Refusal
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon.panels.thought_positions import thought_position
from widgets.kit.components import PickTable
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, answer_cell

WHO: Final = "guns"
COMBAT: Final = "la_malgue"  # a zone with a fort, so that its guns can be asked about
FIGHTERS: Final = ({"id": "italie", "at": COMBAT}, {"id": "royals", "at": COMBAT})
ENEMIES: Final = {"allied": "vexin", "republican": "marines"}  # who stands in the way where another combat takes place


class Gun(NamedTuple):
    """A kind of guns: its name, what is printed on it, where it is in and out of reach, and what it has to shoot with."""

    words: str
    nation: str
    arm: str
    note: str
    fort: bool = False
    cut: bool = False
    stock: int = 0
    others: int = 0  # batteries that have fired from the same zone


GUNS: Final = {
    "battery": Gun(N_("Bonaparte battery"), "west", "battery", N_("A battery reaches 2 zones. [4.12j]")),
    "field": Gun(N_("Field guns"), "west", "artillery", N_("Other guns reach 1 zone. [4.12j]")),
    "fort": Gun(
        N_("Guns in a fort"),
        "british",
        "artillery",
        N_("Fort guns reach 1 zone, and their own while they are not in the melee. [4.12l]"),
        fort=True,
    ),
    "third": Gun(N_("Third battery of its zone"), "west", "battery", N_("Two batteries have fired from its zone. [4.12n]"), others=2),
    "empty": Gun(N_("Battery without supply or stock"), "west", "battery", N_("It has nothing to fire. [4.12h]"), cut=True),
    "stock": Gun(N_("Battery without supply, with stock"), "west", "battery", N_("It fires from its stock. [4.12h]"), cut=True, stock=2),
    "cut": Gun(N_("Field guns without supply"), "west", "artillery", N_("They have nothing to fire. [4.12h]"), cut=True),
    "walled": Gun(
        N_("Guns in a fort without supply"),
        "british",
        "artillery",
        N_("Manned fort guns always have ammunition. [4.12h]"),
        fort=True,
        cut=True,
    ),
}
AWAY: Final = {
    "here": N_("In the combat zone"),
    "one": N_("1 zone away"),
    "two": N_("2 zones away"),
    "three": N_("3 zones away"),
    "busy": N_("1 away, combat there too"),
}
# Where guns of either side stand at such a distance from Fort La Malgue on our map; no fort lies three zones away.
PLACES: Final = {
    False: {"here": COMBAT, "one": "la_valette", "two": "malbousquet", "three": "ollioules", "busy": "la_valette"},
    True: {"here": COMBAT, "one": "toulon", "two": "la_garde", "busy": "toulon"},
}
CELLS: Final = {f"{name}-{away}": "" for name, gun in GUNS.items() for away in AWAY if away in PLACES[gun.fort]}


@lru_cache(maxsize=100)
def verdict(gun: str, away: str) -> Refusal | None:
    """Return why such guns may not fire, as the engine says; None if they may."""
    return check_bombard(_position(GUNS[gun], away), Bombard(WHO))


def _position(gun: Gun, away: str) -> Position:
    """Return the combat with the guns at their place."""
    place, side = PLACES[gun.fort][away], side_of(gun.nation)
    units: list[dict[str, Any]] = [*FIGHTERS]
    units.append({"id": WHO, "name": gun.words, "nation": gun.nation, "arm": gun.arm, "sp": 2, "quality": 4, "at": place, "fort": gun.fort})
    others = [f"other_{number}" for number in range(gun.others)]
    units += [{"id": name, "nation": gun.nation, "arm": gun.arm, "sp": 2, "quality": 4, "at": place} for name in others]
    if away == "busy":
        units.append({"id": ENEMIES[side], "at": place})
    position = thought_position(5, units, stock=gun.stock)
    position = position.with_turn(cut=(WHO,) if gun.cut else ())
    return replace(position, pending=Battle(COMBAT, "republican", firing=side, fired=tuple(others)))


def place_text(gun: str, away: str) -> str:
    """Return which guns stand where."""
    return f"{GUNS[gun].words}, {AWAY[away].lower()}"


def sentence(gun: str, away: str) -> str:
    """Return the whole answer, with its rules."""
    refusal, start = verdict(gun, away), place_text(gun, away)
    if refusal is not None:
        return _("{start}: no. {why}").format(start=start, why=refusal)
    return _("{start}: fires into the combat, for attacker or defender. [4.12m] {note}").format(start=start, note=GUNS[gun].note)


def _body(_rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    rows = [(gun.words, [_cell(name, away) if away in PLACES[gun.fort] else None for away in AWAY]) for name, gun in GUNS.items()]
    columns = [_("Guns"), *AWAY.values()]
    yield PickTable("cell", _("Which guns, and where they stand"), columns, rows, state.cell, rest="", kind="yes-no")


def _cell(gun: str, away: str) -> Cell:
    fires = verdict(gun, away) is None
    answer = (_("fires") if fires else _("no"), place_text(gun, away), sentence(gun, away))
    return answer_cell("toulon", "guns", f"{gun}-{away}", answer, shade=2 if fires else 0)


GUNS_PANEL: Final = Panel("guns", "toulon", N_("Which guns fire"), _body, fields=(Pick("cell", "", CELLS, start="battery-two"),), level=0)
