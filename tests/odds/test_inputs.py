"""Inputs: what is taken, what is refused, and the sentence for it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.odds.inputs import Flag, Many, OneOf, Whole, Word, bind


@given(st.integers(-(10**29), 10**29))
def test_a_whole_number_is_taken_as_number_and_as_text(number: int) -> None:
    assert Whole().read(number) == Whole().read(str(number)) == number


@pytest.mark.parametrize(
    "value", [1.0, float("nan"), float("inf"), True, None, "", "1.5", "1e3", "four", [], {}, "0x10", "1_000", 10**30, "9" * 31, "1" * 5000]
)
def test_what_is_not_a_whole_number(value: Any) -> None:
    with pytest.raises(ValueError):
        Whole().read(value)


def test_bounds_are_part_of_the_range() -> None:
    assert Whole(1, 4).read(1) == 1
    assert Whole(1, 4).read("4") == 4
    for value in (0, 5):
        with pytest.raises(ValueError):
            Whole(1, 4).read(value)


def test_choices_flags_lists_words() -> None:
    assert OneOf((-1, 0, 1)).read("+1") == 1
    assert OneOf(("A", "B")).read("B") == "B"
    assert Flag().read("true") is True
    assert Flag().read(False) is False
    assert Many(Whole(0)).read("10,5") == (10, 5)
    assert Many(Whole(0)).read([10, 5]) == (10, 5)
    assert Word(r"\d-\d", "a ratio", ("1-2",)).read(" 1-2 ") == "1-2"
    assert Word(r"[a-c](,[a-c])*", "letters", ("a,b",), many=True).read(["a", "b"]) == "a,b"


def test_as_many_numbers_as_are_taken() -> None:
    assert Many(Whole(0), 2, 2).says() == "2 numbers with commas between, each a whole number from 0 up"
    assert Many(Whole(0), 1, 3).says() == "1 to 3 numbers with commas between, each a whole number from 0 up"
    assert Many(Whole(0), 1, 1).says() == "1 number, a whole number from 0 up"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (OneOf((-1, 0, 1)), 2),
        (OneOf((0, 1)), True),
        (OneOf(("A",)), "a"),
        (Flag(), 1),
        (Flag(), "maybe"),
        (Many(Whole(0)), ""),
        (Many(Whole(0)), [1.5]),
        (Many(Whole(0)), [0] * 13),
        (Word("a", "a letter", ("a",)), ["a"]),
        (Word("a(,a)*", "letters", ("a",), many=True), []),
        (Word("a(,a)*", "letters", ("a",), many=True), ["a", 1]),
    ],
)
def test_what_does_not_fit(kind: Any, value: Any) -> None:
    with pytest.raises(ValueError):
        kind.read(value)


@pytest.mark.parametrize(
    ("given_inputs", "sentence"),
    [
        ({"attackers": 4}, "veneti.boarding needs defenders: a whole number from 0 up"),
        ({"attackers": 4, "defender": 1}, "veneti.boarding has no input 'defender'. Did you mean defenders?"),
        ({"attackers": 0, "defenders": 1}, "veneti.boarding: attackers must be a whole number from 1 up, not 0"),
        ({"attackers": "x" * 100, "defenders": 1}, f"not '{'x' * 40}…'"),
        ({"attackers": 4, "defenders": 1, "height": 2}, "height must be one of -1, 0, 1, not 2"),
    ],
)
def test_a_refusal_says_what_is_allowed(given_inputs: dict[str, object], sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        find("veneti.boarding").answer(given_inputs)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 160


def test_defaults_fill_in_in_the_order_of_the_signature() -> None:
    entry = find("veneti.boarding")
    assert bind(entry.name, entry.inputs, {"defenders": 1, "attackers": 4}) == {"attackers": 4, "defenders": 1, "height": 0}
    assert list(bind(entry.name, entry.inputs, {"defenders": 1, "attackers": 4})) == ["attackers", "defenders", "height"]
