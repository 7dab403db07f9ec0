"""Drawing commands: whole or not at all, every number good, nothing said twice."""

from math import inf, isfinite, nan
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from widgets.board.gallery import scenes
from widgets.scene.canvas_commands import Command, Stamp, draw_list, play
from widgets.scene.shapes import BadScene, Disc, Group, Item, Label, Path, Style, poly, rect, segs

BLACK = Style("#000000")
LINE = Style(line="#000000", width=2)
SCENES = scenes()


def numbers(command: Command) -> list[float]:
    found: list[float] = []

    def walk(value: object) -> None:
        if isinstance(value, (int, float)):
            found.append(value)
        elif isinstance(value, (tuple, list)):
            for each in value:
                walk(each)

    walk(command)
    return found


@pytest.mark.parametrize("name", SCENES)
def test_every_picture_makes_a_good_list(name: str) -> None:
    for layer in SCENES[name].layers:
        commands = draw_list(layer.items, 2.0, clip=layer.clip)
        assert commands == draw_list(layer.items, 2.0, clip=layer.clip)
        assert all(isfinite(number) for command in commands for number in numbers(command))
        assert all(command[3] >= 0 for command in commands if command[0] in ("fill_circle", "stroke_circle"))
        depth = 0
        for command in commands:
            depth += {"save": 1, "restore": -1}.get(command[0], 0)
            assert depth >= 0
        assert depth == 0


@pytest.mark.parametrize(
    "item",
    [
        Disc(0, 0, -1, BLACK),
        Disc(nan, 0, 1, BLACK),
        Disc(0, 0, inf, BLACK),
        Disc(0, 0, 1, Style("red; drop")),
        Disc(0, 0, 1, Style("#12345")),
        Path((("M", 0, nan), ("L", 1, 1)), LINE),
        Path((("A", 1, 1),), LINE),
        Path((("M", 1), ("L", 1, 1)), BLACK),
        Path(rect(0, 0, 1, 1), Style(line="#000000", width=-2)),
        Path(segs([((0, 0), (1, 1))]), Style(line="#000000", width=1, dash=(-1, 2))),
        Label(0, 0, "x", -3),
        Label(0, 0, "x", inf),
        Group((Disc(0, 0, 1, BLACK),), scale=0),
        Group((Disc(0, 0, 1, BLACK),), scale=nan),
        Group((Disc(0, 0, 1, BLACK),), turn=inf),
        Group((Disc(0, 0, 1, BLACK),), alpha=1.5),
        Group((Group((Disc(0, 0, -0.1, BLACK),), at=(1, 1)),)),
    ],
    ids=repr,
)
def test_a_bad_number_is_refused(item: Item) -> None:
    with pytest.raises(BadScene):
        draw_list([Disc(0, 0, 1, BLACK), item])


@pytest.mark.parametrize("k", [0, -1, nan, inf])
def test_a_bad_scale_is_refused(k: float) -> None:
    with pytest.raises(BadScene):
        draw_list([], k)


def test_plain_lines_go_out_as_one_command() -> None:
    grid = Path(segs([((0, 0), (1, 1)), ((2, 2), (3, 3), (4, 4))]), LINE)
    assert draw_list([grid], 2)[-1] == ("stroke_line_segments", (((0, 0), (2, 2)), ((4, 4), (6, 6), (8, 8))))


def test_neighbouring_polygons_of_one_fill_go_out_together_and_others_keep_their_place() -> None:
    a, b = Path(poly([(0, 0), (1, 0), (1, 1)]), BLACK), Path(poly([(5, 5), (6, 5), (6, 6)]), BLACK)
    other = Path(poly([(0, 0), (1, 0), (1, 1)]), Style("#FF0000"))
    kinds = [(command[0], len(command[1])) for command in draw_list([a, b, other, a]) if command[0] == "fill_polygons"]
    assert kinds == [("fill_polygons", 2), ("fill_polygons", 1), ("fill_polygons", 1)]
    assert [command[2] for command in draw_list([a, b, other, a]) if command[:2] == ("set", "fill_style")] == [
        "#000000",
        "#FF0000",
        "#000000",
    ]


def test_nothing_is_set_twice() -> None:
    commands = draw_list([Disc(n, 0, 1, BLACK) for n in range(5)])
    assert len(commands) == 2 + 5


def test_what_was_set_inside_a_clip_is_set_again_outside() -> None:
    clipped = Group((Disc(0, 0, 1, Style("#FF0000")),), clip=rect(0, 0, 5, 5))
    commands = draw_list([Disc(0, 0, 1, BLACK), clipped, Disc(0, 0, 1, Style("#FF0000"))])
    after = commands[commands.index(("restore",)) :]
    assert ("set", "fill_style", "#FF0000") in after


def test_widths_and_dashes_scale_with_the_group() -> None:
    line = Path(segs([((0, 0), (1, 0))]), Style(line="#000000", width=0.05, dash=(0.1, 0.2)))
    commands = draw_list([Group((line,), scale=40)], 2)
    assert ("set", "line_width", 4.0) in commands
    assert ("set_line_dash", [8.0, 16.0]) in commands


def test_a_known_picture_is_stamped_on_a_whole_pixel() -> None:
    ship = Group((Disc(0, 0, 1, BLACK),), at=(10.3, 20.8), turn=60, scale=5, key="ship")
    asked: list[tuple[str, float, float]] = []

    def sprite(group: Group, turn: float, scale: float) -> Stamp:
        asked.append((group.key, turn, scale))
        return Stamp("picture", -7, -8)

    commands = draw_list([ship], 2, sprite)
    assert asked == [("ship", 60, 10)]
    assert commands[-1] == ("draw_image", "picture", 21 - 7, 42 - 8)


def test_only_turned_text_needs_the_canvas_to_turn() -> None:
    assert not {"save", "rotate"} & {command[0] for command in draw_list([Label(5, 5, "2319", 10)])}
    turned = [command[0] for command in draw_list([Label(5, 5, "2319", 10, turn=30)])]
    assert turned[-5:] == ["save", "translate", "rotate", "fill_text", "restore"]


class Recorder:
    """A canvas that only remembers."""

    def __init__(self) -> None:
        self.__dict__["heard"] = []

    def __setattr__(self, name: str, value: object) -> None:
        self.heard.append(("set", name, value))

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.heard.append((name, *arguments))


def test_playing_gives_a_canvas_every_command_in_order() -> None:
    recorder = Recorder()
    commands = draw_list([Disc(0, 0, 1, BLACK), Path(segs([((0, 0), (1, 1))]), LINE), Label(0, 0, "x", 9)])
    play(recorder, commands)
    assert [command[0] for command in recorder.heard] == [command[0] for command in commands]


@given(st.lists(st.tuples(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6)), min_size=3, max_size=9), st.floats(0.1, 100), st.floats(-720, 720))
def test_any_finite_polygon_makes_finite_commands(points: list[tuple[float, float]], scale: float, turn: float) -> None:
    commands = draw_list([Group((Path(poly(points), BLACK),), scale=scale, turn=turn)])
    assert all(isfinite(number) for command in commands for number in numbers(command))
