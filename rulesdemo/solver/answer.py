"""The answer of the solver: the value of a position, of every order in it, and the best line with its branches."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from typing import Any, Final, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.odds.budget import progress_report
from rulesdemo.odds.format import fraction
from rulesdemo.play.engine import prospects
from rulesdemo.play.history import History
from rulesdemo.play.order_codec import order_text
from rulesdemo.rules.ruleset import patches_blamed
from rulesdemo.solver.search import ENDS, MOST_STATES, ONE, ZERO, Enemy, Search, TooLarge
from rulesdemo.words import N_, ngettext

MOST_STEPS: Final = 12  # of the best line
MOST_BRANCHES: Final = 6  # of one order in it
SHOWN: Final = 5  # orders in the sentence that says how far it came

Watch = Callable[[int], None]


class Step(NamedTuple):
    """An order of the best line, who gives it, what it is worth, and what its dice may bring, likeliest first."""

    side: str
    order: str
    value: Fraction
    branches: tuple[tuple[Fraction, Fraction, str], ...]  # chance, value, and what happens in words


class Answer(NamedTuple):
    """What is known about a position: for each order, best first for the side that chooses, the chance that the goal is met after it."""

    goal: str
    chooser: str  # "" once the game is over
    enemy: Enemy
    value: Fraction
    orders: dict[str, Fraction]
    is_exact: bool
    inexact: frozenset[str]  # orders whose values are of the next few orders only
    states: int
    enemy_choices: int
    seconds: float
    line: tuple[Step, ...] = ()

    @property
    def best(self) -> tuple[str, ...]:
        """Return every order that is worth as much as the position."""
        return tuple(order for order, value in self.orders.items() if value == self.value)


def goal_of(history: History[Any]) -> str:
    """Return the side whose goal the scenario has; a battle without one cannot be solved."""
    goal = getattr(history.position.scenario, "goal", None)
    if not goal:
        message = N_("{game} {scenario} has no goal to be met, so that there is no chance of it to work out; set pieces have one").format(
            game=history.engine.game, scenario=history.scenario
        )
        raise InputError(message)
    side: str = goal["side"]
    return side


def solve(
    history: History[Any],
    *,
    enemy: Enemy = "best",
    depth: int | None = None,
    most_states: int = MOST_STATES,
    watch: Watch = lambda _states: None,
    with_line: bool = False,
) -> Answer:
    """Return what every order that is legal now is worth. Raises TooLarge or OutOfTime with what was found until then."""
    began = time.monotonic()
    search = Search(history.engine, goal_of(history), enemy=enemy, most_states=most_states, watch=watch)
    position = history.position
    found: dict[str, Fraction] = {}
    inexact: set[str] = set()
    with search.deep(), patches_blamed(N_("the game"), history.rules):
        ours, own, others = search.orders(position)
        decision = history.decision
        total = len(own) + len(others)
        if decision is None:
            ended = ENDS[str(search.key(position))]
            return Answer(search.goal, "", enemy, ended, {}, is_exact=True, inexact=frozenset(), states=0, enemy_choices=0, seconds=0.0)
        with progress_report(partial(_so_far, search, found, total)):
            try:
                for order in (*own, *others):
                    value, exact = search.order_value(position, order, depth)
                    found[order_text(order)] = value
                    if not exact:
                        inexact.add(order_text(order))
            except (TooLarge, MemoryError) as wrong:
                raise _stopped(wrong, search, found, total) from None
        best = _chosen([found[order_text(each)] for each in own], [found[order_text(each)] for each in others], ours=ours)
        ranked = dict(sorted(found.items(), key=lambda each: -each[1] if ours else each[1]))
        line = tuple(_line(search, position, depth)) if with_line else ()
    states = len(search.met) + 1
    return Answer(
        search.goal,
        decision.side,
        enemy,
        best,
        ranked,
        not inexact,
        frozenset(inexact),
        states,
        search.enemy_choices,
        time.monotonic() - began,
        line,
    )


def _chosen(own: list[Fraction], others: list[Fraction], *, ours: bool) -> Fraction:
    """Return what the side that chooses gets, when the other side may come before the choice with an order of its own."""
    if ours:
        return min(max(own, default=ONE if others else ZERO), *others) if others else max(own)
    return max(min(own, default=ZERO), *others) if others else min(own)


def _so_far(search: Search, found: dict[str, Fraction], total: int) -> str:
    """Return what was found, as a part of a sentence."""
    states = ngettext("{n:,} position was looked into", "{n:,} positions were looked into", len(search.met)).format(n=len(search.met))
    if not found:
        return N_("{states}, and none of the {total} orders is solved").format(states=states, total=total)
    some = ", ".join(f"{order}: {fraction(value)}" for order, value in list(found.items())[:SHOWN])
    return N_("{states}, and {count} of the {total} orders are solved ({some})").format(
        states=states, count=len(found), total=total, some=some
    )


def _stopped(wrong: Exception, search: Search, found: dict[str, Fraction], total: int) -> TooLarge:
    why = N_("there is not enough memory") if isinstance(wrong, MemoryError) else str(wrong)
    message = N_("too large to be solved: {why}; {found}; --depth N looks N orders ahead").format(
        why=why, found=_so_far(search, found, total)
    )
    return TooLarge(message)


# -- the best line ---------------------------------------------------------------------------------------------------------------------


def _line(search: Search, position: Any, depth: int | None) -> Iterator[Step]:  # noqa: ANN401 - a game's own position
    """Yield the orders of best play, each with its branches, going on from the likeliest that is not yet decided."""
    for _ in range(MOST_STEPS):
        decision = search.engine.decision(position)
        if decision is None or depth == 0:
            return
        ours, own, _others = search.orders(position)
        values = [search.order_value(position, order, depth)[0] for order in own]
        best = (max if ours else min)(values)
        order = own[values.index(best)]
        following = None if depth is None else depth - 1
        dist = search.distribution(position, order)
        words = _words(search, position, order)
        branches = [
            (Fraction(branch.weight, dist.total), search.value(branch.key, branch.position, following) or ZERO, words.get(branch.key, ""))
            for branch in dist.branches
        ]
        yield Step(decision.side, order_text(order), best, tuple(branches[:MOST_BRANCHES]))
        onward = [branch for branch in dist.branches if not isinstance(branch.key, str)]
        if not onward or not best:
            return
        position, depth = onward[0].position, following


def _words(search: Search, position: Any, order: Any) -> dict[Any, str]:  # noqa: ANN401 - a game's own position and order
    """Return what happens on the way to each branch, in the words of the log; of several ways, one."""
    told: dict[Any, str] = {}
    for outcome in prospects(search.engine, position, order).weights:
        name = partial(search.engine.name, outcome.position)
        told.setdefault(search.key(outcome.position), " ".join(event.text(name) for event in outcome.events))
    return told
