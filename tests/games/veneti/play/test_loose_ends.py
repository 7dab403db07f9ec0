"""What random play and the walk of refusals have found; each stays found."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.combat_events import Boarded
from rulesdemo.games.veneti.play.events import SquadronsFormed
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply, check, legal
from rulesdemo.rules.ruleset import ruleset
from tests.games.veneti.play.given import position_of
from tests.support.random_play import random_play

RULES = ruleset("veneti")


def after(position: Position, *orders: Any) -> Position:
    """The position after these orders; one that throws stands with its faces."""
    for each in orders:
        order, *faces = each if isinstance(each, tuple) else (each,)
        position = apply(ENGINE, FixedDice(faces), position, order).position
    return position


def test_a_ship_keeps_her_choice_of_leaders_when_both_have_moved_out_of_range() -> None:
    ships = (
        "aquila roman galley 1010 N",
        "lupa roman galley 1006 N",
        "ursa roman galley 1013 N",
        "celer roman galley 1016 N",
        "fulmen roman galley 1019 N",
        "tarvos veneti sail 2020 N",
    )
    leaders = ["brutus roman aquila admiral range 2", "sura roman celer range 2"]
    position = position_of({"ships": ships, "leaders": leaders, "phases": "BEFGH"}, RULES).position
    assert position.turn.unassigned == ("ursa",)
    for leader, ship in (("brutus", "lupa"), ("sura", "fulmen")):
        position = position.with_leader(replace(position.leader(leader), ship=ship))
    choices = [order for order in legal(ENGINE, position) if isinstance(order, o.Assign)]
    assert choices == [o.Assign("ursa", "brutus"), o.Assign("ursa", "sura")]
    assert after(position, choices[1]).turn.unassigned == ()


def test_a_leader_who_comes_aboard_does_not_rest_the_rowers() -> None:
    ships = ("aquila roman galley 1010 N", "lupa roman galley 1210 N maximum", "tarvos veneti sail 2020 N")
    start = after(position_of({"ships": ships}, RULES).position, o.Activate("brutus"))
    rowed = after(start, o.Announce("lupa", 2), o.Ahead("lupa"), (o.Transfer("brutus", "lupa"), 6))
    assert rowed.ship("lupa").level == "maximum"
    assert check(ENGINE, rowed, o.Pivot("lupa", "bow", 1)) is not None
    ended = after(rowed, o.Ahead("lupa"), o.EndMovement())
    assert next(legal(ENGINE, ended)) == o.RollFatigue("lupa")
    # Before she moves he puts her at Cruise, and nobody tests.
    resting = after(start, (o.Transfer("brutus", "lupa"), 6))
    assert resting.ship("lupa").level == "cruise"
    assert after(resting, o.EndMovement()).turn.step != "fatigue"


def test_words_and_numbers_that_no_order_knows_are_refused() -> None:
    start = position_of({"ships": ("aquila roman galley 1010 N", "tarvos veneti sail 2020 N"), "phases": "BCDEFGH"}, RULES).position
    named = after(start, (o.RollInitiative(), 5, 1))
    bad: list[tuple[Position, Any]] = [(named, o.NameFirst("carthage"))]  # type: ignore[arg-type]
    speed = after(named, o.NameFirst("roman"))
    bad.append((speed, o.SetSpeed(("aquila",), "flank")))  # type: ignore[arg-type]
    moving = after(speed, o.EndSpeed(), o.Activate("brutus"), o.Announce("aquila", 2))
    bad += [(moving, o.Veer("aquila", 2)), (moving, o.Pivot("aquila", "mast", 1)), (moving, o.Back("aquila", 13))]  # type: ignore[arg-type]
    for position, order in bad:
        refusal = check(ENGINE, position, order)
        assert refusal is not None
        assert refusal.reason.startswith("There is no "), refusal


def test_events_are_sentences_whoever_is_left() -> None:
    def name(thing: str) -> str:
        return thing.capitalize()

    assert SquadronsFormed((), ("aquila", "lupa")).text(name) == "On their own: Aquila and Lupa."
    assert SquadronsFormed((), ()).text(name) == "Nobody is left to sail."
    assert Boarded("tarvos", (o.Party("aquila", 1),), captured=True).text(name) == "1 marine from Aquila boards Tarvos: captured."


def test_what_the_engine_says_out_of_turn_can_be_read_aloud() -> None:
    start = position_of({"ships": ("aquila roman galley 1010 N", "tarvos veneti sail 2020 N")}, RULES).position
    refusal = check(ENGINE, start, o.Ahead("aquila"))
    assert str(refusal) == (
        "This is not the moment to go ahead. [3.0 E] Activate one of your squadrons. Now is the moment to activate or activate together."
    )


def test_a_game_of_the_walk_can_be_named_by_its_seed() -> None:
    start = ENGINE.start("whole_turn", None).position
    games = [[deed.order for deed in random_play(ENGINE, start, random.Random(3))] for _ in range(2)]
    assert games[0] == games[1]
