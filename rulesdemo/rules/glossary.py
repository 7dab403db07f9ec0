"""The words of the glossary, in both languages: those of the book itself, and those that a game's own rules define."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import folder, game_file, read_toml
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.toc import contents
from rulesdemo.words import N_, in_both

SPACES: Final = re.compile(r"\s+")
KEYS: Final = {"en", "fr", "text"}


@dataclass(frozen=True, slots=True)
class Term:
    """A word, and what it means; words of the book itself belong to no game. `rule` is the game's glossary, `id` the entry in it."""

    en: str
    fr: str
    text: str
    game: str = ""
    rule: str = ""
    id: str = ""

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
        if set(entry) != KEYS or not all(entry.values()):
            message = N_("data/terms.toml, term {number}: needs {names}, and nothing else").format(
                number=number, names=", ".join(sorted(KEYS))
            )
            raise DataError(message)
        found.append(Term(N_(entry["en"]), entry["fr"], N_(entry["text"])))
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
    return sorted(found, key=lambda term: _sorted_by(in_both(term.en, term.fr)[0]))


def _sorted_by(name: str) -> str:
    """Return the letters by which a name is sorted: É stands with E.

    >>> sorted(["Force", "Équipage", "Dé"], key=_sorted_by)
    ['Dé', 'Équipage', 'Force']
    """
    return "".join(letter for letter in unicodedata.normalize("NFD", str.casefold(name)) if not unicodedata.combining(letter))
