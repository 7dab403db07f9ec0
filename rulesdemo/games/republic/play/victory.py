"""How a game ends (R40): the score of a battle or campaign, and the goals of set pieces, which the engine checks by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.games.republic.play.state import ROLES, SIDES, Position, Result, Side, enemy_of
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST
from rulesdemo.play.engine import cites
from rulesdemo.words import N_

Goal = Mapping[str, Any]  # what a scenario's [goal] says, as the loader has read it


@cites("Pointers")
def scores(position: Position) -> tuple[int, int]:
    """For each side: points the enemy has lost, cities taken at their worth, and boxes of the alliance track [R40]."""
    found = []
    for side in SIDES:
        lost = position.losses[SIDES.index(enemy_of(side))]
        held = sum(city.worth for city in position.cities if city.owner == side != city.home)
        boxes = max(0, position.alliance if side == "roman" else -position.alliance)
        found.append(lost + held + boxes * position.scenario.inputs.box_worth)
    return found[0], found[1]


def standing(position: Position, side: Side) -> bool:
    """Whether a side has any Force left."""
    return any(force.side == side for force in position.there)


def judge(position: Position) -> Result | None:
    """What the end of a turn finds: a goal met or missed, a side without Forces, or the last turn [R40]."""
    if position.scenario.goal:
        return goal_met(position) or _goal_missed(position)
    left = [side for side in SIDES if standing(position, side)]
    score = scores(position)
    if position.forces and len(left) < len(SIDES):
        if left:
            return Result(left[0], N_("the enemy has no Force left"), score)
        return Result("draw", N_("neither side has a Force left"), score)
    if position.turn.number < position.scenario.turns:
        return None
    if score[0] == score[1]:
        return Result("draw", N_("the last turn is over at {points} points each").format(points=score[0]), score)
    winner: Side = "roman" if score[0] > score[1] else "other"
    return Result(winner, N_("the last turn is over, {most} points to {least}").format(most=max(score), least=min(score)), score)


# -- goals of set pieces ---------------------------------------------------------------------------------------------------------------


def goal_met(position: Position) -> Result | None:
    """The result, once the goal of the scenario is met; the engine asks whenever nothing is in the air."""
    goal = position.scenario.goal
    if not goal or not GOALS[goal["kind"]].met(position, goal):
        return None
    return Result(goal["side"], N_("they have done what the scenario asks"), scores(position))


def goal_lost(position: Position) -> Result | None:
    """The result, once a Force or an ambassador without whom the goal cannot be met is gone, or a leader has died who was to live."""
    goal = position.scenario.goal
    name = goal.get(GOALS[goal["kind"]].there, "") if goal else ""
    force, envoy = position.find(name), position.ambassador(name)
    lost = (force is not None and not force.sp) or (envoy is not None and envoy.state in ("dead", "gone"))
    lost = lost or (bool(goal) and goal["kind"] == "survives" and position.clash is None and bool(position.fallen))
    return Result(enemy_of(goal["side"]), N_("it can no longer be done"), scores(position)) if lost else None


def _goal_missed(position: Position) -> Result | None:
    if position.turn.number < position.scenario.turns:
        return None
    return Result(enemy_of(position.scenario.goal["side"]), N_("the last turn is over and the goal was not met"), scores(position))


def _away(position: Position, goal: Goal) -> bool:
    """The Force has just refused combat; one that is beaten out of the hex, or marches off later, has not [8.23]."""
    clash = position.clash
    return clash is not None and clash.stage == "refused" and clash.defenders[0] == goal["force"]


def _joined(position: Position, goal: Goal) -> bool:
    """The Force takes part in a battle that is on [8.26]."""
    clash = position.clash
    return clash is not None and goal["force"] in (*clash.attackers[1:], *clash.defenders[1:])


def _modifier(position: Position, goal: Goal) -> bool:
    """A battle is about to be rolled with at least so much in the side's favour [8.31]."""
    clash = position.clash
    if clash is None or position.turn.step != "roll":
        return False
    sign = 1 if position.side_of(0) == goal["side"] else -1
    return bool(sign * clash.drm >= goal["need"])


def _rout(position: Position, goal: Goal) -> bool:
    """The enemy must retreat [8.3]."""
    clash = position.clash
    if clash is None or clash.result is None or clash.result.retreat == "none":
        return False
    return bool(position.side_of(ROLES.index(clash.result.retreat)) != goal["side"])


def _costs(position: Position, goal: Goal) -> bool:
    """The enemy has lost the goal's strength points [8.34]."""
    return bool(position.losses[SIDES.index(enemy_of(goal["side"]))] >= goal["need"])


def _survives(position: Position, goal: Goal) -> bool:
    """A battle has been fought, the enemy has lost the goal's points, and no leader is dead [8.36, 8.6]."""
    return position.clash is None and _costs(position, goal) and not position.fallen


def _status(position: Position, goal: Goal) -> bool:
    """The enemy Force is at least in so bad a status [8.54]."""
    order = FROM_BEST_TO_WORST.index
    return order(position.force(goal["target"]).status) >= order(goal["status"])


def _city(position: Position, goal: Goal) -> bool:
    """The city is ours [9.4, 9.6, 9.52]."""
    return any(city.id == goal["city"] and city.owner == goal["side"] for city in position.cities)


def _alliance(position: Position, goal: Goal) -> bool:
    """The side has the goal's number of boxes in its favour, with the ambassador at hand [12.34]."""
    sign = 1 if goal["side"] == "roman" else -1
    envoy = position.ambassador(goal["ambassador"])
    return bool(sign * position.alliance >= goal["need"]) and envoy is not None and envoy.state == "ready"


class Kind(NamedTuple):
    """A kind of goal: how it is checked, the fields it needs, the one that names somebody it cannot do without, and those it may have."""

    met: Callable[[Position, Goal], bool]
    needs: tuple[str, ...] = ()
    there: str = ""
    may: tuple[str, ...] = ()


GOALS: Final[Mapping[str, Kind]] = {
    "away": Kind(_away, ("force", "hex"), "force"),
    "joined": Kind(_joined, ("force",), "force"),
    "modifier": Kind(_modifier, ("need",)),
    "rout": Kind(_rout),
    "costs": Kind(_costs, ("need",)),
    "survives": Kind(_survives, ("need",)),
    "status": Kind(_status, ("target", "status"), "target"),
    "city": Kind(_city, ("city",)),
    "alliance": Kind(_alliance, ("ambassador", "need"), "ambassador"),
}
