"""Text for a page: as it is where our own template has the styles, with the styles beside it in any other notebook."""

from __future__ import annotations

import os
from functools import cache

from markupsafe import Markup

from rulesdemo.rules.datafiles import folder, read_text


def is_served() -> bool:
    """Whether the page's own template is around us."""
    return os.environ.get("RULESDEMO_SERVED") == "1"


@cache
def _style() -> Markup:
    names = ("widgets.css", "parts.css", "chapter.css", "sandbox.css", "home.css")
    rules = "".join(read_text(path) for name in names if (path := folder("book") / "template" / "static" / name).is_file())
    return Markup("<style>{}</style>").format(Markup(rules))  # noqa: S704 - a file of ours


def style() -> Markup:
    """The styles that text of ours needs here."""
    return Markup("") if is_served() else _style()


class Html:
    """Text that a notebook shows as HTML."""

    def __init__(self, text: Markup) -> None:
        """Keep the text."""
        self.text = text

    def _repr_html_(self) -> str:
        return style() + self.text

    def __repr__(self) -> str:
        """A short name; the text itself is for pages."""
        return f"<page text, {len(self.text)} letters>"
