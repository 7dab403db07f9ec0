"""What a rule without dice leaves open: where a ship can end her move, and which sides she has. Both are asked of the engine itself."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play import movement
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.words import _, ngettext
from widgets.play.game_guide import Count, Outlook

NO_DICE: Final[Any] = None  # none of these steps throws any
Berth = tuple[Hex, Direction]
"""Where a bow lies, and which way it points."""


def ends(position: Position, name: str) -> frozenset[Berth]:
    """Return every berth in which a ship that is moving can end her move, all her points spent; collisions and wrecks are left out."""
    others = tuple((ship.id, ship.bow, ship.heading) for ship in position.afloat if ship.id != name)
    world = (position.scenario.name, position.rules, others, position.ship(name).level, position.acting.limit, name)
    if world not in _KNOWN and len(_KNOWN) >= MOST_KNOWN:
        _KNOWN.clear()
    return _explore(position, name, _KNOWN.setdefault(world, {}))


# Berths that lie before a ship, by how the rest of the board stands and then by her own place, heading and points: each step of a move
# asks again for a part of what the step before has found.
_KNOWN: Final[dict[tuple[Any, ...], dict[tuple[Any, ...], frozenset[Berth]]]] = {}
MOST_KNOWN: Final = 40


def _explore(position: Position, name: str, known: dict[tuple[Any, ...], frozenset[Berth]]) -> frozenset[Berth]:
    ship, doing = position.ship(name), position.acting.of(name)
    state = (ship.bow, ship.heading, doing.left, doing.backing)
    if state not in known:
        found: set[Berth] = set()
        if doing.stage != "moving":
            found.add((ship.bow, ship.heading))
        else:
            for step in movement.steps(position, movement.STEERS):
                if not _stops_short(position, ship, step) and movement.check_steer(position, step) is None:
                    found |= _explore(movement.steer(NO_DICE, position, step).position, name, known)
        known[state] = frozenset(found)
    return known[state]


def _stops_short(position: Position, ship: Ship, step: Any) -> bool:  # noqa: ANN401 - a step
    """Say whether a step meets another ship, which ends the move, or land, which ends the ship."""
    own = ship.hexes
    return any(
        place not in own and (place in position.occupied or place in position.scenario.sea.coast)
        for place in movement.steer_step(ship, step)[0].hexes
    )


def reach(position: Position, name: str) -> Outlook | None:
    """Return in how many hexes she can end her move: with the points she has left, or for each number she may announce."""
    ship = position.find(name)
    doing = position.activation.doing(name) if position.activation is not None else None
    if ship is None or ship.gone:
        return None
    title = _("Where {ship} can end").format(ship=ship.name)
    if doing is None or doing.stage == "moved":
        where = _("She has ended her move with her bow in {hex}, heading {heading}.")
        return Outlook(title, (), where.format(hex=GRID.label(ship.bow), heading=GRID.name(ship.heading)))
    if doing.stage == "moving":
        berths = ends(position, name)
        hexes = frozenset(bow for bow, _heading in berths)
        words = ngettext("She has {n} PM left and must spend it.", "She has {n} PM left and must spend them all.", doing.left)
        line = Count(_("{n} PM left").format(n=doing.left), len(hexes), "bar", is_now=True)
        return Outlook(title, (line,), f"{words.format(n=doing.left)} [6.23] {_ways(berths)}", hexes)
    after = {pm: ends(after_announcing(position, name, pm), name) for pm in range(1, movement.limit_now(position, ship, doing) + 1)}
    lines = tuple(Count(f"{pm} PM", len({bow for bow, _heading in berths}), "bar") for pm, berths in after.items())
    words = _("Hexes for her bow, for each number of points that she may announce. All of them must be spent.")
    return Outlook(title, lines, f"{words} [6.23]") if lines else None


def after_announcing(position: Position, name: str, pm: int) -> Position:
    """Return the position once she has announced some points."""
    return movement.announce(NO_DICE, position, o.Announce(name, pm)).position


def _ways(berths: frozenset[Berth]) -> str:
    return ngettext("{n} way to lie there, heading counted.", "{n} ways to lie there, headings counted.", len(berths)).format(n=len(berths))


def sides(position: Position, name: str) -> Outlook | None:
    """Return the hexes that touch a ship, by the side they lie on."""
    ship = position.find(name)
    if ship is None or ship.gone:
        return None
    return sides_of(ship)


def sides_of(ship: Ship) -> Outlook:
    """Return the sides of any ship."""
    counted = Counter(ship.around.values())
    signs = {"bow": "front", "stern": "rear"}
    order = ("bow", "bow-flank", "flank", "stern-flank", "stern")
    names = {"bow-flank": _("bow/flank"), "stern-flank": _("stern/flank")}
    lines = tuple(Count(names.get(side, _(side)), counted[side], signs.get(side, "flank")) for side in order if counted[side])  # type: ignore[index]
    flank = sum(number for side, number in counted.items() if is_flank_type(side))
    words = _("{n} hexes touch {ship}; {flank} of them are flank-type. She heads {heading}.").format(
        n=sum(counted.values()), ship=ship.name, flank=flank, heading=GRID.name(ship.heading)
    )
    return Outlook(_("The sides of {ship}").format(ship=ship.name), lines, f"{words} [5.0]")
