"""Answers: what each address sends. Pages, files, the state of a kernel, the socket to it, and a sentence for everything else."""

from __future__ import annotations

import asyncio
import json
import re
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from jupyter_server.base.handlers import APIHandler, JupyterHandler
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from rulesdemo.serve import voila_front
from rulesdemo.serve.access import TOKEN, Door, has_ticket, knows, ticket
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.class_status import take_census
from rulesdemo.serve.descriptor_limits import has_room
from rulesdemo.serve.failures import Reporting, end_of
from rulesdemo.serve.first_paint import UNKNOWN
from rulesdemo.serve.kernel_pool import Kernels, Queue
from rulesdemo.serve.rate_limit import KernelTraffic, MessageBuffer, Pace
from rulesdemo.serve.renderer import Writer
from rulesdemo.serve.routes import Elsewhere, Nowhere, Place, find
from rulesdemo.words import _

COOKIE: Final = "rulesdemo_guest_{port}"  # a browser keeps one name for all ports of a machine
WRONG_SECONDS: Final = 1.0
WRONG_AT_ONCE: Final = 30  # a class may mistype it together; trying all words would take days
WORDS_SECONDS: Final = 1.0
WORDS: Final = ("home", "glossary", "rules")  # pages without a live piece, as the book has them
FIRST_SECONDS: Final = 20.0  # so long a reader may take to take a page's head,
LAST_SECONDS: Final = 60.0  # and so long for the rest when it is all there
DOCUMENT: Final = "document"  # what browsers say when a reader goes to a page
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

NOTHING: Final = "'none'"
OURS: Final = "'self'"
# What a page may run and load.
POLICY: Final = {
    "default-src": NOTHING,
    "script-src": OURS,
    "style-src": f"{OURS} 'unsafe-inline'",
    "img-src": f"{OURS} data:",
    "font-src": f"{OURS} data:",
    "connect-src": OURS,
    "base-uri": NOTHING,
    "form-action": NOTHING,
    "frame-ancestors": OURS,
}
HEADERS: Final = {"Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff"}
# Not the machine's own table of kinds, which may call a script plain text; browsers then refuse it.
KINDS: Final = {".css": "text/css", ".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}


class GuardedHandler(Reporting):
    """Answers only browsers that were let in."""

    @property
    def door(self) -> Door:
        """Return the rules of who may come in."""
        return self.settings["door"]  # type: ignore[no-any-return]

    @property
    def is_guest(self) -> bool:
        """Return whether this browser was let in."""
        return has_ticket(self.door, self.get_cookie(COOKIE.format(port=self.door.port), "") or "")

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - jupyter_server's handlers add something of their own
        """Refuse a browser that was not let in."""
        made = super().prepare(**more)
        if made is not None:
            await made
        if not self.is_guest:
            raise HTTPError(401)


class BookHandler(GuardedHandler):
    """Answers every refusal with a page of one sentence, and sets our headers."""

    nowhere: Nowhere | None = None

    @property
    def writer(self) -> Writer:
        """Return the writer of pages."""
        return self.settings["writer"]  # type: ignore[no-any-return]

    def set_default_headers(self) -> None:
        """Set the headers of every answer."""
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.set_policy()

    def set_policy(self, **more: str) -> None:
        """Say what the page may do: what every page may, the script that stands in it, and what else is given by directive."""
        policy = {**POLICY, "script-src": f"{OURS} {self.settings['assets'].pin}"}
        for name, what in more.items():
            key = name.replace("_", "-")
            policy[key] = what if policy[key] == NOTHING else f"{policy[key]} {what}"
        self.set_header("Content-Security-Policy", "; ".join(f"{key} {what}" for key, what in policy.items()))

    def write_error(self, status_code: int, **_kwargs: object) -> None:
        """Write a sentence in place of a page."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if status_code == 401:  # noqa: PLR2004 - the word may be typed here
            self.set_policy(form_action=OURS)
        is_wrong = status_code == 401 and bool(self.get_query_argument(TOKEN, ""))  # noqa: PLR2004 - not let in
        nowhere = Nowhere(_("That is not the word.")) if is_wrong else self.nowhere if status_code == 404 else None  # noqa: PLR2004 - not found
        self.finish(self.attempt(lambda: self.writer.notice(status_code, nowhere, self.bug, self.reference)))


class Page(BookHandler, JupyterHandler):
    """A page of the book: its head at once, then the cells as their kernel runs them."""

    has_begun = False  # the head is out
    opening = UNKNOWN  # as this reader was shown
    owed = UNKNOWN  # and as he is to be shown yet

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - as above
        """Let in a browser with the word, and set its cookie; the word does not stay in the address."""
        if not self.check_host():
            raise HTTPError(403)
        said = self.get_query_argument(TOKEN, "")
        if self.door.word and said:
            if knows(self.door, said):
                self.set_cookie(COOKIE.format(port=self.door.port), ticket(self.door), httponly=True, samesite="Lax")
                meant = find(f"/{self.path_args[0]}", self.writer.default)
                self.redirect("/" if isinstance(meant, Nowhere) else meant.address, permanent=False)
                return
            async with self.settings["wrong_words"]:
                await asyncio.sleep(WRONG_SECONDS)
        await super().prepare(**more)

    async def get(self, path: str) -> None:
        """Send the page, or say why there is none."""
        found = find(f"/{path}", self.writer.default)
        if isinstance(found, Nowhere):
            self.nowhere = found
            raise HTTPError(404)
        if isinstance(found, Elsewhere):
            query = f"?{self.request.query}" if self.request.query else ""
            address, _hash, fragment = found.address.partition("#")
            self.redirect(f"{address}{query}{_hash}{fragment}", permanent=False)
            return
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        if found.notebook is None:
            self.finish(self.writer.to_come(found))
        elif (cells := self.writer.still(found)) is not None:
            self.finish(self.writer.head(found) + cells + self.writer.tail(found))
        else:
            await self._live(found)

    def _is_borrowed(self) -> bool:
        """Return whether a page of another site asks for this one as a picture, a frame or the like: it would only cost a kernel."""
        asked = self.request.headers
        return asked.get("Sec-Fetch-Dest", DOCUMENT) != DOCUMENT and asked.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")

    async def _live(self, place: Place) -> None:
        queue: Queue = self.settings["queue"]
        if self._is_borrowed():
            raise HTTPError(403)
        if self.writer.front(place) is not None:
            self.set_policy(script_src="blob:", img_src="blob:")  # Voila's script takes widgets from addresses that it makes up itself
            self.settings["has_front"] = True
        if queue.is_full or self.settings["kernel_manager"].is_full(queue.waiting) or not has_room():
            self.set_header("Retry-After", "8")
            raise HTTPError(503)
        try:
            opening = self.writer.opening(place)
            self.opening, self.owed = (UNKNOWN, opening) if queue.is_busy else (opening, UNKNOWN)
            # No part of the page waits until the one before is acknowledged.
            self.request.connection.stream.set_nodelay(True)  # type: ignore[union-attr]
            self.write(self.writer.head(place, self.opening))
            await self._taken(FIRST_SECONDS)
            self.has_begun = True
            async with queue.turn(partial(self._tell, time.monotonic())):
                await self._run(place)
            await self._taken(LAST_SECONDS)
        except StreamClosedError:
            self.log.debug("the visitor went away")
        except Exception as bug:
            if not self.has_begun:
                raise
            self.write(end_of(self.writer, place, bug))  # there is no status to change any more

    async def _taken(self, seconds: float) -> None:
        """Wait until the browser has taken what was written; one that does not is dropped."""
        try:
            await asyncio.wait_for(self.flush(), seconds)
        except TimeoutError:
            self.request.connection.stream.close()  # type: ignore[union-attr]
            raise StreamClosedError from None

    def _pass_on(self) -> None:
        """Send what is written, as fast as the browser takes it. Nothing waits for it here: others want its turn."""
        self.flush()
        if self.request.connection.stream.closed():  # type: ignore[union-attr]
            raise StreamClosedError

    async def _run(self, place: Place) -> None:
        kernels: Kernels = self.settings["kernel_manager"]
        if not has_room():  # others came first while this one waited
            raise HTTPError(503)
        warm = await kernels.take()
        try:
            if self.writer.front(place) is not None:
                kernels.asked.add(warm.kernel_id)
            named = self.writer.kernel(place, warm.kernel_id)
            # A page opens its line as soon as it knows the name. One that is nearly always words alone hears it last, if at all.
            if place.kind not in WORDS:
                self.write(named)
                self._pass_on()
            async for part in self.writer.cells(place, kernels.get_kernel(warm.kernel_id), warm.client, self.opening):
                self.write(part)
                self._pass_on()
            if place.kind in WORDS and self.writer.still(place) is None:
                self.write(named)
            self.write(self.writer.tail(place))
        except BaseException:
            warm.client.stop_channels()
            await kernels.end(warm.kernel_id)
            raise
        warm.client.stop_channels()
        if self.writer.still(place) is not None:
            # The page needs no kernel any more. Nobody else gets this one either: its name may have been told.
            await kernels.end(warm.kernel_id)

    async def _tell(self, since: float, number: int) -> None:
        """Show readers their number. Where many come at once, words go first: how the page opens comes when they may be drawn."""
        if self.owed.text and time.monotonic() - since > WORDS_SECONDS:
            self.opening, self.owed = self.owed, UNKNOWN
            self.write(self.opening.text)
        self.write(self.writer.waiting(number))
        self._pass_on()


class Status(BookHandler):
    """The teacher's page: how many are here and how the machine bears it; nothing of what anybody does. Its address is the key to it."""

    async def prepare(self, **_more: Any) -> Any:  # noqa: ANN401 - as above
        """Let in everybody who knows the address: the teacher."""

    async def get(self) -> None:
        """Count, and write."""
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(self.writer.status(await take_census(self.settings["kernel_manager"], self.settings["queue"]), self.door))


class Asset(BookHandler):
    """One of the style, script, picture and font files."""

    async def prepare(self, **_more: Any) -> Any:  # noqa: ANN401 - as above
        """Let everybody have these: the page that asks for the word needs them too."""

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
        """Return no tag: the address already says which version it is."""


class Front(BookHandler, JupyterHandler):
    """A file of Voila's own front end, for pages with widgets that are not ours; there is none before such a page was read."""

    async def get(self, version: str, name: str) -> None:
        """Send the file, packed where the browser can unpack it."""
        found = voila_front.file(name) if self.settings["has_front"] and version == voila_front.version() else None
        if found is None:
            raise HTTPError(404)
        kind, data, packed = found
        self.set_header("Content-Type", kind)
        self.set_header("Cache-Control", "public, max-age=31536000, immutable")
        self.set_header("Vary", "Accept-Encoding")
        if packed is not None and "gzip" in self.request.headers.get("Accept-Encoding", ""):
            self.set_header("Content-Encoding", "gzip")
            data = packed
        self.finish(data)

    def compute_etag(self) -> None:
        """Return no tag: the address already says which version it is."""


class Icon(BookHandler):
    """Answers browsers that ask for an icon, whatever the page says."""

    def get(self) -> None:
        """Point to the mark."""
        self.redirect(self.settings["assets"].address("mark.svg"), permanent=False)


class Missing(BookHandler):
    """Answers for every address that does not exist."""

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - as above
        """Refuse any method."""
        await super().prepare(**more)
        raise HTTPError(404)


class Health(GuardedHandler, APIHandler):
    """Whether a kernel is alive: a page asks before it says that it lost its engine."""

    def get(self, kernel_id: str) -> None:
        """Send the state, and nothing else."""
        if kernel_id not in self.kernel_manager:
            raise HTTPError(404)
        kernel = self.kernel_manager.get_kernel(kernel_id)
        self.set_header("Cache-Control", "no-store")
        told = {"state": getattr(kernel, "execution_state", "unknown")}
        kernels: Kernels = self.settings["kernel_manager"]
        if kernel_id in kernels.asked:  # Voila's script wants a name
            told |= {"id": kernel_id, "name": kernel.kernel_name}
        self.finish(json.dumps(told))


class Bye(GuardedHandler, APIHandler):
    """A page that closes ends its kernel."""

    def check_xsrf_cookie(self) -> None:
        """Check the Origin that browsers add to every POST, since a beacon carries no token."""
        if self.request.headers.get("Origin") is None or not self.check_origin():
            raise HTTPError(403)

    async def post(self, kernel_id: str) -> None:
        """End the kernel, if it is still there."""
        await self.settings["kernel_manager"].end(kernel_id)
        self.set_status(204)
        self.finish()


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
        if kernel_id not in self.kernel_manager:
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
        known = ZMQChannelsWebsocketConnection._open_sessions  # noqa: SLF001 - kept by jupyter_server, and let go only at that end
        if self.connection is not None and known.get(self.connection.session_key) is self:
            del known[self.connection.session_key]

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
        kernels: Kernels = self.settings["kernel_manager"]
        if kernel_id in kernels._kernel_buffers:  # noqa: SLF001 - jupyter_server's own, a list that only grows
            kernels._kernel_buffers[kernel_id]["buffer"] = MessageBuffer(MOST_KEPT)  # noqa: SLF001 - as above


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
