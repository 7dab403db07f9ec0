"""Chapter 8: hexsides that are good for grapnels, where a ship comes alongside, how throws read, and the ladders of one die.

Chances are those of the specification's answers 12, 19 and 20; places are worked out by hand beside each test.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.board import GRID
from rulesdemo.rules.ruleset import ruleset
from widgets.games.veneti.board.alongside import outlook, seams
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.ladders import LADDERS, grapple_ladder, loose_ladder, scythes_ladder
from widgets.kit.panel import PanelView, State
from widgets.play.game_guide import Look
from widgets.play.session import Desk
from widgets.scene.shapes import Group, Path
from widgets.scene.text_painter import words

GRAPPLE = "grapple ship=aquila target=gwennol"


@pytest.fixture
def desk() -> Desk:
    """Gwennol in 0504; Aquila, bow 0404 and stern 0405, beside her; Lupa, bow 0505, below her and pointing at her."""
    return Desk(GUIDE, "grapnels", seeds=range(100))


def labels(edges: tuple[tuple[object, object], ...]) -> set[tuple[str, str]]:
    return {(GRID.label(here), GRID.label(there)) for here, there in edges}  # type: ignore[arg-type]


# -- hexsides --------------------------------------------------------------------------------------------------------------------------


def test_a_flank_is_good_for_grapnels_and_a_bow_is_not(desk: Desk) -> None:
    aquila, lupa = sorted(seams(desk.position), key=lambda seam: seam.ship.id)
    # Both halves of Aquila touch Gwennol with the flank.
    assert (labels(aquila.good), aquila.barred, aquila.refusal) == ({("0404", "0504"), ("0405", "0504")}, (), None)
    assert aquila.words == "Aquila lies flank to Gwennol and may grapple her, rule 8.11"
    assert (lupa.good, labels(lupa.barred)) == ((), {("0505", "0504")})
    assert lupa.refusal is not None
    assert lupa.refusal.rule == "8.11"
    assert lupa.words == "Lupa touches Gwennol only with her bow: no grapple, rule 8.11 note"


def test_the_ruling_on_sides_changes_what_is_good(desk: Desk) -> None:
    # Gwennol heads NE: SW of her, at 0405, is her stern; NW of her, at 0404, is a stern/flank side; S of her, at 0505, too.
    desk.set_switch("grapple_side", "both_flank")
    aquila, lupa = sorted(seams(desk.position), key=lambda seam: seam.ship.id)
    assert (labels(aquila.good), labels(aquila.barred)) == ({("0404", "0504")}, {("0405", "0504")})
    assert not lupa.good
    desk.set_switch("grapple_side", "any")
    assert all(seam.good and seam.refusal is None for seam in seams(desk.position))


def test_a_ship_that_has_thrown_keeps_her_side_but_may_not_throw_again(desk: Desk) -> None:
    desk.choose(GRAPPLE)
    desk.use_dice((1,))
    aquila = next(seam for seam in seams(desk.position) if seam.ship.id == "aquila")
    assert aquila.good
    assert "has thrown her grapnels" in aquila.words


def test_grappled_ships_have_ropes_and_no_bar(desk: Desk) -> None:
    desk.choose(GRAPPLE)
    desk.use_dice((6,))
    assert [seam.ship.id for seam in seams(desk.position)] == ["lupa"]


def test_the_board_draws_and_tells_both_kinds(desk: Desk) -> None:
    picture = GUIDE.scene(desk.position, desk.look(Look(lesson="grappling")))
    drawn = {group.id: group for group in picture.layer("range").items if isinstance(group, Group) and group.id.startswith("seam")}
    assert set(drawn) == {"seam aquila gwennol", "seam lupa gwennol"}
    full = [item.style.dash for item in drawn["seam aquila gwennol"].items if isinstance(item, Path)]
    assert set(full) == {()}
    assert any(item.style.dash for item in drawn["seam lupa gwennol"].items if isinstance(item, Path))
    assert "Lupa touches Gwennol only with her bow" in words(picture)


# -- where she can lie alongside -------------------------------------------------------------------------------------------------------


def test_before_a_move_the_ways_to_come_alongside_are_counted_by_points(desk: Desk) -> None:
    counted = outlook(desk.position, "lupa")
    assert counted is not None
    numbers = {line.name: line.number for line in counted.lines}
    assert numbers["as she lies"] == 0
    # By hand, 1 PM: veer to starboard (bow 0605, NE); pivot the stern to either side, which turns the bow in 0505 to NE or NW.
    assert numbers["1 PM"] == 3
    assert not counted.hexes


def test_during_a_move_the_hexes_for_her_bow_are_tinted_and_after_it_she_lies_there(desk: Desk) -> None:
    desk.select("lupa")
    desk.choose("announce ship=lupa pm=1")
    counted = outlook(desk.position, "lupa")
    assert counted is not None
    assert {GRID.label(place) for place in counted.hexes} == {"0505", "0605"}
    assert "3 ways to end alongside, bow in 0505, 0605." in counted.words
    desk.press(GRID.parse("0605"))
    lying = outlook(desk.position, "lupa")
    assert lying is not None
    assert [(line.number, line.sign) for line in lying.lines] == [(2, "flank")]
    assert "may grapple her. [8.11]" in lying.words


def test_a_held_ship_is_told_to_break_loose() -> None:
    counted = outlook(Desk(GUIDE, "loose").position, "aquila")
    assert counted is not None
    assert counted.words == "Aquila is grappled to Tarvos and cannot move. To get away she must break loose first. [6.34] [8.31]"


def test_nothing_is_counted_for_a_ship_that_is_not_acting(desk: Desk) -> None:
    assert outlook(desk.position, "gwennol") is None
    assert outlook(desk.position, "nobody") is None


# -- throws ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scenario", "order", "face", "label", "verdict"),
    [
        ("grapnels", GRAPPLE, 2, "She is held fast", "2 + 2 [8.12] = 4. You need 4. The ships are grappled to each other."),
        ("grapnels", GRAPPLE, 1, "The grapnels miss", "1 + 2 [8.12] = 3. You need 4. The grapnels fall short."),
        ("loose", "break_loose ship=aquila other=tarvos", 3, "Free of her", "3 + 1 [8.31] = 4. You need 4. You are free of her."),
        ("loose", "break_loose ship=aquila other=tarvos", 2, "Still held", "2 + 1 [8.31] = 3. You need 4. You are still held."),
    ],
)
def test_a_throw_reads_by_sum_need_and_meaning(scenario: str, order: str, face: int, label: str, verdict: str) -> None:
    desk = Desk(GUIDE, scenario)
    desk.choose(order)
    desk.use_dice((face,))
    assert desk.fallen is not None
    assert desk.fallen.words == verdict
    assert GUIDE.label(desk.fallen.throw) == label


@pytest.mark.parametrize(("face", "said"), [(4, "4. You need 4. The halyards part"), (3, "3. You need 4. The hooks find no hold")])
def test_scythes_read_without_a_modifier(face: int, said: str) -> None:
    desk = Desk(GUIDE, "hooks")
    desk.choose("announce ship=aquila pm=4")
    for place in ("0406", "0405", "0404"):
        desk.press(GRID.parse(place))
    desk.choose("use_scythes ship=aquila target=gwennol")
    desk.use_dice((face,))
    assert desk.fallen is not None
    assert desk.fallen.words.startswith(said)


# -- ladders ---------------------------------------------------------------------------------------------------------------------------


def fractions(text: str) -> list[Fraction]:
    return [Fraction(part) for part in text.split()]


def test_the_grapnels_by_crew_and_target() -> None:
    ladder = grapple_ladder(ruleset("veneti"), (3, frozenset({"immobilised"})))
    rows = ["1/6 1/3 1/2 2/3", "1/3 1/2 2/3 5/6", "1/2 2/3 5/6 1", "2/3 5/6 1 1"]
    assert [[each.chance for each in row] for row in ladder.rungs] == [fractions(row) for row in rows]
    assert [head.words for head in ladder.columns] == ["+0", "+1", "+2", "+3"]
    assert ladder.rungs[2][2].good == (2, 3, 4, 5, 6)
    assert ladder.lit == (2, 2)


def test_breaking_loose_by_crew_and_modifier() -> None:
    ladder = loose_ladder(ruleset("veneti"), (3, 1))
    rows = ["0 1/6 1/3 1/2 2/3", "1/6 1/3 1/2 2/3 5/6", "1/3 1/2 2/3 5/6 1", "1/2 2/3 5/6 1 1", "2/3 5/6 1 1 1"]
    assert [[each.chance for each in row] for row in ladder.rungs] == [fractions(row) for row in rows]
    assert ladder.rows == ("C0", "C1", "C2", "C3", "C4")
    assert ladder.lit == (3, 1)


def test_the_scythes_by_crew() -> None:
    assert [row[0].chance for row in scythes_ladder(ruleset("veneti"), None).rungs] == fractions("1/6 1/3 1/2 2/3")


def test_a_changed_table_changes_the_ladder() -> None:
    rules = ruleset("veneti", patches={("grapple", "3", "least"): "6"})
    assert grapple_ladder(rules, None).rungs[2][0].chance == Fraction(1, 6)


def test_the_panel_follows_the_chosen_order_until_another_is_asked_for(desk: Desk) -> None:
    panel = PanelView(LADDERS)
    desk.choose(GRAPPLE)
    assert panel.current(desk).kind == "grapple"
    assert panel.html(desk).count("ladder-now") == 1
    panel.act("kind", "disengage", desk)
    assert panel.current(desk).kind == "disengage"
    assert "ladder-now" not in panel.html(desk)
    desk.choose("fire ship=aquila shares=gwennol:2")
    assert panel.current(desk).kind == "disengage"  # a shot has no ladder here
    desk.choose(GRAPPLE)
    panel.act("kind", "scythes", desk)
    desk.select("")
    desk.choose(GRAPPLE)
    assert panel.current(desk).kind == "scythes"


def shown_odds(panel: PanelView, desk: Desk) -> list[tuple[str, str]]:
    text = str(panel.html(desk)).partition("ladder-many")[2]
    return re.findall(r'class="label">([^<]+)</span>.*?<span class="sr">(\d+/\d+)', text)


def test_held_by_two_the_better_crew_counts_for_nothing(desk: Desk) -> None:
    panel = PanelView(LADDERS)
    panel.act("kind", "disengage", desk)
    two = [("Free of both", "1/4"), ("Free of 1", "1/2"), ("Still held by all", "1/4")]
    assert shown_odds(panel, desk) == two
    panel.act("help", "better_crew", desk)
    assert shown_odds(panel, desk) == two
    assert "counts for nothing" in panel.html(desk)
    panel.act("held", "1", desk)
    assert shown_odds(panel, desk) == [("Free of her", "2/3"), ("Still held", "1/3")]
    panel.act("crew", "2", desk)
    assert shown_odds(panel, desk) == [("Free of her", "1/2"), ("Still held", "1/2")]


def test_the_panel_comes_back_as_it_was_and_takes_no_nonsense(desk: Desk) -> None:
    panel = PanelView(LADDERS)
    for what, value in (("crew", "1"), ("held", "3"), ("help", "controls_both")):
        panel.act(what, value, desk)
    expected = State(kind="grapple", crew=1, held=3, help=("controls_both",), own=None)
    for stored in (panel.stored_state(), {"crew": 1, "held_by": 3, "helps": ["controls_both"]}):  # the second is what 0.5 stored
        again = PanelView(LADDERS)
        again.restore(stored)
        assert again.state(desk.rules) == expected
    strange: tuple[Any, ...] = (None, [], {"crew": 9, "held_by": 1, "helps": []}, {"crew": 1, "held_by": 0, "helps": []}, {"crew": True})
    for nonsense in strange:
        again.restore(nonsense)
    assert again.state(desk.rules) == expected
    for what, value in (("crew", "9"), ("held", "0"), ("kind", "boarding"), ("anything", "")):
        with pytest.raises(InputError):
            again.act(what, value, desk)


def test_without_the_scythes_the_ladder_says_so(desk: Desk) -> None:
    panel = PanelView(LADDERS)
    desk.set_switch("scythes", "off")
    panel.act("kind", "scythes", desk)
    assert "played without the scythes" in panel.html(desk)
