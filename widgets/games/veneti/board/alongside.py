"""Ships that touch: the hexsides between them, which of these are good for grapnels, and where a ship can come alongside."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID, is_flank_type
from rulesdemo.games.veneti.play import movement
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.grappling import check_grapple
from rulesdemo.games.veneti.play.places import around
from rulesdemo.games.veneti.play.ships import enemies_beside, flanks
from rulesdemo.games.veneti.play.state import Doing, Position, Ship
from rulesdemo.play.engine import Refusal
from rulesdemo.words import N_, _, listing, ngettext
from widgets.board.hex_notes import saltire
from widgets.games.veneti.panels.outlook import Berth, after_announcing, ends
from widgets.play.game_guide import Count, Outlook
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, TEAL, WHITE
from widgets.scene.shapes import Group, Item, Path, Point, Style, along, poly

SHORTER: Final = 0.12  # by so much of the radius a line is shorter than its hexside at either end
CROSSES: Final = (0.2, 0.8)
SIDE_NAMES: Final = {"bow": N_("bow"), "stern": N_("stern")}
Edge = tuple[Hex, Hex]
"""A hexside: the hex of the one ship, then that of the other."""


class Seam(NamedTuple):
    """Two enemies that touch: hexsides that are good for the grapnels of the first and hexsides that are not, and what refuses a throw."""

    ship: Ship
    target: Ship
    good: tuple[Edge, ...]
    barred: tuple[Edge, ...]
    refusal: Refusal | None

    @property
    def words(self) -> str:
        """Return who touches whom with which side, and what that allows, as a picture is labelled."""
        words, rule = self.fact
        return _("{fact}, rule {rule}").format(fact=words, rule=rule) if rule else words

    @property
    def sentence(self) -> str:
        """Return the same as a page cites it."""
        words, rule = self.fact
        return f"{words}. [{rule}]" if rule else f"{words}."

    @property
    def fact(self) -> tuple[str, str]:
        """Return the same without its full stop, and the rule; a refusal has none here."""
        names = {"ship": self.ship.name, "target": self.target.name}
        if self.good and self.refusal is None:
            return _("{ship} lies flank to {target} and may grapple her").format(**names), "8.11"
        if self.good and self.refusal is not None:
            return _("{ship} lies flank to {target}. {reason}").format(reason=str(self.refusal.reason).rstrip("."), **names), ""
        sides = {self.ship.around[there] for _here, there in self.barred}
        found = [SIDE_NAMES[side] for side in sorted(sides) if side in SIDE_NAMES]
        if not found:
            return _("{ship} touches {target}, but not flank to flank: no grapple").format(**names), "8.11 note"
        return _("{ship} touches {target} only with her {side}: no grapple").format(side=listing(found), **names), "8.11 note"


def seams(position: Position) -> Iterator[Seam]:
    """Yield every ship of the acting side beside an enemy to whom she is not grappled."""
    activation = position.activation
    if activation is None or position.turn.step == "board":
        return
    for ship in position.afloat:
        if ship.controller != activation.side or activation.doing(ship.id) is None:
            continue
        for target in enemies_beside(position, ship):
            if target.id not in ship.grappled:
                yield _seam(position, ship, target)


def _seam(position: Position, ship: Ship, target: Ship) -> Seam:
    edges = [(here, there) for here in ship.hexes for there in target.hexes if there in around(here)]
    side = position.rules.switch("grapple_side")
    good = tuple(edge for edge in edges if _is_good(ship, target, edge, side))
    barred = tuple(edge for edge in edges if edge not in good)
    return Seam(ship, target, good, barred, check_grapple(position, o.Grapple(ship.id, target.id)))


def _is_good(ship: Ship, target: Ship, edge: Edge, side: str) -> bool:
    """Return whether a hexside will do, as the ruling on sides has it (A19)."""
    here, there = edge
    if side == "any":
        return True
    return is_flank_type(ship.around[there]) and (side == "own_flank" or is_flank_type(target.around[here]))


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what else is shown
    """Draw the hexsides between ships that touch: a bar where grapnels may fly, broken with a saltire where they may not."""
    return tuple(
        Group(
            tuple(_draw(board, seam)),
            id=f"seam {seam.ship.id} {seam.target.id}",
            role="sector",
            label=seam.words,
        )
        for seam in seams(position)
    )


def _draw(board: BoardGrid, seam: Seam) -> Iterator[Item]:
    for edge in seam.barred:
        a, b = _ends(board, edge)
        yield Path(poly((a, b), closed=False), Style(line=WHITE, width=7.0))
        yield Path(poly((a, b), closed=False), Style(line=INK, width=3.0, dash=(6.0, 4.0)))
        # A ram ends in the middle of the hexside, so the crosses stand on either side of it.
        for share in CROSSES:
            yield from saltire(board, (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share))
    for edge in seam.good:
        line = poly(_ends(board, edge), closed=False)
        yield Path(line, Style(line=WHITE, width=13.0, cap="round"))
        yield Path(line, Style(line=TEAL, width=8.0, cap="round", dash=() if seam.refusal is None else (0.1, 11.0)))


def _ends(board: BoardGrid, edge: Edge) -> tuple[Point, Point]:
    """Return the corners that two hexes share, drawn in a little."""
    there = {(round(x), round(y)) for x, y in board.corners(edge[1])}
    near = [(x, y) for x, y in board.corners(edge[0]) if any(abs(x - ax) + abs(y - ay) <= 2 for ax, ay in there)]  # noqa: PLR2004 - rounding
    a, b = near[0], near[-1]
    cut = SHORTER * board.radius
    (ax, ay), (bx, by) = along(a, b, cut), along(b, a, cut)
    return (round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))


# -- what can happen -------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """Return in how many ways she can end alongside an enemy; or, when she has moved or is held, how she lies."""
    ship = position.find(name)
    doing = position.activation.doing(name) if position.activation is not None else None
    if ship is None or ship.gone or doing is None or position.turn.step == "board":
        return None
    if ship.grappled:
        return _held(position, ship)
    if doing.stage == "moved":
        return _lying(position, ship)
    return _coming(position, ship, doing)


def _held(position: Position, ship: Ship) -> Outlook:
    names = ", ".join(position.ship(other).name for other in sorted(ship.grappled))
    words = _("{ship} is grappled to {names} and cannot move. To get away she must break loose first.").format(ship=ship.name, names=names)
    return Outlook(
        _("{ship} is held").format(ship=ship.name), (Count(_("Ships that hold her"), len(ship.grappled)),), f"{words} [6.34] [8.31]"
    )


def _lying(position: Position, ship: Ship) -> Outlook:
    found = [seam for seam in seams(position) if seam.ship.id == ship.id]
    lines = tuple(
        Count(
            _("{name}, hexsides in common").format(name=seam.target.name), len(seam.good or seam.barred), "flank" if seam.good else "front"
        )
        for seam in found
    )
    words = (
        " ".join(seam.sentence for seam in found)
        or _("{ship} touches no enemy, so there is nobody to grapple.").format(ship=ship.name) + " [8.11]"
    )
    return Outlook(_("How {ship} lies").format(ship=ship.name), lines, words)


def _coming(position: Position, ship: Ship, doing: Doing) -> Outlook:
    title = _("Where {ship} can lie alongside").format(ship=ship.name)
    if doing.stage == "moving":
        berths = alongside(position, ship, ends(position, ship.id))
        words = _("She has {n} PM left.").format(n=doing.left)
        line = Count(_("{n} PM left").format(n=doing.left), len(berths), "bar", is_now=True)
        return Outlook(title, (line,), f"{words} {_ways(berths)} [8.11]", frozenset(bow for bow, _heading in berths))
    after = {
        pm: alongside(position, ship, ends(after_announcing(position, ship.id, pm), ship.id))
        for pm in range(1, movement.limit_now(position, ship, doing) + 1)
    }
    now = alongside(position, ship, frozenset({(ship.bow, ship.heading)}))
    lines = (Count(_("as she lies"), len(now), "bar"), *(Count(f"{pm} PM", len(berths), "bar") for pm, berths in after.items()))
    words = _("Ways to end flank to an enemy, by the points she announces, headings counted.")
    return Outlook(title, lines, f"{words} [8.11]")


def alongside(position: Position, ship: Ship, berths: frozenset[Berth]) -> frozenset[Berth]:
    """Return those berths from which she could grapple."""
    side = position.rules.switch("grapple_side")
    enemies = [other for other in position.afloat if other.controller != ship.controller]
    return frozenset(
        (bow, heading) for bow, heading in berths if any(flanks(replace(ship, bow=bow, heading=heading), other, side) for other in enemies)
    )


def _ways(berths: frozenset[Berth]) -> str:
    if not berths:
        return _("From here she ends alongside nobody.")
    hexes = ", ".join(sorted({GRID.label(bow) for bow, _heading in berths}))
    return ngettext("{n} way to end alongside, bow in {hexes}.", "{n} ways to end alongside, bow in {hexes}.", len(berths)).format(
        n=len(berths), hexes=hexes
    )
