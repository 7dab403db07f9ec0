"""Guests are told apart: each has a ticket and kernels of his own, four at most; and a proxy on this machine may say who asks."""

import asyncio
import re
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psutil
import pytest
from tornado.httpclient import HTTPClientError
from tornado.httputil import HTTPHeaders
from tornado.web import Application

from rulesdemo.errors import InputError
from rulesdemo.serve.access import Door, chosen_door, guest_of, room_address, status_address, ticket
from rulesdemo.serve.descriptor_limits import Server
from rulesdemo.serve.guests import MOST_EACH, Guests
from rulesdemo.serve.kernel_pool import Kernels
from tests.serve.test_access import EVERY, chosen, let_in
from tests.serve.test_kernel_pool import needs_fork, with_kernels
from tests.support.protocol import answer_of, dial, kernel_of, new_kernel, run
from tests.support.server import PATIENCE, TINY, Served, served, tiny_book

# ------------------------------------------------------------------------------------------------------------------ the tickets


def test_every_ticket_is_another_guests() -> None:
    door = chosen(word="halyard")
    one, two = ticket(door), ticket(door)
    assert guest_of(door, one)
    assert guest_of(door, two)
    assert guest_of(door, one) != guest_of(door, two)


def test_a_ticket_with_another_name_or_seal_is_nobodys() -> None:
    door = chosen(word="halyard")
    name, _dot, seal = ticket(door).partition(".")
    other = ticket(door).partition(".")[0]
    wrong = [f"{other}.{seal}", f"{name}.{seal[:-1]}", f"{name}{seal}", f"{name}.", f".{seal}", "", "é.é", f"{name.upper()}.{seal}"]
    assert [guest_of(door, shown) for shown in wrong] == [""] * len(wrong)
    assert guest_of(replace(door, word="mainsail"), f"{name}.{seal}") == ""


def test_guests_are_told_apart_wherever_there_may_be_several() -> None:
    assert not chosen().has_guests
    assert chosen(word="halyard").has_guests
    assert chosen(EVERY, is_open=True).has_guests
    assert chosen("127.0.0.1", is_class=True, is_open=True).has_guests
    assert Door(is_behind_proxy=True).has_guests


# -------------------------------------------------------------------------------------------------------------- four at the most


@dataclass
class Pool:
    used: dict[str, float]
    busy: set[str] = field(default_factory=set)
    watched: set[str] = field(default_factory=set)

    def is_busy(self, kernel_id: str) -> bool:
        return kernel_id in self.busy

    def is_watched(self, kernel_id: str) -> bool:
        return kernel_id in self.watched

    def last_use(self, kernel_id: str) -> float:
        return self.used[kernel_id]


def at_home(kernels: str) -> Guests:
    guests = Guests()
    for kernel_id in kernels:
        guests.give("anna", kernel_id)
        guests.finish(kernel_id)
    return guests


def test_a_guest_with_few_kernels_loses_none_and_others_are_not_counted() -> None:
    guests = at_home("abc")
    assert guests.surplus("anna", Pool({})) == []
    guests.give("bert", "d")
    assert guests.surplus("anna", Pool({})) == []
    assert at_home("abcdefgh").surplus("", Pool({})) == []


@pytest.mark.parametrize(
    ("used", "busy", "watched", "lost"),
    [
        ("abcd", "", "abcd", "a"),
        ("bcda", "", "abcd", "b"),
        ("abcd", "a", "abcd", "b"),
        ("abcd", "", "ab", "c"),  # what nobody watches goes first
        ("dabc", "", "abc", "d"),
        ("abcd", "abc", "", None),  # d was used last
        ("abcd", "abcd", "", None),
    ],
)
def test_the_fifth_page_ends_the_kernel_that_was_left_alone_for_longest(used: str, busy: str, watched: str, lost: str | None) -> None:
    guests = at_home("abcd")
    found = guests.surplus("anna", Pool({each: used.index(each) for each in used}, set(busy), set(watched)))
    assert found == (None if lost is None else [lost])
    assert [each for each in "abcd" if not guests.owns("anna", each)] == ([] if lost is None else [lost])


def test_pages_on_their_way_count_and_the_kernel_used_last_is_not_lost_for_them() -> None:
    guests = at_home("a")
    with guests.page("anna"), guests.page("anna"):
        assert guests.surplus("anna", Pool({"a": 0})) == []
        with guests.page("anna"):
            assert guests.surplus("anna", Pool({"a": 0})) is None
            assert guests.surplus("bert", Pool({})) == []
    guests.give("anna", "b")
    assert guests.is_writing("b")
    assert guests.surplus("anna", Pool({"a": 0})) == []


@needs_fork
def test_a_kernel_at_work_that_nobody_watches_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """One with a page, one whose page is on its way and one that has not been alone for long go on."""

    async def test(kernels: Kernels) -> None:
        names = []
        for _ in range(3):
            warm = await kernels.take()
            kernels.guests.give("", warm.kernel_id)
            kernels._given[warm.kernel_id] -= 100
            names.append(warm.kernel_id)
            until = time.monotonic() + PATIENCE
            # The server hears what a kernel publishes a moment after it was started; what came before is lost.
            heard = kernels.last_use(warm.kernel_id)
            while kernels.last_use(warm.kernel_id) == heard or kernels.is_busy(warm.kernel_id):
                assert time.monotonic() < until
                warm.client.execute("0", silent=True)
                await asyncio.sleep(0.2)
            warm.client.execute("import time; time.sleep(600)")
            while not kernels.is_busy(warm.kernel_id):
                assert time.monotonic() < until
                await asyncio.sleep(0.05)
            warm.client.stop_channels()
        alone, watched, _written = names
        kernels.guests.finish(alone)
        kernels.guests.finish(watched)
        kernels.notify_connect(watched)
        kernels.cull_idle_timeout = 1000
        for seconds in (1000, 0):
            assert set(kernels.list_kernel_ids()) == set(names)
            monkeypatch.setattr("rulesdemo.serve.kernel_pool.BUSY_SECONDS", seconds)
            await kernels.cull_kernels()  # type: ignore[no-untyped-call]
        assert set(kernels.list_kernel_ids()) == set(names) - {alone}
        # And one step that never ends does end, though a page looks on.
        monkeypatch.setattr("rulesdemo.serve.kernel_pool.ENDLESS_SECONDS", 0)
        await kernels.cull_kernels()  # type: ignore[no-untyped-call]
        assert not {watched, alone} & set(kernels.list_kernel_ids())

    with_kernels(test, monkeypatch)


# -------------------------------------------------------------------------------------------------------------- on a real server


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("room")
    with served(folder, "--class", "--token", "halyard", "--host", "127.0.0.1", book=tiny_book(folder)) as running:
        yield running


def hosts(server: Served) -> set[str]:
    lines = psutil.Process(server.process.pid).net_connections("inet")
    return {line.laddr.ip for line in lines if line.status == psutil.CONN_LISTEN}


@pytest.mark.skipif(sys.platform == "darwin", reason="the system asks for a password there")
def test_an_address_that_was_named_is_kept(room: Served, tmp_path: Path) -> None:
    """A proxy stands before the class; nobody may go around it."""
    assert hosts(room) == {"127.0.0.1"}
    with served(tmp_path, "--class") as everywhere:
        assert hosts(everywhere) == {"0.0.0.0"}  # noqa: S104 - what we find


def test_each_guest_gets_a_ticket_of_his_own_and_keeps_it(room: Served) -> None:
    one, two = let_in(room), let_in(room)
    assert one != two
    for shown in one, f"{one.partition('.')[0]}.{two.partition('.')[2]}":
        headers = room.get("/?token=halyard", Cookie=shown)[1]
        assert ("Set-Cookie" in headers) == (shown != one)


def test_a_kernel_answers_its_own_guest_only(room: Served) -> None:
    own, other = let_in(room), let_in(room)
    kernel, comm = new_kernel(room, TINY, Cookie=own)
    for shown in (other, ""):
        status = 401 if not shown else 404
        assert room.get(f"/api/kernels/{kernel}", Cookie=shown)[0] == status
        assert room.get(f"/bye/{kernel}", "POST", Cookie=shown, Origin=room.origin)[0] == status
        with pytest.raises(HTTPClientError) as refused:
            run(dial(room, kernel, headers={"Cookie": shown}))
        assert refused.value.code == status

    async def talk() -> dict[str, Any]:
        return await answer_of(await dial(room, kernel, headers={"Cookie": own}), comm, [{"do": "step"}])

    assert "1 steps" in run(talk())["parts"]["said"]
    assert room.get(f"/api/kernels/{kernel}", Cookie=own)[0] == 200
    assert room.get(f"/bye/{kernel}", "POST", Cookie=own, Origin=room.origin)[0] == 204
    assert room.get(f"/api/kernels/{kernel}", Cookie=own)[0] == 404


def test_an_open_class_tells_guests_apart_without_a_word(tmp_path: Path) -> None:
    with served(tmp_path, "--class", "--open", "--host", "127.0.0.1", book=tiny_book(tmp_path)) as server:
        _status, headers, text = server.get(TINY)
        own = headers["Set-Cookie"].partition(";")[0]
        kernel = kernel_of(text)
        assert server.get(f"/api/kernels/{kernel}", Cookie=own)[0] == 200
        assert server.get(f"/api/kernels/{kernel}")[0] == 404
        assert "Set-Cookie" not in server.get(TINY, Cookie=own)[1]


def test_a_reader_on_his_own_machine_gets_no_ticket_and_any_number_of_pages(tmp_path: Path) -> None:
    with served(tmp_path, book=tiny_book(tmp_path)) as server:
        answers = [server.get(TINY) for _ in range(MOST_EACH + 2)]
        assert not any("Set-Cookie" in headers for _status, headers, _text in answers)
        assert {server.get(f"/api/kernels/{kernel_of(text)}")[0] for _status, _headers, text in answers} == {200}


def test_the_fifth_page_of_a_guest_ends_one_but_not_the_one_used_last(room: Served) -> None:
    own = let_in(room)

    async def talk() -> list[bool]:
        pages = [new_kernel(room, TINY, Cookie=own) for _ in range(MOST_EACH)]
        lines = [await dial(room, kernel, headers={"Cookie": own}) for kernel, _comm in pages]
        for number in (1, 2, 3, 0):  # the oldest is used last
            await answer_of(lines[number], pages[number][1], [{"do": "step"}])
        fifth, comm = await asyncio.get_running_loop().run_in_executor(None, lambda: new_kernel(room, TINY, Cookie=own))
        await answer_of(await dial(room, fifth, headers={"Cookie": own}), comm, [{"do": "step"}])
        answer = await answer_of(lines[0], pages[0][1], [{"do": "step"}])
        assert "2 steps" in answer["parts"]["said"]
        return [room.get(f"/api/kernels/{kernel}", Cookie=own)[0] == 200 for kernel, _comm in (*pages, (fifth, ""))]

    assert run(talk()) == [True, False, True, True, True]


def test_a_guest_who_opens_many_pages_at_once_has_four_kernels(room: Served) -> None:
    """The others load themselves again; other guests do not notice."""
    own = let_in(room)
    with ThreadPoolExecutor(12) as many:
        answers = list(many.map(lambda _: room.get(TINY, Cookie=own), range(12)))
    assert {status for status, _headers, _text in answers} == {200, 429}
    refused = [text for status, _headers, text in answers if status == 429]
    assert all('http-equiv="refresh"' in text and "Several of your pages are on their way." in text for text in refused)
    kernels = [kernel_of(text) for status, _headers, text in answers if status == 200]
    assert sum(room.get(f"/api/kernels/{kernel}", Cookie=own)[0] == 200 for kernel in kernels) <= MOST_EACH
    assert room.get(TINY, Cookie=let_in(room))[0] == 200


# ------------------------------------------------------------------------------------------------------------------- the proxy


def test_a_proxy_lets_others_in_so_it_asks_for_a_word_too() -> None:
    with pytest.raises(InputError, match="--behind-proxy lets other machines in"):
        chosen_door(8866, None, "", is_open=False, is_class=False, is_behind_proxy=True)
    door = chosen_door(8866, None, "", is_open=False, is_class=True, is_behind_proxy=True, public="https://book.example")
    assert (door.host, door.is_private) == ("127.0.0.1", False)
    assert "knows the word" in door.to_whom
    assert room_address(door) == f"https://book.example/?token={door.word}"
    assert status_address(door) == f"https://book.example/class/{door.key}"


@pytest.mark.parametrize(
    "address", ["book.example", "ftp://book.example", "https://", "https://book.example/rules", "https://a:b@book.example/", "http://x:y/"]
)
def test_an_address_that_none_could_use_is_refused(address: str) -> None:
    with pytest.raises(InputError, match="--public-address takes an address"):
        chosen_door(8866, None, "", is_open=True, is_class=False, public=address)


@pytest.mark.parametrize(
    ("is_behind", "peer", "is_trusted"),
    [
        (True, "127.0.0.1", True),
        (True, "::1", True),
        (True, "::ffff:127.0.0.1", True),
        (True, "192.0.2.7", False),
        (False, "127.0.0.1", False),
    ],
)
def test_only_a_proxy_on_this_machine_is_believed(is_behind: bool, peer: str, is_trusted: bool) -> None:
    async def ask() -> Any:
        app = Application()
        seen: list[Any] = []

        class Inner:
            def headers_received(self, _line: object, headers: HTTPHeaders) -> None:
                seen.append(headers["Host"])

        app.start_request = lambda *_: Inner()  # type: ignore[assignment,method-assign,return-value]
        server = Server(app, is_local=True, is_behind_proxy=is_behind)
        context = SimpleNamespace(address=(peer, 4711), _apply_xheaders=lambda _headers: seen.append("applied"))
        connection: Any = SimpleNamespace(context=context)
        headers = HTTPHeaders({"Host": "127.0.0.1:8866", "X-Forwarded-Host": "made.up, book.example"})
        server.start_request(connection, connection).headers_received(None, headers)  # type: ignore[arg-type]
        return seen

    assert run(ask()) == (["applied", "book.example"] if is_trusted else ["127.0.0.1:8866"])


FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "book.example", "X-Forwarded-For": "192.0.2.9"}


def test_behind_a_proxy_the_cookie_is_secure_and_pages_play(tmp_path: Path) -> None:
    arguments = ("--class", "--token", "halyard", "--behind-proxy", "--public-address", "https://book.example/")
    with served(tmp_path, *arguments, book=tiny_book(tmp_path)) as server:
        assert hosts(server) == {"127.0.0.1"}
        assert server.process.stdout is not None
        lines = [server.process.stdout.readline() for _line in range(3)]
        assert lines[1] == "For the class: https://book.example/?token=halyard\n"
        assert re.fullmatch(r"For the teacher alone: https://book\.example/class/[0-9a-f]{16}\n", lines[2])
        cookie = server.get("/?token=halyard", **FORWARDED)[1]["Set-Cookie"]
        assert {"secure", "httponly"} <= {part.strip().lower() for part in cookie.split(";")}
        assert "secure" not in server.get("/?token=halyard")[1]["Set-Cookie"].lower()  # the teacher, on the machine itself
        asked = {**FORWARDED, "Cookie": cookie.partition(";")[0]}
        _status, headers, text = server.get(TINY, **asked)
        assert headers["X-Accel-Buffering"] == "no"
        assert server.get(TINY, **{**asked, "X-Forwarded-Host": "evil.example"})[0] == 403
        kernel = kernel_of(text)
        with pytest.raises(HTTPClientError) as refused:
            run(dial(server, kernel, origin="https://evil.example", headers=asked))
        assert refused.value.code == 403
        line = run(opened(server, kernel, asked))
        assert line
        assert server.get(f"/bye/{kernel}", "POST", Origin="https://book.example", **asked)[0] == 204


async def opened(server: Served, kernel: str, asked: dict[str, str]) -> bool:
    """Whether a line from the page's public name opens."""
    line = await dial(server, kernel, origin="https://book.example", headers=asked)
    line.close()
    return True


def test_without_the_option_no_header_of_a_proxy_is_believed(room: Served) -> None:
    headers = room.get("/?token=halyard", **{**FORWARDED, "X-Forwarded-Host": "evil.example"})[1]
    assert "secure" not in headers["Set-Cookie"].lower()
