"""Pools: n dice added up, against brute force over all n-tuples of outcomes."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.errors import InputError, OddsError, TooManyPaths
from rulesdemo.odds import dice_pools as pools_module
from rulesdemo.odds.dice import D6, Dice, Die
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Procedure, odds, play, procedure, replay
from tests.support.oracle import oracle


class Hit(NamedTuple):
    power: int
    crew: int
    fires: int
    exploded: bool


FIELDS = Hit._fields

hits = st.builds(Hit, st.integers(0, 3), st.integers(0, 2), st.integers(0, 1), st.booleans())
# One die: outcomes with their weights, often a blank among them.
dists: st.SearchStrategy[dict[Hit, int]] = st.dictionaries(
    st.one_of(st.just(Hit(0, 0, 0, False)), hits, st.sampled_from([Hit(1, 0, 0, False), Hit(0, 1, 0, False), Hit(0, 0, 1, False)])),
    st.integers(1, 5),
    min_size=1,
    max_size=5,
)
caps = st.dictionaries(st.sampled_from(FIELDS), st.integers(0, 4))
keeps = st.lists(st.sampled_from(FIELDS), max_size=4, unique=True).map(tuple)
trumps = st.sampled_from(["", "exploded"])
numbers = st.integers(0, 4)


def thrown_by(dist: dict[Any, int]) -> Procedure[..., Any]:
    """A procedure of one loaded die whose faces are the outcomes."""
    die = Die("gun", range(len(dist)), value=list(dist).__getitem__, weights=dist.values())

    @procedure
    def one(dice: Dice) -> Any:
        return dice.roll(die)

    return one


def added(throws: tuple[Hit, ...], cap: dict[str, int], keep: tuple[str, ...], trump: str) -> tuple[int, ...]:
    """What some throws come to, written once more: a trump clears the rest, a cap bounds the sum, only kept fields are shown."""
    if trump and any(getattr(throw, trump) for throw in throws):
        sums = {name: int(name == trump) for name in FIELDS}
    else:
        sums = {name: min(sum(getattr(throw, name) for throw in throws), cap.get(name, 10**9)) for name in FIELDS}
    return tuple(sums[name] for name in keep or FIELDS)


def by_hand(dist: dict[Hit, int], n: int, cap: dict[str, int], keep: tuple[str, ...], trump: str) -> dict[tuple[int, ...], Fraction]:
    total = sum(dist.values()) ** n
    out: dict[tuple[int, ...], Fraction] = {}
    for throws in product(dist, repeat=n):
        weight = 1
        for throw in throws:
            weight *= dist[throw]
        amounts = added(throws, cap, keep, trump)
        out[amounts] = out.get(amounts, Fraction(0)) + Fraction(weight, total)
    return out


@settings(max_examples=300)
@given(dists, numbers, caps, keeps, trumps)
def test_pools_by_brute_force(dist: dict[Hit, int], n: int, cap: dict[str, int], keep: tuple[str, ...], trump: str) -> None:
    found = odds(pool(thrown_by(dist), cap=cap, keep=keep, trump=trump), n)
    expected = by_hand(dist, n, cap, keep, trump)
    if len(keep) == 1:
        assert dict(found.items()) == {amount: chance for (amount,), chance in expected.items()}
        assert found.fields == ()
    else:
        assert dict(found.items()) == expected
        assert found.fields == (keep or FIELDS)
    assert sum(found.weights.values()) == found.total


@settings(max_examples=200)
@given(dists, numbers, caps, trumps, keeps.filter(bool))
def test_marginals_folded_and_unfolded(dist: dict[Hit, int], n: int, cap: dict[str, int], trump: str, names: tuple[str, ...]) -> None:
    gun = pool(thrown_by(dist), cap=cap, trump=trump)
    folded, unfolded = odds(gun, n), odds(gun, n)
    assert len(unfolded) > 0
    assert (folded.folded, unfolded.folded) == (True, False)
    assert folded.marginal(*names) == unfolded.marginal(*names)
    assert folded.mean(names[0]) == unfolded.mean(names[0])
    assert folded.variance(names[0]) == unfolded.variance(names[0])
    value = next(iter(unfolded))
    wanted = {name: getattr(value, name) for name in names}
    assert odds(gun, n).p(**wanted) == unfolded.p(**wanted) > 0


@settings(max_examples=300)
@given(dists, numbers, caps, keeps, trumps, st.tuples(*[st.integers(0, 5)] * 4))
def test_one_outcome_is_weighed_without_unfolding_the_rest(
    dist: dict[Hit, int], n: int, cap: dict[str, int], keep: tuple[str, ...], trump: str, stray: tuple[int, ...]
) -> None:
    found = odds(pool(thrown_by(dist), cap=cap, keep=keep, trump=trump), n)
    expected = by_hand(dist, n, cap, keep, trump)
    for amounts in (*expected, stray[: len(keep or FIELDS)]):
        outcome: Any = amounts[0] if len(keep) == 1 else amounts
        assert Fraction(found.weight(outcome), found.total) == expected.get(amounts, 0)
    assert found.folded


@settings(max_examples=200)
@given(dists, numbers, caps, keeps, trumps)
def test_a_flag_stays_a_flag_unless_it_is_counted(
    dist: dict[Hit, int], n: int, cap: dict[str, int], keep: tuple[str, ...], trump: str
) -> None:
    dice = pool(thrown_by(dist), cap=cap, keep=keep, trump=trump)
    kind = bool if trump or cap.get("exploded", 2) <= 1 else int
    kinds = {"power": int, "crew": int, "fires": int, "exploded": kind}
    wanted = [kinds[name] for name in keep or FIELDS]
    for outcome in (*odds(dice, n), play(dice, random.Random(n), n).value):
        assert [type(amount) for amount in (outcome if len(keep) != 1 else (outcome,))] == wanted
    if not keep:
        for name in FIELDS:
            for found in (odds(dice, n), Dist(odds(dice, n).weights, odds(dice, n).total)):
                assert {type(amount) for amount in found.marginal(name)} == {kinds[name]}


@given(dists, numbers, caps, keeps, trumps, st.integers(0, 9))
def test_the_first_outcomes_are_those_of_the_whole_list(
    dist: dict[Hit, int], n: int, cap: dict[str, int], keep: tuple[str, ...], trump: str, most: int
) -> None:
    found = odds(pool(thrown_by(dist), cap=cap, keep=keep, trump=trump), n)
    assert found.first(most) == list(found.items())[:most]


def test_a_marginal_leaves_the_joint_distribution_folded() -> None:
    dist = odds(pool(thrown_by({Hit(1, 0, 0, False): 1, Hit(0, 1, 0, False): 2, Hit(0, 0, 1, False): 3})), 40)
    assert dist.marginal("power").mean() == dist.mean("power") == Fraction(40, 6)
    assert dist.p(crew=0) == Fraction(2, 3) ** 40
    assert dist.folded


@given(st.dictionaries(st.integers(0, 3), st.integers(1, 5), min_size=1, max_size=4), numbers, st.one_of(st.none(), st.integers(0, 8)))
def test_plain_numbers(dist: dict[int, int], n: int, cap: int | None) -> None:
    found = odds(pool(thrown_by(dist), cap=cap), n)
    out: dict[int, Fraction] = {}
    for throws in product(dist, repeat=n):
        weight = 1
        for throw in throws:
            weight *= dist[throw]
        amount = sum(throws) if cap is None else min(sum(throws), cap)
        out[amount] = out.get(amount, Fraction(0)) + Fraction(weight, sum(dist.values()) ** n)
    assert dict(found.items()) == out


def test_amounts_below_nothing_are_weighed_too() -> None:
    """Two coins of -1 and +1 cancel out half the time."""
    found = odds(pool(thrown_by({-1: 1, 1: 1})), 2)
    assert [Fraction(found.weight(total), found.total) for total in (-2, 0, 1, 2)] == [Fraction(1, 4), Fraction(1, 2), 0, Fraction(1, 4)]


def test_no_dice_do_nothing() -> None:
    gun = thrown_by({Hit(1, 0, 0, False): 1, Hit(0, 0, 0, True): 1})
    nothing = Hit(0, 0, 0, False)
    assert odds(pool(gun), 0) == Dist.certain(nothing)
    assert odds(pool(gun, trump="exploded", cap={"power": 0}), 0) == Dist.certain(nothing)
    assert odds(pool(gun, keep=("power",)), 0) == Dist.certain(0)
    assert odds(pool(thrown_by({3: 1})), 0) == Dist.certain(0)
    assert replay(pool(gun), (), 0).value == nothing


def test_what_cannot_happen_is_left_out() -> None:
    assert odds(pool(thrown_by({1: 1})), 3) == Dist.certain(3)
    assert list(odds(pool(thrown_by({1: 1, 2: 1})), 2)) == [2, 3, 4]
    always = thrown_by({Hit(1, 0, 0, False): 1, Hit(0, 1, 0, False): 1})
    assert [hit[:2] for hit in odds(pool(always), 2)] == [(0, 2), (1, 1), (2, 0)]
    assert odds(pool(thrown_by({Hit(0, 0, 0, True): 1}), trump="exploded"), 2) == Dist.certain(Hit(0, 0, 0, True))


# -- really thrown -----------------------------------------------------------------------------------------------------


@procedure
def gun(dice: Dice) -> Hit:
    """Five kinds of hit, one of them with a second die."""
    face = dice.roll(D6)
    return Hit(int(face > 4) + int(face == 6), int(face == 3), int(face == 4), face == 1 and dice.roll(D6) == 1)


@procedure
def volley(dice: Dice, n: int) -> Hit:
    return dice.last(pool(gun, cap={"power": 2, "exploded": 1}, trump="exploded"), n)


@procedure
def keep_two(dice: Dice, n: int) -> tuple[int, ...]:
    return tuple(dice.do(pool(gun, keep=("power", "fires")), n))


@pytest.mark.parametrize("proc", [volley, keep_two])
def test_pools_face_by_face(proc: Procedure[..., Any]) -> None:
    for n in range(4):
        assert dict(odds(proc, n).items()) == oracle(proc, n)


@given(st.integers(0, 2**32), st.integers(0, 6))
def test_a_thrown_pool_lies_in_the_support_and_comes_back(seed: int, n: int) -> None:
    played = play(volley, random.Random(seed), n)
    assert played.value in odds(volley, n)
    assert replay(volley, played.faces, n) == played
    assert len(played.story[0].steps) == n


@settings(max_examples=200)
@given(dists, caps, keeps, trumps, st.data())
def test_adding_up_throws(dist: dict[Hit, int], cap: dict[str, int], keep: tuple[str, ...], trump: str, data: st.DataObject) -> None:
    throws = data.draw(st.lists(st.sampled_from(list(dist)), max_size=5))
    came_to = pool(thrown_by(dist), cap=cap, keep=keep, trump=trump).added(throws)
    expected = added(tuple(throws), cap, keep, trump)
    assert came_to == (expected if len(keep) != 1 else expected[0])


# -- kept, shared, refused ---------------------------------------------------------------------------------------------


def test_equal_pools_are_the_same_procedure() -> None:
    assert pool(gun, cap={"power": 2, "crew": 1}) is pool(gun, cap={"crew": 1, "power": 2})
    assert pool(gun) is not pool(gun, trump="exploded")


def test_one_users_unfolding_is_not_kept_for_all() -> None:
    first = odds(pool(gun), 3)
    assert len(first) > 1
    assert odds(pool(gun), 3).folded


def test_forgetting_changes_nothing() -> None:
    before = dict(odds(pool(gun), 2).items())
    pool(gun).forget()
    assert dict(odds(pool(gun), 2).items()) == before


@pytest.mark.parametrize("wrong", [{"cap": {"hull": 1}}, {"keep": ("power", "hull")}, {"trump": "hull"}])
def test_unknown_fields_are_named(wrong: dict[str, Any]) -> None:
    with pytest.raises(OddsError, match=r"^pool of gun: no field 'hull'; gun gives power, crew, fires, exploded$"):
        odds(pool(gun, **wrong), 2)
    with pytest.raises(OddsError, match="no field 'power'; one gives plain numbers"):
        odds(pool(thrown_by({1: 1}), cap={"power": 1}), 2)
    with pytest.raises(InputError, match=r"^no outcome field 'hull'; this law has power, crew, fires, exploded$"):
        odds(pool(gun), 2).marginal("hull")


def test_too_many_joint_outcomes_are_refused_but_not_single_fields(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools_module, "MOST_OUTCOMES", 2)
    with pytest.raises(TooManyPaths, match=r"^9 dice have too many joint outcomes to list; ask for fewer dice, or for single fields$"):
        len(odds(pool(gun), 9))
    assert odds(pool(gun), 9).mean("fires") == Fraction(9, 6)


@pytest.mark.parametrize(("throws", "cap", "is_equal"), [((2, 2), (9, 9), True), ((2, 3), (9, 9), False), ((2, 2), (9, 1), False)])
def test_folded_distributions_are_compared_folded(throws: tuple[int, int], cap: tuple[int, int], is_equal: bool) -> None:
    guns = [thrown_by({Hit(1, 0, 0, False): weight, Hit(0, 1, 1, False): 2 * weight}) for weight in (1, 2)]
    one, two = (odds(pool(gun, cap={"power": most}), n) for gun, most, n in zip(guns, cap, throws, strict=True))
    assert (one == two) is is_equal
    assert one.folded
    assert two.folded
    assert (dict(one.items()) == dict(two.items())) is is_equal
