"""The words of the game: sides, modifiers, troops, losses, conditions and the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from rulesdemo.words import N_, Nn_, listing

Name = Callable[[str], str]
Words = Mapping[str, str]
SIDES_FIRST: Final[Words] = {"roman": N_("The Romans"), "other": N_("The enemies of Rome")}  # at the beginning of a sentence
SIDES: Final[Words] = {"roman": N_("roman"), "other": N_("other")}  # as the account of a position has them
PARTS: Final[Words] = {
    "tactics": N_("tactics"),
    "command": N_("Roman command"),
    "subordinates": N_("subordinate leaders"),
    "ratio": N_("ratio"),
    "cavalry": N_("cavalry"),
    "failed_refusal": N_("failed refusal or interception"),
    "ambush": N_("ambush"),
    "envelopment": N_("double envelopment"),
    "river": N_("river"),
    "landing": N_("landing"),
    "discipline": N_("Roman discipline"),
    "elite": N_("elite units"),
    "status": N_("status"),
    "elephants": N_("elephants"),
    "devotio": N_("devotio"),
}
STATUSES: Final[Words] = {
    "fresh": N_("fresh"),
    "fatigued": N_("fatigued"),
    "disorganised": N_("disorganised"),
    "neutralised": N_("neutralised"),
}
MARKS: Final[Words] = {
    "intercepted": N_("intercepted"),
    "being_overrun": N_("being overrun"),
    "cannot_leave": N_("cannot leave"),
    "just_landed": N_("just landed"),
    "ambush": N_("ambush"),
    "double_envelopment": N_("double envelopment"),
    "failed_interception": N_("failed interception"),
}
ENVOYS: Final[Words] = {
    "ready": N_("ready"),
    "held_for_ransom": N_("held for ransom"),
    "straying": N_("straying"),
    "waiting_audience": N_("waiting audience"),
    "dead": N_("dead"),
    "gone": N_("gone"),
}
STEPS: Final[Words] = {
    "begin": N_("begin"),
    "operate": N_("operate"),
    "refuse": N_("refuse"),
    "counter": N_("counter"),
    "refusal": N_("refusal"),
    "continue": N_("continue"),
    "coordinate": N_("coordinate"),
    "join": N_("join"),
    "tactics": N_("tactics"),
    "devotio": N_("devotio"),
    "elephants": N_("elephants"),
    "engage": N_("engage"),
    "roll": N_("roll"),
    "cunning": N_("cunning"),
    "again": N_("again"),
    "stars": N_("stars"),
    "losses": N_("losses"),
    "retreat": N_("retreat"),
    "judge": N_("judge"),
    "status": N_("status"),
    "leaders": N_("leaders"),
    "over": N_("over"),
    "hand_over": N_("hand_over"),
    "sieges": N_("siege attrition"),
    "pluto": N_("pluto"),
    "end": N_("end"),
}
# Those whom our scenarios put in a dead leader's place, as they begin a sentence: `capital` looks them up.
SUCCESSORS: Final = (N_("A chief"), N_("A general"), N_("A legate"), N_("A lucumo"), N_("A tribune"))


def capital(text: str) -> str:
    """Return a name as it begins a sentence: a message of its own where it begins with a small letter.

    >>> capital("a tribune"), capital("Fabius")
    ('A tribune', 'Fabius')
    """
    english = "".join([text])  # noqa: FLY002 - which looks past translation
    return N_(f"{english[:1].upper()}{english[1:]}") if english[:1].islower() else text


def in_a_row(parts: Iterable[str]) -> str:
    """Return clauses one after another, parted by semicolons.

    >>> print(in_a_row(["fresh", "2 elite kinds", "Pyrrhus"]))
    fresh; 2 elite kinds; Pyrrhus
    """
    found, *rest = parts
    for part in rest:
        found = N_("{most}; {part}").format(most=found, part=part)
    return found


def troops_text(infantry: int, cavalry: int, elephants: int) -> str:
    """Return the points by kind, those that are there.

    >>> print(troops_text(3, 0, 1))
    3 infantry and 1 elephant
    """
    kinds = [Nn_("{n} infantry", "{n} infantry", infantry)] if infantry else []
    kinds += [Nn_("{n} cavalry", "{n} cavalry", cavalry)] if cavalry else []
    kinds += [Nn_("{n} elephant", "{n} elephants", elephants)] if elephants else []
    return listing(kinds or [N_("nothing")])


def loss_text(loss: int | str | None) -> str:
    """Return a loss as the table prints it.

    >>> loss_text(15), loss_text("*")
    ('15%', 'a star')
    """
    return N_("a star") if loss == "*" else N_("{percent}%").format(percent=loss)
