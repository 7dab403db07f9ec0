"""Movement (4.9): marches, roads, landings, leaders; entering a zone of the enemy's is in `entry`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesdemo.games.toulon.leaders import bonaparte_captured
from rulesdemo.games.toulon.movement import nml_road, quality_tests
from rulesdemo.games.toulon.options import landing_beach
from rulesdemo.games.toulon.play import calendar, ground, setup
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.operations import check_pays, payers
from rulesdemo.games.toulon.play.orders import Declare, EndMoves, Fortify, Garrison, March, PlaceBattery, RollCapture, RollQuality, TurnBack
from rulesdemo.games.toulon.play.state import BONAPARTE, GONE, Captive, Leader, Position, Side, Trial, Unit, enemy_of
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_, commas

SIXTHS = 6
BEACHES = ("cepet_south", "cepet_next_west", "marguerite", "marguerite_next_east")


# -- the step --------------------------------------------------------------------------------------------------------------------------


@cites("4.9b", "4.9m")
def begin_moves(position: Position) -> Outcome[Position]:
    """The players of the side move one after the other, each as often as he can pay for it [4.9b]."""
    return Outcome(position.with_turn(seats=position.players_of(position.turn.side), due=()))


def decide_moves(position: Position) -> Decision | None:
    """The player who moves."""
    if not position.turn.seats:
        return None
    batteries = setup.waiting_batteries(position) if position.turn.seats[0] == position.seat(BONAPARTE) else ()
    orders = (March, Declare, TurnBack, Garrison, Fortify, *((PlaceBattery,) if batteries else ()), EndMoves)
    return Decision(position.turn.seats[0], orders, "4.9b", N_("March, enter an enemy zone, man a fort, dig, or end the moves."))


def mine(position: Position, name: str) -> Unit | Leader | None:
    """A unit or leader of the player who moves."""
    thing = position.find(name) or position.leader(name)
    return thing if thing is not None and position.seat(thing.nation) == position.turn.seats[0] else None


@cites("4.9b", "5d")
def check_able(position: Position, unit: Unit, *, road: bool = False) -> Refusal | None:
    """A unit on the map with a move left; a battery from turn 6 on [4.9b, 5d]."""
    if unit.place not in position.board.zones:
        return Refusal(
            by_number(unit.name, N_("{unit} is not on the map."), N_("{unit} are not on the map.")).format(unit=unit.name),
            "4.9b",
            N_("Choose a unit that is."),
        )
    if unit.fort:
        return Refusal(
            by_number(unit.name, N_("{unit} is inside the fort."), N_("{unit} are inside the fort.")).format(unit=unit.name),
            "4.9b",
            N_("Let it come out first."),
        )
    if unit.arm == "battery" and not calendar.in_force(position, "batteries_mobile"):
        return Refusal(N_("Batteries may not move yet."), "5d", N_("Wait until turn 6, or choose another unit."))
    used, most = (unit.road_steps, position.number("road_steps")) if road else (unit.steps, position.number("steps"))
    if used >= most:
        return Refusal(
            by_number(unit.name, N_("{unit} has made its moves of this turn."), N_("{unit} have made their moves of this turn.")).format(
                unit=unit.name
            ),
            "4.9b",
            N_("Choose another unit, or end the moves."),
        )
    return None


# -- where a march may go --------------------------------------------------------------------------------------------------------------


@cites("4.9b", "4.9e", "4.9f", "4.9l", "4.9q")
def check_march(position: Position, order: March) -> Refusal | None:
    """One step to the next zone or road section, or over the sea to a beach [4.9]."""
    thing = mine(position, order.unit)
    if thing is None:
        return Refusal(N_("That is no unit or leader of yours."), "2.1", N_("Choose one of your own."))
    if order.to not in position.board.zones:
        return Refusal(N_("There is no such zone."), "4.9b", N_("Choose a zone next to it."))
    if isinstance(thing, Leader):
        return _check_leader(position, thing, order)
    zone = position.zone(order.to)
    refusal = check_able(position, thing, road=zone.kind == "road")
    if refusal:
        return refusal
    refusal = _check_way(position, thing, order.to) or _check_ground(position, thing, order.to)
    return refusal or check_pays(position, position.turn.seats[0], order.purse, (thing,), cost(position, thing, order.to))


@cites("3.9", "4.9j", "4.9k", "6.9c")
def _check_way(position: Position, unit: Unit, to: str) -> Refusal | None:  # noqa: PLR0911 - one for each reason
    """Next to it, or by sea from the fleet or a beach to a beach [4.9k]."""
    zone = position.zone(to)
    if to == unit.place:
        return Refusal(
            by_number(unit.name, N_("{unit} is there already."), N_("{unit} are there already.")).format(unit=unit.name),
            "4.9b",
            N_("Choose a zone next to it."),
        )
    if zone.kind == "depot":
        return Refusal(N_("Depots are for units that arrive."), "1.13", N_("Choose a zone of land."))
    if zone.kind == "roadstead":
        return Refusal(N_("Troops do not stay at sea."), "4.9k", N_("Choose a zone with a beach, and cross to it."))
    if to in position.board.chart.neighbours(unit.place):
        return None
    if unit.side != "allied" or zone.kind != "land":
        return Refusal(N_("{zone} is not next to {unit}.").format(zone=zone.name, unit=unit.name), "4.9b", N_("Choose a zone next to it."))
    start = position.zone(unit.place)
    if not zone.beach or not (start.beach or start.depot == "allied"):
        return Refusal(N_("Troops embark and land on beaches only."), "4.9k", N_("Choose a zone with a beach, or march."))
    if position.evacuated:
        return Refusal(N_("The ships have gone, and no troops move by sea."), "3.9", N_("March by land."))
    return _check_landing(position, unit, to)


@cites("4.9j", "6.9c")
def _check_landing(position: Position, unit: Unit, to: str) -> Refusal | None:
    """Not west of Fort La Malgue, where Toulon is too, before Toulon is occupied; under option 6.9 on four beaches only [4.9j, 6.9c]."""
    board = position.board
    if board.west_of_la_malgue(to) and not position.of("allied", board.toulon):
        return Refusal(
            N_("No Allied unit lands west of Fort La Malgue before Toulon is occupied."), "4.9j", N_("Land at La Malgue or east of it.")
        )
    tenuous = position.petite != "allied" or position.grande != "allied"
    if position.has("6.9c") and tenuous and position.zone(unit.place).depot and to not in last_beaches(position):
        names = commas(position.zone(each).name for each in last_beaches(position))
        return Refusal(
            N_("Under a tenuous hold reinforcements land on four beaches only."), "6.9c", N_("Choose one of {names}.").format(names=names)
        )
    return None


@cites("6.9c")
def last_beaches(position: Position) -> tuple[str, ...]:
    """The four beaches of option 6.9 on our map: those of Cépet and Fort Marguerite, and the next one west or east [6.9c]."""
    found = []
    for name in BEACHES:
        beach = settled(landing_beach, position.rules, name)
        place = position.board.beaches.index("cepet" if beach.anchor == "cepet" else "marguerite")
        found.append(position.board.beaches[place + {"none": 0, "west": -1, "east": 1}[beach.beside]])
    return tuple(found)


@cites("4.9d", "4.9e", "4.9f", "4.9l", "4.9o", "4.9t")
def _check_ground(position: Position, unit: Unit, to: str) -> Refusal | None:
    """Roads of no-man's land for one scout at a time; guns not alone; enemies by declaration only [4.9e, 4.9f, 4.9l, 4.9o]."""
    zone, side = position.zone(to), unit.side
    if zone.kind == "road":
        return _check_road(position, unit, to)
    if ground.is_occupied(position, enemy_of(side), to):
        return Refusal(N_("The enemy is in {zone}.").format(zone=zone.name), "4.9f", N_("Declare the units that shall enter first."))
    if unit.is_gun and _is_alone(position, unit, to):
        return Refusal(N_("Artillery alone may not enter no-man's land."), "4.9e", N_("Send another arm first, or stay."))
    return ground.check_passes(position, unit, to) or ground.check_fits(position, unit, to)


def _is_alone(position: Position, unit: Unit, to: str) -> bool:
    """Whether nobody but guns would stand in a zone that its side does not control."""
    return ground.control(position, to) != unit.side and all(each.is_gun for each in position.of(unit.side, to))


def _check_road(position: Position, unit: Unit, to: str) -> Refusal | None:
    if position.friendly_road(to, unit.side):
        return None
    arm = "artillery" if unit.is_gun else unit.arm
    if not settled(nml_road, position.rules, arm, len(position.at(to)) + 1).legal:
        return Refusal(
            N_("On a road of no-man's land one infantry or cavalry unit goes alone."), "4.9l", N_("Send a single scout, or go by land.")
        )
    if not unit.strength and unit.temp:
        return Refusal(
            by_number(
                unit.name,
                N_("{unit} is spent and may not reconnoitre until it rallies."),
                N_("{unit} are spent and may not reconnoitre until it rallies."),
            ).format(unit=unit.name),
            "4.9o",
            N_("Let it rally, or send another."),
        )
    return None


@cites("4.9n", "4.9q")
def cost(position: Position, unit: Unit, to: str) -> int:
    """OP of a step: none on friendly ground, and none for cavalry along a road; no-man's land has its price [4.9n, 4.9q]."""
    zone = position.zone(to)
    if zone.kind == "road":
        free = position.friendly_road(to, unit.side) or unit.arm == "cavalry"
        return 0 if free else position.number("nml_op")
    return 0 if ground.control(position, to) == unit.side else position.number("nml_op")


# -- marching --------------------------------------------------------------------------------------------------------------------------


@cites("4.9b", "4.9n", "4.9p", "4.9q", "4.8d", "1.14")
def march(_dice: Dice, position: Position, order: March) -> Outcome[Position]:
    """Pay and go; scouts, and units that leave a friendly road for no-man's land, are tested first [4.9n, 4.9p]."""
    thing = position.find(order.unit)
    if thing is None:
        return _lead(position, order)
    to, start = position.zone(order.to), position.zone(thing.place)
    if order.purse is not None:
        position = position.paying(order.purse, cost(position, thing, order.to))
    origin = thing.origin if start.kind == "road" or ground.is_passing(position, thing) else thing.place
    position = position.with_unit(thing.id, origin=origin)
    scouts = to.kind == "road" and not position.friendly_road(to.id, thing.side)
    leaves = start.kind == "road" and to.kind == "land" and ground.control(position, to.id) != thing.side and not thing.scouted
    if scouts or leaves:
        words = (N_("{unit} sets out for {zone}."), N_("{unit} set out for {zone}."))
        return Outcome(
            replace(position, pending=Trial(thing.id, to.id)), (Notice("sets out", "4.9n" if scouts else "4.9p", words, (thing.id, to.id)),)
        )
    return place_in_zone(position, thing.id, to.id)


def place_in_zone(position: Position, name: str, to: str, *, scouted: bool = False) -> Outcome[Position]:
    """The unit is there."""
    unit = position.unit(name)
    zone, wild = position.zone(to), ground.control(position, to) != unit.side
    by_sea = to not in position.board.chart.neighbours(unit.place)
    changes: dict[str, Any] = {"place": to, "scouted": scouted, "fort": False}
    if zone.kind == "road":
        changes["road_steps"] = unit.road_steps + 1
    else:
        changes |= {"steps": unit.steps + 1, "check": unit.check or wild or by_sea}
    if by_sea and position.zone(unit.place).depot:
        changes["landed"] = True
    position = position.with_unit(name, **changes)
    words = (
        (N_("{unit} lands at {zone}."), N_("{unit} land at {zone}."))
        if by_sea
        else (N_("{unit} takes {zone}."), N_("{unit} take {zone}."))
        if zone.kind == "road"
        else (N_("{unit} marches to {zone}."), N_("{unit} march to {zone}."))
    )
    position, more = ground.claim(position, to)
    return Outcome(position, (Notice("marched", "4.9k" if by_sea else "4.9b", words, (name, to)), *more))


def open_to(position: Position, unit: Unit) -> tuple[str, ...]:
    """The kinds of zone into which a unit has a step left."""
    if unit.fort or (unit.arm == "battery" and not calendar.in_force(position, "batteries_mobile")):
        return ()
    kinds = ("land",) if unit.steps < position.number("steps") else ()
    return (*kinds, "road") if unit.road_steps < position.number("road_steps") else kinds


def marches(position: Position) -> Iterator[March]:
    """Every legal step of every unit and leader of the player: what `check_march` asks of a step is asked once for all purses."""
    seat, board = position.turn.seats[0], position.board
    for unit in position.movers:
        purses: dict[int, tuple[Any, ...]] = {}  # by what the step costs
        for to in _steps(position, unit):
            op = cost(position, unit, to)
            if op not in purses:
                purses[op] = tuple(payers(position, seat, (unit,), op))
            yield from (March(unit.id, to, purse) for purse in purses[op])
    for leader in position.leaders:
        if position.seat(leader.nation) == seat and leader.place in board.zones:
            yield from (March(leader.id, to) for to in leader_ways(position, leader))


def _steps(position: Position, unit: Unit) -> Iterator[str]:
    """The zones to which a unit may go with its next step; refusals are put into words only where they cannot be told apart otherwise."""
    kinds = open_to(position, unit)
    if not kinds:
        return
    board, enemy = position.board, enemy_of(unit.side)
    zones, near, start = board.zones, board.chart.neighbours(unit.place), board.zones[unit.place]
    for to in near:
        kind = zones[to].kind
        if kind not in kinds:
            continue
        if _check_road(position, unit, to) is None if kind == "road" else _is_open(position, unit, to, enemy):
            yield to
    if "land" in kinds and unit.side == "allied" and (start.beach or start.depot) and not position.evacuated:
        for to in board.beaches:
            away = to not in near and to != unit.place
            if away and _is_open(position, unit, to, enemy) and _check_landing(position, unit, to) is None:
                yield to


def _is_open(position: Position, unit: Unit, to: str, enemy: Side) -> bool:
    """Whether `_check_ground` would let a unit into a zone of land."""
    if position.of(enemy, to) or not ground.fits(position, unit, to):
        return False
    return not (unit.is_gun and _is_alone(position, unit, to)) and ground.check_passes(position, unit, to) is None


# -- tests on roads --------------------------------------------------------------------------------------------------------------------


@cites("4.9n", "4.9p")
def decide_trial(position: Position, trial: Trial) -> Decision:
    """The scout's owner takes the test [4.9n]."""
    unit = position.unit(trial.unit)
    rule = "4.9n" if position.zone(trial.to).kind == "road" else "4.9p"
    return Decision(position.seat(unit.nation), (RollQuality,), rule, N_("Take the quality test of {unit}.").format(unit=unit.name))


@cites("4.3")
def quality(position: Position, unit: Unit, *, led: bool = False) -> str:
    """The chance of a quality test: the unit's own, and a leader's bonus where it counts [4.3]."""
    sixths = min(SIXTHS, unit.quality + (position.number("leader_bonus") if led else 0))
    return f"{sixths}/{SIXTHS}"


@cites("4.9n", "4.9p", "4.9q", "4.9r")
def try_road(dice: Dice, position: Position, trial: Trial) -> Outcome[Position]:
    """Passed, the road becomes friendly or the zone is reached; failed, the unit goes back to where it began [4.9q, 4.9r]."""
    unit = position.unit(trial.unit)
    road = position.zone(trial.to).kind == "road"
    throw = throw_for(dice, quality_tests, position.rules, quality(position, unit), 1)
    position = replace(position, pending=None)
    rule = "4.9n" if road else "4.9p"
    if not throw.outcome.passed:
        told = Notice("tested", rule, (N_("{unit} fails its quality test."), N_("{unit} fail their quality test.")), (unit.id,), throw)
        back, events = sent_back(position, unit.id)
        return Outcome(back, (told, *events))
    told = Notice("tested", rule, (N_("{unit} passes its quality test."), N_("{unit} pass their quality test.")), (unit.id,), throw)
    if road:
        position = replace(position, roads=tuple(sorted({**dict(position.roads), trial.to: unit.side}.items())))
        told = Notice(
            "tested", "4.9q", (N_("{unit} makes {zone} friendly."), N_("{unit} make {zone} friendly.")), (unit.id, trial.to), throw
        )
    position, events = place_in_zone(position, unit.id, trial.to, scouted=road)
    return Outcome(position, (told, *events))


@cites("4.9r")
def sent_back(position: Position, name: str, rule: str = "4.9r") -> Outcome[Position]:
    """Back to the zone where the scouting began, and no further move this turn [4.9r]."""
    unit = position.unit(name)
    back = way_back(position, unit)
    most, road = position.number("steps"), position.number("road_steps")
    position = position.with_unit(name, place=back, steps=most, road_steps=road, scouted=False, fort=False, late="")
    position, events = ground.claim(position, back)
    words = (N_("{unit} goes back to {zone}."), N_("{unit} go back to {zone}."))
    return Outcome(position, (Notice("sent back", rule, words, (name, back)), *events))


@cites("4.9a", "4.9r")
def way_back(position: Position, unit: Unit) -> str:
    """Where a unit goes back to: where it began; from the other wing to its depot, if that zone is no longer open to it [4.9a, 4.9r]."""
    back = unit.origin or unit.place
    shut = ground.check_wings(position, unit, back) is not None or ground.is_occupied(position, enemy_of(unit.side), back)
    return depot_of(position, unit.nation) if shut and ground.is_passing(position, unit) else back


@cites("4.9a", "4.9m", "4.9r")
def check_turn_back(position: Position, order: TurnBack) -> Refusal | None:
    """A unit of one's own that may not stay: on a road, or with the other wing [4.9a, 4.9r]."""
    if order.unit in _astray(position):
        return None
    return Refusal(
        N_("Only a unit on a road, or one that has come to the other wing, turns back."), "4.9r", N_("Choose a unit that may not stay.")
    )


def turn_back(_dice: Dice, position: Position, order: TurnBack) -> Outcome[Position]:
    """It goes back."""
    return sent_back(position, order.unit, "4.9a" if ground.is_passing(position, position.unit(order.unit)) else "4.9r")


def turnings(position: Position) -> Iterator[TurnBack]:
    """Every unit of the player that may not stay where it is."""
    yield from (TurnBack(name) for name in _astray(position))


@cites("4.9a", "4.9m")
def _astray(position: Position) -> tuple[str, ...]:
    if "astray" not in position.memo:
        position.memo["astray"] = tuple(
            unit.id for unit in position.movers if position.zone(unit.place).kind == "road" or ground.is_passing(position, unit)
        )
    found: tuple[str, ...] = position.memo["astray"]
    return found


# -- leaders ---------------------------------------------------------------------------------------------------------------------------


@cites("4.9s")
def _check_leader(position: Position, leader: Leader, order: March) -> Refusal | None:
    """A leader goes to friends; Bonaparte may risk it alone where the enemy has no hold [4.9s]."""
    if order.purse is not None:
        return Refusal(N_("A leader moves without OP."), "4.2e", N_("Give the order without a purse."))
    if order.to in leader_ways(position, leader):
        return None
    if leader.steps >= position.number("steps"):
        return Refusal(
            N_("{leader} has made his moves of this turn.").format(leader=leader.name), "4.9b", N_("Choose another, or end the moves.")
        )
    return Refusal(
        N_("{leader} cannot go there from where he is.").format(leader=leader.name), "4.9s", N_("Send him to friends next to him.")
    )


def leader_ways(position: Position, leader: Leader) -> list[str]:
    """The zones that a leader may go to."""
    if leader.steps >= position.number("steps") or leader.place not in position.board.zones:
        return []
    near = [to for to in position.board.chart.neighbours(leader.place) if position.zone(to).kind == "land"]
    if position.zone(leader.place).depot == "allied" and not position.evacuated:
        near = list(position.board.beaches)
    bold = leader.id == BONAPARTE
    return [to for to in near if position.of(leader.side, to) or (bold and ground.control(position, to) is None)]


@cites("4.9s")
def _lead(position: Position, order: March) -> Outcome[Position]:
    """The leader goes; alone where it is not friendly, Bonaparte may be captured [4.9s]."""
    leader = position.leader(order.unit)
    if leader is None:
        return Outcome(position)
    alone = not position.of(leader.side, order.to)
    position = position.with_leader(leader.id, place=order.to, steps=leader.steps + 1)
    told = Notice("led", "4.9b", N_("{leader} goes to {zone}."), (leader.id, order.to))
    if leader.id == BONAPARTE and alone:
        return Outcome(replace(position, pending=Captive(order.to)), (told,))
    return Outcome(position, (told,))


@cites("4.9s")
def decide_capture(position: Position, _captive: Captive) -> Decision:
    """His enemies throw [4.9s]."""
    return Decision(position.players_of("allied")[0], (RollCapture,), "4.9s", N_("Bonaparte is alone: throw for his capture."))


def check_capture(_position: Position, _order: RollCapture) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("4.9s", "4.2c")
def roll_capture(dice: Dice, position: Position, _order: RollCapture) -> Outcome[Position]:
    """He is taken, or slips through [4.9s]."""
    throw = throw_for(dice, bonaparte_captured, position.rules, position.chance("capture"), True, False)  # noqa: FBT003 - inputs of a procedure
    position = replace(position, pending=None)
    if throw.outcome.captured:
        position = position.with_leader(BONAPARTE, place=GONE, fate="captured")
    words = N_("{leader} is captured.") if throw.outcome.captured else N_("{leader} slips through.")
    return Outcome(position, (Notice("captured", "4.9s", words, (BONAPARTE,), throw),))


def captures(_position: Position) -> Iterator[RollCapture]:
    """The throw."""
    yield RollCapture()
