"""Pictures of every page, as a reader, a phone and a room see it, into the folder `screenshots`; run by `make screenshots`.

With `--readme` the three small pictures of the README are made anew, in docs.
"""

import argparse
import io
import re
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, ViewportSize

from rulesdemo.rules.toc import contents
from tests.support.browser import AWAKE, PHONE, WIDE, a_browser
from tests.support.server import Served, served

ROOT = Path(__file__).parents[2]
WALL = ViewportSize(width=1280, height=800)
SIZES = {"1280": WIDE, "390": PHONE, "projector": WALL}
BATTLE = 130  # orders that the battle of the README has seen
LARGEST = 120_000  # bytes of a picture in the README
THUMBNAIL = (320, 420, 20, 5)  # of a sheet: width, height, the gap around it, how many in a row


def pages() -> dict[str, str]:
    """Every page by the name of its picture."""
    chapters = [chapter for game in contents().games for chapter in contents().of(game) if chapter.is_there]
    found = {
        "home": "/",
        "glossary": "/en/glossary",
        "rules": "/en/veneti/rules",
        "drills": "/en/drills",
        "lab": "/en/lab",
        "sandbox": "/en/veneti/sandbox",
        "not_found": "/en/nowhere",
    }
    return found | {re.sub(r"\W", "_", chapter.key): chapter.address("en") for chapter in chapters}


def settled_page(browser: Browser, server: Served, path: str, size: ViewportSize, *, is_wall: bool = False) -> Page:
    """A page when it has come to rest."""
    page = browser.new_context(viewport=size, reduced_motion="reduce").new_page()
    if is_wall:
        page.add_init_script("localStorage.setItem('projector', 'on')")
    page.goto(server.origin + path)
    if page.locator("[data-live]").count():
        page.locator(AWAKE).first.wait_for()
    page.wait_for_timeout(400)
    return page


def every_page(browser: Browser, server: Served, folder: Path) -> None:
    for name, path in pages().items():
        for kind, size in SIZES.items():
            page = settled_page(browser, server, path, size, is_wall=kind == "projector")
            page.screenshot(path=folder / f"{name}_{kind}.png", full_page=True)
            page.context.close()
            sys.stdout.write(f"{name}_{kind}.png\n")
    for kind in SIZES:
        sheet(folder, kind)


def sheet(folder: Path, kind: str) -> None:
    """The tops of all pictures of a kind on one sheet, each with its name."""
    files = [folder / f"{name}_{kind}.png" for name in pages()]
    wide, high, gap, across = THUMBNAIL
    down = -(-len(files) // across)
    made = Image.new("RGB", (across * (wide + gap) + gap, down * (high + 2 * gap) + gap), "white")
    write = ImageDraw.Draw(made)
    for place, file in enumerate(files):
        x, y = gap + place % across * (wide + gap), gap + place // across * (high + 2 * gap)
        with Image.open(file) as picture:
            small = picture.convert("RGB").resize((wide, picture.height * wide // picture.width))
        made.paste(small.crop((0, 0, wide, min(high, small.height))), (x, y))
        write.text((x, y + high + 4), file.stem, fill="black")
    made.save(folder / f"sheet_{kind}.png")
    sys.stdout.write(f"sheet_{kind}.png\n")


def at_home(_page: Page) -> None:
    """As it comes."""


def fought(page: Page) -> None:
    """A battle under way: a hasty reader's first orders, and the captain's answers."""
    for _ in range(BATTLE):
        page.evaluate(
            """() => (document.querySelector("#tray-roll") ?? document.querySelector("[data-do=jump]")
                ?? document.querySelector("[data-part=orders] [data-do=choose]"))?.click()"""
        )
        page.wait_for_timeout(250)
    page.get_by_role("heading", name="your move").wait_for()
    page.mouse.move(5, 5)


def rolled(page: Page) -> None:
    """Boarding, with dice as somebody threw them."""
    page.locator("#tray-type").click()
    page.locator("#tray-faces").fill("3 4")
    page.locator("#tray-faces").press("Enter")
    page.locator(".tray-line").wait_for()
    page.mouse.move(5, 5)


README: dict[str, tuple[str, Callable[[Page], None]]] = {
    "home": ("/", at_home),
    "boarding": ("/en/veneti/09_boarding", rolled),
    "sandbox": ("/en/veneti/sandbox", fought),
}


def for_the_readme(browser: Browser, server: Served, folder: Path) -> None:
    for name, (path, act) in README.items():
        page = settled_page(browser, server, path, WALL)
        act(page)
        page.wait_for_timeout(300)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB").quantize(96, dither=Image.Dither.NONE)
        picture.save(folder / f"{name}.png", optimize=True)
        page.context.close()
        size = (folder / f"{name}.png").stat().st_size
        sys.stdout.write(f"{name}.png, {size} bytes\n")
        assert size < LARGEST


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readme", action="store_true", help="make the pictures of the README")
    is_readme = parser.parse_args().readme
    folder = ROOT / ("docs" if is_readme else "screenshots")
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch, served(Path(scratch)) as server, a_browser() as browser:
        (for_the_readme if is_readme else every_page)(browser, server, folder)


if __name__ == "__main__":
    main()
