"""Chapter 3 without a browser: who hears a leader and why, on set pieces and on the board to lay ships out on."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play import scenarios
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.games.veneti.squadrons import Straggler, straggler
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from widgets.chapter.page import chapter
from widgets.games.veneti.board.hearing import cut_off, hearing, leader_for, next_places, sentence, signals, way_to
from widgets.games.veneti.board.scene import scene
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.lessons.squadrons import outlook
from widgets.games.veneti.try_out.line_board import LineBoard, line_board
from widgets.play.game_guide import Look
from widgets.scene.shapes import every_group
from widgets.scene.text_painter import label_of

at = GRID.parse


def labels(places: Any) -> set[str]:
    return {GRID.label(place) for place in places}


def moved(board: LineBoard, start: str, end: str) -> str:
    """The words after a drag, tags left in."""
    return str(board.hear([{"do": "drag", "name": start, "value": end}])["parts"].get("signals-said", ""))


def told_of(board: LineBoard, ship: str) -> str:
    position = board.position
    return sentence(position, hearing(position, position.ship(ship)))


# -- who hears whom


def test_the_board_begins_with_one_of_each_kind() -> None:
    board = LineBoard()
    assert {name: hearing(board.position, board.position.ship(name)).how for name in ("aquila", "lupa", "ursa", "celer")} == {
        "aquila": "command",
        "lupa": "range",  # right astern of Aquila, 1 hex
        "ursa": "line",  # 0406 is three hexes from Aquila's stern in 0403, past a range of 2
        "celer": "alone",
    }
    # By hand: 0403, 0503, 0604 is the only way of two hexes, and Tarvos lies in 0503; 0404, 0504, 0604 goes round her.
    celer = hearing(board.position, board.position.ship("celer"))
    assert (celer.straight, celer.hexes, celer.obeys) == (2, 3, Fraction(1, 2))
    assert labels(cut_off(board.position, board.position.leader("sura"))) == {"0604"}
    assert "round them it is 3. [6.14] [6.13] Alone she obeys with 1/2. [6.16]" in told_of(board, "celer")


def test_an_enemy_taken_away_opens_the_way() -> None:
    board = LineBoard()
    moved(board, "0503", "0903")
    assert told_of(board, "celer") == "In: 2 hexes from Aquila, in range of L. Sura. [6.14]"
    assert cut_off(board.position, board.position.leader("sura")) == frozenset()


def test_range_changes_who_hears() -> None:
    board = LineBoard()
    board.hear([{"do": "reach", "name": "1"}])
    assert hearing(board.position, board.position.ship("lupa")).how == "range"
    assert "Out: 3 hexes from Aquila, and signals carry 1." in told_of(board, "celer")
    board.hear([{"do": "reach", "name": "3"}])
    assert told_of(board, "celer") == "In: 3 hexes from Aquila, in range of L. Sura. [6.14]"
    assert told_of(board, "ursa") == "In: 3 hexes from Aquila, in range of L. Sura. [6.14]"


def test_who_hears_two_leaders_is_her_owners_choice() -> None:
    board = LineBoard()
    board.hear([{"do": "second"}])
    assert told_of(board, "celer").startswith("Carries Q. Naso, who is heard 2 hexes away.")
    # Lupa is 1 hex from Aquila, and 0404, 0504, 0604 is 2 from Celer.
    assert told_of(board, "lupa") == "In range of L. Sura and Q. Naso: her owner picks one. [6.15]"
    assert leader_for(board.position, "celer") == board.position.leader("naso")
    board.hear([{"do": "second"}])
    assert leader_for(board.position, "celer") == board.position.leader("sura")


@pytest.mark.parametrize(
    ("berth", "is_in"),
    [
        (("0406", "N"), True),  # straight on
        (("0406", "NE"), False),  # another heading
        (("0407", "N"), False),  # a gap
        (("0506", "N"), False),  # behind Lupa's quarter: another form than that of the line
    ],
)
def test_a_line_keeps_its_form_and_heading(berth: tuple[str, str], is_in: bool) -> None:
    board = LineBoard()
    board.reach = 1
    board.ships["ursa"] = replace(board.ships["ursa"], bow=at(berth[0]), heading=GRID.named(berth[1]))
    assert (hearing(board.position, board.position.ship("ursa")).how == "line") is is_in


def test_the_next_place_is_astern_of_the_last_and_an_echelon_counts_too() -> None:
    board = LineBoard()
    assert labels(next_places(board.position, board.position.leader("sura"))) == {"0408"}
    # From a stern in an even column SW is the column before in the same row, SE the column after.
    for name, bow in (("lupa", "0303"), ("ursa", "0205")):
        board.ships[name] = replace(board.ships[name], bow=at(bow))
    line = [hearing(board.position, board.position.ship(name)).place for name in ("aquila", "lupa", "ursa")]
    assert line == [1, 2, 3]


def test_no_way_at_all_is_said() -> None:
    position = scenarios.load("line")
    ursa = position.ship("ursa")
    island = replace(position, ships=tuple(replace(ship, controller="veneti") if ship.id == "lupa" else ship for ship in position.ships))
    channel = frozenset(place for ship in position.ships for place in ship.hexes) | {at("0507")}
    sea = replace(position.scenario, sea=position.scenario.sea._replace(hexes=channel))
    cut = replace(island, scenario=sea)
    assert way_to(cut, cut.leader("sura"), ursa) is None
    loud = cut.with_leader(replace(cut.leader("sura"), command_range=9))
    assert sentence(loud, hearing(loud, ursa)).startswith("Out: enemies close every way from Aquila. [6.14] [6.13]")
    assert way_to(position, position.leader("sura"), ursa) == 4  # 0504 to 0508


# -- on the set pieces


@pytest.fixture
def start() -> Position:
    return scenarios.start("stragglers").position


def test_the_outlook_counts_and_gives_the_chance(start: Position) -> None:
    found = outlook(start, "aquila")
    assert found is not None
    assert [(line.name, line.number) for line in found.lines] == [("In range", 0), ("In line ahead", 0), ("On their own", 2)]
    assert found.words.startswith("Lupa obeys with 1/2. Ursa obeys with 1/2. [6.16]")
    line = outlook(scenarios.start("line").position, "")
    assert line is not None
    assert [each.number for each in line.lines] == [1, 0, 1]  # Lupa right astern, Ursa past a gap


def test_the_board_shows_halo_and_tags(start: Position) -> None:
    picture = scene(start, Look(lesson="squadrons", selected="lupa", size=(600.0, 466.0), window=("0202", "1108")))
    assert label_of(picture, "command") == "L. Sura commands within 2 hexes"
    assert label_of(picture, "tag lupa") == "Lupa: alone: 1/2"
    assert label_of(picture, "tag aquila") == ""
    assert label_of(picture, "cut") == ""
    for tag in (group for group in every_group(picture) if group.id.startswith("tag ")):
        assert 0 < tag.at[0] < picture.w
        assert 0 < tag.at[1] < picture.h


def test_without_a_leader_there_is_no_halo() -> None:
    lone = replace(scenarios.load("stragglers"), leaders=())
    assert outlook(lone, "lupa") is None
    assert leader_for(lone, "lupa") is None
    assert "her side has no leader. [6.13]" in sentence(lone, hearing(lone, lone.ship("lupa")))
    groups = signals(scenarios.load("line"), _grid(), scenarios.load("line").leader("sura"))
    assert [group.id for group in groups] == ["command", "line", "next 0507", "tag lupa", "tag ursa"]


def _grid() -> Any:
    from widgets.games.veneti.board.scene import sheet_of

    return sheet_of(scenarios.load("line").scenario.sea.hexes, 40.0, None, None).board


@pytest.mark.parametrize(
    ("crew", "face", "words"),
    [
        (3, 3, "3. She obeys on 3 or less. [6.16] She acts as she likes this turn."),
        (3, 4, "4. She obeys on 3 or less. [6.16] Half Cruise for a galley, and no hex next to an enemy."),
        (0, 1, "1. A prize never obeys. [6.16] Half Cruise for a galley, and no hex next to an enemy."),
    ],
)
def test_a_roll_in_words(crew: int, face: int, words: str) -> None:
    throw = Throw(straggler, (ruleset("veneti"), crew), Straggler(face <= crew))
    assert GUIDE.verdict(throw, (face,)) == words
    assert GUIDE.label(throw) == ("Obeys" if face <= crew else "Held back")


def test_a_press_on_a_straggler_chooses_her() -> None:
    page = chapter("veneti", "stragglers", lesson="squadrons", begin=("end_movement",), chosen="activate_ship ship=lupa")
    assert [row.text.title for row in page.desk.choices()] == ["Activate Lupa", "Activate Ursa"]
    page.hear([{"do": "press", "name": "0208"}])  # her stern
    assert page.desk.message.startswith("Activate Ursa is chosen.")


# -- the board to lay ships out on


def test_a_ship_is_carried_by_either_end() -> None:
    board = LineBoard()
    assert "Ursa lies in 0605 and 0606, heading N." in moved(board, "0407", "0606")  # by her stern
    assert "Ursa lies in 0406 and 0407" in moved(board, "0605", "0406")


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        ("0406", "0404", "Lupa fills 0404, and a hex holds one ship."),
        ("0406", "0405", "Lupa fills 0405, and a hex holds one ship."),
        ("0406", "0409", "Ursa would lie off the map."),
    ],
)
def test_she_is_put_down_only_where_she_fits(start: str, end: str, words: str) -> None:
    board = LineBoard()
    before = dict(board.ships)
    said = moved(board, start, end)
    assert "Refused." in said
    assert words in said
    assert board.ships == before
    assert "Refused." not in moved(board, start, "0608")


def test_a_press_picks_her_up_and_the_next_puts_her_down() -> None:
    board = LineBoard()
    board.hear([{"do": "press", "name": "0406"}])
    assert board.held == "ursa"
    board.hear([{"do": "press", "name": "0406"}])
    assert board.held == ""
    board.hear([{"do": "press", "name": "0406"}, {"do": "press", "name": "0806"}])
    assert (board.held, GRID.label(board.ships["ursa"].bow)) == ("", "0806")
    assert "Press a ship first." in board.hear([{"do": "press", "name": "0202"}])["parts"]["signals-said"]


def test_keys_do_the_same() -> None:
    board = LineBoard()
    for key in ("PageDown", "PageUp", "PageUp", "Enter", "ArrowDown", "ArrowUp", "ArrowUp", " "):
        board.hear([{"do": "key", "name": "signals", "value": key}])
    assert GRID.label(board.ships["tarvos"].bow) == "0502"  # to Aquila, back past the first to the last but one; down one hex, up two
    assert board.focus is not None
    board.hear([{"do": "key", "value": "Escape"}])
    assert (board.held, board.is_keyed) == ("", False)


def test_r_turns_her_past_headings_that_do_not_fit() -> None:
    board = LineBoard()
    board.selected = "lupa"
    board.hear([{"do": "key", "value": "R"}])
    assert GRID.name(board.ships["lupa"].heading) == "NW"
    board.hear([{"do": "key", "value": "r"}, {"do": "turn", "name": "1"}, {"do": "turn", "name": "1"}, {"do": "turn", "name": "1"}])
    # To starboard from N: NE and SE fit. S would put her stern into 0403, Aquila's, and SW into 0503, Tarvos's: she comes to NW.
    assert GRID.name(board.ships["lupa"].heading) == "NW"


def test_all_is_put_back_and_nonsense_changes_nothing() -> None:
    board = LineBoard()
    before = dict(board.ships)
    for act in ({}, {"do": "drag", "name": "0406", "value": "9999"}, {"do": "reach", "name": "9"}, {"do": "turn", "name": "2"}, {"do": 3}):
        assert board.hear([act]) == {"patches": {}}
    moved(board, "0406", "0806")
    board.hear([{"do": "put back"}])
    assert board.ships == before
    assert "No ship lies in 0202." in moved(board, "0202", "0303")


def test_a_phone_gets_larger_hexes_in_a_frame_that_scrolls() -> None:
    board = LineBoard()
    board.hear([{"do": "hello", "page": {"width": 390}}])
    assert board.scene.w > 358
    board.hear([{"do": "page", "page": {"width": 1280}}])
    assert (board.scene.w, board.scene.h) == (600, 466)


def test_what_is_carried_is_drawn() -> None:
    text = line_board().first
    assert 'data-drag data-keys="r R"' in text
    assert 'data-name="0402" data-grab="signals-aquila signals-aquila_20_flag signals-name_20_Aquila"' in text
    assert 'id="signals-aquila_20_flag"' in text
