"""Chooses the line between Python and the page. Nothing else asks where it runs."""

from __future__ import annotations

import sys

IS_WORKER = sys.platform == "emscripten"  # Python in a browser

if IS_WORKER:
    from widgets.web.worker_line import WorkerLine as Line
else:
    from widgets.web.comm_line import CommLine as Line

__all__ = ["IS_WORKER", "Line"]
