"""Victory (E-VIC-1): who has lost more than half, and the goals of set pieces, which the engine checks by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.games.escadres.play.damage import ships_reached
from rulesdemo.games.escadres.play.gunnery import aim, check_shot
from rulesdemo.games.escadres.play.movement import wind_on
from rulesdemo.games.escadres.play.state import Position, Result, Ship, Side, enemy_of
from rulesdemo.games.escadres.victory import verdict
from rulesdemo.play.engine import cites, settled
from rulesdemo.words import N_

Goal = Mapping[str, Any]  # what a scenario's [goal] says, as the loader has read it: ids are checked, hexes and headings are places


# -- battles ---------------------------------------------------------------------------------------------------------------------------


def fleet(position: Position, side: Side) -> tuple[Ship, ...]:
    """The ships with which a side began."""
    return tuple(ship for ship in position.ships if ship.side == side)


@cites("E-VIC-1", "E-MARK-2", "E-WRECK-1")
def losses(position: Position) -> tuple[int, int]:
    """The ships that the French, and that the British, have lost: struck, sunk, exploded or off the table [E-VIC-1, E18]."""
    french, british = (sum(ship.lost for ship in fleet(position, side)) for side in ("french", "british"))
    return french, british


@cites("E-VIC-1")
def judge(position: Position) -> Result | None:
    """What the end of a turn finds: a goal met or missed, a side past half its ships, or the last turn [E-VIC-1, E17, E19]."""
    if position.scenario.goal:
        return goal_met(position) or _goal_missed(position)
    lost = losses(position)
    ships = len(fleet(position, "french")), len(fleet(position, "british"))
    winner = settled(verdict, position.rules, ships[0], lost[0], ships[1], lost[1]).winner
    if winner == "draw":
        return Result("draw", N_("both sides have lost more than half their ships"), lost)
    if winner != "none":
        return Result("french" if winner == "a" else "british", N_("the enemy has lost more than half his ships"), lost)
    if position.turn.number < position.scenario.turns:
        return None
    if lost[0] == lost[1]:
        return Result("draw", N_("the last turn is over, and both sides have lost as many ships"), lost)
    return Result("french" if lost[0] < lost[1] else "british", N_("the last turn is over, and they have lost fewer ships"), lost)


# -- goals of set pieces ---------------------------------------------------------------------------------------------------------------


def goal_met(position: Position) -> Result | None:
    """The result, once the goal of the scenario is met; the engine asks after every order."""
    goal = position.scenario.goal
    if not goal or not GOALS[goal["kind"]].met(position, goal):
        return None
    return Result(goal["side"], N_("they have done what the scenario asks"), losses(position))


def goal_lost(position: Position) -> Result | None:
    """The result, once a ship without which the goal cannot be met is gone; the engine asks after every order."""
    goal = position.scenario.goal
    if not goal or not any(position.ship(name).gone for field in GOALS[goal["kind"]].there for name in _named(goal, field)):
        return None
    return Result(enemy_of(goal["side"]), N_("a ship without which it cannot be done is gone"), losses(position))


def _named(goal: Goal, field: str) -> tuple[str, ...]:
    """The ship or the ships that a field of the goal names."""
    said = goal[field]
    return (said,) if isinstance(said, str) else tuple(said)


def _goal_missed(position: Position) -> Result | None:
    side: Side = position.scenario.goal["side"]
    if position.turn.number < position.scenario.turns:
        return None
    return Result(enemy_of(side), N_("the last turn is over and the goal was not met"), losses(position))


def _at_rest(position: Position, name: str) -> Ship | None:
    """The ship, if she is there and not in the middle of her move: passing through is not arriving."""
    ship, doing = position.ship(name), position.activation
    return None if ship.gone or (doing is not None and doing.ship == name and not doing.moved) else ship


def _reach(position: Position, goal: Goal) -> bool:
    """She ends a move with her bow in one of these hexes, heading as asked."""
    ship = _at_rest(position, goal["ship"])
    return ship is not None and ship.bow in goal["hexes"] and goal.get("heading", ship.heading) == ship.heading


def _free(position: Position, goal: Goal) -> bool:
    """She is no longer head to wind [E-MOVE-4]."""
    return wind_on(position, position.ship(goal["ship"])) != "D"


def _lead(position: Position, goal: Goal) -> bool:
    """Enough of the side's ships have played this turn, and none of the enemy's [E-TURN-1]."""
    drawn = [ship.side for ship in position.there if not ship.struck and ship.id not in position.turn.bag]
    need: int = goal["need"]
    return drawn.count(goal["side"]) >= need and enemy_of(goal["side"]) not in drawn


def _has_moved(position: Position, *names: str) -> bool:
    """Whether a move of one of these ships is just over: where another ship goes is no act of theirs."""
    doing = position.activation
    return doing is not None and doing.moved and doing.ship in names


def _shot(position: Position, goal: Goal) -> bool:
    """At the end of her move she may fire at the target [E-FIRE-1]."""
    ship = _at_rest(position, goal["ship"])
    return ship is not None and _has_moved(position, ship.id) and check_shot(position, ship, position.ship(goal["target"])) is None


def _rake(position: Position, goal: Goal) -> bool:
    """The same, and she rakes her [E-ENF-1]."""
    return _shot(position, goal) and aim(position, position.ship(goal["ship"]), position.ship(goal["target"])).raking


def _hurt(position: Position, goal: Goal) -> bool:
    """The target has lost the goal's number of boxes of power and crew, or is at the bottom of the sea [E-MARK-1]."""
    ship = position.ship(goal["target"])
    need: int = goal["need"]
    return ship.gone in ("sunk", "exploded") or ship.power_initial - ship.power + ship.crew_initial - ship.crew >= need


def _strike(position: Position, goal: Goal) -> bool:
    """The target is out of action, or at the bottom of the sea; off the table she has got away [E-MARK-2]."""
    ship = position.ship(goal["target"])
    return ship.struck or ship.gone in ("sunk", "exploded")


def _out(position: Position, goal: Goal) -> bool:
    """They are there, and no fire is left aboard [E-BURN-3]."""
    return all(not ship.gone and not ship.fires for ship in map(position.ship, goal["ships"]))


def _clear(position: Position, goal: Goal) -> bool:
    """At the end of a move of theirs none of them would be struck by debris of the target, were she to explode now [E-BLAST-1]."""
    if not _has_moved(position, *goal["ships"]) or any(_at_rest(position, name) is None for name in (*goal["ships"], goal["target"])):
        return False
    return not {hit.ship for hit in ships_reached(position, position.ship(goal["target"]))} & set(goal["ships"])


class Kind(NamedTuple):
    """A kind of goal: how it is checked, the fields it needs, those it may have, and those that name ships it cannot do without."""

    met: Callable[[Position, Goal], bool]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    there: tuple[str, ...] = ()


GOALS: Final[Mapping[str, Kind]] = {
    "reach": Kind(_reach, ("ship", "hexes"), ("heading",), there=("ship",)),
    "free": Kind(_free, ("ship",), there=("ship",)),
    "lead": Kind(_lead, ("need",)),
    "shot": Kind(_shot, ("ship", "target"), there=("ship", "target")),
    "rake": Kind(_rake, ("ship", "target"), there=("ship", "target")),
    "hurt": Kind(_hurt, ("target", "need"), there=("target",)),
    "strike": Kind(_strike, ("target",), there=("target",)),
    "out": Kind(_out, ("ships",), there=("ships",)),
    "clear": Kind(_clear, ("ships", "target"), there=("ships", "target")),
}
