"""Movement (rules 1.16 F, 4.3, 4.9): tests at a chance that the reader supplies, roads, and the two wings."""

from typing import Annotated, NamedTuple

from rulesdemo.games.toulon.throws import Chance, loaded_die
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Count, OneOf, Whole, YesNo
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

# More units or road sections than the game can hold.
Several = Annotated[int, Whole(0, 100)]


class QualityTests(NamedTuple):
    """How many units pass."""

    passed: int


class Entry(NamedTuple):
    """The combat round in which the unit gets in; null if it never does."""

    round: int | None


class Scouting(NamedTuple):
    """Tests passed before the first failure, and whether there was one."""

    passed: int
    failed: bool


class Attrition(NamedTuple):
    """How many units suffer attrition."""

    suffering: int


class Legal(NamedTuple):
    """Whether the move is legal."""

    legal: bool


@procedure
def passes(dice: Dice, chance: str) -> int:
    """1 for a success, 0 for a failure."""
    return int(dice.roll(loaded_die(chance)))


@procedure(rules=("4.3", "4.9c", "4.9p"), public=True)
def quality_tests(dice: Dice, rules: Ruleset, chance: Chance, units: Several = 1) -> QualityTests:  # noqa: ARG001 - the source has no table for it
    """How many units that enter an enemy-occupied zone, or leave a road, pass their test at the reader's chance [4.3, 4.9c, 4.9p].

    >>> from rulesdemo import odds
    >>> odds("toulon.quality_tests", chance="2/3", units=2).p(passed=2)
    Fraction(4, 9)
    """
    return QualityTests(dice.do(pool(passes, chance), units))


@procedure(rules=("4.3", "4.9g"), public=True)
def entry_test(dice: Dice, rules: Ruleset, chance: Chance) -> Entry:
    """A unit that fails its test to enter for the first round of combat tries again for the second [4.9g, 4.3].

    >>> from rulesdemo import odds
    >>> odds("toulon.entry_test", chance="2/3").p(round=None)
    Fraction(1, 9)
    """
    for number in range(1, rules.table("combat_constants").at("rounds") + 1):
        if dice.roll(loaded_die(chance), f"round {number}"):
            return Entry(number)
    return Entry(None)


@procedure
def scout_on(dice: Dice, chance: str, so_far: Scouting) -> Scouting:
    """One more road section."""
    passed = dice.do(passes, chance)
    return Scouting(so_far.passed + passed, failed=not passed)


def is_stopped(so_far: Scouting) -> bool:
    """The scout has failed a test."""
    return so_far.failed


@procedure(rules=("4.9n",), public=True)
def scouting(dice: Dice, rules: Ruleset, chance: Chance, sections: Several) -> Scouting:  # noqa: ARG001 - the source has no table for it
    """How far cavalry rides along a road in no-man's land, free of OP, before it fails a quality test at the reader's chance [4.9n].

    >>> from rulesdemo import odds
    >>> odds("toulon.scouting", chance="2/3", sections=3).p(passed=3, failed=False)
    Fraction(8, 27)
    """
    return Scouting(*dice.do(repeat(scout_on, is_stopped), chance, Scouting(0, failed=False), sections))


@procedure(rules=("1.16 F",), public=True)
def attrition_tests(dice: Dice, rules: Ruleset, chance: Chance, units: Several) -> Attrition:  # noqa: ARG001 - the source has no table for it
    """How many of the units deployed for a late start suffer movement attrition, each at the reader's chance [1.16 F].

    >>> from rulesdemo import odds
    >>> odds("toulon.attrition_tests", chance="1/6", units=12).mean("suffering")
    Fraction(2, 1)
    """
    return Attrition(dice.do(pool(passes, chance), units))


@procedure(rules=("4.9l",), public=True)
def nml_road(dice: Dice, rules: Ruleset, arm: Annotated[str, OneOf(("infantry", "cavalry", "artillery"))], units: Count = 1) -> Legal:  # noqa: ARG001 - no dice
    """A force on a road section in no-man's land is one infantry or cavalry unit [4.9l].

    >>> from rulesdemo import odds
    >>> odds("toulon.nml_road", arm="cavalry", units=2).p(legal=False)
    Fraction(1, 1)
    """
    return Legal(arm != "artillery" and units <= rules.table("movement_constants").at("nml_road_units"))


@procedure(rules=("4.9a", "5k"), public=True)
def wings_share_zone(dice: Dice, rules: Ruleset, turn: Annotated[int, Whole(1)], reserve: YesNo = False) -> Legal:  # noqa: ARG001 - no dice
    """Units of the two Republican wings may end in one zone from turn 12, the Reserves with either wing at any time [4.9a, 5k].

    >>> from rulesdemo import odds
    >>> odds("toulon.wings_share_zone", turn=11).p(legal=False), odds("toulon.wings_share_zone", turn=12).p(legal=True)
    (Fraction(1, 1), Fraction(1, 1))
    """
    return Legal(reserve or turn >= rules.table("turn_switches").at("wings_merge", "from"))
