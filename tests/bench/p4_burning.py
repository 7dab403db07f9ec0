"""P4: a burning ship, turn by turn until she is out or lost: exact odds of every end, and the mean number of turns.

Each turn one damage die per fire; power lost to the last point, or an explosion, loses the ship. Then one die for each fire aboard, old or
new. (The project's own escadres.fire_turn also counts the crew, who must be there to fight: another problem, so it has no row here.)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import comb, gcd
from typing import Any, NamedTuple

import icepool
from constants import LARGE_FIRE, LOST, PUT_OUT_FROM, SMALL_FIRE, Damage
from distributions import Answers, Prepared, Row
from flint import fmpz_mat
from icepool.population.markov_chain import absorbing_markov_chain
from p3_volley import gun, gun_by_hand, gun_with_icepool

from rulesdemo.odds.chains import Chain
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.dice_pools import pool
from rulesdemo.odds.procedure import procedure


class Ship(NamedTuple):
    """What is left."""

    power: int
    fires: int


# -- ours ------------------------------------------------------------------------------------------------------------------------


@procedure
def still_burns(dice: Dice) -> int:
    """One fire fought."""
    return int(dice.roll(D6) < PUT_OUT_FROM)


@procedure
def damage(dice: Dice, power: int, fires: int) -> Damage:
    """One damage die per fire; an explosion leaves nothing else to count."""
    return dice.last(pool(gun, cap={"power": power}, keep=("power", "fires", "exploded"), trump="exploded"), fires)


@procedure
def fought(dice: Dice, power: int, fires: int) -> Ship:
    """Every fire aboard fought."""
    return Ship(power, dice.do(pool(still_burns), fires))


@procedure
def burn(dice: Dice, most: int, ship: Ship) -> Ship:
    """One turn."""
    hit = dice.do(damage, ship.power, ship.fires)
    if hit.exploded or hit.power == ship.power:
        return Ship(*LOST)
    return dice.last(fought, ship.power - hit.power, min(ship.fires + hit.fires, most))


def over(ship: Ship) -> bool:
    """Out, or lost."""
    return ship.fires == 0


def ours_chain(power: int, fires: int, most: int) -> Chain[Ship]:
    """The chain, with every state explored."""
    chain = Chain(burn, Ship(power, fires), over, most)
    _ = chain.rows
    return chain


def ours_solved(chain: Chain[Ship]) -> Answers:
    """Its ends and its length."""
    return {"ends": chain.ends(), "turns": chain.mean_turns()}


def ours(power: int, fires: int, most: int) -> Answers:
    """With the kit's verbs."""
    return ours_solved(ours_chain(power, fires, most))


# -- icepool (dyce has no chains) ----------------------------------------------------------------------------------------------------


def with_icepool(power: int, fires: int, most: int) -> Answers:
    """Dice of one more fire at a time, capped as they go, every turn worked out once; then icepool's solver.

    That is the one behind `map(repeat="inf")` and `mean_time_to_absorb`, called directly, so that it runs once for both answers.
    """
    dead = (power, 0)
    one = gun_with_icepool().map(lambda hit: dead if hit.exploded or hit.power >= power else (hit.power, hit.fires), star=False)

    def both(a: tuple[int, int], b: tuple[int, int]) -> tuple[int, int]:
        return dead if a[0] + b[0] >= power else (a[0] + b[0], a[1] + b[1])

    hits = {1: one}
    for n in range(2, most + 1):
        hits[n] = hits[n - 1].binary_operator(one, both)
    left = [n @ icepool.coin(PUT_OUT_FROM - 1, 6).map(int, star=False) if n else icepool.Die([0]) for n in range(most + 1)]
    known: dict[Any, Any] = {}

    def turn(state: tuple[int, int]) -> Any:
        if state[1] == 0:
            return state
        if state not in known:
            known[state] = hits[state[1]].map(
                lambda hit: LOST if hit[0] >= state[0] else (state[0] - hit[0], left[min(state[1] + hit[1], most)]),
                star=False,
            )
        return known[state]

    ends, turns = absorbing_markov_chain(icepool.Die([(power, fires)]), turn)
    return {"ends": ends, "turns": turns}


# -- hand: dicts, then flint ---------------------------------------------------------------------------------------------------------


@dataclass
class Built:
    """The chain as whole numbers: where each state leads, out of which total."""

    states: list[tuple[int, int]]
    moves: list[dict[tuple[int, int], int]]
    totals: list[int]

    def distributions(self) -> Answers:
        """The distribution of one turn from every state."""
        return {state: (row, total) for state, row, total in zip(self.states, self.moves, self.totals, strict=True)}


def hand_built(power: int, fires: int, most: int) -> Built:  # noqa: C901 - one step after the other
    """Dicts of one more fire at a time, capped as they go, shared by all states."""
    dist, whole = gun_by_hand()
    one: dict[tuple[int, int], int] = {}
    for damage, weight in dist.items():
        key = (power, 0) if damage.exploded or damage.power >= power else (damage.power, damage.fires)
        one[key] = one.get(key, 0) + weight
    common = gcd(whole, *one.values())
    whole //= common
    faces = [(p, f, weight // common) for (p, f), weight in one.items()]
    hits: list[dict[tuple[int, int], int]] = [{(0, 0): 1}]
    for _ in range(most):
        after: dict[tuple[int, int], int] = {}
        for (p, f), ways in hits[-1].items():
            for q, g, times in faces:
                key = (p + q, f + g) if p + q < power else (power, 0)
                after[key] = after.get(key, 0) + ways * times
        hits.append(after)
    burns = PUT_OUT_FROM - 1
    fights = [[comb(n, left) * burns**left * (6 - burns) ** (n - left) * 6 ** (most - n) for left in range(n + 1)] for n in range(most + 1)]
    built = Built([(power, fires)], [], [])
    seen = {(power, fires)}
    for state in built.states:
        p, f = state
        # First how many are aboard, merged; then the fight.
        aboard: dict[tuple[int, int], int] = {}
        lost = 0
        for (loss, lit), ways in hits[f].items():
            if loss >= p:
                lost += ways
            else:
                key = (p - loss, min(f + lit, most))
                aboard[key] = aboard.get(key, 0) + ways
        row: dict[tuple[int, int], int] = {LOST: lost * 6**most} if lost else {}
        for (left, burning), ways in aboard.items():
            for still, times in enumerate(fights[burning]):
                row[left, still] = row.get((left, still), 0) + ways * times
        built.moves.append(row)
        built.totals.append(whole**f * 6**most)
        for new in row:
            if new[1] and new not in seen:
                seen.add(new)
                built.states.append(new)
    return built


def hand_solved(built: Built) -> dict[str, Any]:
    """Expected visits by one solve of the transposed system, then two sums."""
    size = len(built.states)
    place = {state: at for at, state in enumerate(built.states)}
    grid = [[0] * size for _ in range(size)]
    scaled = []
    for at, (row, total) in enumerate(zip(built.moves, built.totals, strict=True)):
        common = gcd(total, *row.values())
        scaled.append((common, total // common))
        grid[at][at] += total // common
        for new, weight in row.items():
            if new[1]:
                grid[place[new]][at] -= weight // common
    visits, denominator = fmpz_mat(grid).solve(fmpz_mat(size, 1, [1] + [0] * (size - 1))).numer_denom()
    ends: dict[tuple[int, int], int] = {}
    turns = 0
    for visit, row, (common, total) in zip(map(int, visits.entries()), built.moves, scaled, strict=True):
        turns += visit * total
        for new, weight in row.items():
            if not new[1]:
                ends[new] = ends.get(new, 0) + visit * (weight // common)
    return {"ends": (ends, int(denominator)), "turns": Fraction(turns, int(denominator))}


def by_hand(power: int, fires: int, most: int) -> Answers:
    """Build, then solve."""
    return hand_solved(hand_built(power, fires, most))


ROWS = (
    Row(
        name="P4 burning ship",
        inputs="power 6, fires 2, cap 8: 48 states",
        ours=partial(ours, *SMALL_FIRE),
        hand=partial(by_hand, *SMALL_FIRE),
        hand_is="dicts and flint",
        peers={"icepool": partial(with_icepool, *SMALL_FIRE)},
        ahead=10,
        ahead_guard=8,
    ),
    Row(
        name="P4 larger ship",
        inputs="10, 3, 12: 120 states",
        ours=partial(ours, *LARGE_FIRE),
        hand=partial(by_hand, *LARGE_FIRE),
        hand_is="dicts and flint",
        peers={},
        long=True,
    ),
    Row(
        name="- of it, building",
        inputs="the distributions of 120 turns",
        ours=lambda: ours_chain(*LARGE_FIRE).rows,
        hand=lambda: hand_built(*LARGE_FIRE).distributions(),
        hand_is="dicts",
        peers={},
        long=True,
        guarded=False,
    ),
    Row(
        name="- of it, solving",
        inputs="120 equations",
        ours=Prepared(partial(ours_chain, *LARGE_FIRE), ours_solved),
        hand=Prepared(partial(hand_built, *LARGE_FIRE), hand_solved),
        hand_is="flint",
        peers={},
        long=True,
        guarded=False,
    ),
)
