"""A battle as a step of a campaign (rules 8.3 to 8.54): who gives way, what it costs, and the statuses that both sides carry on with."""

from typing import Annotated, Literal, NamedTuple

from rulesdemo.games.republic.leaders import Letter
from rulesdemo.games.republic.losses import loss_in_sp
from rulesdemo.games.republic.status import Aftermath, AttackingStatus, Status, StatusName, post_battle_status, status_drm, word_for
from rulesdemo.games.republic.strength import Terrain, force_drm
from rulesdemo.games.republic.whole import HerdCount, Troops, engagement, rolled_by
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Before = tuple[StatusName, int, int]  # a side's status and strength before the battle, and the enemy's strength
Roman = Annotated[str, OneOf(("attacker", "defender", "both", "neither"))]


class Left(NamedTuple):
    """The points that a side has lost in all, and its status."""

    lost: int
    after: StatusName


@procedure
def left(dice: Dice, rules: Ruleset, loss: int | Literal["*"], trampled: int, word: str, before: Before) -> Left:
    """What the result costs a side after the elephants, and the status that it leaves [8.34, 8.54, R26, R27]."""
    lost = trampled + dice.do(loss_in_sp, rules, loss, before[1] - trampled)
    # How many points were lost matters only where a switch says so; else any number is as good as one.
    counted = lost if rules.switch("status_loss") == "actual" else min(lost, 1)
    return Left(lost, dice.do(worn, rules, word, before, loss if isinstance(loss, int) else 0, counted))


@procedure
def worn(dice: Dice, rules: Ruleset, word: str, before: Before, percent: int, lost: int) -> StatusName:
    """The status of a side after a battle."""
    status, sp, enemy_sp = before
    return post_battle_status(dice, rules, word, status, percent, sp, enemy_sp, lost).status


@procedure
def fought(
    dice: Dice,
    rules: Ruleset,
    how: tuple[tuple[str, str], int, bool],
    sides: tuple[Troops, Troops],
    before: tuple[StatusName, StatusName],
) -> Aftermath:
    """Elephants, tactics, the roll and its X, losses of what the elephants leave, then the statuses [R14, R26, R27, R41]."""
    letters, drm, major = how
    ours, theirs = (before[0], sum(sides[0]), sum(sides[1])), (before[1], sum(sides[1]), sum(sides[0]))
    engaged = dice.do(engagement, rules, *sides)
    result = dice.do(rolled_by, rules, letters, (0, 0), drm + engaged.drm)
    words = [word_for(side, result.retreat, major) for side in ("attacker", "defender")]
    one = dice.do(left, rules, result.attacker_loss, engaged.attacker_lost, words[0], ours)
    other = dice.do(left, rules, result.defender_loss, engaged.defender_lost, words[1], theirs)
    return Aftermath(result.retreat, one.after, other.after, one.lost, other.lost)


@procedure(
    rules=("8.3", "8.3-*", "8.4", "8.31-a / 8.32", "8.31-d", "8.31-e", "8.31-m", "8.31-n / 8.36", "8.34", "8.36", "8.54", "8.54-C"),
    public=True,
)
def campaign_battle(  # noqa: PLR0913, PLR0917 - a battle has two sides
    dice: Dice,
    rules: Ruleset,
    attacker: Letter,
    defender: Letter,
    attacker_infantry: Annotated[int, Whole(1)],
    defender_infantry: Annotated[int, Whole(1)],
    attacker_cavalry: Count = 0,
    defender_cavalry: Count = 0,
    attacker_elephants: HerdCount = 0,
    defender_elephants: HerdCount = 0,
    attacker_status: AttackingStatus = "fresh",
    defender_status: Status = "fresh",
    drm: AnyInt = 0,
    terrain: Terrain = "flat",
    roman: Roman = "neither",
    major: YesNo = False,
) -> Aftermath:
    """A whole battle down to statuses; `drm` sums all but tactics, ratio, cavalry, elephants and statuses [8.54, R8, R41].

    >>> from rulesdemo import odds
    >>> sides = {"attacker": "B", "defender": "C", "attacker_infantry": 40, "defender_infantry": 30}
    >>> odds("republic.campaign_battle", **sides).mean("attacker_lost")
    Fraction(5793, 1000)
    """
    ours = Troops(attacker_infantry, attacker_cavalry, attacker_elephants)
    theirs = Troops(defender_infantry, defender_cavalry, defender_elephants)
    size = force_drm(dice, rules, sum(ours), sum(theirs), attacker_cavalry, defender_cavalry, terrain, roman).drm
    # Where a reader's own table bars the attack, what is asked for here is the battle without that modifier.
    tired = status_drm(dice, rules, attacker_status, defender_status).drm or 0
    how = (attacker, defender), size + tired + drm, major
    return dice.last(fought, rules, how, (ours, theirs), (attacker_status, defender_status))
