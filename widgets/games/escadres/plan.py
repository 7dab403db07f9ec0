"""The sequence of play of Escadres in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.escadres.play.facts import SIDES_FIRST
from rulesdemo.games.escadres.play.sequence import SEQUENCE
from rulesdemo.games.escadres.play.state import Position
from rulesdemo.words import N_
from widgets.play.turn_track import Plan, StepWords

PHASES: Final = {"ships": N_("Ships play"), "end": N_("End of the turn")}
STEPS: Final = {
    "begin": StepWords(N_("Fill the bag"), N_("The chits of all ships that still fight go into the bag.")),
    "draw": StepWords(N_("Draw"), N_("One chit. The ship that it names plays now.")),
    "move": StepWords(N_("Move"), N_("She spends her steps: straight on, or a turn.")),
    "fire": StepWords(N_("Fire"), N_("One shot at one enemy in her fire zone.")),
    "pass": StepWords(N_("Pass"), N_("The next ship is drawn, until the bag is empty.")),
    "drift": StepWords(N_("Drift"), N_("A die for each stopped ship and each wreck."), is_rare=True),
    "leak": StepWords(N_("Leaks"), N_("A die for each ship without power."), is_rare=True),
    "fires": StepWords(N_("Fire damage"), N_("A damage die for each fire aboard."), is_rare=True),
    "fight": StepWords(N_("Fire-fighting"), N_("A die for each fire, where there is a crew to fight it."), is_rare=True),
    "victory": StepWords(N_("Victory"), N_("See whether a side has lost more than half its ships.")),
}
PLAN: Final[Plan[Position]] = Plan("escadres", SEQUENCE, PHASES, STEPS, SIDES_FIRST)
