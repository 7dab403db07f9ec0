"""How far a call carries: the chance for every sum of two campaign values and everything that the way takes off."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.coordination import coordination
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.pick_table import Cell, pick_table, shade
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
SUMS: Final = range(6, 16)  # of two campaign values from 3 to 7, and a little beyond
OFF: Final = range(7)  # three hexes, and a river at every step
START: Final = "13-1"

_PANEL: Final = Markup(
    '<section class="call-table" aria-labelledby="reach-title"><h3 id="reach-title">{title}</h3>{table}'
    '<div class="quiet">{note}</div></section>'
)
_CORNER: Final = Markup('<span class="sr">{}</span>')


@cached
def chance(rules: Ruleset, total: int, off: int) -> Fraction:
    """How often a Force comes: two campaign values of this sum, and so much taken off for hexes and rivers."""
    most = int(rules.table("coordination").at("max_distance"))
    hexes = min(off, most)
    one = total // 2
    return Fraction(coordination.dist(rules, one, total - one, hexes, off - hexes).p(coordinated=True))


@dataclass(slots=True)
class CallTable:
    """The cell that is picked."""

    picked: str = START
    key: str = field(default="reach", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - every panel is handed its desk
        """Another cell."""
        if what != "cell" or value not in _values():
            raise unknown(what)
        self.picked = value

    def kept(self) -> str:
        """The cell."""
        return self.picked

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if there is such a cell."""
        if isinstance(kept, str) and kept in _values():
            self.picked = kept

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.picked)


@cached
def _values() -> frozenset[str]:
    return frozenset(f"{total}-{off}" for total in SUMS for off in OFF)


@cached
def _text(rules: Ruleset, picked: str) -> Markup:
    rows = [(str(total), [_cell(rules, total, off) for off in OFF]) for total in SUMS]
    caption = _("Chance that he comes: the sum of both campaign values down, hexes and rivers taken off across")
    columns = [_CORNER.format(_("Sum")), *map(str, OFF)]
    note = _("An odd sum is rounded down, so 12 and 13 are worth the same. Every hex, and every river off the road, costs 1/10. [8.26]")
    return _PANEL.format(
        title=_("Two leaders against the way"),
        table=pick_table("reach", "cell", caption, columns, rows, picked, rest="", kind="heat"),
        note=cited(GAME, note, "reach-note"),
    )


def _cell(rules: Ruleset, total: int, off: int) -> Cell:
    found = chance(rules, total, off)
    said = _("Campaign values of {sum} together, {off} taken off").format(sum=total, off=off)
    return Cell(f"{total}-{off}", exact(found), said, found, shade=shade(found, Fraction(1)))
