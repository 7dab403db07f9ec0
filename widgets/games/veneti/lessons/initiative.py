"""Chapter 4: initiative, and two squadrons at once."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.initiative import Initiative
from rulesdemo.games.veneti.play import ENGINE
from rulesdemo.games.veneti.play import orders as o
from rulesdemo.games.veneti.play.squadrons import admiral_of, ready_ships, squadrons_left
from rulesdemo.games.veneti.play.state import Position
from rulesdemo.games.veneti.squadrons import Confusion, DoubleActivation
from rulesdemo.odds.dice import D6
from rulesdemo.odds.procedure import replay
from rulesdemo.play.engine import Throw, check
from rulesdemo.words import N_, _, commas
from widgets.games.veneti.board import ranges
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words, either
from widgets.scene.shapes import Item

WINS: Final = {"roman": N_("The Romans win"), "veneti": N_("The Veneti win")}
CHOOSES: Final = {"roman": N_("The Romans say who acts first."), "veneti": N_("The Veneti say who acts first.")}
STATES: Final = {
    "none": (N_("In order"), N_("It acts as it likes.")),
    "slow": (N_("Slowed"), N_("It acts at half speed.")),
    "disorder": (N_("In disorder"), N_("Each ship is held back like a straggler. [6.16]")),
    "idle": (N_("Idle"), N_("It does nothing this turn but shoot in reaction.")),
}


def winner_label(throw: Throw) -> str:
    """Who wins."""
    return WINS[throw.outcome.winner]


def winner_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Both totals, round by round, and who chooses."""
    _rules, roman, veneti = throw.args
    rounds = []
    for own, other in zip(faces[::2], faces[1::2], strict=True):
        totals = _("Romans {a} + {x} = {p}, Veneti {b} + {y} = {q}")
        rounds.append(totals.format(a=own, x=roman, p=own + roman, b=other, y=veneti, q=other + veneti))
    again = _(": a tie, thrown again. ")
    return again.join(rounds) + ". " + CHOOSES[throw.outcome.winner] + " [3.0 Initiative]"


def good_faces(throw: Throw) -> list[int]:
    """The faces on which both squadrons act, asked of the procedure itself."""
    return [face for face in D6.faces if replay(throw.procedure, (face,), *throw.args).value.success]


def signal_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """What was needed, and what it means."""
    good = good_faces(throw)
    need = _("No face will do.") if not good else _("You need {need} or less.").format(need=good[-1])
    means = _("Both squadrons act now.") if throw.outcome.success else _("The other squadron must act now, in confusion.")
    return f"{faces[0]}. {need} [6.18] {means}"


def confusion_label(throw: Throw) -> str:
    """How the squadron stands."""
    return STATES[throw.outcome.result][0]


def confusion_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """What the die says the squadron may still do."""
    title, means = STATES[throw.outcome.result]
    return f"{faces[0]}. {title}. [6.18] {means}"


def outlook(position: Position, _ship: str) -> Outlook | None:
    """What the winner may do; later the squadrons that have yet to act, and whether the Admiral may try two of them at once."""
    turn = position.turn
    if turn.step == "first":
        return Outlook(WINS[turn.winner], (), _("No dice here. The winner may begin, or let the other side begin. [3.0 Initiative]"))
    left = squadrons_left(position, turn.active) if turn.step == "squadron" and position.activation is None else ()
    if not left:
        return None
    lines = tuple(Count(position.leader(each.leader).name, len(ready_ships(position, each.ships, turn.active))) for each in left)
    admiral = admiral_of(position, turn.active)
    others = [each.leader for each in left if admiral is None or each.leader != admiral.id]
    able = [each for each in others if check(ENGINE, position, o.ActivateTogether(each)) is None]
    if able and admiral is not None:
        names = commas(position.leader(each).name for each in able)
        words = _("{admiral} may try once to act together with {names}. [6.18]").format(admiral=admiral.name, names=names)
    else:
        words = _("One squadron acts at a time. [6.17]")
    return Outlook(_("Ships in the squadrons still to act"), lines, words)


def overlay(position: Position, board: Any, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - a BoardGrid and a Display
    """How far the Admiral's signals reach, while there are squadrons to choose from."""
    admiral = admiral_of(position, position.turn.active)
    if admiral is None or position.turn.step not in ("squadron", "confusion"):
        return ()
    return (ranges.command(position, board, admiral),)


INITIATIVE: Final = Lesson(
    "initiative",
    outlook=outlook,
    overlay=overlay,
    throws={
        Initiative: Words(winner_label, winner_verdict),
        DoubleActivation: Words(either("success", N_("Both act together"), N_("The signal fails")), signal_verdict),
        Confusion: Words(confusion_label, confusion_verdict),
    },
)
