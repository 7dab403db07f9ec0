"""What has happened on the way to battle and around it, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.facts import SIDES_FIRST, Name, capital, troops_text
from rulesdemo.games.republic.play.state import Result, Side
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact
from rulesdemo.words import _, ngettext

# -- turns and operations --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "Pointers"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int

    def text(self, _name: Name) -> str:
        return _("Turn {number} begins.").format(number=self.number)


@dataclass(frozen=True, slots=True)
class Passed(Fact):
    """A side has ended its operations."""

    rule: ClassVar[str] = "Pointers"
    side: Side

    def text(self, _name: Name) -> str:
        return _("{side} end their operations.").format(side=SIDES_FIRST[self.side])


@dataclass(frozen=True, slots=True)
class Marched(Fact):
    """A step of a march."""

    rule: ClassVar[str] = "Pointers"
    force: str
    to: Hex
    river: bool

    def text(self, name: Name) -> str:
        words = _("{force} marches to {place} across a river.") if self.river else _("{force} marches to {place}.")
        return words.format(force=name(self.force), place=GRID.label(self.to))


@dataclass(frozen=True, slots=True)
class Halted(Fact):
    """A Force has entered an enemy's hex."""

    rule: ClassVar[str] = "R-PRE-1"
    force: str

    def text(self, name: Name) -> str:
        return _("{force} halts: there is an enemy Force in the hex.").format(force=name(self.force))


@dataclass(frozen=True, slots=True)
class HaltChecked(Fact):
    """What the march of a Force that halted has cost it."""

    rule: ClassVar[str] = "R-PRE-1"
    force: str
    points: int
    lost: int

    def text(self, name: Name) -> str:
        words = ngettext(
            "{force} checks the attrition of its march, {n} point: it loses {lost} SP.",
            "{force} checks the attrition of its march, {n} points: it loses {lost} SP.",
            self.points,
        )
        return words.format(force=name(self.force), n=self.points, lost=self.lost)


@dataclass(frozen=True, slots=True)
class SiegeTested(Fact):
    """What a turn before a city has cost a Force."""

    rule: ClassVar[str] = "8.55"
    force: str
    lost: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{force} loses {lost} SP by siege attrition.") if self.lost else _("{force} loses nothing by siege attrition.")
        return words.format(force=name(self.force), lost=self.lost)


@dataclass(frozen=True, slots=True)
class GatesPassed(Fact):
    """A Force has gone into a city or come out of it."""

    rule: ClassVar[str] = "Pointers"
    force: str
    city: str
    into: bool

    def text(self, name: Name) -> str:
        words = _("{force} goes into {city}.") if self.into else _("{force} comes out of {city}.")
        return words.format(force=name(self.force), city=name(self.city))


@dataclass(frozen=True, slots=True)
class Detached(Fact):
    """Infantry left in a city."""

    rule: ClassVar[str] = "8.55"
    force: str
    city: str
    infantry: int

    def text(self, name: Name) -> str:
        words = ngettext("{force} leaves {n} infantry point in {city}.", "{force} leaves {n} infantry points in {city}.", self.infantry)
        return words.format(force=name(self.force), n=self.infantry, city=name(self.city))


@dataclass(frozen=True, slots=True)
class LossesTaken(Fact):
    """Points taken off by kind."""

    rule: str
    side: Side
    infantry: int
    cavalry: int
    elephants: int

    def text(self, _name: Name) -> str:
        troops = troops_text(self.infantry, self.cavalry, self.elephants)
        return _("{side} lose {troops}.").format(side=SIDES_FIRST[self.side], troops=troops)


@dataclass(frozen=True, slots=True)
class ForceDestroyed(Fact):
    """A Force has no points left."""

    rule: str
    force: str

    def text(self, name: Name) -> str:
        return _("{force} has no strength points left.").format(force=name(self.force))


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The result."""

    result: Result

    @property
    def rule(self) -> str:
        return self.result.rule

    def text(self, _name: Name) -> str:
        wins = {
            "draw": _("A draw: {why}."),
            "roman": _("The Romans win: {why}."),
            "other": _("The enemies of Rome win: {why}."),
        }
        return wins[self.result.winner].format(why=self.result.why)


# -- before the battle -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Attacked(Fact):
    """An attack was declared."""

    rule: ClassVar[str] = "R-PRE-1"
    force: str
    target: str

    def text(self, name: Name) -> str:
        return _("{force} attacks {target}.").format(force=name(self.force), target=name(self.target))


@dataclass(frozen=True, slots=True)
class Stood(Fact):
    """The defender does not try to refuse."""

    rule: ClassVar[str] = "R-PRE-2"
    force: str

    def text(self, name: Name) -> str:
        return _("{force} stands.").format(force=name(self.force))


@dataclass(frozen=True, slots=True)
class RefusalBarred(Fact):
    """The defender may not try."""

    rule: ClassVar[str] = "8.23-C"
    force: str
    why: str

    def text(self, name: Name) -> str:
        return _("{force} may not refuse combat: {why}.").format(force=name(self.force), why=self.why)


@dataclass(frozen=True, slots=True)
class CunningSpent(Fact):
    """Cunning points spent."""

    rule: str
    leader: str
    points: int
    on: str

    def text(self, _name: Name) -> str:
        words = _("{leader} spends no cunning points on {on}.")
        if self.points:
            words = ngettext("{leader} spends {n} cunning point on {on}.", "{leader} spends {n} cunning points on {on}.", self.points)
        return words.format(leader=capital(self.leader), n=self.points, on=self.on)


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
            return _("{force} refuses combat (modifier {drm:+}).").format(force=name(self.force), drm=self.drm)
        return _("{force} fails to refuse combat (modifier {drm:+}) and must stay.").format(force=name(self.force), drm=self.drm)


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
        into = ngettext(
            "{force} withdraws into {city}, for {n} attrition point", "{force} withdraws into {city}, for {n} attrition points", self.points
        )
        to = ngettext(
            "{force} withdraws to {place}, for {n} attrition point", "{force} withdraws to {place}, for {n} attrition points", self.points
        )
        words = (
            into.format(force=name(self.force), city=name(self.city), n=self.points)
            if self.city
            else to.format(force=name(self.force), place=GRID.label(self.to), n=self.points)
        )
        if not self.lost:
            return _("{withdrawal}.").format(withdrawal=words)
        lost = ngettext("{withdrawal} and loses {n} strength point.", "{withdrawal} and loses {n} strength points.", self.lost)
        return lost.format(withdrawal=words, n=self.lost)


@dataclass(frozen=True, slots=True)
class ContinuationTried(Fact):
    """Whether the attacker goes on."""

    rule: ClassVar[str] = "R-PRE-3"
    force: str
    passed: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{force} goes on after the halt.") if self.passed else _("{force} does not go on after the halt.")
        return words.format(force=name(self.force))


@dataclass(frozen=True, slots=True)
class BrokenOff(Fact):
    """The attack ends without a battle."""

    rule: ClassVar[str] = "R-PRE-3"
    force: str

    def text(self, name: Name) -> str:
        return _("{force} breaks off.").format(force=name(self.force))


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
            return _("{force} joins in, from the same hex and without a roll.").format(force=name(self.force))
        comes, stays = _("{force} comes (coordination value {value})."), _("{force} stays where it is (coordination value {value}).")
        return (comes if self.coordinated else stays).format(force=name(self.force), value=self.value)


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
        takes = _("{force} storms {city} at {ratio} with {drm:+} and takes it.")
        fails = _("{force} storms {city} at {ratio} with {drm:+} and is thrown back.")
        return (takes if self.success else fails).format(force=name(self.force), city=name(self.city), ratio=self.ratio, drm=self.drm)


@dataclass(frozen=True, slots=True)
class AssaultCost(Fact):
    """What an assault cost, in percent and in points."""

    rule: ClassVar[str] = "9.4-L"
    side: Side
    percent: int
    lost: int

    def text(self, _name: Name) -> str:
        words = ngettext("{side} lose {percent}%, {n} strength point.", "{side} lose {percent}%, {n} strength points.", self.lost)
        return words.format(side=SIDES_FIRST[self.side], percent=self.percent, n=self.lost)


@dataclass(frozen=True, slots=True)
class EngineLost(Fact):
    """A Siege Engines marker is gone."""

    rule: ClassVar[str] = "9.4-L"
    force: str

    def text(self, name: Name) -> str:
        return _("{force} loses a Siege Engines marker.").format(force=name(self.force))


@dataclass(frozen=True, slots=True)
class CityTaken(Fact):
    """A city has a new owner."""

    rule: str
    city: str
    side: Side

    def text(self, name: Name) -> str:
        words = _("{city} falls to the Romans.") if self.side == "roman" else _("{city} falls to the enemies of Rome.")
        return words.format(city=name(self.city))


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
        falls, holds = _("Treachery in {city} succeeds (modifier {drm:+})."), _("Treachery in {city} fails (modifier {drm:+}).")
        return (falls if self.falls else holds).format(city=name(self.city), drm=self.drm)


@dataclass(frozen=True, slots=True)
class SurrenderTried(Fact):
    """Whether the city surrendered."""

    rule: ClassVar[str] = "9.52"
    city: str
    surrenders: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{city} surrenders.") if self.surrenders else _("{city} holds out.")
        return words.format(city=name(self.city))


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
            "returns": _("{ambassador} returns."),
            "dead": _("{ambassador} does not live to return."),
            "ransom": _("{ambassador} is held for ransom."),
            "straying": _("{ambassador} strays."),
            "waiting": _("{ambassador} finds his audience cancelled."),
        }
        moved = {
            "returns": _("{ambassador} moves the marker {shift:+} and returns."),
            "dead": _("{ambassador} moves the marker {shift:+} and does not live to return."),
            "ransom": _("{ambassador} moves the marker {shift:+} and is held for ransom."),
            "straying": _("{ambassador} moves the marker {shift:+} and strays."),
            "waiting": _("{ambassador} moves the marker {shift:+} and finds his audience cancelled."),
        }
        return (moved if self.shift else fates)[self.fate].format(ambassador=name(self.ambassador), shift=self.shift)


@dataclass(frozen=True, slots=True)
class RansomSet(Fact):
    """What a captured ambassador costs."""

    rule: ClassVar[str] = "12.34-D"
    ambassador: str
    points: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = ngettext(
            "The ransom of {ambassador} is {n} cunning point.", "The ransom of {ambassador} is {n} cunning points.", self.points
        )
        return words.format(ambassador=name(self.ambassador), n=self.points)


@dataclass(frozen=True, slots=True)
class PointsPaid(Fact):
    """Points spent on an ambassador."""

    rule: ClassVar[str] = "12.34-D"
    ambassador: str
    points: int
    outcome: str  # a clause whose field is the ambassador

    def text(self, name: Name) -> str:
        outcome = self.outcome.format(ambassador=name(self.ambassador))
        if not self.points:
            return _("Nothing is spent: {outcome}.").format(outcome=outcome)
        words = ngettext(
            "{n} cunning point spent on {ambassador}: {outcome}.", "{n} cunning points spent on {ambassador}: {outcome}.", self.points
        )
        return words.format(n=self.points, ambassador=name(self.ambassador), outcome=outcome)
