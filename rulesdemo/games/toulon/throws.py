"""The dice of the siege: those that the tables name by their sides, and tests whose chance the reader supplies."""

import re
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Final

from rulesdemo.errors import InputError
from rulesdemo.odds.dice import D3, D6, Dice, Die, Source
from rulesdemo.odds.inputs import Word
from rulesdemo.odds.reads import note_given
from rulesdemo.words import N_, _, alternatives

DICE: Final = {3: D3, 6: D6}
# The distribution of a sum takes time with the square of the dice; past this it would keep a reader waiting.
MOST_DICE: Final = 1000
# A number, or dice as the source writes them, for better or worse: 2, -2, 1d3, -1d3, 1d6-3.
AMOUNT: Final = re.compile(r"(?P<number>-?\d{1,4})|(?P<sign>-?)(?P<dice>\d{1,4})d(?P<sides>\d{1,4})(?P<more>[+-]\d{1,4})?")

# Tests of the main rulebook are not in the source: the reader gives the chance.
Chance = Annotated[str, Word(r"[01]|0?\.\d{1,9}|\d{1,9}/0*[1-9]\d{0,8}", N_("a chance such as 2/3, 0.25 or 1"), ("2/3", "0.25", "1", "0"))]


def throw(count: int, sides: int) -> Source[int]:
    """Add `count` dice of `sides` sides; a D3 is a six-sided die halved, rounded up [T34].

    >>> throw(1, 3).branches
    ((1, 2), (2, 2), (3, 2))
    """
    if sides not in DICE or not 0 <= count <= MOST_DICE:
        words = _("no throw of {count} dice with {sides} sides here: 0 to {most} dice with {known} sides")
        message = words.format(count=count, sides=sides, most=MOST_DICE, known=alternatives(map(str, DICE)))
        raise InputError(message)
    return DICE[sides].sum_of(count)


def amount(dice: Dice, text: str) -> int:
    """A number as it stands, or the dice that the text names, thrown and added.

    >>> from rulesdemo.odds.dice import FixedDice
    >>> amount(FixedDice([]), "-2"), amount(FixedDice([1]), "1d6-3"), amount(FixedDice([5]), "-1d3")
    (-2, -2, -3)
    """
    found = AMOUNT.fullmatch(text)
    if found is None:
        message = N_("{text!r} is neither a number nor dice such as 1d3").format(text=text)
        raise InputError(message)
    if found["number"] is not None:
        return int(found["number"])
    total = dice.roll(throw(int(found["dice"]), int(found["sides"])))
    return (-total if found["sign"] else total) + int(found["more"] or 0)


def is_amount(text: str, most: int) -> bool:
    """Whether a text is a number, or names dice of the game, `most` of them at the most.

    >>> [is_amount(text, 99) for text in ("-2", "1d6-3", "1d4", "100d6", "two")]
    [True, True, False, False, False]
    """
    found = AMOUNT.fullmatch(text)
    return found is not None and (found["dice"] is None or (int(found["sides"]) in DICE and int(found["dice"]) <= most))


def loaded_die(chance: str) -> Die:
    """A loaded die that is true with the chance given, which the answer then rests on; its faces are 1 for a success and 0 for a failure.

    >>> loaded_die("2/3").branches
    ((True, 2), (False, 1))
    """
    note_given("chance", chance)
    return _loaded(chance)


@lru_cache(maxsize=1000)
def _loaded(chance: str) -> Die:
    p = Fraction(chance)
    if p > 1:
        message = N_("a chance is at most 1, not {chance}").format(chance=chance)
        raise InputError(message)
    weights = {face: weight for face, weight in ((1, p.numerator), (0, p.denominator - p.numerator)) if weight}
    return Die(N_("test at {chance}").format(chance=chance), weights, value=bool, weights=weights.values())
