"""A panel about points of sailing: the reader turns a ship and the wind, and sees what each of the six headings is worth to her."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdemo.board.hexes import HEXSIDES
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.broadside import names
from widgets.games.broadside.board.scene import bare_scene
from widgets.games.broadside.lessons import points as lesson
from widgets.games.broadside.panels.parts import board_and_words, small_table
from widgets.games.broadside.panels.sky import FORCES, FROM, Conditions, open_water
from widgets.kit.components import Board, Box, Press, Sentence, buttons
from widgets.kit.controls import Choice, Pick
from widgets.kit.panel import Component, Panel, Session, State
from widgets.play.game_guide import Look
from widgets.web.badges import mark

SHIPS: Final = {"frigate": "sirene", "seventy_four": "lion"}
KINDS: Final = {"frigate": N_("Frigate"), "seventy_four": N_("Two-decker")}
ACROSS: Final = (9, 7)
SIZE: Final = (352.0, 320.0)
NOON: Final = 12 * 60
# What each button turns, and by how many hexsides.
TURNS: Final = {
    "ship-left": (N_("↺ Ship to the left"), "heading", -1),
    "ship-right": (N_("Ship to the right ↻"), "heading", 1),
    "wind-left": (N_("↺ Wind to the left"), "wind_from", -1),
    "wind-right": (N_("Wind to the right ↻"), "wind_from", 1),
}


def lying(rules: Ruleset, state: State) -> Position:
    """Return the ship alone in this wind, by day and under a clear sky."""
    sky = Conditions(state.wind_from, state.force, "clear", NOON)
    return open_water(rules, sky, ACROSS, SHIPS[state.kind], state.heading)


def _act(state: State, what: str, _value: str, _session: Session) -> State | None:
    """Turn the ship or the wind by a hexside."""
    if what not in TURNS:
        return None
    _words, name, by = TURNS[what]
    return state.replace(**{name: (getattr(state, name) + by) % HEXSIDES})


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    position = lying(rules, state)
    (ship,) = position.ships
    headings = lesson.headings(position, ship)
    table = small_table(
        _("The six headings in this wind"),
        (_("Heading"), _("Point of sailing"), _("M")),
        [[each.name, f"{each.point}, {names.POINTS[each.point]}", each.m] for each in headings],
        next(place for place, each in enumerate(headings) if each.is_now),
    )
    turns = buttons(*(Press(what, words) for what, (words, _name, _by) in TURNS.items()))
    board = Board(bare_scene(position, Look(lesson="points", size=SIZE, selected=ship.id)), "points-board")
    yield board_and_words([board, turns], [Sentence(lesson.heading_words(position, ship)), Box("sky-tables", [table])])


POINTS: Final = Panel(
    "points",
    "broadside",
    N_("Turn her, turn the wind"),
    _body,
    fields=(
        Choice("kind", N_("Ship"), KINDS),
        Pick("heading", "", FROM, start=1),
        Pick("wind_from", "", FROM, start=0),
        Choice("force", N_("Wind force"), FORCES, start=3),
    ),
    act=_act,
    kind="sky-panel",
    mark=lambda _rules, _state: mark("reconstructed"),
)
