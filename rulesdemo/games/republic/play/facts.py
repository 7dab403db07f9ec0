"""What events share: a rule, dice, and the words for things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rulesdemo.play.engine import Throw

Name = Callable[[str], str]
SIDES_FIRST: Final = {"roman": "The Romans", "other": "The enemies of Rome"}  # at the beginning of a sentence
PARTS: Final = {
    "tactics": "tactics",
    "command": "Roman command",
    "subordinates": "subordinate leaders",
    "ratio": "ratio",
    "cavalry": "cavalry",
    "failed_refusal": "failed refusal or interception",
    "ambush": "ambush",
    "envelopment": "double envelopment",
    "river": "river",
    "landing": "landing",
    "discipline": "Roman discipline",
    "elite": "elite units",
    "status": "status",
    "elephants": "elephants",
    "devotio": "devotio",
}


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing.

    >>> counted(1, "point"), counted(2, "point"), counted(3, "die", "dice")
    ('1 point', '2 points', '3 dice')
    """
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def capital(text: str) -> str:
    """A text as it begins a sentence.

    >>> capital("a tribune")
    'A tribune'
    """
    return f"{text[:1].upper()}{text[1:]}"


def listed(parts: Iterable[str]) -> str:
    """Parts as a sentence lists them.

    >>> listed(["2 infantry", "1 cavalry", "1 elephant"])
    '2 infantry, 1 cavalry and 1 elephant'
    """
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def troops_told(infantry: int, cavalry: int, elephants: int) -> str:
    """Points by kind, those that are there.

    >>> troops_told(3, 0, 1)
    '3 infantry and 1 elephant'
    """
    kinds = ((infantry, "infantry", "infantry"), (cavalry, "cavalry", "cavalry"), (elephants, "elephant", "elephants"))
    return listed([counted(number, one, more) for number, one, more in kinds if number] or ["nothing"])


def loss_told(loss: int | str | None) -> str:
    """A loss as the table prints it.

    >>> loss_told(15), loss_told("*")
    ('15%', 'a star')
    """
    return "a star" if loss == "*" else f"{loss}%"


class Fact:
    """What events share: most have no dice."""

    __slots__ = ()
    throw: Throw | None = None
