"""A sum that can be read: every part with its rule and what it counts, then the total. For modifiers of any game."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.words import _
from widgets.web.badges import chip, joined
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

_LIST: Final = Markup(
    '<ol class="sum-list" role="list" aria-label="{label}">{rows}<li class="sum-total"><span class="sum-name">{all}</span>'
    '<b class="sum-number">{total}</b><span class="sum-why">{why}</span></li></ol>'
)
_ROW: Final = Markup(
    '<li class="is-{state}"><span class="sum-name">{name}</span>{chip}<b class="sum-number">{number}</b>'
    '<span class="sum-why">{why}</span></li>'
)


class Term(NamedTuple):
    """One part of a sum: its name, its rule, the number, and how that came about."""

    name: str
    rule: str
    number: int
    why: str = ""


def total(terms: Iterable[Term]) -> int:
    """Return what the parts come to."""
    return sum(term.number for term in terms)


@cached
def summed(game: str, key: str, label: str, terms: tuple[Term, ...], why: str = "") -> Markup:
    """Draw the sum as text; parts that are nought stand there too, quietly, so that nothing is overlooked."""
    rows = joined(
        _ROW.format(
            state="part" if term.number else "nought",
            name=term.name,
            chip=chip(game, term.rule, f"{key}-{place}"),
            number=modifier(term.number),
            why=term.why,
        )
        for place, term in enumerate(terms)
    )
    return _LIST.format(label=label, rows=rows, all=_("In all"), total=modifier(total(terms)), why=why)


def terms_text(terms: Iterable[Term]) -> str:
    """Return the parts that count, one after the other.

    >>> terms_text((Term("a", "1", 3), Term("b", "2", 0), Term("c", "3", -2)))
    '+3 −2 = +1'
    """
    parts = tuple(terms)
    counted = [modifier(term.number) for term in parts if term.number]
    return f"{' '.join(counted)} = {modifier(total(parts))}" if counted else "0"
