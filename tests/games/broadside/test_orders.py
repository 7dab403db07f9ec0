"""Orders: every short text against a reader written letter by letter, and the legs of a tack on the board."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds
from rulesdemo.games.broadside.orders import OrderCost

hexes = st.integers(1, 99)
turns = st.sampled_from("GD")


def cost_of(order: str) -> OrderCost:
    (told,) = odds("broadside.order_cost", order=order)
    assert isinstance(told, OrderCost)
    return told


def is_order(text: str) -> bool:
    """B47 with single digits: a pivot alone, a tack alone, or steps with a hex before and after each pivot and perhaps a tack."""
    if text in ("A", "-A-", "G", "D", "G1G", "D1D"):
        return True
    if text[-3:] in ("G1G", "D1D") and is_steps(text[:-3]):
        return True
    return is_steps(text)


def is_steps(text: str) -> bool:
    """A number, then, after each single pivot, a number again; beside a pivot never 0."""
    runs: list[str] = [""]
    for letter in text:
        if letter in "GD":
            runs.append("")
        elif letter.isdigit():
            runs[-1] += letter
        else:
            return False
    return all(run and (run == "0" or run[0] != "0") for run in runs) and (len(runs) == 1 or "0" not in runs)


def test_every_short_text() -> None:
    for length in range(1, 6):
        for letters in product("01GDA", repeat=length):
            text = "".join(letters)
            if len(max(text.replace("G", " ").replace("D", " ").split(" "), key=len)) > 3:
                continue  # we take up to three digits in a row
            assert cost_of(text).legal == is_order(text), text


@given(st.lists(hexes, min_size=1, max_size=6), st.data())
def test_costs_of_steps(ahead: list[int], data: st.DataObject) -> None:
    pivots = data.draw(st.lists(turns, min_size=len(ahead) - 1, max_size=len(ahead) - 1))
    tack = data.draw(st.sampled_from(["", "G1G", "D1D"]))
    sail = data.draw(st.sampled_from(["", "VH", "FS"]))
    order = sail + str(ahead[0]) + "".join(f"{pivot}{steps}" for pivot, steps in zip(pivots, ahead[1:], strict=True)) + tack
    if len(order) > 40:
        return
    m = sum(ahead) + max(0, len(pivots) - 1) + (3 if tack else 0) + (1 if sail else 0)
    turned = pivots.count("D") - pivots.count("G") + {"": 0, "G1G": -2, "D1D": 2}[tack]
    crossed = sum(ahead) + (1 if tack else 0)
    assert cost_of(order) == (True, m, 1 if sail else 0, crossed, turned, 0 if tack else crossed)


@pytest.mark.parametrize(("order", "heading"), [("G1G", "NE"), ("D1D", "NW")])
def test_bt06_a_tack_goes_from_close_hauled_to_close_hauled(order: str, heading: str) -> None:
    side = "left" if order[0] == "G" else "right"
    points = [odds("broadside.point_of_sailing", heading=heading, wind_from="N")]
    for _ in range(abs(cost_of(order).turned)):
        ((heading, _),) = odds("broadside.pivot", heading=heading, side=side)
        points.append(odds("broadside.point_of_sailing", heading=heading, wind_from="N"))
    assert [next(iter(dist)).point for dist in points] == ["B", "A", "B"]
    assert cost_of(order).speed_after == 0


@given(st.integers(0, 9), st.integers(0, 4), st.integers(0, 9), st.integers(0, 5))
def test_b7_a_tack_and_the_hexes_before_it_fit(m: int, inertia: int, speed: int, ahead: int) -> None:
    allowed = ahead + 3 <= m and ahead + 3 <= speed + inertia
    assert odds("broadside.tack_allowed", m=m, inertia=inertia, speed_last=speed, ahead=ahead).p(allowed=allowed, m=ahead + 3) == 1
