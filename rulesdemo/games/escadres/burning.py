"""Fire aboard (E-BURN, E-CREW-2): what fires do at the end of a turn, and fighting them."""

from typing import Annotated, Any, Literal, NamedTuple

from rulesdemo.games.escadres.damage import Damage, gun, volley
from rulesdemo.games.escadres.ships import Training
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# More fires on a fuller ship have more joint outcomes than anyone would wait for.
Fires = Annotated[int, Whole(0, 12)]
Power = Annotated[int, Whole(1, 40)]
Crew = Annotated[int, Whole(0, 40)]


class FireFighting(NamedTuple):
    """Fires that still burn."""

    left: int


class FireDamage(NamedTuple):
    """What the fires leave of the ship, and the fires now aboard."""

    state: Literal["exploded", "afloat"]
    power: int
    crew: int
    fires: int


class FireTurn(NamedTuple):
    """How the ship stands when the fires have been fought, and what she has left."""

    state: Literal["exploded", "out", "burning"]
    power: int
    crew: int
    fires: int


@procedure
def put_out(dice: Dice, rules: Ruleset, training: int) -> int:
    """1 if one die puts its fire out, 0 if not [E-BURN-3, E-TRN-1]."""
    table = rules.table("fire_fighting")
    face = dice.roll(D6)
    return int(face != table.at("always_fails") and face + training >= table.at("need"))


@procedure(rules=("E-BURN-3", "E-TRN-1"), public=True)
def fire_fighting(dice: Dice, rules: Ruleset, fires: Annotated[int, Whole(0, 1000)], training: Training = 0) -> FireFighting:
    """One die for each fire: 4 or more with training puts it out, a rolled 1 never does [E-BURN-3, E-TRN-1].

    >>> from rulesdemo import odds
    >>> odds("escadres.fire_fighting", fires=2, training=-1).p(left=0)
    Fraction(1, 9)
    """
    return FireFighting(fires - dice.do(pool(put_out, rules, training), fires))


def blows_up(lost: Any, power: int) -> bool:  # noqa: ANN401 - Damage, or the part of it that a pool keeps
    """Whether fire dice end the ship: the magazine goes, or they take the last of her power, or of her hull [E-BURN-4, E-HULL-2]."""
    return bool(lost.exploded or lost.power >= power)


@procedure(rules=("E-BURN-2", "E-BURN-4", "E-HULL-2"), title="fires")
def burn_on(hand: Dice, rules: Ruleset, dice: int, left: int, crew: int, hulk: bool) -> Damage:  # noqa: ARG001 - a hulk's `left` is hull
    """A damage die for each fire on a ship with so much power left, or on a hulk with so much hull [E-BURN-2, E-HULL-2].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> burn_on.dist(ruleset("escadres"), 1, 10, 8, hulk=False).p(exploded=True)
    Fraction(1, 432)
    """
    return hand.last(volley, rules, dice, left, crew)


@procedure(rules=("E-BURN-1", "E-BURN-2", "E-BURN-4"), public=True)
def fire_damage(dice: Dice, rules: Ruleset, power: Power, crew: Crew, fires: Fires) -> FireDamage:
    """One damage die for each fire, all of it fire damage: with her last power the ship explodes [E-BURN-2, E-BURN-4, E5, E43].

    >>> from rulesdemo import odds
    >>> odds("escadres.fire_damage", power=1, crew=5, fires=1).p(state="exploded")
    Fraction(43, 108)
    """
    each = pool(gun, rules, cap={"power": power, "crew": crew}, keep=("power", "crew", "fires", "exploded"), trump="exploded")
    lost = dice.do(each, fires)
    if blows_up(lost, power):
        return FireDamage("exploded", 0, 0, 0)
    return FireDamage("afloat", power - lost.power, crew - lost.crew, fires + lost.fires)


@procedure(rules=("E-BURN-2", "E-BURN-3", "E-BURN-4", "E-CREW-2"), public=True)
def fire_turn(dice: Dice, rules: Ruleset, power: Power, crew: Crew, fires: Fires, training: Training = 0) -> FireTurn:
    """The end of a burning ship's turn: damage from the fires she had, then every fire aboard is fought [E-BURN-2, E-BURN-3, E-CREW-2].

    >>> from rulesdemo import odds
    >>> odds("escadres.fire_turn", power=10, crew=8, fires=1).p(state="exploded")
    Fraction(7, 2592)
    """
    burnt = dice.do(fire_damage, rules, power, crew, fires)
    if burnt.state == "exploded":
        return FireTurn("exploded", 0, 0, 0)
    left = dice.do(fire_fighting, rules, burnt.fires, training).left if burnt.crew else burnt.fires
    return FireTurn("burning" if left else "out", burnt.power, burnt.crew, left)
