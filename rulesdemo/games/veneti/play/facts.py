"""The words of the game: sides, moves, conditions and the steps of a turn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from rulesdemo.words import N_

Name = Callable[[str], str]
Words = Mapping[str, str]
SIDES_FIRST: Final[Words] = {"roman": N_("The Romans"), "veneti": N_("The Veneti")}  # at the beginning of a sentence

# -- what a ship does, as the log tells it ---------------------------------------------------------------------------------------------

AHEAD: Final = N_("{ship} goes ahead")
ABOUT: Final = N_("{ship} turns about")
VEERS: Final = {-1: N_("{ship} veers to port"), 1: N_("{ship} veers to starboard")}
BACKS: Final = {
    -1: N_("{ship} backs water, bow to port"),
    0: N_("{ship} backs water"),
    1: N_("{ship} backs water, bow to starboard"),
}
PIVOTS: Final = {
    ("bow", -1): N_("{ship} swings her bow and turns to port"),
    ("bow", 1): N_("{ship} swings her bow and turns to starboard"),
    ("stern", -1): N_("{ship} swings her stern and turns to port"),
    ("stern", 1): N_("{ship} swings her stern and turns to starboard"),
}
SAILS: Final = {  # by bearing and turn
    (-1, -1): N_("{ship} sails to port and turns to port"),
    (-1, 0): N_("{ship} sails to port"),
    (-1, 1): N_("{ship} sails to port and turns to starboard"),
    (0, -1): N_("{ship} sails straight on and turns to port"),
    (0, 0): N_("{ship} sails straight on"),
    (0, 1): N_("{ship} sails straight on and turns to starboard"),
    (1, -1): N_("{ship} sails to starboard and turns to port"),
    (1, 0): N_("{ship} sails to starboard"),
    (1, 1): N_("{ship} sails to starboard and turns to starboard"),
}

# -- moves that a ship does not make, by their names in the table of moves -------------------------------------------------------------

CANNOT: Final[Words] = {
    "ahead": N_("A sailing ship cannot ahead."),
    "veer": N_("A sailing ship cannot veer."),
    "step_and_turn": N_("A sailing ship cannot step and turn."),
    "pivot": N_("A sailing ship cannot pivot."),
    "about_turn": N_("A sailing ship cannot about turn."),
    "back": N_("A sailing ship cannot back."),
}
CANNOT_AT_MAXIMUM: Final[Words] = {
    "ahead": N_("{ship} is at Maximum speed and cannot ahead."),
    "veer": N_("{ship} is at Maximum speed and cannot veer."),
    "step_and_turn": N_("{ship} is at Maximum speed and cannot step and turn."),
    "pivot": N_("{ship} is at Maximum speed and cannot pivot."),
    "about_turn": N_("{ship} is at Maximum speed and cannot about turn."),
    "back": N_("{ship} is at Maximum speed and cannot back."),
}

# -- how things stand ------------------------------------------------------------------------------------------------------------------

STEPS: Final[Words] = {
    "leaders": N_("leaders"),
    "wind": N_("wind"),
    "squadrons": N_("squadrons"),
    "initiative": N_("initiative"),
    "first": N_("first"),
    "speed": N_("speed"),
    "squadron": N_("squadron"),
    "confusion": N_("confusion"),
    "move": N_("move"),
    "fatigue": N_("fatigue"),
    "board": N_("boarding"),
    "pass": N_("pass"),
    "individual": N_("individual"),
    "fires": N_("fires"),
    "spread": N_("spread"),
    "recovery": N_("recovery"),
    "victory": N_("victory"),
}
KINDS: Final = {  # by the side that controls the ship
    ("roman", "galley"): N_("roman galley"),
    ("roman", "sail"): N_("roman sail"),
    ("veneti", "galley"): N_("veneti galley"),
    ("veneti", "sail"): N_("veneti sail"),
}
TYPES: Final = {  # by the side that built her
    ("roman", "galley"): N_("Roman galley"),
    ("roman", "sail"): N_("Roman sailing ship"),
    ("veneti", "galley"): N_("Veneti galley"),
    ("veneti", "sail"): N_("Veneti sailing ship"),
}
GONE: Final = {
    ("roman", "aground"): N_("{ship} (roman): aground"),
    ("roman", "burnt"): N_("{ship} (roman): burnt"),
    ("veneti", "aground"): N_("{ship} (veneti): aground"),
    ("veneti", "burnt"): N_("{ship} (veneti): burnt"),
}
CONDITIONS: Final[Words] = {
    "maximum": N_("maximum"),
    "immobilised": N_("immobilised"),
    "crippled": N_("crippled"),
    "on_fire": N_("on fire"),
    "captured": N_("captured"),
    "recaptured": N_("recaptured"),
}
