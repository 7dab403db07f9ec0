"""What the cells of a page show, for the edition without a server: the text that stands on a page before any Python runs."""

from __future__ import annotations

from typing import Any

import comm
from IPython.core.formatters import DisplayFormatter

from widgets.web import page_cells
from widgets.web.jupyter_private import open_widgets
from widgets.web.live import Live
from widgets.web.preload import Nobody

LIVE = "application/vnd.jupyter.widget-view+json"


def outputs(page: str) -> dict[str, dict[str, Any]]:
    """Return what each cell of a page shows, by the cell and by kind; a live piece is known by its cell, as in `worker_page.py`."""
    widgets = open_widgets()
    before, create = set(widgets), comm.create_comm
    comm.create_comm = Nobody
    try:
        return {cell: _output(cell, value) for cell, value in page_cells.run(page) if value is not None}
    finally:
        for key in set(widgets) - before:
            widgets[key].close()
        comm.create_comm = create


def _output(cell: str, value: object) -> dict[str, Any]:
    if isinstance(value, Live):
        return {LIVE: {"model_id": cell}, "text/html": value.first}
    data, _metadata = DisplayFormatter().format(value)  # type: ignore[no-untyped-call]
    return dict(data)
