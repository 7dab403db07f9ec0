"""What stands still in a move (4.1, 4.4, 4.7b, 4.9m): forts manned, redoubts dug, batteries placed, and the end of the moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesdemo.games.toulon.play import fortifications, ground, setup
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.movement import mine, turnings
from rulesdemo.games.toulon.play.names import PLAYERS
from rulesdemo.games.toulon.play.operations import check_pays, payers
from rulesdemo.games.toulon.play.orders import EndMoves, Fortify, Garrison, PlaceBattery
from rulesdemo.games.toulon.play.state import BONAPARTE, Position, Side, Unit, enemy_of
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites
from rulesdemo.words import N_


@cites("4.1")
def check_garrison(position: Position, order: Garrison) -> Refusal | None:
    """A unit of one's own where there is a fort, and room in it or before it [4.1]."""
    unit = mine(position, order.unit)
    if not isinstance(unit, Unit) or unit.place not in position.board.zones:
        return Refusal(N_("That is no unit of yours on the map."), "4.1", N_("Choose one of your own."))
    zone = position.zone(unit.place)
    if not zone.fort or zone.whole_fort:
        return Refusal(
            N_("There is no fort to go into in {zone}.").format(zone=zone.name), "4.1", N_("Choose a unit in a zone with a fort.")
        )
    if unit.fort == order.inside:
        return Refusal(
            by_number(unit.name, N_("{unit} is there already."), N_("{unit} are there already.")).format(unit=unit.name),
            "4.1",
            N_("Choose another unit."),
        )
    if unit.steps >= position.number("steps"):
        return Refusal(
            by_number(unit.name, N_("{unit} has made its moves of this turn."), N_("{unit} have made their moves of this turn.")).format(
                unit=unit.name
            ),
            "4.9b",
            N_("Choose another unit, or end the moves."),
        )
    if order.inside and any(each.fort for each in position.of(enemy_of(unit.side), zone.id)):
        return Refusal(N_("The enemy holds the fort."), "4.1", N_("Storm it first."))
    return ground.check_fits(position, unit, zone.id, fort=order.inside)


@cites("4.1")
def garrison(_dice: Dice, position: Position, order: Garrison) -> Outcome[Position]:
    """In or out [4.1]."""
    unit = position.unit(order.unit)
    position = position.with_unit(unit.id, fort=order.inside, steps=unit.steps + 1)
    words = (
        (N_("{unit} mans the fort of {zone}."), N_("{unit} man the fort of {zone}."))
        if order.inside
        else (N_("{unit} comes out of the fort of {zone}."), N_("{unit} come out of the fort of {zone}."))
    )
    return Outcome(position, (Notice("garrison", "4.1", words, (unit.id, unit.place)),))


def garrisons(position: Position) -> Iterator[Garrison]:
    """Every unit of the player in a zone with a fort."""
    most = position.number("steps")
    for unit in position.movers:
        if position.zone(unit.place).fort and unit.steps < most and ground.fits(position, unit, unit.place, fort=not unit.fort):
            yield Garrison(unit.id, not unit.fort)


@cites("4.9a", "4.9m")
def check_end_moves(position: Position, _order: EndMoves) -> Refusal | None:
    """Nobody ends his turn on a road, nor with the other wing before turn 12 [4.9a, 4.9m]."""
    found = next(turnings(position), None)
    if found is None:
        return None
    unit = position.unit(found.unit)
    where = position.zone(unit.place)
    if where.kind == "road":
        return Refusal(N_("{unit} is on a road.").format(unit=unit.name), "4.9m", N_("Bring it to a zone, or let it turn back."))
    first = position.rules.table("turn_switches").at("wings_merge", "from")
    words = N_("{unit} may not stay with the other wing in {zone} before turn {first}.")
    return Refusal(words.format(unit=unit.name, zone=where.name, first=first), "4.9a", N_("March on, or let it turn back."))


@cites("4.9m")
def end_moves(_dice: Dice, position: Position, _order: EndMoves) -> Outcome[Position]:
    """The next player of the side, if any; after the last, no leader is left alone among enemies [4.9m, T43]."""
    seat, *others = position.turn.seats
    position, events = ground.brought_home(position, position.turn.side) if not others else Outcome(position)
    told = Notice("ended", "4.9m", N_("{player} ends his moves.").format(player=PLAYERS[seat]))
    return Outcome(position.with_turn(seats=tuple(others)), (told, *events))


def endings(_position: Position) -> Iterator[EndMoves]:
    """The end."""
    yield EndMoves()


@cites("4.4", "1.15", "4.2b")
def check_battery(position: Position, order: PlaceBattery) -> Refusal | None:
    """In the set-up a battery is free; during play it costs OP, and no enemy may be in its zone [1.15, 4.4]."""
    refusal = setup.check_place_battery(position, order)
    if refusal or position.turn.step != "move":
        return refusal or check_pays(position, position.seat(BONAPARTE), order.purse, (position.unit(order.unit),), 0)
    if ground.is_occupied(position, "allied", order.zone):
        return Refusal(
            N_("The enemy is in {zone}.").format(zone=position.zone(order.zone).name), "4.4", N_("Choose the other zone, or wait.")
        )
    unit = position.unit(order.unit)
    refusal = ground.check_wings(position, unit, order.zone) or ground.check_fits(position, unit, order.zone)
    return refusal or check_pays(position, position.turn.seats[0], order.purse, (unit,), position.number("battery_op"))


@cites("4.4")
def place_battery(dice: Dice, position: Position, order: PlaceBattery) -> Outcome[Position]:
    """Pay for it, if it is paid for, and put it down; its redoubt is free [4.4]."""
    if order.purse is None:
        return setup.place_battery(dice, position, order)
    position = position.paying(order.purse, position.number("battery_op"))
    if order.redoubt and fortifications.redoubt_in(position, order.zone) is not None:
        order = replace(order, redoubt=False)
    return setup.place_battery(dice, position, order)


def battery_placings(position: Position) -> Iterator[PlaceBattery]:
    """Every battery in every zone named for one, free in the set-up, from every purse that can pay during play."""
    for order in setup.batteries(position):
        if position.turn.step != "move":
            yield order
        else:
            for purse in payers(position, position.turn.seats[0], (position.unit(order.unit),), position.number("battery_op")):
                yield replace(order, purse=purse)


def digs(position: Position) -> Iterator[Fortify]:
    """Every zone where the player could dig."""
    seat, side = position.turn.seats[0], position.turn.side
    op = position.number("redoubt_op")
    held = {unit.place for unit in position.movers}
    for zone in position.board.chart.of_kind("land"):
        units = diggers(position, seat, side, zone) if zone in held else ()
        if units and fortifications.check_dig(position, side, zone) is None:
            for purse in payers(position, seat, units, op):
                yield Fortify(zone, purse)


def diggers(position: Position, seat: str, side: Side, zone: str) -> tuple[Unit, ...]:
    """The player's units in a zone, patrols apart."""
    return tuple(unit for unit in position.of(side, zone) if not unit.patrol and position.seat(unit.nation) == seat)


@cites("4.7b", "4.7c")
def check_fortify(position: Position, order: Fortify) -> Refusal | None:
    """With units of one's own in the zone, no enemy there, and the OP [4.7c]."""
    seat, side = position.turn.seats[0], position.turn.side
    units = diggers(position, seat, side, order.zone) if order.zone in position.board.zones else ()
    if not units or position.zone(order.zone).kind != "land" or ground.is_occupied(position, enemy_of(side), order.zone):
        return Refusal(N_("Only your own units, undisturbed, dig a redoubt."), "4.7b", N_("Choose a zone that you hold alone."))
    refusal = fortifications.check_dig(position, side, order.zone)
    return refusal or check_pays(position, seat, order.purse, units, position.number("redoubt_op"))


def fortify(_dice: Dice, position: Position, order: Fortify) -> Outcome[Position]:
    """Build or improve it."""
    position = position.paying(order.purse, position.number("redoubt_op"))
    return fortifications.dig(position, position.turn.side, order.zone)
