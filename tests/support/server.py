"""The real server in a process of its own, for tests: an empty folder, a home that is not the developer's, any free port.

Tests that need a page of which they know every word get a copy of the book with one small chapter more.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import psutil

from rulesdemo.rules.datafiles import folder as folder_of

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
BIN = Path(sys.executable).parent
STATIC = re.compile(r"/static/[0-9a-f]{12}/[\w./-]+")
PATIENCE = 60
PASSED = {"RULESDEMO_FORK", "RULESDEMO_FRONT_END", "RULESDEMO_REHEARSE"}

TINY = "/en/veneti/20_tiny"
TINY_CHAPTER = """
[[chapter]]
path = "en/veneti/20_tiny"
game = "veneti"
number = 20
title = { en = "A <tiny> chapter", fr = "Un petit chapitre" }
aim = "Press, and see it counted."
minutes = 1
rules = ["8.23"]
"""
# A page that counts, and does on request whatever a page can ask of the browser.
TINY_STATE = """
import json
from markupsafe import Markup
from widgets.web.live import Live


class Tiny:
    def __init__(self):
        self.steps, self.page, self.opened = [], {}, ""

    def first(self):
        return Markup(
            '<div class="book"><fieldset data-wake disabled><legend>Tiny</legend>'
            '<div data-surface="board" tabindex="0" role="application" aria-label="Board"><div data-part="board">{}</div></div>'
            '<button type="button" data-do="step">Step</button> <button type="button" data-do="nothing">Nothing</button> '
            '<button type="button" data-do="save">Save</button> <button type="button" data-do="copy">Copy</button> '
            '<button type="button" data-do="link">Link</button> <button type="button" data-do="done">Done</button> '
            '<button type="button" data-do="break">Break</button> <button type="button" data-open="game">Open</button></fieldset>'
            '<p role="status" data-part="said"></p><pre data-part="page"></pre></div>'
        ).format(self.board())

    def board(self):
        words = Markup('<svg width="120" height="60" role="img" aria-label="{n} steps"><rect width="120" height="60" fill="#E4EFF2"/>'
                       '<text x="10" y="40" font-size="30">{n}</text></svg>')
        return words.format(n=len(self.steps))

    def hear(self, acts):
        reply = {}
        for act in acts:
            do, value = act.get("do"), act.get("value")
            if "hang" in (do, value):
                __import__("time").sleep(3600)
            elif do == "hello":
                self.page = act.get("page") or {}
                fragment = self.page.get("fragment", "")
                if fragment.startswith("s="):
                    self.steps = list(range(int(fragment[2:] or 0)))
                elif value:
                    self.steps = json.loads(value)["steps"]
            elif do in ("step", "key"):
                self.steps.append(value)
            elif do == "save":
                reply["save"] = {"name": "tiny game.json", "text": json.dumps({"steps": self.steps})}
            elif do == "copy":
                reply["copy"] = "copied by tiny"
            elif do == "link":
                reply["fragment"] = f"s={len(self.steps)}"
            elif do == "done":
                reply["progress"] = {"chapter": "en/veneti/20_tiny", "done": True, "right": ["one"]}
            elif do == "open":
                self.opened = str(value)
            elif do == "break":
                raise ZeroDivisionError
        if any(act.get("do") == "nothing" for act in acts):
            return {"parts": {}}
        parts = {"board": self.board(), "said": Markup("{} steps, opened {}").format(len(self.steps), self.opened[:40] or "nothing"),
                 "page": Markup("{}").format(json.dumps(self.page, sort_keys=True))}
        return {"parts": parts, "keep": json.dumps({"steps": self.steps}), **reply}
"""
TINY_CELLS = (
    ("markdown", "title", ["title"], "# Told by the head, not here"),
    ("markdown", "words", [], "## The rule\n\nTwo dice decide. [8.23] This [is no rule]. <b>Bold</b>"),
    ("code", "set-up", [], TINY_STATE),
    ("code", "play", ["play"], "Live(Tiny())"),
    ("markdown", "teachers", ["teachers"], "## For teachers\n\n- Ask first. [8.28]"),
    ("code", "in-code", ["in-code"], "# NBVAL_CHECK_OUTPUT\n40 + 2"),
    ("code", "wrong", [], "1 / 0"),
    ("markdown", "after", [], "After the break."),
)

# The same, but its board opens otherwise for every reader.
OTHERWISE = TINY_STATE.replace("n=len(self.steps))", 'n=__import__("time").monotonic_ns())')
OTHERWISE_CELLS = tuple((kind, name, tags, OTHERWISE if text == TINY_STATE else text) for kind, name, tags, text in TINY_CELLS)


def tiny_book(folder: Path, cells_of: tuple[tuple[str, str, list[str], str], ...] = TINY_CELLS, **metadata: object) -> Path:
    """A copy of the book with one chapter more, and without the sandbox of toulon, a page that is not there; the book's folder.

    The chapter's cells and the metadata of its notebook can be others.
    """
    book = folder / "book"
    shutil.copytree(folder_of("book"), book, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
    (book / "en" / "toulon" / "sandbox.ipynb").unlink()
    with (book / "toc.toml").open("a", encoding="utf-8") as file:
        file.write(TINY_CHAPTER)
    cells = [
        {
            "cell_type": kind,
            "id": name,
            "metadata": {"tags": tags},
            "source": source,
            **({"outputs": [], "execution_count": None} if kind == "code" else {}),
        }
        for kind, name, tags, source in cells_of
    ]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": cells, "metadata": {"kernelspec": kernel, "title": "Tiny", **metadata}, "nbformat": 4, "nbformat_minor": 5}
    place = book / "en" / "veneti"
    place.mkdir(exist_ok=True)
    (place / "20_tiny.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    return book


class _Stay(HTTPRedirectHandler):
    def redirect_request(self, *_given: object) -> None:  # type: ignore[override]
        """Where an address leads is what some tests ask."""


@dataclass(frozen=True)
class Served:
    """A running server."""

    address: str
    process: subprocess.Popen[str]
    home: Path
    scratch: Path

    @property
    def origin(self) -> str:
        return self.address.rstrip("/")

    def get(self, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
        """Status, headers and text of an answer, whatever the status; redirections are not followed."""
        request = Request(self.origin + path, method=method, headers=headers)  # noqa: S310 - our own server
        try:
            with build_opener(_Stay).open(request, timeout=PATIENCE) as answer:
                return answer.status, dict(answer.headers), answer.read().decode("utf-8", "replace")
        except HTTPError as refused:
            return refused.code, dict(refused.headers), refused.read().decode("utf-8", "replace")

    def kernel(self, kernel_id: str) -> psutil.Process:
        """The process of a kernel: a forked one is named after it, one that was started plainly has its name in the command."""
        children = psutil.Process(self.process.pid).children(recursive=True)
        (found,) = [
            child for child in children if child.name() == f"kernel-{kernel_id[:8]}" or any(kernel_id in part for part in child.cmdline())
        ]
        return found

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C; exit code, and what was still said."""
        self.process.send_signal(signal.SIGINT)
        said, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said, complained


def surroundings(home: Path, scratch: Path, book: Path | None = None) -> dict[str, str]:
    """The environment of a reader who has never used Jupyter; `RULESDEMO_FRONT_END=voila pytest tests/browser` tries Voila's own pages."""
    ours = ("JUPYTER", "IPYTHON", "RULESDEMO", "XDG_")
    kept = {name: value for name, value in os.environ.items() if name in PASSED or not name.startswith(ours)}
    other = {"RULESDEMO_BOOK_FOLDER": str(book)} if book else {}
    return {"RULESDEMO_REHEARSE": "off", **kept, "HOME": str(home), "TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1", **other}


def free_port() -> int:
    """A port that is free now, for a server whose address must be known before it runs."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])


@contextmanager
def served(folder: Path, *arguments: str, commands: Path = BIN, book: Path | None = None, **variables: str) -> Iterator[Served]:
    """A server started in an empty folder, by the `rulesdemo` of one environment; ended at the end of the block.

    Variables of its environment are given by name: what a long-lived fixture sets for all would reach the servers of other tests.
    """
    home, empty = folder / "home", folder / "empty"
    home.mkdir()
    empty.mkdir()
    with tempfile.TemporaryDirectory() as scratch:  # a short path, as sockets need it
        process = subprocess.Popen(
            [str(commands / "rulesdemo"), "serve", "--no-browser", "--port", "0", *arguments],
            cwd=empty,
            env={**surroundings(home, Path(scratch), book), **variables},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = ADDRESS.search(line)
            assert found, f"{line}{process.communicate(timeout=PATIENCE)}"
            yield Served(found[0], process, home, Path(scratch))
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGINT)
                try:
                    process.communicate(timeout=PATIENCE)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.communicate()
