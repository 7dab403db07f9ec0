"""Weather: the wind as a chain, sight, and the printed odds of both."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer
from rulesdemo.api import odds
from rulesdemo.games.broadside.weather import Reaching, is_reached, look_for
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import ruleset

RULES = ruleset("broadside")
FACES = range(1, 7)
TURNS = {1: 60, 2: 120, 3: -60, 4: -120, 5: 60, 6: -60}

winds = st.integers(0, 6)


def changed(force: int, first: int, second: int) -> tuple[int, int]:
    """T4 and T5 with both dice always thrown."""
    if first in (3, 4):
        return force, TURNS[second]
    return min(6, max(0, force + (1 if first > 4 else -1))), 0


@pytest.mark.parametrize("force", range(7))
def test_every_change_by_brute_force(force: int) -> None:
    dist = Counter(changed(force, *dice) for dice in product(FACES, FACES))
    assert dict(odds("broadside.wind_change", force=force).items()) == {outcome: Fraction(ways, 36) for outcome, ways in dist.items()}


@pytest.mark.parametrize("force", [0, 3, 5])
def test_the_wind_after_three_turns_by_brute_force(force: int) -> None:
    dist: Counter[tuple[int, int]] = Counter()
    for dice in product(FACES, repeat=6):
        now, turn = force, 0
        for first, second in zip(dice[::2], dice[1::2], strict=True):
            now, more = changed(now, first, second)
            turn += more
        dist[now, turn % 360] += 1
    found = {(wind.force, wind.turn % 360): chance for wind, chance in odds("broadside.wind_after", force=force, turns=3).items()}
    assert found == {outcome: Fraction(ways, 6**6) for outcome, ways in dist.items()}


def test_item_17_in_the_long_run_every_force_is_as_likely() -> None:
    # A turn leaves the uniform distribution as it is, and since every force can be reached from every other, no other distribution.
    after: Counter[int] = Counter()
    for force in range(7):
        for new, chance in odds("broadside.wind_change", force=force).marginal("force").items():
            after[new] += chance / 7
    assert after == dict.fromkeys(range(7), Fraction(1, 7))
    for force, target in product(range(7), range(7)):
        assert odds("broadside.wind_reaches", force=force, target=target, turns=6).p(reached=True) > 0
    late = odds("broadside.wind_after", force=3, turns=1000).marginal("force")
    assert all(abs(late.p(force) - Fraction(1, 7)) < Fraction(1, 10**12) for force in range(7))


@pytest.mark.parametrize(("turns", "chance"), [(1, "1/3"), (2, "4/9"), (3, "14/27"), (6, "154/243")])
def test_item_17_boarding_is_barred_within(turns: int, chance: str) -> None:
    assert odds("broadside.wind_reaches", force=3, target=4, turns=turns).p(reached=True) == Fraction(chance)


@pytest.mark.parametrize(("target", "turns"), [(4, 12), (0, 45)])
def test_item_17_mean_turns_from_3(target: int, turns: int) -> None:
    assert Chain(look_for, Reaching(3, reached=False), is_reached, RULES, target).mean_turns() == turns


def test_item_17_after_12_turns() -> None:
    dist = odds("broadside.wind_after", force=3, turns=12)
    assert dist.chance(lambda wind: wind.force >= 4) == Fraction(225394, 531441)


@pytest.mark.parametrize(("turns", "same", "reversed_"), [(1, "2/3", "0"), (2, "77/162", "2/81"), (3, "1057/2916", "79/1458")])
def test_item_18_the_direction(turns: int, same: str, reversed_: str) -> None:
    for force in (0, 3, 6):
        dist = odds("broadside.wind_after", force=force, turns=turns)
        assert dist.p(turn=0) == Fraction(same)
        assert dist.p(turn=180) == Fraction(reversed_)


@given(winds, st.integers(0, 30))
def test_the_direction_has_six_values_and_left_is_as_likely_as_right(force: int, turns: int) -> None:
    dist = odds("broadside.wind_after", force=force, turns=turns).marginal("turn")
    assert set(dist) <= {-120, -60, 0, 60, 120, 180}
    assert dist.p(60) == dist.p(-60)
    assert dist.p(120) == dist.p(-120)


@given(winds, winds, st.integers(0, 40), st.sampled_from(["1", "2", "3", "4", "6", "12"]))
def test_b27_a_slower_wind_is_the_same_wind_later(force: int, target: int, turns: int, every: str) -> None:
    slow = ruleset("broadside", {"weather_every_n_turns": every})
    rolls = turns // int(every)
    assert odds("broadside.wind_after", rules=slow, force=force, turns=turns) == odds("broadside.wind_after", force=force, turns=rolls)
    asked = {"force": force, "target": target}
    assert odds("broadside.wind_reaches", rules=slow, turns=turns, **asked) == odds("broadside.wind_reaches", turns=rolls, **asked)


@given(winds, winds, st.integers(0, 40))
def test_more_time_never_makes_a_wind_less_likely_to_come(force: int, target: int, turns: int) -> None:
    sooner, later = (odds("broadside.wind_reaches", force=force, target=target, turns=n).p(reached=True) for n in (turns, turns + 1))
    assert sooner <= later


@pytest.mark.parametrize("wind", range(7))
def test_item_19_sight(wind: int) -> None:
    dist = odds("broadside.visibility", wind=wind).marginal("weather")
    calm = {"clear": 3, "fog": 1, "rain": 1, "heavy_rain": 1}
    strong = {"clear": 3, "rain": 2, "heavy_rain": 1}
    assert dist == Dist(strong if wind > 3 else calm, 6)


def test_start_weather_by_brute_force() -> None:
    sky = {1: "clear", 2: "clear", 3: "clear", 4: "fog", 5: "rain", 6: "heavy_rain"}
    sight = {"clear": 120, "fog": 6, "rain": 30, "heavy_rain": 18}
    dist: Counter[tuple[str, int, str, int]] = Counter()
    for direction, force, third in product(("N", "NE", "SE", "S", "SW", "NW"), FACES, FACES):
        weather = "rain" if third == 4 and force > 3 else sky[third]
        dist[direction, force, weather, sight[weather]] += 1
    found = {tuple(outcome): chance for outcome, chance in odds("broadside.start_weather").items()}
    assert found == {outcome: Fraction(ways, 216) for outcome, ways in dist.items()}


def test_a_limit_of_the_wind_is_rested_on_only_where_it_bites() -> None:
    assert answer("broadside.wind_change", force=3).provenance == "seed"
    for force, row in ((0, "wind_force_bottom"), (6, "wind_force_top")):
        told = answer("broadside.wind_change", force=force)
        assert told.provenance == "ruling"
        assert [read.row for read in told.rests_on if read.table == "weather_limits"] == [row]


def test_sight_rests_on_the_columns_of_its_wind() -> None:
    for wind, columns in ((3, {"weather", "hexes"}), (4, {"weather_strong_wind", "hexes_strong_wind"})):
        assert {read.column for read in answer("broadside.visibility", wind=wind).rests_on} == columns


@given(st.integers(0, 500), st.integers(0, 1439))
def test_b24_night_is_a_tenth_rounded_up(hexes: int, minutes: int) -> None:
    night = minutes < 6 * 60 or minutes >= 20 * 60
    ((told, seen),) = odds("broadside.sight", hexes=hexes, minutes=minutes)
    assert told == night
    assert seen == hexes if not night else 10 * (seen - 1) < hexes <= 10 * seen
