"""The server: Voila with our own page, our own few addresses, and nothing else.

A visitor gets pages, their style and script files, and one socket to the kernel of a page, on which only widget messages pass. There is no
tree, no contents, no files, no terminal and no way to run code. `rulesdemo.serve` sets the stage; this module is imported when it is set.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import zmq
from jupyter_server.auth.identity import IdentityProvider, User
from tornado.ioloop import IOLoop
from traitlets.config import Config
from voila.app import Voila

from rulesdemo.rules.datafiles import folder
from rulesdemo.serve import has_sockets
from rulesdemo.serve.access import Door, status_path
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.descriptor_limits import Server
from rulesdemo.serve.fork_client import ThisPython
from rulesdemo.serve.handlers import WRONG_AT_ONCE, Asset, Bye, Front, Health, Icon, Missing, Page, Status
from rulesdemo.serve.health import Counts, monitor_addresses
from rulesdemo.serve.kernel_pool import IDLE_SECONDS, LOOK_AFTER_SECONDS, MOST, STARTS, WAITING, Kernels
from rulesdemo.serve.kernel_socket import COMM, MOST_BYTES, Socket
from rulesdemo.serve.log import JUPYTER, OURS, log_failure, set_up
from rulesdemo.serve.reader_queue import Queue
from rulesdemo.serve.renderer import Writer
from rulesdemo.serve.search_index import looked_up
from rulesdemo.serve.voila_front import QUESTIONS, is_chosen
from rulesdemo.words import page_language

KERNEL: Final = r"(?P<kernel_id>\w+-\w+-\w+-\w+-\w+)"
PATIENCE_SECONDS: Final = 10
KERNEL_SOCKETS: Final = 30  # four for each line of its page, and some to look after it


def serve(home: Path, listening: list[Any], scratch: Path, tell: Callable[[], None], door: Door, *, is_one_language: bool = False) -> None:
    """Serve until the process is asked to stop, each reader in the language of his browser or all in the process's own."""
    set_up(is_server=True)
    jupyter = logging.getLogger(JUPYTER)
    logging.getLogger("traitlets").setLevel(jupyter.level)
    config = Config(
        {
            "Voila": {
                "log_level": jupyter.level,
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
                "multi_kernel_manager_class": Kernels,
                "kernel_spec_manager_class": ThisPython,
                "preheat_kernel": False,
            },
            "KernelManager": {"transport": "ipc" if has_sockets(scratch) else "tcp"},
            "AsyncIOLoopKernelRestarter": {"restart_limit": 0, "time_to_dead": 1.0},
            "MappingKernelManager": {
                "cull_idle_timeout": IDLE_SECONDS,
                "cull_interval": LOOK_AFTER_SECONDS,
                "cull_connected": False,
                "cull_busy": False,
            },
        }
    )
    book = Book(config=config, notebook_path=str(home), config_file_paths=[], log=jupyter)
    book.listening, book.tell, book.door, book.default = listening, tell, door, page_language()
    book.is_one_language = is_one_language
    book.initialize([])
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, book.ask_to_stop)
    book.start()


class Book(Voila):
    """Voila, listening on sockets that are already open, with our addresses only."""

    listening: list[Any]
    tell: Callable[[], None]
    door: Door
    default: str
    is_one_language: bool
    loop: IOLoop | None = None
    is_stopping = False

    def setup_template_dirs(self) -> None:
        """Take the template beside the book, not one among the reader's templates."""
        self.template_paths = [str(folder("book") / "template")]
        self.static_paths = [str(folder("book") / "template" / "static")]

    def init_settings(self) -> dict[str, Any]:
        """Narrow Voila's settings."""
        settings: dict[str, Any] = super().init_settings()
        self.kernel_manager.allowed_message_types = [*COMM, *QUESTIONS]
        self.kernel_manager.spare = self.door.spares
        self.kernel_manager.context.set(zmq.MAX_SOCKETS, MOST * KERNEL_SOCKETS)  # by itself a thousand, which is few kernels
        self.assets = Assets(folder("book") / "template" / "static", looked_up())
        settings |= {
            # A page of another site that points its name at this machine is refused by its Host header.
            # Behind a proxy it has the public name, if we know that, and the proxy's own page may not be another's.
            "allow_remote_access": not self.door.is_local or (self.door.is_behind_proxy and not self.door.public),
            "local_hostnames": ["localhost", *([public] if (public := urlsplit(self.door.public).hostname) else [])],
            "door": self.door,
            "wrong_words": asyncio.Semaphore(WRONG_AT_ONCE),
            "websocket_max_message_size": MOST_BYTES,
            "heard": WeakKeyDictionary(),  # by kernel
            "has_front": is_chosen(),
            "default_handler_class": Missing,
            "log_function": self._note,
            "counts": Counts(),
            "assets": self.assets,
            "is_one_language": self.is_one_language,
            "compress_response": True,
            "writer": Writer(settings["voila_jinja2_env"], self.assets, self.default, self.contents_manager, self.log),
            "queue": Queue(STARTS, WAITING, self.kernel_manager.claim, self.kernel_manager.give_back),
        }
        return settings

    def init_handlers(self) -> list[Any]:
        """Return the handlers of every address; the last asks for a page by its name."""
        return [
            (rf"/static/{self.assets.version}/(.+)", Asset),
            (r"/front/([0-9a-f]{12})/(.+)", Front),
            (r"/favicon\.ico", Icon),
            (rf"/api/kernels/{KERNEL}", Health),
            (rf"/api/kernels/{KERNEL}/channels", Socket),
            (rf"/bye/{KERNEL}", Bye),
            *([(status_path(self.door), Status)] if self.door.is_class else []),
            *monitor_addresses(self.door),
            (r"/(.*)", Page),
        ]

    def _note(self, handler: Any) -> None:  # noqa: ANN401 - tornado's own
        """Count an answer that is finished."""
        logging.getLogger(OURS).debug("%s %s", handler.get_status(), handler.request.path)  # its query may have the word
        self.app.settings["counts"].note(handler.get_status(), is_page=isinstance(handler, Page))

    def listen(self) -> None:
        """Answer on the open sockets, and say so once that is true."""
        self.server = Server(self.app, is_local=self.door.is_local, is_behind_proxy=self.door.is_behind_proxy)
        self.server.add_sockets(self.listening)
        self.loop = IOLoop.current()
        self.loop.add_callback(self.tell)
        self.loop.add_callback(self.kernel_manager.fill)
        self.loop.add_callback(self.kernel_manager.renew)
        if self.is_stopping:
            self.loop.add_callback(self._end)
        try:
            self.loop.start()
        finally:
            shutil.rmtree(self.connection_dir, ignore_errors=True)

    def ask_to_stop(self, *_signal: object) -> None:
        """Stop at Ctrl-C, at any moment, pressed once or often."""
        if not self.is_stopping and self.loop is not None:
            self.loop.add_callback_from_signal(self._end)
        self.is_stopping = True

    async def _end(self) -> None:
        """End every kernel, also one that is just being started, and then the loop."""
        self.server.stop()
        self.kernel_manager.is_ending = True
        until = time.monotonic() + PATIENCE_SECONDS
        while self.kernel_manager.starting and time.monotonic() < until:  # noqa: ASYNC110 - a counter tells; there is no single task to wait for
            await asyncio.sleep(0.05)
        try:
            await asyncio.wait_for(self.kernel_manager.end_all(), PATIENCE_SECONDS)
        except Exception as bug:  # noqa: BLE001 - whatever it is, the server ends
            log_failure("a kernel did not end", bug, level=logging.WARNING)
        finally:
            IOLoop.current().stop()


class Anyone(IdentityProvider):
    """Lets every visitor read: nobody logs in, and nobody gets a cookie."""

    def get_user(self, handler: Any) -> User:  # noqa: ANN401, ARG002 - jupyter_server's own signature
        """Return the same reader for everybody."""
        return User("reader")
