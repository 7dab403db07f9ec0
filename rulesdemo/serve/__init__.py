"""The front door: the book as web pages by Voila.

Nothing heavy is loaded here; the server itself is in `rulesdemo.serve.app`, and JupyterLab is opened by `rulesdemo.serve.lab`.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

from rulesdemo.errors import InputError, RulesError
from rulesdemo.rules.toc import notebook_file
from rulesdemo.serve.access import Door, own_address, room_address, status_address
from rulesdemo.serve.first_paint import FOLDER
from rulesdemo.serve.log import TALLY
from rulesdemo.words import ENGLISH, N_, _, language, speak_first

# A kernel talks through sockets in the scratch folder, and a socket's path may not be longer than about a hundred letters.
LONGEST_SCRATCH: Final = 48
SCRATCH: Final = "rulesdemo-"  # and eight letters more
NO_ADDRESS: Final = N_("--host {host!r} is no address of this machine. Leave it out for 127.0.0.1, or use 0.0.0.0 for every address.")


def home_page() -> Path:
    """Return the home page, from which those in all languages are made."""
    return notebook_file("home")


def serve_book(door: Door, lang: str, *, browser: bool) -> int:
    """Serve the book until Ctrl-C, in each reader's own language or all in one; the exit code is 0 when it was stopped that way."""
    home = home_page()
    from rulesdemo.serve.descriptor_limits import ask_for_files

    ask_for_files()
    listening = listen(door.port, door.host)
    door = replace(door, port=listening[0].getsockname()[1])
    try:
        with own_settings(lang or language()) as scratch:
            from rulesdemo.serve.app import serve

            serve(home, listening, scratch, lambda: _tell(door, browser=browser), door, is_one_language=bool(lang))
    finally:
        for each in listening:
            each.close()
    _say(_("Stopped."))
    return 0


# -- listening -------------------------------------------------------------------------------------------------------------


def listen(port: int, host: str) -> list[socket.socket]:
    """Return sockets that listen on a port; 0 takes any free one."""
    from tornado.netutil import bind_sockets

    try:
        return bind_sockets(port, host)
    except socket.gaierror:
        message = NO_ADDRESS.format(host=host)
    except OSError as wrong:
        if wrong.errno == errno.EADDRINUSE:
            message = N_("port {port} is in use. Choose another with --port, or --port 0 for any free one.").format(port=port)
        elif wrong.errno == errno.EACCES:
            words = N_("port {port} is not yours to use. Choose one from 1024 up with --port, or --port 0 for any free one.")
            message = words.format(port=port)
        elif wrong.errno == errno.EADDRNOTAVAIL:
            message = NO_ADDRESS.format(host=host)
        else:
            raise
    raise InputError(message)


def _tell(door: Door, *, browser: bool) -> None:
    address = own_address(door)
    _say(_("The book is open at {address} (Ctrl-C stops it)").format(address=address))
    if not door.is_private:
        _say(door.to_whom)
    if door.is_class:
        _tell_class(room_address(door), status_address(door))
    if browser:
        import threading
        import webbrowser

        # Some browsers only return when they are closed.
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _tell_class(room: str, teacher: str) -> None:
    """Print the way in for the room, to read or to photograph, and the teacher's own page."""
    _say(_("For the class: {address}").format(address=room))
    if sys.stdout.isatty():
        import segno

        segno.make_qr(room).terminal(compact=True)
    _say(_("For the teacher alone: {address}").format(address=teacher))


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# -- settings --------------------------------------------------------------------------------------------------------------


def scratch_root() -> Path:
    """Return where the scratch folder is made: among the other temporary files, unless a socket's path there would be too long."""
    usual = Path(tempfile.gettempdir())
    return usual if os.name == "nt" or has_sockets(usual / f"{SCRATCH}12345678") else Path("/tmp")  # noqa: S108 - mkdtemp makes it private


def has_sockets(scratch: Path) -> bool:
    """Return whether kernels talk through sockets in a scratch folder; else they talk through ports."""
    return os.name != "nt" and len(str(scratch)) <= LONGEST_SCRATCH


@contextmanager
def own_settings(lang: str = ENGLISH) -> Iterator[Path]:
    """Make a scratch folder in place of the reader's Jupyter and IPython folders, which are neither read nor written.

    The server and every kernel of it speak the language.
    """
    speak_first(lang)
    try:
        scratch = Path(tempfile.mkdtemp(prefix=SCRATCH, dir=scratch_root()))
    except OSError as wrong:
        words = N_("no folder for temporary files can be made: {reason}. Set TMPDIR to one that can be written.")
        message = words.format(reason=wrong.strerror)
        raise RulesError(message) from None
    ours = {
        "JUPYTER_CONFIG_DIR": str(scratch / "config"),
        "JUPYTER_DATA_DIR": str(scratch / "data"),
        "JUPYTER_RUNTIME_DIR": str(scratch / "run"),
        "IPYTHONDIR": str(scratch / "ipython"),
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "RULESDEMO_LANG": lang,
        "RULESDEMO_SERVED": "1",
        FOLDER: str(scratch / "openings"),
        TALLY: str(scratch / "failures"),
    }
    theirs = {name: os.environ.get(name) for name in ours}
    os.environ.update(ours)
    try:
        yield scratch
    finally:
        for name, value in theirs.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
        shutil.rmtree(scratch, ignore_errors=True)
