"""What events share: a rule, dice, and the words for things."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from rulesdemo.play.engine import Throw

Name = Callable[[str], str]
SIDES_FIRST: Final = {"french": "The French", "british": "The British"}  # at the beginning of a sentence
POINTS: Final = {"A": "head to wind", "B": "close-hauled", "C": "reaching", "D": "running"}
SKIES: Final = {"clear": "clear", "fog": "fog", "rain": "rain", "heavy_rain": "heavy rain"}


def counted(number: int, thing: str, things: str = "") -> str:
    """So many of a thing.

    >>> counted(1, "hex", "hexes"), counted(2, "hull point")
    ('1 hex', '2 hull points')
    """
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def listed(parts: Iterable[str]) -> str:
    """Parts as a sentence lists them.

    >>> listed(["Aurore 3", "Lion 1G1"])
    'Aurore 3 and Lion 1G1'
    """
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


class Fact:
    """What events share: most have no dice."""

    __slots__ = ()
    throw: Throw | None = None
