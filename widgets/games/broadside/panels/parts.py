"""Parts that several panels of Broadside share: a board with words beside it, a small table, and a log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from widgets.kit.components import Box, Cell, Custom, Table, Text
from widgets.kit.panel import Component, Panel
from widgets.web.badges import joined
from widgets.web.rule_links import cited

_LOG: Final = Markup('<ol class="sky-log{kind}"{more}>{lines}</ol>')
_LINE: Final = Markup("<li><b>{when}</b> <span>{words}</span></li>")
_MARKED: Final = Markup('<b>{}</b><span class="sr"> {}</span>')
_WHOSE: Final = Markup('<p class="blaze-who" role="status">{}</p>')


def board_and_words(board: Sequence[Component], words: Sequence[Component], kind: str = "sky-told") -> Box:
    """Return a board with its buttons, and what there is to say of it beside."""
    return Box("sky-both", [Box("sky-board", board), Box(kind, words)])


def small_table(caption: str, heads: Sequence[str], rows: Sequence[Sequence[Text]], now: int | None = None) -> Table:
    """Return a table beside a board, in which the row that holds now is marked."""
    return Table(heads, rows, caption, "sky-table", row_kinds={} if now is None else {now: "is-now"}, current=now, key=caption.lower())


def marked_cell(text: str | int, words: str) -> Cell:
    """Return a cell that stands out, with the words by which listeners hear that it does."""
    return Cell(_MARKED.format(text, words), "is-here")


def whose(words: str) -> Custom:
    """Return a sentence that says whose ships these are, the board's or the reader's own."""
    return Custom(_WHOSE.format(words))


@dataclass(frozen=True, slots=True)
class Log:
    """What has happened: for each line when, and what in words that may cite rules. The last stands first where it `is_reversed`."""

    lines: Sequence[tuple[str, str]]
    kind: str = ""
    is_reversed: bool = False

    def html(self, panel: Panel) -> Markup:
        """Draw the log."""
        drawn = [
            _LINE.format(when=when, words=cited(panel.game, words, f"{panel.key}-log-{place}"))
            for place, (when, words) in enumerate(self.lines)
        ]
        kind, more = f" {self.kind}" if self.kind else "", Markup(" reversed") if self.is_reversed else ""
        return _LOG.format(kind=kind, more=more, lines=joined(drawn[::-1] if self.is_reversed else drawn))
