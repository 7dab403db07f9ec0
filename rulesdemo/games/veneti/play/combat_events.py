"""What has happened in a fight, as past facts: grapnels, scythes, missiles, boarding and fire."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.games.veneti.play.facts import Name
from rulesdemo.games.veneti.play.orders import Party
from rulesdemo.games.veneti.play.state import Shot, Side
from rulesdemo.play.engine import Throw
from rulesdemo.play.fact import Fact
from rulesdemo.words import _, listing, ngettext


@dataclass(frozen=True, slots=True)
class BreakLooseTried(Fact):
    """A ship tried to disengage."""

    rule: ClassVar[str] = "8.32"
    ship: str
    other: str
    free: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        free, held = _("{ship} breaks loose from {other}."), _("{ship} stays grappled to {other}.")
        return (free if self.free else held).format(ship=name(self.ship), other=name(self.other))


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
            return _("{ship} cuts the halyards of {target}, who is immobilised.").format(ship=name(self.ship), target=name(self.target))
        return _("{ship} reaches for the halyards of {target} in vain.").format(ship=name(self.ship), target=name(self.target))


@dataclass(frozen=True, slots=True)
class GrappleDeclared(Fact):
    """A ship is about to throw grapnels, and the target may fire first."""

    rule: ClassVar[str] = "8.11"
    ship: str
    target: str

    def text(self, name: Name) -> str:
        return _("{ship} makes ready to grapple {target}.").format(ship=name(self.ship), target=name(self.target))


@dataclass(frozen=True, slots=True)
class GrappleTried(Fact):
    """Grapnels were thrown."""

    rule: ClassVar[str] = "8.12"
    ship: str
    target: str
    success: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        holds, fails = _("{ship} grapples {target}."), _("{ship} fails to grapple {target}.")
        return (holds if self.success else fails).format(ship=name(self.ship), target=name(self.target))


@dataclass(frozen=True, slots=True)
class FireDeclared(Fact):
    """Shots are about to be fired, and the targets may answer."""

    rule: ClassVar[str] = "8.42"
    ship: str
    targets: tuple[str, ...]
    flaming: bool

    def text(self, name: Name) -> str:
        flames, missiles = _("{ship} aims flaming missiles at {targets}."), _("{ship} aims missiles at {targets}.")
        targets = listing(name(target) for target in self.targets)
        return (flames if self.flaming else missiles).format(ship=name(self.ship), targets=targets)


@dataclass(frozen=True, slots=True)
class FireHeld(Fact):
    """A ship let the chance of reaction fire pass."""

    rule: ClassVar[str] = "8.42"
    ship: str

    def text(self, name: Name) -> str:
        return _("{ship} holds her fire.").format(ship=name(self.ship))


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
        shots = {  # by whether she answers, and whether with flames
            (False, False): _("{firer} shoots at {target} with missiles"),
            (False, True): _("{firer} shoots at {target} with flaming missiles"),
            (True, False): _("{firer} answers {target} with missiles"),
            (True, True): _("{firer} answers {target} with flaming missiles"),
        }
        shot = shots[self.reaction, self.shot.flaming].format(firer=name(self.shot.firer), target=name(self.shot.target))
        return _("{shot}: {effect}.").format(shot=shot, effect=self._effect())

    def _effect(self) -> str:
        if not self.depletion:
            return _("she burns") if self.fire else _("no effect")
        lost = ngettext("{n} marine lost", "{n} marines lost", self.depletion)
        burns = ngettext("{n} marine lost and she burns", "{n} marines lost and she burns", self.depletion)
        return (burns if self.fire else lost).format(n=self.depletion)


@dataclass(frozen=True, slots=True)
class CaughtFire(Fact):
    """Fire came over from a burning ship."""

    rule: ClassVar[str] = "8.53"
    ship: str
    source: str

    def text(self, name: Name) -> str:
        return _("{ship} catches fire from {source}.").format(ship=name(self.ship), source=name(self.source))


@dataclass(frozen=True, slots=True)
class Boarded(Fact):
    """A boarding was fought out."""

    rule: ClassVar[str] = "8.23"
    target: str
    parties: tuple[Party, ...]
    captured: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        n = sum(party.marines for party in self.parties)
        taken = ngettext("{n} marine from {ships} boards {target}: captured.", "{n} marines from {ships} board {target}: captured.", n)
        repelled = ngettext("{n} marine from {ships} boards {target}: repelled.", "{n} marines from {ships} board {target}: repelled.", n)
        ships = listing(name(party.ship) for party in self.parties)
        return (taken if self.captured else repelled).format(n=n, ships=ships, target=name(self.target))


@dataclass(frozen=True, slots=True)
class MarinesLost(Fact):
    """Losses of a boarding."""

    rule: ClassVar[str] = "8.28"
    ship: str
    marines: int

    def text(self, name: Name) -> str:
        words = ngettext("{ship} loses {n} marine.", "{ship} loses {n} marines.", self.marines)
        return words.format(ship=name(self.ship), n=self.marines)


@dataclass(frozen=True, slots=True)
class ShipCaptured(Fact):
    """A ship has a new master."""

    rule: ClassVar[str] = "8.25"
    ship: str
    by: Side

    def text(self, name: Name) -> str:
        by = {
            "roman": _("{ship} is now in the hands of the Romans."),
            "veneti": _("{ship} is now in the hands of the Veneti."),
        }
        return by[self.by].format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class ShipRetaken(Fact):
    """A prize is back with her first owners."""

    rule: ClassVar[str] = "8.26"
    ship: str
    by: Side

    def text(self, name: Name) -> str:
        by = {"roman": _("{ship} is retaken by the Romans."), "veneti": _("{ship} is retaken by the Veneti.")}
        return by[self.by].format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class FireFought(Fact):
    """A crew fought its fire."""

    rule: ClassVar[str] = "8.53"
    ship: str
    result: str
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        does = {
            "lost": _("{ship} burns out and is lost."),
            "gains": _("{ship} cannot hold the fire, and loses a marine."),
            "burns": _("{ship} burns on."),
            "out": _("{ship} puts her fire out."),
        }
        return does[self.result].format(ship=name(self.ship))


@dataclass(frozen=True, slots=True)
class SpreadTested(Fact):
    """Whether fire came across a grapple."""

    rule: ClassVar[str] = "8.54"
    ship: str
    burns: bool
    throw: Throw | None = None

    def text(self, name: Name) -> str:
        burns, spared = _("{ship} catches fire."), _("{ship} is spared by the fire.")
        return (burns if self.burns else spared).format(ship=name(self.ship))
