"""The sequence of play of Veneti in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.veneti.play.sequence import SEQUENCE
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.words import N_
from widgets.play.turn_track import Plan, StepWords

SIDES: Final = {"roman": N_("The Romans"), "veneti": N_("The Veneti")}
PHASES: Final = {
    "A": N_("Wind"),
    "B": N_("Squadrons"),
    "C": N_("Initiative"),
    "D": N_("Speed"),
    "E": N_("Activation"),
    "F": N_("Lone ships"),
    "G": N_("Status"),
    "H": N_("Victory"),
}
STEPS: Final = {
    "leaders": StepWords(N_("New leaders"), N_("A side that has lost a leader may name another."), is_rare=True),
    "wind": StepWords(N_("Wind"), N_("Two dice for the wind. The first turn has the scenario's.")),
    "squadrons": StepWords(N_("Squadrons"), N_("Each ship joins a leader in whose range she lies. Some may choose.")),
    "initiative": StepWords(N_("Initiative"), N_("A die each, and the Admiral's initiative added.")),
    "first": StepWords(N_("First mover"), N_("The winner says which side acts first.")),
    "speed": StepWords(N_("Speed"), N_("The Romans put each galley at Cruise or at Maximum.")),
    "squadron": StepWords(N_("Choose a squadron"), N_("The side to act chooses a squadron that has not acted.")),
    "confusion": StepWords(N_("Confusion"), N_("A die, if a double activation has failed."), is_rare=True),
    "move": StepWords(N_("Movement"), N_("Announce, move, shoot, grapple, break loose.")),
    "fatigue": StepWords(N_("Rowers"), N_("A die for each galley at Maximum."), is_rare=True),
    "board": StepWords(N_("Boarding"), N_("Marines go over to ships that are held.")),
    "pass": StepWords(N_("Pass"), N_("The other side chooses, until every squadron has acted.")),
    "individual": StepWords(N_("Lone ships"), N_("Ships without a squadron, one at a time. A die says whether she obeys.")),
    "fires": StepWords(N_("Fires"), N_("A die for each burning ship."), is_rare=True),
    "spread": StepWords(N_("Spreading fire"), N_("A die for each ship held to a burning one."), is_rare=True),
    "recovery": StepWords(N_("Rest"), N_("Tired rowers recover by one.")),
    "victory": StepWords(N_("Victory"), N_("See whether the scenario is decided.")),
}


def _running_phase(position: Position) -> str:
    """Return the phase that runs: lone ships move and board through the steps of phase E."""
    letter = SEQUENCE.step(position.turn.step).phase
    activation = position.activation
    return "F" if letter == "E" and activation is not None and not activation.leaders else letter


PLAN: Final[Plan[Position]] = Plan("veneti", SEQUENCE, PHASES, STEPS, SIDES, has_letters=True, running_phase=_running_phase)
