"""Chapter 3: squadrons: who is in command range, and who lags behind."""

from __future__ import annotations

from typing import Any, Final

from rulesdemo.games.veneti.play.state import Position
from rulesdemo.games.veneti.squadrons import Straggler
from rulesdemo.odds.format import exact
from rulesdemo.play.engine import Throw
from rulesdemo.words import N_, _
from widgets.games.veneti.board.hearing import hearing, leader_for, signals
from widgets.play.game_guide import Count, Outlook
from widgets.play.lesson import Lesson, Words, either
from widgets.scene.geometry import BoardGrid
from widgets.scene.shapes import Item


def outlook(position: Position, name: str) -> Outlook | None:
    """How the ships of the leader's side would be counted if squadrons were formed now."""
    leader = leader_for(position, name)
    if leader is None:
        return None
    heard = [hearing(position, ship) for ship in position.afloat if ship.controller == leader.side]
    alone = [each for each in heard if each.how == "alone"]
    lines = (
        Count(_("In range"), sum(each.how == "range" for each in heard)),
        Count(_("In line ahead"), sum(each.how == "line" for each in heard)),
        Count(_("On their own"), len(alone)),
    )
    obey = " ".join(_("{ship} obeys with {chance}.").format(ship=each.ship.name, chance=exact(each.obeys)) for each in alone)
    words = _("As the ships lie now; who sails with whom this turn was settled in the squadron phase. [6.15]")
    return Outlook(_("Around {leader}").format(leader=leader.name), lines, f"{obey} [6.16] {words}" if alone else words)


def overlay(position: Position, board: BoardGrid, shown: Any) -> tuple[Item, ...]:  # noqa: ANN401 - what the board shows, of a module above
    """The halo of the leader of the ship in hand, and how his ships stand to him."""
    leader = leader_for(position, shown.selected)
    return () if leader is None else signals(position, board, leader, shown.size)


def verdict(throw: Throw, faces: tuple[int, ...]) -> str:
    """The die, what was needed, and what it means for her."""
    _rules, crew = throw.args
    need = _("She obeys on {crew} or less. [6.16]").format(crew=crew) if crew else _("A prize never obeys. [6.16]")
    free = _("She acts as she likes this turn.")
    held = _("Half Cruise for a galley, and no hex next to an enemy.")
    return f"{faces[0]}. {need} {free if throw.outcome.obeys else held}"


SQUADRONS: Final = Lesson("squadrons", outlook, overlay, {Straggler: Words(either("obeys", N_("Obeys"), N_("Held back")), verdict)})
