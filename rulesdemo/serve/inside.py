"""What a kernel runs before it is anybody's: it ties its life to the server's. Every kernel imports this, so it imports little."""

from __future__ import annotations

import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def end_with(server: int) -> bool:
    """Let the system end this process when the server is gone, however it went; elsewhere the kernel looks for itself once a second."""
    if not sys.platform.startswith("linux"):
        return False
    import ctypes

    is_bound = bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL) == 0)
    if os.getppid() != server:  # it went while we asked
        os._exit(0)
    return is_bound
