"""Broadside 9: what every ship brings, how forces are spread, rounds fought by the real engine, and two ships to the end.

Chances are those of questions 12 and 13 of the specification.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked, heard
from widgets.games.broadside.board.ships import berths
from widgets.games.broadside.guide import GUIDE
from widgets.games.broadside.panels import melee
from widgets.games.broadside.panels.melee import BOOKLET, MELEE, Fighter, Struck, after, is_over, losses, start
from widgets.games.broadside.panels.rounds import ROUNDS, ends, mean_losses
from widgets.kit.panel import PanelView
from widgets.play.session import Desk

F = Fraction
RULES = ruleset("broadside")
TWO = ((Fighter("seventy_four", 9),), (Fighter("frigate", 5),))
BEAM = 0.24  # half of a 74's beam, in radii of her size


@pytest.fixture
def desk() -> Desk:
    """Aurore three hexes from Lion, who is at anchor and has lost a hull section; Hardi sails straight on to her."""
    made = Desk(GUIDE, "boarders", seeds=range(100))
    made.select("aurore")
    return made


# -- on the board ----------------------------------------------------------------------------------------------------------------------


def test_what_each_brings_and_the_die_for_contact(desk: Desk) -> None:
    found = desk.outlook("boarders")
    assert found is not None
    # A 74 has 9; Lion has an empty section, which takes 4 off.
    assert [(line.name, line.number) for line in found.lines] == [("Aurore", 9), ("Hardi", 9), ("Lion", 5)]
    assert "board on a die under 4" in found.words
    due = GUIDE.rehearsal(desk.position, "aurore", "boarders")
    assert due is not None
    assert due.throw.procedure.dist(*due.throw.args).p(boarding=True) == F(1, 2)


def test_once_locked_the_shares_are_told(desk: Desk) -> None:
    for key in ("plot ship=aurore text=3", "ready", "roll_contact"):
        desk.choose(key)
    desk.use_dice((3,))
    found = desk.outlook("boarders")
    assert found is not None
    # 9 + 9 on Lion alone; her 5 on two of them, one dropped.
    assert sorted((line.name, line.number) for line in found.lines) == [("Aurore, hull 12", 2), ("Hardi, hull 12", 2), ("Lion, hull 8", 18)]
    assert "The French have 9 + 9 = 18, on one enemy: she is struck with 18." in found.words
    assert "The British have 5, spread over 2 enemies: each is struck with 2. The rest is dropped. [B10]" in found.words


# -- several ships in one hex ----------------------------------------------------------------------------------------------------------


def test_the_booklet_example_and_its_round_by_question_twelve(desk: Desk) -> None:
    panel = PanelView(MELEE)
    html = panel.html(desk)
    assert Marked(str(html)).faults == []
    assert "The French have 10 + 5 = 15, spread over 3 enemies: each is struck with 5." in heard(html)
    assert "The British have 6 + 4 + 8 = 18, spread over 2 enemies: each is struck with 9." in heard(html)
    dist = losses(start(RULES, BOOKLET).position)
    assert dist["british"] == dict(enumerate((F(1, 216), F(1, 18), F(17, 72), F(11, 27), F(17, 72), F(1, 18), F(1, 216))))
    assert sum(points * chance for points, chance in dist["french"].items()) == F(10, 3)


def test_a_round_strikes_everybody_before_anybody_weakens() -> None:
    # Row 9 is 3, 2, 2, 2, 1, 0 from a 6 down; row 5 is 2, 1, 1, 1, 1, 0.
    fight = after(RULES, BOOKLET, ((6, 1, 6, 2, 1),))
    assert fight.rounds[0] == (
        Struck("f0", 6, 9, 3),
        Struck("f1", 1, 9, 0),
        Struck("b0", 6, 5, 2),
        Struck("b1", 2, 5, 1),
        Struck("b2", 1, 5, 0),
    )
    assert [ship.hull for ship in fight.position.ships] == [9, 6, 4, 5, 12]
    # Hardi loses a section of 3 in the second round: 10 + 1 in the third, 3 on each of three.
    third = after(RULES, BOOKLET, ((6, 1, 6, 2, 1), (1, 6, 1, 1, 1), (1, 1, 5, 1, 1)))
    assert [each.force for each in third.rounds[2]] == [9, 9, 3, 3, 3]
    assert third.position.turn.number == 2  # three rounds are a turn
    assert not is_over(third)


def test_a_boarding_ends_with_the_last_who_can_fight(desk: Desk) -> None:
    # Row 9: 3 and 3 are all that a frigate has; she strikes with row 5, then with 5 − 4 = 1.
    fight = after(RULES, TWO, ((1, 6), (1, 6)))
    assert [[each.force for each in each_round] for each_round in fight.rounds] == [[5, 9], [1, 9]]
    assert is_over(fight)
    panel = PanelView(MELEE, sides=TWO, thrown=((1, 6), (1, 6)))
    assert "The British have no ship left that can fight. The boarding is over." in heard(panel.html(desk))
    with pytest.raises(InputError, match="over"):
        panel.act("fight", "", desk)


def test_whoever_has_no_force_left_strikes_nobody(desk: Desk) -> None:
    weak = ((Fighter("seventy_four", 9),), (Fighter("frigate", 3),))
    panel = PanelView(MELEE, sides=weak, thrown=((1, 6),))  # 3 − 4 is below 0
    assert "The British strike nobody." in heard(panel.html(desk))
    assert losses(after(RULES, weak, ((1, 6),)).position)["french"] == {}
    assert "Nobody strikes the French." in heard(panel.html(desk))


def test_ships_come_and_go_and_everything_is_kept(desk: Desk) -> None:
    panel = PanelView(MELEE)
    panel.act("fight", "", desk)
    assert len(panel.state(RULES).thrown) == 1
    assert len(panel.state(RULES).thrown[0]) == 5
    assert Marked(str(panel.html(desk))).faults == []
    other = PanelView(MELEE, sides=TWO)
    other.restore(panel.stored_state())
    assert other.stored_state() == panel.stored_state()
    strange: Any
    good = [panel.stored_state()[name] for name in ("sides", "thrown")]
    for strange in (None, [], [good[0]], [[[], []], []], [[[["ark", 3]], [["frigate", 3]]], []], [good[0], [[7]]], [good[0][:1], []]):
        other.restore(strange)
        assert other.stored_state() == panel.stored_state()
    panel.act("f1", "-1", desk)
    assert (panel.state(RULES).sides[0][1], panel.state(RULES).thrown) == (Fighter("frigate", 4), ())
    panel.act("add-french", "seventy_four", desk)
    assert panel.state(RULES).sides[0][2] == Fighter("seventy_four", 9)
    with pytest.raises(InputError, match="1 to 3"):
        panel.act("add-french", "frigate", desk)
    panel.act("b0", "away", desk)
    panel.act("b0", "away", desk)
    assert panel.state(RULES).sides[1] == (Fighter("seventy_four", 8),)
    with pytest.raises(InputError, match="1 to 3"):
        panel.act("b0", "away", desk)
    for what, value in (("f9", "1"), ("f0", "2"), ("add-dutch", "frigate"), ("masts", "")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)
    panel.act("booklet", "", desk)
    assert panel.state(RULES) == MELEE.initial(RULES)


# -- two ships to the end --------------------------------------------------------------------------------------------------------------


def test_one_turn_of_boarding_by_question_thirteen() -> None:
    pair = ROUNDS.initial(RULES)
    assert ends(RULES, pair, 3) == {"b": F(41, 81), "none": F(40, 81), "both": 0, "a": 0}
    assert mean_losses(RULES, pair, 3) == (F(73, 27), F(2413, 486))
    assert ends(RULES, ROUNDS.initial(RULES).replace(force_a=12, hull_a="444", force_b=8, hull_b="44"), 3)["b"] == F(61, 216)
    assert ends(RULES, pair, 0) == {"b": 0, "none": 1, "both": 0, "a": 0}
    # One round of row 10 against 6 points: 3 at most.
    assert ends(RULES, pair, 1)["b"] == 0


def test_rounds_are_told_and_stored(desk: Desk) -> None:
    panel = PanelView(ROUNDS)
    html = panel.html(desk)
    assert "Lion beaten 41/81" in heard(html)
    assert "Aurore has lost 73/27 (about 2.70) hull points by then, and Lion 2413/486 (about 4.97)." in heard(html)
    panel.act("rounds.at", "0", desk)
    assert "Now" in heard(panel.html(desk))
    panel.act("force_b", "1", desk)
    panel.act("hull_b", "444", desk)
    panel.act("rounds", "1", desk)
    assert tuple(panel.state(RULES).values().values()) == (10, "44", 7, "444", 1)
    other = PanelView(ROUNDS)
    other.restore([10, "44", 7, "444", 1])  # as 0.5 stored it
    assert other.state(RULES) == panel.state(RULES)
    strange: Any
    for strange in (None, [], [10, "44", 6, "55", 3], [21, "44", 6, "33", 3], [10, "44", 6, "33", 10]):
        other.restore(strange)
        assert other.stored_state() == panel.stored_state()


@pytest.mark.parametrize("french", [1, 2, 3])
@pytest.mark.parametrize("british", [2, 3])
def test_ships_in_one_hex_lie_clear_of_each_other_with_their_own_names(french: int, british: int) -> None:
    sides = ((Fighter("seventy_four", 9),) * french, (Fighter("frigate", 5),) * british)
    position = start(RULES, sides).position
    lying = sorted(berths(position.ships).items(), key=lambda each: each[1].x)
    # The French on the left, as in the two columns beside the picture.
    assert [position.ship(name).side for name, _ in lying] == ["french"] * french + ["british"] * british
    for (_, one), (_, other) in pairwise(lying):
        assert other.x - one.x > 2 * BEAM * one.size
    named = {group.id.removeprefix("name "): group.at for group in melee._name_labels(position)}
    for nth, (name, berth) in enumerate(lying):
        x, y = named[position.ship(name).name]
        assert x == pytest.approx(melee.SIZE[0] / 2 + berth.x * melee.RADII[1], abs=0.1)
        assert (y > melee.SIZE[1] / 2) == bool(nth % 2)  # by turns below and above
        assert 0 < y < melee.SIZE[1]
