"""The percentage table against plain rounding: every Force under a hundred points at one percentage, and the cells that are not rounded."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.games.republic.losses import HUNDRED, TEN, percent_of
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.republic.lessons.cost import pieces
from widgets.games.republic.panels.bill import half_up, plain, rows_there
from widgets.kit.components import Box, PickTable, Sentence, Table
from widgets.kit.controls import Choice, Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell
from widgets.web.render_cache import cached

PERCENTS: Final = range(5, HUNDRED, 5)  # of the table
DARK: Final = 2  # the shade of a Force that the table treats otherwise
SIGNS: Final = {1: "▲", -1: "▼", 0: ""}


class Odd(NamedTuple):
    """A cell of the printed table that is not what rounding halves up would give."""

    percent: int
    sp: int
    printed: int
    rounded: int


@cached
def odd_cells(rules: Ruleset) -> tuple[Odd, ...]:
    """Return every cell that differs from rounding, in the order of the table."""
    table = rules.table("percent_losses")
    found = (
        Odd(percent, int(column), int(table.at(percent, int(column))), half_up(percent, int(column)))
        for percent in PERCENTS
        for column in table.columns.labels
    )
    return tuple(odd for odd in found if odd.printed != odd.rounded)


@cached
def in_battle(rules: Ruleset) -> frozenset[int]:
    """Return the percentages that the battle table can call for."""
    table = rules.table("brt")
    lines = [table.record(row) for row in rows_there(rules)]
    return frozenset(word for line in lines for word in (line.attacker, line.defender) if isinstance(word, int))


@cached
def gaps(rules: Ruleset, percent: int) -> tuple[int, ...]:
    """Return by how much the table takes more than rounding once, for every Force from 1 to 99 points."""
    return tuple(percent_of(rules, percent, sp) - half_up(percent, sp) for sp in range(1, HUNDRED))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    percent, known, odd = state.percent, in_battle(rules), odd_cells(rules)
    caption = _("What every Force loses at {percent} %, tens down, units across; ▲ more than by rounding once, ▼ less")
    grid = PickTable(
        "force",
        caption.format(percent=percent),
        [_("Tens"), *map(str, range(TEN))],
        [
            (str(tens), [_cell(rules, percent, tens + units) if tens + units else None for units in range(TEN)])
            for tens in range(0, HUNDRED, TEN)
        ],
        state.force,
        rest=_("Pick a Force to see how its loss is counted."),
        kind="rounding-grid",
    )
    table = Table(
        [_("Cell"), _("Printed"), _("Halves up"), _("In the battle table")],
        [
            [
                _("{percent} % of {sp}").format(percent=each.percent, sp=each.sp),
                each.printed,
                each.rounded,
                _("yes") if each.percent in known else _("never"),
            ]
            for each in odd
        ],
        _("Cells that are not rounded halves up, kept as printed"),
        kind="letter-means rounding-odd",
        row_kinds={place: "lit" for place, each in enumerate(odd) if each.percent == percent},
    )
    yield Box("rounding-both", [grid, Box("", [Sentence(summary(rules, percent), kind="rounding-said"), table])])


def summary(rules: Ruleset, percent: int) -> str:
    """Say how many Forces the table treats otherwise than rounding once would."""
    found = gaps(rules, percent)
    more, less = sum(gap > 0 for gap in found), sum(gap < 0 for gap in found)
    if not more and not less:
        return _("At {percent} % every Force loses what rounding once would take. [8.34]").format(percent=percent)
    parts = []
    if more:
        parts.append(
            ngettext("{n} Force loses more than by rounding once", "{n} Forces lose more than by rounding once", more).format(n=more)
        )
    if less:
        parts.append(
            ngettext("{n} Force loses less than by rounding once", "{n} Forces lose less than by rounding once", less).format(n=less)
        )
    return _("At {percent} %, of {all}: {told}. Tens and units are rounded by themselves. [8.34] [R28]").format(
        percent=percent, all=len(found), told=", ".join(parts)
    )


def _cell(rules: Ruleset, percent: int, sp: int) -> Cell:
    lost, once = percent_of(rules, percent, sp), half_up(percent, sp)
    sign = SIGNS[(lost > once) - (lost < once)]
    share = Fraction(percent * sp, HUNDRED)
    parts = ", ".join(_("{points} loses {n}").format(points=points, n=each) for points, each in pieces(rules, percent, sp))
    words = _("{sp} points at {percent} %: {parts}, so {lost}. Exactly {share}; rounded once, {once}.").format(
        sp=sp, percent=percent, parts=parts, lost=lost, share=local_figures(plain(share)), once=once
    )
    name = _("{sp} points lose").format(sp=sp)
    return Cell(str(sp), f"{lost}{sign}", name, share, is_chance=False, shade=DARK if sign else 0, told=words)


ROUNDING: Final = Panel(
    "rounding",
    "republic",
    N_("Every Force under a hundred points"),
    _body,
    fields=(
        Choice("percent", N_("Loss in percent"), {each: str(each) for each in PERCENTS}, start=15),
        Pick("force", "", {str(sp): "" for sp in range(1, HUNDRED)}),
    ),
)
