"""Counting for a teacher: readers, those who wait, kernels that stand ready, memory. What readers do is nobody's business."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final, NamedTuple

from rulesdemo.serve.kernels import Kernels, Queue

PRIVATE: Final = ("Private_Clean:", "Private_Dirty:")


class Counted(NamedTuple):
    """How the server stands; memory in MiB, None where the system does not say."""

    readers: int
    waiting: int
    ready: int
    starting: int
    server: float | None
    each: float | None  # the mean of one reader
    whole: float | None


def counted(kernels: Kernels, queue: Queue) -> Counted:
    """Count now."""
    pids = list(kernels.readers.values())
    own = [used for pid in pids if (used := own_memory(pid)) is not None]
    server = own_memory(os.getpid())
    forks = own_memory(kernels.forks.pid) if kernels.forks is not None and kernels.forks.pid is not None else None
    whole = None if server is None else server + (forks or 0) + sum(own)
    return Counted(len(pids), queue.waiting, kernels.ready, kernels.starting, server, sum(own) / len(own) if own else None, whole)


def own_memory(pid: int) -> float | None:
    """MiB that a process shares with nobody; None where the system does not say."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    except OSError:
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith(PRIVATE)) / 1024
