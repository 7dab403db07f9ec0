"""The position as people see it, what one side may see of it, and what no position may ever show."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.facts import KINDS, SKIES, clauses
from rulesdemo.games.broadside.play.sequence import BEFORE_REVEAL
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.play.weather import clock_of
from rulesdemo.games.broadside.play.writing import turn_of
from rulesdemo.play.engine import cites
from rulesdemo.play.records import replace
from rulesdemo.words import N_, _

HOUR: Final = 60
# Steps of the sequence and marks of a ship, in words.
STEPS: Final = {
    "begin": N_("begin"),
    "start": N_("start"),
    "weather": N_("weather"),
    "command": N_("command"),
    "orders": N_("orders"),
    "move": N_("move"),
    "boarding": N_("boarding"),
    "aim": N_("aim"),
    "fire": N_("gunfire"),
    "hits": N_("hits"),
    "masts": N_("masts"),
    "blasts": N_("blasts"),
    "leaks": N_("leaks"),
    "fires": N_("fires"),
    "more_masts": N_("more masts"),
    "surrender": N_("surrender"),
    "victory": N_("victory"),
}
ENDS: Final = {"left": N_("left the map"), "sunk": N_("sunk"), "exploded": N_("exploded")}
ADMIRALS: Final = {"none": "", "chief": N_("chief admiral"), "second": N_("second admiral")}
SAILS: Final = {"off": "", "setting": N_("full sail setting"), "on": N_("full sail on"), "taking_in": N_("full sail taking in")}
ANCHORS: Final = {
    "none": "",
    "dropping": N_("anchor dropping"),
    "down": N_("anchor down"),
    "weighing_1": N_("anchor weighing"),
    "weighing_2": N_("anchor weighing"),
}
LEAKS: Final = {"none": "", "small": N_("small leak"), "large": N_("large leak")}


# -- secrets ---------------------------------------------------------------------------------------------------------------------------


@cites("IV")
def view_of(position: Position, side: str) -> Position:
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
    if sky is None:
        weather = _("weather unknown")
    else:
        weather = _("wind from {wind_from}, force {force}, {sky}").format(
            wind_from=GRID.name(sky.wind_from), force=sky.force, sky=SKIES[sky.sky]
        )
    first = _("Turn {number} ({hour:02}:{minute:02}), {step}; {weather}.")
    step = STEPS[position.turn.step]
    lines = [first.format(number=position.turn.number, hour=clock // HOUR, minute=clock % HOUR, step=step, weather=weather)]
    lines += [f"  {_line(ship)}" for ship in position.ships]
    return "\n".join(lines)


def _line(ship: Ship) -> str:
    kind = KINDS.get((ship.side, ship.type_name)) or N_(f"{ship.side} {ship.type_name.replace('_', ' ')}")
    if ship.gone:
        return _("{ship} ({kind}): {what}").format(ship=ship.name, kind=kind, what=ENDS[ship.gone])
    values = [_("{hex} {heading}, speed {speed}").format(hex=GRID.label(ship.place), heading=GRID.name(ship.heading), speed=ship.speed)]
    if ship.is_fort:
        values = [GRID.label(ship.place)]
    values.append(_("hull {left}/{whole}").format(left=ship.hull, whole=ship.hull_initial))
    if ship.masts:
        values.append(_("masts {left}/{whole}").format(left=len(ship.masts) - ship.masts_lost, whole=len(ship.masts)))
    line = _("{ship} ({kind}): {what}").format(ship=ship.name, kind=kind, what=", ".join(values))
    marks = ", ".join(str(words) for words, on in _marks(ship) if on)
    return clauses([line, marks]) if marks else line


def _marks(ship: Ship) -> tuple[tuple[str, bool], ...]:
    hurt = ship.damage
    return (
        (ADMIRALS[ship.admiral], ship.admiral != "none"),
        (N_("surrendered"), ship.surrendered),
        (N_("hulk"), ship.state == "hulk"),
        (N_("boarding"), ship.locked),
        (N_("in irons"), ship.in_irons),
        (SAILS[ship.sail], ship.sail != "off"),
        (ANCHORS[ship.anchor], ship.anchor != "none"),
        (N_("gunner dead"), hurt.gunner_dead),
        (N_("captain dead"), hurt.captain_dead),
        (N_("officers dead"), hurt.officers_dead),
        (N_("rigging -{m} M").format(m=hurt.rigging_m), bool(hurt.rigging_m)),
        (N_("inertia -{hits}").format(hits=hurt.rigging_inertia), bool(hurt.rigging_inertia)),
        (N_("guns loose {hits}").format(hits=hurt.guns_loose), bool(hurt.guns_loose)),
        (LEAKS[hurt.leak], hurt.leak != "none"),
        (N_("on fire"), hurt.fire),
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
