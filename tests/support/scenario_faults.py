"""Scenario files of any game: what a card must say, how a fault in a file is made and named, and whether a goal can be met and missed."""

from __future__ import annotations

import copy
import re
from collections.abc import Callable
from typing import Any

import pytest

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import scenario_file
from rulesdemo.rules.scenario_reader import Card

Change = Callable[[Any], None]


def put(*path: Any, value: Any) -> Change:
    """A change that puts a value at a place of a file."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        data[path[-1]] = value

    return change


def drop(*path: Any) -> Change:
    """A change that takes something out of a file."""

    def change(data: Any) -> None:
        for key in path[:-1]:
            data = data[key]
        del data[path[-1]]

    return change


def check_fault(game: str, scenario: str, build: Callable[[dict[str, Any]], object], change: Change, words: str) -> None:
    """The scenario with this change is refused in these words."""
    data = copy.deepcopy(scenario_file(game, scenario)[0])
    change(data)
    with pytest.raises(DataError, match=re.escape(words)):
        build(data)


def check_card(card: Card, *, has_goal: bool) -> None:
    """It says what it is and what is ours, in both languages and few sentences; a side that has a goal has a task."""
    assert card.provenance == "reconstructed"
    assert any(re.search(r"\bOurs: ", line) for line in card.source)
    assert set(card.title) == {"en", "fr"}
    assert 1 <= len(re.findall(r"[.?!](?: |$)", card.about)) <= 4
    assert bool(card.task) == has_goal
