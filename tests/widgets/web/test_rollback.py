"""A step that breaks, wherever it breaks, leaves the page as it was, and a trace in the log."""

import random
import sys
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from tests.support.markup import Marked
from tests.support.notebooks import live_pages, run
from widgets.chapter import storage
from widgets.chapter.page import Chapter
from widgets.web import bug_log
from widgets.web.live import Live
from widgets.web.rollback import snapshot

pytestmark = pytest.mark.slow

CHAPTERS = (
    "veneti/09_boarding",
    "broadside/09_boarding",
    "escadres/07_a_volley",
    "republic/05_the_battle_table",
    "toulon/08_battle_bookkeeping",
)
PLACES = 6  # at which each act breaks
MOST_ACTS = 40


class BreakError(Exception):
    """A bug, put there by a test."""


def breaking(step: Callable[[], object], at: int) -> int:
    """Do a step that breaks at the n-th call of a function of rulesdemo; the number of such calls where it does not come to that."""
    calls = 0

    def trace(frame: FrameType, event: str, _arg: object) -> None:
        nonlocal calls
        module = str(frame.f_globals.get("__name__"))
        if event == "call" and module.startswith(("widgets.", "rulesdemo.")) and not module.startswith(("widgets.web.", "rulesdemo.words")):
            calls += 1
            if calls == at:
                raise BreakError

    before = sys.gettrace()
    sys.settrace(trace)  # type: ignore[arg-type] # a tracer that follows no lines
    try:
        step()
    finally:
        sys.settrace(before)
    return calls


def state_of(page: Chapter) -> tuple[object, ...]:
    """All that a reader could lose."""
    desk = page.desk
    return (
        storage.stored_state(page), desk.history, desk.position, desk.chosen, desk.selected, desk.message, page.goals, page.is_hidden,
        page.look, {key: extra.stored_state() for key, extra in page.extras.items()},
    )  # fmt: skip


def parts_of(page: Chapter) -> dict[str, Any]:
    """The text of the page, but for the line that says what went wrong last."""
    return {name: text for name, text in page.view.parts().items() if name != "trouble"}


def acts_on(page: Chapter, lives: list[Live]) -> Iterator[dict[str, Any]]:
    """What the page offers: every button, and every value of every control."""
    for live in lives:
        for tag, attrs in Marked(live.first).tags:
            if "data-do" in attrs:
                yield {"do": attrs["data-do"], "name": attrs.get("data-name", ""), "value": attrs.get("data-by", "")}
            elif tag == "input" and "data-set" in attrs:
                yield {"do": "set", "name": attrs["data-set"], "value": attrs.get("value", "")}
    for do, value in (("key", "ArrowUp"), ("key", "Enter"), ("roll", ""), ("use dice", "1 1"), ("undo", ""), ("redo", ""), ("zoom", "1")):
        yield {"do": do, "name": "", "value": value}
    for name, _corners in page.desk.guide.outlines(page.desk.position, page.look)[:3]:
        yield {"do": "press", "name": name, "value": ""}


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_step_that_breaks_anywhere_changes_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)
    traces: list[Exception] = []
    monkeypatch.setattr("widgets.web.live.log_bug", lambda bug, *_more: traces.append(bug))
    page, lives = live_pages(run(name))
    dice = random.Random(21)
    acts = list(acts_on(page, lives))
    dice.shuffle(acts)
    broken = 0
    for act in acts[:MOST_ACTS]:
        message = {"n": 1, "acts": [act]}
        total = breaking(lambda message=message: lives[0]._hear(None, message, []), 0)
        for at in sorted(dice.sample(range(1, total + 1), min(PLACES, total))):
            before, seen = state_of(page), parts_of(page)
            traces.clear()
            breaking(lambda message=message: lives[0]._hear(None, message, []), at)
            if not traces:
                continue  # it broke where a cache had the answer this time
            broken += 1
            assert state_of(page) == before, (act, at)
            assert parts_of(page) == seen, (act, at)
    assert broken > MOST_ACTS


class Holder:
    """Some state of each kind."""

    def __init__(self) -> None:
        self.list = [1, [2]]
        self.named: dict[str, Any] = {"a": {1}}
        self.dice = random.Random(3)
        self.inner: Holder | None = None


Holder.__module__ = "widgets.of_a_test"


def test_lists_dicts_sets_dice_and_attributes_are_put_back() -> None:
    holder = Holder()
    holder.inner = Holder()
    inner, inside, first = holder.inner, holder.list[1], holder.dice.getstate()
    put_back = snapshot(holder)
    holder.list.clear()
    inner.list[1].append(5)  # type: ignore[attr-defined]
    inner.named["a"].add(2)
    inner.named["b"] = 1
    holder.dice.random()
    holder.inner = None
    holder.list = []
    holder.more = 1  # type: ignore[attr-defined]
    put_back()
    assert holder.inner is inner
    assert holder.list == [1, [2]]
    assert holder.list[1] is inside
    assert inner.list == [1, [2]]
    assert inner.named == {"a": {1}}
    assert holder.dice.getstate() == first
    assert not hasattr(holder, "more")


def test_the_log_of_a_notebook_gets_the_traceback_but_not_what_was_written(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise BreakError  # noqa: TRY301 - a traceback is needed
    except BreakError as bug:
        bug_log.log_bug(bug, "Chapter", [{"do": "set", "name": "dice", "value": "my secret"}])
    assert "BreakError" in caplog.text
    assert "set dice (9 letters)" in caplog.text
    assert "secret" not in caplog.text
