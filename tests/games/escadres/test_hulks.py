"""Ships without power (E-HULL, E-LEAK): floating times, and a hulk on fire against a second writing."""

from fractions import Fraction
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.games.escadres.hulks import is_sunk, leak_once
from rulesdemo.odds.chains import Chain
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres import by_hand

F = Fraction
FIRE_FIRST = ruleset("escadres", {"end_order": "fire_first"})


@pytest.mark.parametrize(("faces", "turns"), [(1, 30), (2, 15), (3, 10)])
def test_item_11_mean_floating_time(faces: int, turns: int) -> None:
    hull = next(iter(odds("escadres.hull", power_initial=9))).hull
    assert Chain(leak_once, hull, is_sunk, faces).mean_turns() == turns
    for points in range(1, 8):
        assert Chain(leak_once, points, is_sunk, faces).mean_turns() == points / F(faces, 6)


def test_item_11_median_floating_time() -> None:
    sunk = [odds("escadres.leak", hull=5, turns=turns).p(hull=0) for turns in range(30)]
    assert next(turns for turns, chance in enumerate(sunk) if chance >= F(1, 2)) == 28


@pytest.mark.parametrize("faces", [1, 2, 3])
def test_afloat_has_the_mean_and_the_first_turn_by_which_half_have_sunk(faces: int) -> None:
    for hull in (1, 2, 3, 5, 6, 40):
        (times,) = odds("escadres.afloat", hull=hull, faces=faces)
        assert times.mean == hull / F(faces, 6)
        p = F(faces, 6)
        sunk = [1 - sum(comb(turns, n) * p**n * (1 - p) ** (turns - n) for n in range(hull)) for turns in (times.median - 1, times.median)]
        assert sunk[0] < F(1, 2) <= sunk[1]


@settings(max_examples=40)
@given(st.integers(0, 12), st.integers(0, 40), st.sampled_from([1, 2, 3]))
def test_leak_is_a_count_of_leaking_turns(hull: int, turns: int, faces: int) -> None:
    p = F(faces, 6)
    dist = odds("escadres.leak", hull=hull, turns=turns, faces=faces)
    assert sum(chance for _, chance in dist.items()) == 1
    for left in range(1, hull + 1):
        leaks = hull - left
        assert dist.p(hull=left) == comb(turns, leaks) * p**leaks * (1 - p) ** (turns - leaks)


@settings(max_examples=20)
@given(st.integers(1, 30), st.integers(0, 200), st.sampled_from([1, 2]))
def test_more_faces_and_more_turns_sink_her_sooner(hull: int, turns: int, faces: int) -> None:
    here = odds("escadres.leak", hull=hull, turns=turns, faces=faces).p(hull=0)
    assert odds("escadres.leak", hull=hull, turns=turns, faces=faces + 1).p(hull=0) >= here
    assert odds("escadres.leak", hull=hull, turns=turns + 1, faces=faces).p(hull=0) >= here


def test_a_thousand_turns_are_exact() -> None:
    dist = odds("escadres.leak", hull=100, turns=1000, faces=1)
    assert dist.p(hull=100) == F(5, 6) ** 1000
    assert sum(chance for _, chance in dist.items()) == 1


@pytest.mark.parametrize("setting", ["minus_1", "minus_2"])
def test_leak_faces_for_every_ship(setting: str) -> None:
    rules = ruleset("escadres", {"bad_training": setting})
    worst_good = {"minus_1": 0, "minus_2": -1}[setting]
    for guns in (1, 19, 20, 21, 74):
        for training in range(-2, 3):
            for storm in (False, True):
                faces = 1 + (guns <= 20 or training < worst_good) + storm
                dist = odds("escadres.leak_faces", rules=rules, guns=guns, training=training, storm=storm)
                assert dist.p(faces=faces) == 1, (guns, training, storm)


def leak_then_fire(hull: int, crew: int, fires: int, faces: int) -> dict[tuple[str, int, int, int], Fraction]:
    dist: dict[tuple[str, int, int, int], Fraction] = {}
    for face in range(1, 7):
        afloat = hull - (face > 6 - faces)
        after = by_hand.fire_turn(afloat, crew, fires, 0) if afloat else {("sunk", 0, 0, 0): F(1)}
        for state, chance in after.items():
            dist[state] = dist.get(state, F(0)) + chance / 6
    return dist


def fire_then_leak(hull: int, crew: int, fires: int, faces: int) -> dict[tuple[str, int, int, int], Fraction]:
    dist: dict[tuple[str, int, int, int], Fraction] = {}
    for (state, left, crew_left, burning), chance in by_hand.fire_turn(hull, crew, fires, 0).items():
        for face in range(1, 7):
            afloat = left - (face > 6 - faces)
            after = (state, afloat, crew_left, burning) if afloat > 0 else ("sunk", 0, 0, 0)
            if state == "exploded":
                after = (state, 0, 0, 0)
            dist[after] = dist.get(after, F(0)) + chance / 6
    return dist


@pytest.mark.parametrize("faces", [1, 3])
@pytest.mark.parametrize(("hull", "crew", "fires"), [(1, 3, 1), (2, 0, 1), (4, 3, 1), (3, 2, 2), (3, 2, 0)])
def test_hulk_turn_equals_brute_force(hull: int, crew: int, fires: int, faces: int) -> None:
    inputs = {"hull": hull, "crew": crew, "fires": fires, "faces": faces}
    assert dict(odds("escadres.hulk_turn", **inputs).items()) == leak_then_fire(**inputs)
    assert dict(odds("escadres.hulk_turn", rules=FIRE_FIRST, **inputs).items()) == fire_then_leak(**inputs)


def test_the_order_matters_for_the_last_hull_point() -> None:
    drowned = odds("escadres.hulk_turn", hull=1, crew=5, fires=1)
    burnt = odds("escadres.hulk_turn", rules=FIRE_FIRST, hull=1, crew=5, fires=1)
    # One fire takes the last point of 1 in 43/108; water, in 1/6, comes before it or after it.
    assert (drowned.p(state="sunk"), drowned.p(state="exploded")) == (F(1, 6), F(5, 6) * F(43, 108))
    assert (burnt.p(state="sunk"), burnt.p(state="exploded")) == (F(1, 6) * F(65, 108), F(43, 108))
