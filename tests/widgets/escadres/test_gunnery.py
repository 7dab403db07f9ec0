"""Escadres 5 and 8: the sum of a shot, lines and zones on the board, what another reading changes, and what raking is worth.

The sums are the vectors V3 to V8 of the specification, the losses those of its questions 7 and 15 and its table V.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.gunnery import number_of_dice
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.games.escadres.guide import GUIDE
from widgets.games.escadres.panels.aim import Parts, aimed_by, aiming, losses, shot_of, sum_text, terms, zone_changes
from widgets.games.escadres.panels.shots import SHOTS, facts
from widgets.games.escadres.panels.worth import WORTH, ways
from widgets.games.escadres.panels.worth import facts as worth_facts
from widgets.kit.panel import ANY, PanelView, State
from widgets.play.game_guide import Look
from widgets.play.ruling_diff_panel import YourReading
from widgets.play.session import Desk
from widgets.scene.shapes import Group, every_group
from widgets.scene.text_painter import label_of, words

F = Fraction
OURS = ruleset("escadres")
LAST = ruleset("escadres", {"enfilade_order": "last"})
LEFT, RIGHT, ON = "turn ship=aurore way=left", "turn ship=aurore way=right", "straight ship=aurore"


@pytest.fixture
def desk() -> Desk:
    """Aurore plays, bow 0405 heading E; Furet right ahead of her, Lion beyond, Orion abeam, an islet in 0606 and 0607."""
    made = Desk(GUIDE, "gun_ports", begin=("draw",), seeds=range(100))
    made.regards = True
    made.select("aurore")
    return made


@pytest.fixture
def raking() -> Desk:
    """Sirène plays, bow 0702 heading W; Lion lies stopped in 0505, heading E."""
    made = Desk(GUIDE, "across_the_stern", begin=("draw",), seeds=range(100))
    made.regards = True
    made.select("sirene")
    return made


# -- the sum -----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("parts", "line", "dice"),
    [
        (Parts(8, 3), "8 − 3", 5),  # V3
        (Parts(8, 3, raking=True), "8 − 3 + 2", 7),  # V4
        (Parts(7, 0, raking=True), "7 + 3", 10),  # V5
        (Parts(8, 8), "8 − 8", 0),  # V6
        (Parts(10, 2, raking=True, low=True, training=1), "10 − 2 + 3 − 1 + 1", 11),  # V7
        (Parts(3, 2, low=True), "3 − 2 − 1", 0),  # V8
        (Parts(3, 2, low=True, training=-2), "3 − 2 − 1 − 2 + 2", 0),  # never under 0
    ],
)
def test_the_parts_of_a_shot_add_up(parts: Parts, line: str, dice: int) -> None:
    found = terms(OURS, parts)
    assert sum_text(found) == line
    assert sum(term.number for term in found) == dice


def test_the_sum_is_what_the_procedure_throws_under_either_order() -> None:
    for rules in (OURS, LAST):
        for power, between, raked, low, training in product(range(8), range(9), (False, True), (False, True), range(-2, 3)):
            found = terms(rules, Parts(power, between, raked, low, training))
            dice = settled(number_of_dice, rules, power, between, raked, low, training).dice
            assert max(0, sum(term.number for term in found)) == dice
    # 8, less one for the low target is 7, and a third of that rounded up is 3 as of 8; with training −2 it is a third of 5.
    assert sum_text(terms(LAST, Parts(8, 0, raking=True, low=True, training=-2))) == "8 − 1 − 2 + 2"


# -- who fires at whom -------------------------------------------------------------------------------------------------------------------


def test_she_aims_at_whom_she_may_and_a_look_chooses(desk: Desk) -> None:
    position = desk.position
    assert [ship.id for ship in aimed_by(position, "aurore") if ship] == ["aurore", "orion"]
    assert [ship.id for ship in aimed_by(position, "lion") if ship] == ["aurore", "lion"]
    assert aimed_by(position, "furet").ship == position.ship("furet")
    assert aiming(position, "") == (None, None)
    desk.choose(LEFT)
    desk.choose(ON)
    assert aimed_by(desk.position, "aurore").target == desk.position.ship("lion")


def test_what_stands_in_the_way_is_named(desk: Desk) -> None:
    def shot(target: str) -> str:
        return shot_of(desk.position, desk.position.ship("aurore"), desk.position.ship(target)).short

    assert (shot("lion"), shot("orion")) == ("no shot, not abeam", "10 − 2 = 8 dice")
    desk.choose(LEFT)
    assert shot("lion") == "no shot, Furet in the way"
    desk.undo()
    desk.choose(RIGHT)
    desk.choose(ON)
    assert shot("lion") == "no shot, land in the way"
    outlook = desk.outlook("zones")
    assert outlook is not None
    assert outlook.title == "Aurore at Orion"
    desk.press(GRID.parse("0906"))
    outlook = desk.outlook("zones")
    assert outlook is not None
    assert "In the way: land. [E-FIRE-2] Choose a target with a clear line" in outlook.words


def test_the_set_piece_is_solved_and_the_shot_can_be_practised(desk: Desk) -> None:
    due = GUIDE.rehearsal(desk.position, "lion", "zones")
    assert due is None  # she lies ahead
    desk.choose(LEFT)
    desk.choose(ON)
    assert desk.history.result is not None
    assert desk.history.result.winner == "french"
    due = GUIDE.rehearsal(desk.position, "aurore", "zones")
    assert due is not None
    assert due.title == "Aurore fires at Lion: 7 dice"
    assert due.throw.args[1:] == (7, 10, 8)


def test_the_board_draws_zones_and_lines_and_tells_them(desk: Desk) -> None:
    look = Look(lesson="zones")
    said = words(GUIDE.scene(desk.position, desk.look(look)))
    assert "Aurore fires abeam" in said
    assert "Aurore fires at Orion with 8 dice: power 10, 2 hexes between" in said
    desk.choose(LEFT)
    picture = GUIDE.scene(desk.position, desk.look(look))
    assert "In the way: Furet, rule E-FIRE-2" in label_of(picture, "line of fire")
    desk.undo()
    desk.choose(RIGHT)
    picture = GUIDE.scene(desk.position, desk.look(look))
    assert "In the way: Furet" in label_of(picture, "line to lion")  # besides the line to Orion, at whom she aims


# -- another reading ---------------------------------------------------------------------------------------------------------------------


def test_a_wider_cone_marks_the_hexes_that_it_moves(desk: Desk) -> None:
    ship = desk.position.ship("aurore")
    assert zone_changes(desk.position, ship) == {}
    desk.set_switch("arc_shape", "keel_60")
    moved = zone_changes(desk.position, desk.position.ship("aurore"))
    assert list(moved) == [("fire", "enfilade")]
    places = {GRID.label(place) for place in moved["fire", "enfilade"]}
    # A hex off her bow lies 60 degrees off the keel, as seen from her bow; seen from the middle of the keel, less. Abeam nothing moves.
    assert {"0304", "0506"} <= places
    assert places.isdisjoint({"0404", "0406", "0505", "0205"})
    picture = GUIDE.scene(desk.position, desk.look(Look(lesson="zones")))
    said = label_of(picture, "changed fire enfilade")
    assert said.startswith(f"Your reading: {len(places)} hexes move from the fire zone to the enfilade zone: ")
    assert all(place in said for place in places)
    desk.set_switch("arc_shape", "")
    picture = GUIDE.scene(desk.position, desk.look(Look(lesson="zones")))
    assert not [group for group in every_group(picture) if isinstance(group, Group) and group.id.startswith("changed")]


def test_the_sum_tells_both_readings(desk: Desk) -> None:
    desk.choose(LEFT)
    desk.choose(ON)
    desk.set_switch("arc_shape", "keel_60")
    outlook = desk.outlook("zones")
    assert outlook is not None
    assert outlook.words.startswith("Our reading: 10 − 3 = 7 dice. Yours: 10 − 3 + 3 = 10 dice, raking.")
    assert [line.text for line in outlook.lines] == ["10", "−3", "+3", "= 10 dice"]
    panel = plain(PanelView(SHOTS).html(desk))
    assert "10 power − 3 hexes between + 3 raking = 10 dice" in panel
    assert "Under our reading: 10 − 3 = 7 dice." in panel


def test_the_panel_of_readings_lists_what_differs_and_only_that(desk: Desk) -> None:
    panel = YourReading(facts, "arc_shape", "land_blocks_fire")
    assert panel.changes(desk) == []
    assert "All readings are ours" in plain(panel.html(desk))
    desk.choose(LEFT)
    desk.choose(ON)
    desk.set_switch("arc_shape", "keel_60")
    found = {before.name: (before.told, after.told) for before, after in panel.changes(desk)}
    assert found["Aurore at Lion"] == ("10 − 3 = 7 dice", "10 − 3 + 3 = 10 dice, raking")
    assert "Aurore at Orion" not in found  # she lies ahead either way
    assert {"Fire zone of Aurore", "Enfilade zone of Aurore"} <= set(found)
    assert f"{len(found)} things are different under your reading." in plain(panel.html(desk))
    desk.set_switch("arc_shape", "")
    desk.undo()
    desk.undo()
    desk.choose(RIGHT)
    desk.choose(ON)
    desk.set_switch("land_blocks_fire", "no")
    assert [(before.told, after.told) for before, after in panel.changes(desk) if before.name == "Aurore at Lion"] == [
        ("no shot, land in the way", "10 − 3 = 7 dice")
    ]
    with pytest.raises(InputError, match="Nothing here is called"):
        panel.act("anything", "", desk)


# -- raking ------------------------------------------------------------------------------------------------------------------------------


def test_both_hexes_must_lie_in_the_cone(raking: Desk) -> None:
    def inside() -> tuple[str, str]:
        found = raking.outlook("raking")
        assert found is not None
        return found.lines[0].text, found.words

    assert inside()[0] == "0 of 2 hexes"
    # To the left twice, and SE along the column: the bow comes into the cone ahead of Lion before the stern does.
    for order in ("turn ship=sirene way=left", "turn ship=sirene way=left", "straight ship=sirene", "straight ship=sirene"):
        raking.choose(order)
    averages = "Averages here are before any cap and any explosion. [E-MARK-3] [E40]"
    assert inside() == ("1 of 2 hexes", f"One hex is not enough: both must lie in the enfilade zone. [E-ENF-1] {averages}")
    raking.choose("straight ship=sirene")
    said = inside()
    assert said[0] == "2 of 2 hexes"
    assert "she rakes" in said[1]
    found = raking.outlook("raking")
    assert found is not None
    # 6 power, two between, a third of 4 rounded up: 6 dice, at 103/216 power each; without raking 4 dice.
    assert [line.text for line in found.lines[1:]] == ["6", "−2", "+2", "= 6 dice", "103/36 ≈ 2.86", "103/54 ≈ 1.91"]
    assert raking.history.result is not None


def test_losses_are_those_of_question_7() -> None:
    nine, twelve = losses(OURS, 9), losses(OURS, 12)
    assert (nine.power, twelve.power) == (F(103, 24), F(103, 18))
    assert (nine.crew, twelve.crew) == (F(127, 48), F(127, 36))
    assert (round(float(nine.fire), 6), round(float(twelve.fire), 6)) == (0.272437, 0.345623)
    assert (round(float(nine.explosion), 6), round(float(twelve.explosion), 6)) == (0.020641, 0.027427)
    assert nine.fire == 1 - F(139, 144) ** 9
    assert twelve.explosion == 1 - F(431, 432) ** 12


def test_four_ways_stand_side_by_side(raking: Desk) -> None:
    panel = PanelView(WORTH, base=9, own=ANY)
    assert {name: sum_text(found) for name, found in ways(OURS, 9, 0).items()} == {
        "plain": "9",
        "raked": "9 + 3",
        "low": "9 − 1",
        "both": "9 + 3 − 1",
    }
    shown = plain(panel.html(raking))
    assert "Raking adds 3 dice: 103/72" in shown
    assert "A low target costs 1 die: 103/216" in shown  # question 15
    assert "127/432" in shown
    panel.act("training", "1", raking)
    assert "9 + 3 − 1 + 1 = 12 dice" in plain(panel.html(raking))


def test_the_dice_follow_the_board_until_they_are_set(raking: Desk) -> None:
    panel = PanelView(WORTH)
    assert panel.current(raking).base == 4
    panel.act("base", "1", raking)
    assert panel.current(raking).base == 5
    panel.act("follow", "", raking)
    following = State(base=4, training=0, own=None)
    assert panel.current(raking) == following
    for stored in ([13, 0], [True, 0], "9", None, [0, 0]):
        panel.restore(stored)
        assert panel.current(raking) == following
    panel.restore([12, -2])  # as 0.5 stored them
    panel.act("base", "1", raking)
    panel.act("training", "-1", raking)
    assert panel.current(raking) == State(base=12, training=-2, own=ANY)
    again = PanelView(WORTH)
    again.restore(panel.stored_state())
    assert again.current(raking) == panel.current(raking)
    again.restore([9, 3])
    assert again.current(raking) == State(base=9, training=2, own=ANY)  # nobody is trained better
    with pytest.raises(InputError, match="Nothing here is called"):
        panel.act("base", "7", raking)


def test_a_reading_changes_the_losses_too(raking: Desk) -> None:
    raking.choose("turn ship=sirene way=right")
    raking.set_switch("arc_shape", "keel_60")
    found = {before.name: (before.told, after.told) for before, after in YourReading(worth_facts, "arc_shape").changes(raking)}
    assert found["Sirène at Lion"] == ("6 − 2 = 4 dice", "6 − 2 + 2 = 6 dice, raking")
    assert found["Power lost by Lion on average, Sirène firing"] == ("103/54, about 1.91", "103/36, about 2.86")
    # Table V, 4 and 6 dice.
    assert found["Chance of a fire aboard Lion"] == ("13.2 %", "19.1 %")
    assert found["Chance that Lion explodes"] == ("0.9 %", "1.4 %")


def test_a_low_ship_costs_a_die_and_training_brings_it_back() -> None:
    desk = Desk(GUIDE, "low_deck", begin=("draw",), seeds=range(100))
    found = desk.outlook("raking")
    assert found is not None
    assert [line.text for line in found.lines[1:6]] == ["10", "−2", "−1", "+1", "= 8 dice"]
    for order in (LEFT, ON, ON, ON):
        desk.choose(order)
    assert GUIDE.rehearsal(desk.position, "aurore", "raking") is not None
    shot = shot_of(desk.position, desk.position.ship("aurore"), desk.position.ship("iris"))
    assert shot.short == "10 − 2 + 3 − 1 + 1 = 11 dice, raking"  # V7


# -- the panel of every shot -------------------------------------------------------------------------------------------------------------


def test_any_ship_can_be_asked_for_her_shots(desk: Desk) -> None:
    panel = PanelView(SHOTS)
    assert "10 power − 2 hexes between = 8 dice" in plain(panel.html(desk))
    panel.act("from", "furet", desk)
    shown = plain(panel.html(desk))
    assert "Furet has 3 power left" in shown
    assert "3 power − 2 hexes between = 1 die" in shown
    again = PanelView(SHOTS)
    for stored in (panel.stored_state(), "furet", ["furet", "aurore"]):  # the last is what 0.5 stored: the ship, and who fired on the board
        again.restore(stored)
        assert again.current(desk).ship == "furet"
    again.restore(["furet", "lion"])  # another fires now
    assert again.current(desk).ship == "aurore"
    with pytest.raises(InputError, match="Nothing here is called"):
        panel.act("from", "nobody", desk)
