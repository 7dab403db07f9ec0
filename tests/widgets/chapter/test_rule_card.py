"""The rule card, for every rule there is."""

from dataclasses import replace

import pytest

from rulesdemo.analysis.rule_coverage import accounts
from rulesdemo.errors import InputError
from rulesdemo.rules.datafiles import GAMES
from tests.support.markup import Marked
from widgets.chapter.rule_card import RuleCard, chapter_words, rule_link, rules_page


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_card(game: str) -> None:
    for number, account in accounts(game).items():
        read = Marked(RuleCard.of(game, number).html())
        assert read.faults == [], number
        told = " ".join(account.rule.text.split())
        for text in (account.rule.title_en, account.rule.title_fr, told):
            assert " ".join(text.split()) in read.words, number


def test_a_card_says_what_is_known_of_a_rule() -> None:
    account = accounts("veneti")["8.23"]
    words = Marked(RuleCard.of("veneti", "8.23").html()).words
    assert "Reconstructed: rebuilt by us" in words  # its table is
    assert f"Tested by {account.cases} worked cases" in words
    assert "Dice boarding, boarding within" in words
    assert "The source gives it no title; this one is ours." in words
    assert f"{len(account.rulings)} rulings of ours on it" in words
    assert account.rulings[0].question in words


def test_a_card_says_which_part_of_a_rule_is_not_played() -> None:
    rule = accounts("broadside")["T10"].rule
    words = Marked(RuleCard.of("broadside", "T10").html()).words
    assert f"Not played: {rule.missing}" in words
    assert "Standing played in part" in words
    other = Marked(RuleCard.of("veneti", "8.23").html()).words
    assert "Not played" not in other
    assert "Standing played by the engine" in other


def test_chapters_are_links_and_a_lack_of_them_is_said() -> None:
    account = replace(accounts("veneti")["8.23"], chapters=("en/veneti/09_boarding", "en/veneti/10_missiles"), rulings=(), cases=0)
    read = Marked(RuleCard(account).html())
    assert [each["href"] for each in read.all("a")] == ["/en/veneti/09_boarding", "/en/veneti/10_missiles"]
    assert "9 Boarding" in read.words
    assert "no case of its own" in read.words
    assert [each["id"] for each in read.all("details")] == ["card-account"]  # no rulings; for makers there is one fold
    assert "no chapter yet" in RuleCard(replace(account, chapters=())).html()


def test_a_card_names_code_and_tables_and_leads_to_tables_on_its_page() -> None:
    read = Marked(RuleCard.of("veneti", "8.23").html())
    assert "Table Boarding" in read.words
    assert "Code boarding" in read.words
    page = Marked(rules_page("veneti").text)
    assert page.faults == []
    assert any(each["href"] == "#table-boarding" for each in page.all("a"))
    assert sum(each.get("id") == "table-boarding" for each in page.all("div")) == 1
    assert len(page.all("article")) == len(accounts("veneti"))


def test_a_cards_address_when_served_and_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    assert rule_link("veneti", "2.1 Type") == "/en/veneti/rules#rule-2.1-Type"
    monkeypatch.delenv("RULESDEMO_SERVED")
    assert rule_link("veneti", "8.23") == "veneti/rules.ipynb#rule-8.23"


def test_an_unknown_rule_is_refused_with_the_nearest() -> None:
    with pytest.raises(InputError, match=r"veneti has no rule '8\.233'"):
        RuleCard.of("veneti", "8.233")


def test_chapters_in_words() -> None:
    assert chapter_words("en/veneti/sandbox") == "Sandbox"
    assert chapter_words("fr/x/12_ground_and_sea") == "12 Ground and sea"
