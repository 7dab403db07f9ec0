"""Diplomacy (rules 12.34): the ambassador's audience, disasters, and what it costs to mend them."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, OneOf
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Audience(NamedTuple):
    """Boxes on the alliance track, in your favour when positive, and what became of the ambassador."""

    shift: int
    fate: Literal["returns", "dead", "ransom", "straying", "waiting"]


class LetterName(NamedTuple):
    """A diplomacy letter, or several such as A-B, or none."""

    letter: str


class CunningPoints(NamedTuple):
    """Cunning points to pay."""

    points: int


@procedure(rules=("12.34-D",), public=True)
def disaster(dice: Dice, rules: Ruleset) -> Audience:
    """What goes wrong when the audience ends in disaster [12.34-D].

    >>> from rulesdemo import odds
    >>> odds("republic.disaster").p(fate="dead")
    Fraction(2, 5)
    """
    line = dice.read(D10, rules.table("disasters").under(D10))
    return Audience(line.shift, line.fate)


@procedure(rules=("12.34",), public=True)
def audience_parity(dice: Dice, rules: Ruleset) -> Audience:
    """The entry -1/D?: an even die is the setback, an odd one a disaster [12.34].

    >>> from rulesdemo import odds
    >>> odds("republic.audience_parity").p(shift=-1, fate="returns")
    Fraction(1, 2)
    """
    result = rules.table("audience_parity").at("odd" if dice.roll(D10) % 2 else "even")
    return dice.last(disaster, rules) if result == "D" else Audience(result, "returns")


@procedure(rules=("12.34", "12.34-D"), public=True)
def ambassador(dice: Dice, rules: Ruleset, letter: Annotated[str, OneOf(("A", "B", "C", "D"))], drm: AnyInt = 0) -> Audience:
    """A die under the diplomacy letter moves the alliance marker, or calls for more dice [12.34, R37].

    >>> from rulesdemo import odds
    >>> odds("republic.ambassador", letter="A").mean("shift")
    Fraction(33, 25)
    """
    result = dice.read(D10, rules.table("ambassador").under(D10, letter, plus=drm))
    if result == "D":
        return dice.last(disaster, rules)
    return dice.last(audience_parity, rules) if isinstance(result, str) else Audience(result, "returns")


def gains(rules: Ruleset, letter: str, drm: int = 0) -> Fraction:
    """The chance that an audience moves the marker in the ambassador's favour."""
    dist = ambassador.dist(rules, letter, drm).marginal("shift")
    return sum((chance for shift, chance in dist.items() if shift > 0), Fraction(0))


@procedure(rules=("12.34", "12.34-D"), public=True)
def audience_twin(dice: Dice, rules: Ruleset, letter: Annotated[str, OneOf(("A", "B", "C", "D"))]) -> LetterName:  # noqa: ARG001 - no dice
    """The other letters that move the marker in your favour with exactly the same chance [12.34].

    >>> from rulesdemo import odds
    >>> odds("republic.audience_twin", letter="C").p(letter="D")
    Fraction(1, 1)
    """
    others = (each for each in rules.table("ambassador").columns.labels if each != letter)
    wanted = gains(rules, letter)
    return LetterName("-".join(each for each in others if gains(rules, each) == wanted) or "none")


@procedure(rules=("12.34-D",), public=True)
def ransom(dice: Dice, rules: Ruleset) -> CunningPoints:
    """What a captured ambassador's freedom costs: half a die, at least one point [12.34-D].

    >>> from rulesdemo import odds
    >>> odds("republic.ransom").mean("points")
    Fraction(11, 5)
    """
    return CunningPoints(dice.read(D10, rules.table("ransom").under(D10)))


@procedure(rules=("12.34-D",), public=True)
def ambassador_price(dice: Dice, rules: Ruleset, action: Annotated[str, OneOf(("recall_straying", "new_audience"))]) -> CunningPoints:  # noqa: ARG001 - no dice
    """What it costs to bring back a straying ambassador, or to buy a new audience after a cancelled one [12.34-D, R36].

    >>> from rulesdemo import odds
    >>> odds("republic.ambassador_price", action="new_audience").p(points=1)
    Fraction(1, 1)
    """
    return CunningPoints(rules.table("disaster_costs").at(action))
