"""Shows a board of any game to try things out on: ships lie where the reader puts them, and parts beside it tell about them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar, Final

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.words import _
from widgets.play.board_sizes import framed
from widgets.play.game_guide import Guide, Look
from widgets.scene import svg
from widgets.scene.hit_areas import hits
from widgets.scene.shapes import Scene
from widgets.scene.text_painter import words
from widgets.web.badges import joined
from widgets.web.difference import SentParts
from widgets.web.position_cache import Remembered

SIZE: Final = (600.0, 380.0)
_FRAME: Final = Markup(
    '<div class="book practice {prefix}-practice"><div class="surface-box"><div class="surface" data-surface="{prefix}"{more} tabindex="0" '
    'role="application" aria-roledescription="{kind}" aria-label="{title}" aria-describedby="{prefix}-help"><div class="sheet">{board}'
    '<div class="hits" data-part="{prefix}-hits">{hits}</div></div></div><p class="sr" id="{prefix}-help">{help}</p>{below}</div>'
    '<div class="practice-side">{beside}</div></div>'
)
_SPOKEN: Final = Markup('<p class="sr">{}</p>')
_PART: Final = Markup('<div data-part="{name}"{more}>{text}</div>')
_BUTTON: Final = Markup('<button type="button" id="{prefix}-{key}" data-do="{do}" data-name="{name}"{more}>{words}</button>')


class PracticeBoard(ABC):
    """A board with ships on it, and parts beside it that tell about them. A subclass says what an act does."""

    guide: ClassVar[Guide]
    prefix: ClassVar[str]  # of its picture and of its parts
    title: ClassVar[str]
    help: ClassVar[str]  # how the keys work
    size: ClassVar[tuple[float, float]] = SIZE
    near: ClassVar[tuple[float, float] | None] = None  # where a phone shows a part: how much larger, and how high its frame is
    keeps_shape: ClassVar[bool] = False  # on a narrow page the board is lower too
    more: ClassVar[Markup] = Markup("")  # what else `live.js` should do on the surface

    def __init__(self, look: Look) -> None:
        """Draw it for the first time; everything that it shows must be there already."""
        self.look = look
        self._clear, self._named = Remembered(), Remembered()
        self.scene: Scene = self._scene()
        self._drawn = svg.Drawing(self.scene, self.prefix, live=True)
        self._sent = SentParts()
        self._sent.put(self._parts())

    @property
    @abstractmethod
    def position(self) -> Any:  # noqa: ANN401 - the game's own
        """Return the position, with the ships as they lie."""

    @abstractmethod
    def act(self, do: str, name: str, value: object) -> None:
        """Do what the reader asks."""

    @abstractmethod
    def beside(self) -> dict[str, Markup]:
        """Return the parts beside the board, by name."""

    def message_html(self) -> Markup:
        """What a listener is told after an act: the picture in words."""
        return _SPOKEN.format(words(self.scene))

    def current_look(self) -> Look:
        """Return what the board shows besides the ships."""
        return self.look

    def grab(self, ship: Any) -> Markup:  # noqa: ANN401, ARG002 - the game's own; for boards whose ships can be carried
        """Return the attribute that tells `live.js` what a ship's hexes carry; empty where she cannot be carried."""
        return Markup("")

    def grabs(self) -> Mapping[Hex, Markup]:
        """Return that attribute for every hex from which something can be carried."""
        return {place: self.grab(ship) for place, ship in self.position.occupied.items()}

    def above(self) -> Markup:
        """Draw what can be pressed above the hexes, where several things stand in one."""
        return Markup("")

    def frame(self, page: Mapping[str, Any]) -> Look:
        """Return the look in the room that a page has; a board that has a `near` is enlarged on a phone, and its frame scrolls."""
        wide, high = framed(self.look, page).size or self.size
        wide, high = min(wide, self.size[0]), self.size[1]
        if self.keeps_shape:
            high = round(wide * high / self.size[0])
        look = replace(self.look, size=(wide, high))
        if self.near is None:
            return look
        zoom, low = self.near if framed(look, page).is_narrow else (1.0, high)
        return replace(look, zoom=zoom, size=(wide, low))

    # -- the page --------------------------------------------------------------------------------------------------------------------

    def first(self) -> Markup:
        """Draw the board and everything beside it."""
        parts = {name: Markup(text) for name, text in self._sent.parts.items()}  # noqa: S704 - made here
        fixed = (f"{self.prefix}-hits", f"{self.prefix}-said")
        return _FRAME.format(
            prefix=self.prefix,
            more=self.more,
            kind=_("game board"),
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
        return {**self._sent.changes(self._parts()), "patches": self._drawn.show(self.scene)}

    def button(self, key: str, do: str, name: str, words: str, *, is_pressed: bool | None = None) -> Markup:
        """Draw a button; one of several that exclude each other says whether it is the one."""
        more = "" if is_pressed is None else Markup(' aria-pressed="{}"').format("true" if is_pressed else "false")
        return _BUTTON.format(prefix=self.prefix, key=key, do=do, name=name, words=words, more=more)

    def turn_buttons(self) -> Markup:
        """Draw the buttons that turn to port and to starboard."""
        port = self.button("port", "turn", "-1", "↺ " + _("Turn to port"))
        return port + self.button("starboard", "turn", "1", "↻ " + _("Turn to starboard"))

    def _scene(self) -> Scene:
        scene: Scene = self.guide.scene(self.position, self.current_look())
        return scene

    def _parts(self) -> dict[str, str]:
        found = {f"{self.prefix}-hits": self._hits(), **self.beside(), f"{self.prefix}-said": self.message_html()}
        return {name: str(text) for name, text in found.items()}

    def _hits(self) -> Markup:
        """Draw one clear hex over each hex of the board."""
        places = self.guide.outlines(self.position, self.current_look())
        grabs, above = {self.guide.grid.label(place): words for place, words in self.grabs().items()}, self.above()
        size = (self.scene.w, self.scene.h)
        return self._clear.about(places, (size, tuple(grabs.items()), above), lambda: hits(size, places, grabs, above))

    def ids(self) -> dict[str, str]:
        """Return the ids of the picture's elements, by the names of what they show."""
        return self._named.about(self.scene, None, lambda: svg.ids(self.scene, self.prefix))
