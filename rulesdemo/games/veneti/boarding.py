"""Boarding (rules 8.2): the roll, the losses, and trying again on later turns."""

from typing import Annotated, NamedTuple

from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Count, OneOf, Turns, Whole
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Attackers = Annotated[int, Whole(1)]
Height = Annotated[int, OneOf((-1, 0, 1))]
Kind = Annotated[str, OneOf(("galley", "sail"))]


class Boarding(NamedTuple):
    """Captured or repelled, and the marines lost."""

    captured: bool
    attacker_loss: int
    defender_loss: int


class BoardingWithin(NamedTuple):
    """Whether the ship was taken in time."""

    captured: bool


class HeightAdvantage(NamedTuple):
    """1 when the boarder is higher, -1 when lower."""

    height: int


class Splits(NamedTuple):
    """Every way to share the marines among the ships that hold them."""

    splits: tuple[tuple[int, ...], ...]


class Fight(NamedTuple):
    """Where repeated boarding stands."""

    attackers: int
    defenders: int
    captured: bool


@procedure(rules=("8.23", "8.24", "8.28"), public=True)
def boarding(dice: Dice, rules: Ruleset, attackers: Attackers, defenders: Count, height: Height = 0) -> Boarding:
    """Two dice against the number for these marines; height changes the total, losses follow the natural total [8.23, 8.24, 8.28].

    >>> from rulesdemo import odds
    >>> print(odds("veneti.boarding", attackers=4, defenders=1))
    captured  attacker_loss  defender_loss  chance
    no        1              1              1/12    8.3 %   ##
    yes       0              0              23/36   63.9 %  ###############
    yes       1              0              5/18    27.8 %  #######
    """
    need = rules.table("boarding").at(attackers, defenders)
    natural = dice.total(2, D6)
    total = natural + height_drm(rules, height)
    band = natural if rules.switch("boarding_bands") == "natural" else total
    losses = rules.table("boarding_losses")
    if total >= need:
        return Boarding(captured=True, attacker_loss=losses.at(band, "captured_attacker"), defender_loss=0)
    return Boarding(captured=False, attacker_loss=losses.at(band, "repelled_attacker"), defender_loss=losses.at(band, "repelled_defender"))


def height_drm(rules: Ruleset, height: int) -> int:
    """The modifier of 8.24 for a boarder who is higher (1), level (0) or lower (-1)."""
    if height == 0:
        return 0
    return int(rules.table("boarding_height").at("higher" if height > 0 else "lower"))


@procedure
def board_again(dice: Dice, rules: Ruleset, height: int, fight: Fight) -> Fight:
    """One more try: each repulse costs both sides what 8.28 says, the defender never under 0."""
    result = dice.do(boarding, rules, fight.attackers, fight.defenders, height)
    if result.captured:
        return Fight(0, 0, captured=True)
    return Fight(fight.attackers - result.attacker_loss, max(0, fight.defenders - result.defender_loss), captured=False)


def is_over(fight: Fight) -> bool:
    """Captured, or nobody left to board."""
    return fight.captured or fight.attackers <= 0


@procedure(rules=("8.23", "8.27", "8.28"), public=True)
def boarding_within(dice: Dice, rules: Ruleset, attackers: Attackers, defenders: Count, tries: Turns, height: Height = 0) -> BoardingWithin:
    """Whether a ship is taken within some tries, boarders lost on each repulse [8.23, 8.27, 8.28].

    >>> from rulesdemo import odds
    >>> odds("veneti.boarding_within", attackers=3, defenders=2, height=-1, tries=2).p(captured=True)
    Fraction(347, 432)
    """
    start = Fight(attackers, defenders, captured=False)
    return BoardingWithin(dice.do(repeat(board_again, is_over), rules, height, start, tries).captured)


@procedure(rules=("8.24",), public=True)
def height_advantage(dice: Dice, rules: Ruleset, boarder: Kind, target: Kind) -> HeightAdvantage:  # noqa: ARG001 - no dice
    """Who stands higher; the heights are ours, the source only names the advantage [8.24, A48].

    >>> from rulesdemo import odds
    >>> odds("veneti.height_advantage", boarder="galley", target="sail").p(height=-1)
    Fraction(1, 1)
    """
    table = rules.table("height")
    gap = table.at(boarder) - table.at(target)
    return HeightAdvantage((gap > 0) - (gap < 0))


@procedure(rules=("8.22",), public=True)
def boarding_splits(dice: Dice, rules: Ruleset, marines: Annotated[int, Whole(0, 12)], held_by: Annotated[int, Whole(1, 4)]) -> Splits:  # noqa: ARG001 - no dice
    """How a ship held by several may share her marines among them, at least one each where any go [8.22].

    >>> from rulesdemo import odds
    >>> next(iter(odds("veneti.boarding_splits", marines=3, held_by=2))).splits
    ((0, 3), (1, 2), (2, 1), (3, 0))
    """
    least = rules.table("marines").at("board_share_least")
    ways: list[tuple[int, ...]] = [()]
    for _ in range(held_by):
        ways = [(*way, share) for way in ways for share in (0, *range(least, marines + 1)) if sum(way) + share <= marines]
    return Splits(tuple(sorted(way for way in ways if sum(way) == marines and any(way))))
