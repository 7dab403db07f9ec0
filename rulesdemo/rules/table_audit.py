"""The table audit: what looks odd in a printed table, found by its own shape.

Four questions are put to every table: does a numbered axis skip a number; does a line of numbers turn back on itself; are a line's steps
uneven where its neighbours' are even; does a cell break the formula that the sidecar declares. A finding is a place to look, not a
verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import table_names
from rulesdemo.rules.tables import Axis, Table, load_table
from rulesdemo.words import N_, commas

# Where numbers are skipped, and which: one, or several.
GAPS: Final = {
    "row": (N_("rows {first} to {last}"), N_("no row for {number}"), N_("no row for {first} to {last}")),
    "column": (N_("columns {first} to {last}"), N_("no column for {number}"), N_("no column for {first} to {last}")),
}


class Finding(NamedTuple):
    """One thing to look at."""

    game: str
    table: str
    kind: str  # gap, turns back, uneven, formula
    where: str
    text: str


class _Line(NamedTuple):
    """A row or a column as numbers with their labels; what is not a number is left out."""

    name: str
    labels: tuple[str, ...]
    numbers: tuple[Any, ...]


FEWEST: Final = 3  # numbers in a line before its direction or its steps mean anything


def audit(game: str) -> list[Finding]:
    """Every finding in a game's tables."""
    return [finding for name in table_names(game) for finding in audit_table(load_table(game, name))]


def audit_table(table: Table) -> list[Finding]:
    """Every finding in one table."""
    found = [*_gaps(table, table.rows, "row"), *_gaps(table, table.columns, "column"), *_broken(table)]
    if "unordered" not in table.info.audit:
        found += _turning(table)
        if "formula" not in table.info.audit:
            found += _uneven(table)
    return found


def _finding(table: Table, kind: str, where: str, text: str) -> Finding:
    return Finding(table.info.game, table.name, kind, where, text)


# -- gaps --------------------------------------------------------------------------------------------------------------


def _gaps(table: Table, axis: Axis, what: str) -> list[Finding]:
    """Numbers that an unbroken scale skips."""
    if axis.kind != "number":
        return []
    spans = sorted(
        (low, high, label) for (low, high), label in zip(axis.spans, axis.labels, strict=True) if low is not None and high is not None
    )
    span, one, several = GAPS[what]
    return [
        _finding(
            table,
            "gap",
            span.format(first=label, last=after),
            several.format(first=high + 1, last=low - 1) if low - 1 > high + 1 else one.format(number=high + 1),
        )
        for (_, high, label), (low, _, after) in pairwise(spans)
        if low > high + 1
    ]


# -- direction ---------------------------------------------------------------------------------------------------------


def _lines(table: Table) -> list[list[_Line]]:
    """Columns read down (when rows are numbered) and rows read across (when columns are)."""
    families = []
    if table.rows.kind != "name":
        families.append(
            [
                _line(N_("column {label}").format(label=label), table.rows, [row[at].value for row in table.cells])
                for at, label in enumerate(table.columns.labels)
            ]
        )
    if table.columns.kind != "name":
        families.append(
            [
                _line(N_("row {label}").format(label=label), table.columns, [cell.value for cell in row])
                for label, row in zip(table.rows.labels, table.cells, strict=True)
            ]
        )
    return families


def _line(name: str, axis: Axis, values: list[Any]) -> _Line:
    # A sign in front of a label is only how it is printed; the order is by value, so that a die printed 6 to 1 reads 1 to 6.
    order = sorted(range(len(values)), key=lambda at: _lowest(axis.spans[at]))
    kept = [at for at in order if isinstance(values[at], (int, Fraction))]
    return _Line(name, tuple(axis.labels[at] for at in kept), tuple(values[at] for at in kept))


def _turning(table: Table) -> list[Finding]:
    """Steps against the way a line mostly runs."""
    found = []
    for line in (line for family in _lines(table) for line in family):
        steps = [(a, b, after - before, before, after) for (a, before), (b, after) in pairwise(zip(line.labels, line.numbers, strict=True))]
        ups, downs = sum(step > 0 for _, _, step, _, _ in steps), sum(step < 0 for _, _, step, _, _ in steps)
        if not ups or not downs:
            continue
        rising = ups >= downs
        for a, b, step, before, after in steps:
            if (step < 0) if rising else (step > 0):
                if rising:
                    text = N_("{line} rises, but goes from {before} at {first} to {after} at {last}")
                else:
                    text = N_("{line} falls, but goes from {before} at {first} to {after} at {last}")
                where = N_("{line}, {first} to {last}").format(line=line.name, first=a, last=b)
                found.append(_finding(table, "turns back", where, text.format(line=line.name, before=before, first=a, after=after, last=b)))
    return found


def _uneven(table: Table) -> list[Finding]:
    """Lines with uneven steps where most lines of the table have even ones."""
    found = []
    for family in _lines(table):
        lines = [line for line in family if len(line.numbers) >= FEWEST]
        steps = {line.name: [b - a for a, b in pairwise(line.numbers)] for line in lines}
        even = [name for name, each in steps.items() if len(set(each)) == 1]
        if len(even) * 2 <= len(lines) or len(lines) < 2:  # noqa: PLR2004 - one line has no neighbours
            continue
        found += [
            _finding(
                table,
                "uneven",
                line.name,
                N_("{line} reads {numbers}: uneven steps, where {others} step evenly").format(
                    line=line.name, numbers=", ".join(map(str, line.numbers)), others=commas(even)
                ),
            )
            for line in lines
            if line.name not in even
        ]
    return found


# -- formulas ----------------------------------------------------------------------------------------------------------


def _broken(table: Table) -> list[Finding]:
    formula = table.info.audit.get("formula")
    if formula is None:
        return []
    name = formula.get("name")
    if name not in FORMULAS:
        message = N_("data/{game}/tables/{table}.toml: no formula {name!r}; known are {names}").format(
            game=table.info.game, table=table.name, name=name, names=", ".join(FORMULAS)
        )
        raise DataError(message)
    return FORMULAS[name](table, formula)


def _number(label: str, axis: Axis) -> int:
    return _lowest(axis.spans[axis.labels.index(label)])


def _lowest(span: tuple[int | None, int | None]) -> int:
    """The number a label stands for: its low end, or its high end where it is open below."""
    low, high = span
    return low if low is not None else high if high is not None else 0


def _by_cell(table: Table, value_of: Callable[[int, int], int]) -> list[Finding]:
    found = []
    for row_label, row in zip(table.rows.labels, table.cells, strict=True):
        for column_label, cell in zip(table.columns.labels, row, strict=True):
            wanted = value_of(_number(row_label, table.rows), _number(column_label, table.columns))
            if cell.value != wanted:
                place = N_("row {row}, column {column}").format(row=row_label, column=column_label)
                text = N_("{place}: printed {printed}, the table's own formula gives {wanted}")
                found.append(_finding(table, "formula", place, text.format(place=place, printed=cell.text, wanted=wanted)))
    return found


def _clamped_sum(table: Table, formula: Mapping[str, Any]) -> list[Finding]:
    low, high = formula.get("low", -(10**9)), formula.get("high", 10**9)
    return _by_cell(
        table, lambda row, column: max(low, min(high, formula["base"] + formula.get("row", 0) * row + formula.get("column", 0) * column))
    )


def _percent_half_up(table: Table, _formula: Mapping[str, Any]) -> list[Finding]:
    return _by_cell(table, lambda row, column: (2 * row * column + 100) // 200)


def _floor_divide(table: Table, formula: Mapping[str, Any]) -> list[Finding]:
    return _by_cell(table, lambda row, _column: min(formula["high"], row // formula["by"]))


def _row_sum(table: Table, formula: Mapping[str, Any]) -> list[Finding]:
    found = []
    for label, row in zip(table.rows.labels, table.cells, strict=True):
        added = sum(cell.value or 0 for cell in row)
        wanted = formula.get("base", 0) + formula.get("row", 0) * _number(label, table.rows)
        if added != wanted:
            text = N_("the row adds up to {added}, the table's own formula gives {wanted}").format(added=added, wanted=wanted)
            found.append(_finding(table, "formula", N_("row {label}").format(label=label), text))
    return found


FORMULAS: Final[dict[str, Callable[[Table, Mapping[str, Any]], list[Finding]]]] = {
    "clamped-sum": _clamped_sum,
    "percent-half-up": _percent_half_up,
    "row-sum": _row_sum,
    "floor-divide": _floor_divide,
}
