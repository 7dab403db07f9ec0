"""Leaders: their tactical aptitude (8.32) and their loss (8.6)."""

from itertools import combinations
from typing import Annotated, Literal, NamedTuple

from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.inputs import AnyInt, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Letter = Annotated[str, OneOf(("A", "B", "C", "D", "E"))]


class Tactical(NamedTuple):
    """The modifier of the battle roll; a plus is the attacker's."""

    drm: int


class TacticalValue(NamedTuple):
    """What one leader's die is worth."""

    value: int


class EvenPair(NamedTuple):
    """Two battle letters, the better one first, such as A-B."""

    pair: str


class LeaderLoss(NamedTuple):
    """What became of the leader."""

    fate: Literal["safe", "wounded", "killed"]


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


@procedure(title="tactical values")
def tactical_gap(dice: Dice, rules: Ruleset, attacker: str, defender: str) -> int:
    """The attacker's tactical value less the defender's, one die for each leader."""
    table = rules.table("tactical")
    mine, theirs = D10.through(table.under(D10, attacker)), D10.through(table.under(D10, defender))
    return dice.gap(mine, theirs, "one die for each leader")


@procedure(rules=("8.32", "8.31-a / 8.32"), public=True)
def tactical(dice: Dice, rules: Ruleset, attacker: Letter, defender: Letter) -> Tactical:
    """Each side throws for its leader; the attacker's tactical value less the defender's is the modifier [8.32, R16].

    >>> from rulesdemo import odds
    >>> odds("republic.tactical", attacker="A", defender="B").p(drm=1)
    Fraction(1, 5)
    """
    return Tactical(dice.do(tactical_gap, rules, attacker, defender))


@procedure(rules=("8.32",), public=True)
def tactical_value(dice: Dice, rules: Ruleset, letter: Letter) -> TacticalValue:
    """One leader's die, read under his battle letter [8.32].

    >>> from rulesdemo import odds
    >>> odds("republic.tactical_value", letter="A").mean("value")
    Fraction(33, 5)
    """
    return TacticalValue(dice.read(D10, rules.table("tactical").under(D10, letter)))


@procedure(rules=("8.32",), public=True)
def closest_letters(dice: Dice, rules: Ruleset) -> EvenPair:  # noqa: ARG001 - no dice
    """The two different battle letters whose values differ least on average [8.32].

    >>> from rulesdemo import odds
    >>> odds("republic.closest_letters").p(pair="D-E")
    Fraction(1, 1)
    """
    table = rules.table("tactical")
    sums = {letter: sum(table.at(face, letter) for face in D10.faces) for letter in table.columns.labels}
    one, other = min(combinations(sums, 2), key=lambda pair: abs(sums[pair[0]] - sums[pair[1]]))
    return EvenPair(f"{one}-{other}")


@procedure(rules=("8.6",), public=True)
def leader_loss(dice: Dice, rules: Ruleset, vm: Annotated[int, Whole(0, 10)], drm: AnyInt = 0) -> LeaderLoss:
    """A die under his survival rating saves the leader; otherwise a second one decides between a wound and death [8.6, R7, R25].

    >>> from rulesdemo import odds
    >>> odds("republic.leader_loss", vm=7, drm=1).p(fate="killed")
    Fraction(4, 25)
    """
    if dice.roll(D10, "is he hit?") + drm < vm:
        return LeaderLoss("safe")
    again = drm if rules.switch("leader_loss_drm") == "both" else 0
    return LeaderLoss("wounded" if dice.roll(D10, "how badly?") + again < vm else "killed")


@procedure(rules=("8.6",), public=True)
def leader_loss_drm(dice: Dice, rules: Ruleset, defeated: YesNo = False, visit_to_pluto: YesNo = False) -> Modifier:  # noqa: ARG001 - no dice
    """The modifiers of leader loss: in a defeated Force, and in the Visit to Pluto part of the turn [8.6].

    >>> from rulesdemo import odds
    >>> odds("republic.leader_loss_drm", defeated=True, visit_to_pluto=True).p(drm=2)
    Fraction(1, 1)
    """
    table = rules.table("leader_loss_drm")
    return Modifier(table.added(in_defeated_force=defeated, during_visit_to_pluto=visit_to_pluto))
