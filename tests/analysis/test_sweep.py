"""Many distributions in one sweep are the same distributions as one by one, whatever the body does with the number."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import OddsError
from rulesdemo.odds import reads
from rulesdemo.odds.dice import D6, Dice, Die
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.dist import Reads
from rulesdemo.odds.procedure import Procedure, odds, procedure
from rulesdemo.rules.ruleset import ruleset
from tests.support.oracle import oracle

runs: list[object] = []


@procedure
def lead(dice: Dice, faces: int) -> int:
    return dice.gap(D6, Die("other", range(1, faces + 1)))


@procedure
def table(dice: Dice, step: int, number: int) -> int:
    reads.note(Reads(frozenset({number})))
    return dice.roll(Die("any", range(1, 3 + abs(number) % 5))) * step + number


@procedure
def counted(dice: Dice, faces: int, number: int) -> int:
    runs.append(number)
    return dice.last(table, 2, dice.later(lead, faces) + number)


@procedure
def number_first(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, 1 + number - 3 + dice.later(lead, faces))


@procedure
def taken_off(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, dice.later(lead, faces) - number)


@procedure
def turned(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, dice.later(lead, faces) + (4 - number))


@procedure
def looked_at(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, dice.later(lead, faces) + max(number, 0))


@procedure
def doubled(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, dice.later(lead, faces) + 2 * number)


@procedure
def asked_first(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, dice.roll(D6), dice.later(lead, faces) + number)


@procedure
def if_any(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, 2, dice.later(lead, faces) + 1) if number else 0


@procedure
def handed_on(dice: Dice, faces: int, number: int) -> int:
    return dice.last(table, faces, number + 1)


@procedure
def no_dice(dice: Dice, faces: int, number: int) -> int:  # noqa: ARG001 - every body has dice
    return faces + number


@procedure
def of_a_pool(dice: Dice, faces: int, number: int) -> int:
    return dice.last(pool(lead, 2), dice.later(lead, 1) + number + faces)


ANY_WAY = (counted, number_first, taken_off, turned, looked_at, doubled, asked_first, if_any, handed_on, no_dice)


@pytest.mark.parametrize("proc", [*ANY_WAY, of_a_pool], ids=lambda proc: proc.name)
def test_a_sweep_is_every_distribution_by_itself(proc: Procedure[..., Any]) -> None:
    over = range(2, 7) if proc is of_a_pool else range(-6, 7)
    swept = proc.sweep(3, over=over)
    assert list(swept) == list(over)
    rests = {number: dist.rests_on for number, dist in swept.items()}
    proc.forget()
    table.forget()
    for number, dist in swept.items():
        alone = odds(proc, 3, number)
        assert (dist, rests[number]) == (alone, alone.rests_on)
        if proc is not of_a_pool:
            assert dict(dist.items()) == oracle(proc, 3, number)


def test_one_run_answers_for_all_and_what_is_known_is_not_asked_again() -> None:
    counted.forget()
    odds(counted, 4, 2)
    runs.clear()
    first = counted.sweep(4, over=range(5))
    assert len(runs) == 1
    assert [odds(counted, 4, number) for number in range(5)] == list(first.values())
    assert counted.sweep(4, over=[3, 1, 3]) == {3: first[3], 1: first[1]}
    assert len(runs) == 1
    assert counted.sweep(4, over=()) == {}


CALLS = st.tuples(st.integers(1, 9), st.lists(st.integers(-9, 9), max_size=6), st.booleans())


@pytest.mark.slow
@given(st.lists(CALLS, max_size=6))
def test_sweeps_in_any_order(calls: list[tuple[int, list[int], bool]]) -> None:
    counted.forget()
    table.forget()
    for faces, over, forgets in calls:
        if forgets:
            table.forget()
        for number, dist in counted.sweep(faces, over=over).items():
            assert dict(dist.items()) == oracle(counted, faces, number)


def test_chances_that_are_no_whole_numbers() -> None:
    loaded = Die("loaded", (1, 2, 3), weights=(Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)))

    @procedure
    def unsure(dice: Dice) -> int:
        return dice.roll(loaded)  # type: ignore[no-any-return]

    @procedure
    def after(dice: Dice, number: int) -> int:
        return dice.last(table, 1, dice.later(unsure) + number)

    for number, dist in after.sweep(over=range(3)).items():
        assert dict(dist.items()) == oracle(after, number)


def test_arguments_that_cannot_be_kept_are_refused() -> None:
    with pytest.raises(OddsError, match=r"^counted got an argument that cannot be kept as a key"):
        counted.sweep([3], over=range(3))


def test_whole_battles_by_their_modifier_rest_on_the_cells_that_they_read() -> None:
    rules, battle = ruleset("republic"), find("republic.full_battle").procedure
    swept = battle.sweep(rules, "A", "C", over=range(-30, 31, 5))
    battle.forget()
    for drm, dist in swept.items():
        alone = battle.dist(rules, "A", "C", drm)
        assert (dist, dist.rests_on) == (alone, alone.rests_on)
    assert swept[-30].rests_on != swept[0].rests_on
