"""The game's words at a desk: rows in the order of need, what is in reach, what lies around a ship, and a board to turn ships on."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from rulesdemo.board.hexes import Hex
from rulesdemo.games.veneti.board import GRID
from widgets.games.veneti.guide import GUIDE
from widgets.games.veneti.panels.outlook import ends, reach, sides
from widgets.games.veneti.try_out.practice import SidesBoard, sides_board
from widgets.play.game_guide import Look
from widgets.play.session import Desk


def at(label: str) -> Hex:
    return GRID.parse(label)


def desk(scenario: str = "veer", pm: int | None = None) -> Desk:
    made = Desk(GUIDE, scenario, seeds=range(100))
    made.select("aquila")
    if pm is not None:
        made.choose(f"announce ship=aquila pm={pm}")
    return made


def test_what_is_done_most_stands_first_and_swinging_waits() -> None:
    rows = [row for row in desk(pm=4).choices() if row.refusal is None]
    assert [row.text.title for row in rows[:4]] == ["Go ahead", "Veer to port", "Veer to starboard", "Turn about"]
    assert all(row.text.is_minor for row in rows[4:])
    assert rows[2].text.line == "1 PM. Bow in 0503, heading NE"
    assert [row.text.title for row in desk().choices()] == [
        "Row 1 PM",
        "Row 2 PM",
        "Row 3 PM",
        "Row 4 PM",
        "Row 0 PM",
        "End the movement",
    ]


def played(start: Desk, steps: int) -> set[tuple[Hex, int]]:
    """Where she ends after every choice of steps, found by playing each; wrecks and collisions are left out."""
    found = set()
    ways = [start]
    for _ in range(steps):
        after = []
        for way in ways:
            for row in way.choices():
                if row.refusal is not None or row.text.ship != "aquila" or not row.text.cost:
                    continue
                copy = Desk(GUIDE, way.scenario, hurry=False)
                copy.history, copy.selected = way.history, "aquila"
                copy.give(row.order)
                ship, doing = copy.position.find("aquila"), copy.position.activation.doing("aquila")
                if ship.gone or any(type(event).__name__ == "Collided" for event in copy.history.events):
                    continue
                if doing.stage == "moved":
                    found.add((ship.bow, ship.heading))
                else:
                    after.append(copy)
        ways = after
    return found


@pytest.mark.parametrize(("scenario", "pm"), [*product(("veer", "flanks"), (1, 2)), ("way_out", 1), ("way_out", 4)])
def test_the_reach_is_what_playing_every_step_finds(scenario: str, pm: int) -> None:
    start = desk(scenario, pm)
    berths = ends(start.position, "aquila")
    assert berths == played(start, pm)
    outlook = reach(start.position, "aquila")
    assert outlook is not None
    assert outlook.hexes == {bow for bow, _ in berths}
    assert outlook.lines[0].number == len(outlook.hexes)


def test_before_she_announces_every_number_of_points_is_counted() -> None:
    outlook = reach(desk("way_out").position, "aquila")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [("1 PM", 0), ("2 PM", 1), ("3 PM", 1), ("4 PM", 3)]
    assert "[6.23]" in outlook.words


def test_the_reach_is_tinted_on_the_board_only_where_it_is_the_lesson() -> None:
    moving = desk(pm=1)
    assert moving.look(Look(lesson="reach")).tint == {at(label) for label in ("0403", "0303", "0503", "0304", "0504", "0404")}
    assert moving.look(Look()).tint == frozenset()


def test_a_hex_far_away_says_what_one_step_reaches() -> None:
    moving = desk(pm=1)
    moving.press(at("0106"))
    assert moving.refusal is not None
    assert moving.refusal.rule == "6.32"
    assert "0403" in moving.refusal.way_out
    assert moving.refused_at == at("0106")
    moving.press(at("0403"))
    assert moving.refusal is None
    assert moving.refused_at is None


def test_the_prompt_says_what_comes_next() -> None:
    assert GUIDE.prompt(desk().position, "aquila") == "First say how many points Aquila will spend."
    assert GUIDE.prompt(desk(pm=1).position, "aquila").startswith("Spend 1 PM:")
    assert GUIDE.prompt(desk().position, "") == ""


@pytest.mark.parametrize(("ship", "hexes", "flank"), [("aquila", 8, 6), ("gwennol", 6, 4)])
def test_sides_are_counted_for_any_ship(ship: str, hexes: int, flank: int) -> None:
    outlook = sides(desk("flanks").position, ship)
    assert outlook is not None
    assert sum(line.number for line in outlook.lines) == hexes
    assert sum(line.number for line in outlook.lines if line.sign == "flank") == flank


def test_pressing_a_ship_shows_her_where_that_is_the_lesson() -> None:
    looking = desk("flanks")
    looking.regards = True
    looking.press(at("0504"))
    assert (looking.regarded, looking.refusal) == ("gwennol", None)
    assert "6 hexes touch Gwennol" in str(looking.outlook("sides"))
    looking.press(at("0507"))
    assert looking.regarded == ""
    plain = desk("flanks")
    plain.press(at("0504"))
    assert plain.refusal is not None


def test_a_third_galley_is_refused_before_anybody_tries() -> None:
    boarding = Desk(GUIDE, "boarders", begin=("end_movement",))
    row = next(row for row in boarding.choices() if row.refusal is not None)
    assert row.text.title == "Board with Corvus"
    assert row.refusal is not None
    assert row.refusal.rule == "8.21"


# -- the board to turn ships on


def test_a_ship_is_put_turned_and_exchanged() -> None:
    board = SidesBoard()
    assert "8 hexes touch Aquila" in board.first()
    reply = board.hear([{"do": "turn", "name": "1"}])
    assert GRID.name(board.heading) == "NE"
    assert reply["patches"]
    board.hear([{"do": "key", "name": "sides", "value": "ArrowLeft"}])
    assert GRID.name(board.heading) == "N"
    assert "6 hexes touch Gwennol" in board.hear([{"do": "kind", "name": "sail"}])["parts"]["sides-counts"]
    board.hear([{"do": "press", "name": "0306"}])
    assert board.place == at("0306")


def test_a_ship_never_leaves_the_map() -> None:
    board = SidesBoard()
    sea = board._start.scenario.sea.hexes
    for place in sorted(sea):
        for _ in range(6):
            board.hear([{"do": "press", "name": GRID.label(place)}, {"do": "turn", "name": "1"}])
            board.hear([{"do": "kind", "name": "galley"}])
            assert all(each in sea for each in board.ship.hexes)


@pytest.mark.parametrize("act", [{}, {"do": "press", "name": "9999"}, {"do": "turn", "name": "7"}, {"do": "kind", "name": "x"}, {"do": 3}])
def test_nonsense_changes_nothing(act: dict[str, Any]) -> None:
    board = SidesBoard()
    before = board.scene
    assert board.hear([act]) == {"patches": {}}
    assert board.scene == before


def test_it_is_shown_by_one_call() -> None:
    assert 'data-surface="sides"' in sides_board().first
