"""P2: a whole battle, tactical roll and results table with its unpredictable lines, for every pair of leaders and every modifier."""

from __future__ import annotations

from itertools import product
from typing import Any

import dyce
import icepool
import numpy as np
from constants import BATTLE, BATTLE_DRMS, HIGHEST, LOWEST, STAR, TACTICAL, UNPREDICTABLE, Result
from distributions import Answers, Distribution, Row, expanded, translated

from rulesdemo.analysis.catalogue import find
from rulesdemo.odds.dice import D10, Dice
from rulesdemo.odds.procedure import odds, procedure
from rulesdemo.rules.ruleset import ruleset

CASES = tuple(product(TACTICAL, TACTICAL, BATTLE_DRMS))


def line(total: int) -> Any:
    """The line of the results table; totals off its ends use the end."""
    return BATTLE[min(max(total, LOWEST), HIGHEST) - LOWEST]


def unpredictable(total: int) -> Result:
    """The result that an X line ends in."""
    return UNPREDICTABLE[min(max(total, 0), 9)]


# -- ours ------------------------------------------------------------------------------------------------------------------------------


@procedure
def tactical(dice: Dice, attacker: str, defender: str) -> int:
    """The attacker's tactical value less the defender's."""
    return dice.gap(D10.through(TACTICAL[attacker]), D10.through(TACTICAL[defender]))


@procedure
def second_roll(dice: Dice, shift: int) -> Result:
    """What an X line ends in."""
    return unpredictable(dice.roll(D10) + shift)


@procedure
def battle(dice: Dice, drm: int) -> Result:
    """The results table; an X line rolls again."""
    entry = line(dice.roll(D10) + drm)
    return entry if isinstance(entry, Result) else dice.last(second_roll, entry.shift)


@procedure
def full_battle(dice: Dice, attacker: str, defender: str, drm: int) -> Result:
    """Both leaders, then the battle."""
    return dice.last(battle, dice.later(tactical, attacker, defender) + drm)


def ours() -> Answers:
    """With the kit's verbs, and all modifiers of a pair of leaders at once."""
    return {(*pair, drm): dist for pair in product(TACTICAL, TACTICAL) for drm, dist in full_battle.sweep(*pair, over=BATTLE_DRMS).items()}


def in_the_game() -> Answers:
    """The project's own procedure, under its rules: tables from files, and every cell noted that an answer rests on."""
    rules = ruleset("republic")
    procedure = find("republic.full_battle").procedure
    return {
        (*pair, drm): dist for pair in product(TACTICAL, TACTICAL) for drm, dist in procedure.sweep(rules, *pair, over=BATTLE_DRMS).items()
    }


def one_by_one() -> Answers:
    """Ask for one battle after another, without a sweep."""
    return {case: odds(full_battle, *case) for case in CASES}


def from_the_game(answers: Answers) -> Answers:
    """Its outcomes in the benchmark's terms."""

    def result(outcome: Any) -> Result:
        attacker, defender, retreat = outcome
        return Result(STAR if attacker == "*" else attacker, STAR if defender == "*" else defender, retreat)

    return translated(answers, result)


# -- peers -----------------------------------------------------------------------------------------------------------------------------


def with_icepool() -> Answers:
    """The three dice added once per pair of leaders, then mapped by one table per modifier; an X line maps to a die of its own."""
    die = icepool.z(10)
    value = {letter: icepool.Die(column) for letter, column in TACTICAL.items()}
    second = {entry: (die + entry.shift).map(unpredictable, star=False) for entry in BATTLE if not isinstance(entry, Result)}
    tables = {drm: {total: second.get(line(total + drm), line(total + drm)) for total in range(-9, 19)} for drm in BATTLE_DRMS}
    answers = {}
    for attacker, defender in product(TACTICAL, TACTICAL):
        thrown = value[attacker] - value[defender] + die
        for drm, table in tables.items():
            answers[attacker, defender, drm] = thrown.map(table)
    return answers


def with_dyce() -> Answers:
    """The three dice added once per pair of leaders, then expanded by one table per modifier; an X line expands to a histogram."""
    die = dyce.H(range(10))
    value = {letter: dyce.H(column) for letter, column in TACTICAL.items()}
    second = {entry: (die + entry.shift).apply(unpredictable) for entry in BATTLE if not isinstance(entry, Result)}
    tables = {drm: {total: second.get(line(total + drm), line(total + drm)) for total in range(-9, 19)} for drm in BATTLE_DRMS}
    answers = {}
    for attacker, defender in product(TACTICAL, TACTICAL):
        thrown = value[attacker] - value[defender] + die
        for drm, table in tables.items():
            answers[attacker, defender, drm] = expanded(lambda total, table=table: table[total.outcome], thrown)
    return answers


def counted_for_dyce() -> Answers:
    """The same with the mixing worked out outside the library, which then only counts: more a fourth hand-written version than dyce."""
    die = dyce.H(range(10))
    value = {letter: dyce.H(column) for letter, column in TACTICAL.items()}
    second = {entry: (die + entry.shift).apply(unpredictable) for entry in BATTLE if not isinstance(entry, Result)}
    lines = [tuple(second[entry].items()) if entry in second else ((entry, 10),) for entry in BATTLE]
    tables = {drm: {total: lines[min(max(total + drm, LOWEST), HIGHEST) - LOWEST] for total in range(-9, 19)} for drm in BATTLE_DRMS}
    answers = {}
    for attacker, defender in product(TACTICAL, TACTICAL):
        thrown = (value[attacker] - value[defender] + die).items()
        for drm, table in tables.items():
            counts = ((result, ways * times) for total, ways in thrown for result, times in table[total])
            answers[attacker, defender, drm] = dyce.H.from_counts(counts)
    return answers


# -- hand ------------------------------------------------------------------------------------------------------------------------------


def by_hand() -> dict[Any, Distribution]:
    """One tensor product of the totals that each pair of leaders can throw, and each modifier's window of the results table."""
    results = sorted({entry for entry in BATTLE if isinstance(entry, Result)})
    slot = {result: at for at, result in enumerate(results)}
    # Ten chances a line, so that an X line can share them out.
    lines = np.zeros((len(BATTLE), len(results)), dtype=np.int64)
    for at, entry in enumerate(BATTLE):
        if isinstance(entry, Result):
            lines[at, slot[entry]] = 10
        else:
            for face in range(10):
                lines[at, slot[unpredictable(face + entry.shift)]] += 1
    values = [np.bincount(column, minlength=10) for column in TACTICAL.values()]
    faces = np.ones(10, dtype=np.int64)
    # Gaps of -9..9 and one more die: totals of -9..18.
    thrown = np.array([np.convolve(np.convolve(own, other[::-1]), faces) for own, other in product(values, values)])
    clamped = np.clip(np.arange(BATTLE_DRMS[0] - 9, BATTLE_DRMS[-1] + 19), LOWEST, HIGHEST) - LOWEST
    windows = np.lib.stride_tricks.sliding_window_view(lines[clamped], thrown.shape[1], axis=0)  # modifier, result, total
    dists = np.tensordot(thrown, windows, axes=(1, 2)).reshape(-1, len(results)).tolist()
    return {
        case: ({result: weight for result, weight in zip(results, weights, strict=True) if weight}, 10_000)
        for case, weights in zip(CASES, dists, strict=True)
    }


ROWS = (
    Row(
        name="P2 battle",
        inputs="5 x 5 letters x DRM -10..10 = 525",
        ours=ours,
        hand=by_hand,
        hand_is="numpy tensor product",
        peers={"icepool": with_icepool, "dyce": with_dyce},
        ahead=10,
        ahead_guard=8,
        game=in_the_game,
        game_is="republic.full_battle",
        game_says=from_the_game,
        beside={"ours one by one": one_by_one, "dyce counting only": counted_for_dyce},
    ),
)
