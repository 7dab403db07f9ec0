"""The bag (E-TURN): draw odds against every order in which the chits can come."""

from fractions import Fraction
from itertools import permutations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds

F = Fraction


def lead(order: tuple[str, ...]) -> int:
    return next((at for at, chit in enumerate(order) if chit[0] == "t"), len(order))


@pytest.mark.parametrize(("mine", "theirs"), [(1, 1), (3, 3), (2, 4), (4, 2), (1, 5)])
def test_draw_order_equals_every_order_of_the_chits(mine: int, theirs: int) -> None:
    chits = [f"m{n}" for n in range(mine)] + [f"t{n}" for n in range(theirs)]
    orders = list(permutations(chits))
    dist = odds("escadres.draw_order", mine=mine, theirs=theirs)
    for n in range(mine + 1):
        assert dist.p(lead=n) == F(sum(lead(order) == n for order in orders), len(orders))


def test_item_13_draw_order_of_three_against_three() -> None:
    dist = odds("escadres.draw_order", mine=3, theirs=3).marginal("lead")
    assert dist.p(3) == F(1, 20)
    assert dist.at_least(2) == F(1, 5)


def test_item_13_my_ship_before_a_given_other_whatever_else_is_in_the_bag() -> None:
    assert odds("escadres.draw_order", mine=1, theirs=1).p(lead=1) == F(1, 2)
    orders = list(permutations(["mine", "other", "third", "fourth", "fifth"]))
    assert F(sum(order.index("mine") < order.index("other") for order in orders), len(orders)) == F(1, 2)


@given(st.integers(1, 100), st.integers(1, 100))
def test_all_mine_first_is_one_order_of_the_sides(mine: int, theirs: int) -> None:
    dist = odds("escadres.draw_order", mine=mine, theirs=theirs)
    assert dist.p(lead=mine) == F(1, comb(mine + theirs, mine))
    assert dist.p(lead=0) == odds("escadres.draw", mine=mine, theirs=theirs).p(mine=False) == F(theirs, mine + theirs)
    assert sum(chance for _, chance in dist.items()) == 1


@pytest.mark.parametrize(("mine", "theirs", "others"), [(1, 1, 0), (1, 1, 4), (1, 2, 3), (2, 1, 2), (3, 2, 1)])
def test_who_plays_before_whom_equals_every_order_of_the_chits(mine: int, theirs: int, others: int) -> None:
    chits = [*(f"m{n}" for n in range(mine)), *(f"t{n}" for n in range(theirs)), *(f"o{n}" for n in range(others))]
    orders = list(permutations(chits))
    first = sum(next(chit for chit in order if chit[0] != "o")[0] == "m" for order in orders)
    assert odds("escadres.before", mine=mine, theirs=theirs, others=others).p(mine=True) == F(first, len(orders)) == F(mine, mine + theirs)
