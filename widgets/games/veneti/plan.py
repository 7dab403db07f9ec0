"""The sequence of play of Veneti in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.veneti.play.sequence import SEQUENCE
from rulesdemo.games.veneti.play.state import Position
from widgets.play.turn_track import Plan, StepWords
from widgets.web.phrases import _

SIDES: Final = {"roman": _("The Romans"), "veneti": _("The Veneti")}
PHASES: Final = {
    "A": _("Wind"),
    "B": _("Squadrons"),
    "C": _("Initiative"),
    "D": _("Speed"),
    "E": _("Activation"),
    "F": _("Lone ships"),
    "G": _("Status"),
    "H": _("Victory"),
}
STEPS: Final = {
    "leaders": StepWords(_("New leaders"), _("Whoever has lost a leader may name another."), is_rare=True),
    "wind": StepWords(_("Wind"), _("Two dice for the wind. The first turn has the scenario's.")),
    "squadrons": StepWords(_("Squadrons"), _("Each ship joins a leader in whose range she lies. Some may choose.")),
    "initiative": StepWords(_("Initiative"), _("A die each, and the Admiral's initiative added.")),
    "first": StepWords(_("First mover"), _("The winner says which side acts first.")),
    "speed": StepWords(_("Speed"), _("The Romans put each galley at Cruise or at Maximum.")),
    "squadron": StepWords(_("Choose a squadron"), _("The side to act chooses a squadron that has not acted.")),
    "confusion": StepWords(_("Confusion"), _("A die, if a double activation has failed."), is_rare=True),
    "move": StepWords(_("Movement"), _("Announce, move, shoot, grapple, break loose.")),
    "fatigue": StepWords(_("Rowers"), _("A die for each galley at Maximum."), is_rare=True),
    "board": StepWords(_("Boarding"), _("Marines go over to ships that are held.")),
    "pass": StepWords(_("Pass"), _("The other side chooses, until every squadron has acted.")),
    "individual": StepWords(_("Lone ships"), _("Ships without a squadron, one at a time. A die says whether she obeys.")),
    "fires": StepWords(_("Fires"), _("A die for each burning ship."), is_rare=True),
    "spread": StepWords(_("Spreading fire"), _("A die for each ship held to a burning one."), is_rare=True),
    "recovery": StepWords(_("Rest"), _("Tired rowers recover by one.")),
    "victory": StepWords(_("Victory"), _("See whether the scenario is decided.")),
}


def phase(position: Position) -> str:
    """The phase that runs: lone ships move and board through the steps of phase E."""
    letter = SEQUENCE.step(position.turn.step).phase
    activation = position.activation
    return "F" if letter == "E" and activation is not None and not activation.leaders else letter


PLAN: Final[Plan[Position]] = Plan("veneti", SEQUENCE, PHASES, STEPS, SIDES, lambda position: position.turn.number, phase)
