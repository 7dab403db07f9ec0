"""Boarding: rounds and turns by brute force, and their printed odds."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds

FACES = range(1, 7)

# The gun table up to force 12: the damage of dice 6 down to 1.
ROWS = "100000 110000 111000 111100 111110 211110 221110 222110 222210 322210 332210 332220 333220"
GUN_TABLE = ROWS.split()

sides = st.lists(st.integers(-4, 8), min_size=1, max_size=2).filter(lambda side: sum(side) <= 12)


def damage(force: int, die: int) -> int:
    return 0 if force < 0 else int(GUN_TABLE[force][6 - die])


def share(forces: list[int], struck: int) -> int:
    """What is left of a side's ships that can fight, spread and rounded down; nobody is struck where none can (B70)."""
    able = [force for force in forces if force >= 0]
    return sum(able) // struck if able else -1


@given(sides, sides)
def test_rounds_by_brute_force(side_a: list[int], side_b: list[int]) -> None:
    on_a, on_b = share(side_b, len(side_a)), share(side_a, len(side_b))
    dist: Counter[tuple[int, int]] = Counter()
    ships = len(side_a) + len(side_b)
    for dice in product(FACES, repeat=ships):
        dist[sum(damage(on_a, die) for die in dice[: len(side_a)]), sum(damage(on_b, die) for die in dice[len(side_a) :])] += 1
    found = odds("broadside.boarding_round", side_a=side_a, side_b=side_b)
    assert {tuple(outcome): chance for outcome, chance in found.items()} == {key: Fraction(ways, 6**ships) for key, ways in dist.items()}


def test_a_round_of_three_against_three_by_brute_force() -> None:
    dist = Counter(sum(damage(4, die) for die in dice) for dice in product(FACES, repeat=3))  # 14 over three ships is 4 each
    found = odds("broadside.boarding_round", side_a=(4, 4, 6), side_b=(3, 3, 8)).marginal("loss_b")
    assert dict(found.items()) == {points: Fraction(ways, 216) for points, ways in dist.items()}


@given(sides, sides)
def test_the_sides_can_be_named_either_way_round(side_a: list[int], side_b: list[int]) -> None:
    there = odds("broadside.boarding_round", side_a=side_a, side_b=side_b)
    back = odds("broadside.boarding_round", side_a=side_b, side_b=side_a)
    assert {(loss_a, loss_b): chance for (loss_a, loss_b), chance in there.items()} == {(a, b): chance for (b, a), chance in back.items()}


def test_item_11_contact() -> None:
    assert odds("broadside.contact").p(boarding=True) == Fraction(1, 2)


def test_item_12_the_example() -> None:
    dist = odds("broadside.boarding_round", side_a=(10, 5), side_b=(6, 4, 8))
    chances = ["1/216", "1/18", "17/72", "11/27", "17/72", "1/18", "1/216"]
    assert [dist.p(loss_b=points) for points in range(7)] == [Fraction(chance) for chance in chances]
    assert dist.mean("loss_b") == 3
    assert dist.mean("loss_a") == Fraction(10, 3)


def test_the_strongest_round_is_quick_and_whole() -> None:
    dist = odds("broadside.boarding_round", side_a=(10**9,) * 12, side_b=(10**9,) * 12)
    assert dist.mean("loss_a") == dist.mean("loss_b") == 12 * Fraction(31, 6)


Ship = tuple[int, tuple[int, ...]]


def emptied(sections: tuple[int, ...], lost: int) -> int:
    return sum(sum(sections[: place + 1]) <= lost for place in range(len(sections)))


@cache
def turn_by_hand(a: Ship, b: Ship, lost_a: int, lost_b: int, rounds: int) -> Counter[tuple[int, int]]:
    """Ways, of 36 a round, for the hull that both have lost."""
    if rounds == 0:
        return Counter({(lost_a, lost_b): 1})
    if lost_a >= sum(a[1]) or lost_b >= sum(b[1]):
        return Counter({(lost_a, lost_b): 36**rounds})
    dist: Counter[tuple[int, int]] = Counter()
    for die_a, die_b in product(FACES, FACES):
        now_a = min(sum(a[1]), lost_a + damage(b[0] - 4 * emptied(b[1], lost_b), die_b))
        now_b = min(sum(b[1]), lost_b + damage(a[0] - 4 * emptied(a[1], lost_a), die_a))
        dist.update(turn_by_hand(a, b, now_a, now_b, rounds - 1))
    return dist


@pytest.mark.parametrize(
    ("a", "b", "turns"),
    [
        ((10, (4, 4)), (6, (3, 3)), 1),
        ((12, (4, 4, 4)), (8, (4, 4)), 1),
        ((5, (3, 3)), (9, (4, 4, 4)), 2),
        ((2, (1, 1)), (2, (1, 1)), 3),
        ((-1, (2,)), (-1, (2,)), 2),
    ],
)
def test_turns_by_brute_force(a: Ship, b: Ship, turns: int) -> None:
    found = odds("broadside.boarding_turn", force_a=a[0], hull_a=a[1], force_b=b[0], hull_b=b[1], turns=turns)
    hand = turn_by_hand(a, b, 0, 0, 3 * turns)
    wanted = {(sum(a[1]) - lost_a, sum(b[1]) - lost_b): Fraction(ways, 36 ** (3 * turns)) for (lost_a, lost_b), ways in hand.items()}
    assert {(fight.hull_a, fight.hull_b): chance for fight, chance in found.items()} == wanted
    for fight in found:
        assert (fight.hull_a == 0, fight.hull_b == 0) == (fight.beaten in ("a", "both"), fight.beaten in ("b", "both"))


def test_item_13_one_turn_of_boarding() -> None:
    dist = odds("broadside.boarding_turn", force_a=10, hull_a=(4, 4), force_b=6, hull_b=(3, 3))
    assert dist.p(beaten="b") == Fraction(41, 81)
    assert dist.p(hull_a=0) == 0
    assert 8 - dist.mean("hull_a") == Fraction(73, 27)
    assert 6 - dist.mean("hull_b") == Fraction(2413, 486)
    assert odds("broadside.boarding_turn", force_a=12, hull_a=(4, 4, 4), force_b=8, hull_b=(4, 4)).p(hull_b=0) == Fraction(61, 216)
