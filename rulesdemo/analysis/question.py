"""The question language: events as a reader writes them, the same in the shell, in batches and in Python.

    damage>=2        damage=2..4        state=sunk|burnt        captured and attacker_loss=0        not (lost or loss=1|3..5)

A condition is a field, a sign (`=`, `!=`, `<`, `<=`, `>`, `>=`) and a value; a flag alone means that it is true. `not` binds closest, then
`and`, then `or`. `EVENT given EVENT` asks for a conditional chance. A value with spaces or brackets stands between double quotes.

>>> from rulesdemo.analysis.catalogue import find
>>> boarding = find("veneti.boarding")
>>> when = parse_event(boarding, ["captured and not attacker_loss>=1"])
>>> print(when, when.event().chance(boarding.answer({"attackers": 4, "defenders": 1}).dist))
captured=true and not attacker_loss>=1 23/36
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, get_args

from rulesdemo.analysis.event import Event
from rulesdemo.errors import InputError, nearest
from rulesdemo.odds.inputs import Flag
from rulesdemo.words import N_, brief

if TYPE_CHECKING:
    from rulesdemo.analysis.catalogue import Entry

WHOLE: Final = re.compile(r"[+-]?[0-9]{1,30}")
RATIO: Final = re.compile(r"[+-]?[0-9]{1,30}(/0*[1-9][0-9]{0,29}|\.[0-9]{1,30})")
SPAN: Final = re.compile(r"([+-]?[0-9]{1,30})\.\.([+-]?[0-9]{1,30})")
PLAIN: Final = re.compile(r"\s*(\w+)\s*=\s*(.*?)\s*", re.DOTALL)  # a field and its value, nothing else
JOINTS: Final = re.compile(r"\b(and|or|not|given)\b", re.IGNORECASE)
TOKEN: Final = re.compile(r'\s*(?:("[^"]*")|(>=|<=|!=|==|[=<>()≥≤≠])|([^\s()=<>!"≥≤≠]+)|(\S))')
SIGNS: Final = {"==": "=", "≥": ">=", "≤": "<=", "≠": "!="}
ORDERS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}
WORDS: Final = ("and", "or", "not", "given")
MOST_TEXT: Final = 2_000  # letters of an event
MOST_TOKENS: Final = 150
EXAMPLE: Final = "captured=true, loss=2..4 or loss>=2 and not sunk"


# -- conditions ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Condition:
    """One field compared with a value, or with one of several."""

    name: str
    sign: str
    values: tuple[Any, ...]

    def holds(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome record
        """Return whether an outcome is as the condition has it; what is no number has no order."""
        value = getattr(outcome, self.name)
        if self.sign in ORDERS:
            return isinstance(value, (int, Fraction)) and not isinstance(value, bool) and ORDERS[self.sign](value, self.values[0])
        return any(_is(value, wanted) for wanted in self.values) == (self.sign == "=")

    @property
    def names(self) -> tuple[str, ...]:
        """Return the fields that are read."""
        return (self.name,)

    def event(self) -> Event:
        """Return the event, by fields where that is enough."""
        return _event(self)

    def __str__(self) -> str:
        """Return the condition as a reader would write it."""
        return f"{self.name}{self.sign}{'|'.join(map(_value_text, self.values))}"


@dataclass(frozen=True, slots=True)
class Joint:
    """Conditions joined by `and` or by `or`."""

    word: str
    parts: tuple[Test, ...]

    def holds(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome record
        """Return whether all of them hold, or one."""
        return (all if self.word == "and" else any)(part.holds(outcome) for part in self.parts)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the fields that are read, each once."""
        return tuple(dict.fromkeys(name for part in self.parts for name in part.names))

    def event(self) -> Event:
        """Return the event, by fields where that is enough."""
        return _event(self)

    def __str__(self) -> str:
        """Return the conditions as a reader would write them."""
        shown = [f"({part})" if isinstance(part, Joint) and part.word != self.word else str(part) for part in self.parts]
        return f" {self.word} ".join(shown)


@dataclass(frozen=True, slots=True)
class Negation:
    """The outcomes that a condition leaves out."""

    part: Test

    def holds(self, outcome: Any) -> bool:  # noqa: ANN401 - any outcome record
        """Return whether the condition does not hold."""
        return not self.part.holds(outcome)

    @property
    def names(self) -> tuple[str, ...]:
        """Return the fields that are read."""
        return self.part.names

    def event(self) -> Event:
        """Return the event."""
        return _event(self)

    def __str__(self) -> str:
        """Return the condition as a reader would write it."""
        return f"not ({self.part})" if isinstance(self.part, Joint) else f"not {self.part}"


Test = Condition | Joint | Negation


class Question(NamedTuple):
    """An event, and the one under which its chance is asked for, if any."""

    when: Test
    given: Test | None = None


def _is(value: Any, wanted: Any) -> bool:  # noqa: ANN401 - any field value
    if isinstance(wanted, range):
        return isinstance(value, (int, Fraction)) and value.denominator == 1 and int(value) in wanted
    return bool(value == wanted)


def _value_text(value: Any) -> str:  # noqa: ANN401 - as parsed
    if isinstance(value, range):
        return f"{value.start}..{value.stop - 1}"
    if isinstance(value, bool):
        return "true" if value else "false"
    text = "null" if value is None else str(value)
    return f'"{text}"' if re.search(r'[\s()=<>!|"]', text) or text.lower() in WORDS or not text else text


def _event(test: Test) -> Event:
    parts = test.parts if isinstance(test, Joint) and test.word == "and" else (test,)
    fields = {part.name: part.values for part in parts if isinstance(part, Condition) and part.sign == "="}
    if len(fields) == len(parts) and not any(
        len(values) > 1 and any(isinstance(each, range) for each in values) for values in fields.values()
    ):
        return Event.of({name: values[0] if len(values) == 1 else frozenset(values) for name, values in fields.items()})
    return Event(test=test.holds, name=str(test), names=test.names)


# -- reading ---------------------------------------------------------------------------------------------------------------------------


def parse_event(entry: Entry, texts: Iterable[str]) -> Test:
    """Return the event that some texts describe together; all of them must hold."""
    question = parse_question(entry, texts)
    if question.given is not None:
        message = N_("a chance given an event is asked for by: rulesdemo odds {name} ... --when EVENT --given EVENT").format(
            name=entry.name
        )
        raise InputError(message)
    return question.when


def parse_question(entry: Entry, texts: Iterable[str], given: Iterable[str] = ()) -> Question:
    """Return the event of some texts, given that of others; `EVENT given EVENT` in one text is understood as well."""
    asked = [_Reader(entry, text).question() for text in texts]
    under = [_Reader(entry, text).question() for text in given]
    if not asked:
        message = N_("say which outcomes are meant, as in --when {example}").format(example=EXAMPLE)
        raise InputError(message)
    if any(each.given is not None for each in under):
        message = N_("what stands after given cannot have a given of its own")
        raise InputError(message)
    conditions = [each.given for each in asked if each.given is not None] + [each.when for each in under]
    return Question(joined([each.when for each in asked]), joined(conditions) if conditions else None)


def joined(parts: list[Test], word: str = "and") -> Test:
    """Return several conditions as one."""
    flat = [part for each in parts for part in (each.parts if isinstance(each, Joint) and each.word == word else (each,))]
    return flat[0] if len(flat) == 1 else Joint(word, tuple(flat))


class _Token(NamedTuple):
    """A sign, a word or a quoted text, and at which letter it stands."""

    text: str
    place: int
    kind: str  # sign, word, quoted, end


class _Reader:
    """Reads one text, from left to right."""

    def __init__(self, entry: Entry, text: str) -> None:
        if len(text) > MOST_TEXT:
            message = N_("an event has at most {most:,} letters, not {count:,}").format(most=MOST_TEXT, count=len(text))
            raise InputError(message)
        self.entry, self.text, self.at = entry, text, 0
        self.tokens = [*_tokens(text), _Token("", len(text) + 1, "end")]
        if len(self.tokens) > MOST_TOKENS:
            message = N_("an event has at most {most} words and signs").format(most=MOST_TOKENS)
            raise InputError(message)

    def question(self) -> Question:
        """Return what the text asks for."""
        plain = self._plain()
        if plain is not None:
            return Question(plain)
        when, given = self.either(), None
        if self.takes("given"):
            given = self.either()
        if self.now.kind != "end":
            raise self.fault(N_("join conditions by and, or, not"))
        return Question(when, given)

    def _plain(self) -> Test | None:
        """Return the condition of a text field whose value may have spaces and signs in it."""
        found = PLAIN.fullmatch(self.text)
        if found is None or JOINTS.search(found[2]) or found[2][:1] in ("=", '"', "") or "|" in found[2]:
            return None
        kind = self.entry.fields.get(found[1])
        return Condition(found[1], "=", (_value(found[1], found[2], kind),)) if str in (kind, *get_args(kind)) else None

    @property
    def now(self) -> _Token:
        """Return the token to be read next."""
        return self.tokens[self.at]

    def takes(self, word: str) -> bool:
        """Go on past a word or sign if it stands here."""
        if self.now.kind in ("word", "sign") and self.now.text.lower() == word:
            self.at += 1
            return True
        return False

    def either(self) -> Test:
        """Read conditions with `or` between them."""
        parts = [self.both()]
        while self.takes("or"):
            parts.append(self.both())
        return joined(parts, "or")

    def both(self) -> Test:
        """Read conditions with `and` between them."""
        parts = [self.one()]
        while self.takes("and"):
            parts.append(self.one())
        return joined(parts)

    def one(self) -> Test:
        """Read a condition, the negation of one, or an event in brackets."""
        if self.takes("not"):
            return Negation(self.one())
        if self.takes("("):
            inside = self.either()
            if not self.takes(")"):
                raise self.fault(N_("a bracket is not closed"))
            return inside
        return self.condition()

    def condition(self) -> Condition:
        """Read a field, a sign and a value, or a flag alone."""
        field = self.now
        if field.kind != "word" or field.text.lower() in WORDS:
            raise self.fault(N_("a condition is wanted, such as {example}").format(example=EXAMPLE))
        self.at += 1
        fields = self.entry.fields
        if field.text not in fields:
            message = N_("{procedure} has no outcome field {name!r}. {hint}").format(
                procedure=self.entry.name, name=field.text, hint=nearest(field.text, fields)
            )
            raise self.wrong(message, field)
        kind, sign = fields[field.text], SIGNS.get(self.now.text, self.now.text)
        if self.now.kind != "sign" or sign in ("(", ")"):
            if bool not in (kind, *get_args(kind)):
                raise self.fault(
                    N_("{name} needs a sign and a value, as in {example}").format(name=field.text, example=_example(field.text, kind))
                )
            return Condition(field.text, "=", (True,))
        self.at += 1
        value = self.now
        if value.kind not in ("word", "quoted"):
            raise self.fault(N_("a value of {name} is wanted").format(name=field.text))
        self.at += 1
        try:
            return _condition(field.text, sign, value, kind)
        except InputError as wrong:
            raise self.wrong(str(wrong), value) from None

    def fault(self, what: str) -> InputError:
        """Return what is wrong where the reader stands."""
        token = self.now
        if token.kind == "end":
            message = N_("{text!r} ends too early: {what}").format(text=brief(self.text), what=what)
        else:
            message = N_("{text!r}, at letter {place} ({token!r}): {what}").format(
                text=brief(self.text), place=token.place, token=brief(token.text), what=what
            )
        return InputError(message)

    def wrong(self, what: str, token: _Token) -> InputError:
        """Return what is wrong with a token; where it stands is said where the text has several conditions."""
        if not JOINTS.search(self.text):
            return InputError(what)
        return InputError(N_("at letter {place}: {what}").format(place=token.place, what=what))


def _tokens(text: str) -> Iterator[_Token]:
    for found in TOKEN.finditer(text):
        quoted, sign, word, other = found.groups()
        place = found.start(found.lastindex or 0) + 1
        if quoted is not None:
            yield _Token(quoted[1:-1], place, "quoted")
        else:
            yield _Token(sign or word or other, place, "sign" if sign else "word" if word else "other")


def _condition(name: str, sign: str, value: _Token, kind: Any) -> Condition:  # noqa: ANN401 - a field's annotation
    if sign not in ORDERS:
        texts = [value.text] if value.kind == "quoted" else value.text.split("|")
        return Condition(name, sign, tuple(_value(name, text, kind) for text in texts))
    if not _has_numbers(kind):
        message = N_("{name} has no order, so {sign} says nothing of it; write {example}").format(
            name=name, sign=sign, example=_example(name, kind)
        )
        raise InputError(message)
    if WHOLE.fullmatch(value.text):
        return Condition(name, sign, (int(value.text),))
    if RATIO.fullmatch(value.text):
        return Condition(name, sign, (Fraction(value.text),))
    message = N_("{name} is compared with a number, as in {example}, not with {text!r}").format(
        name=name, example=f"{name}{sign}2", text=brief(value.text)
    )
    raise InputError(message)


def _example(name: str, kind: Any) -> str:  # noqa: ANN401 - a field's annotation
    kinds = (kind, *get_args(kind))
    words = [choice for part in kinds for choice in get_args(part) or (part,) if isinstance(choice, str)]
    return f"{name}={'true' if bool in kinds else words[0] if words else '2'}"


def _has_numbers(kind: Any) -> bool:  # noqa: ANN401 - a field's annotation
    kinds = (kind, *get_args(kind))
    return any(part in (int, Fraction) or type(part) is int or any(type(choice) is int for choice in get_args(part)) for part in kinds)


def _value(name: str, text: str, kind: Any) -> Any:  # noqa: ANN401 - a field's annotation and value; each kind has its own way out
    kinds = (kind, *get_args(kind))
    words = [choice for part in kinds for choice in get_args(part) if isinstance(choice, str)]
    null = NoneType in kinds
    if str in kinds and SPAN.fullmatch(text):
        message = N_("{name} is never {text!r}. It is a text, and texts have no range.").format(name=name, text=text)
        raise InputError(message)
    if text in words or str in kinds:
        return None if null and text in ("null", "none") else text
    if null and text in ("null", "none"):
        return None
    if bool in kinds:
        return _flag(name, text, null=null)
    numbers = any(part in (int, Fraction) or any(type(choice) is int for choice in get_args(part)) for part in kinds)
    if numbers and (number := _whole_or_span(name, text)) is not None:
        return number
    if numbers or words:
        if not words:
            hint = N_("It is a whole number or null.") if null else N_("It is a whole number.")
        elif not numbers:
            hint = nearest(text, words)
        elif null:
            hint = N_("{hint} Or give a whole number or null.").format(hint=nearest(text, words))
        else:
            hint = N_("{hint} Or give a whole number.").format(hint=nearest(text, words))
        message = N_("{name} is never {text!r}. {hint}").format(name=name, text=text, hint=hint)
        raise InputError(message)
    return text


def _flag(name: str, text: str, *, null: bool) -> bool:
    """Return true or false, for a field that is nothing else, or null."""
    try:
        return Flag().read(text)
    except ValueError:
        message = N_("{name} is {range} or null, not {text!r}") if null else N_("{name} is {range}, not {text!r}")
        message = message.format(name=name, range=Flag().says(), text=text)
        raise InputError(message) from None


def _whole_or_span(name: str, text: str) -> int | range | None:
    """Return a whole number, or a range that is given by its bounds and never spelled out; None for other texts."""
    span = SPAN.fullmatch(text)
    if span is None:
        return int(text) if WHOLE.fullmatch(text) else None
    low, high = map(int, span.groups())
    if low > high:
        message = N_("{name} has nothing from {low} to {high}: write the smaller number first").format(name=name, low=low, high=high)
        raise InputError(message)
    return range(low, high + 1)
