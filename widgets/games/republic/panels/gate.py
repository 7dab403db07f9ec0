"""A gate and who would have it opened: leaders inside who hold points, a leader outside who spends some, and what the die makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final, NamedTuple

from rulesdemo.errors import InputError
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.treachery import ROMAN_RANKS, Treachery, treachery, treachery_check, treachery_drm
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.republic import names
from widgets.games.republic.lessons.siege import DEAD, FALLS, HOLDS, treachery_verdict
from widgets.games.republic.panels.dice_parts import ThrowRow
from widgets.games.republic.panels.gate_tables import every_city, picture, points_table, strips
from widgets.games.republic.panels.siege_parts import CDI, board_siege, side_frame
from widgets.kit.bars import bars, spoken
from widgets.kit.chances import chance_view
from widgets.kit.components import Box, Custom, Press, Sentence
from widgets.kit.controls import Choice, Int, Own, Value, face_tuple
from widgets.kit.last_roll import LastRoll, roll_act
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.kit.record import Parts, Record
from widgets.kit.stepper import stepper
from widgets.kit.toggle import Toggle
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

GAME: Final = "republic"
RANKS: Final = {"consul": N_("Consul"), "dictator": N_("Dictator"), "master_of_cavalry": N_("Master of Cavalry"), "other": N_("other")}
# The least and the most that the panel holds; no rule sets them, they are only wide enough.
VALUES: Final = (1, 9)
POINTS: Final = (0, 9)
LEADERS: Final = (0, 3)  # inside
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
    """Return the points spent, less those held inside."""
    return int(settled(treachery_drm, rules, plot.spent, sum(plot.inside)).drm)


def cost_of(rules: Ruleset, plot: Plot) -> int:
    """Return the points that the try takes in all, a Roman's extra one included."""
    return int(settled(treachery_check, rules, plot.roman, plot.rank, plot.roma, plot.cunning, plot.spent).cunning)


def number_of(rules: Ruleset, plot: Plot) -> int | None:
    """Return the number to beat; None where there is none."""
    table = rules.table("treachery")
    if plot.cv < int(table.columns.labels[0]):
        return None
    number = table.at(plot.cdi, plot.cv)
    return None if number == "impossible" else int(number)


def refusal_of(rules: Ruleset, plot: Plot) -> str:
    """Return why nobody may try, and what to do; nothing where the leader may."""
    if plot.roma:
        return _("Roma can never be taken so. Choose another city. [9.6-R]")
    if plot.roman and plot.rank not in ROMAN_RANKS:
        return _("Of the Romans only Consuls, Dictators and Masters of Cavalry may try. Choose another rank. [9.6-R]")
    if plot.cv < int(rules.table("treachery").columns.labels[0]):
        return _("The table has no column for a campaign value of {cv}. Choose a better leader. [9.6] [R35]").format(cv=plot.cv)
    if number_of(rules, plot) is None:
        form = _("Against intrinsic defence {cdi} a campaign value of {cv} can do nothing. Choose another leader or city. [9.6]")
        return form.format(cdi=plot.cdi, cv=plot.cv)
    cost = cost_of(rules, plot)
    if cost > plot.cunning:
        form = _("That takes {cost}, and he has {n}. Spend fewer, or give him more. [9.6-R]")
        return form.format(cost=names.cunning(cost), n=plot.cunning)
    return ""


@cached
def treachery_chances(rules: Ruleset, cdi: int, cv: int, drm: int) -> tuple[tuple[str, Fraction], ...]:
    """Return the exact chances of a try: the city falls, holds, or holds and he dies."""
    dist = treachery.dist(rules, cdi, cv, drm)
    falls, dies = Fraction(dist.p(falls=True)), Fraction(dist.p(leader_killed=True))
    return (FALLS, falls), (HOLDS, 1 - falls - dies), (DEAD, dies)


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def plot_on(position: Position, name: str) -> Plot:
    """Return the gate before the Force in hand, or before the first that stands at one; else the one that the panel begins with."""
    found = board_siege(position, name)
    if found is None:
        return Plot()
    force, city = found
    leader = force.leader
    held = (*([city.cunning] if city.cunning else []), *(each.leader.cunning for each in position.inside(city)))
    return Plot(
        city.cdi,
        leader.cv,
        leader.cunning,
        spent=min(2, max(0, leader.cunning - 1)),
        inside=tuple(min(each, HELD[1]) for each in held[: LEADERS[1]]),
        roman=force.roman,
        rank=leader.rank if leader.rank in RANKS else "other",
        roma=city.roma,
    )


def _args(rules: Ruleset, state: State) -> tuple[Any, ...]:
    return rules, state.plot.cdi, state.plot.cv, drm_of(rules, state.plot)


def _act(state: State, what: str, value: str, session: Session) -> State | None:
    """Throw; set the points that count, or a city and a campaign value; or change the leaders inside and what they hold."""
    if what == "roll":
        refusal = refusal_of(session.rules, state.plot)
        if refusal:
            raise InputError(refusal.partition(" [")[0])
        return roll_act(treachery, _args)(state.replace(own=""), what, value, session)
    cdi, _dash, cv = value.partition("-")
    plot: Plot | None = None
    if what == "cell" and cdi in CDI.values() and cv in _digits(VALUES):
        plot = state.plot._replace(cdi=int(cdi), cv=int(cv))
    elif what == "spend" and value in _digits(POINTS):
        plot = state.plot._replace(spent=int(value))
    elif value in ("-1", "1"):
        plot = _with_inside(state.plot, what, int(value))
    return None if plot is None else state.replace(plot=plot)


def _digits(limits: tuple[int, int]) -> list[str]:
    return [str(number) for number in range(limits[0], limits[1] + 1)]


def _with_inside(plot: Plot, what: str, by: int) -> Plot | None:
    """Return the plot with a leader more or less inside, or with another number of points that one of them holds."""
    inside = list(plot.inside)
    if what == "leaders":
        return plot._replace(inside=(*inside, 1)[: LEADERS[1]] if by > 0 else plot.inside[:-1])
    place = next((place for place in range(len(inside)) if what == f"held.{place}"), None)
    if place is None:
        return None
    inside[place] = min(max(inside[place] + by, HELD[0]), HELD[1])
    return plot._replace(inside=tuple(inside))


# -- as text ---------------------------------------------------------------------------------------------------------------------------


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    plot = state.plot
    number, drm, refusal, extra = number_of(rules, plot), drm_of(rules, plot), refusal_of(rules, plot), cost_of(rules, plot) - plot.spent
    faces = state.roll.faces if state.roll is not None else ()
    outcome = replay(treachery, faces, *state.roll.basis).value if faces else None
    yield Custom(picture((plot.cv, plot.cunning, plot.spent, extra), plot.inside, number))
    yield Box("wall-fields", list(_sides(rules, state)))
    if refusal:
        yield Sentence(_("Refused. {why}").format(why=refusal), kind="panel-said is-refused")
    else:
        yield Sentence(_number_text(rules, plot, number or 0, drm))
    dice: list[Component] = []
    if number is not None:
        dice = [
            *strips(rules, plot.cdi, plot.cv, drm, faces),
            points_table(rules, plot.cdi, plot.cv, (plot.cunning, plot.spent, extra, sum(plot.inside))),
        ]
    odds = Box("odds", [] if refusal else [_odds(rules, plot, drm, outcome)])
    yield Box("gate-both", [Box("", dice), Box("", [odds, every_city(rules, drm, f"{plot.cdi}-{plot.cv}")])])
    yield ThrowRow(
        Press("roll", _("Throw for the gate"), is_first=True, is_off=bool(refusal)),
        _("A second die is thrown only if the first comes to the number itself."),
        treachery_verdict(Throw(treachery, state.roll.basis, outcome), faces) if faces else "",
        faces,
        key="rolled",
    )


def _sides(rules: Ruleset, state: State) -> Iterator[Component]:
    inside = state.plot.inside
    names_now = ("cv", "cunning", "spent", "roman", *(("rank",) if state.plot.roman else ()))
    follow = Press("follow", _("Take the gate on the board"), is_off=state.own is None)
    yield side_frame("attacker", _("Before the gate"), [Parts(rules, state, names_now), follow])
    numbers = stepper("gate", "leaders", _("Leaders inside"), len(inside), LEADERS)
    for place, points in enumerate(inside):
        numbers += stepper("gate", f"held.{place}", _("Leader {n} holds").format(n=place + 1), points, HELD)
    yield side_frame("defender", _("Inside"), [Parts(rules, state, ("cdi", "roma")), Custom(numbers)])


def _number_text(rules: Ruleset, plot: Plot, number: int, drm: int) -> str:
    now, more = (treachery_chances(rules, plot.cdi, plot.cv, drm + by) for by in (0, 1))
    risk = _("the risk to him stays {dies}")
    if more[2][1] != now[2][1]:
        risk = _("the risk to him goes from {was} to {dies}")
    return " ".join(
        (
            _("The die with {n} must be above {number}. [9.6]").format(n=modifier(drm), number=number),
            _("One point more makes it {more}, and {risk}.").format(
                more=spoken(more[0][1]), risk=risk.format(was=spoken(now[2][1]), dies=spoken(more[2][1]))
            ),
        )
    )


def _odds(rules: Ruleset, plot: Plot, drm: int, outcome: Treachery | None) -> Component:
    found = treachery_chances(rules, plot.cdi, plot.cv, drm)
    view = chance_view(((name, chance, FILLS[name]) for name, chance in found), _("The gate"))
    rolled = view.rows[0 if outcome.falls else 2 if outcome.leader_killed else 1] if outcome is not None else None
    return Custom(bars(view, "gate-odds", rolled=rolled))


PLOT: Final = Record(
    "plot",
    Plot(),
    parts=(
        Choice("cdi", N_("Intrinsic defence"), CDI),
        Int("cv", N_("Campaign value"), VALUES),
        Int("cunning", N_("Cunning points he has"), POINTS),
        Int("spent", N_("Points that count"), POINTS),
        Value("inside", (), face_tuple(LEADERS[1], sides=HELD[1], lowest=HELD[0])),
        Toggle("roman", N_("He is Roman")),
        Choice("rank", N_("Rank"), RANKS),
        Toggle("roma", N_("It is Roma")),
    ),
)
GATE: Final = Panel(
    "gate",
    GAME,
    N_("The gate"),
    _body,
    fields=(PLOT, Own(what="follow"), LastRoll(basis=_args)),
    act=_act,
    follow=lambda session: Followed({"plot": plot_on(session.position, session.selected)}),
    upgrade=lambda stored: [stored, ANY],
    kind="gate-panel",
)
