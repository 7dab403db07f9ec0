"""Pages repeat the first letters of what a reader types, opens or links, and no more."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from rulesdemo.play.saves import to_text
from rulesdemo.rules.datafiles import GAMES
from widgets.sandbox.page import sandbox

LONG = "Q" * 300
LETTERS = re.compile(r'(?<!value=")Q+')  # a field keeps what stands in it


def spoiled(text: str) -> list[str]:
    """Return a save with a long text at places that a refusal names."""
    save: dict[str, Any] = json.loads(text)
    return [
        LONG,
        *(json.dumps({**save, key: LONG}) for key in save),
        json.dumps({**save, LONG: 1}),
        json.dumps({**save, "switches": {LONG: "1"}}),
        json.dumps({**save, "patches": {LONG: "1"}}),
        *(json.dumps({**save, "steps": [{"order": word, "faces": []}]}) for word in (LONG, f"{LONG} ")),
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_page_repeats_the_first_letters(game: str) -> None:
    page = sandbox(game)
    page.hear([{"do": "hello", "value": "", "page": {}}])
    acts = [{"do": "open", "value": text, "page": {}} for text in spoiled(to_text(page.battle.history))]
    acts += [
        {"do": do, "name": name, "value": LONG}
        for do in ("set", "press", "choose", "extra")
        for name in (LONG, f"switch:{LONG}", "scenario")
    ]
    repeated = []
    for act in acts:
        reply = page.hear([act])
        rest = reply["rest"]() if callable(reply.get("rest")) else {}
        repeated += LETTERS.findall(json.dumps([reply.get("parts", {}), rest.get("parts", {})], ensure_ascii=False))
    assert repeated
    assert max(map(len, repeated)) <= 40
