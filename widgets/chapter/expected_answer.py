"""Works out the right answer of a challenge, by a dice procedure of the game or by its engine; it is never typed in.

>>> wanted = Chance("veneti.boarding", {"attackers": 4, "defenders": 1}, {"captured": True, "attacker_loss": 0})
>>> wanted.exact
Fraction(23, 36)
>>> wanted.meaning(Fraction(5, 18))
'the chance of: captured, attacker loss 1, defender loss 0'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from rulesdemo.analysis.catalogue import Answer, Entry, find
from rulesdemo.analysis.inverse import Event, When, smallest
from rulesdemo.errors import InputError, RulesError
from rulesdemo.odds.format import plain
from rulesdemo.odds.inputs import Flag, Input, OneOf
from rulesdemo.odds.inputs import Whole as WholeInput
from rulesdemo.play.saves import recorded_game
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.kit.fields import value_text
from widgets.kit.input_phrases import input_phrase
from widgets.kit.odds_rows import outcome_words, value_words
from widgets.web.phrases import titled

MOST_OUTCOMES: Final = 200  # of a larger distribution only the fields by themselves are looked through for what an answer would mean


def nearby(entry: Entry, given: Mapping[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Yield the same question with one input changed, and that input in words."""
    for each in entry.inputs:
        for value in _others(each, given[each.name]):
            yield {**given, each.name: value}, input_phrase(each.name, value)


def _others(each: Input, value: Any) -> list[Any]:  # noqa: ANN401 - an input's own values
    kind = each.kind
    if isinstance(kind, OneOf):
        return [choice for choice in kind.choices if choice != value]
    if isinstance(kind, Flag):
        return [not value]
    if isinstance(kind, WholeInput):
        return [
            near for near in (value - 1, value + 1) if (kind.low is None or near >= kind.low) and (kind.high is None or near <= kind.high)
        ]
    return []


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance of an event; an answer in decimals needs at least `figures` figures."""

    procedure: str
    inputs: Mapping[str, Any]
    when: When
    figures: int = 2
    rules: Ruleset | None = None
    label: Callable[[Any], str] | None = field(default=None, compare=False)  # the game's own names for outcomes

    @property
    def answer(self) -> Answer:
        """Return the whole distribution."""
        return find(self.procedure).answer(self.inputs, self.rules)

    @property
    def exact(self) -> Fraction:
        """Return the right answer."""
        return Fraction(Event.of(self.when).chance(self.answer.dist))

    def meaning(self, value: Fraction) -> str:
        """Return what a wrong chance is the chance of: another outcome, everything else, or the same event under another input."""
        exact = self.exact
        for chance, words in self.meanings():
            if chance == value != exact:
                return words
        return ""

    def meanings(self) -> Iterator[tuple[Fraction, str]]:
        """Yield chances that a reader might take for this one, and what each is the chance of; likeliest mistakes first."""
        answer, event = self.answer, Event.of(self.when)
        yield 1 - self.exact, _("the chance that it does not happen")
        for name, target in event.fields:
            part = Event(((name, target),))
            yield (
                Fraction(part.chance(answer.dist)),
                _("the chance of: {event}, whatever else comes").format(event=self._event_text(name, target)),
            )
        kinds = answer.entry.fields
        if not answer.dist.folded and len(answer.dist) <= MOST_OUTCOMES:
            for outcome, chance in answer.dist.items():
                words = (
                    self.label(outcome)
                    if self.label
                    else outcome_words(tuple(kinds), [plain(outcome[at], kinds[name]) for at, name in enumerate(kinds)])
                )
                yield chance, _("the chance of: {event}").format(event=_lower(words))
        for name in kinds:
            for value, chance in answer.dist.marginal(name).items():
                yield chance, _("the chance of: {event}").format(event=value_words(name, plain(value, kinds[name])))
        for given, words in nearby(answer.entry, answer.inputs):
            try:
                other = answer.entry.answer(given, self.rules)
            except RulesError:
                continue
            yield Fraction(event.chance(other.dist)), _("what it would be {input}").format(input=words)

    def _event_text(self, name: str, target: Any) -> str:  # noqa: ANN401 - a field's value, several, or a test
        try:
            return value_words(name, plain(target, self.answer.entry.fields.get(name)))
        except (AttributeError, TypeError):
            return str(Event(((name, target),)))


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number that a procedure without dice gives."""

    procedure: str
    inputs: Mapping[str, Any]
    field: str
    rules: Ruleset | None = None

    @property
    def exact(self) -> int:
        """Return the right answer; a procedure that leaves it to the dice is refused."""
        return int(fixed_value(self.procedure, self.inputs, self.field, self.rules))

    def meaning(self, value: Fraction) -> str:
        """Say under which other input the number would be right."""
        entry = find(self.procedure)
        bound = entry.answer(self.inputs, self.rules).inputs
        for given, words in nearby(entry, bound):
            try:
                if fixed_value(self.procedure, given, self.field, self.rules) == value:
                    return _("what it would be {input}").format(input=words)
            except RulesError:
                continue
        return ""


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a field; an answer in decimals needs at least `figures` figures."""

    procedure: str
    inputs: Mapping[str, Any]
    field: str
    figures: int = 2
    rules: Ruleset | None = None

    @property
    def exact(self) -> Fraction:
        """Return the right answer."""
        return Fraction(find(self.procedure).answer(self.inputs, self.rules).dist.mean(self.field))

    def meaning(self, value: Fraction) -> str:
        """Say under which other input the mean would be right, or which value it takes for the mean."""
        entry = find(self.procedure)
        answer = entry.answer(self.inputs, self.rules)
        for given, words in nearby(entry, answer.inputs):
            try:
                if entry.answer(given, self.rules).dist.mean(self.field) == value:
                    return _("what it would be {input}").format(input=words)
            except RulesError:
                continue
        likeliest = max(answer.dist.marginal(self.field).items(), key=lambda each: each[1])[0]
        return _("what comes most often, not the mean") if likeliest == value else ""


@dataclass(frozen=True, slots=True)
class Least:
    """The smallest input that gives an event at least some chance."""

    procedure: str
    over: str
    when: When
    chance: Fraction
    inputs: Mapping[str, Any]
    rules: Ruleset | None = None

    @property
    def exact(self) -> int:
        """Return the right answer; a question without one is refused."""
        found = smallest(self.procedure, self.over, self.when, self.chance, rules=self.rules, **self.inputs)
        if found.value is None:
            message = f"no {self.over} of {self.procedure} is enough for {self.chance}"
            raise InputError(message)
        return found.value

    def meaning(self, value: Fraction) -> str:
        """Return what the number would give."""
        if value.denominator != 1:
            return ""
        try:
            answer = find(self.procedure).answer({**self.inputs, self.over: int(value)}, self.rules)
        except RulesError:
            return ""
        chance = Fraction(Event.of(self.when).chance(answer.dist))
        return _("enough for {chance} only").format(chance=chance) if chance < self.chance else _("enough, but so is less")


@dataclass(frozen=True, slots=True)
class Recorded:
    """A number that a thing of a recorded game has at the record's end; the engine plays the record to know it."""

    game: str
    record: str
    thing: str
    figure: str

    @property
    def exact(self) -> int:
        """Return the right answer."""
        return self._at(recorded_game(self.game, self.record).steps)

    def meaning(self, value: Fraction) -> str:
        """Return when in the record the number was that, if it ever was."""
        last = recorded_game(self.game, self.record).steps
        step = next((step for step in reversed(range(last)) if self._at(step) == value), None)
        return "" if step is None else _("what it was after step {step} of {last}").format(step=step, last=last)

    def _at(self, step: int) -> int:
        history = recorded_game(self.game, self.record).at(step)
        found = history.engine.figures(history.position, self.thing)
        if self.figure not in found:
            message = f"{self.thing} of {self.record} has no {self.figure}"
            raise InputError(message)
        return found[self.figure]


@dataclass(frozen=True, slots=True)
class Option:
    """One answer to choose, and what to say to a reader who chose it and should not have."""

    value: str
    words: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several answers; a procedure without dice says which."""

    options: tuple[Option, ...]
    procedure: str
    inputs: Mapping[str, Any]
    field: str
    rules: Ruleset | None = None

    @property
    def exact(self) -> str:
        """Return the right option's value."""
        right = value_text(fixed_value(self.procedure, self.inputs, self.field, self.rules))
        if right not in {option.value for option in self.options}:
            message = f"{self.procedure} says {right}, which is no option here"
            raise InputError(message)
        return right

    def option(self, value: str) -> Option | None:
        """Return the option of that value."""
        return next((option for option in self.options if option.value == value), None)


ExpectedAnswer = Chance | Whole | Mean | Least | Recorded | Choice


def fixed_value(procedure: str, inputs: Mapping[str, Any], name: str, rules: Ruleset | None) -> Any:  # noqa: ANN401 - the field's own value
    """Return a field that is the same whatever the dice say."""
    found = find(procedure).answer(inputs, rules).dist.marginal(name)
    if len(found) != 1:
        message = f"{name} of {procedure} depends on the dice"
        raise InputError(message)
    (value,) = found
    return value


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:] if titled(words) == words else words
