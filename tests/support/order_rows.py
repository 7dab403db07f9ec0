"""What the rows of every game keep to."""

from __future__ import annotations

from rulesdemo.rules.rule_index import rules_of
from widgets.play.game_guide import OrderText


def is_well_said(said: OrderText, game: str) -> bool:
    """A title that begins with a capital, without holes or empty names in it, a second line of the same kind, and a rule of the game."""
    return said.rule in rules_of(game) and all(
        words == words.strip()
        and words[:1].isupper() + words[:1].isdigit()
        and words[-1] not in ".,:;"
        and "{" not in words
        and "  " not in words
        for words in (said.title, said.line)
    )
