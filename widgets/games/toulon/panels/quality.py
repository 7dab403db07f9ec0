"""Quality tests by the number, at a chance of the reader's: all units of a force, a second try for round 2, and a scout on a road."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from rulesdemo.games.toulon.movement import entry_test, quality_tests, scouting
from rulesdemo.games.toulon.play.movement import SIXTHS
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.components import Bars, Box, Cell, Sentence, Table
from widgets.kit.controls import Choice, Int
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, State
from widgets.web.badges import mark

QUALITIES: Final = {sixths: f"{sixths}/{SIXTHS}" for sixths in range(1, SIXTHS + 1)}
LEADER: Final = {0: N_("None"), 1: N_("Starts with them")}
UNITS: Final = (1, 5)


def chance_of(sixths: int, *, led: bool) -> str:
    """Return the chance of a test: the unit's own, with the demonstration bonus of a leader on top [4.3, T38].

    >>> chance_of(4, led=False), chance_of(4, led=True), chance_of(6, led=True)
    ('4/6', '5/6', '6/6')
    """
    more = int(demo()["numbers"]["leader_bonus"]) if led else 0
    return f"{min(SIXTHS, sixths + more)}/{SIXTHS}"


def all_pass(rules: Ruleset, chance: str, units: int) -> Fraction:
    """Return the chance that every unit passes at the first try [4.9c]."""
    return Fraction(quality_tests.dist(rules, chance, units).p(passed=units))


def all_in(rules: Ruleset, chance: str, units: int) -> Fraction:
    """Return the chance that every unit is in by round 2, each with its second try [4.9g]."""
    return Fraction(1 - entry_test.dist(rules, chance).p(round=None)) ** units


def rides(rules: Ruleset, chance: str, sections: int) -> Fraction:
    """Return the chance that a scout takes a number of sections of road without a failure [4.9n]."""
    return Fraction(scouting.dist(rules, chance, sections).p(passed=sections, failed=False))


def sentence(rules: Ruleset, chance: str, units: int, *, led: bool) -> str:
    """Return the chance of one, to the power of how many, and what a second try makes of it."""
    p = Fraction(chance)
    first, second = all_pass(rules, chance, units), all_in(rules, chance, units)
    start = (
        _("With their leader each has a chance of {p} to enter an enemy-controlled zone, in both rounds [4.3].")
        if led
        else _("Each passes with a chance of {p}, set by you: the source has no table for it [T38].")
    ).format(p=p)
    if units == 1:
        alone = _("The chance to be in for round 1 is {first} [4.9c], and by round 2 {second} [4.9g].")
        return start + " " + alone.format(first=first, second=second)
    both = _("The chance that all {n} are in for round 1 is {p} to the power of {n}, {first} [4.9c]; by round 2 it is {second} [4.9g].")
    return start + " " + both.format(n=units, p=p, first=first, second=second)


def _entering(rules: Ruleset, chance: str, units: int) -> View:
    chances = dict(quality_tests.dist(rules, chance, units).marginal("passed").items())
    fills = ("best", *["second"] * (units - 1), "third")
    rows = []
    for place, passed in enumerate(range(units, -1, -1)):
        name = ngettext("{n} unit gets in", "{n} units get in", passed).format(n=passed) if passed else _("nobody gets in")
        rows.append(Row(name, name, name, chances.get(passed, Fraction(0)), fills[place]))
    return View("", tuple(rows), title=_("How many are in for round 1"))


def _one(rules: Ruleset, chance: str) -> View:
    dist = entry_test.dist(rules, chance)
    rows = ((_("in for round 1"), 1, "best"), (_("in for round 2"), 2, "second"), (_("never in"), None, "third"))
    return View("", tuple(Row(name, name, name, dist.p(round=when), fill) for name, when, fill in rows), title=_("One of them"))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    chance = chance_of(state.quality, led=bool(state.leader))
    yield Sentence(sentence(rules, chance, state.units, led=bool(state.leader)))
    entering, one = _entering(rules, chance, state.units), _one(rules, chance)
    yield Box("tests-both", [Box("odds", [Bars(entering, "in")]), Box("odds", [Bars(one, "one")])])
    yield _powers(rules, chance, state.units)


def _powers(rules: Ruleset, chance: str, units: int) -> Table:
    """Return the same for every number of units, and for as many sections of road."""
    counts = range(UNITS[0], UNITS[1] + 1)
    lines = (
        (_("All pass at once"), "4.9c", all_pass),
        (_("All in by round 2"), "4.9g", all_in),
        (_("A scout takes that many road sections"), "4.9n", rides),
    )
    lit = {n: "lit" if n == units else "" for n in counts}
    caption = _("By how many, units or sections of road")
    return Table(
        ["", *(Cell(n, lit[n]) for n in counts)],
        [[f"{name} [{rule}]", *(Cell(of_all(rules, chance, n), lit[n]) for n in counts)] for name, rule, of_all in lines],
        caption,
        kind="letter-means tests-powers",
        label=caption,
        scroll_kind="tests-scroll",
    )


QUALITY: Final = Panel(
    "tests",
    "toulon",
    N_("At a chance of yours"),
    _body,
    fields=(
        Choice("quality", N_("A unit passes with"), QUALITIES, start=4),
        Choice("leader", N_("Leader"), LEADER),
        Int("units", N_("Units that go in"), UNITS, start=2),
    ),
    mark=lambda _rules, _state: mark("yours"),
)
