"""Numbers with a root in them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.odds.surds import Surd, smaller_root

F = Fraction
RATIONALS = st.fractions(-20, 20, max_denominator=50)


@given(RATIONALS, RATIONALS, RATIONALS, RATIONALS)
def test_products_and_inverses_keep_the_distributions_of_a_field(a: Fraction, b: Fraction, c: Fraction, d: Fraction) -> None:
    one, other = Surd(a, b, 7), Surd(c, d, 7)
    assert one * other == other * one
    assert one * (other + 1) == one * other + one
    assert one - one == Surd(0, 0, 7)
    if a or b:
        assert one * one.inverse() == Surd(1, 0, 7)


@given(st.integers(1, 30), st.integers(-60, 60), st.integers(-30, 30))
def test_a_root_solves_its_equation_and_is_the_smaller_one(square: int, linear: int, constant: int) -> None:
    if linear * linear <= 4 * square * constant:
        return  # no two solutions
    x = smaller_root(square, linear, constant)
    assert square * x * x + linear * x + constant == Surd(0, 0, x.under)
    assert x.between(9)[0] <= F(-linear, 2 * square)  # the other lies as far on the far side of the middle


def test_bounds_are_a_step_apart_and_right_of_either_sign() -> None:
    # 1.41421356... , and 2 less than that.
    assert Surd(0, 1, 2).between(6) == (F(1414213, 10**6), F(1414214, 10**6))
    assert Surd(0, -1, 2).between(6) == (F(-1414214, 10**6), F(-1414213, 10**6))
    assert Surd(F(3, 2), F(-1, 2), 5).between(4) == (F(3819, 10**4), F(3820, 10**4))
    assert Surd(F(1, 4)).between(2) == (F(1, 4), F(1, 4))


def test_a_square_under_the_root_is_drawn_out() -> None:
    assert smaller_root(1, -4, -14) == Surd(2, -3, 2)  # 2 - sqrt(18)
    assert smaller_root(2, -10, 12) == Surd(2)
    assert smaller_root(2, -10, 12).is_rational()


def test_two_different_roots_have_no_sum_of_this_form() -> None:
    with pytest.raises(ValueError, match="√2 and √3"):
        Surd(0, 1, 2) + Surd(0, 1, 3)
