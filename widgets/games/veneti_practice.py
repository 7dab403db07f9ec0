"""A board to try things out on: put a galley or a Veneti ship anywhere, turn her, and see which hexes are her bow, flanks and stern."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Position, Ship
from rulesdemo.hexes import Direction, Hex
from rulesdemo.history import History
from rulesdemo.ruleset import ruleset
from widgets import svg
from widgets.frames import framed
from widgets.games.veneti import scene, sheet_of, shown_by
from widgets.games.veneti_outlook import sides_of as counted_sides
from widgets.guide import Look
from widgets.live import Live
from widgets.marks import joined
from widgets.outlook_view import outlook_panel
from widgets.scene import Scene
from widgets.spoken import words as spoken
from widgets.words import _

PREFIX: Final = "sides"
SCENARIO: Final = "flanks"
WINDOW: Final = ("0203", "0807")
SIZE: Final = (600.0, 380.0)
KINDS: Final = {"galley": ("aquila", _("A galley")), "sail": ("gwennol", _("A Veneti ship"))}
TURNS: Final = {"ArrowLeft": -1, "ArrowRight": 1}
_FRAME: Final = Markup(
    '<div class="book practice"><div class="surface-box"><div class="surface" data-surface="sides" tabindex="0" role="application" '
    'aria-roledescription="{kind}" aria-label="{label}" aria-describedby="sides-help"><div class="sheet">{board}'
    '<div class="hits" data-part="sides-hits">{hits}</div></div></div><p class="sr" id="sides-help">{help}</p></div>'
    '<div class="practice-side"><div data-part="sides-buttons">{buttons}</div><div data-part="sides-counts">{counts}</div>'
    '<p class="sr" role="status" data-part="sides-said"></p></div></div>'
)
_BUTTON: Final = Markup('<button type="button" id="sides-{key}" data-do="{do}" data-name="{name}"{more}>{words}</button>')


class SidesBoard:
    """One ship on open water."""

    def __init__(self) -> None:
        """Put a galley in the middle."""
        self._start: Position = History.start(ENGINE, SCENARIO, ruleset("veneti")).position
        self.kind = "galley"
        self.place: Hex = GRID.parse("0504")
        self.heading: Direction = GRID.named("N")
        self.look = Look(lesson="sides", size=SIZE, window=WINDOW)
        self.scene: Scene = self._scene()
        self._drawn = svg.Drawing(self.scene, PREFIX, live=True)
        self._shown = self._parts()

    @property
    def ship(self) -> Ship:
        """The ship as she lies."""
        return replace(self._start.ship(KINDS[self.kind][0]), bow=self.place, heading=self.heading)

    def first(self) -> Markup:
        """The whole text."""
        parts = {name: Markup(text) for name, text in self._shown.items()}  # noqa: S704 - made here
        return _FRAME.format(
            kind=_("board"),
            label=_("One ship and her sides"),
            help=_("Left and right arrow turn the ship. Press a hex to put her there."),
            board=Markup(svg.svg(self.scene, PREFIX, live=True)),  # noqa: S704 - our own painter, which escapes every word
            hits=parts["sides-hits"],
            buttons=parts["sides-buttons"],
            counts=parts["sides-counts"],
        )

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Put her elsewhere, turn her, or take the other kind."""
        for act in acts:
            self._act(str(act.get("do", "")), str(act.get("name") or ""), act.get("value"), act.get("page"))
        self.scene = self._scene()
        parts = self._parts()
        changed = {name: text for name, text in parts.items() if self._shown.get(name) != text}
        self._shown = parts
        return {"parts": changed, "patches": self._drawn.show(self.scene)}

    def _act(self, do: str, name: str, value: object, page: object) -> None:
        if do in ("hello", "page") and isinstance(page, Mapping):
            wide, _high = framed(self.look, page).size or SIZE
            self.look = replace(self.look, size=(min(wide, SIZE[0]), SIZE[1]))
        elif do == "press":
            labels = {str(GRID.label(place)): place for place in self._start.scenario.sea.hexes}
            if name in labels and self._fits(labels[name], self.heading):
                self.place = labels[name]
        elif do == "turn" and name in ("-1", "1"):
            self._turn(int(name))
        elif do == "key" and value in TURNS:
            self._turn(TURNS[str(value)])
        elif do == "kind" and name in KINDS:
            self.kind = name

    def _turn(self, by: int) -> None:
        """Turn her where she lies; at the edge of the map she turns on until she fits."""
        for _try in range(6):
            self.heading = GRID.turn_right(self.heading, by)
            if self._fits(self.place, self.heading):
                return

    def _fits(self, place: Hex, heading: Direction) -> bool:
        return all(each in self._start.scenario.sea.hexes for each in sides_of("galley", place, heading).hexes)

    def _position(self) -> Position:
        return replace(self._start, ships=(self.ship,), leaders=(), activation=None)

    def _scene(self) -> Scene:
        return scene(self._position(), replace(self.look, selected=self.ship.id))

    def _parts(self) -> dict[str, str]:
        shown = shown_by(self._position(), self.look)
        sheet = sheet_of(self._start.scenario.sea.hexes, shown.radius, shown.window, shown.size)
        hexes = joined(
            Markup('<polygon data-do="press" data-name="{}" points="{}"/>').format(
                GRID.label(place), " ".join(f"{x:.1f},{y:.1f}" for x, y in sheet.board.corners(place))
            )
            for place in sorted(self._start.scenario.sea.hexes)
        )
        kinds = joined(
            _BUTTON.format(key=kind, do="kind", name=kind, words=title, more=Markup(' aria-pressed="{}"').format(_yes(kind == self.kind)))
            for kind, (_name, title) in KINDS.items()
        )
        turns = joined(
            _BUTTON.format(key=key, do="turn", name=by, words=words, more="")
            for key, by, words in (("port", "-1", "↺ " + _("Turn to port")), ("starboard", "1", "↻ " + _("Turn to starboard")))
        )
        counted = counted_sides(self.ship)
        found = {
            "sides-hits": Markup('<svg viewBox="0 0 {:g} {:g}" aria-hidden="true">{}</svg>').format(sheet.w, sheet.h, hexes),
            "sides-buttons": Markup('<div class="scenes" role="group" aria-label="{}">{}</div><div class="scenes">{}</div>').format(
                _("Ship"), kinds, turns
            ),
            "sides-counts": outlook_panel("veneti", counted, title=counted.title, key="sides-counts"),
            "sides-said": Markup("{}").format(spoken(self.scene)),
        }
        return {name: str(text) for name, text in found.items()}


def _yes(is_so: bool) -> str:
    return "true" if is_so else "false"


def sides_board() -> Live:
    """The board, for a notebook."""
    return Live(SidesBoard())
