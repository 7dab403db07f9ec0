"""Espionage, council and supply (3.5 to 3.8, 4.8, 5a to 5c, 5g, 6.1, 6.9b): what a side does before it moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulesdemo.games.toulon.evacuation import war_supply
from rulesdemo.games.toulon.movement import quality_tests
from rulesdemo.games.toulon.operations import WINGS, wings_pay_together
from rulesdemo.games.toulon.play import calendar, ground
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.names import PURSES, PURSES_FIRST
from rulesdemo.games.toulon.play.orders import Evacuate, HoldCouncil, Inspect, PayWarSupply, RollWarSupply, Skip, Spy, Supply, TraceSupply
from rulesdemo.games.toulon.play.state import Position, Unit, enemy_of
from rulesdemo.games.toulon.supply import nml_supply
from rulesdemo.games.toulon.turns import council
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, throw_for
from rulesdemo.words import N_

ALLIED = "allied"
TOULON = "toulon"

# -- espionage -------------------------------------------------------------------------------------------------------------------------


@cites("5a", "5b", "5c", "6.1")
def begin_espionage(position: Position) -> Outcome[Position]:
    """One try for each side; a council for the Allies; for the Republicans, from turn 3, Toulon besides [5a, 5b, 5c]."""
    more = ("council",) if position.turn.side == ALLIED else ("inspect",) if calendar.in_force(position, "inspect_toulon") else ()
    return Outcome(position.with_turn(due=("spy", *more)))


@cites("5a", "5b", "5c", "6.1")
def decide_espionage(position: Position) -> Decision | None:
    """The first player of the side, while there is anything to do; under option 6.1 he throws while there is anybody to spy on [6.1]."""
    spies = any(check_spy(position, order) is None for order in spyings(position))
    early = "spy" in position.turn.due and not calendar.in_force(position, "general_espionage")
    free = check_inspect(position, Inspect()) is None or check_council(position, HoldCouncil()) is None
    if not position.turn.due or not (early or spies or free):
        return None
    kinds: tuple[type, ...] = (Spy, Inspect, HoldCouncil) if position.has("6.1") and spies else (Spy, Inspect, HoldCouncil, Skip)
    rule = "6.1" if position.has("6.1") else "5a"
    return Decision(position.players_of(position.turn.side)[0], kinds, rule, N_("Send a spy, hold a council, or let it pass."))


def _hides(position: Position, zone: str) -> bool:
    """Whether the enemy has a unit there that has not been seen."""
    return any(not unit.revealed for unit in position.of(enemy_of(position.turn.side), zone))


def _seen(position: Position, zone: str) -> Position:
    """The position with the enemies in a zone revealed."""
    for unit in position.of(enemy_of(position.turn.side), zone):
        position = position.with_unit(unit.id, revealed=True)
    return position


@cites("5a")
def check_spy(position: Position, order: Spy) -> Refusal | None:
    """A zone with hidden enemies, once a turn; espionage is general from turn 2 [5a]."""
    if "spy" not in position.turn.due:
        return Refusal(N_("The spies have had their chance this turn."), "5a", N_("Let it pass."))
    if not calendar.in_force(position, "general_espionage"):
        return Refusal(N_("Espionage is not general yet."), "5a", N_("Wait until turn 2."))
    if order.zone not in position.board.zones or position.zone(order.zone).kind != "land" or not _hides(position, order.zone):
        return Refusal(N_("No hidden enemy unit is there."), "5a", N_("Choose a zone with units that you have not seen."))
    return None


@cites("5a", "6.1")
def spy(dice: Dice, position: Position, order: Spy) -> Outcome[Position]:
    """The spy is answered or not, at a chance that the scenario supplies [5a]."""
    throw = throw_for(dice, quality_tests, position.rules, position.chance("espionage"), 1)
    if throw.outcome.passed:
        position = _seen(position, order.zone)
    words = N_("Spies bring news from {zone}.") if throw.outcome.passed else N_("No news comes from {zone}.")
    due = tuple(each for each in position.turn.due if each != "spy")
    return Outcome(position.with_turn(due=due), (Notice("spied", "5a", words, (order.zone,), throw),))


def spyings(position: Position) -> Iterator[Spy]:
    """Every zone of land where the enemy has units."""
    enemy = enemy_of(position.turn.side)
    for zone in position.board.chart.of_kind("land"):
        if ground.is_occupied(position, enemy, zone):
            yield Spy(zone)


@cites("5b")
def check_inspect(position: Position, _order: Inspect) -> Refusal | None:
    """The Republicans, from turn 3, while anybody in Toulon is hidden [5b]."""
    if position.turn.side == ALLIED:
        return Refusal(N_("Only the Republicans inspect Toulon."), "5b", N_("Send a spy, or let it pass."))
    if "inspect" not in position.turn.due:
        return Refusal(N_("The troops in Toulon may not be freely inspected yet."), "5b", N_("Send a spy, or wait until turn 3."))
    if not _hides(position, position.board.toulon):
        return Refusal(N_("No hidden enemy unit is in Toulon."), "5b", N_("Send a spy elsewhere, or let it pass."))
    return None


@cites("5b")
def inspect(_dice: Dice, position: Position, _order: Inspect) -> Outcome[Position]:
    """The troops in Toulon are seen: no die, and the try at spying is still there [5b]."""
    zone = position.board.toulon
    return Outcome(_seen(position, zone), (Notice("inspected", "5b", N_("The Republicans inspect the troops in {zone}."), (zone,)),))


def inspections(_position: Position) -> Iterator[Inspect]:
    """The inspection."""
    yield Inspect()


@cites("5c")
def check_council(position: Position, _order: HoldCouncil) -> Refusal | None:
    """The Allies, once a turn, from turn 3 [5c]."""
    if position.turn.side != ALLIED or "council" not in position.turn.due:
        return Refusal(N_("The Allies may try to hold one council in their own phase."), "5c", N_("Let it pass."))
    if not calendar.in_force(position, "council_of_war"):
        return Refusal(N_("The Allies may not yet meet out of Republican hearing."), "5c", N_("Wait until turn 3."))
    return None


@cites("5c")
def hold_council(dice: Dice, position: Position, _order: HoldCouncil) -> Outcome[Position]:
    """They meet unheard, or not [5c]."""
    throw = throw_for(dice, council, position.rules, position.turn.number)
    due = tuple(each for each in position.turn.due if each != "council")
    words = N_("The Allies hold their council unheard.") if throw.outcome.held else N_("The Allies cannot meet unheard.")
    return Outcome(position.with_turn(due=due, council=throw.outcome.held), (Notice("council", "5c", words, (), throw),))


def councils(_position: Position) -> Iterator[HoldCouncil]:
    """The council."""
    yield HoldCouncil()


def skip_espionage(position: Position) -> Outcome[Position]:
    """No more spies this turn."""
    return Outcome(position.with_turn(due=()))


def unasked(position: Position, order: object) -> tuple[Skip, ...]:
    """Let the espionage pass before an order of a save made when nobody was asked any more: Toulon shut, or the try made [5b]."""
    goes_on = (
        position.turn.step == "espionage"
        and position.pending is None
        and not isinstance(order, Spy | Inspect | HoldCouncil | Skip | Supply)
    )
    return (Skip(),) if goes_on else ()


# -- evacuation ------------------------------------------------------------------------------------------------------------------------


@cites("3 (intro)", "3.5")
def begin_evacuation(position: Position) -> Outcome[Position]:
    """The choice is the first action of the Allied supply phase, on any turn of any game that is played with it [3 (intro), 3.5]."""
    asked = position.turn.side == ALLIED and position.has("3.4") and not position.evacuated
    return Outcome(position.with_turn(due=("evacuate",) if asked else ()))


@cites("3.4", "3.5", "3.6")
def decide_evacuation(position: Position) -> Decision | None:
    """The British player decides, whatever the Spanish say [3.6]."""
    if position.turn.due != ("evacuate",):
        return None
    return Decision(position.seat("british"), (Evacuate, Skip), "3.5", N_("Evacuate the ships now, or keep them."))


def check_evacuate(_position: Position, _order: Evacuate) -> Refusal | None:
    """Nothing bars it when it may be chosen."""
    return None


@cites("3.6", "3.7", "3.10")
def evacuate(_dice: Dice, position: Position, _order: Evacuate) -> Outcome[Position]:
    """The ships go, and do not come back [3.7, 3.10]."""
    return calendar.evacuate(position.with_turn(due=()))


def evacuations(_position: Position) -> Iterator[Evacuate]:
    """The evacuation."""
    yield Evacuate()


# -- war supply ------------------------------------------------------------------------------------------------------------------------


@cites("3.8", "4.8a", "4.8b", "6.9b")
def begin_war_supply(position: Position) -> Outcome[Position]:
    """Toulon is supplied while both roadsteads are Allied, and rolls once the ships have gone; the wings pay [3.8, 4.8a, 4.8b]."""
    side = position.turn.side
    if side == "republican":
        return Outcome(position.with_turn(due=("west", "east")))
    if position.evacuated:
        return Outcome(position.with_turn(due=(TOULON,)))
    rest = tuple(name for name in position.turn.out_of_war if name not in (TOULON, ALLIED))
    if position.has("6.9b") and position.grande != ALLIED:
        told = Notice("cut off", "6.9b", N_("All Allied units are out of general and war supply until the Grande Rade is retaken."))
        return Outcome(position.with_turn(due=(), out_of_war=(*rest, ALLIED)), (told,))
    if "lost" in (position.petite, position.grande):
        return Outcome(position.with_turn(due=(), out_of_war=(*rest, TOULON)), (Notice("war", "4.8a", N_("Toulon is out of war supply.")),))
    return Outcome(position.with_turn(due=(), out_of_war=rest), (Notice("war", "4.8a", N_("Toulon is in war supply.")),))


@cites("3.8", "4.8b")
def decide_war_supply(position: Position) -> Decision | None:
    """The British player rolls for Toulon; each wing pays for itself or goes without [3.8, 4.8b]."""
    if not position.turn.due:
        return None
    due = position.turn.due[0]
    if due == TOULON:
        return Decision(position.seat("british"), (RollWarSupply,), "3.8", N_("Throw for the war supply of Toulon."))
    west = N_("Pay {op} OP for the war supply of the West wing, or let it pass.")
    east = N_("Pay {op} OP for the war supply of the East wing, or let it pass.")
    prompt = (west if due == "west" else east).format(op=position.number("war_supply_op"))
    return Decision(position.seat(due), (PayWarSupply, Skip), "4.8b", prompt)


def check_roll_war(_position: Position, _order: RollWarSupply) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("3.8")
def roll_war(dice: Dice, position: Position, _order: RollWarSupply) -> Outcome[Position]:
    """A 3 on the D3 leaves Toulon without war supply this turn [3.8]."""
    throw = throw_for(dice, war_supply, position.rules, 1)
    failed = throw.outcome.failed
    rest = tuple(name for name in position.turn.out_of_war if name != TOULON)
    position = position.with_turn(due=(), out_of_war=(*rest, TOULON) if failed else rest)
    words = N_("Toulon is out of war supply this turn.") if failed else N_("Toulon is in war supply this turn.")
    return Outcome(position, (Notice("war", "3.8", words, (), throw),))


def war_rolls(_position: Position) -> Iterator[RollWarSupply]:
    """The throw."""
    yield RollWarSupply()


@cites("4.8b")
def check_pay_war(position: Position, order: PayWarSupply) -> Refusal | None:
    """Each wing from its own purse; from turn 12 from the other one too, if its player has both [4.8b, 5k, T72]."""
    wing, cost = position.turn.due[0], position.number("war_supply_op")
    if order.purse not in _war_purses(position):
        return Refusal(
            N_("Each wing pays for its own war supply."), "4.8b", N_("Pay from {purse}, or let it pass.").format(purse=PURSES[wing])
        )
    if position.op(order.purse) < cost:
        words = N_("{purse} does not hold the {cost} OP.").format(purse=PURSES_FIRST[order.purse], cost=cost)
        return Refusal(words, "4.8b", N_("Let it pass."))
    return None


@cites("4.8b", "5k")
def _war_purses(position: Position) -> tuple[str, ...]:
    """The purses that may pay for the wing that is asked [4.8b, 5k, T72]."""
    wing = position.turn.due[0]
    together = wings_pay_together(position.rules, position.turn.number)
    return (wing, *(each for each in WINGS if each != wing and together and position.seat(each) == position.seat(wing)))


@cites("4.8b", "1.5")
def pay_war(_dice: Dice, position: Position, order: PayWarSupply) -> Outcome[Position]:
    """The wing may attack this turn; with the West wing's supply some ammunition comes in for the batteries [4.8b, 1.5]."""
    wing = position.turn.due[0]
    position = position.paying(order.purse, position.number("war_supply_op")).with_turn(due=position.turn.due[1:])
    if wing == "west":
        position = replace(position, stock=position.stock + position.number("stock_gain"))
    words = N_("The West wing is in war supply.") if wing == "west" else N_("The East wing is in war supply.")
    return Outcome(position, (Notice("war", "4.8b", words),))


def war_payments(position: Position) -> Iterator[PayWarSupply]:
    """The wing that is asked, from each purse that may pay."""
    for purse in _war_purses(position):
        yield PayWarSupply(purse)  # type: ignore[arg-type]


@cites("4.8b")
def skip_war(position: Position) -> Outcome[Position]:
    """The wing goes without [4.8b]."""
    wing = position.turn.due[0]
    words = N_("The West wing is out of war supply.") if wing == "west" else N_("The East wing is out of war supply.")
    told = Notice("war", "4.8b", words)
    return Outcome(position.with_turn(due=position.turn.due[1:], out_of_war=(*position.turn.out_of_war, wing)), (told,))


@cites("4.8a", "4.8d", "3.8", "6.9b")
def in_war_supply(position: Position, unit: Unit) -> bool:
    """Whether a unit may attack as far as war supply goes; on the turn when it first lands it always may [4.8d]."""
    out = position.turn.out_of_war
    if unit.landed:
        return True
    if unit.side == ALLIED:
        return ALLIED not in out and not (TOULON in out and unit.place == position.board.toulon)
    return ("west" if unit.nation == "reserve" else unit.nation) not in out


# -- general supply --------------------------------------------------------------------------------------------------------------------


@cites("4.8e", "4.9k")
def line(position: Position, unit: Unit, *, through_no_mans_land: bool) -> tuple[str, ...] | None:
    """A shortest way from a unit to its depot that the enemy does not control; to the sea only from a beach [4.8e, 4.9k]."""
    home, side = depot_of(position, unit.nation), unit.side
    zones, chart = position.board.zones, position.board.chart
    ways: dict[str, tuple[str, ...]] = {unit.place: (unit.place,)}
    layer = [unit.place]
    while layer and home not in ways:
        following = []
        for here in layer:
            for there in chart.neighbours(here):
                held = ground.control(position, there)
                shut = held == enemy_of(side) or (held is None and not through_no_mans_land) or zones[there].kind == "road"
                wet = "roadstead" in (zones[here].kind, zones[there].kind)
                shore = zones[here] if zones[there].kind == "roadstead" else zones[there]
                dry_side = wet and shore.kind == "land" and not shore.beach
                if there not in ways and not shut and not dry_side and (side == ALLIED or not wet):
                    ways[there] = (*ways[here], there)
                    following.append(there)
        layer = following
    return ways.get(home)


@cites("4.8d", "4.8e", "5g", "6.9b")
def begin_trace(position: Position) -> Outcome[Position]:
    """Units without a line are cut off; those whose line crosses no-man's land roll from turn 8 on [4.8e, 5g]."""
    side = position.turn.side
    cut, due = [name for name in position.turn.cut if position.unit(name).side != side], []
    lost = side == ALLIED and ALLIED in position.turn.out_of_war
    for zone in position.board.chart.of_kind("land"):
        for unit in position.of(side, zone):
            if unit.landed:
                continue
            if lost or line(position, unit, through_no_mans_land=True) is None:
                cut.append(unit.id)
            elif line(position, unit, through_no_mans_land=False) is None and calendar.in_force(position, "nml_supply_roll"):
                due.append(zone)
    told = tuple(
        Notice("cut", "4.8e", (N_("{unit} has no supply line."), N_("{unit} have no supply line.")), (name,))
        for name in cut
        if position.unit(name).side == side
    )
    return Outcome(position.with_turn(cut=tuple(cut), due=tuple(dict.fromkeys(due))), told)


@cites("5g")
def decide_trace(position: Position) -> Decision | None:
    """The owner of units whose line crosses no-man's land [5g]."""
    if not position.turn.due:
        return None
    zone = position.turn.due[0]
    unit = position.of(position.turn.side, zone)[0]
    return Decision(
        position.seat(unit.nation),
        (TraceSupply,),
        "5g",
        N_("Trace supply to {zone} through no-man's land.").format(zone=position.zone(zone).name),
    )


def check_trace(position: Position, order: TraceSupply) -> Refusal | None:
    """One zone after the other."""
    due = position.turn.due[0]
    if order.zone == due:
        return None
    return Refusal(N_("Supply is traced to one zone after the other."), "5g", N_("Trace it to {due}.").format(due=position.zone(due).name))


@cites("5g", "4.8e")
def trace(dice: Dice, position: Position, order: TraceSupply) -> Outcome[Position]:
    """One roll, or under the switch one for each zone of no-man's land on the way [5g, T23]."""
    side = position.turn.side
    units = [unit for unit in position.of(side, order.zone) if not unit.landed]
    way = line(position, units[0], through_no_mans_land=True) or ()
    crossed = sum(ground.is_no_mans_land(position, zone) for zone in way[1:])
    throw = throw_for(dice, nml_supply, position.rules, position.turn.number, crossed)
    cut = position.turn.cut if throw.outcome.supplied else (*position.turn.cut, *(unit.id for unit in units))
    words = N_("Supply reaches {zone}.") if throw.outcome.supplied else N_("No supply reaches {zone}.")
    position = position.with_turn(due=position.turn.due[1:], cut=tuple(dict.fromkeys(cut)))
    return Outcome(position, (Notice("traced", "5g", words, (order.zone,), throw),))


def traces(position: Position) -> Iterator[TraceSupply]:
    """The next zone."""
    yield TraceSupply(position.turn.due[0])
