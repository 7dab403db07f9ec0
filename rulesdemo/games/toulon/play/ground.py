"""Who holds what (4.1, 4.5, 4.9d, 4.9k): control, no-man's land, stacking, surrounded forces, and the points that a zone brings."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any, Final

from rulesdemo.games.toulon.movement import wings_share_zone
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.names import SEATS, SIDES_FIRST, ZONE
from rulesdemo.games.toulon.play.state import Position, Side, Unit, enemy_of
from rulesdemo.games.toulon.players import vp_share
from rulesdemo.games.toulon.stacking import Stacking, stacking
from rulesdemo.play.engine import Outcome, Refusal, cites, settled
from rulesdemo.words import N_, Nn_, all_of

TENTHS: Final = 10  # personal points are kept to one decimal [2.3]
CLAIMED: Final = {"batteries": "1.15", "allied": "1.16 A", "west": "1.16 B", "east": "1.16 C", "rest": "1.16 G"}  # by the step


@cites("1.1", "1.13")
def depot_of(position: Position, nation: str) -> str:
    """The depot of a nation or wing: Ollioules is the West wing's, Solliès the East's [1.1, 1.13, T1]."""
    return position.board.depots["allied" if nation not in ("west", "east", "reserve") else "east" if nation == "east" else "west"]


# -- control ---------------------------------------------------------------------------------------------------------------------------


@cites("4.5", "4.9d", "4.8e")
def control(position: Position, zone: str) -> Side | None:
    """Who controls a zone: the side whose units, patrols apart, are there alone; a roadstead is the Allies' until it is lost [4.5]."""
    key = ("control", zone)
    if key not in position.memo:
        position.memo[key] = _control(position, zone)
    found: Side | None = position.memo[key]
    return found


def _control(position: Position, zone: str) -> Side | None:
    facts = position.zone(zone)
    if facts.kind == "roadstead":
        hold = position.petite if zone == "petite_rade" else position.grande
        return None if hold == "lost" else "allied"
    if facts.depot:
        return "allied" if facts.depot == "allied" else "republican"
    if facts.kind == "road":
        return dict(position.roads).get(zone)
    there = {unit.side for unit in position.at(zone) if not unit.patrol}
    return there.pop() if len(there) == 1 else None


@cites("4.5", "4.9d")
def is_occupied(position: Position, side: Side, zone: str) -> bool:
    """Whether a side has any unit there; a patrol is enough [4.5]."""
    return bool(position.of(side, zone))


@cites("4.9d")
def is_no_mans_land(position: Position, zone: str) -> bool:
    """Whether nobody controls it: empty, or with patrols only [4.9d]."""
    return control(position, zone) is None


@cites("4.8c", "4.13b")
def is_surrounded(position: Position, side: Side, zone: str) -> bool:
    """Whether every zone around, roads apart, is controlled by the enemy [4.8c, 4.13b]."""
    around = [near for near in position.board.chart.neighbours(zone) if position.zone(near).kind != "road"]
    return all(control(position, near) == enemy_of(side) for near in around)


# -- stacking --------------------------------------------------------------------------------------------------------------------------


@cites("4.1", "4.13a", "6.2")
def stack(position: Position, side: Side, zone: str, *, fort: bool = False, more: tuple[int, ...] = (), battle: bool = False) -> Stacking:
    """How a side's units, and more to come, fit into a zone or its fort; option 6.2 lets an attack exceed it [4.1]."""
    key = ("stack", side, zone, fort, more, battle)
    if key not in position.memo:
        position.memo[key] = _stack(position, side, zone, fort=fort, more=more, battle=battle)
    found: Stacking = position.memo[key]
    return found


def _stack(position: Position, side: Side, zone: str, *, fort: bool, more: tuple[int, ...], battle: bool) -> Stacking:
    facts = position.zone(zone)
    there = tuple(unit.strength for unit in position.of(side, zone) if facts.whole_fort or unit.fort == fort)
    sp = (*there, *more)
    if facts.kind != "land":
        return Stacking(legal=True, over=0, room=sum(sp))
    place = "fort_la_garde" if facts.whole_fort else "fortress" if fort else "zone"
    found: Stacking = settled(stacking, position.rules, place, sp, facts.value, battle and position.has("6.2"))
    return found


@cites("4.1")
def fits(position: Position, unit: Unit, zone: str, *, fort: bool = False) -> bool:
    """Whether one more unit fits, without the words that a refusal needs [4.1]."""
    return stack(position, unit.side, zone, fort=fort, more=(unit.strength,)).legal


@cites("4.1")
def check_fits(position: Position, unit: Unit, zone: str, *, fort: bool = False, battle: bool = False) -> Refusal | None:
    """Whether one more unit fits [4.1]."""
    stacked = stack(position, unit.side, zone, fort=fort, more=(unit.strength,), battle=battle)
    if stacked.legal:
        return None
    words = Nn_(
        "{unit} would put {n} strength point too many into {zone}.",
        "{unit} would put {n} strength points too many into {zone}.",
        stacked.over,
    )
    if fort:
        words = Nn_(
            "{unit} would put {n} strength point too many into the fort of {zone}.",
            "{unit} would put {n} strength points too many into the fort of {zone}.",
            stacked.over,
        )
    return Refusal(
        words.format(unit=unit.name, zone=position.zone(zone).name),
        "4.1",
        N_("Choose another zone, or a smaller unit."),
    )


@cites("4.1", "6.2")
def cure(position: Position, side: Side, zone: str) -> Outcome[Position]:
    """Turn what is over the limit into temporary losses, the strongest unit first [4.1]."""
    events: list[Any] = []
    for fort in (False, True) if not position.zone(zone).whole_fort else (False,):
        over = stack(position, side, zone, fort=fort).over
        for _ in range(over):
            crowd = [unit for unit in position.of(side, zone) if position.zone(zone).whole_fort or unit.fort == fort]
            worst = max(crowd, key=lambda unit: unit.strength)
            position = position.with_unit(worst.id, temp=worst.temp + 1)
        if over:
            words = Nn_("{zone} holds too many: {n} temporary loss.", "{zone} holds too many: {n} temporary losses.", over).format(
                zone=ZONE
            )
            events.append(Notice("crowded", "4.1", words, (zone,)))
    return Outcome(position, tuple(events))


@cites("4.1")
def cure_all(position: Position) -> Outcome[Position]:
    """Stacking holds always: whatever is over a limit becomes temporary losses [4.1]."""
    events: tuple[Any, ...] = ()
    for zone in position.board.chart.of_kind("land"):
        for side in ("allied", "republican"):
            if position.of(side, zone):
                position, more = cure(position, side, zone)
                events += more
    return Outcome(position, events)


@cites("4.9a", "5k")
def check_wings(position: Position, unit: Unit, zone: str) -> Refusal | None:
    """Before turn 12 the two wings may not end in one zone; the Reserves may with either [4.9a]."""
    if unit.side == "allied" or unit.nation == "reserve":
        return None
    other = "east" if unit.nation == "west" else "west"
    if not any(each.nation == other for each in position.at(zone)):
        return None
    if settled(wings_share_zone, position.rules, position.turn.number, False).legal:  # noqa: FBT003 - inputs of a procedure
        return None
    first = position.rules.table("turn_switches").at("wings_merge", "from")
    where = position.zone(zone).name
    return Refusal(
        N_("The other wing is in {where}, and the wings stay apart before turn {first}.").format(where=where, first=first),
        "4.9a",
        N_("Choose a zone without it."),
    )


@cites("4.9a")
def check_passes(position: Position, unit: Unit, zone: str) -> Refusal | None:
    """Through a zone of the other wing only with a move left to go on: with its last one a unit would end there [4.9a]."""
    return check_wings(position, unit, zone) if unit.steps + 1 >= position.number("steps") else None


@cites("4.9a")
def is_passing(position: Position, unit: Unit) -> bool:
    """Whether a unit has come to the other wing and must leave it before the moves end [4.9a]."""
    has_come = position.zone(unit.place).kind == "land" and unit.origin not in ("", unit.place)
    return has_come and check_wings(position, unit, unit.place) is not None


# -- points ----------------------------------------------------------------------------------------------------------------------------


@cites("1.8", "2.3", "4.2g")
def gain(position: Position, side: Side, points: int, rule: str, zone: str = "") -> Outcome[Position]:
    """Victory points for a side; they end its significant defeat, and under option 2.2 the Allies in the zone share them [2.3, 4.2g]."""
    if not points:
        return Outcome(position)
    vp = position.vp + (points if side == "allied" else -points)
    words = _gained(points, at=bool(zone)) if points > 0 else _lost(-points, at=bool(zone))
    events: list[Any] = [Notice("points", rule, words.format(side=SIDES_FIRST[side], zone=ZONE), (zone,) if zone else ())]
    position = replace(position, vp=vp)
    if points > 0 and position.defeat == side:
        position = replace(position, defeat="none")
        events.append(Notice("recovered", "4.2g", N_("{side} have made good their defeat.").format(side=SIDES_FIRST[side])))
    if points > 0 and side == "allied" and position.has("2.2") and zone:
        position, more = share_points(position, points, sorted({unit.nation for unit in position.of("allied", zone)}))
        events += more
    return Outcome(position, tuple(events))


def _gained(n: int, *, at: bool) -> str:
    if at:
        return Nn_("{side} gain {n} victory point for {zone}.", "{side} gain {n} victory points for {zone}.", n)
    return Nn_("{side} gain {n} victory point.", "{side} gain {n} victory points.", n)


def _lost(n: int, *, at: bool) -> str:
    if at:
        return Nn_("{side} lose {n} victory point for {zone}.", "{side} lose {n} victory points for {zone}.", n)
    return Nn_("{side} lose {n} victory point.", "{side} lose {n} victory points.", n)


@cites("2.3")
def share_points(position: Position, points: int, nations: list[str]) -> Outcome[Position]:
    """Personal points for every Allied nation that had a part in a gain, in equal shares [2.3]."""
    if not nations:
        return Outcome(position)
    share = settled(vp_share, position.rules, points, len(nations)).vp
    for nation in nations:
        position = credit(position, nation, share)
    names = all_of(SEATS[nation] for nation in nations)
    return Outcome(position, (Notice("shared", "2.3", N_("{nations}: {share} each.").format(nations=names, share=Decimal(share))),))


def credit(position: Position, nation: str, vp: str) -> Position:
    """The position with personal points added, which are kept in tenths."""
    tenths = int(Decimal(vp) * TENTHS)
    return replace(position, personal=tuple((name, had + tenths if name == nation else had) for name, had in position.personal))


def worth(position: Position, zone: str) -> int:
    """The points for a zone, more with a fort."""
    return position.number("zone_vp") + (position.number("fort_vp") if position.zone(zone).fort else 0)


@cites("1.8", "1.15", "1.16 A", "1.16 B", "1.16 C", "1.16 G")
def claim(position: Position, zone: str) -> Outcome[Position]:
    """Points for the side that has come to control a zone that it did not control last, where no enemy leader stays [1.15, 1.16, T43]."""
    side = control(position, zone)
    if side is None or position.zone(zone).kind != "land":
        return Outcome(position)
    position, events = _driven_out(position, enemy_of(side), zone)
    if dict(position.held).get(zone) == side:
        return Outcome(position, events)
    held = {**dict(position.held), zone: side}
    position = replace(position, held=tuple(sorted(held.items())))
    position, more = gain(position, side, worth(position, zone), CLAIMED.get(position.turn.step, "1.8"), zone)
    return Outcome(position, events + more)


def claim_all(position: Position) -> Outcome[Position]:
    """The same in every zone of land, where more than one may have changed hands."""
    events: tuple[Any, ...] = ()
    for zone in position.board.chart.of_kind("land"):
        position, more = claim(position, zone)
        events += more
    return Outcome(position, events)


@cites("4.12d", "4.12f")
def _driven_out(position: Position, side: Side, zone: str) -> Outcome[Position]:
    """Leaders without a unit of their side get away to their depots from a zone that the enemy has come to control [T43]."""
    events: list[Any] = []
    for leader in position.led(side, zone) if not position.of(side, zone) else ():
        home = depot_of(position, leader.nation)
        position = position.with_leader(leader.id, place=home)
        events.append(Notice("driven out", "4.12d", N_("{leader} gets away to {zone}."), (leader.id, home)))
    return Outcome(position, tuple(events))


@cites("4.12d")
def brought_home(position: Position, side: Side) -> Outcome[Position]:
    """Leaders whom the moves of their own side have left alone among enemies get away to their depots [T43]."""
    events: tuple[Any, ...] = ()
    for zone in sorted({leader.place for leader in position.leaders if leader.side == side and leader.place in position.board.zones}):
        if control(position, zone) == enemy_of(side):
            position, more = _driven_out(position, side, zone)
            events += more
    return Outcome(position, events)
