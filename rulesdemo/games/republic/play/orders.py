"""Everything a player can say, as frozen data; whether he may is said in the chapters."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from rulesdemo.words import N_

# -- operations ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pass:
    """End your operations of this turn [Pointers]."""

    phrase: ClassVar[str] = N_("end the operations")


@dataclass(frozen=True, slots=True)
class March:
    """March one hex [Pointers]."""

    phrase: ClassVar[str] = N_("march")
    force: str
    to: str


@dataclass(frozen=True, slots=True)
class EnterCity:
    """Go into the friendly city in the hex [Pointers]."""

    phrase: ClassVar[str] = N_("enter a city")
    force: str


@dataclass(frozen=True, slots=True)
class LeaveCity:
    """Come out of the city in the hex [Pointers]."""

    phrase: ClassVar[str] = N_("leave a city")
    force: str


@dataclass(frozen=True, slots=True)
class Detach:
    """Leave infantry points in the friendly city in the hex [8.55]."""

    phrase: ClassVar[str] = N_("detach infantry")
    force: str
    infantry: int


@dataclass(frozen=True, slots=True)
class Attack:
    """Attack an enemy Force in the same hex [R-PRE-1]."""

    phrase: ClassVar[str] = N_("attack")
    force: str
    target: str


# -- sieges and diplomacy --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assault:
    """Storm the enemy city in the hex [9.4]."""

    phrase: ClassVar[str] = N_("storm a city")
    force: str


@dataclass(frozen=True, slots=True)
class TryTreachery:
    """Have the gates opened from inside, with cunning points that count on the roll [9.6]."""

    phrase: ClassVar[str] = N_("try treachery")
    force: str
    cunning: int = 0


@dataclass(frozen=True, slots=True)
class DemandSurrender:
    """Throw to see whether the city in the hex surrenders [9.52]."""

    phrase: ClassVar[str] = N_("demand a city's surrender")
    force: str


@dataclass(frozen=True, slots=True)
class Negotiate:
    """Send an ambassador to his audience; one who waits for a new audience pays for it [12.34]."""

    phrase: ClassVar[str] = N_("negotiate")
    ambassador: str


@dataclass(frozen=True, slots=True)
class RollRansom:
    """Throw for the ransom of a captured ambassador [12.34-D]."""

    phrase: ClassVar[str] = N_("throw for the ransom")
    ambassador: str


@dataclass(frozen=True, slots=True)
class PayRansom:
    """Pay some points of a ransom [12.34-D]."""

    phrase: ClassVar[str] = N_("pay ransom")
    ambassador: str
    points: int


@dataclass(frozen=True, slots=True)
class Recall:
    """Bring a straying ambassador back [12.34-D]."""

    phrase: ClassVar[str] = N_("recall an ambassador")
    ambassador: str


@dataclass(frozen=True, slots=True)
class Abandon:
    """Let a straying ambassador go [12.34-D]."""

    phrase: ClassVar[str] = N_("let an ambassador go")
    ambassador: str


# -- before the battle -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Refuse:
    """Try to refuse combat, by this way out, into a city or not, with some cunning points [8.23]."""

    phrase: ClassVar[str] = N_("refuse combat")
    route: tuple[str, ...]
    city: bool = False
    cunning: int = 0


@dataclass(frozen=True, slots=True)
class Stand:
    """Do not try to refuse combat [R-PRE-2]."""

    phrase: ClassVar[str] = N_("stand and fight")


@dataclass(frozen=True, slots=True)
class Counter:
    """Spend cunning points against a refusal [8.23-M]."""

    phrase: ClassVar[str] = N_("say what you spend against the refusal")
    cunning: int = 0


@dataclass(frozen=True, slots=True)
class RollRefusal:
    """Throw to see whether the defender gets away [8.23]."""

    phrase: ClassVar[str] = N_("throw for the refusal")


@dataclass(frozen=True, slots=True)
class RollContinuation:
    """Throw to see whether the attacker goes on [R-PRE-3]."""

    phrase: ClassVar[str] = N_("throw for continuation")


@dataclass(frozen=True, slots=True)
class Desist:
    """Do not go on [R-PRE-3]."""

    phrase: ClassVar[str] = N_("desist")


@dataclass(frozen=True, slots=True)
class Coordinate:
    """Call in a further Force [8.26]."""

    phrase: ClassVar[str] = N_("coordinate")
    force: str


@dataclass(frozen=True, slots=True)
class FightAlone:
    """Call in nobody else [R-PRE-4]."""

    phrase: ClassVar[str] = N_("call in nobody else")


# -- the battle ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RollTactics:
    """Throw for both leaders [8.32]."""

    phrase: ClassVar[str] = N_("throw for tactics")


@dataclass(frozen=True, slots=True)
class Devote:
    """The Roman leader gives his life [8.31-o]."""

    phrase: ClassVar[str] = N_("make the devotio")


@dataclass(frozen=True, slots=True)
class Live:
    """The Roman leader does not give his life [8.31-o]."""

    phrase: ClassVar[str] = N_("forgo the devotio")


@dataclass(frozen=True, slots=True)
class ChargeElephants:
    """Throw for your elephants [8.36]."""

    phrase: ClassVar[str] = N_("throw for the elephants")


@dataclass(frozen=True, slots=True)
class RollBattle:
    """Throw for the battle [8.3]."""

    phrase: ClassVar[str] = N_("throw for the battle")


@dataclass(frozen=True, slots=True)
class Spend:
    """Spend cunning points on the second roll of an X [8.4]."""

    phrase: ClassVar[str] = N_("say what you spend on the second roll")
    cunning: int = 0


@dataclass(frozen=True, slots=True)
class RollAgain:
    """Throw the second roll of an X [8.4]."""

    phrase: ClassVar[str] = N_("throw the second roll")


@dataclass(frozen=True, slots=True)
class RollStar:
    """Throw for a star [8.3-*]."""

    phrase: ClassVar[str] = N_("throw for the star")


@dataclass(frozen=True, slots=True)
class TakeLosses:
    """Take losses off, by kind of troops [8.34]."""

    phrase: ClassVar[str] = N_("take the losses")
    infantry: int
    cavalry: int = 0
    elephants: int = 0


@dataclass(frozen=True, slots=True)
class Retreat:
    """Take all Forces of the beaten side to this hex, into its city or not [8.37]."""

    phrase: ClassVar[str] = N_("beat a retreat")
    to: str
    city: bool = False


@dataclass(frozen=True, slots=True)
class Judge:
    """Say whether the victory is a major one [8.54]."""

    phrase: ClassVar[str] = N_("say whether the victory is major")
    major: bool


@dataclass(frozen=True, slots=True)
class RollLeader:
    """Throw for a leader's fate [8.6]."""

    phrase: ClassVar[str] = N_("throw for a leader")
    force: str


@dataclass(frozen=True, slots=True)
class RollSiege:
    """Throw for the siege attrition of a Force before a city [8.55]."""

    phrase: ClassVar[str] = N_("throw for siege attrition")
    force: str
