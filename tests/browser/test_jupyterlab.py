"""A chapter in JupyterLab, as `rulesdemo lab` opens it: run from top to bottom, its board is seen and answers a press."""

from __future__ import annotations

import re
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.server import BIN, PATIENCE, surroundings

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/\S*token=(\w+)")
CHAPTER = "en/veneti/05_rowing.ipynb"
WHOLE = ViewportSize(width=1280, height=5000)  # what is out of sight JupyterLab takes out of the page
OF_OURS = "style[data-sheets]"


@contextmanager
def lab(folder: Path) -> Iterator[tuple[str, str]]:
    """JupyterLab on a copy of the book in an empty folder: its origin and its token."""
    home = folder / "home"
    home.mkdir()
    with tempfile.TemporaryDirectory() as scratch:
        process = subprocess.Popen(
            [str(BIN / "rulesdemo"), "lab", "--no-browser", "--port", "0", "--folder", str(folder / "copy")],
            cwd=home,
            env=surroundings(home, Path(scratch)),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stderr is not None
            found = next(filter(None, map(ADDRESS.search, process.stderr)))
            threading.Thread(target=process.stderr.read, daemon=True).start()
            yield f"http://127.0.0.1:{found[1]}", found[2]
        finally:
            process.terminate()
            process.wait(PATIENCE)


def menu(page: Page, name: str, item: str) -> None:
    page.get_by_role("menuitem", name=name, exact=True).click()
    page.get_by_role("menuitem", name=item, exact=True).click()


def test_a_chapter_runs_in_jupyterlab(browser: Browser, tmp_path: Path) -> None:
    with lab(tmp_path) as (origin, token):
        context = browser.new_context(viewport=WHOLE)
        page = context.new_page()
        broken: list[str] = []
        page.on("pageerror", lambda error: broken.append(str(error)))
        page.goto(f"{origin}/lab/tree/{CHAPTER}?token={token}")
        expect(page.locator(".jp-CodeCell").first).to_be_visible()
        expect(page.get_by_text("Python 3 (ipykernel) | Idle")).to_be_visible()  # what is run before is lost

        menu(page, "Run", "Run All Cells")
        expect(page.get_by_text("(Fraction(5, 2), Fraction(-1, 2))")).to_be_visible()  # a cell near the end
        expect(page.locator("[data-surface=board] svg").first).to_be_visible()
        orders = page.locator("[data-part=orders]")
        expect(orders).not_to_contain_text("how many points")
        page.locator("[data-do=choose]").filter(has_text="Go on").click()
        expect(orders).to_contain_text("First say how many points Celer will spend.")
        # The style stands once in the notebook's outputs, and once in the head, where clearing the outputs leaves it.
        assert page.locator(f"head {OF_OURS}").count() == 1

        # A later cell alone, with nothing of the style left on the page: the piece asks for it.
        menu(page, "Edit", "Clear Outputs of All Cells")
        page.evaluate(f"document.querySelectorAll('{OF_OURS}').forEach((node) => node.remove())")
        page.locator(".jp-CodeCell").filter(has_text="page.extra(SPRINT)").locator(".cm-content").click()
        page.keyboard.press("Shift+Enter")
        piece = page.locator(".book").first
        expect(piece).to_be_visible()
        expect(piece).to_have_css("font-size", "17px")
        assert broken == []
        context.close()
    assert (tmp_path / "copy" / CHAPTER).is_file()
