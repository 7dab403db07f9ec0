"""Every refusal is a sentence with a rule that exists and a way out; every one that the source can make is made here."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from typing import Any, get_type_hints

import pytest

from rulesdemo.games.broadside.grammar import Fault, parse
from rulesdemo.games.broadside.play import ENGINE, helm, writing
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.state import Position, Result
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of
from tests.games.broadside.play.melee import melee
from tests.play.test_play_cases import carried_out, read
from tests.support.random_play import Temper, note_refusals
from tests.support.refusals import check_orders, refused, tried, unprovoked, walk

JUNK = ("", "nobody", "Aurore")
TEXTS = ("3", "1G1", "G1G", "A", "-A-", "VH2", "G", "0", "9", "1GG1", "x", "", "2D", "fs1", "01", "1G1G1", "-", "VH", "1000", "A1")
# A word that no order knows can be said in no order of this game: it has no fields of a few words.
NEVER_HERE = ("There is no",)
FIERCE = Temper("fierce", {"aim": 3, "erase": 0.3}, by_kind=True)


def drawn(rng: random.Random, position: Position, kind: type) -> Any:
    """An order of this kind with any fields at all."""
    names = [ship.id for ship in position.ships]
    picks = {"text": TEXTS}
    return kind(
        **{
            each.name: rng.choice(picks.get(each.name, names)) if rng.random() < 0.9 else rng.choice(JUNK)
            for each in fields(kind)
            if each.name in get_type_hints(kind)
        }
    )


def spelt(order: Any) -> Any:
    """The order in the one spelling in which it is listed."""
    found = parse(order.text) if isinstance(order, o.Plot) else None
    return order if found is None or isinstance(found, Fault) else o.Plot(order.ship, found.text)


# -- the walk --------------------------------------------------------------------------------------------------------------------------

PROVOKED: set[tuple[str, int]] = set()
WALKS = 24


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    for kept in (helm.check_order, writing.check_ahead):
        kept.cache_clear()  # a refusal that is kept is not made again
    note_refusals(monkeypatch, PROVOKED)


def positions(seed: int) -> Iterator[Position]:
    """Positions of a random game; every fourth is a scenario, the others are melees."""
    rng, scenarios = random.Random(seed), [name for name in ENGINE.scenarios() if name != "line"]
    start = melee(rng) if seed % 4 else ENGINE.start(scenarios[seed // 4 % len(scenarios)], None).position
    return walk(ENGINE, start, rng, FIERCE, 80)


@pytest.mark.parametrize("block", range(3))
def test_an_order_is_refused_in_words_or_it_is_legal(block: int) -> None:
    for seed in range(block, WALKS, 3):
        rng = random.Random(f"orders {seed}")
        for position in positions(seed):
            check_orders(ENGINE, position, tried(ENGINE, position, rng, drawn, 8), spelt)


# -- hand-made positions ---------------------------------------------------------------------------------------------------------------


def after(*orders: str, ships: tuple[str, ...], **given: Any) -> Position:
    position: Position = position_of({"ships": ships, **given}, ruleset("broadside")).position
    for each in orders:
        position = carried_out(ENGINE, position, read(ENGINE, each)).position
    return position


AURORE, LION = "aurore french seventy_four 1010 SE v2 chief", "lion british seventy_four 1008 SE v2 chief"
BOTH = ["french", "british"]
# What is asked, where, and by which rule it is refused.
ASKED: dict[str, tuple[Position | Any, str, str]] = {
    "gone": (lambda: _gone(after(ships=(AURORE, "hardi french seventy_four 0404 SE", LION)), "hardi"), "plot hardi 1", "VI"),
    "fort": (lambda: after(ships=(AURORE, "rock french fort 0404 -", LION)), "plot rock 1", "V.b forts"),
    "struck": (lambda: after(ships=(AURORE, "hardi french seventy_four 0404 SE struck", LION)), "plot hardi 1", "VI"),
    "nobody": (lambda: after(ships=(AURORE, LION)), "plot nobody 1", "IV"),
    "nothing to erase": (lambda: after(ships=(AURORE, LION)), "erase aurore", "IV"),
    "nobody's to erase": (lambda: after(ships=(AURORE, LION)), "erase lion", "IV"),
    "target nobody": (lambda: after(ships=(AURORE, LION), scripted=BOTH), "aim aurore nobody", "V.b"),
    "weighing": (
        lambda: after(
            "plot aurore -A-", "ready", ships=("aurore french seventy_four 1010 SE anchor chief", "hardi french frigate 1110 SE")
        ),
        "plot aurore 0",
        "T7",
    ),
}


@pytest.mark.parametrize("what", ASKED)
def test_hand_made_refusals(what: str) -> None:
    make, said, rule = ASKED[what]
    refusal = refused(ENGINE, make(), read(ENGINE, said).order)
    assert refusal is not None
    assert refusal.rule == rule


def _gone(position: Position, name: str) -> Position:
    return position.with_ship(replace(position.ship(name), gone="sunk", hull=0, log=()))


@pytest.mark.parametrize(
    ("ship", "rule"),
    [("aurore french seventy_four 1010 SE H0", "VI"), ("aurore french seventy_four 1010 SE fire", "T12")],
)
def test_guns_that_are_silent_say_why(ship: str, rule: str) -> None:
    from rulesdemo.games.broadside.play.gunnery import check_guns

    position = after(ships=(ship, LION), fire=False)
    refusal = check_guns(position, position.ship("aurore"))
    assert refusal is not None
    assert refusal.rule == rule


def test_guns_in_a_boarding_or_a_gale_say_why() -> None:
    from rulesdemo.games.broadside.play.gunnery import check_guns

    locked = after(ships=("aurore french seventy_four 1010 SE locked", "lion british seventy_four 1010 SE locked"))
    gale = after(ships=(AURORE, LION), wind="N 6")
    for position, rule in ((locked, "V.a"), (gale, "T3")):
        refusal = check_guns(position, position.ship("aurore"))
        assert refusal is not None
        assert refusal.rule == rule


def test_the_game_is_over() -> None:
    position = replace(after(ships=(AURORE, LION)), result=Result("draw", "it is late", (0, 0)))
    refusal = refused(ENGINE, position, o.Ready())
    assert refusal is not None
    assert refusal.rule == "VI"


def asked_of_the_cases() -> Iterator[tuple[Position, Any]]:
    """The refused orders of the rule cases, so that each refusal has been provoked in this run."""
    from tests.play.test_play_cases import CASES, start

    for game, _, case in CASES:
        if game == "broadside" and "refused" in case:
            position = start(game, ENGINE, case).position
            *orders, last = [read(ENGINE, said) for said in case["play"]]
            for order in orders:
                position = carried_out(ENGINE, position, order).position
            yield position, last.order


def test_refused_cases() -> None:
    assert all(refused(ENGINE, position, order) is not None for position, order in asked_of_the_cases())


def test_every_refusal_of_the_source_has_been_provoked() -> None:
    """Last in the file: by now all of them have been."""
    assert [text for text in unprovoked("broadside", PROVOKED) if not any(words in text for words in NEVER_HERE)] == []
