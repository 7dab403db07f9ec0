"""Events: some outcomes of a distribution, and how they are put into words.

An event is given by outcome fields, `{"captured": True}`, or by a test on outcomes. A field may be given one value, several (a set or a
range), or a test of its own: `{"fires": range(1, 9)}`. Outcomes that are plain values have one field, without a name: `{"": 3}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulesdemo.errors import InputError
from rulesdemo.odds.dist import Dist, record_of
from rulesdemo.odds.format import word
from rulesdemo.words import N_, _

When = Mapping[str, Any] | Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Event:
    """Some outcomes of a distribution: those whose fields are as asked, or those that pass a test."""

    fields: tuple[tuple[str, Any], ...] = ()
    test: Callable[[Any], bool] | None = None
    name: str = ""
    names: tuple[str, ...] = ()  # the fields that the test reads, where they are known

    @classmethod
    def of(cls, when: When) -> Event:
        """Return an event from what a reader writes.

        >>> print(Event.of({"captured": True, "attacker_loss": range(0, 2)}))
        captured yes, attacker_loss 0 or 1
        """
        if isinstance(when, Event):
            return when
        if callable(when):
            doc = (when.__doc__ or "").strip().partition("\n")[0].rstrip(".")
            return cls(test=when, name=doc or N_("as asked"))
        if not when:
            message = N_('say which outcomes are meant: {"field": value, ...} or a test on outcomes')
            raise InputError(message)
        return cls(tuple((name, frozenset(wanted) if isinstance(wanted, AbstractSet) else wanted) for name, wanted in when.items()))

    def __call__(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome
        """Return whether an outcome belongs to the event, so that an event is a test like any other."""
        return self.holds(outcome)

    def holds(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome
        """Return whether an outcome belongs to the event."""
        if self.test is not None:
            return bool(self.test(outcome))
        return all(_fits(getattr(outcome, name) if name else outcome, wanted) for name, wanted in self.fields)

    def chance(self, dist: Dist[Any]) -> Any:  # noqa: ANN401 - a Fraction, or a formula in an unknown
        """Return the chance of the event; asked by fields, a folded distribution stays folded."""
        if self.test is not None and self.names and set(self.names) <= set(dist.fields):
            few, test = dist.marginal(*self.names), self.test
            if len(self.names) > 1:
                return few.chance(test)
            record = record_of(self.names)
            return few.chance(lambda value: test(record(value)))
        if self.test is not None or not all(name for name, _ in self.fields):
            return dist.chance(self.holds)
        names = tuple(name for name, _ in self.fields)
        wanted = [value for _, value in self.fields]
        few = dist.marginal(*names)
        if len(names) == 1:
            return few.chance(lambda value: _fits(value, wanted[0]))
        return few.chance(lambda record: all(map(_fits, record, wanted)))

    def __str__(self) -> str:
        """Return the event in a few words."""
        return str(self.name) or ", ".join(f"{name} {_value_text(value)}".lstrip() for name, value in self.fields)


def _fits(value: Any, wanted: Any) -> bool:  # noqa: ANN401 - any field value
    if callable(wanted):
        return bool(wanted(value))
    if isinstance(wanted, range):
        # By the bounds: a text or a fraction would be compared with every number of the range.
        return isinstance(value, (int, Fraction)) and value.denominator == 1 and int(value) in wanted
    if isinstance(wanted, AbstractSet):
        return value in wanted
    return bool(value == wanted)


def _value_text(wanted: Any) -> str:  # noqa: ANN401 - as given
    if callable(wanted):
        return _("as asked")
    if isinstance(wanted, range) and wanted.step == 1 and wanted.stop - wanted.start > 2:  # noqa: PLR2004 - as in `spans`
        return _("{first} to {last}").format(first=wanted.start, last=wanted.stop - 1)
    if isinstance(wanted, (AbstractSet, range)):
        return spans(wanted if isinstance(wanted, range) else in_order(wanted), "or")
    return word(wanted)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Return distinct values in the order in which a distribution lists its outcomes.

    >>> in_order({10, "*", 9})
    [9, 10, '*']
    """
    distinct = dict.fromkeys(values, 1)
    return list(Dist(distinct, len(distinct)))


def spans(values: Iterable[Any], joint: str = "and", form: str = "") -> str:
    """Join values, neighbouring whole numbers as a span.

    >>> spans([2, 4, 5, 6, 12]), spans(["out", "lost"], "or"), spans([4, 5], form="+d")
    ('2, 4 to 6 and 12', 'out or lost', '+4 and +5')
    """
    runs: list[list[Any]] = []
    for value in values:
        if runs and type(value) is int and type(runs[-1][-1]) is int and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    parts = []
    for run in runs:
        shown = [format(value, form) if type(value) is int else word(value) for value in run]
        if len(run) > 2:  # noqa: PLR2004 - three make a span
            shown = [_("{first} to {last}").format(first=shown[0], last=shown[-1])]
        parts += shown
    if len(parts) < 2:  # noqa: PLR2004 - one part needs no word between
        return "".join(parts)
    words = _("{some} or {last}").format if joint == "or" else _("{some} and {last}").format
    return words(some=", ".join(parts[:-1]), last=parts[-1])
