"""A practice board with something in hand and a place where the keys are, which tells what has just happened, or why it did not."""

from __future__ import annotations

from dataclasses import replace

from markupsafe import Markup

from rulesdemo.board.hexes import Hex
from rulesdemo.play.engine import Refusal
from rulesdemo.words import _
from widgets.board.try_out_board import PracticeBoard
from widgets.play.game_guide import Look
from widgets.web.rule_links import cited


class TellingBoard(PracticeBoard):
    """What boards share whose pieces are carried."""

    def begin(self, selected: str, words: str) -> None:
        """Begin with one piece selected and none in hand, and tell these words."""
        self.selected = selected
        self.held = ""
        self.focus: Hex | None = None
        self.is_keyed = False
        self.refusal: Refusal | None = None
        self.told = words

    def looked(self) -> Look:
        """Return the look with the piece that is selected, and where the keys are."""
        return replace(self.look, selected=self.selected, focus=self.focus if self.is_keyed else None)

    def say(self, words: str) -> None:
        """Tell this next; what was refused is over."""
        self.refusal, self.told = None, words

    def refuse(self, refusal: Refusal) -> None:
        """Tell why not."""
        self.refusal, self.told = refusal, ""

    def said(self) -> Markup:
        """Draw what has just happened, or why it did not."""
        key, game = f"{self.prefix}-said", self.guide.game
        if self.refusal is not None:
            words = cited(game, _("Refused. {words}").format(words=self.refusal), key)
            return Markup('<div class="practice-said is-refused">{}</div>').format(words)
        return Markup('<div class="practice-said">{}</div>').format(cited(game, self.told, key))
