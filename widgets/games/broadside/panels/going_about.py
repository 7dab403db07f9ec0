"""A panel about going about: one ship, three ways to the other tack, and what each costs in turns and in ground to windward."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.broadside.board import GRID, point_index
from rulesdemo.games.broadside.play.helm import CLOSE_HAULED, helm_of, m_of, parse_well_formed, point_at
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.games.broadside.play.weather import begin_turn
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_notes import note_at
from widgets.board.sheet import free_corner
from widgets.games.broadside import names
from widgets.games.broadside.board.open_water import open_chart
from widgets.games.broadside.board.scene import display_of, scene, sheet_of
from widgets.games.broadside.panels.about import IRONS, TACK, WEAR, Leg, Passage, alone, demo, passages
from widgets.games.broadside.panels.parts import board_and_words
from widgets.games.broadside.panels.points import SHIPS
from widgets.kit.components import Board, Cell, Controls, Note, Sentence, Table
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Panel, State
from widgets.play.game_guide import Look
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, SHEET
from widgets.scene.shapes import Disc, Group, Item, Label, Path, Scene, Style, poly
from widgets.web.badges import mark
from widgets.web.phrases import signed

FORCES: Final = {force: str(force) for force in range(1, 7)}  # in a calm nobody goes about
WIND, HEADING = Direction(0), Direction(1)  # from north, and close-hauled to its right
SIZE: Final = (440.0, 400.0)
START: Final = "3030"  # far from where the numbers of hexes end
NAMES: Final = {TACK: N_("Tack"), IRONS: N_("Stop head to wind"), WEAR: N_("Wear round")}
DASHES: Final[dict[str, tuple[float, ...]]] = {TACK: (), IRONS: (2.0, 5.0), WEAR: (10.0, 5.0)}
COLUMN: Final = 40  # pixels of the tallest column of the table

_TURN: Final = Markup(
    '<svg viewBox="0 0 30 {high}" width="30" height="{high}" aria-hidden="true"><rect x="4.5" y="{y}" width="21" height="{tall}" '
    'class="{kind}"/></svg><b>{hexes}</b> <span class="about-order">{order}</span>'
)
_BOLD: Final = Markup("<b>{}</b>")


# -- what is looked at: the kind of ship, the wind's force, her last speed, a way, and after how many turns ----------------------------


def speeds(rules: Ruleset, state: State) -> dict[int, str]:
    """Return the speeds that she can have close-hauled in this wind; 1 at least, so that there is something to go about with."""
    ship = demo(rules, SHIPS[state.kind], HEADING, 1)
    most = max(1, m_of(alone(rules, ship, WIND, state.force), ship, CLOSE_HAULED))
    return {speed: str(speed) for speed in range(1, most + 1)}


def ways(rules: Ruleset, state: State) -> dict[str, Passage | None]:
    """Return every way to the other tack."""
    return passages(rules, demo(rules, SHIPS[state.kind], HEADING, state.speed), WIND, state.force)


def horizon(rules: Ruleset, state: State) -> int:
    """Return the turns that are shown: until she sails as before on every way that is open."""
    return max((passage.done for passage in ways(rules, state).values() if passage is not None), default=1)


# -- the board -------------------------------------------------------------------------------------------------------------------------


class Spot(NamedTuple):
    """Where she is at the end of a turn, and her heading."""

    hex: Hex
    heading: Direction


def spots(passage: Passage, turns: int) -> tuple[tuple[Hex, ...], tuple[Spot, ...]]:
    """Return every hex of a way from its start on, and where she is before the first turn and after each."""
    track = [GRID.parse(START)]
    ends = [Spot(track[0], HEADING)]
    for leg in passage.legs[:turns]:
        for step in leg.steps:
            track.append(GRID.neighbour(track[-1], step))
        ends.append(Spot(track[-1], leg.heading))
    return tuple(track), tuple(ends)


def picture(rules: Ruleset, state: State) -> Scene:
    """Draw all ways as tracks, the one that is looked at in front with a number where each turn ends, and the ship on it."""
    found = {way: spots(passage, horizon(rules, state)) for way, passage in ways(rules, state).items() if passage is not None}
    every = {place for track, _ends in found.values() for place in track} | {GRID.parse(START)}
    here = found[state.way][1][state.turn] if state.way in found else Spot(GRID.parse(START), HEADING)
    position = _afloat(rules, state, every, here)
    shown = replace(display_of(position, Look(lesson="", size=SIZE, selected=position.ships[0].id)), numbers=False)
    sheet = sheet_of(position.scenario.chart.hexes, shown.radius, shown.window, shown.size)
    shown = replace(shown, rose=free_corner(sheet, every, ()), names=False)
    drawn = scene(position, shown)
    order = sorted(found, key=lambda way: way == state.way)
    items = [item for way in order for item in _track(sheet.board, way, found[way], is_chosen=way == state.way)]
    layers = tuple(replace(layer, items=(*layer.items, *items)) if layer.name == "range" else layer for layer in drawn.layers)
    return replace(drawn, layers=layers)


def _afloat(rules: Ruleset, state: State, needed: set[Hex], here: Spot) -> Position:
    """Return the ship at the end of a turn, on a map that is as large as the tracks are."""
    labels = [GRID.label(place) for place in needed]
    columns, rows = [int(label[:2]) for label in labels], [int(label[2:]) for label in labels]
    chart = open_chart(range(min(columns) - 1, max(columns) + 2), range(min(rows) - 1, max(rows) + 2))
    position = alone(rules, demo(rules, SHIPS[state.kind], here.heading, state.speed), WIND, state.force)
    scenario = replace(position.scenario, title=N_("Ways to the other tack"), chart=chart, goal=MappingProxyType({}))
    ship = replace(position.ships[0], place=here.hex, in_irons=here.heading == WIND)
    return replace(position, scenario=scenario, ships=(ship,), turn=replace(position.turn, number=max(1, state.turn)))


def _track(board: BoardGrid, way: str, found: tuple[tuple[Hex, ...], tuple[Spot, ...]], *, is_chosen: bool) -> list[Item]:
    track, ends = found
    places = [board.centre(place) for place in track]
    line = poly(((round(x, 1), round(y, 1)) for x, y in places), closed=False)
    colour, width = (MAG, 3.5) if is_chosen else (INK, 1.6)
    items: list[Item] = [Path(line, Style(line=SHEET, width=width + 3.0, cap="round"))] if is_chosen else []
    items.append(Path(line, Style(line=colour, width=width, dash=DASHES[way])))
    if is_chosen:
        items += [_turn_number(board, place, turns) for place, turns in _ends(ends).items()]
    x, y = places[-1]
    items.append(note_at(board, (x, y - 1.1 * board.radius), str(NAMES[way]), colour))
    hexes = ", ".join(str(len(list(turn))) for turn in _by_turn(track, ends))
    label = _("{way}: hexes turn by turn {hexes}").format(way=NAMES[way], hexes=hexes)
    return [Group(tuple(items), id=f"way {way}", role="path", label=label)]


def _by_turn(track: tuple[Hex, ...], ends: tuple[Spot, ...]) -> list[range]:
    """Return the places in the track that each turn adds."""
    at = [0]
    for _before, end in pairwise(ends):
        # She may stay where she is, and never comes back to a hex: so the hex tells how far the track has got.
        at.append(track.index(end.hex))
    return [range(one, other) for one, other in pairwise(at)]


def _ends(ends: tuple[Spot, ...]) -> dict[Hex, str]:
    """Return the turns that end in each hex: more than one where she lies still."""
    found: dict[Hex, list[str]] = {}
    for turn, (place, _heading) in enumerate(ends):
        if turn:
            found.setdefault(place, []).append(str(turn))
    return {place: _(" and ").join(turns) if len(turns) > 1 else turns[0] for place, turns in found.items()}


def _turn_number(board: BoardGrid, place: Hex, text: str) -> Group:
    size = max(12.0, 0.6 * board.radius)
    ring = Disc(0.0, 0.0, round((0.72 if len(text) == 1 else 1.5) * size, 1), Style(SHEET, MAG, 1.8))
    x, y = board.centre(place)
    return Group((ring, Label(0.0, 0.0, text, size, weight=700, ink=MAG)), at=(round(x, 1), round(y, 1)))


# -- in words --------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    found, turns = ways(rules, state), horizon(rules, state)
    caption = _("Hexes sailed in each turn, with the order")
    heads = (_("Way"), *(str(turn) for turn in range(1, turns + 1)), _("As before after"), _("To windward"))
    rows = [[NAMES[way], *_cells(rules, state, way, passage)] for way, passage in found.items()]
    table = Table(heads, rows, caption, "about-table", label=caption, row_kinds={list(found).index(state.way): "is-now"})
    yield board_and_words(
        [Board(picture(rules, state), "about-board"), Controls(rules, state, ("turn",), kind="")],
        [Sentence(turn_words(rules, state)), table, Note(_summary(state, found, turns))],
    )


def _cells(rules: Ruleset, state: State, way: str, passage: Passage | None) -> list[Any]:
    turns = horizon(rules, state)
    if passage is None:
        return [Cell(why_not(rules, state, way), "about-cannot", span=turns + 2)]
    most = max(len(leg.steps) for other in ways(rules, state).values() if other is not None for leg in other.legs[:turns])
    cells = []
    for turn, leg in enumerate(passage.legs[:turns], start=1):
        tall = round(COLUMN * len(leg.steps) / max(1, most))
        drawn = _TURN.format(
            high=COLUMN + 1,
            y=f"{COLUMN + 0.5 - tall:g}",
            tall=tall,
            kind="is-slow" if turn <= passage.done and len(leg.steps) < state.speed else "is-fast",
            hexes=len(leg.steps),
            order=leg.order,
        )
        cells.append(Cell(drawn, "about-turn is-here" if (way, turn) == (state.way, state.turn) else "about-turn"))
    took = ngettext("{n} turn", "{n} turns", passage.done).format(n=passage.done)
    return [*cells, _BOLD.format(took), _BOLD.format(ground_text(passage.windward(WIND, turns)))]


def ground_text(ground: Fraction) -> str:
    """Return hexes to windward, halves as a player writes them."""
    whole, half = divmod(abs(ground), 1)
    text = f"{whole or ''}½" if half else str(whole)
    return f"−{text}" if ground < 0 else text


def why_not(rules: Ruleset, state: State, way: str) -> str:
    """Return why a way is closed to her in this wind."""
    most = max(speeds(rules, state))
    if way == TACK:
        need = int(rules.table("order_costs").at("tack", "m"))
        form = _("She cannot. A tack takes {need} M, and close-hauled in this wind she never has more than {most}. [IV.f] [B7]")
        return form.format(need=need, most=most)
    form = _("She cannot. To turn she needs a hex before the pivot and one after it, and close-hauled she has {most} M. [IV.c]")
    return form.format(most=most)


def turn_words(rules: Ruleset, state: State) -> str:
    """Return the turn that is looked at, in a sentence or two."""
    passage = ways(rules, state)[state.way]
    if passage is None:
        return why_not(rules, state, state.way)
    if not state.turn:
        form = _("Before the first turn: close-hauled, heading {heading}, last speed {speed}. The other tack is {other}. [IV.a]")
        return form.format(heading=GRID.name(HEADING), speed=state.speed, other=GRID.name(passage.legs[-1].heading))
    leg = passage.legs[state.turn - 1]
    before = passage.legs[state.turn - 2].speed if state.turn > 1 else state.speed
    point = names.POINTS[point_at(rules, point_index(leg.heading, WIND))]
    went = ngettext("{n} hex", "{n} hexes", len(leg.steps)).format(n=len(leg.steps))
    first = _("Turn {n}, order {order}: {went}, then {point}, heading {heading}.").format(
        n=state.turn, order=leg.order, went=went, point=point, heading=GRID.name(leg.heading)
    )
    return f"{first} {_why(rules, state, leg, before)}"


def _why(rules: Ruleset, state: State, leg: Leg, before: int) -> str:
    order = parse_well_formed(leg.order)
    if order.tack:
        return _("The tack ends her move, and next turn counts from speed {n}. [IV.f]").format(n=signed(leg.speed))
    if leg.stopped:
        return _("The pivot brings her head to wind, and she stops dead: the rest of the order is lost. [IV.e] [B67]")
    if order.kind == "pivot":
        return _("One pivot on the spot is all that she may do after the wind has stopped her. [IV.e] [B8]")
    if any(order.turns):
        if len("".join(order.turns)) > 1:
            return _("She turns away from the wind and keeps her way. The first pivot of a turn is free, each later one costs M. [IV.c]")
        return _("She turns away from the wind and keeps her way. One pivot in a turn is free. [IV.c]")
    ship = demo(rules, SHIPS[state.kind], leg.heading, before)
    now = begin_turn(alone(rules, ship, WIND, state.force)).position
    helm = helm_of(now, now.ships[0])
    form = _("From speed {before}, with inertia {inertia}, she may spend {least} to {most} M. [IV.d]")
    return form.format(before=before, inertia=helm.inertia, least=helm.least, most=helm.most)


def _summary(state: State, found: dict[str, Passage | None], turns: int) -> str:
    usual = _("As before: on the other tack, with speed {speed} again. To windward: hexes gained against the wind in {turns} turns.")
    words = usual.format(speed=state.speed, turns=turns)
    able = {way: passage for way, passage in found.items() if passage is not None}
    if not able:
        return words
    best = max(able, key=lambda way: able[way].windward(WIND, turns))
    quickest = min(able, key=lambda way: able[way].done)
    form = _("Quickest here: {quickest}. Most ground: {best}.")
    return f"{words} {form.format(quickest=NAMES[quickest].lower(), best=NAMES[best].lower())}"


GOING_ABOUT: Final = Panel(
    "about",
    "broadside",
    N_("Three ways to the other tack"),
    _body,
    fields=(
        Choice("kind", N_("Ship"), names.SHIP_CHOICES),
        Choice("force", N_("Wind force"), FORCES, start=3),
        Choice("speed", N_("Last speed"), speeds, start=3, is_near=True),
        Choice("way", N_("Way"), NAMES),
        Int("turn", N_("Turn"), lambda rules, state: (0, horizon(rules, state)), start=1, slides=True, is_apart=True),
    ),
    kind="about-panel",
    mark=lambda _rules, _state: mark("reconstructed"),
)
