"""Missile fire (rules 8.4, 8.51, 8.52): shots, shared shots, reaction fire, and their effects all at once."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from rulesdemo.errors import RulesError
from rulesdemo.games.veneti.missiles import missile_drm
from rulesdemo.games.veneti.missiles import missiles as shoot
from rulesdemo.games.veneti.play.combat import check_fights, check_manned, check_shot, enough, may_react, targets_of
from rulesdemo.games.veneti.play.combat_events import FireDeclared, FireHeld, ShotFired
from rulesdemo.games.veneti.play.grappling import roll_grapple
from rulesdemo.games.veneti.play.movement import check_no_other_moves
from rulesdemo.games.veneti.play.orders import Fire, HoldFire, React, Share
from rulesdemo.games.veneti.play.ships import check_target, deplete, marines_of
from rulesdemo.games.veneti.play.state import Doing, Exchange, Position, Ship, Shot
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, Throw, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

__all__ = [
    "check_fire",
    "check_hold_fire",
    "check_react",
    "check_shot",
    "decide",
    "fire",
    "hold_fire",
    "holds",
    "may_react",
    "react",
    "reactions",
    "resolve",
    "shots",
]


# -- firing ----------------------------------------------------------------------------------------------------------------------------


@cites("8.4", "8.41", "8.42", "8.43", "8.46", "8.51", "8.52", "6.16", "3.0 E1")
def check_fire(position: Position, order: Fire) -> Refusal | None:
    """Once in her own activation, at any point of her move, each shot within reach and arc [8.41, 8.42]."""
    refusal = check_fights(position, order.ship) or check_no_other_moves(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    if doing.fired:
        return Refusal(N_("{ship} has fired in this activation.").format(ship=ship.name), "8.42", N_("Choose a ship that has not."))
    marines = marines_of(position, ship)
    refusal = check_manned(ship, marines, "8.44") or _check_shares(position, ship, order.shares, marines)
    if refusal:
        return refusal
    for share in order.shares:
        refusal = check_target(position, ship, share.target, "8.42") or check_shot(
            position, ship, position.ship(share.target), order.flaming, marines=share.marines
        )
        if refusal:
            return refusal
    return None


@cites("8.43")
def _check_shares(position: Position, ship: Ship, shares: tuple[Share, ...], marines: int) -> Refusal | None:
    """All her marines at one target, or shared among several at the end of her move [8.43]."""
    targets = {share.target for share in shares}
    if not shares or len(targets) != len(shares):
        return Refusal(
            N_("Each target must be named once, and there must be one."), "8.43", N_("Name one target, or several different ones.")
        )
    if len(shares) > 1:
        if not _may_share(ship, position.acting.of(ship.id)):
            return Refusal(
                N_("{ship} can share her fire only at the end of her move.").format(ship=ship.name),
                "8.43",
                N_("End her move first, or fire at one ship."),
            )
        if not enough(position, marines, len(shares)):
            return Refusal(
                N_("{ship} has too few marines ({marines}) to share among {shares} targets.").format(
                    ship=ship.name, marines=marines, shares=len(shares)
                ),
                "8.43",
                N_("Fire at fewer ships."),
            )
    if any(share.marines <= 0 or not enough(position, share.marines, 1) for share in shares):
        return Refusal(N_("Every target needs marines to fire at it."), "8.43", N_("Give each target at least one."))
    if sum(share.marines for share in shares) != marines:
        return Refusal(
            N_("All the marines of {ship} fire: the shares must add up to {marines}.").format(ship=ship.name, marines=marines),
            "8.43",
            N_("Change the shares."),
        )
    return None


def _may_share(ship: Ship, doing: Doing) -> bool:
    """Whether her move is at its end; a grappled ship has none to make, so sharing her fire ends it [8.43]."""
    return doing.stage == "moved" or (doing.stage == "waiting" and bool(ship.grappled))


@cites("8.42", "8.43")
def fire(dice: Dice, position: Position, order: Fire) -> Outcome[Position]:
    """Declare the shots; targets that may answer do so before anything is rolled [8.42]."""
    ship = position.ship(order.ship)
    position = position.with_doing(ship.id, fired=True)
    if len(order.shares) > 1:
        position = position.with_doing(ship.id, stage="moved")
    targets = tuple(share.target for share in order.shares)
    waiting = tuple(name for name in targets if may_react(position, position.ship(name), at=ship))
    exchange = Exchange(tuple(Shot(ship.id, share.target, share.marines, order.flaming) for share in order.shares), waiting)
    if not waiting:
        return resolve(dice, position, exchange)
    return Outcome(replace(position, pending=exchange), (FireDeclared(ship.id, targets, order.flaming),))


def shots(position: Position) -> Iterator[Fire]:
    """Every target of every ship that has not fired, and every way to share; targets stand in one order only."""
    activation = position.activation
    if activation is None:
        return
    for doing in activation.doings if activation.moving is None else (activation.moving,):
        ship = position.ship(doing.ship)
        if doing.fired or ship.gone:
            continue
        marines = marines_of(position, ship)
        for flaming in (False, True) if ship.flame else (False,):
            targets = [target.id for target in targets_of(position, ship, flaming=flaming, marines=marines)] if marines else []
            yield from (Fire(ship.id, (Share(target, marines),), flaming) for target in targets)
            if _may_share(ship, doing):
                yield from (Fire(ship.id, shares, flaming) for shares in _shared(position, targets, marines))


def _shared(position: Position, targets: list[str], marines: int) -> Iterator[tuple[Share, ...]]:
    """Every way to share marines among two or more of the targets."""
    for many in range(2, len(targets) + 1):
        if not enough(position, marines, many):
            return
        for cuts in combinations(range(1, marines), many - 1):
            parts = [after - before for before, after in zip((0, *cuts), (*cuts, marines), strict=True)]
            for chosen in combinations(targets, many):
                yield tuple(Share(target, part) for target, part in zip(chosen, parts, strict=True))


# -- reaction fire ---------------------------------------------------------------------------------------------------------------------


def decide(position: Position) -> Decision | None:
    """The owner of the first ship that may answer [8.42]."""
    exchange = position.pending
    if not isinstance(exchange, Exchange) or not exchange.waiting:
        return None
    ship, other = position.ship(exchange.waiting[0]), position.ship(_aggressor(exchange))
    grapple = N_("{other} is about to grapple {ship}: answer with missiles, or hold your fire.")
    shot = N_("{other} fires at {ship}: answer with missiles, or hold your fire.")
    return Decision(
        ship.controller,
        (React, HoldFire),
        "8.42",
        (grapple if exchange.grapple else shot).format(other=other.name, ship=ship.name),
    )


def _aggressor(exchange: Exchange) -> str:
    """The ship that fires or grapples; an exchange has only one."""
    return exchange.grapple[0] if exchange.grapple else exchange.shots[0].firer


def _exchange(position: Position) -> Exchange:
    """The exchange that waits for answers."""
    if not isinstance(position.pending, Exchange):
        raise RulesError(N_("no shot or grapple waits for an answer"))
    return position.pending


def _check_waiting(position: Position, name: str) -> Refusal | None:
    exchange = position.pending
    if not isinstance(exchange, Exchange) or not exchange.waiting:
        return Refusal(N_("Nobody has fired or tried to grapple, so there is nothing to answer."), "8.42", N_("Wait until somebody does."))
    if exchange.waiting[0] == name:
        return None
    first = position.ship(exchange.waiting[0]).name
    return Refusal(
        N_("It is {first} who may answer now.").format(first=first),
        "8.42",
        N_("Answer with {first}, or hold her fire.").format(first=first),
    )


@cites("8.42", "8.41", "8.46")
def check_react(position: Position, order: React) -> Refusal | None:
    """Only at the ship that fired at her or tries to grapple her [8.42]."""
    refusal = _check_waiting(position, order.ship)
    if refusal:
        return refusal
    ship, other = position.ship(order.ship), position.ship(_aggressor(_exchange(position)))
    if order.target != other.id:
        return Refusal(
            N_("{ship} may answer only the ship that attacks her.").format(ship=ship.name),
            "8.42",
            N_("Fire at {other}, or hold your fire.").format(other=other.name),
        )
    return check_shot(position, ship, other, order.flaming, marines=marines_of(position, ship))


@cites("8.42")
def react(dice: Dice, position: Position, order: React) -> Outcome[Position]:
    """Answer with all her marines; she cannot answer again in this activation [8.42, A20]."""
    exchange = _exchange(position)
    shot = Shot(order.ship, order.target, marines_of(position, position.ship(order.ship)), order.flaming)
    position = position.with_activation(reacted=position.acting.reacted | {order.ship})
    return _go_on(dice, position, exchange._replace(shots=(*exchange.shots, shot), waiting=exchange.waiting[1:]), ())


def reactions(position: Position) -> Iterator[React]:
    """Either kind of missile for the first ship that may answer."""
    if isinstance(position.pending, Exchange) and position.pending.waiting:
        name, target = position.pending.waiting[0], _aggressor(position.pending)
        yield React(name, target)
        if position.ship(name).flame:
            yield React(name, target, flaming=True)


@cites("8.42")
def check_hold_fire(position: Position, order: HoldFire) -> Refusal | None:
    """Nobody must answer [8.42]."""
    return _check_waiting(position, order.ship)


@cites("8.42")
def hold_fire(dice: Dice, position: Position, order: HoldFire) -> Outcome[Position]:
    """Let it pass; she may still answer the next one [8.42]."""
    exchange = _exchange(position)
    return _go_on(dice, position, exchange._replace(waiting=exchange.waiting[1:]), (FireHeld(order.ship),))


def holds(position: Position) -> Iterator[HoldFire]:
    """The first ship that may answer."""
    if isinstance(position.pending, Exchange):
        yield from (HoldFire(name) for name in position.pending.waiting[:1])


def _go_on(dice: Dice, position: Position, exchange: Exchange, events: tuple[Any, ...]) -> Outcome[Position]:
    """Wait for the next answer, or resolve when all are in."""
    if exchange.waiting:
        return Outcome(replace(position, pending=exchange), events)
    after = resolve(dice, position, exchange)
    return Outcome(after.position, events + after.events)


# -- effects ---------------------------------------------------------------------------------------------------------------------------


@cites("8.42", "8.44", "8.45", "8.51", "8.53", "8.63", "8.12")
def resolve(dice: Dice, position: Position, exchange: Exchange) -> Outcome[Position]:
    """Roll every shot with the marines it was declared with, then apply all effects; a grapple comes after them [8.42, 8.63, A57]."""
    throws = [(shot, _roll_shot(dice, position, shot)) for shot in exchange.shots]
    position = replace(position, pending=None)
    acting_side = position.activation.side if position.activation else None
    events: list[Any] = []
    for shot, throw in throws:
        reaction = position.ship(shot.firer).controller != acting_side
        position = position.with_ships(_hit(position, position.ship(shot.target), throw.outcome.depletion, fire=throw.outcome.fire))
        events.append(ShotFired(shot, throw.outcome.depletion, throw.outcome.fire, reaction, throw))
    if exchange.grapple and not any(position.ship(name).gone for name in exchange.grapple):
        position, more = roll_grapple(dice, position, *exchange.grapple)
        events += more
    return Outcome(position, tuple(events))


@cites("8.44", "2.3 DRM")
def _roll_shot(dice: Dice, position: Position, shot: Shot) -> Throw:
    """One die, changed by distance, height, and a target that cannot dodge [8.44]."""
    firer, target = position.ship(shot.firer), position.ship(shot.target)
    apart = not any(place in firer.around for place in target.hexes)
    height = (firer.height > target.height) - (firer.height < target.height)
    drm = settled(missile_drm, position.rules, apart, height, target.immobilised or target.crippled).drm
    return throw_for(dice, shoot, position.rules, shot.marines, drm, shot.flaming)


@cites("8.45", "8.51", "8.53", "8.54 note", "8.61")
def _hit(position: Position, target: Ship, depletion: int, *, fire: bool) -> Ship:
    """The target with her losses, and alight if the missiles caught; a second fire adds nothing [8.45, 8.51, A26]."""
    target = deplete(target, depletion)
    if not fire or target.on_fire:
        return target
    barred = position.activations if position.rules.switch("fire_bar") == "any_new_fire" else None
    return replace(target, on_fire=True, barred_since=barred)
