"""The turn (E-TURN): name chits drawn from a bag, one ship at a time."""

from functools import cache
from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import Dice, Die
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# Every chit of mine may be a draw of its own, and exact odds follow every draw.
Chits = Annotated[int, Whole(1, 100)]
Others = Annotated[int, Whole(0, 100)]


class Draw(NamedTuple):
    """Whose chit it is."""

    mine: bool


class DrawOrder(NamedTuple):
    """How many of my ships play before the first of theirs."""

    lead: int


class Before(NamedTuple):
    """Whether mine plays before theirs."""

    mine: bool


class Chit(NamedTuple):
    """Whose name is on the chit."""

    ship: str


@cache
def bag(mine: int, theirs: int) -> Die:
    """The chits in the bag as the faces of one die, mine first: each is as likely as the next."""
    return Die("chit", range(1, mine + theirs + 1), value=lambda chit: chit <= mine)


@cache
def bag_with_others(mine: int, theirs: int, others: int) -> Die:
    """The same with chits that are nobody's concern after them: those show None."""
    return Die("chit", range(1, mine + theirs + others + 1), value=lambda chit: None if chit > mine + theirs else chit <= mine)


@cache
def chits(count: int) -> Die:
    """The chits in the bag, counted."""
    return Die("chit", range(1, count + 1))


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


@procedure(rules=("E-TURN-1",), public=True)
def before(dice: Dice, rules: Ruleset, mine: Chits = 1, theirs: Chits = 1, others: Others = 0) -> Before:  # noqa: ARG001 - no table
    """Whether one of my ships plays before any of some of theirs, with other chits in the bag too [E-TURN-1, E15].

    The other chits change nothing: whenever one of them comes, the draw that counts is only put off.

    >>> from rulesdemo import odds
    >>> odds("escadres.before", others=4).p(mine=True)
    Fraction(1, 2)
    """
    left = others
    while (drawn := dice.roll(bag_with_others(mine, theirs, left))) is None:
        left -= 1
    return Before(drawn)


@procedure(rules=("E-TURN-1",))
def chit(dice: Dice, rules: Ruleset, names: tuple[str, ...]) -> Chit:  # noqa: ARG001 - no table
    """One chit out of a bag that holds these names: each is as likely as the next [E-TURN-1, E15].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> chit.dist(ruleset("escadres"), ("Aurore", "Zephyr", "Lion")).p(ship="Lion")
    Fraction(1, 3)
    """
    return Chit(names[dice.roll(chits(len(names))) - 1])
