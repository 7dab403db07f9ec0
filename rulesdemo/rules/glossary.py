"""The words of the glossary, in both languages: those of the book itself, and those that a game's own rules define."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import folder, game_file, read_toml
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.toc import contents
from rulesdemo.words import FRENCH, N_, cache_by_language, in_both, language

SPACES: Final = re.compile(r"\s+")
KEYS: Final = {"en", "fr", "text"}
MORE: Final = {"game", "also", "also_fr", "exact"}  # of a word that a game uses
_SKIPPED: Final = re.compile(r"(<[^>]+>|\[[^\[\]]*\])")
_CLOSED: Final = ("a", "code", "pre", "summary", "button", "svg", "table", "h1", "h2", "h3", "h4")  # in which no term is explained
_SHORT: Final = re.compile(r"[A-Z]{1,3}s?|[A-Z]-\d")
_OTHER: Final = re.compile(r"[^\w-]+")
_FULL: Final = re.compile(r"[:.]")


@dataclass(frozen=True, slots=True)
class Term:
    """A word, and what it means; words of the book itself belong to no game. `rule` is the game's glossary, `id` the entry in it."""

    en: str
    fr: str
    text: str
    game: str = ""
    rule: str = ""
    id: str = ""
    also: tuple[str, ...] = ()  # how else it stands in a text
    is_exact: bool = False  # whether it is another word with a small letter
    also_fr: tuple[str, ...] = ()  # the same as `also` in French

    def spelled_out(self, word: str) -> str:
        """An abbreviation in full; nothing for any other word.

        >>> Term("PM", "PM", "Movement points: what a ship spends.").spelled_out("PM")
        'movement points'
        """
        if not _SHORT.fullmatch(word):
            return ""
        full = _FULL.split(str(self.text))[0].strip() if _SHORT.fullmatch(self.name) else self.name
        return full[:1].lower() + full[1:]

    @property
    def name(self) -> str:
        """Its name in the session's language."""
        return str(in_both(self.en, self.fr)[0])

    @property
    def other_spellings(self) -> tuple[str, ...]:
        """How else it stands in a text of the session's language; abbreviations are the same in both."""
        return (*self.also_fr, *filter(_SHORT.fullmatch, self.also)) if language() == FRENCH else self.also

    @property
    def place(self) -> str:
        """Its place on the glossary's page."""
        return anchor("term", self.game, self.id) if self.game else anchor("term", self.en)


def anchor(*names: str) -> str:
    """The place of a thing on a page, as an address ends with it.

    >>> anchor("rule", "2.1 Type")
    'rule-2.1-Type'
    """
    return SPACES.sub("-", "-".join(names))


@cache
def own_terms() -> tuple[Term, ...]:
    """Words of the book itself, from data/terms.toml."""
    found = []
    for number, entry in enumerate(read_toml(folder("data") / "terms.toml").get("term", ()), start=1):
        if not KEYS <= set(entry) <= KEYS | MORE or not all(entry.values()):
            message = N_("data/terms.toml, term {number}: needs {names}, and nothing else").format(
                number=number, names=", ".join(sorted(KEYS))
            )
            raise DataError(message)
        game, also = entry.get("game", ""), tuple(entry.get("also", ()))
        key = _OTHER.sub("-", entry["en"]) if game else ""
        found.append(
            Term(N_(entry["en"]), entry["fr"], N_(entry["text"]), game, "", key, also, "exact" in entry, tuple(entry.get("also_fr", ())))
        )
    return tuple(found)


def plain_words() -> dict[str, list[Any]]:
    """How readers ask, in every language at once: words that say nothing of a rule, and everyday words with the titles they lead to."""
    file = read_toml(folder("data") / "terms.toml")
    try:
        return {
            "filler": [word for words in file.get("filler", {}).values() for word in _strings(words)],
            "everyday": [
                {"words": [*_strings(each["en"]), *_strings(each["fr"])], "finds": _strings(each["finds"])}
                for each in file.get("everyday", ())
            ],
        }
    except (KeyError, TypeError, AttributeError) as error:
        message = N_("data/terms.toml: filler needs lists of words by language, and each everyday entry lists named en, fr and finds")
        raise DataError(message) from error


def _strings(found: object) -> list[str]:
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise TypeError(found)
    return found


def game_terms(game: str) -> tuple[Term, ...]:
    """The terms that a game's own glossary defines; which rule is the glossary, its data says."""
    home = game_file(game, "game").get("glossary")
    if home is None:
        return ()
    found = (rule for rule in rules_of(game).values() if rule.id.startswith(f"{home} "))
    return tuple(Term(rule.title_en, rule.title_fr, rule.text, game, home, rule.id) for rule in found)


def terms() -> list[Term]:
    """Every term, by its name in the session's language."""
    found = [*own_terms(), *(term for game in contents().games for term in game_terms(game))]
    return sorted(found, key=lambda term: _sorted_by(term.name))


def _sorted_by(name: str) -> str:
    """Return the letters by which a name is sorted: É stands with E.

    >>> sorted(["Force", "Équipage", "Dé"], key=_sorted_by)
    ['Dé', 'Équipage', 'Force']
    """
    return "".join(letter for letter in unicodedata.normalize("NFD", str.casefold(name)) if not unicodedata.combining(letter))


@cache_by_language(20)
def spellings(game: str) -> tuple[re.Pattern[str], dict[str, Term]]:
    """How the terms of a game stand in its texts: a pattern that finds one, the longest first, and the term of each spelling."""
    found: dict[str, Term] = {}
    for term in (each for each in terms() if each.game == game):
        name = term.name
        small = name if term.is_exact or _SHORT.fullmatch(name) else name.lower()  # a printed heading may be « Ligne Continue »
        for spelling in dict.fromkeys((name, small, f"{small}s", *term.other_spellings)):
            found.setdefault(spelling, term)
    names = "|".join(re.escape(name) for name in sorted(found, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{names})(?![\w-])" if names else r"(?!)"), found


def explained(game: str, text: str, draw: Callable[[Term, str], str], seen: set[str] | None = None) -> str:
    """A text of a page with each term of its game drawn where it comes up first; not in headings, links, code or the numbers of rules.

    >>> explained("veneti", "<p>She has 3 PM [6.23 PM], 1 PM left.</p>", lambda term, word: f"*{word}*")
    '<p>She has 3 *PM* [6.23 PM], 1 PM left.</p>'
    """
    pattern, known = spellings(game)
    seen = set() if seen is None else seen
    closed = 0
    parts: list[str] = []

    def drawn(found: re.Match[str]) -> str:
        term = known[found[0]]
        if term.place in seen:
            return found[0]
        seen.add(term.place)
        return draw(term, found[0])

    for part in _SKIPPED.split(text):
        if part.startswith("<"):
            name = re.match(r"</?(\w*)", part)
            if name is not None and name[1] in _CLOSED:
                closed += -1 if part.startswith("</") else 1
            parts.append(part)
        else:
            parts.append(part if closed or part.startswith("[") else pattern.sub(drawn, part))
    return "".join(parts)
