"""The line inside a browser's worker: no server and no widget library, the script beside us carries the messages (`line_worker.js`).

`comm_line.py` is the other line. `widgets/web/worker_page.py` gives each piece the name under which the page knows it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_say: list[Callable[[str, str], None]] = []  # how the script beside us is told something, once it has said how


def listen(say: Callable[[str, str], None]) -> None:
    """Take the function that carries a message to the page: the name of the piece, and the message as JSON."""
    _say[:] = [say]


class WorkerLine:
    """What carries the messages of one live piece between Python in a worker and the page."""

    is_mirror = True  # of the browser: a rollback leaves it alone
    name = ""  # of the piece on the page, once it is shown there

    def __init__(self, first: str, sheets: str, hear: Callable[[object, object, object], None]) -> None:
        """Hold a first text, and hand on what the page says. Our pages have their sheets already."""
        self.first, self.sheets = first, sheets
        self._listener = hear

    def hear(self, text: str) -> None:
        """Hand on a message of the page, which is JSON."""
        self._listener(self, json.loads(text), [])

    def send(self, content: dict[str, Any]) -> None:
        """Send a message to the page; what is said of a piece that no page shows is heard by nobody."""
        text = json.dumps(content, allow_nan=False)
        if self.name:
            for say in _say:
                say(self.name, text)

    def close(self) -> None:
        """Say nothing more."""
        self.name = ""

    def let_go_out(self) -> None:
        """Do nothing: what is sent is out at once."""
