"""The sequence of play of Broadside in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.broadside.play.facts import SIDES_FIRST
from rulesdemo.games.broadside.play.sequence import SEQUENCE
from rulesdemo.games.broadside.play.state import Position
from rulesdemo.words import N_
from widgets.play.turn_track import Plan, StepWords

PHASES: Final = {
    "1 weather": N_("Weather"),
    "2 command": N_("Command"),
    "3 orders": N_("Orders"),
    "4 movement": N_("Movement"),
    "5-1 boarding": N_("Boarding"),
    "5-2 broadsides": N_("Broadsides"),
    "6 damage": N_("Damage"),
    "7 surrender": N_("Surrender"),
}
STEPS: Final = {
    "begin": StepWords(N_("New turn"), N_("Anchors and full sail that take a turn are down, up or set.")),
    "start": StepWords(N_("First weather"), N_("Three dice, where the scenario names no weather."), is_rare=True),
    "weather": StepWords(N_("Weather"), N_("A die: the wind rises, drops or turns.")),
    "command": StepWords(N_("Command"), N_("See who is in command, and how far ahead each ship writes.")),
    "orders": StepWords(N_("Orders"), N_("Each side writes in secret, and closes its logs.")),
    "move": StepWords(N_("Movement"), N_("All orders are opened and carried out together; shared hexes are settled.")),
    "boarding": StepWords(N_("Boarding"), N_("Three rounds, where enemies are locked together."), is_rare=True),
    "aim": StepWords(N_("Targets"), N_("Each ship has one target; both sides choose in secret.")),
    "fire": StepWords(N_("Broadsides"), N_("A die for each ship that fires. All fire at once.")),
    "hits": StepWords(N_("Hits"), N_("What the broadsides did is marked.")),
    "masts": StepWords(N_("Masts"), N_("A die for each hull section that was emptied."), is_rare=True),
    "blasts": StepWords(N_("Explosions"), N_("Magazines that were hit go up."), is_rare=True),
    "leaks": StepWords(N_("Leaks"), N_("What leaks of earlier turns cost, and whether they are repaired."), is_rare=True),
    "fires": StepWords(N_("Fires"), N_("A die for each ship that burns from an earlier turn."), is_rare=True),
    "more_masts": StepWords(N_("Masts again"), N_("A die for each section that a blast, a leak or a fire has emptied."), is_rare=True),
    "surrender": StepWords(N_("Surrender"), N_("Ships without hull sink, strike or are retaken.")),
    "victory": StepWords(N_("Victory"), N_("See whether the battle is decided.")),
}
PLAN: Final[Plan[Position]] = Plan("broadside", SEQUENCE, PHASES, STEPS, SIDES_FIRST)
