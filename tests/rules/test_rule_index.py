"""The list of a game's rules, as its file says it."""

from __future__ import annotations

from typing import Any

import pytest

from rulesdemo.errors import DataError
from rulesdemo.rules import rule_index

ROW: dict[str, Any] = {"id": "1.1", "title": {"en": "Gauge", "fr": "Jauge"}, "kinds": ["state"], "text": "It starts at 0."}


def read(monkeypatch: pytest.MonkeyPatch, **more: str) -> rule_index.Rule:
    monkeypatch.setattr(rule_index, "game_file", lambda _game, _name: {"rule": [{**ROW, **more}]})
    return rule_index.rules_of.__wrapped__("veneti")["1.1"]


def test_a_rule_played_in_part_names_the_part(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, status="partly", missing="Nothing follows from it.").missing == "Nothing follows from it."
    assert not read(monkeypatch, status="done").missing


@pytest.mark.parametrize("row", [{"status": "partly"}, {"status": "partly", "missing": " "}, {"status": "done", "missing": "All of it."}])
def test_no_other_rule_does_and_none_is_silent(monkeypatch: pytest.MonkeyPatch, row: dict[str, str]) -> None:
    with pytest.raises(DataError, match=r"data/veneti/rules.toml, rule 1 \(1.1\): a rule that is played partly says in `missing`"):
        read(monkeypatch, **row)
