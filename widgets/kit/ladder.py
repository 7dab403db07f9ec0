"""A ladder: which faces of one die succeed, for every row and modifier of a table, with the exact chance and the case at hand lit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import Procedure, replay
from rulesdemo.words import _
from widgets.kit.bars import fraction, rounded
from widgets.kit.panel import Panel
from widgets.web.badges import joined

_TABLE: Final = Markup(
    '<div class="ladder"><div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table><caption class="sr">{caption}'
    '</caption><thead><tr><th scope="col" class="corner">{corner}</th>{heads}</tr></thead><tbody>{rows}</tbody></table></div></div>'
)
_HEAD: Final = Markup('<th scope="col"{lit}><b>{words}</b><span>{note}</span></th>')
_ROW: Final = Markup('<tr><th scope="row"{lit}>{words}</th>{cells}</tr>')
_CELL: Final = Markup(
    '<td{lit}><span class="faces" aria-hidden="true">{faces}</span><span class="sr">{spoken}</span>'
    '<span class="ladder-chance">{fraction}<span class="percent">{percent}</span></span>{now}</td>'
)
_FACE: Final = Markup('<i class="{kind}">{face}</i>')
_NOW: Final = Markup('<span class="ladder-now">{}</span>')
_LIT: Final = Markup(' class="lit"')


class Rung(NamedTuple):
    """The faces that succeed, and the chance."""

    good: tuple[int, ...]
    chance: Fraction


class Head(NamedTuple):
    """What stands over a column: the modifier, and what it is for."""

    words: str
    note: str = ""


def rung(procedure: Procedure[Any, Any], field: str, *args: Any) -> Rung:  # noqa: ANN401 - the procedure's own
    """Return what one die does in a procedure that throws no other; `field` says whether it succeeded."""
    good = tuple(face for face in D6.faces if getattr(replay(procedure, (face,), *args).value, field))
    return Rung(good, procedure.dist(*args).p(**{field: True}))


def strip(kinds: Sequence[str]) -> Markup:
    """Draw the six faces in a row, each in a class of its own: "good", "better", or "bad"."""
    return joined(_FACE.format(kind=kind, face=face) for face, kind in zip(D6.faces, kinds, strict=True))


def faces_text(good: Sequence[int]) -> str:
    """Return the faces that succeed, in words."""
    if not good:
        return _("no face succeeds:")
    if len(good) == len(D6.faces):
        return _("every face succeeds:")
    return _("succeeds on {faces}:").format(faces=", ".join(map(str, good)))


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rows and columns of rungs; `lit` is the row and the column that hold now."""

    key: str
    caption: str
    corner: str
    columns: tuple[Head, ...]
    rows: tuple[str, ...]
    rungs: tuple[tuple[Rung, ...], ...]
    lit: tuple[int, int] | None = None

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the table."""
        lit_row, lit_column = self.lit if self.lit is not None else (None, None)
        heads = joined(
            _HEAD.format(lit=_LIT if place == lit_column else "", words=head.words, note=head.note)
            for place, head in enumerate(self.columns)
        )
        rows = joined(
            _ROW.format(lit=_LIT if row == lit_row else "", words=words, cells=joined(self._cells(row)))
            for row, words in enumerate(self.rows)
        )
        return _TABLE.format(caption=self.caption, corner=self.corner, heads=heads, rows=rows)

    def _cells(self, row: int) -> Iterator[Markup]:
        for column, each in enumerate(self.rungs[row]):
            yield _cell(each, f"{self.key}-{row}-{column}", is_lit=(row, column) == self.lit)


def _cell(each: Rung, key: str, *, is_lit: bool) -> Markup:
    return _CELL.format(
        lit=_LIT if is_lit else "",
        faces=strip(["good" if face in each.good else "bad" for face in D6.faces]),
        spoken=faces_text(each.good),
        fraction=fraction(each.chance, key),
        percent=rounded(each.chance),
        now=_NOW.format(_("now")) if is_lit else "",
    )
