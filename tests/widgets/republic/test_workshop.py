"""The workshop of Republic without a browser: steps by the engine, distributions that agree with it, worths, and what a chance takes."""

from __future__ import annotations

import random
import re
import time
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play import ENGINE, modifiers
from rulesdemo.games.republic.play import orders as o
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import apply
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.games.republic.guide import GUIDE
from widgets.games.republic.panels.camp import CAMP, Camp, Host, Town, of_forces, position_of, refusal_of, take
from widgets.games.republic.panels.camp_chances import (
    aftermath_of,
    battle_chances,
    city_chances,
    needs,
    net_of,
    parts_of,
    second_battle,
    worths,
)
from widgets.games.republic.panels.diagram import FLAGS
from widgets.games.republic.panels.pairs import PAIRS
from widgets.games.republic.panels.workshop import workshop_panel
from widgets.games.republic.panels.workshop_odds import camp_odds_panel, camp_worth_panel
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("republic")
# 40 strength points under B attack 30 under C, and nothing else counts: questions 6 and 10 of the specification.
PLAIN = Camp(Host(40, 0, letter="B"), Host(30, 0), Town(walls=20))


@pytest.fixture
def desk() -> Desk:
    return Desk(GUIDE, "meeting", seeds=range(1000))


def with_change(camp: Camp, what: str, value: str) -> Camp:
    """The camp of a workshop after an act of the reader."""
    shop = PanelView(workshop_panel(), camp=camp)
    shop.act(what, value, Desk(GUIDE, "meeting", seeds=range(1000)))
    found: Camp = shop.state(RULES).camp
    return found


def words(text: str) -> str:
    """What a listener hears."""
    kept = re.sub(r'<(span|svg)\b[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", text)
    return " ".join(Marked(kept).words.split())


# -- distributions ---------------------------------------------------------------------------------------------------------------------


def test_the_battle_is_the_one_of_the_specification() -> None:
    chances = battle_chances(RULES, PLAIN)
    assert chances.means == (F(5793, 1000), F(256603, 50000))  # question 10
    assert (chances.retreat["defender"], chances.retreat["attacker"]) == (F(731, 2000), F(87, 400))  # table T, B against C and its mirror
    # Rating 7: safe with 7/10, in a defeated Force with 3/5 (question 12).
    assert chances.fates[0]["safe"] == F(7, 10) - F(1, 10) * F(87, 400)
    assert chances.fates[1]["safe"] == F(7, 10) - F(1, 10) * F(731, 2000)


def test_a_leader_who_gives_his_life_is_dead() -> None:
    chances = battle_chances(RULES, PLAIN._replace(flags=frozenset({"devotio"})))
    assert chances.fates[0]["killed"] == 1
    assert chances.fates[1]["killed"] < 1


@pytest.mark.parametrize("flag", ["", *(flag for flag in FLAGS if flag != "devotio")])
@pytest.mark.parametrize("attacker", ["roman", "other"])
def test_the_modifiers_are_those_that_the_engine_finds(flag: str, attacker: Any) -> None:
    roman = Host(36, 3, letter="D", legions=4, veterans=2, subordinates=3, status="fatigued")
    other = Host(25, 14, 2, letter="A", elite=2, subordinates=1, status="disorganised")
    camp = Camp(roman, other, attacker=attacker, flags=frozenset({flag} - {""}))
    position = position_of(camp, "battle", RULES)
    attacked = apply(ENGINE, FixedDice(()), position, o.Attack(camp.attacker, camp.sides[1])).position
    assert attacked.clash is not None
    engine = {part.rule: part.drm for part in modifiers.all_modifiers(attacked, attacked.clash)}
    ours = {term.rule: term.number for term in parts_of(RULES, camp)}
    assert {rule: ours[rule] for rule in engine} == engine
    assert sum(engine.values()) == net_of(RULES, camp)


def test_worths_are_differences_of_exact_chances() -> None:
    # Ratio 3-1 is +3: without it the chance is the 731/2000 of an even battle, with it 1257/2000 (question 6).
    camp = PLAIN.with_host("roman", Host(90, 0, letter="B"))
    (ratio,) = worths(RULES, camp)
    assert (ratio.term.number, ratio.without, ratio.worth) == (3, F(731, 2000), F(1257, 2000) - F(731, 2000))


def test_the_second_battle_is_barred_to_the_neutralised_alone() -> None:
    # Major defeats neutralise: the attacker may go on unless he was the one who gave way.
    assert second_battle(RULES, PLAIN._replace(major=True))[0] == 1 - F(87, 400)
    able, wins = second_battle(RULES, PLAIN)
    assert able == 1
    assert 0 < wins < 1


@pytest.mark.parametrize(
    ("infantry", "engines", "ratio", "chance", "losses", "danger"),
    [
        (60, 0, "3-1", F(3, 5), (F(41, 2), F(34)), F(0)),  # question 13, and no engines to lose
        (30, 1, "3-1", F(3, 5), (F(41, 2), F(34)), F(3, 25)),
        (20, 1, "2-1", F(1, 2), (F(85, 4), F(125, 4)), F(3, 20)),  # challenge 9, and table A
    ],
)
def test_a_storm_is_table_a(infantry: int, engines: int, ratio: str, chance: Fraction, losses: Any, danger: Fraction) -> None:
    camp = PLAIN.with_host("roman", Host(infantry, 0, letter="B", engines=engines))
    storm = city_chances(RULES, camp, 0)[0]
    assert (storm.ratio, storm.chance, storm.losses, storm.danger) == (ratio, chance, losses, danger)


def test_a_naval_level_moves_the_storm_with_its_sign_and_nothing_else() -> None:
    """R9: the level is the reader's; at a storm of 2-1 each step is a face of ten."""
    plain, *others = city_chances(RULES, PLAIN.with_host("roman", Host(40, 0, letter="B")), 0)
    harder, *same = city_chances(RULES, PLAIN._replace(town=PLAIN.town._replace(naval=-2)).with_host("roman", Host(40, 0, letter="B")), 0)
    assert (plain.chance, harder.chance, harder.drm) == (F(1, 2), F(3, 10), -2)
    assert same == others
    made = with_change(PLAIN, "town.naval", "-1")
    assert made.town.naval == -1
    assert CAMP.load(CAMP.dump(made)) == made


def test_gates_and_surrender() -> None:
    camp = PLAIN._replace(town=Town(cdi=3, siege_defence=4)).with_host("roman", Host(40, 0, cunning=2))
    _storm, gates, surrender = city_chances(RULES, camp, 1)
    assert (gates.chance, gates.danger) == (F(3, 10), F(1, 25))  # question 16, one point
    assert surrender.chance == F(3, 5)  # question 17
    _storm, gates, surrender = city_chances(RULES, camp.with_host("roman", Host(39, 0, cunning=1)), 1)
    assert "9.6-R" in gates.refused  # the Roman pays a point that counts for nothing
    assert "9.52" in surrender.refused  # ten times the siege defence


def test_what_it_would_take() -> None:
    found = needs(RULES, PLAIN, F(1257, 2000))  # the chance at +3
    assert (found.net, found.least_net) == (0, 3)
    assert found.infantry == 90  # 3-1 of 30
    # Ambush +5, envelopment +4, a landed defender +3; a failed refusal is only +2, and so is half of a campaign value of 5.
    assert found.flags == ("ambush", "envelopment", "defender_landed")
    assert found.letters == ()  # A against C is 4541/10000
    half = needs(RULES, PLAIN, F(1, 2))
    assert (half.storm, half.storm_engines) == (40, 20)  # 2-1 of walls of 20, challenge 9
    assert needs(RULES, PLAIN, F(1)).storm is None  # even 6-1 fails on a 0


def test_distributions_are_quick() -> None:
    camp = PLAIN.with_host("roman", Host(41, 3, 1, letter="D"))
    begun = time.perf_counter()
    battle_chances(RULES, camp)
    second_battle(RULES, camp)
    city_chances(RULES, camp, 1)
    needs(RULES, camp, F(7, 10))
    assert time.perf_counter() - begun < 3  # well under one on a machine that does nothing else


# -- steps -----------------------------------------------------------------------------------------------------------------------------


def test_every_battle_ends_as_its_distribution_says_it_can() -> None:
    camp = Camp()  # elephants, legions, elite kinds
    known = {
        (end.attacker_after, end.defender_after, end.attacker_lost, end.defender_lost) for end, _p in aftermath_of(RULES, camp).items()
    }
    seen = set()
    for seed in range(25):
        after = take(camp, "battle", 0, RULES, random.Random(seed)).camp
        end = (after.roman.status, after.other.status, camp.roman.sp - after.roman.sp, camp.other.sp - after.other.sp)
        assert end in known
        seen.add(end)
    assert len(seen) > 10


def test_losses_and_statuses_are_carried_from_step_to_step() -> None:
    camp = Camp()
    strengths, rng = [camp.roman.sp], random.Random(1)
    for _step in range(3):
        step = take(camp, "battle", 0, RULES, rng)
        assert {line.rule for line in step.log} >= {"R-PRE-1", "8.31", "8.32", "8.3", "8.54", "8.6"}
        camp = step.camp
        strengths.append(camp.roman.sp)
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[0] > strengths[-1]
    assert camp.roman.status != "fresh"
    assert not camp.flags


def test_a_city_that_falls_changes_hands() -> None:
    camp = PLAIN.with_host("roman", Host(120, 0, letter="A"))
    fallen = next(step for seed in range(50) if (step := take(camp, "assault", 0, RULES, random.Random(seed))).camp.town.owner == "roman")
    assert any(line.rule == "9.4-L" for line in fallen.log)
    assert "already" in refusal_of(fallen.camp, "assault", 0, RULES)
    with pytest.raises(InputError, match="Let the other side attack"):
        take(fallen.camp, "assault", 0, RULES, random.Random(0))


def test_a_neutralised_force_is_refused_with_its_rule() -> None:
    camp = PLAIN.with_host("roman", Host(40, 0, status="neutralised"))
    for kind in ("battle", "assault"):
        assert "[8.55]" in refusal_of(camp, kind, 0, RULES)


def test_a_force_inside_the_city_counts_and_its_leader_too() -> None:
    bare = city_chances(RULES, PLAIN, 0)[0]
    manned = city_chances(RULES, PLAIN._replace(town=Town(walls=20, manned=True)), 0)[0]
    # 40 against 20 is 2-1; with 30 points inside 40 against 50 is 1-1, and B is better than C.
    assert (bare.ratio, bare.drm) == ("2-1", 0)
    assert (manned.ratio, manned.drm) == ("1-1", 1)


# -- building --------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "value", "there"),
    [
        ("roman.infantry", "1", lambda camp: camp.roman.infantry == 41),
        ("other.cavalry.at", "12", lambda camp: camp.other.cavalry == 12),
        ("other.status", "fatigued", lambda camp: camp.other.status == "fatigued"),
        ("roman.letter", "E", lambda camp: camp.roman.letter == "E"),
        ("attacker", "other", lambda camp: camp.sides == ("other", "roman")),
        ("flag", "ambush", lambda camp: camp.flags == ("ambush",)),
        ("terrain", "marsh", lambda camp: camp.terrain == "marsh"),
        ("major", "", lambda camp: camp.major),
        ("town.cdi", "7", lambda camp: camp.town.cdi == 7),
        ("town.walls", "-1", lambda camp: camp.town.walls == 19),
        ("town.manned", "", lambda camp: camp.town.manned),
        ("town.owner", "roman", lambda camp: camp.town.owner == "roman"),
    ],
)
def test_everything_can_be_changed_and_is_kept(what: str, value: str, there: Any) -> None:
    made = with_change(PLAIN, what, value)
    assert there(made)
    assert CAMP.load(CAMP.dump(made)) == made


@pytest.mark.parametrize("what", ["roman.name", "nobody.infantry", "town.name", "flag", "terrain", "roman.letter", "other.cavalry.at", ""])
def test_what_cannot_be_changed_changes_nothing(what: str) -> None:
    with pytest.raises(InputError):
        with_change(PLAIN, what, "x")


def test_another_attacker_or_owner_finds_nobody_inside_the_city() -> None:
    manned = PLAIN._replace(town=Town(manned=True))
    for what, value in (("attacker", "other"), ("town.owner", "roman")):
        assert not with_change(manned, what, value).town.manned
    assert with_change(manned, "town.walls", "1").town.manned


def test_a_force_that_a_battle_left_without_infantry_stays_so_and_none_is_built() -> None:
    worn = PLAIN.with_host("roman", Host(0, 5))
    assert with_change(worn, "major", "").roman.infantry == 0
    assert CAMP.load(CAMP.dump(worn)) == worn
    assert with_change(PLAIN.with_host("roman", Host(1)), "roman.infantry", "-1").roman.infantry == 1


@pytest.mark.parametrize(
    "rubbish", [None, "x", [], [1] * 7, [[0] * 13, [0] * 13, [0] * 6, "roman", "flat", [], False], [*CAMP.dump(PLAIN)[:6], "yes"]]
)
def test_rubbish_is_not_unpacked(rubbish: Any) -> None:
    with pytest.raises((ValueError, TypeError)):
        CAMP.load(rubbish)


def test_forces_come_from_the_board(desk: Desk) -> None:
    panel = PanelView(workshop_panel())
    panel.act("board", "", desk)
    camp = panel.state(RULES).camp
    # First Army: 28 infantry in and beside two legions, 4 cavalry, Papirius B; Samnite Host: 28 and 4, Pontius B.
    assert (camp.roman.infantry, camp.roman.legions, camp.roman.letter) == (28, 2, "B")
    assert (camp.other.infantry, camp.other.cavalry, camp.attacker) == (28, 4, "roman")
    first, host = desk.position.force("first"), desk.position.force("host")
    assert of_forces(host, first, "rough").sides == ("other", "roman")


# -- panels ----------------------------------------------------------------------------------------------------------------------------


def test_a_step_is_logged_and_can_be_taken_back(desk: Desk) -> None:
    panel = PanelView(workshop_panel())
    start = panel.state(RULES).camp
    assert Marked(panel.html(desk)).faults == []
    panel.act("step", "battle", desk)
    panel.act("step", "battle", desk)
    text = panel.html(desk)
    assert Marked(text).faults == []
    assert "2 steps are behind them." in words(text)
    assert 'id="camp-log-title"' in text
    assert {line.turn for line in panel.state(RULES).log} == {1, 2}
    panel.act("back", "", desk)
    panel.act("back", "", desk)
    state = panel.state(RULES)
    assert (state.camp, state.steps, state.log) == (start, 0, ())
    with pytest.raises(InputError):
        panel.act("back", "", desk)


def test_panels_follow_the_workshop_and_the_changed_row(desk: Desk) -> None:
    pairs = PanelView(PAIRS)
    shop = PanelView(workshop_panel(pairs), camp=PLAIN)
    odds, worth = PanelView(camp_odds_panel(shop, pairs)), PanelView(camp_worth_panel(shop, pairs))
    assert "Defender retreats 731/2000" in words(odds.html(desk))
    # Row +4 sends the defender off now: B against C meets it more often than not at all, so the chance must grow.
    pairs.act("to", "defender", desk)
    assert "731/2000" not in words(odds.html(desk))
    pairs.act("reset", "", desk)
    assert "Defender retreats 731/2000" in words(odds.html(desk))
    worth.act("wish", "60", desk)
    text = words(worth.html(desk))
    assert "a sum of +3 before the dice, that is 3 more than you have" in text  # +2 is less: challenge 5 is for a bare roll
    assert "By infantry alone: 90 points, and you have 40." in text
    assert "Any one of these would do: Ambush; Double envelopment; Defender just landed." in text
    # B against C has 731/2000 as it is: nobody who wishes for less is told to change anything.
    worth.act("wish", "5", desk)
    text = words(worth.html(desk))
    assert "to spare" in text
    assert "By infantry alone: 6 points, and you have 40." in text
    assert "would do" not in text
    for panel in (odds, worth):
        assert Marked(panel.html(desk)).faults == []
    shop.act("town.owner", "roman", desk)
    assert "Capua is the attacker's own." in words(worth.html(desk))


def test_who_may_not_attack_is_told_so(desk: Desk) -> None:
    shop = PanelView(workshop_panel(), camp=PLAIN.with_host("roman", Host(40, 0, status="neutralised")))
    odds, worth = PanelView(camp_odds_panel(shop)), PanelView(camp_worth_panel(shop))
    assert "A neutralised Force may not attack." in words(odds.html(desk))
    assert "No attack is possible now" in words(worth.html(desk))
    for panel in (odds, worth):
        assert Marked(panel.html(desk)).faults == []
    shop.put(shop.state(RULES).replace(camp=PLAIN.with_host("roman", Host(0, 5))))
    assert "fights no more" in words(odds.html(desk))
    with pytest.raises(InputError, match="without infantry"):
        shop.act("step", "battle", desk)


def test_what_a_browser_keeps_stands_again(desk: Desk) -> None:
    shop = PanelView(workshop_panel())
    shop.act("step", "battle", desk)
    fresh = PanelView(workshop_panel())
    fresh.restore(shop.stored_state())
    assert fresh.stored_state() == shop.stored_state()
    for rubbish in (None, [1, 2, 3], ["x"], [CAMP.dump(PLAIN), 99, 0], [CAMP.dump(PLAIN), 1, -1]):
        fresh.restore(rubbish)
        assert fresh.stored_state() == shop.stored_state()
    fresh.restore([CAMP.dump(PLAIN), 3, 2])
    assert (fresh.state(RULES).camp, fresh.state(RULES).spend, fresh.state(RULES).steps) == (PLAIN, 3, 2)
    wish = PanelView(camp_worth_panel(shop))
    wish.restore(75)
    wish.restore("x")
    assert wish.state(RULES).wish == 75
    for what, value in (("wish", "200"), ("wish", "x"), ("other", "50")):
        with pytest.raises(InputError):
            wish.act(what, value, desk)
