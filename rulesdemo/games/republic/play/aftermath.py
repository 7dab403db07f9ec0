"""After the roll (R-BAT-4 to 7, 8.34, 8.37, 8.54, 8.6): stars and losses, retreat, statuses, and the leaders' fates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.leaders import leader_loss, leader_loss_drm
from rulesdemo.games.republic.losses import percent_loss, star_loss
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.battle_events import (
    LeaderTested,
    LossesCounted,
    Retreated,
    StarRolled,
    StatusSet,
    VictoryJudged,
)
from rulesdemo.games.republic.play.facts import SIDES_FIRST
from rulesdemo.games.republic.play.ground import WayOut, read_hex, retreats
from rulesdemo.games.republic.play.losses import leaderless, troops_of, with_losses_owed
from rulesdemo.games.republic.play.state import ATTACKER, ROLES, Position, Tested
from rulesdemo.games.republic.status import post_battle_status
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_

# -- losses ----------------------------------------------------------------------------------------------------------------------------


def _loss(position: Position, role: int) -> Any:  # noqa: ANN401 - a percentage or the star
    result: Any = position.fight.result
    return result.attacker_loss if role == ATTACKER else result.defender_loss


def _starred(position: Position) -> int | None:
    """The side that has yet to throw for its star."""
    return next((role for role in range(len(ROLES)) if _loss(position, role) == "*" and position.fight.stars[role] is None), None)


def decide_star(position: Position) -> Decision | None:
    """The side with the star throws."""
    role = _starred(position)
    return None if role is None else Decision(position.side_of(role), (o.RollStar,), "8.3-*", N_("Throw for the star: it is your loss."))


@cites("8.3-*")
def roll_star(dice: Dice, position: Position, _order: o.RollStar) -> Outcome[Position]:
    """A die of strength points, but a small part of the side's points at most [8.3-*]."""
    role = _starred(position) or ATTACKER
    clash = position.fight
    throw = throw_for(dice, star_loss, position.rules, sum(troops_of(position, clash.forces[role])))
    stars = (throw.outcome.lost, clash.stars[1]) if role == ATTACKER else (clash.stars[0], throw.outcome.lost)
    return Outcome(position.with_clash(stars=stars), (StarRolled(position.side_of(role), throw.outcome.lost, throw),))


def star_rolls(_position: Position) -> Iterator[o.RollStar]:
    """The throw."""
    yield o.RollStar()


@cites("8.34", "R-BAT-1..7")
def tally(position: Position) -> Outcome[Position]:
    """Percentages of what the elephants have left, by the table; their owners say of which kinds [8.34, R28, R38, R41, R45]."""
    clash = position.fight
    lost = []
    for role, names in enumerate(clash.forces):
        percent, star = _loss(position, role), clash.stars[role]
        sp = sum(troops_of(position, names))
        lost.append(star if star is not None else int(settled(percent_loss, position.rules, percent, sp).lost))
        position = with_losses_owed(position, position.side_of(role), names, lost[role], "8.34")
    return Outcome(position.with_clash(lost=tuple(lost)), (LossesCounted((lost[0], lost[1])),))


# -- retreat ---------------------------------------------------------------------------------------------------------------------------


def beaten(position: Position) -> int | None:
    """The side that must retreat, None when nobody must."""
    result: Any = position.fight.result
    return None if result.retreat == "none" else ROLES.index(result.retreat)


def _beaten_there(position: Position) -> tuple[str, ...]:
    role = beaten(position)
    return () if role is None else tuple(name for name in position.fight.forces[role] if position.force(name).sp)


@cites("8.37", "8.38", "R-BAT-1..7")
def call_for_retreat(position: Position) -> Outcome[Position]:
    """The bold side must go; pursuit and massacre have no text to be played by, and who has no way to go stays [R2, R44]."""
    role = beaten(position)
    if role is None or not _beaten_there(position):
        return Outcome(position)
    side = position.side_of(role)
    if not retreats(position, position.fight.place, side):
        return Outcome(position, (Retreated(side, None),))
    return Outcome(position.with_clash(retreating=True))


def decide_retreat(position: Position) -> Decision | None:
    """The beaten side says where to."""
    role = beaten(position)
    if role is None or not position.fight.retreating:
        return None
    return Decision(position.side_of(role), (o.Retreat,), "8.37", N_("Your side must retreat: say where to."))


def check_retreat(position: Position, order: o.Retreat) -> Refusal | None:
    """One hex without an enemy Force, or a friendly city [8.37, R44]."""
    role, place, to = beaten(position) or ATTACKER, position.fight.place, read_hex(order.to)
    route: Any = () if to == place else (to,)  # no hex is no way
    way = WayOut(route, order.city)
    if way in retreats(position, place, position.side_of(role)):
        return None
    side = SIDES_FIRST[position.side_of(role)]
    return Refusal(
        N_("{side} cannot retreat there.").format(side=side),
        "8.37",
        N_("Choose a hex next to the battle without an enemy Force, or a friendly city."),
    )


@cites("8.37")
def retreat(_dice: Dice, position: Position, order: o.Retreat) -> Outcome[Position]:
    """All Forces of the beaten side that are left go together [8.37, R44]."""
    role, to = beaten(position) or ATTACKER, GRID.parse(order.to)
    forces = [replace(position.force(name), at=to, in_city=order.city, entered=False, left=0) for name in _beaten_there(position)]
    city = position.city_at(to) if order.city else None
    told = Retreated(position.side_of(role), to, city.id if city else "")
    return Outcome(position.with_forces(forces).with_clash(retreating=False), (told,))


def retreating(position: Position) -> Iterator[o.Retreat]:
    """Every way to go."""
    role, place = beaten(position), position.fight.place
    if role is not None:
        for route, city in retreats(position, place, position.side_of(role)):
            yield o.Retreat(GRID.label(route[0] if route else place), city)


# -- statuses --------------------------------------------------------------------------------------------------------------------------


@cites("8.54")
def call_for_judgement(position: Position) -> Outcome[Position]:
    """A scenario may say once and for all that no victory is major, or that every one is [8.54, R8]."""
    said = position.scenario.inputs.major
    return Outcome(position if said == "ask" or beaten(position) is None else position.with_clash(major=said == "yes"))


@cites("8.54")
def decide_judge(position: Position) -> Decision | None:
    """The source does not say when a victory is major: the beaten side is asked [8.54, R8]."""
    role = beaten(position)
    if role is None or position.fight.major is not None:
        return None
    prompt = N_("The source does not say when a victory is major (8.5): say whether this one is.")
    return Decision(position.side_of(role), (o.Judge,), "8.54", prompt)


@cites("8.54")
def judge(_dice: Dice, position: Position, order: o.Judge) -> Outcome[Position]:
    """Major or not, as the players say [8.54, R8]."""
    return Outcome(position.with_clash(major=order.major), (VictoryJudged(order.major),))


def judgements(_position: Position) -> Iterator[o.Judge]:
    """Both answers."""
    yield o.Judge(major=False)
    yield o.Judge(major=True)


@cites("8.54", "8.54-C", "R-BAT-1..7")
def set_status(position: Position) -> Outcome[Position]:
    """How the battle leaves every Force in it [8.54, 8.54-C, R26, R27]."""
    clash, events = position.fight, []
    loser = beaten(position)
    for role, names in enumerate(clash.forces):
        word = "no_victor" if loser is None else f"{'major_' if clash.major else ''}{'defeated' if role == loser else 'victor'}"
        percent = _loss(position, role)
        lost = clash.trampled[role] + clash.lost[role]
        strengths = clash.strengths[role], clash.strengths[1 - role]
        for force in (position.force(name) for name in names if position.force(name).sp):
            percentage = 0 if percent == "*" else percent
            after = settled(post_battle_status, position.rules, word, force.status, percentage, *strengths, lost, "land").status
            events.append(StatusSet(force.id, force.status, after))
            position = position.with_forces((replace(force, status=after),))
    return Outcome(position, tuple(events))


# -- leaders ---------------------------------------------------------------------------------------------------------------------------


@cites("8.6")
def call_for_leaders(position: Position) -> Outcome[Position]:
    """After a battle, or later in the Visit to Pluto, as the scenario says, every leader who fought is tested [8.6, R18, R51]."""
    clash, loser = position.fight, beaten(position)
    tested = tuple(Tested(name, role == loser) for role, names in enumerate(clash.forces) for name in names if position.force(name).sp)
    when = position.scenario.inputs.leader_loss
    if when == "battle":
        return Outcome(position.with_turn(due=tested))
    return Outcome(position.with_turn(fought=(*position.turn.fought, *tested)) if when == "pluto" else position)


@cites("8.6")
def visit_to_pluto(position: Position) -> Outcome[Position]:
    """Leaders who fought this turn and still lead [8.6, R51]; each once, defeated if he was in any battle."""
    defeated = {each.force: False for each in position.turn.fought if position.force(each.force).sp}
    for each in position.turn.fought:
        if each.defeated and each.force in defeated:
            defeated[each.force] = True
    return Outcome(position.with_turn(due=tuple(Tested(name, lost) for name, lost in defeated.items())))


def decide_leader(position: Position) -> Decision | None:
    """The owner throws for the next leader."""
    if not position.turn.due:
        return None
    force = position.force(position.turn.due[0].force)
    return Decision(
        force.side,
        (o.RollLeader,),
        "8.6",
        N_("Throw for the fate of {leader}, survival rating {vm}.").format(leader=force.leader.name, vm=force.leader.vm),
    )


def check_roll_leader(position: Position, order: o.RollLeader) -> Refusal | None:
    """Leaders are tested one after the other."""
    force = position.force(position.turn.due[0].force)
    if order.force == force.id:
        return None
    return Refusal(
        N_("The fate of {leader} comes first.").format(leader=force.leader.name), "8.6", N_("Throw for {force}.").format(force=force.name)
    )


@cites("8.6")
def roll_leader(dice: Dice, position: Position, order: o.RollLeader) -> Outcome[Position]:
    """Safe, wounded or killed; a wound marks him, for the source says no more of it [8.6, R7, R25, R46]."""
    tested, *rest = position.turn.due
    force = position.force(order.force)
    pluto = position.turn.step == "pluto"
    drm = int(settled(leader_loss_drm, position.rules, tested.defeated, pluto).drm)
    throw = throw_for(dice, leader_loss, position.rules, force.leader.vm, drm)
    position = position.with_turn(due=tuple(rest))
    told = LeaderTested(force.leader.name, throw.outcome.fate, drm, throw)
    if throw.outcome.fate == "killed":
        position, events = leaderless(position, force.id, "8.6")
        return Outcome(position, (told, *events))
    hurt = force.leader.wounded or throw.outcome.fate == "wounded"
    return Outcome(position.with_forces((replace(force, leader=replace(force.leader, wounded=hurt)),)), (told,))


def leader_rolls(position: Position) -> Iterator[o.RollLeader]:
    """The next leader."""
    if position.turn.due:
        yield o.RollLeader(position.turn.due[0].force)
