"""Chapter 5: what its lesson says and draws, the throw to come, and the panel that looks ahead of a sprint."""

import json
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.rowing import Fatigue, fatigue
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import Ruleset, ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.veneti.lessons import rowing
from widgets.games.veneti.panels import sprint as veneti_sprint
from widgets.games.veneti.panels.sprint import SPRINT
from widgets.kit.panel import PanelView, State
from widgets.scene.shapes import Group, every_group

RULES = ruleset("veneti")
DROPS_ALL = ruleset("veneti", {"fatigue_recovery": "all"})


@pytest.fixture
def page() -> Chapter:
    made = chapter(
        "veneti",
        "sprint",
        name="en/veneti/05_rowing",
        lesson="rowing",
        ship="celer",
        tables=("fatigue",),
        when={"level": 0},
        windows={"sprint": ("0101", "0907")},
    )
    made.extra(SPRINT)
    made.play()
    return made


def act(page: Chapter, do: str, name: str = "", value: str = "") -> dict[str, Any]:
    return page.hear([{"do": do, "name": name, "value": value}])


def sprint(page: Chapter, pm: int) -> None:
    """Maximum, some points straight ahead, and the end of the movement."""
    act(page, "choose", "set_speed ships=celer level=maximum")
    act(page, "choose", f"announce ship=celer pm={pm}")
    for _ in range(min(pm, 4)):
        act(page, "choose", "ahead ship=celer")
    for _ in range(pm - 4):
        act(page, "choose", "veer ship=celer turn=-1")
    act(page, "choose", "end_movement")


def use(page: Chapter, faces: str) -> str:
    act(page, "set", "dice", faces)
    act(page, "use dice")
    return page.desk.message


# -- words for the throw ---------------------------------------------------------------------------------------------------------------


def thrown(die: int, used: int, crew: int = 3, rules: Ruleset = RULES) -> Throw:
    args = (rules, crew, 4, used)
    return Throw(fatigue, args, replay(fatigue, (die,), *args).value)


@pytest.mark.parametrize(
    ("die", "used", "crew", "words"),
    [
        # The examples of 6.43: 3 + 1 is 4, no effect; 5 + 2 is 7, F-2. Our table lets crew 3 tire from 5 on, crew 1 from 3 on.
        (3, 5, 3, "3 + 1 [6.42] = 4. Crew 3 tires from 5 on. No effect. [6.43]"),
        (5, 6, 3, "5 + 2 [6.42] = 7. Crew 3 tires from 5 on. F-2: Cruise 2, then 3 on the next turns. [6.44]"),
        (6, 6, 3, "6 + 2 [6.42] = 8. Crew 3 tires from 5 on. F-3: Cruise 1, then 2, then 3 on the next turns. [6.44]"),
        (2, 2, 1, "2. Crew 1 tires from 3 on. No effect. [6.43]"),
    ],
)
def test_the_verdict_has_sum_need_and_meaning(die: int, used: int, crew: int, words: str) -> None:
    assert rowing.verdict(thrown(die, used, crew), (die,)) == words


def test_where_all_markers_drop_the_first_turn_is_one_better() -> None:
    assert "F-2: Cruise 3 on the next turns." in rowing.verdict(thrown(5, 6, rules=DROPS_ALL), (5,))


def test_outcomes_have_short_names() -> None:
    names = [rowing.label(Throw(fatigue, (RULES, 3, 4, 6), Fatigue(level))) for level in (0, 2, 3)]
    assert names == ["No effect", "F-2, tired for 2 turns", "F-3, tired for 3 turns"]


# -- the lesson at the desk ------------------------------------------------------------------------------------------------------------


def test_before_anything_is_chosen_the_test_to_come_can_be_rehearsed(page: Chapter) -> None:
    parts = page.view.parts()
    odds = plain(parts["odds"])
    assert "Cruise 4 Maximum 6" in odds
    assert "Her rowers, if she spends 6 PM" in odds
    assert [(row.label, row.chance) for row in page.view.odds().views[0].rows] == [
        ("No effect", Fraction(1, 3)),
        ("F-2, tired for 2 turns", Fraction(1, 2)),
        ("F-3, tired for 3 turns", Fraction(1, 6)),
    ]
    assert parts["table"].count("lit-cell") == 6  # 3 to 8 under crew 3
    assert "Why 1 in 3?" in parts["why"]
    before = page.desk.history
    assert use(page, "5") == "5 + 2 [6.42] = 7. Crew 3 tires from 5 on. F-2: Cruise 2, then 3 on the next turns. [6.44]"
    tray = page.view.parts()["tray"]
    assert "F-2" in tray
    assert 'data-do="keep"' not in tray
    assert page.desk.history is before


def test_a_rehearsal_can_be_guessed_first(page: Chapter) -> None:
    act(page, "hide odds")
    parts = page.view.parts()
    assert "The odds are covered." in parts["odds"]
    assert parts["totals"] == ""
    act(page, "show odds")
    assert "columns" in page.view.parts()["totals"]


def test_a_thousand_rehearsals_are_counted_on_the_bars(page: Chapter) -> None:
    reply = act(page, "roll many")
    while reply.get("more"):
        reply = act(page, "more")
    assert page.view.parts()["odds"].count('class="tick"') == 3


def test_a_rehearsal_follows_what_was_announced_and_ends_at_cruise(page: Chapter) -> None:
    use(page, "5")
    act(page, "choose", "set_speed ships=celer level=maximum")
    assert list(page.tray.faces) == [5]  # still the same test: all six points may be spent
    act(page, "choose", "announce ship=celer pm=5")
    assert not page.tray.faces
    assert page.free is not None
    assert page.free.due is not None
    assert page.free.due.title == "Her rowers, if she spends 5 PM"
    assert [row.chance for row in page.view.odds().views[0].rows] == [Fraction(1, 2), Fraction(1, 2)]
    act(page, "restart")
    act(page, "choose", "set_speed ships=celer level=cruise")
    assert page.free is None
    assert page.view.parts()["tray"] == ""
    assert "Nobody tires at Cruise." in plain(page.view.parts()["odds"])


def test_a_rehearsed_throw_that_falls_due_is_chosen_and_counts(page: Chapter) -> None:
    sprint(page, 6)
    assert type(page.desk.chosen).__name__ == "RollFatigue"
    use(page, "5")
    assert page.desk.position.ship("celer").fatigue == 2


def test_cruise_falls_and_comes_back_turn_by_turn(page: Chapter) -> None:
    sprint(page, 6)
    use(page, "5")
    assert page.desk.position.turn.number == 2
    odds = plain(page.view.parts()["odds"])
    assert "Turn 2 2 Turn 3 3 Turn 4 4" in odds
    assert "Celer carries F-2." in odds
    assert page.free is None
    act(page, "choose", "announce ship=celer pm=3")
    assert page.trouble  # Cruise is 2 now, so no such order is there
    act(page, "choose", "end_movement")
    assert "Turn 3 3 Turn 4 4" in plain(page.view.parts()["odds"])


def test_a_fresh_marker_weighs_from_the_next_turn_on(page: Chapter) -> None:
    tired = replace(page.desk.position.ship("celer"), fatigue=3, fatigue_fresh=True)
    outlook = rowing.outlook(page.desk.position.with_ships(tired), "celer")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [("Turn 2", 1), ("Turn 3", 2), ("Turn 4", 3), ("Turn 5", 4)]


def test_a_kept_page_comes_back_to_the_throw_that_is_due(page: Chapter) -> None:
    sprint(page, 6)
    kept = act(page, "roll")["keep"]
    fresh = chapter("veneti", "sprint", name="en/veneti/05_rowing", lesson="rowing", ship="celer", when={"level": 0})
    fresh.hear([{"do": "hello", "value": kept, "page": {}}])
    assert fresh.desk.chosen == page.desk.chosen


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def group(page: Chapter, name: str) -> Group | None:
    return next((each for each in every_group(page.scene) if each.id == name), None)


def test_the_board_shows_what_cruise_and_maximum_reach(page: Chapter) -> None:
    speeds = group(page, "speeds")
    assert speeds is not None
    cruise, maximum = speeds.label.split(";")
    assert "0802" in cruise  # four hexes north of 0806
    assert "0801" not in cruise
    assert "0801" in maximum
    assert "0603" not in speeds.label  # the headland
    act(page, "choose", "set_speed ships=celer level=cruise")
    speeds = group(page, "speeds")
    assert speeds is not None
    assert "Maximum" not in speeds.label
    act(page, "choose", "announce ship=celer pm=4")
    assert group(page, "speeds") is None  # now the lit hexes say where


def test_rowing_counts_a_point_for_each_hex() -> None:
    page = chapter("veneti", "sprint")
    sea = page.desk.position.scenario.sea
    start = (GRID.parse("0806"), GRID.named("N"))
    # One point: ahead, or a veer to either side.
    assert {GRID.label(place) for place in rowing.bow_hexes(sea, start, 1)} == {"0805", "0705", "0905"}
    assert rowing.bow_hexes(sea, start, 0) == frozenset()


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def means(crew: int, used: int, rules: Ruleset = RULES) -> list[Fraction]:
    return [turn.mean("pm_ahead") for turn in veneti_sprint.turn_by_turn(rules, crew, 4, used, 4)]


def test_the_balance_turn_by_turn() -> None:
    # Answer 11 of the exact odds: 6 PM gain 2; F-2 (1/2) takes 2 + 1, F-3 (1/6) takes 3 + 2 + 1.
    assert means(3, 6) == [2, Fraction(1, 2), Fraction(-1, 3), Fraction(-1, 2), Fraction(-1, 2)]
    # Crew 4: F-2 half the time, 2 - 3/2.
    assert means(4, 6) == [2, 1, Fraction(1, 2), Fraction(1, 2), Fraction(1, 2)]
    # Where all markers drop at once, F-2 costs 1 and F-3 costs 2 + 1: 2 - 1/2 - 1/2.
    assert means(3, 6, DROPS_ALL)[-1] == 1


def test_the_panel_says_what_the_numbers_mean(page: Chapter) -> None:
    told = plain(page.view.parts()["extra-sprint"])
    assert "Crew 3, 6 PM: +2 PM at once, a mean of 5/2 PM lost later." in told
    assert "After 4 turns she is 1/2 PM behind on average; the chance to be behind is 2/3, 66.7 %." in told
    assert "4: 1/3" in told
    assert "2: 1/2" in told
    assert "1: 1/6" in told
    act(page, "set", "extra:sprint:crew", "4")
    assert "1/2 PM ahead on average" in plain(page.view.parts()["extra-sprint"])
    act(page, "set", "extra:sprint:turns", "1")
    assert "After 1 turn she is 1 PM ahead" in plain(page.view.parts()["extra-sprint"])


def test_the_panel_follows_the_switch_on_the_page(page: Chapter) -> None:
    act(page, "set", "switch:fatigue_recovery", "all")
    assert "1 PM ahead on average" in plain(page.view.parts()["extra-sprint"])


def test_the_panel_comes_back_as_it_was(page: Chapter) -> None:
    act(page, "set", "extra:sprint:crew", "1")
    kept = act(page, "set", "extra:sprint:used", "5")["keep"]
    panel = PanelView(SPRINT)
    panel.restore(json.loads(kept)["extras"]["sprint"])
    assert panel.state(RULES) == State(crew=1, used=5, turns=4)


def test_what_version_0_5_stored_comes_back() -> None:
    panel = PanelView(SPRINT)
    panel.restore({"crew": 9, "used": "6", "turns": True})
    assert panel.state(RULES) == State(crew=3, used=6, turns=4)
    panel.restore({"crew": 1, "used": 5, "turns": 2})
    assert panel.state(RULES) == State(crew=1, used=5, turns=2)
