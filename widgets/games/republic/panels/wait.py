"""Storm at once, or wait: a siege of some turns with what waiting brings and costs, for every turn on which storms may begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.assault import assault_ratio
from rulesdemo.games.republic.storm import MOST_TURNS, siege
from rulesdemo.odds.format import exact, percent
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic.panels.wall import GAME, Siege, Wall, is_allowed, terms
from widgets.kit.bars import FILL, fraction, rounded, spoken
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.kit.sum_table import total
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

# The least and the most that the panel holds; no rule sets them, they are only wide enough.
LIMITS: Final = {"turns": (1, MOST_TURNS), "joins": (0, 10), "wears": (0, 6)}
COMING: Final = {0: N_("never"), **{turn: N_("on turn {n}").format(n=turn) for turn in range(2, MOST_TURNS + 1)}}


class Calendar(NamedTuple):
    """The turns there are, and what each further turn brings and costs whoever besieges."""

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
    """One plan for each turn on which storms may begin."""
    drm, found = total(terms(rules, wall)), []
    for first in range(1, calendar.turns + 1):
        args = (wall.infantry, wall.defender, wall.other_sp, wall.engines, drm, calendar.turns, first)
        dist = siege.dist(rules, *args, calendar.joins, calendar.wears, calendar.engines_on)
        infantry, other, engines = then(wall, calendar, first)
        ratio = settled(assault_ratio, rules, max(1, infantry), wall.defender, other, engines > 0)
        chance = Fraction(dist.p(falls=True))
        means = (Fraction(dist.mean(name)) for name in ("attacker_lost", "defender_lost"))
        found.append(Plan(first, ratio.attacker_sp if infantry else 0, ratio.column if infantry else None, chance, *means))
    return tuple(found)


def then(wall: Siege, calendar: Calendar, turn: int) -> tuple[int, int, int]:
    """Infantry, other points and markers when nobody has stormed before that turn.

    >>> then(Siege(infantry=20, other_sp=1, engines=0), Calendar(joins=5, wears=2, engines_on=3), 3)
    (27, 0, 1)
    """
    infantry, other, engines = wall.infantry, wall.other_sp, wall.engines
    for each in range(2, turn + 1):
        horse = min(other, calendar.wears)
        infantry = max(0, infantry - (calendar.wears - horse)) + calendar.joins
        other, engines = other - horse, engines + (calendar.engines_on == each)
    return infantry, other, engines


@dataclass(slots=True)
class StormOrWait:
    """Over the wall of the same page: the calendar."""

    wall: Wall
    calendar: Calendar = Calendar()  # noqa: RUF009 - a named tuple
    key: str = field(default="wait", init=False)

    def act(self, what: str, value: str, _desk: Desk) -> None:
        """A number one up or down, or when engines come."""
        if what == "engines_on":
            self.calendar = self.calendar._replace(engines_on=picked(value, COMING))
            return
        limits = LIMITS.get(what)
        if limits is None or value not in ("1", "-1"):
            raise unknown(what)
        number = getattr(self.calendar, what) + int(value)
        self.calendar = self.calendar._replace(**{what: min(max(number, limits[0]), limits[1])})

    def kept(self) -> list[int]:
        """The calendar."""
        return list(self.calendar)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int] * len(Calendar._fields):
            calendar = Calendar(*kept)
            fits = all(low <= getattr(calendar, name) <= high for name, (low, high) in LIMITS.items())
            if fits and calendar.engines_on in COMING:
                self.calendar = calendar

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.wall.shown(desk), self.calendar)


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="wait" aria-labelledby="wait-title"><h3 id="wait-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="panel-said" role="status">{said}</div>{table}<div class="quiet">{note}</div></section>'
)
_TABLE: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="wait-table"><caption>{caption}</caption>'
    '<thead><tr><th scope="col">{first}</th><th scope="col">{ratio}</th><th scope="col" colspan="2">{falls}</th><th scope="col">{cost}</th>'
    '<th scope="col">{lost}</th><th scope="col">{theirs}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_ROW: Final = Markup(
    '<tr{lit}><th scope="row">{first}{best}</th><td>{ratio}<span class="wait-sp">{sp}</span></td><td class="wait-bar">{bar}</td>'
    '<td class="wait-chance">{chance} <span class="percent">{near}</span></td><td>{cost}</td><td>{lost}</td><td>{theirs}</td></tr>'
)
_BAR: Final = Markup(
    '<svg viewBox="0 0 160 20" width="160" height="20" preserveAspectRatio="none" aria-hidden="true">'
    '<rect class="trough" x=".5" y=".5" width="159" height="19"/>'
    '<rect class="bar" x=".5" y=".5" width="{wide}" height="19" fill="{fill}"/></svg>'
)
_BEST: Final = Markup('<span class="wait-best">{}</span>')
_LIT: Final = Markup(' class="lit"')


@cached
def _text(rules: Ruleset, wall: Siege, calendar: Calendar) -> Markup:
    controls = stepper("wait", "turns", _("Turns there are"), calendar.turns, LIMITS["turns"])
    controls += stepper("wait", "wears", _("Points lost by each turn before the walls"), calendar.wears, LIMITS["wears"])
    controls += stepper("wait", "joins", _("Infantry that joins each turn"), calendar.joins, LIMITS["joins"])
    controls += radio_row("wait", "engines_on", _("Engines come"), COMING, calendar.engines_on)
    if not is_allowed(rules, wall):
        said, table = _("Refused. A neutralised Force may not assault. Give it another status above. [8.55]"), Markup("")
    else:
        found = plans(rules, wall, calendar)
        said, table = told(found), _table(found)
    note = _(
        "What a turn before the walls costs is not in the rules document; the number is yours. Storms go on every turn until the city "
        "falls or time is up. Losses carry over, and cavalry and elephants are lost first. No storm makes anybody tired. [9.4] [8.54-C]"
    )
    return _PANEL.format(
        title=_("When to begin"),
        controls=controls,
        said=cited(GAME, said, "wait-said"),
        table=table,
        note=cited(GAME, note, "wait-note"),
    )


def best_of(found: tuple[Plan, ...]) -> Plan:
    """The plan that takes the city most often; of equals the one that costs least, then the earliest."""
    return min(found, key=lambda plan: (-plan.falls, plan.attacker_lost, plan.first))


def told(found: tuple[Plan, ...]) -> str:
    """What waiting is worth: at once, the best, and what the next turn of waiting takes or gives."""
    now, best = found[0], best_of(found)
    if len(found) == 1:
        return _("There is one turn, so there is nothing to wait for: the city falls with {chance}. [9.4]").format(chance=spoken(now.falls))
    if best is now:
        next_ = found[1]
        return _("Storm at once: {now}. Waiting for one turn leaves {later}, {cost} less. [9.4]").format(
            now=spoken(now.falls), later=spoken(next_.falls), cost=exact(now.falls - next_.falls)
        )
    return _("Wait until turn {n}: {best}, where storms from now on take it with {now}. [9.4] [9.4-S]").format(
        n=best.first, best=spoken(best.falls), now=spoken(now.falls)
    )


def _table(found: tuple[Plan, ...]) -> Markup:
    best = best_of(found)
    return _TABLE.format(
        caption=_("Storms from one turn on until the city falls or time is up"),
        first=_("First storm"),
        ratio=_("Ratio then"),
        falls=_("Falls in time"),
        cost=_("Waiting is worth"),
        lost=_("You lose"),
        theirs=_("They lose"),
        rows=joined(_line(plan, found[0], is_best=plan is best) for plan in found),
    )


def _line(plan: Plan, now: Plan, *, is_best: bool) -> Markup:
    return _ROW.format(
        lit=_LIT if is_best else "",
        first=_("Turn {n}").format(n=plan.first),
        best=_BEST.format(_("best")) if is_best else "",
        ratio=plan.column or _("less than 1-2"),
        sp=_("{n} points").format(n=plan.strength),
        bar=_BAR.format(wide=round(159 * float(plan.falls), 1), fill=FILL["best" if is_best else "second"]),
        chance=fraction(plan.falls, f"wait-{plan.first}"),
        near=rounded(plan.falls),
        cost=points(plan.falls - now.falls) if plan is not now else "–",
        lost=tenth(plan.attacker_lost),
        theirs=tenth(plan.defender_lost),
    )


def points(worth: Fraction) -> str:
    """A difference of chances in points of a hundred.

    >>> points(Fraction(-1, 10)), points(Fraction(1, 20)), points(Fraction(0))
    ('−10.0 points', '+5.0 points', 'nothing')
    """
    if not worth:
        return _("nothing")
    sign = "+" if worth > 0 else "−"
    return _("{points} points").format(points=f"{sign}{percent(abs(worth)).removesuffix(' %')}")


def tenth(number: Fraction) -> str:
    """A mean to a tenth, rounded half up from the exact value.

    >>> tenth(Fraction(123, 10)), tenth(Fraction(51, 20))
    ('12.3', '2.6')
    """
    scaled = (number * 10 + Fraction(1, 2)).__floor__()
    return f"{scaled // 10}.{scaled % 10}"
