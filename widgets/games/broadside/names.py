"""What the sides, the types of ships and the points of sailing of Broadside are called, in the middle of a sentence or in a control."""

from __future__ import annotations

from typing import Final

from rulesdemo.words import N_

SIDES: Final = {"french": N_("French"), "british": N_("British")}
# Ships by side and type: an adjective and its noun are one message.
SHIPS: Final = {
    ("french", "seventy_four"): N_("French two-decker"),
    ("british", "seventy_four"): N_("British two-decker"),
    ("french", "frigate"): N_("French frigate"),
    ("british", "frigate"): N_("British frigate"),
    ("french", "fort"): N_("French fort"),
    ("british", "fort"): N_("British fort"),
}
KINDS: Final = {"seventy_four": N_("two-decker"), "frigate": N_("frigate"), "fort": N_("fort")}
POINTS: Final = {"A": N_("head to wind"), "B": N_("close-hauled"), "C": N_("reaching"), "D": N_("running")}
# As the words of a control.
SHIP_CHOICES: Final = {"seventy_four": N_("Two-decker"), "frigate": N_("Frigate")}
POINT_CHOICES: Final = {"B": N_("B close-hauled"), "C": N_("C reaching"), "D": N_("D running")}
SKIES: Final = {"clear": N_("clear"), "fog": N_("fog"), "rain": N_("rain"), "heavy_rain": N_("heavy rain")}
ADMIRALS: Final = {"chief": N_("The chief admiral's flag flies here."), "second": N_("A second admiral's flag flies here.")}
CRITICALS: Final = {
    "gunner_dead": N_("gunner dead"),
    "captain_dead": N_("captain dead"),
    "rigging_m": N_("rigging cut"),
    "officers_dead": N_("officers dead"),
    "rigging_inertia": N_("rigging torn"),
    "guns_loose": N_("guns loose"),
    "small_leak": N_("small leak"),
    "explosion": N_("explosion"),
    "large_leak": N_("large leak"),
    "fire": N_("fire"),
}
