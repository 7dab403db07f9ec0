"""The real server in a process of its own, for tests: an empty folder, a home that is not the developer's, any free port."""

import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/")
BIN = Path(sys.executable).parent
PATIENCE = 60


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
        """Status, headers and text of an answer, whatever the status."""
        request = Request(self.origin + path, method=method, headers=headers)  # noqa: S310 - our own server
        try:
            with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - as above
                return answer.status, dict(answer.headers), answer.read().decode("utf-8", "replace")
        except HTTPError as refused:
            return refused.code, dict(refused.headers), refused.read().decode("utf-8", "replace")

    def interrupt(self) -> tuple[int, str, str]:
        """Ctrl-C; exit code, and what was still said."""
        self.process.send_signal(signal.SIGINT)
        said, complained = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, said, complained


def surroundings(home: Path, scratch: Path) -> dict[str, str]:
    """The environment of a reader who has never used Jupyter."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON", "RULESDEMO", "XDG_"))}
    return {**kept, "HOME": str(home), "TMPDIR": str(scratch), "PYTHONUNBUFFERED": "1"}


@contextmanager
def served(folder: Path, *arguments: str, commands: Path = BIN) -> Iterator[Served]:
    """A server started in an empty folder, by the `rulesdemo` of one environment; ended at the end of the block."""
    home, empty = folder / "home", folder / "empty"
    home.mkdir()
    empty.mkdir()
    with tempfile.TemporaryDirectory() as scratch:  # a short path, as sockets need it
        process = subprocess.Popen(
            [str(commands / "rulesdemo"), "serve", "--no-browser", "--port", "0", *arguments],
            cwd=empty,
            env=surroundings(home, Path(scratch)),
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
