"""A bot that weighs every choice by the exact distributions of the battle table, of sieges and of refusals; it throws no dice of its own.

What a battle is worth is counted in strength points: those that the enemy loses on average, less our own, and something for who gives
way. Choices that cannot change much are made by rule of thumb.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.battle import unpredictable
from rulesdemo.games.republic.modifiers import devotio
from rulesdemo.games.republic.play import modifiers
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.attack import refusal_modifier
from rulesdemo.games.republic.play.ground import read_hex
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, Attempt, Force, Position, Side
from rulesdemo.games.republic.play.valuation import POINT, clash_worth, continuation, worth, worth_of, would_be
from rulesdemo.games.republic.refusal import refusal
from rulesdemo.play.bots import mean_worth
from rulesdemo.play.engine import Engine, settled
from rulesdemo.play.records import replace

LEADER: Final = 5.0  # what a dead leader costs in the battles to come
COST: Final = 1.0  # in strength points: what an attack must be worth at least
DEEDS: Final = (o.March, o.Attack, o.Assault, o.TryTreachery, o.DemandSurrender)  # what a Force that has marched can go on to
EFFORT: Final = 1e-6  # for each step: of two ways to the same hex the shorter
LEAST: Final = 1e-9  # an order that gains less is left undone
KINDS: Final = (1.0, 1.2, 1.4)  # what a point of infantry, cavalry, elephants is worth to its owner


def captain(engine: Engine[Position], position: Position, orders: list[Any], _rng: random.Random) -> Any:  # noqa: ANN401 - one of the orders
    """Choose one of the legal orders of our side. Equal choices fall to the first."""
    weigh = _WEIGHED.get(type(orders[0]))
    if weigh is None:
        return _best_operation(engine, position, orders) if any(isinstance(order, o.Pass) for order in orders) else orders[0]
    return max(orders, key=lambda order: weigh(position, order))


# -- operations ------------------------------------------------------------------------------------------------------------------------


def _best_operation(engine: Engine[Position], position: Position, orders: Iterable[Any]) -> Any:  # noqa: ANN401 - one of the orders
    """The operation that gains most over leaving it; nothing to be gained, the turn is passed."""
    side = position.turn.side
    gains = [(_after(engine, position, order, side), order) for order in orders if not isinstance(order, o.Pass)]
    best, order = max(gains, key=lambda pair: pair[0], default=(-2.0, None))
    return order if best > worth(position, side) + LEAST else o.Pass()


def _after(engine: Engine[Position], position: Position, order: Any, side: Side) -> float:  # noqa: ANN401 - any of the orders
    """The mean worth of what an order leads to; an attack by its own distribution, and a march with the attack that it is made for."""
    if isinstance(order, o.Attack):
        return _attack_worth(position, position.force(order.force), position.force(order.target))
    if isinstance(order, o.March):
        return mean_worth(engine, position, order, lambda after: _halt_worth(engine, after, after.force(order.force))) - EFFORT
    return mean_worth(engine, position, order, lambda after: worth(after, side))


def _halt_worth(engine: Engine[Position], position: Position, force: Force) -> float:
    """The best that can come of a march so far: to stop, to attack or besiege somebody, or to go on; what it has cost comes off first."""
    decision = engine.decision(position)
    moment = () if decision is None else decision.orders
    if o.TakeLosses in moment:
        losses = max(engine.verbs[o.TakeLosses].candidates(position), key=lambda order: _loss_worth(position, order))
        return mean_worth(engine, position, losses, lambda after: _halt_worth(engine, after, after.force(force.id)))
    verbs = ((engine.verbs[kind].check, order) for kind in DEEDS if kind in moment for order in engine.verbs[kind].candidates(position))
    deeds = (order for check, order in verbs if order.force == force.id and check(position, order) is None)
    return max([worth(position, force.side), *(_after(engine, position, order, force.side) for order in deeds)])


def _attack_worth(position: Position, force: Force, target: Force) -> float:
    """The worth once it has been fought, with the chance that a halted attacker does not go on."""
    gain = clash_worth(position, would_be(position, force, target)) - COST
    chance = continuation(position) if force.entered else 1.0
    return worth(position, force.side, gain * chance)


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
