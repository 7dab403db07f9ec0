"""Chances under their names: a list of bars, a cell of a table that can be picked, and numbers in percent as words have them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from rulesdemo.odds.format import hundredths
from rulesdemo.words import local_figures
from widgets.kit.odds_rows import Row, View
from widgets.kit.pick_table import Cell, shade

CERTAIN: Final = Fraction(1)


def chance_view(chances: Iterable[tuple[str, Fraction, str]], title: str = "") -> View:
    """Return a list of bars: what each is called, its chance, and its fill."""
    return View("", tuple(Row(name, name, name, chance, fill) for name, chance, fill in chances), title=title)


def plain_view(chances: Iterable[tuple[str, Fraction]], title: str = "") -> View:
    """Return a list of bars that all have the same fill."""
    return chance_view(((name, chance, "best") for name, chance in chances), title)


def chance_cell(value: str, words: str, chance: Fraction, most: Fraction = CERTAIN) -> Cell:
    """Return a cell with a chance in percent, darker where it is a larger share of the most."""
    return Cell(value, percent_number(chance), words, chance, shade=shade(chance, most))


def percent_number(chance: Fraction) -> str:
    """Return a chance in percent to a tenth, without the sign of percent.

    >>> percent_number(Fraction(23, 36))
    '63.9'
    """
    return hundredths(chance)


def points_text(worth: Fraction) -> str:
    """Return a difference of chances in points of a hundred.

    >>> points_text(Fraction(1, 5)), points_text(Fraction(-1, 8)), points_text(Fraction(0))
    ('+20.0', '−12.5', '0')
    """
    return f"{'+' if worth > 0 else '−'}{percent_number(abs(worth))}" if worth else "0"


def tenth(number: Fraction) -> str:
    """Return a mean to a tenth, rounded half up from the exact value.

    >>> tenth(Fraction(123, 10)), tenth(Fraction(51, 20))
    ('12.3', '2.6')
    """
    scaled = (number * 10 + Fraction(1, 2)).__floor__()
    return local_figures(f"{scaled // 10}.{scaled % 10}")
