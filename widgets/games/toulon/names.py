"""What the things of Toulon 1793 are called on a page, and the colour, letters and ground by which nations are told apart."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play.operations import purse_name
from rulesdemo.games.toulon.play.state import Leader, Position, Unit
from rulesdemo.words import N_, _, listing, ngettext
from widgets.scene.palette import BLUE, INK, RUST, SHEET


class Nation(NamedTuple):
    """A nation or wing: its name, its letters, the colour of its chips, and the ink on it. Republicans are light, with a hatched edge."""

    name: str
    letters: str
    fill: str
    ink: str = SHEET


NATIONS: Final = {
    "british": Nation(N_("British"), N_("Br"), RUST),
    "spanish": Nation(N_("Spanish"), N_("Sp"), "#7A5B00"),
    "neapolitan": Nation(N_("Neapolitans"), N_("Na"), "#5C3A78"),
    "sardinian": Nation(N_("Sardinians"), N_("Sa"), "#3F5A1E"),
    "toulonnais": Nation(N_("Toulonnais"), N_("To"), "#4A4A4A"),
    "west": Nation(N_("West wing"), N_("W"), "#DCE7F2", BLUE),
    "east": Nation(N_("East wing"), N_("E"), "#CFE3E9", "#12506B"),
    "reserve": Nation(N_("Reserves"), N_("R"), "#FFFFFF", INK),
}
BONAPARTE: Final = Nation(N_("Bonaparte"), N_("Bo"), BLUE)
SIDES: Final = {"allied": N_("Allied"), "republican": N_("Republican")}
LETTERS: Final = {"allied": N_("A"), "republican": N_("R")}
SEATS: Final = {
    "allied": N_("The Allies"),
    "republican": N_("The Republicans"),
    "british": N_("The British"),
    "spanish": N_("The Spanish"),
    "neapolitan": N_("The Neapolitans"),
    "sardinian": N_("The Sardinians"),
    "toulonnais": N_("The Toulonnais"),
    "west": N_("The Republicans of the West wing"),
    "east": N_("The Republicans of the East wing"),
}
ARMS: Final = {"infantry": N_("infantry"), "cavalry": N_("cavalry"), "artillery": N_("artillery"), "battery": N_("battery")}
KINDS: Final = {"land": N_("land"), "road": N_("a section of road"), "roadstead": N_("roadstead"), "depot": N_("depot")}
DEPOTS: Final = {"west": N_("depot of the West wing"), "east": N_("depot of the East wing"), "allied": N_("depot of the Allies")}
HOLDS: Final = {"allied": N_("in Allied hands"), "tenuous": N_("held tenuously"), "lost": N_("lost to the Allies")}
HELD: Final = {"allied": N_("Allied"), "tenuous": N_("tenuous"), "lost": N_("lost")}
REDOUBTS: Final = {"normal": N_("a redoubt"), "improved": N_("an improved redoubt")}


def nation_of(side: str) -> Nation:
    """The nation or wing by its name; Bonaparte has a purse, a seat and colours of his own."""
    return NATIONS.get(side, BONAPARTE)


def short(zone: str) -> str:
    """Return the name of a zone as it stands on the map, without what it is known by besides; the star says that it is a fort.

    >>> short("la_malgue"), short("caire")
    ('La Malgue', 'Le Caire')
    """
    place = board().zones[zone]
    name = place.name.partition(" (")[0]
    return name.removeprefix("Fort ") if place.fort else name


def strength(number: int) -> str:
    """Return a number of strength points.

    >>> strength(1), strength(3)
    ('1 strength point', '3 strength points')
    """
    return ngettext("{n} strength point", "{n} strength points", number).format(n=number)


def op(number: int) -> str:
    """Return a number of operation points.

    >>> op(2)
    '2 OP'
    """
    return _("{n} OP").format(n=number)


def purse(name: str) -> str:
    """Say whose points pay.

    >>> purse("british")
    'the British purse'
    """
    return _(purse_name(name))


def zone(position: Position, name: str) -> str:
    """Return the name of a zone; anything else stays as it is, so that a refused order can be said too."""
    return str(position.zone(name).name) if name in position.board.zones else name


def thing(position: Position, name: str) -> str:
    """Return the name of a unit or a leader; anything else stays as it is."""
    found: Unit | Leader | None = position.find(name) or position.leader(name)
    return name if found is None else str(found.name)


def list_text(words: Iterable[str]) -> str:
    """Return words in a row.

    >>> list_text(["one", "two", "three"]), list_text(["one"])
    ('one, two and three', 'one')
    """
    parts = list(words)
    return str(listing(parts)) if parts else ""


def losses(unit: Unit) -> str:
    """Return its losses in words; nothing for a fresh unit."""
    if unit.temp and unit.perm:
        return _("{temporary} temporary and {permanent} permanent losses").format(temporary=unit.temp, permanent=unit.perm)
    if unit.perm:
        return ngettext("{n} permanent loss", "{n} permanent losses", unit.perm).format(n=unit.perm)
    return ngettext("{n} temporary loss", "{n} temporary losses", unit.temp).format(n=unit.temp) if unit.temp else ""


def unit_words(unit: Unit) -> str:
    """Return a unit: its arm, what is left of it, its losses and marks; of one that lies face down no more than that."""
    if unit.is_face_down:
        return _("{unit}, face down").format(unit=unit.name) + (f", {_('in the fort')}" if unit.fort else "")
    parts = [f"{unit.name}, {ARMS[unit.arm]} {unit.strength}"]
    marks = (
        (unit.patrol, _("a patrol")),
        (unit.crew, _("a gun crew")),
        (unit.fort, _("in the fort")),
        (bool(unit.temp or unit.perm), losses(unit)),
        (unit.hasty, _("in haste")),
        (bool(unit.late), _("may try again")),
        (unit.check, _("to be tested for attrition")),
    )
    return ", ".join(map(str, [*parts, *(words for holds, words in marks if holds)]))
