"""The dice of Escadres written a second time, face by face and with plain sums: what the quick ways of the engine are checked against."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from rulesdemo.rules.ruleset import Ruleset, ruleset

FACES = range(1, 7)
RULES = ruleset("escadres")

Loss = tuple[int, int, int, int, int, int, int]  # power, crew, fires, speed, turns, stopped, exploded
Distribution = dict[Loss, Fraction]

NOTHING: Loss = (0, 0, 0, 0, 0, 0, 0)
EXPLODED: Loss = (0, 0, 0, 0, 0, 0, 1)
POWER: Loss = (1, 0, 0, 0, 0, 0, 0)
CREW: Loss = (0, 1, 0, 0, 0, 0, 0)
FIRE: Loss = (0, 0, 1, 0, 0, 0, 0)
TWO_POWER: Loss = (2, 0, 0, 0, 0, 0, 0)
TWO_CREW: Loss = (0, 2, 0, 0, 0, 0, 0)

# Faces 1 to 6. On both tables a 6 asks for the next die too, which is all it does unless reading B gives it the result beside it.
FIRST_DIE = {
    "A": (NOTHING, NOTHING, POWER, POWER, CREW, NOTHING),
    "B": (NOTHING, NOTHING, POWER, POWER, CREW, CREW),
    "C": (NOTHING, POWER, POWER, POWER, CREW, NOTHING),
    "blast": (NOTHING, FIRE, POWER, POWER, CREW, NOTHING),
}
CRITICAL_DIE = (TWO_POWER, TWO_POWER, TWO_CREW, TWO_CREW, FIRE, NOTHING)
CRITICAL_DIE_B = (TWO_POWER, TWO_POWER, TWO_CREW, TWO_CREW, FIRE, FIRE)


def reading(letter: str) -> Ruleset:
    return ruleset("escadres", {"table_reading": letter})


def plus(one: Loss, other: Loss) -> Loss:
    """Everything added up, even beside an explosion."""
    return tuple(a + b for a, b in zip(one, other, strict=True))  # type: ignore[return-value]


def overridden(loss: Loss) -> Loss:
    """An explosion overrides the rest, and the two flags are flags."""
    return EXPLODED if loss[6] else (*loss[:5], min(1, loss[5]), 0)


def flagged(loss: Loss) -> Loss:
    """The two flags are flags, but nothing is overridden."""
    return (*loss[:5], min(1, loss[5]), min(1, loss[6]))


def big_die(face: int, fourth: int, one: int, two: int, third: int) -> Loss:
    """The third die, and the dice it asks for."""
    match face:
        case 1:
            return (one, 0, 1, 0, 0, 0, 0)
        case 2:
            return (0, one, 0, 0, 0, 0, 0)
        case 3:
            return (0, 0, 0, 1, 0, 0, 0)
        case 4:
            return (0, 0, 0, 0, 1, 0, 0)
        case 5:
            return (0, 0, 0, 0, 0, 1, 0)
        case _:
            return EXPLODED if fourth >= 4 else (one + two, 0, (third + 1) // 2, 0, 0, 0, 0)


def tape_results(table: str) -> Iterator[Loss]:
    """What one die comes to, for every tape of seven faces; a die that is not asked for makes no difference."""
    second_die = CRITICAL_DIE_B if table == "B" else CRITICAL_DIE
    for first, second, *rest in product(FACES, repeat=7):
        loss = FIRST_DIE[table][first - 1]
        if first == 6:
            loss = plus(loss, second_die[second - 1])
            if second == 6:
                loss = plus(loss, big_die(*rest))
        yield loss


@cache
def one_die(table: str = "A") -> Distribution:
    """The distribution of one die before anything is overridden; `table` is the reading of the damage table, or blast."""
    counts: dict[Loss, int] = {}
    for loss in tape_results(table):
        counts[loss] = counts.get(loss, 0) + 1
    return {loss: Fraction(count, 6**7) for loss, count in counts.items()}


@cache
def several_dice(n: int, table: str = "A") -> Distribution:
    """The distribution of n dice added up, nothing capped and nothing overridden."""
    dist: Distribution = {NOTHING: Fraction(1)}
    for _ in range(n):
        longer: Distribution = {}
        for loss, chance in dist.items():
            for more, times in one_die(table).items():
                total = plus(loss, more)
                longer[total] = longer.get(total, Fraction(0)) + chance * times
        dist = longer
    return dist


def merged(dist: Distribution, change: object, *args: object) -> dict[object, Fraction]:
    """The distribution of what `change(loss, *args)` makes of each loss."""
    out: dict[object, Fraction] = {}
    for loss, chance in dist.items():
        new = change(loss, *args)  # type: ignore[operator]
        out[new] = out.get(new, Fraction(0)) + chance
    return out


def within(loss: Loss, power: int, crew: int) -> Loss:
    """No more lost than the ship has left, an explosion first."""
    loss = overridden(loss)
    return (min(loss[0], power), min(loss[1], crew), *loss[2:])


def puts_out(face: int, training: int) -> bool:
    """One die against one fire."""
    return face != 1 and face + training >= 4


@cache
def fought(fires: int, training: int) -> dict[int, Fraction]:
    """How many fires are left, one die after the other."""
    if fires == 0:
        return {0: Fraction(1)}
    dist: dict[int, Fraction] = {}
    for left, chance in fought(fires - 1, training).items():
        for face in FACES:
            now = left if puts_out(face, training) else left + 1
            dist[now] = dist.get(now, Fraction(0)) + chance / 6
    return dist


def fire_turn(power: int, crew: int, fires: int, training: int) -> dict[tuple[str, int, int, int], Fraction]:
    """One end of turn of a burning ship."""
    dist: dict[tuple[str, int, int, int], Fraction] = {}
    for loss, chance in several_dice(fires).items():
        power_left, crew_left = max(0, power - loss[0]), max(0, crew - loss[1])
        if loss[6] or power_left == 0:
            dist["exploded", 0, 0, 0] = dist.get(("exploded", 0, 0, 0), Fraction(0)) + chance
            continue
        aboard = fires + loss[2]
        for left, times in (fought(aboard, training) if crew_left else {aboard: Fraction(1)}).items():
            key = ("burning" if left else "out", power_left, crew_left, left)
            dist[key] = dist.get(key, Fraction(0)) + chance * times
    return dist
