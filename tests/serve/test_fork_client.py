"""Kernels by forking: each is its own, none outlives the others' parent, and a system or a moment that cannot fork starts them plainly."""

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from jupyter_client.manager import AsyncKernelManager

from rulesdemo.serve import fork_client
from rulesdemo.serve.access import Door
from rulesdemo.serve.doctor import examine
from rulesdemo.serve.first_paint import FOLDER, stored_pieces
from rulesdemo.serve.fork_client import ForkedProcess, ForkProvisioner, ForkServer, ThisPython, fork_from_now_on, is_forked
from tests.support.protocol import run
from tests.support.server import PATIENCE, served, tiny_book

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork: kernels are started plainly there")


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test turns on is off after it; pages are rehearsed where a test asks for it."""
    monkeypatch.setenv("RULESDEMO_REHEARSE", "off")
    monkeypatch.setattr(ForkProvisioner, "server", None)


@pytest.fixture
def scratch() -> Iterator[Path]:
    """A folder with a short name, as sockets need it."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


async def started(folder: Path, name: str) -> AsyncKernelManager:
    kernel = AsyncKernelManager(kernel_name="python3", transport="ipc", connection_file=str(folder / f"kernel-{name}.json"))
    kernel.kernel_spec_manager = ThisPython()
    await kernel.start_kernel()
    return kernel


async def printed_by(kernel: AsyncKernelManager, code: str) -> str:
    """What a kernel prints; its log goes to standard error."""
    client, words = kernel.client(), []

    def hear(message: dict[str, Any]) -> None:
        if message["content"].get("name") == "stdout":
            words.append(message["content"]["text"])

    client.start_channels()
    try:
        await client.wait_for_ready(timeout=PATIENCE)
        await client.execute_interactive(code, timeout=PATIENCE, output_hook=hear)
    finally:
        client.stop_channels()
    return "".join(words)


def with_fork_server(test: Callable[[ForkServer], Awaitable[None]]) -> None:
    async def with_it() -> None:
        server = fork_from_now_on()
        assert server is not None
        try:
            await test(server)
        finally:
            server.end()

    run(with_it())


def test_forked_kernels_have_everything_loaded_but_no_debugger_and_dice_of_their_own(scratch: Path) -> None:
    async def test(server: ForkServer) -> None:
        one, other = await started(scratch, "one"), await started(scratch, "other")
        assert is_forked(one)
        assert is_forked(other)
        loaded = "*(name in sys.modules for name in ('widgets.chapter.page', '_pydevd_bundle'))"
        code = f"import os, random, sys; print(os.getppid(), {loaded}, random.random())"
        first, second = await printed_by(one, code), await printed_by(other, code)
        assert first.split()[:3] == second.split()[:3] == [str(server.pid), "True", "False"]
        assert first.split()[3] != second.split()[3]
        await one.shutdown_kernel(now=True)
        assert not await one.is_alive()
        assert await other.is_alive()
        await other.shutdown_kernel(now=True)

    with_fork_server(test)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux holds a process to its data")
def test_a_kernel_that_takes_too_much_fails_alone_and_goes_on(scratch: Path) -> None:
    """It fails as any bug of a page does; what the largest questions take is far below."""
    greedy = (
        "from markupsafe import Markup\n"
        "class Greedy:\n"
        "    def first(self): return Markup('')\n"
        "    def hear(self, acts): return {'parts': {'said': str(len(bytearray(int(acts[0]['value']) << 20)))}}\n"
    )
    answer = "next(iter(live._attempt(lambda: Greedy().hear([{'value': n}]), dict, [])['parts']))"
    code = f"from widgets.web.live import Live; live = Live(Greedy()); print(*({answer} for n in (300, 3000, 3)))"

    async def test(_server: ForkServer) -> None:
        kernel = await started(scratch, "one")
        assert (await printed_by(kernel, greedy + code)).split() == ["said", "trouble", "said"]
        assert await kernel.is_alive()
        await kernel.shutdown_kernel(now=True)

    with_fork_server(test)


def test_a_kernel_has_nothing_left_to_load_when_it_begins(scratch: Path) -> None:
    """What it loads for itself takes time and memory from every reader. What was there before is frozen."""
    young = "{id(each) for each in gc.get_objects()}"
    code = f"import gc, sys; young = {young}; print(*sorted(name for name, module in sys.modules.items() if id(module) in young))"

    async def test(_server: ForkServer) -> None:
        kernel = await started(scratch, "one")
        assert is_forked(kernel)
        assert (await printed_by(kernel, code)).split() == ["__main__"]
        await kernel.shutdown_kernel(now=True)

    with_fork_server(test)


def test_kernels_know_what_the_fork_server_has_rehearsed(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that fails is left out, one that is only for JupyterLab is not opened, and what was opened is closed again."""
    book = tiny_book(scratch)
    for path in book.rglob("*.ipynb"):
        path.unlink()
    seen = "import sys; sys.modules['seen.{0}'] = sys"
    opens = "from widgets.odds_form.form import ask; lab = ask('veneti.grapple')"
    pages = {"01_one": [seen.format("one"), "1 / 0"], "02_two": [opens, seen.format("two")], "rules": [seen.format("rules")]}
    for name, sources in pages.items():
        cells = [
            {"cell_type": "code", "id": f"cell-{number}", "metadata": {"tags": []}, "source": [source]}
            for number, source in enumerate(sources)
        ]
        cells.append({"cell_type": "code", "metadata": {"tags": ["lab"]}, "source": [seen.format("lab")]})
        (book / "en" / "veneti" / f"{name}.ipynb").write_text(json.dumps({"cells": cells}), encoding="utf-8")
    monkeypatch.setenv("RULESDEMO_BOOK_FOLDER", str(book))
    monkeypatch.setenv(FOLDER, str(scratch / "openings"))
    monkeypatch.delenv("RULESDEMO_REHEARSE", raising=False)

    async def test(server: ForkServer) -> None:
        until = time.monotonic() + PATIENCE
        while not await server.has_rehearsed():
            assert time.monotonic() < until
            await asyncio.sleep(0.5)
        kernel = await started(scratch, "one")
        look = "import sys; from ipywidgets.widgets.widget import _instances"
        code = f"{look}; print(*sorted(name for name in sys.modules if 'seen.' in name), len(_instances))"
        assert (await printed_by(kernel, code)).split() == ["seen.one", "seen.two", "0"]
        await kernel.shutdown_kernel(now=True)
        assert stored_pieces(book / "en" / "veneti" / "01_one.ipynb", "en") == {}
        seen = stored_pieces(book / "en" / "veneti" / "02_two.ipynb", "en")
        assert set(seen) == {"cell-0"}
        assert "Grapple" in seen["cell-0"]

    with_fork_server(test)


def test_kernels_end_with_their_fork_server_and_the_next_has_a_new_one(scratch: Path) -> None:
    async def test(server: ForkServer) -> None:
        kernel = await started(scratch, "one")
        lost = server.pid
        psutil.Process(lost).kill()
        until = time.monotonic() + PATIENCE
        while await kernel.is_alive():
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        await kernel.shutdown_kernel(now=True)
        other = await started(scratch, "other")
        assert server.pid not in {None, lost}
        assert (await printed_by(other, "print(6 * 7)")).strip() == "42"
        await other.shutdown_kernel(now=True)

    with_fork_server(test)


def test_where_forking_fails_a_kernel_is_started_plainly_and_it_is_not_tried_for_ever(
    scratch: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = []

    def broken(descriptor: int) -> subprocess.Popen[bytes]:
        tried.append(descriptor)
        return subprocess.Popen([sys.executable, "-c", ""])

    monkeypatch.setattr(fork_client, "_start", broken)

    async def test(_server: ForkServer) -> None:
        for number in range(3):
            kernel = await started(scratch, str(number))
            assert not is_forked(kernel)
            await kernel.shutdown_kernel(now=True)

    with_fork_server(test)
    assert len(tried) == 2


REFUSING = """
import os, sys
from rulesdemo.serve import forkserver
real_fork, real_setpgid, forks, groups = os.fork, os.setpgid, [], []

def fork():
    forks.append(None)
    if len(forks) == 2:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return real_fork()

def setpgid(pid, group):
    real_setpgid(pid, group)
    if pid:
        groups.append(pid)
        if len(groups) == 2:
            raise ProcessLookupError(3, "No such process")

os.fork, os.setpgid = fork, setpgid
sys.exit(forkserver.main(int(sys.argv[1]), int(sys.argv[2])))
"""


def test_a_fork_that_the_system_refuses_costs_nobody_else_his_kernel(scratch: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second fork is refused and started plainly; the process of the third is gone before it gets a group."""

    def refusing(descriptor: int) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", REFUSING, str(descriptor), str(os.getpid())], pass_fds=[descriptor])

    monkeypatch.setattr(fork_client, "_start", refusing)

    async def test(server: ForkServer) -> None:
        kernels = [await started(scratch, "one")]
        first = server.pid
        kernels += [await started(scratch, name) for name in ("two", "three")]
        assert [is_forked(kernel) for kernel in kernels] == [True, False, True]
        assert [await kernel.is_alive() for kernel in kernels] == [True, True, True]
        assert (server.pid, server.failures) == (first, 0)
        for kernel in kernels:
            await kernel.shutdown_kernel(now=True)

    with_fork_server(test)


def test_a_reader_who_goes_away_leaves_no_kernel_behind(scratch: Path) -> None:
    async def test(server: ForkServer) -> None:
        await (await started(scratch, "first")).shutdown_kernel(now=True)
        asked = asyncio.ensure_future(server.fork(str(scratch / "kernel-gone.json"), {}, None))
        await asyncio.sleep(0)  # the question is on its way
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        until = time.monotonic() + PATIENCE
        while any(child.name() == "kernel-gone.jso" for child in psutil.Process(server.pid).children()):
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        # The answer that nobody heard is not taken for the next one.
        kernel = await started(scratch, "next")
        process = psutil.Process(kernel.provisioner.pid)  # type: ignore[union-attr]
        while process.name() != "kernel-next.jso":  # a process takes its name only after it is there
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        await kernel.shutdown_kernel(now=True)

    with_fork_server(test)


def test_a_process_that_is_gone_is_known_to_be() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    watched = ForkedProcess(process.pid)
    assert watched.poll() is None
    watched.kill()
    process.wait(PATIENCE)
    assert watched.poll() == watched.wait() == 1
    watched.terminate()  # nobody is hit
    process.communicate()


@pytest.fixture
def high() -> Iterator[int]:
    """A number for descriptors that select() does not know."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard < 2048:
        pytest.skip("this system lets nobody open so many files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (2048, hard))
    yield 1500
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched by their number here")
def test_a_process_is_watched_also_where_a_crowd_has_taken_the_low_descriptors(high: int) -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        watched = ForkedProcess(process.pid)
        low, watched._watch = watched._watch, fcntl.fcntl(watched._watch, fcntl.F_DUPFD_CLOEXEC, high)
        os.close(low)
        assert watched.poll() is None
        watched.kill()
        process.wait(PATIENCE)
        assert watched.poll() == 1
        assert watched._watch == -1


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="processes are watched by their number here")
def test_a_process_is_watched_by_its_number_where_no_more_files_may_be_opened(high: int) -> None:
    resource = pytest.importorskip("resource")
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as process:
        free = os.open(os.devnull, os.O_RDONLY)
        os.close(free)
        resource.setrlimit(resource.RLIMIT_NOFILE, (free, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        watched = ForkedProcess(process.pid)
        resource.setrlimit(resource.RLIMIT_NOFILE, (high, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
        assert watched._watch == -1
        assert watched.poll() is None
        watched.kill()
        process.wait(PATIENCE)
        assert watched.poll() == 1


def test_a_fork_server_hears_on_a_line_with_a_high_number(scratch: Path, monkeypatch: pytest.MonkeyPatch, high: int) -> None:
    """One that is lost and begun again while a crowd is there gets such a line; it listens while it rehearses."""
    begin = fork_client._start

    def begun(descriptor: int) -> subprocess.Popen[bytes]:
        line = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, high)
        try:
            return begin(line)
        finally:
            os.close(line)

    monkeypatch.setattr(fork_client, "_start", begun)
    monkeypatch.delenv("RULESDEMO_REHEARSE", raising=False)

    async def test(_server: ForkServer) -> None:
        kernel = await started(scratch, "one")
        assert is_forked(kernel)
        await kernel.shutdown_kernel(now=True)

    with_fork_server(test)


def test_the_doctor_says_how_kernels_come(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Kernels: forked from one that has everything loaded (quick)." in examine(Door())
    monkeypatch.setenv("RULESDEMO_FORK", "off")
    assert "Kernels: started one by one (slower)." in examine(Door())
    assert fork_from_now_on() is None


def test_pages_come_from_forked_kernels(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert "23/36" in server.get("/en/lab")[2]
        names = [child.name() for child in psutil.Process(server.process.pid).children(recursive=True)]
        assert sum(name.startswith("kernel-") for name in names) >= 1
        assert len({name for name in names if name.startswith("kernel-")}) == len(names) - 1
