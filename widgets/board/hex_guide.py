"""Gives guides of games on a hex board what they share: ships and hexes, walking by keys, whose decision it is, the words of lessons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, Final

from rulesdemo.board.hexes import Direction, Grid, Hex
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.play.game_guide import Held, Look, OrderText, Outlook, Part, Place, Rehearsal, Strikes
from widgets.play.lesson import Lesson, Words
from widgets.play.turn_track import Plan
from widgets.scene.geometry import Outline, outlines

# Where a key leads: straight there on a board that has the direction, else to the one of two that keeps the row or the column.
_KEYS: Final = {
    "ArrowUp": ("N", "NW", "NE"),
    "ArrowDown": ("S", "SW", "SE"),
    "ArrowLeft": ("W", "NW", "SW"),
    "ArrowRight": ("E", "NE", "SE"),
    "PageUp": ("N", "NW", "NE"),
    "PageDown": ("S", "SW", "SE"),
}
_LEVEL: Final = ("ArrowLeft", "ArrowRight")


def throws_of(lessons: Mapping[str, Lesson]) -> dict[type, Words]:
    """Return the words for outcomes of all lessons; they hold on every page, because any page may throw for anything."""
    return {kind: words for lesson in lessons.values() for kind, words in lesson.throws.items()}


def walked(grid: Grid, place: Hex, key: str) -> Hex:
    """Return the hex that an arrow key leads to: up and down keep to the column, left and right to the row."""
    near = {name: grid.neighbour(place, grid.named(name)) for name in _KEYS.get(key, ()) if name in grid.names}
    if not near:
        return place
    straight, *_two = _KEYS[key]
    if straight in near:
        return near[straight]
    here = grid.to_offset(place)
    there = {each: grid.to_offset(each) for each in near.values()}
    return next(each for each, at in there.items() if (at.row == here.row if key in _LEVEL else at.column == here.column))


def hex_text(grid: Grid, place: Hex, what: str, heading: Direction | None = None) -> str:
    """Return a hex and what is on it, with the heading of a ship."""
    bound = "" if heading is None else f", {_('heading')} {grid.name(heading)}"
    return f"{grid.label(place)}, {what}{bound}."


class BoardGuide(ABC):
    """The share of a guide that is the same in every such game; each game's own guide adds its orders and its pictures."""

    game: str
    grid: Any  # the game's own grid, or its map of zones
    places: str = N_("hexes")
    a_place: str = N_("hex")
    has_zone_orders: bool = False
    strikes: Strikes = MappingProxyType({})
    plan: ClassVar[Plan[Any]]
    lessons: ClassVar[Mapping[str, Lesson]]
    throws: ClassVar[Mapping[type, Words]]  # of the lessons, unless the game has more
    tellers: ClassVar[Mapping[type, Callable[[Any, Any], OrderText]]] = MappingProxyType({})  # an order in words, by its kind
    scenarios: Any  # the game's module play.scenarios
    pictures: Any  # the game's module board.scene

    def __init_subclass__(cls) -> None:
        """Take over what the plan and the lessons of the game say."""
        super().__init_subclass__()
        cls.game = cls.plan.game
        if "throws" not in vars(cls):
            cls.throws = throws_of(cls.lessons)

    # -- what a game's own guide says ----------------------------------------------------------------------------------------------------

    @abstractmethod
    def hexes(self, position: Any) -> frozenset[Place]:  # noqa: ANN401 - the game's own position, here and below
        """Return every hex of the board."""

    @abstractmethod
    def is_shared(self, position: Any, side: str) -> bool:  # noqa: ANN401
        """Return whether the reader decides for both sides, and is to be told for which he does now."""

    @abstractmethod
    def next_words(self, position: Any, selected: str) -> str:  # noqa: ANN401
        """Return what the ship in hand does next; empty where the decision itself says it."""

    # -- the board -----------------------------------------------------------------------------------------------------------------------

    def ship_at(self, position: Any, place: Place) -> str:  # noqa: ANN401
        """Return the ship in a hex."""
        ship = position.occupied.get(place)
        return ship.id if ship is not None else ""

    def next_at(self, position: Any, place: Place, selected: str) -> str:  # noqa: ANN401, ARG002 - only a stack has a next one
        """Return the ship that a press there may mean."""
        return self.ship_at(position, place)

    def in_hand(self, position: Any) -> tuple[Held, ...]:  # noqa: ANN401, ARG002 - all orders stand at once
        """Return nothing: any ship may act without being taken in hand first."""
        return ()

    def place_of(self, position: Any, ship: str) -> Place:  # noqa: ANN401
        """Return where a ship lies: the hex of her bow."""
        return position.ship(ship).bow

    def scene(self, position: Any, look: Look) -> Any:  # noqa: ANN401 - a Scene
        """Draw the board."""
        return self.pictures.scene(position, look)

    def sheet(self, position: Any, look: Look) -> Any:  # noqa: ANN401 - a Sheet
        """Return the board and its size, as the reader looks at it."""
        display = self.pictures.display_of(position, look)
        return self.pictures.sheet_of(self.hexes(position), display.radius, display.window, display.size)

    def outlines(self, position: Any, look: Look) -> tuple[Outline, ...]:  # noqa: ANN401
        """Return every hex that is shown, with its corners."""
        return outlines(self.sheet(position, look).board, self.hexes(position))

    def neighbour(self, place: Place, key: str) -> Place:
        """Return the hex that an arrow key leads to."""
        return walked(self.grid, place, key)

    def say(self, position: Any, order: Any) -> OrderText:  # noqa: ANN401 - any order of the game
        """Return an order in words."""
        return self.tellers[type(order)](position, order)

    # -- words ---------------------------------------------------------------------------------------------------------------------------

    def title(self, scenario: str) -> str:
        """Return what a set piece is called."""
        return str(self.scenarios.card(scenario).title["en"])

    def about(self, scenario: str) -> str:
        """Return what a battle is about."""
        return str(self.scenarios.card(scenario).about)

    def source(self, scenario: str) -> tuple[str, ...]:
        """Return what of a battle is told by whom, and what is ours."""
        return tuple(map(str, self.scenarios.card(scenario).source))

    def task(self, scenario: str) -> str:
        """Return what is to be done in it; empty for a battle that has no goal of its own."""
        return str(self.scenarios.card(scenario).task.get("en", ""))

    def prompt(self, position: Any, selected: str) -> str:  # noqa: ANN401
        """Return what the ship in hand does next; where both sides decide things, whose decision it is comes first."""
        decision, what = self.plan.sequence.decision(position), self.next_words(position, selected)
        if decision is None or not self.is_shared(position, decision.side):
            return what
        return _("{side} decide. {what}").format(side=self.plan.sides[decision.side], what=what or decision.prompt)

    def danger(self, position: Any, order: Any) -> str:  # noqa: ANN401, ARG002 - the game's own; of a game in which no step is the end
        """Return nothing: no order ends a ship at once."""
        return ""

    def steps(self, position: Any, ship: str) -> Iterable[Any]:  # noqa: ANN401, ARG002 - of a game without steps
        """Return nothing: nobody moves step by step."""
        return ()

    def berth(self, position: Any, ship: str) -> Any:  # noqa: ANN401
        """Return her bow and her heading."""
        found = position.ship(ship)
        return found.bow, found.heading

    def points_left(self, position: Any, ship: str) -> int:  # noqa: ANN401, ARG002 - of a game without points
        """Return 0: nobody spends points."""
        return 0

    def outlook(self, position: Any, ship: str, lesson: str) -> Outlook | None:  # noqa: ANN401
        """Return what the lesson counts for her."""
        found = self.lessons.get(lesson)
        return found.outlook(position, ship) if found is not None else None

    def rehearsal(self, position: Any, ship: str, lesson: str) -> Rehearsal | None:  # noqa: ANN401
        """Return the throw that the lesson lets her practise."""
        found = self.lessons.get(lesson)
        return found.rehearsal(position, ship) if found is not None else None

    def label(self, throw: Throw) -> str:
        """Return what came out, in the words of its chapter."""
        words = self.throws.get(type(throw.outcome))
        return words.label(throw) if words is not None else ""

    def best_first(self, throw: Throw) -> tuple[str, ...]:
        """Return the names in the order that its chapter gives them."""
        words = self.throws.get(type(throw.outcome))
        return words.order if words is not None else ()

    def parts(self, throw: Throw) -> tuple[Part, ...]:
        """Return the lists of bars that its chapter makes of a long distribution."""
        words = self.throws.get(type(throw.outcome))
        return words.parts(throw) if words is not None else ()

    def highest(self, throw: Throw) -> int:
        """Return the highest face; six where its chapter does not say."""
        words = self.throws.get(type(throw.outcome))
        return words.highest(throw) if words is not None else max(D6.faces)

    def faces(self, throw: Throw) -> tuple[str, ...]:
        """Return the names on chits; dice have none."""
        words = self.throws.get(type(throw.outcome))
        return words.faces(throw) if words is not None else ()

    def verdict(self, throw: Throw, faces: tuple[int, ...]) -> str:
        """Return how the faces led there, in the words of its chapter."""
        words = self.throws.get(type(throw.outcome))
        return words.verdict(throw, faces) if words is not None else ""
