"""Answers: what each address sends. Pages, files, the state of a kernel, the socket to it, and a sentence for everything else."""

from __future__ import annotations

import asyncio
import json
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from jupyter_server.base.handlers import APIHandler, JupyterHandler
from tornado.iostream import StreamClosedError
from tornado.web import HTTPError

from rulesdemo.serve import voila_front
from rulesdemo.serve.access import TOKEN, knows
from rulesdemo.serve.assets import Assets
from rulesdemo.serve.class_status import take_census
from rulesdemo.serve.failures import end_of
from rulesdemo.serve.first_paint import UNKNOWN
from rulesdemo.serve.guarded import GuardedHandler
from rulesdemo.serve.kernel_pool import Claim, Kernels
from rulesdemo.serve.reader_language import COOKIE, SECONDS, chosen, named
from rulesdemo.serve.reader_queue import Queue
from rulesdemo.serve.renderer import Writer
from rulesdemo.serve.routes import Elsewhere, Nowhere, Place, find
from rulesdemo.serve.slow_parts import in_time
from rulesdemo.words import PSEUDO, _, language, page_language, speak

WRONG_SECONDS: Final = 1.0
WRONG_AT_ONCE: Final = 30  # a class may mistype it together; trying all words would take days
WORDS_SECONDS: Final = 1.0
WORDS: Final = ("home", "glossary", "rules")  # pages without a live piece, as the book has them
FIRST_SECONDS: Final = 20.0  # so long a reader may take to take a page's head,
LAST_SECONDS: Final = 60.0  # and so long for the rest when it is all there
STILL_SECONDS: Final = 10.0  # so long nothing is said to one who waits
DOCUMENT: Final = "document"  # what browsers say when a reader goes to a page
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
        self.start_refusal(status_code)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        if status_code == 401:  # noqa: PLR2004 - the word may be typed here
            self.set_policy(form_action=OURS)
        is_wrong = status_code == 401 and bool(self.get_query_argument(TOKEN, ""))  # noqa: PLR2004 - not let in
        nowhere = Nowhere(_("That is not the word.")) if is_wrong else self.nowhere if status_code == 404 else None  # noqa: PLR2004 - not found
        self.finish(self.attempt(lambda: self.writer.notice(status_code, nowhere, self.bug, self.reference)))

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - jupyter_server's handlers add something of their own
        """Speak the reader's language."""
        self.speak()
        await super().prepare(**more)

    def speak(self) -> None:
        """Choose the language of the answer; a server that speaks the pseudo-language speaks nothing else."""
        if language() != PSEUDO:
            speak(self._language_of(self.request.path))

    def _language_of(self, path: str) -> str:
        last, accepted = self.get_cookie(COOKIE, "") or "", self.request.headers.get("Accept-Language", "")
        return chosen(path, last, accepted, self.writer.default, is_one_language=self.settings["is_one_language"])


class Page(BookHandler, JupyterHandler):
    """A page of the book: its head at once, then the cells as their kernel runs them."""

    has_begun = False  # the head is out
    opening = UNKNOWN  # as this reader was shown
    owed = UNKNOWN  # and as he is to be shown yet
    kernel_id = ""
    is_gone = False  # whether the reader hung up
    last_word = (0, 0.0)  # the number that he was told last, and when

    async def prepare(self, **more: Any) -> Any:  # noqa: ANN401 - as above
        """Let in a browser with the word, and set its cookie; the word does not stay in the address."""
        self.speak()
        if not self.check_host():
            raise HTTPError(403)
        said = self.get_query_argument(TOKEN, "")
        if self.door.word and said:
            if knows(self.door, said):
                self.welcome()
                meant = find(f"/{self.path_args[0]}", self.writer.default)
                self.redirect("/" if isinstance(meant, Nowhere) else meant.address, permanent=False)
                return
            async with self.settings["wrong_words"]:
                await asyncio.sleep(WRONG_SECONDS)
        await super().prepare(**more)

    async def get(self, path: str) -> None:
        """Send the page, or say why there is none."""
        found = find(f"/{path}" if path else f"/{page_language()}", self.writer.default)
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
        self._remember_language()
        if found.notebook is None:
            self.finish(self.writer.to_come(found))
        elif (cells := self.writer.still(found)) is not None:
            self.finish(self.writer.head(found) + cells + self.writer.tail(found))
        else:
            await self._live(found)

    def _remember_language(self) -> None:
        """Store the language that the address names, where the next visit to the first page would get another."""
        lang = named(self.request.path)
        if lang and lang != self._language_of("/"):
            self.set_cookie(COOKIE, lang, max_age=SECONDS, samesite="Lax", secure=self.request.protocol == "https")

    def _is_borrowed(self) -> bool:
        """Return whether a page of another site asks for this one as a picture, a frame or the like: it would only cost a kernel."""
        asked = self.request.headers
        return asked.get("Sec-Fetch-Dest", DOCUMENT) != DOCUMENT and asked.get("Sec-Fetch-Site", "none") not in ("none", "same-origin")

    async def _live(self, place: Place) -> None:
        queue: Queue = self.settings["queue"]
        kernels: Kernels = self.settings["kernel_manager"]
        if self._is_borrowed():
            raise HTTPError(403)
        if self.writer.front(place) is not None:
            self.set_policy(script_src="blob:", img_src="blob:")  # Voila's script takes widgets from addresses that it makes up itself
            self.settings["has_front"] = True
        guest = self.welcome()
        surplus = [] if queue.is_full else kernels.guests.surplus(guest, kernels)
        if queue.is_full or surplus is None:
            self.set_header("Retry-After", "8")
            raise HTTPError(503 if surplus is not None else 429)
        with kernels.guests.page(guest):
            try:
                with queue.arrival():
                    for kernel_id in surplus:
                        await kernels.end(kernel_id)
                    await self._begin(place, is_crowded=queue.is_busy)
                if self.request.method == "HEAD":  # who asks for the headers alone costs no kernel
                    return
                async with queue.turn(partial(self._tell, time.monotonic())) as claim:
                    await self._run(place, guest, claim)
                await self._taken(LAST_SECONDS)
            except StreamClosedError:
                self.log.debug("the visitor went away")
            except Exception as bug:
                if not self.has_begun:
                    raise
                self.write(end_of(self.writer, place, bug))  # there is no status to change any more
            finally:
                kernels.guests.finish(self.kernel_id)

    async def _begin(self, place: Place, *, is_crowded: bool) -> None:
        """Send the head."""
        opening = self.writer.opening(place)
        self.opening, self.owed = (UNKNOWN, opening) if is_crowded else (opening, UNKNOWN)
        # No part of the page waits until the one before is acknowledged, and no proxy holds a part back.
        self.request.connection.stream.set_nodelay(True)  # type: ignore[union-attr]
        if self.door.is_behind_proxy:
            self.set_header("X-Accel-Buffering", "no")
        self.write(self.writer.head(place, self.opening))
        await self._taken(FIRST_SECONDS)
        self.has_begun = True

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

    def on_connection_close(self) -> None:
        """Note that nobody reads the page any more: he leaves the line, and what his kernel still does, it does for nobody."""
        self.is_gone = True
        self.settings["kernel_manager"].guests.finish(self.kernel_id)
        super().on_connection_close()

    async def _run(self, place: Place, guest: str, claim: Claim) -> None:
        kernels: Kernels = self.settings["kernel_manager"]
        warm = await kernels.take(claim)
        self.kernel_id = warm.kernel_id
        kernels.guests.give(guest, warm.kernel_id)
        try:
            if self.writer.front(place) is not None:
                kernels.asked.add(warm.kernel_id)
            named = self.writer.kernel(place, warm.kernel_id)
            # A page opens its line as soon as it knows the name. One that is nearly always words alone hears it last, if at all.
            if place.kind not in WORDS:
                self.write(named)
                self._pass_on()
            cells = self.writer.cells(place, kernels.get_kernel(warm.kernel_id), warm.client, self.opening)
            async for part in in_time(cells, self.writer.slow):
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
        if self.is_gone:
            raise StreamClosedError
        now = time.monotonic()
        told, when = self.last_word
        if number == told:
            if now - when > STILL_SECONDS:  # a proxy hangs up where nothing is said
                self.last_word = (number, now)
                self.write("\n")
                self._pass_on()
            return
        self.last_word = (number, now)
        if self.owed.text and now - since > WORDS_SECONDS:
            self.opening, self.owed = self.owed, UNKNOWN
            self.write(self.opening.text)
        self.write(self.writer.waiting(number))
        self._pass_on()


class Status(BookHandler):
    """The teacher's page: how many are here and how the machine bears it; nothing of what anybody does. Its address is the key to it."""

    async def prepare(self, **_more: Any) -> Any:  # noqa: ANN401 - as above
        """Let in everybody who knows the address: the teacher."""
        self.speak()

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
        if not self.owns(kernel_id):
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

    methods = ("POST",)

    def check_xsrf_cookie(self) -> None:
        """Check the Origin that browsers add to every POST, since a beacon carries no token."""
        if self.request.headers.get("Origin") is None or not self.check_origin():
            raise HTTPError(403)

    async def post(self, kernel_id: str) -> None:
        """End the kernel, if it is still there and belongs to the guest."""
        if not self.owns(kernel_id):
            raise HTTPError(404)
        await self.settings["kernel_manager"].end(kernel_id)
        self.set_status(204)
        self.finish()
