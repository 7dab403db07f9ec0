"""The log: nothing that was typed, no forged record, no line longer than a pipe takes in one piece, and no page that fails for it."""

import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesdemo.errors import InputError
from rulesdemo.serve.log import AS_JSON, LEVEL, LEVELS, MOST_BYTES, OURS, SERVED, TALLY, begin_log, failures, log_failure, set_up
from tests.support.server import BIN, PATIENCE, surroundings


@pytest.fixture
def log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A process whose log is the server's, as it is without any option."""
    for name in (LEVEL, AS_JSON):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv(SERVED, "1")
    monkeypatch.setenv(TALLY, str(tmp_path / "failures"))
    monkeypatch.setenv(LEVEL, "warning")
    loggers = [logging.getLogger(name) for name in (OURS, "asyncio", "tornado", "rulesdemo.jupyter")]
    before = [(each.handlers, each.propagate, each.level) for each in loggers]
    set_up(is_server=True)
    yield
    for logger, (handlers, propagate, level) in zip(loggers, before, strict=True):
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


def fail(typed: str) -> ValueError:
    """An exception that quotes what was typed, behind another that does too."""
    try:
        try:
            int(typed)
        except ValueError as first:
            message = f"no ship {typed!r}"
            raise RuntimeError(message) from first
    except RuntimeError as second:
        return second  # type: ignore[return-value]
    raise AssertionError


@pytest.mark.usefixtures("log")
@pytest.mark.parametrize("as_json", [False, True])
def test_what_was_typed_is_masked_all_along_the_chain(as_json: bool, capfd: pytest.CaptureFixture[str]) -> None:
    begin_log(as_json=as_json)
    reference = log_failure(
        "a step broke", fail('halyard\n  File "bowline", line 1'), page="/en/lab", typed=['halyard\n  File "bowline", line 1']
    )
    text = capfd.readouterr().err
    assert reference in text
    assert "RuntimeError: no ship" in text
    assert "ValueError: invalid literal" in text
    assert "test_log.py" in text  # the frames stay
    assert "halyard" not in text
    assert "bowline" not in text


@pytest.mark.usefixtures("log")
def test_a_line_is_one_object_that_a_pipe_takes_in_one_piece(capfd: pytest.CaptureFixture[str]) -> None:
    begin_log(as_json=True)

    def deep(left: int) -> None:
        if not left:
            raise ValueError("é\u2028\udc80\x00\n" * 4000)
        deep(left - 1)

    try:
        deep(200)
    except ValueError as bug:
        reference = log_failure("m\n" * 5000, bug, page="/\n\x1b[31m" + "é" * 5000, act="\udc80" * 5000)
    lines = capfd.readouterr().err.splitlines()
    assert len(lines) == 1
    assert len(lines[0].encode("utf-8", "surrogateescape")) < MOST_BYTES
    found = json.loads(lines[0])
    assert found["reference"] == reference
    assert "\n" not in found["page"]
    assert "\x1b" not in found["page"]


@pytest.mark.usefixtures("log")
def test_an_address_cannot_look_like_another_record(capfd: pytest.CaptureFixture[str]) -> None:
    log_failure("an answer broke", None, page="/x\n2026-01-01T00:00:00.000Z error rulesdemo: forged\x85forged\u2028forged")
    assert len(capfd.readouterr().err.splitlines()) == 1


@pytest.mark.usefixtures("log")
def test_errors_of_other_packages_get_a_reference_and_what_jupyter_repeats_is_left_out(capfd: pytest.CaptureFixture[str]) -> None:
    begin_log(as_json=True)
    before = failures()
    logging.getLogger("asyncio").error("Task exception was never retrieved")
    logging.getLogger("tornado.application").warning("hardly worth a line")
    logging.getLogger("rulesdemo.jupyter").error("once more")
    (line,) = capfd.readouterr().err.splitlines()
    assert json.loads(line)["message"] == "Task exception was never retrieved"
    assert len(json.loads(line)["reference"]) == 6
    assert failures() == before + 1


@pytest.mark.usefixtures("log")
def test_what_a_page_can_bring_about_often_does_not_fill_the_disk(capfd: pytest.CaptureFixture[str]) -> None:
    """What a reader was told is there, however often; what nobody was told is counted."""
    begin_log(as_json=True)
    before = failures()
    references = []
    for _ in range(40):
        try:
            raise KeyError  # noqa: TRY301 - a traceback is needed
        except KeyError as bug:
            logging.getLogger("tornado").exception("Invalid message")
            references.append(log_failure("a step broke", bug))
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [line["reference"] for line in lines if line["logger"] == OURS] == references
    assert 1 <= sum(line["logger"] == "tornado" for line in lines) <= 10  # the minute may end meanwhile
    assert 1 <= sum("KeyError" in line["traceback"] for line in lines if line["logger"] == OURS) <= 10
    assert failures() == before + 80


@pytest.mark.usefixtures("log")
def test_failures_of_other_processes_are_counted_too(tmp_path: Path) -> None:
    before = failures()
    code = "from rulesdemo.serve.log import log_failure; log_failure('x', None); log_failure('y', None)"
    done = subprocess.run([sys.executable, "-c", code], stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=True)
    assert done.stderr.count("rulesdemo: ") == 2
    assert failures() == before + 2
    assert (tmp_path / "failures").stat().st_size == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a disk that is always full")
@pytest.mark.parametrize("where", ["full", "closed", "unread"])
def test_a_log_that_cannot_be_written_breaks_nothing(where: str, tmp_path: Path) -> None:
    """Where there is no standard error, its number may be that of another file, which must get nothing."""
    other = tmp_path / "other"
    code = (
        f"import os, sys; other = os.open({str(other)!r}, os.O_WRONLY | os.O_CREAT)\n"
        "from rulesdemo.serve.log import log_failure\n"
        "print(other, len(log_failure('x', ValueError('y'))))"
    )
    redirected = {"full": "2>/dev/full", "closed": "2>&-", "unread": "2> >(exec 0<&-; sleep 0.01)"}[where]
    done = subprocess.run(
        ["bash", "-c", f'exec {sys.executable} -c "$CODE" {redirected}'],  # noqa: S607 - what the test is about
        env={**os.environ, "CODE": code, SERVED: "1", TALLY: ""},
        stdout=subprocess.PIPE,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert done.stdout.split()[1] == "6"
    assert (done.stdout.split()[0] == "2") == (where == "closed")
    assert other.read_bytes() == b""


@pytest.mark.skipif(os.name == "nt", reason="Windows tells nothing of a full pipe")
def test_a_log_that_nobody_reads_holds_nobody_up() -> None:
    """A pipe takes 64 kB and then makes its writer wait, for ever."""
    code = "from rulesdemo.serve.log import log_failure\nfor _ in range(30): log_failure('x' * 4000, None)\nprint('done')"
    env = {**os.environ, SERVED: "1", TALLY: ""}
    with subprocess.Popen([sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            assert process.stdout.readline() == "done\n"
            assert 10 <= process.stderr.read().count("error rulesdemo: x") < 30
        finally:
            process.kill()


def test_a_level_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--log-level takes one of debug, info, warning, error, not 'loud'"):
        begin_log("loud")
    command = [str(BIN / "rulesdemo"), "serve", "--doctor", "--log-level", "loud"]
    done = subprocess.run(command, env=surroundings(tmp_path, tmp_path), capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert list(LEVELS) == ["debug", "info", "warning", "error"]
