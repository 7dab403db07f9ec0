"""Who may go where, and at what price: a table that the engine fills, and the picked cell in words."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.play import ENGINE, scenarios
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.entry import price
from rulesdemo.games.toulon.play.movement import cost
from rulesdemo.games.toulon.play.state import Entry, Position, Trial
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Refusal, apply, check
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.kit.pick_table import Cell, pick_table
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "ways"
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
    """What the engine says of such a step."""
    place = TARGETS[target]
    position = _standing(mover, target)
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
    """Declared, then paid for, then tested [4.9f]."""
    declared = o.Declare(WHO, zone)
    refusal = check(ENGINE, position, declared)
    if refusal is None:
        position = apply(ENGINE, FixedDice(()), position, declared).position
        refusal = check(ENGINE, position, o.GoIn(PURSE))
    if refusal is not None:
        return Way(refusal=refusal)
    assert isinstance(position.pending, Entry)  # noqa: S101 - it was declared above
    return Way(price(position, position.pending, hasty=False), "4.9c")


def _standing(mover: str, target: str) -> Position:
    """The unit, whoever stands where it goes, and the road as it is."""
    place = TARGETS[target]
    position = scenarios.build(
        {
            "name": "way",
            "title": {"en": "A way", "fr": "Un chemin"},
            "about": "One step.",
            "provenance": "reconstructed",
            "source": ["Ours."],
            "kind": "turns",
            "players": 2,
            "turn": 5,
            "last_turn": 6,
            "first": "republican",
            "steps": ["rally"],
            "op": {PURSE: 9},
            **({"roads": [ROAD], "road_side": "republican"} if place.friendly else {}),
            "unit": [{**WEST, **MOVERS[mover][1], "at": place.start}, *place.there],
        }
    )
    position = position.with_unit(WHO, scouted=place.scouted)
    return ENGINE.advance(position).position


def shown(found: Way) -> str:
    """A step in a few words, as a cell has it."""
    if found.refusal is not None:
        return _("no")
    paid = names.op(found.op) if found.op else _("free")
    return _("{op}, test").format(op=paid) if found.test else paid


NOTES: Final = {
    "own": N_("Friendly ground costs nothing, and a force may move on and move again. [4.9b]"),
    "empty": N_("Nobody's ground has its price, which is ours. [T38]"),
    "patrol": N_("It is paid for as if the enemy controlled it. Once a unit is in and finds a patrol only, 2 OP come back. [4.9i] [4.9d]"),
    "seen": N_("Patrols do not control: for movement the zone is no-man's land. [4.9d]"),
    "enemy": N_("All who shall enter are declared first, then each is tested. Who fails may try again for round 2. [4.9f] [4.9c] [4.9g]"),
    "road": N_("One unit at a time. What it passes becomes friendly; a failure sends it back to where it began. [4.9l] [4.9q] [4.9r]"),
    "friendly": N_("A friendly road costs nothing, but nobody ends his turn on it. [4.9m]"),
    "leaves": N_("Off a friendly road into no-man's land: a test and its price. [4.9p] [4.9q]"),
    "scouted": N_("Who has just made the road friendly leaves it without a test; the price stays. [4.9q]"),
}


def words_of(mover: str, target: str) -> str:
    """The whole answer: who, where, what it takes or why not, with its rules."""
    found = way(mover, target)
    start = f"{MOVERS[mover][0]}, {TARGETS[target].words.lower()}"
    if found.refusal is not None:
        return _("{start}: no. {why}").format(start=start, why=found.refusal)
    rider = _(" Cavalry rides there free of OP until it fails. [4.9n]") if (mover, target) == ("cavalry", "road") else ""
    return f"{start}: {shown(found)}.{rider} {NOTES[target]}"


@dataclass(slots=True)
class Ways:
    """The panel: which cell is picked."""

    mover: str = "cavalry"
    target: str = "road"
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:  # noqa: ARG002 - the board is not asked
        """The panel as it is now."""
        return _told(self.mover, self.target)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Pick another cell."""
        mover, _dash, target = value.partition("-")
        if what != "cell" or mover not in MOVERS or target not in TARGETS:
            raise unknown(f"{what} {value}")
        self.mover, self.target = mover, target

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The cell."""
        return f"{self.mover}-{self.target}"

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Pick the cell that was kept."""
        mover, _dash, target = kept.partition("-") if isinstance(kept, str) else ("", "", "")
        if mover in MOVERS and target in TARGETS:
            self.mover, self.target = mover, target


_PANEL: Final = Markup('<section class="ways" aria-label="{title}">{table}</section>')


@lru_cache(maxsize=100)
def _told(mover: str, target: str) -> Markup:
    rows = [(place.words, [_cell(who, where) for who in MOVERS]) for where, place in TARGETS.items()]
    columns = [_("Where to"), *(words for words, _data in MOVERS.values())]
    caption = _("Where it goes, and who")
    table = pick_table(KEY, "cell", caption, columns, rows, f"{mover}-{target}", rest="", kind="yes-no")
    return _PANEL.format(title=_("Who may go where"), table=table)


def _cell(mover: str, target: str) -> Cell:
    found = way(mover, target)
    said = f"{MOVERS[mover][0]}, {TARGETS[target].words.lower()}"
    dark = 0 if found.refusal is not None else 1 if found.test else 2
    told = cited(GAME, words_of(mover, target), KEY)
    return Cell(f"{mover}-{target}", shown(found), said, Fraction(0), is_chance=False, shade=dark, told=told)
