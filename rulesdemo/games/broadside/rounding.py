"""Fractions: the source says nowhere what becomes of one, so each way of rounding is our ruling, in the table `rounding`."""

from fractions import Fraction
from math import ceil, floor

from rulesdemo.rules.ruleset import Ruleset

WAYS = {"down": floor, "up": ceil, "half_up": lambda number: floor(number + Fraction(1, 2))}


def rounded(rules: Ruleset, what: str, number: Fraction | int) -> int:
    """A number as the table rounds it for that purpose; one that comes out even needs no ruling [B10, B15, B24, B48, B49].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> [rounded(ruleset("broadside"), what, Fraction(5, 2)) for what in ("boarding_share", "night_sight", "crew_force")]
    [2, 3, 3]
    """
    return int(number) if number == int(number) else WAYS[rules.table("rounding").at(what)](number)
