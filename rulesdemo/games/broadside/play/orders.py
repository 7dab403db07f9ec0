"""Everything a player can order, as frozen data; the chapters check whether the rules allow it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.words import N_

# -- weather ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollStart:
    """Throw for the weather with which the game begins [III]."""

    phrase: ClassVar[str] = N_("throw for the weather at the start")


@dataclass(frozen=True, slots=True)
class RollWeather:
    """Throw to see how the weather changes [T4]."""

    phrase: ClassVar[str] = N_("throw for the weather")


# -- orders, in secret -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Plot:
    """Write an order into a ship's log, such as 3, 1G1, 2D1D, VH2 or A [T7]; nobody else sees it before it is carried out."""

    phrase: ClassVar[str] = N_("write an order")
    ship: str
    text: str


@dataclass(frozen=True, slots=True)
class Erase:
    """Strike out what was written for a ship this turn [IV]."""

    phrase: ClassVar[str] = N_("strike out an order")
    ship: str


@dataclass(frozen=True, slots=True)
class Ready:
    """Have written all orders; ships without one sail straight on [VII]."""

    phrase: ClassVar[str] = N_("close the logs")


# -- shared hexes and boarding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollContact:
    """Throw to see whether enemies in one hex board [V.a]."""

    phrase: ClassVar[str] = N_("throw for contact")


@dataclass(frozen=True, slots=True)
class RollTie:
    """Throw a die each for two ships that are equal in everything [IV]."""

    phrase: ClassVar[str] = N_("throw for the hex")


@dataclass(frozen=True, slots=True)
class RollBoarding:
    """Throw for what a round of boarding does to a ship [V.a]."""

    phrase: ClassVar[str] = N_("throw for boarding")
    ship: str


# -- gunnery ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aim:
    """Choose the one target of a ship's broadside [V.b]; nobody else sees it before all have chosen."""

    phrase: ClassVar[str] = N_("choose a target")
    ship: str
    target: str


@dataclass(frozen=True, slots=True)
class HoldFire:
    """Do not fire with a ship [V.b]."""

    phrase: ClassVar[str] = N_("hold fire")
    ship: str


@dataclass(frozen=True, slots=True)
class Fire:
    """Throw for a ship's broadside [V.b]."""

    phrase: ClassVar[str] = N_("fire the guns")
    ship: str


# -- damage ----------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollMast:
    """Throw to see whether an emptied hull section costs a mast section [V.b sections]."""

    phrase: ClassVar[str] = N_("throw for a mast")
    ship: str


@dataclass(frozen=True, slots=True)
class RollLeak:
    """Throw to see whether a leak is repaired, after what it costs [T12]."""

    phrase: ClassVar[str] = N_("throw for a leak")
    ship: str


@dataclass(frozen=True, slots=True)
class RollFire:
    """Throw for a fire aboard [T12]."""

    phrase: ClassVar[str] = N_("throw for a fire")
    ship: str
