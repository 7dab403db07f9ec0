"""Chapter 6 of Broadside: orders opened together moment by moment, who keeps the hex and why, and the exact chances of how it ends."""

import re
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play import ENGINE
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.test_simultaneous import CASES, settled
from tests.support.markup import plain
from tests.support.pseudo import pseudo_language
from widgets.chapter.page import Chapter, chapter
from widgets.games.broadside.lessons import contact
from widgets.games.broadside.panels import meeting as panel_module
from widgets.games.broadside.panels.meeting import MEETING, meeting_in, moment_sentence, pictures, reading
from widgets.games.broadside.panels.meetings import ENEMIES, EXAMPLES, FRIENDS, OWN, Meeting, end_chances, meeting_of, movement, start
from widgets.kit.panel import PanelView
from widgets.scene.shapes import every_group

RULES = ruleset("broadside")
F = Fraction
DOCUMENT = {case["number"]: case for case in CASES}


@pytest.fixture
def page() -> Chapter:
    made = chapter(
        "broadside",
        "right_of_way",
        "touch_and_go",
        name="en/broadside/06_shared_hexes",
        lesson="contact",
        ship="aurore",
        when={"boarding": True},
        seeds=(1, 2, 3),
    )
    made.extra(MEETING)
    made.play()
    return made


def act(page: Chapter, name: str, value: str = "", do: str = "extra") -> str:
    page.hear([{"do": do, "name": name if do == "extra" else f"extra:{name}", "value": value}])
    return plain(page.view.parts()["extra-meet"])


def panel_of(page: Chapter) -> PanelView:
    panel = page.extras["meet"]
    assert isinstance(panel, PanelView)
    return panel


def meeting_and_step(panel: PanelView) -> tuple[Meeting, int]:
    state = panel.state(RULES)
    return meeting_in(state), state.step


# -- examples --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_is_the_case_of_its_number(number: str) -> None:
    example, case = EXAMPLES[number], DOCUMENT[number]
    assert list(example.ships) == case["ships"]
    assert dict(example.orders) == case["orders"]
    assert f"N {example.force}" == case.get("wind", "N 3")


@pytest.mark.parametrize("number", EXAMPLES)
def test_an_example_ends_as_its_case_says(number: str) -> None:
    case = DOCUMENT[number]
    faces = tuple(tuple(map(int, said.split()[1:])) for said in case.get("dice", []))
    found = movement(RULES, meeting_of(number)._replace(faces=faces))
    assert found.asked is None
    assert [settled(each) for each in found.event.contacts] == case.get("settled", [])
    ends = {track.ship: f"{GRID.label(track.place.hex)} {GRID.name(track.place.heading)}" for track in found.event.tracks}
    assert ends == case["ends"]


# -- the chances of how it ends ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("meeting", "chances"),
    [
        (meeting_of("1.2"), [F(1)]),
        (meeting_of("1.5"), [F(1, 2), F(1, 2)]),  # a die each, either wins
        (meeting_of("4.1"), [F(1, 2), F(1, 2)]),  # boarding on 1 to 3, else more M spent
        (meeting_of("4.1")._replace(force=4), [F(1)]),  # nobody boards
        (meeting_of("1.5")._replace(flags=ENEMIES), [F(1, 2), F(1, 4), F(1, 4)]),  # boarding, or a die each
        (meeting_of("4.1")._replace(flags=FRIENDS), [F(1)]),
        (meeting_of("3.9")._replace(flags=ENEMIES), [F(1)]),  # they change places and do not touch
    ],
)
def test_the_chances_of_every_end(meeting: Meeting, chances: list[Fraction]) -> None:
    assert [chance for _contacts, chance in end_chances(RULES, meeting)] == chances


def test_contacts_that_came_to_nothing_are_not_told() -> None:
    ends = [[each.how for each in contacts] for contacts, _chance in end_chances(RULES, meeting_of("4.1"))]
    assert sorted(ends) == [["boarding"], ["kept"]]


# -- moments ---------------------------------------------------------------------------------------------------------------------------


def test_a_move_is_told_moment_by_moment() -> None:
    # Aurore crosses 4 hexes, Hardi 3, then 1010 is settled: six moments, the first before anybody moves.
    found = movement(RULES, meeting_of("1.2"))
    assert len(pictures(found)) == 6
    assert moment_sentence(found, 0) == "Before the move. The orders: Aurore 4, Hardi 3. [IV]"
    assert moment_sentence(found, 2) == "After 2 hexes, all ships at once. [IV]"
    assert moment_sentence(found, 4) == "After 4 hexes, all ships at once. Contested: 1010. [IV]"
    assert moment_sentence(found, 5) == "Aurore keeps 1010: more M spent. Hardi goes back to 1109. 4 M spent against 3. [IV]"


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("1.3", "Equal in M spent; 6 M to spend against 5. [IV]"),
        ("1.4", "Equal in both; 12 hull points against 8. [IV]"),
        ("1.13", "A ship that has not moved has no hex to go back to. [B65]"),
    ],
)
def test_the_numbers_that_decided_are_told(number: str, words: str) -> None:
    found = movement(RULES, meeting_of(number))
    assert moment_sentence(found, len(pictures(found)) - 1).endswith(words)
    with pseudo_language():  # the reason is a value, whatever its words are
        (rule,) = re.findall(r"\[B65\]|\[B9\]", words) or ("[IV]",)
        assert rule in moment_sentence(found, len(pictures(found)) - 1)


def test_a_move_waits_for_its_die_and_goes_on_with_it() -> None:
    waiting = movement(RULES, meeting_of("4.1"))
    assert waiting.asked is not None
    last = len(pictures(waiting)) - 1
    assert moment_sentence(waiting, last) == "Aurore and Lion meet in 1010: a die decides whether they board. [V.a] [B66]"
    boarding = movement(RULES, meeting_of("4.1")._replace(faces=((3,),)))
    assert "Aurore and Lion meet in 1010 and board: a die under 4." in moment_sentence(boarding, len(pictures(boarding)) - 1)
    missed = movement(RULES, meeting_of("4.1")._replace(faces=((4,),)))
    assert [each.how for each in missed.event.contacts] == ["no_boarding", "kept"]


def test_faces_of_another_throw_are_left_out() -> None:
    found = movement(RULES, meeting_of("1.5")._replace(faces=((3,),)))  # a tie takes two dice
    assert found.asked is not None
    assert movement(RULES, meeting_of("1.2")._replace(faces=((3,),))).asked is None


def test_the_board_shows_tracks_and_the_contested_hex() -> None:
    found = movement(RULES, meeting_of("1.2"))
    groups = {each.id: each for each in every_group(panel_module.picture(found, 5))}
    assert groups["contested 1010"].label == "Aurore keeps 1010: more M spent. Hardi goes back to 1109"
    assert groups["track hardi"].label == "Hardi has come by 1308, 1209, 1109, and was put back"


# -- orders ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "good", "words"),
    [
        ("4", True, "To 1010, heading SE."),
        ("2D1", True, "To 0810, heading S."),
        ("", True, "No order: she sails straight on with 3 M. [B26]"),
        # Last speed 3 and inertia 1: 2 to 4 M.
        ("5", False, "This spends 5 M, and she may spend 2 to 4 M this turn. [IV.d] So she sails straight on with 3 M. [B26] [B58]"),
    ],
)
def test_an_order_is_read_as_it_is_written(text: str, good: bool, words: str) -> None:
    assert reading(start(RULES, meeting_of("1.2")), "aurore", text) == (good, words)


def test_an_order_without_sense_is_told_by_its_character() -> None:
    is_good, words = reading(start(RULES, meeting_of("1.2")), "aurore", "1GG1")
    assert not is_good
    assert words.startswith("At character 3: Two pivots in one hex.")
    assert reading(start(RULES, meeting_of("1.13")), "aurore", "4")[0] is False  # at anchor


def test_an_order_that_cannot_be_counts_as_none() -> None:
    for text in ("1GG1", "5"):
        found = movement(RULES, meeting_of("1.2")._replace(orders=(("aurore", text), ("hardi", "3"))))
        assert GRID.label(next(track for track in found.event.tracks if track.ship == "aurore").place.hex) == "0909"


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_a_reader_steps_through_and_writes_orders(page: Chapter) -> None:
    assert "Before the move." in act(page, "meet:step", "-1")
    assert "After 1 hex, all ships at once." in act(page, "meet:step", "1")
    assert "4 M spent against 3." in act(page, "meet:step.at", "9", "set")
    shown = page.view.parts()["extra-meet"]
    assert re.findall(r'<td class="is-here"><b>(\d+)</b>', shown) == ["4", "3"]
    said = act(page, "meet:order.aurore", "3", "set")
    assert panel_of(page).state(RULES).step == 0  # a new order begins the move anew
    assert "To 0909, heading SE." in said
    assert "No two ships end in one hex" in said
    assert "At character 3" in act(page, "meet:order.aurore", "1gg1", "set")
    act(page, "meet:order.aurore", "", "set")
    assert panel_of(page).state(RULES).orders == (("hardi", "3"),)


def test_a_reader_throws_takes_a_face_and_takes_it_back(page: Chapter) -> None:
    act(page, "meet:example", "4.1", "set")
    assert "Throw the die" not in act(page, "meet:step", "1")
    assert "Throw the die" in act(page, "meet:step.at", "9", "set")
    assert "Thrown: 2" in act(page, "meet:face", "2", "set")
    assert "boarding: a die under 4" in page.view.parts()["extra-meet"]
    assert "Thrown" not in act(page, "meet:again")
    act(page, "meet:throw")
    (faces,) = panel_of(page).state(RULES).faces
    assert len(faces) == 1
    act(page, "meet:example", "1.5", "set")
    act(page, "meet:throw")
    (faces,) = panel_of(page).state(RULES).faces
    assert len(faces) >= 2
    assert faces[-1] != faces[-2]


@pytest.mark.parametrize(
    ("what", "value"),
    [
        ("example", "9.9"),
        ("flags", "pirates"),
        ("force", "7"),
        ("order.lion", "3"),
        ("throw", ""),
        ("face", "2"),
        ("step", "x"),
        ("spin", ""),
    ],
)
def test_what_the_panel_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    panel = PanelView(MEETING)
    with pytest.raises(InputError):
        panel.act(what, value, page.desk)
    assert meeting_and_step(panel) == (meeting_of("1.2"), 0)


@pytest.mark.parametrize(
    "stored",
    [
        None,
        ["9.9", [], OWN, 3, [], 0],
        ["1.2", [["lion", "3"]], OWN, 3, [], 0],
        ["1.2", [["aurore", ""]], OWN, 3, [], 0],
        ["1.2", [], "pirates", 3, [], 0],
        ["1.2", [], OWN, 7, [], 0],
        ["1.2", [], OWN, 3, [[7]], 0],
        ["1.2", [], OWN, 3, [[]], 0],
        ["1.2", [["aurore", "4"], ["hardi", "3"]], OWN, 3, [], -1],
    ],
)
def test_only_what_can_be_is_restored(stored: Any, page: Chapter) -> None:
    panel = PanelView(MEETING)
    panel.restore(stored)
    assert meeting_and_step(panel) == (meeting_of("1.2"), 0)
    orders = (("aurore", "4"), ("lion", "3"))
    panel.restore(["4.1", [["aurore", "4"], ["lion", "3"]], ENEMIES, 2, [[5]], 99])  # as 0.5 stored it
    meeting, step = meeting_and_step(panel)
    assert meeting == Meeting("4.1", orders, ENEMIES, 2, ((5,),))
    assert step == len(pictures(movement(RULES, meeting))) - 1
    assert "more M spent" in panel.html(page.desk)  # the step is past the end: the last moment is shown


def test_the_page_is_told_which_orders_are_wrong(page: Chapter) -> None:
    reply = page.hear([{"do": "set", "name": "extra:meet:order.aurore", "value": "1gg1"}])
    assert reply["wrong"] == ["extra:meet:order.aurore"]
    assert "wrong" not in page.hear([{"do": "set", "name": "extra:meet:order.aurore", "value": "3"}])


def test_another_example_begins_with_its_own_orders_flags_and_wind(page: Chapter) -> None:
    for what, value in (("flags", ENEMIES), ("force", "2"), ("step", "1"), ("example", "3.2")):
        panel_of(page).act(what, value, page.desk)
    assert meeting_and_step(panel_of(page)) == (meeting_of("3.2"), 0)


# -- beside the board ------------------------------------------------------------------------------------------------------------------


def test_the_outlook_tells_what_the_other_spends(page: Chapter) -> None:
    outlook = contact.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert [(line.name, line.text or str(line.number)) for line in outlook.lines] == [("Lion spends", "3"), ("Aurore may spend", "2–4")]
    assert outlook.words.startswith("The log of Lion says 3: she will end in 1010. In this wind nobody boards. [T3] [B13]")
    assert contact.rehearsal(page.desk.position, "aurore") is None
    assert any(each.id == "track lion" for each in every_group(page.scene))
    assert contact.outlook(page.desk.position, "nobody") is None


def test_in_a_lighter_wind_the_die_may_be_rehearsed(page: Chapter) -> None:
    page.hear([{"do": "restart", "name": "touch_and_go"}])
    outlook = contact.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert "board if it is under 4. [V.a]" in outlook.words
    due = contact.rehearsal(page.desk.position, "aurore")
    assert due is not None
    assert due.throw.procedure.dist(*due.throw.args).p(boarding=True) == F(1, 2)


def test_nothing_is_known_where_nobody_has_written() -> None:
    duel = ENGINE.start("duel", None).position
    assert contact.open_orders(duel) == ()
    assert contact.outlook(duel, duel.ships[0].id) is None


def test_the_move_plays_by_itself_until_it_is_over_or_stopped(page: Chapter) -> None:
    panel = panel_of(page)
    reply = page.hear([{"do": "extra", "name": "meet:play"}])
    assert (panel.state(RULES).step, panel.is_playing) == (0, True)
    assert reply["more"] > 1  # milliseconds until the page asks again
    for step in range(1, 5):
        assert page.hear([{"do": "more"}])["more"] > 1
        assert panel.state(RULES).step == step
    assert "more" not in page.hear([{"do": "more"}])
    assert (panel.state(RULES).step, panel.is_playing) == (5, False)  # six moments
    page.hear([{"do": "extra", "name": "meet:play"}, {"do": "more"}])
    assert "more" not in page.hear([{"do": "extra", "name": "meet:stop"}])
    assert (panel.state(RULES).step, panel.is_playing) == (1, False)
