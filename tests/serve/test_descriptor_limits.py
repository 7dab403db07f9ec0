"""Lines that a stranger opens and leaves: the server has files for all others, and waits for nobody who does not read."""

import asyncio
import os
import socket
import struct
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError
from tornado.testing import bind_unused_port
from tornado.web import Application, RequestHandler
from tornado.websocket import WebSocketHandler, websocket_connect

from rulesdemo.serve.descriptor_limits import Server
from rulesdemo.serve.kernel_pool import STARTS
from rulesdemo.serve.kernel_socket import PROTOCOL
from rulesdemo.serve.rate_limit import MOST_SOCKETS
from tests.support.protocol import LAB, answer_of, dial, frame, new_kernel, run
from tests.support.server import BIN, PATIENCE, TINY, TINY_STATE, Served, served, tiny_book

posix = pytest.mark.skipif(os.name == "nt", reason="Windows has no such limit")


def with_limit(folder: Path, limit: str) -> Path:
    """Make a folder with a `rulesdemo` that may have a number of files."""
    command = folder / "rulesdemo"
    command.write_text(f'#!/bin/sh\nulimit {limit}\nexec {BIN / "rulesdemo"} "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return folder


def dialled(server: Served, host: str | None = None) -> socket.socket:
    address, port = server.origin.removeprefix("http://").split(":")
    return socket.create_connection((address, int(port)), timeout=PATIENCE, source_address=(host, 0) if host else None)


def is_open(line: socket.socket) -> bool:
    line.settimeout(0.01)
    try:
        return line.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


# ------------------------------------------------------------------------------------------------------------------- how many


@posix
def test_a_few_hundred_idle_lines_keep_nobody_out(tmp_path: Path) -> None:
    with served(tmp_path, commands=with_limit(tmp_path, "-Sn 256")) as server, ExitStack() as lines:
        for _line in range(300):
            lines.enter_context(dialled(server))
        assert server.get("/")[0] == 200
        assert 'data-kernel="' in server.get(LAB)[2]


@posix
def test_one_address_cannot_have_all_lines(tmp_path: Path) -> None:
    """Where the system allows few files, some are left for readers from elsewhere, and the server lives."""
    limited = with_limit(tmp_path, "-n 300")
    with served(tmp_path, "--class", "--open", commands=limited) as server, ExitStack() as lines:
        dialled_up = [lines.enter_context(dialled(server, "127.0.0.2")) for _line in range(300)]
        assert server.get("/")[0] == 200
        assert 50 < sum(map(is_open, dialled_up)) <= 100
        assert psutil.Process(server.process.pid).num_fds() < 300
        lines.close()
        assert server.get("/")[0] == 200


# -------------------------------------------------------------------------------------------------------------------- how long


class Slow(RequestHandler):
    async def get(self) -> None:
        for word in ("one ", "two ", "three"):
            self.write(word)
            await self.flush()
            await asyncio.sleep(0.4)

    def post(self) -> None:
        """Nothing."""


class Echo(WebSocketHandler):
    async def on_message(self, message: str | bytes) -> None:
        await self.write_message(message)


def test_a_line_that_says_nothing_is_closed_and_no_other() -> None:
    async def talk() -> tuple[bytes, bytes, bytes, object]:
        server = Server(Application([("/", Slow), ("/echo", Echo)]), is_local=True, idle=0.3, body=0.3)
        listening, port = bind_unused_port()
        server.add_socket(listening)
        idle, _ = await asyncio.open_connection("127.0.0.1", port)
        stalled, to_stalled = await asyncio.open_connection("127.0.0.1", port)
        to_stalled.write(b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 10\r\n\r\nx")
        line = await websocket_connect(f"ws://127.0.0.1:{port}/echo")
        page = await AsyncHTTPClient().fetch(f"http://127.0.0.1:{port}/")
        closed = [await asyncio.wait_for(each.read(), PATIENCE) for each in (idle, stalled)]
        await line.write_message("still here")
        server.stop()
        return page.body, closed[0], closed[1], await line.read_message()

    assert run(talk()) == (b"one two three", b"", b"", "still here")


# ------------------------------------------------------------------------------------------------------------ who does not read


LARGE_STATE = TINY_STATE.replace('"keep": json.dumps', '"copy": "x" * 1_000_000, "keep": json.dumps')
LARGE_CELLS: tuple[tuple[str, str, list[str], str], ...] = (
    ("code", "set-up", [], LARGE_STATE),
    ("code", "play", ["play"], "Live(Tiny())"),
    ("code", "large", [], "print('x' * 12_000_000)"),
)


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server with a page and with replies that are larger than what a line holds."""
    folder = tmp_path_factory.mktemp("large")
    with served(folder, book=tiny_book(folder, LARGE_CELLS)) as running:
        yield running


def unread(server: Served, request: str) -> socket.socket:
    """A line on which nobody reads the answer."""
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = server.origin.removeprefix("http://").split(":")
    line.connect((host, int(port)))
    line.sendall(request.replace("\n", "\r\n").encode())
    return line


def test_those_who_do_not_read_their_page_keep_nobody_waiting(large: Served) -> None:
    with ExitStack() as lines:
        for _line in range(STARTS):
            lines.enter_context(unread(large, f"GET {TINY} HTTP/1.1\nHost: 127.0.0.1\n\n"))
        time.sleep(6)  # until each has its turn
        start = time.monotonic()
        assert 'data-kernel="' in large.get(LAB)[2]
        assert time.monotonic() - start < 15


def test_a_page_that_does_not_read_its_replies_loses_the_line(large: Served) -> None:
    kernel, comm = new_kernel(large, TINY)
    key = "Sec-WebSocket-Version: 13\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
    head = f"GET /api/kernels/{kernel}/channels?session_id=abc HTTP/1.1\nHost: 127.0.0.1\n{key}\n"
    with (
        unread(large, f"{head}Upgrade: websocket\nConnection: Upgrade\nSec-WebSocket-Protocol: {PROTOCOL}\n\n") as line,
        suppress(ConnectionError),
    ):
        for number in range(150):
            content = {"n": number, "acts": [{"do": "step"}]}
            message = frame("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": content}})
            line.sendall(b"\x82\xfe" + struct.pack("!H", len(message)) + bytes(4) + message)
            time.sleep(0.1)
        pytest.fail("the line is still open")
    assert large.get("/")[0] == 200


def test_a_kernel_has_few_sockets(large: Served) -> None:
    async def talk() -> None:
        kernel, comm = new_kernel(large)
        lines = [await dial(large, kernel) for _line in range(MOST_SOCKETS)]
        with pytest.raises(HTTPClientError) as refused:
            await dial(large, kernel)
        assert refused.value.code == 429
        lines[0].close()
        while await asyncio.wait_for(lines[0].read_message(), PATIENCE) is not None:
            pass
        await asyncio.sleep(0.5)
        await answer_of(await dial(large, kernel), comm, [])

    run(talk())
