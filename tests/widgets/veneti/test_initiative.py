"""Chapter 4: the words of its throws, what its board shows, and its two panels, driven without a browser."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.veneti.initiative import Initiative, initiative
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.squadrons import Confusion, DoubleActivation, confusion, double_activation
from rulesdemo.odds.inputs import Whole
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import seen
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.lessons.initiative import good_faces, outlook
from widgets.games.veneti.panels.opposed import OPPOSED, RATINGS, grid
from widgets.games.veneti.panels.signal import SIGNAL
from widgets.kit.panel import PanelView, State
from widgets.play.game_guide import Look
from widgets.play.session import Desk

RULES = ruleset("veneti")


def desk(scenario: str = "first_move") -> Desk:
    return Desk(GUIDE, scenario, seeds=range(100))


# -- words -----------------------------------------------------------------------------------------------------------------------------


def test_a_won_initiative_is_told_with_both_totals() -> None:
    throw = Throw(initiative, (RULES, 3, 1), Initiative("roman"))
    assert GUIDE.label(throw) == "The Romans win"
    assert GUIDE.verdict(throw, (4, 3)) == "Romans 4 + 3 = 7, Veneti 3 + 1 = 4. The Romans say who acts first. [3.0 Initiative]"


def test_a_tie_is_told_before_the_throw_that_settles_it() -> None:
    throw = Throw(initiative, (RULES, 3, 1), Initiative("veneti"))
    words = GUIDE.verdict(throw, (2, 4, 1, 6))  # 5 against 5, then 4 against 7
    assert words == (
        "Romans 2 + 3 = 5, Veneti 4 + 1 = 5: a tie, thrown again. Romans 1 + 3 = 4, Veneti 6 + 1 = 7. "
        "The Veneti say who acts first. [3.0 Initiative]"
    )


@pytest.mark.parametrize(("rating", "good"), [(0, []), (1, [1]), (3, [1, 2, 3]), (5, [1, 2, 3, 4, 5]), (9, [1, 2, 3, 4, 5])])
def test_the_faces_that_are_good_for_a_signal_are_those_of_the_table(rating: int, good: list[int]) -> None:
    assert good_faces(Throw(double_activation, (RULES, rating), None)) == good


def test_a_signal_says_what_was_needed_and_what_follows() -> None:
    failed = Throw(double_activation, (RULES, 3), DoubleActivation(success=False))
    assert GUIDE.label(failed) == "The signal fails"
    assert GUIDE.verdict(failed, (4,)) == "4. You need 3 or less. [6.18] The other squadron must act now, in confusion."
    done = Throw(double_activation, (RULES, 3), DoubleActivation(success=True))
    assert GUIDE.verdict(done, (3,)) == "3. You need 3 or less. [6.18] Both squadrons act now."
    hopeless = Throw(double_activation, (RULES, 0), DoubleActivation(success=False))
    assert "No face will do." in GUIDE.verdict(hopeless, (1,))


@pytest.mark.parametrize(
    ("face", "result", "label", "means"),
    [
        (1, "idle", "Idle", "does nothing"),
        (2, "disorder", "In disorder", "[6.16]"),
        (5, "slow", "Slowed", "half speed"),
        (6, "none", "In order", "as it likes"),
    ],
)
def test_confusion_says_what_the_squadron_may_still_do(face: int, result: str, label: str, means: str) -> None:
    throw = Throw(confusion, (RULES,), Confusion(result))  # type: ignore[arg-type]
    assert GUIDE.label(throw) == label
    assert GUIDE.verdict(throw, (face,)).startswith(f"{face}. {label}. [6.18]")
    assert means in GUIDE.verdict(throw, (face,))


# -- the board -------------------------------------------------------------------------------------------------------------------------


def drawn(made: Desk) -> set[str]:
    scene = GUIDE.scene(made.position, made.look(Look(lesson="initiative")))
    return {item.id for layer in scene.layers if layer.name == "range" for item in layer.items if getattr(item, "id", "")}


def test_the_admirals_range_is_drawn_while_there_is_a_squadron_to_choose() -> None:
    made = desk("two_squadrons")
    assert "command" in drawn(made)
    made.choose("activate leader=sura")
    assert "command" not in drawn(made)
    assert "command" not in drawn(desk("first_move"))


def test_the_outlook_counts_squadrons_and_offers_the_signal_once() -> None:
    made = Desk(GUIDE, "two_squadrons", hurry=False)  # the last squadron left would be activated by itself
    seen = outlook(made.position, "")
    assert seen is not None
    assert [(line.name, line.number) for line in seen.lines] == [("D. Brutus", 2), ("L. Sura", 2)]
    assert "D. Brutus may try once to act together with L. Sura" in seen.words
    made.give(o.ActivateTogether("sura"))
    made.use_dice((4,))
    made.give(o.RollConfusion())
    made.use_dice((1,))  # idle: the squadron has acted, and the Admiral's is left
    later = outlook(made.position, "")
    assert later is not None
    assert [line.name for line in later.lines] == ["D. Brutus"]
    assert "[6.17]" in later.words


def test_the_winner_is_told_that_he_need_not_begin() -> None:
    made = desk()
    made.choose("roll_initiative")
    made.use_dice((1, 6))  # 4 against 7
    seen = outlook(made.position, "")
    assert seen is not None
    assert seen.title == "The Veneti win"
    assert "let the other side begin" in seen.words


# -- any two Admirals ------------------------------------------------------------------------------------------------------------------

# Section 8 of the rules page: chances to win for an edge of 0 to 5, and rounds on average.
EDGES = [
    (0, "1/2", "6/5"),
    (1, "21/31", "36/31"),
    (2, "13/16", "9/8"),
    (3, "10/11", "12/11"),
    (4, "33/34", "18/17"),
    (5, "1", "36/35"),
]


@pytest.mark.parametrize(("edge", "chance", "rounds"), EDGES)
def test_the_table_of_36_gives_the_printed_chances(edge: int, chance: str, rounds: str) -> None:
    counts = Counter(grid(RULES, edge, 0).values())
    assert sum(counts.values()) == 36
    assert Fraction(counts["roman"], 36 - counts["tie"]) == Fraction(chance)
    assert counts["tie"] == 6 - edge  # faces that differ by just the edge
    text = seen(PanelView(OPPOSED, roman=edge, veneti=0).html(desk()))
    top, below = rounds.split("/")
    assert f"It takes {top} {below} , about" in text


def test_the_worse_side_that_cannot_win_is_told_so() -> None:
    assert "never win a throw" in seen(PanelView(OPPOSED, roman=0, veneti=5).html(desk()))


def test_every_cell_says_who_wins_by_a_letter_and_in_words() -> None:
    text = PanelView(OPPOSED, roman=3, veneti=1).html(desk())
    letters = {sign: text.count(f">{sign}</span>") - 1 for sign in "RV="}  # one of each is in the legend
    assert letters == {"R": 26, "V": 6, "=": 4}
    assert text.count('<span class="sr">A tie, thrown again</span>') == 4
    assert 'scope="rowgroup"' in text
    assert 'scope="colgroup"' in text


def test_a_throw_shows_its_rounds_and_marks_its_cells() -> None:
    made, panel = desk(), PanelView(OPPOSED)
    for _ in range(60):
        panel.act("roll", "", made)
        faces = panel.state(RULES).roll.faces
        rounds = len(faces) // 2
        text = panel.html(made)
        assert text.count('class="opposed-round"') == min(rounds, 6)
        assert text.count("A tie: throw again.") == min(rounds, 6) - 1
        pairs = set(zip(faces[::2], faces[1::2], strict=True))
        assert text.count("is-thrown") == len(pairs)
        if rounds > 1:
            break
    else:
        pytest.fail("60 throws without a tie have a chance of (5/6)^60")
    panel.act("roman", "1", made)
    assert panel.state(RULES).roll is None  # another question


def test_the_ratings_are_those_that_the_procedure_takes() -> None:
    for each in find("veneti.initiative").inputs:
        assert isinstance(each.kind, Whole)
        assert (each.kind.low, each.kind.high) == RATINGS


def test_ratings_stay_where_the_rules_have_them_and_come_back() -> None:
    made, panel = desk(), PanelView(OPPOSED, roman=5, veneti=0)
    panel.act("roman", "1", made)
    assert panel.state(RULES).roman == 5
    assert re.search(r'id="opposed-roman-more"[^>]* disabled', panel.html(made))
    other = PanelView(OPPOSED)
    for nonsense in ({"roman": 9, "veneti": 0}, {"roman": True, "veneti": 1}):
        other.restore(nonsense)
        assert other.state(RULES) == State(roman=2, veneti=2, roll=None)
    for stored in (panel.stored_state(), {"roman": 5, "veneti": 0}):  # the second is what 0.5 stored
        again = PanelView(OPPOSED)
        again.restore(stored)
        assert again.state(RULES) == State(roman=5, veneti=0, roll=None)


# -- one signal ------------------------------------------------------------------------------------------------------------------------


def test_the_signal_shows_every_end_with_its_chance_and_meaning() -> None:
    text = seen(PanelView(SIGNAL).html(desk()))
    # By hand: 1/2 together; the other half shared by the confusion die as 1, 2, 2 and 1 in six.
    for name, chance in (("Both act together", "1 2"), ("In order", "1 12"), ("Slowed", "1 6"), ("In disorder", "1 6"), ("Idle", "1 12")):
        assert f"{name} {chance}" in text
    assert "Each ship is held back like a straggler." in text


def test_a_try_tells_both_dice() -> None:
    made, panel = desk(), PanelView(SIGNAL, initiative=0)
    panel.act("roll", "", made)
    assert len(panel.state(RULES).roll.faces) == 2  # initiative 0 never succeeds
    assert "the signal fails. Confusion" in seen(panel.html(made))
    panel.act("initiative", "-1", made)
    assert panel.state(RULES).initiative == 0
    panel.act("initiative", "1", made)
    assert panel.state(RULES).roll is None
    again = PanelView(SIGNAL)
    again.restore({"initiative": 77})
    assert again.state(RULES).initiative == 3
    for stored in (panel.stored_state(), {"initiative": 1}):  # the second is what 0.5 stored
        again.restore(stored)
        assert again.state(RULES).initiative == 1
