"""How a game ends (1.8, 2.6): by the points when the scenario's last turn is over, or by the goal of a set piece."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.games.toulon.play import calendar, ground, supply
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.names import SEATS
from rulesdemo.games.toulon.play.state import Position, Result, Side, enemy_of
from rulesdemo.play.engine import cites
from rulesdemo.words import N_, commas

Goal = Mapping[str, Any]  # what a scenario's [goal] says, as the loader has read it


@cites("1.8")
def by_points(position: Position) -> Result:
    """Who is ahead on the track of victory points; the last turn is the scenario's own, since the source names none [1.8, T14]."""
    if not position.vp:
        return Result("draw", N_("the points are even"), 0)
    winner: Side = "allied" if position.vp > 0 else "republican"
    return Result(winner, N_("they are {n} ahead in victory points").format(n=abs(position.vp)), position.vp)


@cites("2.6")
def glory(position: Position) -> tuple[tuple[str, int], ...]:
    """The Allied players under option 2.2, most glory first, each with the tenths of points of all nations that he holds [2.6, T3]."""
    totals = dict.fromkeys(position.players_of("allied"), 0) if position.has("2.2") else {}
    for nation, tenths in position.personal if totals else ():
        totals[position.seat(nation)] += tenths
    return tuple(sorted(totals.items(), key=lambda each: -each[1]))


def glory_facts(position: Position) -> tuple[Notice, ...]:
    """The order of glory in a sentence, where there is any."""
    found = [N_("{nation} {points}").format(nation=SEATS[seat], points=tenths / 10) for seat, tenths in glory(position)]
    words = N_("Personal points, most glory first: {credits}.")
    return (Notice("glory", "2.6", words.format(credits=commas(found))),) if found else ()


def judge(position: Position) -> Result | None:
    """What the end of a turn finds."""
    return (
        at_end(position, N_("the last turn is over and the goal was not met"))
        if position.turn.number >= position.scenario.last_turn
        else None
    )


def at_end(position: Position, missed: str) -> Result:
    """The result when the last turn or the set-up is over: by points, unless a goal had to be met by then and was `missed`."""
    goal = position.scenario.goal
    if goal and goal["kind"] != "ahead":
        return Result(enemy_of(goal["side"]), missed, position.vp)
    return by_points(position)


def goal_met(position: Position) -> Result | None:
    """The result, once the goal of the scenario is met; the engine asks after every order."""
    goal = position.scenario.goal
    if not goal or not GOALS[goal["kind"]].met(position, goal):
        return None
    return Result(goal["side"], N_("they have done what the scenario asks"), position.vp)


def _reach(position: Position, goal: Goal) -> bool:
    """The unit is in the zone, and nothing is up in the air."""
    return position.pending is None and position.unit(goal["unit"]).place == goal["zone"]


def _lead(position: Position, goal: Goal) -> bool:
    """The leader is in the zone [1.16 G]."""
    leader = position.leader(goal["leader"])
    return leader is not None and leader.place == goal["zone"]


def _hold(position: Position, goal: Goal) -> bool:
    """The side controls the zone [4.5]."""
    return position.pending is None and ground.control(position, goal["zone"]) == goal["side"]


def _share(position: Position, _goal: Goal) -> bool:
    """Units of both wings stand in one zone, as they may from turn 12; before it they only pass [4.9a, 5k]."""
    return calendar.in_force(position, "wings_merge") and any(
        {"west", "east"} <= {unit.nation for unit in position.at(zone)} for zone in position.board.chart.of_kind("land")
    )


def _ahead(_position: Position, _goal: Goal) -> bool:
    """Never before the end, when the points decide [1.8]."""
    return False


def _defeat(position: Position, goal: Goal) -> bool:
    """The enemy has suffered a significant defeat [4.2g]."""
    return position.pending is None and position.defeat == enemy_of(goal["side"])


def _credit(position: Position, goal: Goal) -> bool:
    """The nation has the goal's tenths of a personal point [2.3, 2.4]."""
    return dict(position.personal).get(goal["nation"], 0) >= int(goal["need"])


def _supplied(position: Position, goal: Goal) -> bool:
    """The ships have gone, and Toulon is supplied on the turn asked for [3.8]."""
    ready = position.turn.step in ("trace", "move") and position.turn.side == "allied" and position.turn.number >= goal["need"]
    return position.evacuated and ready and "toulon" not in position.turn.out_of_war


def _fort(position: Position, goal: Goal) -> bool:
    """Enough strength points of the side are inside the fort of the zone [4.1]."""
    inside = sum(unit.strength for unit in position.of(goal["side"], goal["zone"]) if unit.fort)
    return inside >= int(goal["need"])


def _road(position: Position, goal: Goal) -> bool:
    """The road section is friendly [4.9q]."""
    return position.pending is None and position.friendly_road(goal["zone"], goal["side"])


def _line(position: Position, goal: Goal) -> bool:
    """The unit has a line of supply that crosses no no-man's land, and nothing is up in the air [4.8e, 5g]."""
    return position.pending is None and supply.line(position, position.unit(goal["unit"]), through_no_mans_land=False) is not None


class Kind(NamedTuple):
    """A kind of goal: how it is checked, the fields it needs, and those it may have besides."""

    met: Callable[[Position, Goal], bool]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


GOALS: Final[Mapping[str, Kind]] = {
    "reach": Kind(_reach, ("unit", "zone")),
    "lead": Kind(_lead, ("leader", "zone")),
    "hold": Kind(_hold, ("zone",)),
    "share": Kind(_share),
    "ahead": Kind(_ahead),
    "defeat": Kind(_defeat),
    "credit": Kind(_credit, ("nation", "need")),
    "supplied": Kind(_supplied, ("need",)),
    "fort": Kind(_fort, ("zone", "need")),
    "road": Kind(_road, ("zone",)),
    "line": Kind(_line, ("unit",)),
}
