"""Critical hits: leaks and fires by brute force over every face, and their printed odds."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.rules.ruleset import ruleset

FACES = range(1, 7)
MOST_TURNS = 5

hulls = st.integers(0, 14)
turns_by_hand = st.integers(0, MOST_TURNS)


def leak(loss: int, repaired: tuple[int, ...]) -> Callable[[int, tuple[int, ...]], tuple[str, int]]:
    """A leak told on dice thrown every turn, needed or not."""

    def leak_by_hand(hull: int, dice: tuple[int, ...]) -> tuple[str, int]:
        if hull == 0:
            return "sunk", 0
        for die in dice:
            hull -= loss
            if hull <= 0:
                return "sunk", 0
            if die in repaired:
                return "repaired", hull
        return "leaking", hull

    return leak_by_hand


def fire(hull: int, dice: tuple[int, ...]) -> tuple[str, int]:
    """A fire told on dice thrown every turn, needed or not."""
    if hull == 0:
        return "burnt", 0
    for die in dice:
        if die == 6:
            return "exploded", hull
        if die in (4, 5):
            return "out", hull
        hull -= die
        if hull <= 0:
            return "burnt", 0
    return "burning", hull


def dist_by_hand(by_hand: Callable[[int, tuple[int, ...]], tuple[str, int]], hull: int, turns: int) -> dict[tuple[str, int], Fraction]:
    dist = Counter(by_hand(hull, dice) for dice in product(FACES, repeat=turns))
    return {outcome: Fraction(ways, 6**turns) for outcome, ways in dist.items()}


@given(hulls, turns_by_hand)
def test_small_leaks_by_brute_force(hull: int, turns: int) -> None:
    assert dict(odds("broadside.small_leak", hull=hull, turns=turns).items()) == dist_by_hand(leak(1, (1, 2)), hull, turns)


@given(hulls, st.integers(0, 30))
def test_small_leaks_under_fire_are_never_repaired(hull: int, turns: int) -> None:
    dist = odds("broadside.small_leak", hull=hull, turns=turns, silent=False)
    assert dist.p(state="leaking" if turns < hull else "sunk", hull=max(0, hull - turns)) == 1


@given(hulls, turns_by_hand)
def test_large_leaks_by_brute_force(hull: int, turns: int) -> None:
    assert dict(odds("broadside.large_leak", hull=hull, turns=turns).items()) == dist_by_hand(leak(3, (1,)), hull, turns)


@given(hulls, turns_by_hand)
def test_fires_by_brute_force(hull: int, turns: int) -> None:
    assert dict(odds("broadside.fire", hull=hull, turns=turns).items()) == dist_by_hand(fire, hull, turns)


@pytest.mark.parametrize(("rolls", "chance"), [(1, "1/3"), (2, "1/2"), (3, "7/12"), (4, "5/8")])
def test_item_7_out_within(rolls: int, chance: str) -> None:
    assert odds("broadside.fire", hull=3 * rolls + 1, turns=rolls).p(state="out") == Fraction(chance)


def test_item_7_fire_hull_ignored() -> None:
    hull = 1000
    turn = odds("broadside.fire", hull=hull, turns=1)
    ended = 1 - turn.p(state="burning")
    assert turn.p(state="out") / ended == Fraction(2, 3)
    assert turn.p(state="exploded") / ended == Fraction(1, 3)
    assert 1 / ended == 2  # mean rolls
    assert turn.mean(lambda fire: hull - fire.hull) / ended == 2  # mean hull burnt: so much a roll, for as many rolls


@pytest.mark.parametrize(
    ("hull", "out", "explodes", "burnt"),
    [(1, "1/3", "1/6", "1/2"), (4, "343/648", "343/1296", "89/432"), (6, "13783/23328", "13783/46656", "1769/15552")],
)
def test_item_8_fire_with_hull_left(hull: int, out: str, explodes: str, burnt: str) -> None:
    for turns in (hull, hull + 20):  # every turn of burning costs a point or more
        dist = odds("broadside.fire", hull=hull, turns=turns).marginal("state")
        assert [dist.p(state) for state in ("out", "exploded", "burnt")] == [Fraction(out), Fraction(explodes), Fraction(burnt)]


@pytest.mark.parametrize(("hull", "chance"), [(2, "1/3"), (3, "5/9"), (4, "19/27"), (5, "65/81"), (6, "211/243")])
def test_item_9_small_leak_repaired_before_sinking(hull: int, chance: str) -> None:
    assert odds("broadside.small_leak", hull=hull, turns=hull).p(state="repaired") == Fraction(chance) == 1 - Fraction(2, 3) ** (hull - 1)
    assert odds("broadside.small_leak", hull=hull, turns=hull, silent=False).p(state="sunk") == 1
    assert odds("broadside.small_leak", hull=hull, turns=hull - 1, silent=False).p(state="sunk") == 0


def test_item_9_mean_hull_lost_at_6() -> None:
    assert 6 - odds("broadside.small_leak", hull=6, turns=6).mean("hull") == Fraction(665, 243)


@pytest.mark.parametrize(
    ("least", "most", "chance"), [(1, 3, "0"), (4, 6, "1/6"), (7, 9, "11/36"), (10, 12, "91/216"), (16, 18, "4651/7776")]
)
def test_item_10_large_leak(least: int, most: int, chance: str) -> None:
    for hull in range(least, most + 1):
        repaired = odds("broadside.large_leak", hull=hull, turns=hull).p(state="repaired")
        assert repaired == Fraction(chance) == 1 - Fraction(5, 6) ** (-(-hull // 3) - 1)


@pytest.mark.parametrize("procedure", ["small_leak", "large_leak", "fire"])
def test_long_runs_end(procedure: str) -> None:
    dist = odds(f"broadside.{procedure}", hull=60, turns=1000).marginal("state")
    assert sum(chance for _, chance in dist.items()) == 1
    assert not {"leaking", "burning"} & set(dist)


@given(st.integers(0, 200), st.integers(0, 200), st.integers(0, 5), st.sampled_from(["victim", "exploder"]))
def test_b15_explosions_round_up(initial: int, near: int, distance: int, share: str) -> None:
    rules = ruleset("broadside", {"blast_base": share})
    ((own_loss, near_loss),) = odds("broadside.explosion", rules=rules, initial=initial, near_initial=near, distance=distance)
    assert 2 * (own_loss - 1) < initial <= 2 * own_loss
    whose = 0 if distance > 1 else near if share == "victim" else initial
    assert 4 * (near_loss - 1) < whose <= 4 * near_loss
