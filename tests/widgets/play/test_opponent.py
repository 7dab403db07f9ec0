"""The enemy plays himself: in a chapter with an opponent only the reader is ever asked, and taking back goes to his own last order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.engine import legal
from rulesdemo.play.game import game
from rulesdemo.rules.toc import contents
from tests.test_book import page
from widgets.chapter.page import Chapter
from widgets.play.opponent import Opponent, steady
from widgets.play.session import Desk

CHAPTERS = [each.path for each in contents().chapters if each.is_there]
ORDERS = 12  # of the reader, for each set piece


def with_opponent() -> list[tuple[str, str]]:
    return [(path, name) for path in CHAPTERS for name in page(path).scenarios if page(path).desk.opponent is not None]


def chooser(desk: Desk) -> str:
    decision = desk.history.decision
    return decision.side if decision is not None else ""


def give_any(desk: Desk, rng: random.Random) -> None:
    """Give one order as a reader would, with whatever dice it throws."""
    decision = desk.history.decision
    assert decision is not None
    order: Any = rng.choice([order for order in legal(desk.engine, desk.position) if type(order) in decision.orders])
    desk._play(order, RandomDice(rng))


@pytest.mark.parametrize(("path", "name"), with_opponent())
def test_only_the_reader_is_asked(path: str, name: str) -> None:
    made: Chapter = page(path)
    made.desk.restart(name)
    desk, rng = made.desk, random.Random(f"{path} {name}")
    own = desk.goal_side
    assert chooser(desk) == own
    for _ in range(ORDERS):
        if desk.is_over:
            break
        before = desk.history
        give_any(desk, rng)
        assert chooser(desk) in (own, "")
        after = desk.history
        desk.undo()
        assert desk.history.done == before.done
        desk.redo()
        assert desk.history.done == after.done


def test_who_holds_his_ground_passes() -> None:
    engine = game("republic").play()
    assert engine is not None
    desk = Desk(page("en/republic/01_refusing_battle").desk.guide, "slip_away")
    orders = list(legal(engine, desk.position))
    assert type(steady(engine, desk.position, orders, random.Random(1))).__name__ == "Pass"
    theirs = Opponent(engine, ["other"], "steady")
    assert theirs.is_due(desk.history)
    assert desk.opponent is None  # a desk that is told of nobody asks for both sides, as a sandbox does
