"""What lies on a desk: an order as a row, dice that fell for an order or for practice, and the practice throws so far."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from rulesdemo.errors import InputError
from rulesdemo.play.engine import Refusal, Throw
from rulesdemo.play.history import Deed, History
from rulesdemo.words import _
from widgets.play.first_throw import first_throw
from widgets.play.game_guide import Guide, OrderText


@dataclass(frozen=True, slots=True)
class Choice:
    """An order as a row: its key, its words, and why it is refused if it is."""

    key: str
    order: Any
    text: OrderText
    refusal: Refusal | None = None


@dataclass(frozen=True, slots=True)
class Fall:
    """Dice that fell, for an order or for practice: where they led, what was thrown for, and how it reads."""

    deed: Deed[Any]
    throw: Throw
    words: str
    typed: bool = False

    @property
    def faces(self) -> tuple[int, ...]:
        """Return what the dice show."""
        return self.deed.faces


@dataclass(slots=True)
class Luck:
    """Practice throws of one chosen order: how many, and how often each outcome came up."""

    rolls: int = 0
    counts: dict[Any, int] = field(default_factory=dict)

    def count(self, outcome: Any) -> None:  # noqa: ANN401 - an outcome record
        """Count one more."""
        self.rolls += 1
        self.counts[outcome] = self.counts.get(outcome, 0) + 1

    def hits(self, event: Mapping[str, Any]) -> int:
        """Return how many of them brought about an event, given by fields of the outcome."""
        return sum(times for outcome, times in self.counts.items() if all(getattr(outcome, name) == value for name, value in event.items()))


def targets(guide: Guide, position: Any, rows: list[Choice]) -> dict[str, Any]:  # noqa: ANN401 - the game's own position
    """Return what a board lights of these rows: hexes to press, what they cost, and apart from them those that would end the ship."""
    legal: dict[Any, str] = {}
    costs: dict[Any, int] = {}
    fatal: dict[Any, str] = {}
    for row in rows:
        if row.refusal is not None or row.text.place is None:
            continue
        if how := guide.danger(position, row.order):
            fatal[row.text.place] = how
        else:
            legal.setdefault(row.text.place, row.text.title)
            costs[row.text.place] = min(row.text.cost, costs.get(row.text.place, row.text.cost))
    costs = {place: cost for place, cost in costs.items() if cost}
    return {"legal": legal, "costs": costs, "fatal": {place: how for place, how in fatal.items() if place not in legal}}


def together(guide: Guide, position: Any, selected: str, every: list[Choice]) -> set[str]:  # noqa: ANN401 - the game's own position
    """Return who lies in the same place as the one in hand and could be so as well: no press on the board tells them apart."""
    here = guide.place_of(position, selected)
    ships = {row.text.ship for row in every if row.text.ship}
    return {ship for ship in ships if guide.selectable(position, ship) and guide.place_of(position, ship) == here}


def fall_of(guide: Guide, deed: Deed[Any], *, typed: bool) -> Fall:
    """Return the dice of an order that was given, in the game's words."""
    throw = first_throw(deed.outcome.events)
    if throw is None:
        message = _("This order throws no dice.")
        raise InputError(message)
    return Fall(deed, throw, guide.verdict(throw, deed.faces), typed)


def story_from(history: History[Any], step: int, name: Callable[[str], str], others: Container[str]) -> str:
    """Tell what the order at a step brought about, then what followed without a choice, and what the `others` did of their own will."""

    def is_forced(number: int) -> bool:
        return number > step and history.engine.owner(history.done[number - 1].outcome.position, history.done[number].order) not in others

    parts = []
    for forced, numbers in groupby(range(step, len(history.done)), is_forced):
        words = " ".join(event.text(name) for number in numbers for event in history.done[number].outcome.events)
        parts.append(_("No choice was left: {words}").format(words=words) if forced and words else words)
    return " ".join(filter(None, parts))
