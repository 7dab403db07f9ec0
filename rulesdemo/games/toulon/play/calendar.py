"""The calendar (sections 4.6 and 5): what a new turn changes by itself, and what holds in it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from rulesdemo.games.toulon.evacuation import evacuation
from rulesdemo.games.toulon.play import ground, roadsteads
from rulesdemo.games.toulon.play.events import Notice, TurnBegan, TurnOpened
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.names import SEATS, UNIT
from rulesdemo.games.toulon.play.state import AWAY, GONE, Position, Turn, Units
from rulesdemo.games.toulon.play.supplied import demo
from rulesdemo.games.toulon.players import saved_op_vp
from rulesdemo.games.toulon.setup import start_turn
from rulesdemo.games.toulon.turns import turn_rule, turn_rules
from rulesdemo.play.engine import Outcome, cites, settled
from rulesdemo.words import N_, Nn_, commas


@cites("1.10", "1.12", "1.17", "3.1-3.3")
def first_turn(position: Position) -> int:
    """The turn that the marker stands on at the start [1.10, 1.12, 3.1-3.3]."""
    return int(settled(start_turn, position.rules, position.scenario.players, position.scenario.short).turn)


def first_day(turn: int) -> date:
    """The day on which a turn begins [T71].

    >>> first_day(1).isoformat(), first_day(16).isoformat()
    ('1793-08-29', '1793-12-12')
    """
    days: Mapping[str, Any] = demo()["days"]
    begins: date = days["first"]
    return begins + timedelta(days=days["a_turn"]) * (turn - 1)


@cites("5a", "5b", "5d", "5f", "5g", "5k")
def in_force(position: Position, switch: str) -> bool:
    """Whether a rule of section 5 holds this turn."""
    return switch in settled(turn_rules, position.rules, position.turn.number).in_force


@cites("1.17")
def open_turn(position: Position) -> Outcome[Position]:
    """The first turn, which begins with the joint OP phase [1.17]."""
    position, events = _happen(position)
    return Outcome(position, (TurnOpened(position.turn.number), *events))


def begin_turn(position: Position) -> Outcome[Position]:
    """The next turn: markers of the last one come off, and the calendar acts."""
    units = Units(
        replace(unit, hasty=False, late="", check=False, landed=False, rallied=False, origin="", scouted=False, steps=0, road_steps=0)
        for unit in position.units
    )
    leaders = tuple(replace(leader, steps=0) for leader in position.leaders)
    number, first = position.turn.number + 1, position.turn.first
    position = replace(position, units=units, leaders=leaders, turn=Turn(number, "turn", side=first, first=first))
    position, events = _happen(position)
    return Outcome(position, (TurnBegan(number), *events))


def _happen(position: Position) -> Outcome[Position]:
    """The hold on the roadsteads, then the events of the turn."""
    position, events = watch_rades(position)
    position, more = switch_events(position)
    return Outcome(position, events + more)


# -- roadsteads ------------------------------------------------------------------------------------------------------------------------


@cites("4.6a", "4.6b", "4.6c", "6.9a")
def watch_rades(position: Position) -> Outcome[Position]:
    """The hold changes at the start of a turn, is paid for, and under option 6.9 takes the sailors off their guns [4.6, 6.9a]."""
    position, events = roadsteads.watch(position)
    position, more = roadsteads.pay(position)
    events += more
    if position.has("6.9a"):
        position, more = _crews(position)
        events += more
    return Outcome(position, events)


@cites("6.9a")
def _crews(position: Position) -> Outcome[Position]:
    """Under a tenuous hold the crews of position guns leave; with full control they may come back as reinforcements [6.9a]."""
    full = position.petite == position.grande == "allied"
    events: list[Any] = []
    for unit in position.units:
        if unit.crew and not full and unit.place in position.board.zones:
            position = position.with_unit(unit.id, place=AWAY, due=0, fort=False)
            events.append(
                Notice(
                    "crew",
                    "6.9a",
                    (N_("{unit} leaves the map with the sailors."), N_("{unit} leave the map with the sailors.")),
                    (unit.id,),
                )
            )
        elif unit.crew and full and unit.place == AWAY and not unit.due:
            position = position.with_unit(unit.id, due=position.turn.number)
            events.append(Notice("crew", "6.9a", N_("{unit} may come back."), (unit.id,)))
    return Outcome(position, tuple(events))


# -- events of a turn ------------------------------------------------------------------------------------------------------------------


@cites("5a", "5b", "5c", "5d", "5e", "5f", "5g", "5h", "5i", "5j", "5k", "5l", "5m")
def switch_events(position: Position) -> Outcome[Position]:
    """What happens on this very turn, and which rules begin with it [5a to 5m]."""
    events: list[Any] = []
    for name in settled(turn_rules, position.rules, position.turn.number).events:
        position, more = _event(position, name)
        events += more
    for name, (rule, words) in BEGINS.items():
        if settled(turn_rule, position.rules, name).from_turn == position.turn.number:
            events.append(Notice("begins", rule, words))
    return Outcome(position, tuple(events))


BEGINS = {
    "general_espionage": ("5a", N_("From now on espionage is general.")),
    "inspect_toulon": ("5b", N_("From now on the Republicans may freely inspect the troops in Toulon.")),
    "council_of_war": ("5c", N_("From now on the Allies may hold a council of war.")),
    "batteries_mobile": ("5d", N_("From now on batteries may move.")),
    "all_republican_guns_are_batteries": ("5f", N_("From now on all Republican guns count as batteries.")),
    "nml_supply_roll": ("5g", N_("From now on supply through no-man's land may fail.")),
    "austrian_roll": ("5h", N_("From now on the Austrians may come.")),
    "wings_merge": ("5k", N_("From now on the limits on the two wings have ended.")),
}


def _event(position: Position, name: str) -> Outcome[Position]:
    done = {
        "royal_louis_regains_permanent": _royal_louis,
        "ohara_commands": _ohara,
        "dugommier_replaces_carteaux": _dugommier,
        "cambridgeshires_permanent_losses": _cambridgeshires,
        "remove_national_guard": _national_guard,
    }
    return done[name](position)


@cites("5e")
def _royal_louis(position: Position) -> Outcome[Position]:
    """Royal Louis gets a permanent loss back [5e]."""
    unit = position.find("royal_louis")
    amount = settled(turn_rule, position.rules, "royal_louis_regains_permanent").amount
    if unit is None or not unit.perm or unit.place == GONE:
        return Outcome(position)
    position = position.with_unit(unit.id, perm=max(0, unit.perm - amount))
    return Outcome(
        position, (Notice("regained", "5e", (N_("{unit} regains a permanent loss."), N_("{unit} regain a permanent loss.")), (unit.id,)),)
    )


@cites("5l")
def _cambridgeshires(position: Position) -> Outcome[Position]:
    """The Cambridgeshires take their permanent losses [5l]."""
    unit = position.find("cambridgeshires")
    amount = settled(turn_rule, position.rules, "cambridgeshires_permanent_losses").amount
    if unit is None or unit.place == GONE:
        return Outcome(position)
    position = position.with_unit(unit.id, perm=unit.perm + amount)
    return Outcome(
        position, (Notice("weakened", "5l", N_("{unit} take {amount} permanent losses.").format(amount=amount, unit=UNIT), (unit.id,)),)
    )


@cites("5m")
def _national_guard(position: Position) -> Outcome[Position]:
    """The National Guard of Toulon leaves the game [5m]."""
    unit = position.find("national_guard")
    if unit is None or unit.place == GONE:
        return Outcome(position)
    return Outcome(
        position.with_unit(unit.id, place=GONE, fort=False),
        (Notice("removed", "5m", (N_("{unit} is removed."), N_("{unit} are removed.")), (unit.id,)),),
    )


@cites("5i")
def _ohara(position: Position) -> Outcome[Position]:
    """O'Hara arrives and commands the British [5i]."""
    leader = position.leader("ohara")
    if leader is None or leader.place != AWAY:
        return Outcome(position)
    position = position.with_leader("ohara", place=depot_of(position, leader.nation), due=0)
    return Outcome(position, (Notice("commands", "5i", N_("{leader} arrives and commands the British."), ("ohara",)),))


@cites("5j")
def _dugommier(position: Position) -> Outcome[Position]:
    """Dugommier takes the place of Carteaux [5j]."""
    old, new = position.leader("carteaux"), position.leader("dugommier")
    if old is None or new is None or new.place != AWAY:
        return Outcome(position)
    place = old.place if old.place in position.board.zones else depot_of(position, new.nation)
    position = position.with_leader("carteaux", place=GONE, due=0).with_leader("dugommier", place=place, due=0)
    return Outcome(position, (Notice("replaced", "5j", N_("{leader} replaces {other}."), ("dugommier", "carteaux")),))


# -- the end of a turn -----------------------------------------------------------------------------------------------------------------


class Saving(NamedTuple):
    """OP that count together under option 2.2: whose they are, the nations of the purses, and the sum of their scales."""

    holder: str
    nations: tuple[str, ...]
    op: int
    scale: int


@cites("2.4")
def savings(position: Position) -> tuple[Saving, ...]:
    """What each Allied player has kept, in all his purses; under the switch what each nation has [2.4, T49]."""
    nations = [nation for nation, _ in position.personal]
    groups: list[tuple[str, tuple[str, ...]]]
    if position.rules.switch("saved_op") == "per_nation":
        groups = [(nation, (nation,)) for nation in nations]
    else:
        groups = [(seat, tuple(each for each in nations if position.seat(each) == seat)) for seat in position.players_of("allied")]
    return tuple(Saving(who, own, sum(map(position.op, own)), sum(map(position.scale, own))) for who, own in groups)


@cites("2.2", "2.4", "2.5")
def save_points(position: Position) -> Outcome[Position]:
    """Under option 2.2 every Allied player is credited for the OP he has kept, against the scale of the turn alone [2.4, T49]."""
    if not position.has("2.2"):
        return Outcome(position)
    told = []
    for saving in savings(position):
        points = settled(saved_op_vp, position.rules, saving.op, saving.scale, 0).vp
        position = ground.credit(position, saving.nations[0], points)
        told.append(N_("{nation} {points}").format(nation=SEATS[saving.holder], points=Decimal(points)))
    return Outcome(position, (Notice("saved", "2.4", N_("For OP kept: {credits}.").format(credits=commas(told))),))


@cites("3 (intro)", "3.7", "3.9", "3.10")
def evacuate(position: Position) -> Outcome[Position]:
    """The ships are gone: points, gun crews, and the sea; nobody has won by it [3 (intro), 3.7, 3.10]."""
    cost = settled(evacuation, position.rules)
    crews = tuple(unit.id for unit in position.units if unit.crew and unit.place != GONE)
    for crew in crews:
        position = position.with_unit(crew, place=GONE, fort=False)
    position = replace(position, evacuated=True)
    position, events = ground.gain(position, "allied", cost.vp, "3.7")
    left = Nn_("{n} gun crew leaves the game.", "{n} gun crews leave the game.", len(crews))
    told = (
        Notice("evacuated", "3.10", N_("The ships leave Toulon for good.")),
        Notice("crews", "3.7", left if crews else N_("No gun crews leave the game.")),
    )
    position, more = ground.claim_all(position)
    return Outcome(position, (*told, *events, *more))
