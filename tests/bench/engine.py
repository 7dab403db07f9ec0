"""How fast an engine plays: legal orders applied a second in random play, every legal order listed at every decision.

Seconds mean little on another machine, so each figure stands beside a plain measure of the same run: what one order takes, counted in
copies of the position by `dataclasses.replace`, which is the least that any order must do. Processor time, best of several rounds of the
same games, turn and turn about. Exit code 1: an order takes more copies than the guard, which is set a little above what was reached.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import replace
from typing import Any, NamedTuple

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import Engine, apply, legal
from rulesdemo.play.game import game
from rulesdemo.rules.datafiles import GAMES

AIM = 4_000  # orders a second
COPIES = 2_000  # made in one go


class Row(NamedTuple):
    """A scenario to play, how many games of it, and the guard: the most copies that an order may take."""

    game: str
    scenario: str
    games: int
    guard: float


ROWS = (
    Row("veneti", "evening", 6, 85),
    Row("veneti", "whole_turn", 10, 90),
    Row("veneti", "battle", 1, 100),
    Row("escadres", "duel", 20, 60),
    Row("escadres", "frigates", 6, 55),
    Row("escadres", "fleet", 2, 65),
    Row("republic", "meeting", 12, 55),
    Row("republic", "campaign", 8, 70),
    Row("broadside", "duel", 10, 55),
    Row("broadside", "convoy", 3, 70),
    Row("broadside", "line", 1, 75),
    Row("toulon", "setup_7", 8, 45),
    Row("toulon", "late", 4, 55),
    Row("toulon", "campaign_2", 2, 85),
    Row("toulon", "campaign_7", 2, 55),
)


def play(engine: Engine[Any], scenario: str, seed: int) -> tuple[int, Any]:
    """Play one random game to the end: how many orders it took, and where it ended."""
    rng = random.Random(seed)
    position = engine.start(scenario, None).position
    orders = 0
    while engine.decision(position) is not None:
        order = rng.choice(list(legal(engine, position)))
        position = apply(engine, RandomDice(rng), position, order).position
        orders += 1
    return orders, position


def measure(row: Row) -> tuple[float, float, int]:
    """Seconds an order, seconds a copy, and orders played in one round."""
    engine = game(row.game).play()
    assert engine is not None
    orders, start, position = 0, time.process_time(), None
    for seed in range(row.games):
        more, position = play(engine, row.scenario, seed)
        orders += more
    played = time.process_time() - start
    start = time.process_time()
    for _ in range(COPIES):
        replace(position)
    return played / orders, (time.process_time() - start) / COPIES, orders


def main() -> int:
    """Measure, print, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=4, help="rounds of each scenario, of which the best counts (default 4)")
    options = parser.parse_args()
    missing = {name for name in GAMES if game(name).engine} - {row.game for row in ROWS}
    failures = [f"{name} can be played and is not measured" for name in sorted(missing)]
    rounds = [[measure(row) for row in ROWS] for _ in range(options.rounds + 1)][1:]  # the first round fills caches
    print(f"{'random play':<24}{'orders/s':>10}{'aim':>8}{'copies/order':>14}{'guard':>8}{'orders':>9}")
    for place, row in enumerate(ROWS):
        each, copy = (min(found[place][part] for found in rounds) for part in (0, 1))
        copies = each / copy
        print(f"{row.game + ' ' + row.scenario:<24}{1 / each:>10,.0f}{AIM:>8,}{copies:>14.0f}{row.guard:>8.0f}{rounds[0][place][2]:>9,}")
        if copies > row.guard:
            failures.append(f"an order of {row.game} {row.scenario} takes {copies:.0f} copies of a position, more than {row.guard:.0f}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
