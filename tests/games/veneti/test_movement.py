"""How far a ship may go (6.16, 6.44, 6.82, 6.83, 8.25)."""

from math import ceil

from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds

SIDES = {"stern": 0, "stern_flank": 1, "bow_flank": -1, "bow": -2}


def limit(name: str, **inputs: object) -> int:
    (outcome,) = odds(name, **inputs)
    return outcome.pm


@given(st.integers(0, 6), st.sampled_from(sorted(SIDES)), st.booleans(), st.booleans())
def test_sail_limit(strength: int, side: str, captured: bool, slow: bool) -> None:
    expected = 0 if strength == 0 else ceil(strength / 2) if captured else max(0, strength + SIDES[side])
    assert limit("veneti.sail_limit", strength=strength, wind_through=side, captured=captured, slow=slow) == (
        ceil(expected / 2) if slow else expected
    )
    assert limit("veneti.sail_limit", strength=strength, wind_through=side, captured=captured, slow=slow, immobilised=True) == 0


@given(st.integers(1, 100), st.integers(0, 200))
def test_cruise_limit(cruise: int, fatigue: int) -> None:
    left = max(1, cruise - fatigue)
    assert limit("veneti.cruise_limit", cruise=cruise, fatigue=fatigue) == left
    assert limit("veneti.cruise_limit", cruise=cruise, fatigue=fatigue, straggling=True) == ceil(left / 2)
    assert limit("veneti.slow_cruise", cruise=left) == ceil(left / 2)


def test_a_limit_rests_on_our_floor_only_where_it_bites() -> None:
    assert answer("veneti.sail_limit", strength=5, wind_through="bow").provenance == "seed"
    assert answer("veneti.sail_limit", strength=2, wind_through="bow").provenance == "seed"
    assert answer("veneti.sail_limit", strength=1, wind_through="bow").provenance == "ruling"
    assert answer("veneti.sail_limit", strength=5, wind_through="bow", slow=True).provenance == "reconstructed"
