"""Rules by turn (section 5): the whole calendar, and the council of war."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import odds

FROM = {
    2: ["general_espionage"],
    3: ["inspect_toulon", "council_of_war"],
    6: ["batteries_mobile"],
    8: ["all_republican_guns_are_batteries", "nml_supply_roll"],
    9: ["austrian_roll"],
    12: ["wings_merge"],
}
AT = {
    7: ["royal_louis_regains_permanent"],
    10: ["ohara_commands"],
    12: ["dugommier_replaces_carteaux"],
    13: ["cambridgeshires_permanent_losses"],
    16: ["remove_national_guard"],
}


@pytest.mark.parametrize("turn", range(1, 20))
def test_5_calendar(turn: int) -> None:
    (today,) = odds("toulon.turn_rules", turn=turn)
    assert list(today.in_force) == [name for start, names in FROM.items() if start <= turn for name in names]
    assert list(today.events) == AT.get(turn, [])


def test_5_every_line_is_one_or_the_other() -> None:
    lines = {name: (start, None) for start, names in FROM.items() for name in names} | {
        name: (None, at) for at, names in AT.items() for name in names
    }
    for name, (start, at) in lines.items():
        assert odds("toulon.turn_rule", name=name).p(from_turn=start, at_turn=at) == 1
    (espionage,) = odds("toulon.turn_rule", name="general_espionage")
    assert espionage.amount is None


def test_item_6_at_least_one_council_in_k_turns() -> None:
    printed = ["1/3", "5/9", "19/27", "65/81", "211/243"]
    assert [odds("toulon.council_within", turn=3, turns=turns).p(held=True) for turns in range(1, 6)] == [Fraction(p) for p in printed]


@pytest.mark.parametrize(("turn", "turns"), list(product(range(1, 6), range(6))))
def test_5c_council_by_every_face(turn: int, turns: int) -> None:
    tries = len([number for number in range(turn, turn + turns) if number >= 3])
    never = sum(all(face > 2 for face in faces) for faces in product(range(1, 7), repeat=tries))
    assert odds("toulon.council_within", turn=turn, turns=turns).p(held=False) == Fraction(never, 6**tries)


@given(st.integers(1, 10**9))
def test_5c_council(turn: int) -> None:
    assert odds("toulon.council", turn=turn).p(held=True) == (Fraction(1, 3) if turn >= 3 else 0)


def test_5c_a_thousand_turns() -> None:
    assert odds("toulon.council_within", turn=3, turns=1000).p(held=False) == Fraction(2, 3) ** 1000


@given(st.integers(1, 40))
def test_49a_the_wings_share_a_zone_once_they_have_merged(turn: int) -> None:
    (today,) = odds("toulon.turn_rules", turn=turn)
    assert odds("toulon.wings_share_zone", turn=turn).p(legal=True) == int("wings_merge" in today.in_force)


@given(st.integers(1, 40), st.fractions(0, 1, max_denominator=100))
def test_5h_austrians(turn: int, p: Fraction) -> None:
    assert odds("toulon.austrian_roll", turn=turn, chance=str(p)).p(come=True) == (p if turn >= 9 else 0)
