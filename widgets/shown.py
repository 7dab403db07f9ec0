"""Text for a page: as it is where our own template has the styles, with the styles beside it in any other notebook."""

from __future__ import annotations

import os
from functools import lru_cache

from rulesdemo.datafiles import folder, read_text


def is_served() -> bool:
    """Whether the page's own template is around us."""
    return os.environ.get("RULESDEMO_SERVED") == "1"


@lru_cache(maxsize=1)
def _style() -> str:
    return f"<style>{read_text(folder('book') / 'template' / 'static' / 'widgets.css')}</style>"


def style() -> str:
    """The styles that text of ours needs here."""
    return "" if is_served() else _style()


class Html:
    """Text that a notebook shows as HTML."""

    def __init__(self, text: str) -> None:
        """Keep the text."""
        self.text = text

    def _repr_html_(self) -> str:
        return style() + self.text

    def __repr__(self) -> str:
        """A short name; the text itself is for pages."""
        return f"<page text, {len(self.text)} letters>"
