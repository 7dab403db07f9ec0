"""The fifteen modifiers of the battle roll (8.31), found from two sides, their leaders, the ground and how they came there."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.republic.modifiers import battle_drm, command, discipline, elite, subordinates
from rulesdemo.games.republic.play.losses import troops_of
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, Clash, Force, Part, Position, double_legions
from rulesdemo.games.republic.status import FROM_BEST_TO_WORST, StatusName, status_drm
from rulesdemo.games.republic.strength import cavalry, combat_ratio
from rulesdemo.play.engine import cites, settled


@cites("R-BAT-1..7", "8.31", "R-PRE-5")
def all_modifiers(position: Position, clash: Clash) -> tuple[Part, ...]:
    """All modifiers but tactics, elephants and devotio, which come by dice and by choice; they all add up [8.31]."""
    sides = tuple(tuple(map(position.force, names)) for names in clash.forces)
    return (
        *_leadership(position, sides),
        *_strength(position, clash, sides),
        *_arrival(position, clash, sides),
        *_quality(position, sides),
    )


@cites("8.31-b / RRR 5.24", "RRR 5.25", "8.31-c / 5.42")
def _leadership(position: Position, sides: tuple[tuple[Force, ...], ...]) -> Iterator[Part]:
    """Double Legions over Roman command, and subordinate leaders up to a limit for each side [8.31-b, 8.31-c, R5, R54, R56]."""
    over = 0
    for role, forces in enumerate(sides):
        if forces[0].roman:
            legions = double_legions(position.rules, *forces)
            over += settled(command, position.rules, forces[0].leader.letter, legions, role == ATTACKER).drm
    yield Part("command", "8.31-b / RRR 5.24", over)
    points = [sum(force.leader.subordinates for force in forces) for forces in sides]
    yield Part("subordinates", "8.31-c / 5.42", settled(subordinates, position.rules, *points).drm)


@cites("8.31-d", "8.31-RAT", "8.31-e", "8.31-CAV")
def _strength(position: Position, clash: Clash, sides: tuple[tuple[Force, ...], ...]) -> Iterator[Part]:
    """The ratio of all strength points, and cavalry by ground and by who has more of it [8.31-d, 8.31-e, R4, R17, R22]."""
    ours, theirs = (troops_of(position, names) for names in clash.forces)
    yield Part("ratio", "8.31-d", settled(combat_ratio, position.rules, sum(ours), sum(theirs)).drm)
    gap = ours.cavalry - theirs.cavalry
    roman = sides[ATTACKER if gap > 0 else DEFENDER][0].roman
    terrain = position.scenario.ground.terrain[clash.place]
    yield Part("cavalry", "8.31-e", settled(cavalry, position.rules, gap, terrain, roman).drm)


@cites("8.31-f / 8.23, 6.55", "8.31-g / 6.58", "8.31-h / 6.57", "8.31-i", "8.31-j")
def _arrival(position: Position, clash: Clash, sides: tuple[tuple[Force, ...], ...]) -> Iterator[Part]:
    """A failed refusal or interception, ambush, envelopment, a river crossed into the hex by any attacker, and landings [R12, R43]."""
    ours, theirs = ([mark for force in forces for mark in force.marks] for forces in sides)
    flags = {
        "failed_refusal": (clash.failed_refusal or "failed_interception" in theirs, False, False, False, False, False),
        "ambush": (False, "ambush" in ours, False, False, False, False),
        "envelopment": (False, False, "double_envelopment" in ours, False, False, False),
        "river": (False, False, False, any(force.crossed for force in sides[ATTACKER]), False, False),
        "landing": (False, False, False, False, "just_landed" in ours, "just_landed" in theirs),
    }
    ids = ("8.31-f / 8.23, 6.55", "8.31-g / 6.58", "8.31-h / 6.57", "8.31-i", "8.31-j")
    for (name, said), rule in zip(flags.items(), ids, strict=True):
        yield Part(name, rule, settled(battle_drm, position.rules, *said).drm)


@cites("8.31-k", "8.31-l", "8.31-m", "8.55")
def _quality(position: Position, sides: tuple[tuple[Force, ...], ...]) -> Iterator[Part]:
    """Veteran legions, elite units, and the worst status on each side [8.31-k, 8.31-l, 8.31-m, R15]."""
    steady = picked = 0
    for role, forces in enumerate(sides):
        veterans = tuple(legion.infantry for force in forces for legion in force.legions if legion.veteran)
        if forces[0].roman:
            steady += settled(discipline, position.rules, veterans, role == ATTACKER).drm
        else:
            picked += settled(elite, position.rules, sum(force.elite for force in forces), role == ATTACKER).drm
    yield Part("discipline", "8.31-k", steady)
    yield Part("elite", "8.31-l", picked)
    ours, theirs = map(worst_status, sides)
    yield Part("status", "8.31-m", settled(status_drm, position.rules, ours, theirs).drm)


def worst_status(forces: tuple[Force, ...]) -> StatusName:
    """The worst status among several Forces [R15]."""
    return max((force.status for force in forces), key=FROM_BEST_TO_WORST.index)


def roman_role(position: Position) -> int:
    """Whether Rome attacks (0) or defends (1)."""
    return ATTACKER if position.leading(ATTACKER).roman else DEFENDER
