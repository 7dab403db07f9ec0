"""The luck meter: an exact distribution, by brute force too; where a side stands; too few dice."""

from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.games.veneti.boarding import boarding
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.play.luck import LuckMeter, Rolled, hit_distribution

CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=12)


@settings(max_examples=40)
@given(st.lists(CHANCES, max_size=8))
def test_the_distribution_is_that_of_counting_every_way(chances: list[Fraction]) -> None:
    dist = hit_distribution(chances)
    wanted: dict[int, Fraction] = {}
    for way in product((False, True), repeat=len(chances)):
        share = prod((chance if hit else 1 - chance for chance, hit in zip(chances, way, strict=True)), start=Fraction(1))
        wanted[sum(way)] = wanted.get(sum(way), Fraction(0)) + share
    assert {hits: chance for hits, chance in wanted.items() if chance} == dict(dist.items())


def test_equal_chances_are_a_binomial_distribution() -> None:
    dist = hit_distribution([Fraction(1, 3)] * 30)
    assert all(dist.p(k) == comb(30, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (30 - k) for k in range(31))
    assert dist.mean() == 10


def test_no_rolls_are_no_hits() -> None:
    assert dict(hit_distribution([]).items()) == {0: 1}


def test_a_side_stands_among_all_who_roll_the_same() -> None:
    rolls = [Rolled("us", Fraction(1, 2), good=n < 8) for n in range(10)]
    luck = LuckMeter.of(rolls, {"us": "We"}).sides[0]
    assert (luck.hits, luck.mean, luck.dice) == (8, 5, 10)
    assert luck.fewer == Fraction(sum(comb(10, k) for k in range(8)), 1024)
    assert luck.more == Fraction(11, 1024)
    read = Marked(LuckMeter.of(rolls, {"us": "We"}).html())
    assert "We: 8 of 10 rolls good, luckier than 94.5 %." in read.words
    assert "10 dice. The exact mean is 5. 1.1 % would have had more." in read.words
    assert len(read.classed("own-mark")) == 1


@pytest.mark.parametrize("count", [0, 1, 9])
def test_under_ten_dice_say_nothing(count: int) -> None:
    rolls = [Rolled("us", Fraction(1, 2), good=True)] * count
    read = Marked(LuckMeter.of(rolls, {"us": "We"}).html())
    assert "Too few dice to say." in read.words
    assert not read.classed("curve")
    assert "luckier" not in read.words


def test_dice_count_not_rolls() -> None:
    rolls = [Rolled("us", Fraction(1, 2), good=True, dice=2)] * 5
    assert "luckier than" in LuckMeter.of(rolls, {"us": "We"}).html()


def test_no_sides_say_nothing() -> None:
    assert "Too few dice to say." in LuckMeter(()).html()


def test_what_could_go_but_one_way_is_no_luck() -> None:
    rolls = [Rolled("us", Fraction(1), good=True)] * 20 + [Rolled("us", Fraction(0), good=False)] * 20
    assert LuckMeter.of(rolls, {"us": "We"}).sides[0].rolls == 0


def test_two_sides_differ_in_form() -> None:
    rolls = [Rolled(side, Fraction(1, 3), good=False) for side in ("a", "b") for _ in range(12)]
    meter = LuckMeter.of(rolls, {"a": "Rome", "b": "Veneti"})
    read = Marked(meter.html())
    assert [each["class"] for each in read.classed("own-mark")] == ["own-mark one", "own-mark two"]
    assert [each["class"] for each in read.classed("sample")] == ["sample one", "sample two"]


def test_a_throw_knows_its_chance_of_being_good() -> None:
    rules = ruleset("veneti")
    outcome = next(each for each in boarding.dist(rules, 4, 1, -1) if each.captured)
    rolled = Rolled.of(Throw(boarding, (rules, 4, 1, -1), outcome), "roman", lambda result: result.captured, dice=2)
    assert rolled == Rolled("roman", Fraction(5, 6), good=True, dice=2)


def test_the_far_ends_stay_in_the_picture_when_somebody_stands_there() -> None:
    rolls = [Rolled("us", Fraction(1, 2), good=True)] * 60
    text = LuckMeter.of(rolls, {"us": "We"}).html()
    (mark,) = Marked(text).classed("own-mark")
    assert 0 <= float(mark["x1"]) <= 1000
    assert "> 99.9 %" in Marked(text).words
