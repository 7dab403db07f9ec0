"""Shows a glance at a ship: what the ship in hand could do to her, with its exact chances, before any order is given."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.words import _
from widgets.kit.bars import bars, number
from widgets.kit.odds_rows import View
from widgets.web.badges import joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

_CARD: Final = Markup(
    '<section class="glance{pinned}" aria-labelledby="glance-title"><h3 id="glance-title">{title}</h3>{line}{inside}</section>'
)
_MEANS: Final = Markup('<p class="glance-means">{} <b>{}</b></p>')


class Glance(NamedTuple):
    """How it would come about, how the other ship would stand after it, and what it costs her on average; or why it cannot be."""

    title: str
    line: str
    view: View | None = None
    costs: tuple[tuple[str, Fraction], ...] = ()


@cached
def glance_card(game: str, seen: Glance, *, is_pinned: bool) -> Markup:
    """Draw the card as text; one that was pressed for can be pressed itself."""
    inside = bars(seen.view, "glance") if seen.view is not None else Markup("")
    if seen.costs:
        means = ", ".join(f"{number(mean)} {what}" for what, mean in seen.costs)
        inside += _MEANS.format(_("On average she loses"), means)
    pinned = " is-pinned" if is_pinned else ""
    return _CARD.format(pinned=pinned, title=seen.title, line=joined([cited(game, seen.line, "glance-line")]), inside=inside)
