"""Broadside 8: the lines that a force reaches, a ship that is broken by the real engine, and leaks and fires to their end.

Chances are those of questions 5 to 10 of the specification.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked, heard
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.lessons.pumps import chances_after, end, fire_words, leak_words, mean_lost
from widgets.games.broadside.panels.chains import CHAINS, chance_saved
from widgets.games.broadside.panels.criticals import (
    CRITICALS,
    MOST_STEPS,
    Step,
    after,
    critical_hit_line,
    is_gone,
    line_chances,
    lines_of,
    log_of,
    per_shot,
    ratings,
    start,
)
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("broadside")


@pytest.fixture
def desk() -> Desk:
    """Aurore has a small leak, a fire and 9 hull points."""
    made = Desk(GUIDE, "pumps", seeds=range(100))
    made.select("aurore")
    return made


def hits(*lines: int) -> tuple[Step, ...]:
    return tuple(Step("hit", line, ()) for line in lines)


def now(*steps: Step) -> dict[str, str]:
    found = after(RULES, steps)
    assert len(found.story) == len(steps)
    return {each.name: each.now for each in ratings(found.position)}


# -- the table -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("force", "shot"), [(0, F(0)), (1, F(1, 36)), (6, F(1, 6)), (20, F(1, 6))])
def test_a_critical_that_matters_by_question_five(force: int, shot: Fraction) -> None:
    assert sum(per_shot(RULES, force, line, is_fort=False) for line in lines_of(RULES)) == shot


@pytest.mark.parametrize(
    ("force", "is_fort", "fire"),
    [
        (10, False, F(1, 36)),
        (12, False, F(1, 12)),
        (14, False, F(5, 36)),
        (15, False, F(1, 6)),
        (0, True, F(1, 36)),
        (4, True, F(5, 36)),
        (5, True, F(1, 6)),
    ],
)
def test_fire_per_shot_by_question_six(force: int, is_fort: bool, fire: Fraction) -> None:
    assert per_shot(RULES, force, 16, is_fort=is_fort) == fire


def test_six_lines_are_in_reach() -> None:
    chances_of_ten = line_chances(RULES, 10, is_fort=False)
    assert [line for line, chance in chances_of_ten.items() if chance] == [11, 12, 13, 14, 15, 16]
    # 5 + die: 6 is nothing, then 7 to 11.
    assert {line: chance for line, chance in line_chances(RULES, 5, is_fort=False).items() if chance} == dict.fromkeys(
        (0, *range(7, 12)), F(1, 6)
    )
    assert line_chances(RULES, 2, is_fort=True)[16] == F(1, 2)  # 4, 5 and 6 come to more than 5
    assert [critical_hit_line(RULES, 4, force, "ship") for force in (2, 3, 10, 20)] == [0, 7, 14, 16]


# -- a ship to break -------------------------------------------------------------------------------------------------------------------


def test_every_line_tells_in_the_ratings() -> None:
    sound = {each.name: each.now for each in ratings(start(RULES).position)}
    guns, die, boarders, m, inertia, orders = sound
    assert list(sound.values()) == ["10", "0", "9", "5", "1", "each turn"]
    changed = {
        7: {die: "−1"},
        8: {orders: "1 turn ahead"},
        9: {m: "4"},
        10: {orders: "4 turns ahead"},
        11: {inertia: "0"},
        12: {guns: "8"},
        13: {guns: "5"},
        15: {guns: "none", die: "none", boarders: "none"},
        16: {guns: "none", die: "none", boarders: "none"},
    }
    for line, differs in changed.items():
        assert now(*hits(line)) == {**sound, **differs}, line
    # People die once and the officers count alone; guns add up, and a leak halves what is left: (10 − 4) / 2.
    assert now(*hits(8, 10, 7, 7))[orders] == "4 turns ahead"
    assert now(*hits(12, 12, 13))[guns] == "3"


def test_an_explosion_takes_half_of_her_and_a_quarter_of_her_friend() -> None:
    # 12 / 2 = 6 empties one section: a die for a mast. Hardi, one hex away, loses 3; Lion, two hexes away, nothing.
    bench = after(RULES, (Step("hit", 14, (3,)),))
    assert [(ship.hull, ship.masts_lost) for ship in bench.position.ships] == [(6, 1), (9, 0), (12, 0)]
    told = bench.story[0].lines
    assert told[1:4] == (
        "Aurore explodes. [T12]",
        "Aurore loses 6 hull points, 6 left; 1 section emptied. [V.b sections]",
        "Hardi loses 3 hull points, 9 left. [V.b sections]",
    )
    assert told[4] == "Aurore. 3. A die under 4 costs a mast section [V.b sections]. She loses a mast section."


def test_leaks_and_fires_cost_from_the_turn_after_the_hit() -> None:
    leak = Step("hit", 13, ())
    assert after(RULES, (leak,)).position.ship("aurore").hull == 12
    mended = after(RULES, (leak, Step("silent", 0, (2,))))
    assert (mended.position.ship("aurore").hull, mended.position.ship("aurore").damage.leak) == (11, "none")
    firing = after(RULES, (leak, Step("firing", 0, ())))
    assert (firing.position.ship("aurore").hull, firing.position.ship("aurore").damage.leak) == (11, "small")
    # A large leak: 3 points, and a mast for the first section after the second turn.
    large = after(RULES, (Step("hit", 15, ()), Step("silent", 0, (2,)), Step("silent", 0, (6, 4))))
    assert (large.position.ship("aurore").hull, large.position.ship("aurore").masts_lost) == (6, 0)
    out = after(RULES, (Step("hit", 16, ()), Step("silent", 0, (3,)), Step("silent", 0, (5,))))
    assert (out.position.ship("aurore").hull, out.position.ship("aurore").damage.fire) == (9, False)


def test_a_ship_that_leaks_sinks_with_her_last_hull() -> None:
    # Two explosions take 12 points; with a leak and no hull left she sinks at once [VI]. The second empties two sections of hers, and one
    # of Hardi's, who has lost 6: three dice for masts.
    steps = (Step("hit", 13, ()), Step("hit", 14, (6,)), Step("hit", 14, (6, 6, 6)))
    bench = after(RULES, steps)
    assert is_gone(bench)
    assert bench.story[-1].lines[-1] == "Aurore sinks. [VI]"
    # Nothing is written for a ship that is gone, and the last thing that happened stands first.
    assert {each.name: each.now for each in ratings(bench.position)}["Orders are written"] == "none"
    told = " ".join(Marked(log_of(bench).html(CRITICALS)).words.split())
    assert told.index("Aurore sinks.") < told.index("Aurore explodes.")
    assert after(RULES, (*steps, *hits(7))).story == bench.story


def test_lines_are_pressed_thrown_and_stored(desk: Desk) -> None:
    panel = PanelView(CRITICALS)
    html = panel.html(desk)
    assert "Die + 10: a total from 11 to 16." in heard(html)
    assert "a line that tells with 1/6, and fire with 1/36; only a rolled 6 does." in heard(html)
    panel.act("line", "16", desk)
    assert "She fights fire or water, and nobody else." in heard(panel.html(desk))
    panel.act("silent", "", desk)
    assert [step.what for step in panel.state(RULES).steps] == ["hit", "silent"]
    good = panel.stored_state()
    other = PanelView(CRITICALS)
    other.restore({name: good[name] for name in ("force", "firer", "steps")})  # as 0.5 stored it
    assert other.state(RULES) == panel.state(RULES)
    strange: Any
    for strange in ({**good, "firer": "whale"}, {**good, "steps": [["hit", 7]]}, {**good, "steps": [["hit", 3, []], ["turn", 0, []]]}):
        other.restore(strange)
        assert other.state(RULES) == panel.state(RULES)
    other.restore({**good, "force": 31})
    assert other.state(RULES).force == 30
    other.restore({**good, "steps": [["hit", 3, []]]})  # a line that does nothing is no step of the story
    assert "Aurore is sound." in heard(other.html(desk))
    panel.act("again", "", desk)
    panel.act("force.at", "0", desk)
    panel.act("throw", "", desk)  # at most 6: nothing
    assert panel.state(RULES).steps == ()
    assert ": nothing." in heard(panel.html(desk))
    panel.act("firer", "fort", desk)
    assert "From a fort it is fire or nothing." in heard(panel.html(desk))
    for what, value in (("line", "6"), ("line", "x"), ("firer", "whale"), ("masts", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_nothing_more_is_done_to_a_ship_that_is_gone(desk: Desk) -> None:
    panel = PanelView(CRITICALS, steps=(Step("hit", 13, ()), Step("hit", 14, (6,)), Step("hit", 14, (6, 6, 6))))
    assert "She has sunk." in heard(panel.html(desk))
    with pytest.raises(InputError, match="sound ship"):
        panel.act("silent", "", desk)
    full = PanelView(CRITICALS, steps=hits(*[7] * MOST_STEPS))
    with pytest.raises(InputError, match="sound ship"):
        full.act("line", "7", desk)


# -- to the end ------------------------------------------------------------------------------------------------------------------------


def test_fires_to_the_end_by_questions_seven_and_eight() -> None:
    assert end(RULES, "fire", 1) == {"out": F(1, 3), "burnt": F(1, 2), "exploded": F(1, 6)}
    assert end(RULES, "fire", 4) == {"out": F(343, 648), "burnt": F(89, 432), "exploded": F(343, 1296)}
    assert end(RULES, "fire", 6) == {"out": F(13783, 23328), "burnt": F(1769, 15552), "exploded": F(13783, 46656)}
    # With hull enough, out within 1 to 4 rolls.
    assert [chances_after(RULES, "fire", 18, turns)["out"] for turns in (1, 2, 3, 4)] == [F(1, 3), F(1, 2), F(7, 12), F(5, 8)]


def test_leaks_to_the_end_by_questions_nine_and_ten() -> None:
    assert [chance_saved(RULES, "silent", hull) for hull in range(2, 7)] == [F(1, 3), F(5, 9), F(19, 27), F(65, 81), F(211, 243)]
    assert [chance_saved(RULES, "large", hull) for hull in (3, 4, 6, 7, 10, 16)] == [
        0,
        F(1, 6),
        F(1, 6),
        F(11, 36),
        F(91, 216),
        F(4651, 7776),
    ]
    assert end(RULES, "firing", 5) == {"repaired": 0, "sunk": 1}
    assert chances_after(RULES, "firing", 5, 4)["leaking"] == 1
    assert mean_lost(RULES, "silent", 6) == F(665, 243)
    assert mean_lost(RULES, "firing", 6) == 6


def test_the_chains_follow_the_board_until_another_ship_is_made(desk: Desk) -> None:
    panel = PanelView(CHAINS)
    html = panel.html(desk)
    assert Marked(str(html)).faults == []
    assert "Aurore as she is on the board now, with this alone." in heard(html)
    assert "repaired 19/27" in heard(html)  # after 3 turns, whatever the hull
    panel.act("kind", "fire", desk)
    panel.act("hull.at", "4", desk)
    assert (panel.current(desk).kind, panel.current(desk).hull) == ("fire", 4)
    html = panel.html(desk)
    assert Marked(str(html)).faults == []
    assert "put out 343/648" in heard(html)
    assert fire_words(RULES).partition(" [")[0] in heard(html)
    panel.act("kind", "large", desk)
    assert leak_words(RULES, "large").startswith("The leak takes 3 hull points a turn, then 1 or less")
    for turns, expected in (("0", "Now"), ("12", "After 12 turns")):
        panel.act("turns.at", turns, desk)
        assert expected in heard(panel.html(desk))
    other = PanelView(CHAINS)
    other.restore(panel.stored_state())
    assert other.current(desk) == panel.current(desk)
    other.restore({"turns": 12, "own": ["large", 4]})  # as 0.5 stored it
    assert other.current(desk) == panel.current(desk)
    strange: Any
    for strange in (None, {"turns": 13, "own": None}, {"turns": 1, "own": ["rot", 3]}, {"turns": 1, "own": ["fire", 0]}):
        other.restore(strange)
        assert other.current(desk) == panel.current(desk)
    for what, value in (("kind", "rot"), ("hull", "2"), ("masts", "1"), ("turns.at", "x")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    panel.act("board", "", desk)
    assert panel.current(desk).own is None
    assert "Aurore as she is on the board now, with this alone." in heard(panel.html(desk))
    other.restore({"turns": 2, "own": None})
    assert other.current(desk) == panel.current(desk).replace(turns=2)


def test_what_can_happen_and_the_die_to_practise(desk: Desk) -> None:
    found = desk.outlook("pumps")
    assert found is not None
    # 1 − (2/3)^8, and the fire as in question 8 with 9 points: too long for a fraction.
    assert (found.lines[0].name, found.lines[0].text) == ("Leak repaired in time", "6305/6561")
    assert len(found.lines) == 4
    due = GUIDE.rehearsal(desk.position, "aurore", "pumps")
    assert due is not None
    assert (due.title, due.throw.args[1:]) == ("The leak this turn", (9, 1, True))
    desk.choose("ready")
    assert GUIDE.rehearsal(desk.position, "aurore", "pumps") is None  # it is thrown for in earnest now
