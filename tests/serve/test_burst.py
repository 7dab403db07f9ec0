"""Many readers in the same moment: no more kernels than there may be, at no moment; who has none waits, knows his number, and gets one."""

import asyncio
import re
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

import psutil
import pytest

from rulesdemo.serve.descriptor_limits import FEWEST_FILES
from rulesdemo.serve.kernel_pool import FEWEST, FILES_EACH, OTHER_FILES, STARTS, WAITING, Kernels, bearable
from rulesdemo.serve.reader_queue import Queue
from tests.serve.test_descriptor_limits import with_limit
from tests.serve.test_kernel_pool import refused, with_kernels
from tests.support.protocol import kernel_of, run
from tests.support.server import PATIENCE, TINY, Served, served, tiny_book

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows does not fork, and has no such limit of files")
NUMBER = re.compile(r"You are number (\d+)\.")


class Visit(threading.Thread):
    """A reader who reads his page as it comes."""

    def __init__(self, server: Served, cookie: str = "") -> None:
        super().__init__(daemon=True)
        self.place = server.origin.removeprefix("http://")
        self.cookie = cookie
        self.status = 0
        self.text = ""
        self.is_whole = False

    def run(self) -> None:
        line = self.line = HTTPConnection(self.place, timeout=3 * PATIENCE)
        line.request("GET", TINY, headers={"Cookie": self.cookie} if self.cookie else {})
        answer = line.getresponse()
        self.status = answer.status
        with suppress(HTTPException, OSError):  # the server is stopped before this reader has come in
            while part := answer.read1():
                self.text += part.decode("utf-8", "replace")
            self.is_whole = True
        line.close()

    def go(self) -> None:
        """Hang up."""
        self.line.sock.shutdown(socket.SHUT_RDWR)

    @property
    def numbers(self) -> list[int]:
        return [int(number) for number in NUMBER.findall(self.text)]

    @property
    def is_waiting(self) -> bool:
        return bool(self.numbers) and "data-kernel=" not in self.text


def kernels_of(server: Served) -> int:
    """How many processes of kernels there are, whatever they do."""
    count = 0
    for child in psutil.Process(server.process.pid).children(recursive=True):
        try:
            count += child.name().startswith("kernel-") and child.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            continue
    return count


@contextmanager
def sampled(server: Served) -> Iterator[list[int]]:
    """The number of kernels, again and again until the end of the block."""
    seen: list[int] = []
    is_over = threading.Event()

    def look() -> None:
        while not is_over.is_set():
            seen.append(kernels_of(server))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield seen
    finally:
        is_over.set()
        looking.join()


def wait_until(is_so: Callable[[], bool], visits: list[Visit]) -> None:
    until = time.monotonic() + 2 * PATIENCE
    while not is_so():
        assert time.monotonic() < until, [(visit.status, visit.is_whole, visit.numbers) for visit in visits]
        time.sleep(0.05)


def burst(server: Served, most: int, crowd: int) -> list[Visit]:
    """Let a crowd come at once; each leaves when nobody more can come in, until all have been there."""
    visits = [Visit(server) for _ in range(crowd)]
    with sampled(server) as seen:
        for visit in visits:
            visit.start()
        wait_until(lambda: sum(visit.is_whole and visit.status == 200 for visit in visits) == most, visits)
        wait_until(lambda: all(visit.is_whole or visit.is_waiting for visit in visits), visits)
        waiting = [visit for visit in visits if visit.is_waiting]
        wait_until(lambda: sorted(visit.numbers[-1] for visit in waiting) == list(range(1, len(waiting) + 1)), visits)
        left: set[Visit] = set()
        while len(left) < crowd:
            wait_until(lambda: any(visit.is_whole for visit in set(visits) - left), visits)
            for visit in [visit for visit in visits if visit.is_whole and visit not in left]:
                left.add(visit)
                if visit.status == 200:
                    assert server.get(f"/bye/{kernel_of(visit.text)}", "POST", Origin=server.origin)[0] == 204
    assert max(seen) == most
    return visits


def all_came_in(visits: list[Visit]) -> None:
    assert {visit.status for visit in visits} == {200}
    assert len({kernel_of(visit.text) for visit in visits}) == len(visits)
    for visit in visits:
        assert visit.text.rstrip().endswith("</html>")
        assert "It is our fault. Nothing of yours is lost." not in visit.text
        assert visit.numbers == sorted(visit.numbers, reverse=True)
        assert "0 steps" in visit.text


@pytest.mark.parametrize("most", [2, 4, 8])
def test_a_burst_gets_no_more_kernels_than_there_may_be(tmp_path: Path, most: int) -> None:
    with served(tmp_path, book=tiny_book(tmp_path), RULESDEMO_KERNELS=str(most)) as server:
        visits = burst(server, most, 3 * most)
    all_came_in(visits)
    assert sum(bool(visit.numbers) for visit in visits) >= 2 * most


def test_few_files_keep_readers_waiting_and_break_no_page(tmp_path: Path) -> None:
    files = 256
    most = bearable(files, 1e12)
    assert most == 7
    with served(tmp_path, book=tiny_book(tmp_path), commands=with_limit(tmp_path, f"-n {files}")) as server:
        all_came_in(burst(server, most, 3 * most))


def test_beyond_the_end_of_the_line_a_page_loads_itself_again(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path), RULESDEMO_KERNELS="2") as server:
        visits = [Visit(server) for _ in range(WAITING + 8)]
        with sampled(server) as seen:
            for visit in visits:
                visit.start()
            wait_until(lambda: all(visit.is_whole or visit.is_waiting for visit in visits), visits)
        assert max(seen) == 2
        # Those who are on their way to a place count as waiting, so the last of a crowd may find the line full a little early.
        waiting = sum(visit.is_waiting for visit in visits)
        assert WAITING - STARTS <= waiting <= WAITING
        turned_away = [visit for visit in visits if visit.status == 503]
        assert len(turned_away) == len(visits) - 2 - waiting
        for visit in turned_away:
            assert 'http-equiv="refresh"' in visit.text
            assert "Many readers are here at once." in visit.text


def test_a_place_that_comes_when_its_reader_goes_is_the_next_ones() -> None:
    places: list[str] = ["one"]

    async def visit(queue: Queue, came: list[str]) -> None:
        async with queue.turn(nothing) as place:
            came.append(str(place))

    async def nothing(_number: int) -> None:
        """Say nothing."""

    async def rush() -> list[str]:
        queue = Queue(4, 9, lambda: places.pop() if places else None, places.append)
        came: list[str] = []
        first = queue.turn(nothing)
        assert await first.__aenter__() == "one"
        going, staying = (asyncio.ensure_future(visit(queue, came)) for _ in range(2))
        await asyncio.sleep(0)
        assert (queue.waiting, queue.is_full) == (2, False)
        places.append("two")
        await first.__aexit__(None, None, None)  # it is his, and he goes
        going.cancel()
        await asyncio.wait([going, staying], timeout=PATIENCE)
        assert staying.done()
        return came

    assert run(rush()) == ["two"]


def test_a_line_is_full_with_those_who_are_on_their_way_to_it() -> None:
    queue = Queue(1, 2)
    with queue.arrival(), queue.arrival():
        assert queue.is_full
    assert not queue.is_full


def test_a_page_that_may_never_come_back_keeps_no_reader_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(kernels: Kernels) -> None:
        kernels.most = 2
        names = []
        for _ in range(2):
            warm = await kernels.take()
            warm.client.stop_channels()
            kernels.notify_connect(warm.kernel_id)
            names.append(warm.kernel_id)
        kernels.notify_disconnect(names[1])
        assert kernels.claim() is None
        assert not kernels._endings  # it has only just gone
        monkeypatch.setattr("rulesdemo.serve.kernel_pool.GRACE_SECONDS", 0)
        assert kernels.claim() is None
        await asyncio.gather(*kernels._endings)
        assert kernels.list_kernel_ids() == [names[0]]
        claim = kernels.claim()
        assert claim is not None
        (await kernels.take(claim)).client.stop_channels()
        assert kernels.occupied == 2

    with_kernels(test, monkeypatch)


def test_one_who_hangs_up_leaves_the_line(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path), RULESDEMO_KERNELS="2") as server:
        visits = [Visit(server) for _ in range(5)]
        for number, visit in enumerate(visits):
            visit.start()
            wait_until(lambda: visit.is_whole or visit.is_waiting, visits[: number + 1])  # noqa: B023 - it is over before the next comes
        assert [visit.numbers for visit in visits[2:]] == [[1], [2], [3]]
        visits[2].go()
        wait_until(lambda: [visit.numbers for visit in visits[3:]] == [[2, 1], [3, 2]], visits)


@pytest.mark.parametrize("files", [64, FEWEST_FILES - 1])
def test_too_few_files_are_refused_in_a_sentence(tmp_path: Path, files: int) -> None:
    said = refused(tmp_path, "--port", "0", commands=with_limit(tmp_path, f"-n {files}"))
    assert f"lets this program open {files} files at once, and it needs {FEWEST_FILES}" in said
    assert "ulimit -n" in said
    assert FEWEST_FILES == OTHER_FILES + FEWEST * FILES_EACH


def test_with_just_enough_files_a_burst_is_answered(tmp_path: Path) -> None:
    limited = with_limit(tmp_path, f"-n {FEWEST_FILES}")
    with served(tmp_path, book=tiny_book(tmp_path), commands=limited) as server:
        all_came_in(burst(server, FEWEST, 3 * FEWEST))
