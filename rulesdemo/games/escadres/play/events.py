"""What has happened, as past facts; each knows its rule, its dice and its sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.damage import Damage
from rulesdemo.games.escadres.play.facts import (
    DRIFTS,
    FLAGS,
    MOVES,
    VERDICTS,
    WINDS,
    Name,
    damage_text,
    dice_text,
    hull_text,
    steps_text,
)
from rulesdemo.games.escadres.play.state import Result
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact, StepFact
from rulesdemo.words import _, listing, ngettext

losses_text = damage_text  # its former name


@dataclass(frozen=True, slots=True)
class TurnBegan(Fact):
    """A new turn."""

    rule: ClassVar[str] = "E-TURN-1"
    begins_turn: ClassVar[bool] = True  # log lines from here on are of the new turn
    number: int
    chits: int

    def text(self, _name: Name) -> str:
        return ngettext(
            "Turn {number} begins with {n} chit in the bag.", "Turn {number} begins with {n} chits in the bag.", self.chits
        ).format(number=self.number, n=self.chits)


@dataclass(frozen=True, slots=True)
class ChitDrawn(Fact):
    """Who plays next."""

    rule: ClassVar[str] = "E-TURN-1"
    names_faces: ClassVar[bool] = True  # a chit has a name and no number
    ship: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        return _("The chit of {ship} is drawn.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class AllowanceSet(Fact):
    """How far a ship may go."""

    rule: ClassVar[str] = "E-MOVE-3"
    ship: str
    wind: str
    steps: int

    def text(self, name: Name) -> str:
        return _("{ship} is {wind}: {steps}.").format(ship=name(self.ship), wind=WINDS[self.wind], steps=steps_text(self.steps))


@dataclass(frozen=True, slots=True)
class MoveLost(Fact):
    """Aground or taken aback, a ship has no move."""

    rule: ClassVar[str] = "E-DMG-3"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} is aground or taken aback, and does not move this turn.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Moved(StepFact):
    """A step of a ship's move."""

    rule: str  # straight on and turning have their own
    ship: str
    how: str  # a key of MOVES
    bow: Hex
    heading: Direction
    cost: int  # in steps

    def text(self, name: Name) -> str:
        return str(MOVES[self.how].format(ship=name(self.ship), hex=GRID.label(self.bow), heading=GRID.name(self.heading)))


@dataclass(frozen=True, slots=True)
class Hemmed(Fact):
    """A ship that has steps left finds no way to spend them."""

    rule: str  # hemmed in when she plays, or brought up short
    ship: str

    def text(self, name: Name) -> str:
        words = _("{ship} is hemmed in and stays where she is.") if self.rule == "E-MOVE-6" else _("{ship} can go no further.")
        return words.format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class MoveEnded(Fact):
    """A ship spends no more steps."""

    rule: ClassVar[str] = "E-MOVE-5"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} ends her move.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Stopped(Fact):
    """A ship spent no step."""

    rule: ClassVar[str] = "E-MOVE-7"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} gets a stopped marker.").format(ship=name(self.ship))


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
        words = _("{ship} rakes {target} with {dice}: {hurt}.") if self.raking else _("{ship} fires at {target} with {dice}: {hurt}.")
        return words.format(ship=name(self.ship), target=name(self.target), dice=dice_text(self.dice), hurt=damage_text(self.damage))


@dataclass(frozen=True, slots=True)
class FireHeld(Fact):
    """A ship did not fire."""

    rule: ClassVar[str] = "E-TURN-2"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} holds her fire.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Struck(Fact):
    """A ship is out of action."""

    rule: ClassVar[str] = "E-MARK-2"
    ship: str
    lacks: str

    def text(self, name: Name) -> str:
        return str(FLAGS[self.lacks].format(ship=name(self.ship)))


@dataclass(frozen=True, slots=True)
class HullCounted(Fact):
    """A ship without power counts hull points from now on."""

    rule: ClassVar[str] = "E-HULL-1"
    ship: str
    hull: int

    def text(self, name: Name) -> str:
        return _("{ship} fights no more; she has {hull}.").format(ship=name(self.ship), hull=hull_text(self.hull))


@dataclass(frozen=True, slots=True)
class DriftTested(Fact):
    """Whether a ship drifts."""

    rule: ClassVar[str] = "E-DRIFT-1"
    ship: str
    drifts: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{ship} drifts.") if self.drifts else _("{ship} does not drift.")
        return words.format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class Drifted(Fact):
    """Where a ship drifted to."""

    rule: ClassVar[str] = "E-DRIFT-2"
    ship: str
    how: str  # a key of DRIFTS
    bow: Hex
    heading: Direction

    def text(self, name: Name) -> str:
        return str(DRIFTS[self.how].format(ship=name(self.ship), hex=GRID.label(self.bow), heading=GRID.name(self.heading)))


@dataclass(frozen=True, slots=True)
class DriftBarred(Fact):
    """A ship has nowhere to drift to."""

    rule: ClassVar[str] = "E-DRIFT-2"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} has no free hex to drift into and stays.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class LeftTable(Fact):
    """A ship drifted off the table."""

    rule: ClassVar[str] = "E-CREW-1"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} drifts off the table and is removed.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class LeakTested(Fact):
    """Whether a ship without power takes in water."""

    rule: ClassVar[str] = "E-LEAK-1"
    ship: str
    lost: int
    hull: int
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        words = _("{ship} leaks: {hull} left.") if self.lost else _("{ship} keeps the water out: {hull} left.")
        return words.format(ship=name(self.ship), hull=hull_text(self.hull))


@dataclass(frozen=True, slots=True)
class Sank(Fact):
    """Water took the last hull point."""

    rule: ClassVar[str] = "E-LEAK-2"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} sinks.").format(ship=name(self.ship))


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
        hurt = damage_text(self.damage, "hull" if self.on_hull else "power")
        return ngettext("{n} fire aboard {ship}: {hurt}.", "{n} fires aboard {ship}: {hurt}.", self.dice).format(
            n=self.dice, ship=name(self.ship), hurt=hurt
        )


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
        if not out:
            return _("{ship} puts no fire out; {left} left.").format(ship=name(self.ship), left=self.left or _("none"))
        if not self.left:
            words = ngettext("{ship} puts out {n} fire; none left.", "{ship} puts out {n} fires; none left.", out)
        else:
            words = ngettext("{ship} puts out {n} fire; {left} left.", "{ship} puts out {n} fires; {left} left.", out)
        return words.format(ship=name(self.ship), n=out, left=self.left)


@dataclass(frozen=True, slots=True)
class Exploded(Fact):
    """A ship blew up."""

    rule: str  # the magazine, or fire
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} explodes.").format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class DebrisFlew(Fact):
    """Whom the debris of a ship reaches."""

    rule: ClassVar[str] = "E-BLAST-1"
    ship: str
    reached: tuple[str, ...]

    def text(self, name: Name) -> str:
        if not self.reached:
            return _("The debris of {ship} reaches nobody.").format(ship=name(self.ship))
        return _("The debris of {ship} reaches {others}.").format(ship=name(self.ship), others=listing(map(name, self.reached)))


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
        return _("Debris of {source} strikes {ship} with {dice}: {hurt}.").format(
            source=name(self.source), ship=name(self.ship), dice=dice_text(self.dice), hurt=damage_text(self.damage)
        )


@dataclass(frozen=True, slots=True)
class GameEnded(Fact):
    """The scenario is decided."""

    rule: ClassVar[str] = "E-VIC-1"
    result: Result

    def text(self, _name: Name) -> str:
        french, british = self.result.lost
        return str(VERDICTS[self.result.winner].format(why=self.result.why, french=french, british=british))
