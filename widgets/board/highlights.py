"""Draws what a reader chooses, may choose, is refused, has walked or points at, on the board of any game, each with its words."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.words import _
from widgets.board import markers, sea_chart
from widgets.board.counters import halo
from widgets.board.sheet import Display, Step, Target
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import SHEET
from widgets.scene.shapes import Draw, Group, Item, Label, Path, Point, Style, placed, poly
from widgets.web.render_cache import cached

WAKE: Final = Style(line="#1B2A3340", width=5.0, dash=(0.1, 11.0), cap="round")


def choosable(board: BoardGrid, display: Display, occupied: Container[Hex], target: Group | None) -> tuple[Item, ...]:
    """Show what a reader may choose, the one that is aimed at, and the way so far."""
    aim = () if target is None else (target,)
    ways = (*path(board, display.path), *plan(board, display.plan))
    return (*legal(board, display.legal, occupied), *fatal(board, display.fatal), *aim, *ways)


def pressed(board: BoardGrid, display: Display, halo: Group | None) -> tuple[Item, ...]:
    """Draw what a press or a key leaves: the hex that was refused, the ship in hand, and where the keys are.

    They lie in a layer of their own, so that a press in vain sends one mark and not all that can be chosen.
    """
    found = (
        None if display.refused is None else refused(board, display.refused),
        halo,
        None if display.focus is None else focused(board, display.focus),
    )
    return tuple(group for group in found if group is not None)


def on_hex(board: BoardGrid, place: Hex, picture: Group) -> Group:
    """Draw a mark on a hex, on whole pixels."""
    x, y = board.centre(place)
    return replace(picture, at=(float(round(x)), float(round(y))))


def wake(board: BoardGrid, places: Iterable[Hex]) -> Group:
    """Show where a ship has come by."""
    return Group((Path(poly([board.centre(place) for place in places], closed=False), WAKE),), id="wake")


def ready(board: BoardGrid, ship: str, name: str, hexes: Iterable[Hex]) -> Group:
    """Draw a ship that may act now: the sign of what can be chosen, under her whole hull."""
    rings = tuple(on_hex(board, place, markers.legal(board.radius, board.grid.top, empty=False)) for place in hexes)
    return Group(rings, id=f"ready {ship}", role="mark", label=_("{ship} may act").format(ship=name))


def legal(board: BoardGrid, targets: Iterable[Target], occupied: Container[Hex]) -> list[Item]:
    """Draw the hexes that orders may name."""
    return [_legal(board, target, empty=target.place not in occupied) for target in targets]


@cached
def _legal(board: BoardGrid, target: Target, *, empty: bool) -> Group:
    picture = markers.legal(board.radius, board.grid.top, cost=target.cost, empty=empty)
    where = board.grid.label(target.place)
    return replace(on_hex(board, target.place, picture), id=f"legal {where}", role="mark", label=_legal_words(where, target))


def _legal_words(where: str, target: Target) -> str:
    parts = [_("{hex} can be chosen").format(hex=where), target.label, _("cost {cost}").format(cost=target.cost) if target.cost else ""]
    return ", ".join(str(part) for part in parts if part)


def targeted(board: BoardGrid, name: str, hexes: Iterable[Hex]) -> Group:
    """Draw the ship that is aimed at."""
    rings = tuple(on_hex(board, place, markers.selected(board.radius, board.grid.top)) for place in hexes)
    return Group(rings, id="target", role="mark", label=_("{ship} is the target").format(ship=name))


def path(board: BoardGrid, steps: Sequence[Step]) -> list[Item]:
    """Draw the way so far, with its running cost."""
    if not steps:
        return []
    r = board.radius
    items: list[Item] = []
    for before, after in pairwise(steps):
        items += markers.trail(board.centre(before.place), board.centre(after.place), r)
    items += [on_hex(board, step.place, markers.cost(step.cost, r)) for step in steps if step.cost]
    label = _("The path so far: {hexes}, cost {cost}").format(
        hexes=", ".join(board.grid.label(step.place) for step in steps), cost=steps[-1].cost or "0"
    )
    return [Group(tuple(items), id="path", role="path", label=label)]


def plan(board: BoardGrid, steps: Sequence[Step]) -> list[Item]:
    """Draw a way that is not taken yet, with what it costs."""
    if not steps:
        return []
    items: list[Item] = []
    for before, after in pairwise(steps):
        items += markers.trail(board.centre(before.place), board.centre(after.place), board.radius)
    items += [on_hex(board, step.place, markers.cost(step.cost, board.radius)) for step in steps if step.cost]
    items.append(on_hex(board, steps[-1].place, markers.selected(board.radius, board.grid.top)))
    label = _("The way ahead: {hexes}, cost {cost}").format(
        hexes=", ".join(board.grid.label(step.place) for step in steps), cost=steps[-1].cost or "0"
    )
    return [Group(tuple(items), id="plan", role="path", label=label)]


def fatal(board: BoardGrid, places: Iterable[tuple[Hex, str]]) -> list[Item]:
    """Draw the hexes that would end the ship in hand, with the sign of what is refused."""
    picture = markers.refused(board.radius, board.grid.top)
    return [
        replace(
            on_hex(board, place, picture), id=f"fatal {board.grid.label(place)}", role="mark", label=f"{board.grid.label(place)}: {how}"
        )
        for place, how in places
    ]


def refused(board: BoardGrid, place: Hex) -> Group:
    """Draw a hex that was pressed in vain."""
    label = _("Refused: {hex}").format(hex=board.grid.label(place))
    return replace(on_hex(board, place, markers.refused(board.radius, board.grid.top)), id="refused", role="mark", label=label)


def selected(board: BoardGrid, name: str, outline: Draw, kind: str, at: Point, turn: float, size: float = 1.0) -> Group:
    """Draw the halo around the ship in hand, by the outline of her kind and the size at which it is drawn."""
    picture = placed(halo(outline, kind, 1.0 / size), at, board.radius * size, turn)
    return replace(picture, id="selected", role="mark", label=_("{ship} is selected").format(ship=name))


def focused(board: BoardGrid, place: Hex) -> Group:
    """Draw the hex that the keys act on."""
    items = (on_hex(board, place, markers.focused(board.radius, board.grid.top)), _number(board, place))
    return Group(items, id="focus", role="mark", label=_("The keys are at {hex}").format(hex=board.grid.label(place)))


def hovered(board: BoardGrid, display: Display) -> tuple[Item, ...]:
    """Draw the hex under the pointer."""
    if display.hover is None or display.hover not in (board.visible or ()):
        return ()
    items = (on_hex(board, display.hover, markers.hovered(board.radius, board.grid.top)), _number(board, display.hover))
    return (Group(items, id="hovered", role="hover", label=_("The pointer is on {hex}").format(hex=board.grid.label(display.hover))),)


def _number(board: BoardGrid, place: Hex) -> Label:
    """Draw a hex number that must be seen."""
    x, y = board.label_place(place)
    size = sea_chart.number_size(board.radius) + 1.5
    return Label(round(x, 1), round(y, 1), board.grid.label(place), size, weight=600, halo=SHEET, halo_w=4.0)


def ship_there(position: Any, name: str) -> Any:  # noqa: ANN401 - the game's own position and ship
    """Return the ship of that name; None where there is none, or she is gone."""
    ship = position.find(name) if name else None
    return None if ship is None or ship.gone else ship


def target_marks(position: Any, board: BoardGrid, display: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own
    """Draw the ship that is aimed at, and the hexes to press."""
    ship = ship_there(position, display.target)
    target = None if ship is None else targeted(board, ship.name, ship.hexes)
    return choosable(board, display, position.occupied, target)


def lit_hexes(display: Display) -> frozenset[Hex]:
    """Return the hexes to press, whose marks lie above all words."""
    return frozenset(target.place for target in display.legal)
