"""A ringed force turn after turn: the exact distribution of what it loses in all, and the chance of losing a number or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdemo.games.toulon.supply import surrounded_over
from rulesdemo.odds.dist import Dist
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import number, rounded
from widgets.kit.column_chart import Column
from widgets.kit.components import Cell, Columns, Sentence, Table
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Panel, State

TURNS: Final = (1, 4)
FORT: Final = {0: N_("In the open"), 1: N_("In a fort")}


def losses_over(rules: Ruleset, turns: int, *, fort: bool) -> Dist[int]:
    """Return the distribution of the losses over some turns [4.13b]."""
    return surrounded_over.dist(rules, turns, fort).marginal("losses")


def sentence(rules: Ruleset, turns: int, losses: int, *, fort: bool) -> str:
    """Return the chance in words, with the average and whether anybody rallies."""
    lost = losses_over(rules, turns, fort=fort)
    text = _("It loses {losses} or more {over} with a chance of {chance}; {mean} on average. [4.13b]").format(
        losses=losses,
        over=ngettext("in {n} turn", "over {n} turns", turns).format(n=turns),
        chance=lost.at_least(losses),
        mean=number(lost.mean()),
    )
    end = _("Inside a fort it may rally in between. [T32]") if fort else _("It cannot rally in between.")
    return f"{text} {end}"


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    fort, losses, counts = bool(state.fort), state.losses, range(TURNS[0], TURNS[1] + 1)
    chances = losses_over(rules, state.turns, fort=fort)
    yield Sentence(sentence(rules, state.turns, losses, fort=fort))
    label = _("Losses in all, by their chance")
    spoken = "; ".join(_("{n}: {value}").format(n=lost, value=rounded(chance)) for lost, chance in chances.items())
    columns = [Column(lost, chance, "third" if lost >= losses else "best") for lost, chance in chances.items()]
    yield Columns(columns, f"{label}. {spoken}", label)
    lit = {n: "lit" if n == state.turns else "" for n in counts}
    yield Table(
        [Cell(ngettext("{n} turn", "{n} turns", n).format(n=n), lit[n]) for n in counts],
        [[Cell(losses_over(rules, n, fort=fort).at_least(losses), lit[n]) for n in counts]],
        ngettext("{n} loss or more, by turns", "{n} losses or more, by turns", losses).format(n=losses),
        kind="letter-means ring-table",
        has_row_heads=False,
    )


RING: Final = Panel(
    "ring",
    "toulon",
    N_("What a ring costs"),
    _body,
    fields=(
        Int("turns", N_("Turns in the ring"), TURNS, start=2),
        Int("losses", N_("Losses, or more"), (1, 12), start=7),
        Choice("fort", N_("Where"), FORT),
    ),
)
