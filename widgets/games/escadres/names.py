"""What the sides and the types of ships of Escadres are called in the middle of a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulesdemo.words import N_, _

SIDES: Final = {"french": N_("French"), "british": N_("British")}
KINDS: Final = {"three_decker": N_("three-decker"), "seventy_four": N_("two-decker"), "frigate": N_("frigate"), "brig": N_("brig")}
# Ships by side and type: an adjective and its noun are one message.
OF_SIDE: Final = {
    ("french", "three_decker"): N_("French three-decker"),
    ("british", "three_decker"): N_("British three-decker"),
    ("french", "seventy_four"): N_("French two-decker"),
    ("british", "seventy_four"): N_("British two-decker"),
    ("french", "frigate"): N_("French frigate"),
    ("british", "frigate"): N_("British frigate"),
    ("french", "brig"): N_("French brig"),
    ("british", "brig"): N_("British brig"),
}


def no_more(lacking: Sequence[str]) -> str:
    """Return what a ship has none of, as it stands after "no".

    >>> no_more(["crew"]), no_more(["power", "crew"])
    ('crew', 'power and no crew')
    """
    one, *rest = lacking
    return _("{one} and no {other}").format(one=one, other=rest[0]) if rest else one
