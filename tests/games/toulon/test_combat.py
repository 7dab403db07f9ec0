"""Combat (4.12): losses in their order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesdemo import answer, odds

LETTERS = {"temporary": "T", "permanent": "P"}


def losses(**inputs: object) -> str:
    (outcome,) = odds("toulon.loss_order", **inputs)
    assert (outcome.temporary, outcome.permanent) == (outcome.losses.count("temporary"), outcome.losses.count("permanent"))
    return "".join(LETTERS[loss] for loss in outcome.losses)


def test_d11_three_infantry_losses() -> None:
    assert losses(arm="infantry", count=3) == "TPT"


def test_d12_two_artillery_losses_in_a_melee() -> None:
    assert losses(arm="artillery", count=2, melee=True) == "PT"


@given(st.sampled_from(["infantry", "cavalry", "artillery"]), st.integers(0, 1000), st.booleans())
def test_412ab_losses_alternate(arm: str, count: int, melee: bool) -> None:
    start = "PT" if arm == "artillery" and melee else "TP"
    assert losses(arm=arm, count=count, melee=melee) == (start * count)[:count]


@given(st.integers(0, 1000), st.booleans())
def test_412c_beaten_guns_without_support_recover_nothing(count: int, melee: bool) -> None:
    assert losses(arm="artillery", count=count, melee=melee, beaten_alone=True) == "P" * count


@pytest.mark.parametrize(("count", "provenance"), [(0, "seed"), (1, "seed"), (2, "ruling"), (3, "ruling")])
def test_t24_only_a_second_loss_of_guns_in_a_melee_rests_on_the_ruling(count: int, provenance: str) -> None:
    assert answer("toulon.loss_order", arm="artillery", count=count, melee=True).provenance == provenance


@given(st.integers(0, 50), st.integers(0, 50))
def test_412p_decisive(own: int, other: int) -> None:
    (battle,) = odds("toulon.decisive", permanent=[own, other])
    assert battle.decisive is (own > 1 or other > 1)


@given(st.integers(0, 10**6))
def test_412g_a_lone_unit_counts_at_most_5(sp: int) -> None:
    assert odds("toulon.lone_strength", sp=sp).p(strength=min(sp, 5)) == 1


@given(st.integers(0, 10**6))
def test_412n_at_most_two_batteries_fire(batteries: int) -> None:
    assert odds("toulon.batteries_firing", batteries=batteries).p(firing=min(batteries, 2)) == 1
