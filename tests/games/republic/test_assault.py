"""City assault (9.4), against a count over every face and against the printed answers."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.rules.ruleset import ruleset

NEED = {"1-2": 9, "1-1.5": 8, "1-1": 7, "1.5-1": 6, "2-1": 5, "3-1": 4, "4-1": 3, "5-1": 2, "6-1": 1}

# Ratio; success; mean attacker %; mean defender %; Siege Engines marker lost.
TABLE_A = """
1-2 1/10 97/4 81/4 27/100
1-1.5 1/5 47/2 23 6/25
1-1 3/10 91/4 103/4 21/100
1.5-1 2/5 22 57/2 9/50
2-1 1/2 85/4 125/4 3/20
3-1 3/5 41/2 34 3/25
4-1 7/10 79/4 147/4 9/100
5-1 4/5 19 79/2 3/50
6-1 9/10 73/4 169/4 3/100
""".strip().splitlines()


def parity(die: int) -> int:
    return 25 if die % 2 else 10


def result(need: int | None, drm: int, reading: str, dice: tuple[int, int, int]) -> tuple[bool, int, int, bool]:
    """The rule written again; `need` is None below 1-2."""
    die, attacker, defender = dice
    if need is not None and die + drm >= need:
        return True, parity(attacker), 10 * defender, False
    original = attacker if reading == "loss" else die
    return False, 10 * ((attacker + 1) // 2), parity(defender), original >= 7


def counted(need: int | None, drm: int, reading: str) -> dict[tuple[bool, int, int, bool], Fraction]:
    counts = Counter(result(need, drm, reading, dice) for dice in product(range(10), repeat=3))
    return {outcome: Fraction(count, 1000) for outcome, count in counts.items()}


@pytest.mark.parametrize("reading", ["loss", "assault"])
@pytest.mark.parametrize("ratio", [*NEED, "1-3", "1-200", "7-1", "200-1"])
def test_assault_is_what_the_thousand_throws_say(ratio: str, reading: str) -> None:
    rules = ruleset("republic", {"siege_engine_die": reading})
    need = NEED.get(ratio, None if ratio.startswith("1-") else 1)
    for drm in (-20, -4, -1, 0, 2, 8, 9, 20):
        assert dict(odds("republic.assault", ratio=ratio, drm=drm, rules=rules).items()) == counted(need, drm, reading)


@pytest.mark.parametrize("line", TABLE_A, ids=[line.split()[0] for line in TABLE_A])
def test_table_a(line: str) -> None:
    ratio, *printed = line.split()
    dist = odds("republic.assault", ratio=ratio)
    answers = [dist.p(success=True), dist.mean("attacker_loss"), dist.mean("defender_loss"), dist.p(engine_lost=True)]
    assert answers == [Fraction(number) for number in printed]


def test_the_attackers_losses_at_3_to_1() -> None:
    dist = odds("republic.assault", ratio="3-1").marginal("attacker_loss")
    printed = {0: "1/25", 10: "19/50", 20: "2/25", 25: "3/10", 30: "2/25", 40: "2/25", 50: "1/25"}
    assert dict(dist.items()) == {percent: Fraction(chance) for percent, chance in printed.items()}


def test_60_points_storm_a_city_held_by_20() -> None:
    (column,) = odds("republic.assault_ratio", infantry=60, defender=20)
    dist = odds("republic.assault", ratio=column.column)
    lost = {
        sp: {percent: next(iter(odds("republic.percent_loss", percent=percent, sp=sp))).lost for percent in range(0, 100, 5)}
        for sp in (60, 20)
    }
    assert dist.mean(lambda each: lost[60][each.attacker_loss]) == Fraction(123, 10)
    assert dist.mean(lambda each: lost[20][each.defender_loss]) == Fraction(34, 5)


def test_20_infantry_with_engines_against_20() -> None:
    (column,) = odds("republic.assault_ratio", infantry=20, defender=20, siege_engines=True)
    assert column.column == "2-1"
    assert odds("republic.assault", ratio=column.column).p(success=True) == Fraction(1, 2)


def column(attacker: int, defender: int, **switches: str) -> str | None:
    (outcome,) = odds("republic.assault_ratio", infantry=attacker, defender=defender, rules=ruleset("republic", switches))
    found: str | None = outcome.column
    return found


def test_20_against_41_fails_outright_unless_the_ratio_is_rounded_first() -> None:
    assert column(20, 41) is None
    assert column(20, 41, assault_floor="rounded") == "1-2"
    assert column(20, 41, assault_floor="rounded", ratio_rounding="defender") is None
    assert column(20, 60, assault_floor="rounded") is None


@given(st.integers(1, 300), st.integers(1, 300))
def test_the_column_by_the_rule_written_again(attacker: int, defender: int) -> None:
    expected: str | None
    if 2 * attacker < defender:
        expected = None
    elif attacker >= defender:
        whole = attacker // defender
        expected = f"{min(whole, 6)}-1" if whole > 1 else "1.5-1" if 2 * attacker >= 3 * defender else "1-1"
    else:
        expected = "1-2" if 2 * attacker == defender else "1-1.5" if 2 * defender >= 3 * attacker else "1-1"
    assert column(attacker, defender) == expected


@given(st.sampled_from([*NEED, "1-3", "9-1"]), st.integers(-30, 30))
def test_a_better_modifier_never_hurts_and_chances_add_up(ratio: str, drm: int) -> None:
    dist = odds("republic.assault", ratio=ratio, drm=drm)
    assert sum(chance for _, chance in dist.items()) == 1
    assert dist.p(success=True) <= odds("republic.assault", ratio=ratio, drm=drm + 1).p(success=True)
