"""What the captain thinks a position is worth: ships by what they are, and who is likely to take whom next.

Every chance in here is the exact one of the procedure that the order would throw; only the weights are a matter of judgement. A hull is
worth 100, and everything else is told in hundredths of a hull.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from rulesdemo.board.hexes import Hex
from rulesdemo.board.sectors import gap
from rulesdemo.games.veneti import boarding, fire, grappling, movement
from rulesdemo.games.veneti.board import is_flank_type, wind_side
from rulesdemo.games.veneti.play.ships import crew_of, marines_of
from rulesdemo.games.veneti.play.state import Doing, Position, Ship, Side
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset

HULL: Final = 100.0  # the score counts ships, so a ship is the measure of everything
PRIZE: Final = 50.0  # what a captured hull is worth to the side that holds her: nobody defends her, so she may well change hands again
MARINE: Final = 9.0  # one marine moves a boarding by about a pip of two dice, and is there for the rest of the battle
LEADER: Final = 8.0  # his ships would have to roll for obedience
ADMIRAL: Final = 6.0  # on top of that: the initiative
IMMOBILE: Final = 25.0  # a ship that cannot get away is half taken
TIRED: Final = 2.0  # for each step of fatigue: a movement point a turn, as long as it lasts
TIED: Final = 5.0  # a ship that is grappled cannot go where she is needed

CONTACT: Final = 0.9  # how surely an enemy next to us finds a flank to throw grapnels at
NEAR: Final = 0.3  # how likely an enemy whose oars or sails reach us comes at us and not at another
HELP: Final = 0.6  # how likely a friend in the same activation comes to help, if her oars or sails reach
ANSWER: Final = 0.8  # what the other side can do next counts a little less than what we do now
TOMORROW: Final = 0.6  # a ship that has acted this turn can do something only in the next, perhaps too late
LATER: Final = 0.6  # and what we can do after that less still
BURNS_FOR: Final = 6  # turns over which a fire is followed; few last longer


# -- exact chances, kept as plain numbers ----------------------------------------------------------------------------------------------


@lru_cache(maxsize=10_000)
def takes(rules: Ruleset, attackers: int, defenders: int, height: int) -> float:
    """The chance that these marines take a ship at the first try [8.23]."""
    return float(boarding.boarding.dist(rules, attackers, defenders, height).p(captured=True)) if attackers > 0 else 0.0


@lru_cache(maxsize=1_000)
def grapples(rules: Ruleset, crew: int, immobilised: bool, grappled: bool) -> float:
    """The chance that grapnels hold [8.12]; a prize throws none [8.25]."""
    return float(grappling.grapple.dist(rules, crew, immobilised, grappled).p(success=True)) if crew else 0.0


@lru_cache(maxsize=100)
def cuts(rules: Ruleset, crew: int) -> float:
    """The chance that the scythes bring down a yard [8.12 note]."""
    return float(grappling.scythes.dist(rules, crew).p(success=True)) if crew else 0.0


@lru_cache(maxsize=100)
def burns_out(rules: Ruleset) -> float:
    """The chance that a burning ship is lost in the end [8.53]."""
    return float(fire.burning.dist(rules, BURNS_FOR).p(state="lost"))


@lru_cache(maxsize=100)
def catches(rules: Ruleset) -> float:
    """The chance that a ship tied to a burning one burns too, and is lost [8.54]."""
    return float(fire.neighbour.dist(rules, BURNS_FOR).p(caught=True)) * burns_out(rules)


class Boarder(NamedTuple):
    """A ship that may board: her marines, the chance that she gets a hold, and how high she stands."""

    marines: int
    holds: float
    height: int


def assault(rules: Ruleset, boarders: Iterable[Boarder], defenders: int, height: int) -> float:
    """The chance that a ship of this height is taken by any of these, together as many as hold her.

    First whether anybody holds her at all, then a boarding by as many marines as are to be expected in that case; between two whole
    numbers of marines the chance lies between theirs.
    """
    none, marines, lowest = 1.0, 0.0, None
    for boarder in boarders:
        if boarder.holds > 0 and boarder.marines > 0:
            none *= 1 - boarder.holds
            marines += boarder.marines * boarder.holds
            lowest = boarder.height if lowest is None else min(lowest, boarder.height)
    if lowest is None or none > 1 - 1e-9:
        return 0.0
    step = (lowest > height) - (lowest < height)
    marines /= 1 - none
    whole = int(marines)
    low, high = takes(rules, whole, defenders, step), takes(rules, whole + 1, defenders, step)
    return (1 - none) * (low + (high - low) * (marines - whole))


# -- the ships, with what is asked about them all the time -----------------------------------------------------------------------------


class Card(NamedTuple):
    """A ship with her numbers worked out once for a position."""

    ship: Ship
    hexes: tuple[Hex, ...]
    marines: int
    crew: int
    pace: int  # hexes she can come when she next moves; 0 for one that is held, immobilised or becalmed
    stake: float  # what her side loses with her


@lru_cache(maxsize=512)
def cards(position: Position) -> Mapping[str, Card]:
    """Every ship afloat."""
    return {ship.id: _card(position, ship) for ship in position.afloat}


def _card(position: Position, ship: Ship) -> Card:
    marines, crew = marines_of(position, ship), crew_of(position, ship)
    aboard = sum(LEADER + ADMIRAL * leader.admiral for leader in position.aboard(ship.id))
    stake = PRIZE if ship.captured else HULL + MARINE * marines + aboard
    return Card(ship, ship.hexes, marines, crew, 0 if ship.grappled else pace(position, ship), stake)


def pace(position: Position, ship: Ship) -> int:
    """The movement points she would have in a free activation, at Cruise or with the wind as it is."""
    if ship.kind == "galley":
        return int(settled(movement.cruise_limit, position.rules, ship.cruise, ship.fatigue).pm)
    through = wind_side(ship.heading, position.wind.to).replace("-", "_")
    captured, slow = bool(ship.captured), False
    return int(settled(movement.sail_limit, position.rules, position.wind.strength, through, captured, slow, ship.immobilised).pm)


@lru_cache(maxsize=200_000)
def apart(one: tuple[Hex, ...], other: tuple[Hex, ...]) -> int:
    """The hexes from one ship to the other."""
    return gap(one, other)


def comes(rules: Ruleset, card: Card, target: Card, likely: float, *, tied: bool = False) -> float:
    """The chance that a ship which does not hold that one yet will hold her after her next move; `tied` if somebody else does by then."""
    ship = card.ship
    if not card.crew or not card.marines:
        return 0.0
    far = apart(card.hexes, target.hexes)
    if far > 1 + card.pace:
        return 0.0
    if far > 1:
        reach = likely
    elif card.pace or any(is_flank_type(ship.around[place]) for place in target.hexes if place in ship.around):
        reach = CONTACT
    else:
        return 0.0
    return reach * grapples(rules, card.crew, target.ship.immobilised, tied or bool(target.ship.grappled))


# -- the worth of a position -----------------------------------------------------------------------------------------------------------


def worth(position: Position, side: Side) -> float:
    """How well a side stands, in hundredths of a ship; what is good for one side is as bad for the other."""
    rules, total = position.rules, 0.0
    for ship in position.afloat:
        held_by_owner = ship.controller == ship.side
        total += _soundness(position, rules, ship) * (1 if ship.side == side else -1) * held_by_owner
        total += _strength(position, ship) * (1 if ship.controller == side else -1)
    return total + outlook(position, side)


def _soundness(position: Position, rules: Ruleset, ship: Ship) -> float:
    """A hull that her first owner still has, less the fire's share of it."""
    if ship.on_fire:
        return HULL * (1 - burns_out(rules))
    if any(position.ship(other).on_fire for other in ship.grappled):
        return HULL * (1 - catches(rules))
    return HULL


def _strength(position: Position, ship: Ship) -> float:
    """What is aboard and how she can move."""
    if ship.captured:
        return 0.0
    return cards(position)[ship.id].stake - HULL - IMMOBILE * ship.immobilised - TIRED * ship.fatigue - TIED * bool(ship.grappled)


class Fates(NamedTuple):
    """The chance that each ship is taken: by the side that acts now, by its enemy next, by the first side again."""

    first: Side
    now: Mapping[str, float]
    then: Mapping[str, float]
    later: Mapping[str, float]


@lru_cache(maxsize=512)
def fates(position: Position) -> Fates:
    """Who is likely to take whom, in the order in which the sides will act."""
    first = position.activation.side if position.activation else position.turn.active
    ours = [card for card in cards(position).values() if card.ship.controller == first]
    theirs = [card for card in cards(position).values() if card.ship.controller != first]
    now = {card.ship.id: assault(position.rules, boarders_now(position, ours, card), card.marines, card.ship.height) for card in theirs}
    then = {card.ship.id: _assault_by(position, theirs, card, now) for card in ours}
    later = {card.ship.id: _assault_by(position, ours, card, then) * (1 - now[card.ship.id]) for card in theirs}
    return Fates(first, now, then, later)


def outlook(position: Position, side: Side) -> float:
    """What the fates of all ships are worth to a side: what we do now counts in full, the answer less, what we do after that less still.

    When the enemy acts first there is nothing that we do now. So nobody puts off what he can do at once.
    """
    table, (first, now, then, later) = cards(position), fates(position)
    mine, answer, mine_later = (now, then, later) if side == first else ({}, now, then)
    total = sum(chance * table[name].stake for name, chance in mine.items())
    total -= ANSWER * sum(chance * table[name].stake for name, chance in answer.items())
    return total + LATER * sum(chance * table[name].stake for name, chance in mine_later.items())


def _assault_by(position: Position, boarders: list[Card], target: Card, taken: Mapping[str, float]) -> float:
    """The chance that a ship is taken in an activation to come, by ships that may have been taken themselves before it."""
    coming = []
    for card in boarders:
        holds = 1.0 if target.ship.id in card.ship.grappled else comes(position.rules, card, target, NEAR)
        coming.append(Boarder(card.marines, holds * readiness(position, card.ship.id) * (1 - taken[card.ship.id]), card.ship.height))
    return assault(position.rules, coming, target.marines, target.ship.height)


def boarders_now(position: Position, ours: Iterable[Card], target: Card, *, tied: bool = False) -> Iterable[Boarder]:
    """The ships of the acting side that can still board this one: those that hold her, and those that have yet to move."""
    activation, rules = position.activation, position.rules
    for card in ours:
        held = target.ship.id in card.ship.grappled
        if activation is None:
            holds = 1.0 if held else comes(rules, card, target, NEAR, tied=tied)
            yield Boarder(card.marines, holds * readiness(position, card.ship.id), card.ship.height)
            continue
        doing = activation.doing(card.ship.id)
        if doing is None or activation.done or not _fights(position, doing):
            continue
        if held and target.ship.id not in activation.boarded and not target.ship.repelled:
            yield Boarder(card.marines - doing.boarded, 1.0, card.ship.height)
        elif not held and doing.stage == "waiting" and not doing.threw and not activation.moved and card.ship.level == "cruise":
            yield Boarder(card.marines, comes(rules, card, target, HELP, tied=tied), card.ship.height)


def _has_acted(position: Position, name: str) -> bool:
    """Whether a ship has had her activation this turn."""
    turn = position.turn
    return name in turn.activated or any(name in squadron.ships and squadron.leader in turn.activated for squadron in turn.squadrons)


def readiness(position: Position, name: str) -> float:
    """How far we must reckon with a ship: in full if she has yet to act this turn, less if only in the next, if there is one."""
    acting = position.activation is not None and position.activation.doing(name) is not None
    if not acting and not _has_acted(position, name):
        return 1.0
    return TOMORROW if position.turn.number < position.scenario.turns else 0.0


def _fights(position: Position, doing: Doing) -> bool:
    """Whether the limits of the activation let her board at all."""
    limit = position.acting.limit
    return limit in ("free", "slow") or (limit == "disorder" and doing.began_beside)


def peril(position: Position, name: str) -> float:
    """The chance that a ship is lost before long: boarded when the enemy next acts, or burnt."""
    first, now, then, _ = fates(position)
    ship = position.ship(name)
    boarded = (then if ship.controller == first else now)[name]
    burnt = burns_out(position.rules) if ship.on_fire else 0.0
    return 1 - (1 - boarded) * (1 - burnt)
