"""Limits patience: exact odds that take too long are refused in a sentence, not guessed."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from rulesdemo.errors import RulesError
from rulesdemo.odds.procedure import forget_all
from rulesdemo.words import _, local_figures


class TooLong(RulesError):
    """Work that was broken off."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Break off what runs longer. Where Python has no alarm (Windows, or a thread of its own) the work runs to its end."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(*_args: object) -> NoReturn:
        message = _("We never guess, and this would take longer than {seconds} seconds. Ask for less, or ask the command line.").format(
            seconds=local_figures(f"{seconds:g}")
        )
        raise TooLong(message)

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except TooLong:
        # Work that stopped half-way must not be found half-done by the next question.
        forget_all()
        raise
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
