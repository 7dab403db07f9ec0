"""A process that has everything imported and makes kernels by forking: what it imported, kernels share and need not import again.

It is started by `rulesdemo.serve.fork_client` with one end of a socket; each line that comes in asks for a kernel, each line that goes out
names its process. While nobody asks, it opens the pages of the book one after the other and closes them again, so that later kernels know
what those have worked out, and leaves what they looked like for the server. It ends when the other end of the socket is closed.
"""

from __future__ import annotations

import ctypes
import gc
import json
import logging
import os
import random
import select
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any, Final, Never

from rulesdemo.serve.first_paint import leave
from rulesdemo.serve.jupyter_private import open_no_port
from rulesdemo.serve.kernel_bootstrap import end_with, take_no_more
from rulesdemo.serve.log import KERNEL, log_failure, set_up
from rulesdemo.words import PSEUDO, language, languages, speak, speak_of

# What a kernel imports when it begins, and what pages import.
LOADED: Final = (
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "ipykernel.debugger",
    "IPython.core.completerlib",
    "IPython.core.debugger",
    "IPython.core.logger",
    "IPython.core.oinspect",
    "IPython.extensions.storemagic",
    "tornado.platform.asyncio",
    "faulthandler",
    "resource",
    "widgets.web.preload",
)
PR_SET_NAME: Final = 15
IDLE_SECONDS: Final = 0.3  # after a question; where more come at once, they are not kept waiting
NAME_LETTERS: Final = 8  # of the kernel's id: a name has room for fifteen letters


def main(descriptor: int, server: int) -> int:
    """Import, say so, and fork whenever a line asks for it."""
    for each in (signal.SIGINT, signal.SIGTERM):  # Ctrl-C on the terminal is the server's business
        signal.signal(each, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, reap)
    set_up()
    end_with(server)
    # Nobody debugs a page, and every kernel would load ipykernel's debugger for itself: ten megabytes that no two of them share.
    sys.modules["debugpy"] = None  # type: ignore[assignment]
    for name in LOADED:
        import_module(name)
    settle()
    with socket.socket(fileno=descriptor) as line:
        line.sendall(b'{"ready": true}\n')
        pages = rehearsal()
        is_over = os.environ.get("RULESDEMO_REHEARSE") == "off"
        pause = IDLE_SECONDS
        while True:
            if not is_over and not is_asked(line, pause):
                is_over, pause = next(pages, None) is None, 0
                continue
            pause = IDLE_SECONDS
            question = next_question(line)
            if question is None:
                return 0
            forking = answer(question, line) if "file" in question else {}
            line.sendall(b"%s\n" % json.dumps({**forking, "rehearsed": is_over}).encode())


def is_asked(line: socket.socket, seconds: float) -> bool:
    """Return whether a question comes within `seconds`; the line may have any number, also one that select() does not know."""
    look = select.poll()
    look.register(line, select.POLLIN)
    return bool(look.poll(1000 * seconds))


def next_question(line: socket.socket) -> dict[str, Any] | None:
    """Read the next question; None when there will be no other. The next is asked only when this is answered."""
    said = b""
    while not said.endswith(b"\n"):
        part = line.recv(1 << 16)
        if not part:
            return None
        said += part
    question: dict[str, Any] = json.loads(said)
    return question


def rehearsal() -> Iterator[str]:
    """Open and close every page of the book in each language, and yield its name; one that fails will say so to its reader."""
    warm = import_module("widgets.web.preload")
    has_disk, default = True, language()
    for lang, page in product(page_languages(), warm.pages()):
        speak(lang)
        try:
            pieces = warm.rehearse(page)
        except Exception as bug:  # noqa: BLE001 - whatever a page does
            log_failure("a page could not be rehearsed", bug, page=page.stem, level=logging.WARNING)
        else:
            has_disk = has_disk and has_left(page, lang, pieces)
        speak(default)
        speak_of("")
        settle()
        yield page.stem


def page_languages() -> list[str]:
    """Return the languages of the pages, the server's own first; in the pseudo-language it is the only one."""
    first = language()
    return [first] if first == PSEUDO else [first, *(lang for lang in languages() if lang not in {first, PSEUDO})]


def has_left(page: Path, lang: str, pieces: dict[str, str]) -> bool:
    """Leave how a page opens for the server, and return whether it could be stored; where the disk is full no other need be tried."""
    try:
        leave(page, lang, pieces)
    except OSError as refused:
        log_failure("how pages open cannot be stored", refused, page=page.stem, level=logging.WARNING)
        return False
    return True


def settle() -> None:
    """Exempt what is there from collection: a collection in a kernel would touch, and so copy, every page of what is shared."""
    gc.collect()
    gc.freeze()


def answer(asked: dict[str, Any], line: socket.socket) -> dict[str, Any]:
    """Return the process of a new kernel, or why there is none: a refusal of the system must not end the others."""
    try:
        return {"pid": fork_kernel(asked, line)}
    except OSError as refused:
        return {"error": refused.strerror or str(refused), "errno": refused.errno}


def fork_kernel(asked: dict[str, Any], line: socket.socket) -> int:
    """Fork a new kernel and return its process."""
    parent = os.getpid()
    pid = os.fork()
    if pid == 0:
        line.close()
        run(asked, parent)
    with suppress(OSError):  # it may have gone already
        os.setpgid(pid, pid)  # here and in the child: whichever comes first, signals to its group are never signals to us
    return pid


def reap(*_signal: object) -> None:
    """Let kernels that have ended go."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return


def run(asked: dict[str, Any], parent: int) -> Never:
    """Run as a kernel until the end."""
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
        with suppress(OSError, ValueError):  # where the system does not say what it has, nothing is held back
            take_no_more()
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

    open_no_port()
    app = IPKernelApp.instance(parent_handle=parent, log=logging.getLogger(KERNEL))
    app.initialize(["-f", file, "--HistoryManager.enabled=False"])  # type: ignore[no-untyped-call]
    widgets = sys.modules.get("ipywidgets")
    if widgets is not None:
        widgets.register_comm_target()
    app.start()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2])))
