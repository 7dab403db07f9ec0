"""The turn (E-TURN): name chits drawn from a bag, one ship at a time."""

from functools import cache
from typing import Annotated, NamedTuple

from rulesdemo.dice import Dice, Die
from rulesdemo.inputs import Whole
from rulesdemo.procedure import procedure
from rulesdemo.ruleset import Ruleset

# Every chit of mine may be a draw of its own, and exact odds follow every draw.
Chits = Annotated[int, Whole(1, 100)]


class Draw(NamedTuple):
    """Whose chit it is."""

    mine: bool


class DrawOrder(NamedTuple):
    """How many of my ships play before the first of theirs."""

    lead: int


@cache
def bag(mine: int, theirs: int) -> Die:
    """The chits in the bag as the faces of one die, mine first: each is as likely as the next."""
    return Die("chit", range(1, mine + theirs + 1), value=lambda chit: chit <= mine)


@procedure(rules=("E-TURN-1",), public=True)
def draw(dice: Dice, rules: Ruleset, mine: Chits, theirs: Chits) -> Draw:  # noqa: ARG001 - no table
    """Whose ship plays next, with some chits of each side in the bag [E-TURN-1, E15].

    >>> from rulesdemo import odds
    >>> odds("escadres.draw", mine=3, theirs=2).p(mine=True)
    Fraction(3, 5)
    """
    return Draw(dice.roll(bag(mine, theirs)))


@procedure(rules=("E-TURN-1",), public=True)
def draw_order(dice: Dice, rules: Ruleset, mine: Chits, theirs: Chits) -> DrawOrder:  # noqa: ARG001 - no table
    """How many of my ships play before any of theirs, chits drawn and not put back [E-TURN-1, E-TURN-3].

    >>> from rulesdemo import odds
    >>> odds("escadres.draw_order", mine=3, theirs=3).p(lead=3)
    Fraction(1, 20)
    """
    lead = 0
    while lead < mine and dice.roll(bag(mine - lead, theirs)):
        lead += 1
    return DrawOrder(lead)
