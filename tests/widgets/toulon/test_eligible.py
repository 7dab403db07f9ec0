"""Deploying late: eligible zones on the map and in figures, the sheet of rounds, and the roll for initiative with its ties."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.toulon.initiative import Tie, initiative_tie
from rulesdemo.games.toulon.play import orders as o
from rulesdemo.games.toulon.play import setup
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from widgets.chapter.page import Chapter, chapter
from widgets.games.toulon.guide import GUIDE
from widgets.games.toulon.lessons.eligible import outlook, placing, rehearsal, tie_verdict, why
from widgets.games.toulon.panels.rounds import ROUNDS, Placement, placements, sentence
from widgets.games.toulon.panels.ties import TIES, outcome, throws_text, throws_view, tie_chance
from widgets.kit.panel import PanelView
from widgets.scene.text_painter import label_of as spoken

RULES = ruleset("toulon")
# By hand from data/toulon/map.toml: next to the fleet's beaches La Malgue and Marguerite, or to each other.
ONE_STEP = {"toulon", "la_valette", "la_malgue", "marguerite", "la_garde", "carqueiranne"}
TWO_STEPS = {"malbousquet", "faron", "cepet", "sablettes", "six_fours"}


def page(*pieces: str, ship: str = "royals") -> Chapter:
    return chapter("toulon", *(pieces or ("two_steps",)), name="en/toulon/02_deploying_late", lesson="eligible", ship=ship, at_once=True)


def plain(text: str) -> str:
    return " ".join(re.sub(r"<details.*?</details>|<[^>]+>", " ", text).split())


# -- the map -----------------------------------------------------------------------------------------------------------------------------


def test_steps_are_counted_from_the_nearest_friend() -> None:
    ways = setup.ways(page().desk.position, "british")
    assert {zone for zone, way in ways.items() if len(way) == 2} == ONE_STEP
    assert {zone for zone, way in ways.items() if len(way) == 3} == TWO_STEPS
    # A way begins at a friend and goes from zone to zone; over a roadstead it ends on a beach.
    position, friends = page().desk.position, setup.anchors(page().desk.position, "british")
    assert friends == {"fleet", "la_malgue", "marguerite"}
    for zone, way in ways.items():
        assert way[0] in friends
        assert way[-1] == zone
        assert all(there in position.board.chart.neighbours(here) for here, there in pairwise(way))
        if position.zone(way[1]).kind == "roadstead":
            assert position.zone(zone).beach
    assert set(ways) == set(setup.eligible(position, "british"))


def test_the_outlook_counts_them_and_tints_only_while_nobody_is_in_hand() -> None:
    desk = page().desk
    found = outlook(desk.position, "royals")
    assert found is not None
    assert found.title == "Where British 2/1st may be placed"
    assert [(line.name, line.number) for line in found.lines] == [
        ("one step from a friend", 6),
        ("two steps", 5),
        ("shut: over water, no beach", 3),
        ("shut: too far", 1),
    ]
    assert found.hexes == frozenset()
    nobody = outlook(desk.position, "")
    assert nobody is not None
    assert (nobody.title, nobody.hexes) == ("11 eligible zones", frozenset(ONE_STEP | TWO_STEPS))


def test_plates_say_the_steps_and_from_whom() -> None:
    table = page()
    assert spoken(table.scene, "steps toulon") == "Toulon: 1 step from Fort La Malgue"
    assert spoken(table.scene, "steps malbousquet") == "Malbousquet: 2 steps from Fort La Malgue by Toulon"
    assert spoken(table.scene, "shut la_seyne") == "La Seyne has no beach, so the roadstead does not lead there"


def test_a_zone_too_far_is_refused_on_the_map_and_a_friend_opens_it() -> None:
    table = page()
    table.hear([{"do": "press", "name": "La Seyne"}])
    assert table.desk.refusal is not None
    assert (table.desk.refusal.rule, table.desk.refused_at) == ("1.14", "la_seyne")
    assert "Refused: La Seyne" in spoken(table.scene, "refused")
    table.hear([{"do": "press", "name": "Malbousquet"}])
    # The second Allied unit of a round goes into another zone than the first (1.16 A).
    assert why(table.desk.position, "spanish", "malbousquet") == "used"
    # Malbousquet is next to La Seyne.
    assert setup.ways(table.desk.position, "spanish")["la_seyne"] == ("malbousquet", "la_seyne")
    table.hear([{"do": "take", "name": "malaga"}])
    assert spoken(table.scene, "steps la_seyne") == "La Seyne: 1 step from Malbousquet"
    table.hear([{"do": "press", "name": "La Seyne"}])
    assert table.goals == {"two_steps"}


def test_why_a_zone_is_shut() -> None:
    desk = page("small_setup").desk
    desk.give(o.PlaceBattery("convention", "malbousquet"))
    assert why(desk.position, "british", "malbousquet") == "enemy"
    assert why(desk.position, "british", "la_seyne") == "beach"
    # The West wing: Ollioules, then Six-Fours, La Seyne and Malbousquet; Cepet is three steps away, and no boat helps.
    assert why(desk.position, "west", "cepet") == "far"
    # The East wing has its own depot only: the battery at Malbousquet is no friend.
    assert why(desk.position, "east", "la_seyne") == "far"
    assert why(desk.position, "east", "la_valette") == "near"
    found = outlook(desk.position, "")
    assert found is not None
    shut = [("shut: an enemy is there", 1), ("shut: over water, no beach", 3), ("shut: too far", 1)]
    assert [(line.name, line.number) for line in found.lines][2:] == shut


def test_between_the_placements_there_is_nothing_to_count() -> None:
    desk = page("small_setup").desk
    assert placing(desk.position, "royals") == ""  # the battery comes first
    assert outlook(desk.position, "royals") is None
    assert rehearsal(desk.position, "") is None
    desk.give(o.PlaceBattery("convention", "malbousquet"))
    assert placing(desk.position, "marseille") == "british"  # who is not the Allies' to place
    five = chapter("toulon", "table_5", lesson="eligible").desk
    five.give(o.Skip())
    five.give(o.PlaceUnit("malaga", "toulon"))
    # While the British player thinks it over, it is still the Spanish regiment that is placed.
    assert getattr(placing(five.position, "foot_11"), "id", "") == "malaga"


def test_the_whole_of_a_small_set_up_on_a_page() -> None:
    table = page("small_setup")
    table.hear([{"do": "choose", "name": "place_battery unit=convention zone=malbousquet redoubt=yes"}])
    for unit, zone in (("royals", "Toulon"), ("malaga", "Fort La Malgue"), ("marseille", "Mont Faron"), ("italie", "La Valette")):
        if table.desk.selected != unit:
            table.desk.select(unit)
        table.hear([{"do": "press", "name": zone}])
    # The tests of attrition are chosen one after the other; our chance is 1/6, so a unit is spared with 5/6.
    for name in ("royals", "malaga", "marseille", "italie"):
        assert table.desk.chosen == o.RollAttrition(name)
        assert table.answer is not None
        assert table.answer.dist.p(suffering=0) == Fraction(5, 6)
        table.hear([{"do": "roll"}])
    table.desk.select("gravina")
    table.hear([{"do": "press", "name": "Mont Faron"}])
    assert table.desk.refusal is not None
    assert table.desk.refusal.rule == "1.16 G"
    table.hear([{"do": "press", "name": "Toulon"}])
    assert table.goals == {"small_setup"}


# -- the sheet of rounds -----------------------------------------------------------------------------------------------------------------


def test_the_sheet_has_a_box_for_every_placement() -> None:
    desk = page().desk
    text = PanelView(ROUNDS).html(desk)
    # Ten rounds of two, one and one.
    assert (text.count("<tr class="), text.count('class="is-open"'), text.count('class="is-next"')) == (1, 39, 1)
    assert re.findall(r"<b>(\d+)</b> of (\d+)", text) == [("0", "20"), ("0", "10"), ("0", "10")]
    assert sentence(desk.position, ()).startswith("Round 1 of 10.")
    desk.give(o.PlaceUnit("royals", "malbousquet"))
    desk.give(o.Skip())
    desk.give(o.PlaceUnit("marseille", "la_seyne"))
    filled = placements(desk.history.outcomes())
    assert filled[:3] == (
        Placement(1, "allied", "royals", "malbousquet"),
        Placement(1, "allied"),
        Placement(1, "west", "marseille", "la_seyne"),
    )
    words = plain(PanelView(ROUNDS).html(desk))
    assert "British 2/1st, Malbousquet passed Marseille volunteers, La Seyne" in words
    assert "1 of 20 1 of 10 0 of 10" in words


def test_what_the_british_agree_to_is_on_the_sheet_once() -> None:
    desk = chapter("toulon", "table_5").desk
    desk.give(o.PlaceUnit("foot_11", "la_malgue"))
    desk.give(o.PlaceUnit("malaga", "cepet"))
    assert placements(desk.history.outcomes()) == (Placement(1, "allied", "foot_11", "la_malgue"),)
    desk.give(o.Overrule("six_fours"))
    assert placements(desk.history.outcomes())[1:2] == (Placement(1, "allied", "malaga", "six_fours"),)


def test_under_the_other_ruling_there_are_nine_rounds() -> None:
    desk = page().desk
    desk.set_switch("deploy_rounds", "9")
    assert re.findall(r"<b>(\d+)</b> of (\d+)", PanelView(ROUNDS).html(desk)) == [("0", "18"), ("0", "9"), ("0", "9")]


def test_the_sheet_tells_of_every_step() -> None:
    desk = page("small_setup").desk
    assert sentence(desk.position, ()) == "The batteries come first. [1.15] Then 10 rounds of placements. [1.16 E]"
    desk.give(o.PlaceBattery("convention", "malbousquet"))
    for unit, zone in (("royals", "toulon"), ("malaga", "la_malgue"), ("marseille", "faron"), ("italie", "la_valette")):
        desk.give(o.PlaceUnit(unit, zone))
    assert sentence(desk.position, ()) == "The rounds are over. 4 units are still to be tested. [1.16 F]"
    history = desk.history
    for name in ("royals", "malaga", "marseille", "italie"):
        history = history.play(o.RollAttrition(name), FixedDice((0,)))
    filled = placements(history.outcomes())
    assert (
        sentence(history.position, filled) == "The rounds are over, with 4 units placed. What is left goes to friends, or stays. [1.16 G]"
    )
    desk.turn_to(history, "")
    desk.give(o.PlaceUnit("gravina", "toulon"))
    assert sentence(desk.position, filled) == "The set-up is over."
    with pytest.raises(InputError):
        PanelView(ROUNDS).act("round", "1", desk)


# -- who goes first ----------------------------------------------------------------------------------------------------------------------


def test_ties_as_the_specification_has_them() -> None:
    # Question 10: 1/6 a roll, two running 1/36, mean rolls 6/5.
    assert (tie_chance(RULES, 1), tie_chance(RULES, 2)) == (Fraction(1, 6), Fraction(1, 36))
    view = throws_view(RULES)
    assert [row.chance for row in view.rows] == [Fraction(5, 6), Fraction(5, 36), Fraction(5, 216), Fraction(1, 216)]
    assert sum(row.chance for row in view.rows) == 1
    assert view.mean == Fraction(6, 5)


def test_every_pair_of_dice_has_its_sign() -> None:
    text = PanelView(TIES).html(page().desk)
    # 6 pairs of 36 are equal, the others are shared evenly.
    assert [text.count(f'<td class="is-{kind}">') for kind in ("tie", "allied", "republican")] == [6, 15, 15]
    assert (outcome(RULES, 5, 2), outcome(RULES, 1, 6), outcome(RULES, 3, 3)) == ("allied", "republican", "tie")


def test_a_roll_goes_on_until_somebody_goes_first() -> None:
    desk = chapter("toulon", "two_steps", lesson="eligible", seeds=range(40)).desk
    panel = PanelView(TIES)
    assert throws_text(RULES, panel.state(RULES).faces) == "Nobody has thrown yet."
    rolls = []
    for _roll in range(40):
        panel.act("throw", "1", desk)
        rolls.append(panel.state(RULES).faces)
    assert {len(faces) for faces in rolls} > {2}  # some tied first
    for faces in rolls:
        *ties, last = zip(faces[::2], faces[1::2], strict=True)
        assert last[0] != last[1]
        assert all(one == other for one, other in ties)
    assert throws_text(RULES, (3, 3, 6, 2)) == "3 to 3: a tie: throw again. 6 to 2: the Allies go first. [1.18]"
    panel.restore([3, 3, 6, 2])  # as 0.5 stored it
    assert panel.html(desk).count("is-lit") == 1
    for nonsense in ([1], [7, 1], [1] * 42, [True, 2.5]):
        panel.restore(nonsense)
    assert panel.state(RULES).faces == (3, 3, 6, 2)


def test_the_roll_to_come_may_be_rehearsed_beside_the_board() -> None:
    table = page()
    due = rehearsal(table.desk.position, "")
    assert due is not None
    dist = {GUIDE.label(due.throw._replace(outcome=end)): chance for end, chance in due.throw.procedure.dist(*due.throw.args).items()}
    assert dist == {"Somebody goes first": Fraction(5, 6), "A tie, throw again": Fraction(1, 6)}
    throw = Throw(initiative_tie, (RULES, 1), Tie(tied=True))
    assert tie_verdict(throw, (4, 4)) == "4 for the Allies, 4 for the Republicans. A tie: both throw again. [1.18]"
    assert tie_verdict(throw._replace(outcome=Tie(tied=False)), (5, 1)).endswith("The higher goes first. [1.18]")
    table.hear([{"do": "roll"}])
    assert table.tray.sentence.endswith("[1.18]")
