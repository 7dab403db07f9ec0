"""Places: what an address stands for. An address is only ever compared with names that we know; no file is looked up by it."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from rulesdemo.rules.datafiles import GAMES, game_file, read_text
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.toc import LANGUAGES, Chapter, Contents, contents, notebook_file
from rulesdemo.words import N_, _, brief, languages

ENGLISH: Final = {"en": N_("English"), "fr": N_("French")}
SANDBOX: Final = "sandbox"
PAGES: Final = ("start", "lab", "glossary", "drills")  # beside the home page
RULES: Final = "rules"
LONGEST: Final = 200  # letters of an address that are worth comparing


@dataclass(frozen=True, slots=True)
class Place:
    """A page: the notebook that makes it (not every game has a sandbox yet), and what its header says."""

    kind: str  # home, chapter, start, lab, glossary, drills, sandbox, rules
    lang: str
    address: str
    title: str
    notebook: Path | None = None
    game: str = ""
    chapter: Chapter | None = None

    @property
    def key(self) -> str:
        """Return the key under which a browser stores what was done here, in every language."""
        return self.chapter.key if self.chapter else f"{self.game}/{self.kind}" if self.game else self.kind

    @property
    def game_title(self) -> str:
        """Return the game's name as readers know it."""
        return game_title(self.game, self.lang) if self.game else ""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An address that stands for another."""

    address: str


@dataclass(frozen=True, slots=True)
class Nowhere:
    """No page: why, and the nearest one."""

    reason: str
    nearest: Place | None = None


def game_title(game: str, lang: str) -> str:
    """Return a game's title in a language."""
    title: str = game_file(game, "game")["title"][lang]
    return title


@cache
def places(default: str) -> dict[str, Place]:
    """Return every page by its address; the home page of the default language is at the root."""
    found = {place.address: place for place in _every(contents())}
    return {"/": found[f"/{default}"], **found} if f"/{default}" in found else found


def _every(book: Contents) -> Iterator[Place]:
    home = notebook_file("home")
    for lang in LANGUAGES:
        if lang not in languages() or not home.is_file():
            continue
        yield Place("home", lang, f"/{lang}", _title(home), home)
        for name in PAGES:
            notebook = notebook_file(name)
            if notebook.is_file():
                yield Place(name, lang, f"/{lang}/{name}", _title(notebook), notebook)
        for game in GAMES:
            title = game_title(game, lang)
            notebook = notebook_file(game, SANDBOX)
            there = notebook if notebook.is_file() else None
            yield Place("sandbox", lang, f"/{lang}/{game}/{SANDBOX}", N_("{game}: sandbox").format(game=title), there, game)
            rules = notebook_file(game, RULES)
            if rules.is_file():
                yield Place("rules", lang, f"/{lang}/{game}/{RULES}", _title(rules), rules, game)
        for chapter in book.chapters:
            if chapter.is_there and chapter.notebook.is_file():
                title = N_("{game} {number}: {title}").format(
                    game=game_title(chapter.game, lang), number=chapter.number, title=chapter.title(lang)
                )
                yield Place("chapter", lang, chapter.address(lang), title, chapter.notebook, chapter.game, chapter)


def _title(notebook: Path) -> str:
    return N_(json.loads(read_text(notebook))["metadata"]["title"])


def find(path: str, default: str) -> Place | Elsewhere | Nowhere:
    """Return what an address stands for."""
    known = places(default)
    if path in known:
        return known[path]
    names = [name for name in path[:LONGEST].split("/") if name]
    plain = "/" + "/".join(names)
    if plain in known:
        return Elsewhere(plain)
    match [name.lower() for name in names]:
        case [lang, game] if f"/{lang}" in known and game in GAMES:
            return Elsewhere(f"/{lang}#{game}" if lang != default else f"/#{game}")
        case [lang, game, word] if game in GAMES and (chapter := _by_number_or_word(lang, game, word, default)):
            return Elsewhere(chapter.address)
        case [lang, *rest] if lang in LANGUAGES and f"/{lang}" not in known:
            there = known.get("/".join(["", default, *rest]), known.get("/"))
            return Nowhere(_("There are no pages in {language} yet.").format(language=ENGLISH[lang]), there)
        case _:
            return Nowhere(_why(names, known), _nearest(plain, known))


def _by_number_or_word(lang: str, game: str, word: str, default: str) -> Place | None:
    """Return a chapter by its number, or by its name without the number."""
    for place in places(default).values():
        if place.chapter and (place.lang, place.game) == (lang, game):
            number, _dash, name = place.chapter.slug.partition("_")
            if word in (str(place.chapter.number), number, name):
                return place
    return None


def _why(names: list[str], known: dict[str, Place]) -> str:
    """Return why an address is not known; of the reader's words only the wrong name is repeated."""
    languages = {place.lang for place in known.values()}
    match names:
        case [lang, game, *_rest] if lang in languages and game not in (*GAMES, *PAGES):
            return _("There is no game or page called “{name}”.").format(name=brief(game))
        case [lang, game, name] if lang in languages and game in GAMES:
            return _("There is no chapter called “{name}” yet.").format(name=brief(name))
        case [lang, game, *_rest] if game in GAMES:
            return _("There is no language called “{name}”.").format(name=brief(lang))
    return _("The address may be mistyped.")


def _nearest(path: str, known: dict[str, Place]) -> Place | None:
    """Return the page whose address looks most like it, if one does."""
    near = difflib.get_close_matches(path.lower(), list(known), 1, 0.6)
    if near:
        return known[near[0]]
    last = path.rpartition("/")[2].lower()
    names = {address.rpartition("/")[2].lstrip("0123456789_"): address for address, place in known.items() if place.chapter}
    near = difflib.get_close_matches(last.lstrip("0123456789_"), list(names), 1, 0.6)
    return known[names[near[0]]] if near else None


# -- for the header ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tongue:
    """One language of the switch."""

    code: str
    name: str
    address: str
    is_here: bool


def tongues(place: Place, default: str) -> list[Tongue]:
    """Return the languages in which this same place is there; nothing where there is no other to go to."""
    known = places(default)
    rest = place.address.split("/")[2:]
    found = [Tongue(code, name, "/".join(["", code, *rest]), code == place.lang) for code, name in LANGUAGES.items()]
    there = [each for each in found if each.is_here or each.address in known]
    return there if len(there) > 1 else []


@dataclass(frozen=True, slots=True)
class Chip:
    """A rule number, with the rule in our words where we have it."""

    number: str
    title: str = ""
    text: str = ""
    is_ruling: bool = False


def rule_chip(game: str, number: str, lang: str = "en") -> Chip | None:
    """Return a rule or a ruling of a game by its number, or None."""
    rule = rules_of(game).get(number)
    if rule is not None:
        return Chip(number, rule.title_fr if lang == "fr" else rule.title_en, rule.text)
    ruling = rulings_of(game).get(number)
    return None if ruling is None else Chip(number, ruling.question, f"{ruling.answer} {ruling.why}", is_ruling=True)


def chips(chapter: Chapter, lang: str) -> list[Chip]:
    """Return the rule numbers beside a chapter's title; a whole section stands for its first rule."""
    found = []
    for number in chapter.sections:
        chip = rule_chip(chapter.game, number, lang) or rule_chip(chapter.game, f"{number}.0", lang)
        found.append(Chip(number, chip.title, chip.text) if chip else Chip(number))
    return found
