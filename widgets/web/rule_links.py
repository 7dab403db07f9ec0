"""Draws sentences with rule numbers and fractions in them: numbers open the rule in place, fractions stand stacked.

The text itself stays plain, `7 − 1 [8.24] = 6. You need 4.`, so that a log, a test and a command line can have the same sentence.
"""

from __future__ import annotations

import re
from typing import Final

from markupsafe import Markup, escape

from rulesdemo.rules.glossary import Term, explained
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.words import _, ngettext
from widgets.web.badges import chip, joined, mark
from widgets.web.phrases import MOST_DIGITS, signed

_CITED: Final = re.compile(r"\s?\[([^\[\]]+)\]")
# A fraction as the kit writes it; a date, a path or a mark such as 3/4/5 is none.
_FRACTION: Final = re.compile(r"(?<![\w/.,])(\d+)/(\d+)(?![\w/])")
_CHAIN: Final = re.compile(rf"{_FRACTION.pattern}(?: = {_FRACTION.pattern})*")
_ABBREVIATION: Final = Markup('<abbr title="{full}">{word}</abbr>')
_STACKED: Final = Markup(
    '<span class="fraction small"><span class="sr">{top}/{below}</span>'
    '<span aria-hidden="true">{top}</span><span aria-hidden="true">{below}</span></span>'
)
# What a derivation says of a cell: `(seed; 8.23)`.
_ORIGIN: Final = re.compile(r"\s?\((seed|ruling|reconstructed|yours)(?:; ([^()]+))?\)")
_MINUS: Final = re.compile(r"(?<![\w)])-(?=\d)|(?<= )-(?= )")
_UNDERSCORE: Final = re.compile(r"(?<=\w)_(?=\w)")
_TIMES: Final = re.compile(r"(?<= )\*(?= )")


def cited(game: str, text: str, key: str) -> Markup:
    """Draw a sentence whose `[8.24]` are chips. What stands in brackets and is no rule of the game stays as it is written."""
    parts: list[Markup] = []
    end = 0
    for place, found in enumerate(_CITED.finditer(text)):
        # A comma parts several rules, unless the source itself has one in a rule's number.
        numbers = [found[1]] if is_known(game, found[1]) else [each.strip() for each in found[1].split(",")]
        if not all(is_known(game, each) for each in numbers):
            continue
        parts += [escape(text[end : found.start()]), Markup(" ")]
        parts.append(Markup(" ").join(chip(game, each, f"{key}-{place}", inline=True) for each in numbers))
        end = found.end()
    return joined([*parts, escape(text[end:])])


def is_known(game: str, number: str) -> bool:
    """Return whether the game has a rule or a ruling of that number."""
    return number in rules_of(game) or number in rulings_of(game)


def stacked(text: str) -> Markup:
    """Draw text whose short fractions stand stacked; equal ones, `30/36 = 5/6`, are not parted at the end of a line."""
    parts: list[Markup] = []
    end = 0
    for found in _CHAIN.finditer(text):
        parts += [escape(text[end : found.start()]), Markup('<span class="together">{}</span>').format(_each_stacked(found[0]))]
        end = found.end()
    return joined([*parts, escape(text[end:])])


def _each_stacked(text: str) -> Markup:
    parts: list[Markup] = []
    end = 0
    for found in _FRACTION.finditer(text):
        if len(found[2]) > MOST_DIGITS:
            continue
        parts += [escape(text[end : found.start()]), _STACKED.format(top=found[1], below=found[2])]
        end = found.end()
    return joined([*parts, escape(text[end:])])


def derived(game: str, text: str, key: str) -> Markup:
    """Draw a step of a derivation: what was read gets its chips and its mark, sums get stacked fractions and true signs."""
    parts: list[Markup] = []
    end = 0
    for place, found in enumerate(_ORIGIN.finditer(text)):
        parts.append(stacked(typeset(text[end : found.start()])))
        numbers = [each.strip() for each in found[2].split(",")] if found[2] else []
        parts += [Markup(" ") + chip(game, each, f"{key}-{place}", inline=True) for each in numbers]
        parts += [Markup(" "), mark(found[1])]
        end = found.end()
    return joined([*parts, stacked(typeset(text[end:]))])


def typeset(text: str) -> str:
    """Return code's signs as a printer has them.

    >>> typeset("boarding_height, row lower: -1. 5/18 * 13/18, d6 - d6")
    'boarding height, row lower: −1. 5/18 × 13/18, d6 − d6'
    """
    return _TIMES.sub("×", _MINUS.sub("−", _UNDERSCORE.sub(" ", text)))


def count_text(number: int, one: str, many: str) -> str:
    """Return a number with its noun, whose two forms are one message (`make words` knows this function).

    >>> count_text(1, "roll", "rolls"), count_text(12, "roll", "rolls")
    ('1 roll', '12 rolls')
    """
    return _("{number} {noun}").format(number=signed(number), noun=ngettext(one, many, number))


def abbreviated(game: str, text: str) -> Markup:
    """Draw a sentence whose abbreviations say in full what they stand for when the pointer rests on them.

    >>> str(abbreviated("veneti", "Spend 3 PM."))
    'Spend 3 <abbr title="movement points">PM</abbr>.'
    """

    def drawn(term: Term, word: str) -> str:
        full = term.spelled_out(word)
        return str(_ABBREVIATION.format(full=full, word=word)) if full else word

    return Markup(explained(game, str(escape(text)), drawn))  # noqa: S704 - escaped before
