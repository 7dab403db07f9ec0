"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.facts import SIDE_NAMES, SIDES_FIRST, Fact, Name, listed
from rulesdemo.games.veneti.play.orders import Party
from rulesdemo.games.veneti.play.state import Result, Shot, Side, Squadron
from rulesdemo.play.engine import Throw


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "3.0"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins."


@dataclass(frozen=True, slots=True)
class LeaderAppointed(Fact):
    """A generic leader takes a lost one's place."""

    rule: ClassVar[str] = "6.76"
    leader: str
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.leader)} takes command aboard {name(self.ship)}."


@dataclass(frozen=True, slots=True)
class WindRolled(Fact):
    """The wind of the new turn."""

    rule: ClassVar[str] = "6.81"
    strength: int
    to: Direction
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"The wind is {self.strength}, blowing toward {GRID.name(self.to)}." if self.strength else "Not a breath of wind: dead calm."


@dataclass(frozen=True, slots=True)
class SquadronsFormed(Fact):
    """Who sails with whom this turn."""

    rule: ClassVar[str] = "6.15"
    squadrons: tuple[Squadron, ...]
    individuals: tuple[str, ...]

    def text(self, name: Name) -> str:
        told = [f"{name(leader)} leads {listed([name(ship) for ship in ships])}" for leader, ships in self.squadrons if ships]
        if self.individuals:
            on = "on" if told else "On"
            told.append(f"{on} {'her' if len(self.individuals) == 1 else 'their'} own: {listed([name(ship) for ship in self.individuals])}")
        return f"{'; '.join(told) or 'Nobody is left to sail'}."


@dataclass(frozen=True, slots=True)
class ShipAssigned(Fact):
    """A ship in range of several leaders joins one of them."""

    rule: ClassVar[str] = "6.15"
    ship: str
    leader: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} joins the squadron of {name(self.leader)}."


@dataclass(frozen=True, slots=True)
class InitiativeRolled(Fact):
    """Who won the initiative."""

    rule: ClassVar[str] = "3.0 Initiative"
    winner: Side
    throw: Throw | None = None

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.winner]} win the initiative."


@dataclass(frozen=True, slots=True)
class FirstNamed(Fact):
    """Who activates the first squadron."""

    rule: ClassVar[str] = "3.0 Initiative"
    side: Side

    def text(self, _name: Name) -> str:
        return f"{SIDES_FIRST[self.side]} will act first."


@dataclass(frozen=True, slots=True)
class SpeedSet(Fact):
    """Galleys put on one of their sides."""

    rule: ClassVar[str] = "6.23"
    ships: tuple[str, ...]
    level: str

    def text(self, name: Name) -> str:
        return f"{listed([name(ship) for ship in self.ships])}: {self.level.capitalize()} speed."


@dataclass(frozen=True, slots=True)
class SquadronActivated(Fact):
    """A squadron, or two, may act."""

    rule: ClassVar[str] = "6.17"
    side: Side
    leaders: tuple[str, ...]

    def text(self, name: Name) -> str:
        many = "squadrons" if len(self.leaders) > 1 else "squadron"
        return f"{SIDES_FIRST[self.side]} activate the {many} of {listed([name(leader) for leader in self.leaders])}."


@dataclass(frozen=True, slots=True)
class DoubleTried(Fact):
    """An Admiral tried to move two squadrons at once."""

    rule: ClassVar[str] = "6.18"
    leader: str
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"Double activation with {name(self.leader)} {'succeeds' if self.success else 'fails'}."


@dataclass(frozen=True, slots=True)
class ConfusionRolled(Fact):
    """What confusion does to a squadron."""

    rule: ClassVar[str] = "6.18"
    leader: str
    result: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        disorder = "is in disorder: every ship under the limits of a straggler"
        does = {"idle": "lies idle", "disorder": disorder, "slow": "is slowed to half speed", "none": "keeps its order"}
        return f"Confusion: the squadron of {name(self.leader)} {does[self.result]}."


@dataclass(frozen=True, slots=True)
class StragglerRolled(Fact):
    """Whether an individual ship obeys."""

    rule: ClassVar[str] = "6.16"
    ship: str
    obeys: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)}, on her own, {'acts freely' if self.obeys else 'holds back'}."


@dataclass(frozen=True, slots=True)
class Announced(Fact):
    """The points that a ship will spend."""

    rule: ClassVar[str] = "6.23"
    ship: str
    pm: int

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} announces {self.pm} PM."


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A step of a ship's move."""

    rule: str  # each kind of step has its own
    ship: str
    how: str
    bow: Hex
    heading: Direction
    cost: int  # in PM

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {self.how}: bow in {GRID.label(self.bow)}, heading {GRID.name(self.heading)} ({self.cost} PM)."


@dataclass(frozen=True, slots=True)
class Collided(Fact):
    """A ship met another and stopped."""

    rule: ClassVar[str] = "6.6"
    ship: str
    other: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} meets {name(self.other)} and stops."


@dataclass(frozen=True, slots=True)
class RanAground(Fact):
    """A ship is lost on the coast."""

    rule: ClassVar[str] = "6.35"
    ship: str
    place: Hex

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} runs aground at {GRID.label(self.place)} and is lost."


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """A ship had no way to spend her points."""

    rule: ClassVar[str] = "6.23"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} has nowhere to go and stops."


@dataclass(frozen=True, slots=True)
class BreakLooseTried(Fact):
    """A ship tried to disengage."""

    rule: ClassVar[str] = "8.32"
    ship: str
    other: str
    free: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'breaks loose from' if self.free else 'stays grappled to'} {name(self.other)}."


@dataclass(frozen=True, slots=True)
class ScythesUsed(Fact):
    """A galley reached for a sailing ship's halyards."""

    rule: ClassVar[str] = "8.12 note"
    ship: str
    target: str
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        if self.success:
            return f"{name(self.ship)} cuts the halyards of {name(self.target)}, who is immobilised."
        return f"{name(self.ship)} reaches for the halyards of {name(self.target)} in vain."


@dataclass(frozen=True, slots=True)
class GrappleDeclared(Fact):
    """A ship is about to throw grapnels, and the target may fire first."""

    rule: ClassVar[str] = "8.11"
    ship: str
    target: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} makes ready to grapple {name(self.target)}."


@dataclass(frozen=True, slots=True)
class GrappleTried(Fact):
    """Grapnels were thrown."""

    rule: ClassVar[str] = "8.12"
    ship: str
    target: str
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'grapples' if self.success else 'fails to grapple'} {name(self.target)}."


@dataclass(frozen=True, slots=True)
class FireDeclared(Fact):
    """Shots are about to be fired, and the targets may answer."""

    rule: ClassVar[str] = "8.42"
    ship: str
    targets: tuple[str, ...]
    flaming: bool

    def text(self, name: Name) -> str:
        what = "flaming missiles" if self.flaming else "missiles"
        return f"{name(self.ship)} aims {what} at {listed([name(target) for target in self.targets])}."


@dataclass(frozen=True, slots=True)
class FireHeld(Fact):
    """A ship let the chance of reaction fire pass."""

    rule: ClassVar[str] = "8.42"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} holds her fire."


@dataclass(frozen=True, slots=True)
class ShotFired(Fact):
    """Missiles fell on a ship."""

    rule: ClassVar[str] = "8.44"
    shot: Shot
    depletion: int
    fire: bool
    reaction: bool = False
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        verb = "answers" if self.reaction else "shoots at"
        hurt = [f"{self.depletion} marine lost"] if self.depletion else []
        hurt += ["she burns"] if self.fire else []
        what = "flaming missiles" if self.shot.flaming else "missiles"
        return f"{name(self.shot.firer)} {verb} {name(self.shot.target)} with {what}: {' and '.join(hurt) or 'no effect'}."


@dataclass(frozen=True, slots=True)
class CaughtFire(Fact):
    """Fire came over from a burning ship."""

    rule: ClassVar[str] = "8.53"
    ship: str
    source: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} catches fire from {name(self.source)}."


@dataclass(frozen=True, slots=True)
class FatigueTested(Fact):
    """Rowers who went at Maximum."""

    rule: ClassVar[str] = "6.43"
    ship: str
    level: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"The rowers of {name(self.ship)} {f'tire: F-{self.level}' if self.level else 'keep their strength'}."


@dataclass(frozen=True, slots=True)
class Boarded(Fact):
    """A boarding was fought out."""

    rule: ClassVar[str] = "8.23"
    target: str
    parties: tuple[Party, ...]
    captured: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        from_where = listed([name(party.ship) for party in self.parties])
        marines = sum(party.marines for party in self.parties)
        who = "1 marine" if marines == 1 else f"{marines} marines"
        boards = "boards" if marines == 1 else "board"
        return f"{who} from {from_where} {boards} {name(self.target)}: {'captured' if self.captured else 'repelled'}."


@dataclass(frozen=True, slots=True)
class MarinesLost(Fact):
    """Losses of a boarding."""

    rule: ClassVar[str] = "8.28"
    ship: str
    marines: int

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} loses {self.marines} marine{'s' if self.marines > 1 else ''}."


@dataclass(frozen=True, slots=True)
class ShipCaptured(Fact):
    """A ship has a new master."""

    rule: ClassVar[str] = "8.25"
    ship: str
    by: Side

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} is now in the hands of {SIDE_NAMES[self.by]}."


@dataclass(frozen=True, slots=True)
class ShipRetaken(Fact):
    """A prize is back with her first owners."""

    rule: ClassVar[str] = "8.26"
    ship: str
    by: Side

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} is retaken by {SIDE_NAMES[self.by]}."


@dataclass(frozen=True, slots=True)
class LeaderLost(Fact):
    """A leader went down or was taken with his ship."""

    rule: ClassVar[str] = "6.76"
    leader: str

    def text(self, name: Name) -> str:
        return f"{name(self.leader)} is lost with his ship."


@dataclass(frozen=True, slots=True)
class TransferTried(Fact):
    """A leader took to a boat."""

    rule: ClassVar[str] = "6.75"
    leader: str
    ship: str
    moved: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.leader)} {'moves to' if self.moved else 'stays, finding no way to'} {name(self.ship)}."


@dataclass(frozen=True, slots=True)
class LeaderRecovered(Fact):
    """A leader is himself again after a transfer."""

    rule: ClassVar[str] = "6.75"
    leader: str

    def text(self, name: Name) -> str:
        return f"{name(self.leader)} has his new ship in hand."


@dataclass(frozen=True, slots=True)
class FireFought(Fact):
    """A crew fought its fire."""

    rule: ClassVar[str] = "8.53"
    ship: str
    result: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        gains = "cannot hold the fire, and loses a marine"
        does = {"lost": "burns out and is lost", "gains": gains, "burns": "burns on", "out": "puts her fire out"}
        return f"{name(self.ship)} {does[self.result]}."


@dataclass(frozen=True, slots=True)
class SpreadTested(Fact):
    """Whether fire came across a grapple."""

    rule: ClassVar[str] = "8.54"
    ship: str
    burns: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'catches fire' if self.burns else 'is spared by the fire'}."


@dataclass(frozen=True, slots=True)
class FatigueEased(Fact):
    """Rowers got their breath back."""

    rule: ClassVar[str] = "6.45"
    ship: str
    level: int

    def text(self, name: Name) -> str:
        return f"The rowers of {name(self.ship)} are {f'at F-{self.level}' if self.level else 'fresh again'}."


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "9.0"
    result: Result

    def text(self, _name: Name) -> str:
        roman, veneti = self.result.score
        who = "Nobody wins" if self.result.winner == "draw" else f"{SIDES_FIRST[self.result.winner]} win"
        return f"{who}: {self.result.why} (ships taken or destroyed: Romans {roman}, Veneti {veneti})."
