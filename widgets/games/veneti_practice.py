"""Boards to try things out on: ships that lie where the reader puts them. Here the board itself, and one ship with her sides."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from markupsafe import Markup

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.games.veneti.play.state import Position, Sea, Ship
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

SCENARIO: Final = "flanks"
WINDOW: Final = ("0203", "0807")
SIZE: Final = (600.0, 380.0)
KINDS: Final = {"galley": ("aquila", _("A galley")), "sail": ("gwennol", _("A Veneti ship"))}
TURNS: Final = {"ArrowLeft": -1, "ArrowRight": 1}
_FRAME: Final = Markup(
    '<div class="book practice {prefix}-practice"><div class="surface-box"><div class="surface" data-surface="{prefix}"{more} tabindex="0" '
    'role="application" aria-roledescription="{kind}" aria-label="{title}" aria-describedby="{prefix}-help"><div class="sheet">{board}'
    '<div class="hits" data-part="{prefix}-hits">{hits}</div></div></div><p class="sr" id="{prefix}-help">{help}</p>{below}</div>'
    '<div class="practice-side">{beside}</div></div>'
)
_PART: Final = Markup('<div data-part="{name}"{more}>{text}</div>')
_BUTTON: Final = Markup('<button type="button" id="{prefix}-{key}" data-do="{do}" data-name="{name}"{more}>{words}</button>')


class PracticeBoard(ABC):
    """A board with ships on it, and parts beside it that tell about them; whoever makes one says what an act does."""

    prefix: ClassVar[str]  # of its picture and of its parts
    title: ClassVar[str]
    help: ClassVar[str]  # how the keys work
    size: ClassVar[tuple[float, float]] = SIZE
    more: ClassVar[Markup] = Markup("")  # what else `live.js` should do on the surface

    def __init__(self, look: Look) -> None:
        """Draw it for the first time; everything that it shows must be there already."""
        self.look = look
        self.scene: Scene = self._scene()
        self._drawn = svg.Drawing(self.scene, self.prefix, live=True)
        self._shown = self._parts()

    @property
    @abstractmethod
    def position(self) -> Position:
        """The ships as they lie."""

    @abstractmethod
    def act(self, do: str, name: str, value: object) -> None:
        """Do what the reader asks."""

    @abstractmethod
    def beside(self) -> dict[str, Markup]:
        """The parts beside the board, by name."""

    @abstractmethod
    def said(self) -> Markup:
        """What a listener is told after an act."""

    def looked(self) -> Look:
        """What is shown besides the ships."""
        return self.look

    def grab(self, ship: Ship) -> Markup:  # noqa: ARG002 - for boards whose ships can be carried
        """What is said to `live.js` about the hexes of a ship; nothing where she cannot be carried."""
        return Markup("")

    def frame(self, page: Mapping[str, Any]) -> Look:
        """The look in the room that a page has."""
        wide, _high = framed(self.look, page).size or self.size
        return replace(self.look, size=(min(wide, self.size[0]), self.size[1]))

    # -- the page --------------------------------------------------------------------------------------------------------------------

    def first(self) -> Markup:
        """The whole text."""
        parts = {name: Markup(text) for name, text in self._shown.items()}  # noqa: S704 - made here
        fixed = (f"{self.prefix}-hits", f"{self.prefix}-said")
        return _FRAME.format(
            prefix=self.prefix,
            more=self.more,
            kind=_("board"),
            title=self.title,
            help=self.help,
            board=Markup(svg.svg(self.scene, self.prefix, live=True)),  # noqa: S704 - our own painter, which escapes every word
            hits=parts[fixed[0]],
            below=_PART.format(name=fixed[1], more=Markup(' role="status"'), text=parts[fixed[1]]),
            beside=joined(_PART.format(name=name, more="", text=text) for name, text in parts.items() if name not in fixed),
        )

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        """Do some acts; the reply has what changed."""
        for act in acts:
            do, page = str(act.get("do", "")), act.get("page")
            if do in ("hello", "page") and isinstance(page, Mapping):
                self.look = self.frame(page)
            else:
                self.act(do, str(act.get("name") or ""), act.get("value"))
        self.scene = self._scene()
        parts = self._parts()
        changed = {name: text for name, text in parts.items() if self._shown.get(name) != text}
        self._shown = parts
        return {"parts": changed, "patches": self._drawn.show(self.scene)}

    def button(self, key: str, do: str, name: str, words: str, *, is_pressed: bool | None = None) -> Markup:
        """A button; one of several that exclude each other says whether it is the one."""
        more = "" if is_pressed is None else Markup(' aria-pressed="{}"').format("true" if is_pressed else "false")
        return _BUTTON.format(prefix=self.prefix, key=key, do=do, name=name, words=words, more=more)

    def turn_buttons(self) -> Markup:
        """To port and to starboard."""
        port = self.button("port", "turn", "-1", "↺ " + _("Turn to port"))
        return port + self.button("starboard", "turn", "1", "↻ " + _("Turn to starboard"))

    def _scene(self) -> Scene:
        return scene(self.position, self.looked())

    def _parts(self) -> dict[str, str]:
        position = self.position
        shown = shown_by(position, self.looked())
        sheet = sheet_of(position.scenario.sea.hexes, shown.radius, shown.window, shown.size)
        hexes = joined(
            Markup('<polygon data-do="press" data-name="{}"{} points="{}"/>').format(
                GRID.label(place),
                self.grab(position.occupied[place]) if place in position.occupied else "",
                " ".join(f"{x:.1f},{y:.1f}" for x, y in sheet.board.corners(place)),
            )
            for place in sorted(position.scenario.sea.hexes)
        )
        hits = Markup('<svg viewBox="0 0 {:g} {:g}" aria-hidden="true">{}</svg>').format(sheet.w, sheet.h, hexes)
        found = {f"{self.prefix}-hits": hits, **self.beside(), f"{self.prefix}-said": self.said()}
        return {name: str(text) for name, text in found.items()}


def turned(ship: Ship, by: int, sea: Sea, taken: frozenset[Hex] = frozenset()) -> Ship:
    """Her, turned about her bow; at the edge of the map or beside another ship she turns on until she fits."""
    for step in range(1, 7):
        after = replace(ship, heading=GRID.turn_right(ship.heading, by * step))
        if fits(after, sea, taken):
            return after
    return ship


def fits(ship: Ship, sea: Sea, taken: frozenset[Hex] = frozenset()) -> bool:
    """Whether she lies whole on the map, in hexes that nobody else fills."""
    return all(place in sea.hexes and place not in taken for place in ship.hexes)


class SidesBoard(PracticeBoard):
    """One ship on open water."""

    prefix = "sides"
    title = _("One ship and her sides")
    help = _("Left and right arrow turn the ship. Press a hex to put her there.")

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

    def looked(self) -> Look:
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
        self.heading = turned(galley, by, self._start.scenario.sea).heading

    def beside(self) -> dict[str, Markup]:
        """The kinds of ship, the turns, and the count of her sides."""
        kinds = joined(self.button(kind, "kind", kind, title, is_pressed=kind == self.kind) for kind, (_id, title) in KINDS.items())
        counted = counted_sides(self.ship)
        buttons = Markup('<div class="scenes" role="group" aria-label="{}">{}</div><div class="scenes">{}</div>')
        return {
            "sides-buttons": buttons.format(_("Ship"), kinds, self.turn_buttons()),
            "sides-counts": outlook_panel("veneti", counted, title=counted.title, key="sides-counts"),
        }

    def said(self) -> Markup:
        """The picture in words."""
        return Markup('<p class="sr">{}</p>').format(spoken(self.scene))


def sides_board() -> Live:
    """The board, for a notebook."""
    return Live(SidesBoard())
