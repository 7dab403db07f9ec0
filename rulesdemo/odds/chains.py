"""Chains: a procedure that turns one state into the next, again and again.

    repeat(step, until)        a procedure of (..., state, n): at most n steps, stopping when `until(state)` holds
    Chain(step, start, until)  the whole story: where it ends, how long it takes, where it stands after n steps

`step(dice, *args, state)` gives the next state. Ends are found by one exact elimination: expected visits to every passing state, from
which end chances and mean length follow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, Generic, TypeVar

from rulesdemo.errors import NeverEnds, TooManyPaths
from rulesdemo.odds.budget import check, limit_in_seconds
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Procedure
from rulesdemo.words import N_

S = TypeVar("S", bound=Hashable)

MOST_STATES: Final = 5_000
# A system of this many states is solved in a fraction of a second.
MOST_AT_ONCE: Final = 500
# A distribution of states by their chances, which grow with every step, takes no more room than this.
MOST_BYTES: Final = 400_000_000
STATE_BYTES: Final = 200  # what a state takes beside the digits of its chance


class Repeat(Procedure[..., Any]):
    """At most n steps of a procedure, stopping early when the state is done."""

    def __init__(self, step: Procedure[..., Any], until: Callable[[Any], bool]) -> None:
        """Repeat `step` until `until(state)`."""
        super().__init__(self._throw_all, title=f"{step.title}, again and again")
        self.name = f"repeated {step.name}"
        self.step = step
        self.until = until

    def _throw_all(self, dice: Dice, *args: Any) -> Any:  # noqa: ANN401 - step's own arguments, the state, n
        *given, state, n = args
        for _ in range(n):
            if self.until(state):
                break
            state = dice.do(self.step, *given, state)
        return state

    def _compute(self, args: tuple[Any, ...]) -> Dist[Any]:
        *given, state, n = args
        dist: dict[Any, Any] = {state: 1}
        total: Any = 1
        steps: dict[Any, tuple[dict[Any, Any], Any]] = {}  # one step from every state met, in lowest terms so that totals grow slowly
        basis: list[Any] = []
        for _ in range(n):
            live = [each for each in dist if not self.until(each)]
            if not live:
                break
            for each in live:
                if each not in steps:
                    step = self.step.dist(*given, each)
                    basis.append(step)
                    steps[each] = step.lowest()
            dist, total = self.advance(dist, total, {each: steps[each] for each in live})
            if isinstance(total, int) and len(dist) * (STATE_BYTES + total.bit_length() // 8) > MOST_BYTES:
                message = N_("{step}, repeated, has {states:,} states with chances of some {digits:,} digits; ask for fewer steps")
                raise TooManyPaths(message.format(step=self.step.name, states=len(dist), digits=total.bit_length() * 3 // 10))
        return Dist(dist, total, tuple(basis))

    @staticmethod
    def advance(dist: dict[Any, Any], total: Any, steps: dict[Any, tuple[dict[Any, Any], Any]]) -> tuple[dict[Any, Any], Any]:  # noqa: ANN401 - see dist.Weight
        """Take one step from every live state; done states keep their weight."""
        whole = isinstance(total, int) and all(isinstance(own, int) for _, own in steps.values())
        common: Any = lcm(*(own for _, own in steps.values())) if whole else 1
        after: dict[Any, Any] = {}
        check()
        for state, weight in dist.items():
            if state not in steps:
                after[state] = after.get(state, 0) + weight * common
                continue
            moves, own = steps[state]
            scale = weight * (common // own) if whole else weight / own
            for new, times in moves.items():
                after[new] = after.get(new, 0) + times * scale
        return after, total * common


_repeats: dict[Any, Repeat] = {}


def repeat(step: Procedure[..., Any], until: Callable[[Any], bool]) -> Repeat:
    """Return a procedure of (..., state, n): at most n steps; `until` must be a named function, so that equal calls are the same procedure.

    >>> from rulesdemo.odds.dice import D6
    >>> from rulesdemo.odds.procedure import odds, procedure
    >>> @procedure
    ... def put_out(dice, burning):
    ...     return dice.roll(D6) < 5
    >>> odds(repeat(put_out, _is_false), True, 2).p(False)
    Fraction(5, 9)
    """
    known = _repeats.get((step, until))
    if known is None:
        known = _repeats[step, until] = Repeat(step, until)
    return known


def _is_false(state: object) -> bool:
    return not state


class Chain(Generic[S]):
    """All states that can be reached from `start`, and the exact answers about where they lead."""

    def __init__(self, step: Procedure[..., S], start: S, until: Callable[[S], bool], *args: Any) -> None:  # noqa: ANN401 - step's own arguments
        """Explore from `start`; `args` go to `step` before the state."""
        self.step = step
        self.start = start
        self.until = until
        self.args = args
        self._rows: dict[S, Dist[S]] | None = None
        self._steps: dict[S, tuple[dict[S, int], int]] = {}  # the same in lowest terms
        self._solved: tuple[dict[S, int], int] | None = None

    @property
    def rows(self) -> dict[S, Dist[S]]:
        """Return the distribution of one step from every passing state."""
        if self._rows is None:
            rows: dict[S, Dist[S]] = {}
            todo = [] if self.until(self.start) else [self.start]
            while todo:
                state = todo.pop()
                if state in rows:
                    continue
                check()
                if len(rows) >= MOST_STATES:
                    message = N_("the chain of {step} has more than {most:,} states; cap what can grow without end").format(
                        step=self.step.name, most=MOST_STATES
                    )
                    raise TooManyPaths(message)
                rows[state] = dist = self.step.dist(*self.args, state)
                todo.extend(new for new in dist.weights if new not in rows and not self.until(new))
            self._rows = rows
        return self._rows

    def visits(self) -> dict[S, Fraction]:
        """Return how often each passing state is visited on average."""
        shares, denominator = self._solution()
        return {state: Fraction(share * self._steps[state][1], denominator) for state, share in shares.items()}

    def ends(self) -> Dist[S]:
        """Return the distribution of the state in which it ends."""
        if self.until(self.start):
            return Dist.certain(self.start)
        shares, denominator = self._solution()
        ends: dict[S, int] = {}
        for state, share in shares.items():
            for new, weight in self._steps[state][0].items():
                if new not in shares:
                    ends[new] = ends.get(new, 0) + share * weight
        return Dist(ends, denominator, tuple(self.rows.values()))

    def mean_turns(self) -> Fraction:
        """Return how many steps it takes on average."""
        shares, denominator = self._solution()
        return Fraction(sum(share * self._steps[state][1] for state, share in shares.items()), denominator)

    def weights_by_step(self) -> Iterator[tuple[dict[S, Any], Any]]:
        """Yield weights and their total after 0, 1, 2, ... steps, without end."""
        steps = {state: dist.lowest() for state, dist in self.rows.items()}
        dist: dict[S, Any] = {self.start: 1}
        total: Any = 1
        while True:
            yield dist, total
            dist, total = Repeat.advance(dist, total, {state: steps[state] for state in dist if state in steps})

    def within(self, n: int) -> Dist[S]:
        """Return the distribution of the state after at most n steps."""
        return repeat(self.step, self.until).dist(*self.args, self.start, n)

    def _solution(self) -> tuple[dict[S, int], int]:
        """Return the expected visits of every passing state divided by its row's total, as whole numbers over one denominator."""
        if self._solved is None:
            self._refuse_endless()
            self._steps = {state: dist.lowest() for state, dist in self.rows.items()}
            place = {state: at for at, state in enumerate(self._steps)}
            moves = [{place[new]: weight for new, weight in weights.items() if new in place} for weights, _ in self._steps.values()]
            totals = [total for _, total in self._steps.values()]
            # One call into a library cannot be ended half-way, so that with a budget only short ones are made.
            by_flint = _by_flint(moves, totals) if len(moves) <= MOST_AT_ONCE or limit_in_seconds() is None else None
            shares, denominator = (by_flint or _by_elimination(moves, totals)) if moves else ([], 1)
            self._solved = dict(zip(self._steps, shares, strict=True)), denominator
        return self._solved

    def _refuse_endless(self) -> None:
        """Refuse a chain in which some passing state has no way to an end."""
        back: dict[S, set[S]] = {}
        ending: list[S] = []
        for state, dist in self.rows.items():
            for new in dist.weights:
                if self.until(new):
                    ending.append(state)
                else:
                    back.setdefault(new, set()).add(state)
        good = set(ending)
        while ending:
            for state in back.get(ending.pop(), ()):
                if state not in good:
                    good.add(state)
                    ending.append(state)
        for state in self.rows:
            if state not in good:
                message = N_("the chain of {step} never ends from state {state!r}").format(step=self.step.name, state=state)
                raise NeverEnds(message)


def _by_flint(moves: list[dict[int, int]], totals: list[int]) -> tuple[list[int], int] | None:
    """Return the system of all states at once by python-flint, or None where it is not installed.

    Expected visits v from state 0 obey v = start + v P. With rows scaled by their totals, u = v / total solves
    (diag(total) - W)^T u = start.
    """
    try:
        from flint import fmpz_mat
    except ImportError:
        return None
    size = len(moves)
    grid = [[0] * size for _ in range(size)]
    for state, row in enumerate(moves):
        grid[state][state] += totals[state]
        for new, weight in row.items():
            grid[new][state] -= weight
    start = fmpz_mat([[int(state == 0)] for state in range(size)])
    solution: Any = fmpz_mat(grid).solve(start)
    shares, denominator = solution.numer_denom()
    return [int(share) for share in shares.entries()], int(denominator)


def _by_elimination(moves: list[dict[int, int]], totals: list[int]) -> tuple[list[int], int]:
    """Solve the same system in plain Python: strike out states one at a time, fewest crossings first, the start last.

    Each state keeps an equation `total * u = sum(coefficient * u of a state before it)`, in whole numbers reduced by their common divisor.
    """
    size = len(moves)
    before: list[dict[int, int]] = [{} for _ in range(size)]  # state -> {state before it: weight}
    after: list[set[int]] = [set() for _ in range(size)]  # state -> equations that name it
    for state, row in enumerate(moves):
        for new, weight in row.items():
            before[new][state] = weight
            after[state].add(new)
    scale = list(totals)
    struck: list[int] = []
    left = set(range(1, size))
    while left:
        check()
        out = min(left, key=lambda state: len(after[state]) * len(before[state]))
        left.discard(out)
        struck.append(out)
        own = before[out]
        stay = scale[out] = scale[out] - own.pop(out, 0)
        after[out].discard(out)
        for state in after[out]:
            _substitute(state, out, stay, before, scale)
            for name in own:
                after[name].add(state)
        for name in own:
            after[name].discard(out)
    return _send_back(before, scale, totals, struck)


def _substitute(state: int, out: int, stay: int, before: list[dict[int, int]], scale: list[int]) -> None:
    """Put the struck state's equation into another state's, and reduce it."""
    check()
    row = before[state]
    share = row.pop(out)
    common = gcd(share, stay)
    share, times = share // common, stay // common
    if times > 1:
        scale[state] *= times
        for name in row:
            row[name] *= times
    for name, weight in before[out].items():
        row[name] = row.get(name, 0) + weight * share
    shared = gcd(scale[state], *row.values())
    if shared > 1:
        scale[state] //= shared
        for name in row:
            row[name] //= shared


def _send_back(before: list[dict[int, int]], scale: list[int], totals: list[int], struck: list[int]) -> tuple[list[int], int]:
    """Solve from the start's own equation to the state struck first; all values share one denominator until the end."""
    # The start's equation carries a 1 beside its states; it was multiplied up with the equation, so undo that by the ratio of totals.
    stay = scale[0] - before[0].get(0, 0)
    values = {0: scale[0]}
    denominator = stay * totals[0]
    for state in reversed(struck):
        check()
        number = sum(weight * values[name] for name, weight in before[state].items())
        common = gcd(number, scale[state])
        times = scale[state] // common
        if times > 1:
            denominator *= times
            for name in values:
                values[name] *= times
        values[state] = number // common
    return [values[state] for state in range(len(totals))], denominator
