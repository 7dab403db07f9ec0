"""Golden French of each game: every sentence of its engine with sample fields, the log of a whole game, and the words of a chapter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

from rulesdemo.play.log import playthrough
from rulesdemo.play.saves import playable
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.templates import Template
from rulesdemo.words import ENGLISH, FRENCH, speak, speak_of
from tests.support.catalogues import forms, stored, words
from tests.support.notebooks import run
from tests.support.playthroughs import replayed
from tests.support.pseudo_pages import PageText, pieces

FOLDER = Path(__file__).parents[1] / "french"
CHAPTERS = {
    "veneti": "09_boarding",
    "broadside": "07_gunnery",
    "escadres": "09_fire_aboard",
    "republic": "05_the_battle_table",
    "toulon": "08_battle_bookkeeping",
}
# One begins with a vowel, one is feminine, one a plural with its article.
NAMES = ("Aquila", "La Seyne", "les Romains")
NUMBERS = re.compile(r"^(?:n|number|count|cost|pm|op|vp|sp|turn|turns|least|most|left|faces?|points?|total|row|drm)$")


def sample(template: str, number: int) -> str:
    """Return a template with sample fields: names by turns, and numbers where the field's name or its form says so."""
    names = [field for _text, field, _form, _conversion in Formatter().parse(template) if field]
    forms_of = {field: form for _text, field, form, _conversion in Formatter().parse(template) if field}
    bare = dict.fromkeys(re.sub(r"^(?:cap_)?(?:(?:de|a|que)_)?", "", name) for name in names)
    fields: dict[str, Any] = {
        name: number if NUMBERS.match(name) or forms_of.get(name) else NAMES[at % len(NAMES)] for at, name in enumerate(bare)
    }
    return Template(template).format(**fields)


def sentences(game: str) -> str:
    """Return every template of a game's engine with its French, filled in for one thing and for several."""
    lines = []
    for area, message in stored(FRENCH):
        files = [path for path, _line in message.locations]
        if area == f"{game}_play" and any(path.startswith(f"rulesdemo/games/{game}/play") for path in files) and "{" in forms(message)[0]:
            lines.append(forms(message)[0])
            lines += [f"    {sample(text, number)}" for number, text in enumerate(words(message), 1)]
    return "\n".join(lines) + "\n"


def log(game: str) -> str:
    """Return the shortest whole game that is told, in French."""
    paths = (Path(__file__).parents[1] / "playthroughs" / game).glob("*.txt")
    path = min(paths, key=lambda each: (each.stat().st_size, each.name))
    return playthrough(replayed(playable(game), path.read_text(encoding="utf-8")))


def chapter(game: str) -> str:
    """Return the words of a chapter's live pieces as the page opens."""
    found: dict[str, None] = {}
    for html in pieces(run(f"{game}/{CHAPTERS[game]}")):
        page = PageText(html.replace('lang="fr"', ""))
        found |= dict.fromkeys(" ".join(text.split(" ")).strip() for text in (*page.texts, *page.attributes))
    return "\n".join(text.replace("\n", " ") for text in found if text) + "\n"


def files(game: str) -> Iterator[tuple[Path, str]]:
    """Yield the golden files of a game."""
    speak(FRENCH)
    speak_of(game)
    try:
        for kind in (sentences, log, chapter):
            yield FOLDER / f"{game}_{kind.__name__}.txt", kind(game)
    finally:
        speak_of("")
        speak(ENGLISH)


def every() -> Iterator[tuple[Path, str]]:
    """Yield the golden files of every game."""
    for game in GAMES:
        yield from files(game)
