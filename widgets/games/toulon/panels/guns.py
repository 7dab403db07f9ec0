"""Which guns may fire into a combat: kinds of guns by how far away they stand, a table that the engine fills."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.play import scenarios
from rulesdemo.games.toulon.play.artillery import check_bombard
from rulesdemo.games.toulon.play.orders import Bombard
from rulesdemo.games.toulon.play.state import Battle, Position, side_of
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_, _
from widgets.kit.pick_table import Cell, pick_table
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "guns"
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


@lru_cache(maxsize=100)
def verdict(gun: str, away: str) -> Refusal | None:
    """Why such guns may not fire, as the engine says; None if they may."""
    position = _standing(GUNS[gun], away)
    return check_bombard(position, Bombard(WHO))


def _standing(gun: Gun, away: str) -> Position:
    """The combat with the guns at their place."""
    place, side = PLACES[gun.fort][away], side_of(gun.nation)
    units: list[dict[str, Any]] = [*FIGHTERS]
    units.append({"id": WHO, "name": gun.words, "nation": gun.nation, "arm": gun.arm, "sp": 2, "quality": 4, "at": place, "fort": gun.fort})
    others = [f"other_{number}" for number in range(gun.others)]
    units += [{"id": name, "nation": gun.nation, "arm": gun.arm, "sp": 2, "quality": 4, "at": place} for name in others]
    if away == "busy":
        units.append({"id": ENEMIES[side], "at": place})
    position = scenarios.build(
        {
            "name": "guns",
            "title": {"en": "Guns", "fr": "Canons"},
            "about": "One shot.",
            "provenance": "reconstructed",
            "source": ["Ours."],
            "kind": "turns",
            "players": 2,
            "turn": 5,
            "last_turn": 6,
            "stock": gun.stock,
            "unit": units,
        }
    )
    position = position.with_turn(cut=(WHO,) if gun.cut else ())
    return replace(position, pending=Battle(COMBAT, "republican", firing=side, fired=tuple(others)))


def words_of(gun: str, away: str) -> str:
    """The whole answer, with its rules."""
    refusal = verdict(gun, away)
    start = f"{GUNS[gun].words}, {AWAY[away].lower()}"
    if refusal is not None:
        return _("{start}: no. {why}").format(start=start, why=refusal)
    return _("{start}: fires into the combat, for attacker or defender. [4.12m] {note}").format(start=start, note=GUNS[gun].note)


@dataclass(slots=True)
class Guns:
    """The panel: which cell is picked."""

    gun: str = "battery"
    away: str = "two"
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:  # noqa: ARG002 - the board is not asked
        """The panel as it is now."""
        return _told(self.gun, self.away)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Pick another cell."""
        if what != "cell" or not self._pick(value):
            raise unknown(f"{what} {value}")

    def _pick(self, value: str) -> bool:
        gun, _dash, away = value.partition("-")
        if gun not in GUNS or away not in PLACES[GUNS[gun].fort]:
            return False
        self.gun, self.away = gun, away
        return True

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The cell."""
        return f"{self.gun}-{self.away}"

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Pick the cell that was kept."""
        if isinstance(kept, str):
            self._pick(kept)


_PANEL: Final = Markup('<section class="guns" aria-label="{title}">{table}</section>')


@lru_cache(maxsize=100)
def _told(gun: str, away: str) -> Markup:
    rows = [(each.words, [_cell(name, far) if far in PLACES[each.fort] else None for far in AWAY]) for name, each in GUNS.items()]
    table = pick_table(
        KEY, "cell", _("Which guns, and where they stand"), [_("Guns"), *AWAY.values()], rows, f"{gun}-{away}", rest="", kind="yes-no"
    )
    return _PANEL.format(title=_("Which guns fire"), table=table)


def _cell(gun: str, away: str) -> Cell:
    fires = verdict(gun, away) is None
    said = f"{GUNS[gun].words}, {AWAY[away].lower()}"
    told = cited(GAME, words_of(gun, away), KEY)
    return Cell(f"{gun}-{away}", _("fires") if fires else _("no"), said, Fraction(0), is_chance=False, shade=2 if fires else 0, told=told)
