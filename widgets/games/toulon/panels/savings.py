"""What OP kept are worth: sliders for the OP and the scale, the sum step by step, and a column for every number that might be kept."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.players import saved_op_vp
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.toulon import names
from widgets.kit.button_rows import Preset, preset_act, preset_row
from widgets.kit.column_chart import Column, Mark
from widgets.kit.components import Columns, Custom
from widgets.kit.controls import Int
from widgets.kit.panel import Component, Panel, State
from widgets.web.phrases import signed
from widgets.web.rule_links import cited

MOST: Final = 20
TRIES: Final = {
    "example": Preset(N_("5 of 13, the example"), {"saved": 5, "scale": 13, "random": -2}),
    "most": Preset(N_("7 of 9"), {"saved": 7, "scale": 9, "random": 0}),
    "whole": Preset(N_("the whole scale"), {"saved": 6, "scale": 6, "random": 0}),
    "none": Preset(N_("3 of a scale of 0"), {"saved": 3, "scale": 0, "random": 0}),
}

_SUM: Final = Markup(
    '<div class="savings-sum" role="status"><span class="savings-vp">{vp} <small>VP</small></span><span>{words}</span></div>'
)


def vp(rules: Ruleset, saved: int, scale: int, random: int = 0) -> str:
    """Return what the rule gives, to one decimal."""
    found: str = settled(saved_op_vp, rules, saved, scale, random).vp
    return found


def sentence(rules: Ruleset, saved: int, scale: int, random: int) -> str:
    """Return the sum in words: what is kept, of what, twice over, and what is written down."""
    table = rules.table("victory_points")
    counted, factor = scale or table.at("zero_scale_counts"), table.at("saved_factor")
    exact = Fraction(saved * factor, counted)
    points = vp(rules, saved, scale, random)
    worth = local_figures(points)
    line = _("{saved} / {scale} × {factor} = {exact}, written {vp} [2.4].")
    near = (
        str(exact)
        if exact.denominator == 1 or Fraction(points) == exact
        else _("{exact}, about {near}").format(exact=exact, near=local_figures(f"{float(exact):.3f}"))
    )
    words = line.format(saved=saved, scale=counted, factor=factor, exact=near, vp=worth)
    if not scale:
        words += " " + _("A scale of 0 counts as {n}, here only.").format(n=counted)
    elif saved == scale:
        words += " " + _("The whole scale is worth {vp}.").format(vp=worth)
    elif saved > scale:
        words += " " + _("More than the scale: random OP, or OP of an earlier turn, are among them.")
    if random:
        words += " " + _("The {random} random OP leave the scale at {scale}.").format(random=signed(random), scale=scale)
    return words


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    numbers = state.saved, state.scale, state.random
    yield Custom(_SUM.format(vp=local_figures(vp(rules, *numbers)), words=cited("toulon", sentence(rules, *numbers), "savings")))
    yield _chart(rules, state.saved, state.scale)
    yield preset_row(TRIES)


def _chart(rules: Ruleset, saved: int, scale: int) -> Columns:
    """Return a column for every number that may be kept at this scale; the reader's own is marked, and so is where the scale ends."""
    points = [vp(rules, op, scale) for op in range(MOST + 1)]
    columns = [
        Column(
            op,
            Fraction(worth),
            "mine" if op == saved else "past" if scale and op > scale else "within",
            local_figures(worth) if op == saved else "",
        )
        for op, worth in enumerate(points)
    ]
    mark = Mark(scale, _("scale {scale}: {vp} VP").format(scale=scale, vp=local_figures(vp(rules, scale, scale)))) if scale else None
    said = "; ".join(_("{n}: {value}").format(n=op, value=local_figures(worth)) for op, worth in enumerate(points))
    label = _("VP by OP kept, at a scale of {scale}. {said}. You keep {op}.").format(scale=scale, said=said, op=names.op(saved))
    return Columns(columns, label, _("VP for each number of OP kept at this scale. Yours is marked."), own=saved, mark=mark)


SAVINGS: Final = Panel(
    "savings",
    "toulon",
    N_("What a purse is worth"),
    _body,
    fields=(
        Int("saved", N_("OP kept"), (0, MOST), start=5, slides=True),
        Int("scale", N_("Scale of the turn"), (0, MOST), start=13, slides=True),
        Int("random", N_("Random OP, won or lost"), (-3, 3), start=-2, slides=True),
    ),
    act=preset_act(TRIES),
)
