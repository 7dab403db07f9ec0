"""The sequence of play of Broadside in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.broadside.play.facts import SIDES_FIRST
from rulesdemo.games.broadside.play.sequence import SEQUENCE
from rulesdemo.games.broadside.play.state import Position
from widgets.play.turn_track import Plan, StepWords
from widgets.web.phrases import _

PHASES: Final = {
    "1 weather": _("Weather"),
    "2 command": _("Command"),
    "3 orders": _("Orders"),
    "4 movement": _("Movement"),
    "5-1 boarding": _("Boarding"),
    "5-2 broadsides": _("Broadsides"),
    "6 damage": _("Damage"),
    "7 surrender": _("Surrender"),
}
STEPS: Final = {
    "begin": StepWords(_("New turn"), _("Anchors and full sail that take a turn are down, up or set.")),
    "start": StepWords(_("First weather"), _("Three dice, where the scenario names no weather."), is_rare=True),
    "weather": StepWords(_("Weather"), _("A die: the wind rises, drops or turns.")),
    "command": StepWords(_("Command"), _("See who is in command, and how far ahead each ship writes.")),
    "orders": StepWords(_("Orders"), _("Each side writes in secret, and closes its logs.")),
    "move": StepWords(_("Movement"), _("All orders are opened and carried out together; shared hexes are settled.")),
    "boarding": StepWords(_("Boarding"), _("Three rounds, where enemies are locked together."), is_rare=True),
    "aim": StepWords(_("Targets"), _("Each ship has one target; both sides choose in secret.")),
    "fire": StepWords(_("Broadsides"), _("A die for each ship that fires. All fire at once.")),
    "hits": StepWords(_("Hits"), _("What the broadsides did is marked.")),
    "masts": StepWords(_("Masts"), _("A die for each hull section that was emptied."), is_rare=True),
    "blasts": StepWords(_("Explosions"), _("Magazines that were hit go up."), is_rare=True),
    "leaks": StepWords(_("Leaks"), _("What leaks of earlier turns cost, and whether they are repaired."), is_rare=True),
    "fires": StepWords(_("Fires"), _("A die for each ship that burns from an earlier turn."), is_rare=True),
    "more_masts": StepWords(_("Masts again"), _("A die for each section that a blast, a leak or a fire has emptied."), is_rare=True),
    "surrender": StepWords(_("Surrender"), _("Ships without hull sink, strike or are retaken.")),
    "victory": StepWords(_("Victory"), _("See whether the battle is decided.")),
}


def phase(position: Position) -> str:
    """The phase that runs."""
    return SEQUENCE.step(position.turn.step).phase


PLAN: Final[Plan[Position]] = Plan(
    "broadside", SEQUENCE, PHASES, STEPS, SIDES_FIRST, lambda position: position.turn.number, phase, has_letters=False
)
