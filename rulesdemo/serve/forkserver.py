"""A process that has everything imported and makes kernels by forking: what it imported, kernels share and need not import again.

It is started by `rulesdemo.serve.forking` with one end of a socket; each line that comes in asks for a kernel, each line that goes out
names its process. It runs no page, so that every kernel begins alike. It ends when the other end of the socket is closed.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import random
import signal
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final, Never

from rulesdemo.serve.inside import end_with

PR_SET_NAME: Final = 15
NAME_LETTERS: Final = 8  # of the kernel's id: a name has room for fifteen letters


def main(descriptor: int, server: int) -> int:
    """Import, say so, and fork whenever a line asks for it."""
    for each in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C on the terminal is the server's business
        signal.signal(each, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, reap)
    end_with(server)
    for name in ("ipykernel.kernelapp", "ipykernel.ipkernel", "widgets.warm"):
        import_module(name)
    gc.collect()
    gc.freeze()  # a collection in a kernel would otherwise touch, and so copy, every page of what is shared
    with socket.socket(fileno=descriptor) as line:
        line.sendall(b'{"ready": true}\n')
        for said in line.makefile("rb"):
            line.sendall(b"%s\n" % json.dumps({"pid": forked(json.loads(said), line)}).encode())
    return 0


def forked(asked: dict[str, Any], line: socket.socket) -> int:
    """The process of a new kernel."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        line.close()
        run(asked, parent)
    os.setpgid(pid, pid)  # here and in the child: whoever comes first, signals to its group are never signals to us
    return pid


def reap(*_signal: object) -> None:
    """Let kernels that have ended go."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def run(asked: dict[str, Any], parent: int) -> Never:
    """Be a kernel until the end."""
    code = 1
    try:
        os.setpgid(0, 0)
        end_with(parent)
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGCHLD):
            signal.signal(each, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(asked["env"])
        os.chdir(asked["cwd"] or "/")
        call(asked["file"])
        random.seed()
        be_kernel(asked["file"], parent)
        code = 0
    finally:
        os._exit(code)  # what the parent wanted to do at its end is not ours to do


def call(file: str) -> None:
    """Give the process the kernel's name, so that a list of processes tells them apart."""
    if sys.platform.startswith("linux"):
        kernel = Path(file).name.removeprefix("kernel-")[:NAME_LETTERS]
        ctypes.CDLL(None).prctl(PR_SET_NAME, f"kernel-{kernel}".encode(), 0, 0, 0)


def be_kernel(file: str, parent: int) -> None:
    """Run ipykernel on a connection file; what was imported without a kernel learns that there is one."""
    from ipykernel.kernelapp import IPKernelApp

    app = IPKernelApp.instance(parent_handle=parent)
    app.initialize(["-f", file])  # type: ignore[no-untyped-call]
    widgets = sys.modules.get("ipywidgets")
    if widgets is not None:
        widgets.register_comm_target()
    app.start()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
