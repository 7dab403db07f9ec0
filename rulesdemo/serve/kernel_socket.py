"""The socket between a page and its kernel: widget messages of the page's own pieces, as many as one reader can cause, and nothing else."""

from __future__ import annotations

import asyncio
import json
import re
import time
from functools import partial
from typing import Any, Final

from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rulesdemo.serve.descriptor_limits import has_room
from rulesdemo.serve.guarded import GuardedHandler
from rulesdemo.serve.jupyter_private import forget_session, limit_buffer
from rulesdemo.serve.kernel_pool import Kernels
from rulesdemo.serve.rate_limit import KernelTraffic, MessageBuffer, Pace

PROTOCOL: Final = "v1.kernel.websocket.jupyter.org"
# A widget message is a few hundred bytes in a handful of parts; an opened file may have 256 kB.
MOST_BYTES: Final = 1_000_000
PARTS: Final = range(6, 65)
COMM: Final = ("comm_open", "comm_msg", "comm_close")
SAID: Final = "comm_msg"  # all that our own page says to its pieces, and they to it
SESSION: Final = re.compile(r"[0-9a-zA-Z-]{1,64}")
MOST_UNREAD: Final = 8_000_000  # bytes for a page that does not read them; a reply has some hundred thousand
MOST_KEPT: Final = 2_000_000  # and for one that is away, until it comes back

DEAD: Final = re.compile(rb'\{"execution_state": ?"dead"\}')


class Socket(GuardedHandler, VoilaKernelWebsocketHandler):
    """The way of widget messages between a page and its kernel."""

    connection: Any = None  # jupyter_server's own, once the kernel is asked
    unread = 0  # bytes on their way to the page

    async def get(self, kernel_id: str) -> None:
        """Refuse a page of another site, and the older protocol, which can be made to hang the server."""
        if not self.check_origin():
            raise HTTPError(403)
        if not self._is_well_asked():
            raise HTTPError(400)
        if not self.owns(kernel_id):
            raise HTTPError(404)
        kernels: Kernels = self.settings["kernel_manager"]
        self.is_ours = kernel_id not in kernels.asked
        self.heard = self.settings["heard"].setdefault(kernels.get_kernel(kernel_id), KernelTraffic(Pace(time.monotonic())))
        if self.heard.is_full:
            raise HTTPError(429)
        if not has_room():
            raise HTTPError(503)
        self.heard.sockets += 1
        try:
            opened: Any = super().get(kernel_id=kernel_id)
            await opened  # until it is closed
        finally:
            self.heard.sockets -= 1
            self._forget()

    async def head(self, *_path: str, **_named: str) -> None:
        """Answer as GET does where no socket is asked for: HEAD cannot ask for one."""
        raise HTTPError(400 if self.check_origin() else 403)

    def _is_well_asked(self) -> bool:
        """Return whether this will be a socket: jupyter_server never forgets a request that opens none."""
        asked = self.request.headers
        offered = [each.strip() for each in asked.get("Sec-WebSocket-Protocol", "").split(",")]
        upgrades = [each.strip().lower() for each in asked.get("Connection", "").split(",")]
        return (
            PROTOCOL in offered
            and "upgrade" in upgrades
            and asked.get("Upgrade", "").lower() == "websocket"
            and asked.get("Sec-WebSocket-Version") == "13"
            and bool(asked.get("Sec-WebSocket-Key"))
            and SESSION.fullmatch(self.get_query_argument("session_id", "")) is not None
        )

    def _forget(self) -> None:
        """Remove this socket from the open sessions, where it is still listed."""
        if self.connection is not None:
            forget_session(self.connection, self)

    def open(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - tornado's own
        """Connect the page with its kernel."""
        self.set_nodelay(True)  # a reply often comes in two halves; the second must not wait until the first is acknowledged
        opened: Any = super().open(*args, **kwargs)
        return opened

    async def on_message(self, ws_message: Any) -> None:  # noqa: ANN401 - text or bytes, as the visitor likes
        """Pass a well-made message on; a malformed one closes the socket, and a flood is read slowly.

        While this waits, nothing more is read from the page: its browser holds the rest back.
        """
        if wait := self.heard.pace.wait(time.monotonic(), len(ws_message)):
            await asyncio.sleep(wait)
        if not well_made(ws_message):
            self.close(1003, "not a widget message")
            return
        if self.ws_connection is None:  # it went while it waited
            return
        try:
            if self.is_ours and kind_of(ws_message) != SAID:
                return
            super().on_message(ws_message)
        except Exception:  # whatever a made-up message breaks
            self.log.debug("a message could not be read", exc_info=True)
            self.close(1003, "not a widget message")

    def write_message(self, message: Any, binary: bool = False) -> Any:  # noqa: ANN401 - tornado's own
        """Pass on messages for the pieces of a page, and that a kernel is dead; our page needs nothing else, and has its pieces already.

        A page that does not read what it is told loses the socket.
        """
        if self.is_ours and isinstance(message, bytes):
            kind = kind_of(message)
            if kind != SAID and not (kind == "status" and DEAD.search(message)):
                return None
        if self.ws_connection is None:  # it is being closed
            return None
        if self.unread > MOST_UNREAD:
            self.close(1008, "nothing is read")
            return None
        sent: Any = super().write_message(message, binary)
        if sent is not None:
            self.unread += len(message)
            sent.add_done_callback(partial(self._read, len(message)))
        return sent

    def _read(self, size: int, sent: asyncio.Future[None]) -> None:
        self.unread -= size
        if not sent.cancelled():
            sent.exception()  # it is closed: nobody else asks

    def on_close(self) -> None:
        """Store the newest messages of the kernel for a page that comes back."""
        kernel_id = self.connection.kernel_id
        super().on_close()
        limit_buffer(self.settings["kernel_manager"], kernel_id, MessageBuffer(MOST_KEPT))


def kind_of(message: bytes) -> str:
    """Return the kind of a well-made message."""
    first, second = (int.from_bytes(message[8 * place : 8 * place + 8], "little") for place in (2, 3))
    return str(json.loads(message[first:second])["msg_type"])


def well_made(message: Any) -> bool:  # noqa: ANN401 - as above
    r"""Return whether the parts of a message are where it says they are; unchecked, one frame could keep the server busy for ever.

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
