"""The position: Forces with their leaders, cities, ambassadors, and whatever attack is under way. Frozen data, no rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, Literal, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import RulesError
from rulesdemo.games.republic.battle import Battle, FirstRoll
from rulesdemo.games.republic.board import Ground
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.status import StatusName
from rulesdemo.games.republic.whole import Troops
from rulesdemo.play.engine import cites
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

Side = Literal["roman", "other"]
SIDES: Final[tuple[Side, Side]] = ("roman", "other")
ATTACKER: Final = 0  # the places of both sides in every pair of an attack
DEFENDER: Final = 1
ROLES: Final = ("attacker", "defender")

# How a Force came to where it is, by rules that the source only names; a scenario says so, and the first battle takes them away.
MARKS: Final = ("intercepted", "being_overrun", "cannot_leave", "just_landed", "ambush", "double_envelopment", "failed_interception")


def enemy_of(side: Side) -> Side:
    """The other side."""
    return "other" if side == "roman" else "roman"


@dataclass(frozen=True, slots=True)
class Leader:
    """A leader's counter [8.32, 8.6, 5.42]."""

    name: str
    letter: str
    cv: int
    vm: int
    cunning: int = 0
    rank: str = "other"
    subordinates: int = 0  # battle points of the leaders under him
    wounded: bool = False


class Legion(NamedTuple):
    """A legion as scenarios list it, a Double Legion unless a switch says otherwise: its infantry, and whether it is Veteran [R56]."""

    infantry: int
    veteran: bool = False


@cites("8.55", "8.31-k", "8.31-l", "9.4-S")
@dataclass(frozen=True, slots=True)
class Force:
    """A Force: its points by kind, its leader, its status and how it stands this turn."""

    id: str
    name: str
    side: Side
    at: Hex
    leader: Leader
    troops_outside_legions: int
    cavalry: int = 0
    elephants: int = 0
    legions: tuple[Legion, ...] = ()
    elite: int = 0
    status: StatusName = "fresh"
    engines: int = 0
    marks: tuple[str, ...] = ()
    in_city: bool = False
    left: int = 0  # hexes that it may still march this turn
    attrition: int = 0  # attrition points of its march, until they are checked
    entered: bool = False  # marched into an enemy's hex this turn, and so halted there
    crossed: bool = False  # its last step crossed a river
    acted: bool = False

    @property
    def infantry(self) -> int:
        """All its infantry points, those of legions included."""
        return self.troops_outside_legions + sum(legion.infantry for legion in self.legions)

    @property
    def troops(self) -> Troops:
        """Its points by kind."""
        return Troops(self.infantry, self.cavalry, self.elephants)

    @property
    def sp(self) -> int:
        """All its strength points, elephants too [R17]."""
        return sum(self.troops)

    @property
    def roman(self) -> bool:
        """Whether it is Roman."""
        return self.side == "roman"

    @property
    def standing_legions(self) -> int:
        """The legions with points left."""
        return sum(legion.infantry > 0 for legion in self.legions)


@cites("RRR 5.25")
def double_legions(rules: Ruleset, *forces: Force) -> int:
    """The Double Legions that command counts: every legion with points left, or every two of them [RRR 5.25, R56]."""
    legions = sum(force.standing_legions for force in forces)
    return legions if rules.switch("listed_legion") == "double" else legions // int(rules.table("siege").at("legions_per_double_legion"))


@dataclass(frozen=True, slots=True)
class City:
    """A city, who holds it, and what its walls are worth; None where the source has the number in a rule that we lack."""

    id: str
    name: str
    at: Hex
    owner: Side
    cdi: int
    strength: int | None = None  # what it adds to its garrison in an assault
    siege_defence: int | None = None  # 9.12
    roma: bool = False
    port: bool = False
    naval: int = 0  # 9.43, with its sign
    cunning: int = 0  # points of leaders inside who stand in no Force
    worth: int = 0  # what it counts at the end for the side that has taken it
    home: Side | None = None  # whose it was at the start


Envoy = Literal["ready", "held_for_ransom", "straying", "waiting_audience", "dead", "gone"]


@dataclass(frozen=True, slots=True)
class Ambassador:
    """An ambassador, and what has become of him [12.34]."""

    id: str
    name: str
    side: Side
    letter: str
    cunning: int = 0  # points that may be spent on him
    state: Envoy = "ready"
    ransom: int | None = None  # points that are still due, once they are known
    acted: bool = False


# -- an attack -------------------------------------------------------------------------------------------------------------------------


class Attempt(NamedTuple):
    """A refusal as it was declared: the way out, whether it ends in a city, and the cunning points of both leaders."""

    route: tuple[Hex, ...]
    city: bool
    cunning: int
    against: int | None = None  # None until the attacker has said his


class Part(NamedTuple):
    """One modifier of the battle roll, a plus for the attacker, and the rule that gives it."""

    name: str
    rule: str
    drm: int


Stage = Literal["open", "refused", "broken_off"]


@dataclass(frozen=True, slots=True)
class Clash:
    """An attack from its declaration to the leaders' fates; in every pair the attacker comes first."""

    attackers: tuple[str, ...]  # the leading Force first
    defenders: tuple[str, ...]
    place: Hex
    entered: bool
    stage: Stage = "open"
    attempt: Attempt | None = None
    stands: bool = False  # the defender does not try to refuse
    failed_refusal: bool = False
    continued: bool | None = None
    tried: tuple[str, ...] = ()  # Forces with which coordination was tried
    content: tuple[Side, ...] = ()  # sides that call in nobody else
    parts: tuple[Part, ...] = ()
    devotio: bool | None = None  # None until it has been decided
    strengths: tuple[int, int] = (0, 0)  # at the start
    charges: tuple[Charge | None, Charge | None] = (None, None)
    trampled: tuple[int, int] = (0, 0)
    first: FirstRoll | None = None
    cunning: tuple[int | None, int | None] = (None, None)
    result: Battle | None = None
    stars: tuple[int | None, int | None] = (None, None)
    lost: tuple[int, int] = (0, 0)
    retreating: bool = False
    major: bool | None = None

    @property
    def forces(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The Forces of both sides."""
        return self.attackers, self.defenders

    @property
    def drm(self) -> int:
        """The sum of the modifiers found so far."""
        return sum(part.drm for part in self.parts)

    def part(self, name: str) -> int | None:
        """One modifier by its name, None while it has not been found."""
        return next((part.drm for part in self.parts if part.name == name), None)


class Due(NamedTuple):
    """Strength points that a side must still take off these Forces, and by which rule."""

    side: Side
    forces: tuple[str, ...]
    lost: int
    rule: str


class Tested(NamedTuple):
    """A leader whose fate has yet to be rolled for."""

    force: str
    defeated: bool


# -- the position ----------------------------------------------------------------------------------------------------------------------


class Inputs(NamedTuple):
    """What the source lacks and a scenario supplies; None where it does not."""

    successor: Leader | None = None  # who leads a Force after its leader's death
    continuation: int | None = None  # 5.25, chance in tenths
    major: str = "ask"  # 8.5: no, yes, or ask
    leader_loss: str = "never"  # never, battle, or pluto
    attrition: int = 0  # strength points that an attrition point costs, where no lines are given
    march_losses: tuple[int, ...] = ()  # strength points on each line of the attrition of a march
    siege_losses: tuple[int, ...] = ()  # strength points by the die of siege attrition
    march: int = 0  # hexes that a Force marches in a turn
    diplomacy_drm: int = 0
    box_worth: int = 0  # what a box of the alliance track counts at the end


class Result(NamedTuple):
    """How the game ended."""

    winner: Side | Literal["draw"]
    why: str
    score: tuple[int, int]  # of the Romans, of the others
    rule: str = "Pointers"


@dataclass(frozen=True, eq=False)
class Scenario:
    """What a scenario file says; positions of one game share it."""

    name: str
    title: str
    about: str
    turns: int
    first: Side
    others: str  # what the enemies of Rome are called here
    ground: Ground
    inputs: Inputs
    goal: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn, where in it we are, and whose operations these are."""

    number: int
    step: str
    side: Side
    passed: tuple[Side, ...] = ()
    due: tuple[Tested, ...] = ()
    fought: tuple[Tested, ...] = ()  # leaders to be tested in the Visit to Pluto
    sieges: tuple[str, ...] = ()  # Forces to be tested for siege attrition


@dataclass(frozen=True)
class Position:
    """Everything that the rules can ask about."""

    rules: Ruleset
    scenario: Scenario
    forces: tuple[Force, ...]
    cities: tuple[City, ...]
    ambassadors: tuple[Ambassador, ...]
    turn: Turn
    alliance: int = 0  # boxes in Rome's favour
    losses: tuple[int, int] = (0, 0)  # strength points lost by the Romans, by the others
    fallen: tuple[str, ...] = ()  # leaders who died
    clash: Clash | None = None
    dues: tuple[Due, ...] = ()
    envoy: str = ""  # an ambassador whose fate waits for his owner
    result: Result | None = None

    @cached_property
    def memo(self) -> dict[Any, Any]:
        """What the chapters have worked out about this very position and may be asked again."""
        return {}

    @cached_property
    def _forces(self) -> dict[str, Force]:
        return {force.id: force for force in self.forces}

    @property
    def ships(self) -> tuple[Force, ...]:
        """The Forces, under the name by which the pages of every game ask for what stands on a board."""
        return self.forces

    @cached_property
    def there(self) -> tuple[Force, ...]:
        """The Forces with any points left."""
        return tuple(force for force in self.forces if force.sp)

    @property
    def fight(self) -> Clash:
        """The attack that is under way."""
        if self.clash is None:
            message = N_("no attack is under way in step {step!r} of turn {number}").format(step=self.turn.step, number=self.turn.number)
            raise RulesError(message)
        return self.clash

    def force(self, name: str) -> Force:
        """A Force by its id."""
        return self._forces[name]

    def find(self, name: str) -> Force | None:
        """A Force by its id, or None if there is no such Force."""
        return self._forces.get(name)

    def ambassador(self, name: str) -> Ambassador | None:
        """An ambassador by his id, or None."""
        return next((each for each in self.ambassadors if each.id == name), None)

    def city_at(self, place: Hex) -> City | None:
        """The city in a hex."""
        return next((city for city in self.cities if city.at == place), None)

    def inside(self, city: City) -> tuple[Force, ...]:
        """The Forces in a city."""
        return tuple(force for force in self.there if force.in_city and force.at == city.at)

    def outside(self, place: Hex, side: Side) -> tuple[Force, ...]:
        """A side's Forces in a hex, outside any city."""
        return tuple(force for force in self.there if force.at == place and force.side == side and not force.in_city)

    def leading(self, role: int) -> Force:
        """The leading Force of the attacker (0) or of the defender (1)."""
        return self.force(self.fight.forces[role][0])

    def side_of(self, role: int) -> Side:
        """Whose Forces attack (0) or defend (1)."""
        return self.leading(role).side

    def with_forces(self, changed: Iterable[Force]) -> Position:
        """The position with some Forces changed."""
        new = {force.id: force for force in changed}
        return replace(self, forces=tuple(new.get(force.id, force) for force in self.forces))

    def with_city(self, changed: City) -> Position:
        """The position with a city changed."""
        return replace(self, cities=tuple(changed if city.id == changed.id else city for city in self.cities))

    def with_ambassador(self, changed: Ambassador) -> Position:
        """The position with an ambassador changed."""
        return replace(self, ambassadors=tuple(changed if each.id == changed.id else each for each in self.ambassadors))

    def with_turn(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of Turn
        """The position with fields of the turn changed."""
        return replace(self, turn=replace(self.turn, **changes))

    def with_clash(self, **changes: Any) -> Position:  # noqa: ANN401 - fields of Clash
        """The position with fields of the attack changed."""
        return replace(self, clash=replace(self.fight, **changes))

    def with_loss(self, side: Side, lost: int) -> Position:
        """The position after a side has lost points."""
        roman, other = self.losses
        return replace(self, losses=(roman + lost, other) if side == "roman" else (roman, other + lost))
