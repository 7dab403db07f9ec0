"""The battle table and whole battles (8.3, 8.4), against a count over every face and against the printed answers."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import FacesError
from rulesdemo.rules.ruleset import ruleset

LETTERS = "ABCDE"

# Rows -13 to +22 as printed: attacker/defender, or X and its shift; a row of the X results carries its number in brackets.
PRINTED = """
50/0 45/* 40/* 30/*[0] 35/10 30/5[1] 30/10 25/5 X-2 25/10 20/5[2] 30/20
25/15[3] 20/10 15/5 X-1 15/10[4] 15/15 20/20 10/15[5] X+1 5/15 10/20 15/25[6]
20/30 5/20[7] 10/25 X+2 5/25 10/30 5/30[8] */30[9] */35 */40 */50 */75
"""
BRT = dict(zip(range(-13, 23), PRINTED.split(), strict=True))
BRACKETS = {int(text[text.index("[") + 1]): text[: text.index("[")] for text in BRT.values() if "[" in text}
NOBODY_RETREATS = range(3, 7)  # the rows that are not bold; below them the attacker retreats, above them the defender

TACTICAL = {
    "A": (4, 5, 6, 6, 7, 7, 7, 7, 8, 9),
    "B": (3, 4, 4, 5, 6, 6, 6, 7, 7, 8),
    "C": (2, 3, 4, 4, 4, 5, 6, 6, 6, 7),
    "D": (0, 1, 2, 2, 2, 3, 3, 4, 5, 6),
    "E": (0, 0, 1, 2, 2, 2, 3, 3, 4, 5),
}

# Net modifier; attacker retreats, nobody, defender; mean attacker % (a star is 0), his star; mean defender %, his star.
TABLE_R = """
-13 24/25 1/50 1/50 331/10 0 99/20 33/100
-12 24/25 1/50 1/50 301/10 0 109/20 33/100
-11 24/25 1/50 1/50 143/5 0 149/20 23/100
-10 24/25 1/50 1/50 271/10 0 179/20 13/100
-9 24/25 1/50 1/50 261/10 0 199/20 3/100
-8 24/25 1/50 1/50 241/10 0 189/20 3/100
-7 91/100 1/25 1/20 459/20 0 51/5 1/20
-6 81/100 7/50 1/20 429/20 0 51/5 1/20
-5 71/100 6/25 1/20 409/20 0 56/5 1/20
-4 13/20 8/25 3/100 407/20 0 49/4 1/50
-3 11/20 21/50 3/100 377/20 0 51/4 1/50
-2 12/25 11/25 2/25 181/10 1/50 141/10 1/50
-1 19/50 11/25 9/50 78/5 1/50 68/5 1/50
0 7/25 11/25 7/25 141/10 1/50 141/10 1/50
+1 9/50 11/25 19/50 68/5 1/50 78/5 1/50
+2 2/25 11/25 12/25 141/10 1/50 181/10 1/50
+3 3/100 21/50 11/20 51/4 1/50 377/20 0
+4 3/100 8/25 13/20 49/4 1/50 407/20 0
+5 1/20 6/25 71/100 117/10 1/20 419/20 0
+6 1/20 7/50 81/100 51/5 1/20 429/20 0
+7 1/20 1/25 91/100 51/5 1/20 459/20 0
+8 1/50 1/50 24/25 189/20 3/100 241/10 0
+9 1/50 1/50 24/25 179/20 13/100 128/5 0
+10 1/50 1/50 24/25 159/20 23/100 271/10 0
+11 1/50 1/50 24/25 129/20 33/100 143/5 0
+12 1/50 1/50 24/25 89/20 43/100 153/5 0
+13 1/50 1/50 24/25 79/20 53/100 361/10 0
+14 1/50 1/50 24/25 59/20 63/100 411/10 0
+15 0 0 1 2 7/10 93/2 0
+16 0 0 1 3/2 4/5 103/2 0
+17 0 0 1 1/2 9/10 56 0
+18 0 0 1 0 1 121/2 0
+19 0 0 1 0 1 65 0
+20 0 0 1 0 1 69 0
+21 0 0 1 0 1 145/2 0
+22 0 0 1 0 1 75 0
""".strip().splitlines()

# The chance that the defender retreats; a row is the attacker's letter, a column the defender's.
TABLE_T = """
1429/5000 3739/10000 4541/10000 6199/10000 1679/2500
2081/10000 721/2500 731/2000 667/1250 1467/2500
1479/10000 87/400 1441/5000 2277/5000 5087/10000
781/10000 571/5000 157/1000 1473/5000 851/2500
299/5000 433/5000 1211/10000 154/625 723/2500
""".strip().splitlines()


def row(total: int) -> int:
    return max(-13, min(22, total))


def entry(at: int) -> tuple[int | str, int | str, str]:
    """A row's losses and retreat."""
    attacker, defender = (loss if loss == "*" else int(loss) for loss in BRT[at].partition("[")[0].split("/"))
    retreat = "none" if at in NOBODY_RETREATS else "attacker" if at < NOBODY_RETREATS.start else "defender"
    return attacker, defender, retreat


def result(drm: int, die: int, second: int) -> tuple[int | str, int | str, str]:
    at = row(die + drm)
    if not BRT[at].startswith("X"):
        return entry(at)
    number = max(0, min(9, second + int(BRT[at][1:])))
    return entry(next(place for place, text in BRT.items() if f"[{number}]" in text))


def counted(drm: int) -> dict[tuple[int | str, int | str, str], Fraction]:
    """The distribution of a battle by a count of the hundred throws of two dice."""
    counts = Counter(result(drm, die, second) for die, second in product(range(10), repeat=2))
    return {outcome: Fraction(count, 100) for outcome, count in counts.items()}


@pytest.mark.parametrize("drm", [*range(-40, 41), -(10**12), 10**12])
def test_battle_is_what_the_hundred_throws_say(drm: int) -> None:
    assert dict(odds("republic.battle", drm=drm).items()) == counted(drm)


@pytest.mark.parametrize("line", TABLE_R, ids=[line.split()[0] for line in TABLE_R])
def test_table_r(line: str) -> None:
    net, *printed = line.split()
    dist = odds("republic.battle", drm=int(net))
    retreats = [dist.p(retreat=side) for side in ("attacker", "none", "defender")]
    losses = [
        value
        for side in ("attacker_loss", "defender_loss")
        for value in (dist.marginal(side).mean(lambda loss: 0 if loss == "*" else loss), dist.p(**{side: "*"}))
    ]
    assert [*retreats, *losses] == [Fraction(number) for number in printed]


def test_table_r_reads_every_row_of_the_battle_table() -> None:
    assert [int(line.split()[0]) for line in TABLE_R] == list(BRT)


def test_a_failed_refusal_moves_the_defenders_retreat_from_7_to_12_in_25() -> None:
    assert [odds("republic.battle", drm=drm).p(retreat="defender") for drm in (0, 2)] == [Fraction(7, 25), Fraction(12, 25)]


def test_the_smallest_modifier_with_a_retreat_of_the_defender_over_one_half_is_3() -> None:
    assert min(drm for drm in range(-40, 41) if odds("republic.battle", drm=drm).p(retreat="defender") > Fraction(1, 2)) == 3


def rolls_again(drm: int, die: int) -> bool:
    """Whether this die needs a second one."""
    try:
        find("republic.battle").replay({"drm": drm}, (die,))
    except FacesError:  # the dice run out
        return True
    return False


def test_how_often_the_second_roll_decides() -> None:
    twice = {drm: sum(rolls_again(drm, die) for die in range(10)) for drm in range(-13, 23)}
    in_fifths = {*range(-7, -4), *range(-2, 3), *range(5, 8)}
    assert twice == {drm: 2 if drm in in_fifths else 1 if drm <= 14 else 0 for drm in range(-13, 23)}


def test_the_second_roll_keeps_a_fiftieth_of_attackers_retreat_up_to_14() -> None:
    chances = [odds("republic.battle", drm=drm).p(retreat="attacker") for drm in range(8, 17)]
    assert chances == [Fraction(1, 50)] * 7 + [0, 0]


@pytest.mark.parametrize("shift", [-2, -1, 1, 2])
@pytest.mark.parametrize("cunning", [(0, 0), (3, 0), (0, 2), (4, 4), (30, 0), (0, 30)])
def test_cunning_points_on_the_second_roll(shift: int, cunning: tuple[int, int]) -> None:
    mine, theirs = cunning
    counts = Counter(BRACKETS[max(0, min(9, die + shift + mine - theirs))] for die in range(10))
    dist = odds("republic.unpredictable", shift=shift, attacker_cunning=mine, defender_cunning=theirs)
    assert {f"{each.attacker_loss}/{each.defender_loss}": chance for each, chance in dist.items()} == {
        text: Fraction(count, 10) for text, count in counts.items()
    }


def test_the_brackets_of_the_table_are_the_unpredictable_results() -> None:
    rules = ruleset("republic")
    brt, unpredictable = rules.table("brt"), rules.table("unpredictable")
    brackets = {brt.at(at, "unpredictable"): at for at in range(-13, 23) if brt.at(at, "unpredictable") is not None}
    assert brackets == {number: unpredictable.at(number) for number in range(10)}


def test_in_bold_rows_and_only_there_the_larger_loss_retreats() -> None:
    brt = ruleset("republic").table("brt")
    for at in range(-13, 23):
        line = brt.record(at)
        if line.x is not None:
            assert (line.attacker, line.defender, line.retreat, line.bold) == (None, None, None, "no")
            continue
        attacker, defender = (0 if loss == "*" else loss for loss in (line.attacker, line.defender))
        assert line.retreat == ("none" if line.bold == "no" else "attacker" if attacker > defender else "defender")


# --------------------------------------------------------------------------------------------------------- whole battles


def tactical_counts(attacker: str, defender: str) -> Counter[int]:
    return Counter(mine - theirs for mine, theirs in product(TACTICAL[attacker], TACTICAL[defender]))


def full_counts(attacker: str, defender: str, drm: int) -> dict[tuple[int | str, int | str, str], Fraction]:
    """The distribution of a full battle, by a count of the ten thousand throws of four dice."""
    counts: Counter[tuple[int | str, int | str, str]] = Counter()
    for gap, times in tactical_counts(attacker, defender).items():
        for die, second in product(range(10), repeat=2):
            counts[result(gap + drm, die, second)] += times
    return {outcome: Fraction(count, 10_000) for outcome, count in counts.items()}


@pytest.mark.parametrize("attacker", LETTERS)
@pytest.mark.parametrize("defender", LETTERS)
def test_full_battle_is_what_the_ten_thousand_throws_say(attacker: str, defender: str) -> None:
    for drm in (-31, -14, -3, 0, 3, 10, 31):
        dist = odds("republic.full_battle", attacker=attacker, defender=defender, drm=drm)
        assert dict(dist.items()) == full_counts(attacker, defender, drm)


def test_table_t() -> None:
    chances = [[odds("republic.full_battle", attacker=a, defender=d).p(retreat="defender") for d in LETTERS] for a in LETTERS]
    assert chances == [[Fraction(cell) for cell in line.split()] for line in TABLE_T]


def test_the_attackers_retreat_is_the_mirrored_cell_of_table_t() -> None:
    for attacker, defender in product(LETTERS, repeat=2):
        mine = odds("republic.full_battle", attacker=attacker, defender=defender).p(retreat="attacker")
        assert mine == odds("republic.full_battle", attacker=defender, defender=attacker).p(retreat="defender")


def test_retreats_are_symmetric_at_every_tactical_gap() -> None:
    for gap in range(10):
        up, down = odds("republic.battle", drm=gap), odds("republic.battle", drm=-gap)
        assert [up.p(retreat=side) for side in ("attacker", "none", "defender")] == [
            down.p(retreat=side) for side in ("defender", "none", "attacker")
        ]


@given(st.sampled_from(LETTERS), st.sampled_from(LETTERS), st.integers(-60, 60))
def test_a_full_battle_mixes_plain_ones_by_the_tactical_gap(attacker: str, defender: str, drm: int) -> None:
    dist = odds("republic.full_battle", attacker=attacker, defender=defender, drm=drm)
    mixed: Counter[object] = Counter()
    for gap, chance in odds("republic.tactical", attacker=attacker, defender=defender).items():
        for outcome, other in odds("republic.battle", drm=gap.drm + drm).items():
            mixed[outcome] += chance * other
    assert dict(dist.items()) == mixed
    assert sum(mixed.values()) == 1


@given(st.integers(min_value=22), st.integers(max_value=-22))
def test_past_the_ends_nothing_changes(high: int, low: int) -> None:
    high, low = min(high, 10**20), max(low, -(10**20))
    assert odds("republic.battle", drm=high) == odds("republic.battle", drm=22)
    assert odds("republic.battle", drm=low) == odds("republic.battle", drm=-22)


# ------------------------------------------------------------------------------------------------------- strength points

# Shares of 40 and of 30 points for the percentages that can come up, by the printed table.
OF_40 = {0: 0, 5: 2, 10: 4, 15: 6, 20: 8, 25: 10, 30: 12, 35: 14, 40: 16, 45: 18, 50: 20, 75: 30}
OF_30 = {0: 0, 5: 2, 10: 3, 15: 5, 20: 6, 25: 8, 30: 9, 35: 11, 40: 12, 45: 14, 50: 15, 75: 23}


def test_40_points_under_b_against_30_under_c() -> None:
    """A star costs 40 points at most 2 and 30 points at most 1."""
    counts: Counter[tuple[int, int, str]] = Counter()
    for gap, times in tactical_counts("B", "C").items():
        for die, second, star, other in product(range(10), repeat=4):
            attacker, defender, retreat = result(gap, die, second)
            lost = min(star, 2) if isinstance(attacker, str) else OF_40[attacker]
            theirs = min(other, 1) if isinstance(defender, str) else OF_30[defender]
            counts[lost, theirs, retreat] += times
    dist = odds("republic.battle_losses", attacker="B", defender="C", attacker_sp=40, defender_sp=30)
    assert dict(dist.items()) == {outcome: Fraction(count, 10**6) for outcome, count in counts.items()}
    assert dist.mean("attacker_lost") == Fraction(5793, 1000)
    assert dist.mean("defender_lost") == Fraction(256603, 50000)


def test_battle_losses_count_the_ratio() -> None:
    plain = odds("republic.battle_losses", attacker="C", defender="C", attacker_sp=60, defender_sp=20)
    retreats = odds("republic.full_battle", attacker="C", defender="C", drm=3).marginal("retreat")
    assert plain.marginal("retreat") == retreats
