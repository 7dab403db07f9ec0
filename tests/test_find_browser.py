"""A machine without Chromium gets the one that Playwright can install, and one line of advice where that fails."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import find_browser

ROOT = Path(__file__).parents[1]


@pytest.fixture
def ran(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands that were run on a machine without any browser and without root; none of them succeeds."""
    found: list[tuple[str, ...]] = []
    monkeypatch.setattr(find_browser.shutil, "which", lambda _name: None)
    monkeypatch.setattr(find_browser.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(find_browser, "by_playwright", lambda: None)
    monkeypatch.setattr(find_browser, "run", lambda *command: bool(found.append(command)))
    return found


def test_a_browser_on_the_path_is_taken(ran: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_browser.shutil, "which", {"google-chrome": "/opt/chrome"}.get)
    assert find_browser.find() == "/opt/chrome"
    assert find_browser.main() == 0
    assert ran == []


def test_playwright_fetches_where_there_is_no_root(ran: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    def run(*command: str) -> bool:
        ran.append(command)
        monkeypatch.setattr(find_browser, "by_playwright", lambda: "/opt/reader/chromium")
        return True

    monkeypatch.setattr(find_browser, "run", run)
    assert find_browser.main() == 0
    assert ran == [(sys.executable, "-m", "playwright", "install", "chromium")]


def test_root_asks_the_system_first_and_playwright_next(ran: list[tuple[str, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(find_browser.os, "geteuid", lambda: 0)
    monkeypatch.setattr(find_browser.shutil, "which", {"apt-get": "/usr/bin/apt-get"}.get)
    assert find_browser.main() == 1
    assert ran == [("apt-get", "update"), (sys.executable, "-m", "playwright", "install", "chromium")]


def test_one_line_says_what_to_do_where_all_fails(ran: list[tuple[str, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    assert find_browser.main() == 1
    assert len(ran) == 1
    assert capsys.readouterr().err == f"{find_browser.ADVICE}\n"


def test_a_command_that_is_not_there_has_failed() -> None:
    assert not find_browser.run("no-such-command-anywhere")
    assert find_browser.run(sys.executable, "-c", "")


def test_the_download_of_playwright_fails_with_the_same_line(tmp_path: Path) -> None:
    """The real command, without a PATH and with nobody at the address of the download; as root, apt-get is not on the PATH either."""
    nowhere = {"PLAYWRIGHT_BROWSERS_PATH": str(tmp_path), "PLAYWRIGHT_DOWNLOAD_HOST": "http://127.0.0.1:9"}
    surroundings = {**os.environ, "PATH": str(tmp_path), "PYTHONPATH": str(ROOT), **nowhere}
    command = [sys.executable, "-m", "tests.support.find_browser"]
    done = subprocess.run(command, cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "Fetching chromium with Playwright (once)...\n",
        f"{find_browser.ADVICE}\n",
    )
