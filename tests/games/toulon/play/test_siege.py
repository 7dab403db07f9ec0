"""The whole siege: every entry of the calendar on its turn, reinforcements on theirs, and sieges played out by captains."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from rulesdemo.games.toulon.play import ENGINE, scenarios
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.captain import captain
from rulesdemo.games.toulon.play.state import AWAY, Position
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import play_out
from rulesdemo.play.engine import apply, legal
from rulesdemo.play.history import History
from rulesdemo.play.saves import from_text, to_text

# Section 5 of the scenario book, by turn.
CALENDAR = {
    2: {"5a"},
    3: {"5b", "5c"},
    6: {"5d"},
    7: {"5e"},
    8: {"5f", "5g"},
    9: {"5h"},
    10: {"5i"},
    12: {"5j", "5k"},
    13: {"5l"},
    16: {"5m"},
}
BY_ITSELF = frozenset({"began", "begins", "regained", "commands", "replaced", "weakened", "removed"})
CLOSING = (o.Skip, o.EndMoves)


def passed(position: Position, see: Callable[[Position, Any], None]) -> Position:
    """The end of a siege in which nobody does what he need not do."""
    rng = random.Random(1)
    while (decision := ENGINE.decision(position)) is not None:
        due = [order for order in legal(ENGINE, position) if type(order) in decision.orders]
        order = next((each for each in due if isinstance(each, CLOSING)), due[0])
        position, events = apply(ENGINE, RandomDice(rng), position, order)
        for event in events:
            see(position, event)
    return position


@pytest.mark.parametrize("scenario", ["campaign_2", "campaign_4", "campaign_7"])
def test_every_entry_of_the_calendar_comes_on_its_turn(scenario: str) -> None:
    found: dict[int, set[str]] = defaultdict(set)

    def see(position: Position, event: Any) -> None:
        if getattr(event, "what", "") in BY_ITSELF and event.rule.startswith("5"):
            found[position.turn.number].add(event.rule)

    start = scenarios.start(scenario).position.with_unit("royal_louis", perm=1)
    end = passed(start, see)
    first = start.turn.number
    assert found == {turn: rules for turn, rules in CALENDAR.items() if turn > first}
    assert end.turn.number == 16
    assert end.result is not None
    assert end.unit("royal_louis").perm == 0
    assert end.unit("cambridgeshires").perm == 3
    assert [end.leader(name).place for name in ("carteaux", "dugommier")] == ["gone", "ollioules"]  # type: ignore[union-attr]


def test_the_austrians_are_thrown_for_from_turn_9_until_they_come() -> None:
    turns: dict[int, bool] = {}

    def see(position: Position, event: Any) -> None:
        if getattr(event, "what", "") == "austrians":
            turns[position.turn.number] = event.throw.outcome.come

    passed(scenarios.start("campaign_2").position, see)
    assert list(turns) == list(range(9, 9 + len(turns)))
    assert list(turns.values()) == [False] * (len(turns) - 1) + [turns[8 + len(turns)]]


def test_everybody_comes_on_the_turn_of_the_table() -> None:
    came: dict[str, int] = {}

    def see(position: Position, event: Any) -> None:
        if getattr(event, "what", "") == "arrived":
            came.update(dict.fromkeys(event.things, position.turn.number))

    start = scenarios.start("campaign_2").position
    passed(start, see)
    # Bonaparte comes in by an order of his own (4.4).
    assert came == {name: turn for name, turn in start.scenario.arrivals.items() if name != "bonaparte"}
    assert max(came.values()) == 13


def test_on_turn_1_only_its_own_units_are_on_the_map() -> None:
    position = scenarios.start("campaign_3").position
    there = {unit.id for unit in position.units if unit.place != AWAY}
    assert there == {"national_guard", "toulon_gunners", "foot_11", "marines", "malaga", "marseille", "west_patrol", "italie"}
    assert not any(unit.revealed for unit in position.units)


@pytest.mark.parametrize("scenario", ["campaign_2", "campaign_3", "campaign_4", "campaign_5", "campaign_6", "campaign_7", "short_3"])
def test_captains_play_a_siege_to_its_end_and_it_replays(scenario: str) -> None:
    history = play_out(History.start(ENGINE, scenario), dict.fromkeys(ENGINE.sides, captain), random.Random(7))
    end = history.outcome.position
    assert history.result is not None
    assert end.turn.number == 16 or history.result.rule != "1.8"
    assert from_text(to_text(history)).outcome == history.outcome
