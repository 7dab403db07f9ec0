"""The rules of a chapter as cards: press a number, and the whole account of that rule opens; a link leads to all rules of the game."""

from __future__ import annotations

from typing import Any, Final

from markupsafe import Markup

from rulesdemo.errors import InputError
from rulesdemo.rules.rule_index import rule
from rulesdemo.words import _
from widgets.chapter.rule_card import RuleCard, rule_link
from widgets.play.session import Desk
from widgets.web.badges import joined

_SHELF: Final = Markup(
    '<section class="shelf" aria-labelledby="shelf-title"><h3 id="shelf-title">{title}</h3>'
    '<div class="shelf-rules" role="group" aria-labelledby="shelf-title">{buttons}</div>{card}</section>'
)
_BUTTON: Final = Markup(
    '<button type="button" id="shelf-{key}" data-do="extra" data-name="shelf:open" data-by="{number}" aria-pressed="{is_open}" '
    'title="{title}">{number}</button>'
)
_LINK: Final = Markup('<p class="shelf-more"><a href="{address}">{words}</a></p>')


class RuleShelf:
    """The rules that a chapter teaches, one of them open."""

    def __init__(self, game: str, *numbers: str) -> None:
        """Begin with no card open."""
        self.key = "shelf"
        self.game = game
        self.numbers = numbers
        self.open = ""

    def html(self, _desk: Desk) -> Markup:
        """Draw the numbers, and the card that is open."""
        card = Markup("")
        if self.open:
            words = _("Rule {number} among all rules").format(number=self.open)
            link = _LINK.format(address=rule_link(self.game, self.open), words=words)
            card = RuleCard.of(self.game, self.open, "shelf-card").html() + link
        return _SHELF.format(title=_("The rules of this chapter, card by card"), buttons=joined(map(self._button, self.numbers)), card=card)

    def act(self, what: str, value: str, _desk: Desk) -> None:
        """Open a card, or close it again."""
        if what != "open" or value not in self.numbers:
            message = _("This chapter has no card of rule {number}.").format(number=value[:40])
            raise InputError(message)
        self.open = "" if value == self.open else value

    def stored_state(self) -> str:
        """Return the card that is open."""
        return self.open

    def restore(self, stored: Any) -> None:  # noqa: ANN401 - whatever a browser brings
        """Open it again."""
        if isinstance(stored, str) and stored in ("", *self.numbers):
            self.open = stored

    def _button(self, number: str) -> Markup:
        is_open = "true" if number == self.open else "false"
        return _BUTTON.format(key=number.replace(" ", "-"), number=number, is_open=is_open, title=rule(self.game, number).title)
