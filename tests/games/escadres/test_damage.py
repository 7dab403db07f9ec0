"""Damage (E-DMG, E-MARK) against a second writing of the tables, and every number printed about dice and volleys."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import find
from rulesdemo.api import odds
from rulesdemo.errors import InputError
from rulesdemo.games.escadres.damage import AMOUNT, gun
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.inputs import Whole
from rulesdemo.odds.procedure import odds as dist_of
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.games.escadres.by_hand import RULES, flagged, merged, one_die, overridden, reading, several_dice, within

F = Fraction

# Table V: nothing, some fire, explodes, some critical, a mast hit, mean power, crew and fires of a volley of 1 to 12 dice.
TABLE_V = """
1/3       0.034722  0.002315  0.166667  0.004630  103/216   127/432   1/27
1/9       0.068239  0.004624  0.305556  0.009238  103/108   127/216   2/27
1/27      0.100592  0.006928  0.421296  0.013825  103/72    127/144   1/9
1/81      0.131821  0.009227  0.517747  0.018390  103/54    127/108   4/27
1/243     0.161966  0.011521  0.598122  0.022935  515/216   635/432   5/27
1/729     0.191065  0.013809  0.665102  0.027458  103/36    127/72    2/9
1/2187    0.219153  0.016092  0.720918  0.031961  721/216   889/432   7/27
1/6561    0.246265  0.018369  0.767432  0.036442  103/27    127/54    8/27
1/19683   0.272437  0.020641  0.806193  0.040903  103/24    127/48    1/3
1/59049   0.297699  0.022909  0.838494  0.045344  515/108   635/216   10/27
1/177147  0.322085  0.025170  0.865412  0.049763  1133/216  1397/432  11/27
1/531441  0.345623  0.027427  0.887843  0.054163  103/18    127/36    4/9
"""

# Table S: a ship with power 8 and crew 6 struck but afloat, exploded, out of action, by a volley of 1 to 12 dice.
TABLE_S = """
0.001736  0.002315  0.004051
0.004340  0.004624  0.008964
0.008280  0.006928  0.015208
0.014318  0.009227  0.023545
0.023559  0.011521  0.035079
0.037710  0.013809  0.051519
0.059162  0.016092  0.075253
0.090628  0.018369  0.108997
0.134461  0.020641  0.155103
0.191898  0.022909  0.214806
0.262451  0.025170  0.287621
0.343662  0.027427  0.371089
"""


def printed(table: str) -> list[list[str]]:
    rows = [line.split() for line in table.strip().splitlines()]
    assert len(rows) == 12
    return rows


def rounded(chance: Fraction) -> str:
    """Six decimals, rounded half up from the exact value."""
    millionths = (chance * 10**6 + F(1, 2)).__floor__()
    return f"0.{millionths:06d}"


@procedure
def shows_critical(dice: Dice, rules: Ruleset) -> int:
    """1 if the first die of a shot asks for a second."""
    return int(dice.read(D6, rules.table("damage").under(D6)) == "critical")


# -- one die -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["A", "B", "C"])
def test_one_die_equals_all_tapes(letter: str) -> None:
    assert dict(dist_of(gun, reading(letter)).items()) == merged(one_die(letter), overridden)


def test_the_distribution_of_one_die_has_48_points() -> None:
    assert len(dist_of(gun, RULES)) == 48


def test_one_die_has_real_flags_and_real_numbers() -> None:
    for letter in "ABC":
        for outcome in dist_of(gun, reading(letter)):
            assert [type(value) for value in outcome] == [int] * 5 + [bool] * 2


def test_item_16_reading_b_printed_means_forget_that_an_explosion_overrides_the_die_that_caused_it() -> None:
    """Two results on one face are lost with the ship; printed are 199/432 crew, 7/108 fires and 1/18 for some fire."""
    tapes = one_die("B")
    assert sum(loss[1] * chance for loss, chance in tapes.items()) == F(199, 432)
    assert sum(loss[2] * chance for loss, chance in tapes.items()) == F(7, 108)
    assert sum(chance for loss, chance in tapes.items() if loss[2]) == F(1, 18)
    real = {overridden(loss): F(0) for loss in tapes}
    for loss, chance in tapes.items():
        real[overridden(loss)] += chance
    die = dist_of(gun, reading("B"))
    assert die.mean("crew") == sum(loss[1] * chance for loss, chance in real.items()) == F(11, 24)
    assert die.mean("fires") == sum(loss[2] * chance for loss, chance in real.items()) == F(1, 16)
    assert 1 - die.p(fires=0) == sum(chance for loss, chance in real.items() if loss[2]) == F(23, 432)


def test_item_16_some_fire_in_reading_a() -> None:
    assert 1 - dist_of(gun, RULES).p(fires=0) == F(5, 144)


def test_texts_of_the_tables_are_amounts() -> None:
    texts = [
        RULES.table(table).cell(face, column).value
        for table, columns in (("big_critical", ("power", "crew")), ("major_explosion", ("power", "fires")))
        for face in range(1, 7)
        for column in columns
    ]
    assert {"1d6", "2d6", "1d3", "0"} == set(texts)
    assert all(AMOUNT.fullmatch(text) for text in texts)


# -- volleys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "line"), [*enumerate(printed(TABLE_V), start=1)])
def test_table_v(n: int, line: list[str]) -> None:
    nothing, some_fire, explodes, some_critical, mast, *means = line
    dice = dist_of(pool(gun, RULES), n)  # each die for itself: nothing is capped or overridden
    unharmed = {"power": 0, "crew": 0, "fires": 0, "speed": 0, "turns": 0, "stopped": False, "exploded": False}
    assert odds("escadres.volley", dice=n, power=1, crew=1).p(**unharmed) == F(nothing) == F(1, 3) ** n
    assert rounded(1 - dice.marginal("fires").p(0)) == some_fire
    assert rounded(odds("escadres.volley", dice=n, power=8, crew=6).p(exploded=True)) == explodes
    assert rounded(1 - dist_of(pool(shows_critical, RULES), n).p(0)) == some_critical
    assert rounded(1 - dice.marginal("speed").p(0)) == mast
    assert [dice.mean(field) for field in ("power", "crew", "fires")] == list(map(F, means))


@pytest.mark.parametrize("n", range(13))
def test_closed_forms_of_item_4(n: int) -> None:
    dice = dist_of(pool(gun, RULES), n)
    assert 1 - dice.marginal("fires").p(0) == 1 - F(139, 144) ** n
    assert 1 - dice.marginal("exploded").p(0) == 1 - F(431, 432) ** n
    assert odds("escadres.volley", dice=n, power=20, crew=20).p(exploded=True) == 1 - F(431, 432) ** n
    assert 1 - dice.marginal("speed").p(0) == 1 - F(215, 216) ** n


@pytest.mark.parametrize("n", range(1, 13))
def test_table_v_some_fire_mast_hit_and_means_count_dice_that_an_explosion_overrides(n: int) -> None:
    """Printed are sums of single dice; in a volley an explosion clears them, so from two dice on the volley's own are a little less."""
    volley = odds("escadres.volley", dice=n, power=1000, crew=1000)
    calm = F(431, 432)
    assert 1 - volley.p(fires=0) == calm**n - (calm - F(5, 144)) ** n
    assert 1 - volley.p(speed=0) == calm**n - (calm - F(1, 216)) ** n
    for field, mean in (("power", F(103, 216)), ("crew", F(127, 432)), ("fires", F(1, 27))):
        assert volley.mean(field) == n * mean * calm ** (n - 1)


def test_two_dice_of_table_v_both_ways_by_brute_force() -> None:
    tapes = several_dice(2)
    assert sum(chance for loss, chance in tapes.items() if loss[2]) == 1 - F(139, 144) ** 2
    assert sum(chance for loss, chance in tapes.items() if overridden(loss)[2]) == F(431**2 - 416**2, 432**2)
    assert sum(loss[0] * chance for loss, chance in tapes.items()) == F(103, 108)
    assert sum(overridden(loss)[0] * chance for loss, chance in tapes.items()) == F(103, 108) * F(431, 432)


@pytest.mark.parametrize(("n", "flags", "override"), [(2, 551, 505), (3, 3150, 2647), (4, 11997, 9352), (5, 35148, 25798)])
def test_support_of_item_5(n: int, flags: int, override: int) -> None:
    assert len(dist_of(pool(gun, RULES, cap={"stopped": 1, "exploded": 1}), n)) == flags
    assert len(odds("escadres.volley", dice=n, power=1000, crew=1000)) == override


@pytest.mark.parametrize("n", [2, 3])
def test_support_of_item_5_by_brute_force(n: int) -> None:
    tapes = several_dice(n)
    assert len(merged(tapes, flagged)) == {2: 551, 3: 3150}[n]
    assert len(merged(tapes, overridden)) == {2: 505, 3: 2647}[n]


@pytest.mark.parametrize(("n", "line"), [*enumerate(printed(TABLE_S), start=1)])
def test_table_s(n: int, line: list[str]) -> None:
    target = odds("escadres.shot", dice=n, power=8, crew=6).marginal("state")
    struck = target.p("struck_power") + target.p("struck_crew") + target.p("struck_both")
    assert [rounded(struck), rounded(target.p("exploded")), rounded(1 - target.p("fighting"))] == line


def test_item_7_what_raking_is_worth() -> None:
    raked = odds("escadres.number_of_dice", power=9, between=0, enfilade=True)
    assert raked.p(dice=12) == 1
    before, after = dist_of(pool(gun, RULES), 9), dist_of(pool(gun, RULES), 12)
    assert (before.mean("power"), after.mean("power")) == (F(103, 24), F(103, 18))
    assert [rounded(1 - dice.marginal("fires").p(0)) for dice in (before, after)] == ["0.272437", "0.345623"]
    assert [rounded(1 - dice.marginal("exploded").p(0)) for dice in (before, after)] == ["0.020641", "0.027427"]


@pytest.mark.parametrize("n", range(1, 12))
def test_item_15_one_die_fewer_costs_the_mean_of_one_die(n: int) -> None:
    more, fewer = dist_of(pool(gun, RULES), n), dist_of(pool(gun, RULES), n - 1)
    assert more.mean("power") - fewer.mean("power") == F(103, 216)
    assert more.mean("crew") - fewer.mean("crew") == F(127, 432)


def test_fewest_dice_for_a_critical_more_often_than_not() -> None:
    chances = [1 - dist_of(pool(shows_critical, RULES), n).p(0) for n in range(6)]
    assert next(n for n, chance in enumerate(chances) if chance > F(1, 2)) == 4


@pytest.mark.parametrize("letter", ["A", "B", "C"])
@pytest.mark.parametrize(("n", "power", "crew"), [(0, 3, 2), (1, 0, 0), (2, 0, 5), (2, 4, 0), (2, 10, 8), (2, 1000, 1000)])
def test_volley_equals_brute_force(letter: str, n: int, power: int, crew: int) -> None:
    volley = odds("escadres.volley", rules=reading(letter), dice=n, power=power, crew=crew)
    assert dict(volley.items()) == merged(several_dice(n, letter), within, power, crew)


@pytest.mark.parametrize(("power", "crew"), [(1, 1), (3, 2), (40, 20)])
def test_volley_of_three_equals_brute_force(power: int, crew: int) -> None:
    assert dict(odds("escadres.volley", dice=3, power=power, crew=crew).items()) == merged(several_dice(3), within, power, crew)


@pytest.mark.parametrize(("power", "crew"), [(1, 1), (2, 5), (40, 20)])
def test_shot_equals_brute_force(power: int, crew: int) -> None:
    def left(loss: tuple[int, ...]) -> tuple[str, int, int]:
        if loss[6]:
            return "exploded", 0, 0
        power_left, crew_left = max(0, power - loss[0]), max(0, crew - loss[1])
        states = {(True, True): "fighting", (False, True): "struck_power", (True, False): "struck_crew", (False, False): "struck_both"}
        return states[power_left > 0, crew_left > 0], power_left, crew_left

    assert dict(odds("escadres.shot", dice=2, power=power, crew=crew).items()) == merged(several_dice(2), left)


@settings(max_examples=30)
@given(st.integers(0, 4), st.integers(0, 30), st.integers(0, 30))
def test_a_cap_only_cuts_what_is_lost(n: int, power: int, crew: int) -> None:
    whole = odds("escadres.volley", dice=n, power=1000, crew=1000)
    cut = whole.map(lambda lost: lost._replace(power=min(lost.power, power), crew=min(lost.crew, crew)))
    assert odds("escadres.volley", dice=n, power=power, crew=crew) == cut


@settings(max_examples=60)
@given(st.integers(0, 19), st.integers(1, 25), st.integers(1, 25))
def test_more_dice_and_fewer_boxes_are_worse_for_the_target(n: int, power: int, crew: int) -> None:
    def fights_on(dice: int, power: int, crew: int) -> Fraction:
        chance: Fraction = odds("escadres.shot", dice=dice, power=power, crew=crew).p(state="fighting")
        return chance

    here = fights_on(n, power, crew)
    assert fights_on(n + 1, power, crew) < here
    assert fights_on(n, power + 1, crew) >= here
    assert fights_on(n, power, crew + 1) >= here


@settings(max_examples=30)
@given(st.integers(0, 20), st.integers(0, 20), st.integers(0, 20))
def test_chances_of_single_fields_add_up_to_one(n: int, power: int, crew: int) -> None:
    volley = odds("escadres.volley", dice=n, power=power, crew=crew)
    for field, most in (("power", power), ("crew", crew), ("speed", n), ("turns", n), ("stopped", 1)):
        dist = volley.marginal(field)
        assert sum(chance for _, chance in dist.items()) == 1
        assert max(dist) <= most


# -- limits ------------------------------------------------------------------------------------------------------------


def test_many_dice_and_many_boxes_are_answered_apart_and_refused_together() -> None:
    assert odds("escadres.volley", dice=13, power=20, crew=20).p(exploded=True) == 1 - F(431, 432) ** 13
    assert odds("escadres.volley", dice=12, power=1000, crew=1000).p(exploded=True) == 1 - F(431, 432) ** 12
    for power, crew in ((21, 20), (20, 21)):
        with pytest.raises(InputError, match="more than 12 dice"):
            odds("escadres.volley", dice=13, power=power, crew=crew)


def test_every_shot_between_demonstration_ships_can_be_asked_for() -> None:
    ships = [next(iter(odds("escadres.demo_ship", ship=name))) for name in find("escadres.demo_ship").inputs[0].kind.choices]  # type: ignore[union-attr]
    most = max(next(iter(odds("escadres.number_of_dice", power=ship.power, between=0, enfilade=True, training=2))).dice for ship in ships)
    shots = find("escadres.volley").inputs[0].kind
    assert isinstance(shots, Whole)
    assert shots.high is not None
    assert most <= shots.high
    assert all(max(ship.power, ship.crew) <= 20 for ship in ships)


def test_an_amount_that_is_none_is_refused() -> None:
    rules = ruleset("escadres", patches={("big_critical", "1", "power"): "d6"})
    with pytest.raises(InputError, match="'d6' is no amount"):
        odds("escadres.gun", rules=rules)
