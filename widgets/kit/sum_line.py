"""A sum on one line, a tile for each part: 10 power − 3 hexes between = 7 dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from markupsafe import Markup

from widgets.kit.panel import Panel
from widgets.web.badges import joined
from widgets.web.phrases import modifier, signed

_SUM: Final = Markup('<p class="dice-sum">{}</p>')
_PART: Final = Markup('{sign}<span class="sum-term{kind}"><b>{number}</b> <span>{name}</span></span>')
_SIGN: Final = Markup(' <span class="sum-sign">{}</span> ')


class Part(NamedTuple):
    """One part of a sum: what it adds or takes, what it is, and by which rule."""

    number: int
    name: str
    rule: str = ""


@dataclass(frozen=True, slots=True)
class SumLine:
    """A sum, its parts in order, what it comes to, and what that is. With `has_sign` the first part has a sign too."""

    parts: Sequence[Part]
    total: int | str
    name: str
    has_sign: bool = False

    def html(self, panel: Panel) -> Markup:  # noqa: ARG002 - as every component is asked
        """Draw the sum."""
        first, *others = self.parts
        number = modifier(first.number) if self.has_sign else signed(first.number)
        tiles = [_PART.format(sign="", kind="", number=number, name=first.name)]
        for part in others:
            sign = _SIGN.format("−" if part.number < 0 else "+")
            tiles.append(_PART.format(sign=sign, kind="", number=abs(part.number), name=part.name))
        tiles.append(_PART.format(sign=_SIGN.format("="), kind=" is-total", number=self.total, name=self.name))
        return _SUM.format(joined(tiles))
