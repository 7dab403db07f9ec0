"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.facts import SIDES_FIRST, Name
from rulesdemo.games.veneti.play.state import Result, Side, Squadron
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact, StepFact
from rulesdemo.words import _, listing, ngettext


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "3.0"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int

    def text(self, _name: Name) -> str:
        return _("Turn {number} begins.").format(number=self.number)


@dataclass(frozen=True, slots=True)
class LeaderAppointed(Fact):
    """A generic leader takes a lost one's place."""

    rule: ClassVar[str] = "6.76"
    leader: str
    ship: str

    def text(self, name: Name) -> str:
        return _("{leader} takes command aboard {ship}.").format(leader=name(self.leader), ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class WindRolled(Fact):
    """The wind of the new turn."""

    rule: ClassVar[str] = "6.81"
    strength: int
    to: Direction
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        if not self.strength:
            return _("Not a breath of wind: dead calm.")
        return _("The wind is {strength}, from {direction}.").format(strength=self.strength, direction=GRID.name(GRID.opposite(self.to)))


@dataclass(frozen=True, slots=True)
class SquadronsFormed(Fact):
    """Who sails with whom this turn."""

    rule: ClassVar[str] = "6.15"
    squadrons: tuple[Squadron, ...]
    individuals: tuple[str, ...]

    def text(self, name: Name) -> str:
        if not self.individuals and not any(ships for _leader, ships in self.squadrons):
            return _("Nobody is left to sail.")
        clauses = [
            _("{leader} leads {ships}").format(leader=name(leader), ships=listing(name(ship) for ship in ships))
            for leader, ships in self.squadrons
            if ships
        ]
        if self.individuals:
            alone = listing(name(ship) for ship in self.individuals)
            first = ngettext("On her own: {ships}", "On their own: {ships}", len(self.individuals))
            later = ngettext("on her own: {ships}", "on their own: {ships}", len(self.individuals))
            clauses.append((later if clauses else first).format(ships=alone))
        return _("{clauses}.").format(clauses=_("; ").join(clauses))


@dataclass(frozen=True, slots=True)
class ShipAssigned(Fact):
    """A ship in range of several leaders joins one of them."""

    rule: ClassVar[str] = "6.15"
    ship: str
    leader: str

    def text(self, name: Name) -> str:
        return _("{ship} joins the squadron of {leader}.").format(ship=name(self.ship), leader=name(self.leader))


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Fact):
    """Who won the initiative."""

    rule: ClassVar[str] = "3.0 Initiative"
    winner: Side
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return _("{winner} win the initiative.").format(winner=SIDES_FIRST[self.winner])


@dataclass(frozen=True, slots=True)
class FirstNamed(Fact):
    """Who activates the first squadron."""

    rule: ClassVar[str] = "3.0 Initiative"
    side: Side

    def text(self, _name: Name) -> str:
        return _("{side} will act first.").format(side=SIDES_FIRST[self.side])


@dataclass(frozen=True, slots=True)
class SpeedSet(Fact):
    """Galleys put on one of their sides."""

    rule: ClassVar[str] = "6.23"
    ships: tuple[str, ...]
    level: str

    def text(self, name: Name) -> str:
        cruise, maximum = _("{ships}: Cruise speed."), _("{ships}: Maximum speed.")
        return (maximum if self.level == "maximum" else cruise).format(ships=listing(name(ship) for ship in self.ships))


@dataclass(frozen=True, slots=True)
class SquadronActivated(Fact):
    """A squadron, or two, may act."""

    rule: ClassVar[str] = "6.17"
    side: Side
    leaders: tuple[str, ...]

    def text(self, name: Name) -> str:
        words = ngettext("{side} activate the squadron of {leaders}.", "{side} activate the squadrons of {leaders}.", len(self.leaders))
        return words.format(side=SIDES_FIRST[self.side], leaders=listing(name(leader) for leader in self.leaders))


@dataclass(frozen=True, slots=True)
class DoubleTried(Fact):
    """An Admiral tried to move two squadrons at once."""

    rule: ClassVar[str] = "6.18"
    leader: str
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        succeeds, fails = _("Double activation with {leader} succeeds."), _("Double activation with {leader} fails.")
        return (succeeds if self.success else fails).format(leader=name(self.leader))


@dataclass(frozen=True, slots=True)
class ConfusionRolled(Fact):
    """What confusion does to a squadron."""

    rule: ClassVar[str] = "6.18"
    leader: str
    result: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        does = {
            "idle": _("Confusion: the squadron of {leader} lies idle."),
            "disorder": _("Confusion: the squadron of {leader} is in disorder: every ship under the limits of a straggler."),
            "slow": _("Confusion: the squadron of {leader} is slowed to half speed."),
            "none": _("Confusion: the squadron of {leader} keeps its order."),
        }
        return does[self.result].format(leader=name(self.leader))


@dataclass(frozen=True, slots=True)
class StragglerRolled(Fact):
    """Whether an individual ship obeys."""

    rule: ClassVar[str] = "6.16"
    ship: str
    obeys: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        obeys, balks = _("{ship}, on her own, acts freely."), _("{ship}, on her own, holds back.")
        return (obeys if self.obeys else balks).format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """The points that a ship will spend."""

    rule: ClassVar[str] = "6.23"
    ship: str
    pm: int

    def text(self, name: Name) -> str:
        return _("{ship} announces {pm} PM.").format(ship=name(self.ship), pm=self.pm)


@dataclass(frozen=True, slots=True)
class Moved(StepFact):
    """A step of a ship's move."""

    rule: str  # each kind of step has its own
    ship: str
    how: str  # a clause whose field is the ship
    bow: Hex
    heading: Direction
    cost: int  # in PM

    def text(self, name: Name) -> str:
        bow, heading = GRID.label(self.bow), GRID.name(self.heading)
        step = self.how.format(ship=name(self.ship))
        return _("{step}: bow in {bow}, heading {heading} ({cost} PM).").format(step=step, bow=bow, heading=heading, cost=self.cost)


@dataclass(frozen=True, slots=True)
class Collided(Fact):
    """A ship met another and stopped."""

    rule: ClassVar[str] = "6.6"
    ship: str
    other: str

    def text(self, name: Name) -> str:
        return _("{ship} meets {other} and stops.").format(ship=name(self.ship), other=name(self.other))


@dataclass(frozen=True, slots=True)
class RanAground(Fact):
    """A ship is lost on the coast."""

    rule: ClassVar[str] = "6.35"
    ship: str
    place: Hex

    def text(self, name: Name) -> str:
        return _("{ship} runs aground at {place} and is lost.").format(ship=name(self.ship), place=GRID.label(self.place))


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """A ship had no way to spend her points."""

    rule: ClassVar[str] = "6.23"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} has nowhere to go and stops.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class FatigueTested(Fact):
    """Rowers who went at Maximum."""

    rule: ClassVar[str] = "6.43"
    ship: str
    level: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        if not self.level:
            return _("The rowers of {ship} keep their strength.").format(ship=name(self.ship))
        return _("The rowers of {ship} tire: F-{level}.").format(ship=name(self.ship), level=self.level)


@dataclass(frozen=True, slots=True)
class LeaderLost(Fact):
    """A leader went down or was taken with his ship."""

    rule: ClassVar[str] = "6.76"
    leader: str

    def text(self, name: Name) -> str:
        return _("{leader} is lost with his ship.").format(leader=name(self.leader))


@dataclass(frozen=True, slots=True)
class TransferTried(Fact):
    """A leader took to a boat."""

    rule: ClassVar[str] = "6.75"
    leader: str
    ship: str
    moved: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        moves, stays = _("{leader} moves to {ship}."), _("{leader} stays, finding no way to {ship}.")
        return (moves if self.moved else stays).format(leader=name(self.leader), ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class LeaderRecovered(Fact):
    """A leader is himself again after a transfer."""

    rule: ClassVar[str] = "6.75"
    leader: str

    def text(self, name: Name) -> str:
        return _("{leader} has his new ship in hand.").format(leader=name(self.leader))


@dataclass(frozen=True, slots=True)
class FatigueEased(Fact):
    """Rowers got their breath back."""

    rule: ClassVar[str] = "6.45"
    ship: str
    level: int

    def text(self, name: Name) -> str:
        if not self.level:
            return _("The rowers of {ship} are fresh again.").format(ship=name(self.ship))
        return _("The rowers of {ship} are at F-{level}.").format(ship=name(self.ship), level=self.level)


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "9.0"
    result: Result

    def text(self, _name: Name) -> str:
        roman, veneti = self.result.score
        wins = {
            "draw": _("Nobody wins: {why} (ships taken or destroyed: Romans {roman}, Veneti {veneti})."),
            "roman": _("The Romans win: {why} (ships taken or destroyed: Romans {roman}, Veneti {veneti})."),
            "veneti": _("The Veneti win: {why} (ships taken or destroyed: Romans {roman}, Veneti {veneti})."),
        }
        return wins[self.result.winner].format(why=self.result.why, roman=roman, veneti=veneti)
