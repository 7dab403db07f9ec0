"""Who may come in: the machine alone, readers who know a word, or everybody; the teacher's page; and what the doctor finds."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulesdemo.errors import InputError
from rulesdemo.serve import _tell, class_status, has_sockets, own_settings
from rulesdemo.serve.access import EVERYWHERE, Door, chosen_door, has_ticket, knows, new_word, own_address, room_address, ticket
from rulesdemo.serve.class_status import Census, take_census
from rulesdemo.serve.doctor import examine
from rulesdemo.serve.handlers import WRONG_AT_ONCE, WRONG_SECONDS
from rulesdemo.serve.reader_queue import Queue
from rulesdemo.serve.routes import places
from tests.support.protocol import run
from tests.support.server import BIN, PATIENCE, TINY, Served, served, surroundings, tiny_book

EVERY = EVERYWHERE[1]
FRONT = "/front/0123456789ab/app/voila.js"


def chosen(host: str | None = None, word: str = "", *, is_open: bool = False, is_class: bool = False) -> Door:
    return chosen_door(8866, host, word, is_open=is_open, is_class=is_class)


# ------------------------------------------------------------------------------------------------------------- what is chosen


def test_by_default_only_this_machine_is_let_in() -> None:
    door = chosen()
    assert door.is_local
    assert door.to_whom == "Only this machine can reach it."


@pytest.mark.parametrize("host", [EVERY, "192.0.2.1", "::", ""])
def test_other_machines_are_let_in_on_purpose_only(host: str) -> None:
    with pytest.raises(InputError, match="Add --token WORD to let in whoever knows it, or --open to let in everybody"):
        chosen(host)
    assert chosen(host, is_open=True).word == ""
    assert chosen(host, "halyard").word == "halyard"


@pytest.mark.parametrize("token", ["two words", "a&b", "<b>", "x" * 101, "a/b", "é?"])
def test_a_word_that_fits_in_no_address_is_refused(token: str) -> None:
    with pytest.raises(InputError, match="--token takes up to 100 letters"):
        chosen(word=token)


def test_a_word_and_an_open_door_are_one_too_many() -> None:
    with pytest.raises(InputError, match="leave one of them out"):
        chosen(EVERY, "halyard", is_open=True)


def test_a_class_is_let_in_by_a_new_word_each_time() -> None:
    one, two = chosen(is_class=True), chosen(is_class=True)
    assert not one.is_local
    assert one.word != two.word
    assert one.key != two.key
    assert re.fullmatch("([bdfgklmnprstvz][aeiou]){4}", one.word)
    assert chosen(is_class=True, is_open=True).word == ""
    assert chosen("192.0.2.1", is_class=True).host == "192.0.2.1"


def test_words_differ() -> None:
    assert len({new_word() for _ in range(100)}) == 100


def test_the_word_is_known_whatever_its_capitals() -> None:
    door = chosen(word="Halyard")
    assert knows(door, "halyard ")
    assert not knows(door, "halyards")
    assert not knows(door, "")
    assert knows(Door(), "")


def test_a_ticket_is_good_for_its_own_word_only() -> None:
    door, other = chosen(word="halyard"), chosen(word="bowline")
    assert has_ticket(door, ticket(door))
    assert not has_ticket(door, ticket(other))
    assert not has_ticket(door, "halyard")
    assert not has_ticket(door, "")


def test_whoever_knows_how_tickets_are_made_cannot_make_one() -> None:
    """Else cookies could be tried where words cannot: each server has a secret of its own, which it never tells."""
    one, two = chosen(word="halyard"), chosen(word="halyard")
    assert not has_ticket(one, ticket(two))
    assert one.secret not in repr(one).encode()
    assert has_ticket(replace(one, port=80), ticket(one))


def test_addresses_carry_the_word() -> None:
    door = Door(EVERY, 8866, "halyard")
    assert own_address(door) == "http://127.0.0.1:8866/?token=halyard"
    assert room_address(door).endswith(":8866/?token=halyard")
    assert room_address(Door("192.0.2.1", 80)) == "http://192.0.2.1:80/"


# ------------------------------------------------------------------------------------------------------------------- the doctor


def test_the_doctor_says_what_is_served_to_whom_and_how() -> None:
    said = examine(Door())
    there = {place.address for place in places("en").values() if place.notebook is not None}
    assert f"Served: {len(there)} pages" in said
    for words in ("Only this machine can reach it.", "Front end: our own, 3 files", "2 stand ready", "no files, no folders, no terminal"):
        assert words in said
    assert "knows the word 'halyard'" in examine(Door(EVERY, word="halyard"))


def test_the_doctor_comes_when_called_and_starts_nothing(tmp_path: Path) -> None:
    command = [str(BIN / "rulesdemo"), "serve", "--doctor", "--class", "--token", "halyard"]
    result = subprocess.run(
        command, env=surroundings(tmp_path, tmp_path), cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert "knows the word 'halyard'" in result.stdout
    assert "Front end: our own" in result.stdout
    assert result.stderr == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such sockets")
@pytest.mark.parametrize("length", [10, 200])
def test_the_doctor_knows_where_sockets_are(length: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where the folder for temporary files has a long name, another is taken."""
    folder = tmp_path / ("x" * length)
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    assert "Line to the kernels: sockets in a private folder" in examine(Door())
    with own_settings() as scratch:
        assert has_sockets(scratch)


def test_a_room_is_shown_a_code_to_photograph(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    door = Door("192.0.2.1", 8866, "halyard", is_class=True, key="0123456789abcdef")
    _tell(door, browser=False)
    assert "\u2588" not in capsys.readouterr().out  # into a file, words are enough
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    _tell(door, browser=False)
    said = capsys.readouterr().out
    assert "For the class: http://192.0.2.1:8866/?token=halyard\n" in said
    assert "For the teacher alone: http://192.0.2.1:8866/class/0123456789abcdef\n" in said
    assert sum("\u2588" in line for line in said.splitlines()) >= 10


# -------------------------------------------------------------------------------------------------------------- a guarded server


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("door")
    with served(folder, "--class", "--token", "halyard", book=tiny_book(folder)) as running:
        yield running


def let_in(server: Served) -> str:
    """The cookie of a guest."""
    status, headers, _text = server.get("/?token=halyard")
    assert (status, headers["Location"]) == (302, "/en")
    cookie = headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "halyard" not in cookie
    return cookie.partition(";")[0]


@pytest.mark.parametrize(
    "path", ["/", "/en/lab", TINY, "/nowhere", "/favicon.ico", "/api/kernels/a-b-c-d-e", "/api/kernels/a-b-c-d-e/channels", FRONT]
)
def test_without_the_word_there_is_nothing(guarded: Served, path: str) -> None:
    status, _headers, text = guarded.get(path)
    assert status == 401
    assert "Learn the rules" not in text
    assert 'data-kernel="' not in text


def test_the_page_that_asks_for_the_word_has_a_field_and_its_style(guarded: Served) -> None:
    _status, headers, text = guarded.get("/")
    assert "This book asks for a word." in text
    assert 'name="token"' in text
    assert "form-action 'self'" in headers["Content-Security-Policy"]
    for name in re.findall(r"/static/[0-9a-f]{12}/[\w.-]+", text):
        assert guarded.get(name)[0] == 200


def test_a_wrong_word_opens_nothing(guarded: Served) -> None:
    status, headers, text = guarded.get("/?token=mainsail")
    assert status == 401
    assert "That is not the word." in text
    assert "Set-Cookie" not in headers


def test_words_are_tried_few_at_a_time_and_the_right_one_does_not_wait(guarded: Served) -> None:
    count = 2 * WRONG_AT_ONCE + 1
    start = time.monotonic()
    with ThreadPoolExecutor(count) as many:
        wrong = [many.submit(guarded.get, f"/?token=wrong{number}") for number in range(count)]
        let_in(guarded)
        assert not all(each.done() for each in wrong)
        assert {each.result()[0] for each in wrong} == {401}
    assert time.monotonic() - start >= 3 * WRONG_SECONDS


def test_the_word_opens_the_book_and_does_not_stay_in_the_address(guarded: Served) -> None:
    cookie = let_in(guarded)
    assert "Learn the rules by trying them" in guarded.get("/", Cookie=cookie)[2]
    assert 'data-kernel="' in guarded.get(TINY, Cookie=cookie)[2]
    assert guarded.get(f"{TINY}?token=halyard")[1]["Location"] == TINY
    assert guarded.get("/%5Cevil.example?token=halyard")[1]["Location"] == "/"
    assert guarded.get("//evil.example?token=halyard")[1]["Location"] == "/"


def test_the_teacher_sees_counts_and_nobody_else_does(guarded: Served) -> None:
    assert guarded.process.stdout is not None
    said = [guarded.process.stdout.readline() for _line in range(3)]
    assert "knows the word 'halyard'" in said[0]
    assert re.search(r"For the class: http://\S+/\?token=halyard", said[1])
    found = re.search(r"For the teacher alone: http://127\.0\.0\.1:\d+(/class/[0-9a-f]{16})", said[2])
    assert found
    status, _headers, text = guarded.get(found[1])
    assert status == 200
    assert "<svg" in text
    assert re.search(r"Readers here</dt><dd>0</dd>", text)
    cookie = let_in(guarded)
    assert guarded.get("/class/0000000000000000", Cookie=cookie)[0] == 404
    assert guarded.get("/class", Cookie=cookie)[0] == 404


def test_readers_do_not_wait_while_memory_is_added_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """The system takes some milliseconds for each reader."""
    threads = []

    def own_memory(_pid: int) -> float:
        threads.append(threading.current_thread())
        return 10.0

    async def count() -> tuple[Census, threading.Thread]:
        kernels: Any = SimpleNamespace(readers={"a": 1, "b": 2}, forks=SimpleNamespace(pid=3), ready=2, starting=0)
        return await take_census(kernels, Queue(1, 1)), threading.current_thread()

    monkeypatch.setattr(class_status, "own_memory", own_memory)
    found, loop = run(count())
    assert (found.readers, found.server, found.each, found.whole) == (2, 10.0, 10.0, 40.0)
    assert len(threads) == 4
    assert loop not in threads


def test_two_servers_on_one_machine_keep_each_others_guests(guarded: Served, tmp_path: Path) -> None:
    """A browser knows cookies by name and not by port. And a page of another name is not let in, whatever it says."""
    with served(tmp_path, "--token", "halyard") as local:
        names = [let_in(each).partition("=")[0] for each in (guarded, local)]
        assert names == [f"rulesdemo_guest_{each.origin.rpartition(':')[2]}" for each in (guarded, local)]
        status, headers, _text = local.get("/?token=halyard", Host="evil.example")
        assert status == 403
        assert "Set-Cookie" not in headers


def test_a_server_for_this_machine_has_no_teachers_page(tmp_path: Path) -> None:
    with served(tmp_path) as plain:
        assert plain.get("/class/")[0] == 404
        assert plain.get("/")[0] == 200
