"""Everything a player can say, as frozen data; whether he may is said in the chapters.

A turn is -1 to port and 1 to starboard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from rulesdemo.games.veneti.play.state import Level, Side

Turn = Literal[-1, 1]
Bearing = Literal[-1, 0, 1]


# -- phases A to D ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AppointLeader:
    """Put a new leader aboard a ship in place of a lost one [6.76]."""

    lost: str
    ship: str


@dataclass(frozen=True, slots=True)
class DoWithoutLeader:
    """Leave a lost leader's place empty [6.76]."""

    lost: str


@dataclass(frozen=True, slots=True)
class RollWind:
    """Throw for the wind [6.81]."""


@dataclass(frozen=True, slots=True)
class Assign:
    """Say to which leader a ship in range of several belongs this turn [6.15]."""

    ship: str
    leader: str


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Throw for initiative [3.0 Initiative]."""


@dataclass(frozen=True, slots=True)
class NameFirst:
    """Say which side activates the first squadron [3.0 Initiative]."""

    side: Side


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Put galleys on their Cruise or Maximum side [6.23]."""

    ships: tuple[str, ...]
    level: Level


@dataclass(frozen=True, slots=True)
class EndSpeed:
    """Leave all other galleys at Cruise and go on [3.0 D]."""


# -- choosing who acts -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a squadron [6.17]."""

    leader: str


@dataclass(frozen=True, slots=True)
class ActivateTogether:
    """Try to activate the Admiral's squadron and another in one go [6.18]."""

    leader: str


@dataclass(frozen=True, slots=True)
class RollConfusion:
    """Throw for the squadron that a failed double activation has confused [6.18]."""


@dataclass(frozen=True, slots=True)
class ActivateShip:
    """Activate an individual ship, throwing to see whether she obeys [6.16]."""

    ship: str


# -- movement segment ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BreakLoose:
    """Try to disengage from one of the ships that hold her [8.31]."""

    ship: str
    other: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Say how many movement points a ship will spend [6.23]."""

    ship: str
    pm: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """Go one hex straight on [6.32]."""

    phrase: ClassVar[str] = "go ahead"
    ship: str


@dataclass(frozen=True, slots=True)
class Veer:
    """Take a galley's bow into a bow/flank hex [5.2]."""

    ship: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Sail:
    """Take a sailing ship into one of her three forward hexes, and turn her there by at most a hexside [5.2]."""

    ship: str
    bearing: Bearing
    turn: Bearing


@dataclass(frozen=True, slots=True)
class Pivot:
    """Swing a galley's bow or stern in place [5.1]."""

    ship: str
    swing: Literal["bow", "stern"]
    turn: Turn


@dataclass(frozen=True, slots=True)
class AboutTurn:
    """Turn a galley end for end [5.3]."""

    phrase: ClassVar[str] = "turn about"
    ship: str


@dataclass(frozen=True, slots=True)
class Back:
    """Back water, straight (0) or so that the bow turns to port or starboard [6.33]."""

    phrase: ClassVar[str] = "back water"
    ship: str
    turn: Bearing


@dataclass(frozen=True, slots=True)
class Stop:
    """Give up the points that a ship has no way to spend [6.23]."""

    ship: str


@dataclass(frozen=True, slots=True)
class UseScythes:
    """Cut a sailing ship's halyards [8.12 note]."""

    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class Grapple:
    """Throw grapnels at a ship alongside [8.11]."""

    ship: str
    target: str


class Share(NamedTuple):
    """Marines told off for one target."""

    target: str
    marines: int


@dataclass(frozen=True, slots=True)
class Fire:
    """Fire missiles at one ship, or share them among several [8.42, 8.43]."""

    ship: str
    shares: tuple[Share, ...]
    flaming: bool = False


@dataclass(frozen=True, slots=True)
class React:
    """Answer a shot or a grapple with missiles [8.42]."""

    ship: str
    target: str
    flaming: bool = False


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Leave a shot or a grapple unanswered [8.42]."""

    ship: str


@dataclass(frozen=True, slots=True)
class EndMovement:
    """Close the movement segment [3.0 E1]."""


@dataclass(frozen=True, slots=True)
class RollFatigue:
    """Throw for a galley on her Maximum side [6.42]."""

    ship: str


# -- boarding segment ------------------------------------------------------------------------------------------------------------------


class Party(NamedTuple):
    """Marines who go over from one ship."""

    ship: str
    marines: int


@dataclass(frozen=True, slots=True)
class Board:
    """Board a grappled ship from one ship or several [8.21, 8.22]."""

    target: str
    parties: tuple[Party, ...]


@dataclass(frozen=True, slots=True)
class TakeLoss:
    """Say which of several boarding ships loses the marine [8.28]."""

    ship: str


@dataclass(frozen=True, slots=True)
class EndBoarding:
    """Close the boarding segment [3.0 E2]."""


# -- status phase, and at any time -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FightFire:
    """Throw to put out a fire [8.53]."""

    ship: str


@dataclass(frozen=True, slots=True)
class RollSpread:
    """Throw to see whether fire spreads to a grappled ship [8.54]."""

    ship: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Try to move a leader to the nearest ship [6.74]."""

    leader: str
    ship: str
