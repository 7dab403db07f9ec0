"""The questions of a chapter and what it teaches, from the file beside its notebook: book/<language>/<game>/<chapter>.toml.

They stand in a file of their own so that a question can come back elsewhere: on the home page, and at the end of later chapters.

    can = "You can now board a ship, and say what a marine more or a higher deck is worth."

    [[question]]
    key = "free"
    words = "Both decks are level now, 4 marines against 1. What is the chance that you capture her and lose nobody?"
    procedure = "veneti.boarding"
    inputs = { attackers = 4, defenders = 1 }
    chance = { captured = true, attacker_loss = 0 }
    hint = "..."
    because = "..."

    [[question.fresh]]
    words = "Both decks are level now, 3 marines against 1. What is the chance that you capture her and lose nobody?"
    inputs = { attackers = 3 }
    because = "..."

A `fresh` wording is asked once the answer was shown: the question with other numbers, and so with another answer. What it leaves out it has
in common with the question, one input by one; with a procedure or a record of its own it says all of its answer.

What is wanted is one of: `chance`, the chance of an event; `whole`, a field that no dice change; `mean`, the average of a field; `least`,
the smallest value of the input `over` that gives the event of `chance` at least that chance; `options`, answers to choose from, of which
`field` of the procedure says the right one. A question with a `record` has no procedure: it asks for a `figure` of a `thing`, as
`marines` of `ursa`, at the end of that recorded game. The right answer itself is never in the file.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any, Final

from rulesdemo.errors import DataError
from rulesdemo.rules.datafiles import folder, read_toml
from rulesdemo.words import N_, _
from widgets.chapter.challenge import Challenge, Wording
from widgets.chapter.expected_answer import Chance, Choice, ExpectedAnswer, Least, Mean, Option, Recorded, Whole

KEYS: Final = frozenset(
    (
        *("key", "words", "hint", "because"),
        *("procedure", "inputs", "chance", "whole", "mean", "least", "over", "options", "field"),
        *("record", "thing", "figure", "fresh"),
    )
)
PROSE: Final = ("words", "hint", "because")


@cache
def questions(chapter: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the questions of a chapter by key, in their order; `chapter` is its path under book/. A chapter without a file has none."""
    path = folder("book") / f"{chapter}.toml"
    if not path.is_file():
        return {}
    found: dict[str, Mapping[str, Any]] = {}
    for place, each in enumerate(read_toml(path).get("question", ()), start=1):
        strange = sorted(set(each).union(*each.get("fresh", ())) - KEYS)
        key = each.get("key", "")
        if strange or not key or key in found or not each.get("words"):
            if strange:
                message = N_("{chapter}.toml, question {place}: {key} means nothing here").format(
                    chapter=chapter, place=place, key=strange[0]
                )
            else:
                message = N_("{chapter}.toml, question {place}: it needs words and a key of its own").format(chapter=chapter, place=place)
            raise DataError(message)
        found[key] = each
    return found


def lesson_learnt(chapter: str) -> str:
    """Return what a reader can do who has done the chapter, in one sentence; nothing where the file does not say."""
    return _(_can(chapter))


@cache
def _can(chapter: str) -> str:
    path = folder("book") / f"{chapter}.toml"
    return str(read_toml(path).get("can", "")) if path.is_file() else ""


def challenge(chapter: str, key: str, title: str = "") -> Challenge:
    """Return one question of a chapter, not yet answered."""
    each = questions(chapter).get(key)
    if each is None:
        message = N_("{chapter}.toml has no question {key!r}").format(chapter=chapter, key=key)
        raise DataError(message)
    _language, game, _slug = chapter.split("/")
    first, *fresh = (_wording(version, game) for version in versions(each))
    return Challenge(key, game, first.question, first.expected, first.hint, first.explanation, title, fresh=tuple(fresh))


def versions(each: Mapping[str, Any]) -> tuple[Mapping[str, Any], ...]:
    """Return a question as its file has it and with each set of fresh numbers, every one of them whole."""
    base = {name: value for name, value in each.items() if name != "fresh"}
    return (base, *(_version(base, fresh) for fresh in each.get("fresh", ())))


def _version(base: Mapping[str, Any], fresh: Mapping[str, Any]) -> Mapping[str, Any]:
    if "procedure" in fresh or "record" in fresh:
        return {**{name: base[name] for name in PROSE if name in base}, **fresh}
    return {**base, **fresh, "inputs": {**base.get("inputs", {}), **fresh.get("inputs", {})}}


def _wording(each: Mapping[str, Any], game: str) -> Wording:
    return Wording(N_(each["words"]), _expected_answer(each, game), N_(each.get("hint", "")), N_(each.get("because", "")))


def _expected_answer(each: Mapping[str, Any], game: str) -> ExpectedAnswer:
    if "record" in each:
        return Recorded(game, each["record"], each["thing"], each["figure"])
    procedure, inputs = each["procedure"], each.get("inputs", {})
    if "least" in each:
        return Least(procedure, each["over"], _event(each["chance"]), Fraction(each["least"]), inputs)
    if "chance" in each:
        return Chance(procedure, inputs, _event(each["chance"]))
    if "whole" in each:
        return Whole(procedure, inputs, each["whole"])
    if "mean" in each:
        return Mean(procedure, inputs, each["mean"])
    return Choice(tuple(_option(**option) for option in each["options"]), procedure, inputs, each["field"])


def _option(value: str, words: str, why: str = "") -> Option:
    return Option(value, N_(words), N_(why))


def _event(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return an event as a file writes it: a list stands for any of its values."""
    return {name: frozenset(value) if isinstance(value, list) else value for name, value in fields.items()}
