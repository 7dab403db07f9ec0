"""The sequence of play of Republic in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.republic.play.facts import SIDES_FIRST
from rulesdemo.games.republic.play.sequence import SEQUENCE
from rulesdemo.games.republic.play.state import Position
from rulesdemo.words import N_
from widgets.play.turn_track import Plan, StepWords

PHASES: Final = {
    "operations": N_("Operations"),
    "before": N_("Before the battle"),
    "battle": N_("The battle"),
    "end": N_("End of the turn"),
}
STEPS: Final = {
    "begin": StepWords(N_("Begin"), N_("Every Force may march and act again.")),
    "operate": StepWords(N_("Operations"), N_("March, attack, besiege or negotiate, one side and then the other.")),
    "refuse": StepWords(N_("Refuse or stand"), N_("The defender says whether he tries to slip away, and by which way."), is_rare=True),
    "counter": StepWords(N_("Against the refusal"), N_("The attacker may spend cunning points against it."), is_rare=True),
    "refusal": StepWords(N_("Refusal"), N_("One die decides whether the defender gets away."), is_rare=True),
    "continue": StepWords(N_("Continuation"), N_("An attacker who marched in throws to go on."), is_rare=True),
    "coordinate": StepWords(N_("Coordination"), N_("Each side may call in further Forces."), is_rare=True),
    "join": StepWords(N_("Modifiers"), N_("The modifiers are added up, and stand."), is_rare=True),
    "tactics": StepWords(N_("Tactics"), N_("One die for each leader."), is_rare=True),
    "devotio": StepWords(N_("Devotio"), N_("A Roman leader may give his life."), is_rare=True),
    "elephants": StepWords(N_("Elephants"), N_("One die for each elephant point."), is_rare=True),
    "engage": StepWords(N_("Elephants counted"), N_("What they cost both sides is taken off."), is_rare=True),
    "roll": StepWords(N_("The battle roll"), N_("One die and every modifier find a row."), is_rare=True),
    "cunning": StepWords(N_("An X"), N_("Both leaders may spend cunning points on the second roll."), is_rare=True),
    "again": StepWords(N_("The second roll"), N_("It lands on one of ten rows."), is_rare=True),
    "stars": StepWords(N_("Stars"), N_("A die of points, with a cap."), is_rare=True),
    "losses": StepWords(N_("Losses"), N_("Percentages become points, and their owners take them off."), is_rare=True),
    "retreat": StepWords(N_("Retreat"), N_("The beaten side says where to."), is_rare=True),
    "judge": StepWords(N_("Major or not"), N_("Somebody must say so, because the source does not."), is_rare=True),
    "status": StepWords(N_("Statuses"), N_("The battle leaves its mark on every Force in it."), is_rare=True),
    "leaders": StepWords(N_("Leaders"), N_("Their fates are thrown for."), is_rare=True),
    "over": StepWords(N_("The battle is over"), N_("Operations go on."), is_rare=True),
    "hand_over": StepWords(N_("Hand over"), N_("The other side's operations, or the end of the turn.")),
    "sieges": StepWords(N_("Siege attrition"), N_("Forces before enemy cities are tested, where the scenario says so."), is_rare=True),
    "pluto": StepWords(N_("Visit to Pluto"), N_("Leaders who fought are tested, where the scenario says so."), is_rare=True),
    "end": StepWords(N_("End"), N_("See whether the game is over.")),
}
PLAN: Final[Plan[Position]] = Plan("republic", SEQUENCE, PHASES, STEPS, SIDES_FIRST)
