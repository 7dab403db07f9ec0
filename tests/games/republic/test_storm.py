"""Storms in strength points (9.4, 8.34) and sieges of several turns, against the rule written again over every face."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import odds
from rulesdemo.errors import InputError
from rulesdemo.games.republic.losses import percent_of
from rulesdemo.rules.ruleset import ruleset

F = Fraction
RULES = ruleset("republic")


def parity(die: int) -> int:
    return 25 if die % 2 else 10


def stormed(need: int, sizes: tuple[int, int], dice: tuple[int, int, int], *, engines: bool = False) -> tuple[bool, int, int, bool]:
    """One storm in points, with the number that it takes given."""
    die, ours, theirs = dice
    falls = die >= need
    percents = (parity(ours), 10 * theirs) if falls else (10 * ((ours + 1) // 2), parity(theirs))
    lost, their_lost = (percent_of(RULES, percent, sp) for percent, sp in zip(percents, sizes, strict=True))
    return falls, lost, their_lost, engines and not falls and ours >= 7


def test_the_printed_means_of_sixty_against_twenty() -> None:
    # Section 7, question 13.
    dist = odds("republic.storm", infantry=60, defender=20)
    assert (dist.p(falls=True), dist.mean("attacker_lost"), dist.mean("defender_lost")) == (F(3, 5), F(123, 10), F(34, 5))


@pytest.mark.parametrize(
    ("inputs", "need", "sizes"),
    [
        ({"infantry": 20, "defender": 20, "siege_engines": True}, 5, (20, 20)),  # 40 to 20 is 2-1
        ({"infantry": 20, "defender": 20}, 7, (20, 20)),  # 1-1
        ({"infantry": 10, "defender": 20, "other_sp": 9, "siege_engines": True}, 7, (19, 20)),  # 29 to 20 is 1-1
        ({"infantry": 19, "defender": 20, "drm": -2, "siege_engines": True}, 8, (19, 20)),  # 38 to 20 is 1.5-1, and 2 off
        ({"infantry": 20, "defender": 41, "drm": 9}, 99, (20, 41)),  # below 1-2
    ],
)
def test_a_storm_is_what_the_thousand_throws_say(inputs: dict[str, int], need: int, sizes: tuple[int, int]) -> None:
    engines = bool(inputs.get("siege_engines"))
    counts = Counter(stormed(need, sizes, dice, engines=engines) for dice in product(range(10), repeat=3))
    dist = odds("republic.storm", **inputs)
    assert dict(dist.items()) == {outcome: F(count, 1000) for outcome, count in counts.items()}


def test_a_siege_of_one_turn_is_a_storm() -> None:
    dist = odds("republic.siege", infantry=20, defender=20, engines=1, turns=1)
    assert dist.p(falls=True) == F(1, 2)
    assert dist.mean("attacker_lost") == F(17, 4)  # Table A: 85/4 % of 20, where every percentage is a whole number of points


def test_two_turns_of_storms_carry_the_losses_over() -> None:
    # 20 infantry without engines against 20: at 1-1 it takes 7, and falls with 3/10. After a failure both sides are smaller: all hundred
    # pairs of loss dice are gone through, with the ratio of what is left, rounded by R4, and the number of that column.
    need = {F(2, 3): 8, F(1): 7, F(3, 2): 6, F(2): 5, F(3): 4}
    total = F(3, 10)
    for ours, theirs in product(range(10), repeat=2):
        left = 20 - percent_of(RULES, 10 * ((ours + 1) // 2), 20)
        theirs_left = 20 - percent_of(RULES, parity(theirs), 20)
        larger, smaller = max(left, theirs_left), min(left, theirs_left)
        step = max(each for each in (F(1), F(3, 2), F(2), F(3)) if each <= F(larger, smaller))
        column = step if left >= theirs_left else 1 / step
        total += F(7, 10) * F(1, 100) * F(10 - need[column], 10)
    assert odds("republic.siege", infantry=20, defender=20, turns=2).p(falls=True) == total


def test_waiting_costs_points_and_a_point_may_cost_a_column() -> None:
    # One point lost leaves 19, with engines 38 to 20: 1.5-1, 6 or more.
    dist = odds("republic.siege", infantry=20, defender=20, engines=1, turns=2, first=2, wears=1)
    assert dist.p(falls=True) == F(2, 5)
    assert dist.p(turn=2) == 1
    # The point of waiting comes on top of what the storm of the 19 costs.
    assert dist.mean("attacker_lost") == 1 + odds("republic.storm", infantry=19, defender=20, siege_engines=True).mean("attacker_lost")


def test_engines_that_come_and_men_that_join() -> None:
    late = odds("republic.siege", infantry=20, defender=20, turns=2, first=2, engines_on=2)
    assert late.p(falls=True) == F(1, 2)  # 40 to 20
    joined = odds("republic.siege", infantry=20, defender=20, turns=3, first=3, joins=10)
    assert joined.p(falls=True) == F(1, 2)  # 40 to 20 again
    assert odds("republic.siege", infantry=20, defender=20, turns=1, engines_on=2).p(falls=True) == F(3, 10)  # too late


def test_cavalry_goes_first_because_no_engine_doubles_it() -> None:
    # 20 infantry and 4 cavalry with engines, 4 lost by waiting: 40 to 20 are left.
    dist = odds("republic.siege", infantry=20, other_sp=4, defender=20, engines=1, turns=2, first=2, wears=4)
    assert dist.p(falls=True) == F(1, 2)


def test_who_is_worn_away_storms_no_more() -> None:
    dist = odds("republic.siege", infantry=2, defender=2, turns=2, first=2, wears=6)
    assert dist.p(falls=False, attacker_lost=2, defender_lost=0) == 1


def test_more_turns_never_hurt_and_every_distribution_adds_up() -> None:
    chances = [odds("republic.siege", infantry=24, defender=20, engines=1, turns=turns).p(falls=True) for turns in (1, 2, 3, 4)]
    assert chances == sorted(chances)
    dist = odds("republic.siege", infantry=24, defender=20, engines=1, turns=3)
    assert sum(chance for _outcome, chance in dist.items()) == 1


def test_a_siege_has_four_turns_at_most() -> None:
    with pytest.raises(InputError, match="turns"):
        odds("republic.siege", infantry=20, defender=20, turns=5)
