"""The buttons of nations: letters on the nation's colour, and its name."""

from __future__ import annotations

from typing import Final

from markupsafe import Markup

from rulesdemo.games.toulon.operations import NATIONS
from rulesdemo.words import N_
from widgets.games.toulon import names
from widgets.games.toulon.names import Nation
from widgets.scene.palette import BLUE

_LETTERS: Final = Markup('<b class="letters" style="background:{fill};color:{ink}" aria-hidden="true">{letters}</b> ')
BONAPARTE: Final = Nation(N_("Bonaparte"), N_("Bo"), BLUE)
OPTIONS: Final = {nation: names.NATIONS[nation].name for nation in NATIONS}


def nation_of(purse: str) -> Nation:
    """Return the nation or wing of a purse; Bonaparte has a purse and colours of his own."""
    return names.NATIONS.get(purse, BONAPARTE)


def letters(purse: str) -> Markup:
    """Draw the letters of a nation, a wing or Bonaparte on their colour."""
    nation = nation_of(purse)
    return _LETTERS.format(fill=nation.fill, ink=nation.ink, letters=nation.letters)


def button_face(nation: str) -> Markup:
    """Draw what stands on the button of a nation."""
    return letters(nation) + str(names.NATIONS[nation].name)
