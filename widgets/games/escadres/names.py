"""What the sides and the types of ships of Escadres are called in the middle of a sentence."""

from __future__ import annotations

from typing import Final

from widgets.web.phrases import _

SIDES: Final = {"french": _("French"), "british": _("British")}
KINDS: Final = {"three_decker": _("three-decker"), "seventy_four": _("two-decker"), "frigate": _("frigate"), "brig": _("brig")}
