"""Gunnery: the whole gun table, every force and modifier by brute force, and the printed odds of several shots."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer
from rulesdemo.api import odds
from rulesdemo.board.hexes import ORIGIN, disc
from rulesdemo.games.broadside.board import GRID, bearing_broadside
from rulesdemo.games.broadside.gunnery import batter, is_empty
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import ruleset

RULES = ruleset("broadside")
FACES = range(1, 7)

# The gun table typed a second time: a row for each force from 0, the damage of dice 6 down to 1.
ROWS = """
100000 110000 111000 111100 111110 211110 221110 222110 222210 322210 332210 332220 333220 433220 433320 443320
443330 444330 544330 544430 554430 554440 555440 655440 655540 665540 665550 666550 766550 766650 776650
"""
GUN_TABLE = ROWS.split()

forces = st.integers(-5, 45)
drms = st.integers(-9, 9)


def damage(force: int, die: int) -> int:
    """T1 with its edges: nothing below force 0, row 30 above 30, dice clamped to 1-6."""
    return 0 if force < 0 else int(GUN_TABLE[min(force, 30)][6 - min(6, max(1, die))])


def critical(force: int, die: int, *, fort: bool) -> int:
    """T12 by line number; a fort's total over 5 is line 16 and any other nothing."""
    total = die + force
    if fort:
        return 16 if total > 5 else 0
    return min(total, 16) if total > 6 else 0


def by_hand(force: int, drm: int, *, fort: bool) -> dict[tuple[int, int], Fraction]:
    """Two dice always thrown, the second looked at only after a natural 6."""
    dist: Counter[tuple[int, int]] = Counter()
    for natural, second in product(FACES, FACES):
        line = critical(force, second, fort=fort) if natural == 6 and force >= 0 else 0
        dist[damage(force, natural + drm), line] += 1
    return {outcome: Fraction(ways, 36) for outcome, ways in dist.items()}


# ---------------------------------------------------------------------------------------------------------- one broadside


@pytest.mark.parametrize("fort", [False, True])
def test_every_shot_by_brute_force(fort: bool) -> None:
    for force, drm in product(range(-3, 36), range(-7, 8)):
        dist = odds("broadside.gunnery", force=force, drm=drm, fort=fort)
        assert {tuple(outcome): chance for outcome, chance in dist.items()} == by_hand(force, drm, fort=fort), (force, drm)


def test_bt10_a_1_never_hits_and_bt11_each_row_adds_up_to_force_plus_1() -> None:
    table = RULES.table("gun_table")
    for force in range(31):
        row = [table.at(force, die) or 0 for die in FACES]
        assert row[0] == 0
        assert sum(row) == force + 1
        assert row == sorted(row)
        assert row == [int(digit) for digit in reversed(GUN_TABLE[force])]


def test_item_1_mean_damage_is_force_plus_1_over_6() -> None:
    for force in range(31):
        assert odds("broadside.gunnery", force=force).mean("damage") == Fraction(force + 1, 6)


def test_item_2_a_rake_is_worth_1_point_and_a_nearer_target_costs_1() -> None:
    for force in range(31):
        plain = odds("broadside.gunnery", force=force).mean("damage")
        # Past row 30 a rake adds less; with less than 6 force a shot past a nearer ship is no shot and costs all it was worth.
        rake, nearer = min(1, Fraction(30 - force, 6)), min(1, Fraction(force + 1, 6))
        for changed, worth in (({"rake_distance": 3}, rake), ({"past_nearer_target": True}, -nearer)):
            ((_, modified),) = odds("broadside.gun_force", force=force, **changed)
            assert odds("broadside.gunnery", force=modified).mean("damage") - plain == worth


@pytest.mark.parametrize(("force", "plain", "first", "far"), [(10, "11/6", "8/3", "5/6"), (20, "7/2", "14/3", "11/6")])
def test_item_3_first_broadside_and_long_range(force: int, plain: str, first: str, far: str) -> None:
    for asked, mean in (({}, plain), ({"first_fire": True}, first), ({"distance": 7}, far)):
        ((drm,),) = odds("broadside.gunnery_drm", **asked)
        assert odds("broadside.gunnery", force=force, drm=drm).mean("damage") == Fraction(mean)


def test_item_4_force_10() -> None:
    chances = {0: ("1/6", "1/6", "1/3", "1/3"), 2: ("0", "0", "1/3", "2/3"), -2: ("1/2", "1/6", "1/3", "0")}
    for drm, wanted in chances.items():
        dist = odds("broadside.gunnery", force=10, drm=drm)
        assert [dist.p(damage=points) for points in range(4)] == [Fraction(chance) for chance in wanted]


def test_item_5_criticals_that_matter() -> None:
    for force in range(40):
        assert 1 - odds("broadside.gunnery", force=force).p(critical=0) == min(Fraction(force, 36), Fraction(1, 6))


@pytest.mark.parametrize(("shots", "chance"), [(4, "671/1296"), (6, "31031/46656"), (10, "50700551/60466176")])
def test_item_5_at_least_one_natural_6(shots: int, chance: str) -> None:
    none = odds("broadside.gunnery", force=6).p(critical=0)  # at force 6 every natural 6 shows as a critical
    assert 1 - none**shots == Fraction(chance)


def test_item_5_four_shots_by_brute_force() -> None:
    assert sum(6 in dice for dice in product(FACES, repeat=4)) == 671


def test_item_6_fire_per_shot() -> None:
    ships = {10: "1/36", 12: "1/12", 14: "5/36", 15: "1/6", 16: "1/6", 30: "1/6"}
    forts = {0: "1/36", 4: "5/36", 5: "1/6", 30: "1/6"}
    for fort, printed in ((False, ships), (True, forts)):
        for force, chance in printed.items():
            assert odds("broadside.gunnery", force=force, fort=fort).p(critical=16) == Fraction(chance)


def test_item_6_fire_in_six_shots_at_force_12() -> None:
    assert 1 - (1 - odds("broadside.gunnery", force=12).p(critical=16)) ** 6 == Fraction(1214423, 2985984)


def test_b44_the_extension_follows_the_cycle_of_the_printed_rows() -> None:
    # From row 13 on each row adds 1 to one column, in the order 6, 3, 5, 2, 4.
    row = [int(digit) for digit in GUN_TABLE[13]]
    extended = ruleset("broadside", {"gun_table_above": "extended"})
    for force in range(14, 34):
        row[(3, 1, 4, 2, 0)[(force - 14) % 5]] += 1
        dist = odds("broadside.gunnery", force=force, rules=extended)
        assert dist.marginal("damage") == Dist(dict(Counter(row)), 6), force
    for force in (34, 35, 10**20):
        assert odds("broadside.gunnery", force=force, rules=extended) == odds("broadside.gunnery", force=33, rules=extended)


@given(forces, drms, st.booleans())
def test_chances_add_up_to_1(force: int, drm: int, fort: bool) -> None:
    assert sum(chance for _, chance in odds("broadside.gunnery", force=force, drm=drm, fort=fort).items()) == 1


@given(forces, st.integers(5, 10**12))
def test_dice_are_clamped_to_the_table(force: int, far: int) -> None:
    assert odds("broadside.gunnery", force=force, drm=far) == odds("broadside.gunnery", force=force, drm=5)
    assert odds("broadside.gunnery", force=force, drm=-far) == odds("broadside.gunnery", force=force, drm=-5)


@given(st.integers(31, 10**12), st.integers(-(10**12), -1), drms)
def test_forces_are_clamped_to_the_table(above: int, below: int, drm: int) -> None:
    assert odds("broadside.gunnery", force=above, drm=drm) == odds("broadside.gunnery", force=30, drm=drm)
    assert odds("broadside.gunnery", force=below, drm=drm).p(damage=0, critical=0) == 1


@given(forces, drms, st.integers(0, 5))
def test_more_force_or_a_better_die_never_hurts(force: int, drm: int, more: int) -> None:
    dist = odds("broadside.gunnery", force=force, drm=drm)
    for better in (odds("broadside.gunnery", force=force + more, drm=drm), odds("broadside.gunnery", force=force, drm=drm + more)):
        for points in range(8):
            assert better.marginal("damage").at_least(points) >= dist.marginal("damage").at_least(points)


# ------------------------------------------------------------------------------------------------------------ what it rests on


def test_a_plain_shot_rests_on_its_row_and_the_lines_it_can_reach() -> None:
    told = answer("broadside.gunnery", force=10)
    assert told.provenance == "seed"
    cells = {(read.table, read.row, read.column) for read in told.rests_on}
    row = {("gun_table", "10", str(die)) for die in FACES}
    assert cells == row | {("critical", str(total), "effect") for total in range(11, 17)}


@pytest.mark.parametrize(
    ("inputs", "switches", "provenance"),
    [
        ({"force": 0}, {}, "seed"),
        ({"force": -1}, {}, "ruling"),  # B29
        ({"force": 10, "drm": 1}, {}, "ruling"),  # B43
        ({"force": 11}, {}, "ruling"),  # B16
        ({"force": 11, "fort": True}, {}, "seed"),
        ({"force": 31, "fort": True}, {}, "ruling"),  # B44
        ({"force": 31, "fort": True}, {"gun_table_above": "extended"}, "reconstructed"),  # B45
        ({"force": 30, "fort": True}, {"gun_table_above": "extended"}, "seed"),
    ],
)
def test_provenance(inputs: dict[str, int], switches: dict[str, str], provenance: str) -> None:
    assert answer("broadside.gunnery", ruleset("broadside", switches), **inputs).provenance == provenance


def test_a_switch_counts_only_where_it_matters() -> None:
    extended = ruleset("broadside", {"gun_table_above": "extended", "anchor_bonus": "target", "full_sail_penalty": "both"})
    assert not [read for read in answer("broadside.gunnery", extended, force=30).rests_on if hasattr(read, "switch")]
    assert not answer("broadside.gunnery_drm", extended, first_fire=True).rests_on
    assert [read.switch for read in answer("broadside.gunnery_drm", extended, anchored=True).rests_on] == ["anchor_bonus"]


# ------------------------------------------------------------------------------------------------------------- modifiers

FLAGS = {"night": -1, "first_fire": 2, "full_sail": -2, "fort": 2, "anchored": 2, "gunner_dead": -1}
SKIES = {"clear": 0, "rain": 0, "heavy_rain": -1, "fog": -2}


@given(st.sets(st.sampled_from(sorted(FLAGS))), st.sampled_from(sorted(SKIES)), st.integers(1, 12))
def test_t8_is_a_plain_sum(flags: set[str], weather: str, distance: int) -> None:
    far = -2 if 5 <= distance <= 7 and "fort" not in flags else 0
    asked = dict.fromkeys(flags, True)
    dist = odds("broadside.gunnery_drm", weather=weather, distance=distance, **asked)
    assert dist.p(drm=sum(FLAGS[flag] for flag in flags) + SKIES[weather] + far) == 1


@given(
    force=st.integers(0, 40),
    sections=st.integers(0, 4),
    rake=st.integers(0, 6),
    nearer=st.booleans(),
    loose=st.integers(0, 3),
    wind=st.integers(0, 6),
    leak=st.booleans(),
    fort=st.booleans(),
)
def test_t9_adds_then_halves(*, force: int, sections: int, rake: int, nearer: bool, loose: int, wind: int, leak: bool, fort: bool) -> None:
    left = Fraction(force - 2 * sections - 2 * loose + (0 if fort else 6 * (rake in (1, 2, 3)) - 6 * nearer))
    for _ in range((wind == 5) + leak):
        left = Fraction((left / 2).__floor__())
    dist = odds(
        "broadside.gun_force",
        force=force,
        sections_destroyed=sections,
        rake_distance=rake,
        past_nearer_target=nearer,
        guns_loose=loose,
        wind=wind,
        small_leak=leak,
        fort=fort,
    )
    assert dist.p(force=left, fires=wind < 6 and left >= 0) == 1


# ---------------------------------------------------------------------------------------------------------- field of fire


@pytest.mark.parametrize("heading", GRID.names)
def test_the_table_and_the_board_agree_on_the_field_of_fire(heading: str) -> None:
    for place in disc(ORIGIN, 5):
        side = bearing_broadside(ORIGIN, GRID.named(heading), place) or "none"
        assert odds("broadside.field_of_fire", heading=heading, q=place.q, r=place.r).p(side=side, distance=place.length) == 1
        rakes = side == "none" and 1 <= place.length <= 3
        assert odds("broadside.raking", heading=heading, q=place.q, r=place.r).p(rakes=rakes) == 1


def test_the_field_of_fire_is_reconstructed() -> None:
    assert answer("broadside.field_of_fire", heading="N", q=1, r=0).provenance == "reconstructed"


# ---------------------------------------------------------------------------------------------------- several broadsides


def test_item_15_mean_shots_to_empty_a_section_of_4() -> None:
    assert Chain(batter, 4, is_empty, RULES, 10, 0).mean_turns() == Fraction(1656, 625)


@pytest.mark.parametrize(("shots", "chance"), [(2, "5/9"), (3, "23/27"), (4, "1241/1296")])
def test_item_15_by_brute_force(shots: int, chance: str) -> None:
    emptied = sum(sum(damage(10, die) for die in dice) >= 4 for dice in product(FACES, repeat=shots))
    assert Fraction(emptied, 6**shots) == Fraction(chance)
    assert odds("broadside.hull_after_shots", force=10, hull=4, shots=shots).p(hull=0) == Fraction(chance)


@given(st.integers(-2, 32), st.integers(0, 12), st.integers(0, 4), st.integers(-3, 3))
def test_hull_after_shots_by_brute_force(force: int, hull: int, shots: int, drm: int) -> None:
    dist = Counter(max(0, hull - sum(damage(force, die + drm) for die in dice)) for dice in product(FACES, repeat=shots))
    assert odds("broadside.hull_after_shots", force=force, hull=hull, shots=shots, drm=drm).marginal("hull") == Dist(dict(dist), 6**shots)


Ship = tuple[int, tuple[int, ...]]


def emptied(sections: tuple[int, ...], lost: int) -> int:
    """Sections emptied in order, counted one by one."""
    count = 0
    for section in sections:
        lost -= section
        if lost < 0:
            break
        count += 1
    return count


@cache
def duel_by_hand(a: Ship, b: Ship, lost_a: int, lost_b: int, turns: int, drm: int) -> Counter[tuple[int, int]]:
    """Ways, of 36 a turn, for the hull that both have lost; a decided duel stands still."""
    if turns == 0:
        return Counter({(lost_a, lost_b): 1})
    if lost_a >= sum(a[1]) or lost_b >= sum(b[1]):
        return Counter({(lost_a, lost_b): 36**turns})
    dist: Counter[tuple[int, int]] = Counter()
    for die_a, die_b in product(FACES, FACES):
        now_a = min(sum(a[1]), lost_a + damage(b[0] - 2 * emptied(b[1], lost_b), die_b + drm))
        now_b = min(sum(b[1]), lost_b + damage(a[0] - 2 * emptied(a[1], lost_a), die_a + drm))
        dist.update(duel_by_hand(a, b, now_a, now_b, turns - 1, 0))
    return dist


@pytest.mark.parametrize(
    ("a", "b", "turns", "first"),
    [
        ((10, (4, 4)), (10, (4, 4)), 3, True),
        ((10, (4, 4)), (10, (4, 4)), 4, True),
        ((10, (4, 4)), (10, (4, 4)), 5, False),
        ((6, (3, 3)), (12, (6, 6)), 4, True),
        ((3, (1, 2, 3)), (1, (2,)), 6, True),
        ((40, (10, 10, 10)), (-1, (4,)), 2, True),
    ],
)
def test_item_14_duels_by_brute_force(a: Ship, b: Ship, turns: int, first: bool) -> None:
    dist = odds("broadside.duel", force_a=a[0], hull_a=a[1], force_b=b[0], hull_b=b[1], turns=turns, first_fire=first)
    hand = duel_by_hand(a, b, 0, 0, turns, 2 if first else 0)
    wanted: Counter[tuple[int, int, str]] = Counter()
    for (lost_a, lost_b), ways in hand.items():
        hull_a, hull_b = sum(a[1]) - lost_a, sum(b[1]) - lost_b
        wanted[hull_a, hull_b, {(0, 0): "none", (1, 0): "a", (0, 1): "b", (1, 1): "both"}[hull_a == 0, hull_b == 0]] += ways
    assert {tuple(outcome): chance for outcome, chance in dist.items()} == {key: Fraction(ways, 36**turns) for key, ways in wanted.items()}


@pytest.mark.parametrize(("turns", "alone", "both"), [(3, "110/729", "16/729"), (4, "16873/52488", "4333/26244")])
def test_item_14_equal_ships(turns: int, alone: str, both: str) -> None:
    dist = odds("broadside.duel", force_a=10, hull_a=(4, 4), force_b=10, hull_b=(4, 4), turns=turns)
    assert dist.p(beaten="a") == dist.p(beaten="b") == Fraction(alone)
    assert dist.p(beaten="both") == Fraction(both)
