"""The notebooks in JupyterLab: a copy of the book in the reader's own folder, which an update refreshes without touching his changes.

A manifest in the folder says what each notebook held when we laid it there. A notebook whose cells still hold that is replaced by the new
one; one that the reader changed stays, and the new one is laid beside it under a name that says so.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, NamedTuple

from rulesdemo import __version__
from rulesdemo.errors import InputError
from rulesdemo.rules.datafiles import PACKAGE, brief_path, folder
from rulesdemo.rules.prose import notebook_in_words
from rulesdemo.serve import listen
from rulesdemo.words import ENGLISH, N_, PSEUDO, _, language, languages, ngettext, page_language, speak

FOLDER: Final = "rulesdemo-book"  # in the reader's home
MANIFEST: Final = ".rulesdemo.json"
MOST_NAMED: Final = 3  # notebooks in a sentence


class Update(NamedTuple):
    """What bringing a copy of the book up to date did."""

    fresh: tuple[str, ...]  # laid for the first time, or replaced
    beside: tuple[tuple[str, str], ...]  # a notebook that the reader changed, and where the new one lies


def open_lab(port: int | None = None, chosen: str = "", *, browser: bool = True) -> int:
    """Open a copy of the notebooks in JupyterLab, code visible; it uses the reader's own Jupyter settings."""
    place = copy_folder(chosen)
    update = update_copy(place)
    for sentence in sentences(place, update):
        print(sentence, flush=True)  # noqa: T201 - the command's answer
    options = [f"--ServerApp.root_dir={place}", f"--LabApp.default_url=/lab/tree/{page_language()}/home.ipynb"]
    if port is not None:
        options += [f"--ServerApp.port={free_port(port)}", "--ServerApp.port_retries=0"]
    if not browser:
        options.append("--ServerApp.open_browser=False")
    # Jupyter refuses an administrator unless told otherwise; in a container there is nobody else.
    if getattr(os, "geteuid", lambda: 1)() == 0:
        options.append("--allow-root")
    from jupyterlab.labapp import LabApp

    LabApp.launch_instance(options)
    return 0


def free_port(port: int) -> int:
    """Return a port that nobody listens on: this one, or any for 0; one that is in use is refused."""
    sockets = listen(port, "127.0.0.1")
    found: int = sockets[0].getsockname()[1]
    for each in sockets:
        each.close()
    return found


def copy_folder(chosen: str = "") -> Path:
    """Return the reader's folder for the copy, made if need be; one in which the book itself or the program lies is refused."""
    fault = None
    try:
        place = Path(chosen).expanduser() if chosen else Path.home() / FOLDER
        place = place.resolve()
        if any(place.is_relative_to(ours.resolve()) for ours in (folder("book"), PACKAGE.parent)):
            fault = N_("the book itself lies there")
        else:
            place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError, RuntimeError) as wrong:
        fault = getattr(wrong, "strerror", None) or N_("its name is not valid")
    if fault is not None:
        message = N_("{folder} cannot hold a copy of the book: {reason}. Choose another with --folder.").format(
            folder=brief_path(chosen or f"~/{FOLDER}"), reason=fault
        )
        raise InputError(message)
    return place


def update_copy(place: Path) -> Update:
    """Lay every notebook of the book into the reader's folder, and leave what he changed as it is."""
    book = folder("book")
    laid = _manifest(place)
    fresh, beside = [], []
    try:
        for name, ours in _notebooks(book):
            target = place / name
            theirs = digest(target.read_bytes()) if target.is_file() else None
            if theirs in (None, laid.get(name)):
                if theirs != digest(ours):
                    _write(target, ours)
                    fresh.append(name)
            elif digest(ours) not in (theirs, laid.get(name)):
                beside.append((name, _write_beside(target, ours).relative_to(place).as_posix()))
            laid[name] = digest(ours)
        _write(place / MANIFEST, json.dumps({"version": __version__, "notebooks": laid}, indent=1).encode())
    except OSError as wrong:
        message = N_("{folder} cannot hold a copy of the book: {reason}. Choose another with --folder.").format(
            folder=brief_path(str(place)), reason=wrong.strerror or ""
        )
        raise InputError(message) from None
    return Update(tuple(fresh), tuple(beside))


def sentences(place: Path, update: Update) -> list[str]:
    """Return what the reader is told of an update: where his copy lies, and what of it stayed as he left it."""
    said = [_("Your copy of the book lies in {folder}").format(folder=place)]
    count = len(update.beside)
    if count:
        names = ", ".join(new for _name, new in update.beside[:MOST_NAMED])
        template = ngettext(
            "You changed {n} notebook that is new in this version: yours stays as it is, and the new one lies beside it ({names}).",
            "You changed {n} notebooks that are new in this version: yours stay as they are, and the new ones lie beside them ({names}).",
            count,
        )
        said.append(template.format(n=count, names=names if count <= MOST_NAMED else f"{names}, …"))
    return said


def digest(data: bytes) -> str:
    """Return a hash of what a notebook's cells say: running and saving it changes outputs and numbers, and is no change of the reader's."""
    try:
        cells = [[str(cell["cell_type"]), "".join(cell["source"])] for cell in json.loads(data)["cells"]]
        data = json.dumps(cells).encode()
    except (ValueError, TypeError, KeyError):
        pass  # no notebook any more
    return hashlib.sha256(data).hexdigest()


def _notebooks(book: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the notebooks of every language by their names in the copy."""
    before = language()
    paths = sorted(path for path in (book / ENGLISH).rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts)
    try:
        for lang in languages():
            if lang == PSEUDO:
                continue
            speak(lang)
            for path in paths:
                name, ours = path.relative_to(book / ENGLISH).as_posix(), path.read_bytes()
                yield (
                    f"{lang}/{name}",
                    ours if lang == ENGLISH else json.dumps(notebook_in_words(json.loads(ours)), indent=1, ensure_ascii=False).encode(),
                )
    finally:
        speak(before)


def _manifest(place: Path) -> dict[str, Any]:
    """Return what the notebooks held when they were laid; nothing where no manifest can be read, and then nothing is overwritten."""
    try:
        found = json.loads((place / MANIFEST).read_bytes())["notebooks"]
    except (OSError, ValueError, TypeError, KeyError):
        return {}
    return found if isinstance(found, dict) else {}


def _write_beside(target: Path, data: bytes) -> Path:
    """Write a new notebook beside one that stays, under a name that tells its version; one that lies there already is not touched."""
    number = 1
    while True:
        ending = f".new-{__version__}" + (f"-{number}" if number > 1 else "")
        path = target.with_name(f"{target.stem}{ending}{target.suffix}")
        if not path.exists():
            _write(path, data)
            return path
        if digest(path.read_bytes()) == digest(data):
            return path
        number += 1


def _write(path: Path, data: bytes) -> None:
    """Write a file: all of it or, if that fails, nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        part.write_bytes(data)
        part.replace(path)
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
