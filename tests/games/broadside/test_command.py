"""Command and surrender."""

from hypothesis import given
from hypothesis import strategies as st

from rulesdemo.api import odds


@given(st.lists(st.integers(0, 20), min_size=1, max_size=6), st.booleans())
def test_vii_chains(links: list[int], second: bool) -> None:
    holds = links[0] <= (16 if second else 2) and all(gap <= 2 for gap in links[1:])
    through = "none" if not holds else "second_admiral" if second and len(links) > 1 else "chief"
    assert odds("broadside.command_chain", links=links, second_admiral=second).p(command=through) == 1


@given(st.sampled_from(["line", "other"]), st.sampled_from(["chief", "second_admiral", "none"]), st.booleans(), st.booleans())
def test_b26_lags(rank: str, command: str, captain: bool, officers: bool) -> None:
    lag = {"chief": 0, "second_admiral": 2, "none": 3 if rank == "line" else 2}[command]
    lag += 4 if officers else 1 if captain else 0
    assert odds("broadside.order_lag", rank=rank, command=command, captain_dead=captain, officers_dead=officers).p(turns=lag) == 1


@given(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3), st.booleans())
def test_vi_surrender(hull: int, enemies: int, friends: int, leak: bool) -> None:
    if hull:
        state = "active"
    elif leak:
        state = "sunk"
    else:
        state = "surrendered" if enemies > friends else "hulk"
    assert odds("broadside.surrender", hull=hull, enemies=enemies, friends=friends, leak=leak).p(state=state) == 1
