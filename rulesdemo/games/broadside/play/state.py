"""The position: weather, ships and their logs, and whatever is going on at this moment. Frozen data, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.broadside.hull import empty_sections
from rulesdemo.play.engine import cites
from rulesdemo.play.fleet import Fleet
from rulesdemo.rules.ruleset import Ruleset

Side = Literal["french", "british"]
Rank = Literal["line", "other", "fort"]
Admiral = Literal["none", "chief", "second"]
Sail = Literal["off", "setting", "on", "taking_in"]
Anchor = Literal["none", "dropping", "down", "weighing_1", "weighing_2"]
Leak = Literal["none", "small", "large"]
Gone = Literal["", "sunk", "exploded", "left"]
State = Literal["fighting", "hulk", "surrendered", "sunk", "exploded", "left"]

SIDES: Final[tuple[Side, Side]] = ("french", "british")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "british" if side == "french" else "french"


class Written(NamedTuple):
    """A line of a ship's log: the turn that it is for, and the order."""

    turn: int
    text: str


@cites("T12")
class Damage(NamedTuple):
    """What critical hits have done to a ship for good, or until it is put right [T12]."""

    gunner_dead: bool = False
    captain_dead: bool = False
    officers_dead: bool = False
    rigging_m: int = 0
    rigging_inertia: int = 0
    guns_loose: int = 0
    leak: Leak = "none"
    leak_since: int = 0  # the turn of the hit; it costs nothing before the next
    fire: bool = False
    fire_since: int = 0


SOUND: Final = Damage()


@cites("I Echelle", "II Déplacement", "II Combat", "II Coque", "IV.e", "IV.g", "T7")
@dataclass(frozen=True, slots=True)
class Ship:
    """A counter: the ratings of her card, where she is, and what is left of her [II Déplacement, II Combat, II Coque]."""

    id: str
    name: str
    type_name: str
    side: Side
    rank: Rank
    admiral: Admiral
    m_close_hauled: int
    m_reaching: int
    m_running: int
    masts: tuple[int, ...]
    inertia: int
    has_full_sail: bool
    boarding: int
    short: int
    long: int
    sections: tuple[int, ...]
    place: Hex
    heading: Direction
    hull: int
    masts_lost: int = 0
    masts_checked: int = 0  # emptied hull sections for which a mast has been rolled
    speed: int = 0  # hexes crossed last turn
    sail: Sail = "off"
    anchor: Anchor = "none"
    in_irons: bool = False  # stopped head to wind: one pivot on the spot is all she can do next turn
    locked: bool = False  # boarding, with everybody else in her hex
    has_fired: bool = False  # her first broadside is spent
    fired: bool = False  # this turn
    damage: Damage = SOUND
    surrendered: bool = False
    gone: Gone = ""
    log: tuple[Written, ...] = ()  # orders for this turn and later ones, by turn

    @property
    def hull_initial(self) -> int:
        """The hull points of her card."""
        return sum(self.sections)

    @property
    def sections_destroyed(self) -> int:
        """How many hull sections are empty."""
        return empty_sections(self.sections, self.hull)

    @property
    def is_fort(self) -> bool:
        """Whether it is a fort: it neither moves nor boards."""
        return self.rank == "fort"

    @property
    def state(self) -> State:
        """How she stands, in one word."""
        if self.gone:
            return self.gone
        if self.surrendered:
            return "surrendered"
        return "fighting" if self.hull else "hulk"

    @property
    def can_fight(self) -> bool:
        """Whether she may fire or board: hull left, her flag flying, neither a large leak nor a fire aboard."""
        return self.state == "fighting" and self.damage.leak != "large" and not self.damage.fire

    def written_for(self, turn: int) -> str | None:
        """The order that stands in her log for a turn."""
        return next((line.text for line in self.log if line.turn == turn), None)


class Weather(NamedTuple):
    """Where the wind comes from, its force, the sky, and how far one sees by day."""

    wind_from: Direction
    force: int
    sky: str
    hexes: int


class Place(NamedTuple):
    """A hex and a heading."""

    hex: Hex
    heading: Direction


class Track(NamedTuple):
    """A ship's move as it was carried out: where she was after each hex crossed, and where she stands in that list now.

    `steps[0]` is where she began, with the heading in which she left that hex. A ship that is put back goes down the list.
    """

    ship: str
    order: str  # as revealed; "" for none
    spent: int  # M that the order spends, whatever came of it
    potential: int  # M that she had
    hull: int
    steps: tuple[Place, ...]
    at: int
    end: Place  # what she comes to with the last step: a tack's second pivot comes after its hex
    left: bool = False  # she sailed off the map

    @property
    def place(self) -> Place:
        """Where she is now."""
        return self.end if self.at == len(self.steps) - 1 else self.steps[self.at]


class Contact(NamedTuple):
    """One hex that was settled: who was there, how it ended and why, and who was put back to where."""

    hex: Hex
    ships: tuple[str, ...]
    how: Literal["boarding", "no_boarding", "kept"]
    why: str
    keeper: str = ""
    back: str = ""
    to: Place | None = None


class DiceRequest(NamedTuple):
    """Dice that the settling of shared hexes waits for: a contact roll, or a die each for two ships."""

    kind: Literal["contact", "tie"]
    hex: Hex
    ships: tuple[str, ...]


class Settling(NamedTuple):
    """Moves that have been carried out and are being settled hex by hex [IV, V.a]."""

    tracks: tuple[Track, ...]
    contacts: tuple[Contact, ...] = ()
    apart: frozenset[frozenset[str]] = frozenset()  # pairs of enemies whose contact came to nothing
    asked: DiceRequest | None = None


class Shot(NamedTuple):
    """A ship that will fire, and at whom; nobody for one that holds her fire."""

    ship: str
    target: str


class Hit(NamedTuple):
    """What a shot did, until step 6 marks it."""

    target: str
    damage: int
    critical: int


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, and where in it we are."""

    number: int
    step: str
    weathered: bool = False  # the weather of this turn has been rolled
    ready: tuple[Side, ...] = ()  # who has written all that he wants to
    wrote: tuple[str, ...] = ()  # ships for which an order was written this turn
    due: tuple[str, ...] = ()  # ships that must still roll in this step
    rounds: int = 0  # rounds of boarding still to come after this one
    struck: tuple[tuple[str, int], ...] = ()  # losses of this round of boarding, taken when it is over
    bursting: tuple[str, ...] = ()  # ships whose magazine was hit


class Result(NamedTuple):
    """How the game ended."""

    winner: Side | Literal["draw"]
    why: str
    lost: tuple[int, int]  # hull points lost by the French, by the British
    rule: str = "VI"


class Chart(NamedTuple):
    """The hexes of the map, and those of them that are land."""

    hexes: frozenset[Hex]
    land: frozenset[Hex]


@dataclass(frozen=True, eq=False)
class Scenario:
    """What a scenario file says; positions of one game share it."""

    name: str
    title: str
    about: str
    turns: int
    chart: Chart
    first: Side
    starts: int  # minutes after midnight of the first turn
    without: tuple[str, ...] = ()  # parts of the sequence that it does without
    scripted: tuple[Side, ...] = ()  # sides whose ships follow the orders of the file
    goal: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Position(Fleet[Ship]):
    """Everything that the rules can ask about; the weather is None until it has been rolled."""

    rules: Ruleset
    scenario: Scenario
    weather: Weather | None
    ships: tuple[Ship, ...]
    turn: Turn
    settling: Settling | None = None
    shots: tuple[Shot, ...] = ()
    hits: tuple[Hit, ...] = ()
    result: Result | None = None

    @property
    def sky(self) -> Weather:
        """The weather, once it is known."""
        return self.weather or Weather(Direction(0), 0, "clear", 0)
