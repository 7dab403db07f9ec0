"""Limits open sockets so that the server never runs out of file descriptors: without any, no kernel is reached and no request answered.

An idle connection is closed after a while, one address cannot have them all, and the last descriptors are kept for kernels.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any, Final
from weakref import WeakKeyDictionary

from tornado.httpserver import HTTPServer
from tornado.httputil import HTTPConnection, HTTPMessageDelegate
from tornado.iostream import IOStream

from rulesdemo.errors import InputError
from rulesdemo.serve.proxy import THIS_MACHINE, ByProxy, is_from_here
from rulesdemo.words import N_

FILES: Final = 65_536  # as many as this, if the system lets us
IDLE_SECONDS: Final = 60.0
BODY_SECONDS: Final = 10.0
MOST_BODY: Final = 10_000  # nobody has anything to send here but a good-bye
# Connections may have two thirds of the files. A whole class may come from one address; it may have one third.
MOST_OF_ONE: Final = 1000
# A page and its kernel want some forty files while they meet, and four pages meet theirs at once. Where ZeroMQ finds none, it ends the
# server. The last are not for connections either: readers who are here already need them.
FOR_KERNELS: Final = 200
FEWEST_FILES: Final = 206  # four kernels, and what the server has open beside them
FOR_THOSE_HERE: Final = 50
OPEN: Final = Path("/dev/fd")


def allow_many_files() -> None:
    """Ask the system for more files than it gives by itself: often 256 or 1024, which is a small class."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    # Some systems refuse what they call allowed: less is better than nothing.
    for wanted in (most, 10_240, 4096):
        if soft != resource.RLIM_INFINITY and soft < wanted <= most:
            try:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            except (OSError, ValueError):
                continue
            return


def files_allowed() -> int:
    """Return how many files the server may have open."""
    if sys.platform == "win32":
        return FILES
    import resource

    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return FILES if soft == resource.RLIM_INFINITY else min(FILES, soft)


def ask_for_files() -> None:
    """Ask the system for files, and refuse to serve with fewer than a few readers and their kernels need."""
    allow_many_files()
    if files_allowed() < FEWEST_FILES:
        words = N_(
            "the system lets this program open {count} files at once, and it needs {needed}. "
            "Raise the limit first: `ulimit -n 1024` in the shell that starts it, LimitNOFILE=1024 in a service of systemd."
        )
        message = words.format(count=files_allowed(), needed=FEWEST_FILES)
        raise InputError(message)


def files_left() -> float:
    """Return how many more files the server may open; without an end where the system does not say."""
    try:
        return files_allowed() - sum(1 for _each in OPEN.iterdir())
    except FileNotFoundError:
        return math.inf
    except OSError:  # there is not even one to look with
        return 0


def has_room(wanted: int = FOR_KERNELS) -> bool:
    """Return whether `wanted` descriptors are left, or a fair share of a small limit; True where the system does not say."""
    return files_left() >= min(wanted, files_allowed() * wanted // (FOR_KERNELS * 4))


class Server(HTTPServer):
    """Tornado's server, which ends idle connections and limits those of one address."""

    def initialize(  # type: ignore[override]
        self,
        app: Any,  # noqa: ANN401 - tornado's own
        *,
        is_local: bool,
        is_behind_proxy: bool = False,
        idle: float = IDLE_SECONDS,
        body: float = BODY_SECONDS,
    ) -> None:
        """Set up; on a machine of one's own the connections of one address have no limit."""
        super().initialize(
            app,
            max_body_size=MOST_BODY,
            idle_connection_timeout=idle,
            body_timeout=body,
            trusted_downstream=list(THIS_MACHINE),
        )
        self.is_behind_proxy = is_behind_proxy
        self.most = 2 * files_allowed() // 3
        self.most_of_one = self.most if is_local else min(MOST_OF_ONE, files_allowed() // 3)
        self._from: WeakKeyDictionary[IOStream, str] = WeakKeyDictionary()

    def start_request(self, server_conn: Any, request_conn: HTTPConnection) -> HTTPMessageDelegate:  # noqa: ANN401 - tornado's own
        """Begin a request; what a proxy on this machine says about it is believed, where there is one."""
        self.xheaders = self.is_behind_proxy and is_from_here(server_conn.context.address)  # for this request: nothing comes between
        delegate = super().start_request(server_conn, request_conn)
        return ByProxy(delegate) if self.xheaders else delegate

    def handle_stream(self, stream: IOStream, address: tuple[Any, ...]) -> None:
        """Accept a connection, if there is room for it."""
        # The system gives low numbers first: only a high one says that it is worth counting.
        is_short = stream.socket.fileno() > files_allowed() // 4 and not has_room(FOR_THOSE_HERE)
        if is_short or self._is_full(address[0]):
            stream.close()
            return
        self._from[stream] = address[0]
        super().handle_stream(stream, address)

    def _is_full(self, host: str) -> bool:
        if len(self._from) < self.most_of_one:
            return False
        there = [each for stream, each in self._from.items() if not stream.closed()]
        return len(there) >= self.most or there.count(host) >= self.most_of_one
