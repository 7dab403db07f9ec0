"""The position as people see it, what one side may see of it, and what no position may ever show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.facts import SKIES
from rulesdemo.games.broadside.play.sequence import BEFORE_REVEAL
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.play.weather import clock_of
from rulesdemo.games.broadside.play.writing import turn_of
from rulesdemo.play.engine import cites

HOUR = 60


# -- secrets ---------------------------------------------------------------------------------------------------------------------------


@cites("IV")
def seen(position: Position, side: str) -> Position:
    """What a side may see: everything but the logs of the other, and his targets while they are being chosen [IV]."""
    ships = tuple(ship if ship.side == side or not ship.log else replace(ship, log=()) for ship in position.ships)
    wrote = tuple(name for name in position.turn.wrote if position.ship(name).side == side)
    shots = position.shots
    if position.turn.step == "aim":
        shots = tuple(shot if position.ship(shot.ship).side == side else shot._replace(target="") for shot in shots)
    return replace(position, ships=ships, shots=shots, turn=replace(position.turn, wrote=wrote))


@cites("IV")
def is_secret(before: Position, order: Any, now: Position) -> bool:  # noqa: ANN401 - any of the orders
    """Whether an order that was given is still known to its own side only: a log before its turn, a target before all have chosen [IV]."""
    if now.result is not None:
        return False
    here = now.turn
    if isinstance(order, o.Plot):
        turn = turn_of(before, before.ship(order.ship))
        return turn > here.number or (turn == here.number and here.step in BEFORE_REVEAL)
    return isinstance(order, o.Aim | o.HoldFire) and here.number == before.turn.number and here.step == "aim"


# -- in words --------------------------------------------------------------------------------------------------------------------------


def name(position: Position, thing: str) -> str:
    """What players call the ship with this id."""
    ship = position.find(thing)
    return thing if ship is None else ship.name


def situation(position: Position) -> str:
    """The turn, the weather, and a line for every ship; nothing of what stands in the logs."""
    clock = clock_of(position)
    sky = position.weather
    weather = "weather unknown" if sky is None else f"wind from {GRID.name(sky.wind_from)}, force {sky.force}, {SKIES[sky.sky]}"
    lines = [f"Turn {position.turn.number} ({clock // HOUR:02}:{clock % HOUR:02}), {position.turn.step.replace('_', ' ')}; {weather}."]
    lines += [f"  {_line(ship)}" for ship in position.ships]
    return "\n".join(lines)


def _line(ship: Ship) -> str:
    kind = ship.type_name.replace("_", " ")
    if ship.gone:
        return f"{ship.name} ({ship.side} {kind}): {'left the map' if ship.gone == 'left' else ship.gone}"
    where = GRID.label(ship.place) if ship.is_fort else f"{GRID.label(ship.place)} {GRID.name(ship.heading)}, speed {ship.speed}"
    masts = f", masts {len(ship.masts) - ship.masts_lost}/{len(ship.masts)}" if ship.masts else ""
    marks = [word for word, on in _marks(ship) if on]
    marked = f"; {', '.join(marks)}" if marks else ""
    return f"{ship.name} ({ship.side} {kind}): {where}, hull {ship.hull}/{ship.hull_initial}{masts}{marked}"


def _marks(ship: Ship) -> tuple[tuple[str, bool], ...]:
    hurt = ship.damage
    return (
        (f"{ship.admiral} admiral", ship.admiral != "none"),
        ("surrendered", ship.surrendered),
        ("hulk", ship.state == "hulk"),
        ("boarding", ship.locked),
        ("in irons", ship.in_irons),
        (f"full sail {ship.sail.replace('_', ' ')}", ship.sail != "off"),
        (f"anchor {ship.anchor.rstrip('_12')}", ship.anchor != "none"),
        ("gunner dead", hurt.gunner_dead),
        ("captain dead", hurt.captain_dead),
        ("officers dead", hurt.officers_dead),
        (f"rigging -{hurt.rigging_m} M", bool(hurt.rigging_m)),
        (f"inertia -{hurt.rigging_inertia}", bool(hurt.rigging_inertia)),
        (f"guns loose {hurt.guns_loose}", bool(hurt.guns_loose)),
        (f"{hurt.leak} leak", hurt.leak != "none"),
        ("on fire", hurt.fire),
    )


def figures(position: Position, thing: str) -> dict[str, int]:
    """The numbers of a ship as they stand; a thing that is no ship has none."""
    ship = position.find(thing)
    if ship is None:
        return {}
    return {"hull": ship.hull, "masts": len(ship.masts) - ship.masts_lost, "speed": ship.speed}


# -- faults ----------------------------------------------------------------------------------------------------------------------------


def faults(position: Position) -> Iterator[str]:
    """Whatever a position shows that the rules cannot lead to."""
    for ship in position.ships:
        yield from (f"{ship.name} {fault}" for wrong, fault in _wrongs(position, ship) if wrong)
    yield from _faults_of_turn(position)


def _wrongs(position: Position, ship: Ship) -> tuple[tuple[bool, str], ...]:
    chart, here = position.scenario.chart, not ship.gone
    foes = [other for other in position.there if other.locked and other.place == ship.place and other.side != ship.side]
    return (
        (here and ship.place not in chart.hexes, "is off the map and not removed (IV)"),
        (here and not ship.is_fort and ship.place in chart.land, "is on land (IV)"),
        (not 0 <= ship.hull <= ship.hull_initial, "has hull that she cannot have (II Coque)"),
        (not 0 <= ship.masts_lost <= len(ship.masts), "has lost masts that she never had (II Déplacement)"),
        (not 0 <= ship.masts_checked <= len(ship.sections), "has rolled for sections that she does not have (V.b sections)"),
        (ship.speed < 0 or (ship.is_fort and ship.speed > 0), "has a speed that she cannot have (IV.d)"),
        (ship.in_irons and ship.speed > 0, "is stopped head to wind and makes way (IV.e)"),
        (ship.sail != "off" and not ship.has_full_sail, "carries full sail that she does not have (IV.g)"),
        (ship.surrendered and bool(ship.hull), "has surrendered with hull left (VI)"),
        (ship.locked and not (here and foes), "is locked with nobody (V.a)"),
        (bool(ship.gone) and bool(ship.log or ship.damage.fire), "is gone and burns or has orders (VI)"),
        (here and any(line.turn < position.turn.number for line in ship.log), "has orders for a turn that is past (IV)"),
    )


def _faults_of_turn(position: Position) -> Iterator[str]:
    turn, known = position.turn, {ship.id for ship in position.ships}
    for ship in position.there:
        if ship.speed and any(other.place == ship.place and other.id != ship.id for other in position.there):
            yield f"{ship.name} has sailed into a hex that is not hers alone (IV)"
    if not set(turn.due) <= known or not set(turn.wrote) <= known:
        yield "somebody must roll, or has written, who is not there (SEQ)"
    if position.settling is not None and turn.step != "move":
        yield "moves are being settled out of their step (IV)"
    if position.shots and turn.step not in ("aim", "fire"):
        yield "targets are chosen out of their step (V.b)"
    if position.hits and turn.step != "fire":
        yield "hits wait to be marked out of their step (SEQ)"
