"""Stacking (4.1, 6.2): the rule written a second time."""

from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds

units = st.lists(st.integers(0, 12), min_size=1, max_size=6)
places = st.sampled_from(["fortress", "fort_la_garde", "zone"])


def limit_of(place: str, value: int) -> int:
    return 3 * value if place == "zone" else 7


@given(places, units, st.integers(0, 6), st.booleans())
def test_41_over_and_room(place: str, sp: list[int], value: int, desperate: bool) -> None:
    (stack,) = odds("toulon.stacking", place=place, sp=sp, value=value, desperate=desperate)
    limit = limit_of(place, value)
    alone_in_a_fort = place != "zone" and len(sp) == 1
    assert stack.over == (0 if alone_in_a_fort else max(0, sum(sp) - limit))
    assert stack.room == max(0, limit - sum(sp))
    assert stack.legal == (stack.over == 0 or desperate)


@given(units, st.integers(0, 6))
def test_413a_a_rally_that_fills_the_room_is_legal_and_one_more_is_not(sp: list[int], value: int) -> None:
    (stack,) = odds("toulon.stacking", place="zone", sp=sp, value=value)
    if stack.legal:
        (full,) = odds("toulon.stacking", place="zone", sp=[*sp, stack.room], value=value)
        (over,) = odds("toulon.stacking", place="zone", sp=[*sp, stack.room + 1], value=value)
        assert (full.legal, full.room, over.legal, over.over) == (True, 0, False, 1)
