"""Recurrences: the shortest linear rule behind a row of exact numbers, and the sum of powers that solves it.

Chances of repeated procedures follow such rules: what is left after n turns is a sum of n-th powers. Everything here is Fractions; only the
roots of a polynomial come from elsewhere (formulas.py).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Final, NamedTuple

from rulesdemo.errors import OddsError
from rulesdemo.odds.budget import check, progress_report
from rulesdemo.words import N_

# Terms on which a rule that is settled is checked all the same.
CHECKS: Final = 8
# Powers of a root up to this are recognised in its coefficient: 3/2 * (2/3)^n is (2/3)^(n - 1).
MOST_SHIFT: Final = 12


def shortest(terms: Sequence[Fraction]) -> list[Fraction]:
    """Return the coefficients c of the shortest rule a[n] = c[0] a[n-1] + c[1] a[n-2] + ... (Berlekamp and Massey's algorithm).

    >>> shortest([Fraction(n) for n in (1, 1, 2, 3, 5, 8, 13)])
    [Fraction(1, 1), Fraction(1, 1)]
    """
    rule, before = [Fraction(1)], [Fraction(1)]  # 1 - c[0] x - c[1] x^2 - ..., now and before it last grew
    length, gap, missed = 0, 1, Fraction(1)
    for n, term in enumerate(terms):
        check()
        miss = term + sum((rule[i] * terms[n - i] for i in range(1, min(length, len(rule) - 1) + 1)), Fraction(0))
        if miss:
            grown = rule + [Fraction(0)] * (len(before) + gap - len(rule))
            for place, value in enumerate(before):
                grown[place + gap] -= miss / missed * value
            if 2 * length <= n:
                length, before, missed, gap = n + 1 - length, rule, miss, 0
            rule = grown
        gap += 1
    return [-value for value in (rule + [Fraction(0)] * (length + 1))[1 : length + 1]]


@dataclass(frozen=True, slots=True)
class Recurrence:
    """A rule with the terms it starts from: settled by `fitted` terms, and right about `checked` more."""

    coefficients: tuple[Fraction, ...]
    start: int
    terms: tuple[Fraction, ...]
    fitted: int
    checked: int

    @property
    def transient(self) -> int:
        """Return how many first terms only the rule knows, not its powers: roots at 0."""
        zeros = 0
        while zeros < len(self.coefficients) and self.coefficients[-1 - zeros] == 0:
            zeros += 1
        return zeros

    @property
    def core(self) -> tuple[Fraction, ...]:
        """Return the coefficients without the transient."""
        return self.coefficients[: len(self.coefficients) - self.transient]

    def rolled(self) -> Iterator[Fraction]:
        """Yield the terms one after another, without end."""
        order = len(self.coefficients)
        window = list(self.terms[:order])
        yield from window
        while True:
            check()
            following = sum((c * a for c, a in zip(self.coefficients, reversed(window), strict=True)), Fraction(0))
            yield following
            window = [*window, following][1:] if order else window

    def at(self, n: int) -> Fraction:
        """Return the term at n."""
        return next(islice(self.rolled(), n - self.start, None))


def fit(term: Callable[[int], Fraction], start: int, most: int, order: int | None = None) -> Recurrence | None:
    """Return the shortest rule behind some terms; None when there is none.

    Where no rule of the terms can be longer than `order`, twice as many terms settle it for ever; some more are a check on us. Where that
    is not known, the rule is one of the first `most` terms and says nothing of later ones; it must be much shorter than they are many.

    >>> fit(lambda n: 1 - Fraction(1, 2)**n, 0, 40).coefficients
    (Fraction(3, 2), Fraction(-1, 2))
    """
    size = most if order is None else max(CHECKS, 2 * order)
    terms: list[Fraction] = []
    with progress_report(
        lambda: N_("{count} exact terms from {start} on, but no rule that they follow").format(count=len(terms), start=start)
    ):
        for n in range(size):
            terms.append(term(start + n))  # noqa: PERF401 - what there is when the time is over is told
        rule = shortest(terms)
    needed = 2 * len(rule) + max(4, len(rule))  # 2 L terms settle a rule of length L; half as many again guard against chance
    if order is None:
        return Recurrence(tuple(rule), start, tuple(terms), needed, size - needed) if needed <= size else None
    found = Recurrence(tuple(rule), start, tuple(terms), size, CHECKS)
    if len(rule) > order or list(islice(found.rolled(), size, size + CHECKS)) != [term(start + n) for n in range(size, size + CHECKS)]:
        message = N_("the terms follow no rule of {order} terms, though they must").format(order=order)
        raise OddsError(message)
    return found


# -- sums of powers ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Power:
    """coefficient * n^degree * root^n."""

    root: Fraction
    degree: int
    coefficient: Fraction = Fraction(1)

    def at(self, n: int) -> Fraction:
        """Return the value at n."""
        return self.coefficient * Fraction(n) ** self.degree * self.root**n


@dataclass(frozen=True, slots=True)
class Pair:
    """Two conjugate roots r, r' with sum s and product t: n^degree * (even * (r^n + r'^n) + odd * (r^n - r'^n) / (r - r'))."""

    total: Fraction
    product: Fraction
    degree: int
    even: Fraction = Fraction(0)
    odd: Fraction = Fraction(0)

    def at(self, n: int) -> Fraction:
        """Return the value at n, by the pair's own rule, so that it stays rational."""
        sums, gaps = (Fraction(2), self.total), (Fraction(0), Fraction(1))
        for _ in range(n):
            sums = (sums[1], self.total * sums[1] - self.product * sums[0])
            gaps = (gaps[1], self.total * gaps[1] - self.product * gaps[0])
        return Fraction(n) ** self.degree * (self.even * sums[0] + self.odd * gaps[0])


Summand = Power | Pair


def solve_powers(rule: Recurrence, roots: Sequence[tuple[Fraction, int]], pairs: Sequence[tuple[Fraction, Fraction, int]]) -> list[Summand]:
    """Solve for the powers from the first lasting term on: `roots` and `pairs` (sum, product) come with how often each counts.

    >>> rule = fit(lambda n: 1 - Fraction(1, 2)**n, 0, 40)
    >>> [power.coefficient for power in solve_powers(rule, [(Fraction(1), 1), (Fraction(1, 2), 1)], [])]
    [Fraction(1, 1), Fraction(-1, 1)]
    """
    base: list[Summand] = [Power(root, degree) for root, times in roots for degree in range(times)]
    for total, product, times in pairs:
        for degree in range(times):
            base += [Pair(total, product, degree, even=Fraction(1)), Pair(total, product, degree, odd=Fraction(1))]
    first = rule.start + rule.transient
    rows = [[each.at(n) for each in base] for n in range(first, first + len(base))]
    values = _solve(rows, [rule.at(n) for n in range(first, first + len(base))])
    found: list[Summand] = []
    for each, value in zip(base, values, strict=True):
        if isinstance(each, Power):
            found.append(Power(each.root, each.degree, value))
        elif each.even:
            found.append(Pair(each.total, each.product, each.degree, even=value))
        else:
            even = found.pop()
            found.append(Pair(each.total, each.product, each.degree, even.even if isinstance(even, Pair) else Fraction(0), value))
    return [each for each in found if not isinstance(each, Power) or each.coefficient]


def _solve(rows: list[list[Fraction]], values: list[Fraction]) -> list[Fraction]:
    """Return a small system of equations, by elimination."""
    size = len(rows)
    grid = [[*row, value] for row, value in zip(rows, values, strict=True)]
    for column in range(size):
        pivot = next((row for row in range(column, size) if grid[row][column]), None)
        if pivot is None:
            message = N_("the equations for the coefficients have no single solution")
            raise OddsError(message)
        grid[column], grid[pivot] = grid[pivot], grid[column]
        scale = grid[column][column]
        grid[column] = [value / scale for value in grid[column]]
        check()
        for row in range(size):
            if row != column and grid[row][column]:
                times = grid[row][column]
                grid[row] = [a - times * b for a, b in zip(grid[row], grid[column], strict=True)]
    return [row[size] for row in grid]


# -- in words ----------------------------------------------------------------------------------------------------------


class Notation(NamedTuple):
    """How fractions, powers and products are written."""

    over: Callable[[str, str], str]
    raised: Callable[[str, str], str]
    bracketed: Callable[[str], str]
    times: str


def _plain_over(top: str, bottom: str) -> str:
    return f"{top}/({bottom})" if "*" in bottom.replace("**", "") else f"{top}/{bottom}"


TEXT: Final = Notation(_plain_over, lambda base, n: f"{base}**({n})" if " " in n else f"{base}**{n}", "({})".format, "*")
LATEX: Final = Notation(
    lambda top, bottom: rf"\frac{{{top}}}{{{bottom}}}", lambda base, n: f"{base}^{{{n}}}", r"\left({}\right)".format, r" \cdot "
)


def term_texts(power: Power, n: str, how: Notation) -> tuple[str, str]:
    r"""Return the sign of a term, and the term without it.

    >>> term_texts(Power(Fraction(2, 3), 0, Fraction(-3, 2)), "n", TEXT), term_texts(Power(Fraction(1, 2), 0, Fraction(2, 3)), "n", TEXT)
    (('-', '(2/3)**(n - 1)'), ('+', '2/(3*2**n)'))
    >>> print(*term_texts(Power(Fraction(5, 6), 1, Fraction(-2, 3)), "n", LATEX))
    - \frac{2 \cdot n}{3} \cdot \left(\frac{5}{6}\right)^{n}
    """
    sign, size, root = ("-" if power.coefficient < 0 else "+"), abs(power.coefficient), power.root
    shift = _shift(size, root) if power.degree == 0 else None
    exponent = n if not shift else f"{n} {'-' if shift < 0 else '+'} {abs(shift)}"
    size = Fraction(1) if shift is not None else size
    top = [str(size.numerator)] if size.numerator > 1 else []
    bottom = [str(size.denominator)] if size.denominator > 1 else []
    top += [n] if power.degree == 1 else [how.raised(n, str(power.degree))] if power.degree else []
    tail = ""
    if root > 1 and root.denominator == 1:
        top.append(how.raised(str(root), exponent))
    elif 0 < root < 1 and root.numerator == 1 and (top or bottom):
        bottom.append(how.raised(str(root.denominator), exponent))
    elif root != 1:
        tail = how.raised(how.bracketed(rational(root, how)), exponent)
    head = how.times.join(top) or "1"
    head = how.over(head, how.times.join(bottom)) if bottom else head
    return sign, tail if tail and head == "1" else how.times.join(part for part in (head, tail) if part)


def rational(value: Fraction, how: Notation) -> str:
    """Return a number with its sign."""
    size = abs(value)
    text = str(size) if size.denominator == 1 else how.over(str(size.numerator), str(size.denominator))
    return f"-{text}" if value < 0 else text


def _shift(size: Fraction, root: Fraction) -> int | None:
    """Return the k for which size is root^k, if there is a small one."""
    if root <= 0 or root == 1:
        return None
    return next((k for k in sorted(range(-MOST_SHIFT, MOST_SHIFT + 1), key=abs) if root**k == size), None)


def join_terms(terms: Sequence[tuple[str, str]]) -> str:
    """Join signed terms into one sum; no terms at all are 0.

    >>> join_terms([("+", "1"), ("-", "(2/3)**n")]), join_terms([("-", "n")]), join_terms([])
    ('1 - (2/3)**n', '-n', '0')
    """
    text = " ".join(f"{sign} {term}" for sign, term in terms)
    return (text.removeprefix("+ ") if text.startswith("+") else text.replace("- ", "-", 1)) or "0"


# -- stairs ------------------------------------------------------------------------------------------------------------


def stairs(terms: Sequence[Fraction], widest: int = 6) -> tuple[int, int]:
    """Return the width and the first edge of equal steps that the terms stay on, (1, 0) where they move at every n.

    >>> stairs([Fraction(n) for n in (5, 7, 7, 7, 8, 8, 8, 9, 9, 9, 11, 11)])
    (3, 1)
    """
    edges = [n for n in range(1, len(terms)) if terms[n] != terms[n - 1]]
    for width in range(widest, 1, -1):
        for first in range(width):
            inside = [n for n in range(1, len(terms)) if (n - first) % width]
            if len(edges) >= 3 and not set(inside) & set(edges):  # noqa: PLR2004 - fewer edges are no staircase
                return width, first
    return 1, 0
