"""Lines of fire: from the ship in hand to every enemy that her missiles could fly to, open or stopped, with the rule that stops them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import is_flank_type
from rulesdemo.games.veneti.missiles import missile_drm
from rulesdemo.games.veneti.play.combat import check_shot, enemies_near, ways_from
from rulesdemo.games.veneti.play.places import around
from rulesdemo.games.veneti.play.ships import marines_of
from rulesdemo.games.veneti.play.state import Exchange, Position, Ship
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import _, ngettext
from widgets.board import markers
from widgets.board.hex_notes import saltire
from widgets.games.veneti.board.ranges import arcs, missile_reach
from widgets.play.game_guide import Count, Outlook
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, WHITE
from widgets.scene.shapes import Group, Item, Path, Point, Style, placed, poly
from widgets.web.phrases import signed


class Line(NamedTuple):
    """A way for a shot: the hexes from the ship to the target, and what refuses it."""

    ship: Ship
    target: Ship
    hexes: tuple[Hex, ...]  # of the ship, perhaps one between, of the target
    refusal: Refusal | None

    @property
    def between(self) -> tuple[Hex, ...]:
        """Return the hexes that the shot passes."""
        return self.hexes[1:-1]


def lines(position: Position, ship: Ship) -> Iterator[Line]:
    """Yield a line to every enemy no farther than her missiles fly."""
    for target in enemies_near(position, ship):
        refusal = check_shot(position, ship, target, False, marines=marines_of(position, ship))  # noqa: FBT003 - ordinary missiles
        yield Line(ship, target, _way(position, ship, target), refusal)


def _way(position: Position, ship: Ship, target: Ship) -> tuple[Hex, ...]:
    """Return the hexes of a shortest way: one that is open and over a flank if there is one, else any."""
    ways = ways_from(position, ship, flaming=False)
    reached = [place for place in target.hexes if place in ways]
    nearest = min(ways[place].hexes for place in reached)
    found = []
    for place in reached:
        if ways[place].hexes == nearest:
            for first in ways[place].nearer or (place,):
                is_shut = first != place and first in position.occupied
                own = next(hex_ for hex_ in ship.hexes if first in around(hex_))
                found.append((is_shut, not is_flank_type(ship.around[first]), (own, first) if first == place else (own, first, place)))
    return min(found)[2]


def modifiers(position: Position, ship: Ship, target: Ship) -> tuple[tuple[str, int], ...]:
    """Return what changes the die of a shot, in words [8.44]."""
    table = position.rules.table("missile_drm")
    apart = not any(place in ship.around for place in target.hexes)
    held = (
        (apart, "two_hexes", _("two hexes away")),
        (ship.height > target.height, "higher", _("from higher up")),
        (ship.height < target.height, "lower", _("from lower down")),
        (target.immobilised or target.crippled, "immobilised_or_crippled", _("she cannot dodge")),
    )
    return tuple((words, int(table.at(row))) for holds, row, words in held if holds)


def drm_of(position: Position, ship: Ship, target: Ship) -> int:
    """Return the sum of them, as the procedure has it."""
    apart = not any(place in ship.around for place in target.hexes)
    height = (ship.height > target.height) - (ship.height < target.height)
    return int(settled(missile_drm, position.rules, apart, height, target.immobilised or target.crippled).drm)


def firer(position: Position, selected: str) -> Ship | None:
    """Return the ship whose missiles are looked at: the one that may answer now, else the one in hand."""
    exchange = position.pending
    if isinstance(exchange, Exchange) and exchange.waiting:
        return position.ship(exchange.waiting[0])
    ship = position.find(selected) if selected else None
    return None if ship is None or ship.gone else ship


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what is shown
    """Draw her reach, and a line to each enemy: dashes with the modifier for distance, or a broken line that a cross stops."""
    ship = firer(position, shown.selected)
    if ship is None or not marines_of(position, ship) or position.turn.step == "board":
        return ()
    found = tuple(lines(position, ship))
    between = frozenset(place for line in found for place in line.between)
    return (arcs(position, board, ship, flaming=False, taken=between), *(_draw(position, board, line) for line in found))


def _draw(position: Position, board: BoardGrid, line: Line) -> Group:
    points = tuple((round(x, 1), round(y, 1)) for x, y in map(board.centre, line.hexes))
    items: list[Item] = [Path(poly(points, closed=False), Style(line=f"{WHITE}CC", width=5.0))]
    if line.refusal is None:
        items += [markers.line_of_fire(a, b) for a, b in itertools.pairwise(points)]
        far = signed(int(position.rules.table("missile_drm").at("two_hexes")))
        items += [placed(markers.cost(far, board.radius), point, 1.0) for point in points[1:-1]]
        words = _("{ship} can shoot at {target}").format(ship=line.ship.name, target=line.target.name)
    else:
        items.append(Path(poly(points, closed=False), Style(line=INK, width=1.8, dash=(3.0, 5.0))))
        items += saltire(board, _middle(points[0], points[1]))
        reason = str(line.refusal.reason).rstrip(".")
        words = _("No shot at {target}: {reason}, rule {rule}").format(target=line.target.name, reason=reason, rule=line.refusal.rule)
    return Group(tuple(items), id=f"line {line.ship.id} {line.target.id}", role="sector", label=words)


def _middle(a: Point, b: Point) -> Point:
    return round((a[0] + b[0]) / 2, 1), round((a[1] + b[1]) / 2, 1)


# -- what can happen -------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """Return how many hexes her missiles reach, how many a ship screens, and whom she can shoot at."""
    ship = firer(position, name)
    if ship is None or position.turn.step == "board":
        return None
    found = missile_reach(position, ship, flaming=False)
    bands = tuple(
        Count(ngettext("{n} hex away", "{n} hexes away", hexes).format(n=hexes), len(places), "bar")
        for hexes, places in enumerate(found.bands, 1)
    )
    rows = (*bands, Count(_("behind a ship"), len(found.screened), "bar"))
    return Outlook(_("Hexes that {ship} can shoot at").format(ship=ship.name), rows, _reach_words(position, ship))


def _reach_words(position: Position, ship: Ship) -> str:
    if not marines_of(position, ship):
        return _("{ship} has no marines left, so nobody shoots. [8.44]").format(ship=ship.name)
    sentences = []
    for line in lines(position, ship):
        if line.refusal is None:
            sentences.append(_("{target} is in reach. [8.41]").format(target=line.target.name))
        else:
            sentences.append(f"{line.refusal.reason} [{line.refusal.rule}]")
    return " ".join(map(str, sentences)) or _("No enemy is within reach of her missiles. [8.41]")
