"""Replays a recorded game step by step: the board as it was, the order, the dice that fell and what came of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.play.history import History
from rulesdemo.play.log import lines
from rulesdemo.play.saves import recorded_game
from rulesdemo.words import N_, _
from widgets.play.board_sizes import BOARD
from widgets.play.game_guide import Guide, Look
from widgets.play.log_view import LogView
from widgets.play.session import Desk
from widgets.scene import svg
from widgets.scene.text_painter import words as spoken
from widgets.web.badges import joined
from widgets.web.phrases import unknown
from widgets.web.rule_links import cited

# Buttons: what each does, and its words.
MOVES: Final = {
    "start": N_("Start"),
    "back": N_("← Back"),
    "next": N_("Next →"),
    "part": N_("Next part"),
    "end": N_("End"),
}

_PANEL: Final = Markup(
    '<section class="record" aria-labelledby="replay-title"><h3 id="replay-title">{title}</h3>'
    '<div class="record-board"><div class="record-scroll" tabindex="0" role="region" aria-label="{seen}">{board}</div>'
    '<details class="fold in-words" id="replay-words"><summary>{words_title}</summary><p>{words}</p></details>'
    '</div><div class="record-side"><div class="record-buttons" role="group" aria-label="{label}">{buttons}</div>'
    '<div class="record-now" role="status"><b>{step}</b> <span>{asked}</span>{order}</div>{log}</div></section>'
)
_BUTTON: Final = Markup('<button type="button" id="replay-{what}" data-do="extra" data-name="replay:{what}"{off}>{words}</button>')
_OFF: Final = Markup(" disabled")


@dataclass(slots=True)
class Replay:
    """A record, and the step at which the reader stands."""

    game: str
    record: str
    window: tuple[str, str] | None = None
    step: int = 0
    key: str = "replay"
    _known: dict[int, Markup] = field(default_factory=dict)  # by step; nothing in a record changes

    @property
    def whole(self) -> History[Any]:
        """Return the whole record."""
        return recorded_game(self.game, self.record)

    # -- what a reader can do ----------------------------------------------------------------------------------------------------------

    def act(self, what: str, _value: str, _desk: Desk) -> None:
        """Go to another step."""
        last = self.whole.steps
        places = {"start": 0, "back": self.step - 1, "next": self.step + 1, "part": self._part(), "end": last}
        if what not in places:
            raise unknown(what)
        if not 0 <= places[what] <= last:
            message = _("The record has steps 0 to {last}.").format(last=last)
            raise InputError(message)
        self.step = places[what]

    def _part(self) -> int:
        """Return the next step at which the decision is of another kind or another side's; the end if there is none."""
        whole, last = self.whole, self.whole.steps
        kinds = [_decision_kind(whole.at(step)) for step in range(self.step, last + 1)]
        return next((self.step + far for far, each in enumerate(kinds) if each != kinds[0]), last)

    def stored_state(self) -> int:
        """Return the step."""
        return self.step

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Go to the step again, if there is such a one."""
        if type(stored) is int and 0 <= stored <= self.whole.steps:
            self.step = stored

    # -- as text -----------------------------------------------------------------------------------------------------------------------

    def html(self, desk: Desk) -> Markup:
        """Draw the panel as it is now."""
        if self.step not in self._known:
            self._known[self.step] = self._render(desk.guide)
        return self._known[self.step]

    def _render(self, guide: Guide) -> Markup:
        now, last = self.whole.at(self.step), self.whole.steps
        drawn = guide.scene(now.position, Look(size=BOARD, window=self.window))
        decision = now.decision
        asleep = ("start", "back") if self.step == 0 else ("next", "part", "end") if self.step == last else ()
        return _PANEL.format(
            title=_("A recorded game: {title}").format(title=guide.title(now.scenario)),
            board=Markup(svg.svg(drawn, "replayed")),  # noqa: S704 - our own painter, which escapes every word
            seen=_("The recorded board"),
            words_title=_("The recorded board in words"),
            words=spoken(drawn),
            label=_("Replay"),
            buttons=joined(_BUTTON.format(what=what, words=words, off=_OFF if what in asleep else "") for what, words in MOVES.items()),
            step=_("Step {n} of {last}.").format(n=self.step, last=last),
            asked=_("Here the record ends.") if self.step == last or decision is None else decision.prompt,
            order=self._order_html(guide, now),
            log=LogView(self.game, tuple(lines(now)), title=_("What has happened"), key="record").html(),
        )

    def _order_html(self, guide: Guide, now: History[Any]) -> Markup:
        """Draw the order that the record gives here, and the rule it is given by."""
        if not now.undone:
            return Markup("")
        text = guide.say(now.position, now.undone[0].order)
        words = _("The order given: {title}. {line}. [{rule}]").format(title=text.title, line=text.line, rule=text.rule)
        return Markup('<div class="record-order">{}</div>').format(cited(self.game, words, "replay-order"))


def _decision_kind(history: History[Any]) -> tuple[Any, ...] | None:
    """Return who decides what kind of thing; None when the game is over."""
    decision = history.decision
    return None if decision is None else (decision.side, decision.orders)
