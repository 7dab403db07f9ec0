"""Places, directions and maps: whole-number geometry for every hexagon board.

Four kinds of value are kept apart by their types:

- `Hex` is a place, or the step from one place to another, in axial numbers;
- `Direction` is one of the six hexsides, counted 0 to 5 in a map's own order;
- `Offset` is a column and a row, `Label` those two as printed on the map ("2319");
- pixels belong to the painters of a board and never come in here.

On every board q grows to the right and r grows downwards, so "clockwise" is what a reader sees on the page.
A `Grid` says how one game counts its directions and numbers its hexes.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, NewType, Self, SupportsIndex, TypeVar

from rulesdemo.errors import InputError, RulesError
from rulesdemo.words import N_

if TYPE_CHECKING:
    from collections.abc import Iterable

T = TypeVar("T")
Six = tuple[T, T, T, T, T, T]

Direction = NewType("Direction", int)
"""A hexside, 0 to 5, in the order of one map. Adding to it gives a bare int: turn it with `Grid.turn` instead."""

Label = NewType("Label", str)
"""A hex number as printed: two digits for the column, two for the row."""

Turning = Literal["clockwise", "counter-clockwise"]
Stagger = Literal["even columns up", "even columns down", "even rows left", "even rows right"]

HEXSIDES: Final = 6
_LABEL_DIGITS: Final = 4
_LAST_NUMBER: Final = 99


class _Axial(NamedTuple):
    q: int
    r: int


class Hex(_Axial):
    """A place on the board, or the step between two places.

    It is a named tuple because boards look hexes up in sets all the time, and a tuple hashes without Python code.

    >>> Hex(2, -1) + Hex(0, 3)
    Hex(q=2, r=2)
    >>> -(Hex(1, 0) * 3)
    Hex(q=-3, r=0)
    """

    __slots__ = ()

    def __new__(cls, q: int, r: int) -> Self:
        """Take two whole numbers; anything else, a bool included, is a mix-up that we want to hear of at once."""
        if type(q) is not int or type(r) is not int:
            message = f"A hex needs two whole numbers, not {q!r} and {r!r}."
            raise TypeError(message)
        return super().__new__(cls, q, r)

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        # A named tuple makes its changed copies here, past __new__: send them back through the check.
        return cls(*iterable)

    @property
    def s(self) -> int:
        """The third cube number: q + r + s is always 0.

        >>> Hex(2, -1).s
        -1
        """
        return -self[0] - self[1]

    @property
    def length(self) -> int:
        """How many hexes long this step is.

        >>> Hex(2, -1).length
        2
        """
        q, r = self
        return max(abs(q), abs(r), abs(q + r))

    def distance(self, other: Hex) -> int:
        """Count the steps from here to the other hex.

        >>> Hex(0, 0).distance(Hex(2, 1))
        3
        """
        return (other - self).length

    # A tuple would be joined to another one; two hexes are added instead. That break with tuple is the point.
    def __add__(self, other: Hex) -> Hex:  # type: ignore[override]
        """Go on from here by a step."""
        if not isinstance(other, Hex):
            raise TypeError(_only_hexes(other))
        return _hex(self[0] + other[0], self[1] + other[1])

    def __radd__(self, other: object) -> Hex:
        """Refuse a plain tuple on the left, which Python would otherwise join to this one."""
        raise TypeError(_only_hexes(other))

    def __sub__(self, other: Hex) -> Hex:
        """Find the step from the other hex to this one."""
        if not isinstance(other, Hex):
            raise TypeError(_only_hexes(other))
        return _hex(self[0] - other[0], self[1] - other[1])

    def __mul__(self, times: SupportsIndex) -> Hex:
        """Repeat a step a whole number of times."""
        if type(times) is not int:
            message = f"A step is repeated a whole number of times, not {times!r}."
            raise TypeError(message)
        return _hex(self[0] * times, self[1] * times)

    __rmul__ = __mul__

    def __neg__(self) -> Hex:
        """Turn a step round."""
        return _hex(-self[0], -self[1])


def _hex(q: int, r: int) -> Hex:
    # Sums of checked numbers need no second check; this is the hot path of every search over the board.
    return tuple.__new__(Hex, (q, r))


def _only_hexes(other: object) -> str:
    return f"Only hexes are added to and taken from hexes, not {other!r}."


ORIGIN: Final = Hex(0, 0)
CLOCKWISE: Final[Six[Hex]] = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))
"""The six steps to a neighbour in page order; on a flat-topped board they are the `COMPASS` points."""

COMPASS: Final[Six[str]] = ("N", "NE", "SE", "S", "SW", "NW")


def direction(value: int) -> Direction:
    """Check a number from outside (a file, a form) and make it a direction.

    >>> direction(5)
    5
    >>> direction(6)
    Traceback (most recent call last):
    rulesdemo.errors.InputError: A direction is a whole number from 0 to 5, not 6.
    """
    if type(value) is not int or not 0 <= value < HEXSIDES:
        raise InputError(_no_direction(value))
    return Direction(value)


def _no_direction(value: object) -> str:
    return f"A direction is a whole number from 0 to {HEXSIDES - 1}, not {value!r}."


def distance(a: Hex, b: Hex) -> int:
    """Count the steps from one hex to another.

    >>> distance(Hex(0, 0), Hex(-2, 3))
    3
    """
    return (b - a).length


def rotate(place: Hex, steps: int, about: Hex = ORIGIN) -> Hex:
    """Swing a place round a centre by sixths of a circle, clockwise; a negative number goes the other way.

    >>> rotate(Hex(0, -2), 1)
    Hex(q=2, r=-2)
    """
    q, r = place - about
    for _ in range(steps % HEXSIDES):
        q, r = -r, q + r
    return about + _hex(q, r)


def ring(centre: Hex, n: int) -> tuple[Hex, ...]:
    """List the hexes exactly n away, clockwise from the one straight up in axial numbers.

    >>> ring(Hex(0, 0), 1) == CLOCKWISE
    True
    >>> len(ring(Hex(4, 4), 3))
    18
    """
    _check_radius(n)
    if n == 0:
        return (centre,)
    found = []
    here = centre + CLOCKWISE[0] * n
    for step in (*CLOCKWISE[2:], *CLOCKWISE[:2]):
        for _ in range(n):
            found.append(here)
            here = here + step
    return tuple(found)


def disc(centre: Hex, n: int) -> tuple[Hex, ...]:
    """List the hexes at most n away, ring after ring from the centre out.

    >>> len(disc(Hex(0, 0), 2))
    19
    """
    _check_radius(n)
    return tuple(place for radius in range(n + 1) for place in ring(centre, radius))


def _check_radius(n: int) -> None:
    if type(n) is not int or n < 0:
        message = N_("A radius is a whole number of hexes, 0 or more, not {n!r}.").format(n=n)
        raise RulesError(message)


def line(a: Hex, b: Hex) -> tuple[tuple[Hex, ...], ...]:
    """List, step by step, the hexes under a straight line from centre to centre.

    A step holds one hex, or both where the line meets the middle of the hexside between them.

    >>> line(Hex(0, 0), Hex(1, 1))
    ((Hex(q=0, r=0),), (Hex(q=0, r=1), Hex(q=1, r=0)), (Hex(q=1, r=1),))
    """
    length = distance(a, b)
    if length == 0:
        return ((a,),)
    # The longest of the three cube numbers changes by exactly 1 a step, so every step lies in one straight row of hexes
    # and never on a corner where three meet: at most two hexes are nearest, whose rounded numbers add up to 0.
    step = b - a
    steps = []
    for i in range(length + 1):
        thirds = _nearest(i * step.s, length)
        columns, rows = _nearest(i * step.q, length), _nearest(i * step.r, length)
        steps.append(tuple(_hex(a.q + q, a.r + r) for q in columns for r in rows if -q - r in thirds))
    return tuple(steps)


def _nearest(top: int, bottom: int) -> tuple[int, ...]:
    # The whole numbers nearest to top / bottom: two of them when it ends in a half.
    low, rest = divmod(top, bottom)
    if 2 * rest == bottom:
        return (low, low + 1)
    return (low,) if 2 * rest < bottom else (low + 1,)


@dataclass(frozen=True, slots=True)
class Offset:
    """A column and a row: how a person counts hexes on a sheet.

    >>> Offset(column=23, row=19)
    Offset(column=23, row=19)
    """

    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Grid:
    """One game's map convention: the order of its directions, and how its hexes stand and are numbered.

    >>> grid = Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True)
    >>> grid.label(grid.neighbour(grid.parse("2319"), grid.named("NE")))
    '2419'
    """

    vectors: Six[Hex]
    names: Six[str]
    turning: Turning
    stagger: Stagger
    numbered: bool = False
    # Numbers and hexes that were asked for before: a board asks for hundreds of them after every press.
    _labels: dict[Hex, Label] = field(default_factory=dict, init=False, repr=False, compare=False)
    _places: dict[str, Hex] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Refuse six steps that do not go round the hex one hexside at a time, or names that repeat."""
        if len(self.vectors) != HEXSIDES or len(set(self.names)) != HEXSIDES:
            message = N_("A map has six directions with six different names.")
            raise RulesError(message)
        sense = 1 if self.turning == "clockwise" else -1
        for here, following in zip(self.vectors, (*self.vectors[1:], self.vectors[0]), strict=True):
            if here.length != 1 or rotate(here, sense) != following:
                message = N_("The directions of a map must go round the hex {turning}, one hexside at a time.").format(turning=self.turning)
                raise RulesError(message)

    @property
    def top(self) -> Literal["flat", "pointy"]:
        """Flat-topped hexes stand in straight columns, pointy-topped ones in straight rows.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").top
        'flat'
        """
        return "flat" if self.stagger in ("even columns up", "even columns down") else "pointy"

    def vector(self, direction: Direction) -> Hex:
        """Give the step of one hex in a direction.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").vector(Direction(1))
        Hex(q=1, r=-1)
        """
        # Python would take -1 for the last of a tuple, and a heading that was counted down too far would pass unseen.
        if not 0 <= direction < HEXSIDES:
            raise RulesError(_no_direction(direction))
        return self.vectors[direction]

    def named(self, name: str) -> Direction:
        """Find a direction by the name that a scenario or a reader gives it.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").named("SW")
        4
        """
        if name not in self.names:
            message = N_('"{name}" is no direction of this map: use one of {names}.').format(name=name, names=", ".join(self.names))
            raise InputError(message)
        return Direction(self.names.index(name))

    def name(self, direction: Direction) -> str:
        """Say a direction in words.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").name(Direction(4))
        'SW'
        """
        self.vector(direction)
        return self.names[direction]

    def neighbour(self, place: Hex, direction: Direction) -> Hex:
        """Go one hex in a direction.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").neighbour(Hex(2, 2), Direction(3))
        Hex(q=2, r=3)
        """
        return place + self.vector(direction)

    def neighbours(self, place: Hex) -> tuple[Hex, ...]:
        """List the six hexes around, in the order of the directions.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").neighbours(Hex(0, 0)) == CLOCKWISE
        True
        """
        return tuple(place + vector for vector in self.vectors)

    def direction_to(self, place: Hex, neighbour: Hex) -> Direction:
        """Find the hexside between two hexes that touch.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").direction_to(Hex(2, 2), Hex(2, 3))
        3
        """
        step = neighbour - place
        if step not in self.vectors:
            here, there = self.to_offset(place), self.to_offset(neighbour)
            message = N_(
                "Column {column}, row {row} does not touch column {other_column}, row {other_row}: "
                "only neighbours have a hexside between them."
            ).format(column=there.column, row=there.row, other_column=here.column, other_row=here.row)
            raise RulesError(message)
        return Direction(self.vectors.index(step))

    def turn(self, direction: Direction, steps: int) -> Direction:
        """Turn by hexsides in the order in which this map counts; a negative number turns back.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").turn(Direction(5), 2)
        1
        """
        return Direction((direction + steps) % HEXSIDES)

    def turn_right(self, direction: Direction, steps: int = 1) -> Direction:
        """Turn to the right as a sailor sees it, whichever way this map counts.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").turn_right(Direction(5))
        0
        """
        return self.turn(direction, steps if self.turning == "clockwise" else -steps)

    def opposite(self, direction: Direction) -> Direction:
        """Look the other way: where a wind comes from that blows in a direction.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").opposite(Direction(4))
        1
        """
        return self.turn(direction, HEXSIDES // 2)

    def turns_between(self, start: Direction, end: Direction) -> int:
        """Count, 0 to 5, the hexsides from one direction on to another in the order of this map.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").turns_between(Direction(4), Direction(1))
        3
        """
        return (end - start) % HEXSIDES

    def to_offset(self, place: Hex) -> Offset:
        """Count a hex by column and row.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").to_offset(Hex(3, 1))
        Offset(column=3, row=2)
        """
        q, r = place
        if self.top == "flat":
            return Offset(q, r + self._shift(q))
        return Offset(q + self._shift(r), r)

    def from_offset(self, offset: Offset) -> Hex:
        """Find the hex in a column and row.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up").from_offset(Offset(column=3, row=2))
        Hex(q=3, r=1)
        """
        if self.top == "flat":
            return Hex(offset.column, offset.row - self._shift(offset.column))
        return Hex(offset.column - self._shift(offset.row), offset.row)

    def _shift(self, counted: int) -> int:
        # Going one column right (or one row down) in axial numbers drifts by half a hex; every second time the sheet
        # takes it back, on even lines or on odd ones.
        return counted // 2 if self.stagger in ("even columns up", "even rows left") else (counted + 1) // 2

    def label(self, place: Hex) -> Label:
        """Write the printed number of a hex.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True).label(Hex(4, 10))
        '0412'
        """
        if (known := self._labels.get(place)) is not None:
            return known
        self._check_numbered()
        offset = self.to_offset(place)
        if not (0 <= offset.column <= _LAST_NUMBER and 0 <= offset.row <= _LAST_NUMBER):
            message = N_("Column {column}, row {row} has no number: both must be from 0 to {most}.").format(
                column=offset.column, row=offset.row, most=_LAST_NUMBER
            )
            raise RulesError(message)
        return self._labels.setdefault(place, Label(f"{offset.column:02}{offset.row:02}"))

    def parse(self, label: str) -> Hex:
        """Read a printed number.

        >>> Grid(CLOCKWISE, COMPASS, "clockwise", "even columns up", numbered=True).parse("0412")
        Hex(q=4, r=10)
        """
        if isinstance(label, str) and (known := self._places.get(label)) is not None:
            return known
        self._check_numbered()
        if not (isinstance(label, str) and len(label) == _LABEL_DIGITS and label.isascii() and label.isdigit()):
            message = N_("{label!r} is no hex number: write two digits for the column and two for the row, such as 0412.").format(
                label=label
            )
            raise InputError(message)
        return self._places.setdefault(label, self.from_offset(Offset(int(label[:2]), int(label[2:]))))

    def _check_numbered(self) -> None:
        if not self.numbered:
            message = N_("This map prints no hex numbers.")
            raise RulesError(message)
