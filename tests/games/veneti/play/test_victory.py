"""Victory: the score, the end of a battle, and every kind of goal met and not met (3.0 H, 9.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.state import Activation, Doing, Position, Squadron
from rulesdemo.games.veneti.play.victory import GOALS, beaten, goal_met, judge, score

AT = {"aquila": ("roman", "galley", "0404", "N"), "lupa": ("roman", "galley", "0804", "N")}
AT |= {"tarvos": ("veneti", "sail", "0504", "NE"), "morwen": ("veneti", "sail", "0505", "NE")}


def small(**goal: Any) -> Position:
    """Two galleys and two sailing ships, three turns; with a goal when one is given."""
    data: dict[str, Any] = {
        "name": "small",
        "title": {"en": "Small", "fr": "Petit"},
        "about": "A test.",
        "source": ["Ours: all."],
        "provenance": "reconstructed",
        "turns": 3,
        "first": "veneti",
        "map": {"columns": 10, "rows": 10},
        "ship": [
            {"id": name, "name": name.capitalize(), "side": side, "type": kind, "at": at, "heading": heading}
            for name, (side, kind, at, heading) in AT.items()
        ],
        "leader": [
            {"id": "brutus", "name": "D. Brutus", "side": "roman", "ship": "aquila", "admiral": True},
            {"id": "sura", "name": "L. Sura", "side": "roman", "ship": "lupa"},
        ],
    }
    if goal:
        data |= {"chapter": "V1", "goal": {"side": "roman", "task": {"en": "Do it.", "fr": "Faites-le."}, **goal}}
    return scenarios.build(data)


def with_ship(position: Position, name: str, **changes: Any) -> Position:
    return position.with_ships(replace(position.ship(name), **changes))


def taken(position: Position, *names: str) -> Position:
    for name in names:
        side = "veneti" if position.ship(name).side == "roman" else "roman"
        position = with_ship(position, name, captured="captured", controller=side)
    return position


# -- the score -------------------------------------------------------------------------------------------------------------------------


def test_a_ship_counts_while_she_is_lost_or_in_enemy_hands() -> None:
    position = small()
    assert score(position) == (0, 0)
    assert score(taken(position, "tarvos")) == (1, 0)
    assert score(taken(position, "aquila")) == (0, 1)
    assert score(with_ship(position, "aquila", gone="aground")) == (0, 1)
    assert score(with_ship(taken(position, "tarvos"), "tarvos", gone="burnt")) == (1, 0)


def test_a_retaken_ship_counts_for_nobody() -> None:
    assert score(with_ship(small(), "tarvos", captured="recaptured")) == (0, 0)


# -- battles ---------------------------------------------------------------------------------------------------------------------------


def test_nothing_is_decided_before_the_last_turn() -> None:
    position = taken(small(), "tarvos")
    assert judge(position.with_turn(number=2)) is None


@pytest.mark.parametrize(
    ("lost", "winner"), [((), "draw"), (("tarvos",), "roman"), (("aquila",), "veneti"), (("aquila", "tarvos"), "draw")], ids=str
)
def test_after_the_last_turn_the_higher_score_wins(lost: tuple[str, ...], winner: str) -> None:
    result = judge(taken(small(), *lost).with_turn(number=3))
    assert result is not None
    assert result.winner == winner
    assert result.rule == "9.0"


def test_a_side_without_a_crew_of_its_own_has_lost_at_once() -> None:
    position = with_ship(taken(small(), "tarvos"), "morwen", gone="burnt").with_turn(number=1)
    assert beaten(position, "veneti")
    result = judge(position)
    assert result is not None
    assert (result.winner, result.score) == ("roman", (2, 0))
    # A ship that was retaken has no crew left either (8.25, 8.26), in either side's hands.
    assert beaten(with_ship(position, "tarvos", captured="recaptured", controller="veneti"), "veneti")


def test_a_side_that_never_had_ships_is_not_beaten() -> None:
    position = small()
    assert not beaten(replace(position, ships=tuple(ship for ship in position.ships if ship.side == "roman")), "veneti")


def test_if_both_are_beaten_the_score_decides() -> None:
    both = taken(small(), "aquila", "lupa", "tarvos", "morwen").with_turn(number=1)
    result = judge(both)
    assert result is not None
    assert result.winner == "draw"


def test_the_loss_of_an_admiral_decides_nothing() -> None:
    position = small()
    lost = position.with_leader(replace(position.leader("brutus"), lost_on=1)).with_turn(number=1)
    assert judge(lost) is None


# -- goals -----------------------------------------------------------------------------------------------------------------------------


def moving(position: Position, ship: str) -> Position:
    return replace(position, activation=Activation(1, "roman", ("brutus",), (Doing(ship, began_beside=False, stage="moving", left=1),)))


def at(position: Position, name: str, label: str, heading: str) -> Position:
    return with_ship(position, name, bow=GRID.parse(label), heading=GRID.named(heading))


def acting(position: Position, side: str = "roman") -> Position:
    return replace(position, activation=Activation(1, side, (), ()))  # type: ignore[arg-type] # a side


def held(position: Position, one: str, *others: str) -> Position:
    for other in others:
        position = with_ship(position, other, grappled=position.ship(other).grappled | {one})
    return with_ship(position, one, grappled=position.ship(one).grappled | set(others))


def test_touch_asks_for_the_side_and_for_rest() -> None:
    position = small(kind="touch", ship="lupa", target="tarvos", sides=["flank"])
    alongside = acting(at(position, "lupa", "0604", "N"))
    assert goal_met(alongside)
    assert goal_met(acting(alongside, "veneti")) is None  # Tarvos came to her
    assert goal_met(moving(alongside, "lupa")) is None
    assert goal_met(moving(alongside, "aquila"))
    assert goal_met(acting(at(position, "lupa", "0605", "N"))) is None  # Tarvos at her bow-flank, Morwen at her flank
    assert goal_met(with_ship(alongside, "tarvos", gone="burnt")) is None


def test_reach_asks_for_the_hex_the_heading_and_rest() -> None:
    position = small(kind="reach", ship="lupa", hexes=["0703-0704"], heading="NE")
    there = at(position, "lupa", "0703", "NE")
    assert goal_met(there)
    assert goal_met(moving(there, "lupa")) is None
    assert goal_met(at(position, "lupa", "0703", "N")) is None
    assert goal_met(with_ship(there, "lupa", gone="aground")) is None
    assert goal_met(at(small(kind="reach", ship="lupa", hexes=["0703"]), "lupa", "0703", "S"))


def test_squadron_asks_for_all_ships_under_the_leader() -> None:
    position = small(kind="squadron", leader="brutus", ships=["aquila", "lupa"])
    assert goal_met(position.with_turn(squadrons=(Squadron("brutus", ("lupa", "aquila")),)))
    assert goal_met(position.with_turn(squadrons=(Squadron("brutus", ("aquila",)), Squadron("sura", ("lupa",))))) is None


def test_first_and_together() -> None:
    assert goal_met(small(kind="first").with_turn(first="roman", winner="roman"))
    assert goal_met(small(kind="first").with_turn(first="roman", winner="veneti")) is None  # the Veneti let them
    position = small(kind="together", leaders=["brutus", "sura"])
    assert goal_met(replace(position, activation=Activation(1, "roman", ("sura", "brutus"), ())))
    assert goal_met(replace(position, activation=Activation(1, "roman", ("sura",), ()))) is None


def test_aboard_asks_for_a_leader_who_is_not_lost() -> None:
    position = small(kind="aboard", leader="brutus", ships=["lupa"])
    moved = replace(position.leader("brutus"), ship="lupa")
    assert goal_met(position.with_leader(moved))
    assert goal_met(position.with_leader(replace(moved, lost_on=1))) is None


def test_grapple_asks_for_the_ships_named_or_for_any() -> None:
    named = small(kind="grapple", target="tarvos", ships=["aquila", "lupa"])
    assert goal_met(acting(held(named, "tarvos", "aquila"))) is None
    assert goal_met(acting(held(named, "tarvos", "aquila", "lupa")))
    assert goal_met(acting(held(named, "tarvos", "aquila", "lupa"), "veneti")) is None  # she has made fast to them
    anyone = small(kind="grapple", target="tarvos", need=2)
    assert goal_met(acting(held(anyone, "tarvos", "aquila", "morwen"))) is None
    assert goal_met(acting(held(anyone, "tarvos", "aquila", "lupa")))
    assert goal_met(acting(held(small(kind="grapple", target="tarvos"), "tarvos", "lupa")))


def test_free_asks_for_a_ship_of_ones_own() -> None:
    # A goal that is met at the start is refused, so the grapple is part of the scenario here.
    position = acting(held(small(kind="free", ship="tarvos", side="roman"), "tarvos", "aquila"))
    assert goal_met(position) is None
    prize = taken(position, "tarvos")
    assert goal_met(prize) is None
    assert goal_met(with_ship(prize, "tarvos", grappled=frozenset()))
    assert goal_met(acting(with_ship(prize, "tarvos", grappled=frozenset()), "veneti")) is None  # the enemy let her go
    assert goal_met(with_ship(position, "tarvos", grappled=frozenset())) is None


def test_capture_counts_what_is_needed() -> None:
    position = small(kind="capture", ships=["tarvos", "morwen"])
    assert goal_met(taken(position, "tarvos")) is None
    assert goal_met(taken(position, "tarvos", "morwen"))
    assert goal_met(with_ship(taken(position, "tarvos", "morwen"), "morwen", gone="burnt")) is None
    assert goal_met(taken(small(kind="capture", ships=["tarvos", "morwen"], need=1), "morwen"))


MARKS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("immobilise", {"immobilised": True}, {"crippled": True}),
    ("hit", {"depletion": 1}, {"on_fire": True}),
    ("burn", {"on_fire": True}, {"depletion": 1}),
    ("burn", {"gone": "burnt"}, {"gone": "aground"}),
]


@pytest.mark.parametrize(("kind", "does", "does_not"), MARKS, ids=["immobilise", "hit", "burning", "burnt"])
def test_goals_that_a_marker_meets(kind: str, does: dict[str, Any], does_not: dict[str, Any]) -> None:
    position = small(kind=kind, ships=["tarvos", "morwen"])
    assert goal_met(with_ship(position, "tarvos", **does)) is None
    assert goal_met(with_ship(with_ship(position, "tarvos", **does), "morwen", **does))
    assert goal_met(with_ship(with_ship(position, "tarvos", **does), "morwen", **does_not)) is None
    one = small(kind=kind, ships=["tarvos", "morwen"], need=1)
    assert goal_met(with_ship(one, "morwen", **does))


def test_out_asks_for_ships_afloat_without_fire() -> None:
    goal = {"kind": "out", "side": "roman", "ships": ("aquila", "lupa")}

    def met(**aquila: Any) -> bool:
        return GOALS["out"].met(with_ship(small(), "aquila", **aquila), goal)

    assert met()
    assert not met(on_fire=True)
    assert not met(gone="burnt")


def test_without_a_goal_none_is_met() -> None:
    assert goal_met(small()) is None


# -- goals and the last turn -----------------------------------------------------------------------------------------------------------


def test_phase_h_finds_a_goal_met_or_missed() -> None:
    position = small(kind="capture", ships=["tarvos"])
    met = judge(taken(position, "tarvos").with_turn(number=3))
    assert met is not None
    assert (met.winner, met.score) == ("roman", (1, 0))
    assert judge(position.with_turn(number=2)) is None
    missed = judge(position.with_turn(number=3))
    assert missed is not None
    assert missed.winner == "veneti"


def test_a_side_with_nobody_left_has_missed_its_goal() -> None:
    position = taken(small(kind="capture", ships=["tarvos"]), "aquila", "lupa").with_turn(number=1)
    result = judge(position)
    assert result is not None
    assert result.winner == "veneti"


def test_the_score_does_not_decide_a_set_piece() -> None:
    position = taken(small(kind="hit", ships=["tarvos"]), "morwen").with_turn(number=3)
    result = judge(position)
    assert result is not None
    assert result.winner == "veneti"
