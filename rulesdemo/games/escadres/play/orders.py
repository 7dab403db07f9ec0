"""Everything a player can order, as frozen data; the chapters check whether the rules allow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulesdemo.words import N_

Way = Literal["left", "right"]
# Which part moves one hex downwind; a bow that pays off slips 60 degrees left or right of straight downwind.
DriftWay = Literal["both", "stern_only", "bow_only", "bow_pays_off_left", "bow_pays_off_right"]


# -- a ship's turn ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a chit from the bag [E-TURN-1]."""

    phrase: ClassVar[str] = N_("draw a chit")


@dataclass(frozen=True, slots=True)
class Straight:
    """Go one hex straight on [E-MOVE-1]."""

    phrase: ClassVar[str] = N_("go straight on")
    ship: str


@dataclass(frozen=True, slots=True)
class Turn:
    """Shift the stern one hex, and so turn the ship to the left or to the right [E-WEAR-1]."""

    phrase: ClassVar[str] = N_("turn the ship")
    ship: str
    way: Way


@dataclass(frozen=True, slots=True)
class EndMove:
    """Spend no more steps [E-MOVE-5]."""

    phrase: ClassVar[str] = N_("end the move")
    ship: str


@dataclass(frozen=True, slots=True)
class FireAt:
    """Fire at an enemy in the fire zone [E-FIRE-1]."""

    phrase: ClassVar[str] = N_("fire the guns")
    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Do not fire [E-TURN-2]."""

    phrase: ClassVar[str] = N_("hold fire")
    ship: str


# -- the end of a turn -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollDrift:
    """Throw to see whether a stopped ship or a wreck drifts [E-DRIFT-1]."""

    phrase: ClassVar[str] = N_("throw for drift")
    ship: str


@dataclass(frozen=True, slots=True)
class Drift:
    """Say which part of a drifting ship moves downwind [E-DRIFT-2]."""

    phrase: ClassVar[str] = N_("say how a ship drifts")
    ship: str
    way: DriftWay


@dataclass(frozen=True, slots=True)
class RollLeak:
    """Throw to see whether a ship without power leaks [E-LEAK-1]."""

    phrase: ClassVar[str] = N_("throw for a leak")
    ship: str


@dataclass(frozen=True, slots=True)
class RollFires:
    """Throw a damage die for each fire aboard [E-BURN-2]."""

    phrase: ClassVar[str] = N_("throw for fire damage")
    ship: str


@dataclass(frozen=True, slots=True)
class FightFires:
    """Throw a die for each fire aboard, to put it out [E-BURN-3]."""

    phrase: ClassVar[str] = N_("fight fires")
    ship: str


# -- explosions ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollDebris:
    """Throw for the debris that strikes a ship [E-BLAST-1]."""

    phrase: ClassVar[str] = N_("throw for debris")
    ship: str
