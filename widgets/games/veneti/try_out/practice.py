"""Boards to try things out on: ships that lie where the reader puts them. How ships turn and fit on them, and one ship with her sides."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from markupsafe import Markup

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Position, Sea, Ship
from rulesdemo.play.history import History
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import N_, _
from widgets.board.try_out_board import SIZE, PracticeBoard
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.outlook import sides_of as counted_sides
from widgets.play.game_guide import Look
from widgets.play.outlook_view import outlook_panel
from widgets.web.badges import joined
from widgets.web.live import Live

SCENARIO: Final = "flanks"
WINDOW: Final = ("0203", "0807")
KINDS: Final = {"galley": ("aquila", N_("A galley")), "sail": ("gwennol", N_("A Veneti ship"))}
TURNS: Final = {"ArrowLeft": -1, "ArrowRight": 1}


def turn_about(ship: Ship, by: int, sea: Sea, taken: frozenset[Hex] = frozenset()) -> Ship:
    """Return the ship turned about her bow; at the edge of the map or beside another ship she turns on until she fits."""
    for step in range(1, 7):
        after = replace(ship, heading=GRID.turn_right(ship.heading, by * step))
        if fits(after, sea, taken):
            return after
    return ship


def fits(ship: Ship, sea: Sea, taken: frozenset[Hex] = frozenset()) -> bool:
    """Say whether she lies whole on the map, in hexes that nobody else fills."""
    return all(place in sea.hexes and place not in taken for place in ship.hexes)


class SidesBoard(PracticeBoard):
    """One ship on open water."""

    guide = GUIDE
    prefix = "sides"
    title = N_("One ship and her sides")
    help = N_("Left and right arrow turn the ship. Press a hex to put her there.")

    def __init__(self) -> None:
        """Put a galley in the middle."""
        self._start: Position = History.start(ENGINE, SCENARIO, ruleset("veneti")).position
        self.kind = "galley"
        self.place: Hex = GRID.parse("0504")
        self.heading: Direction = GRID.named("N")
        super().__init__(Look(lesson="sides", size=SIZE, window=WINDOW))

    @property
    def ship(self) -> Ship:
        """The ship as she lies."""
        return replace(self._start.ship(KINDS[self.kind][0]), bow=self.place, heading=self.heading)

    @property
    def position(self) -> Position:
        """Her alone."""
        return replace(self._start, ships=(self.ship,), leaders=(), activation=None)

    def current_look(self) -> Look:
        """Her, selected."""
        return replace(self.look, selected=self.ship.id)

    def act(self, do: str, name: str, value: object) -> None:
        """Put her elsewhere, turn her, or take the other kind."""
        sea = self._start.scenario.sea
        if do == "press":
            labels = {str(GRID.label(place)): place for place in sea.hexes}
            # The longer kind must fit too, so that the reader may take her at any time.
            if name in labels and all(place in sea.hexes for place in sides_of("galley", labels[name], self.heading).hexes):
                self.place = labels[name]
        elif do == "turn" and name in ("-1", "1"):
            self._turn(int(name))
        elif do == "key" and value in TURNS:
            self._turn(TURNS[str(value)])
        elif do == "kind" and name in KINDS:
            self.kind = name

    def _turn(self, by: int) -> None:
        galley = replace(self._start.ship(KINDS["galley"][0]), bow=self.place, heading=self.heading)
        self.heading = turn_about(galley, by, self._start.scenario.sea).heading

    def beside(self) -> dict[str, Markup]:
        """The kinds of ship, the turns, and the count of her sides."""
        kinds = joined(self.button(kind, "kind", kind, title, is_pressed=kind == self.kind) for kind, (_id, title) in KINDS.items())
        counted = counted_sides(self.ship)
        buttons = Markup('<div class="scenes" role="group" aria-label="{}">{}</div><div class="scenes">{}</div>')
        return {
            "sides-buttons": buttons.format(_("Ship"), kinds, self.turn_buttons()),
            "sides-counts": outlook_panel("veneti", counted, title=counted.title, key="sides-counts"),
        }


def sides_board() -> Live:
    """The board, for a notebook."""
    return Live(SidesBoard())
