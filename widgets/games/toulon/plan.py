"""The sequence of play of Toulon 1793 in words, for a turn track."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.words import N_
from widgets.games.toulon.names import SEATS
from widgets.games.toulon.turns_ahead import turns
from widgets.play.turn_track import Plan, StepWords

PHASES: Final = {"set-up": N_("Set-up"), "turn": N_("The turn"), "side": N_("One side, then the other")}
STEPS: Final = {
    "start": StepWords(N_("Start"), N_("The game begins with the late set-up, or at once."), is_rare=True),
    "fill": StepWords(N_("Depots"), N_("Units due before the first turn wait in their depots."), is_rare=True),
    "batteries": StepWords(N_("Batteries"), N_("Both Bonaparte batteries go to their zones.")),
    "allied": StepWords(N_("Allied placement"), N_("Two Allied units, each in an eligible zone.")),
    "west": StepWords(N_("West placement"), N_("One unit of the West wing.")),
    "east": StepWords(N_("East placement"), N_("One unit of the East wing, then the next round.")),
    "setup_attrition": StepWords(N_("Attrition"), N_("Each unit that was placed is tested.")),
    "rest": StepWords(N_("The rest"), N_("Units and leaders left over go to friends, or stay.")),
    "setup_end": StepWords(N_("End of the set-up"), N_("The first turn begins."), is_rare=True),
    "open": StepWords(N_("First turn"), N_("The markers stand on it already."), is_rare=True),
    "turn": StepWords(N_("New turn"), N_("The calendar acts."), is_rare=True),
    "op": StepWords(N_("Operation points"), N_("Every purse gets its scale, then throws for random OP.")),
    "defeat": StepWords(N_("Defeat"), N_("A significant defeat costs a die of OP."), is_rare=True),
    "arrive": StepWords(N_("Reinforcements"), N_("Delay or hasten them, or bring Bonaparte in.")),
    "arrived": StepWords(N_("Arrival"), N_("What is due comes to its depot."), is_rare=True),
    "austrians": StepWords(N_("Austrians"), N_("From turn 9 a throw for them."), is_rare=True),
    "initiative": StepWords(N_("Initiative"), N_("One die each; the higher goes first.")),
    "espionage": StepWords(N_("Espionage"), N_("Look at enemy units, or hold a council.")),
    "evacuation": StepWords(N_("Evacuation"), N_("The Allies may send the ships away."), is_rare=True),
    "war_supply": StepWords(N_("War supply"), N_("Pay for it, or throw for it.")),
    "trace": StepWords(N_("Supply lines"), N_("From turn 8 a throw through no-man's land."), is_rare=True),
    "move": StepWords(N_("Movement"), N_("March, enter enemy zones, man forts, dig.")),
    "combat": StepWords(N_("Combat"), N_("Two rounds wherever both sides stand.")),
    "attrition": StepWords(N_("Attrition"), N_("Marked units are tested.")),
    "surrounded": StepWords(N_("Surrounded"), N_("Forces ringed by enemies lose a die."), is_rare=True),
    "rally": StepWords(N_("Rally"), N_("Temporary losses are recovered.")),
    "pass": StepWords(N_("Hand over"), N_("The other side, or the end of the turn."), is_rare=True),
    "other": StepWords(N_("The other side"), N_("It has the same phases."), is_rare=True),
    "end": StepWords(N_("End"), N_("Points for OP kept; see whether the game is over.")),
}
PLAN: Final[Plan[Position]] = Plan("toulon", SEQUENCE, PHASES, STEPS, SEATS, turns=turns)
