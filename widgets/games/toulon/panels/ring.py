"""A ringed force turn after turn: the exact law of what it loses in all, and the chance of losing so many or more."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.supply import surrounded_over
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import fraction, number, rounded
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "ring"
TURNS: Final = (1, 4)
LOSSES: Final = (1, 12)
FORT: Final = {0: N_("In the open"), 1: N_("In a fort")}
HIGH: Final = 120  # units of the drawing for the highest column
COLUMN: Final = 26
FOOT: Final = 22

_PANEL: Final = Markup(
    '<section class="ring" aria-labelledby="ring-title"><h3 id="ring-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="panel-said" role="status">{said}</div>'
    '<div class="ring-scroll" tabindex="0" role="region" aria-label="{label}">{chart}</div>'
    '<table class="letter-means ring-table"><caption>{caption}</caption><thead><tr>{heads}</tr></thead>'
    "<tbody><tr>{cells}</tr></tbody></table></section>"
)
_CHART: Final = Markup('<svg viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img" aria-label="{label}">{columns}</svg>')
_COLUMN: Final = Markup(
    '<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="{fill}" class="column"/>'
    '<text x="{t}" y="{foot}" text-anchor="middle">{n}</text>'
)
_HEAD: Final = Markup('<th scope="col"{lit}>{words}</th>')
_CELL: Final = Markup('<td{lit}>{chance} <span class="percent">{percent}</span></td>')
_LIT: Final = Markup(' class="lit"')


def law(rules: Ruleset, turns: int, *, fort: bool) -> dict[int, Fraction]:
    """The chance of each number of losses over so many turns [4.13b]."""
    return {int(force.losses): chance for force, chance in surrounded_over.dist(rules, turns, fort).items()}


def at_least(rules: Ruleset, turns: int, losses: int, *, fort: bool) -> Fraction:
    """The chance of losing so many or more."""
    return sum((chance for lost, chance in law(rules, turns, fort=fort).items() if lost >= losses), Fraction(0))


@dataclass(slots=True)
class Ring:
    """The panel: how many turns, how many losses are asked about, and whether the force is in a fort."""

    turns: int = 2
    losses: int = 7
    fort: int = 0
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.turns, self.losses, self.fort)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """A turn or a loss more or less, or a fort."""
        if what == "fort":
            self.fort = picked(value, FORT)
        elif what == "turns" and value in ("1", "-1"):
            self.turns = min(max(self.turns + int(value), TURNS[0]), TURNS[1])
        elif what == "losses" and value in ("1", "-1"):
            self.losses = min(max(self.losses + int(value), LOSSES[0]), LOSSES[1])
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The three of them."""
        return [self.turns, self.losses, self.fort]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(turns), int(losses), int(fort)] if (
                TURNS[0] <= turns <= TURNS[1] and LOSSES[0] <= losses <= LOSSES[1] and fort in FORT
            ):
                self.turns, self.losses, self.fort = turns, losses, fort


def words(rules: Ruleset, turns: int, losses: int, *, fort: bool) -> str:
    """The chance in a sentence, with the average and whether anybody rallies."""
    chance = at_least(rules, turns, losses, fort=fort)
    mean = sum((lost * each for lost, each in law(rules, turns, fort=fort).items()), Fraction(0))
    over = ngettext("in {n} turn", "over {n} turns", turns).format(n=turns)
    told = _("It loses {losses} or more {over} with {chance}; {mean} on average. [4.13b]").format(
        losses=losses, over=over, chance=chance, mean=number(mean)
    )
    end = _("Inside a fort it may rally in between. [T32]") if fort else _("It cannot rally in between.")
    return f"{told} {end}"


@cached
def _told(rules: Ruleset, turns: int, losses: int, fort: int) -> Markup:
    walled = bool(fort)
    counts = range(TURNS[0], TURNS[1] + 1)
    controls = (
        stepper(KEY, "turns", _("Turns in the ring"), turns, TURNS)
        + stepper(KEY, "losses", _("Losses, or more"), losses, LOSSES)
        + radio_row(KEY, "fort", _("Where"), FORT, fort)
    )
    label = _("Losses in all, by their chance")
    return _PANEL.format(
        title=_("What a ring costs"),
        controls=controls,
        said=cited(GAME, words(rules, turns, losses, fort=walled), KEY),
        label=label,
        chart=_chart(law(rules, turns, fort=walled), losses, label),
        caption=ngettext("{n} loss or more, by turns", "{n} losses or more, by turns", losses).format(n=losses),
        heads=joined(_HEAD.format(words=ngettext("{n} turn", "{n} turns", n).format(n=n), lit=_LIT if n == turns else "") for n in counts),
        cells=joined(
            _CELL.format(chance=fraction(each, f"ring-{n}"), percent=rounded(each), lit=_LIT if n == turns else "")
            for n in counts
            for each in (at_least(rules, n, losses, fort=walled),)
        ),
    )


def _chart(chances: dict[int, Fraction], losses: int, label: str) -> Markup:
    """A column for each number of losses; those that are asked about are dotted."""
    most = max(chances.values())
    columns = []
    for place, lost in enumerate(sorted(chances)):
        high = round(float(HIGH * chances[lost] / most), 1)
        fill = "url(#fill-third)" if lost >= losses else "#0A6259"
        x = place * COLUMN
        columns.append(
            _COLUMN.format(
                x=x + 3, y=round(HIGH - high + 4, 1), wide=COLUMN - 6, high=high, fill=fill, t=x + COLUMN // 2, foot=HIGH + FOOT - 2, n=lost
            )
        )
    said = "; ".join(f"{lost}: {rounded(chances[lost])}" for lost in sorted(chances))
    return _CHART.format(w=COLUMN * len(chances), h=HIGH + FOOT + 4, label=f"{label}. {said}", columns=joined(columns))
