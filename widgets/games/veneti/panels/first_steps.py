"""The guided start of two minutes: a refusal, a move, a throw with its exact chance, and a capture.

What is right here follows from the set piece `first_capture`: Aquila lies three hexes from her berth with three points to spend.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Final

from rulesdemo.games.veneti.board import GRID
from rulesdemo.games.veneti.boarding import Boarding
from rulesdemo.games.veneti.grappling import Grapple
from rulesdemo.odds.format import percent
from rulesdemo.words import N_, _, ngettext
from widgets.games.veneti.lessons.first_steps import BERTH, OURS, PRIZE
from widgets.play.guided_steps import GuidedStep, GuidedSteps, Miss
from widgets.play.session import Desk

NORTH: Final = GRID.named("N")
# What a throw must bring about, by the record of its outcome.
WANTED: Final = {Grapple: "success", Boarding: "captured"}


def _is_alongside(desk: Desk) -> bool:
    return bool(desk.position.ship(OURS).bow == BERTH)


def _is_grappled(desk: Desk) -> bool:
    return PRIZE in desk.position.ship(OURS).grappled


def _is_boarding(desk: Desk) -> bool:
    position = desk.position
    return _is_taken(desk) or (_is_grappled(desk) and (position.turn.step == "board" or position.ship(OURS).depletion > 0))


def _never(_desk: Desk) -> bool:
    """The refusal is known by itself, and once she has moved it is passed."""
    return False


def _is_taken(desk: Desk) -> bool:
    return getattr(desk.history.result, "winner", "") == desk.goal_side


# -- what to do --------------------------------------------------------------------------------------------------------------------------


def _refusal(_desk: Desk) -> str:
    return _("The red galley is yours: Aquila. Gwennol has lost her yards and cannot flee. Attack her from here: press Gwennol.")


def _rowing(desk: Desk) -> str:
    if desk.refusal is not None:
        return _("That was a refusal: it names the rule, and what to do instead. So row closer. Press the hex ahead, towards the goal.")
    return _("Row on to the goal: press the hex ahead of Aquila.")


def _grappling(desk: Desk) -> str:
    if (chance := _chance(desk)) is not None:
        return _("Your first exact chance: {chance}. Press Roll.").format(chance=_in_words(chance))
    return _("You lie alongside. Press Gwennol again, and choose to grapple her.")


def _ending(_desk: Desk) -> str:
    return _("She is held fast. Boarding comes when the movement is over: end the movement.")


def _boarding(desk: Desk) -> str:
    if (chance := _chance(desk)) is not None:
        return _("Your two marines against none, and her deck is higher: {chance}. Press Roll.").format(chance=_in_words(chance))
    return _("Now send the marines over: choose to board with Aquila.")


def _chance(desk: Desk) -> Fraction | None:
    """Return the chance that the order that is chosen succeeds."""
    answer, throw = desk.answer(), desk.throw()
    field = WANTED.get(type(throw.outcome)) if throw is not None and desk.chosen is not None else None
    return Fraction(answer.dist.p(**{field: True})) if answer is not None and field is not None else None


def _in_words(chance: Fraction) -> str:
    return _("{chance}, which is {percent}").format(chance=chance, percent=percent(chance))


# -- what went another way -----------------------------------------------------------------------------------------------------------------


def _start_again(words: str) -> Miss:
    return Miss(words, "restart", _("Start again"))


def _roll_again(desk: Desk, words: str) -> Miss:
    return Miss(words, "roll again", _("Roll again")) if desk.can_roll_again else Miss(words, "undo", _("Take a step back"))


def _no_miss(_desk: Desk) -> Miss | None:
    return None


def _short(desk: Desk) -> Miss | None:
    """Say how far she still is, or that she cannot come to her berth any more."""
    ship, activation = desk.position.ship(OURS), desk.position.activation
    acting = activation.doing(OURS) if activation is not None else None
    if not desk.can_undo:
        return None
    away, heads_there = ship.bow.distance(BERTH), ship.heading == NORTH and GRID.to_offset(ship.bow).column == GRID.to_offset(BERTH).column
    if acting is not None and acting.stage == "moving" and heads_there and acting.left >= away:
        return Miss(ngettext("One hex short.", "{n} hexes short.", away).format(n=away))
    if acting is not None and acting.stage == "moving":
        return Miss(_("That leads past her: the goal is straight ahead."), "undo", _("Take a step back"))
    return _start_again(_("The points are spent, and she lies elsewhere."))


def _not_held(desk: Desk) -> Miss | None:
    activation = desk.position.activation
    acting = activation.doing(OURS) if activation is not None else None
    if acting is None or activation is None or activation.moved or desk.position.turn.number > 1:
        return _start_again(_("The movement is over, and Gwennol is not held: nobody can board her."))
    if acting.threw:
        return _roll_again(desk, _("The grapnels fell short. In a battle you would have to wait; here try once more."))
    return None


def _not_boarded(desk: Desk) -> Miss | None:
    if desk.position.ship(OURS).depletion:
        return _roll_again(desk, _("Repelled, and a marine is lost. In a battle that would stand; here try once more."))
    return None


FIRST_STEPS: Final = partial(
    GuidedSteps,
    N_("Your first capture, in two minutes"),
    (
        GuidedStep(N_("Be refused"), _refusal, _never, _no_miss),
        GuidedStep(N_("Row alongside"), _rowing, _is_alongside, _short),
        GuidedStep(N_("Grapple"), _grappling, _is_grappled, _not_held),
        GuidedStep(N_("End the movement"), _ending, _is_boarding, _no_miss),
        GuidedStep(N_("Board"), _boarding, _is_taken, _not_boarded),
    ),
    (
        N_("Who is out of reach cannot be attacked, and every refusal names its rule [8.41]."),
        N_("A ship alongside can be grappled; the chance is exact before you throw [8.12]."),
        N_("Who is grappled can be boarded; marines and height decide [8.23]."),
    ),
)
