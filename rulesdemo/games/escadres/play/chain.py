"""What one explosion leads to (E-BLAST): whom its debris sets alight, who bursts in turn, and who has burst when it is all over.

Only a magazine makes a chain: debris that takes the last power leaves a hulk (E5), and the fires it lights burn at the end of a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any, NamedTuple

from rulesdemo.games.escadres.blast import blast
from rulesdemo.games.escadres.play.damage import ships_reached
from rulesdemo.games.escadres.play.state import Hit, Position, Turn
from rulesdemo.play.engine import cites
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset

Names = frozenset[str]
Chances = Mapping[Names, Fraction]
_NOBODY: Names = frozenset()


@dataclass(frozen=True, slots=True)
class Debris:
    """What dice of debris make of a ship: afloat without a new fire, afloat with one, or gone."""

    dark: Fraction
    alight: Fraction
    burst: Fraction


@cites("E-BLAST-2", "E-DMG-2", "E-DMG-3")
@lru_cache(maxsize=500)
def debris_on(rules: Ruleset, dice: int) -> Debris:
    """Return the three ends of a ship struck by `dice` dice; what power and crew she has makes no difference to them [E-BLAST-2, E40].

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> debris_on(ruleset("escadres"), 1)
    Debris(dark=Fraction(43, 54), alight=Fraction(29, 144), burst=Fraction(1, 432))
    """
    dist = blast.dist(rules, dice)
    burst, unlit = dist.p(exploded=True), dist.p(fires=0)
    # An explosion leaves no fires to count, so it is among the unlit.
    return Debris(unlit - burst, 1 - unlit, burst)


@dataclass(frozen=True, slots=True)
class Chain:
    """An explosion: whom its own debris strikes, and the distribution of who else has burst in the end."""

    hits: tuple[Hit, ...]
    chances: Chances

    def bursts(self, ship: str) -> Fraction:
        """The chance that she has burst in the end."""
        return sum((chance for burst, chance in self.chances.items() if ship in burst), Fraction(0))

    @property
    def spreads(self) -> Fraction:
        """The chance that another ship bursts at all."""
        return 1 - self.chances.get(_NOBODY, Fraction(0))


@cites("E-BLAST-1", "E-BLAST-2", "E-WRECK-1")
def chain(position: Position, source: str) -> Chain:
    """All that can come of an explosion at this moment; explosions fly first in, first out, and each ship bursts once [E-BLAST-1, E50]."""
    # What is thrown for, drawn or due makes no difference, so that a desk may ask again after every press.
    return _chain(replace(position, turn=Turn(0, ""), activation=None, pending=None, result=None), source)


@lru_cache(maxsize=200)
def _chain(position: Position, source: str) -> Chain:
    story, gone = _Story(position), frozenset((source,))
    whole, weights = story.weigh(gone, (source,))
    return Chain(story.hits(gone, source), {burst: Fraction(weight, whole) for burst, weight in weights.items()})


class Weighed(NamedTuple):
    """Chances as whole numbers out of one whole: adding them up takes no common denominators."""

    whole: int
    weights: Mapping[Any, int]


class _Story:
    """All that can follow on one table; what was worked out is kept, since many ways lead to the same."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._tables: dict[Names, Position] = {}
        self._hits: dict[tuple[Names, str], tuple[Hit, ...]] = {}
        self._weighed: dict[tuple[Names, tuple[str, ...]], Weighed] = {}

    def hits(self, gone: Names, source: str) -> tuple[Hit, ...]:
        """Whom the debris of one of those that are gone strikes: who explodes is off the table before it flies [E-WRECK-1, E50]."""
        if gone not in self._tables:
            left = (replace(ship, gone="exploded") if ship.id in gone else ship for ship in self._position.ships)
            self._tables[gone] = replace(self._position, ships=tuple(left))
        if (gone, source) not in self._hits:
            self._hits[gone, source] = ships_reached(self._tables[gone], self._position.ship(source))
        return self._hits[gone, source]

    def weigh(self, gone: Names, queue: tuple[str, ...]) -> Weighed:
        """Who bursts from here on, with these off the table and the debris of these yet to fly."""
        if not queue:
            return Weighed(1, {_NOBODY: 1})
        if (gone, queue) not in self._weighed:
            self._weighed[gone, queue] = self._flown(gone, *queue)
        return self._weighed[gone, queue]

    def _flown(self, gone: Names, source: str, *queue: str) -> Weighed:
        fates = _fates(self._position.rules, self.hits(gone, source))
        after = [(frozenset(burst), weight, self.weigh(gone.union(burst), (*queue, *burst))) for burst, weight in fates.weights.items()]
        whole = lcm(*(later.whole for _burst, _weight, later in after))
        found: dict[Names, int] = {}
        for burst, weight, later in after:
            scaled = weight * (whole // later.whole)
            for more, share in later.weights.items():
                found[burst | more] = found.get(burst | more, 0) + scaled * share
        return Weighed(fates.whole * whole, found)


@lru_cache(maxsize=5000)
def _fates(rules: Ruleset, hits: tuple[Hit, ...]) -> Weighed:
    """Who of those that are struck bursts, in their order."""
    whole = 1
    found: dict[tuple[str, ...], int] = {(): 1}
    for ship, dice in hits:
        burst, of = debris_on(rules, dice).burst.as_integer_ratio()
        whole *= of
        found = {
            **{names: weight * (of - burst) for names, weight in found.items()},
            **{(*names, ship): weight * burst for names, weight in found.items()},
        }
    return Weighed(whole, found)
