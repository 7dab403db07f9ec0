"""What can become of several ships: a row for each, with all that can be side by side and the exact chance of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from widgets.kit.bars import fraction, spoken
from widgets.kit.components import Box, Custom
from widgets.kit.outcome_columns import Chances, Fate, line, strip
from widgets.kit.panel import Component, Panel
from widgets.web.badges import joined

_SHIPS: Final = Markup('<ul class="fates-ships">{}</ul>')
_SHIP: Final = Markup('<li>{name}{bar}<dl class="fates-list">{lines}</dl></li>')
_NAME: Final = Markup('<b class="fates-name">{}</b>')
_LEGEND: Final = Markup('<span class="fates-legend">{}</span>')


class Line(NamedTuple):
    """One chance of a ship: what it is of, the chance, and about how much that is."""

    name: str
    chance: Fraction
    near: str
    sign: Markup = Markup("")
    kind: str = ""


class ShipFate(NamedTuple):
    """One ship: her name as it is drawn, a bar of her chances, and a line for each of them."""

    id: str
    name: Markup
    bar: Markup
    lines: Mapping[str, Line]


@dataclass(frozen=True, slots=True)
class ShipFates:
    """A row for each ship."""

    ships: Sequence[ShipFate]

    def html(self, panel: Panel) -> Markup:
        """Draw the rows."""
        return _SHIPS.format(joined(_row(panel.key, ship) for ship in self.ships))


def _row(key: str, ship: ShipFate) -> Markup:
    lines = joined(
        line(each.name, fraction(each.chance, f"{key}-{ship.id}-{what}"), each.near, each.sign, each.kind)
        for what, each in ship.lines.items()
    )
    return _SHIP.format(name=ship.name, bar=ship.bar, lines=lines)


def fates_name(name: str) -> Markup:
    """Draw the name of a ship."""
    return _NAME.format(name)


def fates_bar(name: str, fates: Mapping[str, Fate], chances: Chances) -> Markup:
    """Draw all that can become of a ship; the label says in words what has a chance."""
    label = f"{name}: " + ", ".join(f"{fate.name} {spoken(chances[each])}" for each, fate in fates.items() if chances[each])
    return strip(label, fates, chances, "fates-bar", 24)


def question_row(question: str, parts: Sequence[Component]) -> Box:
    """Return the buttons of a question, with the question before them."""
    return Box("fates-lit", [Custom(_LEGEND.format(question)), *parts], question)
