"""Shows a move that all made together in slow motion: by buttons, by a slider, by keys, or played through.

Nothing moves by itself: it plays only when the reader says so, and where he has asked for less motion there is no such button.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from rulesdemo.words import _
from widgets.web.badges import joined
from widgets.web.rule_links import cited

PACE: Final = 900  # milliseconds for a picture
KEYS: Final = {",": "before", ".": "after"}
_PANEL: Final = Markup(
    '<div class="slow" role="group" aria-label="{label}"><span class="slow-title">{label}</span>{buttons}'
    '<input class="slider" type="range" min="0" max="{most}" value="{most}" step="1" id="slow-slider" data-set="slow" '
    'aria-label="{slider}">'
    "{more}</div>"
)
_BUTTON: Final = Markup('<button type="button" id="slow-{name}" data-do="slow" data-name="{name}"{label}>{words}</button>')
_LABEL: Final = Markup(' aria-label="{}"')
_SAID: Final = Markup('<div class="slow-said" role="status"><b>{step}</b> {words}</div>')


@dataclass(slots=True)
class SlowMotion:
    """How far the reader has got; None while he looks at the game."""

    step: int | None = None
    is_playing: bool = False

    def go(self, name: str, last: int) -> None:
        """Go to the first picture, the one before or after, the last; play, stop, or go back to the game."""
        here = last if self.step is None else min(self.step, last)
        if name == "play":
            self.step, self.is_playing = 0, True
            return
        self.is_playing = False
        if name == "end":
            self.step = None
            return
        steps = {"first": 0, "before": here - 1, "after": here + 1, "last": last}
        self.step = max(0, min(last, steps.get(name, here)))

    def tick(self, last: int) -> None:
        """Go one picture on, while it plays."""
        if self.is_playing and self.step is not None:
            self.step = min(last, self.step + 1)
            self.is_playing = self.step < last

    def stop(self) -> None:
        """Go back to the game."""
        self.step, self.is_playing = None, False

    def html(self, last: int) -> Markup:
        """Draw the controls; where the slider stands is sent apart, so that it is not written anew under the reader's finger."""
        if last < 1:  # nobody has moved
            return Markup("")
        steps = (("before", "◂", _("One hex back")), ("after", "▸", _("One hex on")))
        buttons = joined(_BUTTON.format(name=name, label=_LABEL.format(words), words=sign) for name, sign, words in steps)
        more = [("stop", _("Stop")) if self.is_playing else ("play", _("Play"))]
        more += [("end", _("Back to the game"))] if self.step is not None else []
        return _PANEL.format(
            label=_("The last move in slow motion"),
            buttons=buttons,
            most=last,
            slider=_("Moments of the move"),
            more=joined(_BUTTON.format(name=name, label="", words=words) for name, words in more),
        )

    def moment_html(self, game: str, words: tuple[str, ...]) -> Markup:
        """Draw the sentence about the moment on the picture."""
        if self.step is None or not words:
            return Markup("")
        here = min(self.step, len(words) - 1)
        step = _("Moment {n} of {last}.").format(n=here, last=len(words) - 1)
        return _SAID.format(step=step, words=cited(game, words[here], f"slow-{here}"))
