"""Rally (4.13): surrounded forces suffer, the others recover temporary losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.toulon.combat import loss_order
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.names import ZONE
from rulesdemo.games.toulon.play.orders import Rally, RollSurrounded, Skip
from rulesdemo.games.toulon.play.state import GONE, Position, Unit
from rulesdemo.games.toulon.supply import surrounded_losses
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_, Nn_


@cites("4.13b")
def call_surrounded(position: Position) -> Outcome[Position]:
    """Every force of the side that is wholly ringed by the enemy; under a switch not those in a fort [4.13b, T32]."""
    side = position.turn.side
    due = []
    for zone in position.board.chart.of_kind("land"):
        units = position.of(side, zone)
        if units and ground.is_surrounded(position, side, zone) and not _spared(position, units):
            due.append(zone)
    return Outcome(position.with_turn(due=tuple(due)))


@cites("4.13b")
def _spared(position: Position, units: tuple[Unit, ...]) -> bool:
    return all(unit.fort for unit in units) and position.rules.switch("surrounded_fort_losses") == "no"


@cites("4.13b")
def decide_surrounded(position: Position) -> Decision | None:
    """The owner of the next surrounded force [4.13b]."""
    if not position.turn.due:
        return None
    zone = position.turn.due[0]
    unit = position.of(position.turn.side, zone)[0]
    return Decision(
        position.seat(unit.nation),
        (RollSurrounded,),
        "4.13b",
        N_("Throw for the surrounded force in {zone}.").format(zone=position.zone(zone).name),
    )


def check_surrounded(position: Position, order: RollSurrounded) -> Refusal | None:
    """One force after the other."""
    due = position.turn.due[0]
    if order.zone == due:
        return None
    return Refusal(N_("Surrounded forces throw one after the other."), "4.13b", N_("Throw for {due}.").format(due=position.zone(due).name))


@cites("4.13b", "1.9")
def roll_surrounded(dice: Dice, position: Position, order: RollSurrounded) -> Outcome[Position]:
    """A die of losses, temporary and permanent in turn, the strongest first [4.13b, 4.12a]."""
    side = position.turn.side
    units = position.of(side, order.zone)
    fort = all(unit.fort for unit in units)
    throw = throw_for(dice, surrounded_losses, position.rules, fort)
    losses = throw.outcome.losses
    words = Nn_("The force in {zone} is surrounded: {n} loss.", "The force in {zone} is surrounded: {n} losses.", losses).format(zone=ZONE)
    events: list[Any] = [Notice("surrounded", "4.13b", words, (order.zone,), throw)]
    for number in range(losses):
        left = position.of(side, order.zone)
        if not left:
            break
        unit = max(left, key=lambda each: each.strength)
        if not unit.strength:
            position = position.with_unit(unit.id, place=GONE, fort=False)
            events.append(Notice("crushed", "4.12d", (N_("{unit} is crushed."), N_("{unit} are crushed.")), (unit.id,)))
            continue
        arm = "artillery" if unit.is_gun else unit.arm
        kind = settled(loss_order, position.rules, arm, number + 1, False, False).losses[number]  # noqa: FBT003 - inputs of a procedure
        changes = {"temp": unit.temp + 1} if kind == "temporary" else {"perm": unit.perm + 1}
        position = position.with_unit(unit.id, **changes)
    position, more = ground.claim(position, order.zone)  # who is left there, if a whole force was crushed
    return Outcome(position.with_turn(due=position.turn.due[1:]), (*events, *more))


def surrounded_rolls(position: Position) -> Iterator[RollSurrounded]:
    """The next force."""
    yield RollSurrounded(position.turn.due[0])


@cites("4.13a")
def begin_rally(position: Position) -> Outcome[Position]:
    """The players of the side, one after the other."""
    return Outcome(position.with_turn(seats=position.players_of(position.turn.side), due=()))


def decide_rally(position: Position) -> Decision | None:
    """The next player who has anybody to rally."""
    seat = _seat(position)
    return Decision(seat, (Rally, Skip), "4.13a", N_("Recover a temporary loss, or let it pass.")) if seat else None


def _can_rally(position: Position, seat: str) -> bool:
    return any(
        unit.temp and position.seat(unit.nation) == seat and unit.place in position.board.zones and why_not(position, unit) is None
        for unit in position.units
    )


def _seat(position: Position) -> str:
    if "rallying" not in position.memo:
        position.memo["rallying"] = next((seat for seat in position.turn.seats if _can_rally(position, seat)), "")
    found: str = position.memo["rallying"]
    return found


@cites("4.13a", "4.13b")
def why_not(position: Position, unit: Unit) -> Refusal | None:
    """Once a turn, not beyond the limits of stacking, and not while surrounded outside a fort [4.13a, 4.13b]."""
    key = ("why not", unit.id)
    if key not in position.memo:
        position.memo[key] = _why_not(position, unit)
    found: Refusal | None = position.memo[key]
    return found


def _why_not(position: Position, unit: Unit) -> Refusal | None:
    if unit.rallied:
        return Refusal(
            by_number(unit.name, N_("{unit} has rallied this turn."), N_("{unit} have rallied this turn.")).format(unit=unit.name),
            "4.13a",
            N_("Choose another unit, or let it pass."),
        )
    if position.zone(unit.place).kind == "land" and not unit.fort and ground.is_surrounded(position, unit.side, unit.place):
        return Refusal(
            by_number(unit.name, N_("{unit} is surrounded."), N_("{unit} are surrounded.")).format(unit=unit.name),
            "4.13b",
            N_("Choose another unit, or let it pass."),
        )
    if unit.sp - unit.temp - unit.perm < 0:
        return None
    after = position.with_unit(unit.id, temp=unit.temp - 1)
    if ground.stack(after, unit.side, unit.place, fort=unit.fort).legal:
        return None
    return Refusal(
        N_("There is no room for {unit} to recover where it is.").format(unit=unit.name),
        "4.13a",
        N_("Choose another unit, or let it pass."),
    )


@cites("4.13a")
def check_rally(position: Position, order: Rally) -> Refusal | None:
    """A unit of one's own with a temporary loss [4.13a]."""
    unit = position.find(order.unit)
    if unit is None or position.seat(unit.nation) != _seat(position) or not unit.temp or unit.place not in position.board.zones:
        return Refusal(N_("No such unit of yours has a temporary loss."), "4.13a", N_("Choose one that has, or let it pass."))
    return why_not(position, unit)


@cites("4.13a", "4.11")
def rally(_dice: Dice, position: Position, order: Rally) -> Outcome[Position]:
    """One temporary loss comes back [4.13a]."""
    unit = position.unit(order.unit)
    position = position.with_unit(unit.id, temp=unit.temp - 1, rallied=True)
    return Outcome(
        position,
        (Notice("rallied", "4.13a", (N_("{unit} recovers a temporary loss."), N_("{unit} recover a temporary loss.")), (unit.id,)),),
    )


def rallies(position: Position) -> Iterator[Rally]:
    """Every unit of the player with a temporary loss."""
    for unit in position.units:
        if unit.temp:
            yield Rally(unit.id)


def skip_rally(position: Position) -> Outcome[Position]:
    """The player is done."""
    seat = _seat(position)
    return Outcome(position.with_turn(seats=position.turn.seats[position.turn.seats.index(seat) + 1 :]))
