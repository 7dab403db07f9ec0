"""Rule cases of the engines: a position, the orders given in it, and what the rules say follows.

[[case]]
name = "VT04: from 4022 heading N, a galley veers to starboard"
rules = ["5.2", "5.3 ex 2"]                             # the rules it exercises
rulings = ["A5"]                                        # optional: our rulings that it rests on
given = { ships = ["aquila roman galley 4022 N"] }      # a position in the game's own words (tests/games/<game>/play/given.py) ...
scenario = "evening"                                    # ... or the start of a scenario
switches = { grapple_side = "any" }                     # optional
patches = { "boarding:4,1" = "5" }                      # optional
play = [                                                # orders as players write them, with the faces of the dice they throw
    "activate brutus",
    "announce aquila 1",
    "veer aquila 1",
    "grapple aquila gull dice 4",
    { order = "grapple", ship = "aquila", target = "gull", faces = [4] },       # the same, field by field
]
expect = { aquila = { at = "4121", heading = "NE" } }   # what is so after the last order; see below
refused = "is grappled"                                 # or: the last order is refused with these words ...
rule = "6.34"                                           # ... by this rule
legal = ["announce aquila 0"]                           # orders that are legal after the play
not_legal = ["announce aquila 5"]                       # and some that are not
choices = { announce = ["aquila 0", "aquila 1"] }       # all the legal orders of a kind, no more and no less
odds = [{ when = { gull = { grappled = [] } }, p = "1/2" }]     # exact chances of what the last order leads to

`expect` and `when` speak of ships and leaders by id (any field of theirs, or a value worked out from them), of `turn`, `activation` and
`result`, and of these in one piece: `wind`, `squadrons`, `debris`, `decision` (who must choose, and words of the prompt), `events` (words
that must stand in what has happened; in `when`, in what the last order brings) and `no_events` (words that must not).
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Decision, Engine, IllegalOrder, Outcome, apply, check, legal, prospects, word_of
from rulesdemo.play.game import game as find_game
from rulesdemo.play.order_codec import decode, read_order
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.rule_index import TO_CARRY_OUT, rules_of, rulings_of
from rulesdemo.rules.ruleset import Ruleset, ruleset

FOLDER = Path(__file__).parents[1] / "cases"
KEYS = {
    *("name", "rules", "rulings", "given", "scenario", "switches", "patches", "play"),
    *("expect", "refused", "rule", "legal", "not_legal", "choices", "odds"),
}
CLAIMS = {"expect", "refused", "legal", "not_legal", "choices", "odds"}
PLAYABLE = [name for name in GAMES if find_game(name).engine]


def load() -> list[tuple[str, str, dict[str, Any]]]:
    paths = sorted(FOLDER.glob("*/play/*.toml"))
    return [(path.parts[-3], path.stem, case) for path in paths for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


CASES = load()


class Order(NamedTuple):
    """An order, and the faces that its dice show."""

    order: Any
    faces: tuple[int, ...]


def read(engine: Engine[Any], said: str | dict[str, Any]) -> Order:
    """An order as a case writes it."""
    if isinstance(said, str):
        words, _, faces = said.partition(" dice ")
        return Order(read_order(engine, words), tuple(map(int, faces.split())))
    fields = {name: value for name, value in said.items() if name not in ("order", "faces")}
    return Order(decode(engine, said["order"], fields), tuple(said.get("faces", ())))


def carried_out(engine: Engine[Any], position: Any, order: Order) -> Outcome[Any]:
    """The order with its faces, no die more or less; nothing that no position may show comes of it."""
    dice = FixedDice(order.faces)
    outcome = apply(engine, dice, position, order.order)
    dice.finish()
    assert list(engine.faults(outcome.position)) == []
    return outcome


# -- what a case claims ----------------------------------------------------------------------------------------------------------------


def differences(game: str, engine: Engine[Any], outcome: Outcome[Any], claim: Mapping[str, Any]) -> Iterator[str]:
    """Where the position or the events are not as the case says."""
    position, words = outcome.position, import_module(f"tests.games.{game}.play.given")
    for subject, value in claim.items():
        if subject in ("events", "no_events"):
            said = [event.text(lambda thing: engine.name(position, thing)) for event in outcome.events]
            wrong = [piece for piece in value if any(piece in line for line in said) != (subject == "events")]
            yield from (f"{subject}: {piece!r} in {said}" for piece in wrong)
        elif subject == "decision":
            yield from other_decision(engine.decision(position), value)
        elif isinstance(value, Mapping) and subject != "squadrons":
            yield from other_values(value, {field: words.value_of(position, subject, field) for field in value}, subject)
        else:
            yield from other_values({subject: value}, {subject: words.whole_of(position, subject)}, "the position's")


def other_decision(decision: Decision | None, claim: str) -> Iterator[str]:
    found = f"{decision.side}: {decision.prompt}" if decision else "none"
    if not all(piece.strip() in found for piece in claim.split("...")):
        yield f"decision: {found!r}, not {claim!r}"


def other_values(claim: Mapping[str, Any], found: Mapping[str, Any], subject: str) -> Iterator[str]:
    """Values of another size or kind: 1 is not true, but a message is its text."""
    for field, expected in claim.items():
        kind = str if isinstance(found[field], str) else type(found[field])
        if found[field] != expected or kind is not type(expected):
            yield f"{subject} {field} is {found[field]!r}, not {expected!r}"


def check_orders(engine: Engine[Any], position: Any, case: dict[str, Any]) -> None:
    """Whether orders are legal, asked of the check and of the list of legal orders alike."""
    every = list(legal(engine, position))
    for said in case.get("legal", []):
        order = read(engine, said).order
        assert check(engine, position, order) is None, f"{said}: {check(engine, position, order)}"
        assert order in every, f"{said} is not listed"
    for said in case.get("not_legal", []):
        order = read(engine, said).order
        assert check(engine, position, order) is not None, f"{said} is legal"
        assert order not in every, f"{said} is listed"
    for kind, said in case.get("choices", {}).items():
        expected = [read(engine, f"{kind} {rest}").order for rest in said]
        found = [order for order in every if word_of(type(order)) == kind]
        assert sorted(map(repr, found)) == sorted(map(repr, expected))


def check_refused(engine: Engine[Any], position: Any, order: Order, case: dict[str, Any]) -> None:
    with pytest.raises(IllegalOrder) as refused:
        carried_out(engine, position, order)
    refusal = refused.value.refusal
    assert case["refused"] in f"{refusal.reason} {refusal.way_out}"
    assert refusal.rule == case["rule"], refusal


def check_odds(game: str, engine: Engine[Any], position: Any, order: Order, case: dict[str, Any]) -> None:
    dist = prospects(engine, position, order.order)
    for line in case["odds"]:
        chance = sum((p for outcome, p in dist.items() if not list(differences(game, engine, outcome, line["when"]))), Fraction(0))
        assert chance == Fraction(line["p"]), line


# -- the cases -------------------------------------------------------------------------------------------------------------------------


def rules_for(game: str, case: dict[str, Any]) -> Ruleset:
    patches = {}
    for key, value in case.get("patches", {}).items():
        table, _, place = key.partition(":")
        row, _, column = place.rpartition(",")
        patches[table, row, column] = value
    return ruleset(game, case.get("switches"), patches)


def start(game: str, engine: Engine[Any], case: dict[str, Any]) -> Outcome[Any]:
    assert ("given" in case) != ("scenario" in case), "a case begins with a position or with a scenario"
    if "scenario" in case:
        return engine.start(case["scenario"], rules_for(game, case))
    made: Outcome[Any] = import_module(f"tests.games.{game}.play.given").position_of(case["given"], rules_for(game, case))
    return made


@pytest.mark.parametrize(("game", "chapter", "case"), CASES, ids=[f"{game}-{chapter}-{case['name']}" for game, chapter, case in CASES])
def test_case(game: str, chapter: str, case: dict[str, Any]) -> None:  # noqa: ARG001 - the chapter is in the id
    assert set(case) <= KEYS, f"unknown keys {set(case) - KEYS}"
    assert case.keys() & CLAIMS, "a case must be able to fail"
    assert ("refused" in case) == ("rule" in case)
    assert case["rules"]
    assert set(case["rules"]) <= set(rules_of(game))
    assert set(case.get("rulings", ())) <= set(rulings_of(game))
    engine: Any = find_game(game).play()
    outcome = start(game, engine, case)
    orders = [read(engine, said) for said in case.get("play", [])]
    last = orders.pop() if case.keys() & {"refused", "odds"} else None
    for order in orders:
        after = carried_out(engine, outcome.position, order)
        outcome = Outcome(after.position, outcome.events + after.events)
    if last is not None and "refused" in case:
        check_refused(engine, outcome.position, last, case)
        last = None
    if last is not None:
        check_odds(game, engine, outcome.position, last, case)
        if case.keys() & (CLAIMS - {"odds"}):
            after = carried_out(engine, outcome.position, last)
            outcome = Outcome(after.position, outcome.events + after.events)
    assert list(differences(game, engine, outcome, case.get("expect", {}))) == []
    check_orders(engine, outcome.position, case)


def test_no_two_cases_have_the_same_name() -> None:
    names = [(game, chapter, case["name"]) for game, chapter, case in CASES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_game_with_an_engine_has_cases(game: str) -> None:
    assert any(each == game for each, _, _ in CASES)


# -- what the cases of a game must cover -----------------------------------------------------------------------------------------------

# The worked examples of the rules, by their number in the specification.
VECTORS = {
    "veneti": [f"VT{number:02}" for number in range(1, 26)],
    "escadres": [f"V{number}" for number in range(1, 21)],
    "republic": [*(f"S{number}" for number in range(1, 7)), *(f"D{number}" for number in range(1, 23))],
    "broadside": [f"BT{number:02}" for number in range(1, 24)],
    "toulon": [*(f"S{number}" for number in range(1, 4)), *(f"D{number}" for number in range(1, 22))],
}

WITHOUT_CASE = {
    ("veneti", "A1"): "says which section numbers hold; no position differs by it",
    ("veneti", "A7"): "leaves out a reference to a rule that does not exist; there is nothing to carry out",
}


@pytest.mark.parametrize(("game", "vector"), [(game, vector) for game in PLAYABLE for vector in VECTORS.get(game, ())])
def test_every_worked_example_is_played(game: str, vector: str) -> None:
    assert any(each == game and case["name"].startswith(f"{vector}: ") for each, _, case in CASES)


@pytest.mark.parametrize(("game", "ruling"), [(game, ruling) for game in PLAYABLE for ruling in rulings_of(game)])
def test_every_ruling_is_played(game: str, ruling: str) -> None:
    cited = any(each == game and ruling in case.get("rulings", ()) for each, _, case in CASES)
    assert cited != ((game, ruling) in WITHOUT_CASE), WITHOUT_CASE.get((game, ruling), "no case rests on it")


SWITCHES = [(game, ruling.switch) for game in PLAYABLE for ruling in rulings_of(game).values() if ruling.switch]


@pytest.mark.parametrize(("game", "switch"), SWITCHES, ids=[f"{game}-{switch.name}" for game, switch in SWITCHES])
def test_every_other_reading_is_played(game: str, switch: Any) -> None:
    played = {case.get("switches", {}).get(switch.name, switch.default) for each, _, case in CASES if each == game}
    assert played == {choice for choice, _ in switch.choices}


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_order_is_given_in_some_case(game: str) -> None:
    engine: Any = find_game(game).play()
    given = {type(read(engine, said).order) for each, _, case in CASES if each == game for said in case.get("play", [])}
    assert {word_of(kind) for kind in set(engine.verbs) - given} == set()


@pytest.mark.parametrize("game", PLAYABLE)
def test_every_rule_to_carry_out_has_a_case_that_plays_it(game: str) -> None:
    played = {rule for each, _, case in CASES if each == game for rule in case["rules"]}
    assert [rule.id for rule in rules_of(game).values() if rule.status in TO_CARRY_OUT and rule.id not in played] == []
