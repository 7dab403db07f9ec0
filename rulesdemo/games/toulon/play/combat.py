"""Combat (4.12, 6.2, 6.3, 6.5, 6.7): two rounds with guns, losses in order, winners and losers. The combat table is supplied."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from rulesdemo.games.toulon.combat import combined_units, lone_strength, loss_order
from rulesdemo.games.toulon.hasty import Hasty, hasty
from rulesdemo.games.toulon.play import aftermath, artillery, fortifications, ground
from rulesdemo.games.toulon.play.aftermath import engaged_units
from rulesdemo.games.toulon.play.events import Notice
from rulesdemo.games.toulon.play.names import LOSSES, SIDES_FIRST
from rulesdemo.games.toulon.play.orders import AdjustDie, Bombard, Fight, RollBattle, RollQuality, Skip
from rulesdemo.games.toulon.play.state import BONAPARTE, GONE, Battle, Position, Side, Unit, enemy_of
from rulesdemo.odds.dice import D6, Dice
from rulesdemo.odds.procedure import procedure
from rulesdemo.play.engine import Decision, Outcome, Refusal, cites, settled, throw_for
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import N_, Nn_, commas

FACES: Final = 6


@procedure
def battle_die(dice: Dice, rules: Ruleset) -> int:  # noqa: ARG001 - the source has no table for it
    """The die of a combat round."""
    return int(dice.roll(D6))


# -- who fights ------------------------------------------------------------------------------------------------------------------------


@cites("4.12a")
def begin_combats(position: Position) -> Outcome[Position]:
    """Every zone where both sides stand, one after the other."""
    due = tuple(zone for zone in position.board.chart.of_kind("land") if _both(position, zone))
    return Outcome(position.with_turn(due=due, fought=()))


def _both(position: Position, zone: str) -> bool:
    return len({unit.side for unit in position.at(zone)}) > 1


def due_zone(position: Position) -> str:
    """The zone that is fought for next; a retreat from another combat may have left one to its owner."""
    return next((zone for zone in position.turn.due if _both(position, zone)), "")


def _left(position: Position) -> tuple[str, ...]:
    return tuple(zone for zone in position.turn.due if zone != due_zone(position))


def decide_combat(position: Position) -> Decision | None:
    """The player with the first attacking unit."""
    zone, side = due_zone(position), position.turn.side
    if not zone:
        return None
    unit = position.of(side, zone)[0]
    orders = (Fight, Skip) if may_wait(position, side, zone) else (Fight,)
    return Decision(position.seat(unit.nation), orders, "4.12a", N_("Fight in {zone}.").format(zone=position.zone(zone).name))


def may_wait(position: Position, side: Side, zone: str) -> bool:
    """Whether walls stand between all of one side and the other, so that nobody must fight."""
    return all(unit.fort for unit in position.of(side, zone)) or all(unit.fort for unit in position.of(enemy_of(side), zone))


@cites("4.12a", "4.9h")
def check_fight(position: Position, order: Fight) -> Refusal | None:
    """The combat that is due; with the fort only where there is one, and without it only where someone stands outside."""
    due, side = due_zone(position), position.turn.side
    if order.zone != due:
        return Refusal(N_("Combats are fought one after the other."), "4.12a", N_("Fight in {due}.").format(due=position.zone(due).name))
    walled = [unit.fort for unit in position.of(enemy_of(side), due)]
    if order.assault and not any(walled):
        return Refusal(N_("There is no garrison to storm."), "4.12a", N_("Fight without an assault."))
    if not order.assault and all(walled):
        return Refusal(N_("All enemies are inside the fort."), "4.9h", N_("Storm the fort, or let it pass."))
    return None


@cites("4.9h", "4.12a")
def fight(_dice: Dice, position: Position, order: Fight) -> Outcome[Position]:
    """The combat begins; units in a fort are shown once they are engaged [4.9h]."""
    side = position.turn.side
    for unit in position.at(order.zone):
        if order.assault or not unit.fort:
            position = position.with_unit(unit.id, revealed=True)
        if unit.fort and unit.side == side:
            position = position.with_unit(unit.id, fort=False)  # a sortie
    battle = Battle(order.zone, side, assault=order.assault, firing=side)
    words = N_("The fort of {zone} is stormed.") if order.assault else N_("There is combat in {zone}.")
    return Outcome(replace(position, pending=battle).with_turn(due=_left(position)), (Notice("combat", "4.12a", words, (order.zone,)),))


def fights(position: Position) -> Iterator[Fight]:
    """The combat that is due, with the fort and without."""
    yield Fight(due_zone(position))
    yield Fight(due_zone(position), assault=True)


def skip_combat(position: Position) -> Outcome[Position]:
    """Nobody storms the walls this time."""
    zone = due_zone(position)
    return Outcome(position.with_turn(due=_left(position)), (Notice("quiet", "4.12a", N_("Nobody storms the fort of {zone}."), (zone,)),))


# -- strength --------------------------------------------------------------------------------------------------------------------------


@cites("4.12e", "4.12g", "6.7")
def attack_strength(position: Position, battle: Battle) -> int:
    """The attackers' strength: a lone unit counts for at most five; under option 6.7 a leader combines some [4.12g, 6.7, 4.12e, T51]."""
    units = sorted(engaged_units(position, battle, battle.attacker), key=lambda unit: -unit.strength)
    if position.has("6.7") or position.rules.switch("combined_attacks") == "one":
        units = _combined(position, battle, units)
    if len(units) == 1:
        return int(settled(lone_strength, position.rules, units[0].strength).strength)
    return sum(unit.strength for unit in units)


@cites("6.7", "4.12e")
def _combined(position: Position, battle: Battle, units: list[Unit]) -> list[Unit]:
    """The strongest units that the best leader there combines; one fights on its own, and Bonaparte always adds a gun [6.7, 4.12e]."""
    leaders = position.led(battle.attacker, battle.zone)
    counts = [settled(combined_units, position.rules, each.efficiency, each.id == BONAPARTE) for each in leaders]
    number = max([1, *(count.units for count in counts)]) if position.has("6.7") else 1
    chosen = units[:number]
    guns = [unit for unit in units if unit.is_gun and unit not in chosen]
    least = max([0, *(count.guns_at_least for count in counts)])
    if guns and not any(unit.is_gun for unit in chosen):
        chosen += guns[:least]
    return chosen


@cites("4.12g", "4.7e", "6.5")
def defence_strength(position: Position, battle: Battle) -> int:
    """The defenders' strength with their works; in a fort each stands alone, unless option 6.5 makes them one group [4.12g, 6.5]."""
    side = enemy_of(battle.attacker)
    units = engaged_units(position, battle, side)
    works = fortifications.defence(position, side, battle.zone, units)
    inside = [unit.strength for unit in units if unit.fort or position.zone(battle.zone).whole_fort]
    outside = [unit.strength for unit in units if not (unit.fort or position.zone(battle.zone).whole_fort)]
    if inside and not fortifications.is_one_group(position, side, battle.zone):
        inside = [max(settled(lone_strength, position.rules, sp).strength for sp in inside)]
    if len(inside) + len(outside) == 1:
        return int(settled(lone_strength, position.rules, sum(inside) + sum(outside)).strength) + works
    return sum(inside) + sum(outside) + works


@cites("6.3")
def odds_of(position: Position, battle: Battle) -> Hasty:
    """The ratio, the column, and how far the defender may move the die; without option 6.3 he may not [6.3]."""
    rushed = position.has("6.3") and any(unit.hasty for unit in engaged_units(position, battle, battle.attacker))
    attack, defence = max(1, attack_strength(position, battle)), max(1, defence_strength(position, battle))
    found: Hasty = settled(hasty, position.rules, attack, defence, rushed)
    return found if position.has("6.3") else found._replace(adjust_max=0)


def column(position: Position, said: str) -> str:
    """The column of the supplied combat table: the last one serves for all better odds."""
    return said if said in position.scenario.combat else list(position.scenario.combat)[-1]


# -- the rounds ------------------------------------------------------------------------------------------------------------------------


def decide_battle(position: Position, battle: Battle) -> Decision:
    """Who must choose in a combat."""
    attacker, defender = (aftermath.speaker(position, battle, side) for side in (battle.attacker, enemy_of(battle.attacker)))
    where = position.zone(battle.zone).name
    if battle.stage == "late":
        unit = position.unit(battle.due[0])
        return Decision(
            position.seat(unit.nation), (RollQuality, Skip), "4.9g", N_("{unit} may try again to get in.").format(unit=unit.name)
        )
    if battle.stage == "fire":
        seat = artillery.gunner(position, battle)
        return Decision(seat, (Bombard, Skip), "4.12m", N_("Fire at range into {where}, or let it pass.").format(where=where))
    if battle.stage == "roll":
        odds = odds_of(position, battle)
        return Decision(
            attacker,
            (RollBattle,),
            "4.12a",
            N_("Round {round} in {where}: throw on column {column}.").format(
                round=battle.round, where=where, column=column(position, odds.column)
            ),
        )
    if battle.stage == "adjust":
        most = odds_of(position, battle).adjust_max
        return Decision(
            defender,
            (AdjustDie,),
            "6.3",
            N_("The attacker threw a {die}: move it by up to {most}, or by 0.").format(die=battle.die, most=most),
        )
    return aftermath.decide(position, battle)


def _battle(position: Position) -> Battle:
    assert isinstance(position.pending, Battle)  # noqa: S101 - asked only while one is pending
    return position.pending


def check_roll(_position: Position, _order: RollBattle) -> Refusal | None:
    """Nothing bars it when it is due."""
    return None


@cites("4.12a", "6.3")
def roll(dice: Dice, position: Position, _order: RollBattle) -> Outcome[Position]:
    """The attacker's die; under option 6.3 the defender may move it [6.3]."""
    battle = _battle(position)
    throw = throw_for(dice, battle_die, position.rules)
    odds = odds_of(position, battle)
    first = engaged_units(position, battle, battle.attacker)[0].id
    told = Notice(
        "thrown",
        "4.12a",
        N_("The die of round {round} shows {outcome}, at {ratio}.").format(round=battle.round, outcome=throw.outcome, ratio=odds.ratio),
        (first,),
        throw,
    )
    battle = battle._replace(die=throw.outcome)
    if odds.adjust_max:
        return Outcome(replace(position, pending=battle._replace(stage="adjust")), (told,))
    position, events = resolve(replace(position, pending=battle), battle, throw.outcome)
    return Outcome(position, (told, *events))


def rolls(_position: Position) -> Iterator[RollBattle]:
    """The throw."""
    yield RollBattle()


@cites("6.3")
def check_adjust(position: Position, order: AdjustDie) -> Refusal | None:
    """Within the limit of the ratio, and on the die [6.3, T7]."""
    battle = _battle(position)
    most = odds_of(position, battle).adjust_max
    if abs(order.by) > most:
        return Refusal(
            N_("The die may be moved by at most {most} either way.").format(most=most),
            "6.3",
            N_("Choose a number from {least} to {most}.").format(least=-most, most=most),
        )
    if not 1 <= battle.die + order.by <= FACES:
        return Refusal(N_("The die has no such face."), "6.3", N_("Choose a smaller step."))
    return None


@cites("6.3")
def adjust(_dice: Dice, position: Position, order: AdjustDie) -> Outcome[Position]:
    """The die is read as the defender leaves it [6.3]."""
    battle = _battle(position)
    die = battle.die + order.by
    told = Notice(
        "adjusted", "6.3", N_("The defender makes it a {die}.").format(die=die) if order.by else N_("The defender leaves it as it is.")
    )
    position, events = resolve(position, battle, die)
    return Outcome(position, (told, *events))


def adjustments(position: Position) -> Iterator[AdjustDie]:
    """Every step that might be allowed."""
    most = odds_of(position, _battle(position)).adjust_max
    for by in range(-min(most, FACES), min(most, FACES) + 1):
        yield AdjustDie(by)


def resolve(position: Position, battle: Battle, die: int) -> Outcome[Position]:
    """Losses of both sides by the supplied table, then the next round or the end."""
    said = position.scenario.combat[column(position, odds_of(position, battle).column)][die - 1]
    lost = tuple(int(part) for part in said.split("-"))
    events: list[Any] = []
    for place, side in enumerate((battle.attacker, enemy_of(battle.attacker))):
        position, more = take_losses(position, side, lost[place])
        events += more
    return Outcome(next_stage(position), tuple(events))


def next_stage(position: Position) -> Position:
    """After the throw of a round: a second round while both sides stand, or the end of the combat."""
    battle = _battle(position)
    last = int(position.rules.table("combat_constants").at("rounds"))
    both = all(engaged_units(position, battle, side) for side in ("allied", "republican"))
    if battle.round < last and both:
        late = tuple(unit.id for unit in position.units if unit.late == battle.zone and _may_try_again(position, unit, battle.zone))
        return replace(position, pending=battle._replace(round=battle.round + 1, stage="late", due=late, firing=battle.attacker))
    return replace(position, pending=aftermath.with_winner(position, battle))


@cites("4.9a", "4.9g")
def _may_try_again(position: Position, unit: Unit, zone: str) -> bool:
    """A unit that failed, still next to the zone; before turn 12 not into a combat of the other wing [4.9a, 4.9g]."""
    return unit.place in position.board.chart.neighbours(zone) and not unit.fort and ground.check_wings(position, unit, zone) is None


# -- losses ----------------------------------------------------------------------------------------------------------------------------


@cites("4.12a", "4.12b", "4.12d", "1.9")
def take_losses(position: Position, side: Side, number: int) -> Outcome[Position]:
    """Losses one by one in the order of 4.12, the strongest unit first, guns last; past 0 SP a unit is crushed [4.12a, 4.12b, 4.12d]."""
    events: list[Any] = []
    kinds: list[str] = []
    for _ in range(number):
        battle = _battle(position)
        units = engaged_units(position, battle, side)
        if not units:
            break
        place = 0 if side == battle.attacker else 1
        unit = max(units, key=lambda each: (each.strength > 0, not each.is_gun, each.strength))
        taken = battle.losses[place]
        arm = "artillery" if unit.is_gun else unit.arm
        kind = settled(loss_order, position.rules, arm, taken + 1, True, False).losses[taken]  # noqa: FBT003 - inputs of a procedure
        if not unit.strength:
            position = position.with_unit(unit.id, place=GONE, fort=False)
            events.append(Notice("crushed", "4.12d", (N_("{unit} is crushed."), N_("{unit} are crushed.")), (unit.id,)))
        elif kind == "temporary":
            position = position.with_unit(unit.id, temp=unit.temp + 1)
        else:
            position = position.with_unit(unit.id, perm=unit.perm + 1)
        kinds.append(kind)
        counts = [battle.losses, battle.permanent]
        for index, add in enumerate((1, int(kind == "permanent"))):
            counts[index] = (counts[index][0] + add * (1 - place), counts[index][1] + add * place)
        position = replace(position, pending=battle._replace(losses=counts[0], permanent=counts[1]))
        position = replace(position, loss=position.loss + (1 if side == "republican" else -1))
    if kinds:
        words = Nn_("{side} take a loss: {kinds}.", "{side} take {n} losses: {kinds}.", len(kinds))
        told = words.format(side=SIDES_FIRST[side], kinds=commas(LOSSES[kind] for kind in kinds))
        events.insert(0, Notice("losses", "4.12a", told))
    return Outcome(position, tuple(events))


@cites("4.9g", "4.12q")
def skip_battle(position: Position) -> Outcome[Position]:
    """A shot, a second try or a pursuit is let pass."""
    battle = _battle(position)
    if battle.stage == "fire":
        battle = battle._replace(firing=enemy_of(battle.firing)) if battle.firing == battle.attacker else battle._replace(stage="roll")
    else:
        battle = battle._replace(due=battle.due[1:])
    return Outcome(replace(position, pending=battle))


def settle(position: Position) -> Outcome[Position]:
    """Go through stages of a combat in which nobody has anything to decide."""
    events: list[Any] = []
    while isinstance(position.pending, Battle):
        battle = position.pending
        rounds = battle.stage in ("late", "fire", "roll")
        if rounds and not all(engaged_units(position, battle, side) for side in ("allied", "republican")):
            position = replace(position, pending=aftermath.with_winner(position, battle))
        elif battle.stage == "late" and not battle.due:
            position = replace(position, pending=battle._replace(stage="fire", firing=battle.attacker))
        elif battle.stage == "fire" and not artillery.has_shot(position, battle):
            position = skip_battle(position).position
        elif battle.stage in ("pursuit", "leaders", "retreat"):
            position, more, waits = aftermath.settle(position, battle)
            events += more
            if waits:
                break
        else:
            break
    return Outcome(position, tuple(events))
