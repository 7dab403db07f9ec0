"""Chapter 8 of Republic without a browser: the battle to come down to statuses, two flags, and every result by every status."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.status import Aftermath, aftermath
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.play.order_codec import read_order
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.chapter.page import chapter
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.lessons import LESSONS
from widgets.games.republic.lessons.cost import status_rehearsal
from widgets.games.republic.panels.flags import (
    FLAGS,
    Meeting,
    Side,
    after_battle,
    args_of,
    battle_chances,
    gives_way,
    is_allowed,
    meeting_of,
    meeting_on,
    terms,
)
from widgets.games.republic.panels.verdict import RESULTS, VERDICT, after
from widgets.kit.panel import PanelView
from widgets.kit.sum_table import total
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
STATUSES = ("fresh", "fatigued", "disorganised", "neutralised")


@pytest.fixture
def desk() -> Desk:
    """A fresh and a tired Roman army, and fatigued Samnites."""
    return Desk(GUIDE, "worn_out", seeds=range(100))


def words(text: str) -> str:
    """What a listener hears."""
    heard_of = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(heard_of).words.split())


# -- the board -------------------------------------------------------------------------------------------------------------------------


def test_each_army_rehearses_its_own_attack(desk: Desk) -> None:
    for name, args in {
        # Letters, strengths, statuses, nothing else that counts (equal cavalry gaps are under 5), no major victories here.
        "fresh": ("B", "C", 23, 27, "fresh", "fatigued", 0, False),
        "tired": ("C", "C", 14, 27, "fatigued", "fatigued", 0, False),
    }.items():
        due = status_rehearsal(desk.position, name)
        assert due is not None
        assert due.throw.procedure is aftermath
        assert due.throw.args[1:] == args


def test_calling_in_the_tired_army_tires_the_fresh_one(desk: Desk) -> None:
    for order in ("attack force=fresh target=samnites", "stand", "coordinate force=tired"):
        desk.give(read_order(desk.engine, order))
    due = status_rehearsal(desk.position, "")
    assert due is not None
    # Together 37 points, and the worst status on each side [R15].
    assert due.throw.args[3:7] == (37, 27, "fatigued", "fatigued")


def test_a_rolled_row_is_marked_in_the_odds() -> None:
    page = chapter("republic", "worn_out", name="en/republic/08_after_the_battle", lesson="status", ship="fresh", at_once=True)
    page.hear([{"do": "use dice", "value": "3 3 9"}])
    # B with 3 is worth 5, C with 3 worth 4: +1, the Samnites' fatigue +1. The die 9 finds row +11: 20/30, the defender retreats.
    assert page.tray.sentence == (
        "Dice 3, 3, 9 [8.3]. The defender must retreat. The attacker is fatigued now, the defender disorganised [8.54]."
    )
    odds = words(page.view.parts()["odds"])
    assert "Disorganised your roll" in odds
    assert "Fatigued your roll" in odds.partition("The attacker afterwards")[2]


def test_the_words_of_an_aftermath() -> None:
    own = LESSONS["status"].throws[Aftermath]
    throw = Throw(aftermath, (), Aftermath("none", "fatigued", "disorganised", 3, 6))
    assert own.label(throw) == "Attacker fatigued, defender disorganised"
    assert own.verdict(throw, (1, 2, 3)) == (
        "Dice 1, 2, 3 [8.3]. Nobody must retreat. The attacker is fatigued now, the defender disorganised [8.54]."
    )


# -- the flags -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ours", "theirs", "drm"),
    # The rows of 8.55 for attack and defence.
    [
        ("fresh", "fresh", 0),
        ("fatigued", "fresh", -3),
        ("disorganised", "fatigued", -4),
        ("fatigued", "neutralised", 2),
        ("fresh", "disorganised", 3),
    ],
)
def test_both_statuses_count(ours: str, theirs: str, drm: int) -> None:
    meeting = Meeting(Side(status=ours), Side(status=theirs))  # type: ignore[arg-type]
    assert total(terms(RULES, meeting)) == drm
    assert is_allowed(RULES, meeting)


def test_who_is_neutralised_may_not_attack(desk: Desk) -> None:
    panel = PanelView(FLAGS)
    panel.act("attacker.status", "neutralised", desk)
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert "Refused. A neutralised Force may not attack." in words(text)
    assert 'data-name="flags:fight" data-by="" class="first" aria-disabled="true"' in text
    with pytest.raises(InputError, match=r"8\.55"):
        panel.act("fight", "", desk)
    panel.act("swap", "", desk)
    assert "Refused" not in words(panel.html(desk))


def test_the_chances_of_two_equal_forces() -> None:
    # Section 7, question 6: A against B without other modifiers; statuses 0 change nothing.
    chances = battle_chances(RULES, Meeting(Side("A", 30), Side("B", 30)))
    assert dict(chances.retreat) == {"attacker": F(2081, 10000), "none": F(209, 500), "defender": F(3739, 10000)}
    # Table T: C against D; and B against C at +3 from question 6, here by the status of the defender.
    assert gives_way(RULES, ("C", "D"), 0) == F(2277, 5000)
    worn = Meeting(Side("B", 30), Side("C", 30, "disorganised"))
    assert dict(battle_chances(RULES, worn).retreat)["defender"] == F(1257, 2000)


def test_a_fatigued_defender_is_spared_only_by_an_undecided_battle_with_a_light_loss() -> None:
    chances = battle_chances(RULES, Meeting(Side("B", 30), Side("C", 30, "fatigued")))
    afterwards, retreat = dict(chances.defender), dict(chances.retreat)
    # Beaten or victorious with a loss he is disorganised; undecided at 20/20 too. So he stays fatigued less often than nobody retreats,
    # but for a victory without a loss, which only a star gives.
    assert afterwards["fresh"] == afterwards["neutralised"] == 0
    assert afterwards["fatigued"] + afterwards["disorganised"] == 1
    assert afterwards["disorganised"] > retreat["defender"] + F(9, 10) * retreat["attacker"]


def test_small_forces_keep_their_flags() -> None:
    # 8.54-C: neither began with 20 points.
    chances = battle_chances(RULES, Meeting(Side(sp=19), Side(sp=19, status="fatigued")))
    assert dict(chances.attacker)["fresh"] == dict(chances.defender)["fatigued"] == 1


def test_small_forces_are_told_why(desk: Desk) -> None:
    panel, why = PanelView(FLAGS), "Neither side has 20 points, so this battle changes no status."
    assert why not in words(panel.html(desk))
    panel.act("attacker.sp.at", "19", desk)
    panel.act("defender.sp.at", "20", desk)
    assert why not in words(panel.html(desk))
    panel.act("defender.sp", "-1", desk)
    assert why in words(panel.html(desk))


def test_battles_wear_both_down(desk: Desk) -> None:
    panel = PanelView(FLAGS)
    before = Meeting(Side("B", 23), Side("C", 27, "fatigued"))
    assert meeting_of(panel.current(desk)) == meeting_on(desk) == before
    panel.html(desk)
    panel.act("fight", "", desk)
    state = panel.current(desk)
    assert state.roll.before == before
    assert meeting_of(state) == after_battle(before, replay(aftermath, state.roll.faces, *args_of(RULES, before)).value)
    assert "Battle 1." in words(panel.html(desk))
    panel.act("fight", "", desk)
    assert panel.current(desk).battles == 2
    panel.act("follow", "", desk)
    assert panel.stored_state()["own"] is None
    assert meeting_of(panel.current(desk)) == before
    assert "Fight it" in words(panel.html(desk))


def test_losses_and_statuses_are_carried_over() -> None:
    before = Meeting(Side("B", 23), Side("C", 4, "fatigued"))
    now = after_battle(before, Aftermath("defender", "fatigued", "disorganised", 3, 6))
    assert now == Meeting(Side("B", 20, "fatigued"), Side("C", 1, "disorganised"))


def test_a_cell_sets_both_flags_and_the_old_chance_stays_in_sight(desk: Desk) -> None:
    panel = PanelView(FLAGS)
    panel.act("attacker.letter", "C", desk)
    panel.act("attacker.sp.at", "27", desk)
    panel.act("cell", "fatigued-disorganised", desk)
    told = words(panel.html(desk))
    # -3 and +3 cancel: C against C as with both fresh, Table T.
    assert "Attacker fatigued, defender disorganised, modifier 0: the defender retreats: 1441/5000 (28.8" in told
    assert "was" not in told.partition("Who gives way")[2].partition("Fight it")[0]
    panel.act("cell", "fresh-disorganised", desk)
    assert "more than before: was 1441/5000" in words(panel.html(desk))


def test_a_major_victory_can_neutralise(desk: Desk) -> None:
    panel = PanelView(FLAGS)
    assert "Neutralised" not in words(panel.html(desk)).partition("The defender afterwards")[2].partition("The defender retreats")[0]
    panel.act("major", "", desk)
    assert "Neutralised" in words(panel.html(desk)).partition("The defender afterwards")[2].partition("The defender retreats")[0]


def test_strange_acts_and_saves_of_the_flags(desk: Desk) -> None:
    panel = PanelView(FLAGS)
    sound = [["B", 23, "fresh"], ["C", 27, "fatigued"], 0, False]
    for strange in (
        None,
        [],
        [["B", 23], ["C", 27], 0, False],
        [["F", 23, "fresh"], *sound[1:]],
        [["B", 0, "fresh"], *sound[1:]],
        [["B", 23, "tired"], *sound[1:]],
        [*sound[:2], 11, False],
        [*sound[:2], 0, 2],
        [[[], 23, "fresh"], *sound[1:]],
    ):
        panel.restore(strange)
    assert panel.stored_state() == {"v": 1}
    panel.restore(sound)
    assert meeting_of(panel.current(desk)) == Meeting(Side("B", 23), Side("C", 27, "fatigued"))
    panel.act("attacker.sp.at", "81", desk)
    assert meeting_of(panel.current(desk)).attacker.sp == 80
    again = PanelView(FLAGS)
    again.restore(panel.stored_state())
    assert again.current(desk) == panel.current(desk)
    for what, value in (
        ("drm", "2"),
        ("cell", "fresh-tired"),
        ("attacker.status", "tired"),
        ("attacker.sp", "4"),
        ("attacker.sp.at", "many"),
        ("nobody.sp", "1"),
        ("sink", ""),
    ):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


# -- every result ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("result", "expected"),
    # 8.54 with R26: for a Force that was fresh, fatigued, disorganised, neutralised before.
    [
        ("major_victor", ("fatigued", "disorganised", "disorganised", "neutralised")),
        ("victor", ("fatigued", "disorganised", "disorganised", "neutralised")),
        ("light", ("fatigued", "fatigued", "disorganised", "neutralised")),
        ("heavy", ("disorganised", "disorganised", "disorganised", "neutralised")),
        ("defeated", ("disorganised", "disorganised", "disorganised", "neutralised")),
        ("major_defeated", ("neutralised",) * 4),
    ],
)
@pytest.mark.parametrize("reading", ["table", "actual"])
def test_every_result_leaves_its_mark(result: str, expected: tuple[str, ...], reading: str) -> None:
    rules = ruleset("republic", {"status_loss": reading})
    assert tuple(after(rules, result, before) for before in STATUSES) == expected


def test_some_battles_leave_no_mark() -> None:
    for flag in ("small", "siege"):
        assert all(after(RULES, result, before, frozenset({flag})) == before for result in RESULTS for before in STATUSES)
    unhurt = frozenset({"unhurt"})
    assert [after(RULES, "victor", before, unhurt) for before in STATUSES] == list(STATUSES)
    assert after(RULES, "defeated", "fresh", unhurt) == "disorganised"


def test_a_cell_of_the_results_is_told(desk: Desk) -> None:
    panel = PanelView(VERDICT)
    panel.act("cell", "victor-fatigued", desk)
    told = words(panel.html(desk))
    assert "Victor, fatigued before: disorganised now. In the next battle: its own attack −5, an attack on it +3." in told
    panel.act("flag", "siege", desk)
    told = words(panel.html(desk))
    assert "Victor, fatigued before: fatigued now." in told
    assert "Sieges never change a status." in told
    panel.act("flag", "siege", desk)
    panel.act("cell", "major_defeated-fresh", desk)
    assert "it may not attack, an attack on it +5." in words(panel.html(desk))


def test_saves_of_the_results() -> None:
    panel = PanelView(VERDICT)
    for strange in ([["rain"], ""], [[], "victor"], [[[]], ""], ["siege", ""], [["siege"], 3]):
        panel.restore(strange)
    assert panel.state(RULES) == VERDICT.initial(RULES)
    panel.restore([["siege"], "victor-fresh"])
    assert (panel.state(RULES).flag, panel.state(RULES).cell) == (("siege",), "victor-fresh")
