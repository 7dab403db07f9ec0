"""Small drawings with their words: provenance marks, rule chips, dice."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from markupsafe import Markup

from rulesdemo.rules.datafiles import game_file
from rulesdemo.rules.rule_index import rules_of, rulings_of
from rulesdemo.words import _, cache_by_language, local_signs

# Colour and form together, as everywhere: filled disc, half-filled diamond, dashed square, pencil.
_SHAPES: Final = {
    "seed": Markup('<circle cx="8" cy="8" r="5.5" fill="#1B2A33"/>'),
    "ruling": Markup(
        '<path d="M8 1.6 14.4 8 8 14.4 1.6 8Z" fill="#FFFDF9" stroke="#8E1D63" stroke-width="1.5"/>'
        '<path d="M8 1.6V14.4L1.6 8Z" fill="#8E1D63"/>'
    ),
    "reconstructed": Markup(
        '<rect x="2.2" y="2.2" width="11.6" height="11.6" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.6" stroke-dasharray="2.6 1.8"/>'
    ),
    "yours": Markup(
        '<path d="M2.2 13.8 3 10.4 11 2.4 13.6 5 5.6 13Z" fill="#E3F1EC" stroke="#0A6259" stroke-width="1.5" stroke-linejoin="round"/>'
    ),
}
_MARK: Final = Markup(
    '<span class="marked" title="{words}"><svg class="mark" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">{shape}</svg>'
    '<span class="{kind}">{words}</span></span>'
)
_CHIP: Final = Markup(
    '<details class="rule{form}" id="{key}"><summary><span class="sr">{kind} </span><span class="chip">{number}</span></summary>'
    '<div class="rule-text"><strong>{title}</strong> {text}</div></details>'
)
_DIE: Final = Markup('<svg class="die" viewBox="0 0 32 32" width="44" height="44" aria-hidden="true">{outline}{inside}</svg>')
_CUBE: Final = Markup('<rect x="1" y="1" width="30" height="30" rx="6" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.5"/>')
# A ten-sided die seen from the front: the kite that shows its number, and the edges of its neighbours.
_KITE: Final = Markup(
    '<path d="M16 1 31 11.5V20.5L16 31 1 20.5V11.5Z" fill="#FFFDF9" stroke="#1B2A33" stroke-width="1.5" stroke-linejoin="round"/>'
    '<path d="M16 1 4.5 21 16 25.5 27.5 21ZM4.5 21 1 20.5M27.5 21 31 20.5M16 25.5V31" fill="none" stroke="#76828A" stroke-width=".9"/>'
)
_PIP: Final = Markup('<circle cx="{}" cy="{}" r="2.9" fill="#1B2A33"/>')
_PIPS: Final = {
    1: ((16, 16),),
    2: ((9, 9), (23, 23)),
    3: ((9, 9), (16, 16), (23, 23)),
    4: ((9, 9), (23, 9), (9, 23), (23, 23)),
    5: ((9, 9), (23, 9), (16, 16), (9, 23), (23, 23)),
    6: ((9, 8), (23, 8), (9, 16), (23, 16), (9, 24), (23, 24)),
}


def joined(parts: Iterable[str]) -> Markup:
    """Join pieces of text; what is no `Markup` is escaped."""
    return Markup("").join(parts)


def names() -> dict[str, tuple[str, str]]:
    """Return each provenance with its name and what it means."""
    return {
        "seed": (_("Seed"), _("printed in the source")),
        "ruling": (_("Ruling"), _("our reading")),
        "reconstructed": (_("Reconstructed"), _("rebuilt by us")),
        "yours": (_("Yours"), _("you changed it")),
    }


def mark(provenance: str, *, label: bool = False) -> Markup:
    """Draw a provenance mark; its name is always there for readers who do not see it."""
    name, meaning = names()[provenance]
    return _MARK.format(words=local_signs(f"{name}: {meaning}"), shape=_SHAPES[provenance], kind="mark-name" if label else "sr")


def legend(provenances: Iterable[str]) -> Markup:
    """Draw the marks with their words."""
    items = joined(Markup("<li>{}</li>").format(mark(each, label=True)) for each in provenances)
    return Markup('<ul class="legend">{}</ul>').format(items)


def chip(game: str, number: str, key: str, *, inline: bool = False) -> Markup:
    """Draw a rule number that opens the rule in our words, in place; a ruling's number opens its question and answer.

    Inline it stands in the middle of a sentence, which must not be in a `<p>`: a fold ends that.
    """
    return _chip(game, number, key, " inline" if inline else "", (_("Rule"), _("Ruling")))


@cache_by_language(4000)  # a page writes the same few dozen again after every press
def _chip(game: str, number: str, key: str, form: str, kinds: tuple[str, str]) -> Markup:
    rule, ruling = rules_of(game).get(number), rulings_of(game).get(number)
    if rule is not None:
        kind, title, text = kinds[0], rule.title, rule.text
    elif ruling is not None:
        kind, title, text = kinds[1], ruling.question, f"{ruling.answer} {ruling.why}"
    else:
        return Markup('<span class="chip">{}</span>').format(number)
    return _CHIP.format(form=form, key=f"{key}-{number.replace(' ', '-')}", kind=kind, number=number, title=title, text=text)


def chips(game: str, numbers: Iterable[str], key: str) -> Markup:
    """Draw a row of rule numbers."""
    inside = joined(chip(game, each, key) for each in dict.fromkeys(numbers))
    return Markup('<div class="chips">{}</div>').format(inside) if inside else inside


def has_pips(game: str) -> bool:
    """Return whether a game throws dice with pips; those with ten sides have numbers.

    >>> has_pips("veneti"), has_pips("republic")
    (True, False)
    """
    return "d10" not in game_file(game, "game")["dice"]


@cache
def die(face: int, *, pips: bool) -> Markup:
    """Draw one die: pips where the game throws dice with pips, else the number on a face of a ten-sided one."""
    if pips and face in _PIPS:
        return _DIE.format(outline=_CUBE, inside=joined(_PIP.format(x, y) for x, y in _PIPS[face]))
    inside = Markup('<text x="16" y="21" text-anchor="middle" class="die-number">{}</text>').format(face)
    return _DIE.format(outline=_CUBE if pips else _KITE, inside=inside)
