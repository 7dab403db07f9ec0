"""What the sides and the types of ships of Escadres are called in the middle of a sentence."""

from __future__ import annotations

from typing import Final

from rulesdemo.words import N_

SIDES: Final = {"french": N_("French"), "british": N_("British")}
KINDS: Final = {"three_decker": N_("three-decker"), "seventy_four": N_("two-decker"), "frigate": N_("frigate"), "brig": N_("brig")}
