"""Stretches: a chance as an explicit function of a whole-number input, in as few pieces as it has.

Tables clamp, so far below and far above the chance no longer moves; in between it often climbs by equal steps. The pieces are found from
exact values: constants, straight lines, and single points where nothing simpler fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any, Final

from rulesdemo.errors import InputError
from rulesdemo.inputs import Whole
from rulesdemo.questions import Event, Open, When
from rulesdemo.ruleset import Ruleset
from rulesdemo.show import latex_fraction, latex_word

# How far to look on a side without end, until the chance is level there for this long and at ten times the distance.
REACHES: Final = (25, 50, 100, 200, 400)
LEVEL: Final = 12


@dataclass(frozen=True, slots=True)
class Piece:
    """From `low` to `high` (None: without end) the chance is `start` at `origin`, and `slope` more for every step up."""

    low: int | None
    high: int | None
    origin: int
    start: Fraction
    slope: Fraction

    def at(self, n: int) -> Fraction:
        """The chance at n."""
        return self.start + self.slope * (n - self.origin)

    def holds(self, n: int) -> bool:
        """Whether n lies in the piece."""
        return (self.low is None or n >= self.low) and (self.high is None or n <= self.high)

    def formula(self, name: str) -> str:
        """The chance as a formula: a number, or `(drm + 4)/6`."""
        top, below = self._line(name, "*")
        return str(self.start) if not self.slope else top if below == 1 else f"({top})/{below}" if " " in top else f"{top}/{below}"

    def latex(self, name: str) -> str:
        """The same as LaTeX."""
        top, below = self._line(name, " ")
        return latex_fraction(self.start) if not self.slope else top if below == 1 else rf"\frac{{{top}}}{{{below}}}"

    def where(self, name: str, least: str = "<=", most: str = ">=") -> str:
        """For which inputs it holds."""
        if self.low is None:
            return "always" if self.high is None else f"{name} {least} {self.high}"
        if self.high is None:
            return f"{name} {most} {self.low}"
        return f"{name} = {self.low}" if self.low == self.high else f"{self.low} {least} {name} {least} {self.high}"

    def _line(self, name: str, sign: str) -> tuple[str, int]:
        """A straight line as a whole-number numerator over a denominator."""
        zero = self.at(0)
        below = lcm(self.slope.denominator, zero.denominator)
        times, plus = int(self.slope * below), int(zero * below)
        size = name if abs(times) == 1 else f"{abs(times)}{sign}{name}"
        if plus <= 0:
            return f"{'-' if times < 0 else ''}{size}" + (f" - {-plus}" if plus else ""), below
        return f"{plus} - {size}" if times < 0 else f"{size} + {plus}", below


@dataclass(frozen=True, slots=True)
class Stretches:
    """A chance by an input, piece by piece; `searched` are the inputs whose chances were worked out one by one."""

    over: str
    event: Event
    pieces: tuple[Piece, ...]
    searched: range

    def at(self, n: int) -> Fraction:
        """The chance at n."""
        for piece in self.pieces:
            if piece.holds(n):
                return piece.at(n)
        message = f"{self.over} {n} lies outside of {self.searched[0]} to {self.searched[-1]}"
        raise InputError(message)

    def __str__(self) -> str:
        """A line for each piece."""
        return "\n".join(f"{piece.where(self.over)}: {piece.formula(self.over)}" for piece in self.pieces)

    def latex(self) -> str:
        """The pieces as a `cases` display."""
        name = rf"\mathit{{{latex_word(self.over)}}}"
        lines = []
        for piece in self.pieces:
            where = piece.where(name, r"\le", r"\ge") if piece.low is not None or piece.high is not None else r"\text{always}"
            lines.append(f"{piece.latex(name)} & {where}")
        return rf"P(\text{{{latex_word(str(self.event))}}}) = \begin{{cases}} " + r" \\ ".join(lines) + r" \end{cases}"


def in_modifier(
    name: str, inputs: Mapping[str, Any] | None = None, over: str = "drm", *, when: When, rules: Ruleset | None = None
) -> Stretches:
    """The chance as a function of one whole-number input, plateaus and straight stretches found from exact values.

    >>> print(in_modifier("veneti.disengage", {"crew": 2}, when={"free": True}))
    drm <= -2: 0
    -1 <= drm <= 3: (drm + 2)/6
    drm >= 4: 1
    """
    asked = Open.of(name, over, inputs or {}, rules)
    event = Event.of(when)
    for reach in REACHES:
        window = _window(asked.kind, reach)
        known = _known(asked, event, window)
        below, above = asked.kind.low is None and known[0][0] == window[0], asked.kind.high is None and known[-1][0] == window[-1]
        low_level = below and _goes_on(asked, event, known[:LEVEL], -10 * reach)
        high_level = above and _goes_on(asked, event, known[-LEVEL:], 10 * reach)
        if low_level == below and high_level == above:
            break
    pieces = _pieces(known)
    if low_level:
        pieces[0] = replace(pieces[0], low=None)
    if high_level:
        pieces[-1] = replace(pieces[-1], high=None)
    return Stretches(over, event, tuple(pieces), range(known[0][0], known[-1][0] + 1))


def _window(kind: Whole, reach: int) -> range:
    """What to look at: all that the input takes, cut off on the sides where it has no end."""
    low = kind.low if kind.low is not None else -reach if kind.high is None else kind.high - 2 * reach
    high = kind.high if kind.high is not None else reach if kind.low is None else kind.low + 2 * reach
    return range(low, high + 1)


def _known(asked: Open, event: Event, values: range) -> list[tuple[int, Fraction]]:
    """The chances over a range, without the ends that the procedure refuses."""
    known: list[tuple[int, Fraction]] = []
    refusal: InputError | None = None
    for n in values:
        try:
            chance = asked.chance(event, n)
        except InputError as refused:
            refusal = refused
            if known:
                break
            continue
        known.append((n, chance))
    if not known:
        message = f"{asked.entry.name} refuses every {asked.over} from {values[0]} to {values[-1]}: {refusal}"
        raise InputError(message)
    return known


def _goes_on(asked: Open, event: Event, end: list[tuple[int, Fraction]], far: int) -> bool:
    """Whether the chance is level at an end, and still the same much further out."""
    levels = {chance for _, chance in end}
    return len(levels) == 1 and asked.chance(event, end[0][0] + far) in levels


def _pieces(known: list[tuple[int, Fraction]]) -> list[Piece]:
    """Level runs first, then the longest straight lines between them."""
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
    """Straight lines of at least three points, as long as they go; other points one by one."""
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
