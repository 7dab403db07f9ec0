"""Failures of the server as a reader meets them: logged with a reference, and told on the page in one true sentence with the same one."""

from __future__ import annotations

import errno
import html
import json
import os
from collections.abc import Callable
from http.client import responses
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Final

from tornado.iostream import StreamClosedError
from tornado.web import HTTPError, RequestHandler
from tornado.websocket import WebSocketClosedError

from rulesdemo.serve.log import TALLY, log_failure
from rulesdemo.serve.slow_parts import Endless
from rulesdemo.words import N_, _

if TYPE_CHECKING:
    from rulesdemo.serve.renderer import Writer
    from rulesdemo.serve.routes import Place

FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO})
REFUSED: Final = frozenset({errno.EAGAIN, errno.ENOMEM, errno.EMFILE, errno.ENFILE})
GONE: Final = (StreamClosedError, WebSocketClosedError)

TITLE: Final = N_("Something broke here.")
OUR_FAULT: Final = N_("It is our fault. Nothing of yours is lost. Load the page again.")
NO_DISK: Final = N_("The server cannot write its temporary files, so this page cannot be made now. Nothing of yours is lost.")
NO_ROOM: Final = N_("The machine has no room for another page at the moment. Nothing of yours is lost. Load the page again in a minute.")
NO_END: Final = N_("A part of this page did not end and was broken off. Nothing of yours is lost. Load the page again.")
REFERENCE: Final = N_("(ref {reference})")


def reason_of(bug: BaseException | None) -> str:
    """Return why there is no page, in a sentence for its reader."""
    while bug is not None:
        number = getattr(bug, "errno", None)
        if isinstance(bug, Endless):
            return NO_END
        if number in REFUSED or isinstance(bug, MemoryError):
            return NO_ROOM
        if number in FULL or (isinstance(bug, OSError) and _is_scratch(bug.filename)):
            return NO_DISK
        bug = bug.__cause__ or bug.__context__
    return OUR_FAULT


def _is_scratch(name: object) -> bool:
    """Return whether a file is one of the server's temporary files, whose folder may have been taken away."""
    tally = os.environ.get(TALLY)
    return bool(tally) and isinstance(name, str) and Path(name).is_relative_to(Path(str(tally)).parent)


def reference_text(reference: str) -> str:
    """Return how a reader is shown a reference; nothing where there is none."""
    return REFERENCE.format(reference=reference) if reference else ""


def last_resort(bug: BaseException | None, reference: str) -> str:
    """Return the sentence as a piece of a page, for when the templates are what breaks."""
    text = " ".join((_(TITLE), _(reason_of(bug)), reference_text(reference)))
    return f'<div class="note broken" role="alert"><p>{html.escape(text)} <a href="">{html.escape(_("Load it again"))}</a></p></div>'


def end_of(writer: Writer, place: Place, bug: Exception) -> str:
    """Log that a page could not be finished, and return its end, which says so."""
    reference = log_failure("the page could not be made", bug, page=place.address)
    try:
        return writer.broken(place, bug, reference)
    except Exception as other:  # noqa: BLE001 - the templates are what breaks
        log_failure("the end of a page could not be written", other, page=place.address)
        return last_resort(bug, reference)


class Reporting(RequestHandler):
    """Logs every exception that no handler expected, and remembers its reference for the page that tells of it."""

    reference = ""
    bug: BaseException | None = None

    def log_exception(self, typ: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:  # noqa: ARG002 - tornado's own
        """Log a failure. A refusal is none, and a visitor who went away is none either; the query, which may have the word, is left out."""
        if isinstance(value, (HTTPError, *GONE)):
            return
        self.bug = value
        address = f"{self.request.method} {self.request.path}"
        self.reference = log_failure("an answer broke", value, page=address)

    def write_error(self, status_code: int, **_kwargs: object) -> None:
        """Refuse in a word: a script asks here. Tracebacks stand in the log alone."""
        self.set_header("Content-Type", "application/json")
        told = {"message": responses.get(status_code, "")}
        self.finish(json.dumps(told | ({"reference": self.reference} if self.reference else {})))

    def attempt(self, notice: Callable[[], str]) -> str:
        """Return a notice; where the templates are what breaks, a sentence goes out all the same."""
        try:
            return notice()
        except Exception as bug:  # noqa: BLE001 - whatever it is
            reference = log_failure("a notice could not be written", bug, page=self.request.path)
            return last_resort(self.bug or bug, self.reference or reference)
