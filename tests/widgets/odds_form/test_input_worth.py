"""What an input is worth, beside the form of one procedure."""

from __future__ import annotations

import re
from typing import Any

import pytest

from widgets.odds_form.form import Ask
from widgets.odds_form.input_worth import worths
from widgets.odds_form.view import AskPage

TAG = re.compile(r"<[^>]+>")
SEEN_ONLY = re.compile(r'<span aria-hidden="true">[^<]*</span>')


def rows(text: str) -> list[list[str]]:
    """The lines of the table as they are read out."""
    body = text.partition("<tbody>")[2]
    return [
        [" ".join(TAG.sub("", SEEN_ONLY.sub("", cell)).split()) for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
        for line in re.findall(r"<tr>(.*?)</tr>", body)
    ]


def test_each_step_of_each_input_has_its_worth() -> None:
    # By hand: 3 against 1 needs 5, 30 ways of 36. One point easier needs 4, 33 ways; one point harder needs 6, 26 ways.
    text = worths(Ask("veneti.boarding", {"attackers": 3, "defenders": 1}), {"captured": True})
    assert "Captured: " in text
    easier, harder = ["+1/12, +8.3 points", "11/12, 91.7 %"], ["−1/9, −11.1 points", "13/18, 72.2 %"]
    assert sorted(rows(text)) == sorted(
        [
            ["Attackers 3 → 2", *harder],
            ["Attackers 3 → 4", *easier],
            ["Defenders 1 → 0", *easier],
            ["Defenders 1 → 2", *harder],
            ["Height 0 → −1", *harder],
            ["Height 0 → 1", *easier],  # as the form writes its choices
        ]
    )


def test_what_changes_nothing_is_worth_nothing() -> None:
    # C4 needs 3 and an immobilised target adds 2, so even a 1 will do; a target that is held too adds nothing to that.
    text = worths(Ask("veneti.grapple", {"crew": 4, "immobilised": True}), {"success": True})
    assert ["Grappled no → yes", "nothing", "100.0 %"] in rows(text)


@pytest.mark.parametrize("bad", ["none", "", "0"])
def test_a_question_without_an_answer_has_no_worths(bad: object) -> None:
    question = Ask("veneti.boarding", {"attackers": 3, "defenders": 1})
    question.set("in:attackers", bad)
    assert worths(question, {"captured": True}) == ""


def test_the_table_follows_the_form_and_only_a_page_with_an_event_has_it() -> None:
    given: dict[str, Any] = {"attackers": 3, "defenders": 1}
    page = AskPage(Ask("veneti.boarding", given), alone=True, when={"captured": True})
    assert 'data-part="worth"' in page.first()
    reply = page.hear([{"do": "step", "name": "in:attackers", "value": "1"}])
    assert "Attackers 4 → 5" in reply["parts"]["worth"]
    assert 'data-part="worth"' not in AskPage(Ask("veneti.boarding", given), alone=True).first()


def test_beside_a_board_the_browser_keeps_the_game_and_not_the_form() -> None:
    """There is one place for each page: whatever the form kept, the reader's game would be lost at the next reload."""
    page = AskPage(Ask("veneti.boarding", {"attackers": 4, "defenders": 1}), alone=True)
    page.first()
    assert "keep" not in page.hear([{"do": "step", "name": "attackers", "value": "1"}])
    other = AskPage(Ask("veneti.boarding", {"attackers": 4, "defenders": 1}))
    other.first()
    assert "keep" in other.hear([{"do": "step", "name": "attackers", "value": "1"}])
