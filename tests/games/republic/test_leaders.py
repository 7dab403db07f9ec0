"""Tactical aptitude (8.32) and leader loss (8.6)."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from rulesdemo import odds
from rulesdemo.rules.ruleset import ruleset

LETTERS = "ABCDE"
TACTICAL = {
    "A": (4, 5, 6, 6, 7, 7, 7, 7, 8, 9),
    "B": (3, 4, 4, 5, 6, 6, 6, 7, 7, 8),
    "C": (2, 3, 4, 4, 4, 5, 6, 6, 6, 7),
    "D": (0, 1, 2, 2, 2, 3, 3, 4, 5, 6),
    "E": (0, 0, 1, 2, 2, 2, 3, 3, 4, 5),
}


@pytest.mark.parametrize("attacker", LETTERS)
@pytest.mark.parametrize("defender", LETTERS)
def test_tactical_is_what_the_hundred_throws_say(attacker: str, defender: str) -> None:
    counts = Counter(mine - theirs for mine, theirs in product(TACTICAL[attacker], TACTICAL[defender]))
    dist = odds("republic.tactical", attacker=attacker, defender=defender).marginal("drm")
    assert dict(dist.items()) == {gap: Fraction(count, 100) for gap, count in counts.items()}


def test_a_against_b() -> None:
    dist = odds("republic.tactical", attacker="A", defender="B").marginal("drm")
    assert dict(dist.items()) == {
        -4: Fraction(1, 100),
        -3: Fraction(3, 100),
        -2: Fraction(7, 100),
        -1: Fraction(3, 25),
        0: Fraction(9, 50),
        1: Fraction(1, 5),
        2: Fraction(7, 50),
        3: Fraction(7, 50),
        4: Fraction(7, 100),
        5: Fraction(3, 100),
        6: Fraction(1, 100),
    }
    assert (dist.mean(), dist.at_least(1), dist.at_most(-1)) == (1, Fraction(59, 100), Fraction(23, 100))


def test_a_against_e() -> None:
    dist = odds("republic.tactical", attacker="A", defender="E").marginal("drm")
    assert (dist.mean(), dist.at_least(1), dist.p(9)) == (Fraction(22, 5), Fraction(97, 100), Fraction(1, 50))


def test_mean_tactical_values() -> None:
    """Read off the table; the means of the gaps must say the same."""
    table = ruleset("republic").table("tactical")
    means = {letter: Fraction(sum(table.at(die, letter) for die in range(10)), 10) for letter in LETTERS}
    assert means == {"A": Fraction(33, 5), "B": Fraction(28, 5), "C": Fraction(47, 10), "D": Fraction(14, 5), "E": Fraction(11, 5)}
    steps = {f"{a}{b}": means[a] - means[b] for a, b in pairwise(LETTERS)}
    assert max(steps, key=lambda pair: steps[pair]) == "CD"
    assert min(steps, key=lambda pair: steps[pair]) == "DE"
    assert (steps["CD"], steps["DE"]) == (Fraction(19, 10), Fraction(3, 5))
    for a, b in product(LETTERS, repeat=2):
        assert odds("republic.tactical", attacker=a, defender=b).mean("drm") == means[a] - means[b]


def test_the_closest_pair_of_different_letters_is_d_and_e() -> None:
    gaps = {pair: abs(odds("republic.tactical", attacker=pair[0], defender=pair[1]).mean("drm")) for pair in combinations(LETTERS, 2)}
    assert min(gaps.items(), key=lambda item: item[1]) == (("D", "E"), Fraction(3, 5))


def test_the_tactical_modifier_stays_within_9() -> None:
    drms = {each.drm for a, b in product(LETTERS, repeat=2) for each in odds("republic.tactical", attacker=a, defender=b)}
    assert drms == set(range(-9, 10))


@pytest.mark.parametrize("reading", ["both", "first"])
@pytest.mark.parametrize("vm", range(11))
def test_leader_loss_is_what_the_hundred_throws_say(vm: int, reading: str) -> None:
    rules = ruleset("republic", {"leader_loss_drm": reading})
    for drm in range(-12, 13):
        again = drm if reading == "both" else 0
        counts = Counter(
            "safe" if first + drm < vm else "wounded" if second + again < vm else "killed" for first, second in product(range(10), repeat=2)
        )
        dist = odds("republic.leader_loss", vm=vm, drm=drm, rules=rules).marginal("fate")
        assert dict(dist.items()) == {fate: Fraction(count, 100) for fate, count in counts.items()}


def test_leader_loss_by_its_formula() -> None:
    """With p the chance to reach the rating: safe 1 - p, wounded p (1 - p), killed p squared."""
    for vm, drm in product(range(11), range(-3, 4)):
        p = Fraction(max(0, min(10, 10 - vm + drm)), 10)
        dist = odds("republic.leader_loss", vm=vm, drm=drm)
        assert [dist.p(fate=fate) for fate in ("safe", "wounded", "killed")] == [1 - p, p * (1 - p), p * p]


def test_rating_8_in_a_defeated_force_dies_9_times_in_100() -> None:
    (modifier,) = odds("republic.leader_loss_drm", defeated=True)
    assert odds("republic.leader_loss", vm=8, drm=modifier.drm).p(fate="killed") == Fraction(9, 100)
