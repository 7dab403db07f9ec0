"""`rulesdemo serve`: the home page, only the home page, and a clean end."""

import asyncio
import json
import re
import socket
import subprocess
import time
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
from tornado.httpclient import HTTPClientError, HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from rulesdemo.datafiles import folder
from rulesdemo.serve import address_of, home_page, is_loopback, languages
from rulesdemo.serve.book import GRACE_SECONDS, PROTOCOL, Kernels, well_made
from tests.serving import BIN, PATIENCE, Served, served, surroundings

STATIC = re.compile(r"/static/[0-9a-f]{12}/[\w./-]+")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("serve")) as running:
        yield running


@pytest.fixture(scope="module")
def page(server: Served) -> str:
    status, _headers, text = server.get("/")
    assert status == 200
    return text


def kernel_of(text: str) -> str:
    found = re.search(r'data-kernel="([\w-]+)"', text)
    assert found
    return found[1]


def new_kernel(server: Served) -> tuple[str, str]:
    """A fresh page's kernel, and the id under which its live piece hears."""
    text = server.get("/")[2]
    comm = re.search(r'data-live="(\w+)"', text)
    assert comm
    return kernel_of(text), comm[1]


# --------------------------------------------------------------------------------------------------------------- the page


def test_the_page_says_what_is_there_and_shows_exact_odds(page: str) -> None:
    for words in (
        "<h1>Ask what the dice can do</h1>",
        "What can happen",
        "23/36",
        "Reconstructed: rebuilt by us",
        "Independent study aid",
        "</html>",
    ):
        assert words in page
    assert "Something broke" not in page


def test_sources_stay_here(page: str) -> None:
    assert "widgets.ask" not in page
    assert "import legend" not in page
    assert "Traceback" not in page


def test_nothing_is_fetched_from_elsewhere(server: Served, page: str) -> None:
    links = re.findall(r'(?:src|href|action|data)="([^"]*)"', page)
    assert [link for link in links if re.match(r"\w+:|//", link)] == []
    files = set(STATIC.findall(page))
    assert {Path(name).suffix for name in files} == {".css", ".js", ".svg", ".woff2"}
    for name in files:
        status, headers, text = server.get(name)
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        if name.endswith((".css", ".js")):
            assert re.findall(r"(?:https?:)?//[a-z]", text.replace("http://www.w3.org/2000/svg", "")) == []


def test_the_page_may_run_only_its_own_scripts(server: Served, page: str) -> None:
    _status, headers, _text = server.get("/")
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in headers
    assert re.findall(r"<script(?![^>]* src=)", page) == []
    assert re.findall(r"\son\w+=", page) == []


def test_the_fonts_come_with_their_licence() -> None:
    fonts = folder("book") / "template" / "static" / "fonts"
    assert "SIL OPEN FONT LICENSE" in (fonts / "OFL.txt").read_text(encoding="utf-8")
    assert sum(path.stat().st_size for path in fonts.glob("*.woff2")) < 130_000


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


def test_a_page_of_another_name_is_refused(server: Served) -> None:
    assert server.get("/", Host="evil.example")[0] == 403


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


def test_our_own_frames_are_well_made() -> None:
    assert well_made(frame("comm_msg", {"comm_id": "x", "data": {"method": "custom", "content": {}}}))


def test_a_spare_that_was_just_given_away_is_not_culled() -> None:
    kernels = Kernels()
    asyncio.run(kernels.cull_kernel_if_idle("given"))  # looked at for the first time: left alone
    kernels._seen["given"] -= GRACE_SECONDS + 1
    with pytest.raises(KeyError):  # now the culler does look for it
        asyncio.run(kernels.cull_kernel_if_idle("given"))


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
        assert "23/36" in server.get("/")[2]
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
    assert "--host '203.0.113.7' is no address of this machine" in refused(tmp_path, "--port", "0", "--host", "203.0.113.7")


def test_a_language_without_pages_is_one_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path, "--lang", "fr") == "rulesdemo: there are no pages in 'fr'. Languages with pages: en."


def test_the_home_page_of_a_language() -> None:
    assert languages() == ("en",)
    assert home_page("en").is_file()


@pytest.mark.parametrize(
    ("host", "shown"), [("127.0.0.1", "127.0.0.1"), ("::", "127.0.0.1"), ("", "127.0.0.1"), ("localhost", "localhost")]
)
def test_the_address_can_be_typed_into_a_browser(host: str, shown: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        assert address_of([listening], host) == f"http://{shown}:{listening.getsockname()[1]}/"


def test_which_hosts_are_this_machine_only() -> None:
    assert [is_loopback(host) for host in ("127.0.0.1", "localhost", "::1", "::", "192.0.2.1", "")] == [
        True,
        True,
        True,
        False,
        False,
        False,
    ]
