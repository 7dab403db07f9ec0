"""What has happened in a battle, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.battle import Battle
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.play.facts import PARTS, SIDES_FIRST, Fact, Name, capital, counted, loss_told, troops_told
from rulesdemo.games.republic.play.state import Part, Side
from rulesdemo.play.engine import Throw


@dataclass(frozen=True, slots=True)
class BattleJoined(Fact):
    """The battle is on: its modifiers but tactics, elephants and devotio."""

    rule: ClassVar[str] = "8.31"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strengths: tuple[int, int]
    parts: tuple[Part, ...]

    def text(self, _name: Name) -> str:
        told = ", ".join(f"{PARTS[part.name]} {part.drm:+}" for part in self.parts if part.drm) or "none"
        return f"Battle of {self.strengths[0]} against {self.strengths[1]} strength points. Modifiers: {told}."


@dataclass(frozen=True, slots=True)
class TacticsRolled(Fact):
    """The tactical modifier."""

    rule: ClassVar[str] = "8.32"
    leaders: tuple[str, str]
    drm: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"{capital(self.leaders[0])} against {self.leaders[1]}: tactics {self.drm:+}."


@dataclass(frozen=True, slots=True)
class Devoted(Fact):
    """A Roman leader has given his life, or has not."""

    rule: ClassVar[str] = "8.31-o"
    leader: str
    drm: int | None

    def text(self, _name: Name) -> str:
        if self.drm is None:
            return f"{capital(self.leader)} does not give his life."
        return f"{capital(self.leader)} gives his life to the gods of the dead: modifier {self.drm:+}."


@dataclass(frozen=True, slots=True)
class ElephantsCharged(Fact):
    """What a side's elephants did."""

    rule: ClassVar[str] = "8.36"
    side: Side
    charge: Charge
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        own = troops_told(self.charge.own_infantry, self.charge.own_cavalry, self.charge.lost)
        enemy = troops_told(self.charge.enemy_infantry, self.charge.enemy_cavalry, 0)
        helped = f", and {counted(self.charge.drm, 'point')} on the battle roll" if self.charge.drm else ""
        return f"{SIDES_FIRST[self.side]} send in elephants: {own} lost, {enemy} of the enemy's{helped}."


@dataclass(frozen=True, slots=True)
class ElephantsCounted(Fact):
    """What the elephants of both sides cost, once they have all charged."""

    rule: ClassVar[str] = "8.31-n / 8.36"
    lost: tuple[int, int]
    drm: int

    def text(self, _name: Name) -> str:
        return f"Elephants cost the attacker {self.lost[0]} and the defender {self.lost[1]} strength points; modifier {self.drm:+}."


@dataclass(frozen=True, slots=True)
class BattleRolled(Fact):
    """The main roll: a result or an X."""

    rule: ClassVar[str] = "8.3"
    drm: int
    x: int | None
    result: Battle | None
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        if self.result is None:
            return f"The battle roll with {self.drm:+} is an X({self.x:+})."
        return f"The battle roll with {self.drm:+}: {result_told(self.result)}."


@dataclass(frozen=True, slots=True)
class RolledAgain(Fact):
    """The second roll of an X."""

    rule: ClassVar[str] = "8.4"
    result: Battle
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"The second roll: {result_told(self.result)}."


def result_told(result: Battle) -> str:
    """A battle result in words.

    >>> result_told(Battle(5, "*", "attacker"))
    'the attacker loses 5%, the defender a star; the attacker must retreat'
    """
    who = "nobody" if result.retreat == "none" else f"the {result.retreat}"
    lost = f"the attacker loses {loss_told(result.attacker_loss)}, the defender {loss_told(result.defender_loss)}"
    return f"{lost}; {who} must retreat"


@dataclass(frozen=True, slots=True)
class StarRolled(Fact):
    """What a star costs."""

    rule: ClassVar[str] = "8.3-*"
    side: Side
    lost: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"The star costs {SIDES_FIRST[self.side][0].lower()}{SIDES_FIRST[self.side][1:]} {counted(self.lost, 'strength point')}."


@dataclass(frozen=True, slots=True)
class LossesCounted(Fact):
    """The losses of both sides by the percentage table, stars included."""

    rule: ClassVar[str] = "8.34"
    lost: tuple[int, int]

    def text(self, _name: Name) -> str:
        return f"The attacker must take off {self.lost[0]} and the defender {self.lost[1]} strength points."


@dataclass(frozen=True, slots=True)
class Retreated(Fact):
    """The beaten side has gone, or could not."""

    rule: ClassVar[str] = "8.37"
    side: Side
    to: Hex | None
    city: str = ""

    def text(self, name: Name) -> str:
        if self.to is None:
            return f"{SIDES_FIRST[self.side]} have nowhere to retreat to and stay."
        return f"{SIDES_FIRST[self.side]} retreat {f'into {name(self.city)}' if self.city else f'to {GRID.label(self.to)}'}."


@dataclass(frozen=True, slots=True)
class VictoryJudged(Fact):
    """Whether the victory is major."""

    rule: ClassVar[str] = "8.54"
    major: bool

    def text(self, _name: Name) -> str:
        return f"The victory is {'a major one' if self.major else 'not a major one'}."


@dataclass(frozen=True, slots=True)
class StatusSet(Fact):
    """How the battle left a Force."""

    rule: ClassVar[str] = "8.54"
    force: str
    before: str
    status: str

    def text(self, name: Name) -> str:
        if self.before == self.status:
            return f"{name(self.force)} is {self.status} as before."
        return f"{name(self.force)} is now {self.status}."


@dataclass(frozen=True, slots=True)
class LeaderTested(Fact):
    """A leader's fate."""

    rule: ClassVar[str] = "8.6"
    leader: str
    fate: str
    drm: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"{capital(self.leader)} is {self.fate} (modifier {self.drm:+})."


@dataclass(frozen=True, slots=True)
class LeaderSucceeded(Fact):
    """A dead leader's place is taken."""

    rule: str
    leader: str
    successor: str
    force: str

    def text(self, name: Name) -> str:
        return f"{capital(self.leader)} is dead; {self.successor} leads {name(self.force)}."
