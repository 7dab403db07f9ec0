"""Inputs: what a procedure may be asked with, told by the annotations of its own signature.

    def boarding(dice: Dice, rules: Ruleset, attackers: Annotated[int, Whole(1)], height: Height = 0): ...

The command line, batches, pages and the Python API all check and convert values here, so a bad one gets the same sentence everywhere.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Final, get_args, get_origin, get_type_hints

from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.procedure import Procedure
from rulesdemo.words import N_

# Longer numbers are refused before Python spends time on them.
MOST_DIGITS: Final = 30
MOST_LETTERS: Final = 500
_WHOLE: Final = re.compile(r"[+-]?\d+")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number between bounds; None is no bound."""

    low: int | None = None
    high: int | None = None

    def says(self) -> str:
        """Return the range, for help and error sentences."""
        if self.low is None and self.high is None:
            return N_("any whole number")
        if self.high is None:
            return N_("a whole number from {low} up").format(low=self.low)
        if self.low is None:
            return N_("a whole number up to {high}").format(high=self.high)
        return N_("a whole number from {low} to {high}").format(low=self.low, high=self.high)

    def short(self) -> str:
        """Return the range in a few signs, for lists."""
        if self.low is None and self.high is None:
            return "int"
        if self.high is None:
            return f"{self.low}+"
        return f"{'' if self.low is None else self.low}..{self.high}"

    def read(self, value: object) -> int:
        """Return the value, or ValueError."""
        if isinstance(value, str) and _WHOLE.fullmatch(value.strip()) and not _too_long(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValueError  # noqa: TRY004 - every misfit is a ValueError here; bind() says what was wanted
        if (self.low is not None and value < self.low) or (self.high is not None and value > self.high) or _too_long(value):
            raise ValueError
        return value


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values."""

    choices: tuple[Any, ...]

    def says(self) -> str:
        """Return the choices, for help and error sentences."""
        return N_("one of {choices}").format(choices=", ".join(map(str, self.choices)))

    def short(self) -> str:
        """Return the choices in a few signs."""
        return "|".join(map(str, self.choices))

    def read(self, value: object) -> Any:  # noqa: ANN401 - one of the choices
        """Return the value, or ValueError."""
        if isinstance(value, (bool, float)):
            raise ValueError  # noqa: TRY004 - as above
        for choice in self.choices:
            if value == choice or (
                isinstance(value, str) and value.strip() in (str(choice), f"{choice:+d}" if isinstance(choice, int) else str(choice))
            ):
                return choice
        raise ValueError


@dataclass(frozen=True, slots=True)
class Flag:
    """Yes or no."""

    def says(self) -> str:
        """Return the words taken."""
        return N_("true or false")

    def short(self) -> str:
        """Return the words taken."""
        return "true|false"

    def read(self, value: object) -> bool:
        """Return the value, or ValueError."""
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.strip().lower() in ("true", "yes", "1", "false", "no", "0"):
            return value.strip().lower() in ("true", "yes", "1")
        raise ValueError


@dataclass(frozen=True, slots=True)
class Many:
    """Several whole numbers: `10,5` on the command line, a list in JSON."""

    each: Whole
    least: int = 1
    most: int = 12

    def says(self) -> str:
        """Return the form and the range of each."""
        if self.least == self.most == 1:
            return N_("1 number, {range}").format(range=self.each.says())
        if self.least == self.most:
            return N_("{count} numbers with commas between, each {range}").format(count=self.least, range=self.each.says())
        return N_("{least} to {most} numbers with commas between, each {range}").format(
            least=self.least, most=self.most, range=self.each.says()
        )

    def short(self) -> str:
        """Return the form in a few signs."""
        return f"{self.each.short()},..."

    def read(self, value: object) -> tuple[int, ...]:
        """Return the values, or ValueError."""
        if isinstance(value, str):
            value = value.strip().split(",")
        elif isinstance(value, int) and not isinstance(value, bool):
            value = [value]
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            raise ValueError
        return tuple(self.each.read(part) for part in value)


@dataclass(frozen=True, slots=True)
class Word:
    """A short text of a given form, such as a ratio 1.5-1; `many` words with commas between may be a list in JSON."""

    form: str
    described: str
    examples: tuple[str, ...]
    many: bool = False

    def says(self) -> str:
        """Return what the text looks like."""
        return N_(self.described)

    def short(self) -> str:
        """Return what the text looks like."""
        return N_(self.described)

    def read(self, value: object) -> str:
        """Return the text, or ValueError."""
        if self.many and isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value):
            value = ",".join(part.strip() for part in value)
        if not isinstance(value, str) or len(value) > MOST_LETTERS or not re.fullmatch(self.form, value.strip()):
            raise ValueError
        return value.strip()


Kind = Whole | OneOf | Flag | Many | Word

AnyInt = Annotated[int, Whole()]
Count = Annotated[int, Whole(0)]
YesNo = Annotated[bool, Flag()]
# Repeated procedures are exact however long they run, but their fractions grow with every turn.
Turns = Annotated[int, Whole(0, 1000)]


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a procedure."""

    name: str
    kind: Kind
    default: Any = inspect.Parameter.empty

    @property
    def required(self) -> bool:
        """Return whether it must be given."""
        return self.default is inspect.Parameter.empty


def inputs_of(proc: Procedure[..., Any]) -> tuple[Input, ...]:
    """Return the inputs of a procedure, from its signature after `dice` and `rules`."""
    hints = get_type_hints(proc.body, include_extras=True)
    found = []
    for parameter in list(inspect.signature(proc.body).parameters.values())[2:]:
        hint = hints[parameter.name]
        if get_origin(hint) is not Annotated:
            message = f"input {parameter.name} of {proc.name} is not annotated with its range"
            raise TypeError(message)
        found.append(Input(parameter.name, get_args(hint)[1], parameter.default))
    return tuple(found)


@cache
def outcome_fields(proc: Procedure[..., Any]) -> dict[str, Any]:
    """Return field names and types of a procedure's outcome record."""
    record = get_type_hints(proc.body)["return"]
    return get_type_hints(record) if hasattr(record, "_fields") else {}


def bind(name: str, inputs: tuple[Input, ...], given: Mapping[str, object]) -> dict[str, Any]:
    """Check and convert given values, and fill in defaults, in the order of the signature."""
    known = [each.name for each in inputs]
    for key in given:
        if key not in known:
            takes = nearest(str(key), known) if known else N_("It takes no inputs.")
            message = N_("{name} has no input {key!r}. {hint}").format(name=name, key=key, hint=takes)
            raise InputError(message)
    bound = {}
    for each in inputs:
        if each.name in given:
            try:
                bound[each.name] = each.kind.read(given[each.name])
            except ValueError:
                raise _misfit(name, each, given[each.name]) from None
        elif each.required:
            message = N_("{name} needs {input}: {range}").format(name=name, input=each.name, range=each.kind.says())
            raise InputError(message)
        else:
            bound[each.name] = each.default
    return bound


def _too_long(value: object) -> bool:
    """Return whether it is a whole number, or the text of one, with more digits than anyone means."""
    if isinstance(value, str):
        return bool(_WHOLE.fullmatch(value.strip())) and len(value.strip().lstrip("+-")) > MOST_DIGITS
    return isinstance(value, int) and abs(value) >= 10**MOST_DIGITS


def _misfit(name: str, wanted: Input, value: object) -> InputError:
    fields = {"name": name, "input": wanted.name, "range": wanted.kind.says()}
    if _too_long(value):
        message = N_("{name}: {input} must be {range} of at most {most} digits, not a number that long").format(most=MOST_DIGITS, **fields)
    else:
        message = N_("{name}: {input} must be {range}, not {text!r}").format(text=value, **fields)
    return InputError(message)


def samples(inputs: tuple[Input, ...]) -> list[dict[str, Any]]:
    """Return small sample inputs: a middle one, and each input in turn at its other values."""
    middle = {each.name: _values(each.kind)[0] if each.required else each.default for each in inputs}
    return [middle, *({**middle, each.name: value} for each in inputs for value in _values(each.kind) if value != middle[each.name])]


def _values(kind: Kind) -> list[Any]:
    """Return a middle value of a kind, then its ends."""
    if isinstance(kind, Whole):
        low = -20 if kind.low is None else kind.low
        high = max(low, 40) if kind.high is None else kind.high
        return [min(max(2, low), high), low, high if kind.high is None else min(high, max(12, low))]
    if isinstance(kind, OneOf):
        return list(kind.choices)
    if isinstance(kind, Flag):
        return [True, False]
    if isinstance(kind, Many):
        return [(value,) * kind.least for value in _values(kind.each)]
    return list(kind.examples)
