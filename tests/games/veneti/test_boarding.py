"""Boarding (8.23, 8.24, 8.28) against all 36 pairs of faces, once and again."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds
from rulesdemo.games.veneti.boarding import height_drm
from rulesdemo.rules.ruleset import ruleset

PAIRS = list(product(range(1, 7), repeat=2))
MODIFIED = ruleset("veneti", {"boarding_bands": "modified"})
HEIGHTS = (-1, 0, 1)


def need(attackers: int, defenders: int) -> int:
    """The closed form of our table, which ends at 12 boarders and 8 defenders."""
    return min(12, max(3, 7 + min(8, defenders) - min(12, attackers)))


def dist_by_hand(attackers: int, defenders: int, height: int, bands_on_natural: bool) -> dict[tuple[bool, int, int], Fraction]:
    counts: Counter[tuple[bool, int, int]] = Counter()
    for natural in map(sum, PAIRS):
        total = natural + height
        band = natural if bands_on_natural else total
        if total >= need(attackers, defenders):
            counts[True, int(band >= 9), 0] += 1
        else:
            counts[False, 1, int(band <= 5)] += 1
    return {outcome: Fraction(count, 36) for outcome, count in counts.items()}


@cache
def captured_by_hand(attackers: int, defenders: int, height: int, tries: int) -> Fraction:
    if tries == 0 or attackers == 0:
        return Fraction(0)
    return sum(
        (
            chance if captured else chance * captured_by_hand(attackers - 1, max(0, defenders - loss), height, tries - 1)
            for (captured, _, loss), chance in dist_by_hand(attackers, defenders, height, bands_on_natural=True).items()
        ),
        start=Fraction(0),
    )


@pytest.mark.parametrize("height", HEIGHTS)
@pytest.mark.parametrize("attackers", range(1, 15))
def test_every_cell_and_beyond(attackers: int, height: int) -> None:
    for defenders in range(11):
        asked = {"attackers": attackers, "defenders": defenders, "height": height}
        assert dict(odds("veneti.boarding", **asked).items()) == dist_by_hand(attackers, defenders, height, bands_on_natural=True)
        assert dict(odds("veneti.boarding", rules=MODIFIED, **asked).items()) == dist_by_hand(
            attackers, defenders, height, bands_on_natural=False
        )


@given(st.integers(1, 10**12), st.integers(0, 10**12), st.sampled_from(HEIGHTS))
def test_far_beyond_the_table(attackers: int, defenders: int, height: int) -> None:
    dist = odds("veneti.boarding", attackers=attackers, defenders=defenders, height=height)
    assert dist == odds("veneti.boarding", attackers=min(attackers, 12), defenders=min(defenders, 8), height=height)


@given(st.integers(1, 20), st.integers(0, 20), st.sampled_from(HEIGHTS))
def test_more_boarders_help_and_more_defenders_hurt(attackers: int, defenders: int, height: int) -> None:
    here = odds("veneti.boarding", attackers=attackers, defenders=defenders, height=height).p(captured=True)
    assert odds("veneti.boarding", attackers=attackers + 1, defenders=defenders, height=height).p(captured=True) >= here
    assert odds("veneti.boarding", attackers=attackers, defenders=defenders + 1, height=height).p(captured=True) <= here


@pytest.mark.parametrize(("height", "chance"), [(0, "11/12"), (-1, "5/6"), (1, "35/36")])
def test_printed_chances_of_two_galleys_on_one_ship(height: int, chance: str) -> None:
    assert odds("veneti.boarding", attackers=2 + 2, defenders=1, height=height).p(captured=True) == Fraction(chance)


def test_printed_losses_of_the_same_boarding() -> None:
    dist = odds("veneti.boarding", attackers=4, defenders=1)
    assert dict(dist.items()) == {(True, 0, 0): Fraction(23, 36), (True, 1, 0): Fraction(5, 18), (False, 1, 1): Fraction(1, 12)}


def test_printed_ladder_of_two_dice() -> None:
    printed = ["1", "35/36", "11/12", "5/6", "13/18", "7/12", "5/12", "5/18", "1/6", "1/12", "1/36"]  # T or more, for T from 2 to 12
    met = set()
    for attackers, defenders, height in product(range(1, 13), range(9), HEIGHTS):
        least = need(attackers, defenders) - height
        if least <= 12:
            dist = odds("veneti.boarding", attackers=attackers, defenders=defenders, height=height)
            assert dist.p(captured=True) == Fraction(printed[least - 2])
            met.add(least)
    assert met == set(range(2, 13))


@pytest.mark.parametrize(
    ("attackers", "defenders", "height", "chances"),
    [
        (3, 2, -1, "7/12 347/432 20813/23328"),
        (3, 2, 0, "13/18 299/324 5707/5832"),
        (2, 2, -1, "5/12 50/81"),
        (3, 3, -1, "5/12 50/81 8389/11664"),
        (4, 2, -1, "13/18 299/324 5707/5832 69359/69984"),
    ],
)
def test_printed_chances_within_some_tries(attackers: int, defenders: int, height: int, chances: str) -> None:
    printed = [Fraction(chance) for chance in chances.split()]
    asked = {"attackers": attackers, "defenders": defenders, "height": height}
    assert [odds("veneti.boarding_within", tries=tries, **asked).p(captured=True) for tries in range(1, attackers + 1)] == printed
    # Each repulse costs a boarder, so after as many tries as boarders nobody is left and the last chance is the final one.
    assert odds("veneti.boarding_within", tries=attackers + 1, **asked).p(captured=True) == printed[-1]
    assert odds("veneti.boarding_within", tries=1000, **asked).p(captured=True) == printed[-1]


@given(st.integers(1, 14), st.integers(0, 10), st.sampled_from(HEIGHTS), st.integers(0, 8))
def test_tries_by_recursion(attackers: int, defenders: int, height: int, tries: int) -> None:
    dist = odds("veneti.boarding_within", attackers=attackers, defenders=defenders, height=height, tries=tries)
    assert dist.p(captured=True) == captured_by_hand(attackers, defenders, height, tries)


def test_a_thousand_tries_of_a_thousand_boarders() -> None:
    # Row 12 all the way down to twelve boarders: each try fails on a natural 3 or less from below.
    dist = odds("veneti.boarding_within", attackers=1000, defenders=1000, height=-1, tries=988)
    assert dist.p(captured=False) == Fraction(1, 12) ** 988


def test_one_printed_cell_makes_a_seed_answer() -> None:
    asked = answer("veneti.boarding", attackers=4, defenders=1)
    assert [(read.table, read.row, read.column, read.provenance) for read in asked.rests_on] == [("boarding", "4", "1", "seed")]
    assert asked.provenance == "seed"
    assert asked.entry.rules == ("8.23", "8.24", "8.28")
    # From below the natural total is no longer the modified one: which of them has the bands is our reading.
    lower = answer("veneti.boarding", attackers=4, defenders=1, height=-1)
    assert [read[0] for read in lower.rests_on] == ["boarding", "boarding_bands"]
    assert lower.provenance == "ruling"


@pytest.mark.parametrize(("attackers", "defenders", "cell"), [(4, 2, ("4", "2")), (13, 0, ("12", "0")), (4, 99, ("4", "8"))])
def test_every_other_cell_is_ours(attackers: int, defenders: int, cell: tuple[str, str]) -> None:
    asked = answer("veneti.boarding", attackers=attackers, defenders=defenders)
    assert [(read.table, (read.row, read.column), read.provenance) for read in asked.rests_on] == [("boarding", cell, "reconstructed")]


def test_a_switch_and_a_patch_are_named() -> None:
    asked = answer("veneti.boarding", rules=MODIFIED, attackers=4, defenders=1, height=1)
    assert asked.rests_on[-1] == ("boarding_bands", "modified", "A17", "ruling")
    assert asked.provenance == "ruling"
    patched = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    mine = answer("veneti.boarding", rules=patched, attackers=4, defenders=1)
    assert [(read.row, read.column, read.provenance) for read in mine.rests_on] == [("4", "1", "yours")]
    assert mine.provenance == "yours"


def test_repeated_boarding_rests_on_every_cell_on_the_way() -> None:
    cells = {(read.row, read.column) for read in answer("veneti.boarding_within", attackers=2, defenders=2, tries=9).rests_on}
    assert cells == {("2", "2"), ("1", "2"), ("1", "1")}


def test_level_height_reads_no_modifier() -> None:
    rules = ruleset("veneti")
    assert [height_drm(rules, height) for height in HEIGHTS] == [-1, 0, 1]


def splits(marines: int, held_by: int) -> tuple[tuple[int, ...], ...]:
    (outcome,) = odds("veneti.boarding_splits", marines=marines, held_by=held_by)
    return outcome.splits


def test_printed_splits_of_three_marines() -> None:
    assert set(splits(3, 2)) == {(3, 0), (0, 3), (1, 2), (2, 1)}


@given(st.integers(0, 12), st.integers(1, 4))
def test_splits_share_out_every_marine(marines: int, held_by: int) -> None:
    ways = [way for way in product(range(marines + 1), repeat=held_by) if sum(way) == marines and marines > 0]
    assert splits(marines, held_by) == tuple(sorted(ways))
