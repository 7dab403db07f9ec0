"""Dist: exact chances, checked against plain Fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import InputError
from rulesdemo.odds.dist import Dist, Reads, record_of


class Shot(NamedTuple):
    hit: bool
    loss: int
    where: str


weights = st.integers(1, 60)
distributions: st.SearchStrategy[dict[int, int]] = st.dictionaries(st.integers(-9, 9), weights, min_size=1, max_size=8)
shots = st.builds(Shot, st.booleans(), st.integers(0, 3), st.sampled_from(["bow", "flank", "stern"]))
shot_dists: st.SearchStrategy[dict[Shot, int]] = st.dictionaries(shots, weights, min_size=1, max_size=10)


def dist(distribution: dict[Any, int]) -> Dist[Any]:
    return Dist(dict(distribution), sum(distribution.values()))


def chances(distribution: dict[Any, int]) -> dict[Any, Fraction]:
    total = sum(distribution.values())
    return {outcome: Fraction(weight, total) for outcome, weight in distribution.items()}


# -- building ----------------------------------------------------------------------------------------------------------


@given(distributions)
def test_of_takes_chances_and_gives_them_back(distribution: dict[int, int]) -> None:
    made = Dist.of(chances(distribution))
    assert dict(made.items()) == chances(distribution)
    assert sum(made.weights.values()) == made.total
    assert made == dist(distribution)


def test_of_leaves_out_what_cannot_happen() -> None:
    made = Dist.of({"hit": Fraction(1), "miss": 0})
    assert list(made) == ["hit"]
    assert "miss" not in made
    assert made.p("miss") == 0


@pytest.mark.parametrize("wrong", [{}, {"a": Fraction(1, 2)}, {"a": 1, "b": Fraction(1, 3)}, {"a": Fraction(4, 3), "b": Fraction(-1, 3)}])
def test_of_refuses_chances_that_are_none(wrong: dict[str, Fraction]) -> None:
    with pytest.raises(InputError, match="chances must be positive and add up to 1"):
        Dist.of(wrong)


def test_certain_is_one_outcome() -> None:
    assert dict(Dist.certain("out").items()) == {"out": 1}


# -- questions ---------------------------------------------------------------------------------------------------------


@given(distributions, st.integers(-10, 10))
def test_p_and_its_kin(distribution: dict[int, int], value: int) -> None:
    expected = chances(distribution)
    asked = dist(distribution)
    assert asked.p(value) == expected.get(value, 0)
    assert asked.at_least(value) == sum(chance for outcome, chance in expected.items() if outcome >= value)
    assert asked.at_most(value) == sum(chance for outcome, chance in expected.items() if outcome <= value)
    assert asked.chance(lambda outcome: outcome % 2 == 0) == sum(chance for outcome, chance in expected.items() if outcome % 2 == 0)
    assert (value in asked) == (value in distribution)
    assert len(asked) == len(distribution)


@given(shot_dists, shots)
def test_p_of_fields(distribution: dict[Shot, int], shot: Shot) -> None:
    expected = chances(distribution)
    asked = dist(distribution)
    assert asked.p(shot) == expected.get(shot, 0)
    assert asked.p(**shot._asdict()) == expected.get(shot, 0)
    assert asked.p(loss=shot.loss) == sum(chance for each, chance in expected.items() if each.loss == shot.loss)
    both = sum(chance for each, chance in expected.items() if (each.hit, each.where) == (shot.hit, shot.where))
    assert asked.p(hit=shot.hit, where=shot.where) == asked.p(where=shot.where, hit=shot.hit) == both


@given(distributions)
def test_mean_and_variance(distribution: dict[int, int]) -> None:
    expected = chances(distribution)
    mean = sum(outcome * chance for outcome, chance in expected.items())
    square = sum(outcome**2 * chance for outcome, chance in expected.items())
    assert dist(distribution).mean() == mean
    assert dist(distribution).variance() == square - mean**2
    assert dist(distribution).mean(lambda outcome: 3 * outcome - 1) == 3 * mean - 1
    assert dist(distribution).variance(lambda outcome: 3 * outcome - 1) == 9 * (square - mean**2)


@given(shot_dists)
def test_mean_of_a_field(distribution: dict[Shot, int]) -> None:
    expected = chances(distribution)
    assert dist(distribution).mean("loss") == sum(shot.loss * chance for shot, chance in expected.items())
    assert dist(distribution).mean("hit") == dist(distribution).p(hit=True)
    assert dist(distribution).variance("loss") == dist(distribution).marginal("loss").variance()


# -- other distributions --------------------------------------------------------------------------------------------------------


@given(distributions)
def test_map_merges_equal_results(distribution: dict[int, int]) -> None:
    merged: Counter[int] = Counter()
    for outcome, weight in distribution.items():
        merged[abs(outcome)] += weight
    assert dict(dist(distribution).map(abs).items()) == chances(merged)
    assert dist(distribution).map(lambda outcome: outcome) == dist(distribution)


@given(shot_dists)
def test_marginals(distribution: dict[Shot, int]) -> None:
    whole = dist(distribution)
    assert whole.marginal("loss") == whole.map(lambda shot: shot.loss)
    pair = whole.marginal("where", "hit")
    assert pair == whole.map(lambda shot: (shot.where, shot.hit))
    assert pair.fields == ("where", "hit")
    assert pair.marginal("hit") == whole.marginal("hit")
    assert whole.marginal(*Shot._fields) == whole


@given(shot_dists)
def test_where_conditions(distribution: dict[Shot, int]) -> None:
    kept = {shot: weight for shot, weight in distribution.items() if shot.loss < 2}
    if kept:
        given_light = dist(distribution).where(lambda shot: shot.loss < 2)
        assert dict(given_light.items()) == chances(kept)
        # The rule of total chance puts the parts together again.
        light = dist(distribution).chance(lambda shot: shot.loss < 2)
        assert given_light.p(hit=True) * light == dist(distribution).chance(lambda shot: shot.hit and shot.loss < 2)
    else:
        with pytest.raises(InputError, match="nothing left: the condition never holds"):
            dist(distribution).where(lambda shot: shot.loss < 2)


# -- equality and order ------------------------------------------------------------------------------------------------


@given(distributions, st.integers(1, 50))
def test_equal_however_scaled(distribution: dict[int, int], times: int) -> None:
    scaled = Dist({outcome: weight * times for outcome, weight in reversed(distribution.items())}, sum(distribution.values()) * times)
    assert scaled == dist(distribution)
    assert hash(scaled) == hash(dist(distribution))
    assert scaled.lowest() == dist(distribution).lowest()


@given(distributions, distributions)
def test_equal_only_when_every_chance_is(distribution: dict[int, int], other: dict[int, int]) -> None:
    assert (dist(distribution) == dist(other)) == (chances(distribution) == chances(other))


def test_a_distribution_equals_no_other_thing() -> None:
    assert Dist.certain(1) != {1: 1}
    assert Dist.certain(1) != 1


@given(st.permutations(range(8)))
def test_outcomes_come_in_their_own_order(order: list[int]) -> None:
    shuffled = dist(dict.fromkeys(order, 1))
    assert list(shuffled) == sorted(order)
    assert [outcome for outcome, _ in shuffled.items()] == sorted(order)


@given(st.permutations([3, "*", None, 10, "none", Fraction(1, 2), (1, "*"), (1, 2)]))
def test_mixed_outcomes_have_one_order_too(order: list[Any]) -> None:
    # Numbers, then words, then tuples by their parts.
    assert list(dist(dict.fromkeys(order, 1))) == [Fraction(1, 2), 3, 10, "*", None, "none", (1, 2), (1, "*")]


@given(st.permutations([3, "*", None, 10, "none"]), st.integers(0, 6))
def test_the_first_outcomes_are_those_of_the_whole_list(order: list[Any], most: int) -> None:
    distribution = dist({outcome: weight for weight, outcome in enumerate(order, start=1)})
    assert distribution.first(most) == list(distribution.items())[:most]


# -- sentences ---------------------------------------------------------------------------------------------------------


def test_the_distribution_of_one_field_is_headed_by_its_name() -> None:
    distribution = dist({Shot(True, 1, "hull"): 1, Shot(False, 0, "none"): 5})
    for shown in (str(distribution.marginal("loss")), distribution.marginal("loss").latex()):
        assert "loss" in shown
        assert "outcome" not in shown
    assert "<th scope='col' style='text-align:left;padding:2px 12px 2px 0'>loss</th>" in distribution.marginal("loss")._repr_html_()
    assert str(distribution.map(lambda shot: shot.loss)).startswith("outcome")


def test_questions_that_cannot_be_answered_say_why() -> None:
    shot = dist({Shot(True, 1, "bow"): 1, Shot(False, 0, "bow"): 2})
    plain = dist({1: 1, 2: 1})
    with pytest.raises(InputError, match=r"^ask p\(\) for one outcome or for fields, not for both$"):
        shot.p(Shot(True, 1, "bow"), hit=True)
    with pytest.raises(InputError, match=r"^p\(\) needs an outcome, as in p\(7\), or fields, as in p\(captured=True\)$"):
        shot.p()
    with pytest.raises(InputError, match=r"^no outcome field 'los'; this law has hit, loss, where$"):
        shot.p(los=1)
    with pytest.raises(InputError, match=r"^no outcome field 'loss'; this law has plain values, no fields$"):
        plain.marginal("loss")
    for names in ((), ("hit", "hit")):
        with pytest.raises(InputError, match=r"^name one or more outcome fields of hit, loss, where, each once$"):
            shot.marginal(*names)
    with pytest.raises(InputError, match=r"^where is not a number in every outcome, so it has no mean$"):
        shot.mean("where")
    with pytest.raises(InputError, match=r"^say of which field: hit, loss, where$"):
        shot.mean()
    with pytest.raises(InputError, match=r"^no outcome field 'x'; this law has hit, loss, where$"):
        shot.mean("x")


def test_none_and_false_are_outcomes_like_others() -> None:
    distribution = Dist({None: 1, False: 3}, 4)
    assert distribution.p(None) == Fraction(1, 4)
    assert distribution.p(False) == Fraction(3, 4)


# -- how it prints -----------------------------------------------------------------------------------------------------


def test_short_form_lists_six_outcomes() -> None:
    assert repr(dist({1: 1, 2: 3})) == "Dist({1: 1/4, 2: 3/4})"
    assert repr(dist({Shot(True, 1, "bow"): 1})) == "Dist({(hit=True, loss=1, where='bow'): 1})"
    assert repr(dist(dict.fromkeys(range(8), 1))).endswith("5: 1/8, ... 2 more})")


# -- what it rests on --------------------------------------------------------------------------------------------------


def test_every_new_distribution_rests_on_the_old_one() -> None:
    below = Dist({1: 1, 2: 1}, 2, (Reads(frozenset({"a", "b"})),))
    above = Dist({1: 1, 2: 1}, 2, (below, "c", below))
    assert above.rests_on == {"a", "b", "c"}
    assert above.map(str).rests_on == above.rests_on
    assert above.where(lambda outcome: outcome == 1).rests_on == above.rests_on
    assert above.resting(("d",)).rests_on == {"a", "b", "c", "d"}
    assert below.rests_on == {"a", "b"}


def test_records_of_the_same_fields_are_the_same_class() -> None:
    assert record_of(("hit", "loss")) is record_of(("hit", "loss"))
    assert record_of(("hit", "loss"))(True, 2) == (True, 2)
