"""The catalogues of messages: PO files by area under `data/words/<language>`, compiled when they have changed and when a wheel is built.

`qps` is a pseudo-language: each piece of a message between its fields stands in ⟦ ⟧, so that words which never went through
`rulesdemo/words.py` stand out on a page.
"""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Final

from rulesdemo import french
from rulesdemo.templates import Template

ENGLISH: Final = "en"
FRENCH: Final = "fr"
PSEUDO: Final = "qps"
CONTEXT: Final = "\x04"  # between a context and its message, as gettext stores them
DOMAIN: Final = "rulesdemo"  # of gettext
COUNT: Final = "messages"  # under which a compiled catalogue has the number of all messages, with words or without

_game = ""  # whose words go first; a process that has one reader shows one game


class Pseudo(NullTranslations):
    """Wraps every piece of a message in ⟦ ⟧."""

    def gettext(self, message: str) -> str:
        """Wrap what stands between the fields."""
        return pseudo(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Wrap the form that English has for the number."""
        return pseudo(msgid1 if n == 1 else msgid2)


@lru_cache(maxsize=4096)
def pseudo(message: str) -> str:
    """A message in the pseudo-language; its fields stay outside of the brackets, for they may hold words of their own.

    >>> pseudo("{ship} has {n:d} PM left.")
    '{ship}⟦ has ⟧{n:d}⟦ PM left.⟧'
    >>> pseudo("5 %"), pseudo(" and ")
    ('5 %', '⟦ and ⟧')
    """
    parts = []
    for text, field, form, conversion in pieces(message):
        words = text.replace("{", "{{").replace("}", "}}") if field is not None or "{" in message else text
        parts.append(f"⟦{words}⟧" if any(letter.isalpha() for letter in text) else words)
        if field is not None:
            parts.append("{" + field + (f"!{conversion}" if conversion else "") + (f":{form}" if form else "") + "}")
    return "".join(parts)


def pieces(message: str) -> list[tuple[str, str | None, str | None, str | None]]:
    """Return a template in pieces, each with the field after it; a lone brace makes it no template."""
    try:
        return list(Formatter().parse(message))
    except ValueError:  # a lone brace
        return [(message, None, None, None)]


class French(GNUTranslations):
    """The French catalogue, whose templates may have forms of their fields."""

    def gettext(self, message: str) -> str:
        """Return the French of a message, in the words of the game that is shown, or the message."""
        if _game and (found := super().gettext(own := f"{_game}{CONTEXT}{message}")) is not own:
            return _template(found)
        return _template(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the French form for a number, in the words of the game that is shown."""
        if _game and (found := super().ngettext(own := f"{_game}{CONTEXT}{msgid1}", other := f"{own}s", n)) not in {own, other}:
            return _template(found)
        return _template(super().ngettext(msgid1, msgid2, n))

    def has(self, message: str) -> bool:
        """Return whether there is French for a message."""
        return message in self._catalog or (message, 0) in self._catalog  # type: ignore[attr-defined] # gettext's own table

    def counts(self) -> tuple[int, int]:
        """Return how many messages there are, and how many have words."""
        there = {key[0] if isinstance(key, tuple) else key for key in self._catalog}  # type: ignore[attr-defined] # as above
        return int(self.pgettext(DOMAIN, COUNT)), sum(1 for key in there if key and CONTEXT not in key)


@lru_cache(maxsize=1 << 15)
def _template(words: str) -> str:
    return Template(words) if french.has_forms(words) else words


@lru_cache(maxsize=8)
def catalogue(lang: str) -> NullTranslations:
    """The messages of a language; English is its own catalogue."""
    if lang == PSEUDO:
        return Pseudo()
    if lang == ENGLISH:
        return NullTranslations()
    return French(BytesIO(_compiled(lang)))


def _compiled(lang: str) -> bytes:
    """Return a catalogue as gettext reads it; where its parts are newer than what was compiled of them, it is compiled anew."""
    made = compiled_file(lang)
    parts = sorted((words_folder() / lang).glob("*.po"))
    if made.is_file() and all(part.stat().st_mtime_ns <= made.stat().st_mtime_ns for part in parts):
        return made.read_bytes()
    from babel.messages.catalog import Catalog
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    whole, count = Catalog(lang, header_comment=""), 0
    for part in parts:
        with part.open("rb") as file:
            for message in read_po(file, lang):
                count += bool(message.id) and not message.context
                if message.id and message.string and not message.fuzzy:
                    whole.add(message.id, message.string, context=message.context)
    whole.add(COUNT, str(count), context=DOMAIN)
    packed = BytesIO()
    write_mo(packed, whole)
    with suppress(OSError):  # a folder that may not be written to: compiled once a process
        made.parent.mkdir(exist_ok=True)
        draft = made.with_suffix(f".{os.getpid()}")
        draft.write_bytes(packed.getvalue())
        draft.replace(made)
    return packed.getvalue()


def coverage() -> dict[str, tuple[int, int]]:
    """Return how many messages there are, and how many have words, by language."""
    found = {lang: words.counts() for lang in languages() if isinstance(words := catalogue(lang), French)}
    every = max((count for count, _words in found.values()), default=0)
    return {ENGLISH: (every, every), **found}


def compiled_file(lang: str) -> Path:
    """Where a compiled catalogue lies, as gettext looks for it."""
    return words_folder() / lang / "LC_MESSAGES" / f"{DOMAIN}.mo"


def words_folder() -> Path:
    """Where the catalogues lie."""
    from rulesdemo.rules.datafiles import folder

    return folder("data") / "words"


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The languages that there are words in."""
    found = {path.relative_to(words_folder()).parts[0] for pattern in ("*/*.po", "*/*/*.mo") for path in words_folder().glob(pattern)}
    return (ENGLISH, *sorted(found), PSEUDO)


def speak_of(game: str) -> None:
    """Prefer a game's own words where its terms differ from those of the others; catalogues have them under its name as context."""
    global _game  # noqa: PLW0603 - the process has one
    _game = game


def game_spoken_of() -> str:
    """Return the game whose own words go first."""
    return _game
