"""Steps of a panel's own play with dice that were thrown before."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from rulesdemo.errors import FacesError
from rulesdemo.odds.dice import FixedDice

T = TypeVar("T")


def with_faces(faces: Iterable[int], step: Callable[[FixedDice], T], otherwise: T) -> T:
    """Return what a step comes to with these faces; `otherwise` where the rules in force ask for other or for fewer dice."""
    dice = FixedDice(faces)
    try:
        found = step(dice)
        dice.finish()
    except FacesError:
        return otherwise
    return found
