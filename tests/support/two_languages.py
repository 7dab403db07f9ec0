"""Pages and commands in English, in the pseudo-language and in English again, in one process.

`python -m tests.support.two_languages` writes as JSON what shows the words of another language, and the caches at fault.
"""

from __future__ import annotations

import io
import json
import re
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

from tests.support.cached_words import caught, watch_caches

PAGES = (
    "home",
    "lab",
    "veneti/01_facing",
    "veneti/sandbox",
    "republic/01_refusing_battle",
    "escadres/06_one_die",
    "broadside/07_gunnery",
    "toulon/sandbox",
)
COMMANDS = (
    "odds veneti.boarding attackers=4 defenders=1",
    "rules veneti",
    "why veneti.boarding attackers=4 defenders=1 --when captured=true",
)
STYLE = re.compile(r"<style.*?</style>", re.DOTALL)  # of every module that other pages have imported by then
LANGUAGES = ("en", "qps", "en")


def page_texts(name: str, lang: str) -> list[str]:
    """What the pieces of a page show as it opens."""
    from rulesdemo.words import speak
    from tests.support.notebooks import run
    from tests.support.pseudo_pages import pieces

    speak(lang)
    return [STYLE.sub("", text) for text in pieces(run(name))]


def command_texts(command: str, lang: str) -> list[str]:
    """What a command prints."""
    from rulesdemo.cli import main

    out, before = io.StringIO(), sys.argv
    sys.argv = ["rulesdemo", *command.split(), "--lang", lang]
    try:
        with redirect_stdout(out), redirect_stderr(out):
            main.main()
    except SystemExit as ended:
        if ended.code:
            raise
    finally:
        sys.argv = before
    return [out.getvalue()]


def english_left(name: str, texts: list[str]) -> list[str]:
    """The English that a page shows in the pseudo-language."""
    from rulesdemo.rules.datafiles import GAMES
    from tests.support.pseudo_pages import PageText, codes_of, names_of

    game = name.partition("/")[0]
    games = (game,) if game in GAMES else GAMES
    names, codes = (frozenset().union(*map(known, games)) for known in (names_of, codes_of))
    return sorted({wrong for text in texts for wrong in PageText(text).english(names, codes)})


def compare() -> dict[str, Any]:
    """Return what went wrong, by page and command."""
    shown: dict[str, list[list[str]]] = {name: [] for name in (*PAGES, *COMMANDS)}
    for lang in LANGUAGES:
        for name, texts in shown.items():
            texts.append(page_texts(name, lang) if name in PAGES else command_texts(name, lang))
    changed = [name for name, (first, _pseudo, again) in shown.items() if first != again]
    bare = [name for name, (first, pseudo, _again) in shown.items() if "⟦" in "".join(first) or "⟦" not in "".join(pseudo)]
    english = {name: wrong for name in PAGES if (wrong := english_left(name, shown[name][1]))}
    return {"changed": changed, "bare": bare, "english": english, "caches": sorted(caught)}


if __name__ == "__main__":
    watch_caches()
    found = compare()
    sys.__stdout__.write(json.dumps(found))  # type: ignore[union-attr]
