"""The other modifiers of the battle roll (rules 8.31): command, subordinates, circumstances, special troops and devotio."""

from typing import Annotated, NamedTuple

from rulesdemo.games.republic.leaders import Letter
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.inputs import Count, Many, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Legions = Annotated[tuple[int, ...], Many(Whole(0))]


class Command(NamedTuple):
    """The leader's limit in Double Legions, how many are above it, and the modifier."""

    limit: int
    excess: int
    drm: int


class Modifier(NamedTuple):
    """The sum of the modifiers; a plus is the attacker's."""

    drm: int


@procedure(rules=("8.31-b / RRR 5.24", "RRR 5.25"), public=True)
def command(dice: Dice, rules: Ruleset, letter: Letter, double_legions: Count, attacking: YesNo = True) -> Command:  # noqa: ARG001 - no dice
    """How many Double Legions a Roman leader commands, and what each one above that costs him [RRR 5.25].

    >>> from rulesdemo import odds
    >>> odds("republic.command", letter="C", double_legions=6).p(drm=-2)
    Fraction(1, 1)
    """
    limit = rules.table("roman_command").at(letter)
    excess = max(0, double_legions - limit)
    each = rules.table("roman_command_drm").at("attack_per_excess" if attacking else "defence_per_excess") if excess else 0
    return Command(limit, excess, excess * each)


@procedure(rules=("8.31-c / 5.42",), public=True)
def subordinates(dice: Dice, rules: Ruleset, attacker: Count = 0, defender: Count = 0) -> Modifier:  # noqa: ARG001 - no dice
    """The battle points of subordinate leaders, each side's up to a limit [8.31-c].

    >>> from rulesdemo import odds
    >>> odds("republic.subordinates", attacker=5, defender=1).p(drm=1)
    Fraction(1, 1)
    """
    most = rules.table("battle_constants").at("subordinate_points_most")
    return Modifier(min(attacker, most) - min(defender, most))


@procedure(
    rules=("8.31", "8.31-f / 8.23, 6.55", "8.31-g / 6.58", "8.31-h / 6.57", "8.31-i", "8.31-j", "8.23"),
    public=True,
)
def battle_drm(
    dice: Dice,  # noqa: ARG001 - no dice
    rules: Ruleset,
    failed_refusal_or_interception: YesNo = False,
    ambush: YesNo = False,
    double_envelopment: YesNo = False,
    attacker_crossed_river: YesNo = False,
    attacker_just_landed: YesNo = False,
    defender_just_landed: YesNo = False,
) -> Modifier:
    """The modifiers for how the Forces came to battle; they all add up [8.31-f to 8.31-j, R12].

    >>> from rulesdemo import odds
    >>> odds("republic.battle_drm", ambush=True, attacker_crossed_river=True).p(drm=2)
    Fraction(1, 1)
    """
    drm = rules.table("battle_drm").added(
        failed_refusal_or_interception=failed_refusal_or_interception,
        ambush=ambush,
        double_envelopment=double_envelopment,
        attacker_crossed_river=attacker_crossed_river,
        attacker_just_landed=attacker_just_landed,
        defender_just_landed=defender_just_landed,
    )
    return Modifier(drm)


@procedure(rules=("8.31-k",), public=True)
def discipline(dice: Dice, rules: Ruleset, legions: Legions, attacking: YesNo = True) -> Modifier:  # noqa: ARG001 - no dice
    """Roman discipline counts the Veteran legions that are still strong enough; `legions` are their infantry points [8.31-k].

    >>> from rulesdemo import odds
    >>> odds("republic.discipline", legions=[8, 6, 5], attacking=False).p(drm=-2)
    Fraction(1, 1)
    """
    table = rules.table("battle_constants")
    least = table.at("veteran_legion_least_infantry_sp")
    drm = sum(infantry >= least for infantry in legions) * table.at("discipline_per_veteran_legion")
    return Modifier(drm if attacking else -drm)


@procedure(rules=("8.31-l",), public=True)
def elite(dice: Dice, rules: Ruleset, kinds: Count, attacking: YesNo = True) -> Modifier:  # noqa: ARG001 - no dice
    """A non-Roman Force counts its elite unit types and contingents, whatever their size [8.31-l].

    >>> from rulesdemo import odds
    >>> odds("republic.elite", kinds=3, attacking=False).p(drm=-3)
    Fraction(1, 1)
    """
    drm = kinds * rules.table("battle_constants").at("elite_per_type_or_contingent")
    return Modifier(drm if attacking else -drm)


@procedure(rules=("8.31-o",), public=True)
def devotio(dice: Dice, rules: Ruleset, cv: Count, attacking: YesNo = True) -> Modifier:  # noqa: ARG001 - no dice
    """A Roman leader gives his life for half his campaign value, rounded down [8.31-o].

    >>> from rulesdemo import odds
    >>> odds("republic.devotio", cv=5, attacking=False).p(drm=-2)
    Fraction(1, 1)
    """
    drm = cv // rules.table("battle_constants").at("devotio_divisor")
    return Modifier(drm if attacking else -drm)
