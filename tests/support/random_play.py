"""Games played at random, one order at a time, with everything watched that must hold in any game.

    for deed in random_play(engine, position, rng, temper):
        watch_anything(engine, deed)

A temper says how orders are chosen. Uniform choice seldom leads to a fight, so other tempers lean to some kinds of order.
"""

from __future__ import annotations

import base64
import json
import os
import random
import re
import sys
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import Decision, Engine, Outcome, Refusal, apply, check, legal, word_of
from rulesdemo.play.history import History
from rulesdemo.play.saves import CODE, from_code, from_text, to_code, to_text
from rulesdemo.rules.rule_index import rules_of

MOST_ORDERS = 20_000
SENTENCE = re.compile(r"[A-Z0-9].*[.?!]\Z", re.DOTALL)


@dataclass(frozen=True)
class Temper:
    """How a random player chooses: the weight of each kind of order (1 unless told), and how often somebody interrupts."""

    name: str
    weights: Mapping[str, float] = field(default_factory=dict)
    by_kind: bool = False  # first the kind of order, then one of that kind
    interrupts: float = 1 / 40

    def choose(self, rng: random.Random, due: list[Any], interrupts: list[Any]) -> Any:
        """One of the orders."""
        if interrupts and rng.random() < self.interrupts:
            return rng.choice(interrupts)
        if self.by_kind:
            kinds = sorted({word_of(type(order)) for order in due})
            kind = rng.choices(kinds, [self.weights.get(word, 1) for word in kinds])[0]
            return rng.choice([order for order in due if word_of(type(order)) == kind])
        if not self.weights:
            return rng.choice(due)
        return rng.choices(due, [self.weights.get(word_of(type(order)), 1) for order in due])[0]


PLAIN = Temper("plain")


class Deed(NamedTuple):
    """One order of a random game: where it was given, what else was legal, the faces that fell, and what came of it."""

    before: Any
    decision: Decision
    legal: list[Any]
    order: Any
    faces: tuple[int, ...]
    outcome: Outcome[Any]
    mark: int  # the hash of the position before the order was carried out


def random_play(engine: Engine[Any], position: Any, rng: random.Random, temper: Temper = PLAIN, most: int = MOST_ORDERS) -> Iterator[Deed]:
    """Play to the end; a dead end or a game without end is a failure."""
    for _ in range(most):
        decision = engine.decision(position)
        if decision is None:
            return
        orders = list(legal(engine, position))
        due = [order for order in orders if type(order) in decision.orders]
        assert due, f"dead end: {decision}\n{engine.situation(position)}"
        order = temper.choose(rng, due, [order for order in orders if type(order) not in decision.orders])
        dice, mark = RandomDice(rng), hash(position)
        outcome = apply(engine, dice, position, order)
        yield Deed(position, decision, orders, order, tuple(dice.faces), outcome, mark)
        position = outcome.position
    raise AssertionError(f"no end after {most} orders:\n{engine.situation(position)}")


def watch_anything(engine: Engine[Any], deed: Deed) -> None:
    """What must hold around every order of every game."""
    before, after = deed.before, deed.outcome.position
    assert hash(before) == deed.mark, "the position before was changed"
    assert list(engine.faults(after)) == [], engine.situation(after)
    assert (engine.decision(after) is None) == (engine.result(after) is not None), "somebody must choose, or the game is over"
    assert engine.turn(after) - engine.turn(before) in (0, 1)
    assert deed.decision.side in engine.sides
    assert len(set(deed.legal)) == len(deed.legal), "an order is listed twice"
    for order in deed.legal:
        assert check(engine, before, order) is None
        if type(order) not in engine.anytime:
            assert engine.owner(before, order) == deed.decision.side
        else:
            assert engine.owner(before, order) in engine.sides


def watch_sentences(engine: Engine[Any], deed: Deed) -> None:
    """Prompts and events are sentences with rules that exist, and what fell had a chance."""
    rules = rules_of(engine.game)
    assert deed.decision.rule in rules
    assert SENTENCE.match(deed.decision.prompt), deed.decision.prompt
    for event in deed.outcome.events:
        text = event.text(lambda thing: engine.name(deed.outcome.position, thing))
        assert SENTENCE.match(text), text
        assert event.rule in rules, event
        assert event.throw is None or 0 < event.throw.chance <= 1, event


def watch_replay(engine: Engine[Any], deed: Deed) -> None:
    """The same faces give the same outcome, none is left over, and the position before is as it was."""
    shown = repr(deed.before)
    dice = FixedDice(deed.faces)
    again = apply(engine, dice, deed.before, deed.order)
    dice.finish()
    assert again == deed.outcome
    assert hash(again) == hash(deed.outcome)
    assert repr(deed.before) == shown


def games_to_play(usual: int, most: int) -> range:
    """Which games of a plan to play: the first few, or as RULESDEMO_GAMES says: a number, or `from:to`."""
    first, _, last = os.environ.get("RULESDEMO_GAMES", str(usual)).rpartition(":")
    return range(int(first or 0), min(int(last), most))


@dataclass(frozen=True)
class Plan:
    """Random games of one game in a fixed order, each watched from its first order to its result."""

    engine: Engine[Any]
    names: Sequence[str]  # the scenario of each game; what is no scenario is a crowd
    tempers: Sequence[Temper]
    watcher: Callable[[], Callable[[Deed], None]]  # makes what watches one game
    crowd: Callable[[random.Random], Any] | None = None  # a position of ships or Forces thrown together
    every: int = 7  # the dearer watches look only after this many orders
    is_light: Callable[[Deed], bool] = lambda _deed: True  # are the exact chances of what was thrown quickly worked out?
    see_whole: Callable[[list[Deed]], None] = lambda _deeds: None  # what must hold of a game from its start to its end
    asks_hidden: bool = False  # do the rules ask what a side may not see, so that what is legal may tell it?

    def start(self, name: str, rng: random.Random) -> Any:
        """Where a game begins."""
        if self.crowd is not None and name not in self.engine.scenarios():
            return self.crowd(rng)
        return self.engine.start(name, None).position

    def watched(self, number: int, name: str = "") -> list[Deed]:
        """One game, of the plan or of a scenario by its name."""
        rng = random.Random(number)
        position, see = self.start(name or self.names[number], rng), self.watcher()
        deeds: list[Deed] = []
        for deed in random_play(self.engine, position, rng, self.tempers[number % len(self.tempers)]):
            deeds.append(deed)
            watch_anything(self.engine, deed)
            see(deed)
            if len(deeds) % self.every == number % self.every:
                self._look_closely(deed)
        assert self.engine.result(deeds[-1].outcome.position) is not None
        self.see_whole(deeds)
        return deeds

    def _look_closely(self, deed: Deed) -> None:
        watch_replay(self.engine, deed)
        # What a position remembers of itself is not part of it: a fresh copy has the same legal orders, and so has the side's own sight.
        assert list(legal(self.engine, replace(deed.before))) == deed.legal
        seen = list(legal(self.engine, self.engine.sight(deed.before, deed.decision.side)))
        assert self.asks_hidden or seen == deed.legal
        if self.is_light(deed):
            watch_sentences(self.engine, deed)

    def play(self, numbers: Iterable[int], saved: Callable[[int], bool]) -> None:
        """Play these games; some that began as a scenario are saved and read again."""
        for number in numbers:
            name = self.names[number]
            try:
                deeds = self.watched(number)
                if name in self.engine.scenarios() and saved(number):
                    check_saves(self.engine, name, deeds)
            except Exception as wrong:
                wrong.add_note(f"game {number} of the plan: {name}, {self.tempers[number % len(self.tempers)].name}")
                raise

    def check_names(self, crowd: str, least: int = 10) -> None:
        """Every scenario comes up in good number."""
        counts = Counter(self.names)
        assert set(counts) == {*self.engine.scenarios(), crowd}
        assert min(counts.values()) >= least

    def never_given(self, starts: Iterable[str], temper: Temper, rare: frozenset[str] = frozenset()) -> set[str]:
        """The kinds of order that none of these games has given, the rare ones aside; it stops as soon as all have been."""
        wanted = {word_of(kind) for kind in self.engine.verbs} - rare
        for seed, name in enumerate(starts):
            rng = random.Random(seed)
            wanted -= {word_of(type(deed.order)) for deed in random_play(self.engine, self.start(name, rng), rng, temper)}
            if not wanted:
                break
        return wanted


def played_out(engine: Engine[Any], scenario: str, seed: int) -> Any:
    """The last position of a scenario whose orders are chosen blindly."""
    rng = random.Random(seed)
    position = engine.start(scenario, None).position
    while engine.decision(position) is not None:
        position = apply(engine, RandomDice(rng), position, rng.choice(list(legal(engine, position)))).position
    return position


def check_saves(engine: Engine[Any], scenario: str, deeds: list[Deed]) -> None:
    """The game as a save and as a link: both replay to the same positions, order by order; the link holds what the save holds."""
    history = History.start(engine, scenario)
    for deed in deeds:
        history = history.play(deed.order, FixedDice(deed.faces))
    assert [deed.outcome for deed in history.done] == [deed.outcome for deed in deeds]
    text, code = to_text(history), to_code(history)
    assert json.loads(held_by(code)) == json.loads(text)
    again = from_code(code) if len(deeds) % 2 else from_text(text)  # they read the same: one of the two is replayed
    assert again == history
    assert [deed.outcome for deed in again.done] == [deed.outcome for deed in history.done]
    assert (to_text(again), to_code(again)) == (text, code)


def held_by(code: str) -> str:
    """The text inside a link's code, told without the reader of links."""
    packed = code.removeprefix(CODE)
    return zlib.decompress(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))).decode()


def note_refusals(monkeypatch: pytest.MonkeyPatch, provoked: set[tuple[str, int]]) -> None:
    """Note for every refusal the line of the source that made it."""
    make = Refusal.__new__

    def made(cls: Any, *args: Any, **kwargs: Any) -> Refusal:
        caller = sys._getframe(1)
        provoked.add((Path(caller.f_code.co_filename).name, caller.f_lineno))
        return make(cls, *args, **kwargs)

    monkeypatch.setattr(Refusal, "__new__", made)
