"""How every throw of the siege reads: supplied chances, random OP, the combat die, supply, the council, leaders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from rulesdemo.games.toulon.combat import Pursuit
from rulesdemo.games.toulon.evacuation import WarSupply
from rulesdemo.games.toulon.initiative import Initiative
from rulesdemo.games.toulon.leaders import AfterCombat, Captured
from rulesdemo.games.toulon.movement import Attrition, QualityTests
from rulesdemo.games.toulon.operations import SignificantDefeat
from rulesdemo.games.toulon.play.combat import battle_die
from rulesdemo.games.toulon.supply import Losses, Supplied
from rulesdemo.games.toulon.turns import Austrians, Council
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.play.lesson import Lesson, Words, either

PASSES, FAILS = N_("Succeeds"), N_("Fails")
SUFFERS, SPARED = N_("Suffers attrition"), N_("Is spared")
SUPPLIED, CUT = N_("In supply"), N_("Cut off")
HELD, HEARD = N_("Held unheard"), N_("Not held")
COME, STAY = N_("They come"), N_("They do not come")
TAKEN, FREE = N_("Captured"), N_("Slips through")
FIRST: Final = {"allied": N_("The Allies go first"), "republican": N_("The Republicans go first")}
FATES: Final = {
    "unhurt": N_("Unhurt"),
    "superficial": N_("Superficial wound"),
    "light": N_("Light wound"),
    "serious": N_("Serious wound"),
    "grave": N_("Grave wound"),
    "killed": N_("Killed"),
}

MOST_OP: Final = 30  # that the odds of a purse put in order, more before less


def _op(number: int) -> str:
    """Return a number of operation points as a message, which is equal to itself in every language."""
    return N_("{n} OP").format(n=number) if number >= 0 else N_("A loss of {n} OP").format(n=-number)


def _op_left(number: int) -> str:
    return N_("{op} left").format(op=_op(number))


GOT: Final = tuple(map(_op, range(MOST_OP, -MOST_OP - 1, -1)))
LEFT: Final = tuple(map(_op_left, reversed(range(MOST_OP + 1))))


def chance_verdict(words: str, field: str, yes: str, no: str, place: int = 1) -> Callable[[Throw, tuple[int, ...]], str]:
    """Return a verdict that has the supplied chance, an argument of the throw, and what came of it."""
    end = either(field, yes, no)
    return lambda throw, _faces: str(words.format(p=throw.args[place], end=end(throw)))


NO_TABLE: Final = N_("The source has no table for this: the chance of {p} is ours [T38]. {end}")
QUALITY: Final = chance_verdict(NO_TABLE, "passed", N_("It succeeds."), N_("It fails."))
ATTRITION: Final = chance_verdict(NO_TABLE, "suffering", N_("The unit takes a temporary loss."), N_("The unit is spared."))
PURSUIT: Final = chance_verdict(
    N_("The chance of {p} is ours [4.12q] [T38]. {end}"), "losses", N_("The cavalry costs the enemy more."), N_("The enemy gets away.")
)
AUSTRIANS: Final = chance_verdict(
    N_("The chance of {p} is ours [5h] [T38]. {end}"), "come", N_("The Austrians come."), N_("The Austrians do not come."), place=2
)
CAPTURE: Final = chance_verdict(
    N_("The chance of {p} is ours [4.9s] [T38]. {end}"), "captured", N_("Bonaparte is captured."), N_("Bonaparte slips through.")
)


def number_label(throw: Throw) -> str:
    """A face of the combat die, or random OP."""
    return str(throw.outcome) if throw.procedure is battle_die else _op(throw.outcome)


def number_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """What the die shows; which table reads it is supplied."""
    if throw.procedure is battle_die:
        return _("The die shows {n}. The table of losses is ours [T38].").format(n=throw.outcome)
    words = _("{face} gives {op} [4.2d].") if throw.outcome >= 0 else _("{face} takes {op} [4.2d].")
    return words.format(face=sum(faces), op=names.op(abs(throw.outcome)))


def defeat_label(throw: Throw) -> str:
    """What is left."""
    return _op_left(throw.outcome.op_left)


def defeat_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die off what there was, never below nothing."""
    had = names.op(throw.args[1])
    return _("{face} off {had} leaves {left} [4.2g].").format(face=sum(faces), had=had, left=names.op(throw.outcome.op_left))


def initiative_label(throw: Throw) -> str:
    """Who goes first."""
    return FIRST[throw.outcome.winner]


def initiative_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The last pair of dice; ties were thrown again."""
    again = len(faces) // 2 - 1
    words = (
        ngettext("After {n} tie: {a} against {b} [1.18]. {end}.", "After {n} ties: {a} against {b} [1.18]. {end}.", again)
        if again
        else _("{a} against {b} [1.18]. {end}.")
    )
    return words.format(n=again, a=faces[-2], b=faces[-1], end=FIRST[throw.outcome.winner])


def losses_label(throw: Throw) -> str:
    """How many."""
    return ngettext("{n} loss", "{n} losses", throw.outcome.losses).format(n=throw.outcome.losses)


def losses_verdict(throw: Throw, _faces: tuple[int, ...]) -> str:
    """As many as the die shows."""
    return _("The force takes {losses} [4.13b].").format(losses=losses_label(throw))


def council_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, and what it takes."""
    end = _("The Allies meet unheard.") if throw.outcome.held else _("There is no council this turn.")
    return _("{face}. It takes 1 or 2 [5c]. {end}").format(face=sum(faces), end=end)


def war_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Half the die, and what fails."""
    half = (sum(faces) + 1) // 2
    end = _("Toulon is out of war supply this turn.") if throw.outcome.failed else _("Toulon is in war supply this turn.")
    return _("{face} is {half} on half a die. A 3 fails [3.8]. {end}").format(face=sum(faces), half=half, end=end)


def trace_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, and what fails; before its turn nothing is thrown."""
    end = _("The units are in supply.") if throw.outcome.supplied else _("The units are cut off.")
    if not faces:
        return _("No roll is due [5g]. {end}").format(end=end)
    return _("{face}. Through no-man's land 5 and 6 fail [5g]. {end}").format(face=faces[-1], end=end)


def leader_label(throw: Throw) -> str:
    """His fate, and how long he is away."""
    fate, away = FATES[throw.outcome.fate], throw.outcome.turns_away
    return f"{fate}, {ngettext('{n} turn away', '{n} turns away', away).format(n=away)}" if away else fate


def leader_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Whether he was hit, the two dice, and what it means."""
    if throw.outcome.fate == "unhurt":
        return _("He is not hit: the chance of {p} is ours [6.6] [T38].").format(p=str(throw.args[1]))
    first, second = faces[1:3]
    words = _("He is hit. {a} and {b}: a double kills [6.6]. {end}.") if first == second else _("He is hit. {a} and {b} [6.6]. {end}.")
    return words.format(a=first, b=second, end=leader_label(throw))


EVERY: Final = Lesson(
    "",
    throws={
        QualityTests: Words(either("passed", PASSES, FAILS), QUALITY, (PASSES, FAILS)),
        Attrition: Words(either("suffering", SUFFERS, SPARED), ATTRITION, (SPARED, SUFFERS)),
        int: Words(number_label, number_verdict, GOT),
        SignificantDefeat: Words(defeat_label, defeat_verdict, LEFT),
        Austrians: Words(either("come", COME, STAY), AUSTRIANS, (COME, STAY)),
        Initiative: Words(initiative_label, initiative_verdict, tuple(FIRST.values())),
        Losses: Words(losses_label, losses_verdict),
        Pursuit: Words(losses_label, PURSUIT),
        Council: Words(either("held", HELD, HEARD), council_verdict, (HELD, HEARD)),
        WarSupply: Words(either("failed", CUT, SUPPLIED), war_verdict, (SUPPLIED, CUT)),
        Supplied: Words(either("supplied", SUPPLIED, CUT), trace_verdict, (SUPPLIED, CUT)),
        AfterCombat: Words(leader_label, leader_verdict, (FATES["unhurt"], FATES["superficial"])),
        Captured: Words(either("captured", TAKEN, FREE), CAPTURE, (FREE, TAKEN)),
    },
)
