"""Weather: how the game begins, how the wind changes every turn, and how far one sees."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.play.weather import clock_of, hexes_by_day, sight_of
from rulesdemo.games.broadside.weather import StartWeather, WeatherStep, sight, weather_step
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _, ngettext
from widgets.games.broadside import names
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.web.phrases import titled

# -- every turn ------------------------------------------------------------------------------------------------------------------------


def _turned(turn: int) -> str:
    form = _("{n} degrees to the right") if turn > 0 else _("{n} degrees to the left")
    return form.format(n=abs(turn))


def label(throw: Throw) -> str:
    """What the wind does."""
    _rules, before, *_more = throw.args
    after: WeatherStep = throw.outcome
    if after.turn:
        return _("Turns {turned}").format(turned=_turned(after.turn))
    if after.force == before:
        return _("Stays at force {n}").format(n=before)
    return (_("Rises to force {n}") if after.force > before else _("Drops to force {n}")).format(n=after.force)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what its line says, and the wind that comes of it."""
    rules, before, *_more = throw.args
    after: WeatherStep = throw.outcome
    if not faces:
        return _("No die is thrown for the weather in this turn [III] [B27].")
    told = []
    if after.turn:
        form = _("{face}: the wind turns [T4]. {second}: {turned} [T5].")
        told.append(form.format(face=faces[0], second=faces[1], turned=_turned(after.turn)))
    elif after.force != before:
        form = _("{face}: the wind rises to force {n} [T4].") if after.force > before else _("{face}: the wind drops to force {n} [T4].")
        told.append(form.format(face=faces[0], n=after.force))
    elif rules.switch("visibility_roll") != "each_turn" or len(faces) > 1:
        told.append(_("{face}: the wind can go no further, and stays at force {n} [T4] [B39].").format(face=faces[0], n=before))
    if rules.switch("visibility_roll") == "each_turn":
        told.append(_("{face}: the sky is now {sky} [T6].").format(face=faces[-1], sky=names.SKIES[after.weather]))
    return " ".join(told)


# -- the start -------------------------------------------------------------------------------------------------------------------------


def start_label(throw: Throw) -> str:
    """The wind and the sky."""
    found: StartWeather = throw.outcome
    return titled(_("from {wind}, force {n}, {sky}").format(wind=found.direction, n=found.force, sky=names.SKIES[found.weather]))


def start_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """A die each for direction, force and sky."""
    found: StartWeather = throw.outcome
    first, second, third = faces
    form = _("{first}: the wind comes from {wind} [T2]. {second}: force {n} [B38]. {third}: {sky}, {hexes} hexes of sight by day [T6].")
    return form.format(
        first=first, wind=found.direction, second=second, n=found.force, third=third, sky=names.SKIES[found.weather], hexes=found.hexes
    )


# -- where no dice are thrown ----------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """How far one sees under each sky at this time of day; the sky there is now is marked."""
    ship = position.find(name)
    if ship is None or ship.gone or position.weather is None or position.result is not None:
        return None
    rules, clock = position.rules, clock_of(position)
    far = {sky: settled(sight, rules, hexes_by_day(rules, sky), clock).hexes for sky in names.SKIES}
    lines = tuple(Count(titled(names.SKIES[sky]), hexes, "bar", is_now=sky == position.sky.sky) for sky, hexes in far.items())
    when = _("How far {ship} sees by night, in hexes") if sight_of(position).night else _("How far {ship} sees by day, in hexes")
    return Outlook(when.format(ship=ship.name), lines, _nearest(position, ship))


def _nearest(position: Position, ship: Ship) -> str:
    """Whether the nearest enemy is in sight."""
    foes = [other for other in position.there if other.side != ship.side]
    sees = sight_of(position).hexes
    told = ngettext("She sees {n} hex. [T6]", "She sees {n} hexes. [T6]", sees).format(n=sees)
    if not foes:
        return told
    near = min(foes, key=lambda other: (ship.place.distance(other.place), other.id))
    away = ship.place.distance(near.place)
    form = _("{name} is {away} away, in sight.") if away <= sees else _("{name} is {away} away, out of sight: nobody fires at her. [B24]")
    return f"{told} {form.format(name=near.name, away=away)}"


def rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """The weather of the next turn in which dice are thrown for it, in a game that has weather."""
    if position.result is not None or position.weather is None or "weather" in position.scenario.without:
        return None
    rules = position.rules
    turn = following = position.turn.number + 1
    if rules.switch("visibility_roll") != "each_turn":
        turn += -turn % int(rules.switch("weather_every_n_turns"))
    if turn > position.scenario.turns:
        return None
    title = _("The wind next turn") if turn == following else _("The wind in turn {n}").format(n=turn)
    return Rehearsal(title, Throw(weather_step, (rules, position.sky.force, position.sky.sky, turn), None))


WEATHER: Final = Lesson(
    "weather",
    outlook=outlook,
    throws={WeatherStep: Words(label, verdict), StartWeather: Words(start_label, start_verdict)},
    rehearsal=rehearsal,
)
