"""What monitors may ask, from where, and what they are told."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest

from rulesdemo import __version__
from rulesdemo.serve.access import Door, is_loopback, machine
from rulesdemo.serve.health import FORWARDED, Counts, can_serve, is_from_loopback, monitor_addresses
from tests.support.server import TINY, Served, served, tiny_book

NAMES = {"ready", "kernels", "spare", "waiting", "most", "version"}
LINE = re.compile(r'# (HELP|TYPE) rulesdemo_\w+ .+|rulesdemo_\w+(\{\w+="[^"]*"\})? \d+(\.\d+)?(e[+-]?\d+)?')


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A class with metrics, on every address of the machine."""
    folder = tmp_path_factory.mktemp("health")
    with served(folder, "--class", "--token", "halyard", "--metrics", book=tiny_book(folder)) as running:
        yield running


@pytest.fixture(scope="module")
def key(room: Served) -> str:
    """The address of the teacher's page."""
    assert room.process.stdout is not None
    for line in iter(room.process.stdout.readline, ""):
        if found := re.search(r"For the teacher alone: http://[^/]+(/class/[0-9a-f]{16})", line):
            return found[1]
    pytest.fail("there is no teacher's page")


def test_a_monitor_on_this_machine_learns_the_state_without_the_word(room: Served) -> None:
    status, headers, text = room.get("/health")
    assert (status, headers["Content-Type"], headers["Cache-Control"]) == (200, "application/json", "no-store")
    state = json.loads(text)
    assert set(state) == NAMES
    assert state["ready"] is True
    assert state["version"] == __version__
    assert state["most"] >= 4


def test_metrics_are_read_by_prometheus_and_count(room: Served) -> None:
    cookie = room.get("/?token=halyard")[1]["Set-Cookie"].partition(";")[0]
    status, headers, _text = room.get("/metrics")
    assert (status, headers["Content-Type"]) == (200, "text/plain; version=0.0.4; charset=utf-8")
    assert room.get(TINY, Cookie=cookie)[0] == 200
    assert room.get("/nowhere", Cookie=cookie)[0] == 404
    text = room.get("/metrics")[2]
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    values = {name: float(value) for name, value in re.findall(r"^(rulesdemo_\S+) (\S+)$", text, re.MULTILINE)}
    assert values["rulesdemo_pages_total"] == 1
    assert values['rulesdemo_refusals_total{status="404"}'] == 1
    assert values["rulesdemo_kernels"] >= 1
    assert values["rulesdemo_kernels_memory_bytes"] > 1e6
    assert values["rulesdemo_failures_total"] == 1  # the cell that breaks
    assert values["rulesdemo_forks_total"] >= 1
    kinds = re.findall(r"^# TYPE (rulesdemo_\w+) (\w+)$", text, re.MULTILINE)
    assert len(dict(kinds)) == len(kinds)
    assert all((kind == "counter") == name.endswith("_total") for name, kind in kinds)


@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_elsewhere_the_key_is_needed(room: Served, key: str, path: str) -> None:
    cookie = room.get("/?token=halyard")[1]["Set-Cookie"].partition(";")[0]
    for name in FORWARDED:
        assert room.get(path, Cookie=cookie, **{name: "127.0.0.1"})[0] == 404
        assert room.get(key + path, **{name: "192.0.2.1"})[0] == 200
    assert room.get(path, Host="evil.example", Cookie=cookie)[0] == 404
    assert room.get(f"/class/0000000000000000{path}", Cookie=cookie)[0] == 404


@pytest.mark.skipif(is_loopback(machine()) or not machine()[:1].isdigit(), reason="this machine has no other address")
@pytest.mark.parametrize("path", ["/health", "/metrics"])
def test_a_guest_on_the_network_is_told_nothing(room: Served, key: str, path: str) -> None:
    there = replace(room, address=f"http://{machine()}:{urlsplit(room.address).port}/")
    assert there.get(path)[0] == 404
    assert there.get(path, Host="127.0.0.1")[0] == 404
    assert there.get(key + path)[0] == 200


def test_metrics_are_there_on_request_only(server: Served) -> None:
    assert server.get("/health")[0] == 200
    assert server.get("/metrics")[0] == 404
    assert server.get("/class/health")[0] == 404
    assert [address for address, _handler in monitor_addresses(Door())] == ["/health"]
    door = Door(is_class=True, key="KEY", has_metrics=True)
    assert [address for address, _handler in monitor_addresses(door)] == ["/health", "/metrics", "/class/KEY/health", "/class/KEY/metrics"]


@pytest.mark.parametrize(
    ("peer", "is_here"),
    [
        ("127.0.0.1", True),
        ("127.8.8.8", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("fe80::1%eth0", False),
        ("", False),
    ],
)
def test_who_is_on_this_machine(peer: str, is_here: bool) -> None:
    stream = SimpleNamespace(socket=SimpleNamespace(getpeername=lambda: (peer, 1)))
    assert is_from_loopback(stream) is is_here


def test_a_connection_that_is_closed_comes_from_nowhere() -> None:
    assert not is_from_loopback(SimpleNamespace(socket=None))


def kernels(**changes: Any) -> Any:
    fine = {"is_ending": False, "is_failing": False, "ready": 2}
    return SimpleNamespace(**{**fine, **changes})


def test_the_server_says_no_when_a_reader_would_get_nothing() -> None:
    queue: Any = SimpleNamespace(is_full=False, waiting=0)
    assert can_serve(kernels(), queue)
    assert can_serve(kernels(is_failing=True), queue)  # others stand ready
    assert not can_serve(kernels(is_failing=True, ready=0), queue)
    assert not can_serve(kernels(is_ending=True), queue)
    full: Any = SimpleNamespace(is_full=True, waiting=60)
    assert not can_serve(kernels(), full)


def test_answers_are_counted_by_what_they_are() -> None:
    counts = Counts()
    for status, is_page in ((200, True), (200, False), (302, True), (404, True), (404, False), (503, True)):
        counts.note(status, is_page=is_page)
    assert (counts.pages, dict(counts.refusals)) == (1, {404: 2, 503: 1})
