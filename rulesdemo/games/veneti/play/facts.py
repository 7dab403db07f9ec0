"""What events share: a rule, dice, and the words for things."""

from __future__ import annotations

from collections.abc import Callable

from rulesdemo.play.engine import Throw

Name = Callable[[str], str]
SIDE_NAMES = {"roman": "the Romans", "veneti": "the Veneti"}
SIDES_FIRST = {"roman": "The Romans", "veneti": "The Veneti"}  # at the beginning of a sentence
POINTS = {-1: "to port", 0: "straight on", 1: "to starboard"}


def listed(names: list[str]) -> str:
    """Names as a sentence lists them.

    >>> listed(["Aquila", "Lupa", "Ursa"])
    'Aquila, Lupa and Ursa'
    """
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class Fact:
    """What events share: most have no dice."""

    __slots__ = ()
    throw: Throw | None = None
