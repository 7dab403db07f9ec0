"""Formulas: closed forms in n, chances with an unknown in them, a chance by a modifier, means and variances. All with LaTeX.

The only module that imports sympy, and only once a formula is asked for. Chances themselves never pass through sympy: it factors
polynomials, carries an unknown, and writes roots.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any, Final, Generic, TypeVar

from rulesdemo.analysis.derivation_steps import Step, in_steps, latex
from rulesdemo.analysis.inverse import Event, Open, When
from rulesdemo.analysis.moments import Moments, Series, moments, rethrown
from rulesdemo.analysis.piecewise import Piece, Stretches, in_modifier
from rulesdemo.analysis.recurrences import (
    LATEX,
    TEXT,
    Power,
    Recurrence,
    Summand,
    fit,
    join_terms,
    rational,
    shortest,
    solve_powers,
    stairs,
    term_texts,
)
from rulesdemo.errors import InputError, NeverEnds
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import Die
from rulesdemo.odds.format import latex_word
from rulesdemo.odds.procedure import Procedure
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _

__all__ = [
    "ClosedForm",
    "Formula",
    "Moments",
    "Piece",
    "Series",
    "Stretches",
    "UnknownChain",
    "chain_in_unknown",
    "closed_form",
    "in_modifier",
    "in_unknown",
    "moments",
    "rethrown",
    "unknown_dice",
    "unknown_die",
]

S = TypeVar("S", bound=Hashable)

# How many terms are looked at where nothing is known of them, and how many a step prints.
MOST_FITTED: Final = 96
MOST_SHOWN: Final = 6
# A rule longer than this takes too long to settle, and a sum of more powers too long to work out and to read.
MOST_ORDER: Final = 80
MOST_POWERS: Final = 40
# Fewer terms before the lasting ones need no formula of their own.
FEWEST_EARLY: Final = 4


# -- closed forms in n -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ClosedForm:
    """A chance as a formula in n, right from `valid_from` on, with the steps that lead to it.

    `early` is the formula of the terms before, where they have one of their own. A formula that is not proved for every n holds up to
    `upto`, each n looked at; `ends` is True where the input itself goes no further. Where there is no formula at all, `found` is False,
    `text` says why, and `exact` still gives every term.
    """

    text: str
    latex: str
    valid_from: int
    steps: tuple[Step, ...]
    summands: tuple[Summand, ...] | None
    width: int
    first: int
    exact: Callable[[int], Fraction] = field(compare=False)
    early: ClosedForm | None = None
    upto: int | None = None
    ends: bool = False

    @property
    def found(self) -> bool:
        """Return whether there is a formula."""
        return self.summands is not None

    def check(self, n: int) -> Fraction:
        """Return the formula's value at n, in exact arithmetic; without a formula, the exact term itself."""
        if self.early is not None and self.early.valid_from <= n < self.valid_from:
            return self.early.check(n)
        if n < self.valid_from:
            message = N_("the formula holds from n = {valid_from} on, not at {n}").format(valid_from=self.valid_from, n=n)
            raise InputError(message)
        if self.summands is None or (self.upto is not None and n > self.upto):
            return self.exact(n)
        return sum((each.at((n - self.first) // self.width) for each in self.summands), Fraction(0))

    def __str__(self) -> str:
        """Return the formula, and where it holds."""
        if not self.found:
            return str(self.text)
        early = f"{self.early.text} ({self.early.valid_from} <= n <= {self.valid_from}), " if self.early else ""
        if self.upto is None:
            return f"{early}{self.text} (n >= {self.valid_from})"
        beyond = "" if self.ends else _("; looked at one by one, nothing is said beyond")
        return f"{early}{self.text} ({self.valid_from} <= n <= {self.upto}{beyond})"


@dataclass(frozen=True, slots=True)
class _Row:
    """Exact terms, where they begin, and what is known of them beforehand.

    A row of an `order` follows a rule no longer than that, counted in k = (n - first) // width.
    """

    term: Callable[[int], Fraction]
    start: int
    high: int | None
    order: int | None = None
    width: int = 1
    first: int = 0

    def nth(self, k: int) -> Fraction:
        """Return the term of step k."""
        return self.term(self.first + self.width * k)


def closed_form(
    of: str | Callable[[int], Fraction],
    over: str = "n",
    inputs: Mapping[str, Any] | None = None,
    *,
    when: When | None = None,
    rules: Ruleset | None = None,
    start: int | None = None,
    most: int = MOST_FITTED,
) -> ClosedForm:
    """Return the chance after n turns as a formula: of a procedure with one input left open, or of any function of n.

    Exact terms give the shortest rule from term to term; the roots of its polynomial give the powers; a small system gives their
    coefficients. The turns of a chain follow a rule no longer than the chain has states, so that enough terms prove it for every n. Of
    anything else the formula speaks only for the terms looked at, `most` of them. Inputs given as functions move along with n.

    >>> print(closed_form("veneti.burning", "rolls", when={"state": "out"}))
    2/3 - 2/(3*2**n) (n >= 0)
    >>> print(closed_form(lambda n: 1 - Fraction(1, 2)**n))
    1 - (1/2)**n (0 <= n <= 95; looked at one by one, nothing is said beyond)
    >>> print(closed_form(lambda n: Fraction(1, n + 1)))
    No rule of up to 32 terms fits the first 96 terms: there are only exact terms.
    """
    row = _row(of, over, inputs or {}, when, rules, start)
    lines: list[tuple[str, str]] = []
    if row.order is not None and row.order > MOST_ORDER:
        return _no_formula(N_("The chain may follow a rule of up to {count} terms, too many to settle").format(count=row.order), lines, row)
    upto = None
    if row.order is None:
        limit = most if row.high is None else min(most, row.high - row.start + 1)
        upto = row.start + limit - 1
        row = _on_stairs(row, limit)
        rule = fit(row.nth, row.start if row.width == 1 else 0, max(0, upto - row.first) // row.width + 1 if row.width > 1 else limit)
    else:
        begin = row.start if row.width == 1 else -((row.first - row.start) // row.width)
        rule = fit(row.nth, begin, most, row.order)
    letter = "n" if row.width == 1 else "k"
    if row.width > 1:
        edges = ", ".join(str(row.first + row.width * k) for k in range(3))
        lines.append((N_("The chance moves only at n = {edges}, ...; count the moves by k").format(edges=edges), ""))
    if rule is None:
        reason = N_("No rule of up to {count} terms fits the first {first} terms")
        return _no_formula(reason.format(count=max(0, limit) // row.width // 3, first=max(0, limit)), lines, row)
    if len(rule.core) > MOST_POWERS:
        return _no_formula(N_("The formula would be a sum of {count} powers, too long to print").format(count=len(rule.core)), lines, row)
    summands, hard = _summands(rule, lines, letter)
    if hard:
        reason = N_(
            "The rule's polynomial has a factor of degree {degree} that splits no further; its roots have no formula fit to print"
        ).format(degree=hard)
        return _no_formula(reason, lines, row)
    text, formula = _sum_texts(summands, letter)
    lines.append((N_("Fit the coefficients to the first terms"), f"a_{{{letter}}} = {formula}"))
    last = rule.start + rule.fitted + rule.checked - 1
    checked = N_("Checked on exact terms not used so far, {letter} = {first} to {last}")
    lines.append((checked.format(letter=letter, first=rule.start + rule.fitted, last=last), ""))
    if row.order is not None:
        allowed = N_("The chain's states allow no rule of more than {count} terms, so it holds for every {letter}")
        lines.append((allowed.format(count=row.order, letter=letter), ""))
    if row.width > 1:
        text = f"{text}, k = (n - {row.first})//{row.width}"
        formula = rf"{formula}, \quad k = \left\lfloor \frac{{n - {row.first}}}{{{row.width}}} \right\rfloor"
    if upto is not None:
        formula = rf"{formula} \quad (n \le {upto})"
    valid = row.first + row.width * (rule.start + rule.transient)
    early = _early(rule) if row.width == 1 else None
    return ClosedForm(text, formula, valid, in_steps(*lines), summands, row.width, row.first, row.term, early, upto, upto == row.high)


def _on_stairs(row: _Row, limit: int) -> _Row:
    """Return the row counted by its moves, where it moves only at every k-th n."""
    width, edge = stairs([row.term(row.start + n) for n in range(limit)])
    return row if width == 1 else replace(row, width=width, first=row.start + edge)


def _early(rule: Recurrence) -> ClosedForm | None:
    """Return the formula of the terms up to the lasting ones, where a rule much shorter than their number gives them."""
    terms = rule.terms[: rule.transient + 1]
    own = Recurrence(tuple(shortest(terms)), rule.start, terms, len(terms), 0)
    if len(terms) < FEWEST_EARLY or 2 * len(own.coefficients) + 2 > len(terms) or own.transient:
        return None
    lines: list[tuple[str, str]] = []
    summands, hard = _summands(own, lines, "n")
    return None if hard else ClosedForm(*_sum_texts(summands, "n"), rule.start, in_steps(*lines), summands, 1, 0, own.at)


def _row(
    of: str | Callable[[int], Fraction], over: str, inputs: Mapping[str, Any], when: When | None, rules: Ruleset | None, start: int | None
) -> _Row:
    """Return the exact terms of what is asked."""
    if not isinstance(of, str):
        return _Row(of, start or 0, None)
    if when is None:
        message = N_('say which chance of {of} is meant: when={{"field": value}}').format(of=of)
        raise InputError(message)
    asked, event = Open.of(of, over, inputs, rules), Event.of(when)
    start = (asked.kind.low or 0) if start is None else start
    asked.chance(event, start)  # what cannot be asked is refused here, in the procedure's own words
    term = cache(asked.chances(event))
    turning = asked.turning()
    if turning is None:
        return _Row(term, start, asked.kind.high)
    if turning.turned.width > 1:
        return _Row(term, max(start, turning.since), asked.kind.high, turning.order, turning.turned.width, -turning.turned.plus)
    # Terms before the chain's own are further terms that a rule may have to carry along.
    return _Row(term, start, asked.kind.high, turning.order + max(0, turning.since - start))


def _no_formula(reason: str, lines: list[tuple[str, str]], row: _Row) -> ClosedForm:
    text = N_("{reason}: there are only exact terms.").format(reason=reason)
    return ClosedForm(text, rf"\text{{{latex_word(text)}}}", row.start, in_steps(*lines), None, 1, 0, row.term)


def _summands(rule: Recurrence, lines: list[tuple[str, str]], letter: str) -> tuple[tuple[Summand, ...], int]:
    """Return the powers that solve a rule; or none, and the degree of a factor whose roots cannot be written."""
    import sympy

    lines.append(
        (N_("Exact terms"), r", \; ".join(f"a_{{{rule.start + n}}} = {latex(term)}" for n, term in enumerate(rule.terms[:MOST_SHOWN])))
    )
    order = len(rule.coefficients)
    right = [
        ("-" if c < 0 else "+", f"{'' if abs(c) == 1 else rational(abs(c), LATEX)} a_{{{_index(letter, order - 1 - place)}}}".lstrip())
        for place, c in enumerate(rule.coefficients)
        if c
    ]
    lines.append(
        (N_("The shortest rule behind the first {count}").format(count=rule.fitted), f"a_{{{_index(letter, order)}}} = {join_terms(right)}")
    )
    polynomial = sympy.Poly([1, *(-sympy.Rational(c.numerator, c.denominator) for c in rule.core)], sympy.Symbol("x"), domain=sympy.QQ)
    shown, split = (sympy.latex(each) for each in (polynomial.as_expr(), sympy.factor(polynomial.as_expr())))
    lines.append((N_("Its polynomial, split into factors"), f"{shown} = {split}"))
    _, factors = polynomial.factor_list()
    roots, pairs = [], []
    for factor, times in factors:
        match [Fraction(int(c.p), int(c.q)) for c in factor.monic().all_coeffs()]:
            case [_, zero]:
                roots.append((-zero, times))
            case [_, one, zero]:
                pairs.append((-one, zero, times))
            case monic:
                return (), len(monic) - 1
    return tuple(sorted(solve_powers(rule, roots, pairs), key=_fading)), 0


def _index(letter: str, plus: int) -> str:
    return letter if plus == 0 else f"{letter} + {plus}"


def _fading(each: Summand) -> tuple[Fraction, int]:
    """Return a sort key: what stays comes first, then the slowest to fade."""
    return (-abs(each.root) if isinstance(each, Power) else -abs(each.product), each.degree)


def _sum_texts(summands: tuple[Summand, ...], letter: str) -> tuple[str, str]:
    """Return a sum of powers as text and as LaTeX."""
    text, formula = (join_terms([_summand(each, letter, how) for each in summands]) for how in (TEXT, LATEX))
    return text, formula


def _summand(each: Summand, letter: str, how: Any) -> tuple[str, str]:  # noqa: ANN401 - TEXT or LATEX
    if isinstance(each, Power):
        return term_texts(each, letter, how)
    import sympy

    n = sympy.Symbol(letter)
    total, product, even, odd = (sympy.Rational(v.numerator, v.denominator) for v in (each.total, each.product, each.even, each.odd))
    root = sympy.sqrt(total**2 - 4 * product)
    pair = [sympy.simplify(even + sign * odd / root) * sympy.expand((total + sign * root) / 2) ** n for sign in (1, -1)]
    expression = n**each.degree * sympy.Add(*pair)
    return "+", sympy.latex(expression) if how is LATEX else f"({expression})" if each.degree == 0 else str(expression)


# -- unknown chances ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Formula:
    """A chance with unknowns in it: as a sympy expression, as text, as LaTeX."""

    expression: Any
    text: str
    latex: str

    def at(self, **values: Fraction | int) -> Fraction:
        """Return its value when every unknown is known."""
        import sympy

        known = {
            sympy.Symbol(name): sympy.Rational(Fraction(value).numerator, Fraction(value).denominator) for name, value in values.items()
        }
        value = sympy.sympify(self.expression).subs(known)
        if not value.is_Rational:
            message = N_("{text} needs a value for {names}").format(text=self.text, names=", ".join(sorted(map(str, value.free_symbols))))
            raise InputError(message)
        return Fraction(int(value.p), int(value.q))

    def __str__(self) -> str:
        """Return the formula as text."""
        return self.text


def unknown_dice(*names: str) -> tuple[tuple[Die, Any], ...]:
    """Make dice that succeed (True) with unknown chances, and the unknowns; dice of one procedure must be made together.

    >>> (first, p), (second, q) = unknown_dice("p", "q")
    >>> first.branches
    ((True, p), (False, -p + 1))
    """
    from sympy import QQ
    from sympy.polys.fields import field as field_of

    _, *unknowns = field_of(list(names), QQ)
    return tuple((Die(name, (1, 0), value=bool, weights=(p, 1 - p)), p) for name, p in zip(names, unknowns, strict=True))


def unknown_die(name: str = "p") -> tuple[Die, Any]:
    """Return a die that succeeds with one unknown chance, and the unknown."""
    return unknown_dice(name)[0]


def in_unknown(proc: Procedure[..., Any], *args: Any, when: When) -> Formula:  # noqa: ANN401 - the procedure's own arguments
    """Return the chance of an event as a formula in the unknowns of the dice.

    >>> from rulesdemo.odds.dice import AGAIN
    >>> from rulesdemo.odds.procedure import procedure
    >>> shot, _ = unknown_die("p")
    >>> @procedure
    ... def duel(dice):
    ...     hits = dice.roll(shot), dice.roll(shot)
    ...     return hits if any(hits) else AGAIN
    >>> print(in_unknown(duel, when=lambda hits: hits == (True, False)))
    (1 - p)/(2 - p)
    """
    return formula_of(Event.of(when).chance(proc.dist(*args)))


def formula_of(chance: Any) -> Formula:  # noqa: ANN401 - a field element, a Fraction or a whole number
    """Return a chance as a formula, factored, every factor positive while the unknowns lie between 0 and 1."""
    import sympy

    expression = chance.as_expr() if hasattr(chance, "as_expr") else sympy.Rational(int(chance.numerator), int(chance.denominator))
    top, bottom = sympy.fraction(sympy.cancel(expression))
    sample = dict.fromkeys(expression.free_symbols, sympy.Rational(1, 3))
    parts = []
    sign = 1
    for each in (top, bottom):
        number, factors = sympy.factor_list(each)
        product = abs(number)
        sign *= -1 if number < 0 else 1
        for factor, times in factors:
            flip = -1 if factor.subs(sample) < 0 else 1
            sign *= flip**times
            product *= sympy.expand(flip * factor) ** times
        parts.append(product)
    tidy = sign * parts[0] / parts[1]
    return Formula(tidy, str(tidy), sympy.latex(tidy))


@dataclass(frozen=True, slots=True)
class UnknownChain(Generic[S]):
    """Where a chain with unknowns ends, and how many steps it takes on average."""

    ends: Mapping[S, Formula]
    mean_turns: Formula


def chain_in_unknown(chain: Chain[S]) -> UnknownChain[S]:
    """Solve a chain whose steps have unknown chances, by elimination over the field of fractions.

    >>> from rulesdemo.odds.procedure import procedure
    >>> die, _ = unknown_die("p")
    >>> @procedure
    ... def step(dice, state):
    ...     return state + (1 if dice.roll(die) else -1)
    >>> ruin = chain_in_unknown(Chain(step, 1, lambda state: state in (0, 3)))
    >>> print(ruin.ends[3], "|", ruin.mean_turns)
    p**2/(p**2 - p + 1) | (p + 1)/(p**2 - p + 1)
    """
    from sympy import QQ
    from sympy.polys.matrices import DomainMatrix
    from sympy.polys.matrices.exceptions import DMNonInvertibleMatrixError

    order = list(chain.rows)
    weights = [weight for dist in chain.rows.values() for weight in dist.weights.values()]
    domain = next((weight.field.to_domain() for weight in weights if hasattr(weight, "field")), QQ)
    place = {state: at for at, state in enumerate(order)}
    grid = [[domain.convert(int(row == column)) for column in order] for row in order]
    ends: dict[S, list[tuple[int, Any]]] = {}
    for state, dist in chain.rows.items():
        for new, weight in dist.weights.items():
            chance = domain.convert(weight) / domain.convert(dist.total)
            if new in place:
                grid[place[new]][place[state]] -= chance
            else:
                ends.setdefault(new, []).append((place[state], chance))
    start = [[domain.convert(int(at == 0))] for at in range(len(order))]
    try:
        visits = DomainMatrix(grid, (len(order), len(order)), domain).lu_solve(DomainMatrix(start, (len(order), 1), domain)).to_list_flat()
    except DMNonInvertibleMatrixError:
        message = N_("the chain of {step} has states from which it never ends").format(step=chain.step.name)
        raise NeverEnds(message) from None
    zero = domain.convert(0)
    found = {state: formula_of(sum((visits[at] * chance for at, chance in ways), zero)) for state, ways in ends.items()}
    return UnknownChain(found, formula_of(sum(visits, zero)))
