"""The ambassador (12.34), against a count over every face and against the printed answers."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds

ROWS = {
    "A": "+3 +2 +2 +2 +2 +1 +1 +1 0 -1/D?",
    "B": "+2 +2 +2 +2 +1 +1 +1 0 -1 D",
    "C": "+2 +2 +1 +1 +1 0 0 0 -1 D",
    "D": "+2 +1 +1 +1 +1 0 0 -1 -1 D",
}
DISASTERS = ((-3, "dead"), (0, "ransom"), (1, "dead"), (-1, "straying"), (0, "waiting"))  # two faces each

# Letter; the chances of -3, -1, 0, +1, +2, +3; the mean; a disaster; the ambassador's death.
TABLE_D = """
A 1/100 3/50 3/25 31/100 2/5 1/10 33/25 1/20 1/50
B 1/50 3/25 7/50 8/25 2/5 0 47/50 1/10 1/25
C 1/50 3/25 17/50 8/25 1/5 0 27/50 1/10 1/25
D 1/50 11/50 6/25 21/50 1/10 0 17/50 1/10 1/25
""".strip().splitlines()


def result(letter: str, drm: int, dice: tuple[int, int, int]) -> tuple[int, str]:
    die, parity, mishap = dice
    text = ROWS[letter].split()[max(0, min(9, die + drm))]
    if text == "-1/D?":
        text = "D" if parity % 2 else "-1"
    return DISASTERS[mishap // 2] if text == "D" else (int(text), "returns")


@pytest.mark.parametrize("letter", ROWS)
def test_ambassador_is_what_the_thousand_throws_say(letter: str) -> None:
    for drm in range(-12, 13):
        counts = Counter(result(letter, drm, dice) for dice in product(range(10), repeat=3))
        dist = odds("republic.ambassador", letter=letter, drm=drm)
        assert dict(dist.items()) == {outcome: Fraction(count, 1000) for outcome, count in counts.items()}


@pytest.mark.parametrize("line", TABLE_D, ids=[line.split()[0] for line in TABLE_D])
def test_table_d(line: str) -> None:
    letter, *printed = line.split()
    dist = odds("republic.ambassador", letter=letter)
    shifts = [dist.p(shift=shift) for shift in (-3, -1, 0, 1, 2, 3)]
    assert [*shifts, dist.mean("shift"), 1 - dist.p(fate="returns"), dist.p(fate="dead")] == [Fraction(number) for number in printed]


def test_c_and_d_gain_ground_equally_often() -> None:
    gains = {letter: odds("republic.ambassador", letter=letter).marginal("shift").at_least(1) for letter in ROWS}
    assert gains["C"] == gains["D"] == Fraction(13, 25)
    assert len(set(gains.values())) == 3


def test_ransom_is_half_a_die_and_at_least_one() -> None:
    counts = Counter(max(1, die // 2) for die in range(10))
    assert dict(odds("republic.ransom").marginal("points").items()) == {points: Fraction(count, 10) for points, count in counts.items()}
    assert odds("republic.ransom").mean("points") == Fraction(11, 5)
