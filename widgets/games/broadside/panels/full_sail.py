"""A panel about full sail: the same frigate twice, once as she is and once with full sail, straight on for some turns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from markupsafe import Markup

from rulesdemo.board.hexes import HEXSIDES, Direction
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.helm import m_of, point_at
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.broadside import names
from widgets.games.broadside.panels.about import TURNS, Leg, Race, alone, demo, race
from widgets.games.broadside.panels.points import KINDS, SHIPS
from widgets.kit.components import Sentence, Table, Text
from widgets.kit.controls import Choice
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import mark
from widgets.web.phrases import modifier

WIND: Final = Direction(0)
POINTS: Final = {point: N_("{letter} {words}").format(letter=point, words=words) for point, words in names.POINTS.items() if point != "A"}
_LEG: Final = Markup(
    '<b>{hexes}</b> <span class="about-order">{order}</span><span class="race-bar">'
    '<svg width="100%" height="14" aria-hidden="true"><rect x=".5" y=".5" width="{share}%" height="13" class="{kind}"/></svg></span>'
)


def heading_on(rules: Ruleset, point: str) -> Direction:
    """Return the first heading, clockwise from the wind, that is this point of sailing."""
    return next(side for side in map(Direction, range(HEXSIDES)) if point_at(rules, point_index(side, WIND)) == point)


def speeds(rules: Ruleset, state: State) -> dict[int, str]:
    """Return the speeds that she can have without full sail on this point and in this wind."""
    ship = demo(rules, SHIPS[state.kind], heading_on(rules, state.point), 0)
    most = m_of(alone(rules, ship, WIND, state.force), ship, state.point)
    return {speed: str(speed) for speed in range(most + 1)}


def race_of(rules: Ruleset, state: State) -> Race:
    """Return both runs."""
    return race(rules, demo(rules, SHIPS[state.kind], heading_on(rules, state.point), state.speed), WIND, state.force)


def sentence(rules: Ruleset, run: Race) -> str:
    """Return what setting it costs now, what it gives later, and from which turn on it pays."""
    if run.refused:
        return run.refused
    more = int(rules.table("full_sail").at("m"))
    cost = int(rules.table("order_costs").at("full_sail", "m"))
    first = _("Setting it spends {cost} M this turn; from the next turn on she has {more} M more. [IV.g] [T7]").format(cost=cost, more=more)
    if not run.pays:
        return first + " " + _("In {n} turns she gains nothing by it.").format(n=TURNS)
    lead = run.lead(TURNS)
    hexes = ngettext("{n} hex", "{n} hexes", lead).format(n=lead)
    form = ngettext(
        "After {n} turn she is ahead, after {all} by {hexes}.", "After {n} turns she is ahead, after {all} by {hexes}.", run.pays
    )
    return first + " " + form.format(n=run.pays, all=TURNS, hexes=hexes)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    run = race_of(rules, state)
    yield Sentence(sentence(rules, run))
    caption = _("Hexes in each turn, heading {heading}").format(heading=GRID.name(heading_on(rules, state.point)))
    yield Table(
        [_("Turn"), _("As she is"), *((_("With full sail"), _("Ahead in all")) if run.full else ())],
        [_row(run, turn) for turn in range(1, TURNS + 1)],
        caption,
        kind="race-table",
        label=caption,
        row_kinds={run.pays - 1: "is-now"} if run.pays else {},
    )


def _row(run: Race, turn: int) -> list[Text]:
    most = max(len(leg.steps) for leg in (*run.plain, *run.full)) or 1
    cells: list[Text] = [turn, _leg(run.plain[turn - 1], most, "is-plain")]
    if run.full:
        cells += [_leg(run.full[turn - 1], most, "is-full"), modifier(run.lead(turn))]
    return cells


def _leg(leg: Leg, most: int, kind: str) -> Markup:
    order = _("order {text}").format(text=leg.order)
    return _LEG.format(hexes=len(leg.steps), order=order, share=f"{99 * len(leg.steps) / most:.1f}", kind=kind)


RACE: Final = Panel(
    "race",
    "broadside",
    N_("Does full sail pay?"),
    _body,
    fields=(
        Choice("kind", N_("Ship"), KINDS),
        Choice("point", N_("Point of sailing"), POINTS, start="C"),
        Choice("force", N_("Wind force"), {force: str(force) for force in range(1, 7)}, start=3),
        Choice("speed", N_("Last speed"), speeds, start=6, is_near=True),
    ),
    kind="race-panel",
    mark=lambda _rules, _state: mark("reconstructed"),
)
