"""The real day on every board: it follows the set piece, every statement has its mark and its source, and the map has a text twin."""

from __future__ import annotations

import pytest

from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.rules.history import History, history_of
from rulesdemo.rules.toc import contents
from tests.support.markup import Marked
from tests.support.notebooks import live_pages, run
from widgets.chapter.page import Chapter, chapter
from widgets.games.republic.guide import GUIDE
from widgets.play.real_day_maps import MAPS, real_day_map
from widgets.sandbox.page import sandbox
from widgets.scene.shapes import Group, Item, Label, bounds, groups
from widgets.scene.text_painter import words as spoken

FOLD = '<details class="fold drawer real-day" id="real-day">'
CHAPTERS = [each.path.partition("/")[2] for each in contents().chapters if each.is_there]


def history(game: str) -> History:
    found = history_of(game)
    assert found is not None
    return found


def one_line(text: object) -> str:
    return " ".join(str(text).split())


@pytest.mark.parametrize("game", GAMES)
def test_the_sandbox_of_every_game_shows_all_of_its_history(game: str) -> None:
    page = sandbox(game)
    page.play()
    frame = str(page.view.frame(page.view.parts() | page.view.first_parts()))
    assert frame.count(FOLD) == 1
    told = history(game)
    read = Marked(page.view.parts()["day"])
    assert read.faults == []
    for each in told.statements():
        if each not in told.scenarios:
            assert one_line(each.text).partition(" [")[0] in read.words
        for source in (*each.sources, *(one for voice in each.voices for one in voice.sources)):
            assert each in told.scenarios or f"{source.work.line}, {source.place}" in read.words
    marks = [attrs["class"] for attrs in read.all("li") if attrs.get("class", "").startswith("day-")]
    assert set(marks) == {"day-true", "day-disputed", "day-ours"}
    assert len(marks) == len(told.statements()) - len(told.scenarios) + bool(told.of_scenario(page.battle.picked))


@pytest.mark.parametrize("name", CHAPTERS)
def test_every_chapter_has_the_real_day_one_press_away(name: str) -> None:
    page, lives = live_pages(run(name))
    assert sum(FOLD in live.first for live in lives) == 1
    card = page.desk.guide.source(page.desk.scenario)
    assert card
    words = Marked(page.view.parts()["day"]).words
    for line in (*card, page.desk.guide.about(page.desk.scenario), page.desk.guide.title(page.desk.scenario)):
        assert one_line(line) in words


def test_it_follows_the_set_piece_that_is_chosen() -> None:
    page = Chapter(GUIDE, ["siris", "thurii"], name="en/republic/05_the_battle_table")
    page.play()
    assert "280 BC: the battle of Heraclea" in page.view.parts()["day"]
    reply = page.hear([{"do": "set", "name": "scenario", "value": "thurii"}])
    assert "282 BC: the relief of Thurii" in reply["parts"]["day"]
    assert "280 BC: the battle of Heraclea" not in reply["parts"]["day"]


def test_a_press_that_changes_no_set_piece_sends_nothing_of_it() -> None:
    page = chapter("veneti", "boarders", name="en/veneti/09_boarding")
    page.play()
    assert "day" not in page.hear([{"do": "choose", "name": "end_movement"}]).get("parts", {})


@pytest.mark.parametrize("game", GAMES)
def test_every_history_has_a_map_that_speaks(game: str) -> None:
    scene = real_day_map(history(game).map)
    twin = spoken(scene)
    assert len(twin.split("\n")) >= 4
    for group in groups(item for layer in scene.layers for item in layer.items):
        if any(isinstance(item, Label) for item in group.items):
            assert group.label
            assert str(group.label) in twin


def labels(items: tuple[Item, ...]) -> list[Label]:
    """The labels of some items, those in groups too; no group with words is moved."""
    found = [item for item in items if isinstance(item, Label)]
    for item in items:
        if isinstance(item, Group):
            inside = labels(item.items)
            assert not inside or (item.at == (0, 0) and item.scale == 1)
            found += inside
    return found


@pytest.mark.parametrize("name", MAPS)
def test_no_word_of_a_map_leaves_it_and_none_lies_over_another(name: str) -> None:
    scene = real_day_map(name)
    boxes = [(each.text, bounds([each], guess=1.0)) for layer in scene.layers for each in labels(layer.items)]
    for text, (left, top, right, bottom) in boxes:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= scene.w, text
        assert bottom <= scene.h, text
    for place, (text, (left, top, right, bottom)) in enumerate(boxes):
        for other, (x0, y0, x1, y1) in boxes[place + 1 :]:
            assert right <= x0 or x1 <= left or bottom <= y0 or y1 <= top, (text, other)


def test_every_chapter_is_looked_at() -> None:
    files = {path.parent.name for path in (folder("book") / "en").glob("*/[0-9]*.ipynb")}
    assert {name.partition("/")[0] for name in CHAPTERS} == files == set(GAMES)
    assert len(CHAPTERS) == len(list((folder("book") / "en").glob("*/[0-9]*.ipynb")))
