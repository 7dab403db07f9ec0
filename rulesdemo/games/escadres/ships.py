"""Ships (E-INTRO, E-TRN): the training on every sheet, and the demonstration ships."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import OneOf, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Training = Annotated[int, Whole(-2, 2)]
ShipName = Annotated[str, OneOf(("three_decker", "seventy_four", "frigate", "brig"))]


class DemoShip(NamedTuple):
    """A demonstration ship's sheet; the guns are set only where a rule asks for them."""

    decks: int
    guns: int | None
    power: int
    crew: int
    speed: int
    turns: int


@procedure(rules=("E-INTRO-1", "E-MOVE-1", "E-WEAR-2"), public=True)
def demo_ship(dice: Dice, rules: Ruleset, ship: ShipName) -> DemoShip:  # noqa: ARG001 - no dice
    """The sheet of one of our demonstration ships; the source's ship lists are lost [E-INTRO-1, E14].

    >>> from rulesdemo import odds
    >>> odds("escadres.demo_ship", ship="seventy_four").p(power=10, crew=8)
    Fraction(1, 1)
    """
    return DemoShip(*rules.table("demo_ships").record(ship))
