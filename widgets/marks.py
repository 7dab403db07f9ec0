"""Small drawings with their words: provenance marks, rule chips, dice."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Final

from rulesdemo.refs import rules_of, rulings_of
from widgets.words import _

# Colour and form together, as everywhere: filled disc, half-filled diamond, dashed square, pencil.
_SHAPES: Final = {
    "seed": '<circle cx="8" cy="8" r="5.5" fill="#1B2A33"/>',
    "ruling": '<path d="M8 1.6 14.4 8 8 14.4 1.6 8Z" fill="#FFFDF9" stroke="#8E1D63" stroke-width="1.5"/><path d="M8 1.6V14.4L1.6 8Z" fill="#8E1D63"/>',
    "reconstructed": '<rect x="2.2" y="2.2" width="11.6" height="11.6" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.6" stroke-dasharray="2.6 1.8"/>',
    "yours": '<path d="M2.2 13.8 3 10.4 11 2.4 13.6 5 5.6 13Z" fill="#E3F1EC" stroke="#0A6259" stroke-width="1.5" stroke-linejoin="round"/>',
}


def names() -> dict[str, tuple[str, str]]:
    """Each provenance with its name and what it means."""
    return {
        "seed": (_("Seed"), _("printed in the source")),
        "ruling": (_("Ruling"), _("our reading")),
        "reconstructed": (_("Reconstructed"), _("rebuilt by us")),
        "yours": (_("Yours"), _("you changed it")),
    }


def mark(provenance: str, *, label: bool = False) -> str:
    """A provenance mark; its name is always there for readers who do not see it."""
    name, meaning = names()[provenance]
    svg = f'<svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">{_SHAPES[provenance]}</svg>'
    words = f"{escape(name)}: {escape(meaning)}"
    shown = f'<span class="mark-name">{words}</span>' if label else f'<span class="sr">{words}</span>'
    return f'<span class="marked" title="{words}">{svg}{shown}</span>'


def legend(provenances: Iterable[str]) -> str:
    """The marks with their words."""
    items = "".join(f"<li>{mark(each, label=True)}</li>" for each in provenances)
    return f'<ul class="legend">{items}</ul>'


def chip(game: str, rule_id: str, key: str) -> str:
    """A rule number that opens the rule in our words, in place; a ruling's number opens its question and answer."""
    rule, ruling = rules_of(game).get(rule_id), rulings_of(game).get(rule_id)
    if rule is not None:
        kind, title, text = _("Rule"), rule.title_en, rule.text
    elif ruling is not None:
        kind, title, text = _("Ruling"), ruling.question, f"{ruling.answer} {ruling.why}"
    else:
        return f'<span class="chip">{escape(rule_id)}</span>'
    return (
        f'<details class="rule" id="{escape(key)}-{escape(rule_id.replace(" ", "-"))}">'
        f'<summary><span class="sr">{escape(kind)} </span><span class="chip">{escape(rule_id)}</span></summary>'
        f'<div class="rule-text"><strong>{escape(title)}</strong> {escape(text)}</div></details>'
    )


def chips(game: str, rule_ids: Iterable[str], key: str) -> str:
    """A row of rule numbers."""
    inside = "".join(chip(game, each, key) for each in dict.fromkeys(rule_ids))
    return f'<div class="chips">{inside}</div>' if inside else ""


_PIPS: Final = {
    1: ((16, 16),),
    2: ((9, 9), (23, 23)),
    3: ((9, 9), (16, 16), (23, 23)),
    4: ((9, 9), (23, 9), (9, 23), (23, 23)),
    5: ((9, 9), (23, 9), (16, 16), (9, 23), (23, 23)),
    6: ((9, 8), (23, 8), (9, 16), (23, 16), (9, 24), (23, 24)),
}


def die(face: int, *, pips: bool) -> str:
    """One die: pips where the game throws dice with pips, else the number."""
    if pips and face in _PIPS:
        inside = "".join(f'<circle cx="{x}" cy="{y}" r="2.9" fill="#1B2A33"/>' for x, y in _PIPS[face])
    else:
        inside = f'<text x="16" y="22" text-anchor="middle" class="die-number">{face}</text>'
    return (
        '<svg class="die" viewBox="0 0 32 32" width="44" height="44" aria-hidden="true">'
        f'<rect x="1" y="1" width="30" height="30" rx="6" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.5"/>{inside}</svg>'
    )
