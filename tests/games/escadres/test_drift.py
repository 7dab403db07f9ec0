"""Drift (E-DRIFT): the choices by wind, and how long a ship lies in irons."""

from fractions import Fraction

import pytest

from rulesdemo.analysis.catalogue import find
from rulesdemo.api import odds
from rulesdemo.board.hexes import ORIGIN, Direction, Hex, distance
from rulesdemo.board.sectors import TwoHex
from rulesdemo.games.escadres.board import GRID, ship_at, wind_index
from rulesdemo.games.escadres.drift import is_free, stay
from rulesdemo.odds.chains import Chain
from tests.games.escadres.by_hand import RULES

F = Fraction
WIND_TO = Direction(0)
DOWNWIND = GRID.vectors[WIND_TO]
# 4.2; V19 is class B.
OPTIONS = {"A": ("both", "stern_only"), "B": ("both",), "C": ("both", "bow_only"), "D": ("both", "bow_pays_off_left", "bow_pays_off_right")}
# 4.2: the class that a choice leads to.
LEADS_TO = {("A", "stern_only"): "C", ("C", "bow_only"): "A", ("D", "bow_pays_off_left"): "C", ("D", "bow_pays_off_right"): "C"}


def options(wind: str) -> tuple[str, ...]:
    return tuple(next(iter(odds("escadres.drift_options", wind=wind))).options)


def wind_of(ship: TwoHex) -> str:
    return str(next(iter(odds("escadres.wind_class", heading=ship.heading, wind_to=WIND_TO))).wind)


def drifted(ship: TwoHex, option: str) -> tuple[Hex, Hex]:
    bow_steps = {
        "both": DOWNWIND,
        "bow_only": DOWNWIND,
        "bow_pays_off_left": GRID.vectors[(WIND_TO + 1) % 6],
        "bow_pays_off_right": GRID.vectors[(WIND_TO - 1) % 6],
    }
    bow = ship.bow + bow_steps[option] if option in bow_steps else ship.bow
    return bow, ship.stern + DOWNWIND if option in ("both", "stern_only") else ship.stern


@pytest.mark.parametrize(("wind", "expected"), OPTIONS.items())
def test_v19_drift_options(wind: str, expected: tuple[str, ...]) -> None:
    assert options(wind) == expected


@pytest.mark.parametrize("heading", range(6))
def test_every_choice_leaves_bow_and_stern_on_adjacent_hexes(heading: int) -> None:
    ship = ship_at(ORIGIN, Direction(heading))
    wind = wind_of(ship)
    for option in options(wind):
        bow, stern = drifted(ship, option)
        assert distance(bow, stern) == 1
        turned = ship_at(bow, Direction(GRID.vectors.index(bow - stern)))
        assert wind_of(turned) == LEADS_TO.get((wind, option), wind)


@pytest.mark.parametrize("heading", range(6))
def test_no_straight_choice_is_missing(heading: int) -> None:
    ship = ship_at(ORIGIN, Direction(heading))
    possible = {option for option in ("both", "bow_only", "stern_only") if distance(*drifted(ship, option)) == 1}
    assert possible == {option for option in options(wind_of(ship)) if "pays_off" not in option}


def test_only_the_pay_off_is_rebuilt() -> None:
    provenances = {wind: find("escadres.drift_options").answer({"wind": wind}).provenance for wind in "ABCD"}
    assert provenances == {"A": "ruling", "B": "ruling", "C": "ruling", "D": "reconstructed"}


def test_item_12_stuck_head_to_wind() -> None:
    assert wind_index(Direction(3), WIND_TO) == 3
    assert wind_of(ship_at(ORIGIN, Direction(3))) == "D"
    assert odds("escadres.drift").p(drifts=True) == F(1, 2)
    for turns in (0, 1, 3, 10, 1000):
        assert odds("escadres.in_irons", turns=turns).p(stuck=True) == F(1, 2) ** turns
    assert Chain(stay, True, is_free, RULES).mean_turns() == 2
