"""How a battle leaves a Force: every result by every status before it, and the cases in which nothing changes."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, post_battle_status, status_effects
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.lessons.cost import status_name
from widgets.kit.pick_table import Cell, pick_table
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
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

_PANEL: Final = Markup(
    '<section class="verdict-panel" aria-labelledby="verdict-title"><h3 id="verdict-title">{title}</h3>'
    '<div class="diagram-flags" role="group" aria-label="{group}">{flags}</div><div class="verdict-said" role="status">{said}</div>{table}'
    "</section>"
)
_FLAG: Final = Markup(
    '<button type="button" class="toggle" id="verdict-{what}" data-do="extra" data-name="verdict:{what}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)


def after(rules: Ruleset, result: str, before: str, on: frozenset[str] = frozenset()) -> str:
    """The status of a Force after a battle with that result."""
    limits = rules.table("status_constants")
    most, least = int(limits.at("light_loss_most_percent")), int(limits.at("battle_least_sp"))
    percent = most if result == "light" else most + 1
    sp = least - 1 if "small" in on else least
    # So few points or so many that the loss is light or heavy on either reading of the rule.
    lost = 0 if "unhurt" in on and result in ("victor", "major_victor") else max(1, percent * sp // 100 if result == "light" else sp)
    word = "no_victor" if result in UNDECIDED else result
    return str(settled(post_battle_status, rules, word, before, percent, sp, sp, lost, "siege" if "siege" in on else "land").status)


@dataclass(slots=True)
class Verdict:
    """What sort of battle it was, and the cell that is picked."""

    on: frozenset[str] = frozenset()
    picked: str = ""
    key: str = field(default="verdict", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - every panel is told
        """A flag, or a cell of the table."""
        if what in FLAGS:
            self.on ^= {what}
        elif what == "cell" and value in _cells():
            self.picked = value
        else:
            raise unknown(what)

    def kept(self) -> list[Any]:
        """The flags and the cell."""
        return [sorted(self.on), self.picked]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if not isinstance(kept, list) or [type(each) for each in kept] != [list, str]:
            return
        flags, picked = kept
        if all(isinstance(each, str) and each in FLAGS for each in flags) and picked in {"", *_cells()}:
            self.on, self.picked = frozenset(flags), picked

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.on, self.picked)


def _cells() -> frozenset[str]:
    return frozenset(f"{result}-{before}" for result in RESULTS for before in FROM_BEST_TO_WORST)


# -- as text ---------------------------------------------------------------------------------------------------------------------------


@cached
def _text(rules: Ruleset, on: frozenset[str], picked: str) -> Markup:
    rows = [(words, [_cell(rules, result, before, on) for before in FROM_BEST_TO_WORST]) for result, words in RESULTS.items()]
    columns = [_("Result"), *(_("{status} before").format(status=status_name(each)) for each in FROM_BEST_TO_WORST)]
    return _PANEL.format(
        title=_("Every result, every status"),
        group=_("What sort of battle it was"),
        flags=joined(
            _FLAG.format(what=what, on="true" if what in on else "false", sign="✓" if what in on else "+", words=words)
            for what, words in FLAGS.items()
        ),
        said=cited(GAME, _said(rules, on), "verdict-said"),
        table=pick_table(
            "verdict",
            "cell",
            _("The status after the battle; a tint where it has become worse"),
            columns,
            rows,
            picked,
            rest=_("Pick a cell to see what it means for the next battle."),
            kind="verdict-grid",
        ),
    )


def _said(rules: Ruleset, on: frozenset[str]) -> str:
    limits = rules.table("status_constants")
    if "siege" in on:
        return _("Sieges never change a status. [8.54-C]")
    if "small" in on:
        told = _("Unless a side began with {n} points or more, no status changes. [8.54-C]")
        return told.format(n=limits.at("battle_least_sp"))
    told = _("Light is a loss of {n} % or less in a battle that nobody won. A status never gets better by fighting. [8.54] [R26] [R27]")
    if "unhurt" in on:
        told = _("A victor who lost no point stays as he was. Light is a loss of {n} % or less. [8.54-C] [8.54]")
    return told.format(n=limits.at("light_loss_most_percent"))


def _cell(rules: Ruleset, result: str, before: str, on: frozenset[str]) -> Cell:
    now = after(rules, result, before, on)
    found = settled(status_effects, rules, now)
    attack = _("it may not attack") if found.battle_attack is None else _("its own attack {n}").format(n=modifier(found.battle_attack))
    start = _("{result}, {before} before").format(result=RESULTS[result], before=status_name(before).lower())
    told = _("{start}: {now} now. In the next battle: {attack}, an attack on it {n}.").format(
        start=start, now=status_name(now).lower(), attack=attack, n=modifier(found.battle_defence)
    )
    worse = FROM_BEST_TO_WORST.index(now) - FROM_BEST_TO_WORST.index(before)
    return Cell(f"{result}-{before}", status_name(now).lower(), start, Fraction(worse), is_chance=False, shade=max(0, worse), told=told)
