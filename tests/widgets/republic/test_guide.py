"""Every kind of order and of throw of Republic has words at a desk, presses mean what the rules allow, and dice read 0 to 9."""

from __future__ import annotations

import random
import re
from itertools import cycle
from typing import Any

import pytest

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.games.republic.assault import assault
from rulesdemo.games.republic.battle import BattleLosses, battle_roll, full_battle, unpredictable
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.coordination import coordination
from rulesdemo.games.republic.diplomacy import ambassador, ransom
from rulesdemo.games.republic.elephants import elephant_charge
from rulesdemo.games.republic.leaders import leader_loss, tactical
from rulesdemo.games.republic.losses import star_loss
from rulesdemo.games.republic.play import ENGINE
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.refusal import refusal
from rulesdemo.games.republic.status import Aftermath
from rulesdemo.games.republic.surrender import surrender
from rulesdemo.games.republic.treachery import treachery
from rulesdemo.odds.dice import FixedDice
from rulesdemo.odds.procedure import Procedure, replay
from rulesdemo.play.engine import Throw, apply, check, word_of
from rulesdemo.play.log import lines
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.ruleset import ruleset
from tests.games.republic.play.fray import fray
from tests.games.republic.play.given import position_of
from tests.support.chances import outcome_chances
from tests.support.order_rows import is_well_said
from tests.support.random_play import Temper, random_play
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons import THROWS
from widgets.games.republic.plan import PLAN
from widgets.kit.odds_rows import in_words
from widgets.play.dice_tray import DiceTray
from widgets.play.log_view import LogView
from widgets.play.session import Desk
from widgets.play.turn_track import track
from widgets.web.rule_links import cited

RULES = ruleset("republic")
SENTENCES = re.compile(r"[A-Z0-9].*\.\Z")
CITED = re.compile(r"\[([^\]]+)\]")
KNOWN = {*rules_of("republic"), *rulings_of("republic")}
# The hexes around 0404: 0403 N, 0503 NE, 0504 SE, 0405 S, 0304 SW, 0303 NW.
MEETING = ["fabius roman 0404 B I12 L10v H3 cv6 k2 consul", "gauls other 0404 D I20 H6"]

# Whole battles in one throw: the pages of chapters 6 and 8 rehearse them, no order throws for them.
REHEARSED = (Aftermath, BattleLosses)


def given(forces: list[str], **more: Any) -> Position:
    return position_of({"forces": forces, **more}, RULES).position


def after(position: Position, order: Any, *faces: int) -> Position:
    return apply(ENGINE, FixedDice(faces), position, order).position


def pressed(position: Position, force: str, place: str) -> list[Any]:
    return list(GUIDE.orders_at(position, force, GRID.parse(place)))


def verdict_on(procedure: Procedure[..., Any], *args: Any, faces: tuple[int, ...]) -> str:
    """The verdict on faces thrown for a procedure."""
    outcome = replay(procedure, faces, RULES, *args).value
    return GUIDE.verdict(Throw(procedure, (RULES, *args), outcome), faces)


# -- words -----------------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_order_and_of_throw_has_words() -> None:
    orders = {word_of(kind) for kind in ENGINE.verbs}
    throws = {kind.__name__ for kind in THROWS if kind not in REHEARSED}
    for seed, temper in zip(range(300), cycle((Temper("even-handed", by_kind=True), Temper("plain"))), strict=False):
        rng = random.Random(seed)
        for deed in random_play(ENGINE, fray(rng), rng, temper):
            said = GUIDE.say(deed.before, deed.order)
            assert is_well_said(said, "republic"), (deed.order, said)
            orders.discard(word_of(type(deed.order)))
            for throw in (event.throw for event in deed.outcome.events if event.throw is not None):
                verdict, label = GUIDE.verdict(throw, deed.faces), GUIDE.label(throw)
                assert SENTENCES.match(verdict), verdict
                assert "{" not in verdict + label
                assert set(CITED.findall(verdict)) <= KNOWN, verdict
                assert label[:1].isupper() or label[:1] in "0123456789+−"
                assert GUIDE.highest(throw) == 9
                throws.discard(type(throw.outcome).__name__)
        if not orders and not throws:
            return
    pytest.fail(f"never given: {sorted(orders)}, never thrown: {sorted(throws)}")


@pytest.mark.parametrize(
    ("procedure", "args", "faces", "words"),
    [
        # D2 and D3 of the specification: a Roman of campaign value 5 has +4, next to his city +2.
        (refusal, (5, 4), (2,), "2 + 4 [8.23-M] = 6. The leader needs 5 or less [8.23]."),
        (refusal, (5, 0), (5,), "5. The leader needs 5 or less [8.23]. The Force withdraws."),
        # D1: half of 6 + 5 is 5, less two hexes and a river is 2.
        (coordination, (6, 5, 2, 1), (2,), "2. The value is 2: half of 6 + 5, less 3 for the way [8.26]. The Force comes."),
        # 8.32: A with 9 is worth 9, E with 0 is worth 0 (S3).
        (tactical, ("A", "E"), (9, 0), "9 − 0 = 9. +9 on the battle roll, for the attacker."),
        # D12: past the end of the table the last row is read.
        (battle_roll, (30,), (9,), "9 + 30 [8.31]: row +22 [8.3]. Attacker a star, defender 75 %. The defender must retreat."),
        (battle_roll, (0,), (7,), "7 + 0 [8.31]: row +7 [8.3] is an X with +1 [8.4]. Throw again."),
        # D10 and D11: 9 + 1 is clamped to 9, row +18; 0 - 1 to 0, row -10.
        (unpredictable, (1, 0, 0), (9,), "9 + 1: bracket 9, row +18 [8.4]. Attacker a star, defender 30 %. The defender must retreat."),
        (unpredictable, (-1, 0, 0), (0,), "0 − 1: bracket 0, row −10 [8.4]. Attacker 30 %, defender a star. The attacker must retreat."),
        # D16: 5 % of 39 is 1.
        (star_loss, (39,), (9,), "9, but at most 5 % of 39, which is 1 [8.3-*]. The star costs 1 strength point."),
        # D22: 6 + 1 is not under 7, then 5 + 1 is.
        (leader_loss, (7, 1), (6, 5), "6 + 1 [8.6] = 7, rating 7 [8.6]. Then 5 + 1 [8.6] = 6. He is wounded."),
        # 9.4: 3-1 takes 4; a success costs the attacker 25 % on an odd die, the defender his die times ten.
        (
            assault,
            ("3-1", 0),
            (4, 3, 2),
            "4. At 3-1 it takes 4 or more [9.4]. The attacker loses 25 %, the defender 20 % [9.4-L]. The city falls.",
        ),
        # D19: 7 is equal to the number 7, and 6 is above 5.
        (
            treachery,
            (3, 5, 0),
            (7, 6),
            "7. It takes more than 7 [9.6]. Equal: 6 for the leader's life, who has 5. The gates stay shut, and the leader is dead.",
        ),
        (surrender, (4,), (5,), "5. It takes 5 or more [9.52]. The city surrenders."),
        # D20: A with 9, then odd, then a disaster of 4: dead, one box gained.
        (ambassador, ("A", 0), (9, 3, 4), "9, 3, 4 [12.34]. The marker moves +1. He does not live to return [12.34-D]."),
        (ransom, (), (0,), "0, halved and rounded down, but at least 1 [12.34-D]. The ransom is 1 cunning point."),
        # 8.36: 8 helps the roll, 5 kills an infantry point, 2 loses the elephant.
        (
            elephant_charge,
            (3, 9, 9, 9, 9),
            (8, 5, 2),
            "8, 5, 2 [8.36]. +1 on the battle roll, enemy loses 1 infantry, you lose 1 elephant.",
        ),
    ],
)
def test_verdicts_show_the_sum_the_need_and_what_it_means(
    procedure: Procedure[..., Any], args: tuple[Any, ...], faces: tuple[int, ...], words: str
) -> None:
    assert words in verdict_on(procedure, *args, faces=faces)


def test_a_rule_with_a_comma_in_its_number_is_one_chip() -> None:
    assert str(cited("republic", "It gains [8.31-f / 8.23, 6.55].", "x")).count("<details") == 1
    assert str(cited("republic", "Both [8.23, 8.26].", "x")).count("<details") == 2


def test_odds_are_told_in_the_words_of_the_chapter() -> None:
    asked = thrown_for("republic", battle_roll, (RULES, 3))
    some = Throw(battle_roll, (RULES, 3), replay(battle_roll, (0,), RULES, 3).value)
    (view,) = in_words(asked, GUIDE, some)
    # At +3 the window has rows +3 to +12: four without retreat, an X, five in which the defender goes.
    assert [(row.label, row.chance * 10) for row in view.rows] == [("Defender retreats", 5), ("Nobody retreats", 4), ("X, roll again", 1)]
    whole = replay(full_battle, (5, 5, 5), RULES, "A", "B", 0).value
    assert GUIDE.verdict(Throw(full_battle, (RULES, "A", "B", 0), whole), (5, 5, 5)).startswith("Dice: 5, 5, 5 [8.3].")


def test_every_step_has_words_on_the_track() -> None:
    assert {step.name for step in PLAN.sequence.steps} == set(PLAN.steps)
    assert "Refuse or stand" in track(PLAN, after(given(MEETING), o.Attack("fabius", "gauls")))


# -- presses ---------------------------------------------------------------------------------------------------------------------------


def test_a_hex_next_door_is_a_march_and_ones_own_hex_a_fight() -> None:
    position = given(MEETING, inputs={"march": 1})
    assert pressed(position, "fabius", "0403") == [o.March("fabius", "0403")]
    assert pressed(position, "fabius", "0404") == [o.Attack("fabius", "gauls")]
    assert pressed(position, "fabius", "0402") == []
    assert pressed(position, "gauls", "0403") == []  # Rome acts
    far = GUIDE.far(position, "fabius", GRID.parse("0402"))
    assert far is not None
    assert far.rule == "Pointers"
    assert "0303, 0304, 0403, 0405, 0503, 0504" in str(far)


def test_before_walls_a_press_means_a_siege() -> None:
    position = given(["fabius roman 0404 B I40 k2 consul"], cities=["veii other 0404 3 S6 D2"])
    kinds = [type(order) for order in pressed(position, "fabius", "0404")]
    assert kinds == [o.Assault, o.TryTreachery, o.DemandSurrender]
    inside = given(["fabius roman 0404 B I40 in_city"], cities=["cosa roman 0404 3 S6"])
    assert pressed(inside, "fabius", "0404") == [o.LeaveCity("fabius")]


def test_whoever_is_attacked_presses_the_way_out() -> None:
    position = after(given(MEETING), o.Attack("fabius", "gauls"))
    assert GUIDE.selectable(position, "gauls")
    assert not GUIDE.selectable(position, "fabius")
    assert pressed(position, "gauls", "0403") == [o.Refuse(("0403",))]
    assert all(check(ENGINE, position, order) is None for order in pressed(position, "gauls", "0402"))
    far = GUIDE.far(position, "gauls", GRID.parse("0401"))  # three hexes off
    assert far is not None
    assert far.rule == "8.23"


def test_the_beaten_side_presses_where_to_retreat() -> None:
    position = after(given(MEETING), o.Attack("fabius", "gauls"))
    position = after(position, o.Stand())
    position = after(after(position, o.RollTactics(), 5, 5), o.Live())
    while not position.clash or not position.clash.retreating:  # a 9 with what there is beats the Gauls; losses come first
        due = position.dues[0] if position.dues else None
        position = after(position, o.TakeLosses(due.lost) if due else o.RollBattle(), *(() if due else (9,)))
    assert GUIDE.selectable(position, "gauls")
    assert pressed(position, "gauls", "0405") == [o.Retreat("0405")]


def test_a_force_in_hand_is_found_in_a_crowded_hex() -> None:
    position = given(MEETING)
    assert GUIDE.ship_at(position, GRID.parse("0404")) == "fabius"
    assert GUIDE.ship_at(after(position, o.Attack("fabius", "gauls")), GRID.parse("0404")) == "gauls"
    assert GUIDE.ship_at(position, GRID.parse("0101")) == ""
    assert GUIDE.place_text(position, GRID.parse("0404")) == "0404, flat, Fabius, Gauls."


def test_a_worn_out_force_is_told_why_it_may_not_attack() -> None:
    position = given(["fabius roman 0404 B I12 neutralised", "gauls other 0404 D I20"])
    (order,) = GUIDE.tempting(position, "fabius")
    refusal_found = check(ENGINE, position, order)
    assert refusal_found is not None
    assert refusal_found.rule == "8.55"


# -- ten-sided dice ----------------------------------------------------------------------------------------------------------------------


def test_a_tray_of_this_game_takes_0_to_9_and_shows_numbers() -> None:
    tray = DiceTray.of_game("republic", need=2)
    tray.write("0 9")
    assert tray.take() == (0, 9)
    tray.write("3 10")  # no face has two figures, so these are three
    assert tray.take() is None
    assert tray.wrong == "This roll takes 2 dice. You wrote 3."
    tray.show((0, 6), "0 and 6.")
    assert ">0</text>" in tray.html()
    assert "<circle" not in tray.html()
    plain = DiceTray.of_game("veneti", need=1)
    plain.write("0")
    assert plain.take() is None


def test_logs_of_this_game_show_numbers_too() -> None:
    desk = Desk(GUIDE, "slip_away", begin=("attack force=samnites target=romans", "refuse route=0302"))
    desk.choose("roll_refusal")
    desk.use_dice((5,))
    log = LogView("republic", tuple(lines(desk.history))).html()
    assert ">5</text>" in log
    assert "<circle" not in log


def test_a_refusal_at_the_desk_of_a_chapter() -> None:
    # Roman, campaign value 6, next to a friendly city: two cunning points make it 7 of 10 (notebook 1 of the specification).
    page = chapter(
        "republic",
        "slip_away",
        name="republic/slip_away",
        lesson="refusal",
        ship="romans",
        begin=("attack force=samnites target=romans",),
    )
    desk = page.desk
    found = desk.outlook("refusal")
    assert found is not None
    assert [(line.name, line.number) for line in found.lines] == [("into Luceria", 5), ("into the open", 3)]
    desk.choose("refuse route=0204 city=yes cunning=2")
    desk.choose("roll_refusal")
    assert dict(outcome_chances(desk))[replay(refusal, (0,), RULES, 6, 0).value] * 10 == 7
    desk.use_dice((6,))
    assert desk.fallen is not None
    assert desk.fallen.words == "6. The leader needs 6 or less [8.23]. The Force withdraws."
    assert desk.history.result is not None
    assert desk.history.result.winner == "roman"


def test_the_keys_begin_at_the_force_in_hand() -> None:
    desk = Desk(GUIDE, "slip_away", begin=("attack force=samnites target=romans",))
    desk.select("romans")
    desk.walk("Home")
    assert desk.focus == GRID.parse("0303")
