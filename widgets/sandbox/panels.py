"""Panels under the board of a sandbox: each is a live piece of its own, over the desk of the battle and a little state of its own.

They follow the game: whatever is done on the board, they are written anew, and what the browser keeps of the page holds them too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

from rulesdemo.errors import RulesError
from widgets.kit.bars import PATTERNS
from widgets.play.lesson import Extra
from widgets.sandbox import storage
from widgets.web.difference import SentParts
from widgets.web.live import Live
from widgets.web.phrases import unknown

if TYPE_CHECKING:
    from widgets.sandbox.page import Sandbox

_FRAME: Final = Markup(
    '<div class="book extra bench">{patterns}<div class="trouble" role="alert" data-part="trouble-{key}"></div>'
    '<div data-part="extra-{key}">{text}</div></div>'
)


class Bench:
    """The panels of a page, and what was last sent of each."""

    def __init__(self, page: Sandbox) -> None:
        """Begin without panels."""
        self.page = page
        self.panels: dict[str, Extra] = {}
        self._lives: dict[str, Live] = {}
        self._sent = SentParts()

    def add(self, panel: Extra) -> Live:
        """Show a panel."""
        self.panels[panel.key] = panel
        self._sent.put({f"extra-{panel.key}": self._text(panel)})
        live = self._lives[panel.key] = Live(Bay(self, panel.key))
        return live

    def first(self, key: str) -> Markup:
        """Draw a panel in its frame."""
        return _FRAME.format(patterns=PATTERNS, key=key, text=Markup(self._text(self.panels[key])))  # noqa: S704 - made by the panel

    def first_text(self, key: str) -> str:
        """Return a panel without its frame, as it was last shown."""
        return self._sent.parts[f"extra-{key}"]

    def act(self, name: str, value: str) -> None:
        """Press a button or a control of a panel."""
        key, _colon, what = name.partition(":")
        panel = self.panels.get(key)
        if panel is None:
            raise unknown(name)
        panel.act(what, value, self.page.battle.desk)

    def changed(self) -> dict[str, str]:
        """Return the panels that read otherwise than they did."""
        parts = {f"extra-{key}": self._text(panel) for key, panel in self.panels.items()}
        return self._sent.changes(parts).get("parts", {})

    def follow(self, heard: str = "") -> dict[str, str]:
        """Have all panels follow what was done; those of another piece than the one that heard of it are sent."""
        changed = self.changed()
        for key, live in self._lives.items():
            name = f"extra-{key}"
            if key != heard and name in changed:
                live.send({"n": None, "parts": {name: changed[name]}})
        return changed

    def stored_state(self) -> dict[str, Any]:
        """Return what the browser keeps of the panels."""
        return {key: panel.stored_state() for key, panel in self.panels.items()}

    def _text(self, panel: Extra) -> str:
        return str(panel.html(self.page.battle.desk))


class Bay:
    """One panel as a live piece."""

    def __init__(self, bench: Bench, key: str) -> None:
        """Show one panel of a bench."""
        self._bench = bench
        self._key = key

    def first(self) -> Markup:
        """Draw the panel in its frame."""
        return self._bench.first(self._key)

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do what the reader asks of the panel; the other panels follow."""
        bench, trouble = self._bench, ""
        is_new = False
        for act in acts:
            do, name, value = (str(act.get(field) or "") for field in ("do", "name", "value"))
            is_new = is_new or do == "hello"
            kind, _colon, what = name.partition(":")
            try:
                if do == "extra":
                    bench.act(name, value)
                elif do == "set" and kind == "extra":
                    bench.act(what, value)
            except RulesError as wrong:
                trouble = str(wrong)
        parts = {**bench.follow(self._key), f"trouble-{self._key}": str(escape(trouble))}
        if is_new:  # the main piece may have put back what the browser kept before this one was awake
            return {"parts": {**parts, f"extra-{self._key}": bench.first_text(self._key)}}
        return {"parts": parts, "keep": storage.stored_state(bench.page.battle, bench.stored_state())}
