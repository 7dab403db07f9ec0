"""What has happened in a battle, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.battle import Battle
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.elephants import Charge
from rulesdemo.games.republic.play.facts import PARTS, SIDES_FIRST, STATUSES, Name, capital, loss_text, troops_text
from rulesdemo.games.republic.play.state import Part, Side
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact
from rulesdemo.words import N_, _, ngettext


@dataclass(frozen=True, slots=True)
class BattleJoined(Fact):
    """The battle is on: its modifiers but tactics, elephants and devotio."""

    rule: ClassVar[str] = "8.31"
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    strengths: tuple[int, int]
    parts: tuple[Part, ...]

    def text(self, _name: Name) -> str:
        parts = [_("{modifier} {drm:+}").format(modifier=PARTS[part.name], drm=part.drm) for part in self.parts if part.drm]
        words = _("Battle of {ours} against {theirs} strength points. Modifiers: {modifiers}.")
        ours, theirs = self.strengths
        return words.format(ours=ours, theirs=theirs, modifiers=", ".join(parts) or _("none"))


@dataclass(frozen=True, slots=True)
class TacticsRolled(Fact):
    """The tactical modifier."""

    rule: ClassVar[str] = "8.32"
    leaders: tuple[str, str]
    drm: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        ours, theirs = self.leaders
        return _("{leader} against {other}: tactics {drm:+}.").format(leader=capital(ours), other=theirs, drm=self.drm)


@dataclass(frozen=True, slots=True)
class Devoted(Fact):
    """A Roman leader has given his life, or has not."""

    rule: ClassVar[str] = "8.31-o"
    leader: str
    drm: int | None

    def text(self, _name: Name) -> str:
        if self.drm is None:
            return _("{leader} does not give his life.").format(leader=capital(self.leader))
        words = _("{leader} gives his life to the gods of the dead: modifier {drm:+}.")
        return words.format(leader=capital(self.leader), drm=self.drm)


@dataclass(frozen=True, slots=True)
class ElephantsCharged(Fact):
    """What a side's elephants did."""

    rule: ClassVar[str] = "8.36"
    side: Side
    charge: Charge
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        own = troops_text(self.charge.own_infantry, self.charge.own_cavalry, self.charge.lost)
        enemy = troops_text(self.charge.enemy_infantry, self.charge.enemy_cavalry, 0)
        words = _("{side} send in elephants: {own} lost, {enemy} of the enemy's.")
        if self.charge.drm:
            words = ngettext(
                "{side} send in elephants: {own} lost, {enemy} of the enemy's, and {n} point on the battle roll.",
                "{side} send in elephants: {own} lost, {enemy} of the enemy's, and {n} points on the battle roll.",
                self.charge.drm,
            )
        return words.format(side=SIDES_FIRST[self.side], own=own, enemy=enemy, n=self.charge.drm)


@dataclass(frozen=True, slots=True)
class ElephantsCounted(Fact):
    """What the elephants of both sides cost, once they have all charged."""

    rule: ClassVar[str] = "8.31-n / 8.36"
    lost: tuple[int, int]
    drm: int

    def text(self, _name: Name) -> str:
        words = _("Elephants cost the attacker {attacker} and the defender {defender} strength points; modifier {drm:+}.")
        attacker, defender = self.lost
        return words.format(attacker=attacker, defender=defender, drm=self.drm)


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
            return _("The battle roll with {drm:+} is an X({x:+}).").format(drm=self.drm, x=self.x)
        return _("The battle roll with {drm:+}: {result}.").format(drm=self.drm, result=result_text(self.result))


@dataclass(frozen=True, slots=True)
class RolledAgain(Fact):
    """The second roll of an X."""

    rule: ClassVar[str] = "8.4"
    result: Battle
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return _("The second roll: {result}.").format(result=result_text(self.result))


def result_text(result: Battle) -> str:
    """Return a battle result in words.

    >>> print(result_text(Battle(5, "*", "attacker")))
    the attacker loses 5%, the defender a star; the attacker must retreat
    """
    words = {
        "none": N_("the attacker loses {attacker}, the defender {defender}; nobody must retreat"),
        "attacker": N_("the attacker loses {attacker}, the defender {defender}; the attacker must retreat"),
        "defender": N_("the attacker loses {attacker}, the defender {defender}; the defender must retreat"),
    }
    return words[result.retreat].format(attacker=loss_text(result.attacker_loss), defender=loss_text(result.defender_loss))


@dataclass(frozen=True, slots=True)
class StarRolled(Fact):
    """What a star costs."""

    rule: ClassVar[str] = "8.3-*"
    side: Side
    lost: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        romans = ngettext("The star costs the Romans {n} strength point.", "The star costs the Romans {n} strength points.", self.lost)
        others = ngettext(
            "The star costs the enemies of Rome {n} strength point.", "The star costs the enemies of Rome {n} strength points.", self.lost
        )
        return (romans if self.side == "roman" else others).format(n=self.lost)


@dataclass(frozen=True, slots=True)
class LossesCounted(Fact):
    """The losses of both sides by the percentage table, stars included."""

    rule: ClassVar[str] = "8.34"
    lost: tuple[int, int]

    def text(self, _name: Name) -> str:
        attacker, defender = self.lost
        words = _("The attacker must take off {attacker} and the defender {defender} strength points.")
        return words.format(attacker=attacker, defender=defender)


@dataclass(frozen=True, slots=True)
class Retreated(Fact):
    """The beaten side has gone, or could not."""

    rule: ClassVar[str] = "8.37"
    side: Side
    to: Hex | None
    city: str = ""

    def text(self, name: Name) -> str:
        side = SIDES_FIRST[self.side]
        if self.to is None:
            return _("{side} have nowhere to retreat to and stay.").format(side=side)
        if self.city:
            return _("{side} retreat into {city}.").format(side=side, city=name(self.city))
        return _("{side} retreat to {place}.").format(side=side, place=GRID.label(self.to))


@dataclass(frozen=True, slots=True)
class VictoryJudged(Fact):
    """Whether the victory is major."""

    rule: ClassVar[str] = "8.54"
    major: bool

    def text(self, _name: Name) -> str:
        return _("The victory is a major one.") if self.major else _("The victory is not a major one.")


@dataclass(frozen=True, slots=True)
class StatusSet(Fact):
    """How the battle left a Force."""

    rule: ClassVar[str] = "8.54"
    force: str
    before: str
    status: str

    def text(self, name: Name) -> str:
        words = _("{force} is {status} as before.") if self.before == self.status else _("{force} is now {status}.")
        return words.format(force=name(self.force), status=STATUSES[self.status])


@dataclass(frozen=True, slots=True)
class LeaderTested(Fact):
    """A leader's fate."""

    rule: ClassVar[str] = "8.6"
    leader: str
    fate: str
    drm: int
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        fates = {
            "safe": _("{leader} is safe (modifier {drm:+})."),
            "wounded": _("{leader} is wounded (modifier {drm:+})."),
            "killed": _("{leader} is killed (modifier {drm:+})."),
        }
        return fates[self.fate].format(leader=capital(self.leader), drm=self.drm)


@dataclass(frozen=True, slots=True)
class LeaderSucceeded(Fact):
    """A dead leader's place is taken."""

    rule: str
    leader: str
    successor: str
    force: str

    def text(self, name: Name) -> str:
        words = _("{leader} is dead; {successor} leads {force}.")
        return words.format(leader=capital(self.leader), successor=self.successor, force=name(self.force))
