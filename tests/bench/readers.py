"""A class: many readers in real pages at once, who then play for a while; some of their kernels are killed meanwhile.

    python tests/bench/readers.py                                 thirty readers, five minutes, ten kernels killed
    python tests/bench/readers.py --readers 10 --minutes 60 --kills 0   does memory stay as it is?
    python tests/bench/readers.py --minutes 30 --kills 30 --forks 2 --restarts 1   a bad half hour

First thirty come at once who only take the pages as they are sent, as readers on machines of their own do, and go again: when had each
the first words, and when all of it? Then as many real browsers, which share this machine's cores with the server. Every reader of those
has a browser profile of his own, opens a chapter of his own, takes any order that is offered and rolls when dice are due, with a moment's
thought between. Where a kernel is killed, the page must come back with the position that was on the board; so must all pages where the fork
server is killed, with every kernel that it made, or the server itself, in whose place another starts at the same address. It prints when
boards were there, what a reader weighs (what his kernel shares with nobody, and his share of the rest), and memory by the minute. Exit code
1: a reader was lost, first words took more than a second to be sent, a position was not restored, or memory grew.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass, field
from itertools import takewhile
from pathlib import Path
from statistics import mean, median
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import psutil  # noqa: E402 - the checkout comes first
from playwright.async_api import Browser, Error, Page, async_playwright  # noqa: E402
from playwright.async_api import TimeoutError as Late  # noqa: E402

from tests.support.browser import AWAKE, CHAPTERS, FLAGS, OWED  # noqa: E402
from tests.support.find_browser import find  # noqa: E402
from tests.support.server import Served, free_port, served  # noqa: E402

PATIENCE = 120_000  # milliseconds
WORDS_AIM = 1.0  # seconds
GROWTH_AIM = 1.1  # of the mean memory in the first third of the time, once everybody has played a little
THOUGHT = (0.5, 2.5)  # seconds between acts
SETTLE = 3.0  # seconds between those who come and go, those whose browsers start, and those who play
SETTLED = 0.25  # the share of the time after which memory is compared
# When all lose their engines, in shares of the time: before memory is compared, and so far apart that pages come back by themselves.
FIRST_LOSS, BETWEEN_LOSSES = 0.06, 0.08
BY_ITSELF = 20_000  # milliseconds after which a reader presses the button: a page does not come back by itself twice within a minute
RETURNED = """(before) => {
  const now = document.querySelector("[data-kernel]")?.dataset.kernel;
  return now !== undefined && now !== before && document.querySelector("[data-live=awake]") !== null;
}"""
# Any order that is offered, the dice, the captain's orders, or the set piece once more when it is over.
ACT = """() => {
  const seen = [...document.querySelectorAll(".desk button:not([disabled])")].filter((node) => node.offsetParent);
  const one = (test) => { const found = seen.filter(test); return found[Math.floor(Math.random() * found.length)]; };
  const button = one((node) => node.id === "tray-roll") ?? one((node) => node.dataset.do === "jump")
    ?? one((node) => node.dataset.do === "choose" && !node.closest(".is-refused")) ?? one((node) => node.dataset.do === "restart");
  button?.click();
  return button !== undefined;
}"""
WORDS = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
# What is said of a selection, which goes with the engine; it stands behind what is said of the position.
LOOK = ("can be chosen", "is selected", "The path so far", "In reach", "The missiles of ", " would storm ")
WORDED = ".desk .in-words p"
DOCUMENT = "() => [document.URL, document.readyState, ...[...document.querySelectorAll('.cell, .broken')].map((node) => node.id)]"
SHOWN = f"() => document.querySelector('{WORDED}')?.textContent ?? ''"


class Seen(NamedTuple):
    """What a page shows: its kernel, and the position in words."""

    kernel: str
    position: str


@dataclass
class Reader:
    """One reader and how he fared."""

    page: Page
    address: str
    words: float = 0.0  # seconds until there were any
    board: float = 0.0  # seconds until it could be played
    acts: int = 0
    kills: int = 0
    restored: int = 0
    wrong: list[str] = field(default_factory=list)
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def arrive(self, start: float) -> None:
        """Open the chapter and wait until it can be played."""
        await self.page.goto(self.address, wait_until="commit", timeout=PATIENCE)
        while (words := await self.page.evaluate(WORDS)) is None:  # the page's own clock tells when; this only asks again
            await self.page.wait_for_timeout(20)
        self.words = words / 1000
        await self.page.wait_for_selector(AWAKE, timeout=PATIENCE)
        self.board = time.monotonic() - start

    async def play(self, rng: random.Random, until: float) -> None:
        """Act now and then until it is time."""
        while time.monotonic() < until:
            async with self.turn:
                self.acts += bool(await self.page.evaluate(ACT))
            await asyncio.sleep(rng.uniform(*THOUGHT))

    async def position_text(self) -> str:
        """The position in words, once all of the last answer is there; what is selected on it is not part of it."""
        await self.page.wait_for_selector(WORDED, state="attached", timeout=PATIENCE)
        await self.page.wait_for_selector(OWED, state="detached", timeout=PATIENCE)
        lines = str(await self.page.evaluate(SHOWN)).splitlines()
        return "\n".join(takewhile(lambda line: not any(words in line for words in LOOK), lines))

    async def lose_kernel(self, server: Served) -> None:
        """His kernel is killed."""
        async with self.turn:
            before = await self.look()
            server.kernel(before.kernel).kill()
            await self.come_back(before)

    async def look(self) -> Seen:
        """The kernel of the page and the position on it."""
        text = await self.position_text()
        return Seen(await self.page.locator("[data-kernel]").get_attribute("data-kernel") or "none", text)

    async def come_back(self, before: Seen) -> None:
        """The page gets another kernel, by itself if it can, and has the position that it had."""
        self.kills += 1
        try:
            await self.page.wait_for_function(RETURNED, arg=before.kernel, timeout=BY_ITSELF)
        except Late:
            with suppress(Late):  # it comes back just now
                await self.page.get_by_role("button", name="Start it again").click(timeout=BY_ITSELF)
            await self.page.wait_for_function(RETURNED, arg=before.kernel, timeout=PATIENCE)
        after = await self.position_text()
        self.restored += before.position == after
        if before.position != after:
            self.wrong.append(f"{self.address}: {before.position!r} came back as {after!r}; the page: {await self.page.evaluate(DOCUMENT)}")


class House:
    """The server, and another at the same address when it was killed."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self._folder, self._port, self._stack = folder, free_port(), ExitStack()
        self.starts = 0
        self.server = self._start()

    def _start(self) -> Served:
        self.starts += 1
        folder = self._folder / str(self.starts)
        folder.mkdir()
        return self._stack.enter_context(served(folder, "--port", str(self._port)))

    def kill(self) -> None:
        """Kill the server, as a machine out of memory would, and start another."""
        self.server.process.kill()
        self.server.process.wait()
        self.server = self._start()

    def kill_fork_server(self) -> None:
        """Kill the process that makes the kernels; they end with it."""
        for child in psutil.Process(self.server.process.pid).children():
            if "rulesdemo.serve.forkserver" in child.cmdline():
                child.kill()

    def close(self) -> None:
        """End it."""
        self._stack.close()


def memory(server: Served) -> tuple[float, float, float]:
    """MiB in all (each process with its share of what is shared), and of one reader's kernel: its own, and with its share."""
    whole, own, share = 0.0, [], []
    for process in (psutil.Process(server.process.pid), *psutil.Process(server.process.pid).children(recursive=True)):
        with suppress(psutil.Error):
            used = process.memory_full_info()
            whole += used.pss / 2**20
            if process.name().startswith("kernel-") or "ipykernel_launcher" in process.cmdline():
                own.append(used.uss / 2**20)
                share.append(used.pss / 2**20)
    return whole, mean(own or [0.0]), mean(share or [0.0])


async def kill_some(readers: list[Reader], house: House, kills: int, seconds: float, rng: random.Random) -> None:
    """Kill kernels at random moments, not in the first tenth of the time nor in the last."""
    then = time.monotonic()
    for moment in sorted(rng.uniform(0.1, 0.8) * seconds for _ in range(kills)):
        await asyncio.sleep(max(0.0, then + moment - time.monotonic()))
        await rng.choice(readers).lose_kernel(house.server)


async def lose_all(readers: list[Reader], house: House, options: argparse.Namespace, seconds: float) -> None:
    """Kill the server, then the fork server, as often as was asked for; every page comes back."""
    then = time.monotonic()
    losses = [("server", house.kill)] * options.restarts + [("fork server", house.kill_fork_server)] * options.forks
    for number, (name, kill) in enumerate(losses):
        await asyncio.sleep(max(0.0, then + (FIRST_LOSS + BETWEEN_LOSSES * number) * seconds - time.monotonic()))
        for reader in readers:
            await reader.turn.acquire()
        try:
            seen = [await reader.look() for reader in readers]
            start = time.monotonic()
            await asyncio.to_thread(kill)
            await asyncio.gather(*(reader.come_back(before) for reader, before in zip(readers, seen, strict=True)))
            print(f"the {name} was killed: {len(readers)} pages came back, the last after {time.monotonic() - start:.0f} s", flush=True)
        finally:
            for reader in readers:
                reader.turn.release()


async def watch(house: House, until: float, every: float) -> list[tuple[float, float, float]]:
    """Memory by and by."""
    found = []
    while time.monotonic() < until:
        await asyncio.sleep(max(0.0, min(every, until - time.monotonic())))
        with suppress(psutil.Error):  # the server has just been killed
            found.append(memory(house.server))
    return found


@dataclass
class Taken:
    """A page as it was sent: seconds until the first words were there and until the end, and its kernel."""

    words: float
    whole: float
    kernel: str


async def take(server: Served, path: str) -> Taken:
    """Ask for a page as a browser does, and take it to its end."""
    host = server.origin.partition("//")[2]
    start = time.monotonic()
    reading, writing = await asyncio.open_connection(*host.split(":"))
    writing.write(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
    said, words = b"", 0.0
    while part := await reading.read(1 << 16):
        said += part
        words = words or (time.monotonic() - start if b"</h1>" in said else 0.0)
    whole = time.monotonic() - start
    writing.close()
    named = re.search(rb'data-kernel="([\w-]+)"', said)
    if not words or named is None or b"</html>" not in said:
        message = f"{path} came without {'words' if not words else 'a kernel' if named is None else 'an end'}"
        raise RuntimeError(message)
    return Taken(words, whole, named[1].decode())


async def leave(server: Served, page: Taken) -> None:
    """Say good-bye, as a page does that is closed."""
    host = server.origin.partition("//")[2]
    reading, writing = await asyncio.open_connection(*host.split(":"))
    asked = f"POST /bye/{page.kernel} HTTP/1.1\r\nHost: {host}\r\nOrigin: {server.origin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    writing.write(asked.encode())
    await reading.read()
    writing.close()


async def come_and_go(server: Served, paths: list[str]) -> float:
    """Let readers take their pages at once and leave; seconds until the last had words."""
    pages = await asyncio.gather(*(take(server, path) for path in paths))
    words, wholes = [each.words for each in pages], [each.whole for each in pages]
    print(f"{len(pages)} pages taken at once: first words median {median(words):.2f} s, last {max(words):.2f} s   aim <= {WORDS_AIM} s")
    print(f"whole pages: median {median(wholes):.1f} s, last {max(wholes):.1f} s")
    for page in pages:
        await leave(server, page)
    return max(words)


async def run(browser: Browser, house: House, options: argparse.Namespace) -> int:
    """Let them come and play; print and judge."""
    rng = random.Random(options.seed)
    # Chapters of all games; and where no kernel is killed, a sandbox in every fifth place (the captain goes on there after the restoring).
    server = house.server
    spread = [CHAPTERS[number * len(CHAPTERS) // options.readers] for number in range(options.readers)]
    if not options.kills:
        spread[::5] = [f"{address.rpartition('/')[0]}/sandbox" for address in spread[::5]]
    last = await come_and_go(server, spread)
    await asyncio.sleep(SETTLE)
    pages = [await (await browser.new_context()).new_page() for _ in range(options.readers)]
    await asyncio.sleep(SETTLE)  # the browsers keep the machine busy for a while after they have started
    readers = [Reader(page, server.origin + address) for page, address in zip(pages, spread, strict=True)]
    start = time.monotonic()
    arrived = await asyncio.gather(*(each.arrive(start) for each in readers), return_exceptions=True)
    lost = [f"{each.address}: {wrong}" for each, wrong in zip(readers, arrived, strict=True) if isinstance(wrong, BaseException)]
    here = [each for each, wrong in zip(readers, arrived, strict=True) if wrong is None]
    words, boards = [each.words for each in here], [each.board for each in here]
    print(f"{options.readers} browsers at once on the same cores: {len(here)} boards can be played")
    print(f"first words drawn: median {median(words):.2f} s, last {max(words):.2f} s")
    print(f"boards: median {median(boards):.1f} s, last {max(boards):.1f} s")
    seconds = options.minutes * 60
    until = time.monotonic() + seconds
    playing = [each.play(random.Random(number), until) for number, each in enumerate(here)]
    *played, killed, lost_all, seen = await asyncio.gather(
        *playing,
        kill_some(here, house, options.kills, seconds, rng),
        lose_all(here, house, options, seconds),
        watch(house, until, options.every),
        return_exceptions=True,
    )
    lost += [f"{each.address}: {wrong}" for each, wrong in zip(here, played, strict=True) if isinstance(wrong, BaseException)]
    wrong = [line for each in here for line in each.wrong]
    wrong += [repr(each) for each in (killed, lost_all, seen) if isinstance(each, BaseException)]
    restored, kills = sum(each.restored for each in here), sum(each.kills for each in here)
    print(f"{options.minutes:g} minutes, {sum(each.acts for each in here)} acts; {kills} kernels lost, {restored} positions restored")
    growth = tell_memory(seen, options.every) if isinstance(seen, list) else 0.0
    for line in (*lost, *wrong):
        print("WRONG:", line)
    return int(bool(lost or wrong) or last > WORDS_AIM or growth > GROWTH_AIM)


def tell_memory(seen: list[tuple[float, float, float]], every: float) -> float:
    """Print memory by and by; how it grew from the first part to the last."""
    step = max(1, len(seen) // 12)
    for number in range(0, len(seen), step):
        whole, own, share = seen[number]
        each = f"a kernel {own:.1f} of its own, {share:.1f} with its share"
        print(f"after {(number + 1) * every / 60:5.1f} min: {whole:6.0f} MiB in all; {each}")
    settled = seen[int(len(seen) * SETTLED) :]
    if len(settled) < 3:
        return 1.0
    third = len(settled) // 3
    growth = mean(each[0] for each in settled[-third:]) / mean(each[0] for each in settled[:third])
    print(f"memory, last part / first part: {growth:.2f}   aim <= {GROWTH_AIM}")
    return growth


async def main() -> int:
    """Measure, print, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--readers", type=int, default=30)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--forks", type=int, default=0, help="how often the fork server is killed (default 0)")
    parser.add_argument("--restarts", type=int, default=0, help="how often the server is killed (default 0)")
    parser.add_argument("--every", type=float, default=15, help="seconds between looks at memory (default 15)")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = await asyncio.to_thread(find)
    if found is None:
        print("readers: no Chromium found, nothing measured")
        return 0
    with tempfile.TemporaryDirectory() as folder, closing(House(Path(folder))) as house:
        await asyncio.sleep(5)  # the spares are there, as on any server that has been up for a moment
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=found, args=FLAGS)
            await asyncio.sleep(SETTLE)
            code = await run(browser, house, options)
            with suppress(Error):
                await browser.close()
    return code


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
