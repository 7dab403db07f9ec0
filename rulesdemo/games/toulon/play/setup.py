"""The late deployment (1.12 to 1.17): batteries first, ten rounds of placements, attrition, and the rest."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from rulesdemo.games.toulon.board import board
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.names import PLAYERS, UNIT, ZONE
from rulesdemo.games.toulon.play.orders import Agree, Overrule, PlaceBattery, PlaceUnit, Skip
from rulesdemo.games.toulon.play.state import Leader, Position, Proposal, Redoubt, Side, Unit, enemy_of
from rulesdemo.games.toulon.setup import deployment, eligible_distance
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, alternatives

# -- eligible zones --------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2_000)
def _around(rules: Ruleset, anchor: str, *, allied: bool) -> Mapping[str, tuple[str, ...]]:
    """The zones at an allowed distance from an anchor with the way there; between may be land or, for the Allies, water before a beach."""
    chart, zones = board().chart, board().zones
    found: dict[str, tuple[str, ...]] = {}
    if settled(eligible_distance, rules, 0).eligible and zones[anchor].kind == "land":
        found[anchor] = (anchor,)
    layer: dict[str, tuple[str, ...]] = {anchor: (anchor,)}
    seen, steps = {anchor}, 0
    while layer:
        steps += 1
        following: dict[str, tuple[str, ...]] = {}
        for here, way in layer.items():
            if steps > 1 and zones[here].kind not in (("land", "roadstead") if allied else ("land",)):
                continue
            for there in chart.neighbours(here):
                by_sea = steps > 1 and zones[here].kind == "roadstead"
                if there not in seen and (not by_sea or zones[there].beach):
                    following.setdefault(there, (*way, there))
        if not settled(eligible_distance, rules, steps).eligible:
            break
        found |= {zone: way for zone, way in following.items() if zones[zone].kind == "land"}
        seen |= set(following)
        layer = following
    return MappingProxyType(found)


@cites("1.14")
def anchors(position: Position, nation: str) -> frozenset[str]:
    """What a placement must be near: the depot, units of its own and, for the Allies, the beaches of the first landings [1.14]."""
    allied = nation not in ("west", "east", "reserve")
    found = {depot_of(position, nation)}
    if allied:
        found |= {zone.id for zone in position.board.zones.values() if zone.turn1_landing}
    for unit in position.units:
        if (unit.side == "allied") == allied and (allied or nation in (unit.nation, "reserve")) and _on_land(position, unit):
            found.add(unit.place)
    return frozenset(found)


@cites("1.14")
def ways(position: Position, nation: str) -> Mapping[str, tuple[str, ...]]:
    """The shortest way from an anchor to every zone that is near enough; whether an enemy stands there is another matter [1.14]."""
    found: dict[str, tuple[str, ...]] = {}
    for anchor in sorted(anchors(position, nation)):
        for zone, way in _around(position.rules, anchor, allied=nation not in ("west", "east", "reserve")).items():
            if zone not in found or len(way) < len(found[zone]):
                found[zone] = way
    return found


@cites("1.14")
def eligible(position: Position, nation: str) -> frozenset[str]:
    """Where a unit of this nation may be placed now: near a depot, a first beach or a unit of its own, and no enemy there [1.14]."""
    allied = nation not in ("west", "east", "reserve")
    key = ("eligible", "allied" if allied else nation)
    if key not in position.memo:
        found: set[str] = set()
        for anchor in anchors(position, nation):
            found |= _around(position.rules, anchor, allied=allied).keys()
        enemy = enemy_of("allied" if allied else "republican")
        position.memo[key] = frozenset(zone for zone in found if not ground.is_occupied(position, enemy, zone))
    zones: frozenset[str] = position.memo[key]
    return zones


@cites("1.14")
def lacks_beach(position: Position, nation: str, zone: str) -> bool:
    """Whether a zone would be near enough over a roadstead, had it only a beach [1.14]."""
    chart, near = board().chart, anchors(position, nation)
    waters = [water for water in chart.neighbours(zone) if position.zone(water).kind == "roadstead"]
    is_over_water = any(there in near for water in waters for there in chart.neighbours(water))
    return is_over_water and nation not in ("west", "east", "reserve") and not position.zone(zone).beach


def _on_land(position: Position, unit: Unit) -> bool:
    return unit.place in position.board.zones and position.zone(unit.place).kind == "land"


# -- the batteries ---------------------------------------------------------------------------------------------------------------------


@cites("1.13")
def fill_depots(position: Position) -> Outcome[Position]:
    """All units due before the first turn begin in their depots; those of the first turn and later wait [1.13]."""
    for unit in position.units:
        if unit.place == "away" and 0 < unit.due < position.turn.number:
            position = position.with_unit(unit.id, place=depot_of(position, unit.nation), due=0)
    number = sum(unit.place in position.board.depots.values() for unit in position.units)
    return Outcome(position, (Notice("filled", "1.13", N_("{number} units wait in their depots.").format(number=number)),))


def waiting_batteries(position: Position) -> tuple[Unit, ...]:
    """The Bonaparte batteries that are still in their depot."""
    return tuple(unit for unit in position.units if unit.arm == "battery" and unit.place == depot_of(position, unit.nation))


@cites("1.15")
def decide_batteries(position: Position) -> Decision | None:
    """Bonaparte's player places both batteries first [1.15]."""
    waiting = waiting_batteries(position)
    if not waiting:
        return None
    return Decision(
        position.seat("bonaparte"),
        (PlaceBattery,),
        "1.15",
        N_("Place {waiting} in its zone, with a redoubt or without.").format(waiting=waiting[0].name),
    )


@cites("1.15")
def check_place_battery(position: Position, order: PlaceBattery) -> Refusal | None:
    """A battery goes into a named zone that has none yet [1.15]."""
    waiting = waiting_batteries(position)
    if order.unit not in {unit.id for unit in waiting}:
        return Refusal(N_("That is no battery that waits in its depot."), "1.15", N_("Place {waiting}.").format(waiting=waiting[0].name))
    free = [zone for zone in position.board.battery_zones if not any(unit.arm == "battery" for unit in position.at(zone))]
    if order.zone not in free:
        names = alternatives(position.zone(zone).name for zone in free)
        return Refusal(
            N_("A battery begins in a zone that is named for it, each in its own."), "1.15", N_("Choose {names}.").format(names=names)
        )
    return None


@cites("1.15")
def place_battery(_dice: Dice, position: Position, order: PlaceBattery) -> Outcome[Position]:
    """Put it down, with its redoubt if wished, and adjust the points [1.15]."""
    position = position.with_unit(order.unit, place=order.zone, due=0)
    position = replace(position, deployed=(*position.deployed, order.unit))
    events: tuple[Any, ...] = (
        Notice("battery", "1.15", (N_("{unit} is placed in {zone}."), N_("{unit} are placed in {zone}.")), (order.unit, order.zone)),
    )
    if order.redoubt:
        position = replace(position, redoubts=(*position.redoubts, Redoubt(order.zone, "normal", "republican")))
        events += (Notice("redoubt", "1.15", N_("It stands in a redoubt.")),)
    position, more = ground.claim(position, order.zone)
    return Outcome(position, events + more)


def batteries(position: Position) -> Iterator[PlaceBattery]:
    """Every battery in every zone named for one."""
    for unit in waiting_batteries(position):
        for zone in position.board.battery_zones:
            yield PlaceBattery(unit.id, zone)
            yield PlaceBattery(unit.id, zone, redoubt=True)


# -- rounds of placements --------------------------------------------------------------------------------------------------------------


@cites("1.16 E", "1.16 A", "1.16 B", "1.16 C")
def rounds(position: Position) -> int:
    """How many rounds there are [1.16 E, T2]."""
    return int(settled(deployment, position.rules).rounds)


@cites("1.16 A", "1.16 E")
def begin_round(position: Position) -> Outcome[Position]:
    """The Allies place first: two units, the Allied players proposing in turn [1.16 A]."""
    number = position.turn.round + 1
    players = position.players_of("allied")
    each = int(position.rules.table("deployment").at("allied_units_per_round"))
    seats = tuple(players[((number - 1) * each + count) % len(players)] for count in range(each))
    return Outcome(position.with_turn(round=number, placed=(), seats=seats))


@cites("1.16 B")
def begin_west(position: Position) -> Outcome[Position]:
    """Then the West wing [1.16 B]."""
    each = int(position.rules.table("deployment").at("west_units_per_round"))
    return Outcome(position.with_turn(seats=(position.seat("west"),) * each))


@cites("1.16 C")
def begin_east(position: Position) -> Outcome[Position]:
    """Then the East wing [1.16 C]."""
    each = int(position.rules.table("deployment").at("east_units_per_round"))
    return Outcome(position.with_turn(seats=(position.seat("east"),) * each))


def placing(position: Position) -> tuple[str, str]:
    """Whose units are placed in this step, and by which rule."""
    return {"allied": ("allied", "1.16 A"), "west": ("west", "1.16 B"), "east": ("east", "1.16 C")}.get(position.turn.step, ("", "1.16 G"))


PROMPTS: Final = {
    "allied": N_("Round {round}: place an Allied unit in an eligible zone, or let it pass."),
    "west": N_("Round {round}: place a West-wing unit in an eligible zone, or let it pass."),
    "east": N_("Round {round}: place an East-wing unit in an eligible zone, or let it pass."),
}


def decide_placement(position: Position) -> Decision | None:
    """The player whose turn it is, while his step lasts."""
    if not position.turn.seats:
        return None
    who, rule = placing(position)
    prompt = PROMPTS[who].format(round=position.turn.round)
    return Decision(position.turn.seats[0], (PlaceUnit, Skip), rule, prompt)


@cites("1.16 G")
def begin_rest(position: Position) -> Outcome[Position]:
    """Every player may now send what is left in his depot to his friends [1.16 G]."""
    return Outcome(position.with_turn(seats=tuple(seat[0] for seat in position.seats)))


@cites("1.16 G")
def decide_rest(position: Position) -> Decision | None:
    """Each player in turn, until he lets it pass or has nothing left [1.16 G]."""
    if not position.turn.seats:
        return None
    return Decision(
        position.turn.seats[0], (PlaceUnit, Skip), "1.16 G", N_("Send units and leaders from the depot to friends, or let it pass.")
    )


def in_hand(position: Position) -> tuple[Unit | Leader, ...]:
    """What the player who is to place has in the depots of this step."""
    if "hand" not in position.memo:
        position.memo["hand"] = _in_hand(position)
    found: tuple[Unit | Leader, ...] = position.memo["hand"]
    return found


def _in_hand(position: Position) -> tuple[Unit | Leader, ...]:
    who, rule = placing(position)
    found: list[Unit | Leader] = []
    seat = position.turn.seats[0]
    things: tuple[Unit | Leader, ...] = (*position.units, *position.leaders) if rule == "1.16 G" else position.units
    for thing in things:
        if thing.place != depot_of(position, thing.nation) or (isinstance(thing, Unit) and thing.arm == "battery"):
            continue
        fits = {"allied": thing.side == "allied", "west": thing.nation in ("west", "reserve"), "east": thing.nation == "east"}.get(
            who, True
        )
        if fits and position.seat(thing.nation) == seat:
            found.append(thing)
    return tuple(found)


@cites("1.14", "1.16 A", "1.16 D", "1.16 G", "4.1")
def check_place_unit(position: Position, order: PlaceUnit) -> Refusal | None:
    """A unit of one's own from the depot, in a zone that takes it [1.14, 1.16]."""
    _who, rule = placing(position)
    thing = position.find(order.unit) or position.leader(order.unit)
    if thing is None:
        return Refusal(N_("There is no such unit."), rule, N_("Choose a unit in the depot."))
    if order.unit in position.deployed:
        return Refusal(
            by_number(
                thing.name, N_("{unit} has been placed and stays where it is."), N_("{unit} have been placed and stays where they are.")
            ).format(unit=thing.name),
            "1.16 D",
            N_("Choose a unit in the depot, or let it pass."),
        )
    if all(each is not thing for each in in_hand(position)):
        return Refusal(
            by_number(
                thing.name,
                N_("{unit} is not in a depot of yours that places now."),
                N_("{unit} are not in a depot of yours that places now."),
            ).format(unit=thing.name),
            rule,
            N_("Choose a unit in the depot, or let it pass."),
        )
    if order.zone not in position.board.zones or position.zone(order.zone).kind != "land":
        return Refusal(N_("Units are placed in zones of land."), "1.14", N_("Choose an eligible zone."))
    if rule == "1.16 G":
        return _check_rest(position, thing, order.zone)
    assert isinstance(thing, Unit)  # noqa: S101 - asked only while one is pending
    return _check_eligible(position, thing, order.zone)


def _check_rest(position: Position, thing: Unit | Leader, zone: str) -> Refusal | None:
    """Friends must be there, of the same wing, and room [1.16 G]."""
    if not position.of(thing.side, zone):
        return Refusal(
            N_("None of your friends are in {zone}.").format(zone=position.zone(zone).name),
            "1.16 G",
            N_("Choose a zone that holds friendly units."),
        )
    if isinstance(thing, Leader):
        return None
    return ground.check_wings(position, thing, zone) or ground.check_fits(position, thing, zone)


def _check_eligible(position: Position, unit: Unit, zone: str) -> Refusal | None:
    """An eligible zone, the second Allied one of a round another than the first, and room [1.14, 1.16 A, 4.1]."""
    name = position.zone(zone).name
    if zone not in eligible(position, unit.nation):
        near = [position.zone(each).name for each in sorted(eligible(position, unit.nation))[:3]]
        way_out = N_("Choose {names}.").format(names=alternatives(near)) if near else N_("Let it pass.")
        if ground.is_occupied(position, enemy_of(unit.side), zone):
            return Refusal(N_("{name} holds an enemy unit.").format(name=name), "1.14", way_out)
        if lacks_beach(position, unit.nation, zone):
            return Refusal(N_("Over a roadstead only a zone with a beach is near, and {name} has none.").format(name=name), "1.14", way_out)
        return Refusal(
            N_("{name} is too far from any depot, first beach or unit of {unit}'s own.").format(name=name, unit=unit.name), "1.14", way_out
        )
    if zone in position.turn.placed:
        return Refusal(
            N_("{name} has its Allied unit of this round.").format(name=name), "1.16 A", N_("Choose another eligible zone, or let it pass.")
        )
    return ground.check_wings(position, unit, zone) or ground.check_fits(position, unit, zone)


@cites("1.16 A", "1.16 B", "1.16 C", "1.16 G")
def place_unit(_dice: Dice, position: Position, order: PlaceUnit) -> Outcome[Position]:
    """Put it down; what another Allied player than the British wishes, the British player may overrule [1.16 A, 1.16 G]."""
    thing = position.find(order.unit) or position.leader(order.unit)
    seat = position.turn.seats[0]
    british = position.seat("british")
    if thing is not None and thing.side == "allied" and seat != british and isinstance(thing, Unit):
        words = N_("{player} wishes {unit} in {zone}.").format(player=PLAYERS[seat], unit=UNIT, zone=ZONE)
        return Outcome(
            replace(position, pending=Proposal(order.unit, order.zone)), (Notice("wish", "1.16 A", words, (order.unit, order.zone)),)
        )
    return _put(position, order.unit, order.zone)


def _put(position: Position, name: str, zone: str) -> Outcome[Position]:
    """The unit or the leader in its zone, and the points that it brings."""
    _who, rule = placing(position)
    told = Notice("placed", rule, (N_("{unit} is placed in {zone}."), N_("{unit} are placed in {zone}.")), (name, zone))
    if position.find(name) is None:
        return Outcome(position.with_leader(name, place=zone), (told,))
    position = position.with_unit(name, place=zone)
    position = replace(position, deployed=(*position.deployed, name))
    if rule != "1.16 G":
        placed = (*position.turn.placed, zone) if rule == "1.16 A" else ()
        position = position.with_turn(seats=position.turn.seats[1:], placed=placed)
    position, events = ground.claim(position, zone)
    return Outcome(position, (told, *events))


def _held_by(position: Position, side: Side) -> tuple[str, ...]:
    """The zones of land with units of a side."""
    key = ("held", side)
    if key not in position.memo:
        position.memo[key] = tuple(sorted({unit.place for unit in position.units if unit.side == side and _on_land(position, unit)}))
    found: tuple[str, ...] = position.memo[key]
    return found


def placements(position: Position) -> Iterator[PlaceUnit]:
    """Every unit in hand in every zone that takes it: what `check_place_unit` asks of the unit alone is asked once."""
    _who, rule = placing(position)
    for thing in in_hand(position):
        if thing.id in position.deployed:
            continue
        if rule == "1.16 G":
            places = (zone for zone in _held_by(position, thing.side) if _check_rest(position, thing, zone) is None)
        elif isinstance(thing, Unit):
            near = (zone for zone in sorted(eligible(position, thing.nation)) if position.zone(zone).kind == "land")
            places = (zone for zone in near if _check_eligible(position, thing, zone) is None)
        yield from (PlaceUnit(thing.id, zone) for zone in places)


# -- disputes --------------------------------------------------------------------------------------------------------------------------


@cites("1.16 A", "1.16 G")
def decide_proposal(position: Position, proposal: Proposal) -> Decision:
    """The British player has the last word on Allied placements [1.16 A]."""
    unit, zone = position.unit(proposal.unit).name, position.zone(proposal.zone).name
    prompt = N_("{unit} is wished in {zone}: agree, or send it to another zone.").format(unit=unit, zone=zone)
    return Decision(position.seat("british"), (Agree, Overrule), placing(position)[1], prompt)


def _unproposed(position: Position) -> Position:
    """The position without the proposal, with all that is found out about it."""
    if "unproposed" not in position.memo:
        position.memo["unproposed"] = replace(position, pending=None)
    found: Position = position.memo["unproposed"]
    return found


def _proposal(position: Position) -> Proposal:
    assert isinstance(position.pending, Proposal)  # noqa: S101 - asked only while one is pending
    return position.pending


def check_agree(_position: Position, _order: Agree) -> Refusal | None:
    """Nothing bars agreement."""
    return None


@cites("1.16 A")
def agree(_dice: Dice, position: Position, _order: Agree) -> Outcome[Position]:
    """The unit goes where it was wished [1.16 A]."""
    proposal = _proposal(position)
    return _put(_unproposed(position), proposal.unit, proposal.zone)


def agreements(_position: Position) -> Iterator[Agree]:
    """The agreement."""
    yield Agree()


@cites("1.16 A", "1.14")
def check_overrule(position: Position, order: Overrule) -> Refusal | None:
    """Another zone that takes the unit [1.14, 1.16 A]."""
    proposal = _proposal(position)
    if order.zone == proposal.zone:
        return Refusal(N_("That is what was wished."), "1.16 A", N_("Agree to it, or choose another zone."))
    return check_place_unit(_unproposed(position), PlaceUnit(proposal.unit, order.zone))


@cites("1.16 A", "1.16 G")
def overrule(_dice: Dice, position: Position, order: Overrule) -> Outcome[Position]:
    """The British player sends it elsewhere [1.16 A]."""
    proposal = _proposal(position)
    position, events = _put(_unproposed(position), proposal.unit, order.zone)
    return Outcome(position, (Notice("overruled", "1.16 A", N_("The British player decides otherwise.")), *events))


def overrulings(position: Position) -> Iterator[Overrule]:
    """Every other zone for the unit that was wished somewhere."""
    unit = _proposal(position).unit
    for order in placements(_unproposed(position)):
        if order.unit == unit:
            yield Overrule(order.zone)


@cites("1.16 E", "1.16 G")
def skip_placement(position: Position) -> Outcome[Position]:
    """A player may let his opportunity pass [1.16 E]."""
    seat = position.turn.seats[0]
    words = N_("{player} lets it pass.").format(player=PLAYERS[seat])
    return Outcome(position.with_turn(seats=position.turn.seats[1:]), (Notice("passed", "1.16 E", words),))
