"""Ships tied together with fire among them (rules 3.0 G1, 8.53, 8.54): the fate of each, turn by turn and in the end.

The dice of a status phase fall as in the engine: burning ships one after the other, each against her own fire, then every unburnt ship
that is attached to a burning one. A cluster stays tied as it is, and each of its ships acts in every turn, so that one lit in a status
phase may fight her fire in the next [8.54 note].

>>> from rulesdemo.rules.ruleset import ruleset
>>> pair = story(ruleset("veneti"), ((1,), (0,)), Cluster(("burning", "untouched")))
>>> 1 - pair.chance(1, "untouched")  # the neighbour catches fire in the end
Fraction(4, 7)
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Final, Literal, NamedTuple, TypeAlias

from rulesdemo.games.veneti.fire import extinguish, spread
from rulesdemo.odds.chains import Chain, repeat
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import procedure
from rulesdemo.rules.ruleset import Ruleset

Fate: TypeAlias = Literal["untouched", "out", "burning", "waiting", "lost"]
"""`out` burnt and burns no more; `waiting` burns and may not fight it in this status phase."""
Ties: TypeAlias = tuple[tuple[int, ...], ...]
"""For each ship, the places of those she is grappled to."""

AFIRE: Final = ("burning", "waiting")
DRY: Final = ("untouched", "out")
FATES: Final[tuple[Fate, ...]] = ("untouched", "out", "burning", "lost")


class Cluster(NamedTuple):
    """How each ship stands, where in the status phase we are, and who has still to roll in it."""

    fates: tuple[Fate, ...]
    step: Literal["before", "fires", "spread"] = "before"
    due: tuple[int, ...] = ()


def is_quiet(cluster: Cluster) -> bool:
    """Whether nothing burns any more."""
    return not any(fate in AFIRE for fate in cluster.fates)


def is_between(cluster: Cluster) -> bool:
    """Whether the status phase is over."""
    return cluster.step == "before"


def _called(ties: Ties, cluster: Cluster) -> Cluster:
    """The same with the next to roll named; when nobody is left the phase is over, and who was lit in it waits no longer."""
    fates, step, due = cluster
    if step == "fires" and not due:
        near = [any(fates[other] in AFIRE for other in others) for others in ties]
        step, due = "spread", tuple(ship for ship, fate in enumerate(fates) if fate in DRY and near[ship])
    if due:
        return Cluster(fates, step, due)
    return Cluster(tuple("burning" if fate == "waiting" else fate for fate in fates))


def open_phase(ties: Ties, cluster: Cluster) -> Cluster:
    """The status phase at its first roll, or where it stands."""
    if cluster.step != "before":
        return _called(ties, cluster)
    due = tuple(ship for ship, fate in enumerate(cluster.fates) if fate == "burning")
    return _called(ties, Cluster(cluster.fates, "fires", due))


@procedure
def roll_one(dice: Dice, rules: Ruleset, ties: Ties, cluster: Cluster) -> Cluster:
    """The next roll of the phase: a crew against its fire, or a ship that may catch one [8.53, 8.54]."""
    fates, (ship, *rest) = list(cluster.fates), cluster.due
    if cluster.step == "spread":
        if dice.do(spread, rules).burns:
            fates[ship] = "waiting"
    else:
        result = dice.do(extinguish, rules)
        if result.neighbours_burn:
            for other in ties[ship]:
                fates[other] = "waiting" if fates[other] in DRY else fates[other]
        if result.result in ("out", "lost"):
            fates[ship] = result.result
    return _called(ties, Cluster(tuple(fates), cluster.step, tuple(rest)))


@procedure
def burn_together(dice: Dice, rules: Ruleset, ties: Ties, cluster: Cluster) -> Cluster:
    """The rest of this turn's status phase, or the next one [3.0 G1]."""
    most = 2 * len(ties)  # a ship rolls at most twice: her fire goes out, and she catches it again
    after: Cluster = dice.do(repeat(roll_one, is_between), rules, ties, open_phase(ties, cluster), most)
    return after


@dataclass(frozen=True)
class Story:
    """All that can come of a cluster."""

    rules: Ruleset
    ties: Ties
    start: Cluster

    @cached_property
    def chain(self) -> Chain[Cluster]:
        """The states that it can pass."""
        return Chain(burn_together, self.start, is_quiet, self.rules, self.ties)

    @cached_property
    def end(self) -> Dist[Cluster]:
        """How it stands when nothing burns any more."""
        return self.chain.ends()

    def dist(self, turns: int | None) -> Dist[Cluster]:
        """Return how it stands after `turns` status phases, a running one counted; for None, when nothing burns any more."""
        return self.end if turns is None else self.chain.within(turns)

    def chance(self, ship: int, fate: Fate, turns: int | None = None) -> Fraction:
        """The chance that a ship stands so by then."""
        kinds = AFIRE if fate == "burning" else (fate,)
        return Fraction(self.dist(turns).chance(lambda cluster: cluster.fates[ship] in kinds))

    def mean_turns(self) -> Fraction:
        """How many status phases pass on average before nothing burns any more."""
        return Fraction(0) if is_quiet(self.start) else self.chain.mean_turns()


@lru_cache(maxsize=200)
def story(rules: Ruleset, ties: Ties, start: Cluster) -> Story:
    """All that can come of a cluster, worked out once."""
    return Story(rules, ties, start)
