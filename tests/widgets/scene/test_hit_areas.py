"""Clear places over a board: what is written once for a board, and what is said of single places."""

from markupsafe import Markup

from widgets.games.veneti.gallery import GRID
from widgets.scene.geometry import BoardGrid, Outline, outlines
from widgets.scene.hit_areas import hits, spot

SQUARE: Outline = ("here", ((0.0, 0.0), (10.0, 0.0), (10.0, 10.04)))
OTHER: Outline = ("there & back", ((20.0, 0.0), (30.0, 0.0), (30.0, 10.0)))


def test_every_place_can_be_pressed_by_its_name() -> None:
    assert str(hits((600.0, 380.5), (SQUARE, OTHER))) == (
        '<svg viewBox="0 0 600 380.5" aria-hidden="true">'
        '<polygon data-do="press" data-name="here" points="0.0,0.0 10.0,0.0 10.0,10.0"/>'
        '<polygon data-do="press" data-name="there &amp; back" points="20.0,0.0 30.0,0.0 30.0,10.0"/></svg>'
    )


def test_what_is_said_of_a_place_stands_at_that_place_alone_and_only_while_it_is_said() -> None:
    plain = hits((600.0, 380.0), (SQUARE, OTHER))
    said = hits((600.0, 380.0), (SQUARE, OTHER), {"there & back": Markup(' data-grab="board-lupa"')})
    assert said.count("data-grab") == 1
    assert 'data-name="there &amp; back" data-grab="board-lupa" points=' in said
    assert hits((600.0, 380.0), (SQUARE, OTHER)) == plain


def test_words_that_are_not_ours_are_escaped() -> None:
    assert "<b>" not in hits((1.0, 1.0), (("<b>", SQUARE[1]),), {"<b>": "<b>"}, "<b>")  # type: ignore[dict-item]
    assert "<b>" not in spot("<b>", SQUARE[1], "<b>")


def test_what_lies_above_comes_last() -> None:
    chip = spot("romans", OTHER[1], Markup(' data-grab="x"'))
    assert hits((1.0, 1.0), (SQUARE,), above=chip).endswith(f"{chip}</svg>")


def test_the_outlines_of_a_board_are_its_hexes_in_order_and_worked_out_once() -> None:
    hexes = frozenset(map(GRID.parse, ("0304", "0203", "0204")))
    board, _size = BoardGrid.fitted(GRID, 30.0, hexes)
    found = outlines(board, hexes)
    assert [name for name, _corners in found] == [GRID.label(place) for place in sorted(hexes)]
    assert all(corners == board.corners(GRID.parse(name)) for name, corners in found)
    assert outlines(BoardGrid.fitted(GRID, 30.0, hexes)[0], frozenset(hexes)) is found
    assert outlines(BoardGrid.fitted(GRID, 40.0, hexes)[0], hexes) != found
