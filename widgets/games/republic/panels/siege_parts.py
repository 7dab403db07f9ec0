"""What the panels of sieges share: the siege on the board, a side's frame, the mark of the best, and a chance as a bar."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.republic.play.state import City, Force, Position
from widgets.games.republic.lessons.siege import before_walls
from widgets.kit.bars import FILL
from widgets.kit.components import Box
from widgets.kit.frame import Frame
from widgets.kit.panel import Component

CDI: Final = {1: "1", 3: "3", 4: "4", 7: "7", 10: "10"}

_BEST: Final = Markup('<span class="wait-best">{}</span>')
_BAR: Final = Markup(
    '<svg viewBox="0 0 {w} {h}"{size} height="{h}" preserveAspectRatio="none" aria-hidden="true">'
    '<rect class="trough" x=".5" y=".5" width="{trough}" height="{high}"/>'
    '<rect class="bar" x=".5" y=".5" width="{wide}" height="{high}" fill="{fill}"/></svg>'
)


def board_siege(position: Position, name: str) -> tuple[Force, City] | None:
    """Return the Force in hand and the enemy city before it, or the first such pair on the board."""
    every = (name, *(force.id for force in position.there))
    return next((pair for each in every if (pair := before_walls(position, each)) is not None), None)


def best_mark(words: str, *, is_best: bool) -> Markup:
    """Draw the mark of the best, or nothing."""
    return _BEST.format(words) if is_best else Markup("")


def chance_bar(chance: Fraction, size: tuple[int, int], *, is_best: bool, is_fixed: bool = True) -> Markup:
    """Draw a chance as a bar; one that is not fixed is as wide as its place."""
    w, h = size
    return _BAR.format(
        w=w,
        h=h,
        size=Markup(' width="{}"').format(w) if is_fixed else "",
        trough=w - 1,
        high=h - 1,
        wide=round((w - 1) * float(chance), 1),
        fill=FILL["best" if is_best else "second"],
    )


def side_frame(side: str, name: str, parts: Sequence[Component]) -> Frame:
    """Return the controls of one side of a siege."""
    return Frame(f"wall-side is-{side}", name, [Box("wall-row", parts)])
