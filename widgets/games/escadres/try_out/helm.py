"""Boards to try the wind and the helm on: one ship in open water, which the reader turns, and a wind to turn too."""

from __future__ import annotations

from dataclasses import replace
from math import atan2, degrees
from types import MappingProxyType
from typing import ClassVar, Final

from markupsafe import Markup

from rulesdemo.board.hexes import Direction
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.facts import WINDS
from rulesdemo.games.escadres.play.state import Position, Ship, Table
from rulesdemo.games.escadres.ships import demo_ship
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.board.try_out_board import PracticeBoard
from widgets.games.escadres import names
from widgets.games.escadres.board.scene import display_of, scene
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.lessons.sailing import ends_words, reach_outlook, steps_words
from widgets.games.escadres.panels.reach import HEADINGS, Worth, reach_of, worths
from widgets.kit.limit_bar import heading_arrow, limit_bar
from widgets.play.game_guide import Look
from widgets.play.outlook_view import outlook_panel
from widgets.scene.shapes import Scene
from widgets.web.badges import joined, mark
from widgets.web.live import Live
from widgets.web.phrases import titled
from widgets.web.rule_links import cited

SCENARIO: Final = "landfall"
SHIP: Final = "sirene"
ACROSS: Final = 11  # hexes, so that every demonstration ship has room whichever way she goes
SIZE: Final = (600.0, 520.0)
KINDS: Final = ("three_decker", "seventy_four", "frigate")
# What is turned, and by how many hexsides to the right.
KEYS: Final = {"ArrowLeft": ("ship", -1), "ArrowRight": ("ship", 1), "ArrowUp": ("wind", -1), "ArrowDown": ("wind", 1)}
TURNED: Final = {"-1": -1, "1": 1}

_ROWS: Final = Markup('<div class="scenes" role="group" aria-label="{label}">{inside}</div>')
_TABLE: Final = Markup(
    '<table class="wheel-table helm-table"><caption>{caption} {mark}</caption><thead><tr><th scope="col">{heading}</th>'
    '<th scope="col">{wind}</th><th scope="col">{steps}</th></tr></thead><tbody>{rows}</tbody></table>'
)
_ROW: Final = Markup('<tr{now}><th scope="row">{arrow}{heading}</th><td><b>{letter}</b> {wind}</td><td>{steps}</td></tr>')
_NOW: Final = Markup(' class="is-now" aria-current="true"')


class OpenWater(PracticeBoard):
    """One ship in the middle of a board, and the wind."""

    guide = GUIDE
    lesson: ClassVar[str]
    begins: ClassVar[tuple[str, str, str]]  # the kind of ship, her heading, and where the wind blows to
    help = N_("Left and right arrow turn the ship, up and down arrow turn the wind. Press a hex, and she points toward it.")
    size = SIZE
    keeps_shape = True

    def __init__(self) -> None:
        """Put the ship there."""
        self._rules = ruleset("escadres")
        hexes = frozenset(GRID.parse(f"{column:02}{row:02}") for column in range(1, ACROSS + 1) for row in range(1, ACROSS + 1))
        start = scenarios.load(SCENARIO, self._rules)
        scenario = replace(start.scenario, title=self.title, table=Table(hexes, frozenset()), goal=MappingProxyType({}))
        middle = f"{(ACROSS + 1) // 2:02}"
        self._start = replace(start, scenario=scenario)
        self._bow = GRID.parse(middle * 2)
        self.kind, heading, wind = self.begins
        self.heading, self.wind = GRID.named(heading), GRID.named(wind)
        self.stopped = False
        super().__init__(Look(lesson=self.lesson, size=SIZE))

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    @property
    def ship(self) -> Ship:
        """The ship as she lies, with the sheet of her kind."""
        sheet = settled(demo_ship, self._rules, self.kind)
        return replace(
            self._start.ship(SHIP),
            name=N_("The {kind}").format(kind=names.KINDS[self.kind]),
            type_name=self.kind,
            decks=sheet.decks,
            guns=sheet.guns,
            power=sheet.power,
            crew=sheet.crew,
            speed=sheet.speed,
            turns=sheet.turns,
            bow=self._bow,
            heading=self.heading,
            stopped=self.stopped,
        )

    @property
    def position(self) -> Position:
        """Her alone, in this wind."""
        return replace(self._start, wind_to=self.wind, ships=(self.ship,), activation=None)

    def current_look(self) -> Look:
        """Her, selected, and where she can go."""
        return replace(self.look, selected=SHIP, tint=reach_of(self.position, self.ship))

    def _scene(self) -> Scene:
        """The board; nothing here asks for the number of a hex, and on a phone there is no room for them."""
        return scene(self.position, replace(display_of(self.position, self.current_look()), numbers=False))

    def worths(self) -> tuple[Worth, ...]:
        """The six headings."""
        return worths(self._rules, self.ship.speed, self.wind)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Turn the ship or the wind, point her toward a hex, or take another kind; anything else changes nothing."""
        if do == "press":
            self._point(name)
        elif do in ("turn", "wind") and name in TURNED:
            self._turn("ship" if do == "turn" else "wind", TURNED[name])
        elif do == "key" and value in KEYS:
            self._turn(*KEYS[str(value)])
        elif do == "kind" and name in KINDS:
            self.kind = name

    def _turn(self, what: str, by: int) -> None:
        if what == "ship":
            self.heading = GRID.turn_right(self.heading, by)
        else:
            self.wind = GRID.turn_right(self.wind, by)

    def _point(self, label: str) -> None:
        """Turn her bow toward a hex; of two directions that are equally near, the first."""
        board = self.guide.sheet(self.position, self.current_look()).board
        places = {str(GRID.label(place)): place for place in self._start.scenario.table.hexes}
        if label not in places or places[label] == self._bow:
            return
        (x, y), (bx, by) = board.centre(places[label]), board.centre(self._bow)
        angle = degrees(atan2(y - by, x - bx))

        def off(heading: Direction) -> float:
            return float(round(abs((board.turn(heading) - angle + 180) % 360 - 180), 3))

        self.heading = min(HEADINGS, key=off)

    # -- beside the board --------------------------------------------------------------------------------------------------------------

    def controls(self) -> Markup:
        """The kinds of ship, and the turns of ship and wind."""
        kinds = joined(self.button(kind, "kind", kind, self._kind_words(kind), is_pressed=kind == self.kind) for kind in KINDS)
        ship = self.button("ship-left", "turn", "-1", "↺ " + _("Ship to the left")) + self.button(
            "ship-right", "turn", "1", _("Ship to the right") + " ↻"
        )
        wind = self.button("wind-left", "wind", "-1", "↺ " + _("Wind to the left")) + self.button(
            "wind-right", "wind", "1", _("Wind to the right") + " ↻"
        )
        groups = {_("Ship"): kinds, _("Turn the ship"): ship, _("Turn the wind"): wind}
        return joined(_ROWS.format(label=label, inside=inside) for label, inside in groups.items())

    def _kind_words(self, kind: str) -> str:
        sheet = settled(demo_ship, self._rules, kind)
        return self.sheet_words(titled(names.KINDS[kind]), sheet.speed, sheet.turns)

    def sheet_words(self, kind: str, speed: int, turns: int) -> str:  # noqa: ARG002 - for boards on which turns count
        """A kind of ship with what matters of her sheet."""
        return _("{kind}, speed {n}").format(kind=kind, n=speed)

    def lying(self) -> tuple[str, int]:
        """How the wind takes her in a sentence, and the steps that it leaves her."""
        now = next(each for each in self.worths() if each.heading == self.heading)
        words = _(
            "She heads {heading}, the wind blows from {direction}: she is {wind} ({letter}). {steps} of speed {speed}. [E-MOVE-2]"
        ).format(
            heading=GRID.name(self.heading),
            direction=GRID.name(GRID.opposite(self.wind)),
            wind=WINDS[now.wind],
            letter=now.wind,
            steps=titled(steps_words(now.steps)),
            speed=self.ship.speed,
        )
        return words, now.steps


class HelmBoard(OpenWater):
    """What each heading is worth."""

    prefix = "helm"
    title = N_("One ship and the wind")
    lesson = "wind"
    begins = ("frigate", "E", "E")

    def beside(self) -> dict[str, Markup]:
        """What to turn, how the wind takes her, and what each heading is worth."""
        return {
            "helm-buttons": self.controls(),
            "helm-told": Markup('<div class="panel-said" role="status">{}</div>').format(cited("escadres", self.sentence(), "helm")),
            "helm-table": self._table(),
        }

    def sentence(self) -> str:
        """Return how the wind takes her, what it leaves her, and where she can be at the end."""
        words, steps = self.lying()
        if not steps:
            return f"{words} {_('She stays where she is until she drifts. [E-MOVE-4]')}"
        return f"{words} {ends_words(self.position, self.ship)}."

    def _table(self) -> Markup:
        found = self.worths()
        most = max(each.steps for each in found) or 1
        return _TABLE.format(
            caption=_("The six headings in this wind"),
            mark=mark("reconstructed", label=True),
            heading=_("Heading"),
            wind=_("The wind takes her"),
            steps=_("Steps"),
            rows=joined(self._row(each, most) for each in found),
        )

    def _row(self, each: Worth, most: int) -> Markup:
        return _ROW.format(
            now=_NOW if each.heading == self.heading else "",
            arrow=heading_arrow(-60.0 * each.heading),  # the first direction points to the right
            heading=GRID.name(each.heading),
            letter=each.wind,
            wind=WINDS[each.wind],
            steps=limit_bar(each.steps, most, _("in irons")),
        )


class EndsBoard(OpenWater):
    """Every way to end a move."""

    prefix = "ends"
    title = N_("One ship and every way to end her move")
    lesson = "reach"
    begins = ("seventy_four", "NE", "E")

    def act(self, do: str, name: str, value: object) -> None:
        """Also mark her as stopped, or no longer."""
        if do == "stopped":
            self.stopped = not self.stopped
        super().act(do, name, value)

    def sheet_words(self, kind: str, speed: int, turns: int) -> str:  # noqa: ARG002 - the wind's share is told below
        """With the limit of turns."""
        return ngettext("{kind}, {n} turn", "{kind}, {n} turns", turns).format(kind=kind, n=turns)

    def beside(self) -> dict[str, Markup]:
        """What to turn, whether she was stopped, and the ways to lie by the steps that they take."""
        stopped = self.button("stopped", "stopped", "", _("She was stopped"), is_pressed=self.stopped)
        counted = reach_outlook(self.position, SHIP)
        return {
            "ends-buttons": self.controls() + _ROWS.format(label=_("The turn before"), inside=stopped),
            "ends-told": Markup('<div class="panel-said" role="status">{}</div>').format(cited("escadres", self.lying()[0], "ends")),
            "ends-counts": outlook_panel("escadres", counted, title=counted.title, key="ends-counts") if counted else Markup(""),
        }


def helm_board() -> Live:
    """The board of the wind, for a notebook."""
    return Live(HelmBoard())


def ends_board() -> Live:
    """The board of turns, for a notebook."""
    return Live(EndsBoard())
