"""Glory and savings: what purses are worth on the board and by sliders, and how a gain is shared among nations and players."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.lessons.savings import gains, outlook, sheet_of
from widgets.games.toulon.panels.savings import MOST, SAVINGS, sentence, vp
from widgets.games.toulon.panels.shares import SHARES, seats
from widgets.games.toulon.panels.shares import sentence as shares_sentence
from widgets.kit.panel import PanelView, State
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
NAME = "en/toulon/03_glory_and_savings"


def page() -> Chapter:
    return chapter("toulon", "hoard", name=NAME, lesson="savings", ship="royals", at_once=True)


def thrown(table: Chapter, *faces: str) -> None:
    """Throw for the purses in their order."""
    table.hear([])
    for face in faces:
        table.hear([{"do": "use dice", "value": face}])


# -- the board ---------------------------------------------------------------------------------------------------------------------------


def test_the_outlook_tells_what_every_purse_would_be_worth() -> None:
    table = page()
    thrown(table, "1", "1")  # a D3 each: 1 and 1
    found = outlook(table.desk.position, "")
    assert found is not None
    # 7 of 6 are 7/3 = 2.33, 5 of 4 are 2.5 (2.4).
    assert [(line.name, line.text) for line in found.lines] == [("British: 7 of 6", "2.3 VP"), ("Spanish: 5 of 4", "2.5 VP")]
    assert "British 0.0 and Spanish 0.0" in found.words


def test_a_march_costs_a_point_of_the_purse_and_brings_one_of_glory() -> None:
    table = page()
    thrown(table, "1", "1")
    royals = table.desk.position.unit("royals")
    # Toulon, La Valette and Marguerite are nobody's: 1 VP each in this set piece, all of it for the British.
    assert sorted(gains(table.desk.position, royals)) == [("la_valette", "1.0", 1), ("marguerite", "1.0", 1), ("toulon", "1.0", 1)]
    assert spoken(table.scene, "gain la_valette") == "La Valette: 1.0 VP for the British, for 1 OP"
    assert spoken(table.scene, "gain carqueiranne") == "Carqueiranne: 1.0 VP for the British, for 1 OP"  # by sea
    assert spoken(table.scene, "gain malbousquet") == ""
    table.desk.give(o.March("royals", "la_valette", "british"))
    assert sheet_of(table.desk.position, "british") == "1.0"
    found = outlook(table.desk.position, "royals")
    assert found is not None
    assert found.lines[0].text == "2.0 VP"
    # What the Allies hold already brings nothing more: neither where they come from nor where they are.
    assert "la_malgue" not in {zone for zone, _share, _op in gains(table.desk.position, table.desk.position.unit("royals"))}


def test_keeping_everything_is_enough_with_two_twos() -> None:
    table = page()
    for _turn in range(2):
        thrown(table, "3", "1")
        for _seat in range(4):
            table.desk.give(o.EndMoves())
    # 8 of 6 are 2.7, 16 of 6 are 5.3.
    assert sheet_of(table.desk.position, "british") == "8.0"
    table.hear([])
    assert table.desk.position.result is not None
    assert table.desk.position.result.winner == "allied"
    assert outlook(table.desk.position, "") is None


# -- a purse of one's own ----------------------------------------------------------------------------------------------------------------


# S2, D1 and D2 of the specification, and item 13: the whole scale is worth 2.
@pytest.mark.parametrize(("saved", "scale", "points"), [(5, 13, "0.8"), (3, 0, "6.0"), (7, 9, "1.6"), (6, 6, "2.0"), (0, 9, "0.0")])
def test_the_vectors_of_the_specification(saved: int, scale: int, points: str) -> None:
    assert vp(RULES, saved, scale, -2) == points


@pytest.mark.parametrize(
    ("numbers", "words"),
    [
        ((5, 13, -2), "5 / 13 × 2 = 10/13, about 0.769, written 0.8 [2.4]. The −2 random OP leave the scale at 13."),
        ((6, 6, 0), "6 / 6 × 2 = 2, written 2.0 [2.4]. The whole scale is worth 2.0."),
        ((3, 0, 0), "3 / 1 × 2 = 6, written 6.0 [2.4]. A scale of 0 counts as 1, here only."),
        ((9, 6, 1), "9 / 6 × 2 = 3, written 3.0 [2.4]. More than the scale: random OP, or OP of an earlier turn, are among them. "),
    ],
)
def test_the_sum_is_told(numbers: tuple[int, int, int], words: str) -> None:
    assert sentence(RULES, *numbers).startswith(words)


def test_sliders_buttons_and_tries() -> None:
    desk, panel = page().desk, PanelView(SAVINGS)
    text = panel.html(desk)
    assert "0.8 VP" in plain(text)
    # A column for 0 to 20; those past the scale of 13 are empty, one's own is filled.
    assert (text.count('class="within"'), text.count('class="past"'), text.count("<rect"), text.count('class="own"')) == (13, 7, 22, 1)
    assert "scale 13: 2.0 VP" in text
    panel.act("saved", "1", desk)
    panel.act("scale.at", "9", desk)
    panel.act("random", "-1", desk)
    assert panel.state(RULES) == State(saved=6, scale=9, random=-3)
    panel.act("random", "-1", desk)
    panel.act("saved.at", "99", desk)
    assert panel.state(RULES) == State(saved=MOST, scale=9, random=-3)
    panel.act("try", "none", desk)
    assert "A scale of 0 counts as 1" in plain(panel.html(desk))
    assert "mark-line" not in panel.html(desk)
    for what, value in (("saved", "2"), ("saved.at", "x"), ("saved.by", "1"), ("try", "all")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    again = PanelView(SAVINGS)
    again.restore([3, 0, 0])  # as 0.5 stored it
    for stored in ([1, 2, 9], [-1, 2, 0]):
        again.restore(stored)
    assert again.state(RULES) == panel.state(RULES)


# -- a gain split ------------------------------------------------------------------------------------------------------------------------


def test_shares_are_equal_by_nation_and_added_up_by_player() -> None:
    # S1: 3 VP for two nations, 1.5 each. With four players the second holds the Spanish alone.
    assert [seat.vp for seat in seats(RULES, 3, 4, ("british", "spanish"))] == ["1.5", "1.5"]
    # The first of four players holds three of these nations, and has three shares of 0.8.
    assert [seat.vp for seat in seats(RULES, 3, 4, ("british", "spanish", "neapolitan", "sardinian"))] == ["2.4", "0.8"]
    # With seven every nation has a player of its own, with three all have one.
    assert [seat.vp for seat in seats(RULES, 3, 7, ("british", "toulonnais"))] == ["1.5", "0.0", "0.0", "0.0", "1.5"]
    assert [seat.nations for seat in seats(RULES, 3, 3, ("british",))] == [("british", "spanish", "neapolitan", "sardinian", "toulonnais")]


def test_what_rounding_takes_and_gives_is_said() -> None:
    # D3: thirds of 1 are 0.3 each and do not add up; halves do; 3 among four are 0.75, and half up is 0.8.
    assert shares_sentence(RULES, 1, 5, ("british", "spanish", "neapolitan")) == (
        "1 VP / 3 nations: 0.3 each [2.3] [T3]. Rounded to one decimal they add up to 0.9, 0.1 VP too little [T4]."
    )
    assert shares_sentence(RULES, 3, 4, ("british", "spanish")) == "3 VP / 2 nations: 1.5 each [2.3] [T3]."
    assert shares_sentence(RULES, 3, 4, ("british", "spanish", "neapolitan", "sardinian")).endswith("add up to 3.2, 0.2 VP too much [T4].")


def test_the_panel_takes_nations_in_and_out() -> None:
    desk, panel = page().desk, PanelView(SHARES)
    assert "1.5 VP" in plain(panel.html(desk))
    panel.act("nation", "neapolitan", desk)
    panel.act("nation", "british", desk)
    panel.act("total", "-1", desk)
    panel.act("players", "5", desk)
    assert panel.state(RULES) == State(total=2, players=5, nation=("spanish", "neapolitan"))
    assert re.search(r'id="shares-nation-british"[^>]*aria-pressed="false"', panel.html(desk))
    panel.act("players", "2", desk)
    assert "the option is not for them" in plain(panel.html(desk))
    assert "shares-table" not in panel.html(desk)
    panel.act("nation", "spanish", desk)
    for what, value in (("nation", "neapolitan"), ("nation", "french"), ("players", "8"), ("total", "3")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    again = PanelView(SHARES)
    again.restore([2, 2, ["neapolitan"]])  # as 0.5 stored it
    odd: tuple[Any, ...] = ([3, 4, []], [3, 9, ["british"]], [0, 4, ["british"]], [3, 4, ["french"]])
    for stored in odd:
        again.restore(stored)
    assert again.state(RULES) == panel.state(RULES)
