"""Warm kernels, the queue for them, and a clean beginning and end of the server."""

import asyncio
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from traitlets.config import Config

from rulesdemo.serve.access import address_of, is_loopback
from rulesdemo.serve.fork_client import ForkProvisioner, ThisPython
from rulesdemo.serve.kernel_pool import FILES_EACH, GRACE_SECONDS, OTHER_FILES, SPARE, Kernels, Warm
from rulesdemo.serve.reader_queue import Queue
from tests.support.protocol import LAB, answer_of, comm_of, dial, kernel_of, run
from tests.support.server import BIN, PATIENCE, TINY, Served, served, surroundings

# -------------------------------------------------------------------------------------------------------------- kernels


needs_fork = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork, and does not number what is open")


def with_kernels(test: Callable[[Kernels], Awaitable[None]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Real kernels, forked, in this process, which notices at once when one dies."""
    monkeypatch.setenv("RULESDEMO_REHEARSE", "off")
    restarter = {"restart_limit": 0, "time_to_dead": 0.2}
    config = Config({"KernelManager": {"transport": "ipc"}, "AsyncIOLoopKernelRestarter": restarter})

    async def with_them() -> None:
        with tempfile.TemporaryDirectory() as folder:  # a short path, as sockets need it
            kernels = Kernels(config=config, connection_dir=folder, kernel_spec_manager=ThisPython())
            try:
                first = await kernels.take()  # with it comes what all have in common
                first.client.stop_channels()
                await kernels.end(first.kernel_id)
                await test(kernels)
            finally:
                await kernels.end_all()

    with monkeypatch.context() as patch:
        patch.setattr("rulesdemo.serve.kernel_pool.SPARE", 0)
        patch.setattr(ForkProvisioner, "server", None)
        run(with_them())


async def settled(kernels: Kernels) -> tuple[int, int, int]:
    """What is open here, what runs here, and how many kernels there are, once that has been the same for a while."""
    seen: list[tuple[int, int, int]] = []
    while len(seen) < 8 or len(set(seen[-8:])) > 1:
        assert len(seen) < 200
        seen.append((psutil.Process().num_fds(), threading.active_count(), len(kernels)))
        await asyncio.sleep(0.05)
    return seen[-1]


def is_same(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    """Nothing more is there than before; a socket that closes may be open a little longer, so one or two do not count."""
    assert after[1:] == before[1:]
    assert after[0] <= before[0] + 2


async def spares(kernels: Kernels, count: int) -> list[Warm]:
    """The pool starts its spares, and no more when they are taken."""
    kernels.spare = count
    await kernels._fill(0)
    kernels.spare = 0
    return [await spare for spare in kernels._spares]


async def killed(kernels: Kernels, kernel_id: str) -> None:
    """Kill a kernel, and wait until that is noticed."""
    psutil.Process(kernels.get_kernel(kernel_id).provisioner.pid).kill()  # type: ignore[attr-defined]
    until = time.monotonic() + PATIENCE
    while kernel_id in kernels:
        assert time.monotonic() < until
        await asyncio.sleep(0.05)


@needs_fork
def test_whatever_is_wrong_with_a_spare_nothing_of_it_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken() -> bool:
        raise ValueError

    async def failed() -> Warm:
        raise OSError

    async def once(kernels: Kernels) -> tuple[int, int, int]:
        dead, unknown, good = await spares(kernels, 3)
        kernels._spares.insert(0, asyncio.ensure_future(failed()))
        await killed(kernels, dead.kernel_id)
        assert kernels.ready == 2
        kernels.get_kernel(unknown.kernel_id).is_alive = broken  # type: ignore[method-assign]
        assert await kernels.take() == good
        good.client.stop_channels()
        await kernels.end(good.kernel_id)
        return await settled(kernels)

    async def test(kernels: Kernels) -> None:
        is_same(await once(kernels), await once(kernels))

    with_kernels(test, monkeypatch)


@needs_fork
def test_nothing_stays_of_a_kernel_that_died_under_its_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither what watched it, nor what was kept for a page that had gone, nor its files."""

    async def once(kernels: Kernels) -> tuple[int, int, int]:
        warm = await kernels.take()
        warm.client.stop_channels()
        kernels.notify_connect(warm.kernel_id)
        kernels.notify_disconnect(warm.kernel_id)
        kernel: Any = kernels.get_kernel(warm.kernel_id)
        lines = {"shell": kernel.connect_shell(), "iopub": kernel.connect_iopub()}
        kernels.start_buffering(warm.kernel_id, "page", lines)  # type: ignore[no-untyped-call]
        listening = [kernel._activity_stream, *lines.values()]
        assert not any(line.closed() for line in listening)
        await killed(kernels, warm.kernel_id)
        assert all(line.closed() for line in listening)
        assert kernel._control_socket is None
        kernels.remove_kernel(warm.kernel_id)  # once more does no harm
        assert os.listdir(kernels.connection_dir) == []  # noqa: PTH208 - in a coroutine no path is walked
        return await settled(kernels)

    async def test(kernels: Kernels) -> None:
        is_same(await once(kernels), await once(kernels))

    with_kernels(test, monkeypatch)


@needs_fork
def test_of_pages_that_go_together_all_but_a_few_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesdemo.serve.kernel_pool.LEFT", 1)

    async def test(kernels: Kernels) -> None:
        names = [(await kernels.take()) for _ in range(4)]
        for warm in names:
            warm.client.stop_channels()
            kernels.notify_connect(warm.kernel_id)
        for warm in names:
            kernels.notify_disconnect(warm.kernel_id)
        await asyncio.gather(*kernels._endings)
        assert kernels.list_kernel_ids() == [names[-1].kernel_id]

    with_kernels(test, monkeypatch)


@needs_fork
def test_a_server_is_full_when_the_machine_is_and_its_spares_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (OTHER_FILES + 5 * FILES_EACH, hard))
    try:
        assert Kernels().most == 5
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))

    async def test(kernels: Kernels) -> None:
        kernels.most = 2
        assert len(await spares(kernels, 5)) == 2  # no more are made than there may be
        claims = [kernels.claim() for _ in range(3)]
        assert claims[2] is None
        for claim in claims[:2]:
            assert claim is not None
            assert claim.is_spare
            (await kernels.take(claim)).client.stop_channels()
        assert kernels.claim() is None

    with_kernels(test, monkeypatch)


@needs_fork
def test_spares_are_kept_and_a_kernel_that_nobody_got_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(kernels: Kernels) -> None:
        (spare,) = await spares(kernels, 1)
        lost = await kernels.start_kernel(kernel_name="python3")
        await kernels.cull_kernels()  # type: ignore[no-untyped-call]
        assert set(kernels.list_kernel_ids()) == {spare.kernel_id, lost}  # it may be on its way to somebody
        monkeypatch.setattr("rulesdemo.serve.kernel_pool.GRACE_SECONDS", 0)
        await kernels.cull_kernels()  # type: ignore[no-untyped-call]
        assert kernels.list_kernel_ids() == [spare.kernel_id]

    with_kernels(test, monkeypatch)


def test_pages_just_opened_are_not_culled() -> None:
    kernels = Kernels()
    kernels._kernels["given"] = None  # type: ignore[assignment]
    kernels._given["given"] = time.monotonic()
    run(kernels.cull_kernel_if_idle("given"))
    kernels._given["given"] -= GRACE_SECONDS + 1
    kernels._met.add("given")
    with pytest.raises(AttributeError):  # now the culler does look how long it was idle
        run(kernels.cull_kernel_if_idle("given"))
    run(kernels.cull_kernel_if_idle("gone"))
    assert list(kernels._given) == ["given"]


def test_of_pages_gone_without_a_word_the_first_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that comes back is not gone; one that has another line open is not gone either; the rest wait in the order of their going."""
    ended: list[str] = []

    async def end(_self: Kernels, kernel_id: str) -> None:
        ended.append(kernel_id)

    monkeypatch.setattr(Kernels, "end", end)
    monkeypatch.setattr("rulesdemo.serve.kernel_pool.LEFT", 2)

    async def gone() -> None:
        kernels = Kernels()
        for name in "abcde":
            kernels._kernels[name] = None  # type: ignore[assignment]
            kernels._kernel_connections[name] = 0
            kernels.notify_connect(name)
        kernels.notify_connect("e")
        for name in "abe":
            kernels.notify_disconnect(name)
        kernels.notify_connect("a")
        for name in "ac":
            kernels.notify_disconnect(name)
        await asyncio.sleep(0)

    run(gone())
    assert ended == ["b"]


def test_a_warm_kernel_is_handed_out_once_and_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def warmed(_self: Kernels, _kernel_id: str) -> Warm:
        made.append(f"kernel {len(made)}")
        await asyncio.sleep(0)
        return Warm(made[-1], None)

    async def alive(_self: Kernels, kernel_id: str) -> bool:
        return kernel_id != "kernel 1"

    monkeypatch.setattr(Kernels, "_warmed", warmed)
    monkeypatch.setattr(Kernels, "_is_alive", alive)
    monkeypatch.setattr("rulesdemo.serve.kernel_pool.REFILL_SECONDS", 0)

    async def visits() -> list[str]:
        kernels = Kernels()
        kernels.fill()
        assert kernels._filler
        await kernels._filler
        assert len(kernels._spares) == SPARE == 2
        first = await kernels.take()
        second = await kernels.take()  # kernel 1 died while it waited
        return [first.kernel_id, second.kernel_id]

    first, second = run(visits())
    assert first == "kernel 0"
    assert second not in ("kernel 0", "kernel 1")


def test_spares_from_before_the_rehearsal_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []
    ended: list[str] = []

    async def warmed(_self: Kernels, _kernel_id: str) -> Warm:
        made.append(f"kernel {len(made)}")
        await asyncio.sleep(0)
        return Warm(made[-1], None)

    async def end(_self: Kernels, kernel_id: str) -> None:
        ended.append(kernel_id)

    class Forks:
        left = 2

        async def has_rehearsed(self) -> bool:
            self.left -= 1
            return self.left < 0

    monkeypatch.setattr(Kernels, "_warmed", warmed)
    monkeypatch.setattr(Kernels, "end", end)
    monkeypatch.setattr("rulesdemo.serve.kernel_pool.RENEW_SECONDS", 0)

    async def renewed() -> list[str]:
        kernels = Kernels()
        kernels.forks = Forks()  # type: ignore[assignment]
        kernels.fill()
        assert kernels._filler
        await kernels._filler
        await kernels.renew()
        return [(await spare).kernel_id for spare in kernels._spares]

    assert run(renewed()) == ["kernel 2", "kernel 3"]
    assert ended == ["kernel 0", "kernel 1"]


def test_the_queue_is_fair_and_tells_everybody_his_number() -> None:
    told: dict[str, list[int]] = {}
    order: list[str] = []

    async def visit(queue: Queue, name: str) -> None:
        async def tell(number: int) -> None:
            told.setdefault(name, []).append(number)

        async with queue.turn(tell):
            order.append(name)
            await asyncio.sleep(0.05)

    async def rush() -> Queue:
        queue = Queue(2, 3)
        tasks = [asyncio.ensure_future(visit(queue, name)) for name in "abcde"]
        await asyncio.sleep(0.01)
        assert queue.is_full
        tasks[3].cancel()  # a visitor who waits no longer
        await asyncio.gather(*tasks, return_exceptions=True)
        return queue

    queue = run(rush())
    assert order == ["a", "b", "c", "e"]
    assert told["c"][0] == 1
    assert told["e"][0] == 3
    assert (queue.free, queue.is_full) == (2, False)


def test_ten_readers_at_once_are_all_answered(server: Served) -> None:
    """Each gets an own kernel that answers; readers who wait learn their number."""
    with ThreadPoolExecutor(10) as readers:
        texts = list(readers.map(lambda _: server.get(TINY)[2], range(10)))
    assert all(text.rstrip().endswith("</html>") for text in texts)
    assert len({kernel_of(text) for text in texts}) == 10
    assert any("You are number" in text for text in texts)

    async def talk(text: str) -> dict[str, Any]:
        line = await dial(server, kernel_of(text))
        return await answer_of(line, comm_of(text), [{"do": "step"}])

    async def everybody() -> list[dict[str, Any]]:
        return await asyncio.gather(*(talk(text) for text in texts))

    assert all("1 steps" in answer["parts"]["said"] for answer in run(everybody()))
    for text in texts:
        assert server.get(f"/bye/{kernel_of(text)}", "POST", Origin=server.origin)[0] == 204


# ----------------------------------------------------------------------------------------------------- starting and stopping


def test_ctrl_c_ends_everything_and_leaves_nothing(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        # A reader's own settings are neither used nor touched.
        startup = server.home / ".ipython" / "profile_default" / "startup"
        startup.mkdir(parents=True)
        (startup / "00.py").write_text("raise SystemExit", encoding="utf-8")
        config = server.home / ".jupyter" / "voila.json"
        config.parent.mkdir()
        config.write_text('{"VoilaConfiguration": {"show_tracebacks": true, "template": "nonsense"}}', encoding="utf-8")
        before = sorted(server.home.rglob("*"))
        assert "23/36" in server.get(LAB)[2]
        kernels = psutil.Process(server.process.pid).children(recursive=True)
        assert kernels
        code, said, complained = server.interrupt()
        assert (code, said, complained) == (0, "Stopped.\n", "")
        _gone, alive = psutil.wait_procs(kernels, timeout=PATIENCE)
        assert alive == []
        assert sorted(server.home.rglob("*")) == before
        assert list(server.scratch.iterdir()) == []
        assert list((tmp_path / "empty").iterdir()) == []


@pytest.mark.parametrize("moment", [0.0, 0.1, 0.4])
def test_ctrl_c_while_the_first_kernel_starts_leaves_none_behind(tmp_path: Path, moment: float) -> None:
    with served(tmp_path) as server:
        time.sleep(moment)
        kernels = psutil.Process(server.process.pid).children(recursive=True)
        assert server.interrupt() == (0, "Stopped.\n", "")
        assert psutil.wait_procs(kernels, timeout=PATIENCE)[1] == []
        assert list(server.scratch.iterdir()) == []


@pytest.mark.parametrize("forks", ["on", "off"])
def test_kernels_do_not_outlive_a_server_that_was_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, forks: str) -> None:
    monkeypatch.setenv("RULESDEMO_FORK", forks)
    with served(tmp_path) as server:
        assert "23/36" in server.get(LAB)[2]
        kernels = psutil.Process(server.process.pid).children(recursive=True)
        assert any("forkserver" in part for child in kernels for part in child.cmdline()) == (forks == "on")
        # Kernels are spoken to through files in a private folder, not through ports that others can reach. One that was started plainly
        # has one port, on which it hears only what its own subprocesses print.
        ports = [sum(line.status == psutil.CONN_LISTEN for line in child.net_connections("inet")) for child in kernels]
        assert max(ports) == (0 if forks == "on" else 1)
        assert server.scratch.stat().st_mode & 0o077 == 0
        server.process.kill()
        server.process.wait(PATIENCE)
        assert psutil.wait_procs(kernels, timeout=10)[1] == []


def refused(tmp_path: Path, *arguments: str, commands: Path = BIN) -> str:
    """What the command complains of; it must be one line, with exit code 2."""
    result = subprocess.run(
        [str(commands / "rulesdemo"), "serve", "--no-browser", *arguments],
        env=surroundings(tmp_path, tmp_path),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    return result.stderr.strip()


def test_a_port_in_use_is_one_sentence_with_the_way_out(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = refused(tmp_path, "--port", str(port))
    assert said == f"rulesdemo: port {port} is in use. Choose another with --port, or --port 0 for any free one."


def test_an_address_that_is_not_ours_is_one_sentence(tmp_path: Path) -> None:
    assert "--host '203.0.113.7' is no address of this machine" in refused(tmp_path, "--port", "0", "--open", "--host", "203.0.113.7")


def test_a_language_without_pages_is_one_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path, "--lang", "de") == "rulesdemo: no language 'de'. Known: en, fr."


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::", "127.0.0.1"), ("", "127.0.0.1"), ("localhost", "localhost")]
)
def test_the_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    assert address_of(host, 8866) == f"http://{shown}:8866/"


def test_which_hosts_are_this_machine_only() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "::", "192.0.2.1", "")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
