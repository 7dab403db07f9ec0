"""Stores a chapter's page in the browser, in a save file, in a link. Whatever comes back is checked, never believed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from rulesdemo.errors import InputError, RulesError
from rulesdemo.play import saves
from rulesdemo.play.history import History
from rulesdemo.words import _
from widgets.chapter.chapter_end import is_done
from widgets.play.opened_file import check_place, link_fault, opening_fault
from widgets.play.save_text import STORED, lost_panels, opened_game, stored_page

if TYPE_CHECKING:
    from widgets.chapter.page import Chapter

LONGEST: Final = 400_000  # letters of a save that a page may bring


def stored_state(page: Chapter) -> str:
    """Return what the browser keeps, so that a reload or a new engine brings the reader back here."""
    reports = {key: task.report() for key, task in page.challenges.items()}
    found = {
        "v": STORED,
        "save": saves.to_text(page.desk.history),
        "asks": reports,
        "goals": sorted(page.goals),
        "ship": page.desk.selected,
    }
    extras = {key: extra.stored_state() for key, extra in page.extras.items()}
    return json.dumps({**found, "extras": extras} if extras else found)


def progress(page: Chapter) -> dict[str, Any]:
    """Return how far the reader has come, which questions were missed how often, and what came of those that were asked again."""
    right = sorted(key for key, task in page.challenges.items() if task.counts)
    every = len(page.scenarios) + len(page.challenges)
    return {
        "chapter": page.name,
        "goals": sorted(page.goals),
        "right": right,
        "missed": {key: task.misses for key, task in page.challenges.items() if task.misses},
        "drilled": page.again.drilled,
        "settled": page.again.settled,
        "of": every,
        "done": is_done(page),
    }


def hear_of_progress(page: Chapter, known: object) -> None:
    """Let count what a browser says was reached here before, in another tab or in the drills, as its home page does."""
    entry = known.get(page.name.partition("/")[2]) if isinstance(known, dict) else None
    goals, right = (entry.get(name) if isinstance(entry, dict) else None for name in ("goals", "right"))
    page.goals |= {goal for goal in goals if goal in page.scenarios} if isinstance(goals, list) else set()
    for key, task in page.challenges.items():
        task.is_settled = isinstance(right, list) and key in right


def restore(page: Chapter, text: str) -> str:
    """Stand again where the browser says, as far as that holds; return what does not hold, in words for the reader."""
    data = stored_page(text, LONGEST)
    asks, goals, ship = (data.get(name) for name in ("asks", "goals", "ship"))
    for key, task in page.challenges.items():
        task.restore(asks.get(key) if isinstance(asks, dict) else None)
    faults = lost_panels(page.extras, data.get("extras"))
    page.goals |= {goal for goal in goals if goal in page.scenarios} if isinstance(goals, list) else set()
    found = saves.salvage(str(data.get("save", "")))
    if found.history is not None:
        _go_on_with(page, found.history)
    if isinstance(ship, str) and page.desk.guide.selectable(page.desk.position, ship):
        page.desk.select(ship)
    return " ".join(filter(None, (found.sentence, *faults)))


def open_text(page: Chapter, text: str) -> None:
    """Open a save file, or say beside the button why not; what a browser kept holds one too, and may have been saved without an engine."""
    page.file_fault = opening_fault(lambda: _go_on_with(page, opened_game(text, LONGEST)), text)


def open_link(page: Chapter, code: str) -> None:
    """Open the game that a page's address carries, as far as it can be played again; what cannot is said under the board."""
    found = saves.salvage_code(code)
    try:
        if found.history is None or (found.wrong is not None and not found.history.done):
            raise found.wrong or InputError(found.sentence)
        _go_on_with(page, found.history)
    except RulesError as wrong:
        page.desk.message = link_fault(wrong)
        return
    page.desk.message = found.sentence or page.desk.message


def saved(page: Chapter) -> Mapping[str, Any]:
    """Return the reply that hands the reader a file."""
    return {"save": {"name": f"{page.desk.engine.game}-{page.desk.scenario}.json", "text": saves.to_text(page.desk.history)}}


def linked(page: Chapter) -> Mapping[str, Any]:
    """Return the reply that puts the game into the page's address and the address into the clipboard."""
    code = f"s={saves.to_code(page.desk.history)}"
    page.desk.message = _("The link is copied. It carries the whole game.")
    return {"fragment": code, "link": code}


def _go_on_with(page: Chapter, history: History[Any]) -> None:
    check_place(history, page.desk.engine.game, page.scenarios)
    page.desk.open(history)
