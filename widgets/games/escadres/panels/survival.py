"""Two tables of a burning 74: what one turn does to her, and whether she is saved in the end, by training and fires; all of it exact."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.odds.format import percent
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.panels.blaze import GAME, ONE_TURN, TRAININGS, Burning, decimals, saved_chance, sheet, surd
from widgets.kit.answer_mark import answer_mark
from widgets.kit.bars import rounded
from widgets.kit.components import Box, Cell, Figure, Sentence, Table
from widgets.kit.controls import Pick
from widgets.kit.panel import Component, Panel, State

STATES: Final = ("out", "burning", "exploded")
FIRES: Final = (1, 2, 3)
# Power and fires of the lines about one turn: a full ship, one with little left, and one that two fires burn.
LINES: Final = ((0, 1), (2, 1), (1, 1), (0, 2))
PLACES: Final = 20  # decimals that settle how a chance is rounded
CELLS: Final = {f"{training}_{fires}": (training, fires) for training in TRAININGS for fires in FIRES}
WHICH: Final = N_("Choose a cell of the table: a training from −2 to +2 and one to three fires.")

# All digits stand here, however many: the table has room for them, and they are what it is for.
_CHANCE: Final = Markup(
    '<span class="chance"><span class="fraction"><span class="sr">{top}/{below}</span><span aria-hidden="true">{top}</span>'
    '<span aria-hidden="true">{below}</span></span><span class="percent">{percent}</span></span>'
)
_RADIO: Final = Markup(
    '<label><input type="radio" id="survival-{value}" name="extra:survival:cell" data-set="extra:survival:cell" '
    'value="{value}"{on}><span class="sr">{label}</span><span>{chance}</span></label>'
)
_EXACT: Final = Markup('{words} <span class="chance"><b>{number}…</b>{exact}</span>')


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    yield Box("survival-tables", [_turn_table(rules), _end_table(rules, state.cell)])


def _turn_table(rules: Ruleset) -> Figure:
    full, rows = sheet(rules), []
    for power, fires in LINES:
        left = power or full.power
        chances = find(ONE_TURN).answer({"power": left, "crew": full.crew, "fires": fires}, rules).dist
        words = ngettext("Power {power}, {n} fire", "Power {power}, {n} fires", fires).format(power=left, n=fires)
        rows.append([words, *(_chance_text(Fraction(chances.p(state=state))) for state in STATES)])
    caption = _("One end of turn, crew {crew}, training 0 [E-BURN-2] [E-BURN-3] [E-BURN-4]").format(crew=full.crew)
    heads = (_("Ship"), _("All out"), _("Burns on"), _("Explodes"))
    label = _("One end of turn, table; it may be scrolled")
    return Figure(caption, [Table(heads, rows, label=label, scroll_kind="survival-scroll")], "survival-turn", "turn")


def _chance_text(chance: Fraction) -> Markup:
    return _CHANCE.format(top=chance.numerator, below=chance.denominator, percent=rounded(chance))


def _end_table(rules: Ruleset, picked: str) -> Figure:
    full = sheet(rules)
    rows: list[list[str | Cell]] = [
        [words, *(_cell(rules, f"{training}_{fires}", picked) for fires in FIRES)] for training, words in TRAININGS.items()
    ]
    caption = _("All fires out in the end, power {power}, crew {crew} [E-BURN-3] [E-TRN-1]").format(power=full.power, crew=full.crew)
    heads = (_("Training"), *(ngettext("{n} fire", "{n} fires", fires).format(n=fires) for fires in FIRES))
    label = _("All fires out in the end, table; it may be scrolled")
    table = Table(heads, rows, label=label, scroll_kind="survival-scroll")
    return Figure(caption, [table, Sentence(_exact(rules, picked), kind="survival-told")], "survival-end", "end")


def _ship_and_chance(rules: Ruleset, cell: str) -> tuple[Burning, Fraction]:
    """Return the ship of a cell, and her chance, rounded down so far out that it makes no difference to what is seen."""
    full, (training, fires) = sheet(rules), CELLS[cell]
    ship = Burning(full.power, full.crew, fires, training)
    return ship, saved_chance(rules, ship).between(PLACES)[0]


def _cell(rules: Ruleset, cell: str, picked: str) -> Cell:
    ship, chance = _ship_and_chance(rules, cell)
    label = ngettext("Training {training}, {n} fire", "Training {training}, {n} fires", ship.fires)
    text = _RADIO.format(
        value=cell,
        on=Markup(" checked") if cell == picked else "",
        label=_("{name}: {words}").format(name=label.format(training=TRAININGS[ship.training], n=ship.fires), words=""),
        chance=percent(chance, 2),
    )
    return Cell(text, "lit" if cell == picked else "rest")


def _exact(rules: Ruleset, cell: str) -> Markup:
    ship, chance = _ship_and_chance(rules, cell)
    words = ngettext("Training {training}, {n} fire: saved with chance", "Training {training}, {n} fires: saved with chance", ship.fires)
    return _EXACT.format(
        words=words.format(training=TRAININGS[ship.training], n=ship.fires),
        number=decimals(chance, 12),
        exact=surd(saved_chance(rules, ship), "survival-exact"),
    )


SURVIVAL: Final = Panel(
    "survival",
    GAME,
    N_("One turn, and the end"),
    _body,
    fields=(Pick("cell", WHICH, dict.fromkeys(CELLS, ""), start="0_1"),),
    mark=answer_mark(ONE_TURN, power=1, crew=1, fires=1),
)
