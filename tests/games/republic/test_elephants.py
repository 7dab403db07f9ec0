"""War elephants (8.36), against a count over every face."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds

# By face: elephants lost, modifier, enemy infantry, enemy cavalry, own infantry, own cavalry.
FACES = (
    (1, 0, 0, 0, 0, 1),
    (1, 0, 0, 0, 1, 0),
    (1, 0, 0, 0, 0, 0),
    (1, 0, 0, 0, 0, 0),
    (0, 0, 0, 0, 0, 0),
    (0, 0, 1, 0, 0, 0),
    (0, 0, 0, 1, 0, 0),
    (0, 0, 0, 1, 0, 0),
    (0, 1, 0, 0, 0, 0),
    (0, 1, 0, 0, 0, 0),
)
MANY = 10**6


def counted(count: int, present: tuple[int, int, int, int]) -> dict[tuple[int, ...], Fraction]:
    """The distribution of some elephants by a count of all their throws; troops that are not there lose nothing."""
    most = (MANY, MANY, *present)
    counts: Counter[tuple[int, ...]] = Counter()
    for faces in product(FACES, repeat=count):
        totals = tuple(map(sum, zip(*faces, strict=True))) if faces else (0,) * 6
        counts[tuple(map(min, totals, most))] += 1
    return {outcome: Fraction(times, 10**count) for outcome, times in counts.items()}


@pytest.mark.parametrize("count", range(5))
def test_elephants_are_what_every_throw_says(count: int) -> None:
    assert dict(odds("republic.elephants", count=count).items()) == counted(count, (MANY,) * 4)


@pytest.mark.parametrize("present", [(0, 0, 0, 0), (1, 1, 1, 1), (2, 0, 9, 1), (0, 1, 0, 2), (9, 9, 9, 9)])
def test_troops_that_run_out(present: tuple[int, int, int, int]) -> None:
    enemy_infantry, enemy_cavalry, own_infantry, own_cavalry = present
    dist = odds(
        "republic.elephant_charge",
        count=3,
        enemy_infantry=enemy_infantry,
        enemy_cavalry=enemy_cavalry,
        own_infantry=own_infantry,
        own_cavalry=own_cavalry,
    )
    assert dict(dist.items()) == counted(3, present)


def test_one_elephant_kills_an_enemy_point_3_times_in_10() -> None:
    dist = odds("republic.elephants", count=1)
    assert dist.chance(lambda each: each.enemy_infantry + each.enemy_cavalry == 1) == Fraction(3, 10)
    assert dist.chance(lambda each: not any(each)) == Fraction(1, 10)


def test_three_elephants() -> None:
    dist = odds("republic.elephants", count=3)
    assert [dist.p(drm=drm) for drm in range(4)] == [Fraction(64, 125), Fraction(48, 125), Fraction(12, 125), Fraction(1, 125)]
    assert dist.p(lost=0) == Fraction(27, 125)


@pytest.mark.parametrize("count", [6, 12, 18])
def test_a_charge_among_many_troops_is_the_plain_one(count: int) -> None:
    plenty = dict.fromkeys(("enemy_infantry", "enemy_cavalry", "own_infantry", "own_cavalry"), count)
    assert odds("republic.elephant_charge", count=count, **plenty) == odds("republic.elephants", count=count)


def test_means_grow_with_the_count_even_where_the_joint_distribution_is_long() -> None:
    for count in range(24):
        dist = odds("republic.elephants", count=count)
        means = [dist.mean(field) for field in ("lost", "drm", "enemy_infantry", "enemy_cavalry", "own_infantry", "own_cavalry")]
        assert means == [Fraction(count * tenths, 10) for tenths in (4, 2, 1, 2, 1, 1)]


def test_the_longest_charge_is_listed() -> None:
    """Every kind of troops one short, which is the worst case for the pool."""
    short = dict.fromkeys(("enemy_infantry", "enemy_cavalry", "own_infantry", "own_cavalry"), 17)
    dist = odds("republic.elephant_charge", count=18, **short)
    plain = odds("republic.elephants", count=18)
    assert dist.p(enemy_infantry=17) == plain.p(enemy_infantry=17) + plain.p(enemy_infantry=18)
    assert len(dist) < len(plain)
