"""Stretches: a chance as an explicit function of a whole-number input, in as few pieces as it has.

Tables clamp, so far below and far above the chance no longer moves; in between it often climbs by equal steps. The pieces are found from
exact values: constants, straight lines, and single points where nothing simpler fits. A piece has no end only where it is proved that
nothing changes any more (beyond.py); anything else stops at the last value looked at, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import lcm
from typing import Any, Final

from rulesdemo.analysis.inverse import Event, Open, When
from rulesdemo.errors import InputError
from rulesdemo.odds.budget import progress_report
from rulesdemo.odds.format import fraction, latex_fraction, latex_word
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _

# How far to look on a side without end where nobody knows from where on the chance stays as it is, and how far at most where it is known.
REACH: Final = 1_000
MOST_REACH: Final = 2_000
# Pieces that are told when there was no time for all.
MOST_SHOWN: Final = 8


@dataclass(frozen=True, slots=True)
class Piece:
    """From `low` to `high` (None: without end) the chance is `start` at `origin`, and `slope` more for every step up."""

    low: int | None
    high: int | None
    origin: int
    start: Fraction
    slope: Fraction

    def at(self, n: int) -> Fraction:
        """Return the chance at n."""
        return self.start + self.slope * (n - self.origin)

    def holds(self, n: int) -> bool:
        """Return whether n lies in the piece."""
        return (self.low is None or n >= self.low) and (self.high is None or n <= self.high)

    def formula(self, name: str) -> str:
        """Return the chance as a formula: a number, or `(drm + 4)/6`."""
        top, below = self._line(name, "*")
        return str(self.start) if not self.slope else top if below == 1 else f"({top})/{below}" if " " in top else f"{top}/{below}"

    def latex(self, name: str) -> str:
        """Return the same as LaTeX."""
        top, below = self._line(name, " ")
        return latex_fraction(self.start) if not self.slope else top if below == 1 else rf"\frac{{{top}}}{{{below}}}"

    def where(self, name: str, least: str = "<=", most: str = ">=") -> str:
        """Return the inputs for which it holds."""
        if self.low is None:
            return _("always") if self.high is None else f"{name} {least} {self.high}"
        if self.high is None:
            return f"{name} {most} {self.low}"
        return f"{name} = {self.low}" if self.low == self.high else f"{self.low} {least} {name} {least} {self.high}"

    def _line(self, name: str, sign: str) -> tuple[str, int]:
        """Return a straight line as a whole-number numerator over a denominator."""
        zero = self.at(0)
        below = lcm(self.slope.denominator, zero.denominator)
        times, plus = int(self.slope * below), int(zero * below)
        size = name if abs(times) == 1 else f"{abs(times)}{sign}{name}"
        if plus <= 0:
            return f"{'-' if times < 0 else ''}{size}" + (f" - {-plus}" if plus else ""), below
        return f"{plus} - {size}" if times < 0 else f"{size} + {plus}", below


@dataclass(frozen=True, slots=True)
class Stretches:
    """A chance by an input, piece by piece; `searched` are the inputs whose chances were worked out one by one.

    `left_out` says why the pieces stop, where it is not that the input itself goes no further.
    """

    over: str
    event: Event
    pieces: tuple[Piece, ...]
    searched: range
    left_out: str = ""

    def at(self, n: int) -> Fraction:
        """Return the chance at n."""
        for piece in self.pieces:
            if piece.holds(n):
                return piece.at(n)
        message = N_("{over} {n} lies outside of {first} to {last}").format(
            over=self.over, n=n, first=self.searched[0], last=self.searched[-1]
        )
        raise InputError(message)

    def __str__(self) -> str:
        """Return a line for each piece, and one for what was not looked at."""
        lines = [f"{piece.where(self.over)}: {piece.formula(self.over)}" for piece in self.pieces]
        return "\n".join([*lines, str(self.left_out)] if self.left_out else lines)

    def latex(self) -> str:
        """Return the pieces as a `cases` display."""
        name = rf"\mathit{{{latex_word(self.over)}}}"
        lines = []
        for piece in self.pieces:
            where = (
                piece.where(name, r"\le", r"\ge")
                if piece.low is not None or piece.high is not None
                else rf"\text{{{latex_word(_('always'))}}}"
            )
            lines.append(f"{piece.latex(name)} & {where}")
        aside = rf" \quad \text{{({latex_word(str(self.left_out).rstrip('.'))})}}" if self.left_out else ""
        return rf"P(\text{{{latex_word(str(self.event))}}}) = \begin{{cases}} " + r" \\ ".join(lines) + rf" \end{{cases}}{aside}"


def in_modifier(
    name: str, inputs: Mapping[str, Any] | None = None, over: str = "drm", *, when: When, rules: Ruleset | None = None
) -> Stretches:
    """Return the chance as a function of one whole-number input, plateaus and straight stretches found from exact values.

    >>> print(in_modifier("veneti.disengage", {"crew": 2}, when={"free": True}))
    drm <= -2: 0
    -1 <= drm <= 3: (drm + 2)/6
    drm >= 4: 1
    """
    asked = Open.of(name, over, inputs or {}, rules)
    event = Event.of(when)
    low, below = _end(asked, -1)
    high, above = _end(asked, 1)
    known, refusal = _known_chances(asked, event, range(low, high + 1))
    pieces = _pieces(known)
    first, last = known[0][0], known[-1][0]
    if below == "level" and first == low:
        pieces[0] = replace(pieces[0], low=None)
    if above == "level" and last == high:
        pieces[-1] = replace(pieces[-1], high=None)
    left_out = ""
    if refusal is not None and (first, last) != (low, high):
        left_out = N_("Looked at {input} {first} to {last}; {input} {value} is refused: {refusal}").format(
            input=over, first=first, last=last, value=first - 1 if last == high else last + 1, refusal=refusal
        )
    elif "unknown" in (below, above):
        if below == above:
            left_out = N_("Looked at {input} {first} to {last}; nothing is said beyond.")
        elif below == "unknown":
            left_out = N_("Looked at {input} {first} to {last}; nothing is said below.")
        else:
            left_out = N_("Looked at {input} {first} to {last}; nothing is said above.")
        left_out = left_out.format(input=over, first=first, last=last)
    return Stretches(over, event, tuple(pieces), range(first, last + 1), left_out)


def _end(asked: Open, way: int) -> tuple[int, str]:
    """Return how far to look on one side, and what is beyond: nothing, always the same, or what nobody knows."""
    kind = asked.kind
    end, other = (kind.high, kind.low) if way > 0 else (kind.low, kind.high)
    if end is not None:
        return end, "nothing"
    start = other or 0
    level = asked.level_from(way)
    if level is None or abs(level - start) > MOST_REACH:
        return start + way * REACH, "unknown"
    # Some steps of the level itself show it; where the other end is an end, it may lie beyond where the level begins.
    return (max if way > 0 else min)(level, start) + way, "level"


def _known_chances(asked: Open, event: Event, values: range) -> tuple[list[tuple[int, Fraction]], InputError | None]:
    """Return the chances over a range, without the ends that the procedure refuses, and why it refuses them."""
    known: list[tuple[int, Fraction]] = []
    refusal: InputError | None = None
    for n in values:
        try:
            with progress_report(partial(_so_far, asked.over, known)):
                chance = asked.chance(event, n)
        except InputError as refused:
            refusal = refused
            if known:
                break
            continue
        known.append((n, chance))
    if not known:
        message = N_("{entry} refuses every {over} from {first} to {last}: {refusal}").format(
            entry=asked.entry.name, over=asked.over, first=values[0], last=values[-1], refusal=refusal
        )
        raise InputError(message)
    return known, refusal


def _so_far(over: str, known: list[tuple[int, Fraction]]) -> str:
    """Return what is known of a chance when the time is over; "" for nothing."""
    if not known:
        return ""
    pieces = [f"{piece.where(over)}: {piece.formula(over) if piece.slope else fraction(piece.start)}" for piece in _pieces(known)]
    told = "; ".join([*pieces[:MOST_SHOWN], *(["..."] if len(pieces) > MOST_SHOWN else [])])
    return N_("{told}; nobody looked above {over} {last}").format(told=told, over=over, last=known[-1][0])


def _pieces(known: list[tuple[int, Fraction]]) -> list[Piece]:
    """Find level runs first, then the longest straight lines between them."""
    runs: list[list[tuple[int, Fraction]]] = []
    for point in known:
        if runs and runs[-1][-1][1] == point[1]:
            runs[-1].append(point)
        else:
            runs.append([point])
    pieces: list[Piece] = []
    singles: list[tuple[int, Fraction]] = []
    for run in runs:
        if len(run) == 1:
            singles += run
        else:
            pieces += [*_lines(singles), Piece(run[0][0], run[-1][0], run[0][0], run[0][1], Fraction(0))]
            singles = []
    return [*pieces, *_lines(singles)]


def _lines(points: list[tuple[int, Fraction]]) -> list[Piece]:
    """Find straight lines of at least three points, as long as they go; other points one by one."""
    pieces: list[Piece] = []
    at = 0
    while at < len(points):
        slopes = [after - before for (_, before), (_, after) in pairwise(points[at:])]
        length = 1 + next((n for n, slope in enumerate(slopes) if slope != slopes[0]), len(slopes))
        length = length if length > 2 else 1  # noqa: PLR2004 - two points are always on a line
        (low, start), (high, _) = points[at], points[at + length - 1]
        pieces.append(Piece(low, high, low, start, slopes[0] if length > 1 else Fraction(0)))
        at += length
    return pieces
