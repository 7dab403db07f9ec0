"""Chapter 3 of Broadside: the six headings in a wind, beside the board and on a board of their own."""

from typing import Any

import pytest

from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.broadside.lessons import points
from widgets.games.broadside.panels.points import POINTS, lying
from widgets.kit.panel import PanelView, State
from widgets.scene.shapes import Label, every_group

RULES = ruleset("broadside")
N, NE, SE, S, SW, NW = range(6)
WINDOWS = {"bear_away": ("0306", "1714")}


@pytest.fixture
def page() -> Chapter:
    made = chapter("broadside", "bear_away", name="en/broadside/03_points_of_sailing", lesson="points", ship="sirene", windows=WINDOWS)
    made.extra(POINTS)
    made.play()
    return made


def helm(kind: str, heading: int, wind_from: int, force: int) -> State:
    return State(kind=kind, heading=heading, wind_from=wind_from, force=force)


def act(page: Chapter, do: str, name: str, value: str = "") -> str:
    page.hear([{"do": do, "name": name, "value": value}])
    return plain(page.view.parts()["extra-points"])


@pytest.mark.parametrize(
    ("at", "letters", "ms"),
    [
        # The demonstration ships: frigate B 4, C 6, D 5; 74 B 3, C 5, D 4. Headings in the order N, NE, SE, S, SW, NW.
        (helm("frigate", NE, N, 3), "ABCDCB", [0, 4, 6, 5, 6, 4]),
        (helm("seventy_four", NE, SE, 3), "CBABCD", [5, 3, 0, 3, 5, 4]),
        (helm("seventy_four", N, N, 1), "ABCDCB", [0, 1, 3, 1, 3, 1]),  # BT17: 4 M running in force 1 is 1
        (helm("frigate", N, N, 4), "ABCDCB", [0, 5, 7, 6, 7, 5]),
        (helm("frigate", N, N, 0), "ABCDCB", [0] * 6),
    ],
)
def test_the_six_headings_in_a_wind(at: State, letters: str, ms: list[int]) -> None:
    position = lying(RULES, at)
    found = points.headings(position, position.ships[0])
    assert "".join(each.point for each in found) == letters
    assert [each.m for each in found] == ms
    assert [place for place, each in enumerate(found) if each.is_now] == [at.heading]


def test_the_outlook_marks_her_heading_and_says_how_the_wind_takes_her(page: Chapter) -> None:
    outlook = points.outlook(page.desk.position, "sirene")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines if line.is_now] == [("NE B", 4)]
    assert outlook.words == ("Sirene heads NE, the wind comes from N with force 3: she is close-hauled (B) and has 4 M. [IV.a] [T3]")
    assert points.outlook(page.desk.position, "nobody") is None


def test_the_board_shows_the_points_around_her(page: Chapter) -> None:
    ring = next(each for each in every_group(page.scene) if each.id == "points")
    assert "SE reaching, 6 M" in ring.label
    # To N and NE her orders can end, so what they cost stands in the middle there; the four others have their M.
    words = [item.text for item in ring.items if isinstance(item, Label)]
    assert [each for each in words if each.endswith("M")] == ["6 M", "5 M", "6 M", "4 M"]
    assert [each for each in words if len(each) == 1] == ["A", "B", "C", "D", "C", "B"]


def test_ship_and_wind_are_turned(page: Chapter) -> None:
    told = act(page, "extra", "points:ship-right")
    assert "Sirene heads SE, the wind comes from N with force 3: she is reaching (C) and has 6 M." in told
    told = act(page, "extra", "points:wind-left")
    assert "Sirene heads SE, the wind comes from NW with force 3: she is running (D) and has 5 M." in told
    told = act(page, "set", "extra:points:kind", "seventy_four")
    assert "Lion heads SE, the wind comes from NW with force 3: she is running (D) and has 4 M." in told
    told = act(page, "set", "extra:points:force", "0")
    assert "There is no wind: no heading moves her." in told


@pytest.mark.parametrize("kept", [["fort", 0, 0, 3], ["frigate", 6, 0, 3], ["frigate", 0, -1, 3], ["frigate", 0, 0, 7], ["frigate"], None])
def test_only_what_can_be_is_restored(kept: Any) -> None:
    panel = PanelView(POINTS)
    panel.restore(kept)
    assert panel.state(RULES) == helm("frigate", NE, N, 3)
    panel.restore(["seventy_four", S, NW, 5])
    assert panel.state(RULES) == helm("seventy_four", S, NW, 5)
