"""What a significant defeat costs: the dice of some turns added up, the chance of a loss, and what is left of an income."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.analysis.catalogue import find
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.games.toulon import names
from widgets.kit.bars import number, spoken
from widgets.kit.column_chart import Column
from widgets.kit.components import Bars, Box, Columns, Controls, Heading, Note, Sentence
from widgets.kit.controls import Int
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, State


def op_left(rules: Ruleset, income: int) -> Dist[int]:
    """Return the distribution of what is left of an income [4.2g]."""
    return find("toulon.significant_defeat").answer({"op": income}, rules).dist.marginal("op_left")


def op_lost(rules: Ruleset, turns: int) -> Dist[int]:
    """Return the distribution of what the dice of some turns demand in all [4.2g]."""
    return find("toulon.defeat_penalty").answer({"turns": turns}, rules).dist.marginal("op_lost")


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    left = op_left(rules, state.income)
    rows = tuple(_row(op, chance, is_most=op == max(left)) for op, chance in left.items())
    income: list[Component] = [
        Controls(rules, state, ("income",), ""),
        Heading(_("Left after the die")),
        Bars(View("", rows), has_heading=False),
        Note(_("Left on average: {mean} OP [4.2g] [T29].").format(mean=number(left.mean())), key="mean"),
    ]
    turns: list[Component] = [
        Controls(rules, state, ("turns",), ""),
        _chart(op_lost(rules, state.turns), state.least),
        Controls(rules, state, ("least",), ""),
        Sentence(sentence(rules, state.turns, state.least), kind="defeat-said"),
    ]
    yield Box("defeat-both", [Box("odds", income), Box("", turns)])


def sentence(rules: Ruleset, turns: int, least: int) -> str:
    """Return the chance of losing a number or more in words, with the mean."""
    lost = op_lost(rules, turns)
    return _("{op} or more lost in {count}: {chance} [4.2g]. On average {mean}.").format(
        op=names.op(least),
        count=ngettext("{n} turn", "{n} turns", turns).format(n=turns),
        chance=spoken(lost.at_least(least)),
        mean=number(lost.mean()),
    )


def _row(op: int, chance: Fraction, *, is_most: bool) -> Row:
    words = _("{op} left").format(op=names.op(op))
    return Row(op, words, words, chance, "third" if not op else "best" if is_most else "second")


def _chart(chances: Dist[int], least: int) -> Columns:
    """Return a column for every sum of the dice; those that are feared are filled."""
    told = "; ".join(_("{n}: {value}").format(n=op, value=spoken(chance)) for op, chance in chances.items())
    label = _("Chances of OP lost. {told}.").format(told=told)
    columns = [Column(op, chance, "mine" if op >= least else "within") for op, chance in chances.items()]
    return Columns(columns, label, _("OP lost in all; what you fear is filled."))


DEFEAT: Final = Panel(
    "defeat",
    "toulon",
    N_("What the defeat costs"),
    _body,
    fields=(
        Int("income", N_("OP of the side this turn"), (0, 12), start=4, is_apart=True),
        Int("turns", N_("Turns under the defeat"), (1, 6), start=2, is_apart=True),
        Int(
            "least",
            N_("OP lost, at least"),
            lambda rules, state: (1, max(op_lost(rules, state.turns))),
            start=10,
            is_apart=True,
        ),
    ),
)
