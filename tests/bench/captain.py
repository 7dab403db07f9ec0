"""The captain of veneti: ten seeded games of `evening` against random play from either side, with the time they take.

    python tests/bench/captain.py [games]

Fails when the captain wins fewer than nine games in ten. Times are processor time, so that a busy machine does not change them much.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from typing import Any

from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.play.bots import Bot, engine_bots, play_out
from rulesdemo.play.history import History

SCENARIO = "evening"
GAMES = 10
WINS_IN_TEN = 9


def main() -> int:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    bots, missed = engine_bots(ENGINE.game), 0
    print(f"\n{SCENARIO}, {games} games each       won   drawn    lost   s a game   slowest order")
    for side in ENGINE.sides:
        won, drawn, seconds, slowest = series({each: bots["captain" if each == side else "random"] for each in ENGINE.sides}, side, games)
        print(f"{side:>7} captain, random {won:10} {drawn:7} {games - won - drawn:7} {seconds:10.1f} {slowest:13.2f} s")
        missed += won * 10 < WINS_IN_TEN * games
    won, drawn, seconds, slowest = series(dict.fromkeys(ENGINE.sides, bots["captain"]), "roman", games)
    print(f"  roman captain, captain {won:9} {drawn:7} {games - won - drawn:7} {seconds:10.1f} {slowest:13.2f} s")
    return 1 if missed else 0


def series(bots: dict[str, Bot], side: str, games: int) -> tuple[int, int, float, float]:
    """Games won by the side, games drawn, seconds a game, and the slowest choice of an order."""
    slowest = 0.0

    def timed(bot: Bot) -> Bot:
        def choose(engine: Any, position: Any, orders: list[Any], rng: random.Random) -> Any:
            nonlocal slowest
            start = time.process_time()
            order = bot(engine, position, orders, rng)
            slowest = max(slowest, time.process_time() - start)
            return order

        return choose

    start, winners = time.process_time(), Counter[str]()
    for seed in range(games):
        game = play_out(History.start(ENGINE, SCENARIO), {each: timed(bot) for each, bot in bots.items()}, random.Random(seed), seed=seed)
        winners[game.result.winner] += 1
    return winners[side], winners["draw"], (time.process_time() - start) / games, slowest


if __name__ == "__main__":
    sys.exit(main())
