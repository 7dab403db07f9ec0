"""A line of turns that one can scrub: which rules hold on which turn, what happens on one, and what is new. It knows no game.

A `Line` is what is drawn: turns, and lanes with the turn from which, or on which, each holds. `timeline_panel` makes a panel of it; its
slider works by pointer, touch and keyboard, and it goes along whenever the game beside it comes to another turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext, quote
from widgets.kit.components import Cell, Custom, Sentence, Table
from widgets.kit.controls import Own, Value, int_between
from widgets.kit.panel import ANY, Component, Followed, Panel, Session, State
from widgets.web.badges import chip, joined
from widgets.web.rule_links import cited

KEY: Final = "timeline"
MOST_TURN: Final = 999  # no game has so late a one


class Lane(NamedTuple):
    """One rule of the calendar: its name, its rule, the turn from which it holds or on which it happens, and a sentence about it."""

    key: str
    title: str
    rule: str
    first: int
    lasts: bool  # it holds from that turn on; else it happens on that turn alone
    words: str = ""
    is_usual: bool = False  # the turn is only the usual one

    def holds(self, turn: int) -> bool:
        """Say whether it holds, or happens, on a turn.

        >>> Lane("a", "A", "1", 3, True).holds(4), Lane("b", "B", "2", 3, False).holds(4)
        (True, False)
        """
        return turn >= self.first if self.lasts else turn == self.first


class Line(NamedTuple):
    """Turns from the first to the last, and the lanes over them."""

    game: str
    turns: tuple[int, int]
    lanes: tuple[Lane, ...]

    def on(self, turn: int) -> tuple[Lane, ...]:
        """Return the lanes that hold on a turn."""
        return tuple(lane for lane in self.lanes if lane.holds(turn))

    def new_on(self, turn: int) -> tuple[Lane, ...]:
        """Return the lanes that begin, or happen, on a turn."""
        return tuple(lane for lane in self.lanes if lane.first == turn)


_HEAD: Final = Markup(
    '<div class="timeline-head"><h3>{title}</h3>'
    '<div class="stepper"><button type="button" id="timeline-less" data-do="extra" data-name="timeline:step" data-by="-1" '
    'aria-label="{less}"{least}>−</button><output class="number" aria-live="polite">{turn}</output><button type="button" '
    'id="timeline-more" data-do="extra" data-name="timeline:step" data-by="1" aria-label="{more}"{most}>+</button></div></div>'
    '<input class="slider timeline-slider" type="range" min="{low}" max="{high}" step="1" id="timeline-at" data-set="extra:timeline:at" '
    'value="{turn}" aria-label="{slide}" aria-valuetext="{spoken}">'
)
_CURRENT: Final = Markup('<span aria-current="true">{}</span>')
_GAME: Final = Markup('<span class="timeline-game" aria-hidden="true"></span><span class="sr">, {}</span>')
_SIGN: Final = Markup('{sign}<span class="sr">{words}</span>')
_DISC: Final = Markup('<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6"/></svg>')
_BAR: Final = Markup(
    '<svg viewBox="0 0 16 16" width="100%" height="16" preserveAspectRatio="none" aria-hidden="true">'
    '<rect y="4" width="16" height="8"/></svg>'
)
_LIST: Final = Markup("<ul>{}</ul>")
_ITEM: Final = Markup("<li><b>{title}</b>{words}</li>")
_OFF: Final = Markup(" disabled")


def turn_text(line: Line, turn: int) -> str:
    """Return a turn for a listener: how many rules hold, and what is new."""
    number = len(line.on(turn))
    words = _("Turn {turn}, {rules}").format(turn=turn, rules=ngettext("{n} rule", "{n} rules", number).format(n=number))
    new = ", ".join(str(lane.title) for lane in line.new_on(turn))
    return f"{words}; {_('new')}: {new}" if new else words


def timeline_panel(game: str, title: str, line_of: Callable[[Ruleset], Line], board: Callable[[Any], int]) -> Panel:
    """Return the panel of a line under the rules in force; `board` returns the turn of a position, 0 where it has none."""

    def follow(session: Session) -> Followed:
        turn = board(session.position)
        return Followed({"turn": turn}, str(turn))

    def settle(rules: Ruleset, state: State) -> State:
        low, high = line_of(rules).turns
        return state.replace(turn=min(max(state.turn, low), high))

    def act(state: State, what: str, value: str, session: Session) -> State:
        """Go to a turn, or one further."""
        low, high = line_of(session.rules).turns
        number = int(value) if value.lstrip("-").isdecimal() and len(value) < 4 else None  # noqa: PLR2004 - no game has such a turn
        if number is None or what not in ("at", "step") or (what == "at" and not low <= number <= high):
            message = _("There is no turn {turn} here. Turns go from {low} to {high}.").format(turn=quote(value), low=low, high=high)
            raise InputError(message)
        return state.replace(turn=number if what == "at" else state.turn + number)

    def body(rules: Ruleset, state: State, seen: int) -> Iterator[Component]:
        line = line_of(rules)
        yield _head(line, state.turn, title)
        yield _table(line, state.turn, seen)
        yield Sentence(_now(line, state.turn, seen), kind="timeline-now")

    return Panel(
        KEY,
        game,
        title,
        body,
        fields=(Value("turn", 1, int_between(1, MOST_TURN), int), Own()),
        act=act,
        reads=lambda session: board(session.position),
        follow=follow,
        settle=settle,
        upgrade=lambda stored: {"turn": stored, "own": ANY},
        level=0,
    )


def _head(line: Line, turn: int, title: str) -> Custom:
    low, high = line.turns
    return Custom(
        _HEAD.format(
            title=title,
            turn=turn,
            low=low,
            high=high,
            less=_("One turn earlier"),
            more=_("One turn later"),
            least=_OFF if turn <= low else "",
            most=_OFF if turn >= high else "",
            slide=_("Turn"),
            spoken=turn_text(line, turn),
        )
    )


def _table(line: Line, turn: int, board: int) -> Table:
    turns = range(line.turns[0], line.turns[1] + 1)
    caption = _("Which rules hold on which turn")
    return Table(
        ["", *(_turn(each, turn, board) for each in turns)],
        [[_title(line.game, lane), *(_cell(lane, each, turn) for each in turns)] for lane in line.lanes],
        caption,
        kind="timeline-table",
        label=caption,
        hides_caption=True,
        row_kinds={place: "is-on" if lane.holds(turn) else "is-off" for place, lane in enumerate(line.lanes)},
        scroll_kind="timeline-scroll",
    )


def _turn(each: int, turn: int, board: int) -> Cell:
    game = _GAME.format(_("your game")) if each == board else Markup("")
    number = _CURRENT.format(each) if each == turn else Markup(str(each))  # noqa: S704 - a number
    return Cell(number + game, "is-now" if each == turn else "")


def _title(game: str, lane: Lane) -> Markup:
    return Markup("{} {}").format(lane.title, chip(game, lane.rule, f"timeline-{lane.key}", inline=True))


def _cell(lane: Lane, each: int, turn: int) -> Cell:
    now = " is-now" if each == turn else ""
    if not lane.holds(each):
        return Cell(_SIGN.format(sign="", words=_("no")), f"is-empty{now}")
    kind = "is-bar" if lane.lasts else "is-usual" if lane.is_usual else "is-once"
    words = _("holds") if lane.lasts else _("happens, as a rule") if lane.is_usual else _("happens")
    return Cell(_SIGN.format(sign=_BAR if lane.lasts else _DISC, words=words), kind + now)


def _now(line: Line, turn: int, board: int) -> Markup:
    """Draw what the turn brings, what else holds, and where the game beside it stands."""
    new, old = line.new_on(turn), [lane for lane in line.on(turn) if lane.first != turn]
    parts = Markup("<p>{}</p>").format(_("New on turn {n}:").format(n=turn) if new else _("Nothing new on turn {n}.").format(n=turn))
    if new:
        parts += _LIST.format(
            joined(
                _ITEM.format(title=lane.title, words=cited(line.game, f" {lane.words} [{lane.rule}]", f"now-{lane.key}")) for lane in new
            )
        )
    rules = ", ".join(str(lane.title) for lane in old)
    parts += Markup("<p>{}</p>").format(_("Still in force: {rules}.").format(rules=rules)) if rules else Markup("")
    return parts + (Markup("<p>{}</p>").format(_("Your game is on turn {n}.").format(n=board)) if board else Markup(""))
