"""Chapter 10: reach and what screens it, lines of fire, how a shot reads, and the panel of every shot.

Chances follow table 5.9 of the specification: with 3 or 4 marines D on a modified 5, D/F from 6 on; with 1 or 2 D on 6, D/F from 7 on.
"""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.missiles import missiles
from rulesdemo.odds.dice import FixedDice
from rulesdemo.play.engine import throw_for
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked
from widgets.board.hex_notes import LEAST_NOTE
from widgets.games.veneti.board.fire_lines import drm_of, lines, modifiers, outlook
from widgets.games.veneti.board.ranges import missile_reach
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.shots import SHOTS, chances, hit_chance, results
from widgets.kit.panel import PanelView
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Group, Label, groups
from widgets.scene.text_painter import words

SHOT = "fire ship=aquila shares=morwen:3"


@pytest.fixture
def desk() -> Desk:
    """Morwen in 0605 heading NW, Tarvos in 0704; Aquila, bow 0404, off Morwen's bow; Lupa, bow 0804, behind Tarvos."""
    made = Desk(GUIDE, "missiles", seeds=range(100))
    made.select("aquila")
    return made


# -- reach -----------------------------------------------------------------------------------------------------------------------------


def test_a_ship_screens_what_lies_behind_her(desk: Desk) -> None:
    found = missile_reach(desk.position, desk.position.ship("lupa"), flaming=False)
    # From 0804 the way to 0605 leads over 0704 alone, where Tarvos lies. To 0705 another leads over 0805, but that is over the bow.
    assert found.screened == {GRID.parse("0605"): ("Tarvos",), GRID.parse("0705"): ("Tarvos",)}
    assert GRID.parse("0704") in found.bands[0]
    assert GRID.parse("0605") not in found.lit
    assert {GRID.label(place) for place in found.bare} == {"0802", "0805"}  # astern and ahead


def test_open_water_screens_nothing(desk: Desk) -> None:
    found = missile_reach(desk.position, desk.position.ship("aquila"), flaming=False)
    assert not found.screened
    assert len(found.bands[0]) == 6  # the flank-type hexes of a galley


def test_words_on_the_board_are_large_enough_and_each_band_has_its_own(desk: Desk) -> None:
    picture = GUIDE.scene(desk.position, desk.look(Look(lesson="missiles")))
    arcs = next(group for group in picture.layer("range").items if isinstance(group, Group) and group.id == "arcs")
    notes = [item for item in arcs.items if isinstance(item, Label)]
    assert {note.text for note in notes} == {"1 hex", "2 hexes", "no shot"}
    assert LEAST_NOTE == 13
    assert all(note.size >= 13 for note in notes)


def test_the_board_tells_open_and_stopped_lines(desk: Desk) -> None:
    spoken = words(GUIDE.scene(desk.position, desk.look(Look(lesson="missiles"))))
    assert "Aquila can shoot at Morwen." in spoken
    desk.select("lupa")
    picture = GUIDE.scene(desk.position, desk.look(Look(lesson="missiles")))
    spoken = words(picture)
    assert "Lupa can shoot at Tarvos." in spoken
    assert "No shot at Morwen: Another ship lies between Lupa and Morwen, rule 8.46." in spoken
    assert "Tarvos lies before 0605, 0705: no shot, rule 8.46" in spoken
    assert any(isinstance(item, Label) and item.text == "blocked" for group in groups(picture.layer("range").items) for item in group.items)


def test_a_line_passes_the_hex_between(desk: Desk) -> None:
    (line,) = lines(desk.position, desk.position.ship("aquila"))
    assert [GRID.label(place) for place in line.hexes] == ["0404", "0504", "0605"]
    assert [GRID.label(place) for place in line.between] == ["0504"]


def test_the_ship_that_may_answer_is_looked_at(desk: Desk) -> None:
    desk.select("lupa")
    desk.choose("fire ship=lupa shares=tarvos:3")
    counted = outlook(desk.position, "lupa")
    assert counted is not None
    assert counted.title == "Hexes that Tarvos can shoot at"
    assert "Lupa is in reach. [8.41]" in counted.words


def test_what_is_in_reach_is_counted_and_what_is_not_is_told_why(desk: Desk) -> None:
    counted = outlook(desk.position, "lupa")
    assert counted is not None
    assert [line.name for line in counted.lines] == ["1 hex away", "2 hexes away", "behind a ship"]
    assert counted.lines[0].number == 6
    assert counted.lines[2].number == 2
    assert "Another ship lies between Lupa and Morwen. [8.46]" in counted.words


def test_a_press_on_a_screened_ship_tells_the_rule_of_the_shot(desk: Desk) -> None:
    desk.select("lupa")
    desk.press(GRID.parse("0605"))
    assert desk.refusal is not None
    assert desk.refusal.rule == "8.46"
    desk.press(GRID.parse("0704"))  # beside her: several orders fit
    assert desk.refusal is None
    assert {key.split()[0] for key in desk.narrowed} == {"grapple", "fire"}


# -- the die ---------------------------------------------------------------------------------------------------------------------------


def test_the_modifiers_of_a_shot(desk: Desk) -> None:
    ship = desk.position.ship
    # Two hexes -1, lower -1, immobilised +1.
    assert [number for _words, number in modifiers(desk.position, ship("aquila"), ship("morwen"))] == [-1, -1, 1]
    assert drm_of(desk.position, ship("aquila"), ship("morwen")) == -1
    assert drm_of(desk.position, ship("lupa"), ship("tarvos")) == -1  # next to her, but lower
    assert drm_of(desk.position, ship("tarvos"), ship("lupa")) == 1  # and the other way round


@pytest.mark.parametrize(
    ("marines", "drm", "d", "df"),
    [(3, 0, "1/6", "1/6"), (3, -1, "1/6", "0"), (3, 1, "1/6", "1/3"), (2, 0, "1/6", "0"), (2, 1, "1/6", "1/6"), (2, -1, "0", "0")],
)
def test_d_and_d_f_by_marines_and_modifier(marines: int, drm: int, d: str, df: str) -> None:
    rules = ruleset("veneti")
    found = chances(rules, marines, drm)
    assert (found["D"], found["DF"]) == (Fraction(d), Fraction(df))
    assert hit_chance(rules, marines, drm) == Fraction(d) + Fraction(df)
    assert sum(found.values()) == 1


def test_results_stand_by_face() -> None:
    assert results(ruleset("veneti"), 3, -1) == ("none", "none", "none", "none", "none", "D")


@pytest.mark.parametrize(
    ("face", "said"),
    [
        (6, "6 − 1 [8.44] = 5. The table says D: she loses a marine. [8.45]"),
        (5, "5 − 1 [8.44] = 4. The table says nothing. [8.45]"),
    ],
)
def test_a_shot_reads_by_sum_and_table(desk: Desk, face: int, said: str) -> None:
    desk.choose(SHOT)
    desk.use_dice((face,))
    assert desk.fallen is not None
    assert desk.fallen.words == said


def test_a_hit_stands_first_in_the_odds(desk: Desk) -> None:
    desk.choose(SHOT)
    throw = desk.throw()
    assert throw is not None
    assert GUIDE.best_first(throw) == ("Hit, and she burns", "Hit, she loses a marine", "No effect")


@pytest.mark.parametrize(("second", "told"), [(3, "Then 3: the flame dies. [8.51]"), (4, "Then 4: she burns. [8.51]")])
def test_flaming_missiles_tell_the_second_die(second: int, told: str) -> None:
    throw = throw_for(FixedDice((6, second)), missiles, ruleset("veneti"), 3, 0, True)
    assert GUIDE.verdict(throw, (6, second)) == f"6. The table says D/F: she loses a marine. [8.45] {told}"
    assert GUIDE.label(throw) == ("Hit, and she burns" if second == 4 else "Hit, she loses a marine")


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def card(panel: PanelView, desk: Desk, ship: str) -> str:
    cards = re.split(r'<div class="shot(?: is-refused)?" role="group" ', str(panel.html(desk)))
    (found,) = [each for each in cards if each.startswith(f'aria-label="{desk.position.ship(ship).name}">')]
    return re.sub(r"<[^>]+>", " ", found)


def firer(panel: PanelView, desk: Desk) -> str:
    (found,) = [attrs["data-by"] for attrs in Marked(str(panel.html(desk))).all(do="extra") if attrs["aria-pressed"] == "true"]
    return found


def test_every_enemy_has_a_card_with_the_die_or_the_reason(desk: Desk) -> None:
    panel = PanelView(SHOTS)
    morwen = card(panel, desk, "morwen")
    assert "Two hexes away −1, from lower down −1, she cannot dodge +1: −1 to the die." in morwen
    assert "D on 6" in morwen
    assert "She cannot answer. Morwen can reach Aquila only over her bow or stern." in morwen
    assert "out of reach" in card(panel, desk, "tarvos")
    desk.select("lupa")
    assert "Another ship lies between Lupa and Morwen." in card(panel, desk, "morwen")
    # Tarvos has 2 marines and stands higher: 5 and 6 hit, 1/3.
    assert "She may answer at the same time: 1/3 (33.3 %) to cost Lupa a marine." in card(panel, desk, "tarvos")


def test_any_ship_can_be_looked_from_until_another_is_in_hand(desk: Desk) -> None:
    panel = PanelView(SHOTS)
    panel.act("from", "tarvos", desk)
    assert firer(panel, desk) == "tarvos"
    assert "Lupa" in str(panel.html(desk))
    desk.select("lupa")
    assert firer(panel, desk) == "lupa"
    for what, value in (("from", "nobody"), ("at", "lupa")):
        with pytest.raises(InputError):
            panel.act(what, value, desk)


def test_the_panel_comes_back_as_it_was(desk: Desk) -> None:
    panel, again = PanelView(SHOTS), PanelView(SHOTS)
    panel.act("from", "tarvos", desk)
    again.restore(panel.stored_state())
    assert firer(again, desk) == "tarvos"
    for nonsense in (None, "tarvos", ["a"], [1, 2]):
        again.restore(nonsense)
    assert firer(again, desk) == "tarvos"
    again.restore(["lupa", "aquila"])  # what 0.5 stored: the ship that was pressed, and the one in hand
    assert firer(again, desk) == "lupa"
    again.restore(["nobody", "aquila"])
    assert firer(again, desk) == "aquila"


def test_shared_fire_needs_two_targets_and_weakens_both(desk: Desk) -> None:
    panel = PanelView(SHOTS)
    assert "Here she has not two to shoot at." in panel.html(desk)
    desk.select("lupa")
    desk.choose("announce ship=lupa pm=1")
    desk.choose("ahead ship=lupa")
    # Column 1-2 and -1 at both: even a 6 is only a 5.
    assert "<li>2 at Morwen: 0. 1 at Tarvos: 0. Any hit: 0.</li>" in panel.html(desk)


def test_a_ship_without_marines_shares_none() -> None:
    desk = Desk(GUIDE, "grapnels")
    panel = PanelView(SHOTS)
    panel.act("from", "gwennol", desk)
    assert "has too few marines to share them" in panel.html(desk)
    assert "has no marines left" in panel.html(desk)
