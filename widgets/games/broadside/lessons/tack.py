"""Head to wind and tacking: what each way to the other tack takes from where a ship is now, and why one is closed to her."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.broadside.play.helm import CLOSE_HAULED, Helm, cost_of, helm_of, m_of
from rulesdemo.games.broadside.play.state import Position, Ship
from rulesdemo.words import N_, _
from widgets.games.broadside.board.tracks import swings
from widgets.games.broadside.panels.about import IRONS, TACK, WEAR, Passage, is_close_hauled, passages, toward_wind
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item

WAYS: Final = {TACK: N_("Tack"), IRONS: N_("Stop"), WEAR: N_("Wear")}


def outlook(position: Position, name: str) -> Outlook | None:
    """Turns until she sails as before on the other tack; what is left to a ship that the wind has stopped, or that is not close-hauled."""
    ship = position.find(name)
    if ship is None or ship.gone or position.weather is None or position.result is not None or not position.sky.force:
        return None
    if ship.in_irons:
        return _stopped(ship)
    if not is_close_hauled(position, ship):
        helm = helm_of(position, ship)
        may = Count(_("M that she may spend"), helm.most, text=_span(helm))
        return Outlook(_("{ship} cannot tack").format(ship=ship.name), (may,), _("A tack begins close-hauled. [IV.f]"))
    found = passages(position.rules, ship, position.sky.wind_from, position.sky.force)
    lines = tuple(_line(way, passage) for way, passage in found.items())
    title = _("Turns until {ship} sails as now, on the other tack").format(ship=ship.name)
    ways = _("To stop is to let the wind stop her [IV.e]; to wear is to go round with it behind her. Land is not counted.")
    return Outlook(title, lines, f"{_may(position, ship)} {ways}")


def _span(helm: Helm) -> str:
    return f"{helm.least}–{helm.most}" if helm.least < helm.most else str(helm.most)


def _stopped(ship: Ship) -> Outlook:
    lines = (Count(_("Pivots on the spot, this turn"), 1), Count(_("Speed next turn counts from"), 0))
    words = _(
        "The wind has stopped {ship}. This turn she makes one pivot where she lies, to either side; then she gathers way. [IV.e] [B8]"
    )
    return Outlook(_("Stopped head to wind"), lines, words.format(ship=ship.name))


def _line(way: str, passage: Passage | None) -> Count:
    if passage is None:
        return Count(WAYS[way], 0, text=_("no"))
    name = _("{way}, {order}").format(way=WAYS[way], order=passage.legs[0].order)
    return Count(name, passage.done, "bar")


def _may(position: Position, ship: Ship) -> str:
    """Whether she may tack now: last speed and inertia, and M close-hauled, against what it takes."""
    letter = toward_wind(ship.heading, position.sky.wind_from)
    need = cost_of(position.rules, f"{letter}1{letter}")
    helm, most = helm_of(position, ship), m_of(position, ship, CLOSE_HAULED)
    form = _("A tack takes {need} M: last speed {speed} and inertia {inertia} make {sum}, and close-hauled she has {most} M.")
    told = form.format(need=need, speed=helm.speed, inertia=helm.inertia, sum=helm.speed + helm.inertia, most=most)
    able = min(helm.speed + helm.inertia, most) >= need
    verdict = _("She may. [IV.f] [B7]") if able else _("She must gather way first, if she can. [IV.f] [B7]")
    return f"{told} {verdict}"


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what is shown of the game's board
    """The pivots on the spot of a ship in hand that the wind has stopped."""
    ship = position.find(shown.selected) if shown.selected else None
    found = swings(position, board, ship) if ship is not None and not ship.gone and ship.in_irons else None
    return () if found is None else (found,)


TACKING: Final = Lesson("about", outlook=outlook, overlay=overlay, rose="sw")
