"""Says what a desk must know about a game to show it: the names of its orders, where they point on the board, and how its results read.

One `Guide` per game, in widgets/games/; the desk itself knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from rulesdemo.play.engine import Refusal, Throw
from widgets.scene.geometry import Outline

Place: TypeAlias = Any
"""A place of the board as the game has it: a hex of a grid, or the id of a zone on a map of zones."""


class Places(Protocol):
    """What a page asks of a grid or of a map of zones: the printed name of a place, and the place of a name."""

    def label(self, place: Any, /) -> str:  # noqa: ANN401 - a place
        """Return what players call it."""

    def parse(self, label: str, /) -> Any:  # noqa: ANN401 - a place
        """Return the place of that name."""


class OrderText(NamedTuple):
    """The words of an order's row: a title, a second line, the rule behind it, the ship it is for, and the hex that stands for it."""

    title: str
    line: str
    rule: str
    ship: str = ""
    place: Place | None = None
    rank: int = 0  # rows of a lower rank stand first
    is_minor: bool = False  # a row that may wait behind "show more"
    cost: int = 0  # points it takes, where it takes some
    is_closing: bool = False  # it closes a segment, so it never waits behind "show more"


class Count(NamedTuple):
    """A line of an outlook: what is counted, how many there are, and how the board shows it: "front", "flank", "rear", "bar" or nothing."""

    name: str
    number: int
    sign: str = ""
    is_now: bool = False  # the line that holds as things stand
    text: str = ""  # how the number reads, where it is a part of a sum or of a whole


class Strike(NamedTuple):
    """A shot or a boarding: what it was, by whom, and at whom."""

    kind: Literal["shot", "board"]
    by: str
    at: str


Strikes: TypeAlias = Mapping[type, Callable[[Any], Iterable[Strike]]]


class Held(NamedTuple):
    """Somebody who may be taken in hand: the id, the name, a word or number beside it, and where he is."""

    ship: str
    name: str
    mark: str = ""
    group: str = ""


class Outlook(NamedTuple):
    """What a rule without dice leaves open: counted, said in a sentence with its rule, and tinted on the board."""

    title: str
    lines: tuple[Count, ...]
    words: str
    hexes: frozenset[Place] = frozenset()


class Part(NamedTuple):
    """One list of bars of a distribution that is too long to show whole: the fields it is of, its heading, and names for what they come to.

    The name is asked of a throw whose outcome has these fields alone; without one, the values of a single field stand for themselves.
    """

    fields: tuple[str, ...]
    title: str
    label: Callable[[Throw], str] | None = None
    order: tuple[str, ...] = ()  # names that stand first, best to worst


class Rehearsal(NamedTuple):
    """A throw that is not due yet and may be practised; the outcome in it stands for none."""

    title: str
    throw: Throw


@dataclass(frozen=True, slots=True)
class Look:
    """What the reader looks at, apart from the position itself."""

    radius: float = 47.0
    selected: str = ""
    regarded: str = ""  # a ship that is looked at and takes no orders
    focus: Place | None = None
    legal: dict[Place, str] = field(default_factory=dict)  # hexes to press, with what pressing them does
    costs: dict[Place, int] = field(default_factory=dict)  # and the points that it takes
    refused: Place | None = None
    path: tuple[tuple[Place, int], ...] = ()  # hexes a ship has come by, with the points spent so far
    plan: tuple[tuple[Place, int], ...] = ()  # hexes she would come by, with the points spent by then
    fatal: dict[Place, str] = field(default_factory=dict)  # hexes that would end her, with how
    plots: tuple[tuple[str, str], ...] = ()  # orders that are being written and may be seen: the ship, and the text
    lesson: str = ""  # what the chapter wants drawn besides: "sides", "arcs", "command", "reach"
    tint: frozenset[Place] = frozenset()  # hexes within reach
    ready: tuple[str, ...] = ()  # ships that may act now, where that is to be seen
    has_arcs: bool = False  # whether to draw where the ship in hand fires, and where the one looked at is raked from
    has_rose: bool = False  # whether a rose shows the wind
    projector: bool = False
    is_narrow: bool = False  # a phone: show the hexes around the ships only
    window: tuple[str, str] | None = None  # the numbers of two opposite corner hexes; None for the whole map
    size: tuple[float, float] | None = None  # pixels of the frame; hexes are at most as large as lets the window fit into it
    zoom: float = 1.0  # above 1 the picture outgrows its frame, below 1 more of the map is seen in it


class Guide(Protocol):
    """A game's words and pictures for a desk."""

    game: str
    places: str  # what the places of the board are called
    a_place: str  # and one of them
    strikes: Strikes  # events that are shots or boardings
    has_zone_orders: bool  # whether a press on a place may be an order while nothing is selected

    @property
    def lessons(self) -> Mapping[str, Any]:
        """Return what chapters add to the board, each a `Lesson`, by name."""

    @property
    def grid(self) -> Places:
        """Return the grid, or the map of zones."""

    def say(self, position: Any, order: Any) -> OrderText:  # noqa: ANN401 - the game's own position and order, here and below
        """Return an order in words."""

    def danger(self, position: Any, order: Any) -> str:  # noqa: ANN401
        """Return how an order would end the ship at once; empty for any other."""

    def steps(self, position: Any, ship: str) -> Iterable[Any]:  # noqa: ANN401
        """Return the steps to look ahead with, legal or not, of a ship that moves step by step."""

    def berth(self, position: Any, ship: str) -> Any:  # noqa: ANN401
        """Return where she lies and how, for two ways to be compared."""

    def points_left(self, position: Any, ship: str) -> int:  # noqa: ANN401
        """Return the points that she has left to spend."""

    def hexes(self, position: Any) -> frozenset[Place]:  # noqa: ANN401
        """Return every hex of the board."""

    def ship_at(self, position: Any, place: Place) -> str:  # noqa: ANN401
        """Return the id of the ship that fills a hex, or an empty text."""

    def next_at(self, position: Any, place: Place, selected: str) -> str:  # noqa: ANN401
        """Return the id of the ship that a press there may mean: the one that fills it, or the next of a stack after the one in hand."""

    def in_hand(self, position: Any) -> tuple[Held, ...]:  # noqa: ANN401
        """Return what a reader takes in hand first, where the orders of all together would be too many rows; else nothing."""

    def place_of(self, position: Any, ship: str) -> Place:  # noqa: ANN401
        """Return the hex that stands for a ship, or for a Force: where the keys begin."""

    def selectable(self, position: Any, ship: str) -> bool:  # noqa: ANN401
        """Return whether a press on that ship selects her to act."""

    def orders_at(self, position: Any, selected: str, place: Place) -> Iterable[Any]:  # noqa: ANN401
        """Return the orders, legal or not, that a press on that hex could mean while that ship is selected; likeliest first."""

    def tempting(self, position: Any, selected: str) -> Iterable[Any]:  # noqa: ANN401
        """Return orders that a newcomer might try and that are worth a row even when they are refused."""

    def far(self, position: Any, selected: str, place: Place) -> Refusal | None:  # noqa: ANN401
        """Return why a press on that hex means no order: what is in reach instead, and by which rule; None where no order was meant."""

    def prompt(self, position: Any, selected: str) -> str:  # noqa: ANN401
        """Say what to do next, in a sentence or two; empty where the rows say it."""

    def outlook(self, position: Any, ship: str, lesson: str) -> Outlook | None:  # noqa: ANN401
        """Return what can happen without dice, for the lesson of a chapter."""

    def rehearsal(self, position: Any, ship: str, lesson: str) -> Rehearsal | None:  # noqa: ANN401
        """Return the throw to come that the lesson of a chapter is about, while it is not due."""

    def scene(self, position: Any, look: Look) -> Any:  # noqa: ANN401
        """Return the board as plain shapes."""

    def outlines(self, position: Any, look: Look) -> tuple[Outline, ...]:  # noqa: ANN401
        """Return every visible hex: its number, and its corners on the picture."""

    def neighbour(self, place: Place, key: str) -> Place:
        """Return the hex that an arrow key leads to."""

    def about(self, scenario: str) -> str:
        """Return what a battle is about."""

    def source(self, scenario: str) -> tuple[str, ...]:
        """Return what of a battle is told by whom, and what is ours."""

    def task(self, scenario: str) -> str:
        """Return what is to be done in it; empty for a battle that has no goal of its own."""

    def title(self, scenario: str) -> str:
        """Return the title of a set piece."""

    def place_text(self, position: Any, place: Place) -> str:  # noqa: ANN401
        """Return a hex and what is on it, in words."""

    def label(self, throw: Throw) -> str:
        """Return a short name for the outcome of a throw, or an empty text where the fields say it well enough."""

    def best_first(self, throw: Throw) -> tuple[str, ...]:
        """Return the short names that stand first in the odds of such a throw, best to worst."""

    def parts(self, throw: Throw) -> tuple[Part, ...]:
        """Return the lists of bars for a distribution that is too long to show whole; without any, every field has one."""

    def highest(self, throw: Throw) -> int:
        """Return the highest face that the dice of such a throw show."""

    def faces(self, throw: Throw) -> tuple[str, ...]:
        """Return the names of the faces, from 1 on, where chits are drawn; nothing where dice are thrown."""

    def verdict(self, throw: Throw, faces: tuple[int, ...]) -> str:
        """Say how the faces led to the result, in a sentence or two."""
