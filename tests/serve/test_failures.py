"""Nothing that fails is hidden: it is in the log under the reference that the reader was shown, and the server goes on."""

import json
import re
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from rulesdemo.serve.failures import NO_DISK, NO_ROOM, OUR_FAULT
from tests.support.faults import Faults, faulty
from tests.support.protocol import LAB, answer_of, comm_of, dial, kernel_of, run
from tests.support.server import PATIENCE, TINY, Served, served, tiny_book

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="faults are made as Linux makes them")

REFERENCE = re.compile(r"\(ref ([A-Z2-9]{6})\)")
BROKEN = "Something broke here"


def reference_in(text: str) -> str:
    (found,) = set(REFERENCE.findall(text))
    return str(found)


def records(log: str) -> dict[str, dict[str, Any]]:
    """The failures of a log, by their references; every line must be an object of its own."""
    lines = [json.loads(line) for line in log.splitlines()]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines)
    return {line["reference"]: line for line in lines if "reference" in line}


def until(is_so: Callable[[], bool]) -> None:
    limit = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < limit
        time.sleep(0.1)


def health(server: Served) -> tuple[int, dict[str, Any]]:
    status, _headers, text = server.get("/health")
    return status, json.loads(text)


def metric(server: Served, name: str) -> float:
    found = re.search(rf"^rulesdemo_{re.escape(name)} (\S+)$", server.get("/metrics")[2], re.MULTILINE)
    assert found, name
    return float(found[1])


async def reply(server: Served, text: str, acts: list[dict[str, Any]]) -> dict[str, Any]:
    line = await dial(server, kernel_of(text))
    try:
        return await answer_of(line, comm_of(text), acts)
    finally:
        line.close()


def take_spares(server: Served) -> None:
    """Open pages until no kernel stands ready or is being started; while a fault is on, none is made anew."""

    def are_gone() -> bool:
        if metric(server, "kernels_spare"):
            server.get(TINY)
        return not metric(server, "kernels_spare") and not metric(server, "kernels_starting")

    until(are_gone)


# -------------------------------------------------------------------------------------------------------- cells, steps, kernels


def test_a_reader_and_the_log_have_the_same_reference_and_the_log_has_nothing_that_was_typed(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json", "--log-level", "debug", "--metrics", book=tiny_book(tmp_path)) as server:
        text = server.get(TINY)[2]
        cell = reference_in(text)
        secret = {"fragment": "s=mainbrace"}
        step = reference_in(run(reply(server, text, [{"do": "hello", "value": "halyard", "page": secret}]))["parts"]["trouble"])
        strange = [{"do": "break", "name": "bowline splice", "value": "halyard"}]
        other = reference_in(run(reply(server, text, strange))["parts"]["trouble"])
        assert metric(server, "failures_total") >= 3
        assert metric(server, "pages_total") == 1
        server.kernel(kernel_of(text)).kill()
        until(lambda: server.get(f"/api/kernels/{kernel_of(text)}")[0] == 404)
        code, _said, log = server.interrupt()
    found = records(log)
    assert code == 0
    assert len({cell, step, other}) == 3
    assert all(found[each]["page"] == TINY for each in (cell, step, other))
    assert "cell wrong" in found[cell]["message"]
    assert "ZeroDivisionError" in found[cell]["traceback"]
    assert "\x1b" not in found[cell]["traceback"]
    assert found[step]["act"] == "hello (7 letters)"
    assert "ValueError: invalid literal for int() with base 10: '(9 letters)'" in found[step]["traceback"]
    assert 'File "' in found[step]["traceback"]
    assert found[other]["act"] == "break (14 letters) (7 letters)"
    for typed in ("mainbrace", "halyard", "bowline"):
        assert typed not in log
    assert [each["message"] for each in found.values() if "died" in each["message"]] == [f"kernel {kernel_of(text)[:8]} died"]


def test_people_read_the_same_without_json(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path)) as server:
        cell = reference_in(server.get(TINY)[2])
        _code, _said, log = server.interrupt()
    assert re.search(rf"^\S+Z error rulesdemo: cell wrong broke, ref {cell}, page {TINY}$", log, re.MULTILINE)
    assert "ZeroDivisionError" in log


def test_warnings_are_left_out_on_request_and_addresses_are_logged_without_the_word(tmp_path: Path) -> None:
    for level, words in (("error", ()), ("debug", ("302 /",))):
        folder = tmp_path / level
        folder.mkdir()
        with served(folder, "--log-level", level, "--token", "halyard") as server:
            server.get("/?token=halyard")
            _code, _said, log = server.interrupt()
        assert bool(log) == bool(words)
        assert all(each in log for each in words)
        assert "halyard" not in log


# --------------------------------------------------------------------------------------------------------------- disk and forks


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Served, Faults]]:
    folder = tmp_path_factory.mktemp("failures")
    with faulty(folder, "--log-json", "--metrics", book=tiny_book(folder)) as made:
        yield made


def is_well(server: Served) -> bool:
    """Whether a page comes as if nothing had been."""
    status, _headers, text = server.get(LAB)
    return status == 200 and "23/36" in text and BROKEN not in text


def test_a_full_disk_is_told_and_logged_and_passes(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json", "--metrics", book=tiny_book(tmp_path)) as server:
        process = psutil.Process(server.process.pid)
        until(lambda: health(server)[1]["spare"] == 2)
        process.rlimit(psutil.RLIMIT_FSIZE, (0, psutil.RLIM_INFINITY))  # whatever it writes into a file is refused
        take_spares(server)
        text = server.get(LAB)[2]
        assert str(NO_DISK) in text
        assert "</html>" in text
        status, state = health(server)
        assert (status, state["ready"]) == (503, False)
        process.rlimit(psutil.RLIMIT_FSIZE, (psutil.RLIM_INFINITY, psutil.RLIM_INFINITY))
        until(lambda: health(server)[0] == 200)  # a monitor that asks is enough for it to try again
        assert is_well(server)
        code, said, log = server.interrupt()
    assert (code, said) == (0, "Stopped.\n")
    failure = records(log)[reference_in(text)]
    assert failure["page"] == LAB
    assert "File too large" in failure["traceback"]


def test_a_folder_for_temporary_files_that_was_swept_away_is_told(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json", book=tiny_book(tmp_path)) as server:
        until(lambda: health(server)[1]["spare"] == 2)
        (folder,) = server.scratch.iterdir()
        away = folder.rename(server.scratch / "away")
        try:
            texts = [server.get(LAB)[2] for _ in range(3)]  # those that stand ready cannot be reached either
            found = next(text for text in texts if str(NO_DISK) in text)
        finally:
            away.rename(folder)
        until(lambda: is_well(server))
        code, _said, log = server.interrupt()
    assert code == 0
    assert records(log)[reference_in(found)]["page"] == LAB


def test_a_refused_fork_costs_time_alone(broken: tuple[Served, Faults]) -> None:
    server, faults = broken
    with faults.on("fork"):
        assert all(is_well(server) for _ in range(3))  # two had stood ready


def test_where_no_process_can_be_had_the_reader_is_told(broken: tuple[Served, Faults]) -> None:
    server, faults = broken
    with faults.on("fork", "start"):
        take_spares(server)
        text = server.get(LAB)[2]
        assert str(NO_ROOM) in text
        assert reference_in(text)
        assert health(server)[0] == 503
    until(lambda: health(server)[0] == 200)
    assert is_well(server)


def test_a_fork_server_that_was_killed_is_logged_and_replaced(tmp_path: Path) -> None:
    with served(tmp_path, "--log-json", book=tiny_book(tmp_path)) as server:
        until(lambda: health(server)[1]["spare"] == 2)
        (made,) = [each for each in psutil.Process(server.process.pid).children() if any("forkserver" in word for word in each.cmdline())]
        made.kill()
        until(lambda: is_well(server))
        _code, _said, log = server.interrupt()
    # Noticed when the next kernel is wanted, or in the middle of an answer.
    messages = {each["message"] for each in records(log).values()}
    assert any(message.startswith(("the fork server", "no kernel by forking")) for message in messages), messages


# --------------------------------------------------------------------------------------------------------- templates and handlers


@pytest.mark.parametrize(
    ("names", "path", "status"),
    [(["head"], LAB, 500), (["head", "notice"], LAB, 500), (["tail"], LAB, 200), (["mark"], "/favicon.ico", 500), (["notice"], "/x", 404)],
    ids=["head", "head and notice", "tail", "handler", "notice"],
)
def test_whatever_breaks_in_an_answer_is_told_with_a_reference(
    broken: tuple[Served, Faults], names: list[str], path: str, status: int
) -> None:
    server, faults = broken
    before = metric(server, "failures_total")
    with faults.on(*names):
        told, _headers, text = server.get(path)
    assert told == status
    assert BROKEN in text
    assert str(OUR_FAULT) in text
    assert reference_in(text)
    assert "Traceback" not in text
    assert metric(server, "failures_total") > before
    assert server.get("/")[0] == 200
    assert is_well(server)


def test_a_script_is_told_the_reference_and_no_traceback(broken: tuple[Served, Faults]) -> None:
    server, faults = broken
    kernel = kernel_of(server.get(LAB)[2])
    with faults.on("state"):
        status, _headers, text = server.get(f"/api/kernels/{kernel}")
    assert status == 500
    assert re.fullmatch("[A-Z2-9]{6}", json.loads(text)["reference"])
    assert "Traceback" not in text
    assert server.get(f"/api/kernels/{kernel}")[0] == 200


def test_all_of_it_stands_in_the_log(broken: tuple[Served, Faults]) -> None:
    """The last test of this server: each fault above has left its name, every line is an object, and the server ends as it should."""
    server, _faults = broken
    code, said, log = server.interrupt()
    assert (code, said) == (0, "Stopped.\n")
    found = records(log).values()
    traces = "\n".join(each.get("traceback", "") for each in found)
    for words in ("Resource temporarily unavailable", "the fault head", "the fault tail", "the fault notice", "the fault mark"):
        assert words in traces
    messages = {each["message"] for each in found}
    assert {"a spare kernel could not be started", "the page could not be made", "an answer broke"} <= messages
    assert "no kernel by forking: it is started plainly, which is slower" in messages
    assert {"GET /favicon.ico", LAB, f"GET {LAB}"} <= {each.get("page") for each in found}
