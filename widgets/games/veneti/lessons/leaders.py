"""Chapter 7: leaders who change ship."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.leaders import Transfer
from rulesdemo.games.veneti.play.leaders import goals_of
from rulesdemo.games.veneti.play.ships import distance
from rulesdemo.games.veneti.play.state import Leader, Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _, alternatives, ngettext
from widgets.games.veneti.board.hearing import leaders_afloat, tag
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words, either
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, TEAL
from widgets.scene.shapes import Group, Item, Path, Point, Style, along, poly

GAP: Final = 0.55  # of the radius: how far from the middle of a hex a course begins and ends


def leader_of(position: Position, name: str) -> Leader | None:
    """The leader aboard the ship in hand, else the first of her side, else the first of all."""
    ship = position.find(name) if name else None
    aboard = position.aboard(name) if ship is not None else ()
    own = leaders_afloat(position, ship.controller) if ship is not None else ()
    return next(iter((*aboard, *own, *leaders_afloat(position))), None)


def friends(position: Position, leader: Leader) -> list[tuple[int, Ship]]:
    """The other ships of his side with their distance from his, nearest first."""
    here = position.ship(leader.ship)
    others = [ship for ship in position.afloat if ship.controller == leader.side and ship.id != leader.ship]
    return sorted(((distance(here, ship), ship) for ship in others), key=lambda pair: (pair[0], pair[1].name))


def standing(position: Position, leader: Leader, ship: Ship) -> str:
    """Why he may go aboard her or not, in a word."""
    if ship in goals_of(position, leader):
        return _("nearest")
    return _("captured") if ship.captured else _("grappled") if ship.grappled else _("too far")


def outlook(position: Position, name: str) -> Outlook | None:
    """The ships of his side by distance, and which of them he may try for."""
    leader = leader_of(position, name)
    if leader is None:
        return None
    goals = goals_of(position, leader)
    lines = tuple(
        Count(f"{ship.name}, {standing(position, leader, ship)}", hexes, is_now=ship in goals) for hexes, ship in friends(position, leader)
    )
    if leader.tried:
        words = _("He has had his try this turn. [6.74]")
    elif goals:
        words = _("He may try for {ships}. [6.74]").format(ships=alternatives(ship.name for ship in goals))
    else:
        words = _("No ship may take him. [6.74 note]")
    return Outlook(_("Hexes from {leader}").format(leader=leader.name), lines, words)


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what the board shows, of a module above
    """A course for the boat to every ship of his side, whole where he may go and broken where he may not, and a tag at each."""
    leader = leader_of(position, shown.selected)
    if leader is None:
        return ()
    found: list[Item] = []
    for hexes, ship in friends(position, leader):
        is_good = ship in goals_of(position, leader)
        far = ngettext("{n} hex", "{n} hexes", hexes).format(n=hexes)
        found.append(_course(position, board, leader, ship, is_good=is_good))
        words = _("{name}: {words}").format(name=standing(position, leader, ship), words=far)
        found.append(tag(position, board, ship, words, shown.size, is_good=is_good))
    return tuple(found)


def _course(position: Position, board: BoardGrid, leader: Leader, ship: Ship, *, is_good: bool) -> Group:
    here = position.ship(leader.ship)
    a, b = min(((one, other) for one in here.hexes for other in ship.hexes), key=lambda pair: (pair[0].distance(pair[1]), pair))
    start, end = board.centre(a), board.centre(b)
    gap = GAP * board.radius
    line: list[Point] = [along(start, end, gap), along(end, start, gap)]
    style = Style(line=TEAL, width=3.0, cap="round") if is_good else Style(line=INK, width=1.6, dash=(3.0, 5.0))
    words = _("The boat of {leader} may go to {ship}") if is_good else _("The boat of {leader} may not go to {ship}")
    label = words.format(leader=leader.name, ship=ship.name)
    return Group((Path(poly(line, closed=False), style),), id=f"boat {ship.id}", role="sector", label=label)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, what was needed, and what it means for him and for his new ship."""
    table = throw.args[0].table("transfer")
    need = min(face for face in D6.faces if table.cell(str(face), "result").value == "moves")
    across = _("He is across, on his reduced side, and his new ship is put at Cruise.")
    stays = _("He stays, and shares what becomes of his ship.")
    return f"{faces[0]}. {_('He needs {need} or more. [6.75]').format(need=need)} {across if throw.outcome.moved else stays}"


LEADERS: Final = Lesson("leaders", outlook, overlay, {Transfer: Words(either("moved", N_("Across"), N_("Stays aboard")), verdict)})
