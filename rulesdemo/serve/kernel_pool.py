"""Kernels: a few that are warm before anybody asks, a queue for readers who must wait, and an end for those without a page.

A warm kernel has everything imported and no page run. It is anybody's: the page's cells run in it when it is handed out.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import subprocess
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from queue import Empty
from typing import Any, Final, NamedTuple
from uuid import uuid4

from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from rulesdemo.serve.descriptor_limits import files_allowed, files_left
from rulesdemo.serve.fork_client import fork_from_now_on, is_forked
from rulesdemo.serve.guests import Guests
from rulesdemo.serve.jupyter_private import forget_kernel, hang_up, page_count
from rulesdemo.serve.log import log_failure

# Kernels ready before anybody asks; kernels that may start at once; visitors that may wait for one.
SPARE: Final = 2
STARTS: Final = 4
WAITING: Final = 60
MOST: Final = 200  # kernels in all: what a machine for a large class can carry
FEWEST: Final = 4  # on the smallest machine
# What a reader costs: descriptors in the server, beside those that it has anyway, and memory, of which half is left to others.
FILES_EACH: Final = 14
OTHER_FILES: Final = 150
# What is still to be opened for one that is being started, until its page has met it, and for one that waits for its page.
FILES_TO_START: Final = 40
FILES_TO_MEET: Final = 10
MEMORY_EACH: Final = 45_000_000
# A kernel whose page is gone ends when the page says so, or after half an hour. Nobody's kernel ends before its page could connect.
IDLE_SECONDS: Final = 1800
GRACE_SECONDS: Final = 120
BUSY_SECONDS: Final = 60.0  # so long one may be at work that nobody watches,
ENDLESS_SECONDS: Final = 600.0  # and so long on one thing while its reader looks on, who is asked long before whether he will wait
LOOK_AFTER_SECONDS: Final = 15
# A page that has gone without a word (a phone asleep, a browser killed) may come back: this many of their kernels are kept meanwhile.
LEFT: Final = 30
START_SECONDS: Final = 60
# A spare that was handed out is made up for a little later, so that this does not take the processor from the page.
REFILL_SECONDS: Final = 0.8
RENEW_SECONDS: Final = 3.0
LOOK_SECONDS: Final = 0.25

WARMING: Final = (
    "from rulesdemo.serve.kernel_bootstrap import end_with; end_with({server}); import widgets.web.preload; del end_with, widgets"
)


@dataclass(frozen=True, slots=True)
class Warm:
    """A kernel that is ready, and the line over which cells are run in it."""

    kernel_id: str
    client: Any


class Claim(NamedTuple):
    """A place that is reserved for a reader: a spare, or a kernel that is being started for him."""

    coming: asyncio.Task[Warm]
    is_spare: bool


class Kernels(AsyncMappingKernelManager):
    """Kernels that write nothing on the server's terminal, some of them warm, none ended before its page can connect.

    Each has a place from before its process is started until after it has ended, and there are never more places than `most`.
    """

    def __init__(self, **kwargs: object) -> None:
        self._given: dict[str, float] = {}
        self._met: set[str] = set()
        self.asked: set[str] = set()  # those whose page is drawn by Voila's script, which asks more of a kernel than ours
        self.guests = Guests()
        self._alone: dict[str, float] = {}  # those that are at work and have no page, and since when
        self._left: dict[str, float] = {}  # since when: those whose page has gone without a word, longest gone first
        self._endings: set[asyncio.Task[None]] = set()
        self._spares: list[asyncio.Task[Warm]] = []
        self._reserved: set[str] = set()  # those that are being started, by the names that they will have
        self._filler: asyncio.Task[None] | None = None
        self.starting = 0
        self.is_ending = False
        self.is_failing = False  # the last attempt to start a kernel
        self.spare = SPARE  # a class wants more
        self.most = most_kernels()
        self.forks = fork_from_now_on()
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # noqa: ANN401 - jupyter_client's own
        """Start one; its standard error is the server's log, the rest of its terminal output is thrown away."""
        quiet = {} if os.environ.get("RULESDEMO_DEBUG") else {"stdout": subprocess.DEVNULL}
        self.starting += 1
        try:
            kernel_id = str(await super().start_kernel(**{**quiet, **kwargs}))
            self.add_restart_callback(kernel_id, partial(_log_death, kernel_id), "dead")
            return kernel_id
        finally:
            self.starting -= 1

    @property
    def ready(self) -> int:
        """Return how many kernels stand ready."""
        return len(self._standing())

    def _standing(self) -> set[str]:
        """Return the spares that are alive."""
        done = [spare.result().kernel_id for spare in self._spares if spare.done() and not spare.cancelled() and spare.exception() is None]
        return {each for each in done if each in self}

    @property
    def readers(self) -> dict[str, int]:
        """Return the processes of the kernels that a page is talking to, by the kernel's id."""
        met = [each for each in self.list_kernel_ids() if each in self._met and page_count(self, each)]
        kernels: dict[str, Any] = {each: self.get_kernel(each) for each in met}
        return {each: kernel.provisioner.pid for each, kernel in kernels.items()}

    # -- places ----------------------------------------------------------------------------------------------------------------

    @property
    def occupied(self) -> int:
        """Return how many places are taken: by kernels of readers, by spares, and by those that are being started."""
        return len(self._reserved.union(self.list_kernel_ids()))

    @property
    def has_place(self) -> bool:
        """Return whether one more kernel may be started now."""
        if self.is_ending or self.occupied >= self.most:
            return False
        unmet = len(self._given.keys() - self._met)
        return files_left() >= FILES_TO_START * (1 + len(self._reserved)) + FILES_TO_MEET * unmet

    def claim(self) -> Claim | None:
        """Reserve a place for a reader at once, without waiting for anything; None where all are taken."""
        if self._spares:
            spare = min(self._spares, key=lambda each: not each.done())
            self._spares.remove(spare)
            return Claim(spare, is_spare=True)
        if self.has_place:
            return Claim(self._begin(), is_spare=False)
        if not self._endings and self._left and time.monotonic() - next(iter(self._left.values())) > GRACE_SECONDS:
            self._end_first_left()  # a page that may never come back keeps no reader waiting
        return None

    def give_back(self, claim: Claim) -> None:
        """Make a spare of the kernel of a reader who has gone before he took it."""
        self._spares.append(claim.coming)

    def _begin(self) -> asyncio.Task[Warm]:
        """Reserve a place, then start a kernel in it."""
        kernel_id = str(uuid4())
        self._reserved.add(kernel_id)
        starting = asyncio.ensure_future(self._warmed(kernel_id))
        starting.add_done_callback(lambda _: self._reserved.discard(kernel_id))
        return starting

    # -- warm ones -------------------------------------------------------------------------------------------------------------

    async def take(self, claim: Claim | None = None) -> Warm:
        """Return the warm kernel that was claimed; in place of a spare that has failed, the next that there is a place for."""
        self.fill(REFILL_SECONDS)
        while True:
            claim = claim or self.claim()
            if claim is None:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            if not claim.is_spare:
                warm = await claim.coming
                self._given[warm.kernel_id] = time.monotonic()
                return warm
            with suppress(Exception):  # a spare that failed is no loss: another is taken
                warm = await claim.coming
                if await self._is_alive(warm.kernel_id):
                    self._given[warm.kernel_id] = time.monotonic()
                    return warm
            await self._drop(claim.coming)
            claim = None

    def fill(self, after: float = 0) -> None:
        """Start spares, one after the other; readers who wait for a kernel go first."""
        if self._filler is None or self._filler.done():
            self._filler = asyncio.ensure_future(self._fill(after))

    async def _fill(self, after: float) -> None:
        await asyncio.sleep(after)
        while len(self._spares) < self.spare and self.has_place:
            if self.starting:
                await asyncio.sleep(LOOK_SECONDS)
                continue
            spare = self._begin()
            self._spares.append(spare)
            await asyncio.wait([spare])
            if spare.exception() is not None:
                log_failure("a spare kernel could not be started", spare.exception(), level=logging.WARNING)
                if spare in self._spares:
                    self._spares.remove(spare)
                return

    async def renew(self) -> None:
        """Once the fork server knows every page, replace the spares that it made before, one after the other."""
        if self.forks is None:
            return
        try:
            while not await self.forks.has_rehearsed():  # noqa: ASYNC110 - it is another process that knows
                await asyncio.sleep(RENEW_SECONDS)
        except (OSError, TimeoutError, ValueError) as lost:  # kernels are started plainly, or forked by another
            if not self.is_ending:
                log_failure("the fork server is lost", lost, level=logging.WARNING)
            return
        for spare in list(self._spares):
            if self.has_place:
                if not await self._replace(spare):
                    return
            elif spare in self._spares:  # no place for both of them: the old one goes first, and a new one is made when it has gone
                self._spares.remove(spare)
                await self._drop(spare)
                self.fill()

    async def _replace(self, spare: asyncio.Task[Warm]) -> bool:
        """Make a new spare in place of an old one; False where none can be made."""
        fresh = self._begin()
        await asyncio.wait([fresh])
        wrong = fresh.exception()
        if wrong is not None or self.is_ending:
            if wrong is not None and not self.is_ending:
                log_failure("a spare kernel could not be replaced", wrong, level=logging.WARNING)
            await self._drop(fresh)
            return False
        if spare in self._spares:
            self._spares[self._spares.index(spare)] = fresh
            await self._drop(spare)
        else:
            self._spares.append(fresh)
        return True

    async def _drop(self, spare: asyncio.Task[Warm]) -> None:
        """End a spare that nobody gets, and hang up on it; one that could not be started has left nothing."""
        with suppress(Exception):
            warm = await spare
            try:
                warm.client.stop_channels()
            finally:
                await self.end(warm.kernel_id)

    async def _warmed(self, kernel_id: str) -> Warm:
        self.starting += 1
        try:
            warm = await self._started(kernel_id)
        except Exception:
            self.is_failing = True
            await self.end(kernel_id)
            raise
        except BaseException:
            await self.end(kernel_id)
            raise
        else:
            self.is_failing = False
            return warm
        finally:
            self.starting -= 1

    async def _started(self, kernel_id: str) -> Warm:
        await self.start_kernel(kernel_name="python3", kernel_id=kernel_id)
        client: Any = self.get_kernel(kernel_id).client()
        try:
            client.start_channels()
            client.allow_stdin = False
            if is_forked(self.get_kernel(kernel_id)):  # it was born warm
                await asyncio.wait_for(_is_there(client), START_SECONDS)
            else:
                await client.wait_for_ready(timeout=START_SECONDS)
                code = WARMING.format(server=os.getpid())
                await client.execute_interactive(code, silent=True, store_history=False, timeout=START_SECONDS, output_hook=_ignore)
        except BaseException:
            client.stop_channels()
            raise
        return Warm(kernel_id, client)

    async def _is_alive(self, kernel_id: str) -> bool:
        if kernel_id not in self:
            return False
        kernel: Any = self.get_kernel(kernel_id)
        return bool(await kernel.is_alive())

    # -- the end ---------------------------------------------------------------------------------------------------------------

    async def end(self, kernel_id: str) -> None:
        """End one kernel, if it is still there."""
        with suppress(Exception):  # it may just have ended by itself
            if kernel_id in self:
                await self.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]

    async def end_all(self) -> None:
        """End every kernel; those that are just being started are waited for."""
        self.is_ending = True
        for spare in self._spares:
            with suppress(Exception):
                (await spare).client.stop_channels()
        await self.shutdown_all(now=True)
        if self.forks is not None:
            self.forks.end()

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that nobody uses; a spare is kept for the next reader, and a page gets time to connect."""
        if kernel_id not in self or kernel_id in self._reserved or kernel_id in self._standing():
            return
        if self._is_busy_for_nobody(kernel_id):
            await self.end(kernel_id)
            return
        if self.is_busy(kernel_id) and time.time() - self.last_use(kernel_id) > ENDLESS_SECONDS:
            log_failure(f"kernel {kernel_id[:8]} was ended: one step took {ENDLESS_SECONDS:g} seconds", None, level=logging.WARNING)
            await self.end(kernel_id)
            return
        # One that nobody was given is being made ready, or was lost on the way to somebody: it has as long as any other.
        given = self._given.setdefault(kernel_id, time.monotonic())
        if time.monotonic() - given <= GRACE_SECONDS:
            return
        if kernel_id in self._met:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]
        else:  # the reader of the page has not come: a robot, or a reader who went on at once
            await self.end(kernel_id)

    def _is_busy_for_nobody(self, kernel_id: str) -> bool:
        """Return whether a kernel has been at work for long without a page: by itself it might never end."""
        if not self.is_busy(kernel_id) or self.is_watched(kernel_id) or self.guests.is_writing(kernel_id):
            self._alone.pop(kernel_id, None)
            return False
        return time.monotonic() - self._alone.setdefault(kernel_id, time.monotonic()) > BUSY_SECONDS

    def is_busy(self, kernel_id: str) -> bool:
        """Return whether a kernel is at work."""
        return kernel_id in self and getattr(self.get_kernel(kernel_id), "execution_state", "") == "busy"

    def is_watched(self, kernel_id: str) -> bool:
        """Return whether a page talks to a kernel."""
        return bool(page_count(self, kernel_id))

    def last_use(self, kernel_id: str) -> float:
        """Return when a page last asked something of a kernel."""
        kernel: Any = self.get_kernel(kernel_id) if kernel_id in self else None
        return float(kernel.last_activity.timestamp()) if hasattr(kernel, "last_activity") else 0.0

    def notify_connect(self, kernel_id: str) -> None:
        """Remember that a page has come."""
        self._met.add(kernel_id)
        self._left.pop(kernel_id, None)
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]

    def notify_disconnect(self, kernel_id: str) -> None:
        """Note that a page has gone, perhaps for good; of too many such kernels, those that were left first end."""
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        if kernel_id in self and not page_count(self, kernel_id):
            self._left.pop(kernel_id, None)
            self._left[kernel_id] = time.monotonic()
        while len(self._left) > LEFT:
            self._end_first_left()

    def _end_first_left(self) -> None:
        """End the kernel whose page has gone for longest."""
        first = next(iter(self._left))
        del self._left[first]  # it ends once, however many go while it does
        ending = asyncio.ensure_future(self.end(first))
        self._endings.add(ending)
        ending.add_done_callback(self._endings.discard)

    def remove_kernel(self, kernel_id: str) -> Any:  # noqa: ANN401 - jupyter_client's own
        """Forget one that has ended."""
        self._given.pop(kernel_id, None)
        self._alone.pop(kernel_id, None)
        self.guests.forget(kernel_id)
        self._met.discard(kernel_id)
        self.asked.discard(kernel_id)
        self._left.pop(kernel_id, None)
        if kernel_id in self:  # one that died by itself was not shut down: what listens to it still does
            self.stop_watching_activity(kernel_id)  # type: ignore[no-untyped-call]
            self.stop_buffering(kernel_id)  # type: ignore[no-untyped-call]
            kernel: Any = self.get_kernel(kernel_id)
            kernel.cleanup_connection_file()
            kernel.cleanup_ipc_files()
            hang_up(kernel)
        forget_kernel(self, kernel_id)
        return super().remove_kernel(kernel_id)


def bearable(files: float, memory: float) -> int:
    """Return how many kernels a machine bears, by the files that it lets the server open and its bytes of memory.

    >>> bearable(1024, 8 << 30), bearable(20_000, 2 << 30), bearable(20_000, 8 << 30), bearable(math.inf, math.inf), bearable(100, 1 << 20)
    (62, 23, 95, 200, 4)
    """
    return int(max(FEWEST, min(MOST, (files - OTHER_FILES) / FILES_EACH, memory / 2 / MEMORY_EACH)))


def most_kernels() -> int:
    """Return how many kernels there may be: as many as the machine bears, or as `RULESDEMO_KERNELS` says."""
    chosen = os.environ.get("RULESDEMO_KERNELS", "")
    return min(MOST, int(chosen)) if chosen.isdecimal() and int(chosen) else bearable(files_allowed(), memory())


def memory() -> float:
    """Return the bytes of memory that the machine has; more than any kernel needs where it does not say."""
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return math.inf


async def _is_there(client: Any) -> None:  # noqa: ANN401 - jupyter_client's own
    """Wait until a kernel answers on both lines, so that nothing it prints is lost; jupyter_client's own waiting ends in a long silence."""
    while True:
        asked = client.kernel_info()
        with suppress(Empty):
            while (await client.get_shell_msg(timeout=START_SECONDS))["parent_header"].get("msg_id") != asked:
                pass
            while (await client.get_iopub_msg(timeout=LOOK_SECONDS))["parent_header"].get("msg_id") != asked:
                pass
            while (await client.get_iopub_msg(timeout=LOOK_SECONDS))["content"].get("execution_state") != "idle":
                pass
            return


def _log_death(kernel_id: str) -> None:
    """Log that a kernel has gone by itself: somebody killed it, perhaps the system for want of memory."""
    log_failure(f"kernel {kernel_id[:8]} died", None, level=logging.WARNING)


def _ignore(_message: object) -> None:
    """Drop what a kernel prints while it warms up."""
