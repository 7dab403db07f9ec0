"""Why: steps, chips, fractions, LaTeX, and no steps."""

from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import answer
from rulesdemo.analysis.derivation import derivation
from rulesdemo.errors import OddsError
from tests.support.markup import Marked
from widgets.play.why_view import WhyView, chance_phrase


def test_steps_are_those_of_the_kit_with_their_rules() -> None:
    dist = answer("veneti.boarding", attackers=4, defenders=1, height=-1)
    view = WhyView.of(dist, {"captured": True})
    assert view.title == "Why 5 in 6?"
    read = Marked(view.html())
    assert len(read.all("li")) == len(derivation(dist, {"captured": True}).steps) == 2
    assert "Read boarding, row 4, column 1: 4 Rule 8.23" in read.words
    assert "boarding height, row lower: −1" in read.words
    assert "30/36 30 36 = 5/6 5 6 ." in read.words
    assert not [each for each in read.all("details") if "open" in each]


def test_sentences_of_the_game_come_first_and_references_follow() -> None:
    before = ("Aquila 2 and Fides 2 board together: row 4. [8.22]", "One more.")
    view = WhyView.of(answer("veneti.initiative", roman=3, veneti=1), {"winner": "roman"}, before, is_open=True)
    read = Marked(view.html())
    assert len(read.all("li")) == 5
    assert read.words.index("Aquila 2") < read.words.index("Opposed")
    assert "(step 3)" in read.words
    assert "(step 4)" in read.words
    assert "(step 1)" not in read.words.partition("LaTeX")[0]  # which is numbered by itself
    assert [each["id"] for each in read.all("details") if "open" in each] == ["why"]


def test_latex_can_be_copied() -> None:
    read = Marked(WhyView.of(answer("veneti.boarding", attackers=4, defenders=1), {"captured": True}).html())
    assert [each["data-copy"] for each in read.all("button")] == ["why-latex"]
    assert r"\frac{33}{36} = \frac{11}{12}" in read.words


def test_an_event_with_a_set_in_it_is_derived_too() -> None:
    view = WhyView.of(answer("veneti.boarding", attackers=4, defenders=1), {"attacker_loss": {0, 1}})
    assert view.title == "Why certain?"
    assert WhyView.of(answer("veneti.boarding", attackers=4, defenders=1), lambda outcome: outcome.captured).title == "Why 11 in 12?"


def test_what_is_folded_is_said_to_be() -> None:
    dist = answer("veneti.boarding_within", attackers=12, defenders=8, tries=40)
    view = WhyView.of(dist, {"captured": True})
    assert view.steps is not None
    assert ("more part" in Marked(view.html()).words) == bool(view.steps.folded)


def test_no_steps_are_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object) -> None:
        message = "too many <branches>"
        raise OddsError(message)

    monkeypatch.setattr("widgets.play.why_view.derivation", refuse)
    view = WhyView.of(answer("veneti.boarding", attackers=5, defenders=2), {"captured": True}, ("First. [8.22]",))
    assert view.title == "Why?"
    words = Marked(view.html()).words
    assert "Too many <branches>" in words
    assert "First." in words


@pytest.mark.parametrize(
    ("chance", "words"),
    [(Fraction(23, 36), "23 in 36"), (Fraction(0), "impossible"), (Fraction(1), "certain"), (Fraction(2, 3**20), "< 0.1 %")],
)
def test_the_question(chance: Fraction, words: str) -> None:
    assert chance_phrase(chance) == words
