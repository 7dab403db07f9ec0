"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.damage import Damage
from rulesdemo.games.escadres.play.facts import SIDES_FIRST, WINDS, Fact, Name, counted, listed
from rulesdemo.games.escadres.play.state import Result
from rulesdemo.play.engine import Throw


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "E-TURN-1"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int
    chits: int

    def text(self, _name: Name) -> str:
        return f"Turn {self.number} begins with {counted(self.chits, 'chit')} in the bag."


@dataclass(frozen=True, slots=True)
class ChitDrawn(Fact):
    """Who plays next."""

    rule: ClassVar[str] = "E-TURN-1"
    names_faces: ClassVar[bool] = True  # a chit has a name and no number
    ship: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"The chit of {name(self.ship)} is drawn."


@dataclass(frozen=True, slots=True)
class AllowanceSet(Fact):
    """How far a ship may go."""

    rule: ClassVar[str] = "E-MOVE-3"
    ship: str
    wind: str
    steps: int

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} is {WINDS[self.wind]}: {counted(self.steps, 'step')}."


@dataclass(frozen=True, slots=True)
class MoveLost(Fact):
    """Aground or taken aback, a ship has no move."""

    rule: ClassVar[str] = "E-DMG-3"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} is aground or taken aback, and does not move this turn."


@dataclass(frozen=True, slots=True)
class Moved(Fact):
    """A step of a ship's move."""

    rule: str  # straight on and turning have their own
    ship: str
    how: str
    bow: Hex
    heading: Direction
    cost: int  # in steps

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {self.how}: bow in {GRID.label(self.bow)}, heading {GRID.name(self.heading)}."


@dataclass(frozen=True, slots=True)
class Hemmed(Fact):
    """A ship that has steps left finds no way to spend them."""

    rule: str  # hemmed in when she plays, or brought up short
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'is hemmed in and stays where she is' if self.rule == 'E-MOVE-6' else 'can go no further'}."


@dataclass(frozen=True, slots=True)
class MoveEnded(Fact):
    """A ship spends no more steps."""

    rule: ClassVar[str] = "E-MOVE-5"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} ends her move."


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """A ship spent no step."""

    rule: ClassVar[str] = "E-MOVE-7"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} gets a stopped marker."


def losses(damage: Damage, boxes: str = "power") -> Iterator[str]:
    """What the dice cost, part by part; on a hulk fire costs hull points in the place of power."""
    if damage.power:
        yield f"{damage.power} {boxes}"
    if damage.crew:
        yield f"{damage.crew} crew"
    if damage.fires:
        yield counted(damage.fires, "new fire")
    if damage.speed:
        yield f"{damage.speed} speed for good"
    if damage.turns:
        yield f"{counted(damage.turns, 'turn')} for good"
    if damage.stopped:
        yield "the next move"


def told(damage: Damage, boxes: str = "power") -> str:
    """What the dice cost, after a colon."""
    parts = list(losses(damage, boxes))
    return "the magazine goes up" if damage.exploded else listed(parts) if parts else "no damage"


@dataclass(frozen=True, slots=True)
class ShotFired(Fact):
    """A shot, and what it cost."""

    rule: ClassVar[str] = "E-DMG-1"
    ship: str
    target: str
    dice: int
    raking: bool
    damage: Damage
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        does = "rakes" if self.raking else "fires at"
        return f"{name(self.ship)} {does} {name(self.target)} with {counted(self.dice, 'die', 'dice')}: {told(self.damage)}."


@dataclass(frozen=True, slots=True)
class FireHeld(Fact):
    """A ship did not fire."""

    rule: ClassVar[str] = "E-TURN-2"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} holds her fire."


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """A ship is out of action."""

    rule: ClassVar[str] = "E-MARK-2"
    ship: str
    lacks: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} has no {self.lacks} left and strikes her flag."


@dataclass(frozen=True, slots=True)
class HullCounted(Fact):
    """A ship without power counts hull points from now on."""

    rule: ClassVar[str] = "E-HULL-1"
    ship: str
    hull: int

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} fights no more; she has {counted(self.hull, 'hull point')}."


@dataclass(frozen=True, slots=True)
class DriftTested(Fact):
    """Whether a ship drifts."""

    rule: ClassVar[str] = "E-DRIFT-1"
    ship: str
    drifts: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {'drifts' if self.drifts else 'does not drift'}."


@dataclass(frozen=True, slots=True)
class Drifted(Fact):
    """Where a ship drifted to."""

    rule: ClassVar[str] = "E-DRIFT-2"
    ship: str
    how: str
    bow: Hex
    heading: Direction

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} {self.how}: bow in {GRID.label(self.bow)}, heading {GRID.name(self.heading)}."


@dataclass(frozen=True, slots=True)
class DriftBarred(Fact):
    """A ship has nowhere to drift to."""

    rule: ClassVar[str] = "E-DRIFT-2"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} has no free hex to drift into and stays."


@dataclass(frozen=True, slots=True)
class LeftTable(Fact):
    """A ship drifted off the table."""

    rule: ClassVar[str] = "E-CREW-1"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} drifts off the table and is removed."


@dataclass(frozen=True, slots=True)
class LeakTested(Fact):
    """Whether a ship without power takes in water."""

    rule: ClassVar[str] = "E-LEAK-1"
    ship: str
    lost: int
    hull: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        left = f"{counted(self.hull, 'hull point')} left"
        return f"{name(self.ship)} {'leaks' if self.lost else 'keeps the water out'}: {left}."


@dataclass(frozen=True, slots=True)
class Sank(Fact):
    """Water took the last hull point."""

    rule: ClassVar[str] = "E-LEAK-2"
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} sinks."


@dataclass(frozen=True, slots=True)
class FiresBurnt(Fact):
    """What a ship's fires cost her."""

    rule: ClassVar[str] = "E-BURN-2"
    ship: str
    dice: int
    on_hull: bool
    damage: Damage
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return f"{counted(self.dice, 'fire')} aboard {name(self.ship)}: {told(self.damage, 'hull' if self.on_hull else 'power')}."


@dataclass(frozen=True, slots=True)
class FiresFought(Fact):
    """How many fires a crew put out."""

    rule: ClassVar[str] = "E-BURN-3"
    ship: str
    fires: int
    left: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        out = self.fires - self.left
        done = f"puts out {counted(out, 'fire')}" if out else "puts no fire out"
        return f"{name(self.ship)} {done}; {self.left or 'none'} left."


@dataclass(frozen=True, slots=True)
class Exploded(Fact):
    """A ship blew up."""

    rule: str  # the magazine, or fire
    ship: str

    def text(self, name: Name) -> str:
        return f"{name(self.ship)} explodes."


@dataclass(frozen=True, slots=True)
class DebrisFlew(Fact):
    """Whom the debris of a ship reaches."""

    rule: ClassVar[str] = "E-BLAST-1"
    ship: str
    reached: tuple[str, ...]

    def text(self, name: Name) -> str:
        if not self.reached:
            return f"The debris of {name(self.ship)} reaches nobody."
        return f"The debris of {name(self.ship)} reaches {listed([name(ship) for ship in self.reached])}."


@dataclass(frozen=True, slots=True)
class DebrisStruck(Fact):
    """What debris did to a ship."""

    rule: ClassVar[str] = "E-BLAST-2"
    ship: str
    source: str
    dice: int
    damage: Damage
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        thrown = counted(self.dice, "die", "dice")
        return f"Debris of {name(self.source)} strikes {name(self.ship)} with {thrown}: {told(self.damage)}."


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "E-VIC-1"
    result: Result

    def text(self, _name: Name) -> str:
        french, british = self.result.lost
        who = "Nobody wins" if self.result.winner == "draw" else f"{SIDES_FIRST[self.result.winner]} win"
        return f"{who}: {self.result.why} (ships lost: French {french}, British {british})."
