"""A whole number with a button on either side, for a panel of a chapter."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.words import _
from widgets.web.phrases import modifier

_STEPPER: Final = Markup(
    '<div class="field" role="group" aria-labelledby="{key}-{what}-name"><span class="stepper-name" id="{key}-{what}-name">{name}</span>'
    '<div class="stepper"><button type="button" id="{key}-{what}-less" data-do="extra" data-name="{key}:{what}" data-by="-1" '
    'aria-label="{less}"{least}>−</button><output class="number" aria-live="polite">{value}</output>'
    '<button type="button" id="{key}-{what}-more" data-do="extra" data-name="{key}:{what}" data-by="1" aria-label="{more}"{most}>+</button>'
    "{slider}</div></div>"
)
_SLIDER: Final = Markup(
    '<input class="slider" type="range" min="{low}" max="{high}" step="1" id="{key}-{what}-at" data-set="extra:{key}:{what}.at" '
    'value="{value}" aria-label="{name}">'
)
_OFF: Final = Markup(" disabled")


def stepper(key: str, what: str, name: str, value: int, limits: tuple[int, int], *, slides: bool = False) -> Markup:
    """Draw the number `what` of the panel `key`; its buttons act with -1 and 1, and sleep at the limits. A signed one shows its sign.

    With `slides` there is a slider too, for long ranges: it acts on `what.at` with the number itself.
    """
    low, high = limits
    return _STEPPER.format(
        key=key,
        what=what,
        name=name,
        value=modifier(value) if low < 0 else value,
        less=_("{name}, one less").format(name=name),
        more=_("{name}, one more").format(name=name),
        least=_OFF if value <= low else "",
        most=_OFF if value >= high else "",
        slider=_SLIDER.format(key=key, what=what, name=name, low=low, high=high, value=value) if slides else "",
    )
