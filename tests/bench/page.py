"""How soon a board is there, how soon it answers, and what it weighs.

One chapter, served by us and by stock Voila, turn and turn about in one run, each visit in a fresh browser profile ("cold") and then once
more in the same ("warm"). Ratios are what counts; milliseconds stand beside them. Exit code 1: a ratio misses its aim.

  painted and playable / stock Voila        from the request to a drawn board that has answered its first message
  first words / stock Voila's board         from the request to the first words that are painted, against stock's drawn board
  requests, bytes                           what a first visit asks for and takes over the line, pages and files together
  click that redraws / click that does not  a press on the board against a press whose reply is one word
  sandbox with 36 ships                     the same in the sandbox, with its whole battle on the board
  kernel / empty ipykernel with ipywidgets  memory of the page's kernel, page open and played, with its share of what kernels share
  ten readers at once                       all ten boards playable; how long until the last is
"""

from __future__ import annotations

import argparse
import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402 - the checkout comes first
from jupyter_client.manager import start_new_kernel  # noqa: E402
from playwright.sync_api import Browser, Page  # noqa: E402

from rulesdemo.rules.toc import contents  # noqa: E402
from tests.support.browser import a_browser  # noqa: E402
from tests.support.find_browser import find  # noqa: E402
from tests.support.server import BIN, TINY, Served, served, surroundings, tiny_book  # noqa: E402

LOAD_AIM = 0.25
WORDS_AIM = 0.1
REQUESTS_AIM = 6
MEGABYTES_AIM = 0.4
CLICK_AIM = 1.5
SANDBOX_AIM = 2.0
SANDBOX = "/en/veneti/sandbox"
CHAPTER = "/en/veneti/09_boarding"  # board, dice, odds, table: everything that a chapter can have
MEMORY_AIM = 1.5
REHEARSAL = 20  # seconds in which the server opens every page once for itself, as it does for readers
READERS = 10
PATIENCE = 120_000  # milliseconds
SETTLE = 3.0  # seconds between visits, in which a spare kernel is made up for
BOARD = "[data-live=awake] [data-surface] svg"
IDLE = """
from markupsafe import Markup
from widgets.web.live import Live


class Idle:
    ticks = 0

    def first(self):
        button = '<button type="button" data-do="tick" id="idle">Tick</button>'
        return Markup(f'<div class="book">{button} <span id="ticks" data-part="ticks">0</span></div>')

    def hear(self, acts):
        self.ticks += any(act.get("do") == "tick" for act in acts)
        return {"parts": {"ticks": str(self.ticks)}}


Live(Idle())
"""
WATCH = """
const look = () => {
  const board = document.querySelector(%s);
  if (board && board.getBoundingClientRect().width > 0) document.documentElement.dataset.painted = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
# From the press to the first frame after the change; the press goes through the page's own listener, as a reader's would.
CLICK = """([pressed, watched, patience]) => new Promise((done) => {
  const start = performance.now();
  const observer = new MutationObserver(() => {
    observer.disconnect();
    requestAnimationFrame(() => done(performance.now() - start));
  });
  setTimeout(() => done(null), patience);
  observer.observe(document.querySelector(watched), { subtree: true, childList: true, attributes: true, characterData: true });
  document.querySelector(pressed).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


# Hexes in sight, by name.
HEXES = """() => {
  const frame = document.querySelector("[data-surface]").getBoundingClientRect();
  const isSeen = (node) => {
    const box = node.getBoundingClientRect();
    return box.left > frame.left && box.right < frame.right && box.top > frame.top && box.bottom < frame.bottom;
  };
  return [...document.querySelectorAll("[data-surface] [data-do=press]")].filter(isSeen).map((node) => node.dataset.name);
}"""


def bench_book(folder: Path, address: str) -> tuple[Path, Path, str]:
    """A copy of the book whose tiny chapter is the one at this address, and a piece that draws nothing; book, notebook and title."""
    book = tiny_book(folder)
    (chapter,) = [each for each in contents().chapters if each.address("en") == address]
    notebook = book / "en" / "veneti" / "20_tiny.ipynb"
    content = json.loads(chapter.notebook.read_text(encoding="utf-8"))
    idle = {"cell_type": "code", "id": "idle-piece", "metadata": {}, "source": IDLE, "outputs": [], "execution_count": None}
    both = [cell for cell in content["cells"] if "1 / 0" not in cell["source"] and "lab" not in cell["metadata"].get("tags", [])]
    content["cells"] = [*both, idle]
    notebook.write_text(json.dumps(content), encoding="utf-8")
    return book, notebook, chapter.title("en")


def bench_sandbox(book: Path) -> None:
    """The copy's sandbox has the whole battle set out, and a piece that draws nothing."""
    notebook = book / "en" / "veneti" / "sandbox.ipynb"
    content = json.loads(notebook.read_text(encoding="utf-8"))
    battle = 'from widgets.sandbox.page import sandbox\n\npage = sandbox("veneti", battle="battle")\npage.play()'
    content["cells"] = [
        {"cell_type": "code", "id": name, "metadata": {}, "source": source, "outputs": [], "execution_count": None}
        for name, source in (("play", battle), ("idle-piece", IDLE))
    ]
    notebook.write_text(json.dumps(content), encoding="utf-8")


def sandbox_clicks(browser: Browser, server: Served, count: int) -> tuple[float, float]:
    """Milliseconds of a press that takes another of 36 ships in hand, and of one that draws nothing."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(server.origin + SANDBOX, timeout=PATIENCE)
    page.wait_for_selector(BOARD, timeout=PATIENCE)
    page.wait_for_selector("#idle")
    page.locator("#setup > summary").click()
    page.locator("#seat-veneti").select_option("you")
    for _ in range(200):  # until a squadron moves, and its ships can be taken in hand
        if page.locator(".actor").count() > 1:
            break
        page.evaluate(
            "() => (document.querySelector('#tray-roll') ?? document.querySelector('[data-part=orders] [data-do=choose]')).click()"
        )
        page.wait_for_timeout(150)
    found = turns(page, (".actor:nth-child(1)", ".actor:nth-child(2)"), count)
    page.close()
    return found


@contextmanager
def stock(notebook: Path, folder: Path, book: Path) -> Iterator[str]:
    """Stock Voila with the same notebook; its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    home = folder / "stock"
    home.mkdir()
    command = [str(BIN / "voila"), str(notebook), "--no-browser", f"--port={port}"]
    process = subprocess.Popen(
        command, env=surroundings(home, folder, book), cwd=home, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with socket.socket() as line:
                if line.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}/"
    finally:
        process.terminate()
        process.wait(60)


class Visit(NamedTuple):
    """One visit: milliseconds until the first words and until the board, and what it took over the line."""

    words: float
    board: float
    requests: int
    megabytes: float


def visit(page: Page, address: str) -> Visit:
    """Visit a page, from the request to a painted, playable board."""
    taken: list[float] = []
    asked: set[str] = set()  # what stands in the page itself is nobody's request
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.on("Network.requestWillBeSent", lambda event: asked.add(event["requestId"]) if event["request"]["url"][:4] == "http" else None)
    line.on("Network.webSocketCreated", lambda _event: taken.append(0))
    line.on("Network.loadingFinished", lambda event: taken.append(event["encodedDataLength"]) if event["requestId"] in asked else None)
    page.goto(address, wait_until="commit", timeout=PATIENCE)
    board = painted(page)
    words = float(page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"))
    page.wait_for_timeout(500)  # what comes after the board is counted too
    line.detach()
    return Visit(words, board, len(taken), sum(taken) / 1e6)


def painted(page: Page) -> float:
    """When the board was there, by the page's own clock; asked for in a way that its policy allows."""
    page.wait_for_selector("html[data-painted]", state="attached", timeout=PATIENCE)
    return float(page.get_attribute("html", "data-painted") or "nan")


def visits(browser: Browser, address: str) -> tuple[Visit, Visit]:
    """A visit in a fresh profile, and a second one."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    page.add_init_script(WATCH % json.dumps(BOARD))
    cold = visit(page, address)
    page.goto("about:blank")
    time.sleep(SETTLE)
    warm = visit(page, address)
    context.close()
    time.sleep(SETTLE)
    return cold, warm


def pair(page: Page) -> tuple[str, str]:
    """Two things to press that redraw the board each time when they are pressed in turn: two ships, if there are two."""
    found: list[str] = []
    for name in page.evaluate(HEXES):
        hexagon = f"[data-do=press][data-name='{name}']"
        others = [each for each in found if all(page.evaluate(CLICK, [one, "[data-surface]", 400]) for one in (hexagon, each) * 2)]
        if others:
            return hexagon, others[0]
        if page.evaluate(CLICK, [hexagon, "[data-surface]", 400]):
            found.append(hexagon)
    return "[data-do=step]", "[data-do=step]"


def clicks(page: Page, count: int) -> tuple[float, float]:
    """Milliseconds of a press that redraws the board and of one that draws nothing."""
    return turns(page, pair(page), count)


def turns(page: Page, targets: tuple[str, str], count: int) -> tuple[float, float]:
    """The same for two things to press in turn, and one that draws nothing in between."""
    board: list[float] = []
    idle: list[float] = []
    for number in range(count + 2):
        for pressed, watched, found in ((targets[number % 2], "[data-surface]", board), ("#idle", "#ticks", idle)):
            took = page.evaluate(CLICK, [pressed, watched, 5000])
            time.sleep(0.15)
            if number >= 2 and took is not None:  # the first round warms up
                found.append(took)
    if min(len(board), len(idle)) < count / 2:
        message = f"of {count} presses {len(board)} redrew the board and {len(idle)} were answered"
        raise RuntimeError(message)
    return median(board), median(idle)


def kernel_of(server: Served, page: Page) -> psutil.Process:
    """The process behind a page."""
    name = page.locator("[data-kernel]").get_attribute("data-kernel") or "none"
    return server.kernel(name)


def empty_kernel() -> float:
    """Megabytes of a kernel that has only imported ipywidgets."""
    manager, client = start_new_kernel()
    try:
        client.execute_interactive("import ipywidgets", timeout=60, output_hook=lambda _message: None)
        time.sleep(0.5)
        return megabytes(psutil.Process(manager.provisioner.pid))  # type: ignore[union-attr]
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


def megabytes(process: psutil.Process) -> float:
    """What a process costs the machine: its own memory and its share of what it shares, where the system tells; else what is resident."""
    used = process.memory_full_info()
    return float(getattr(used, "pss", used.rss)) / 2**20


def many(browser: Browser, address: str) -> tuple[float, int]:
    """Seconds until the last of ten boards that were asked for at once is playable, and how many are."""
    context = browser.new_context()
    pages = [context.new_page() for _ in range(READERS)]
    start = time.perf_counter()
    for page in pages:
        page.goto(address, wait_until="commit", timeout=PATIENCE)
    playable = 0
    for page in pages:  # those in the background draw no frames, so their own clock cannot be asked
        page.wait_for_selector(BOARD, timeout=PATIENCE)
        playable += 1
    took = time.perf_counter() - start
    context.close()
    return took, playable


def main() -> int:
    """Measure, print, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="visits of each kind, of which the median counts (default 5)")
    parser.add_argument("--clicks", type=int, default=20, help="presses of each kind (default 20)")
    parser.add_argument("--chapter", default=CHAPTER, help=f"the chapter to measure (default {CHAPTER})")
    options = parser.parse_args()
    if find() is None:
        print("page: no Chromium found, nothing measured")
        return 0
    times: dict[str, list[tuple[Visit, Visit]]] = {"ours": [], "stock": []}
    os.environ["RULESDEMO_REHEARSE"] = "on"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        book, notebook, title = bench_book(folder, options.chapter)
        bench_sandbox(book)
        with served(folder, book=book) as server, stock(notebook, folder, book) as other, a_browser() as browser:
            ours = server.origin + TINY
            time.sleep(REHEARSAL)
            visits(browser, ours)
            visits(browser, other)
            for _ in range(options.runs):
                times["ours"].append(visits(browser, ours))
                times["stock"].append(visits(browser, other))
            page = browser.new_page()
            page.add_init_script(WATCH % json.dumps(BOARD))
            visit(page, ours)
            page.wait_for_selector("#idle")
            time.sleep(1)
            drawn, empty = clicks(page, options.clicks)
            weight = megabytes(kernel_of(server, page))
            page.close()
            battle = sandbox_clicks(browser, server, options.clicks)
            took, playable = many(browser, ours)
    bare = empty_kernel()
    return report(title, times, (drawn, empty), battle, (weight, bare), (took, playable))


def report(
    title: str,
    times: dict[str, list[tuple[Visit, Visit]]],
    click: tuple[float, float],
    battle: tuple[float, float],
    weight: tuple[float, float],
    ten: tuple[float, int],
) -> int:
    """Print the ratios; 1 if one misses its aim."""
    rows: list[tuple[str, float, float, str]] = []
    for place, kind in enumerate(("cold", "warm")):
        ours, theirs = (median(each[place].board for each in times[name]) for name in ("ours", "stock"))
        words = median(each[place].words for each in times["ours"])
        rows.append((f"GET to a playable board / stock Voila, {kind}", ours / theirs, LOAD_AIM, f"{ours:.0f} of {theirs:.0f} ms"))
        rows.append((f"first words / stock Voila's board, {kind}", words / theirs, WORDS_AIM, f"{words:.0f} of {theirs:.0f} ms"))
    first, stock_first = (times[name][-1][0] for name in ("ours", "stock"))
    rows.append(("requests of a first visit", first.requests, REQUESTS_AIM, f"stock Voila {stock_first.requests}"))
    rows.append(("megabytes of a first visit", first.megabytes, MEGABYTES_AIM, f"stock Voila {stock_first.megabytes:.1f}"))
    rows.append(("click that redraws / click that does not", click[0] / click[1], CLICK_AIM, f"{click[0]:.1f} of {click[1]:.1f} ms"))
    rows.append(("sandbox with 36 ships, the same", battle[0] / battle[1], SANDBOX_AIM, f"{battle[0]:.1f} of {battle[1]:.1f} ms"))
    rows.append(("kernel / empty ipykernel with ipywidgets", weight[0] / weight[1], MEMORY_AIM, f"{weight[0]:.0f} of {weight[1]:.0f} MiB"))
    print(f"page: {title}")
    for words, ratio, aim, more in rows:
        print(f"{words:<50}{ratio:5.2f}   aim <= {aim:<5} {'ok' if ratio <= aim else 'MISSED'}   ({more})")
    print(f"{READERS} readers at once: {ten[1]} boards playable, the last after {ten[0]:.1f} s")
    return int(any(ratio > aim for _words, ratio, aim, _more in rows) or ten[1] < READERS)


if __name__ == "__main__":
    os.environ.pop("RULESDEMO_SERVED", None)
    sys.exit(main())
