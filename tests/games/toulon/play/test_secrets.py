"""Fog of war: a unit lies face down until it is revealed (1.11, 4.9h, T45); no sight, no line and no save of the other side names it."""

from __future__ import annotations

import json
import random
from dataclasses import replace

import pytest

from rulesdemo.games.toulon.play import ENGINE
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play.state import Position, side_of
from rulesdemo.odds.dice import RandomDice
from rulesdemo.play.bots import engine_bots, next_order, play_out
from rulesdemo.play.engine import Outcome
from rulesdemo.play.history import History
from rulesdemo.play.log import lines
from rulesdemo.play.saves import from_text, to_text
from rulesdemo.rules.ruleset import ruleset
from tests.games.toulon.play.given import position_of

UNITS = [
    "royals british infantry 3 toulon q5 t1",
    "grenadiers british infantry 4 toulon q6 fort",
    "scouts british infantry 1 malbousquet patrol revealed",
    "allobroges west infantry 5 ollioules q4",
]


def siege(*units: str) -> Position:
    return position_of({"units": list(units or UNITS)}, ruleset("toulon")).position


def placed(orders: int) -> History[Position]:
    """The late set-up for two after some orders of the captain's."""
    history = History.start(ENGINE, "setup_2")
    bots = dict.fromkeys(ENGINE.sides, engine_bots("toulon")["captain"])
    rng = random.Random(3)
    while len(history.done) < orders:
        history = history.play(next_order(history, bots, rng), RandomDice(rng))
    return history


def test_of_an_enemy_unit_only_its_nation_and_its_zone_are_seen() -> None:
    seen = ENGINE.sight(siege(), "west")
    unit = seen.unit("royals")
    assert (unit.nation, unit.place, unit.fort) == ("british", "toulon", False)
    assert (unit.name, unit.sp, unit.quality, unit.temp) == ("a British unit", 0, 0, 0)
    assert unit.id not in {"royals", "grenadiers"}
    assert seen.unit("grenadiers").fort
    # Nothing of what the position says of itself holds a name or a number of theirs.
    told = repr([unit for unit in seen.units if unit.nation == "british"]) + ENGINE.situation(seen)
    assert not any(word in told.lower() for word in ("royals", "grenadiers"))


def test_own_units_and_those_revealed_are_seen_as_they_are() -> None:
    position = siege()
    for side, names in (("west", ("allobroges", "scouts")), ("british", ("royals", "grenadiers", "scouts"))):
        seen = ENGINE.sight(position, side)
        assert [seen.unit(name) for name in names] == [position.unit(name) for name in names]


def test_nobody_and_both_sides_each_see_their_share() -> None:
    position = siege()
    nobody = ENGINE.sight(position, "")
    assert [unit.id for unit in nobody.units if not unit.is_face_down] == ["scouts"]
    # All players of a side look at its units together.
    assert ENGINE.sight(position, "spanish").units == ENGINE.sight(position, "allied").units == ENGINE.sight(position, "british").units


def test_the_order_of_the_units_tells_nothing() -> None:
    """The same counters on the table, whichever unit lies under which."""
    one = ENGINE.sight(siege("royals british infantry 3 toulon", "guards british cavalry 1 ollioules"), "west")
    other = ENGINE.sight(siege("royals british infantry 3 ollioules", "guards british cavalry 1 toulon"), "west")
    assert one.units == other.units


def test_a_set_piece_and_a_game_that_is_over_hide_nothing() -> None:
    piece = ENGINE.start("assault", None).position
    assert ENGINE.sight(piece, "allied") is piece
    position = siege()
    over = replace(position, result=object())
    assert ENGINE.sight(over, "west") is over


def test_a_line_of_the_log_names_no_unit_that_the_reader_has_not_seen() -> None:
    history = placed(6)
    allied = [order.unit for deed in history.done if side_of(history.position.unit((order := deed.order).unit).nation) == "allied"]
    names = {history.position.unit(name).name for name in allied}
    assert len(names) > 1
    own = " ".join(line.text for line in lines(history, eyes=lambda position: ENGINE.sight(position, "allied")))
    theirs = " ".join(line.text for line in lines(history, eyes=lambda position: ENGINE.sight(position, "republican")))
    assert all(name in own for name in names)
    assert not any(name in theirs for name in names)
    assert " unit is placed in " in theirs


def test_a_throw_for_a_unit_that_lies_face_down_is_told_without_its_chance() -> None:
    """The chance of a quality test is its quality; the die has fallen on the table for all to see."""
    history = placed(60)
    step = next(step for step, deed in enumerate(history.done, 1) if isinstance(deed.order, o.RollAttrition))
    order = history.done[step - 1].order
    side = history.position.unit(order.unit).side
    here = history.at(step)
    (own,) = [line for line in lines(here, step - 1, lambda position: ENGINE.sight(position, side)) if line.faces]
    (other,) = [line for line in lines(here, step - 1, lambda position: ENGINE.sight(position, "")) if line.faces]
    assert own.p is not None
    assert (other.faces, other.p) == (own.faces, None)


def test_a_save_seals_orders_of_units_that_lie_face_down() -> None:
    history = placed(6)
    text = to_text(history)
    names = {deed.order.unit for deed in history.done}
    assert not any(name in text for name in names)
    assert sum("sealed" in step for step in json.loads(text)["steps"]) == len(history.done)
    assert from_text(text) == history


def test_a_save_of_a_game_that_is_over_is_open() -> None:
    bots = dict.fromkeys(ENGINE.sides, engine_bots("toulon")["captain"])
    history = play_out(History.start(ENGINE, "setup_2"), bots, random.Random(1))
    assert history.result is not None
    assert "sealed" not in to_text(history)


@pytest.mark.parametrize("name", engine_bots("toulon"))
def test_a_bot_chooses_the_same_whatever_lies_under_the_counters(name: str) -> None:
    bots = dict.fromkeys(ENGINE.sides, engine_bots("toulon")[name])

    def chosen(*british: str) -> str:
        position = siege("allobroges west infantry 5 ollioules q4", *british)
        position = replace(position, turn=replace(position.turn, side="republican", first="republican", seats=("republican",)))
        assert ENGINE.decision(position) is not None
        history = replace(History.start(ENGINE, "late"), opening=Outcome(position))
        return str(next_order(history, bots, random.Random(1)))

    one = chosen("royals british infantry 7 six_fours q6", "guards british infantry 1 malbousquet q2")
    assert one == chosen("royals british infantry 7 malbousquet q6", "guards british infantry 1 six_fours q2")
