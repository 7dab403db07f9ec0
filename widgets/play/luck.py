"""Measures luck so far, against the exact expectation: how many good rolls each side had, and how many others would have had fewer.

The distribution of the number of good rolls is exact: each roll is good with the chance that its own procedure gave
it, and the rolls add up.

>>> rolls = [Rolled("us", Fraction(1, 2), good=True)] * 12
>>> luck = LuckMeter.of(rolls, {"us": "We"}).sides[0]
>>> luck.hits, luck.mean, luck.fewer
(12, Fraction(6, 1), Fraction(4095, 4096))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from math import comb
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.odds.dist import Dist
from rulesdemo.odds.mixture import slots_of
from rulesdemo.play.engine import Throw
from rulesdemo.words import _, local_figures
from widgets.kit.bars import number, rounded
from widgets.web.badges import joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import count_text

LEAST_DICE: Final = 10

# The curve in its own units; it is stretched to the panel's width, so that only its height is in pixels.
WIDTH: Final = 1000
HEIGHT: Final = 56
TOP: Final = 6
FLOOR: Final = 50
# How much of the distribution's far ends may be left off a drawing; nothing is left off a number.
ENDS: Final = Fraction(1, 2000)
SIDES: Final = ("one", "two")

_METER: Final = Markup('<section class="luck" aria-labelledby="{key}-title"><h3 id="{key}-title">{title}</h3>{inside}</section>')
_CURVE: Final = Markup(
    '<svg class="curve" viewBox="0 0 {width} {height}" preserveAspectRatio="none" role="img" aria-label="{label}">'
    '<path d="{path}" class="hill"/><line x1="0" x2="{width}" y1="{floor}" y2="{floor}" class="ground"/>'
    '<line x1="{mean}" x2="{mean}" y1="{mean_top}" y2="{mean_end}" class="mean-tick"/>'
    '<line x1="{own}" x2="{own}" y1="0" y2="{height}" class="own-mark {side}"/></svg>'
)
_SIDE: Final = Markup('<div class="luck-side">{curve}<p><span class="sample {side}" aria-hidden="true"></span> {words}</p>{more}</div>')


@dataclass(frozen=True, slots=True)
class Rolled:
    """One roll that could be good for a side: the exact chance that it would be, and whether it was."""

    side: str
    chance: Fraction
    good: bool
    dice: int = 1

    @classmethod
    def of(cls, throw: Throw, side: str, is_good: Callable[[Any], bool], dice: int = 1, fields: tuple[str, ...] = ()) -> Rolled:
        """Return what a throw was worth to a side; the chance is that of every outcome that would have been as good.

        Where `fields` say all that matters, their distribution stands for the whole, which may be long.
        """
        whole = throw.procedure.dist(*throw.args)
        dist = whole.marginal(*fields) if fields else whole
        return cls(side, Fraction(dist.chance(is_good)), bool(is_good(throw.outcome)), dice)


Groups = tuple[tuple[Fraction, int], ...]  # chances, and how many rolls had each


@dataclass(frozen=True, slots=True)
class SideLuck:
    """The rolls of one side, as few numbers as tell its luck; those that could go but one way are no luck and do not count."""

    side: str
    name: str
    dice: int  # that were thrown
    hits: int  # rolls that were good
    groups: Groups

    @classmethod
    def of(cls, side: str, name: str, rolls: Iterable[Rolled]) -> SideLuck:
        """Return the luck of a side in some rolls."""
        own = [each for each in rolls if each.side == side and 0 < each.chance < 1]
        groups = tuple(sorted(Counter(each.chance for each in own).items()))
        return cls(side, name, sum(each.dice for each in own), sum(each.good for each in own), groups)

    @property
    def rolls(self) -> int:
        """Return how many rolls there were."""
        return sum(times for _chance, times in self.groups)

    @property
    def mean(self) -> Fraction:
        """Return how many were to be expected to be good."""
        return sum((chance * times for chance, times in self.groups), Fraction(0))

    @property
    def distribution(self) -> Dist[int]:
        """Return the exact distribution of the number of good rolls; worked out anew each time, for that of many rolls is large."""
        return _group_sum(self.groups)

    @property
    def fewer(self) -> Fraction:
        """Return the chance that the same rolls had given fewer."""
        return 1 - Fraction(self.distribution.at_least(self.hits))

    @property
    def more(self) -> Fraction:
        """Return the chance that they had given more."""
        return 1 - Fraction(self.distribution.at_most(self.hits))


def hit_distribution(chances: Iterable[Fraction]) -> Dist[int]:
    """Return how many of some rolls come off, each with a chance of its own.

    >>> hit_distribution([Fraction(1, 2), Fraction(1, 3)]).p(1)
    Fraction(1, 2)
    """
    return _group_sum(tuple(sorted(Counter(chances).items())))


def _group_sum(groups: Groups) -> Dist[int]:
    """Return the distribution of good rolls: binomial for rolls of one chance, and groups add up as polynomials are multiplied."""
    weights: Sequence[int] = [1]
    total = 1
    for chance, times in groups:
        hit, whole = chance.numerator, chance.denominator
        own = [comb(times, hits) * hit**hits * (whole - hit) ** (times - hits) for hits in range(times + 1)]
        total *= whole**times
        width = total.bit_length() // 8 + 1
        weights = slots_of(_packed(weights, width) * _packed(own, width), len(weights) + times, width)
    return Dist({hits: weight for hits, weight in enumerate(weights) if weight}, total)


def _packed(weights: Sequence[int], width: int) -> int:
    return int.from_bytes(b"".join(weight.to_bytes(width, "little") for weight in weights), "little")


@dataclass(frozen=True, slots=True)
class LuckMeter:
    """The luck of each side."""

    sides: tuple[SideLuck, ...]
    title: str = ""
    key: str = "luck"
    teams: Mapping[str, int] | None = None  # whose colour each side has, where there are more than two

    @classmethod
    def of(cls, rolls: Iterable[Rolled], names: Mapping[str, str], **more: Any) -> LuckMeter:  # noqa: ANN401 - fields of the meter
        """Return the meter of some rolls, for the sides that are named, in that order."""
        rolls = list(rolls)
        return cls(tuple(SideLuck.of(side, name, rolls) for side, name in names.items()), **more)

    def html(self) -> Markup:
        """Draw the meter as text."""
        teams = self.teams or {luck.side: min(place, 1) for place, luck in enumerate(self.sides)}
        is_many = len(self.sides) > len(SIDES)
        inside = joined(_side(luck, SIDES[teams[luck.side]]) for luck in self.sides if luck.dice or not is_many)
        if not inside:
            inside = Markup('<p class="quiet">{}</p>').format(_("Too few dice to say."))
        return _METER.format(key=self.key, title=self.title or _("Luck so far"), inside=inside)


@cached
def _side(luck: SideLuck, side: str) -> Markup:
    if luck.dice < LEAST_DICE:
        words = _("{name}: {dice}. Too few dice to say.").format(name=luck.name, dice=count_text(luck.dice, "die", "dice"))
        return _SIDE.format(curve="", side=side, words=words, more="")
    dist = luck.distribution
    below, above = (Fraction(each, dist.total) for each in _beside(dist, luck.hits))
    words = _("{name}: {hits} of {rolls} good, luckier than {fewer}.").format(
        name=luck.name, hits=luck.hits, rolls=count_text(luck.rolls, "roll", "rolls"), fewer=rounded(below)
    )
    more = _("{dice}. The exact mean is {mean}. {more} would have had more.").format(
        dice=count_text(luck.dice, "die", "dice"), mean=number(luck.mean), more=rounded(above)
    )
    return _SIDE.format(
        curve=_curve(luck, dist, side, f"{words} {more}"), side=side, words=words, more=Markup('<p class="quiet">{}</p>').format(more)
    )


def _beside(dist: Dist[int], hits: int) -> tuple[int, int]:
    """Return the weight of fewer good rolls, and of more."""
    weights = dist.weights.items()
    return sum(weight for each, weight in weights if each < hits), sum(weight for each, weight in weights if each > hits)


def _curve(luck: SideLuck, dist: Dist[int], side: str, label: str) -> Markup:
    """Draw the distribution as a hill, between the ends where it matters; where the side stands is always inside."""
    numbers = sorted(dist.weights)
    low = min(_end(dist, numbers), luck.hits) - 1
    high = max(_end(dist, numbers[::-1]), luck.hits) + 1
    peak = max(dist.weights.values())

    def at(hits: Fraction | int) -> Fraction:
        return Fraction(WIDTH) * Fraction(hits - low) / (high - low)

    points = [(at(hits), FLOOR - (FLOOR - TOP) * Fraction(dist.weight(hits), peak)) for hits in range(low, high + 1)]
    path = f"M{_n(at(low))} {FLOOR}" + "".join(f"L{_n(x)} {_n(y)}" for x, y in points) + f"L{_n(at(high))} {FLOOR}Z"
    return _CURVE.format(
        width=WIDTH,
        height=HEIGHT,
        floor=FLOOR,
        label=label,
        path=path,
        mean=_n(at(luck.mean)),
        mean_top=FLOOR - 5,
        mean_end=FLOOR + 3,
        own=_n(at(luck.hits)),
        side=side,
    )


def _end(dist: Dist[int], numbers: list[int]) -> int:
    """Return the first of the numbers that is not left off."""
    least = ENDS * dist.total
    reached = accumulate(dist.weight(each) for each in numbers)
    return next(each for each, weight in zip(numbers, reached, strict=False) if weight > least)


def _n(value: Fraction) -> str:
    return local_figures(f"{float(value):.1f}".removesuffix(".0"))
