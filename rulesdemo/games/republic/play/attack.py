"""Before the battle (R-PRE-1 to R-PRE-3, 8.23): the attack is declared, refused or not, and goes on or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.republic.board import CLOSED, GRID
from rulesdemo.games.republic.continuation import continuation
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attrition import attrition_loss
from rulesdemo.games.republic.play.events import (
    Attacked,
    BrokenOff,
    ContinuationTried,
    CunningSpent,
    RefusalBarred,
    RefusalTried,
    Stood,
    Withdrew,
)
from rulesdemo.games.republic.play.facts import STATUSES, capital
from rulesdemo.games.republic.play.ground import WayOut, exits, friendly_city, only_over_river, read_hex, ways_out
from rulesdemo.games.republic.play.losses import with_losses_owed
from rulesdemo.games.republic.play.operations import check_free, own
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, Attempt, Clash, Force, Position, enemy_of
from rulesdemo.games.republic.refusal import may_refuse, refusal, refusal_drm, withdrawal
from rulesdemo.games.republic.status import status_drm
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_

# -- the attack ------------------------------------------------------------------------------------------------------------------------


@cites("R-PRE-1", "8.31-m", "8.55")
def check_attack(position: Position, order: o.Attack) -> Refusal | None:  # noqa: PLR0911 - one for each way to be wrong
    """An enemy Force in the same hex, both outside a city; not by a Neutralised Force [R-PRE-1, 8.55]."""
    wrong = check_free(position, order.force)
    if wrong:
        return wrong
    force, target = position.force(order.force), position.find(order.target)
    if target is None or not target.sp or target.side == force.side:
        return Refusal(
            N_("There is no enemy Force {target!r}.").format(target=order.target), "R-PRE-1", N_("Choose an enemy Force in the same hex.")
        )
    if force.in_city:
        return Refusal(N_("{force} is inside a city.").format(force=force.name), "R-PRE-1", N_("Come out of the city first."))
    if target.at != force.at:
        return Refusal(
            N_("{target} is not in the same hex.").format(target=target.name), "R-PRE-1", N_("March there first, or choose another target.")
        )
    if target.in_city:
        return Refusal(N_("{target} is behind walls.").format(target=target.name), "R-PRE-1", N_("Storm the city instead."))
    if not settled(status_drm, position.rules, force.status, target.status).allowed:
        return Refusal(
            N_("{force} is {status} and may not attack.").format(force=force.name, status=STATUSES[force.status]),
            "8.55",
            N_("Choose another Force."),
        )
    return None


@cites("R-PRE-1")
def attack(_dice: Dice, position: Position, order: o.Attack) -> Outcome[Position]:
    """Declare it; whether the attacker entered the hex this turn counts for continuation [R-PRE-1]."""
    force = position.force(order.force)
    clash = Clash((order.force,), (order.target,), force.at, entered=force.entered)
    position = replace(position.with_forces((replace(force, acted=True),)), clash=clash)
    return Outcome(position, (Attacked(order.force, order.target),))


def attacks(position: Position) -> Iterator[o.Attack]:
    """Every enemy Force in the hex of each Force."""
    for force in own(position):
        if not force.acted and not force.in_city:
            yield from (o.Attack(force.id, target.id) for target in position.outside(force.at, enemy_of(force.side)))


# -- refusing combat -------------------------------------------------------------------------------------------------------------------


@cites("R-PRE-2", "8.23-C")
def consider_refusal(position: Position) -> Outcome[Position]:
    """A Force that was intercepted, is being overrun or has nowhere to go may not try [8.23-C]."""
    force = position.leading(DEFENDER)
    why = bar_to_refusal(position, force)
    if why is None:
        return Outcome(position)
    return Outcome(position.with_clash(stands=True), (RefusalBarred(force.id, why),))


def bar_to_refusal(position: Position, force: Force) -> str | None:
    """Why a Force may not try to refuse, None when it may [8.23-C]."""
    can_leave = "cannot_leave" not in force.marks and bool(exits(position, force.at, force.side))
    marks = "intercepted" in force.marks, "being_overrun" in force.marks
    refuge = friendly_city(position, force.at, force.side) is not None
    if settled(may_refuse, position.rules, marks[0], can_leave, refuge, marks[1]).allowed:
        return None
    if marks[0]:
        return N_("it was intercepted")
    return N_("it is being overrun") if marks[1] else N_("it cannot leave the hex")


def decide_refuse(position: Position) -> Decision | None:
    """The defender says whether he tries."""
    clash = position.fight
    if clash.stands or clash.attempt is not None:
        return None
    force = position.leading(DEFENDER)
    return Decision(
        force.side, (o.Refuse, o.Stand), "R-PRE-2", N_("{force} is attacked: refuse combat, or stand.").format(force=force.name)
    )


@cites("8.23", "8.23-M")
def check_refuse(position: Position, order: o.Refuse) -> Refusal | None:
    """A way out of one or two hexes, or into the city in the hex, and cunning points that the leader has [8.23, R42]."""
    force = position.leading(DEFENDER)
    wrong = check_cunning(force, order.cunning, "8.23-M")
    if wrong:
        return wrong
    route: Any = tuple(map(read_hex, order.route))  # a hex that is none is in no way out
    if WayOut(route, order.city) in ways_out(position, force):
        return None
    most = position.rules.table("refusal").at("withdraw_most_hexes")
    return Refusal(
        N_("{force} cannot withdraw that way.").format(force=force.name),
        "8.23",
        N_("Go 1 to {most} hexes, each farther from the attacker, past no enemy Force; into a city only if it is friendly.").format(
            most=most
        ),
    )


def check_cunning(force: Force, points: int, rule: str) -> Refusal | None:
    """Points that its leader has."""
    if 0 <= points <= force.leader.cunning:
        return None
    words = Nn_("{leader} has {n} cunning point.", "{leader} has {n} cunning points.", force.leader.cunning)
    return Refusal(words.format(leader=capital(force.leader.name)), rule, N_("Spend no more than he has, and not less than 0."))


@cites("R-PRE-2", "8.23-M")
def refuse(_dice: Dice, position: Position, order: o.Refuse) -> Outcome[Position]:
    """Declare the try with its way out and its points, which are spent whatever comes of it [8.23-M, R42]."""
    force = position.leading(DEFENDER)
    position, events = spend_points(position, force, order.cunning, "8.23-M", N_("the refusal"))
    attempt = Attempt(tuple(map(GRID.parse, order.route)), order.city, order.cunning)
    return Outcome(position.with_clash(attempt=attempt), events)


def spend_points(position: Position, force: Force, points: int, rule: str, on: str) -> Outcome[Position]:
    """A leader's cunning points, spent."""
    leader = replace(force.leader, cunning=force.leader.cunning - points)
    return Outcome(position.with_forces((replace(force, leader=leader),)), (CunningSpent(rule, leader.name, points, on),))


def refusals(position: Position) -> tuple[o.Refuse, ...]:
    """Every way out with every number of points."""
    found: tuple[o.Refuse, ...] | None = position.memo.get("refusals")
    if found is None:
        force = position.leading(DEFENDER)
        points = range(force.leader.cunning + 1)
        ways = [(tuple(map(GRID.label, route)), city) for route, city in ways_out(position, force)]
        found = position.memo["refusals"] = tuple(o.Refuse(route, city, cunning) for route, city in ways for cunning in points)
    return found


def check_stand(_position: Position, _order: o.Stand) -> Refusal | None:
    """Nobody is made to refuse."""
    return None


@cites("R-PRE-2")
def stand(_dice: Dice, position: Position, _order: o.Stand) -> Outcome[Position]:
    """Do not try."""
    return Outcome(position.with_clash(stands=True), (Stood(position.leading(DEFENDER).id),))


def stands(_position: Position) -> Iterator[o.Stand]:
    """Standing."""
    yield o.Stand()


@cites("8.23-M")
def await_counter(position: Position) -> Outcome[Position]:
    """An attacker without cunning points has nothing to say against a refusal."""
    attempt = position.fight.attempt
    if attempt is None or position.leading(ATTACKER).leader.cunning:
        return Outcome(position)
    return Outcome(position.with_clash(attempt=attempt._replace(against=0)))


def decide_counter(position: Position) -> Decision | None:
    """The attacker says what he spends, once he has heard the defender [R42]."""
    attempt = position.fight.attempt
    if attempt is None or attempt.against is not None:
        return None
    force = position.leading(ATTACKER)
    words = Nn_(
        "{leader} has {n} cunning point: say how many he spends against the refusal.",
        "{leader} has {n} cunning points: say how many he spends against the refusal.",
        force.leader.cunning,
    )
    prompt = words.format(leader=capital(force.leader.name))
    return Decision(force.side, (o.Counter,), "8.23-M", prompt)


def check_counter(position: Position, order: o.Counter) -> Refusal | None:
    """Points that he has."""
    return check_cunning(position.leading(ATTACKER), order.cunning, "8.23-M")


@cites("8.23-M")
def counter(_dice: Dice, position: Position, order: o.Counter) -> Outcome[Position]:
    """Spend them [8.23-M]."""
    attempt: Any = position.fight.attempt
    position, events = spend_points(position, position.leading(ATTACKER), order.cunning, "8.23-M", N_("hindering it"))
    return Outcome(position.with_clash(attempt=attempt._replace(against=order.cunning)), events)


def counters(position: Position) -> Iterator[o.Counter]:
    """Every number of points."""
    yield from (o.Counter(points) for points in range(position.leading(ATTACKER).leader.cunning + 1))


@cites("8.23-M")
def refusal_modifier(position: Position, force: Force, attempt: Attempt) -> int:
    """The modifiers of a declared refusal [8.23-M, R1, R19, R43, R55]."""
    terrain = position.scenario.ground.terrain[force.at]
    return int(
        settled(
            refusal_drm,
            position.rules,
            terrain in CLOSED,
            len(attempt.route) if attempt.city else 0,
            attempt.cunning,
            attempt.against or 0,
            only_over_river(position, force),
            force.roman,
            attempt.city and not attempt.route,
        ).drm
    )


def decide_refusal(position: Position) -> Decision | None:
    """The defender throws."""
    clash = position.fight
    if clash.attempt is None or clash.failed_refusal or clash.stage != "open":
        return None
    force = position.leading(DEFENDER)
    drm = refusal_modifier(position, force, clash.attempt)
    return Decision(
        force.side,
        (o.RollRefusal,),
        "8.23",
        N_("Throw for the refusal of {force}: {cv} or less with {drm:+}.").format(force=force.name, cv=force.leader.cv, drm=drm),
    )


@cites("8.23", "8.23-A", "8.31-f / 8.23, 6.55")
def roll_refusal(dice: Dice, position: Position, _order: o.RollRefusal) -> Outcome[Position]:
    """At or under the campaign value it withdraws; above it stays, and the attacker gains by it [8.23]."""
    force = position.leading(DEFENDER)
    attempt: Any = position.fight.attempt
    drm = refusal_modifier(position, force, attempt)
    throw = throw_for(dice, refusal, position.rules, force.leader.cv, drm)
    tried = RefusalTried(force.id, throw.outcome.refused, drm, throw)
    if not throw.outcome.refused:
        return Outcome(position.with_clash(failed_refusal=True), (tried,))
    position, events = _withdrawn(position, force, attempt)
    return Outcome(position.with_clash(stage="refused"), (tried, *events))


@cites("8.23-A")
def _withdrawn(position: Position, force: Force, attempt: Attempt) -> Outcome[Position]:
    """Move away; attrition points cost what the scenario says, never more than a tenth of the Force [8.23-A, R20, R47, R57]."""
    end = attempt.route[-1] if attempt.route else force.at
    ground, city = position.scenario.ground, position.city_at(end) if attempt.city else None
    path = ",".join(ground.terrain[step] for step in attempt.route) or ground.terrain[force.at]
    cost = settled(withdrawal, position.rules, path, force.sp, attempt.city)
    lost = min(attrition_loss(position, force, cost.points), cost.most_lost)
    position = position.with_forces((replace(force, at=end, in_city=attempt.city),))
    position = with_losses_owed(position, force.side, (force.id,), lost, "8.23-A")
    return Outcome(position, (Withdrew(force.id, end, city.id if city else "", cost.points, lost),))


# -- continuation ----------------------------------------------------------------------------------------------------------------------


@cites("R-PRE-3")
def decide_continue(position: Position) -> Decision | None:
    """An attacker who entered the hex throws to go on with the attack, or to move on after a refusal [R-PRE-3]."""
    clash = position.fight
    if not clash.entered or clash.continued is not None:
        return None
    force = position.leading(ATTACKER)
    march = N_("{force} halted when it entered the hex: throw for continuation to march on, or desist.")
    attack = N_("{force} halted when it entered the hex: throw for continuation to attack, or desist.")
    return Decision(
        force.side,
        (o.RollContinuation, o.Desist),
        "R-PRE-3",
        (march if clash.stage == "refused" else attack).format(force=force.name),
    )


@cites("R-PRE-3", "Pointers")
def check_roll_continuation(position: Position, _order: o.RollContinuation) -> Refusal | None:
    """The number is not in the source: the scenario must give it [R-PRE-3, R39]."""
    if position.scenario.inputs.continuation is not None:
        return None
    return Refusal(
        N_("The source does not say when a continuation roll passes (5.25), and this scenario does not either."),
        "R-PRE-3",
        N_("Desist, or play a scenario that gives the input continuation."),
    )


@cites("R-PRE-3")
def roll_continuation(dice: Dice, position: Position, _order: o.RollContinuation) -> Outcome[Position]:
    """A pass goes on with the attack, or lets the Force march on after a refusal [R-PRE-3, R39]."""
    force = position.leading(ATTACKER)
    throw = throw_for(dice, continuation, position.rules, position.scenario.inputs.continuation)
    tried = ContinuationTried(force.id, throw.outcome.passed, throw)
    return Outcome(_continued(position, passed=throw.outcome.passed), (tried,))


def _continued(position: Position, *, passed: bool) -> Position:
    stage = position.fight.stage
    if stage == "refused" and passed:
        position = position.with_forces((replace(position.leading(ATTACKER), entered=False),))
    return position.with_clash(continued=passed, stage="broken_off" if stage == "open" and not passed else stage)


def check_desist(_position: Position, _order: o.Desist) -> Refusal | None:
    """Nobody is made to go on."""
    return None


def desist(_dice: Dice, position: Position, _order: o.Desist) -> Outcome[Position]:
    """Do not go on."""
    return Outcome(_continued(position, passed=False), (BrokenOff(position.leading(ATTACKER).id),))


def check_throw(_position: Position, _order: Any) -> Refusal | None:  # noqa: ANN401 - any order that throws for what is due
    """Nothing bars a throw when it is due."""
    return None


def refusal_rolls(_position: Position) -> Iterator[o.RollRefusal]:
    """The throw."""
    yield o.RollRefusal()


def continuation_rolls(_position: Position) -> Iterator[o.RollContinuation]:
    """The throw."""
    yield o.RollContinuation()


def desisting(_position: Position) -> Iterator[o.Desist]:
    """Desisting."""
    yield o.Desist()


def over(position: Position) -> Outcome[Position]:
    """The attack is over; how its Forces came to the hex no longer counts."""
    clash = position.fight
    forces = [replace(position.force(name), marks=(), crossed=False) for name in (*clash.attackers, *clash.defenders)]
    return Outcome(replace(position.with_forces(forces), clash=None))
