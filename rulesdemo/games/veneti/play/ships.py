"""What a ship can do now, who lies beside her, and what becomes of her (rules 6.2, 6.4, 6.8, 8.25, 8.6)."""

from __future__ import annotations

from typing import Any

from rulesdemo.games.veneti import board, movement, rowing, squadrons
from rulesdemo.games.veneti import ships as printed
from rulesdemo.games.veneti.play.events import LeaderLost
from rulesdemo.games.veneti.play.places import apart, around
from rulesdemo.games.veneti.play.state import Doing, Position, Ship, enemy_of
from rulesdemo.play.engine import Outcome, Refusal, cites, settled
from rulesdemo.play.records import replace
from rulesdemo.words import N_


@cites("6.4", "6.46", "8.25", "8.64")
def crew_of(position: Position, ship: Ship) -> int:
    """The crew quality that counts: the printed one, 0 once she was captured [6.46, 8.25]."""
    return int(settled(printed.crew_left, position.rules, ship.crew_printed, bool(ship.captured)).crew)


@cites("8.61", "8.62", "8.64", "8.25")
def marines_of(position: Position, ship: Ship) -> int:
    """The marines left aboard [8.61, 8.62]."""
    return int(settled(printed.marines_left, position.rules, ship.marines_printed, ship.depletion, bool(ship.captured)).marines)


@cites("8.61", "8.62", "8.63")
def deplete(ship: Ship, marines: int) -> Ship:
    """The ship with her marker so much higher; it may pass what is aboard [8.61, 8.62]."""
    return replace(ship, depletion=ship.depletion + marines)


@cites("6.44", "6.75", "8.25", "3.0 D")
def may_row_at_maximum(position: Position, ship: Ship) -> bool:
    """Not when tired, captured, or new to her leader [6.44, 8.25, 6.75]."""
    new_leader = any(leader.reduced_since is not None for leader in position.aboard(ship.id))
    return bool(settled(rowing.maximum_allowed, position.rules, ship.fatigue, bool(ship.captured), new_leader).allowed)


@cites("6.2", "6.21", "6.44", "6.16", "6.18", "6.8", "6.82", "6.83", "8.25", "8.64", "2.3 Vitesse", "2.3 PM")
def speed_limit(position: Position, ship: Ship) -> int:
    """The most movement points she may announce, before anything she has spent on breaking loose [6.21, 6.82].

    The heading that counts for a sailing ship is the one she has now, at the start of her move (A22).
    """
    rules, limit = position.rules, position.activation.limit if position.activation else "free"
    if limit == "idle":
        return 0
    if ship.kind == "sail":
        through = board.wind_side(ship.heading, position.wind.to).replace("-", "_")
        captured, slow = bool(ship.captured), limit == "slow"
        return int(settled(movement.sail_limit, rules, position.wind.strength, through, captured, slow, ship.immobilised).pm)
    if ship.level == "maximum" and limit == "free":
        return ship.maximum
    cruise = int(settled(movement.cruise_limit, rules, ship.cruise, ship.fatigue, limit == "disorder").pm)
    return int(settled(squadrons.slow_cruise, rules, cruise).pm) if limit == "slow" else cruise


@cites("5.0")
def beside(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """The ships that share a hexside with her [5.0]."""
    found = {other.id: other for place in ship.around if (other := position.occupied.get(place)) is not None}
    return tuple(found.values())


def enemies_beside(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """The enemy ships that share a hexside with her."""
    return tuple(other for other in beside(position, ship) if other.controller != ship.controller)


def distance(one: Ship, other: Ship) -> int:
    """The hexes from the nearest part of one ship to the nearest part of the other."""
    return apart(one.hexes, other.hexes)


def flanks(ship: Ship, other: Ship, side: str) -> bool:
    """Whether the two share a hexside of the wanted kind: `own_flank`, `any` or `both_flank` (A19)."""
    shared = [place for place in other.hexes if place in ship.around]
    if side == "any":
        return bool(shared)
    own = [place for place in shared if board.is_flank_type(ship.around[place])]
    if side == "own_flank":
        return bool(own)
    mine = {place for place in ship.hexes if place in other.around and board.is_flank_type(other.around[place])}
    return any(neighbour in mine for place in own for neighbour in around(place))


def doing_of(position: Position, ship: str) -> Doing | None:
    """What the ship is doing in the running activation, if she takes part."""
    return position.activation.doing(ship) if position.activation else None


@cites("6.15", "6.17", "8.25")
def check_acts(position: Position, name: str) -> Refusal | None:
    """Whether a ship may act now at all: of the acting side, in the activation, still there [6.15, 6.17]."""
    ship = position.find(name)
    if ship is None:
        return Refusal(N_("There is no ship {name!r}.").format(name=name), "6.17", N_("Choose one of the ships that are acting."))
    if ship.gone:
        return Refusal(N_("{ship} is lost.").format(ship=ship.name), "6.17", N_("Choose a ship that is still on the map."))
    activation = position.activation
    if activation is None or activation.doing(name) is None:
        return Refusal(
            N_("{ship} is not in the squadron that is acting.").format(ship=ship.name), "6.17", N_("Choose a ship of that squadron.")
        )
    if ship.controller != activation.side:
        return Refusal(N_("{ship} has fallen into enemy hands.").format(ship=ship.name), "8.25", N_("Choose a ship that you control."))
    return None


def check_target(position: Position, ship: Ship, name: str, rule: str) -> Refusal | None:
    """Whether the named ship is there and an enemy of this one."""
    target = position.find(name)
    if target is None or target.gone:
        return Refusal(N_("There is no ship {name!r} on the map.").format(name=name), rule, N_("Choose an enemy ship that is."))
    if target.controller == ship.controller:
        return Refusal(N_("{target} is on your own side.").format(target=target.name), rule, N_("Choose an enemy ship."))
    return None


def with_grapple(position: Position, one: str, other: str, *, held: bool) -> Position:
    """The two ships grappled to each other, or free of each other."""
    a, b = position.ship(one), position.ship(other)
    if held:
        return position.with_ships(replace(a, grappled=a.grappled | {other}), replace(b, grappled=b.grappled | {one}))
    return position.with_ships(replace(a, grappled=a.grappled - {other}), replace(b, grappled=b.grappled - {one}))


@cites("6.76", "8.25")
def lose_leaders(position: Position, ship: Ship) -> Outcome[Position]:
    """Every leader who commanded from her is lost with her, by sinking or by capture [6.76, A27]."""
    events: list[Any] = []
    for leader in position.aboard(ship.id):
        position = position.with_leader(replace(leader, lost_on=position.turn.number, lost_at=ship.hexes))
        events.append(LeaderLost(leader.id))
    return Outcome(position, tuple(events))


@cites("6.35", "8.53")
def eliminate(position: Position, name: str, how: Any) -> Outcome[Position]:  # noqa: ANN401 - "aground" or "burnt"
    """Take a ship off the map: grapples fall away, leaders are lost, her move is over [6.35, 8.53]."""
    ship = position.ship(name)
    for other in ship.grappled:
        position = with_grapple(position, name, other, held=False)
    position, events = lose_leaders(position, position.ship(name))
    position = position.with_ships(replace(position.ship(name), gone=how, on_fire=False))
    if doing_of(position, name) is not None:
        position = position.with_doing(name, stage="moved", left=0)
    return Outcome(position, events)


def opponents(position: Position, ship: Ship) -> tuple[Ship, ...]:
    """Every enemy ship afloat."""
    return tuple(other for other in position.afloat if other.controller == enemy_of(ship.controller))
