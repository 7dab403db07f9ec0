"""Grappling (rules 8.11, 8.12), the scythes (8.12 note), and breaking loose (8.31 to 8.33)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.veneti import grappling as procedures
from rulesdemo.games.veneti.disengagement import disengage, disengage_drm
from rulesdemo.games.veneti.play.combat import check_fights, may_react
from rulesdemo.games.veneti.play.combat_events import BreakLooseTried, GrappleDeclared, GrappleTried, ScythesUsed
from rulesdemo.games.veneti.play.movement import check_no_other_moves
from rulesdemo.games.veneti.play.orders import BreakLoose, Grapple, UseScythes
from rulesdemo.games.veneti.play.ships import check_acts, check_target, crew_of, enemies_beside, flanks, with_grapple
from rulesdemo.games.veneti.play.state import Doing, Exchange, Position, Ship
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, quote

# -- breaking loose --------------------------------------------------------------------------------------------------------------------


@cites("8.3", "8.31", "8.33", "6.16", "6.18", "6.34")
def check_break_loose(position: Position, order: BreakLoose) -> Refusal | None:
    """Before her move, once for each ship that holds her [8.31, 8.33]."""
    refusal = check_acts(position, order.ship) or check_no_other_moves(position, order.ship) or _check_moves_freely(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    if order.other not in ship.grappled:
        other = position.find(order.other)
        what = other.name if other else quote(order.other)
        return Refusal(
            N_("{ship} is not grappled to {other}.").format(ship=ship.name, other=what), "8.31", N_("Choose a ship that holds her.")
        )
    if doing.stage != "waiting":
        return Refusal(N_("{ship} has ended her move.").format(ship=ship.name), "8.31", N_("She may try again in her next activation."))
    if order.other in doing.tried:
        other_name = position.ship(order.other).name
        return Refusal(
            N_("{ship} has tried to break loose from {other}.").format(ship=ship.name, other=other_name),
            "8.31",
            N_("She may try again in her next activation."),
        )
    return None


def _check_moves_freely(position: Position, name: str) -> Refusal | None:
    """Breaking loose is there to move, and so of no use to a ship that may not [6.16, 6.18]."""
    limit, ship = (position.activation.limit if position.activation else "free"), position.ship(name).name
    if limit == "idle":
        return Refusal(N_("{ship} lies idle in the confusion.").format(ship=ship), "6.18", N_("She may only answer enemy fire."))
    if limit == "disorder" and position.acting.of(name).began_beside:
        return Refusal(
            N_("{ship} holds back beside an enemy and does nothing that needs movement.").format(ship=ship),
            "6.16",
            N_("She may grapple, board or fire."),
        )
    return None


@cites("8.31", "8.32", "8.33", "2.3 DRM")
def break_loose(dice: Dice, position: Position, order: BreakLoose) -> Outcome[Position]:
    """One die for this pair; only a success costs movement points [8.31, 8.32, A24]."""
    ship, other, doing = position.ship(order.ship), position.ship(order.other), position.acting.of(order.ship)
    crew = crew_of(position, ship)
    better, both = crew > crew_of(position, other), ship.controller == other.controller
    # Held by two enemies, she has no crew bonus for either try: not for the second one when the first has freed her.
    enemies = [name for name in ship.grappled | doing.tried if position.ship(name).controller != ship.controller]
    drm = settled(disengage_drm, position.rules, ship.repelled, better, both, max(1, len(enemies))).drm
    throw = throw_for(dice, disengage, position.rules, crew, drm)
    spent = doing.spent
    if throw.outcome.free:
        position = with_grapple(position, ship.id, other.id, held=False)
        spent += settled(procedures.action_cost, position.rules, "disengage").pm
    position = position.with_doing(ship.id, tried=doing.tried | {other.id}, spent=spent)
    return Outcome(position, (BreakLooseTried(ship.id, other.id, throw.outcome.free, throw),))


def breaks(position: Position) -> Iterator[BreakLoose]:
    """Every ship that waits, and every ship that holds her."""
    activation = position.activation
    if activation is None or activation.moving is not None:
        return
    for doing in activation.doings:
        if doing.stage == "waiting":
            yield from (BreakLoose(doing.ship, other) for other in sorted(position.ship(doing.ship).grappled - doing.tried))


# -- scythes ---------------------------------------------------------------------------------------------------------------------------


@cites("8.12 note", "6.16", "6.18")
def check_use_scythes(position: Position, order: UseScythes) -> Refusal | None:
    """A Roman galley at Cruise, in the middle of her move, with a sailing ship of the Veneti on her flank [8.12 note, A47]."""
    if position.rules.switch("scythes") == "off":
        return Refusal(N_("This game is played without the scythes."), "8.12 note", N_("Grapple instead."))
    refusal = check_acts(position, order.ship) or check_no_other_moves(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    refusal = (
        _check_carries_scythes(ship) or _check_reaches_out(position, ship, doing) or check_target(position, ship, order.target, "8.12 note")
    )
    if refusal:
        return refusal
    return _check_halyards(ship, position.ship(order.target))


def _check_halyards(ship: Ship, target: Ship) -> Refusal | None:
    if target.kind != "sail" or target.side != "veneti":
        return Refusal(
            N_("{target} has no halyards to cut.").format(target=target.name), "8.12 note", N_("Choose a sailing ship of the Veneti.")
        )
    if target.immobilised:
        return Refusal(
            N_("{target} is immobilised already.").format(target=target.name), "8.12 note", N_("Grapple her: she is an easy target now.")
        )
    if not flanks(ship, target, "own_flank"):
        return Refusal(
            N_("{target} is not on a flank of {ship}.").format(target=target.name, ship=ship.name),
            "8.12 note",
            N_("Row until they share a flank hexside."),
        )
    return None


def _check_carries_scythes(ship: Ship) -> Refusal | None:
    if ship.kind != "galley" or ship.side != "roman" or ship.controller != "roman":
        return Refusal(N_("{ship} has no scythes.").format(ship=ship.name), "8.12 note", N_("Only Roman galleys have them."))
    if ship.captured:
        return Refusal(
            N_("{ship} is a prize: she may move, but not fight.").format(ship=ship.name),
            "8.25",
            N_("Choose a galley that was never captured."),
        )
    if ship.level != "cruise":
        return Refusal(
            N_("{ship} is at Maximum speed, too fast for the scythes.").format(ship=ship.name),
            "8.12 note",
            N_("Choose a galley at Cruise."),
        )
    return None


def _check_reaches_out(position: Position, ship: Ship, doing: Doing) -> Refusal | None:
    """The scythes take movement points and one try in an activation."""
    if position.acting.limit == "idle":
        return Refusal(N_("{ship} lies idle in the confusion.").format(ship=ship.name), "6.18", N_("She may only answer enemy fire."))
    if position.acting.limit == "disorder":
        return Refusal(
            N_("{ship} holds back and does nothing beside her moving.").format(ship=ship.name),
            "6.16",
            N_("Choose a galley that acts freely."),
        )
    if doing.scythed:
        return Refusal(
            N_("{ship} has used her scythes in this activation.").format(ship=ship.name),
            "8.12 note",
            N_("She may try again in her next one."),
        )
    pm = settled(procedures.action_cost, position.rules, "scythes").pm
    if doing.stage != "moving" or doing.left < pm:
        return Refusal(
            N_("The scythes cost {pm} PM, which {ship} does not have.").format(pm=pm, ship=ship.name),
            "8.12 note",
            N_("Announce points, and keep {pm} of them.").format(pm=pm),
        )
    return None


@cites("8.12 note")
def use_scythes(dice: Dice, position: Position, order: UseScythes) -> Outcome[Position]:
    """Pay, and throw by crew quality; a ship without her yard lies where she is for the rest of the game [8.12 note, A47]."""
    ship, target, doing = position.ship(order.ship), position.ship(order.target), position.acting.of(order.ship)
    pm = settled(procedures.action_cost, position.rules, "scythes").pm
    left = doing.left - pm
    position = position.with_doing(ship.id, left=left, spent=doing.spent + pm, scythed=True, stage="moving" if left else "moved")
    throw = throw_for(dice, procedures.scythes, position.rules, crew_of(position, ship))
    if throw.outcome.success:
        position = position.with_ships(replace(target, immobilised=True))
    return Outcome(position, (ScythesUsed(ship.id, target.id, throw.outcome.success, throw),))


def scythings(position: Position) -> Iterator[UseScythes]:
    """The galley that is moving, and every sailing ship beside her."""
    moving = position.activation.moving if position.activation else None
    if moving is None or moving.scythed:
        return
    ship = position.ship(moving.ship)
    if ship.kind == "galley":
        yield from (UseScythes(ship.id, other.id) for other in enemies_beside(position, ship) if other.kind == "sail")


# -- grappling -------------------------------------------------------------------------------------------------------------------------


@cites("8.1", "8.11", "8.11 note", "8.25", "6.16", "6.18")
def check_grapple(position: Position, order: Grapple) -> Refusal | None:
    """At the end of her move, not at Maximum, once, an enemy alongside [8.11, A19]."""
    refusal = check_fights(position, order.ship) or check_no_other_moves(position, order.ship)
    if refusal:
        return refusal
    ship, doing = position.ship(order.ship), position.acting.of(order.ship)
    refusal = _check_throws(position, ship, doing) or check_target(position, ship, order.target, "8.11")
    if refusal:
        return refusal
    target = position.ship(order.target)
    if target.id in ship.grappled:
        return Refusal(
            N_("{ship} and {target} are grappled already.").format(ship=ship.name, target=target.name),
            "8.11",
            N_("Board her in the boarding segment."),
        )
    side = position.rules.switch("grapple_side")
    if not flanks(ship, target, side):
        any_side, flank = N_("{ship} and {target} share no hexside."), N_("{ship} and {target} share no flank hexside.")
        return Refusal(
            (any_side if side == "any" else flank).format(ship=ship.name, target=target.name),
            "8.11",
            N_("Choose a ship alongside, or end the move alongside."),
        )
    return None


def _check_throws(position: Position, ship: Ship, doing: Doing) -> Refusal | None:
    """Whether she can throw grapnels at all."""
    if not crew_of(position, ship):
        return Refusal(
            N_("{ship} is a prize: she may move, but not fight.").format(ship=ship.name),
            "8.25",
            N_("Choose a ship that was never captured."),
        )
    if ship.level == "maximum":
        return Refusal(
            N_("{ship} is at Maximum speed and cannot grapple.").format(ship=ship.name),
            "8.11",
            N_("Choose a ship at Cruise, or set Cruise next turn."),
        )
    if doing.stage == "moving":
        return Refusal(
            N_("{ship} is still moving.").format(ship=ship.name),
            "8.11",
            N_("Spend the {left} PM she has left first.").format(left=doing.left),
        )
    if doing.threw:
        return Refusal(
            N_("{ship} has thrown her grapnels in this activation.").format(ship=ship.name),
            "8.11",
            N_("She may try again in her next one."),
        )
    return None


@cites("8.11", "8.42")
def grapple(dice: Dice, position: Position, order: Grapple) -> Outcome[Position]:
    """It ends her move; if the target may answer with missiles she does so first, before the roll [8.11, 8.42, A57]."""
    position = position.with_doing(order.ship, stage="moved", left=0, threw=True)
    if not may_react(position, position.ship(order.target), at=position.ship(order.ship)):
        return roll_grapple(dice, position, order.ship, order.target)
    exchange = Exchange((), (order.target,), grapple=(order.ship, order.target))
    return Outcome(replace(position, pending=exchange), (GrappleDeclared(order.ship, order.target),))


@cites("8.12", "2.3 DRM")
def roll_grapple(dice: Dice, position: Position, ship_id: str, target_id: str) -> Outcome[Position]:
    """Throw the grapnels; a success ties both ships to each other [8.12, A58]."""
    ship, target = position.ship(ship_id), position.ship(target_id)
    throw = throw_for(dice, procedures.grapple, position.rules, crew_of(position, ship), target.immobilised, bool(target.grappled))
    if throw.outcome.success:
        position = with_grapple(position, ship_id, target_id, held=True)
    return Outcome(position, (GrappleTried(ship_id, target_id, throw.outcome.success, throw),))


def grapples(position: Position) -> Iterator[Grapple]:
    """Every ship that is not moving, and every enemy beside her."""
    activation = position.activation
    if activation is None or activation.moving is not None:
        return
    for doing in activation.doings:
        ship = position.ship(doing.ship)
        if not doing.threw and not ship.gone and not ship.captured:
            yield from (Grapple(ship.id, other.id) for other in enemies_beside(position, ship) if other.id not in ship.grappled)
