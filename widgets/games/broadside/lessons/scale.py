"""Scale: what hexes and turns are in metres, minutes and knots, beside the board and on it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from rulesdemo.games.broadside.board import GRID
from rulesdemo.games.broadside.play.helm import helm_of
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.games.broadside.ships import by_the_knots, scale
from rulesdemo.play.engine import settled
from rulesdemo.rules.ruleset import Ruleset
from rulesdemo.words import _, local_figures, ngettext
from widgets.board.hex_notes import note
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.palette import INK
from widgets.scene.shapes import Group, Item

LOW: Final = 0.62  # radii below the middle of a hex that is lit, where the M stand
ROOM: Final = 36.0  # the least radius of a hex that has room for both between the ring of the M and its lower side


def metres(number: int) -> str:
    """Return a number of metres, with a comma in thousands.

    >>> metres(600), metres(1600)
    ('600 m', '1,600 m')
    """
    return _("{n} m").format(n=local_figures(f"{number:,}"))


def tenths(number: Fraction) -> str:
    """Return a number to one decimal, halves up.

    >>> tenths(Fraction(600, 463)), tenths(Fraction(9, 2))
    ('1.3', '4.5')
    """
    whole = int((number * 20 + 1) // 2)
    return local_figures(f"{whole // 10}.{whole % 10}")


def speed_words(rules: Ruleset, m: int) -> str:
    """Return what a number of hexes a turn is on the water, printed and by the map."""
    printed, real = settled(scale, rules, m), settled(by_the_knots, rules, m)
    form = ngettext(
        "{n} hex a turn: {metres} in {minutes} minutes. The rules print {printed} knots; by the map it is {real}. [I Echelle] [B1]",
        "{n} hexes a turn: {metres} in {minutes} minutes. The rules print {printed} knots; by the map it is {real}. [I Echelle] [B1]",
        m,
    )
    return form.format(
        n=m,
        metres=metres(printed.metres),
        minutes=printed.minutes,
        printed=tenths(Fraction(printed.tenths_of_knot, 10)),
        real=tenths(real.knots),
    )


def outlook(position: Position, name: str) -> Outlook | None:
    """Return how far each speed that her M allow takes her in a turn; the one of last turn is marked."""
    ship = position.find(name)
    if ship is None or ship.gone or ship.is_fort or position.weather is None or position.result is not None:
        return None
    rules, helm = position.rules, helm_of(position, ship)
    lines = []
    for m in range(1, max(helm.m, helm.speed) + 1):
        far = settled(scale, rules, m).metres
        hexes = ngettext("{n} hex", "{n} hexes", m).format(n=m)
        name = _("{hexes}, as last turn").format(hexes=hexes) if m == helm.speed else hexes
        lines.append(Count(name, far, "bar", is_now=m == helm.speed, text=metres(far)))
    words = _("{ship} lies still. [I Echelle]").format(ship=ship.name) if not helm.speed else speed_words(rules, helm.speed)
    return Outlook(_("How far {ship} comes in a turn, straight ahead").format(ship=ship.name), tuple(lines), words)


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own
    """Draw the metres that each hex ahead is away."""
    ship = position.find(shown.selected)
    if ship is None or ship.gone or ship.is_fort or position.weather is None or position.result is not None:
        return ()
    ahead = _ahead(position, ship)
    if not ahead:
        return ()
    lit = {target.place for target in shown.legal}
    # In small hexes there is no room for both the M and the metres.
    notes = [(place, words) for place, words in ahead if place not in lit or board.radius >= ROOM]
    items = tuple(note(board, place, words, INK, LOW if place in lit else 0.0) for place, words in notes)
    label = _("Ahead of {ship}: {list}").format(
        ship=ship.name, list=", ".join(_("{hex} {far}").format(hex=GRID.label(place), far=words) for place, words in ahead)
    )
    return (Group(items, id="metres", role="sector", label=label),)


def _ahead(position: Position, ship: Ship) -> list[tuple[Any, str]]:
    """Return the hexes that her M reach straight ahead, each with how far it is."""
    chart = position.scenario.chart
    found = []
    here = ship.place
    for m in range(1, helm_of(position, ship).m + 1):
        here = GRID.neighbour(here, ship.heading)
        if here in chart.land or here not in chart.hexes:
            break
        found.append((here, metres(settled(scale, position.rules, m).metres)))
    return found


SCALE: Final = Lesson("scale", outlook=outlook, overlay=overlay, rose="ne")
