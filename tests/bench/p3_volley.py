"""P3: a volley of n dice, seven amounts added up and capped; jointly, and the loss of power alone."""

# ruff: noqa: FURB136 - written out, because min is one call more in every innermost loop
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import comb, factorial
from typing import Any

import dyce
import icepool
from constants import BIG, CAP_OF, CAPS, CRITICAL, DAMAGE, EXPLODED, MAJOR, Damage
from distributions import Answers, Distribution, Row, expanded, translated

from rulesdemo.analysis.catalogue import find
from rulesdemo.odds.dice import D3, D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.procedure import odds, procedure
from rulesdemo.rules.ruleset import ruleset

# -- ours ------------------------------------------------------------------------------------------------------------------------


@procedure
def gun(dice: Dice) -> Damage:
    """One die of a shot."""
    entry = dice.read(D6, DAMAGE)
    return dice.last(critical) if entry == "critical" else entry


@procedure
def critical(dice: Dice) -> Damage:
    """The second die of a 6."""
    entry = dice.read(D6, CRITICAL)
    return dice.last(big_critical) if entry == "big" else entry


@procedure
def big_critical(dice: Dice) -> Damage:
    """The third die."""
    match dice.read(D6, BIG):
        case ("power_d6", fires):
            return Damage(power=dice.roll(D6), fires=fires)
        case ("crew_d6", fires):
            return Damage(crew=dice.roll(D6), fires=fires)
        case "major":
            return dice.last(major)
        case entry:
            return entry


@procedure
def major(dice: Dice) -> Damage:
    """The fourth die."""
    entry = dice.read(D6, MAJOR)
    return Damage(power=dice.total(2, D6), fires=dice.roll(D3)) if entry == "heavy" else entry


@procedure
def volley(dice: Dice, n: int) -> Damage:
    """All dice of a shot."""
    return dice.last(pool(gun, cap=CAPS), n)


def ours_joint(most: int) -> Answers:
    """Every outcome, listed."""
    answers = {n: odds(volley, n) for n in range(1, most + 1)}
    for answer in answers.values():
        _ = answer.weights  # a pool's distribution stays folded until it is asked for
    return answers


def ours_power(most: int) -> Answers:
    """One field of the same procedure."""
    return {n: odds(volley, n).marginal("power") for n in range(1, most + 1)}


def joint_in_the_game(most: int) -> Answers:
    """The project's own procedure, under its rules, in which an explosion clears everything else."""
    rules = ruleset("escadres")
    procedure = find("escadres.volley").procedure
    answers = {n: procedure.dist(rules, n, CAPS["power"], CAPS["crew"]) for n in range(1, most + 1)}
    for answer in answers.values():
        _ = answer.weights
    return answers


def without_the_exploded(answers: Answers) -> Answers:
    """The joint distribution with all explosions made one outcome."""
    return translated(answers, lambda outcome: tuple(EXPLODED) if outcome[-1] else tuple(outcome))


# -- one gun, for the others -------------------------------------------------------------------------------------------------------


def gun_with_icepool() -> icepool.Die[Any]:
    """Each table a map of one die; records, because icepool takes plain tuples apart to look for dice."""
    die = icepool.d(6)
    half = die.map(lambda face: (face + 1) // 2, star=False)
    heavy = icepool.map(lambda power, fires: Damage(power=power, fires=fires), 2 @ die, half, star=False)
    major = icepool.Die([heavy if entry == "heavy" else entry for entry in MAJOR])
    further: dict[Any, Any] = {
        BIG[0]: die.map(lambda power: Damage(power=power, fires=BIG[0][1]), star=False),
        BIG[1]: die.map(lambda crew: Damage(crew=crew, fires=BIG[1][1]), star=False),
        "major": major,
    }
    big = icepool.Die([further.get(entry, entry) for entry in BIG])
    critical = icepool.Die([big if entry == "big" else entry for entry in CRITICAL])
    return icepool.Die([critical if entry == "critical" else entry for entry in DAMAGE])


def gun_with_dyce() -> dyce.H[Any]:
    """Each table a histogram of its entries, expanded where an entry throws on."""
    die = dyce.H(6)
    half = die.apply(lambda face: (face + 1) // 2)
    heavy = (2 @ die).apply(lambda power, fires: Damage(power=power, fires=fires), half)
    further: dict[Any, Any] = {
        BIG[0]: die.apply(lambda power: Damage(power=power, fires=BIG[0][1])),
        BIG[1]: die.apply(lambda crew: Damage(crew=crew, fires=BIG[1][1])),
    }
    for name, entries in (("heavy", None), ("major", MAJOR), ("big", BIG), ("critical", CRITICAL), ("gun", DAMAGE)):
        further[name] = heavy if entries is None else expanded(lambda thrown: further.get(thrown.outcome, thrown.outcome), dyce.H(entries))
    return further["gun"]


def gun_by_hand() -> Distribution:  # noqa: C901 - one table after the other
    """Weights out of six to the sixth, in lowest terms."""
    dist: dict[Damage, int] = {}

    def add(outcome: Damage, weight: int) -> None:
        dist[outcome] = dist.get(outcome, 0) + weight

    whole = 6**6
    for entry in DAMAGE:
        if entry != "critical":
            add(entry, whole // 6)
    for entry in CRITICAL:
        if entry != "big":
            add(entry, whole // 36)
    each = whole // 216
    for entry in BIG:
        if isinstance(entry, Damage):
            add(entry, each)
    for face in range(1, 7):
        add(Damage(power=face, fires=BIG[0][1]), each // 6)
        add(Damage(crew=face, fires=BIG[1][1]), each // 6)
        if MAJOR[face - 1] != "heavy":
            add(MAJOR[face - 1], each // 6)
    for first in range(1, 7):
        for second in range(1, 7):
            for fires in (1, 2, 3):
                add(Damage(power=first + second, fires=fires), each // 6 * MAJOR.count("heavy") // 108)
    return dist, whole


# -- jointly -----------------------------------------------------------------------------------------------------------------------

P, C, _, _, _, S, X = CAP_OF


def both(a: Damage, b: Damage) -> Damage:
    """Two dice added field by field and capped."""
    p, c, f, s, t, z, x = a
    q, d, g, r, u, y, w = b
    p, c, z, x = p + q, c + d, z + y, x + w
    return _record((p if p < P else P, c if c < C else C, f + g, s + r, t + u, z if z < S else S, x if x < X else X))


_record: Callable[[tuple[int, ...]], Damage] = partial(tuple.__new__, Damage)


def joint_with_icepool(most: int) -> Answers:
    """One more die at a time, capped as it goes."""
    one = gun_with_icepool()
    answers = {1: one.map(lambda damage: both(damage, Damage()), star=False)}
    for n in range(2, most + 1):
        answers[n] = answers[n - 1].binary_operator(one, both)
    return answers


def joint_with_dyce(most: int) -> Answers:
    """One more die at a time, capped as it goes."""
    one = gun_with_dyce()
    answers = {1: one.apply(lambda damage: both(damage, Damage()))}
    for n in range(2, most + 1):
        answers[n] = answers[n - 1].apply(both, one)
    return answers


def joint_by_hand(most: int) -> dict[Any, Distribution]:  # noqa: C901, PLR0912 - one group after the other
    """Multinomial factoring: power with fires, crew, and each flag never move on the same die, so dice are dealt out among them."""
    dist, whole = gun_by_hand()
    groups: dict[str, dict[tuple[int, ...], int]] = {"power": {}, "crew": {}}
    flags = [0, 0, 0, 0]
    null = 0
    for outcome, weight in dist.items():
        p, c, f, *rest = outcome
        if p or f:
            groups["power"][p, f] = weight
        elif c:
            groups["crew"][c,] = weight
        elif any(rest):
            flags[rest.index(1)] = weight
        else:
            null = weight
    # k-fold sums inside a group, all k dice landing in it.
    powers: list[dict[tuple[int, int], int]] = [{(0, 0): 1}]
    crews: list[dict[int, int]] = [{0: 1}]
    for _ in range(most):
        after: dict[tuple[int, int], int] = {}
        for (p, f), ways in powers[-1].items():
            for (q, g), times in groups["power"].items():
                key = (p + q if p + q < P else P, f + g)
                after[key] = after.get(key, 0) + ways * times
        powers.append(after)
        small: dict[int, int] = {}
        for c, ways in crews[-1].items():
            for (d,), times in groups["crew"].items():
                key2 = c + d if c + d < C else C
                small[key2] = small.get(key2, 0) + ways * times
        crews.append(small)
    # Groups and the null outcome together, for each number of dice that are left to them.
    heads: list[dict[tuple[int, ...], int]] = []
    for left in range(most + 1):
        head: dict[tuple[int, ...], int] = {}
        for i in range(left + 1):
            for j in range(left - i + 1):
                times = factorial(left) // (factorial(i) * factorial(j) * factorial(left - i - j)) * null ** (left - i - j)
                crew = crews[j].items()
                for (p, f), ways in powers[i].items():
                    scaled = ways * times
                    for c, more in crew:
                        key3 = (p, c, f)
                        head[key3] = head.get(key3, 0) + scaled * more
        heads.append(head)
    # Then the two flags that one die sets for good, and last the two that count up, each of which finds every key once.
    speed, turns, stopped, exploded = flags
    rests = _flagged(_flagged(heads, stopped), exploded)
    answers = {}
    for n in range(1, most + 1):
        joint: dict[Any, int] = {}
        for s in range(n + 1):
            for t in range(n - s + 1):
                left = n - s - t
                ways = factorial(n) // (factorial(s) * factorial(t) * factorial(left)) * speed**s * turns**t
                joint.update({(p, c, f, s, t, z, x): more * ways for (p, c, f, z, x), more in rests[left].items()})
        answers[n] = joint, whole**n
    return answers


def _flagged(dists: list[dict[tuple[int, ...], int]], weight: int) -> list[dict[tuple[int, ...], int]]:
    """One more group, set by any number of dice."""
    wider = []
    for n, dist in enumerate(dists):
        here = {(*key, 0): ways for key, ways in dist.items()}
        for set_by in range(1, n + 1):
            times = comb(n, set_by) * weight**set_by
            for key, ways in dists[n - set_by].items():
                here[*key, 1] = here.get((*key, 1), 0) + ways * times
        wider.append(here)
    return wider


# -- power only --------------------------------------------------------------------------------------------------------------------


def power_with_icepool(most: int) -> Answers:
    """One die projected by hand, then one more at a time."""
    one = gun_with_icepool().map(lambda damage: min(damage.power, P), star=False)
    answers = {1: one}
    for n in range(2, most + 1):
        answers[n] = (answers[n - 1] + one).clip(max_outcome=P)
    return answers


def power_with_dyce(most: int) -> Answers:
    """One die projected by hand, then one more at a time."""
    one = gun_with_dyce().apply(lambda damage: min(damage.power, P))
    answers = {1: one}
    for n in range(2, most + 1):
        answers[n] = answers[n - 1].apply(lambda a, b: a + b if a + b < P else P, one)
    return answers


def power_by_hand(most: int) -> dict[Any, Distribution]:
    """One dict for one die's power, one more die at a time."""
    dist, whole = gun_by_hand()
    one: dict[int, int] = {}
    for outcome, weight in dist.items():
        power = min(outcome.power, P)
        one[power] = one.get(power, 0) + weight
    faces = tuple(one.items())
    answers = {1: (one, whole)}
    last, total = one, whole
    for n in range(2, most + 1):
        after: dict[int, int] = {}
        for a, ways in last.items():
            for b, times in faces:
                power = a + b if a + b < P else P
                after[power] = after.get(power, 0) + ways * times
        last, total = after, total * whole
        answers[n] = last, total
    return answers


def _joint(most: int, peers: dict[str, Any], smaller: dict[str, str]) -> Row:
    return Row(
        name=f"P3 joint, n = 1..{most}",
        inputs="7 fields, caps 10/8/-/-/-/1/1",
        ours=partial(ours_joint, most),
        hand=partial(joint_by_hand, most),
        hand_is="multinomial factoring",
        peers={name: partial(peer, most) for name, peer in peers.items()},
        smaller=smaller,
        ahead=10,
        ahead_guard=8,
        long=most > 6,
        game=partial(joint_in_the_game, most),
        game_is="escadres.volley",
        in_game_terms=without_the_exploded,
    )


FEW = _joint(6, {"icepool": joint_with_icepool, "dyce": joint_with_dyce}, {})

ROWS = (
    FEW,
    _joint(8, {"dyce": joint_with_dyce}, {"icepool": FEW.name}),
    _joint(12, {"dyce": joint_with_dyce}, {"icepool": FEW.name}),
    Row(
        name="P3 power only",
        inputs="one field of it, n = 1..12; peers project by hand",
        ours=partial(ours_power, 12),
        hand=partial(power_by_hand, 12),
        hand_is="dicts",
        peers={"icepool": partial(power_with_icepool, 12), "dyce": partial(power_with_dyce, 12)},
    ),
)
