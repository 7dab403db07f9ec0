"""One log for the server, its fork server and its kernels: standard error, a record a line or a JSON object a line.

Each failure has a reference of six letters, which the reader sees too. What a reader typed is nowhere in it: of an act it has the name and
the length of the value, and in the words of an exception such words are masked. A log that cannot be written, because the disk is full
or nobody reads it any more, fails without a word: no page breaks for it.
"""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import select
import sys
import time
import traceback
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Final

from rulesdemo.errors import InputError
from rulesdemo.words import N_

LEVELS: Final = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
USUAL: Final = "warning"
# The fork server and the kernels learn from their environment how the log is written, and a kernel which page it has.
LEVEL: Final = "RULESDEMO_LOG_LEVEL"
AS_JSON: Final = "RULESDEMO_LOG_JSON"
PAGE: Final = "RULESDEMO_PAGE"
TALLY: Final = "RULESDEMO_FAILURES"  # the file in which processes beside the server count their failures, a byte each
SERVED: Final = "RULESDEMO_SERVED"
DEBUG: Final = "RULESDEMO_DEBUG"

OURS: Final = "rulesdemo"
JUPYTER: Final = "rulesdemo.jupyter"  # what Voila, jupyter_server and jupyter_client say
KERNEL: Final = "rulesdemo.kernel"  # what ipykernel says
OTHERS: Final = ("asyncio", "tornado")
LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # no letter is taken for another when it is read out
REFERENCE_LETTERS: Final = 6
# Several processes write into one pipe: only up to this size is a write never torn apart by another.
MOST_BYTES: Final = 4096
WAIT: Final = 50  # milliseconds
MOST_FIELD: Final = 300  # letters of an address or of a list of acts
MOST_ALIKE: Final = 5  # tracebacks of one place a minute
MOST_KINDS: Final = 1000
AS_BEFORE: Final = "(its traceback is above, at another of the same place)"
MOST_CHAINED: Final = 5  # exceptions that led to one another
CUT: Final = " ... cut ... "
BETWEEN: Final = "\nwhich led to:\n\n"
FEWEST_LETTERS: Final = 3  # a shorter word tells nothing of who typed it

_WORD: Final = re.compile(r"\w+")
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
_COLOUR: Final = re.compile(r"\x1b\[[0-9;]*m")

_here = 0  # failures of this process, where it is the server
_is_server = False


class Stream(logging.Handler):
    """Writes records on the process's standard error, each with one write."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        super().__init__()
        self._minute = 0
        self._alike: Counter[tuple[str, str, str]] = Counter()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record; one of another package that is an error becomes a failure with a reference.

        Of those that are alike, which a page may bring about fifty times a second, the first of a minute are written. A reference that a
        reader was shown stands in the log always, later without the traceback.
        """
        has_reader = hasattr(record, "reference")
        if record.levelno >= logging.ERROR and not has_reader:
            record.reference = new_reference()
            _count()
        with suppress(Exception):  # there is nowhere else to say it
            fields = _fields(record)
            if self._is_often(record, fields["traceback"]):
                if not has_reader:
                    return
                fields["traceback"] = AS_BEFORE
            put = line_of if os.environ.get(AS_JSON) == "1" else text_of
            _write(put(record, fields))

    def _is_often(self, record: logging.LogRecord, trace: str) -> bool:
        """Return whether enough of the same message from the same place were written in this minute."""
        minute = int(record.created // 60)
        if minute != self._minute or len(self._alike) > MOST_KINDS:
            self._minute = minute
            self._alike.clear()
        where = trace.rpartition('File "')[2].partition("\n")[0] if trace else ""
        self._alike[record.name, str(record.msg), where] += 1
        return bool(trace) and self._alike[record.name, str(record.msg), where] > MOST_ALIKE


def begin_log(level: str = USUAL, *, as_json: bool = False) -> None:
    """Choose how much is logged and how, for this process and those that it starts."""
    if level not in LEVELS:
        message = N_("--log-level takes one of {levels}, not {level!r}.").format(levels=", ".join(LEVELS), level=level)
        raise InputError(message)
    os.environ[LEVEL] = level
    os.environ[AS_JSON] = "1" if as_json else ""


def chosen_level() -> int:
    """Return the level that was chosen."""
    return logging.DEBUG if os.environ.get(DEBUG) else LEVELS.get(os.environ.get(LEVEL, USUAL), logging.WARNING)


def set_up(*, is_server: bool = False) -> None:
    """Send this process's records to standard error.

    What Jupyter says stays silent but for those who want to see more: it repeats each failure three times. Its own details have whole
    messages in them, with what readers typed: they are for RULESDEMO_DEBUG alone.
    """
    global _is_server, _here
    _is_server, _here = is_server, 0
    level = chosen_level()
    stream = Stream()
    for name in (OURS, *OTHERS):
        logger = logging.getLogger(name)
        logger.handlers = [stream]
        logger.propagate = False
        logger.setLevel(level if name == OURS or level == logging.DEBUG else logging.ERROR)
    least = logging.DEBUG if os.environ.get(DEBUG) else logging.INFO
    logging.getLogger(KERNEL).setLevel(max(level, least) if level <= logging.INFO else logging.ERROR)
    logging.getLogger(JUPYTER).setLevel(max(level, least) if level <= logging.INFO else logging.CRITICAL)


def log_failure(
    message: str,
    bug: BaseException | str | None,
    *,
    page: str = "",
    act: str = "",
    typed: Iterable[str] = (),
    level: int = logging.ERROR,
) -> str:
    """Log a failure and return its reference; words that a reader typed are masked. A text in place of an exception is a traceback."""
    reference = new_reference()
    with suppress(Exception):  # to fail here would hide the failure
        trace = _COLOUR.sub("", bug) if isinstance(bug, str) else traceback_of(bug, typed)
        logger = logging.getLogger(OURS)
        fields = {"reference": reference, "page": _plain(page), "act": _plain(act), "trace": trace}
        if os.environ.get(SERVED) == "1":
            if not any(isinstance(each, Stream) for each in logger.handlers):
                set_up()
            logger.log(level, message, extra=fields)
        else:  # in a notebook the log is JupyterLab's, and writes messages alone
            logger.log(level, "%s", _message_text(message, fields), extra=fields)
    _count()
    return reference


def new_reference() -> str:
    """Return a new reference: six letters that can be read out."""
    return "".join(secrets.choice(LETTERS) for _each in range(REFERENCE_LETTERS))


def failures() -> int:
    """Return how many failures there were since the server began, in it and in every process of it."""
    tally = os.environ.get(TALLY)
    with suppress(OSError):
        return _here + (Path(tally).stat().st_size if tally else 0)
    return _here


def _count() -> None:
    global _here  # noqa: PLW0603 - as above
    tally = os.environ.get(TALLY)
    if _is_server or not tally:
        _here += 1
        return
    with suppress(OSError), Path(tally).open("ab", buffering=0) as file:  # a full disk: it stands in the log all the same
        file.write(b".")


# -- what is written ---------------------------------------------------------------------------------------------------------


def line_of(record: logging.LogRecord, fields: dict[str, str]) -> str:
    """Return a record as one JSON object; a long traceback is cut so that processes do not write into each other's lines."""
    found = {
        "time": _time(record),
        "level": record.levelname.lower(),
        "process": record.process,
        "logger": record.name,
        "message": record.getMessage(),
        **{name: text for name, text in fields.items() if text},
    }
    line = json.dumps(found, ensure_ascii=False)
    for name in ("traceback", "message", "act", "page"):  # a letter takes up to six of the line
        room = MOST_BYTES - 1
        while (size := len(_bytes(line))) > room and found.get(name):
            text = str(found[name])
            found[name] = _cut(text, max(0, len(_bytes(text)) - max(size - room, len(CUT) + 1)))
            line = json.dumps(found, ensure_ascii=False)
    return line


def text_of(record: logging.LogRecord, fields: dict[str, str]) -> str:
    """Return a record as a line that people read, with the traceback below it."""
    head = " ".join((_time(record), record.levelname.lower(), OURS + ":"))
    text = _message_text(record.getMessage(), {**fields, "trace": fields["traceback"]})
    return f"{head} {_cut(text, MOST_BYTES - len(head) - 2)}"


def _fields(record: logging.LogRecord) -> dict[str, str]:
    trace = str(getattr(record, "trace", ""))
    if not trace and record.exc_info:
        trace = traceback_of(record.exc_info[1], has_words=not os.environ.get(PAGE))
    return {
        "reference": str(getattr(record, "reference", "")),
        "page": str(getattr(record, "page", "")),
        "act": str(getattr(record, "act", "")),
        "traceback": trace.rstrip(),
    }


def _message_text(message: str, fields: dict[str, str]) -> str:
    """Return a message with what is known about it, in the order in which people look for it."""
    after = [f"{name} {fields[key]}" for name, key in (("ref", "reference"), ("page", "page"), ("asked:", "act")) if fields.get(key)]
    return "\n".join(part for part in (_plain(", ".join((message, *after)), MOST_BYTES), fields.get("trace", "").rstrip()) if part)


def _time(record: logging.LogRecord) -> str:
    return f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(record.created))}.{int(record.msecs):03d}Z"


def _plain(text: str, most: int = MOST_FIELD) -> str:
    """Return a text on one line: what a stranger wrote into an address must not look like a record of its own."""
    return _CONTROL.sub("?", text)[:most]


def _cut(text: str, most: int) -> str:
    """Return a text with its middle left out, so that it has no more bytes than `most`; where it broke stands at the end.

    >>> _cut("0123456789" * 10, 40)
    '012345 ... cut ... 901234567890123456789'
    """
    whole = _bytes(text)
    if len(whole) <= most:
        return text
    room = most - len(CUT)
    if room <= 0:
        return ""
    head, tail = whole[: room // 4], whole[-(room - room // 4) :]
    return f"{head.decode('utf-8', 'ignore')}{CUT}{tail.decode('utf-8', 'ignore')}"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def traceback_of(bug: BaseException | None, typed: Iterable[str] = (), *, has_words: bool = True) -> str:
    """Return the traceback of an exception and of those behind it; its name alone where there is no memory for more.

    What stands in the code is given as it is, and of the words of an exception those that a reader typed are masked. Where nobody knows
    what was typed, in a kernel whose own packages fail, there are no words.
    """
    try:
        words = {word for text in typed for word in _WORD.findall(text) if len(word) >= FEWEST_LETTERS}
        return BETWEEN.join(reversed([_one(each, words if has_words else None) for each in islice(_chain(bug), MOST_CHAINED)]))
    except Exception:  # noqa: BLE001 - an exception that cannot be told is one all the same
        return type(bug).__name__


def _chain(bug: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception, then what it came from."""
    while bug is not None:
        yield bug
        bug = bug.__cause__ if bug.__cause__ is not None or bug.__suppress_context__ else bug.__context__


def _one(bug: BaseException, words: set[str] | None) -> str:
    kind = type(bug)
    name = kind.__qualname__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"
    frames = "".join(traceback.format_tb(bug.__traceback__))
    return f"Traceback (most recent call last):\n{frames}{name}{'' if words is None else f': {masked(str(bug), words)}'}\n"


def masked(text: str, words: Collection[str]) -> str:
    """Return a text with the length of some words in their place.

    >>> masked("no ship is called secret", {"secret"})
    'no ship is called (6 letters)'
    """
    return _WORD.sub(lambda found: f"({len(found[0])} letters)" if found[0] in words else found[0], text) if words else text


def _write(text: str) -> None:
    """Write a record in one piece; where nobody reads the log any more, readers of the book do not wait for it."""
    descriptor = server_stderr()
    if descriptor is None:
        return
    if hasattr(select, "poll"):
        look = select.poll()
        look.register(descriptor, select.POLLOUT)
        if not look.poll(WAIT):  # a pipe has room for a whole record, or says that it has none
            return
    os.write(descriptor, _bytes(f"{text}\n"))


def server_stderr() -> int | None:
    """Return the descriptor of the log; in a kernel it is the one that ipykernel put aside, as it sends standard error to the browser.

    None where the server was started without one: its number may be that of a socket by now.
    """
    from rulesdemo.serve.jupyter_private import original_stderr

    aside = original_stderr()
    return aside if aside is not None else None if sys.__stderr__ is None else 2
