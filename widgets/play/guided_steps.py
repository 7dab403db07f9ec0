"""Leads a newcomer through a set piece: one instruction at a time, an answer to each miss, and what was learned at the end.

A game lists its steps. Which is the present one follows from the position alone, so that undo, redo and a reload lead to the right one;
only the reader's first refusal, which leaves no trace in a game, is remembered here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.words import _
from widgets.play.session import Desk
from widgets.web.badges import joined
from widgets.web.rule_links import cited

_STEPS: Final = Markup(
    '<section class="guided" aria-labelledby="guided-title"><div class="guided-head"><h2 id="guided-title">{title}</h2>'
    '<ol class="guided-track">{track}</ol></div><div class="guided-now" role="status">{words}{miss}</div>{more}</section>'
)
_MARK: Final = Markup('<li class="{kind}"{current}><span aria-hidden="true"></span><span class="sr">{name}</span></li>')
_SAID: Final = Markup('<p class="guided-words">{}</p>')
_MISS: Final = Markup('<p class="guided-miss">{}</p>')
_BUTTON: Final = Markup('<button type="button" data-do="{do}">{words}</button>')
_LEARNED: Final = Markup('<p class="guided-words">{}</p><ol class="guided-learned">{}</ol><div class="row">{}</div>')
_LINK: Final = Markup('<a class="button{kind}" href="{href}">{words}</a>')


class Miss(NamedTuple):
    """What went another way than the instruction said: a sentence, and the act of the page that leads back, if one does."""

    words: str
    do: str = ""
    button: str = ""


class GuidedStep(NamedTuple):
    """One instruction: its name, what to do, how it is answered when that went wrong, and what the position shows once it is done."""

    name: str
    words: Callable[[Desk], str]
    is_done: Callable[[Desk], bool]
    miss: Callable[[Desk], Miss | None]


class GuidedSteps:
    """The panel above the board. The first step is the refusal: it is done once something was refused, or an order was given."""

    key = "guided"

    def __init__(self, title: str, steps: Sequence[GuidedStep], learned: Sequence[str], *ways: tuple[str, str]) -> None:
        """Begin at the first step; `learned` are the rules that the reader knows at the end, and each way on is an address and a name."""
        self.title = title
        self.steps = tuple(steps)
        self.learned = tuple(learned)
        self.ways = ways
        self.was_refused = False

    def now(self, desk: Desk) -> int:
        """Return the place of the first step that is not done: as many as there are when all is done."""
        self.was_refused = self.was_refused or desk.refusal is not None
        done = [place for place, step in enumerate(self.steps) if step.is_done(desk)]
        first = 1 if self.was_refused or desk.can_undo else 0
        return max([first, *(place + 1 for place in done)])

    def html(self, desk: Desk) -> Markup:
        """Draw the present instruction."""
        here = self.now(desk)
        track = joined(
            _MARK.format(
                kind="done" if place < here else "now" if place == here else "to-come",
                current=Markup(' aria-current="step"') if place == here else "",
                name=_(step.name),
            )
            for place, step in enumerate(self.steps)
        )
        if here == len(self.steps):
            return _STEPS.format(title=_(self.title), track=track, words=self._end(desk), miss="", more="")
        step = self.steps[here]
        miss = step.miss(desk)
        more = _BUTTON.format(do=miss.do, words=miss.button) if miss is not None and miss.do else Markup("")
        said = _MISS.format(cited(desk.guide.game, miss.words, "guided-miss")) if miss is not None else Markup("")
        words = _SAID.format(cited(desk.guide.game, step.words(desk), "guided-now"))
        return _STEPS.format(title=_(self.title), track=track, words=words, miss=said, more=more)

    def _end(self, desk: Desk) -> Markup:
        rules = (cited(desk.guide.game, _(words), f"learned-{n}") for n, words in enumerate(self.learned))
        ways = (_LINK.format(kind="" if n else " first", href=href, words=_(words)) for n, (href, words) in enumerate(self.ways))
        return _LEARNED.format(_("You know three rules. Go on here:"), joined(map(Markup("<li>{}</li>").format, rules)), joined(ways))

    def act(self, what: str, value: str, desk: Desk) -> None:  # noqa: ARG002 - the board is played on
        """Refuse every press: the panel has no controls of its own."""
        message = _("Play on the board; the instruction follows.")
        raise InputError(message)

    def stored_state(self) -> bool:
        """Return whether something was refused already."""
        return self.was_refused

    def restore(self, stored: Any) -> bool | None:  # noqa: ANN401 - whatever a browser brings
        """Stand at the step after the first refusal, if there was one."""
        if not isinstance(stored, bool):
            return False
        self.was_refused = stored
        return None
