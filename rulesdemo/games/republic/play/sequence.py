"""The sequence of play: a turn of operations (R40), the steps before a battle (R-PRE-1 to 5) and the battle itself (R-BAT-1 to 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from rulesdemo.games.republic.play import aftermath, attack, attrition, battle, coordination, diplomacy, losses, operations, siege, victory
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.events import GameEnded
from rulesdemo.games.republic.play.state import Position, Result
from rulesdemo.play.engine import Decision, Outcome, Verb
from rulesdemo.play.records import replace
from rulesdemo.play.sequence import Sequence, Step


def after_operation(position: Position) -> str:
    """To the attack that was declared, or on to the other side."""
    return "hand_over" if position.clash is None else "refuse"


def after_continue(position: Position) -> str:
    """To battle, if the attack is still on."""
    return "coordinate" if position.fight.stage == "open" else "over"


def interrupt(position: Position) -> Decision | None:
    """Losses that are due and ambassadors in trouble come before anything else."""
    return losses.decide_losses(position) or diplomacy.decide_envoy(position)


def with_result(position: Position, result: Result | None) -> Outcome[Position]:
    """The position with its result, if there is one."""
    return Outcome(position) if result is None else Outcome(replace(position, result=result), (GameEnded(result),))


def judge(position: Position) -> Outcome[Position]:
    """See at the end of the turn whether the game is over [R40]."""
    return with_result(position, victory.judge(position))


SEQUENCE: Final[Sequence[Position]] = Sequence(
    steps=(
        Step("begin", "operations", "Pointers", enter=operations.begin_turn),
        Step("operate", "operations", "R-PRE-1", decide=operations.decide_operation, then=after_operation),
        # Before the battle.
        Step("refuse", "before", "R-PRE-2", enter=attack.consider_refusal, decide=attack.decide_refuse),
        Step("counter", "before", "8.23-M", enter=attack.await_counter, decide=attack.decide_counter),
        Step("refusal", "before", "8.23", decide=attack.decide_refusal),
        Step("continue", "before", "R-PRE-3", decide=attack.decide_continue, then=after_continue),
        Step("coordinate", "before", "R-PRE-4", decide=coordination.decide_coordinate),
        # The battle.
        Step("join", "battle", "8.31", enter=battle.join),
        Step("tactics", "battle", "8.32", decide=battle.decide_tactics),
        Step("devotio", "battle", "8.31-o", decide=battle.decide_devotio),
        Step("elephants", "battle", "8.36", decide=battle.decide_charge),
        Step("engage", "battle", "8.36", enter=battle.engage),
        Step("roll", "battle", "8.3", decide=battle.decide_roll),
        Step("cunning", "battle", "8.4", decide=battle.decide_spend),
        Step("again", "battle", "8.4", decide=battle.decide_again),
        Step("stars", "battle", "8.3-*", decide=aftermath.decide_star),
        Step("losses", "battle", "8.34", enter=aftermath.tally),
        Step("retreat", "battle", "8.37", enter=aftermath.call_for_retreat, decide=aftermath.decide_retreat),
        Step("judge", "battle", "8.54", enter=aftermath.call_for_judgement, decide=aftermath.decide_judge),
        Step("status", "battle", "8.54", enter=aftermath.set_status),
        Step("leaders", "battle", "8.6", enter=aftermath.call_for_leaders, decide=aftermath.decide_leader),
        Step("over", "battle", "R-BAT-1..7", enter=attack.over, then=lambda _position: "operate"),
        # The end of the turn.
        Step(
            "hand_over",
            "operations",
            "Pointers",
            enter=operations.hand_over,
            then=lambda position: "sieges" if operations.both_passed(position) else "operate",
        ),
        Step("sieges", "end", "8.55", enter=attrition.call_for_sieges, decide=attrition.decide_siege),
        Step("pluto", "end", "8.6", enter=aftermath.visit_to_pluto, decide=aftermath.decide_leader),
        Step("end", "end", "Pointers", enter=judge),
    ),
    at=lambda position: position.turn.step,
    go=lambda position, step: position.with_turn(step=step),
    over=lambda position: position.result is not None,
    memo=lambda position: position.memo,
    interrupt=interrupt,
)


def _goal(position: Position) -> Result | None:
    """The goal, once it is met or lost for good and nothing is up in the air."""
    if not position.scenario.goal or interrupt(position) is not None:
        return None
    return victory.goal_met(position) or victory.goal_lost(position)


def advance(position: Position) -> Outcome[Position]:
    """All that happens by itself until the next decision; a set piece ends as soon as its goal is met or cannot be."""
    goal = _goal(position)
    if goal is not None:
        return with_result(position, goal)
    position, events = SEQUENCE.advance(position)
    if position.result is not None:
        return Outcome(position, events)
    position, last = with_result(position, _goal(position))
    return Outcome(position, events + last)


def _throw(do: Callable[..., Outcome[Position]], rolls: Callable[[Position], Iterator[Any]]) -> Verb:
    """An order that throws for what is due."""
    return Verb(attack.check_throw, do, rolls)


VERBS: Final[dict[type, Verb]] = {
    o.Pass: Verb(operations.check_pass, operations.do_pass, operations.passes),
    o.March: Verb(operations.check_march, operations.march, operations.marches),
    o.EnterCity: Verb(operations.check_enter_city, operations.enter_city, operations.entering),
    o.LeaveCity: Verb(operations.check_leave_city, operations.leave_city, operations.leaving),
    o.Detach: Verb(operations.check_detach, operations.detach, operations.detachments),
    o.Attack: Verb(attack.check_attack, attack.attack, attack.attacks),
    o.Assault: Verb(siege.check_assault, siege.do_assault, siege.assaults),
    o.TryTreachery: Verb(siege.check_try_treachery, siege.try_treachery, siege.treacheries),
    o.DemandSurrender: Verb(siege.check_demand_surrender, siege.demand_surrender, siege.surrenders),
    o.Negotiate: Verb(diplomacy.check_negotiate, diplomacy.negotiate, diplomacy.audiences),
    o.RollRansom: Verb(diplomacy.check_waiting, diplomacy.roll_ransom, diplomacy.ransom_rolls),
    o.PayRansom: Verb(diplomacy.check_pay_ransom, diplomacy.pay_ransom, diplomacy.payments),
    o.Recall: Verb(diplomacy.check_waiting, diplomacy.recall, diplomacy.recalls),
    o.Abandon: Verb(diplomacy.check_waiting, diplomacy.abandon, diplomacy.abandonings),
    o.Refuse: Verb(attack.check_refuse, attack.refuse, attack.refusals),
    o.Stand: Verb(attack.check_stand, attack.stand, attack.stands),
    o.Counter: Verb(attack.check_counter, attack.counter, attack.counters),
    o.RollRefusal: _throw(attack.roll_refusal, attack.refusal_rolls),
    o.RollContinuation: Verb(attack.check_roll_continuation, attack.roll_continuation, attack.continuation_rolls),
    o.Desist: Verb(attack.check_desist, attack.desist, attack.desisting),
    o.Coordinate: Verb(coordination.check_coordinate, coordination.coordinate, coordination.coordinations),
    o.FightAlone: Verb(coordination.check_fight_alone, coordination.fight_alone, coordination.fighting_alone),
    o.RollTactics: _throw(battle.roll_tactics, battle.tactics_rolls),
    o.Devote: Verb(battle.check_devotio, battle.devote, battle.devotions),
    o.Live: Verb(battle.check_devotio, battle.live, battle.living),
    o.ChargeElephants: _throw(battle.charge_elephants, battle.charges),
    o.RollBattle: _throw(battle.roll_battle, battle.battle_rolls),
    o.Spend: Verb(battle.check_spend, battle.spend, battle.spendings),
    o.RollAgain: _throw(battle.roll_again, battle.second_rolls),
    o.RollStar: _throw(aftermath.roll_star, aftermath.star_rolls),
    o.TakeLosses: Verb(losses.check_take_losses, losses.take_losses, losses.losses),
    o.Retreat: Verb(aftermath.check_retreat, aftermath.retreat, aftermath.retreating),
    o.Judge: Verb(attack.check_throw, aftermath.judge, aftermath.judgements),
    o.RollSiege: Verb(attrition.check_roll_siege, attrition.roll_siege, attrition.siege_rolls),
    o.RollLeader: Verb(aftermath.check_roll_leader, aftermath.roll_leader, aftermath.leader_rolls),
}


def owner(position: Position, _order: Any) -> str:  # noqa: ANN401 - any of the orders
    """Who gives the order: the side that is to choose."""
    decision = SEQUENCE.decision(position)
    return position.scenario.first if decision is None else decision.side
