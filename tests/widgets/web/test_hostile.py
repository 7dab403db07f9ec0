"""Markup at every door of every page: what a reader types, opens, links or sends comes back as text or not at all."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.play.saves import CODE, to_code, to_text
from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.toc import contents
from widgets.chapter.page import Chapter
from widgets.chapter.storage import stored_state
from widgets.sandbox.page import sandbox

MARKUP = "<img src=x onerror=alert(1)>"
SEEN = re.compile(r"<img src=x|<img src=\\?\"x")
NOTEBOOKS = {each.path: each.notebook for each in contents().chapters if each.is_there}
FIRST = {path.split("/")[1]: path for path in reversed(NOTEBOOKS)}
SETS = re.compile(r'data-set="([^"]+)"')
NAMED = re.compile(r'(?:data-name|name)="([^"]+)"')
PLAIN = ("press", "key", "choose", "use dice", "restart", "take", "zoom", "reset switch", "check", "hint", "extra", MARKUP)


def page_of(notebook: Path) -> Chapter:
    """The page that a notebook makes, with all its pieces."""
    names: dict[str, Any] = {}
    for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "code" and "lab" not in cell["metadata"].get("tags", []) and "NBVAL" not in source:
            exec(compile(source, str(notebook), "exec"), names)  # noqa: S102 - our own notebook, as a kernel would
    made = names["page"]
    assert isinstance(made, Chapter)
    return made


def changed(value: Any) -> Iterator[Any]:
    """The same JSON, with one of its texts, keys included, made into markup."""
    if isinstance(value, str):
        yield MARKUP
        yield value + MARKUP
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed(item))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from ({**value, key: other} for other in changed(item))
            yield {(MARKUP if name == key else name): held for name, held in value.items()}


def acts(page: Chapter) -> Iterator[dict[str, Any]]:
    """Acts that carry markup wherever an act can carry text."""
    for do in PLAIN:
        yield {"do": do, "name": MARKUP, "value": MARKUP}
    fields = {f"answer:{key}" for key in page.challenges} | {"dice", "scenario", f"switch:{MARKUP}"}
    for key, extra in page.extras.items():
        held = {name for name in NAMED.findall(str(extra.html(page.desk))) if name.startswith(f"{key}:")}
        fields |= {f"extra:{name}" for name in held} | {f"extra:{key}:{MARKUP}"}
        for name in sorted(held):
            yield {"do": "extra", "name": name, "value": MARKUP}
    for name in sorted(fields):
        yield {"do": "set", "name": name, "value": MARKUP}
        yield {"do": "check", "name": name, "value": MARKUP}


@pytest.mark.parametrize("path", NOTEBOOKS)
def test_what_a_page_is_told_comes_back_as_text(path: str) -> None:
    page = page_of(NOTEBOOKS[path])
    for act in acts(page):
        reply = page.hear([act])
        assert not SEEN.search(json.dumps(reply.get("parts", {}))), act


def spoiled_saves(text: str, tables: list[str]) -> Iterator[str]:
    """A save with markup wherever it holds text, and in patches of every form."""
    save = json.loads(text)
    forms = [{MARKUP: MARKUP}, {MARKUP: "1"}]
    forms += [{key: MARKUP} for name in tables for key in (name, f"{name}:{MARKUP},{MARKUP}", f"{name}:1,1", f"{name}:0,1")]
    yield from (json.dumps(each) for each in changed(save))
    yield from (json.dumps({**save, "patches": each}) for each in forms)
    yield from (json.dumps({**save, "switches": {name: MARKUP}}) for name in (MARKUP, *tables))
    yield json.dumps({**save, "steps": [*save["steps"], {"order": MARKUP, "faces": [MARKUP]}]})


@pytest.mark.parametrize("path", FIRST.values(), ids=FIRST)
def test_what_is_in_a_save_or_a_link_comes_back_as_text(path: str) -> None:
    page = page_of(NOTEBOOKS[path])
    page.hear([{"do": "hello", "value": "", "page": {}}])
    held = json.loads(stored_state(page))
    inner = list(spoiled_saves(held["save"], tables_of(path.split("/")[1])))
    whole = [MARKUP, *(json.dumps(each) for each in changed(held))]
    told = [("open", text) for text in (*whole, *inner)] + [("hello", json.dumps({**held, "save": each})) for each in inner]
    for do, text in (*told, *(("hello", text) for text in whole)):
        page._is_restored = False
        reply = page.hear([{"do": do, "value": text, "page": {}}])
        assert not SEEN.search(json.dumps(reply.get("parts", {}))), text
    for code in (f"{to_code(page.desk.history)}{MARKUP}", *map(packed, inner)):
        page._is_restored = False
        reply = page.hear([{"do": "hello", "value": "", "page": {"fragment": f"s={code}"}}])
        assert not SEEN.search(json.dumps(reply.get("parts", {}))), code


@pytest.mark.parametrize("game", GAMES)
def test_what_a_sandbox_is_told_comes_back_as_text(game: str) -> None:
    page = sandbox(game)
    page.hear([{"do": "hello", "value": "", "page": {}}])
    names = {*NAMED.findall(str(page.first())), *SETS.findall(str(page.first())), MARKUP}
    saves = list(spoiled_saves(to_text(page.battle.history), tables_of(game)))
    asked = [{"do": do, "name": name, "value": MARKUP} for name in sorted(names) for do in ("set", "extra", "press", "choose")]
    asked += [{"do": do, "name": MARKUP, "value": MARKUP} for do in PLAIN]
    asked += [{"do": do, "value": text, "page": {}} for text in (MARKUP, *saves) for do in ("open", "hello")]
    asked += [{"do": "hello", "value": "", "page": {"fragment": f"s={code}"}} for code in (MARKUP, *map(packed, saves))]
    for act in asked:
        reply = page.hear([act])
        rest = reply["rest"]() if callable(reply.get("rest")) else {}
        assert not SEEN.search(json.dumps([reply.get("parts", {}), rest.get("parts", {})])), act


def tables_of(game: str) -> list[str]:
    """Tables, by name, of which some have cells at the places that the tests try."""
    return sorted(path.stem for path in (folder("data") / game / "tables").glob("*.csv"))[:4]


def packed(text: str) -> str:
    """A link's code that holds a text."""
    return f"{CODE}{base64.urlsafe_b64encode(zlib.compress(text.encode())).decode().rstrip('=')}"
