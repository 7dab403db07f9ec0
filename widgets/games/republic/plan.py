"""The sequence of play of Republic in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.play.facts import SIDES_FIRST
from rulesdemo.games.republic.play.sequence import SEQUENCE
from rulesdemo.games.republic.play.state import Position
from widgets.play.turn_track import Plan, StepWords
from widgets.web.phrases import _

PHASES: Final = {"operations": _("Operations"), "before": _("Before the battle"), "battle": _("The battle"), "end": _("End of the turn")}
STEPS: Final = {
    "begin": StepWords(_("Begin"), _("Every Force may march and act again.")),
    "operate": StepWords(_("Operations"), _("March, attack, besiege or negotiate, one side and then the other.")),
    "refuse": StepWords(_("Refuse or stand"), _("The defender says whether he tries to slip away, and by which way."), is_rare=True),
    "counter": StepWords(_("Against the refusal"), _("The attacker may spend cunning points against it."), is_rare=True),
    "refusal": StepWords(_("Refusal"), _("One die decides whether the defender gets away."), is_rare=True),
    "continue": StepWords(_("Continuation"), _("An attacker who marched in throws to go on."), is_rare=True),
    "coordinate": StepWords(_("Coordination"), _("Each side may call in further Forces."), is_rare=True),
    "join": StepWords(_("Modifiers"), _("The modifiers are added up, and stand."), is_rare=True),
    "tactics": StepWords(_("Tactics"), _("One die for each leader."), is_rare=True),
    "devotio": StepWords(_("Devotio"), _("A Roman leader may give his life."), is_rare=True),
    "elephants": StepWords(_("Elephants"), _("One die for each elephant point."), is_rare=True),
    "engage": StepWords(_("Elephants counted"), _("What they cost both sides is taken off."), is_rare=True),
    "roll": StepWords(_("The battle roll"), _("One die and every modifier find a row."), is_rare=True),
    "cunning": StepWords(_("An X"), _("Both leaders may spend cunning points on the second roll."), is_rare=True),
    "again": StepWords(_("The second roll"), _("It lands on one of ten rows."), is_rare=True),
    "stars": StepWords(_("Stars"), _("A die of points, with a cap."), is_rare=True),
    "losses": StepWords(_("Losses"), _("Percentages become points, and their owners take them off."), is_rare=True),
    "retreat": StepWords(_("Retreat"), _("The beaten side says where to."), is_rare=True),
    "judge": StepWords(_("Major or not"), _("Somebody must say so, because the source does not."), is_rare=True),
    "status": StepWords(_("Statuses"), _("The battle leaves its mark on every Force in it."), is_rare=True),
    "leaders": StepWords(_("Leaders"), _("Their fates are thrown for."), is_rare=True),
    "over": StepWords(_("The battle is over"), _("Operations go on."), is_rare=True),
    "hand_over": StepWords(_("Hand over"), _("The other side's operations, or the end of the turn.")),
    "pluto": StepWords(_("Visit to Pluto"), _("Leaders who fought are tested, where the scenario says so."), is_rare=True),
    "end": StepWords(_("End"), _("See whether the game is over.")),
}


def phase(position: Position) -> str:
    """The phase that runs."""
    return SEQUENCE.step(position.turn.step).phase


PLAN: Final[Plan[Position]] = Plan(
    "republic", SEQUENCE, PHASES, STEPS, SIDES_FIRST, lambda position: position.turn.number, phase, has_letters=False
)
