"""The percentage table against plain rounding: every Force under a hundred points at one percentage, and the cells that are not rounded."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.losses import HUNDRED, TEN, percent_of
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.republic.lessons.cost import pieces
from widgets.games.republic.panels.bill import half_up, plain, rows_there
from widgets.kit.pick_table import Cell, pick_table
from widgets.kit.radio_row import radio_row
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
START: Final = 15
STEP: Final = 5  # between the percentages of the table
DARK: Final = 2  # the shade of a Force that the table treats otherwise
SIGNS: Final = {1: "▲", -1: "▼", 0: ""}

_PANEL: Final = Markup(
    '<section class="rounding" aria-labelledby="rounding-title"><h3 id="rounding-title">{title}</h3>'
    '<div class="panel-controls">{percent}</div><div class="rounding-both">{grid}<div>'
    '<div class="rounding-said">{said}</div>{odd}</div></div></section>'
)
_ODD: Final = Markup(
    '<table class="letter-means rounding-odd"><caption>{caption}</caption><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'
)
_HEAD: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr{lit}><th scope="row">{cell}</th><td>{printed}</td><td>{rounded}</td><td>{battle}</td></tr>')
_LIT: Final = Markup(' class="lit"')


class Odd(NamedTuple):
    """A cell of the printed table that is not what rounding halves up would give."""

    percent: int
    sp: int
    printed: int
    rounded: int


@cached
def percents(rules: Ruleset) -> tuple[int, ...]:
    """The percentages of the table."""
    return tuple(int(label) for label in rules.table("percent_losses").rows.labels)


@cached
def odd_cells(rules: Ruleset) -> tuple[Odd, ...]:
    """Every cell that differs from rounding, in the order of the table."""
    table = rules.table("percent_losses")
    found = (
        Odd(percent, int(column), int(table.at(percent, int(column))), half_up(percent, int(column)))
        for percent in percents(rules)
        for column in table.columns.labels
    )
    return tuple(odd for odd in found if odd.printed != odd.rounded)


@cached
def in_battle(rules: Ruleset) -> frozenset[int]:
    """The percentages that the battle table can call for."""
    table = rules.table("brt")
    lines = [table.record(row) for row in rows_there(rules)]
    return frozenset(word for line in lines for word in (line.attacker, line.defender) if isinstance(word, int))


@cached
def gaps(rules: Ruleset, percent: int) -> tuple[int, ...]:
    """By how much the table takes more than rounding once, for every Force from 1 to 99 points."""
    return tuple(percent_of(rules, percent, sp) - half_up(percent, sp) for sp in range(1, HUNDRED))


@dataclass(slots=True)
class Rounding:
    """The percentage that is looked at, and the Force that is picked."""

    percent: int = START
    picked: str = ""
    key: str = field(default="rounding", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Another percentage, or a Force of the grid."""
        number = int(value) if value.isascii() and value.isdigit() and len(value) <= TEN else 0
        if what == "percent" and number in percents(desk.rules):
            self.percent = number
        elif what == "force" and 0 < number < HUNDRED:
            self.picked = str(number)
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """The percentage and the Force."""
        return [self.percent, self.picked]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        forces = {"", *map(str, range(1, HUNDRED))}
        if isinstance(kept, list) and [type(each) for each in kept] == [int, str]:
            percent, picked = kept
            if picked in forces and percent in range(STEP, HUNDRED, STEP):
                self.percent, self.picked = percent, picked

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.percent, self.picked)


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _text(rules: Ruleset, percent: int, picked: str) -> Markup:
    return _PANEL.format(
        title=_("Every Force under a hundred points"),
        percent=radio_row("rounding", "percent", _("Loss in percent"), {each: str(each) for each in percents(rules)}, percent),
        grid=_grid(rules, percent, picked),
        said=cited(GAME, summed_up(rules, percent), "rounding-said"),
        odd=_odd(rules, percent),
    )


def summed_up(rules: Ruleset, percent: int) -> str:
    """How many Forces the table treats otherwise than rounding once would."""
    found = gaps(rules, percent)
    more, less = sum(gap > 0 for gap in found), sum(gap < 0 for gap in found)
    if not more and not less:
        return _("At {percent} % every Force loses what rounding once would take. [8.34]").format(percent=percent)
    told = []
    if more:
        told.append(
            ngettext("{n} Force loses more than by rounding once", "{n} Forces lose more than by rounding once", more).format(n=more)
        )
    if less:
        told.append(
            ngettext("{n} Force loses less than by rounding once", "{n} Forces lose less than by rounding once", less).format(n=less)
        )
    return _("At {percent} %, of {all}: {told}. Tens and units are rounded by themselves. [8.34] [R28]").format(
        percent=percent, all=len(found), told=", ".join(told)
    )


def _grid(rules: Ruleset, percent: int, picked: str) -> Markup:
    rows = []
    for tens in range(0, HUNDRED, TEN):
        cells = [_cell(rules, percent, tens + units) if tens + units else None for units in range(TEN)]
        rows.append((str(tens), cells))
    caption = _("What every Force loses at {percent} %, tens down, units across; ▲ more than by rounding once, ▼ less")
    return pick_table(
        "rounding",
        "force",
        caption.format(percent=percent),
        [_("Tens"), *map(str, range(TEN))],
        rows,
        picked,
        rest=_("Pick a Force to see how its loss is counted."),
        kind="rounding-grid",
    )


def _cell(rules: Ruleset, percent: int, sp: int) -> Cell:
    lost, once = percent_of(rules, percent, sp), half_up(percent, sp)
    sign = SIGNS[(lost > once) - (lost < once)]
    share = Fraction(percent * sp, HUNDRED)
    parts = ", ".join(_("{points} loses {n}").format(points=points, n=each) for points, each in pieces(rules, percent, sp))
    told = _("{sp} points at {percent} %: {parts}, so {lost}. Exactly {share}; rounded once, {once}.").format(
        sp=sp, percent=percent, parts=parts, lost=lost, share=plain(share), once=once
    )
    said = _("{sp} points lose").format(sp=sp)
    return Cell(str(sp), f"{lost}{sign}", said, share, is_chance=False, shade=DARK if sign else 0, told=told)


def _odd(rules: Ruleset, percent: int) -> Markup:
    known = in_battle(rules)
    heads = (_("Cell"), _("Printed"), _("Halves up"), _("In the battle table"))
    return _ODD.format(
        caption=_("Cells that are not rounded halves up, kept as printed"),
        heads=joined(map(_HEAD.format, heads)),
        rows=joined(
            _ROW.format(
                lit=_LIT if odd.percent == percent else "",
                cell=_("{percent} % of {sp}").format(percent=odd.percent, sp=odd.sp),
                printed=odd.printed,
                rounded=odd.rounded,
                battle=_("yes") if odd.percent in known else _("never"),
            )
            for odd in odd_cells(rules)
        ),
    )
