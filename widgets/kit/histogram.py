"""Draws a distribution of whole numbers as columns: the number under each, its chance over it where there is room.

Listeners get all of it in words.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.words import _
from widgets.kit.bars import number as shown
from widgets.kit.bars import rounded, spoken
from widgets.web.badges import joined
from widgets.web.render_cache import cached

_FIGURE: Final = Markup(
    '<figure class="histogram" aria-labelledby="{key}-title"><figcaption id="{key}-title">{title}</figcaption>'
    '<ol role="list">{columns}</ol><p class="histogram-mean">{mean}</p></figure>'
)
_COLUMN: Final = Markup(
    '<li><span class="histogram-chance" aria-hidden="true">{chance}</span>'
    '<span class="histogram-bar" aria-hidden="true" style="height:{high}px"></span><span aria-hidden="true">{number}</span>'
    '<span class="sr">{said}</span></li>'
)
HIGH: Final = 84  # pixels of the likeliest
MOST: Final = 14  # columns with a chance written over them


@cached
def histogram(key: str, title: str, chances: tuple[tuple[int, Fraction], ...], mean: Fraction) -> Markup:
    """Draw the columns, lowest number first, and the mean."""
    most = max(chance for _number, chance in chances)
    has_room = len(chances) <= MOST
    columns = joined(
        _COLUMN.format(
            chance=round(100 * chance) if has_room and chance >= Fraction(1, 200) else "",
            high=max(1, round(float(chance / most) * HIGH)),
            number=number,
            said=_("{n}: {chance}").format(n=number, chance=spoken(chance)),
        )
        for number, chance in chances
    )
    mean_text = _("On average {mean}. Likeliest {n}, {chance}.").format(
        mean=shown(mean), n=max(chances, key=lambda pair: pair[1])[0], chance=rounded(most)
    )
    return _FIGURE.format(key=key, title=title, columns=columns, mean=mean_text)
