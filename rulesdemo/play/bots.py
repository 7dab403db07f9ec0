"""Bots: programs that give orders in place of players, and the driver that asks them.

A bot is a function of the engine, the position as its side may see it, the legal orders of its side and a generator, that picks one of the
orders. A game brings bots of its own in a mapping `BOTS` of its engine's module, by name: functions, or `module:function` to be imported on
first use.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from rulesdemo.errors import InputError, RulesError, nearest
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import Engine, P, legal, prospects
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import check_game
from rulesdemo.words import N_

# None only where a bot may pass: when it is offered an interrupt while another side is to choose.
Bot = Callable[[Engine[Any], Any, list[Any], random.Random], Any]
Watch = Callable[[History[Any]], None]

MOST_ORDERS: Final = 20_000
INTERRUPTING: Final = 1 / 40  # how often, per decision, the side that does not choose is offered its interrupts


def random_bot(_engine: Engine[Any], _position: Any, orders: list[Any], rng: random.Random) -> Any:  # noqa: ANN401 - positions and orders of any game
    """Choose any legal order, all alike."""
    return rng.choice(orders)


def mean_worth(engine: Engine[P], position: P, order: Any, worth: Callable[[P], float]) -> float:  # noqa: ANN401 - any order
    """Return the mean worth of the positions that an order leads to, by its exact odds; what bots that look one order ahead go by."""
    dist = prospects(engine, position, order)
    return float(sum(weight * worth(outcome.position) for outcome, weight in dist.weights.items()) / dist.total)


def engine_bots(name: str) -> dict[str, Bot]:
    """Return every bot that can play a game, by name."""
    check_game(name)
    module = game(name).engine
    own: Mapping[str, Any] = getattr(import_module(module), "BOTS", {}) if module else {}
    return {"random": random_bot, **{each: _find(bot) for each, bot in own.items()}}


def _find(bot: Bot | str) -> Bot:
    if not isinstance(bot, str):
        return bot
    module, _, function = bot.partition(":")
    found: Bot = getattr(import_module(module), function)
    return found


def chosen_bots(text: str, engine: Engine[Any], bots: Mapping[str, Bot]) -> dict[str, Bot]:
    """Return the bot of every side that a reader's words give one: `random` for all, or `side=bot,side=bot` for some."""
    asked = [part.partition("=")[::2] for part in text.split(",")] if "=" in text else [(side, text) for side in engine.sides]
    chosen: dict[str, Bot] = {}
    for side, name in ((side.strip(), name.strip()) for side, name in asked):
        if side not in engine.sides:
            message = N_("{game} has no side {side!r}. {hint}").format(game=engine.game, side=side, hint=nearest(side, engine.sides))
            raise InputError(message)
        if side in chosen:
            message = N_("{side} is given two bots").format(side=side)
            raise InputError(message)
        if name not in bots:
            message = N_("{game} has no bot {name!r}. {hint}").format(game=engine.game, name=name, hint=nearest(name, bots))
            raise InputError(message)
        chosen[side] = bots[name]
    return chosen


def play_out(
    history: History[Any],
    bots: Mapping[str, Bot],
    rng: random.Random,
    *,
    most_orders: int = MOST_ORDERS,
    watch: Watch | None = None,
    seed: int | None = None,
) -> History[Any]:
    """Let the bots play until the game is over, or until a side must choose that has no bot; `watch` sees the game after every order.

    The seed is only for the sentence that says where a game got stuck.
    """
    for _ in range(most_orders):
        order = next_order(history, bots, rng, seed=seed)
        if order is None:
            return history
        history = history.play(order, RandomDice(rng))
        if watch is not None:
            watch(history)
    if history.decision is None:
        return history
    raise _stuck(history, N_("the game is not over after {count} orders").format(count=most_orders), seed)


def next_order(history: History[Any], bots: Mapping[str, Bot], rng: random.Random, *, seed: int | None = None) -> Any:  # noqa: ANN401 - an order
    """Return the order that the bots give now; None when the game is over, or when a side must choose that has no bot."""
    engine, decision = history.engine, history.decision
    if decision is None or decision.side not in bots:
        return None
    seen = engine.sight(history.position, decision.side)
    # What is legal the rules say, who see all; the bot chooses by what his side sees.
    own, others = _offers(engine, history.position, decision.side)
    order = _interrupt(engine, history.position, others, bots, rng)
    if order is None and own:
        order = bots[decision.side](engine, seen, own, rng)
    if order is None:
        raise _stuck(history, N_("{side} has no legal order ({prompt})").format(side=decision.side, prompt=decision.prompt), seed)
    return order


def _offers(engine: Engine[Any], position: Any, side: str) -> tuple[list[Any], dict[str, list[Any]]]:  # noqa: ANN401 - a game's own position
    """Return the legal orders of the side that must choose, and the interrupts of each other side."""
    own: list[Any] = []
    others: dict[str, list[Any]] = {}
    for order in legal(engine, position):
        # Only an interrupt can be anybody else's than the side's that must choose.
        giver = engine.owner(position, order) if type(order) in engine.anytime else side
        if giver == side:
            own.append(order)
        else:
            others.setdefault(giver, []).append(order)
    return own, others


def _interrupt(engine: Engine[Any], position: Any, others: dict[str, list[Any]], bots: Mapping[str, Bot], rng: random.Random) -> Any:  # noqa: ANN401 - an order or None
    for side, orders in others.items():
        if side in bots and rng.random() < INTERRUPTING:
            return bots[side](engine, engine.sight(position, side), orders, rng)
    return None


def _stuck(history: History[Any], why: str, seed: int | None) -> RulesError:
    fields = {"game": history.engine.game, "scenario": history.scenario, "step": len(history.done), "why": why}
    if seed is None:
        return RulesError(N_("{game} {scenario} is stuck at step {step}: {why}").format(**fields))
    return RulesError(N_("{game} {scenario} is stuck at step {step}, seed {seed}: {why}").format(seed=seed, **fields))
