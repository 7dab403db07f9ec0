"""Chapter 6: wind and sail: what each heading is worth in this wind, and the wind of the next turn."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.veneti.board import GRID, wind_side
from rulesdemo.games.veneti.play.ships import speed_limit
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.games.veneti.wind import Blow, blow
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.board.heading_numbers import Size, Worth, heading_numbers
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.scene.shapes import Item

HEADINGS: Final = tuple(Direction(each) for each in range(HEXSIDES))
THROUGH: Final = {
    "stern": N_("from astern"),
    "stern-flank": N_("over the stern quarter"),
    "bow-flank": N_("over the bow quarter"),
    "bow": N_("from ahead"),
}
NUMBERS: Final = Size(disc=0.23, number=0.34, least=12.0)

# -- the throw -------------------------------------------------------------------------------------------------------------------------


def label(throw: Throw) -> str:
    """How the strength changes, and whether the wind turns."""
    _rules, old, to = throw.args
    new = throw.outcome.strength
    if not new:
        words = _("Stays calm") if not old else _("Dead calm")
    elif new == old:
        words = _("Stays at {n}").format(n=new)
    else:
        words = (_("Rises to {n}") if new > old else _("Falls to {n}")).format(n=new)
    return words if throw.outcome.to == to else _("{change}, but turns").format(change=words)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The total, the direction die where a 7 calls for one, and the wind that comes of it."""
    total = f"{faces[0]} + {faces[1]} = {faces[0] + faces[1]}"
    turn = ""
    if len(faces) > 2:  # noqa: PLR2004 - two for the strength
        turn = " " + _("A 7 throws for direction: {die}. [6.83]").format(die=faces[2])
    return f"{total}.{turn} {weather(throw.outcome.strength, throw.outcome.to)} [6.81]"


def weather(strength: int, to: int) -> str:
    """A wind in a sentence."""
    if not strength:
        return _("Dead calm: nobody sails.")
    return _("Wind {n}, from {direction}.").format(n=strength, direction=GRID.name(GRID.opposite(Direction(to))))


# -- headings --------------------------------------------------------------------------------------------------------------------------


def ship_in_hand(position: Position, name: str) -> Ship | None:
    """The sailing ship that is in hand, or else the first there is."""
    sails = [ship for ship in position.afloat if ship.kind == "sail"]
    return next((ship for ship in sails if ship.id == name), sails[0] if sails else None)


def limits(position: Position, ship: Ship) -> dict[Direction, int]:
    """The most points she could announce on each heading, as the engine has it [6.82, 6.83]."""
    return {heading: speed_limit(position, replace(ship, heading=heading)) for heading in HEADINGS}


def outlook(position: Position, name: str) -> Outlook | None:
    """Her limit on each of the six headings; the one she has is marked."""
    ship = ship_in_hand(position, name)
    if ship is None or position.result is not None:
        return None
    found = limits(position, ship)
    lines = tuple(Count(GRID.name(heading), pm, "bar", is_now=heading == ship.heading) for heading, pm in found.items())
    if position.wind.strength:
        side = THROUGH[wind_side(ship.heading, position.wind.to)]
        form = _("Wind {n} from {direction} reaches her {side}, so she may spend up to {pm} PM. [6.83]")
        direction = GRID.name(GRID.opposite(position.wind.to))
        words = form.format(n=position.wind.strength, direction=direction, side=side, pm=found[ship.heading])
    else:
        words = _("Dead calm. No heading moves her. [6.82]")
    return Outlook(_("What each heading gives {ship}, in PM").format(ship=ship.name), lines, words)


def rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """The wind of the next turn, as long as there is one."""
    if position.result is not None:
        return None
    return Rehearsal(_("The wind next turn"), Throw(blow, (position.rules, position.wind.strength, int(position.wind.to)), None))


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, board: Any, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - a BoardGrid and a Display
    """A rose around her: on each hexside the points that this heading would give; her own heading is filled, no wind to use is dashed."""
    ship = ship_in_hand(position, shown.selected)
    doing = position.activation.doing(ship.id) if ship is not None and position.activation is not None else None
    # While she moves her limit is settled (A22), and the costs of her steps stand where the numbers would.
    if ship is None or position.result is not None or (doing is not None and doing.stage == "moving"):
        return ()
    found = {}
    for heading, pm in limits(position, ship).items():
        name = GRID.name(heading)
        found[heading] = Worth(name, pm, _("Heading {name} {ship} has {pm} PM").format(name=name, ship=ship.name, pm=pm))
    return heading_numbers(board, ship.bow, ship.heading, found, NUMBERS)


WIND: Final = Lesson("wind", outlook=outlook, overlay=overlay, throws={Blow: Words(label, verdict)}, rehearsal=rehearsal, rose="sw")
