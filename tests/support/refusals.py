"""What every refusal of every game must be, orders of all kinds thrown at a position, and the lines of the source that can refuse.

A game's own test says how its orders are drawn, walks through its positions, and makes by hand what chance never finds.
"""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from rulesdemo.play import engine as kit
from rulesdemo.play.engine import Engine, Refusal, check, legal
from rulesdemo.rules.rule_index import rules_of
from tests.support.random_play import Temper, random_play

SENTENCES = re.compile(r"(?:At character \d+: )?[A-Z0-9'][^\n]*[.]\Z")
INSIDE = re.compile(r"\bNone\b(?! of)|  |<")
OFTEN = 6  # how much likelier an order of a kind that is due is tried than any other


def faults_of(game: str, refusal: Refusal) -> Iterator[str]:
    """What is wrong with the way it refuses."""
    if refusal.rule not in rules_of(game):
        yield f"there is no rule {refusal.rule!r}"
    for part in (refusal.reason, refusal.way_out):
        if not SENTENCES.match(part):
            yield f"{part!r} is no sentence"
        if INSIDE.search(part):
            yield f"{part!r} shows its inside"


def refused(engine: Engine[Any], position: Any, order: Any) -> Refusal | None:
    """What the engine says to an order, once it has been looked at."""
    refusal = check(engine, position, order)
    if refusal is not None:
        assert list(faults_of(engine.game, refusal)) == [], (order, refusal)
    return refusal


def walk(engine: Engine[Any], start: Any, rng: random.Random, temper: Temper, most: int) -> Iterator[Any]:
    """The first positions of a random game."""
    for count, deed in enumerate(random_play(engine, start, rng, temper)):
        yield deed.before
        if count > most:
            return


def tried(
    engine: Engine[Any], position: Any, rng: random.Random, drawn: Callable[[random.Random, Any, type], Any], count: int
) -> list[Any]:
    """Orders with any fields at all, most of them of the kinds that are due."""
    decision = engine.decision(position)
    assert decision is not None
    kinds = [*engine.verbs, *(kind for kind in (*decision.orders, *engine.anytime) for _ in range(OFTEN))]
    return [drawn(rng, position, rng.choice(kinds)) for _ in range(count)]


def check_orders(engine: Engine[Any], position: Any, orders: Iterable[Any], told_once: Callable[[Any], Any] = lambda order: order) -> None:
    """Each order is refused in words, or it is legal; `told_once` writes one as the list of legal orders does."""
    known = {told_once(order) for order in legal(engine, position)}
    for order in orders:
        assert (refused(engine, position, order) is None) == (told_once(order) in known), (order, engine.situation(position))


def unprovoked(game: str, provoked: set[tuple[str, int]]) -> list[str]:
    """Every line of the source that makes a refusal and has made none; what a module makes once, when it is read, is left out."""
    root = Path(kit.__file__).parents[1]
    found = []
    for path in (Path(kit.__file__), *sorted((root / "games" / game / "play").glob("*.py"))):
        for part in ast.parse(path.read_text(encoding="utf-8")).body:
            for node in ast.walk(part) if not isinstance(part, ast.Assign | ast.AnnAssign) else ():
                makes = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Refusal"
                if makes and (path.name, node.lineno) not in provoked:  # type: ignore[attr-defined] # calls have lines
                    found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")  # type: ignore[attr-defined]
    return found
