"""Guns at range (4.12h to 4.12n): who may fire into a combat, from how far, and with what ammunition."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesdemo.games.toulon.combat import artillery_range, batteries_firing
from rulesdemo.games.toulon.movement import quality_tests
from rulesdemo.games.toulon.play import fortifications
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.orders import Bombard
from rulesdemo.games.toulon.play.state import Battle, Position, Unit, enemy_of
from rulesdemo.games.toulon.play.supply import in_war_supply
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_


def _battle(position: Position) -> Battle:
    assert isinstance(position.pending, Battle)  # noqa: S101 - asked only while one is pending
    return position.pending


def has_shot(position: Position, battle: Battle) -> bool:
    """Whether the side whose guns may fire now has any that can."""
    return any(check_bombard(position, order) is None for order in bombardments(position)) if battle.stage == "fire" else False


def gunner(position: Position, _battle: Battle) -> str:
    """The player of the first gun that can fire."""
    order = next(order for order in bombardments(position) if check_bombard(position, order) is None)
    return position.seat(position.unit(order.unit).nation)


@cites("4.12h", "4.12j", "4.12k", "4.12l", "4.12m", "4.12n", "6.8")
def check_bombard(position: Position, order: Bombard) -> Refusal | None:
    """A gun of the side that fires now, in range, not busy itself, with ammunition, and at most two batteries a zone [4.12h-n]."""
    battle, unit = _battle(position), position.find(order.unit)
    if unit is None or not unit.is_gun or unit.side != battle.firing or unit.place not in position.board.zones or not unit.strength:
        return Refusal(N_("That is no gun that could fire now."), "4.12m", N_("Choose artillery of the side that fires."))
    if unit.id in battle.fired:
        return Refusal(
            by_number(unit.name, N_("{unit} has fired."), N_("{unit} have fired.")).format(unit=unit.name),
            "4.12m",
            N_("Choose another gun, or let it pass."),
        )
    refusal = _check_reach(position, battle, unit) or _check_ammunition(position, unit)
    if refusal:
        return refusal
    fired = sum(is_battery(position, each) and each.place == unit.place for each in map(position.unit, battle.fired))
    if is_battery(position, unit) and settled(batteries_firing, position.rules, fired + 1).firing <= fired:
        return Refusal(N_("No more than two batteries fire from one zone."), "4.12n", N_("Fire from another zone, or let it pass."))
    if order.redoubt and (not position.has("6.8") or fortifications.helps(position, enemy_of(unit.side), battle.zone) is None):
        return Refusal(N_("There is no enemy redoubt to be reduced, or option 6.8 is not in play."), "6.8", N_("Fire at the troops."))
    return None


@cites("4.12j", "4.12k", "4.12l")
def _check_reach(position: Position, battle: Battle, unit: Unit) -> Refusal | None:
    """Two zones for a battery, one for another gun; fort guns into their own zone [4.12j, 4.12k, 4.12l]."""
    if unit.place == battle.zone:
        if unit.fort and not battle.assault:
            return None
        return Refusal(
            by_number(unit.name, N_("{unit} is in the melee itself."), N_("{unit} are in the melee itself.")).format(unit=unit.name),
            "4.12k",
            N_("Choose a gun in another zone, or in a fort that is not stormed."),
        )
    if len({each.side for each in position.at(unit.place)}) > 1:
        return Refusal(
            by_number(unit.name, N_("{unit} stands where a combat takes place."), N_("{unit} stand where a combat takes place.")).format(
                unit=unit.name
            ),
            "4.12k",
            N_("Choose a gun that is free."),
        )
    reach = settled(artillery_range, position.rules, is_battery(position, unit)).zones
    away = position.board.chart.distance(unit.place, battle.zone, lambda zone: position.zone(zone).kind != "road")
    if away is None or away > reach:
        return Refusal(
            by_number(
                unit.name, N_("{unit} reaches no zone farther than {reach} away."), N_("{unit} reach no zone farther than {reach} away.")
            ).format(unit=unit.name, reach=reach),
            "4.12j",
            N_("Choose a gun that is nearer."),
        )
    return None


@cites("4.12h")
def lacks_supply(position: Position, unit: Unit) -> bool:
    """Whether a gun is out of general supply, or under the switch of war supply; in a fort it never is [4.12h, T52]."""
    if unit.fort:
        return False
    return not in_war_supply(position, unit) if position.rules.switch("gun_supply") == "war" else unit.id in position.turn.cut


@cites("4.12h", "1.5")
def _check_ammunition(position: Position, unit: Unit) -> Refusal | None:
    """In supply, or a battery with stock [4.12h]."""
    if not lacks_supply(position, unit) or (is_battery(position, unit) and position.stock):
        return None
    return Refusal(
        by_number(unit.name, N_("{unit} has no ammunition."), N_("{unit} have no ammunition.")).format(unit=unit.name),
        "4.12h",
        N_("Choose a gun that is in supply."),
    )


@cites("4.12h", "4.12m", "6.8")
def bombard(dice: Dice, position: Position, order: Bombard) -> Outcome[Position]:
    """One shot at a chance that the scenario supplies: a loss, or under option 6.8 a redoubt reduced [4.12m, 6.8]."""
    from rulesdemo.games.toulon.play.combat import take_losses  # here: combat asks this module for its guns

    battle, unit = _battle(position), position.unit(order.unit)
    throw = throw_for(dice, quality_tests, position.rules, position.chance("bombard"), 1)
    if lacks_supply(position, unit):
        position = replace(position, stock=position.stock - 1)
    position = replace(position, pending=battle._replace(fired=(*battle.fired, unit.id)))
    if not throw.outcome.passed:
        return Outcome(
            position,
            (
                Notice(
                    "missed",
                    "4.12m",
                    (N_("{unit} fires into {zone} without effect."), N_("{unit} fire into {zone} without effect.")),
                    (unit.id, battle.zone),
                    throw,
                ),
            ),
        )
    told = Notice(
        "hit", "4.12m", (N_("{unit} fires into {zone} and hits."), N_("{unit} fire into {zone} and hit.")), (unit.id, battle.zone), throw
    )
    if order.redoubt:
        position, events = fortifications.reduce_redoubt(position, battle.zone)
    else:
        position, events = take_losses(position, enemy_of(unit.side), 1)
    return Outcome(position, (told, *events))


def bombardments(position: Position) -> Iterator[Bombard]:
    """Every gun of the side that fires, at troops and at redoubts."""
    battle = _battle(position)
    for unit in position.units:
        if unit.is_gun and unit.side == battle.firing and unit.place in position.board.zones:
            yield Bombard(unit.id)
            if position.has("6.8"):
                yield Bombard(unit.id, redoubt=True)
