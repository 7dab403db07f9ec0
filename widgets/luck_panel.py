"""The luck meter over the practice rolls of a chapter: how many were good, against the exact law of how many would be."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.engine import Throw
from rulesdemo.errors import InputError
from widgets.desk import Desk, Luck
from widgets.luck import LuckMeter, Rolled
from widgets.words import _

MOST_KEPT: Final = 400
"""Rolls that are kept from one visit to the next."""


class PracticeLuck:
    """Every practice roll that could bring about an event; a roll counts with the chance that it had."""

    def __init__(self, side: str, name: str, dice: int = 1, **event: Any) -> None:  # noqa: ANN401 - fields of an outcome
        """Count the rolls of `side`, each of so many dice, that bring about the event, such as captured=True."""
        self.key = "luck"
        self.side = side
        self.name = name
        self.dice = dice
        self.event: Mapping[str, Any] = event
        self._before: tuple[Rolled, ...] = ()
        self._rolled: list[tuple[Luck, Throw]] = []  # what the desk has counted so far, order by order

    @property
    def rolls(self) -> tuple[Rolled, ...]:
        """All of them, those of an earlier visit first."""
        return self._before + tuple(roll for luck, throw in self._rolled for roll in self._of(luck, throw))

    def html(self, desk: Desk) -> Markup:
        """The meter as it is now."""
        throw = desk.throw()
        is_known = any(luck is desk.luck for luck, _throw in self._rolled)
        if throw is not None and desk.luck.rolls and not is_known and set(self.event) <= set(throw.outcome._fields):
            self._rolled.append((desk.luck, throw))
        return LuckMeter.of(self.rolls, {self.side: self.name}, key="luck", title=_("Your luck with practice rolls")).html()

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the dice are rolled elsewhere
        """Nothing here can be pressed: it follows the dice."""
        message = _("Roll the dice above; the meter follows.")
        raise InputError(message)

    def kept(self) -> list[list[Any]]:
        """The chance of each of the last rolls, and whether it was good."""
        return [[str(roll.chance), roll.good] for roll in self.rolls[-MOST_KEPT:]]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Count the rolls of an earlier visit too."""
        try:
            self._before = tuple(Rolled(self.side, _chance(chance), bool(good), self.dice) for chance, good in kept[:MOST_KEPT])
        except (TypeError, ValueError, ZeroDivisionError):
            return

    def _of(self, luck: Luck, throw: Throw) -> list[Rolled]:
        law = throw.procedure.dist(*throw.args)
        chance = Fraction(law.chance(self._is_good))
        return [
            Rolled(self.side, chance, self._is_good(outcome), self.dice) for outcome, times in luck.counts.items() for _time in range(times)
        ]

    def _is_good(self, outcome: Any) -> bool:  # noqa: ANN401 - an outcome record
        return all(getattr(outcome, name) == value for name, value in self.event.items())


def _chance(text: Any) -> Fraction:  # noqa: ANN401 - whatever a browser brings
    chance = Fraction(text) if isinstance(text, str) else Fraction(-1)
    if not 0 < chance < 1:
        raise ValueError(text)
    return chance
