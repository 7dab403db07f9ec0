"""How a battle leaves a Force: every result by every status before it, and the cases in which nothing changes."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, post_battle_status, status_effects
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.lessons.cost import status_name
from widgets.kit.components import Controls, PickTable, Sentence
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell
from widgets.kit.toggle import Toggles
from widgets.web.phrases import modifier

FLAGS: Final = {
    "small": N_("No side began with enough points"),
    "unhurt": N_("The victor lost nothing"),
    "siege": N_("It was a siege"),
}
RESULTS: Final = {
    "major_victor": N_("Major victor"),
    "victor": N_("Victor"),
    "light": N_("No victor, light loss"),
    "heavy": N_("No victor, heavy loss"),
    "defeated": N_("Defeated"),
    "major_defeated": N_("Major defeated"),
}
UNDECIDED: Final = ("light", "heavy")
CELLS: Final = {f"{result}-{before}": "" for result in RESULTS for before in FROM_BEST_TO_WORST}


def after(rules: Ruleset, result: str, before: str, flags: Collection[str] = ()) -> str:
    """Return the status of a Force after a battle with that result."""
    limits = rules.table("status_constants")
    most, least = int(limits.at("light_loss_most_percent")), int(limits.at("battle_least_sp"))
    percent = most if result == "light" else most + 1
    sp = least - 1 if "small" in flags else least
    # Points that make the loss light or heavy on either reading of the rule.
    lost = 0 if "unhurt" in flags and result in ("victor", "major_victor") else max(1, percent * sp // 100 if result == "light" else sp)
    word = "no_victor" if result in UNDECIDED else result
    return str(settled(post_battle_status, rules, word, before, percent, sp, sp, lost, "siege" if "siege" in flags else "land").status)


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield Controls(rules, state, ("flag",), kind="")
    yield Sentence(_sentence(rules, state.flag), kind="verdict-said")
    yield PickTable(
        "cell",
        _("The status after the battle; a tint where it has become worse"),
        [_("Result"), *(_("{status} before").format(status=status_name(each)) for each in FROM_BEST_TO_WORST)],
        [(words, [_cell(rules, result, before, state.flag) for before in FROM_BEST_TO_WORST]) for result, words in RESULTS.items()],
        state.cell,
        rest=_("Pick a cell to see what it means for the next battle."),
        kind="verdict-grid",
    )


def _sentence(rules: Ruleset, flags: Collection[str]) -> str:
    limits = rules.table("status_constants")
    if "siege" in flags:
        return _("Sieges never change a status. [8.54-C]")
    if "small" in flags:
        words = _("Unless a side began with {n} points or more, no status changes. [8.54-C]")
        return words.format(n=limits.at("battle_least_sp"))
    words = _("Light is a loss of {n} % or less in a battle that nobody won. A status never gets better by fighting. [8.54] [R26] [R27]")
    if "unhurt" in flags:
        words = _("A victor who lost no point stays as he was. Light is a loss of {n} % or less. [8.54-C] [8.54]")
    return words.format(n=limits.at("light_loss_most_percent"))


def _cell(rules: Ruleset, result: str, before: str, flags: Collection[str]) -> Cell:
    now = after(rules, result, before, flags)
    found = settled(status_effects, rules, now)
    attack = _("it may not attack") if found.battle_attack is None else _("its own attack {n}").format(n=modifier(found.battle_attack))
    start = _("{result}, {before} before").format(result=RESULTS[result], before=status_name(before).lower())
    words = _("{start}: {now} now. In the next battle: {attack}, an attack on it {n}.").format(
        start=start, now=status_name(now).lower(), attack=attack, n=modifier(found.battle_defence)
    )
    worse = FROM_BEST_TO_WORST.index(now) - FROM_BEST_TO_WORST.index(before)
    return Cell(f"{result}-{before}", status_name(now).lower(), start, Fraction(worse), is_chance=False, shade=max(0, worse), told=words)


VERDICT: Final = Panel(
    "verdict",
    "republic",
    N_("Every result, every status"),
    _body,
    fields=(Toggles("flag", N_("What sort of battle it was"), FLAGS, is_apart=True), Pick("cell", "", CELLS)),
    kind="verdict-panel",
)
