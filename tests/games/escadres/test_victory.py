"""Victory (E-VIC): more than half lost, on either side."""

import pytest

from rulesdemo.api import odds


@pytest.mark.parametrize("ships", range(1, 9))
def test_a_side_loses_past_half(ships: int) -> None:
    for lost in range(ships + 1):
        assert odds("escadres.victory", ships=ships, lost=lost).p(loses=lost > ships - lost) == 1


@pytest.mark.parametrize("lost_a", range(4))
@pytest.mark.parametrize("lost_b", range(5))
def test_a_verdict_tests_both_sides(lost_a: int, lost_b: int) -> None:
    winner = {(False, False): "none", (True, False): "b", (False, True): "a", (True, True): "draw"}[lost_a >= 2, lost_b >= 3]
    assert odds("escadres.verdict", ships_a=3, lost_a=lost_a, ships_b=4, lost_b=lost_b).p(winner=winner) == 1
