"""Hostile acts to every live page: what a page is told may be anything, and it answers, whole and with nothing of it unescaped.

`python -m tests.attack.hostile_acts [--count N] [--seed N]` opens pages of the book: chapters, sandboxes, the lab, drills. Each gets acts
that it offers, acts that are changed, stored states and links that are changed, and what no page sends.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final
from unittest import mock

from rulesdemo.play.history import History
from rulesdemo.play.saves import from_text, to_text
from tests.attack.fuzzed_saves import changed_save, codes, look_at, plausible_save
from tests.attack.inputs import Note, OutOfTime, attack_with, budget, fault_of, main
from tests.attack.mutations import MARKUP, TEXTS, changed, junk, packed, plain, spoiled_code
from tests.support.markup import Marked
from tests.support.notebooks import run
from tests.support.pseudo_pages import notebooks
from widgets.chapter.page import Chapter
from widgets.sandbox.page import Sandbox
from widgets.web.live import Live

LIMIT: Final = 30.0  # seconds of work for one message: exact odds have ten, and a page may ask for several
CHUNK: Final = 12
MESSAGES: Final = 40  # to one page
SEEN: Final = re.compile(r"<img src=x")
ELSEWHERE: Final = re.compile(r" is not there|<\w+/> closes itself")  # in another part, or in a picture
KEYS: Final = ("ArrowUp", "ArrowLeft", "Enter", " ", "Escape", "+", "-", "a", "Home", "Tab")
DOS: Final = re.compile(r'"([a-z][a-z ]+)"(?:: | in |\))')
MORE: Final = ("set", "extra", "check", "hint", "open", "step", "next", "roll many", "forget switches")
FOLDER: Final = Path(__file__).parents[1] / "saves"


@cache
def dos() -> tuple[str, ...]:
    """Return every word that a page may know as something to do."""
    code = Path(__file__).parents[2] / "widgets"
    texts = [(code / part / "page.py").read_text(encoding="utf-8") for part in ("chapter", "sandbox")]
    return tuple(sorted({*DOS.findall("\n".join(texts)), *MORE}))


@cache
def stored_by_chapter() -> dict[str, str]:
    """Return what a browser stored of every chapter."""
    found = {}
    for path in sorted(FOLDER.glob("*/chapters-*.json")):
        entries = json.loads(path.read_text(encoding="utf-8"))
        found.update({entry["chapter"]: json.dumps(entry["stored"]) for entry in entries})
    return found


@cache
def pages() -> list[str]:
    """Return every notebook with live pieces, in no order, so that some of each game are among the first; sandboxes more often."""
    every = [name for name in notebooks() if not name.endswith("rules") and name not in ("home", "glossary")]
    found = [*every, *(name for name in every if name.endswith("sandbox")), *(["lab", "drills"] * 3)]
    random.Random(len(found)).shuffle(found)
    return found


class Visit:
    """A page that was opened, and what was heard of it."""

    def __init__(self, name: str, rng: random.Random) -> None:
        """Open the page."""
        self.name = name
        self.rng = rng
        values = {id(value): value for value in run(name)}.values()
        self.lives = [value for value in values if isinstance(value, Live)]
        self.inner = [getattr(each._page, "_page", each._page) for each in self.lives]
        self.names: list[str] = []
        self.offers: list[dict[str, Any]] = []
        self.kept = stored_by_chapter().get(name, "")
        self.look()

    def look(self) -> None:
        """Note what the page offers now."""
        self.offers, names = [], set()
        for live in self.lives:
            for tag, attrs in Marked(str(live._page.first())).tags:
                names |= {attrs[key] for key in ("data-name", "data-set", "name", "data-open") if key in attrs}
                if "data-do" in attrs:
                    self.offers.append({"do": attrs["data-do"], "name": attrs.get("data-name", ""), "value": attrs.get("data-by", "")})
                elif "data-set" in attrs:
                    values = [attrs[end] for end in ("min", "max", "value") if end in attrs] or [""]
                    self.offers += [{"do": "set", "name": attrs["data-set"], "value": value} for value in values]
                elif tag == "option":
                    names.add(attrs.get("value", ""))
        self.names = sorted(names)

    @property
    def history(self) -> History[Any] | None:
        """Return the game on the page, if there is one."""
        for page in self.inner:
            if isinstance(page, Chapter):
                return page.desk.history
            if isinstance(page, Sandbox):
                return page.battle.desk.history
        return None

    def faults_of_position(self) -> str:
        """Return what is wrong with the game on the page; "" if nothing is."""
        history = self.history
        if history is None:
            return ""
        if from_text(to_text(history)) != history:
            return "the game on the page does not come back from its save"
        return look_at(history, self.rng)

    # -- acts

    def message(self) -> Any:
        """Return what a browser, or somebody in its place, may send."""
        rng = self.rng
        acts: Any = [self.act() for _ in range(rng.choice((1, 1, 1, 2, 3)))]
        if rng.random() < 0.02:
            acts = rng.choice((junk(rng), acts * 100, [acts], {"0": acts}))
        content = {"n": rng.choice((1, 1, 1, 1, 0, True, -1, 10**30)), "acts": acts}
        if rng.random() < 0.05:
            content["from"] = rng.choice((*TEXTS, 1, None, ["a"]))
        return plain(junk(rng) if rng.random() < 0.01 else content)

    def act(self) -> Any:
        """Return one act."""
        rng = self.rng
        kind = rng.random()
        if self.offers and kind < 0.45:
            act = dict(rng.choice(self.offers))
            if kind < 0.2:
                act[rng.choice(("do", "name", "value"))] = self.value()
            elif kind < 0.23:
                act = changed(rng, act)
            return act
        if kind < 0.75:
            return {"do": rng.choice(dos()), "name": self.name_(), "value": self.value()}
        if kind < 0.8:
            return {"do": "key", "name": "", "value": rng.choice(KEYS)}
        if kind < 0.9:
            return {"do": rng.choice(("hello", "open")), "value": self.text_to_open(), "page": self.page_facts()}
        if kind < 0.95:
            return {"do": "page", "page": self.page_facts()}
        return rng.choice((junk(rng), {"do": junk(rng), "name": junk(rng), "value": junk(rng), "page": junk(rng)}))

    def name_(self) -> Any:
        """Return a name of the page's own, changed or not, or anything."""
        rng = self.rng
        if not self.names or rng.random() < 0.15:
            return rng.choice((junk(rng), rng.choice(TEXTS)))
        name = rng.choice(self.names)
        if rng.random() < 0.3:
            head, colon, _tail = name.rpartition(":")
            name = rng.choice((f"{head}{colon}{rng.choice(TEXTS)}", f"{name}:{rng.choice(TEXTS)}", f"extra:{name}", name[:-1]))
        return name

    def value(self) -> Any:
        """Return a value."""
        rng = self.rng
        return rng.choice((rng.choice(TEXTS), str(rng.randrange(-1, 9)), rng.choice(self.names or [""]), "6 6 6", junk(rng), MARKUP))

    def text_to_open(self) -> Any:
        """Return what is opened as a file, or was stored: a save, or what the page stored, changed."""
        rng = self.rng
        if self.kept and rng.random() < 0.6:
            stored = json.loads(self.kept)
            for _ in range(rng.choice((0, 1, 1, 3))):
                stored = changed(rng, stored)
            return json.dumps(plain(stored))
        return rng.choice((changed_save(rng), plausible_save(rng), junk(rng), MARKUP))

    def page_facts(self) -> Any:
        """Return what a page says of itself."""
        rng = self.rng
        code = rng.choice((spoiled_code(rng, rng.choice(codes())), packed(changed_save(rng)), rng.choice(codes())))
        facts: Any = {
            "width": rng.choice((375, 1280)),
            "projector": rng.random() < 0.5,
            "fragment": f"s={code}" if rng.random() < 0.3 else "",
        }
        facts["missed"] = [{"chapter": self.name, "key": "1", "name": "x"}] if rng.random() < 0.5 else {self.name: {"1": 2}}
        for _ in range(rng.choice((0, 1, 2))):
            facts = changed(rng, facts)
        return facts

    def forget(self) -> None:
        """Let the page be greeted once more, as after a reload."""
        for page in self.inner:
            for name in ("_is_restored", "_is_told"):
                if hasattr(page, name):
                    setattr(page, name, False)


def fault_in(reply: Any) -> str:
    """Return what is wrong with a reply; "" if nothing is."""
    try:
        json.dumps(reply, allow_nan=False).encode()
    except (TypeError, ValueError) as wrong:
        return f"a reply that is no JSON: {wrong}"
    if reply.get("broke"):
        return "a step broke"
    for name, text in (reply.get("parts") or {}).items():
        if SEEN.search(text):
            return f"unescaped text in {name}: {text[max(0, text.index('<img src=x') - 300) :][:600]}"
        if wrong := [fault for fault in Marked(text).faults if not ELSEWHERE.search(fault)]:
            return f"the part {name} is not well formed: {wrong[:3]}\n{text[:500]}"
    return ""


@contextmanager
def overheard() -> Iterator[tuple[list[Any], list[str]]]:
    """Take down what pages say and what breaks in them."""
    said: list[Any] = []
    broken: list[str] = []
    with (
        mock.patch.object(Live, "send", lambda _self, content, *_more: said.append(content)),
        mock.patch("widgets.web.live.log_bug", lambda bug, *_more: broken.append(fault_of(bug))),
    ):
        yield said, broken


def tell(visit: Visit, message: Any, limit: float, note: Note) -> None:
    """Tell a page something, and look at all that it says."""
    live = visit.rng.choice(visit.lives)
    fault = ""
    with overheard() as (said, broken):
        try:
            with budget(limit):
                live._hear(live, message, [])
        except OutOfTime as wrong:
            fault = f"over its budget of {limit:g} seconds: {fault_of(wrong)}"
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it is a fault
            fault = fault_of(wrong)
    fault = fault or "\n".join(broken) or next((found for reply in said if (found := fault_in(reply))), "")
    for reply in said:
        if isinstance(reply.get("keep"), str):
            visit.kept = reply["keep"]
    note("messages to live pages", f"{visit.name}: {fault}\ntold: {ascii(message)[:1500]}" if fault else "")


def visit_one(rng: random.Random, number: int, limit: float, note: Note) -> None:
    """Open a page, and tell it what nobody should."""
    every = pages()
    with overheard():
        visit = Visit(every[number % len(every)], rng)
    for at in range(MESSAGES):
        if rng.random() < 0.1:
            visit.forget()
        tell(visit, visit.message(), limit, note)
        if at % 10 == 9:
            visit.look()
            note("positions that stay sound", (fault := visit.faults_of_position()) and f"{visit.name}: {fault}")


def attack(
    count: int, seed: int, limit: float = LIMIT, minutes: float = 24 * 60, say: Callable[[Any], object] = print, first: int = 0
) -> int:
    """Open this many pages, or as many as the time allows; return the number of faults."""
    codes()
    return attack_with("hostile acts", visit_one, CHUNK, count, seed, limit, minutes, say, first)


if __name__ == "__main__":
    main(attack, __doc__, 100_000, LIMIT)
