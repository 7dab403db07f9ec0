"""What the lint of French finds on pages as they open: `python -m tests.support.french_pages` writes it as JSON."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator

from rulesdemo.odds.dist import Dist
from rulesdemo.words import FRENCH, speak
from tests.support.french import fields, lint
from tests.support.notebooks import run
from tests.support.pseudo_pages import PageText, notebooks, pieces

LETTERS = re.compile(r"[^\W\d_]{2}")
TEMPLATE = re.compile(r"\{\w+[^{}]*\}")
# Pieces of one sentence stand in several texts, so what is at their ends says nothing; and labels of data name nothing but numbers.
ENDS = ("L11", "L2", "L3", "L4", "L5", "L6")
# English that is no slip: titles of games and books, and the language itself.
NAMES = re.compile(
    r"Rise of the Roman Republic|War Galley|Great Battles of History|Caesar\s?: Conquest of Gaul|English"
    r"|The Influence of Sea Power upon History|rulesdemo|JupyterLab|Voila|no man’s land"
    r"|Chart crew’s quality|Game Turn|Loss Differential|Evacuation Trigger|Tenuous Hold|Significant Defeat"  # as the source prints them
    r"|E-[A-Z]+-\d+|^To\b(?: \d)?|\bAn \d|, To \d"  # rules of escadres, and Toulon's short names of nations
)


def texts_of(page: PageText) -> Iterator[str]:
    """Yield every text of a page and every text that is spoken."""
    yield from (text.strip(" \n") for text in (*page.texts, *page.attributes) if LETTERS.search(text))


def faults_on(notebook: str) -> list[str]:
    """Return what the lint finds on a page."""
    values = run(notebook)
    found: dict[str, None] = {}
    for html in pieces([value for value in values if not isinstance(value, Dist)]):
        for text in texts_of(PageText(html.replace('lang="en"', 'lang="fr" data-en'))):
            bare = NAMES.sub("X", text)
            if fields(bare) and TEMPLATE.search(bare):
                bare = TEMPLATE.sub("X", bare)
            for fault in lint(re.sub(r"[ \n]+", " ", bare)):
                if not fault.startswith(ENDS) or len(bare) > 40:
                    found[f"{fault} in {str(text)[:140]!r}"] = None
    return list(found)


if __name__ == "__main__":
    speak(FRENCH)
    wanted = sys.argv[1:] or notebooks()
    json.dump({notebook: faults_on(notebook) for notebook in wanted}, sys.stdout, ensure_ascii=False, indent=1)
