"""A curve of steps: a chance that grows or falls with a number, one step for each number."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from markupsafe import Markup

STEP: Final = 100  # units of the drawing for one number, and for certainty

_CURVE: Final = Markup(
    '<svg class="tries-curve" viewBox="0 0 {wide} {high}" preserveAspectRatio="none" role="img" aria-label="{label}">'
    '<path d="{area}" class="hill"/><path d="{grid}" class="grid"/><path d="{line}" class="step"/></svg>'
)


def step_curve(label: str, chances: Sequence[Fraction]) -> Markup:
    """Draw the steps over a grid of quarters; the label says them in words."""
    tops = [round(STEP * (1 - float(chance)), 2) for chance in chances]
    line = f"M0 {tops[0]}" + "".join(f"V{top}H{STEP * place}" for place, top in enumerate(tops, 1))
    wide = STEP * len(chances)
    grid = "".join(f"M0 {STEP * part / 4:g}H{wide}" for part in range(5))
    return _CURVE.format(wide=wide, high=STEP, label=label, area=f"{line}V{STEP}H0Z", grid=grid, line=line)
