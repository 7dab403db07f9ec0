"""Live: carries a page's acts to plain state and the changed parts of its text back, over whichever line there is (`line.py`).

A page object has `first()`, the whole text, and `hear(acts)`, which returns the reply. One with much to write puts a function under
"rest" into it, which is asked, after the reply has gone out, for what may come a moment later. The text is also the widget's HTML form, so
that a server can send it with the page, and a notebook that is only read shows it too. `live.js` does the other half.
"""

from __future__ import annotations

import os
import traceback
from collections.abc import Callable
from typing import Any, Protocol

from markupsafe import Markup, escape

from rulesdemo.words import _
from widgets.web.bug_log import log_bug
from widgets.web.html_output import pick_sheets, sheets
from widgets.web.line import Line
from widgets.web.rollback import snapshot

MOST_ACTS = 50


class Page(Protocol):
    """What is shown and asked."""

    def first(self) -> Markup:
        """Draw the whole text."""

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the page asks; the reply has the parts that changed."""


class Live(Line):
    """One live part of a page."""

    def __init__(self, page: Page) -> None:
        """Show a page object."""
        self._page = page
        self._last_message: tuple[str, int] | None = None  # the sender of the last message, and its number
        self._answers: list[dict[str, Any]] = []  # the answers to it
        super().__init__(page.first(), " ".join(sheets()), self._hear)

    def _hear(self, _widget: object, content: object, _buffers: object) -> None:
        """Answer one message, if it is a list of acts. A repeated message gets its answer again, and is not done twice."""
        if not isinstance(content, dict) or not isinstance(content.get("acts"), list) or not isinstance(content.get("n"), int):
            return
        if isinstance(content.get("sheets"), str):
            names, text = pick_sheets(content["sheets"].split())
            self.send({"sheets": names, "style": text})
        n, view = content["n"], content.get("from")
        message = (view, n) if isinstance(view, str) else None
        if message is not None and message == self._last_message:
            for reply in self._answers:
                self.send(reply)
            return
        self._last_message, self._answers = message, []
        acts = [act for act in content["acts"][:MOST_ACTS] if isinstance(act, dict)]
        try:
            put_back = snapshot(self._page)
        except Exception as bug:  # noqa: BLE001 - what cannot be put back is not begun
            self._say({"n": n, **self._failure(bug, acts)}, int, acts)
            return
        reply = self._attempt(lambda: self._page.hear(acts), put_back, acts)
        rest = reply.pop("rest", None)
        is_out = self._say({"n": n, **reply, **({"rest": True} if rest is not None else {})}, put_back, acts)
        if rest is not None and is_out:
            self.let_go_out()
            self._say({"n": None, **self._attempt(rest, put_back, acts), "rest": False, "of": n}, put_back, acts)

    def _say(self, reply: dict[str, Any], put_back: Callable[[], object], acts: list[dict[str, Any]]) -> bool:
        """Send an answer, and remember it: the line may break before it arrives. One that cannot be sent is a step that broke."""
        try:
            self.send(reply)
        except Exception as bug:  # noqa: BLE001 - without an answer the page would wait for ever
            put_back()
            failure = {**self._failure(bug, acts), "n": reply["n"], "of": reply.get("of"), "rest": False}
            self._answers.append(failure)
            self.send(failure)
            return False
        self._answers.append(reply)
        return True

    def greet(self) -> None:
        """Do all that a page asks for when it opens."""
        self._hear(self, {"n": 0, "acts": [{"do": "hello", "value": "", "page": {}}]}, [])

    def _attempt(self, reply: Callable[[], dict[str, Any]], put_back: Callable[[], None], acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the page's reply. A step that breaks is undone, logged, and told: a bug must not show as a dead page."""
        try:
            return reply()
        except Exception as bug:  # noqa: BLE001 - whatever it is
            put_back()
            failure = self._failure(bug, acts)
            again = self._again()
            if any(act.get("do") == "hello" and act.get("value") for act in acts):
                again["aside"] = _("This page could not be put back as it was.")  # and the original stays in the browser
            return {**again, **failure, "parts": {**again.get("parts", {}), **failure["parts"]}}

    def _failure(self, bug: Exception, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Log a step that broke, and return the sentence about it with the same reference."""
        reference = log_bug(bug, type(self._page).__name__, acts)
        text = _("Something broke here. This step failed, so nothing was changed. (ref {reference})").format(reference=reference)
        if os.environ.get("RULESDEMO_DEBUG"):
            text = f"{text}\n{''.join(traceback.format_exception(bug))}"
        return {"parts": {"trouble": str(escape(text))}, "broke": True}

    def _again(self) -> dict[str, Any]:
        """Return what brings the browser back to the state before the step; nothing where drawing is what breaks."""
        try:
            first = self._page.hear([])
            rest = first.pop("rest", dict)()
        except Exception:  # noqa: BLE001 - it is in the log already
            return {}
        return {**first, **rest, "parts": {**first.get("parts", {}), **rest.get("parts", {})}}
