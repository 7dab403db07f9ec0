"""Movement (rules 5.1 to 5.3, 6.16, 6.23, 6.3, 6.6): announcing points and spending them, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti import board
from rulesdemo.games.veneti.movement import Cost, move_cost
from rulesdemo.games.veneti.play.events import Announced, Collided, Moved, RanAground, Stopped
from rulesdemo.games.veneti.play.facts import ABOUT, AHEAD, BACKS, CANNOT, CANNOT_AT_MAXIMUM, PIVOTS, SAILS, VEERS
from rulesdemo.games.veneti.play.orders import AboutTurn, Ahead, Announce, Back, Pivot, Sail, Stop, Veer
from rulesdemo.games.veneti.play.places import around, sides_of
from rulesdemo.games.veneti.play.ships import check_acts, eliminate, enemies_beside, speed_limit
from rulesdemo.games.veneti.play.state import Doing, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites, settled
from rulesdemo.play.records import replace
from rulesdemo.words import N_

Steer = Ahead | Veer | Sail | Pivot | AboutTurn | Back
STEERS = (Ahead, Veer, Sail, Pivot, AboutTurn, Back)
_STEP_RULES = {"ahead": "6.32", "veer": "5.2", "step_and_turn": "5.2", "pivot": "5.1", "about_turn": "5.3", "back": "6.33"}
_MOVES = {Ahead: "ahead", Veer: "veer", Pivot: "pivot", AboutTurn: "about_turn", Back: "back"}


# -- announcing ------------------------------------------------------------------------------------------------------------------------


def limit_now(position: Position, ship: Ship, doing: Doing) -> int:
    """The points she may still announce: her limit, less what breaking loose has cost her [6.23, A24]."""
    return max(0, speed_limit(position, ship) - doing.spent)


@cites("6.23", "6.23 ex", "6.15", "6.34", "6.16", "6.21 note", "6.82", "3.0 E1")
def check_announce(position: Position, order: Announce) -> Refusal | None:
    """A ship moves once a turn, free of grapples, with as many points as she has [6.15, 6.34, 6.23]."""
    refusal = check_acts(position, order.ship) or check_no_other_moves(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    if doing.stage != "waiting":
        return Refusal(
            N_("{ship} has moved, and a ship moves once a turn.").format(ship=ship.name), "6.15", N_("Choose a ship that has not moved.")
        )
    if ship.grappled:
        return Refusal(
            N_("{ship} is grappled and cannot move.").format(ship=ship.name),
            "6.34",
            N_("Let her break loose first, or leave her where she is."),
        )
    if position.activation and position.activation.limit == "disorder" and doing.began_beside and order.pm:
        return Refusal(
            N_("{ship} holds back beside an enemy and does nothing that needs movement.").format(ship=ship.name),
            "6.16",
            N_("She may grapple, board or fire."),
        )
    most = limit_now(position, ship, doing)
    if not 0 <= order.pm <= most:
        rule = "6.82" if ship.kind == "sail" else "6.23"
        return Refusal(
            N_("{ship} cannot spend {pm} PM.").format(ship=ship.name, pm=order.pm), rule, N_("Announce from 0 to {most}.").format(most=most)
        )
    return None


@cites("6.23")
def announce(_dice: Dice, position: Position, order: Announce) -> Outcome[Position]:
    """Say the points; all of them must be spent [6.23]."""
    stage = "moving" if order.pm else "moved"
    return Outcome(position.with_doing(order.ship, stage=stage, left=order.pm), (Announced(order.ship, order.pm),))


def announcements(position: Position) -> Iterator[Announce]:
    """Every number of points for every ship that waits."""
    activation = position.activation
    if activation is None or activation.moving is not None:
        return
    for doing in activation.doings:
        ship = position.ship(doing.ship)
        if doing.stage == "waiting" and not ship.grappled and not ship.gone:
            for pm in range(limit_now(position, ship, doing) + 1):
                yield Announce(ship.id, pm)


def check_no_other_moves(position: Position, name: str) -> Refusal | None:
    """One ship finishes her move before the next begins hers [6.23]."""
    moving = position.activation.moving if position.activation else None
    if moving is None or moving.ship == name:
        return None
    other = position.ship(moving.ship).name
    return Refusal(
        N_("{other} is in the middle of her move.").format(other=other),
        "6.23",
        N_("Spend the {left} PM that {other} has left.").format(left=moving.left, other=other),
    )


# -- steering --------------------------------------------------------------------------------------------------------------------------


def steer_step(ship: Ship, order: Steer) -> tuple[Any, str, str]:
    """Where the step would take her, the name of the move in the table of moves, and a clause for the log; its field is the ship."""
    shape: Any = sides_of(ship.kind, ship.bow, ship.heading).shape
    if isinstance(order, Ahead):
        return (board.sail(shape, 0) if ship.kind == "sail" else shape.ahead()), "ahead", AHEAD
    if isinstance(order, Sail):
        straight = order.bearing == order.turn == 0
        return board.sail(shape, order.bearing, order.turn), "ahead" if straight else "step_and_turn", SAILS[order.bearing, order.turn]
    if isinstance(order, Veer):
        return board.veer(shape, order.turn), "veer", VEERS[order.turn]
    if isinstance(order, Pivot):
        swing = board.pivot_bow if order.swing == "bow" else board.pivot_stern
        return swing(shape, order.turn), "pivot", PIVOTS[order.swing, order.turn]
    if isinstance(order, AboutTurn):
        return board.about_turn(shape), "about_turn", ABOUT
    return board.back(shape, order.turn), "back", BACKS[order.turn]


def cost_of(position: Position, ship: Ship, move: str) -> Cost:
    """What the move costs her at her speed, and whether she may make it [6.32]."""
    speed = "sail" if ship.kind == "sail" else ship.level
    return settled(move_cost, position.rules, move, speed)  # type: ignore[no-any-return]


@cites("5.1", "5.2", "5.3", "5.3 note J", "5.3 ex 1", "5.3 ex 2", "6.3", "6.31", "6.32", "6.33", "6.6", "6.16", "6.23", "6.82 note")
def check_steer(position: Position, order: Steer) -> Refusal | None:
    """One step of an announced move: a move that this ship can make, paid for, onto the map [6.32]."""
    refusal = check_acts(position, order.ship) or check_no_other_moves(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    if doing.stage != "moving":
        if doing.stage == "moved":
            return Refusal(N_("{ship} has ended her move.").format(ship=ship.name), "6.15", N_("Choose a ship that has not moved."))
        return Refusal(
            N_("{ship} has not announced her movement points.").format(ship=ship.name),
            "6.23",
            N_("Announce from 0 to {most}.").format(most=limit_now(position, ship, doing)),
        )
    return _check_kind(position, ship, order) or _check_step(position, ship, doing, order)


def _check_kind(position: Position, ship: Ship, order: Steer) -> Refusal | None:
    """Whether a ship of this kind, at this speed, makes such moves at all."""
    move = _MOVES.get(type(order)) or "step_and_turn"
    if ship.kind == "sail" and isinstance(order, Ahead):
        return Refusal(N_("A sailing ship is sailed, not rowed."), "5.2", N_("Sail her into one of her three forward hexes."))
    if cost_of(position, ship, move).allowed:
        return None
    if ship.kind == "sail":
        out = N_("Take her into one of her three forward hexes; she may turn there by one hexside.")
        return Refusal(CANNOT[move], _STEP_RULES[move], out)
    if isinstance(order, Sail):
        return Refusal(N_("A galley is rowed, not sailed."), "5.2", N_("Go ahead, or veer into a bow/flank hex."))
    return Refusal(
        CANNOT_AT_MAXIMUM[move].format(ship=ship.name),
        _STEP_RULES[move],
        N_("Go ahead or veer, or set Cruise in the speed phase."),
    )


def _check_step(position: Position, ship: Ship, doing: Doing, order: Steer) -> Refusal | None:
    after, move, _ = steer_step(ship, order)
    pm = cost_of(position, ship, move).pm
    if pm > doing.left:
        return Refusal(
            N_("That costs {pm} PM and {ship} has {left} left.").format(pm=pm, ship=ship.name, left=doing.left),
            "6.32",
            N_("Choose a cheaper step."),
        )
    refusal = _check_backing(ship, doing, move, pm)
    if refusal:
        return refusal
    if move == "about_turn" and enemies_beside(position, ship):
        return Refusal(N_("{ship} cannot turn about beside an enemy.").format(ship=ship.name), "5.3", N_("Pivot or veer instead."))
    entered = [place for place in after.hexes if place not in ship.hexes]
    if any(place not in position.scenario.sea.hexes for place in entered):
        return Refusal(N_("That leads off the map."), "6.31", N_("Turn, or choose a step that stays on it."))
    if move == "pivot" and any(place in position.occupied for place in entered):
        return Refusal(N_("A galley cannot swing into a hex that another ship fills."), "6.6", N_("Swing the other way, or move first."))
    return _check_disorder(position, ship, entered)


@cites("6.33", "6.23")
def _check_backing(ship: Ship, doing: Doing, move: str, pm: int) -> Refusal | None:
    """A galley that backs water does nothing else that turn, and must be able to spend all her points on it [6.33]."""
    if doing.backing is not None and doing.backing != (move == "back"):
        if doing.backing:
            return Refusal(
                N_("{ship} is backing water and can do nothing else this turn.").format(ship=ship.name), "6.33", N_("Back water again.")
            )
        return Refusal(
            N_("{ship} has begun another kind of move, so she cannot back water.").format(ship=ship.name),
            "6.33",
            N_("Go on ahead, veer or pivot."),
        )
    if move == "back" and doing.left % pm:
        return Refusal(
            N_("Backing costs {pm} PM a hex and nothing else may follow, so {left} PM cannot all be spent.").format(pm=pm, left=doing.left),
            "6.33",
            N_("Make another move; to back water, announce a multiple of {pm} PM.").format(pm=pm),
        )
    return None


@cites("6.16", "6.18")
def _check_disorder(position: Position, ship: Ship, entered: list[Hex]) -> Refusal | None:
    """Ships that hold back never enter a hex next to an enemy [6.16, A36]."""
    if position.activation is None or position.activation.limit != "disorder":
        return None
    for place in entered:
        for neighbour in around(place):
            other = position.occupied.get(neighbour)
            if other is not None and other.controller != ship.controller:
                return Refusal(
                    N_("{ship} holds back and does not come next to {other}.").format(ship=ship.name, other=other.name),
                    "6.16",
                    N_("Choose a step away from enemies."),
                )
    return None


@cites("5.1", "5.2", "5.3", "6.31", "6.32", "6.33", "6.35", "6.6")
def steer(_dice: Dice, position: Position, order: Steer) -> Outcome[Position]:
    """Make the step; an occupied hex is a collision that ends the move, the coast is the end of the ship [6.6, 6.35]."""
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    after, move, how = steer_step(ship, order)
    entered = [place for place in after.hexes if place not in ship.hexes]
    met = next((position.occupied[place] for place in entered if place in position.occupied), None)
    if met is not None:
        # The points she had left are lost (A32); so is the one for the hex she could not enter.
        spent = doing.spent + cost_of(position, ship, move).pm
        return Outcome(position.with_doing(ship.id, stage="moved", left=0, spent=spent), (Collided(ship.id, met.id),))
    pm = cost_of(position, ship, move).pm
    left = doing.left - pm
    position = position.with_ships(replace(ship, bow=after.bow, heading=after.heading))
    stage = "moving" if left else "moved"
    position = position.with_doing(ship.id, stage=stage, left=left, spent=doing.spent + pm, backing=move == "back")
    moved = Moved(_STEP_RULES[move], ship.id, how, after.bow, after.heading, pm)
    shore = next((place for place in entered if place in position.scenario.sea.coast), None)
    if shore is None:
        return Outcome(position, (moved,))
    position, events = eliminate(position, ship.id, "aground")
    return Outcome(position, (moved, RanAground(ship.id, shore), *events))


def steps(position: Position, kinds: tuple[type, ...]) -> Iterator[Any]:
    """Every step of these kinds for the ship that is moving."""
    moving = position.activation.moving if position.activation else None
    if moving is None:
        return
    name, sail = moving.ship, position.ship(moving.ship).kind == "sail"
    if sail and Sail in kinds:
        yield from (Sail(name, bearing, turn) for bearing in (-1, 0, 1) for turn in (-1, 0, 1))
    if not sail and Ahead in kinds:
        yield Ahead(name)
    if not sail and Veer in kinds:
        yield from (Veer(name, -1), Veer(name, 1))
    if not sail and Pivot in kinds:
        yield from (Pivot(name, "bow", -1), Pivot(name, "bow", 1), Pivot(name, "stern", -1), Pivot(name, "stern", 1))
    if not sail and AboutTurn in kinds:
        yield AboutTurn(name)
    if not sail and Back in kinds:
        yield from (Back(name, -1), Back(name, 0), Back(name, 1))


@cites("6.23", "6.31", "6.16")
def check_stop(position: Position, order: Stop) -> Refusal | None:
    """Points are given up only when there is no way to spend them on moving [6.23, A59]."""
    refusal = check_acts(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    if doing.stage != "moving":
        return Refusal(N_("{ship} is not moving.").format(ship=ship.name), "6.23", N_("Nothing needs to be given up."))
    if any(check_steer(position, step) is None for step in steps(position, STEERS)):
        return Refusal(
            N_("{ship} must spend all the points she announced.").format(ship=ship.name),
            "6.23",
            N_("Spend the {left} PM she has left.").format(left=doing.left),
        )
    return None


@cites("6.23")
def stop(_dice: Dice, position: Position, order: Stop) -> Outcome[Position]:
    """Give up what cannot be spent."""
    return Outcome(position.with_doing(order.ship, stage="moved", left=0), (Stopped(order.ship),))


def stops(position: Position) -> Iterator[Stop]:
    """The ship that is moving."""
    if position.activation and position.activation.moving:
        yield Stop(position.activation.moving.ship)
