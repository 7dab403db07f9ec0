"""Cells of a table that show a sign, and say it in words to a listener."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from widgets.kit.components import Cell

_SIGN: Final = Markup('<span aria-hidden="true">{sign}</span><span class="sr">{words}</span>')


def sign_cell(sign: str, words: str, kind: str) -> Cell:
    """Return a cell with a sign."""
    return Cell(_SIGN.format(sign=sign, words=words), kind)
