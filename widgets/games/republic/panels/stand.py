"""Try to slip away, or stand: what a failed refusal adds to the battle roll, weighed against the chance that it works."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.games.republic.modifiers import battle_drm
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.lessons.before import AWAY
from widgets.games.republic.panels.ruler import Fight, fight
from widgets.kit.bars import bars, fraction, rounded, spoken
from widgets.kit.odds_rows import Row, View
from widgets.kit.stepper import stepper
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.phrases import modifier, unknown
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

GAME: Final = "republic"
TENTHS: Final = (0, len(D10.faces))
NETS: Final = (-4, 9)
FILLS: Final = {"attacker": "second", "none": "sixth", "defender": "third"}

_PANEL: Final = Markup(
    '<section class="stand" aria-labelledby="stand-title"><h3 id="stand-title">{title}</h3><div class="panel-controls">{controls}</div>'
    '<div class="stand-both"><div class="odds">{stand}</div><div class="odds">{attempt}</div></div>'
    '<div class="panel-said" role="status">{said}</div>{table}</section>'
)
_TABLE: Final = Markup(
    '<div class="stand-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="letter-means stand-table">'
    '<caption>{caption}</caption><thead><tr><th scope="col">{net}</th><th scope="col">{stand}</th><th scope="col">{failed}</th>'
    '<th scope="col">{pays}</th></tr></thead><tbody>{rows}</tbody></table></div>'
)
_LINE: Final = Markup('<tr{lit}><th scope="row">{net}</th><td>{stand}</td><td>{failed}</td><td>{pays}</td></tr>')
_CHANCE: Final = Markup('{} <span class="percent">{}</span>')
_LIT: Final = Markup(' class="lit" aria-current="true"')


class Choice(NamedTuple):
    """A battle without a try, and after one that failed."""

    stand: Fight
    failed: Fight

    def forced(self, away: Fraction) -> Fraction:
        """How often a try ends in a retreat that the battle forces."""
        return (1 - away) * self.failed.defender

    @property
    def pays_from(self) -> Fraction:
        """The chance to get away from which on a try is forced to retreat no more often than a stand; 0 where any try is as good."""
        return max(Fraction(0), 1 - self.stand.defender / self.failed.defender) if self.failed.defender else Fraction(0)


@cached
def choice(rules: Ruleset, net: int) -> Choice:
    """Both battles at a net modifier, with the engine's own modifier for a failed refusal."""
    more = int(settled(battle_drm, rules, True, False, False, False, False, False).drm)  # noqa: FBT003 - the fields of a procedure
    return Choice(fight(rules, net), fight(rules, net + more))


@dataclass(slots=True)
class TryOrStand:
    """The chance to get away in tenths, and the net modifier of the battle if it comes to one."""

    tenths: int = 3
    net: int = 0
    key: str = field(default="stand", init=False)

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - every panel is handed its desk
        """One more or one less of either."""
        limits = {"tenths": TENTHS, "net": NETS}.get(what)
        if limits is None or value not in ("1", "-1"):
            raise unknown(what)
        setattr(self, what, max(limits[0], min(limits[1], getattr(self, what) + int(value))))

    def kept(self) -> list[int]:
        """Both numbers."""
        return [self.tenths, self.net]

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """The same again, where there can be such."""
        if isinstance(kept, list) and [type(each) for each in kept] == [int, int]:
            tenths, net = kept
            if TENTHS[0] <= tenths <= TENTHS[1] and NETS[0] <= net <= NETS[1]:
                self.tenths, self.net = tenths, net

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        return _text(desk.rules, self.tenths, self.net)


@cached
def _text(rules: Ruleset, tenths: int, net: int) -> Markup:
    away, found = Fraction(tenths, TENTHS[1]), choice(rules, net)
    controls = stepper("stand", "tenths", _("Tenths to get away"), tenths, TENTHS)
    controls += stepper("stand", "net", _("Net modifier if they fight"), net, NETS)
    return _PANEL.format(
        title=_("Try to slip away, or stand?"),
        controls=controls,
        stand=bars(_view(_("He stands"), found.stand, Fraction(0)), "stand-stand"),
        attempt=bars(_view(_("He tries first"), found.failed, away), "stand-try"),
        said=cited(GAME, _said(found, away), "stand-said"),
        table=_table(rules, net),
    )


def _view(title: str, battle: Fight, away: Fraction) -> View:
    rows = [Row(AWAY, AWAY, AWAY, away, "best")] if away else []
    rows += [Row(RETREATS[who], RETREATS[who], RETREATS[who], (1 - away) * getattr(battle, who), fill) for who, fill in FILLS.items()]
    return View("", tuple(rows), title=title)


def _said(found: Choice, away: Fraction) -> str:
    stands, tries = found.stand.defender, found.forced(away)
    verdict = {
        True: _("By that measure he should try."),
        False: _("By that measure he should stand."),
        None: _("By that measure it is all one."),
    }[None if stands == tries else tries < stands]
    told = _("He must retreat with {stands} if he stands, and with {tries} if he tries. {verdict} [8.23] [8.31-f / 8.23, 6.55]")
    lost = _("On average he loses {stand} % of his strength if he stands and {tries} % if he tries, stars left out. [8.3]").format(
        stand=_tenth(found.stand.defender_mean), tries=_tenth((1 - away) * found.failed.defender_mean)
    )
    return f"{told.format(stands=spoken(stands), tries=spoken(tries), verdict=verdict)} {lost}"


def _tenth(number: Fraction) -> str:
    """A number of percent to a tenth, rounded half up from the exact value.

    >>> _tenth(Fraction(141, 10)), _tenth(Fraction(1267, 100))
    ('14.1', '12.7')
    """
    scaled = (number * 10 + Fraction(1, 2)).__floor__()
    return f"{scaled // 10}.{scaled % 10}"


@cached
def _table(rules: Ruleset, net: int) -> Markup:
    rows = []
    for each in range(NETS[0], NETS[1] + 1):
        found = choice(rules, each)
        chances = {"stand": found.stand.defender, "failed": found.failed.defender, "pays": found.pays_from}
        cells = {name: _CHANCE.format(fraction(chance, f"stand-{name}-{each}"), rounded(chance)) for name, chance in chances.items()}
        rows.append(_LINE.format(lit=_LIT if each == net else "", net=modifier(each), **cells))
    return _TABLE.format(
        caption=_("When he must retreat, and the chance to get away from which on a try is no worse"),
        net=_("Net"),
        stand=_("Stands"),
        failed=_("Tried in vain"),
        pays=_("Try from"),
        rows=joined(rows),
    )
