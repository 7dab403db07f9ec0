"""The position: units, leaders, purses, markers, and whatever is going on at this moment. Frozen data, no rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, Final, Literal, NamedTuple, TypeVar

from rulesdemo.games.toulon.board import Board, Zone, board
from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.play.engine import cites
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

K = TypeVar("K")
Side = Literal["allied", "republican"]
Hold = Literal["allied", "tenuous", "lost"]
Arm = Literal["infantry", "cavalry", "artillery", "battery"]
Nation = Literal["british", "spanish", "neapolitan", "sardinian", "toulonnais", "west", "east", "reserve"]

WINGS: Final = ("west", "east", "reserve")
PURSES: Final = (*NATIONS, "west", "east", "bonaparte")
SEATS: Final = ("allied", "republican", *NATIONS, "west", "east")
GUNS: Final = ("artillery", "battery")
AWAY: Final = "away"  # not yet in play, or back later
GONE: Final = "gone"  # out of the game
CROWDED: Final = ("start", "move", "combat")  # steps in which a zone may hold too many for a while
BONAPARTE: Final = "bonaparte"


ALLIES: Final = frozenset((*NATIONS, "allied"))


def side_of(nation: str) -> Side:
    """The side of a nation, a wing, a purse or a seat."""
    return "allied" if nation in ALLIES else "republican"


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "republican" if side == "allied" else "allied"


@cites("4.12d", "4.9o", "4.9h")
@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: what is printed on it, where it is, its losses and its markers. At 0 SP it stays in play [4.12d]."""

    id: str
    name: str
    nation: Nation
    arm: Arm
    sp: int
    quality: int  # the sixths with which a quality test passes; supplied
    place: str  # a zone, AWAY or GONE
    due: int = 0  # the turn on which it arrives, while it is away
    temp: int = 0
    perm: int = 0
    fort: bool = False  # inside the fort of its zone
    patrol: bool = False
    revealed: bool = False
    crew: bool = False  # a crew of position guns, sailors ("Activated Guns")
    hasty: bool = False
    late: str = ""  # the zone that it failed to enter and may try again for the second round
    check: bool = False  # must take an attrition test
    landed: bool = False  # came ashore for the first time this turn
    rallied: bool = False
    origin: str = ""  # the zone where its moves of this turn, or its scouting, began
    scouted: bool = False  # it has made the road section under it friendly
    steps: int = 0
    road_steps: int = 0
    is_face_down: bool = False  # as a side sees it that may know nothing but whose it is and where it stands

    @property
    def side(self) -> Side:
        """Its side."""
        return "allied" if self.nation in ALLIES else "republican"

    @property
    def strength(self) -> int:
        """The strength points that are left."""
        return max(0, self.sp - self.temp - self.perm)

    @property
    def is_gun(self) -> bool:
        """Whether it is artillery of any kind."""
        return self.arm in GUNS


class Units(tuple[Unit, ...]):  # noqa: SLOT001 - what has been found out is kept in its dictionary
    """The units in the order of the roster, and who is where; a list made from another one need not find again what has not changed."""

    @cached_property
    def by_id(self) -> dict[str, int]:
        """The place of each in the list."""
        return {unit.id: place for place, unit in enumerate(self)}

    @cached_property
    def at(self) -> dict[str, tuple[Unit, ...]]:
        """The units in each zone."""
        return self._by(lambda unit: unit.place)

    @cached_property
    def of(self) -> dict[tuple[str, str], tuple[Unit, ...]]:
        """The units in each zone of each side."""
        return self._by(lambda unit: (unit.place, unit.side))

    def _by(self, key: Callable[[Unit], K]) -> dict[K, tuple[Unit, ...]]:
        found: dict[K, list[Unit]] = {}
        for unit in self:
            found.setdefault(key(unit), []).append(unit)
        return {each: tuple(units) for each, units in found.items()}

    def with_unit(self, name: str, **changes: Any) -> Units:  # noqa: ANN401 - fields of the record
        """The list with a unit changed."""
        place = self.by_id[name]
        old = self[place]
        new = replace(old, **changes)
        made = Units((*self[:place], new, *self[place + 1 :]))
        made.by_id = self.by_id
        made.at = self._moved(self.at, old.place, new.place, old, new)
        made.of = self._moved(self.of, (old.place, old.side), (new.place, new.side), old, new)
        return made

    def _moved(self, index: dict[K, tuple[Unit, ...]], here: K, there: K, old: Unit, new: Unit) -> dict[K, tuple[Unit, ...]]:
        if here == there:
            return {**index, here: tuple(new if unit is old else unit for unit in index[here])}
        group = sorted((*index.get(there, ()), new), key=lambda unit: self.by_id[unit.id])
        return {**index, here: tuple(unit for unit in index[here] if unit is not old), there: tuple(group)}


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader, his efficiency, and where he is; wounded he is away until a turn [6.6]."""

    id: str
    name: str
    nation: Nation
    efficiency: Literal["A", "B", "C"]
    place: str
    due: int = 0
    steps: int = 0
    fate: str = ""

    @property
    def side(self) -> Side:
        """His side."""
        return side_of(self.nation)


class Redoubt(NamedTuple):
    """A redoubt, who built it and when; one that stood there before the siege helps only the Allies [4.7a, 4.7b]."""

    zone: str
    level: Literal["normal", "improved"]
    builder: Side
    turn: int = 0  # when it was last worked on; 0 before the game


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, where in it we are, and what was done in it so far."""

    number: int
    step: str
    side: Side = "allied"  # whose phases these are
    first: Side = "allied"  # who won the initiative
    seats: tuple[str, ...] = ()  # who have still to act in this step
    due: tuple[str, ...] = ()  # units, zones, purses that must still roll or be dealt with in this step
    round: int = 0  # of the late deployment
    placed: tuple[str, ...] = ()  # zones that the Allies used in this round
    out_of_war: tuple[str, ...] = ()  # nations and wings out of war supply
    cut: tuple[str, ...] = ()  # units out of general supply
    council: bool = False
    fought: tuple[str, ...] = ()  # zones where the combat is over


class Proposal(NamedTuple):
    """A placement that an Allied player proposes and the British player may overrule [1.16 A, 1.16 G]."""

    unit: str
    zone: str


class Entry(NamedTuple):
    """Units declared to enter a zone of the enemy's, before and during their tests [4.9f]."""

    origin: str
    zone: str
    units: tuple[str, ...]
    purse: str = ""  # set once it is paid
    paid: int = 0
    hasty: bool = False
    tested: tuple[str, ...] = ()
    passed: tuple[str, ...] = ()
    asked: str = ""  # a friend's unit that is asked to join and has not answered
    declined: tuple[str, ...] = ()
    backers: tuple[str, ...] = ()  # players who joined and offered their purses


class Trial(NamedTuple):
    """A unit on a road, or leaving one, that must take a quality test [4.9n, 4.9p]."""

    unit: str
    to: str


class Captive(NamedTuple):
    """Bonaparte alone where it is not friendly: he may be captured [4.9s]."""

    zone: str


class Battle(NamedTuple):
    """A combat in two rounds."""

    zone: str
    attacker: Side
    assault: bool = False  # the fort is attacked too
    round: int = 1
    stage: Literal["late", "fire", "roll", "adjust", "pursuit", "leaders", "retreat"] = "fire"
    firing: Side = "allied"  # whose guns may fire now
    fired: tuple[str, ...] = ()
    losses: tuple[int, int] = (0, 0)  # of attacker and defender
    permanent: tuple[int, int] = (0, 0)
    die: int = 0
    winner: Side | Literal[""] = ""
    due: tuple[str, ...] = ()  # units that may try again, cavalry that may pursue, leaders to test


class Result(NamedTuple):
    """How the game ended."""

    winner: Side | Literal["draw"]
    why: str
    vp: int
    rule: str = "1.8"


class Rade(NamedTuple):
    """A change of the hold on the roadsteads that the scenario supplies, since its causes are not in the source [4.6a]."""

    turn: int
    petite: Hold
    grande: Hold


@dataclass(frozen=True, eq=False)
class Scenario:
    """What a scenario file says; positions of one game share it."""

    name: str
    title: str
    about: str
    players: int
    short: bool
    first_turn: int
    last_turn: int
    kind: Literal["setup", "late", "turns"]
    options: frozenset[str]
    numbers: Mapping[str, int]
    chances: Mapping[str, str]
    scale: Mapping[str, tuple[int, ...]]  # by purse, for turn 1 and on; the last one holds from then on
    random_op: str
    combat: Mapping[str, tuple[str, ...]]
    rades: tuple[Rade, ...]
    steps: frozenset[str]  # of the turn; empty for all
    is_campaign: bool = False  # OP by turn, and a table of reinforcements that the reader may change
    arrivals: Mapping[str, int] = field(default_factory=dict)  # that table: the turns of units and leaders who are away at the start
    counters: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # the unit list of a campaign: strength and quality
    efficiencies: Mapping[str, str] = field(default_factory=dict)  # and that of its leaders
    zones: Mapping[str, Zone] = field(default_factory=lambda: board().zones)  # the map, of which a campaign lets the reader change values
    goal: Mapping[str, Any] = field(default_factory=dict)


@lru_cache(maxsize=200)
def purses_of(seats: tuple[tuple[str, ...], ...], players: tuple[str, ...]) -> tuple[str, ...]:
    """The purses that some players hold."""
    return tuple(purse for purse in PURSES if _seat(seats, purse) in players)


@lru_cache(maxsize=200)
def _seat(seats: tuple[tuple[str, ...], ...], nation: str) -> str:
    wanted = "west" if nation in ("reserve", BONAPARTE) else nation
    return next(seat[0] for seat in seats if wanted in seat or side_of(wanted) in seat)


@cites("1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.10")
@dataclass(frozen=True)
class Position:
    """Everything that the rules can ask about; the markers begin as 1.2 to 1.10 say."""

    rules: Ruleset
    scenario: Scenario
    seats: tuple[tuple[str, ...], ...]
    turn: Turn
    units: Units
    leaders: tuple[Leader, ...]
    purses: tuple[tuple[str, int], ...]
    petite: Hold = "allied"
    grande: Hold = "allied"
    defeat: Side | Literal["none"] = "none"
    vp: int = 0  # in favour of the Allies
    loss: int = 0  # losses of the Republicans less those of the Allies
    stock: int = 0
    gauge: int = 0
    evacuated: bool = False
    personal: tuple[tuple[str, int], ...] = ()  # tenths of VP by Allied nation
    held: tuple[tuple[str, Side], ...] = ()  # who controlled a zone last
    roads: tuple[tuple[str, Side], ...] = ()  # friendly road sections
    redoubts: tuple[Redoubt, ...] = ()
    razed: tuple[tuple[str, Side], ...] = ()  # where a removed redoubt may be rebuilt
    deployed: tuple[str, ...] = ()  # units placed in 1.15 and 1.16
    pending: Proposal | Entry | Trial | Captive | Battle | None = None
    result: Result | None = None

    @property
    def board(self) -> Board:
        """The map."""
        return board()

    @property
    def ships(self) -> tuple[Unit, ...]:
        """The units, under the name by which the pages of every game ask for what stands on a board."""
        return self.units

    @cached_property
    def _leaders(self) -> dict[str, Leader]:
        return {leader.id: leader for leader in self.leaders}

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What has been worked out about this very position and may be asked again."""
        return {}

    def zone(self, name: str) -> Zone:
        """A zone by its id, worth what the reader has it worth."""
        return self.scenario.zones[name]

    def unit(self, name: str) -> Unit:
        """A unit by its id."""
        return self.units[self.units.by_id[name]]

    def find(self, name: str) -> Unit | None:
        """A unit by its id, or None."""
        place = self.units.by_id.get(name)
        return None if place is None else self.units[place]

    def leader(self, name: str) -> Leader | None:
        """A leader by his id, or None."""
        return self._leaders.get(name)

    def at(self, zone: str) -> tuple[Unit, ...]:
        """The units in a zone."""
        return self.units.at.get(zone, ())

    def of(self, side: Side, zone: str) -> tuple[Unit, ...]:
        """A side's units in a zone."""
        return self.units.of.get((zone, side), ())

    def led(self, side: Side, zone: str) -> tuple[Leader, ...]:
        """A side's leaders in a zone."""
        return tuple(leader for leader in self.leaders if leader.place == zone and leader.side == side)

    def with_unit(self, name: str, **changes: Any) -> Position:  # noqa: ANN401 - fields of the record
        """The position with a unit changed."""
        return replace(self, units=self.units.with_unit(name, **changes))

    def with_leader(self, name: str, **changes: Any) -> Position:  # noqa: ANN401 - fields of the record
        """The position with a leader changed."""
        return replace(self, leaders=tuple(replace(each, **changes) if each.id == name else each for each in self.leaders))

    def with_turn(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of the record
        """The position with fields of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))

    def op(self, purse: str) -> int:
        """What is in a purse."""
        return next((left for name, left in self.purses if name == purse), 0)

    def scale(self, purse: str) -> int:
        """The OP that a purse gets this turn, before random OP [1.17]."""
        by_turn = self.scenario.scale[purse]
        return by_turn[min(self.turn.number, len(by_turn)) - 1]

    def paying(self, purse: str, op: int) -> Position:
        """The position after a purse has paid OP, or been given some."""
        return replace(self, purses=tuple((name, left - op if name == purse else left) for name, left in self.purses))

    def has(self, option: str) -> bool:
        """Whether an option of the rules is in play; 6.9 has three parts, of which any may be [6.9c]."""
        options = self.scenario.options
        return option in options or (option.startswith("6.9") and any(each in (option[:3], f"{option}{each[3:]}") for each in options))

    def number(self, name: str) -> int:
        """A value that the source lacks, as the scenario supplies it."""
        return self.scenario.numbers[name]

    def chance(self, name: str) -> str:
        """A chance that the source lacks, as the scenario supplies it."""
        return self.scenario.chances[name]

    def seat(self, nation: str) -> str:
        """The player who holds a nation, a wing or a purse, named after the first side he holds."""
        return _seat(self.seats, nation)

    @cached_property
    def movers(self) -> tuple[Unit, ...]:
        """The units on the map of the player who is to act."""
        seat, zones = self.turn.seats[0], board().zones
        return tuple(unit for unit in self.units if unit.place in zones and self.seat(unit.nation) == seat)

    def players_of(self, side: Side) -> tuple[str, ...]:
        """The players of a side."""
        return tuple(seat[0] for seat in self.seats if side_of(seat[0]) == side)

    def friendly_road(self, road: str, side: Side) -> bool:
        """Whether a road section is marked as this side's."""
        return dict(self.roads).get(road) == side
