"""Victory, which the source leaves to its lost scenarios (B73), and the goals of set pieces, which the engine checks by itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.gunnery import aim_of, check_guns, check_shot
from rulesdemo.games.broadside.play.helm import point_of
from rulesdemo.games.broadside.play.state import SIDES, Position, Result, Ship, Side, enemy_of
from rulesdemo.games.broadside.play.weather import sight_of
from rulesdemo.play.engine import cites
from rulesdemo.words import N_

Goal = Mapping[str, Any]  # what a scenario's [goal] says, as the loader has read it: ids are checked, hexes and headings are places


# -- battles ---------------------------------------------------------------------------------------------------------------------------


def losses(position: Position) -> tuple[int, int]:
    """Hull points that the French, and that the British, have lost; a ship that is gone or taken counts whole."""
    french, british = (
        sum(
            ship.hull_initial if ship.gone or ship.surrendered else ship.hull_initial - ship.hull
            for ship in position.ships
            if ship.side == side
        )
        for side in SIDES
    )
    return french, british


def _fights(position: Position, side: Side) -> bool:
    return any(ship.side == side and ship.state == "fighting" and not ship.is_fort for ship in position.there)


@cites("VI")
def judge(position: Position) -> Result | None:
    """What the end of a turn finds: a goal, a side without a ship that fights, or the last turn [VI, B73]."""
    if position.scenario.goal:
        return goal_met(position) or goal_lost(position) or _goal_missed(position)
    lost = losses(position)
    beaten = [side for side in SIDES if not _fights(position, side)]
    if len(beaten) == len(SIDES):
        return Result("draw", N_("nobody has a ship left that fights"), lost)
    if beaten:
        return Result(enemy_of(beaten[0]), N_("the enemy has no ship left that fights"), lost)
    if position.turn.number < position.scenario.turns:
        return None
    if lost[0] == lost[1]:
        return Result("draw", N_("the last turn is over, and both sides have lost as much"), lost)
    return Result("french" if lost[0] < lost[1] else "british", N_("the last turn is over, and they have lost less hull"), lost)


# -- goals -----------------------------------------------------------------------------------------------------------------------------


def goal_met(position: Position) -> Result | None:
    """The result, once the goal of the scenario is met; the engine asks after every order."""
    goal = position.scenario.goal
    if not goal or not GOALS[goal["kind"]].met(position, goal):
        return None
    return Result(goal["side"], N_("they have done what the scenario asks"), losses(position))


def goal_lost(position: Position) -> Result | None:
    """The result, once too few are left of the ships without which the goal cannot be met."""
    goal = position.scenario.goal
    if not goal:
        return None
    named = [name for field in GOALS[goal["kind"]].there for name in _named(goal, field)]
    there = sum(not position.ship(name).gone for name in named)
    if there >= goal.get("need", len(named)) or not named:
        return None
    return Result(enemy_of(goal["side"]), N_("a ship without which it cannot be done is gone"), losses(position))


def _named(goal: Goal, field: str) -> tuple[str, ...]:
    """The ship or the ships that a field of the goal names."""
    said = goal[field]
    return (said,) if isinstance(said, str) else tuple(said)


def _goal_missed(position: Position) -> Result | None:
    if position.turn.number < position.scenario.turns:
        return None
    return Result(enemy_of(position.scenario.goal["side"]), N_("the last turn is over and the goal was not met"), losses(position))


def _is_there(ship: Ship) -> bool:
    return not ship.gone and not ship.surrendered


def _reach(position: Position, goal: Goal) -> bool:
    """She ends a move in one of these hexes, heading as asked."""
    ship = position.ship(goal["ship"])
    return _is_there(ship) and ship.place in goal["hexes"] and goal.get("heading", ship.heading) == ship.heading


def _point(position: Position, goal: Goal) -> bool:
    """She has this point of sailing, and way enough [IV.a]."""
    ship = position.ship(goal["ship"])
    need: int = goal["need"]
    return _is_there(ship) and point_of(position, ship) == goal["point"] and ship.speed >= need


def _sighted(position: Position, goal: Goal) -> bool:
    """She is within sight of the target [T6]."""
    ship, target = position.ship(goal["ship"]), position.ship(goal["target"])
    return position.weather is not None and ship.place.distance(target.place) <= sight_of(position).hexes


def _shot(position: Position, goal: Goal) -> bool:
    """She may fire at the target [V.b]."""
    ship, target = position.ship(goal["ship"]), position.ship(goal["target"])
    return position.weather is not None and check_guns(position, ship) is None and check_shot(position, ship, target) is None


def _rake(position: Position, goal: Goal) -> bool:
    """The same, and she rakes her [V.b enfilade]."""
    return _shot(position, goal) and aim_of(position, position.ship(goal["ship"]), position.ship(goal["target"])).raking


def _hurt(position: Position, goal: Goal) -> bool:
    """The target has lost the hull points of the goal, or is gone."""
    ship = position.ship(goal["target"])
    need: int = goal["need"]
    return bool(ship.gone) or ship.hull_initial - ship.hull >= need


def _strike(position: Position, goal: Goal) -> bool:
    """The target has surrendered, or is at the bottom of the sea [VI]."""
    return position.ship(goal["target"]).state in ("surrendered", "sunk", "exploded")


def _sound(position: Position, goal: Goal) -> bool:
    """They are there, with neither fire nor leak [T12]."""
    return all(
        _is_there(ship) and not ship.damage.fire and ship.damage.leak == "none" for ship in (position.ship(name) for name in goal["ships"])
    )


def _board(position: Position, goal: Goal) -> bool:
    """She is locked with the target [V.a]."""
    ship, target = position.ship(goal["ship"]), position.ship(goal["target"])
    return ship.locked and target.locked and ship.place == target.place


def _command(position: Position, goal: Goal) -> bool:
    """All of them write their orders each turn [VII]."""
    ships = [position.ship(name) for name in goal["ships"]]
    return all(_is_there(ship) and lag_of(position, ship) == 0 for ship in ships)


def _harbour(position: Position, goal: Goal) -> bool:
    """Enough of them lie in these hexes."""
    ships = [position.ship(name) for name in goal["ships"]]
    need: int = goal["need"]
    return sum(_is_there(ship) and ship.place in goal["hexes"] for ship in ships) >= need


class Kind(NamedTuple):
    """A kind of goal: how it is checked, the fields it needs, those it may have, and those that name ships it cannot do without."""

    met: Callable[[Position, Goal], bool]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()
    there: tuple[str, ...] = ()


GOALS: Final[Mapping[str, Kind]] = {
    "reach": Kind(_reach, ("ship", "hexes"), ("heading",), there=("ship",)),
    "point": Kind(_point, ("ship", "point", "need"), there=()),
    "sighted": Kind(_sighted, ("ship", "target"), there=("ship", "target")),
    "shot": Kind(_shot, ("ship", "target"), there=("ship", "target")),
    "rake": Kind(_rake, ("ship", "target"), there=("ship", "target")),
    "hurt": Kind(_hurt, ("target", "need")),
    "strike": Kind(_strike, ("target",)),
    "sound": Kind(_sound, ("ships",), there=("ships",)),
    "board": Kind(_board, ("ship", "target"), there=("ship", "target")),
    "command": Kind(_command, ("ships",), there=("ships",)),
    "harbour": Kind(_harbour, ("ships", "hexes", "need"), there=("ships",)),
}
