"""A sign that is drawn for the eye and said in words to a listener."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

_SIGN: Final = Markup('<{tag}{kind} aria-hidden="true">{shown}</{tag}><span class="sr">{words}</span>')


def sign(shown: str | int | Markup, words: str, kind: str = "", tag: str = "span") -> Markup:
    """Draw a sign with its words behind it."""
    style = Markup(' class="{}"').format(kind) if kind else Markup("")
    return _SIGN.format(tag=tag, kind=style, shown=shown, words=words)
