"""Makes rows of a distribution: its outcomes, or, where they are too many, one list of rows for each field.

Nothing is trimmed: what has no row of its own is added up, exactly, in a last row. A distribution that was
left folded is never unfolded here.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.analysis.catalogue import Answer
from rulesdemo.odds.format import plain
from rulesdemo.play.engine import Throw
from rulesdemo.words import _, language
from widgets.web.phrases import signed, spaced, titled

if TYPE_CHECKING:
    from widgets.play.game_guide import Guide, Part

MOST_JOINT: Final = 12
MOST_ROWS: Final = 16
TAIL: Final = Fraction(1, 50)  # the highest numbers in a part of a long distribution share a row when all of them are less likely than this
FILLS: Final = ("best", "second", "third", "fourth", "fifth", "sixth")
MOST_FILLS_OF_A_FIELD: Final = 3  # longer lists of one field, numbers nearly always, stay plain


@dataclass(frozen=True, slots=True)
class Row:
    """One outcome, or several added up, with the exact chance."""

    key: Hashable
    label: str
    short: str
    chance: Fraction
    fill: str


@dataclass(frozen=True, slots=True)
class View:
    """A list of rows whose chances add up to 1: of whole outcomes, of one field, or of some fields together."""

    field: str
    rows: tuple[Row, ...]
    mean: Fraction | None = None
    title: str = ""  # its heading, where the name of the field is none
    together: tuple[str, ...] = ()

    @property
    def heading(self) -> str:
        """Return what stands above it; nothing above whole outcomes."""
        return self.title or titled(spaced(self.field))

    def place(self, outcome: Any) -> Row:  # noqa: ANN401 - an outcome record
        """Return the row that an outcome falls in."""
        if self.together:
            values = tuple(getattr(outcome, name) for name in self.together)
            outcome = values if len(values) > 1 else values[0]  # the distribution of one field has its values themselves
        key = _key(getattr(outcome, self.field) if self.field else outcome)
        for row in self.rows:
            if row.key == key or (isinstance(row.key, Several) and key in row.key.outcomes):
                return row
        return self.rows[-1]


@dataclass(frozen=True, slots=True)
class Several:
    """The key of a row that stands for several outcomes of one name."""

    outcomes: frozenset[Hashable]


REST: Final = "the rest"


def views(answer: Answer) -> tuple[View, ...]:
    """Return how an answer is shown."""
    dist, kinds = answer.dist, answer.entry.fields
    names = tuple(kinds) or dist.fields
    if not dist.folded and len(dist) <= MOST_JOINT:
        return (_joint(answer, names),)
    if len(names) <= 1:
        return (_of_field(answer, names[0], kinds.get(names[0])),)
    return tuple(_of_field(answer, name, kinds.get(name)) for name in names)


def _joint(answer: Answer, names: tuple[str, ...]) -> View:
    kinds = answer.entry.fields
    pairs = []
    for outcome, chance in answer.dist.items():
        values = [plain(value, kinds.get(name)) for name, value in zip(names, outcome, strict=True)]
        pairs.append((values, outcome, chance))
    flags = bool(pairs) and isinstance(pairs[0][0][0], bool)
    if flags:
        pairs.sort(key=lambda pair: not pair[0][0])  # what the rule asks for stands first
    fills = _fills([values for values, _outcome, _chance in pairs], flags=flags)
    rows = [
        Row(_key(outcome), words := outcome_words(names, values), words, chance, fill)
        for (values, outcome, chance), fill in zip(pairs, fills, strict=True)
    ]
    counted = len(names) == 1 and len(pairs) > 1 and all(type(values[0]) is int for values, *_more in pairs)
    return View("", tuple(rows), answer.dist.mean(names[0]) if counted else None)


def view_of(answer: Answer, label: Callable[[Any], str], order: Sequence[str] = ()) -> View:
    """Return the outcomes under names of a game's own; those of one name are added up.

    The names in `order` stand first, best to worst, and the last of them has the fill of the worst; of the others, those
    come first that bring what the rule asks for.
    """
    flags = next(iter(answer.entry.fields.values()), None) is bool
    return View("", _added_up(answer.dist.items(), label, order, flags=flags))


MOST_KEPT: Final = 200
_KEPT: Final[dict[Hashable, tuple[View, ...]]] = {}


def in_words(answer: Answer, guide: Guide, throw: Throw) -> tuple[View, ...]:
    """Return the odds of a throw in the words of its game; cached, because every press needs the same distribution."""
    # The rules as they are set are among the arguments, so these say everything about the distribution.
    key: Hashable = (language(), guide.game, answer.entry.name, throw.procedure, throw.args, type(throw.outcome))
    if key not in _KEPT:
        if len(_KEPT) >= MOST_KEPT:
            _KEPT.clear()
        _KEPT[key] = _in_words(answer, guide, throw)
    return _KEPT[key]


def _in_words(answer: Answer, guide: Guide, throw: Throw) -> tuple[View, ...]:
    """Return outcomes by their names, or the parts of a distribution that is too long."""
    if not answer.dist.fields:  # a plain number, which has no names but those of its game
        return (view_of(answer, lambda outcome: guide.label(throw._replace(outcome=outcome)), guide.best_first(throw)),)
    shown = views(answer)
    if len(shown) > 1:
        return tuple(part_in_words(answer, part, throw) for part in guide.parts(throw)) or shown
    if not guide.label(throw):
        return shown
    return (view_of(answer, lambda outcome: guide.label(throw._replace(outcome=outcome)), guide.best_first(throw)),)


def part_in_words(answer: Answer, part: Part, throw: Throw) -> View:
    """Return one list of bars of a long distribution, under the names that its chapter gives."""
    label = part.label
    if label is None:
        (name,) = part.fields
        return replace(_of_field(answer, name, answer.entry.fields.get(name), TAIL), title=part.title)
    dist = answer.dist.marginal(*part.fields)
    rows = _added_up(dist.items(), lambda outcome: label(throw._replace(outcome=outcome)), part.order, flags=False)
    return View("", rows, title=part.title, together=part.fields)


def _added_up(
    chances: Iterable[tuple[Any, Fraction]], label: Callable[[Any], str], order: Sequence[str], *, flags: bool
) -> tuple[Row, ...]:
    """Return a row for each name."""
    found: dict[str, list[tuple[Any, Fraction]]] = {}
    for outcome, chance in sorted(chances, key=lambda pair: flags and not pair[0][0]):
        found.setdefault(label(outcome), []).append((outcome, chance))
    names = [name for name in order if name in found] + [name for name in found if name not in order]
    best, worst = (order[0], order[-1]) if order else ("", "")
    # A field that says no is the worse row, unless the game calls it the best, as where the field tells of a failure.
    denied = [flags and name != best and not found[name][0][0][0] for name in names]
    wanted = ["third" if no or (len(names) > 1 and name == worst) else "" for name, no in zip(names, denied, strict=True)]
    return tuple(
        Row(
            Several(frozenset(outcome for outcome, _chance in found[name])),
            name,
            name,
            sum((p for _o, p in found[name]), Fraction(0)),
            fill,
        )
        for name, fill in zip(names, _apart(wanted), strict=True)
    )


def _apart(wanted: list[str]) -> list[str]:
    """Return fills that all differ: the wanted one for the first row that wants it, else the next free one; past six rows all plain.

    >>> _apart(["", "third", "third"]), _apart(["", "", "third", "third"])
    (['best', 'third', 'second'], ['best', 'second', 'third', 'fourth'])
    """
    if len(wanted) > len(FILLS):
        return ["best"] * len(wanted)
    fills: list[str] = []
    for fill in wanted:
        free = [each for each in FILLS if each not in fills and (each == fill or each not in wanted)]
        spare = [each for each in FILLS if each not in fills]
        fills.append(fill if fill in free else (free or spare)[0])
    return fills


def at_least(view: View) -> View:
    """Return the rows of a number the other way: for each value the chance of it or more.

    A last row that stands for several values is exact too.
    """
    if view.mean is None:
        message = "only a number has an 'at least'"
        raise ValueError(message)
    rows, left = [], Fraction(1)
    for row in view.rows:
        short = row.short if row.key == REST else _("{words} or more").format(words=row.short)
        label = row.label if row.key == REST else _("{words} or more").format(words=row.label)
        rows.append(replace(row, label=label, short=short, chance=left))
        left -= row.chance
    return replace(view, rows=tuple(rows))


def _fills(lines: list[list[Any]], *, flags: bool) -> list[str]:
    """Return the fill of each row: yes plain, yes with something beside it hatched, no dotted; up to six others in turn; more all plain."""
    if flags:
        return ["third" if not line[0] else "second" if any(line[1:]) else "best" for line in lines]
    return list(FILLS[: len(lines)]) if len(lines) <= len(FILLS) else ["best"] * len(lines)


def _of_field(answer: Answer, name: str, kind: Any, tail: Fraction = Fraction(0)) -> View:  # noqa: ANN401 - a type
    dist = answer.dist.marginal(name)
    pairs = [(plain(value, kind), value, chance) for value, chance in dist.items()]
    if kind is bool:
        pairs.sort(key=lambda pair: not pair[0])
    fills = _fills([[shown] for shown, _value, _chance in pairs], flags=kind is bool)
    fills = fills if len(pairs) <= MOST_FILLS_OF_A_FIELD else ["best"] * len(pairs)
    numbers = all(isinstance(value, int) and not isinstance(value, bool) for value, _raw, _chance in pairs) and kind is not bool
    last = _last_alone([chance for *_what, chance in pairs], tail if numbers else Fraction(0))
    shown, rest = pairs[:last], pairs[last:]
    rows = [
        Row(_key(value), titled(value_words(name, words)), titled(_alone(name, words)), chance, fill)
        for (words, value, chance), fill in zip(shown, fills, strict=False)
    ]
    if rest:
        short = _("{number} or more").format(number=signed(rest[0][0])) if numbers else _("anything else")
        rows.append(
            Row(REST, titled(f"{spaced(name)} {short}"), titled(short), sum((chance for *_what, chance in rest), Fraction(0)), "best")
        )
    return View(name, tuple(rows), dist.mean() if numbers and len(pairs) > 1 else None)


def _last_alone(chances: list[Fraction], tail: Fraction) -> int:
    """Return how many rows stand for one value each; two or more values that have less than `tail` together share the row after them.

    >>> _last_alone([Fraction(1, 2), Fraction(49, 100), Fraction(1, 200), Fraction(1, 200)], Fraction(1, 50))
    2
    """
    most = len(chances) if len(chances) <= MOST_ROWS else MOST_ROWS - 1
    left = Fraction(0)
    for place in range(len(chances) - 1, -1, -1):
        left += chances[place]
        if left >= tail:
            return min(most, place + 1 if place + 2 < len(chances) else len(chances))
    return most


def _key(value: object) -> Hashable:
    return value if isinstance(value, Hashable) else str(value)


def outcome_words(names: tuple[str, ...], values: list[Any]) -> str:
    """Return a whole outcome in words.

    >>> outcome_words(("captured", "attacker_loss"), [True, 1])
    'Captured, attacker loss 1'
    """
    return titled(", ".join(value_words(name, value) for name, value in zip(names, values, strict=True)))


def value_words(name: str, value: Any) -> str:  # noqa: ANN401 - what JSON can hold
    """Return one field with its value in words.

    >>> value_words("captured", False), value_words("shift", -1), value_words("fate", "light"), value_words("turns_away", None)
    ('not captured', 'shift −1', 'fate: light', 'no turns away')
    """
    words = spaced(name)
    if value is True:
        return words
    if value is False:
        return _("not {field}").format(field=words)
    if value is None:
        return _("no {field}").format(field=words)
    if isinstance(value, int):
        return f"{words} {signed(value)}"
    return f"{words}: {_nested(value)}"


def _alone(name: str, value: Any) -> str:  # noqa: ANN401 - as above
    """Return a value under the heading of its field."""
    return value_words(name, value) if isinstance(value, bool) or value is None else _nested(value)


def _nested(value: Any) -> str:  # noqa: ANN401 - what JSON can hold
    if isinstance(value, list):
        between = "; " if any(isinstance(part, list) for part in value) else ", "
        return between.join(_nested(part) for part in value) or _("none")
    if isinstance(value, dict):
        return ", ".join(value_words(name, part) for name, part in value.items())
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value is None:
        return _("none")
    return signed(value) if isinstance(value, int) else spaced(str(value))
