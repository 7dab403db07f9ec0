"""A ship's sheet on the board: rows of boxes on a plate beside her, those that are left white and those that are lost dark."""

from __future__ import annotations

from typing import Final, NamedTuple

from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.words import _
from widgets.board.hex_notes import note_size
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, SHEET, WHITE
from widgets.scene.shapes import Group, Item, Label, Path, Style, rect, text_width

BOX: Final = 0.26  # of the hex radius
LINE: Final = 0.42
AWAY: Final = 1.5  # from the middle of the ship to the near edge of the plate
PAD: Final = 0.16


class Row(NamedTuple):
    """Boxes of one kind: what they are called, how many are left, and how many there were."""

    name: str
    left: int
    of: int


def crew_row(ship: Ship) -> Row:
    """Return the crew of a ship."""
    return Row(_("Crew"), ship.crew, ship.crew_initial)


def plate(position: Position, board: BoardGrid, ship: Ship, rows: tuple[Row, ...], more: str = "") -> Group:
    """Draw the boxes above the ship, or below her in the upper half of the table; `more` is a last line."""
    unit = board.radius
    size = note_size(unit)
    names = max(text_width(row.name, size) for row in rows) + 0.25 * unit
    wide = max(names + max(row.of for row in rows) * BOX * unit, text_width(more, size)) + 2 * PAD * unit
    high = (len(rows) + bool(more)) * LINE * unit + 2 * PAD * unit
    x, y = board.middle(ship.hexes)
    heights = [board.centre(place)[1] for place in position.scenario.table.hexes]
    is_above = y > (min(heights) + max(heights)) / 2
    top = y - AWAY * unit - high if is_above else y + AWAY * unit
    left = x - wide / 2
    items: list[Item] = [Path(rect(*_to_tenths(left, top, wide, high), 6.0), Style(SHEET, INK, 1.2))]
    for place, row in enumerate(rows):
        middle = top + (PAD + LINE * (place + 0.5)) * unit
        items.append(Label(round(left + PAD * unit, 1), round(middle, 1), row.name, size, weight=600, ink=INK, align="left"))
        for box in range(row.of):
            at = left + PAD * unit + names + box * BOX * unit
            style = Style(WHITE if box < row.left else INK, INK, 1.2)
            items.append(Path(rect(*_to_tenths(at, middle - 0.11 * unit, 0.22 * unit, 0.22 * unit), 1.5), style))
    if more:
        middle = top + (PAD + LINE * (len(rows) + 0.5)) * unit
        items.append(Label(round(left + PAD * unit, 1), round(middle, 1), more, size, ink=INK, align="left"))
    said = ", ".join(f"{row.name} {row.left}/{row.of}" for row in rows)
    label = _("{name}: {words}").format(name=ship.name, words=said) + (f", {more}" if more else "")
    return Group(tuple(items), id=f"sheet {ship.id}", role="note", label=label)


def _to_tenths(*numbers: float) -> tuple[float, float, float, float]:
    x, y, w, h = (round(number, 1) for number in numbers)
    return x, y, w, h
