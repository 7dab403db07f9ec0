"""Diplomacy (12.34, 12.34-D): audiences, disasters, and what it takes to mend them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulesdemo.games.republic.diplomacy import ambassador, ambassador_price, ransom
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.events import AudienceHeld, PointsPaid, RansomSet
from rulesdemo.games.republic.play.facts import ENVOYS
from rulesdemo.games.republic.play.state import Ambassador, Envoy, Position
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_

_STATES: Final[dict[str, Envoy]] = {
    "returns": "ready",
    "dead": "dead",
    "ransom": "held_for_ransom",
    "straying": "straying",
    "waiting": "waiting_audience",
}


def _check_own(position: Position, name: str) -> Refusal | None:
    found = position.ambassador(name)
    if found is None or found.side != position.turn.side:
        return Refusal(N_("You have no ambassador {name!r}.").format(name=name), "12.34", N_("Choose one of your own ambassadors."))
    if found.acted:
        return Refusal(N_("{found} has acted this turn.").format(found=found.name), "12.34", N_("Wait for another Diplomacy operation."))
    return None


def _own(position: Position) -> Iterator[Ambassador]:
    return (each for each in position.ambassadors if each.side == position.turn.side and not each.acted)


def price(position: Position, action: str) -> int:
    """What it costs to recall a straying ambassador, or to buy a new audience [12.34-D]."""
    return int(settled(ambassador_price, position.rules, action).points)


# -- the audience ----------------------------------------------------------------------------------------------------------------------


@cites("12.34", "12.34-D")
def check_negotiate(position: Position, order: o.Negotiate) -> Refusal | None:
    """An ambassador who is ready; one whose audience was cancelled pays for the next [12.34, 12.34-D, R36]."""
    wrong = _check_own(position, order.ambassador)
    if wrong:
        return wrong
    envoy: Any = position.ambassador(order.ambassador)
    if envoy.state not in ("ready", "waiting_audience"):
        return Refusal(
            N_("{envoy} is not at hand: {state}.").format(envoy=envoy.name, state=ENVOYS[envoy.state]),
            "12.34-D",
            N_("Choose another ambassador or action."),
        )
    if envoy.state == "waiting_audience" and envoy.cunning < price(position, "new_audience"):
        return Refusal(
            N_("{envoy} has no cunning point left to buy a new audience.").format(envoy=envoy.name),
            "12.34-D",
            N_("Choose another ambassador or action."),
        )
    return None


@cites("12.34", "12.34-D")
def negotiate(dice: Dice, position: Position, order: o.Negotiate) -> Outcome[Position]:
    """The die moves the marker or calls for more dice; a new audience is rolled on the same table [12.34, R36, R37]."""
    envoy: Any = position.ambassador(order.ambassador)
    events: list[Any] = []
    if envoy.state == "waiting_audience":
        cost = price(position, "new_audience")
        envoy = replace(envoy, cunning=envoy.cunning - cost)
        events.append(PointsPaid(envoy.id, cost, N_("{ambassador} is granted a new audience")))
    throw = throw_for(dice, ambassador, position.rules, envoy.letter, position.scenario.inputs.diplomacy_drm)
    shift, fate = throw.outcome
    sign = 1 if envoy.side == "roman" else -1
    position = position.with_ambassador(replace(envoy, state=_STATES[fate], acted=True))
    position = replace(position, alliance=position.alliance + sign * shift, envoy=envoy.id if fate in ("ransom", "straying") else "")
    return Outcome(position, (AudienceHeld(envoy.id, shift, fate, throw), *events))


def audiences(position: Position) -> Iterator[o.Negotiate]:
    """Every ambassador of the side that acts."""
    yield from (o.Negotiate(each.id) for each in _own(position))


# -- disasters -------------------------------------------------------------------------------------------------------------------------


@cites("12.34-D")
def decide_envoy(position: Position) -> Decision | None:
    """A capture calls for the ransom roll; a straying ambassador is recalled at once, or gone [12.34-D]."""
    if not position.envoy:
        return None
    envoy: Any = position.ambassador(position.envoy)
    if envoy.state == "held_for_ransom":
        return Decision(
            envoy.side, (o.RollRansom,), "12.34-D", N_("{envoy} is held for ransom: throw for the price.").format(envoy=envoy.name)
        )
    words = Nn_(
        "{envoy} strays: bring him back for {n} cunning point, or let him go.",
        "{envoy} strays: bring him back for {n} cunning points, or let him go.",
        price(position, "recall_straying"),
    )
    return Decision(envoy.side, (o.Recall, o.Abandon), "12.34-D", words.format(envoy=envoy.name))


def check_waiting(position: Position, order: o.RollRansom | o.Recall | o.Abandon) -> Refusal | None:
    """It is this ambassador who waits; to recall him takes a point."""
    envoy: Any = position.ambassador(position.envoy)
    if order.ambassador != envoy.id:
        return Refusal(
            N_("It is {envoy} who waits.").format(envoy=envoy.name), "12.34-D", N_("Say what becomes of {envoy}.").format(envoy=envoy.name)
        )
    if isinstance(order, o.Recall) and envoy.cunning < price(position, "recall_straying"):
        return Refusal(N_("{envoy} has no cunning point left to find his way back.").format(envoy=envoy.name), "12.34-D", N_("Let him go."))
    return None


@cites("12.34-D")
def roll_ransom(dice: Dice, position: Position, order: o.RollRansom) -> Outcome[Position]:
    """Half a die, one point at least; it may be paid until the scenario ends [12.34-D]."""
    envoy: Any = position.ambassador(order.ambassador)
    throw = throw_for(dice, ransom, position.rules)
    position = replace(position.with_ambassador(replace(envoy, ransom=throw.outcome.points)), envoy="")
    return Outcome(position, (RansomSet(envoy.id, throw.outcome.points, throw),))


@cites("12.34-D")
def recall(_dice: Dice, position: Position, order: o.Recall) -> Outcome[Position]:
    """He is back for a point [12.34-D]."""
    envoy: Any = position.ambassador(order.ambassador)
    cost = price(position, "recall_straying")
    back = replace(envoy, state="ready", cunning=envoy.cunning - cost)
    return Outcome(replace(position.with_ambassador(back), envoy=""), (PointsPaid(envoy.id, cost, N_("{ambassador} finds his way back")),))


@cites("12.34-D")
def abandon(_dice: Dice, position: Position, order: o.Abandon) -> Outcome[Position]:
    """He is gone [12.34-D]."""
    envoy: Any = position.ambassador(order.ambassador)
    return Outcome(
        replace(position.with_ambassador(replace(envoy, state="gone")), envoy=""), (PointsPaid(envoy.id, 0, N_("{ambassador} is gone")),)
    )


@cites("12.34-D")
def check_pay_ransom(position: Position, order: o.PayRansom) -> Refusal | None:
    """A known ransom, in as many parts as the owner likes, from points that there are [12.34-D, R53]."""
    wrong = _check_own(position, order.ambassador)
    if wrong:
        return wrong
    envoy: Any = position.ambassador(order.ambassador)
    if not envoy.ransom:
        return Refusal(N_("No ransom is due for {envoy}.").format(envoy=envoy.name), "12.34-D", N_("Choose another action."))
    if not 0 < order.points <= min(envoy.ransom, envoy.cunning):
        owes = Nn_("{n} point", "{n} points", envoy.ransom)
        has = Nn_("{n} cunning point", "{n} cunning points", envoy.cunning)
        return Refusal(
            N_("The ransom is {owes}, and there are {has} for {envoy}.").format(owes=owes, has=has, envoy=envoy.name),
            "12.34-D",
            N_("Pay 1 point or more, within both."),
        )
    return None


@cites("12.34-D")
def pay_ransom(_dice: Dice, position: Position, order: o.PayRansom) -> Outcome[Position]:
    """With the last point he is free [12.34-D]."""
    envoy: Any = position.ambassador(order.ambassador)
    left = envoy.ransom - order.points
    paid = replace(envoy, cunning=envoy.cunning - order.points, ransom=left or None, state=envoy.state if left else "ready", acted=True)
    owes = Nn_("{ambassador} still owes {n} point", "{ambassador} still owes {n} points", left)
    told = PointsPaid(envoy.id, order.points, owes if left else N_("{ambassador} is free"))
    return Outcome(position.with_ambassador(paid), (told,))


def payments(position: Position) -> Iterator[o.PayRansom]:
    """Every part of every ransom."""
    for each in _own(position):
        yield from (o.PayRansom(each.id, points) for points in range(1, min(each.ransom or 0, each.cunning) + 1))


def ransom_rolls(position: Position) -> Iterator[o.RollRansom]:
    """The ambassador who waits."""
    yield o.RollRansom(position.envoy)


def recalls(position: Position) -> Iterator[o.Recall]:
    """The ambassador who waits."""
    yield o.Recall(position.envoy)


def abandonings(position: Position) -> Iterator[o.Abandon]:
    """The ambassador who waits."""
    yield o.Abandon(position.envoy)
