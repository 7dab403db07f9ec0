"""What the solver needs to know of Veneti: activations counted from now, and goals that the last turn has passed by."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Final

from rulesdemo.games.veneti.play.state import Position
from rulesdemo.play.records import replace
from rulesdemo.play.solving import Solving, fields_of

BEFORE_SQUADRONS: Final = ("leaders", "wind", "squadrons")
BEFORE_FIRST: Final = (*BEFORE_SQUADRONS, "initiative")


def key(position: Position) -> Hashable:
    """All fields, but that only matters of a past activation whether it is over [6.75, 8.54]."""
    now, doing = position.activations, position.activation
    ships = tuple(
        ship if ship.barred_since is None else replace(ship, barred_since=max(ship.barred_since - now, -1)) for ship in position.ships
    )
    leaders = tuple(
        leader if leader.reduced_since is None else replace(leader, reduced_since=max(leader.reduced_since - now, -1))
        for leader in position.leaders
    )
    running = None if doing is None else replace(doing, number=doing.number - now)
    return ships, leaders, running, fields_of(position, "ships", "leaders", "activation", "activations")


def is_hopeless(position: Position) -> bool:
    """Whether the last turn has gone past the moment that the goal asks about."""
    goal = position.scenario.goal
    test = TESTS.get(goal["kind"])
    return test is not None and position.turn.number >= position.scenario.turns and position.pending is None and test(position, goal)


def _first_is_settled(position: Position, goal: Mapping[str, Any]) -> bool:
    """The initiative is rolled once a turn, and the winner names who acts first [3.0 C]."""
    turn = position.turn
    return turn.step not in BEFORE_FIRST and (turn.step != "first" or turn.winner != goal["side"])


def _squadrons_are_formed(position: Position, _goal: Mapping[str, Any]) -> bool:
    """Ships are put under their leaders in phase B, once a turn [6.11]."""
    return position.turn.step not in BEFORE_SQUADRONS


def _has_acted(position: Position, name: str) -> bool:
    """Whether a ship has had her one activation of the turn [3.0 E, 3.0 F]."""
    turn, running = position.turn, position.activation
    if turn.step in (*BEFORE_FIRST, "first", "speed"):
        return False
    if running is not None and (doing := running.doing(name)) is not None:
        return running.moved or doing.stage == "moved"
    leader = next((squadron.leader for squadron in turn.squadrons if name in squadron.ships), "")
    return name in turn.activated or leader in turn.activated


def _ship_has_acted(position: Position, goal: Mapping[str, Any]) -> bool:
    return _has_acted(position, goal["ship"])


TESTS: Final[Mapping[str, Callable[[Position, Mapping[str, Any]], bool]]] = {
    "first": _first_is_settled,
    "squadron": _squadrons_are_formed,
    "reach": _ship_has_acted,
    "touch": _ship_has_acted,
}

SOLVING = Solving(key=key, is_hopeless=is_hopeless)
