"""Copies of frozen records: the same as `dataclasses.replace` gives, for every record of a game."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from rulesdemo.play.engine import legal
from rulesdemo.play.records import replace
from rulesdemo.play.saves import playable
from rulesdemo.rules.datafiles import GAMES


def records_in(value: Any) -> list[Any]:
    """The records in a position: itself, and one of every kind in its fields."""
    found = {}
    if dataclasses.is_dataclass(value):
        found[type(value)] = value
    inner = [getattr(value, field.name) for field in dataclasses.fields(value)] if found else value if isinstance(value, tuple) else ()
    for each in inner:
        found |= {type(record): record for record in records_in(each)}
    return list(found.values())


def values_of(record: Any) -> list[Any]:
    return [getattr(record, field.name) for field in dataclasses.fields(record)]


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_is_what_dataclasses_would_make(name: str) -> None:
    engine = playable(name)
    records = records_in(engine.start(engine.scenarios()[0], None).position)
    assert len(records) > 2
    for record in records:
        for field in dataclasses.fields(record):
            for changes in ({field.name: getattr(record, field.name)}, {field.name: "changed"}):
                made, plain = replace(record, **changes), dataclasses.replace(record, **changes)
                assert type(made) is type(plain)
                assert values_of(made) == values_of(plain)


@pytest.mark.parametrize("name", GAMES)
def test_a_copy_knows_nothing_that_its_original_has_worked_out(name: str) -> None:
    engine = playable(name)
    position: Any = engine.start(engine.scenarios()[0], None).position
    assert list(legal(engine, position))
    assert position.memo
    assert not replace(position, turn=position.turn).memo


def test_a_field_that_is_not_there_is_refused() -> None:
    position: Any = playable("toulon").start("late", None).position
    with pytest.raises(TypeError, match="Position has no field waves"):
        replace(position, waves=3)
    with pytest.raises(TypeError, match="Turn has no field waves"):
        replace(position.turn, waves=3)
