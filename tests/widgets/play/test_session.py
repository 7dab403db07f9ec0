"""The desk: pressing hexes, being refused, practising with dice, keeping a roll, going back."""

from __future__ import annotations

import pytest

from rulesdemo.board.hexes import Hex
from rulesdemo.errors import FacesError, InputError
from rulesdemo.games.veneti.board import GRID
from tests.support.chances import outcome_chances
from widgets.games.veneti.guide import GUIDE
from widgets.play.game_guide import Look
from widgets.play.session import Desk


def at(label: str) -> Hex:
    return GRID.parse(label)


def turning() -> Desk:
    desk = Desk(GUIDE, "veer", seeds=range(100))
    desk.select("aquila")
    return desk


def boarding() -> Desk:
    desk = Desk(GUIDE, "boarders", seeds=range(100))
    desk.choose("end_movement")
    return desk


def test_what_leaves_no_choice_is_done_by_itself() -> None:
    assert turning().position.activation is not None
    assert Desk(GUIDE, "veer", hurry=False).position.activation is None


def test_a_step_without_announced_points_is_refused_with_its_rule() -> None:
    desk = turning()
    desk.press(at("0403"))
    assert desk.refusal is not None
    assert desk.refusal.rule == "6.23"
    assert desk.refused_at == at("0403")
    assert desk.message.startswith("Refused. ")


def test_a_press_on_a_legal_hex_moves_the_ship_and_reaches_the_goal() -> None:
    desk = turning()
    desk.choose("announce ship=aquila pm=1")
    assert at("0503") in desk.look(Look()).legal
    desk.press(at("0503"))
    ship = desk.position.ship("aquila")
    assert (GRID.label(ship.bow), GRID.name(ship.heading)) == ("0503", "NE")
    assert desk.is_over
    assert desk.history.result.winner == desk.goal_side == "roman"
    assert desk.choices() == []


def test_a_hex_that_two_orders_fit_asks_which() -> None:
    desk = turning()
    desk.choose("announce ship=aquila pm=2")
    place = next(each for each in desk.position.ship("aquila").around if desk.position.ship("aquila").around[each] == "flank")
    desk.press(place)
    assert len(desk.narrowed) == 2
    assert {row.text.rule for row in desk.choices() if row.refusal is None} == {"5.1"}


def test_the_path_shows_the_points_spent() -> None:
    desk = turning()
    desk.choose("announce ship=aquila pm=3")
    desk.choose("ahead ship=aquila")
    desk.choose("ahead ship=aquila")
    assert desk.path() == ((at("0404"), 0), (at("0403"), 1), (at("0402"), 2))


def test_orders_with_dice_are_chosen_first_and_practice_changes_nothing() -> None:
    desk = boarding()
    before = desk.history
    desk.choose("board target=morwen parties=aquila:2,lupa:2")
    assert desk.history is before
    answer = desk.answer()
    assert answer is not None
    assert answer.entry.name == "veneti.boarding"
    assert answer.inputs == {"attackers": 4, "defenders": 2, "height": -1}
    assert sum(chance for _, chance in outcome_chances(desk)) == 1
    for _ in range(3):
        desk.practise()
    assert desk.luck.rolls == 3
    assert desk.history is before
    assert desk.practice is not None
    assert desk.message == f"For practice: {desk.practice.words}"


def test_a_throw_carries_the_order_out_and_stays_to_be_seen() -> None:
    desk = boarding()
    desk.choose("board target=morwen parties=aquila:2,lupa:2")
    chosen = desk.answer()
    desk.roll()
    assert desk.chosen is None
    assert desk.fallen is not None
    assert desk.fallen.faces == next(deed.faces for deed in reversed(desk.history.done) if deed.faces)
    assert desk.answer() == chosen, "the odds that the throw had stay beside it"
    desk.undo()
    assert desk.fall is None


def test_typed_dice_count_like_rolled_ones() -> None:
    desk = boarding()
    desk.choose("board target=morwen parties=aquila:2,lupa:2")
    before = desk.history
    for wrong in ((7, 1), (1, 1, 1)):
        with pytest.raises(FacesError):
            desk.use_dice(wrong)
        assert desk.history is before
    desk.use_dice((6, 6))
    assert desk.fallen is not None
    assert desk.fallen.words == "12 − 1 [8.24] = 11. You need 5. She is yours."
    assert desk.message.startswith("4 marines from Aquila and Lupa board Morwen: captured."), "the consequence is told"


def test_what_follows_without_a_choice_says_so() -> None:
    desk = boarding()
    desk.choose("board target=morwen parties=aquila:2")
    desk.use_dice((1, 1))
    told, _colon, forced = desk.message.partition("No choice was left: ")
    assert "repelled" in told
    assert bool(forced) == (len(desk.history.done) > 2), desk.message


def test_dice_without_an_order_are_refused_in_words() -> None:
    desk = boarding()
    for throw in (desk.roll, desk.practise):
        with pytest.raises(InputError, match="Choose an order with dice first"):
            throw()


def test_undo_and_redo_bring_the_same_dice() -> None:
    desk = boarding()
    desk.choose("board target=morwen parties=aquila:2")
    desk.use_dice((1, 2))
    after = desk.position
    desk.undo()
    assert desk.position != after
    desk.redo()
    assert desk.position == after


def test_a_switch_takes_effect_at_once() -> None:
    desk = boarding()
    desk.choose("board target=morwen parties=aquila:2,lupa:2")
    before = outcome_chances(desk)
    desk.set_switch("boarding_bands", "modified")
    assert desk.chosen is not None
    assert outcome_chances(desk) != before
    desk.set_switch("boarding_bands", "")
    assert outcome_chances(desk) == before


def test_arrow_keys_walk_over_the_board_and_stop_at_its_edge() -> None:
    desk = turning()
    desk.walk("ArrowUp")
    assert desk.focus == desk.position.ship("aquila").bow
    desk.walk("ArrowRight")
    assert desk.focus == at("0504")
    assert desk.message == "0504, open water."
    desk.walk("ArrowLeft")
    assert desk.focus == at("0404")
    for _ in range(20):
        desk.walk("ArrowUp")
    assert desk.focus == at("0401")


def test_a_refused_board_row_is_there_before_anybody_tries() -> None:
    desk = Desk(GUIDE, "grapnels", seeds=range(9))
    rows = [row for row in desk.choices() if row.refusal is not None]
    for row in rows:
        assert row.refusal is not None
        assert row.refusal.rule
