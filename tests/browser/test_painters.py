"""One scene, two painters: a real canvas in a real browser against the SVG of the same scene, and a canvas that outlives what goes wrong.

The served book has a lean page of its own, without widget libraries; a canvas needs them, so these tests use the stock Voila.
"""

import base64
import io
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import nbformat
import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, expect

from tests.support.server import PATIENCE, surroundings
from widgets.board.gallery import FACES, counter_sheet, font_faces, page, states
from widgets.games.veneti.gallery import gallery
from widgets.scene.shapes import Scene
from widgets.scene.svg import svg

ROOT = Path(__file__).parents[2]
KINDS = ("boarding", "moving", "moved", "sides", "fight", "counters", "states")
MEAN = 1.0  # grey levels of 255
FAR = 32
SHARE = 0.005
CODE = """
import ipywidgets as ipw
from IPython.display import display
from widgets.scene.canvas import CanvasPainter
from widgets.scene.canvas_commands import draw_list
from widgets.games.veneti.gallery import gallery
from widgets.board.gallery import counter_sheet, states
from widgets.scene.shapes import Disc, Layer, Scene, Style
scenes = {**gallery(), "counters": counter_sheet(), "states": states()}
painters = {}
said = ipw.HTML("ready")
def button(name, act):
    made = ipw.Button(description=name)
    def pressed(_button):
        try:
            said.value = f"{name}: {act()}"
        except Exception as error:
            said.value = f"{name}: refused, {error}"
    made.on_click(pressed)
    return made
def pick(name):
    def act():
        painters["it"].show(scenes[name])
        return "shown"
    return act
def bad():
    it = painters["it"]
    return it.show(Scene(600, 408, (Layer("ships", (Disc(10, 10, -5, Style("#000000")),)),), "bad"))
painters["it"] = CanvasPainter(scenes["states"], SCALE)
names = [NAMES]
acts = [button(f"show {name}", pick(name)) for name in names]
acts += [button("repaint", lambda: painters["it"].repaint()), button("bad", bad)]
def glide():
    return painters["it"].glide(painters["it"].scene, scenes["moved"])
acts.append(button("glide", glide))
display(ipw.VBox([said, *acts, painters["it"].widget]))
"""


def notebook(folder: Path, scale: int) -> Path:
    names = ", ".join(repr(name) for name in KINDS)
    code = CODE.replace("SCALE", str(scale)).replace("NAMES", names)
    made = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(code)])
    made.metadata["kernelspec"] = {"name": "python3", "display_name": "Python 3", "language": "python"}
    file = folder / f"board{scale}.ipynb"
    nbformat.write(made, file)
    return file


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("painters")
    for scale in (1, 2):
        notebook(folder, scale)
    home = folder / "home"
    home.mkdir()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    with tempfile.TemporaryDirectory() as scratch:
        environment = {**surroundings(home, Path(scratch)), "PYTHONPATH": str(ROOT)}
        command = [sys.executable, "-m", "voila", str(folder), "--no-browser", f"--port={port}", "--Voila.ip=127.0.0.1"]
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
            try:
                yield answering(f"http://127.0.0.1:{port}/", folder / "log")
            finally:
                process.terminate()
                process.wait(timeout=PATIENCE)


def answering(address: str, log: Path) -> str:
    """The address, once somebody answers there."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            with urlopen(address, timeout=PATIENCE):  # noqa: S310 - our own server
                return address
        except URLError:
            time.sleep(0.2)
    pytest.fail(log.read_text())


@pytest.fixture(scope="module", params=[1, 2], ids=["scale 1", "scale 2"])
def board(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[tuple[Page, int]]:
    """A live canvas with the page's own fonts."""
    scale: int = request.param
    context = browser.new_context(viewport={"width": 1300, "height": 1000}, device_scale_factor=scale)
    live = context.new_page()
    live.goto(f"{address}voila/render/board{scale}.ipynb", timeout=PATIENCE * 1000)
    live.locator("canvas").first.wait_for(timeout=PATIENCE * 1000)
    live.add_style_tag(content=font_faces())
    wanted = [f"{slant} {weight} 16px '{family}'" for family, _stem, cuts in FACES for weight, slant in cuts]
    live.evaluate("fonts => Promise.all(fonts.map(font => document.fonts.load(font)))", wanted)
    press(live, "repaint")
    yield live, scale
    context.close()


def press(live: Page, name: str) -> str:
    live.get_by_role("button", name=name, exact=True).click()
    said = live.get_by_text(re.compile(f"^{name}: "))
    expect(said).to_be_visible(timeout=PATIENCE * 1000)
    return said.inner_text()


def pixels(data: bytes) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(data)).convert("RGB"), dtype=np.int16)


def canvas_pixels(live: Page) -> np.ndarray:
    """What the canvas shows, once it has come to rest."""
    before = ""
    for _ in range(100):
        live.wait_for_timeout(150)
        now = live.evaluate("document.querySelector('canvas').toDataURL()")
        if now == before:
            break
        before = now
    # Transparent where nothing is painted, as no scene of the book leaves anything.
    return pixels(base64.b64decode(before.partition(",")[2]))


def svg_pixels(browser: Browser, scene: Scene, scale: int) -> np.ndarray:
    context = browser.new_context(viewport={"width": round(scene.w), "height": round(scene.h)}, device_scale_factor=scale)
    still = context.new_page()
    still.set_content(page(svg(scene)))
    still.evaluate("document.fonts.ready")
    taken = still.screenshot()
    context.close()
    return pixels(taken)


def scenes() -> dict[str, Scene]:
    return {**gallery(), "counters": counter_sheet(), "states": states()}


@pytest.mark.parametrize("kind", KINDS)
def test_canvas_and_svg_agree(board: tuple[Page, int], browser: Browser, kind: str, tmp_path: Path) -> None:
    live, scale = board
    press(live, f"show {kind}")
    painted, drawn = canvas_pixels(live), svg_pixels(browser, scenes()[kind], scale)
    assert painted.shape == drawn.shape
    apart = np.abs(painted - drawn)
    mean, share = float(apart.mean()), float((apart.max(axis=2) > FAR).mean())
    Image.fromarray(painted.astype(np.uint8)).save(tmp_path / "canvas.png")
    Image.fromarray(drawn.astype(np.uint8)).save(tmp_path / "svg.png")
    assert (mean < MEAN, share < SHARE) == (True, True), (mean, share)


def test_a_bad_scene_is_refused_and_the_board_lives_on(board: tuple[Page, int]) -> None:
    live, _ = board
    press(live, "show boarding")
    before = canvas_pixels(live)
    assert "refused" in press(live, "bad")
    assert np.array_equal(canvas_pixels(live), before)
    press(live, "show moving")
    assert not np.array_equal(canvas_pixels(live), before)


def test_a_glide_ends_as_the_picture_itself(board: tuple[Page, int]) -> None:
    live, _ = board
    press(live, "show moved")
    wanted = canvas_pixels(live)
    press(live, "show moving")
    press(live, "glide")
    assert np.array_equal(canvas_pixels(live), wanted)
