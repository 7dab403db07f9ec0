"""Every kind of order and of throw has words at a desk, and the odds of a big shot are shown in parts, exactly and quickly."""

from __future__ import annotations

import random
import re
import time
from fractions import Fraction
from itertools import cycle
from typing import Any

import pytest

from rulesdemo.analysis.catalogue import thrown_for
from rulesdemo.games.escadres.blast import blast_on
from rulesdemo.games.escadres.burning import burn_on, fire_fighting
from rulesdemo.games.escadres.damage import volley
from rulesdemo.games.escadres.drift import drift
from rulesdemo.games.escadres.hulks import leak
from rulesdemo.games.escadres.play import ENGINE, scenarios
from rulesdemo.games.escadres.turn import chit
from rulesdemo.odds.procedure import Procedure, replay
from rulesdemo.play.engine import Throw, word_of
from rulesdemo.rules.rule_index import rules_of
from rulesdemo.rules.ruleset import ruleset
from tests.games.escadres.play.melee import melee
from tests.support.order_rows import is_well_said
from tests.support.random_play import Temper, random_play
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.plan import PLAN
from widgets.kit.odds_rows import View, in_words
from widgets.play.odds_view import OddsView
from widgets.play.turn_track import track

RULES = ruleset("escadres")
SENTENCES = re.compile(r"[A-Z0-9].*\.\Z")
CITED = re.compile(r"\[([^\]]+)\]")


def test_every_kind_of_order_and_of_throw_has_words() -> None:
    orders = {word_of(kind) for kind in ENGINE.verbs}
    throws = {"chit", "volley", "drift", "leak", "burn_on", "fire_fighting", "blast_on"}
    known = rules_of("escadres")
    for seed, temper in zip(range(200), cycle((Temper("even-handed", by_kind=True), Temper("fierce", {"fire_at": 8}))), strict=False):
        rng = random.Random(seed)
        for deed in random_play(ENGINE, melee(rng), rng, temper):
            said = GUIDE.say(deed.before, deed.order)
            assert is_well_said(said, "escadres"), (deed.order, said)
            orders.discard(word_of(type(deed.order)))
            for throw in (event.throw for event in deed.outcome.events if event.throw is not None):
                verdict = GUIDE.verdict(throw, deed.faces)
                assert SENTENCES.match(verdict), verdict
                assert "{" not in verdict + GUIDE.label(throw)
                assert set(CITED.findall(verdict)) <= set(known), verdict
                assert GUIDE.label(throw)[:1].isupper() or GUIDE.label(throw)[:1].isdigit()
                throws.discard(throw.procedure.name)
        if not orders and not throws:
            return
    pytest.fail(f"never given: {sorted(orders)}, never thrown: {sorted(throws)}")


NEED = "A fire goes out on 4 or more, and never on a rolled 1 [E-BURN-3]."


def verdict(procedure: Procedure[..., Any], faces: tuple[int, ...], *args: Any) -> str:
    return GUIDE.verdict(Throw(procedure, (RULES, *args), replay(procedure, faces, RULES, *args).value), faces)


@pytest.mark.parametrize(
    ("said", "procedure", "faces", "args"),
    [
        # V14: three hits on a ship with two power; what is too much is lost.
        ("4 dice: 2 power and 1 crew. She has no power left and strikes her flag [E-MARK-2].", volley, (3, 4, 4, 5), (4, 2, 5)),
        ("1 die: 1 crew. She has no crew left and strikes her flag [E-MARK-2].", volley, (5,), (1, 2, 1)),
        ("2 dice: 1 power and 1 crew. She has no power and no crew left and strikes her flag [E-MARK-2].", volley, (3, 5), (2, 1, 1)),
        ("2 dice: no damage. She fights on.", volley, (1, 2), (2, 2, 5)),
        # V15: a critical, a big one, a major explosion, and the magazine.
        ("1 die, and 3 more for criticals [E-DMG-2]: the magazine goes up. She explodes [E-DMG-3].", volley, (6, 6, 6, 4), (1, 8, 6)),
        # V17: the same hit by fire.
        ("1 die: 1 power. Fire takes the last of her power: she explodes [E-BURN-4].", burn_on, (3,), (1, 1, 5, False)),
        ("1 die: 1 hull. Fire takes her last hull point: she explodes [E-HULL-2].", burn_on, (3,), (1, 1, 5, True)),
        ("1 die: 1 crew. She has no crew left and strikes her flag [E-MARK-2].", burn_on, (5,), (1, 3, 1, False)),
        ("1 die: 1 crew. She is a wreck, and stays afloat.", burn_on, (5,), (1, 3, 1, True)),
        # Debris: 1 does nothing, 2 lights a fire.
        ("2 dice: 1 new fire. She fights on.", blast_on, (1, 2), (2, 4, 3)),
        ("2 dice: 1 new fire. She is a wreck, and stays afloat.", blast_on, (1, 2), (2, 0, 3)),
        ("3. A ship drifts on 4 or more [E-DRIFT-1]. She stays where she is.", drift, (3,), ()),
        ("4. A ship drifts on 4 or more [E-DRIFT-1]. She drifts.", drift, (4,), ()),
        ("4. A leak comes on 5 or more [E-LEAK-1]. No water comes in: 2 hull points left.", leak, (4,), (2, 1, 2)),
        ("6. A leak comes on 6 or more [E-LEAK-1]. She leaks: 1 hull point left.", leak, (6,), (2, 1, 1)),
        (
            "5. A leak comes on 4 or more [E-LEAK-1]. The water takes her last hull point: she sinks [E-LEAK-2].",
            leak,
            (5,),
            (1, 1, 3),
        ),
        # 3 + 1 is enough; a rolled 1 never is (V16).
        (
            f"3, 1, each +1 for training [E-TRN-1]. {NEED} 1 fire is out, 1 still burns.",
            fire_fighting,
            (3, 1),
            (2, 1),
        ),
        (
            f"5. {NEED} 1 fire is out, none burns any more.",
            fire_fighting,
            (5,),
            (1, 0),
        ),
        ("The chit of Sirène, one of 2 in the bag [E-TURN-1]. She plays now.", chit, (1,), (("sirene", "lion"),)),
        ("The chit of Lion, the last in the bag [E-TURN-1]. She plays now.", chit, (1,), (("lion",),)),
    ],
)
def test_faces_are_told_to_their_end(said: str, procedure: Procedure[..., Any], faces: tuple[int, ...], args: tuple[Any, ...]) -> None:
    assert verdict(procedure, faces, *args) == said


def test_a_chit_is_called_as_its_ship_in_every_scenario() -> None:
    for scenario in scenarios.names():
        for ship in scenarios.load(scenario).ships:
            assert GUIDE.label(Throw(chit, (RULES, (ship.id,)), replay(chit, (1,), RULES, (ship.id,)).value)) == ship.name


# -- odds ------------------------------------------------------------------------------------------------------------------------------


def views_of(procedure: Procedure[..., Any], *args: Any) -> dict[str, View]:
    throw = Throw(procedure, (RULES, *args), replay(procedure, (1,) * args[0], RULES, *args).value)
    answer = thrown_for("escadres", procedure, throw.args)
    found = in_words(answer, GUIDE, throw)
    assert answer.dist.folded, "the whole distribution was worked out"
    return {view.heading: view for view in found}


def chances(view: View) -> dict[str, Fraction]:
    return {row.label: row.chance for row in view.rows}


# Table S of the specification: a ship with power 8 and crew 6.
@pytest.mark.parametrize(
    ("dice", "struck", "exploded"), [(1, 0.001736, 0.002315), (4, 0.014318, 0.009227), (8, 0.090628, 0.018369), (12, 0.343662, 0.027427)]
)
def test_how_a_target_stands_after_a_shot(dice: int, struck: float, exploded: float) -> None:
    found = chances(views_of(volley, dice, 8, 6)["How she stands"])
    assert list(found) == ["Explodes", "Strikes", "Fights on"]
    assert float(found["Strikes"]) == pytest.approx(struck, abs=5e-7)
    assert float(found["Explodes"]) == pytest.approx(exploded, abs=5e-7)
    assert sum(found.values()) == 1


def test_a_shot_is_shown_in_parts() -> None:
    parts = views_of(volley, 1, 8, 6)
    assert list(parts) == ["How she stands", "Power lost", "Crew lost", "New fires", "Speed, turns, next move"]
    # Question 3 of the specification; what is rare is added up in a last row, and nothing is left out.
    assert {row.short: row.chance for row in parts["Crew lost"].rows} == {
        "0": Fraction(167, 216),
        "1": Fraction(217, 1296),
        "2": Fraction(73, 1296),
        "3 or more": Fraction(4, 1296),
    }
    assert [row.chance for row in parts["Power lost"].rows[:3]] == [Fraction(29, 48), Fraction(433, 1296), Fraction(877, 15552)]
    assert [row.short for row in parts["Power lost"].rows[3:]] == ["3 or more"]
    # Masts, helm, and aground or taken aback: 1/216 each.
    assert chances(parts["Speed, turns, next move"]) == {"Nothing lost": Fraction(213, 216), "Something lost": Fraction(3, 216)}
    assert all(sum(row.chance for row in view.rows) == 1 for view in parts.values())


def test_fire_on_the_last_of_a_ship_is_shown_as_her_end() -> None:
    # Question 9 of the specification: power 1, one fire.
    assert chances(views_of(burn_on, 1, 1, 5, False)["How she stands"])["Explodes"] == Fraction(43, 108)
    hulk = views_of(burn_on, 1, 1, 5, True)
    assert list(chances(hulk["How she stands"])) == ["Stays afloat", "Explodes"]
    assert "Hull lost" in hulk
    assert "Power lost" not in hulk


def test_what_a_wreck_has_none_of_is_no_part_of_her_odds() -> None:
    assert list(views_of(blast_on, 3, 0, 0)) == ["How she stands", "New fires", "Speed, turns, next move"]


def test_every_outcome_falls_in_one_row_of_each_part() -> None:
    views = views_of(volley, 2, 3, 2)
    chances_of = volley.dist(RULES, 2, 3, 2)
    for heading, view in views.items():
        found = dict.fromkeys((row.label for row in view.rows), Fraction(0))
        for outcome, chance in chances_of.items():
            found[view.place(outcome).label] += chance
        assert found == chances(view), heading


def test_the_odds_of_a_big_shot_come_at_once() -> None:
    throw = Throw(volley, (RULES, 12, 10, 8), replay(volley, (1,) * 12, RULES, 12, 10, 8).value)
    before = time.perf_counter()
    answer = thrown_for("escadres", volley, throw.args)
    text = OddsView.of_throw(GUIDE, answer, throw, outcome=throw.outcome).html()
    assert time.perf_counter() - before < 1
    assert answer.dist.folded
    assert "How she stands" in text
    assert text.count("your roll") == 5  # one in every part


# -- the track -------------------------------------------------------------------------------------------------------------------------


def test_every_step_of_the_turn_has_words_and_no_letter() -> None:
    assert {step.name for step in PLAN.sequence.steps} == set(PLAN.steps)
    assert {step.phase for step in PLAN.sequence.steps} == set(PLAN.phases)
    text = track(PLAN, ENGINE.start("duel", None).position)
    assert "<b>Draw</b>" in text
    assert "<span>Ships play</span>" in text
    assert "<b>ships</b>" not in text
