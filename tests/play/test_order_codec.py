"""How orders are written: as fields and as words, there and back, and what is refused on the way back."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.errors import InputError
from rulesdemo.play.engine import word_of
from rulesdemo.play.game import game
from rulesdemo.play.order_codec import Doubled, decode, encode, order_text, read_order
from rulesdemo.rules.datafiles import GAMES
from tests.support.race import ENGINE, Cheer, Dash, Leg, Limp, Rest, Run, Walk

SLUGS = st.from_regex(r"[a-z][a-z0-9_-]{0,11}", fullmatch=True)
LEGS = st.builds(Leg, SLUGS, st.integers(-99, 99), st.booleans())
ORDERS = st.one_of(
    st.builds(Walk, SLUGS),
    st.builds(Run, SLUGS, st.sampled_from([1, 2])),
    st.builds(Dash, st.lists(LEGS, max_size=5).map(tuple), st.booleans()),
    st.builds(Limp, SLUGS),
    st.builds(Cheer, st.sampled_from(["red", "blue"])),
    st.just(Rest()),
)


@given(ORDERS)
def test_fields_there_and_back(order: Any) -> None:
    assert decode(ENGINE, word_of(type(order)), encode(order)) == order


@given(ORDERS)
def test_words_there_and_back(order: Any) -> None:
    assert read_order(ENGINE, order_text(order)) == order
    assert read_order(ENGINE, f"  {order_text(order).replace(' ', '   ')} ") == order


def test_what_is_written() -> None:
    assert encode(Dash((Leg("ro", 1), Leg("ro", 2, True)), True)) == {
        "legs": [{"runner": "ro", "pace": 1, "proud": False}, {"runner": "ro", "pace": 2, "proud": True}],
        "shout": True,
    }
    assert order_text(Dash((Leg("ro", 1), Leg("ro", 2, True)))) == "dash legs=ro:1:no,ro:2:yes"
    assert order_text(Dash((), True)) == "dash legs= shout=yes"
    assert order_text(Rest()) == "rest"


def test_values_alone_will_do() -> None:
    assert read_order(ENGINE, "run ro 2") == Run("ro", 2)
    assert read_order(ENGINE, "RUN pace=2 ro") == Run("ro", 2)
    assert read_order(ENGINE, "dash ro:1,ro:2:yes") == Dash((Leg("ro", 1), Leg("ro", 2, True)))


BAD_FIELDS: list[tuple[str, Any, str]] = [
    ("rum", {}, "there is no order 'rum'. Did you mean run?"),
    ("", {}, "there is no order ''"),
    ("run", {"runner": "ro"}, "run needs pace"),
    ("run", {"runner": "ro", "pace": 1, "pase": 1}, "run has no field 'pase'. Did you mean pace?"),
    ("rest", {"runner": "ro"}, "rest has no field 'runner'. It takes none."),
    ("run", {"runner": "ro", "pace": True}, "pace: expected a whole number, got true or false"),
    ("run", {"runner": "ro", "pace": 1.0}, "pace: expected a whole number, got a number"),
    ("run", {"runner": "ro", "pace": 3}, "pace: invalid enum value 3"),
    ("run", {"runner": "ro", "pace": "1"}, "pace: expected a whole number, got a text"),
    ("run", {"runner": "ro", "pace": None}, "pace: expected a whole number, got null"),
    ("run", {"runner": ["ro"], "pace": 1}, "runner: expected a text, got a list"),
    ("run", {"runner": 7, "pace": 1}, "runner: expected a text, got a whole number"),
    ("run", {"runner": "r" * 201, "pace": 1}, "run's runner is a text of 201 letters"),
    ("cheer", {"side": chr(0xD800)}, "cheer holds half a letter"),
    ("dash", {"legs": "ro"}, "legs: expected a list, got a text"),
    ("dash", {"legs": {"runner": "ro"}}, "legs: expected a list, got an object"),
    ("dash", {"legs": [["ro", 1]]}, "dash's legs must be an object with runner and pace and proud"),
    ("dash", {"legs": [{"runner": "ro"}]}, "dash's legs needs pace"),
    ("dash", {"legs": [{"runner": "ro", "pace": 1, "pacer": 1}]}, "dash's legs has no field 'pacer'. Did you mean pace?"),
    ("dash", {"legs": [{"runner": "ro", "pace": True}]}, "legs[0][1]: expected a whole number, got true or false"),
    ("dash", {"legs": [{"runner": "ro", "pace": 1, "proud": 1}]}, "legs[0][2]: expected true or false, got a whole number"),
    ("dash", {"legs": [{"runner": "r" * 999, "pace": 1}]}, "is a text of 999 letters"),
    ("dash", {"legs": [{"runner": "ro", "pace": 1}] * 1001}, "dash's legs has 1001 items"),
    ("dash", {"legs": [], "shout": 0}, "shout: expected true or false, got a whole number"),
    ("dash", {"legs": [], "x" * 5000: 0}, "dash has no field 'xxx"),
]


@pytest.mark.parametrize(("word", "fields", "words"), BAD_FIELDS, ids=range(len(BAD_FIELDS)))
def test_bad_fields_are_refused_by_name(word: str, fields: Any, words: str) -> None:
    with pytest.raises(InputError) as refused:
        decode(ENGINE, word, fields)
    assert words in str(refused.value)
    assert len(str(refused.value)) < 400


def test_a_field_given_twice_is_refused() -> None:
    doubled = Doubled({"runner": "ro", "pace": 1})
    doubled.key = "pace"
    with pytest.raises(InputError, match="run gives 'pace' twice"):
        decode(ENGINE, "run", doubled)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "there is no order ''"),
        ("rum ro", "Did you mean run?"),
        ("run", "run needs runner"),
        ("run ro", "run needs pace"),
        ("run ro 1 2", "run does not take so much: '2' is left over"),
        ("run ro 1 pace=2", "pace is given twice"),
        ("run ro pase=2", "Did you mean pace?"),
        ("run ro 3", "pace is 1 or 2, not '3'"),
        ("run ro x", "pace is 1 or 2, not 'x'"),
        ("dash ro:x", "legs pace is a whole number, not 'x'"),
        ("dash ro:9999999999", "legs pace is a whole number"),
        ("dash ro", "legs is written RUNNER:PACE:PROUD, not 'ro'"),
        ("dash ro:1:no:no", "legs is written RUNNER:PACE:PROUD"),
        ("dash ro:1:maybe", "legs proud is yes or no, not 'maybe'"),
        ("walk " + "r" * 300, "runner is too long"),
        ("walk " + "r" * 3000, "too long for an order"),
        ("x" * 1000, "there is no order 'xxx"),
    ],
)
def test_bad_words_are_refused_by_name(text: str, words: str) -> None:
    with pytest.raises(InputError) as refused:
        read_order(ENGINE, text)
    assert words in str(refused.value)
    assert len(str(refused.value)) < 400


@given(st.text(max_size=60))
def test_any_words_make_an_order_or_a_sentence(text: str) -> None:
    with suppress(InputError):
        assert type(read_order(ENGINE, text)) in ENGINE.verbs


@dataclass(frozen=True)
class Odd:
    ships: frozenset[str]


def test_what_a_save_cannot_hold_is_a_fault_of_ours() -> None:
    with pytest.raises(TypeError, match="a save cannot hold a frozenset"):
        encode(Odd(frozenset()))


@pytest.mark.parametrize("name", [name for name in GAMES if game(name).engine])
def test_no_order_of_a_game_has_a_field_that_saves_use_themselves(name: str) -> None:
    engine = game(name).play()
    assert engine is not None
    for kind in engine.verbs:
        assert not {"order", "faces", "rerolls"} & set(kind.__dataclass_fields__)
