"""Where a sailing ship can end her move, found with the engine's own steps, and what each heading is worth to her in this wind."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rulesdemo.board.hexes import HEXSIDES, Direction, Hex
from rulesdemo.games.escadres.movement import allowance, wind_class
from rulesdemo.games.escadres.play.movement import allowance_of, check_step, step
from rulesdemo.games.escadres.play.orders import Straight, Turn
from rulesdemo.games.escadres.play.places import Berth
from rulesdemo.games.escadres.play.state import Activation, Position, Ship
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset

HEADINGS: Final = tuple(Direction(each) for each in range(HEXSIDES))
NO_DICE: Final = FixedDice(())  # steps throw none
MOST_KNOWN: Final = 300

Ends = Mapping[Berth, int]
"""The ways to lie at the end of a move, and the fewest steps that it takes to lie so."""


class Worth(NamedTuple):
    """A heading in this wind: the class it has, and the steps of a move that begins on it."""

    heading: Direction
    wind: str
    steps: int


def worths(rules: Ruleset, speed: int, wind_to: Direction) -> tuple[Worth, ...]:
    """Return what each of the six headings is worth to a ship of some speed [E-MOVE-2]."""
    found = []
    for heading in HEADINGS:
        wind = str(settled(wind_class, rules, heading, wind_to).wind)
        found.append(Worth(heading, wind, int(settled(allowance, rules, speed, wind).steps)))
    return tuple(found)


def ends(position: Position, ship: Ship) -> Ends:
    """Return every way to lie at the end of her move, under way or yet to begin; as she lies now is one of them [E-MOVE-5]."""
    doing = position.activation
    if doing is None or doing.ship != ship.id:
        steps = allowance_of(position, ship)
        doing = Activation(ship.id, steps, steps)
        position = replace(position, activation=doing)
    others = frozenset(place for place, other in position.occupied.items() if other.id != ship.id)
    key = (position.rules, position.scenario.table, others, ship.berth, ship.turns, ship.stopped, doing.left, doing.turned, doing.moved)
    if key not in _KNOWN:
        if len(_KNOWN) >= MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[key] = _walk(position, ship)
    return _KNOWN[key]


# The board is drawn, counted and put into words after every press, and a reader goes back and forth.
_KNOWN: Final[dict[tuple[Any, ...], Ends]] = {}


def _walk(position: Position, ship: Ship) -> Ends:
    """Return the ends of every walk, step by step, each state once."""
    start = position.acting.left
    found: dict[Berth, int] = {ship.berth: 0}
    seen: set[tuple[Berth, int, int]] = set()
    to_do = [position]
    while to_do:
        here = to_do.pop()
        if not here.acting.left or here.acting.moved:
            continue
        for order in (Straight(ship.id), Turn(ship.id, "left"), Turn(ship.id, "right")):
            if check_step(here, order) is not None:
                continue
            there = step(NO_DICE, here, order).position
            berth, left = there.ship(ship.id).berth, there.acting.left
            state = berth, left, there.acting.turned
            if state not in seen:
                seen.add(state)
                found[berth] = min(start - left, found.get(berth, start))
                to_do.append(there)
    return found


def reach_of(position: Position, ship: Ship) -> frozenset[Hex]:
    """Return every hex that her bow can come to; her own is none of them."""
    return frozenset(bow for bow, _heading in ends(position, ship)) - {ship.bow}
