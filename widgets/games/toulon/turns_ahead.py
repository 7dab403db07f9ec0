"""The calendar of the siege turn by turn: the day, who comes, who leaves, which rules begin, how the roadsteads change, and the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulesdemo.games.toulon.play import calendar as play_calendar
from rulesdemo.games.toulon.play.state import AWAY, Leader, Position, Unit
from rulesdemo.words import N_, _
from widgets.games.toulon import names
from widgets.games.toulon.panels.calendar import calendar
from widgets.play.turn_calendar import Entry, TurnCard

MONTHS: Final = {  # of the siege: a day of it, long and short
    8: (N_("{day} August"), N_("{day} Aug")),
    9: (N_("{day} September"), N_("{day} Sep")),
    10: (N_("{day} October"), N_("{day} Oct")),
    11: (N_("{day} November"), N_("{day} Nov")),
    12: (N_("{day} December"), N_("{day} Dec")),
}


def days(turn: int) -> tuple[str, str]:
    """Return the day on which a turn begins, long and short; nothing after the year of the siege."""
    day = play_calendar.first_day(turn)
    if day.month not in MONTHS:
        return "", ""
    long, short = MONTHS[day.month]
    return _(long).format(day=day.day), _(short).format(day=day.day)


def turns(position: Position) -> tuple[TurnCard, ...]:
    """Return every turn of the game, with what those that are not over bring; a set-up that is a game of its own has none."""
    scenario = position.scenario
    if scenario.kind == "setup":
        return ()
    first = scenario.first_turn or play_calendar.first_turn(position)
    now = position.turn.number
    return tuple(
        TurnCard(turn, *days(turn), tuple(_entries(position, turn)) if turn >= now else ()) for turn in range(first, scenario.last_turn + 1)
    )


def _entries(position: Position, turn: int) -> Iterator[Entry]:
    yield from _arrivals(position, turn)
    for lane in calendar(position.rules).new_on(turn):
        template = _("From this turn on: {title}. {words}") if lane.lasts else _("{title}: {words}")
        yield Entry(template.format(title=lane.title, words=lane.words), lane.rule)
    for rade in position.scenario.rades:
        if rade.turn == turn:
            words = _("The Petite Rade is then {petite}, the Grande Rade {grande}.")
            yield Entry(words.format(petite=names.HOLDS[rade.petite], grande=names.HOLDS[rade.grande]), "4.6a")
    if turn == position.scenario.last_turn:
        yield Entry(_("The game ends after this turn, and the points decide."), "1.8")


def _arrivals(position: Position, turn: int) -> Iterator[Entry]:
    """Yield those who are due, by nation or wing: new units and leaders, those who were delayed, and the wounded who come back."""
    for nation, look in names.NATIONS.items():
        everybody: tuple[Unit | Leader, ...] = (*position.units, *position.leaders)
        away = [each for each in everybody if (each.nation, each.place) == (nation, AWAY) and each.due]
        # Who was due before and has not come may still come now.
        due = [each.name for each in away if each.due == turn or each.due < turn == position.turn.number]
        if due:
            yield Entry(_("Reinforcements, {nation}: {names}.").format(nation=look.name, names=names.list_text(due)), "4.4")
