"""The totals chart: every column computed, in every game; the reader's roll marked."""

from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import Entry, answer, entries
from rulesdemo.errors import RulesError
from rulesdemo.odds.inputs import samples
from rulesdemo.rules.datafiles import GAMES
from tests.support.markup import Marked
from widgets.kit.odds_rows import View, views
from widgets.kit.totals_chart import Totals, first_throw, totals

EVERY = [entry for game in GAMES for entry in entries(game).values()]


def chart(name: str, **inputs: object) -> Totals:
    asked = answer(name, **inputs)
    found = totals(asked, views(asked)[0])
    assert found is not None
    return found


def test_boarding_by_hand() -> None:
    found = chart("veneti.boarding", attackers=4, defenders=1, height=-1)
    assert [(column.value, column.ways) for column in found.columns] == [(n, 6 - abs(7 - n)) for n in range(2, 13)]
    # Need 4, one off for height: 5 to 8 take her for nothing, 9 to 12 for a marine, 2 to 4 fail.
    assert [column.leads for column in found.columns] == [((2, 1),)] * 3 + [((0, 1),)] * 4 + [((1, 1),)] * 4


@pytest.mark.parametrize("entry", EVERY, ids=lambda entry: entry.name)
def test_columns_add_up_to_the_exact_odds(entry: Entry) -> None:
    for sample in samples(entry.inputs):
        try:
            asked = entry.answer(sample)
        except RulesError:
            continue
        view = views(asked)[0]
        found = totals(asked, view)
        if found is None:
            continue
        sums = [Fraction(0)] * len(view.rows)
        for column in found.columns:
            assert column.ways > 0
            for row, share in column.leads:
                sums[row] += share * column.ways
        assert [each / sum(sums) for each in sums] == [row.chance for row in view.rows]
        assert Marked(found.html()).faults == []


def test_most_procedures_of_one_throw_have_a_chart_and_others_do_not() -> None:
    rules = answer("veneti.move_cost", move="ahead", speed="cruise").rules
    assert first_throw(answer("veneti.move_cost", move="ahead", speed="cruise").entry.procedure, (rules, "ahead", "cruise")) is None
    within = answer("veneti.boarding_within", attackers=3, defenders=2, tries=2)
    assert totals(within, views(within)[0]) is None  # the first of several tries by itself says little
    volley = answer("escadres.volley", dice=6, power=10, crew=8)
    assert totals(volley, views(volley)[0]) is None  # one die of many


def test_a_second_throw_divides_a_column() -> None:
    found = chart("veneti.missiles", marines=4, drm=1, flaming=True)
    divided = [column for column in found.columns if len(column.leads) > 1]
    assert divided
    for column in divided:
        assert sum(share for _row, share in column.leads) == 1


def test_what_is_thrown_again_is_empty() -> None:
    found = chart("veneti.initiative", roman=3, veneti=1)
    assert [column.value for column in found.columns if not column.leads] == [-2]
    read = Marked(found.html())
    assert len(read.classed("again")) == 1
    assert "Ways out of 36 for each difference of the dice. Empty columns are thrown again." in read.words
    assert "−2: 4 ways, thrown again" in read.all("svg")[0]["aria-label"]


def test_the_chart_says_what_it_shows() -> None:
    found = chart("veneti.boarding", attackers=4, defenders=1).with_roll((3, 4))
    read = Marked(found.html())
    label = read.all("svg")[0]["aria-label"]
    assert "Ways out of 36 for each total of two dice. Your roll is marked." in label
    assert "7 (your roll): 6 ways, Captured, attacker loss 0, defender loss 0" in label
    assert "2: 1 way, Not captured, attacker loss 1, defender loss 1" in label
    assert len(read.classed("own")) == 1
    assert len(read.classed("mine")) == 1


def test_one_die() -> None:
    found = chart("veneti.transfer")
    assert "Ways out of 6 for each face of one die." in found.html()
    assert [column.ways for column in found.columns] == [1] * 6


@pytest.mark.parametrize("faces", [(), (3,)])
def test_too_few_faces_mark_nothing(faces: tuple[int, ...]) -> None:
    found = chart("veneti.boarding", attackers=4, defenders=1).with_roll(faces)
    assert found.own is None
    assert not Marked(found.html()).classed("own")


def test_a_zero_is_a_roll_too() -> None:
    found = chart("veneti.initiative", roman=3, veneti=1).with_roll((2, 2))
    assert found.own == 0
    assert len(Marked(found.html()).classed("own")) == 1


def test_later_faces_do_not_count() -> None:
    assert chart("veneti.missiles", marines=4, drm=1, flaming=True).with_roll((5, 2)).own == 5


def test_columns_of_one_fill_are_one_block() -> None:
    asked = answer("veneti.wind", strength=3)
    view = views(asked)[0]
    assert isinstance(view, View)
    assert {row.fill for row in view.rows} == {"best"}
    found = totals(asked, view)
    assert found is not None
    assert len(Marked(found.html()).classed("column")) == 11


def test_a_first_die_settles_all_or_only_a_part() -> None:
    # Boarding is two dice and nothing else; an assault's first die settles the city, but both losses are thrown for after it.
    assert chart("veneti.boarding", attackers=4, defenders=1).settles
    stormed = chart("republic.assault", ratio="2-1")
    assert not stormed.settles
