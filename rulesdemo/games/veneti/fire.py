"""Fire (rules 8.51, 8.53, 8.54): catching, burning, spreading, going out."""

from typing import Literal, NamedTuple

from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import AGAIN, D6, Dice
from rulesdemo.odds.inputs import Turns
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class Burns(NamedTuple):
    """Whether the ship catches fire."""

    burns: bool


class Extinguish(NamedTuple):
    """What one recovery roll does to the burning ship and to the ships grappled to her."""

    result: Literal["lost", "gains", "burns", "out"]
    marines_lost: int
    neighbours_burn: bool


class Burning(NamedTuple):
    """How the fire stands."""

    state: Literal["out", "lost", "burning"]


class Neighbour(NamedTuple):
    """Whether the fire still burns, and whether the grappled neighbour has caught it."""

    fire: Literal["out", "lost", "burning"]
    caught: bool


@procedure(rules=("8.51",), public=True)
def ignite(dice: Dice, rules: Ruleset) -> Burns:
    """A flame result sets the target alight on 4 to 6 [8.51].

    >>> from rulesdemo import odds
    >>> odds("veneti.ignite").p(burns=True)
    Fraction(1, 2)
    """
    return Burns(dice.read(D6, rules.table("ignite").under(D6, "result")) == "fire")


@procedure(rules=("8.54",), public=True)
def spread(dice: Dice, rules: Ruleset) -> Burns:
    """A ship attached to a burning one catches fire on 5 or 6 [8.54].

    >>> from rulesdemo import odds
    >>> odds("veneti.spread").p(burns=True)
    Fraction(1, 3)
    """
    return Burns(dice.read(D6, rules.table("spread").under(D6, "result")) == "fire")


@procedure(rules=("8.53", "3.0 G1"), public=True)
def extinguish(dice: Dice, rules: Ruleset) -> Extinguish:
    """One roll to put the fire out; it may also light every ship grappled to her, or take her [8.53, A46].

    >>> from rulesdemo import odds
    >>> odds("veneti.extinguish").p(result="out")
    Fraction(1, 3)
    """
    line = dice.read(D6, rules.table("extinguish").under(D6))
    return Extinguish(line.result, line.marines, line.neighbours == "yes")


@procedure
def burn_once(dice: Dice, rules: Ruleset, burning: Burning) -> Burning:  # noqa: ARG001 - the state decides when to stop
    """One turn of a burning ship."""
    result = dice.do(extinguish, rules).result
    return Burning(result if result in ("out", "lost") else "burning")


def is_settled(burning: Burning) -> bool:
    """Out, or lost with the ship."""
    return burning.state != "burning"


@procedure(rules=("8.53",), public=True)
def burning(dice: Dice, rules: Ruleset, rolls: Turns) -> Burning:
    """How a fire stands after some recovery rolls [8.53].

    >>> from rulesdemo import odds
    >>> odds("veneti.burning", rolls=2).p(state="out")
    Fraction(1, 2)
    """
    return Burning(dice.do(repeat(burn_once, is_settled), rules, Burning("burning"), rolls).state)


@procedure
def burn_beside(dice: Dice, rules: Ruleset, pair: Neighbour) -> Neighbour:
    """One turn of a burning ship and a neighbour grappled to her: the recovery roll first, then the spread [8.53, 8.54]."""
    turn = dice.do(extinguish, rules)
    fire: Literal["out", "lost", "burning"] = "out" if turn.result == "out" else "lost" if turn.result == "lost" else "burning"
    caught = pair.caught or turn.neighbours_burn
    if fire == "burning" and not caught:
        caught = dice.do(spread, rules).burns
    return Neighbour(fire, caught)


def has_ended(pair: Neighbour) -> bool:
    """The first fire is out, or lost with its ship; until then it burns on, whether or not the neighbour has caught it."""
    return pair.fire != "burning"


@procedure(rules=("8.53", "8.54"), public=True)
def neighbour(dice: Dice, rules: Ruleset, turns: Turns) -> Neighbour:
    """Whether a ship grappled to a burning one, and staying so, catches fire within some turns [8.53, 8.54].

    >>> from rulesdemo import odds
    >>> odds("veneti.neighbour", turns=1).p(caught=True)
    Fraction(4, 9)
    """
    return Neighbour(*dice.do(repeat(burn_beside, has_ended), rules, Neighbour("burning", caught=False), turns))


@procedure
def caught_at_last(dice: Dice, rules: Ruleset) -> bool:
    """Turn after turn, each like the first, until the neighbour has caught fire or the fire beside her has ended."""
    pair = dice.do(burn_beside, rules, Neighbour("burning", caught=False))
    return pair.caught if pair.caught or has_ended(pair) else AGAIN


@procedure(rules=("8.53", "8.54"), public=True)
def neighbour_in_the_end(dice: Dice, rules: Ruleset) -> Burns:
    """Whether a ship grappled to a burning one, and staying so, catches fire before that fire ends [8.53, 8.54].

    >>> from rulesdemo import odds
    >>> odds("veneti.neighbour_in_the_end").p(burns=True)
    Fraction(4, 7)
    """
    return Burns(dice.do(caught_at_last, rules))
