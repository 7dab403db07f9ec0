"""The position as people see it, and what no position may ever show."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.republic.board import GRID
from rulesdemo.games.republic.play.facts import ENVOYS, MARKS, SIDES, STATUSES, STEPS, in_a_row, troops_text
from rulesdemo.games.republic.play.state import Ambassador, City, Force, Position
from rulesdemo.words import _, ngettext


def name(position: Position, thing: str) -> str:
    """What players call the Force, city or ambassador with this id."""
    named: tuple[Force | City | Ambassador, ...] = (*position.forces, *position.cities, *position.ambassadors)
    return next((each.name for each in named if each.id == thing), thing)


def situation(position: Position) -> str:
    """The turn, and a line for every Force, city and ambassador."""
    turn = position.turn
    acting = _("the Romans") if turn.side == "roman" else _("the {people}").format(people=_(position.scenario.others))
    roman, other = position.losses
    title = _("Turn {turn}, {step}; {side} to act. Lost: {roman} Roman, {other} other.")
    lines = [title.format(turn=turn.number, step=STEPS[turn.step], side=acting, roman=roman, other=other)]
    lines += [f"  {_force_line(position, force)}" for force in position.forces]
    lines += [f"  {_city_line(city)}" for city in position.cities]
    lines += [f"  {_envoy_line(envoy)}" for envoy in position.ambassadors]
    if position.ambassadors:
        lines.append("  " + _("Alliance track {boxes:+} for Rome.").format(boxes=position.alliance))
    return "\n".join(lines)


def _force_line(position: Position, force: Force) -> str:
    if not force.sp:
        return _("{force} ({side}): destroyed").format(force=force.name, side=SIDES[force.side])
    leader, place = force.leader, _("at {place}").format(place=GRID.label(force.at))
    if force.in_city and (city := position.city_at(force.at)):
        place = _("in {city}").format(city=name(position, city.id))
    legions = [_("{n} veteran").format(n=each.infantry) if each.veteran else str(each.infantry) for each in force.legions if each.infantry]
    parts = [str(troops_text(*force.troops))]
    parts += [_("legions of {legions}").format(legions=", ".join(legions))] if legions else []
    parts += [ngettext("{n} elite kind", "{n} elite kinds", force.elite).format(n=force.elite)] if force.elite else []
    parts += [ngettext("{n} siege engine", "{n} siege engines", force.engines).format(n=force.engines)] if force.engines else []
    parts += map(str, [STATUSES[force.status], *(MARKS[mark] for mark in force.marks)])
    led = (
        _("{leader} ({letter}, CV {cv}, VM {vm}, {cunning}, wounded)")
        if leader.wounded
        else _("{leader} ({letter}, CV {cv}, VM {vm}, {cunning})")
    )
    cunning = ngettext("{n} cunning point", "{n} cunning points", leader.cunning).format(n=leader.cunning)
    parts.append(led.format(leader=leader.name, letter=leader.letter, cv=leader.cv, vm=leader.vm, cunning=cunning))
    words = _("{force} ({side}) {place}: {parts}")
    return words.format(force=force.name, side=SIDES[force.side], place=place, parts=in_a_row(parts))


def _city_line(city: City) -> str:
    known = [_("CDI {cdi}").format(cdi=city.cdi)]
    known += [_("strength {n}").format(n=city.strength)] if city.strength is not None else []
    known += [_("siege defence {n}").format(n=city.siege_defence)] if city.siege_defence is not None else []
    words = _("{city} ({side}) at {place}: {values}")
    return words.format(city=city.name, side=SIDES[city.owner], place=GRID.label(city.at), values=", ".join(known))


def _envoy_line(envoy: Ambassador) -> str:
    words = _("{envoy} ({side}): letter {letter}, {state}, {cunning}")
    if envoy.ransom:
        words = _("{envoy} ({side}): letter {letter}, {state}, ransom {ransom}, {cunning}")
    cunning = ngettext("{n} cunning point", "{n} cunning points", envoy.cunning).format(n=envoy.cunning)
    return words.format(
        envoy=envoy.name, side=SIDES[envoy.side], letter=envoy.letter, state=ENVOYS[envoy.state], ransom=envoy.ransom, cunning=cunning
    )


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
