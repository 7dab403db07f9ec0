"""Two tables of a burning 74: what one turn does to her, and whether she is saved in the end, by training and fires; all of it exact."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.errors import InputError
from rulesdemo.odds.format import percent
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.escadres.panels.blaze import LIMITS, Burning, decimals, saved, sheet, surd
from widgets.kit.bars import rounded
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import signed
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

ONE_TURN: Final = "escadres.fire_turn"
STATES: Final = ("out", "burning", "exploded")
FIRES: Final = (1, 2, 3)
# Power and fires of the lines about one turn: a full ship, one with little left, and one that two fires burn.
LINES: Final = ((0, 1), (2, 1), (1, 1), (0, 2))
PLACES: Final = 20  # decimals that settle how a chance is rounded

_PANEL: Final = Markup(
    '<section class="survival" aria-labelledby="survival-title"><div class="odds-head"><h3 id="survival-title">{title}</h3>{mark}</div>'
    '<div class="survival-tables">{turn}{end}</div></section>'
)
_TABLE: Final = Markup(
    '<figure class="survival-{kind}"><figcaption>{caption}</figcaption><div class="survival-scroll" tabindex="0" role="region" '
    'aria-label="{label}"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{below}</figure>'
)
_COLUMN: Final = Markup('<th scope="col">{}</th>')
_ROW: Final = Markup('<tr><th scope="row">{head}</th>{cells}</tr>')
_CHANCE: Final = Markup('<td><span class="chance">{fraction}<span class="percent">{percent}</span></span></td>')
_CELL: Final = Markup(
    '<td class="{kind}"><label><input type="radio" id="survival-{value}" name="extra:survival:cell" data-set="extra:survival:cell" '
    'value="{value}"{on}><span class="sr">{said}: </span><span>{shown}</span></label></td>'
)
_BELOW: Final = Markup('<div class="survival-told" role="status">{words} <span class="chance">{number}{exact}</span></div>')
_CHECKED: Final = Markup(" checked")
# All digits stand here, however many: the table has room for them, and they are what it is for.
_STACKED: Final = Markup(
    '<span class="fraction"><span class="sr">{top}/{below}</span>'
    '<span aria-hidden="true">{top}</span><span aria-hidden="true">{below}</span></span>'
)


@dataclass(slots=True)
class Survival:
    """The training and the number of fires that are picked."""

    training: int = 0
    fires: int = 1
    key: str = field(default="survival", init=False)

    def html(self, desk: Desk) -> Markup:
        """Both tables under the rules in force."""
        return _told(desk.rules, self.training, self.fires)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """Another cell is picked."""
        if what != "cell" or value not in _VALUES:
            message = _("Choose a cell of the table: a training from −2 to +2 and one to three fires.")
            raise InputError(message)
        self.training, self.fires = _VALUES[value]

    def kept(self) -> str:
        """The cell."""
        return _value(self.training, self.fires)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The cell that was kept."""
        if isinstance(kept, str) and kept in _VALUES:
            self.training, self.fires = _VALUES[kept]


def _value(training: int, fires: int) -> str:
    return f"{training}_{fires}"


def _trainings() -> range:
    low, high = LIMITS["training"]
    return range(low, high + 1)


_VALUES: Final = {_value(training, fires): (training, fires) for training in _trainings() for fires in FIRES}


@cached
def _told(rules: Ruleset, training: int, fires: int) -> Markup:
    answer = find(ONE_TURN).asked({"power": 1, "crew": 1, "fires": 1}, rules)
    return _PANEL.format(
        title=_("One turn, and the end"), mark=mark(answer.provenance), turn=_turn_table(rules), end=_end_table(rules, training, fires)
    )


@cached
def _turn_table(rules: Ruleset) -> Markup:
    full = sheet(rules)
    rows = []
    for power, fires in LINES:
        left = power or full.power
        law = find(ONE_TURN).asked({"power": left, "crew": full.crew, "fires": fires}, rules).dist
        words = ngettext("Power {power}, {n} fire", "Power {power}, {n} fires", fires).format(power=left, n=fires)
        chances = [Fraction(law.p(state=state)) for state in STATES]
        cells = joined(
            _CHANCE.format(fraction=_STACKED.format(top=chance.numerator, below=chance.denominator), percent=rounded(chance))
            for chance in chances
        )
        rows.append(_ROW.format(head=words, cells=cells))
    caption = _("One end of turn, crew {crew}, training 0 [E-BURN-2] [E-BURN-3] [E-BURN-4]").format(crew=full.crew)
    return _TABLE.format(
        kind="turn",
        caption=cited("escadres", caption, "survival-turn"),
        label=_("One end of turn, table; it may be scrolled"),
        head=joined(_COLUMN.format(each) for each in (_("Ship"), _("All out"), _("Burns on"), _("Explodes"))),
        rows=joined(rows),
        below="",
    )


@cached
def _end_table(rules: Ruleset, training: int, fires: int) -> Markup:
    full = sheet(rules)
    rows = []
    for each in _trainings():
        cells = [_cell(rules, each, number, is_on=(each, number) == (training, fires)) for number in FIRES]
        rows.append(_ROW.format(head=_training(each), cells=joined(cells)))
    caption = _("All fires out in the end, power {power}, crew {crew} [E-BURN-3] [E-TRN-1]").format(power=full.power, crew=full.crew)
    heads = [ngettext("{n} fire", "{n} fires", number).format(n=number) for number in FIRES]
    return _TABLE.format(
        kind="end",
        caption=cited("escadres", caption, "survival-end"),
        label=_("All fires out in the end, table; it may be scrolled"),
        head=joined(_COLUMN.format(each) for each in (_("Training"), *heads)),
        rows=joined(rows),
        below=_below(rules, training, fires),
    )


def _training(number: int) -> str:
    return f"+{number}" if number > 0 else signed(number)


def _chance(rules: Ruleset, training: int, fires: int) -> Fraction:
    """The chance rounded down so far out that it makes no difference to what is shown."""
    full = sheet(rules)
    return saved(rules, Burning(full.power, full.crew, fires, training)).between(PLACES)[0]


def _cell(rules: Ruleset, training: int, fires: int, *, is_on: bool) -> Markup:
    said = ngettext("Training {training}, {n} fire", "Training {training}, {n} fires", fires).format(training=_training(training), n=fires)
    return _CELL.format(
        kind="lit" if is_on else "rest",
        value=_value(training, fires),
        on=_CHECKED if is_on else "",
        said=said,
        shown=percent(_chance(rules, training, fires), 2),
    )


def _below(rules: Ruleset, training: int, fires: int) -> Markup:
    full = sheet(rules)
    words = ngettext("Training {training}, {n} fire: saved with chance", "Training {training}, {n} fires: saved with chance", fires)
    return _BELOW.format(
        words=words.format(training=_training(training), n=fires),
        number=Markup("<b>{}…</b>").format(decimals(_chance(rules, training, fires), 12)),
        exact=surd(saved(rules, Burning(full.power, full.crew, fires, training)), "survival-exact"),
    )
