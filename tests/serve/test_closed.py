"""What a stranger tries: every other address, every other message, made-up frames, floods and markup."""

import asyncio
import json
import re
import socket
import struct
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jupyter_server.serverapp import JUPYTER_SERVICE_HANDLERS
from tornado.httpclient import HTTPClientError

from rulesdemo.serve.kernel_socket import MOST_BYTES, PROTOCOL, well_made
from rulesdemo.serve.voila_front import version
from tests.support.protocol import LAB, answer_of, dial, frame, kernel_of, new_kernel, run, unframed
from tests.support.server import PATIENCE, STATIC, TINY, Served, served, tiny_book

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


OURS = ("/api/kernels/(?P<kernel_id>\\w+-\\w+-\\w+-\\w+-\\w+)", "/api/kernels/(?P<kernel_id>\\w+-\\w+-\\w+-\\w+-\\w+)/channels")
VOILA = (
    "templates/lab/index.html",
    "static/voila.js",
    "api/themes/x",
    "api/shutdown/KERNEL",
    "labextensions/x",
    "files/en/home.ipynb",
    "tree",
    "render/x",
)


def stock_addresses() -> list[str]:
    """An example of every address that Jupyter's server and Voila answer by themselves; KERNEL stands for a kernel's id."""
    patterns = [
        handler[0]
        for modules in JUPYTER_SERVICE_HANDLERS.values()
        for module in modules or ()
        for handler in import_module(module).default_handlers
    ]
    known = {"kernel_id": "KERNEL", "session_id": "KERNEL", "action": "restart", "format": "html"}
    found = []
    for pattern in patterns:
        if pattern not in OURS:
            path = pattern.replace("(?P<path>(?:(?:/[^/]+)+|/?))", "/en/home.ipynb")
            path = re.sub(r"\(\?P<(\w+)>[^)]*\)", lambda group: known.get(group[1], "python3"), path)
            found.append(path.replace("/?(.*)", "/en/home.ipynb"))
    return [*found, *(f"/voila/{path}" for path in VOILA)]


@pytest.mark.parametrize("path", stock_addresses())
def test_what_jupyter_and_voila_answer_by_themselves_is_not_there(server: Served, page: str, path: str) -> None:
    address = path.replace("KERNEL", kernel_of(page))
    assert server.get(address)[0] == 404
    assert server.get(address, "POST", Origin=server.origin)[0] in {403, 404, 405}
    assert server.get(f"/api/kernels/{kernel_of(page)}")[0] == 200  # and the kernel that was meant still runs


@pytest.mark.parametrize("path", ["/", "/en/glossary", "/en/escadres/rules"])
def test_a_page_of_words_names_no_kernel_and_opens_no_line(server: Served, path: str) -> None:
    """It runs once, and then needs none; a process that saw it run must not find the next reader behind the name."""
    for _ in "first", "again":
        status, _headers, text = server.get(path)
        assert (status, "</html>" in text, 'data-kernel="' in text, 'data-live="' in text) == (200, True, False, False)


@pytest.mark.parametrize("path", ["../head.html", "%2e%2e/head.html", "../index.html.j2", "fonts/", "", "fonts/../../head.html"])
def test_files_outside_the_static_folder_are_refused(server: Served, page: str, path: str) -> None:
    found = STATIC.search(page)
    assert found
    version = found[0].split("/")[2]
    assert server.get(f"/static/{version}/{path}")[0] == 404


@pytest.fixture(scope="module")
def by_voila(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("voila"), RULESDEMO_FRONT_END="voila") as running:
        yield running


@pytest.mark.parametrize(
    "path",
    [
        "app/../index.html.j2",
        "app/%2e%2e/page.html",
        "ext/../../../etc/passwd",
        "ext//etc/passwd",
        "ext/%5C%5Cevil.example%5Cshare",
        "app/",
        "app/%00",
        f"app/{'a' * 300}",
        "other",
        "app/nothing.js",
    ],
)
def test_files_outside_voilas_folders_are_refused(by_voila: Served, path: str) -> None:
    assert by_voila.get(f"/front/{version()}/app/voila.js")[0] == 200
    assert by_voila.get(f"/front/{version()}/{path}")[0] == 404
    assert by_voila.get("/front/000000000000/app/voila.js")[0] == 404
    assert by_voila.get(f"/front/{version()}/app/voila.js", Host="evil.example")[0] == 403


def test_voilas_own_files_are_there_once_a_page_asks_for_them(server: Served, tmp_path: Path) -> None:
    script = f"/front/{version()}/app/voila.js"
    assert server.get(script)[0] == 404
    with served(tmp_path, book=tiny_book(tmp_path, rulesdemo={"widgets": []})) as other:
        assert [other.get(script)[0], other.get(LAB)[0], other.get(script)[0]] == [404, 200, 404]
        assert [other.get(TINY)[0], other.get(script)[0]] == [200, 200]


@pytest.mark.parametrize("path", ["/", LAB, TINY, "/en/toulon/sandbox"])
def test_a_page_of_another_name_is_refused(server: Served, path: str) -> None:
    assert server.get(path, Host="evil.example")[0] == 403


@pytest.mark.parametrize(
    ("dest", "site", "status"), [("image", "cross-site", 403), ("iframe", "same-site", 403), ("document", "cross-site", 200)]
)
def test_a_page_of_another_site_may_lead_here_but_costs_no_kernel(server: Served, dest: str, site: str, status: int) -> None:
    answer = server.get(TINY, **{"Sec-Fetch-Dest": dest, "Sec-Fetch-Site": site})
    assert answer[0] == status
    assert ('data-kernel="' in answer[2]) == (status == 200)


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


# ------------------------------------------------------------------------------------------------------------- the socket


def test_a_widget_message_is_answered(server: Served) -> None:
    async def talk() -> dict[str, Any]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        return await answer_of(line, comm, [{"do": "set", "name": "in:attackers", "value": "3"}])

    answer = run(talk())
    assert answer["n"] == 7
    assert "attackers=3" in answer["parts"]["elsewhere"]


ORDERS = {
    "execute": {"silent": False, "store_history": False, "user_expressions": {}, "allow_stdin": False},
    "shutdown": {"restart": False},
    "interrupt": {},
    "complete": {"code": "import o", "cursor_pos": 8},
    "inspect": {"code": "open", "cursor_pos": 4, "detail_level": 1},
    "history": {"output": True, "raw": True, "hist_access_type": "tail", "n": 10},
    "is_complete": {"code": "1"},
    "kernel_info": {},
    "comm_info": {},
    "connect": {},
    "usage": {},
    "debug": {"seq": 1, "type": "request", "command": "evaluate", "arguments": {"expression": "1"}},
    "create_subshell": {},
}


def test_only_widgets_are_heard(server: Served, tmp_path: Path) -> None:
    """Orders to the kernel are dropped on every channel: none is done, none is answered."""
    made = tmp_path / "made"
    orders = {**ORDERS, "execute": {**ORDERS["execute"], "code": f"open({str(made)!r}, 'w').close()"}}

    async def talk() -> set[str]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await answer_of(line, comm, [])
        for channel in ("shell", "control", "stdin", "iopub"):
            for kind, content in orders.items():
                await line.write_message(frame(f"{kind}_request", content, channel), binary=True)
        await line.write_message(frame("input_reply", {"value": "x"}, "stdin"), binary=True)
        kinds = set()
        await line.write_message(
            frame("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {"n": 8, "acts": []}}}), binary=True
        )
        while True:
            message = await asyncio.wait_for(line.read_message(), PATIENCE)
            assert isinstance(message, bytes), "the socket was closed"
            header, told = unframed(message)
            kinds.add(header["msg_type"])
            if header["msg_type"] == "comm_msg" and told["data"].get("content", {}).get("n") == 8:
                return kinds

    assert run(talk()) <= {"comm_msg", "status"}
    assert not made.exists()


def test_the_frame_that_hung_stock_voila_leaves_the_server_answering(server: Served) -> None:
    """A socket without a subprotocol, and one frame of a canvas on it: stock Voila read it for ever, and nobody else was answered."""

    async def talk() -> None:
        kernel, _comm = new_kernel(server)
        with pytest.raises(HTTPClientError) as refused:
            await dial(server, kernel, protocols=[])
        assert refused.value.code == 400
        line = await dial(server, kernel)
        await line.write_message(struct.pack(">II", 1, 8) + json.dumps({"header": {}, "buffers": 1}).encode(), binary=True)
        while await asyncio.wait_for(line.read_message(), PATIENCE) is not None:
            pass

    run(talk())
    assert server.get("/")[0] == 200
    assert "23/36" in server.get(LAB)[2]


@pytest.mark.parametrize(("origin", "protocols", "status"), [("http://evil.example", None, 403), (None, [], 400), (None, ["other"], 400)])
def test_strangers_and_the_old_protocol_are_turned_away(
    server: Served, origin: str | None, protocols: list[str] | None, status: int
) -> None:
    kernel, _comm = new_kernel(server)
    with pytest.raises(HTTPClientError) as refused:
        run(dial(server, kernel, origin=origin, protocols=protocols))
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

    assert run(talk()) == 1003
    assert server.get("/api/kernels/none")[0] == 404


def test_an_oversized_frame_costs_only_its_own_socket(server: Served) -> None:
    async def talk() -> object:
        kernel, _comm = new_kernel(server)
        line = await dial(server, kernel)
        await line.write_message(frame("comm_msg", {"comm_id": "x", "data": "y" * MOST_BYTES}), binary=True)
        while await asyncio.wait_for(line.read_message(), PATIENCE) is not None:
            pass
        return line.close_code

    assert run(talk()) in (1009, None)
    assert server.get("/")[0] == 200


def test_a_flood_is_heard_slowly_and_others_are_answered(server: Served) -> None:
    async def talk() -> tuple[int, dict[str, Any]]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await answer_of(line, comm, [])
        nothing = frame("comm_msg", {"comm_id": "nobody", "data": {}})
        for _message in range(3000):  # at fifty a second this takes a minute
            await line.write_message(nothing, binary=True)
        other, its_comm = await asyncio.get_running_loop().run_in_executor(None, new_kernel, server)
        answer = await answer_of(await dial(server, other), its_comm, [])
        status = server.get("/")[0]
        line.close()
        return status, answer

    status, answer = run(talk())
    assert status == 200
    assert "n" in answer


def test_large_messages_are_heard_as_slowly_as_many(server: Served) -> None:
    """Else what a page sends while its kernel is busy fills the memory; all lines to a kernel keep one pace."""

    async def talk() -> float:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await answer_of(line, comm, [])
        start = time.monotonic()
        for _message in "largest", "largest":
            await line.write_message(frame("comm_msg", {"comm_id": "nobody", "data": "x" * (MOST_BYTES - 1000)}), binary=True)
        await asyncio.sleep(0.5)
        await answer_of(await dial(server, kernel), comm, [])
        return time.monotonic() - start

    assert run(talk()) > 3


def test_a_page_cannot_make_pieces_of_its_own(server: Served) -> None:
    """One that was made would tell its state when asked."""
    names = {"module": "@jupyter-widgets/controls", "module_version": "2.0.0"}
    state = {f"_{kind}_{name}": value for kind in ("model", "view") for name, value in names.items()}
    state |= {"_model_name": "LabelModel", "_view_name": "LabelView", "value": "made up"}
    made = {"comm_id": "made", "target_name": "jupyter.widget", "data": {"state": state, "buffer_paths": []}}

    async def talk() -> list[str]:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel)
        await answer_of(line, comm, [])
        await line.write_message(frame("comm_open", made, metadata={"version": "2.1.0"}), binary=True)
        await line.write_message(frame("comm_msg", {"comm_id": "made", "data": {"method": "request_state"}}), binary=True)
        await line.write_message(
            frame("comm_msg", {"comm_id": comm, "data": {"method": "custom", "content": {"n": 8, "acts": []}}}), binary=True
        )
        heard = []
        while True:
            message = await asyncio.wait_for(line.read_message(), PATIENCE)
            assert isinstance(message, bytes), "the socket was closed"
            told = unframed(message)[1]
            heard.append(told["comm_id"])
            if told["data"].get("content", {}).get("n") == 8:
                return heard

    assert "made" not in run(talk())


SHAKE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="}


@pytest.mark.parametrize("missing", [*SHAKE, "all"])
def test_whoever_asks_for_a_socket_and_opens_none_leaves_nothing_behind(server: Served, missing: str) -> None:
    """Left behind, it would take the place of the line that goes by the same name, and be kept for good."""

    async def talk() -> int:
        kernel, comm = new_kernel(server)
        line = await dial(server, kernel, session="same")
        await answer_of(line, comm, [])
        given = {name: value for name, value in SHAKE.items() if missing not in (name, "all")}
        path = f"/api/kernels/{kernel}/channels?session_id=same"
        status = server.get(path, **{"Sec-WebSocket-Protocol": PROTOCOL, "Origin": server.origin, **given})[0]
        await answer_of(line, comm, [])
        return status

    assert run(talk()) == 400


@pytest.mark.parametrize("session", ["", "a%20b", "%00", "x" * 65])
def test_a_line_goes_by_a_plain_name(server: Served, session: str) -> None:
    kernel, _comm = new_kernel(server)
    with pytest.raises(HTTPClientError) as refused:
        run(dial(server, kernel, session=session))
    assert refused.value.code == 400


CHUNK = b"2710\r\n" + b"x" * 10_000 + b"\r\n"


@pytest.mark.parametrize(
    ("size", "body"),
    [(b"Content-Length: 100000000", b"x" * 10_000), (b"Transfer-Encoding: chunked", CHUNK)],
    ids=["told before", "told by and by"],
)
def test_a_body_of_a_hundred_megabytes_is_not_read(server: Served, size: bytes, body: bytes) -> None:
    host, port = server.origin.removeprefix("http://").split(":")
    head = b"POST /bye/a-b-c-d-e HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: %s\r\n%s\r\n\r\n" % (server.origin.encode(), size)
    sent, answer = 0, b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line:
        line.sendall(head)
        with suppress(ConnectionError):  # it hangs up while we send
            while sent < 100_000_000:
                line.sendall(body)
                sent += 10_000
        with suppress(ConnectionError):
            answer = line.recv(1000)
    assert sent < 20_000_000  # what fits on the line before the server's end of it is closed
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 413"))
    assert server.get("/")[0] == 200


def test_an_address_of_a_hundred_kilobytes_is_not_read(server: Served) -> None:
    host, port = server.origin.removeprefix("http://").split(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE) as line, suppress(ConnectionError):
        line.sendall(b"GET /en/lab?%s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" % (b"x" * 100_000))
        answer = line.recv(1000)
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 414", b"HTTP/1.1 431"))
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
        await answer_of(line, comm, [])
        for content in MADE_UP:
            text = json.dumps(content).replace("COMM", comm)
            await line.write_message(frame("comm_msg", json.loads(text)), binary=True)
        return await answer_of(line, comm, [])

    assert "n" in run(talk())


def test_our_own_frames_are_well_made() -> None:
    assert well_made(frame("comm_msg", {"comm_id": "x", "data": {"method": "custom", "content": {}}}))
