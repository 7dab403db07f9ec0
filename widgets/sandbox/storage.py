"""Stores a sandbox in the browser, in a save file, in a link. Whatever comes back is checked, never believed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.errors import RulesError
from rulesdemo.play import saves
from rulesdemo.words import _
from widgets.play.save_text import opened_game, stored_object
from widgets.sandbox.session import PACES, Question
from widgets.sandbox.viewpoint import HUMAN

if TYPE_CHECKING:
    from widgets.sandbox.session import Battle

LONGEST: Final = 900_000  # letters of a save that a page may bring
LONGEST_LINK: Final = 4_000  # letters; mail and chat programs cut longer ones


def stored_state(battle: Battle, extras: Mapping[str, Any] | None = None) -> str:
    """Return what the browser keeps, so that a reload or a new engine leads back here; `extras` are the panels under the board."""
    found = {
        "save": saves.to_text(battle.desk.history),
        "seats": {**battle.sat, **battle.seats},
        "pace": battle.pace,
        "battle": battle.picked,
        "former": battle.former,
        **({"slate": battle.curtain.slate.stored_state()} if battle.curtain.slate is not None else {}),
        **({"extras": extras} if extras else {}),
    }
    return json.dumps(found)


def restore(battle: Battle, text: str) -> None:
    """Stand again where the browser says; what it cannot have kept changes nothing."""
    data = stored_object(text[:LONGEST])
    if data is None:
        return
    seats, pace, picked, former = (data.get(name) for name in ("seats", "pace", "battle", "former"))
    for side in battle.guide.sides:
        seat = seats.get(side) if isinstance(seats, dict) else None
        if seat == HUMAN or (isinstance(seat, str) and seat in battle.bots):
            battle.seat(side, seat)
    battle.pace = pace if isinstance(pace, str) and pace in PACES else battle.pace
    battle.open(saves.from_text(str(data.get("save", ""))))
    battle.picked = picked if isinstance(picked, str) and picked in battle.guide.battles else battle.picked
    battle.former = former if isinstance(former, str) and _is_game(former) else ""
    if battle.curtain.slate is not None:
        battle.curtain.slate.restore(data.get("slate"))


def open_text(battle: Battle, text: str) -> None:
    """Open a save file; what a browser kept holds one too."""
    battle.open(opened_game(text, LONGEST))


def open_link(battle: Battle, code: str) -> None:
    """Open the game that a page's address carries."""
    battle.open(saves.from_code(code))


def saved(battle: Battle) -> Mapping[str, Any]:
    """Return the reply that hands the reader a file."""
    battle.question = None
    battle.enter_drafts()
    history = battle.desk.history
    return {"save": {"name": f"{history.engine.game}-{history.scenario}-{len(history.done)}.json", "text": saves.to_text(history)}}


def linked(battle: Battle, *, any_length: bool = False) -> Mapping[str, Any]:
    """Return the reply that puts the game into the page's address and the clipboard; a long one is offered as a file first."""
    battle.enter_drafts()
    code = f"s={saves.to_code(battle.desk.history)}"
    if len(code) > LONGEST_LINK and not any_length:
        words = _("This game has {orders} orders, and its link {letters} letters. Many programs cut such links off. A file is safer.")
        battle.question = Question(
            words.format(orders=len(battle.desk.history.done), letters=f"{len(code):,}"),
            (("save", _("Save it to a file")), ("copy long link", _("Copy the link all the same")), ("dismiss", _("Leave it"))),
        )
        return {}
    battle.question = None
    battle.desk.message = _("The link is copied. It carries the whole game.")
    return {"fragment": code, "link": code}


def _is_game(code: str) -> bool:
    """Return whether a code that a browser kept still holds a game."""
    try:
        saves.from_code(code)
    except RulesError:
        return False
    return True
