"""Stores a sandbox in the browser, in a save file, in a link. Whatever comes back is checked, never believed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.errors import InputError, RulesError
from rulesdemo.play import saves
from rulesdemo.words import _, local_figures
from widgets.play.lesson import Extra
from widgets.play.opened_file import link_fault, opening_fault
from widgets.play.save_text import STORED, lost_panels, opened_game, stored_page
from widgets.sandbox.session import PACES
from widgets.sandbox.viewpoint import HUMAN, Question

if TYPE_CHECKING:
    from widgets.sandbox.session import Battle

LONGEST: Final = 900_000  # letters of a save that a page may bring
LONGEST_LINK: Final = 4_000  # letters; mail and chat programs cut longer ones


def stored_state(battle: Battle, extras: Mapping[str, Any] | None = None) -> str:
    """Return what the browser keeps, so that a reload or a new engine leads back here; `extras` are the panels under the board."""
    found = {
        "v": STORED,
        "save": saves.to_text(battle.desk.history),
        "seats": {**battle.sat, **battle.seats},
        "pace": battle.pace,
        "battle": battle.picked,
        "former": battle.former,
        "waiting": battle.is_waiting,
        **({"slate": battle.curtain.slate.stored_state()} if battle.curtain.slate is not None else {}),
        **({"extras": extras} if extras else {}),
    }
    return json.dumps(found)


def restore(battle: Battle, panels: Mapping[str, Extra], text: str) -> str:
    """Stand again where the browser says, as far as that holds; return what does not hold, in words for the reader."""
    data = stored_page(text, LONGEST)
    faults = lost_panels(panels, data.get("extras"))
    seats, pace, picked, former = (data.get(name) for name in ("seats", "pace", "battle", "former"))
    for side in battle.guide.sides:
        seat = seats.get(side) if isinstance(seats, dict) else None
        if seat == HUMAN or (isinstance(seat, str) and seat in battle.bots):
            battle.seat(side, seat)
    battle.pace = pace if isinstance(pace, str) and pace in PACES else battle.pace
    found = saves.salvage(str(data.get("save", "")))
    if found.history is not None:
        battle.open(found.history)
    battle.is_waiting = data.get("waiting") is True
    battle.picked = picked if isinstance(picked, str) and picked in battle.guide.battles else battle.picked
    battle.former = former if isinstance(former, str) and _is_game(former) else ""
    if former and not battle.former:
        faults.append(_("The game that was put by cannot be played again."))
    if battle.curtain.slate is not None:
        battle.curtain.slate.restore(data.get("slate"))
    return " ".join(filter(None, (found.sentence, *faults)))


def open_text(battle: Battle, text: str) -> str:
    """Open a save file, or return why not; what a browser kept holds one too."""
    return opening_fault(lambda: battle.open(opened_game(text, LONGEST)), text)


def open_link(battle: Battle, code: str) -> str:
    """Open the game that a page's address carries, as far as it can be played again; return what cannot, in words for the reader."""
    found = saves.salvage_code(code)
    try:
        if found.history is None or (found.wrong is not None and not found.history.done):
            raise found.wrong or InputError(found.sentence)
        battle.open(found.history)
    except RulesError as wrong:
        return link_fault(wrong)
    return found.sentence


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
            words.format(orders=len(battle.desk.history.done), letters=local_figures(f"{len(code):,}")),
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
