"""What the things of Republic are called on a page."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.play.state import Force
from rulesdemo.games.republic.status import StatusName
from rulesdemo.words import N_, _, ngettext

SIDES: Final = {"roman": N_("Roman"), "other": N_("enemy of Rome")}
ROLES: Final = (N_("attacker"), N_("defender"))
TERRAIN: Final = {"flat": N_("flat"), "rough": N_("rough"), "mountain": N_("mountain"), "marsh": N_("marsh")}
STATUS: Final[dict[StatusName, str]] = {
    "fresh": N_("fresh"),
    "fatigued": N_("fatigued"),
    "disorganised": N_("disorganised"),
    "neutralised": N_("neutralised"),
}
MARKS: Final = {
    "intercepted": N_("was intercepted"),
    "being_overrun": N_("is being overrun"),
    "cannot_leave": N_("cannot leave the hex"),
    "just_landed": N_("has just landed"),
    "ambush": N_("lies in ambush"),
    "double_envelopment": N_("envelops both wings"),
    "failed_interception": N_("failed to intercept"),
}
LETTERS: Final = {letter: letter for letter in "ABCDE"}
PARTS: Final = {
    "tactics": N_("Tactics of the leaders"),
    "command": N_("Roman command"),
    "subordinates": N_("Subordinate leaders"),
    "ratio": N_("Combat ratio"),
    "cavalry": N_("Cavalry"),
    "failed_refusal": N_("Failed refusal or interception"),
    "ambush": N_("Ambush"),
    "envelopment": N_("Double envelopment"),
    "river": N_("River crossed"),
    "landing": N_("Landing"),
    "discipline": N_("Roman discipline"),
    "elite": N_("Elite units"),
    "status": N_("Statuses"),
    "elephants": N_("Elephants"),
    "devotio": N_("Devotio"),
}


def points(number: int) -> str:
    """Return points in words.

    >>> points(1), points(3)
    ('1 point', '3 points')
    """
    return ngettext("{n} point", "{n} points", number).format(n=number)


def cunning(number: int) -> str:
    """Return cunning points in words.

    >>> cunning(0), cunning(2)
    ('no cunning points', '2 cunning points')
    """
    if not number:
        return _("no cunning points")
    return ngettext("{n} cunning point", "{n} cunning points", number).format(n=number)


def strength(number: int) -> str:
    """Return strength points in words.

    >>> strength(1)
    '1 strength point'
    """
    return ngettext("{n} strength point", "{n} strength points", number).format(n=number)


def troops(infantry: int, cavalry: int, elephants: int) -> str:
    """Return points by kind, those that are there.

    >>> troops(3, 0, 1)
    '3 infantry, 1 elephant'
    """
    kinds = (
        (infantry, _("{n} infantry")),
        (cavalry, _("{n} cavalry")),
        (elephants, ngettext("{n} elephant", "{n} elephants", elephants)),
    )
    return ", ".join(words.format(n=number) for number, words in kinds if number) or _("nothing")


def leader(force: Force) -> str:
    """Return the leader of a Force, as a sentence begins."""
    name = force.leader.name
    return name[:1].upper() + name[1:]
