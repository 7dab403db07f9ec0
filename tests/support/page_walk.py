"""The text of every page as it opens and after seeded presses: `python -m tests.support.page_walk DIR [GAME]`, before and after a change.

`diff -r` of the two folders then shows whether a change that should move nothing moved anything.
"""

from __future__ import annotations

import random
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from tests.support.markup import Marked
from tests.support.notebooks import run
from tests.support.pseudo_pages import notebooks
from widgets.web.live import Live

STEPS = 60


def texts_now(lives: list[Live]) -> list[str]:
    """The text of every piece as it is now; `first` of a live piece stays as it opened."""
    return [str(live._page.first()) for live in lives]


def offers(pieces: list[str]) -> list[dict[str, Any]]:
    """What pieces of a page offer: every button, and every value of every control."""
    found = []
    for piece in pieces:
        for tag, attrs in Marked(piece).tags:
            if "data-do" in attrs and "disabled" not in attrs:
                found.append({"do": attrs["data-do"], "name": attrs.get("data-name", ""), "value": attrs.get("data-by", "")})
            elif tag == "input" and "data-set" in attrs:
                values = [attrs[end] for end in ("min", "max") if end in attrs] or [attrs.get("value", "")]
                found += [{"do": "set", "name": attrs["data-set"], "value": value} for value in values]
    return found


def texts(name: str) -> Iterator[str]:
    """The text of a page's pieces as it opens, then each press with the text that it changed."""
    lives = list({id(value): value for value in run(name) if isinstance(value, Live)}.values())
    before = texts_now(lives)
    yield from before
    dice = random.Random(21)
    for _step in range(STEPS):
        if not (choices := offers(before)):
            return
        act = dice.choice(choices)
        lives[0]._hear(None, {"n": 1, "acts": [act]}, [])
        after = texts_now(lives)
        yield f"\n=== {act}"
        yield from (text for old, text in zip(before, after, strict=True) if text != old)
        before = after


def main(folder: str, game: str = "") -> None:
    Live.send = lambda *_args, **_more: None  # type: ignore[method-assign] # no browser listens
    for name in notebooks():
        if name.startswith(game):
            path = Path(folder, f"{name}.html")
            path.parent.mkdir(parents=True, exist_ok=True)
            with mock.patch.object(secrets, "randbelow", random.Random(21).randrange):  # seeds of throws, the same in every walk
                walk = "\n".join(texts(name))
            path.write_text(walk.replace("><", ">\n<"), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
