"""Command (VII): who is in command through whom, and how many turns ahead each ship writes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.broadside.command import Through, command_chain, order_lag
from rulesdemo.games.broadside.play.events import CommandSettled
from rulesdemo.games.broadside.play.state import Position, Ship, Side
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.rules.ruleset import Ruleset

IS_SECOND: Final = True  # the chain begins with a second admiral
_Links = tuple[tuple[str, Hex, str], ...]


def _commands(ship: Ship) -> bool:
    """Whether her admiral's flag still flies."""
    return not ship.surrendered and not ship.is_fort


@cites("VII")
def in_command(position: Position, side: Side) -> Mapping[str, Through]:
    """Through whom each ship of a side is in command [VII, B26, B64]."""
    links = tuple((ship.id, ship.place, ship.admiral) for ship in position.there if ship.side == side and _commands(ship))
    return _in_command(position.rules, links)


@lru_cache(maxsize=5_000)
def _in_command(rules: Ruleset, ships: _Links) -> Mapping[str, Through]:
    """The chief's chain first; then those of second admirals whom the chief reaches."""
    found: dict[str, Through] = {name: "none" for name, _, _ in ships}
    chiefs = [(name, place) for name, place, admiral in ships if admiral == "chief"]
    for name, place in chiefs:
        found[name] = "chief"
        near = [each for each, there, _ in ships if settled(command_chain, rules, (place.distance(there),)).command != "none"]
        _spread(rules, ships, [name, *near], "chief", found)
    seconds = [(name, place) for name, place, admiral in ships if admiral == "second" and found[name] == "none"]
    for name, place in seconds:
        if any(settled(command_chain, rules, (place.distance(chief),), IS_SECOND).command != "none" for _, chief in chiefs):
            found[name] = "chief"  # he himself writes each turn
            _spread(rules, ships, [name], "second_admiral", found)
    return found


def _spread(rules: Ruleset, ships: _Links, start: list[str], through: Through, found: dict[str, Through]) -> None:
    """Pass command on from friend to friend."""
    places = {name: place for name, place, _ in ships}
    waiting = list(start)
    for name in start:
        if found[name] == "none":
            found[name] = through
    while waiting:
        here = places[waiting.pop()]
        for name, place, _ in ships:
            if found[name] == "none" and settled(command_chain, rules, (0, here.distance(place))).command != "none":
                found[name] = through
                waiting.append(name)


@cites("VII", "T12")
def lag_of(position: Position, ship: Ship) -> int:
    """How many turns ahead she writes [VII, T12, B18, B26]."""
    key = ("lag", ship.id)
    if key not in position.memo:
        through = in_command(position, ship.side).get(ship.id, "none")
        hurt = ship.damage
        position.memo[key] = int(settled(order_lag, position.rules, ship.rank, through, hurt.captain_dead, hurt.officers_dead).turns)
    lag: int = position.memo[key]
    return lag


@cites("SEQ", "VII")
def settle_command(position: Position) -> Outcome[Position]:
    """Step 2: say how far ahead each ship writes [SEQ, VII]."""
    ships = [ship for ship in position.there if not ship.is_fort and not ship.surrendered]
    return Outcome(position, (CommandSettled(tuple((ship.id, lag_of(position, ship)) for ship in ships)),))
