"""Operation points (4.2, 4.4): the joint phase, whose purse pays for what, defeats, and reinforcements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from rulesdemo.games.toulon.initiative import initiative
from rulesdemo.games.toulon.operations import can_pay, significant_defeat
from rulesdemo.games.toulon.play import names
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.orders import Delay, EnterBonaparte, Hasten, RollAustrians, RollDefeat, RollInitiative, RollRandomOp, Skip
from rulesdemo.games.toulon.play.state import AWAY, BONAPARTE, PURSES, Position, Side, Unit, purses_of, side_of
from rulesdemo.games.toulon.throws import amount
from rulesdemo.games.toulon.turns import austrian_roll, turn_rules
from rulesdemo.odds.dice import Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, commas

AUSTRIANS = "austrians"


@procedure
def random_op(dice: Dice, rules: Ruleset, said: str) -> int:  # noqa: ARG001 - the source has no table for it
    """Random OP by dice that the scenario supplies [4.2d]."""
    return amount(dice, said)


def purse_name(purse: str) -> str:
    """What players call a purse.

    >>> purse_name("british"), purse_name("west"), purse_name("bonaparte")
    ('the British purse', 'the West purse', 'the purse of Bonaparte')
    """
    return names.PURSES[purse]


# -- who pays --------------------------------------------------------------------------------------------------------------------------


@cites("4.2c")
def bonaparte_in_play(position: Position) -> bool:
    """Whether Bonaparte is on the map [4.2c]."""
    leader = position.leader(BONAPARTE)
    return leader is not None and leader.place in position.board.zones


@cites("5f")
def is_battery(position: Position, unit: Unit) -> bool:
    """Whether a unit counts as a Bonaparte battery: from turn 8 all Republican guns do [5f]."""
    if unit.arm == "battery":
        return True
    in_force = settled(turn_rules, position.rules, position.turn.number).in_force
    return unit.is_gun and unit.side == "republican" and "all_republican_guns_are_batteries" in in_force


@cites("4.2a", "4.2b", "4.2c", "4.2e", "4.2f", "5k")
def may_pay(position: Position, purse: str, units: Iterable[Unit]) -> bool:
    """Whether a purse may pay for these units as one force [4.2a to 4.2f, 5k]; for the Reserves either wing may (T36 leaves it open)."""
    force = tuple(units)
    # All that is asked of a unit alone is what it is and where, and many are alike.
    first = force[0]
    key = ("may pay", purse, *(unit.id for unit in force)) if len(force) > 1 else ("may pay", purse, first.nation, first.arm, first.place)
    if key not in position.memo:
        position.memo[key] = _may_pay(position, purse, force)
    found: bool = position.memo[key]
    return found


def _may_pay(position: Position, purse: str, force: tuple[Unit, ...]) -> bool:
    side = force[0].side
    if side_of(purse) != side:
        return False
    in_play = bonaparte_in_play(position)
    if side == "allied":
        nations = force[0].nation if len(force) == 1 else ",".join(sorted({unit.nation for unit in force}))
        return settled(can_pay, position.rules, purse, nations, False, in_play).allowed is True  # noqa: FBT003 - inputs of a procedure
    leader = position.leader(BONAPARTE)
    for unit in force:
        stacked = leader is not None and leader.place == unit.place
        kind = "battery" if is_battery(position, unit) else unit.nation
        if settled(can_pay, position.rules, purse, kind, stacked, in_play, position.turn.number).allowed is False:
            return False
    return True


@cites("4.2a", "4.2b", "4.2c", "4.2e", "4.2f")
def check_pays(
    position: Position, seat: str, purse: str | None, units: tuple[Unit, ...], op: int, backers: tuple[str, ...] = ()
) -> Refusal | None:
    """Whether this purse is the player's or of one who backs him, may pay for these units, and holds enough [4.2]."""
    if op == 0:
        if purse is None:
            return None
        return Refusal(N_("That costs no OP."), "4.2e", N_("Give the order without a purse."))
    if purse is None:
        reason, rule = N_("That costs {op} OP.").format(op=op), "4.2e"
    elif purse not in PURSES or position.seat(purse) not in (seat, *backers):
        reason, rule = N_("That is no purse of yours."), "2.1"
    elif purse == BONAPARTE and not bonaparte_in_play(position):
        reason, rule = N_("Bonaparte is out of play, and his OP with him."), "4.2c"
    elif not may_pay(position, purse, units):
        reason = N_("{purse} may not pay for {unit}.").format(purse=names.PURSES_FIRST[purse], unit=units[0].name)
        rule = "4.2a" if purse == BONAPARTE else "4.2f" if units[0].side == "allied" else "4.2b"
    elif position.op(purse) < op:
        words = N_("{purse} holds {left} OP, and this costs {op}.")
        reason, rule = words.format(purse=names.PURSES_FIRST[purse], left=position.op(purse), op=op), "4.2e"
    else:
        return None
    able = next(payers(position, seat, units, op, backers), None)
    return Refusal(
        reason, rule, N_("Pay from {purse}.").format(purse=purse_name(able)) if able else N_("Choose something that costs less.")
    )


def payers(position: Position, seat: str, units: tuple[Unit, ...], op: int, backers: tuple[str, ...] = ()) -> Iterator[Any]:
    """The purses of a player, and of those who back him, that can pay so much for these units; None where it is free."""
    if op == 0:
        yield None
        return
    for purse in purses_of(position.seats, (seat, *backers)):
        if position.op(purse) >= op and may_pay(position, purse, units):
            yield purse


# -- the joint phase -------------------------------------------------------------------------------------------------------------------


@cites("1.17", "4.2d", "1.4")
def joint_phase(position: Position) -> Outcome[Position]:
    """Every purse gets its scale, which the scenario supplies; all but Bonaparte's then throw for random OP [4.2d, 1.17]."""
    purses = tuple((purse, left + position.scale(purse)) for purse, left in position.purses)
    due = tuple(purse for purse, _ in purses if purse != BONAPARTE and position.scale(purse))
    told = commas(N_("{purse} {op}").format(purse=names.NATIONS[purse], op=left) for purse, left in purses)
    return Outcome(
        replace(position, purses=purses).with_turn(due=due), (Notice("income", "1.17", N_("Purses: {purses}.").format(purses=told)),)
    )


@cites("4.2d")
def decide_random(position: Position) -> Decision | None:
    """The holder of the next purse [4.2d]."""
    if not position.turn.due:
        return None
    purse = position.turn.due[0]
    return Decision(
        position.seat(purse), (RollRandomOp,), "4.2d", N_("Throw for the random OP of {purse}.").format(purse=purse_name(purse))
    )


@cites("4.2d")
def check_random(position: Position, order: RollRandomOp) -> Refusal | None:
    """One purse after the other, and never Bonaparte's [4.2d]."""
    due = position.turn.due[0]
    if order.purse == due:
        return None
    way_out = N_("Throw for {purse}.").format(purse=purse_name(due))
    if order.purse == BONAPARTE:
        return Refusal(N_("Bonaparte gets no random OP."), "4.2d", way_out)
    return Refusal(N_("{purse} comes first.").format(purse=names.PURSES_FIRST[due]), "4.2d", way_out)


@cites("2.4", "4.2d")
def roll_random(dice: Dice, position: Position, order: RollRandomOp) -> Outcome[Position]:
    """Random OP into the purse, or out of it as far as it has them; the scale of the turn is not changed by them [2.4, 4.2d, T29]."""
    throw = throw_for(dice, random_op, position.rules, position.scenario.random_op)
    change = max(throw.outcome, -position.op(order.purse))
    words = N_("{purse} gets {op} random OP.") if throw.outcome >= 0 else N_("{purse} loses {op} OP at random.")
    words = words.format(purse=names.PURSES_FIRST[order.purse], op=abs(change))
    position = position.paying(order.purse, -change).with_turn(due=position.turn.due[1:])
    return Outcome(position, (Notice("random", "4.2d", words, (), throw),))


def randoms(position: Position) -> Iterator[RollRandomOp]:
    """The next purse."""
    yield RollRandomOp(position.turn.due[0])  # type: ignore[arg-type]


@cites("4.2g")
def call_defeat(position: Position) -> Outcome[Position]:
    """A side with a significant defeat pays for it every turn [4.2g]."""
    return Outcome(position.with_turn(due=() if position.defeat == "none" else (position.defeat,)))


@cites("4.2g")
def decide_defeat(position: Position) -> Decision | None:
    """The first player of the beaten side [4.2g]."""
    if not position.turn.due or position.defeat == "none":
        return None
    return Decision(
        position.players_of(position.defeat)[0], (RollDefeat,), "4.2g", N_("Throw for the OP that your significant defeat costs.")
    )


def check_defeat(_position: Position, _order: RollDefeat) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("4.2g")
def roll_defeat(dice: Dice, position: Position, _order: RollDefeat) -> Outcome[Position]:
    """A die of OP off the side's purses, the fullest first, never below 0 [4.2g, T29]."""
    side: Side = "allied" if position.defeat == "allied" else "republican"
    own = [(purse, op) for purse, op in position.purses if side_of(purse) == side]
    total = sum(op for _, op in own)
    throw = throw_for(dice, significant_defeat, position.rules, total)
    lost = total - throw.outcome.op_left
    left = lost
    for purse, op in sorted(own, key=lambda each: -each[1]):
        taken = min(left, op)
        position = position.paying(purse, taken)
        left -= taken
    told = Notice(
        "penalty", "4.2g", N_("{side} lose {lost} OP by their defeat.").format(side=names.SIDES_FIRST[side], lost=lost), (), throw
    )
    return Outcome(position.with_turn(due=()), (told,))


def defeats(_position: Position) -> Iterator[RollDefeat]:
    """The throw."""
    yield RollDefeat()


# -- reinforcements --------------------------------------------------------------------------------------------------------------------


@cites("4.4")
def open_reinforcements(position: Position) -> Outcome[Position]:
    """Every player may hold back what comes now, hasten what comes next, and bring Bonaparte in [4.4]."""
    seats = tuple(seat[0] for seat in position.seats)
    return Outcome(position.with_turn(seats=seats, due=()))


def _coming(position: Position, seat: str, turn: int) -> list[Unit]:
    return [unit for unit in position.units if unit.place == AWAY and unit.due == turn and position.seat(unit.nation) == seat]


def _has_choice(position: Position, seat: str) -> bool:
    now = position.turn.number
    leader = position.leader(BONAPARTE)
    enters = leader is not None and leader.place == AWAY and 0 < leader.due <= now and position.seat(BONAPARTE) == seat
    return bool(_coming(position, seat, now) or _coming(position, seat, now + 1) or enters)


@cites("4.4")
def decide_reinforcements(position: Position) -> Decision | None:
    """The next player who has anything coming [4.4]."""
    seat = next((seat for seat in position.turn.seats if _has_choice(position, seat)), None)
    if seat is None:
        return None
    prompt = N_("Delay or hasten reinforcements, bring Bonaparte in, or let it pass.")
    return Decision(seat, (Delay, Hasten, EnterBonaparte, Skip), "4.4", prompt)


def _seat(position: Position) -> str:
    return next(seat for seat in position.turn.seats if _has_choice(position, seat))


@cites("4.4")
def check_delay(position: Position, order: Delay) -> Refusal | None:
    """A unit of one's own that arrives now [4.4]."""
    if any(unit.id == order.unit for unit in _coming(position, _seat(position), position.turn.number)):
        return None
    return Refusal(N_("No such unit of yours arrives this turn."), "4.4", N_("Choose one that does, or let it pass."))


@cites("4.4")
def delay(_dice: Dice, position: Position, order: Delay) -> Outcome[Position]:
    """It comes a turn later, for some OP [4.4]."""
    unit = position.unit(order.unit)
    gained = position.number("delay_op")
    purse = "west" if unit.nation == "reserve" else unit.nation
    position = position.with_unit(unit.id, due=unit.due + 1).paying(purse, -gained)
    return Outcome(
        position,
        (
            Notice(
                "delayed",
                "4.4",
                (
                    N_("{unit} is held back for {gained} OP.").format(gained=gained, unit=names.UNIT),
                    N_("{unit} are held back for {gained} OP.").format(gained=gained, unit=names.UNIT),
                ),
                (unit.id,),
            ),
        ),
    )


def delays(position: Position) -> Iterator[Delay]:
    """Every unit that arrives now."""
    for unit in _coming(position, _seat(position), position.turn.number):
        yield Delay(unit.id)


@cites("4.4")
def check_hasten(position: Position, order: Hasten) -> Refusal | None:
    """A unit of the next turn, no battery, paid for [4.4]."""
    seat = _seat(position)
    unit = next((unit for unit in _coming(position, seat, position.turn.number + 1) if unit.id == order.unit), None)
    if unit is None:
        return Refusal(N_("No such unit of yours arrives next turn."), "4.4", N_("Choose one that does, or let it pass."))
    if unit.arm == "battery":
        return Refusal(N_("Bonaparte's batteries may not be hastened."), "4.4", N_("Choose another unit, or let it pass."))
    return check_pays(position, seat, order.purse, (unit,), position.number("hasten_op"))


@cites("4.4")
def hasten(_dice: Dice, position: Position, order: Hasten) -> Outcome[Position]:
    """It is due this turn [4.4]."""
    op = position.number("hasten_op")
    position = position.paying(order.purse, op).with_unit(order.unit, due=position.turn.number)
    return Outcome(
        position,
        (
            Notice(
                "hastened",
                "4.4",
                (
                    N_("{unit} comes a turn early for {op} OP.").format(op=op, unit=names.UNIT),
                    N_("{unit} come a turn early for {op} OP.").format(op=op, unit=names.UNIT),
                ),
                (order.unit,),
            ),
        ),
    )


def hastenings(position: Position) -> Iterator[Hasten]:
    """Every unit of the next turn, from every purse that can pay."""
    seat = _seat(position)
    for unit in _coming(position, seat, position.turn.number + 1):
        for purse in payers(position, seat, (unit,), position.number("hasten_op")):
            yield Hasten(unit.id, purse)


@cites("4.4", "1.1")
def check_enter(position: Position, order: EnterBonaparte) -> Refusal | None:
    """On a battery of his, or at Ollioules [4.4, T1]."""
    leader = position.leader(BONAPARTE)
    if leader is None or leader.place != AWAY or not 0 < leader.due <= position.turn.number or position.seat(BONAPARTE) != _seat(position):
        return Refusal(N_("Bonaparte is not due to arrive."), "4.4", N_("Let it pass."))
    if order.zone not in entrances(position):
        return Refusal(N_("Bonaparte comes in on one of his batteries or at Ollioules."), "4.4", N_("Choose one of those."))
    return None


def entrances(position: Position) -> list[str]:
    """Where Bonaparte may come in."""
    home = position.board.depots["west"]
    return [home, *dict.fromkeys(unit.place for unit in position.units if unit.arm == "battery" and unit.place in position.board.zones)]


@cites("4.4")
def enter_bonaparte(_dice: Dice, position: Position, order: EnterBonaparte) -> Outcome[Position]:
    """He is there, and his purse is open [4.4, 4.2c]."""
    position = position.with_leader(BONAPARTE, place=order.zone, due=0)
    return Outcome(position, (Notice("entered", "4.4", N_("{leader} comes in at {zone}."), (BONAPARTE, order.zone)),))


def enterings(position: Position) -> Iterator[EnterBonaparte]:
    """Every place where he may come in."""
    for zone in dict.fromkeys(entrances(position)):
        yield EnterBonaparte(zone)


@cites("4.4", "6.6")
def skip_reinforcements(position: Position) -> Outcome[Position]:
    """The player is done; at the end of the step what is due arrives [4.4]."""
    seat = _seat(position)
    seats = position.turn.seats[position.turn.seats.index(seat) + 1 :]
    return Outcome(position.with_turn(seats=seats))


@cites("4.4", "1.11", "6.6")
def arrive(position: Position) -> Outcome[Position]:
    """What is due comes to its depot; a leader who has recovered too [4.4, 1.11, 6.6]."""
    events: list[Any] = []
    for unit in position.units:
        if unit.place == AWAY and 0 < unit.due <= position.turn.number:
            position = position.with_unit(unit.id, place=depot_of(position, unit.nation), due=0)
            events.append(Notice("arrived", "4.4", (N_("{unit} arrives."), N_("{unit} arrive.")), (unit.id,)))
    for leader in position.leaders:
        if leader.place == AWAY and 0 < leader.due <= position.turn.number and leader.id != BONAPARTE:
            position = position.with_leader(leader.id, place=depot_of(position, leader.nation), due=0)
            events.append(Notice("arrived", "6.6", N_("{leader} arrives."), (leader.id,)))
    return Outcome(position, tuple(events))


# -- Austrians and initiative ----------------------------------------------------------------------------------------------------------


@cites("5h")
def decide_austrians(position: Position) -> Decision | None:
    """From turn 9 the Toulonnais player throws while they have not come [5h]."""
    unit = position.find(AUSTRIANS)
    in_force = settled(turn_rules, position.rules, position.turn.number).in_force
    if unit is None or unit.place != AWAY or "austrian_roll" not in in_force or position.turn.due == (AUSTRIANS,):
        return None
    return Decision(position.seat("toulonnais"), (RollAustrians,), "5h", N_("Throw for the Austrians."))


def check_austrians(_position: Position, _order: RollAustrians) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("5h")
def roll_austrians(dice: Dice, position: Position, _order: RollAustrians) -> Outcome[Position]:
    """They come to the fleet, at a chance that the scenario supplies [5h]."""
    throw = throw_for(dice, austrian_roll, position.rules, position.turn.number, position.chance("austrians"))
    if throw.outcome.come:
        position = position.with_unit(AUSTRIANS, place=position.board.depots["allied"])
    words = N_("The Austrians come.") if throw.outcome.come else N_("The Austrians do not come.")
    return Outcome(position.with_turn(due=(AUSTRIANS,)), (Notice("austrians", "5h", words, (), throw),))


def austrians(_position: Position) -> Iterator[RollAustrians]:
    """The throw."""
    yield RollAustrians()


@cites("1.18")
def call_initiative(position: Position) -> Outcome[Position]:
    """Both sides will throw [1.18]."""
    return Outcome(position.with_turn(due=("initiative",)))


@cites("1.18")
def decide_initiative(position: Position) -> Decision | None:
    """Somebody throws for both; it makes no difference who [1.18]."""
    if not position.turn.due:
        return None
    return Decision(position.seats[0][0], (RollInitiative,), "1.18", N_("Throw for the initiative."))


def check_initiative(_position: Position, _order: RollInitiative) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("1.18")
def roll_initiative(dice: Dice, position: Position, _order: RollInitiative) -> Outcome[Position]:
    """The higher die goes first; a tie is thrown again [1.18]."""
    throw = throw_for(dice, initiative, position.rules)
    side: Side = throw.outcome.winner
    words = N_("{side} have the initiative.").format(side=names.SIDES_FIRST[side])
    position = position.with_turn(first=side, side=side, due=())
    return Outcome(position, (Notice("initiative", "1.18", words, (), throw),))


def initiatives(_position: Position) -> Iterator[RollInitiative]:
    """The throw."""
    yield RollInitiative()
