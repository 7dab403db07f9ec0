"""What the sides, the types of ships and the points of sailing of Broadside are called in the middle of a sentence."""

from __future__ import annotations

from typing import Final

from widgets.web.phrases import _

SIDES: Final = {"french": _("French"), "british": _("British")}
KINDS: Final = {"seventy_four": _("two-decker"), "frigate": _("frigate"), "fort": _("fort")}
POINTS: Final = {"A": _("head to wind"), "B": _("close-hauled"), "C": _("reaching"), "D": _("running")}
SKIES: Final = {"clear": _("clear"), "fog": _("fog"), "rain": _("rain"), "heavy_rain": _("heavy rain")}
ADMIRALS: Final = {"chief": _("The chief admiral's flag flies here."), "second": _("A second admiral's flag flies here.")}
CRITICALS: Final = {
    "gunner_dead": _("gunner dead"),
    "captain_dead": _("captain dead"),
    "rigging_m": _("rigging cut"),
    "officers_dead": _("officers dead"),
    "rigging_inertia": _("rigging torn"),
    "guns_loose": _("guns loose"),
    "small_leak": _("small leak"),
    "explosion": _("explosion"),
    "large_leak": _("large leak"),
    "fire": _("fire"),
}
