"""The walker: visits every branch of a procedure's body and adds up whole-number weights.

Meeting a request that has no answer yet, the hand takes its first outcome and runs on; the walker then goes back to the deepest request
with an outcome left. A path carries a weight and a denominator, both whole numbers; results add up in one dict per denominator and meet at
the end. Laws that a body returns by `dice.last` are mixed in whole (mix.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any, Final

from rulesdemo import ledger
from rulesdemo.dice import AGAIN, SPENT, TAIL, EveryDice
from rulesdemo.dist import Dist
from rulesdemo.errors import NeverEnds, OddsError, TooManyPaths
from rulesdemo.mix import Mixture, mixed

MOST_PATHS: Final = 1_000_000

# All by the denominator of the path: outcomes with their weights, laws with theirs, the weight of throws put aside.
Sums = dict[Any, dict[Any, Any]]
Tails = dict[Any, Mixture]
Again = dict[Any, Any]


def walk(name: str, body: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Dist[Any], Any]:
    """The law of `body(dice, *args)`, and the chance that one throw is thrown again."""
    dice = EveryDice()
    reads: dict[int, Any] = {}
    pages = ledger._pages  # noqa: SLF001 - what `ledger.page` does, without the cost of its generator for every law
    pages.append(reads)
    try:
        result = body(dice, *args)
        if result is TAIL and not dice.opened:
            # No dice before it: hand the law on as it is, folded if it was folded.
            return dice.tail.resting(tuple(reads.values())) if reads else dice.tail, 0
        sums, tails, again = _visit(name, partial(body, dice, *args), dice, result)
    finally:
        pages.pop()
    basis = [*reads.values(), *dice.below.values()] if reads or dice.below else []
    for laws, _ in tails.values():
        if laws[-1] is laws[0] and len(tails) == 1 and not sums and not again and all(law is laws[0] for law in laws):
            # One law whatever the dice before it said: the same.
            return laws[0].resting(tuple(basis)) if basis else laws[0], 0
        basis += laws
    weights, total = _together(sums, tails)
    if not again:
        return Dist(weights, total, basis), 0
    chance = _chance(again)
    if not weights:
        message = f"{name} never ends: every throw is thrown again"
        raise NeverEnds(message)
    if isinstance(total, int):
        # Only whole throws count: the weights that are left are their own total.
        return Dist(weights, sum(weights.values()), basis), chance
    return Dist({outcome: weight / (1 - chance) for outcome, weight in weights.items()}, total, basis), chance


def _visit(name: str, run: Callable[[], Any], dice: EveryDice, result: Any) -> tuple[Sums, Tails, Again]:  # noqa: ANN401, C901, PLR0912, PLR0915
    """Run the body once per path; the first run has been, with this result.

    One long loop, because it is the innermost: a call more in it costs a tenth of all odds.
    """
    sums: Sums = {}
    tails: Tails = {}
    again: Again = {}
    answers, opened = dice.answers, dice.opened
    stack: list[tuple[Iterator[Any], Any, Any]] = []  # one frame a request: outcomes left, weight before it, denominator with it
    left = SPENT
    before: Any = 1
    weight: Any = 1
    denominator: Any = 1
    here: dict[Any, Any] | None = None  # the outcomes and the laws of this denominator, once there are any
    laws: list[Any] | None = None
    shares: list[Any] = []
    paths = 1
    while True:
        if opened:
            # The run took the first outcome of each new request.
            for left, times, total, size in opened:
                before = weight
                weight = before * times
                denominator = denominator * total
                stack.append((left, before, denominator))
                paths += size - 1
            opened.clear()
            here = laws = None
            if paths > MOST_PATHS:
                message = f"{name} has more than {MOST_PATHS:,} branches; use totals, caps, keep= or sub-procedures"
                raise TooManyPaths(message)
        if result is TAIL:
            if laws is None:
                laws, shares = tails.get(denominator) or tails.setdefault(denominator, Mixture([], []))
            laws.append(dice.tail)
            shares.append(weight)
        elif result is AGAIN:
            again[denominator] = again.get(denominator, 0) + weight
        else:
            if here is None:
                here = sums.setdefault(denominator, {})
            try:
                here[result] = here.get(result, 0) + weight
            except TypeError as wrong:
                kind = type(result).__name__
                message = f"{name} gave an outcome that cannot be counted: return tuples and frozen records, not {kind} ({wrong})"
                raise OddsError(message) from None
        for answers[-1], times in left:
            weight = before * times
            break  # on to the next outcome of the deepest request
        else:
            while stack:  # or, if none is left, of a request before it
                left, before, denominator = stack[-1]
                step = next(left, None)
                if step is not None:
                    break
                stack.pop()
            else:
                return sums, tails, again
            here = laws = None
            answers[len(stack) - 1 :] = (step[0],)
            weight = before * step[1]
        dice.replay = iter(answers)
        result = run()


def _chance(again: Again) -> Any:  # noqa: ANN401 - a Fraction, or an element of a field
    """The chance of a throw put aside; whole numbers divide exactly as Fractions, elements of a field by themselves."""
    if len(again) == 1:
        ((denominator, weight),) = again.items()
        if isinstance(denominator, int) and isinstance(weight, int):
            return Fraction(weight, denominator)
    return sum(Fraction(1, each) * weight if isinstance(each, int) else weight / each for each, weight in again.items())


def _together(sums: Sums, tails: Tails) -> tuple[dict[Any, Any], Any]:
    """Bring outcomes and mixed-in laws of all denominators to one total."""
    if len(sums) == 1 and not tails:
        ((denominator, weights),) = sums.items()
        return weights, denominator
    parts = [*zip(sums.values(), sums, strict=True)]
    for denominator, mixture in tails.items():
        weights, total = mixed(mixture)
        parts.append((weights, denominator * total))
    if len(parts) == 1:
        return parts[0]
    together: dict[Any, Any] = {}
    symbol = next((total for _, total in parts if not isinstance(total, int)), None)
    if symbol is None:
        common = lcm(*(total for _, total in parts))
        for weights, total in parts:
            scale = common // total
            for outcome, weight in weights.items():
                together[outcome] = together.get(outcome, 0) + weight * scale
        return together, common
    one = symbol / symbol  # a 1 by which whole numbers divide exactly
    for weights, total in parts:
        for outcome, weight in weights.items():
            together[outcome] = together.get(outcome, 0) + weight * one / total
    return together, one
