"""Around the table: which player sits where, whom each commands, who decides now, and on which turn the game begins."""

from __future__ import annotations

from typing import Final

from rulesdemo.games.toulon.play.ground import depot_of
from rulesdemo.games.toulon.play.sequence import SEQUENCE
from rulesdemo.games.toulon.play.state import Position
from rulesdemo.games.toulon.players import COMMANDS, commander
from rulesdemo.play.engine import settled
from rulesdemo.words import _, ngettext
from widgets.board.zone_sheet import ZoneSheet, note
from widgets.games.toulon import names
from widgets.play.game_guide import Count, Look, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.palette import INK, MAG
from widgets.scene.shapes import Item

PHONE: Final = 480.0  # pixels; a map less wide is a phone's


def player_of(position: Position, side: str) -> int:
    """The number of the player who commands a nation, a wing or Bonaparte; the Reserves go with the West wing."""
    found: int = settled(commander, position.rules, position.scenario.players, "west" if side == "reserve" else side).player
    return found


def commands(position: Position, player: int) -> tuple[str, ...]:
    """The nations and wings that a player commands."""
    return tuple(side for side in COMMANDS if player_of(position, side) == player)


def deciding(position: Position) -> int:
    """The number of the player who must choose now; 0 when the game is over."""
    decision = SEQUENCE.decision(position)
    seats = [seat[0] for seat in position.seats]
    return 0 if decision is None else seats.index(decision.side) + 1


def outlook(position: Position, name: str) -> Outlook:
    """Every player with those he commands, the one who decides now marked; then whom the unit in hand and that of the task obey."""
    now = deciding(position)
    lines = []
    for player in range(1, len(position.seats) + 1):
        who = names.list_text(names.nation_of(side).name for side in commands(position, player))
        label = _("Player {n}: {who}").format(n=player, who=who)
        state = _("decides") if player == now else _("waits")
        lines.append(Count(label, len(commands(position, player)), is_now=player == now, text=state))
    title = _("{players} players, from turn {turn}").format(players=len(position.seats), turn=position.turn.number)
    obeyed = [_obeys(position, each) for each in dict.fromkeys((str(position.scenario.goal.get("unit", "")), name)) if each]
    return Outlook(title, tuple(lines), " ".join(words for words in obeyed if words))


def _obeys(position: Position, name: str) -> str:
    unit = position.find(name)
    if unit is None:
        return ""
    return _("{unit} obeys player {n}. [2.1]").format(unit=unit.name, n=player_of(position, unit.nation))


def overlay(position: Position, sheet: ZoneSheet, look: Look) -> tuple[Item, ...]:
    """A plate at every depot and at every zone with units: whose they are; that of the unit in hand is magenta."""
    held = position.find(look.selected)
    found = []
    for zone in (*position.board.depots.values(), *position.board.chart.of_kind("land")):
        sides = [side for side in COMMANDS if side != "bonaparte" and depot_of(position, side) == zone]
        sides = sides or [unit.nation for unit in position.at(zone)]
        players = sorted({player_of(position, side) for side in sides})
        if players:
            is_here = held is not None and held.place == zone
            found.append(_plate(position, sheet, zone, players, ink=MAG if is_here else INK))
    return tuple(found)


def _plate(position: Position, sheet: ZoneSheet, zone: str, players: list[int], *, ink: str) -> Item:
    numbers = ", ".join(map(str, players))
    if len(players) > 2:  # noqa: PLR2004 - a row of numbers in place of a pair
        numbers = _("{first} to {last}").format(first=players[0], last=players[-1])
    # A phone has no room for the word where there are several numbers.
    is_short = len(players) > 1 and sheet.w < PHONE
    text = numbers if is_short else ngettext("Player {n}", "Players {n}", len(players)).format(n=numbers)
    words = ngettext("{zone}: player {n} commands here", "{zone}: players {n} command here", len(players))
    up = sheet.below if zone not in dict(sheet.boxes) else _over_box(sheet, zone)
    return note(sheet, zone, text, words.format(zone=names.zone(position, zone), n=numbers), kind="seat", ink=ink, up=up)


def _over_box(sheet: ZoneSheet, zone: str) -> float:
    """How far above the middle of a depot its plate stands, in radii: on top of its box."""
    return (dict(sheet.boxes)[zone][1] + 0.62 * sheet.type) / sheet.reach(zone)


AROUND: Final = Lesson("around", outlook=outlook, overlay=overlay)
