"""Odds: ready, none, too many, waiting, hidden; under a game's own names; the other way round."""

from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import Answer, answer
from rulesdemo.errors import TooManyPaths
from tests.support.markup import Marked
from widgets.kit.odds_rows import REST, at_least, view_of, views
from widgets.play.many_rolls import ManyRolls
from widgets.play.odds_view import OddsView
from widgets.web.time_limit import TooLong

INPUTS = {"attackers": 4, "defenders": 1, "height": -1}
NAMES = ("Taken", "Taken with loss", "Repelled")


def boarding() -> Answer:
    return answer("veneti.boarding", **INPUTS)


def label(outcome: object) -> str:
    captured, lost, _cost = outcome  # type: ignore[misc]
    return NAMES[2 if not captured else 1 if lost else 0]


def test_bars_have_label_fraction_and_percent() -> None:
    read = Marked(OddsView.of(boarding()).html())
    assert "Captured, attacker loss 0, defender loss 0 5/9 5 9 55.6 %" in read.words
    assert "Not captured, attacker loss 1, defender loss 1 1/6 1 6 16.7 %" in read.words
    assert [each["fill"] for each in read.classed("bar")] == ["#0A6259", "url(#fill-second)", "url(#fill-third)"]
    assert [float(each["width"].rstrip("%")) for each in read.classed("bar")] == pytest.approx([55.556, 27.778, 16.667])


def test_the_panel_carries_the_mark_of_what_it_rests_on() -> None:
    assert "Seed: printed in the source" in OddsView.of(answer("veneti.boarding", attackers=4, defenders=1)).html()
    assert "Ruling: our reading" in OddsView.of(boarding()).html()  # from below, where the bands lie is our reading
    assert "Reconstructed: rebuilt by us" in OddsView.of(answer("veneti.boarding", attackers=3, defenders=1)).html()


def test_outcomes_of_one_name_are_one_row_in_the_order_given() -> None:
    dist = answer("veneti.boarding", attackers=3, defenders=2, height=-1)  # two ways to be repelled
    assert len(dist.dist) == 4
    view = view_of(dist, label, ("Repelled", *NAMES[:2]))
    assert [row.label for row in view.rows] == ["Repelled", "Taken", "Taken with loss"]
    assert view.rows[0].chance == dist.dist.p(captured=False)
    assert sum(row.chance for row in view.rows) == 1
    for outcome in dist.dist:
        assert view.place(outcome).label == label(outcome)


def test_what_the_rule_asks_for_stands_first_unless_told_otherwise() -> None:
    assert [(row.label, row.fill) for row in view_of(boarding(), label).rows] == [
        ("Taken", "best"),
        ("Taken with loss", "second"),
        ("Repelled", "third"),
    ]
    dist = answer("veneti.boarding", attackers=3, defenders=2, height=-1)
    rows = view_of(
        dist, lambda outcome: f"{'Taken' if outcome.captured else 'Repelled'} {outcome.attacker_loss} {outcome.defender_loss}"
    ).rows
    assert [row.label[:5] for row in rows] == ["Taken", "Taken", "Repel", "Repel"]
    assert [row.fill for row in rows] == ["best", "second", "third", "fourth"]


def test_names_that_were_not_ordered_come_last() -> None:
    assert view_of(boarding(), label, ("Repelled",)).rows[0].label == "Repelled"
    assert {row.label for row in view_of(boarding(), label).rows} == set(NAMES)


def test_own_roll_and_tally_stand_at_the_bars() -> None:
    asked = boarding()
    shown = OddsView.of(asked, label, NAMES)
    rolls = ManyRolls.of(asked.entry.procedure, (asked.rules, 4, 1, -1), shown.views, seed=1, times=50)
    rolls.go_on(60)
    outcome = asked.entry.replay(INPUTS, (3, 4)).value
    words = Marked(OddsView.of(asked, label, NAMES, rolls=rolls, outcome=outcome).html()).words
    assert "Taken your roll" in words
    assert words.count("rolled ") == 3
    rolls.counts[0].clear()
    fresh = ManyRolls.of(asked.entry.procedure, (asked.rules, 4, 1, -1), shown.views, seed=1)
    assert "rolled " not in OddsView.of(asked, label, NAMES, rolls=fresh).html()  # before the first roll


def test_a_rule_without_dice() -> None:
    read = Marked(OddsView("veneti", state="none", rule="5.2").html())
    assert "No dice here. This rule only says yes or no." in read.words
    assert [each["id"] for each in read.all("details")] == ["odds-none-0-5.2"]
    assert not read.classed("marked")
    assert "No dice here" in OddsView("veneti", state="none").html()


def test_too_many_branches_are_never_guessed() -> None:
    assert "We never guess." in OddsView("veneti", state="too many").html()


@pytest.mark.parametrize("wrong", [TooManyPaths("x"), TooLong("x")])
def test_a_question_that_cannot_be_answered_says_so(wrong: Exception) -> None:
    def ask() -> Answer:
        raise wrong

    assert OddsView.of_question(ask, "veneti", label=label, title="Now").state == "too many"
    assert OddsView.of_question(lambda: None, "veneti", rule="5.2").state == "none"
    assert OddsView.of_question(boarding, "veneti", label=label, order=NAMES).views[0].rows[0].label == "Taken"


def test_nothing_chosen_yet() -> None:
    assert "Choose an order to see its odds." in OddsView("veneti", state="waiting").html()
    assert "Choose an order to see its odds." in OddsView("veneti").html()


def test_hidden_odds_tell_nothing_until_they_are_shown() -> None:
    shown = OddsView.of(boarding())
    hidden = shown.hide()
    read = Marked(hidden.html())
    assert "%" not in read.words
    assert "Guess first" in read.words
    assert [each["data-do"] for each in read.all("button")] == ["show odds"]
    assert hidden.sentence() == ""
    assert hidden.hide_button() == ""
    assert [each["data-do"] for each in Marked(shown.hide_button()).all("button")] == ["hide odds"]
    assert hidden.show() == shown
    assert shown.sentence().startswith("3 outcomes. Largest chance: Captured")
    assert OddsView("veneti", state="none").sentence() == ""


# -------------------------------------------------------------------------------------------------------------- numbers


def test_a_number_can_be_turned_round() -> None:
    dist = answer("veneti.sprint_cost", crew=2, cruise=4, used=6)
    shown = OddsView.of(dist)
    read = Marked(shown.html())
    assert [(each["data-set"], each["value"], "checked" in each) for each in read.all("input")] == [
        ("odds:", "each", True),
        ("odds:", "least", False),
    ]
    assert "The average is 7/2, about 3.50." in read.words
    turned = shown.turn("odds:", "least")
    words = Marked(turned.html()).words
    for value in dist.dist:
        assert f"PM lost {value.pm_lost} or more" in words
    assert turned.turn("odds:", "each") == shown
    for name, value in (("odds:nothing", "least"), ("odds:", "sideways"), ("", "")):
        assert shown.turn(name, value) == shown


def test_at_least_is_exact_and_falls() -> None:
    dist = answer("veneti.sprint_cost", crew=2, cruise=4, used=6)
    view = views(dist)[0]
    turned = at_least(view)
    assert turned.rows[0].chance == 1
    for row in turned.rows:
        assert row.chance == dist.dist.chance(lambda outcome, least=row.key: outcome.pm_lost >= least[0])  # type: ignore[index]


def test_a_long_distribution_counts_its_last_row_too() -> None:
    dist = answer("escadres.volley", dice=12, power=40, crew=40)
    view = next(each for each in views(dist) if each.mean is not None and each.rows[-1].key == REST)
    turned = at_least(view)
    assert turned.rows[-1].chance == view.rows[-1].chance
    assert turned.rows[-1].short == view.rows[-1].short
    assert turned.rows[-2].chance == view.rows[-1].chance + view.rows[-2].chance
    shown = OddsView.of(dist, key="long")
    assert f"long:{view.field}" in shown.html()
    assert shown.turn(f"long:{view.field}", "least").least == {view.field}


def test_what_is_no_number_has_no_at_least() -> None:
    assert not Marked(OddsView.of(boarding()).html()).all("input")
    with pytest.raises(ValueError, match="only a number"):
        at_least(views(boarding())[0])


def test_long_fractions_are_behind_a_click() -> None:
    dist = answer("veneti.boarding_within", attackers=6, defenders=6, tries=12)
    words = Marked(OddsView.of(dist).html()).words
    chance: Fraction = dist.dist.p(captured=True)
    assert f"exact {chance}" in words
    assert "95.8 %" in words
