"""Ties the life of a kernel to the server's, before it has a reader. Every kernel imports this, so it imports little."""

from __future__ import annotations

import os
import signal
import sys

PR_SET_PDEATHSIG = 1
MOST_MEMORY = 1 << 30  # what a kernel may take beyond what it was born with; the largest question of the book takes a tenth


def end_with(server: int) -> bool:
    """Let the system end this process when the server is gone, however it went; elsewhere the kernel looks for itself once a second."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    is_bound = bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0)
    if os.getppid() != server:  # it went while we asked
        os._exit(0)
    return is_bound


def take_no_more(most: int = MOST_MEMORY) -> None:
    """Limit the memory of this kernel, so that a page that takes too much fails as a bug does and spares the machine."""
    if not sys.platform.startswith("linux"):
        return
    import resource

    with open("/proc/self/statm", encoding="utf-8") as file:  # noqa: PTH123 - pathlib need not be loaded for this
        has = int(file.read().split()[5]) * resource.getpagesize()
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    limit = has + most if hard == resource.RLIM_INFINITY else min(has + most, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (limit, hard))
