"""Everything a player can say, as frozen data; whether he may is said in the chapters.

A turn is -1 to port and 1 to starboard.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

from rulesdemo.games.veneti.play.state import Level, Side
from rulesdemo.words import N_

Turn = Literal[-1, 1]
Bearing = Literal[-1, 0, 1]


# -- phases A to D ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AppointLeader:
    """Put a new leader aboard a ship in place of a lost one [6.76]."""

    phrase: ClassVar[str] = N_("appoint leader")
    lost: str
    ship: str


@dataclass(frozen=True, slots=True)
class DoWithoutLeader:
    """Leave a lost leader's place empty [6.76]."""

    phrase: ClassVar[str] = N_("do without leader")
    lost: str


@dataclass(frozen=True, slots=True)
class RollWind:
    """Throw for the wind [6.81]."""

    phrase: ClassVar[str] = N_("roll wind")


@dataclass(frozen=True, slots=True)
class Assign:
    """Say to which leader a ship in range of several belongs this turn [6.15]."""

    phrase: ClassVar[str] = N_("assign")
    ship: str
    leader: str


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Throw for initiative [3.0 Initiative]."""

    phrase: ClassVar[str] = N_("roll initiative")


@dataclass(frozen=True, slots=True)
class NameFirst:
    """Say which side activates the first squadron [3.0 Initiative]."""

    phrase: ClassVar[str] = N_("name first")
    side: Side


@dataclass(frozen=True, slots=True)
class SetSpeed:
    """Put galleys on their Cruise or Maximum side [6.23]."""

    phrase: ClassVar[str] = N_("set speed")
    ships: tuple[str, ...]
    level: Level


@dataclass(frozen=True, slots=True)
class EndSpeed:
    """Leave all other galleys at Cruise and go on [3.0 D]."""

    phrase: ClassVar[str] = N_("end speed")


# -- choosing who acts -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Activate:
    """Activate a squadron [6.17]."""

    phrase: ClassVar[str] = N_("activate")
    leader: str


@dataclass(frozen=True, slots=True)
class ActivateTogether:
    """Try to activate the Admiral's squadron and another in one go [6.18]."""

    phrase: ClassVar[str] = N_("activate together")
    leader: str


@dataclass(frozen=True, slots=True)
class RollConfusion:
    """Throw for the squadron that a failed double activation has confused [6.18]."""

    phrase: ClassVar[str] = N_("roll confusion")


@dataclass(frozen=True, slots=True)
class ActivateShip:
    """Activate an individual ship, throwing to see whether she obeys [6.16]."""

    phrase: ClassVar[str] = N_("activate ship")
    ship: str


# -- movement segment ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BreakLoose:
    """Try to disengage from one of the ships that hold her [8.31]."""

    phrase: ClassVar[str] = N_("break loose")
    ship: str
    other: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Say how many movement points a ship will spend [6.23]."""

    phrase: ClassVar[str] = N_("announce")
    ship: str
    pm: int


@dataclass(frozen=True, slots=True)
class Ahead:
    """Go one hex straight on [6.32]."""

    phrase: ClassVar[str] = N_("go ahead")
    ship: str


@dataclass(frozen=True, slots=True)
class Veer:
    """Take a galley's bow into a bow/flank hex [5.2]."""

    phrase: ClassVar[str] = N_("veer")
    ship: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class Sail:
    """Take a sailing ship into one of her three forward hexes, and turn her there by at most a hexside [5.2]."""

    phrase: ClassVar[str] = N_("sail")
    ship: str
    bearing: Bearing
    turn: Bearing


@dataclass(frozen=True, slots=True)
class Pivot:
    """Swing a galley's bow or stern in place [5.1]."""

    phrase: ClassVar[str] = N_("pivot")
    ship: str
    swing: Literal["bow", "stern"]
    turn: Turn


@dataclass(frozen=True, slots=True)
class AboutTurn:
    """Turn a galley end for end [5.3]."""

    phrase: ClassVar[str] = N_("turn about")
    ship: str


@dataclass(frozen=True, slots=True)
class Back:
    """Back water, straight (0) or so that the bow turns to port or starboard [6.33]."""

    phrase: ClassVar[str] = N_("back water")
    ship: str
    turn: Bearing


@dataclass(frozen=True, slots=True)
class Stop:
    """Give up the points that a ship has no way to spend [6.23]."""

    phrase: ClassVar[str] = N_("stop")
    ship: str


@dataclass(frozen=True, slots=True)
class UseScythes:
    """Cut a sailing ship's halyards [8.12 note]."""

    phrase: ClassVar[str] = N_("use scythes")
    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class Grapple:
    """Throw grapnels at a ship alongside [8.11]."""

    phrase: ClassVar[str] = N_("grapple")
    ship: str
    target: str


class Share(NamedTuple):
    """Marines told off for one target."""

    target: str
    marines: int


@dataclass(frozen=True, slots=True)
class Fire:
    """Fire missiles at one ship, or share them among several [8.42, 8.43]."""

    phrase: ClassVar[str] = N_("fire")
    ship: str
    shares: tuple[Share, ...]
    flaming: bool = False


@dataclass(frozen=True, slots=True)
class React:
    """Answer a shot or a grapple with missiles [8.42]."""

    phrase: ClassVar[str] = N_("react")
    ship: str
    target: str
    flaming: bool = False


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Leave a shot or a grapple unanswered [8.42]."""

    phrase: ClassVar[str] = N_("hold fire")
    ship: str


@dataclass(frozen=True, slots=True)
class EndMovement:
    """Close the movement segment [3.0 E1]."""

    phrase: ClassVar[str] = N_("end movement")


@dataclass(frozen=True, slots=True)
class RollFatigue:
    """Throw for a galley on her Maximum side [6.42]."""

    phrase: ClassVar[str] = N_("roll fatigue")
    ship: str


# -- boarding segment ------------------------------------------------------------------------------------------------------------------


class Party(NamedTuple):
    """Marines who go over from one ship."""

    ship: str
    marines: int


@dataclass(frozen=True, slots=True)
class Board:
    """Board a grappled ship from one ship or several [8.21, 8.22]."""

    phrase: ClassVar[str] = N_("board")
    target: str
    parties: tuple[Party, ...]


@dataclass(frozen=True, slots=True)
class TakeLoss:
    """Say which of several boarding ships loses the marine [8.28]."""

    phrase: ClassVar[str] = N_("take loss")
    ship: str


@dataclass(frozen=True, slots=True)
class EndBoarding:
    """Close the boarding segment [3.0 E2]."""

    phrase: ClassVar[str] = N_("end boarding")


# -- status phase, and at any time -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FightFire:
    """Throw to put out a fire [8.53]."""

    phrase: ClassVar[str] = N_("fight fire")
    ship: str


@dataclass(frozen=True, slots=True)
class RollSpread:
    """Throw to see whether fire spreads to a grappled ship [8.54]."""

    phrase: ClassVar[str] = N_("roll spread")
    ship: str


@dataclass(frozen=True, slots=True)
class Transfer:
    """Try to move a leader to the nearest ship [6.74]."""

    phrase: ClassVar[str] = N_("transfer")
    leader: str
    ship: str
