"""A printed table as it is read: the cell that answered is lit, and every number shows where it comes from.

>>> from rulesdemo.rules.ruleset import ruleset
>>> view = TableView(ruleset("veneti").table("boarding"), lit=(("4", "1"),))
>>> view.counts
{'seed': 1, 'reconstructed': 107}
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.odds.reads import PROVENANCES, CellRead
from rulesdemo.rules.tables import Axis, Cell, Table
from rulesdemo.words import _, ngettext
from widgets.web.badges import chips, joined, mark, names
from widgets.web.phrases import spaced, titled
from widgets.web.render_cache import cached

MANY_COLUMNS: Final = 6  # a table that wide takes all the width there is

_FIGURE: Final = Markup(
    '<figure class="table-view{full}"><figcaption><div class="table-title"><h3>{title}</h3>{chips}</div>'
    "{axes}</figcaption>"
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{label}"><table><caption class="sr">{label}</caption>'
    "<thead><tr>{corner}{heads}</tr></thead><tbody>{rows}</tbody></table></div>{legend}</figure>"
)
_AXES: Final = Markup('<p class="quiet">{}</p>')
_HEAD: Final = Markup('<th scope="{scope}"{kind}>{words}</th>')
_CELL: Final = Markup("<td{kind}>{inside}</td>")
_PRESS: Final = Markup('<button type="button" class="cell-press" data-do="cell" data-name="{name}" data-by="{place}">{inside}</button>')
_CLASS: Final = Markup(' class="{}"')
_SR: Final = Markup('<span class="sr">{}</span>')
_PLACE: Final = re.compile(r"([0-9]{1,4}),([0-9]{1,4})")
_SAYS_NOTHING: Final = frozenset({"what", "field", "column", "value"})  # names that say nothing
_MERE_NAMES: Final = frozenset({"name", "constant"})  # names of rows that say nothing


@dataclass(frozen=True)
class TableView:
    """A table, what is lit in it, and whether its cells can be pressed.

    `lit` has (row, column) labels; an empty column lights the row, an empty row the column. `printed` is the table before the reader
    changed it, so that an old value can be shown struck through. `warned` cells, of a row gone flat or falling, are buff.
    """

    table: Table
    lit: tuple[tuple[str, str], ...] = ()
    printed: Table | None = None
    editable: bool = False
    title: str = ""
    axes: str = ""
    warned: frozenset[tuple[str, str]] = frozenset()
    key: str = "table"

    @classmethod
    def of(cls, answer: Answer, name: str, **more: object) -> TableView:
        """Return a table as an answer read it, under the answer's rules, with the cells lit that it rests on."""
        from rulesdemo.rules.ruleset import ruleset

        reads = sorted(read for read in answer.dist.rests_on if isinstance(read, CellRead) and read.table == name)
        table = answer.rules.table(name)
        # Where every cell was read there is nothing to point at.
        is_whole = len(reads) == len(table.rows.labels) * len(table.columns.labels)
        lit = () if is_whole else tuple((read.row, read.column) for read in reads)
        return cls(table, lit, ruleset(answer.entry.game).table(name), **more)  # type: ignore[arg-type]

    @cached_property
    def counts(self) -> dict[str, int]:
        """Return how many cells of each provenance there are, strongest first."""
        found = Counter(cell.provenance for row in self.table.cells for cell in row)
        return {each: found[each] for each in PROVENANCES if found[each]}

    def cell_of(self, place: str) -> tuple[str, str] | None:
        """Return the labels of a cell that was pressed; None for what is no cell."""
        found = _PLACE.fullmatch(place)
        rows, columns = self.table.rows.labels, self.table.columns.labels
        if found is None or int(found[1]) >= len(rows) or int(found[2]) >= len(columns):
            return None
        return rows[int(found[1])], columns[int(found[2])]

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self) -> Markup:
        """Draw the table as text."""
        return _text(self)

    def render(self) -> Markup:
        """Draw the table as text, made anew."""
        table = self.table
        info = table.info
        title = self.title or info.title
        axes = self.axes or self._axes()
        return _FIGURE.format(
            full=" full" if len(table.columns.labels) >= MANY_COLUMNS else "",
            title=title,
            label=_("{title}, table").format(title=title),
            chips=chips(info.game, info.rules, f"{self.key}-{table.name}"),
            axes=_AXES.format(axes) if axes else "",
            corner=_HEAD.format(scope="col", kind=_CLASS.format("corner"), words=_SR.format(titled(spaced(table.rows.name)))),
            heads=joined(
                _HEAD.format(scope="col", kind=_CLASS.format("lit") if place in self._lit_columns else "", words=self._column_words(place))
                for place in range(len(table.columns.labels))
            ),
            rows=joined(self._row(place) for place in range(len(table.rows.labels))),
            legend=self._legend(),
        )

    @cached_property
    def _lit_cells(self) -> frozenset[tuple[int, int]]:
        rows, columns = self.table.rows.labels, self.table.columns.labels
        found = [(r, c) for r, c in self.lit if r in rows and c in columns]
        return frozenset((rows.index(r), columns.index(c)) for r, c in found)

    @cached_property
    def _lit_rows(self) -> frozenset[int]:
        """Return the rows to shade: those named, and that of a cell which is lit alone; several lit cells stand for themselves."""
        labels = self.table.rows.labels
        lit = {labels.index(r) for r, c in self.lit if r in labels and not c}
        return frozenset(lit | ({r for r, _c in self._lit_cells} if len(self._lit_cells) == 1 else set()))

    @cached_property
    def _lit_columns(self) -> frozenset[int]:
        labels = self.table.columns.labels
        lit = {labels.index(c) for r, c in self.lit if c in labels and not r}
        return frozenset(lit | ({c for _r, c in self._lit_cells} if len(self._lit_cells) == 1 else set()))

    def _axes(self) -> str:
        rows, columns = _axis_words(self.table.rows), _axis_words(self.table.columns)
        values = self.table.info.values.unit
        if self.table.columns.name not in _SAYS_NOTHING:
            words = _("{rows} down, {columns} across.").format(rows=titled(rows), columns=columns)
            return f"{words} {titled(values)}." if values else words
        if self.table.rows.name in _MERE_NAMES:
            return f"{titled(values)}." if values else ""
        if values:
            return _("By {rows}: {values}.").format(rows=rows, values=values)
        return _("By {rows}.").format(rows=rows)

    def _column_words(self, place: int) -> str:
        labels = self.table.columns.labels
        alone = len(labels) == 1 and labels[0] in _SAYS_NOTHING
        return titled(self.table.info.values.unit or _("value")) if alone else _edge_label(self.table.columns, place)

    def _row(self, place: int) -> Markup:
        kind = _CLASS.format("lit") if place in self._lit_rows else ""
        head = _HEAD.format(scope="row", kind=kind, words=_edge_label(self.table.rows, place))
        return Markup("<tr>{}{}</tr>").format(head, joined(self._cell(place, column) for column in range(len(self.table.columns.labels))))

    def _cell(self, row: int, column: int) -> Markup:
        table = self.table
        cell = table.cells[row][column]
        at = (table.rows.labels[row], table.columns.labels[column])
        # What is printed needs no frame of its own in a table that is printed for the most part.
        kinds = [f"from-{cell.provenance}"] if cell.provenance != "seed" or self._usual != "seed" else []
        if (row, column) in self._lit_cells:
            kinds.append("lit-cell")
        elif row in self._lit_rows or column in self._lit_columns:
            kinds.append("lit")
        kinds += ["warned"] if at in self.warned else []
        inside = self._old(row, column) + Markup("<span>{}</span>").format(_cell_text(cell))
        # One mark in a corner for what differs from most of the table; the legend below says what the rest is.
        if cell.provenance != self._usual:
            inside += mark(cell.provenance)
        if (row, column) in self._lit_cells:
            inside += _SR.format(_("(the cell that was read)"))
        if self.editable:
            inside = _PRESS.format(name=table.name, place=f"{row},{column}", inside=inside)
        return _CELL.format(kind=_CLASS.format(" ".join(kinds)) if kinds else "", inside=inside)

    @cached_property
    def _usual(self) -> str:
        """Return the provenance of most cells, the weaker where as many are of two."""
        return max(reversed(self.counts), key=lambda each: self.counts[each])

    def _old(self, row: int, column: int) -> Markup:
        if self.printed is None or self.table.cells[row][column].provenance != "yours":
            return Markup("")
        before = self.printed.cells[row][column]
        if before.text == self.table.cells[row][column].text:
            return Markup("")
        return Markup("<s>{}{}</s> ").format(_SR.format(_("before:") + " "), _cell_text(before))

    def _legend(self) -> Markup:
        items = []
        for provenance, count in self.counts.items():
            cells = ngettext("{name}: {count} cell", "{name}: {count} cells", count).format(name=names()[provenance][0], count=count)
            dashed = _(", dashed") if provenance == "reconstructed" else ""
            items.append(Markup("<li>{} {}{}</li>").format(mark(provenance), cells, dashed))
        used = {cell.text for row in self.table.cells for cell in row}
        for symbol, meaning in self._symbols():
            # A symbol that is a word for itself needs no other.
            if symbol in used and meaning and meaning.lower() != symbol.lower():
                items.append(Markup('<li class="symbol"><b>{}</b> {}</li>').format(spaced(symbol) or _("blank"), meaning))
        return Markup('<ul class="table-legend">{}</ul>').format(joined(items))

    def _symbols(self) -> list[tuple[str, str]]:
        info = self.table.info
        found = dict(info.values.symbols)
        for _column, values in info.by_column:
            for symbol, meaning in dict(values.symbols).items():
                # What means one thing here and another there is told of neither.
                found[symbol] = meaning if found.get(symbol, meaning) == meaning else ""
        return list(found.items())


@cached
def _text(view: TableView) -> Markup:
    return view.render()


def _axis_words(axis: Axis) -> str:
    """Return an axis in words: `attackers (marines)`; the unit alone where it has the name in it."""
    name = spaced(axis.name)
    if name in axis.unit.split():
        return axis.unit
    return f"{name} ({axis.unit})" if axis.unit else name


def _edge_label(axis: Axis, place: int) -> str:
    """Return a label; with a plus where it also stands for all that lies beyond it."""
    label, (low, high) = _label(axis.labels[place]), axis.spans[place]
    if axis.kind == "name" or low is None or high is None:
        return label
    highs = [end for _start, end in axis.spans if end is not None]
    is_open = any(end is None for _start, end in axis.spans)
    if axis.above != "clamp" or high != max(highs) or is_open:
        return label
    return _("{label} or more").format(label=label) if label.startswith("+") else f"{label}+"


def _label(label: str) -> str:
    return spaced(label).replace("-", "−") if label[:1] == "-" else spaced(label)


def _cell_text(cell: Cell) -> str:
    """Return a cell as printed, with a true minus sign."""
    return cell.text.replace("-", "−") if isinstance(cell.value, int) else spaced(cell.text)
