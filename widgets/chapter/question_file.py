"""The questions of a chapter, from the file beside its notebook: book/<language>/<game>/<chapter>.toml.

They stand in a file of their own so that a question can come back elsewhere: on the home page, and at the end of later chapters.

    [[question]]
    key = "free"
    words = "Both decks are level now, 4 marines against 1. What is the chance that you capture her and lose nobody?"
    procedure = "veneti.boarding"
    inputs = { attackers = 4, defenders = 1 }
    chance = { captured = true, attacker_loss = 0 }
    hint = "..."
    because = "..."

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
from rulesdemo.words import N_
from widgets.chapter.challenge import Challenge
from widgets.chapter.expected_answer import Chance, Choice, ExpectedAnswer, Least, Mean, Option, Recorded, Whole

KEYS: Final = frozenset(
    (
        *("key", "words", "hint", "because"),
        *("procedure", "inputs", "chance", "whole", "mean", "least", "over", "options", "field"),
        *("record", "thing", "figure"),
    )
)


@cache
def questions(chapter: str) -> Mapping[str, Mapping[str, Any]]:
    """Return the questions of a chapter by key, in their order; `chapter` is its path under book/. A chapter without a file has none."""
    path = folder("book") / f"{chapter}.toml"
    if not path.is_file():
        return {}
    found: dict[str, Mapping[str, Any]] = {}
    for place, each in enumerate(read_toml(path).get("question", ()), start=1):
        strange = sorted(set(each) - KEYS)
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


def challenge(chapter: str, key: str, title: str = "") -> Challenge:
    """Return one question of a chapter, not yet answered."""
    each = questions(chapter).get(key)
    if each is None:
        message = N_("{chapter}.toml has no question {key!r}").format(chapter=chapter, key=key)
        raise DataError(message)
    _language, game, _slug = chapter.split("/")
    return Challenge(
        key, game, N_(each["words"]), _expected_answer(each, game), N_(each.get("hint", "")), N_(each.get("because", "")), title
    )


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
