"""After a combat (4.12c to 4.12f, 4.12i, 4.12p, 4.12q, 6.6): pursuit, leaders, the decisive battle and the retreat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

from rulesdemo.games.toulon.combat import decisive, loss_order, pursuit
from rulesdemo.games.toulon.leaders import leader_after_combat
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.entry import refuge
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.names import LEADER, SIDES_FIRST, WOUNDS, ZONE
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.orders import Pursue, Retreat, RollLeader, Skip
from rulesdemo.games.toulon.play.state import AWAY, BONAPARTE, GONE, Battle, Position, Side, Unit, enemy_of
from rulesdemo.odds.dice import Dice
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.words import N_, alternatives


class Settled(NamedTuple):
    """What followed by itself, and whether somebody must choose now."""

    position: Position
    events: tuple[Any, ...]
    waits: bool


def _battle(position: Position) -> Battle:
    assert isinstance(position.pending, Battle)  # noqa: S101 - asked only while one is pending
    return position.pending


def engaged_units(position: Position, battle: Battle, side: Side) -> tuple[Unit, ...]:
    """A side's units in the melee."""
    return tuple(unit for unit in position.of(side, battle.zone) if battle.assault or not unit.fort)


def speaker(position: Position, battle: Battle, side: Side) -> str:
    """The player who speaks for a side in a combat: the owner of its first unit there."""
    units = engaged_units(position, battle, side)
    return position.seat(units[0].nation) if units else position.players_of(side)[0]


def with_winner(position: Position, battle: Battle) -> Battle:
    """Who has won: the side that stands, or that lost less; a draw leaves the defender where he is."""
    attackers, defenders = (engaged_units(position, battle, side) for side in (battle.attacker, enemy_of(battle.attacker)))
    wins = bool(attackers) and (not defenders or battle.losses[0] < battle.losses[1])
    winner = battle.attacker if wins else enemy_of(battle.attacker)
    riders = tuple(unit.id for unit in attackers if unit.arm == "cavalry" and unit.strength) if wins and defenders else ()
    return battle._replace(stage="pursuit", winner=winner, due=riders)


def decide(position: Position, battle: Battle) -> Decision:
    """Who must choose after the rounds."""
    if battle.stage == "pursuit":
        unit = position.unit(battle.due[0])
        return Decision(
            position.seat(unit.nation), (Pursue, Skip), "4.12q", N_("{unit} may pursue the beaten enemy.").format(unit=unit.name)
        )
    if battle.stage == "leaders":
        leader = position.leader(battle.due[0])
        name, nation = (leader.name, leader.nation) if leader else ("", "british")
        return Decision(position.seat(nation), (RollLeader,), "6.6", N_("Test {name} after the combat.").format(name=name))
    beaten = enemy_of(battle.attacker)
    return Decision(speaker(position, battle, beaten), (Retreat,), "4.12d", N_("Choose where your beaten units go."))


def settle(position: Position, battle: Battle) -> Settled:
    """From pursuit to leaders to retreat, as far as nobody has to choose."""
    if battle.due:
        return Settled(position, (), waits=True)
    if battle.stage == "pursuit":
        leaders = tuple(leader.id for leader in position.leaders if leader.place == battle.zone) if position.has("6.6") else ()
        return Settled(replace(position, pending=battle._replace(stage="leaders", due=leaders)), (), waits=False)
    if battle.stage == "leaders":
        position, events = _verdict(position, battle)
        return Settled(position, events, waits=False)
    loser = enemy_of(battle.winner or battle.attacker)
    if loser == battle.attacker:
        position, events = _fall_back(position, battle)
        return Settled(position, events, waits=False)
    if engaged_units(position, battle, loser) and ways_out(position, battle):
        return Settled(position, (), waits=True)
    position, events = _lost(position, battle, loser)
    return Settled(position, events, waits=False)


# -- pursuit and leaders ---------------------------------------------------------------------------------------------------------------


@cites("4.12q")
def check_pursue(position: Position, order: Pursue) -> Refusal | None:
    """The cavalry that is asked [4.12q]."""
    due = _battle(position).due[0]
    if order.unit == due:
        return None
    return Refusal(
        N_("Only cavalry of the victor in that zone pursues, one unit after the other."),
        "4.12q",
        N_("Send {due}.").format(due=position.unit(due).name),
    )


@cites("4.12q")
def pursue(dice: Dice, position: Position, order: Pursue) -> Outcome[Position]:
    """One more loss, at a chance that the scenario supplies; it counts for the victory [4.12q]."""
    from rulesdemo.games.toulon.play.combat import take_losses  # here: combat leads to its own aftermath

    battle = _battle(position)
    throw = throw_for(dice, pursuit, position.rules, position.chance("pursuit"), 1)
    position = replace(position, pending=battle._replace(due=battle.due[1:]))
    words = (
        (N_("{unit} rides the enemy down."), N_("{unit} ride the enemy down."))
        if throw.outcome.losses
        else (N_("{unit} pursues in vain."), N_("{unit} pursue in vain."))
    )
    told = Notice("pursuit", "4.12q", words, (order.unit,), throw)
    if not throw.outcome.losses:
        return Outcome(position, (told,))
    position, events = take_losses(position, enemy_of(battle.attacker), throw.outcome.losses)
    return Outcome(position, (told, *events))


def pursuits(position: Position) -> Iterator[Pursue]:
    """The next cavalry unit."""
    yield Pursue(_battle(position).due[0])


def check_leader(position: Position, order: RollLeader) -> Refusal | None:
    """One leader after the other."""
    due = _battle(position).due[0]
    if order.leader == due:
        return None
    return Refusal(N_("Leaders are tested one after the other."), "6.6", N_("Test the one that is asked for."))


@cites("6.6", "4.12f")
def roll_leader(dice: Dice, position: Position, order: RollLeader) -> Outcome[Position]:
    """Hit or not, and how badly; Bonaparte never worse than seriously [6.6, 4.12f]."""
    battle = _battle(position)
    throw = throw_for(dice, leader_after_combat, position.rules, position.chance("leader_hit"), order.leader == BONAPARTE)
    fate, away = throw.outcome
    position = replace(position, pending=battle._replace(due=battle.due[1:]))
    if away is None:
        position = position.with_leader(order.leader, place=GONE, fate=fate)
    elif away:
        position = position.with_leader(order.leader, place=AWAY, due=position.turn.number + away, fate=fate)
    words = WOUNDS[fate].format(leader=LEADER, turn=position.turn.number + (away or 0))
    rule = "4.12f" if order.leader == BONAPARTE and fate == "serious" else "6.6"
    return Outcome(position, (Notice("leader", rule, words, (order.leader,), throw),))


def leader_rolls(position: Position) -> Iterator[RollLeader]:
    """The next leader."""
    yield RollLeader(_battle(position).due[0])


# -- the verdict -----------------------------------------------------------------------------------------------------------------------


@cites("4.12c", "4.12i", "4.12p", "4.2g", "1.7")
def _verdict(position: Position, battle: Battle) -> Outcome[Position]:
    """Winner and loser, decisive or not; beaten guns without other arms keep their losses for good [4.12c, 4.12p, T9]."""
    winner: Side = battle.winner or battle.attacker
    loser = enemy_of(winner)
    grave = settled(decisive, position.rules, battle.permanent).decisive
    words = N_("{side} win a decisive battle in {zone}.") if grave else N_("{side} win the combat in {zone}.")
    events: list[Any] = [Notice("won", "4.12p", words.format(side=SIDES_FIRST[winner], zone=ZONE), (battle.zone,))]
    if position.defeat == winner:
        position = replace(position, defeat="none")
        events.append(Notice("recovered", "4.2g", N_("{side} have made good their defeat.").format(side=SIDES_FIRST[winner])))
    if grave:
        position = replace(position, defeat=loser)
        events.append(Notice("defeat", "4.2g", N_("{side} have suffered a significant defeat.").format(side=SIDES_FIRST[loser])))
        position, more = ground.gain(position, winner, position.number("decisive_vp"), "4.12p", battle.zone)
        events += more
    beaten = engaged_units(position, battle, loser)
    if beaten and all(unit.is_gun for unit in beaten):
        for unit in beaten:
            lost = settled(loss_order, position.rules, "artillery", unit.temp, True, True)  # noqa: FBT003 - inputs of a procedure
            position = position.with_unit(unit.id, temp=lost.temporary, perm=unit.perm + lost.permanent)
        events.append(Notice("beaten guns", "4.12c", N_("The temporary losses of the beaten guns are permanent.")))
    if loser != battle.attacker and any(is_battery(position, unit) for unit in beaten):
        position = replace(position, stock=max(0, position.stock - position.number("stock_loss")))
        events.append(Notice("stock", "4.12i", N_("The ammunition stock falls to {stock}.").format(stock=position.stock)))
    for unit in beaten:
        if unit.is_gun and not position.unit(unit.id).strength:
            position = position.with_unit(unit.id, place=GONE, fort=False)
            events.append(
                Notice(
                    "guns lost",
                    "4.12d",
                    (
                        N_("{unit} has no strength left to be saved and is lost."),
                        N_("{unit} have no strength left to be saved and are lost."),
                    ),
                    (unit.id,),
                )
            )
    return Outcome(replace(position, pending=battle._replace(stage="retreat")), tuple(events))


# -- the retreat -----------------------------------------------------------------------------------------------------------------------


@cites("4.12d", "3.9", "4.9k")
def ways_out(position: Position, battle: Battle) -> list[str]:
    """Where the beaten defenders may go: land next to it without enemies, their depot beside it, or the ships while there are any [3.9]."""
    side = enemy_of(battle.attacker)
    units = engaged_units(position, battle, side)
    near = position.board.chart.neighbours(battle.zone)
    free = [to for to in near if position.zone(to).kind == "land" and not ground.is_occupied(position, battle.attacker, to)]
    by_sea = side == "allied" and position.zone(battle.zone).beach and not position.evacuated
    homes = {depot_of(position, unit.nation) for unit in units}
    free += sorted(home for home in homes if home in near or by_sea) if len(homes) == 1 else []
    return [to for to in free if all(ground.check_wings(position, unit, to) is None for unit in units)]


@cites("4.12d", "3.9")
def check_retreat(position: Position, order: Retreat) -> Refusal | None:
    """One of the ways out [4.12d]."""
    battle = _battle(position)
    if order.zone in ways_out(position, battle):
        return None
    names = alternatives(position.zone(zone).name for zone in ways_out(position, battle))
    if position.evacuated and order.zone == position.board.depots["allied"]:
        return Refusal(N_("The ships have gone, and nobody retreats by sea."), "3.9", N_("Choose {names}.").format(names=names))
    return Refusal(N_("The beaten units cannot go there."), "4.12d", N_("Choose {names}.").format(names=names))


@cites("4.12d")
def retreat(_dice: Dice, position: Position, order: Retreat) -> Outcome[Position]:
    """All beaten defenders go there, their leaders with them [4.12d]."""
    battle = _battle(position)
    side = enemy_of(battle.attacker)
    for unit in engaged_units(position, battle, side):
        position = position.with_unit(unit.id, place=order.zone, fort=False)
    for leader in position.led(side, battle.zone):
        if not position.of(side, battle.zone):
            position = position.with_leader(leader.id, place=order.zone)
    position, events = over(position, battle)
    cured, more = ground.cure(position, side, order.zone)
    position, last = ground.claim(cured, order.zone)
    told = Notice("retreat", "4.12d", N_("The beaten go to {zone}."), (order.zone,))
    return Outcome(position, (told, *events, *more, *last))


def retreats(position: Position) -> Iterator[Retreat]:
    """Every way out."""
    for zone in ways_out(position, _battle(position)):
        yield Retreat(zone)


@cites("4.12d", "4.9a")
def _fall_back(position: Position, battle: Battle) -> Outcome[Position]:
    """Beaten attackers go back to where they came from; a sortie goes back into its fort; a zone that is new to them is theirs [4.12d]."""
    events: list[Any] = []
    side = battle.attacker
    targets: list[str] = []
    for unit in engaged_units(position, battle, side):
        shut = ground.is_occupied(position, enemy_of(side), unit.origin) or ground.check_wings(position, unit, unit.origin) is not None
        to = "" if shut else unit.origin
        if not to and position.zone(battle.zone).fort and not unit.origin and not position.zone(battle.zone).whole_fort:
            held = any(each.fort for each in position.of(enemy_of(side), battle.zone))
            if not held:
                position = position.with_unit(unit.id, fort=True)
                continue
        to = to or refuge(position, side, battle.zone, unit)
        position = position.with_unit(unit.id, place=to or GONE, fort=False)
        targets += [to] if to else []
        words = (
            (N_("{unit} falls back to {zone}."), N_("{unit} fall back to {zone}."))
            if to
            else (N_("{unit} has nowhere to go and is lost."), N_("{unit} have nowhere to go and are lost."))
        )
        events.append(Notice("fell back", "4.12d", words, (unit.id, to) if to else (unit.id,)))
    for leader in position.led(side, battle.zone):
        if not position.of(side, battle.zone):
            position = position.with_leader(leader.id, place=targets[0] if targets else depot_of(position, leader.nation))
    position, more = over(position, battle)
    events += more
    for zone in dict.fromkeys((*targets, battle.zone)):
        position, more = ground.cure(position, side, zone)
        position, last = ground.claim(position, zone)
        events += (*more, *last)
    return Outcome(position, tuple(events))


@cites("4.12d")
def _lost(position: Position, battle: Battle, loser: Side) -> Outcome[Position]:
    """Beaten defenders who cannot retreat leave play [4.12d]."""
    events: list[Any] = []
    for unit in engaged_units(position, battle, loser):
        position = position.with_unit(unit.id, place=GONE, fort=False)
        events.append(
            Notice("lost", "4.12d", (N_("{unit} cannot retreat and is lost."), N_("{unit} cannot retreat and are lost.")), (unit.id,))
        )
    for leader in position.led(loser, battle.zone):
        if not position.of(loser, battle.zone):
            position = position.with_leader(leader.id, place=depot_of(position, leader.nation))
    position, more = over(position, battle)
    return Outcome(position, (*events, *more))


@cites("6.2", "4.1")
def over(position: Position, battle: Battle) -> Outcome[Position]:
    """The combat is over: excess becomes temporary losses, and the zone is whose it is [4.1, 6.2]."""
    for unit in position.units:
        if unit.late == battle.zone:
            position = position.with_unit(unit.id, late="")
    position = replace(position, pending=None).with_turn(fought=(*position.turn.fought, battle.zone))
    events: list[Any] = []
    for side in ("allied", "republican"):
        position, more = ground.cure(position, side, battle.zone)
        events += more
    position, more = ground.claim(position, battle.zone)
    return Outcome(position, (*events, *more))
