"""What a rule without dice leaves open: where a ship can end her move, and which sides she has. Both are asked of the engine itself."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play import movement
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.hexes import Hex
from widgets.guide import Count, Outlook
from widgets.words import _, plural

NO_DICE: Final[Any] = None  # none of these steps throws any
Berth = tuple[Hex, int]
"""Where a bow lies, and which way it points."""


def ends(position: Position, name: str) -> frozenset[Berth]:
    """Every berth in which a ship that is moving can end her move, all her points spent; collisions and wrecks are left out."""
    known = position.memo.setdefault("ends", {})
    if name not in known:
        known[name] = _explored(position, name)
    return known[name]  # type: ignore[no-any-return]


def _explored(start: Position, name: str) -> frozenset[Berth]:
    found: set[Berth] = set()
    seen: set[tuple[Any, ...]] = set()
    waiting = [start]
    while waiting:
        position = waiting.pop()
        for step in movement.steps(position, movement.STEERS):
            if movement.check_steer(position, step) is not None or _stops_short(position, step):
                continue
            after = movement.steer(NO_DICE, position, step).position
            ship, doing = after.ship(name), after.acting.of(name)
            state = (ship.bow, ship.heading, doing.left, doing.backing)
            if state not in seen:
                seen.add(state)
                if doing.stage == "moved":
                    found.add((ship.bow, ship.heading))
                else:
                    waiting.append(after)
    return frozenset(found)


def _stops_short(position: Position, step: Any) -> bool:  # noqa: ANN401 - a step
    """Whether a step meets another ship, which ends the move, or land, which ends the ship."""
    ship = position.ship(step.ship)
    entered = set(movement.steered(ship, step)[0].hexes) - set(ship.hexes)
    return any(place in position.occupied or place in position.scenario.sea.coast for place in entered)


def reach(position: Position, name: str) -> Outlook | None:
    """In how many hexes she can end her move: with the points she has left, or for each number she may announce."""
    ship = position.find(name)
    doing = position.activation.doing(name) if position.activation is not None else None
    if ship is None or ship.gone or doing is None or doing.stage == "moved":
        return None
    title = _("Where {ship} can end").format(ship=ship.name)
    if doing.stage == "moving":
        berths = ends(position, name)
        hexes = frozenset(bow for bow, _heading in berths)
        words = plural("She has {n} PM left and must spend it.", "She has {n} PM left and must spend them all.", doing.left)
        line = Count(_("{n} PM left").format(n=doing.left), len(hexes), "bar", is_now=True)
        return Outlook(title, (line,), f"{words.format(n=doing.left)} [6.23] {_ways(berths)}", hexes)
    after = {pm: ends(_announced(position, name, pm), name) for pm in range(1, movement.limit_now(position, ship, doing) + 1)}
    lines = tuple(Count(f"{pm} PM", len({bow for bow, _heading in berths}), "bar") for pm, berths in after.items())
    words = _("Hexes for her bow, for each number of points that she may announce. All of them must be spent.")
    return Outlook(title, lines, f"{words} [6.23]") if lines else None


def _announced(position: Position, name: str, pm: int) -> Position:
    known = position.memo.setdefault("announced", {})
    if (name, pm) not in known:
        known[name, pm] = movement.announce(NO_DICE, position, o.Announce(name, pm)).position
    return known[name, pm]  # type: ignore[no-any-return]


def _ways(berths: frozenset[Berth]) -> str:
    return plural("{n} way to lie there, heading counted.", "{n} ways to lie there, headings counted.", len(berths)).format(n=len(berths))


def sides(position: Position, name: str) -> Outlook | None:
    """The hexes that touch a ship, by the side they lie on."""
    ship = position.find(name)
    if ship is None or ship.gone:
        return None
    return sides_of(ship)


def sides_of(ship: Ship) -> Outlook:
    """The same for any ship."""
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
