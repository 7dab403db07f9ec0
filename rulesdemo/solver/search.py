"""The search: from a position to the exact chance that its goal is met, and to what every order does to that chance.

It goes down the game depth first and comes back with exact values. A chance node is the distribution of an order, in whole-number weights,
as the engine's own code gives it when every face of every die is tried; a choice node is the maximum over the orders of the goal's side,
and for the other side its best reply, or what the captain would order. Values of positions that were met before are looked up by their key.

Three things keep it small, and none of them changes a value: an order is dropped once it can no longer beat the best one, orders that
lead to the very same distribution are tried once, and positions of which the game says that the goal is out of reach are worth 0. Drops
are sound because values lie between 0 and 1.

Nobody gains by going round: orders that surely bring back a position of the same line, as a declaration that is called off, are left out,
and a throw that may leave everything as it was is thrown until it does not. Values found on such a round are kept only from its first
position on, since those inside it were found without the way back.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from typing import Any, Final, Literal, NamedTuple

from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.budget import check
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.enumerate import walk
from rulesdemo.play.bots import Bot, engine_bots
from rulesdemo.play.engine import Engine, Outcome, legal, word_of
from rulesdemo.play.solving import Solving, solving_of
from rulesdemo.words import N_

# Who plays against the goal: one who takes the reply that hurts most, the game's captain, or the reader himself, for the goal.
Enemy = Literal["best", "captain", "yours"]

MOST_STATES: Final = 1_000_000
DEEPEST: Final = 3_000  # orders in a row; a set piece has some dozens
FRAMES: Final = 6  # of Python for one order in a row, and some to spare
LOOK: Final = 64  # positions between two calls of `watch`
ONE: Final = Fraction(1)
ZERO: Final = Fraction(0)
MET: Final = "met"
MISSED: Final = "missed"
ENDS: Final = {MET: ONE, MISSED: ZERO}


class TooLarge(RulesError):
    """A game with more positions than it may have, or one that comes back to where it was."""


class Branch(NamedTuple):
    """What an order may lead to: the key of the position or how the game ended, its weight, and the position."""

    key: Hashable
    weight: int
    position: Any


class Branches(NamedTuple):
    """Everything that an order may lead to, likeliest first, and what the weights add up to."""

    branches: tuple[Branch, ...]
    total: int

    @property
    def odds(self) -> frozenset[tuple[Hashable, Fraction]]:
        """Return what makes two distributions the same."""
        return frozenset((branch.key, Fraction(branch.weight, self.total)) for branch in self.branches)

    def without(self, key: Hashable) -> Branches:
        """Return the distribution given that it does not leave everything as it was: it is thrown until it does not."""
        kept = tuple(branch for branch in self.branches if branch.key != key)
        return self if len(kept) == len(self.branches) else Branches(kept, sum(branch.weight for branch in kept))


class Search:
    """A game being solved: the values that are known, and how to get another."""

    def __init__(
        self,
        engine: Engine[Any],
        goal: str,
        *,
        enemy: Enemy = "best",
        most_states: int = MOST_STATES,
        watch: Callable[[int], None] = lambda _states: None,
        solving: Solving | None = None,
    ) -> None:
        """Take the side whose goal it is; `watch` hears now and then how many positions are known, and may raise."""
        self.engine = engine
        self.goal = goal
        self.enemy = enemy
        self.solving = solving_of(engine) if solving is None else solving
        self.most_states = most_states
        self.watch = watch
        self.values: dict[Hashable, Fraction] = {}  # exact
        self.nearby: dict[tuple[Hashable, int], Fraction] = {}  # of what happens within a number of orders
        self.met: set[Hashable] = set()  # every position that was looked into
        self.path: dict[Hashable, int] = {}  # the positions of this line, with their places in it
        self._back = DEEPEST  # the first place of the line to which an order was found to lead back
        self._looks = 0  # positions inside a round are looked into more than once
        self.enemy_choices = 0  # positions in which the enemy had more than one order
        self._captain: Bot | None = engine_bots(engine.game)["captain"] if enemy == "captain" else None
        self._costs: dict[type, int] = {}

    # -- what can be done, and what it leads to

    def is_ours(self, side: str) -> bool:
        """Return whether a player is for the goal; where both sides are the reader's, everybody is."""
        return self.enemy == "yours" or self.solving.side(side) == self.goal

    def orders(self, position: Any) -> tuple[bool, list[Any], list[Any]]:  # noqa: ANN401 - a game's own position
        """Return whether the goal's side is to choose, the orders of that side, and those with which the other may come before it."""
        objection = self.solving.objection(position)
        if objection:
            raise InputError(objection)
        decision = self.engine.decision(position)
        if decision is None:
            return True, [], []
        ours = self.is_ours(decision.side)
        own: list[Any] = []
        others: list[Any] = []
        for order in legal(self.engine, position):
            if type(order) in self.solving.left_out:
                continue
            giver = self.engine.owner(position, order) if type(order) in self.engine.anytime else decision.side
            (own if self.is_ours(giver) == ours else others).append(order)
        if self._captain is not None:
            if not ours:
                seen = self.engine.sight(position, decision.side)
                mine = [each for each in own if type(each) not in self.engine.anytime] or own
                own = [self._captain(self.engine, seen, mine, random.Random(0))]
            else:
                others = []  # he gives no order out of turn
        return ours, own, others

    def distribution(self, position: Any, order: Any) -> Branches:  # noqa: ANN401 - a game's own position and order
        """Return what a legal order leads to, from the code that plays it, with every face of every die."""
        do, advance = self.engine.verbs[type(order)].do, self.engine.advance
        found: dict[Hashable, Any] = {}

        def body(dice: Dice) -> Hashable:
            outcome: Outcome[Any] = advance(do(dice, position, order).position)
            key = self.key(outcome.position)
            if key not in found:
                found[key] = outcome.position
            return key

        dist = walk(word_of(type(order)), body, ())[0]
        branches = sorted((Branch(key, weight, found[key]) for key, weight in dist.weights.items()), key=lambda each: -each.weight)
        self._costs[type(order)] = max(len(branches), self._costs.get(type(order), 0))
        return Branches(tuple(branches), dist.total)

    def key(self, position: Any) -> Hashable:  # noqa: ANN401 - a game's own position
        """Return how the game ended, if it did or if the goal is out of reach; else what tells the position from others."""
        result = self.engine.result(position)
        if result is not None:
            return MET if result.winner == self.goal else MISSED
        return MISSED if self.solving.is_hopeless(position) else self.solving.key(position)

    # -- values

    def value(self, key: Hashable, position: Any, depth: int | None = None) -> Fraction | None:  # noqa: ANN401 - a game's own position
        """Return the exact chance of the goal; with a depth, the chance that it is met within that many orders; None if all leads back."""
        known = self._known(key, depth)
        if known is not None:
            return known
        if key in self.path:
            self._back = min(self._back, self.path[key])
            return None
        here, above, self._back = len(self.path), self._back, DEEPEST
        self._enter(key)
        self.path[key] = here
        try:
            best, exact = self._best_of(key, position, depth)
        finally:
            del self.path[key]
        if self._back >= here:
            self._back = above
            if best is None:
                message = N_("nobody can give an order that leads anywhere, and the game is not over")
                raise TooLarge(message)
            self._keep(key, depth, best, exact=exact)
        else:
            self._back = min(above, self._back)
        return best

    def _known(self, key: Hashable, depth: int | None) -> Fraction | None:
        known = ENDS.get(key) if isinstance(key, str) else self.values.get(key)
        if known is None and depth is not None:
            known = self.nearby.get((key, depth)) if depth else ZERO
        return known

    def _keep(self, key: Hashable, depth: int | None, best: Fraction, *, exact: bool) -> None:
        # What is met for certain within some orders is met for certain.
        if exact or best == ONE:
            self.values[key] = best
        else:
            self.nearby[key, depth or 0] = best

    def is_exact(self, key: Hashable) -> bool:
        """Return whether the whole of what follows has been looked at."""
        return isinstance(key, str) or key in self.values

    def _enter(self, key: Hashable) -> None:
        """Count a position, and refuse one too many."""
        if len(self.path) >= DEEPEST:
            message = N_("the game goes on for more than {most:,} orders in a row").format(most=DEEPEST)
            raise TooLarge(message)
        self.met.add(key)
        self._looks += 1
        if len(self.met) > self.most_states:
            message = N_("there are more than {most:,} positions").format(most=self.most_states)
            raise TooLarge(message)
        if not self._looks % LOOK:
            self.watch(len(self.met))
        check()

    def _best_of(self, key: Hashable, position: Any, depth: int | None) -> tuple[Fraction | None, bool]:  # noqa: ANN401 - a game's own
        """Return what the best order is worth to the side that chooses, and whether that is the whole of it."""
        ours, own, others = self.orders(position)
        if len(own if not ours else others) > 1:
            self.enemy_choices += 1
        best, exact = self._choose(key, position, own, depth, most=ours, start=None)
        if others:
            # The other side may come before the choice, or let it be.
            best, also = self._choose(key, position, others, depth, most=not ours, start=best)
            exact = exact and also
        return best, exact

    def _choose(
        self,
        key: Hashable,
        position: Any,  # noqa: ANN401 - a game's own position
        orders: list[Any],
        depth: int | None,
        *,
        most: bool,
        start: Fraction | None,
    ) -> tuple[Fraction | None, bool]:
        """Return the most or the least that one of the orders is worth; those that lead to few positions are tried first."""
        best, exact = start, True
        limit = ONE if most else ZERO
        tried: set[frozenset[tuple[Hashable, Fraction]]] = set()
        for order in sorted(orders, key=lambda each: self._costs.get(type(each), 0)) if len(orders) > 1 else orders:
            if best == limit:
                break
            dist = self.distribution(position, order).without(key)
            if dist.odds in tried:
                continue
            tried.add(dist.odds)
            value, whole = self._mean(dist, depth, best, most=most)
            exact = exact and whole
            if value is not None and (best is None or (value > best if most else value < best)):
                best = value
        return best, exact

    def _mean(self, dist: Branches, depth: int | None, best: Fraction | None, *, most: bool) -> tuple[Fraction | None, bool]:
        """Return the mean over a distribution; no more of it than shows that it cannot beat the best, for then a bound will do."""
        if not dist.branches:
            return None, True
        total, left, sum_of, exact = dist.total, dist.total, ZERO, True
        for key, weight, position in sorted(dist.branches, key=lambda each: not isinstance(each.key, str)):
            if best is not None and ((sum_of + left) <= best * total if most else sum_of >= best * total):
                break
            value = self.value(key, position, None if depth is None else depth - 1)
            if value is None:
                if len(dist.branches) == 1:
                    return None, True
                message = N_("by some dice the game comes back to a position that it was in, which is not worked out")
                raise TooLarge(message)
            sum_of += weight * value
            left -= weight
            exact = exact and (depth is None or self.is_exact(key))
        return (sum_of + (left if most else 0)) / total, exact

    def order_value(self, position: Any, order: Any, depth: int | None = None) -> tuple[Fraction, bool]:  # noqa: ANN401 - a game's own
        """Return what an order is worth, never cut short, and whether the whole of what follows was looked at."""
        value, exact = self._mean(self.distribution(position, order).without(self.solving.key(position)), depth, None, most=True)
        if value is None:
            message = N_("an order that is legal leads nowhere but back")
            raise TooLarge(message)
        return value, exact or value == ONE

    @contextmanager
    def deep(self) -> Iterator[None]:
        """Let Python go as deep as the longest game."""
        before = sys.getrecursionlimit()
        sys.setrecursionlimit(max(before, DEEPEST * FRAMES + before))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)
