"""The reader's copy of the book: made in his folder, brought up to date, and never at the cost of what he changed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulesdemo import __version__
from rulesdemo.errors import InputError
from rulesdemo.rules.datafiles import PACKAGE, folder
from rulesdemo.serve.lab import MANIFEST, copy_folder, digest, free_port, sentences, update_copy

CHANGED, UNTOUCHED = "en/veneti/05_rowing.ipynb", "en/veneti/06_wind.ipynb"
NEW = f"en/veneti/05_rowing.new-{__version__}.ipynb"


def notebook(*sources: str, **more: Any) -> bytes:
    cells = [{"cell_type": "code", "id": str(n), "metadata": {}, "outputs": [], "source": text, **more} for n, text in enumerate(sources)]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}).encode()


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book of three notebooks, of which new versions can be made."""
    book = tmp_path / "book"
    for name in ("en/home.ipynb", CHANGED, UNTOUCHED):
        (book / name).parent.mkdir(parents=True, exist_ok=True)
        (book / name).write_bytes(notebook(f"'{name}'"))
    monkeypatch.setenv("RULESDEMO_BOOK_FOLDER", str(book))
    return book


@pytest.fixture
def place(book: Path, tmp_path: Path) -> Path:  # noqa: ARG001 - the copy is of this book
    place = copy_folder(str(tmp_path / "mine"))
    update_copy(place)
    return place


def in_french(name: str) -> str:
    """The name of a notebook's French twin."""
    return f"fr/{name.removeprefix('en/')}"


def new_version(book: Path, *names: str) -> None:
    for name in names:
        (book / name).write_bytes(notebook(f"'{name}'", "'a new cell'"))


def test_the_copy_has_every_notebook_and_nothing_else(place: Path, book: Path) -> None:
    assert {path.relative_to(place).as_posix() for path in place.rglob("*") if path.is_file()} == {
        MANIFEST,
        *(f"{lang}/{name}" for lang in ("en", "fr") for name in ("home.ipynb", CHANGED[3:], UNTOUCHED[3:])),
    }
    assert (place / CHANGED).read_bytes() == (book / CHANGED).read_bytes()


def test_an_update_refreshes_what_is_untouched_and_keeps_what_is_changed(place: Path, book: Path) -> None:
    (place / CHANGED).write_bytes(mine := notebook("'mine'"))
    new_version(book, CHANGED, UNTOUCHED)
    update = update_copy(place)
    assert update.fresh == (UNTOUCHED, in_french(CHANGED), in_french(UNTOUCHED))
    assert update.beside == ((CHANGED, NEW),)
    assert (place / CHANGED).read_bytes() == mine
    assert (place / NEW).read_bytes() == (book / CHANGED).read_bytes()
    assert (place / UNTOUCHED).read_bytes() == (book / UNTOUCHED).read_bytes()
    assert sentences(place, update) == [
        f"Your copy of the book lies in {place}",
        f"You changed 1 notebook that is new in this version: yours stays as it is, and the new one lies beside it ({NEW}).",
    ]
    again = update_copy(place)  # said once
    assert (again.fresh, again.beside) == ((), ())
    assert len(sentences(place, again)) == 1


def test_a_changed_notebook_of_which_there_is_no_new_version_is_left_alone(place: Path, book: Path) -> None:
    (place / CHANGED).write_bytes(mine := notebook("'mine'"))
    new_version(book, UNTOUCHED)
    assert update_copy(place).beside == ()
    assert (place / CHANGED).read_bytes() == mine


def test_a_notebook_that_was_only_run_is_untouched(place: Path, book: Path) -> None:
    (place / CHANGED).write_bytes(notebook(f"'{CHANGED}'", execution_count=7, outputs=[{"output_type": "stream", "name": "stdout"}]))
    new_version(book, CHANGED)
    assert update_copy(place).fresh == (CHANGED, in_french(CHANGED))
    assert (place / CHANGED).read_bytes() == (book / CHANGED).read_bytes()


def test_a_second_new_version_does_not_touch_the_first_one_beside(place: Path, book: Path) -> None:
    (place / CHANGED).write_bytes(notebook("'mine'"))
    new_version(book, CHANGED)
    update_copy(place)
    (place / NEW).write_bytes(changed := notebook("'mine too'"))
    (book / CHANGED).write_bytes(notebook("'newer still'"))
    ((_name, beside),) = update_copy(place).beside
    assert beside == NEW.replace(".ipynb", "-2.ipynb")
    assert (place / NEW).read_bytes() == changed


def test_without_a_manifest_nothing_is_overwritten(place: Path, book: Path) -> None:
    (place / CHANGED).write_bytes(mine := notebook("'mine'"))
    for spoiled in ("", "[]", '{"notebooks": 3}'):
        (place / MANIFEST).write_text(spoiled)
        update_copy(place)
        assert (place / CHANGED).read_bytes() == mine
    assert (place / NEW).read_bytes() == (book / CHANGED).read_bytes()


def test_a_notebook_that_was_thrown_away_comes_back(place: Path) -> None:
    (place / CHANGED).unlink()
    assert update_copy(place).fresh == (CHANGED,)


def test_a_file_that_is_no_notebook_any_more_has_a_hash_all_the_same() -> None:
    assert len({digest(data) for data in (b"", b"x", b"[]", b'{"cells": [1]}', b"\xff")}) == 5


def test_by_itself_the_copy_lies_in_the_readers_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert copy_folder() == tmp_path / "rulesdemo-book"


@pytest.mark.parametrize("chosen", [str(folder("book")), str(folder("book") / "en"), str(PACKAGE), str(PACKAGE.parent / "mine")])
def test_the_copy_is_never_laid_into_the_book_or_the_program(chosen: str) -> None:
    with pytest.raises(InputError, match="the book itself lies there"):
        copy_folder(chosen)
    assert not (PACKAGE.parent / "mine").exists()


def test_a_folder_that_cannot_be_made_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for chosen in (str(tmp_path / "file"), str(tmp_path / "file" / "below"), "a\0b"):
        with pytest.raises(InputError, match="Choose another with --folder"):
            update_copy(copy_folder(chosen))


def test_a_port_in_use_is_refused() -> None:
    from rulesdemo.serve import listen

    sockets = listen(0, "127.0.0.1")
    port = sockets[0].getsockname()[1]
    with pytest.raises(InputError, match=f"port {port} is in use"):
        free_port(port)
    for each in sockets:
        each.close()
    assert free_port(port) == port
    assert free_port(0) > 0
