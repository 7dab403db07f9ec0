"""A results table as a ruler: its rows side by side, and a window as wide as a die has faces that every modifier slides along it.

The window moves by two buttons and by a slider, which takes keys, touch and mouse and says in words where it stands. Past an end of the
table the last row is read again.

>>> window(-13, 22, 20, 10)
(20, 21, 22, 22, 22, 22, 22, 22, 22, 22)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from markupsafe import Markup

from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, local_signs
from widgets.kit.bars import FILL
from widgets.kit.controls import Int
from widgets.kit.panel import State
from widgets.web.badges import joined
from widgets.web.phrases import modifier

WIDE: Final = 33  # pixels of a cell
HIGH: Final = 86
TOP: Final = 46  # the tab above
AXIS: Final = 30
ROOM: Final = 5  # cells that the words over an end need
CURVES: Final = 46  # room below for what a second roll lands on

Kind = Literal["low", "middle", "high", "again"]

_PANEL: Final = Markup(
    '<div class="ruler" role="group" aria-labelledby="{key}-name"><div class="ruler-head"><span id="{key}-name">{name}</span>'
    '<button type="button" class="ruler-step" id="{key}-less" data-do="extra" data-name="{key}:slide" data-by="-1" aria-label="{less}"'
    '{least}><span aria-hidden="true">◂</span></button>'
    '<input class="slider" type="range" id="{key}-slide" min="{low}" max="{high}" step="1" value="{value}" data-set="extra:{key}:at" '
    'aria-label="{name}" aria-valuetext="{said}">'
    '<button type="button" class="ruler-step" id="{key}-more" data-do="extra" data-name="{key}:slide" data-by="1" aria-label="{more}"'
    '{most}><span aria-hidden="true">▸</span></button><output class="ruler-now">{now}</output></div>'
    '<div class="ruler-wide">{wide}</div><div class="ruler-narrow" aria-hidden="true">{narrow}</div></div>'
)
_SVG: Final = Markup('<svg viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{label}">{inside}</svg>')
_CELL: Final = Markup(
    '<g class="ruler-cell is-{kind}{yours}"><rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{fill}"/>'
    '<text x="{m}" y="{ya}">{above}</text><line x1="{l1}" x2="{l2}" y1="{yl}" y2="{yl}"/><text x="{m}" y="{yb}">{below}</text>'
    '<text class="ruler-row{bold}" x="{m}" y="{yr}">{row}</text></g>'
)
_WINDOW: Final = Markup(
    '<g class="ruler-window"><path d="M{x} {y}v-30q0-8 8-8h{wide}q8 0 8 8v30z"/>'
    '<rect x="{x}" y="{y}" width="{full}" height="{high}"/>{faces}</g>'
)
_FACE: Final = Markup('<text x="{x}" y="{y}">{face}</text>')
_ROLLED: Final = Markup('<rect class="ruler-rolled" x="{x}" y="{y}" width="{wide}" height="{high}" rx="4"/>')
_LANDING: Final = Markup(
    '<path class="ruler-landing" d="M{a} {y}C{a} {d} {b} {d} {b} {y}"/><circle class="ruler-landing" cx="{b}" cy="{y}" r="3.5"/>'
)
_END: Final = Markup('<text class="ruler-end{kind}" x="{x}" y="{y}">{words}</text>')
_OFF: Final = Markup(" disabled")
_FILLS: Final = {"low": FILL["third"], "middle": "#FFFDF9", "high": "#6DB0A5", "again": "#F6E9F0"}


@dataclass(frozen=True, eq=False, slots=True)
class Window(Int):
    """Where the window of a ruler stands: its buttons act on `slide`, its slider on the field itself; the ruler is its control."""

    is_apart: bool = field(default=True, kw_only=True)

    def hears(self, what: str) -> bool:
        """Say whether an act is this field's."""
        return what in ("slide", self.name)

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> int:
        """Return the modifier after a step, or the one of the slider."""
        return Int.read(self, self.name if what == "slide" else f"{self.name}.at", text, rules, state)


class Row(NamedTuple):
    """A row of the table: its number, what stands above and below the line, which way it goes, the row in words, and whose it is."""

    number: int
    above: str
    below: str
    kind: Kind
    said: str
    is_yours: bool = False  # the reader has changed it
    name: str = ""  # under the cell, where it is not the number with its sign


class Table(NamedTuple):
    """The rows of the ruler from the lowest on, the faces of the die, words for both ends, and a throw."""

    rows: Sequence[Row]
    faces: Sequence[int]
    ends: tuple[str, str] = ("", "")
    rolled: int | None = None  # the face that was thrown


def window(low: int, high: int, start: int, faces: int) -> tuple[int, ...]:
    """Return the rows that the faces of a die find, from a modifier on; past an end it is the last row again."""
    return tuple(min(max(start + face, low), high) for face in range(faces))


def ruler(key: str, name: str, table: Table, at: int, limits: tuple[int, int], landings: tuple[tuple[int, int], ...] = ()) -> Markup:
    """Draw the ruler with its window at a modifier; `landings` are arcs from a row that is rolled again to the rows that this can find."""
    rows, faces = table.rows, table.faces
    low, high = limits
    found = window(rows[0].number, rows[-1].number, at, len(faces))
    inside = [row for row in rows if row.number in found]
    return _PANEL.format(
        key=key,
        name=name,
        less=_("{name}, one less").format(name=name),
        more=_("{name}, one more").format(name=name),
        least=_OFF if at <= low else "",
        most=_OFF if at >= high else "",
        low=low,
        high=high,
        value=at,
        said=_("{n}: rows {first} to {last}").format(n=modifier(at), first=modifier(found[0]), last=modifier(found[-1])),
        now=modifier(at),
        wide=_svg(table, at, landings, _faces_text(table, at)),
        narrow=_svg(table._replace(rows=inside, ends=("", "")), at, (), ""),
    )


def strip(table: Table, at: int) -> Markup:
    """Draw a short ruler without controls, as where a panel has its own."""
    return Markup('<div class="ruler-strip">{}</div>').format(_svg(table, at, (), _faces_text(table, at)))


def _faces_text(table: Table, at: int) -> str:
    """Return what each face finds, in words."""
    rows = {row.number: row for row in table.rows}
    found = window(table.rows[0].number, table.rows[-1].number, at, len(table.faces))
    texts = (
        _("{face}: row {row}, {said}").format(face=face, row=rows[row].name or modifier(row), said=rows[row].said)
        for face, row in zip(table.faces, found, strict=True)
    )
    return local_signs("; ".join(texts))


def _svg(table: Table, at: int, landings: tuple[tuple[int, int], ...], label: str) -> Markup:
    rows, faces, ends, rolled = table
    first, last = rows[0].number, rows[-1].number
    spare = {number: place for place, number in enumerate(range(first, last + 1))}
    # The window may stand off the ends of the table; the picture keeps to the table and shows the part of it that is there.
    inside_faces = [face for face in faces if first <= at + face <= last]
    parts = [_cell(row, spare[row.number]) for row in rows]
    if inside_faces:
        left = spare[at + inside_faces[0]] * WIDE + 1
        full = len(inside_faces) * WIDE
        marks = joined(
            _FACE.format(x=left + (place + 0.5) * WIDE, y=TOP - 12, face=_off_the_end(face, at, (first, last), faces))
            for place, face in enumerate(inside_faces)
        )
        parts.append(_WINDOW.format(x=left, y=TOP, wide=full - 16, full=full, high=HIGH, faces=marks))
    else:
        end = len(rows) - 1 if at > last else 0
        every = _FACE.format(x=(end + 0.5) * WIDE, y=TOP - 12, face=f"{faces[0]}–{faces[-1]}")
        parts.append(_WINDOW.format(x=end * WIDE + 1, y=TOP, wide=WIDE - 16, full=WIDE, high=HIGH, faces=every))
    if rolled is not None:
        parts.append(_ROLLED.format(x=spare[min(max(at + rolled, first), last)] * WIDE + 5, y=TOP + 5, wide=WIDE - 8, high=HIGH - 10))
    parts += _end_labels(ends, at - first, len(rows), len(faces))
    y = TOP + HIGH + AXIS
    parts += [
        _LANDING.format(a=(spare[a] + 0.5) * WIDE, b=(spare[b] + 0.5) * WIDE, y=y, d=y + CURVES * 0.9)
        for a, b in landings
        if a in spare and b in spare
    ]
    return _SVG.format(w=len(rows) * WIDE + 2, h=TOP + HIGH + AXIS + (CURVES if landings else 6), label=label, inside=joined(parts))


def _end_labels(ends: tuple[str, str], start: int, rows: int, faces: int) -> list[Markup]:
    """Draw the words over both ends, where the tab of the window leaves room for them."""
    found = []
    if ends[0] and start >= ROOM:
        found.append(_END.format(kind="", x=2, y=TOP - 12, words=ends[0]))
    if ends[1] and start + faces <= rows - ROOM:
        found.append(_END.format(kind=" is-last", x=rows * WIDE, y=TOP - 12, words=ends[1]))
    return found


def _cell(row: Row, place: int) -> Markup:
    x = place * WIDE + 1
    return _CELL.format(
        kind=row.kind,
        yours=" is-yours" if row.is_yours else "",
        x=x,
        y=TOP,
        wide=WIDE,
        high=HIGH,
        fill=_FILLS[row.kind],
        m=x + WIDE / 2,
        ya=TOP + 33,
        yb=TOP + 66,
        yl=TOP + HIGH / 2,
        l1=x + 7,
        l2=x + WIDE - 7,
        above=row.above,
        below=row.below,
        yr=TOP + HIGH + 21,
        row=row.name or modifier(row.number),
        bold="" if row.number % 5 else " is-fifth",
    )


def _off_the_end(face: int, at: int, ends: tuple[int, int], faces: Sequence[int]) -> str:
    """Return the face over a row; at the end of the table all the faces that find it."""
    row = at + face
    if row == ends[1] and face < faces[-1]:
        return f"{face}–{faces[-1]}"
    if row == ends[0] and face > faces[0]:
        return f"{faces[0]}–{face}"
    return str(face)
