"""Every way to be refused: illegal orders of all kinds thrown at random positions and at those of the rule cases.

Each refusal must name a rule that exists and be made of whole sentences; an order that is not refused must be among the legal ones.
Which lines of the source made the refusals is noted, and a line that nobody can reach is a failure.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import PURSES, Position, Result
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply, check
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.games.toulon.play.given import position_of
from tests.support.random_play import Temper, note_refusals
from tests.support.refusals import check_orders, refused, tried, unprovoked, walk

CASES = Path(__file__).parents[3] / "cases" / "toulon" / "play"
JUNK = ("", "nobody", "Toulon", "royals ")
FIERCE = Temper("fierce", {"declare": 4, "go_in": 6, "end_moves": 0.3, "skip": 0.3}, by_kind=True)
WALKS = 12


def drawn(rng: random.Random, position: Position, kind: type) -> Any:
    """An order of this kind with any fields at all."""
    hints = get_type_hints(kind)
    return kind(**{each.name: value(rng, position, each.name, hints[each.name]) for each in fields(kind)})


def value(rng: random.Random, position: Position, name: str, hint: Any) -> Any:  # noqa: PLR0911 - one for each kind of field
    """Something for a field: of the right type, but seldom right."""
    if hint is bool:
        return rng.random() < 0.5
    if hint is int:
        return rng.randrange(-7, 8)
    if name == "purse":
        return rng.choice([*PURSES, *([None] if get_origin(hint) is not Literal else [])])
    if get_origin(hint) is Literal:
        return rng.choice(get_args(hint))
    if rng.random() < 0.05:
        return rng.choice(JUNK)
    if name in ("zone", "to"):
        return rng.choice(list(position.board.zones))
    return rng.choice(["nobody", *(unit.id for unit in position.units), *(leader.id for leader in position.leaders)])


PROVOKED: set[tuple[str, int]] = set()


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> None:
    note_refusals(monkeypatch, PROVOKED)


# -- positions -------------------------------------------------------------------------------------------------------------------------


def positions(seed: int) -> Iterator[Position]:
    """Positions of a random game of each scenario in turn."""
    names = ENGINE.scenarios()
    return walk(ENGINE, ENGINE.start(names[seed % len(names)], None).position, random.Random(seed), FIERCE, 120)


def case_positions() -> Iterator[Position]:
    """The positions that the rule cases go through."""
    for path in sorted(CASES.glob("*.toml")):
        for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]:
            rules = ruleset("toulon", case.get("switches"))
            position = position_of(case["given"], rules).position if "given" in case else ENGINE.start(case["scenario"], rules).position
            for said in case.get("play", ()):
                yield position
                words, _, faces = said.partition(" dice ")
                order = read_order(ENGINE, words)
                if check(ENGINE, position, order) is not None:
                    refused(ENGINE, position, order)
                    break
                position = apply(ENGINE, FixedDice(tuple(map(int, faces.split()))), position, order).position
                if said == case["play"][-1]:
                    yield position
                if ENGINE.decision(position) is None:
                    break


@pytest.mark.parametrize("block", range(4))
def test_an_order_is_refused_in_words_or_it_is_legal(block: int) -> None:
    for seed in range(block, WALKS, 4):
        rng = random.Random(f"orders {seed}")
        for position in positions(seed):
            check_orders(ENGINE, position, tried(ENGINE, position, rng, drawn, 8))


def test_so_it_is_in_the_positions_of_the_cases() -> None:
    rng = random.Random("cases")
    for position in case_positions():
        if ENGINE.decision(position) is not None:
            check_orders(ENGINE, position, tried(ENGINE, position, rng, drawn, 12))


# -- hand-made positions ---------------------------------------------------------------------------------------------------------------


def at(**given: Any) -> Position:
    position: Position = position_of(given, ruleset("toulon")).position
    return position


def played(position: Position, *said: str) -> Position:
    for each in said:
        words, _, faces = each.partition(" dice ")
        position = apply(ENGINE, FixedDice(tuple(map(int, faces.split()))), position, read_order(ENGINE, words)).position
    return position


def test_the_game_is_over() -> None:
    position = replace(at(), result=Result("draw", "it is late", 0))
    refusal = refused(ENGINE, position, o.EndMoves())
    assert refusal is not None
    assert refusal.rule == "1.8"


def test_a_word_that_no_order_knows() -> None:
    position = at(steps=["op"])
    refusal = refused(ENGINE, position, o.RollRandomOp("austrian"))  # type: ignore[arg-type]
    assert refusal is not None
    assert refusal.way_out.endswith("as purse.")


R, B = {"first": "republican", "op": {"west": 9, "east": 9}}, {"op": {"british": 9}}
ATTACK = ("go_in west", "roll_quality allobroges dice 1", "end_moves")
HAND: list[tuple[dict[str, Any], tuple[str, ...], str, str]] = [
    ({}, (), "supply luck 1", "1.11"),
    ({}, (), "supply attrition 7/6", "1.16 F"),
    ({}, (), "supply steps 2", "4.9b"),  # what it is already
    (
        {**R, "units": ["allobroges west infantry 3 malbousquet"], "leaders": ["bonaparte west A malbousquet"]},
        (),
        "march bonaparte carqueiranne",
        "4.9s",
    ),
    (
        {
            **R,
            "steps": ["trace"],
            "stock": 1,
            "units": [
                "allobroges west infantry 3 malbousquet",
                "convention west battery 2 cepet",
                "guns west artillery 2 cepet",
                "royals british infantry 4 la_seyne",
                "foot british infantry 1 sablettes",
            ],
        },
        ("declare allobroges la_seyne", *ATTACK, "fight la_seyne"),
        "bombard guns",
        "4.12j",  # and too far as well
    ),
    (
        {
            **R,
            "steps": ["trace"],
            "units": [
                "italie east infantry 3 la_garde",
                "guns west artillery 2 cepet",
                "near east artillery 2 sollies",
                "royals british infantry 4 la_valette",
                "foot british infantry 1 sablettes",
                "other east artillery 2 faron",
                "m british infantry 1 malbousquet",
                "t british infantry 1 toulon",
            ],
        },
        ("declare italie la_valette", "go_in east", "roll_quality italie dice 1", "end_moves", "fight la_valette"),
        "bombard other",
        "4.12h",
    ),
    (
        {
            **R,
            "units": [
                "guns east artillery 2 la_malgue",
                "royals british infantry 3 la_malgue fort",
                "foot british infantry 2 marguerite",
                "italie east infantry 4 la_garde",
                "more east artillery 2 carqueiranne",
            ],
        },
        ("declare italie marguerite", "go_in east", "roll_quality italie dice 1", "end_moves", "skip", "fight marguerite"),
        "bombard guns",
        "4.12k",
    ),
    (
        {
            **R,
            "options": ["6.3"],
            "units": ["allobroges west infantry 4 malbousquet", "royals british infantry 8 toulon", "foot british infantry 7 toulon"],
        },
        ("declare allobroges toulon", *ATTACK, "fight toulon", "roll_battle dice 1"),
        "adjust_die -1",
        "6.3",
    ),
    (
        {**B, "units": ["guns british artillery 2 la_malgue", "scout west infantry 1 la_valette patrol"]},
        ("declare guns la_valette",),
        "go_in british",
        "4.9e",
    ),
    (
        {**B, "units": ["a british infantry 2 la_malgue", "b british infantry 2 toulon", "italie east infantry 2 la_valette"]},
        ("declare a la_valette",),
        "declare b la_valette",
        "4.9f",
    ),
    (
        {**R, "units": ["dragoons west cavalry 2 ollioules", "royals british infantry 2 malbousquet"]},
        ("march dragoons west_road_1", "roll_quality dragoons dice 1"),
        "declare dragoons malbousquet",
        "4.9l",
    ),
    (
        {**R, "units": ["allobroges west infantry 6 malbousquet", "royals british infantry 3 la_seyne"]},
        ("declare allobroges la_seyne", *ATTACK, "fight la_seyne", "roll_battle dice 6", "roll_battle dice 1"),
        "retreat toulon",
        "4.12d",
    ),
    (
        {**B, "redoubts": ["la_seyne improved allied"], "units": ["royals british infantry 2 la_seyne"]},
        (),
        "fortify la_seyne british",
        "4.7c",
    ),
    (
        {**R, "units": ["allobroges west infantry 4 malbousquet", "royals british infantry 3 la_seyne"]},
        ("declare allobroges la_seyne", *ATTACK, "fight la_seyne", "roll_battle dice 6", "roll_battle dice 1"),
        "retreat carqueiranne",
        "4.12d",
    ),
    (
        {**B, "units": ["a british infantry 2 la_malgue", "b british infantry 2 toulon", "c british infantry 2 marguerite"]},
        ("fortify la_malgue british", "fortify toulon british"),
        "fortify marguerite british",
        "4.7c",
    ),
    (
        {**B, "redoubts": ["la_seyne normal republican"], "units": ["royals british infantry 2 la_seyne"]},
        (),
        "fortify la_seyne british",
        "4.7b",
    ),
    (
        {
            "units": ["a british infantry 2 toulon", "b british infantry 2 la_malgue", "c british infantry 2 marguerite"],
            "leaders": ["mulgrave british B toulon"],
        },
        ("march mulgrave la_malgue", "march mulgrave marguerite"),
        "march mulgrave la_malgue",
        "4.9b",
    ),
    (
        {
            **R,
            "units": [
                "italie east infantry 4 la_garde",
                "hussars east cavalry 2 la_garde",
                "royals british infantry 3 la_valette",
            ],
        },
        (
            "declare italie la_valette",
            "declare hussars la_valette",
            "go_in east",
            "roll_quality italie dice 1",
            "roll_quality hussars dice 1",
            "end_moves",
            "fight la_valette",
            "roll_battle dice 4",
            "roll_battle dice 2",
        ),
        "pursue italie",
        "4.12q",
    ),
    (
        {
            **R,
            "units": [
                "allobroges west infantry 3 malbousquet",
                "guns west artillery 2 six_fours",
                "royals british infantry 3 la_seyne",
            ],
        },
        ("declare allobroges la_seyne", *ATTACK, "fight la_seyne"),
        "bombard guns redoubt=yes",
        "6.8",
    ),
    ({**B, "units": ["royals british infantry 2 la_malgue"]}, (), "march royals la_valette", "4.2e"),
    (
        {**B, "units": ["royals british infantry 2 la_malgue", "marines british infantry 1 toulon"]},
        (),
        "march royals toulon british",
        "4.2e",
    ),
    (
        {
            **R,
            "steps": ["rally"],
            "units": [
                "marseille west infantry 3 cepet",
                "royals british infantry 2 sablettes",
                "italie west infantry 3 marguerite",
                "a british infantry 2 la_malgue",
                "b british infantry 2 la_valette",
                "c british infantry 2 la_garde",
                "d british infantry 2 carqueiranne",
            ],
        },
        ("end_moves",),
        "roll_surrounded marguerite",
        "4.13b",
    ),
    (
        {"turn": 1, "steps": ["espionage"], "units": ["marseille west infantry 2 malbousquet"]},
        (),
        "spy malbousquet",
        "5a",
    ),
    (
        {"turn": 2, "steps": ["espionage"], "units": ["marseille west infantry 2 malbousquet"]},
        (),
        "hold_council",
        "5c",
    ),
]


@pytest.mark.parametrize(("given", "before", "said", "rule"), HAND, ids=[f"{each[2]} {each[3]}" for each in HAND])
def test_what_chance_seldom_finds(given: dict[str, Any], before: tuple[str, ...], said: str, rule: str) -> None:
    refusal = refused(ENGINE, played(at(**given), *before), read_order(ENGINE, said))
    assert refusal is not None
    assert refusal.rule == rule, refusal


def test_a_removed_redoubt_is_rebuilt_only_where_it_stood() -> None:
    position = at(**B, supplied={"redoubts": 1}, units=["royals british infantry 2 toulon"])
    refusal = refused(ENGINE, replace(position, razed=(("la_seyne", "allied"),)), o.Fortify("toulon", "british"))
    assert refusal is not None
    assert refusal.rule == "6.8"
    assert refusal.way_out == "Dig in La Seyne."


def test_every_refusal_of_the_source_has_been_provoked() -> None:
    """Last in the file: by now all of them have been."""
    assert unprovoked("toulon", PROVOKED) == []
