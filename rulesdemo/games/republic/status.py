"""Post-battle status (rules 8.54 and 8.55): how a battle leaves a Force, and what that costs it."""

from typing import Annotated, Any, Literal, NamedTuple, get_args

from rulesdemo.dice import Dice
from rulesdemo.inputs import Count, OneOf, Whole
from rulesdemo.procedure import procedure
from rulesdemo.ruleset import Ruleset

StatusName = Literal["fresh", "fatigued", "disorganised", "neutralised"]
FROM_BEST_TO_WORST = get_args(StatusName)
Status = Annotated[StatusName, OneOf(FROM_BEST_TO_WORST)]
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
