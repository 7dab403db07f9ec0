"""What letters are worth: their mean values side by side, and who retreats in a whole battle between any two of them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.republic.pairs import MODIFIERS, Retreats
from rulesdemo.odds.dice import D10
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic.panels.pairs import letters, pair_retreats
from widgets.games.republic.panels.retreats import retreat_view
from widgets.kit.bars import fraction
from widgets.kit.chances import chance_cell
from widgets.kit.components import Bars, Box, Controls, Note, PickTable, Table
from widgets.kit.controls import Int, Pick
from widgets.kit.panel import Component, Panel, State
from widgets.kit.pick_table import Cell, hidden_head
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

PAIRS: Final = {f"{one}{other}": "" for one in "ABCDE" for other in "ABCDE"}

_MEAN: Final = Markup(
    '{mean} <span class="percent">{tenths}</span><svg class="letter-bar" viewBox="0 0 90 14" preserveAspectRatio="none" aria-hidden="true">'
    '<rect width="{wide}" height="14"/></svg>'
)


@cached
def means(rules: Ruleset) -> tuple[tuple[str, Fraction], ...]:
    """Return the mean tactical value of each letter, best first."""
    table = rules.table("tactical")
    return tuple((each, Fraction(sum(table.at(face, each) for face in D10.faces), len(D10.faces))) for each in letters(rules))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    place, known = MODIFIERS.index(state.drm), letters(rules)
    found = {pair: chances[place] for pair, chances in pair_retreats(rules).items()}
    most = max(chances.defender for chances in found.values())
    rows = [(one, [_cell(one, other, found[one, other], most) for other in known]) for one in known]
    caption = _("Chance in percent that the defender retreats: attacker's letter down, defender's across, all other modifiers {n}")
    columns = [hidden_head(_("Attacker")), *known]
    note = _("Each letter by itself, over the ten faces of its die. The modifier of two letters is on average the gap between them. [8.32]")
    attacker, defender = state.pair
    view = retreat_view(found[attacker, defender]._asdict(), _("{a} attacks {d}").format(a=attacker, d=defender))
    battles: list[Component] = [
        Controls(rules, state, ("drm",), kind=""),
        PickTable("pair", caption.format(n=modifier(state.drm)), columns, rows, state.pair, "", "heat"),
        Box("odds", [Bars(view, "fates")]),
    ]
    yield Box("leader-tables-both", [Box("", [_means(rules), Note(note)]), Box("", battles)])


def _cell(attacker: str, defender: str, chances: Retreats, most: Fraction) -> Cell:
    text = _("{a} attacks {d}, the defender retreats").format(a=attacker, d=defender)
    return chance_cell(f"{attacker}{defender}", text, chances.defender, most)


def _means(rules: Ruleset) -> Table:
    found = means(rules)
    most = max(value for _letter, value in found)
    rows = []
    for place, (letter, value) in enumerate(found):
        mean = _MEAN.format(
            mean=fraction(value, f"letters-mean-{letter}"),
            tenths=local_figures(f"{float(value):.1f}"),
            wide=round(float(value / most) * 90, 1),
        )
        rows.append([letter, mean, local_figures(f"−{float(found[place - 1][1] - value):.1f}") if place else ""])
    return Table([_("Letter"), _("Mean"), _("Step")], rows, _("Mean tactical value"), kind="letter-means")


LEADER_TABLES: Final = Panel(
    "letters",
    "republic",
    N_("Mean values and whole battles"),
    _body,
    fields=(
        Int("drm", N_("All other modifiers"), (MODIFIERS[0], MODIFIERS[-1]), is_apart=True),
        Pick("pair", "", PAIRS, start="AB"),
    ),
    kind="leader-tables",
)
