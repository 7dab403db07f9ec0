"""In haste: what a force makes against each enemy next to it, at the full cost and in haste, and how far the defender moves the die."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, NamedTuple

from rulesdemo.games.toulon.hasty import Hasty
from rulesdemo.games.toulon.movement import QualityTests, quality_tests
from rulesdemo.games.toulon.operations import entry_cost
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.combat import FACES, attack_strength, column, defence_strength, odds_of
from rulesdemo.games.toulon.play.movement import quality
from rulesdemo.games.toulon.play.state import Battle, Entry, Position, Unit, enemy_of
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook, Rehearsal
from widgets.play.lesson import Lesson
from widgets.scene.palette import INK, MAG, TEAL
from widgets.scene.shapes import Item


class Rush(NamedTuple):
    """A force, the zone that it would enter, both strengths, and the odds at the full cost and in haste."""

    units: tuple[Unit, ...]
    zone: str
    attack: int
    defence: int
    steady: Hasty
    hasty: Hasty


def rush(position: Position, units: tuple[Unit, ...], zone: str) -> Rush:
    """What these units would make in that zone, were all of them to get in."""
    battle = Battle(zone, units[0].side)
    found = []
    for is_hasty in (False, True):
        there = position
        for unit in units:
            there = there.with_unit(unit.id, place=zone, hasty=is_hasty)
        found.append(odds_of(there, battle))
    return Rush(units, zone, attack_strength(there, battle), defence_strength(there, battle), *found)


def rushes(position: Position, name: str) -> tuple[Rush, ...]:
    """Every rush that is open: of the units declared, or of all that stand together with the one in hand or next to an enemy."""
    entry = position.pending
    if isinstance(entry, Entry):
        return (rush(position, tuple(position.unit(each) for each in entry.units), entry.zone),)
    side = position.turn.side
    if position.turn.step != "move" or entry is not None:
        return ()
    held = position.find(name)
    land = position.board.chart.of_kind("land")
    zones = [held.place] if held is not None and held.side == side and held.place in land else land
    return tuple(
        rush(position, position.of(side, zone), to)
        for zone in zones
        if position.of(side, zone)
        for to in position.board.chart.neighbours(zone)
        if to in land and ground.is_occupied(position, enemy_of(side), to)
    )


def hand_words(adjust: int) -> str:
    """How far the defender may move the die."""
    return _("by up to {n}").format(n=adjust) if adjust else _("not at all")


def outlook(position: Position, name: str) -> Outlook | None:
    """The odds of the force against the enemy, both ways; in a combat the odds that hold."""
    battle = position.pending
    if isinstance(battle, Battle):
        return _combat_outlook(position, battle)
    found = rushes(position, name)
    if not found:
        return None
    first = found[0]
    steady, quick = (names.op(settled(entry_cost, position.rules, is_hasty, False).op) for is_hasty in (False, True))  # noqa: FBT003 - inputs
    who = names.list_text(str(unit.strength) for unit in first.units)
    over = ground.stack(position, first.units[0].side, first.zone, more=tuple(unit.strength for unit in first.units)).over
    lines = [
        Count(_("attack"), first.attack, text=str(first.attack) if len(first.units) == 1 else f"{first.attack} ({who})"),
        Count(_("defence"), first.defence),
        Count(_("column for {op}").format(op=steady), 0, text=first.steady.column),
        Count(_("column in haste, {op}").format(op=quick), 0, text=first.hasty.column, is_now=_is_hasty(position)),
        Count(_("the defender moves the die"), 0, text=hand_words(first.hasty.adjust_max)),
    ]
    words = _("All of them against {zone}, which is {ratio}. [6.3]").format(zone=names.zone(position, first.zone), ratio=first.steady.ratio)
    if over:
        lines.append(Count(_("too many for the zone"), over))
        words += " " + _("In a desperate attack too many may go in; any excess at the end becomes temporary losses. [6.2]")
    return Outlook(_("What the force makes"), tuple(lines), words)


def _is_hasty(position: Position) -> bool:
    return isinstance(position.pending, Entry) and position.pending.hasty


def _combat_outlook(position: Position, battle: Battle) -> Outlook | None:
    if battle.stage not in ("late", "fire", "roll", "adjust"):
        return None
    odds = odds_of(position, battle)
    lines = [
        Count(_("attack"), attack_strength(position, battle)),
        Count(_("defence"), defence_strength(position, battle)),
        Count(_("ratio"), 0, text=odds.ratio),
        Count(_("column"), 0, text=column(position, odds.column)),
        Count(_("the defender moves the die"), 0, text=hand_words(odds.adjust_max)),
    ]
    words = _("Round {n}. Haste counts in both rounds. [6.3]").format(n=battle.round)
    if battle.stage == "adjust":
        low, high = reach(battle.die, odds.adjust_max)
        words = _("The die shows {n}: the defender may read it as anything from {low} to {high}. [6.3]").format(
            n=battle.die, low=low, high=high
        )
    return Outlook(_("The combat in {zone}").format(zone=names.zone(position, battle.zone)), tuple(lines), words)


def reach(die: int, adjust: int) -> tuple[int, int]:
    """The lowest and the highest face that the defender can make of a die."""
    return max(1, die - adjust), min(FACES, die + adjust)


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """A plate at each enemy zone with both columns; below it what is over the limit; in a combat the odds, and the reach of the hand."""
    battle = position.pending
    if isinstance(battle, Battle):
        return _plates_of(position, sheet, battle)
    found: list[Item] = []
    for each in rushes(position, look.selected):
        where = names.zone(position, each.zone)
        text = _("{steady}, in haste {hasty}").format(steady=each.steady.column, hasty=each.hasty.column)
        words = _("{zone}: {a} against {d} is column {steady}, in haste {hasty}").format(
            zone=where, a=each.attack, d=each.defence, steady=each.steady.column, hasty=each.hasty.column
        )
        found.append(note(sheet, each.zone, text, words, kind="odds", ink=INK, up=sheet.below))
        over = ground.stack(position, each.units[0].side, each.zone, more=tuple(unit.strength for unit in each.units)).over
        if over:
            words = _("{zone}: {n} over the limit").format(zone=where, n=over)
            plate = note(sheet, each.zone, _("{n} over").format(n=over), words, kind="over", ink=MAG, up=0.0)
            x, y = plate.at
            # Beside the zone: above it stands the mark of the goal.
            found.append(replace(plate, at=(float(round(x + sheet.radius + 2.7 * sheet.type)), y)))
    return tuple(found)


def _plates_of(position: Position, sheet: ZoneSheet, battle: Battle) -> tuple[Item, ...]:
    if battle.stage not in ("late", "fire", "roll", "adjust"):
        return ()
    odds, where = odds_of(position, battle), names.zone(position, battle.zone)
    name = column(position, odds.column)
    text, ink = _("column {column}").format(column=name), INK
    words = _("{zone}: the combat is on column {column}").format(zone=where, column=name)
    if battle.stage == "adjust":
        low, high = reach(battle.die, odds.adjust_max)
        text, ink = _("die {n}: {low} to {high}").format(n=battle.die, low=low, high=high), TEAL
        words = _("{zone}: the die shows {n}, and the defender may make it {low} to {high}").format(
            zone=where, n=battle.die, low=low, high=high
        )
    return (note(sheet, battle.zone, text, words, kind="odds", ink=ink, up=sheet.below),)


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """The quality test that the unit in hand would take, or else the first of the force."""
    found = rushes(position, name)
    if not found or position.result is not None:
        return None
    units = found[0].units
    unit = next((each for each in units if each.id == name), units[0])
    throw = Throw(quality_tests, (position.rules, quality(position, unit), 1), QualityTests(1))
    return Rehearsal(_("Quality test of {unit}").format(unit=unit.name), throw)


HASTE: Final = Lesson("haste", outlook=outlook, overlay=overlay, rehearsal=rehearsal)
