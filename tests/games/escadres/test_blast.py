"""The blast (E-BLAST) against a second writing, and every number printed about debris."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.games.escadres.blast import debris
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.procedure import odds as dist_of
from tests.games.escadres.by_hand import RULES, merged, one_die, overridden, several_dice

F = Fraction


@pytest.mark.parametrize("n", [0, 1, 2])
def test_blast_equals_brute_force(n: int) -> None:
    assert dict(odds("escadres.blast", dice=n).items()) == merged(several_dice(n, "blast"), overridden)


def test_one_blast_die_has_real_flags_and_real_numbers() -> None:
    assert dict(dist_of(debris, RULES).items()) == merged(one_die("blast"), overridden)
    for outcome in dist_of(debris, RULES):
        assert [type(value) for value in outcome] == [int] * 5 + [bool] * 2


@pytest.mark.parametrize(
    ("distance", "count", "some_fire", "explodes"),
    [(1, 10, "0.894475", "0.022909"), (2, 5, "0.675155", "0.011521"), (3, 3, "1465109/2985984", "558577/80621568")],
)
def test_item_14_debris_of_a_power_10_ship(distance: int, count: int, some_fire: str, explodes: str) -> None:
    assert odds("escadres.blast_dice", power_initial=10, distance=distance).p(dice=count) == 1
    fire = 1 - dist_of(pool(debris, RULES), count).marginal("fires").p(0)
    chain = odds("escadres.blast", dice=count).p(exploded=True)
    assert fire == 1 - F(115, 144) ** count
    for exact, text in ((fire, some_fire), (chain, explodes)):
        assert exact == F(text) if "/" in text else abs(exact - F(text)) <= F(1, 2 * 10**6)


@pytest.mark.parametrize("count", range(1, 13))
def test_item_14_some_fire_counts_dice_that_an_explosion_overrides(count: int) -> None:
    """Printed is the chance for single dice; debris that blows the ship up leaves no fire, so from two dice on it is a little less."""
    assert 1 - odds("escadres.blast", dice=count).p(fires=0) == F(431, 432) ** count - F(431 - 87, 432) ** count


def test_two_blast_dice_both_ways_by_brute_force() -> None:
    tapes = several_dice(2, "blast")
    assert sum(chance for loss, chance in tapes.items() if loss[2]) == 1 - F(115, 144) ** 2
    assert sum(chance for loss, chance in tapes.items() if overridden(loss)[2]) == F(431**2 - 344**2, 432**2)


@given(st.integers(1, 60), st.integers(1, 60))
def test_debris_thins_out(power_initial: int, distance: int) -> None:
    here, further = (
        next(iter(odds("escadres.blast_dice", power_initial=power_initial, distance=far))).dice for far in (distance, distance + 1)
    )
    assert here * distance <= power_initial < (here + 1) * distance
    assert further <= here
