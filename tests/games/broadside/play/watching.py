"""What must hold from one order to the next in any game of broadside, told without the engine's own checks."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields
from itertools import pairwise
from typing import Any

from rulesdemo.board.hexes import distance
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.events import Manoeuvred, OrderWritten, TargetChosen
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.play.writing import turn_of
from rulesdemo.play.order_codec import order_text
from tests.support.random_play import Deed

PRINTED = {
    *("id", "name", "type_name", "side", "rank", "admiral", "m_close_hauled", "m_reaching", "m_running", "masts", "inertia"),
    *("has_full_sail", "boarding", "short", "long", "sections"),
}
MOVING = (o.Ready, o.RollContact, o.RollTie)
SECRET = (o.Plot, o.Aim)


def see(deed: Deed) -> None:
    """Check one order."""
    before, after = deed.before, deed.outcome.position
    for was, now in zip(before.ships, after.ships, strict=True):
        if was is not now and was != now:
            see_ship(deed, was, now)
    see_movement(deed)
    see_secrets(deed)
    if before.turn.number != after.turn.number:
        assert not after.turn.ready
        assert not after.shots
        assert not after.hits


def see_ship(deed: Deed, was: Ship, now: Ship) -> None:
    """What changed on a ship is what such an order may change, in the direction in which it may."""
    for each in fields(Ship):
        if getattr(was, each.name) != getattr(now, each.name):
            assert each.name not in PRINTED, f"{each.name} of {was.name} is printed on the card"
    assert not was.gone, f"{was.name} came back"
    assert now.hull <= was.hull
    assert now.masts_lost >= was.masts_lost
    assert now.has_fired or not was.has_fired
    hurt = (was.damage, now.damage)
    for name in ("gunner_dead", "captain_dead", "officers_dead", "rigging_m", "rigging_inertia", "guns_loose"):
        assert getattr(hurt[1], name) >= getattr(hurt[0], name), f"{name} of {was.name} healed"
    if (was.place, was.heading) != (now.place, now.heading):
        moved_by_itself = before_orders(deed)
        assert isinstance(deed.order, MOVING) or moved_by_itself, f"{deed.order} moved {was.name}"
        assert not was.locked
        assert not was.is_fort
        assert not was.surrendered


def before_orders(deed: Deed) -> bool:
    """Whether the sequence went through a movement without anybody being asked to write."""
    return any(isinstance(event, Manoeuvred) for event in deed.outcome.events)


def see_movement(deed: Deed) -> None:
    """A movement is one hex after the other, ends where it says, and leaves at most one ship in a hex that somebody came to."""
    for event in deed.outcome.events:
        if not isinstance(event, Manoeuvred):
            continue
        for track in event.tracks:
            hexes = [place.hex for place in track.steps]
            assert all(distance(one, other) == 1 for one, other in pairwise(hexes))
            assert 0 <= track.at < len(track.steps)
        locked = {name for contact in event.contacts if contact.how == "boarding" for name in contact.ships}
        ends = Counter(track.place.hex for track in event.tracks if not track.left)
        for track in event.tracks:
            came = track.at and not track.left and track.ship not in locked
            assert not came or ends[track.place.hex] == 1, f"{track.ship} shares a hex"
        backs = Counter(contact.back for contact in event.contacts if contact.how == "kept")
        for track in event.tracks:
            assert len(track.steps) - 1 - track.at == backs[track.ship], f"{track.ship} was put back {backs[track.ship]} times"


def see_secrets(deed: Deed) -> None:
    """No sentence tells what was written or aimed at before it is revealed, and the other side's sight does not hold it."""
    order, after = deed.order, deed.outcome.position
    if not isinstance(order, SECRET) or not ENGINE.secret(deed.before, order, after):
        return
    told = (
        OrderWritten(order.ship, turn_of(deed.before, deed.before.ship(order.ship)))
        if isinstance(order, o.Plot)
        else TargetChosen(order.ship)
    )
    assert deed.outcome.events == (told,), "the log says more than that something was written"
    side = deed.decision.side
    other = next(each for each in ENGINE.sides if each != side)
    assert hidden(ENGINE.sight(after, other)) == hidden(ENGINE.sight(deed.before, other)), order_text(order)


def hidden(position: Position) -> Any:
    """Everything that a side sees of the logs and the targets of both."""
    return [ship.log for ship in position.ships], position.turn.wrote, [shot for shot in position.shots if shot.target]
