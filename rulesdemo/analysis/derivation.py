"""Why a chance is what it is: every branch, the tree of a procedure, and the derivation of one number.

    paths(proc, *args)               every branch with its answers and weight
    why(proc, *args, to=event)       the tree: what was asked, which values lead where, which cells were read
    derivation(answer, event)        numbered steps to one chance, as text and as LaTeX

>>> from rulesdemo.analysis.catalogue import answer
>>> print(derivation(answer("veneti.boarding", attackers=4, defenders=1), {"captured": True}))
1. Read boarding, row 4, column 1: 4 (seed; 8.23).
2. Throw 2d6. Totals 4 to 12: 3 + 4 + 5 + 6 + 5 + 4 + 3 + 2 + 1 = 33 of 36 ways. 33/36 = 11/12.

Every sum is added up from the tree as it is printed; nothing here knows a game.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import comb
from typing import Any, Final

from rulesdemo.analysis.branch_tree import Ask, Branch, Node, Path, Seen, collapse, paths
from rulesdemo.analysis.catalogue import Answer
from rulesdemo.analysis.derivation_steps import (
    MOST_TERMS,
    Derivation,
    Detail,
    Part,
    Refer,
    Step,
    Term,
    after,
    capital,
    equal,
    latex,
    list_text,
    number_steps,
    plain_detail,
    step_of,
    sum_detail,
    thrown_term,
)
from rulesdemo.analysis.inverse import Event, When
from rulesdemo.analysis.odds_tree import Tree, ask_text, cells, inside_name, plain, values_text, why, words
from rulesdemo.errors import OddsError
from rulesdemo.odds.chains import Repeat
from rulesdemo.odds.dice import AGAIN
from rulesdemo.odds.dice_pools import Pool
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import fraction
from rulesdemo.odds.procedure import Procedure
from rulesdemo.words import N_, _

__all__ = ["Derivation", "Event", "Path", "Step", "Tree", "derivation", "paths", "why"]

# A sub-procedure of which more outcomes matter than this is shown as one distribution, not outcome by outcome.
MOST_OUTCOMES: Final = 3
# The distribution of one die of a pool is listed in full up to this many outcomes.
MOST_OF_A_DIST: Final = 24
THEN: Final = N_("then ")


def derivation(answer: Answer, when: When) -> Derivation:
    r"""Return the steps to the chance of an event, from the faces and cells up.

    >>> from rulesdemo.analysis.catalogue import answer
    >>> steps = derivation(answer("veneti.initiative", roman=3, veneti=1), {"winner": "roman"})
    >>> print(steps)
    1. Opposed, edge 2: throw d6 - d6 (one die each). Differences -1 to 5: 5 + 6 + 5 + 4 + 3 + 2 + 1 = 26 of 36 ways. 26/36 = 13/18.
    2. Opposed, edge 2, thrown again: throw d6 - d6 (one die each). Difference -2: 4 of 36 ways. 4/36 = 1/9.
    3. Opposed, edge 2: 13/18 (step 1); 1/9 (step 2) is thrown again and does not count. 13/18 / (1 - 1/9) = 13/16.
    >>> print(steps.steps[-1].latex)
    P = \frac{P_{1}}{1 - P_{2}} = \frac{\frac{13}{18}}{1 - \frac{1}{9}} = \frac{13}{16}
    """
    event = Event.of(when)
    part = _Teller().run(answer.entry.procedure, (answer.rules, *answer.inputs.values()), event, top=True)
    steps, folded = number_steps(part)
    if steps[-1].value != event.chance(answer.dist):
        message = N_("the steps give {value}, the odds {chance}: {entry} is not pure").format(
            value=steps[-1].value, chance=event.chance(answer.dist), entry=answer.entry.name
        )
        raise OddsError(message)
    return Derivation(event, part.value, steps, folded)


class _Teller:
    """Makes the parts of one derivation; a chance asked for twice is one part."""

    def __init__(self) -> None:
        self._known: dict[Any, Part] = {}

    def run(self, proc: Procedure[..., Any], args: tuple[Any, ...], event: Event, *, top: bool = False) -> Part:
        """Return the chance that a procedure ends in an event."""
        key = (proc, args, event)
        if key not in self._known:
            value = Fraction(event.chance(proc.dist(*args)))
            self._known[key] = Part(value, lambda: self._procedure(why(proc, *args, to=event, prune=False), event, value, top=top))
        return self._known[key]

    def _procedure(self, tree: Tree, event: Event, value: Fraction, *, top: bool) -> Detail:
        if isinstance(tree.proc, Pool):
            return self._pool(tree, tree.proc, event, value)
        if isinstance(tree.proc, Repeat):
            return self._repeat(tree, tree.proc, event, value)
        head = "" if top else f"{tree.name}: "
        hit = self._node(_prune(collapse(tree.body, lambda result: result is not AGAIN and event.holds(result)), event), event, head)
        if not tree.again:
            return hit.make()
        rest = "" if top else f"{tree.name}, "
        again = self._node(_prune(collapse(tree.body, lambda result: result is AGAIN), None), None, f"{rest}{_('thrown again: ')}")

        def tell(refer: Refer) -> tuple[str, str, str]:
            one, other = fraction(hit.value), fraction(again.value)
            text = _("{head}{chance}; {other} is thrown again and does not count").format(
                head=head, chance=f"{one}{step_of(hit, refer)}", other=f"{other}{step_of(again, refer)}"
            )
            named = rf"\frac{{P_{{{refer(hit)}}}}}{{1 - P_{{{refer(again)}}}}}" if refer(hit) and refer(again) else ""
            formula = rf"\frac{{{latex(hit.value)}}}{{1 - {latex(again.value)}}}"
            return text, f"{one} / (1 - {other}) = {fraction(value)}", equal(named, formula, latex(value))

        return Detail(tell, (hit, again))

    # -- the points of a body ------------------------------------------------------------------------------------------

    def _node(self, node: Node, event: Event | None, head: str) -> Part:
        """Return the chance that a body, from here on, comes to an end marked True or hands on an outcome of the event."""
        same = self._same(node, event)
        if same is not None and not self._reads(node, head):
            return same
        return Part(_value(node, event), lambda: self._point(node, event, head))

    def _same(self, node: Node, event: Event | None) -> Part | None:
        """Return the chance of a sub-procedure, where nothing else matters from here on."""
        if node.tail is not None and node.tail.proc is not None and event is not None:
            return self.run(node.tail.proc, node.tail.args, event)
        live = [branch for branch in node.branches if _value(branch.then, event)]
        if node.ask is not None and node.ask.proc is not None and len(live) == 1 and live[0].then.ask is None and live[0].then.tail is None:
            return self.run(node.ask.proc, node.ask.args, _event(live[0], node.ask))
        return None

    @staticmethod
    def _reads(node: Node, head: str) -> tuple[str, ...]:
        """Return what to say was read: all at the start of a body, later only what does not go without saying."""
        return tuple(cells((seen for seen in node.reads if head != THEN or not plain(seen)), rules=True))

    def _point(self, node: Node, event: Event | None, head: str) -> Detail:
        reads, value, same = self._reads(node, head), _value(node, event), self._same(node, event)
        if same is not None:
            return after(reads, same)
        if node.ask is None:
            words_of = _("{head}certain, whatever is thrown") if value else _("{head}impossible, whatever is thrown")
            return plain_detail(words_of.format(head=head), str(value), reads)
        if len(node.branches) == 1:
            return after(reads, self._node(node.branches[0].then, event, head))  # whatever the answer, the same follows
        live = [branch for branch in node.branches if _value(branch.then, event)]
        if node.ask.proc is not None:
            return self._outcomes(node.ask, node.ask.proc, live, event, head, reads)
        terms = [thrown_term(node.ask, branch, self._then(branch.then, event)) for branch in live]
        under = cells((seen for branch in live for seen in _own_reads(branch) if not plain(seen)), rules=True)
        return sum_detail(f"{head}{ask_text(node.ask)}{f' ({list_text(under)})' if under else ''}", terms, value, reads)

    def _then(self, node: Node, event: Event | None) -> Part | None:
        return None if node.ask is None and node.tail is None else self._node(node, event, THEN)

    def _outcomes(
        self, ask: Ask, proc: Procedure[..., Any], live: list[Branch], event: Event | None, head: str, reads: tuple[str, ...]
    ) -> Detail:
        """Return a sum over outcomes of a sub-procedure."""
        events = [_event(branch, ask) for branch in live]
        few = len(live) <= MOST_OUTCOMES
        terms = []
        for branch, outcomes in zip(live, events, strict=True):
            share = _share(branch, ask)
            of = self.run(proc, ask.args, outcomes) if few else None
            told = f"{outcomes}: {fraction(share)}"
            terms.append(Term(told, share, fraction(share), latex(share), of=of, then=self._then(branch.then, event)))
        shares = None if few else _shares(ask, events, terms)
        return sum_detail(f"{head}{inside_name(ask)}", terms, sum((term.value for term in terms), Fraction(0)), reads, shares)

    # -- many dice, many steps -----------------------------------------------------------------------------------------

    def _pool(self, tree: Tree, pool: Pool, event: Event, value: Fraction) -> Detail:
        """Explain n dice: all of them, at least one of them, or the n-fold sum of one die's distribution."""
        n = tree.times
        one = self.run(pool.proc, pool.args, event)
        if n == 1 and one.value == value:
            return one.make()
        if 0 < one.value < 1 and value in (one.value**n, 1 - (1 - one.value) ** n):
            every = one.value**n == value
            start, base = ("", one.value) if every else ("1 - ", 1 - one.value)

            def tell(refer: Refer) -> tuple[str, str, str]:
                each = f"{fraction(one.value)}{step_of(one, refer)}"
                told = _("all of {n} dice: {event}, each {chance}") if every else _("at least one of {n} dice: {event}, each {chance}")
                told = told.format(n=n, event=event, chance=each)
                power = rf"\left({latex(base)}\right)^{{{n}}}"
                return told, f"{start}({fraction(base)})^{n} = {fraction(value)}", equal(f"{start}{power}", latex(value))

            return Detail(tell, (one,))
        names = tuple(name for name, _ in event.fields if name) or pool.keep
        dist = pool.one.marginal(*names) if names else pool.one
        most = MOST_TERMS if len(names) > 1 or dist.fields else MOST_OF_A_DIST
        chances = list_text([_with(words(outcome), chance) for outcome, chance in dist.items()], most)
        told = _("one die of {procedure}: {chances}. {n} dice {how}: {event}").format(
            procedure=_(pool.proc.title), chances=f"{names[0]} {chances}" if len(names) == 1 else chances, n=n, how=tree.how, event=event
        )
        return _binomial(told, dist, n, event, value) or plain_detail(_with(told, value), latex(value))

    def _repeat(self, tree: Tree, repeat: Repeat, event: Event, value: Fraction) -> Detail:
        """Explain n steps: what each step adds to the event, or, where the event may pass again, how it stands after each step."""
        *given, start, n = tree.args
        passing = _passing(repeat, given, start, min(n, MOST_TERMS))
        if len(passing) == 1:
            words_of = _("{name}: no step is made, certain") if value else _("{name}: no step is made, impossible")
            return plain_detail(words_of.format(name=tree.name), str(value))
        if n == 1:
            return self.run(repeat.step, (*given, start), event).make()
        starts = {state: self.run(repeat.step, (*given, state), event) for shares in passing[:-1] for state in shares}
        if any(event.holds(state) for shares in passing[1:] for state in shares):
            stands = [event.chance(repeat.dist(*given, start, number)) for number in range(1, len(passing))]
            known = [*enumerate(stands, start=1), *([(n, value)] if n >= len(passing) else [])]
            told = [_("after step {number}: {chance}").format(number=number, chance=fraction(chance)) for number, chance in known]
            terms: tuple[Fraction, ...] = ()
            sums, formula = "", latex(value)
        else:
            added_by = [sum((share * starts[state].value for state, share in shares.items()), Fraction(0)) for shares in passing[:-1]]
            told = [
                _("step {number}: {chance}").format(number=at, chance=_product(passing[at - 1], starts, chance))
                for at, chance in enumerate(added_by, start=1)
            ]
            if n >= len(passing) and passing[-1]:
                added_by.append(value - sum(added_by))
                told.append(_("steps {first} to {last}: {chance}").format(first=len(passing), last=n, chance=fraction(added_by[-1])))
            terms = tuple(added_by)
            sums = equal(" + ".join(map(fraction, terms)), fraction(value))
            formula = equal(" + ".join(map(latex, terms)), latex(value))

        def tell(refer: Refer) -> tuple[str, str, str]:
            each = list_text(
                [
                    _("from {state} {chance}").format(state=words(state), chance=f"{fraction(part.value)}{step_of(part, refer)}")
                    for state, part in starts.items()
                ]
            )
            words_of = _("{name}: {event}. One step: {each}. {steps}")
            return words_of.format(name=tree.name, event=event, each=each, steps=capital("; ".join(told))), sums, formula

        return Detail(tell, tuple(starts.values()), terms)


def _with(what: str, chance: Fraction) -> str:
    return _("{what} with {chance}").format(what=what, chance=fraction(chance))


def _binomial(told: str, dist: Dist[Any], n: int, event: Event, value: Fraction) -> Detail | None:
    """Return the number of hits among n dice that each hit or miss, where one number makes the event."""
    wanted = Event((("", event.fields[0][1]),)) if len(event.fields) == 1 else None
    hits = [k for k in range(n + 1) if wanted.holds(k)] if wanted is not None and set(dist) == {0, 1} else []
    if len(hits) != 1 or comb(n, hits[0]) * dist.p(1) ** hits[0] * dist.p(0) ** (n - hits[0]) != value:
        return None
    k, p, q = hits[0], dist.p(1), dist.p(0)
    sums = f"C({n}, {k}) * ({fraction(p)})^{k} * ({fraction(q)})^{n - k} = {fraction(value)}"
    powers = rf"\left({latex(p)}\right)^{{{k}}} \left({latex(q)}\right)^{{{n - k}}}"
    return Detail(lambda _: (told, sums, equal(rf"\binom{{{n}}}{{{k}}} {powers}", latex(value))))


def _passing(repeat: Repeat, given: list[Any], start: Any, steps: int) -> list[dict[Any, Fraction]]:  # noqa: ANN401 - any state
    """Return the passing states with their chances: at the start, then after each step, as long as there are any."""
    found = [{} if repeat.until(start) else {start: Fraction(1)}]
    while found[-1] and len(found) <= steps:
        moved: dict[Any, Fraction] = {}
        for state, share in found[-1].items():
            for new, chance in repeat.step.dist(*given, state).items():
                if not repeat.until(new):
                    moved[new] = moved.get(new, Fraction(0)) + share * chance
        found.append(moved)
    return found


def _product(shares: dict[Any, Fraction], starts: dict[Any, Part], value: Fraction) -> str:
    """Return what a step adds, by the states it starts from where they are few."""
    if len(shares) > MOST_OUTCOMES or list(shares.values()) == [1]:
        return fraction(value)
    return equal(" + ".join(f"{fraction(share)} * {fraction(starts[state].value)}" for state, share in shares.items()), fraction(value))


def _prune(node: Node, event: Event | None) -> Node:
    """Return a collapsed body without the questions whose answer no longer matters."""
    value = _value(node, event)
    if value in (0, 1):
        return Node(node.reads, result=bool(value))
    return collapse(replace(node, branches=tuple(replace(branch, then=_prune(branch.then, event)) for branch in node.branches)))


def _value(node: Node, event: Event | None) -> Fraction:
    """Return the chance of True, or of the event where an outcome is handed on, from a point of a collapsed body on."""
    if node.tail is not None and node.tail.proc is not None:
        return Fraction(0) if event is None else Fraction(event.chance(node.tail.proc.dist(*node.tail.args)))
    if node.ask is None:
        return Fraction(bool(node.result))
    return sum((_share(branch, node.ask) * _value(branch.then, event) for branch in node.branches), Fraction(0))


def _own_reads(branch: Branch) -> tuple[Seen, ...]:
    """Return the cells under the values of a branch, and those read after them where it ends there."""
    ends = branch.then.ask is None and branch.then.tail is None
    return (*branch.reads, *branch.then.reads) if ends else branch.reads


def _share(branch: Branch, ask: Ask) -> Fraction:
    return Fraction(branch.weight, ask.total)


def _event(branch: Branch, ask: Ask) -> Event:
    """Return some outcomes of a sub-procedure as an event, by one field where one field tells them apart."""
    chosen = frozenset(branch.answers)
    others = [way.answer for way in ask.ways if way.answer not in chosen]
    for place, name in enumerate(getattr(branch.answers[0], "_fields", ())):
        values = frozenset(outcome[place] for outcome in chosen)
        if values.isdisjoint(outcome[place] for outcome in others):
            return Event(((name, next(iter(values)) if len(values) == 1 else values),))
    name = (
        values_text("outcome", branch.answers) if len(chosen) <= MOST_OUTCOMES else _("one of {count} outcomes").format(count=len(chosen))
    )
    return Event((("", chosen),), name=name)


def _shares(ask: Ask, events: list[Event], terms: list[Term]) -> Part:
    """Return the distribution of a sub-procedure, as far as it matters, in one step."""
    shares = [term.share for term in terms]
    told = [_with(str(event), share) for event, share in zip(events, shares, strict=True)]
    return Part(sum(shares, Fraction(0)), lambda: plain_detail(f"{inside_name(ask)}: {list_text(told, MOST_OF_A_DIST)}"))
