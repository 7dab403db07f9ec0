"""Every kind of order has words at a desk, and in a whole turn the desk says whose decision it is."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import cycle

import pytest

from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.play.engine import word_of
from rulesdemo.play.saves import recorded_game
from tests.games.veneti.play.melee import melee
from tests.support.order_rows import is_well_said
from tests.support.random_play import Temper, random_play
from widgets.games.veneti.guide import GUIDE
from widgets.play.session import Desk

MELEE = "melee"
FIGHTING = {"fire": 6, "grapple": 8, "board": 8, "react": 3, "use_scythes": 8, "end_boarding": 0.3, "break_loose": 0.2}


def test_every_kind_of_order_has_words() -> None:
    wanted = {word_of(kind) for kind in ENGINE.verbs}
    for seed, scenario in zip(range(400), cycle(("burning", "boarders", "two_squadrons", MELEE)), strict=False):
        rng = random.Random(seed)
        start = melee(rng) if scenario == MELEE else ENGINE.start(scenario, None).position
        for deed in random_play(ENGINE, start, rng, Temper("fierce", FIGHTING, by_kind=True)):
            said = GUIDE.say(deed.before, deed.order)
            assert is_well_said(said, "veneti"), (deed.order, said)
            wanted.discard(word_of(type(deed.order)))
        if not wanted:
            return
    pytest.fail(f"never given: {sorted(wanted)}")


def titles(desk: Desk) -> list[tuple[str, str]]:
    return [(row.text.title, row.text.line) for row in desk.choices() if row.refusal is None]


def test_a_turn_is_told_from_the_first_throw_to_the_first_squadron() -> None:
    desk = Desk(GUIDE, "whole_turn", seeds=range(100))
    assert titles(desk) == [("Throw for initiative", "A die each. The Romans add 3, the Veneti 1")]
    desk.give(o.RollInitiative())
    desk.use_dice((1, 6))  # 4 against 7
    assert GUIDE.prompt(desk.position, "") == "The Veneti decide. You won the initiative: say who acts first."
    assert [title for title, _line in titles(desk)] == ["The Romans act first", "The Veneti act first"]
    desk.give(o.NameFirst("veneti"))
    assert GUIDE.prompt(desk.position, "") == "The Romans decide. Put galleys at Maximum, or leave them at Cruise."
    rows = [row for row in desk.choices() if not row.text.is_minor]
    assert [row.text.title for row in rows] == [
        "Aquila at Maximum",
        "Lupa at Maximum",
        "Ursa at Maximum",
        "Aquila, Lupa, Ursa at Maximum",
        "Go on",
    ]
    assert rows[0].text.line == "Up to 6 PM, and then the rowers are tested"
    desk.give(o.EndSpeed())
    # The Veneti have but one squadron, so it is activated by itself.
    assert GUIDE.prompt(desk.position, "") == "The Veneti decide. Press a ship on the board to give her orders, or choose a row."
    desk.select("gwennol")
    assert GUIDE.prompt(desk.position, "gwennol") == "The Veneti decide. First say how many points Gwennol will spend."


def test_where_one_side_alone_decides_nobody_is_told_so() -> None:
    desk = Desk(GUIDE, "veer")
    assert GUIDE.prompt(desk.position, "aquila") == "First say how many points Aquila will spend."


def test_a_side_that_the_goal_is_not_for_is_named_when_it_is_asked() -> None:
    # In the record Lupa has shot at Branos, who may answer; here as a set piece of the Romans alone.
    position = recorded_game("veneti", "whole_turn").at(31).position
    alone = replace(position, scenario=replace(position.scenario, phases=frozenset("E")))
    assert GUIDE.prompt(alone, "") == "The Veneti decide. Lupa fires at Branos: answer with missiles, or hold your fire."
    before = replace(recorded_game("veneti", "whole_turn").at(30).position, scenario=alone.scenario)
    assert GUIDE.prompt(before, "lupa") == "Lupa has moved. End the movement, or give another ship her orders."


def test_squadrons_are_chosen_by_their_ships() -> None:
    desk = Desk(GUIDE, "two_squadrons")
    assert titles(desk) == [
        ("Activate the squadron of D. Brutus", "Aquila, Lupa"),
        ("Activate the squadron of L. Sura", "Victrix, Celer"),
        ("Try both squadrons: D. Brutus and L. Sura", "One die against initiative 3"),
    ]
