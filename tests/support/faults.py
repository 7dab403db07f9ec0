"""A server in which things break on request: a fault is on while a file of its name is there.

The command is the real one; before it starts, some of its functions are made to fail while their file is there. Forks are refused in every
process of the server, also in the fork server: an administrator, as whom tests may run, has no limit of processes.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from rulesdemo.serve.slow_parts import MOST_SECONDS, SLOW_SECONDS
from tests.support.server import Served, served

REFUSING = """
import errno
import os
import subprocess
from pathlib import Path

_FAULTS = Path({faults!r})


def _refused(name, real):
    def call(*given):
        if (_FAULTS / name).exists():
            raise BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable")
        return real(*given)
    return call


os.fork = _refused("fork", os.fork)
subprocess._fork_exec = _refused("start", subprocess._fork_exec)
"""
COMMAND = """#!{python}
from pathlib import Path

from rulesdemo.serve import handlers, renderer, slow_parts

slow_parts.SLOW_SECONDS, slow_parts.MOST_SECONDS = {patience}
_FAULTS = Path({faults!r})


def _breaking(name, owner, method):
    real = getattr(owner, method)

    def call(*given, **named):
        if (_FAULTS / name).exists():
            raise RuntimeError(f"the fault {{name}}")
        return real(*given, **named)
    setattr(owner, method, call)


_breaking("head", renderer.Writer, "head")
_breaking("tail", renderer.Writer, "tail")
_breaking("notice", renderer.Writer, "notice")
_breaking("mark", handlers.Icon, "get")
_breaking("state", handlers.Health, "get")

from rulesdemo.cli.main import main

main()
"""


class Faults:
    """The faults of one server."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @contextmanager
    def on(self, *names: str) -> Iterator[None]:
        """Faults that are on inside a block."""
        for name in names:
            (self.folder / name).touch()
        try:
            yield
        finally:
            for name in names:
                (self.folder / name).unlink()


@contextmanager
def faulty(
    folder: Path, *arguments: str, book: Path | None = None, patience: tuple[float, float] = (SLOW_SECONDS, MOST_SECONDS), **variables: str
) -> Iterator[tuple[Served, Faults]]:
    """A server, and its faults; its patience with a cell may be other than a reader's."""
    faults, commands = folder / "faults", folder / "commands"
    faults.mkdir()
    commands.mkdir()
    command = commands / "rulesdemo"
    command.write_text(COMMAND.format(python=sys.executable, faults=str(faults), patience=patience), encoding="utf-8")
    command.chmod(0o755)
    (commands / "sitecustomize.py").write_text(REFUSING.format(faults=str(faults)), encoding="utf-8")
    path = os.pathsep.join((str(commands), os.environ.get("PYTHONPATH", str(Path(__file__).parents[2]))))
    with served(folder, *arguments, commands=commands, book=book, PYTHONPATH=path, **variables) as server:
        yield server, Faults(faults)
