"""The numbers behind a volley: what all dice of a shot cost together, how the ship then stands, and both tables of one to twelve dice.

>>> from rulesdemo.rules.ruleset import ruleset
>>> volleys(ruleset("escadres"))[3]["some_critical"]
Fraction(671, 1296)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, NamedTuple

from rulesdemo.analysis.catalogue import find
from rulesdemo.games.escadres.damage import MANY_SHOTS
from rulesdemo.rules.ruleset import Ruleset

QUESTION: Final = "escadres.volley"
GUN: Final = "escadres.gun"
CRITICAL: Final = "escadres.critical_hit"
STANDING: Final = "escadres.shot"
DICE: Final = range(1, MANY_SHOTS + 1)

Line = Mapping[str, Fraction]
"""A line of a table, by the names of its columns."""


class Target(NamedTuple):
    """What a shot is at: its dice, and the power and crew that the target has left."""

    dice: int
    power: int
    crew: int


@dataclass(frozen=True)
class Joint:
    """The chances of power and crew lost together by a ship that stays afloat, and the chance that she explodes."""

    target: Target
    cells: dict[tuple[int, int], Fraction]
    exploded: Fraction
    provenance: str

    def chance(self, power: int, crew: int) -> Fraction:
        """Return the chance that just this is lost, and she does not explode."""
        return self.cells.get((power, crew), Fraction(0))

    @cached_property
    def power(self) -> tuple[Fraction, ...]:
        """Return the chance of each loss of power, whatever the crew."""
        return tuple(sum((p for (lost, _crew), p in self.cells.items() if lost == n), Fraction(0)) for n in range(self.target.power + 1))

    @cached_property
    def crew(self) -> tuple[Fraction, ...]:
        """Return the chance of each loss of crew, whatever the power."""
        return tuple(sum((p for (_power, lost), p in self.cells.items() if lost == n), Fraction(0)) for n in range(self.target.crew + 1))

    @cached_property
    def struck(self) -> Fraction:
        """Return the chance that she strikes and stays afloat: no power or no crew is left."""
        _dice, power, crew = self.target
        return sum((p for (lost, gone), p in self.cells.items() if lost == power or gone == crew), Fraction(0))

    @property
    def out(self) -> Fraction:
        """Return the chance that she is out of action, either way."""
        return self.struck + self.exploded


@lru_cache(maxsize=300)
def joint(rules: Ruleset, target: Target) -> Joint:
    """Return the chances of power and crew lost together."""
    found = find(QUESTION).answer(target._asdict(), rules)
    cells: dict[tuple[int, int], Fraction] = {}
    exploded = Fraction(0)
    for outcome, chance in found.dist.marginal("power", "crew", "exploded").items():
        if outcome.exploded:
            exploded += chance
        else:
            cells[outcome.power, outcome.crew] = chance
    return Joint(target, cells, exploded, found.provenance)


@lru_cache(maxsize=20)
def volleys(rules: Ruleset) -> tuple[Line, ...]:
    """Return the lines for one die and more, each die for itself: chances of none multiply, and means add."""
    die = find(GUN).answer({}, rules).dist
    unharmed = die.p(power=0, crew=0, fires=0, speed=0, turns=0, stopped=False, exploded=False)
    fire, blast, mast = die.p(fires=0), die.p(exploded=False), die.p(speed=0)
    power, crew, fires = die.mean("power"), die.mean("crew"), die.mean("fires")
    return tuple(
        {
            "nothing": unharmed**n,
            "some_fire": 1 - fire**n,
            "explodes": 1 - blast**n,
            "some_critical": find(CRITICAL).answer({"dice": n}, rules).dist.p(critical=True),
            "mast_hit": 1 - mast**n,
            "mean_power": n * power,
            "mean_crew": n * crew,
            "mean_fires": n * fires,
        }
        for n in DICE
    )


@lru_cache(maxsize=300)
def standings(rules: Ruleset, power: int, crew: int) -> tuple[Line, ...]:
    """Return the lines for one die and more against a ship with this power and crew left."""
    found = []
    for n in DICE:
        states = find(STANDING).answer({"dice": n, "power": power, "crew": crew}, rules).dist.marginal("state")
        exploded, fighting = states.p("exploded"), states.p("fighting")
        found.append({"struck": 1 - exploded - fighting, "exploded": exploded, "out": 1 - fighting})
    return tuple(found)
