"""The fields of panels: each has a control, a check of what a page sends, and a stored form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, quote
from widgets.kit.panel import State
from widgets.kit.radio_row import radio_row
from widgets.kit.stepper import stepper
from widgets.web.badges import joined
from widgets.web.phrases import unknown

Limits: TypeAlias = "tuple[int, int] | Callable[[Ruleset, State], tuple[int, int]]"
Words: TypeAlias = "str | Callable[[Ruleset, State], str]"
Options: TypeAlias = "Mapping[Any, str] | Callable[[Ruleset, State], Mapping[Any, str]]"

MOST_LETTERS: Final = 40  # of what a page sends for a field
MOST_MOMENT: Final = 400  # letters
_FLAG: Final = Markup(
    '<label class="switch"><input type="checkbox" id="{key}-{name}" data-set="extra:{key}:{name}"{on}>'
    '<span class="knob" aria-hidden="true"></span><span>{label}</span></label>'
)
_SELECT: Final = Markup(
    '<div class="field"><label for="{key}-{name}">{label}</label>'
    '<select id="{key}-{name}" data-set="extra:{key}:{name}">{options}</select></div>'
)
_OPTION: Final = Markup('<option value="{value}"{on}>{words}</option>')


@dataclass(frozen=True, eq=False, slots=True, kw_only=True)
class _Field:
    """What all fields share, unless they say otherwise: one act by the field's own name, any value, and a stored form that is the value.

    Each field has a `name`, and a `start` that is a value or makes one of the rules.
    """

    is_apart: bool = False
    is_stored: bool = True

    def initial(self: Any, rules: Ruleset) -> Any:  # noqa: ANN401 - the field's own, here and below
        """Return the value to begin with."""
        return self.start(rules) if callable(self.start) else self.start

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:  # noqa: ARG002 - as every field is asked, here and below
        """Draw nothing."""
        return Markup("")

    def hears(self: Any, what: str) -> bool:
        """Say whether an act is this field's."""
        return bool(what == self.name)

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401, ARG002
        """Return the value."""
        return value

    def dump(self, value: Any) -> Any:  # noqa: ANN401
        """Return the value."""
        return value


@dataclass(frozen=True, eq=False, slots=True)
class Int(_Field):
    """A whole number between limits, with a button on either side, and with a slider if it `slides`."""

    name: str
    label: str
    limits: Limits
    start: int | Callable[[Ruleset], int] = 0
    slides: bool = False

    def within(self, rules: Ruleset, state: State) -> tuple[int, int]:
        """Return the limits now."""
        return self.limits(rules, state) if callable(self.limits) else self.limits

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:
        """Draw the stepper."""
        return stepper(key, self.name, self.label, getattr(state, self.name), self.within(rules, state), slides=self.slides)

    def hears(self, what: str) -> bool:
        """Say whether an act is this field's."""
        return what in (self.name, f"{self.name}.at")

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> int:
        """Return the number after a step of -1 or 1, or the number itself from the slider."""
        if what == self.name and text not in ("1", "-1"):
            raise unknown(f"{what} {text}")
        try:
            found = int(text[:MOST_LETTERS])
        except ValueError:
            raise unknown(f"{what} {text}") from None
        return int(self.fit(found if what != self.name else getattr(state, self.name) + found, rules, state))

    def fit(self, value: int, rules: Ruleset, state: State) -> int:
        """Return the nearest number within the limits."""
        low, high = self.within(rules, state)
        return min(max(value, low), high)

    def load(self, stored: Any) -> int:  # noqa: ANN401 - whatever a browser brings
        """Return a stored number."""
        if type(stored) is not int or (not callable(self.limits) and not self.limits[0] <= stored <= self.limits[1]):
            raise ValueError
        return stored


@dataclass(frozen=True, eq=False, slots=True)
class Choice(_Field):
    """One of a few values side by side: words by value, numbers or text."""

    name: str
    label: Words
    options: Options
    start: Any = None
    is_near: bool = field(default=False, kw_only=True)  # a number that is no longer among them becomes the nearest, instead of the first

    def words(self, rules: Ruleset, state: State) -> str:
        """Return the label now."""
        return self.label(rules, state) if callable(self.label) else self.label

    def among(self, rules: Ruleset, state: State) -> Mapping[Any, str]:
        """Return the options now."""
        return self.options(rules, state) if callable(self.options) else self.options

    def initial(self, rules: Ruleset) -> Any:  # noqa: ANN401 - a number or text
        """Return the value to begin with."""
        if callable(self.start):
            return self.start(rules)
        return self.start if self.start is not None or callable(self.options) else next(iter(self.options))

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:
        """Draw the values side by side."""
        return radio_row(key, self.name, self.words(rules, state), self.among(rules, state), getattr(state, self.name))

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> Any:  # noqa: ANN401, ARG002 - a number or text
        """Return the value that a page sent."""
        found = [value for value in self.among(rules, state) if str(value) == text]
        if not found:
            raise InputError(self.refusal(text))
        return found[0]

    def refusal(self, text: str) -> str:
        """Return what is said to a value that is not among them."""
        return N_("{value} is not among the choices.").format(value=quote(text))

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - a number or text
        """Return the value, or the first where it is no longer among them, or the nearest."""
        options = self.among(rules, state)
        if value in options:
            return value
        return min(options, key=lambda each: abs(each - value)) if self.is_near and isinstance(value, int) else next(iter(options))

    def load(self, stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
        """Return a stored value."""
        if not isinstance(stored, int | str) or isinstance(stored, bool) or (not callable(self.options) and stored not in self.options):
            raise ValueError
        return stored


@dataclass(frozen=True, eq=False, slots=True)
class Select(Choice):
    """One of many values, in a list that opens."""

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:
        """Draw the list."""
        now = getattr(state, self.name)
        options = joined(
            _OPTION.format(value=value, words=words, on=Markup(" selected") if value == now else "")
            for value, words in self.among(rules, state).items()
        )
        return _SELECT.format(key=key, name=self.name, label=self.words(rules, state), options=options)


@dataclass(frozen=True, eq=False, slots=True)
class Pick(Choice):
    """One cell of a table in the body, or none (""): the table is its control. `label` says what to choose where a page sent another."""

    start: Any = ""
    is_apart: bool = field(default=True, kw_only=True)

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:
        """Draw nothing: the table is the control."""
        return _Field.control(self, key, rules, state)

    def among(self, rules: Ruleset, state: State) -> Mapping[Any, str]:
        """Return the cells now."""
        found = self.options(rules, state) if callable(self.options) else self.options
        return {**dict.fromkeys(found, ""), **({"": ""} if self.start == "" else {})}

    def refusal(self, text: str) -> str:
        """Return what is said to a cell that is not there."""
        return str(self.label) or str(Choice.refusal(self, text))

    def fit(self, value: Any, rules: Ruleset, state: State) -> Any:  # noqa: ANN401 - a number or text
        """Return the cell, or the one to begin with where it is no longer there."""
        options = self.among(rules, state)
        return value if value in options else self.start if self.start in options else next(iter(options))

    def load(self, stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
        """Return a stored cell."""
        return stored if stored == self.start else Choice.load(self, stored)


@dataclass(frozen=True, eq=False, slots=True)
class Flag(_Field):
    """A switch."""

    name: str
    label: str
    start: bool = False

    def control(self, key: str, rules: Ruleset, state: State) -> Markup:  # noqa: ARG002 - as every field is asked
        """Draw the switch."""
        return _FLAG.format(key=key, name=self.name, label=self.label, on=Markup(" checked") if getattr(state, self.name) else "")

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> bool:  # noqa: ARG002 - as every field is asked
        """Return what a page sent; a switch sends true or false."""
        if text not in ("true", "false"):
            raise unknown(f"{what} {text}")
        return text == "true"

    def load(self, stored: Any) -> bool:  # noqa: ANN401 - whatever a browser brings
        """Return a stored switch; 0.5 stored some as 0 and 1."""
        if stored not in (0, 1):
            raise ValueError
        return bool(stored)


def _as_it_is(value: Any) -> Any:  # noqa: ANN401 - the field's own
    return value


@dataclass(frozen=True, eq=False, slots=True)
class Value(_Field):
    """A value that only the panel's own acts change: dice thrown, a list that grows. It must be hashable.

    `check` turns a stored form into the value, and raises ValueError (or fails on the way) for what it cannot be; `form` is its inverse.
    """

    name: str
    start: Any
    check: Callable[[Any], Any] = tuple
    form: Callable[[Any], Any] = list
    is_apart: bool = field(default=True, kw_only=True)

    def hears(self, what: str) -> bool:  # noqa: ARG002 - as every field is asked
        """Hear nothing: the panel's `act` changes it."""
        return False

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> Any:  # noqa: ANN401, ARG002 - as every field is asked
        """Refuse, for a page does not set it."""
        raise unknown(what)

    def load(self, stored: Any) -> Any:  # noqa: ANN401 - whatever a browser brings
        """Return the value of a stored form."""
        return self.check(stored)

    def dump(self, value: Any) -> Any:  # noqa: ANN401 - the panel's own
        """Return the stored form."""
        return self.form(value)


def _moment(stored: Any) -> str | None:  # noqa: ANN401 - whatever a browser brings
    if stored is not None and (not isinstance(stored, str) or len(stored) > MOST_MOMENT):
        raise ValueError
    return stored


@dataclass(frozen=True, eq=False, slots=True)
class Own(Value):
    """The moment at which the reader set the fields that follow the board; None while they follow it, and again after the act `what`."""

    name: str = "own"
    start: Any = None
    check: Callable[[Any], Any] = _moment
    form: Callable[[Any], Any] = _as_it_is
    what: str = "board"

    def hears(self, what: str) -> bool:
        """Hear of the button that goes back to the board."""
        return what == self.what

    def read(self, what: str, text: str, rules: Ruleset, state: State) -> Any:  # noqa: ANN401, ARG002 - as every field is asked
        """Follow the board again."""
        return None


def face_tuple(most: int, *, sides: int = 6, least: int = 0, lowest: int = 1) -> Callable[[Any], tuple[int, ...]]:
    """Return a check of stored faces: from `least` to `most` of them, each from `lowest` to `sides`."""

    def check(stored: Any) -> tuple[int, ...]:  # noqa: ANN401 - whatever a browser brings
        if not isinstance(stored, list) or not least <= len(stored) <= most:
            raise ValueError
        if not all(type(face) is int and lowest <= face <= sides for face in stored):
            raise ValueError
        return tuple(stored)

    return check


def int_between(low: int, high: int) -> Callable[[Any], int]:
    """Return a check of a stored whole number."""

    def check(stored: Any) -> int:  # noqa: ANN401 - whatever a browser brings
        if type(stored) is not int or not low <= stored <= high:
            raise ValueError
        return stored

    return check


def short_text(stored: Any) -> str:  # noqa: ANN401 - whatever a browser brings
    """Return a stored text, such as the name of a unit: it is no longer than what a page may send."""
    if not isinstance(stored, str) or len(stored) > MOST_LETTERS:
        raise ValueError
    return stored


def throws(name: str, most: int, dice: int, *, least: int = 0) -> Value:
    """Return the field of a list of throws, which only the panel's own acts extend: each has from `least` to `dice` faces."""
    faces_of = face_tuple(dice, least=least)

    def check(stored: Any) -> tuple[tuple[int, ...], ...]:  # noqa: ANN401 - whatever a browser brings
        if len(stored) > most:
            raise ValueError
        return tuple(map(faces_of, stored))

    return Value(name, (), check, lambda thrown: list(map(list, thrown)))


def one_of(options: Sequence[Any]) -> Callable[[Any], Any]:
    """Return a check of a stored value: it must be one of these."""
    return lambda stored: options[options.index(stored)]
