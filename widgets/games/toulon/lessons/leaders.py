"""Leaders and forts: who combines how many units, what a redoubt is still worth, who is away until when, and the last four beaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulesdemo.games.toulon.combat import combined_units
from rulesdemo.games.toulon.leaders import AfterCombat, LeaderWound, leader_wound
from rulesdemo.games.toulon.play.combat import attack_strength, defence_strength, odds_of
from rulesdemo.games.toulon.play.fortifications import redoubt_in
from rulesdemo.games.toulon.play.movement import last_beaches
from rulesdemo.games.toulon.play.state import AWAY, BONAPARTE, GONE, Battle, Leader, Position, Side, enemy_of
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import _, ngettext
from widgets.board.zone_sheet import Box, ZoneSheet, is_clear, note
from widgets.games.toulon import names
from widgets.games.toulon.board.units import name_boxes
from widgets.games.toulon.lessons.throws import FATES, leader_label, leader_verdict
from widgets.play.game_guide import Count, Look, Outlook, Part, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.scene.palette import INK, MAG, TEAL
from widgets.scene.shapes import Group, Item, text_width
from widgets.web.phrases import modifier

LEVELS: Final = {"improved": "improved_strength", "normal": "redoubt_strength"}


def combines(position: Position, leader: Leader) -> int:
    """How many units a leader combines [6.7]."""
    return int(settled(combined_units, position.rules, leader.efficiency, leader.id == BONAPARTE).units)


def worth(position: Position, zone: str) -> int:
    """What the redoubt of a zone adds to its defence now; the numbers are ours."""
    redoubt = redoubt_in(position, zone)
    return 0 if redoubt is None else position.number(LEVELS[redoubt.level])


def is_tenuous(position: Position) -> bool:
    """Whether the hold on a roadstead is no longer a full one."""
    return position.petite != "allied" or position.grande != "allied"


def meeting(position: Position) -> Battle | None:
    """The combat that is fought, or the one that would be fought where both sides stand."""
    battle = position.pending
    if isinstance(battle, Battle):
        return battle if battle.stage in ("late", "fire", "roll", "adjust") else None
    side: Side = position.turn.side
    both = [zone for zone in position.board.chart.of_kind("land") if position.of(side, zone) and position.of(enemy_of(side), zone)]
    return Battle(both[0], side) if both else None


def outlook(position: Position, _name: str) -> Outlook | None:
    """The leaders of both sides, the redoubts, and the odds where both sides have met; or the beaches of a tenuous hold."""
    if position.result is not None:
        return None
    if position.has("6.9") and is_tenuous(position):
        return _tenuous(position)
    lines = [_leader_line(position, leader) for leader in position.leaders]
    for redoubt in position.redoubts:
        where = names.zone(position, redoubt.zone)
        text = _("{n} more in defence").format(n=worth(position, redoubt.zone))
        lines.append(Count(_("{zone}, {redoubt}").format(zone=where, redoubt=names.REDOUBTS[redoubt.level]), 0, text=text))
    battle = meeting(position)
    words = _("How many units a leader in the fight combines; without one a single unit fights. [6.7] Guns take a redoubt down. [6.8]")
    if battle is not None:
        lines.append(_odds_line(position, battle))
        there = len(position.of(battle.attacker, battle.zone))
        if there > 1 and not any(combines(position, leader) for leader in position.led(battle.attacker, battle.zone)):
            words = _("No leader is with them: of {n} units one fights. Bring one in before the moves end. [6.7]").format(n=there)
    return Outlook(_("Leaders and works"), tuple(lines), words)


def _odds_line(position: Position, battle: Battle) -> Count:
    ours, theirs = attack_strength(position, battle), defence_strength(position, battle)
    text = _("{ours} against {theirs}, {ratio}").format(ours=ours, theirs=theirs, ratio=odds_of(position, battle).ratio)
    return Count(_("in {zone}").format(zone=names.zone(position, battle.zone)), 0, text=text, is_now=True)


def _leader_line(position: Position, leader: Leader) -> Count:
    if leader.place == GONE:
        text = _("gone for good")
    elif leader.place == AWAY:
        text = _("back on turn {n}").format(n=leader.due)
    else:
        number = combines(position, leader)
        text = _("{letter}, combines {n}").format(letter=leader.efficiency, n=number)
    return Count(str(leader.name), 0, text=text)


def _tenuous(position: Position) -> Outlook:
    beaches = last_beaches(position)
    lines = [
        Count(_("beaches that are left"), len(beaches)),
        Count(_("gun crews on the map"), sum(unit.crew and unit.place not in (AWAY, GONE) for unit in position.units)),
        Count(_("Allied units in supply"), 0, text=_("none") if position.grande != "allied" else _("as usual")),
    ]
    words = _("Crews leave [6.9a], supply ends [6.9b], and reinforcements land on {zones} only [6.9c].").format(
        zones=names.list_text(names.zone(position, zone) for zone in beaches)
    )
    return Outlook(_("A tenuous hold"), tuple(lines), words, frozenset(beaches))


def _waters(sheet: ZoneSheet) -> Iterator[Box]:
    """What the names of the roadsteads fill, with who holds them."""
    for zone in sheet.chart.of_kind("roadstead"):
        x, y = sheet.centre(zone)
        yield x - 2.1 * sheet.radius, y - 0.5 * sheet.radius, x + 2.1 * sheet.radius, y + 1.1 * sheet.radius


def overlay(position: Position, sheet: ZoneSheet, _look: Look) -> tuple[Item, ...]:
    """Plates: leaders with what they combine, redoubts with what they add, the odds of a meeting, and the beaches that are left."""
    found: list[Item] = []
    if position.has("6.9") and is_tenuous(position):
        last = last_beaches(position)
        for zone in position.board.beaches:
            is_left, where = zone in last, names.zone(position, zone)
            text = _("landing") if is_left else _("no landing")
            words = (_("{zone}: reinforcements may land") if is_left else _("{zone}: reinforcements may not land")).format(zone=where)
            half = 0.54 * text_width(text, sheet.type) + 0.4 * sheet.type
            ups = (sheet.below, 1.05, 0.85) if not position.at(zone) else (sheet.below,)
            taken = [*name_boxes(sheet), *_waters(sheet)]
            up = next((up for up in ups if is_clear(sheet, zone, (0.0, -up * sheet.radius), half, taken)), ups[-1])
            found.append(note(sheet, zone, text, words, kind="beach", ink=TEAL if is_left else MAG, up=up))
        return tuple(found)
    battle = meeting(position)
    for zone in position.board.chart.of_kind("land"):
        where = names.zone(position, zone)
        leaders = [leader for leader in position.leaders if leader.place == zone]
        if leaders and (battle is None or battle.zone != zone):
            text = ", ".join(_("{letter}: {n}").format(letter=each.efficiency, n=combines(position, each)) for each in leaders)
            words = names.list_text(_("{name} combines {n} units").format(name=each.name, n=combines(position, each)) for each in leaders)
            plate = note(sheet, zone, text, _("{zone}: {text}").format(zone=where, text=words), kind="leader", ink=INK, up=0.0)
            found.append(shift(plate, sheet.radius + 1.9 * sheet.type, 0.0))
        if worth(position, zone):
            words = _("{zone}: its redoubt adds {n} to the defence").format(zone=where, n=worth(position, zone))
            plate = note(sheet, zone, modifier(worth(position, zone)), words, kind="redoubt", ink=INK, up=0.0)
            found.append(shift(plate, -(sheet.radius + 2.2 * sheet.type), -0.6 * sheet.radius))
    if battle is not None:
        text = _odds_line(position, battle).text
        where = names.zone(position, battle.zone)
        found.append(
            note(sheet, battle.zone, text, _("{zone}: {text}").format(zone=where, text=text), kind="odds", ink=MAG, up=sheet.below)
        )
    return tuple(found)


def shift(plate: Group, right: float, down: float) -> Group:
    """Return a plate beside its zone, where names and marks leave room for it."""
    x, y = plate.at
    return replace(plate, at=(float(round(x + right)), float(round(y + down))))


# -- dice ----------------------------------------------------------------------------------------------------------------------------------


def rehearsal(position: Position, name: str) -> Rehearsal | None:
    """What would become of a leader who is hit: of the one in hand, or else the first of the enemy's."""
    here = [leader for leader in position.leaders if leader.place in position.board.zones]
    enemies = [leader for leader in here if leader.side != position.turn.side]
    others = enemies or here
    leader = next((each for each in here if each.id == name), others[0] if others else None)
    if leader is None or not position.has("6.6") or position.pending is not None or position.result is not None:
        return None
    throw = Throw(leader_wound, (position.rules, leader.id == BONAPARTE), LeaderWound("superficial", 0))
    return Rehearsal(_("If {leader} is hit").format(leader=leader.name), throw)


def wound_label(throw: Throw) -> str:
    """His fate alone."""
    return FATES[throw.outcome.fate]


def wound_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The two dice, what they mean, and for how long he is away."""
    first, second = faces[:2]
    pair = (_("{a} and {b}: a double") if first == second else _("{a} and {b} are {n}")).format(a=first, b=second, n=first + second)
    words = _("{pair} [6.6]. {fate}.").format(pair=pair, fate=FATES[throw.outcome.fate])
    away = throw.outcome.turns_away
    if away is None:
        return words + " " + _("He is out of the game.")
    if not away:
        return words + " " + _("He stays.")
    return words + " " + ngettext("He is back after {n} turn.", "He is back after {n} turns.", away).format(n=away)


def _fate_parts(_throw: Throw) -> tuple[Part, ...]:
    return (Part(("fate",), _("What becomes of him"), lambda throw: FATES[throw.outcome], (FATES["unhurt"], FATES["killed"])),)


LEADERS: Final = Lesson(
    "leaders",
    outlook=outlook,
    overlay=overlay,
    rehearsal=rehearsal,
    throws={
        LeaderWound: Words(wound_label, wound_verdict, tuple(FATES.values())),
        AfterCombat: Words(leader_label, leader_verdict, (FATES["unhurt"], FATES["superficial"]), parts=_fate_parts),
    },
)
