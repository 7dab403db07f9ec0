"""Victory (rules 3.0 H, 9.0): the score of a battle, and the goals of set pieces, which the engine checks by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple

from rulesdemo.games.veneti.play.state import SIDES, Position, Result, Ship, Side, enemy_of
from rulesdemo.play.engine import cites
from rulesdemo.words import N_

Goal = Mapping[str, Any]  # what a scenario's [goal] says, as the loader has read it: ids are checked, hexes and headings are places


# -- battles ---------------------------------------------------------------------------------------------------------------------------


@cites("9.0")
def score(position: Position) -> tuple[int, int]:
    """The enemy ships that the Romans, and that the Veneti, have taken or destroyed [9.0, A49].

    A ship counts against her first owner while she is lost or in enemy hands; one that was retaken counts for nobody.
    """
    counts = {"roman": 0, "veneti": 0}
    for ship in position.ships:
        if ship.gone or ship.controller != ship.side:
            counts[enemy_of(ship.side)] += 1
    return counts["roman"], counts["veneti"]


def beaten(position: Position, side: Side) -> bool:
    """Whether a side that began with ships has none left with a crew of its own: all are lost or were captured."""
    own = [ship for ship in position.ships if ship.side == side]
    return bool(own) and all(ship.gone or ship.captured for ship in own)


@cites("9.0", "3.0 H")
def judge(position: Position) -> Result | None:
    """What phase H finds: a goal met or missed, a side without ships, or the score after the last turn [3.0 H, 9.0].

    The loss of an Admiral decides nothing.
    """
    if position.scenario.goal:
        return goal_met(position) or _goal_missed(position)
    roman, veneti = score(position)
    last = position.turn.number >= position.scenario.turns
    gone = [side for side in SIDES if beaten(position, side)]
    if not last and not gone:
        return None
    if len(gone) == 1:
        return Result(enemy_of(gone[0]), N_("the enemy has no ship left with a crew of his own"), (roman, veneti))
    if roman == veneti:
        return Result("draw", N_("both sides have taken or destroyed as many ships"), (roman, veneti))
    return Result("roman" if roman > veneti else "veneti", N_("they have taken or destroyed more ships"), (roman, veneti))


# -- goals of set pieces ---------------------------------------------------------------------------------------------------------------


def goal_met(position: Position) -> Result | None:
    """The result, once the goal of the scenario is met; the engine asks after every order."""
    goal = position.scenario.goal
    if not goal or not GOALS[goal["kind"]].met(position, goal):
        return None
    return Result(goal["side"], N_("they have done what the scenario asks"), score(position))


def goal_lost(position: Position) -> Result | None:
    """The result, once the one ship that the goal is about is gone; the engine asks after every order."""
    goal = position.scenario.goal
    name = goal.get("ship", "") if goal else ""
    if not name or not position.ship(name).gone:
        return None
    return Result(enemy_of(goal["side"]), N_("the ship that was to do it is lost"), score(position))


def _goal_missed(position: Position) -> Result | None:
    side: Side = position.scenario.goal["side"]
    other = enemy_of(side)
    if beaten(position, side):
        return Result(other, N_("nobody is left to do what the scenario asks"), score(position))
    if position.turn.number >= position.scenario.turns:
        return Result(other, N_("the last turn is over and the goal was not met"), score(position))
    return None


def _enough(goal: Goal, names: Iterable[str], done: Callable[[str], bool]) -> bool:
    """Whether the thing is done to all of them, or to as many as the goal needs."""
    listed = tuple(names)
    need: int = goal.get("need", len(listed))
    return sum(done(name) for name in listed) >= need


def _at_rest(position: Position, name: str) -> Ship | None:
    """The ship, if she is afloat and not in the middle of her move: passing through is not arriving."""
    ship = position.ship(name)
    moving = position.activation.moving if position.activation else None
    return None if ship.gone or (moving is not None and moving.ship == name) else ship


def _acts(position: Position, goal: Goal) -> bool:
    """Whether it is the goal's side that acts: what the enemy does to himself is no act of theirs."""
    return position.activation is not None and position.activation.side == goal["side"]


def _touch(position: Position, goal: Goal) -> bool:
    """She ends a move of hers with the target on one of these sides [5.0]."""
    if not _acts(position, goal):
        return False
    ship, target = _at_rest(position, goal["ship"]), position.ship(goal["target"])
    return ship is not None and not target.gone and any(ship.around.get(place) in goal["sides"] for place in target.hexes)


def _reach(position: Position, goal: Goal) -> bool:
    """She ends a move with her bow in one of these hexes, heading as asked."""
    ship = _at_rest(position, goal["ship"])
    return ship is not None and ship.bow in goal["hexes"] and goal.get("heading", ship.heading) == ship.heading


def _squadron(position: Position, goal: Goal) -> bool:
    """Phase B finds all these ships under this leader [6.11, 6.12]."""
    return any(leader == goal["leader"] and set(goal["ships"]) <= set(ships) for leader, ships in position.turn.squadrons)


def _first(position: Position, goal: Goal) -> bool:
    """The goal's side has won the initiative and named itself to act first [3.0 Initiative]."""
    side: Side = goal["side"]
    return position.turn.first == position.turn.winner == side


def _together(position: Position, goal: Goal) -> bool:
    """The squadrons of all these leaders act in one activation [6.18]."""
    return position.activation is not None and set(goal["leaders"]) <= set(position.activation.leaders)


def _aboard(position: Position, goal: Goal) -> bool:
    """The leader is safe aboard one of these ships [6.74]."""
    leader = position.leader(goal["leader"])
    return not leader.lost and leader.ship in goal["ships"]


def _immobilise(position: Position, goal: Goal) -> bool:
    """Their halyards are cut."""
    return _enough(goal, goal["ships"], lambda name: position.ship(name).immobilised)


def _grapple(position: Position, goal: Goal) -> bool:
    """The goal's side has made fast to the target, with the ships named or with some ship of its own."""
    if not _acts(position, goal):
        return False
    target = position.ship(goal["target"])
    if "ships" in goal:
        return _enough(goal, goal["ships"], lambda name: name in target.grappled)
    holding = [name for name in target.grappled if position.ship(name).controller == goal["side"]]
    need: int = goal.get("need", 1)
    return len(holding) >= need


def _free(position: Position, goal: Goal) -> bool:
    """She has broken loose: she is afloat, still with her own side, and held by nobody [8.31]."""
    if not _acts(position, goal):
        return False
    ship = position.ship(goal["ship"])
    return not ship.gone and ship.controller == goal["side"] and not ship.grappled


def _capture(position: Position, goal: Goal) -> bool:
    """They are afloat in the hands of the goal's side [8.25]."""

    def taken(name: str) -> bool:
        ship = position.ship(name)
        return not ship.gone and ship.controller == goal["side"]

    return _enough(goal, goal["ships"], taken)


def _hit(position: Position, goal: Goal) -> bool:
    """They have lost a marine [8.61]."""
    return _enough(goal, goal["ships"], lambda name: position.ship(name).depletion > 0)


def _burn(position: Position, goal: Goal) -> bool:
    """They burn, or have burnt out [8.51]."""

    def lit(name: str) -> bool:
        ship = position.ship(name)
        return ship.on_fire or ship.gone == "burnt"

    return _enough(goal, goal["ships"], lit)


def _out(position: Position, goal: Goal) -> bool:
    """They are afloat, and no fire is left aboard [8.53]."""

    def safe(name: str) -> bool:
        ship = position.ship(name)
        return not ship.gone and not ship.on_fire

    return _enough(goal, goal["ships"], safe)


class Kind(NamedTuple):
    """A kind of goal: how it is checked, the fields it needs, and those it may have besides."""

    met: Callable[[Position, Goal], bool]
    needs: tuple[str, ...] = ()
    may: tuple[str, ...] = ()


GOALS: Final[Mapping[str, Kind]] = {
    "touch": Kind(_touch, ("ship", "target", "sides")),
    "reach": Kind(_reach, ("ship", "hexes"), ("heading",)),
    "squadron": Kind(_squadron, ("leader", "ships")),
    "first": Kind(_first),
    "together": Kind(_together, ("leaders",)),
    "aboard": Kind(_aboard, ("leader", "ships")),
    "immobilise": Kind(_immobilise, ("ships",), ("need",)),
    "grapple": Kind(_grapple, ("target",), ("ships", "need")),
    "free": Kind(_free, ("ship",)),
    "capture": Kind(_capture, ("ships",), ("need",)),
    "hit": Kind(_hit, ("ships",), ("need",)),
    "burn": Kind(_burn, ("ships",), ("need",)),
    "out": Kind(_out, ("ships",), ("need",)),
}
