"""Battle bookkeeping: the losses of a combat in their order, which guns reach it, and what it means to be ringed by the enemy."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Final

from rulesdemo.games.toulon.combat import artillery_range, loss_order
from rulesdemo.games.toulon.play import ground
from rulesdemo.games.toulon.play.artillery import check_bombard
from rulesdemo.games.toulon.play.combat import attack_strength, defence_strength
from rulesdemo.games.toulon.play.operations import is_battery
from rulesdemo.games.toulon.play.orders import Bombard
from rulesdemo.games.toulon.play.state import Battle, Position, Side, Unit, enemy_of
from rulesdemo.play.engine import Refusal, settled
from rulesdemo.words import N_, _, ngettext
from widgets.board.zone_sheet import ZoneSheet, is_clear, note, pill
from widgets.games.toulon import names
from widgets.games.toulon.board.units import name_boxes
from widgets.play.game_guide import Count, Look, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.palette import INK, MAG, SHEET
from widgets.scene.shapes import Group, Item, Label, Path, Point, Style, poly, rect, segs, text_width

LETTERS: Final = {"temporary": N_("T"), "permanent": N_("P")}
WORDS: Final = {"temporary": N_("temporary"), "permanent": N_("permanent")}
SIDES: Final[dict[Side, str]] = {"allied": N_("Allied losses"), "republican": N_("Republican losses")}
BOX: Final = 1.35  # of the figures of the map


def kinds(position: Position, battle: Battle, side: Side) -> tuple[str, ...]:
    """The losses of a side so far in their order [4.12a]; where guns took some in the melee, temporary ones first [4.12b]."""
    place = 0 if side == battle.attacker else 1
    number, lasting = battle.losses[place], battle.permanent[place]
    found: tuple[str, ...] = settled(loss_order, position.rules, "infantry", number, True, False).losses  # noqa: FBT003 - inputs of a procedure
    if found.count("permanent") == lasting:
        return found
    return ("temporary",) * (number - lasting) + ("permanent",) * lasting


def reach_of(position: Position, unit: Unit) -> int:
    """How many zones a gun reaches [4.12j]."""
    return int(settled(artillery_range, position.rules, is_battery(position, unit)).zones)


def in_range(position: Position, unit: Unit) -> frozenset[str]:
    """The zones of land that a gun reaches; roads are no zones, water is [4.12j]."""
    if not unit.is_gun or unit.place not in position.board.zones:
        return frozenset()
    found = position.board.chart.within(unit.place, reach_of(position, unit), lambda zone: position.zone(zone).kind != "road")
    return frozenset(zone for zone in found if position.zone(zone).kind == "land")


def why_not(position: Position, battle: Battle, unit: Unit) -> Refusal | None:
    """Why a gun may not fire into the combat, whichever side's guns fire at this moment; None if it may."""
    turned = replace(position, pending=battle._replace(stage="fire", firing=unit.side))
    return check_bombard(turned, Bombard(unit.id))


def guns(position: Position) -> tuple[Unit, ...]:
    """Every gun on the map."""
    return tuple(unit for unit in position.units if unit.is_gun and unit.place in position.board.zones)


# -- beside the board ------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, name: str) -> Outlook | None:
    """The account of the combat, or what becomes of the unit in hand."""
    if position.result is not None:
        return None
    unit, battle = position.find(name), position.pending
    hexes = in_range(position, unit) if unit is not None else frozenset()
    if isinstance(battle, Battle):
        title = _("Combat in {zone}, round {n}").format(zone=names.zone(position, battle.zone), n=battle.round)
        return Outlook(title, _account(position, battle), _combat_words(position, battle, unit), hexes)
    if unit is None:
        unit = next((each for each in position.units if _is_ringed(position, each)), None)
    if unit is None or unit.place not in position.board.zones:
        return None
    lines = (Count(_("strength points"), unit.strength), Count(_("temporary losses"), unit.temp), Count(_("permanent losses"), unit.perm))
    return Outlook(str(unit.name), lines, _unit_words(position, unit), hexes)


def _account(position: Position, battle: Battle) -> tuple[Count, ...]:
    ours, theirs = attack_strength(position, battle), defence_strength(position, battle)
    lines = [Count(_("attack to defence"), ours, text=f"{ours} : {theirs}")]
    sides: tuple[Side, Side] = (battle.attacker, enemy_of(battle.attacker))
    for side in sides:
        taken = kinds(position, battle, side)
        text = " ".join(LETTERS[kind] for kind in taken) if taken else _("none")
        lines.append(Count(SIDES[side], len(taken), text=text))
    return tuple(lines)


def _combat_words(position: Position, battle: Battle, unit: Unit | None) -> str:
    if unit is not None and unit.is_gun and unit.id not in battle.fired:
        reach = ngettext("{n} zone", "{n} zones", reach_of(position, unit)).format(n=reach_of(position, unit))
        words = _("{unit} reaches {zones} [4.12j].").format(unit=unit.name, zones=reach)
        refusal = why_not(position, battle, unit)
        return words + " " + (_("It may fire into the combat [4.12m].") if refusal is None else str(refusal))
    over = int(position.rules.table("combat_constants").at("decisive_over"))
    return _("T is temporary, P permanent, in turn [4.12a]. More than {n} P on a side makes the battle decisive [4.12p].").format(n=over)


def _is_ringed(position: Position, unit: Unit) -> bool:
    place = unit.place
    return place in position.board.zones and position.zone(place).kind == "land" and ground.is_surrounded(position, unit.side, place)


def _unit_words(position: Position, unit: Unit) -> str:
    if _is_ringed(position, unit):
        words = _("Enemy zones lie all around: it cannot rally, and its force loses a die of strength [4.13b].")
        if unit.fort:
            words = _("Enemy zones lie all around: inside a fort it may rally, but it loses a die of strength [4.13b] [T32].")
        return words + " " + _("It attacks at two to one or better [4.8c].")
    if unit.is_gun:
        number = reach_of(position, unit)
        return ngettext("It reaches {n} zone [4.12j].", "It reaches {n} zones [4.12j].", number).format(n=number)
    if unit.temp:
        return _("A rally brings a temporary loss back, where it then still fits [4.13a].")
    return _("It has no loss to recover [4.13a].")


# -- on the map ------------------------------------------------------------------------------------------------------------------------


def overlay(position: Position, sheet: ZoneSheet, _look: Look) -> tuple[Item, ...]:
    """Lines of fire into a combat and its loss boxes; a mark where a force is ringed by the enemy."""
    if position.result is not None:
        return ()
    battle = position.pending
    if isinstance(battle, Battle):
        return (*_fire(position, sheet, battle), *_boxes(position, sheet, battle))
    found = []
    for zone in position.board.chart.of_kind("land"):
        units = [unit for unit in position.at(zone) if _is_ringed(position, unit)]
        if units:
            words = _("The force in {zone} is ringed by the enemy").format(zone=names.zone(position, zone))
            found.append(_beside(sheet, zone, _("ringed"), words, "ringed", MAG))
    return tuple(found)


def _fire(position: Position, sheet: ZoneSheet, battle: Battle) -> list[Item]:
    """A broken line from each gun that may fire to the combat, and a plate with its range at every gun."""
    found: list[Item] = []
    for unit in guns(position):
        free, where = why_not(position, battle, unit) is None, names.zone(position, unit.place)
        if free and unit.place != battle.zone:
            words = _("{unit} may fire from {zone} into the combat").format(unit=unit.name, zone=where)
            items = _shot(sheet.centre(unit.place), sheet.centre(battle.zone), sheet.radius)
            found.append(Group(items, id=f"fire {unit.id}", role="line", label=words))
        found.append(_range_plate(position, sheet, unit, is_free=free or unit.id in battle.fired))
    return found


def _shot(start: Point, end: Point, r: float) -> tuple[Item, ...]:
    """A broken line with a head, from the edge of one zone to the edge of another."""
    (x0, y0), (x1, y1) = start, end
    length = hypot(x1 - x0, y1 - y0)
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    tail = (round(x0 + 1.1 * r * dx, 1), round(y0 + 1.1 * r * dy, 1))
    tip = (round(x1 - 1.35 * r * dx, 1), round(y1 - 1.35 * r * dy, 1))
    wings = [(round(tip[0] - 9 * dx + side * 5 * dy, 1), round(tip[1] - 9 * dy - side * 5 * dx, 1)) for side in (-1, 1)]
    line = segs([(tail, tip)])
    return (
        Path(line, Style(line=SHEET, width=5.5)),
        Path(line, Style(line=MAG, width=2.6, dash=(9.0, 6.0))),
        Path(poly([tip, *wings]), Style(MAG, SHEET, 1.0)),
    )


def _range_plate(position: Position, sheet: ZoneSheet, unit: Unit, *, is_free: bool) -> Group:
    """The range of a gun, and "no" where it may not fire."""
    reach = reach_of(position, unit)
    text = (_("range {n}") if is_free else _("range {n}: no")).format(n=reach)
    words = _("{unit} in {zone}, range {n}") if is_free else _("{unit} in {zone}, range {n}, may not fire")
    label = words.format(unit=unit.name, zone=names.zone(position, unit.place), n=reach)
    return _beside(sheet, unit.place, text, label, "range", MAG if is_free else INK)


def _beside(sheet: ZoneSheet, zone: str, text: str, label: str, kind: str, ink: str) -> Group:
    """A plate at the right of a zone, or at its left or above it, where it hides nothing."""
    plate = note(sheet, zone, text, label, kind=kind, ink=ink, up=1 + 0.95 * sheet.type / sheet.radius)
    x, y = sheet.centre(zone)
    half = 0.54 * text_width(text, sheet.type) + 0.4 * sheet.type
    r = sheet.radius
    spots = ((1.02 * r + half, -0.75 * r), (-1.5 * r - half, 0.62 * r))
    spot = next((spot for spot in spots if is_clear(sheet, zone, spot, half, name_boxes(sheet))), None)
    return plate if spot is None else replace(plate, at=(float(round(x + spot[0])), float(round(y + spot[1]))))


def _boxes(position: Position, sheet: ZoneSheet, battle: Battle) -> list[Item]:
    """The losses of each side as a row of boxes over the zone; the letter says which kind, permanent ones are dark."""
    found: list[Item] = []
    x, y = sheet.centre(battle.zone)
    high = BOX * sheet.type
    sides: tuple[Side, Side] = (battle.attacker, enemy_of(battle.attacker))
    for row, side in enumerate(sides):
        taken = kinds(position, battle, side)
        if not taken:
            continue
        wide = high * (len(taken) + 1)
        items: list[Item] = [Group(pill(names.LETTERS[side], sheet.type).items, at=(round(high / 2 - wide / 2, 1), 0.0))]
        for place, kind in enumerate(taken):
            middle = round(high * (place + 1.5) - wide / 2, 1)
            items += _box(middle, high, kind)
        words = _("{losses}: {kinds}").format(losses=SIDES[side], kinds=names.list_text(WORDS[kind] for kind in taken))
        top = round(y - sheet.radius - high * (2.1 - row) - 6)
        found.append(Group(tuple(items), at=(x, float(top)), id=f"losses {side}", role="sector", label=words))
    return found


def _box(middle: float, high: float, kind: str) -> tuple[Item, ...]:
    dark = kind == "permanent"
    side = round(high - 2, 1)
    outline = rect(round(middle - side / 2, 1), round(-side / 2, 1), side, side, 2)
    ink = SHEET if dark else INK
    letter = Label(middle, 0.0, LETTERS[kind], round(high / BOX, 1), weight=700, ink=ink)
    return Path(outline, Style(INK if dark else SHEET, INK, 1.4)), letter


LEDGER: Final = Lesson("ledger", outlook=outlook, overlay=overlay)
