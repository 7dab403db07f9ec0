"""A small share of what `make attack` runs; and that an attack sees what it is to see."""

from __future__ import annotations

import os
import random
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from rulesdemo.play.history import History
from rulesdemo.play.saves import playable
from tests.attack import fuzzed_saves, hostile_acts, hostile_requests, random_games, run
from tests.attack.inputs import Note, Row, attack_with
from tests.attack.mutations import MARKUP
from widgets.chapter.page import Chapter
from widgets.kit.panel import PanelView

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="the inputs are tried in a fork")]
SEED = 22
SHARES = ((random_games, 3), (fuzzed_saves, 3_000), (hostile_acts, 6), (hostile_requests, 30))


@pytest.mark.parametrize(("module", "count"), SHARES, ids=[module.__name__.rpartition(".")[2] for module, _count in SHARES])
def test_a_share_of_every_attack_holds(module: Any, count: int) -> None:
    said: list[Any] = []
    assert module.attack(count, SEED, module.LIMIT, 10.0, said.append) == 0, said
    rows = [each for each in said if isinstance(each, Row)]
    assert sum(row.tried for row in rows) >= count
    assert all(row.held == row.tried for row in rows)


def rows_of(each: Any, count: int = 3, limit: float = 0.2) -> tuple[int, list[Row], str]:
    """An attack by these tries: the number of faults, the rows, and what was said."""
    said: list[Any] = []
    faults = attack_with("x", each, 2, count, SEED, limit, 1.0, said.append)
    return faults, [row for row in said if isinstance(row, Row)], "\n".join(map(str, said))


def test_what_raises_runs_on_or_dies_is_a_fault_with_its_number() -> None:
    def each(_rng: random.Random, number: int, limit: float, note: Note) -> None:
        if number == 0:
            raise ZeroDivisionError
        if number == 1:
            os._exit(3)
        if number == 2:
            with hostile_acts.budget(limit):
                while True:
                    pass
        note("fine", "")

    faults, rows, said = rows_of(each, 5)
    assert faults == 3
    assert Row("x: fine", 2, 2) in rows
    assert "seed 22, number 0: Traceback" in said
    assert "seed 22, number 1: the process was lost" in said
    assert "seed 22, number 2: over its budget" in said


def test_an_input_is_known_by_its_number() -> None:
    """The same seed and number make the same input, whatever ran before."""
    texts = [fuzzed_saves.changed_save(random.Random(f"{SEED}:{number}")) for number in (1, 2)]
    assert texts == [fuzzed_saves.changed_save(random.Random(f"{SEED}:{number}")) for number in (1, 2)]
    assert texts[0] != texts[1]


def test_another_exception_than_a_refusal_is_a_fault() -> None:
    def read(_given: object) -> History[Any]:
        raise KeyError

    assert "KeyError" in fuzzed_saves.read_one(random.Random(1), 1.0, "x", read)


def test_a_position_that_cannot_be_is_a_fault() -> None:
    history = History.start(playable("veneti"), "boarders")
    assert fuzzed_saves.look_at(history, random.Random(1)) == ""
    engine = replace(history.engine, faults=lambda _position: iter(["a ship on land"]))
    assert "a ship on land" in fuzzed_saves.look_at(replace(history, engine=engine), random.Random(1))


def heard(visit: hostile_acts.Visit, message: object) -> str:
    """The fault that comes of a message."""
    found: list[str] = []
    hostile_acts.tell(visit, message, hostile_acts.LIMIT, lambda _kind, fault: found.append(fault))
    return found[0]


def test_what_breaks_or_is_not_escaped_on_a_page_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    with hostile_acts.overheard():
        visit = hostile_acts.Visit("veneti/09_boarding", random.Random(1))
    message = {"n": 1, "acts": [{"do": "set", "name": "dice", "value": MARKUP}]}
    assert heard(visit, message) == ""
    with monkeypatch.context() as patch:
        patch.setattr(Chapter, "_set", lambda *_args: 1 / 0)
        assert "ZeroDivisionError" in heard(visit, message)
    panel = next(each for each in visit.inner[0].extras.values() if isinstance(each, PanelView))
    for text, words in ((MARKUP, "unescaped text"), ("<p><b>x</p>", "not well formed")):
        monkeypatch.setattr(panel, "html", lambda *_args, text=text: text)
        assert words in heard(visit, message)


def test_an_answer_that_gives_something_away_is_a_fault() -> None:
    attack = hostile_requests.Attack.__new__(hostile_requests.Attack)
    for text, words in (
        ("HTTP/1.1 200 OK\r\n\r\nroot:x:0:0", "gives away"),
        ("HTTP/1.1 500 Internal Server Error\r\n\r\n", "status {500}"),
        ("HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\n\r\n", "a header"),
        ("what?", "no answer of HTTP"),
        ("HTTP/1.1 404 Not Found\r\n\r\nThere is no page here.", ""),
        ("", ""),
    ):
        fault = attack.fault_in(text.encode())
        assert (words in fault) if words else not fault
    attack.is_closed = True
    assert "without the word" in attack.fault_in(b'HTTP/1.1 200 OK\r\n\r\n<body data-kernel="x">')


def test_the_runner_finds_every_attack_and_makes_rows_of_it() -> None:
    names = {module.__name__.rpartition(".")[2] for module in run.attacks([])}
    assert names >= {"fuzzed_saves", "hostile_acts", "hostile_requests", "random_games"}

    def plain(_count: int, _seed: int, _limit: float, _minutes: float, say: Any) -> int:
        say("3 things were tried")
        return 1

    module = ModuleType("tests.attack.plain_words")
    vars(module)["attack"] = plain
    said: list[Any] = []
    assert run.rows_of(module, 1, SEED, 1.0, said.append) == ([Row("plain words: parts", 1, 0)], 1)
    assert said == ["3 things were tried"]
