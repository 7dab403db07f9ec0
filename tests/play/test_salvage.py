"""A save of which one step cannot hold is played again up to that step, and pages never write over what does not hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.play.saves import SaveError, from_text, salvage, salvage_code, to_code
from tests.support.notebooks import run
from widgets.chapter.page import Chapter
from widgets.sandbox.page import Sandbox
from widgets.web.live import Live

FOLDER = Path(__file__).parents[1] / "saves" / "0.5"
GAMES = ("broadside-duel", "escadres-frigates", "republic-siris", "toulon-assault", "veneti-evening")
BOARDING = "veneti/09_boarding"


def text_of(name: str) -> str:
    return (FOLDER / f"{name}.json").read_text(encoding="utf-8")


def broken(text: str, place: int) -> str:
    """The save with one step that no rules allow."""
    save = json.loads(text)
    save["steps"][place] = {"order": "no_such_order", "faces": []}
    return json.dumps(save)


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No page listens."""
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)


def page_of(notebook: str, kind: type) -> Any:
    return next(each for each in run(notebook) if isinstance(each, kind))


def hello(page: Any, stored: dict[str, Any] | str, fragment: str = "") -> dict[str, Any]:
    value = stored if isinstance(stored, str) else json.dumps(stored)
    reply: dict[str, Any] = page.hear([{"do": "hello", "value": value, "page": {"fragment": fragment}}])
    rest = reply.pop("rest", dict)()
    return {**reply, **rest}


@pytest.mark.parametrize("name", GAMES)
def test_what_comes_before_a_broken_step_is_played_again(name: str) -> None:
    text = text_of(name)
    whole = from_text(text)
    last = len(whole.done) - 1
    for place in {0, last // 2, last}:
        found = salvage(broken(text, place))
        assert found.history is not None
        assert found.history.done == whole.done[:place]
        assert found.steps == len(whole.done)
        assert f"step {place + 1} (no_such_order): " in found.sentence
        with pytest.raises(SaveError, match=f"^step {place + 1} "):
            from_text(broken(text, place))


def test_a_whole_save_has_nothing_to_tell() -> None:
    found = salvage(text_of("veneti-evening"))
    assert (found.sentence, found.wrong) == ("", None)
    assert salvage_code(to_code(from_text(text_of("veneti-evening")))) == found


@pytest.mark.parametrize("text", ["", "{}", '{"format": "rulesdemo-save", "version": 99}'])
def test_where_not_even_the_opening_holds_there_is_no_game(text: str) -> None:
    found = salvage(text)
    assert found.history is None
    assert found.sentence == f"Nothing of it could be played again: {found.wrong}"


def test_a_chapter_goes_on_from_the_step_before_and_has_the_original_put_aside() -> None:
    (entry,) = [each for each in json.loads((FOLDER / "chapters-veneti.json").read_text(encoding="utf-8")) if each["chapter"] == BOARDING]
    steps = len(json.loads(entry["stored"]["save"])["steps"])
    page = page_of(BOARDING, Chapter)
    reply = hello(page, {**entry["stored"], "save": broken(entry["stored"]["save"], steps - 1)})
    assert reply["aside"].startswith("The first ")
    assert f"step {steps} (no_such_order): " in reply["aside"]
    assert len(json.loads(json.loads(reply["keep"])["save"])["steps"]) == steps - 1
    assert "aside" not in hello(page_of(BOARDING, Chapter), entry["stored"])


def test_what_is_damaged_or_newer_is_put_aside_whole() -> None:
    for stored, why in (
        ("{", "What this browser kept of the page is damaged."),
        ('{"v": 2}', "What this browser kept of the page was written by a newer rulesdemo."),
        ("9" * 500_000, "What this browser kept of the page is longer than a game can be."),
    ):
        assert hello(page_of(BOARDING, Chapter), stored)["aside"] == why


def test_a_panel_that_cannot_hold_what_was_stored_is_named() -> None:
    page = page_of(BOARDING, Chapter)
    stored = json.loads(hello(page, "")["keep"])
    key = next(key for key, state in stored["extras"].items() if isinstance(state, dict) and len(state) > 1)
    stored["extras"][key] |= dict.fromkeys(set(stored["extras"][key]) - {"v"}, "no such value")
    assert hello(page_of(BOARDING, Chapter), stored)["aside"] == f"These panels begin anew: {key}."


def test_a_link_puts_the_game_of_a_chapter_aside_and_opens_as_far_as_it_holds() -> None:
    (entry,) = [each for each in json.loads((FOLDER / "chapters-veneti.json").read_text(encoding="utf-8")) if each["chapter"] == BOARDING]
    game = from_text(entry["stored"]["save"])
    page = page_of(BOARDING, Chapter)
    reply = hello(page, entry["stored"], f"#s={to_code(game.undo())}")
    assert reply["aside"] == "Another game was open here. The link's has taken its place."
    assert page.desk.history.done == game.done[:-1]
    assert "aside" not in hello(page_of(BOARDING, Chapter), entry["stored"], f"#s={to_code(game)}")


def test_a_sandbox_goes_on_from_the_step_before_and_keeps_what_was_put_by() -> None:
    entry = json.loads((FOLDER / "sandbox-veneti.json").read_text(encoding="utf-8"))
    steps = len(json.loads(entry["stored"]["save"])["steps"])
    page = page_of("veneti/sandbox", Sandbox)
    reply = hello(page, {**entry["stored"], "save": broken(entry["stored"]["save"], steps - 1), "former": "1.xx"})
    assert f"step {steps} (no_such_order): " in reply["aside"]
    assert "The game that was put by cannot be played again." in reply["aside"]
    assert len(page.battle.desk.history.done) >= steps - 1


def test_a_page_that_breaks_as_it_is_put_back_leaves_the_original_in_the_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    page = page_of(BOARDING, Chapter)
    _piece, live = page._pieces[0]
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(live, "send", sent.append)
    monkeypatch.setattr("widgets.chapter.storage.stored_page", lambda *_args: 1 / 0)
    live._hear(None, {"n": 0, "from": "a", "acts": [{"do": "hello", "value": "{}", "page": {}}]}, [])
    assert sent[0]["broke"]
    assert sent[0]["aside"] == "This page could not be put back as it was."
