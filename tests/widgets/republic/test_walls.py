"""Chapter 9 of Republic without a browser: the words of a storm, the note at the walls, any wall, and the turn to begin on."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.assault import Assault, assault
from rulesdemo.games.republic.storm import Storm
from rulesdemo.play.engine import Throw
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons.siege import near_walls
from widgets.games.republic.panels.wait import Calendar, Plan, advice, best_of, plans, troops_on, wait_panel
from widgets.games.republic.panels.wall import (
    WALL,
    Before,
    Siege,
    after_storm,
    column_at,
    is_allowed,
    mean,
    siege_on,
    storm_chances,
    terms,
)
from widgets.kit.last_roll import Roll
from widgets.kit.panel import PanelView
from widgets.kit.sum_table import total
from widgets.play.game_guide import Look
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
PLAIN = Siege(20, 0, 20, 1)


@pytest.fixture
def desk() -> Desk:
    """Papirius with engines before Bovianum, Carvilius without them next door."""
    return Desk(GUIDE, "the_wall", seeds=range(100))


def wall(siege: Siege) -> PanelView:
    """The wall with a siege of the reader's own."""
    return PanelView(WALL, siege=siege, own="")


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_the_odds_of_a_storm_are_told_part_by_part() -> None:
    page = chapter(
        "republic", "the_wall", name="en/republic/09_storming_a_city", lesson="assault", ship="romans", chosen="assault force=romans"
    )
    odds = words(page.view.parts()["odds"])
    # Table A at 2-1: 1/2, and 85/4 and 125/4 on average; the engine goes with 3/20.
    for part in ("The city falls 1/2", "average 85/4", "average 125/4", "An engine lost 3/20"):
        assert part in odds
    page.hear([{"do": "use dice", "value": "5 1 3"}])
    # 5 is enough at 2-1; an odd die costs the attacker 25 %, the defender loses his 3 times ten.
    assert page.tray.sentence == "5. At 2-1 it takes 5 or more [9.4]. The attacker loses 25 %, the defender 30 % [9.4-L]. The city falls."
    assert "The city falls your roll" in words(page.view.parts()["odds"])


def test_a_storm_that_costs_an_engine_says_so() -> None:
    own = GUIDE.throws[Assault]
    throw = Throw(assault, (RULES, "2-1", -1), Assault(success=False, attacker_loss=40, defender_loss=10, engine_lost=True))
    assert own.verdict(throw, (5, 7, 0)) == (
        "5 − 1 [9.4-M] = 4. At 2-1 it takes 5 or more [9.4]. The attacker loses 40 %, the defender 10 % [9.4-L]. "
        "The city holds, and a siege engine is lost."
    )


@pytest.mark.parametrize(
    ("name", "note", "spoken"),
    [
        ("romans", "2-1: 5+", "Army of Papirius would storm Bovianum at 2-1 and needs 5 or more, modifier 0"),
        # 22 to 20 without engines is 1-1, as soon as he stands there.
        ("second", "1-1: 7+", "Army of Carvilius would storm Bovianum at 1-1 and needs 7 or more, modifier 0"),
    ],
)
def test_the_column_stands_at_the_walls(desk: Desk, name: str, note: str, spoken: str) -> None:
    drawn = str(GUIDE.scene(desk.position, Look(lesson="assault", selected=name)))
    assert note in drawn
    assert spoken in drawn


def test_who_is_far_off_has_nothing_noted(desk: Desk) -> None:
    desk.give(read_order(desk.engine, "march force=second to=0401"))
    assert near_walls(desk.position, "second") is None
    assert near_walls(desk.position, "nobody") is None


def test_a_march_before_the_walls_says_so(desk: Desk) -> None:
    said = GUIDE.say(desk.position, read_order(desk.engine, "march force=second to=0403"))
    assert said.line == "Flat, before the walls of Bovianum"


# -- the wall --------------------------------------------------------------------------------------------------------------------------


def test_the_panel_takes_the_siege_on_the_board(desk: Desk) -> None:
    assert siege_on(desk.position, "romans") == Siege(20, 0, 20, 1, "B", "", "fresh", 2)
    # Carvilius stands before no wall yet, so the one who does is looked at.
    assert siege_on(desk.position, "second").letter == "B"
    assert siege_on(Desk(GUIDE, "who_leads", seeds=range(9)).position, "") == Siege()


@pytest.mark.parametrize(
    ("changes", "drm"),
    # 9.4-M line by line.
    [
        ({}, 0),
        ({"letter": "D", "legions": 5}, -2),  # D commands 3 Double Legions (RRR 5.25)
        ({"status": "fatigued"}, -2),
        ({"status": "disorganised"}, -4),
        ({"naval": -3}, -3),
        ({"roma": True}, 1),
        ({"letter": "B", "inside": "D"}, 1),
        ({"letter": "D", "inside": "B"}, -1),
        ({"letter": "B", "inside": "B"}, 0),
        ({"letter": "A", "inside": "B", "status": "disorganised", "legions": 7, "roma": True}, -3),  # 1 + 1 - 4 - 1
    ],
)
def test_the_modifiers_add_up(changes: dict[str, object], drm: int) -> None:
    assert total(terms(RULES, PLAIN._replace(**changes))) == drm  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("siege", "column", "falls"),
    [
        (PLAIN, "2-1", F(1, 2)),
        (PLAIN._replace(engines=0), "1-1", F(3, 10)),
        (Siege(10, 9, 20, 1), "1-1", F(3, 10)),  # 29: engines do not double cavalry
        (Siege(60, 0, 20, 0), "3-1", F(3, 5)),
        (Siege(60, 0, 5, 1), "6-1", F(9, 10)),
        (Siege(9, 0, 20, 0), None, F(0)),
        (PLAIN._replace(status="disorganised"), "2-1", F(1, 10)),
    ],
)
def test_column_and_chance(siege: Siege, column: str | None, falls: Fraction) -> None:
    assert column_at(RULES, siege) == column
    assert storm_chances(RULES, siege).falls == falls


def test_losses_are_in_strength_points() -> None:
    chances = storm_chances(RULES, Siege(60, 0, 20, 0))  # section 7, question 13
    assert (mean(chances.attacker), mean(chances.defender)) == (F(123, 10), F(34, 5))
    assert chances.engine_lost == 0  # there is none
    assert storm_chances(RULES, PLAIN).engine_lost == F(3, 20)  # Table A at 2-1


def test_the_text_says_what_engines_do(desk: Desk) -> None:
    panel = PanelView(WALL)
    text = panel.html(desk)
    assert Marked(text).faults == []
    told_by = words(text)
    assert "Engines count the infantry twice: 40 against 20." in told_by
    assert "That is 2-1, and takes 5 or more." in told_by
    assert "was 3/10 30.0 %" in told_by.partition("The city falls")[2]  # without engines
    panel.act("marker", "", desk)
    told_by = words(panel.html(desk))
    assert "20 against 20. That is 1-1, and takes 7 or more." in told_by
    assert "The engines" not in told_by
    panel.act("infantry.at", "9", desk)
    assert "less than 1-2, and the assault fails whatever the die shows" in words(panel.html(desk))


def test_engines_double_infantry_only_in_words_too(desk: Desk) -> None:
    panel = PanelView(WALL)
    panel.act("other_sp", "1", desk)
    assert "40 and 1 make 41 against 20." in words(panel.html(desk))


def test_a_changed_cell_moves_the_columns(desk: Desk) -> None:
    panel = PanelView(WALL)
    assert "Falls 0 0.0 % 1/10 10.0 %" in words(panel.html(desk))
    easier = ruleset("republic", patches={("assault", "1-2", "need"): "8"})
    assert storm_chances(easier, Siege(10, 0, 20, 0)).falls == F(1, 5)


def test_who_is_neutralised_may_not_storm(desk: Desk) -> None:
    panel = PanelView(WALL)
    panel.act("status", "neutralised", desk)
    assert not is_allowed(RULES, panel.current(desk).siege)
    text = panel.html(desk)
    assert "Refused. A neutralised Force may not assault." in words(text)
    assert 'data-name="wall:storm" data-by="" class="first" aria-disabled="true"' in text
    with pytest.raises(InputError, match=r"8\.55"):
        panel.act("storm", "", desk)
    assert "Refused." in words(PanelView(wait_panel(panel)).html(desk))


def test_storms_carry_their_losses_over(desk: Desk) -> None:
    before = PLAIN._replace(naval=-4)  # a 9 alone takes it
    panel = wall(before)
    panel.html(desk)
    panel.act("storm", "", desk)
    state = panel.current(desk)
    assert state.siege == after_storm(before, state.roll.before.outcome)
    assert "Storm 1." in words(panel.html(desk))
    assert "Storm again" in words(panel.html(desk))
    panel.act("storm", "", desk)
    assert "Storm 2." in words(panel.html(desk))
    panel.act("follow", "", desk)
    assert panel.stored_state()["own"] is None
    assert "Storm it" in words(panel.html(desk))


def test_a_storm_is_told_with_its_points(desk: Desk) -> None:
    # 4 is not enough at 2-1; 7 costs 40 % and the engine, 2 costs the defender 10 %.
    outcome = Storm(False, 8, 2, True)
    after = after_storm(PLAIN, outcome)
    panel = wall(after)
    panel.put(panel.state(RULES).replace(roll=Roll((RULES, after), (4, 7, 2), Before(PLAIN, 1, outcome))))
    told_by = words(panel.html(desk))
    for part in ("Storm 1. 4. At 2-1 it takes 5 or more", "The attacker loses 40 %, the defender 10 %", "In strength points: 8 and 2"):
        assert part in told_by
    assert "The city holds, and a siege engine is lost." in told_by
    assert panel.current(desk).siege == Siege(12, 0, 18, 0)


def test_a_city_that_fell_is_not_stormed_again(desk: Desk) -> None:
    panel = wall(Siege(60, 0, 5, 1, naval=4))  # 6-1 and +4: every face is enough
    panel.html(desk)
    panel.act("storm", "", desk)
    assert "The city is taken" in words(panel.html(desk))
    with pytest.raises(InputError, match=r"9\.4"):
        panel.act("storm", "", desk)
    panel.act("defender", "1", desk)
    assert "Storm it" in words(panel.html(desk))
    panel.act("storm", "", desk)


def test_cavalry_is_lost_first() -> None:
    assert after_storm(Siege(20, 3, 20, 1), Storm(False, 5, 30, False)) == Siege(18, 0, 1, 1)


def test_strange_acts_and_saves_of_the_wall(desk: Desk) -> None:
    panel = PanelView(WALL)
    sound = [22, 1, 20, 1, "B", "C", "fatigued", 2, -1, True]
    for strange in (
        None,
        [],
        sound[:-1],
        [0, *sound[1:]],
        [*sound[:4], "F", *sound[5:]],
        [*sound[:6], "tired", *sound[7:]],
        [True, *sound[1:]],
    ):
        panel.restore(strange)
    assert panel.stored_state() == {"v": 1}
    panel.restore(sound)
    assert panel.current(desk).siege == Siege(*sound)  # type: ignore[arg-type]
    stored = panel.stored_state()
    for what, value in (("infantry", "2"), ("infantry.at", "many"), ("letter", "F"), ("inside", "Z"), ("status", "tired"), ("sink", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    assert panel.stored_state() == stored
    again = PanelView(WALL)
    again.restore(stored)
    assert again.current(desk) == panel.current(desk)
    panel.act("infantry.at", "61", desk)
    assert panel.current(desk).siege.infantry == 60


# -- when to begin ---------------------------------------------------------------------------------------------------------------------


def test_waiting_for_nothing_only_costs() -> None:
    first, second = plans(RULES, PLAIN, Calendar(turns=2, wears=1))
    # On turn 2 there are 19, with engines 38 to 20: 1.5-1, 2/5.
    assert (second.strength, second.column, second.falls) == (38, "1.5-1", F(2, 5))
    assert (first.strength, first.column) == (40, "2-1")
    assert first.falls > F(1, 2)
    assert best_of((first, second)) is first


def test_waiting_for_engines_can_be_worth_it() -> None:
    # Without engines 20 storm 20 at 1-1; with them on turn 2, 2-1. With nothing lost by waiting the better column is not enough to beat two
    # storms, 3/10 and then again against thinner walls, so the chances are compared and nothing is taken for granted.
    found = plans(RULES, PLAIN._replace(engines=0), Calendar(turns=2, wears=0, engines_on=2))
    assert found[1].falls == F(1, 2)
    assert found[1].attacker_lost == F(17, 4)
    # Where the first storm would have no column at all, waiting is best for sure.
    weak = plans(RULES, Siege(9, 0, 20, 0), Calendar(turns=2, wears=0, joins=31))
    assert (weak[0].column, weak[1].column) == (None, "2-1")
    assert weak[1].falls == F(1, 2)


def test_what_is_left_on_a_turn() -> None:
    assert troops_on(PLAIN, Calendar(wears=3), 1) == (20, 0, 1)
    assert troops_on(PLAIN._replace(other_sp=1), Calendar(wears=3), 2) == (18, 0, 1)
    assert troops_on(Siege(2, 0, 20, 0), Calendar(wears=6, joins=5, engines_on=2), 3) == (5, 0, 1)


def test_what_waiting_is_worth_is_told() -> None:
    now, later = Plan(1, 40, "2-1", F(3, 5), F(4), F(5)), Plan(2, 38, "1.5-1", F(2, 5), F(5), F(5))
    assert advice((now,)).startswith("There is one turn, so there is nothing to wait for: the city falls with a chance of 3/5")
    assert advice((now, later)) == "Storm at once: 3/5, 60.0 %. Waiting for one turn leaves 2/5, 40.0 %, 1/5 less. [9.4]"
    assert advice((later._replace(first=1), now._replace(first=2))).startswith("Wait until turn 2: 3/5, 60.0 %, where storming from now on")
    assert best_of((now, now._replace(first=2, attacker_lost=F(3)))).first == 2  # the cheaper of two equals


def test_the_calendar_is_set_and_stored(desk: Desk) -> None:
    panel = PanelView(wait_panel(PanelView(WALL)))
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert words(text).count("Turn ") == 3
    panel.act("turns", "-1", desk)
    panel.act("wears", "-1", desk)
    panel.act("engines_on", "2", desk)
    panel.act("joins", "1", desk)
    calendar = {"v": 1, "turns": 2, "joins": 1, "wears": 0, "engines_on": 2}
    assert panel.stored_state() == calendar
    for strange in (None, [], [2, 1, 0], [9, 0, 0, 0], [2, 1, 0, 1], [2, True, 0, 0]):
        panel.restore(strange)
    assert panel.stored_state() == calendar
    panel.restore([4, 0, 6, 0])
    assert Calendar(**panel.state(RULES).values()) == Calendar(4, 0, 6, 0)
    for what, value in (("turns", "3"), ("engines_on", "1"), ("sink", "1")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
