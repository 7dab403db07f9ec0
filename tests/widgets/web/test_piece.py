"""Pieces of one page: each hears of what it shows, and of nothing else."""

from typing import Any

import pytest
from markupsafe import Markup

from widgets.chapter.page import chapter
from widgets.web.piece import Piece

DESK = Markup('<svg id="board"></svg><div data-part="odds">1/6</div><div data-part="form"><span data-part="wrong-a"></span></div>')
READING = Markup('<div data-part="table"></div><div data-part="odds">1/6</div>')


class FakePage:
    """A page that says what it was given."""

    def __init__(self, **reply: Any) -> None:
        self.reply = reply

    def hear(self, _acts: object, _piece: object = None) -> dict[str, Any]:
        return dict(self.reply)

    def begin(self, _acts: object) -> dict[str, Any]:
        return dict(self.reply)

    def finish(self, _piece: object) -> dict[str, Any]:
        return dict(self.reply)


def piece_of(text: Markup, **reply: Any) -> Piece:
    piece = Piece(FakePage(**reply), lambda: text, "board")
    piece.first()
    return piece


CHANGES = {"parts": {"odds": "1/3", "table": "6 rows"}, "patches": {"board-ships": "<g/>"}}


def test_a_piece_is_told_of_the_parts_that_it_shows_and_of_the_board_if_it_has_it() -> None:
    assert piece_of(DESK).news(CHANGES) == {"parts": {"odds": "1/3"}, "patches": {"board-ships": "<g/>"}}
    assert piece_of(READING).news(CHANGES) == {"parts": {"odds": "1/3", "table": "6 rows"}}
    assert piece_of(READING).news({"parts": {"form": "x"}, "patches": {"board-ships": "<g/>"}, "progress": {}}) is None


def test_the_piece_that_was_pressed_is_told_its_share_and_what_the_page_must_do() -> None:
    piece = piece_of(READING, parts={"form": "x", "table": "6 rows"}, keep="game", progress={"done": True})
    mine = {"parts": {"table": "6 rows"}, "keep": "game", "progress": {"done": True}}
    assert piece.hear([{"do": "hello"}]) == mine
    assert piece.rest() == mine
    first = piece.hear([{"do": "press"}])
    assert first.pop("rest")() == first == mine


def test_a_part_that_comes_with_another_is_told_too() -> None:
    piece = piece_of(READING)
    inside = {"table": '<i data-part="row"></i>', "row": '<b data-part="cell"></b>', "cell": "5", "form": "x"}
    assert piece.news({"parts": inside}) == {"parts": {name: inside[name] for name in ("table", "row", "cell")}}
    assert piece.news({"parts": {"cell": "6"}}) == {"parts": {"cell": "6"}}


def test_what_a_part_brings_along_may_change_later() -> None:
    piece = piece_of(READING)
    with_row = {"parts": {"table": '<i data-part="row"></i>'}}
    assert piece.news(with_row) == with_row
    assert piece.news({"parts": {"row": "5", "form": "x"}}) == {"parts": {"row": "5"}}


def test_what_was_wrong_is_told_and_that_it_no_longer_is() -> None:
    piece = piece_of(DESK)
    assert piece.news({"parts": {}, "wrong": ["a"]}) == {"wrong": ["a"]}
    assert piece.news({}) == {}
    assert piece.news({}) is None
    own = piece_of(DESK, wrong=["a"])
    assert own.rest() == {"wrong": ["a"]}
    assert own.news({}) == {}


def test_no_part_of_a_chapter_goes_to_a_piece_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    page = chapter("veneti", "boarders", tables=("boarding",), when={"captured": True})
    pieces = {"desk": page.play(), "reading": page.reading()}
    sent: list[tuple[str, dict[str, Any]]] = []
    for name, live in pieces.items():
        monkeypatch.setattr(live, "send", lambda content, name=name: sent.append((name, content)))
    orders = ("end_movement", "board target=morwen parties=aquila:2,lupa:2")
    for act in ({"do": "hello", "value": "", "page": {}}, *({"do": "choose", "name": each} for each in orders)):
        pieces["desk"]._hear(None, {"n": 1, "acts": [act]}, [])
    told = {(name, part) for name, content in sent for part in content.get("parts", {})}
    assert ("desk", "orders") in told
    assert ("reading", "table") in told
    assert all(f'data-part="{part}"' in pieces[name].first for name, part in told)
    assert any("patches" in content for name, content in sent if name == "desk")
    assert not any("patches" in content for name, content in sent if name == "reading")
