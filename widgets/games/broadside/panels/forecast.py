"""The exact forecast of the wind: its force and direction some turns on, and whether boarding, guns or sails will have been out of use."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Final

from markupsafe import Markup

from rulesdemo.analysis.catalogue import answer
from rulesdemo.board.hexes import HEXSIDES
from rulesdemo.games.broadside.weather import ROUND, wind_after, wind_effects, wind_reaches
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, _
from widgets.games.broadside.panels.sky import FORCES, FROM, SkyBoard
from widgets.kit.components import Bars, Box, Heading
from widgets.kit.forecast import Ahead, ForecastWords, forecast, in_turns, turns_ahead
from widgets.kit.odds_rows import Row, View
from widgets.kit.panel import Component, Panel, State
from widgets.play.session import Desk
from widgets.web.badges import mark

MOST_AHEAD: Final = 12


def forces(rules: Ruleset, force: int, turns: int) -> dict[int, Fraction]:
    """Return the exact chance of each force some turns on."""
    chances = dict(wind_after.dist(rules, force, turns).marginal("force").items())
    return {each: chances.get(each, Fraction(0)) for each in FORCES}


def directions(rules: Ruleset, force: int, wind_from: int, turns: int) -> dict[int, Fraction]:
    """Return the exact chance of each direction that the wind comes from some turns on."""
    found = dict.fromkeys(FROM, Fraction(0))
    for turned, chance in wind_after.dist(rules, force, turns).marginal("turn").items():
        found[(wind_from + turned // (ROUND // HEXSIDES)) % HEXSIDES] += chance
    return found


def once(rules: Ruleset, force: int, turns: int) -> dict[str, Fraction]:
    """Return the exact chances that something has been barred at some point, now or within some turns."""
    effects = {each: settled(wind_effects, rules, each) for each in FORCES}
    return {
        _("Boarding barred"): _ever(rules, force, {each: not found.boarding for each, found in effects.items()}, turns),
        _("Gunfire barred"): _ever(rules, force, {each: found.gunfire == "no" for each, found in effects.items()}, turns),
        _("Becalmed"): _ever(rules, force, {each: not each for each in effects}, turns),
    }


def _ever(rules: Ruleset, force: int, bars: Mapping[int, bool], turns: int) -> Fraction:
    if bars[force]:
        return Fraction(1)
    # The force moves by one at a time, and what is barred is barred from some force on: the nearest such force is met first.
    near = min((each for each, is_barred in bars.items() if is_barred), key=lambda each: abs(each - force))
    return Fraction(wind_reaches.dist(rules, force, near, turns).p(reached=True))


def _heading(rules: Ruleset, _state: State, wind: tuple[int, int]) -> tuple[str, Markup]:
    found = answer("broadside.wind_after", rules, force=wind[0], turns=MOST_AHEAD)
    return _("The wind to come"), mark(found.provenance)


def _body(rules: Ruleset, state: State, wind: tuple[int, int]) -> Iterator[Component]:
    force, wind_from = wind
    lead = _("From force {n}, wind from {name}. No face of the die leaves the wind as it is. [T4] [B27]")
    words = ForecastWords(
        lead=lead.format(n=force, name=FROM[wind_from]),
        caption=_("Turns ahead, across. Each column holds all that can be, no wind at its foot."),
        until=_("At some point by then"),
        name=lambda force: _("Force {n}").format(n=force) if force else _("No wind"),
    )
    every = [Ahead(forces(rules, force, each), once(rules, force, each)) for each in range(MOST_AHEAD + 1)]
    title = Heading(_("{in_turns} it blows from").format(in_turns=in_turns(state.turns)))
    sides = Bars(_from(directions(rules, force, wind_from, state.turns), wind_from), "from")
    return forecast(rules, state, words, every, Box("forecast-from", [title, sides]))


def _from(chances: Mapping[int, Fraction], wind_from: int) -> View:
    words = {side: _("{name}, as now").format(name=name) if side == wind_from else name for side, name in FROM.items()}
    return View("", tuple(Row(side, words[side], words[side], chance, "second") for side, chance in chances.items()))


def forecast_panel(sky: SkyBoard) -> Panel:
    """Return the forecast from the wind of a weather board."""

    def read(desk: Desk) -> tuple[int, int]:
        now = sky.now(desk)
        return now.force, now.wind_from

    return Panel("forecast", "broadside", N_("The wind to come"), _body, fields=(turns_ahead(MOST_AHEAD),), reads=read, heading=_heading)
