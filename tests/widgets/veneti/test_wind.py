"""Chapter 6: the words for the wind, the six headings on the board, the wheel and the forecast."""

from dataclasses import replace
from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.play.state import Weather
from rulesdemo.games.veneti.wind import Blow, blow
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.veneti.lessons import wind
from widgets.games.veneti.panels import weather as veneti_weather
from widgets.games.veneti.panels.weather import WHEEL, forecast_panel
from widgets.kit.panel import ANY, PanelView, State
from widgets.scene.shapes import Label, every_group
from widgets.scene.text_painter import words as spoken

RULES = ruleset("veneti")
BOARD = State(strength=3, to=1, own=None)
NORTH_EAST = 1


@pytest.fixture
def page() -> Chapter:
    made = chapter(
        "veneti", "weather", name="en/veneti/06_wind", lesson="wind", ship="gwennol", tables=("wind_strength",), when={"strength": 0}
    )
    wheel = PanelView(WHEEL)
    made.extra(wheel)
    made.extra(forecast_panel(wheel))
    made.play()
    return made


def act(page: Chapter, do: str, name: str = "", value: str = "") -> dict[str, Any]:
    return page.hear([{"do": do, "name": name, "value": value}])


# -- words for the throw ---------------------------------------------------------------------------------------------------------------


def thrown(faces: tuple[int, ...], strength: int = 3) -> Throw:
    args = (RULES, strength, NORTH_EAST)
    return Throw(blow, args, replay(blow, faces, *args).value)


@pytest.mark.parametrize(
    ("faces", "strength", "label", "verdict"),
    [
        ((1, 1), 3, "Dead calm", "1 + 1 = 2. Dead calm: nobody sails. [6.81]"),
        ((1, 2), 3, "Falls to 2", "1 + 2 = 3. Wind 2, from SW. [6.81]"),
        ((5, 6), 3, "Rises to 4", "5 + 6 = 11. Wind 4, from SW. [6.81]"),
        ((3, 4, 6), 3, "Stays at 3, but turns", "3 + 4 = 7. A 7 throws for direction: 6. [6.83] Wind 3, from NW. [6.81]"),
        ((3, 4, 3), 3, "Stays at 3", "3 + 4 = 7. A 7 throws for direction: 3. [6.83] Wind 3, from SW. [6.81]"),
        ((4, 4), 0, "Stays calm", "4 + 4 = 8. Dead calm: nobody sails. [6.81]"),
        ((6, 6), 0, "Rises to 2", "6 + 6 = 12. Wind 2, from SW. [6.81]"),
    ],
)
def test_a_throw_for_the_wind_in_words(faces: tuple[int, ...], strength: int, label: str, verdict: str) -> None:
    throw = thrown(faces, strength)
    assert wind.label(throw) == label
    assert wind.verdict(throw, faces) == verdict


# -- headings --------------------------------------------------------------------------------------------------------------------------


def under(page: Chapter, strength: int, to: str) -> Any:
    return replace(page.desk.position, wind=Weather(strength, GRID.named(to)))


@pytest.mark.parametrize(
    ("strength", "limits"),
    [
        # VT13 of the rules: with wind 5 stern/flank 6, stern 5, bow/flank 4, bow 3; in the order N, NE, SE, S, SW, NW.
        (5, [6, 5, 6, 4, 3, 4]),
        (1, [2, 1, 2, 0, 0, 0]),
        (0, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_the_six_headings_in_a_wind_toward_the_north_east(page: Chapter, strength: int, limits: list[int]) -> None:
    position = under(page, strength, "NE")
    assert list(wind.limits(position, position.ship("gwennol")).values()) == limits
    assert [each.pm for each in veneti_weather.worths(RULES, strength, NORTH_EAST)] == limits


def test_the_outlook_marks_her_own_heading_and_names_the_side(page: Chapter) -> None:
    outlook = wind.outlook(page.desk.position, "gwennol")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines if line.is_now] == [("SW", 1)]
    assert outlook.words == "Wind 3 from SW reaches her from ahead, so she may spend up to 1 PM. [6.83]"
    calm = wind.outlook(under(page, 0, "NE"), "gwennol")
    assert calm is not None
    assert calm.words == "Dead calm. No heading moves her. [6.82]"


def test_the_board_has_the_rose_and_a_number_on_each_heading(page: Chapter) -> None:
    found = {each.id: each for each in every_group(page.scene) if each.id}
    assert "wind 3 from SW" in [item.text for item in found["wind"].items if isinstance(item, Label)]
    notes = {name: found[f"heading-{name}"].label for name in ("N", "NE", "SE", "S", "SW", "NW")}
    assert notes["SW"] == "Heading SW Gwennol has 1 PM"
    assert notes["N"] == "Heading N Gwennol has 4 PM"
    assert "Heading SE Gwennol has 4 PM." in spoken(page.scene)


def test_while_she_moves_her_limit_is_settled_and_no_numbers_stand_in_the_way(page: Chapter) -> None:
    act(page, "choose", "announce ship=gwennol pm=1")
    assert not [each.id for each in every_group(page.scene) if each.id.startswith("heading-")]
    act(page, "choose", "sail ship=gwennol bearing=0 turn=0")
    assert len([each.id for each in every_group(page.scene) if each.id.startswith("heading-")]) == 6


def test_no_number_lies_on_another(page: Chapter) -> None:
    at = [each.at for each in every_group(page.scene) if each.id.startswith("heading-")]
    gaps = [(ax - bx) ** 2 + (ay - by) ** 2 for place, (ax, ay) in enumerate(at) for bx, by in at[place + 1 :]]
    assert len(at) == 6
    assert min(gaps) > 30**2


def test_the_throw_of_the_next_turn_is_rehearsed_and_then_chosen(page: Chapter) -> None:
    assert page.free is not None
    rows = {row.label: row.chance for row in page.view.odds().views[0].rows}
    # 18 ways bring 5, 6, 8 or 9; a 7 has 6, of which a third turns nothing.
    assert rows == {
        "Dead calm": Fraction(1, 36),
        "Falls to 2": Fraction(5, 36),
        "Stays at 3": Fraction(5, 9),
        "Stays at 3, but turns": Fraction(1, 9),
        "Rises to 4": Fraction(5, 36),
        "Rises to 5": Fraction(1, 36),
    }
    act(page, "choose", "announce ship=gwennol pm=1")
    act(page, "choose", "sail ship=gwennol bearing=-1 turn=-1")
    act(page, "choose", "end_movement")
    assert type(page.desk.chosen).__name__ == "RollWind"
    act(page, "set", "dice", "3 4 6")
    act(page, "use dice")
    assert page.desk.fallen is not None
    assert page.desk.fallen.words == "3 + 4 = 7. A 7 throws for direction: 6. [6.83] Wind 3, from NW. [6.81]"
    assert page.desk.position.wind == Weather(3, GRID.named("SE"))


def test_a_table_that_is_read_as_a_whole_is_not_lit(page: Chapter) -> None:
    assert "lit-cell" not in page.view.parts()["table"]


# -- the wheel -------------------------------------------------------------------------------------------------------------------------


def test_the_wheel_is_the_boards_until_it_is_spun(page: Chapter) -> None:
    told = plain(page.view.parts()["extra-wheel"])
    assert "Wind 3 from SW: best heading N or SE, 4 PM. Bow to the wind she has 1." in told
    assert "As on the board" not in told
    act(page, "extra", "wheel:veers")
    act(page, "set", "extra:wheel:strength", "1")
    told = plain(page.view.parts()["extra-wheel"])
    assert "Wind 1 from NW: best heading NE or S, 2 PM. Bow to the wind she has 0." in told
    assert told.count("she cannot move") == 3  # bow and both bow quarters
    act(page, "extra", "wheel:board")
    assert "Wind 3 from SW" in plain(page.view.parts()["extra-wheel"])


def test_the_control_names_where_the_wind_comes_from_and_keeps_where_it_goes(page: Chapter) -> None:
    control = page.view.parts()["extra-wheel"]
    assert "It blows from N NE SE S SW NW" in plain(control)
    act(page, "set", "extra:wheel:to", str(GRID.named("S")))
    assert "Wind 3 from N: best heading SE or SW, 4 PM." in plain(page.view.parts()["extra-wheel"])


def test_the_rose_of_the_wheel_names_every_direction() -> None:
    # The weather side, SW, stands behind the arrow, whose tail is 1.79 radii out.
    names = {each.text: hypot(each.x, each.y) / veneti_weather.RADIUS for each in veneti_weather._names((0.0, 0.0), BOARD)}
    assert list(names) == ["N", "NE", "SE", "S", "SW", "NW"]
    assert [name for name, far in names.items() if far > 1.79] == ["SW"]


def test_the_wheel_goes_all_the_way_round(page: Chapter) -> None:
    wheel = PanelView(WHEEL)
    seen = []
    for _ in range(6):
        wheel.act("backs", "", page.desk)
        seen.append(GRID.name(wheel.current(page.desk).to))
    assert seen == ["N", "NW", "SW", "S", "SE", "NE"]


def test_in_a_calm_no_heading_moves_her(page: Chapter) -> None:
    act(page, "set", "extra:wheel:strength", "0")
    told = plain(page.view.parts()["extra-wheel"])
    assert told.count("she cannot move") == 6
    assert "Dead calm: no sailing ship moves, on any heading." in told


@pytest.mark.parametrize(("what", "value"), [("strength", "7"), ("strength", "-1"), ("to", "6"), ("to", "N"), ("spin", ""), ("own", "1")])
def test_what_the_wheel_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    wheel = PanelView(WHEEL)
    with pytest.raises(InputError):
        wheel.act(what, value, page.desk)
    assert wheel.current(page.desk) == BOARD


@pytest.mark.parametrize("kept", [[9, 0], [3], [3, True], "3 1", {"strength": 3}, [3, 6], [3, "1"]])
def test_no_wind_that_there_is_not_is_restored(page: Chapter, kept: Any) -> None:
    wheel = PanelView(WHEEL)
    wheel.restore(kept)
    assert wheel.current(page.desk) == BOARD


def test_a_wheel_comes_back_as_it_was(page: Chapter) -> None:
    wheel = PanelView(WHEEL)
    wheel.act("strength", "0", page.desk)
    wheel.act("to", "5", page.desk)
    again, old, untouched = PanelView(WHEEL), PanelView(WHEEL), PanelView(WHEEL)
    again.restore(wheel.stored_state())
    assert again.current(page.desk) == wheel.current(page.desk) == State(strength=0, to=5, own="")
    old.restore([0, 5])  # what 0.5 stored of a wind that was spun, and of the board's
    assert old.current(page.desk) == State(strength=0, to=5, own=ANY)
    untouched.restore(None)
    assert untouched.current(page.desk) == BOARD


# -- the forecast ----------------------------------------------------------------------------------------------------------------------


def test_the_exact_chances_of_the_turns_to_come() -> None:
    # Answers 4 and 21 of the exact odds.
    assert veneti_weather.chances(RULES, 3, 5)[1] == Fraction(4651, 7776)
    assert veneti_weather.chances(RULES, 3, 6)[2] == Fraction(338516711, 2176782336)
    by_strength, rolled, calm = veneti_weather.chances(RULES, 3, 0)
    assert [by_strength[3], rolled, calm] == [1, 0, 0]
    one, rolled, calm = veneti_weather.chances(RULES, 3, 1)
    assert [one[strength] * 36 for strength in range(7)] == [1, 0, 5, 24, 5, 1, 0]
    assert (rolled, calm) == (Fraction(1, 6), Fraction(1, 36))
    assert all(sum(veneti_weather.chances(RULES, strength, 8)[0].values()) == 1 for strength in range(7))


def test_the_forecast_starts_from_the_wheel_and_shows_the_turn_that_is_asked_for(page: Chapter) -> None:
    act(page, "set", "extra:forecast:turns", "5")
    told = plain(page.view.parts()["extra-forecast"])
    assert "In 5 turns" in told
    assert "Direction thrown for 4651/7776" in told
    act(page, "set", "extra:wheel:strength", "0")
    act(page, "set", "extra:forecast:turns", "1")
    told = plain(page.view.parts()["extra-forecast"])
    assert "From a dead calm now." in told
    assert "Dead calm 5/6" in told  # a calm leaves on 10 to 12 only


@pytest.mark.parametrize(("what", "value"), [("turns", "0"), ("turns", "9"), ("turns", "x"), ("strength", "3")])
def test_what_the_forecast_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    forecast = PanelView(forecast_panel(PanelView(WHEEL)))
    with pytest.raises(InputError):
        forecast.act(what, value, page.desk)
    assert forecast.current(page.desk).turns == 3
    for kept in (0, 9, True, "4", None):
        forecast.restore(kept)
        assert forecast.current(page.desk).turns == 3
    forecast.restore(8)  # as 0.5 stored it
    assert forecast.current(page.desk).turns == 8


def test_names_of_outcomes_do_not_depend_on_the_direction_before() -> None:
    assert wind.label(Throw(blow, (RULES, 2, 4), Blow(2, 4))) == "Stays at 2"
    assert wind.label(Throw(blow, (RULES, 2, 4), Blow(2, 5))) == "Stays at 2, but turns"
