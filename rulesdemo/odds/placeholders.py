"""Stand-ins for whole numbers that have no value yet, while every branch of a procedure is being visited.

Each can be added to and handed to `dice.last` as its last argument; asking for its value raises.
"""

from __future__ import annotations

from typing import Any, NoReturn

from rulesdemo.errors import OddsError
from rulesdemo.words import N_


class _Valueless:
    """Refuses to be looked at."""

    __slots__ = ()

    def __eq__(self, other: object) -> NoReturn:
        """Refuse: it has no value yet."""
        raise _not_yet()

    def __hash__(self) -> NoReturn:
        """Refuse: nothing may be kept under it."""
        raise _not_yet()

    def __bool__(self) -> NoReturn:
        """Refuse: it has no value yet."""
        raise _not_yet()


class Later(_Valueless):
    """A number that a sub-procedure will give, and an amount to add."""

    __slots__ = ("dist", "plus")

    def __init__(self, dist: Any, plus: Any = 0) -> None:  # noqa: ANN401 - a Dist of whole numbers; a whole number, or Each
        """Stand for the number that `dist` is of, and `plus`."""
        self.dist = dist
        self.plus = plus

    def __add__(self, more: int) -> Later:
        """Return a placeholder raised by `more`."""
        return Later(self.dist, self.plus + more)

    __radd__ = __add__

    def __sub__(self, less: int) -> Later:
        """Return a placeholder lowered by `less`."""
        return Later(self.dist, self.plus - less)


class Each(_Valueless):
    """A number that is every one of several at once."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: tuple[int, ...]) -> None:
        """Stand for all of `numbers`."""
        self.numbers = numbers

    def __add__(self, more: int) -> Each:
        """Return a placeholder raised by `more`."""
        return Each(tuple([number + more for number in self.numbers])) if type(more) is int else NotImplemented

    __radd__ = __add__

    def __sub__(self, less: int) -> Each:
        """Return a placeholder lowered by `less`."""
        return Each(tuple([number - less for number in self.numbers])) if type(less) is int else NotImplemented

    def __rsub__(self, whole: int) -> Each:
        """Return what they leave of `whole`."""
        return Each(tuple([whole - number for number in self.numbers])) if type(whole) is int else NotImplemented


def _not_yet() -> OddsError:
    return OddsError(N_("a number taken with dice.later has no value yet: add to it and hand it to dice.last, or take it with dice.do"))
