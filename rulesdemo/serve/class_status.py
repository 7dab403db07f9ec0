"""Counts for a teacher: readers, those who wait, kernels that stand ready, memory. What readers do is not recorded."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Final, NamedTuple

from rulesdemo.serve.kernel_pool import Kernels
from rulesdemo.serve.reader_queue import Queue

PRIVATE: Final = ("Private_Clean:", "Private_Dirty:")


class Census(NamedTuple):
    """How the server stands; memory in MiB, None where the system does not say."""

    readers: int
    waiting: int
    ready: int
    starting: int
    server: float | None
    each: float | None  # the mean of one reader
    whole: float | None


async def take_census(kernels: Kernels, queue: Queue) -> Census:
    """Count now; the system takes a while to add up the memory of a process, and readers do not wait for it."""
    pids = list(kernels.readers.values())
    maker = kernels.forks.pid if kernels.forks is not None else None
    others = [os.getpid(), *([] if maker is None else [maker])]
    used = await asyncio.to_thread(lambda: [own_memory(pid) for pid in (*others, *pids)])
    server, forks = used[0], used[1] if maker is not None else None
    own = [each for each in used[len(others) :] if each is not None]
    whole = None if server is None else server + (forks or 0) + sum(own)
    return Census(len(pids), queue.waiting, kernels.ready, kernels.starting, server, sum(own) / len(own) if own else None, whole)


def own_memory(pid: int) -> float | None:
    """Return the MiB that a process shares with no other; None where the system does not say."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith(PRIVATE)) / 1024
