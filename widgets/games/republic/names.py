"""What the things of Republic are called on a page."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.play.state import Force
from rulesdemo.games.republic.status import StatusName
from widgets.web.phrases import _, plural

SIDES: Final = {"roman": _("Roman"), "other": _("enemy of Rome")}
ROLES: Final = (_("attacker"), _("defender"))
TERRAIN: Final = {"flat": _("flat"), "rough": _("rough"), "mountain": _("mountain"), "marsh": _("marsh")}
STATUS: Final[dict[StatusName, str]] = {
    "fresh": _("fresh"),
    "fatigued": _("fatigued"),
    "disorganised": _("disorganised"),
    "neutralised": _("neutralised"),
}
MARKS: Final = {
    "intercepted": _("was intercepted"),
    "being_overrun": _("is being overrun"),
    "cannot_leave": _("cannot leave the hex"),
    "just_landed": _("has just landed"),
    "ambush": _("lies in ambush"),
    "double_envelopment": _("envelops both wings"),
    "failed_interception": _("failed to intercept"),
}
PARTS: Final = {
    "tactics": _("Tactics of the leaders"),
    "command": _("Roman command"),
    "subordinates": _("Subordinate leaders"),
    "ratio": _("Combat ratio"),
    "cavalry": _("Cavalry"),
    "failed_refusal": _("Failed refusal or interception"),
    "ambush": _("Ambush"),
    "envelopment": _("Double envelopment"),
    "river": _("River crossed"),
    "landing": _("Landing"),
    "discipline": _("Roman discipline"),
    "elite": _("Elite units"),
    "status": _("Statuses"),
    "elephants": _("Elephants"),
    "devotio": _("Devotio"),
}


def points(number: int) -> str:
    """So many points.

    >>> points(1), points(3)
    ('1 point', '3 points')
    """
    return plural("{n} point", "{n} points", number).format(n=number)


def cunning(number: int) -> str:
    """So many cunning points.

    >>> cunning(0), cunning(2)
    ('no cunning points', '2 cunning points')
    """
    if not number:
        return _("no cunning points")
    return plural("{n} cunning point", "{n} cunning points", number).format(n=number)


def strength(number: int) -> str:
    """So many strength points.

    >>> strength(1)
    '1 strength point'
    """
    return plural("{n} strength point", "{n} strength points", number).format(n=number)


def troops(infantry: int, cavalry: int, elephants: int) -> str:
    """Points by kind, those that are there.

    >>> troops(3, 0, 1)
    '3 infantry, 1 elephant'
    """
    kinds = (
        (infantry, _("{n} infantry")),
        (cavalry, _("{n} cavalry")),
        (elephants, plural("{n} elephant", "{n} elephants", elephants)),
    )
    return ", ".join(words.format(n=number) for number, words in kinds if number) or _("nothing")


def leader(force: Force) -> str:
    """The leader of a Force, as a sentence begins."""
    name = force.leader.name
    return name[:1].upper() + name[1:]
