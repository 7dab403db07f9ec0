"""Which options are agreed on, and whom each favours by the author's own remark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.options import Lean, option_lean
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.button_rows import Several
from widgets.kit.components import Custom, Press, Sentence
from widgets.kit.panel import Component, Panel, State
from widgets.kit.tiles import Tile, Tiles
from widgets.web.badges import chip, joined

OPTIONS: Final = {
    "6.1": N_("Forced espionage"),
    "6.2": N_("Desperate attacks"),
    "6.3": N_("Hasty attacks"),
    "6.4": N_("Other war supply"),
    "6.5": N_("Stronger forts"),
    "6.6": N_("Simple leader losses"),
    "6.7": N_("Simple combined attacks"),
    "6.8": N_("Redoubts reduced"),
    "6.9": N_("Another tenuous hold"),
}
CHIPS: Final = {"6.9": "6.9a"}  # rules that stand in parts
STRENGTHS: Final = {"slight": 1, "moderate": 2, "strong": 3}
WORDS: Final = {
    ("republican", "slight"): N_("slightly Republican"),
    ("republican", "moderate"): N_("moderately Republican"),
    ("republican", "strong"): N_("strongly Republican"),
    ("allied", "slight"): N_("slightly Allied"),
    ("allied", "moderate"): N_("moderately Allied"),
    ("allied", "strong"): N_("strongly Allied"),
}

_NAME: Final = Markup('<span aria-hidden="true">{sign}</span> {name}')
_WAY: Final = Markup(
    '{chip}<span class="leans-way"><svg viewBox="0 0 152 24" width="152" height="24" aria-hidden="true">{boxes}'
    '<path d="M76 0V24" class="middle"/></svg><span>{words}</span></span>'
)
_BOX: Final = Markup('<rect x="{x}" y="4" width="20" height="16" class="{kind}"/>')


def lean(rules: Ruleset, option: str) -> Lean:
    """Return whom an option favours, and how much."""
    found: Lean = settled(option_lean, rules, option)
    return found


def sentence(rules: Ruleset, taken: Iterable[str]) -> str:
    """Return how many of the options that are agreed on favour which side; their weights are words and cannot be added up."""
    sides = [lean(rules, option).favours for option in taken]
    if not sides:
        return _("None is agreed on: the rules as they stand. [6 (intro)]")
    republican, allied = sides.count("republican"), sides.count("allied")
    words = ngettext("{n} option is in play", "{n} options are in play", len(sides)).format(n=len(sides))
    parts = [_("{n} for the Republicans").format(n=republican)] if republican else []
    parts += [_("{n} for the Allies").format(n=allied)] if allied else []
    return _("{words}: {parts}. These are the author's remarks, and little tested. [6 (intro)]").format(
        words=words, parts=names.list_text(parts)
    )


def _row(rules: Ruleset, option: str, *, is_on: bool) -> Tile:
    found = lean(rules, option)
    size = STRENGTHS[found.strength]
    # Three boxes on either side of the middle, filled outward from it.
    places = range(-3, 3)
    full = range(-size, 0) if found.favours == "republican" else range(size)
    boxes = joined(_BOX.format(x=78 + 25 * place, kind=found.favours if place in full else "empty") for place in places)
    name = _NAME.format(sign="✓" if is_on else "+", name=OPTIONS[option])
    rule = chip("toulon", CHIPS.get(option, option), f"options-{option}-rule")
    way = _WAY.format(chip=rule, boxes=boxes, words=WORDS[found.favours, found.strength])
    return Tile([Press("take", name, option, is_pressed=is_on, id=option), Custom(way)])


def options_panel(*options: str) -> Panel:
    """Return the panel of the options that a chapter speaks of."""

    def body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
        yield Tiles([_row(rules, option, is_on=option in state.take) for option in options], "leans-list")
        yield Sentence(sentence(rules, state.take), kind="leans-told")

    fields = (Several("take", "", {option: OPTIONS[option] for option in options}, is_apart=True),)
    return Panel("options", "toulon", N_("What the players agree on"), body, fields=fields, kind="leans")


HASTE_OPTIONS: Final = options_panel("6.1", "6.2", "6.3", "6.4", "6.5")
LEADER_OPTIONS: Final = options_panel("6.6", "6.7", "6.8", "6.9")
