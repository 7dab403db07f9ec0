"""What a significant defeat costs: the dice of some turns added up, how likely so much is, and what is left of an income."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import find
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.bars import bars, number, spoken
from widgets.kit.column_chart import Column, columns
from widgets.kit.odds_rows import Row, View
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "defeat"
LIMITS: Final = {"income": (0, 12), "turns": (1, 6), "least": (1, 36)}
NAMES: Final = {"income": N_("OP of the side this turn"), "turns": N_("Turns under the defeat"), "least": N_("At least so many OP lost")}

_PANEL: Final = Markup(
    '<section class="defeat" aria-labelledby="defeat-title"><h3 id="defeat-title">{title}</h3><div class="defeat-both">'
    '<div class="odds">{income}<h4>{left}</h4>{bars}<div class="quiet">{mean}</div></div>'
    '<div>{turns}{chart}{least}<div class="defeat-said" role="status">{said}</div></div></div></section>'
)


def kept_of(rules: Ruleset, income: int) -> tuple[dict[int, Fraction], Fraction]:
    """The law of what is left of an income, least first, and its mean [4.2g]."""
    law = find("toulon.significant_defeat").asked({"op": income}, rules).dist
    return dict(sorted(law.marginal("op_left").items())), Fraction(law.mean("op_left"))


def lost(rules: Ruleset, turns: int) -> dict[int, Fraction]:
    """The law of what the dice of some turns demand in all [4.2g]."""
    return dict(sorted(find("toulon.defeat_penalty").asked({"turns": turns}, rules).dist.marginal("op_lost").items()))


def at_least(rules: Ruleset, turns: int, least: int) -> Fraction:
    """The chance that they demand so many or more."""
    return sum((chance for op, chance in lost(rules, turns).items() if op >= least), Fraction(0))


@dataclass(slots=True)
class Defeat:
    """The panel: an income, some turns, and a number of OP to fear."""

    income: int = 4
    turns: int = 2
    least: int = 10
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.income, self.turns, self.least)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """One more or less of a number; the OP to fear stay within what the dice can demand."""
        if what not in LIMITS or value not in ("-1", "1"):
            raise unknown(f"{what} {value}")
        low, high = LIMITS[what]
        setattr(self, what, min(max(getattr(self, what) + int(value), low), high))
        self.least = min(self.least, max(lost(desk.rules, self.turns)))

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The three numbers."""
        return [self.income, self.turns, self.least]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(income), int(turns), int(least)]:
                if all(low <= each <= high for each, (low, high) in zip(kept, LIMITS.values(), strict=True)):
                    self.income, self.turns, self.least = income, turns, least


@cached
def _told(rules: Ruleset, income: int, turns: int, least: int) -> Markup:
    left, mean = kept_of(rules, income)
    rows = tuple(_row(op, chance, is_most=op == max(left)) for op, chance in left.items())
    most = max(lost(rules, turns))
    chance = at_least(rules, turns, least)
    count = ngettext("{n} turn", "{n} turns", turns).format(n=turns)
    said = _("{op} or more lost in {count}: {chance} [4.2g]. On average {mean}.").format(
        op=names.op(least), count=count, chance=spoken(chance), mean=number(_mean(lost(rules, turns)))
    )
    return _PANEL.format(
        title=_("What the defeat costs"),
        income=stepper(KEY, "income", NAMES["income"], income, LIMITS["income"]),
        left=_("Left after the die"),
        bars=bars(View("", rows), KEY, has_heading=False),
        mean=cited(GAME, _("Left on average: {mean} OP [4.2g] [T29].").format(mean=number(mean)), "defeat-mean"),
        turns=stepper(KEY, "turns", NAMES["turns"], turns, LIMITS["turns"]),
        chart=_chart(rules, turns, least),
        least=stepper(KEY, "least", NAMES["least"], least, (LIMITS["least"][0], most)),
        said=cited(GAME, said, KEY),
    )


def _mean(law: dict[int, Fraction]) -> Fraction:
    return sum((op * chance for op, chance in law.items()), Fraction(0))


def _row(op: int, chance: Fraction, *, is_most: bool) -> Row:
    words = _("{op} left").format(op=names.op(op))
    return Row(op, words, words, chance, "third" if not op else "best" if is_most else "second")


def _chart(rules: Ruleset, turns: int, least: int) -> Markup:
    """A column for every sum of the dice; those that are feared are filled."""
    law = lost(rules, turns)
    told = "; ".join(f"{op}: {spoken(chance)}" for op, chance in law.items())
    shown = [Column(op, chance, "mine" if op >= least else "within") for op, chance in law.items()]
    label = _("Chances of OP lost. {told}.").format(told=told)
    return columns(shown, label, _("OP lost in all; what you fear is filled."))
