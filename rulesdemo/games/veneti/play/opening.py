"""The opening of a turn (rules 3.0 A, C, D, 6.23, 6.8): wind, initiative, the speed of the galleys."""

from __future__ import annotations

from collections.abc import Iterator

from rulesdemo.games.veneti.initiative import initiative
from rulesdemo.games.veneti.play.events import FirstNamed, InitiativeRolled, SpeedSet, TurnBegan, WindRolled
from rulesdemo.games.veneti.play.leaders import initiative_of, vacancies
from rulesdemo.games.veneti.play.orders import EndSpeed, NameFirst, RollInitiative, RollWind, SetSpeed
from rulesdemo.games.veneti.play.ships import may_row_at_maximum
from rulesdemo.games.veneti.play.squadrons import ready_ships
from rulesdemo.games.veneti.play.state import SIDES, Position, Ship, Turn, Weather
from rulesdemo.games.veneti.wind import blow
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_


@cites("3.0", "3.0 A", "3.0 end", "6.76")
def begin_turn(position: Position) -> Outcome[Position]:
    """A new turn: what held for one turn is taken off, and the places of lost leaders come up [3.0, 6.76]."""
    first = position.scenario.first
    number = position.turn.number + 1
    position = replace(
        position,
        turn=Turn(number, "leaders", first=first, winner=first, active=first),
        leaders=tuple(replace(leader, tried=False) if leader.tried else leader for leader in position.leaders),
        ships=tuple(replace(ship, repelled=False) if ship.repelled else ship for ship in position.ships),
    )
    return Outcome(position.with_turn(due=vacancies(position)), (TurnBegan(number),))


def call_for_roll(position: Position) -> Outcome[Position]:
    """Something must be thrown or said before this step is over."""
    return Outcome(position.with_turn(due=(position.turn.step,)))


@cites("3.0 A", "6.81")
def call_for_wind(position: Position) -> Outcome[Position]:
    """The first turn has the scenario's wind; every later one throws for it [6.81, A56]."""
    return Outcome(position) if position.turn.number == 1 else call_for_roll(position)


def nothing_bars(_position: Position, _order: object) -> Refusal | None:
    """The check of orders that are legal whenever they are due."""
    return None


def decide_wind(position: Position) -> Decision | None:
    """Either player may throw; we let the side that began the last turn do it."""
    return Decision(position.turn.first, (RollWind,), "6.81", N_("Throw two dice for the wind.")) if position.turn.due else None


@cites("3.0 A", "6.81", "6.83")
def roll_wind(dice: Dice, position: Position, _order: RollWind) -> Outcome[Position]:
    """Throw for the wind's strength, and on a 7 for its direction [6.81, 6.83]."""
    throw = throw_for(dice, blow, position.rules, *position.wind)
    now = Weather(*throw.outcome)
    return Outcome(replace(position, wind=now).with_turn(due=()), (WindRolled(*now, throw),))


def decide_initiative(position: Position) -> Decision | None:
    """Both throw; one order does for both."""
    return Decision(SIDES[0], (RollInitiative,), "3.0 C", N_("Throw a die for each side.")) if position.turn.due else None


@cites("3.0 C", "3.0 Initiative", "6.72")
def roll_initiative(dice: Dice, position: Position, _order: RollInitiative) -> Outcome[Position]:
    """The higher total of die and Admiral's initiative wins; ties are thrown again [3.0 Initiative]."""
    roman, veneti = (initiative_of(position, side) for side in SIDES)
    throw = throw_for(dice, initiative, position.rules, roman, veneti)
    winner = throw.outcome.winner
    return Outcome(position.with_turn(winner=winner, due=()), (InitiativeRolled(winner, throw),))


def decide_first(position: Position) -> Decision | None:
    """The winner names the side that begins."""
    if not position.turn.due:
        return None
    return Decision(position.turn.winner, (NameFirst,), "3.0 Initiative", N_("You won the initiative: say who acts first."))


@cites("3.0 Initiative", "3.0 E1")
def name_first(_dice: Dice, position: Position, order: NameFirst) -> Outcome[Position]:
    """The side named begins phase E [A28]."""
    return Outcome(position.with_turn(first=order.side, active=order.side, due=()), (FirstNamed(order.side),))


# -- phase D ---------------------------------------------------------------------------------------------------------------------------


def galleys_to_set(position: Position) -> tuple[Ship, ...]:
    """Roman galleys that may be put at Maximum and have not been named yet."""
    return tuple(
        ship
        for ship in position.afloat
        if ship.kind == "galley"
        and ship.controller == "roman"
        and ship.id not in position.turn.speed_set
        and may_row_at_maximum(position, ship)
    )


@cites("3.0 D", "6.23", "6.44", "6.75", "8.25")
def rest_oars(position: Position) -> Outcome[Position]:
    """Every galley starts the phase at Cruise, where the tired, the captured and those new to their leader must stay [3.0 D]."""
    ships = tuple(replace(ship, level="cruise") if ship.level != "cruise" else ship for ship in position.ships)
    position = replace(position, ships=ships)
    return call_for_roll(position) if galleys_to_set(position) else Outcome(position)


def decide_speed(position: Position) -> Decision | None:
    """The Romans, as long as some galley has not been named."""
    if not position.turn.due or not galleys_to_set(position):
        return None
    return Decision("roman", (SetSpeed, EndSpeed), "3.0 D", N_("Put galleys at Maximum, or leave them at Cruise."))


@cites("6.23", "6.21", "6.44", "6.75", "8.25", "3.0 D")
def check_set_speed(position: Position, order: SetSpeed) -> Refusal | None:
    """Ship by ship or a squadron at once, each galley once [6.23]."""
    if not order.ships or len(set(order.ships)) != len(order.ships):
        return Refusal(N_("Name each galley once, and at least one."), "6.23", N_("Name one galley, or the galleys of a squadron."))
    for name in order.ships:
        ship = position.find(name)
        if ship is None or ship.gone or ship.kind != "galley" or ship.controller != "roman":
            return Refusal(N_("Only galleys under Roman command have two speeds."), "6.23", N_("Name a Roman galley on the map."))
        if name in position.turn.speed_set:
            return Refusal(
                N_("The speed of {ship} is set for this turn.").format(ship=ship.name), "6.23", N_("Name another galley, or go on.")
            )
        if order.level == "maximum" and not may_row_at_maximum(position, ship):
            if ship.fatigue:
                rule, why = "6.44", N_("{ship} is tired and cannot row at Maximum.")
            elif ship.captured:
                rule, why = "8.25", N_("{ship} is a prize and cannot row at Maximum.")
            else:
                rule, why = "6.75", N_("{ship} is new to her leader and cannot row at Maximum.")
            return Refusal(why.format(ship=ship.name), rule, N_("Leave her at Cruise."))
    return None


@cites("6.23", "6.21")
def set_speed(_dice: Dice, position: Position, order: SetSpeed) -> Outcome[Position]:
    """Turn the counters to that side [6.23]."""
    position = position.with_ships(*(replace(position.ship(name), level=order.level) for name in order.ships))
    position = position.with_turn(speed_set=position.turn.speed_set | set(order.ships))
    return Outcome(position, (SpeedSet(order.ships, order.level),))


def speeds(position: Position) -> Iterator[SetSpeed]:
    """Either speed for every galley by herself, and for the galleys of a squadron together."""
    able = [ship.id for ship in galleys_to_set(position)]
    groups: list[tuple[str, ...]] = [(name,) for name in able]
    for squadron in position.turn.squadrons:
        together = tuple(name for name in ready_ships(position, squadron.ships, "roman") if name in able)
        if len(together) > 1:
            groups.append(together)
    yield from (SetSpeed(group, "maximum") for group in groups)
    yield from (SetSpeed(group, "cruise") for group in groups)


@cites("3.0 D", "6.23")
def end_speed(_dice: Dice, position: Position, _order: EndSpeed) -> Outcome[Position]:
    """All others stay at Cruise."""
    return Outcome(position.with_turn(due=()))
