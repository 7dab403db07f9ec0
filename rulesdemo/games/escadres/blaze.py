"""A blaze (E-BURN, E-CREW-2): what becomes of a burning ship, after some turns and in the end.

Fires have no highest number: a critical may light one more and cost neither power nor crew. So the states of a burning ship cannot be
listed, and nothing is cut off here. Instead: every fire burns, lights others and is put out by dice of its own, and a ship is lost by what
all of them cost together. Let a power series in x and y say what one fire and all that it lights cost until they are out, x for power and
y for crew, and no explosion on the way. With q the chance to put a fire out and A(z) the series of one damage die, where z stands for
every fire aboard after it, that series is

    F = A(q + (1 - q) F)

and for several fires it is the power of F. She is saved if they cost less power than she has, and less crew: the coefficients of lower
exponents, added up. The constant term solves a quadratic equation, and every other one a linear equation; so the chance to be saved in the
end is a + b√d, and mostly no fraction.

Within n turns it is F(n) = A(q + (1 - q) F(n - 1)) with F(0) = 0, all fractions, but their length grows fourfold every turn. They are
worked out in whole multiples of a power of 1/6, once rounded down and once up; where both agree that is the exact fraction.

>>> from rulesdemo.rules.ruleset import ruleset
>>> blaze(ruleset("escadres"), 0).after(10, 8, 1, 1).out
Between(low=Fraction(60947, 124416), high=Fraction(60947, 124416))
>>> blaze(ruleset("escadres"), 0).saved(10, 8, 1).under
13585
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise, product
from math import lcm
from typing import Final, NamedTuple, TypeAlias

from rulesdemo.errors import OddsError
from rulesdemo.games.escadres.burning import fire_fighting, put_out
from rulesdemo.games.escadres.damage import gun
from rulesdemo.odds.surds import Surd, smaller_root
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_

# Multiples of which power of 1/6: fine enough for two fires in two turns to come out exact, and for 15 decimals of what comes later.
FINE: Final = 110
ROUGH: Final = 28
EXACT_TURNS: Final = 2

Grid: TypeAlias = list[list[int]]
"""A power series: the row is the exponent of x, the column that of y."""
Series: TypeAlias = list[tuple[int, int, int]]
"""The same with few terms: exponents and coefficient."""
Pairs: TypeAlias = list[list[tuple[int, int]]]
"""The same with numbers of the form a + b√d."""


class Between(NamedTuple):
    """An exact chance where both are equal, else two fractions that it lies between."""

    low: Fraction
    high: Fraction

    @property
    def is_exact(self) -> bool:
        """Whether it is known as a fraction."""
        return self.low == self.high


def _mixed(parts: Iterable[tuple[Fraction, Between]]) -> Between:
    """A chance made of several, each with its weight."""
    low, high = zip(*((weight * each.low, weight * each.high) for weight, each in parts), strict=True)
    return Between(sum(low, Fraction(0)), sum(high, Fraction(0)))


class Standing(NamedTuple):
    """How likely it is that all fires are out, that the ship burns still, and that she has exploded."""

    out: Between
    burning: Between
    exploded: Between


@dataclass(frozen=True)
class Blaze:
    """All that fires can do to ships of one training, as long as they have at most so much power and crew."""

    rules: Ruleset
    training: int
    power: int
    crew: int

    @cached_property
    def die(self) -> dict[int, dict[tuple[int, int], Fraction]]:
        """One damage die that does not explode the ship: for each number of fires lit, the chances of power and crew lost."""
        found: dict[int, dict[tuple[int, int], Fraction]] = {}
        for lost, chance in gun.dist(self.rules).marginal("power", "crew", "fires", "exploded").items():
            if not lost.exploded:
                found.setdefault(lost.fires, {})[lost.power, lost.crew] = Fraction(chance)
        return found

    @cached_property
    def out(self) -> Fraction:
        """The chance to put a fire out."""
        return Fraction(put_out.dist(self.rules, self.training).p(1))

    # -- after some turns --------------------------------------------------------------------------------------------------------------

    @cached_property
    def _ways(self) -> tuple[tuple[_Rounded, _Rounded], tuple[_Rounded, _Rounded]]:
        fine, rough = ((_Rounded(self, 6**sixths, up=False), _Rounded(self, 6**sixths, up=True)) for sixths in (FINE, ROUGH))
        return fine, rough

    def after(self, power: int, crew: int, fires: int, turns: int, *, is_burnt: bool = False) -> Standing:
        """Return how a ship stands after `turns` ends of turn; the first has begun where fires have burnt and are still to be fought."""
        self._admit(power, crew)
        if is_burnt and turns:
            parts = [(chance, self.after(power, crew, left, turns - 1)) for left, chance in self._fights(crew, fires)]
            return Standing(*(_mixed([(chance, fates[place]) for chance, fates in parts]) for place in range(len(Standing._fields))))
        down, up = self._ways[turns > EXACT_TURNS]
        out = Between(down.out(power, crew, fires, turns), up.out(power, crew, fires, turns))
        gained, lost = zip(down.lives(power, crew, fires, turns), up.lives(power, crew, fires, turns), strict=True)
        afloat = Between(gained[0] - lost[1], gained[1] - lost[0])
        return Standing(out, Between(afloat.low - out.high, afloat.high - out.low), Between(1 - afloat.high, 1 - afloat.low))

    def _fights(self, crew: int, fires: int) -> list[tuple[int, Fraction]]:
        """How many fires a crew leaves, with the chances; without one all of them."""
        if not crew:
            return [(fires, Fraction(1))]
        return [(each.left, Fraction(chance)) for each, chance in fire_fighting.dist(self.rules, fires, self.training).items()]

    def _admit(self, power: int, crew: int) -> None:
        if not (1 <= power <= self.power and 0 <= crew <= self.crew):
            message = N_("worked out for 1 to {power} power and 0 to {crew} crew, not for {other_power} and {other_crew}").format(
                power=self.power, crew=self.crew, other_power=power, other_crew=crew
            )
            raise OddsError(message)

    # -- in the end --------------------------------------------------------------------------------------------------------------------

    def saved(self, power: int, crew: int, fires: int, *, is_burnt: bool = False) -> Surd:
        """The chance that all fires are out at last and the ship is there; else she explodes, for a fire cannot burn for ever."""
        if is_burnt:
            return sum((chance * self.saved(power, crew, left) for left, chance in self._fights(crew, fires)), Surd(Fraction(0)))
        self._admit(power, crew)
        if not crew:
            return Surd(Fraction(not fires))
        series, unit, step, under = self._forever
        one = [row[:crew] for row in series[:power]]
        found: Pairs = [[(int(i == j == 0), 0) for j in range(crew)] for i in range(power)]
        for _ in range(fires):
            found = [[_coefficient(found, one, i, j, under) for j in range(crew)] for i in range(power)]
        total = Surd(Fraction(0), Fraction(0), under)
        for i, j in product(range(power), range(crew)):
            total += Surd(*found[i][j], under) * Fraction(1, unit**fires * step ** (i + j))
        return total

    @cached_property
    def _forever(self) -> tuple[Pairs, int, int, int]:
        """F, its coefficients in whole numbers and whole multiples of a root: F[i, j] = found[i][j] / (unit * step ** (i + j)).

        z = q + (1 - q) F is solved first. For z[n], n not 0, the equation reads

            (1 - (1 - q)(a + 2 b z[0])) z[n] = (1 - q) (sum of die[m] * (z ** fires aboard)[n - m], m not 0, + b (z²)[n] without z[n])

        with a and b the chances of a die that costs nothing and lights no fire, or one. The factors below make every z[n] whole: `step` has
        what each term divides by, and once more, so that a product of two z[n] can be divided too.
        """
        stays = 1 - self.out
        idle = [self.die.get(lit, {}).get((0, 0), Fraction(0)) for lit in range(max(self.die) + 1)]
        if any(idle[2:]):
            message = N_("two fires lit at no cost make an equation of a higher degree, which is not solved here")
            raise OddsError(message)
        a, b, *_none = *idle, Fraction(0), Fraction(0)
        first = smaller_root(stays * b, stays * a - 1, self.out) if b else Surd(self.out / (1 - stays * a))
        factor = (1 - stays * (a + 2 * b * first)).inverse()
        under = first.under
        whole, below = _cleared(first), _cleared(factor)
        shares = [(lit, m, stays * chance) for lit, dist in self.die.items() for m, chance in dist.items() if m != (0, 0)]
        common = lcm(*(share.denominator for _lit, _m, share in shares), (stays * b).denominator)
        most = max(self.die)
        step = (below * common) ** 2 * whole ** (most + 1)
        # z, z², ... : whole numbers, to be divided by whole ** exponent * step ** (i + j).
        powers: list[Pairs] = [[[(0, 0)] * self.crew for _ in range(self.power)] for _ in range(most + 1)]
        sharp = _whole(factor * below)
        powers[0][0][0] = _whole(first * whole)
        for lower, higher in pairwise(powers):
            higher[0][0] = _coefficient(lower, powers[0], 0, 0, under)
        for i, j in sorted(product(range(self.power), range(self.crew)), key=sum)[1:]:
            twice = _coefficient(powers[0], powers[0], i, j, under)  # without z[i, j], which is still 0
            terms = [(twice, int(stays * b * common) * whole ** (most - 1))]
            for lit, (p, c), share in shares:
                if p <= i and c <= j:
                    terms.append((powers[lit][i - p][j - c], int(share * common) * step ** (p + c) * whole ** (most - lit)))
            found = Surd(sum(a * times for (a, _b), times in terms), sum(b * times for (_a, b), times in terms), under)
            powers[0][i][j] = _divided(found * Surd(*sharp, under), below * common * whole**most)
            for lower, higher in pairwise(powers):
                higher[i][j] = _coefficient(lower, powers[0], i, j, under)
        # F = (z - q) / (1 - q).
        of_one = [[(a * stays.denominator, b * stays.denominator) for a, b in row] for row in powers[0]]
        constant, root = of_one[0][0]
        of_one[0][0] = constant - int(self.out * stays.denominator * whole), root
        return of_one, whole * stays.numerator, step, under


@lru_cache(maxsize=40)
def blaze(rules: Ruleset, training: int, power: int = 12, crew: int = 10) -> Blaze:
    """What fires do to ships of some training."""
    return Blaze(rules, training, power, crew)


class _Rounded:
    """Series in whole multiples of 1 / scale, always rounded one way, and all of them kept."""

    def __init__(self, of: Blaze, scale: int, *, up: bool) -> None:
        self._scale = scale
        self._is_up = up
        self._size = of.power, of.crew
        most = max(of.die)
        self._die = [self._series(of.die.get(lit, {}).items()) for lit in range(most + 1)]
        # The same with crew not counted.
        self._crewless = [self._series((((p, 0), chance) for (p, _c), chance in of.die.get(lit, {}).items())) for lit in range(most + 1)]
        self._out, self._stays = self._of(of.out), self._of(1 - of.out)
        self._quenched = [self._constant(0)]
        self._fought = [self._constant(scale)]
        self._alone = [self._constant(scale)]
        self._lost: dict[tuple[int, int], tuple[Grid, Grid]] = {}

    def _of(self, chance: Fraction) -> int:
        return self._over(chance.numerator * self._scale, chance.denominator)

    def _over(self, number: int, by: int) -> int:
        return -(-number // by) if self._is_up else number // by

    def _series(self, chances: Iterable[tuple[tuple[int, int], Fraction]]) -> Series:
        return [(p, c, self._of(chance)) for (p, c), chance in chances if p < self._size[0] and c < self._size[1]]

    def _constant(self, value: int) -> Grid:
        rows, columns = self._size
        return [[value if i == j == 0 else 0 for j in range(columns)] for i in range(rows)]

    def _spread(self, series: Series, grid: Grid) -> Grid:
        """The product with a series of few terms."""
        found = self._constant(0)
        for p, c, times in series:
            for target, row in zip(found[p:], grid, strict=False):
                for j, each in enumerate(row[: len(row) - c], start=c):
                    target[j] += each * times
        return [[self._over(each, self._scale) for each in row] for row in found]

    def _times(self, one: Grid, other: Grid) -> Grid:
        if self._is_up:
            return [[-(-each // self._scale) for each in row] for row in _product(one, other)]
        return [[each // self._scale for each in row] for row in _product(one, other)]

    def _burnt(self, die: list[Series], fire: Grid) -> Grid:
        """One damage die, with a series for every fire aboard after it."""
        aboard, total = fire, self._spread(die[0], fire)
        for lit in die[1:]:
            aboard = self._times(aboard, fire)
            total = [[a + b for a, b in zip(*rows, strict=True)] for rows in zip(total, self._spread(lit, aboard), strict=True)]
        return total

    def _turn(self, after: Grid) -> Grid:
        """One turn of one fire, with a series for what a fire that is not put out does later."""
        fire = [[self._over(each * self._stays, self._scale) for each in row] for row in after]
        fire[0][0] += self._out
        return self._burnt(self._die, fire)

    def quenched(self, turns: int) -> Grid:
        """Return the cost of one fire, and of all that it lights, when they are out within `turns` turns."""
        while len(self._quenched) <= turns:
            self._quenched.append(self._turn(self._quenched[-1]))
        return self._quenched[turns]

    def fought(self, turns: int) -> Grid:
        """Return what one fire costs in `turns` turns, out or not, while there is crew to fight it."""
        while len(self._fought) <= turns:
            self._fought.append(self._turn(self._fought[-1]))
        return self._fought[turns]

    def alone(self, turns: int) -> Grid:
        """Return the power that one fire costs in `turns` turns with nobody to fight it."""
        while len(self._alone) <= turns:
            self._alone.append(self._burnt(self._crewless, self._alone[-1]))
        return self._alone[turns]

    def abandoned(self, fought: int, alone: int) -> tuple[Grid, Grid]:
        """The cost of one fire that is fought for some turns, burns once more and is then alone; without and with the crew of that burning.

        The first less the second, each for all fires and crew short of what she has, is the chance that her last crew is lost in it.
        """
        known = self._lost.get((fought, alone))
        if known is None:
            if fought:
                without, counted = self.abandoned(fought - 1, alone)
                known = self._turn(without), self._turn(counted)
            else:
                later = self.alone(alone)
                known = self._burnt(self._crewless, later), self._burnt(self._die, later)
            self._lost[fought, alone] = known
        return known

    def _total(self, one: Grid, fires: int, power: int, crew: int) -> Fraction:
        """Return the chance that `fires` fires cost less than that."""
        grid = [row[:crew] for row in one[:power]]
        result, base = None, grid
        while fires:
            if fires % 2:
                result = base if result is None else self._times(result, base)
            fires //= 2
            base = self._times(base, base) if fires else base
        return Fraction(1) if result is None else Fraction(sum(map(sum, result)), self._scale)

    def out(self, power: int, crew: int, fires: int, turns: int) -> Fraction:
        """The chance that all fires are out."""
        return self._total(self.quenched(turns), fires, power, crew) if crew else Fraction(not fires)

    def lives(self, power: int, crew: int, fires: int, turns: int) -> tuple[Fraction, Fraction]:
        """The chance to be afloat, as the difference of two sums."""
        if not crew:
            return self._total(self.alone(turns), fires, power, 1), Fraction(0)
        pairs = [self.abandoned(before, turns - 1 - before) for before in range(turns)] if fires else []
        gained = self._total(self.fought(turns), fires, power, crew)
        return (
            gained + sum(self._total(without, fires, power, crew) for without, _counted in pairs),
            sum((self._total(counted, fires, power, crew) for _without, counted in pairs), Fraction(0)),
        )


# -- series ----------------------------------------------------------------------------------------------------------------------------


def _product(one: Grid, other: Grid) -> Grid:
    """The product of two series, cut to the size of both: each is packed into one long number, so that one product does for all."""
    rows, columns = len(one), len(one[0])
    most = max(map(max, one)) * max(map(max, other)) * rows * columns
    width = most.bit_length() // 8 + 1
    row = 2 * columns - 1
    gap = bytes(width * (columns - 1))
    packed = [int.from_bytes(b"".join(_slots(line, width) + gap for line in grid), "little") for grid in (one, other)]
    slots = (packed[0] * packed[1]).to_bytes(2 * rows * row * width, "little")
    starts = [[(i * row + j) * width for j in range(columns)] for i in range(rows)]
    return [[int.from_bytes(slots[start : start + width], "little") for start in line] for line in starts]


def _slots(line: list[int], width: int) -> bytes:
    return b"".join([number.to_bytes(width, "little") for number in line])


def _coefficient(one: Pairs, other: Pairs, i: int, j: int, under: int) -> tuple[int, int]:
    """One coefficient of the product of two series."""
    plain = square = root = 0
    for k in range(i + 1):
        for (a, b), (c, d) in zip(one[k][: j + 1], reversed(other[i - k][: j + 1]), strict=True):
            plain += a * c
            square += b * d
            root += a * d + b * c
    return plain + square * under, root


def _cleared(number: Surd) -> int:
    """What makes both parts of a number whole."""
    return lcm(Fraction(number.plain).denominator, Fraction(number.root).denominator)


def _whole(number: Surd) -> tuple[int, int]:
    return int(number.plain), int(number.root)


def _divided(number: Surd, by: int) -> tuple[int, int]:
    """Both parts divided by a whole number that goes into them."""
    (plain, rest), (root, left) = divmod(number.plain, by), divmod(number.root, by)
    if rest or left:
        message = N_("{by} does not go into {number}").format(by=by, number=number)
        raise OddsError(message)
    return int(plain), int(root)
