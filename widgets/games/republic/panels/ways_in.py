"""Three ways into one city, side by side: storm it, have it opened, or wait until it gives up; each with its chance and its price."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.assault import assault_ratio
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.storm import MOST_TURNS, siege
from rulesdemo.games.republic.surrender import surrender, surrender_check
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures, ngettext
from widgets.games.republic import names
from widgets.games.republic.panels.gate import GAME, Plot, cost_of, drm_of, refusal_of, treachery_chances
from widgets.games.republic.panels.siege_parts import CDI, best_mark, board_siege, chance_bar
from widgets.kit.bars import fraction, rounded, spoken
from widgets.kit.chances import tenth
from widgets.kit.components import Box, Custom, Note, Press, Sentence, Table, Text
from widgets.kit.controls import Int, Own
from widgets.kit.panel import ANY, Component, Followed, Panel, PanelView, State
from widgets.kit.record import Parts, Record
from widgets.kit.toggle import Toggle
from widgets.web.badges import chip, joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

TROOPS: Final = (1, 60)  # strength points on either side
BAR: Final = (300, 22)

_LIST: Final = Markup('<ul class="ways-list" role="list">{}</ul>')
_WAY: Final = Markup(
    '<li{best}><div class="ways-name"><b>{name}</b>{chip}{mark}</div>'
    '<div class="ways-chance">{chance}<span class="percent">{near}</span></div>{bar}<div class="ways-price">{price}</div></li>'
)
_REFUSED: Final = Markup('<li class="is-refused"><div class="ways-name"><b>{name}</b></div><div class="ways-price">{why}</div></li>')


class Host(NamedTuple):
    """The Force before the city, the city's strength and siege defence, and the turns that there are."""

    infantry: int = 22
    other_sp: int = 2
    strength: int = 20
    siege_defence: int = 2
    turns: int = 1
    engines: bool = False


class Way(NamedTuple):
    """One way in: its rule, the chance that the city is taken within the turns, the price, and why not, where it is barred."""

    name: str
    rule: str
    chance: Fraction
    price: str
    refusal: str = ""


def over_tries(falls: Fraction, dies: Fraction, tries: int) -> tuple[Fraction, Fraction]:
    """Return the chance that the city falls, and that the leader dies, within a number of tries; a dead leader tries no more.

    >>> over_tries(Fraction(1, 5), Fraction(1, 10), 2)
    (Fraction(17, 50), Fraction(17, 100))
    """
    again = 1 - falls - dies
    still = sum((again**n for n in range(tries)), Fraction(0))
    return falls * still, dies * still


@cached
def ways(rules: Ruleset, plot: Plot, host: Host) -> tuple[Way, Way, Way]:
    """Return storm, treachery and surrender."""
    return _storm(rules, host), _treachery(rules, plot, host.turns), _surrender(rules, plot, host)


def _storm(rules: Ruleset, host: Host) -> Way:
    dist = siege.dist(rules, host.infantry, host.strength, host.other_sp, int(host.engines), 0, host.turns)
    column = settled(assault_ratio, rules, host.infantry, host.strength, host.other_sp, host.engines).column or _("less than 1-2")
    lost = local_figures(tenth(Fraction(dist.mean("attacker_lost"))))
    price = _("At {column} to begin with; it costs {sp} strength points on average.").format(column=column, sp=lost)
    return Way(_("Storm it"), "9.4", Fraction(dist.p(falls=True)), price)


def _treachery(rules: Ruleset, plot: Plot, turns: int) -> Way:
    name, rule, refusal = _("Have it opened"), "9.6", refusal_of(rules, plot)
    if refusal:
        return Way(name, rule, Fraction(0), "", refusal)
    cost = cost_of(rules, plot)
    tries = min(turns, plot.cunning // cost) if cost else turns
    (_f, falls), _holds, (_d, dies) = treachery_chances(rules, plot.cdi, plot.cv, drm_of(rules, plot))
    chance, dead = over_tries(falls, dies, tries)
    often = ngettext("{n} try, for {cost}; he dies with {dead}.", "{n} tries, for {cost} each; he dies with {dead}.", tries)
    return Way(name, rule, chance, often.format(n=tries, cost=names.cunning(cost), dead=spoken(dead)))


def _surrender(rules: Ruleset, plot: Plot, host: Host) -> Way:
    name, rule = _("Call on it to surrender"), "9.52"
    check = settled(surrender_check, rules, host.infantry, host.siege_defence, plot.roma)
    chance = Fraction(surrender.dist(rules, plot.cdi).p(surrenders=True))
    if plot.roma or not chance:
        why = _("Roma never surrenders this way. [9.52-C]") if plot.roma else _("At intrinsic defence {cdi} no city does. [9.52]")
        return Way(name, rule, Fraction(0), "", why.format(cdi=plot.cdi))
    if not check.allowed:
        why = _("That takes {n} infantry points outside, and there are {have}. Bring more. [9.52-C]")
        return Way(name, rule, Fraction(0), "", why.format(n=check.infantry_needed, have=host.infantry))
    return Way(name, rule, 1 - (1 - chance) ** host.turns, _("It costs nothing but time."))


def best_of(found: tuple[Way, ...]) -> Way | None:
    """Return the way with the best chance; none where nothing can work or several are best."""
    most = max(way.chance for way in found)
    best = [way for way in found if way.chance == most]
    return best[0] if most and len(best) == 1 else None


# -- the panel -------------------------------------------------------------------------------------------------------------------------


def host_on(position: Position, name: str) -> Host:
    """Return the Force in hand before an enemy city, or the first there is; else the one that the panel begins with."""
    found = board_siege(position, name)
    if found is None or found[1].strength is None or found[1].siege_defence is None:
        return Host()
    force, city = found
    walls = (city.strength or 0) + sum(each.sp for each in position.inside(city))
    return Host(force.infantry, force.cavalry + force.elephants, walls, city.siege_defence or 0, engines=force.engines > 0)


def _body(rules: Ruleset, state: State, plot: Plot) -> Iterator[Component]:
    host = state.host
    follow = Press("follow", _("Take the Force on the board"), is_off=state.own is None)
    yield Box("panel-controls", [Parts(rules, state, Host._fields), follow])
    found = ways(rules, plot, host)
    best = best_of(found)
    yield Custom(_LIST.format(joined(_way(way, place, is_best=way is best) for place, way in enumerate(found))))
    needed = settled(surrender_check, rules, host.infantry, host.siege_defence).infantry_needed
    form = _("A siege defence of {n} gives in to {needed} infantry points or more; {have} stand outside. [9.52-C]")
    yield Sentence(form.format(n=host.siege_defence, needed=needed, have=host.infantry))
    yield _table(rules, plot.cdi)
    yield Note(
        _(
            "The gate above gives the city's intrinsic defence, the leader and his points; here the storm has no modifier. "
            "What a city adds and its siege defence are not in the rules document; the set piece or you give them. [R32] [9.52-C]"
        )
    )


def _way(way: Way, place: int, *, is_best: bool) -> Markup:
    if way.refusal:
        return _REFUSED.format(name=way.name, why=cited(GAME, _("Refused. {why}").format(why=way.refusal), f"ways-{place}-refused"))
    return _WAY.format(
        best=Markup(' class="lit"') if is_best else "",
        name=way.name,
        chip=chip(GAME, way.rule, f"ways-{place}"),
        mark=best_mark(_("best chance"), is_best=is_best),
        chance=fraction(way.chance, f"ways-{place}-chance"),
        near=rounded(way.chance),
        bar=chance_bar(way.chance, BAR, is_best=is_best, is_fixed=False),
        price=way.price,
    )


def _table(rules: Ruleset, cdi: int) -> Table:
    table = rules.table("surrender")
    rows: list[list[Text]] = []
    for each in CDI:
        need = table.at(each)
        chance = Fraction(surrender.dist(rules, each).p(surrenders=True))
        rows.append([each, _("never") if need == "impossible" else f"{need}+", chance])
    caption, heads = _("Surrender, one try"), [_("Intrinsic defence"), _("Takes"), _("Surrenders")]
    return Table(heads, rows, caption, "gate-points", caption, row_kinds={list(CDI).index(cdi): "lit"})


HOST: Final = Record(
    "host",
    Host(),
    parts=(
        # The least and the most that the panel holds; no rule sets them, they are only wide enough.
        Int("infantry", N_("Infantry outside"), TROOPS, slides=True),
        Int("other_sp", N_("Cavalry and elephants"), (0, 20)),
        Int("strength", N_("Walls and garrison"), TROOPS),
        Int("siege_defence", N_("Siege defence"), (0, 6)),
        Int("turns", N_("Turns there are"), (1, MOST_TURNS)),
        Toggle("engines", N_("Siege engines")),
    ),
)


def ways_panel(gate: PanelView) -> Panel:
    """Return the panel that reads the city and the leader of the gate on the same page."""
    return Panel(
        "ways",
        GAME,
        N_("Three ways in"),
        _body,
        fields=(HOST, Own(what="follow")),
        reads=lambda session: gate.current(session).plot,
        follow=lambda session: Followed({"host": host_on(session.position, session.selected)}),
        upgrade=lambda stored: [stored, ANY],
        kind="ways-in",
    )
