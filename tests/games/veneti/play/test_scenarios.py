"""Scenario files: all load and can be played, every goal can be reached and missed, and every fault is named with its place."""

from __future__ import annotations

import copy
import itertools
import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rulesdemo.errors import DataError, InputError
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import ENGINE, scenarios
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.games.veneti.play.victory import GOALS, goal_met
from rulesdemo.odds.dice import FixedDice, RandomDice
from rulesdemo.play.engine import apply, legal
from rulesdemo.rules import scenario_reader
from rulesdemo.rules.datafiles import scenario_file, scenario_names
from rulesdemo.rules.ruleset import ruleset

BATTLES = ("battle", "evening")
PIECES = tuple(name for name in scenarios.names() if name not in BATTLES)
Step = tuple[Any, tuple[int, ...]]


# -- the files -------------------------------------------------------------------------------------------------------------------------


def test_battles_come_first_and_set_pieces_follow_the_chapters() -> None:
    cards = [scenarios.card(name) for name in scenarios.names()]
    assert sorted(scenarios.names()) == sorted(scenario_names("veneti"))
    assert scenarios.names()[:2] == BATTLES
    assert [card.number for card in cards] == sorted(card.number for card in cards)
    assert {card.number for card in cards} == set(range(13))  # battles, and a set piece for each of the twelve chapters


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_says_what_it_is_and_what_is_ours(name: str) -> None:
    card = scenarios.card(name)
    assert card.provenance == "reconstructed"
    assert any(re.search(r"\bOurs: ", line) for line in card.source)
    assert set(card.title) == {"en", "fr"}
    assert 1 <= len(re.findall(r"[.?!](?: |$)", card.about)) <= 4
    assert bool(card.task) == bool(card.chapter)


@pytest.mark.parametrize("name", scenarios.names())
def test_only_brutus_is_a_name_from_the_ancient_authors(name: str) -> None:
    roman = [leader for leader in scenarios.load(name).leaders if leader.side == "roman" and leader.admiral]
    assert all(leader.name == "D. Brutus" for leader in roman)


@pytest.mark.parametrize("name", scenarios.names())
def test_a_scenario_repeats_no_value_of_the_demonstration_tables(name: str) -> None:
    data, _ = scenario_file("veneti", name)
    usual = scenarios.load(name)
    for place, entry in enumerate(data["ship"]):
        plain = {key: value for key, value in entry.items() if key not in ("crew", "marines", "cruise", "maximum", "height")}
        if plain != entry:
            changed = {**data, "ship": [*data["ship"][:place], plain, *data["ship"][place + 1 :]]}
            assert scenarios.build(changed).ships[place] != usual.ships[place], entry["id"]
    assert "wind" not in data or scenarios.build({key: value for key, value in data.items() if key != "wind"}).wind != usual.wind


def test_one_galley_in_three_carries_fire_in_the_battles() -> None:
    for name in BATTLES:
        galleys = [ship for ship in scenarios.load(name).ships if ship.kind == "galley"]
        assert sum(ship.flame for ship in galleys) * 3 == len(galleys)


def test_the_battle_is_on_the_scale_that_it_says() -> None:
    position = scenarios.load("battle")
    assert sum(ship.side == "veneti" for ship in position.ships) * 10 == 220
    assert sum(ship.side == "roman" for ship in position.ships) == 15
    assert "about 220 ships" in " ".join(scenarios.card("battle").source)


def test_the_evening_has_six_ships_and_two_leaders_a_side() -> None:
    position = scenarios.load("evening")
    for side in ("roman", "veneti"):
        assert sum(ship.side == side for ship in position.ships) == 6
        assert [leader.admiral for leader in position.leaders if leader.side == side] == [True, False]


@pytest.mark.parametrize("name", BATTLES)
def test_in_a_battle_nobody_starts_alone(name: str) -> None:
    position = scenarios.start(name).position
    assert position.turn.number == 1
    while position.turn.unassigned:
        position = apply(ENGINE, FixedDice(()), position, next(iter(legal(ENGINE, position)))).position
    assert position.turn.individuals == ()


def test_two_starts_of_a_scenario_are_equal() -> None:
    assert scenarios.start("evening") == scenarios.start("evening")
    assert hash(scenarios.load("evening")) == hash(scenarios.load("evening"))


def test_a_patched_table_changes_the_ships() -> None:
    rules = ruleset("veneti", patches={("demo_ships", "galley", "crew"): "4"})
    assert scenarios.load("veer", rules).ship("aquila").crew_printed == 4
    assert scenarios.load("veer").ship("aquila").crew_printed == 3


def test_an_unknown_scenario_gets_the_nearest_name() -> None:
    with pytest.raises(InputError, match=r"veneti has no scenario 'evenin'. Did you mean evening\?"):
        scenarios.start("evenin")


# -- goals: that each can be reached and missed, tests/play/test_goals.py says; here the longest is played out ---------------------------

IDLE = (o.EndMovement, o.EndBoarding, o.EndSpeed, o.HoldFire, o.DoWithoutLeader, o.Stop)


def _keen(position: Position, rng: random.Random) -> Any:
    """A simple-minded captain: board, grapple, reach for the halyards, and otherwise take the step that ends nearest to an enemy."""
    decision = ENGINE.decision(position)
    assert decision is not None
    orders = [order for order in legal(ENGINE, position) if not isinstance(order, o.Transfer)]
    for kind in (o.Board, o.Grapple, o.UseScythes):
        chosen = [order for order in orders if isinstance(order, kind)]
        if chosen and decision.side == "roman":
            return max(chosen, key=lambda order: len(getattr(order, "parties", ())))
    announced = [order for order in orders if isinstance(order, o.Announce) and decision.side == "roman"]
    if announced:
        return rng.choice([order for order in announced if order.pm] or announced)
    if position.activation and position.activation.moving and decision.side == "roman":
        return min(orders, key=lambda order: (_nearest(position, order), rng.random()))
    return next((order for order in orders if isinstance(order, IDLE)), orders[0])


def _nearest(position: Position, order: Any) -> int:
    after = apply(ENGINE, FixedDice(()), position, order).position if not isinstance(order, o.Fire) else position
    ship = after.ship(order.ship)
    if ship.gone or isinstance(order, o.Fire):
        return 99
    return min(place.distance(there) for place in ship.hexes for other in after.afloat if other.side == "veneti" for there in other.hexes)


def test_the_whole_turns_can_be_won() -> None:
    winners = set()
    for seed in range(30):
        rng = random.Random(seed)
        position, dice = scenarios.start("whole_turn").position, RandomDice(rng)
        while position.result is None:
            position = apply(ENGINE, dice, position, _keen(position, rng)).position
        winners.add(position.result.winner)
    assert winners == {"roman", "veneti"}


@pytest.mark.parametrize("name", [*PIECES, "evening"])
def test_random_play_ends_and_leaves_no_fault(name: str) -> None:
    rng = random.Random(name)
    position = scenarios.start(name).position
    for _ in range(5_000):
        if position.result is not None:
            break
        orders = list(legal(ENGINE, position))
        position = apply(ENGINE, RandomDice(rng), position, rng.choice(orders)).position
        assert list(ENGINE.faults(position)) == []
    assert position.result is not None
    assert position.turn.number <= position.scenario.turns


# -- faults ----------------------------------------------------------------------------------------------------------------------------


def plain() -> dict[str, Any]:
    return {
        "name": "inline",
        "title": {"en": "Inline", "fr": "En ligne"},
        "about": "A test.",
        "source": ["Ours: all."],
        "provenance": "reconstructed",
        "turns": 3,
        "map": {"columns": 9, "rows": 9, "coast": ["0101-0103", "0501-0701", "0909"]},
        "ship": [
            {"id": "aquila", "name": "Aquila", "side": "roman", "type": "galley", "at": "0404", "heading": "N"},
            {"id": "tarvos", "name": "Tarvos", "side": "veneti", "type": "sail", "at": "0504", "heading": "NE"},
        ],
        "leader": [{"id": "sura", "name": "L. Sura", "side": "roman", "ship": "aquila"}],
    }


def goal(**fields: Any) -> dict[str, Any]:
    return {"chapter": "V1", "goal": {"side": "roman", "task": {"en": "Do it.", "fr": "Faites-le."}, **fields}}


def changed(**changes: Any) -> dict[str, Any]:
    """The plain scenario with keys changed; `aquila_crew=4` changes a key of that ship or leader; None takes a key away."""
    data = copy.deepcopy(plain())
    things = {thing["id"]: thing for thing in (*data["ship"], *data["leader"])}
    for key, value in changes.items():
        owner, _, inner = key.partition("_")
        target, name = (things[owner], inner) if owner in things else (data, key)
        if value is None:
            del target[name]
        else:
            target[name] = value
    return data


def test_an_inline_scenario_takes_what_it_does_not_say_from_the_tables() -> None:
    position = scenarios.build(plain())
    aquila, tarvos = position.ships
    assert (aquila.crew_printed, aquila.marines_printed, aquila.cruise, aquila.maximum, aquila.height) == (3, 2, 4, 6, 0)
    assert (tarvos.crew_printed, tarvos.marines_printed, tarvos.cruise, tarvos.maximum, tarvos.height) == (2, 2, 0, 0, 1)
    assert (position.wind.strength, GRID.name(position.wind.to)) == (3, "NE")
    assert (position.leaders[0].command_range, position.leaders[0].initiative) == (4, 0)
    assert position.turn.number == 0
    assert position.scenario.phases == frozenset("ABCDEFGH")
    assert [GRID.label(place) for place in aquila.hexes] == ["0404", "0405"]
    coast = sorted(GRID.label(place) for place in position.scenario.sea.coast)
    assert coast == ["0101", "0102", "0103", "0501", "0601", "0701", "0909"]
    assert len(position.scenario.sea.hexes) == 81


def test_overrides_and_starting_states() -> None:
    states = {"aquila_crew": 4, "aquila_cruise": 5, "aquila_maximum": 7, "aquila_level": "maximum", "aquila_flame": True}
    position = scenarios.build(changed(**states, tarvos_immobilised=True, tarvos_depletion=1, tarvos_on_fire=True, tarvos_height=2))
    aquila, tarvos = position.ships
    assert (aquila.crew_printed, aquila.cruise, aquila.maximum, aquila.level, aquila.flame) == (4, 5, 7, "maximum", True)
    assert (tarvos.immobilised, tarvos.depletion, tarvos.on_fire, tarvos.height) == (True, 1, True, 2)


def test_admirals_take_their_initiative_from_the_table_of_their_side() -> None:
    assert scenarios.build(changed(sura_admiral=True)).leaders[0].initiative == 3
    talmor = {"id": "talmor", "name": "Talmor", "side": "veneti", "ship": "tarvos", "admiral": True}
    assert scenarios.build(changed(leader=[talmor])).leaders[0].initiative == 1
    assert scenarios.build(changed(leader=[{**talmor, "initiative": 2, "command_range": 6}])).leaders[0].initiative == 2


def test_a_grapple_named_once_holds_both_ways() -> None:
    position = scenarios.build(changed(tarvos_grappled=["aquila"]))
    assert [sorted(ship.grappled) for ship in position.ships] == [["tarvos"], ["aquila"]]


def test_a_captured_ship_has_changed_hands_and_a_retaken_one_has_not() -> None:
    assert scenarios.build(changed(tarvos_captured="captured")).ship("tarvos").controller == "roman"
    assert scenarios.build(changed(tarvos_captured="recaptured")).ship("tarvos").controller == "veneti"


def test_squadrons_and_victory_are_never_left_out() -> None:
    assert scenarios.build(changed(phases=["E"])).scenario.phases == frozenset("BEH")


@pytest.mark.parametrize("phases", [phases for count in range(1, 7) for phases in itertools.combinations("ACDEFG", count)], ids="".join)
def test_any_phases_can_be_left_out(phases: tuple[str, ...]) -> None:
    rng = random.Random("".join(phases))
    position = ENGINE.advance(scenarios.build(changed(phases=[*phases], turns=2, leader=[], aquila_on_fire=True))).position
    while position.result is None:
        position = apply(ENGINE, RandomDice(rng), position, rng.choice(list(legal(ENGINE, position)))).position
        assert list(ENGINE.faults(position)) == []
    assert position.turn.number <= 2


def test_a_side_may_have_no_ships() -> None:
    assert len(scenarios.build(changed(ship=plain()["ship"][:1])).ships) == 1


FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"turnz": 3}, "scenario inline: has no key 'turnz'. Did you mean turns?"),
    ({"name": "In Line"}, "name 'In Line' must be lower-case"),
    ({"title": {"en": "Inline"}}, "title: fr is missing"),
    ({"title": {"en": "Inline", "fr": "En ligne", "de": "x"}}, "title: has no key 'de'"),
    ({"title": "Inline"}, "title: must be a table"),
    ({"about": 5}, "about must be a text, not 5"),
    ({"about": " "}, "about must be a text"),
    ({"source": []}, "source must name something"),
    ({"source": "Ours"}, "source must be a list of texts"),
    ({"provenance": "seed"}, "provenance is 'seed'. Known: reconstructed."),
    ({"turns": 0}, "turns must be a whole number of 1 or more, not 0"),
    ({"turns": True}, "turns must be a whole number"),
    ({"turns": None}, "turns is missing"),
    ({"phases": ["E", "I"]}, "phases names 'I'"),
    ({"phases": ["E", "E"]}, "nothing twice"),
    ({"first": "romans"}, "first is 'romans'. Did you mean roman?"),
    ({"wind": {"strength": 7}}, "wind: strength must be a whole number from 0 to 6, not 7"),
    ({"wind": {"to": "E"}}, "wind: to is 'E'"),
    ({"wind": {"force": 2}}, "wind: has no key 'force'"),
    ({"wind": 3}, "wind: must be a table"),
    ({"map": {"columns": 0, "rows": 3}}, "map: columns must be a whole number from 1 to 99, not 0"),
    ({"map": {"columns": 9, "rows": 9, "coast": ["1001"]}}, "map: coast: 1001 leaves the map of 9 columns and 9 rows"),
    ({"map": {"columns": 9, "rows": 9, "coast": ["101"]}}, "map: coast: '101' is no hex number"),
    ({"map": {"columns": 9, "rows": 9, "coast": ["0101-0202"]}}, "runs neither down a column nor along a row"),
    ({"map": {"columns": 9, "rows": 9, "coast": ["0103-0101"]}}, "runs neither down a column nor along a row"),
    ({"map": {"columns": 9, "rows": 9, "coast": [101]}}, "coast must be a list of texts"),
    ({"ship": []}, "there is no ship"),
    ({"ship": {"id": "aquila"}}, "write each ship as [[ship]]"),
    ({"ship": ["aquila"]}, "ship 1: must be a table"),
    ({"aquila_type": "gally"}, "ship aquila: type is 'gally'. Did you mean galley?"),
    ({"aquila_side": "greek"}, "ship aquila: side is 'greek'"),
    ({"aquila_speed": 4}, "ship aquila: has no key 'speed'"),
    ({"aquila_at": "0011"}, "ship aquila: her bow is off the map"),
    ({"aquila_at": "0409"}, "ship aquila: her stern is off the map"),
    ({"aquila_at": "44"}, "ship aquila: at: '44' is no hex number"),
    ({"aquila_at": 404}, "ship aquila: at must be a text"),
    ({"aquila_at": None}, "ship aquila: at is missing"),
    ({"aquila_heading": "E"}, "ship aquila: heading is 'E'"),
    ({"aquila_heading": "n"}, "ship aquila: heading is 'n'"),
    ({"aquila_crew": 5}, "ship aquila: crew must be a whole number from 1 to 4, not 5"),
    ({"aquila_marines": -1}, "ship aquila: marines must be a whole number of 0 or more"),
    ({"aquila_maximum": 3}, "ship aquila: maximum must be a whole number of 4 or more, not 3"),
    ({"aquila_flame": 1}, "ship aquila: flame must be true or false, not 1"),
    ({"aquila_level": "fast"}, "ship aquila: level is 'fast'"),
    ({"aquila_level": "maximum", "aquila_fatigue": 2}, "ship aquila: a galley that is tired or was captured has no Maximum [6.44, 8.25]"),
    ({"aquila_immobilised": True}, "ship aquila: only a sailing ship can be immobilised"),
    ({"aquila_name": "Tarvos"}, "two ships or leaders have the name 'Tarvos'"),
    ({"aquila_id": "Aquila"}, "id 'Aquila' must be lower-case"),
    ({"aquila_grappled": ["lupa"]}, "ship aquila: grappled names 'lupa'. Known: tarvos."),
    ({"aquila_grappled": ["aquila"]}, "ship aquila: grappled names 'aquila'"),
    (
        {"aquila_grappled": ["tarvos"], "tarvos_at": "0704"},
        "ship aquila: she cannot be grappled to tarvos, who does not lie beside her [8.11]",
    ),
    ({"tarvos_at": "0405"}, "ship tarvos: 0405 is filled by aquila [6.6]"),
    ({"tarvos_at": "0501"}, "ship tarvos: her bow is aground in 0501 [6.35]"),
    ({"tarvos_id": "aquila"}, "two ships or leaders have the id 'aquila'"),
    ({"tarvos_flame": True}, "ship tarvos: only Roman galleys carry flaming missiles [8.5]"),
    ({"tarvos_cruise": 4}, "ship tarvos: has no key 'cruise'"),
    ({"tarvos_fatigue": 1}, "ship tarvos: fatigue must be a whole number from 0 to 0"),
    ({"tarvos_level": "maximum"}, "ship tarvos: level is 'maximum'"),
    ({"tarvos_captured": "yes"}, "ship tarvos: captured is 'yes'"),
    ({"sura_ship": "lupa"}, "leader sura: ship is 'lupa'. Known: aquila, tarvos."),
    ({"sura_ship": "tarvos"}, "leader sura: tarvos cannot be his ship"),
    ({"aquila_captured": "recaptured"}, "leader sura: aquila cannot be his ship"),
    ({"sura_initiative": 3}, "leader sura: only an Admiral has an initiative [6.71]"),
    ({"sura_admiral": True, "sura_initiative": -1}, "leader sura: initiative must be a whole number of 0 or more"),
    ({"sura_rank": 1}, "leader sura: has no key 'rank'"),
    (
        {"leader": [{"id": name, "name": name, "side": "roman", "ship": "aquila", "admiral": True} for name in ("naso", "sura")]},
        "the roman side has more than one Admiral: naso, sura",
    ),
    ({"chapter": "V1"}, "a set piece has a chapter and a goal, a whole game has neither"),
    ({"goal": goal(kind="first")["goal"]}, "a set piece has a chapter and a goal"),
    ({**goal(kind="first"), "chapter": "2"}, "chapter '2' must be written as in \"V2\""),
    (goal(kind="fist"), "goal: kind is 'fist'. Did you mean first?"),
    (goal(kind="capture"), "goal: ships is missing"),
    (goal(kind="capture", ships=["lupa"]), "goal: ships names 'lupa'. Known: aquila, tarvos."),
    (goal(kind="capture", ships=["tarvos"], need=2), "goal: need is 2, but only 1 ships are named"),
    (goal(kind="capture", ships=["tarvos"], ship="tarvos"), "goal: has no key 'ship'"),
    (goal(kind="free", ship="lupa"), "goal: ship is 'lupa'"),
    (goal(kind="reach", ship="aquila", hexes=["9999"]), "goal: hexes must be open water on the map"),
    (goal(kind="reach", ship="aquila", hexes=["0101"]), "goal: hexes must be open water on the map"),
    (goal(kind="reach", ship="aquila", hexes=["0404"]), "goal: it is met before anybody has moved"),
    (goal(kind="touch", ship="aquila", target="tarvos", sides=["waist"]), "goal: sides names 'waist'"),
    (goal(kind="together", leaders=["sura", "naso"]), "goal: leaders names 'naso'"),
    (
        {**goal(kind="first"), "first": "veneti", "goal": {**goal(kind="first")["goal"], "task": {"en": "Do it."}}},
        "goal, task: fr is missing",
    ),
]


@pytest.mark.parametrize(("changes", "said"), FAULTS, ids=[str(number) for number in range(len(FAULTS))])
def test_a_fault_names_its_place(changes: dict[str, Any], said: str) -> None:
    with pytest.raises(DataError) as caught:
        scenarios.build(changed(**changes))
    assert str(caught.value).startswith("scenario ")
    assert said in str(caught.value)


def test_the_plain_scenario_has_no_fault() -> None:
    scenarios.build(plain())
    scenarios.build(changed(**goal(kind="capture", ships=["tarvos"])))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (plain(), "the scenario calls itself 'inline'; its name must be that of its file"),
        ({**changed(aquila_at="0409"), "name": "evening"}, "ship aquila: her stern is off the map"),
        ({**changed(aquila_crew=9), "name": "evening"}, "ship aquila: crew must be a whole number from 1 to 4, not 9"),
    ],
    ids=["name", "place", "value"],
)
def test_a_fault_in_a_file_names_the_file(monkeypatch: pytest.MonkeyPatch, data: dict[str, Any], said: str) -> None:
    monkeypatch.setattr(scenario_reader, "scenario_file", lambda _game, name: (data, f"data/veneti/scenarios/{name}.toml"))
    monkeypatch.setattr(scenarios.SHELF, "_read", {})  # whatever was read before
    with pytest.raises(DataError) as caught:
        scenarios.load("evening")
    assert str(caught.value).startswith("data/veneti/scenarios/evening.toml")
    assert said in str(caught.value)


def _goals() -> Iterator[str]:
    return (scenarios.load(name).scenario.goal["kind"] for name in PIECES)


def test_every_kind_of_goal_is_used() -> None:
    assert set(_goals()) == set(GOALS)


@pytest.mark.parametrize("name", PIECES)
def test_no_goal_is_met_at_the_start(name: str) -> None:
    assert goal_met(scenarios.start(name).position) is None
