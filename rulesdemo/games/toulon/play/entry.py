"""Entering a zone of the enemy's (4.3, 4.9c to 4.9i, 4.10, 6.2 to 6.4): declared, paid, tested unit by unit, and revealed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesdemo.games.toulon.movement import quality_tests
from rulesdemo.games.toulon.operations import entry_cost, refund
from rulesdemo.games.toulon.play import fortifications, ground
from rulesdemo.games.toulon.play.events import Notice, by_number
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.movement import check_able, mine, open_to, quality, try_road
from rulesdemo.games.toulon.play.names import ZONE
from rulesdemo.games.toulon.play.operations import check_pays, payers
from rulesdemo.games.toulon.play.orders import CallOff, Declare, GoIn, Join, RollQuality, Skip
from rulesdemo.games.toulon.play.state import GONE, Battle, Entry, Position, Side, Trial, Unit, enemy_of
from rulesdemo.games.toulon.play.supply import in_war_supply
from rulesdemo.games.toulon.supply import surrounded_attack
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_


@cites("4.9f", "4.2e")
def decide_entry(position: Position, entry: Entry) -> Decision:
    """More units are declared, friends are asked to join, or the force goes in; then each is tested [4.9f, 4.2e, 4.9c]."""
    if entry.asked:
        unit = position.unit(entry.asked)
        words = N_("{unit} is asked to enter {zone} with a friend's force: join, or stay out.")
        prompt = words.format(unit=unit.name, zone=position.zone(entry.zone).name)
        return Decision(position.seat(unit.nation), (Join, Skip), "4.2e", prompt)
    if not entry.purse:
        return Decision(position.turn.seats[0], (Declare, GoIn, CallOff), "4.9f", N_("Declare more units, pay and go in, or call it off."))
    unit = position.unit(entry.units[len(entry.tested)])
    return Decision(position.seat(unit.nation), (RollQuality,), "4.9c", N_("Take the quality test of {unit}.").format(unit=unit.name))


@cites("4.9f", "4.7d", "6.2", "6.4")
def check_declare(position: Position, order: Declare) -> Refusal | None:  # noqa: PLR0911 - one for each reason
    """A unit next to the zone that may attack; all come from one zone [4.9f]."""
    entry = position.pending if isinstance(position.pending, Entry) else None
    unit = mine(position, order.unit) or position.find(order.unit)
    if not isinstance(unit, Unit) or unit.side != position.turn.side:
        return Refusal(N_("That is no unit of yours."), "2.1", N_("Choose one of your own."))
    refusal = check_asked(position, unit, entry) or check_able(position, unit)
    if refusal:
        return refusal
    if order.to not in position.board.chart.neighbours(unit.place) or position.zone(order.to).kind != "land":
        return Refusal(
            by_number(unit.name, N_("{unit} is not next to that zone."), N_("{unit} are not next to that zone.")).format(unit=unit.name),
            "4.9f",
            N_("Choose a zone of land next to it."),
        )
    if not ground.is_occupied(position, enemy_of(unit.side), order.to):
        return Refusal(N_("No enemy is there to be faced."), "4.9f", N_("March there instead."))
    if entry is not None:
        if unit.id in entry.units:
            return Refusal(
                by_number(unit.name, N_("{unit} is declared already."), N_("{unit} are declared already.")).format(unit=unit.name),
                "4.9f",
                N_("Declare another unit, or go in."),
            )
        if (unit.place, order.to) != (entry.origin, entry.zone):
            return Refusal(
                N_("The units of one entry go from one zone into one zone."), "4.9f", N_("Declare a unit of the same zone, or go in.")
            )
    elif position.zone(unit.place).kind == "road":
        return Refusal(N_("A scout on a road does not attack from it."), "4.9l", N_("Leave the road first."))
    return _check_attack(position, unit, order.to, entry)


@cites("4.2e", "2.1")
def check_asked(position: Position, unit: Unit, entry: Entry | None) -> Refusal | None:
    """A friend's unit joins a force that one has begun, if it has not stayed out of it already [4.2e]."""
    if position.seat(unit.nation) == position.turn.seats[0]:
        return None
    if entry is None:
        return Refusal(N_("A force begins with a unit of your own."), "2.1", N_("Declare one of yours, then ask your friend's to join."))
    if unit.id in entry.declined:
        return Refusal(
            by_number(unit.name, N_("{unit} stays out of this entry."), N_("{unit} stay out of this entry.")).format(unit=unit.name),
            "4.2e",
            N_("Go in without it, or call it off."),
        )
    return None


@cites("4.7d", "4.8a", "4.8b", "6.2", "6.4", "4.9a")
def _check_attack(position: Position, unit: Unit, zone: str, entry: Entry | None) -> Refusal | None:
    """No fort that bars the way; war supply, or option 6.4 with a leader; room, or option 6.2 [4.7d, 6.2, 6.4]."""
    if fortifications.bars(position, unit.side, zone):
        return Refusal(N_("The garrison of {zone} bars its zone.").format(zone=position.zone(zone).name), "4.7d", N_("Attack elsewhere."))
    if not in_war_supply(position, unit):
        if not position.has("6.4"):
            rule = "4.8b" if unit.side == "republican" else "4.8a"
            return Refusal(
                by_number(
                    unit.name, N_("{unit} is out of war supply and may not attack."), N_("{unit} are out of war supply and may not attack.")
                ).format(unit=unit.name),
                rule,
                N_("Wait until it is supplied."),
            )
        if not position.led(unit.side, unit.place):
            return Refusal(N_("Out of war supply an attack needs a leader where it starts."), "6.4", N_("Bring a leader, or wait."))
    refusal = ground.check_wings(position, unit, zone)
    if refusal:
        return refusal
    coming = () if entry is None else tuple(position.unit(name).strength for name in entry.units)
    if ground.stack(position, unit.side, zone, more=(*coming, unit.strength), battle=True).legal:
        return None
    return Refusal(
        N_("{zone} cannot hold {unit} too.").format(zone=position.zone(zone).name, unit=unit.name),
        "4.1",
        N_("Go in with fewer, or play with desperate attacks (6.2)."),
    )


@cites("4.9f", "4.2e")
def declare(_dice: Dice, position: Position, order: Declare) -> Outcome[Position]:
    """One more unit of the force; a friend's is asked first [4.9f, 4.2e]."""
    entry = position.pending
    if isinstance(entry, Entry) and position.seat(position.unit(order.unit).nation) != position.turn.seats[0]:
        told = Notice(
            "asked",
            "4.2e",
            (N_("{unit} is asked to enter {zone} too."), N_("{unit} are asked to enter {zone} too.")),
            (order.unit, order.to),
        )
        return Outcome(replace(position, pending=entry._replace(asked=order.unit)), (told,))
    if isinstance(entry, Entry):
        entry = entry._replace(units=(*entry.units, order.unit))
    else:
        entry = Entry(position.unit(order.unit).place, order.to, (order.unit,))
    return Outcome(
        replace(position, pending=entry),
        (Notice("declared", "4.9f", (N_("{unit} is to enter {zone}."), N_("{unit} are to enter {zone}.")), (order.unit, order.to)),),
    )


def declarations(position: Position) -> Iterator[Declare]:
    """Every unit of the player that may attack, with every zone next to it that holds enemies; what `check_declare` asks is asked once."""
    entry = position.pending if isinstance(position.pending, Entry) else None
    side, zones = position.turn.side, position.board.zones
    enemy = enemy_of(side)
    for unit in position.of(side, entry.origin) if entry else position.movers:
        if "land" not in open_to(position, unit) or check_asked(position, unit, entry) is not None:
            continue
        if unit.id in entry.units if entry else zones[unit.place].kind == "road":
            continue
        for to in (entry.zone,) if entry else position.board.chart.neighbours(unit.place):
            if zones[to].kind == "land" and position.of(enemy, to) and _check_attack(position, unit, to, entry) is None:
                yield Declare(unit.id, to)


def check_join(_position: Position, _order: Join) -> Refusal | None:
    """The player who is asked may join."""
    return None


@cites("4.2e", "4.9f", "2.3")
def join(_dice: Dice, position: Position, order: Join) -> Outcome[Position]:
    """The unit is of the force, whatever its nationality, and his owner's purses may pay for it if he says so [4.2e]."""
    entry = _entry(position)
    seat = position.seat(position.unit(entry.asked).nation)
    backers = tuple(dict.fromkeys((*entry.backers, seat))) if order.pays else entry.backers
    told = Notice(
        "declared", "4.2e", (N_("{unit} joins the force for {zone}."), N_("{unit} join the force for {zone}.")), (entry.asked, entry.zone)
    )
    entry = entry._replace(units=(*entry.units, entry.asked), asked="", backers=backers)
    return Outcome(replace(position, pending=entry), (told,))


def joinings(_position: Position) -> Iterator[Join]:
    """Joining, with one's purses or without."""
    yield Join(pays=False)
    yield Join(pays=True)


@cites("4.2e")
def stay_out(position: Position) -> Outcome[Position]:
    """The unit that was asked takes no part in this entry."""
    entry = _entry(position)
    told = Notice("stays out", "4.2e", (N_("{unit} stays out."), N_("{unit} stay out.")), (entry.asked,))
    return Outcome(replace(position, pending=entry._replace(asked="", declined=(*entry.declined, entry.asked))), (told,))


def _entry(position: Position) -> Entry:
    assert isinstance(position.pending, Entry)  # noqa: S101 - asked only while one is pending
    return position.pending


@cites("4.9d")
def known_patrols(position: Position, side: Side, zone: str) -> bool:
    """Whether only patrols are there, and that is known: then it is no-man's land for movement [4.9d]."""
    return all(unit.patrol and unit.revealed for unit in position.of(enemy_of(side), zone))


@cites("6.3", "6.4")
def price(position: Position, entry: Entry, *, hasty: bool) -> int:
    """What the force pays: less in haste, double out of war supply; known patrols cost what no-man's land does [6.3, 6.4]."""
    if known_patrols(position, position.turn.side, entry.zone):
        return position.number("nml_op")
    out = any(not in_war_supply(position, position.unit(name)) for name in entry.units)
    return int(settled(entry_cost, position.rules, hasty, out).op)


@cites("4.8c", "4.9e", "6.3", "4.2e")
def check_go_in(position: Position, order: GoIn) -> Refusal | None:
    """Haste is an option; guns do not go alone among patrols; a surrounded force needs 2:1; and it is paid [4.8c, 4.9e, 6.3]."""
    entry = _entry(position)
    units = tuple(position.unit(name) for name in entry.units)
    side = position.turn.side
    if order.hasty and not position.has("6.3"):
        return Refusal(N_("Hasty attacks are an option that is not in play."), "6.3", N_("Go in at the full cost."))
    if all(unit.is_gun for unit in units) and ground.is_no_mans_land(position, entry.zone):
        return Refusal(N_("Artillery alone may not enter no-man's land."), "4.9e", N_("Declare another arm too, or call it off."))
    if ground.is_surrounded(position, side, entry.origin):
        own = sum(unit.strength for unit in units)
        enemy = sum(unit.strength for unit in position.of(enemy_of(side), entry.zone))
        if not settled(surrounded_attack, position.rules, own, enemy).allowed:
            return Refusal(
                N_("A surrounded force attacks at 2:1 or better, not with {own} against {enemy}.").format(own=own, enemy=enemy),
                "4.8c",
                N_("Declare more, or call it off."),
            )
    return check_pays(position, position.turn.seats[0], order.purse, units, price(position, entry, hasty=order.hasty), entry.backers)


@cites("4.9f", "6.3")
def go_in(_dice: Dice, position: Position, order: GoIn) -> Outcome[Position]:
    """Paid; the tests begin [4.9f]."""
    entry = _entry(position)
    paid = price(position, entry, hasty=order.hasty)
    position = position.paying(order.purse, paid)
    words = N_("The force goes in hastily for {paid} OP.") if order.hasty else N_("The force goes in for {paid} OP.")
    return Outcome(
        replace(position, pending=entry._replace(purse=order.purse, paid=paid, hasty=order.hasty)),
        (Notice("paid", "4.9f", words.format(paid=paid)),),
    )


def goings(position: Position) -> Iterator[GoIn]:
    """Every purse that can pay, in haste or not."""
    entry = _entry(position)
    units = tuple(position.unit(name) for name in entry.units)
    for hasty in (False, True) if position.has("6.3") else (False,):
        for purse in payers(position, position.turn.seats[0], units, price(position, entry, hasty=hasty), entry.backers):
            yield GoIn(purse, hasty)


def check_call_off(_position: Position, _order: CallOff) -> Refusal | None:
    """Nothing bars it before it is paid."""
    return None


@cites("4.9f")
def call_off(_dice: Dice, position: Position, _order: CallOff) -> Outcome[Position]:
    """Nobody goes in, and nobody has lost anything by it [4.9f, T46]."""
    return Outcome(replace(position, pending=None), (Notice("called off", "4.9f", N_("The entry is called off.")),))


def callings(_position: Position) -> Iterator[CallOff]:
    """Calling it off."""
    yield CallOff()


# -- tests -----------------------------------------------------------------------------------------------------------------------------


def due_unit(position: Position) -> str:
    """The unit that is tested now."""
    pending = position.pending
    if isinstance(pending, Entry):
        return pending.units[len(pending.tested)]
    if isinstance(pending, Battle):
        return pending.due[0]
    assert isinstance(pending, Trial)  # noqa: S101 - asked only while one is pending
    return pending.unit


def check_quality(position: Position, order: RollQuality) -> Refusal | None:
    """One unit after the other."""
    due = position.unit(due_unit(position))
    if order.unit == due.id:
        return None
    return Refusal(N_("It is {due} that is tested now.").format(due=due.name), "4.9c", N_("Take the test of {due}.").format(due=due.name))


def qualities(position: Position) -> Iterator[RollQuality]:
    """The next unit."""
    yield RollQuality(due_unit(position))


@cites("4.3")
def is_led(position: Position, unit: Unit, origin: str) -> bool:
    """Whether a leader who starts in the same zone helps the unit; under the switch one of its own nation only [4.3, T50]."""
    own = position.rules.switch("leader_bonus") == "own_nation"
    return any(not own or leader.nation == unit.nation for leader in position.led(unit.side, origin))


@cites("4.3", "4.9c", "4.9g")
def test_quality(dice: Dice, position: Position, unit: Unit, origin: str, zone: str) -> Outcome[bool]:
    """One quality test; a leader of the zone where it began helps into a zone that the enemy controls, in both rounds [4.3]."""
    enemy = enemy_of(unit.side)
    led = is_led(position, unit, origin)
    holds = any(not each.patrol for each in position.of(enemy, zone))
    throw = throw_for(dice, quality_tests, position.rules, quality(position, unit, led=led and holds), 1)
    passed = bool(throw.outcome.passed)
    words = (
        (N_("{unit} passes its quality test."), N_("{unit} pass their quality test."))
        if passed
        else (N_("{unit} fails its quality test."), N_("{unit} fail their quality test."))
    )
    return Outcome(passed, (Notice("tested", "4.3" if led and holds else "4.9c", words, (unit.id,), throw),))


def roll_quality(dice: Dice, position: Position, order: RollQuality) -> Outcome[Position]:
    """The test of a scout, or of a unit that goes in."""
    pending = position.pending
    if isinstance(pending, Trial):
        return try_road(dice, position, pending)
    if isinstance(pending, Battle):
        return _try_again(dice, position, pending, order.unit)
    entry = _entry(position)
    unit = position.unit(order.unit)
    passed, events = test_quality(dice, position, unit, entry.origin, entry.zone)
    entry = entry._replace(tested=(*entry.tested, unit.id), passed=(*entry.passed, unit.id) if passed else entry.passed)
    position = replace(position, pending=entry)
    if len(entry.tested) < len(entry.units):
        return Outcome(position, events)
    position, more = end_entry(replace(position, pending=None), entry)
    return Outcome(position, events + more)


@cites("4.9g")
def _try_again(dice: Dice, position: Position, battle: Battle, name: str) -> Outcome[Position]:
    """A unit that failed may still get in for the second round [4.9g]."""
    unit = position.unit(name)
    passed, events = test_quality(dice, position, unit, unit.place, battle.zone)
    position = replace(position, pending=battle._replace(due=battle.due[1:])).with_unit(name, late="")
    if passed:
        position = position.with_unit(name, place=battle.zone, origin=unit.place, check=True)
        events += (
            Notice("late", "4.9g", (N_("{unit} gets in for the second round."), N_("{unit} get in for the second round.")), (name,)),
        )
        position, more = ground.claim(position, unit.place)  # the enemy's, if he stands there and is left alone
        events += more
    return Outcome(position, events)


@cites("4.9g", "4.9h", "4.9i", "4.10")
def end_entry(position: Position, entry: Entry) -> Outcome[Position]:
    """Those who passed are in, the others may try again; all are shown, a price too high comes back, and patrols may give way [4.9g-i]."""
    side: Side = position.turn.side
    enemy = enemy_of(side)
    events: list[Any] = []
    most = position.number("steps")
    holds = any(not unit.patrol for unit in position.of(enemy, entry.zone))
    knew = known_patrols(position, side, entry.zone)
    for name in entry.units:
        if name in entry.passed:
            unit = position.unit(name)
            position = position.with_unit(
                name, place=entry.zone, origin=entry.origin, steps=unit.steps + 1, hasty=entry.hasty, check=True, revealed=True
            )
        else:
            position = position.with_unit(name, steps=most, late=entry.zone if holds else "", hasty=entry.hasty)
    if entry.passed:
        for unit in position.of(enemy, entry.zone):
            if not unit.fort:
                position = position.with_unit(unit.id, revealed=True)
        words = N_("{passed} of {units} units get into {zone}.").format(passed=len(entry.passed), units=len(entry.units), zone=ZONE)
        events.append(Notice("entered", "4.9h", words, (entry.zone,)))
    else:
        events.append(Notice("entered", "4.9c", N_("No unit gets into {zone}."), (entry.zone,)))
    if entry.passed and not holds and not knew:
        back = int(settled(refund, position.rules, entry.paid).op)
        position = position.paying(entry.purse, -back)
        events.append(
            Notice("refund", "4.9i", N_("{zone} was only occupied: {back} OP come back.").format(back=back, zone=ZONE), (entry.zone,))
        )
    position, more = repulse(position, side, entry.zone)
    return Outcome(position, (*events, *more))


@cites("4.10")
def repulse(position: Position, side: Side, zone: str) -> Outcome[Position]:
    """Patrols alone give way to a strength built up all through the move, whatever the quality; they are marked for attrition [4.10]."""
    patrols = position.of(enemy_of(side), zone)
    if not patrols or not all(unit.patrol for unit in patrols):
        return Outcome(position)
    own, theirs = (sum(unit.strength for unit in units) for units in (position.of(side, zone), patrols))
    if not position.of(side, zone) or own < position.number("repulse_ratio") * theirs:
        return Outcome(position)
    events: list[Any] = []
    for unit in patrols:
        to = refuge(position, unit.side, zone, unit)
        position = position.with_unit(unit.id, place=to or GONE, check=bool(to), fort=False)
        words = (
            (N_("{unit} is repulsed to {zone}."), N_("{unit} are repulsed to {zone}."))
            if to
            else (N_("{unit} is repulsed, has nowhere to go and is lost."), N_("{unit} are repulsed, have nowhere to go and are lost."))
        )
        events.append(Notice("repulsed", "4.10", words, (unit.id, to) if to else (unit.id,)))
    position, more = ground.claim(position, zone)
    return Outcome(position, (*events, *more))


@cites("4.10", "4.12d", "3.9")
def refuge(position: Position, side: Side, zone: str, unit: Unit | None = None) -> str:
    """The first zone next to it without enemies; its own depot if that is next to it; nothing where there is no way out [4.12d]."""
    near = position.board.chart.neighbours(zone)
    free = [to for to in near if position.zone(to).kind == "land" and not ground.is_occupied(position, enemy_of(side), to)]
    if unit is not None:
        home = depot_of(position, unit.nation)
        by_sea = side == "allied" and position.zone(zone).beach and not position.evacuated
        free += [home] if home in near or by_sea else []
        free = [to for to in free if ground.check_wings(position, unit, to) is None]
    return next((to for to in free if ground.control(position, to) == side), free[0] if free else "")
