"""The position: ships, the bag, the ship that plays, and whatever is going on at this moment. Frozen data, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.errors import RulesError
from rulesdemo.games.escadres.play.places import Berth, lie
from rulesdemo.play.engine import cites
from rulesdemo.play.fleet import Fleet
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Side = Literal["french", "british"]
Gone = Literal["", "sunk", "exploded", "off_table"]
State = Literal["fighting", "struck_power", "struck_crew", "struck_both", "sunk", "exploded", "off_table"]

SIDES: Final[tuple[Side, Side]] = ("french", "british")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "british" if side == "french" else "french"


@cites("E-INTRO-1", "E-MAT-1", "E-DEP-2", "E-MOVE-1", "E-MOVE-7", "E-WEAR-2", "E-TRN-1", "E-MARK-1", "E-BURN-1", "E-HULL-1")
@dataclass(frozen=True, slots=True)
class Ship:
    """A model on two hexes and her sheet: what is printed on it, and the boxes and markers that are left [E-MAT-1, E-MARK-1]."""

    id: str
    name: str
    type_name: str
    side: Side
    decks: int
    guns: int | None  # None: more than a small ship has
    power_initial: int
    crew_initial: int
    speed_initial: int
    turns_initial: int
    training: int
    bow: Hex
    heading: Direction
    power: int
    crew: int
    speed: int
    turns: int
    hull: int | None = None  # None while she has power
    fires: int = 0
    stopped: bool = False
    next_move_zero: bool = False
    gone: Gone = ""

    @property
    def hexes(self) -> tuple[Hex, Hex]:
        """The two hexes that she fills, bow first."""
        return lie(self.bow, self.heading).hexes

    @property
    def berth(self) -> Berth:
        """Where she lies."""
        return Berth(self.bow, self.heading)

    @property
    def struck(self) -> bool:
        """Whether she is out of action: no power or no crew left."""
        return not self.power or not self.crew

    @property
    def lost(self) -> bool:
        """Whether she counts as lost: struck, sunk, exploded or off the table."""
        return bool(self.gone) or self.struck

    @property
    def state(self) -> State:
        """How she stands, in one word."""
        if self.gone:
            return self.gone
        if not self.struck:
            return "fighting"
        return "struck_crew" if self.power else "struck_power" if self.crew else "struck_both"


class Due(NamedTuple):
    """A ship that must still roll in this step, and with how many dice."""

    ship: str
    dice: int = 1


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, and where in it we are."""

    number: int
    step: str
    bag: tuple[str, ...] = ()  # whose chits are in it
    due: tuple[Due, ...] = ()


@dataclass(frozen=True, slots=True)
class Activation:
    """The ship whose chit was drawn, and what she has done so far."""

    ship: str
    allowance: int = 0  # set once, at the start of her move
    left: int = 0
    turned: int = 0
    moved: bool = False  # her move is over
    fired: bool = False  # so is her fire, or she has held it

    @property
    def spent(self) -> int:
        """The steps that she has spent."""
        return self.allowance - self.left


class Hit(NamedTuple):
    """Debris on its way to a ship."""

    ship: str
    dice: int


class Blast(NamedTuple):
    """A ship that has exploded, the debris that has yet to strike, and the ships that will burst after her [E-BLAST-1]."""

    source: str
    hits: tuple[Hit, ...]
    queue: tuple[str, ...] = ()


class Adrift(NamedTuple):
    """A ship that drifts and whose owner must say how [E-DRIFT-2]."""

    ship: str


class Result(NamedTuple):
    """How the game ended."""

    winner: Side | Literal["draw"]
    why: str
    lost: tuple[int, int]  # ships lost by the French, by the British
    rule: str = "E-VIC-1"


class Table(NamedTuple):
    """The hexes of the table, and those of them that are land [E-MAT-1]."""

    hexes: frozenset[Hex]
    land: frozenset[Hex]


@dataclass(frozen=True, eq=False)
class Scenario:
    """What a scenario file says; positions of one game share it."""

    name: str
    title: str
    about: str
    turns: int
    table: Table
    first: Side
    storm: bool = False
    goal: Mapping[str, Any] = field(default_factory=dict)


@cites("E-DEP-1")
@dataclass(frozen=True)
class Position(Fleet[Ship]):
    """Everything that the rules can ask about; the wind is fixed before anything else and never changes [E-DEP-1]."""

    rules: Ruleset
    scenario: Scenario
    wind_to: Direction
    ships: tuple[Ship, ...]
    turn: Turn
    activation: Activation | None = None
    pending: Blast | Adrift | None = None
    result: Result | None = None

    @cached_property
    def occupied(self) -> Mapping[Hex, Ship]:
        """Which ship fills which hex; one at most."""
        return {place: ship for ship in self.there for place in ship.hexes}

    @property
    def acting(self) -> Activation:
        """What the ship that plays has done."""
        if self.activation is None:
            message = N_("no ship is playing in step {step!r} of turn {number}").format(step=self.turn.step, number=self.turn.number)
            raise RulesError(message)
        return self.activation

    def with_activation(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of Activation
        """The position with fields of the activation changed."""
        return replace(self, activation=replace(self.acting, **changes))
