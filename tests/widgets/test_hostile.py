"""Markup at every door of every page: what a reader types, opens, links or sends comes back as text or not at all."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.contents import contents
from rulesdemo.saves import to_code
from widgets.chapter import Chapter
from widgets.chapter_kept import kept

MARKUP = "<img src=x onerror=alert(1)>"
SEEN = re.compile(r"<img src=x|<img src=\\?\"x")
NOTEBOOKS = {each.path: each.notebook("en") for each in contents().chapters if each.is_there}
FIRST = {path.split("/")[1]: path for path in reversed(NOTEBOOKS)}
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


@pytest.mark.parametrize("path", FIRST.values(), ids=FIRST)
def test_what_is_in_a_save_or_a_link_comes_back_as_text(path: str) -> None:
    page = page_of(NOTEBOOKS[path])
    page.hear([{"do": "hello", "value": "", "page": {}}])
    for text in (MARKUP, *(json.dumps(each) for each in changed(json.loads(kept(page))))):
        for do in ("open", "hello"):
            page._is_restored = False
            reply = page.hear([{"do": do, "value": text, "page": {}}])
            assert not SEEN.search(json.dumps(reply.get("parts", {}))), text
    page._is_restored = False
    link = {"fragment": f"#s={to_code(page.desk.history)}{MARKUP}"}
    assert not SEEN.search(json.dumps(page.hear([{"do": "hello", "value": "", "page": link}]).get("parts", {})))
