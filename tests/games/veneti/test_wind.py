"""The wind over many turns (6.81, 6.83)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from rulesdemo import answer, odds
from rulesdemo.games.veneti.wind import wind
from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset, ruleset

RULES = ruleset("veneti")
ABSOLUTE = ruleset("veneti", {"wind_direction": "absolute"})
FACES = range(1, 7)
STRENGTHS = range(7)


@procedure
def next_strength(dice: Dice, rules: Ruleset, strength: int) -> int:
    return dice.do(wind, rules, strength).strength


@procedure
def direction_is_rolled(dice: Dice, rules: Ruleset, rolled: bool) -> bool:  # noqa: ARG001 - the chain ends when it is
    two = D6.sum_of(2)
    return dice.read(two, rules.table("wind_strength").under(two, "direction")) == "yes"


def is_calm(strength: int) -> bool:
    return strength == 0


def blows(strength: int) -> bool:
    return strength > 0


def after(strength: int, total: int) -> int:
    """Our wind table once more, from the text."""
    if total == 2:
        return 0
    if total <= 4:
        return max(1, strength - 1) if strength else 0
    if total <= 9:
        return strength
    return min(6, strength + (2 if total == 12 else 1))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_every_throw_of_two_or_three_dice(strength: int) -> None:
    counts: Counter[tuple[int, int]] = Counter()
    for one, two, three in product(FACES, FACES, FACES):
        shift = {1: -1, 2: -1, 3: 0, 4: 0, 5: 1, 6: 1}[three] if one + two == 7 else 0
        counts[after(strength, one + two), shift] += 1
    dist = odds("veneti.wind", strength=strength)
    assert dict(dist.items()) == {outcome: Fraction(count, 216) for outcome, count in counts.items()}


@pytest.mark.parametrize("strength", STRENGTHS)
def test_named_directions_change_only_the_shift(strength: int) -> None:
    dist = odds("veneti.wind", strength=strength, rules=ABSOLUTE)
    assert dist.marginal("strength") == odds("veneti.wind", strength=strength).marginal("strength")
    assert {shift: dist.p(shift=shift) for shift in (-2, -1, 1, 2, 3)} == dict.fromkeys((-2, -1, 1, 2, 3), Fraction(1, 36))
    # From any old direction to each of the six is one of these shifts, all equally likely.
    for old in range(6):
        new = odds("veneti.wind_direction", rules=ABSOLUTE).map(lambda turn, old=old: (old + turn.shift) % 6)
        assert dict(new.items()) == dict.fromkeys(range(6), Fraction(1, 6))


@pytest.mark.parametrize(("turns", "chance"), [(1, "1/6"), (5, "4651/7776"), (10, "50700551/60466176")])
def test_printed_chances_that_direction_is_rolled(turns: int, chance: str) -> None:
    chain = Chain(direction_is_rolled, False, bool, RULES)
    assert chain.within(turns).p(True) == Fraction(chance)
    assert chain.mean_turns() == 6


@pytest.mark.parametrize("turns", [0, 1, 2, 6, 20])
@pytest.mark.parametrize("start", range(1, 7))
def test_printed_chances_of_a_dead_calm(start: int, turns: int) -> None:
    chance = Chain(next_strength, start, is_calm, RULES).within(turns).p(0)
    assert chance == 1 - Fraction(35, 36) ** turns
    if turns == 6:
        assert chance == Fraction(338516711, 2176782336)


def test_a_calm_lasts_six_turns_on_average() -> None:
    calm = Chain(next_strength, 0, blows, RULES)
    assert calm.mean_turns() == 6
    assert dict(calm.ends().items()) == {1: Fraction(5, 6), 2: Fraction(1, 6)}


def test_wind_lasts_36_turns_on_average() -> None:
    assert {Chain(next_strength, start, is_calm, RULES).mean_turns() for start in range(1, 7)} == {36}


def test_one_turn_in_seven_is_calm_in_the_long_run() -> None:
    moves = {start: odds("veneti.wind", strength=start).marginal("strength") for start in STRENGTHS}
    shares = stationary([[moves[start].p(end) for end in STRENGTHS] for start in STRENGTHS])
    assert sum(shares) == 1
    assert [sum(shares[start] * moves[start].p(end) for start in STRENGTHS) for end in STRENGTHS] == shares
    assert shares[0] == Fraction(1, 7)


def stationary(step: list[list[Fraction]]) -> list[Fraction]:
    """Shares that one step leaves as they are: the balance equations, the last one replaced by the sum of 1, by Gauss and Jordan."""
    size = len(step)
    rows = [[step[column][row] - (row == column) for column in range(size)] + [Fraction(0)] for row in range(size - 1)]
    rows.append([Fraction(1)] * (size + 1))
    for at in range(size):
        pivot = next(row for row in range(at, size) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        rows[at] = [value / rows[at][at] for value in rows[at]]
        for other in range(size):
            if other != at:
                rows[other] = [value - rows[other][at] * own for value, own in zip(rows[other], rows[at], strict=True)]
    return [row[-1] for row in rows]


@pytest.mark.parametrize(
    ("strength", "limits"),
    [(0, {"calm", "falling_floor"}), (1, {"calm", "falling_floor"}), (3, {"calm"}), (5, {"calm", "top"}), (6, {"calm", "top"})],
)
def test_limits_are_rested_on_where_they_bite(strength: int, limits: set[str]) -> None:
    reads = answer("veneti.wind", strength=strength).rests_on
    assert {read.row for read in reads if getattr(read, "table", "") == "wind_strength_limits"} == limits


@pytest.mark.parametrize("top", [3, 5, 9])
def test_a_reader_may_move_the_top(top: int) -> None:
    rules = ruleset("veneti", patches={("wind_strength_limits", "top", "value"): str(top)})
    for strength in range(min(top, 6) + 1):
        highest = max(outcome.strength for outcome in odds("veneti.wind", strength=strength, rules=rules))
        assert highest == max(strength, min(top, strength + 2))


@pytest.mark.parametrize(("rules", "column"), [(ABSOLUTE, "direction"), (ruleset("veneti"), "steps")])
def test_the_switch_is_named_where_direction_is_rolled(rules: Ruleset, column: str) -> None:
    reads = answer("veneti.wind", rules=rules, strength=3).rests_on
    named = [(read.switch, read.ruling, read.provenance) for read in reads if hasattr(read, "switch")]
    assert named == [("wind_direction", "A38", "reconstructed")]
    assert {read.column for read in reads if getattr(read, "table", "") == "wind_direction"} == {column}
