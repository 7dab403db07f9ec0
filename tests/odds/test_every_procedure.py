"""Every public procedure of every game, asked with inputs made from its own signature.

Odds must equal brute force over all faces, a throw must lie in the support and come back from its faces, and outcomes must be of the
kinds that the procedure's record declares.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import cycle, islice, product
from math import prod
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin

import pytest

from rulesdemo.analysis.catalogue import Entry, entries, find
from rulesdemo.errors import InputError
from rulesdemo.odds.inputs import Flag, Kind, Many, OneOf, Whole, Word
from rulesdemo.odds.reads import SwitchRead
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import switches_of
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.support.oracle import Distribution, Oracle, TooLarge

Inputs = dict[str, Any]

# A Word is tried with its own examples and with those of these that fit its form.
WORDS = ("1-2", "1-1", "1.5-1", "2-1", "6-1", "9-1", "flat", "flat,marsh", "rough,mountain,flat", "3", "1G1", "VH2", "-A-")
MOST_EXAMPLES = 40
FEW_PATHS = 8_000  # for one example; five dice have 7,776
ENOUGH_PATHS = 10_000  # for all examples of one procedure; larger ones are not tried then


def names() -> list[str]:
    """Every procedure; a game that cannot be loaded is listed with a name that fails when it is looked up."""
    found: list[str] = []
    for game in GAMES:
        try:
            found.extend(entries(game))
        except Exception:  # noqa: BLE001 - whatever it is, the tests under that name raise it again
            found.append(f"{game}.GAME")
    return found


every_procedure = pytest.mark.parametrize("name", names())


# -- examples ----------------------------------------------------------------------------------------------------------


def values(kind: Kind) -> list[Any]:
    """Some values that an input may take: both ends of a range, a few inside, and far out where it has no end."""
    if isinstance(kind, Flag):
        return [False, True]
    if isinstance(kind, OneOf):
        return list(kind.choices)
    if isinstance(kind, Word):
        fitting = list(dict.fromkeys([*kind.examples, *(word for word in WORDS if _takes(kind, word))]))
        assert fitting, f"give this Word some examples: {kind.described}"
        return fitting
    if isinstance(kind, Many):
        one = values(kind.each)
        return [(one[at],) * length for at in range(3) for length in sorted({kind.least, min(kind.least + 1, kind.most)})] + [
            tuple(islice(cycle(one), min(max(kind.least, len(one)), kind.most)))
        ]
    return _numbers(kind)


def _takes(kind: Word, word: str) -> bool:
    try:
        return kind.read(word) == word
    except ValueError:
        return False


def _numbers(kind: Whole) -> list[int]:
    if kind.low is None:
        top = 0 if kind.high is None else kind.high
        below = [top - 100, top - 3, top - 1, top]
        return below if kind.high is not None else [*below, 1, 2, 7, 100]
    near = [kind.low + step for step in (0, 1, 2, 3, 5, 8)]
    if kind.high is None:
        return [*near, kind.low + 50]
    return sorted({*(value for value in near if value <= kind.high), (kind.low + kind.high) // 2, kind.high})


def size(inputs: Inputs) -> int:
    """How large the numbers are: small examples come first."""
    parts = [part for value in inputs.values() for part in (value if isinstance(value, tuple) else (value,))]
    return sum(abs(part) for part in parts if isinstance(part, int))


@cache
def examples(name: str) -> list[Inputs]:
    """All combinations of values where they are few; else every value beside small and middling ones, and some drawn from the rest."""
    choices = {each.name: values(each.kind) for each in find(name).inputs}
    for each in find(name).inputs:
        if not each.required and each.default not in choices[each.name]:
            choices[each.name].append(each.default)
    keys = list(choices)
    if prod(map(len, choices.values())) <= MOST_EXAMPLES:
        found = set(product(*choices.values()))
    else:
        rng = random.Random(name)
        found = {tuple(each[-1] for each in choices.values())}
        for base in (tuple(each[0] for each in choices.values()), tuple(each[len(each) // 2] for each in choices.values())):
            found |= {(*base[:at], value, *base[at + 1 :]) for at, key in enumerate(keys) for value in choices[key]}
        while len(found) < MOST_EXAMPLES:
            found.add(tuple(rng.choice(each) for each in choices.values()))
    return sorted((dict(zip(keys, each, strict=True)) for each in found), key=lambda inputs: (size(inputs), str(inputs)))


def counted(oracle: Oracle, entry: Entry, inputs: Inputs, rules: Ruleset) -> Distribution:
    """The distribution by brute force."""
    return oracle.dist(entry.procedure, rules, *(inputs[each.name] for each in entry.inputs))


@cache
def dists(name: str) -> list[tuple[Inputs, Distribution]]:
    """The smaller examples with their distributions by brute force; at least one."""
    entry = find(name)
    oracle = Oracle(FEW_PATHS)
    found: list[tuple[Inputs, Distribution]] = []
    too_large: list[Inputs] = []
    for inputs in examples(name):
        try:
            found.append((inputs, counted(oracle, entry, inputs, ruleset(entry.game))))
        except TooLarge:
            too_large.append(inputs)
        except InputError:  # a table or a body refuses what a signature cannot
            continue
        if oracle.paths > ENOUGH_PATHS:
            break
    if not found:
        assert too_large, f"{name} refuses every example"
        found.append((too_large[0], counted(Oracle(), entry, too_large[0], ruleset(entry.game))))
    return found


# -- what must hold ----------------------------------------------------------------------------------------------------


@every_procedure
def test_odds_equal_brute_force(name: str) -> None:
    for inputs, exact in dists(name):
        dist = find(name).answer(inputs).dist
        assert dict(dist.items()) == exact, inputs
        assert sum(exact.values()) == 1, inputs


@every_procedure
def test_outcomes_are_what_the_record_declares(name: str) -> None:
    fields = find(name).fields
    assert fields
    for inputs, _ in dists(name):
        for outcome in find(name).answer(inputs).dist:
            assert outcome._fields == tuple(fields), inputs
            for field, value in zip(fields, outcome, strict=True):
                assert is_a(value, fields[field]), f"{field} = {value!r} in {inputs}"


def is_a(value: object, hint: Any) -> bool:
    """Whether a value is of the declared type: True is not a number here, nor is 1 a flag."""
    if get_origin(hint) is Literal:
        return any(value == each and type(value) is type(each) for each in get_args(hint))
    if get_origin(hint) in (Union, UnionType):
        return any(is_a(value, each) for each in get_args(hint))
    if hint is None or hint is NoneType:
        return value is None
    if get_origin(hint) is tuple:
        inner = get_args(hint)
        kinds = [inner[0]] * len(value) if inner[-1] is Ellipsis else inner  # type: ignore[arg-type]
        return type(value) is tuple and len(value) == len(kinds) and all(map(is_a, value, kinds))
    return type(value) is hint


@every_procedure
def test_throws_lie_in_the_support(name: str) -> None:
    rng = random.Random(name)
    for inputs, exact in dists(name):
        for _ in range(3):
            played = find(name).throw(inputs, rng)
            assert played.value in exact, (inputs, played)
            assert all(map(is_a, played.value, find(name).fields.values())), (inputs, played)


@every_procedure
def test_a_seed_gives_the_same_throw_and_its_faces_give_it_back(name: str) -> None:
    entry = find(name)
    for inputs in [*(inputs for inputs, _ in dists(name)), examples(name)[-1]]:
        for seed in range(2):
            try:
                played = entry.throw(inputs, random.Random(seed))
            except InputError:
                continue
            assert entry.throw(inputs, random.Random(seed)) == played, inputs
            assert entry.replay(inputs, played.faces) == played, inputs


@every_procedure
def test_the_largest_example_is_answered_exactly(name: str) -> None:
    entry = find(name)
    for inputs in reversed(examples(name)):
        try:
            dist = entry.answer(inputs).dist
        except InputError:
            continue
        # A distribution that is still folded has too many outcomes to list here: its fields are enough.
        for exact in [dist.marginal(field) for field in entry.fields] if dist.folded else [dist]:
            assert sum(exact.weights.values()) == exact.total
            assert all(weight > 0 for weight in exact.weights.values())
        return
    pytest.fail("every example is refused")


SETTINGS = [
    (game, switch.name, setting)
    for game in GAMES
    for switch in switches_of(game).values()
    for setting, _ in switch.choices
    if setting != switch.default
]


@pytest.mark.parametrize(("game", "switch", "setting"), SETTINGS)
def test_odds_equal_brute_force_under_every_switch(game: str, switch: str, setting: str) -> None:
    rules = ruleset(game, {switch: setting})
    for name, entry in entries(game).items():
        oracle = Oracle(FEW_PATHS)
        reading = [inputs for inputs, _ in dists(name)[::4] if _reads(switch, entry, inputs, rules)]
        compared = 0
        for inputs in reading:
            try:
                exact = counted(oracle, entry, inputs, rules)
            except TooLarge:
                continue
            assert dict(entry.answer(inputs, rules).dist.items()) == exact, (name, inputs)
            compared += 1
        assert compared or not reading, f"{name}: nothing small enough to compare"


def _reads(switch: str, entry: Entry, inputs: Inputs, rules: Ruleset) -> bool:
    return any(isinstance(read, SwitchRead) and read.switch == switch for read in entry.answer(inputs, rules).dist.rests_on)
