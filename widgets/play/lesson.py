"""Holds what one chapter's rules add to a game's board and words: hexes to tint, counts beside the board, and how its throws read.

A game lists its lessons; a chapter names one. Its words for throws hold on every page, because any page may throw for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from markupsafe import Markup

from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from widgets.play.game_guide import Outlook, Part, Rehearsal
from widgets.play.session import Desk
from widgets.play.slow_motion import PACE
from widgets.scene.shapes import Item

Corner: TypeAlias = Literal["", "auto", "nw", "ne", "sw", "se"]
"""Where on a board the wind rose stands: nowhere, wherever there is room, or in one corner."""


def _no_parts(_throw: Throw) -> tuple[Part, ...]:
    return ()


def _six(_throw: Throw) -> int:
    return max(D6.faces)


def _no_names(_throw: Throw) -> tuple[str, ...]:
    return ()


class Words(NamedTuple):
    """How the outcome of a throw reads: a short name for a row of the odds, and a sentence or two for faces that were thrown."""

    label: Callable[[Throw], str]
    verdict: Callable[[Throw, tuple[int, ...]], str]
    order: tuple[str, ...] = ()  # names that stand first in the odds, best to worst
    parts: Callable[[Throw], tuple[Part, ...]] = _no_parts  # the lists of bars, where the distribution is too long to show whole
    highest: Callable[[Throw], int] = _six  # the highest face that a reader may type
    faces: Callable[[Throw], tuple[str, ...]] = _no_names  # what the faces are called, from 1 on, where they are chits and no numbers


def either(field: str, yes: str, no: str) -> Callable[[Throw], str]:
    """Return a label for a throw that one field of its outcome settles."""
    return lambda throw: yes if getattr(throw.outcome, field) else no


def _no_outlook(_position: Any, _ship: str) -> Outlook | None:  # noqa: ANN401 - the game's own
    return None


def _no_rehearsal(_position: Any, _ship: str) -> Rehearsal | None:  # noqa: ANN401 - the game's own
    return None


def _no_overlay(_position: Any, _board: Any, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own
    return ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """One chapter's share in the board.

    `outlook` tells, for the ship in hand, what a rule without dice leaves open. `overlay` draws on the board, above the chart and below
    the ships. `throws` are the words for outcomes, by their type. `rehearsal` is a throw to come that may be practised; `rose` is the
    corner of the board that shows the wind. Where the lesson `regards` ships, a press on any of them shows her, and is no attack.
    """

    name: str
    outlook: Callable[[Any, str], Outlook | None] = _no_outlook
    overlay: Callable[[Any, Any, Any], tuple[Item, ...]] = _no_overlay
    throws: Mapping[type, Words] = field(default_factory=dict)
    rehearsal: Callable[[Any, str], Rehearsal | None] = _no_rehearsal
    rose: Corner = ""
    regards: bool = False


class Extra(Protocol):
    """A panel of one chapter, over the state of its desk and a little of its own.

    Its buttons are `data-do="extra" data-name="<key>:<what>" data-by="<value>"`, its controls `data-set="extra:<key>:<what>"`.
    """

    key: str

    def html(self, desk: Desk) -> Markup:
        """Draw the panel as it is now."""

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Take a press on a button or a change of a control; what cannot be is an InputError, and changes nothing."""

    def stored_state(self) -> Any:  # noqa: ANN401 - plain JSON
        """Return what the browser keeps of it."""

    def restore(self, stored: Any) -> bool | None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept; anything else changes nothing, and False says that something was stored and is lost."""


def wrong_fields(extras: Iterable[Extra], desk: Desk) -> dict[str, list[str]]:
    """Return the reply about fields that hold something wrong, by the names of the page; a panel may have `wrong` for it."""
    found = [name for extra in extras if (wrong := getattr(extra, "wrong", None)) is not None for name in wrong(desk)]
    return {"wrong": found} if found else {}


class Player(Protocol):
    """What a panel that plays something by itself has besides: it goes on a picture at a time until it is over or stopped."""

    is_playing: bool

    def tick(self, desk: Desk) -> None:
        """Show the next picture after time has passed."""


def players(extras: Mapping[str, Any]) -> list[Player]:
    """Return the panels that are playing now."""
    return [extra for extra in extras.values() if getattr(extra, "is_playing", False)]


def tick(extras: Mapping[str, Any], desk: Desk) -> None:
    """Let the side that plays go on after time has passed."""
    for player in players(extras):
        player.tick(desk)


def waits(extras: Mapping[str, Any]) -> dict[str, int]:
    """Return what a reply says of when the page shall ask for the next picture, in milliseconds; nothing where nobody plays."""
    return {"more": PACE} if players(extras) else {}


def lessons_by_name(*lessons: Lesson) -> dict[str, Lesson]:
    """Return the lessons of a game by their names."""
    return {lesson.name: lesson for lesson in lessons}
