"""What the words for throws of a ten-sided die share: its faces run from 0 to 9."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import Throw
from widgets.play.game_guide import Part
from widgets.play.lesson import Words
from widgets.web.phrases import signed


def _nine(_throw: Throw) -> int:
    return max(D10.faces)


def _none(_throw: Throw) -> tuple[Part, ...]:
    return ()


def words(
    label: Callable[[Throw], str],
    verdict: Callable[[Throw, tuple[int, ...]], str],
    order: tuple[str, ...] = (),
    parts: Callable[[Throw], tuple[Part, ...]] = _none,
) -> Words:
    """Return the words of a throw whose highest face is 9."""
    return Words(label, verdict, order, parts, _nine)


def either(field: str, yes: str, no: str) -> Callable[[Throw], str]:
    """Return a label by a field that says yes or no; where that is all there is to the outcome, by the outcome itself."""
    return lambda throw: yes if getattr(throw.outcome, field, throw.outcome) else no


def named(field: str, names: Mapping[Any, str]) -> Callable[[Throw], str]:
    """Return a label by the name of a field's value; where that is all there is to the outcome, by the name of the outcome itself."""
    return lambda throw: names[getattr(throw.outcome, field, throw.outcome)]


def two_ends(
    field: str,
    yes: str,
    no: str,
    verdict: Callable[[Throw, tuple[int, ...]], str],
    parts: Callable[[Throw], tuple[Part, ...]] = _none,
) -> Words:
    """Return the words of a throw by a field that says yes or no."""
    return words(either(field, yes, no), verdict, (yes, no), parts)


def total(face: int, drm: int, rule: str) -> str:
    """Return a face with its modifier and the rule behind that, as far as there is one.

    >>> total(7, -1, "8.23-M"), total(7, 0, "8.23-M")
    ('7 − 1 [8.23-M] = 6', '7')
    """
    if not drm:
        return str(face)
    return f"{face} {'+' if drm > 0 else '−'} {abs(drm)} [{rule}] = {signed(face + drm)}"
