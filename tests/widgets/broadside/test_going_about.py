"""Chapter 5 of Broadside: three ways to the other tack, the race under full sail, and what stands beside the board."""

from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.board.hexes import Direction
from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.broadside.lessons import tack
from widgets.games.broadside.panels import full_sail as full
from widgets.games.broadside.panels import going_about as about
from widgets.games.broadside.panels.about import IRONS, TACK, WAYS, WEAR, Passage, demo, other_tack, passages, toward_wind
from widgets.games.broadside.panels.full_sail import RACE
from widgets.games.broadside.panels.going_about import GOING_ABOUT
from widgets.kit.panel import PanelView, State
from widgets.scene.shapes import every_group

F = Fraction
RULES = ruleset("broadside")
N, NE, SE, S, SW, NW = map(Direction, range(6))


@pytest.fixture
def page() -> Chapter:
    made = chapter("broadside", "go_about", name="en/broadside/05_head_to_wind", lesson="about", ship="aurore")
    made.extra(GOING_ABOUT)
    made.extra(RACE)
    made.play()
    return made


def give(page: Chapter, text: str) -> None:
    """Write an order for her, and close the logs."""
    row = next(each for each in page.desk.choices() if each.text.title == f"Write {text}")
    page.hear([{"do": "choose", "name": row.key}])
    row = next(each for each in page.desk.choices() if each.text.is_closing)
    page.hear([{"do": "choose", "name": row.key}])


def words(page: Chapter, part: str) -> str:
    return plain(page.view.parts()[part])


def way(name: str, speed: int, force: int, kind: str) -> Passage | None:
    return passages(RULES, demo(RULES, name, NE, speed), N, force)[kind]


# -- ways to the other tack ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "wind", "other", "letter"), [(NE, N, NW, "G"), (NW, N, NE, "D"), (S, SE, NE, "G"), (NE, SE, S, "D"), (N, NW, SW, "G")]
)
def test_the_other_tack_lies_across_the_wind(heading: Direction, wind: Direction, other: Direction, letter: str) -> None:
    assert other_tack(heading, wind) == other
    assert toward_wind(heading, wind) == letter


# A 74 has 3 M close-hauled and inertia 1; a frigate 4 and 2 [B54]. In force 3 nothing is added. After a tack the next turns count from
# speed 0 [IV.f]: 0, 1, 2, 3 for the 74. Stopped head to wind she loses one turn more, in which she only pivots [IV.e].
@pytest.mark.parametrize(
    ("name", "speed", "force", "kind", "hexes", "done"),
    [
        ("lion", 3, 3, TACK, [1, 1, 2, 3], 4),
        ("lion", 3, 3, IRONS, [2, 0, 1, 2, 3], 5),
        ("lion", 1, 3, TACK, [2, 1, 1], 3),  # 1 + 1 is less than 3: a turn to gather way, then the tack, then speed 1 again
        ("sirene", 4, 3, TACK, [2, 2, 4], 3),  # 1G1G: a hex, then the tack, 4 M in all
        ("lion", 3, 4, TACK, [2, 1, 2, 3], 4),  # force 4 gives her 4 M, so that a hex fits before the tack
    ],
)
def test_what_a_way_costs(name: str, speed: int, force: int, kind: str, hexes: list[int], done: int) -> None:
    found = way(name, speed, force, kind)
    assert found is not None
    assert found.done == done
    assert [len(leg.steps) for leg in found.legs[:done]] == hexes


def test_wearing_keeps_her_way_and_loses_ground() -> None:
    # One pivot with 3 M, NE to SE; reaching she has 5 M and may spend 4, so two pivots in three hexes, SE to SW; then one more to NW.
    found = way("lion", 3, 3, WEAR)
    assert found is not None
    assert [GRID.name(leg.heading) for leg in found.legs[:3]] == ["SE", "SW", "NW"]
    assert found.done == 3
    assert min(len(leg.steps) for leg in found.legs) >= 3
    # Hexes to windward by turn 4. The tack: 1 to N, then six to NW, half a hex each. Wearing: two to NE, one and one to SE, one to S, one
    # and one to SW, three to NW, then three more to NW: 1 - 1/2 - 1/2 - 1 - 1/2 - 1/2 + 3/2 + 3/2.
    tacked = way("lion", 3, 3, TACK)
    assert tacked is not None
    assert tacked.windward(N, 4) == 4
    assert found.windward(N, 4) == F(1)


@pytest.mark.parametrize(
    ("name", "force", "closed"),
    [
        ("lion", 1, {TACK, IRONS, WEAR}),  # 3 - 2 = 1 M close-hauled: no pivot has a hex before it and one after
        ("lion", 2, {TACK}),  # 2 M, and a tack takes 3
        ("lion", 6, {TACK, IRONS, WEAR}),
        ("sirene", 1, {TACK}),  # 4 - 2 = 2 M
        ("sirene", 2, set()),
    ],
)
def test_a_light_wind_closes_ways(name: str, force: int, closed: set[str]) -> None:
    assert {kind for kind in WAYS if way(name, 1, force, kind) is None} == closed


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def test_the_panel_tells_the_turn_that_is_looked_at(page: Chapter) -> None:
    told = words(page, "extra-about")
    assert "Turn 1, order G1G: 1 hex, then close-hauled, heading NW." in told
    assert "next turn counts from speed 0." in told
    assert "Quickest here: wear round. Most ground: tack." in told
    page.hear([{"do": "extra", "name": "about:turn", "value": "1"}])
    assert "From speed 0, with inertia 1, she may spend 0 to 1 M." in words(page, "extra-about")
    page.hear([{"do": "set", "name": "extra:about:way", "value": IRONS}])
    assert "Turn 2, order G: 0 hexes, then close-hauled, heading NW. One pivot on the spot" in words(page, "extra-about")
    page.hear([{"do": "set", "name": "extra:about:turn.at", "value": "1"}])
    assert "she stops dead: the rest of the order is lost." in words(page, "extra-about")
    page.hear([{"do": "set", "name": "extra:about:way", "value": WEAR}])
    page.hear([{"do": "set", "name": "extra:about:turn.at", "value": "2"}])
    assert "The first pivot of a turn is free, each later one costs M." in words(page, "extra-about")


def test_the_panel_says_why_a_way_is_closed(page: Chapter) -> None:
    page.hear([{"do": "set", "name": "extra:about:force", "value": "2"}])
    told = words(page, "extra-about")
    assert "A tack takes 3 M, and close-hauled in this wind she never has more than 2." in told
    page.hear([{"do": "set", "name": "extra:about:force", "value": "1"}])
    assert words(page, "extra-about").count("She cannot. To turn she needs a hex before the pivot") == 2


def test_the_board_draws_every_way_and_numbers_one() -> None:
    scene = about.picture(RULES, GOING_ABOUT.initial(RULES).replace(way=IRONS, turn=2))
    ways = {each.id: each for each in every_group(scene) if each.id.startswith("way ")}
    assert set(ways) == {"way tack", "way irons", "way wear"}
    assert ways["way tack"].label == "Tack: hexes turn by turn 1, 1, 2, 3, 3"
    assert ways["way irons"].label == "Stop head to wind: hexes turn by turn 2, 0, 1, 2, 3"
    rings = {each.text for group in every_group(scene) for each in group.items if hasattr(each, "text") and each.text[:1].isdigit()}
    assert {"1 and 2", "3", "4", "5"} <= rings


@pytest.mark.parametrize(("ground", "text"), [(F(7), "7"), (F(11, 2), "5½"), (F(1, 2), "½"), (F(-1, 2), "−½"), (F(0), "0")])
def test_half_hexes_are_written_as_players_write_them(ground: Fraction, text: str) -> None:
    assert about.ground_text(ground) == text


def test_speed_and_turn_stay_within_what_can_be(page: Chapter) -> None:
    panel = page.extras["about"]
    assert isinstance(panel, PanelView)
    panel.act("kind", "frigate", page.desk)
    panel.act("speed", "4", page.desk)
    panel.act("kind", "seventy_four", page.desk)
    assert panel.state(RULES).speed == 3
    panel.act("turn.at", "9", page.desk)
    assert panel.state(RULES).turn == 5  # the longest way of the 74


@pytest.mark.parametrize(("what", "value"), [("force", "0"), ("kind", "fort"), ("way", "row"), ("speed", "4"), ("turn", "x"), ("spin", "")])
def test_what_the_panel_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    panel = PanelView(GOING_ABOUT)
    with pytest.raises(InputError):
        panel.act(what, value, page.desk)
    assert panel.state(RULES) == GOING_ABOUT.initial(RULES)


@pytest.mark.parametrize("stored", [["fort", 3, 3, TACK, 1], ["frigate", 0, 3, TACK, 1], ["frigate", 3, 3, "row", 1], ["frigate"], None])
def test_only_what_can_be_is_restored(stored: Any) -> None:
    panel = PanelView(GOING_ABOUT)
    panel.restore(stored)
    assert panel.state(RULES) == GOING_ABOUT.initial(RULES)
    panel.restore(["frigate", 2, 2, WEAR, 3])  # as 0.5 stored it
    assert panel.state(RULES) == State(kind="frigate", force=2, speed=2, way=WEAR, turn=3)


# -- full sail -------------------------------------------------------------------------------------------------------------------------

# A frigate has 6 M reaching, 4 close-hauled, 5 running and inertia 2; full sail costs 1 M once and gives 2 M from the next turn [IV.g].
RACES = [
    (("frigate", "C", 3, 6), [6, 6, 6, 6], [5, 7, 8, 8], 3),
    (("frigate", "C", 3, 2), [4, 6, 6, 6], [3, 5, 7, 8], 4),
    (("frigate", "B", 3, 4), [4, 4, 4, 4], [3, 5, 6, 6], 3),
    (("frigate", "D", 1, 2), [2, 2, 2, 2], [1, 3, 4, 4], 3),  # 5 - 3 = 2 M
]


def state(kind: str, point: str, force: int, speed: int) -> State:
    return State(kind=kind, point=point, force=force, speed=speed)


@pytest.mark.parametrize(("trial", "plain", "sailed", "pays"), RACES)
def test_full_sail_turn_by_turn(trial: tuple[str, str, int, int], plain: list[int], sailed: list[int], pays: int) -> None:
    run = full.race_of(RULES, state(*trial))
    assert [len(leg.steps) for leg in run.plain[:4]] == plain
    assert [len(leg.steps) for leg in run.full[:4]] == sailed
    assert run.pays == pays
    assert run.lead(pays - 1) <= 0 < run.lead(pays)


@pytest.mark.parametrize(
    ("trial", "why"),
    [(("frigate", "C", 4, 6), "too strong for full sail. [T3]"), (("seventy_four", "C", 3, 3), "carries no full sail. [IV.g]")],
)
def test_who_may_not_set_it_is_told_why(trial: tuple[str, str, int, int], why: str) -> None:
    run = full.race_of(RULES, state(*trial))
    assert why in full.sentence(RULES, run)
    assert run.pays == 0


def test_the_race_is_told_and_changed(page: Chapter) -> None:
    assert "After 3 turns she is ahead, after 6 by 8 hexes." in words(page, "extra-race")
    page.hear([{"do": "set", "name": "extra:race:point", "value": "B"}])
    panel = page.extras["race"]
    assert isinstance(panel, PanelView)
    assert panel.state(RULES) == state("frigate", "B", 3, 4)  # close-hauled she cannot have made 6
    for what, value in (("force", "7"), ("speed", "5"), ("point", "A"), ("kind", "fort"), ("spin", "")):
        with pytest.raises(InputError):
            panel.act(what, value, page.desk)
    panel.restore(["frigate", "A", 3, 6])
    assert panel.state(RULES) == state("frigate", "B", 3, 4)
    panel.restore(["seventy_four", "D", 2, 1])  # as 0.5 stored it
    assert panel.state(RULES) == state("seventy_four", "D", 2, 1)


# -- beside the board ------------------------------------------------------------------------------------------------------------------


def test_the_outlook_counts_turns_and_says_that_she_may_tack(page: Chapter) -> None:
    outlook = tack.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [("Tack, G1G", 4), ("Stop, 2G1", 5), ("Wear, 2D1", 3)]
    assert outlook.words.startswith(
        "A tack takes 3 M: last speed 3 and inertia 1 make 4, and close-hauled she has 3 M. She may. [IV.f] [B7]"
    )
    assert tack.outlook(page.desk.position, "nobody") is None


def test_after_a_tack_she_must_gather_way(page: Chapter) -> None:
    give(page, "G1G")
    outlook = tack.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert "last speed 0 and inertia 1 make 1, and close-hauled she has 3 M. She must gather way first" in outlook.words


def test_the_tack_is_the_first_row(page: Chapter) -> None:
    assert page.desk.choices()[0].text.title == "Write G1G"
    assert page.desk.choices()[0].text.rule == "IV.f"


def test_a_ship_that_the_wind_has_stopped_may_only_pivot(page: Chapter) -> None:
    give(page, "1G1")
    outlook = tack.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert outlook.title == "Stopped head to wind"
    assert "one pivot where she lies" in outlook.words
    page.hear([{"do": "page"}])
    assert any(each.id == "swings" for each in every_group(page.scene))


def test_a_ship_that_reaches_cannot_tack(page: Chapter) -> None:
    give(page, "1D1")
    outlook = tack.outlook(page.desk.position, "aurore")
    assert outlook is not None
    assert outlook.title == "Aurore cannot tack"
    assert "A tack begins close-hauled." in outlook.words
