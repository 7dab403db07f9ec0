"""Quality tests by the number, at a chance of the reader's: all of so many units, a second try for round 2, and a scout on a road."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.games.toulon.movement import entry_test, quality_tests, scouting
from rulesdemo.games.toulon.play.movement import SIXTHS
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, ngettext
from widgets.kit.bars import bars, fraction, rounded
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined, mark
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "toulon"
KEY: Final = "tests"
QUALITIES: Final = {sixths: f"{sixths}/{SIXTHS}" for sixths in range(1, SIXTHS + 1)}
LEADER: Final = {0: N_("None"), 1: N_("Starts with them")}
UNITS: Final = (1, 5)

_PANEL: Final = Markup(
    '<section class="tests" aria-labelledby="tests-title"><div class="odds-head"><h3 id="tests-title">{title}</h3>{mark}</div>'
    '<div class="panel-controls">{controls}</div><div class="panel-said" role="status">{said}</div><div class="tests-both">'
    '<div class="odds">{entering}</div><div class="odds">{one}</div></div>{powers}</section>'
)
_POWERS: Final = Markup(
    '<div class="tests-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="letter-means tests-powers">'
    "<caption>{caption}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
)
_HEAD: Final = Markup('<th scope="col"{lit}>{n}</th>')
_ROW: Final = Markup('<tr><th scope="row">{head}</th>{cells}</tr>')
_CELL: Final = Markup('<td{lit}>{chance} <span class="percent">{percent}</span></td>')
_LIT: Final = Markup(' class="lit"')


def chance_of(sixths: int, *, led: bool) -> str:
    """The chance of a test: the unit's own, with a leader's bonus of ours on top [4.3, T38].

    >>> chance_of(4, led=False), chance_of(4, led=True), chance_of(6, led=True)
    ('4/6', '5/6', '6/6')
    """
    more = int(demo()["numbers"]["leader_bonus"]) if led else 0
    return f"{min(SIXTHS, sixths + more)}/{SIXTHS}"


def all_pass(rules: Ruleset, chance: str, units: int) -> Fraction:
    """The chance that every unit passes at the first try [4.9c]."""
    return Fraction(quality_tests.dist(rules, chance, units).p(passed=units))


def all_in(rules: Ruleset, chance: str, units: int) -> Fraction:
    """The chance that every unit is in by round 2, each with its second try [4.9g]."""
    return Fraction(1 - entry_test.dist(rules, chance).p(round=None)) ** units


def rides(rules: Ruleset, chance: str, sections: int) -> Fraction:
    """The chance that a scout takes so many sections of road without a failure [4.9n]."""
    return Fraction(scouting.dist(rules, chance, sections).p(passed=sections, failed=False))


@dataclass(slots=True)
class Quality:
    """The panel: the chance in sixths, whether a leader helps, and how many units go in."""

    sixths: int = 4
    led: int = 0
    units: int = 2
    key: str = field(default=KEY, init=False)

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _told(desk.rules, self.sixths, self.led, self.units)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is not touched
        """Another chance, a leader, a unit more or less."""
        if what == "quality":
            self.sixths = picked(value, QUALITIES)
        elif what == "leader":
            self.led = picked(value, LEADER)
        elif what == "units" and value in ("1", "-1"):
            self.units = min(max(self.units + int(value), UNITS[0]), UNITS[1])
        else:
            raise unknown(f"{what} {value}")

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The three of them."""
        return [self.sixths, self.led, self.units]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again as it was kept."""
        match kept:
            case [int(sixths), int(led), int(units)] if sixths in QUALITIES and led in LEADER and UNITS[0] <= units <= UNITS[1]:
                self.sixths, self.led, self.units = sixths, led, units


@cached
def _told(rules: Ruleset, sixths: int, led: int, units: int) -> Markup:
    chance = chance_of(sixths, led=bool(led))
    controls = (
        radio_row(KEY, "quality", _("A unit passes with"), QUALITIES, sixths)
        + radio_row(KEY, "leader", _("Leader"), LEADER, led)
        + stepper(KEY, "units", _("Units that go in"), units, UNITS)
    )
    return _PANEL.format(
        title=_("At a chance of yours"),
        mark=mark("yours"),
        controls=controls,
        said=cited(GAME, words(rules, chance, units, led=bool(led)), KEY),
        entering=bars(_entering(rules, chance, units), "tests-in"),
        one=bars(_one(rules, chance), "tests-one"),
        powers=_powers(rules, chance, units),
    )


def words(rules: Ruleset, chance: str, units: int, *, led: bool) -> str:
    """The chance of one, to the power of how many, and what a second try makes of it."""
    p = Fraction(chance)
    first, second = all_pass(rules, chance, units), all_in(rules, chance, units)
    start = (
        _("With their leader each passes with {p} into a zone that the enemy controls, in both rounds [4.3].")
        if led
        else _("Each passes with {p}, a chance of yours: the source has no table for it [T38].")
    ).format(p=p)
    if units == 1:
        alone = _("It is in for round 1 with {first} [4.9c], and by round 2 with {second} [4.9g].")
        return start + " " + alone.format(first=first, second=second)
    both = _("All {n} are in for round 1 with {p} to the power of {n}, {first} [4.9c]; by round 2 with {second} [4.9g].")
    return start + " " + both.format(n=units, p=p, first=first, second=second)


def _entering(rules: Ruleset, chance: str, units: int) -> View:
    law = quality_tests.dist(rules, chance, units).marginal("passed")
    fills = ("best", *["second"] * (units - 1), "third")
    rows = []
    for place, passed in enumerate(range(units, -1, -1)):
        name = ngettext("{n} unit gets in", "{n} units get in", passed).format(n=passed) if passed else _("nobody gets in")
        rows.append(Row(name, name, name, dict(law.items()).get(passed, Fraction(0)), fills[place]))
    return View("", tuple(rows), title=_("How many are in for round 1"))


def _one(rules: Ruleset, chance: str) -> View:
    law = entry_test.dist(rules, chance)
    rows = ((_("in for round 1"), 1, "best"), (_("in for round 2"), 2, "second"), (_("never in"), None, "third"))
    return View("", tuple(Row(name, name, name, law.p(round=when), fill) for name, when, fill in rows), title=_("One of them"))


def _powers(rules: Ruleset, chance: str, units: int) -> Markup:
    """The same for every number of units, and for so many sections of road."""
    counts = range(UNITS[0], UNITS[1] + 1)
    lines = (
        (_("All pass at once"), "4.9c", [all_pass(rules, chance, n) for n in counts]),
        (_("All in by round 2"), "4.9g", [all_in(rules, chance, n) for n in counts]),
        (_("A scout takes so many road sections"), "4.9n", [rides(rules, chance, n) for n in counts]),
    )
    rows = joined(
        _ROW.format(
            head=cited(GAME, f"{name} [{rule}]", f"tests-{rule}"),
            cells=joined(
                _CELL.format(chance=fraction(each, f"tests-{rule}-{n}"), percent=rounded(each), lit=_LIT if n == units else "")
                for n, each in zip(counts, chances, strict=True)
            ),
        )
        for name, rule, chances in lines
    )
    heads = joined(_HEAD.format(n=n, lit=_LIT if n == units else "") for n in counts)
    return _POWERS.format(caption=_("By how many, units or sections of road"), heads=heads, rows=rows)
