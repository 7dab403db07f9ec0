"""Chapter 10 of Republic without a browser: the number at the gate, points on both sides, refusals, and three ways in."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.surrender import Surrender, surrender
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons.siege import DEAD, FALLS, HOLDS
from widgets.games.republic.panels.gate import (
    GATE,
    Plot,
    cost_of,
    drm_of,
    number_of,
    plot_on,
    refusal_of,
    treachery_chances,
)
from widgets.games.republic.panels.ways_in import Host, Way, best_of, over_tries, ways, ways_panel
from widgets.kit.last_roll import Roll
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")


@pytest.fixture
def desk() -> Desk:
    """Papirius, campaign value 7 and six points, before Tarentum with intrinsic defence 7 and one point inside."""
    return Desk(GUIDE, "the_gate", seeds=range(100))


def gate(plot: Plot) -> PanelView:
    """The gate with a plot of the reader's own."""
    return PanelView(GATE, plot=plot, own="")


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_the_page_begins_with_three_points_that_count() -> None:
    page = chapter(
        "republic",
        "the_gate",
        name="en/republic/10_gates_from_inside",
        lesson="treachery",
        ship="romans",
        chosen="try_treachery force=romans cunning=3",
    )
    odds = words(page.view.parts()["odds"])
    # The number is 9 and the modifier 3 - 1: the faces 8 and 9 take the city, 7 comes to 9, and above 7 on the second die he dies.
    for told in ("The city falls 1/5", "The city holds 39/50", "The city holds and the leader dies 1/50"):
        assert told in odds
    page.hear([{"do": "use dice", "value": "7 8"}])
    assert page.tray.sentence == (
        "7 + 2 [9.6] = 9. It takes more than 9 [9.6]. Equal: 8 for the leader's life, who has 7. "
        "The gates stay shut, and the leader is dead."
    )


@pytest.mark.parametrize(("cv", "note"), [(7, "over 9"), (6, "over 10"), (5, "no way in"), (2, "no way in")])
def test_the_number_stands_at_the_gate(desk: Desk, cv: int, note: str) -> None:
    force = desk.position.force("romans")
    position = desk.position.with_forces((replace(force, leader=replace(force.leader, cv=cv)),))
    assert note in str(GUIDE.scene(position, Look(lesson="treachery", selected="romans")))


def test_the_words_of_a_surrender() -> None:
    own = GUIDE.throws[Surrender]
    assert (
        own.verdict(Throw(surrender, (RULES, 7), Surrender(surrenders=True)), (8,)) == "8. It takes 8 or more [9.52]. The city surrenders."
    )
    assert own.verdict(Throw(surrender, (RULES, 7), Surrender(surrenders=False)), (7,)).endswith("The city holds out.")


# -- the gate --------------------------------------------------------------------------------------------------------------------------


def test_the_panel_takes_the_gate_on_the_board(desk: Desk) -> None:
    assert plot_on(desk.position, "romans") == Plot(7, 7, 6, 2, (1,), roman=True, rank="consul", roma=False)
    assert plot_on(Desk(GUIDE, "who_leads", seeds=range(9)).position, "") == Plot()


def test_a_point_inside_eats_a_point_and_a_roman_pays_one_more() -> None:
    plot = Plot(7, 7, 6, 3, (1, 1))
    assert drm_of(RULES, plot) == 1
    assert cost_of(RULES, plot) == 4
    assert cost_of(RULES, plot._replace(roman=False)) == 3


@pytest.mark.parametrize(
    ("cdi", "cv", "drm", "falls", "dies"),
    # Section 7, question 16, and the challenge of the plan.
    [
        (3, 5, 0, F(1, 5), F(1, 25)),
        (3, 5, 1, F(3, 10), F(1, 25)),
        (4, 3, 0, F(0), F(0)),
        (7, 7, 2, F(1, 5), F(1, 50)),
        (1, 6, 0, F(2, 5), F(3, 100)),  # the uneven row as printed: 5
        (3, 9, 0, F(2, 5), F(0)),  # column 7, but his own value on the second die: no face is above 9
    ],
)
def test_the_chances_of_a_try(cdi: int, cv: int, drm: int, falls: Fraction, dies: Fraction) -> None:
    assert treachery_chances(RULES, cdi, cv, drm) == ((FALLS, falls), (HOLDS, 1 - falls - dies), (DEAD, dies))


@pytest.mark.parametrize(
    ("plot", "why"),
    [
        (Plot(roma=True), "Roma can never be taken so."),
        (Plot(rank="other"), "only Consuls, Dictators and Masters of Cavalry"),
        (Plot(3, 2), "no column for a campaign value of 2"),
        (Plot(7, 5), "a campaign value of 5 can do nothing"),
        (Plot(10, 7), "a campaign value of 7 can do nothing"),
        (Plot(7, 7, 2, 2), "That takes 3 cunning points, and he has 2."),
    ],
)
def test_who_may_not_try_is_told_why(desk: Desk, plot: Plot, why: str) -> None:
    assert why in refusal_of(RULES, plot)
    panel = gate(plot)
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert "Refused. " in words(text)
    assert 'data-name="gate:roll" data-by="" class="first" aria-disabled="true"' in text
    with pytest.raises(InputError, match=re.escape(why)):
        panel.act("roll", "", desk)


def test_ranks_bind_romans_only() -> None:
    assert not refusal_of(RULES, Plot(7, 7, 2, 2, roman=False, rank="other"))
    assert number_of(RULES, Plot(7, 9)) == 9
    assert number_of(RULES, Plot(10, 9)) is None


def test_the_text_says_what_a_point_more_buys(desk: Desk) -> None:
    panel = PanelView(GATE)
    told = words(panel.html(desk))
    assert "The die with +1 must be above 9." in told
    assert "One point more makes it 1/5, 20.0 %, and the risk to him stays 1/50, 2.0 %." in told
    panel.act("spend", "0", desk)
    # At -1 no face comes to 9, with one point more the 9 does: the risk appears.
    assert "the risk to him goes from 0.0 % to 1/50, 2.0 %" in words(panel.html(desk))


def test_the_table_of_points_has_what_he_can_pay(desk: Desk) -> None:
    panel = PanelView(GATE)
    text = panel.html(desk)
    assert [f'id="gate-spend-{n}"' in text for n in range(7)] == [True] * 6 + [False]  # 6 points, one of them for nothing
    panel.act("spend", "7", desk)
    text = panel.html(desk)
    assert "8, too many" in words(text)
    panel.act("roman", "", desk)
    panel.act("spend", "6", desk)
    text = panel.html(desk)
    assert 'id="gate-spend-6"' in text
    assert "too many" not in words(text)


def test_leaders_come_and_go(desk: Desk) -> None:
    panel = PanelView(GATE)
    panel.act("leaders", "1", desk)
    panel.act("held.1", "1", desk)
    assert panel.current(desk).plot.inside == (1, 2)
    panel.act("leaders", "-1", desk)
    panel.act("leaders", "-1", desk)
    panel.act("leaders", "-1", desk)
    assert panel.current(desk).plot.inside == ()
    panel.act("cell", "3-5", desk)
    assert (panel.current(desk).plot.cdi, panel.current(desk).plot.cv) == (3, 5)
    # Two points, nobody inside: the number is 7, 6 to 9 with +2 are above it, 4/10.
    assert "Intrinsic defence 3, campaign value 5: the city falls: 2/5" in words(panel.html(desk))


def test_a_throw_is_told_and_marked(desk: Desk) -> None:
    panel = gate(Plot(3, 5, 6, 1))
    panel.put(panel.state(RULES).replace(roll=Roll((RULES, 3, 5, 1), (6, 8))))  # with 6 + 1 at the number, and 8 above his 5
    told = words(panel.html(desk))
    assert "It takes more than 7" in told
    assert "Equal: 8 for the leader's life, who has 5. The gates stay shut, and the leader is dead." in told
    assert "The city holds and the leader dies your roll" in told
    panel.act("cv", "1", desk)
    assert "your roll" not in words(panel.html(desk))
    panel.act("roll", "", desk)
    assert panel.current(desk).roll is not None
    assert panel.stored_state()["own"] is not None
    panel.act("follow", "", desk)
    assert panel.stored_state()["own"] is None
    assert panel.current(desk).plot == plot_on(desk.position, "")


def test_strange_acts_and_saves_of_the_gate(desk: Desk) -> None:
    panel = PanelView(GATE)
    sound = [3, 5, 4, 1, [2, 0], False, "other", False]
    for strange in (None, [], sound[:-1], [2, *sound[1:]], [*sound[:4], [6], *sound[5:]], [*sound[:4], [1] * 4, *sound[5:]]):
        panel.restore(strange)
    panel.restore([*sound[:6], "king", False])
    assert panel.stored_state() == {"v": 1}
    panel.restore(sound)
    assert panel.current(desk).plot == Plot(3, 5, 4, 1, (2, 0), roman=False, rank="other", roma=False)
    stored = panel.stored_state()
    for what, value in (("cv", "2"), ("spend", "10"), ("spend", "-1"), ("held.2", "1"), ("cell", "2-5"), ("cdi", "2"), ("rank", "king")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    assert panel.stored_state() == stored
    again = PanelView(GATE)
    again.restore(stored)
    assert again.current(desk) == panel.current(desk)


# -- three ways in ---------------------------------------------------------------------------------------------------------------------


def test_the_three_ways_into_tarentum(desk: Desk) -> None:
    plot = plot_on(desk.position, "romans")._replace(spent=3)
    panel = PanelView(ways_panel(gate(plot)))
    host = panel.current(desk).host
    assert host == Host(22, 2, 20, 2)
    storm, opened, asked = ways(RULES, plot, host)
    # 24 to 20 is 1-1; the faces 8 and 9 at +2; the faces 8 and 9 of a surrender at intrinsic defence 7.
    assert (storm.chance, opened.chance, asked.chance) == (F(3, 10), F(1, 5), F(1, 5))
    assert "At 1-1 to begin with" in storm.price
    assert opened.price == "1 try, for 4 cunning points; he dies with 1/50, 2.0 %."
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert "Storm it" in words(text).partition("best chance")[0].rpartition("Turns there are")[2]


def test_tries_are_as_many_as_the_points_allow() -> None:
    # 6 points at 3 each are two tries of three turns: 1/5 and, if he holds out and lives, 1/5 again.
    opened = ways(RULES, Plot(7, 7, 6, 2), Host(turns=3))[1]
    assert opened.chance == F(1, 5) + (1 - F(1, 5) - F(1, 50)) * F(1, 5)
    assert opened.price.startswith("2 tries, for 3 cunning points each")
    # A call to surrender may be made on each of the three turns.
    assert ways(RULES, Plot(4), Host(turns=3))[2].chance == F(7, 8)


def test_the_dead_try_no_more() -> None:
    assert over_tries(F(1, 2), F(1, 2), 4) == (F(1, 2), F(1, 2))
    assert over_tries(F(1, 5), F(0), 1) == (F(1, 5), F(0))


@pytest.mark.parametrize(
    ("plot", "host", "why"),
    [
        (Plot(7), Host(infantry=19), "That takes 20 infantry points outside, and there are 19."),
        (Plot(10), Host(), "At intrinsic defence 10 no city does."),
        (Plot(4, roma=True), Host(), "Roma never surrenders this way."),
    ],
)
def test_a_city_that_need_not_surrender(desk: Desk, plot: Plot, host: Host, why: str) -> None:
    asked = ways(RULES, plot, host)[2]
    assert asked.chance == 0
    assert why in asked.refusal
    panel = PanelView(ways_panel(gate(plot)), host=host, own="")
    assert f"Refused. {why}" in words(panel.html(desk))


def test_the_best_way_is_marked_only_if_it_is_one() -> None:
    one, two = Way("a", "9.4", F(1, 5), ""), Way("b", "9.6", F(1, 10), "")
    assert best_of((one, two)) is one
    assert best_of((one, one._replace(name="c"))) is None
    assert best_of((one._replace(chance=F(0)),)) is None


def test_strange_acts_and_saves_of_the_ways(desk: Desk) -> None:
    panel = PanelView(ways_panel(PanelView(GATE)))
    for strange in (None, [], [22, 2, 20, 2, 1], [0, 2, 20, 2, 1, False], [22, 2, 20, 2, 9, False], [22, 2, 20, 2, 1, 2]):
        panel.restore(strange)
    assert panel.stored_state() == {"v": 1}
    panel.act("engines", "", desk)
    panel.act("turns", "1", desk)
    panel.act("infantry.at", "40", desk)
    assert panel.current(desk).host == Host(40, 2, 20, 2, 2, True)
    again = PanelView(ways_panel(PanelView(GATE)))
    again.restore(panel.stored_state())
    assert again.current(desk) == panel.current(desk)
    panel.restore([23, 2, 20, 2, 1, False])
    assert panel.current(desk).host == Host(23, 2, 20, 2, 1, False)
    for what, value in (("turns", "2"), ("infantry.at", "many"), ("infantry", "x"), ("sink", "1")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    panel.act("infantry.at", "61", desk)
    assert panel.current(desk).host.infantry == 60
    panel.act("follow", "", desk)
    assert panel.stored_state()["own"] is None
    assert panel.current(desk).host == Host(22, 2, 20, 2)
