"""The log (IV, T7, VII): orders written in secret, for this turn or some turns ahead, and closed when a side is ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from rulesdemo.games.broadside.grammar import Fault, read_order
from rulesdemo.games.broadside.play import helm
from rulesdemo.games.broadside.play.command import lag_of
from rulesdemo.games.broadside.play.events import LogsClosed, OrderErased, OrderWritten
from rulesdemo.games.broadside.play.orders import Erase, Plot, Ready
from rulesdemo.games.broadside.play.state import SIDES, Position, Ship, Side, Written
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites
from rulesdemo.play.records import replace
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, Nn_

# -- who writes ------------------------------------------------------------------------------------------------------------------------


@cites("IV", "V.a", "VI")
def _held(position: Position, ship: Ship) -> Refusal | None:
    """What keeps a ship from being written for at all [V.a, VI, B12, B57]."""
    if ship.gone:
        return Refusal(N_("{ship} is no longer on the map.").format(ship=ship.name), "VI", N_("Write for a ship that is."))
    if ship.is_fort:
        return Refusal(N_("{ship} is a fort and does not move.").format(ship=ship.name), "V.b forts", N_("Write for a ship."))
    if ship.surrendered:
        return Refusal(N_("{ship} has surrendered and lies where she is.").format(ship=ship.name), "VI", N_("Write for another ship."))
    if ship.locked:
        return Refusal(N_("{ship} is locked in a boarding and does not move.").format(ship=ship.name), "V.a", N_("Write for another ship."))
    if ship.anchor in ("weighing_1", "weighing_2") and lag_of(position, ship) == 0:
        return Refusal(
            N_("{ship} is weighing anchor, which takes two turns.").format(ship=ship.name),
            "T7",
            N_("Write for another ship, or close the logs."),
        )
    return None


def writers(position: Position, side: Side) -> tuple[Ship, ...]:
    """The ships of a side for which orders are written."""
    key = ("writers", side)
    if key not in position.memo:
        position.memo[key] = tuple(ship for ship in position.there if ship.side == side and _held(position, ship) is None)
    found: tuple[Ship, ...] = position.memo[key]
    return found


def turn_of(position: Position, ship: Ship) -> int:
    """The turn for which she writes now [VII]."""
    return position.turn.number + lag_of(position, ship)


def _side_to_write(position: Position) -> Side | None:
    if "writes" not in position.memo:
        waiting = (side for side in SIDES if side not in position.turn.ready and side not in position.scenario.scripted)
        position.memo["writes"] = next((side for side in waiting if writers(position, side)), None)
    writes: Side | None = position.memo["writes"]
    return writes


@cites("SEQ", "IV", "VII")
def decide_orders(position: Position) -> Decision | None:
    """One side after the other writes; nobody sees what the other has written [SEQ, IV]."""
    side = _side_to_write(position)
    if side is None:
        return None
    left = [ship for ship in writers(position, side) if ship.id not in position.turn.wrote]
    prompt = (
        Nn_(
            "Write orders in secret: {n} ship without. Then close the logs.",
            "Write orders in secret: {n} ships without. Then close the logs.",
            len(left),
        )
        if left
        else N_("Write orders in secret: every ship has one. Then close the logs.")
    )
    return Decision(side, (Plot, Erase, Ready), "SEQ", prompt)


# -- writing ---------------------------------------------------------------------------------------------------------------------------


def _own(position: Position, name: str) -> Ship | Refusal:
    """The ship, if it is one of the side's that writes now."""
    side, ship = _side_to_write(position), position.find(name)
    if ship is None:
        return Refusal(N_("There is no ship {name!r}.").format(name=name), "IV", N_("Choose one of your ships."))
    if ship.side != side:
        return Refusal(N_("{ship} is not yours to command.").format(ship=ship.name), "IV", N_("Choose one of your ships."))
    return ship


@cites("IV", "IV.b", "IV.c", "IV.d", "IV.f", "IV.g", "T7", "VII")
def check_plot(position: Position, order: Plot) -> Refusal | None:
    """For this turn the order must be legal as things stand; for a later one it must be spelt well and within her means [VII, B58]."""
    ship = _open_logs(position).get(order.ship)
    if ship is None:
        return _why_not(position, order.ship)
    if lag_of(position, ship):
        return check_ahead(position.rules, (ship.m_close_hauled, ship.m_reaching, ship.m_running), ship.has_full_sail, order.text)
    return helm.check_order(position.rules, helm.helm_of(position, ship), order.text)


def _open_logs(position: Position) -> Mapping[str, Ship]:
    """The ships of the side that writes now that have no order yet."""
    if "open" not in position.memo:
        side = _side_to_write(position)
        ships = writers(position, side) if side else ()
        position.memo["open"] = {ship.id: ship for ship in ships if ship.id not in position.turn.wrote}
    found: Mapping[str, Ship] = position.memo["open"]
    return found


def _why_not(position: Position, name: str) -> Refusal:
    """Why nothing can be written for a ship now."""
    ship = _own(position, name)
    if isinstance(ship, Refusal):
        return ship
    return _held(position, ship) or Refusal(
        N_("{ship} has her order.").format(ship=ship.name), "IV", N_("Strike it out first, then write another.")
    )


@lru_cache(maxsize=200)
def _greatest(rules: Ruleset, card: tuple[int, int, int], full_sail: bool) -> int:
    """The most M that such a ship can ever have: at her best point, in the best wind."""
    large = int(rules.table("weather_limits").at("small_ship_hull_under"))
    forces = map(int, rules.table("wind").rows.labels)
    return max(helm.available(rules, card, point, force, large, 0, full_sail, 0, 0) for force in forces for point in "BCD")


@lru_cache(maxsize=50_000)
def check_ahead(rules: Ruleset, card: tuple[int, int, int], full_sail: bool, text: str) -> Refusal | None:
    """An order for a later turn: well formed, and not beyond what she could ever do."""
    order = read_order(rules, text)
    if isinstance(order, Fault):
        return helm.spelling_refusal(order)
    if order.sail and not full_sail:
        return Refusal(N_("She carries no full sail."), "IV.g", N_("Leave VH out."))
    most, spends = _greatest(rules, card, full_sail), helm.cost_of(rules, text)
    if spends <= most:
        return None
    return Refusal(
        N_("This spends {spends} M, and she never has more than {most}.").format(spends=spends, most=most),
        "II Déplacement",
        N_("Write an order of {most} M or less.").format(most=most),
    )


@cites("IV", "T7", "VII")
def plot(_dice: Dice, position: Position, order: Plot) -> Outcome[Position]:
    """Enter the order into her log, in its usual spelling, in the place of any for the same turn [VII, B3, B58]."""
    ship = position.ship(order.ship)
    turn = turn_of(position, ship)
    line = Written(turn, helm.parse_well_formed(order.text).text)
    log = tuple(sorted((*(each for each in ship.log if each.turn != turn), line)))
    position = position.with_ship(replace(ship, log=log)).with_turn(wrote=(*position.turn.wrote, ship.id))
    return Outcome(position, (OrderWritten(ship.id, turn),))


def plots(position: Position) -> Iterator[Plot]:
    """Every legal order of every ship that has none yet, each in one spelling."""
    for ship in _open_logs(position).values():
        if lag_of(position, ship):
            texts = _orders_ahead(position.rules, (ship.m_close_hauled, ship.m_reaching, ship.m_running), ship.has_full_sail)
        else:
            texts = helm.legal_orders(position.rules, helm.helm_of(position, ship))
        yield from _plots(ship.id, texts)


@lru_cache(maxsize=200)
def _orders_ahead(rules: Ruleset, card: tuple[int, int, int], full_sail: bool) -> tuple[str, ...]:
    """Every order that such a ship may be given for a later turn."""
    texts = helm.spellings(rules, _greatest(rules, card, full_sail), sail=full_sail)
    return tuple(text for text in texts if check_ahead(rules, card, full_sail, text) is None)


@lru_cache(maxsize=500)
def _plots(name: str, texts: tuple[str, ...]) -> tuple[Plot, ...]:
    """The orders of one ship; they come up again with every order that is written for another."""
    return tuple(Plot(name, text) for text in texts)


# -- second thoughts, and the end of writing -------------------------------------------------------------------------------------------


@cites("IV")
def check_erase(position: Position, order: Erase) -> Refusal | None:
    """Only what was written this turn can be struck out."""
    ship = _own(position, order.ship)
    if isinstance(ship, Refusal):
        return ship
    if ship.id in position.turn.wrote:
        return None
    return Refusal(N_("Nothing was written for {ship} this turn.").format(ship=ship.name), "IV", N_("Write her order."))


@cites("IV")
def erase(_dice: Dice, position: Position, order: Erase) -> Outcome[Position]:
    """Strike the order out."""
    ship = position.ship(order.ship)
    turn = turn_of(position, ship)
    position = position.with_ship(replace(ship, log=tuple(each for each in ship.log if each.turn != turn)))
    wrote = tuple(name for name in position.turn.wrote if name != ship.id)
    return Outcome(position.with_turn(wrote=wrote), (OrderErased(ship.id),))


def erasures(position: Position) -> Iterator[Erase]:
    """Every ship of the side that has been written for."""
    side = _side_to_write(position)
    yield from (Erase(name) for name in position.turn.wrote if position.ship(name).side == side)


@cites("VII")
def check_ready(_position: Position, _order: Ready) -> Refusal | None:
    """Nobody is made to write: a ship without an order sails straight on [VII, B26]."""
    return None


@cites("SEQ", "VII")
def ready(_dice: Dice, position: Position, _order: Ready) -> Outcome[Position]:
    """Close the logs of the side that writes."""
    side = _side_to_write(position)
    if side is None:
        return Outcome(position)
    return Outcome(position.with_turn(ready=(*position.turn.ready, side)), (LogsClosed(side),))


def readies(_position: Position) -> Iterator[Ready]:
    """The end of writing."""
    yield Ready()
