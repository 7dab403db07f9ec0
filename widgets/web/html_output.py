"""Gives a page its text and its style. Our own template has the styles already; any other notebook gets each sheet once.

A sheet goes into the first output that wants it, and is not written again while the kernel lives, unless the cell that brought it runs
again. A live piece that finds a sheet missing in the browser asks for it (`live.js`), so nothing depends on the order in which cells run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from functools import cache

from markupsafe import Markup

from rulesdemo.rules.datafiles import folder, read_text
from rulesdemo.serve import styles
from widgets.web.notebook import Run, current_run

_carriers: dict[str, Run] = {}  # the run of a cell in whose output each sheet stands


def is_served() -> bool:
    """Return whether the page's own template is around us."""
    return os.environ.get("RULESDEMO_SERVED") == "1"


@cache
def _sheets(modules: frozenset[str]) -> dict[str, str]:
    root = folder("widgets")
    return {path.relative_to(root).with_suffix("").as_posix(): read_text(path) for path in styles.sheets_of(modules)}


def sheets() -> dict[str, str]:
    """Return the sheets of every module that this notebook has loaded, by name; none where the page around it has them."""
    return {} if is_served() else _sheets(frozenset(name for name in sys.modules if name.startswith("widgets.")))


def pick_sheets(names: Iterable[str]) -> tuple[str, str]:
    """Return the names of those of some sheets that there are, with spaces between, and their text."""
    wanted, known = set(names), sheets()
    found = [name for name in known if name in wanted]
    return " ".join(found), "\n".join(known[name] for name in found)


def style() -> Markup:
    """Return the style that no output of this notebook has yet; outside of a notebook all of it."""
    run = current_run()
    names = [name for name in sheets() if run is None or name not in _carriers or run.repeats(_carriers[name])]
    if run is not None:
        _carriers.update(dict.fromkeys(names, run))
    found, text = pick_sheets(names)
    return Markup('<style data-sheets="{}">{}</style>').format(found, Markup(text)) if found else Markup("")  # noqa: S704 - our own sheets


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
