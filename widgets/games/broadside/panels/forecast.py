"""The exact forecast of the wind: its force and direction some turns on, and whether boarding, guns or sails will have been out of use."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.board.hexes import HEXSIDES
from rulesdemo.games.broadside.weather import ROUND, wind_after, wind_effects, wind_reaches
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _
from widgets.games.broadside.panels.sky import FORCES, FROM, SkyBoard
from widgets.kit import bars
from widgets.kit.forecast import Ahead, Told, TurnsAhead, in_turns, panel
from widgets.kit.odds_rows import Row, View
from widgets.play.session import Desk
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

MOST_AHEAD: Final = 12
_BELOW: Final = Markup('<div class="forecast-from"><h4>{title}</h4>{bars}</div>')


class WindForecast(TurnsAhead):
    """A panel: the wind of the weather board, so many turns on."""

    def __init__(self, sky: SkyBoard) -> None:
        """Start from the wind of a weather board."""
        super().__init__(MOST_AHEAD)
        self._sky = sky

    def html(self, desk: Desk) -> Markup:
        """The panel, under the rules in force."""
        now = self._sky.now(desk)
        return _forecast(desk.rules, now.force, now.wind_from, self.turns)


def forces(rules: Ruleset, force: int, turns: int) -> dict[int, Fraction]:
    """The exact chance of each force so many turns on."""
    law = dict(wind_after.dist(rules, force, turns).marginal("force").items())
    return {each: law.get(each, Fraction(0)) for each in FORCES}


def directions(rules: Ruleset, force: int, wind_from: int, turns: int) -> dict[int, Fraction]:
    """The exact chance of each direction that the wind comes from so many turns on."""
    law = wind_after.dist(rules, force, turns).marginal("turn")
    found = dict.fromkeys(FROM, Fraction(0))
    for turned, chance in law.items():
        found[(wind_from + turned // (ROUND // HEXSIDES)) % HEXSIDES] += chance
    return found


def once(rules: Ruleset, force: int, turns: int) -> dict[str, Fraction]:
    """The exact chances that something has been barred at some point, now or within so many turns."""
    effects = {each: settled(wind_effects, rules, each) for each in FORCES}
    return {
        _("Boarding barred"): _ever(rules, force, {each: not found.boarding for each, found in effects.items()}, turns),
        _("Gunfire barred"): _ever(rules, force, {each: found.gunfire == "no" for each, found in effects.items()}, turns),
        _("Becalmed"): _ever(rules, force, {each: not each for each in effects}, turns),
    }


def _ever(rules: Ruleset, force: int, wanted: Mapping[int, bool], turns: int) -> Fraction:
    if wanted[force]:
        return Fraction(1)
    # The force moves by one at a time, and what is barred is barred from some force on: the nearest such force is met first.
    near = min((each for each, is_wanted in wanted.items() if is_wanted), key=lambda each: abs(each - force))
    return Fraction(wind_reaches.dist(rules, force, near, turns).p(reached=True))


@cached
def _forecast(rules: Ruleset, force: int, wind_from: int, turns: int) -> Markup:
    every = [Ahead(forces(rules, force, each), once(rules, force, each)) for each in range(MOST_AHEAD + 1)]
    now = _("From force {n}, wind from {name}. No face of the die leaves the wind as it is. [T4] [B27]")
    told = Told(
        title=_("The wind to come"),
        words=cited("broadside", now.format(n=force, name=FROM[wind_from]), "forecast"),
        caption=_("Turns ahead, across. Each column holds all that can be, no wind at its foot."),
        until=_("At some point by then"),
        provenance=answer("broadside.wind_after", rules, force=force, turns=MOST_AHEAD).provenance,
        name=_name,
        below=_BELOW.format(
            title=_("{in_turns} it blows from").format(in_turns=in_turns(turns)),
            bars=bars.bars(_from(directions(rules, force, wind_from, turns), wind_from), "forecast-from"),
        ),
    )
    return panel(told, every, turns)


def _name(force: int) -> str:
    return _("Force {n}").format(n=force) if force else _("No wind")


def _from(law: Mapping[int, Fraction], wind_from: int) -> View:
    words = {side: _("{name}, as now").format(name=name) if side == wind_from else name for side, name in FROM.items()}
    return View("", tuple(Row(side, words[side], words[side], chance, "second") for side, chance in law.items()))
