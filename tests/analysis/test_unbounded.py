"""Beyond: a number without a value is right about every number far enough out, and gives up on anything it does not understand."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import Entry, entries, find
from rulesdemo.analysis.unbounded import Far, Notes, level_from, turning
from rulesdemo.errors import InputError, OddsError
from rulesdemo.odds.chains import repeat
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.inputs import Whole, bind, samples
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.ruleset import Ruleset, ruleset

SUMS: list[Callable[[Any, int], Any]] = [
    lambda x, k: x + k,
    lambda x, k: k + x,
    lambda x, k: x - k,
    lambda x, k: k - x,
    lambda x, _: -x,
    lambda x, k: x // (abs(k) + 1),
    lambda x, k: -(-x // (abs(k) + 1)),
]
TESTS: list[Callable[[Any, int], Any]] = [
    lambda x, k: x < k,
    lambda x, k: x <= k,
    lambda x, k: x > k,
    lambda x, k: x >= k,
    lambda x, k: k < x,
    lambda x, k: k >= x,
    lambda x, k: x == k,
    lambda x, k: x != k,
    lambda x, _: bool(x),
    lambda x, k: x in (k, k + 1),
    lambda x, k: min(x, k) < k,
    lambda x, k: max(k, x) > k,
]


@given(
    st.sampled_from([-1, 1]),
    st.integers(-4, 4).filter(bool),
    st.lists(st.tuples(st.sampled_from(SUMS), st.integers(-9, 9)), max_size=5),
    st.sampled_from(TESTS),
    st.integers(-30, 30),
)
def test_a_far_number_does_as_all_numbers_far_out(
    way: int, times: int, sums: list[tuple[Callable[[Any, int], Any], int]], test: Callable[[Any, int], Any], k: int
) -> None:
    def result_at(x: Any) -> Any:
        x = x * times
        for each, by in sums:
            x = each(x, by)
        return test(x, k)

    notes = Notes()
    says = result_at(Far(notes, way))
    assert notes.bound is not None
    assert {result_at(way * (notes.bound + more)) for more in (*range(20), 1000)} == {says}


@pytest.mark.parametrize(
    "asks",
    [
        lambda x: {x: 1},
        lambda x: isinstance(x, int),
        lambda x: f"{x}",
        lambda x: x < 1.5,
        lambda x: x == x + 1,
        lambda x: x // 0,
        lambda x: x // 2 * 2,
        lambda x: x + x,
    ],
    ids=["key", "kind", "digits", "broken", "itself", "nothing", "rounded", "twice"],
)
def test_what_needs_a_value_is_refused(asks: Callable[[Any], Any]) -> None:
    with pytest.raises(OddsError, match="has no value"):
        asks(Far(Notes()))


def numbers() -> list[Any]:
    """Every whole-number input of every procedure."""
    return [
        pytest.param(entry, each.name, id=f"{entry.name}-{each.name}")
        for game in GAMES
        for entry in entries(game).values()
        for each in entry.inputs
        if isinstance(each.kind, Whole)
    ]


def lowest_dist(entry: Entry, given: dict[str, Any], name: str, n: int) -> Any:
    try:
        return entry.answer({**given, name: n}).dist.lowest()
    except InputError as refused:
        return str(refused)


@pytest.mark.parametrize(("entry", "name"), numbers())
def test_nothing_changes_where_it_is_said_that_nothing_does(entry: Entry, name: str) -> None:
    kind = next(each.kind for each in entry.inputs if each.name == name)
    assert isinstance(kind, Whole)
    for sample in samples(entry.inputs)[:6]:
        given = bind(entry.name, entry.inputs, sample)
        for way in (-1, 1):
            if (kind.high if way > 0 else kind.low) is not None:
                continue
            level = level_from(entry.procedure, ruleset(entry.game), lambda far, given=given: {**given, name: far}.values(), way)
            if level is not None:
                start = max(level, kind.low) if kind.low is not None else level
                dists = [lowest_dist(entry, given, name, start + way * more) for more in (0, 1, 2, 3, 5, 10, 99, 1000, 12345)]
                assert all(dist == dists[0] for dist in dists), (given, level)


def test_modifiers_of_tables_are_understood() -> None:
    def level(name: str, way: int, *before: Any) -> int | None:
        return level_from(find(name).procedure, ruleset(name.partition(".")[0]), lambda far: (*before, far), way)

    assert [level("republic.battle", way) for way in (-1, 1)] == [-23, 23]
    assert [level("veneti.disengage", way, 2) for way in (-1, 1)] == [-2, 4]
    assert level("republic.percent_loss", 1, 5) is None


class Left(NamedTuple):
    """What is left."""

    left: int


@procedure
def fewer(dice: Dice, left: int) -> int:
    """One less on a 6."""
    return left - (dice.roll(D6) == 6)


def none_left(left: int) -> bool:
    """Nothing is left."""
    return left == 0


@procedure
def plain(dice: Dice, rules: Ruleset, turns: int) -> Left:  # noqa: ARG001 - as all procedures of a catalogue
    """Some turns, two of them for nothing."""
    return Left(dice.do(repeat(fewer, none_left), 3, max(0, turns - 2)))


@procedure
def mixed(dice: Dice, rules: Ruleset, turns: int) -> Left:  # noqa: ARG001
    """A chain and a die."""
    return Left(dice.do(repeat(fewer, none_left), dice.roll(D6), turns))


@procedure
def counting(dice: Dice, rules: Ruleset, turns: int) -> Left:  # noqa: ARG001
    """A chain, and a look at the turns afterwards."""
    return Left(dice.do(repeat(fewer, none_left), 3, turns) + turns)


@procedure
def endless(dice: Dice, rules: Ruleset, turns: int) -> Left:  # noqa: ARG001
    """Counts a number down that has none to begin with."""
    while turns > 0:
        turns -= 1
    return Left(turns)


def test_the_turns_of_a_chain() -> None:
    found = turning(plain, ruleset("veneti"), lambda turns: (turns,))
    assert found is not None
    assert (found.order, found.since, found.turned.plus) == (4, 3, -2)
    chances = found.chances(lambda outcome: outcome.left == 0)
    assert [next(chances) for _ in range(20)] == [plain.dist(ruleset("veneti"), n + 2).p(Left(0)) for n in range(20)]


@pytest.mark.parametrize("proc", [mixed, counting, endless])
def test_what_is_more_than_the_turns_of_a_chain_is_left_alone(proc: Any) -> None:
    assert turning(proc, ruleset("veneti"), lambda turns: (turns,)) is None
