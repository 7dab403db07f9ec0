"""Games played at random to the end, with everything watched after every order.

`make test` plays the first GAMES of a fixed plan; the whole plan has 2,000 games of each set-up, and takes a long while:

    RULESDEMO_GAMES=2000 .venv/bin/python -m pytest -q tests/games/toulon/play/test_random_play.py

A failure names its game by number; `RULESDEMO_GAMES=1234:1235` plays that one alone.
"""

from __future__ import annotations

from typing import Any

import pytest

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import AWAY, GONE, Position, side_of
from tests.support.random_play import PLAIN, Deed, Plan, Temper, check_saves, games_to_play

pytestmark = pytest.mark.slow

ALL = 2_000
SETUPS = ("setup_2", "setup_5", "setup_7")
SIEGES = {"campaign_2": 2, "campaign_4": 2, "campaign_7": 2, **dict.fromkeys(("campaign_3", "campaign_5", "campaign_6"), 1)}
SIEGES |= dict.fromkeys(("short_2", "short_3", "short_4"), 1)  # how many games of each `make test` plays
BATTERIES_MOVE, FIRST_AUSTRIANS, DUGOMMIER, LAST = 6, 9, 12, 16  # turns of section 5
FIERCE = Temper("fierce", {"declare": 5, "go_in": 8, "end_moves": 0.4, "skip": 0.3, "evacuate": 0.1}, by_kind=True)
TEMPERS = (PLAIN, FIERCE, Temper("even-handed", by_kind=True))
EVERY = 9  # the dearer watches look at every ninth order
PRINTED = ("id", "name", "nation", "arm", "sp", "quality", "patrol", "crew")


def see(deed: Deed) -> None:
    """What must hold from one order to the next, told without the engine's own checks."""
    before, after = deed.before, deed.outcome.position
    assert before.evacuated <= after.evacuated, "the ships came back (3.10)"
    assert deed.decision.side in {seat[0] for seat in before.seats}
    for was, now in zip(before.units, after.units, strict=True):
        if was is not now:
            assert all(getattr(was, each) == getattr(now, each) for each in PRINTED), f"what is printed on {was.name} changed"
            assert not (was.place == GONE and now.place != GONE), f"{was.name} came back"
            assert now.perm >= was.perm or now.id == "royal_louis", f"{was.name} got permanent losses back"
    paid = {purse: had - left for (purse, had), (_, left) in zip(before.purses, after.purses, strict=True) if had > left}
    if paid and not isinstance(deed.order, o.RollDefeat):
        assert set(paid) == {getattr(deed.order, "purse", None)}, f"{deed.order} took OP from {paid}"
    see_placement(before, after, deed.order)


def see_placement(before: Position, after: Position, order: Any) -> None:
    """A unit placed for a late start has no enemy with it, and something of its own within two steps (1.14)."""
    new = set(after.deployed) - set(before.deployed)
    for unit in (after.unit(name) for name in new):
        enemies = [each for each in after.at(unit.place) if side_of(each.nation) != unit.side]
        assert not enemies, f"{order}: {unit.name} was placed beside {enemies}"
        if unit.arm != "battery" and before.turn.step != "rest":
            chart = after.board.chart
            near = {place for here in chart.neighbours(unit.place) for place in (here, *chart.neighbours(here))}
            own = {each.place for each in before.units if each.side == unit.side}
            beaches = {zone.id for zone in after.board.zones.values() if zone.turn1_landing and unit.side == "allied"}
            assert near & (own | beaches), f"{unit.name} was placed far from anybody"


def see_whole(deeds: list[Deed]) -> None:
    """What the calendar and the table of reinforcements promise of a whole siege, told without the engine's own checks."""
    if deeds[0].before.scenario.name not in SIEGES:
        return
    scenario, last = deeds[0].before.scenario, deeds[-1].outcome.position
    early = {getattr(deed.order, "unit", "") for deed in deeds if isinstance(deed.order, o.Hasten)}
    assert last.turn.number == LAST or last.result.rule != "1.8", "it ended before its last turn, and not by a rule that says so"
    for deed in deeds:
        before, after, turn = deed.before, deed.outcome.position, deed.outcome.position.turn.number
        assert min(left for _, left in after.purses) >= 0
        for was, now in zip(before.units, after.units, strict=True):
            if was is now:
                continue
            came = was.place == AWAY and now.place not in (AWAY, GONE)
            assert not came or was.id in early or turn >= scenario.arrivals.get(was.id, FIRST_AUSTRIANS), f"{was.name} came on turn {turn}"
            moved = was.arm == "battery" and isinstance(deed.order, o.March | o.Declare | o.GoIn) and was.place != now.place
            assert not moved or turn >= BATTERIES_MOVE, f"{was.name} moved on turn {turn}"
        guard, dugommier = after.find("national_guard"), after.leader("dugommier")
        assert turn < LAST or guard.place == GONE
        assert (dugommier.place == AWAY) == (turn < DUGOMMIER) or dugommier.due or dugommier.place == GONE


PLAN = Plan(ENGINE, (), TEMPERS, lambda: see, every=EVERY, see_whole=see_whole, asks_hidden=True)


@pytest.mark.parametrize("scenario", SETUPS)
def test_set_ups_end_without_a_dead_end(scenario: str) -> None:
    for number in games_to_play(4, ALL):
        deeds = PLAN.watched(number, scenario)
        assert sum(isinstance(deed.order, o.PlaceBattery) for deed in deeds) == 2
        if number == 3:
            check_saves(ENGINE, scenario, deeds)


@pytest.mark.parametrize("scenario", SIEGES)
def test_whole_sieges_keep_every_promise(scenario: str) -> None:
    for number in games_to_play(SIEGES[scenario], ALL):
        deeds = PLAN.watched(number, scenario)
        if number == 1:
            check_saves(ENGINE, scenario, deeds)


@pytest.mark.parametrize("block", range(2))
def test_whole_games_keep_every_promise(block: int) -> None:
    for number in games_to_play(3, ALL)[block::2]:
        deeds = PLAN.watched(number, "late")
        if number < 2:
            check_saves(ENGINE, "late", deeds)


@pytest.mark.parametrize("scenario", [name for name in ENGINE.scenarios() if name not in (*SETUPS, *SIEGES, "late")])
def test_set_pieces_keep_every_promise(scenario: str) -> None:
    for number in games_to_play(2, ALL):
        deeds = PLAN.watched(number, scenario)
        if number == 1:
            check_saves(ENGINE, scenario, deeds)
