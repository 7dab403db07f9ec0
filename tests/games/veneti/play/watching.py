"""What must hold from one order to the next in any game of veneti, told without the engine's own checks."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from rulesdemo.board.hexes import distance
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.ships import marines_of
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.play.engine import Decision
from tests.support.random_play import Deed

STEERS = (o.Ahead, o.Veer, o.Sail, o.Pivot, o.AboutTurn, o.Back)
PRINTED = ("id", "name", "type_name", "side", "kind", "crew_printed", "marines_printed", "cruise", "maximum", "height", "flame", "crippled")
# Which orders may change which field of a ship; those that can end an activation let the status phase and a new turn follow.
OPENINGS = (o.RollWind, o.AppointLeader, o.DoWithoutLeader, o.Assign, o.RollInitiative, o.NameFirst)
LAST_ONES = (o.EndMovement, o.EndBoarding, o.Board, o.TakeLoss, o.RollFatigue, o.FightFire, o.RollSpread, o.RollConfusion)
SHOTS = (o.Fire, o.React, o.HoldFire)
CHANGES: dict[str, tuple[type, ...]] = {
    "bow": STEERS,
    "heading": STEERS,
    "controller": (o.Board,),
    "captured": (o.Board,),
    "level": (o.SetSpeed, o.Transfer, *LAST_ONES, *OPENINGS),
    "fatigue": (o.RollFatigue, *LAST_ONES),
    "fatigue_fresh": (o.RollFatigue, *LAST_ONES),
    "depletion": (*SHOTS, o.Grapple, o.Board, o.TakeLoss, o.FightFire),
    "immobilised": (o.UseScythes,),
    "on_fire": (*SHOTS, o.FightFire, o.RollSpread, *STEERS),
    "barred_since": (*SHOTS, o.FightFire, o.RollSpread, *LAST_ONES),
    "grappled": (o.Grapple, o.React, o.HoldFire, o.BreakLoose, o.FightFire, *STEERS),
    "repelled": (o.Board, *LAST_ONES),
    "gone": (*STEERS, o.FightFire),
}


@dataclass
class Watch:
    """One game under observation; remembers who has moved this turn, and in which activation."""

    moved_in: dict[str, int] = field(default_factory=dict)
    turn: int = 0

    def see(self, deed: Deed) -> None:
        """Check one order against all that came before."""
        before, after = deed.before, deed.outcome.position
        if before.turn.number != self.turn:
            self.turn, self.moved_in = before.turn.number, {}
        for was, now in zip(before.ships, after.ships, strict=True):
            if was is not now and was != now:
                self._see_ship(deed, was, now)
        self._see_turn(before, after)
        see_leaders(before, after, deed.order)
        see_giver(before, deed.decision, deed.order)
        see_activation(before, after)
        assert before.wind == after.wind or isinstance(deed.order, o.RollWind)

    def _see_ship(self, deed: Deed, was: Ship, now: Ship) -> None:
        order: Any = deed.order
        for each in fields(Ship):
            if getattr(was, each.name) != getattr(now, each.name):
                assert each.name not in PRINTED, f"{each.name} of {was.name} is printed on the counter"
                assert isinstance(order, CHANGES[each.name]), f"{order} changed {each.name} of {was.name}"
        assert not was.gone or (was.gone, was.bow, was.controller) == (now.gone, now.bow, now.controller), f"{was.name} came back"
        assert not was.captured or now.captured, f"{was.name} is a prize no more"
        assert (now.controller, now.captured) == (was.controller, was.captured) or now.captured == (
            "recaptured" if now.controller == now.side else "captured"
        )
        assert now.depletion >= was.depletion
        assert marines_of(deed.outcome.position, now) >= 0
        assert now.immobilised or not was.immobilised
        if (was.bow, was.heading) != (now.bow, now.heading):
            self._see_move(deed, was, now)

    def _see_move(self, deed: Deed, was: Ship, now: Ship) -> None:
        """She moved by her own order, one hex at most, free of grapples, in the one activation that she has this turn."""
        assert was.id == deed.order.ship
        assert not was.grappled
        assert not was.immobilised
        assert all(min(distance(place, old) for old in was.hexes) <= 1 for place in now.hexes)
        number = deed.before.acting.number
        assert self.moved_in.setdefault(was.id, number) == number, f"{was.name} moves twice in a turn"

    def _see_turn(self, before: Position, after: Position) -> None:
        was, now = before.turn, after.turn
        if was.number != now.number:
            assert now.activated == frozenset()
            return
        assert was.activated <= now.activated
        assert was.doubled <= now.doubled
        assert was.speed_set <= now.speed_set


def see_leaders(before: Position, after: Position, order: Any) -> None:
    """Leaders come by appointment, change ships by transfer, and never come back."""
    known = {leader.id: leader for leader in before.leaders}
    assert set(known) <= {leader.id for leader in after.leaders}
    for leader in after.leaders:
        was = known.get(leader.id)
        if was is None:
            assert isinstance(order, o.AppointLeader)
            continue
        assert not was.lost or (leader.lost_on, leader.ship) == (was.lost_on, was.ship)
        assert leader.ship == was.ship or (isinstance(order, o.Transfer) and order.leader == leader.id)
        assert (leader.side, leader.admiral, leader.command_range, leader.initiative) == (
            was.side,
            was.admiral,
            was.command_range,
            was.initiative,
        )
        if not leader.lost:
            assert after.ship(leader.ship).controller == leader.side


def see_giver(before: Position, decision: Decision, order: Any) -> None:
    """Nobody gives orders to a ship that is not his, or that is lost."""
    named = [order.ship] if hasattr(order, "ship") and not isinstance(order, o.Transfer) else []
    named += [party.ship for party in getattr(order, "parties", ())]
    for name in named:
        assert before.ship(name).controller == decision.side
        assert not before.ship(name).gone
    if isinstance(order, o.Activate | o.ActivateTogether):
        assert before.leader(order.leader).side == decision.side == before.turn.active


def see_activation(before: Position, after: Position) -> None:
    """Points are only spent, ships only go from waiting to moved, and the activations are counted."""
    was, now = before.activation, after.activation
    assert after.activations - before.activations in (0, 1)
    if was is None or now is None or was.number != now.number:
        return
    assert [doing.ship for doing in was.doings] == [doing.ship for doing in now.doings]
    stages = ("waiting", "moving", "moved")
    for old, new in zip(was.doings, now.doings, strict=True):
        assert new.left >= 0
        assert new.spent >= old.spent
        assert stages.index(new.stage) >= stages.index(old.stage)
        assert old.fired <= new.fired
        assert old.threw <= new.threw
        assert old.tried <= new.tried
    assert was.reacted <= now.reacted
    assert was.boarded <= now.boarded
