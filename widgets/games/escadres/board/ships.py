"""Sailing ships as counters: hull and sails, power and crew, fires and markers, each ship in words, and where her name may not stand."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from math import cos, radians, sin
from typing import Final, Literal

from rulesdemo.board.hexes import Direction, Hex
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play.places import lie
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board import counters, sail_counters
from widgets.board import markers as marks_board
from widgets.board.counters import ONE, TWO
from widgets.board.sail_counters import Rig
from widgets.board.ship_labels import Hull, Placer, brace, type_size
from widgets.games.escadres import names as escadres_names
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Group

SIDES: Final = {"british": ONE, "french": TWO}
Moment = Literal["", "plays", "played"]

_RIGS: Final[dict[int, Rig]] = {1: "frigate", 2: "two-decker", 3: "three-decker"}
_DRAWING: Final = ("draw", "move", "fire", "pass")  # the steps in which it matters whose chit is out of the bag
USUAL: Final = (-0.46, 0.50, 1.12)  # power, crew and fire on a hull: so far ahead of her middle
_BRIG: Final = (-0.40, 0.36, 0.84)  # on a shorter one
BADGE_SPOTS: Final = ((-1.04, 0.60), (-1.04, -0.60), (0.40, 0.66), (0.40, -0.66))  # ahead, to starboard
PLATE_SIZES: Final = (0.36, 0.46)  # of the radius
# Discs over the hull with its sails, flag and bowsprit: how far ahead, how large.
_SPOTS: Final = ((-1.75, 0.22), (-1.2, 0.40), (-0.6, 0.58), (0.05, 0.74), (0.7, 0.64), (1.2, 0.36), (1.65, 0.16))


def rig_of(ship: Ship) -> Rig:
    """Return what she looks like: by her decks, a brig apart."""
    return "brig" if ship.type_name == "brig" else _RIGS[ship.decks]


def ship_group(position: Position, board: BoardGrid, ship: Ship) -> Group:
    """Draw a ship with everything on her, and her words."""
    return _counter(ship, board, brace(board, ship.heading, position.wind_to), _moment(position, ship))


def _moment(position: Position, ship: Ship) -> Moment:
    """Return whether her chit is drawn, while chits are drawn."""
    turn, doing = position.turn, position.activation
    if doing is not None and doing.ship == ship.id:
        return "plays"
    return "played" if turn.step in _DRAWING and turn.number and not ship.struck and ship.id not in turn.bag else ""


@cache_by_language(5000)
def _counter(ship: Ship, board: BoardGrid, brace: int, moment: Moment) -> Group:
    rig, side, r = rig_of(ship), SIDES[ship.side], board.radius
    put = Placer(r, board.turn(ship.heading))
    put.on_hull(replace(sail_counters.sailer(rig, side, brace, struck=ship.struck), turn=put.turn), 0.0)
    power_at, crew_at, fire_at = _BRIG if rig == "brig" else USUAL
    size = plate_size(r)
    if ship.hull is None:
        plate = counters.plate(counters.compact(f"P{ship.power}", r), side, size)
    else:
        plate = sail_counters.hull_points(counters.compact(f"H{ship.hull}", r), size)
    put.on_hull(plate, power_at)
    put.on_hull(counters.figure(counters.compact(f"C{ship.crew}", r), size), crew_at)
    if ship.fires:
        put.on_hull(counters.fire(ship.fires), fire_at, 0.0, 0.9)
    for badge, (x, y) in zip(_badges(ship, moment), BADGE_SPOTS, strict=False):
        put.on_hull(badge, x, y, counters.small_type(r) / counters.SMALL)
    return Group(tuple(put.items), at=board.middle(ship.hexes), id=ship.id, role="ship", label=ship_words(ship, moment))


def plate_size(radius: float) -> float:
    """Return the size of the figures on a hull: as large as can be read, as far as the hull has room."""
    return type_size(radius, *PLATE_SIZES)


def _badges(ship: Ship, moment: Moment) -> list[Group]:
    shown = (
        (moment == "plays", sail_counters.playing()),
        (moment == "played", counters.acted()),
        (ship.stopped, sail_counters.stopped()),
        (ship.next_move_zero, sail_counters.becalmed()),
    )
    return [badge for on, badge in shown if on]


# -- in words --------------------------------------------------------------------------------------------------------------------------


def ship_words(ship: Ship, moment: Moment = "") -> str:
    """Return a ship, where she lies, what is left of her, and every marker on her."""
    parts = [
        ship.name,
        escadres_names.OF_SIDE[ship.side, ship.type_name],
        _("bow in {hex}").format(hex=GRID.label(ship.bow)),
        _("heading {direction}").format(direction=GRID.name(ship.heading)),
        _("power {left} of {all}").format(left=ship.power, all=ship.power_initial),
        _("crew {left} of {all}").format(left=ship.crew, all=ship.crew_initial),
    ]
    struck = {
        "struck_power": _("struck, no power left"),
        "struck_crew": _("struck, no crew left"),
        "struck_both": _("struck, neither power nor crew left"),
    }
    told = (
        (bool(ship.training), _("training {number}").format(number=f"{ship.training:+}".replace("-", "−"))),
        (ship.struck, struck.get(ship.state, "")),
        (ship.hull is not None, ngettext("{count} hull point", "{count} hull points", ship.hull or 0).format(count=ship.hull)),
        (bool(ship.fires), ngettext("{count} fire aboard", "{count} fires aboard", ship.fires).format(count=ship.fires)),
        (ship.stopped, _("stopped")),
        (ship.next_move_zero, _("no steps in her next move")),
        (moment == "plays", _("plays now")),
        (moment == "played", _("has played")),
    )
    return ", ".join(map(str, [*parts, *(words for said, words in told if said)]))


# -- room for names --------------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2000)
def hull_spots(board: BoardGrid, bow: Hex, heading: Direction) -> Hull:
    """Return discs along a ship."""
    (x, y), r = board.middle(lie(bow, heading).hexes), board.radius
    turn = radians(board.turn(heading))
    return tuple((x + far * r * cos(turn), y + far * r * sin(turn), wide * r) for far, wide in _SPOTS)


@lru_cache(maxsize=2000)
def step_spots(board: BoardGrid, bow: Hex, heading: Direction) -> Hull:
    """Return the middles of the hexes that her steps are marked in: names keep off them, chosen or not, so as not to jump."""
    shape = lie(bow, heading).shape
    places = (shape.ahead().bow, shape.swing_stern(1).stern, shape.swing_stern(-1).stern)
    return tuple((*board.centre(place), marks_board.RING * board.radius) for place in places)
