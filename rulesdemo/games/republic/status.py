"""Post-battle status (rules 8.54 and 8.55): how a battle leaves a Force, and what that costs it."""

from typing import Annotated, Any, Literal, NamedTuple, get_args

from rulesdemo.games.republic.battle import Retreat, full_battle
from rulesdemo.games.republic.leaders import Letter
from rulesdemo.games.republic.losses import loss_in_sp
from rulesdemo.games.republic.strength import Strength, combat_ratio
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import AnyInt, Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

StatusName = Literal["fresh", "fatigued", "disorganised", "neutralised"]
FROM_BEST_TO_WORST = get_args(StatusName)
Status = Annotated[StatusName, OneOf(FROM_BEST_TO_WORST)]
AttackingStatus = Annotated[StatusName, OneOf(FROM_BEST_TO_WORST[:-1])]  # the worst one may not attack
Result = Annotated[str, OneOf(("major_victor", "victor", "no_victor", "defeated", "major_defeated"))]


class PostBattleStatus(NamedTuple):
    """The status after the battle."""

    status: StatusName


class StatusEffects(NamedTuple):
    """Modifiers and lines down that a status costs; None where the action is not allowed."""

    battle_attack: int | None
    battle_defence: int
    movement_attrition: int
    siege_attrition: int
    assault: int | None
    may_detach: bool


class Aftermath(NamedTuple):
    """Who must retreat, the status of both sides after the battle, and the strength points that it cost them."""

    retreat: Retreat
    attacker_after: StatusName
    defender_after: StatusName
    attacker_lost: int
    defender_lost: int


class StatusDrm(NamedTuple):
    """Whether the attack is allowed, and the modifier of both statuses; a plus is the attacker's."""

    allowed: bool
    drm: int | None


@procedure(rules=("8.54", "8.54-C"), public=True)
def post_battle_status(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    result: Result,
    before: Status = "fresh",
    percent: Annotated[int, Whole(0, 100)] = 0,
    sp: Count = 20,
    enemy_sp: Count = 20,
    sp_lost: Count = 1,
    where: Annotated[str, OneOf(("land", "sea", "siege"))] = "land",
) -> PostBattleStatus:
    """How a battle leaves a Force; `percent` is its loss by the results table, both `sp` are those at the start [8.54, R26, R27].

    >>> from rulesdemo import odds
    >>> odds("republic.post_battle_status", result="victor", before="fatigued").p(status="disorganised")
    Fraction(1, 1)
    """
    limits = rules.table("status_constants")
    unhurt = result in ("victor", "major_victor") and sp_lost == 0
    if where != "land" or unhurt or max(sp, enemy_sp) < limits.at("battle_least_sp"):
        return PostBattleStatus(before)
    line = result
    if result == "no_victor":
        most = limits.at("light_loss_most_percent")
        light = percent <= most if rules.switch("status_loss") == "table" else sp_lost * 100 <= most * sp
        line = "no_victor_light_loss" if light else "no_victor_heavy_loss"
    after = rules.table("post_battle_status").at(line, "if_already_fatigued" if before == "fatigued" else "status")
    return PostBattleStatus(max(before, after, key=FROM_BEST_TO_WORST.index))


@procedure(rules=("8.55",), public=True)
def status_effects(dice: Dice, rules: Ruleset, status: Status) -> StatusEffects:  # noqa: ARG001 - no dice
    """What a status does to attack, defence, attrition, assault and detaching [8.55].

    >>> from rulesdemo import odds
    >>> odds("republic.status_effects", status="disorganised").p(battle_attack=-5, assault=-4)
    Fraction(1, 1)
    """
    may_detach = effect(rules, "extra", status) != "no_detaching"
    attack, defence, movement, siege, assault = (effect(rules, action, status) for action in StatusEffects._fields[:-1])
    return StatusEffects(attack, defence, movement, siege, assault, may_detach)


def effect(rules: Ruleset, action: str, status: str) -> Any:  # noqa: ANN401 - as the table has it
    """One effect of a status: a number, 0 for none, None for not allowed, or a word."""
    if status == "fresh":
        return 0
    value = rules.table("status_effects").at(action, status)
    return 0 if value == "none" else None if value == "impossible" else value


@procedure(rules=("8.31-m", "8.55"), public=True)
def status_drm(dice: Dice, rules: Ruleset, attacker: Status = "fresh", defender: Status = "fresh") -> StatusDrm:  # noqa: ARG001 - no dice
    """What the statuses of both Forces change on the battle roll, the worst one in each [8.31-m, 8.55, R15].

    >>> from rulesdemo import odds
    >>> odds("republic.status_drm", attacker="fatigued", defender="neutralised").p(drm=2)
    Fraction(1, 1)
    """
    attack = effect(rules, "battle_attack", attacker)
    if attack is None:
        return StatusDrm(allowed=False, drm=None)
    return StatusDrm(allowed=True, drm=attack + effect(rules, "battle_defence", defender))


@procedure(rules=("8.54", "8.54-C", "8.31-m", "8.3", "8.34"), public=True)
def aftermath(  # noqa: PLR0913, PLR0917 - a battle has two sides
    dice: Dice,
    rules: Ruleset,
    attacker: Letter,
    defender: Letter,
    attacker_sp: Strength,
    defender_sp: Strength,
    attacker_status: AttackingStatus = "fresh",
    defender_status: Status = "fresh",
    drm: AnyInt = 0,
    major: YesNo = False,
) -> Aftermath:
    """A battle down to statuses; `drm` sums all but tactics, ratio and statuses, `major` is whether a victory is one [8.54, R8].

    >>> from rulesdemo import odds
    >>> odds("republic.aftermath", attacker="A", defender="B", attacker_sp=30, defender_sp=30).p(retreat="defender")
    Fraction(3739, 10000)
    """
    ratio = combat_ratio(dice, rules, attacker_sp, defender_sp)
    # Where a reader's own table bars the attack, what is asked for here is the battle without that modifier.
    worn = status_drm(dice, rules, attacker_status, defender_status).drm or 0
    loss, their_loss, retreat = dice.do(full_battle, rules, attacker, defender, ratio.drm + worn + drm)
    lost, their_lost = dice.do(loss_in_sp, rules, loss, attacker_sp), dice.do(loss_in_sp, rules, their_loss, defender_sp)
    word, their_word = (word_for(side, retreat, major) for side in ("attacker", "defender"))
    after = post_battle_status(dice, rules, word, attacker_status, _percent(loss), attacker_sp, defender_sp, lost)
    their_after = post_battle_status(dice, rules, their_word, defender_status, _percent(their_loss), defender_sp, attacker_sp, their_lost)
    return Aftermath(retreat, after.status, their_after.status, lost, their_lost)


def _percent(loss: int | str) -> int:
    """The percentage of a result; a star has none."""
    return loss if isinstance(loss, int) else 0


def word_for(side: str, retreat: str, major: bool) -> str:
    """What the status table calls a side after a battle.

    >>> word_for("attacker", "defender", False), word_for("defender", "defender", True), word_for("defender", "none", True)
    ('victor', 'major_defeated', 'no_victor')
    """
    if retreat == "none":
        return "no_victor"
    return f"{'major_' if major else ''}{'defeated' if side == retreat else 'victor'}"
