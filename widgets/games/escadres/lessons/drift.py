"""Drift: whether a stopped ship or a wreck goes with the wind, and what each way of drifting leaves her."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from rulesdemo.games.escadres.board import GRID
from rulesdemo.games.escadres.drift import Drift
from rulesdemo.games.escadres.play.drifting import open_ways
from rulesdemo.games.escadres.play.facts import WINDS
from rulesdemo.games.escadres.play.movement import allowance_of, wind_on
from rulesdemo.games.escadres.play.places import Berth, lie
from rulesdemo.games.escadres.play.state import Adrift, Position, Ship
from rulesdemo.odds.dice import D6
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words, either

PARTS: Final = {
    "both": N_("Whole ship"),
    "stern_only": N_("Stern alone"),
    "bow_only": N_("Bow alone"),
    "bow_pays_off_left": N_("Bow to {heading}"),
    "bow_pays_off_right": N_("Bow to {heading}"),
}

# -- the throw -------------------------------------------------------------------------------------------------------------------------


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The face, what was needed, and what it means."""
    (rules,) = throw.args
    need = min(face for face in D6.faces if rules.table("drift_test").at(face) == "drift")
    end = _("She drifts.") if throw.outcome.drifts else _("She stays where she is.")
    return _("{face}. A ship drifts on {need} or more [E-DRIFT-1]. {end}").format(face=sum(faces), need=need, end=end)


# -- the choice ------------------------------------------------------------------------------------------------------------------------


def outlook(position: Position, _name: str) -> Outlook | None:
    """For the ship whose owner chooses: how she would lie to the wind each way, and, if anybody sails her, her steps next turn."""
    if not isinstance(position.pending, Adrift):
        return None
    ship = position.ship(position.pending.ship)
    lines = tuple(_line(position, ship, way, berth) for way, berth in open_ways(position, ship).items())
    title = (_("How {ship} would lie") if ship.struck else _("What {ship} would have next turn, in steps")).format(ship=ship.name)
    if ship.struck:
        words = _("Nobody sails a wreck: whichever way she lies, she only drifts. Her owner chooses. [E-CREW-1] [E25]")
    elif wind_on(position, ship) == "D":
        words = _("Straight downwind she only slides backwards. If her bow pays off, she is out of irons. [E-MOVE-4] [E3]")
    else:
        words = _("Bow or stern may go alone where the two stay on adjacent hexes. [E-DRIFT-2] [E23]")
    return Outlook(title, lines, words)


def _line(position: Position, ship: Ship, way: str, berth: Berth) -> Count:
    part = PARTS[way].format(heading=GRID.name(berth.heading))
    if not position.scenario.table.hexes.issuperset(lie(*berth).hexes):
        return Count(part, 0, text=_("off the table"))
    there = replace(ship, bow=berth.bow, heading=berth.heading)
    wind = WINDS[wind_on(position, there)]
    if ship.struck:
        return Count(part, 0, text=wind)
    return Count(_("{part}: {wind}").format(part=part, wind=wind), allowance_of(position, there), "bar")


LABEL: Final = either("drifts", N_("Drifts"), N_("Stays where she is"))
DRIFT: Final = Lesson("drift", outlook=outlook, throws={Drift: Words(LABEL, verdict)}, rose="ne")
