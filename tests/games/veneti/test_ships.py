"""Marines, crews and sides (5.0, 6.46, 8.25, 8.61, 8.62)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds
from rulesdemo.board.hexes import Direction
from rulesdemo.games.veneti.board import GRID, galley, relation, sailing_ship


def only(name: str, **inputs: object) -> Any:
    (outcome,) = odds(name, **inputs)
    return outcome


@given(st.integers(0, 50), st.integers(0, 100), st.booleans())
def test_marines_left(printed: int, depletion: int, captured: bool) -> None:
    left = 0 if captured else max(0, printed - depletion)
    assert only("veneti.marines_left", printed=printed, depletion=depletion, captured=captured) == (left, left >= 1)


@pytest.mark.parametrize("printed", range(1, 5))
def test_crew_left(printed: int) -> None:
    assert only("veneti.crew_left", printed=printed).crew == printed
    assert only("veneti.crew_left", printed=printed, captured=True).crew == 0


@pytest.mark.parametrize("heading", range(6))
def test_the_table_of_sides_agrees_with_the_map(heading: int) -> None:
    bow = GRID.parse("2020")
    square, double = sailing_ship(bow, Direction(heading)), galley(bow, Direction(heading))
    stern = double.hexes[1]
    for turn in range(6):
        direction = Direction((heading + turn) % 6)
        assert only("veneti.side", direction=turn, of="square").side.replace("_", "-") == relation(square, GRID.neighbour(bow, direction))
        for half, place in (("galley_bow", bow), ("galley_stern", stern)):
            side = only("veneti.side", direction=turn, of=half).side
            beside = GRID.neighbour(place, direction)
            assert side == "self" if beside in double.hexes else side.replace("_", "-") == relation(double, beside)


def test_sailing_ships_have_no_rowing_speed() -> None:
    assert only("veneti.demo_ship", ship="sail") == (2, 2, None, None)
