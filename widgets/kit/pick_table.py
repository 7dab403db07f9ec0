"""A table of chances in which one cell can be picked, so that its exact value stands below: one stop for the Tab key, arrows inside.

Every cell shows its number; shades only repeat it. Cells are radio buttons of one group, which a browser walks with the arrow keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from markupsafe import Markup, escape

from rulesdemo.odds.format import exact
from rulesdemo.words import _, local_figures, local_signs
from widgets.kit.bars import rounded
from widgets.web.badges import joined
from widgets.web.phrases import unbroken
from widgets.web.rule_links import cited

_FIGURE: Final = Markup(
    '<figure class="pick{kind}" aria-labelledby="{key}-caption"><figcaption id="{key}-caption">{caption}</figcaption>'
    '<div class="pick-scroll" tabindex="0" role="region" aria-label="{label}"><table><thead>{head}</thead>'
    "<tbody>{rows}</tbody></table></div>"
    '<div class="pick-told" role="status">{told}</div></figure>'
)
_ROW: Final = Markup("<tr>{}</tr>")
_COLUMN: Final = Markup('<th scope="col">{}</th>')
_LINE: Final = Markup('<th scope="row">{}</th>')
_EMPTY: Final = Markup('<td class="none"><span aria-hidden="true">–</span><span class="sr">{}</span></td>')
_CELL: Final = Markup(
    '<td class="shade-{shade}{kind}"><label title="{said}">'
    '<input type="radio" id="{id}" name="{name}" data-set="{name}" value="{value}"{on}>'
    '<span class="sr">{said}</span><span aria-hidden="true">{shown}</span></label></td>'
)
_CHECKED: Final = Markup(" checked")
_HIDDEN: Final = Markup('<span class="sr">{}</span>')
_EXACT: Final = Markup("{words} <code>{exact}</code> <span>{percent}</span>")
SHADES: Final = (Fraction(1, 50), Fraction(1, 5), Fraction(1, 2), Fraction(4, 5))  # of the largest, from which on a cell is darker


@dataclass(frozen=True, slots=True)
class Cell:
    """One number: what it says for itself, what it is the chance or the mean of, and the exact value; None where it cannot be."""

    value: str
    shown: str
    said: str
    exact: Fraction
    is_chance: bool = True
    shade: int = 0
    is_edge: bool = False  # a sum at the side of the table
    told: str | Markup = ""  # what is said of the cell below the table, where it is not its exact value


def answer_cell(game: str, key: str, place: str, answer: tuple[str, str, str], shade: int = 0) -> Cell:
    """Return a cell that answers in words: what it shows, the case that it is the answer to, and the sentence below the table."""
    shown, case, sentence = answer
    return Cell(place, shown, case, Fraction(0), is_chance=False, shade=shade, told=cited(game, sentence, key))


def shade(chance: Fraction, most: Fraction) -> int:
    """Return how dark a cell is, from 0 to 4, by its share of the largest.

    >>> shade(Fraction(1, 2), Fraction(1, 2)), shade(Fraction(1, 20), Fraction(1, 2)), shade(Fraction(1, 5000), Fraction(1, 2))
    (4, 1, 0)
    """
    return sum(chance >= most * bound for bound in SHADES)


def pick_table(
    panel: str,
    what: str,
    caption: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[Cell | None]]],
    picked: str,
    *,
    rest: str,
    kind: str = "",
) -> Markup:
    """Draw the table of a panel that hears of a picked cell as `what`; `rest` is told while nothing is picked."""
    key, name = f"{panel}-{what}", f"extra:{panel}:{what}"
    chosen = next((cell for _head, cells in rows for cell in cells if cell is not None and cell.value == picked), None)
    return _FIGURE.format(
        kind=f" {kind}" if kind else "",
        key=key,
        caption=caption,
        label=_("{caption}, table; it may be scrolled").format(caption=caption),
        head=_ROW.format(joined(_COLUMN.format(each) for each in columns)),
        rows=joined(
            _ROW.format(_LINE.format(head) + joined(_cell(cell, key, name, is_on=cell is chosen) for cell in cells)) for head, cells in rows
        ),
        told=cell_text(chosen) if chosen is not None else rest,
    )


def _cell(cell: Cell | None, key: str, name: str, *, is_on: bool) -> Markup:
    if cell is None:
        return _EMPTY.format(_("cannot happen"))
    return _CELL.format(
        shade=cell.shade,
        kind=" edge" if cell.is_edge else "",
        said=local_signs(f"{cell.said}: {cell.shown}"),
        id=f"{key}-{cell.value}",
        name=name,
        value=cell.value,
        on=_CHECKED if is_on else "",
        shown=cell.shown,
    )


def cell_text(cell: Cell) -> Markup:
    """Draw a cell with its exact value, or with what it has to say instead."""
    if cell.told:
        return escape(cell.told)
    percent = f"({rounded(cell.exact)})" if cell.is_chance else f"({_near(cell)})"
    return _EXACT.format(words=f"{cell.said}:", exact=exact(cell.exact), percent=unbroken(percent))


def _near(cell: Cell) -> str:
    return _("about {number}").format(number=local_figures(f"{float(cell.exact):.4f}"))


def hidden_head(words: str) -> Markup:
    """Return the head of a column that only listeners hear."""
    return _HIDDEN.format(words)


def figures(chance: Fraction, places: int = 6) -> str:
    """Return a chance in decimals, rounded half up from the exact value.

    >>> figures(Fraction(5, 144)), figures(Fraction(1, 8), 1)
    ('0.034722', '0.1')
    """
    scaled = (chance * 10**places + Fraction(1, 2)).__floor__()
    return f"{scaled // 10**places}.{scaled % 10**places:0{places}d}"
