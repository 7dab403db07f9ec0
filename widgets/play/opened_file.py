"""Says why a file or a link was not opened, in the reader's terms and beside what was pressed; the game on the page stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from markupsafe import Markup

from rulesdemo.errors import InputError, RulesError
from rulesdemo.play import saves
from rulesdemo.play.history import History
from rulesdemo.rules.datafiles import GAMES, scenario_file, scenario_names
from rulesdemo.rules.toc import contents
from rulesdemo.words import _, page_language
from widgets.play.save_text import stored_object
from widgets.web.game_facts import facts

_BESIDE: Final = Markup('<p class="bar-said trouble" role="alert" data-bar-said>{}</p>')


def beside_bar(fault: str) -> Markup:
    """Draw what came of Open, right below the buttons; a browser that refuses a file by itself says so in the same place."""
    return _BESIDE.format(fault)


def opening_fault(open_it: Callable[[], object], text: str) -> str:
    """Open a file; return why it was not opened, in a few sentences, or nothing where it was."""
    try:
        open_it()
    except saves.SaveError as wrong:
        return _("{why} Your game here is as it was.").format(why=_fault_of_file(text, wrong))
    except RulesError as wrong:
        return _("{why} Your game here is as it was.").format(why=wrong)
    return ""


def link_fault(wrong: RulesError) -> str:
    """Say why a link was not opened."""
    if isinstance(wrong, saves.SaveError):
        why = _("That link does not open a game: part of it is missing or changed, or another version of rulesdemo made it.")
        return _("{why} Copy the whole link again, or open the game from a file.").format(why=why)
    return str(wrong)


def check_place(history: History[object], game: str, scenarios: Collection[str]) -> None:
    """Refuse a game that another page plays, and say which one."""
    if history.engine.game == game and history.scenario in scenarios:
        return
    raise InputError(_elsewhere(history.engine.game, history.scenario))


def _elsewhere(game: str, scenario: str) -> str:
    """Say where a game can be opened."""
    fields = {"game": facts(game).title, "title": _(scenario_file(game, scenario)[0]["title"][page_language()])}
    place = str(scenario_file(game, scenario)[0].get("chapter", ""))[1:]
    chapter = next((each for each in contents().of(game) if place == str(each.number)), None)
    if chapter is None:
        return _("That game is “{title}”, a battle of {game}. Open it in the sandbox of {game}.").format(**fields)
    words = _("That game is “{title}”, of {game}. Open it in chapter {number}, {chapter}.")
    return words.format(number=chapter.number, chapter=chapter.title(page_language()), **fields)


def _fault_of_file(text: str, wrong: saves.SaveError) -> str:
    found = stored_object(text)
    inner = found.get("save") if found is not None else None
    save = stored_object(inner) if isinstance(inner, str) else found
    if save is None or save.get("format") != saves.FORMAT:
        return _("That file is not a saved game. Choose one that Save has made.")
    version = save.get("version")
    if type(version) is int and version > saves.VERSION:
        return _("That game was saved by a newer rulesdemo. Update this one, then open it.")
    game, scenario = save.get("game"), save.get("scenario")
    if game not in GAMES or scenario not in scenario_names(game):
        return _("That file is a saved game of something that is not in this book.")
    return _("That file is a saved game, but part of it is missing or changed: {wrong}.").format(wrong=str(wrong).rstrip("."))
