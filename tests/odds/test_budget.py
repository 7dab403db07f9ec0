"""Budgets without signals and threads, as in a browser: every long piece of work looks at the time by itself."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo import odds
from rulesdemo.analysis.catalogue import answer
from rulesdemo.analysis.derivation import derivation
from rulesdemo.analysis.formulas import closed_form
from rulesdemo.analysis.inverse import smallest, worth
from rulesdemo.analysis.piecewise import in_modifier
from rulesdemo.analysis.recurrences import shortest
from rulesdemo.errors import OutOfTime
from rulesdemo.odds import budget
from rulesdemo.odds.budget import check, progress_report, time_limit
from rulesdemo.odds.chains import Chain, repeat
from rulesdemo.odds.dice import D6, Dice, Die
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.procedure import forget_all, procedure

D1500 = Die("d1500", range(1_500))


class Clock:
    """Time that goes on by a second whenever somebody looks."""

    def __init__(self) -> None:
        self.looks = 0

    def __call__(self) -> float:
        self.looks += 1
        return float(self.looks)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """A clock that makes a budget of n seconds one of n looks."""
    forget_all()
    found = Clock()
    monkeypatch.setattr(budget, "monotonic", found)
    return found


@procedure
def walk_on(dice: Dice, place: int) -> int:
    return place + dice.roll(D6)


@procedure
def wander(dice: Dice, place: int) -> int:
    return max(0, place + (1 if dice.roll(D6) > 3 else -1))


@procedure
def each_way(dice: Dice) -> tuple[int, ...]:
    return dice.each(5, D6)


@procedure
def one_of_many(dice: Dice) -> int:
    return dice.roll(D1500) % 7


@procedure
def pip(dice: Dice) -> int:
    return dice.roll(D6) - 3  # amounts below nothing are added up one die at a time


def is_far(place: int) -> bool:
    return place >= 40


def never(_place: int) -> bool:
    return False


def solved() -> Fraction:
    return Chain(wander, 1, is_far).mean_turns()


LONG: list[tuple[str, Callable[[], Any]]] = [
    ("branches", each_way.dist),
    ("many outcomes of one request", one_of_many.dist),
    ("repeated steps", lambda: repeat(walk_on, never).dist(0, 40)),
    ("states of a chain", lambda: Chain(walk_on, 0, is_far).rows),
    ("the system of a chain", solved),
    ("a pool by packed sums", lambda: odds("escadres.volley", dice=5, power=10, crew=8).weights),
    ("a pool one die at a time", lambda: pool(pip).dist(30).weights),
    ("one outcome of a pool", lambda: odds("escadres.volley", dice=8, power=20, crew=20).weight((8, 8, 0, 0, 0, False, False))),
    ("a search", lambda: smallest("republic.storm", "infantry", {"falls": True}, Fraction(1), defender=90)),
    ("pieces", lambda: in_modifier("republic.storm", {"infantry": 9, "defender": 9}, when={"falls": True})),
    ("worth", lambda: worth("republic.full_battle", {"retreat": "attacker"}, attacker="A", defender="B")),
    ("a formula", lambda: closed_form("toulon.quality_tests", "units", {"chance": "1/2"}, when={"passed": 0})),
    ("the shortest rule", lambda: shortest([Fraction(1, n) for n in range(1, 60)])),
    ("a derivation", lambda: derivation(answer("republic.full_battle", attacker="A", defender="B"), {"retreat": "none"})),
]


@pytest.mark.parametrize("work", [work for _name, work in LONG], ids=[name for name, _work in LONG])
def test_long_work_looks_at_the_time(clock: Clock, work: Callable[[], Any]) -> None:
    with time_limit(1_000_000):
        work()
    looks = clock.looks
    assert looks > 10
    forget_all()
    with time_limit(looks // 2), pytest.raises(OutOfTime):  # before its end, wherever it is then
        work()
    assert clock.looks < 2 * looks


def test_without_a_budget_nobody_looks(clock: Clock) -> None:
    assert odds("veneti.boarding", attackers=4, defenders=1).p(captured=True) == Fraction(11, 12)
    assert clock.looks == 0


def test_what_ran_out_of_time_is_right_when_it_is_asked_again(clock: Clock) -> None:
    expected = dict(each_way.dist().weights)
    forget_all()
    with time_limit(5), pytest.raises(OutOfTime):
        each_way.dist()
    assert each_way.dist().weights == expected
    assert clock.looks


def test_a_budget_in_a_budget(clock: Clock) -> None:
    with time_limit(10):
        with time_limit(None):
            for _ in range(30):
                check()
        assert clock.looks == 1
        with pytest.raises(OutOfTime) as over, time_limit(-1):
            check()
        assert over.value.seconds == -1
        check()


def test_progress_is_reported_once() -> None:
    with (
        time_limit(-1),
        pytest.raises(OutOfTime, match="inner") as over,
        progress_report(lambda: "outer"),
        progress_report(lambda: "inner"),
    ):
        check()
    assert (over.value.progress, over.value.seconds) == ("inner", -1)
