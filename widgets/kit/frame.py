"""A frame with a legend around parts of a panel: one of two sides, one group of controls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from widgets.kit.components import draw
from widgets.kit.panel import Component, Panel

_FRAME: Final = Markup('<fieldset class="{kind}"><legend>{legend}</legend>{inside}</fieldset>')


@dataclass(frozen=True, slots=True)
class Frame:
    """Parts in a frame, with words on it that name them."""

    kind: str
    legend: str
    parts: Sequence[Component]

    def html(self, panel: Panel) -> Markup:
        """Draw the frame and its parts."""
        return _FRAME.format(kind=self.kind, legend=self.legend, inside=draw(panel, self.parts))
