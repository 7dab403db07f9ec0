"""The words of Broadside's events: names of things, and sentences that come in several whole forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import reduce
from typing import Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.state import Place
from rulesdemo.words import N_, _, listing, ngettext

Name = Callable[[str], str]
SIDES_FIRST: Final = {"french": N_("The French"), "british": N_("The British")}  # at the beginning of a sentence
POINTS: Final = {"A": N_("head to wind"), "B": N_("close-hauled"), "C": N_("reaching"), "D": N_("running")}
SKIES: Final = {"clear": N_("clear"), "fog": N_("fog"), "rain": N_("rain"), "heavy_rain": N_("heavy rain")}
# Ships by side and type: an adjective and its noun are one message.
KINDS: Final = {
    ("french", "seventy_four"): N_("french seventy four"),
    ("british", "seventy_four"): N_("british seventy four"),
    ("french", "frigate"): N_("french frigate"),
    ("british", "frigate"): N_("british frigate"),
    ("french", "fort"): N_("french fort"),
    ("british", "fort"): N_("british fort"),
}
CRITICALS: Final = {
    "gunner_dead": N_("her master gunner is killed"),
    "captain_dead": N_("her captain is killed"),
    "rigging_m": N_("her rigging is cut"),
    "officers_dead": N_("all her officers are killed"),
    "rigging_inertia": N_("her rigging is torn, and she will set full sail no more"),
    "guns_loose": N_("guns break loose"),
    "small_leak": N_("a small leak opens"),
    "explosion": N_("her magazine is hit"),
    "large_leak": N_("a large leak opens"),
    "fire": N_("she is on fire"),
}


# What the wind does, whole sentences.
WIND_TURNS: Final = {
    True: N_("The wind turns {degrees} degrees to the right: from {wind_from}, force {force}; the sky: {sky}."),
    False: N_("The wind turns {degrees} degrees to the left: from {wind_from}, force {force}; the sky: {sky}."),
}
WIND_CHANGES: Final = {
    1: N_("The wind rises: from {wind_from}, force {force}; the sky: {sky}."),
    -1: N_("The wind drops: from {wind_from}, force {force}; the sky: {sky}."),
    0: N_("The wind holds: from {wind_from}, force {force}; the sky: {sky}."),
}
# Shots by whether they rake and whether they pass a nearer enemy.
SHOTS: Final = {
    (False, False): N_("{ship} fires at {target} with {force}: {hurt}."),
    (False, True): N_("{ship} fires at {target} past a nearer enemy with {force}: {hurt}."),
    (True, False): N_("{ship} rakes {target} with {force}: {hurt}."),
    (True, True): N_("{ship} rakes {target} past a nearer enemy with {force}: {hurt}."),
}
LEAKS: Final = {
    "repaired": N_("{ship} loses {hurt} to her leak, {left} left, and the leak is stopped."),
    "sunk": N_("{ship} loses {hurt} to her leak, {left} left, and fills."),
    "leaking": N_("{ship} loses {hurt} to her leak, {left} left, and leaks on."),
}
VERDICTS: Final = {
    "french": N_("The French win: {why} (hull points lost: French {french}, British {british})."),
    "british": N_("The British win: {why} (hull points lost: French {french}, British {british})."),
    "draw": N_("Nobody wins: {why} (hull points lost: French {french}, British {british})."),
}


def place_text(place: Place) -> str:
    """Return a hex and a heading in words."""
    return _("{hex} heading {heading}").format(hex=GRID.label(place.hex), heading=GRID.name(place.heading))


def names_text(ships: Iterable[str], name: Name) -> str:
    """Return the names of some ships in words."""
    return str(listing(name(ship) for ship in ships))


def clauses(parts: Iterable[str]) -> str:
    """Return some parts with semicolons between.

    >>> clauses(["hull 3", "masts 1", "on fire"])
    'hull 3; masts 1; on fire'
    """
    return reduce(lambda before, after: _("{before}; {after}").format(before=before, after=after), map(str, parts))


def hull_text(points: int) -> str:
    """Return a number of hull points in words."""
    return ngettext("{n} hull point", "{n} hull points", points).format(n=points)
