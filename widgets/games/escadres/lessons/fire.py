"""Fire aboard: what waits at the end of the turn, the boxes that are left to burn, and how many fires the crew puts out."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.escadres.burning import FireFighting
from rulesdemo.games.escadres.play.state import Position, Ship
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _, ngettext
from widgets.games.escadres.board.plate import Row, crew_row, plate
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item
from widgets.web.phrases import signed

ALL_OUT: Final = N_("All fires out")


def burning(position: Position) -> tuple[Ship, ...]:
    """The ships that are on fire."""
    return tuple(ship for ship in position.there if ship.fires)


def outlook(position: Position, name: str) -> Outlook | None:
    """What the ship in hand, or else the first that burns, has to lose at the end of the turn."""
    ships = burning(position)
    if not ships or position.result is not None:
        return None
    ship = next((each for each in ships if each.id == name), ships[0])
    left = ship.power if ship.hull is None else ship.hull
    lines = (
        Count(_("damage dice to come"), ship.fires, "bar"),
        Count(_("power to lose") if ship.hull is None else _("hull to lose"), left, "bar"),
        Count(_("crew to fight with"), ship.crew, "bar"),
    )
    words = _("At the end of the turn every fire rolls a damage die [E-BURN-2]; then the crew throws a die against each fire. [E-BURN-3]")
    if not ship.crew:
        words = _("At the end of the turn every fire rolls a damage die [E-BURN-2]; nobody is left to fight it. [E-CREW-2]")
    return Outlook(_("Fire aboard {ship}").format(ship=ship.name), lines, words)


def overlay(position: Position, board: BoardGrid, _shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - the game's own `Display`
    """The boxes of every ship that has power; a hulk has others."""
    return tuple(
        plate(position, board, ship, (Row(_("Power"), ship.power, ship.power_initial), crew_row(ship)))
        for ship in position.there
        if ship.hull is None
    )


def label(throw: Throw) -> str:
    """How many fires are left."""
    left: int = throw.outcome.left
    return ngettext("{n} fire left", "{n} fires left", left).format(n=left) if left else ALL_OUT


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The faces, the training, what was needed, and what it means."""
    rules, fires, training = throw.args
    left: int = throw.outcome.left
    shown = ", ".join(map(str, faces))
    sign = "+" if training > 0 else ""
    added = _("{faces}, each {training} for training [E-TRN-1].").format(faces=shown, training=f"{sign}{signed(training)}")
    need = _("A fire goes out on {need} or more, and never on a rolled {never} [E-BURN-3].")
    table = rules.table("fire_fighting")
    out = ngettext("{n} fire is out", "{n} fires are out", fires - left).format(n=fires - left) if fires > left else _("No fire is out")
    still = ngettext("{n} still burns", "{n} still burn", left).format(n=left) if left else _("none burns any more")
    return " ".join(
        (
            added if training else f"{shown}.",
            need.format(need=table.at("need"), never=table.at("always_fails")),
            _("{out}, {still}.").format(out=out, still=still),
        )
    )


FIRE: Final = Lesson("fire", outlook=outlook, overlay=overlay, throws={FireFighting: Words(label, verdict, (ALL_OUT,))})
