"""SVG text: well-formed, safe, with ids that are used once, and patches that lead from one picture to the next."""

import re
from collections import Counter
from copy import deepcopy
from dataclasses import replace
from math import nan
from xml.etree import ElementTree as ET

import pytest

from rulesdemo.board.hexes import Direction
from widgets.board.gallery import scenes
from widgets.board.sheet import SANDBOX, Target
from widgets.games.veneti.board.scene import Display, scene
from widgets.games.veneti.gallery import GRID, boarding, boarding_shown, busy
from widgets.scene.shapes import BadScene, Disc, Group, Label, Layer, Path, Scene, Style, rect
from widgets.scene.svg import Drawing, ids, svg
from widgets.scene.text_painter import label_of, words

NS = "{http://www.w3.org/2000/svg}"
SCENES = scenes()
BLACK = Style("#000000")


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)  # noqa: S314 - our own text


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("live", [False, True], ids=["still", "live"])
def test_it_is_well_formed_named_and_every_reference_has_one_target(name: str, live: bool) -> None:
    text = svg(SCENES[name], live=live)
    root = parsed(text)
    found = Counter(node.get("id") for node in root.iter() if node.get("id"))
    assert [node for node, times in found.items() if times > 1] == []
    asked = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    assert asked <= set(found)
    assert root.get("role") == ("group" if live else "img")
    assert [root.find(f"{NS}{what}").text for what in ("title", "desc")] == [SCENES[name].title, SCENES[name].desc]  # type: ignore[union-attr]
    assert set(str(root.get("aria-labelledby")).split()) <= set(found)
    shapes = " ".join(re.findall(r' (?:d|x|y|r|cx|cy|transform|viewBox)="([^"]*)"', text))
    assert not re.search("nan|inf", shapes)


def test_the_same_scene_gives_the_same_text() -> None:
    assert svg(scene(boarding(), boarding_shown())) == svg(scene(boarding(), boarding_shown()))


def test_text_is_escaped_everywhere() -> None:
    nasty = '<script>alert("1")</script> & \x00\x0b "\''
    group = Group((Label(0, 0, nasty, 10), Disc(0, 0, 1, BLACK)), id=nasty, role=nasty, label=nasty, key=nasty)
    text = svg(Scene(10, 10, (Layer(nasty + "!", (group,)),), nasty, nasty), prefix=nasty, live=True)
    root = parsed(text)
    assert "<script" not in text
    assert root.find(f"{NS}title").text == nasty.replace("\x00", "\ufffd").replace("\x0b", "\ufffd")  # type: ignore[union-attr]


def test_names_that_differ_never_share_an_id() -> None:
    groups = tuple(Group((Disc(0, 0, 1, BLACK),), id=name) for name in ("a b", "a_b", "a-b", "a:b", "ab", "a_20_b"))
    text = svg(Scene(1, 1, (Layer("ships", groups),), "Names"))
    assert len(set(re.findall(r'<g id="(board-a[^"]*)"', text))) == len(groups)


def test_two_parts_of_one_name_are_refused() -> None:
    twice = (Group((), id="aquila"), Group((), id="aquila"))
    with pytest.raises(BadScene, match="aquila"):
        svg(Scene(1, 1, (Layer("ships", twice),), "Twice"))
    with pytest.raises(BadScene, match="ships"):
        svg(Scene(1, 1, (Layer("ships", (Group((), id="ships"),)),), "Twice"))


@pytest.mark.parametrize(
    "item", [Disc(nan, 0, 1, BLACK), Disc(0, 0, -1, BLACK), Path(rect(0, 0, 1, 1), Style(line="#000000", width=-1))], ids=repr
)
def test_a_bad_number_is_refused(item: Disc | Path) -> None:
    with pytest.raises(BadScene):
        svg(Scene(1, 1, (Layer("ships", (item,)),), "Bad"))


def test_a_repeated_picture_is_defined_once() -> None:
    text = svg(scene(busy(), Display(SANDBOX)))
    assert text.count('id="board-k-galley_3a_one"') == 1
    assert text.count('href="#board-k-galley_3a_one"') == 6


def test_labels_of_one_kind_share_their_manner() -> None:
    text = svg(scene(busy(), Display(SANDBOX)))
    assert text.count("<text") > 300
    assert text.count("font-family") < 60


def test_boards_of_one_page_have_different_ids() -> None:
    picture = scene(boarding(), boarding_shown())
    both = parsed(f"<div>{svg(picture, 'one')}{svg(picture, 'two')}</div>")
    found = Counter(node.get("id") for node in both.iter() if node.get("id"))
    assert max(found.values()) == 1


# -- patches -----------------------------------------------------------------------------------------------------------------------------


def patched(page: ET.Element, changes: dict[str, str]) -> None:
    """What a page does: each element with such an id gives way to the new one."""
    for name, text in changes.items():
        parents = [(parent, place) for parent in page.iter() for place, child in enumerate(parent) if child.get("id") == name]
        assert len(parents) == 1, name
        parent, place = parents[0]
        made = parsed(f'<g xmlns="http://www.w3.org/2000/svg">{text}</g>')[0]
        made.tail = parent[place].tail
        parent[place] = made


def shape(root: ET.Element) -> str:
    """A picture as text, definitions that nobody uses left out."""
    used = {str(node.get("href"))[1:] for node in root.iter(f"{NS}use")}
    for defs in root.iter(f"{NS}defs"):
        for node in list(defs):
            if node.get("id") not in used:
                defs.remove(node)
    return ET.canonicalize(ET.tostring(root, encoding="unicode"))


def story() -> list[Scene]:
    """A game as a reader sees it: look, choose, point, move, be taken, be lost."""
    fight, shown = busy(), Display(SANDBOX, rose="auto")
    one, two = fight.ships[0], next(ship for ship in fight.ships if ship.kind == "sail")
    chosen = replace(shown, selected=one.id, legal=tuple(Target(place, "row", "1") for place in GRID.neighbours(one.bow)))
    moved = fight.with_ships(replace(one, bow=GRID.neighbour(one.bow, Direction(3))))
    taken = moved.with_ships(replace(two, captured="captured", controller="roman", immobilised=True))
    lost = taken.with_ships(replace(two, gone="burnt"))
    return [
        scene(fight, shown),
        scene(fight, chosen),
        scene(fight, replace(chosen, hover=one.bow)),
        scene(moved, shown),
        scene(moved, replace(shown, arcs=one.id)),
        scene(taken, shown),
        scene(lost, replace(shown, refused=one.bow)),
        scene(fight, shown),
    ]


def test_patches_lead_from_each_picture_to_the_next() -> None:
    pictures = story()
    page = parsed(f"<div>{svg(pictures[0])}</div>")
    drawing = Drawing(pictures[0])
    for after in (*pictures[1:], *pictures):  # twice, so that what was shown before comes back
        patched(page, drawing.show(after))
        assert shape(deepcopy(page[0])) == shape(parsed(svg(after)))


def test_a_picture_that_comes_back_is_not_sent_again() -> None:
    plain, chosen = story()[:2]
    drawing = Drawing(plain)
    assert "board-defs" in drawing.show(chosen)
    drawing.show(plain)
    assert "board-defs" not in drawing.show(chosen)


def test_a_move_sends_only_what_moved() -> None:
    held, shown = boarding(), boarding_shown()
    corvus = held.ship("corvus")
    after = held.with_ships(replace(corvus, bow=GRID.neighbour(corvus.bow, corvus.heading)))
    changes = Drawing(scene(held, shown)).show(scene(after, shown))
    names = {"board-name_20_Corvus", "board-name_20_Aquila"}  # one name may make room for another
    assert {"board-corvus", "board-covers"} <= set(changes) <= {"board-corvus", "board-covers"} | names
    assert sum(map(len, changes.values())) < 4000


def test_the_same_picture_needs_no_patch() -> None:
    picture = scene(boarding(), boarding_shown())
    assert Drawing(picture).show(picture) == {}
    assert Drawing(picture).show(scene(boarding(), boarding_shown())) == {}


def test_another_size_needs_the_whole_picture() -> None:
    a, b = scene(boarding(), boarding_shown()), scene(boarding(), replace(boarding_shown(), size=(500.0, 300.0)))
    assert set(Drawing(a).show(b)) == {"board"}


def test_parts_can_be_found_in_the_page() -> None:
    picture = scene(boarding(), boarding_shown())
    found = ids(picture)
    assert found["aquila"] == "board-aquila"
    assert all(f'id="{node}"' in svg(picture) for node in found.values())


# -- words -------------------------------------------------------------------------------------------------------------------------------


def test_words_are_the_labels_in_reading_order() -> None:
    ship = Group((), id="a", role="ship", label="Aquila lies here")
    mark = Group((), id="m", role="mark", label="Aquila is selected.")
    odd = Group((), id="o", role="odd", label="Something else")
    spoken = words(Scene(1, 1, (Layer("base", (odd, mark)), Layer("ships", (ship,))), "Board", "Turn 1"))
    assert spoken.splitlines() == ["Board.", "Turn 1.", "Aquila lies here.", "Aquila is selected.", "Something else."]


def test_one_part_can_be_told() -> None:
    picture = scene(boarding(), boarding_shown())
    assert label_of(picture, "aquila").startswith("Aquila, Roman galley, bow in 2219, heading N")
    assert label_of(picture, "nobody") == ""
