"""Puts a page's state back as it was before a step that failed: positions, dice, panels, what is stored.

The state of a page is a graph of our own objects, lists, dicts and sets; whatever else it holds never changes, or mirrors the browser
(`is_mirror`). A snapshot keeps shallow copies of them all, and costs well under a millisecond.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from enum import Enum
from functools import cache
from typing import Any, Final

OURS: Final = ("widgets.", "rulesdemo.")


@cache
def _kind(each: type) -> str:
    """Return how objects of a type are copied: as a container, by attributes, not at all, or only what is inside."""
    if issubclass(each, dict | list | set | deque):
        return "container"
    if issubclass(each, tuple | frozenset):
        return "fixed"
    if issubclass(each, random.Random):
        return "random"
    is_ours = each.__module__.startswith(OURS) and not issubclass(each, type | Enum | BaseException | str)
    is_frozen = getattr(getattr(each, "__dataclass_params__", None), "frozen", False)
    if not is_ours or is_frozen or getattr(each, "is_mirror", False) or hasattr(each, "class_traits"):
        return "none"
    return "ours"


@cache
def _slots(each: type) -> tuple[str, ...]:
    return tuple(name for part in each.__mro__ for name in getattr(part, "__slots__", ()) if not name.startswith("__"))


def _attributes(each: Any) -> dict[str, Any]:  # noqa: ANN401 - any of our objects
    each_type: type = type(each)  # mypy takes type[Any] for unhashable, and the caches ask for keys
    found = dict(getattr(each, "__dict__", {}))
    return found | {name: getattr(each, name) for name in _slots(each_type) if hasattr(each, name)}


def _put_attributes(each: Any, before: dict[str, Any]) -> None:  # noqa: ANN401 - any of our objects
    for name in _attributes(each).keys() - before.keys():
        object.__delattr__(each, name)
    for name, value in before.items():
        object.__setattr__(each, name, value)


def _put_members(each: Any, before: Any) -> None:  # noqa: ANN401 - any container
    each.clear()
    if isinstance(each, dict | set):
        each.update(before)
    else:
        each.extend(before)


def snapshot(root: object) -> Callable[[], None]:
    """Return a function that puts everything reachable from `root` back as it is now."""
    seen: set[int] = set()
    undo: list[tuple[Callable[[Any, Any], None], Any, Any]] = []
    waiting: list[Any] = [root]
    while waiting:
        each = waiting.pop()
        each_type: type = type(each)
        kind = _kind(each_type)
        if kind == "none" or id(each) in seen:
            continue
        seen.add(id(each))
        inside: Iterable[Any]
        if kind == "ours":
            values = _attributes(each)
            undo.append((_put_attributes, each, values))
            inside = values.values()
        elif kind == "random":
            undo.append((random.Random.setstate, each, each.getstate()))
            continue
        elif kind == "fixed":
            inside = each
        else:
            undo.append((_put_members, each, dict(each) if isinstance(each, dict) else tuple(each)))
            inside = each.values() if isinstance(each, dict) else each
        waiting.extend(inside)

    def put_back() -> None:
        for put, each, before in undo:
            put(each, before)

    return put_back
