"""Numbers as readers type them: 23/36, 0.639, 63.9 %, 5 in 6, 5 sur 6, with a comma or a point.

What cannot be read is refused in a sentence.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal, localcontext
from fractions import Fraction
from typing import Final

from rulesdemo.errors import InputError
from rulesdemo.words import _

LONGEST: Final = 40

_SIGNS: Final = str.maketrans({"\u2212": "-", "\u2044": "/", "\u00f7": "/", "\u00a0": " "})  # minus, fraction slash, division, hard space
_FRACTION: Final = re.compile(r"([+-]?[0-9]{1,12})\s*(?:/|in|out of|of|sur)\s*([+-]?[0-9]{1,12})", re.IGNORECASE)
_DECIMAL: Final = re.compile(r"([+-]?)([0-9]{0,12})(?:[.,]([0-9]{1,12}))?\s*(%|per ?cent|pour ?cent)?", re.IGNORECASE)
_THOUSANDS: Final = re.compile(r"(?<=\d) (?=\d{3}(?!\d))")  # 1 000, as French has it; a thin space is a space by now


@dataclass(frozen=True, slots=True)
class Typed:
    """A number as it was typed: its value, the decimals it was given to (None for a fraction), and how many figures say something."""

    text: str
    value: Fraction
    places: int | None = None
    figures: int = 0
    is_percent: bool = False

    def rounds(self, exact: Fraction) -> bool:
        """Return whether it is the exact number, rounded to the decimals that were typed."""
        return self.places is not None and nearest(exact, self.places) == self.value

    def is_cut_from(self, exact: Fraction) -> bool:
        """Return whether its decimals are those of the exact number, broken off where they should have been rounded up."""
        if self.places is None or self.rounds(exact):
            return False
        return 0 < exact - self.value < Fraction(1, 10**self.places)


def nearest(exact: Fraction, places: int) -> Fraction:
    """Return a number rounded half up to some decimals.

    >>> nearest(Fraction(23, 36), 3), nearest(Fraction(1, 8), 2)
    (Fraction(639, 1000), Fraction(13, 100))
    """
    with localcontext() as context:
        context.prec = 60
        scaled = Decimal(exact.numerator) / Decimal(exact.denominator)
        return Fraction(scaled.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def read(text: str) -> Typed:
    """Return the number in a text; InputError says how to write one.

    >>> [read(each).value for each in ("23/36", " 23 / 36 ", "5 in 6", "0,5", "50%", ".25", "1/2".replace("1/2", "\u00bd"))]
    [Fraction(23, 36), Fraction(23, 36), Fraction(5, 6), Fraction(1, 2), Fraction(1, 2), Fraction(1, 4), Fraction(1, 2)]
    >>> [str(read(each).value) for each in ("5 sur 6", "63,9\u202f%", "50 pour cent", "1\u202f000")]
    ['5/6', '639/1000', '1/2', '1000']
    """
    plain = unicodedata.normalize("NFKC", text[: LONGEST + 1]).translate(_SIGNS).strip().removesuffix(".").strip()
    plain = _THOUSANDS.sub("", plain)
    if not plain:
        message = _("Type an answer first, as in 1/2, 0.5 or 50 %.")
        raise InputError(message)
    if len(text) <= LONGEST and (found := _FRACTION.fullmatch(plain)):
        top, below = int(found[1]), int(found[2])
        if below == 0:
            message = _("Nothing can be divided by 0. Write the ways that count over all ways, as in 1/2.")
            raise InputError(message)
        return Typed(plain, Fraction(top, below))
    found = _DECIMAL.fullmatch(plain) if len(text) <= LONGEST else None
    if found is None or not (found[2] or found[3]):
        message = _("This cannot be read as a number. Write it as in 1/2, 0.5 or 50 %.")
        raise InputError(message)
    sign, whole, decimals, percent = found[1], found[2] or "0", found[3] or "", bool(found[4])
    value = Fraction(f"{sign}{whole}.{decimals or '0'}") / (100 if percent else 1)
    places = None if not decimals and not percent else len(decimals) + (2 if percent else 0)
    return Typed(plain, value, places, len((whole + decimals).lstrip("0")), percent)
