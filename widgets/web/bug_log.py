"""Leaves a trace of a step that broke: in the server's log, or in the log of JupyterLab."""

from __future__ import annotations

import logging
import os
import traceback
from typing import Any

from widgets.web.html_output import is_served
from widgets.web.jupyter_private import server_stderr


def log_bug(bug: Exception, page: str, acts: list[dict[str, Any]]) -> None:
    """Log a traceback, the page and what it was asked to do; of what a reader wrote only the length."""
    asked = "; ".join(f"{act.get('do')} {act.get('name') or ''}".strip() + f" ({len(str(act.get('value') or ''))} letters)" for act in acts)
    text = f"rulesdemo: a step broke on a page {page}, asked: {asked[:500]}\n{''.join(traceback.format_exception(bug))}"
    if not is_served():
        logging.getLogger("rulesdemo").error(text)
        return
    os.write(server_stderr(), text.encode())
