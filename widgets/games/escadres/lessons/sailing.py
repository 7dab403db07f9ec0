"""Wind and speed, and turning: what each heading is worth, and in how many ways a ship can end her move."""

from __future__ import annotations

from collections import Counter, defaultdict
from math import cos, radians, sin
from typing import Any, Final

from rulesdemo.board.hexes import Direction
from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.play.facts import WINDS
from rulesdemo.games.escadres.play.movement import allowance_of
from rulesdemo.games.escadres.play.places import Berth
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.words import _, cache_by_language, ngettext
from widgets.board.heading_numbers import Size, Worth, heading_numbers
from widgets.games.escadres.panels.reach import ends, reach_of, worths
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import TEAL
from widgets.scene.shapes import Group, Item, Path, Style, poly

NUMBERS: Final = Size(disc=0.26, number=0.36, least=13.0)
# An arrowhead for a heading, by the radius of a hex: how far from the middle its tip, its notch and its barbs are, and half its width. It
# must be slender: a triangle with equal sides would point three ways.
TIP: Final = 0.76
NOTCH: Final = 0.48
BARBS: Final = 0.39
HALF: Final = 0.13


def ship_in_hand(position: Position, name: str) -> Ship | None:
    """The ship that is in hand, or else the first there is."""
    ship = position.find(name) if name else None
    if ship is None or ship.gone:
        return position.there[0] if position.there else None
    return ship


def steps_words(number: int) -> str:
    """Return a number of steps in words."""
    return ngettext("{n} step", "{n} steps", number).format(n=number)


def ends_words(position: Position, ship: Ship) -> str:
    """In how many ways and hexes she can end."""
    found = ends(position, ship)
    ways = ngettext("{n} way to lie", "{n} ways to lie", len(found)).format(n=len(found))
    bows = len({bow for bow, _heading in found})
    hexes = ngettext("{n} hex", "{n} hexes", bows).format(n=bows)
    return _("{ways}, her bow in {hexes}, as she lies now counted in").format(ways=ways, hexes=hexes)


# -- wind and speed --------------------------------------------------------------------------------------------------------------------


def wind_outlook(position: Position, name: str) -> Outlook | None:
    """The steps that a move has on each of the six headings; hers is marked, and her reach is tinted."""
    ship = ship_in_hand(position, name)
    if ship is None:
        return None
    lines = tuple(
        Count(f"{GRID.name(each.heading)}, {WINDS[each.wind]} ({each.wind})", each.steps, "bar", is_now=each.heading == ship.heading)
        for each in worths(position.rules, ship.speed, position.wind_to)
    )
    title = _("Steps of {ship}, speed {speed}, by the heading on which a move begins").format(ship=ship.name, speed=ship.speed)
    return Outlook(title, lines, _wind_words(position, ship), reach_of(position, ship))


def _wind_words(position: Position, ship: Ship) -> str:
    doing, direction = position.activation, GRID.name(GRID.opposite(position.wind_to))
    if position.result is not None or doing is None or doing.ship != ship.id or doing.moved:
        steps = allowance_of(position, ship)
        words = _("Wind from {direction}. A move that begins on this heading has {steps}. [E-MOVE-2]")
        return words.format(direction=direction, steps=steps_words(steps))
    words = ngettext(
        "Wind from {direction}. This move began with {steps}, and {n} is left whichever way she turns. [E-MOVE-3]",
        "Wind from {direction}. This move began with {steps}, and {n} are left whichever way she turns. [E-MOVE-3]",
        doing.left,
    )
    sentence = words.format(direction=direction, steps=steps_words(doing.allowance), n=doing.left)
    return f"{sentence} {ends_words(position, ship)}."


def wind_overlay(position: Position, board: Any, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - a BoardGrid and a Display
    """Around the bow of a ship that waits, the steps that each heading would give; hers is filled, no steps are dashed."""
    ship = ship_in_hand(position, shown.selected)
    # Where she moves, her steps are settled, and the hexes to press stand where the numbers would.
    if ship is None or shown.legal or position.result is not None:
        return ()
    found = {}
    for each in worths(position.rules, ship.speed, position.wind_to):
        name, steps = GRID.name(each.heading), steps_words(each.steps)
        words = _("Heading {name} {ship} is {wind} and has {steps}").format(name=name, ship=ship.name, wind=WINDS[each.wind], steps=steps)
        found[each.heading] = Worth(name, each.steps, words)
    return heading_numbers(board, ship.bow, ship.heading, found, NUMBERS)


WIND: Final = Lesson("wind", outlook=wind_outlook, overlay=wind_overlay, rose="nw")

# -- turning ---------------------------------------------------------------------------------------------------------------------------


def reach_outlook(position: Position, name: str) -> Outlook | None:
    """In how many ways she can end her move, by the steps that it takes to lie so."""
    ship = ship_in_hand(position, name)
    if ship is None:
        return None
    doing = position.activation
    if position.result is not None or (doing is not None and doing.moved):
        return Outlook(_("{ship} has moved").format(ship=ship.name), (), _moved_words(ship))
    found = ends(position, ship)
    title = ngettext("{ship} can end this move in {n} way", "{ship} can end this move in {n} ways", len(found))
    counted = Counter(found.values())
    lines = tuple(Count(_spent(steps), counted[steps], "bar") for steps in sorted(counted))
    stopped = _("She was stopped, so her first step goes straight on. [E-WEAR-3]") + " " if ship.stopped else ""
    words = _("Bow and heading count. Each arrowhead on the board is one way to lie. She may stop after any step. [E-MOVE-5]")
    return Outlook(title.format(ship=ship.name, n=len(found)), lines, stopped + words, reach_of(position, ship))


def _spent(steps: int) -> str:
    return ngettext("after {n} step", "after {n} steps", steps).format(n=steps) if steps else _("as she lies")


def _moved_words(ship: Ship) -> str:
    where = _("She has ended her move with her bow in {hex}, heading {heading}.").format(
        hex=GRID.label(ship.bow), heading=GRID.name(ship.heading)
    )
    return f"{where} {_('She spent no step, and is marked as stopped. [E-MOVE-7]') if ship.stopped else '[E-MOVE-1]'}"


def reach_overlay(position: Position, board: Any, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - a BoardGrid and a Display
    """An arrowhead in a hex for each heading on which she can end with her bow there."""
    ship = ship_in_hand(position, shown.selected)
    if ship is None or position.result is not None or (position.activation is not None and position.activation.moved):
        return ()
    berths = frozenset(ends(position, ship)) - {ship.berth}
    return (_heads(board, berths),) if berths else ()


@cache_by_language(50)
def _heads(board: BoardGrid, berths: frozenset[Berth]) -> Group:
    headings: defaultdict[str, list[Direction]] = defaultdict(list)
    items: list[Item] = []
    for bow, heading in sorted(berths):
        headings[GRID.label(bow)].append(heading)
        items.append(_head(board, Berth(bow, heading)))
    places = "; ".join(f"{where} {_('heading')} {', '.join(map(GRID.name, ways))}" for where, ways in sorted(headings.items()))
    return Group(tuple(items), id="ends", role="sector", label=_("She can end in {list}").format(list=places))


def _head(board: BoardGrid, berth: Berth) -> Path:
    (x, y), angle, r = board.centre(berth.bow), radians(board.turn(berth.heading)), board.radius

    def at(ahead: float, aside: float) -> tuple[float, float]:
        return (
            round(x + r * (ahead * cos(angle) - aside * sin(angle)), 1),
            round(y + r * (ahead * sin(angle) + aside * cos(angle)), 1),
        )

    return Path(poly([at(TIP, 0.0), at(BARBS, HALF), at(NOTCH, 0.0), at(BARBS, -HALF)]), Style(TEAL))


REACH: Final = Lesson("reach", outlook=reach_outlook, overlay=reach_overlay)
