"""Tries generated inputs by the thousand in processes of their own, and counts by kind how many held.

An attack is a module of this package with

    attack(count, seed, limit, minutes, say) -> the number of faults

where `limit` is the seconds of work that one input may cost, and `say` takes lines to print and `Row`s of the table of tried and held.
An input is known by its number: it is made from the seed and the number alone, so that a fault names all that is needed to see it again.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import select
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final, NamedTuple, NoReturn

import psutil

SILENCE: Final = 180.0  # seconds without a word after which a process is ended
MOST_RESIDENT: Final = 1 << 30  # bytes, in one process of many inputs
LONGEST_FAULT: Final = 3_000  # letters of a fault that are printed
COLLECT: Final = (100_000, 20, 20)  # new things after which garbage is looked for, as `gc.set_threshold` takes them
MOST_FAULTS: Final = 20  # faults that are printed; all are counted

Note = Callable[[str, str], None]
Try = Callable[[random.Random, int, float, Note], None]


class Row(NamedTuple):
    """A line of the table: what was tried, how often, and how often it held."""

    what: str
    tried: int
    held: int

    def __str__(self) -> str:
        """Return the line as it is printed."""
        return f"{self.what:<86}{self.tried:>12,}{self.held:>12,}{'' if self.held == self.tried else '  FAILED'}"


class OutOfTime(BaseException):
    """An input that costs more than it may; no `except Exception` on the way keeps it."""


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Break off what costs more seconds of this process's work; what other processes do does not count."""

    def ring(*_args: object) -> NoReturn:
        raise OutOfTime

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def fault_of(wrong: BaseException) -> str:
    """Return the end of a traceback."""
    return "".join(traceback.format_exception(wrong))[-LONGEST_FAULT:]


def collect_seldom() -> None:
    """Leave what was loaded before the fork to nobody, and look for garbage in rings only now and then: a fifth of all work goes there."""
    gc.freeze()
    gc.set_threshold(*COLLECT)


class Report(NamedTuple):
    """How the inputs of one process ended."""

    tried: Counter[str]
    faults: list[tuple[str, str]]  # each with its kind
    done: int  # inputs
    resident: int  # bytes, at most


def _work(each: Try, numbers: range, seed: int, limit: float, until: float, pipe: int) -> None:
    """Try inputs, and write a line of JSON for every fact that is noted, and one for every input that is done."""
    collect_seldom()
    with os.fdopen(pipe, "w", encoding="utf-8", errors="backslashreplace") as report:

        def note(kind: str, fault: str = "") -> None:
            report.write(json.dumps([kind, fault]) + "\n")
            report.flush()

        for number in numbers:
            if time.monotonic() > until:
                break
            try:
                each(random.Random(f"{seed}:{number}"), number, limit, note)
            except OutOfTime as wrong:
                note("inputs", f"over its budget of {limit:g} seconds:\n{fault_of(wrong)}")
            except Exception as wrong:  # noqa: BLE001 - whatever it is, it is a fault
                note("inputs", fault_of(wrong))
            note("", "")


def report_of(each: Try, numbers: range, seed: int, limit: float, until: float) -> Report:
    """Try inputs in a process of its own; one that is silent for long is ended, and its input is at fault."""
    small = psutil.Process().memory_info().rss  # a fork begins as large as its parent is
    reading, writing = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _work(each, numbers, seed, limit, until, writing)
        finally:
            os._exit(0)
    os.close(writing)
    tried: Counter[str] = Counter()
    faults: list[tuple[str, str]] = []
    done, rest, is_over = 0, b"", False
    while True:
        ready, _, _ = select.select([reading], [], [], SILENCE)
        got = os.read(reading, 1 << 16) if ready else b""
        if not got:
            is_over = bool(ready)
            break
        *whole, rest = (rest + got).split(b"\n")
        for text in whole:
            kind, fault = json.loads(text)
            if not kind:
                done += 1
                continue
            tried[kind] += 1
            if fault:
                faults.append((kind, f"seed {seed}, number {numbers.start + done}: {fault}"))
    os.close(reading)
    if not is_over:
        with suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    if status or not is_over:
        tried["inputs"] += 1
        what = f"ended by signal {os.WTERMSIG(status)}" if is_over else f"no word in {SILENCE:g} seconds"
        faults.append(("inputs", f"seed {seed}, number {numbers.start + done}: the process was lost, {what}"))
        done += 1
    resident = max(0, usage.ru_maxrss * 1024 - small)
    tried["processes that stay small"] += 1
    if resident > MOST_RESIDENT:
        faults.append(("processes that stay small", f"{resident >> 20} MB for the numbers {numbers}"))
    return Report(tried, faults, done, resident)


def attack_with(
    title: str, each: Try, chunk: int, count: int, seed: int, limit: float, minutes: float, say: Callable[[Any], object], first: int = 0
) -> int:
    """Try this many inputs, or as many as the time allows; return the number of faults."""
    tried: Counter[str] = Counter()
    failed: Counter[str] = Counter()
    start = time.monotonic()
    until, number, resident = start + minutes * 60, first, 0
    while number < first + count and time.monotonic() < until:
        report = report_of(each, range(number, min(number + chunk, first + count)), seed, limit, until)
        for kind, fault in report.faults:
            failed[kind] += 1
            if failed.total() <= MOST_FAULTS:
                say(f"{title}: {kind}: {fault}")
        tried += report.tried
        resident = max(resident, report.resident)
        number += report.done
        if not report.done:
            break
    seconds = time.monotonic() - start
    say(f"{title}: seed {seed}, numbers {first} to {number - 1}, {seconds:.0f} seconds, {resident >> 20} MB at most")
    for kind in sorted(tried):
        say(Row(f"{title}: {kind}", tried[kind], tried[kind] - failed[kind]))
    return failed.total()


def main(attack: Callable[..., int], words: str | None, count: int, limit: float) -> NoReturn:
    """Run one attack from the shell."""
    parser = argparse.ArgumentParser(description=words)
    parser.add_argument("--count", type=int, default=count)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=limit, help="seconds of work that one input may cost")
    parser.add_argument("--minutes", type=float, default=24 * 60)
    parser.add_argument("--first", type=int, default=0, help="the number of the first input, to see one again")
    chosen = parser.parse_args()
    sys.exit(min(1, attack(chosen.count, chosen.seed, chosen.limit, chosen.minutes, print, chosen.first)))
