"""Which readings decide a distribution: those of the switches that move it at another setting.

A body that reads a switch need not be moved by it: boarding reads on which total the bands lie, and between ships of one height there is
one total. Whether a reading decides is found out by asking again with the switch at its other settings.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from rulesdemo.analysis.event import Event
from rulesdemo.errors import InputError, OddsError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.procedure import Procedure
from rulesdemo.odds.reads import Read, SwitchRead
from rulesdemo.rules.ruleset import Ruleset, patches_blamed


def decisive_reads(proc: Procedure[..., Any], args: tuple[Any, ...], dist: Dist[Any]) -> list[Read]:
    """Return all that the distribution of `proc` rests on: what was read, without the switches that do not move it.

    >>> from rulesdemo.games.veneti.boarding import boarding
    >>> from rulesdemo.rules.ruleset import ruleset
    >>> level, lower = ((ruleset("veneti"), 4, 1, height) for height in (0, 1))
    >>> [read.switch for read in decisive_reads(boarding, lower, boarding.dist(*lower)) if isinstance(read, SwitchRead)]
    ['boarding_bands']
    >>> [read for read in decisive_reads(boarding, level, boarding.dist(*level)) if isinstance(read, SwitchRead)]
    []
    """
    return [read for read in dist.rests_on if not isinstance(read, SwitchRead) or decides(read.switch, proc, args)]


@lru_cache(maxsize=50_000)
def decides(switch: str, proc: Procedure[..., Any], args: tuple[Any, ...], event: Event | None = None) -> bool:
    """Return whether another setting of the switch moves the distribution, or the chance of an event, or leaves none."""
    (place, rules), *_ = ((place, each) for place, each in enumerate(args) if isinstance(each, Ruleset))
    ours = proc.dist(*args)
    for other in rules.other_settings(switch):
        try:
            with patches_blamed(proc.name, other):
                theirs = proc.dist(*args[:place], other, *args[place + 1 :])
        except (InputError, OddsError):
            return True
        if theirs != ours if event is None else event.chance(theirs) != event.chance(ours):
            return True
    return False
