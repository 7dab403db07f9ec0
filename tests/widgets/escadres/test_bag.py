"""The bag: its lesson, chits that are drawn by name, and the panel with the odds of what may yet come, driven without a browser."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.turn import chit
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import seen
from widgets.chapter.page import Chapter, chapter
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.lessons.bag import outlook
from widgets.games.escadres.panels.bag import BAG, Bag, Token, bag_of, leads, next_is, plays_before
from widgets.kit.panel import PanelView

F = Fraction
RULES = ruleset("escadres")
FRENCH = ("Sirène", "Nymphe", "Thétis")
BRITISH = ("Daphne", "Amazon", "Circe")


def page() -> Chapter:
    return chapter("escadres", "bag", lesson="bag", at_once=True, seeds=range(100))


def draw(made: Chapter, name: str) -> None:
    """Name a chit, keep it, and let the ship pass."""
    made.hear([{"do": "use dice", "value": name}])
    if made.desk.position.result is None:
        ship = made.desk.position.acting.ship
        made.hear([{"do": "choose", "name": f"end_move ship={ship}"}])


def tokens(*names: str) -> tuple[Token, ...]:
    return tuple(Token(name, name, "french" if name in FRENCH else "british") for name in names)


# -- drawn by name ---------------------------------------------------------------------------------------------------------------------


def test_a_draw_has_names_for_faces_and_dice_have_none() -> None:
    made = page()
    throw = made.desk.throw()
    assert throw is not None
    assert GUIDE.faces(throw) == FRENCH + BRITISH
    assert made.tray.names == FRENCH + BRITISH
    drift = chapter("escadres", "irons", lesson="drift", at_once=True).desk.throw()
    assert drift is not None
    assert GUIDE.faces(drift) == ()


def test_the_draw_is_chosen_by_itself_and_its_chit_may_be_pressed_or_typed() -> None:
    made = page()
    tray = made.view.parts()["tray"]
    assert ">Draw<" in tray
    assert ">Roll<" not in tray
    made.hear([{"do": "type dice"}])
    assert made.view.parts()["tray"].count('data-do="use dice" data-by=') == 6
    made.hear([{"do": "use dice", "value": "Victory"}])
    assert made.tray.wrong == "Name one of the chits in the bag: Sirène, Nymphe, Thétis, Daphne, Amazon, Circe."
    assert made.desk.fall is None
    made.hear([{"do": "use dice", "value": "Amazon"}])  # the button says who
    assert made.desk.fallen is not None
    assert made.desk.fallen.throw.outcome.ship == "amazon"
    made.hear([{"do": "undo"}])
    made.hear([{"do": "set", "name": "dice", "value": "thetis"}, {"do": "use dice"}])  # typed in haste, without the accent
    assert made.desk.fallen.throw.outcome.ship == "thetis"
    assert '<span class="drawn-chit">Thétis</span>' in made.view.parts()["tray"]
    assert made.view.parts()["totals"] == ""  # no columns of numbers for chits


def test_a_drawn_chit_can_be_named_no_more() -> None:
    made = page()
    draw(made, "Daphne")
    assert made.tray.names == ("Sirène", "Nymphe", "Thétis", "Amazon", "Circe")
    made.hear([{"do": "use dice", "value": "Daphne"}])
    assert "Name one of the chits" in made.tray.wrong
    made.hear([{"do": "use dice", "value": "4"}])  # a number counts those that are left
    assert made.desk.fallen is not None
    assert made.desk.fallen.throw.outcome.ship == "amazon"


def test_the_log_names_the_chit_and_draws_no_die() -> None:
    made = page()
    draw(made, "Amazon")
    log = made.view.parts()["log"]
    assert "The chit of Amazon is drawn." in log
    assert 'class="die"' not in log
    assert "1/6" in log
    irons = chapter("escadres", "irons", lesson="drift", at_once=True)
    irons.hear([{"do": "use dice", "value": "2"}])
    assert irons.view.parts()["log"].count('class="die"') == 1  # for the drift, and none for her only chit, in either turn


# -- the lesson ------------------------------------------------------------------------------------------------------------------------


def test_the_outlook_counts_what_is_left_while_a_ship_plays() -> None:
    made = page()
    made.hear([{"do": "use dice", "value": "Circe"}])
    seen = outlook(made.desk.position, "")
    assert seen is not None
    assert [(line.name, line.number) for line in seen.lines] == [("French", 3), ("British", 2)]
    assert seen.words.startswith("Circe plays")
    assert "[E-TURN-2]" in seen.words


def test_the_goal_is_met_when_two_french_chits_come_first() -> None:
    made = page()
    draw(made, "Sirène")
    assert made.desk.position.result is None
    draw(made, "Thétis")
    assert made.goals == {"bag"}


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def test_question_13_of_three_against_three() -> None:
    bag = Bag(tokens(*FRENCH, *BRITISH), ())
    assert next_is(RULES, bag, "french") == F(1, 2)
    assert plays_before(RULES, bag, "Sirène", "Daphne") == F(1, 2)
    assert leads(RULES, bag, "french", 3) == leads(RULES, bag, "british", 3) == F(1, 20)
    assert leads(RULES, bag, "french", 2) == F(1, 5)


@pytest.mark.parametrize(
    ("drawn", "mine", "before", "two", "first"),
    [
        # Two French of five left; both of them must come before three British: 1 of 10 rows.
        (("Nymphe",), F(2, 5), F(1, 2), F(2, 5), F(1, 10)),
        (("Nymphe", "Thétis"), F(1, 4), F(1, 2), F(1), F(1, 4)),
        # Sirène herself: whatever comes, she was before Daphne, and all French are out.
        (("Nymphe", "Thétis", "Sirène"), F(0), F(1), F(1), F(1)),
        # A British ship first: too late for all French; between the two nothing is settled.
        (("Amazon",), F(3, 5), F(1, 2), F(0), F(0)),
        (("Daphne",), F(3, 5), F(0), F(0), F(0)),
        (("Sirène", "Amazon"), F(1, 2), F(1), F(0), F(0)),
        # All French first, and then the British: what has happened stays.
        (("Nymphe", "Thétis", "Sirène", "Circe"), F(0), F(1), F(1), F(1)),
    ],
)
def test_every_draw_changes_what_may_come(drawn: tuple[str, ...], mine: Fraction, before: Fraction, two: Fraction, first: Fraction) -> None:
    bag = Bag(tokens(*(name for name in FRENCH + BRITISH if name not in drawn)), tokens(*drawn))
    assert next_is(RULES, bag, "french") == mine
    assert plays_before(RULES, bag, "Sirène", "Daphne") == before
    assert leads(RULES, bag, "french", 2) == two
    assert leads(RULES, bag, "french", 3) == first


def test_a_ship_that_is_lost_before_her_chit_comes_plays_after_nobody() -> None:
    bag = Bag(tokens("Sirène", "Nymphe", "Circe"), tokens("Thétis"))
    assert plays_before(RULES, bag, "Sirène", "Daphne") == 1
    assert plays_before(RULES, bag, "Daphne", "Sirène") == 0
    assert plays_before(RULES, bag, "Daphne", "Amazon") is None
    assert leads(RULES, Bag(tokens(*FRENCH), ()), "french", 3) is None  # nobody to be before
    assert leads(RULES, bag, "british", 2) is None  # only Circe is left of them


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_the_panel_follows_the_board() -> None:
    made, panel = page(), PanelView(BAG)
    text = panel.html(made.desk)
    assert "6 chits in the bag" in text
    assert "Nothing yet." in text
    assert re.findall(r'class="bag-name">([^<]+)<', text) == [*FRENCH, *BRITISH]
    assert "All French chits before any British one 1 20 5.0 %" in seen(text)
    assert "The other 4 chits do not matter for Sirène and Daphne" in text
    draw(made, "Nymphe")
    draw_two = panel.html(made.desk)
    assert "5 chits in the bag" in draw_two
    assert seen(draw_two[draw_two.index("Drawn this turn") : draw_two.index("Your side")]).endswith("Nymphe")
    assert "All French chits before any British one 1 10 10.0 %" in seen(draw_two)
    made.hear([{"do": "undo"}, {"do": "undo"}])
    assert panel.html(made.desk) == text


def test_a_new_turn_fills_the_bag_again() -> None:
    made = page()
    for name in ("Daphne", "Sirène", "Amazon", "Nymphe", "Circe"):
        draw(made, name)
    # The last chit leaves no choice and is drawn by itself.
    assert [token.name for token in bag_of(made.desk).drawn] == ["Daphne", "Sirène", "Amazon", "Nymphe", "Circe", "Thétis"]
    assert bag_of(made.desk).left == ()
    assert "The bag is empty" in PanelView(BAG).html(made.desk)
    made.hear([{"do": "choose", "name": "end_move ship=thetis"}])
    for _ in range(20):  # nobody moved, so all are tested for drift, and some drift
        if made.desk.position.turn.number > 1:
            break
        if made.desk.chosen is not None:
            made.hear([{"do": "use dice", "value": "1"}])
    assert made.desk.position.turn.number == 2
    assert len(bag_of(made.desk).left) == 6
    assert bag_of(made.desk).drawn == ()


def test_the_reader_asks_for_a_side_and_two_ships() -> None:
    made, panel = page(), PanelView(BAG)
    panel.act("side", "british", made.desk)
    assert "The next chit is British" in panel.html(made.desk)
    panel.act("one", "circe", made.desk)
    panel.act("other", "thetis", made.desk)
    assert "Circe plays before Thétis" in panel.html(made.desk)
    panel.act("other", "circe", made.desk)  # asked about one ship twice, the two change places
    assert "Thétis plays before Circe" in panel.html(made.desk)
    again = PanelView(BAG)
    again.restore(panel.stored_state())
    assert again.html(made.desk) == panel.html(made.desk)
    again.restore(["british", "circe", "thetis"])  # as 0.5 stored it
    assert "Circe plays before Thétis" in again.html(made.desk)
    for stored in (None, 3, ["french"], ["moon", "victory", "victory"], [1, 2, 3]):
        other = PanelView(BAG)
        other.restore(stored)
        assert other.html(made.desk) == PanelView(BAG).html(made.desk)


@pytest.mark.parametrize(("what", "value"), [("side", "1"), ("side", "x"), ("one", "victory"), ("moon", "1")])
def test_what_is_not_there_changes_nothing(what: str, value: str) -> None:
    made, panel = page(), PanelView(BAG)
    before = panel.html(made.desk)
    with pytest.raises(InputError):
        panel.act(what, value, made.desk)
    assert panel.html(made.desk) == before


def test_sides_are_told_apart_by_form_and_to_listeners() -> None:
    text = PanelView(BAG).html(page().desk)
    assert text.count('<span class="sr">, French</span>') == text.count('<span class="sr">, British</span>') == 3
    flags = re.findall(r'class="bag-chit is-(\w+)"><svg[^>]*><path d="([^"]+)"', text)
    assert len({shape for side, shape in flags if side == "french"} | {shape for side, shape in flags if side == "british"}) == 2


def test_a_verdict_says_which_chit_and_who_plays() -> None:
    throw = Throw(chit, (RULES, ("sirene", "circe")), replay(chit, (2,), RULES, ("sirene", "circe")).value)
    assert GUIDE.verdict(throw, (2,)) == "The chit of Circe, one of 2 in the bag [E-TURN-1]. She plays now."
