"""Gives a page its text: as it is where our own template has the styles, with the styles beside it in any other notebook."""

from __future__ import annotations

import os
import sys
from functools import cache

from markupsafe import Markup

from rulesdemo.serve import styles


def is_served() -> bool:
    """Return whether the page's own template is around us."""
    return os.environ.get("RULESDEMO_SERVED") == "1"


@cache
def _style(modules: frozenset[str]) -> Markup:
    return Markup("<style>{}</style>").format(Markup(styles.join_sheets(modules)))  # noqa: S704 - our own sheets


def style() -> Markup:
    """Return the style of every module that this notebook has loaded, where the page around it does not have it."""
    return Markup("") if is_served() else _style(frozenset(name for name in sys.modules if name.startswith("widgets.")))


class Html:
    """Text that a notebook shows as HTML."""

    def __init__(self, text: Markup) -> None:
        """Keep the text."""
        self.text = text

    def _repr_html_(self) -> str:
        return style() + self.text

    def __repr__(self) -> str:
        """Return a short name; the text itself is for pages."""
        return f"<page text, {len(self.text)} letters>"
