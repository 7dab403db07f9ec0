"""Nesting: five procedures one inside the other, each adding a die read through a column and clamping."""

from __future__ import annotations

from typing import Any

import dyce
import icepool
from constants import LEVELS, NESTED_COLUMN, NESTED_DRMS, NESTED_LEAST, NESTED_MOST
from distributions import Answers, Distribution, Row

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.procedure import odds, procedure


def clamp(value: int) -> int:
    """Keep to the ends of the table."""
    return max(NESTED_LEAST, min(NESTED_MOST, value))


@procedure
def step(dice: Dice, value: int) -> int:
    """One more die on a value."""
    return clamp(value + dice.read(D6, NESTED_COLUMN))


@procedure
def level(dice: Dice, depth: int, drm: int) -> int:
    """What the level below gives, and one more die."""
    return dice.last(step, dice.later(level, depth - 1, drm) if depth > 1 else drm)


@procedure
def level_by_do(dice: Dice, depth: int, drm: int) -> int:
    """The same without `later`: the body runs for every value of the level below."""
    below = dice.do(level_by_do, depth - 1, drm) if depth > 1 else drm
    return clamp(below + dice.read(D6, NESTED_COLUMN))


def ours() -> Answers:
    """With the kit's verbs."""
    return {drm: odds(level, LEVELS, drm) for drm in NESTED_DRMS}


def by_do() -> Answers:
    """With the kit's verbs, but for `later`."""
    return {drm: odds(level_by_do, LEVELS, drm) for drm in NESTED_DRMS}


def with_icepool() -> Answers:
    """Add and clip."""
    die = icepool.Die(NESTED_COLUMN)
    answers = {}
    for drm in NESTED_DRMS:
        value = (die + drm).clip(NESTED_LEAST, NESTED_MOST)
        for _ in range(LEVELS - 1):
            value = (value + die).clip(NESTED_LEAST, NESTED_MOST)
        answers[drm] = value
    return answers


def with_dyce() -> Answers:
    """Add and clamp in one step."""
    die = dyce.H(NESTED_COLUMN)
    answers = {}
    for drm in NESTED_DRMS:
        value = die.apply(lambda face, drm=drm: clamp(face + drm))
        for _ in range(LEVELS - 1):
            value = value.apply(lambda below, face: clamp(below + face), die)
        answers[drm] = value
    return answers


def by_hand() -> dict[Any, Distribution]:
    """One dict a level."""
    die: dict[int, int] = {}
    for entry in NESTED_COLUMN:
        die[entry] = die.get(entry, 0) + 1
    faces = tuple(die.items())
    answers = {}
    for drm in NESTED_DRMS:
        dist = {drm: 1}
        for _ in range(LEVELS):
            after: dict[int, int] = {}
            for below, ways in dist.items():
                for entry, times in faces:
                    value = clamp(below + entry)
                    after[value] = after.get(value, 0) + ways * times
            dist = after
        answers[drm] = dist, 6**LEVELS
    return answers


ROWS = (
    Row(
        name="Nesting",
        inputs="five levels, each + a read D6, clamp -5..20, DRM -10..10",
        ours=ours,
        hand=by_hand,
        hand_is="dicts",
        peers={"icepool": with_icepool, "dyce": with_dyce},
        beside={"ours by do": by_do},
    ),
)
