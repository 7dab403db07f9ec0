"""The position as people see it, and what no position may ever show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.hulks import hull as hull_points
from rulesdemo.games.escadres.play.facts import KINDS
from rulesdemo.games.escadres.play.state import Adrift, Blast, Position, Ship
from rulesdemo.play.engine import settled
from rulesdemo.words import N_, _

# Steps of the sequence, and how ships end, in words.
STEPS: Final = {
    "begin": N_("begin"),
    "draw": N_("draw"),
    "move": N_("move"),
    "fire": N_("gunfire"),
    "pass": N_("pass"),
    "drift": N_("drift"),
    "leak": N_("leak"),
    "fires": N_("fires"),
    "fight": N_("fire-fighting"),
    "victory": N_("victory"),
}
SIDES: Final = {"french": N_("french"), "british": N_("british")}
ENDS: Final = {"sunk": N_("sunk"), "exploded": N_("exploded"), "off_table": N_("off table")}


def name(position: Position, thing: str) -> str:
    """What players call the ship with this id."""
    ship = position.find(thing)
    return thing if ship is None else ship.name


def situation(position: Position) -> str:
    """The turn, the wind, and a line for every ship."""
    if position.scenario.storm:
        first = _("Turn {number}, {step}; wind from {direction}, a storm.")
    else:
        first = _("Turn {number}, {step}; wind from {direction}.")
    direction = GRID.name(GRID.opposite(position.wind_to))
    lines = [first.format(number=position.turn.number, step=STEPS[position.turn.step], direction=direction)]
    lines += [f"  {_line(ship)}" for ship in position.ships]
    return "\n".join(lines)


def _line(ship: Ship) -> str:
    if ship.gone:
        return _("{ship} ({kind}): {what}").format(ship=ship.name, kind=SIDES[ship.side], what=ENDS[ship.gone])
    if ship.hull is None:
        boxes = _("power {left}/{whole}").format(left=ship.power, whole=ship.power_initial)
    else:
        boxes = _("hull {left}").format(left=ship.hull)
    values = _("{hex} {heading}, {boxes}, crew {left}/{whole}, speed {speed}, turns {turns}").format(
        hex=GRID.label(ship.bow),
        heading=GRID.name(ship.heading),
        boxes=boxes,
        left=ship.crew,
        whole=ship.crew_initial,
        speed=ship.speed,
        turns=ship.turns,
    )
    kind = KINDS.get((ship.side, ship.type_name)) or N_(f"{ship.side} {ship.type_name.replace('_', ' ')}")
    line = _("{ship} ({kind}): {what}").format(ship=ship.name, kind=kind, what=values)
    marks = ", ".join(_marks(ship))
    return f"{line}; {marks}" if marks else line


def _marks(ship: Ship) -> Iterator[str]:
    if ship.struck:
        yield _("struck")
    if ship.training:
        yield _("training {training:+}").format(training=ship.training)
    if ship.fires:
        yield _("fires {fires}").format(fires=ship.fires)
    if ship.stopped:
        yield _("stopped")
    if ship.next_move_zero:
        yield _("next move 0")


def figures(position: Position, thing: str) -> dict[str, int]:
    """The numbers of a ship as they stand; a thing that is no ship has none."""
    ship = position.find(thing)
    if ship is None:
        return {}
    return {"power": ship.power, "crew": ship.crew, "speed": ship.speed, "turns": ship.turns, "fires": ship.fires, "hull": ship.hull or 0}


def faults(position: Position) -> Iterator[str]:
    """Whatever a position shows that the rules cannot lead to."""
    for place, ships in Counter(place for ship in position.there for place in ship.hexes).items():
        if ships > 1:
            yield f"{ships} ships in {GRID.label(place)} (E-OCC-1)"
    for ship in position.ships:
        yield from (f"{ship.name} {fault}" for wrong, fault in _wrongs(position, ship) if wrong)
    yield from _faults_of_turn(position)


def _wrongs(position: Position, ship: Ship) -> tuple[tuple[bool, str], ...]:
    table = position.scenario.table
    most = int(settled(hull_points, position.rules, ship.power_initial).hull)
    return (
        (not ship.gone and not table.hexes.issuperset(ship.hexes), "is off the table and not removed (E-CREW-1)"),
        (not ship.gone and not table.land.isdisjoint(ship.hexes), "is on land (E-OCC-1)"),
        (not 0 <= ship.power <= ship.power_initial, "has power that she cannot have (E-MARK-3)"),
        (not 0 <= ship.crew <= ship.crew_initial, "has crew that she cannot have (E-MARK-3)"),
        (not 0 <= ship.speed <= ship.speed_initial, "has speed that she cannot have (E-DMG-3)"),
        (not 0 <= ship.turns <= ship.turns_initial, "has turns that she cannot have (E-DMG-3)"),
        (ship.fires < 0, "has fewer than no fires (E-BURN-3)"),
        (not ship.gone and (ship.hull is None) != bool(ship.power), "counts hull points with power left, or none without (E-HULL-1)"),
        (ship.hull is not None and not 0 < ship.hull <= most, "has hull points that she cannot have (E-HULL-1)"),
        (bool(ship.gone) and bool(ship.fires or ship.hull), "is gone and burns or leaks (E-LEAK-2)"),
    )


def _faults_of_turn(position: Position) -> Iterator[str]:
    turn, doing, pending = position.turn, position.activation, position.pending
    known = {ship.id for ship in position.ships}
    if len(set(turn.bag)) != len(turn.bag) or not set(turn.bag) <= known:
        yield "the bag holds a chit twice, or one of nobody (E-TURN-1)"
    if len({due.ship for due in turn.due}) != len(turn.due) or any(due.ship not in known or due.dice < 1 for due in turn.due):
        yield "somebody must roll twice in a step, or nobody, or nothing (E-TURN-3)"
    if doing is not None:
        if doing.ship in turn.bag:
            yield f"{doing.ship} plays, and her chit is in the bag (E-TURN-1)"
        if not 0 <= doing.left <= doing.allowance or not 0 <= doing.turned <= doing.spent:
            yield f"{doing.ship} has {doing.left} steps left of {doing.allowance}, {doing.turned} turns made (E-MOVE-3)"
    if isinstance(pending, Blast):
        if not pending.hits or any(position.ship(hit.ship).gone or hit.dice < 1 for hit in pending.hits):
            yield "debris flies, and strikes nobody (E-BLAST-1)"
        if any(position.ship(each).gone != "exploded" for each in (pending.source, *pending.queue)):
            yield "debris flies from a ship that has not exploded (E-BLAST-1)"
    if isinstance(pending, Adrift) and position.ship(pending.ship).gone:
        yield f"{pending.ship} drifts, and is gone (E-DRIFT-2)"
