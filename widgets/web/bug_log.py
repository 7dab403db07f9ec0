"""Leaves a trace of a step that broke: in the server's log, or in the log of JupyterLab."""

from __future__ import annotations

import logging
import os
import sys
import traceback
from typing import Any

from widgets.web.html_output import is_served


def log_bug(bug: Exception, page: str, acts: list[dict[str, Any]]) -> None:
    """Log a traceback, the page and what it was asked to do; of what a reader wrote only the length."""
    asked = "; ".join(f"{act.get('do')} {act.get('name') or ''}".strip() + f" ({len(str(act.get('value') or ''))} letters)" for act in acts)
    text = f"rulesdemo: a step broke on a page {page}, asked: {asked[:500]}\n{''.join(traceback.format_exception(bug))}"
    if not is_served():
        logging.getLogger("rulesdemo").error(text)
        return
    # ipykernel sends standard error to the browser; the server's own is the copy that it has put aside.
    os.write(getattr(sys.stderr, "_original_stdstream_copy", None) or 2, text.encode())
