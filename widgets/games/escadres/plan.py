"""The sequence of play of Escadres in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.escadres.play.facts import SIDES_FIRST
from rulesdemo.games.escadres.play.sequence import SEQUENCE
from rulesdemo.games.escadres.play.state import Position
from widgets.play.turn_track import Plan, StepWords
from widgets.web.phrases import _

PHASES: Final = {"ships": _("Ships play"), "end": _("End of the turn")}
STEPS: Final = {
    "begin": StepWords(_("Fill the bag"), _("The chits of all ships that still fight go into the bag.")),
    "draw": StepWords(_("Draw"), _("One chit. The ship that it names plays now.")),
    "move": StepWords(_("Move"), _("She spends her steps: straight on, or a turn.")),
    "fire": StepWords(_("Fire"), _("One shot at one enemy in her fire zone.")),
    "pass": StepWords(_("Pass"), _("The next ship is drawn, until the bag is empty.")),
    "drift": StepWords(_("Drift"), _("A die for each stopped ship and each wreck."), is_rare=True),
    "leak": StepWords(_("Leaks"), _("A die for each ship without power."), is_rare=True),
    "fires": StepWords(_("Fire damage"), _("A damage die for each fire aboard."), is_rare=True),
    "fight": StepWords(_("Fire-fighting"), _("A die for each fire, where there is a crew to fight it."), is_rare=True),
    "victory": StepWords(_("Victory"), _("See whether a side has lost more than half its ships.")),
}


def phase(position: Position) -> str:
    """The phase that runs."""
    return SEQUENCE.step(position.turn.step).phase


PLAN: Final[Plan[Position]] = Plan(
    "escadres", SEQUENCE, PHASES, STEPS, SIDES_FIRST, lambda position: position.turn.number, phase, has_letters=False
)
