"""Asking for odds, as plain state and as text, without a browser."""

import json
import re
import shlex
import subprocess
import sys
import time
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rulesdemo import odds
from rulesdemo.analysis.catalogue import entries, find
from rulesdemo.errors import InputError, TooManyPaths
from rulesdemo.odds.inputs import Flag, Input, Many, OneOf, Whole, Word
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.ruleset import ruleset
from widgets.kit.bars import bars, fraction, odds_sentence, rounded
from widgets.kit.fields import field
from widgets.kit.odds_rows import MOST_JOINT, MOST_ROWS, Row, View
from widgets.odds_form.form import MANY, Ask, ask
from widgets.odds_form.results import code, command
from widgets.odds_form.view import AskPage, sentence
from widgets.web import time_limit
from widgets.web.live import Live

EVERY = [name for game in GAMES for name in entries(game)]


def boarding(**inputs: object) -> Ask:
    return Ask("veneti.boarding", {"attackers": 4, "defenders": 1, **inputs}, seeds=(7, 8, 9))


def page(of: Ask | None = None) -> AskPage:
    made = AskPage(boarding() if of is None else of)
    made.first()
    return made


def hear(made: AskPage, **act: object) -> dict[str, object]:
    return made.hear([dict(act)])


def labels(question: Ask) -> dict[str, Fraction]:
    return {row.label: row.chance for view in question.views for row in view.rows}


# ------------------------------------------------------------------------------------------------------------------ asking


def test_the_odds_are_those_of_the_rules() -> None:
    # 2d6 >= 4 captures: 33 of 36; on 9 to 12 (10 ways) she costs a marine. 23 + 10 + 3 = 36.
    assert labels(boarding()) == {
        "Captured, attacker loss 0, defender loss 0": Fraction(23, 36),
        "Captured, attacker loss 1, defender loss 0": Fraction(10, 36),
        "Not captured, attacker loss 1, defender loss 1": Fraction(3, 36),
    }


def test_what_the_rule_asks_for_stands_first_and_fills_differ() -> None:
    assert [row.fill for row in boarding().views[0].rows] == ["best", "second", "third"]


def test_a_changed_input_changes_the_odds() -> None:
    question = boarding()
    question.set("in:attackers", "3")
    assert labels(question)["Not captured, attacker loss 1, defender loss 1"] == odds("veneti.boarding", attackers=3, defenders=1).p(
        captured=False
    )


@pytest.mark.parametrize("bad", ["lots", "", "0", "-1", "1.5", "9" * 40, "<script>", True])
def test_a_bad_value_gets_the_same_sentence_as_everywhere_and_loses_nothing(bad: object) -> None:
    question = boarding()
    before = labels(question)
    question.set("in:attackers", bad)
    with pytest.raises(InputError) as refused:
        odds("veneti.boarding", attackers=bad, defenders=1)
    assert f"veneti.boarding: {question.wrong['attackers']}" == str(refused.value)
    assert question.is_stale
    assert question.typed["attackers"] == bad
    assert labels(question) == before
    question.set("in:attackers", "4")
    assert not question.is_stale
    assert question.wrong == {}


def test_a_sentence_of_the_rules_is_shown_and_the_last_odds_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    question = boarding()
    before = labels(question)

    def refuse(_answer: object) -> None:
        message = "table x has no row <9>; it lists 1, 2"
        raise TooManyPaths(message)

    monkeypatch.setattr("widgets.odds_form.form.views", refuse)
    question.set("in:attackers", "5")
    assert question.wrong == {}
    assert question.is_stale
    assert labels(question) == before
    text = AskPage(question).first()
    assert "Table x has no row &lt;9&gt;; it lists 1, 2. These are still the odds with " in text
    assert "odds with 4 marines attacking and with 1 marine defending." in text  # the height stands at its default


def test_steps_stop_at_the_ends_of_the_range() -> None:
    question = boarding()
    for _ in range(9):
        question.step("in:attackers", -1)
    assert question.typed["attackers"] == "1"
    assert question.pushed["in:attackers"] == "1"
    question.set("in:attackers", "nonsense")
    question.step("in:attackers", 1)
    assert question.typed["attackers"] == "1"
    with pytest.raises(InputError):
        question.step("in:height", 1)


@pytest.mark.parametrize("target", ["in:nothing", "nothing", "switch:nothing", "in:", ""])
def test_nothing_else_can_be_set(target: str) -> None:
    with pytest.raises(InputError):
        boarding().set(target, "1")


def test_games_and_procedures_can_be_left_and_come_back_to() -> None:
    question = boarding()
    question.set("in:attackers", "6")
    for game in GAMES:
        question.set("game", game)
        assert question.game == game
        assert question.entry in question.procedures()
    question.set("game", "veneti")
    assert question.entry.name == "veneti.boarding"
    assert question.typed["attackers"] == "6"
    for bad in (("game", "chess"), ("procedure", "veneti.nothing")):
        with pytest.raises(InputError):
            question.set(*bad)
    assert question.entry.name == "veneti.boarding"


@pytest.mark.parametrize("name", EVERY)
def test_every_procedure_can_be_opened_and_its_chances_add_up(name: str) -> None:
    question = boarding()
    question.set("procedure", name)
    assert question.wrong == {}
    assert question.answer is not None or question.question.trouble
    for view in question.views:
        assert sum(row.chance for row in view.rows) == 1
        assert len(view.rows) <= (MOST_ROWS if view.field else MOST_JOINT)
        assert len({row.label for row in view.rows}) == len(view.rows)


def test_a_joint_distribution_of_thousands_is_shown_field_by_field_and_stays_folded() -> None:
    question = Ask("escadres.volley", {"dice": 12, "power": 10, "crew": 8})
    assert [view.field for view in question.views] == list(find("escadres.volley").fields)
    assert question.answer is not None
    assert question.answer.dist.folded
    expected = odds("escadres.volley", dice=12, power=10, crew=8).marginal("power")
    assert {row.key: row.chance for row in question.views[0].rows} == dict(expected.items())


def test_what_has_no_row_of_its_own_is_added_up_in_the_last() -> None:
    question = Ask("broadside.fire", {"hull": 60, "turns": 30})
    view = next(view for view in question.views if view.field == "hull")
    dist = odds("broadside.fire", hull=60, turns=30).marginal("hull")
    assert len(dist) > MOST_ROWS
    assert len(view.rows) == MOST_ROWS
    last = view.rows[-1]
    assert last.short.endswith("or more")
    assert last.chance == dist.at_least(int(re.findall(r"\d+", last.short)[0]))


def test_redrawing_is_quick() -> None:
    made = page()
    slowest = 0.0
    for value in ("3", "5", "7", "9"):
        start = time.perf_counter()
        hear(made, do="set", name="in:attackers", value=value)
        slowest = max(slowest, time.perf_counter() - start)
    assert slowest < 0.5  # measured: 2 to 5 ms; a loaded machine may be slow, but not as slow as a needless expansion


# ---------------------------------------------------------------------------------------------------------------- switches


def test_another_reading_changes_the_odds_and_is_told() -> None:
    question = boarding(height=1)
    before = labels(question)
    question.set("switch:boarding_bands", "modified")
    expected = odds("veneti.boarding", attackers=4, defenders=1, height=1, rules=ruleset("veneti", {"boarding_bands": "modified"}))
    assert sorted(labels(question).values()) == sorted(chance for _outcome, chance in expected.items())
    assert labels(question) != before
    text = AskPage(question).first()
    assert "You chose another reading" in text
    assert "1 changed by you" in text
    question.forget_switches()
    assert labels(question) == before
    assert question.pushed["switch:boarding_bands"] == "natural"


def test_a_setting_that_does_not_exist_is_refused_and_changes_nothing() -> None:
    question = boarding()
    with pytest.raises(InputError):
        question.set("switch:boarding_bands", "nonsense")
    assert question.switches == {}


def test_switches_belong_to_their_game() -> None:
    question = boarding()
    question.set("switch:boarding_bands", "modified")
    question.set("game", "republic")
    assert question.switches == {}
    question.set("game", "veneti")
    assert question.switches == {"boarding_bands": "modified"}


# ------------------------------------------------------------------------------------------------------------------- rolls


def test_a_roll_shows_its_faces_its_result_and_its_exact_chance() -> None:
    question = boarding()
    question.roll()
    throw = question.throw
    assert throw is not None
    assert throw.seed == 7
    assert throw.chance == throw.rows[0].chance
    assert question.entry.replay({"attackers": 4, "defenders": 1}, throw.played.faces).value == throw.played.value
    text = AskPage(question).first()
    assert f"Faces {' '.join(map(str, throw.played.faces))}." in text
    assert "your roll" in text
    assert text.count('class="die"') == 2


def test_the_same_seed_rolls_the_same_on_the_command_line() -> None:
    question = boarding()
    question.roll()
    assert question.throw is not None
    command_line = [
        str(Path(sys.executable).with_name("rulesdemo")),
        "roll",
        "veneti.boarding",
        "attackers=4",
        "defenders=1",
        "--seed",
        "7",
        "--json",
    ]
    told = json.loads(subprocess.run(command_line, capture_output=True, text=True, check=True).stdout)
    assert tuple(told["faces"]) == question.throw.played.faces


def test_a_thousand_rolls_come_in_slices_and_are_counted_beside_the_exact_chance() -> None:
    question = boarding()
    question.roll_many()
    slices = 0
    while question.tally is not None and not question.tally.is_over:
        question.go_on(0.002)
        slices += 1
    assert question.tally is not None
    assert slices > 1
    assert sum(question.tally.counts[0].values()) == question.tally.done == MANY
    for row in question.views[0].rows:
        # Five standard deviations of a thousand rolls are under 0.08.
        assert abs(Fraction(question.tally.counts[0][row.label], MANY) - row.chance) < Fraction(8, 100)
    assert "rolled " in AskPage(question).first()


def test_a_changed_question_puts_the_dice_away() -> None:
    question = boarding()
    question.roll()
    question.roll_many()
    question.set("in:attackers", "5")
    assert (question.throw, question.tally) == (None, None)


def test_a_bad_question_cannot_be_rolled_for() -> None:
    question = boarding()
    question.set("in:attackers", "")
    with pytest.raises(InputError, match="Mend the question first"):
        question.roll()


def test_a_roll_among_too_many_outcomes_has_the_chance_of_each_part() -> None:
    question = Ask("escadres.volley", {"dice": 6, "power": 10, "crew": 8}, seeds=(1,))
    question.roll()
    assert question.throw is not None
    assert question.throw.chance is None
    assert [row.key for row in question.throw.rows] == list(question.throw.played.value)


def test_without_dice_there_is_nothing_to_roll_for() -> None:
    question = Ask("veneti.missile_range")
    assert question.is_certain
    text = AskPage(question).first()
    assert "nothing to roll for" in text
    assert 'id="roll"' not in text


# -------------------------------------------------------------------------------------------------------------- the same elsewhere


@pytest.mark.parametrize(
    ("name", "inputs", "switches"),
    [
        ("veneti.boarding", {"attackers": 4, "defenders": 1, "height": -1}, {}),
        ("veneti.boarding", {"attackers": 4, "defenders": 1}, {"boarding_bands": "modified"}),
        ("broadside.boarding_round", {"side_a": (10, 5), "side_b": (3,)}, {}),
        ("republic.full_battle", {"attacker": "A", "defender": "B", "drm": -2}, {}),
        ("veneti.grapple", {"crew": 2, "grappled": True}, {}),
    ],
)
def test_the_command_and_the_code_ask_the_same(name: str, inputs: dict[str, object], switches: dict[str, str]) -> None:
    question = Ask(name, inputs)
    for switch, value in switches.items():
        question.set(f"switch:{switch}", value)
    assert question.answer is not None
    program, *arguments = shlex.split(command(question.answer))
    told = subprocess.run([str(Path(sys.executable).with_name(program)), *arguments, "--json"], capture_output=True, text=True, check=True)
    found = sorted(Fraction(line["p"]) for line in json.loads(told.stdout)["outcomes"])
    assert found == sorted(chance for _outcome, chance in question.answer.dist.items())
    result = subprocess.run([sys.executable, "-c", code(question.answer)], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == str(question.answer.dist)


# ---------------------------------------------------------------------------------------------------------------- keeping


def test_a_kept_question_is_asked_again() -> None:
    question = boarding()
    question.set("in:attackers", "oops")
    question.set("switch:boarding_bands", "modified")
    again = Ask("veneti.grapple")
    again.restore(json.loads(json.dumps(question.stored_state())))
    assert again.entry.name == "veneti.boarding"
    assert again.typed == question.typed
    assert again.switches == question.switches
    assert again.wrong == question.wrong


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"procedure": "chess.castling"},
        {"procedure": "veneti.boarding", "inputs": 3, "switches": 4},
        {
            "procedure": "veneti.boarding",
            "inputs": {"attackers": ["x"], "nothing": 1, "defenders": "9" * 900},
            "switches": {"nothing": "x"},
        },
        {"procedure": None},
    ],
)
def test_whatever_is_kept_wrongly_is_left_out(kept: dict[str, object]) -> None:
    question = boarding()
    question.restore(kept)
    assert question.entry.name == "veneti.boarding"
    assert not question.is_stale


# -------------------------------------------------------------------------------------------------------------- the page


class Checked(HTMLParser):
    """Collects ids, labels and the elements that are still open at the end."""

    VOID = ("input", "meta", "link", "br", "img")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.references: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in self.VOID:
            self.open.append(tag)
        for name, value in attrs:
            if name == "id":
                self.ids.append(value or "")
            if name in ("for", "aria-describedby", "aria-labelledby"):
                self.references += (value or "").split()

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Drawings close their own shapes."""

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("name", EVERY)
def test_the_text_is_well_made_and_labels_find_their_fields(name: str) -> None:
    question = boarding()
    question.set("procedure", name)
    if not question.is_stale and not question.is_certain:
        question.roll()
    found = Checked(AskPage(question).first())
    assert found.open == []
    assert len(set(found.ids)) == len(found.ids)
    assert set(found.references) <= set(found.ids)


def test_only_changed_parts_are_sent() -> None:
    made = page()
    assert hear(made, do="hello", value="")["parts"] == {}
    parts = hear(made, do="set", name="in:attackers", value="5")["parts"]
    assert isinstance(parts, dict)
    assert "question" not in parts  # typing never redraws the field that is typed into
    assert {"odds", "rests", "elsewhere", "said"} <= set(parts)
    assert hear(made, do="set", name="in:attackers", value="5")["parts"] == {}


def test_a_new_form_gets_its_refusals_again() -> None:
    made = page()
    hear(made, do="set", name="in:attackers", value="x")
    hear(made, do="set", name="procedure", value="veneti.grapple")
    parts = hear(made, do="set", name="procedure", value="veneti.boarding")["parts"]
    assert isinstance(parts, dict)
    assert "must be a whole number" in parts["wrong-attackers"]


def test_a_refused_act_is_a_sentence_and_later_acts_still_count() -> None:
    made = page()
    reply = made.hear([{"do": "set", "name": "game", "value": "chess"}, {"do": "set", "name": "in:attackers", "value": "6"}])
    assert "No game &#39;chess&#39;" in reply["parts"]["trouble"]
    assert made.ask.typed["attackers"] == "6"
    assert hear(made, do="roll")["parts"]["trouble"] == ""  # type: ignore[index]


@pytest.mark.parametrize(
    "act",
    [
        {},
        {"do": "fly"},
        {"do": ["set"]},
        {"do": "set"},
        {"do": "set", "name": 3, "value": "1"},
        {"do": "set", "name": "in:attackers", "value": {"a": 1}},
        {"do": "set", "name": "in:attackers", "value": "9" * 1000},
        {"do": "step", "name": "in:attackers", "value": "1000"},
        {"do": "hello", "value": "["},
        {"do": "hello", "value": "[" * 100_000},
        {"do": "more"},
    ],
    ids=str,
)
def test_made_up_acts_change_nothing(act: dict[str, object]) -> None:
    made = page()
    before = made.ask.stored_state()
    made.hear([act])
    assert made.ask.stored_state() == before


def test_text_of_the_reader_is_never_markup() -> None:
    made = page()
    reply = hear(made, do="set", name="in:attackers", value="<img src=x onerror=alert(1)>")
    assert "<img" not in json.dumps(reply["parts"])
    hear(made, do="set", name="procedure", value="veneti.grapple")
    assert "<img" not in json.dumps(hear(made, do="set", name="procedure", value="veneti.boarding")["parts"])
    assert "<img" not in AskPage(made.ask).first()


def test_a_tally_asks_to_be_carried_on_until_it_is_over() -> None:
    made = page()
    reply = hear(made, do="roll many")
    assert "<progress" in json.dumps(reply["parts"])
    rounds = 0
    while reply["more"]:
        reply = hear(made, do="more")
        rounds += 1
        assert rounds < 1000
    assert made.ask.tally is not None
    assert made.ask.tally.is_over


def test_the_status_line_says_the_odds_or_what_is_wrong() -> None:
    made = page()
    parts = hear(made, do="set", name="in:attackers", value="5")["parts"]
    assert isinstance(parts, dict)
    assert re.search(r"outcomes?\. Largest chance: Captured", parts["said"])
    parts = hear(made, do="set", name="in:attackers", value="x")["parts"]
    assert isinstance(parts, dict)
    assert parts["said"].startswith("Attackers must be a whole number from 1 up")


def test_a_sentence_loses_its_rule_numbers_to_chips() -> None:
    text, cited = sentence(find("veneti.height_advantage"))
    assert "[" not in text
    assert cited == ("8.24", "A48")
    assert "The heights are" in AskPage(Ask("veneti.height_advantage")).first() or "A48" in AskPage(Ask("veneti.height_advantage")).first()


# ----------------------------------------------------------------------------------------------------------------- fields


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        (Whole(1), 4, 'class="number"'),
        (Whole(0, 6), 2, 'type="range" min="0" max="6"'),
        (OneOf(("A", "B", "C")), "B", 'type="radio"'),
        (OneOf(tuple("ABCDEFG")), "B", "<select"),
        (OneOf((-1, 0, 1)), 0, "<span>−1</span>"),
        (Flag(), True, 'type="checkbox"'),
        (Many(Whole()), (10, 5), 'value="10,5"'),
        (Word(r"\d-\d", "a ratio", ("1-2",)), "1-2", "for example 1-2"),
    ],
)
def test_each_kind_of_input_has_its_control(kind: object, value: object, expected: str) -> None:
    text = field(Input("some_thing", kind), value)  # type: ignore[arg-type]
    assert expected in text
    assert "Some thing" in text
    assert 'data-set="in:some_thing"' in text
    assert 'data-part="wrong-some_thing"' in text


# ------------------------------------------------------------------------------------------------------------------- bars


def test_long_fractions_are_one_click_away_and_very_long_ones_are_told() -> None:
    assert "<details" not in fraction(Fraction(23, 36), "k")
    assert "1/1000000" in fraction(Fraction(1, 10**6), "k")
    assert "<details" in fraction(Fraction(1, 10**6), "k")
    assert "The command line prints it" in fraction(Fraction(1, 7**5000), "k")


def test_a_chance_is_never_rounded_away() -> None:
    assert rounded(Fraction(1, 10**9)) == "< 0.1 %"
    assert rounded(1 - Fraction(1, 10**9)) == "> 99.9 %"
    assert (rounded(Fraction(0)), rounded(Fraction(1)), rounded(Fraction(1, 3))) == ("0.0 %", "100.0 %", "33.3 %")


def test_a_bar_is_as_long_as_its_chance() -> None:
    text = bars(View("", (Row(1, "a", "a", Fraction(1, 4), "best"), Row(2, "b", "b", Fraction(3, 4), "third"))), "k")
    assert 'width="25.000%"' in text
    assert 'width="75.000%"' in text
    assert "url(#fill-third)" in text
    assert odds_sentence((View("", (Row(1, "A", "A", Fraction(1), "best"),)),)) == "Certain: A."


# --------------------------------------------------------------------------------------------------------------- patience


def test_what_takes_too_long_is_refused_in_a_sentence() -> None:
    def for_ever() -> None:
        while True:
            pass

    with pytest.raises(time_limit.TooLong, match="We never guess"), time_limit.at_most(0.05):
        for_ever()
    time.sleep(0.06)  # the alarm is off again
    assert odds("veneti.boarding", attackers=4, defenders=1).p(captured=True) == Fraction(11, 12)


def test_a_question_that_takes_too_long_keeps_the_form_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("widgets.odds_form.form.PATIENCE_SECONDS", 0.0001)
    question = boarding()
    monkeypatch.setattr("widgets.odds_form.form.PATIENCE_SECONDS", 3.0)
    if question.question.trouble:
        assert "We never guess" in question.question.trouble
    question.set("in:attackers", "5")
    assert not question.is_stale


# ------------------------------------------------------------------------------------------------------------------- live


def test_the_widget_answers_messages_and_shows_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    live = ask("veneti.boarding", attackers=4, defenders=1)
    assert isinstance(live, Live)
    sent: list[dict[str, object]] = []
    monkeypatch.setattr(live, "send", sent.append)
    for junk in (None, [], {}, {"n": 1}, {"n": "1", "acts": []}, {"n": 1, "acts": "x"}):
        live._handle_custom_msg(junk, [])
    assert sent == []
    live._handle_custom_msg({"n": 3, "acts": [{"do": "set", "name": "in:attackers", "value": "2"}, "junk"]}, [])
    assert sent[0]["n"] == 3
    json.dumps(sent)
    data, _metadata = live._repr_mimebundle_()
    assert "23/36" in data["text/html"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_bug_of_ours_is_a_sentence_on_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    live = ask("veneti.boarding", attackers=4, defenders=1)
    sent: list[dict[str, dict[str, str]]] = []
    monkeypatch.setattr(live, "send", sent.append)
    monkeypatch.setattr(AskPage, "parts", lambda _self: 1 / 0)
    live._handle_custom_msg({"n": 1, "acts": []}, [])
    assert "Something broke here" in sent[0]["parts"]["trouble"]


def test_a_notebook_with_a_bad_question_says_so() -> None:
    with pytest.raises(InputError, match="attackers must be"):
        ask("veneti.boarding", attackers=0, defenders=1)
    with pytest.raises(InputError, match="no procedure"):
        ask("veneti.bording")


def test_a_field_view_places_outcomes() -> None:
    view = View("x", (Row(0, "0", "0", Fraction(1, 2), "best"), Row("the rest", "more", "more", Fraction(1, 2), "best")))
    outcome = type("Outcome", (), {"x": 5})()
    assert view.place(outcome).label == "more"
