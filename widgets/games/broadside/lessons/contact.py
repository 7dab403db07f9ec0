"""Shared hexes: who keeps one, whether enemies who touch board, and who has it when two ships are equal in everything."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.boarding import Contact
from rulesdemo.games.broadside.boarding import contact as contact_roll
from rulesdemo.games.broadside.movement import Keeps
from rulesdemo.games.broadside.play.helm import cost_of, helm_of, parse_well_formed, walk
from rulesdemo.games.broadside.play.state import Place, Position, Ship, Track
from rulesdemo.games.broadside.weather import wind_effects
from rulesdemo.play.engine import Throw, settled
from rulesdemo.words import N_, _
from widgets.games.broadside.board.tracks import Moment, tracks
from widgets.games.broadside.lessons.boarders import boarding_under
from widgets.play.game_guide import Count, Outlook, Rehearsal
from widgets.play.lesson import Lesson, Words
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item

BOARD, APART = N_("They board"), N_("They do not board")
FIRST, SECOND = N_("The first ship keeps the hex"), N_("The second ship keeps the hex")


def label(throw: Throw) -> str:
    """Say whether they are locked together."""
    return BOARD if throw.outcome.boarding else APART


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the face, what was needed, and what it means."""
    (rules,) = throw.args
    end = _("They are locked together.") if throw.outcome.boarding else _("They do not board; one of them gives way [IV].")
    return _("{face}. Enemies who touch board on a die under {under} [V.a]. {end}").format(
        face=sum(faces), under=boarding_under(rules), end=end
    )


def tie_label(throw: Throw) -> str:
    """Say who keeps the hex."""
    return FIRST if throw.outcome.winner == "a" else SECOND


def tie_verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """Return the last two dice; equal ones were thrown again."""
    one, other = faces[-2:]
    again = _("Equal dice were thrown again. ") if len(faces) > len((one, other)) else ""
    return _("{again}{one} against {other}: the higher die keeps the hex [IV] [B9]. {end}.").format(
        again=again, one=one, other=other, end=tie_label(throw)
    )


# -- before the orders are opened --------------------------------------------------------------------------------------------------------


def open_orders(position: Position) -> tuple[tuple[Ship, str], ...]:
    """Return the ships whose orders for this turn the scenario has written, and which the reader may know, each with her order."""
    if position.turn.step != "orders" or position.weather is None:
        return ()
    scripted = [ship for ship in position.there if ship.side in position.scenario.scripted]
    return tuple((ship, text) for ship in scripted if (text := ship.written_for(position.turn.number)))


def may_board(position: Position) -> bool:
    """Say whether the wind lets enemies board who touch [T3, B13]."""
    return bool(settled(wind_effects, position.rules, position.sky.force).boarding)


def outlook(position: Position, name: str) -> Outlook | None:
    """Return what the ship in hand may spend, what the other's order spends, and how a hex that both want is settled."""
    ship = position.find(name)
    if ship is None or ship.gone or not open_orders(position):
        return None
    helm = helm_of(position, ship)
    lines = [
        Count(_("{ship} spends").format(ship=other.name), cost_of(position.rules, text), "bar") for other, text in open_orders(position)
    ]
    may = f"{helm.least}–{helm.most}" if helm.least < helm.most else str(helm.most)
    lines.append(Count(_("{ship} may spend").format(ship=ship.name), helm.most, "bar", is_now=True, text=may))
    ends = " ".join(_ends(position, other, text) for other, text in open_orders(position))
    board = _("Enemies who end in one hex throw a die first, and board if it is under {under}. [V.a]").format(
        under=boarding_under(position.rules)
    )
    bars = board if may_board(position) else _("In this wind nobody boards. [T3] [B13]")
    keeps = _("More M spent keeps a hex; if equal, more M to spend; then more hull; then the higher die. [IV] [B9]")
    return Outlook(_("M spent on the way to a hex"), tuple(lines), f"{ends} {bars} {keeps}")


def _ends(position: Position, ship: Ship, text: str) -> str:
    form = _("The log of {ship} says {order}: she will end in {hex}.")
    return form.format(ship=ship.name, order=text, hex=GRID.label(_track(position, ship, text).end.hex))


def overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what is shown of the game's board
    """Draw the tracks of the orders that are known."""
    ways = tuple(_track(position, ship, text) for ship, text in open_orders(position))
    longest = max((way.at for way in ways), default=0)
    return tracks(position, board, Moment(longest, longest, longest, ways))


def _track(position: Position, ship: Ship, text: str) -> Track:
    here = Place(ship.place, ship.heading)
    way = walk(position.rules, position.scenario.chart, position.sky.wind_from, here, parse_well_formed(text))
    spends, has = cost_of(position.rules, text), helm_of(position, ship).m
    return Track(ship.id, text, spends, has, ship.hull, way.steps, len(way.steps) - 1, way.end, way.left)


def rehearsal(position: Position, _looked_at: str) -> Rehearsal | None:
    """Return the die of enemies who touch, while they can still be steered together."""
    if not open_orders(position) or not may_board(position) or position.result is not None:
        return None
    return Rehearsal(_("If enemies end in one hex"), Throw(contact_roll, (position.rules,), Contact(boarding=False)))


CONTACT: Final = Lesson(
    "contact",
    outlook=outlook,
    overlay=overlay,
    throws={Contact: Words(label, verdict, (BOARD, APART)), Keeps: Words(tie_label, tie_verdict, (FIRST, SECOND))},
    rehearsal=rehearsal,
    rose="sw",
)
