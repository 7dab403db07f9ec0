"""The history files: every game has one, every statement has its source, and a file with a fault is refused in a sentence."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import GAMES, game_folder, read_toml, scenario_names
from rulesdemo.rules.history import DAYS, DISPUTED, MARKS, OURS, TRUE, History, history_of, read_history


def history(game: str) -> History:
    found = history_of(game)
    assert found is not None
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_five_dated_lines_and_every_statement_its_source(game: str) -> None:
    told = history(game)
    assert len(told.days) == DAYS == 5
    assert all(each.date and each.mark == TRUE for each in told.days)
    assert {each.mark for each in told.statements()} == set(MARKS)
    for each in told.statements():
        assert bool(each.sources) == (each.mark == TRUE), each.text
        assert (len(each.voices) > 1) == (each.mark == DISPUTED), each.text
        assert all(voice.sources for voice in each.voices), each.text
    assert all(each.here for each in told.here)


@pytest.mark.parametrize("game", GAMES)
def test_every_work_is_used(game: str) -> None:
    told = history(game)
    sources = [source for each in told.statements() for source in (*each.sources, *(one for voice in each.voices for one in voice.sources))]
    assert {source.work for source in sources} == set(told.works)


def test_the_day_of_the_veneti_is_told_as_caesar_tells_it() -> None:
    told = history("veneti")
    assert [[source.place for source in each.sources] for each in told.days] == [
        ["III.7", "III.8"], ["III.9"], ["III.12"], ["III.13", "III.14"], ["III.15"],
    ]  # fmt: skip
    last = str(told.days[-1].text)
    assert last.index("board") < last.index("flee") < last.index("calm")


def test_doppet_stands_between_carteaux_and_dugommier() -> None:
    line = next(str(each.text) for each in history("toulon").days if "Doppet" in each.text)
    assert line.index("Carteaux") < line.index("Doppet") < line.index("Dugommier")


@pytest.mark.parametrize("name", scenario_names("republic"))
def test_every_scenario_of_republic_names_its_war_or_says_that_it_has_none(name: str) -> None:
    said = history("republic").of_scenario(name)
    assert said is not None
    assert any(char.isdigit() for char in said.text) or said.mark == OURS


Change = Callable[[dict[str, Any]], object]
FAULTS: dict[str, tuple[Change, str]] = {
    "unknown key": (lambda data: data["who"].update(sorce="x"), "has no key 'sorce'"),
    "unknown list": (lambda data: data.update(causes=[]), "has no key 'causes'"),
    "no source": (lambda data: data["day"][0].pop("from"), "day 1: from is missing"),
    "empty source": (lambda data: data["day"][0].update({"from": []}), "from must name something"),
    "no place": (lambda data: data["day"][0].update({"from": ["caesar"]}), "write one of the works"),
    "no such work": (lambda data: data["day"][0].update({"from": ["gossip I.1"]}), "write one of the works (caesar, dio, strabo)"),
    "a source of ours": (lambda data: data["known"][2].update({"from": ["caesar III.1"]}), "known 3: has no key 'from'"),
    "one voice": (lambda data: data["cause"][0]["voice"].pop(), "needs two entries [[voice]]"),
    "a voice without a source": (lambda data: data["cause"][0]["voice"][0].pop("from"), "voice 1: from is missing"),
    "no mark": (lambda data: data["when"].pop("mark"), "mark is missing"),
    "another mark": (lambda data: data["when"].update(mark="sure"), "mark is 'sure'"),
    "four days": (lambda data: data["day"].pop(), "needs 5 entries [[day]], not 4"),
    "no date": (lambda data: data["day"][1].pop("date"), "day 2: date is missing"),
    "nothing of the game": (lambda data: data["game"][0].pop("here"), "game 1: here is missing"),
    "no such scenario": (
        lambda data: data.update(scenario=[{"names": ["nowhere"], "text": "It never was.", "mark": "ours"}]),
        "names names 'nowhere'",
    ),
    "a scenario twice": (
        lambda data: data.update(scenario=[{"names": ["battle"], "text": "It was.", "mark": "ours"}] * 2),
        "two entries [[scenario]] name 'battle'",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("change", "why"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_refused_in_a_sentence(change: Change, why: str) -> None:
    data = copy.deepcopy(read_toml(game_folder("veneti") / "history.toml"))
    change(data)
    with pytest.raises(DataError) as refused:
        read_history("veneti", data, "history.toml")
    assert why in str(refused.value)
    assert str(refused.value).startswith("history.toml")
