"""A gate and who would have it opened: leaders inside who hold points, a leader outside who spends some, and what the die makes of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.treachery import ROMAN_RANKS, Treachery, treachery, treachery_check, treachery_drm
from rulesdemo.odds.procedure import Played, play
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.siege import DEAD, FALLS, HOLDS, before_walls, treachery_verdict
from widgets.games.republic.panels.gate_tables import every_city, picture, points_table, strips
from widgets.games.republic.panels.ruler import whole
from widgets.kit.bars import bars, spoken
from widgets.kit.odds_rows import Row, View
from widgets.kit.radio_row import picked, radio_row
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import die, joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
CDI: Final = {1: "1", 3: "3", 4: "4", 7: "7", 10: "10"}
RANKS: Final = {"consul": N_("Consul"), "dictator": N_("Dictator"), "master_of_cavalry": N_("Master of Cavalry"), "other": N_("other")}
# The least and the most that the panel holds; no rule sets them, they are only wide enough.
LIMITS: Final = {"cv": (1, 9), "cunning": (0, 9), "spent": (0, 9), "leaders": (0, 3)}
HELD: Final = (0, 5)  # by one leader inside
FILLS: Final = {FALLS: "best", HOLDS: "sixth", DEAD: "third"}


class Plot(NamedTuple):
    """A leader before a gate, the points that he has and means to spend, and the city with the points that leaders inside hold."""

    cdi: int = 7
    cv: int = 7
    cunning: int = 6
    spent: int = 2
    inside: tuple[int, ...] = ()
    roman: bool = True
    rank: str = "consul"
    roma: bool = False


# -- what is counted -------------------------------------------------------------------------------------------------------------------


def drm_of(rules: Ruleset, plot: Plot) -> int:
    """Points spent, less those held inside."""
    return int(settled(treachery_drm, rules, plot.spent, sum(plot.inside)).drm)


def cost_of(rules: Ruleset, plot: Plot) -> int:
    """The points that the try takes in all, a Roman's extra one included."""
    return int(settled(treachery_check, rules, plot.roman, plot.rank, plot.roma, plot.cunning, plot.spent).cunning)


def number_of(rules: Ruleset, plot: Plot) -> int | None:
    """The number to beat; None where there is none."""
    table = rules.table("treachery")
    if plot.cv < int(table.columns.labels[0]):
        return None
    number = table.at(plot.cdi, plot.cv)
    return None if number == "impossible" else int(number)


def refusal_of(rules: Ruleset, plot: Plot) -> str:
    """Why nobody may try, and what to do; nothing where he may."""
    if plot.roma:
        return _("Roma can never be taken so. Choose another city. [9.6-R]")
    if plot.roman and plot.rank not in ROMAN_RANKS:
        return _("Of the Romans only Consuls, Dictators and Masters of Cavalry may try. Choose another rank. [9.6-R]")
    if plot.cv < int(rules.table("treachery").columns.labels[0]):
        return _("The table has no column for a campaign value of {cv}. Choose a better leader. [9.6] [R35]").format(cv=plot.cv)
    if number_of(rules, plot) is None:
        told = _("Against intrinsic defence {cdi} a campaign value of {cv} can do nothing. Choose another leader or city. [9.6]")
        return told.format(cdi=plot.cdi, cv=plot.cv)
    cost = cost_of(rules, plot)
    if cost > plot.cunning:
        told = _("That takes {cost}, and he has {n}. Spend fewer, or give him more. [9.6-R]")
        return told.format(cost=names.cunning(cost), n=plot.cunning)
    return ""


@cached
def law_of(rules: Ruleset, cdi: int, cv: int, drm: int) -> tuple[tuple[str, Fraction], ...]:
    """The exact law of a try: the city falls, holds, or holds and he dies."""
    dist = treachery.dist(rules, cdi, cv, drm)
    falls, dies = Fraction(dist.p(falls=True)), Fraction(dist.p(leader_killed=True))
    return (FALLS, falls), (HOLDS, 1 - falls - dies), (DEAD, dies)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Gate:
    """The gate of the board until the reader changes anything, then his own; and what was thrown for it."""

    own: Plot | None = None
    thrown: Played[Treachery] | None = None
    key: str = field(default="gate", init=False)
    _rules: Ruleset | None = field(default=None, init=False, repr=False)

    def shown(self, desk: Desk) -> Plot:
        """The plot that is shown."""
        return self.own if self.own is not None else of_position(desk.position, desk.selected)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A number, a switch, a cell of the table, a throw, or the board's gate again."""
        plot = self.shown(desk)
        if what == "follow":
            self.own = None
        elif what == "roll":
            refused = refusal_of(desk.rules, plot)
            if refused:
                raise InputError(refused.partition(" [")[0])
            self.own = plot
            self.thrown = play(treachery, random.Random(desk.seed()), desk.rules, plot.cdi, plot.cv, drm_of(desk.rules, plot))
            return
        else:
            changed = _set(plot, what, value)
            if changed is None:
                raise unknown(what)
            self.own = changed
        self.thrown = None

    def kept(self) -> list[Any] | None:
        """The reader's own plot."""
        return None if self.own is None else [*self.own[:4], list(self.own.inside), *self.own[5:]]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if not isinstance(kept, list) or [type(each) for each in kept] != [int, int, int, int, list, bool, str, bool]:
            return
        cdi, cv, cunning, spent, inside, roman, rank, roma = kept
        plot = Plot(cdi, cv, cunning, spent, tuple(inside), roman, rank, roma)
        if _is_sound(plot):
            self.own = plot

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now; dice that were read under other rules are taken up."""
        if self._rules is not desk.rules:
            self._rules, self.thrown = desk.rules, None
        thrown = (self.thrown.value, self.thrown.faces) if self.thrown is not None else None
        return _text(desk.rules, self.shown(desk), thrown, is_own=self.own is not None)


def of_position(position: Position, name: str) -> Plot:
    """The gate before the Force in hand, or before the first that stands at one; else the one that the panel begins with."""
    every = (name, *(force.id for force in position.there))
    found = next((pair for each in every if (pair := before_walls(position, each)) is not None), None)
    if found is None:
        return Plot()
    force, city = found
    leader = force.leader
    held = (*([city.cunning] if city.cunning else []), *(each.leader.cunning for each in position.inside(city)))
    cunning = min(leader.cunning, LIMITS["cunning"][1])
    return Plot(
        city.cdi,
        min(max(leader.cv, LIMITS["cv"][0]), LIMITS["cv"][1]),
        cunning,
        min(2, max(0, cunning - 1)),
        tuple(min(each, HELD[1]) for each in held[: LIMITS["leaders"][1]]),
        force.roman,
        leader.rank if leader.rank in RANKS else "other",
        city.roma,
    )


def _is_sound(plot: Plot) -> bool:
    return (
        plot.cdi in CDI
        and plot.rank in RANKS
        and all(low <= number <= high for name, (low, high) in LIMITS.items() for number in (_number(plot, name),))
        and all(type(each) is int and HELD[0] <= each <= HELD[1] for each in plot.inside)
    )


def _number(plot: Plot, name: str) -> int:
    return len(plot.inside) if name == "leaders" else int(getattr(plot, name))


def _set(plot: Plot, what: str, value: str) -> Plot | None:
    """The plot with one thing changed; None where there is no such thing."""
    if what in ("roman", "roma"):
        turned: dict[str, Any] = {what: not getattr(plot, what)}
        return plot._replace(**turned)
    if what == "cdi":
        return plot._replace(cdi=picked(value, CDI))
    if what == "rank" and value in RANKS:
        return plot._replace(rank=value)
    cdi, _dash, cv = value.partition("-")
    if what == "cell" and cdi in CDI.values() and (number := whole(cv)) is not None and _fits("cv", number):
        return plot._replace(cdi=int(cdi), cv=number)
    if what == "spend" and (number := whole(value)) is not None and _fits("spent", number):
        return plot._replace(spent=number)
    return _moved(plot, what, int(value)) if value in ("-1", "1") else None


def _fits(name: str, number: int) -> bool:
    return LIMITS[name][0] <= number <= LIMITS[name][1]


def _moved(plot: Plot, what: str, by: int) -> Plot | None:
    """A number one up or down, of the plot or of a leader inside."""
    kind, _dot, place = what.partition(".")
    if kind == "held" and place in ("0", "1", "2") and int(place) < len(plot.inside):
        inside = list(plot.inside)
        inside[int(place)] = min(max(inside[int(place)] + by, HELD[0]), HELD[1])
        return plot._replace(inside=tuple(inside))
    if what not in LIMITS:
        return None
    number = min(max(_number(plot, what) + by, LIMITS[what][0]), LIMITS[what][1])
    if what == "leaders":
        return plot._replace(inside=(*plot.inside, 1)[:number] if by > 0 else plot.inside[:number])
    changed: dict[str, Any] = {what: number}
    return plot._replace(**changed)


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="gate-panel" aria-labelledby="gate-title"><h3 id="gate-title">{title}</h3>{picture}'
    '<div class="wall-fields">{fields}</div><div class="panel-said{refused}" role="status">{said}</div>'
    '<div class="gate-both"><div>{strips}{table}</div><div><div class="odds">{odds}</div>{cities}</div></div>'
    '<div class="leaders-throw"><button type="button" class="first" id="gate-roll" data-do="extra" data-name="gate:roll"{off}>{roll}'
    '</button><div class="leaders-said" role="status">{rolled}</div></div></section>'
)
_BUTTON: Final = Markup('<button type="button" id="gate-follow" data-do="extra" data-name="gate:follow"{off}>{words}</button>')
_TOGGLE: Final = Markup(
    '<button type="button" class="toggle" id="gate-{what}" data-do="extra" data-name="gate:{what}" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_SIDE: Final = Markup('<fieldset class="wall-side is-{side}"><legend>{name}</legend><div class="wall-row">{inside}</div></fieldset>')
_OFF: Final = Markup(" disabled")


@cached
def _text(rules: Ruleset, plot: Plot, thrown: tuple[Treachery, tuple[int, ...]] | None, *, is_own: bool) -> Markup:
    number, drm, refused = number_of(rules, plot), drm_of(rules, plot), refusal_of(rules, plot)
    cost = cost_of(rules, plot)
    said = _("Refused. {why}").format(why=refused) if refused else _said(rules, plot, number or 0, drm)
    faces = thrown[1] if thrown is not None else ()
    return _PANEL.format(
        title=_("The gate"),
        picture=picture((plot.cv, plot.cunning, plot.spent, cost - plot.spent), plot.inside, number),
        fields=_fields(plot, is_own=is_own),
        refused=" is-refused" if refused else "",
        said=cited(GAME, said, "gate-said"),
        strips=strips(rules, plot.cdi, plot.cv, drm, faces) if number is not None else "",
        table=points_table(rules, plot.cdi, plot.cv, (plot.cunning, plot.spent, cost - plot.spent, sum(plot.inside)))
        if number is not None
        else "",
        odds="" if refused else _odds(rules, plot, drm, faces, thrown[0] if thrown is not None else None),
        off=_OFF if refused else "",
        roll=_("Throw for the gate"),
        rolled=_rolled(rules, plot, drm, thrown),
        cities=every_city(rules, drm, f"{plot.cdi}-{plot.cv}"),
    )


def _fields(plot: Plot, *, is_own: bool) -> Markup:
    def number(name: str, words: str) -> Markup:
        return stepper("gate", name, words, _number(plot, name), LIMITS[name])

    def toggle(what: str, words: str, *, is_on: bool) -> Markup:
        return _TOGGLE.format(what=what, on="true" if is_on else "false", sign="✓" if is_on else "+", words=words)

    ours = number("cv", _("Campaign value")) + number("cunning", _("Cunning points he has")) + number("spent", _("Points that count"))
    ours += toggle("roman", _("He is Roman"), is_on=plot.roman)
    ours += radio_row("gate", "rank", _("Rank"), RANKS, plot.rank) if plot.roman else Markup("")
    ours += _BUTTON.format(words=_("Take the gate on the board"), off="" if is_own else _OFF)
    theirs = radio_row("gate", "cdi", _("Intrinsic defence"), CDI, plot.cdi) + toggle("roma", _("It is Roma"), is_on=plot.roma)
    theirs += number("leaders", _("Leaders inside"))
    for place, points in enumerate(plot.inside):
        theirs += stepper("gate", f"held.{place}", _("Leader {n} holds").format(n=place + 1), points, HELD)
    return _SIDE.format(side="attacker", name=_("Before the gate"), inside=ours) + _SIDE.format(
        side="defender", name=_("Inside"), inside=theirs
    )


def _said(rules: Ruleset, plot: Plot, number: int, drm: int) -> str:
    told = _("The die with {n} must be above {number}. [9.6]").format(n=modifier(drm), number=number)
    now, more = (law_of(rules, plot.cdi, plot.cv, drm + by) for by in (0, 1))
    risk = _("the risk to him stays {dies}").format(dies=spoken(now[2][1]))
    if more[2][1] != now[2][1]:
        risk = _("the risk to him goes from {was} to {dies}").format(was=spoken(now[2][1]), dies=spoken(more[2][1]))
    return f"{told} " + _("One point more makes it {more}, and {risk}.").format(more=spoken(more[0][1]), risk=risk)


def _odds(rules: Ruleset, plot: Plot, drm: int, faces: tuple[int, ...], outcome: Treachery | None) -> Markup:
    rows = tuple(Row(name, name, name, chance, FILLS[name]) for name, chance in law_of(rules, plot.cdi, plot.cv, drm))
    rolled = None
    if faces and outcome is not None:
        rolled = rows[0 if outcome.falls else 2 if outcome.leader_killed else 1]
    return bars(View("", rows, title=_("The gate")), "gate-odds", rolled=rolled)


def _rolled(rules: Ruleset, plot: Plot, drm: int, thrown: tuple[Treachery, tuple[int, ...]] | None) -> Markup:
    if thrown is None:
        words = _("A second die is thrown only if the first comes to the number itself.")
        return Markup('<p class="quiet">{}</p>').format(words)
    outcome, faces = thrown
    words = treachery_verdict(Throw(treachery, (rules, plot.cdi, plot.cv, drm), outcome), faces)
    label = _("Dice {faces}").format(faces=", ".join(map(str, faces)))
    return Markup('<span class="leaders-dice" role="img" aria-label="{}">{}</span><div>{}</div>').format(
        label, joined(die(face, pips=False) for face in faces), cited(GAME, words, "gate-rolled")
    )
