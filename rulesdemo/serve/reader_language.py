"""Chooses the language of an answer: the address names it, or else the reader's last page, or else his browser."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdemo.rules.toc import LANGUAGES
from rulesdemo.words import languages

COOKIE: Final = "rulesdemo_language"
SECONDS: Final = 365 * 24 * 3600
MOST: Final = 10  # languages of a browser that are looked at


def named(path: str) -> str:
    """Return the language that an address names, or nothing.

    >>> named("/en/veneti/01_facing"), named("/"), named("/xx/lab")
    ('en', '', '')
    """
    first = path.strip("/").partition("/")[0]
    return first if first in LANGUAGES and first in languages() else ""


def by_preference(accepted: str) -> Iterator[str]:
    """Yield the languages that a browser accepts, the best first.

    >>> list(by_preference("de;q=0.5, fr-CA, en;q=0.8, *;q=0.1"))
    ['fr', 'en', 'de', '*']
    """
    found = []
    for number, part in enumerate(accepted.split(",")[:MOST]):
        code, _semicolon, weight = part.strip().partition(";q=")
        try:
            found.append((-float(weight or 1), number, code.partition("-")[0].lower()))
        except ValueError:
            continue
    return (code for _weight, _number, code in sorted(found))


def chosen(path: str, last: str, accepted: str, default: str, *, is_one_language: bool) -> str:
    """Return the language of an answer; where the server was told to speak one, only an address asks for another.

    >>> chosen("/", "", "en", "en", is_one_language=False), chosen("/en/lab", "", "de", "en", is_one_language=True)
    ('en', 'en')
    """
    if named(path) or is_one_language:
        return named(path) or default
    return next((code for code in (last, *by_preference(accepted)) if code in LANGUAGES and code in languages()), default)
