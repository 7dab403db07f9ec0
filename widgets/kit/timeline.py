"""A line of turns that one can scrub: which rules hold on which turn, what happens on one, and what is new. It knows no game.

A `Line` is what is drawn: turns, and lanes with the turn from which, or on which, each holds. `Timeline` is the same as a panel of a
chapter; its slider works by pointer, touch and keyboard.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, ngettext
from widgets.web.badges import chip, joined
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited

if TYPE_CHECKING:
    from widgets.play.session import Desk

KEY: Final = "timeline"


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
        """Whether it holds, or happens, on a turn.

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
        """The lanes that hold on a turn."""
        return tuple(lane for lane in self.lanes if lane.holds(turn))

    def new_on(self, turn: int) -> tuple[Lane, ...]:
        """The lanes that begin, or happen, on a turn."""
        return tuple(lane for lane in self.lanes if lane.first == turn)


_PANEL: Final = Markup(
    '<section class="timeline" aria-labelledby="timeline-title"><div class="timeline-head"><h3 id="timeline-title">{title}</h3>'
    '<div class="stepper"><button type="button" id="timeline-less" data-do="extra" data-name="timeline:step" data-by="-1" '
    'aria-label="{less}"{least}>−</button><output class="number" aria-live="polite">{turn}</output><button type="button" '
    'id="timeline-more" data-do="extra" data-name="timeline:step" data-by="1" aria-label="{more}"{most}>+</button></div></div>'
    '<input class="slider timeline-slider" type="range" min="{low}" max="{high}" step="1" id="timeline-at" data-set="extra:timeline:at" '
    'value="{turn}" aria-label="{slide}" aria-valuetext="{told}">'
    '<div class="timeline-scroll" tabindex="0" role="region" aria-label="{caption}"><table class="timeline-table">'
    '<caption class="sr">{caption}</caption><thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'
    '<div class="timeline-now" role="status">{now}</div></section>'
)
_HEAD: Final = Markup('<th scope="col" class="{kind}"{current}>{turn}{game}</th>')
_GAME: Final = Markup('<span class="timeline-game" aria-hidden="true"></span><span class="sr">, {}</span>')
_CURRENT: Final = Markup(' aria-current="true"')
_ROW: Final = Markup('<tr class="{kind}"><th scope="row">{title} {chip}</th>{cells}</tr>')
_CELL: Final = Markup('<td class="{kind}">{sign}<span class="sr">{said}</span></td>')
_DISC: Final = Markup('<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6"/></svg>')
_BAR: Final = Markup(
    '<svg viewBox="0 0 16 16" width="100%" height="16" preserveAspectRatio="none" aria-hidden="true">'
    '<rect y="4" width="16" height="8"/></svg>'
)
_LIST: Final = Markup("<ul>{}</ul>")
_ITEM: Final = Markup("<li><b>{title}</b>{words}</li>")
_OFF: Final = Markup(" disabled")


def told(line: Line, turn: int) -> str:
    """A turn for somebody who listens: how many rules hold, and what is new."""
    number = len(line.on(turn))
    words = _("Turn {turn}, {rules}").format(turn=turn, rules=ngettext("{n} rule", "{n} rules", number).format(n=number))
    new = ", ".join(lane.title for lane in line.new_on(turn))
    return f"{words}; {_('new')}: {new}" if new else words


@cached
def timeline(line: Line, turn: int, title: str, board: int = 0) -> Markup:
    """The line as text, with a turn in hand; `board` is the turn of the game beside it, if there is one."""
    low, high = line.turns
    turns = range(low, high + 1)
    return _PANEL.format(
        title=title,
        turn=turn,
        low=low,
        high=high,
        less=_("One turn earlier"),
        more=_("One turn later"),
        least=_OFF if turn <= low else "",
        most=_OFF if turn >= high else "",
        slide=_("Turn"),
        told=told(line, turn),
        caption=_("Which rules hold on which turn"),
        heads=joined(
            _HEAD.format(
                turn=each,
                kind="is-now" if each == turn else "",
                current=_CURRENT if each == turn else "",
                game=_GAME.format(_("your game")) if each == board else "",
            )
            for each in turns
        ),
        rows=joined(_row(line, lane, turn) for lane in line.lanes),
        now=_now(line, turn, board),
    )


def _row(line: Line, lane: Lane, turn: int) -> Markup:
    low, high = line.turns
    kind = "is-on" if lane.holds(turn) else "is-off"
    cells = joined(_cell(lane, each, turn) for each in range(low, high + 1))
    return _ROW.format(kind=kind, title=lane.title, chip=chip(line.game, lane.rule, f"timeline-{lane.key}", inline=True), cells=cells)


def _cell(lane: Lane, each: int, turn: int) -> Markup:
    now = " is-now" if each == turn else ""
    if not lane.holds(each):
        return _CELL.format(kind=f"is-empty{now}", sign="", said=_("no"))
    kind = "is-bar" if lane.lasts else "is-usual" if lane.is_usual else "is-once"
    said = _("holds") if lane.lasts else _("happens, as a rule") if lane.is_usual else _("happens")
    return _CELL.format(kind=kind + now, sign=_BAR if lane.lasts else _DISC, said=said)


def _now(line: Line, turn: int, board: int) -> Markup:
    """What the turn brings, what else holds, and where the game beside it stands."""
    new, old = line.new_on(turn), [lane for lane in line.on(turn) if lane.first != turn]
    parts = Markup("<p>{}</p>").format(_("New on turn {n}:").format(n=turn) if new else _("Nothing new on turn {n}.").format(n=turn))
    if new:
        parts += _LIST.format(
            joined(
                _ITEM.format(title=lane.title, words=cited(line.game, f" {lane.words} [{lane.rule}]", f"now-{lane.key}")) for lane in new
            )
        )
    held = ", ".join(lane.title for lane in old)
    parts += Markup("<p>{}</p>").format(_("Still in force: {rules}.").format(rules=held)) if held else Markup("")
    return parts + (Markup("<p>{}</p>").format(_("Your game is on turn {n}.").format(n=board)) if board else Markup(""))


@dataclass(slots=True)
class Timeline:
    """The line as a panel: the turn in hand. `line_of` gives the line under the rules of the desk.

    With `board`, which tells the turn of a position, the line goes along whenever the game beside it comes to another turn.
    """

    line_of: Callable[[Ruleset], Line]
    turn: int = 1
    title: str = ""
    board: Callable[[Any], int] | None = None
    key: str = field(default=KEY, init=False)
    _seen: int = field(default=0, init=False)  # the turn of the game when it was last looked at

    def html(self, desk: Desk) -> Markup:
        """The panel as it is now."""
        line = self.line_of(desk.rules)
        there = 0 if self.board is None else self.board(desk.position)
        if self._seen and there != self._seen:
            self.turn = there
        self._seen = there
        self.turn = min(max(self.turn, line.turns[0]), line.turns[1])
        return timeline(line, self.turn, self.title or _("Turn by turn"), there)

    def act(self, what: str, value: str, desk: Desk) -> None:
        """Go to a turn, or one further."""
        low, high = self.line_of(desk.rules).turns
        number = int(value) if value.lstrip("-").isdigit() and len(value) < 4 else None  # noqa: PLR2004 - no game has so many turns
        if number is None or what not in ("at", "step") or (what == "at" and not low <= number <= high):
            message = _("There is no turn {turn} here. Turns go from {low} to {high}.").format(turn=repr(value[:20]), low=low, high=high)
            raise InputError(message)
        self.turn = number if what == "at" else min(max(self.turn + number, low), high)

    def kept(self) -> Any:  # noqa: ANN401 - plain JSON
        """The turn."""
        return self.turn

    def restore(self, kept: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Stand again on the turn that was kept."""
        if isinstance(kept, int) and not isinstance(kept, bool) and kept > 0:
            self.turn = kept
