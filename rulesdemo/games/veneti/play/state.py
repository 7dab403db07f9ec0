"""The position: ships, leaders, the turn, and whatever is going on at this moment. Frozen data, no rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.board.sectors import ShipSide
from rulesdemo.errors import RulesError
from rulesdemo.games.veneti.play.places import sides_of
from rulesdemo.play.engine import cites
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Side = Literal["roman", "veneti"]
Kind = Literal["galley", "sail"]
Level = Literal["cruise", "maximum"]
# What holds a whole activation back: nothing; half speed (6.18); the limits of a straggler (6.16); doing nothing at all (6.18).
Limit = Literal["free", "slow", "disorder", "idle"]

SIDES: Final[tuple[Side, Side]] = ("roman", "veneti")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "veneti" if side == "roman" else "roman"


@cites("2.1", "2.1 Type", "2.1 Equipage", "2.1 M", "2.1 Vitesse", "2.1 Veneti", "2.1 Marqueurs", "4.0", "5.0", "6.21", "6.41")
@dataclass(frozen=True, slots=True)
class Ship:
    """A counter: what is printed on it, where it lies, and the markers on it [2.1]."""

    id: str
    name: str
    type_name: str
    side: Side  # whose she was at the start
    kind: Kind
    bow: Hex
    heading: Direction
    crew_printed: int
    marines_printed: int
    cruise: int  # 0 for a sailing ship, whose speed is the wind's
    maximum: int
    height: int
    flame: bool  # carries flaming missiles
    controller: Side
    level: Level = "cruise"
    fatigue: int = 0
    fatigue_fresh: bool = False  # placed this turn
    depletion: int = 0
    immobilised: bool = False
    crippled: bool = False  # 8.44 names it; only a scenario can set it (A16)
    captured: Literal["", "captured", "recaptured"] = ""
    on_fire: bool = False
    barred_since: int | None = None  # may not fight her fire until an activation of hers after this one has passed
    grappled: frozenset[str] = frozenset()
    repelled: bool = False  # beat off a boarding this turn
    gone: Literal["", "aground", "burnt"] = ""

    @property
    def hexes(self) -> tuple[Hex, ...]:
        """The hex or two that she fills, bow first."""
        return sides_of(self.kind, self.bow, self.heading).hexes

    @property
    def around(self) -> Mapping[Hex, ShipSide]:
        """The hexes around her, and the side that each touches."""
        return sides_of(self.kind, self.bow, self.heading).sides


@cites("2.1 CdE", "2.1 Amiral", "2.3 Amiral", "6.71", "6.72", "6.73")
@dataclass(frozen=True, slots=True)
class Leader:
    """A squadron leader or an Admiral, aboard a command ship [6.71, 6.72, 6.73]."""

    id: str
    name: str
    side: Side
    ship: str
    admiral: bool
    command_range: int
    initiative: int
    reduced_since: int | None = None  # on his reduced side since this activation
    tried: bool = False  # to transfer, this turn
    lost_on: int | None = None  # the turn
    lost_at: tuple[Hex, ...] = ()  # where his ship lay

    @property
    def lost(self) -> bool:
        """Whether he went down or was taken with his ship."""
        return self.lost_on is not None


class Squadron(NamedTuple):
    """The ships under one leader this turn [6.11]."""

    leader: str
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, and where in it we are."""

    number: int
    step: str
    first: Side  # who begins phase E
    winner: Side  # of the initiative roll; begins phase F
    active: Side  # whose choice of a squadron or ship it is
    squadrons: tuple[Squadron, ...] = ()
    individuals: tuple[str, ...] = ()
    unassigned: tuple[str, ...] = ()  # in range of several leaders, waiting for their owner's choice
    choices: tuple[tuple[str, ...], ...] = ()  # the leaders of each of those, as measured when squadrons were formed
    activated: frozenset[str] = frozenset()  # leaders whose squadrons, and individual ships, have acted
    doubled: frozenset[Side] = frozenset()  # who has tried a double activation
    speed_set: frozenset[str] = frozenset()  # galleys whose speed was named in phase D
    confused: str = ""  # the leader whose squadron has yet to roll for confusion
    due: tuple[str, ...] = ()  # what must still be rolled or said in this step: ships, lost leaders, or the step itself


@dataclass(frozen=True, slots=True)
class Doing:
    """What one ship of the running activation has done so far."""

    ship: str
    began_beside: bool  # next to an enemy when the activation began (6.16)
    stage: Literal["waiting", "moving", "moved"] = "waiting"
    left: int = 0  # announced movement points still to be spent
    spent: int = 0  # points spent in this activation, breaking loose included
    backing: bool | None = None  # None until the first step of her move
    tried: frozenset[str] = frozenset()  # ships she has tried to break loose from
    fired: bool = False
    threw: bool = False  # her grapnels
    scythed: bool = False
    boarded: int = 0  # marines she has sent over


@dataclass(frozen=True, slots=True)
class Activation:
    """The squadron, pair of squadrons or individual ship that is acting."""

    number: int
    side: Side
    leaders: tuple[str, ...]  # none for an individual ship
    doings: tuple[Doing, ...]
    limit: Limit = "free"
    moved: bool = False  # the movement segment is closed
    done: bool = False  # so is the boarding segment
    reacted: frozenset[str] = frozenset()  # enemy ships that have used their reaction fire
    boarded: frozenset[str] = frozenset()  # targets that have been boarded

    def doing(self, ship: str) -> Doing | None:
        """What that ship has done, or None if she does not take part."""
        return next((each for each in self.doings if each.ship == ship), None)

    def of(self, ship: str) -> Doing:
        """What a ship that takes part has done."""
        doing = self.doing(ship)
        if doing is None:
            message = N_("{ship} takes no part in the activation").format(ship=ship)
            raise RulesError(message)
        return doing

    @property
    def moving(self) -> Doing | None:
        """The ship in the middle of her move."""
        return next((each for each in self.doings if each.stage == "moving"), None)


class Shot(NamedTuple):
    """Missiles in the air."""

    firer: str
    target: str
    marines: int
    flaming: bool


class Exchange(NamedTuple):
    """Shots or a grapple that have been declared, and the ships that may still answer with reaction fire [8.42]."""

    shots: tuple[Shot, ...]
    waiting: tuple[str, ...]
    grapple: tuple[str, str] | None = None


class Toll(NamedTuple):
    """Marines lost in a boarding, and the ships of which one must lose each [8.28, A18]."""

    ships: tuple[str, ...]
    marines: int = 1


class Result(NamedTuple):
    """How the game ended."""

    winner: Side | Literal["draw"]
    why: str
    score: tuple[int, int]  # ships taken or destroyed by the Romans, by the Veneti
    rule: str = "9.0"


class Weather(NamedTuple):
    """How hard the wind blows, and toward where."""

    strength: int
    to: Direction


class Sea(NamedTuple):
    """The map: columns and rows from 0101 on, and the hexes that are not open water [6.31]."""

    hexes: frozenset[Hex]
    coast: frozenset[Hex]


@dataclass(frozen=True, eq=False)
class Scenario:
    """What a scenario file says; positions of one game share it."""

    name: str
    title: str
    about: str
    turns: int
    sea: Sea
    phases: frozenset[str]
    first: Side
    goal: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Position:
    """Everything that the rules can ask about."""

    rules: Ruleset
    scenario: Scenario
    ships: tuple[Ship, ...]
    leaders: tuple[Leader, ...]
    wind: Weather
    turn: Turn
    activation: Activation | None = None
    activations: int = 0  # so far in the game
    pending: Exchange | Toll | None = None
    result: Result | None = None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What the chapters have worked out about this very position and may be asked again."""
        return {}

    @cached_property
    def _by_id(self) -> dict[str, int]:
        return {ship.id: place for place, ship in enumerate(self.ships)}

    @cached_property
    def afloat(self) -> tuple[Ship, ...]:
        """The ships that are still on the map."""
        return tuple(ship for ship in self.ships if not ship.gone)

    @cached_property
    def occupied(self) -> Mapping[Hex, Ship]:
        """Which ship fills which hex; one at most (6.6)."""
        return {place: ship for ship in self.afloat for place in ship.hexes}

    @property
    def acting(self) -> Activation:
        """The activation that is running."""
        if self.activation is None:
            message = N_("nobody is acting in step {step!r} of turn {number}").format(step=self.turn.step, number=self.turn.number)
            raise RulesError(message)
        return self.activation

    def ship(self, name: str) -> Ship:
        """A ship by its id."""
        return self.ships[self._by_id[name]]

    def find(self, name: str) -> Ship | None:
        """A ship by its id, or None if there is no such ship."""
        place = self._by_id.get(name)
        return None if place is None else self.ships[place]

    def leader(self, name: str) -> Leader:
        """A leader by his id."""
        return next(leader for leader in self.leaders if leader.id == name)

    def aboard(self, ship: str) -> tuple[Leader, ...]:
        """The leaders aboard a ship."""
        return tuple(leader for leader in self.leaders if leader.ship == ship and not leader.lost)

    def with_ships(self, *changed: Ship) -> Position:
        """The position with some ships changed."""
        ships = list(self.ships)
        for ship in changed:
            ships[self._by_id[ship.id]] = ship
        return replace(self, ships=tuple(ships))

    def with_leader(self, changed: Leader) -> Position:
        """The position with a leader changed."""
        return replace(self, leaders=tuple(changed if leader.id == changed.id else leader for leader in self.leaders))

    def with_turn(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of Turn
        """The position with fields of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))

    def with_activation(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of Activation
        """The position with fields of the running activation changed."""
        return replace(self, activation=replace(self.acting, **changes))

    def with_doing(self, ship: str, **changes: Any) -> Position:  # noqa: ANN401 - fields of Doing
        """The position with what a ship is doing changed."""
        return self.with_activation(doings=tuple(replace(each, **changes) if each.ship == ship else each for each in self.acting.doings))
