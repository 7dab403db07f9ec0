"""A cell that does not end: its reader is told, it is broken off, and the server goes on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.serve import slow_parts
from rulesdemo.serve.failures import NO_END, reason_of
from rulesdemo.serve.slow_parts import Endless, in_time
from tests.serve.test_failures import records, reference_in, until
from tests.support.faults import faulty
from tests.support.protocol import LAB, kernel_of
from tests.support.server import TINY, TINY_CELLS, tiny_book

WORD = "{:g} seconds"
ENDLESS_CELLS = tuple((kind, name, tags, "while True: pass" if name == "in-code" else text) for kind, name, tags, text in TINY_CELLS)


def run_apart(work: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own: where a browser was tried before, this one has a loop already."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


async def heard_of(waits: list[float], ended: list[str]) -> list[str]:
    """What a reader gets of parts that come after these waits; what happened to the one that made them is noted."""

    async def parts() -> AsyncIterator[str]:
        try:
            for number, wait in enumerate(waits):
                await asyncio.sleep(wait)
                yield str(number)
        except asyncio.CancelledError:
            ended.append("broken off")
            raise

    found: list[str] = []
    try:
        async for part in in_time(parts(), WORD.format):
            found += [part]
    except Endless as wrong:
        found.append(str(wrong))
    return found


def test_a_slow_part_is_told_and_comes_and_an_endless_one_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[str] = []
    monkeypatch.setattr(slow_parts, "SLOW_SECONDS", 0.3)
    monkeypatch.setattr(slow_parts, "MOST_SECONDS", 600.0)
    assert run_apart(heard_of([0, 0.6, 0], ended)) == ["0", "600 seconds", "1", "2"]
    assert run_apart(heard_of([], ended)) == []
    assert ended == []
    monkeypatch.setattr(slow_parts, "MOST_SECONDS", 0.6)
    assert run_apart(heard_of([0, 900, 0], ended)) == ["0", "0.6 seconds", "a cell did not end in 0.6 seconds"]
    assert ended == ["broken off"]


def test_what_breaks_among_slow_parts_breaks() -> None:
    async def parts() -> AsyncIterator[str]:
        yield "0"
        raise ZeroDivisionError

    async def take() -> None:
        async for _part in in_time(parts(), WORD.format):
            pass

    with pytest.raises(ZeroDivisionError):
        run_apart(take())


def test_a_reader_of_a_page_that_does_not_end_is_told_why_and_its_kernel_ends(tmp_path: Path) -> None:
    with faulty(tmp_path, "--log-json", book=tiny_book(tmp_path, ENDLESS_CELLS), patience=(3.0, 15.0)) as (server, _faults):
        status, _headers, text = server.get(TINY)
        assert status == 200
        board, word, broken = (text.index(words) for words in ('id="play"', "longer than it should. After 15 seconds", str(NO_END)))
        assert board < word < broken
        assert text.rstrip().endswith("</html>")
        until(lambda: server.get(f"/api/kernels/{kernel_of(text)}")[0] == 404)
        assert "23/36" in server.get(LAB)[2]
        _code, _said, log = server.interrupt()
    assert "Endless: a cell did not end in 15 seconds" in records(log)[reference_in(text[broken:])]["traceback"]


def test_the_sentence_is_found_whatever_the_failure_came_from() -> None:
    other = ValueError()
    other.__cause__ = Endless()
    assert reason_of(other) == NO_END
