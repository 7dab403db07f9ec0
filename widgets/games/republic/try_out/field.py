"""Fields to try the rules before a battle on: Forces and cities that the reader carries where he likes, by mouse, finger or keys.

Here what such boards share, with the ten faces of a die and the chance that they come to; each board adds what it tells.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import scenarios
from rulesdemo.games.republic.play.state import City, Force, Position
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _
from widgets.board.drag_board import TellingBoard
from widgets.games.republic.board.forces import HALF, middle, stacks
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels.dice_parts import Sign, face_strip, total_row
from widgets.kit.bars import bars
from widgets.kit.chances import chance_view
from widgets.kit.components import draw
from widgets.kit.panel import Component, Panel, State
from widgets.kit.stepper import stepper
from widgets.play.game_guide import Look
from widgets.scene.hit_areas import spot
from widgets.web.badges import joined
from widgets.web.render_cache import cached

GAME: Final = "republic"
SIZE: Final = (600.0, 474.0)
NEAR: Final = (1.3, 360.0)  # a phone shows a part of the board, enlarged for a finger, in a lower frame
FINGER: Final = 0.16  # of the radius, around a chip among others
CITY_REACH: Final = (0.44, 0.80, -0.14)  # of the radius: half its breadth, how far up, and down to the chips

_ROW: Final = Markup('<div class="scenes" role="group" aria-label="{label}"><span aria-hidden="true">{label}</span>{inside}</div>')
_GRAB: Final = Markup(' data-grab="{}"')


class Post(NamedTuple):
    """A Force as a field sets it out."""

    id: str
    name: str
    side: str
    at: str
    infantry: int
    leader: str
    letter: str
    cv: int


def field_of(title: str, ground: Mapping[str, Any], city: tuple[str, str, str], posts: Iterable[Post]) -> dict[str, Any]:
    """A field in the form of a scenario file: the map, the one city with its name and hex, and the Forces."""
    return {
        "name": city[0],
        "title": {"en": title, "fr": title},
        "about": title,
        "provenance": "reconstructed",
        "source": ["Ours: everything."],
        "others": "others",
        "turns": 1,
        "map": {"columns": 7, "rows": 5, **ground},
        "inputs": {"successor": {"name": "a tribune", "letter": "D", "cv": 3, "vm": 6}, "major": "no"},
        "city": [{"id": city[0], "name": city[1], "at": city[2], "owner": "roman", "cdi": 3}],
        "force": [
            {
                "id": post.id,
                "name": post.name,
                "side": post.side,
                "at": post.at,
                "infantry": post.infantry,
                "cavalry": 2,
                "leader": {"name": post.leader, "letter": post.letter, "cv": post.cv, "vm": 7},
            }
            for post in posts
        ],
    }


class Field(TellingBoard):
    """A board of this game with pieces on it, which are Forces and cities, and tools that change the ground or draw on it."""

    guide = GUIDE
    size = SIZE
    near = NEAR
    more = Markup(" data-drag")
    help = N_(
        "Page Up and Page Down go from piece to piece. Enter picks one up, arrow keys go to another hex, Enter puts it down there, "
        "Escape lets go."
    )
    lesson: ClassVar[str]
    begins: ClassVar[Mapping[str, Any]]  # the board, as a scenario file would have it
    pieces: ClassVar[tuple[str, ...]]  # the ids of what can be carried
    tools: ClassVar[Mapping[str, str]]  # and what else can be taken in hand
    hint: ClassVar[str]

    def __init__(self) -> None:
        """Set the pieces out."""
        self.rules = ruleset(GAME)
        self.start: Position = scenarios.build(self.begins)
        self._cached: tuple[Hashable, Position] | None = None
        self.put_back()
        super().__init__(Look(lesson=self.lesson, size=self.size))

    def put_back(self) -> None:
        """Everything where it was."""
        found = {each.id: each.at for each in every_piece(self.start)}
        self.at: dict[str, Hex] = {name: found[name] for name in self.pieces}
        self.begin(self.pieces[0], self.hint)

    # -- what there is -----------------------------------------------------------------------------------------------------------------

    @property
    def position(self) -> Position:
        """The pieces as they stand; the same object until something changes."""
        key = (tuple(self.at.items()), *self.state())
        if self._cached is None or self._cached[0] != key:
            self._cached = (key, self.build_position())
        return self._cached[1]

    @abstractmethod
    def state(self) -> tuple[Hashable, ...]:
        """Whatever else the position depends on."""

    @abstractmethod
    def build_position(self) -> Position:
        """The position anew."""

    def name_of(self, piece: str) -> str:
        """What a piece is called."""
        return next(each.name for each in every_piece(self.position) if each.id == piece)

    # -- where a finger takes hold -----------------------------------------------------------------------------------------------------

    def grabs(self) -> Mapping[Hex, Markup]:
        """A hex with one piece in it carries that piece."""
        return {place: self._grab(found[0]) for place in set(self.at.values()) if len(found := self.pieces_in(place)) == 1}

    def above(self) -> Markup:
        """Where several pieces share a hex, each has a spot of its own."""
        position, found = self.position, []
        board = self.guide.sheet(position, self.current_look()).board
        spots = {force.id: middle(board, force, at) for force, at in stacks(position).items()}
        for name, place in self.at.items():
            if len(self.pieces_in(place)) == 1:
                continue
            if name in spots:
                x, y = spots[name]
                wide, high = ((half + FINGER) * board.radius for half in HALF)
                box = (x - wide, y - high, x + wide, y + high)
            else:
                x, y = board.centre(place)
                wide, up, down = (share * board.radius for share in CITY_REACH)
                box = (x - wide, y - up, x + wide, y + down)
            left, top, right, bottom = box
            found.append(spot(name, ((left, top), (right, top), (right, bottom), (left, bottom)), self._grab(name)))
        return joined(found)

    def pieces_in(self, place: Hex) -> list[str]:
        """The pieces in a hex."""
        return [name for name, at in self.at.items() if at == place]

    def _grab(self, piece: str) -> Markup:
        """What follows the finger: the piece and its name."""
        known = self.ids()
        carried = [known[name] for name in (piece, f"city {piece}", f"name {self.name_of(piece)}") if name in known]
        return _GRAB.format(" ".join(carried))

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, do: str, name: str, value: object) -> None:
        """Carry a piece, pick one up or put it down, use a tool, or change a number."""
        if do == "drag":
            self._drag(name, str(value))
        elif do == "press":
            self.is_keyed = False
            self._press(name)
        elif do == "take" and name in (*self.pieces, *self.tools):
            self.take(name)
        elif do == "key":
            self._key(str(value))
        elif do == "put back":
            self.put_back()
        elif do == "extra" and name.startswith(f"{self.prefix}:") and value in ("1", "-1"):
            self.step(name.removeprefix(f"{self.prefix}:"), int(str(value)))
        else:
            self.do(do, name)

    @abstractmethod
    def step(self, what: str, by: int) -> None:
        """A number one up or down; what is no number here changes nothing."""

    @abstractmethod
    def do(self, do: str, name: str) -> None:
        """What only this board can do; anything else changes nothing."""

    @abstractmethod
    def use(self, tool: str, place: Hex) -> None:
        """The tool in hand was used on a hex."""

    @abstractmethod
    def landing_text(self, piece: str) -> str:
        """What is told when a piece was put down."""

    def place_of(self, name: str) -> Hex | None:
        """The hex of a piece, or the one with this number."""
        if name in self.at:
            return self.at[name]
        return next((place for place in self.start.scenario.ground.terrain if GRID.label(place) == name), None)

    def _drag(self, name: str, to: str) -> None:
        start, end = self.place_of(name), self.place_of(to)
        if start is None or end is None:
            return
        self.is_keyed = False
        found = [name] if name in self.at else self.pieces_in(start)
        if found:
            self.put(found[0], end)
        else:
            self.say(_("Nothing stands in {hex}.").format(hex=GRID.label(start)))

    def _press(self, name: str) -> None:
        """Use the tool in hand, put down what is held, or pick up what is there."""
        place = self.place_of(name)
        if place is None:
            return
        self.focus = place
        there = [name] if name in self.at else self.pieces_in(place)
        if self.held in self.tools:
            self.use(self.held, place)
        elif self.held and self.at[self.held] != place:
            self.put(self.held, place)
        elif self.held and self.held in there:
            self._let_go()
        elif there:
            self.take(there[0])
        else:
            self.say(_("{told} Press a piece first.").format(told=self.guide.place_text(self.position, place)))

    def take(self, name: str) -> None:
        """Take a piece or a tool in hand."""
        self.held = name
        if name in self.tools:
            self.say(self.tools[name])
            return
        self.selected = name
        self.say(_("{piece} is picked up. Press the hex to put it in.").format(piece=self.name_of(name)))

    def _let_go(self) -> None:
        self.held = ""
        self.say(_("Nothing is in hand."))

    def put(self, piece: str, place: Hex) -> None:
        """Put a piece down; any hex will do, and several may share one."""
        self.carry(piece, place)
        self.selected = piece
        self.held = self.held if self.held in self.tools else ""
        self.say(self.landing_text(piece))

    def carry(self, piece: str, place: Hex) -> None:
        """A piece goes elsewhere; a board may take more along with it."""
        self.at[piece] = place

    def _key(self, key: str) -> None:
        self.is_keyed = key != "Escape"
        if key == "Escape":
            self._let_go()
        elif key in ("PageUp", "PageDown", "Home", "End"):
            self._go_to({"PageDown": 1, "PageUp": -1}.get(key, 0))
        elif key in ("Enter", " "):
            self._enter()
        else:
            here = self.focus if self.focus is not None else self.at[self.selected]
            there = self.guide.neighbour(here, key)
            self.focus = there if there in self.start.scenario.ground.terrain else here
            words = self.guide.place_text(self.position, self.focus)
            if self.held in self.at:
                words = _("{told} Enter puts {piece} there.").format(told=words, piece=self.name_of(self.held))
            self.say(words)

    def _enter(self) -> None:
        """Press the hex that the keys are at; of several pieces in it the selected one is meant."""
        place = self.focus if self.focus is not None else self.at[self.selected]
        is_meant = not self.held and self.at[self.selected] == place
        self._press(self.selected if is_meant else str(GRID.label(place)))

    def _go_to(self, step: int) -> None:
        """The next piece, the one before, or the one that is selected."""
        names = list(self.pieces)
        if not self.held:
            is_there = self.focus is not None and self.focus == self.at[self.selected]
            self.selected = names[(names.index(self.selected) + (step if is_there else 0)) % len(names)]
        self.focus = self.at[self.selected]
        self.say(_("{piece}: {told}").format(piece=self.name_of(self.selected), told=self.guide.place_text(self.position, self.focus)))

    # -- beside the board --------------------------------------------------------------------------------------------------------------

    def row(self, label: str, inside: Markup) -> Markup:
        """Buttons side by side under a name."""
        return _ROW.format(label=label, inside=inside)

    def takers(self, label: str, more: Markup, words: Mapping[str, str]) -> Markup:
        """A button for each piece and tool, which takes it in hand, and more."""
        inside = joined(self.button(f"take-{name}", "take", name, each, is_pressed=name == self.held) for name, each in words.items())
        return self.row(label, inside + more)

    def numbers(self, limits: tuple[int, int], *each: tuple[str, str, int]) -> Markup:
        """Draw numbers, by what they are, their names and values, with a button on either side."""
        return joined(stepper(self.prefix, what, name, value, limits) for what, name, value in each)

    def draw(self, *parts: Component) -> Markup:
        """Draw components as a panel would, under the name of the board."""
        return draw(Panel(self.prefix, GAME, self.title, _no_parts), parts)


def _no_parts(_rules: Ruleset, _state: State, _seen: object) -> tuple[Component, ...]:
    return ()


def every_piece(position: Position) -> tuple[Force | City, ...]:
    """The Forces and the cities."""
    return (*position.forces, *position.cities)


# -- the ten faces and what they come to -----------------------------------------------------------------------------------------------


@cached
def strip(good: tuple[bool, ...], drm: int, words: tuple[str, str, str, str]) -> Markup:
    """Draw every face of a die, what it comes to with a modifier, and whether that is good: a caption, the row's name, good and bad."""
    caption, means, yes, no = words
    signs = [Sign("✓", yes, "is-good") if each else Sign("✗", no, "is-bad") for each in good]
    return face_strip(_("Die"), caption, [*total_row(drm), (means, signs)])


@cached
def two_bars(key: str, good: Fraction, words: tuple[str, str]) -> Markup:
    """Draw a chance and what is left, as bars."""
    return bars(chance_view(((words[0], good, "best"), (words[1], 1 - good, "third"))), key)
