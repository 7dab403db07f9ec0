"""Trees: why a procedure's odds are what they are, as data and as text.

>>> from rulesdemo.games.veneti.boarding import boarding
>>> from rulesdemo.rules.ruleset import ruleset
>>> print(why(boarding, ruleset("veneti"), 4, 1, to={"captured": True}))
boarding [8.23, 8.24, 8.28]: attackers 4, defenders 1, height 0
  boarding, row 4, column 1: 4 (seed)
  throw 2d6
    totals 4 to 8, 23 of 36 ways: captured yes, attacker_loss 0, defender_loss 0
    totals 9 to 12, 10 of 36 ways: captured yes, attacker_loss 1, defender_loss 0
  together 11/12
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from rulesdemo.analysis.branch_tree import Ask, Branch, Node, Seen, grow, only
from rulesdemo.analysis.inverse import Event, When, spans
from rulesdemo.odds.chains import Repeat
from rulesdemo.odds.dice import AGAIN
from rulesdemo.odds.dice_pools import Pool
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import fraction, word
from rulesdemo.odds.procedure import Procedure
from rulesdemo.odds.reads import CellRead, SwitchRead, weakest
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, alternatives

# A tree in words stops here and says how much is left.
MOST_LINES: Final = 80
# One value, and several.
NOUNS: Final = {
    "row": (N_("row {values}"), N_("rows {values}")),
    "column": (N_("column {values}"), N_("columns {values}")),
    "face": (N_("face {values}"), N_("faces {values}")),
    "total": (N_("total {values}"), N_("totals {values}")),
    "difference": (N_("difference {values}"), N_("differences {values}")),
}


@dataclass(frozen=True, slots=True)
class Tree:
    """One procedure with its arguments: its distribution, and the tree of its body.

    A pool or a repeat has no tree of its own: `one` explains one die or one step, `times` and `how` say how they are put together.
    `chance` is that of the event asked for, 1 where none was. `again` is the share of throws that are thrown again: the rest of the
    distribution is what is left, divided by 1 - again.
    """

    title: str
    rules: tuple[str, ...]
    given: tuple[tuple[str, Any], ...]
    again: Fraction
    chance: Fraction
    root: Node | None
    one: Tree | None = None
    times: int = 0
    how: str = ""
    event: Event | None = None
    dist: Dist[Any] = field(default_factory=lambda: Dist.certain(None), compare=False, repr=False)
    proc: Procedure[..., Any] | None = field(default=None, compare=False, repr=False)
    args: tuple[Any, ...] = field(default=(), compare=False, repr=False)

    @property
    def body(self) -> Node:
        """Return the tree of the body, which a pool or a repeat lacks, as does an event that cannot happen."""
        if self.root is None:
            message = f"{self.title} has no branches to tell"
            raise TypeError(message)
        return self.root

    @property
    def name(self) -> str:
        """Return the procedure with its arguments, for a sentence."""
        given = ", ".join(f"{name} {words(value)}" for name, value in self.given)
        return f"{_(self.title)}, {given}" if given else _(self.title)

    def __str__(self) -> str:
        """Return the tree in words, the procedures asked on the way below it."""
        lines = list(_all_lines(self))
        more = len(lines) - MOST_LINES
        return "\n".join([*lines[:MOST_LINES], _("... and {count} more lines").format(count=more)] if more > 0 else lines)


def why(proc: Procedure[..., Any], *args: Any, to: When | Event | None = None, prune: bool = True) -> Tree:  # noqa: ANN401 - the procedure's
    """Return the tree of a procedure; `to` leaves only the branches that lead to some outcomes, after equal branches were collapsed.

    Without `prune` all branches stay, and `to` says only which chance it is that a switch must move to be shown.

    >>> from rulesdemo.games.veneti.initiative import opposed
    >>> print(why(opposed, 2))
    opposed: edge 2
      throw d6 - d6 (one die each)
        differences -5 to -3, 6 of 36 ways: no
        difference -2, 4 of 36 ways: thrown again
        differences -1 to 5, 26 of 36 ways: yes
      thrown again 1/9: what is left is divided by 1 - 1/9 = 8/9
    """
    event = None if to is None else Event.of(to)
    dist = proc.dist(*args)
    chance = Fraction(1) if event is None else event.chance(dist)
    about: dict[str, Any] = {"rules": proc.rules, "given": _named_args(proc, args), "chance": chance}
    about |= {"event": event, "dist": dist, "proc": proc, "args": args}
    if isinstance(proc, Pool):
        caps = [_("{name} at most {most}").format(name=name or _("the sum"), most=most) for name, most in proc.cap.items()]
        trump = [_("{name} overrides the rest").format(name=proc.trump)] if proc.trump else []
        how = ", ".join([_("added"), *caps, *trump])
        return Tree(proc.title, again=Fraction(0), root=None, one=why(proc.proc, *proc.args), times=args[-1], how=how, **about)
    if isinstance(proc, Repeat):
        *given, state, times = args
        one = None if proc.until(state) else why(proc.step, *given, state)
        until = (proc.until.__doc__ or proc.until.__name__).strip().partition("\n")[0].rstrip(".")
        return Tree(
            proc.title,
            again=Fraction(0),
            root=None,
            one=one,
            times=times,
            how=_("one after another, until: {until}").format(until=_(until)),
            **about,
        )
    root: Node | None = grow(proc, args, event)
    if event is not None and root is not None and prune:
        root = only(root, lambda end: _leads(end, event))
    return Tree(proc.title, again=proc.again(*args), root=root, **about)


def inside(ask: Ask) -> Tree:
    """Return the tree of the procedure that a question runs."""
    if ask.proc is None:
        message = f"{ask.what} is thrown, not run"
        raise TypeError(message)
    return why(ask.proc, *ask.args)


def _leads(end: Node, event: Event) -> bool:
    if end.tail is not None and end.tail.proc is not None:
        return bool(event.chance(end.tail.proc.dist(*end.tail.args)))
    return end.result is not AGAIN and event.holds(end.result)


def _named_args(proc: Procedure[..., Any], args: tuple[Any, ...]) -> tuple[tuple[str, Any], ...]:
    """Return argument names and values as a reader knows them."""
    if isinstance(proc, Repeat):
        names = [*list(inspect.signature(proc.step.body).parameters)[1:], "steps"]
        pairs = list(zip(names, args, strict=True))
    else:
        bound = inspect.signature(proc.body).bind(None, *args)
        bound.apply_defaults()
        pairs = list(bound.arguments.items())[1:]
    return tuple((name, value) for name, value in pairs if not isinstance(value, Ruleset))


# -- in words ----------------------------------------------------------------------------------------------------------


def words(outcome: object) -> str:
    """Return an outcome as a reader writes it, fields named.

    >>> from rulesdemo.games.veneti.fire import Burning
    >>> words(Burning("out")), words(3)
    ('state out', '3')
    """
    names = getattr(outcome, "_fields", None)
    if names is None or not isinstance(outcome, tuple):
        return word(outcome)
    return ", ".join(f"{name} {word(value)}" for name, value in zip(names, outcome, strict=True))


def cells(seen: Iterable[Seen], *, rules: bool = False) -> list[str]:
    """Return what was read, in a few phrases: cells of one value together, rows of several values without them."""
    rows: dict[tuple[str, str], list[tuple[CellRead, Seen]]] = {}
    told: dict[tuple[str, str, str, str], list[str]] = {}
    for each in seen:
        if isinstance(each.read, CellRead):
            rows.setdefault((each.read.table, each.read.row), []).append((each.read, each))
        elif isinstance(each.read, SwitchRead):
            told[_("switch {switch}").format(switch=each.read.switch), "", each.value, each.read.ruling or each.read.provenance] = []
        else:
            told[each.read.input, "", each.value, each.read.provenance] = []
    for (table, row), group in rows.items():
        first = group[0][1]
        cited = "; ".join(
            [weakest([read.provenance for read, _seen in group]), *([", ".join(first.rules)] if rules and first.rules else [])]
        )
        alike = len({each.value for _read, each in group}) == 1
        column = f", {_labels('column', [read.column for read, _seen in group])}" if alike and not first.only_column else ""
        told.setdefault((table, column, first.value if alike else "", cited), []).append(row)
    return [_cell_text(*key, labels) for key, labels in told.items()]


def _cell_text(what: str, column: str, value: str, cited: str, rows: list[str]) -> str:
    where = f", {_labels('row', rows)}" if rows else ""
    return f"{what}{where}{column}{f': {value}' if value else ''} ({cited})"


def _labels(noun: str, labels: list[str]) -> str:
    """Return rows or columns by their printed labels, neighbouring numbers as a span."""
    numbers = all(re.fullmatch(r"[+-]?\d+", label) for label in labels)
    signed = any(label.startswith("+") for label in labels)
    listed = spans(sorted(int(label) for label in labels) if numbers else labels, form="+d" if signed else "")
    return _count_words(noun, len(labels)).format(values=listed)


def plain(seen: Seen) -> bool:
    """Return whether a cell is a constant printed in the source, which goes without saying."""
    return isinstance(seen.read, CellRead) and seen.read.constant and seen.read.provenance == "seed"


def ask_text(ask: Ask) -> str:
    """Return what is done: a throw, with its label, or a procedure run."""
    if ask.proc is not None:
        return inside_name(ask)
    return _("throw {dice}").format(dice=ask.what) + (f" ({_(ask.why)})" if ask.why else "")


def inside_name(ask: Ask) -> str:
    """Return the procedure that a question runs, with its arguments."""
    if ask.proc is None:
        return ask.what
    given = ", ".join(f"{name} {words(value)}" for name, value in _named_args(ask.proc, ask.args))
    return f"{_(ask.what)}, {given}" if given else _(ask.what)


def values_text(noun: str, values: Iterable[Any]) -> str:
    """Join faces, totals or outcomes.

    >>> values_text("total", [4, 5, 6]), values_text("face", [6])
    ('totals 4 to 6', 'face 6')
    """
    listed = list(values)
    if noun == "outcome":
        if all(isinstance(value, int) for value in listed):
            return spans(listed, "or")
        return str(alternatives(words(value) for value in listed))
    return _count_words(noun, len(listed)).format(values=spans(listed))


def _count_words(noun: str, count: int) -> str:
    """Return the words for one or several rows, faces or totals, whose values are still to be filled in."""
    one, several = NOUNS.get(noun) or (N_(f"{noun} {{values}}"), N_(f"{noun}s {{values}}"))
    return str(several if count > 1 else one)


def _all_lines(tree: Tree) -> Iterator[str]:
    todo, known = [tree], {(tree.proc, tree.args)}
    while todo:
        here = todo.pop(0)
        if here is not tree:
            yield ""
        yield from _lines(here)
        for ask in _asks(here):
            if ask.key not in known:
                known.add(ask.key)
                todo.append(why(ask.proc, *ask.args, to=here.event) if ask.key in _tails(here.root) and ask.proc else inside(ask))
        if here.one is not None:
            todo.append(here.one)


def _asks(tree: Tree) -> list[Ask]:
    """Return every procedure that the body runs, in order."""
    found: dict[tuple[Any, ...], Ask] = {}
    todo = [] if tree.root is None else [tree.root]
    while todo:
        node = todo.pop(0)
        for ask in (node.ask, node.tail):
            if ask is not None and ask.proc is not None:
                found.setdefault(ask.key, ask)
        todo += [branch.then for branch in node.branches]
    return list(found.values())


def _tails(node: Node | None) -> set[tuple[Any, ...]]:
    if node is None:
        return set()
    return ({node.tail.key} if node.tail else set()).union(*(_tails(branch.then) for branch in node.branches))


def _lines(tree: Tree) -> Iterator[str]:
    rules = f" [{', '.join(tree.rules)}]" if tree.rules else ""
    given = ", ".join(f"{name} {words(value)}" for name, value in tree.given)
    yield f"{_(tree.title)}{rules}" + (f": {given}" if given else "")
    if tree.how:
        times = _("{count} dice, {how}") if isinstance(tree.proc, Pool) else _("{count} steps, {how}")
        yield f"  {times.format(count=tree.times, how=tree.how)}"
    if tree.root is not None:
        yield from _node_lines(tree.root, "  ")
    if tree.again:
        again = _("thrown again {again}: what is left is divided by 1 - {again} = {left}")
        yield f"  {again.format(again=tree.again, left=1 - tree.again)}"
    if tree.event is not None:
        yield "  " + _("together {chance}").format(chance=fraction(tree.chance))


def _node_lines(node: Node, indent: str) -> Iterator[str]:
    for text in cells(node.reads):
        yield f"{indent}{text}"
    if node.ask is None:
        yield f"{indent}{_end(node)}"
        return
    yield f"{indent}{ask_text(node.ask)}"
    for branch in node.branches:
        yield from _branch_lines(node.ask, branch, indent + "  ")


def _branch_lines(ask: Ask, branch: Branch, indent: str) -> Iterator[str]:
    told = values_text(ask.noun, (value for value, _ in branch.values))
    share = (
        _("{weight} of {total} ways").format(weight=branch.weight, total=ask.total) if ask.proc is None else fraction(_share(branch, ask))
    )
    read = cells(seen for seen in (*branch.reads, *(branch.then.reads if branch.then.ask is None else ())) if not plain(seen))
    tail = f" [{'; '.join(read)}]" if read else ""
    if branch.then.ask is None:
        end = _end(branch.then)
        yield f"{indent}{told}, {share}{'' if end == told else f': {end}'}{tail}"
    else:
        yield f"{indent}{told}, {share}{tail}"
        yield from _node_lines(branch.then, indent + "  ")


def _share(branch: Branch, ask: Ask) -> Any:  # noqa: ANN401 - a Fraction, or a formula in an unknown
    whole = isinstance(branch.weight, int) and isinstance(ask.total, int)
    return Fraction(branch.weight, ask.total) if whole else branch.weight / ask.total


def _end(node: Node) -> str:
    if node.tail is not None:
        return _("as {procedure}").format(procedure=inside_name(node.tail))
    return _("thrown again") if node.result is AGAIN else words(node.result)
