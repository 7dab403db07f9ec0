"""Try to slip away, or stand: what a failed refusal adds to the battle roll, weighed against the chance that it works."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from rulesdemo.games.republic.modifiers import battle_drm
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _, local_figures
from widgets.games.republic.lessons.battle import RETREATS
from widgets.games.republic.lessons.before import AWAY
from widgets.games.republic.panels.ruler import Fight, fight
from widgets.kit.bars import spoken
from widgets.kit.chances import chance_view, tenth
from widgets.kit.components import Bars, Box, Sentence, Table
from widgets.kit.controls import Int
from widgets.kit.odds_rows import View
from widgets.kit.panel import Component, Panel, State
from widgets.web.phrases import modifier
from widgets.web.render_cache import cached

TENTHS: Final = (0, len(D10.faces))
NETS: Final = (-4, 9)
FILLS: Final = {"attacker": "second", "none": "sixth", "defender": "third"}


class Choice(NamedTuple):
    """A battle without a try, and after one that failed."""

    stand: Fight
    failed: Fight

    def forced_retreats(self, away: Fraction) -> Fraction:
        """Return how often a try ends in a retreat that the battle forces."""
        return (1 - away) * self.failed.defender

    @property
    def pays_from(self) -> Fraction:
        """Return the chance to get away from which on a try is forced to retreat no more often than a stand; 0 where any try is as good."""
        return max(Fraction(0), 1 - self.stand.defender / self.failed.defender) if self.failed.defender else Fraction(0)


@cached
def choice(rules: Ruleset, net: int) -> Choice:
    """Return both battles at a net modifier, with the engine's own modifier for a failed refusal."""
    more = int(settled(battle_drm, rules, True, False, False, False, False, False).drm)  # noqa: FBT003 - the fields of a procedure
    return Choice(fight(rules, net), fight(rules, net + more))


def _body(rules: Ruleset, state: State, _seen: object) -> Iterator[Component]:
    away, found = Fraction(state.tenths, TENTHS[1]), choice(rules, state.net)
    stand, attempt = _view(_("He stands"), found.stand, Fraction(0)), _view(_("He tries first"), found.failed, away)
    yield Box("stand-both", [Box("odds", [Bars(stand, "stand")]), Box("odds", [Bars(attempt, "try")])])
    yield Sentence(_sentence(found, away))
    nets = range(NETS[0], NETS[1] + 1)
    caption = _("When he must retreat, and the chance to get away from which on a try is no worse")
    yield Table(
        [_("Net"), _("Stands"), _("Tried in vain"), _("Try from")],
        [[modifier(net), *_chances(choice(rules, net))] for net in nets],
        caption,
        kind="letter-means stand-table",
        label=caption,
        row_kinds={nets.index(state.net): "lit"},
        current=nets.index(state.net),
        scroll_kind="stand-scroll",
    )


def _chances(found: Choice) -> tuple[Fraction, Fraction, Fraction]:
    return found.stand.defender, found.failed.defender, found.pays_from


def _view(title: str, battle: Fight, away: Fraction) -> View:
    rows = [(AWAY, away, "best")] if away else []
    return chance_view([*rows, *((RETREATS[who], (1 - away) * getattr(battle, who), fill) for who, fill in FILLS.items())], title)


def _sentence(found: Choice, away: Fraction) -> str:
    stands, tries = found.stand.defender, found.forced_retreats(away)
    verdict = {
        True: _("By that measure he should try."),
        False: _("By that measure he should stand."),
        None: _("By that measure it is all one."),
    }[None if stands == tries else tries < stands]
    forced = _("His chance of having to retreat is {stands} if he stands, {tries} if he tries. {verdict} [8.23] [8.31-f / 8.23, 6.55]")
    lost = _("On average he loses {stand} % of his strength if he stands and {tries} % if he tries, stars left out. [8.3]").format(
        stand=local_figures(tenth(found.stand.defender_mean)),
        tries=local_figures(tenth((1 - away) * found.failed.defender_mean)),
    )
    return f"{forced.format(stands=spoken(stands), tries=spoken(tries), verdict=verdict)} {lost}"


STAND: Final = Panel(
    "stand",
    "republic",
    N_("Try to slip away, or stand?"),
    _body,
    fields=(Int("tenths", N_("Tenths to get away"), TENTHS, start=3), Int("net", N_("Net modifier if they fight"), NETS)),
)
