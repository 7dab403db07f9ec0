"""Writes what the pages' scripts look up, once when the server starts: an index for the search, and the questions' words.

The browser has both languages, so that a word in one finds the rule in the other.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import game_file, read_toml
from rulesdemo.rules.glossary import Term, anchor, plain_words, terms
from rulesdemo.rules.rule_index import Rule, rules_of
from rulesdemo.rules.toc import LANGUAGES, Chapter, Contents, contents
from rulesdemo.words import FRENCH, PSEUDO, _, in_both, language, languages, speak

CITED: Final = re.compile(r"\s?\[[^\[\]]+\]")
INDEX: Final = "index-{lang}.json"
QUESTIONS: Final = "questions-{lang}.json"


def looked_up() -> dict[str, bytes]:
    """Return the files by name, in each language of the pages."""
    found: dict[str, bytes] = {}
    before = language()
    try:
        for lang in LANGUAGES:
            if lang in languages():
                if before != PSEUDO:
                    speak(lang)
                found |= {INDEX.format(lang=lang): _json_bytes(index()), QUESTIONS.format(lang=lang): _json_bytes(questions())}
    finally:
        speak(before)
    return found


def index() -> dict[str, Any]:
    """Return games, chapters, rules, terms and how readers ask for them. A term that is a rule too stands once, as a term."""
    book = contents()
    defined = {(term.game, term.id) for term in terms()}
    rules = [rule for game in book.games for rule in rules_of(game).values() if (game, rule.id) not in defined]
    return {
        "games": {game: _titles(*(game_file(game, "game")["title"][lang] for lang in ("en", "fr"))) for game in book.games},
        "chapters": [_chapter(each) for each in _there(book)],
        "entries": [*(_rule(rule, _teaching(book, rule)) for rule in rules), *(_term(term) for term in terms())],
        **plain_words(),
    }


def questions() -> dict[str, dict[str, str]]:
    """Return the words of every question, by chapter and key."""
    return {chapter.key: asked for chapter in _there(contents()) if (asked := _question_texts(chapter))}


def _titles(english: str, french: str) -> dict[str, str]:
    """Return a title in both languages, whichever the session's is."""
    shown, other, lang = in_both(english, french)
    return {"en": str(shown), "fr": other} if lang == FRENCH else {"en": other, "fr": shown}


def _there(book: Contents) -> Iterator[Chapter]:
    return (each for game in book.games for each in book.of(game) if each.is_there)


def _teaching(book: Contents, rule: Rule) -> list[str]:
    return [each.key for each in _there(book) if each.game == rule.game and rule.id in each.rules]


def _chapter(chapter: Chapter) -> dict[str, Any]:
    return {"key": chapter.key, "game": chapter.game, "number": chapter.number, **_titles(chapter.title("en"), chapter.title("fr"))}


def _rule(rule: Rule, taught: list[str]) -> dict[str, Any]:
    found = {
        "game": rule.game,
        "id": rule.id,
        **_titles(rule.title_en, rule.title_fr),
        "text": str(rule.text),
        "place": anchor("rule", rule.id),
    }
    return {**found, "taught": taught} if taught else found


def _term(term: Term) -> dict[str, Any]:
    return {
        "game": term.game,
        "id": term.rule,
        **_titles(term.en, term.fr),
        "text": str(term.text),
        "place": term.place,
        "term": True,
    }


def _question_texts(chapter: Chapter) -> dict[str, str]:
    """Return the words of a chapter's questions without rule numbers; none of a file that cannot be read."""
    path = chapter.notebook.with_suffix(".toml")
    try:
        found = read_toml(path).get("question", ()) if path.is_file() else ()
        return {str(each["key"]): CITED.sub("", _(str(each["words"]))) for each in found}
    except (DataError, KeyError, TypeError):
        return {}


def _json_bytes(found: Any) -> bytes:  # noqa: ANN401 - plain JSON
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode()
