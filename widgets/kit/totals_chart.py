"""The totals chart: how many ways each total of the first throw has, filled by where it leads.

Every column is computed by running the procedure itself with that total; nothing is stated here that the dice procedure did not say.

>>> from rulesdemo.analysis.catalogue import answer
>>> from widgets.kit.odds_rows import views
>>> asked = answer("veneti.boarding", attackers=4, defenders=1)
>>> found = totals(asked, views(asked)[0])
>>> [(column.value, column.ways) for column in found.columns[:3]], found.total
([(2, 1), (3, 2), (4, 3)], 36)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.errors import RulesError
from rulesdemo.odds.chains import Repeat
from rulesdemo.odds.dice import AGAIN, Dice, Source
from rulesdemo.odds.dice_pools import Pool
from rulesdemo.odds.enumerate import walk
from rulesdemo.odds.procedure import Procedure
from rulesdemo.words import _, ngettext
from widgets.kit.bars import FILL
from widgets.kit.odds_rows import View
from widgets.web.badges import joined
from widgets.web.phrases import signed
from widgets.web.render_cache import cached

MOST_COLUMNS: Final = 36
MOST_LABELS: Final = 13  # on a phone more would touch
AGAIN_FILL: Final = "none"

# Heights in percent of the drawing, so that a projector's is only taller: room for the number above a column, columns, the axis.
TOP: Final = Fraction(14)
FLOOR: Final = Fraction(83)
_SHARE: Final = Fraction(21, 25)  # of a place, what the column takes; the rest is the gap to the next

_CHART: Final = Markup(
    '<figure class="totals"><svg class="columns" role="img" aria-label="{label}">{columns}'
    '<line x1="0" x2="100%" y1="{floor}%" y2="{floor}%" class="ground"/></svg><figcaption class="quiet">{words}</figcaption></figure>'
)
_SEGMENT: Final = Markup('<rect x="{x}%" y="{y}%" width="{width}%" height="{height}%" fill="{fill}" class="column{kind}"/>')
_WAYS: Final = Markup('<text x="{x}%" y="{y}%" dy="-4" class="ways">{ways}</text>')
_AXIS: Final = Markup('<text x="{x}%" y="100%" dy="-5" class="axis{kind}">{value}</text>')
_OWN: Final = Markup('<rect x="{x}%" y="{y}%" width="{width}%" height="{height}%" rx="4" class="own"/>')


@dataclass(frozen=True, slots=True)
class Column:
    """One total: its ways, and where it leads, as shares of its ways by the rows of the odds; a share left over is thrown again."""

    value: Any
    ways: int
    leads: tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Totals:
    """The chart of one procedure's first throw."""

    source: Source[Any]
    columns: tuple[Column, ...]
    view: View
    own: Any = None  # the value that the reader rolled
    settles: bool = False  # whether no die comes after it, whatever it shows

    @property
    def total(self) -> int:
        """Return all ways."""
        return sum(column.ways for column in self.columns)

    @property
    def settles_nothing(self) -> bool:
        """Return whether every total still leads to several rows, so that the chart says little about them."""
        return all(len(column.leads) > 1 for column in self.columns)

    def with_roll(self, faces: tuple[int, ...]) -> Totals:
        """Return the same with the reader's roll marked; faces after the first throw do not count here."""
        first = faces[: len(self.source.dice)]
        return replace(self, own=self.source.value(first) if len(first) == len(self.source.dice) else None)

    def html(self) -> Markup:
        """Draw the chart as text."""
        return _text(self)

    def render(self) -> Markup:
        """Draw the chart as text, made anew."""
        return _CHART.format(
            label=self._label(), columns=joined(self._column(place) for place in range(len(self.columns))), floor=FLOOR, words=self._words()
        )

    # -- inside ------------------------------------------------------------------------------------------------------------------------

    @property
    def _noun(self) -> str:
        if " - " in self.source.name:
            return _("difference of the dice")
        count = len(self.source.dice)
        return _("face of one die") if count == 1 else _("total of {count} dice").format(count=_count_word(count))

    def _words(self) -> str:
        text = _("Ways out of {total} for each {noun}.").format(total=self.total, noun=self._noun)
        if any(_again(column) for column in self.columns):
            text += " " + _("Empty columns are thrown again.")
        return text + (" " + _("Your roll is marked.") if self.own is not None else "")

    def _label(self) -> str:
        """Return what the chart shows, in words."""
        texts = []
        for column in self.columns:
            ends = ", ".join(str(self.view.rows[row].label) for row, _share in column.leads) or _("thrown again")
            ways = ngettext("{count} way", "{count} ways", column.ways).format(count=column.ways)
            mine = " " + _("(your roll)") if column.value == self.own and self.own is not None else ""
            texts.append(f"{_value_text(column.value)}{mine}: {ways}, {ends}")
        return f"{self._words()} {'; '.join(texts)}."

    def _column(self, place: int) -> Markup:
        column = self.columns[place]
        pitch = Fraction(100, len(self.columns))
        left, width = pitch * place + pitch * (1 - _SHARE) / 2, pitch * _SHARE
        middle = left + width / 2
        most = max(each.ways for each in self.columns)
        height = (FLOOR - TOP) * column.ways / most
        parts, y = [], FLOOR
        for fill, share in self._fills(column).items():
            y -= height * share
            kind = " again" if fill == AGAIN_FILL else ""
            parts.append(_SEGMENT.format(x=_p(left), y=_p(y), width=_p(width), height=_p(height * share), fill=fill, kind=kind))
        parts.append(_WAYS.format(x=_p(middle), y=_p(FLOOR - height), ways=column.ways))
        mine = self.own is not None and column.value == self.own
        if mine:
            parts.append(_OWN.format(x=_p(left), y=_p(FLOOR + 2), width=_p(width), height=_p(98 - FLOOR)))
        if mine or place % (1 + (len(self.columns) - 1) // MOST_LABELS) == 0:
            parts.append(_AXIS.format(x=_p(middle), kind=" mine" if mine else "", value=_value_text(column.value)))
        return joined(parts)

    def _fills(self, column: Column) -> dict[str, Fraction]:
        """Return the shares of a column by how they are filled, from the ground up."""
        shares: dict[str, Fraction] = {}
        for row, share in column.leads:
            fill = FILL[self.view.rows[row].fill]
            shares[fill] = shares.get(fill, Fraction(0)) + share
        return {**shares, AGAIN_FILL: _again(column)} if _again(column) else shares


def totals(answer: Answer, view: View) -> Totals | None:
    """Return the chart of an answer whose distribution `view` shows.

    It is None where no one throw comes first, or it has too many values for a chart.
    """
    procedure, args = answer.entry.procedure, (answer.rules, *answer.inputs.values())
    source = first_throw(procedure, args)
    if source is None or not 1 < len(source.values) <= MOST_COLUMNS or not isinstance(source.total, int):
        return None
    columns, settles = [], True
    for value, ways in source.branches:
        try:
            dist, again = _after(procedure, args, value)
        except RulesError:
            return None
        settles = settles and len(dist) == 1  # a part of the outcome may be settled while the rest is still thrown for
        leads: dict[int, Fraction] = {}
        for outcome, chance in dist.items():
            row = view.rows.index(view.place(outcome))
            leads[row] = leads.get(row, Fraction(0)) + chance * (1 - again)
        columns.append(Column(value, ways, tuple(sorted(leads.items()))))
    if all(not column.leads for column in columns):
        return None
    return Totals(source, tuple(columns), view, settles=settles)


def first_throw(procedure: Procedure[..., Any], args: tuple[Any, ...]) -> Source[Any] | None:
    """Return what a procedure throws first, whatever comes after; None where it throws nothing, or many dice or turns alike at once."""
    try:
        procedure.body(_Asking(), *args)
    except _FoundError as found:
        return found.source
    return None


def _after(procedure: Procedure[..., Any], args: tuple[Any, ...], value: Any) -> tuple[Any, Fraction]:  # noqa: ANN401 - a value of the first throw
    """Return the distribution of the outcome once the first throw has given `value`, and the share that is thrown again."""
    thrown_again = object()

    def body(dice: Dice) -> Any:  # noqa: ANN401 - an outcome
        try:
            outcome = procedure.body(_Given(dice, value), *args)
        except _AgainError:
            return thrown_again
        return thrown_again if outcome is AGAIN else outcome

    dist, _again_weights = walk(procedure.name, body, ())
    again = dist.p(thrown_again)
    return ({} if again == 1 else dist.where(lambda outcome: outcome is not thrown_again)), again


class _FoundError(Exception):
    """Stops a procedure at its first throw."""

    def __init__(self, source: Source[Any] | None) -> None:
        super().__init__()
        self.source = source


class _AgainError(Exception):
    """Stops a procedure whose first throw does not count."""


class _Asking(Dice):
    """A hand that wants to know only what is thrown first."""

    def roll(self, source: Source[Any], why: str = "") -> Any:  # noqa: ANN401, ARG002 - any value; the hands share one signature
        raise _FoundError(source)

    def read(self, source: Source[Any], column: tuple[Any, ...], why: str = "") -> Any:  # noqa: ANN401, ARG002 - as above
        raise _FoundError(source)

    def do(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any procedure
        if isinstance(proc, (Pool, Repeat)):  # its first die by itself says little
            raise _FoundError(None)
        return proc.body(self, *args, **kwargs)

    last = do


class _Given(Dice):
    """A hand that gives one value for the first throw and leaves all that follows to another hand."""

    def __init__(self, rest: Dice, value: Any) -> None:  # noqa: ANN401 - a value of the first throw
        self._rest = rest
        self._value = value
        self._is_spent = False
        self._inside = 0

    def roll(self, source: Source[Any], why: str = "") -> Any:  # noqa: ANN401 - any value
        if self._is_spent:
            return self._rest.roll(source, why)
        self._is_spent = True
        return self._value

    def read(self, source: Source[Any], column: tuple[Any, ...], why: str = "") -> Any:  # noqa: ANN401 - any entry
        if self._is_spent:
            return self._rest.read(source, column, why)
        self._is_spent = True
        return column[source.values.index(self._value)]

    def do(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any procedure
        if self._is_spent:
            return self._rest.do(proc, *args, **kwargs)
        self._inside += 1
        outcome = proc.body(self, *args, **kwargs)
        self._inside -= 1
        if outcome is AGAIN:
            raise _AgainError
        return outcome

    def last(self, proc: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - any procedure
        # What ends a procedure that another one runs here does not end that one.
        return self._rest.last(proc, *args, **kwargs) if self._is_spent and not self._inside else self.do(proc, *args, **kwargs)


@cached
def _text(chart: Totals) -> Markup:
    return chart.render()


def _again(column: Column) -> Fraction:
    """Return the share of a column that is thrown again."""
    return 1 - sum((share for _row, share in column.leads), Fraction(0))


def _value_text(value: object) -> str:
    return signed(value) if isinstance(value, int) else str(value)


def _count_word(count: int) -> str:
    return {2: _("two"), 3: _("three"), 4: _("four")}.get(count, str(count))


def _p(percent: Fraction) -> str:
    """Return a percent for a drawing."""
    return f"{float(percent):.2f}".rstrip("0").rstrip(".")
