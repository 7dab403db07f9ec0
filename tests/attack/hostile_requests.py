"""Hostile requests to a real server on this machine's own address: it answers them all, gives nothing away, runs nothing, and lives.

`python -m tests.attack.hostile_requests [--count N] [--seed N]` starts servers of its own and sends them addresses, methods, headers and
frames that nobody should, in storms now and then, and kills a kernel and the fork server. Afterwards the server still shows a page.
"""

from __future__ import annotations

import asyncio
import random
import re
import signal
import socket
import struct
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import psutil
from tornado.httpclient import HTTPClientError
from tornado.websocket import WebSocketClientConnection

from rulesdemo.serve.kernel_socket import MOST_BYTES, PROTOCOL
from tests.attack.inputs import MOST_FAULTS, Note, Row, fault_of, main
from tests.attack.mutations import junk, plain, spoiled
from tests.support.protocol import answer_of, comm_of, dial, frame, kernel_of, unframed
from tests.support.protocol import run as in_a_thread
from tests.support.server import Served, served

LIMIT: Final = 20.0  # seconds until a plain answer is there, on a machine with other work
EACH: Final = 400  # requests to one server
CLOSED: Final = 100  # requests to one that lets in nobody without a word
BOOK: Final = (
    "/",
    "/en/lab",
    "/en/veneti/09_boarding",
    "/en/republic/05_the_battle_table",
    "/en/toulon/sandbox",
    "/en/drills",
    "/en/glossary",
)
CANARY: Final = "the-canary-of-the-attack"
# What stands in files that nobody may read: the canary, accounts of this machine, the book's own sources.
READ: Final = re.compile(rf"{CANARY}|root:x:0|nbformat_minor|\[\[chapter\]\]|Traceback \(most recent")
INSIDE: Final = re.compile(r'data-kernel="|data-live="|"state": ?"')  # what nobody gets who does not know the word
WORD: Final = "a-word-that-no-request-has"
STATUS: Final = re.compile(r"^HTTP/1\.[01] (\d+) ", re.MULTILINE)  # of each answer, where the line carries several
STATUSES: Final = {100, 200, 204, 301, 302, 304, 400, 401, 403, 404, 405, 408, 411, 413, 414, 417, 426, 429, 431, 501, 503}
MOST_GROWTH: Final = 150_000_000  # bytes by which the server may grow under all of this
PIECES: Final = (
    *(
        "en",
        "veneti",
        "lab",
        "home",
        "09_boarding",
        "static",
        "front",
        "api",
        "kernels",
        "channels",
        "bye",
        "voila",
        "files",
        "tree",
        "template",
    ),
    *(
        "..",
        "%2e%2e",
        "%2E%2E%2F",
        "..%2f..",
        "..%5c..",
        "%00",
        "%0d%0aSet-Cookie:a=b",
        "%ff%fe",
        "%",
        "%zz",
        "~",
        "",
        ".",
        "etc",
        "passwd",
    ),
    *("proc", "self", "environ", "home.ipynb", "toc.toml", "x" * 300, "é", "%c0%ae%c0%ae", "::$DATA", "?", "#", ";", "*", "canary.txt"),
    *(
        "head.html",
        "000000000000",
        "app",
        "ext",
        "voila.js",
        "metrics",
        "health",
        "nbconvert",
        "execute",
        "terminals",
        "1",
        str(uuid.UUID(int=0)),
    ),
)
METHODS: Final = (*("GET",) * 8, "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "BREW", "get", "G" * 3000, "")
NAMES: Final = (
    *("Host", "Origin", "Referer", "Cookie", "Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "Range", "Expect"),
    *(
        "X-Forwarded-For",
        "X-Forwarded-Proto",
        "X-Forwarded-Host",
        "Accept-Encoding",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Site",
        "Sec-WebSocket-Version",
    ),
    *(
        "Sec-WebSocket-Key",
        "Sec-WebSocket-Protocol",
        "If-None-Match",
        "Content-Type",
        "Accept-Language",
        "X-Real-IP",
        "Authorization",
        "X",
        "",
    ),
)
VALUES: Final = (
    *("127.0.0.1", "evil.example", "http://evil.example", "null", "localhost", "*", "-1", "0", "99999999999999999999", "chunked", "gzip"),
    *(
        "websocket",
        "Upgrade",
        "keep-alive, Upgrade",
        "13",
        "100-continue",
        "bytes=0-99999999",
        "document",
        "iframe",
        "cross-site",
        PROTOCOL,
    ),
    *(
        "a=b; rulesdemo_guest_8866=x",
        "token x",
        "Basic cm9vdDpyb290",
        "x" * 70_000,
        "é",
        "\x00",
        "dGhlIHNhbXBsZSBub25jZQ==",
        "",
        "fr",
        "../..",
    ),
)
ORDERS: Final = (
    "execute",
    "shutdown",
    "interrupt",
    "complete",
    "inspect",
    "history",
    "kernel_info",
    "comm_info",
    "debug",
    "create_subshell",
)


class Attack:
    """One server under attack, and what came of it."""

    is_closed = False  # whether only those are let in who know a word

    def __init__(self, server: Served, folder: Path, rng: random.Random, limit: float, note: Note, *, is_closed: bool = False) -> None:
        """Note how large the server is, and have a page of a reader who does nothing wrong, if he is let in."""
        self.is_closed = is_closed
        self.server = server
        self.rng = rng
        self.limit = limit
        self.note = note
        self.made = folder / "made-by-an-order"
        self.process = psutil.Process(server.process.pid)
        self.kernel, self.comm = (str(uuid.UUID(int=1)), "") if is_closed else self.page("/en/lab")
        self.was = self.process.memory_info().rss

    def page(self, path: str) -> tuple[str, str]:
        """Open a live page; return its kernel, and the id under which its first piece hears."""
        text = self.server.get(path)[2]
        return kernel_of(text), comm_of(text)

    # -- requests

    def address(self) -> str:
        """Return an address that is not there, or is."""
        rng = self.rng
        if rng.random() < 0.15:
            return rng.choice(("/en/glossary", "/", "/favicon.ico", "/static/", f"/api/kernels/{self.kernel}", "*", "http://evil.example/"))
        path = "/" + "/".join(rng.choice(PIECES) for _ in range(rng.randrange(1, 7)))
        if rng.random() < 0.1:
            path = path.replace("kernels", f"kernels/{self.kernel}")
        if rng.random() < 0.2:
            path += "?" + "&".join(f"{rng.choice(('token', 'session_id', 'x', ''))}={rng.choice(PIECES)}" for _ in range(rng.randrange(4)))
        return path if rng.random() < 0.99 else path + "x" * 100_000

    def request(self) -> bytes:
        """Return the bytes of a request, well formed or not."""
        rng = self.rng
        lines = [f"{rng.choice(METHODS)} {self.address()} HTTP/{rng.choice(('1.1', '1.1', '1.1', '1.0', '2.0', '9', ''))}"]
        if rng.random() < 0.9:
            lines.append(f"Host: {self.server.origin.removeprefix('http://') if rng.random() < 0.9 else rng.choice(VALUES)}")
        lines += [f"{rng.choice(NAMES)}: {rng.choice(VALUES)}" for _ in range(rng.choice((0, 0, 1, 2, 5)))]
        lines += ["X: y"] * rng.choice((0,) * 40 + (2_000,))
        text = (
            "\r\n".join(lines).encode("utf-8", "surrogatepass")
            + b"\r\n\r\n"
            + rng.choice((b"", b"", b"x" * 1_000, b"ffffffffff\r\nx", b"{}"))
        )
        return spoiled(rng, text) if rng.random() < 0.15 else text

    def dialled(self) -> socket.socket:
        """Open a line."""
        host, port = self.server.origin.removeprefix("http://").split(":")
        return socket.create_connection((host, int(port)), timeout=self.limit)

    def send(self) -> None:
        """Send one request, and look at the answer."""
        raw = self.request()
        answer, fault = b"", ""
        try:
            with closing(self.dialled()) as line:
                line.sendall(raw)
                line.shutdown(socket.SHUT_WR)  # nothing more comes, so that a body that is said to come is not waited for
                while len(answer) < 2_000_000 and (more := line.recv(1 << 16)):
                    answer += more
        except ConnectionError:
            pass  # it may hang up
        except TimeoutError:
            fault = f"no answer in {self.limit:g} seconds"
        fault = fault or self.fault_in(answer)
        self.note("requests without the word" if self.is_closed else "requests", f"{fault}\nasked: {raw[:600]!r}" if fault else "")

    def fault_in(self, answer: bytes) -> str:
        """Return what is wrong with an answer; "" if nothing is."""
        text = answer.decode("utf-8", "replace")
        if answer and not text.startswith("HTTP/1."):
            return f"no answer of HTTP: {answer[:200]!r}"
        if wrong := {int(status) for status in STATUS.findall(text)} - STATUSES:
            return f"status {wrong}: {text[:300]}"
        if self.is_closed and INSIDE.search(text):
            return f"a page for somebody without the word: {text[:300]}"
        if read := READ.search(text):
            return f"gives away {read[0]}"
        if "\r\nSet-Cookie:a=b" in text or "evil.example" in text.partition("\r\n\r\n")[0]:
            return f"a header that was sent in: {text[:300]}"
        return ""

    # -- the socket

    def message(self) -> bytes | str:
        """Return a frame for the kernel's socket, well formed or not."""
        rng = self.rng
        code = f"open({str(self.made)!r}, 'w').close()"
        kind = rng.randrange(7)
        if kind == 0:
            order = f"{rng.choice(ORDERS)}_{rng.choice(('request', 'reply'))}"
            return frame(order, {"code": code, "silent": False, "restart": False}, rng.choice(("shell", "control", "stdin", "iopub", "x")))
        if kind == 1:
            target = rng.choice(("jupyter.widget", "jupyter.widget.control", "x"))
            return frame(
                rng.choice(("comm_open", "comm_close", "comm_info_request")),
                {"comm_id": self.comm, "target_name": target, "data": plain(junk(rng))},
            )
        if kind == 2:
            return spoiled(rng, frame("comm_msg", {"comm_id": self.comm, "data": {"method": "custom", "content": {"n": 1, "acts": []}}}))
        if kind == 3:
            return rng.choice(
                (rng.randbytes(rng.randrange(300)), (2**63).to_bytes(8, "little") * 5, b"", "text", rng.choice(("x" * 100_000, code)))
            )
        if kind == 4:
            return frame("comm_msg", {"comm_id": "nobody", "data": "y" * rng.choice((10, 200_000, MOST_BYTES))})
        state = {
            "method": "update",
            "state": {"first": "<script>", "_esm": "evil", "layout": plain(junk(rng))},
            "buffer_paths": [["first"]],
        }
        content = {"method": "custom", "content": plain(junk(rng))}
        return frame("comm_msg", {"comm_id": self.comm, "data": rng.choice((state, content, plain(junk(rng))))})

    async def talk(self) -> None:
        """Open sockets as nobody should, and send frames until one is closed."""
        rng = self.rng
        wrong: tuple[dict[str, Any], ...] = (
            {"origin": "http://evil.example"},
            *({"protocols": each} for each in ([], ["other"])),
            *({"session": each} for each in ("", "%00", "x" * 99)),
        )
        options = rng.choice(wrong)
        try:
            (await dial(self.server, self.kernel, **options)).close()
        except HTTPClientError as refused:
            self.note("sockets that must not open", "" if refused.code in (400, 403) else f"{options}: {refused}")
        else:
            self.note("sockets that must not open", f"{options}: it was opened")
        try:
            await dial(self.server, str(uuid.UUID(int=rng.getrandbits(128))))
        except HTTPClientError as refused:
            self.note("sockets to other kernels", "" if refused.code == 404 else str(refused))
        else:
            self.note("sockets to other kernels", "it was opened")
        line = await dial(self.server, self.kernel)
        try:
            for _ in range(rng.choice((1, 5, 20))):
                message = self.message()
                with suppress(Exception):  # it was closed on us
                    await line.write_message(message, binary=isinstance(message, bytes))
                self.note("frames", await self.fault_heard(line))
            if rng.random() < 0.3 and line.protocol is not None:  # torn: a frame that says more than comes
                with suppress(Exception):
                    await line.protocol.stream.write(b"\x82\xfe" + struct.pack("!H", 60_000) + bytes(4) + b"x" * 100)
                    line.protocol.stream.close()
        finally:
            line.close()

    async def fault_heard(self, line: WebSocketClientConnection) -> str:
        """Return what is wrong with what a socket says within a moment; "" if nothing is."""
        with suppress(TimeoutError):
            message = await asyncio.wait_for(line.read_message(), 0.02)
            if isinstance(message, bytes):
                header, _content = unframed(message)
                if header["msg_type"] not in ("comm_msg", "status"):
                    return f"a message of kind {header['msg_type']}"
        return ""

    def storm(self) -> None:
        """Open many lines at once, say half of something on each, and leave."""
        with ExitStack() as lines, suppress(OSError):
            for _line in range(150):
                line = lines.enter_context(closing(self.dialled()))
                line.sendall(self.request()[: self.rng.randrange(1, 60)])
        self.note("storms of 150 lines", self.fault_of_page("/en/glossary"))

    def kill(self, what: str) -> None:
        """Kill a kernel or the fork server."""
        children = self.process.children(recursive=True)
        if what == "a kernel":
            victim = next((each for each in children if each.name() == f"kernel-{self.kernel[:8]}"), None)
        else:
            victim = next((each for each in children if "forkserver" in " ".join(each.cmdline()) and each.ppid() == self.process.pid), None)
        if victim is None:  # a system that does not fork
            return
        victim.kill()
        time.sleep(1)
        self.note(f"{what} killed", self.fault_of_page("/en/lab", live=True))

    # -- afterwards

    def fault_of_page(self, path: str, *, live: bool = False, status: int = 200) -> str:
        """Return what is wrong with a page that anybody may see; "" if nothing is."""
        until = time.monotonic() + 3 * self.limit
        found, text = 0, ""
        while time.monotonic() < until:  # many may wait before this one
            found, _headers, text = self.server.get(path)
            if found == status and (not live or 'data-kernel="' in text):
                if live:
                    self.kernel, self.comm = kernel_of(text), comm_of(text)
                return ""
            time.sleep(0.5)
        return f"{path}: status {found}: {text[:300]}"

    async def still_heard(self) -> None:
        """Have the reader's page answer, on a new line."""
        fault = ""
        try:
            line = await dial(self.server, self.kernel)
            answer = await answer_of(line, self.comm, [{"do": "set", "name": "in:attackers", "value": "3"}])
            line.close()
            fault = "" if "n" in answer else str(answer)
        except BaseException as wrong:  # noqa: BLE001 - pytest's own failure is none of Exception
            fault = fault_of(wrong)
        self.note("readers' pages that answer afterwards", fault)

    def run(self, count: int, until: float) -> int:
        """Do so much, or as much as the time allows; return how many requests were sent."""
        rng, sent = self.rng, 0
        while sent < count and time.monotonic() < until:
            for _ in range(min(25, count - sent)):
                self.send()
                sent += 1
            with suppress(ConnectionError):
                in_a_thread(self.talk())
            if rng.random() < 0.2:
                self.storm()
            if rng.random() < 0.15:
                self.kill(rng.choice(("a kernel", "the fork server")))
            self.note("pages that open afterwards", self.fault_of_page(rng.choice(BOOK)))
            self.fault_of_page("/en/lab", live=True)
            in_a_thread(self.still_heard())
            self.server.get(f"/bye/{self.kernel}", "POST", Origin=self.server.origin)
            self.fault_of_page("/en/lab", live=True)
        grown = self.process.memory_info().rss - self.was
        self.note("servers that stay small", f"{grown >> 20} MB more than at first" if grown > MOST_GROWTH else "")
        self.note("servers where no order ran", f"{self.made} was made" if self.made.exists() else "")
        return sent


@contextmanager
def drained(server: Served) -> Iterator[list[str]]:
    """Read what the server says on its standard error, so that it never waits for us; it ends with the block."""
    said: list[str] = []
    stream = server.process.stderr
    assert stream is not None
    reader = threading.Thread(target=lambda: said.extend(stream), daemon=True)
    reader.start()
    try:
        yield said
    finally:
        server.process.send_signal(signal.SIGINT)
        with suppress(Exception):
            server.process.wait(60)
        reader.join(5)


def attack(
    count: int, seed: int, limit: float = LIMIT, minutes: float = 24 * 60, say: Callable[[Any], object] = print, first: int = 0
) -> int:
    """Send this many requests to servers of our own, or as many as the time allows; return the number of faults."""
    tried: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    start = time.monotonic()
    number, sent = first, 0

    def note(kind: str, fault: str) -> None:
        tried[kind] += 1
        if fault:
            failed[kind] += 1
            if failed.total() <= MOST_FAULTS:
                say(f"hostile requests: {kind}: seed {seed}, number {number}: {fault}")

    while sent < count and time.monotonic() - start < minutes * 60:
        with TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "canary.txt").write_text(CANARY, encoding="utf-8")
            with served(folder) as server, drained(server) as said:
                (server.home / "canary.txt").write_text(CANARY, encoding="utf-8")
                under = Attack(server, folder, random.Random(f"{seed}:{number}"), limit, note)
                sent += under.run(min(EACH, count - sent), start + minutes * 60)
                note("servers that are still there at the end", "" if server.process.poll() is None else "it has ended")
            complaints = [text for text in said if "Traceback" in text]
            note("logs without a traceback", "".join(said)[-3_000:] if complaints else "")
        with TemporaryDirectory() as name, served(Path(name), "--token", WORD) as server, drained(server):
            outside = Attack(server, Path(name), random.Random(f"{seed}:{number}:outside"), limit, note, is_closed=True)
            for _ in range(min(CLOSED, count)):
                if time.monotonic() - start > minutes * 60:
                    break
                outside.send()
            note("pages with the word afterwards", outside.fault_of_page(f"/en/glossary?token={WORD}", status=302))
        number += 1
    say(f"hostile requests: seed {seed}, servers {first} to {number - 1}, {time.monotonic() - start:.0f} seconds")
    for kind in sorted(tried):
        say(Row(f"hostile requests: {kind}", tried[kind], tried[kind] - failed[kind]))
    return failed.total()


if __name__ == "__main__":
    main(attack, __doc__, 20_000, LIMIT)
