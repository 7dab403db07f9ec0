"""The walker: bodies that ask once take a short way, and hand over to the long one in the middle; both against brute force."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import NeverEnds, OddsError, TooManyPaths
from rulesdemo.odds import enumerate as walk_module
from rulesdemo.odds import reads
from rulesdemo.odds.dice import AGAIN, D3, D6, MOST_REQUESTS, Dice, Die
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.dist import Reads
from rulesdemo.odds.procedure import Procedure, attempts, odds, procedure
from tests.support.oracle import oracle

AnyProcedure = Procedure[..., Any]


@procedure
def halves(dice: Dice, plus: int) -> int:
    return dice.roll(D3) + plus


@procedure
def settled(dice: Dice) -> int:
    """Throws again by itself."""
    face = dice.roll(D6)
    return AGAIN if face == 2 else face


# What a body may do when its one request has been answered with `face`.
ENDS: dict[str, Callable[[Dice, int], Any]] = {
    "value": lambda _, face: face // 2,
    "same": lambda _, __: "same",
    "again": lambda _, __: AGAIN,
    "tail": lambda dice, face: dice.last(halves, face),
    "one tail": lambda dice, _: dice.last(halves, 0),
    "pool": lambda dice, _: dice.last(pool(halves, 1), 2),
    "later": lambda dice, face: dice.last(halves, dice.later(halves, face) - 1),
    "another": lambda dice, face: (face, dice.roll(D3)),
    "another and again": lambda dice, face: AGAIN if dice.roll(D6) > 4 else face,
    "another and tail": lambda dice, face: dice.last(halves, face) if dice.read(D3, (True, False, True)) else face,
    "two more": lambda dice, face: dice.total(2, D3) * 10 + dice.gap(D3, D3) + face,
    "do": lambda dice, face: dice.do(halves, face) + dice.do(settled),
}
ASKS: dict[str, Callable[[Dice], int]] = {
    "roll": lambda dice: dice.roll(D6),
    "read": lambda dice: dice.read(D6, (1, 1, 2, 3, 4, 6)),
    "total": lambda dice: dice.total(2, D3),
    "gap": lambda dice: abs(dice.gap(D6, D3)) + 1,
    "do": lambda dice: dice.do(settled),
    "do with a tail": lambda dice: dice.do(pool(halves, 0), 2),
}


@given(st.sampled_from(sorted(ASKS)), st.lists(st.sampled_from(sorted(ENDS)), min_size=1, max_size=7), st.integers(0, 2))
def test_every_end_on_every_branch_by_brute_force(ask: str, ends: list[str], arguments: int) -> None:
    def body(dice: Dice, *_: int) -> Any:
        face = ASKS[ask](dice)
        return ENDS[ends[face % len(ends)]](dice, face)

    proc: AnyProcedure = Procedure(body)
    args = (7, 8)[:arguments]
    expected = oracle(proc, *args)
    if not expected:
        with pytest.raises(NeverEnds, match=r"^body never ends: every throw is thrown again$"):
            odds(proc, *args)
        return
    dist = odds(proc, *args)
    assert dict(dist.items()) == expected
    assert sum(dist.weights.values()) == dist.total
    assert not reads._pages


def test_another_request_on_the_last_branch_only() -> None:
    @procedure
    def late(dice: Dice, least: int) -> tuple[int, ...]:
        face = dice.roll(D6)
        return (face, dice.roll(D6)) if face >= least else (face,)

    for least in range(1, 8):
        assert dict(odds(late, least).items()) == oracle(late, least)


def test_what_one_request_puts_aside_is_counted() -> None:
    @procedure
    def restless(dice: Dice, most: int) -> int:
        face = dice.roll(D6)
        if face == 1:
            return AGAIN
        return AGAIN if face == 4 and dice.roll(D3) == 1 else min(face, most)

    assert attempts(restless, 3) == 1 / (1 - Fraction(1, 6) - Fraction(1, 18))
    assert restless.again(3) == Fraction(2, 9)
    assert dict(odds(restless, 3).items()) == oracle(restless, 3)


def test_a_body_that_calls_itself() -> None:
    @procedure
    def stairs(dice: Dice, steps: int) -> int:
        if steps == 0:
            return 0
        return dice.do(stairs, steps - 1) + (dice.roll(D3) if steps % 2 else 1)

    assert dict(odds(stairs, 5).items()) == oracle(stairs, 5)


def test_unknown_weights_take_the_same_way() -> None:
    loaded = Die("loaded", range(1, 4), weights=(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)))

    @procedure
    def fall(dice: Dice, again: int) -> int:
        face: int = dice.roll(loaded)
        return AGAIN if face == again else dice.last(halves, face) if face == 2 else face

    for again in range(4):
        assert dict(odds(fall, again).items()) == oracle(fall, again)


# -- what goes wrong on the way ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("wrong", [ValueError("seven"), TypeError("seven"), KeyError("seven")], ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("at", [1, 2, 6])
@pytest.mark.parametrize("more", [False, True])
def test_an_exception_of_the_body_is_handed_on_as_it_is(wrong: Exception, at: int, *, more: bool) -> None:
    mended = False

    @procedure
    def breaks(dice: Dice, _: int) -> int:
        face = dice.roll(D6)
        if face == at and not mended:
            raise wrong
        return face + dice.roll(D3) if more else face

    for _ in range(2):
        with pytest.raises(type(wrong)) as caught:
            odds(breaks, 1)
        assert caught.value is wrong
        assert not reads._pages
    mended = True
    assert dict(odds(breaks, 1).items()) == oracle(breaks, 1)


@pytest.mark.parametrize("at", [1, 2, 6])
@pytest.mark.parametrize("more", [False, True])
def test_an_outcome_that_cannot_be_counted_on_any_branch(at: int, *, more: bool) -> None:
    @procedure
    def listing(dice: Dice) -> Any:
        face = dice.roll(D6)
        if more:
            dice.roll(D3)
        return [face] if face == at else face

    with pytest.raises(OddsError, match=r"^listing gave an outcome that cannot be counted: .*, not list \("):
        odds(listing)


def test_a_loop_that_only_a_later_branch_enters_is_refused() -> None:
    @procedure
    def while_six(dice: Dice) -> int:
        throws = 0
        while dice.roll(D6) == 6:
            throws += 1
        return throws

    with pytest.raises(OddsError, match=f"^more than {MOST_REQUESTS} throws in one run"):
        odds(while_six)


def test_as_many_requests_as_are_let_pass() -> None:
    sure = Die("sure", (1,))

    @procedure
    def many(dice: Dice, n: int) -> int:
        return sum(dice.each(n, sure))

    assert odds(many, MOST_REQUESTS).p(MOST_REQUESTS) == 1
    with pytest.raises(OddsError, match=f"^more than {MOST_REQUESTS} throws in one run"):
        odds(many, MOST_REQUESTS + 1)


def test_branches_are_counted_on_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    @procedure
    def some(dice: Dice, more: int) -> int:
        face = dice.roll(D6)
        return dice.roll(D6) if face > 6 - more else face

    for more in range(4):
        some.forget()
        monkeypatch.setattr(walk_module, "MOST_PATHS", 6 + 5 * more)
        assert len(odds(some, more)) == 6
        some.forget()
        monkeypatch.setattr(walk_module, "MOST_PATHS", 5 + 5 * more)
        with pytest.raises(TooManyPaths, match=rf"^some has more than {5 + 5 * more} branches;"):
            odds(some, more)


def test_a_request_is_answered_by_its_place_whatever_it_asks_the_next_time() -> None:
    runs: list[int] = []

    @procedure
    def fickle(dice: Dice) -> int:
        runs.append(1)
        return dice.roll(D6) if len(runs) == 1 else dice.total(2, D6)

    assert dict(odds(fickle).items()) == {face: Fraction(1, 6) for face in D6.faces}
    assert len(runs) == 6


# -- what an answer rests on -------------------------------------------------------------------------------------------


@procedure
def noting(dice: Dice, plus: int) -> int:
    """Reads cell `plus`, and one more on a 6."""
    reads.note(Reads(frozenset({plus})))
    face = dice.roll(D6)
    if face == 6:
        reads.note(Reads(frozenset({f"six {plus}"})))
    return face + plus


@pytest.mark.parametrize("end", ["value", "tail", "more", "do"])
def test_reads_on_any_branch_are_kept(end: str) -> None:
    @procedure
    def reading(dice: Dice) -> int:
        face = dice.roll(D6)
        reads.note(Reads(frozenset({f"face {face}"})))
        if face < 4 or end == "value":
            return face
        if end == "tail":
            return dice.last(noting, face)
        return dice.roll(D3) if end == "more" else dice.do(noting, face)

    below = {4, 5, 6, "six 4", "six 5", "six 6"} if end in {"tail", "do"} else set()
    assert odds(reading).rests_on == {f"face {face}" for face in D6.faces} | below
    assert not reads._pages


# -- numbers for later -------------------------------------------------------------------------------------------------


@procedure
def amount(dice: Dice, kind: str) -> int:
    return {"few": dice.roll, "many": lambda die: dice.total(2, die), "even": lambda die: 2 * dice.roll(die)}[kind](D6) - 3


@procedure
def spent(dice: Dice, step: int, number: int) -> int:
    """Distributions of many denominators, some of them ending in other distributions."""
    if number % 4 == 3:
        return dice.last(halves, number * step)
    return dice.roll(Die("any", range(1, 2 + abs(number)))) * step + number


@procedure
def by_later(dice: Dice, kind: str, step: int, plus: int) -> int:
    return dice.last(spent, step, dice.later(amount, kind) + plus)


@procedure
def by_do(dice: Dice, kind: str, step: int, plus: int) -> int:
    return dice.do(spent, step, dice.do(amount, kind) + plus)


CALLS = st.tuples(st.sampled_from(["few", "many", "even"]), st.sampled_from([1, 7]), st.integers(-9, 9))


@given(st.lists(CALLS, min_size=1, max_size=12), st.integers(0, 11))
def test_numbers_for_later_in_any_order_by_brute_force(calls: list[tuple[str, int, int]], forget: int) -> None:
    by_later.forget()
    spent.forget()
    for place, call in enumerate(calls):
        if place == forget:
            spent.forget()
        assert odds(by_later, *call) == odds(by_do, *call), call


@procedure
def sized(dice: Dice, sign: int, number: int) -> int:
    return sign * dice.roll(Die("sized", range(number + 1)))


@procedure
def sized_later(dice: Dice, sign: int, plus: int) -> int:
    return dice.last(sized, sign, dice.later(halves, 0) + plus)


@pytest.mark.parametrize("calls", [((1, 0), (1, 2), (1, 0)), ((1, 0), (-1, 2), (1, 0)), ((1, 0), (1, 0), (-1, 5), (1, 5), (-1, 0), (1, 0))])
def test_rows_packed_for_a_smaller_total_are_not_used(calls: tuple[tuple[int, int], ...]) -> None:
    sized.forget()
    assert not sized.spreads
    for call in calls:
        sized_later.forget()
        assert dict(odds(sized_later, *call).items()) == oracle(sized_later, *call), call
    assert sized.spreads


def test_numbers_for_later_by_the_oracle() -> None:
    for plus in range(-6, 7):
        assert dict(odds(by_later, "many", 1, plus).items()) == oracle(by_later, "many", 1, plus)


def test_a_number_for_later_rests_on_the_distributions_it_is_mixed_from_and_no_others() -> None:
    @procedure
    def one_of_two(dice: Dice, far: int) -> int:
        return dice.roll(D6) % 2 * far

    @procedure
    def two_of_them(dice: Dice, far: int, plus: int) -> int:
        return dice.last(noting, dice.later(one_of_two, far) + plus)

    # Three numbers first, so that the rows of all are packed; then each distribution is mixed from rows that are at hand.
    @procedure
    def all_of_them(dice: Dice) -> int:
        return dice.last(noting, dice.later(procedure(lambda dice: dice.roll(D6))))

    assert odds(all_of_them).rests_on == {*range(1, 7), *(f"six {face}" for face in range(1, 7))}
    for far, plus in ((1, 1), (2, 1), (3, 2), (1, 3), (1, 5), (4, 2)):
        dist = odds(two_of_them, far, plus)
        assert dist.rests_on == {plus, plus + far, f"six {plus}", f"six {plus + far}"}
        assert dict(dist.items()) == oracle(two_of_them, far, plus)


def test_a_distribution_that_rests_on_nothing_beside_one_that_does() -> None:
    @procedure
    def sometimes(dice: Dice, number: int) -> int:
        if number == 9:
            reads.note(Reads(frozenset({"nine"})))
        return dice.roll(D6) + number

    @procedure
    def mixed(dice: Dice, plus: int) -> int:
        return dice.last(sometimes, dice.later(halves, 0) + plus)

    for plus in (1, 2, 5, 6, 1, 7, 2, 8, 9, 3):
        mixed.forget()
        assert odds(mixed, plus).rests_on == ({"nine"} if 9 in range(plus + 1, plus + 4) else frozenset())


def test_a_number_for_later_of_unknown_chances() -> None:
    loaded = Die("loaded", (1, 2, 3), weights=(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)))

    @procedure
    def unsure(dice: Dice) -> int:
        return dice.roll(loaded)  # type: ignore[no-any-return]

    @procedure
    def after(dice: Dice, plus: int) -> int:
        return dice.last(halves, dice.later(unsure) + plus)

    for plus in (0, 1, 0, 2):
        after.forget()
        assert dict(odds(after, plus).items()) == oracle(after, plus)


def test_pools_of_a_number_for_later() -> None:
    @procedure
    def volley(dice: Dice, plus: int) -> int:
        return dice.last(pool(halves, 0), dice.later(halves, 0) + plus)

    for plus in (0, 1, 0, 2, 1):
        volley.forget()
        assert dict(odds(volley, plus).items()) == oracle(volley, plus)


def test_the_distributions_of_pools_are_not_kept_unfolded() -> None:
    @procedure
    def handed(dice: Dice, n: int) -> int:
        return dice.last(pool(halves, 0), n)

    @procedure
    def volley(dice: Dice, plus: int) -> int:
        return dice.last(handed, dice.later(halves, 0) + plus)

    for plus in (0, 1, 0):
        volley.forget()
        assert dict(odds(volley, plus).items()) == oracle(volley, plus)
    assert not handed.spreads[()].dists


def test_arguments_beside_a_number_for_later_must_be_keys() -> None:
    @procedure
    def lists(dice: Dice) -> Any:
        return dice.last(spent, [1], dice.later(halves, 0))  # type: ignore[arg-type]

    with pytest.raises(OddsError, match=r"^spent got an argument that cannot be kept as a key"):
        odds(lists)
