"""Perft: how many lines of play there are from a scenario's start, by the number of orders in them.

A line is a legal order, one of its outcomes, a legal order in the position that follows, and so on. An order that throws has as many
outcomes as `prospects` tells apart, so the counts are exact and no luck is in them. Lines that end because the game is over are not
counted further on. One file a game: `counts` holds the number of lines of 1, 2, 3... orders.

A count that changes means that the rules, a candidate list or a scenario changed: find out which order came or went before the number is
changed by `make golden`. `python -m tests.play.test_perft GAME SCENARIO DEPTH` tells the count after each first order.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.play.engine import Engine, legal, prospects
from rulesdemo.play.order_codec import order_text
from rulesdemo.play.saves import playable
from tests.support.perft import counts_of, lines_of_play

FOLDER = Path(__file__).parents[1] / "perft"


def load() -> list[tuple[str, dict[str, Any]]]:
    return [
        (path.stem, entry) for path in sorted(FOLDER.glob("*.toml")) for entry in tomllib.loads(path.read_text(encoding="utf-8"))["perft"]
    ]


ENTRIES = load()


@pytest.mark.parametrize(("name", "entry"), ENTRIES, ids=[f"{name}-{entry['scenario']}" for name, entry in ENTRIES])
def test_lines_of_play(name: str, entry: dict[str, Any]) -> None:
    assert set(entry) == {"scenario", "shows", "counts"}
    assert counts_of(name, entry) == entry["counts"]


def test_positions_met_again_are_counted_as_often() -> None:
    """The memory saves time and changes nothing: the plain count of one scenario, without it."""

    def plain(engine: Engine[Any], position: Any, orders: int) -> int:
        if orders == 0:
            return 1
        distributions = (prospects(engine, position, order).weights for order in legal(engine, position))
        return sum(plain(engine, outcome.position, orders - 1) for outcomes in distributions for outcome in outcomes)

    name, entry = ENTRIES[0]
    engine = playable(name)
    start = engine.start(entry["scenario"], None).position
    assert [plain(engine, start, orders) for orders in range(1, 5)] == entry["counts"][:4]


def main(game: str, scenario: str, orders: str) -> None:
    """Print the count after each first order, for finding where two versions part."""
    engine = playable(game)
    position = engine.start(scenario, None).position
    for order in legal(engine, position):
        outcomes = prospects(engine, position, order).weights
        count = sum(lines_of_play(engine, outcome.position, int(orders) - 1) for outcome in outcomes)
        sys.stdout.write(f"{count:10,}  {order_text(order)}\n")
    sys.stdout.write(f"{lines_of_play(engine, position, int(orders)):10,}  in all\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
