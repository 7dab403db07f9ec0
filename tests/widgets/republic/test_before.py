"""Chapters 1 and 2 of Republic without a browser: fields to refuse and to call on, a try weighed against a stand, how far a call carries.

Expected numbers are those of the specification: questions 5, 7 and 15 of section 7, the vectors D1 to D3, and rules 8.23 and 8.26.
"""

from __future__ import annotations

import re
from fractions import Fraction
from html import unescape
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play import scenarios
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels.call_table import REACH, chance
from widgets.games.republic.panels.stand import STAND, choice
from widgets.games.republic.try_out.calls import CallBoard, call_board
from widgets.games.republic.try_out.field import Field
from widgets.games.republic.try_out.slip import SlipBoard, slip_board
from widgets.kit.panel import PanelView, State
from widgets.play.session import Desk
from widgets.scene.text_painter import label_of

F = Fraction
RULES = ruleset("republic")
ATTACKED = ("attack force=samnites target=romans",)


def words(text: str) -> str:
    """What a listener hears."""
    shown = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(unescape(Marked(shown).words).split())


def drag(board: Field, start: str, end: str) -> str:
    """What is told after a piece was carried."""
    board.hear([{"do": "drag", "name": start, "value": end}])
    return board.message


def press(board: Field, *names: str) -> str:
    for name in names:
        board.hear([{"do": "press", "name": name}])
    return board.message or str(board.refusal)


def keys(board: Field, *names: str) -> str:
    for name in names:
        board.hear([{"do": "key", "value": name}])
    return board.message or str(board.refusal)


def more(board: Field, what: str, times: int = 1) -> None:
    for _ in range(times):
        board.hear([{"do": "extra", "name": f"{board.prefix}:{what}", "value": "1"}])


def chances(board: SlipBoard) -> dict[str, tuple[int, Fraction]]:
    return {out.kind: (out.drm, out.chance) for out in board.outs()}


# -- refusing: modifiers and chances ---------------------------------------------------------------------------------------------------


def test_a_roman_of_6_next_to_his_city_needs_two_points() -> None:
    board = SlipBoard()
    # Question 15: a Roman of 6 has 1/2 next to a friendly city and 3/10 in the open; the challenge of chapter 1 wants 7/10.
    assert chances(board) == {"city": (2, F(1, 2)), "open": (4, F(3, 10))}
    more(board, "ours", 2)
    assert chances(board)["city"] == (0, F(7, 10))
    more(board, "theirs")
    assert chances(board)["city"] == (1, F(3, 5))


def test_who_is_no_roman_has_no_honour_to_lose() -> None:
    board = SlipBoard()
    board.hear([{"do": "roman"}])
    assert chances(board) == {"city": (-2, F(9, 10)), "open": (0, F(7, 10))}
    position = board.position
    # The city is still his own, and the enemies are the Romans now.
    assert position.cities[0].owner == position.force("defender").side == "other"
    assert {position.force(name).side for name in ("attacker", "second")} == {"roman"}


def test_a_city_two_hexes_off_and_one_in_the_hex_help_less_than_one_next_door() -> None:
    board = SlipBoard()
    # 8.23-M: -2 next door, -1 two hexes away, -1 in his own hex too (R55), nothing beyond.
    assert "Luceria stands in 0603." in drag(board, "luceria", "0603")
    assert chances(board)["city"] == (3, F(2, 5))
    drag(board, "luceria", "0703")
    assert set(chances(board)) == {"open"}
    drag(board, "luceria", "0403")
    assert chances(board)["city"] == (3, F(2, 5))


def test_marsh_helps_and_a_river_hinders_only_when_it_is_all_round() -> None:
    board = SlipBoard()
    drag(board, "defender", "0304")
    assert board.at["attacker"] == GRID.parse("0304")  # the battle goes along
    assert chances(board)["open"] == (3, F(2, 5))
    board.hear([{"do": "put back"}])
    # The second host bars 0302; 0402 and 0502 lie across the river already.
    board.hear([{"do": "take", "name": "river"}])
    assert press(board, "0503").startswith("A river runs between 0403 and 0503.")
    press(board, "0404")
    assert chances(board)["open"] == (4, F(3, 10))
    press(board, "0303")
    assert chances(board) == {"city": (5, F(1, 5)), "open": (7, F(0))}
    assert press(board, "0303").startswith("No river runs between 0403 and 0303.")
    assert chances(board)["open"] == (4, F(3, 10))
    assert press(board, "0101") == "0101 is not next to the defender. [8.23-M] Press one of 0302, 0303, 0402, 0404, 0502, 0503."
    assert label_of(board.scene, "rivers").count("between") == 4


def test_river_alone_by_campaign_value() -> None:
    board = SlipBoard()
    board.hear([{"do": "roman"}, {"do": "take", "name": "river"}])
    drag(board, "luceria", "0705")
    press(board, "0503", "0404", "0303")
    found = []
    board.cv = 3
    for _ in range(5):
        found.append(chances(board)["open"][1])
        more(board, "cv")
    assert found == [F(1, 10), F(1, 5), F(3, 10), F(2, 5), F(1, 2)]  # question 15, campaign values 3 to 7


# -- refusing: ways out ------------------------------------------------------------------------------------------------------------------


def test_ways_out_are_listed_with_their_attrition() -> None:
    board = SlipBoard()
    (_city, way) = board.outs()
    ends = {points: {str(GRID.label(place)) for place in hexes} for points, hexes in way.ends}
    # By hand: the five flat hexes next door that the second host does not hold; then one more flat or rough hex for 2 points, or a marsh
    # (0304, 0602) or a mountain (0604) for 3. 0202 has no way to it but by 0302, which is held.
    assert ends[1] == {"0303", "0402", "0404", "0502", "0503"}
    assert ends[3] == {"0304", "0602", "0604"}
    assert "0501" in ends[2]
    assert "0302" not in set().union(*ends.values())
    assert way.most_lost == 3  # a tenth of 30
    text = words(board.beside()["slip-ways"])
    assert "1 point: 0303, 0402, 0404, 0502, 0503" in text
    assert "at most 3 strength points lost" in text
    assert label_of(board.scene, "way out 0604") == "Defender may withdraw to 0604, 3 points"
    drag(board, "second", "0101")
    assert "0302" in {str(GRID.label(place)) for place in board.outs()[1].ends[0][1]}


@pytest.mark.parametrize(("mark", "why"), [("intercepted", "it was intercepted"), ("being_overrun", "it is being overrun")])
def test_a_refusal_that_is_barred_says_why(mark: str, why: str) -> None:
    board = SlipBoard()
    board.hear([{"do": "mark", "name": mark}])
    assert board.outs() == ()
    assert words(board.beside()["slip-ways"]).startswith(f"Refusal is barred: {why}.")
    assert board.beside()["slip-sum"] == ""
    board.hear([{"do": "mark", "name": mark}])
    assert len(board.outs()) == 2


def test_without_an_attacker_there_is_nothing_to_refuse() -> None:
    board = SlipBoard()
    assert drag(board, "attacker", "0404").endswith("Nobody attacks. Put the attacker into the defender's hex. [R-PRE-1]")
    assert label_of(board.scene, "battle") == ""
    # He now bars a way out himself; back in the hex he bars none.
    assert drag(board, "attacker", "defender").startswith("Attacker stands in 0403. Into Luceria: 1/2.")


def test_the_sum_and_the_faces_of_the_way_that_is_looked_at() -> None:
    board = SlipBoard()
    text = board.beside()["slip-sum"]
    assert Marked(text).faults == []
    assert (text.count('class="is-good"'), text.count('class="is-bad"')) == (5, 5)
    assert "Into Luceria: 6 or less gets away" in words(text)
    board.hear([{"do": "way", "name": "open"}])
    text = board.beside()["slip-sum"]
    assert (text.count('class="is-good"'), text.count('class="is-bad"')) == (3, 7)
    assert "Roman honour" in words(text)
    assert "Gets away 3/10 30.0 %" in words(text)


# -- refusing: hands and keys ------------------------------------------------------------------------------------------------------------


def test_a_piece_is_picked_up_and_put_down_by_presses() -> None:
    board = SlipBoard()
    assert press(board, "0302") == "Second host is picked up. Press the hex to put it in."
    assert press(board, "0404").startswith("Second host stands in 0404.")
    assert press(board, "0101") == "0101, flat. Press a piece first."
    # In a shared hex each piece has a spot of its own, and the hex of either can be dropped on.
    press(board, "attacker")
    assert board.held == "attacker"
    assert press(board, "attacker") == "Nothing is in hand."
    press(board, "attacker")
    assert press(board, "luceria").startswith("Attacker stands in 0503.")
    assert 'data-name="luceria" data-grab="slip-city_20_luceria slip-name_20_Luceria"' in board.first()


def test_keys_alone_move_a_piece() -> None:
    board = SlipBoard()
    assert keys(board, "PageDown").startswith("Defender: 0403, flat, river to N, NE, Defender, Attacker.")
    assert keys(board, "PageDown", "PageDown").startswith("Second host: 0302")
    assert keys(board, "Enter") == "Second host is picked up. Press the hex to put it in."
    assert keys(board, "ArrowUp") == "0301, flat. Enter puts Second host there."
    assert keys(board, "Enter").startswith("Second host stands in 0301.")
    assert keys(board, "PageUp", "Enter") == "Attacker is picked up. Press the hex to put it in."
    assert keys(board, "Escape") == "Nothing is in hand."
    for _ in range(9):
        keys(board, "ArrowUp")
    assert board.focus == GRID.parse("0401")  # the edge of the map


@pytest.mark.parametrize("board", [SlipBoard, CallBoard])
def test_nonsense_changes_nothing(board: type[Field]) -> None:
    made = board()
    before = (dict(made.at), made.message)
    strange: list[dict[str, Any]] = [
        {"do": "drag", "name": "9999", "value": "0101"},
        {"do": "drag", "name": "0101", "value": "nowhere"},
        {"do": "press", "name": "9999"},
        {"do": "take", "name": "moon"},
        {"do": "extra", "name": f"{made.prefix}:moon", "value": "1"},
        {"do": "extra", "name": f"{made.prefix}:cv", "value": "7"},
        {"do": "mark", "name": "moon"},
        {"do": "way", "name": "moon"},
        {"do": "fly"},
    ]
    made.hear(strange)
    assert (dict(made.at), made.message) == before
    assert "Nothing stands in 0101." in drag(made, "0101", "0102")


@pytest.mark.parametrize("live", [slip_board, call_board])
def test_the_boards_are_whole_pages(live: Any) -> None:
    text = live().first
    assert 'data-drag tabindex="0"' in text
    assert Marked(text.partition('class="practice-side"')[2].removeprefix(">").removesuffix("</div></div>")).faults == []


def test_a_phone_enlarges_the_board() -> None:
    board = SlipBoard()
    board.hear([{"do": "hello", "page": {"width": 390}}])
    assert (board.look.zoom, board.look.size) == (1.3, (358, 360.0))
    board.hear([{"do": "page", "page": {"width": 1280}}])
    assert board.look.zoom == 1.0


# -- calling -----------------------------------------------------------------------------------------------------------------------------


def test_the_way_that_is_drawn_makes_the_value() -> None:
    board = CallBoard()
    # 7 and 6 make 6; three hexes and a river without a road take 4 off.
    assert (board.value(board.drawn_way), board.chance(board.drawn_way)) == (2, F(3, 10))
    assert [cost for _place, cost in board.current_look().path] == [0, 1, 3, 4]
    text = board.beside()["calls-value"]
    assert Marked(text).faults == []
    assert text.count('class="is-good"') == 3
    assert "1 river off the road" in words(text)
    # From 0304 the road leads over the river: two hexes and nothing else.
    drag(board, "decius", "0304")
    assert board.way == ()
    assert press(board, "0404", "fabius") == "Value 4, chance 1/2. [8.26]"
    # From 0302 it is two hexes too, and a river.
    drag(board, "decius", "0302")
    assert press(board, "0403", "0503") == "Value 3, chance 2/5. [8.26]"


def test_campaign_values_change_the_chance() -> None:
    board = CallBoard()
    drag(board, "decius", "0403")
    assert press(board, "0503") == "Value 5, chance 3/5. [8.26]"  # the challenge: 7 and 6, one hex, no river
    more(board, "decius")
    assert board.chance(board.drawn_way) == F(7, 10)
    more(board, "fabius")  # 8 and 7 are halved down to 7
    assert board.chance(board.drawn_way) == F(7, 10)
    more(board, "fabius", 5)
    assert board.cvs["fabius"] == 9


@pytest.mark.parametrize(
    ("pressed", "told_so"),
    [
        (("0203", "0303"), "0303 is marsh, and no way is traced through it. [8.26-C] Go round it."),
        (("0203", "0402"), "0402 is not next to 0203. [8.26] Go on with one of 0102, 0103, 0202, 0204, 0302, 0303."),
        (("0503", "0404", "0405"), "The way has 3 hexes, and more may not be. [8.26-C] Take a step back, or bring the Forces nearer."),
        (("0504",), "The way is at the battle already. [8.26] Press 0503 to take its last step back."),
    ],
)
def test_what_a_way_may_not_do(pressed: tuple[str, ...], told_so: str) -> None:
    assert press(CallBoard(), *pressed) == told_so


def test_a_way_goes_back_to_a_hex_that_is_pressed_again() -> None:
    board = CallBoard()
    assert press(board, "0302") == "The way has come to 0302. Go on to the battle in 0503. [8.26]"
    assert press(board, "0302") == "The way has come to 0203. Go on to the battle in 0503. [8.26]"
    assert board.beside()["calls-value"].count("is-good") == 0


def test_a_battle_in_the_mountains_can_be_reached_and_one_behind_them_not() -> None:
    board = CallBoard()
    drag(board, "fabius", "0502")  # a mountain hex at the end of the way is no bar (R48)
    assert board.position.force("gauls").at == GRID.parse("0502")
    assert press(board, "0302", "0402", "0502") == "Value 2, chance 3/10. [8.26]"
    drag(board, "fabius", "0703")
    assert "There is no way of at most 3 hexes that keeps clear of mountain and marsh." in words(board.beside()["calls-value"])


def test_in_one_hex_walls_make_the_difference() -> None:
    board = CallBoard()
    board.hear([{"do": "inside"}])
    assert str(board.refusal) == "Decius is not at a city. [8.26-C] Move him to 0603 first."
    drag(board, "decius", "0603")
    assert drag(board, "fabius", "0603").endswith("Decius joins in without a roll. [8.26-C]")
    assert "is-good" not in board.beside()["calls-value"]
    board.hear([{"do": "inside"}])
    assert board.message == "Decius is in the city: roll with distance 0. [8.26-C] Value 6, chance 7/10. [8.26]"
    assert board.position.force("decius").in_city
    drag(board, "decius", "0503")
    assert not board.is_inside


def test_the_cheapest_way_is_shown_when_it_is_asked_for() -> None:
    board = CallBoard()
    assert label_of(board.scene, "way of decius") == ""
    assert label_of(board.scene, "blocked 0303") == "0303 blocks ways: marsh"
    drag(board, "decius", "0304")
    # By 0405 the river is crossed without the road, and the way is a hex longer: 6 - 3 - 1.
    press(board, "0405", "0404", "0503")
    board.hear([{"do": "best"}])
    text = words(board.beside()["calls-best"])
    assert "The cheapest way 0404, 0503 4 1/2 50.0 %" in text
    assert "Your way 0405, 0404, 0503 2 3/10 30.0 %" in text
    assert label_of(board.scene, "way of decius").endswith("by 0404, 0503, value 4")


def test_every_sum_and_every_way() -> None:
    # Half of 13 less 1 is 5; D1: half of 11 less 3 is 2; half of 6 less 4 is under every face.
    assert [chance(RULES, total, off) for total, off in ((13, 1), (11, 3), (6, 4), (15, 0), (12, 1))] == [
        F(3, 5),
        F(3, 10),
        F(0),
        F(4, 5),
        F(3, 5),
    ]
    panel, desk = PanelView(REACH), Desk(GUIDE, "come_to_us")
    assert "Campaign values of 13 together, 1 taken off: 3/5 (60.0" in words(panel.html(desk))
    panel.act("cell", "11-3", desk)
    assert panel.state(RULES).cell == "11-3"
    for strange in ("99-0", "11"):
        panel.restore(strange)
    assert panel.state(RULES).cell == "11-3"
    panel.restore("12-5")
    assert panel.state(RULES).cell == "12-5"


# -- try or stand ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("net", "stand", "failed", "pays"),
    [
        # Table R at net and at net + 2: 7/25 and 12/25 at 0 (question 7), so a try pays from 1 - 7/12 on.
        (0, F(7, 25), F(12, 25), F(5, 12)),
        (-2, F(2, 25), F(7, 25), F(5, 7)),
        (3, F(11, 20), F(71, 100), F(16, 71)),
        (8, F(24, 25), F(24, 25), F(0)),
    ],
)
def test_a_failed_try_moves_the_battle(net: int, stand: Fraction, failed: Fraction, pays: Fraction) -> None:
    found = choice(RULES, net)
    assert (found.stand.defender, found.failed.defender, found.pays_from) == (stand, failed, pays)


def test_where_even_a_failed_try_does_no_harm_any_chance_pays() -> None:
    # Table R: 1/20 at -5 and 3/100 at -3, so the +2 of a failed try helps the defender there.
    assert choice(RULES, -5).pays_from == 0


def test_the_panel_weighs_one_against_the_other() -> None:
    panel, desk = PanelView(STAND), Desk(GUIDE, "slip_away")
    # 7/10 of 12/25 is 42/125, more than 7/25; the mean loss goes from 14.1 to 7/10 of 18.1.
    said = words(panel.html(desk))
    assert "His chance of having to retreat is 7/25, 28.0 % if he stands, 42/125, 33.6 % if he tries." in said
    assert "By that measure he should stand." in said
    assert "loses 14.1 % of his strength if he stands and 12.7 % if he tries" in said
    panel.act("tenths", "1", desk)
    assert "he should stand" in words(panel.html(desk))  # 4/10 is still under 5/12
    panel.act("tenths", "1", desk)
    assert "he should try" in words(panel.html(desk))
    panel.restore([0, 9])
    assert "it is all one" in words(panel.html(desk))
    for _ in range(12):
        panel.act("tenths", "1", desk)
        panel.act("net", "-1", desk)
    assert panel.state(RULES) == State(tenths=10, net=-3)
    for strange in ([11, 0], [3, 10], [True, 0], [3]):
        panel.restore(strange)
    assert panel.state(RULES) == State(tenths=10, net=-3)
    with pytest.raises(InputError):
        panel.act("net", "2", desk)


# -- at the desk -------------------------------------------------------------------------------------------------------------------------


def test_a_refusal_can_be_rehearsed_and_points_stand_in_sight() -> None:
    page = chapter("republic", "slip_away", lesson="refusal", ship="romans", begin=ATTACKED, at_once=True)
    assert page.free is not None
    assert page.free.due is not None
    assert page.free.due.title == "A refusal into Luceria, without cunning points"
    assert page.answer is not None
    assert page.answer.dist.p(refused=True) == F(1, 2)
    seen = [row.text for row in page.desk.choices() if not row.text.is_minor]
    assert [each.line for each in seen[:4]] == [
        "Modifier +2",
        "Modifier +1, 1 cunning point",
        "Modifier 0, 2 cunning points",
        "Modifier −1, 3 cunning points",
    ]
    page.hear([{"do": "choose", "name": "refuse route=0204 city=yes cunning=2"}])
    assert page.answer.dist.p(refused=True) == F(7, 10)
    # Standing leaves nothing to rehearse.
    other = chapter("republic", "slip_away", lesson="refusal", ship="romans", begin=(*ATTACKED, "stand"))
    assert other.free is None
    # Nor is there a refusal to tell of, once it is past.
    assert page.desk.outlook("refusal") is not None
    assert other.desk.outlook("refusal") is None


def test_a_call_can_be_rehearsed_before_the_attack() -> None:
    page = chapter("republic", "come_to_us", lesson="coordination", ship="decius")
    assert page.free is not None
    assert page.free.due is not None
    assert page.free.due.title == "Fabius calls in Decius"
    assert page.answer is not None
    assert page.answer.dist.p(coordinated=True) == F(2, 5)  # three hexes by the road: 6 - 3
    page.hear([{"do": "choose", "name": "march force=decius to=0302"}])
    assert page.answer is not None
    assert page.answer.dist.p(coordinated=True) == F(1, 2)
    # Decius has marched, so the rows are those of Fabius.
    assert not GUIDE.selectable(page.desk.position, "decius")
    assert page.desk.choices()[0].text.title == "Army of Fabius: attack Gallic Host"


def test_nobody_is_called_where_nobody_can_be_attacked() -> None:
    desk = Desk(GUIDE, "come_to_us")
    desk.give(read_order(desk.engine, "march force=fabius to=0502"))
    assert desk.outlook("coordination") is None
    assert GUIDE.rehearsal(desk.position, "fabius", "coordination") is None
    assert GUIDE.rehearsal(scenarios.start("come_to_us").position, "gauls", "coordination") is not None
