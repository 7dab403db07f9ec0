"""The whole battle as one distribution (8.3 to 8.6): leaders, elephants, the roll and its X, losses, and the leaders' fates."""

from typing import Annotated, Any, NamedTuple

from rulesdemo.games.republic.battle import Battle, Retreat, battle, unpredictable
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.leaders import Letter, leader_loss, leader_loss_drm, tactical_gap
from rulesdemo.games.republic.losses import loss_in_sp
from rulesdemo.games.republic.strength import Terrain, force_drm
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import Procedure, procedure
from rulesdemo.rules.ruleset import Ruleset

# Elephants on both sides make many joint outcomes; more than these are rare in any Force.
HerdCount = Annotated[int, Whole(0, 5)]
Herd = Procedure[..., Any]  # the elephants of a Force at once
Rating = Annotated[int, Whole(0, 10)]


class Troops(NamedTuple):
    """A side's strength points by kind."""

    infantry: int
    cavalry: int
    elephants: int


class Toll(NamedTuple):
    """Points that elephants cost their own side and the enemy, those of scarce troops apart, and the modifier in their owner's favour."""

    own: int
    own_infantry: int
    own_cavalry: int
    enemy: int
    enemy_infantry: int
    enemy_cavalry: int
    drm: int


class Supply(NamedTuple):
    """Whether troops are absent, plenty enough for every elephant, or scarce: own foot and horse, then the enemy's."""

    own_infantry: str
    own_cavalry: str
    enemy_infantry: str
    enemy_cavalry: str


class Engagement(NamedTuple):
    """Strength points that elephants cost each side, and the modifier; a plus is the attacker's."""

    attacker_lost: int
    defender_lost: int
    drm: int


class Field(NamedTuple):
    """Who must retreat, and the strength points that each side has lost in all."""

    retreat: Retreat
    attacker_lost: int
    defender_lost: int


class WholeBattle(NamedTuple):
    """Who must retreat, the strength points lost by each side, elephants' work included, and what became of both leaders, if asked."""

    retreat: Retreat
    attacker_lost: int
    defender_lost: int
    attacker_leader: str
    defender_leader: str


# -- elephants on both sides -----------------------------------------------------------------------------------------------------------


@procedure
def elephant_toll(dice: Dice, rules: Ruleset, supply: Supply) -> Toll:
    """One elephant strength point; losses of troops that are absent count for nothing, those of plentiful troops are added up [R24]."""
    line = dice.read(D10, rules.table("elephants").under(D10))
    losses = {troops: getattr(line, troops) for troops, word in zip(Supply._fields, supply, strict=True) if word != "absent"}
    apart = {troops: losses.pop(troops) for troops, word in zip(Supply._fields, supply, strict=True) if word == "scarce"}
    own = sum(points for troops, points in losses.items() if troops.startswith("own"))
    return Toll(**dict.fromkeys(Supply._fields, 0) | apart, own=line.own_elephant + own, enemy=sum(losses.values()) - own, drm=line.drm)


def supply_of(own: Troops, enemy: Troops, dice: int) -> Supply:
    """Return how well off both sides are for `dice` elephant dice.

    >>> supply_of(Troops(9, 0, 2), Troops(9, 1, 0), 2)
    Supply(own_infantry='plenty', own_cavalry='absent', enemy_infantry='plenty', enemy_cavalry='scarce')
    """
    return Supply(*("absent" if not points else "plenty" if points >= dice else "scarce" for points in (*own[:2], *enemy[:2])))


def cost_of(own: Charge, enemy: Charge, troops: Troops) -> tuple[int, int, int]:
    """Infantry, cavalry and elephants that both charges cost the owner of the first; troops that are gone cannot be lost twice [R23, R24].

    >>> nothing = Charge(0, 0, 0, 0, 0, 0)
    >>> cost_of(Charge(1, 0, 0, 0, 0, 1), nothing._replace(enemy_cavalry=2), Troops(9, 2, 3))
    (0, 2, 1)
    """
    infantry = min(troops.infantry, own.own_infantry + enemy.enemy_infantry)
    return infantry, min(troops.cavalry, own.own_cavalry + enemy.enemy_cavalry), own.lost


@procedure
def engagement(dice: Dice, rules: Ruleset, attacker: Troops, defender: Troops) -> Engagement:
    """The elephants of both sides at the same time: together they cost nobody more foot or horse than he has [8.36, R23, R24]."""
    most = attacker.elephants + defender.elephants
    return dice.last(both_charge, (herd(rules, attacker, defender, most), attacker), (herd(rules, defender, attacker, most), defender))


def herd(rules: Ruleset, own: Troops, enemy: Troops, dice: int) -> Herd:
    """A side's elephants as one throw; scarce troops are counted only until they run out."""
    supply = supply_of(own, enemy, dice)
    scarce = zip(Supply._fields, supply, (*own[:2], *enemy[:2]), strict=True)
    return pool(elephant_toll, rules, supply, cap={troops: points for troops, word, points in scarce if word == "scarce"})


@procedure
def both_charge(dice: Dice, attacker: tuple[Herd, Troops], defender: tuple[Herd, Troops]) -> Engagement:
    """Only what each side loses in all is told apart; troops that may run out are counted until they do."""
    (ours, (foot, horse, count)), (theirs, (their_foot, their_horse, their_count)) = attacker, defender
    one = dice.do(ours, count)
    other = dice.do(theirs, their_count)
    return Engagement(
        one.own + other.enemy + min(foot, one.own_infantry + other.enemy_infantry) + min(horse, one.own_cavalry + other.enemy_cavalry),
        other.own
        + one.enemy
        + min(their_foot, other.own_infantry + one.enemy_infantry)
        + min(their_horse, other.own_cavalry + one.enemy_cavalry),
        one.drm - other.drm,
    )


# -- the roll, the losses, the leaders -------------------------------------------------------------------------------------------------


@procedure
def rolled(dice: Dice, rules: Ruleset, cunning: tuple[int, int], drm: int) -> Battle:
    """The main roll and, after an X, the second one with the points that both sides spend on it."""
    if cunning == (0, 0):
        return dice.last(battle, rules, drm)
    line = dice.read(D10, rules.table("brt").under(D10, plus=drm))
    return Battle(line.attacker, line.defender, line.retreat) if line.x is None else dice.last(unpredictable, rules, line.x, *cunning)


@procedure
def rolled_by(dice: Dice, rules: Ruleset, letters: tuple[str, str], cunning: tuple[int, int], drm: int) -> Battle:
    """The same, from the leaders' tactical rolls on."""
    gap = dice.later(tactical_gap, rules, *letters)
    return dice.last(rolled, rules, cunning, gap + drm)


@procedure
def field(dice: Dice, rules: Ruleset, how: tuple[tuple[str, str], tuple[int, int], int], attacker: Troops, defender: Troops) -> Field:
    """The battle down to strength points: percentages and stars are of what the elephants leave, the modifiers stand [8.34, R14, R41]."""
    letters, cunning, drm = how
    engaged = dice.do(engagement, rules, attacker, defender)
    result = dice.do(rolled_by, rules, letters, cunning, drm + engaged.drm)
    lost = dice.do(loss_in_sp, rules, result.attacker_loss, sum(attacker) - engaged.attacker_lost)
    their_lost = dice.do(loss_in_sp, rules, result.defender_loss, sum(defender) - engaged.defender_lost)
    return Field(result.retreat, engaged.attacker_lost + lost, engaged.defender_lost + their_lost)


@procedure
def with_leaders(
    dice: Dice, rules: Ruleset, how: tuple[tuple[str, str], tuple[int, int], int], sides: tuple[Troops, Troops], vms: tuple[int, int] | None
) -> WholeBattle:
    """The battle, then the leader loss of both sides, with the modifier of a defeated Force [8.6, R18]."""
    fought = dice.do(field, rules, how, *sides)
    fates = ("untested", "untested") if vms is None else dice.do(both_leaders, rules, vms, fought.retreat)
    return WholeBattle(*fought, *fates)


@procedure
def both_leaders(dice: Dice, rules: Ruleset, vms: tuple[int, int], retreat: Retreat) -> tuple[str, str]:
    """The fates of the attacker's leader and of the defender's."""
    one, other = (leader_loss_drm(dice, rules, retreat == side).drm for side in ("attacker", "defender"))
    return dice.do(leader_loss, rules, vms[0], one).fate, dice.do(leader_loss, rules, vms[1], other).fate


@procedure(
    rules=("8.3", "8.3-*", "8.4", "8.31-a / 8.32", "8.31-d", "8.31-e", "8.31-n / 8.36", "8.34", "8.36", "8.6", "R-BAT-1..7"),
    public=True,
)
def whole_battle(  # noqa: PLR0913, PLR0917 - a battle has two sides
    dice: Dice,
    rules: Ruleset,
    attacker: Letter,
    defender: Letter,
    attacker_infantry: Annotated[int, Whole(1)],
    defender_infantry: Annotated[int, Whole(1)],
    attacker_vm: Rating,
    defender_vm: Rating,
    attacker_cavalry: Count = 0,
    defender_cavalry: Count = 0,
    attacker_elephants: HerdCount = 0,
    defender_elephants: HerdCount = 0,
    drm: AnyInt = 0,
    terrain: Terrain = "flat",
    roman: Annotated[str, OneOf(("attacker", "defender", "both", "neither"))] = "neither",
    attacker_cunning: Count = 0,
    defender_cunning: Count = 0,
    leaders: YesNo = True,
) -> WholeBattle:
    """A whole battle; `drm` sums all but tactics, ratio, cavalry and elephants, cunning goes on an X [8.3, 8.6, R18, R41].

    >>> from rulesdemo import odds
    >>> sides = {"attacker": "B", "defender": "C", "attacker_infantry": 40, "defender_infantry": 30}
    >>> odds("republic.whole_battle", **sides, attacker_vm=7, defender_vm=7).mean("attacker_lost")
    Fraction(5793, 1000)
    """
    ours, theirs = (
        Troops(attacker_infantry, attacker_cavalry, attacker_elephants),
        Troops(defender_infantry, defender_cavalry, defender_elephants),
    )
    size = force_drm(dice, rules, sum(ours), sum(theirs), attacker_cavalry, defender_cavalry, terrain, roman)
    how = (attacker, defender), (attacker_cunning, defender_cunning), size.drm + drm
    return dice.last(with_leaders, rules, how, (ours, theirs), (attacker_vm, defender_vm) if leaders else None)
