"""The walker: visits every branch of a procedure's body and adds up whole-number weights.

Meeting a request that has no answer yet, the hand takes its first outcome and runs on; the walker then goes back to the deepest request with an
outcome left. A path carries a weight and a denominator, both whole numbers; results add up in one dict per denominator and meet at the end. Laws
that a body returns by `dice.last` are mixed in whole (mix.py).
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any, Final

from rulesdemo.dice import AGAIN, TAIL, EveryDice
from rulesdemo.dist import Dist
from rulesdemo.errors import NeverEnds, OddsError, TooManyPaths
from rulesdemo.ledger import page
from rulesdemo.mix import Mixture, mixed

MOST_PATHS: Final = 1_000_000


def walk(name: str, body: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Dist[Any], Any]:
    """The law of `body(dice, *args)`, and the chance that one throw is thrown again."""
    dice = EveryDice()
    with page() as reads:
        sums, tails, again = _visit(name, body, args, dice)
    basis = (*reads.values(), *dice.below.values())
    if not again and not sums and len(tails) == 1:
        ((_, mixture),) = tails.items()
        if len(mixture.laws) == 1:
            # One law whatever the dice before it said: hand it on as it is, folded if it was folded.
            return _rested(mixture.laws[0], basis), 0
    weights, total = _together(sums, tails)
    basis = (*basis, *(law for mixture in tails.values() for law in mixture.laws))
    if not again:
        return Dist(weights, total, basis), 0
    chance = sum(_ratio(weight, denominator) for denominator, weight in again.items())
    if not weights:
        message = f"{name} never ends: every throw is thrown again"
        raise NeverEnds(message)
    if isinstance(total, int):
        # Only whole throws count: the weights that are left are their own total.
        return Dist(weights, sum(weights.values()), basis), chance
    return Dist({outcome: weight / (1 - chance) for outcome, weight in weights.items()}, total, basis), chance


def _visit(
    name: str, body: Callable[..., Any], args: tuple[Any, ...], dice: EveryDice
) -> tuple[dict[Any, dict[Any, Any]], dict[Any, Mixture], dict[Any, Any]]:
    """Run the body once per path; give outcomes by denominator, tails by denominator and re-throws by denominator."""
    sums: dict[Any, dict[Any, Any]] = {}
    tails: dict[Any, Mixture] = {}
    again: dict[Any, Any] = {}
    answers, opened = dice.answers, dice.opened
    stack: list[list[Any]] = []  # one frame a request: branches, index, weight before, denominator before, own total
    weight: Any = 1
    denominator: Any = 1
    paths = 0
    while True:
        dice.at = 0
        result = body(dice, *args)
        if opened:
            for branches, total in opened:
                stack.append([branches, 0, weight, denominator, total])
                weight *= branches[0][1]
                denominator *= total
            opened.clear()
        try:
            if result is TAIL:
                mixture = tails.get(denominator)
                if mixture is None:
                    mixture = tails[denominator] = Mixture()
                mixture.add(dice.tail, weight)
            elif result is AGAIN:
                again[denominator] = again.get(denominator, 0) + weight
            else:
                here = sums.get(denominator)
                if here is None:
                    here = sums[denominator] = {}
                here[result] = here.get(result, 0) + weight
        except TypeError as wrong:
            message = (
                f"{name} gave an outcome that cannot be counted: return tuples and frozen records, not {type(result).__name__} ({wrong})"
            )
            raise OddsError(message) from None
        paths += 1
        if paths > MOST_PATHS:
            message = f"{name} has more than {MOST_PATHS:,} branches; use totals, caps, keep= or sub-procedures"
            raise TooManyPaths(message)
        while stack:
            frame = stack[-1]
            index = frame[1] + 1
            branches = frame[0]
            if index < len(branches):
                frame[1] = index
                value, times = branches[index]
                depth = len(stack) - 1
                del answers[depth:]
                answers.append(value)
                weight = frame[2] * times
                denominator = frame[3] * frame[4]
                break
            stack.pop()
        else:
            return sums, tails, again


def _together(sums: dict[Any, dict[Any, Any]], tails: dict[Any, Mixture]) -> tuple[dict[Any, Any], Any]:
    """Bring outcomes and mixed-in laws of all denominators to one total."""
    parts: list[tuple[dict[Any, Any], Any]] = [(weights, denominator) for denominator, weights in sums.items()]
    for denominator, mixture in tails.items():
        weights, total = mixed(mixture)
        parts.append((weights, denominator * total))
    if len(parts) == 1:
        return parts[0]
    if all(isinstance(total, int) for _, total in parts):
        common = lcm(*(total for _, total in parts))
        together: dict[Any, Any] = {}
        for weights, total in parts:
            scale = common // total
            for outcome, weight in weights.items():
                together[outcome] = together.get(outcome, 0) + weight * scale
        return together, common
    together = {}
    for weights, total in parts:
        for outcome, weight in weights.items():
            together[outcome] = together.get(outcome, 0) + _ratio(weight, total)
    return together, 1


def _ratio(weight: Any, total: Any) -> Any:  # noqa: ANN401 - see dist.Weight
    """An exact quotient: two whole numbers would make a float, and only some paths meet a die of unknown weights."""
    return Fraction(weight, total) if isinstance(weight, int) and isinstance(total, int) else weight / total


def _rested(law: Dist[Any], basis: tuple[Any, ...]) -> Dist[Any]:
    """The same law, resting also on what was read before it."""
    if not basis:
        return law
    return law.resting(basis)
