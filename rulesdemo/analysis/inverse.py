"""Questions asked the other way round: the smallest input that is enough, what each choice is worth, what a changed rule changes.

An event is told by outcome fields, `{"captured": True}`, or by a test on outcomes. A field may be given one value, several (a set or a
range), or a test of its own: `{"fires": range(1, 9)}`. Outcomes that are plain values have one field, without a name: `{"": 3}`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from time import monotonic
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry, find
from rulesdemo.analysis.unbounded import Turning, level_from, turning
from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import fraction, percent, word
from rulesdemo.odds.inputs import Flag, Input, OneOf, Whole, bind
from rulesdemo.rules.ruleset import Ruleset, ruleset

When = Mapping[str, Any] | Callable[[Any], bool]

# Where a search begins and how far it goes where an input has no end of its own, and nobody knows from where on nothing changes.
SEARCH_BELOW: Final = -400
SEARCH_STEPS: Final = 2_000
# A search that takes longer than this stops, but never before so many values.
SEARCH_SECONDS: Final = 5.0
FEWEST_SEARCHED: Final = 60


@dataclass(frozen=True, slots=True)
class Event:
    """Some outcomes of a law: those whose fields are as asked, or those that pass a test."""

    fields: tuple[tuple[str, Any], ...] = ()
    test: Callable[[Any], bool] | None = None
    name: str = ""

    @classmethod
    def of(cls, when: When | Event) -> Event:
        """An event from what a reader writes.

        >>> print(Event.of({"captured": True, "attacker_loss": range(0, 2)}))
        captured yes, attacker_loss 0 or 1
        """
        if isinstance(when, Event):
            return when
        if callable(when):
            doc = (when.__doc__ or "").strip().partition("\n")[0].rstrip(".")
            return cls(test=when, name=doc or "as asked")
        if not when:
            message = 'say which outcomes are meant: {"field": value, ...} or a test on outcomes'
            raise InputError(message)
        return cls(tuple((name, frozenset(wanted) if isinstance(wanted, AbstractSet) else wanted) for name, wanted in when.items()))

    def holds(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome
        """Whether an outcome belongs to the event."""
        if self.test is not None:
            return bool(self.test(outcome))
        return all(_fits(getattr(outcome, name) if name else outcome, wanted) for name, wanted in self.fields)

    def chance(self, law: Dist[Any]) -> Any:  # noqa: ANN401 - a Fraction, or a formula in an unknown
        """The chance of the event; asked by fields, a folded law stays folded."""
        if self.test is not None or not all(name for name, _ in self.fields):
            return law.chance(self.holds)
        names = tuple(name for name, _ in self.fields)
        wanted = [value for _, value in self.fields]
        few = law.marginal(*names)
        if len(names) == 1:
            return few.chance(lambda value: _fits(value, wanted[0]))
        return few.chance(lambda record: all(map(_fits, record, wanted)))

    def __str__(self) -> str:
        """The event in a few words."""
        return self.name or ", ".join(f"{name} {_wanted(value)}".lstrip() for name, value in self.fields)


def _fits(value: Any, wanted: Any) -> bool:  # noqa: ANN401 - any field value
    if callable(wanted):
        return bool(wanted(value))
    if isinstance(wanted, (AbstractSet, range)):
        return value in wanted
    return bool(value == wanted)


def _wanted(wanted: Any) -> str:  # noqa: ANN401 - as given
    if callable(wanted):
        return "as asked"
    if isinstance(wanted, (AbstractSet, range)):
        return spans(wanted if isinstance(wanted, range) else in_order(wanted), "or")
    return word(wanted)


def in_order(values: Iterable[Any]) -> list[Any]:
    """Distinct values in the order in which a law lists its outcomes.

    >>> in_order({10, "*", 9})
    [9, 10, '*']
    """
    distinct = dict.fromkeys(values, 1)
    return list(Dist(distinct, len(distinct)))


def spans(values: Iterable[Any], joint: str = "and", form: str = "") -> str:
    """Values in a row, neighbouring whole numbers as a span.

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
        parts += [f"{shown[0]} to {shown[-1]}"] if len(run) > 2 else shown  # noqa: PLR2004 - three make a span
    return f" {joint} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


# -- one input left open -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Open:
    """A procedure with one number left open: n gives the inputs, the answer, the chance of an event.

    Inputs given as functions of n move with it, so the open number need not be an input itself: `drm=lambda cunning: 2 - cunning`.
    """

    entry: Entry
    over: str
    inputs: tuple[tuple[str, Any], ...]
    rules: Ruleset | None = None

    @classmethod
    def of(cls, name: str, over: str, inputs: Mapping[str, Any], rules: Ruleset | None = None) -> Open:
        """Leave `over` open, and check that something depends on it."""
        entry = find(name)
        if over in inputs:
            message = f"{over} is left open and cannot be given as well"
            raise InputError(message)
        if all(each.name != over for each in entry.inputs) and not any(callable(value) for value in inputs.values()):
            known = ", ".join(each.name for each in entry.inputs) or "none"
            message = f"{name} has no input {over!r} and no input given as a function of it; its inputs: {known}"
            raise InputError(message)
        return cls(entry, over, tuple(inputs.items()), rules)

    @property
    def kind(self) -> Whole:
        """The range of the open number; no bounds where it is not an input."""
        kind = next((each.kind for each in self.entry.inputs if each.name == self.over), Whole())
        if not isinstance(kind, Whole):
            message = f"{self.over} of {self.entry.name} is {kind.says()}, not a number that can be counted through"
            raise InputError(message)
        return kind

    def answer(self, n: int) -> Answer:
        """The answer at n."""
        given = {name: value(n) if callable(value) else value for name, value in self.inputs}
        if any(each.name == self.over for each in self.entry.inputs):
            given[self.over] = n
        return self.entry.asked(given, self.rules)

    def chance(self, event: Event, n: int) -> Fraction:
        """The chance of the event at n."""
        return Fraction(event.chance(self.answer(n).dist))

    def chances(self, event: Event) -> Callable[[int], Fraction]:
        """The same for many n, rising: turns of a chain are taken in one walk along it, not each from the start."""
        found = self.turning()
        if found is None:
            return partial(self.chance, event)
        along, walked = found.chances(event.holds), list[Fraction]()

        def after(n: int) -> Fraction:
            if n < found.since:
                return self.chance(event, n)
            turns = (n + found.turned.plus) // found.turned.width
            walked.extend(islice(along, max(0, turns + 1 - len(walked))))
            return walked[turns]

        return after

    def level_from(self, way: int) -> int | None:
        """The number from which on, upwards (1) or downwards (-1), nothing changes any more; None where that is not known."""
        return level_from(self.entry.procedure, self._chosen, self._beyond, way)

    def turning(self) -> Turning | None:
        """The chain that takes so many turns, where the open number is that and nothing else."""
        return turning(self.entry.procedure, self._chosen, self._beyond)

    @property
    def _chosen(self) -> Ruleset:
        return ruleset(self.entry.game) if self.rules is None else self.rules

    def _beyond(self, far: Any) -> list[Any]:  # noqa: ANN401 - a number without a value
        """The arguments far out; inputs that move along must stay what they may be."""
        moved = {name: value(far) for name, value in self.inputs if callable(value)}
        fixed = {name: value for name, value in self.inputs if not callable(value)}
        kinds = {each.name: each.kind for each in self.entry.inputs}
        if self.over in kinds:
            fixed[self.over] = self.kind.low or self.kind.high or 0
        for name, value in moved.items():
            kind = kinds.get(name)
            if not isinstance(kind, Whole) or (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high):
                message = f"{name} does not go along with {self.over} for ever"
                raise InputError(message)
            fixed[name] = kind.low or kind.high or 0
        bound = bind(self.entry.name, self.entry.inputs, fixed)
        return [*{**bound, **({self.over: far} if self.over in bound else {}), **moved}.values()]


# -- the smallest input that is enough ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Smallest:
    """The smallest value that is enough, or None; the chances found on the way, and where they are best.

    `below` and `above` say what lies beyond the values searched: nothing, a "level" where nothing changes any more, values "unseen", or
    values "unasked" by a caller who named those to search.
    """

    over: str
    event: Event
    least: Fraction
    strictly: bool
    value: int | None
    chances: tuple[tuple[int, Fraction], ...]
    searched: range
    below: str = ""
    above: str = ""

    @property
    def best(self) -> tuple[int, Fraction]:
        """The value with the highest chance among those looked at, the smallest such."""
        return max(self.chances, key=lambda pair: (pair[1], -pair[0]))

    def enough(self, chance: Fraction) -> bool:
        """Whether a chance is what was asked for."""
        return chance > self.least or (chance == self.least and not self.strictly)

    @property
    def endless(self) -> bool:
        """Whether every value is enough however small, so that none is the smallest."""
        return self.below == "level" and self.enough(self.chances[0][1])

    def __str__(self) -> str:
        """The answer in a sentence, with the range that was searched."""
        asked = f"a chance {'over' if self.strictly else 'of at least'} {self.least} of {self.event}"
        where = f"searched {self.over} {self.searched[0]} to {self.searched[-1]}"
        sides = [side for side, lies in (("below", self.below), ("above", self.above if self.value is None else "")) if lies == "level"]
        where += f"; {' and '.join(sides)}, nothing changes" if sides else ""
        value, chance = self.chances[0] if self.endless else self.best if self.value is None else (self.value, self.chances[-1][1])
        told = f"{fraction(chance)} ({percent(chance)})"
        if self.endless:
            return f"No {self.over} is the smallest with {asked}: {self.over} {value} gives {told}, and so does every smaller one."
        if self.value is not None and self.below == "unseen":
            return f"{self.over} {value} is the first found with {asked}: {told} ({where}; nobody looked below)."
        if self.value is not None:
            return f"{self.over} {value} is the smallest with {asked}: {told} ({where})."
        best = f"the best is {told} at {self.over} {value}."
        if not {self.below, self.above} & {"unseen", "unasked"}:
            return f"No {self.over} gives {asked} ({where}); {best}"
        unseen = [side for side, lies in (("below", self.below), ("above", self.above)) if lies == "unseen"]
        aside = f" Nobody looked {' or '.join(unseen)}." if unseen else ""
        return f"No {self.over} from {self.searched[0]} to {self.searched[-1]} gives {asked}; {best}{aside}"


def smallest(
    name: str,
    over: str,
    /,
    when: When,
    at_least: Fraction,
    *,
    strictly: bool = False,
    search: range | None = None,
    rules: Ruleset | None = None,
    **inputs: Any,  # noqa: ANN401 - the procedure's own inputs
) -> Smallest:
    """The smallest whole input for which an event has at least (or strictly more than) a given chance.

    Every value is tried from below, so a chance that rises and falls again is no trap: to the input's own end, or to where nothing changes
    any more; where neither is known, or it takes too long, the answer says how far we came. Values that the procedure refuses are passed
    over.

    >>> smallest("veneti.disengage", "drm", {"free": True}, Fraction(5, 6), crew=2).value
    3
    """
    asked = Open.of(name, over, inputs, rules)
    event = Event.of(when)
    values, below, above = _range(asked, search)
    chances: list[tuple[int, Fraction]] = []
    refusal: RulesError | None = None
    chance_at = asked.chances(event)
    until = monotonic() + SEARCH_SECONDS
    found = Smallest(over, event, at_least, strictly, None, (), values, below, above)
    for tried, n in enumerate(values):
        if search is None and tried >= FEWEST_SEARCHED and monotonic() > until:
            found = replace(found, searched=values[:tried], above="unseen")
            break
        try:
            chances.append((n, chance_at(n)))
        except InputError as refused:
            refusal = refused
            continue
        if found.enough(chances[-1][1]):
            found = replace(found, value=n, searched=values[: tried + 1] if search is None else values)
            break
    if not chances:
        message = f"{name} refuses every {over} from {values[0]} to {found.searched[-1]}: {refusal}"
        raise InputError(message)
    found = replace(found, chances=tuple(chances))
    return replace(found, value=None) if found.endless else found


def _range(asked: Open, search: range | None) -> tuple[range, str, str]:
    """The values to search, those asked for or all that matter, and what lies below and above them."""
    kind, below, above = asked.kind, "unasked", "unasked"
    if search is None:
        below = above = ""
        low, high = kind.low, kind.high
        if low is None:
            level = asked.level_from(-1)
            start = min(SEARCH_BELOW, high or 0) if level is None or level < -SEARCH_STEPS else min(level, high or 0)
            low, below = start, "level" if level is not None and start <= level else "unseen"
        if high is None:
            level = asked.level_from(1)
            high = max(low, level) if level is not None and level - low <= SEARCH_STEPS else low + SEARCH_STEPS
            above = "level" if level is not None and level <= high else "unseen"
        search = range(low, high + 1)
    values = [n for n in search if (kind.low is None or n >= kind.low) and (kind.high is None or n <= kind.high)]
    if not values:
        message = f"nothing to search: {search} holds no value that is {kind.says()}"
        raise InputError(message)
    return range(min(values), max(values) + 1, abs(search.step)), below, above


# -- what each choice is worth -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Change:
    """One input moved to another value: the chance it gives, the difference, and the differences of the means of number fields."""

    name: str
    before: Any
    after: Any
    chance: Fraction
    points: Fraction
    means: tuple[tuple[str, Fraction], ...]

    def __str__(self) -> str:
        """One line of the table."""
        moved = f"{self.name} {word(self.before)} -> {word(self.after)}"
        return f"{moved}: {signed(self.points)} to {fraction(self.chance)} ({percent(self.chance)})"


@dataclass(frozen=True, slots=True)
class Worth:
    """What each input is worth from where it stands, the largest change of chance first."""

    event: Event
    chance: Fraction
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        """A line for what is asked, and a line for each change."""
        return "\n".join([f"{self.event}: {fraction(self.chance)} ({percent(self.chance)})", *map(str, self.changes)])


def worth(name: str, /, when: When, *, rules: Ruleset | None = None, **inputs: Any) -> Worth:  # noqa: ANN401 - the procedure's own inputs
    """How the chance moves when one input moves: flags turned, other choices taken, whole numbers one up and one down.

    >>> print(worth("veneti.grapple", {"success": True}, crew=2))
    success yes: 1/3 (33.3 %)
    immobilised no -> yes: +1/3 to 2/3 (66.7 %)
    crew 2 -> 1: -1/6 to 1/6 (16.7 %)
    crew 2 -> 3: +1/6 to 1/2 (50.0 %)
    grappled no -> yes: +1/6 to 1/2 (50.0 %)
    """
    entry, event = find(name), Event.of(when)
    now = entry.asked(inputs, rules)
    chance, means = Fraction(event.chance(now.dist)), _means(now.dist)
    changes = []
    for each in entry.inputs:
        for value in _moves(each, now.inputs[each.name]):
            try:
                then = entry.asked({**now.inputs, each.name: value}, rules)
            except InputError:
                continue
            new = Fraction(event.chance(then.dist))
            moved = tuple((field, mean - means[field]) for field, mean in _means(then.dist).items() if field in means)
            changes.append(Change(each.name, now.inputs[each.name], value, new, new - chance, moved))
    changes.sort(key=lambda change: -abs(change.points))
    return Worth(event, chance, tuple(changes))


def _moves(each: Input, now: Any) -> list[Any]:  # noqa: ANN401 - the input's value
    kind = each.kind
    if isinstance(kind, Flag):
        return [not now]
    if isinstance(kind, OneOf):
        return [choice for choice in kind.choices if choice != now]
    if isinstance(kind, Whole):
        return [n for n in (now - 1, now + 1) if (kind.low is None or n >= kind.low) and (kind.high is None or n <= kind.high)]
    return []


def _means(law: Dist[Any]) -> dict[str, Fraction]:
    """The means of the fields that hold only numbers."""
    means = {}
    for name in law.fields:
        few = law.marginal(name)
        if all(isinstance(value, (int, Fraction)) and not isinstance(value, bool) for value in few.weights):
            means[name] = Fraction(few.mean())
    return means


def signed(difference: Fraction) -> str:
    """A difference with its sign.

    >>> signed(Fraction(1, 6)), signed(Fraction(0)), signed(Fraction(-1, 3))
    ('+1/6', '0', '-1/3')
    """
    return f"{'+' if difference > 0 else ''}{fraction(difference)}"


# -- two rulesets side by side -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Comparison:
    """One procedure under two rulesets: each outcome's chance under both, and the differences."""

    before: Answer
    after: Answer

    @property
    def rows(self) -> tuple[tuple[Any, Fraction, Fraction, Fraction], ...]:
        """Outcome, chance before, chance after, difference; in natural order."""
        one, two = self.before.dist, self.after.dist
        outcomes = in_order([*one, *two])
        return tuple((outcome, one.p(outcome), two.p(outcome), two.p(outcome) - one.p(outcome)) for outcome in outcomes)

    @property
    def means(self) -> tuple[tuple[str, Fraction, Fraction, Fraction], ...]:
        """Field, mean before, mean after, difference; for fields of numbers."""
        one, two = _means(self.before.dist), _means(self.after.dist)
        return tuple((name, one[name], two[name], two[name] - one[name]) for name in one if name in two)

    def change(self, when: When) -> Fraction:
        """How much the chance of an event moves."""
        event = Event.of(when)
        return Fraction(event.chance(self.after.dist) - event.chance(self.before.dist))

    def __str__(self) -> str:
        """A table of the outcomes whose chances move."""
        moved = [row for row in self.rows if row[3]]
        if not moved:
            return "No chance moves."
        fields = self.before.dist.fields
        heads = (*(fields or ("outcome",)), "before", "after", "change")
        lines = [
            (*map(word, outcome if fields else (outcome,)), fraction(one), fraction(two), signed(change))
            for outcome, one, two, change in moved
        ]
        widths = [max(len(line[at]) for line in (heads, *lines)) for at in range(len(heads))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in (heads, *lines)
        )


def compare(name: str, rules_a: Ruleset | None, rules_b: Ruleset | None, /, **inputs: Any) -> Comparison:  # noqa: ANN401 - the procedure's own inputs
    """One procedure under two rulesets (None: as printed): what a patched cell or another reading changes.

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> harder = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    >>> compare("veneti.boarding", None, harder, attackers=4, defenders=1).change({"captured": True})
    Fraction(-1, 12)
    """
    entry = find(name)
    return Comparison(entry.asked(inputs, rules_a), entry.asked(inputs, rules_b))
