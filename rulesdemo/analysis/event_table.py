r"""The chance of an event: for one set of inputs, given another event, or over ranges of inputs as a table.

>>> from rulesdemo.analysis.catalogue import find
>>> from rulesdemo.rules.ruleset import ruleset
>>> boarding = find("veneti.boarding")
>>> table = event_table(boarding, {"attackers": "1..3", "defenders": "0..1"}, parse_question(boarding, ["captured"]), ruleset("veneti"))
>>> print(table)
attackers \ defenders  0      1
1                      13/18  7/12
2                      5/6    13/18
3                      11/12  5/6
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any, Final, NamedTuple

from rulesdemo.analysis.catalogue import Answer, Entry
from rulesdemo.analysis.question import SPAN, Question, joined, parse_question
from rulesdemo.analysis.report import grid, provenance_text, rows_csv, rules_text
from rulesdemo.errors import InputError
from rulesdemo.odds.budget import check, progress_report
from rulesdemo.odds.format import exact, fraction, grid_latex, latex_fraction, latex_word, percent, plain, word
from rulesdemo.odds.inputs import Input, OneOf, Whole, bind
from rulesdemo.odds.reads import weakest
from rulesdemo.play.log import changes, changes_json
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, brief, local_signs

__all__ = ["EventTable", "event_chance", "event_table", "parse_question", "split_ranges"]

MOST_CELLS: Final = 50_000
SHADES: Final = " ░▒▓█"
GRID: Final = 2  # ranges that make rows and columns
BAR: Final = 24


def event_chance(answer: Answer, question: Question) -> Fraction:
    """Return the exact chance of an event, given the other one if there is any."""
    if question.given is None:
        return Fraction(question.when.event().chance(answer.dist))
    under = Fraction(question.given.event().chance(answer.dist))
    if not under:
        message = N_("{given} never comes here, so no chance given it exists").format(given=question.given)
        raise InputError(message)
    return Fraction(joined([question.when, question.given]).event().chance(answer.dist)) / under


def question_text(question: Question) -> str:
    """Return the question as a reader would write it."""
    return str(question.when) if question.given is None else f"{question.when} given {question.given}"


def question_json(question: Question) -> dict[str, str]:
    """Return the event, and the one that is given."""
    return {"event": str(question.when), **({"given": str(question.given)} if question.given is not None else {})}


# -- ranges of inputs ------------------------------------------------------------------------------------------------------------------


def split_ranges(entry: Entry, given: Mapping[str, object]) -> tuple[dict[str, object], dict[str, list[Any]]]:
    """Return the inputs that have one value, and those that have several: `1..12`, `A..C` or `a|b`."""
    kinds = {each.name: each for each in entry.inputs}
    fixed: dict[str, object] = {}
    ranges: dict[str, list[Any]] = {}
    for name, value in given.items():
        texts = value.split("|") if isinstance(value, str) else []
        if name not in kinds or not (len(texts) > 1 or any(".." in text for text in texts)):
            fixed[name] = value
            continue
        every = [each for text in texts for each in _values(entry, kinds[name], text)]
        ranges[name] = list(dict.fromkeys(every))
    return fixed, ranges


def _values(entry: Entry, asked: Input, text: str) -> list[Any]:
    """Return the values of one part of a range, each of them checked."""
    kind, span = asked.kind, SPAN.fullmatch(text.strip())
    first, dots, last = text.partition("..")
    if isinstance(kind, Whole) and span is not None:
        low, high = map(int, span.groups())
        if low > high:
            message = N_("{name} has nothing from {low} to {high}: write the smaller number first").format(
                name=asked.name, low=low, high=high
            )
            raise InputError(message)
        if high - low >= MOST_CELLS:
            raise _too_many(high - low + 1)
        for end in (low, high):
            _bound(entry, asked, end)
        return list(range(low, high + 1))
    if isinstance(kind, OneOf) and dots:
        choices = list(kind.choices)
        places = [choices.index(_bound(entry, asked, end)) for end in (first, last)]
        if places[0] > places[1]:
            message = N_("{name} has nothing from {low} to {high}: write the smaller first").format(name=asked.name, low=first, high=last)
            raise InputError(message)
        return choices[places[0] : places[1] + 1]
    return [_bound(entry, asked, text)]


def _bound(entry: Entry, asked: Input, value: object) -> Any:  # noqa: ANN401 - the input's value
    """Return a value as the input has it, or the refusal that it would get alone."""
    return bind(entry.name, (asked,), {asked.name: value})[asked.name]


def _too_many(count: int) -> InputError:
    return InputError(N_("these ranges make {count:,} cells, more than {most:,}; ask for fewer").format(count=count, most=MOST_CELLS))


# -- tables ----------------------------------------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """The chance for some inputs; None with the reason where there is none."""

    inputs: tuple[Any, ...]
    chance: Fraction | None
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class EventTable:
    """The chance of an event over ranges of inputs."""

    entry: Entry
    question: Question
    rules: Ruleset
    fixed: Mapping[str, Any]
    ranges: Mapping[str, list[Any]]
    cells: tuple[Cell, ...]
    provenance: str

    def __str__(self) -> str:
        """Return rows and columns, or a line for each cell where there are more than two ranges."""
        return self._grid(_cell_text) if len(self.ranges) == GRID else self._lines()

    def _lines(self) -> str:
        rows = [
            (
                *map(_input_text, cell.inputs),
                _cell_text(cell),
                *((percent(cell.chance), "#" * round(cell.chance * BAR)) if cell.chance is not None else ("", "")),
            )
            for cell in self.cells
        ]
        return grid((*self.ranges, _("chance"), "", ""), rows)

    def _grid(self, text_of: Any) -> str:  # noqa: ANN401 - a function of a cell
        heads, rows = self._rows()
        return grid(heads, [(head, *map(text_of, cells)) for head, cells in rows])

    def _rows(self) -> tuple[tuple[str, ...], list[tuple[str, tuple[Cell, ...]]]]:
        """Return the headings, and the rows with their cells: the second range makes the columns."""
        first, *rest = self.ranges
        if len(rest) != 1:
            every: list[tuple[str, tuple[Cell, ...]]] = [(" ".join(map(_input_text, cell.inputs)), (cell,)) for cell in self.cells]
            return (" ".join(self.ranges), _("chance")), every
        columns = self.ranges[rest[0]]
        width = len(columns)
        rows = [(_input_text(value), self.cells[at * width : (at + 1) * width]) for at, value in enumerate(self.ranges[first])]
        return (f"{first} \\ {rest[0]}", *map(_input_text, columns)), rows

    def heat(self) -> str:
        """Return the table as a heat map of shades and whole percents."""
        words = _("Shades: {shades}, from 0 to 100 %.").format(shades=" ".join(f"[{shade * 2}]" for shade in SHADES))
        return f"{self._grid(_heat)}\n\n{words}"

    def text(self, *, heat: bool = False) -> str:
        """Return the table for a terminal, with what was asked above it."""
        asked = " ".join(f"{name}={_input_text(value)}" for name, value in self.fixed.items())
        head = ", ".join([" ".join(part for part in (self.entry.name, asked) if part), *changes(self.rules)])
        refused = next((cell for cell in self.cells if cell.chance is None), None)
        lines = [
            head,
            question_text(self.question),
            f"{rules_text(self.entry.rules)}   {provenance_text(self.provenance)}",
            "",
            self.heat() if heat else str(self),
        ]
        if refused is not None:
            lines += ["", local_signs(f"-: {refused.refusal}")]
        return "\n".join(lines)

    def json(self) -> dict[str, Any]:
        """Return the whole table; the cells in the order of the ranges, the last of them quickest."""
        cells = [
            {
                "inputs": dict(zip(self.ranges, map(plain, cell.inputs), strict=True)),
                **({"p": exact(cell.chance)} if cell.chance is not None else {"p": None, "error": cell.refusal}),
            }
            for cell in self.cells
        ]
        return {
            "procedure": self.entry.name,
            "inputs": {name: plain(value) for name, value in self.fixed.items()},
            "ranges": {name: [plain(value) for value in values] for name, values in self.ranges.items()},
            **question_json(self.question),
            "rules": list(self.entry.rules),
            "provenance": self.provenance,
            "cells": cells,
            **changes_json(self.rules),
        }

    def csv(self) -> str:
        """Return a line for each cell: its inputs, the exact chance, the provenance."""
        rows = [(*map(_csv_text, cell.inputs), "" if cell.chance is None else exact(cell.chance), self.provenance) for cell in self.cells]
        return rows_csv((*self.ranges, "p", "provenance"), rows)

    def latex(self) -> str:
        """Return the table as a LaTeX tabular."""
        heads, rows = self._rows()
        lines = [
            (latex_word(head), *("--" if cell.chance is None else f"${latex_fraction(cell.chance)}$" for cell in cells))
            for head, cells in rows
        ]
        return grid_latex(heads, lines, f"l{'r' * (len(heads) - 1)}")


def event_table(entry: Entry, given: Mapping[str, object], question: Question, rules: Ruleset) -> EventTable:
    """Return the chance of an event over the ranges among some inputs."""
    fixed, ranges = split_ranges(entry, given)
    count = 1
    for values in ranges.values():
        count *= len(values)
    if count > MOST_CELLS:
        raise _too_many(count)
    answers: list[Cell] = []
    found: set[str] = set()
    shown: dict[str, Any] = dict(fixed)
    with progress_report(lambda: N_("{done:,} of {all:,} cells were found").format(done=len(answers), all=count)):
        for point in product(*ranges.values()):
            check()
            try:
                answer = entry.answer({**fixed, **dict(zip(ranges, point, strict=True))}, rules)
                answers.append(Cell(point, event_chance(answer, question)))
            except InputError as refused:
                answers.append(Cell(point, None, str(refused)))
                continue
            found.add(answer.provenance)
            shown = {name: value for name, value in answer.inputs.items() if name not in ranges}
    if not found:
        raise InputError(answers[0].refusal)
    return EventTable(entry, question, rules, shown, ranges, tuple(answers), weakest(list(found)))


def _input_text(value: Any) -> str:  # noqa: ANN401 - an input's value
    return brief(_csv_text(value))


def _csv_text(value: Any) -> str:  # noqa: ANN401 - as above
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _cell_text(cell: Cell) -> str:
    return word(None) if cell.chance is None else fraction(cell.chance)


def _heat(cell: Cell) -> str:
    if cell.chance is None:
        return word(None)
    shade = SHADES[min(len(SHADES) - 1, int(cell.chance * len(SHADES)))]
    whole = int(cell.chance * 100 + Fraction(1, 2))
    return f"{shade * 2}{whole:>4}"
