"""Kernels by forking: asks the fork server for a process, and shows it to jupyter_client as if it had been started here.

Only where the system can fork; elsewhere, and whenever the fork server does not answer, a kernel is started plainly and is slower to come.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint
from typing import Any, ClassVar, Final

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.provisioning.factory import KernelProvisionerFactory
from jupyter_client.provisioning.local_provisioner import LocalProvisioner

from rulesdemo.serve.jupyter_private import NoFolders
from rulesdemo.serve.log import log_failure

PROVISIONER: Final = "rulesdemo-fork"
READY_SECONDS: Final = 60
ANSWER_SECONDS: Final = 60  # a fork takes milliseconds; to give up is to end every kernel that was forked before
MOST_FAILURES: Final = 2


class Line:
    """One fork server, and the line to it: a question, then its answer."""

    def __init__(self, process: subprocess.Popen[bytes], said: asyncio.StreamReader, ask: asyncio.StreamWriter) -> None:
        """Take hold of both ends."""
        self.process, self._said, self._ask = process, said, ask

    @classmethod
    async def begin(cls) -> Line:
        """Start one, and wait until everything is imported."""
        ours, theirs = socket.socketpair()
        with theirs:
            process = _start(theirs.fileno())
        line = cls(process, *await asyncio.open_connection(sock=ours))
        try:
            await line.answer(READY_SECONDS)
        except BaseException:
            line.end()
            raise
        return line

    def ask(self, question: dict[str, Any]) -> None:
        """Send a question."""
        self._ask.write(json.dumps(question).encode() + b"\n")

    async def answer(self, seconds: float) -> dict[str, Any]:
        """Return its next answer."""
        said = await asyncio.wait_for(self._said.readline(), seconds)
        if not said:
            message = "the fork server is gone"
            raise ConnectionError(message)
        answer: dict[str, Any] = json.loads(said)
        return answer

    def end(self) -> None:
        """End it, and every kernel that it has made."""
        self._ask.close()
        self.process.kill()
        self.process.wait()


def _start(descriptor: int) -> subprocess.Popen[bytes]:
    quiet = None if os.environ.get("RULESDEMO_DEBUG") else subprocess.DEVNULL
    return subprocess.Popen(  # noqa: S603 - our own module, by the Python that runs us
        [sys.executable, "-P", "-m", "rulesdemo.serve.forkserver", str(descriptor), str(os.getpid())],
        pass_fds=[descriptor],
        stdin=subprocess.DEVNULL,
        stdout=quiet,  # standard error is the server's log: a step that breaks in a kernel leaves its traceback there
        start_new_session=True,
    )


class ForkServer:
    """The fork server, started when the first kernel is wanted, and again if it is lost."""

    def __init__(self) -> None:
        """Begin without a process."""
        self._line: Line | None = None
        self._turn = asyncio.Lock()
        self.failures = 0  # one after the other
        self.forks = 0  # kernels that it made

    @property
    def pid(self) -> int | None:
        """Return the id of its process, while it lives."""
        return self._line.process.pid if self._line is not None and self._line.process.poll() is None else None

    async def fork(self, file: str, env: dict[str, str], cwd: str | None) -> int:
        """Fork a kernel on a connection file; a reader who leaves meanwhile leaves no half answer and no process."""
        asked = asyncio.ensure_future(self._fork({"file": file, "env": env, "cwd": cwd}))
        try:
            return await asyncio.shield(asked)
        except asyncio.CancelledError:
            asked.add_done_callback(_let_go)
            raise

    async def _fork(self, question: dict[str, Any]) -> int:
        answer = await self._answer(question)
        if "error" in answer:  # it lives, and so do its kernels: only this one could not be made
            raise OSError(answer["errno"], answer["error"])
        self.forks += 1
        return int(answer["pid"])

    async def has_rehearsed(self) -> bool:
        """Return whether it has opened every page of the book once, so that whatever is forked from now on knows them."""
        return bool((await asyncio.shield(asyncio.ensure_future(self._answer({}))))["rehearsed"])

    async def _answer(self, question: dict[str, Any]) -> dict[str, Any]:
        async with self._turn:
            try:
                if self._line is not None and self.pid is None:
                    log_failure("the fork server died, with every kernel that it had made", None, level=logging.WARNING)
                if self._line is None or self.pid is None:
                    self._line = await Line.begin()
                self._line.ask(question)
                answer = await self._line.answer(ANSWER_SECONDS)
            except (OSError, TimeoutError, ValueError):
                self.failures += 1
                self.end()  # an answer that comes late must not be taken for the next one
                raise
            self.failures = 0
            return answer

    def end(self) -> None:
        """End it, and every kernel that it has made."""
        if self._line is not None:
            self._line.end()
            self._line = None


def _let_go(asked: asyncio.Future[int]) -> None:
    """End a kernel that came when nobody wanted it any more."""
    if not asked.cancelled() and asked.exception() is None:
        ForkedProcess(asked.result()).kill()


class ForkedProcess:
    """A kernel's process, as much of `subprocess.Popen` as jupyter_client uses of it."""

    stdin = stdout = stderr = None

    def __init__(self, pid: int) -> None:
        """Watch a process that is no child of this one."""
        self.pid = pid
        self.returncode: int | None = None
        self._watch = -1
        if hasattr(os, "pidfd_open"):  # where there is one, a number that the system has given to another process deceives nobody
            try:
                self._watch = os.pidfd_open(pid)
            except ProcessLookupError:
                self.returncode = 1
            except OSError:  # no more files may be opened: its number must do, and the process is not lost
                self._watch = -1

    def poll(self) -> int | None:
        """Return None while it lives, then how it ended."""
        if self.returncode is None and self._is_gone():
            self.returncode = 1
            self.close()
        return self.returncode

    def _is_gone(self) -> bool:
        if self._watch >= 0:
            look = select.poll()  # select() knows no descriptor from 1024 on, and a crowd of readers takes more than that
            look.register(self._watch, select.POLLIN)
            return bool(look.poll(0))
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        return False

    def wait(self, timeout: float | None = None) -> int:  # noqa: ARG002 - asked only when it has ended
        """Return its exit code."""
        return self.returncode or 0

    def send_signal(self, number: int) -> None:
        """Send a signal to a process that lives."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it."""
        self.send_signal(signal.SIGKILL)

    def close(self) -> None:
        """Watch no longer."""
        if self._watch >= 0:
            os.close(self._watch)
            self._watch = -1


class ForkProvisioner(LocalProvisioner):
    """Launches a kernel by asking the fork server; if that fails, as jupyter_client would."""

    server: ClassVar[ForkServer | None] = None
    process: Any

    async def launch_kernel(self, cmd: list[str], **kwargs: Any) -> Any:  # noqa: ANN401 - jupyter_client's own
        """Launch one on the connection file that the command names last."""
        server = ForkProvisioner.server
        if server is None:
            return await super().launch_kernel(cmd, **kwargs)
        try:
            pid = await server.fork(cmd[-1], kwargs.get("env") or dict(os.environ), kwargs.get("cwd"))
        except (OSError, TimeoutError, ValueError) as wrong:
            log_failure("no kernel by forking: it is started plainly, which is slower", wrong, level=logging.WARNING)
            if server.failures >= MOST_FAILURES:
                ForkProvisioner.server = None
            return await super().launch_kernel(cmd, **kwargs)
        self.process = ForkedProcess(pid)
        self.pid = self.pgid = pid
        return self.connection_info


def is_forked(kernel: Any) -> bool:  # noqa: ANN401 - jupyter_client's own manager of one kernel
    """Return whether a kernel was forked, and not started plainly."""
    return isinstance(kernel.provisioner.process, ForkedProcess)


class ThisPython(NoFolders):
    """Only the Python that runs this server; a kernel of the same name in the reader's folders is another Python."""

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Return the same kernel, forked where that is on."""
        spec: KernelSpec = super().get_kernel_spec(kernel_name)
        if ForkProvisioner.server is not None:
            spec.metadata = {**spec.metadata, "kernel_provisioner": {"provisioner_name": PROVISIONER}}
        return spec


def can_fork() -> bool:
    """Return whether the system can; `RULESDEMO_FORK=off` says that it may not."""
    return os.name == "posix" and os.environ.get("RULESDEMO_FORK") != "off"


def fork_from_now_on() -> ForkServer | None:
    """Let kernels be forked; None where the system cannot."""
    if not can_fork():
        return None
    place = EntryPoint(PROVISIONER, f"{__name__}:{ForkProvisioner.__name__}", KernelProvisionerFactory.GROUP_NAME)
    KernelProvisionerFactory.instance().provisioners[PROVISIONER] = place
    ForkProvisioner.server = ForkServer()
    return ForkProvisioner.server
