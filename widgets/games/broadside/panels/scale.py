"""A panel about scale: M and turns in hexes, metres, minutes and knots, and the two distances that the print gives for one speed."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.broadside.ships import by_the_knots, scale
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.broadside.lessons.scale import metres, tenths
from widgets.games.broadside.panels.parts import small_table
from widgets.kit.components import Box, Custom, Note, Sentence, Table
from widgets.kit.controls import Int
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import joined, mark

SPEEDS: Final = (1, 8)
TURNS: Final = (1, 12)  # of five minutes: an hour
SPANS: Final = (500, 1000, 2000, 5000, 10_000, 25_000)  # metres that a picture shows
STEPS: Final = 5  # parts of its scale

_BARS: Final = Markup(
    '<div class="scale-bars" role="img" aria-label="{label}">{bars}<div class="scale-axis" aria-hidden="true">{axis}</div></div>'
)
_BAR: Final = Markup(
    '<div class="scale-bar"><span class="scale-name">{name}</span><svg class="is-{kind}" width="100%" height="26" aria-hidden="true">'
    '<rect x=".5" y=".5" width="{share}%" height="25"/>{ticks}</svg><b class="scale-number">{number}</b></div>'
)
_TICK: Final = Markup('<line x1="{x}%" x2="{x}%" y1="1" y2="25"/>')


def exact_metres(number: Fraction) -> str:
    """Return metres, to the half that a M at the printed knots leaves over.

    >>> exact_metres(Fraction(463, 2)), exact_metres(Fraction(1852))
    ('231.5 m', '1,852 m')
    """
    return (
        metres(int(number)) if number.denominator == 1 else _("{n} m").format(n=local_figures(f"{int(number):,}") + tenths(number % 1)[1:])
    )


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    said = Sentence(sentence(rules, state.m, state.turns))
    gap = Note(gap_text(rules, state.m, state.turns), key="gap")
    yield Box("scale-both", [Box("", [said, Custom(_bars(rules, state.m, state.turns)), gap]), _table(rules, state.m)])


def sentence(rules: Ruleset, m: int, turns: int) -> str:
    """Return the hexes, the metres and the minutes."""
    found = settled(scale, rules, m, turns)
    hexes = ngettext("{n} hex", "{n} hexes", m * turns).format(n=m * turns)
    form = _("{hexes} of {each}: {metres} in {minutes} minutes. [I Echelle]")
    return form.format(hexes=hexes, each=metres(settled(scale, rules, 1).metres), metres=metres(found.metres), minutes=found.minutes)


def gap_text(rules: Ruleset, m: int, turns: int) -> str:
    """Return how the printed knots differ, and which of the two holds."""
    by_map, by_knots = settled(scale, rules, m, turns), settled(by_the_knots, rules, m, turns)
    form = _(
        "At the {knots} knots printed for {m} M she would be {more} farther. The knots are a rounded note: one hex for one M holds. [B1]"
    )
    knots = tenths(Fraction(by_map.tenths_of_knot, 10))
    return form.format(knots=knots, m=m, more=exact_metres(by_knots.metres - by_map.metres))


def _bars(rules: Ruleset, m: int, turns: int) -> Markup:
    by_map, by_knots = settled(scale, rules, m, turns).metres, settled(by_the_knots, rules, m, turns).metres
    span = next(span for span in SPANS if span >= by_knots)
    each = settled(scale, rules, 1).metres
    ticks = joined(_TICK.format(x=_percent(each * n, span)) for n in range(1, m * turns))
    lines = (
        (_("By the map"), "map", by_map, ticks, metres(by_map)),
        (_("By the knots"), "knots", by_knots, "", exact_metres(by_knots)),
    )
    return _BARS.format(
        label=_("By the map {map}, by the printed knots {knots}").format(map=metres(by_map), knots=exact_metres(by_knots)),
        bars=joined(
            _BAR.format(name=name, kind=kind, share=_percent(far, span), ticks=marks, number=number)
            for name, kind, far, marks, number in lines
        ),
        axis=joined(Markup("<span>{}</span>").format(metres(span * part // STEPS)) for part in range(STEPS + 1)),
    )


def _percent(far: Fraction | int, span: int) -> str:
    return f"{float(Fraction(100 * far, span)):.2f}"


def _table(rules: Ruleset, m: int) -> Table:
    """Return every speed of a turn: metres, the knots that are printed, and those of the map."""
    rows = []
    for n in range(SPEEDS[0], SPEEDS[1] + 1):
        printed, real = settled(scale, rules, n), settled(by_the_knots, rules, n)
        knots = tenths(Fraction(printed.tenths_of_knot, 10)), tenths(real.knots)
        rows.append([_("{n} M").format(n=n), metres(printed.metres), *knots])
    heads = (_("Spent"), _("Metres"), _("Knots, printed"), _("Knots, by the map"))
    return small_table(_("One turn at each speed"), heads, rows, m - SPEEDS[0])


SCALE: Final = Panel(
    "scale",
    "broadside",
    N_("How far, how fast"),
    _body,
    fields=(Int("m", N_("M spent each turn, straight ahead"), SPEEDS, start=4), Int("turns", N_("Turns"), TURNS, start=2)),
    kind="scale-panel",
    mark=lambda _rules, _state: mark("ruling"),
)
