"""Storm at once, or wait: a siege of some turns with what waiting brings and costs, for every turn on which storms may begin."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.assault import assault_ratio
from rulesdemo.games.republic.storm import MOST_TURNS, siege
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic import names
from widgets.games.republic.panels.siege_parts import best_mark, chance_bar
from widgets.games.republic.panels.wall import GAME, Siege, is_allowed, terms
from widgets.kit.bars import spoken
from widgets.kit.chances import points_text, tenth
from widgets.kit.components import Cell, Note, Sentence, Table, Text
from widgets.kit.controls import Choice, Int
from widgets.kit.panel import Component, Panel, PanelView, State
from widgets.kit.sum_table import total
from widgets.web.render_cache import cached

COMING: Final = {0: N_("never"), **{turn: N_("on turn {n}").format(n=turn) for turn in range(2, MOST_TURNS + 1)}}
BAR: Final = (160, 20)


class Calendar(NamedTuple):
    """The turns there are, and what each further turn brings and costs the besiegers."""

    turns: int = 3
    joins: int = 0
    wears: int = 1
    engines_on: int = 0


class Plan(NamedTuple):
    """Storms from one turn on: the column of the first, the chance that the city falls in time, and the points lost on average."""

    first: int
    strength: int
    column: str | None
    falls: Fraction
    attacker_lost: Fraction
    defender_lost: Fraction


@cached
def plans(rules: Ruleset, wall: Siege, calendar: Calendar) -> tuple[Plan, ...]:
    """Return one plan for each turn on which storms may begin."""
    drm, found = total(terms(rules, wall)), []
    for first in range(1, calendar.turns + 1):
        args = (wall.infantry, wall.defender, wall.other_sp, wall.engines, drm, calendar.turns, first)
        dist = siege.dist(rules, *args, calendar.joins, calendar.wears, calendar.engines_on)
        infantry, other, engines = troops_on(wall, calendar, first)
        ratio = settled(assault_ratio, rules, max(1, infantry), wall.defender, other, engines > 0)
        chance = Fraction(dist.p(falls=True))
        means = (Fraction(dist.mean(name)) for name in ("attacker_lost", "defender_lost"))
        found.append(Plan(first, ratio.attacker_sp if infantry else 0, ratio.column if infantry else None, chance, *means))
    return tuple(found)


def troops_on(wall: Siege, calendar: Calendar, turn: int) -> tuple[int, int, int]:
    """Return infantry, other points and markers when nobody has stormed before that turn.

    >>> troops_on(Siege(infantry=20, other_sp=1, engines=0), Calendar(joins=5, wears=2, engines_on=3), 3)
    (27, 0, 1)
    """
    infantry, other, engines = wall.infantry, wall.other_sp, wall.engines
    for each in range(2, turn + 1):
        horse = min(other, calendar.wears)
        infantry = max(0, infantry - (calendar.wears - horse)) + calendar.joins
        other, engines = other - horse, engines + (calendar.engines_on == each)
    return infantry, other, engines


def best_of(found: tuple[Plan, ...]) -> Plan:
    """Return the plan that takes the city most often; of equals the one that costs least, then the earliest."""
    return min(found, key=lambda plan: (-plan.falls, plan.attacker_lost, plan.first))


def advice(found: tuple[Plan, ...]) -> str:
    """Return what waiting is worth: at once, the best, and what the next turn of waiting takes or gives."""
    now, best = found[0], best_of(found)
    if len(found) == 1:
        return _("There is one turn, so there is nothing to wait for: the city falls with a chance of {chance}. [9.4]").format(
            chance=spoken(now.falls)
        )
    if best is now:
        next_ = found[1]
        return _("Storm at once: {now}. Waiting for one turn leaves {later}, {cost} less. [9.4]").format(
            now=spoken(now.falls), later=spoken(next_.falls), cost=exact(now.falls - next_.falls)
        )
    return _("Wait until turn {n}: {best}, where storming from now on takes it with a chance of {now}. [9.4] [9.4-S]").format(
        n=best.first, best=spoken(best.falls), now=spoken(now.falls)
    )


def _body(rules: Ruleset, state: State, wall: Siege) -> Iterator[Component]:
    if not is_allowed(rules, wall):
        yield Sentence(_("Refused. A neutralised Force may not assault. Give it another status above. [8.55]"))
    else:
        found = plans(rules, wall, Calendar(**state.values()))
        yield Sentence(advice(found))
        yield _table(found)
    yield Note(
        _(
            "What a turn before the walls costs is not in the rules document; the number is yours. Storms go on every turn until the city "
            "falls or time is up. Losses carry over, and cavalry and elephants are lost first. No storm makes anybody tired. [9.4] [8.54-C]"
        )
    )


def _table(found: tuple[Plan, ...]) -> Table:
    best, caption = best_of(found), _("Storms from one turn on until the city falls or time is up")
    heads: list[Text] = [
        _("First storm"),
        _("Ratio then"),
        Cell(_("Falls in time"), span=2),
        _("Waiting is worth"),
        _("You lose"),
        _("They lose"),
    ]
    rows = [_line(plan, found[0], is_best=plan is best) for plan in found]
    return Table(heads, rows, caption, "wait-table", caption, row_kinds={found.index(best): "lit"})


def _line(plan: Plan, now: Plan, *, is_best: bool) -> list[Text]:
    strength, gain = names.points(plan.strength), plan.falls - now.falls
    worth = _("{points} points").format(points=points_text(gain)) if gain else _("nothing")
    return [
        Markup("{}{}").format(_("Turn {n}").format(n=plan.first), best_mark(_("best"), is_best=is_best)),
        Markup('{}<span class="wait-sp">{}</span>').format(plan.column or _("less than 1-2"), strength),
        Cell(chance_bar(plan.falls, BAR, is_best=is_best), "wait-bar"),
        Cell(plan.falls, "wait-chance"),
        worth if plan is not now else "–",
        local_figures(tenth(plan.attacker_lost)),
        local_figures(tenth(plan.defender_lost)),
    ]


def wait_panel(wall: PanelView) -> Panel:
    """Return the panel that reads the siege of the wall on the same page."""
    return Panel(
        "wait",
        GAME,
        N_("When to begin"),
        _body,
        fields=(
            # The least and the most that the panel holds; no rule sets them, they are only wide enough.
            Int("turns", N_("Turns there are"), (1, MOST_TURNS), start=Calendar().turns),
            Int("wears", N_("Points lost by each turn before the walls"), (0, 6), start=Calendar().wears),
            Int("joins", N_("Infantry that joins each turn"), (0, 10)),
            Choice("engines_on", N_("Engines come"), COMING),
        ),
        reads=lambda session: wall.current(session).siege,
        upgrade=lambda stored: dict(zip(Calendar._fields, stored, strict=True)),
    )
