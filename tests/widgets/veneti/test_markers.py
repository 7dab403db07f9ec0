"""The markers of chapter 1: one picture for each, drawn as on the board, with its rule."""

from __future__ import annotations

from tests.support.markup import Marked
from widgets.games.veneti.board.markers import figures, markers, position_of
from widgets.games.veneti.board.scene import sheet_of
from widgets.games.veneti.board.ships import ship_group


def test_every_marker_has_a_picture_words_and_a_rule() -> None:
    text = markers().text
    assert [fault for fault in Marked(text).faults if not fault.endswith("closes itself")] == []  # which drawings may
    assert text.count('class="board"') == len(figures()) == 9
    for figure in figures():
        assert figure.title in text
        assert 'class="chip"' in text
        assert "[" in figure.words


def test_each_counter_carries_what_its_picture_is_about() -> None:
    expected = {
        "leader": "leader, aboard",
        "admiral": "Admiral, aboard",
        "acted": "has acted",
        "tired": "tired, F-2",
        "grappled": "grappled to The other",
        "depleted": "1 marine",
        "fire": "on fire",
        "captured": "captured",
        "immobilised": "immobilised",
    }
    found = {}
    for figure in figures():
        position = position_of(figure)
        board = sheet_of(position.scenario.sea.hexes, 44.0, None, None).board
        found[figure.key] = ship_group(position, board, position.ship("she")).label
    assert {key: words in found[key] for key, words in expected.items()} == dict.fromkeys(expected, True)
    assert "has acted" not in found["leader"]
