"""Shows the turns of a game in a row, the present one marked, and what each of those ahead brings.

    calendar(game, turns, now, is_over=...)     the text; nothing where a game has no calendar

A `Plan` may know the `TurnCard`s of its game; this module knows no game.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from markupsafe import Markup

from rulesdemo.words import _, ngettext
from widgets.play.order_rows import TICK
from widgets.web.badges import joined
from widgets.web.rule_links import cited


class Entry(NamedTuple):
    """Something that a turn brings: a sentence, and its rule."""

    words: str
    rule: str


class TurnCard(NamedTuple):
    """A turn: its number, the day on which it begins, long and short, and what it brings."""

    number: int
    day: str = ""
    short_day: str = ""
    entries: tuple[Entry, ...] = ()

    @property
    def title(self) -> str:
        """Return the turn with its day."""
        return _("Turn {n}, {day}").format(n=self.number, day=self.day) if self.day else _("Turn {n}").format(n=self.number)


_CALENDAR: Final = Markup(
    '<section class="turn-calendar" aria-label="{label}"><ol class="calendar-row" role="list">{boxes}</ol>{ahead}</section>'
)
_AHEAD: Final = Markup(
    '<details class="fold calendar-ahead" id="calendar-ahead"><summary>{title}</summary><div class="calendar-turns">{turns}</div></details>'
)
_BOX: Final = Markup('<li class="is-{state}"{current}><b>{sign}<span class="sr">{turn} </span>{number}</b>{day}{dots}{words}</li>')
_CURRENT: Final = Markup(' aria-current="step"')
_DAY: Final = Markup('<span class="calendar-day">{}</span>')
_DOTS: Final = Markup('<span class="calendar-dots" aria-hidden="true">{}</span>')
_SAID: Final = Markup('<span class="sr">, {}</span>')
_TURN: Final = Markup('<section class="is-{state}"><h3>{title}{now}</h3>{entries}</section>')
_NOW: Final = Markup(" <span>{}</span>")
_NOTHING: Final = Markup('<p class="quiet">{}</p>')
_LIST: Final = Markup("<ul>{}</ul>")
MOST_DOTS: Final = 4


def calendar(game: str, turns: tuple[TurnCard, ...], now: int, *, is_over: bool) -> Markup:
    """Draw the row of turns, and in a fold what the present turn and those ahead of it bring."""
    if not turns:
        return Markup("")
    states = {each: _state(each.number, now, is_over=is_over) for each in turns}
    ahead = [each for each, state in states.items() if state != "done"] if not is_over else []
    number = sum(len(each.entries) for each in ahead)
    title = ngettext("The calendar ahead: {n} entry", "The calendar ahead: {n} entries", number).format(n=number)
    return _CALENDAR.format(
        label=_("The turns of the game"),
        boxes=joined(_box(each, state) for each, state in states.items()),
        ahead=_AHEAD.format(title=title, turns=joined(_turn(game, each, states[each]) for each in ahead)) if ahead else "",
    )


def _state(turn: int, now: int, *, is_over: bool) -> str:
    return "ahead" if turn > now else "done" if turn < now or is_over else "now"


def _box(turn: TurnCard, state: str) -> Markup:
    brings = ngettext("brings {n} thing", "brings {n} things", len(turn.entries)).format(n=len(turn.entries))
    words = [_("over") if state == "done" else _("now") if state == "now" else "", brings if turn.entries and state != "done" else ""]
    return _BOX.format(
        state=state,
        current=_CURRENT if state == "now" else "",
        sign=TICK if state == "done" else "",
        turn=_("Turn"),
        number=turn.number,
        day=_DAY.format(turn.short_day) if turn.short_day else "",
        dots=_DOTS.format("•" * min(MOST_DOTS, len(turn.entries)) if state != "done" else ""),
        words=joined(_SAID.format(each) for each in words if each),
    )


def _turn(game: str, turn: TurnCard, state: str) -> Markup:
    rows = joined(
        Markup("<li>{}</li>").format(cited(game, f"{entry.words} [{entry.rule}]", f"calendar-{turn.number}-{place}"))
        for place, entry in enumerate(turn.entries)
    )
    return _TURN.format(
        state=state,
        title=turn.title,
        now=_NOW.format(_("the present turn")) if state == "now" else "",
        entries=_LIST.format(rows) if rows else _NOTHING.format(_("Nothing is fixed for it.")),
    )
