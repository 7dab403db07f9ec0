"""A list whose items are drawings or parts instead of sentences: purses, boxes, the signs of a key, the turns of a track."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from markupsafe import Markup

from widgets.kit.components import draw
from widgets.kit.panel import Component, Panel
from widgets.web.badges import joined

_LIST: Final = Markup("<{tag}{more}>{items}</{tag}>")
_ITEM: Final = Markup("<li{more}>{inside}</li>")


class Tile(NamedTuple):
    """An item that is more than its drawing: made of parts, marked by a class, or the step that holds now."""

    inside: Markup | Sequence[Component]
    kind: str = ""
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class Tiles:
    """The list, in an order or in none. A list whose style hides its bullets needs the role: some readers announce it only then."""

    items: Sequence[Tile | Markup]
    kind: str = ""
    is_ordered: bool = False
    label: str = ""
    has_role: bool = True
    is_hidden: bool = False  # from listeners, who hear it elsewhere

    def html(self, panel: Panel) -> Markup:
        """Draw the list."""
        more = _attributes(**{"class": self.kind}, role="list" if self.has_role else "", aria_label=self.label)
        more += _attributes(aria_hidden="true" if self.is_hidden else "")
        items = joined(_item(panel, each if isinstance(each, Tile) else Tile(each)) for each in self.items)
        return _LIST.format(tag="ol" if self.is_ordered else "ul", more=more, items=items)


def _item(panel: Panel, tile: Tile) -> Markup:
    inside = tile.inside if isinstance(tile.inside, Markup) else draw(panel, tile.inside)
    return _ITEM.format(more=_attributes(**{"class": tile.kind}, aria_current="step" if tile.is_now else ""), inside=inside)


def _attributes(**values: str) -> Markup:
    return joined(Markup(' {}="{}"').format(name.replace("_", "-"), value) for name, value in values.items() if value)
