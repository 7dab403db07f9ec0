"""The captains: seeded games against random play from every side, with the time they take.

    python tests/bench/captain.py [game or scenario] [games]

A game counts as won when its result names the captain's side as the winner; a draw does not count. Fails when a captain wins fewer than his
series asks of him. Times are processor time, so that a busy machine does not change them much.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rulesdemo.games.toulon.play.state import side_of
from rulesdemo.play.bots import Bot, engine_bots, play_out
from rulesdemo.play.game import game
from rulesdemo.play.history import History


class Series(NamedTuple):
    """A scenario, how many games of it are played from each side, and the share of them to be won."""

    game: str
    scenario: str
    games: int
    share: Fraction


SERIES: Final = (
    Series("veneti", "evening", 10, Fraction(9, 10)),
    Series("republic", "meeting", 100, Fraction(19, 20)),
    Series("republic", "campaign", 100, Fraction(19, 20)),
    *(Series("toulon", scenario, 100, Fraction(19, 20)) for scenario in ("campaign_2", "campaign_7", "short_2")),
    *(Series("toulon", f"campaign_{players}", 20, Fraction(19, 20)) for players in range(3, 7)),
    *(Series("toulon", f"short_{players}", 20, Fraction(19, 20)) for players in (3, 4)),
)
# Whose a seat is, where several play one side; the captain then has all its seats.
SIDES: Final[dict[str, Callable[[str], str]]] = {"toulon": side_of}


def main() -> int:
    name, games = sys.argv[1:2], [int(count) for count in sys.argv[2:3]]
    return max([_play_series(each, *games or (each.games,)) for each in SERIES if name in ([], [each.game], [each.scenario])], default=1)


def _play_series(series: Series, games: int) -> int:
    engine, bots, missed = game(series.game).play(), engine_bots(series.game), 0
    print(f"\n{series.game} {series.scenario}, {games} games each".ljust(42) + "won   drawn    lost   s a game   slowest order")
    owner = SIDES.get(series.game, str)
    sides = tuple(dict.fromkeys(map(owner, engine.sides)))
    for side in sides:
        found = play({each: bots["captain" if owner(each) == side else "random"] for each in engine.sides}, series, side, games)
        print(f"{side:>16} captain, others random {_row(found, games)}", flush=True)
        missed += found.won < series.share * games
    found = play(dict.fromkeys(engine.sides, bots["captain"]), series, sides[0], games)
    print(f"{sides[0]:>16} captain, others captain{_row(found, games)}", flush=True)
    return 1 if missed else 0


class Found(NamedTuple):
    """Games won by the side, games drawn, seconds a game, and the slowest choice of an order."""

    won: int
    drawn: int
    seconds: float
    slowest: float


def _row(found: Found, games: int) -> str:
    return f"{found.won:5} {found.drawn:7} {games - found.won - found.drawn:7} {found.seconds:10.1f} {found.slowest:13.2f} s"


def play(bots: dict[str, Bot], series: Series, side: str, games: int) -> Found:
    """Play the games with the seeds 0, 1, 2 and so on."""
    slowest = 0.0

    def timed(bot: Bot) -> Bot:
        def choose(engine: Any, position: Any, orders: list[Any], rng: random.Random) -> Any:
            nonlocal slowest
            start = time.process_time()
            order = bot(engine, position, orders, rng)
            slowest = max(slowest, time.process_time() - start)
            return order

        return choose

    start, winners, engine = time.process_time(), Counter[str](), game(series.game).play()
    timed_bots = {each: timed(bot) for each, bot in bots.items()}
    for seed in range(games):
        played = play_out(History.start(engine, series.scenario), timed_bots, random.Random(seed), seed=seed)
        winners[played.result.winner] += 1
    return Found(winners[side], winners["draw"], (time.process_time() - start) / games, slowest)


if __name__ == "__main__":
    sys.exit(main())
