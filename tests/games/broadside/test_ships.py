"""Ships: cards, crews and scale."""

from decimal import ROUND_HALF_UP, Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.analysis.catalogue import answer
from rulesdemo.api import odds


@pytest.mark.parametrize(
    ("ship", "card"),
    [
        ("seventy_four", ("line", 3, 5, 4, (3, 2), 1, 9, 10, 6, (4, 4, 4), False)),
        ("frigate", ("other", 4, 6, 5, (3, 3), 2, 5, 6, 3, (3, 3), True)),
        ("fort", ("fort", 0, 0, 0, (), 0, 0, 12, 8, (6, 6), False)),
    ],
)
def test_demo_ships(ship: str, card: tuple[object, ...]) -> None:
    (told,) = odds("broadside.demo_ship", ship=ship)
    assert told == card
    assert answer("broadside.demo_ship", ship=ship).provenance == "reconstructed"


# T10 typed a second time: inertia, rigging, close-hauled, and the factors of boarding, short and long.
CREWS = {
    1: (0, 0, 0, "1", "1", "1"),
    2: (0, 0, 0, "1.7", "1.4", "1.4"),
    3: (0, -1, 1, "2.0", "1.7", "1.7"),
    4: (1, -1, 1, "2.5", "2.0", "2.0"),
    5: (1, 1, 2, "3.0", "2.5", "2.5"),
}


@given(st.sampled_from(sorted(CREWS)), st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.booleans())
def test_t10_crews(quality: int, boarding: int, short: int, long: int, few_decks: bool) -> None:
    inertia, rigging, close_hauled, *factors = CREWS[quality]
    forces = [
        int((force * Decimal(str(factor))).quantize(Decimal(1), ROUND_HALF_UP))
        for force, factor in zip((boarding, short, long), factors, strict=True)
    ]
    dist = odds("broadside.crew_quality", quality=quality, boarding=boarding, short=short, long=long, under_two_decks=few_decks)
    counted = rigging if few_decks or quality in (1, 2, 5) else 0
    assert next(iter(dist)) == (inertia, counted, close_hauled, *forces)


def test_b1_the_knots_are_only_a_note() -> None:
    ((metres, minutes, tenths),) = odds("broadside.scale", m=1)
    assert (metres, minutes, tenths) == (200, 5, 15)
    assert Decimal(tenths) / 10 * 1852 * minutes / 60 == Decimal("231.5")  # what 1.5 knots would cover
