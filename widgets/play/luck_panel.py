"""Meters luck over the practice rolls of a chapter: how many were good, against the exact distribution of how many would be."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.play.desk_parts import Luck
from widgets.play.luck import LuckMeter, Rolled
from widgets.play.session import Desk

MOST_KEPT: Final = 400
"""Rolls that are counted, on one page and from one visit to the next: the last ones."""


class PracticeLuck:
    """The practice rolls that could bring about an event; a roll counts with the chance that it had."""

    def __init__(self, side: str, name: str, dice: int = 1, **event: Any) -> None:  # noqa: ANN401 - fields of an outcome
        """Count the rolls of `side`, each of `dice` dice, that bring about the event, such as captured=True."""
        self.key = "luck"
        self.side = side
        self.name = N_(name)
        self.dice = dice
        self.event: Mapping[str, Any] = event
        self._before: tuple[Rolled, ...] = ()  # on an earlier visit
        self._rolls: deque[Rolled] = deque(maxlen=MOST_KEPT)
        self._luck: Luck | None = None  # what the desk counts of the chosen order, and how much of it is counted here
        self._counted: Counter[Any] = Counter()

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """Return the last of them, those of an earlier visit first."""
        return (*self._before, *self._rolls)[-MOST_KEPT:]

    def html(self, desk: Desk) -> Markup:
        """Draw the meter as it is now."""
        throw = desk.throw()
        if throw is not None and desk.luck.rolls and set(self.event) <= set(throw.outcome._fields):
            self._count(desk.luck, throw)
        rolls = self.rolls
        is_full = len(rolls) == MOST_KEPT
        title = _("Your luck with the last {most} practice rolls").format(most=MOST_KEPT) if is_full else _("Your luck with practice rolls")
        return LuckMeter.of(rolls, {self.side: self.name}, key="luck", title=title).html()

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the dice are rolled elsewhere
        """Ignore every press: the meter follows the dice."""
        message = _("Roll the dice above; the meter follows.")
        raise InputError(message)

    def stored_state(self) -> list[list[Any]]:
        """Return the chance of each of the last rolls, and whether it was good."""
        return [[str(roll.chance), roll.good] for roll in self.rolls]

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Count the rolls of an earlier visit too."""
        try:
            self._before = tuple(Rolled(self.side, _chance(chance), bool(good), self.dice) for chance, good in stored[:MOST_KEPT])
        except (TypeError, ValueError, ZeroDivisionError):
            return

    def _count(self, luck: Luck, throw: Throw) -> None:
        """Take in what has been thrown since the last time."""
        if luck is not self._luck:
            self._luck, self._counted = luck, Counter()
        chance = Fraction(throw.procedure.dist(*throw.args).chance(self._is_good))
        for outcome, times in (Counter(luck.counts) - self._counted).items():
            self._rolls.extend([Rolled(self.side, chance, self._is_good(outcome), self.dice)] * times)
        self._counted = Counter(luck.counts)

    def _is_good(self, outcome: Any) -> bool:  # noqa: ANN401 - an outcome record
        return all(getattr(outcome, name) == value for name, value in self.event.items())


def _chance(text: Any) -> Fraction:  # noqa: ANN401 - whatever a browser brings
    chance = Fraction(text) if isinstance(text, str) else Fraction(-1)
    if not 0 < chance < 1:
        raise ValueError(text)
    return chance
