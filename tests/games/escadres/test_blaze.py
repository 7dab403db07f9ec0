"""What becomes of a burning ship (E-BURN, E-CREW-2): against brute force for one and two turns, and against every number printed."""

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.errors import OddsError
from rulesdemo.games.escadres.blaze import EXACT_TURNS, Between, Blaze, Standing, blaze
from rulesdemo.odds.surds import Surd
from tests.games.escadres import by_hand
from tests.games.escadres.by_hand import RULES

F = Fraction
TRAININGS = (-2, -1, 0, 1, 2)
State = tuple[str, int, int, int]
STATES = ("out", "burning", "exploded")
POWER, CREW = 10, 8


def full(training: int) -> Blaze:
    return blaze(RULES, training, POWER, CREW)


def exact(standing: Standing) -> tuple[Fraction, Fraction, Fraction]:
    assert all(each.is_exact for each in standing)
    out, burning, exploded = (each.low for each in standing)
    return out, burning, exploded


BY_HAND = 2  # fires; more of them have too many faces to list, and the procedure of one turn is proved elsewhere


@cache
def one_turn(power: int, crew: int, fires: int, training: int) -> dict[State, Fraction]:
    if fires <= BY_HAND:
        return by_hand.fire_turn(power, crew, fires, training)
    dist = odds("escadres.fire_turn", power=power, crew=crew, fires=fires, training=training)
    return {tuple(end): chance for end, chance in dist.items()}


def by_turns(power: int, crew: int, fires: int, training: int, turns: int, most: int = 12) -> tuple[Fraction, ...]:
    """The same turn after turn, every state by itself; a ship that has more than `most` fires is lost to the count."""
    dist: dict[State, Fraction] = {("burning", power, crew, fires): F(1)}
    for _ in range(turns):
        after: dict[State, Fraction] = {}
        for here, chance in dist.items():
            state, left_power, left_crew, burning = here
            if state == "burning" and burning > most:
                continue
            ends = one_turn(left_power, left_crew, burning, training) if state == "burning" else {here: F(1)}
            for end, times in ends.items():
                after[end] = after.get(end, F(0)) + chance * times
        dist = after
    return tuple(sum((chance for (state, *_left), chance in dist.items() if state == wanted), F(0)) for wanted in STATES)


# -- some turns ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("power", "fires", "out", "exploded"),
    [
        (10, 1, "60947/124416", "7/2592"),
        (1, 1, "127/432", "43/108"),
        (2, 1, "2389/5184", "83/1296"),
        (10, 2, "7427788615/30958682112", "75869/13436928"),
    ],
)
def test_item_9_one_turn(power: int, fires: int, out: str, exploded: str) -> None:
    found = exact(full(0).after(power, CREW, fires, 1))
    assert found == (F(out), 1 - F(out) - F(exploded), F(exploded))


@pytest.mark.parametrize("training", [-2, 0, 1])
@pytest.mark.parametrize(("power", "crew", "fires"), [(1, 1, 1), (2, 0, 1), (10, 8, 1), (3, 2, 2), (5, 0, 2), (4, 1, 3)])
def test_one_turn_equals_brute_force(power: int, crew: int, fires: int, training: int) -> None:
    assert exact(full(training).after(power, crew, fires, 1)) == by_turns(power, crew, fires, training, 1)


@pytest.mark.parametrize(
    ("power", "crew", "fires", "training"), [(10, 8, 1, 0), (3, 2, 1, -2), (2, 1, 1, 1), (5, 0, 1, 2), (1, 1, 1, -1), (4, 3, 2, 0)]
)
def test_two_turns_equal_brute_force(power: int, crew: int, fires: int, training: int) -> None:
    assert exact(full(training).after(power, crew, fires, 2)) == by_turns(power, crew, fires, training, 2)


@pytest.mark.parametrize(("power", "crew", "training"), [(2, 1, 0), (3, 2, -2)])
def test_later_turns_lie_between_their_bounds(power: int, crew: int, training: int) -> None:
    """Three turns state by state, without those that have more than four fires on the way: so they may only fall short, and not by much."""
    found = full(training).after(power, crew, 1, 3)
    for between, chance in zip(found, by_turns(power, crew, 1, training, 3, most=4), strict=True):
        assert between.low <= between.high < between.low + F(1, 10**15)
        assert chance <= between.high
        assert between.low - chance < F(1, 500)


@settings(max_examples=25, deadline=None)
@given(st.integers(1, POWER), st.integers(0, CREW), st.integers(0, 4), st.integers(0, 5), st.sampled_from(TRAININGS))
def test_chances_add_up_and_time_only_ends_things(power: int, crew: int, fires: int, turns: int, training: int) -> None:
    now, later = (full(training).after(power, crew, fires, n) for n in (turns, turns + 1))
    assert sum(each.low for each in now) <= 1 <= sum(each.high for each in now)
    assert later.out.high >= now.out.low
    assert later.exploded.high >= now.exploded.low
    assert later.out.low <= full(training).saved(power, crew, fires).between(30)[1]
    if turns == 0:
        assert exact(now) == ((F(0), F(1), F(0)) if fires else (F(1), F(0), F(0)))
    if not crew and fires:
        assert now.out == Between(F(0), F(0))


def test_what_is_exact_says_so() -> None:
    for turns in range(EXACT_TURNS + 1):
        assert full(0).after(POWER, CREW, 2, turns).burning.is_exact
    later = full(0).after(POWER, CREW, 2, EXACT_TURNS + 1).burning
    assert not later.is_exact


@pytest.mark.parametrize("turns", [1, 2])
@pytest.mark.parametrize(("power", "crew", "fires"), [(10, 8, 1), (3, 1, 2), (2, 0, 1)])
def test_a_turn_that_has_begun_goes_on_from_the_damage(power: int, crew: int, fires: int, turns: int) -> None:
    """All damage that the fires may do, and then the rest of the turn from each of them, is the whole turn."""
    whole = exact(full(-1).after(power, crew, fires, turns))
    damage = odds("escadres.fire_damage", power=power, crew=crew, fires=fires)
    parts = [
        (chance, exact(full(-1).after(left.power, left.crew, left.fires, turns, is_burnt=True)))
        for left, chance in damage.items()
        if left.state == "afloat"
    ]
    assert whole[:2] == tuple(sum(chance * each[place] for chance, each in parts) for place in (0, 1))


# -- in the end ------------------------------------------------------------------------------------------------------------------------

# Table F, printed from floating point with fires cut at six: its error is said to be under 0.0003.
TABLE_F = {
    -2: ("0.8861", "0.6891", "0.461"),
    -1: ("0.98056", "0.94029", "0.8667"),
    0: ("0.99233", "0.98047", "0.96068"),
    1: ("0.99529", "0.98923", "0.98093"),
    2: ("0.99658", "0.99254", "0.98756"),
}


@pytest.mark.parametrize("training", TRAININGS)
def test_table_f_exact(training: int) -> None:
    for fires, text in enumerate(TABLE_F[training], start=1):
        low, high = full(training).saved(POWER, CREW, fires).between(30)
        assert high - low == F(1, 10**30)
        assert abs(low - F(text)) < F(3, 10**4) + F(1, 2 * 10 ** (len(text) - 2))


def test_the_last_point_of_power_and_crew_by_hand() -> None:
    """With 1 power and 1 crew a die must cost nothing: h, one fire before it is fought, obeys h = 1/2 + 1/2 (25/72 h + 1/36 h²).

    25/72 is a die without any loss, 1/36 one that only lights a fire (item 1). So 2 h² - 119 h + 72 = 0, and she is saved with 2 h - 1.
    """
    assert full(0).saved(1, 1, 1) == Surd(F(117, 2), F(-1, 2), 13585)


@pytest.mark.parametrize(("training", "under"), [(-2, 91369), (-1, 6601), (0, 13585), (1, 35329 // 49), (2, 162769)])
def test_no_chance_in_the_end_is_a_fraction(training: int, under: int) -> None:
    """What is under the root: the discriminants of five such equations, by hand; none is a square."""
    for fires in (1, 2, 3):
        found = full(training).saved(POWER, CREW, fires)
        assert found.under == under
        assert not found.is_rational()


@pytest.mark.parametrize("training", TRAININGS)
def test_many_turns_come_close_to_the_end(training: int) -> None:
    low, _high = full(training).saved(3, 3, 1).between(20)
    out = [full(training).after(3, 3, 1, turns).out for turns in (0, 6, 12)]
    assert out[0].low < out[1].low < out[2].low <= low
    # Even the worst crew has a fire that lights no other for twelve turns with no more than (5/6)**12, about 1/9.
    assert low - out[2].low < F(1, 8)


@pytest.mark.parametrize("fires", [1, 2, 3])
@pytest.mark.parametrize("power", [1, 2, 10])
def test_item_10_without_crew_she_explodes_in_the_end(power: int, fires: int) -> None:
    assert full(2).saved(power, 0, fires) == Surd(0)
    assert full(2).saved(power, 0, fires, is_burnt=True) == Surd(0)


def test_more_power_more_crew_and_better_training_save_her_more_often() -> None:
    def chance(training: int, power: int, crew: int, fires: int) -> Fraction:
        return full(training).saved(power, crew, fires).between(20)[0]

    assert chance(0, 5, 4, 2) < chance(0, 6, 4, 2) < chance(1, 6, 4, 2)
    assert chance(0, 5, 4, 2) < chance(0, 5, 5, 2)
    assert chance(0, 5, 4, 3) < chance(0, 5, 4, 2)


def test_another_reading_has_a_fraction_or_another_root() -> None:
    """Under reading B every critical costs crew, so that a new fire is never free, and nothing but fractions comes up."""
    by_b = blaze(by_hand.reading("B"), 0, POWER, CREW)
    assert by_b.saved(POWER, CREW, 1).is_rational()
    # A die that costs nothing is a miss there, 1/3: one point of each is saved with F = 1/3 h, h = 1/2 + 1/2 F, so F = 1/5.
    assert by_b.saved(1, 1, 1) == Surd(F(1, 5))
    # Under C a miss is 1/6, and the critical table is as before: 13/72 free of loss, so 2 h² - 131 h + 72 = 0, and 131² - 576 = 16585.
    assert blaze(by_hand.reading("C"), 0, POWER, CREW).saved(1, 1, 1) == Surd(F(129, 2), F(-1, 2), 16585)


def test_larger_ships_are_refused_not_guessed() -> None:
    with pytest.raises(OddsError, match="1 to 10 power and 0 to 8 crew, not for 11 and 8"):
        full(0).after(11, 8, 1, 1)
    with pytest.raises(OddsError):
        full(0).saved(10, 9, 1)
