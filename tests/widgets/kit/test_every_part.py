"""Every part of a chapter page in every state of the gallery: sound text, one id each, nothing of a reader's that could be a tag."""

import re

import pytest
from markupsafe import Markup

from rulesdemo.play.engine import Refusal
from rulesdemo.play.log import Line
from rulesdemo.rules.datafiles import folder
from rulesdemo.words import _, speak
from tests.support import parts_gallery
from tests.support.markup import Marked
from widgets.chapter.challenge import Challenge
from widgets.chapter.expected_answer import Chance
from widgets.kit.bars import FILL, PATTERNS
from widgets.kit.odds_rows import FILLS
from widgets.play.dice_tray import DiceTray
from widgets.play.log_view import LogView
from widgets.play.order_rows import OrderRow, OrderRows
from widgets.web.render_cache import cached
from widgets.web.rule_links import cited, derived, stacked

PARTS = {
    **parts_gallery.orders(),
    **parts_gallery.trays(),
    **parts_gallery.odds(),
    **parts_gallery.tables(),
    **parts_gallery.words(),
}
CSS = "".join(path.read_text(encoding="utf-8") for path in (folder("widgets") / "kit").glob("*.css"))
BAD = '<img src=x onerror="alert(1)">'


@pytest.mark.parametrize("name", PARTS)
def test_the_text_is_sound(name: str) -> None:
    assert Marked(PARTS[name]).faults == []


@pytest.mark.parametrize("name", PARTS)
def test_there_is_no_script_and_no_handler(name: str) -> None:
    read = Marked(PARTS[name])
    assert not read.all("script")
    assert not [attrs for _tag, attrs in read.tags if any(each.startswith("on") for each in attrs) or "style" in attrs]


def test_buttons_say_what_they_do_and_fields_what_they_set() -> None:
    for text in PARTS.values():
        read = Marked(text)
        assert [each for each in read.all("button") if not {"data-do", "data-open", "data-copy"} & set(each)] == []
        assert [each for each in read.all("input") if "data-set" not in each] == []


def test_readers_text_stays_text() -> None:
    tray = DiceTray("veneti")
    tray.write(BAD)
    tray.take()
    task = Challenge("x", "veneti", BAD, Chance("veneti.boarding", {"attackers": 4, "defenders": 1}, {"captured": True}), BAD, BAD)
    task.write(BAD)
    task.check()
    task.give_hint()
    row = OrderRow(BAD, BAD, BAD, BAD, "refused", Refusal(BAD, BAD, BAD), BAD, BAD)
    texts = [tray.html(), task.html(), OrderRows("veneti", (row,)).html(), LogView("veneti", (Line(1, 1, BAD, BAD),)).html()]
    for text in [*texts, cited("veneti", BAD, "k"), stacked(BAD), derived("veneti", BAD, "k")]:
        assert not Marked(text).all("img")
    assert "&lt;img" in texts[0]


def test_every_rule_of_the_style_sheet_stays_in_the_book() -> None:
    plain = re.sub(r"/\*.*?\*/|@media[^{]*\{|@keyframes \w+ \{[^}]*\}\s*\}", "", CSS, flags=re.DOTALL)
    selectors = [each.strip() for each in re.findall(r"([^{}]+)\{", plain)]
    assert len(selectors) > 100
    assert [each for each in selectors if not all(".book" in one for one in re.split(r",(?![^()]*\))", each))] == []


def test_fills_are_six_and_differ_in_form() -> None:
    assert tuple(FILL) == FILLS
    assert len(set(FILL.values())) == 6
    for fill in FILL.values():
        if fill.startswith("url(#"):
            assert f'id="{fill[5:-1]}"' in PATTERNS


# ------------------------------------------------------------------------------------------------------------- sentences


def test_rule_numbers_in_a_sentence_are_chips() -> None:
    read = Marked(cited("veneti", "7 − 1 [8.24] = 6. You need 4. [8.23, A17]", "said"))
    assert [each["id"] for each in read.all("details")] == ["said-0-8.24", "said-1-8.23", "said-1-A17"]
    assert "[" not in read.words


@pytest.mark.parametrize("text", ["a list [1, 2]", "no rule [99.99]", "[]", "[", "one of [8.24, 99.9]", ""])
def test_what_is_no_rule_stays_as_it_is_written(text: str) -> None:
    assert cited("veneti", text, "said") == Markup("{}").format(text)


def test_short_fractions_stand_stacked_and_long_ones_do_not() -> None:
    read = Marked(stacked("30/36 = 5/6, and 1/136048896, 3/4/5, a/b, 1/2x"))
    assert read.words.startswith("30/36 30 36 = 5/6 5 6")
    assert len(read.classed("fraction")) == 2
    assert len(read.classed("together")) == 2  # the pair, and the long one by itself


def test_a_step_gets_its_mark_and_true_signs() -> None:
    read = Marked(derived("veneti", "Read boarding_height, row lower: -1 (reconstructed; 8.24, 8.23); 5/18 * 13/18 (yours).", "s"))
    assert [each["id"] for each in read.all("details")] == ["s-0-8.24", "s-0-8.23"]
    assert "boarding height, row lower: −1" in read.words
    assert "Reconstructed: rebuilt by us" in read.words
    assert "Yours: you changed it" in read.words
    assert "×" in read.words


def test_rendered_text_is_cached_by_language() -> None:
    made = []

    @cached
    def text(name: str) -> str:
        made.append(name)
        return _(name)

    assert [text("a"), text("a"), text("b")] == ["a", "a", "b"]
    assert made == ["a", "b"]
    speak("qps")
    try:
        assert text("a") == "⟦a⟧"
    finally:
        speak("en")
    assert text("a") == "a"
    assert made == ["a", "b", "a"]
