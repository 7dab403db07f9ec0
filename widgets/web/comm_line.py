"""The line over a kernel's comm: the piece of a page is an anywidget. The only importer of anywidget.

`worker_line.py` is the other line.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import anywidget
import traitlets as t
from IPython.display import display
from markupsafe import Markup

from rulesdemo.rules.datafiles import folder, read_text
from widgets.web.html_output import is_served, style
from widgets.web.notebook import current_run, has_reader

PAUSE = 0.001  # seconds
Hear = Callable[[object, object, object], None]
"""Takes the piece, what the page says, and buffers."""


class CommLine(anywidget.AnyWidget):
    """What carries the messages of one live piece between a kernel and a page, and shows the piece in a notebook."""

    # Its text, not its path: a file is watched for changes, and the watcher would keep every part that was ever shown.
    _esm = read_text(folder("book") / "template" / "static" / "live.js")
    first = t.Unicode().tag(sync=True)
    sheets = t.Unicode().tag(sync=True)  # the names of the sheets that style it, where the page around it does not

    def __init__(self, first: str, sheets: str, hear: Hear) -> None:
        """Show a first text, and hand on what the page says."""
        super().__init__(first=first, sheets=sheets)
        self.on_msg(hear)

    def let_go_out(self) -> None:
        """Let what was sent leave the kernel: a thread of its own does the sending, and would wait for whatever is done next."""
        time.sleep(PAUSE)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:  # noqa: ANN401 - Jupyter's own
        bundle = super()._repr_mimebundle_(**kwargs)
        data, metadata = bundle if bundle is not None else ({}, {})
        look = style()
        if is_served() or has_reader():
            if look and current_run() is not None:
                # In an output of its own: this one's HTML is not what a notebook with a kernel shows.
                display({"text/html": look, "text/plain": "the style of the pages"}, raw=True)  # type: ignore[no-untyped-call]
                look = Markup("")
        else:
            data.pop("application/vnd.jupyter.widget-view+json", None)  # which would be shown in place of the text, and be empty
        return {**data, "text/html": look + self.first, "text/plain": "a live page"}, metadata
