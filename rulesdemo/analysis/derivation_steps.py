"""Steps: how a derivation is put together, numbered and written, as text and as LaTeX.

A part is a chance and a way to explain it. The parts nearest to the answer are explained first; what lies deeper than MOST_STEPS allows is
folded: exact, but unexplained. Each part then stands before the step that uses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

from rulesdemo.analysis.branch_tree import Ask, Branch
from rulesdemo.analysis.inverse import Event
from rulesdemo.analysis.odds_tree import values_text
from rulesdemo.odds.format import MOST_DIGITS, digits, fraction, latex_fraction, latex_word
from rulesdemo.words import N_, _

# A derivation keeps about this many steps, those nearest to the answer first, and says how many parts it folded.
MOST_STEPS: Final = 40
# A sum longer than this shows its first terms and the rest as one number.
MOST_TERMS: Final = 12


@dataclass(frozen=True, slots=True)
class Step:
    """One numbered step: words, arithmetic, the same arithmetic in LaTeX (math), and its chance (None where it only reads cells).

    `terms` are the numbers that it adds up, exact even where they are printed rounded.
    """

    number: int
    words: str
    sums: str
    latex: str
    value: Fraction | None
    terms: tuple[Fraction, ...] = ()

    @property
    def text(self) -> str:
        """Return the step as one line."""
        return f"{self.words} {self.sums}".rstrip()


@dataclass(frozen=True, slots=True)
class Derivation:
    """The steps to one chance; `folded` counts parts whose own steps are not shown."""

    event: Event
    chance: Fraction
    steps: tuple[Step, ...]
    folded: int

    def __str__(self) -> str:
        """Return the steps as numbered lines."""
        lines = [f"{step.number}. {step.text}" for step in self.steps]
        if self.folded:
            folded = _("({count} more parts are folded: their chances are exact, their own steps are not shown.)")
            lines.append(folded.format(count=self.folded))
        return "\n".join(lines)

    def latex(self) -> str:
        """Return the steps as one aligned display."""
        lines = []
        for step in self.steps:
            lines.append(rf"({step.number}) \quad & {text_of(step.words)}")
            lines += [f"& {step.latex}"] if step.latex else []
        return "\\begin{aligned}\n" + " \\\\\n".join(lines) + "\n\\end{aligned}"


def in_steps(*lines: tuple[str, str]) -> tuple[Step, ...]:
    """Number words with their formulas ("" for none)."""
    return tuple(Step(number, f"{words}.", "", formula, None) for number, (words, formula) in enumerate(lines, start=1))


# -- parts -------------------------------------------------------------------------------------------------------------

Refer = Callable[["Part"], int | None]


@dataclass(frozen=True, slots=True)
class Detail:
    """How a part is told: its words, sum and formula given the steps of the parts below it, the sum's terms, and what was read for it."""

    tell: Callable[[Refer], tuple[str, str, str]]
    below: tuple[Part, ...] = ()
    terms: tuple[Fraction, ...] = ()
    reads: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A chance, and how to explain it."""

    value: Fraction
    make: Callable[[], Detail]


def number_steps(top: Part) -> tuple[tuple[Step, ...], int]:
    """Return the steps of a part and of all it needs, and how many parts were folded."""
    details: dict[Part, Detail] = {}
    queue = [top]
    while queue and len(details) < MOST_STEPS:
        part = queue.pop(0)
        if part not in details:
            details[part] = part.make()
            queue += details[part].below
    numbers: dict[Part, int] = {}
    steps: list[Step] = []

    def visit(part: Part) -> None:
        if part in numbers or part not in details:
            return
        detail = details[part]
        for below in detail.below:
            visit(below)
        read = _("Read {cells}.").format(cells="; ".join(detail.reads)) if detail.reads else ""
        if read and part is top:
            steps.append(Step(len(steps) + 1, read, "", "", None))
            read = ""
        numbers[part] = number = len(steps) + 1
        words, sums, formula = detail.tell(numbers.get)
        name = "P" if part is top else f"P_{{{number}}}"
        formula = f"{name} = {formula}".replace(r"= \approx", r"\approx").replace(r"+ \approx", "+") if formula else ""
        sums = f"{sums}.".replace("= ~ ", "~ ").replace("+ ~ ", "+ ") if sums else ""
        steps.append(Step(number, f"{read} {capital(words)}.".lstrip(), sums, formula, part.value, detail.terms))

    visit(top)
    return tuple(steps), len({part for part in queue if part not in details})


def after(reads: tuple[str, ...], part: Part) -> Detail:
    """Return a part told in place of another, after what was read on the way."""
    detail = part.make()
    return Detail(detail.tell, detail.below, detail.terms, (*reads, *detail.reads))


def plain_detail(words: str, formula: str = "", reads: tuple[str, ...] = ()) -> Detail:
    """Return a part that needs no others."""
    return Detail(lambda _refer: (words, "", formula), reads=reads)


# -- sums --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """One group of branches: in words, its share, how the share is written, and the parts that explain it and what follows it."""

    words: str
    share: Fraction
    text: str
    formula: str
    spelled: str = ""
    of: Part | None = None
    then: Part | None = None

    @property
    def value(self) -> Fraction:
        """Return what the group adds to the chance."""
        return self.share * (1 if self.then is None else self.then.value)

    def phrase(self, refer: Refer) -> str:
        """Return the group in words."""
        what = f"{self.words}{step_of(self.of, refer)}"
        if self.then is None:
            return what
        return _("{what}, then {chance}").format(what=what, chance=f"{fraction(self.then.value)}{step_of(self.then, refer)}")

    def product(self) -> str:
        """Return the group's term in a sum."""
        return self.text if self.then is None else f"{self.text} * {fraction(self.then.value)}"

    def formulas(self, refer: Refer) -> tuple[str, str]:
        """Return the same in LaTeX, by step numbers and by values."""
        factors = [(self.of, self.formula), *([] if self.then is None else [(self.then, latex(self.then.value))])]
        named = [f"P_{{{refer(part)}}}" if part is not None and refer(part) else written for part, written in factors]
        return r" \cdot ".join(named), r" \cdot ".join(written for _, written in factors)


def thrown_term(ask: Ask, branch: Branch, then: Part | None) -> Term:
    """Return some values of the dice: `totals 2 to 4: 1 + 2 + 3 = 6 of 36 ways`."""
    weights = [weight for _, weight in branch.values]
    spelled = sum_text([str(weight) for weight in weights], weights, str)
    count = _("{weight} of {total} ways").format(weight=branch.weight, total=ask.total)
    if len(weights) > 1 and set(weights) != {1}:
        count = f"{spelled} = {count}"
    told = f"{values_text(ask.noun, [value for value, _ in branch.values])}: {count}"
    formula, long = (rf"\frac{{{top}}}{{{ask.total}}}" for top in (branch.weight, spelled))
    return Term(told, Fraction(branch.weight, ask.total), f"{branch.weight}/{ask.total}", formula, long, then=then)


def sum_detail(head: str, terms: Sequence[Term], value: Fraction, reads: tuple[str, ...] = (), all_shares: Part | None = None) -> Detail:
    """Return a sum over groups of branches; `all_shares` explains all their shares at once."""
    values = [term.value for term in terms]

    def tell(refer: Refer) -> tuple[str, str, str]:
        told = list_text([term.phrase(refer) for term in terms])
        sums = equal(sum_text([term.product() for term in terms], values, fraction), fraction(value))
        by_step, by_value = (sum_text(each, values, latex) for each in zip(*(term.formulas(refer) for term in terms), strict=True))
        spelled = terms[0].spelled if len(terms) == 1 and terms[0].then is None else ""
        return f"{head}{step_of(all_shares, refer)}. {capital(told)}", sums, equal(spelled, by_step, by_value, latex(value))

    below = [part for term in terms[:MOST_TERMS] for part in (term.of, term.then) if part is not None]
    return Detail(tell, (*([] if all_shares is None else [all_shares]), *below), tuple(values), reads)


def sum_text(texts: Iterable[str], values: Sequence[Any], show: Callable[[Any], str]) -> str:
    """Join terms with plus signs; past a dozen, the rest as one number.

    >>> sum_text([str(n) for n in range(1, 15)], range(1, 15), str)
    '1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + (3 more terms: 39)'
    """
    terms = list(texts)
    rest = len(terms) - MOST_TERMS + 1
    if rest > 1:
        more = _("{count} more terms:").format(count=rest)
        terms[-rest:] = [f"({more} {show(sum(values[-rest:]))})"]
        if show is latex:
            terms[-1] = terms[-1].replace(more, rf"\text{{{more}}} \;")
    return " + ".join(terms)


def equal(*forms: str) -> str:
    """Equate several forms of one number, each written once.

    >>> equal("33/36", "33/36", "11/12")
    '33/36 = 11/12'
    """
    return " = ".join(dict.fromkeys(form for form in forms if form))


# -- words -------------------------------------------------------------------------------------------------------------


def latex(value: Fraction) -> str:
    r"""Return a fraction as LaTeX, rounded and marked so where it is too long for a line.

    >>> print(latex(Fraction(11, 12)), latex(Fraction(1, 3**40)))
    \frac{11}{12} \approx 8.2252633 \cdot 10^{-20}
    """
    if digits(value.denominator) <= MOST_DIGITS:
        return latex_fraction(value)
    number, _, power = fraction(value).removeprefix("~ ").partition("e")
    return rf"\approx {number}" + (rf" \cdot 10^{{{int(power)}}}" if power else "")


def text_of(words: str) -> str:
    """Put words inside a formula."""
    return rf"\text{{{latex_word(words)}}}"


_STEP: Final = N_("(step {number})")


def step_of(part: Part | None, refer: Refer) -> str:
    """Return where a part was explained, if it was."""
    return " " + _STEP.format(number=refer(part)) if part is not None and refer(part) else ""


def renumbered(text: str, shift: int) -> str:
    """Return a step's text, in the session's language, whose references to steps are moved on by some steps.

    >>> renumbered("13/18 (step 1); 1/9 (step 12)", 3)
    '13/18 (step 4); 1/9 (step 15)'
    """
    before, _number, after = _STEP.format(number="\0").partition("\0")
    reference = re.compile(rf"{re.escape(before)}(\d+){re.escape(after)}")
    return reference.sub(lambda found: str(_STEP.format(number=int(found[1]) + shift)), text)


def capital(text: str) -> str:
    """Return the text with a large first letter."""
    return text[:1].upper() + text[1:]


def list_text(phrases: Sequence[str], most: int = MOST_TERMS) -> str:
    """Join phrases; past `most`, say how many are left out."""
    more = len(phrases) - most
    return "; ".join([*phrases[:most], _("{count} more").format(count=more)] if more > 0 else phrases)
