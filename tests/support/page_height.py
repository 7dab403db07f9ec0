"""How high every chapter is and how much of it is blank: `python -m tests.support.page_height [--bands] [GAME]`, on a desk and on a phone.

A page's bands are what stands under its title from top to bottom, each as high as the highest of what stands side by side in it. A band is
cut into columns of equal width; what of a column's height has neither words, nor a picture, nor a control for more than a gap is blank.
"""

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Page, expect

from tests.support.browser import AWAKE, CHAPTERS, LATER, PHONE, WIDE, a_browser
from tests.support.server import served

COLUMNS = {WIDE["width"]: 4, PHONE["width"]: 1}  # a board takes two of the four
GAP = 40  # pixels between two things that are no hole yet
LOW = 120  # pixels; a band that is lower has no column to speak of
MEASURE = """([columns, gap, low]) => {
  const main = document.querySelector("main");
  const style = getComputedStyle(main);
  const left = main.getBoundingClientRect().left + parseFloat(style.paddingLeft);
  const width = main.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !node.closest(".sr, .hits");
  // What has scrolled out of a frame inside the page is not seen.
  const cut = (box, node) => {
    let { left, right, top, bottom } = box;
    for (let each = node.parentElement; each !== main; each = each.parentElement) {
      if (getComputedStyle(each).overflowY === "visible") continue;
      const frame = each.getBoundingClientRect();
      [left, right] = [Math.max(left, frame.left), Math.min(right, frame.right)];
      [top, bottom] = [Math.max(top, frame.top), Math.min(bottom, frame.bottom)];
    }
    return { left, right, top, bottom };
  };
  const boxes = (top) => {
    const found = [];
    const words = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      if (!node.data.trim() || !isSeen(node.parentElement)) continue;
      let block = node.parentElement;
      while (block !== top && getComputedStyle(block).display.startsWith("inline")) block = block.parentElement;
      found.push(...[...block.getClientRects()].map((box) => cut(box, block)));
    }
    for (const node of top.querySelectorAll("svg, img, canvas, input, label:has(input), select, textarea, button, td, th, .surface"))
      if (isSeen(node)) found.push(cut(node.getBoundingClientRect(), node));
    return found;
  };
  const bands = [];
  const flat = (node) => (getComputedStyle(node).display === "contents" ? [...node.children].flatMap(flat) : [node]);
  for (const node of [...main.children].flatMap(flat)) {
    const box = node.getBoundingClientRect();
    if (!isSeen(node) || box.height < 2) continue;
    const last = bands.at(-1);
    if (last && box.top < last.bottom - 8) {
      last.bottom = Math.max(last.bottom, box.bottom);
      last.nodes.push(node);
    } else bands.push({ top: box.top, bottom: box.bottom, nodes: [node] });
  }
  const told = bands.filter((band) => band.bottom - band.top >= low).map((band) => {
    const all = band.nodes.flatMap(boxes);
    const blank = [];
    for (let place = 0; place < columns; place += 1) {
      const [from, to] = [left + (place * width) / columns, left + ((place + 1) * width) / columns];
      const inside = all.filter((box) => box.right > from + 12 && box.left < to - 12).sort((a, b) => a.top - b.top);
      let [end, empty] = [band.top, 0];
      for (const box of [...inside, { top: band.bottom, bottom: band.bottom + 1 }]) {
        if (box.bottom <= box.top) continue;
        if (box.top - end > gap) empty += box.top - end;
        end = Math.max(end, Math.min(box.bottom, band.bottom));
      }
      blank.push(empty / (band.bottom - band.top));
    }
    return { name: band.nodes.map((node) => node.id || node.classList[0]).join("+"), height: band.bottom - band.top, blank };
  });
  return { height: document.documentElement.scrollHeight, bands: told };
}"""


class Band(NamedTuple):
    """What stands side by side: its name, its height, and the blank share of each column."""

    name: str
    height: float
    blank: list[float]


class Measure(NamedTuple):
    """The height of a page, and its bands."""

    height: int
    bands: list[Band]

    @property
    def blank(self) -> float:
        """The share of all columns that is blank."""
        return sum(sum(band.blank) / len(band.blank) * band.height for band in self.bands) / sum(band.height for band in self.bands)

    @property
    def emptiest(self) -> tuple[float, str]:
        """The column with the largest blank share, and where it is."""
        return max((share, f"{band.name} {place}") for band in self.bands for place, share in enumerate(band.blank, 1))


def measure(page: Page) -> Measure:
    """Measure a page as it is shown."""
    size = page.viewport_size
    assert size is not None
    found = page.evaluate(MEASURE, [COLUMNS[size["width"]], GAP, LOW])
    return Measure(found["height"], [Band(**band) for band in found["bands"]])


def line(path: str, found: Measure) -> str:
    """Return a row of the table."""
    share, place = found.emptiest
    return f"{path:<44}{found.height:>7} px{found.blank:>7.0%}{share:>7.0%}  {place}"


def say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", nargs="?", default="")
    parser.add_argument("--bands", action="store_true", help="every band with its columns")
    parser.add_argument("--width", type=int, choices=COLUMNS, action="append", help="this one only")
    options = parser.parse_args()
    found: dict[int, list[Measure]] = {WIDE["width"]: [], PHONE["width"]: []}
    with tempfile.TemporaryDirectory() as scratch, served(Path(scratch)) as server, a_browser() as browser:
        for path in CHAPTERS:
            if not path.startswith(f"/en/{options.game}"):
                continue
            for size in (WIDE, PHONE):
                if size["width"] not in (options.width or COLUMNS):
                    continue
                page = browser.new_page(viewport=size, reduced_motion="reduce")
                page.goto(server.origin + path)
                page.locator(AWAKE).first.wait_for()
                expect(page.locator(f"{LATER}, [data-live]:not({AWAKE})")).to_have_count(0)
                now = measure(page)
                page.close()
                found[size["width"]].append(now)
                say(f"{size['width']:>5}  {line(path, now)}")
                for band in now.bands if options.bands else ():
                    say(f"       {band.name:<50}{band.height:>6.0f}  {json.dumps([round(share, 2) for share in band.blank])}")
    for width, pages in ((width, pages) for width, pages in found.items() if pages):
        count, heights = len(pages), [each.height for each in pages]
        blank, emptiest = sum(each.blank for each in pages) / count, max(each.emptiest[0] for each in pages)
        say(f"{width:>5}  {count} chapters: mean {sum(heights) / count:.0f} px, highest {max(heights)} px")
        say(f"       blank {blank:.0%}, emptiest column {emptiest:.0%}")


if __name__ == "__main__":
    main()
