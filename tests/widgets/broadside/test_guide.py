"""What presses mean at a desk of Broadside, what is refused and by which rule, and words for every order and every throw."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.boarding import contact
from rulesdemo.games.broadside.criticals import Fire, burn_turn, large_leak, small_leak
from rulesdemo.games.broadside.gunnery import damage_roll, gunnery
from rulesdemo.games.broadside.hull import mast_roll
from rulesdemo.games.broadside.movement import tie
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.games.broadside.weather import start_weather, weather_step
from rulesdemo.odds.dice import FixedDice
from rulesdemo.odds.procedure import Procedure, replay
from rulesdemo.play.engine import Throw, apply, word_of
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of
from tests.games.broadside.play.melee import melee
from tests.support.order_rows import is_well_said
from tests.support.random_play import Temper, random_play
from widgets.games.broadside.guide import GUIDE, acting
from widgets.games.broadside.plan import PLAN
from widgets.kit.odds_rows import in_words
from widgets.play.odds_view import OddsView
from widgets.play.turn_track import track

RULES = ruleset("broadside")
SENTENCES = re.compile(r"[A-Z0-9].*\.\Z")
CITED = re.compile(r"\[([^\]]+)\]")
# The wind comes from N. A 74 that heads SE reaches: M 5, inertia 1, so that after 3 hexes she spends 2, 3 or 4 (IV.d ex, BT01).
AURORE = "aurore french seventy_four 0808 SE v3 chief"
CRITICAL = "A rolled 6 adds a critical hit [V.b critique]"
FAR = "lion british seventy_four 2018 SW v3 chief"


def writing(*ships: str, **more: Any) -> Position:
    return position_of({"ships": list(ships) or [AURORE, FAR], **more}, RULES).position


def after(position: Position, *orders: Any) -> Position:
    for order in orders:
        position = apply(ENGINE, FixedDice(()), position, order).position
    return position


def pressed(position: Position, ship: str, place: str) -> list[Any]:
    return list(GUIDE.orders_at(position, ship, GRID.parse(place)))


# -- presses ---------------------------------------------------------------------------------------------------------------------------


def test_a_press_on_a_hex_means_the_orders_that_end_there() -> None:
    position = writing()
    # Three hexes SE of 0808: 0908 (an even column lies up), 1009, 1109; only straight on ends there with 3 M or fewer turns.
    place = GRID.parse("0808")
    for _ in range(3):
        place = GRID.neighbour(place, GRID.named("SE"))
    assert o.Plot("aurore", "3") in pressed(position, "aurore", GRID.label(place))
    assert all(isinstance(order, o.Plot) for order in pressed(position, "aurore", GRID.label(place)))
    assert pressed(position, "aurore", "0808") == []
    assert pressed(position, "lion", GRID.label(place)) == []  # the British do not write yet


def test_a_hex_out_of_reach_is_refused_by_inertia() -> None:
    refusal = GUIDE.far(writing(), "aurore", GRID.parse("2001"))
    assert refusal is not None
    assert refusal.rule == "IV.d"
    assert refusal.way_out == "She must spend 2 to 4 M. Press a lit hex."


def test_a_ship_that_writes_ahead_has_no_hexes_to_press() -> None:
    # Uncommanded, another ship than one of the line writes 2 turns ahead (VII).
    position = writing(AURORE, "sirene french frigate 1818 SE v3", FAR)
    assert pressed(position, "sirene", "1918") == []
    refusal = GUIDE.far(position, "sirene", GRID.parse("1918"))
    assert refusal is not None
    assert refusal.rule == "VII"
    said = GUIDE.say(position, o.Plot("sirene", "3"))
    assert (said.line, said.rule, said.place) == ("For turn 3", "VII", None)


def test_who_acts_in_each_step() -> None:
    position = writing(AURORE, "lion british seventy_four 1008 SW v0 chief")
    assert acting(position) == ("aurore",)
    position = after(position, o.Plot("aurore", "2"), o.Ready())
    assert acting(position) == ("lion",)
    assert GUIDE.selectable(position, "lion")
    assert not GUIDE.selectable(position, "aurore")


def test_targets_are_pressed_once_they_can_be_fired_at() -> None:
    # Side by side, both heading S, two hexes apart: abeam for both.
    position = writing("aurore french seventy_four 0808 S v0 chief", "lion british seventy_four 1008 S v0 chief")
    position = after(position, o.Plot("aurore", "0"), o.Ready(), o.Plot("lion", "0"), o.Ready())
    assert position.turn.step == "aim"
    assert pressed(position, "aurore", "1008") == [o.Aim("aurore", "lion")]
    said = GUIDE.say(position, o.Aim("aurore", "lion"))
    # Short range has force 10; the first broadside adds 2 to the die (T8).
    assert (said.title, said.line) == ("Fire at Lion", "Force 10, die +2: 2 hexes away, short range, first broadside")


def test_orders_say_what_they_spend_and_where_they_end() -> None:
    position = writing()
    said = GUIDE.say(position, o.Plot("aurore", "1G1D1"))  # BT04: 4 M, back on her heading
    assert said.cost == 4
    assert said.line.startswith("4 M. To ")
    assert said.line.endswith("heading SE, reaching")
    assert GUIDE.say(position, o.Ready()).line == "1 ship has no order, and sails straight on"


def test_who_cannot_move_lies_still_and_anchors_say_what_they_do() -> None:
    ships = ["aurore french seventy_four 1010 N irons chief", "hardi french seventy_four 1110 SE v1", "lion british seventy_four 1808 SE"]
    position: Position = position_of({"ships": ships}, ruleset("broadside")).position
    assert GUIDE.say(position, o.Ready()).line == "1 ship has no order, and sails straight on. 1 ship has no order, and lies still"
    assert GUIDE.say(position, o.Plot("hardi", "A")).line == "Drops anchor, and lies at it from next turn"
    assert GUIDE.say(position, o.Plot("hardi", "0")).line == "0 M. Stays in 1110, heading SE, reaching"
    assert GUIDE.say(position, o.Plot("aurore", "D")).line == "0 M. Stays in 1010, heading NE, close-hauled"


# -- words -----------------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_order_and_of_throw_has_words() -> None:
    # A tie is too rare to wait for: it has a test of its own.
    orders = {word_of(kind) for kind in ENGINE.verbs} - {"roll_tie"}
    throws = {"start_weather", "weather_step", "contact", "damage_roll", "gunnery", "mast_roll", "small_leak", "large_leak", "burn_turn"}
    known = {*rules_of("broadside"), *rulings_of("broadside")}
    for seed, temper in zip(range(60), cycle((Temper("even-handed", by_kind=True), Temper("fierce", {"aim": 8}))), strict=False):
        rng = random.Random(seed)
        for deed in random_play(ENGINE, melee(rng), rng, temper):
            said = GUIDE.say(deed.before, deed.order)
            assert is_well_said(said, "broadside"), (deed.order, said)
            orders.discard(word_of(type(deed.order)))
            for throw in (event.throw for event in deed.outcome.events if event.throw is not None):
                told, label = GUIDE.verdict(throw, deed.faces), GUIDE.label(throw)
                assert SENTENCES.match(told), told
                assert "{" not in told + label
                assert set(CITED.findall(told)) <= known, told
                assert label[:1].isupper() or label[:1].isdigit()
                throws.discard(throw.procedure.name)
        if not orders and not throws:
            return
    pytest.fail(f"never given: {sorted(orders)}, never thrown: {sorted(throws)}")


def test_two_ships_equal_in_everything_throw_for_the_hex() -> None:
    # Both reach, spend 2 M of 5 and are whole, and come to 1008 from two hexes away; Hardi, without an order, sails straight on (B26).
    meeting = GRID.parse("1008")
    starts = [meeting - GRID.vector(GRID.named(heading)) - GRID.vector(GRID.named(heading)) for heading in ("SE", "SW")]
    lines = [f"aurore french seventy_four {GRID.label(starts[0])} SE v2 chief", f"hardi french seventy_four {GRID.label(starts[1])} SW v2"]
    position = after(writing(*lines, FAR), o.Plot("aurore", "2"), o.Ready(), o.Ready())
    said = GUIDE.say(position, o.RollTie())
    assert is_well_said(said, "broadside")
    assert (said.line, said.place) == ("Aurore and Hardi in 1008", meeting)


def verdict(procedure: Procedure[..., Any], faces: tuple[int, ...], *args: Any) -> str:
    return GUIDE.verdict(Throw(procedure, (RULES, *args), replay(procedure, faces, RULES, *args).value), faces)


@pytest.mark.parametrize(
    ("said", "procedure", "faces", "args"),
    [
        ("2: the wind drops to force 2 [T4].", weather_step, (2,), (3, "clear", 1)),
        ("5: the wind rises to force 4 [T4].", weather_step, (5,), (3, "clear", 1)),
        ("3: the wind turns [T4]. 2: 120 degrees to the right [T5].", weather_step, (3, 2), (3, "clear", 1)),
        ("6: the wind can go no further, and stays at force 6 [T4] [B39].", weather_step, (6,), (6, "clear", 1)),
        # BT23: a 4 is rain in a wind over 3.
        (
            "2: the wind comes from NE [T2]. 4: force 4 [B38]. 4: rain, 30 hexes of sight by day [T6].",
            start_weather,
            (2, 4, 4),
            (),
        ),
        ("3. Enemies who touch board on a die under 4 [V.a]. They are locked together.", contact, (3,), ()),
        ("4. Enemies who touch board on a die under 4 [V.a]. They do not board; one of them gives way [IV].", contact, (4,), ()),
        ("5 against 3: the higher die keeps the hex [IV] [B9]. The first ship keeps the hex.", tie, (5, 3), ()),
        (
            "Equal dice were thrown again. 1 against 3: the higher die keeps the hex [IV] [B9]. The second ship keeps the hex.",
            tie,
            (2, 2, 1, 3),
            (),
        ),
        # BT08: force 10, die 2.
        ("2 on the row of force 10 [T1]: 1 hull point.", gunnery, (2,), (10, 0, False)),
        ("5 + 2 = 7, read as 6 on the row of force 10 [T1]: 3 hull points.", gunnery, (5,), (10, 2, False)),
        ("1 − 2 = −1, read as 1 on the row of force 10 [T1]: no damage.", gunnery, (1,), (10, -2, False)),
        # BT12: a natural 6, then 6 + 10: fire.
        (
            f"6 on the row of force 10 [T1]: 3 hull points. {CRITICAL}: 6 + 10 = 16 [T12], she is on fire.",
            gunnery,
            (6, 6),
            (10, 0, False),
        ),
        (
            f"6 on the row of force 0 [T1]: 1 hull point. {CRITICAL}: 5 + 0 = 5 [T12], nothing.",
            gunnery,
            (6, 5),
            (0, 0, False),
        ),
        (
            "2 on the row of force 10 [T1]: 1 hull point. Boarders add no modifiers and no critical hits [V.a].",
            damage_roll,
            (2,),
            (10, 0),
        ),
        ("3. A die under 4 costs a mast section [V.b sections]. She loses a mast section.", mast_roll, (3,), (2,)),
        ("4. A die under 4 costs a mast section [V.b sections]. Her masts stand.", mast_roll, (4,), (2,)),
        (
            "The leak costs 1 hull point first. 2: it is repaired on 2 or less [T12]. Repaired, 3 hull points left.",
            small_leak,
            (2,),
            (4, 1, True),
        ),
        (
            "The leak costs 3 hull points first. 2: it is repaired on 1 or less [T12]. Leaks on, 4 hull points left.",
            large_leak,
            (2,),
            (7, 1),
        ),
        ("4: the fire is put out [T12].", burn_turn, (4,), (Fire("burning", 6),)),
        ("6: the fire reaches the powder, and she explodes [T12].", burn_turn, (6,), (Fire("burning", 6),)),
        ("3: the fire costs 3 hull points [T12], 1 hull point left.", burn_turn, (3,), (Fire("burning", 4),)),
    ],
)
def test_faces_are_told_to_their_end(said: str, procedure: Procedure[..., Any], faces: tuple[int, ...], args: tuple[Any, ...]) -> None:
    assert verdict(procedure, faces, *args) == said


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def chances(procedure: Procedure[..., Any], *args: Any) -> dict[str, Fraction]:
    throw = Throw(procedure, (RULES, *args), next(iter(procedure.dist(RULES, *args))))
    answer = thrown_for("broadside", procedure, throw.args)
    (view,) = in_words(answer, GUIDE, throw)
    assert OddsView.of_throw(GUIDE, answer, throw, outcome=throw.outcome).html()
    return {row.label: row.chance for row in view.rows}


def test_boarders_and_masts_are_told_in_words() -> None:
    # Question 4 of the specification: force 10 does 0, 1, 2, 3 with 1/6, 1/6, 1/3, 1/3.
    assert chances(damage_roll, 10, 0) == {
        "No damage": Fraction(1, 6),
        "1 hull point": Fraction(1, 6),
        "2 hull points": Fraction(1, 3),
        "3 hull points": Fraction(1, 3),
    }
    assert chances(mast_roll, 2) == {"Her masts stand": Fraction(1, 2), "She loses a mast section": Fraction(1, 2)}


def test_a_broadside_names_its_critical_hits() -> None:
    found = chances(gunnery, 10, 0, False)
    # Questions 4 and 6: 1/36 for fire at force 10, and a critical on each rolled 6.
    assert found["3 hull points, fire"] == Fraction(1, 36)
    assert sum(chance for label, chance in found.items() if ", " in label) == Fraction(1, 6)
    assert sum(found.values()) == 1


def test_a_small_leak_is_repaired_with_a_third() -> None:
    # Question 9 of the specification at H 2.
    assert chances(small_leak, 2, 1, True)["Repaired"] == Fraction(1, 3)


# -- the track -------------------------------------------------------------------------------------------------------------------------


def test_every_step_of_the_turn_has_words_and_no_letter() -> None:
    assert {step.name for step in PLAN.sequence.steps} == set(PLAN.steps)
    assert {step.phase for step in PLAN.sequence.steps} == set(PLAN.phases)
    text = track(PLAN, ENGINE.start("duel", None).position)
    assert "<span>Broadsides</span>" in text
    assert "<b>5-2 broadsides</b>" not in text
