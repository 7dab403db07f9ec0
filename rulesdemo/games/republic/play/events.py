"""What has happened on the way to battle and around it, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.facts import SIDES_FIRST, Fact, Name, capital, counted, troops_told
from rulesdemo.games.republic.play.state import Result, Side
from rulesdemo.play.engine import Throw

# -- turns and operations --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "Pointers"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins."


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A side has ended its operations."""

    rule: ClassVar[str] = "Pointers"
    side: Side

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.side]} end their operations."


@dataclass(frozen=True, slots=True)
class Marched(Fact):
    """A step of a march."""

    rule: ClassVar[str] = "Pointers"
    force: str
    to: Hex
    river: bool

    def text(self, name: Name) -> str:
        return f"{name(self.force)} marches to {GRID.label(self.to)}{' across a river' if self.river else ''}."


@dataclass(frozen=True, slots=True)
class Halted(Fact):
    """A Force has entered an enemy's hex."""

    rule: ClassVar[str] = "R-PRE-1"
    force: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} halts: there is an enemy Force in the hex."


@dataclass(frozen=True, slots=True)
class GatesPassed(Fact):
    """A Force has gone into a city or come out of it."""

    rule: ClassVar[str] = "Pointers"
    force: str
    city: str
    into: bool

    def text(self, name: Name) -> str:
        return f"{name(self.force)} {'goes into' if self.into else 'comes out of'} {name(self.city)}."


@dataclass(frozen=True, slots=True)
class Detached(Fact):
    """Infantry left in a city."""

    rule: ClassVar[str] = "8.55"
    force: str
    city: str
    infantry: int

    def text(self, name: Name) -> str:
        return f"{name(self.force)} leaves {counted(self.infantry, 'infantry point')} in {name(self.city)}."


@dataclass(frozen=True, slots=True)
class LossesTaken(Fact):
    """Points taken off by kind."""

    rule: str
    side: Side
    infantry: int
    cavalry: int
    elephants: int

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.side]} lose {troops_told(self.infantry, self.cavalry, self.elephants)}."


@dataclass(frozen=True, slots=True)
class ForceDestroyed(Fact):
    """A Force has no points left."""

    rule: str
    force: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} has no strength points left."


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The result."""

    result: Result

    @property
    def rule(self) -> str:
        return self.result.rule

    def text(self, _name: Name) -> str:
        if self.result.winner == "draw":
            return f"A draw: {self.result.why}."
        return f"{SIDES_FIRST[self.result.winner]} win: {self.result.why}."


# -- before the battle -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attacked(Fact):
    """An attack was declared."""

    rule: ClassVar[str] = "R-PRE-1"
    force: str
    target: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} attacks {name(self.target)}."


@dataclass(frozen=True, slots=True)
class Stood(Fact):
    """The defender does not try to refuse."""

    rule: ClassVar[str] = "R-PRE-2"
    force: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} stands."


@dataclass(frozen=True, slots=True)
class RefusalBarred(Fact):
    """The defender may not try."""

    rule: ClassVar[str] = "8.23-C"
    force: str
    why: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} may not refuse combat: {self.why}."


@dataclass(frozen=True, slots=True)
class CunningSpent(Fact):
    """Cunning points spent."""

    rule: str
    leader: str
    points: int
    on: str

    def text(self, _name: Name) -> str:
        points = counted(self.points, "cunning point") if self.points else "no cunning points"
        return f"{capital(self.leader)} spends {points} on {self.on}."


@dataclass(frozen=True, slots=True)
class RefusalTried(Fact):
    """Whether the defender got away."""

    rule: ClassVar[str] = "8.23"
    force: str
    refused: bool
    drm: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        if self.refused:
            return f"{name(self.force)} refuses combat (modifier {self.drm:+})."
        return f"{name(self.force)} fails to refuse combat (modifier {self.drm:+}) and must stay."


@dataclass(frozen=True, slots=True)
class Withdrew(Fact):
    """A Force withdrew."""

    rule: ClassVar[str] = "8.23-A"
    force: str
    to: Hex
    city: str
    points: int
    lost: int

    def text(self, name: Name) -> str:
        where = f"into {name(self.city)}" if self.city else f"to {GRID.label(self.to)}"
        cost = f" and loses {counted(self.lost, 'strength point')}" if self.lost else ""
        return f"{name(self.force)} withdraws {where}, for {counted(self.points, 'attrition point')}{cost}."


@dataclass(frozen=True, slots=True)
class ContinuationTried(Fact):
    """Whether the attacker goes on."""

    rule: ClassVar[str] = "R-PRE-3"
    force: str
    passed: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.force)} {'goes on' if self.passed else 'does not go on'} after the halt."


@dataclass(frozen=True, slots=True)
class BrokenOff(Fact):
    """The attack ends without a battle."""

    rule: ClassVar[str] = "R-PRE-3"
    force: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} breaks off."


@dataclass(frozen=True, slots=True)
class CoordinationTried(Fact):
    """Whether a further Force came."""

    rule: ClassVar[str] = "8.26"
    force: str
    coordinated: bool
    value: int | None  # None when it came without a roll
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        if self.value is None:
            return f"{name(self.force)} joins in, from the same hex and without a roll."
        return f"{name(self.force)} {'comes' if self.coordinated else 'stays where it is'} (coordination value {self.value})."


# -- sieges and diplomacy --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stormed(Fact):
    """An assault."""

    rule: ClassVar[str] = "9.4"
    force: str
    city: str
    ratio: str
    drm: int
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        how = f"at {self.ratio} with {self.drm:+}"
        return f"{name(self.force)} storms {name(self.city)} {how} and {'takes it' if self.success else 'is thrown back'}."


@dataclass(frozen=True, slots=True)
class AssaultCost(Fact):
    """What an assault cost, in percent and in points."""

    rule: ClassVar[str] = "9.4-L"
    side: Side
    percent: int
    lost: int

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.side]} lose {self.percent}%, {counted(self.lost, 'strength point')}."


@dataclass(frozen=True, slots=True)
class EngineLost(Fact):
    """A Siege Engines marker is gone."""

    rule: ClassVar[str] = "9.4-L"
    force: str

    def text(self, name: Name) -> str:
        return f"{name(self.force)} loses a Siege Engines marker."


@dataclass(frozen=True, slots=True)
class CityTaken(Fact):
    """A city has a new owner."""

    rule: str
    city: str
    side: Side

    def text(self, name: Name) -> str:
        return f"{name(self.city)} falls to {SIDES_FIRST[self.side][0].lower()}{SIDES_FIRST[self.side][1:]}."


@dataclass(frozen=True, slots=True)
class TreacheryTried(Fact):
    """Whether the gates were opened from inside."""

    rule: ClassVar[str] = "9.6"
    force: str
    city: str
    falls: bool
    drm: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"Treachery in {name(self.city)} {'succeeds' if self.falls else 'fails'} (modifier {self.drm:+})."


@dataclass(frozen=True, slots=True)
class SurrenderTried(Fact):
    """Whether the city surrendered."""

    rule: ClassVar[str] = "9.52"
    city: str
    surrenders: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.city)} {'surrenders' if self.surrenders else 'holds out'}."


@dataclass(frozen=True, slots=True)
class AudienceHeld(Fact):
    """What an audience brought."""

    rule: ClassVar[str] = "12.34"
    ambassador: str
    shift: int
    fate: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        fates = {
            "returns": "returns",
            "dead": "does not live to return",
            "ransom": "is held for ransom",
            "straying": "strays",
            "waiting": "finds his audience cancelled",
        }
        boxes = f"moves the marker {self.shift:+} and " if self.shift else ""
        return f"{name(self.ambassador)} {boxes}{fates[self.fate]}."


@dataclass(frozen=True, slots=True)
class RansomSet(Fact):
    """What a captured ambassador costs."""

    rule: ClassVar[str] = "12.34-D"
    ambassador: str
    points: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"The ransom of {name(self.ambassador)} is {counted(self.points, 'cunning point')}."


@dataclass(frozen=True, slots=True)
class PointsPaid(Fact):
    """Points spent on an ambassador."""

    rule: ClassVar[str] = "12.34-D"
    ambassador: str
    points: int
    outcome: str

    def text(self, name: Name) -> str:
        paid = f"{counted(self.points, 'cunning point')} spent on {name(self.ambassador)}" if self.points else "Nothing is spent"
        return f"{capital(paid)}: {name(self.ambassador)} {self.outcome}."
