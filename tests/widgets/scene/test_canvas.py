"""The canvas painter without a browser: what it sends, what it keeps, and that it never sends half of anything."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from rulesdemo.board.hexes import Direction
from widgets.board.sheet import SANDBOX, Target
from widgets.games.veneti.board.scene import Display, scene
from widgets.games.veneti.gallery import GRID, boarding, boarding_shown, busy
from widgets.scene import canvas
from widgets.scene.canvas import HOVER, SHIPS, CanvasPainter
from widgets.scene.shapes import BadScene, Disc, Layer, Scene, Style
from widgets.web.jupyter_private import canvas_manager, forget_held, hold

# A click on an evening's board. The prototype took 104 commands for a selection and 184 for a move, with 36 ships.
MOST_SELECT = 100
MOST_MOVE = 200
MOST_HOVER = 40


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    messages: list[Any] = []
    monkeypatch.setattr(canvas_manager(), "send", lambda content, buffers=None: messages.append((content, buffers)))
    yield messages
    forget_held()


BAD = Layer("ships", (Disc(0, 0, -1, Style("#000000")),))


def spoiled(good: Scene) -> Scene:
    return replace(good, layers=tuple(BAD if layer.name == "ships" else layer for layer in good.layers))


def test_a_first_picture_is_one_message(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()), 2.0)
    assert len(sent) == 1
    assert (painter.widget.width, painter.widget.height) == (1200, 816)
    assert painter.widget.layout.width == "600.0px"


def test_the_same_picture_sends_nothing(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()))
    sent.clear()
    assert painter.show(scene(boarding(), boarding_shown())) == 0
    assert sent == []


def test_only_canvases_that_changed_are_painted(sent: list[Any]) -> None:
    fight, shown = busy(), Display(SANDBOX, rose="auto")
    painter = CanvasPainter(scene(fight, shown))
    painted: list[int] = []
    paint = painter._paint
    painter._paint = lambda place, commands: (painted.append(place), paint(place, commands))  # type: ignore[assignment, func-returns-value]
    ship = fight.ships[0]
    selected = replace(shown, selected=ship.id)
    painter.show(scene(fight, selected))
    assert painted == [1]
    painted.clear()
    painter.show(scene(fight, replace(selected, hover=ship.bow)))
    assert painted == [HOVER]
    painted.clear()
    moved = fight.with_ships(replace(ship, heading=Direction((ship.heading + 1) % 6)))
    painter.show(scene(moved, replace(selected, hover=ship.bow)))
    assert 0 not in painted
    assert SHIPS in painted
    assert sent


def test_a_click_stays_under_its_ceiling(sent: list[Any]) -> None:
    fight, shown = busy(), Display(SANDBOX, rose="auto")
    painter = CanvasPainter(scene(fight, shown), 2.0)
    ship = fight.ships[0]
    legal = tuple(Target(place) for place in GRID.neighbours(ship.bow))
    chosen = replace(shown, selected=ship.id, legal=legal)
    assert 0 < painter.show(scene(fight, chosen)) <= MOST_SELECT
    assert 0 < painter.show(scene(fight, replace(chosen, hover=ship.bow))) <= MOST_HOVER
    moved = fight.with_ships(replace(ship, bow=GRID.neighbour(ship.bow, Direction(3))))
    assert 0 < painter.show(scene(moved, shown)) <= MOST_MOVE
    assert len(sent) == 4


def test_a_bad_scene_raises_before_anything_is_sent(sent: list[Any]) -> None:
    good = scene(boarding(), boarding_shown())
    painter = CanvasPainter(good)
    sprites = dict(painter._sprites)
    sent.clear()
    for act in (painter.show, lambda bad: painter.glide(good, bad)):
        with pytest.raises(BadScene):
            act(spoiled(good))
    with pytest.raises(BadScene):
        painter.show(Scene(1, 1, (Layer("attic", ()),), "No such canvas"))
    assert sent == []
    assert painter._sprites == sprites
    assert painter.scene is good
    assert painter.show(good) == 0
    with pytest.raises(BadScene):
        CanvasPainter(spoiled(good))
    assert sent == []


def test_holding_sends_nothing_after_an_error_and_holds_nothing_back_later(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()))
    sent.clear()

    def broken() -> None:
        with hold():
            painter.widget[0].fill_rect(0, 0, 1, 1)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        broken()
    assert sent == []
    assert canvas_manager()._caching is False
    assert canvas_manager()._commands_cache == []
    with hold():
        painter.widget[0].fill_rect(0, 0, 1, 1)
    assert len(sent) == 1


def test_a_new_client_gets_everything_again_and_old_sprites_are_closed(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()))
    old = dict(painter._sprites)
    assert old
    sent.clear()
    painter.widget._canvases[-1]._handle_frontend_event(None, {"event": "client_ready"}, [])
    assert len(sent) == 1
    assert painter._sprites.keys() == old.keys()
    assert not {id(sprite) for sprite in old.values()} & {id(sprite) for sprite in painter._sprites.values()}
    # A browser may still be stamping them, so they are closed one repaint later.
    assert all(sprite.comm is not None for sprite in old.values())
    painter.repaint()
    assert all(sprite.comm is None for sprite in old.values())


def test_sprites_are_shared_by_key_heading_and_scale(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(busy(), Display(SANDBOX)))
    stamps = [command for place in range(4) for command in painter._lists(painter.scene, [place])[place] if command[0] == "draw_image"]
    assert len(stamps) > len(painter._sprites)
    assert sent


def test_sprites_do_not_pile_up(sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(canvas, "MOST_SPRITES", 25)
    fight = busy()
    painter = CanvasPainter(scene(fight, Display(SANDBOX)))
    for heading in range(6):
        turned = fight.with_ships(*(replace(ship, heading=Direction(heading)) for ship in fight.ships))
        painter.show(scene(turned, Display(SANDBOX)))
    assert len(painter._sprites) + len(painter._retired) <= 75
    assert sent


def moved_pair() -> tuple[Scene, Scene]:
    held, shown = boarding(), boarding_shown()
    ship = held.ship("corvus")
    after = held.with_ships(replace(ship, bow=GRID.neighbour(ship.bow, ship.heading)))
    return scene(held, shown), scene(after, shown)


def test_a_glide_is_one_message_with_pauses_and_ends_with_the_new_scene(sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = moved_pair()
    painter = CanvasPainter(before)
    sent.clear()
    pauses: list[float] = []
    monkeypatch.setattr(type(painter.widget[HOVER]), "sleep", lambda _self, ms: pauses.append(ms))
    assert painter.glide(before, after) > 0
    assert len(sent) == 1
    assert 150 <= sum(pauses) <= 180
    assert painter.scene is after
    assert painter.show(after) == 0


def test_reduced_motion_goes_straight_to_the_new_scene(sent: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    before, after = moved_pair()
    painter = CanvasPainter(before, reduced_motion=True)
    monkeypatch.setattr(type(painter.widget[HOVER]), "sleep", lambda _self, _ms: pytest.fail("no pauses"))
    painter.glide(before, after)
    assert painter.scene is after
    assert sent


def test_zoom_pan_and_scale_repaint_and_pointers_are_told_in_scene_pixels(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()))
    heard: list[tuple[float, float]] = []
    painter.on_press(lambda x, y: heard.append((x, y)))
    assert painter.set_scale(1.0) == 0
    assert painter.set_scale(2.0) > 0
    assert painter.widget.width == 1200
    assert painter.zoom(600, 400, 2) > 0
    painter.widget._canvases[-1]._handle_frontend_event(None, {"event": "mouse_down", "x": 600, "y": 400}, [])
    assert heard == [pytest.approx((300, 200))]
    assert painter.pan(-50, 0) > 0
    assert painter.pan(100000, 100000) > 0
    assert painter.view.pan == (0, 0)
    assert painter.pan(10, 10) == 0
    assert sent


def test_a_board_of_another_size_is_fitted(sent: list[Any]) -> None:
    painter = CanvasPainter(scene(boarding(), boarding_shown()))
    painter.show(scene(busy(), Display(SANDBOX)))
    assert painter.widget.width == round(painter.scene.w)
    assert sent
