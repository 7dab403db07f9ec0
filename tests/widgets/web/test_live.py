"""A live part: what it is asked twice it does once, and whose bug it was that broke a step is said."""

import re
from typing import Any

import pytest
from markupsafe import Markup

from widgets.web.live import Live


class Counting:
    """A page that counts, and says a part of it later."""

    def __init__(self) -> None:
        self.steps = 0

    def first(self) -> Markup:
        return Markup('<p data-part="steps">0</p>')

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:
        self.steps += sum(act["do"] == "step" for act in acts)
        if any(act["do"] == "break" for act in acts):
            raise ZeroDivisionError
        return {"parts": {"steps": str(self.steps)}, "rest": lambda: {"parts": {"slow": f"{self.steps} at last"}}}


@pytest.fixture
def page() -> Counting:
    return Counting()


@pytest.fixture
def sent(page: Counting, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    said: list[dict[str, Any]] = []
    live = Live(page)
    monkeypatch.setattr(live, "send", said.append)
    monkeypatch.setattr(page, "live", live, raising=False)
    return said


def ask(page: Any, n: int, do: str = "step", **more: object) -> None:
    page.live._handle_custom_msg({"n": n, "acts": [{"do": do}], **more}, [])


def test_both_halves_of_an_answer_say_whose_they_are(page: Counting, sent: list[dict[str, Any]]) -> None:
    ask(page, 4, **{"from": "a"})
    assert sent == [{"n": 4, "parts": {"steps": "1"}, "rest": True}, {"n": None, "parts": {"slow": "1 at last"}, "rest": False, "of": 4}]


def test_what_is_asked_again_is_answered_again_and_not_done_again(page: Counting, sent: list[dict[str, Any]]) -> None:
    for _ in range(3):
        ask(page, 1, **{"from": "a"})
    assert page.steps == 1
    assert sent == sent[:2] * 3
    ask(page, 2, **{"from": "a"})
    assert page.steps == 2
    ask(page, 1, **{"from": "a"})  # not what was asked last: no page of the book sends that
    assert page.steps == 3


def test_two_views_count_for_themselves(page: Counting, sent: list[dict[str, Any]]) -> None:
    for view in ("a", "b"):
        ask(page, 1, **{"from": view})
    for view in (None, None, 7):  # who does not say who asks is always heard
        ask(page, 1, **{"from": view})
    assert page.steps == 5
    assert len(sent) == 10


def test_a_step_that_broke_is_told_as_one(page: Counting, sent: list[dict[str, Any]]) -> None:
    ask(page, 1, "break", **{"from": "a"})
    assert sent[0]["broke"] is True
    assert "Something broke here" in sent[0]["parts"]["trouble"]


def test_the_reader_and_the_log_have_the_same_reference(
    page: Counting, sent: list[dict[str, Any]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("RULESDEMO_SERVED", raising=False)
    for n in (1, 2):
        ask(page, n, "break", **{"from": "a"})
    references = [re.findall(r"nothing was changed\. \(ref ([A-Z2-9]{6})\)", reply["parts"]["trouble"]) for reply in sent]
    assert [len(each) for each in references] == [1, 1]
    assert references[0] != references[1]
    assert all(f"ref {reference}" in caplog.text for (reference,) in references)


def test_an_answer_that_cannot_be_sent_is_a_step_that_broke(
    page: Counting, sent: list[dict[str, Any]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the page would wait for ever, and nobody would know."""

    def send(reply: dict[str, Any]) -> None:
        if "steps" in reply.get("parts", {}):
            raise TypeError
        sent.append(reply)

    live: Any = page.live  # type: ignore[attr-defined]
    monkeypatch.setattr(live, "send", send)
    ask(page, 5, **{"from": "a"})
    (told,) = sent
    assert (told["n"], told["broke"], told["rest"]) == (5, True, False)
    assert "Something broke here" in told["parts"]["trouble"]
    assert "TypeError" in caplog.text


def test_a_state_that_cannot_be_put_back_is_not_touched(
    page: Counting, sent: list[dict[str, Any]], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def snapshot(_page: object) -> None:
        raise RecursionError

    monkeypatch.setattr("widgets.web.live.snapshot", snapshot)
    ask(page, 6, **{"from": "a"})
    assert page.steps == 0
    assert [reply["broke"] for reply in sent] == [True]
    assert "RecursionError" in caplog.text
