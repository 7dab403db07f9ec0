"""The one home of translation: English is the message id, and a message is put into words when it is shown.

    _("Roll")                                   the words of a message now, in the session's language
    ngettext("{n} turn", "{n} turns", n)        the same for a message with a number
    N_("{ship} is not here.").format(ship=...)  a `Message`: kept as it is, put into words whenever it is shown
    Nn_("{n} turn", "{n} turns", n)             the same for a message with a number
    by_language({"en": ..., "fr": ...})         a text of the data, whose English is such a message
    brief(text), quote(value)                   what a reader typed, short enough to be repeated
    @cache_by_language(100)                     an `lru_cache` for what puts messages into words

Inside a function that runs when something is shown, use `_` and `ngettext`. For what outlives that moment (constants, refusals, prompts)
use `N_` and `Nn_`. The language belongs to the session: `speak` chooses it, `language` names it; a process that has one reader, as a
kernel has, gets his language from `RULESDEMO_LANG`.

`rulesdemo/catalogues.py` has the catalogues, `qps` among them, in which every message stands in ⟦ ⟧. `rulesdemo/templates.py` fills
messages in; the French of one may ask for forms of its fields, `{de_ship}` for "d’Aquila": `rulesdemo/french.py`.

A field that a message quotes, `{ship!r}`, is what somebody typed: of a long one only the first letters are repeated.

>>> refusal = N_("{ship} has {n} PM left.").format(ship="Aquila", n=2)
>>> speak("qps")
>>> str(refusal)
'Aquila⟦ has ⟧2⟦ PM left.⟧'
>>> speak("en")
>>> f"{refusal}"
'Aquila has 2 PM left.'
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, ParamSpec, Self, SupportsIndex, TypeVar

from rulesdemo import french
from rulesdemo.catalogues import ENGLISH, FRENCH, PSEUDO, French, catalogue, game_spoken_of, languages, pieces, pseudo, speak_of
from rulesdemo.templates import brief, filled, quote

__all__ = [
    "ENGLISH",
    "FRENCH",
    "N_",
    "PSEUDO",
    "Message",
    "Nn_",
    "_",
    "all_of",
    "alternatives",
    "brief",
    "by_language",
    "cache_by_language",
    "commas",
    "has_words",
    "in_both",
    "language",
    "languages",
    "listing",
    "local_figures",
    "local_signs",
    "ngettext",
    "page_language",
    "pseudo",
    "quote",
    "share_text",
    "speak",
    "speak_first",
    "speak_of",
]

P = ParamSpec("P")
R = TypeVar("R")

_first = os.environ.get("RULESDEMO_LANG", ENGLISH)  # where no session has chosen another
_language: ContextVar[str] = ContextVar("language")


def language() -> str:
    """The language of this session."""
    return _language.get(_first)


def page_language() -> str:
    """Return the language of the pages that this session reads; those of the pseudo-language are the English ones."""
    lang = language()
    return ENGLISH if lang == PSEUDO else lang


def speak(lang: str) -> None:
    """Choose the session's language, one of `languages()`."""
    if lang not in languages():
        raise LookupError(lang)
    _language.set(lang)


def speak_first(lang: str) -> None:
    """Choose the language of a process that has one reader, whose threads and tasks are sessions of their own."""
    global _first  # noqa: PLW0603 - the process has one
    speak(lang)
    _first = lang


def share_text(words: int, messages: int) -> str:
    """Return a share in percent, never rounded up.

    >>> share_text(1999, 2000), share_text(7, 7)
    ('99.9 %', '100 %')
    """
    tenths = 1000 * words // messages if messages else 1000
    return local_figures(f"{tenths // 10}.{tenths % 10} %" if tenths % 10 else f"{tenths // 10} %")


def local_figures(text: str) -> str:
    """Return the numbers of a text as the session's language writes them.

    >>> local_figures("1,234.5")
    '1,234.5'
    """
    return french.figures(text) if language() == FRENCH else text


def _(message: str) -> str:
    """Return the words of a message in the session's language."""
    return catalogue(_language.get(_first)).gettext(message) if message else message  # an empty message would be a catalogue's header


def cache_by_language(maxsize: int | None) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Cache what a function of hashable arguments puts into words, by language; the least recently used goes first.

    >>> @cache_by_language(10)
    ... def sign(name):
    ...     return _("Beware of {name}").format(name=name)
    >>> sign("dogs")
    'Beware of dogs'
    >>> speak("qps")
    >>> sign("dogs")
    '⟦Beware of ⟧dogs'
    >>> speak("en")
    """

    def decorated(function: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize)
        def in_language(_lang: tuple[str, str], *args: P.args, **kwargs: P.kwargs) -> R:
            return function(*args, **kwargs)

        @wraps(function)
        def from_cache(*args: P.args, **kwargs: P.kwargs) -> R:
            return in_language((language(), game_spoken_of()), *args, **kwargs)  # type: ignore[arg-type] # the arguments can be hashed

        return from_cache

    return decorated


def has_words(message: str) -> bool:
    """Return whether there are words for a message in the session's language."""
    known = catalogue(language())
    return not isinstance(known, French) or known.has(message)


def ngettext(one: str, many: str, n: int) -> str:
    """Return the words of a message for a number, in the session's language."""
    return catalogue(_language.get(_first)).ngettext(one, many, n)


class Message(str):
    """A message that is put into words when it is shown. As a plain string, a key or a sort key it is its English text.

    `str()`, an f-string, a template's field, `+` and a page give the words of the session's language. `str.join` looks past all
    this and would give English: write `", ".join(map(str, messages))`.
    """

    __slots__ = ("fields", "forms", "number")

    forms: tuple[str, ...]
    number: int | None
    fields: dict[str, Any] | None

    def __new__(cls, forms: tuple[str, ...], number: int | None = None, fields: dict[str, Any] | None = None) -> Self:
        """Make a message of one form, or of two and a number."""
        english = forms[0] if number is None or number == 1 else forms[1]
        plain = None if fields is None else {name: _english(each) for name, each in fields.items()}
        made = super().__new__(cls, english if plain is None else filled(english, plain))
        made.forms, made.number, made.fields = forms, number, fields
        return made

    def __str__(self) -> str:
        words = _(self.forms[0]) if self.number is None else ngettext(self.forms[0], self.forms[-1], self.number)
        return words if self.fields is None else filled(words, self.fields)

    def __html__(self) -> str:
        from markupsafe import escape

        return escape(str(self))

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def format(self, *args: object, **fields: object) -> Message:
        """Fill the fields in; the words are still looked up when they are shown."""
        if args:
            message = "a message names its fields"
            raise TypeError(message)
        if self.fields:
            fields = {**self.fields, **fields}
        elif self.number is not None:
            fields = {"n": self.number, **fields}
        return Message(self.forms, self.number, fields)

    def __add__(self, other: str) -> str:
        return str(self) + str(other)

    def __radd__(self, other: str) -> str:
        return str(other) + str(self)

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        return str(self)[key]

    def __len__(self) -> int:
        return len(str(self))

    def __bool__(self) -> bool:
        return str.__len__(self) > 0

    def __iter__(self) -> Iterator[str]:
        return iter(str(self))

    def __contains__(self, part: object) -> bool:
        return isinstance(part, str) and part in str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, (self.forms, self.number, self.fields)


def _english(field: object) -> object:
    """Return a field of a message's English text, which the session's language does not change."""
    return str.__str__(field) if isinstance(field, Message) else field


def _word_method(name: str) -> Any:  # noqa: ANN401 - a method of str
    plain = getattr(str, name)

    def method(self: Message, *args: Any) -> Any:  # noqa: ANN401 - as the method takes them
        return plain(str(self), *args)

    return method


for _name in ("endswith", "lower", "partition", "removeprefix", "removesuffix", "replace", "split", "startswith", "strip", "upper"):
    setattr(Message, _name, _word_method(_name))


@lru_cache(maxsize=8192)  # a message without its fields is the same every time, and refusals are made by the thousand
def N_(message: str) -> str:  # noqa: N802 - gettext's own name
    """Mark a message; it is put into words when it is shown."""
    return Message((message,))


def Nn_(one: str, many: str, n: int) -> str:  # noqa: N802 - as `N_`
    """Mark a message with a number; it is put into words when it is shown. The number is its field `n`.

    >>> print(Nn_("{ship} has {n} PM.", "{ship} has {n} PM left.", 2).format(ship="Aquila"))
    Aquila has 2 PM left.
    """
    fields = {field for _text, field, _form, _conversion in pieces(one) if field}
    return Message((one, many), n, {"n": n} if fields <= {"n"} else None)


def by_language(texts: Mapping[str, str]) -> dict[str, str]:
    """Return a text of the data by language; its English is a message, for readers of a language that the data lacks."""
    return {lang: N_(text) if lang == ENGLISH and not isinstance(text, Message) else text for lang, text in texts.items()}


def in_both(english: str, french: str) -> tuple[str, str, str]:
    """Return a title in the session's language, the other one, and the language of that.

    >>> in_both("Boarding", "Abordage")
    ('Boarding', 'Abordage', 'fr')
    """
    if language() == FRENCH:
        return french, str.__str__(english), ENGLISH
    return english, french, FRENCH


def commas(parts: Iterable[str]) -> str:
    """Return the message of some parts with commas between, which may be messages themselves.

    >>> print(commas(["row 1", "row 2"]))
    row 1, row 2
    """
    found = list(parts)
    template = ", ".join(f"{{part{place}}}" for place in range(len(found)))
    return N_(template).format(**{f"part{place}": part for place, part in enumerate(found)})


def local_signs(text: str) -> str:
    """Return words that were put together with a colon or semicolons, with the spaces of the session's language.

    >>> local_signs("2: 1 way; 3: 2 ways")
    '2: 1 way; 3: 2 ways'
    """
    return french.signs(text) if language() == FRENCH else text


def listing(parts: Iterable[str]) -> str:
    """Return the message that lists some parts, which may be messages themselves.

    >>> print(listing(["2 infantry", "1 cavalry", "1 elephant"]), "/", listing(["Aquila"]))
    2 infantry, 1 cavalry and 1 elephant / Aquila
    """
    *most, last = parts
    return N_("{most} and {last}").format(most=commas(most), last=last) if most else last


def all_of(parts: Iterable[str]) -> str:
    """Return the message that asks for all of some parts, one as much as the other.

    >>> print(all_of(["ship", "marines"]), "/", all_of(["a", "b", "c"]))
    ship and marines / a and b and c
    """
    found, *rest = parts
    for part in rest:
        found = N_("{most} and {last}").format(most=found, last=part)
    return found


def alternatives(parts: Iterable[str]) -> str:
    """Return the message that offers some parts to choose from, which may be messages themselves.

    >>> print(alternatives(["left", "right"]), "/", alternatives(["a", "b", "c"]))
    left or right / a or b or c
    """
    found, *rest = parts
    for part in rest:
        found = N_("{some} or {last}").format(some=found, last=part)
    return found
