"""P1: two dice and a modifier, read on four bands; the smallest table lookup there is."""

from __future__ import annotations

from typing import Any

import dyce
import icepool
from constants import BANDS, BOARDING_DRMS
from distributions import Answers, Distribution, Row

from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.procedure import odds, procedure


def band(total: int) -> str:
    """The band of a modified total."""
    for least, name in BANDS:
        if total >= least:
            return name
    raise AssertionError


@procedure
def boarding(dice: Dice, drm: int) -> str:
    """Two dice on the bands."""
    return band(dice.total(2, D6) + drm)


def ours() -> Answers:
    """With the kit's verbs."""
    return {drm: odds(boarding, drm) for drm in BOARDING_DRMS}


def with_icepool() -> Answers:
    """The sum once, then one map per modifier."""
    two = 2 @ icepool.d(6)
    return {drm: two.map(lambda total, drm=drm: band(total + drm), star=False) for drm in BOARDING_DRMS}


def with_dyce() -> Answers:
    """The sum once, then one apply per modifier."""
    two = 2 @ dyce.H(6)
    return {drm: two.apply(lambda total, drm=drm: band(total + drm)) for drm in BOARDING_DRMS}


def by_hand() -> dict[Any, Distribution]:
    """One dict for the sum, one per modifier."""
    two: dict[int, int] = {}
    for first in range(1, 7):
        for second in range(1, 7):
            two[first + second] = two.get(first + second, 0) + 1
    answers = {}
    for drm in BOARDING_DRMS:
        dist: dict[str, int] = {}
        for total, ways in two.items():
            name = band(total + drm)
            dist[name] = dist.get(name, 0) + ways
        answers[drm] = dist, 36
    return answers


ROWS = (
    Row(
        name="P1 boarding",
        inputs="2d6 + DRM -6..6 on four bands",
        ours=ours,
        hand=by_hand,
        hand_is="dicts",
        peers={"icepool": with_icepool, "dyce": with_dyce},
    ),
)
