"""What every answer has in common: HEAD is GET without a body, no answer names its server, and no refusal is stored."""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection, HTTPResponse

import pytest

from rulesdemo.serve.kernel_pool import SPARE
from rulesdemo.serve.kernel_socket import PROTOCOL
from tests.support.protocol import LAB, new_kernel
from tests.support.server import PATIENCE, STATIC, TINY, Served, served

NOBODY = uuid.UUID(int=0)
ADDRESSES = [
    "/",
    "/en",
    "/en/glossary",
    LAB,
    TINY,
    "/en/veneti",
    "/en/toulon/sandbox",
    "/en/veneti/nowhere",
    "/nowhere",
    "/en/%ff%fe",
    "/favicon.ico",
    "/static/000000000000/page.js",
    "/front/000000000000/app/voila.js",
    f"/api/kernels/{NOBODY}",
    f"/api/kernels/{NOBODY}/channels",
    f"/bye/{NOBODY}",
    "*",
]
SHAKE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
    "Sec-WebSocket-Protocol": PROTOCOL,
}
CHANGING = {"Date"}
# GET of a page that is still being written has no length to say.
UNKNOWN_BY_HEAD = {"Transfer-Encoding"}


def line_to(server: Served) -> closing[HTTPConnection]:
    return closing(HTTPConnection(server.origin.removeprefix("http://"), timeout=PATIENCE))


def over(line: HTTPConnection, method: str, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    line.request(method, path, headers=headers)
    answer = line.getresponse()
    return answer, answer.read()


def answered(server: Served, method: str, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
    with line_to(server) as line:
        return over(line, method, path, **headers)


def compared(server: Served, path: str, **headers: str) -> tuple[HTTPResponse, HTTPResponse]:
    """The answers to HEAD and to GET on one connection, where a body after HEAD would be read as the next answer."""
    with line_to(server) as line:
        head, nothing = over(line, "HEAD", path, **headers)
        assert nothing == b""
        get, _body = over(line, "GET", path, **headers)
    return head, get


def essence(answer: HTTPResponse) -> tuple[int, dict[str, str]]:
    return answer.status, {name: value for name, value in answer.headers.items() if name not in CHANGING | UNKNOWN_BY_HEAD}


@pytest.fixture(scope="module")
def warm(server: Served) -> Served:
    """A server whose pages of words are written: until then they are run, and have no length."""
    for path in ("/", "/en/glossary"):
        assert server.get(path)[0] == 200
    return server


# -------------------------------------------------------------------------------------------------------------------------- HEAD


@pytest.mark.parametrize("encoding", ["gzip", "identity"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_head_answers_as_get_does_without_a_body(warm: Served, path: str, encoding: str) -> None:
    head, get = compared(warm, path, **{"Accept-Encoding": encoding})
    assert essence(head) == essence(get)


def test_head_of_what_is_there_answers_as_get_does(warm: Served) -> None:
    kernel, _comm = new_kernel(warm)
    found = STATIC.search(warm.get("/")[2])
    assert found
    for path, status in ((found[0], 200), (f"/api/kernels/{kernel}", 200), (f"/api/kernels/{kernel}/channels", 400)):
        head, get = compared(warm, path, Origin=warm.origin)
        assert (path, essence(head)) == (path, essence(get))
        assert head.status == status


def test_head_opens_no_socket_and_is_refused_to_other_sites(warm: Served) -> None:
    kernel, _comm = new_kernel(warm)
    path = f"/api/kernels/{kernel}/channels?session_id=head"
    assert answered(warm, "HEAD", path, Origin=warm.origin, **SHAKE)[0].status == 400
    assert answered(warm, "HEAD", path, Origin="http://evil.example", **SHAKE)[0].status == 403


def test_head_of_a_live_page_costs_no_kernel(warm: Served) -> None:
    """A robot that asks for the headers of every page would else have as many kernels."""
    before = kernels_of(warm)
    assert before
    for _time in range(8):
        assert answered(warm, "HEAD", TINY)[0].status == 200
    assert len(kernels_of(warm) - before) <= SPARE  # which may be made meanwhile


def kernels_of(server: Served) -> set[str]:
    return {path.stem for path in server.scratch.rglob("kernel-*.json")}


def test_head_without_the_word_is_refused(guarded: Served) -> None:
    for path in ("/", LAB, f"/api/kernels/{NOBODY}", "/?token=mainsail"):
        head, get = compared(guarded, path)
        assert essence(head) == essence(get)
        assert head.status == 401


# ---------------------------------------------------------------------------------------------------------------- every answer


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("word"), "--class", "--token", "halyard") as running:
        yield running


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST", "OPTIONS", "PUT", "DELETE", "PATCH", "BREW"])
@pytest.mark.parametrize("path", ADDRESSES)
def test_no_answer_names_its_server_and_no_refusal_is_stored(warm: Served, path: str, method: str) -> None:
    answer, body = answered(warm, method, path, Origin=warm.origin)
    assert "Server" not in answer.headers
    assert b"ornado" not in body
    if answer.status >= 400:
        assert answer.headers["Cache-Control"] == "no-store"
    if method not in ("GET", "HEAD", "POST"):
        assert answer.status in (400, 403, 404, 405)
    if answer.status == 405:
        assert answer.headers["Allow"] == ("POST" if path.startswith("/bye") else "GET, HEAD")


def test_a_socket_does_not_name_its_server(warm: Served) -> None:
    kernel, _comm = new_kernel(warm)
    with line_to(warm) as line:
        line.request("GET", f"/api/kernels/{kernel}/channels?session_id=name", headers={**SHAKE, "Origin": warm.origin})
        answer = line.getresponse()
        assert answer.status == 101
        assert "Server" not in answer.headers


def test_a_refused_word_is_not_stored(guarded: Served) -> None:
    for path in ("/", "/?token=mainsail", f"/api/kernels/{NOBODY}", f"/api/kernels/{NOBODY}/channels"):
        status, headers, _text = guarded.get(path)
        assert (status, headers["Cache-Control"]) == (401, "no-store")
        assert "Server" not in headers


def test_the_teachers_page_answers_head(guarded: Served) -> None:
    assert guarded.process.stdout is not None
    lines = [guarded.process.stdout.readline() for _line in range(3)]
    found = re.search(r"(/class/[0-9a-f]{16})", lines[-1])
    assert found
    head, get = compared(guarded, found[1])
    assert (head.status, head.headers["Cache-Control"]) == (get.status, "no-store") == (200, "no-store")
    assert "Server" not in head.headers
