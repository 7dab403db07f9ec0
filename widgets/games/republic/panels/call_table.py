"""How far a call carries: the chance for every sum of two campaign values and everything that the way takes off."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.games.republic.coordination import coordination
from rulesdemo.odds.format import exact
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.kit.components import Note, PickTable
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, hidden_head, shade
from widgets.web.render_cache import cached

SUMS: Final = range(6, 16)  # of two campaign values from 3 to 7, and a little beyond
OFF: Final = range(7)  # three hexes, and a river at every step


@cached
def chance(rules: Ruleset, total: int, off: int) -> Fraction:
    """Return how often a Force comes: two campaign values of this sum, and the number taken off for hexes and rivers."""
    most = int(rules.table("coordination").at("max_distance"))
    hexes = min(off, most)
    one = total // 2
    return Fraction(coordination.dist(rules, one, total - one, hexes, off - hexes).p(coordinated=True))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield PickTable(
        "cell",
        _("Chance that he comes: the sum of both campaign values down, hexes and rivers taken off across"),
        [hidden_head(_("Sum")), *map(str, OFF)],
        [(str(total), [_cell(rules, total, off) for off in OFF]) for total in SUMS],
        state.cell,
        rest="",
        kind="heat",
    )
    yield Note(
        _("An odd sum is rounded down, so 12 and 13 are worth the same. Every hex, and every river off the road, costs 1/10. [8.26]")
    )


def _cell(rules: Ruleset, total: int, off: int) -> Cell:
    found = chance(rules, total, off)
    said = _("Campaign values of {sum} together, {off} taken off").format(sum=total, off=off)
    return Cell(f"{total}-{off}", exact(found), said, found, shade=shade(found, Fraction(1)))


REACH: Final = Panel(
    "reach",
    "republic",
    N_("Two leaders against the way"),
    _body,
    fields=(Pick("cell", "", {f"{total}-{off}": "" for total in SUMS for off in OFF}, start="13-1"),),
    kind="call-table",
)
