"""Everything a player can say, as frozen data; whether he may is said in the chapters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from rulesdemo.words import N_

Purse = Literal["british", "spanish", "neapolitan", "sardinian", "toulonnais", "west", "east", "bonaparte"]


@dataclass(frozen=True, slots=True)
class Supply:
    """Play on with a value of one's own where the source has none [T38]."""

    phrase: ClassVar[str] = N_("supply a value")
    what: str
    value: str


# -- setting up ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlaceBattery:
    """Put a Bonaparte battery into one of its named zones, with a redoubt if wished; during play for OP [1.15, 4.4]."""

    phrase: ClassVar[str] = N_("place battery")
    unit: str
    zone: str
    redoubt: bool = False
    purse: Purse | None = None  # during play only


@dataclass(frozen=True, slots=True)
class PlaceUnit:
    """Put a unit into an eligible zone, or into one that friends hold when the rest is placed [1.16]."""

    phrase: ClassVar[str] = N_("place unit")
    unit: str
    zone: str


@dataclass(frozen=True, slots=True)
class Agree:
    """Let a placement of another Allied player stand [1.16 A]."""

    phrase: ClassVar[str] = N_("agree to the placement")


@dataclass(frozen=True, slots=True)
class Overrule:
    """Decide against a placement of another Allied player: the unit goes elsewhere [1.16 A]."""

    phrase: ClassVar[str] = N_("overrule the placement")
    zone: str


@dataclass(frozen=True, slots=True)
class Skip:
    """Let the opportunity pass: a placement, a shot, a second try, a pursuit, a purchase [1.16 E]."""

    phrase: ClassVar[str] = N_("let it pass")


@dataclass(frozen=True, slots=True)
class RollAttrition:
    """Take the movement-attrition test of a unit [1.16 F]."""

    phrase: ClassVar[str] = N_("test a unit for attrition")
    unit: str


# -- operation points and reinforcements -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollRandomOp:
    """Throw for the random OP of a purse [4.2d]."""

    phrase: ClassVar[str] = N_("throw for random OP")
    purse: Purse


@dataclass(frozen=True, slots=True)
class RollDefeat:
    """Throw for what a significant defeat costs this turn [4.2g]."""

    phrase: ClassVar[str] = N_("throw for the penalty of a defeat")


@dataclass(frozen=True, slots=True)
class RollAustrians:
    """Throw for the Austrians [5h]."""

    phrase: ClassVar[str] = N_("throw for the Austrians")


@dataclass(frozen=True, slots=True)
class RollInitiative:
    """Throw for the initiative [1.18]."""

    phrase: ClassVar[str] = N_("throw for the initiative")


@dataclass(frozen=True, slots=True)
class Hasten:
    """Pay to bring a reinforcement of the next turn now [4.4]."""

    phrase: ClassVar[str] = N_("hasten a reinforcement")
    unit: str
    purse: Purse


@dataclass(frozen=True, slots=True)
class Delay:
    """Hold a reinforcement of this turn back for OP [4.4]."""

    phrase: ClassVar[str] = N_("delay a reinforcement")
    unit: str


@dataclass(frozen=True, slots=True)
class EnterBonaparte:
    """Bring Bonaparte in on a battery of his or at Ollioules [4.4]."""

    phrase: ClassVar[str] = N_("bring Bonaparte in")
    zone: str


# -- espionage and supply --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spy:
    """Try to look at the enemy units in a zone [5a]."""

    phrase: ClassVar[str] = N_("spy")
    zone: str


@dataclass(frozen=True, slots=True)
class Inspect:
    """Look freely at the Allied troops in Toulon [5b]."""

    phrase: ClassVar[str] = N_("inspect Toulon")


@dataclass(frozen=True, slots=True)
class HoldCouncil:
    """Try to hold a council of war out of Republican hearing [5c]."""

    phrase: ClassVar[str] = N_("hold a council of war")


@dataclass(frozen=True, slots=True)
class Evacuate:
    """Send the ships away, for good [3.5]."""

    phrase: ClassVar[str] = N_("evacuate the ships")


@dataclass(frozen=True, slots=True)
class RollWarSupply:
    """Throw for the war supply of Toulon once the ships have gone [3.8]."""

    phrase: ClassVar[str] = N_("throw for war supply")


@dataclass(frozen=True, slots=True)
class PayWarSupply:
    """Pay for the war supply of a wing out of its own purse [4.8b]."""

    phrase: ClassVar[str] = N_("pay for war supply")
    purse: Literal["west", "east"]


@dataclass(frozen=True, slots=True)
class TraceSupply:
    """Trace the supply of the units in a zone through no-man's land [5g]."""

    phrase: ClassVar[str] = N_("trace supply")
    zone: str


# -- movement --------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class March:
    """Move a unit, or a leader, to the next zone, road section or beach [4.9b]."""

    phrase: ClassVar[str] = N_("march")
    unit: str
    to: str
    purse: Purse | None = None  # who pays, where it costs anything


@dataclass(frozen=True, slots=True)
class Declare:
    """Name a unit that shall enter an enemy zone, before any test is taken [4.9f]."""

    phrase: ClassVar[str] = N_("declare an entry")
    unit: str
    to: str


@dataclass(frozen=True, slots=True)
class Join:
    """Let a unit of one's own enter with a friend's force; with `pays` one's purses may pay for it [4.2e]."""

    phrase: ClassVar[str] = N_("join a friend's force")
    pays: bool


@dataclass(frozen=True, slots=True)
class GoIn:
    """Pay for the entry of the declared units; hasty if option 6.3 is in play [4.9f, 6.3]."""

    phrase: ClassVar[str] = N_("pay and go in")
    purse: Purse
    hasty: bool = False


@dataclass(frozen=True, slots=True)
class CallOff:
    """Drop the declared entry before it is paid."""

    phrase: ClassVar[str] = N_("call the entry off")


@dataclass(frozen=True, slots=True)
class RollQuality:
    """Take the quality test of a unit [4.9c]."""

    phrase: ClassVar[str] = N_("take a quality test")
    unit: str


@dataclass(frozen=True, slots=True)
class RollCapture:
    """Throw for the capture of Bonaparte [4.9s]."""

    phrase: ClassVar[str] = N_("throw for his capture")


@dataclass(frozen=True, slots=True)
class TurnBack:
    """Leave a road for the zone where the scouting began [4.9r]."""

    phrase: ClassVar[str] = N_("turn back")
    unit: str


@dataclass(frozen=True, slots=True)
class Garrison:
    """Go into the fort of a zone, or come out of it [4.1]."""

    phrase: ClassVar[str] = N_("man or leave a fort")
    unit: str
    inside: bool


@dataclass(frozen=True, slots=True)
class Fortify:
    """Build a redoubt, or improve one [4.7c]."""

    phrase: ClassVar[str] = N_("fortify")
    zone: str
    purse: Purse


@dataclass(frozen=True, slots=True)
class EndMoves:
    """Move no more this turn [4.9m]."""

    phrase: ClassVar[str] = N_("end the moves")


# -- combat and rally ------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fight:
    """Begin the combat in a zone; with the fort or without it [4.12a]."""

    phrase: ClassVar[str] = N_("fight")
    zone: str
    assault: bool = False


@dataclass(frozen=True, slots=True)
class Bombard:
    """Fire at range into the combat; with option 6.8 at a redoubt [4.12m]."""

    phrase: ClassVar[str] = N_("bombard")
    unit: str
    redoubt: bool = False


@dataclass(frozen=True, slots=True)
class RollBattle:
    """Throw the die of a combat round [4.12a]."""

    phrase: ClassVar[str] = N_("throw for the combat")


@dataclass(frozen=True, slots=True)
class AdjustDie:
    """Move the attacker's die, as the defender of a desperate attack may [6.3]."""

    phrase: ClassVar[str] = N_("adjust the die")
    by: int


@dataclass(frozen=True, slots=True)
class Pursue:
    """Send reserve cavalry after the beaten enemy [4.12q]."""

    phrase: ClassVar[str] = N_("pursue")
    unit: str


@dataclass(frozen=True, slots=True)
class RollLeader:
    """Test a leader after a combat [6.6]."""

    phrase: ClassVar[str] = N_("test a leader")
    leader: str


@dataclass(frozen=True, slots=True)
class Retreat:
    """Choose where the beaten side goes [4.12d]."""

    phrase: ClassVar[str] = N_("beat a retreat")
    zone: str


@dataclass(frozen=True, slots=True)
class RollSurrounded:
    """Throw for the losses of a surrounded force [4.13b]."""

    phrase: ClassVar[str] = N_("throw for a surrounded force")
    zone: str


@dataclass(frozen=True, slots=True)
class Rally:
    """Recover a temporary loss of a unit [4.13a]."""

    phrase: ClassVar[str] = N_("rally")
    unit: str
