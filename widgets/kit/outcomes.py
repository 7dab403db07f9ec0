"""Parts of a panel that show what becomes of something: the chances at one turn, a column for every turn, and a table of all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from markupsafe import Markup

from widgets.kit import outcome_columns
from widgets.kit.components import Box
from widgets.kit.outcome_columns import Chances, Fate
from widgets.kit.panel import Component, Panel


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Everything that can have become of it, side by side under a title, with the exact chance of each."""

    key: str
    title: str
    fates: Mapping[str, Fate]
    chances: Chances
    texts: Mapping[str, Markup] = field(default_factory=dict)  # of chances that no fraction can say

    def html(self, panel: Panel) -> Markup:
        """Draw the title, the bar and the list."""
        bar = outcome_columns.bar(f"{panel.key}-{self.key}", self.title, self.fates, self.chances, self.texts)
        return Markup("<h4>{}</h4>{}").format(self.title, bar)


@dataclass(frozen=True, slots=True)
class OutcomeColumns:
    """A column for each number of turns from none on; the one at `now` stands out, and up to `most` columns wait empty."""

    label: str
    fates: Mapping[str, Fate]
    every: Sequence[Chances]
    now: int
    most: int = 0

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the columns."""
        return outcome_columns.columns(self.label, self.fates, self.every, self.now, self.most)


@dataclass(frozen=True, slots=True)
class OutcomeTable:
    """Every chance as a fraction, in a table that opens."""

    words: str
    heads: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Fraction]]]

    def html(self, panel: Panel) -> Markup:
        """Draw the fold and its table."""
        return outcome_columns.folded(panel.key, self.words, self.heads, self.rows)


def beside(side: Sequence[Component], main: Sequence[Component]) -> Box:
    """Return controls in a narrow column, and what they come to in a wide one."""
    return Box("blaze-parts", [Box("blaze-side", side), Box("blaze-main", main)])
