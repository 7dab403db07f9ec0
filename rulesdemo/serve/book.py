"""The server: Voila with our own page, our own few addresses, and nothing else.

A visitor gets the page, its style and script files, and one socket to the kernel of that page, on which only widget messages pass. There
is no tree, no contents, no files, no terminal and no way to run code. `rulesdemo.serve` sets the stage; this module is imported when it is
set.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import json
import logging
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from html import escape
from pathlib import Path
from string import Template
from typing import Any, Final

from jupyter_client.kernelspec import KernelSpecManager
from jupyter_server.auth.identity import IdentityProvider, User
from jupyter_server.base.handlers import APIHandler
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.httpserver import HTTPServer
from tornado.ioloop import IOLoop
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler
from traitlets.config import Config
from voila.app import Voila
from voila.exporter import VoilaMarkdownRenderer
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rulesdemo.datafiles import folder
from rulesdemo.serve import LONGEST_SCRATCH

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
KERNEL: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
# Kernels ready before anybody asks; kernels that may start at once; visitors that may wait for one.
SPARE: Final = 1
STARTS: Final = 4
WAITING: Final = 60
# A kernel whose page is gone ends when the page says so, or after half an hour. Nobody's kernel ends before its page could connect.
IDLE_SECONDS: Final = 1800
GRACE_SECONDS: Final = 120
PATIENCE_SECONDS: Final = 10
# A widget message is a few hundred bytes in a handful of parts.
MOST_BYTES: Final = 1_000_000
PARTS: Final = range(6, 65)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)
# Not the machine's own table of kinds, which may call a script plain text; browsers then refuse it.
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}
HEADERS: Final = {"Content-Security-Policy": POLICY, "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}


def serve(home: Path, listening: list[Any], scratch: Path, tell: Callable[[], None], *, is_local: bool) -> None:
    """Serve until the process is asked to stop."""
    debug = bool(os.environ.get("RULESDEMO_DEBUG"))
    level = logging.DEBUG if debug else logging.CRITICAL
    for name in ("asyncio", "tornado", "traitlets"):
        logging.getLogger(name).setLevel(level)
    short = os.name != "nt" and len(str(scratch)) <= LONGEST_SCRATCH
    config = Config(
        {
            "Voila": {
                "log_level": level,
                "root_dir": str(folder("book")),
                "open_browser": False,
                "connection_dir_root": str(scratch),
                "identity_provider_class": Anyone,
            },
            "VoilaConfiguration": {
                "template": "rulesdemo",
                "allow_template_override": "NO",
                "allow_theme_override": "NO",
                "strip_sources": True,
                "show_tracebacks": False,
                "file_allowlist": [],
                "extension_allowlist": ["rulesdemo loads no extension"],
                "http_keep_alive_timeout": 3600,
                "multi_kernel_manager_class": Kernels,
                "kernel_spec_manager_class": ThisPython,
                "preheat_kernel": True,
                "default_pool_size": SPARE,
            },
            "VoilaExporter": {"markdown_renderer_class": Words},
            "KernelManager": {"transport": "ipc" if short else "tcp"},
            "AsyncIOLoopKernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "MappingKernelManager": {"cull_idle_timeout": IDLE_SECONDS, "cull_interval": 60, "cull_connected": False, "cull_busy": False},
        }
    )
    book = Book(config=config, notebook_path=str(home), config_file_paths=[])
    book.listening, book.tell, book.is_local = listening, tell, is_local
    book.initialize([])
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, book.ask_to_stop)
    book.start()


class Book(Voila):
    """Voila, listening on sockets that are already open, with our addresses only."""

    listening: list[Any]
    tell: Callable[[], None]
    is_local: bool
    loop: IOLoop | None = None
    is_stopping = False

    def setup_template_dirs(self) -> None:
        """Our template is found where the book is, not among the reader's templates."""
        self.template_paths = [str(folder("book") / "template")]
        self.static_paths = [str(folder("book") / "template" / "static")]

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, made narrower."""
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager.allowed_message_types = ["comm_open", "comm_msg", "comm_close"]
        self.assets = Assets(folder("book") / "template" / "static")
        settings |= {
            # A page of another site that points its name at this machine is refused by its Host header.
            "allow_remote_access": not self.is_local,
            "websocket_max_message_size": MOST_BYTES,
            "default_handler_class": Missing,
            "log_function": lambda handler: self.log.debug("%s %s", handler.get_status(), handler.request.uri),
            "head": head(Path(self.notebook_path), self.assets),
            "assets": self.assets,
            "starts": asyncio.Semaphore(STARTS),
        }
        return settings

    def init_handlers(self) -> list[Any]:
        """Every address that there is."""
        page = {
            "notebook_path": os.path.relpath(self.notebook_path, self.root_dir),
            "template_paths": self.template_paths,
            "config": self.config,
            "voila_configuration": self.voila_configuration,
        }
        return [
            (r"/", Page, page),
            (rf"/static/{self.assets.version}/(.+)", Asset),
            (r"/favicon\.ico", Icon),
            (rf"/api/kernels/{KERNEL}", Health),
            (rf"/api/kernels/{KERNEL}/channels", Socket),
            (rf"/bye/{KERNEL}", Bye),
        ]

    def listen(self) -> None:
        """Answer on the open sockets, and say so once that is true."""
        self.server = HTTPServer(self.app)
        self.server.add_sockets(self.listening)
        self.loop = IOLoop.current()
        self.loop.add_callback(self.tell)
        if self.is_stopping:
            self.loop.add_callback(self._end)
        try:
            self.loop.start()
        finally:
            shutil.rmtree(self.connection_dir, ignore_errors=True)

    def ask_to_stop(self, *_signal: object) -> None:
        """Ctrl-C, at whatever moment, once or often."""
        if not self.is_stopping and self.loop is not None:
            self.loop.add_callback_from_signal(self._end)
        self.is_stopping = True

    async def _end(self) -> None:
        """End every kernel, also one that is just being started, and then the loop."""
        self.server.stop()
        until = time.monotonic() + PATIENCE_SECONDS
        while self.kernel_manager.starting and time.monotonic() < until:  # noqa: ASYNC110 - a counter tells; there is no single task to wait for
            await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(self.kernel_manager.shutdown_all(now=True), PATIENCE_SECONDS)
        except Exception:
            self.log.debug("a kernel did not end", exc_info=True)
        finally:
            IOLoop.current().stop()


class Anyone(IdentityProvider):
    """Whoever can reach the page may read it: nobody logs in, and nobody gets a cookie."""

    def get_user(self, handler: Any) -> User:  # noqa: ANN401, ARG002 - jupyter_server's own signature
        """The same reader for everybody."""
        return User("reader")


class Words(VoilaMarkdownRenderer):
    """The book's words, without a link sign behind every heading."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.exclude_anchor_links = True


# -- kernels -----------------------------------------------------------------------------------------------------------------


class ThisPython(KernelSpecManager):
    """Only the Python that runs this server; a kernel of the same name in the reader's folders is another Python."""

    def _kernel_dirs_default(self) -> list[str]:
        return []


class Kernels(AsyncMappingKernelManager):
    """Kernels that write nothing on the server's terminal and are not ended before their page can connect."""

    def __init__(self, **kwargs: object) -> None:
        self._seen: dict[str, float] = {}
        self.starting = 0
        super().__init__(**kwargs)  # type: ignore[no-untyped-call]

    async def start_kernel(self, **kwargs: Any) -> str:  # type: ignore[override]  # noqa: ANN401 - jupyter_client's own
        """Start one, its terminal output thrown away."""
        quiet = {} if os.environ.get("RULESDEMO_DEBUG") else {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.starting += 1
        try:
            return str(await super().start_kernel(**{**quiet, **kwargs}))
        finally:
            self.starting -= 1

    async def cull_kernel_if_idle(self, kernel_id: str) -> None:
        """End a kernel that nobody uses, but not the first time it is looked at: a spare of long ago may just have been given away."""
        first = self._seen.setdefault(kernel_id, time.monotonic())
        if time.monotonic() - first > GRACE_SECONDS:
            await super().cull_kernel_if_idle(kernel_id)  # type: ignore[no-untyped-call]

    def remove_kernel(self, kernel_id: str) -> Any:  # noqa: ANN401 - jupyter_client's own
        """Forget one that has ended."""
        self._seen.pop(kernel_id, None)
        return super().remove_kernel(kernel_id)


# -- files -------------------------------------------------------------------------------------------------------------------


class Assets:
    """The style, script and font files, read once; the address carries their version, so that browsers may keep them for good."""

    def __init__(self, root: Path) -> None:
        files = sorted(path for path in root.rglob("*") if path.is_file())
        self.files = {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
        digest = hashlib.sha256(b"".join(name.encode() + data for name, data in self.files.items()))
        self.version = digest.hexdigest()[:12]
        self.packed = {name: gzip.compress(data) for name, data in self.files.items() if not name.endswith(".woff2")}

    def address(self, name: str) -> str:
        """Where a file is served."""
        return f"/static/{self.version}/{name}"


def head(notebook: Path, assets: Assets) -> str:
    """The page down to its first word: sent before a kernel is asked for, so that the reader sees something at once."""
    title = json.loads(notebook.read_text(encoding="utf-8"))["metadata"]["title"]
    text = (folder("book") / "template" / "head.html").read_text(encoding="utf-8")
    return Template(text).substitute(lang=notebook.parent.name, title=escape(title), static=assets.address("").rstrip("/"))


# -- addresses ---------------------------------------------------------------------------------------------------------------


class Told(RequestHandler):
    """Whatever is refused gets a small page with a sentence, and our headers."""

    def set_default_headers(self) -> None:
        """What every answer carries."""
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def write_error(self, status_code: int, **_kwargs: object) -> None:
        """A sentence in place of a page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(notice(status_code, self.settings["assets"]))


class Page(Told, TornadoVoilaHandler):
    """The home page: the head at once, then the cells as their kernel runs them."""

    waiting = 0

    async def get(self, path: str | None = None) -> None:
        """Send the page."""
        if Page.waiting >= WAITING:
            self.set_header("Retry-After", "10")
            raise HTTPError(503)
        Page.waiting += 1
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        try:
            self.write(self.settings["head"])
            await self.flush()
            async with self.settings["starts"]:
                async for part in self.get_generator(path=path):
                    self.write(part)
                    await self.flush()
        except StreamClosedError:
            self.log.debug("the visitor went away")
        except Exception:
            # The head is out, so there is no status to change: end the page with a sentence.
            self.log.exception("the page could not be made")
            self.write(BROKEN)
        finally:
            Page.waiting -= 1


class Missing(Told):
    """Whatever is asked for that is not there."""

    def prepare(self) -> None:
        """Refuse any method."""
        raise HTTPError(404)


class Asset(Told):
    """One of the style, script and font files."""

    def get(self, name: str) -> None:
        """Send the file, packed where the browser can unpack it."""
        assets: Assets = self.settings["assets"]
        if name not in assets.files:
            raise HTTPError(404)
        kind = "font/woff2" if name.endswith(".woff2") else KINDS.get(Path(name).suffix, "text/plain")
        self.set_header("Content-Type", f"{kind}; charset=utf-8" if name in assets.packed else kind)
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.set_header("Vary", "Accept-Encoding")
        if name in assets.packed and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            self.finish(assets.packed[name])
        else:
            self.finish(assets.files[name])

    def compute_etag(self) -> None:
        """The address already says which version it is."""


class Icon(Told):
    """Browsers ask here whatever the page says."""

    def get(self) -> None:
        """Point to the mark."""
        self.redirect(self.settings["assets"].address("mark.svg"), permanent=False)


class Health(APIHandler):
    """Whether a kernel is alive: a page asks before it says that it lost its engine."""

    def get(self, kernel_id: str) -> None:
        """The state, and nothing else."""
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        kernel = self.kernel_manager.get_kernel(kernel_id)
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"state": getattr(kernel, "execution_state", "unknown")}))


class Bye(APIHandler):
    """A page that closes ends its kernel."""

    def check_xsrf_cookie(self) -> None:
        """A beacon carries no token; the Origin that browsers add to every POST is checked in its place."""
        if self.request.headers.get("Origin") is None or not self.check_origin():
            raise HTTPError(403)

    async def post(self, kernel_id: str) -> None:
        """End the kernel, if it is still there."""
        if kernel_id in self.kernel_manager:
            await self.kernel_manager.shutdown_kernel(kernel_id, now=True)  # type: ignore[no-untyped-call]
        self.set_status(204)
        self.finish()


class Socket(VoilaKernelWebsocketHandler):
    """The way of widget messages between a page and its kernel."""

    async def get(self, kernel_id: str) -> None:
        """Refuse whoever comes from another site, or speaks the older protocol, which can be made to hang the server."""
        if not self.check_origin():
            raise HTTPError(403)
        offered = [each.strip() for each in self.request.headers.get("Sec-WebSocket-Protocol", "").split(",")]
        if PROTOCOL not in offered:
            raise HTTPError(400)
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        await super().get(kernel_id=kernel_id)

    def on_message(self, ws_message: Any) -> None:  # noqa: ANN401 - text or bytes, as the visitor likes
        """Pass a well-made message on; whoever sends another loses the socket."""
        if not well_made(ws_message):
            self.close(1003, "not a widget message")
            return
        try:
            super().on_message(ws_message)
        except Exception:  # whatever a made-up message breaks
            self.log.debug("a message could not be read", exc_info=True)
            self.close(1003, "not a widget message")


def well_made(message: Any) -> bool:  # noqa: ANN401 - as above
    r"""Whether the parts of a message are where it says they are; unchecked, one frame could keep the server busy for ever.

    >>> well_made(b"\xff" * 16), well_made("text"), well_made(b"")
    (False, False, False)
    """
    if not isinstance(message, bytes):
        return False
    count = int.from_bytes(message[:8], "little")
    if count not in PARTS or len(message) < 8 * (count + 1):
        return False
    offsets = [int.from_bytes(message[8 * place : 8 * place + 8], "little") for place in range(1, count + 1)]
    return offsets == sorted(offsets) and offsets[0] == 8 * (count + 1) and offsets[-1] == len(message)


# -- sentences ---------------------------------------------------------------------------------------------------------------

BROKEN: Final = '<p class="note">Something broke here, and it is our fault. Reload the page to start again.</p></main></body></html>'
NOTICES: Final = {
    404: ("There is no page here.", "The address may be mistyped."),
    503: ("Many readers are here at once.", "Try again in a few seconds. Nothing is lost."),
}


def notice(status: int, assets: Assets) -> str:
    """A small page for a refused request."""
    title, rest = NOTICES.get(status, ("This cannot be shown.", "Nothing was changed."))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<title>{title}</title><link rel="stylesheet" href="{assets.address("page.css")}"></head>'
        f'<body><main class="notice"><h1>{title}</h1><p>{rest} <a href="/">Go to the first page of the book.</a></p></main></body></html>'
    )
