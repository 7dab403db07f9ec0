"""Writes orders as plain fields for saves and as words for people. All that is read back is checked, field by field.

encode(Veer("aquila", 1))                   {"ship": "aquila", "turn": 1}
decode(engine, "veer", {"ship": ...})       the order again, or a sentence that says which field is at fault
order_text(Veer("aquila", 1))                veer ship=aquila turn=1
read_order(engine, "veer ship=aquila turn=1")  the order again; `veer aquila 1` will do
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields
from functools import cache, lru_cache
from types import MappingProxyType, NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from rulesdemo.errors import InputError, nearest
from rulesdemo.play.engine import Engine, word_of
from rulesdemo.words import N_, all_of, alternatives, quote

# Nothing that a player means is longer; whatever is, is refused before anybody spends time on it.
MOST_LETTERS: Final = 200
MOST_ITEMS: Final = 1_000
MOST_DIGITS: Final = 9
_WHOLE: Final = re.compile(rf"[+-]?\d{{1,{MOST_DIGITS}}}", re.ASCII)
_YES_OR_NO: Final = {"yes": True, "true": True, "no": False, "false": False}
_KINDS: Final[dict[type, str]] = {
    list: N_("a list"),
    tuple: N_("a list"),
    dict: N_("an object"),
    str: N_("a text"),
    int: N_("a whole number"),
    float: N_("a number"),
    bool: N_("true or false"),
    NoneType: N_("null"),
}


class Doubled(dict[str, Any]):
    """A JSON object in which a key stood twice."""

    key: str = ""


def check_keys(what: str, given: Mapping[str, Any], known: Collection[str], needed: Collection[str]) -> None:
    """Refuse a key that is given twice, one that is not known, and the lack of one that is needed."""
    if isinstance(given, Doubled):
        message = N_("{what} gives {key} twice").format(what=what, key=quote(given.key))
        raise InputError(message)
    for key in given:
        if key not in known:
            hint = nearest(key[:MOST_LETTERS], known) if known else N_("It takes none.")
            message = N_("{what} has no field {key}. {hint}").format(what=what, key=quote(key), hint=hint)
            raise InputError(message)
    for key in needed:
        if key not in given:
            message = N_("{what} needs {key}").format(what=what, key=key)
            raise InputError(message)


@cache
def _hints(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - a type; mypy holds that some types cannot be hashed
    """Return the fields of an order or of a record inside it, each with its type."""
    hints = get_type_hints(kind)
    names = kind._fields if _is_record(kind) else tuple(each.name for each in fields(kind))
    return {name: hints[name] for name in names}


@cache
def _defaults(kind: Any) -> dict[str, Any]:  # noqa: ANN401 - as above
    if _is_record(kind):
        return dict(kind._field_defaults)
    return {each.name: each.default for each in fields(kind) if each.default is not MISSING}


def _is_record(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def _required_fields(kind: type) -> list[str]:
    return [name for name in _hints(kind) if name not in _defaults(kind)]


def kind_named(engine: Engine[Any], word: str) -> type:
    """Return the kind of order that a word means."""
    kinds = _kinds(tuple(engine.verbs))
    if word not in kinds:
        message = N_("there is no order {word}. {hint}").format(word=quote(word), hint=nearest(word[:MOST_LETTERS], kinds))
        raise InputError(message)
    return kinds[word]


@lru_cache(maxsize=16)
def _kinds(known: tuple[type, ...]) -> Mapping[str, type]:
    return MappingProxyType({word_of(kind): kind for kind in known})


# -- as plain fields -------------------------------------------------------------------------------------------------------------------


def encode(order: Any) -> dict[str, Any]:  # noqa: ANN401 - the game's own orders
    """Return the fields of an order as JSON holds them."""
    kind: Any = type(order)
    return {name: _plain(getattr(order, name)) for name in _hints(kind)}


def _plain(value: Any) -> Any:  # noqa: ANN401 - whatever a field holds
    if _is_record(type(value)):
        return {name: _plain(each) for name, each in value._asdict().items()}
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if value is None or isinstance(value, (bool, int, str)):
        return value
    message = f"a save cannot hold a {type(value).__name__}"
    raise TypeError(message)


def decode(engine: Engine[Any], word: str, given: Mapping[str, Any]) -> Any:  # noqa: ANN401 - the game's own orders
    """Return the order that these fields make; no field more or less, each of its own type."""
    kind = kind_named(engine, word)
    check_keys(word, given, _hints(kind), _required_fields(kind))
    made = {}
    for name, hint in _hints(kind).items():
        if name in given:
            shaped = _shape(N_("{order}'s {name}").format(order=word, name=name), hint, given[name])
            try:
                made[name] = _made(name, hint, shaped)
            except UnicodeEncodeError:
                message = N_("{word} holds half a letter, which no text can be written with").format(word=word)
                raise InputError(message) from None
    return kind(**made)


def _made(place: str, hint: Any, value: Any) -> Any:  # noqa: ANN401 - a type, and what the file held
    """Return a value of exactly this type: nothing is taken for something like it, as 1 for yes or "1" for 1."""
    hint = getattr(hint, "__supertype__", hint)
    if isinstance(value, str):
        value.encode()  # half a letter cannot be
    if get_origin(hint) in (Union, UnionType):
        inside = [each for each in get_args(hint) if each is not NoneType]
        return None if value is None and len(inside) < len(get_args(hint)) else _made(place, inside[0], value)
    if get_origin(hint) is Literal:
        choices = get_args(hint)
        _check_kind(place, type(choices[0]), value)
        if value not in choices:
            message = N_("{place}: invalid enum value {value}").format(place=place, value=quote(value) if isinstance(value, str) else value)
            raise InputError(message)
    elif _is_record(hint):
        _check_kind(place, list, value)
        return hint(
            *(_made(f"{place}[{number}]", kind, each) for number, (kind, each) in enumerate(zip(_hints(hint).values(), value, strict=True)))
        )
    elif get_origin(hint) is tuple:
        _check_kind(place, list, value)
        kinds = get_args(hint)
        whole = [kinds[0]] * len(value) if kinds[-1:] == (...,) else list(kinds)
        if len(whole) != len(value):
            message = N_("{place}: expected {wanted} items, got {given}").format(place=place, wanted=len(whole), given=len(value))
            raise InputError(message)
        return tuple(_made(f"{place}[{number}]", kind, each) for number, (kind, each) in enumerate(zip(whole, value, strict=True)))
    else:
        _check_kind(place, hint, value)
    return value


def _check_kind(place: str, wanted: type, value: object) -> None:
    """Refuse a value of another type."""
    if type(value) is not wanted:
        message = N_("{place}: expected {wanted}, got {given}").format(place=place, wanted=_KINDS[wanted], given=_KINDS[type(value)])
        raise InputError(message)


def _shape(what: str, hint: Any, value: Any) -> Any:  # noqa: ANN401 - a type, and whatever the file held
    """Return the value with its records as lists, in the order of their fields; their keys are checked here."""
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        message = N_("{what} is a text of {count} letters").format(what=what, count=len(value))
        raise InputError(message)
    if _is_record(hint):
        if not isinstance(value, dict):
            message = N_("{what} must be an object with {names}").format(what=what, names=all_of(_hints(hint)))
            raise InputError(message)
        check_keys(what, value, _hints(hint), _required_fields(hint))
        whole = {**_defaults(hint), **value}
        return [_shape(N_("{what} {name}").format(what=what, name=name), inner, whole[name]) for name, inner in _hints(hint).items()]
    if get_origin(hint) is tuple and isinstance(value, list):
        if len(value) > MOST_ITEMS:
            message = N_("{what} has {count} items").format(what=what, count=len(value))
            raise InputError(message)
        inside = get_args(hint)
        each = [inside[0]] * len(value) if inside[-1:] == (...,) else [*inside, *[Any] * len(value)]
        return [_shape(what, inner, item) for inner, item in zip(each, value, strict=False)]
    return value


# -- as words --------------------------------------------------------------------------------------------------------------------------


def order_text(order: Any) -> str:  # noqa: ANN401 - the game's own orders
    """Return an order as a player writes it; fields that hold what they hold by default are left out."""
    kind: Any = type(order)
    defaults = _defaults(kind)
    told = [
        f"{name}={_word(getattr(order, name))}" for name in _hints(kind) if name not in defaults or getattr(order, name) != defaults[name]
    ]
    return " ".join([word_of(kind), *told])


def _word(value: Any) -> str:  # noqa: ANN401 - whatever a field holds
    if isinstance(value, bool):
        return "yes" if value else "no"
    if _is_record(type(value)):
        return ":".join(_word(each) for each in value)
    if isinstance(value, tuple):
        return ",".join(_word(each) for each in value)
    return "none" if value is None else str(value)


def read_order(engine: Engine[Any], text: str) -> Any:  # noqa: ANN401 - the game's own orders
    """Return the order that a player wrote: its word, then field=value or just the values in order."""
    if len(text) > MOST_LETTERS * 10:
        message = N_("that is too long for an order")
        raise InputError(message)
    word, *rest = text.split() or [""]
    kind = kind_named(engine, word.lower())
    hints = _hints(kind)
    given: dict[str, Any] = {}
    free = iter(hints)
    for part in rest:
        name, equals, value = part.partition("=")
        if not equals:
            name, value = next((each for each in free if each not in given), ""), part
            if not name:
                message = N_("{word} does not take so much: {part} is left over").format(word=word, part=quote(part))
                raise InputError(message)
        if name in given:
            message = N_("{name} is given twice").format(name=name)
            raise InputError(message)
        given[name] = value
    check_keys(word, given, hints, _required_fields(kind))
    return kind(**{name: _value(name, hints[name], value) for name, value in given.items()})


def _value(name: str, hint: Any, text: str) -> Any:  # noqa: ANN401 - a type, and what it makes of the text
    hint = getattr(hint, "__supertype__", hint)
    if get_origin(hint) in (Union, UnionType):
        return (
            None
            if text == "none" and NoneType in get_args(hint)
            else _value(name, next(h for h in get_args(hint) if h is not NoneType), text)
        )
    if _is_record(hint):
        parts, inside = text.split(":"), _hints(hint)
        if not len(_required_fields(hint)) <= len(parts) <= len(inside):
            message = N_("{name} is written {form}, not {text}").format(name=name, form=":".join(inside).upper(), text=quote(text))
            raise InputError(message)
        return hint(*(_value(f"{name} {each}", kind, part) for (each, kind), part in zip(inside.items(), parts, strict=False)))
    if get_origin(hint) is tuple:
        return tuple(_value(name, get_args(hint)[0], part) for part in text.split(",")) if text else ()
    if get_origin(hint) is Literal:
        return _choice(name, {str(each): each for each in get_args(hint)}, text, alternatives(map(str, get_args(hint))))
    if hint is bool:
        return _choice(name, _YES_OR_NO, text.lower(), N_("yes or no"))
    return _READERS[hint](name, text)


def _choice(name: str, choices: Mapping[str, Any], text: str, says: str) -> Any:  # noqa: ANN401 - one of the choices
    if text not in choices:
        message = N_("{name} is {values}, not {text}").format(name=name, values=says, text=quote(text))
        raise InputError(message)
    return choices[text]


def _whole(name: str, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        message = N_("{name} is a whole number, not {text}").format(name=name, text=quote(text))
        raise InputError(message)
    return int(text)


def _text(name: str, text: str) -> str:
    if len(text) > MOST_LETTERS:
        message = N_("{name} is too long").format(name=name)
        raise InputError(message)
    return text


_READERS: Final[dict[Any, Callable[[str, str], Any]]] = {int: _whole, str: _text}
