"""Averages: means and variances of outcome fields, and how long dice are thrown again until they count. All exact, with LaTeX."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.analysis.derivation_steps import Step, in_steps, latex
from rulesdemo.analysis.inverse import Event, When
from rulesdemo.analysis.odds_tree import Tree, inside, why
from rulesdemo.analysis.recurrences import TEXT, Power, join_terms, term_texts
from rulesdemo.errors import InputError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import fraction, latex_fraction, latex_word
from rulesdemo.words import N_, _

# A formula prints this many terms of a sum and then dots.
MOST_SHOWN: Final = 6
# How a number that is too long for a line begins (steps.latex).
ROUNDED: Final = r"\approx "


@dataclass(frozen=True, slots=True)
class Moments:
    """The mean and the variance of one outcome field, exact."""

    field: str
    mean: Fraction
    variance: Fraction
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        """Return both in a line."""
        return _("mean {mean}, variance {variance}").format(mean=fraction(self.mean), variance=fraction(self.variance))


def moments(answer: Answer, field: str, *, count: Mapping[Any, Fraction | int] | None = None) -> Moments:
    r"""Return the mean and variance of a field; `count` says what values that are no numbers count for, such as `{"*": 0}`.

    >>> from rulesdemo.analysis.catalogue import answer
    >>> print(moments(answer("veneti.sprint_cost", crew=3, cruise=4, used=6), "pm_lost"))
    mean 5/2, variance 17/4
    """
    dist: Dist[Any] = answer.dist.marginal(field)
    values: dict[Any, Fraction] = {}
    for outcome in dist:
        number = (count or {}).get(outcome, outcome)
        if not isinstance(number, (int, Fraction)):
            said = "null" if outcome is None else outcome
            message = N_("{field} of {entry} can be {value}, which is no number; say what it counts for, as in --count '{value}=0'").format(
                field=field, entry=answer.entry.name, value=said
            )
            raise InputError(message)
        values[outcome] = Fraction(number)
    mean, square = (sum((values[o] ** power * p for o, p in dist.items()), Fraction(0)) for power in (1, 2))
    variance, name = square - mean**2, rf"\text{{{latex_word(field)}}}"
    difference = rf"{_plain(square)} - \left({_plain(mean)}\right)^2"
    steps = in_steps(
        (N_("Each value times its chance"), rf"\mu = E[{name}] {_sum(dist, values, 1, mean)}"),
        (N_("Each value squared times its chance"), f"E[{name}^2] {_sum(dist, values, 2, square)}"),
        (
            N_("The variance is the second less the first squared"),
            rf"\sigma^2 {_sign(square, mean)} {difference} {_sign(square, mean, variance)} {_plain(variance)}",
        ),
    )
    return Moments(field, mean, variance, steps)


def _sum(dist: Dist[Any], values: Mapping[Any, Fraction], power: int, total: Fraction) -> str:
    """Return the terms of an average and what they come to."""
    few = dist.first(MOST_SHOWN)
    terms = [rf"{_power_text(values[outcome], power)} \cdot {_plain(chance)}" for outcome, chance in few]
    shown = " + ".join(terms + [r"\dots"] * (len(dist) > MOST_SHOWN))
    chances = [chance for _, chance in few]
    return f"{_sign(*chances)} {shown} {_sign(*chances, total)} {_plain(total)}"


def _sign(*numbers: Fraction) -> str:
    """Return what stands between two sides of which one is made of these: they are equal unless one is written rounded."""
    return r"\approx" if any(latex(number).startswith(ROUNDED) for number in numbers) else "="


def _plain(number: Fraction) -> str:
    """Return the number as a term, where no sign can stand before it."""
    return latex(number).removeprefix(ROUNDED)


def _power_text(value: Fraction, power: int) -> str:
    base = latex_fraction(value)
    if power == 1:
        return base
    return rf"\left({base}\right)^{{{power}}}" if value < 0 or value.denominator > 1 else f"{base}^{{{power}}}"


# -- throwing again ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Series:
    """A throw that may be thrown again: the chance at once, the chance to throw again, and the sum over all throws."""

    once: Fraction
    again: Fraction
    chance: Fraction
    steps: tuple[Step, ...]

    def still(self, n: int) -> Fraction:
        """Return the chance that nothing is decided after n throws."""
        return self.again**n

    @property
    def still_text(self) -> str:
        """Return the same as a formula in n."""
        return join_terms([term_texts(Power(self.again, 0), "n", TEXT)])

    def __str__(self) -> str:
        """Return the sum in one line."""
        return f"{self.once} / (1 - {self.again}) = {self.chance}"


def rethrown(answer: Answer, when: When) -> Series:
    r"""Return the geometric series behind a throw that is thrown again until it counts.

    >>> from rulesdemo.analysis.catalogue import answer
    >>> ties = rethrown(answer("veneti.initiative", roman=2, veneti=2), {"winner": "roman"})
    >>> print(ties, ties.still_text, ties.still(2))
    5/12 / (1 - 1/6) = 1/2 (1/6)**n 1/36
    >>> print(ties.steps[1].latex)
    P = \sum_{n=0}^{\infty} \left(\frac{1}{6}\right)^{n} \cdot \frac{5}{12} = \frac{\frac{5}{12}}{1 - \frac{1}{6}} = \frac{1}{2}
    """
    event = Event.of(when)
    tree: Tree | None = why(answer.entry.procedure, answer.rules, *answer.inputs.values())
    while tree is not None and not tree.again:
        tree, event = _below(tree, event)
    if tree is None:
        message = N_("{entry} never throws the same dice again").format(entry=answer.entry.name)
        raise InputError(message)
    chance, again = Fraction(event.chance(tree.dist)), tree.again
    once, power = chance * (1 - again), rf"\left({latex_fraction(again)}\right)^{{n}}"
    mean = 1 / (1 - again)
    ratio = rf"\frac{{{latex_fraction(once)}}}{{1 - {latex_fraction(again)}}}"
    series = rf"\sum_{{n=0}}^{{\infty}} {power} \cdot {latex_fraction(once)}"
    steps = in_steps(
        (N_("Nothing is decided after n throws with ({again})^n").format(again=again), rf"P(\text{{still open after }} n) = {power}"),
        (N_("Every throw that is made decides with the same chance; add them all"), f"P = {series} = {ratio} = {latex_fraction(chance)}"),
        (N_("Throws on average: {mean}").format(mean=mean), rf"E = \frac{{1}}{{1 - {latex_fraction(again)}}} = {latex_fraction(mean)}"),
    )
    return Series(once, again, chance, steps)


def _below(tree: Tree, event: Event) -> tuple[Tree | None, Event]:
    """Return the procedure that a body runs first, and the event in its outcomes; None where they do not decide everything."""
    node = tree.root
    if node is not None and node.tail is not None:
        return inside(node.tail), event
    if node is None or node.ask is None or node.ask.proc is None or any(branch.then.ask or branch.then.tail for branch in node.branches):
        return None, event
    wanted = frozenset(answer for branch in node.branches if event.holds(branch.then.result) for answer in branch.answers)
    return inside(node.ask), Event(test=wanted.__contains__, name=str(event))
