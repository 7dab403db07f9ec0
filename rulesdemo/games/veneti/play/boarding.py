"""Boarding (rules 8.2): who goes over, what becomes of the target, and who bears the losses."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from rulesdemo.errors import RulesError
from rulesdemo.games.veneti.boarding import boarding, boarding_splits
from rulesdemo.games.veneti.play.combat import check_fights, check_manned
from rulesdemo.games.veneti.play.combat_events import Boarded, MarinesLost, ShipCaptured, ShipRetaken
from rulesdemo.games.veneti.play.orders import Board, Party, TakeLoss
from rulesdemo.games.veneti.play.ships import check_target, deplete, lose_leaders, marines_of
from rulesdemo.games.veneti.play.state import Position, Ship, Side, Toll
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_, alternatives

# -- who may board ---------------------------------------------------------------------------------------------------------------------


@cites("8.21", "8.27")
def boardable(position: Position, ship: Ship) -> tuple[str, ...]:
    """The enemies grappled to her that nobody has boarded in this activation, nor been beaten off from this turn [8.21, 8.27]."""
    tried = position.activation.boarded if position.activation else frozenset[str]()
    found = (position.ship(name) for name in sorted(ship.grappled - tried))
    return tuple(other.id for other in found if other.controller != ship.controller and not other.repelled)


def fresh_marines(position: Position, ship: Ship) -> int:
    """The marines who have not gone over in this activation."""
    return marines_of(position, ship) - position.acting.of(ship.id).boarded


@cites("8.22", "8.22 ex")
def numbers_to_send(position: Position, ship: Ship) -> frozenset[int]:
    """How many marines she may send at one target: all, or a share while she holds another enemy to board [8.22]."""
    held, marines = len(boardable(position, ship)), fresh_marines(position, ship)
    if not held or not marines:
        return frozenset()
    return frozenset(way[0] for way in settled(boarding_splits, position.rules, marines, held).splits) - {0}


@cites("8.2", "8.21", "8.22", "8.22 ex", "8.25", "8.27", "6.16", "3.0 E2")
def check_board(position: Position, order: Board) -> Refusal | None:
    """Activated ships with marines, grappled to an enemy whom nobody has boarded yet [8.21, 8.22, 8.27]."""
    names = {party.ship for party in order.parties}
    if not order.parties or len(names) != len(order.parties):
        return Refusal(N_("Each boarding ship must be named once, and there must be one."), "8.22", N_("Name the ships and their marines."))
    for party in order.parties:
        refusal = check_fights(position, party.ship) or _check_party(position, party, order.target)
        if refusal:
            return refusal
    return None


def _check_party(position: Position, party: Party, name: str) -> Refusal | None:
    ship = position.ship(party.ship)
    refusal = check_target(position, ship, name, "8.21") or check_manned(ship, marines_of(position, ship), "8.21")
    if refusal:
        return refusal
    target = position.ship(name)
    if name not in ship.grappled:
        return Refusal(
            N_("{ship} is not grappled to {target}.").format(ship=ship.name, target=target.name),
            "8.21",
            N_("Grapple her first, in a movement segment."),
        )
    if name not in boardable(position, ship):
        return Refusal(
            N_("{target} has been boarded in vain this turn.").format(target=target.name),
            "8.27",
            N_("Try again next turn, if she is still grappled."),
        )
    return _check_number(position, ship, party.marines)


def _check_number(position: Position, ship: Ship, marines: int) -> Refusal | None:
    left = fresh_marines(position, ship)
    if not left:
        return Refusal(
            N_("All the marines of {ship} have gone over in this activation.").format(ship=ship.name), "8.22", N_("Choose another ship.")
        )
    if marines in numbers_to_send(position, ship):
        return None
    if len(boardable(position, ship)) == 1:
        return Refusal(
            N_("{ship} has no other enemy to board, so all her marines go.").format(ship=ship.name),
            "8.22",
            N_("Send all {left}.").format(left=left),
        )
    return Refusal(
        Nn_("{ship} cannot send {n} marine.", "{ship} cannot send {n} marines.", marines).format(ship=ship.name),
        "8.22",
        N_("Send from 1 to {left}.").format(left=left),
    )


def any_boarding(position: Position) -> bool:
    """Whether the acting side can board anybody at all."""
    return any(True for _ in _boarders(position))


def _boarders(position: Position) -> Iterator[Ship]:
    """The ships of the activation that can board somebody."""
    activation = position.activation
    if activation is None or activation.limit == "idle":
        return
    for doing in activation.doings:
        ship = position.ship(doing.ship)
        held_back = activation.limit == "disorder" and not doing.began_beside
        if ship.grappled and not ship.gone and not held_back and fresh_marines(position, ship) and boardable(position, ship):
            yield ship


def boardings(position: Position) -> Iterator[Board]:
    """Every target, every group of ships that hold her, and all the numbers that each may send; ships stand in one order only."""
    senders: dict[str, list[list[Party | None]]] = {}
    for ship in _boarders(position):
        parties: list[Party | None] = [Party(ship.id, number) for number in sorted(numbers_to_send(position, ship), reverse=True)]
        for target in boardable(position, ship):
            senders.setdefault(target, []).append([*parties, None])
    for target, choices in senders.items():
        for chosen in product(*choices):
            sent = tuple(party for party in chosen if party is not None)
            if sent:
                yield Board(target, sent)


# -- the fight -------------------------------------------------------------------------------------------------------------------------


@cites("8.24")
def height_of(position: Position, parties: tuple[Party, ...], target: Ship) -> int:
    """1 when the boarders are higher, -1 when lower; the lowest of several ships counts for all [8.24]."""
    lowest = min(position.ship(party.ship).height for party in parties)
    return (lowest > target.height) - (lowest < target.height)


@cites("8.22", "8.23", "8.23 ex", "8.24", "8.27", "8.28", "8.61")
def board(dice: Dice, position: Position, order: Board) -> Outcome[Position]:
    """All the marines sent against all aboard: captured or repelled, with the losses of both [8.23, 8.28].

    A prize defends with nobody, even beside friends (A31).
    """
    activation, target = position.acting, position.ship(order.target)
    attackers, defenders = sum(party.marines for party in order.parties), marines_of(position, target)
    throw = throw_for(dice, boarding, position.rules, attackers, defenders, height_of(position, order.parties, target))
    captured, attacker_loss, defender_loss = throw.outcome
    position = position.with_activation(boarded=activation.boarded | {target.id})
    for party in order.parties:
        position = position.with_doing(party.ship, boarded=position.acting.of(party.ship).boarded + party.marines)
    events: tuple[Any, ...] = (Boarded(target.id, order.parties, captured, throw),)
    fate = _take(position, target, activation.side) if captured else _beat_off(position, target, defender_loss)
    price = _charge(fate.position, tuple(party.ship for party in order.parties), attacker_loss)
    return Outcome(price.position, events + fate.events + price.events)


@cites("8.25", "8.26", "6.76", "6.46", "6.15")
def _take(position: Position, target: Ship, side: Side) -> Outcome[Position]:
    """A new master; she stays grappled, is a captured ship for good, and her leaders are lost [8.25, 8.26, A27]."""
    back = side == target.side
    # A prize rows at Cruise only.
    taken = replace(target, controller=side, captured="recaptured" if back else "captured", level="cruise")
    position, lost = lose_leaders(_struck_off(position.with_ships(taken), target.id), taken)
    return Outcome(position, (ShipRetaken(target.id, side) if back else ShipCaptured(target.id, side), *lost))


def _struck_off(position: Position, name: str) -> Position:
    """She leaves her squadron at once, and nobody acts with her until squadrons are formed again [A63]."""
    turn = position.turn
    squadrons = tuple(each._replace(ships=tuple(ship for ship in each.ships if ship != name)) for each in turn.squadrons)
    return position.with_turn(squadrons=squadrons, individuals=tuple(ship for ship in turn.individuals if ship != name))


@cites("8.27", "8.28", "8.62")
def _beat_off(position: Position, target: Ship, loss: int) -> Outcome[Position]:
    """The defender keeps his ship, perhaps at a price; a marker on a ship without marines changes nothing [8.27, 8.28, 8.62]."""
    hurt = loss and marines_of(position, target)
    position = position.with_ships(replace(deplete(target, loss), repelled=True))
    return Outcome(position, (MarinesLost(target.id, loss),) if hurt else ())


# -- the boarders' losses --------------------------------------------------------------------------------------------------------------


@cites("8.28")
def _charge(position: Position, ships: tuple[str, ...], loss: int) -> Outcome[Position]:
    """Take the loss from the one ship that boarded; if there were several, their owner says from which [8.28, A18]."""
    able = tuple(name for name in ships if marines_of(position, position.ship(name)))
    if not loss or not able:
        return Outcome(position)
    if len(able) > 1:
        return Outcome(replace(position, pending=Toll(able, loss)))
    return _lose(position, able[0], loss)


@cites("8.28", "8.61", "8.63")
def _lose(position: Position, name: str, marines: int) -> Outcome[Position]:
    """Marines fall among those who went over, so that those kept for another target are all still there [8.28, 8.22]."""
    position = position.with_ships(deplete(position.ship(name), marines))
    position = position.with_doing(name, boarded=max(0, position.acting.of(name).boarded - marines))
    return Outcome(position, (MarinesLost(name, marines),))


def decide_toll(position: Position) -> Decision | None:
    """The boarder, while a loss has to be borne [8.28]."""
    if not isinstance(position.pending, Toll):
        return None
    side = position.ship(position.pending.ships[0]).controller
    return Decision(side, (TakeLoss,), "8.28", N_("Say which of the boarding ships loses a marine."))


@cites("8.28")
def check_take_loss(position: Position, order: TakeLoss) -> Refusal | None:
    """One of the ships that boarded [8.28, A18]."""
    if not isinstance(position.pending, Toll):
        return Refusal(N_("No boarder has a loss to bear now."), "8.28", N_("Go on with the boarding."))
    if order.ship in position.pending.ships:
        return None
    names = alternatives(position.ship(name).name for name in position.pending.ships)
    return Refusal(N_("The loss falls on a ship that has just boarded."), "8.28", N_("Choose {names}.").format(names=names))


@cites("8.28", "8.61")
def take_loss(_dice: Dice, position: Position, order: TakeLoss) -> Outcome[Position]:
    """She loses one marine; if more are owed, the next is asked for [8.28, A18]."""
    toll = position.pending
    if not isinstance(toll, Toll):
        raise RulesError(N_("no boarder has a loss to bear"))
    position, events = _lose(replace(position, pending=None), order.ship, 1)
    rest = _charge(position, toll.ships, toll.marines - 1)
    return Outcome(rest.position, events + rest.events)


def losses(position: Position) -> Iterator[TakeLoss]:
    """Every ship that may bear the loss."""
    if isinstance(position.pending, Toll):
        yield from (TakeLoss(name) for name in position.pending.ships)


@cites("8.28")
def default_loser(position: Position, ids: tuple[str, ...]) -> str:
    """Who loses the marine when nobody says: the ship with the most left, then the first by name [A18]."""
    return min(ids, key=lambda name: (-marines_of(position, position.ship(name)), position.ship(name).name, name))
