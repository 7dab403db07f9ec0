"""Stacking (rules 4.1, 4.13a, 6.2): who fits where."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Many, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Place = Annotated[str, OneOf(("fortress", "fort_la_garde", "zone"))]
Units = Annotated[tuple[int, ...], Many(Whole(0), most=50)]


class Stacking(NamedTuple):
    """Whether the units may stand there, the SP that become temporary losses, and the SP that a rally could still add."""

    legal: bool
    over: int
    room: int


@procedure(rules=("4.1", "4.13a", "6.2"), public=True)
def stacking(dice: Dice, rules: Ruleset, place: Place, sp: Units, value: Count = 0, desperate: YesNo = False) -> Stacking:  # noqa: ARG001 - no dice
    """A fort holds 7 SP or one bigger unit, a zone three times its value; a desperate attack may exceed it in battle [4.1, 4.13a, 6.2, T5].

    >>> from rulesdemo import odds
    >>> odds("toulon.stacking", place="zone", value=3, sp="5,5").p(legal=False, over=1)
    Fraction(1, 1)
    """
    table = rules.table("stacking")
    limit = table.at(place, "per_value") * value if place == "zone" else table.at(place, "limit")
    over = sum(sp) - limit
    if over <= 0 or (len(sp) == 1 and table.at(place, "single_bigger_unit") == "yes"):
        return Stacking(legal=True, over=0, room=max(0, -over))
    return Stacking(legal=desperate, over=over, room=0)
