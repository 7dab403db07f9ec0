"""English that never went through the one home of translation, found in the pseudo-language.

    speak("qps")
    assert english_outside(event.text(name), names) == ""

Whatever has gone through `rulesdemo.words` stands in ⟦ ⟧ then; what stands outside may be names, rule ids, numbers and codes only.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import lru_cache, partial
from typing import Any

from rulesdemo.errors import RulesError
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Engine, apply, check, phrase_of
from rulesdemo.play.game import game as find_game
from rulesdemo.words import speak
from tests.support.random_play import Temper, random_play

BRACKETS = re.compile(r"⟦[^⟦⟧]*⟧")
RULE = re.compile(r"\[[^\[\]]*\]")  # a rule in its brackets
QUOTED = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"")  # what somebody wrote, given back
WORD = re.compile(r"[^\W_]+(?:[-_'][^\W_]+)*")
CODE = re.compile(r"[A-Z]{1,2}|[^\W\d_]|(?=.*\d).+|.*_.*")  # compass points, letters of a table, hex labels, orders, ids


def english_outside(text: str, names: Iterable[str]) -> str:
    """Return the English words left outside the brackets, names and codes aside; "" if there are none.

    >>> english_outside("Aquila⟦ has ⟧2⟦ PM left.⟧ [6.34] Wait", ["Aquila"])
    'Wait'
    >>> english_outside("HMS Lion⟦ heads ⟧NE⟦ with ⟧2D1D.", ["Lion", "HMS Lion"])
    ''
    """
    text = str(text)
    while text != (text := BRACKETS.sub(" ", text)):  # what was wrapped twice
        pass
    text = QUOTED.sub(" ", RULE.sub(" ", text))
    if known := frozenset(names) - {""}:
        text = _any_of(known).sub(" ", text)
    return " ".join(word for word in WORD.findall(text) if not CODE.fullmatch(word))


@lru_cache(maxsize=64)
def _any_of(names: frozenset[str]) -> re.Pattern[str]:
    longest_first = sorted(names, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)")


# -- what a game shows -----------------------------------------------------------------------------------------------------------------


@contextmanager
def pseudo_language() -> Iterator[None]:
    """Speak the pseudo-language for a while, then English again."""
    speak("qps")
    try:
        yield
    finally:
        speak("en")


def english_in_play(engine: Engine[Any], position: Any, seed: int, names: Iterable[str], seen: set[type], most: int = 400) -> list[str]:
    """Play at random under the pseudo-language, and return every text that shows English; `seen` takes the kinds of event that came up."""
    rng, known, wrong = random.Random(seed), set(names), []

    def look(text: str) -> None:
        left = english_outside(text, known)
        if left:
            wrong.append(f"{left}: {text}")

    look(engine.situation(position))
    for count, deed in enumerate(random_play(engine, position, rng, Temper("busy", by_kind=True))):
        look(deed.decision.prompt)
        for event in deed.outcome.events:
            seen.add(type(event))
            look(event.text(partial(engine.name, deed.outcome.position)))
        for kind in engine.verbs:
            look(phrase_of(kind))
        if count > most:
            break
        if count % 10 == 0:
            look(engine.situation(deed.outcome.position))
    return wrong


def english_in_refusals(game: str, names: Callable[[Any], Iterable[str]]) -> tuple[int, list[str]]:
    """Meet every refusal of a game's cases; return how many there are, and those that show English besides the position's `names`."""
    from tests.play.test_play_cases import CASES, read, start

    engine: Any = find_game(game).play()
    met, wrong = 0, []
    for owner, _chapter, case in CASES:
        if owner != game or not case.keys() & {"refused", "not_legal"}:
            continue
        outcome = start(game, engine, case)
        orders = [read(engine, text) for text in case.get("play", [])]
        last = [orders.pop()] if "refused" in case else []
        for order in orders:
            outcome = apply(engine, FixedDice(order.faces), outcome.position, order.order)
        for order in (*last, *(read(engine, text) for text in case.get("not_legal", []))):
            refusal = check(engine, outcome.position, order.order)
            assert refusal is not None, case["name"]
            met += 1
            left = english_outside(str(refusal), {*names(outcome.position), *map(str, vars_of(order.order))})
            if left:
                wrong.append(f"{left}: {refusal}")
    return met, wrong


def english_in_cases(game: str, names: Callable[[Any], Iterable[str]], seen: set[type]) -> list[str]:
    """Play a game's rule cases as far as their faces go, and return what shows English; `seen` takes the kinds of event that came up."""
    from tests.play.test_play_cases import CASES, read, start

    engine: Any = find_game(game).play()
    wrong = []
    for case in (case for owner, _chapter, case in CASES if owner == game):
        outcome = start(game, engine, case)
        known = {*names(outcome.position)}
        for order in [read(engine, text) for text in case.get("play", [])]:
            try:
                outcome = apply(engine, FixedDice(order.faces), outcome.position, order.order)
            except RulesError:  # it is refused, or its odds are asked for and it has no faces
                break
            known |= {*names(outcome.position)}
            decision = engine.decision(outcome.position)
            texts = [event.text(partial(engine.name, outcome.position)) for event in outcome.events]
            texts += [engine.situation(outcome.position), str(decision.prompt if decision else engine.result(outcome.position).why)]
            seen |= {type(event) for event in outcome.events}
            wrong += [f"{left}: {text}" for text in texts if (left := english_outside(text, known))]
    return wrong


def vars_of(order: Any) -> list[Any]:
    """The values of an order's fields: what the reader wrote is given back as it is."""
    return [getattr(order, each.name) for each in fields(order)]
