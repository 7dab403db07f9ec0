"""The walker: visits every branch of a procedure's body and adds up whole-number weights.

Meeting a request that has no answer yet, the hand takes its first outcome and runs on; the walker then goes back to the deepest request
with an outcome left. A path carries a weight and a denominator, both whole numbers; results add up in one dict per denominator and meet at
the end. Distributions that a body returns by `dice.last` are mixed in whole (mixture.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from types import MethodType
from typing import Any, Final, NamedTuple

from rulesdemo.errors import NeverEnds, OddsError, TooManyPaths
from rulesdemo.odds import reads
from rulesdemo.odds.budget import check
from rulesdemo.odds.dice import AGAIN, MOST_REQUESTS, SPENT, TAIL, EveryDice, looping
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.mixture import Mixture, Part, parts_of, together
from rulesdemo.odds.placeholders import Each
from rulesdemo.words import N_

MOST_PATHS: Final = 1_000_000
# A request with more outcomes than this looks at the budget for each of them.
MANY: Final = 1_000

Run = Callable[[Any], Any]  # a body with its dice and all its arguments but the last
# All by the denominator of the path: outcomes with their weights, distributions with theirs, the weight of throws put aside.
Sums = dict[Any, dict[Any, Any]]
Tails = dict[Any, Mixture]
Again = dict[Any, Any]
# Outcomes with their weights and the total to divide them by; the distributions to be mixed in; the throws put aside.
Found = tuple[dict[Any, Any], Any, Tails, Again]


def walk(name: str, body: Callable[..., Any], args: tuple[Any, ...]) -> tuple[Dist[Any], Again]:  # noqa: C901, PLR0912 - the hot path
    """Return the distribution of `body(dice, *args)`, and the weight of the throws that are thrown again."""
    check()
    basis: dict[int, Any] = {}  # what was read, and the distributions that were branched on
    dice = EveryDice(basis)
    run: Run | None = None
    arg: Any = None
    if len(args) == 1:
        # Python runs a method that is called with one argument in its own loop, which saves a sixth of a branch; a `partial` it does not.
        run, arg = MethodType(body, dice), args[0]
    pages = reads._pages  # noqa: SLF001 - what `ledger.page` does, without the cost of its generator for every distribution
    pages.append(basis)
    try:
        result = run(arg) if run else body(dice, *args)
        if result is TAIL and not dice.opened:
            # No dice before it: hand the distribution on as it is, folded if it was folded.
            return dice.tail.resting(tuple(basis.values())) if basis else dice.tail, {}
        if run is None:
            run, arg = (partial(body, dice, *args[:-1]), args[-1]) if args else (lambda _: body(dice), None)
        if len(dice.opened) == 1:
            weights, total, tails, again = _visit_one(name, run, arg, dice, result)
        else:
            weights, total, tails, again = _visit(name, run, arg, dice, result, Visited({}, {}, {}, [], []))
    finally:
        pages.pop()
    rests = [*basis.values()] if basis else []
    if tails:
        dists = next(iter(tails.values())).dists
        if dists[-1] is dists[0] and not (weights or again or len(tails) > 1) and all(dist is dists[0] for dist in dists):
            # One distribution whatever the dice before it said: the same.
            return dists[0].resting(tuple(rests)) if rests else dists[0], again
        parts: list[Part] = [(weights, total, 1)] if weights else []
        for denominator, mixture in tails.items():
            parts += parts_of(mixture, denominator)
            rests += mixture.dists
        weights, total = together(parts)
    if again:
        if not weights:
            message = N_("{name} never ends: every throw is thrown again").format(name=name)
            raise NeverEnds(message)
        if isinstance(total, int):
            # Only whole throws count: the weights that are left are their own total.
            total = sum(weights.values())
        else:
            whole = 1 - chance_of(again)
            weights = {outcome: weight / whole for outcome, weight in weights.items()}
    return Dist(weights, total, rests), again


def walk_each(body: Callable[..., Any], args: tuple[Any, ...], numbers: tuple[int, ...]) -> list[Dist[Any]] | None:
    """Return the distributions for all the numbers as last argument, from one run; None where the body must know which of them it has."""
    basis: dict[int, Any] = {}
    dice = EveryDice(basis)
    reads._pages.append(basis)  # noqa: SLF001 - as in `walk`
    try:
        result = body(dice, *args, Each(numbers))
    except (OddsError, TypeError, AttributeError, ValueError):  # it looked at the number, or it would fail anyhow and will say so by itself
        return None
    finally:
        reads._pages.pop()  # noqa: SLF001
    if result is not TAIL or dice.opened or type(dice.tail) is not list:
        return None
    rests = tuple(basis.values())
    return [dist.resting(rests) for dist in dice.tail] if rests else dice.tail


class Visited(NamedTuple):
    """What has been found so far, and the way to where the walk stands."""

    sums: Sums
    tails: Tails
    again: Again
    answers: list[Any]
    stack: list[tuple[Iterator[Any], Any, Any]]  # one frame a request: outcomes left, weight before it, denominator with it
    weight: Any = 1
    denominator: Any = 1
    paths: int = 1


def _visit_one(name: str, run: Run, arg: Any, dice: EveryDice, result: Any) -> Found:  # noqa: ANN401 - any outcome
    """Run the body for the other outcomes of the one request that its first run opened: few bodies ask for more.

    A run that does is handed over to `_visit`, with all that was found before it.
    """
    opened = dice.opened
    answer, weight, left, size, total = opened.pop()
    if size > MOST_PATHS:
        raise _too_many(name)
    if size > MANY:
        left = _with_checks(left)
    here: dict[Any, Any] = {}
    tails: Tails = {}
    try:
        if result is TAIL:
            tails[total] = Mixture([dice.tail], [weight])
        else:
            here[result] = weight
    except TypeError as wrong:
        raise _uncountable(name, result, wrong) from None
    for answer, weight in left:
        dice.only = answer
        result = run(arg)
        if opened:
            break
        if result is TAIL:
            dists, shares = tails.get(total) or tails.setdefault(total, Mixture([], []))
            dists.append(dice.tail)
            shares.append(weight)
        else:
            try:
                here[result] = here.get(result, 0) + weight  # throws put aside as well, for the moment
            except TypeError as wrong:
                raise _uncountable(name, result, wrong) from None
    aside = here.pop(AGAIN, 0)
    again = {total: aside} if aside else {}
    if not opened:
        return here, total, tails, again
    sums = {total: here} if here else {}
    return _visit(name, run, arg, dice, result, Visited(sums, tails, again, [answer], [(left, 1, total)], weight, total, size))


def _visit(name: str, run: Run, arg: Any, dice: EveryDice, result: Any, visited: Visited) -> Found:  # noqa: ANN401, C901, PLR0912, PLR0915
    """Run the body once per path; the run before had this result.

    One long loop, because it is the innermost: a call more in it costs a tenth of all odds.
    """
    sums, tails, again, answers, stack, weight, denominator, paths = visited
    opened = dice.opened
    left = SPENT
    before: Any = 1
    here: dict[Any, Any] | None = None  # the outcomes and the distributions of this denominator, once there are any
    dists: list[Any] | None = None
    shares: list[Any] = []
    while True:
        if opened:
            # The run took the first outcome of each new request.
            for first, times, others, size, total in opened:
                left = _with_checks(others) if size > MANY else others
                answers.append(first)
                before = weight
                weight = before * times
                denominator = denominator * total
                stack.append((left, before, denominator))
                paths += size - 1
            opened.clear()
            here = dists = None
            if paths > MOST_PATHS:
                raise _too_many(name)
            if len(stack) > MOST_REQUESTS:
                raise looping()
        if result is TAIL:
            if dists is None:
                dists, shares = tails.get(denominator) or tails.setdefault(denominator, Mixture([], []))
            dists.append(dice.tail)
            shares.append(weight)
        elif result is AGAIN:
            again[denominator] = again.get(denominator, 0) + weight
        else:
            if here is None:
                here = sums.setdefault(denominator, {})
            try:
                here[result] = here.get(result, 0) + weight
            except TypeError as wrong:
                raise _uncountable(name, result, wrong) from None
        for answers[-1], times in left:
            weight = before * times
            break  # on to the next outcome of the deepest request
        else:
            check()
            while stack:  # or, if none is left, of a request before it
                left, before, denominator = stack[-1]
                step = next(left, None)
                if step is not None:
                    break
                stack.pop()
            else:
                return *together([(weights, total, 1) for total, weights in sums.items()]), tails, again
            here = dists = None
            answers[len(stack) - 1 :] = (step[0],)
            weight = before * step[1]
        dice.replay = iter(answers)
        result = run(arg)


def _with_checks(left: Iterator[Any]) -> Iterator[Any]:
    """The outcomes of a request, with a look at the budget before each: where there are many, and a run for each of them."""
    for step in left:
        check()
        yield step


def _too_many(name: str) -> TooManyPaths:
    return TooManyPaths(
        N_("{name} has more than {most:,} branches; use totals, caps, keep= or sub-procedures").format(name=name, most=MOST_PATHS)
    )


def _uncountable(name: str, outcome: object, wrong: TypeError) -> OddsError:
    kind = type(outcome).__name__
    return OddsError(
        N_("{name} gave an outcome that cannot be counted: return tuples and frozen records, not {kind} ({wrong})").format(
            name=name, kind=kind, wrong=wrong
        )
    )


def chance_of(again: Again) -> Any:  # noqa: ANN401 - a Fraction, or an element of a field
    """Return the chance of a throw put aside; whole numbers divide exactly as Fractions, elements of a field by themselves."""
    return sum(Fraction(1, each) * weight if isinstance(each, int) else weight / each for each, weight in again.items())
