"""Procedures: one plain function per dice rule, and the ways to run it.

    @procedure(rules=("8.23",))
    def boarding(dice, rules, attackers, defenders): ...

    odds(boarding, RULES, 4, 1)             every branch, exactly
    play(boarding, rng, RULES, 4, 1)        one throw, with its faces and story
    replay(boarding, faces, RULES, 4, 1)    the same throw again, from its faces

Bodies must be pure: they run once per branch. Odds are kept per procedure and arguments, which is why small sub-procedures with few,
reduced arguments make everything above them quick.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar, overload
from weakref import WeakSet

from rulesdemo.errors import NeverEnds, OddsError
from rulesdemo.odds.dice import AGAIN, Dice, FixedDice, RandomDice, Step
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.enumerate import Again, chance_of, walk, walk_each
from rulesdemo.odds.mixture import Packing, Spread
from rulesdemo.words import N_

if TYPE_CHECKING:
    import random
    from typing import Concatenate

P = ParamSpec("P")
R = TypeVar("R", bound=Hashable)

# Distributions kept per procedure; past that the procedure starts again with an empty shelf.
MOST_KEPT = 50_000
# A hand of real dice gives up re-rolling after this many identical calls for another throw.
MOST_THROWS = 100_000

_everything: WeakSet[Procedure[..., Any]] = WeakSet()


class Procedure(Generic[P, R]):
    """A dice procedure; called with a hand of dice it simply runs."""

    def __init__(
        self, body: Callable[Concatenate[Dice, P], R], *, rules: tuple[str, ...] = (), public: bool = False, title: str = ""
    ) -> None:
        """Wrap `body`, whose first argument is the dice."""
        self.body = body
        self.rules = rules
        self.public = public
        self.name = getattr(body, "__name__", type(body).__name__)
        self.title = title or self.name.replace("_", " ")
        self.module = getattr(body, "__module__", "")
        self.__module__ = self.module  # doctest looks here to see whose example it is
        self.__doc__ = body.__doc__
        self.__wrapped__ = body
        self._known: dict[tuple[Any, ...], Dist[R]] = {}
        self._settled: dict[tuple[Any, ...], R] = {}
        self._again: dict[tuple[Any, ...], Again] = {}
        self._packing = Packing()
        self.spreads: dict[tuple[Any, ...], Spread] = {}
        _everything.add(self)

    def __call__(self, dice: Dice, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run inline, as part of the calling body."""
        return self.body(dice, *args, **kwargs)

    def __repr__(self) -> str:
        """Return the name, for error sentences."""
        return f"<procedure {self.name}>"

    def run(self, dice: Dice, *args: P.args, **kwargs: P.kwargs) -> R:
        """Run with real dice, throwing again as often as the body asks for it."""
        for _ in range(MOST_THROWS):
            value = self.body(dice, *args, **kwargs)
            if value is not AGAIN:
                return value
        message = N_("{name} asked for another throw {most} times running").format(name=self.name, most=MOST_THROWS)
        raise NeverEnds(message)

    def dist(self, *args: P.args, **kwargs: P.kwargs) -> Dist[R]:
        """Return the exact distribution of the outcome, and cache it."""
        return self.cached_dist(self._in_order(args, kwargs) if kwargs else args)

    def cached_dist(self, args: tuple[Any, ...]) -> Dist[R]:
        """Return the cached distribution for positional arguments."""
        try:
            known = self._known.get(args)
        except TypeError:
            message = N_("{name} got an argument that cannot be kept as a key: pass tuples and frozen records, not lists or dicts").format(
                name=self.name
            )
            raise OddsError(message) from None
        if known is None:
            known = self._compute(args)
            if len(self._known) >= MOST_KEPT:
                self.forget()
            self._known[args] = known
        return known if type(known) is Dist or not known.folded else known.fresh()

    def settled(self, *args: Any) -> R:  # noqa: ANN401 - as the body takes them
        """Return the outcome of a procedure without dice, and cache it."""
        try:
            return self._settled[args]
        except (KeyError, TypeError):
            (outcome,) = self.cached_dist(args).weights
        self._settled[args] = outcome
        return outcome

    def sweep(self, *args: Any, over: Iterable[int]) -> dict[int, Dist[R]]:  # noqa: ANN401 - all arguments but the last
        """Return the exact distributions by the last argument, for all these whole numbers.

        Where the body only adds to that number and hands the sum on with `dice.later` in it, one run of the body answers for all of them.
        """
        keys = {number: (*args, number) for number in over}
        try:
            asked = {number: key for number, key in keys.items() if key not in self._known}
        except TypeError:
            asked = {}  # arguments that cannot be kept; `kept` will say so below
        dists = walk_each(self.body, args, tuple(asked)) if len(asked) > 1 else None
        if dists is None or len(self._known) + len(dists) > MOST_KEPT:
            return {number: self.cached_dist(key) for number, key in keys.items()}
        packing = self._packing
        for dist in dists:
            dist.packing = packing
        self._known.update(zip(asked.values(), dists, strict=True))
        if len(asked) == len(keys):
            return dict(zip(asked, dists, strict=True))
        return {number: self.cached_dist(key) for number, key in keys.items()}

    def _compute(self, args: tuple[Any, ...]) -> Dist[R]:
        dist, again = walk(self.name, self.body, args)
        if again:
            self._again[args] = again
        if dist.packing is None:
            dist.packing = self._packing
        return dist

    def _in_order(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
        bound = inspect.signature(self.body).bind(None, *args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments.values())[1:]

    def again(self, *args: P.args, **kwargs: P.kwargs) -> Fraction:
        """Return the chance that one throw is put aside and thrown again."""
        self.dist(*args, **kwargs)
        if kwargs:
            args = self._in_order(args, kwargs)  # type: ignore[assignment]
        again = self._again.get(args)
        return chance_of(again) if again else Fraction(0)

    def forget(self) -> None:
        """Empty the cache."""
        self._known.clear()
        self._settled.clear()
        self._again.clear()
        self._packing = Packing()
        self.spreads.clear()


@overload
def procedure(body: Callable[Concatenate[Dice, P], R], /) -> Procedure[P, R]: ...
@overload
def procedure(
    *, rules: tuple[str, ...] = (), public: bool = False, title: str = ""
) -> Callable[[Callable[Concatenate[Dice, P], R]], Procedure[P, R]]: ...
def procedure(body: Any = None, /, *, rules: tuple[str, ...] = (), public: bool = False, title: str = "") -> Any:
    """Make a procedure of a function; `public` ones are found by name on the command line and must cite their rules."""
    if body is not None:
        return Procedure(body)
    return lambda function: Procedure(function, rules=rules, public=public, title=title)


@dataclass(frozen=True, slots=True)
class Played(Generic[R]):
    """One throw: what came out, the faces in order, and the story as a tree."""

    value: R
    faces: tuple[int, ...]
    story: tuple[Step, ...]


def odds(proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> Dist[R]:
    """Return the exact distribution of a procedure's outcome."""
    return proc.dist(*args, **kwargs) if kwargs else proc.cached_dist(args)


def play(proc: Procedure[P, R], rng: random.Random, *args: P.args, **kwargs: P.kwargs) -> Played[R]:
    """Throw once with `rng`."""
    dice = RandomDice(rng)
    value = proc.run(dice, *args, **kwargs)
    return Played(value, tuple(dice.faces), dice.story())


def replay(proc: Procedure[P, R], faces: Iterable[int], *args: P.args, **kwargs: P.kwargs) -> Played[R]:
    """Run the procedure on recorded or typed faces; too few, too many or impossible ones are refused."""
    dice = FixedDice(faces)
    value = proc.run(dice, *args, **kwargs)
    dice.finish()
    return Played(value, tuple(dice.faces), dice.story())


def attempts(proc: Procedure[P, R], *args: P.args, **kwargs: P.kwargs) -> Fraction:
    """Return how many throws a procedure with re-rolls takes on average."""
    return 1 / (1 - proc.again(*args, **kwargs))


def every_procedure(package: str) -> list[Procedure[..., Any]]:
    """Return the procedures of the modules of a package that have been imported, by name."""
    return sorted((proc for proc in _everything if proc.module.startswith(f"{package}.")), key=lambda proc: proc.name)


def forget_all() -> None:
    """Empty every procedure's cache; for benchmarks and for long sessions."""
    for proc in list(_everything):
        proc.forget()
