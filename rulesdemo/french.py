"""What French does to names and numbers inside a message: « d’Aquila », « du Lion », « aux Romains », « 1 234,5 ».

A French message may ask for a form of any field: `{de_ship}` is the field `ship` after "de". `TEMPLATES` fills such messages in;
`rulesdemo/words.py` is the one that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from numbers import Number
from string import Formatter
from typing import Any, Final

MINUS: Final = "\u2212"
HARD: Final = "\u00a0"  # the one before a colon
THIN: Final = "\u202f"  # the space that French sets before ; ! ? and %, and in thousands

_TAGS: Final = re.compile(r"(?:<[^<>]*>)*")
_VOWELS: Final = frozenset("aeiouyàâäæéèêëîïôöœùûüh")
_ASPIRATED: Final = ("hardi", "haut", "hollande", "hongr", "hors", "huit")  # before these, as before a consonant, nothing is elided
_FORM: Final = re.compile(r"(cap_)?(?:(de|a|que)_)?(.+)")
_COLON: Final = re.compile(r"(?<=[^\s:])(?=:(?:\s|$))")
_SEMICOLON: Final = re.compile(r"(?<=[^\s;])(?=;(?:\s|$))")
_NUMBER: Final = re.compile(r"(?P<whole>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<rest>\d+))?")


def _split(name: str) -> tuple[str, str]:
    """Part a name into the tags before it and the rest."""
    end = _TAGS.match(name).end()  # type: ignore[union-attr] # it also matches nothing
    return name[:end], name[end:]


def elides(name: str) -> bool:
    """Return whether "de" and "que" lose their vowel before a name.

    >>> [name for name in ("Aquila", "Lupa", "Hector", "Hardi", "<b>Éole</b>") if elides(name)]
    ['Aquila', 'Hector', '<b>Éole</b>']
    """
    bare = _split(name)[1].lower()
    return bare[:1] in _VOWELS and not bare.startswith(_ASPIRATED)


def _contracted(name: str, plain: str, short: str, masculine: str, plural: str) -> str:
    tags, bare = _split(name)
    for article, one in (("le ", masculine), ("les ", plural)):
        if bare.lower().startswith(article):
            return f"{tags}{one} {bare[len(article) :]}"
    return f"{short}{name}" if short != plain and elides(name) else f"{plain}{name}"


def of(name: str) -> str:
    """Return a name after "de".

    >>> [of(name) for name in ("Aquila", "Lupa", "Hardi", "le Lion", "les Romains", "Les Sablettes", "La Seyne")]
    ['d’Aquila', 'de Lupa', 'de Hardi', 'du Lion', 'des Romains', 'des Sablettes', 'de La Seyne']
    """
    return _contracted(name, "de ", "d’", "du", "des")


def to(name: str) -> str:
    """Return a name after "à".

    >>> [to(name) for name in ("Aquila", "le Lion", "les Romains")]
    ['à Aquila', 'au Lion', 'aux Romains']
    """
    return _contracted(name, "à ", "à ", "au", "aux")


def that(name: str) -> str:
    """Return a name after "que".

    >>> that("Aquila"), that("les Romains")
    ('qu’Aquila', 'que les Romains')
    """
    return f"qu’{name}" if elides(name) else f"que {name}"


def capital(name: str) -> str:
    """Return words that begin a sentence.

    >>> capital("les Romains"), capital("<b>équipage</b>")
    ('Les Romains', '<b>Équipage</b>')
    """
    tags, bare = _split(name)
    return f"{tags}{bare[:1].upper()}{bare[1:]}"


def figures(text: str) -> str:
    """Return the numbers of a text as French writes them: a comma for the point, a thin space in thousands and before %.

    >>> figures("1,234.5"), figures("63.9 %")
    ('1\u202f234,5', '63,9\u202f%')
    """

    def number(found: re.Match[str]) -> str:
        rest = found["rest"]
        return found["whole"].replace(",", THIN) + (f",{rest}" if rest else "")

    return _NUMBER.sub(number, text).replace(" %", f"{THIN}%")


def signs(text: str) -> str:
    """Return a text with the space that French sets before a colon and a semicolon, where words were put together.

    >>> ascii(signs("2: 1 cas; 3\u00a0: 2 cas")) == ascii("2\u00a0: 1 cas\u202f; 3\u00a0: 2 cas")
    True
    """
    return _SEMICOLON.sub(THIN, _COLON.sub(HARD, text))


_FORMS: Final[Mapping[str, Callable[[str], str]]] = {"de": of, "a": to, "que": that}


class Templates(Formatter):
    """Fills in templates whose fields may be asked for in a French form, and writes their numbers as French does."""

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:  # noqa: ANN401 - Formatter's own signature
        """Return a field, or a form of one."""
        if isinstance(key, int) or key in kwargs:
            return super().get_value(key, args, kwargs)
        is_capital, form, name = _FORM.fullmatch(key).groups()  # type: ignore[union-attr] # it matches every name
        value = kwargs[name]
        value = value if hasattr(value, "__html__") and not hasattr(value, "fields") else str(value)
        value = type(value)(_FORMS[form](value)) if form else value
        return type(value)(capital(value)) if is_capital else value

    def format_field(self, value: Any, format_spec: str) -> Any:  # noqa: ANN401 - as above
        """Format a field; where it is a number with a form, as French does."""
        text = super().format_field(value, format_spec)
        return figures(text).replace("-", MINUS) if format_spec and isinstance(value, Number) else text


def has_forms(template: str) -> bool:
    """Return whether a template must be filled in by `Templates`.

    >>> has_forms("{ship} rame."), has_forms("Le tour {de_ship}."), has_forms("{n:,} jets")
    (False, True, True)
    """
    return "{" in template and _ASKS.search(template) is not None


_ASKS: Final = re.compile(r"\{(?:(?:cap|de|a|que)_|[a-z_]*(?:![a-z])?:)")
