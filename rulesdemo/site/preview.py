"""Serves a built book on this machine: files and nothing else, as a plain web host does."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from rulesdemo.errors import InputError
from rulesdemo.site.links import INDEX
from rulesdemo.words import N_

HOST = "127.0.0.1"


class _Files(SimpleHTTPRequestHandler):
    """Answers with files; what kind a file is does not depend on the machine."""

    extensions_map = {  # noqa: RUF012 - as http.server has it
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css",
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as http.server has it
        """Say nothing."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of a folder, on this machine alone."""
    if not (folder / INDEX).is_file():
        message = N_("{folder} holds no book: build one with rulesdemo site build.").format(folder=folder)
        raise InputError(message)
    try:
        return ThreadingHTTPServer((HOST, port), partial(_Files, directory=str(folder)))
    except OSError:
        message = N_("Port {port} is taken: choose another with --port, or 0 for any.").format(port=port)
        raise InputError(message) from None


def serve(folder: Path, port: int, tell: Callable[[str], None]) -> None:
    """Serve until Ctrl-C."""
    with server(folder, port) as running, suppress(KeyboardInterrupt):
        tell(f"http://{HOST}:{running.server_port}/")
        running.serve_forever()
