"""The hold on the roadsteads and the evacuation gauge (1.6, 4.6), by values that we supply (T47, T48)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.names import HOLDS
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.state import Hold, Position, Result, Unit
from rulesdemo.play.engine import Outcome, cites
from rulesdemo.words import N_

STEP: Final = "roadsteads"  # what a set piece names among its steps to have them follow play
PETITE, GRANDE = "petite_rade", "grande_rade"


def follow_play(position: Position) -> bool:
    """Whether the guns decide: in a whole turn, unless the scenario tells the hold itself, and while there are ships [T47]."""
    scenario = position.scenario
    return not scenario.rades and not position.evacuated and (not scenario.steps or STEP in scenario.steps)


@cites("4.6a")
def commanding(position: Position, rade: str) -> tuple[Unit, ...]:
    """The Republican batteries that command a roadstead: with strength left, in a zone of their own, near enough [4.6a, T47]."""
    return tuple(
        unit
        for unit in position.units
        if unit.side == "republican" and unit.strength and unit.place in position.board.zones and _commands(position, unit, rade)
    )


def _commands(position: Position, unit: Unit, rade: str) -> bool:
    if not is_battery(position, unit) or position.zone(unit.place).kind != "land" or ground.control(position, unit.place) != unit.side:
        return False
    return is_near(position, unit.place, rade)


@cites("4.6a")
def is_near(position: Position, zone: str, rade: str) -> bool:
    """Whether guns in a zone reach a roadstead [4.6a, T47]."""
    away = position.board.chart.distance(zone, rade, lambda each: position.zone(each).kind != "road")
    return away is not None and away <= position.number("rade_range")


@cites("4.6a", "4.6c")
def _hold(position: Position, rade: str, before: Hold) -> Hold:
    """What the guns leave of a hold; what is lost comes back only when they leave all of it [4.6a, 4.6c]."""
    guns = len(commanding(position, rade))
    if guns >= position.number("rade_lost"):
        return "lost"
    if guns >= position.number("rade_tenuous"):
        return "lost" if before == "lost" else "tenuous"
    return "allied"


@cites("4.6a", "4.6b", "4.6c", "1.2")
def watch(position: Position) -> Outcome[Position]:
    """The hold at the start of a turn: as the scenario says, or as the guns do; the Grande Rade takes the Petite with it [4.6a-c]."""
    told = next((rade for rade in position.scenario.rades if rade.turn == position.turn.number), None)
    if told is not None:
        petite, grande = told.petite, told.grande
    elif follow_play(position):
        petite, grande = _hold(position, PETITE, position.petite), _hold(position, GRANDE, position.grande)
    else:
        return Outcome(position)
    chained = grande == "lost" != petite
    petite = "lost" if chained else petite
    if told is None and (petite, grande) == (position.petite, position.grande):
        return Outcome(position)
    rule = "4.6b" if chained else "4.6c" if grande == petite == "allied" else "4.6a"
    words = N_("The Petite Rade is now {petite}, the Grande Rade {grande}.").format(petite=HOLDS[petite], grande=HOLDS[grande])
    return Outcome(replace(position, petite=petite, grande=grande), (Notice("rades", rule, words),))


@cites("4.6a", "1.6", "3.4")
def pay(position: Position) -> Outcome[Position]:
    """What a hold that is not whole costs while there are ships: points, and a step of the gauge where it is used [4.6a, 1.6, 3.4]."""
    if position.evacuated or position.petite == position.grande == "allied":
        return Outcome(position)
    position, events = ground.gain(position, "allied", position.number("tenuous_vp"), "4.6a")
    more: list[Any] = []
    if not position.has("3.4") and position.number("gauge_step"):
        position = replace(position, gauge=position.gauge + position.number("gauge_step"))
        more.append(Notice("gauge", "1.6", N_("The evacuation gauge stands at {gauge}.").format(gauge=position.gauge)))
    return Outcome(position, (*events, *more))


@cites("1.6", "3 (intro)", "3.4")
def fleet_leaves(position: Position) -> Result | None:
    """The automatic end: the gauge is full, and the scenario of section 3, which knows no such end, is not played [1.6, 3 (intro), T48]."""
    if position.has("3.4") or not 0 < position.number("gauge_trigger") <= position.gauge:
        return None
    return Result("republican", N_("the evacuation gauge is full and the fleet has left"), position.vp, "1.6")
