"""The position as people see it, and what no position may ever show."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.facts import counted, troops_told
from rulesdemo.games.republic.play.state import Ambassador, City, Force, Position


def name(position: Position, thing: str) -> str:
    """What players call the Force, city or ambassador with this id."""
    named: tuple[Force | City | Ambassador, ...] = (*position.forces, *position.cities, *position.ambassadors)
    return next((each.name for each in named if each.id == thing), thing)


def situation(position: Position) -> str:
    """The turn, and a line for every Force, city and ambassador."""
    turn = position.turn
    acting = "the Romans" if turn.side == "roman" else f"the {position.scenario.others}"
    lines = [f"Turn {turn.number}, {turn.step}; {acting} to act. Lost: {position.losses[0]} Roman, {position.losses[1]} other."]
    lines += [f"  {_force_line(position, force)}" for force in position.forces]
    lines += [f"  {_city_line(city)}" for city in position.cities]
    lines += [f"  {_envoy_line(envoy)}" for envoy in position.ambassadors]
    if position.ambassadors:
        lines.append(f"  Alliance track {position.alliance:+} for Rome.")
    return "\n".join(lines)


def _force_line(position: Position, force: Force) -> str:
    if not force.sp:
        return f"{force.name} ({force.side}): destroyed"
    leader = force.leader
    place = f"in {name(position, city.id)}" if force.in_city and (city := position.city_at(force.at)) else f"at {GRID.label(force.at)}"
    legions = [f"{legion.infantry}{' veteran' if legion.veteran else ''}" for legion in force.legions if legion.infantry]
    parts = [troops_told(*force.troops)]
    parts += [f"legions of {', '.join(legions)}"] if legions else []
    parts += [counted(force.elite, "elite kind")] if force.elite else []
    parts += [counted(force.engines, "siege engine")] if force.engines else []
    parts += [force.status, *(mark.replace("_", " ") for mark in force.marks)]
    ratings = f"{leader.letter}, CV {leader.cv}, VM {leader.vm}, {counted(leader.cunning, 'cunning point')}"
    led = f"{leader.name} ({ratings}{', wounded' if leader.wounded else ''})"
    return f"{force.name} ({force.side}) {place}: {'; '.join(parts)}; {led}"


def _city_line(city: City) -> str:
    known = [f"CDI {city.cdi}"]
    known += [f"strength {city.strength}"] if city.strength is not None else []
    known += [f"siege defence {city.siege_defence}"] if city.siege_defence is not None else []
    return f"{city.name} ({city.owner}) at {GRID.label(city.at)}: {', '.join(known)}"


def _envoy_line(envoy: Ambassador) -> str:
    due = f", ransom {envoy.ransom}" if envoy.ransom else ""
    state = envoy.state.replace("_", " ")
    return f"{envoy.name} ({envoy.side}): letter {envoy.letter}, {state}{due}, {counted(envoy.cunning, 'cunning point')}"


def figures(position: Position, thing: str) -> dict[str, int]:
    """The numbers of a Force, a city or an ambassador as they stand."""
    force = position.find(thing)
    if force is not None:
        troops = force.troops._asdict()
        return {**troops, "sp": force.sp, "cunning": force.leader.cunning, "engines": force.engines, "left": force.left}
    for city in position.cities:
        if city.id == thing:
            return {"cdi": city.cdi, "strength": city.strength or 0}
    envoy = position.ambassador(thing)
    return {} if envoy is None else {"cunning": envoy.cunning, "ransom": envoy.ransom or 0}


# -- what no position may show ---------------------------------------------------------------------------------------------------------


def faults(position: Position) -> Iterator[str]:
    """Whatever a position shows that the rules cannot lead to."""
    for force in position.forces:
        yield from (f"{force.name} {fault}" for wrong, fault in _wrongs(position, force) if wrong)
    for city in position.cities:
        if city.strength is not None and city.strength < 0:
            yield f"{city.name} has less than no strength (9.4-L)"
    for envoy in position.ambassadors:
        if envoy.cunning < 0 or (envoy.ransom is not None and envoy.ransom < 1):
            yield f"{envoy.name} has points that he cannot have (12.34-D)"
    yield from _faults_of_attack(position)


def _wrongs(position: Position, force: Force) -> tuple[tuple[bool, str], ...]:
    city = position.city_at(force.at)
    counts = (*force.troops, force.troops_outside_legions, force.left, force.engines, force.leader.cunning)
    return (
        (force.at not in position.scenario.ground.terrain, "is off the map"),
        (min(counts) < 0 or any(legion.infantry < 0 for legion in force.legions), "has fewer points than none (8.34)"),
        (force.sp > 0 and force.in_city and (city is None or city.owner != force.side), "is inside a city that is not its own"),
        (force.roman and force.elite > 0, "is Roman and has elite units (8.31-l)"),
        (not force.roman and bool(force.legions), "has legions and is not Roman (8.31-k)"),
        (not force.leader.name, "has no leader (8.32)"),
    )


def _faults_of_attack(position: Position) -> Iterator[str]:
    clash = position.clash
    for due in position.dues:
        if not 0 < due.lost <= sum(position.force(name).sp for name in due.forces):
            yield "losses are due that nobody can take (8.34)"
    if clash is None:
        return
    names = (*clash.attackers, *clash.defenders)
    if len(set(names)) != len(names):
        yield "a Force fights twice in one battle (8.26)"
    for forces in clash.forces:
        if len({position.force(each).side for each in forces}) != 1:
            yield "enemies fight on one side (R-PRE-1)"
    if position.side_of(0) == position.side_of(1):
        yield "a side attacks itself (R-PRE-1)"
    if len({part.name for part in clash.parts}) != len(clash.parts):
        yield "a modifier counts twice (8.31)"
