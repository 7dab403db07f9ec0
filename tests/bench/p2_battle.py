"""P2: a whole battle, tactical roll and results table with its unpredictable lines, for every pair of leaders and every modifier."""

from __future__ import annotations

from itertools import product
from typing import Any

import dyce
import icepool
import numpy as np
from constants import BATTLE, BATTLE_DRMS, HIGHEST, LOWEST, TACTICAL, UNPREDICTABLE, Result
from dyce.h import aggregate_weighted
from laws import Answers, Law, Row

from rulesdemo.dice import D10, Dice
from rulesdemo.procedure import odds, procedure

CASES = tuple(product(TACTICAL, TACTICAL, BATTLE_DRMS))


def line(total: int) -> Any:  # noqa: ANN401 - a Result or an Unpredictable
    """The line of the results table; totals off its ends use the end."""
    return BATTLE[min(max(total, LOWEST), HIGHEST) - LOWEST]


def unpredictable(total: int) -> Result:
    """The result that an X line ends in."""
    return UNPREDICTABLE[min(max(total, 0), 9)]


# -- ours ------------------------------------------------------------------------------------------------------------------------


@procedure
def tactical(dice: Dice, attacker: str, defender: str) -> int:
    """The attacker's tactical value less the defender's."""
    return dice.gap(D10.through(TACTICAL[attacker]), D10.through(TACTICAL[defender]))


@procedure
def battle(dice: Dice, drm: int) -> Result:
    """The results table; an X line rolls again."""
    entry = line(dice.roll(D10) + drm)
    return entry if isinstance(entry, Result) else dice.last(second_roll, entry.shift)


@procedure
def second_roll(dice: Dice, shift: int) -> Result:
    """What an X line ends in."""
    return unpredictable(dice.roll(D10) + shift)


@procedure
def full_battle(dice: Dice, attacker: str, defender: str, drm: int) -> Result:
    """Both leaders, then the battle."""
    return dice.last(battle, dice.do(tactical, attacker, defender) + drm)


def ours() -> Answers:
    """With the kit's verbs."""
    return {case: odds(full_battle, *case) for case in CASES}


# -- peers -----------------------------------------------------------------------------------------------------------------------


def with_icepool() -> Answers:
    """Sums of the three dice once per pair of leaders; an X line maps to a die of its own."""
    die = icepool.z(10)
    value = {letter: icepool.Die(column) for letter, column in TACTICAL.items()}
    second = {entry: (die + entry.shift).map(unpredictable) for entry in BATTLE if not isinstance(entry, Result)}
    lines = [second.get(entry, entry) for entry in BATTLE]
    answers = {}
    for attacker, defender in product(TACTICAL, TACTICAL):
        thrown = value[attacker] - value[defender] + die
        for drm in BATTLE_DRMS:
            answers[attacker, defender, drm] = thrown.map(lambda total, drm=drm: lines[min(max(total + drm, LOWEST), HIGHEST) - LOWEST])
    return answers


def with_dyce() -> Answers:
    """The same with histograms; an X line is a histogram, mixed in by the library."""
    die = dyce.H(range(10))
    value = {letter: dyce.H(column) for letter, column in TACTICAL.items()}
    second = {entry: (die + entry.shift).apply(unpredictable) for entry in BATTLE if not isinstance(entry, Result)}
    lines = [second.get(entry, entry) for entry in BATTLE]
    answers = {}
    for attacker, defender in product(TACTICAL, TACTICAL):
        thrown = value[attacker] - value[defender] + die
        for drm in BATTLE_DRMS:
            answers[attacker, defender, drm] = aggregate_weighted(
                (lines[min(max(total + drm, LOWEST), HIGHEST) - LOWEST], count) for total, count in thrown.items()
            )
    return answers


# -- hand ------------------------------------------------------------------------------------------------------------------------


def by_hand() -> dict[Any, Law]:
    """One tensor product: leaders' gaps, each modifier's window of battles."""
    results = sorted({entry for entry in BATTLE if isinstance(entry, Result)})
    slot = {result: at for at, result in enumerate(results)}
    # One line a results-table line: ten chances, so that an X line can share them out.
    lines = np.zeros((len(BATTLE), len(results)))
    for at, entry in enumerate(BATTLE):
        if isinstance(entry, Result):
            lines[at, slot[entry]] = 10
        else:
            for face in range(10):
                lines[at, slot[unpredictable(face + entry.shift)]] += 1
    values = np.zeros((len(TACTICAL), 10))
    for at, column in enumerate(TACTICAL.values()):
        values[at] = np.bincount(column, minlength=10)
    # Gap -9..9 of each pair, then one more die: 28 totals from -9 to 18.
    pairs = len(TACTICAL) ** 2
    thrown = np.zeros((pairs, 28))
    flipped = values[:, ::-1]
    for at, (own, other) in enumerate(product(values, flipped)):
        thrown[at] = np.convolve(np.convolve(own, other), np.ones(10))
    first = BATTLE_DRMS[0] - 9
    clamped = np.clip(np.arange(first, BATTLE_DRMS[-1] + 19), LOWEST, HIGHEST) - LOWEST
    windows = np.lib.stride_tricks.sliding_window_view(lines[clamped], 28, axis=0)  # drm, result, total
    laws = np.tensordot(thrown, windows, axes=(1, 2)).astype(np.int64)
    total = 10_000
    return {
        case: ({result: weight for result, weight in zip(results, weights, strict=True) if weight}, total)
        for case, weights in zip(CASES, laws.reshape(-1, len(results)).tolist(), strict=True)
    }


ROWS = (
    Row(
        "P2 battle",
        "5 x 5 letters x DRM -10..10: 525 battles",
        ours,
        by_hand,
        {"icepool": with_icepool, "dyce": with_dyce},
        "numpy tensor product",
        ahead=10,
        ahead_guard=8,
    ),
)
