"""Leaves a trace of a step that broke: in the server's log, or in the log of JupyterLab."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.serve.log import PAGE, log_failure

NAME: Final = re.compile(r"[\w:./-]{1,60}")  # as our own pages name acts and controls


def log_bug(bug: Exception, page: str, acts: list[dict[str, Any]]) -> str:
    """Log a traceback, the page and what it was asked to do, and return the reference; of what a reader wrote only the length."""
    asked = "; ".join(_act_text(act) for act in acts)
    typed = [text for act in acts for name, value in act.items() if name not in ("do", "name") for text in _texts(value)]
    return log_failure(f"a step broke in {page}", bug, page=os.environ.get(PAGE, ""), act=asked, typed=typed)


def _act_text(act: dict[str, Any]) -> str:
    names = " ".join(_name(act[key]) for key in ("do", "name") if act.get(key))
    return f"{names} ({len(str(act.get('value') or ''))} letters)"


def _name(given: object) -> str:
    """Return a name as it is; what a page of the book would not say may be anything."""
    text = str(given)
    return text if NAME.fullmatch(text) else f"({len(text)} letters)"


def _texts(value: object) -> Iterator[str]:
    """Yield every text inside plain data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)
