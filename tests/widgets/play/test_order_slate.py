"""Orders written on a slate: what an order comes to, which character is wrong and why, what buttons write, and what closing gives."""

from __future__ import annotations

import json
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.play import orders as o
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.ruleset import ruleset
from tests.games.broadside.play.given import position_of
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.slate import SLATE
from widgets.play.order_slate import Course, OrderSlate, Wrong
from widgets.play.session import Desk

RULES = ruleset("broadside")
FAR = "lion british seventy_four 2018 SW v3 chief"


def writing(ship: str, **more: Any) -> Position:
    return position_of({"ships": [ship, FAR], **more}, RULES).position


# The wind comes from N. SE is reaching: M 5 for a 74; after 3 hexes with inertia 1 she spends 2, 3 or 4 (BT01).
REACHING = writing("aurore french seventy_four 0808 SE v3 chief")
# NE is close-hauled: M 3 for a 74.
CLOSE = writing("aurore french seventy_four 0808 NE v3 chief")
FRIGATE = writing("aurore french frigate 0808 SE v3 chief")


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


@pytest.fixture
def desk() -> Desk:
    """The duel in its first turn, under a wind from N that has dropped, and the French write."""
    made = Desk(GUIDE, "duel")
    made.give(o.RollWeather())
    made.use_dice((1,))
    return made


@pytest.fixture
def slate() -> OrderSlate:
    return OrderSlate(SLATE, "broadside")


# -- reading -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "spends"),
    [("3", 3), ("1G1", 2), ("1g1d1", 4), ("2D1", 3)],  # BT03, BT04; the first pivot is free, the next costs 1 (IV.c)
)
def test_a_good_order_tells_what_it_spends(text: str, spends: int) -> None:
    found = SLATE.read(REACHING, "aurore", text)
    assert isinstance(found, Course)
    assert found.spends == spends
    assert found.text == text.upper()
    assert found.line.startswith(f"{spends} M. To ")


@pytest.mark.parametrize(
    ("position", "text", "at", "rule"),
    [
        (REACHING, "1GG1", 3, "IV.c"),  # BT05: two pivots in one hex
        (REACHING, "1G", 3, "IV.c"),  # nothing follows
        (REACHING, "G2", 1, "IV.c"),  # nothing comes before
        (REACHING, "2x1", 2, "T7"),
        (REACHING, "2A", 2, "T7"),
        (REACHING, "5", 1, "IV.d"),  # 4 at most
        (REACHING, "2D1D2", 5, "IV.d"),  # 2 + 1, and 1 for the pivot, are 4; the 2 after it is too much
        (REACHING, "1", 2, "IV.d"),  # 2 at least: more must follow
        (REACHING, "VH2", 1, "IV.g"),  # a 74 carries no full sail
        (REACHING, "G1G", 1, "IV.f"),  # not close-hauled
        (CLOSE, "D1D", 1, "IV.f"),  # away from the wind
        (REACHING, "A", 0, "IV.d"),  # too fast to anchor
        (REACHING, "-A-", 0, "T7"),  # no anchor is down
    ],
)
def test_a_bad_order_tells_where_and_why(position: Position, text: str, at: int, rule: str) -> None:
    found = SLATE.read(position, "aurore", text)
    assert isinstance(found, Wrong)
    assert (found.at, found.rule) == (at, rule)
    assert found.rule in rules_of("broadside")
    assert found.way_out


def test_a_tack_and_full_sail_are_read() -> None:
    found = SLATE.read(CLOSE, "aurore", "G1G")  # BT06: 3 M, from close-hauled to close-hauled
    assert isinstance(found, Course)
    assert found.spends == 3
    assert found.line.endswith("heading NW, close-hauled.")
    sail = SLATE.read(FRIGATE, "aurore", "vh2")  # setting it costs 1 M (T7)
    assert isinstance(sail, Course)
    assert (sail.text, sail.spends) == ("VH2", 3)


def test_an_order_for_a_later_turn_is_only_read_for_its_spelling() -> None:
    position = position_of(
        {"ships": ["aurore french seventy_four 0808 SE v3 chief", "sirene french frigate 1818 SE v3", FAR]}, RULES
    ).position
    line = next(line for line in SLATE.lines(position) if line.ship == "sirene")
    assert line.note == "for turn 3, 2 turns ahead"
    assert not line.has_limits
    found = SLATE.read(position, "sirene", "1")
    assert isinstance(found, Course)
    assert "Carried out in turn 3" in found.line


def test_the_window_is_that_of_the_booklet() -> None:
    (line,) = SLATE.lines(REACHING)
    assert (line.least, line.most) == (2, 4)
    assert line.note == "reaching, last speed 3, inertia 1"


# -- buttons -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("position", "presses", "text"),
    [
        (REACHING, ("ahead", "ahead", "ahead"), "3"),
        (REACHING, ("left",), "1G1"),
        (REACHING, ("ahead", "ahead", "right", "left"), "2D1G1"),
        (REACHING, ("left", "ahead", "erase"), "1"),
        (CLOSE, ("tack",), "G1G"),
        (writing("aurore french seventy_four 0808 NW v3 chief"), ("tack",), "D1D"),
        (REACHING, ("ahead", "anchor"), "A"),
        (writing("aurore french seventy_four 0808 SE anchor chief"), ("anchor",), "-A-"),
        (writing("aurore french seventy_four 0808 SE anchor chief"), ("right",), "D"),
        (writing("aurore french seventy_four 0808 N irons chief"), ("left",), "G"),
        (FRIGATE, ("ahead", "sail"), "VH1"),
        (FRIGATE, ("ahead", "sail", "sail"), "1"),
        (REACHING, ("erase",), ""),
    ],
)
def test_buttons_write(position: Position, presses: tuple[str, ...], text: str) -> None:
    said = ""
    for press in presses:
        said = SLATE.added(position, "aurore", said, press)
    assert said == text


# -- the panel ---------------------------------------------------------------------------------------------------------------------------


def test_a_draft_is_told_while_it_is_typed(desk: Desk, slate: OrderSlate) -> None:
    slate.act("at:aurore", "1gg1", desk)
    text = slate.html(desk)
    assert "1g<mark>g</mark>1" in text
    assert 'aria-invalid="true"' in text
    assert "Two pivots in one hex." in words(text)
    assert "1 order cannot be given as it is." in words(text)
    slate.act("at:aurore", "2", desk)
    text = slate.html(desk)
    assert "aria-invalid" not in text
    assert "This order spends 2." in words(text)
    assert "Every ship has an order." in words(text)
    assert desk.plots == (("aurore", "2"),)


def test_nothing_is_given_before_the_logs_are_closed(desk: Desk, slate: OrderSlate) -> None:
    before = desk.history
    slate.act("at:aurore", "2", desk)
    assert desk.history is before
    slate.act("close", "", desk)
    assert [deed.order for deed in desk.history.done[len(before.done) :]] == [o.Plot("aurore", "2"), o.Ready()]
    assert slate.drafts == {}


def test_a_bad_draft_keeps_the_logs_open(desk: Desk, slate: OrderSlate) -> None:
    before = desk.history
    slate.act("at:aurore", "9", desk)
    with pytest.raises(InputError, match=r"Aurore: This spends 9 M.*\[IV\.d\]"):
        slate.act("close", "", desk)
    assert desk.history is before
    assert slate.drafts == {"aurore": "9"}


def test_what_was_entered_can_be_changed(desk: Desk, slate: OrderSlate) -> None:
    slate.act("at:aurore", "2", desk)
    slate.enter(desk)
    (line,) = slate.lines(desk)
    assert (line.written, slate.drafts) == ("2", {})
    slate.act("at:aurore", "3", desk)
    slate.act("close", "", desk)
    assert [type(deed.order) for deed in desk.history.done[-4:]] == [o.Plot, o.Erase, o.Plot, o.Ready]
    assert desk.position.ship("aurore").written_for(1) == "3"


def test_a_blank_line_sails_straight_on(desk: Desk, slate: OrderSlate) -> None:
    assert "1 ship has no order, and sails straight on." in words(slate.html(desk))
    slate.act("close", "", desk)
    assert isinstance(desk.history.done[-1].order, o.Ready)


@pytest.mark.parametrize(("what", "value"), [("at:lion", "2"), ("ahead", "lion"), ("nonsense", "aurore"), ("ahead", "nobody")])
def test_nobody_writes_for_the_enemy(desk: Desk, slate: OrderSlate, what: str, value: str) -> None:
    with pytest.raises(InputError):
        slate.act(what, value, desk)
    assert slate.drafts == {}


def test_what_a_browser_keeps_is_not_read_at_a_glance(desk: Desk, slate: OrderSlate) -> None:
    slate.act("at:aurore", "1D1G1", desk)
    kept = slate.stored_state()
    assert "1D1G1" not in kept
    again = OrderSlate(SLATE, "broadside")
    again.restore(kept)
    assert again.drafts == {"aurore": "1D1G1"}


@pytest.mark.parametrize("kept", [None, 3, "", "nonsense", "A" * 30_000, json.dumps({"aurore": 3})])
def test_what_a_browser_cannot_have_kept_changes_nothing(slate: OrderSlate, kept: Any) -> None:
    slate.restore(kept)
    assert slate.drafts == {}


def test_what_is_typed_is_never_taken_for_text_of_ours(desk: Desk, slate: OrderSlate) -> None:
    slate.act("at:aurore", '<b>"&', desk)
    assert "<b>&" not in slate.html(desk)
    assert '<b>"' not in slate.html(desk)


def test_it_is_a_panel_of_a_chapter_too() -> None:
    page = chapter("broadside", "go_about")
    slate = OrderSlate(SLATE, "broadside")
    page.play(), page.extra(slate)
    # Close-hauled at speed 3 she tacks from NE to NW, and that is the goal (IV.f).
    page.hear([{"do": "set", "name": "extra:slate:at:aurore", "value": "g1g"}])
    assert page.desk.plots == (("aurore", "g1g"),)
    assert "heading NW, close-hauled" in words(slate.html(page.desk))
    page.hear([{"do": "extra", "name": "slate:close", "value": ""}])
    assert not page.desk.plots
    assert page.desk.position.ship("aurore").speed == 0  # BT06
