"""Procedures: odds, play, replay, attempts, and what is kept."""

from __future__ import annotations

import doctest
import random
import re
from fractions import Fraction
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import FacesError, NeverEnds, OddsError, TooManyPaths
from rulesdemo.games.veneti import boarding
from rulesdemo.odds import enumerate as walk_module
from rulesdemo.odds import procedure as procedure_module
from rulesdemo.odds.dice import AGAIN, D6, D10, MOST_REQUESTS, Dice, Die
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Procedure, attempts, forget_all, odds, play, procedure, replay
from tests.support.oracle import oracle


class Loss(NamedTuple):
    ships: int
    men: int


@procedure
def duel(dice: Dice, edge: int) -> bool:
    lead = dice.gap(D6, D6) + edge
    return AGAIN if lead == 0 else lead > 0


@procedure
def loss(dice: Dice, drm: int) -> Loss:
    return Loss(dice.read(D6, (0, 0, 1, 1, 1, 2)), min(9, max(0, dice.roll(D10) + drm)))


@procedure
def by_do(dice: Dice, letters: tuple[int, ...]) -> Loss:
    gap = dice.gap(D6, D6)
    return dice.do(loss, max(-4, min(4, gap + letters[dice.roll(D6) % len(letters)])))


@procedure
def by_last(dice: Dice, letters: tuple[int, ...]) -> Loss:
    gap = dice.gap(D6, D6)
    return dice.last(loss, max(-4, min(4, gap + letters[dice.roll(D6) % len(letters)])))


# -- odds --------------------------------------------------------------------------------------------------------------


@given(st.integers(-8, 8))
def test_odds_by_brute_force(drm: int) -> None:
    assert dict(odds(loss, drm).items()) == oracle(loss, drm)


def test_branches_of_different_length_add_up_to_one() -> None:
    @procedure
    def uneven(dice: Dice) -> int:
        first = dice.roll(D6)
        return first if first > 4 else 10 * dice.roll(D10) if first > 2 else 100 + dice.total(2, D6)

    assert dict(odds(uneven).items()) == oracle(uneven)
    assert sum(odds(uneven).weights.values()) == odds(uneven).total


def test_no_dice_are_one_certain_outcome() -> None:
    @procedure
    def after(dice: Dice, n: int) -> int:  # noqa: ARG001 - no dice
        return n + 1

    assert odds(after, 4) == Dist.certain(5)


def test_a_procedure_called_runs_inline() -> None:
    @procedure
    def twice(dice: Dice) -> int:
        return loss(dice, 0).ships + loss(dice, 0).ships

    assert dict(odds(twice).items()) == oracle(twice)
    assert replay(twice, (6, 0, 3, 0)).value == 3


def test_arguments_by_name_and_by_place_are_the_same_question() -> None:
    assert odds(loss, drm=2) is odds(loss, 2)
    assert attempts(duel, edge=1) == attempts(duel, 1)
    with pytest.raises(TypeError):
        odds(loss, dmr=2)


# -- last --------------------------------------------------------------------------------------------------------------


@given(st.lists(st.integers(-6, 6), min_size=1, max_size=6))
def test_last_equals_do(letters: list[int]) -> None:
    assert odds(by_last, tuple(letters)) == odds(by_do, tuple(letters))


def test_last_by_brute_force() -> None:
    assert dict(odds(by_last, (1, -2, 0)).items()) == oracle(by_last, (1, -2, 0))


@given(st.lists(st.sampled_from([1, 2, 3, 5, 7, 11, 25]), min_size=1, max_size=6), st.integers(0, 2))
def test_last_equals_do_for_distributions_of_any_denominators(sizes: list[int], kind: int) -> None:
    @procedure
    def prime(dice: Dice, size: int) -> int:
        return dice.roll(Die("prime", range(size))) if size < 11 else size * dice.total(size, D10)  # 10**11 and 10**25 overflow the slots

    @procedure
    def mix(dice: Dice, last: bool) -> int:
        at = dice.roll(Die("which", range(len(sizes) + kind)))
        if at >= len(sizes):
            return -at
        return dice.last(prime, sizes[at]) if last else dice.do(prime, sizes[at])

    assert odds(mix, True) == odds(mix, False)


def test_last_throws_like_do() -> None:
    played = play(by_last, random.Random(3), (1, -1))
    assert play(by_do, random.Random(3), (1, -1)) == played
    assert replay(by_do, played.faces, (1, -1)).story == played.story


# -- AGAIN -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edge", "won", "tied"), [(0, 15, 6), (1, 21, 5), (2, 26, 4), (3, 30, 3), (4, 33, 2), (5, 35, 1), (6, 36, 0), (-2, 6, 4)]
)
def test_again_against_a_hand_count(edge: int, won: int, tied: int) -> None:
    # Of 36 pairs of faces `won` are won and `tied` thrown again.
    assert odds(duel, edge).p(True) == Fraction(won, 36 - tied)
    assert attempts(duel, edge) == Fraction(36, 36 - tied)
    assert duel.again(edge) == Fraction(tied, 36)


def test_only_the_procedure_that_asks_is_thrown_again() -> None:
    @procedure
    def odd(dice: Dice, again: bool) -> int:
        die = dice.roll(D6)
        return AGAIN if again and die % 2 == 0 else die

    @procedure
    def outer(dice: Dice) -> tuple[int, int]:
        first = dice.roll(D6)
        return first, dice.do(odd, first == 1)

    dist = odds(outer)
    assert dist.map(lambda pair: pair[0]) == odds(procedure(lambda dice: dice.roll(D6)))
    assert dist.p((1, 3)) == Fraction(1, 6) * Fraction(1, 3)
    assert dist.p((2, 3)) == Fraction(1, 36)
    assert dict(dist.items()) == oracle(outer)
    assert attempts(outer) == 1


def test_again_beside_a_distribution_mixed_in_whole() -> None:
    @procedure
    def restless(dice: Dice) -> Loss:
        die = dice.roll(D6)
        return AGAIN if die == 6 else dice.last(loss, die) if die > 2 else Loss(7, 7)

    assert dict(odds(restless).items()) == oracle(restless)
    assert odds(restless).p(Loss(7, 7)) == Fraction(2, 5)
    assert attempts(restless) == Fraction(6, 5)


def test_a_hand_of_dice_shows_every_throw() -> None:
    played = replay(duel, (3, 3, 1, 1, 6, 2), 0)
    assert played.value is True
    assert [step.faces for step in played.story] == [(3, 3), (1, 1), (6, 2)]
    with pytest.raises(FacesError, match="the dice run out"):
        replay(duel, (3, 3), 0)


def test_throwing_again_for_ever_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    @procedure
    def stubborn(dice: Dice) -> int:
        return AGAIN if dice.roll(D6) else 0

    with pytest.raises(NeverEnds, match=r"^stubborn never ends: every throw is thrown again$"):
        odds(stubborn)
    monkeypatch.setattr(procedure_module, "MOST_THROWS", 50)
    with pytest.raises(NeverEnds, match=r"^stubborn asked for another throw 50 times running$"):
        play(stubborn, random.Random(1))


# -- bodies whose odds cannot be worked out ----------------------------------------------------------------------------


def test_a_loop_on_dice_is_refused() -> None:
    @procedure
    def until_six(dice: Dice) -> int:
        throws = 1
        while dice.roll(D6) != 6:
            throws += 1
        return throws

    with pytest.raises(
        OddsError, match=rf"^more than {MOST_REQUESTS} throws in one run: end a re-roll with `return AGAIN`, or make the loop a chain$"
    ):
        odds(until_six)
    assert play(until_six, random.Random(1)).value >= 1


def test_a_loop_on_sub_procedures_is_refused() -> None:
    @procedure
    def until_hit(dice: Dice) -> int:
        while not dice.do(loss, 0).ships:
            pass
        return 1

    with pytest.raises(OddsError, match=f"more than {MOST_REQUESTS} throws in one run"):
        odds(until_hit)


def test_too_many_branches_are_refused_not_trimmed(monkeypatch: pytest.MonkeyPatch) -> None:
    @procedure
    def three(dice: Dice) -> tuple[int, ...]:
        return dice.each(3, D6)

    monkeypatch.setattr(walk_module, "MOST_PATHS", 216)
    assert len(odds(three)) == 216
    forget_all()
    monkeypatch.setattr(walk_module, "MOST_PATHS", 215)
    with pytest.raises(TooManyPaths, match=r"^three has more than 215 branches; use totals, caps, keep= or sub-procedures$"):
        odds(three)


@pytest.mark.parametrize("outcome", [[1], {1: 2}, {3}, (1, [2])])
def test_outcomes_must_be_countable(outcome: Any) -> None:
    @procedure
    def listing(dice: Dice) -> Any:
        return outcome if dice.roll(D6) > 3 else 0

    sentence = f"listing gave an outcome that cannot be counted: return tuples and frozen records, not {type(outcome).__name__} ("
    with pytest.raises(OddsError, match=f"^{re.escape(sentence)}"):
        odds(listing)


@pytest.mark.parametrize("argument", [[1], {1: 2}, {3}, (1, [2])])
def test_arguments_must_be_keys(argument: Any) -> None:
    @procedure
    def first(dice: Dice, these: Any) -> int:  # noqa: ARG001 - takes whatever it is given
        return dice.roll(D6)

    sentence = "first got an argument that cannot be kept as a key: pass tuples and frozen records, not lists or dicts"
    with pytest.raises(OddsError, match=f"^{sentence}$"):
        odds(first, argument)
    with pytest.raises(OddsError, match=f"^{sentence}$"):
        odds(procedure(lambda dice: dice.do(first, argument)))
    assert play(first, random.Random(0), argument).value in D6.faces


# -- play and replay ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 2**32), st.integers(-5, 5))
def test_a_throw_comes_back_from_its_faces(seed: int, drm: int) -> None:
    played = play(by_last, random.Random(seed), (drm, 0))
    assert play(by_last, random.Random(seed), (drm, 0)) == played
    assert replay(by_last, played.faces, (drm, 0)) == played
    assert odds(by_last, (drm, 0)).p(played.value) > 0


def test_seeded_throws_follow_the_odds() -> None:
    rng = random.Random(56)
    dist = odds(loss, 1).marginal("ships")
    tally = [play(loss, rng, 1).value.ships for _ in range(6000)]
    for ships, chance in dist.items():
        assert abs(tally.count(ships) - 6000 * chance) < 4 * (6000 * float(chance * (1 - chance))) ** 0.5


# -- what is kept ------------------------------------------------------------------------------------------------------


def counting() -> tuple[Procedure[..., Any], list[int]]:
    """A procedure that notes every run of its body; bodies must be pure, and this is how one sees why."""
    runs: list[int] = []

    @procedure
    def counted(dice: Dice, n: int) -> int:
        runs.append(n)
        return dice.roll(D6) + n

    return counted, runs


def test_distributions_are_kept_until_forgotten() -> None:
    counted, runs = counting()
    dist = odds(counted, 1)
    assert odds(counted, 1) is dist
    assert len(runs) == 6
    counted.forget()
    assert odds(counted, 1) == dist
    assert len(runs) == 12
    forget_all()
    assert odds(counted, 1) == dist
    assert len(runs) == 18


def test_sub_procedures_are_worked_out_once() -> None:
    counted, runs = counting()

    @procedure
    def outer(dice: Dice) -> int:
        return dice.roll(D6) + dice.do(counted, 0) + dice.do(counted, 0)

    odds(outer)
    assert runs == [0] * 6


def test_a_full_shelf_starts_again(monkeypatch: pytest.MonkeyPatch) -> None:
    counted, _ = counting()
    monkeypatch.setattr(procedure_module, "MOST_KEPT", 3)
    first = [odds(counted, n) for n in range(7)]
    assert len(counted._known) <= 3
    assert [odds(counted, n) for n in range(7)] == first


def test_distributions_made_before_and_after_forgetting_mix() -> None:
    @procedure
    def mixed(dice: Dice) -> Loss:
        return dice.last(loss, dice.roll(D6))

    before = odds(mixed)
    old = [odds(loss, drm) for drm in (1, 2)]
    loss.forget()
    mixed.forget()
    for drm, dist in zip((1, 2), old, strict=True):
        loss._known[drm,] = dist
    assert odds(mixed) == before


# -- what a procedure says about itself --------------------------------------------------------------------------------


def test_names_and_titles() -> None:
    @procedure(rules=("8.23",), public=True, title="boarding party")
    def board(dice: Dice) -> int:
        """Throw a die."""
        return dice.roll(D6)

    assert (board.name, board.title, board.rules, board.public) == ("board", "boarding party", ("8.23",), True)
    assert board.__doc__ == "Throw a die."
    assert repr(board) == "<procedure board>"
    assert (by_last.name, by_last.title, by_last.rules, by_last.public) == ("by_last", "by last", (), False)


def test_doctest_finds_the_examples_of_procedures() -> None:
    found = {each.name for each in doctest.DocTestFinder().find(boarding) if each.examples}
    assert "rulesdemo.games.veneti.boarding.boarding" in found


# -- later -------------------------------------------------------------------------------------------------------------


@procedure
def two_dice(dice: Dice) -> int:
    return dice.total(2, D6)


@procedure
def doubled(dice: Dice, times: int, number: int) -> int:
    return number * times + dice.roll(D6)


@procedure
def handed_on(dice: Dice, plus: int) -> int:
    return dice.last(doubled, 3, dice.later(two_dice) + plus - 1)


@procedure
def now_by_do(dice: Dice, plus: int) -> int:
    return dice.do(doubled, 3, dice.do(two_dice) + plus - 1)


@pytest.mark.parametrize("plus", [-7, 0, 5])
def test_later_is_do_without_running_again(plus: int) -> None:
    assert odds(handed_on, plus) == odds(now_by_do, plus)
    played = play(handed_on, random.Random(plus), plus)
    assert replay(handed_on, played.faces, plus).value == played.value
    assert played.value in odds(handed_on, plus)


@procedure
def looks_at_it(dice: Dice) -> bool:
    return dice.later(two_dice) == 7


@procedure
def asks_if_any(dice: Dice) -> str:
    return "some" if dice.later(two_dice) else "none"


@procedure
def keeps_it(dice: Dice) -> int:
    return dice.do(doubled, dice.later(two_dice), 1)


@pytest.mark.parametrize("proc", [looks_at_it, asks_if_any, keeps_it], ids=lambda proc: proc.name)
def test_a_number_for_later_has_no_value_yet(proc: Procedure[[], object]) -> None:
    with pytest.raises(OddsError, match=r"no value yet|cannot be kept as a key"):
        odds(proc)
