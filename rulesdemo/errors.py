"""What can go wrong, each said in one sentence that a player can act on."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from rulesdemo.words import N_


class RulesError(Exception):
    """Anything the project refuses to do, with the reason in plain words."""


class InputError(RulesError):
    """A value that a reader gave and that cannot be used."""


class DataError(RulesError):
    """A file under data/ that does not say what it should; names file, row and column."""


class FacesError(RulesError):
    """Typed or recorded dice that do not fit the throw."""


class OddsError(RulesError):
    """A procedure whose exact odds cannot be worked out as it is written."""


class TooManyPaths(OddsError):
    """More branches or outcomes than we are willing to list; nothing is ever trimmed instead."""


class OutOfTime(RulesError):
    """A question that took longer than its budget of `seconds`; `progress` says what was found until then and what was not."""

    def __init__(self, seconds: float, progress: str = "") -> None:
        """Take what was found as a part of a sentence; "" when nothing was."""
        super().__init__(progress or N_("the time is over"))
        self.seconds = seconds
        self.progress = progress


class NeverEnds(OddsError):
    """Dice that are thrown again for ever, or a chain that has no way to an end."""


def near_name(word: str, known: Iterable[str]) -> str:
    """Return the known name that is nearest to a word; "" when none is near."""
    return next(iter(difflib.get_close_matches(word, sorted(known), n=1, cutoff=0.6)), "")


def nearest(word: str, known: Iterable[str]) -> str:
    """The tail of an error sentence: the nearest known name, or all of them when none is near.

    >>> nearest("boardng", ["boarding", "grapple"])
    'Did you mean boarding?'
    >>> nearest("xyzzy", ["boarding", "grapple"])
    'Known: boarding, grapple.'
    """
    names = sorted(known)
    close = near_name(word, names)
    if close:
        return N_("Did you mean {name}?").format(name=close)
    return N_("Known: {names}.").format(names=", ".join(names))
