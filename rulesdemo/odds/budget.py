"""Budgets: how long a question may take.

    with time_limit(60):
        ...                 a loop that may go on for long calls check(), which raises OutOfTime once the time is over

The budget is a deadline in a context variable. It needs no threads and no signals, so that it works in a browser's Python too; without a
budget, `check` costs next to nothing. Loops check once per round of work that takes some microseconds, never per branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from time import monotonic
from typing import NamedTuple

from rulesdemo.errors import OutOfTime


class Budget(NamedTuple):
    """How many seconds there are, and when they are over."""

    seconds: float
    until: float


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Give the block some seconds, None for no end, in place of the budget around it.

    >>> with time_limit(-1):
    ...     check()
    Traceback (most recent call last):
    rulesdemo.errors.OutOfTime: the time is over
    """
    token = _current.set(None if seconds is None else Budget(seconds, monotonic() + seconds))
    try:
        yield
    finally:
        _current.reset(token)


def check() -> None:
    """Raise OutOfTime if there is a budget and its time is over."""
    budget = _current.get()
    if budget is not None and monotonic() > budget.until:
        raise OutOfTime(budget.seconds)


@contextmanager
def progress_report(text: Callable[[], str]) -> Iterator[None]:
    """If the time is over in the block, put into the exception how far it came; a report from further in stays.

    >>> with time_limit(-1), progress_report(lambda: "3 of 7 were counted"):
    ...     check()
    Traceback (most recent call last):
    rulesdemo.errors.OutOfTime: 3 of 7 were counted
    """
    try:
        yield
    except OutOfTime as over:
        if over.progress:
            raise
        with time_limit(None):
            raise OutOfTime(over.seconds, text()) from None


def limit_in_seconds() -> float | None:
    """Return the seconds of the budget, None where there is none."""
    budget = _current.get()
    return None if budget is None else budget.seconds
