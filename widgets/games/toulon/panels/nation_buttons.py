"""The buttons of nations: letters on the nation's colour, and its name."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.operations import NATIONS
from widgets.games.toulon import names

_LETTERS: Final = Markup('<b class="letters" style="background:{fill};color:{ink}" aria-hidden="true">{letters}</b> ')
OPTIONS: Final = {nation: names.NATIONS[nation].name for nation in NATIONS}


def letters(purse: str) -> Markup:
    """Draw the letters of a nation, a wing or Bonaparte on their colour."""
    nation = names.nation_of(purse)
    return _LETTERS.format(fill=nation.fill, ink=nation.ink, letters=nation.letters)


def button_face(nation: str) -> Markup:
    """Draw what stands on the button of a nation."""
    return letters(nation) + str(names.NATIONS[nation].name)
