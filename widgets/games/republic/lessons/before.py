"""Before the battle: refusing combat, going on after a halt, and calling in a further Force."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

from rulesdemo.board.hexes import Hex
from rulesdemo.games.republic.board import CLOSED, GRID
from rulesdemo.games.republic.continuation import Continuation
from rulesdemo.games.republic.coordination import Coordination, coordination, value_of
from rulesdemo.games.republic.play.attack import bar_to_refusal
from rulesdemo.games.republic.play.coordination import call_of
from rulesdemo.games.republic.play.ground import WayOut, friendly_city, only_over_river, ways_out
from rulesdemo.games.republic.play.state import ATTACKER, DEFENDER, ROLES, Attempt, Clash, Force, Position
from rulesdemo.games.republic.refusal import Refusal, city_drm, refusal, refusal_drm, withdrawal
from rulesdemo.odds.dice import D10
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import N_, _, ngettext
from widgets.board.hex_notes import note, saltire
from widgets.board.markers import trail
from widgets.games.republic import names
from widgets.games.republic.lessons.leaders import pair_of
from widgets.games.republic.lessons.ten import total, two_ends
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK, MAG, TEAL
from widgets.scene.shapes import Group, Item
from widgets.web.phrases import modifier, signed

AWAY, STAYS = N_("Gets away"), N_("Must stay")
ON, OFF = N_("Goes on"), N_("Breaks off")
COMES, WAITS = N_("The Force comes"), N_("The Force stays where it is")

# -- refusing combat -------------------------------------------------------------------------------------------------------------------


def refusal_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, its modifiers, what was needed, and what it means."""
    _rules, cv, drm = throw.args
    end = (
        _("The Force withdraws.")
        if throw.outcome.refused
        else _("The Force must stay, and the attacker gains by it [8.31-f / 8.23, 6.55].")
    )
    return _("{total}. The leader needs {cv} or less [8.23]. {end}").format(total=total(sum(faces), drm, "8.23-M"), cv=cv, end=end)


def defender(position: Position, name: str = "") -> Force | None:
    """Return the Force that is attacked; else the one that is looked at."""
    if position.clash is not None:
        return position.leading(DEFENDER)
    return position.find(name) if name else None


def refusal_parts(position: Position, force: Force, attempt: Attempt) -> tuple[tuple[str, int], ...]:
    """Return what makes the modifier of a refusal, line by line."""
    return tuple((name, drm) for name, drm in refusal_lines(position, force, attempt) if drm)


def refusal_lines(position: Position, force: Force, attempt: Attempt) -> tuple[tuple[str, int], ...]:
    """Return everything that can be in that modifier, noughts too."""
    rules = position.rules
    hard = position.scenario.ground.terrain[force.at] in CLOSED
    hexes = len(attempt.route) if attempt.city else 0
    return (
        (_("Roman honour"), _drm(rules, roman=force.roman)),
        (_("into a friendly city"), city_drm(rules, hexes, here=attempt.city and not hexes)),
        (_("mountain or marsh"), _drm(rules, mountain_or_marsh=hard)),
        (_("the only way crosses a river"), _drm(rules, only_over_river=only_over_river(position, force))),
        (_("cunning of the defender"), _drm(rules, defender_cunning=attempt.cunning)),
        (_("cunning of the attacker"), _drm(rules, attacker_cunning=attempt.against or 0)),
    )


def _drm(rules: Any, **given: Any) -> int:  # noqa: ANN401 - a ruleset, and fields of the procedure
    fields = ("mountain_or_marsh", "city_hexes", "defender_cunning", "attacker_cunning", "only_over_river", "roman")
    plain = (False, 0, 0, 0, False, False)
    args = tuple(given.get(name, value) for name, value in zip(fields, plain, strict=True))
    return int(settled(refusal_drm, rules, *args).drm)


def chance_in_ten(cv: int, drm: int) -> int:
    """Return how many faces are at or under a value, with a modifier."""
    return sum(face + drm <= cv for face in D10.faces)


def refusal_outlook(position: Position, name: str) -> Outlook | None:
    """Return the modifiers of the refusal that was declared, or what each kind of way out of the attack would be worth."""
    force = defender(position, name)
    if force is None or not force.sp or position.result is not None or force.in_city or is_past(position):
        return None
    why = bar_to_refusal(position, force)
    if why is not None:
        return Outlook(_("{force} may not refuse").format(force=force.name), (), _("Refusal is barred: {why}. [8.23-C]").format(why=why))
    declared = position.clash.attempt if position.clash is not None else None
    if declared is not None:
        return _declared_outlook(position, force, declared)
    best = best_ways(position, force)
    faces = len(D10.faces)
    chances = {way: chance_in_ten(force.leader.cv, drm) for drm, way in sorted(best.items())}
    lines = tuple(Count(way_words(position, way, force), good, text=f"{good}/{faces}") for way, good in chances.items())
    sentence = _("A modified die of {cv} or less gets away. Each cunning point of the leader takes 1 off the die. [8.23] [8.23-M]")
    return Outlook(_("Ways out of {hex}").format(hex=GRID.label(force.at)), lines, sentence.format(cv=force.leader.cv))


def is_past(position: Position) -> bool:
    """Say whether an attack is under way in which nobody can refuse any more."""
    clash = position.clash
    return clash is not None and (clash.stage != "open" or clash.stands or clash.failed_refusal)


def best_ways(position: Position, force: Force) -> dict[int, WayOut]:
    """Return the first way out for each modifier that a refusal without cunning points can have."""
    best: dict[int, WayOut] = {}
    for way in ways_out(position, force):
        drm = sum(part for _name, part in refusal_parts(position, force, Attempt(way.route, way.city, 0)))
        best.setdefault(drm, way)
    return best


def refusal_rehearsal(position: Position, _name: str) -> Rehearsal | None:
    """Return the best refusal without cunning points, while nothing is declared."""
    clash = position.clash
    if clash is None or clash.attempt is not None or clash.stands or clash.stage != "open" or position.result is not None:
        return None
    force = position.leading(DEFENDER)
    best = best_ways(position, force)
    if not best:
        return None
    drm = min(best)
    title = _("A refusal {where}, without cunning points").format(where=way_words(position, best[drm], force))
    return Rehearsal(title, Throw(refusal, (position.rules, force.leader.cv, drm), Refusal(refused=False)))


def _declared_outlook(position: Position, force: Force, attempt: Attempt) -> Outlook:
    parts = refusal_parts(position, force, attempt)
    drm = sum(number for _name, number in parts)
    lines = [Count(name, number, text=modifier(number)) for name, number in parts]
    lines.append(Count(_("in all"), drm, is_now=True, text=modifier(drm)))
    good = chance_in_ten(force.leader.cv, drm)
    sentence = _("{cv} or less gets away: {n} faces of 10. [8.23] [8.23-M]").format(cv=force.leader.cv, n=good)
    return Outlook(_("The modifiers of the refusal"), tuple(lines), sentence)


def way_words(position: Position, way: WayOut, force: Force) -> str:
    """Return where a way out leads, in a word or two."""
    if not way.city:
        return _("into the open")
    city = friendly_city(position, way.route[-1] if way.route else force.at, force.side)
    return _("into {city}").format(city=city.name if city is not None else "")


def attrition_of(position: Position, force: Force, way: WayOut) -> int:
    """Return the attrition points of a way out."""
    terrain = position.scenario.ground.terrain
    path = ",".join(terrain[step] for step in way.route) or terrain[force.at]
    return int(settled(withdrawal, position.rules, path, force.sp, way.city).points)


def least_attrition(position: Position, force: Force, ways: Iterable[WayOut]) -> dict[Hex, int]:
    """Return the hexes in which ways end, each with the fewest attrition points that it takes to get there."""
    least: dict[Hex, int] = {}
    for way in ways:
        end, points = way.route[-1] if way.route else force.at, attrition_of(position, force, way)
        least[end] = min(points, least.get(end, points))
    return least


def refusal_overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw every hex that a withdrawal can end in, with its attrition points; once it is declared, its way."""
    force = defender(position, shown.selected)
    if force is None or not force.sp or force.in_city or position.result is not None or bar_to_refusal(position, force) is not None:
        return ()
    if is_past(position):
        return ()
    if position.clash is not None and position.clash.attempt is not None:
        return _way_taken(board, force, position.clash.attempt)
    items: list[Item] = []
    for place, cost in sorted(least_attrition(position, force, (way for way in ways_out(position, force) if way.route)).items()):
        text = ngettext("{n} point", "{n} points", cost).format(n=cost) if cost else _("no attrition")
        label = _("{force} may withdraw to {hex}, {cost}").format(force=force.name, hex=GRID.label(place), cost=text)
        words_there = text if cost else _("free")
        items.append(Group((note(board, place, words_there, TEAL, -0.36),), id=f"way out {GRID.label(place)}", role="sector", label=label))
    return tuple(items)


def _way_taken(board: BoardGrid, force: Force, attempt: Attempt) -> tuple[Item, ...]:
    """Draw the way out that was declared."""
    steps = (force.at, *attempt.route)
    dots = _dots(board, steps)
    label = _("{force} would withdraw by {hexes}").format(force=force.name, hexes=", ".join(map(GRID.label, attempt.route)))
    return (Group(dots, id="way out", role="path", label=label),) if attempt.route else ()


def _dots(board: BoardGrid, steps: Sequence[Hex]) -> tuple[Item, ...]:
    return tuple(item for one, two in pairwise(steps) for item in trail(board.centre(one), board.centre(two), board.radius))


# -- continuation ----------------------------------------------------------------------------------------------------------------------


def continuation_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the die, the chance that the scenario gives, and what it means."""
    _rules, tenths = throw.args
    need = _("No face passes") if not tenths else _("{n} or less passes").format(n=tenths - 1)
    end = _("The Force goes on.") if throw.outcome.passed else _("The Force goes no further.")
    return _("{face}. {need} [R-PRE-3], as the scenario says [R39]. {end}").format(face=sum(faces), need=need, end=end)


# -- coordination ----------------------------------------------------------------------------------------------------------------------


def coordination_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return how the value is made, the die, and what it means."""
    rules, one, other, distance, rivers = throw.args
    value = value_of(rules, one, other, distance, rivers)
    end = _("The Force comes.") if throw.outcome.coordinated else _("The Force stays where it is.")
    sentence = _("{face}. The value is {value}: half of {one} + {other}, less {way} for the way [8.26]. {end}")
    way = value_of(rules, one, other, 0, 0) - value
    return sentence.format(face=sum(faces), value=signed(value), one=one, other=other, way=way, end=end)


def with_attack(position: Position, name: str = "") -> Position:
    """Return the position; before any attack, as it would be if the Force in hand, or the first that can, declared one."""
    pair = pair_of(position, name) if position.clash is None else None
    if pair is None:
        return position
    lead, foe = pair
    return replace(position, clash=Clash((lead.id,), (foe.id,), lead.at, entered=lead.entered))


def callable_by(position: Position) -> list[tuple[int, Force]]:
    """Return further Forces of both sides that are not in the battle, with the side that could call them."""
    if position.clash is None:
        return []
    clash = position.clash
    return [
        (role, force)
        for role in range(len(ROLES))
        for force in position.there
        if force.side == position.side_of(role) and force.id not in clash.forces[role]
    ]


def coordination_outlook(position: Position, name: str) -> Outlook | None:
    """Return the value that the die must not pass for every Force that could be called in, or could be if there were an attack."""
    position = with_attack(position, name)
    found = [(force, call_of(position, role, force)) for role, force in callable_by(position)]
    if not found or position.result is not None:
        return None
    lines = []
    for force, call in found:
        if call.result == "automatic":
            lines.append(Count(force.name, len(D10.faces), "", force.id == name, _("no roll")))
        elif call.result == "barred":
            lines.append(Count(force.name, 0, "", force.id == name, _("no way")))
        else:
            good = chance_in_ten(call.value, 0)
            lines.append(Count(force.name, good, "", force.id == name, _("value {n}").format(n=signed(call.value))))
    sentence = _(
        "Half the two campaign values, less 1 for each hex and each river off the road. Mountain and marsh block the way. [8.26] [8.26-C]"
    )
    return Outlook(_("Who could come"), tuple(lines), sentence)


def coordination_rehearsal(position: Position, name: str) -> Rehearsal | None:
    """Return the throw that would bring a Force, the one in hand or the first, into the attack that could be or is declared."""
    if position.result is not None or (position.clash is not None and position.clash.tried):
        return None
    position = with_attack(position, name)
    called = [(force, call_of(position, role, force)) for role, force in callable_by(position) if role == ATTACKER]
    ways = [(force, call.way) for force, call in called if call.result == "roll" and call.way is not None]
    if not ways:
        return None
    force, way = next((each for each in ways if each[0].id == name), ways[0])
    lead = position.leading(ATTACKER)
    args = (position.rules, lead.leader.cv, force.leader.cv, len(way.hexes), way.rivers)
    title = _("{lead} calls in {name}").format(lead=names.leader(lead), name=force.leader.name)
    return Rehearsal(title, Throw(coordination, args, Coordination(coordinated=False)))


def coordination_overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw the way of each Force that could be called in, and the hexes that block ways."""
    position = with_attack(position, shown.selected)
    if position.clash is None or position.result is not None:
        return ()
    items: list[Item] = []
    for role, force in callable_by(position):
        call = call_of(position, role, force)
        if call.way is None or not call.way.hexes:
            continue
        steps = [force.at, *call.way.hexes]
        dots = _dots(board, steps)
        label = _("{force} would come by {hexes}, value {n}").format(
            force=force.name, hexes=", ".join(map(GRID.label, call.way.hexes)), n=signed(call.value)
        )
        words_at = note(board, call.way.hexes[0], _("value {n}").format(n=signed(call.value)), MAG, -0.5)
        items.append(Group((*dots, words_at), id=f"way of {force.id}", role="path", label=label))
    return (*items, *blocked_hexes(position, board, position.clash.place))


def ways_overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """Draw only the hexes that block ways, where the reader looks for a way."""
    return tuple(blocked_hexes(position, board, position.clash.place)) if position.clash is not None else ()


def blocked_hexes(position: Position, board: BoardGrid, place: Hex) -> list[Item]:
    """Return the hexes around a battle, as far as anybody can be called from, through which no way is traced."""
    most = position.rules.table("coordination").at("max_distance")
    terrain = position.scenario.ground.terrain
    items: list[Item] = []
    for each in sorted(hex_ for hex_, kind in terrain.items() if kind in CLOSED and hex_.distance(place) <= most):
        x, y = board.centre(each)
        label = _("{hex} blocks ways: {terrain}").format(hex=GRID.label(each), terrain=names.TERRAIN[terrain[each]])
        cross = saltire(board, (x, y + 0.1 * board.radius))
        marks = (*cross, note(board, each, _("blocked"), INK, -0.3))
        items.append(Group(marks, id=f"blocked {GRID.label(each)}", role="sector", label=label))
    return items


REFUSAL: Final = Lesson(
    "refusal",
    outlook=refusal_outlook,
    overlay=refusal_overlay,
    rehearsal=refusal_rehearsal,
    throws={
        Refusal: two_ends("refused", AWAY, STAYS, refusal_verdict),
        Continuation: two_ends("passed", ON, OFF, continuation_verdict),
    },
)
COORDINATION: Final = Lesson(
    "coordination",
    outlook=coordination_outlook,
    overlay=coordination_overlay,
    rehearsal=coordination_rehearsal,
    throws={Coordination: two_ends("coordinated", COMES, WAITS, coordination_verdict)},
)
WAYS: Final = Lesson("ways", overlay=ways_overlay)
