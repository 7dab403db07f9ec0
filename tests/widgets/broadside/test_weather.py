"""Chapter 2 of Broadside: how far one sees, the weather board that is stepped turn by turn, and the exact forecast of the wind."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.state import Weather
from rulesdemo.games.broadside.weather import weather_step
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw
from rulesdemo.rules.ruleset import ruleset
from tests.support.markup import Marked, plain
from widgets.chapter.page import Chapter, chapter
from widgets.games.broadside.lessons import weather
from widgets.games.broadside.panels import forecast as broadside_forecast
from widgets.games.broadside.panels import sky as broadside_sky
from widgets.games.broadside.panels.forecast import forecast_panel
from widgets.games.broadside.panels.sky import Conditions, SkyBoard
from widgets.kit.panel import PanelView
from widgets.scene.shapes import every_group

RULES = ruleset("broadside")
N, NE, SE, S, SW, NW = range(6)
MORNING, SUNSET = 10 * 60, 20 * 60


@pytest.fixture
def page() -> Chapter:
    made = chapter(
        "broadside",
        "lookout",
        name="en/broadside/02_weather",
        lesson="weather",
        ship="sirene",
        at_once=True,
        seeds=range(50),
        windows={"lookout": ("0307", "1917")},
    )
    sky = SkyBoard()
    made.extra(sky)
    made.extra(forecast_panel(sky))
    made.play()
    return made


def act(page: Chapter, do: str, name: str = "", value: str = "") -> None:
    page.hear([{"do": do, "name": name, "value": value}])


def board(page: Chapter) -> SkyBoard:
    found = page.extras["sky"]
    assert isinstance(found, SkyBoard)
    return found


# -- words for the throw ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "force", "label", "verdict"),
    [
        ((1,), 3, "Drops to force 2", "1: the wind drops to force 2 [T4]."),
        ((6,), 3, "Rises to force 4", "6: the wind rises to force 4 [T4]."),
        ((3, 2), 3, "Turns 120 degrees to the right", "3: the wind turns [T4]. 2: 120 degrees to the right [T5]."),
        ((5,), 6, "Stays at force 6", "5: the wind can go no further, and stays at force 6 [T4] [B39]."),
    ],
)
def test_a_throw_for_the_wind_in_words(faces: tuple[int, ...], force: int, label: str, verdict: str) -> None:
    args = (RULES, force, "clear", 1)
    throw = Throw(weather_step, args, replay(weather_step, faces, *args).value)  # type: ignore[arg-type]
    assert weather.label(throw) == label
    assert weather.verdict(throw, faces) == verdict


@pytest.mark.parametrize(
    ("every", "sky", "title"),
    [
        ("1", "start", "The wind next turn"),
        ("3", "start", "The wind in turn 3"),
        ("3", "each_turn", "The wind next turn"),  # the sky is thrown for, if not the wind
        ("12", "start", ""),  # the set piece is over before
    ],
)
def test_a_wind_that_is_rolled_less_often_is_rehearsed_for_its_own_turn(page: Chapter, every: str, sky: str, title: str) -> None:
    act(page, "set", "switch:weather_every_n_turns", every)
    act(page, "set", "switch:visibility_roll", sky)
    found = weather.rehearsal(page.desk.position, "sirene")
    assert (found.title if found is not None else "") == title
    if found is not None and page.desk.chosen is None:
        act(page, "roll")
        assert page.desk.message


def test_where_no_die_is_thrown_for_the_weather_it_is_said() -> None:
    args = (ruleset("broadside", {"weather_every_n_turns": "2"}), 3, "clear", 1)
    throw = Throw(weather_step, args, replay(weather_step, (), *args).value)  # type: ignore[arg-type]
    assert weather.verdict(throw, ()) == "No die is thrown for the weather in this turn [III] [B27]."


# -- sight beside the board ------------------------------------------------------------------------------------------------------------


def test_the_outlook_has_the_four_skies_and_marks_the_one_there_is(page: Chapter) -> None:
    outlook = weather.outlook(page.desk.position, "sirene")
    assert outlook is not None
    assert [(line.name, line.number) for line in outlook.lines] == [("Clear", 120), ("Fog", 6), ("Rain", 30), ("Heavy rain", 18)]
    assert [line.name for line in outlook.lines if line.is_now] == ["Fog"]
    # From 0408 to 1515 are eleven columns, which bring five or six rows with them: 11 + (7 - 5.5) rounded up is 13.
    assert outlook.words == "She sees 6 hexes. [T6] Lion is 13 away, out of sight: nobody fires at her. [B24]"


def test_by_night_one_sees_a_tenth_as_far(page: Chapter) -> None:
    position = page.desk.position
    late = replace(position, scenario=replace(position.scenario, starts=SUNSET), weather=Weather(GRID.named("N"), 3, "rain", 30))
    outlook = weather.outlook(late, "sirene")
    assert outlook is not None
    assert [line.number for line in outlook.lines] == [12, 1, 3, 2]  # ruling B24
    assert outlook.title == "How far Sirene sees by night, in hexes"


def test_the_board_has_the_ring_and_the_words_stand_in_view(page: Chapter) -> None:
    ring = next(each for each in every_group(page.scene) if each.id == "sight")
    assert ring.label == "Sirene sees 6 hexes"
    words = ring.items[-1]
    assert (words.text, 0 < words.x < page.scene.w, 0 < words.y < page.scene.h) == ("sight 6 hexes", True, True)  # type: ignore[union-attr]


def test_the_throw_is_chosen_at_once_and_rehearsed_afterwards(page: Chapter) -> None:
    assert type(page.desk.chosen).__name__ == "RollWeather"
    act(page, "set", "dice", "6")
    act(page, "use dice")
    assert page.desk.position.sky.force == 4
    assert page.free is not None
    rows = {row.label: row.chance for row in page.view.odds().views[0].rows}
    assert (rows["Drops to force 3"], rows["Rises to force 5"], rows["Turns 60 degrees to the left"]) == (
        Fraction(1, 3),
        Fraction(1, 3),
        Fraction(1, 9),
    )


# -- the weather board -----------------------------------------------------------------------------------------------------------------


def test_the_board_is_that_of_the_desk_until_something_is_set(page: Chapter) -> None:
    assert board(page).now(page.desk) == Conditions(N, 3, "fog", MORNING)
    told = plain(page.view.parts()["extra-sky"])
    assert "10:00, by day. Wind from N, force 3, fog. One sees 6 hexes, 1200 m." in told
    assert "As on the board" not in told
    act(page, "extra", "sky:right")
    act(page, "set", "extra:sky:force", "5")
    act(page, "set", "extra:sky:die", "4")  # above force 3 this face is rain
    act(page, "set", "extra:sky:time", "1320")
    assert board(page).now(page.desk) == Conditions(NE, 5, "rain", 22 * 60)
    assert Marked(str(board(page).html(page.desk))).faults == []  # its own buttons have other names than the picture
    told = plain(page.view.parts()["extra-sky"])
    assert "22:00, at night. Wind from NE, force 5, rain. One sees 3 hexes, 600 m." in told
    assert "Barred: full sail, boarding." in told
    assert "Guns fire at half force." in told
    act(page, "extra", "sky:board")
    assert board(page).now(page.desk) == Conditions(N, 3, "fog", MORNING)


def test_the_skies_and_their_chances_follow_the_wind(page: Chapter) -> None:
    # Answer 19 of the exact odds: up to force 3 fog, rain and heavy rain 1/6 each, above rain 1/3 and no fog.
    told = plain(page.view.parts()["extra-sky"])
    assert "1–3 clear 4 fog 5 rain 6 heavy rain" in told
    assert re.search(r"Clear 1/2 1 2 120 12 Fog 1/6 1 6 6 \(now\) 1 Rain 1/6 1 6 30 3 Heavy rain 1/6 1 6 18 2", told)
    act(page, "set", "extra:sky:force", "4")
    told = plain(page.view.parts()["extra-sky"])
    assert "1–3 clear 4–5 rain 6 heavy rain" in told
    assert "Fog never 6 (now) 1 Rain 1/3 1 3 30 3" in told


def test_turns_are_stepped_with_the_faces_thrown() -> None:
    start = Conditions(N, 3, "fog", SUNSET - 10)
    steps = broadside_sky.weather_steps(RULES, start, ((6,), (3, 4), (1,)))
    # 6 raises to 4; 3 turns, and a 4 is 120 to the left, N to SW; 1 drops to 3. Five minutes each.
    assert [each.sky for each in steps] == [
        Conditions(N, 4, "fog", SUNSET - 5),
        Conditions(SW, 4, "fog", SUNSET),
        Conditions(SW, 3, "fog", SUNSET + 5),
    ]
    assert steps[1].words == "3: the wind turns [T4]. 4: 120 degrees to the left [T5]."
    assert [broadside_sky.sight_in(RULES, each.sky) for each in steps] == [(False, 6), (True, 1), (True, 1)]


def test_where_the_rulings_ask_for_other_faces_the_turns_end() -> None:
    every_second = ruleset("broadside", {"weather_every_n_turns": "2"})
    start = Conditions(N, 3, "fog", MORNING)
    assert broadside_sky.weather_steps(every_second, start, ((6,), (6,))) == ()  # nothing is thrown in the first turn
    first, second = broadside_sky.weather_steps(every_second, start, ((), (6,)))
    assert (first.sky.force, first.words) == (3, "No throw is due this turn. [B27]")
    assert second.sky.force == 4


def test_an_hour_is_the_end_and_setting_anything_begins_anew(page: Chapter) -> None:
    for turn in range(1, 13):
        act(page, "extra", "sky:step")
        assert len(board(page).current(page.desk).thrown) == turn
    assert board(page).now(page.desk).minutes == MORNING + 60
    assert "12 turns stepped" in plain(page.view.parts()["extra-sky"])
    act(page, "extra", "sky:step")
    assert page.trouble.startswith("12 turns make an hour.")
    act(page, "set", "extra:sky:from", str(S))
    assert board(page).current(page.desk).thrown == ()
    assert board(page).now(page.desk).minutes == MORNING + 60


def test_a_weather_board_comes_back_as_it_was(page: Chapter) -> None:
    act(page, "set", "extra:sky:force", "2")
    act(page, "extra", "sky:step")
    again = SkyBoard()
    again.restore(board(page).stored_state())
    assert again.now(page.desk) == board(page).now(page.desk)
    assert len(again.current(page.desk).thrown) == 1


@pytest.mark.parametrize(
    ("what", "value"), [("force", "7"), ("from", "6"), ("die", "0"), ("die", "7"), ("time", "601"), ("time", "x"), ("spin", "")]
)
def test_what_the_board_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    sky = SkyBoard()
    with pytest.raises(InputError):
        sky.act(what, value, page.desk)
    assert sky.current(page.desk).own is None


@pytest.mark.parametrize(
    "stored",
    [
        [[0, 7, "fog", 600], []],
        [[6, 3, "fog", 600], []],
        [[0, 3, "snow", 600], []],
        [[0, 3, "fog", 1440], []],
        [[0, True, "fog", 600], []],
        [[0, 3, "fog"], []],
        [[0, 3, "fog", 600], [[7]]],
        [[0, 3, "fog", 600], [[1]] * 13],
        [[0, 3, "fog", 600]],
        "fog",
        None,
    ],
)
def test_no_weather_that_there_is_not_is_restored(page: Chapter, stored: Any) -> None:
    sky = SkyBoard()
    sky.restore(stored)
    assert sky.current(page.desk).own is None


def test_a_weather_board_of_0_5_comes_back(page: Chapter) -> None:
    sky = SkyBoard()
    sky.restore([[S, 5, "rain", 605], [[6], [1]]])
    assert sky.now(page.desk) == Conditions(S, 5, "rain", 615)


# -- the forecast ----------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turns", "chance"),
    [(0, Fraction(0)), (1, Fraction(1, 3)), (2, Fraction(4, 9)), (3, Fraction(14, 27)), (6, Fraction(154, 243))],
)
def test_boarding_barred_at_some_point_from_force_3(turns: int, chance: Fraction) -> None:
    # Answer 17 of the exact odds.
    assert broadside_forecast.once(RULES, 3, turns)["Boarding barred"] == chance


def test_the_force_after_twelve_turns() -> None:
    chances = broadside_forecast.forces(RULES, 3, 12)
    assert sum(chances.values()) == 1
    assert sum(chances[force] for force in (4, 5, 6)) == Fraction(225394, 531441)  # answer 17


@pytest.mark.parametrize(
    ("turns", "same", "opposite"),
    [(1, Fraction(2, 3), Fraction(0)), (2, Fraction(77, 162), Fraction(2, 81)), (3, Fraction(1057, 2916), Fraction(79, 1458))],
)
def test_the_direction_some_turns_on(turns: int, same: Fraction, opposite: Fraction) -> None:
    # Answer 18 of the exact odds; from SE, the opposite is NW.
    chances = broadside_forecast.directions(RULES, 3, SE, turns)
    assert (chances[SE], chances[NW]) == (same, opposite)
    assert sum(chances.values()) == 1


def test_what_is_barred_now_is_certain_and_the_rest_is_met_on_the_way() -> None:
    now = broadside_forecast.once(RULES, 5, 0)
    assert now == {"Boarding barred": 1, "Gunfire barred": 0, "Becalmed": 0}
    # From 5, a 6 within one turn on 5 or 6; from 1, no wind on 1 or 2.
    assert broadside_forecast.once(RULES, 5, 1)["Gunfire barred"] == Fraction(1, 3)
    assert broadside_forecast.once(RULES, 1, 1)["Becalmed"] == Fraction(1, 3)
    assert broadside_forecast.once(RULES, 0, 1)["Becalmed"] == 1


def test_the_forecast_starts_from_the_weather_board(page: Chapter) -> None:
    told = plain(page.view.parts()["extra-forecast"])
    assert "From force 3, wind from N." in told
    assert "Boarding barred 14/27 14 27 51.9 %" in told
    assert "N, as now 1057/2916" in told
    act(page, "set", "extra:sky:force", "4")
    act(page, "extra", "sky:left")
    act(page, "set", "extra:forecast:turns", "2")
    told = plain(page.view.parts()["extra-forecast"])
    assert "From force 4, wind from NW." in told
    assert re.search(r"Boarding barred 1 100(\.0)? %", told)
    assert "In 2 turns it blows from" in told
    assert "NW, as now 77/162" in told


@pytest.mark.parametrize(("what", "value"), [("turns", "0"), ("turns", "13"), ("turns", "x"), ("force", "3")])
def test_what_the_forecast_does_not_know_changes_nothing(page: Chapter, what: str, value: str) -> None:
    forecast = PanelView(forecast_panel(SkyBoard()))
    with pytest.raises(InputError):
        forecast.act(what, value, page.desk)
    for kept in (0, 13, True, "4", None):
        forecast.restore(kept)
    assert forecast.current(page.desk).turns == 3
    forecast.restore(12)
    assert forecast.current(page.desk).turns == 12
