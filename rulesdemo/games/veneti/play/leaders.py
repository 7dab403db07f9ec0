"""Leaders (rules 6.7): what they are worth, how they change ships, and who takes a lost one's place."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.board.sectors import gap
from rulesdemo.games.veneti.leaders import generic_leader, transfer
from rulesdemo.games.veneti.play.events import LeaderAppointed, LeaderRecovered, TransferTried
from rulesdemo.games.veneti.play.orders import AppointLeader, DoWithoutLeader, Transfer
from rulesdemo.games.veneti.play.ships import distance, doing_of
from rulesdemo.games.veneti.play.state import Leader, Position, Ship, Side
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, alternatives


@cites("6.7", "6.72", "6.75", "6.76", "3.0 Initiative", "9.0")
def initiative_of(position: Position, side: Side) -> int:
    """The Admiral's initiative; less while he is on his reduced side, and that of a generic leader when he is lost [6.72, A30]."""
    values = settled(generic_leader, position.rules)
    admiral = next((leader for leader in position.leaders if leader.side == side and leader.admiral and not leader.lost), None)
    if admiral is None:
        return int(values.initiative)
    return admiral.initiative if admiral.reduced_since is None else int(values.reduced_initiative)


# -- transfer --------------------------------------------------------------------------------------------------------------------------


@cites("6.74", "6.74 note")
def goals_of(position: Position, leader: Leader) -> tuple[Ship, ...]:
    """The ships he may try for: the nearest friendly one, or any of several as near [6.74, A35]."""
    known: tuple[Ship, ...] | None = position.memo.get(("goals", leader.id))
    if known is None:
        known = position.memo["goals", leader.id] = _nearest_goals(position, leader)
    return known


def _nearest_goals(position: Position, leader: Leader) -> tuple[Ship, ...]:
    here = position.ship(leader.ship)
    others = [ship for ship in position.afloat if ship.controller == leader.side and ship.id != leader.ship]
    if position.rules.switch("transfer_nearest") == "legal":
        others = [ship for ship in others if _takes_leaders(ship)]
    if not others:
        return ()
    near = [distance(here, ship) for ship in others]
    return tuple(ship for ship, far in zip(others, near, strict=True) if far == min(near) and _takes_leaders(ship))


def _takes_leaders(ship: Ship) -> bool:
    return not ship.captured and not ship.grappled


@cites("6.74", "6.74 note")
def check_transfer(position: Position, order: Transfer) -> Refusal | None:
    """At any time, once a turn for each leader, to the nearest ship that is neither captured nor grappled [6.74]."""
    leader = next((leader for leader in position.leaders if leader.id == order.leader), None)
    if leader is None:
        return Refusal(
            N_("There is no leader {leader!r}.").format(leader=order.leader), "6.74", N_("Choose one of the leaders on the map.")
        )
    if leader.lost:
        return Refusal(N_("{leader} is lost.").format(leader=leader.name), "6.76", N_("Choose a leader who is still there."))
    if leader.tried:
        return Refusal(
            N_("{leader} has tried to change ships this turn.").format(leader=leader.name), "6.74", N_("Wait for the next turn.")
        )
    goals = goals_of(position, leader)
    if order.ship in {ship.id for ship in goals}:
        return None
    ship = position.find(order.ship)
    if ship is not None and ship.controller == leader.side and not ship.gone and not _takes_leaders(ship):
        captured = N_("{ship} is captured, and no leader goes aboard such a ship.")
        grappled = N_("{ship} is grappled, and no leader goes aboard such a ship.")
        return Refusal((captured if ship.captured else grappled).format(ship=ship.name), "6.74 note", _way_out(goals, leader))
    return Refusal(N_("A leader goes only to the nearest ship of his own side."), "6.74", _way_out(goals, leader))


def _way_out(goals: tuple[Ship, ...], leader: Leader) -> str:
    if not goals:
        return N_("{leader} has no ship to go to and stays where he is.").format(leader=leader.name)
    return N_("He may try for {names}.").format(names=alternatives(ship.name for ship in goals))


@cites("6.74", "6.75")
def try_transfer(dice: Dice, position: Position, order: Transfer) -> Outcome[Position]:
    """Throw; on a success he is aboard, on his reduced side, and the ship is put at Cruise [6.75]."""
    leader = position.leader(order.leader)
    throw = throw_for(dice, transfer, position.rules)
    tried = TransferTried(leader.id, order.ship, throw.outcome.moved, throw)
    if not throw.outcome.moved:
        return Outcome(position.with_leader(replace(leader, tried=True)), (tried,))
    position = position.with_leader(replace(leader, tried=True, ship=order.ship, reduced_since=position.activations))
    doing = doing_of(position, order.ship)
    if doing is not None and doing.stage != "waiting":
        # She has begun her move at Maximum: a boat alongside does not rest her rowers, who must still test (6.22).
        return Outcome(position, (tried,))
    return Outcome(position.with_ships(replace(position.ship(order.ship), level="cruise")), (tried,))


def transfers(position: Position) -> Iterator[Transfer]:
    """Every leader who has not tried, and every ship he may go to."""
    for leader in position.leaders:
        if not leader.tried and not leader.lost:
            for ship in goals_of(position, leader):
                yield Transfer(leader.id, ship.id)


@cites("6.75", "2.1 Amiral")
def recover(position: Position) -> Outcome[Position]:
    """At the end of an activation its leaders turn back to their normal side, if they came aboard before it began [6.75, A30]."""
    activation = position.acting
    events: list[Any] = []
    for name in activation.leaders:
        leader = position.leader(name)
        if leader.reduced_since is not None and leader.reduced_since < activation.number and not leader.lost:
            position = position.with_leader(replace(leader, reduced_since=None))
            events.append(LeaderRecovered(name))
    return Outcome(position, tuple(events))


# -- replacement (start of phase A) ----------------------------------------------------------------------------------------------------


@cites("6.76")
def vacancies(position: Position) -> tuple[str, ...]:
    """Leaders lost last turn whose place can be filled now [6.76]."""
    return tuple(leader.id for leader in position.leaders if leader.lost_on == position.turn.number - 1 and successors(position, leader))


@cites("6.76")
def successors(position: Position, lost: Leader) -> tuple[Ship, ...]:
    """The friendly ships nearest to where he was lost that carry no leader and are no prizes [6.76, A61]."""
    free = [ship for ship in position.afloat if ship.controller == lost.side and not ship.captured and not position.aboard(ship.id)]
    if not free:
        return ()
    near = [gap(lost.lost_at, ship.hexes) for ship in free]
    return tuple(ship for ship, far in zip(free, near, strict=True) if far == min(near))


def decide_vacancy(position: Position) -> Decision | None:
    """The owner of the first lost leader."""
    if not position.turn.due:
        return None
    lost = position.leader(position.turn.due[0])
    return Decision(
        lost.side,
        (AppointLeader, DoWithoutLeader),
        "6.76",
        N_("{lost} was lost: put a new leader aboard the nearest ship, or not.").format(lost=lost.name),
    )


@cites("6.76")
def check_appoint(position: Position, order: AppointLeader) -> Refusal | None:
    """A generic leader goes aboard the nearest friendly ship [6.76]."""
    refusal = _check_due(position, order.lost)
    if refusal:
        return refusal
    ships = successors(position, position.leader(order.lost))
    if order.ship in {ship.id for ship in ships}:
        return None
    names = [ship.name for ship in ships]
    way_out = N_("Choose {names}.").format(names=alternatives(names)) if names else N_("Choose to do without.")
    return Refusal(N_("A new leader goes aboard the nearest friendly ship without one."), "6.76", way_out)


@cites("6.76")
def check_do_without(position: Position, order: DoWithoutLeader) -> Refusal | None:
    """Nobody must be replaced [6.76]."""
    return _check_due(position, order.lost)


def _check_due(position: Position, lost: str) -> Refusal | None:
    if position.turn.due[:1] == (lost,):
        return None
    leader = position.leader(position.turn.due[0]).name
    return Refusal(
        N_("It is another leader's place that is open now."), "6.76", N_("Settle the place of {leader} first.").format(leader=leader)
    )


@cites("6.76", "6.76 note")
def appoint(_dice: Dice, position: Position, order: AppointLeader) -> Outcome[Position]:
    """Place the generic leader; one who takes an Admiral's place commands the fleet [6.76, 9.0]."""
    lost = position.leader(order.lost)
    values = settled(generic_leader, position.rules)
    ship = position.ship(order.ship).name
    new = Leader(
        f"{lost.id}+",
        N_("The captain of {ship}").format(ship=ship),
        lost.side,
        order.ship,
        lost.admiral,
        int(values.command_range),
        int(values.initiative),
    )
    position = replace(position, leaders=(*position.leaders, new)).with_turn(due=position.turn.due[1:])
    return Outcome(_still_open(position), (LeaderAppointed(new.id, order.ship),))


@cites("6.76")
def do_without(_dice: Dice, position: Position, _order: DoWithoutLeader) -> Outcome[Position]:
    """Leave the place empty."""
    return Outcome(position.with_turn(due=position.turn.due[1:]))


def _still_open(position: Position) -> Position:
    """The last free ship may just have been taken."""
    return position.with_turn(due=tuple(name for name in position.turn.due if successors(position, position.leader(name))))


def appointments(position: Position) -> Iterator[AppointLeader]:
    """Every ship for the first lost leader."""
    for name in position.turn.due[:1]:
        yield from (AppointLeader(name, ship.id) for ship in successors(position, position.leader(name)))


def omissions(position: Position) -> Iterator[DoWithoutLeader]:
    """Doing without the first lost leader."""
    yield from (DoWithoutLeader(name) for name in position.turn.due[:1])
