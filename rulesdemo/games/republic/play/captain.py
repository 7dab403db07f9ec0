"""A bot that weighs every choice by the exact distributions of the battle table, of sieges and of refusals; it throws no dice of its own.

What a battle is worth is counted in strength points: those that the enemy loses on average, less our own, and something for who gives
way. Choices that cannot change much are made by rule of thumb.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.assault import assault
from rulesdemo.games.republic.battle import Battle, full_battle, unpredictable
from rulesdemo.games.republic.modifiers import devotio
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attack import refusal_modifier
from rulesdemo.games.republic.play.ground import read_hex
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.siege import storm_of, treachery_modifier
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, Attempt, City, Clash, Force, Position, enemy_of
from rulesdemo.games.republic.refusal import refusal
from rulesdemo.games.republic.surrender import surrender
from rulesdemo.games.republic.treachery import treachery
from rulesdemo.play.engine import Engine, settled
from rulesdemo.rules.ruleset import Ruleset

GROUND: Final = 3.0  # who gives way is left worse off than his losses say
STAR: Final = 2  # percent that a star costs on average, more or less
POINT: Final = 0.4  # a cunning point is worth something later
LEADER: Final = 5.0  # what a dead leader costs in the battles to come
HELP: Final = 0.2  # of a modifier, by each elephant point
WORTH: Final = 1.0  # in strength points: what an attack must be worth at least
NEAR: Final = 1.0  # for each hex nearer to where something can be gained
HOLD: Final = 0.3  # of what a town counts, for staying in it once it is taken
KINDS: Final = (1.0, 1.2, 1.4)  # what a point of infantry, cavalry, elephants is worth to its owner


def captain(_engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose one of the legal orders of our side. Equal choices fall to the first."""
    weigh = _WEIGHED.get(type(orders[0]))
    if weigh is None:
        return _best_operation(position, orders) if any(isinstance(order, o.Pass) for order in orders) else orders[0]
    return max(orders, key=lambda order: weigh(position, order))


# -- what a battle is worth ------------------------------------------------------------------------------------------------------------


def worth_of(result: Battle, sp: tuple[int, int]) -> float:
    """What a result is worth to the attacker, in strength points."""
    ours, theirs = (STAR if loss == "*" else int(loss) for loss in (result.attacker_loss, result.defender_loss))
    ground = {"attacker": -GROUND, "none": 0.0, "defender": GROUND}[result.retreat]
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


def _would_be(position: Position, force: Force, target: Force) -> Clash:
    """The battle if it came to it, with all who stand in the hex and can be expected to join in."""
    friends, foes = (
        tuple(each.id for each in position.outside(target.at, one.side) if each.id != one.id and each.status != "neutralised")
        for one in (force, target)
    )
    return Clash((force.id, *friends), (target.id, *foes), target.at, entered=force.entered)


# -- operations ------------------------------------------------------------------------------------------------------------------------


def _best_operation(position: Position, orders: Iterable[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The operation that gains most; nothing to be gained, the turn is passed."""
    gains = [(_gain(position, order), order) for order in orders]
    best, order = max(gains, key=lambda pair: pair[0])
    return order if best > 0 else o.Pass()


def _gain(position: Position, order: Any) -> float:  # noqa: ANN401 - any of the orders
    if isinstance(order, o.Attack):
        force, target = position.force(order.force), position.force(order.target)
        return _attack_gain(position, force, target) - WORTH
    if isinstance(order, o.March):
        return _march_gain(position, order)
    if isinstance(order, o.Assault | o.TryTreachery | o.DemandSurrender):
        force = position.force(order.force)
        city: Any = position.city_at(force.at)
        return _siege_gain(position, order, force, city)
    if isinstance(order, o.EnterCity):
        return _held(position, position.force(order.force))
    if isinstance(order, o.Negotiate | o.PayRansom):
        return WORTH
    return 0.0


def _attack_gain(position: Position, force: Force, target: Force) -> float:
    """Its worth, less the chance that a halted attacker does not go on."""
    chance = 1.0 if not force.entered else (position.scenario.inputs.continuation or 0) / 10
    return clash_worth(position, _would_be(position, force, target)) * chance


def _march_gain(position: Position, order: o.March) -> float:
    """Out of a bad battle, into a good one, or nearer to something worth having."""
    force, to = position.force(order.force), read_hex(order.to)
    if to is None or force.acted:
        return 0.0
    there = replace(force, at=to, crossed=position.scenario.ground.river(force.at, to))
    return _stay_worth(position, there, entering=True) - _stay_worth(position, force, entering=False) - POINT


def _stay_worth(position: Position, force: Force, *, entering: bool) -> float:
    """What it is worth to stand in a hex: the best attack from it, the worst attack on it, and how near the next gain is."""
    foes = position.outside(force.at, enemy_of(force.side))
    moved = position.with_forces((force,))
    worth = 0.0
    if foes:
        halted = replace(force, entered=entering or force.entered)
        best = max(_attack_gain(moved, halted, foe) for foe in foes) if force.status != "neutralised" else -WORTH
        threat = max((clash_worth(moved, _would_be(moved, foe, force)) for foe in foes if foe.status != "neutralised"), default=0.0)
        worth = best - WORTH if best > WORTH else -max(0.0, threat)
    return worth - NEAR * _farness(position, force) + _held(position, force)


def _held(position: Position, force: Force) -> float:
    """A town that was taken is kept by staying there."""
    city = position.city_at(force.at)
    return city.worth * HOLD if city is not None and city.owner == force.side != city.home else 0.0


def _farness(position: Position, force: Force) -> int:
    """How far off the nearest city to be won lies, or else the nearest friend."""
    places = [city.at for city in position.cities if city.owner != force.side and city.worth]
    places = places or [other.at for other in position.there if other.side == force.side and other.id != force.id]
    return min((force.at.distance(place) for place in places), default=0)


def _siege_gain(position: Position, order: Any, force: Force, city: City) -> float:  # noqa: ANN401 - one of three orders
    """The chance to take the city at its worth, less what the try costs."""
    prize, rules = city.worth + GROUND, position.rules
    if isinstance(order, o.DemandSurrender):
        return prize * float(surrender.dist(rules, city.cdi).p(surrenders=True))
    if isinstance(order, o.TryTreachery):
        dist = treachery.dist(rules, city.cdi, force.leader.cv, treachery_modifier(position, city, order.cunning))
        return prize * float(dist.p(falls=True)) - LEADER * float(dist.p(leader_killed=True)) - POINT * order.cunning
    storm = storm_of(position, force, city)
    stormed = assault.dist(rules, storm.ratio, storm.drm)
    ours, theirs = (float(stormed.mean(field)) for field in ("attacker_loss", "defender_loss"))
    return prize * float(stormed.p(success=True)) + (theirs * storm.defender_sp - ours * force.sp) / 100


# -- before the battle -----------------------------------------------------------------------------------------------------------------


def _refusal_worth(position: Position, order: Any) -> float:  # noqa: ANN401 - Refuse or Stand
    """For the defender: the battle as it is, or the chance to get away from it against a worse one."""
    clash, force = position.fight, position.leading(DEFENDER)
    if isinstance(order, o.Stand):
        return -clash_worth(position, clash)
    route: tuple[Any, ...] = tuple(map(read_hex, order.route))
    drm = refusal_modifier(position, force, Attempt(route, order.city, order.cunning))
    away = float(refusal.dist(position.rules, force.leader.cv, drm).p(refused=True))
    cost = 0.0 if order.city else float(len(route) * position.scenario.inputs.attrition)
    failed = clash_worth(position, replace(clash, failed_refusal=True))
    return float(-away * cost - (1 - away) * failed - POINT * order.cunning)


def _counter_worth(position: Position, order: o.Counter) -> float:
    """For the attacker: the battle that he gets, if the refusal fails."""
    force = position.leading(DEFENDER)
    attempt: Any = position.fight.attempt
    drm = refusal_modifier(position, force, attempt._replace(against=order.cunning))
    caught = float(refusal.dist(position.rules, force.leader.cv, drm).p(refused=False))
    return caught * clash_worth(position, replace(position.fight, failed_refusal=True)) - POINT * order.cunning


def _continue_worth(position: Position, order: Any) -> float:  # noqa: ANN401 - RollContinuation or Desist
    if isinstance(order, o.Desist):
        return 0.0
    return 1.0 if position.fight.stage == "refused" else clash_worth(position, position.fight)


def _call_worth(position: Position, order: Any) -> float:  # noqa: ANN401 - Coordinate or FightAlone
    """The battle with the Force in it."""
    clash = position.fight
    if isinstance(order, o.FightAlone):
        mine = position.turn.side == position.side_of(ATTACKER) and position.side_of(ATTACKER) not in clash.content
        return clash_worth(position, clash) if mine else -clash_worth(position, clash)
    side = position.force(order.force).side
    if side == position.side_of(ATTACKER):
        return clash_worth(position, replace(clash, attackers=(*clash.attackers, order.force)))
    return -clash_worth(position, replace(clash, defenders=(*clash.defenders, order.force)))


# -- the battle ------------------------------------------------------------------------------------------------------------------------


def _devotio_worth(position: Position, order: Any) -> float:  # noqa: ANN401 - Devote or Live
    """What the modifier changes in the roll to come, against the leader's life."""
    if isinstance(order, o.Live):
        return 0.0
    role = modifiers.roman_role(position)
    sign = 1 if role == ATTACKER else -1
    drm = settled(devotio, position.rules, position.leading(role).leader.cv, role == ATTACKER).drm
    return sign * (clash_worth(position, position.fight, drm) - clash_worth(position, position.fight)) - LEADER


def _spend_worth(position: Position, order: o.Spend) -> float:
    """The second roll by its exact distribution, against what the points are worth later."""
    clash: Any = position.fight
    first = clash.cunning[ATTACKER] is None and position.leading(ATTACKER).leader.cunning > 0
    ours, theirs = (order.cunning, 0) if first else (clash.cunning[ATTACKER] or 0, order.cunning)
    sp = tuple(sum(troops_of(position, names)) for names in clash.forces)
    dist = unpredictable.dist(position.rules, clash.first.x, ours, theirs)
    worth = float(sum(weight * worth_of(result, (sp[0], sp[1])) for result, weight in dist.weights.items()) / dist.total)
    return (worth if first else -worth) - POINT * order.cunning


def _loss_worth(_position: Position, order: o.TakeLosses) -> float:
    return -sum(points * worth for points, worth in zip((order.infantry, order.cavalry, order.elephants), KINDS, strict=True))


def _retreat_worth(position: Position, order: o.Retreat) -> float:
    """A city first, then the hex with the fewest enemies next to it."""
    to: Any = read_hex(order.to)
    side = position.fight.place
    return 10.0 * order.city - _foes_around(position, to, side)


def _foes_around(position: Position, to: Hex, battle: Hex) -> int:
    """Forces of anybody in the hexes around, but those in the battle, who are there anyway."""
    near = set(position.scenario.ground.around(to)) - {battle}
    return sum(force.at in near for force in position.there)


def _judgement(_position: Position, order: o.Judge) -> float:
    return 0.0 if order.major else 1.0


def _recall_worth(_position: Position, order: o.Recall | o.Abandon) -> float:
    return 1.0 if isinstance(order, o.Recall) else 0.0


_WEIGHED: Final[dict[type, Callable[[Position, Any], float]]] = {
    o.Refuse: _refusal_worth,
    o.Stand: _refusal_worth,
    o.Counter: _counter_worth,
    o.RollContinuation: _continue_worth,
    o.Desist: _continue_worth,
    o.Coordinate: _call_worth,
    o.FightAlone: _call_worth,
    o.Devote: _devotio_worth,
    o.Live: _devotio_worth,
    o.Spend: _spend_worth,
    o.TakeLosses: _loss_worth,
    o.Retreat: _retreat_worth,
    o.Judge: _judgement,
    o.Recall: _recall_worth,
    o.Abandon: _recall_worth,
}
