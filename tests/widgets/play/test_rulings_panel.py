"""The rulings panel: what a chapter rests on, and its switches."""

from rulesdemo.rules.rule_index import rulings_of, switches_of
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.play.rulings_panel import RulingsPanel

PRINTED = ruleset("veneti")
CITED = ("8.23", "8.24", "8.28")


def test_every_ruling_on_a_rule_of_the_chapter_is_there_switches_first() -> None:
    panel = RulingsPanel.of(PRINTED, CITED)
    wanted = {ruling.id for ruling in rulings_of("veneti").values() if set(CITED) & set(ruling.rules)}
    assert {ruling.id for ruling in panel.rulings} == wanted
    switched = [ruling.switch is not None for ruling in panel.rulings]
    assert switched == sorted(switched, reverse=True)
    read = Marked(panel.html())
    assert read.faults == []
    for ruling in panel.rulings:
        for text in (ruling.question, ruling.answer, ruling.why):
            assert " ".join(text.split()) in read.words
    assert f"{len(wanted)} choices of ours" in read.words


def test_rulings_by_their_own_number() -> None:
    panel = RulingsPanel.of(PRINTED, ("A17",))
    assert [ruling.id for ruling in panel.rulings] == ["A17"]
    assert "1 choice of ours" in panel.html()


def test_a_switch_is_a_choice_with_ours_marked() -> None:
    switch = switches_of("veneti")["boarding_bands"]
    read = Marked(RulingsPanel.of(PRINTED, ("A17",)).html())
    radios = read.all("input")
    assert [(each["data-set"], each["value"]) for each in radios] == [("switch:boarding_bands", value) for value, _words in switch.choices]
    assert [each["value"] for each in radios if "checked" in each] == [switch.default]
    assert read.words.count("(our reading)") == 1
    assert "Yours" not in read.words
    assert not read.all("button")
    assert not [each for each in read.all("details") if "open" in each]


def test_another_reading_is_the_readers_and_can_be_set_back() -> None:
    panel = RulingsPanel.of(ruleset("veneti", {"boarding_bands": "modified"}), ("A17",))
    assert panel.changed == ("boarding_bands",)
    read = Marked(panel.html())
    assert [each["value"] for each in read.all("input") if "checked" in each] == ["modified"]
    assert "Yours: you changed it" in read.words
    assert [(each["data-do"], each["data-name"]) for each in read.all("button")] == [("reset switch", "boarding_bands")]
    assert [each["id"] for each in read.all("details") if "open" in each] == ["rulings"]


def test_several_changes_can_be_set_back_together() -> None:
    names = list(switches_of("veneti"))[:2]
    other = {
        name: next(value for value, _words in switches_of("veneti")[name].choices if value != switches_of("veneti")[name].default)
        for name in names
    }
    panel = RulingsPanel.of(ruleset("veneti", other), [switches_of("veneti")[name].ruling for name in names])
    assert set(panel.changed) == set(names)
    assert [each["data-do"] for each in Marked(panel.html()).all("button")].count("forget switches") == 1


def test_a_switch_of_another_chapter_does_not_count_here() -> None:
    assert RulingsPanel.of(ruleset("veneti", {"boarding_bands": "modified"}), ("A2",)).changed == ()


def test_rebuilt_tables_are_told_of_and_printed_ones_are_not() -> None:
    panel = RulingsPanel.of(PRINTED, (), ("boarding", "boarding_losses"))
    assert [table.name for table in panel.tables] == ["boarding"]
    words = Marked(panel.html()).words
    assert "Boarding: where do the numbers come from?" in words
    assert "The source names this table but prints one cell only" in words


def test_a_chapter_that_rests_on_nothing_of_ours_says_so() -> None:
    assert "every number is printed in the source" in RulingsPanel.of(PRINTED, (), ("boarding_losses",)).html()
