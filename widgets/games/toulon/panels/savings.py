"""What OP kept are worth: sliders for the OP and the scale, the sum step by step, and a column for every number that might be kept."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.toulon.players import saved_op_vp
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.kit.column_chart import Column, Mark, columns
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import signed, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "savings"
MOST: Final = 20
LIMITS: Final = {"saved": (0, MOST), "scale": (0, MOST), "random": (-3, 3)}
NAMES: Final = {"saved": N_("OP kept"), "scale": N_("Scale of the turn"), "random": N_("Random OP, won or lost")}


class Try(NamedTuple):
    """A purse to begin with."""

    words: str
    saved: int
    scale: int
    random: int


TRIES: Final = {
    "example": Try(N_("5 of 13, the example"), 5, 13, -2),
    "most": Try(N_("7 of 9"), 7, 9, 0),
    "whole": Try(N_("the whole scale"), 6, 6, 0),
    "none": Try(N_("3 of a scale of 0"), 3, 0, 0),
}

_PANEL: Final = Markup(
    '<section class="savings" aria-labelledby="savings-title"><h3 id="savings-title">{title}</h3>'
    '<div class="panel-controls">{controls}</div>'
    '<div class="savings-sum" role="status"><span class="savings-vp">{vp} <small>VP</small></span><span>{told}</span></div>{chart}'
    '<div class="crowd-row" role="group" aria-labelledby="savings-tries"><span id="savings-tries">{tries}</span>{buttons}</div></section>'
)
_TRY: Final = Markup('<button type="button" id="savings-try-{by}" data-do="extra" data-name="savings:try" data-by="{by}">{words}</button>')


def vp(rules: Ruleset, saved: int, scale: int, random: int = 0) -> str:
    """What the rule gives, to one decimal."""
    found: str = settled(saved_op_vp, rules, saved, scale, random).vp
    return found


def told(rules: Ruleset, saved: int, scale: int, random: int) -> str:
    """The sum: what is kept, of what, twice over, and what is written down."""
    table = rules.table("victory_points")
    counted, factor = scale or table.at("zero_scale_counts"), table.at("saved_factor")
    exact = Fraction(saved * factor, counted)
    points = vp(rules, saved, scale, random)
    line = _("{saved} / {scale} × {factor} = {exact}, written {vp} [2.4].")
    near = (
        str(exact)
        if exact.denominator == 1 or Fraction(points) == exact
        else _("{exact}, about {near}").format(exact=exact, near=f"{float(exact):.3f}")
    )
    words = line.format(saved=saved, scale=counted, factor=factor, exact=near, vp=points)
    if not scale:
        words += " " + _("A scale of 0 counts as {n}, here only.").format(n=counted)
    elif saved == scale:
        words += " " + _("The whole scale is worth {vp}.").format(vp=points)
    elif saved > scale:
        words += " " + _("More than the scale: random OP, or OP of an earlier turn, are among them.")
    if random:
        words += " " + _("The {random} random OP leave the scale at {scale}.").format(random=signed(random), scale=scale)
    return words


@dataclass(slots=True)
class Savings:
    """The panel: OP kept, the scale, and random OP that change nothing."""

    saved: int = 5
    scale: int = 13
    random: int = -2
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.saved, self.scale, self.random)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Move a number by one, set it by its slider, or begin with another purse."""
        name, _dot, slid = what.partition(".")
        number = int(value) if value.lstrip("-").isdigit() and len(value) < 4 else None  # noqa: PLR2004 - no number here is so long
        if what == "try" and value in TRIES:
            _words, self.saved, self.scale, self.random = TRIES[value]
        elif name in LIMITS and number is not None and (slid == "at" or (not slid and number in (-1, 1))):
            low, high = LIMITS[name]
            setattr(self, name, min(max(number if slid else getattr(self, name) + number, low), high))
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The three numbers."""
        return [self.saved, self.scale, self.random]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(saved), int(scale), int(random)]:
                if all(low <= number <= high for number, (low, high) in zip(kept, LIMITS.values(), strict=True)):
                    self.saved, self.scale, self.random = saved, scale, random


@cached
def _told(rules: Ruleset, saved: int, scale: int, random: int) -> Markup:
    now = {"saved": saved, "scale": scale, "random": random}
    return _PANEL.format(
        title=_("What a purse is worth"),
        controls=joined(stepper(KEY, name, NAMES[name], now[name], LIMITS[name], slides=True) for name in LIMITS),
        vp=vp(rules, saved, scale, random),
        told=cited(GAME, told(rules, saved, scale, random), KEY),
        chart=_chart(rules, saved, scale),
        tries=_("Try"),
        buttons=joined(_TRY.format(by=name, words=each.words) for name, each in TRIES.items()),
    )


@cached
def _chart(rules: Ruleset, saved: int, scale: int) -> Markup:
    """A column for every number that may be kept at this scale; the reader's own is marked, and so is where the scale ends."""
    points = [vp(rules, op, scale) for op in range(MOST + 1)]
    shown = [
        Column(op, Fraction(worth), "mine" if op == saved else "past" if scale and op > scale else "within", worth if op == saved else "")
        for op, worth in enumerate(points)
    ]
    mark = Mark(scale, _("scale {scale}: {vp} VP").format(scale=scale, vp=vp(rules, scale, scale))) if scale else None
    said = "; ".join(f"{op}: {worth}" for op, worth in enumerate(points))
    label = _("VP by OP kept, at a scale of {scale}. {said}. You keep {op}.").format(scale=scale, said=said, op=names.op(saved))
    return columns(shown, label, _("VP for each number of OP kept at this scale. Yours is marked."), own=saved, mark=mark)
