"""Critical hits (rules V.b critique, T12): the roll, leaks, fire and explosions."""

from fractions import Fraction
from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.broadside.rounding import rounded
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, Turns, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset


class CriticalHit(NamedTuple):
    """The line of the critical table, 0 for none, and what it does."""

    critical: int
    effect: str


class Leak(NamedTuple):
    """How a leak stands, and the hull points left."""

    state: Literal["repaired", "sunk", "leaking"]
    hull: int


class Fire(NamedTuple):
    """How a fire stands, and the hull points left, or left when she blew up."""

    state: Literal["out", "exploded", "burnt", "burning"]
    hull: int


class Explosion(NamedTuple):
    """Hull points that the bursting ship loses, and those that a ship near her loses."""

    own_loss: int
    near_loss: int


@procedure(rules=("V.b critique", "V.b forts", "T12"), public=True)
def critical_hit(dice: Dice, rules: Ruleset, force: Count, fort: YesNo = False) -> CriticalHit:
    """A new die plus the force on the critical table; from a fort any total over 5 is fire, else nothing [V.b critique, T12, B16, B17].

    >>> from rulesdemo import odds
    >>> odds("broadside.critical_hit", force=9).p(critical=13, effect="small_leak")
    Fraction(1, 6)
    """
    total = dice.roll(D6) + force
    if fort:
        effects = rules.table("critical_effects")
        total = effects.at("fort_fire_line") if total > effects.at("fort_fire_over") else 0
    table = rules.table("critical")
    effect = table.at(total)
    return CriticalHit(0 if effect == "none" else int(table.rows.labels[table.rows.find(total, table.name)[0]]), effect)


def start_leak(hull: int) -> Leak:
    """A leak before its first turn; with no hull left she is gone at once (VI)."""
    return Leak("leaking", hull) if hull > 0 else Leak("sunk", 0)


def is_over(leak: Leak) -> bool:
    """Repaired, or sunk."""
    return leak.state != "leaking"


@procedure
def small_leak_turn(dice: Dice, rules: Ruleset, silent: bool, leak: Leak) -> Leak:
    """One turn of a small leak: the loss, then the repair, if her guns are silent."""
    flooded = start_leak(leak.hull - rules.table("critical_effects").at("small_leak_loss"))
    if silent and not is_over(flooded) and dice.read(D6, rules.table("small_leak").under(D6, "result")) == "repaired":
        return Leak("repaired", flooded.hull)
    return flooded


@procedure(rules=("T12", "VI"), public=True)
def small_leak(dice: Dice, rules: Ruleset, hull: Count, turns: Turns, silent: YesNo = True) -> Leak:
    """How a small leak stands after some turns: the loss first, then a repair on 1 or 2 if she did not fire [T12, VI, B19].

    >>> from rulesdemo import odds
    >>> odds("broadside.small_leak", hull=4, turns=4).p(state="repaired")
    Fraction(19, 27)
    """
    return Leak(*dice.do(repeat(small_leak_turn, is_over), rules, silent, start_leak(hull), turns))


@procedure
def large_leak_turn(dice: Dice, rules: Ruleset, leak: Leak) -> Leak:
    """One turn of a leak: the loss, then the repair."""
    flooded = start_leak(leak.hull - rules.table("critical_effects").at("large_leak_loss"))
    if not is_over(flooded) and dice.read(D6, rules.table("large_leak").under(D6, "result")) == "repaired":
        return Leak("repaired", flooded.hull)
    return flooded


@procedure(rules=("T12", "VI"), public=True)
def large_leak(dice: Dice, rules: Ruleset, hull: Count, turns: Turns) -> Leak:
    """How a leak stands after some turns: the loss first, then a repair on a 1 [T12, VI, B19].

    >>> from rulesdemo import odds
    >>> odds("broadside.large_leak", hull=7, turns=3).p(state="repaired")
    Fraction(11, 36)
    """
    return Leak(*dice.do(repeat(large_leak_turn, is_over), rules, start_leak(hull), turns))


def start_fire(hull: int) -> Fire:
    """A fire that has left so much hull."""
    return Fire("burning", hull) if hull > 0 else Fire("burnt", 0)


def is_settled(fire: Fire) -> bool:
    """Out, or the end of the ship."""
    return fire.state != "burning"


@procedure
def burn_turn(dice: Dice, rules: Ruleset, burning: Fire) -> Fire:
    """One turn of a fire."""
    line = dice.read(D6, rules.table("fire").under(D6))
    if line.result == "burns":
        return start_fire(burning.hull - (line.hull or 0))
    return Fire("out" if line.result == "out" else "exploded", burning.hull)


@procedure(rules=("T12",), public=True)
def fire(dice: Dice, rules: Ruleset, hull: Count, turns: Turns) -> Fire:
    """How a fire stands after some turns: out on 4 or 5, blown up on 6, else it burns that many hull points [T12, B19].

    >>> from rulesdemo import odds
    >>> odds("broadside.fire", hull=1, turns=1).p(state="burnt")
    Fraction(1, 2)
    """
    return Fire(*dice.do(repeat(burn_turn, is_settled), rules, start_fire(hull), turns))


@procedure(rules=("T12",), public=True)
def explosion(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    initial: Count,
    near_initial: Count = 0,
    distance: Annotated[int, Whole(0)] = 1,
) -> Explosion:
    """What an explosion costs: half her own initial hull, and a quarter of theirs to ships under 2 hexes away, rounded up [T12, B14, B15].

    >>> from rulesdemo import odds
    >>> odds("broadside.explosion", initial=10, near_initial=10).p(own_loss=5, near_loss=3)
    Fraction(1, 1)
    """
    effects = rules.table("critical_effects")
    own_loss = rounded(rules, "explosion_loss", Fraction(initial, effects.at("explosion_own_divisor")))
    if distance >= effects.at("explosion_under_hexes"):
        return Explosion(own_loss, 0)
    share_of = near_initial if rules.switch("blast_base") == "victim" else initial
    return Explosion(own_loss, rounded(rules, "explosion_loss", Fraction(share_of, effects.at("explosion_near_divisor"))))
