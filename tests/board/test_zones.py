"""Maps of zones: neighbours, distances, ways, names and arrow keys."""

from __future__ import annotations

import pytest

from rulesdemo.board.zones import Place, ZoneMap
from rulesdemo.errors import DataError, InputError

# a - b - c     The map as it is drawn; d hangs under b, e stands alone.
#     |
#     d      e
PLACES = (
    Place("a", "Apt", "land", 0, 0),
    Place("b", "Bar", "land", 10, 0),
    Place("c", "Cor", "sea", 20, 0),
    Place("d", "Dax", "land", 10, 10),
    Place("e", "Eze", "land", 30, 12),
)
CHART = ZoneMap(PLACES, (("a", "b"), ("b", "c"), ("d", "b")))


def test_neighbours_both_ways_in_the_order_of_the_map() -> None:
    assert CHART.neighbours("b") == ("a", "c", "d")
    assert CHART.neighbours("d") == ("b",)
    assert CHART.neighbours("e") == ()


def test_distances_and_ways() -> None:
    assert CHART.distance("a", "a") == 0
    assert CHART.path("a", "d") == ("a", "b", "d")
    assert CHART.distance("a", "c") == 2
    assert CHART.distance("a", "e") is None
    assert CHART.path("a", "c", lambda zone: zone != "b") is None
    assert CHART.path("a", "b", lambda zone: zone != "b") == ("a", "b"), "only what lies between must let one through"


def test_all_within_some_steps() -> None:
    assert CHART.within("a", 1) == {"b"}
    assert CHART.within("a", 2) == {"b", "c", "d"}
    assert CHART.within("a", 2, lambda zone: zone != "b") == {"b"}


def test_names() -> None:
    assert [CHART.parse(CHART.label(place.id)) for place in PLACES] == ["a", "b", "c", "d", "e"]
    assert CHART.parse(" bAR ") == "b"
    with pytest.raises(InputError, match=r"no zone 'Bat'\. Did you mean Bar"):
        CHART.parse("Bat")
    assert CHART.of_kind("sea") == ("c",)
    assert "a" in CHART
    assert "z" not in CHART


@pytest.mark.parametrize(
    ("start", "key", "end"),
    [
        ("a", "ArrowRight", "b"),
        ("b", "ArrowLeft", "a"),
        ("b", "ArrowDown", "d"),
        ("d", "ArrowUp", "b"),
        ("a", "ArrowUp", "a"),
        ("a", "x", "a"),
    ],
)
def test_arrow_keys(start: str, key: str, end: str) -> None:
    assert CHART.walked(start, key) == end


@pytest.mark.parametrize(
    ("places", "links"),
    [
        ((PLACES[0], PLACES[0]), ()),
        (PLACES[:2], (("a", "z"),)),
        (PLACES[:2], (("a", "b"), ("b", "a"))),
        (PLACES[:2], (("a", "a"),)),
    ],
)
def test_a_map_that_cannot_be_is_refused(places: tuple[Place, ...], links: tuple[tuple[str, str], ...]) -> None:
    with pytest.raises(DataError):
        ZoneMap(places, links)
