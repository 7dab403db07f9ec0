"""Missile fire (rules 8.4, 8.51)."""

from typing import Annotated, NamedTuple

from rulesdemo.games.veneti.fire import ignite
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import AnyInt, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Marines = Annotated[int, Whole(1)]


class Missiles(NamedTuple):
    """Marines lost by the target, and whether she burns."""

    depletion: int
    fire: bool


class Modifier(NamedTuple):
    """The sum of the modifiers."""

    drm: int


class Range(NamedTuple):
    """How far the missile reaches."""

    hexes: int


class FireSplit(NamedTuple):
    """Whether the fire may be split, and the table column of each share."""

    legal: bool
    columns: tuple[str, ...]


@procedure(rules=("8.44", "8.45", "8.51"), public=True)
def missiles(dice: Dice, rules: Ruleset, marines: Marines, drm: AnyInt = 0, flaming: YesNo = False) -> Missiles:
    """One die by the marines that fire; a flame counts only for flaming missiles and must still catch [8.44, 8.45, 8.51].

    >>> from rulesdemo import odds
    >>> odds("veneti.missiles", marines=3, flaming=True).p(fire=True)
    Fraction(1, 12)
    """
    result = dice.read(D6, rules.table("missile_fire").under(D6, marines, plus=drm))
    depletion = rules.table("marines").at("depletion_step") if "D" in result else 0
    return Missiles(depletion, flaming and "F" in result and dice.do(ignite, rules).burns)


@procedure(rules=("8.44",), public=True)
def missile_drm(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    two_hexes: YesNo = False,
    height: Annotated[int, OneOf((-1, 0, 1))] = 0,
    immobilised: YesNo = False,
) -> Modifier:
    """The modifiers of a shot: distance, height, and a target that cannot dodge [8.44].

    >>> from rulesdemo import odds
    >>> odds("veneti.missile_drm", height=-1, immobilised=True).p(drm=0)
    Fraction(1, 1)
    """
    table = rules.table("missile_drm")
    return Modifier(table.added(two_hexes=two_hexes, higher=height > 0, lower=height < 0, immobilised_or_crippled=immobilised))


@procedure(rules=("8.41", "8.52"), public=True)
def missile_range(dice: Dice, rules: Ruleset, flaming: YesNo = False) -> Range:  # noqa: ARG001 - no dice
    """How far ordinary and flaming missiles reach [8.41, 8.52].

    >>> from rulesdemo import odds
    >>> odds("veneti.missile_range", flaming=True).p(hexes=1)
    Fraction(1, 1)
    """
    return Range(rules.table("missile_range").at("flaming" if flaming else "ordinary"))


@procedure(rules=("8.43",), public=True)
def fire_split(dice: Dice, rules: Ruleset, marines: Marines, targets: Annotated[int, Whole(1, 12)]) -> FireSplit:  # noqa: ARG001 - no dice
    """Whether a ship may split her fire among targets, and the column of each share, the larger shares first [8.43].

    >>> from rulesdemo import odds
    >>> next(iter(odds("veneti.fire_split", marines=3, targets=2)))
    FireSplit(legal=True, columns=('1-2', '1-2'))
    """
    least = rules.table("marines").at("fire_share_least")
    if marines < least * targets:
        return FireSplit(legal=False, columns=())
    share, more = divmod(marines, targets)
    columns = rules.table("missile_fire").columns
    places = [columns.find(share + (target < more), "table missile_fire")[0] for target in range(targets)]
    return FireSplit(legal=True, columns=tuple(columns.labels[place] for place in places))
