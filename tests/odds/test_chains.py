"""Chains and repeats, against Gauss and Jordan on Fractions and against brute force."""

from __future__ import annotations

import builtins
import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesdemo.errors import NeverEnds, TooManyPaths
from rulesdemo.odds import chains as chains_module
from rulesdemo.odds.chains import Chain, _by_elimination, _by_flint, repeat
from rulesdemo.odds.dice import AGAIN, D6, Dice, Die
from rulesdemo.odds.procedure import Procedure, odds, play, procedure, replay
from tests.support.oracle import oracle

END = -1  # states are places in a list of rows; this one and below are ends

# A chain: for each state the weights of going to the other states and to two ends, at least one of them an end so that every chain ends.
rows = st.integers(1, 6).flatmap(
    lambda size: st.lists(
        st.tuples(st.dictionaries(st.integers(0, size - 1), st.integers(1, 9)), st.integers(1, 9), st.integers(0, 5)),
        min_size=size,
        max_size=size,
    )
)


def weights_of(row: tuple[dict[int, int], int, int]) -> dict[int, int]:
    inner, first, second = row
    return {**inner, END: first, **({END - 1: second} if second else {})}


def stepping(chain: list[dict[int, int]]) -> Procedure[..., int]:
    """A procedure that goes from state to state by one loaded die."""
    dice_of = [Die("step", range(len(row)), value=list(row).__getitem__, weights=row.values()) for row in chain]

    @procedure
    def step(dice: Dice, state: int) -> int:
        return dice.roll(dice_of[state])

    return step


def is_end(state: int) -> bool:
    return state <= END


def solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    """Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                rows[other] = [value - rows[other][at] * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


def by_hand(chain: list[dict[int, int]]) -> tuple[dict[int, Fraction], Fraction]:
    """End chances and mean length from state 0: first-step equations, one unknown per state."""
    size = len(chain)
    step = [{to: Fraction(weight, sum(row.values())) for to, weight in row.items()} for row in chain]
    matrix = [[Fraction(here == there) - step[here].get(there, Fraction(0)) for there in range(size)] for here in range(size)]
    ends = {end: solved(matrix, [row.get(end, Fraction(0)) for row in step])[0] for end in (END, END - 1)}
    return {end: chance for end, chance in ends.items() if chance}, solved(matrix, [Fraction(1)] * size)[0]


@settings(max_examples=200)
@given(rows)
def test_ends_and_mean_against_first_step_equations(drawn: list[Any]) -> None:
    chain = [weights_of(row) for row in drawn]
    asked = Chain(stepping(chain), 0, is_end)
    ends, mean = by_hand(chain)
    assert dict(asked.ends().items()) == ends
    assert asked.mean_turns() == mean
    assert sum(asked.ends().weights.values()) == asked.ends().total


@settings(max_examples=200)
@given(rows)
def test_flint_and_plain_python_agree(drawn: list[Any]) -> None:
    chain = [weights_of(row) for row in drawn]
    moves = [{to: weight for to, weight in row.items() if not is_end(to)} for row in chain]
    totals = [sum(row.values()) for row in chain]
    flint, plain = _by_flint(moves, totals), _by_elimination(moves, totals)
    assert flint is not None
    assert [Fraction(share, flint[1]) for share in flint[0]] == [Fraction(share, plain[1]) for share in plain[0]]


def test_without_flint_the_answers_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = [{1: 2, 2: 3, END: 1}, {0: 1, 2: 1, END - 1: 5}, {1: 4, 0: 2, END: 3}]
    quick = Chain(stepping(chain), 0, is_end)
    expected = (dict(quick.ends().items()), quick.mean_turns(), quick.visits())
    real = builtins.__import__

    def without_flint(name: str, *args: Any, **kwargs: Any) -> Any:
        if name == "flint":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_flint)
    assert _by_flint([{}], [1]) is None
    plain = Chain(stepping(chain), 0, is_end)
    assert (dict(plain.ends().items()), plain.mean_turns(), plain.visits()) == expected


@given(rows, st.integers(0, 5))
def test_within_step_by_step(drawn: list[Any], n: int) -> None:
    chain = [weights_of(row) for row in drawn]
    step = stepping(chain)
    here: dict[int, Fraction] = {0: Fraction(1)}
    for _ in range(n):
        after: dict[int, Fraction] = {}
        for state, chance in here.items():
            row = {state: 1} if is_end(state) else chain[state]
            for to, weight in row.items():
                after[to] = after.get(to, Fraction(0)) + chance * Fraction(weight, sum(row.values()))
        here = after
    asked = Chain(step, 0, is_end)
    assert dict(asked.within(n).items()) == here
    assert asked.within(n) == odds(repeat(step, is_end), 0, n)


@given(rows)
def test_within_nears_the_ends(drawn: list[Any]) -> None:
    chain = [weights_of(row) for row in drawn]
    asked = Chain(stepping(chain), 0, is_end)
    ends = asked.ends()
    for end in (END, END - 1):
        chances = [asked.within(n).p(end) for n in range(6)]
        assert chances == sorted(chances)
        assert chances[-1] <= ends.p(end)


# -- a chain with its own arguments, by brute force --------------------------------------------------------------------


@procedure
def burn(dice: Dice, harder: int, state: tuple[int, int]) -> tuple[int, int]:
    """Each turn the hull loses a point for each fire, and one die puts a fire out or lights another."""
    hull, fires = state
    die = dice.roll(D6) - harder
    return max(0, hull - fires), max(0, min(3, fires + (die < 2) - (die > 4)))


def burnt_or_out(state: tuple[int, int]) -> bool:
    return 0 in state


@pytest.mark.parametrize("harder", [0, 1])
@pytest.mark.parametrize("n", [0, 1, 4])
def test_repeat_face_by_face(harder: int, n: int) -> None:
    burning = repeat(burn, burnt_or_out)
    assert dict(odds(burning, harder, (5, 1), n).items()) == oracle(burning, harder, (5, 1), n)


@given(st.integers(0, 2**32), st.integers(0, 12))
def test_a_thrown_repeat_stops_when_it_is_done(seed: int, n: int) -> None:
    burning = repeat(burn, burnt_or_out)
    played = play(burning, random.Random(seed), 0, (4, 2), n)
    assert played.value in odds(burning, 0, (4, 2), n)
    assert replay(burning, played.faces, 0, (4, 2), n) == played
    assert len(played.story) == len(played.faces) <= n
    assert burnt_or_out(played.value) or len(played.faces) == n


def test_a_long_chain_has_the_ends_of_its_repeat() -> None:
    chain = Chain(burn, (6, 2), burnt_or_out, 0)
    # Every turn costs at least one of six hull points while a fire burns: six turns end it.
    assert chain.within(6) == chain.ends() == odds(repeat(burn, burnt_or_out), 0, (6, 2), 6)
    # The mean length is the sum of the chances that it still goes on.
    assert chain.mean_turns() == sum(1 - chain.within(n).chance(burnt_or_out) for n in range(6))


def test_a_thousand_steps_are_exact() -> None:
    @procedure
    def put_out(dice: Dice, burning: bool) -> bool:  # noqa: ARG001 - the state decides when to stop
        return dice.roll(D6) < 5

    assert Chain(put_out, True, _is_false).within(1000).p(True) == Fraction(2, 3) ** 1000


def _is_false(state: bool) -> bool:
    return not state


def test_a_chain_that_is_over_before_it_starts() -> None:
    chain = Chain(burn, (0, 3), burnt_or_out, 0)
    assert dict(chain.ends().items()) == {(0, 3): 1}
    assert chain.mean_turns() == 0
    assert chain.visits() == {}
    assert dict(chain.within(5).items()) == {(0, 3): 1}


def test_steps_that_are_thrown_again_count_once() -> None:
    @procedure
    def coin(dice: Dice, wins: int) -> int:
        die = dice.roll(D6)
        return AGAIN if die > 4 else wins + (1 if die <= 2 else -1)

    # A fair walk between 0 and 4 from 1: ruin 3/4, three steps on average.
    chain = Chain(coin, 1, _ruined_or_rich)
    assert dict(chain.ends().items()) == {0: Fraction(3, 4), 4: Fraction(1, 4)}
    assert chain.mean_turns() == 3


def _ruined_or_rich(wins: int) -> bool:
    return wins in (0, 4)


def test_visits_are_expected_stays() -> None:
    chain = Chain(stepping([{0: 1, 1: 1}, {0: 1, END: 1}]), 0, is_end)
    # From 0: half stay. Each visit to 1 ends half the time, so 1 is seen twice and 0 four times.
    assert chain.visits() == {0: 4, 1: 2}
    assert chain.mean_turns() == 6


# -- kept, refused -----------------------------------------------------------------------------------------------------


def test_equal_repeats_are_the_same_procedure() -> None:
    assert repeat(burn, burnt_or_out) is repeat(burn, burnt_or_out)
    other: Callable[[Any], bool] = lambda state: burnt_or_out(state)  # noqa: E731, PLW0108 - another function on purpose
    assert repeat(burn, other) is not repeat(burn, burnt_or_out)


def test_a_state_without_a_way_out_is_named() -> None:
    trapped = stepping([{1: 1, END: 1}, {2: 1}, {1: 1}])
    chain = Chain(trapped, 0, is_end)
    for question in (chain.ends, chain.mean_turns, chain.visits):
        with pytest.raises(NeverEnds, match=r"^the chain of step never ends from state [12]$"):
            question()
    assert chain.within(3).p(END) == Fraction(1, 2)


def test_a_chain_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    @procedure
    def grow(dice: Dice, n: int) -> int:
        return n + dice.roll(D6)

    monkeypatch.setattr(chains_module, "MOST_STATES", 100)
    with pytest.raises(TooManyPaths, match=r"^the chain of grow has more than 100 states; cap what can grow without end$"):
        Chain(grow, 0, is_end).ends()
    assert Chain(grow, 0, is_end).within(2).p(7) == Fraction(1, 6)
