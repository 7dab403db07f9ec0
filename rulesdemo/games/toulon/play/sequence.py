"""The sequence of play (T19): the late deployment, then turns on our own frame; and every order with its check, effect, candidates."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.toulon.play import (
    aftermath,
    artillery,
    attrition,
    calendar,
    combat,
    entry,
    ground,
    movement,
    operations,
    posts,
    rally,
    roadsteads,
    setup,
    supplied,
    supply,
    victory,
)
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.events import GameEnded
from rulesdemo.games.toulon.play.state import Battle, Captive, Entry, Position, Proposal, Result, Trial, enemy_of
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, Verb, cites
from rulesdemo.play.sequence import Sequence, Step
from rulesdemo.words import N_


def with_result(position: Position, result: Result | None) -> Outcome[Position]:
    """The position with its result, if there is one; under option 2.2 the Allied players learn who has most glory."""
    if result is None:
        return Outcome(position)
    return Outcome(replace(position, result=result), (*victory.glory_facts(position), GameEnded(result)))


# -- what happens between the chapters -------------------------------------------------------------------------------------------------


@cites("1.17")
def end_setup(position: Position) -> Outcome[Position]:
    """The set-up is a game of its own, or leads to the first turn [1.17]."""
    position = position.with_turn(seats=(), due=(), placed=(), round=0)
    if position.scenario.kind != "setup":
        return Outcome(position)
    return with_result(position, victory.at_end(position, N_("the set-up is over and the goal was not met")))


def open_turn(position: Position) -> Outcome[Position]:
    """The first turn."""
    return _turn_has_begun(calendar.open_turn(position))


def begin_turn(position: Position) -> Outcome[Position]:
    """Every later turn."""
    return _turn_has_begun(calendar.begin_turn(position))


@cites("1.6")
def _turn_has_begun(begun: Outcome[Position]) -> Outcome[Position]:
    """What the calendar gives and takes may crowd a zone, or leave it to the enemy; and the fleet may have left for good [1.6]."""
    position, more = ground.cure_all(begun.position)
    position, claimed = ground.claim_all(position)
    position, last = with_result(position, roadsteads.fleet_leaves(position))
    return Outcome(position, (*begun.events, *more, *claimed, *last))


def begin_attrition(position: Position) -> Outcome[Position]:
    """Crowded zones are cleared, then marked units are tested."""
    position, events = ground.cure_all(position)
    position, more = attrition.call_marked(position)
    return Outcome(position, events + more)


def other_side(position: Position) -> Outcome[Position]:
    """The side that goes second has its phases after the first."""
    turn = position.turn
    return Outcome(position.with_turn(side=enemy_of(turn.side)) if turn.side == turn.first else position)


@cites("2.4")
def end_turn(position: Position) -> Outcome[Position]:
    """Points for OP kept, then the end of the game if it has come [2.4]."""
    position, events = calendar.save_points(position)
    position, more = with_result(position, victory.goal_met(position) or victory.judge(position))
    return Outcome(position, events + more)


# -- the sequence ----------------------------------------------------------------------------------------------------------------------


@cites("1.12", "1.16 E")
def after_east(position: Position) -> str:
    """Ten rounds, or fewer when nothing is left in the depots [1.16 E]."""
    left = any(unit.place in position.board.depots.values() and unit.arm != "battery" for unit in position.units)
    return "allied" if position.turn.round < setup.rounds(position) and left else "setup_attrition"


def interrupt(position: Position) -> Decision | None:
    """What is in the air comes before the step's own decision."""
    pending = position.pending
    if isinstance(pending, Proposal):
        return setup.decide_proposal(position, pending)
    if isinstance(pending, Entry):
        return entry.decide_entry(position, pending)
    if isinstance(pending, Trial):
        return movement.decide_trial(position, pending)
    if isinstance(pending, Captive):
        return movement.decide_capture(position, pending)
    return combat.decide_battle(position, pending) if isinstance(pending, Battle) else None


def _start(position: Position) -> str:
    return "open" if position.scenario.kind == "turns" else "fill"


OPTIONAL: Final = (
    "op",
    "defeat",
    "arrive",
    "austrians",
    "initiative",
    "espionage",
    "evacuation",
    "war_supply",
    "trace",
    "attrition",
    "rally",
)

SEQUENCE: Final[Sequence[Position]] = Sequence(
    steps=(
        Step("start", "set-up", "1.12", then=_start),
        # The late deployment.
        Step("fill", "set-up", "1.13", enter=setup.fill_depots),
        Step("batteries", "set-up", "1.15", decide=setup.decide_batteries),
        Step("allied", "set-up", "1.16 A", enter=setup.begin_round, decide=setup.decide_placement),
        Step("west", "set-up", "1.16 B", enter=setup.begin_west, decide=setup.decide_placement),
        Step("east", "set-up", "1.16 C", enter=setup.begin_east, decide=setup.decide_placement, then=after_east),
        Step("setup_attrition", "set-up", "1.16 F", enter=attrition.call_deployed, decide=attrition.decide_attrition),
        Step("rest", "set-up", "1.16 G", enter=setup.begin_rest, decide=setup.decide_rest),
        Step("setup_end", "set-up", "1.17", enter=end_setup),
        # The turn.
        Step("open", "turn", "1.17", enter=open_turn, then=lambda _position: "op"),
        Step("turn", "turn", "1.17", enter=begin_turn),
        Step("op", "turn", "4.2d", enter=operations.joint_phase, decide=operations.decide_random),
        Step("defeat", "turn", "4.2g", enter=operations.call_defeat, decide=operations.decide_defeat),
        Step("arrive", "turn", "4.4", enter=operations.open_reinforcements, decide=operations.decide_reinforcements),
        Step("arrived", "turn", "4.4", enter=operations.arrive),
        Step("austrians", "turn", "5h", decide=operations.decide_austrians),
        Step("initiative", "turn", "1.18", enter=operations.call_initiative, decide=operations.decide_initiative),
        # For each side.
        Step("espionage", "side", "5a", enter=supply.begin_espionage, decide=supply.decide_espionage),
        Step("evacuation", "side", "3.5", enter=supply.begin_evacuation, decide=supply.decide_evacuation),
        Step("war_supply", "side", "4.8a", enter=supply.begin_war_supply, decide=supply.decide_war_supply),
        Step("trace", "side", "5g", enter=supply.begin_trace, decide=supply.decide_trace),
        Step("move", "side", "4.9b", enter=movement.begin_moves, decide=movement.decide_moves),
        Step("combat", "side", "4.12a", enter=combat.begin_combats, decide=combat.decide_combat),
        Step("attrition", "side", "4.11", enter=begin_attrition, decide=attrition.decide_attrition),
        Step("surrounded", "side", "4.13b", enter=rally.call_surrounded, decide=rally.decide_surrounded),
        Step("rally", "side", "4.13a", enter=rally.begin_rally, decide=rally.decide_rally),
        Step(
            "pass",
            "side",
            "1.18",
            then=lambda position: "other" if position.turn.side == position.turn.first else "end",
        ),
        Step("other", "side", "1.18", enter=other_side, then=lambda _position: "espionage"),
        Step("end", "turn", "2.4", enter=end_turn, then=lambda _position: "turn"),
    ),
    at=lambda position: position.turn.step,
    go=lambda position, step: position.with_turn(step=step, seats=(), due=()),
    over=lambda position: position.result is not None,
    memo=lambda position: position.memo,
    interrupt=interrupt,
    left_out=lambda position, step: bool(position.scenario.steps) and step.name in OPTIONAL and step.name not in position.scenario.steps,
)


def advance(position: Position) -> Outcome[Position]:
    """All that happens by itself until the next decision; a set piece ends as soon as its goal is met."""
    events: tuple[Any, ...] = ()
    if isinstance(position.pending, Battle):
        position, events = combat.settle(position)
    goal = victory.goal_met(position)
    if goal is None:
        position, more = SEQUENCE.advance(position)
        events += more
        goal = victory.goal_met(position) if position.result is None else None
    position, last = with_result(position, goal)
    return Outcome(position, events + last)


# -- letting it pass -------------------------------------------------------------------------------------------------------------------


SKIPS: Final[dict[str, Callable[[Position], Outcome[Position]]]] = {
    "allied": setup.skip_placement,
    "west": setup.skip_placement,
    "east": setup.skip_placement,
    "rest": setup.skip_placement,
    "arrive": operations.skip_reinforcements,
    "espionage": supply.skip_espionage,
    "evacuation": lambda position: Outcome(position.with_turn(due=())),
    "war_supply": supply.skip_war,
    "rally": rally.skip_rally,
}


def check_skip(_position: Position, _order: o.Skip) -> Refusal | None:
    """The player who is offered it may let it pass."""
    return None


@cites("1.16 E")
def skip(_dice: Dice, position: Position, _order: o.Skip) -> Outcome[Position]:
    """The step knows what that means [1.16 E]."""
    if isinstance(position.pending, Battle):
        return combat.skip_battle(position)
    if isinstance(position.pending, Entry):
        return entry.stay_out(position)
    return combat.skip_combat(position) if position.turn.step == "combat" else SKIPS[position.turn.step](position)


def skips(_position: Position) -> Iterator[o.Skip]:
    """Letting it pass."""
    yield o.Skip()


VERBS: Final[dict[type, Verb]] = {
    o.Supply: Verb(supplied.check_supply, supplied.supply, supplied.supplies),
    o.PlaceBattery: Verb(posts.check_battery, posts.place_battery, posts.battery_placings),
    o.PlaceUnit: Verb(setup.check_place_unit, setup.place_unit, setup.placements, sure=True),
    o.Agree: Verb(setup.check_agree, setup.agree, setup.agreements),
    o.Overrule: Verb(setup.check_overrule, setup.overrule, setup.overrulings),
    o.Skip: Verb(check_skip, skip, skips),
    o.RollAttrition: Verb(attrition.check_roll_attrition, attrition.roll_attrition, attrition.attritions),
    o.RollRandomOp: Verb(operations.check_random, operations.roll_random, operations.randoms),
    o.RollDefeat: Verb(operations.check_defeat, operations.roll_defeat, operations.defeats),
    o.RollAustrians: Verb(operations.check_austrians, operations.roll_austrians, operations.austrians),
    o.RollInitiative: Verb(operations.check_initiative, operations.roll_initiative, operations.initiatives),
    o.Hasten: Verb(operations.check_hasten, operations.hasten, operations.hastenings),
    o.Delay: Verb(operations.check_delay, operations.delay, operations.delays),
    o.EnterBonaparte: Verb(operations.check_enter, operations.enter_bonaparte, operations.enterings),
    o.Spy: Verb(supply.check_spy, supply.spy, supply.spyings),
    o.Inspect: Verb(supply.check_inspect, supply.inspect, supply.inspections),
    o.HoldCouncil: Verb(supply.check_council, supply.hold_council, supply.councils),
    o.Evacuate: Verb(supply.check_evacuate, supply.evacuate, supply.evacuations),
    o.RollWarSupply: Verb(supply.check_roll_war, supply.roll_war, supply.war_rolls),
    o.PayWarSupply: Verb(supply.check_pay_war, supply.pay_war, supply.war_payments),
    o.TraceSupply: Verb(supply.check_trace, supply.trace, supply.traces),
    o.March: Verb(movement.check_march, movement.march, movement.marches, sure=True),
    o.Declare: Verb(entry.check_declare, entry.declare, entry.declarations, sure=True),
    o.Join: Verb(entry.check_join, entry.join, entry.joinings),
    o.GoIn: Verb(entry.check_go_in, entry.go_in, entry.goings),
    o.CallOff: Verb(entry.check_call_off, entry.call_off, entry.callings),
    o.RollQuality: Verb(entry.check_quality, entry.roll_quality, entry.qualities),
    o.RollCapture: Verb(movement.check_capture, movement.roll_capture, movement.captures),
    o.TurnBack: Verb(movement.check_turn_back, movement.turn_back, movement.turnings),
    o.Garrison: Verb(posts.check_garrison, posts.garrison, posts.garrisons),
    o.Fortify: Verb(posts.check_fortify, posts.fortify, posts.digs),
    o.EndMoves: Verb(posts.check_end_moves, posts.end_moves, posts.endings, closes=True),
    o.Fight: Verb(combat.check_fight, combat.fight, combat.fights),
    o.Bombard: Verb(artillery.check_bombard, artillery.bombard, artillery.bombardments),
    o.RollBattle: Verb(combat.check_roll, combat.roll, combat.rolls),
    o.AdjustDie: Verb(combat.check_adjust, combat.adjust, combat.adjustments),
    o.Pursue: Verb(aftermath.check_pursue, aftermath.pursue, aftermath.pursuits),
    o.RollLeader: Verb(aftermath.check_leader, aftermath.roll_leader, aftermath.leader_rolls),
    o.Retreat: Verb(aftermath.check_retreat, aftermath.retreat, aftermath.retreats),
    o.RollSurrounded: Verb(rally.check_surrounded, rally.roll_surrounded, rally.surrounded_rolls),
    o.Rally: Verb(rally.check_rally, rally.rally, rally.rallies),
}


def owner(position: Position, _order: Any) -> str:  # noqa: ANN401 - any of the orders
    """Who gives the order: the player who is to choose."""
    decision = SEQUENCE.decision(position)
    return position.seats[0][0] if decision is None else decision.side
