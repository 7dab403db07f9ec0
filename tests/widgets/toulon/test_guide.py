"""Every kind of order and throw of the siege has words at a desk, presses mean what the rules allow, and units are taken in hand first."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from rulesdemo.games.toulon.evacuation import war_supply
from rulesdemo.games.toulon.initiative import initiative
from rulesdemo.games.toulon.leaders import leader_after_combat
from rulesdemo.games.toulon.operations import significant_defeat
from rulesdemo.games.toulon.play import ENGINE, scenarios
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.supply import nml_supply, surrounded_losses
from rulesdemo.games.toulon.turns import council
from rulesdemo.odds.dice import FixedDice
from rulesdemo.odds.procedure import Procedure, replay
from rulesdemo.play.engine import Throw, apply, check, legal, word_of
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.rules.ruleset import ruleset
from tests.support.order_rows import is_well_said
from tests.support.random_play import Temper, random_play
from widgets.chapter.page import chapter
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons import THROWS
from widgets.games.toulon.orders import TELLERS
from widgets.games.toulon.plan import PLAN
from widgets.play.session import Desk
from widgets.play.turn_track import track
from widgets.play.unit_picker import hand

RULES = ruleset("toulon")
SENTENCES = re.compile(r"[A-Z0-9].*\.\Z")
CITED = re.compile(r"\[([^\]]+)\]")
KNOWN = {*rules_of("toulon"), *rulings_of("toulon")}
FIERCE = Temper("fierce", {"declare": 5, "go_in": 8, "end_moves": 0.4, "skip": 0.3, "evacuate": 0.1}, by_kind=True)
EVEN = Temper("even-handed", by_kind=True)
# What games from these starts seldom or never come to: Bonaparte riding alone, two dice moved, a calendar beyond turn 8.
SELDOM = {
    "roll_capture",
    "roll_austrians",
    "adjust_die",
    "roll_surrounded",
    "roll_defeat",
    "trace_supply",
    "pursue",
    "roll_war_supply",
    "supply",
}


def verdict_on(procedure: Procedure[..., Any], *args: Any, faces: tuple[int, ...]) -> str:
    """The verdict on faces thrown for a procedure."""
    outcome = replay(procedure, faces, RULES, *args).value
    return GUIDE.verdict(Throw(procedure, (RULES, *args), outcome), faces)


# -- words -----------------------------------------------------------------------------------------------------------------------------


def test_every_kind_of_order_has_a_teller() -> None:
    assert set(TELLERS) == set(ENGINE.verbs)


def test_orders_and_throws_of_whole_games_are_well_said() -> None:
    orders = {word_of(kind) for kind in ENGINE.verbs} - SELDOM
    for seed, (scenario, temper) in enumerate(
        [
            ("late", FIERCE),
            ("setup_7", EVEN),
            ("redoubt_down", FIERCE),
            ("open_road", EVEN),
            ("ships_leave", EVEN),
            ("late", EVEN),
            ("two_wings", EVEN),
            ("late", FIERCE),
            ("campaign_4", FIERCE),
        ]
    ):
        rng = random.Random(seed)
        for deed in random_play(ENGINE, scenarios.start(scenario).position, rng, temper):
            said = GUIDE.say(deed.before, deed.order)
            assert is_well_said(said, "toulon"), (deed.order, said)
            assert said.place is None or said.place in deed.before.board.zones
            orders.discard(word_of(type(deed.order)))
            for throw in (event.throw for event in deed.outcome.events if event.throw is not None):
                verdict, label = GUIDE.verdict(throw, deed.faces), GUIDE.label(throw)
                assert type(throw.outcome) in THROWS
                assert SENTENCES.match(verdict), verdict
                assert "{" not in verdict + label
                assert set(CITED.findall(verdict)) <= KNOWN, verdict
                assert label[:1].isupper() or label[:1].isdigit()
    assert orders == set()


@pytest.mark.parametrize(
    ("procedure", "args", "faces", "words"),
    [
        # 3.8: half a die, rounded up, and 3 fails: 5 is 3, 4 is 2.
        (war_supply, (1,), (5,), "5 is 3 on half a die. A 3 fails [3.8]. Toulon is out of war supply this turn."),
        (war_supply, (1,), (4,), "4 is 2 on half a die. A 3 fails [3.8]. Toulon is in war supply this turn."),
        # 5c: on 1 or 2, from turn 3 on.
        (council, (3,), (2,), "2. It takes 1 or 2 [5c]. The Allies meet unheard."),
        (council, (3,), (3,), "3. It takes 1 or 2 [5c]. There is no council this turn."),
        # 5g: from turn 8 on, 5 and 6 fail; before it there is no roll.
        (nml_supply, (8, 1), (5,), "5. Through no-man's land 5 and 6 fail [5g]. The units are cut off."),
        (nml_supply, (7, 1), (), "No roll is due [5g]. The units are in supply."),
        # 4.2g: never below 0.
        (significant_defeat, (4,), (6,), "6 off 4 OP leaves 0 OP [4.2g]."),
        (surrounded_losses, (), (3,), "The force takes 3 losses [4.13b]."),
        # 1.18: a tie is thrown again.
        (initiative, (), (4, 4, 2, 6), "After 1 tie: 2 against 6 [1.18]. The Republicans go first."),
        # 6.6, D8: a double kills.
        (leader_after_combat, ("1/6",), (1, 4, 4), "He is hit. 4 and 4: a double kills [6.6]. Killed."),
        (leader_after_combat, ("1/6",), (0,), "He is not hit: the chance of 1/6 is ours [6.6] [T38]."),
    ],
)
def test_verdicts(procedure: Procedure[..., Any], args: tuple[Any, ...], faces: tuple[int, ...], words: str) -> None:
    assert verdict_on(procedure, *args, faces=faces) == words


def test_every_step_of_the_turn_has_words() -> None:
    assert set(PLAN.steps) == {step.name for step in PLAN.sequence.steps}
    assert "Step 2 of" in track(PLAN, scenarios.start("late").position) or "Batteries" in track(PLAN, scenarios.start("late").position)


# -- who is in hand ----------------------------------------------------------------------------------------------------------------------


def test_a_set_up_turn_offers_units_first_and_then_their_zones() -> None:
    desk = Desk(GUIDE, "two_steps")
    # Three Allied units and 11 eligible zones: 34 orders with letting it pass (tests/perft/toulon.toml); none of them is a row yet.
    assert len(list(legal(ENGINE, desk.position))) == 34
    assert [row.text.title for row in desk.choices()] == ["Let it pass"]
    assert [held.ship for held in GUIDE.in_hand(desk.position)] == ["royals", "malaga", "re"]
    assert "Take a unit in hand" in GUIDE.prompt(desk.position, "")
    desk.select("malaga")
    rows = [row for row in desk.choices() if row.refusal is None]
    assert len(rows) == 12
    assert {row.text.ship for row in rows} == {"malaga", ""}


def test_eligible_zones_are_lit_for_the_unit_in_hand_and_others_are_refused_by_1_14() -> None:
    desk = Desk(GUIDE, "two_steps")
    desk.select("royals")
    lit = desk.look(chapter("toulon", "two_steps").base).legal
    assert len(lit) == 11
    assert "la_seyne" not in lit
    desk.press("la_seyne")
    assert desk.refusal is not None
    assert desk.refusal.rule == "1.14"
    assert desk.refused_at == "la_seyne"
    desk.press("la_malgue")
    assert desk.position.unit("royals").place == "la_malgue"
    # 1.14: a unit in Fort La Malgue is two steps from La Seyne by the Petite Rade, but La Seyne has no beach; Toulon opens it by land.
    assert [held.ship for held in GUIDE.in_hand(desk.position)] == ["malaga", "re"]


def test_a_press_on_a_stack_takes_the_next_of_its_units() -> None:
    desk = Desk(GUIDE, "two_steps")
    desk.press("fleet")
    assert desk.selected == "royals"
    desk.press("fleet")
    assert desk.selected == "malaga"
    desk.press("fleet")
    desk.press("fleet")
    assert desk.selected == "royals"


def test_buttons_take_in_hand_and_let_go() -> None:
    page = chapter("toulon", "two_steps")
    assert 'data-do="take" data-name="malaga"' in hand(page.desk)
    page.hear([{"do": "take", "name": "malaga"}])
    assert page.desk.selected == "malaga"
    assert 'id="hand-malaga" aria-pressed="true"' in hand(page.desk)
    page.hear([{"do": "take", "name": "malaga"}])
    assert page.desk.selected == ""
    page.hear([{"do": "take", "name": "marseille"}])  # a Republican, while the Allies place
    assert page.trouble == "Nobody of that name can act now."
    assert page.desk.selected == ""


def test_zones_are_walked_by_keys_and_pressed_by_name() -> None:
    page = chapter("toulon", "two_steps")
    page.hear([{"do": "take", "name": "royals"}, {"do": "key", "value": "Home"}])
    assert page.desk.focus == "fleet"
    page.hear([{"do": "key", "value": "ArrowUp"}])
    assert page.desk.focus == "grande_rade"
    assert "Grande Rade" in page.desk.message
    page.hear([{"do": "press", "name": "Fort La Malgue"}])
    assert page.desk.position.unit("royals").place == "la_malgue"
    assert "walk over the zones" in page.view.play_frame()


# -- presses in play ---------------------------------------------------------------------------------------------------------------------


def test_a_press_on_the_own_fort_goes_in_until_it_is_full() -> None:
    position = scenarios.start("full_fort").position
    while ENGINE.decision(position).orders == (o.RollRandomOp,):  # type: ignore[union-attr]
        position = apply(ENGINE, FixedDice((2,)), position, next(legal(ENGINE, position))).position
    assert list(GUIDE.orders_at(position, "royals", "la_malgue")) == [o.Garrison("royals", inside=True)]
    # Troops do not stay at sea: the press means a march, and the rules refuse it (4.9k).
    (meant,) = GUIDE.orders_at(position, "royals", "petite_rade")
    refusal = check(ENGINE, position, meant)
    assert refusal is not None
    assert refusal.rule == "4.9k"
    # Where the enemy is, a press means an entry (4.9f), never a march.
    (meant,) = GUIDE.orders_at(position, "cordoba", "malbousquet")
    assert isinstance(meant, o.Declare)


def test_zone_orders_need_nobody_in_hand() -> None:
    desk = Desk(GUIDE, "assault")
    for order in (o.Declare("italie", "la_valette"), o.GoIn("east")):
        desk.give(order)
    while isinstance(desk.choices()[0].order, o.RollQuality):
        desk.give(desk.choices()[0].order)
        desk.use_dice((1,))
    while not any(isinstance(row.order, o.RollBattle) for row in desk.choices()):
        desk.give(next(row.order for row in desk.choices() if row.text.is_closing))
    desk.select("")
    assert list(GUIDE.orders_at(desk.position, "", "la_valette")) == [o.RollBattle()]
    desk.press("la_valette")
    assert desk.chosen == o.RollBattle()


def test_a_zone_is_told_with_its_units_and_its_neighbours() -> None:
    words = GUIDE.place_text(scenarios.start("full_fort").position, "la_malgue")
    assert words.startswith(
        "Fort La Malgue, land, value 2, a fort of level 2, a beach of the first landings, Allied; British 2/1st, infantry 3;"
    )
    assert words.endswith("Next to Toulon, La Valette, Fort Marguerite, The Petite Rade, The Grande Rade and The east road at Toulon.")
