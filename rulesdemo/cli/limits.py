"""Limits: how long a command may take, and how much memory.

Exact odds check their budget by themselves (rulesdemo/odds/budget.py). What they call in other libraries does not; a timer that ticks,
where the system has one, looks at the budget there too. A limit on the address space makes MemoryError of what would fill the machine.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import isfinite
from pathlib import Path
from typing import Final

import click

from rulesdemo.errors import InputError
from rulesdemo.odds.budget import check, time_limit
from rulesdemo.words import N_

try:
    import resource
except ImportError:  # as on Windows
    resource = None  # type: ignore[assignment]

LIMIT: Final = "limit_seconds"
SECONDS: Final = 60.0
MOST_SECONDS: Final = 86_400
TICK: Final = 0.25  # seconds between two looks at the budget
GIGABYTES: Final = 2
MOST_MEMORY: Final = GIGABYTES << 30
# They go on until somebody stops them, or wait for a reader.
ENDLESS: Final = ("build", "lab", "play", "serve", "site")


def limit_option() -> click.Option:
    """Return the option that every command has which answers a question."""
    return click.Option(
        ["--limit-seconds"],
        type=float,
        default=SECONDS,
        show_default=True,
        metavar="N",
        help=N_("Stop after N seconds, with what was found until then."),
        expose_value=False,
        callback=_start,
    )


def _start(context: click.Context, _option: click.Parameter, seconds: float) -> float:
    """Start the budget of a command, which ends with it."""
    if not (isfinite(seconds) and 0 < seconds <= MOST_SECONDS):
        message = N_("--limit-seconds must be more than 0 and at most {most:,}, not {seconds}").format(most=MOST_SECONDS, seconds=seconds)
        raise InputError(message)
    for each in (time_limit(seconds), _timer(), _memory_limit()):
        context.with_resource(each)
    return seconds


@contextmanager
def _timer() -> Iterator[None]:
    """Look at the budget every now and then, whatever is running."""
    try:
        before = signal.signal(signal.SIGALRM, _look)
    except (AttributeError, ValueError):  # no such signal here, or not the thread that gets it
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, TICK, TICK)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _look(_number: int, _frame: object) -> None:
    check()


@contextmanager
def _memory_limit() -> Iterator[None]:
    """Bound the memory that the process may take from now on."""
    if resource is None:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = memory_now() + MOST_MEMORY
    if all(each == resource.RLIM_INFINITY or each > most for each in (soft, hard)):
        with suppress(OSError, ValueError):  # a system that does not count addresses
            resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    try:
        yield
    finally:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def memory_now() -> int:
    """Return how many bytes of addresses the process has, 0 where the system does not say."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except (OSError, ValueError):
        return 0
    return pages * resource.getpagesize()
