"""Chapter 11 without a browser: whom debris strikes and whom it spares, in words, on the board, and in the panel of chains."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.play import scenarios
from rulesdemo.games.escadres.play.state import Blast, Hit
from rulesdemo.play.order_codec import read_order
from tests.support.markup import Marked
from widgets.chapter.page import Chapter, chapter
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.lessons.blast import BLAST, outlook, rehearsal, source_of
from widgets.games.escadres.panels.chain import CHAIN
from widgets.kit.panel import PanelView
from widgets.play.session import Desk
from widgets.scene.text_painter import words as spoken

# Hector, a 74, has 10 power on her sheet. Lion lies alongside her, Bold two hexes away, Furet three, Brave four; Sirène is behind Lion.
DICE = {"furet": 3, "lion": 10, "bold": 5, "brave": 2}


def words(text: str) -> str:
    return " ".join(Marked(text).words.split())


def desk(scenario: str = "lee") -> Desk:
    return Desk(GUIDE, scenario)


@pytest.fixture
def page() -> Chapter:
    made = chapter("escadres", "lee", "magazine", lesson="blast", ship="furet", when={"exploded": True}, tables=("blast",))
    made.hear([{"do": "hello"}])
    return made


# -- what can happen -------------------------------------------------------------------------------------------------------------------


def test_ships_are_counted_by_what_debris_does_to_them() -> None:
    found = outlook(scenarios.load("lee"), "furet")
    assert found is not None
    assert found.title == "If Hector blew up now"
    assert [(line.name, line.number) for line in found.lines] == [("ships struck", 4), ("sheltered", 1), ("too far away", 0)]


@pytest.mark.parametrize(
    ("ship", "said"),
    [
        # The challenge of the specification: power 10 at distance 3 is 3 dice.
        ("furet", "Furet is 3 hexes from her: 10 divided by 3, rounded down, is 3 dice. [E-BLAST-1]"),
        ("lion", "Lion is 1 hex from her: 10 divided by 1, rounded down, is 10 dice. [E-BLAST-1]"),
        ("sirene", "Sirène is 3 hexes from her, and something stands in every line: no dice. [E-BLAST-1]"),
        ("hector", "Sheltered: Sirène. [E-BLAST-1]"),
        ("", "Sheltered: Sirène. [E-BLAST-1]"),
    ],
)
def test_the_ship_that_is_looked_at_is_told_why(ship: str, said: str) -> None:
    found = outlook(scenarios.load("lee"), ship)
    assert found is not None
    assert found.words == said


def test_whoever_is_far_enough_away_is_safe() -> None:
    position = scenarios.load("magazine")
    nymphe, far = (
        position.ship("nymphe"),
        replace(
            position.ship("sirene"), bow=position.ship("nymphe").bow + (position.ship("nymphe").bow - position.ship("nymphe").hexes[1]) * 8
        ),
    )
    found = outlook(position.with_ship(far), "sirene")
    assert found is not None
    # From her bow to Sirène's stern it is 7 hexes, and a frigate's 6 power divided by 7 is less than one.
    assert found.words == f"Sirène is 7 hexes from her, and debris flies {nymphe.power_initial} at most. [E-BLAST-1]"


def test_debris_in_the_air_counts_those_it_has_yet_to_strike() -> None:
    position = scenarios.load("lee")
    gone = replace(position.ship("hector"), gone="exploded", fires=0)
    position = replace(position.with_ship(gone), pending=Blast("hector", (Hit("bold", 5), Hit("brave", 2))))
    found = outlook(position, "furet")
    assert found is not None
    assert found.title == "Debris of Hector in the air"
    assert [(line.name, line.number) for line in found.lines] == [("ships struck", 2)]
    assert found.words == "Furet has had her share. [E-BLAST-1]"
    assert rehearsal(position, "bold") is None


def test_without_a_ship_to_burst_there_is_nothing_to_tell() -> None:
    position = scenarios.load("lee")
    position = position.with_ship(replace(position.ship("hector"), gone="sunk", fires=0, hull=None))
    assert source_of(position) is None
    assert outlook(position, "furet") is None
    assert rehearsal(position, "furet") is None


@pytest.mark.parametrize(("ship", "dice"), DICE.items())
def test_the_debris_to_come_is_rehearsed(ship: str, dice: int) -> None:
    due = BLAST.rehearsal(scenarios.load("lee"), ship)
    assert due is not None
    assert due.throw.procedure.name == "blast_on"
    assert due.throw.args[1] == dice


def test_who_is_sheltered_has_nothing_to_rehearse() -> None:
    assert BLAST.rehearsal(scenarios.load("lee"), "sirene") is None


# -- on the page -----------------------------------------------------------------------------------------------------------------------


def test_the_board_shows_a_line_to_every_ship(page: Chapter) -> None:
    told = spoken(page.scene)
    for ship, dice in (("Lion", 10), ("Bold", 5), ("Furet", 3), ("Brave", 2)):
        assert f"Debris of Hector strikes {ship} with {dice} dice" in told
    assert "Lion shelters Sirène from debris, rule E-BLAST-1" in told


def test_the_odds_are_those_of_the_ship_that_is_looked_at(page: Chapter) -> None:
    assert page.is_rehearsing
    assert "Furet, struck by 3 dice" in words(page.view.parts()["odds"])
    page.hear([{"do": "press", "name": "0706"}])  # the bow of Lion
    assert page.desk.regarded == "lion"
    said = words(page.view.parts()["odds"])
    assert "Lion, struck by 10 dice" in said
    assert "10 divided by 1" in said
    # Question 14: a chain explosion from alongside, 0.022909.
    assert "Explodes exact" in said
    assert "2.3 %" in said
    assert "Why 2.3 %?" in words(page.view.parts()["why"])
    page.hear([{"do": "press", "name": "0808"}])  # Sirène, who is sheltered
    assert not page.is_rehearsing
    assert "something stands in every line" in words(page.view.parts()["odds"])


def test_a_rehearsed_throw_is_told(page: Chapter) -> None:
    page.hear([{"do": "type dice"}, {"do": "set", "name": "dice", "value": "1 2 5"}, {"do": "use dice"}])
    assert "3 dice: 1 crew and 1 new fire. She fights on." in words(page.view.parts()["tray"])


def test_moving_into_the_lee_meets_the_goal(page: Chapter) -> None:
    for _step in range(4):
        page.hear([{"do": "choose", "name": "straight ship=furet"}])
    assert "sheltered 2" in words(page.view.parts()["odds"])
    page.hear([{"do": "choose", "name": "end_move ship=furet"}])
    assert "Right. That is the goal." in words(page.view.parts()["goal"])


# -- chains ----------------------------------------------------------------------------------------------------------------------------


def row(text: str, ship: str) -> str:
    """What the panel says of one ship."""
    return next(part for part in text.split("<li>")[1:] if f">{ship}</b>" in part)


def test_every_ship_has_her_fates() -> None:
    text = str(PanelView(CHAIN).html(desk()))
    assert "If Hector blew up" in words(text)
    furet, sirene = words(row(text, "Furet")), words(row(text, "Sirène"))
    assert furet.startswith("Furet 3 dice, 3 hexes away")
    # 558577/80621568 is one in 144.3; with what her neighbours may add, a little more.
    assert "about 1 in 144" in furet
    assert "explodes, chains counted exact" in furet
    assert "558577/80621568" in furet
    assert "sheltered by Lion, 3 hexes away" in sirene
    assert "no debris reaches her" in sirene
    assert "set alight" not in sirene
    # Whether anybody bursts rests on the 20 dice of the first explosion alone: 1 - (431/432)^20, about one in 22.
    assert words(text).endswith("about 1 in 22")


def test_another_ship_bursts_in_thought() -> None:
    panel, here = PanelView(CHAIN), desk()
    panel.act("source", "brave", here)
    text = str(panel.html(here))
    assert "If Brave blew up" in words(text)
    assert 'id="chain-brave" data-do="extra" data-name="chain:source" data-by="brave" aria-pressed="true"' in text
    # A frigate's 6 power over the four hexes to Hector: one die, 1 in 432.
    assert "1 die, 4 hexes away" in words(row(text, "Hector"))
    assert "1 in 432" in words(row(text, "Hector"))


@pytest.mark.parametrize(("what", "value"), [("source", "nobody"), ("other", "brave"), ("source", "")])
def test_what_cannot_burst_is_refused(what: str, value: str) -> None:
    panel, here = PanelView(CHAIN), desk()
    with pytest.raises(InputError, match="choose a ship that is on the table"):
        panel.act(what, value, here)
    assert panel.state(here.rules).source == ""


@pytest.mark.parametrize(
    ("stored", "is_lion"), [({"v": 1, "source": "lion"}, True), ("lion", True), (5, False), (None, False), ({"ship": "lion"}, False)]
)
def test_what_the_browser_stored_stands_again(stored: Any, is_lion: bool) -> None:
    panel, here = PanelView(CHAIN), desk()
    panel.restore(stored)
    assert panel.state(here.rules).source == ("lion" if is_lion else "")
    assert ("If Lion" if is_lion else "If Hector") in words(str(panel.html(here)))


def test_a_fleet_is_too_many_for_an_exact_answer() -> None:
    assert "too many for an exact answer" in words(str(PanelView(CHAIN).html(desk("fleet"))))


def test_the_panel_follows_the_board() -> None:
    here = desk()
    here.select("furet")
    for _step in range(4):
        here.give(read_order(here.engine, "straight ship=furet"))
    assert "sheltered by Lion" in words(row(str(PanelView(CHAIN).html(here)), "Furet"))
