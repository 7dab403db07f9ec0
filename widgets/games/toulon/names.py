"""What the things of Toulon 1793 are called on a page, and the colour, letters and ground by which nations are told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play.operations import purse_name
from rulesdemo.games.toulon.play.state import Leader, Position, Unit
from widgets.scene.shapes import BLUE, INK, RUST, SHEET
from widgets.web.phrases import _, plural


class Nation(NamedTuple):
    """A nation or wing: its name, its letters, the colour of its chips, and the ink on it. Republicans are light, with a hatched edge."""

    name: str
    letters: str
    fill: str
    ink: str = SHEET


NATIONS: Final = {
    "british": Nation(_("British"), _("Br"), RUST),
    "spanish": Nation(_("Spanish"), _("Sp"), "#7A5B00"),
    "neapolitan": Nation(_("Neapolitans"), _("Na"), "#5C3A78"),
    "sardinian": Nation(_("Sardinians"), _("Sa"), "#3F5A1E"),
    "toulonnais": Nation(_("Toulonnais"), _("To"), "#4A4A4A"),
    "west": Nation(_("West wing"), _("W"), "#DCE7F2", BLUE),
    "east": Nation(_("East wing"), _("E"), "#CFE3E9", "#12506B"),
    "reserve": Nation(_("Reserves"), _("R"), "#FFFFFF", INK),
}
SIDES: Final = {"allied": _("Allied"), "republican": _("Republican")}
LETTERS: Final = {"allied": _("A"), "republican": _("R")}
SEATS: Final = {
    "allied": _("The Allies"),
    "republican": _("The Republicans"),
    "british": _("The British"),
    "spanish": _("The Spanish"),
    "neapolitan": _("The Neapolitans"),
    "sardinian": _("The Sardinians"),
    "toulonnais": _("The Toulonnais"),
    "west": _("The Republicans of the West wing"),
    "east": _("The Republicans of the East wing"),
}
ARMS: Final = {"infantry": _("infantry"), "cavalry": _("cavalry"), "artillery": _("artillery"), "battery": _("battery")}
KINDS: Final = {"land": _("land"), "road": _("a section of road"), "roadstead": _("roadstead"), "depot": _("depot")}
DEPOTS: Final = {"west": _("depot of the West wing"), "east": _("depot of the East wing"), "allied": _("depot of the Allies")}
HOLDS: Final = {"allied": _("in Allied hands"), "tenuous": _("held tenuously"), "lost": _("lost to the Allies")}
HELD: Final = {"allied": _("Allied"), "tenuous": _("tenuous"), "lost": _("lost")}
REDOUBTS: Final = {"normal": _("a redoubt"), "improved": _("an improved redoubt")}


def short(zone: str) -> str:
    """The name of a zone as it stands on the map; the star says that it is a fort."""
    place = board().zones[zone]
    return place.name.removeprefix("Fort ") if place.fort else place.name


def strength(number: int) -> str:
    """So many strength points.

    >>> strength(1), strength(3)
    ('1 strength point', '3 strength points')
    """
    return plural("{n} strength point", "{n} strength points", number).format(n=number)


def op(number: int) -> str:
    """So many operation points.

    >>> op(2)
    '2 OP'
    """
    return _("{n} OP").format(n=number)


def purse(name: str) -> str:
    """Whose points pay.

    >>> purse("british")
    'the British purse'
    """
    return _(purse_name(name))


def zone(position: Position, name: str) -> str:
    """The name of a zone; anything else stays as it is, so that a refused order can be said too."""
    return position.zone(name).name if name in position.board.zones else name


def thing(position: Position, name: str) -> str:
    """The name of a unit or a leader; anything else stays as it is."""
    found: Unit | Leader | None = position.find(name) or position.leader(name)
    return name if found is None else found.name


def listed(words: Iterable[str]) -> str:
    """Words in a row.

    >>> listed(["one", "two", "three"]), listed(["one"])
    ('one, two and three', 'one')
    """
    *before, last = list(words) or [""]
    return _("{first} and {last}").format(first=", ".join(before), last=last) if before else last


def losses(unit: Unit) -> str:
    """Its losses in words; nothing for a fresh unit."""
    parts = [_("{n} temporary").format(n=unit.temp)] if unit.temp else []
    parts += [_("{n} permanent").format(n=unit.perm)] if unit.perm else []
    if not parts:
        return ""
    return f"{listed(parts)} {plural('loss', 'losses', unit.temp + unit.perm)}"


def unit_words(unit: Unit) -> str:
    """A unit: its arm, what is left of it, its losses and marks."""
    parts = [f"{unit.name}, {ARMS[unit.arm]} {unit.strength}"]
    told = (
        (unit.patrol, _("a patrol")),
        (unit.crew, _("a gun crew")),
        (unit.fort, _("in the fort")),
        (bool(unit.temp or unit.perm), losses(unit)),
        (unit.hasty, _("in haste")),
        (bool(unit.late), _("may try again")),
        (unit.check, _("to be tested for attrition")),
    )
    return ", ".join([*parts, *(words for said, words in told if said)])
