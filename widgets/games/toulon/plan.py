"""The sequence of play of Toulon 1793 in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import Position
from widgets.games.toulon.names import SEATS
from widgets.play.turn_track import Plan, StepWords
from widgets.web.phrases import _

PHASES: Final = {"set-up": _("Set-up"), "turn": _("The turn"), "side": _("One side, then the other")}
STEPS: Final = {
    "start": StepWords(_("Start"), _("The game begins with the late set-up, or at once."), is_rare=True),
    "fill": StepWords(_("Depots"), _("Units due before the first turn wait in their depots."), is_rare=True),
    "batteries": StepWords(_("Batteries"), _("Both Bonaparte batteries go to their zones.")),
    "allied": StepWords(_("Allied placement"), _("Two Allied units, each in an eligible zone.")),
    "west": StepWords(_("West placement"), _("One unit of the West wing.")),
    "east": StepWords(_("East placement"), _("One unit of the East wing, then the next round.")),
    "setup_attrition": StepWords(_("Attrition"), _("Each unit that was placed is tested.")),
    "rest": StepWords(_("The rest"), _("Units and leaders left over go to friends, or stay.")),
    "setup_end": StepWords(_("End of the set-up"), _("The first turn begins."), is_rare=True),
    "open": StepWords(_("First turn"), _("The markers stand on it already."), is_rare=True),
    "turn": StepWords(_("New turn"), _("The calendar acts."), is_rare=True),
    "op": StepWords(_("Operation points"), _("Every purse gets its scale, then throws for random OP.")),
    "defeat": StepWords(_("Defeat"), _("A significant defeat costs a die of OP."), is_rare=True),
    "arrive": StepWords(_("Reinforcements"), _("Delay or hasten them, or bring Bonaparte in.")),
    "arrived": StepWords(_("Arrival"), _("What is due comes to its depot."), is_rare=True),
    "austrians": StepWords(_("Austrians"), _("From turn 9 a throw for them."), is_rare=True),
    "initiative": StepWords(_("Initiative"), _("One die each; the higher goes first.")),
    "espionage": StepWords(_("Espionage"), _("Look at enemy units, or hold a council.")),
    "evacuation": StepWords(_("Evacuation"), _("The Allies may send the ships away."), is_rare=True),
    "war_supply": StepWords(_("War supply"), _("Pay for it, or throw for it.")),
    "trace": StepWords(_("Supply lines"), _("From turn 8 a throw through no-man's land."), is_rare=True),
    "move": StepWords(_("Movement"), _("March, enter enemy zones, man forts, dig.")),
    "combat": StepWords(_("Combat"), _("Two rounds wherever both sides stand.")),
    "attrition": StepWords(_("Attrition"), _("Marked units are tested.")),
    "surrounded": StepWords(_("Surrounded"), _("Forces ringed by enemies lose a die."), is_rare=True),
    "rally": StepWords(_("Rally"), _("Temporary losses are recovered.")),
    "pass": StepWords(_("Hand over"), _("The other side, or the end of the turn."), is_rare=True),
    "other": StepWords(_("The other side"), _("It has the same phases."), is_rare=True),
    "end": StepWords(_("End"), _("Points for OP kept; see whether the game is over.")),
}


def phase(position: Position) -> str:
    """The phase that runs."""
    return SEQUENCE.step(position.turn.step).phase


PLAN: Final[Plan[Position]] = Plan(
    "toulon", SEQUENCE, PHASES, STEPS, SEATS, lambda position: position.turn.number, phase, has_letters=False
)
