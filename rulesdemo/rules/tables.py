"""Tables: printed grids with explicit edges, and a provenance for every cell.

    table.at(row, column)              one value
    table.under(D6, column, plus=drm)  the entries under every value of a die, row = value + plus
    table.across(D6, row, plus=drm)    the same along a row, column = value + plus
    table.record(row)                  a whole row as a record
    table.added(fog=True, night=True)  the sum of some rows of a list of modifiers

Whatever hands out a value notes the cell in the ledger, so that an answer knows what it rests on.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from keyword import iskeyword
from typing import Any, Final, NamedTuple

from rulesdemo.errors import DataError, InputError, nearest
from rulesdemo.odds.dice import Source
from rulesdemo.odds.dist import Reads, record_of
from rulesdemo.odds.reads import PROVENANCES, CellRead, note, weakest
from rulesdemo.rules.datafiles import release_grid, table_files
from rulesdemo.rules.sidecar import Sidecar
from rulesdemo.words import N_, brief, in_both

MOST_DIGITS: Final = 30  # of a number in a cell, and of one that is looked up
_WHOLE: Final = re.compile(r"[+-]?\d+")
_RANGE: Final = re.compile(r"(\d+)-(\d+)")
_UP: Final = re.compile(r"([+-]?\d+)\+")
_DOWN: Final = re.compile(r"<=([+-]?\d+)")
_DECIMAL: Final = re.compile(r"[+-]?\d+\.\d+")

PATCH_DIGITS: Final = 4  # of a number in a reader's patch; the largest in print has as many
_TOO_LARGE: Final = re.compile(rf"\d{{{PATCH_DIGITS + 1}}}")

KINDS: Final = ("number", "value", "name")
EDGES: Final = ("refuse", "clamp")
VALUE_KINDS: Final = ("number", "symbol", "text")


class Column(tuple[Any, ...]):  # noqa: SLOT001 - a tuple cannot have slots of its own, and `reads` needs a place
    """Entries in the order of a die's values; told apart by identity, so that looking one up never hashes its entries.

    `reads` names the cells behind each entry, in the same order.
    """

    reads: tuple[tuple[CellRead, ...], ...]
    __hash__ = object.__hash__
    __eq__ = object.__eq__


def _column(pairs: list[tuple[Any, list[CellRead]]]) -> tuple[Column, list[CellRead]]:
    """A column from its entries and the cells behind each, and all those cells."""
    column = Column(value for value, _ in pairs)
    column.reads = tuple(tuple(reads) for _, reads in pairs)
    return column, [read for _, reads in pairs for read in reads]


class Cell(NamedTuple):
    """One cell: its value, its text as printed, and where it comes from."""

    value: Any
    text: str
    provenance: str
    source: str
    ruling: str


class Values(NamedTuple):
    """What the cells of a table, or of one column, may hold."""

    kind: str = "number"
    unit: str = ""
    symbols: tuple[tuple[str, str], ...] = ()

    def parse(self, text: str) -> Any:  # noqa: ANN401 - a whole number, an exact decimal, a symbol, a text, or None for a blank
        """The value of a cell's text; ValueError with the reason when it has none."""
        if text == "" and "" in dict(self.symbols):
            return None
        if self.kind == "text":
            return text
        if text in dict(self.symbols):
            return text
        if self.kind == "number":
            is_whole, is_decimal = _WHOLE.fullmatch(text), _DECIMAL.fullmatch(text)
            if (is_whole or is_decimal) and len(text) > MOST_DIGITS:
                message = N_("a number of more than {most} digits").format(most=MOST_DIGITS)
                raise ValueError(message)
            if is_whole:
                return int(text)
            if is_decimal:
                return Fraction(text)
        allowed = ", ".join(repr(symbol) for symbol, _ in self.symbols)
        if self.kind == "symbol":
            message = N_("{text!r} is not one of {allowed}")
        elif allowed:
            message = N_("{text!r} is not a whole number or one of {allowed}")
        else:
            message = N_("{text!r} is not a whole number")
        message = message.format(text=text, allowed=allowed)
        raise ValueError(message)


class Axis(NamedTuple):
    """The labels along one side of a table and what lies beyond them."""

    name: str
    kind: str
    labels: tuple[str, ...]
    spans: tuple[tuple[int | None, int | None], ...]
    below: str = "refuse"
    above: str = "refuse"
    edge_provenance: str = ""
    edge_ruling: str = ""
    unit: str = ""
    former: tuple[tuple[str, str], ...] = ()  # labels of earlier releases, which saves may name, and what they are called now

    def find(self, key: object, where: str) -> tuple[int, bool]:
        """The place of a key, and whether it lay beyond the edge; InputError when the table has no such line."""
        key = dict(self.former).get(key, key) if self.former and isinstance(key, str) else key
        if self.kind == "name" or (isinstance(key, str) and key in self.labels):
            if str(key) in self.labels:
                return self.labels.index(str(key)), False
            message = N_("{where} has no {name} {key!r}. {hint}").format(
                where=_place(where), name=self.name, key=key, hint=nearest(str(key), self.labels)
            )
            raise InputError(message)
        if isinstance(key, str) and len(key) <= MOST_DIGITS and _WHOLE.fullmatch(key):
            key = int(key)
        if not isinstance(key, int) or isinstance(key, bool):
            message = N_("{where}: {name} {key!r} is not one of {names}").format(
                where=_place(where), name=self.name, key=key, names=", ".join(self.labels)
            )
            raise InputError(message)
        for place, (low, high) in enumerate(self.spans):
            if (low is None or low <= key) and (high is None or key <= high):
                return place, False
        return self._beyond(key, where), True

    def _beyond(self, key: int, where: str) -> int:
        lows = [low for low, _ in self.spans if low is not None]
        highs = [high for _, high in self.spans if high is not None]
        if key < min(lows) and self.below == "clamp":
            return min(range(len(self.spans)), key=lambda place: _least(self.spans[place]))
        if key > max(highs) and self.above == "clamp":
            return max(range(len(self.spans)), key=lambda place: _least(self.spans[place]))
        message = N_("{where} has no {name} {key}; it lists {names}").format(
            where=_place(where), name=self.name, key=brief(key), names=", ".join(self.labels)
        )
        raise InputError(message)


def _place(where: str) -> str:
    """Return the words for a place that a look-up names, made only when there is something wrong with it."""
    kind, space, name = where.partition(" ")
    return N_("table {name}").format(name=name) if space and kind == "table" else where


def _least(span: tuple[int | None, int | None]) -> int:
    low, high = span
    return low if low is not None else high if high is not None else 0


class Table:
    """A printed table; frozen, read through its methods."""

    def __init__(self, info: TableInfo, rows: Axis, columns: Axis, cells: tuple[tuple[Cell, ...], ...]) -> None:
        """Keep the parts; `load_table` builds them from the files."""
        self.info = info
        self.name = info.name
        self.rows = rows
        self.columns = columns
        self.cells = cells
        self._known: dict[Any, tuple[Any, Reads]] = {}
        named = all(label.isidentifier() and not iskeyword(label) for label in columns.labels)
        self._record = record_of(columns.labels) if named and len(columns.labels) > 1 else None

    # -- reading ---------------------------------------------------------------------------------------------------

    def at(self, row: object, column: object = None) -> Any:  # noqa: ANN401 - whatever the table holds
        """The value of one cell; the column may be left out where there is only one."""
        return self._hand((row, column), self._one, row, column)

    def added(self, **times: int) -> int:
        """The sum of named rows of a list of modifiers, each as often as it applies (a flag counts once).

        Rows that do not apply are not read.
        """
        return sum(int(self.at(row)) * count for row, count in times.items() if count)

    def record(self, row: object) -> Any:  # noqa: ANN401 - a record with the column headings as fields
        """A whole row as a record."""
        return self._hand((row,), self._whole, row)

    def under(self, source: Source[Any], column: object = None, plus: int = 0) -> Column:
        """The entries under each value of the dice: row = value + plus. Without a column, whole rows of a wide table."""
        return self._hand((source, column, plus, "under"), self._under, source, column, plus)  # type: ignore[no-any-return]

    def across(self, source: Source[Any], row: object, plus: int = 0) -> Column:
        """The entries along a row: column = value + plus."""
        return self._hand((source, row, plus, "across"), self._across, source, row, plus)  # type: ignore[no-any-return]

    def _hand(self, key: Any, make: Any, *args: Any) -> Any:  # noqa: ANN401 - the maker's value
        try:
            value, reads = self._known[key]
        except KeyError:
            value, seen = make(*args)
            reads = Reads(frozenset(seen))
            self._known[key] = value, reads
        note(reads)
        return value

    def _one(self, row: object, column: object) -> tuple[Any, list[CellRead]]:
        value, read = self._cell(row, self._only() if column is None else column)
        return value, [read]

    def _whole(self, row: object) -> tuple[Any, list[CellRead]]:
        if self._record is None:
            return self._one(row, None)
        pairs = [self._cell(row, column) for column in self.columns.labels]
        return self._record(*(value for value, _ in pairs)), [read for _, read in pairs]

    def _under(self, source: Source[Any], column: object, plus: int) -> tuple[Column, list[CellRead]]:
        pairs = [self._whole(value + plus) if column is None else self._one(value + plus, column) for value in source.values]
        return _column(pairs)

    def _across(self, source: Source[Any], row: object, plus: int) -> tuple[Column, list[CellRead]]:
        pairs = [self._one(row, value + plus) for value in source.values]
        return _column(pairs)

    def _only(self) -> str:
        if len(self.columns.labels) != 1:
            message = N_("table {name} has several columns: say which of {names}").format(
                name=self.name, names=", ".join(self.columns.labels)
            )
            raise InputError(message)
        return self.columns.labels[0]

    def _cell(self, row: object, column: object) -> tuple[Any, CellRead]:
        where = f"table {self.name}"
        r, row_edge = self.rows.find(row, where)
        c, column_edge = self.columns.find(column, where)
        cell = self.cells[r][c]
        edges = [
            axis.edge_provenance for axis, beyond in ((self.rows, row_edge), (self.columns, column_edge)) if beyond and axis.edge_provenance
        ]
        read = CellRead(self.name, self.rows.labels[r], self.columns.labels[c], weakest([cell.provenance, *edges]), self.info.constant)
        return cell.value, read

    def cell(self, row: object, column: object) -> Cell:
        """One cell with all that is known about it."""
        where = f"table {self.name}"
        return self.cells[self.rows.find(row, where)[0]][self.columns.find(column, where)[0]]

    # -- changing --------------------------------------------------------------------------------------------------

    def patched(self, changes: Mapping[tuple[str, str], str]) -> Table:
        """A copy with some cells changed by the reader; each is `yours` from then on."""
        grid = [list(row) for row in self.cells]
        for (row, column), text in changes.items():
            where = f"table {self.name}"
            r, row_edge = self.rows.find(row, where)
            c, column_edge = self.columns.find(column, where)
            if row_edge or column_edge:
                message = N_("table {name} has no cell {row},{column}; rows are {rows}, columns {columns}").format(
                    name=self.name,
                    row=brief(row),
                    column=brief(column),
                    rows=", ".join(self.rows.labels),
                    columns=", ".join(self.columns.labels),
                )
                raise InputError(message)
            try:
                value = self._parsed(self.columns.labels[c], text)
            except ValueError as wrong:
                message = N_("table {name}, row {row}, column {column}: {wrong}").format(
                    name=self.name, row=brief(row), column=brief(column), wrong=wrong
                )
                raise InputError(message) from None
            grid[r][c] = Cell(value, text, "yours", "", "")
        return Table(self.info, self.rows, self.columns, tuple(tuple(row) for row in grid))

    def _parsed(self, column: str, text: str) -> Any:  # noqa: ANN401 - as the sidecar says
        """Return what a reader's text means in a column; a number larger than any in print would be counted up to by some rule."""
        if _TOO_LARGE.search(text):
            message = N_("a number has at most {digits} digits here").format(digits=PATCH_DIGITS)
            raise ValueError(message)
        return self.info.values_of(column).parse(text)


class TableInfo(NamedTuple):
    """What a sidecar says about its table besides the axes."""

    game: str
    name: str
    title_en: str
    title_fr: str
    rules: tuple[str, ...]
    provenance: str
    source: str
    note: str
    constant: bool
    values: Values
    by_column: tuple[tuple[str, Values], ...]
    audit: Mapping[str, Any]

    @property
    def title(self) -> str:
        """Return the title in the session's language; the French one is the source's where it has one."""
        return in_both(self.title_en, self.title_fr)[0]

    def values_of(self, column: str) -> Values:
        """What the cells of one column may hold."""
        return dict(self.by_column).get(column, self.values)


# -- loading -----------------------------------------------------------------------------------------------------------


def load_table(game: str, name: str) -> Table:
    """Read a table's two files and check them against each other; what a reader's own data folder changes in the grid is marked."""
    grid, data, csv_name = table_files(game, name)
    table, release = build_table(game, name, grid, data, csv_name), release_grid(game, name)
    return table if release is None else _marked(table, release)


def _marked(table: Table, release: list[list[str]]) -> Table:
    """The table with all cells that the release has otherwise as the reader's, and the edges of an axis whose labels it has otherwise."""
    (_, *columns), *lines = release or [[""]]
    texts = {(line[0], column): text for line in lines for column, text in zip(columns, line[1:], strict=True)}

    def axis(own: Axis, labels: list[str]) -> Axis:
        return own if list(own.labels) == labels else own._replace(edge_provenance="yours", edge_ruling="")

    def cell(own: Cell, row: str, column: str) -> Cell:
        return own if texts.get((row, column)) == own.text else Cell(own.value, own.text, "yours", "", "")

    cells = tuple(
        tuple(cell(own, row, column) for own, column in zip(line, table.columns.labels, strict=True))
        for line, row in zip(table.cells, table.rows.labels, strict=True)
    )
    return Table(table.info, axis(table.rows, [line[0] for line in lines]), axis(table.columns, columns), cells)


def build_table(game: str, name: str, grid: list[list[str]], data: Mapping[str, Any], csv_name: str) -> Table:
    """A table from its grid and sidecar; DataError names the file, row and column of any fault."""
    side = Sidecar(data, csv_name.replace(".csv", ".toml"))
    title = side.take("title", dict)
    own = side.take("values", dict, {})
    by_column = own.pop("columns", {}) if isinstance(own, dict) else {}
    info = TableInfo(
        game=game,
        name=name,
        title_en=N_(str(title.get("en", ""))),
        title_fr=str(title.get("fr", "")),
        rules=tuple(side.take("rules", list)),
        provenance=side.take("provenance", str, allowed=PROVENANCES[:3]),
        source=N_(side.take("source", str)),
        note=N_(side.take("note", str, "")),
        constant=side.take("constant", bool, default=False),
        values=_values(own, side.where, "values"),
        by_column=tuple((column, _values(data, side.where, f"values.columns.{column}")) for column, data in by_column.items()),
        audit=side.take("audit", dict, {}),
    )
    if not info.title_en or not info.title_fr:
        raise side.fault(N_("needs a title in en and in fr"))
    rows = _axis(side.take("rows", dict), tuple(row[0] for row in grid[1:]), side.where, "rows", csv_name)
    columns = _axis(side.take("columns", dict), tuple(grid[0][1:]), side.where, "columns", csv_name)
    if rows.name != grid[0][0]:
        raise side.fault(N_("calls the rows {rows!r} but the CSV's first heading is {grid!r}").format(rows=rows.name, grid=grid[0][0]))
    for column, _ in info.by_column:
        if column not in columns.labels:
            raise side.fault(N_("has values for column {column!r}, which the CSV lacks").format(column=column))
    exceptions = _exceptions(side.take("cell", list, []), rows, columns, side)
    side.finish()
    cells = tuple(_row_of_cells(row, info, columns, exceptions, csv_name) for row in grid[1:])
    return Table(info, rows, columns, cells)


def _values(data: Mapping[str, Any], where: str, what: str) -> Values:
    side = Sidecar(data, f"{where}, [{what}]")
    symbols = side.take("symbols", dict, {})
    values = Values(
        side.take("kind", str, "number", VALUE_KINDS),
        N_(side.take("unit", str, "")),
        tuple((str(symbol), N_(str(text))) for symbol, text in symbols.items()),
    )
    side.finish()
    if values.kind == "symbol" and not symbols:
        raise side.fault(N_("is of kind symbol but lists no symbols"))
    return values


def _axis(data: Mapping[str, Any], labels: tuple[str, ...], where: str, what: str, csv_name: str) -> Axis:
    side = Sidecar(data, f"{where}, [{what}]")
    kind = side.take("kind", str, "name", KINDS)
    axis = Axis(
        name=side.take("name", str),
        kind=kind,
        labels=labels,
        spans=tuple(_span(label, kind, csv_name, what) for label in labels),
        below=side.take("below", str, "refuse", EDGES),
        above=side.take("above", str, "refuse", EDGES),
        edge_provenance=side.take("edge_provenance", str, "", ("", *PROVENANCES[:3])),
        edge_ruling=side.take("edge_ruling", str, ""),
        unit=N_(side.take("unit", str, "")),
        former=tuple(side.take("formerly", dict, {}).items()),
    )
    side.finish()
    if lost := [f"{old} = {new!r}" for old, new in axis.former if old in labels or new not in labels]:
        raise side.fault(N_("formerly must lead from a label that is gone to one that is there: {names}").format(names=", ".join(lost)))
    if len(set(labels)) != len(labels):
        twice = next(label for label in labels if labels.count(label) > 1)
        message = N_("{csv_name}: {what} {twice!r} stands twice").format(csv_name=csv_name, what=what[:-1], twice=twice)
        raise DataError(message)
    if kind != "name":
        _refuse_overlap(axis, csv_name, what)
    return axis


def _span(label: str, kind: str, csv_name: str, what: str) -> tuple[int | None, int | None]:
    if kind == "name":
        return None, None
    if _WHOLE.fullmatch(label):
        return int(label), int(label)
    if match := _RANGE.fullmatch(label):
        return int(match[1]), int(match[2])
    if match := _UP.fullmatch(label):
        return int(match[1]), None
    if match := _DOWN.fullmatch(label):
        return None, int(match[1])
    message = N_("{csv_name}: {what} label {label!r} is not a number, a range (1-2) or an open end (5+, <=6)").format(
        csv_name=csv_name, what=what[:-1], label=label
    )
    raise DataError(message)


def _refuse_overlap(axis: Axis, csv_name: str, what: str) -> None:
    far = 10**9
    spans = sorted(
        (-far if low is None else low, far if high is None else high, label)
        for (low, high), label in zip(axis.spans, axis.labels, strict=True)
    )
    for (_, high, label), (low, _, other) in pairwise(spans):
        if low <= high:
            message = N_("{csv_name}: {what} {label!r} and {other!r} overlap").format(
                csv_name=csv_name, what=what, label=label, other=other
            )
            raise DataError(message)


def _exceptions(data: list[Any], rows: Axis, columns: Axis, side: Sidecar) -> list[tuple[str, str, str, str, str]]:
    out = []
    for number, entry in enumerate(data, start=1):
        inner = Sidecar(entry, f"{side.where}, [[cell]] {number}")
        row, column = inner.take("row", str, ""), inner.take("column", str, "")
        for label, axis, what in ((row, rows, "row"), (column, columns, "column")):
            if label and label not in axis.labels:
                raise inner.fault(N_("names {what} {label!r}, which the CSV lacks").format(what=what, label=label))
        if not row and not column:
            raise inner.fault(N_("names neither a row nor a column"))
        out.append(
            (
                row,
                column,
                inner.take("provenance", str, allowed=PROVENANCES[:3]),
                N_(inner.take("source", str, "")),
                inner.take("ruling", str, ""),
            )
        )
        inner.finish()
    # Whole lines first, single cells last, so that the narrower word wins.
    return sorted(out, key=lambda entry: bool(entry[0]) + bool(entry[1]))


def _row_of_cells(
    row: list[str], info: TableInfo, columns: Axis, exceptions: list[tuple[str, str, str, str, str]], csv_name: str
) -> tuple[Cell, ...]:
    cells = []
    for label, text in zip(columns.labels, row[1:], strict=True):
        try:
            value = info.values_of(label).parse(text)
        except ValueError as wrong:
            message = N_("{csv_name}, row {row}, column {label}: {wrong}").format(csv_name=csv_name, row=row[0], label=label, wrong=wrong)
            raise DataError(message) from None
        cell = Cell(value, text, info.provenance, info.source, "")
        for r, c, provenance, source, ruling in exceptions:
            if (not r or r == row[0]) and (not c or c == label):
                cell = cell._replace(provenance=provenance, source=source or info.source, ruling=ruling)
        cells.append(cell)
    return tuple(cells)
