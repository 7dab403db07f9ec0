"""Sieges (9.4, 9.6, 9.52): storming a city, having it opened from inside, and making it surrender."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from rulesdemo.games.republic.assault import asked_ratio, assault, assault_drm, assault_ratio
from rulesdemo.games.republic.losses import percent_loss
from rulesdemo.games.republic.modifiers import command
from rulesdemo.games.republic.play import orders as o
from rulesdemo.games.republic.play.battle_events import LeaderTested
from rulesdemo.games.republic.play.events import AssaultCost, CityTaken, CunningSpent, EngineLost, Stormed, SurrenderTried, TreacheryTried
from rulesdemo.games.republic.play.facts import STATUSES, capital
from rulesdemo.games.republic.play.losses import leaderless, share, with_losses_owed
from rulesdemo.games.republic.play.operations import check_free, own
from rulesdemo.games.republic.play.state import City, Force, Position, double_legions
from rulesdemo.games.republic.surrender import surrender, surrender_check
from rulesdemo.games.republic.treachery import ROMAN_RANKS, treachery, treachery_check, treachery_drm
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Outcome, Refusal, cites, settled, throw_for
from rulesdemo.play.records import replace
from rulesdemo.words import N_, Nn_


def check_before_walls(position: Position, name: str, rule: str) -> Refusal | None:
    """A Force of the side that acts, outside an enemy city in its hex."""
    wrong = check_free(position, name)
    if wrong:
        return wrong
    force = position.force(name)
    city = position.city_at(force.at)
    if city is None or city.owner == force.side or force.in_city:
        return Refusal(
            N_("{force} does not stand before an enemy city.").format(force=force.name),
            rule,
            N_("March to the hex of one, or choose another action."),
        )
    return None


def _before(position: Position, name: str) -> tuple[Force, City]:
    force = position.force(name)
    city: Any = position.city_at(force.at)
    return force, city


def besieging(position: Position) -> Iterator[Force]:
    """The Forces of the side that acts that stand before an enemy city."""
    for force in own(position):
        city = position.city_at(force.at)
        if not force.acted and not force.in_city and city is not None and city.owner != force.side:
            yield force


@cites("9.4", "9.6", "9.52")
def take_city(position: Position, city: City, force: Force, rule: str) -> Outcome[Position]:
    """The city changes hands with what is left of its strength; Forces inside come out before the walls [R52]."""
    forces = [replace(each, in_city=False) for each in position.inside(city)]
    position = position.with_forces(forces).with_city(replace(city, owner=force.side))
    return Outcome(position, (CityTaken(rule, city.id, force.side),))


def mark_acted(position: Position, force: Force) -> Position:
    """The Force has acted this turn."""
    return position.with_forces((replace(force, acted=True, left=0),))


# -- assault ---------------------------------------------------------------------------------------------------------------------------


class Storm(NamedTuple):
    """What an assault would be rolled with."""

    ratio: str  # as it is asked of the table
    column: str | None  # None when it fails outright
    drm: int
    attacker_sp: int
    defender_sp: int


@cites("9.4", "9.4-M", "9.4-S", "RRR 5.25")
def storm_of(position: Position, force: Force, city: City) -> Storm:
    """The ratio with engines, and the modifiers: command, status, ships, Roma and leaders [9.4, 9.4-M, R6, R9, R31, R32, R52, R56]."""
    rules, inside = position.rules, position.inside(city)
    strength = (city.strength or 0) + sum(each.sp for each in inside)
    found = settled(assault_ratio, rules, force.infantry, max(1, strength), force.cavalry + force.elephants, force.engines > 0)
    excess = settled(command, rules, force.leader.letter, double_legions(rules, force)).excess if force.roman else 0
    best = min((each.leader.letter for each in inside), default=force.leader.letter)
    letters = (force.leader.letter, best)
    better = "neither" if letters[0] == letters[1] else "attacker" if letters[0] < letters[1] else "defender"
    naval = city.naval if city.port else 0
    drm = settled(assault_drm, rules, excess, force.status, naval, city.roma and force.roman, better).drm
    return Storm(asked_ratio(found, max(1, strength)), found.column, drm or 0, found.attacker_sp, strength)


@cites("9.4", "9.4-M", "8.55")
def check_assault(position: Position, order: o.Assault) -> Refusal | None:
    """Before an enemy city whose strength is known; not by a Neutralised Force [9.4, 8.55, R32]."""
    wrong = check_before_walls(position, order.force, "9.4")
    if wrong:
        return wrong
    force, city = _before(position, order.force)
    if not settled(assault_drm, position.rules, 0, force.status).allowed:
        return Refusal(
            N_("{force} is {status} and may not assault.").format(force=force.name, status=STATUSES[force.status]),
            "8.55",
            N_("Choose another Force."),
        )
    if city.strength is None:
        return Refusal(
            N_("The source does not say what {city} adds to its defence (9.12), and this scenario does not either.").format(city=city.name),
            "9.4",
            N_("Choose another action, or play a scenario that gives the city's strength."),
        )
    return None


@cites("9.4", "9.4-L", "9.4-M", "9.4-S")
def do_assault(dice: Dice, position: Position, order: o.Assault) -> Outcome[Position]:
    """The assault die, then one die of losses for each side; a failure may cost an engine [9.4, 9.4-L, R29, R30]."""
    force, city = _before(position, order.force)
    storm = storm_of(position, force, city)
    throw = throw_for(dice, assault, position.rules, storm.ratio, storm.drm)
    result = throw.outcome
    events: list[Any] = [Stormed(force.id, city.id, storm.column or N_("less than 1-2"), storm.drm, result.success, throw)]
    if result.engine_lost and force.engines:
        force = replace(force, engines=force.engines - 1)
        events.append(EngineLost(force.id))
    position = mark_acted(position, force)
    lost = int(settled(percent_loss, position.rules, result.attacker_loss, force.sp).lost)
    theirs = int(settled(percent_loss, position.rules, result.defender_loss, storm.defender_sp).lost)
    events += (AssaultCost(force.side, result.attacker_loss, lost), AssaultCost(city.owner, result.defender_loss, theirs))
    position = with_losses_owed(position, force.side, (force.id,), lost, "9.4-L")
    position = _defenders_lose(position, city, theirs)
    if result.success:
        position, more = take_city(position, position.city_at(city.at) or city, force, "9.4")
        events += more
    return Outcome(position, tuple(events))


def _defenders_lose(position: Position, city: City, lost: int) -> Position:
    """The walls' own points and the Forces inside bear the loss in proportion [9.4-L, R52]."""
    inside = tuple(each.id for each in position.inside(city))
    walls, garrison = share(lost, (city.strength or 0, sum(position.force(name).sp for name in inside)))
    position = position.with_city(replace(city, strength=(city.strength or 0) - walls)).with_loss(city.owner, walls)
    return with_losses_owed(position, city.owner, inside, garrison, "9.4-L") if inside else position


def assaults(position: Position) -> Iterator[o.Assault]:
    """Every Force before a city."""
    yield from (o.Assault(force.id) for force in besieging(position))


# -- treachery -------------------------------------------------------------------------------------------------------------------------


@cites("9.6")
def treachery_modifier(position: Position, city: City, cunning: int) -> int:
    """Points spent by the trier, less those that leaders inside hold [9.6, R1]."""
    held = city.cunning + sum(each.leader.cunning for each in position.inside(city))
    return int(settled(treachery_drm, position.rules, cunning, held).drm)


@cites("9.6", "9.6-R")
def check_try_treachery(position: Position, order: o.TryTreachery) -> Refusal | None:
    """Never Roma; for Rome only high ranks, at one point more; never where the table says impossible [9.6, 9.6-R, R35]."""
    wrong = check_before_walls(position, order.force, "9.6")
    if wrong:
        return wrong
    force, city = _before(position, order.force)
    leader = force.leader
    if city.roma:
        return Refusal(N_("{city} can never be taken by treachery.").format(city=city.name), "9.6-R", N_("Storm it instead."))
    if force.roman and leader.rank not in ROMAN_RANKS:
        return Refusal(
            N_("{leader} is neither Consul, Dictator nor Master of Cavalry.").format(leader=capital(leader.name)),
            "9.6-R",
            N_("Let a Roman leader of one of these ranks try."),
        )
    table = position.rules.table("treachery")
    if leader.cv < int(table.columns.labels[0]) or table.at(city.cdi, leader.cv) == "impossible":
        return Refusal(
            N_("Treachery against intrinsic defence {cdi} is beyond a campaign value of {cv}.").format(cdi=city.cdi, cv=leader.cv),
            "9.6",
            N_("Storm the city instead."),
        )
    check = settled(treachery_check, position.rules, force.roman, leader.rank, city.roma, leader.cunning, max(0, order.cunning))
    if order.cunning < 0 or not check.allowed:
        words = Nn_(
            "That takes {n} cunning point, and {leader} has {has}.", "That takes {n} cunning points, and {leader} has {has}.", check.cunning
        )
        return Refusal(
            words.format(leader=leader.name, has=leader.cunning),
            "9.6-R",
            N_("Spend fewer points, or choose another action.") if order.cunning > 0 else N_("Choose another action."),
        )
    return None


@cites("9.6", "9.6-R")
def try_treachery(dice: Dice, position: Position, order: o.TryTreachery) -> Outcome[Position]:
    """Above the number the city falls; at the number the try fails and the leader's life is at stake [9.6, R33, R34]."""
    force, city = _before(position, order.force)
    rank = force.leader.rank
    cost = settled(treachery_check, position.rules, force.roman, rank, city.roma, force.leader.cunning, order.cunning).cunning
    drm = treachery_modifier(position, city, order.cunning)
    throw = throw_for(dice, treachery, position.rules, city.cdi, force.leader.cv, drm)
    leader = replace(force.leader, cunning=force.leader.cunning - cost)
    position = mark_acted(position, replace(force, leader=leader))
    events: list[Any] = [TreacheryTried(force.id, city.id, throw.outcome.falls, drm, throw)]
    events += [CunningSpent("9.6", leader.name, cost, N_("treachery"))] if cost else []
    more: tuple[Any, ...] = ()
    if throw.outcome.falls:
        position, more = take_city(position, city, force, "9.6")
    elif throw.outcome.leader_killed:
        events.append(LeaderTested(leader.name, "killed", 0))
        position, more = leaderless(position, force.id, "9.6")
    return Outcome(position, (*events, *more))


def treacheries(position: Position) -> Iterator[o.TryTreachery]:
    """Every number of points of every leader before a city."""
    for force in besieging(position):
        yield from (o.TryTreachery(force.id, points) for points in range(force.leader.cunning + 1))


# -- surrender -------------------------------------------------------------------------------------------------------------------------


@cites("9.52", "9.52-C")
def check_demand_surrender(position: Position, order: o.DemandSurrender) -> Refusal | None:
    """Ten times the siege defence in infantry; never Roma, never where the table says impossible [9.52, 9.52-C]."""
    wrong = check_before_walls(position, order.force, "9.52")
    if wrong:
        return wrong
    force, city = _before(position, order.force)
    if city.siege_defence is None:
        return Refusal(
            N_("The source does not give the siege defence of {city} (9.12), and this scenario does not either.").format(city=city.name),
            "9.52-C",
            N_("Choose another action, or play a scenario that gives the city's siege_defence."),
        )
    if city.roma or position.rules.table("surrender").at(city.cdi) == "impossible":
        return Refusal(N_("{city} never surrenders so.").format(city=city.name), "9.52", N_("Storm it instead."))
    check = settled(surrender_check, position.rules, force.infantry, city.siege_defence, city.roma)
    if not check.allowed:
        return Refusal(
            N_("{force} has {infantry} infantry points; {city} fears no fewer than {infantry_needed}.").format(
                force=force.name, infantry=force.infantry, city=city.name, infantry_needed=check.infantry_needed
            ),
            "9.52-C",
            N_("Bring more infantry, or choose another action."),
        )
    return None


@cites("9.52")
def demand_surrender(dice: Dice, position: Position, order: o.DemandSurrender) -> Outcome[Position]:
    """A die of at least the number for its intrinsic defence [9.52]."""
    force, city = _before(position, order.force)
    throw = throw_for(dice, surrender, position.rules, city.cdi)
    position = mark_acted(position, force)
    tried = SurrenderTried(city.id, throw.outcome.surrenders, throw)
    if not throw.outcome.surrenders:
        return Outcome(position, (tried,))
    position, events = take_city(position, city, force, "9.52")
    return Outcome(position, (tried, *events))


def surrenders(position: Position) -> Iterator[o.DemandSurrender]:
    """Every Force before a city."""
    yield from (o.DemandSurrender(force.id) for force in besieging(position))
