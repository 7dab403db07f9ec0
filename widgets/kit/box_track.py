"""A track of boxes with a marker on it, and the chance to land on each: for alliances, morale, supply and whatever else moves by boxes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.words import _
from widgets.kit.bars import FILL, fraction, rounded, spoken
from widgets.web.badges import joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

_TRACK: Final = Markup('<ol class="box-track" role="list" aria-label="{label}">{boxes}</ol>')
_BOX: Final = Markup(
    '<li class="track-box{here}"{current}><span class="box-chance">{chance}</span>'
    '<svg class="box-bar" viewBox="0 0 40 72" preserveAspectRatio="none" aria-hidden="true">'
    '<rect class="trough" x="0" y="0" width="40" height="72"/><rect class="bar" x="0" y="{y}" width="40" height="{h}" fill="{fill}"/></svg>'
    '<span class="box-number" aria-hidden="true">{number}</span><span class="box-marker">{marker}</span><span class="sr">{said}</span></li>'
)
_CURRENT: Final = Markup(' aria-current="true"')
_CHANCE: Final = Markup('<span aria-hidden="true">{fraction}<span class="percent">{percent}</span></span>')
_MARKER: Final = Markup(
    '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="M12 2 21 20H3Z" fill="#8E1D63" stroke="#FFFDF9" '
    'stroke-width="1.5"/></svg>'
)
_HEIGHT: Final = 72


def landing_chances(track: tuple[int, int], at: int, shifts: Mapping[int, Fraction]) -> dict[int, Fraction]:
    """Return the chance that a marker lands on each box; past an end it stays in the last box.

    >>> landing_chances((-2, 2), 1, {2: Fraction(1, 2), -1: Fraction(1, 2)})
    {0: Fraction(1, 2), 2: Fraction(1, 2)}
    """
    low, high = track
    found: dict[int, Fraction] = {}
    for shift, chance in shifts.items():
        box = min(max(at + shift, low), high)
        found[box] = found.get(box, Fraction(0)) + chance
    return dict(sorted(found.items()))


@cached
def box_track(label: str, track: tuple[int, int], at: int, by_box: tuple[tuple[int, Fraction], ...]) -> Markup:
    """Draw the track: a column over each box by its chance, the marker under the box where it stands."""
    chances = dict(by_box)
    most = max(chances.values(), default=Fraction(1))
    return _TRACK.format(
        label=label, boxes=joined(_box(number, at, chances.get(number, Fraction(0)), most) for number in range(track[0], track[1] + 1))
    )


def _box(number: int, at: int, chance: Fraction, most: Fraction) -> Markup:
    high = round(float(chance / most) * _HEIGHT, 1)
    words = [_("box {n}").format(n=modifier(number))]
    words += [_("the marker stands here")] if number == at else []
    words += [_("chance {chance}").format(chance=spoken(chance))] if chance else []
    return _BOX.format(
        here=" is-here" if number == at else "",
        current=_CURRENT if number == at else "",
        chance=_CHANCE.format(fraction=fraction(chance, f"box-{number}"), percent=rounded(chance)) if chance else "",
        y=_HEIGHT - high,
        h=high,
        fill=FILL["best" if number > at else "third" if number < at else "sixth"],
        number=modifier(number),
        marker=_MARKER if number == at else "",
        said=", ".join(words),
    )
