"""A few values side by side, of which one holds, where the panel's own act hears of them; a `Choice` has a field of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from markupsafe import Markup

from widgets.kit.panel import Panel
from widgets.kit.radio_row import radio_row


@dataclass(frozen=True, slots=True)
class Radios:
    """The values of `what` with their words; the panel's `act` hears which one the reader takes."""

    what: str
    label: str
    options: Mapping[int, str] | Mapping[str, str]
    chosen: int | str

    def html(self, panel: Panel) -> Markup:
        """Draw the row."""
        return radio_row(panel.key, self.what, self.label, self.options, self.chosen)
