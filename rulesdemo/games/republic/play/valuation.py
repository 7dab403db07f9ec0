"""What the captain thinks a war is worth to a side: the score, and what its Forces and envoys can still be expected to add to it.

Every chance in here is the exact one of the procedure that the order would throw; only the weights are a matter of judgement. All is
counted in points of the final score.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.assault import assault
from rulesdemo.games.republic.battle import Battle, full_battle
from rulesdemo.games.republic.diplomacy import ambassador
from rulesdemo.games.republic.play import modifiers, siege, victory
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.state import SIDES, City, Clash, Force, Position, Scenario, Side, Turn, enemy_of
from rulesdemo.games.republic.surrender import surrender
from rulesdemo.games.republic.treachery import treachery
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

GROUND: Final = 0.08  # of its strength: who gives way is left worse off than his losses say
STAR: Final = 2  # percent that a star costs on average, more or less
HELP: Final = 0.2  # of a modifier, by each elephant point
POINT: Final = 0.4  # a cunning point is worth something later
SIEGE: Final = 0.85  # for every turn until a city can be tried: things come between
RETAKE: Final = 0.4  # of what it counts: a city that has changed hands may do so again, and who waits for the last turn comes too late
BATTLE: Final = 0.3  # so they do with a battle against an enemy within a turn's march, who may be gone by then
THREAT: Final = 0.3  # what the enemy can still do counts less than what we have
NEAR: Final = 0.05  # for each hex nearer to what is to be done there
MARGIN: Final = 4.0  # points of lead by which a war is as good as decided in its last turn
OPEN: Final = 4.0  # and as much again for every turn that is still to come


# -- a battle --------------------------------------------------------------------------------------------------------------------------


def worth_of(result: Battle, sp: tuple[int, int]) -> float:
    """What a result is worth to the attacker, in strength points."""
    ours, theirs = (STAR if loss == "*" else int(loss) for loss in (result.attacker_loss, result.defender_loss))
    ground = {"attacker": -GROUND * sp[0], "none": 0.0, "defender": GROUND * sp[1]}[result.retreat]
    return (theirs * sp[1] - ours * sp[0]) / 100 + ground


@lru_cache(maxsize=20_000)
def attack_worth(rules: Ruleset, letters: tuple[str, str], drm: int, sp: tuple[int, int]) -> float:
    """What a battle is worth to the attacker before the tactical rolls, by its exact distribution."""
    dist = full_battle.dist(rules, *letters, drm)
    return float(sum(weight * worth_of(result, sp) for result, weight in dist.weights.items()) / dist.total)


def clash_worth(position: Position, clash: Clash, more: int = 0) -> float:
    """What this attack is worth to the attacker, with so much more on the roll."""
    leaders = tuple(position.force(names[0]).leader.letter for names in clash.forces)
    troops = [troops_of(position, names) for names in clash.forces]
    drm = sum(part.drm for part in modifiers.all_modifiers(position, clash)) + round(HELP * (troops[0].elephants - troops[1].elephants))
    return attack_worth(position.rules, (leaders[0], leaders[1]), drm + more, (sum(troops[0]), sum(troops[1])))


def would_be(position: Position, force: Force, target: Force) -> Clash:
    """The battle if it came to it, with all who stand in the hex and can be expected to join in."""
    friends, foes = (
        tuple(each.id for each in position.outside(target.at, one.side) if each.id != one.id and each.status != "neutralised")
        for one in (force, target)
    )
    return Clash((force.id, *friends), (target.id, *foes), target.at, entered=force.entered)


def continuation(position: Position) -> float:
    """The chance that an attacker who was halted goes on."""
    return (position.scenario.inputs.continuation or 0) / 10


@lru_cache(maxsize=50_000)
def _meeting_worth(rules: Ruleset, scenario: Scenario, place: Hex, ours: tuple[Force, ...], theirs: tuple[Force, ...]) -> float:
    """What it is worth to some Forces to attack those who stand in a hex."""
    at_hand = Position(rules, scenario, (*ours, *theirs), (), (), Turn(0, "", ours[0].side))
    return clash_worth(at_hand, Clash(tuple(force.id for force in ours), tuple(force.id for force in theirs), place, entered=True))


def _battles(position: Position, side: Side) -> float:
    """The best battle for the Forces of every hex that lies within a turn's march of an enemy in the open."""
    if not turns_left(position, side):
        return 0.0
    best, reach, foes = 0.0, position.scenario.inputs.march, list(_in_the_open(position, enemy_of(side)))
    for start, forces in _in_the_open(position, side):
        able = [force for force in forces if force.status != "neutralised"]
        for place, there in foes if able else ():
            if way(position.scenario, start, place) <= reach:
                sides = (tuple(_bare(force, place) for force in each) for each in (able, there))
                chance = 1.0 if place == start else continuation(position)
                best = max(best, chance * _meeting_worth(position.rules, position.scenario, place, *sides))
    return best


def _in_the_open(position: Position, side: Side) -> Iterator[tuple[Hex, tuple[Force, ...]]]:
    for place in sorted({force.at for force in position.there if force.side == side and not force.in_city}):
        yield place, position.outside(place, side)


def _bare(force: Force, place: Hex) -> Force:
    """The Force as it would fight in a hex, without what this turn has seen of it."""
    return replace(force, at=place, left=0, entered=False, crossed=False, acted=False, in_city=False)


# -- what can still be done ------------------------------------------------------------------------------------------------------------


def turns_left(position: Position, side: Side) -> int:
    """How often a side will still have its operations, those under way not counted."""
    later = position.scenario.turns - position.turn.number
    return later + (side != position.turn.side and side not in position.turn.passed)


@lru_cache(maxsize=20_000)
def way(scenario: Scenario, start: Hex, end: Hex) -> int:
    """How many hexes a march takes; more than the map has where there is no way."""
    ground = scenario.ground
    reached, edge, steps = {start}, {start}, 0
    while edge and end not in reached:
        edge = {other for place in edge for other in ground.around(place)} - reached
        reached |= edge
        steps += 1
    return steps if end in reached else len(ground.terrain)


def siege_chance(position: Position, force: Force, city: City) -> float:
    """The chance of a Force before a city to take it in a turn, by the best way that costs no points; what a storm costs comes off it."""
    inside = position.inside(city)
    return _siege_chance(position.rules, position.scenario, _bare(force, city.at), city, inside)


@lru_cache(maxsize=50_000)
def _siege_chance(rules: Ruleset, scenario: Scenario, force: Force, city: City, inside: tuple[Force, ...]) -> float:
    there, chances = Position(rules, scenario, (force, *inside), (city,), (), Turn(0, "", force.side)), [0.0]
    if siege.check_demand_surrender(there, o.DemandSurrender(force.id)) is None:
        chances.append(float(surrender.dist(rules, city.cdi).p(surrenders=True)))
    if siege.check_try_treachery(there, o.TryTreachery(force.id, 0)) is None:
        dist = treachery.dist(rules, city.cdi, force.leader.cv, siege.treachery_modifier(there, city, 0))
        chances.append(float(dist.p(falls=True)))
    if siege.check_assault(there, o.Assault(force.id)) is None:
        storm = siege.storm_of(there, force, city)
        stormed = assault.dist(rules, storm.ratio, storm.drm)
        ours, theirs = (float(stormed.mean(field)) for field in ("attacker_loss", "defender_loss"))
        chances.append(float(stormed.p(success=True)) - (ours * force.sp - theirs * storm.defender_sp) / 100 / city.worth)
    return max(chances)


def _sieges(position: Position, side: Side) -> float:
    """What the cities of the enemy can be expected to bring, one after the other, each Force going where it adds most."""
    turns = turns_left(position, side)
    open_cities = {
        city: city.worth * (1.0 if city.owner == city.home else RETAKE) for city in position.cities if city.owner != side and city.worth
    }
    worth = 0.0
    for force in sorted(position.there, key=lambda force: -force.sp) if turns else ():
        if force.side == side:
            chances = tuple((city.at, prize, siege_chance(position, force, city)) for city, prize in open_cities.items())
            far = -NEAR * min((way(position.scenario, force.at, place) for place, _prize, chance in chances if chance), default=0)
            gain, first, falls = _campaign(position.scenario, force.at, force.in_city, turns, chances)
            worth += gain + far
            open_cities = {city: prize * (1 - falls * (city.at == first)) for city, prize in open_cities.items()}
    return worth


@lru_cache(maxsize=50_000)
def _campaign(
    scenario: Scenario, start: Hex, hexes: int, turns: int, chances: tuple[tuple[Hex, float, float], ...]
) -> tuple[float, Hex | None, float]:
    """What a Force wins by besieging one city after the other, each until it falls; the first of them, and the chance that it does."""
    best: tuple[float, Hex | None, float] = (0.0, None, 0.0)
    for city, prize, chance in chances:
        far, march = way(scenario, start, city) + hexes, scenario.inputs.march
        marches = -(-far // march) if march else far and turns + 1  # who cannot march never comes
        tries = turns - max(0, marches - 1)
        others = tuple(each for each in chances if each[0] != city)
        gain = falls = 0.0
        for left in range(tries - 1, -1, -1) if chance > 0 else ():
            now = chance * (1 - falls)
            falls += now
            gain += now * (prize + _campaign(scenario, city, 0, left, others)[0]) * SIEGE ** (turns - left)
        best = max(best, (gain, city, falls), key=lambda plan: plan[0])
    return best


@lru_cache(maxsize=1_000)
def envoy_worth(rules: Ruleset, letter: str, drm: int, turns: int, cunning: int) -> float:
    """How many boxes an envoy can be expected to win, if he speaks every turn that it is worth it."""
    if not turns:
        return 0.0
    stays = {"returns": cunning, "straying": cunning - 1, "waiting": cunning - 1}
    dist = ambassador.dist(rules, letter, drm)
    mean = 0.0
    for (shift, fate), weight in dist.weights.items():
        later = envoy_worth(rules, letter, drm, turns - 1, stays[fate]) if stays.get(fate, -1) >= 0 else 0.0
        mean += weight / dist.total * (shift + later)
    return max(mean, envoy_worth(rules, letter, drm, turns - 1, cunning))


def _envoys(position: Position, side: Side) -> float:
    inputs, turns = position.scenario.inputs, turns_left(position, side)
    return sum(
        envoy_worth(position.rules, each.letter, inputs.diplomacy_drm, turns, each.cunning) * inputs.box_worth
        for each in position.ambassadors
        if each.side == side and each.state == "ready"
    )


def _prospects(position: Position, side: Side) -> float:
    """What a side can still be expected to add to its score, and what its leaders' cunning is good for."""
    cunning = sum(force.leader.cunning for force in position.there if force.side == side)
    return _sieges(position, side) + BATTLE * _battles(position, side) + _envoys(position, side) + POINT * cunning


# -- the position ----------------------------------------------------------------------------------------------------------------------


def lead(position: Position, side: Side) -> float:
    """By how many points a side can expect to win."""
    score, enemy = victory.scores(position), enemy_of(side)
    owed = sum(due.lost * (1 if due.side == enemy else -1) for due in position.dues)
    ahead: float = score[SIDES.index(side)] - score[SIDES.index(enemy)] + owed
    return ahead + _prospects(position, side) - THREAT * _prospects(position, enemy)


def worth(position: Position, side: Side, more: float = 0.0) -> float:
    """From -1 for a war that is lost to 1 for one that is won; `more` points are to be added to the lead."""
    if position.result is not None:
        return float((position.result.winner == side) - (position.result.winner == enemy_of(side)))
    ahead = lead(position, side) + more
    return ahead / (abs(ahead) + MARGIN + OPEN * turns_left(position, side))
