"""`rulesdemo serve`: the pages of the book, nothing else, warm kernels, and a clean end."""

import asyncio
import json
import logging
import re
import socket
import subprocess
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import jinja2
import psutil
import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from rulesdemo.datafiles import folder
from rulesdemo.serve import home_page, languages
from rulesdemo.serve.answers import MOST_BYTES, PROTOCOL, well_made
from rulesdemo.serve.door import address_of, is_loopback
from rulesdemo.serve.files import Assets
from rulesdemo.serve.kernels import GRACE_SECONDS, SPARE, Kernels, Queue, Warm
from rulesdemo.serve.places import Elsewhere, Nowhere, Place, find, places
from rulesdemo.serve.writing import Writer
from tests.serving import BIN, PATIENCE, TINY, Served, served, surroundings, tiny_book

LAB = "/en/lab"
STATIC = re.compile(r"/static/[0-9a-f]{12}/[\w./-]+")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("serve")
    with served(folder, book=tiny_book(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def page(server: Served) -> str:
    status, _headers, text = server.get(LAB)
    assert status == 200
    return text


@pytest.fixture(scope="module")
def tiny(server: Served) -> str:
    status, _headers, text = server.get(TINY)
    assert status == 200
    return text


def kernel_of(text: str) -> str:
    found = re.search(r'data-kernel="([\w-]+)"', text)
    assert found
    return found[1]


def new_kernel(server: Served, path: str = LAB) -> tuple[str, str]:
    """A fresh page's kernel, and the id under which its live piece hears."""
    text = server.get(path)[2]
    comm = re.search(r'data-live="(\w+)"', text)
    assert comm
    return kernel_of(text), comm[1]


# -------------------------------------------------------------------------------------------------------------- the pages


def test_the_home_page_has_every_game_and_says_what_is_not_there(server: Served) -> None:
    text = server.get("/")[2]
    for words in ("<h1>Learn the rules by trying them</h1>", "Toulon 1793", "not there yet", "ndependent study aid", "</html>"):
        assert words in text
    assert "Something broke" not in text


def test_a_page_without_anything_live_holds_no_kernel_and_is_written_once(server: Served) -> None:
    for path in ("/", "/en/glossary"):
        server.get(path)
        again = server.get(path)[2]
        assert "data-kernel" not in again
        assert "data-live" not in again
        assert server.get(path)[2] == again


def test_the_lab_shows_exact_odds(page: str) -> None:
    for words in ("<h1>Ask what the dice can do</h1>", "What can happen", "23/36", "Reconstructed: rebuilt by us", "</html>"):
        assert words in page
    assert "Something broke" not in page


def test_the_glossary_has_both_languages(server: Served) -> None:
    text = server.get("/en/glossary")[2]
    assert "Line ahead" in text
    assert "Ligne Continue" in text


def test_a_sandbox_that_is_not_there_yet_says_so(server: Served) -> None:
    status, _headers, text = server.get("/en/toulon/sandbox")
    assert status == 200
    assert "The sandbox is not there yet." in text


def test_the_sandbox_of_veneti_is_served_live_under_a_key_of_its_own(server: Served) -> None:
    status, _headers, text = server.get("/en/veneti/sandbox")
    assert status == 200
    assert 'data-key="veneti/sandbox"' in text
    assert "data-live=" in text
    assert "The sandbox is not there yet." not in text


def test_a_chapter_has_its_title_its_place_and_the_way_on(tiny: str) -> None:
    assert "<title>Veneti 20: A &lt;tiny&gt; chapter · rulesdemo</title>" in tiny
    assert "<h1>A &lt;tiny&gt; chapter</h1>" in tiny
    assert "Told by the head" not in tiny
    assert "Press, and see it counted." in tiny
    assert 'data-key="veneti/20_tiny"' in tiny
    assert re.search(r'rel="prev" href="/en/veneti/\w+"', tiny) or "All chapters" in tiny
    assert "no pages yet" in tiny  # French


def test_words_have_chips_folds_and_code(tiny: str) -> None:
    assert re.search(r'Two dice decide. <details class="rule inline" id="words-0-8.23">', tiny)
    assert "<strong>Boarding roll</strong>" in tiny
    assert "[is no rule]" in tiny
    assert re.search(r'<details class="cell words book teachers" id="teachers"><summary><h2>For teachers</h2></summary>', tiny)
    assert "<code>40 + 2</code>" in tiny
    assert "<pre>42</pre>" in tiny
    assert "NBVAL" not in tiny


def test_a_cell_that_breaks_is_a_sentence_and_the_rest_is_there(tiny: str) -> None:
    assert tiny.count("Something broke here, and it is our fault.") == 1
    assert "ZeroDivisionError" not in tiny
    assert "After the break." in tiny


def test_sources_stay_here(page: str, tiny: str) -> None:
    for text in (page, tiny):
        assert "widgets." not in text.replace("book/template", "")
        assert "class Tiny" not in text
        assert "Traceback" not in text


def test_nothing_is_fetched_from_elsewhere(server: Served, page: str) -> None:
    links = re.findall(r'(?:src|href|action|data)="([^"]*)"', page)
    assert [link[:40] for link in links if re.match(r"\w+:|//", link) and not link.startswith("data:image/svg+xml;base64,")] == []
    files = set(STATIC.findall(page))
    assert sorted(Path(name).name for name in files) == ["book.css", "book.js", "early.js", "fonts.css"]
    for name in files:
        status, headers, text = server.get(name)
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        if name.endswith((".css", ".js")):
            assert re.findall(r"(?:https?:)?//[a-z]", re.sub(r"http://www.w3.org/2000/svg|base64,[\w+/=]+", "", text)) == []


@pytest.mark.parametrize("path", ["/", LAB, TINY, "/en/glossary", "/en/toulon/sandbox", "/en/nothing", "/en/veneti/"])
def test_every_page_may_run_only_its_own_scripts(server: Served, path: str) -> None:
    status, headers, text = server.get(path)
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "Set-Cookie" not in headers
    assert re.findall(r"<script(?![^>]* src=)", text) == []
    assert re.findall(r"\son\w+=", text) == []
    if status == 200:
        assert headers["Cache-Control"] == "no-store"


def test_the_fonts_come_with_their_licence() -> None:
    fonts = folder("book") / "template" / "static" / "fonts"
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in fonts.glob("*.woff2")) < 130_000


# ------------------------------------------------------------------------------------------------------------- addresses


@pytest.mark.parametrize(
    ("path", "there"),
    [
        ("/en/", "/en"),
        ("//en//lab/", "/en/lab"),
        ("/en/veneti", "/#veneti"),
        ("/en/veneti/", "/#veneti"),
        ("/en/veneti/20", TINY),
        ("/en/veneti/tiny", TINY),
        (f"{TINY}/", TINY),
        (f"{TINY}/?a=1", f"{TINY}?a=1"),
    ],
)
def test_a_near_address_leads_to_the_page(server: Served, path: str, there: str) -> None:
    status, headers, _text = server.get(path)
    assert (status, headers["Location"]) == (302, there)


@pytest.mark.parametrize(
    ("path", "words", "nearest"),
    [
        ("/en/veneti/tny", "There is no chapter called “tny” yet.", TINY),
        ("/en/venetti/20_tiny", "There is no game or page called “venetti”.", TINY),
        ("/en/glosary", "There is no game or page called “glosary”.", "/en/glossary"),
        ("/fr", "There are no pages in French yet.", "/en"),
        ("/fr/veneti/20_tiny", "There are no pages in French yet.", TINY),
        ("/de/veneti/20_tiny", "There is no language called “de”.", TINY),
        ("/xyzzy", "The address may be mistyped.", None),
    ],
)
def test_an_unknown_address_is_told_kindly_with_the_nearest_name(server: Served, path: str, words: str, nearest: str | None) -> None:
    status, _headers, text = server.get(path)
    assert status == 404
    assert "There is no page here." in text
    assert words in text
    assert (re.search(r'Perhaps you want\s+<a href="([^"]+)"', text) or [None, None])[1] == nearest


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (503, "Many readers are here at once."),
        (500, "Something broke here."),
        (403, "This cannot be shown."),
        (418, "Something broke here."),
    ],
)
def test_busy_and_broken_pages_are_friendly(status: int, words: str) -> None:
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder("book") / "template"), extensions=["jinja2.ext.i18n"], autoescape=True
    )
    templates.install_null_translations()  # type: ignore[attr-defined]
    writer = Writer(templates, Assets(folder("book") / "template" / "static"), "en", None, logging.getLogger())
    text = writer.notice(status)
    assert f"<h1>{words}</h1>" in text
    assert "Go to the first page" in text
    assert ('http-equiv="refresh"' in text) == (status == 503)
    assert "You are number 3." in writer.waiting(3)


def test_what_a_visitor_writes_into_an_address_stays_text(server: Served) -> None:
    _status, _headers, text = server.get("/en/%3Cscript%3Ealert(1)%3C%2Fscript%3E")
    assert "<script>alert" not in text
    assert "&lt;script&gt;" in text


def test_addresses_without_a_server() -> None:
    assert isinstance(find("/", "en"), Place)
    assert find("/en/", "en") == Elsewhere("/en")
    assert isinstance(find("/" + "x" * 100_000, "en"), Nowhere)
    assert isinstance(find("/en/../../etc/passwd", "en"), Nowhere)
    assert {place.kind for place in places("en").values()} >= {"home", "lab", "glossary", "sandbox"}


# ---------------------------------------------------------------------------------------------------------- nothing else


@pytest.mark.parametrize(
    "path",
    [
        "/voila/tree",
        "/voila/tree/en",
        "/voila/render/en/home.ipynb",
        "/voila/files/en/home.ipynb",
        "/voila/static/voila.js",
        "/voila/templates/lab/static/voila.js",
        "/voila/api/contents/en/home.ipynb",
        "/voila/labextensions/anywidget/package.json",
        "/api",
        "/api/contents",
        "/api/kernels",
        "/api/sessions",
        "/api/terminals",
        "/lab",
        "/login",
        "/book/toc.toml",
        "/toc.toml",
        "/en/lab.ipynb",
        "/en/veneti/20_tiny.ipynb",
        "/en/veneti/..%2f..%2flab",
        "/en/veneti/..%2f20_tiny",
        "/en/%2e%2e/en/lab",
        "/en/veneti/%2fetc%2fpasswd",
        "/en//etc/passwd",
        "/en/veneti/20_tiny%00",
        "/en/veneti/20_tiny%0d%0aSet-Cookie:a=b",
        "/template/head.html",
        "/en/template/head.html",
        "/static/head.html",
        "/tree",
        "/en/home.ipynb",
        "/home.ipynb",
        "/static/",
        "/static/fonts/",
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
    ],
)
def test_every_other_address_is_refused_in_a_sentence(server: Served, path: str) -> None:
    status, headers, text = server.get(path)
    assert status == 404
    assert "There is no page here." in text
    assert "default-src 'none'" in headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["../head.html", "%2e%2e/head.html", "../index.html.j2", "fonts/", "", "fonts/../../head.html"])
def test_files_outside_the_static_folder_are_refused(server: Served, page: str, path: str) -> None:
    found = STATIC.search(page)
    assert found
    version = found[0].split("/")[2]
    assert server.get(f"/static/{version}/{path}")[0] == 404


@pytest.mark.parametrize("path", ["/", LAB, TINY, "/en/toulon/sandbox"])
def test_a_page_of_another_name_is_refused(server: Served, path: str) -> None:
    assert server.get(path, Host="evil.example")[0] == 403


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
@pytest.mark.parametrize("path", ["/", TINY, "/en/toulon/sandbox"])
def test_pages_are_only_read(server: Served, path: str, method: str) -> None:
    assert server.get(path, method)[0] in (403, 405)


def test_an_address_that_is_no_text_is_refused(server: Served) -> None:
    assert server.get("/en/%ff%fe")[0] in (400, 404)


def test_a_kernel_tells_its_state_and_takes_no_orders(server: Served) -> None:
    kernel, _comm = new_kernel(server)
    status, _headers, text = server.get(f"/api/kernels/{kernel}")
    assert (status, set(json.loads(text))) == (200, {"state"})
    for method in ("DELETE", "POST", "PATCH"):
        assert server.get(f"/api/kernels/{kernel}", method)[0] in (403, 405)
    assert server.get(f"/api/kernels/{uuid.uuid4()}")[0] == 404


def test_only_the_page_itself_can_end_its_kernel(server: Served) -> None:
    kernel, _comm = new_kernel(server)
    assert server.get(f"/bye/{kernel}", "POST")[0] == 403
    assert server.get(f"/bye/{kernel}", "POST", Origin="http://evil.example")[0] == 403
    assert server.get(f"/api/kernels/{kernel}")[0] == 200
    assert server.get(f"/bye/{kernel}", "POST", Origin=server.origin)[0] == 204
    assert server.get(f"/api/kernels/{kernel}")[0] == 404


# -------------------------------------------------------------------------------------------------------------- the socket


def frame(kind: str, content: dict[str, Any], channel: str = "shell") -> bytes:
    header = {
        "msg_id": uuid.uuid4().hex,
        "session": "test",
        "username": "",
        "date": "2026-01-01T00:00:00Z",
        "msg_type": kind,
        "version": "5.3",
    }
    parts = [channel.encode(), *(json.dumps(part).encode() for part in (header, {}, {}, content))]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    return b"".join(number.to_bytes(8, "little") for number in (len(offsets), *offsets)) + b"".join(parts)


def unframed(message: bytes) -> tuple[dict[str, Any], dict[str, Any]]:
    count = int.from_bytes(message[:8], "little")
    offsets = [int.from_bytes(message[8 * place : 8 * place + 8], "little") for place in range(1, count + 1)]
    return json.loads(message[offsets[1] : offsets[2]]), json.loads(message[offsets[4] : offsets[5]])


async def dial(server: Served, kernel: str, *, origin: str | None = None, protocols: list[str] | None = None) -> WebSocketClientConnection:
    address = f"{server.origin.replace('http', 'ws')}/api/kernels/{kernel}/channels?session_id={uuid.uuid4().hex}"
    request = HTTPRequest(address, headers={"Origin": origin or server.origin})
    return await websocket_connect(request, subprotocols=[PROTOCOL] if protocols is None else protocols)


async def asked(line: WebSocketClientConnection, comm: str, acts: list[dict[str, Any]]) -> dict[str, Any]:
    """The live piece's answer; asked again until the connection is made."""
    content = {"comm_id": comm, "data": {"method": "custom", "content": {"n": 7, "acts": acts}}}
    for _ in range(100):
        await line.write_message(frame("comm_msg", content), binary=True)
        until = time.monotonic() + 1
        while time.monotonic() < until:
            try:
                message = await asyncio.wait_for(line.read_message(), 1)
            except TimeoutError:
                break
            assert isinstance(message, bytes), "the socket was closed"
            header, told = unframed(message)
            if header["msg_type"] == "comm_msg" and told["data"].get("method") == "custom":
                answer = told["data"]["content"]
                assert isinstance(answer, dict)
                return answer
    pytest.fail("no answer")


def test_a_widget_message_is_answered(server: Served) -> None:
    async def talk() -> dict[str, Any]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        return await asked(line, comm, [{"do": "set", "name": "in:attackers", "value": "3"}])

    answer = asyncio.run(talk())
    assert answer["n"] == 7
    assert "attackers=3" in answer["parts"]["elsewhere"]


def test_code_is_not_run(server: Served, tmp_path: Path) -> None:
    made = tmp_path / "made"
    code = {
        "code": f"open({str(made)!r}, 'w').close()",
        "silent": False,
        "store_history": False,
        "user_expressions": {},
        "allow_stdin": False,
    }

    async def talk() -> None:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await asked(line, comm, [])
        for channel in ("shell", "control"):
            for kind, content in (
                ("execute_request", code),
                ("shutdown_request", {"restart": False}),
                ("complete_request", {"code": "import o", "cursor_pos": 8}),
            ):
                await line.write_message(frame(kind, content, channel), binary=True)
        await asked(line, comm, [])

    asyncio.run(talk())
    assert not made.exists()


@pytest.mark.parametrize(("origin", "protocols", "status"), [("http://evil.example", None, 403), (None, [], 400), (None, ["other"], 400)])
def test_strangers_and_the_old_protocol_are_turned_away(
    server: Served, origin: str | None, protocols: list[str] | None, status: int
) -> None:
    kernel, _comm = new_kernel(server)
    with pytest.raises(HTTPClientError) as refused:
        asyncio.run(dial(server, kernel, origin=origin, protocols=protocols))
    assert refused.value.code == status


@pytest.mark.parametrize(
    "message", [b"\xff" * 64, b"", b"\x06" + b"\0" * 7, "text", frame("comm_msg", {})[:-1], (2**40).to_bytes(8, "little") * 3]
)
def test_a_made_up_frame_costs_only_its_own_socket(server: Served, message: bytes | str) -> None:
    assert not well_made(message)

    async def talk() -> object:
        kernel, _comm = new_kernel(server)
        line = await dial(server, kernel)
        await line.write_message(message, binary=isinstance(message, bytes))
        while (told := await asyncio.wait_for(line.read_message(), PATIENCE)) is not None:
            assert isinstance(told, bytes)
        return line.close_code

    assert asyncio.run(talk()) == 1003
    assert server.get("/api/kernels/none")[0] == 404


def test_an_oversized_frame_costs_only_its_own_socket(server: Served) -> None:
    async def talk() -> object:
        kernel, _comm = new_kernel(server)
        line = await dial(server, kernel)
        await line.write_message(frame("comm_msg", {"comm_id": "x", "data": "y" * MOST_BYTES}), binary=True)
        while await asyncio.wait_for(line.read_message(), PATIENCE) is not None:
            pass
        return line.close_code

    assert asyncio.run(talk()) in (1009, None)
    assert server.get("/")[0] == 200


def test_a_flood_is_heard_slowly_and_others_are_answered(server: Served) -> None:
    async def talk() -> tuple[int, dict[str, Any]]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await asked(line, comm, [])
        nothing = frame("comm_msg", {"comm_id": "nobody", "data": {}})
        for _message in range(3000):  # at fifty a second this takes a minute
            await line.write_message(nothing, binary=True)
        other, its_comm = await asyncio.get_running_loop().run_in_executor(None, new_kernel, server)
        answer = await asked(await dial(server, other), its_comm, [])
        status = server.get("/")[0]
        line.close()
        return status, answer

    status, answer = asyncio.run(talk())
    assert status == 200
    assert "n" in answer


def test_a_body_of_a_hundred_megabytes_is_not_read(server: Served) -> None:
    host, port = server.origin.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(b"POST /bye/a-b-c-d-e HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100000000\r\n\r\n" + b"x" * 20_000)
        answer = line.recv(1000)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413"))
    assert server.get("/")[0] == 200


MADE_UP = (
    {"comm_id": "nobody", "data": {"method": "custom", "content": {"n": 1, "acts": []}}},
    {"comm_id": "COMM", "data": {"method": "update", "state": {"first": "<script>", "_esm": "evil"}}},
    {"comm_id": "COMM", "data": {"method": "custom", "content": {"n": "x", "acts": 3}}},
    {
        "comm_id": "COMM",
        "data": {"method": "custom", "content": {"n": 1, "acts": [None, 3, {"do": ["open"]}, {"do": "open", "value": {"a": []}}]}},
    },
    {"comm_id": "COMM", "data": {"method": "custom", "content": {"n": 1, "acts": [{"do": "open", "value": "[" * 100_000}]}}},
    {"comm_id": "COMM", "data": {"method": "custom", "content": {"n": 1, "acts": [{"do": "hello", "value": "{" * 100_000, "page": 7}]}}},
    {"comm_id": "COMM", "data": []},
    {"comm_id": {"a": 1}},
    {},
)


@pytest.mark.parametrize("path", [LAB, TINY, "/en/veneti/09_boarding"])
def test_a_made_up_message_changes_nothing(server: Served, path: str) -> None:
    async def talk() -> dict[str, Any]:
        kernel, comm = new_kernel(server, path)
        line = await dial(server, kernel)
        await asked(line, comm, [])
        for content in MADE_UP:
            text = json.dumps(content).replace("COMM", comm)
            await line.write_message(frame("comm_msg", json.loads(text)), binary=True)
        return await asked(line, comm, [])

    assert "n" in asyncio.run(talk())


def test_our_own_frames_are_well_made() -> None:
    assert well_made(frame("comm_msg", {"comm_id": "x", "data": {"method": "custom", "content": {}}}))


# -------------------------------------------------------------------------------------------------------------- kernels


def test_spares_and_pages_just_opened_are_not_culled() -> None:
    kernels = Kernels()
    asyncio.run(kernels.cull_kernel_if_idle("spare"))  # nobody's yet: not even looked for
    kernels._given["given"] = time.monotonic()
    asyncio.run(kernels.cull_kernel_if_idle("given"))
    kernels._given["given"] -= GRACE_SECONDS + 1
    asyncio.run(kernels.cull_kernel_if_idle("given"))  # whoever asked has not come: it would be ended, were it there
    kernels._met.add("given")
    with pytest.raises(KeyError):  # now the culler does look how long it was idle
        asyncio.run(kernels.cull_kernel_if_idle("given"))


def test_a_warm_kernel_is_handed_out_once_and_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    async def warmed(_self: Kernels) -> Warm:
        made.append(f"kernel {len(made)}")
        await asyncio.sleep(0)
        return Warm(made[-1], None)

    async def alive(_self: Kernels, kernel_id: str) -> bool:
        return kernel_id != "kernel 1"

    monkeypatch.setattr(Kernels, "_warmed", warmed)
    monkeypatch.setattr(Kernels, "_is_alive", alive)
    monkeypatch.setattr("rulesdemo.serve.kernels.REFILL_SECONDS", 0)

    async def visits() -> list[str]:
        kernels = Kernels()
        kernels.fill()
        assert kernels._filler
        await kernels._filler
        assert len(kernels._spares) == SPARE == 2
        first = await kernels.take()
        second = await kernels.take()  # kernel 1 died while it waited
        kernels.give_back(second)
        third = await kernels.take()
        return [first.kernel_id, second.kernel_id, third.kernel_id]

    first, second, third = asyncio.run(visits())
    assert first == "kernel 0"
    assert second not in ("kernel 0", "kernel 1")
    assert third == second


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

    queue = asyncio.run(rush())
    assert order == ["a", "b", "c", "e"]
    assert told["c"][0] == 1
    assert told["e"][0] == 3
    assert (queue.free, queue.is_full) == (2, False)


def test_ten_readers_at_once_are_all_answered(server: Served) -> None:
    """Each gets an own kernel that answers; whoever waits is told his number."""
    with ThreadPoolExecutor(10) as readers:
        texts = list(readers.map(lambda _: server.get(TINY)[2], range(10)))
    assert all(text.rstrip().endswith("</html>") for text in texts)
    assert len({kernel_of(text) for text in texts}) == 10
    assert any("You are number" in text for text in texts)

    async def talk(text: str) -> dict[str, Any]:
        comm = re.search(r'data-live="(\w+)"', text)
        assert comm
        line = await dial(server, kernel_of(text))
        return await asked(line, comm[1], [{"do": "step"}])

    async def everybody() -> list[dict[str, Any]]:
        return await asyncio.gather(*(talk(text) for text in texts))

    assert all("1 steps" in answer["parts"]["said"] for answer in asyncio.run(everybody()))
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


def test_kernels_do_not_outlive_a_server_that_was_killed(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert "23/36" in server.get(LAB)[2]
        kernels = psutil.Process(server.process.pid).children(recursive=True)
        assert kernels
        server.process.kill()
        server.process.wait(PATIENCE)
        assert psutil.wait_procs(kernels, timeout=10)[1] == []


def refused(tmp_path: Path, *arguments: str) -> str:
    """What the command complains of; it must be one line, with exit code 2."""
    result = subprocess.run(
        [str(BIN / "rulesdemo"), "serve", "--no-browser", *arguments],
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
    assert refused(tmp_path, "--lang", "fr") == "rulesdemo: there are no pages in 'fr'. Languages with pages: en."


def test_the_home_page_of_a_language() -> None:
    assert languages() == ("en",)
    assert home_page("en").is_file()


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
