"""What events share: a rule, dice, and the words for things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rulesdemo.play.engine import Throw

Name = Callable[[str], str]
SIDES_FIRST: Final = {"french": "The French", "british": "The British"}  # at the beginning of a sentence
WINDS: Final = {"A": "reaching", "B": "running", "C": "close-hauled", "D": "head to wind"}


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing.

    >>> counted(1, "fire"), counted(2, "fire"), counted(3, "die", "dice")
    ('1 fire', '2 fires', '3 dice')
    """
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def listed(parts: Iterable[str]) -> str:
    """Parts as a sentence lists them.

    >>> listed(["2 power", "1 crew", "a fire"])
    '2 power, 1 crew and a fire'
    """
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


class Fact:
    """What events share: most have no dice."""

    __slots__ = ()
    throw: Throw | None = None
