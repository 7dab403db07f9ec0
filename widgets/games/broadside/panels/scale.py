"""A panel about scale: M and turns in hexes, metres, minutes and knots, and the two distances that the print gives for one speed."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.broadside.ships import by_the_knots, scale
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.broadside.lessons.scale import metres, tenths
from widgets.games.broadside.panels.sky import row, table
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

LIMITS: Final = {"m": (1, 8), "turns": (1, 12)}  # turns of five minutes: an hour
SPANS: Final = (500, 1000, 2000, 5000, 10_000, 25_000)  # metres that a picture shows
STEPS: Final = 5  # parts of its scale

_PANEL: Final = Markup(
    '<section class="scale-panel" aria-labelledby="scale-title"><div class="odds-head"><h3 id="scale-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="scale-both"><div><div class="panel-said" role="status">{said}</div>'
    '<div class="scale-bars" role="img" aria-label="{label}">{bars}<div class="scale-axis" aria-hidden="true">{axis}</div></div>'
    '<div class="quiet">{gap}</div></div>{table}</div></section>'
)
_BAR: Final = Markup(
    '<div class="scale-bar"><span class="scale-name">{name}</span><svg class="is-{kind}" width="100%" height="26" aria-hidden="true">'
    '<rect x=".5" y=".5" width="{share}%" height="25"/>{ticks}</svg><b class="scale-number">{number}</b></div>'
)
_TICK: Final = Markup('<line x1="{x}%" x2="{x}%" y1="1" y2="25"/>')
_CELL: Final = Markup("<td>{}</td>")


class ScaleRuler:
    """A panel: so many M for so many turns."""

    key = "scale"

    def __init__(self) -> None:
        """The set piece: 4 hexes a turn for two turns."""
        self.m, self.turns = 4, 2

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        return _panel(desk.rules, self.m, self.turns)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - as every panel is asked
        """One more or one less."""
        if what not in LIMITS or value not in ("1", "-1"):
            raise unknown(what)
        low, high = LIMITS[what]
        setattr(self, what, max(low, min(high, getattr(self, what) + int(value))))

    def kept(self) -> list[int]:
        """The two numbers."""
        return [self.m, self.turns]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same, if they can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int, int]:
            m, turns = kept
            if LIMITS["m"][0] <= m <= LIMITS["m"][1] and LIMITS["turns"][0] <= turns <= LIMITS["turns"][1]:
                self.m, self.turns = m, turns


def exact_metres(number: Fraction) -> str:
    """Metres, to the half that a M at the printed knots leaves over.

    >>> exact_metres(Fraction(463, 2)), exact_metres(Fraction(1852))
    ('231.5 m', '1,852 m')
    """
    return metres(int(number)) if number.denominator == 1 else _("{n} m").format(n=f"{int(number):,}{tenths(number % 1)[1:]}")


@cached
def _panel(rules: Ruleset, m: int, turns: int) -> Markup:
    by_map, by_knots = settled(scale, rules, m, turns), settled(by_the_knots, rules, m, turns)
    span = next(span for span in SPANS if span >= by_knots.metres)
    each = settled(scale, rules, 1).metres
    hexes = [Fraction(100 * each * n, span) for n in range(1, m * turns)]
    return _PANEL.format(
        title=_("How far, how fast"),
        mark=mark("ruling"),
        controls=stepper("scale", "m", _("M spent each turn, straight ahead"), m, LIMITS["m"])
        + stepper("scale", "turns", _("Turns"), turns, LIMITS["turns"]),
        said=cited("broadside", told(rules, m, turns), "scale"),
        label=_("By the map {map}, by the printed knots {knots}").format(map=metres(by_map.metres), knots=exact_metres(by_knots.metres)),
        bars=_bar(_("By the map"), "map", by_map.metres, span, metres(by_map.metres), hexes)
        + _bar(_("By the knots"), "knots", by_knots.metres, span, exact_metres(by_knots.metres), ()),
        axis=joined(Markup("<span>{}</span>").format(metres(span * part // STEPS)) for part in range(STEPS + 1)),
        gap=cited("broadside", gap_told(rules, m, turns), "scale-gap"),
        table=_table(rules, m),
    )


def told(rules: Ruleset, m: int, turns: int) -> str:
    """The hexes, the metres and the minutes."""
    found = settled(scale, rules, m, turns)
    hexes = ngettext("{n} hex", "{n} hexes", m * turns).format(n=m * turns)
    form = _("{hexes} of {each}: {metres} in {minutes} minutes. [I Echelle]")
    return form.format(hexes=hexes, each=metres(settled(scale, rules, 1).metres), metres=metres(found.metres), minutes=found.minutes)


def gap_told(rules: Ruleset, m: int, turns: int) -> str:
    """How the printed knots differ, and which of the two holds."""
    by_map, by_knots = settled(scale, rules, m, turns), settled(by_the_knots, rules, m, turns)
    form = _(
        "At the {knots} knots printed for {m} M she would be {more} farther. The knots are a rounded note: one hex for one M holds. [B1]"
    )
    knots = tenths(Fraction(by_map.tenths_of_knot, 10))
    return form.format(knots=knots, m=m, more=exact_metres(by_knots.metres - by_map.metres))


def _bar(name: str, kind: str, far: Fraction | int, span: int, number: str, hexes: Any) -> Markup:  # noqa: ANN401 - shares of the width
    ticks = joined(_TICK.format(x=f"{float(x):.2f}") for x in hexes)
    return _BAR.format(name=name, kind=kind, share=f"{float(Fraction(100 * far, span)):.2f}", ticks=ticks, number=number)


def _table(rules: Ruleset, m: int) -> Markup:
    """Every speed of a turn: metres, the knots that are printed, and those of the map."""
    low, high = LIMITS["m"]
    rows = []
    for n in range(low, high + 1):
        printed, real = settled(scale, rules, n), settled(by_the_knots, rules, n)
        cells = (metres(printed.metres), tenths(Fraction(printed.tenths_of_knot, 10)), tenths(real.knots))
        rows.append(row(_("{n} M").format(n=n), map(_CELL.format, cells), is_now=n == m))
    return table(_("One turn at each speed"), (_("Spent"), _("Metres"), _("Knots, printed"), _("Knots, by the map")), rows)
