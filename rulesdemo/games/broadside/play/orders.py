"""Everything a player can say, as frozen data; whether he may is said in the chapters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

# -- weather ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollStart:
    """Throw for the weather with which the game begins [III]."""

    phrase: ClassVar[str] = "throw for the weather at the start"


@dataclass(frozen=True, slots=True)
class RollWeather:
    """Throw to see how the weather changes [T4]."""

    phrase: ClassVar[str] = "throw for the weather"


# -- orders, in secret -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """Write an order into a ship's log, such as 3, 1G1, 2D1D, VH2 or A [T7]; nobody else sees it before it is carried out."""

    phrase: ClassVar[str] = "write an order"
    ship: str
    text: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Strike out what was written for a ship this turn [IV]."""

    phrase: ClassVar[str] = "strike out an order"
    ship: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Have written all orders; ships without one sail straight on [VII]."""

    phrase: ClassVar[str] = "close the logs"


# -- shared hexes and boarding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollContact:
    """Throw to see whether enemies in one hex board [V.a]."""

    phrase: ClassVar[str] = "throw for contact"


@dataclass(frozen=True, slots=True)
class RollTie:
    """Throw a die each for two ships that are equal in everything [IV]."""

    phrase: ClassVar[str] = "throw for the hex"


@dataclass(frozen=True, slots=True)
class RollBoarding:
    """Throw for what a round of boarding does to a ship [V.a]."""

    phrase: ClassVar[str] = "throw for boarding"
    ship: str


# -- gunnery ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aim:
    """Choose the one target of a ship's broadside [V.b]; nobody else sees it before all have chosen."""

    phrase: ClassVar[str] = "choose a target"
    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Do not fire with a ship [V.b]."""

    ship: str


@dataclass(frozen=True, slots=True)
class Fire:
    """Throw for a ship's broadside [V.b]."""

    ship: str


# -- damage ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollMast:
    """Throw to see whether an emptied hull section costs a mast section [V.b sections]."""

    phrase: ClassVar[str] = "throw for a mast"
    ship: str


@dataclass(frozen=True, slots=True)
class RollLeak:
    """Throw to see whether a leak is repaired, after what it costs [T12]."""

    phrase: ClassVar[str] = "throw for a leak"
    ship: str


@dataclass(frozen=True, slots=True)
class RollFire:
    """Throw for a fire aboard [T12]."""

    phrase: ClassVar[str] = "throw for a fire"
    ship: str
