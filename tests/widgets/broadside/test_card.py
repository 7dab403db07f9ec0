"""Chapter 1 of Broadside: metres on the board, a ship's card with boxes to cross off, and the two distances of the scale."""

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter
from widgets.chapter.question_file import challenge
from widgets.games.broadside.lessons import scale
from widgets.games.broadside.panels.scale import SCALE, gap_text, sentence
from widgets.games.broadside.try_out.card import ShipCard
from widgets.kit.panel import PanelView, State
from widgets.scene.shapes import every_group

RULES = ruleset("broadside")
NAME = "en/broadside/01_scale_and_ship_card"


@pytest.fixture
def page() -> Chapter:
    made = chapter("broadside", "two_turns", name=NAME, lesson="scale", ship="aurore")
    made.extra(SCALE)
    made.play()
    return made


@pytest.fixture
def card() -> ShipCard:
    return ShipCard()


def do(card: ShipCard, what: str, name: str = "", value: object = None) -> str:
    card.hear([{"do": what, "name": name, "value": value}])
    return words(str(card.beside()["card-sheet"]))


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


# -- the board ---------------------------------------------------------------------------------------------------------------------------


def test_the_hexes_ahead_have_their_metres(page: Chapter) -> None:
    # SE from 0306 with 5 M: even columns stand higher, so SE of an odd one is a row further down and SE of an even one is not.
    label = next(each.label for each in every_group(page.scene) if each.id == "metres")
    assert label == "Ahead of Aurore: 0407 200 m, 0507 400 m, 0608 600 m, 0708 800 m, 0809 1,000 m"


def test_every_speed_has_its_metres(page: Chapter) -> None:
    outlook = scale.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert [line.number for line in outlook.lines] == [200, 400, 600, 800, 1000]
    assert [line.text for line in outlook.lines if line.is_now] == ["600 m"]
    # 3 M: 4.5 knots printed; 600 m in five minutes are 7.2 km in an hour, 3.888 miles of 1852 m.
    assert outlook.words == "3 hexes a turn: 600 m in 5 minutes. The rules print 4.5 knots; by the map it is 3.9. [I Echelle] [B1]"


def test_eight_hexes_in_two_turns_are_the_goal(page: Chapter) -> None:
    for _turn in range(2):
        page.hear([{"do": "choose", "name": "plot ship=aurore text=4"}])
        page.hear([{"do": "choose", "name": "ready"}])
    assert page.desk.history.result.winner == "french"


# -- the card ----------------------------------------------------------------------------------------------------------------------------


def test_a_fresh_card_is_the_demonstration_ship(card: ShipCard) -> None:
    text = words(str(card.beside()["card-sheet"]))
    assert "B close-hauled 3 C reaching 5 D running 4 Inertia 1" in text
    assert "Masts: 5 of 5 M" in text
    assert "Hull: 12 of 12 points" in text
    assert "Boarding 9 9 Short range, 1 to 2 hexes 10 10 Long range, 3 to 7 hexes 6 6" in text


def test_boxes_of_the_hull_are_lost_in_order_and_come_back(card: ShipCard) -> None:
    text = do(card, "box", "4")  # the first of the second section: five are gone, one section is empty (B35)
    assert "Hull: 7 of 12 points" in text
    assert "Boarding 9 5 Short range, 1 to 2 hexes 10 8 Long range, 3 to 7 hexes 6 4" in text  # T9: -4 and -2 for a section
    assert "1 hull section is empty: −2 force for her guns, −4 in boarding [T9], and a mast may fall." in card.words()
    assert "Hull: 10 of 12 points" in do(card, "box", "2")
    text = do(card, "box", "11")
    assert "Hull: 0 of 12 points" in text
    assert "Boarding 9 none" in text
    assert "Without hull she may still move, but not fight. [VI]" in card.words()
    assert "Hull: 12 of 12 points" in do(card, "whole")


def test_a_lost_mast_takes_its_points_off_every_m(card: ShipCard) -> None:
    text = do(card, "mast", "0")
    assert "Masts: 2 of 5 M" in text
    assert "B close-hauled 0 on her card 3 C reaching 2 on her card 5 D running 1 on her card 4" in text  # B31: 3 off each, never under 0
    assert "2 hexes a turn: 400 m in 5 minutes." in card.words()
    text = do(card, "mast", "1")
    assert "Masts: 0 of 5 M" in text
    assert "Heading SE she has no M." in card.words()
    assert "Masts: 5 of 5 M" in do(card, "mast", "0")


def test_sections_are_made_larger_and_smaller(card: ShipCard) -> None:
    assert "Hull: 13 of 13 points" in do(card, "hull", "0:1")
    text = do(card, "masts", "1:-1")
    assert "Masts: 4 of 4 M" in text
    assert "B close-hauled 2 C reaching 4 D running 3" in text
    for _press in range(9):
        do(card, "hull", "2:-1")
    assert card.sheet.hull == (5, 4, 1)  # never without a box
    do(card, "box", "9")
    do(card, "hull", "0:-1")
    assert (card.sheet.hull, card.sheet.hull_lost) == ((4, 4, 1), 9)  # no more is lost than there is


def test_a_crew_changes_the_ratings(card: ShipCard) -> None:
    # T10, quality 4: inertia and M close-hauled one more, boarding times 2.5, guns twice; 22.5 is rounded up.
    text = do(card, "crew", "4")
    assert "B close-hauled 4 C reaching 5 D running 4 Inertia 2" in text
    assert "Boarding 23 23 Short range, 1 to 2 hexes 20 20 Long range, 3 to 7 hexes 12 12" in text


def test_a_fort_has_neither_masts_nor_boarders(card: ShipCard) -> None:
    text = do(card, "kind", "fort")
    assert "Mast" not in text
    assert "Boarding" not in text
    assert "Short range, 1 to 2 hexes 12 12 Long range, 3 to 7 hexes 8 8" in text
    assert "A fort neither moves nor boards" in card.words()


def test_she_is_put_turned_and_carried(card: ShipCard) -> None:
    label = card.guide.grid.label
    do(card, "press", "0703")
    assert label(card.place) == "0703"
    do(card, "drag", "0703", "0605")
    assert label(card.place) == "0605"
    do(card, "key", "card", "ArrowLeft")
    assert card.guide.grid.name(card.heading) == "NE"
    do(card, "turn", "-1")
    do(card, "key", "card", "ArrowUp")  # N
    assert label(card.place) == "0604"
    do(card, "key", "card", "ArrowDown")
    assert label(card.place) == "0605"
    assert "Heading N she has no M." in card.words()  # into the wind
    do(card, "press", "0101")
    do(card, "key", "card", "ArrowUp")
    assert label(card.place) == "0101"  # the edge of the map


@pytest.mark.parametrize(
    ("what", "name"), [("box", "12"), ("box", "-1"), ("box", "x"), ("mast", "2"), ("hull", "3:1"), ("hull", "0:2"), ("kind", "brig")]
)
def test_what_the_card_does_not_know_changes_nothing(card: ShipCard, what: str, name: str) -> None:
    before = card.sheet
    do(card, what, name)
    assert card.sheet == before


# -- the scale ---------------------------------------------------------------------------------------------------------------------------


def test_the_map_and_the_knots_differ(page: Chapter) -> None:
    assert sentence(RULES, 1, 1) == "1 hex of 200 m: 200 m in 5 minutes. [I Echelle]"
    # 1.5 knots are 1.5 * 1852 / 12 = 231.5 m in five minutes: 31.5 m more than a hex.
    assert "At the 1.5 knots printed for 1 M she would be 31.5 m farther." in gap_text(RULES, 1, 1)
    text = words(page.view.parts()["extra-scale"])
    assert "8 hexes of 200 m: 1,600 m in 10 minutes." in text
    assert "By the knots 1,852 m" in text  # 4 M for two turns: 6 knots for ten minutes are a mile
    page.hear([{"do": "extra", "name": "scale:turns", "value": "-1"}])
    assert "By the knots 926 m" in words(page.view.parts()["extra-scale"])


@pytest.mark.parametrize("kept", [None, [4], [0, 2], [9, 2], [4, 13], ["4", 2]])
def test_only_a_scale_that_can_be_is_restored(kept: Any) -> None:
    panel = PanelView(SCALE)
    panel.restore(kept)
    assert panel.state(RULES) == State(m=4, turns=2)
    panel.restore([8, 12])
    assert panel.state(RULES) == State(m=8, turns=12)


def test_the_metres_may_be_typed_as_a_decimal() -> None:
    task = challenge(NAME, "knots")
    assert Fraction(task.expected.exact) == Fraction(463, 2)
    task.write("231.5")
    assert task.check()
