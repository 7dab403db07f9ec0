"""Outside of our own pages: what a notebook saves, what nbconvert makes of it, and which output brings the style."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbconvert.preprocessors import ExecutePreprocessor

from rulesdemo.rules.datafiles import folder
from widgets.web import html_output, notebook
from widgets.web.html_output import Html, style
from widgets.web.live import Live

VIEW = "application/vnd.jupyter.widget-view+json"
SHEETS = re.compile(r'<style data-sheets=\\?"([^"\\]*)')
PAPER = "--paper: #FAF7EF"  # stands in the first sheet
SCRIPT = re.compile(r"<script.*?</script>", re.DOTALL)


class Kernel:
    """A kernel that has been told to run a cell."""

    def __init__(self) -> None:
        self.execution_count = 0
        self.parent: dict[str, Any] = {}
        self.kernel = SimpleNamespace(get_parent=lambda _channel: self.parent)

    def run(self, cell: str, *, allow_stdin: bool = True) -> None:
        self.execution_count += 1
        self.parent = {"metadata": {"cellId": cell} if cell else {}, "content": {"allow_stdin": allow_stdin}}


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel()
    monkeypatch.delenv("RULESDEMO_SERVED", raising=False)
    monkeypatch.setattr(notebook, "_shell", lambda: kernel)
    monkeypatch.setattr(html_output, "_carriers", {})
    return kernel


class Still:
    """A page on which nothing happens."""

    def first(self) -> Markup:
        return Markup('<p data-part="said">still</p>')

    def hear(self, acts: list[dict[str, Any]]) -> dict[str, Any]:  # noqa: ARG002 - what a page has
        return {"parts": {}}


@pytest.fixture(scope="module")
def chapter(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A chapter, executed as `jupyter nbconvert --execute` does it."""
    found = nbformat.read(folder("book") / "en" / "veneti" / "09_boarding.ipynb", as_version=4)
    place = tmp_path_factory.mktemp("elsewhere")
    with pytest.MonkeyPatch.context() as surroundings:
        surroundings.delenv("RULESDEMO_SERVED", raising=False)
        surroundings.setenv("IPYTHONDIR", str(place / "ipython"))
        surroundings.setenv("PYTHONPATH", str(Path.cwd()))
        ExecutePreprocessor(timeout=120).preprocess(found, {"metadata": {"path": str(place)}})
    return found


def test_nbconvert_shows_the_boards(chapter: Any) -> None:
    html, _resources = HTMLExporter().from_notebook_node(chapter)
    seen = SCRIPT.sub("", html)
    assert seen.count("<svg") > 10
    assert 'aria-label="' in seen
    assert "23/36" in seen  # four attackers against one defender: both lines of the table in code, and what the board's odds say
    assert seen.count(PAPER) == 1


def test_a_saved_notebook_has_each_sheet_once(chapter: Any) -> None:
    saved = json.dumps(chapter)
    times = Counter(name for names in SHEETS.findall(saved) for name in names.split())
    assert {"web/web", "kit/kit", "games/veneti/veneti"} <= set(times)
    assert set(times.values()) == {1}
    assert saved.count(PAPER) == 1  # nor in the state of the widgets


def test_the_first_output_brings_the_style(kernel: Kernel) -> None:
    kernel.run("a")
    text = Html(Markup("<p>x</p>"))
    assert PAPER in text._repr_html_()
    assert text._repr_html_() == "<p>x</p>"  # the same run has it already
    kernel.run("b")
    assert text._repr_html_() == "<p>x</p>"


def test_a_cell_that_runs_again_brings_its_style_again(kernel: Kernel) -> None:
    kernel.run("a")
    style()
    kernel.run("b")
    assert style() == ""
    kernel.run("a")  # what it showed before is gone, and the style with it
    assert PAPER in style()


def test_where_cells_have_no_names_the_style_comes_once(kernel: Kernel) -> None:
    kernel.run("")
    assert PAPER in style()
    kernel.run("")
    assert style() == ""


def test_a_live_piece_lets_the_style_go_ahead(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[dict[str, str]] = []
    monkeypatch.setattr("widgets.web.comm_line.display", lambda data, **_more: shown.append(data))
    kernel.run("a")
    live = Live(Still())
    data, _metadata = live._repr_mimebundle_()
    assert PAPER in shown[0]["text/html"]
    assert data["text/html"] == Still().first()
    assert VIEW in data
    assert PAPER not in live.first


def test_a_piece_that_lacks_its_style_asks_for_it(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.run("a")
    live = Live(Still())
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(live, "send", sent.append)
    assert "web/web" in live.sheets.split()
    live._handle_custom_msg({"n": 0, "acts": [{"do": "hello"}], "sheets": "web/web ../../secret"}, [])
    assert sent[0]["sheets"] == "web/web"
    assert PAPER in sent[0]["style"]
    assert sent[1]["n"] == 0


def test_where_nobody_can_press_the_text_is_all_there_is(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    kernel.run("", allow_stdin=False)
    data, _metadata = Live(Still())._repr_mimebundle_()
    assert VIEW not in data
    assert data["text/html"].startswith("<style")
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5.13")
    assert VIEW in Live(Still())._repr_mimebundle_()[0]


def test_our_own_pages_bring_none(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULESDEMO_SERVED", "1")
    kernel.run("", allow_stdin=False)  # the server runs the cells, and the reader presses
    live = Live(Still())
    assert (style(), live.sheets) == ("", "")
    assert VIEW in live._repr_mimebundle_()[0]
