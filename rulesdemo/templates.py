"""Fills in the templates of messages: what a reader typed is cut short where a template quotes it, and French has forms of its fields."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from rulesdemo import french

MOST_REPEATED: Final = 40  # letters of what a reader typed that an answer or a refusal repeats


def brief(text: object) -> str:
    """Return the first letters of what a reader typed, with an ellipsis where there were more.

    >>> brief("boarding"), brief("a" * 1000) == "a" * 40 + "…"
    ('boarding', True)
    """
    words = str(text)
    return words if len(words) <= MOST_REPEATED else f"{words[:MOST_REPEATED]}…"


def quote(value: object) -> str:
    """Return what a reader typed as Python writes it, cut like `brief`.

    >>> print(quote("boarding"), quote(7), quote("a" * 1000))
    'boarding' 7 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    if not isinstance(value, str):
        return brief(repr(value))
    words = repr(str(value[: MOST_REPEATED + 1]))
    # A letter that cannot be printed takes up to ten.
    return words if len(words) <= MOST_REPEATED + len("''") else f"{words[: MOST_REPEATED + 1]}…{words[-1]}"


class _Quoting(Formatter):
    """Fills a template like `str.format`, and cuts what the template quotes."""

    def convert_field(self, value: Any, conversion: Any) -> Any:  # noqa: ANN401 - Formatter's own signature
        return quote(value) if conversion == "r" else super().convert_field(value, conversion)


class _French(_Quoting, french.Templates):
    """Fills a French template, and cuts what it quotes."""


_QUOTING: Final = _Quoting()
_FORMS: Final = _French()


class Template(str):
    """A French template with forms of its fields."""

    __slots__ = ()

    def format(self, *args: object, **fields: object) -> str:
        """Fill the fields in."""
        return _FORMS.vformat(self, args, fields)


def filled(template: str, fields: Mapping[str, Any]) -> str:
    """Return a template with its fields filled in."""
    if isinstance(template, Template):
        return template.format(**fields)
    # Only where something is quoted: `str.format` is quicker by far, and refusals are made by the thousand.
    return _QUOTING.vformat(template, (), fields) if "!r" in template else template.format(**fields)
