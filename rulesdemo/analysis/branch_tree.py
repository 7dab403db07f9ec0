"""Branches: every way through a procedure's body, what was asked on the way, and which cells were read.

The odds only need weights. Here the same body runs under a hand that also remembers each question, the values that lead to each answer, and
what the ledger noted between one question and the next. The result is a tree; branches that go on in exactly the same way are one branch.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise
from math import prod
from typing import Any, Final, NamedTuple

from rulesdemo.analysis.decisive import decides
from rulesdemo.analysis.event import Event
from rulesdemo.errors import OddsError, TooManyPaths
from rulesdemo.odds.budget import check
from rulesdemo.odds.chains import Repeat
from rulesdemo.odds.dice import MOST_REQUESTS, TAIL, Dice, Die, Source, gap_of
from rulesdemo.odds.dice_pools import Pool
from rulesdemo.odds.dist import Weight
from rulesdemo.odds.procedure import Procedure
from rulesdemo.odds.reads import CellRead, Read, SwitchRead, page
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.rules.tables import Column
from rulesdemo.words import N_

MOST_PATHS: Final = 200_000


class Path(NamedTuple):
    """One branch of a body: the answers in order, its weight out of a denominator, and the result (AGAIN for a throw put aside)."""

    answers: tuple[Any, ...]
    weight: Weight
    denominator: Weight
    result: Any


class Seen(NamedTuple):
    """A cell or switch that was read, with its value as printed and the rules of its table ("" and () where no ruleset is known)."""

    read: Read
    value: str
    rules: tuple[str, ...]
    only_column: bool


class Way(NamedTuple):
    """One answer: the values that lead to it, each with its weight, and the cells under those values."""

    answer: Any
    values: tuple[tuple[Any, Weight], ...]
    reads: tuple[CellRead, ...] = ()

    @property
    def weight(self) -> Weight:
        """Return in how many ways it happens."""
        return sum(weight for _, weight in self.values)


@dataclass(frozen=True, slots=True)
class Ask:
    """One question to the dice: what is thrown or which procedure is run, why, and the ways to each answer."""

    what: str
    why: str
    noun: str  # what the values are: face, total, difference, value or outcome
    key: tuple[Any, ...]
    total: Weight = field(compare=False)
    ways: tuple[Way, ...] = field(compare=False)
    proc: Procedure[..., Any] | None = field(default=None, compare=False)
    args: tuple[Any, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Branch:
    """Answers after which the body goes on in the same way, the values behind them, and what follows."""

    answers: tuple[Any, ...]
    values: tuple[tuple[Any, Weight], ...]
    reads: tuple[Seen, ...]
    then: Node

    @property
    def weight(self) -> Weight:
        """Return in how many ways it happens."""
        return sum(weight for _, weight in self.values)


@dataclass(frozen=True, slots=True)
class Node:
    """A point in a body: what was read since the question before, then a question with its branches, or an end.

    An end has a `result`, or a `tail`: the procedure whose outcome is handed on untouched. Cells that every branch reads after a question
    stand with the question.
    """

    reads: tuple[Seen, ...]
    ask: Ask | None = None
    branches: tuple[Branch, ...] = ()
    result: Any = None
    tail: Ask | None = None


# -- running -----------------------------------------------------------------------------------------------------------


class _Run(NamedTuple):
    answers: tuple[Any, ...]
    asks: tuple[Ask, ...]
    reads: tuple[tuple[frozenset[Any], ...], ...]  # before the first question, between questions, after the last
    weight: Weight
    denominator: Weight
    result: Any
    tail: Ask | None


class _Recorder(Dice):
    """Visits every branch like the walker's hand, and remembers what was asked and how much had been read by then."""

    __slots__ = ("answers", "asked", "at", "ending", "marks", "noted", "opened")

    def __init__(self) -> None:
        self.answers: list[Any] = []
        self.asked: list[Ask] = []
        self.at = 0
        self.opened: list[tuple[tuple[tuple[Any, Weight], ...], Weight]] = []
        self.marks: list[int] = []
        self.noted: dict[int, Any] = {}
        self.ending: Ask | None = None

    def _answer(self, ask: Callable[[], Ask]) -> Any:  # noqa: ANN401 - whatever was asked for
        """Return the answer that this run follows; a new question takes its first answer and leaves the others open."""
        self.marks.append(len(self.noted))
        self.at += 1
        if self.at > len(self.answers):
            if self.at > MOST_REQUESTS:
                message = N_("more than {most} throws in one run: end a re-roll with `return AGAIN`, or make the loop a chain").format(
                    most=MOST_REQUESTS
                )
                raise OddsError(message)
            new = ask()
            self.asked[self.at - 1 :] = [new]
            self.opened.append((tuple((way.answer, way.weight) for way in new.ways), new.total))
            self.answers.append(new.ways[0].answer)
        return self.answers[self.at - 1]

    def roll(self, source: Source[Any], why: str = "") -> Any:  # noqa: ANN401 - the source's values
        return self._answer(lambda: ask_of(source, why))

    def read(self, source: Source[Any], column: tuple[Any, ...], why: str = "") -> Any:  # noqa: ANN401 - the column's entries
        return self._answer(lambda: ask_of(source, why, column))

    def gap(self, own: Source[Any], other: Source[Any], why: str = "") -> int:
        return self._answer(lambda: replace(ask_of(gap_of(own, other), why), noun="difference"))  # type: ignore[no-any-return]

    def do(self, proc: Procedure[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the procedure's outcome
        return self._answer(lambda: asked_of(proc, in_order(proc, args, kwargs)))

    def last(self, proc: Procedure[..., Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - the procedure's outcome
        args = in_order(proc, args, kwargs)
        self.ending = Ask(proc.title, "", "outcome", (proc, args), 1, (), proc, args)
        return TAIL


def ask_of(source: Source[Any], why: str = "", column: tuple[Any, ...] | None = None) -> Ask:
    """Return the question that a throw asks, read through a column if there is one.

    >>> from rulesdemo.odds.dice import D6
    >>> ask_of(D6, column=("miss", "miss", "miss", "miss", "hit", "hit")).ways[1].values
    ((5, 1), (6, 1))
    """
    if isinstance(source, Die):
        noun, values = "face", [(source.reading[face], face, weight) for face, weight in zip(source.faces, source.weights, strict=True)]
    else:
        noun = "total" if not source.dice or source is source.dice[0].sum_of(len(source.dice)) else "value"
        values = [(value, value, weight) for value, weight in source.branches]
    entries = source.values if column is None else column
    cells: tuple[tuple[CellRead, ...], ...] = column.reads if isinstance(column, Column) else ((),) * len(entries)
    under = dict(zip(source.values, zip(entries, cells, strict=True), strict=True))
    shown: dict[Any, list[tuple[Any, Weight]]] = {}
    reads: dict[Any, dict[CellRead, None]] = {}
    for value, printed, weight in values:
        answer, seen = under[value]
        shown.setdefault(answer, []).append((printed, weight))
        reads.setdefault(answer, {}).update(dict.fromkeys(seen))
    ways = tuple(Way(answer, tuple(values), tuple(reads[answer])) for answer, values in shown.items())
    return Ask(source.name, why, noun, (source, column), source.total, ways)


def asked_of(proc: Procedure[..., Any], args: tuple[Any, ...]) -> Ask:
    """Return the question that a sub-procedure asks: which of its outcomes."""
    dist = proc.dist(*args)
    ways = tuple(Way(outcome, ((outcome, weight),)) for outcome, weight in dist.weights.items())
    return Ask(proc.title, "", "outcome", (proc, args), dist.total, ways, proc, args)


def in_order(proc: Procedure[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """Return all arguments by position."""
    if not kwargs:
        return args
    bound = inspect.signature(proc.body).bind(None, *args, **kwargs)
    bound.apply_defaults()
    return bound.args[1:]


def _runs(proc: Procedure[..., Any], args: tuple[Any, ...]) -> Iterator[_Run]:
    """Run the body once per branch, in the order of the walker."""
    dice = _Recorder()
    answers = dice.answers
    stack: list[tuple[tuple[tuple[Any, Any], ...], int, Any]] = []  # branches, index, total
    while True:
        dice.at, dice.marks, dice.ending = 0, [], None
        with page() as noted:
            dice.noted = noted
            result = proc.body(dice, *args)
        stack += [(branches, 0, total) for branches, total in dice.opened]
        dice.opened.clear()
        reads = [batch.reads for batch in noted.values()]
        cuts = [0, *dice.marks, len(reads)]
        yield _Run(
            tuple(answers),
            tuple(dice.asked[: len(answers)]),
            tuple(tuple(reads[start:end]) for start, end in pairwise(cuts)),
            prod(branches[index][1] for branches, index, _ in stack),
            prod(total for _, _, total in stack),
            result,
            dice.ending if result is TAIL else None,
        )
        while stack and stack[-1][1] + 1 == len(stack[-1][0]):
            stack.pop()
        if not stack:
            return
        branches, index, total = stack.pop()
        stack.append((branches, index + 1, total))
        answers[len(stack) - 1 :] = [branches[index + 1][0]]


def _all_runs(proc: Procedure[..., Any], args: tuple[Any, ...]) -> list[_Run]:
    runs = []
    for run in _runs(proc, args):
        check()
        runs.append(run)
        if len(runs) > MOST_PATHS:
            message = N_("{proc} has more than {most:,} branches, too many to tell one by one; ask for its odds instead").format(
                proc=proc.name, most=MOST_PATHS
            )
            raise TooManyPaths(message)
    return runs


def paths(proc: Procedure[..., Any], *args: Any) -> list[Path]:  # noqa: ANN401 - the procedure's own arguments
    """Return every branch of the body as the odds see it, merged at each verb; each outcome of a pool or a repeat is one branch.

    >>> from rulesdemo.odds.dice import AGAIN, D6
    >>> from rulesdemo.odds.procedure import procedure
    >>> @procedure
    ... def lead(dice):
    ...     gap = dice.gap(D6, D6)
    ...     return AGAIN if gap == 0 else gap > 0
    >>> paths(lead)[5]
    Path(answers=(0,), weight=6, denominator=36, result=AGAIN)
    """
    if isinstance(proc, (Pool, Repeat)):
        dist = proc.dist(*args)
        return [Path((), weight, dist.total, outcome) for outcome, weight in dist.weights.items()]
    found = []
    for run in _all_runs(proc, args):
        if run.tail is None or run.tail.proc is None:
            found.append(Path(run.answers, run.weight, run.denominator, run.result))
            continue
        dist = run.tail.proc.dist(*run.tail.args)
        for outcome, weight in dist.weights.items():
            found.append(Path((*run.answers, outcome), run.weight * weight, run.denominator * dist.total, outcome))
    return found


# -- the tree ----------------------------------------------------------------------------------------------------------


def grow(proc: Procedure[..., Any], args: tuple[Any, ...], event: Event | None = None) -> Node:
    """Return the tree of a body, equal branches collapsed; a switch stands in it where it moves the outcome, or the event's chance."""
    rules = next((each for each in args if isinstance(each, Ruleset)), None)
    runs = _all_runs(proc, args)
    if rules is not None:
        runs = _without_idle_switches(runs, lambda switch: decides(switch, proc, args, event))
    return collapse(_grow(runs, 0, rules))


def _without_idle_switches(runs: list[_Run], is_decisive: Callable[[str], bool]) -> list[_Run]:
    seen = {read for run in runs for batches in run.reads for batch in batches for read in batch if isinstance(read, SwitchRead)}
    idle = {read for read in seen if not is_decisive(read.switch)}
    if not idle:
        return runs
    return [run._replace(reads=tuple(tuple(batch - idle for batch in batches) for batches in run.reads)) for run in runs]


def _grow(runs: list[_Run], depth: int, rules: Ruleset | None) -> Node:
    first = runs[0]
    if depth == len(first.asks):
        return Node(_seen_cells(first.reads[depth], rules), result=first.result, tail=first.tail)
    ask = first.asks[depth]
    column = frozenset(read for way in ask.ways for read in way.reads)
    ways = {way.answer: way for way in ask.ways}
    branches = []
    for answer, group in groupby(runs, lambda run: run.answers[depth]):
        way = ways[answer]
        branches.append(Branch((answer,), way.values, _seen_cells([frozenset(way.reads)], rules), _grow(list(group), depth + 1, rules)))
    # What every branch reads next does not depend on the answer: it stands with the question.
    common = set(branches[0].then.reads).intersection(*(branch.then.reads for branch in branches))
    lifted = tuple(seen for seen in branches[0].then.reads if seen in common)
    branches = [
        replace(branch, then=replace(branch.then, reads=tuple(seen for seen in branch.then.reads if seen not in common)))
        for branch in branches
    ]
    before = _seen_cells((batch for batch in first.reads[depth] if batch != column), rules)
    return Node(tuple(dict.fromkeys(before + lifted)), ask, tuple(branches))


def _seen_cells(batches: Iterable[frozenset[Any]], rules: Ruleset | None) -> tuple[Seen, ...]:
    return tuple(dict.fromkeys(_seen_cell(read, rules) for batch in batches for read in sorted(batch)))


def _seen_cell(read: Read, rules: Ruleset | None) -> Seen:
    if not isinstance(read, CellRead):
        return Seen(read, read.value, (), only_column=False)
    if rules is None:
        return Seen(read, "", (), only_column=False)
    table = rules.table(read.table)
    return Seen(read, table.cell(read.row, read.column).text, table.info.rules, len(table.columns.labels) == 1)


def collapse(node: Node, meaning: Callable[[Any], Any] = lambda result: result) -> Node:
    """Return the tree with results replaced by what they mean, and branches that then agree to the last leaf made one."""
    return _collapse(node, meaning, {})[0]


def _collapse(node: Node, meaning: Callable[[Any], Any], shapes: dict[Any, int]) -> tuple[Node, int]:
    """Return the collapsed node and the number of its shape; cells read are no part of a shape."""
    if node.ask is None:
        result = node.result if node.tail else meaning(node.result)
        return replace(node, result=result), shapes.setdefault((node.tail, result), len(shapes))
    groups: dict[int, list[Branch]] = {}
    for branch in node.branches:
        then, number = _collapse(branch.then, meaning, shapes)
        groups.setdefault(number, []).append(replace(branch, then=then))
    branches = tuple(
        Branch(
            tuple(answer for branch in group for answer in branch.answers),
            tuple(value for branch in group for value in branch.values),
            tuple(dict.fromkeys(seen for branch in group for seen in branch.reads)),
            _join([branch.then for branch in group]),
        )
        for group in groups.values()
    )
    shape = (node.ask, tuple((branch.answers, number) for branch, number in zip(branches, groups, strict=True)))
    return replace(node, branches=branches), shapes.setdefault(shape, len(shapes))


def _join(nodes: list[Node]) -> Node:
    """Join nodes of one shape into one, with all that was read on any of them."""
    if len(nodes) == 1:
        return nodes[0]
    branches = tuple(
        replace(group[0], reads=tuple(dict.fromkeys(s for b in group for s in b.reads)), then=_join([b.then for b in group]))
        for group in zip(*(node.branches for node in nodes), strict=True)
    )
    return replace(nodes[0], reads=tuple(dict.fromkeys(seen for node in nodes for seen in node.reads)), branches=branches)


def only(node: Node, keep: Callable[[Node], bool]) -> Node | None:
    """Return the tree with only the ends that `keep` lets pass; None when there are none."""
    if node.ask is None:
        return node if keep(node) else None
    kept = [(branch, only(branch.then, keep)) for branch in node.branches]
    branches = tuple(replace(branch, then=then) for branch, then in kept if then is not None)
    return replace(node, branches=branches) if branches else None
