"""What must hold from one order to the next in any game of escadres, told without the engine's own checks."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from rulesdemo.board.hexes import distance
from rulesdemo.games.escadres.play import orders as o
from rulesdemo.games.escadres.play.state import Position, Ship
from tests.support.random_play import Deed

PRINTED = (
    "id",
    "name",
    "type_name",
    "side",
    "decks",
    "guns",
    "training",
    "power_initial",
    "crew_initial",
    "speed_initial",
    "turns_initial",
)
DICE = (o.FireAt, o.RollFires, o.RollDebris)
# Which orders may change which field of a ship; a draw, or the last order before it, sets a ship stopped that cannot move.
CHANGES: dict[str, tuple[type, ...]] = {
    "bow": (o.Straight, o.RollDrift, o.Drift),
    "heading": (o.Turn, o.RollDrift, o.Drift),
    "power": DICE,
    "crew": DICE,
    "speed": DICE,
    "turns": DICE,
    "hull": (*DICE, o.RollLeak, o.RollDrift, o.Drift),
    "fires": (*DICE, o.FightFires, o.RollLeak, o.RollDrift, o.Drift),
    "stopped": (o.Draw, o.Straight, o.Turn, o.EndMove),
    "next_move_zero": (*DICE, o.Draw),
    "gone": (*DICE, o.RollLeak, o.RollDrift, o.Drift),
}


@dataclass
class Watch:
    """One game under observation; remembers who has played this turn."""

    turn: int = 0
    drawn: list[str] = field(default_factory=list)

    def see(self, deed: Deed) -> None:
        """Check one order against all that came before."""
        before, after = deed.before, deed.outcome.position
        for was, now in zip(before.ships, after.ships, strict=True):
            if was is not now and was != now:
                see_ship(deed, was, now)
        self._see_turn(deed, before, after)
        assert before.wind_to == after.wind_to, "the wind never changes"
        see_giver(before, deed.decision.side, deed.order)

    def _see_turn(self, deed: Deed, before: Position, after: Position) -> None:
        if before.turn.number != self.turn:
            self.turn, self.drawn = before.turn.number, []
        if isinstance(deed.order, o.Draw):
            name = deed.outcome.events[0].ship
            assert name not in self.drawn, f"{name} plays twice in a turn"
            assert not before.ship(name).lost
            self.drawn.append(name)
        if before.turn.number != after.turn.number:
            able = {ship.id for ship in before.ships if not ship.lost}
            assert able <= set(self.drawn), f"{able - set(self.drawn)} did not play"
        doing, then = before.activation, after.activation
        if doing is not None and then is not None and doing.ship == then.ship:
            assert doing.allowance == then.allowance, "the allowance is frozen"
            assert then.left <= doing.left
            assert then.turned <= max(before.ship(doing.ship).turns, doing.turned)


def see_ship(deed: Deed, was: Ship, now: Ship) -> None:
    """What changed on a ship is what such an order may change, in the direction in which it may."""
    for each in fields(Ship):
        if getattr(was, each.name) != getattr(now, each.name):
            assert each.name not in PRINTED, f"{each.name} of {was.name} is printed on the sheet"
            assert isinstance(deed.order, CHANGES[each.name]), f"{deed.order} changed {each.name} of {was.name}"
    assert not was.gone, f"{was.name} came back"
    assert (now.power <= was.power, now.crew <= was.crew, now.speed <= was.speed, now.turns <= was.turns) == (True,) * 4
    assert was.hull is None or now.hull is None or now.hull <= was.hull
    assert now.fires <= was.fires or isinstance(deed.order, DICE)
    if (was.bow, was.heading) != (now.bow, now.heading):
        assert was.id == deed.order.ship
        assert all(min(distance(place, old) for old in was.hexes) <= 1 for place in now.hexes)
        assert not was.struck or isinstance(deed.order, o.RollDrift | o.Drift), f"{was.name} has struck, and sails"


def see_giver(before: Position, side: str, order: Any) -> None:
    """Nobody gives orders to a ship that is not his, or that is gone; nobody fires at a friend or at a ship that has struck."""
    if hasattr(order, "ship"):
        assert before.ship(order.ship).side == side
        assert not before.ship(order.ship).gone
    if isinstance(order, o.FireAt):
        target = before.ship(order.target)
        assert target.side != side
        assert not target.lost
        assert not before.ship(order.ship).lost
