"""Every chapter is finished by a reader who follows its page alone, and by one who makes each mistake once; none is ever stuck."""

from __future__ import annotations

import pytest

from rulesdemo.rules.toc import contents
from tests.support.notebooks import live_pages, run
from tests.support.reader import PlainPaper, Reader
from widgets.web.live import Live

CHAPTERS = [each.path.removeprefix("en/") for each in contents().chapters if each.is_there]


@pytest.mark.parametrize("errs", [False, True], ids=["straight", "with each mistake"])
@pytest.mark.parametrize("name", CHAPTERS)
def test_a_chapter_is_finished_by_its_page_alone(name: str, errs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)  # no browser listens
    page, _lives = live_pages(run(name))
    Reader(PlainPaper(page), page, errs).finish()


def test_a_reader_who_cannot_go_on_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk would fail where a page had no way on: here its rows are gone."""
    monkeypatch.setattr(Live, "send", lambda *_args, **_more: None)
    page, _lives = live_pages(run("veneti/02_turning"))
    monkeypatch.setattr(page.view, "_orders", lambda: "")
    page.hear([{"do": "restart"}])
    with pytest.raises(AssertionError, match="the goal of veer is not reached"):
        Reader(PlainPaper(page), page).finish()
