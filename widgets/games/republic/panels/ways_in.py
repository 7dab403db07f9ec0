"""Three ways into one city, side by side: storm it, have it opened, or wait until it gives up; each with its chance and its price."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.assault import assault_ratio
from rulesdemo.games.republic.play.state import Position
from rulesdemo.games.republic.storm import MOST_TURNS, siege
from rulesdemo.games.republic.surrender import surrender, surrender_check
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.games.republic import names
from widgets.games.republic.lessons.siege import before_walls
from widgets.games.republic.panels.gate import CDI, GAME, Gate, Plot, cost_of, drm_of, law_of, refusal_of
from widgets.games.republic.panels.ruler import whole
from widgets.games.republic.panels.wait import tenth
from widgets.kit.bars import FILL, fraction, rounded, spoken
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import chip, joined
from widgets.web.phrases import unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

# The least and the most that the panel holds; no rule sets them, they are only wide enough.
LIMITS: Final = {"infantry": (1, 60), "other_sp": (0, 20), "strength": (1, 60), "siege_defence": (0, 6), "turns": (1, MOST_TURNS)}
SLIDING: Final = ("infantry",)


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
    refused: str = ""


def repeated(falls: Fraction, dies: Fraction, tries: int) -> tuple[Fraction, Fraction]:
    """The city has fallen, and he has died, after so many tries; who is dead tries no more.

    >>> repeated(Fraction(1, 5), Fraction(1, 10), 2)
    (Fraction(17, 50), Fraction(17, 100))
    """
    again = 1 - falls - dies
    still = sum((again**n for n in range(tries)), Fraction(0))
    return falls * still, dies * still


@cached
def ways(rules: Ruleset, plot: Plot, host: Host) -> tuple[Way, Way, Way]:
    """Storm, treachery and surrender."""
    return _storm(rules, host), _treachery(rules, plot, host.turns), _surrender(rules, plot, host)


def _storm(rules: Ruleset, host: Host) -> Way:
    dist = siege.dist(rules, host.infantry, host.strength, host.other_sp, int(host.engines), 0, host.turns)
    column = settled(assault_ratio, rules, host.infantry, host.strength, host.other_sp, host.engines).column or _("less than 1-2")
    lost = tenth(Fraction(dist.mean("attacker_lost")))
    price = _("At {column} to begin with; it costs {sp} strength points on average.").format(column=column, sp=lost)
    return Way(_("Storm it"), "9.4", Fraction(dist.p(falls=True)), price)


def _treachery(rules: Ruleset, plot: Plot, turns: int) -> Way:
    name, rule, refused = _("Have it opened"), "9.6", refusal_of(rules, plot)
    if refused:
        return Way(name, rule, Fraction(0), "", refused)
    cost = cost_of(rules, plot)
    tries = min(turns, plot.cunning // cost) if cost else turns
    (_f, falls), _holds, (_d, dies) = law_of(rules, plot.cdi, plot.cv, drm_of(rules, plot))
    chance, dead = repeated(falls, dies, tries)
    often = ngettext("{n} try, for {cost}; he dies with {dead}.", "{n} tries, for {cost} each; he dies with {dead}.", tries)
    return Way(name, rule, chance, often.format(n=tries, cost=names.cunning(cost), dead=spoken(dead)))


def _surrender(rules: Ruleset, plot: Plot, host: Host) -> Way:
    name, rule = _("Call on it to surrender"), "9.52"
    check = settled(surrender_check, rules, host.infantry, host.siege_defence, plot.roma)
    chance = Fraction(surrender.dist(rules, plot.cdi).p(surrenders=True))
    if plot.roma or not chance:
        told = _("Roma never surrenders so. [9.52-C]") if plot.roma else _("At intrinsic defence {cdi} no city does. [9.52]")
        return Way(name, rule, Fraction(0), "", told.format(cdi=plot.cdi))
    if not check.allowed:
        told = _("That takes {n} infantry points outside, and there are {have}. Bring more. [9.52-C]")
        return Way(name, rule, Fraction(0), "", told.format(n=check.infantry_needed, have=host.infantry))
    return Way(name, rule, 1 - (1 - chance) ** host.turns, _("It costs nothing but time."))


# -- the panel -------------------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class WaysIn:
    """Over the gate of the same page: the Force of the board until the reader changes anything, then his own."""

    gate: Gate
    own: Host | None = None
    key: str = field(default="ways", init=False)

    def shown(self, desk: Desk) -> Host:
        """The Force that is shown."""
        return self.own if self.own is not None else of_position(desk.position, desk.selected)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """A number, the engines, or the board's Force again."""
        if what == "follow":
            self.own = None
            return
        host = self.shown(desk)
        changed = host._replace(engines=not host.engines) if what == "engines" else _set(host, what, value)
        if changed is None:
            raise unknown(what)
        self.own = changed

    def kept(self) -> list[Any] | None:
        """The reader's own Force."""
        return None if self.own is None else list(self.own)

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, if every value of it can be."""
        if isinstance(kept, list) and [type(each) for each in kept] == [type(each) for each in Host()]:
            host = Host(*kept)
            if all(low <= getattr(host, name) <= high for name, (low, high) in LIMITS.items()):
                self.own = host

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.gate.shown(desk), self.shown(desk), is_own=self.own is not None)


def of_position(position: Position, name: str) -> Host:
    """The Force in hand before an enemy city, or the first there is; else the one that the panel begins with."""
    every = (name, *(force.id for force in position.there))
    found = next((pair for each in every if (pair := before_walls(position, each)) is not None), None)
    if found is None or found[1].strength is None or found[1].siege_defence is None:
        return Host()
    force, city = found
    numbers = {
        "infantry": force.infantry,
        "other_sp": force.cavalry + force.elephants,
        "strength": (city.strength or 0) + sum(each.sp for each in position.inside(city)),
        "siege_defence": city.siege_defence or 0,
    }
    within = {each: min(max(number, LIMITS[each][0]), LIMITS[each][1]) for each, number in numbers.items()}
    return Host(**within, engines=force.engines > 0)


def _set(host: Host, what: str, value: str) -> Host | None:
    name, number = what.removesuffix(".at"), whole(value)
    if name not in LIMITS or number is None:
        return None
    low, high = LIMITS[name]
    if what == name:
        number = min(max(getattr(host, name) + number, low), high) if number in (-1, 1) else None
    if number is None or not low <= number <= high:
        return None
    changed: dict[str, Any] = {name: number}
    return host._replace(**changed)


# -- as text ---------------------------------------------------------------------------------------------------------------------------

_PANEL: Final = Markup(
    '<section class="ways-in" aria-labelledby="ways-title"><h3 id="ways-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<ul class="ways-list" role="list">{ways}</ul><div class="panel-said" role="status">{said}</div>{table}'
    '<div class="quiet">{note}</div></section>'
)
_WAY: Final = Markup(
    '<li{best}><div class="ways-name"><b>{name}</b>{chip}{mark}</div>'
    '<div class="ways-chance">{chance}<span class="percent">{near}</span></div>'
    '<svg viewBox="0 0 300 22" height="22" preserveAspectRatio="none" aria-hidden="true"><rect class="trough" x=".5" y=".5" width="299" '
    'height="21"/><rect class="bar" x=".5" y=".5" width="{wide}" height="21" fill="{fill}"/></svg>'
    '<div class="ways-price">{price}</div></li>'
)
_REFUSED: Final = Markup('<li class="is-refused"><div class="ways-name"><b>{name}</b></div><div class="ways-price">{why}</div></li>')
_TOGGLE: Final = Markup(
    '<button type="button" class="toggle" id="ways-engines" data-do="extra" data-name="ways:engines" aria-pressed="{on}">'
    '<span class="toggle-sign" aria-hidden="true">{sign}</span>{words}</button>'
)
_BUTTON: Final = Markup('<button type="button" id="ways-follow" data-do="extra" data-name="ways:follow"{off}>{words}</button>')
_TABLE: Final = Markup(
    '<div class="table-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="gate-points"><caption>{caption}</caption>'
    '<thead><tr><th scope="col">{cdi}</th><th scope="col">{need}</th><th scope="col">{chance}</th></tr></thead>'
    "<tbody>{rows}</tbody></table></div>"
)
_LINE: Final = Markup('<tr{lit}><th scope="row">{cdi}</th><td>{need}</td><td>{chance} <span class="percent">{near}</span></td></tr>')
_BEST: Final = Markup('<span class="wait-best">{}</span>')
_OFF: Final = Markup(" disabled")
_LIT: Final = Markup(' class="lit"')


@cached
def _text(rules: Ruleset, plot: Plot, host: Host, *, is_own: bool) -> Markup:
    words = {
        "infantry": _("Infantry outside"),
        "other_sp": _("Cavalry and elephants"),
        "strength": _("Walls and garrison"),
        "siege_defence": _("Siege defence"),
        "turns": _("Turns there are"),
    }
    controls = joined(
        stepper("ways", name, told, getattr(host, name), LIMITS[name], slides=name in SLIDING) for name, told in words.items()
    )
    controls += _TOGGLE.format(on="true" if host.engines else "false", sign="✓" if host.engines else "+", words=_("Siege engines"))
    controls += _BUTTON.format(words=_("Take the Force on the board"), off="" if is_own else _OFF)
    found = ways(rules, plot, host)
    note = _(
        "The gate above gives the city's intrinsic defence, the leader and his points; here the storm has no modifier. "
        "What a city adds and its siege defence are not in the rules document; the set piece or you give them. [R32] [9.52-C]"
    )
    return _PANEL.format(
        title=_("Three ways in"),
        controls=controls,
        ways=joined(_way(way, place, is_best=way is best_of(found)) for place, way in enumerate(found)),
        said=cited(GAME, _said(rules, host), "ways-said"),
        table=_table(rules, plot.cdi),
        note=cited(GAME, note, "ways-note"),
    )


def best_of(found: tuple[Way, ...]) -> Way | None:
    """The way with the best chance; none where nothing can work or several are best."""
    most = max(way.chance for way in found)
    best = [way for way in found if way.chance == most]
    return best[0] if most and len(best) == 1 else None


def _way(way: Way, place: int, *, is_best: bool) -> Markup:
    if way.refused:
        return _REFUSED.format(name=way.name, why=cited(GAME, _("Refused. {why}").format(why=way.refused), f"ways-{place}-refused"))
    return _WAY.format(
        best=_LIT if is_best else "",
        name=way.name,
        chip=chip(GAME, way.rule, f"ways-{place}"),
        mark=_BEST.format(_("best chance")) if is_best else "",
        chance=fraction(way.chance, f"ways-{place}-chance"),
        near=rounded(way.chance),
        wide=round(299 * float(way.chance), 1),
        fill=FILL["best" if is_best else "second"],
        price=way.price,
    )


def _said(rules: Ruleset, host: Host) -> str:
    needed = settled(surrender_check, rules, host.infantry, host.siege_defence).infantry_needed
    told = _("A siege defence of {n} gives in to {needed} infantry points or more; {have} stand outside. [9.52-C]")
    return told.format(n=host.siege_defence, needed=needed, have=host.infantry)


def _table(rules: Ruleset, cdi: int) -> Markup:
    table, rows = rules.table("surrender"), []
    for each in CDI:
        need = table.at(each)
        chance = Fraction(surrender.dist(rules, each).p(surrenders=True))
        told = _("never") if need == "impossible" else f"{need}+"
        mark = _LIT if each == cdi else ""
        rows.append(_LINE.format(lit=mark, cdi=each, need=told, chance=fraction(chance, f"ways-cdi-{each}"), near=rounded(chance)))
    return _TABLE.format(
        caption=_("Surrender, one try"), cdi=_("Intrinsic defence"), need=_("Takes"), chance=_("Surrenders"), rows=joined(rows)
    )
