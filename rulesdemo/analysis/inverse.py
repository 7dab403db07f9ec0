"""Questions asked the other way round: the smallest input that is enough, what each choice is worth, what a changed rule changes.

An event is given by outcome fields or by a test on outcomes, as `rulesdemo.analysis.event` reads it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import islice
from math import inf
from time import monotonic
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry, find
from rulesdemo.analysis.event import Event, When, in_order, spans
from rulesdemo.analysis.unbounded import Turning, level_from, turning
from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.budget import limit_in_seconds, progress_report
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.format import fraction, percent, word
from rulesdemo.odds.inputs import Flag, Input, OneOf, Whole, bind
from rulesdemo.rules.ruleset import Ruleset, ruleset
from rulesdemo.words import N_, _, local_signs

# Where a search begins and how far it goes where an input has no end of its own, and nobody knows from where on nothing changes.
SEARCH_BELOW: Final = -400
SEARCH_STEPS: Final = 2_000
# Where nobody has set a budget, a search that takes longer than this stops, but it always tries the least number of values first.
SEARCH_SECONDS: Final = 5.0
FEWEST_SEARCHED: Final = 60

__all__ = [
    "Change",
    "Comparison",
    "Event",
    "Open",
    "Smallest",
    "When",
    "Worth",
    "compare",
    "in_order",
    "search_range",
    "signed_text",
    "smallest",
    "spans",
    "worth",
]


# Where nobody looked: below, above.
_UNSEEN: Final = {
    (False, False): "",
    (True, False): N_("Nobody looked below."),
    (False, True): N_("Nobody looked above."),
    (True, True): N_("Nobody looked below or above."),
}


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
            message = N_("{over} is left open and cannot be given as well").format(over=over)
            raise InputError(message)
        if all(each.name != over for each in entry.inputs) and not any(callable(value) for value in inputs.values()):
            known = ", ".join(each.name for each in entry.inputs) or N_("none")
            message = N_("{name} has no input {over!r} and no input given as a function of it; its inputs: {known}").format(
                name=name, over=over, known=known
            )
            raise InputError(message)
        return cls(entry, over, tuple(inputs.items()), rules)

    @property
    def kind(self) -> Whole:
        """Return the range of the open number; no bounds where it is not an input."""
        kind = next((each.kind for each in self.entry.inputs if each.name == self.over), Whole())
        if not isinstance(kind, Whole):
            message = N_("{over} of {entry} is {says}, not a number that can be counted through").format(
                over=self.over, entry=self.entry.name, says=kind.says()
            )
            raise InputError(message)
        return kind

    def answer(self, n: int) -> Answer:
        """Return the answer at n."""
        given = {name: value(n) if callable(value) else value for name, value in self.inputs}
        if any(each.name == self.over for each in self.entry.inputs):
            given[self.over] = n
        return self.entry.answer(given, self.rules)

    def chance(self, event: Event, n: int) -> Fraction:
        """Return the chance of the event at n."""
        return Fraction(event.chance(self.answer(n).dist))

    def chances(self, event: Event) -> Callable[[int], Fraction]:
        """Return the chances for many n, rising: turns of a chain are taken in one walk along it, not each from the start."""
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
        """Return the number from which on, upwards (1) or downwards (-1), nothing changes any more; None where that is not known."""
        return level_from(self.entry.procedure, self._chosen, self._beyond, way)

    def turning(self) -> Turning | None:
        """Return the chain of which the open number is the number of turns, and nothing else."""
        return turning(self.entry.procedure, self._chosen, self._beyond)

    @property
    def _chosen(self) -> Ruleset:
        return ruleset(self.entry.game) if self.rules is None else self.rules

    def _beyond(self, far: Any) -> list[Any]:  # noqa: ANN401 - a number without a value
        """Return the arguments far out; inputs that move along must stay what they may be."""
        moved = {name: value(far) for name, value in self.inputs if callable(value)}
        fixed = {name: value for name, value in self.inputs if not callable(value)}
        kinds = {each.name: each.kind for each in self.entry.inputs}
        if self.over in kinds:
            fixed[self.over] = self.kind.low or self.kind.high or 0
        for name, value in moved.items():
            kind = kinds.get(name)
            if not isinstance(kind, Whole) or (kind.low is not None and value < kind.low) or (kind.high is not None and value > kind.high):
                message = N_("{name} does not go along with {over} for ever").format(name=name, over=self.over)
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
        """Return the value with the highest chance among those looked at, the smallest such."""
        return max(self.chances, key=lambda pair: (pair[1], -pair[0]))

    def enough(self, chance: Fraction) -> bool:
        """Return whether a chance is what was asked for."""
        return chance > self.least or (chance == self.least and not self.strictly)

    @property
    def endless(self) -> bool:
        """Return whether every value is enough however small, so that none is the smallest."""
        return self.below == "level" and self.enough(self.chances[0][1])

    def __str__(self) -> str:
        """Return the answer in a sentence, with the range that was searched."""
        value, chance = self.chances[0] if self.endless else self.best if self.value is None else (self.value, self.chances[-1][1])
        words = _("a chance over {least} of {event}") if self.strictly else _("a chance of at least {least} of {event}")
        fields = {
            "input": self.over,
            "value": value,
            "wish": words.format(least=self.least, event=self.event),
            "where": self._where(),
            "chance": f"{fraction(chance)} ({percent(chance)})",
            "first": self.searched[0],
            "last": self.searched[-1],
        }
        return self._sentence().format(**fields)

    def _where(self) -> str:
        """Return what was searched, in words."""
        below, above = self.below == "level", self.value is None and self.above == "level"
        if below and above:
            words = _("searched {input} {first} to {last}; below and above, nothing changes")
        elif below:
            words = _("searched {input} {first} to {last}; below, nothing changes")
        elif above:
            words = _("searched {input} {first} to {last}; above, nothing changes")
        else:
            words = _("searched {input} {first} to {last}")
        return words.format(input=self.over, first=self.searched[0], last=self.searched[-1])

    def _sentence(self) -> str:
        """Return the sentence of the answer, its fields still to be filled in."""
        if self.endless:
            return _("No {input} is the smallest with {wish}: {input} {value} gives {chance}, and so does every smaller one.")
        if self.value is not None and self.below == "unseen":
            return _("{input} {value} is the first found with {wish}: {chance} ({where}; nobody looked below).")
        if self.value is not None:
            return _("{input} {value} is the smallest with {wish}: {chance} ({where}).")
        if not {self.below, self.above} & {"unseen", "unasked"}:
            return _("No {input} gives {wish} ({where}); the best is {chance} at {input} {value}.")
        best = _("No {input} from {first} to {last} gives {wish}; the best is {chance} at {input} {value}.")
        aside = _UNSEEN[self.below == "unseen", self.above == "unseen"]
        return f"{best} {aside}" if aside else best


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
    """Return the smallest whole input for which an event has at least (or strictly more than) a given chance.

    Every value is tried from below, so a chance that rises and falls again is no trap: to the input's own end, or to where nothing changes
    any more; where neither is known, or it takes too long, the answer says how far we came. Values that the procedure refuses are passed
    over.

    >>> smallest("veneti.disengage", "drm", {"free": True}, Fraction(5, 6), crew=2).value
    3
    """
    asked = Open.of(name, over, inputs, rules)
    event = Event.of(when)
    values, below, above = search_range(asked, search)
    chances: list[tuple[int, Fraction]] = []
    refusal: RulesError | None = None
    chance_at = asked.chances(event)
    until = monotonic() + SEARCH_SECONDS if limit_in_seconds() is None else inf
    found = Smallest(over, event, at_least, strictly, None, (), values, below, above)
    for tried, n in enumerate(values):
        if search is None and tried >= FEWEST_SEARCHED and monotonic() > until:
            found = replace(found, searched=values[:tried], above="unseen")
            break
        try:
            with progress_report(partial(_so_far, found, values[:tried], chances)):
                chances.append((n, chance_at(n)))
        except InputError as refused:
            refusal = refused
            continue
        if found.enough(chances[-1][1]):
            found = replace(found, value=n, searched=values[: tried + 1] if search is None else values)
            break
    if not chances:
        message = N_("{name} refuses every {over} from {first} to {last}: {refusal}").format(
            name=name, over=over, first=values[0], last=found.searched[-1], refusal=refusal
        )
        raise InputError(message)
    found = replace(found, chances=tuple(chances))
    return replace(found, value=None) if found.endless else found


def _so_far(found: Smallest, searched: range, chances: list[tuple[int, Fraction]]) -> str:
    """Return what a search has found that was cut short; "" for nothing."""
    if not chances:
        return ""
    text = str(replace(found, searched=searched, above="unseen", chances=tuple(chances)))
    return text.rstrip(".")


def search_range(asked: Open, search: range | None) -> tuple[range, str, str]:
    """Return the values to search, those asked for or all that matter, and what lies below and above them."""
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
        message = N_("nothing to search: {search} holds no value that is {says}").format(search=search, says=kind.says())
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
        """Return one line of the table."""
        return _("{input} {before} -> {after}: {change} to {chance} ({percent})").format(
            input=self.name,
            before=word(self.before),
            after=word(self.after),
            change=signed_text(self.points),
            chance=fraction(self.chance),
            percent=percent(self.chance),
        )


@dataclass(frozen=True, slots=True)
class Worth:
    """What each input is worth from where it stands, the largest change of chance first."""

    event: Event
    chance: Fraction
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        """Return a line for what is asked, and a line for each change."""
        return "\n".join([local_signs(f"{self.event}: {fraction(self.chance)} ({percent(self.chance)})"), *map(str, self.changes)])


def worth(name: str, /, when: When, *, rules: Ruleset | None = None, **inputs: Any) -> Worth:  # noqa: ANN401 - the procedure's own inputs
    """Return how the chance moves when one input moves: flags turned, other choices taken, whole numbers one up and one down.

    >>> print(worth("veneti.grapple", {"success": True}, crew=2))
    success yes: 1/3 (33.3 %)
    immobilised no -> yes: +1/3 to 2/3 (66.7 %)
    crew 2 -> 1: -1/6 to 1/6 (16.7 %)
    crew 2 -> 3: +1/6 to 1/2 (50.0 %)
    grappled no -> yes: +1/6 to 1/2 (50.0 %)
    """
    entry, event = find(name), Event.of(when)
    now = entry.answer(inputs, rules)
    chance, means = Fraction(event.chance(now.dist)), _means(now.dist)
    changes: list[Change] = []
    moves = [(each.name, value) for each in entry.inputs for value in _moves(each, now.inputs[each.name])]
    with progress_report(lambda: _moves_so_far(event, chance, changes, len(moves))):
        for key, value in moves:
            try:
                then = entry.answer({**now.inputs, key: value}, rules)
            except InputError:
                continue
            new = Fraction(event.chance(then.dist))
            moved = tuple((field, mean - means[field]) for field, mean in _means(then.dist).items() if field in means)
            changes.append(Change(key, now.inputs[key], value, new, new - chance, moved))
    changes.sort(key=lambda change: -abs(change.points))
    return Worth(event, chance, tuple(changes))


def _moves_so_far(event: Event, chance: Fraction, changes: list[Change], count: int) -> str:
    """Return what is known of a chance and of what moves it when the time is over."""
    told = "; ".join([local_signs(f"{event}: {fraction(chance)} ({percent(chance)})"), *map(str, changes)])
    return N_("{told}; {count} of {all} changes were found").format(told=told, count=len(changes), all=count)


def _moves(each: Input, now: Any) -> list[Any]:  # noqa: ANN401 - the input's value
    kind = each.kind
    if isinstance(kind, Flag):
        return [not now]
    if isinstance(kind, OneOf):
        return [choice for choice in kind.choices if choice != now]
    if isinstance(kind, Whole):
        return [n for n in (now - 1, now + 1) if (kind.low is None or n >= kind.low) and (kind.high is None or n <= kind.high)]
    return []


def _means(dist: Dist[Any]) -> dict[str, Fraction]:
    """Return the means of the fields that hold only numbers."""
    means = {}
    for name in dist.fields:
        few = dist.marginal(name)
        if all(isinstance(value, (int, Fraction)) and not isinstance(value, bool) for value in few.weights):
            means[name] = Fraction(few.mean())
    return means


def signed_text(difference: Fraction) -> str:
    """Return a difference with its sign.

    >>> signed_text(Fraction(1, 6)), signed_text(Fraction(0)), signed_text(Fraction(-1, 3))
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
        """Return outcome, chance before, chance after, difference; in natural order."""
        one, two = self.before.dist, self.after.dist
        outcomes = in_order([*one, *two])
        return tuple((outcome, one.p(outcome), two.p(outcome), two.p(outcome) - one.p(outcome)) for outcome in outcomes)

    @property
    def means(self) -> tuple[tuple[str, Fraction, Fraction, Fraction], ...]:
        """Return field, mean before, mean after, difference; for fields of numbers."""
        one, two = _means(self.before.dist), _means(self.after.dist)
        return tuple((name, one[name], two[name], two[name] - one[name]) for name in one if name in two)

    def change(self, when: When) -> Fraction:
        """Return how much the chance of an event moves."""
        event = Event.of(when)
        return Fraction(event.chance(self.after.dist) - event.chance(self.before.dist))

    def __str__(self) -> str:
        """Return a table of the outcomes whose chances move."""
        moved = [row for row in self.rows if row[3]]
        if not moved:
            return _("No chance moves.")
        fields = self.before.dist.fields
        heads = (*(fields or (_("outcome"),)), _("before"), _("after"), _("change"))
        lines = [
            (*map(word, outcome if fields else (outcome,)), fraction(one), fraction(two), signed_text(change))
            for outcome, one, two, change in moved
        ]
        widths = [max(len(line[at]) for line in (heads, *lines)) for at in range(len(heads))]
        return "\n".join(
            "  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip() for line in (heads, *lines)
        )


def compare(name: str, rules_a: Ruleset | None, rules_b: Ruleset | None, /, **inputs: Any) -> Comparison:  # noqa: ANN401 - the procedure's own inputs
    """Compare one procedure under two rulesets (None: as printed): what a patched cell or another reading changes.

    >>> from rulesdemo.rules.ruleset import ruleset
    >>> harder = ruleset("veneti", patches={("boarding", "4", "1"): "5"})
    >>> compare("veneti.boarding", None, harder, attackers=4, defenders=1).change({"captured": True})
    Fraction(-1, 12)
    """
    entry = find(name)
    return Comparison(entry.answer(inputs, rules_a), entry.answer(inputs, rules_b))
