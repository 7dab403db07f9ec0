"""Command lines by the thousand, valid, extreme and broken: none may show a traceback, outrun its budget or fill the memory.

`python -m tests.attack.command_lines [--count N] [--seed N] [--limit SECONDS] [--minutes N]` runs them, a thousand in a process, and prints
what went wrong with the command line that shows it.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import random
import select
import shlex
import sys
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import NoneType
from typing import Any, Final, NamedTuple, get_args
from unittest import mock

import psutil
import sympy  # noqa: F401 - a command that is stopped while it loads would leave half of it to the next one
import typer.main

from rulesdemo.analysis.catalogue import Entry, entries
from rulesdemo.cli import explain, play, show  # noqa: F401 - they register their commands
from rulesdemo.cli.batch import TIMES
from rulesdemo.cli.limits import MOST_MEMORY
from rulesdemo.cli.main import main
from rulesdemo.odds.inputs import Flag, Many, OneOf, Whole
from rulesdemo.rules.datafiles import GAMES, scenario_names, table_names
from rulesdemo.rules.ruleset import ruleset
from rulesdemo.words import ENGLISH, speak
from tests.attack.inputs import SILENCE, Row, collect_seldom

CHUNK: Final = 1_000  # command lines in one process
GRACE: Final = 5.0  # seconds that a command may take beyond its budget, on a machine with other work
# What the limit on a command's memory leaves room for, and what a process of many commands has beside it.
MOST_RESIDENT: Final = MOST_MEMORY + (1 << 30)

BROKEN: Final = (
    *(
        "",
        " ",
        "=",
        "==",
        "x",
        "nan",
        "NaN",
        "inf",
        "-inf",
        "1e9",
        "1e999",
        "0x10",
        "1_000",
        "٣",
        "½",
        "true",
        "null",
        "none",
        "*",
        "-",
        "--",
    ),
    *(
        "..",
        "1..",
        "..1",
        "1..2..3",
        "9" * 40,
        "9" * 5000,
        "-1",
        "1/0",
        "a,b",
        ",",
        "é",
        "\udcff",
        "\x00",
        "a b",
        "$(x)",
        "%s",
        "{}",
        "{0}",
    ),
    "--help",
)
SPANS: Final = (
    "0..999999999999",
    "-999999999999..999999999999",
    "0..3",
    "3..0",
    "1..1",
    "0..99999999999999999999999999",
    "0..",
    "..5",
    "-3..-1",
)
CHANCES: Final = ("1/2", "2/3", "0.5", "50%", "0", "1", "99.9%", "1/1000000", "1e-9", "1e99999", "2", "-1", "x", "1/0", "9" * 70)
OTHERS: Final = ("games", "procedures", "rules", "tables", "play", "replay", "oods", "")


BAD: Final = 2  # the exit code of bad input, and of what takes too long or too much


class Line(NamedTuple):
    """A command line without the program's name, and what is piped in."""

    args: tuple[str, ...]
    stdin: bytes = b""

    def __str__(self) -> str:
        """The line as a shell takes it."""
        text = "rulesdemo " + shlex.join(each if len(each) < 200 else f"{each[:190]}...({len(each)})" for each in self.args)
        return ascii(text)[1:-1] + (f" < {self.stdin[:300]!r}" if self.stdin else "")


class Outcome(NamedTuple):
    """How a command line ended."""

    code: int
    out: str
    err: str
    seconds: float


class Attacker:
    """Makes command lines from a seed."""

    def __init__(self, seed: int, folder: str) -> None:
        """Write the files that the lines name into `folder`."""
        self.rng = random.Random(seed)
        self.folder = folder
        self.entries = [entry for game in GAMES for entry in entries(game).values()]

    def lines(self) -> Iterator[Line]:
        """Command lines without end."""
        makers = {self.odds: 30, self.why: 12, self.formula: 12, self.least: 14, self.worth: 10, self.mean: 8, self.roll: 8, self.batch: 4}
        makers[self.other] = 3
        while True:
            (maker,) = self.rng.choices(list(makers), list(makers.values()))
            yield maker()

    # -- parts of a line

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)

    def now_and_then(self, share: float) -> bool:
        return self.rng.random() < share

    def value(self, kind: Any) -> str:
        """A value for an input: mostly one that it takes, large ones among them, now and then another."""
        if self.now_and_then(0.03):
            return self.pick(*BROKEN)
        if isinstance(kind, Whole):
            return str(self.whole(kind))
        if isinstance(kind, OneOf):
            return str(self.pick(*kind.choices))
        if isinstance(kind, Flag):
            return self.pick("true", "false")
        if isinstance(kind, Many):
            count = self.rng.randint(max(1, kind.least), max(1, kind.most))
            return ",".join(str(self.whole(kind.each)) for _ in range(count))
        return self.word(self.pick(*kind.examples))

    def word(self, example: str) -> str:
        """A word that an input takes, and now and then one that goes on and on, or has numbers that do."""
        if self.now_and_then(0.9):
            return example
        long = "".join(
            self.pick(letter, letter * 40, letter * 400, "0" * 5000 + letter) if letter.isdigit() else letter for letter in example
        )
        return self.pick(long, ",".join([example] * self.pick(2, 6, 7, 500)), example * 3, f" {example} ", example.upper())

    def whole(self, kind: Whole) -> int:
        low = -20 if kind.low is None else kind.low
        high = low + 40 if kind.high is None else kind.high
        if self.now_and_then(0.12):
            return self.pick(low, high, low - 1, high + 1)
        if self.now_and_then(0.1) and (kind.low is None or kind.high is None):
            size = self.pick(100, 1000, 10**4, 10**5, 10**6, 10**9, 10**12, 10**18, 10**29)
            return -size if kind.low is None and self.now_and_then(0.5) else size
        return self.rng.randint(low, self.pick(min(high, low + 3), min(high, low + 12), high))

    def inputs(self, entry: Entry, leave_out: str = "") -> list[str]:
        given = []
        for each in entry.inputs:
            if each.name == leave_out:
                continue
            if (each.required and not self.now_and_then(0.01)) or (not each.required and self.now_and_then(0.4)):
                given.append(f"{each.name}={self.value(each.kind)}")
        if self.now_and_then(0.02):
            given.append(self.pick(*BROKEN, "attackers=4", "drm=1", *given))
        return given

    def event(self, entry: Entry) -> list[str]:
        """Outcome fields with values."""
        names = list(entry.fields) or ["x"]
        chosen = self.rng.sample(names, min(len(names), self.pick(1, 1, 1, 2, 3)))
        words = [f"{name}={self.field_value(entry.fields.get(name))}" for name in chosen]
        if self.now_and_then(0.02):
            words.append(self.pick(*BROKEN, "captured=true", words[0]))
        return [part for word in words for part in ("--when", word)]

    def field_value(self, kind: Any) -> str:
        if self.now_and_then(0.03):
            return self.pick(*BROKEN)
        if self.now_and_then(0.15):
            return self.pick(*SPANS)
        known: list[str] = []
        for part in (kind, *get_args(kind)):
            if part is bool:
                known += ["true", "false"]
            elif part is NoneType:
                known.append("null")
            elif part is int:
                known += ["0", "1", "2", "3", "5", "10", "0..2", "1..99"]
            known += [str(choice) for choice in get_args(part) if isinstance(choice, (str, int))]
        return self.pick(*known) if known else self.pick("a", "none", "0", "I", "light")

    def common(self, entry: Entry | None, *forms: str) -> list[str]:
        """Options that most commands have."""
        given = [self.pick(*forms)] if forms and self.now_and_then(0.4) else []
        if self.now_and_then(0.03):
            given += ["--set", self.pick("boarding_bands=modified", "x=y", *BROKEN)]
        if self.now_and_then(0.03):
            given += ["--patch", self.patch(entry or self.entry())]
        if self.now_and_then(0.03):
            given += ["--lang", self.pick("en", "fr", "qps", *BROKEN)]
        if self.now_and_then(0.01):
            given.append(self.pick(*BROKEN, "--json", "--csv", "--latex", "--nope"))
        if self.now_and_then(0.005):
            given += ["--limit-seconds", self.pick("0", "-1", "nan", "inf", "1e99", "x", "0.001")]
        return given

    def patch(self, entry: Entry) -> str:
        game = entry.game
        table = ruleset(game).table(self.pick(*table_names(game)))
        row, column = self.pick(*table.rows.labels), self.pick(*table.columns.labels)
        return f"{table.name}:{row},{column}={self.pick('0', '1', '7', '99', '999999999', '-5', 'x', '', '*')}"

    def numbers(self, entry: Entry) -> list[str]:
        return [each.name for each in entry.inputs if isinstance(each.kind, Whole)]

    # -- lines

    def entry(self) -> Entry:
        return self.pick(*self.entries)

    def name(self, entry: Entry) -> str:
        return entry.name if not self.now_and_then(0.01) else self.pick(entry.name[:-1], entry.name.partition(".")[2], *BROKEN)

    def odds(self) -> Line:
        entry = self.entry()
        fields = ["--fields", ",".join(self.rng.sample(list(entry.fields), 1))] if entry.fields and self.now_and_then(0.3) else []
        return Line(("odds", self.name(entry), *self.inputs(entry), *fields, *self.common(entry, "--json", "--csv", "--latex")))

    def why(self) -> Line:
        entry = self.entry()
        return Line(("why", self.name(entry), *self.inputs(entry), *self.event(entry), *self.common(entry, "--latex")))

    def open_entry(self) -> tuple[Entry, str]:
        while True:
            entry = self.entry()
            numbers = self.numbers(entry)
            if numbers:
                return entry, self.pick(*numbers)
            if self.now_and_then(0.01):
                return entry, "x"

    def formula(self) -> Line:
        entry, over = self.open_entry()
        return Line(
            ("formula", self.name(entry), "--over", over, *self.inputs(entry, over), *self.event(entry), *self.common(entry, "--latex"))
        )

    def least(self) -> Line:
        entry, over = self.open_entry()
        chance = ["--chance", self.pick(*CHANCES)]
        more = ["--more"] if self.now_and_then(0.2) else []
        return Line(
            ("least", self.name(entry), "--over", over, *self.inputs(entry, over), *self.event(entry), *chance, *more, *self.common(entry))
        )

    def worth(self) -> Line:
        entry = self.entry()
        return Line(("worth", self.name(entry), *self.inputs(entry), *self.event(entry), *self.common(entry, "--json")))

    def mean(self) -> Line:
        entry = self.entry()
        field = self.pick(*entry.fields) if entry.fields and not self.now_and_then(0.02) else self.pick(*BROKEN)
        count = ["--count", self.pick("null=6", "*=3/2", "a=1", "none=0", *BROKEN)] if self.now_and_then(0.2) else []
        return Line(("mean", self.name(entry), *self.inputs(entry), "--field", field, *count, *self.common(entry, "--json", "--latex")))

    def roll(self) -> Line:
        entry = self.entry()
        how = []
        if self.now_and_then(0.3):
            how += ["--times", self.pick("1", "2", "100", "5000", "10000000", "0", "99999999999", "x")]
        if self.now_and_then(0.5):
            how += ["--seed", self.pick("7", "-1", "9" * 30, "x")]
        if self.now_and_then(0.1):
            how += ["--faces", self.pick("3,4", "6", "1 2 3", "", "9" * 30, "0,0,0", *BROKEN)]
        return Line(("roll", self.name(entry), *self.inputs(entry), *how, *self.common(entry, "--json")))

    def batch(self) -> Line:
        if self.now_and_then(0.1):
            return Line(("odds", "--batch", self.pick("/dev/zero", "/dev/null", "/", "no-such-file.json", *BROKEN)))
        cases = [self.case() for _ in range(self.pick(0, 1, 3, 8))]
        text = json.dumps(cases).encode()
        if self.now_and_then(0.15):
            at = self.rng.randrange(len(text))
            text = text[:at] + self.pick(b"", b"{", b'"', b"\xff", b"\x00", b"NaN", b"[" * 50_000) + text[at + self.pick(0, 1, 5) :]
        if self.now_and_then(0.5):
            return Line(("odds", "--batch", "-", *self.common(None)), text)
        path = Path(self.folder) / f"batch-{self.rng.randrange(40)}.json"
        path.write_bytes(text)
        return Line(("odds", "--batch", str(path), *self.common(None)))

    def case(self) -> Any:
        if self.now_and_then(0.05):
            return self.pick(
                None,
                7,
                "x",
                [],
                {},
                {"procedure": 7},
                {"procedure": "veneti.spread", "inputs": [1]},
                {"procedure": "veneti.spread", "x": 1},
            )
        entry = self.entry()
        inputs: dict[str, Any] = {}
        for word in self.inputs(entry):
            name, _equals, value = word.partition("=")
            inputs[name] = int(value) if value.isascii() and value.isdigit() and len(value) < 100 and self.now_and_then(0.7) else value
        case: dict[str, Any] = {"procedure": entry.name, "inputs": inputs}
        if self.now_and_then(0.05):
            case["fields"] = self.pick(list(entry.fields)[:1], ["x"], "x", [1])
        if self.now_and_then(0.05):
            case[self.pick("set", "patch")] = self.pick({}, [], {"boarding:4,1": 7}, {"boarding_bands": "modified"}, {"x": None})
        return case

    def other(self) -> Line:
        command = self.pick(*OTHERS)
        game = [self.pick(*GAMES, "venetti", *BROKEN[:4])] if self.now_and_then(0.9) else []
        if command == "replay":
            return Line(
                ("replay", self.pick("-", "/dev/zero", "/dev/null", "/", "no-such-file")),
                self.pick(b"", b"{}", b"[1,", b"\xff", b"9" * 5000),
            )
        if command == "play" and game and game[0] in GAMES:
            scenario = self.pick(*scenario_names(game[0]), "nowhere")
            return Line(
                ("play", *game, scenario, "--seed", self.pick("1", "x")),
                self.pick(b"", b"1\n2\nquit\n", b"odds 1\nwhy 2\n", b"\xff\n", b"9\n" * 5),
            )
        extra = {
            "rules": [[], ["--coverage"], ["--rulings"], ["8.23"], ["x"]],
            "tables": [[], ["--audit"], ["boarding"], ["boarding", "--latex"]],
        }.get(command, [[]])
        return Line((*([command] if command else []), *game, *self.pick(*extra), *self.common(None, "--json", "--csv", "--full")))


_get_command: Final = cache(typer.main.get_command)  # a command line spends most of its time on making the commands


def outcome_of(line: Line, limit: float) -> Outcome:
    """Run a command line in this process."""
    args = list(line.args)
    if args and args[0] not in ("play", "oods") and "--limit-seconds" not in args:
        args += ["--limit-seconds", str(limit)]
    speak(ENGLISH)
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors=errors) for errors in ("strict", "backslashreplace"))
    given = io.TextIOWrapper(io.BytesIO(line.stdin), encoding="utf-8")
    start = time.process_time()  # other work on the machine is no fault of the command
    with (
        mock.patch.multiple(sys, argv=["rulesdemo", *args], stdin=given, stdout=out, stderr=err),
        mock.patch.object(typer.main, "get_command", _get_command),
    ):
        try:
            main()
        except SystemExit as done:
            code = done.code if isinstance(done.code, int) else 1
    seconds = time.process_time() - start
    for stream in (out, err):
        with contextlib.suppress(ValueError):
            stream.flush()
    told = [stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err)]  # type: ignore[attr-defined]
    return Outcome(code, *told, seconds)


def fault_of(line: Line, limit: float, done: Outcome) -> str:
    """What is wrong with how a command line ended; "" if nothing is."""
    whole = TIMES * limit if "--batch" in line.args else limit
    one_line = done.err.startswith("rulesdemo: ") and done.err.count("\n") == 1
    is_json = bool({"--json", "--batch"} & {*line.args}) and "--help" not in line.args
    faults = {
        f"exit code {done.code}: {done.err[-400:]}": done.code not in (0, BAD),
        f"traceback: {done.err[-400:]}": "Traceback" in done.out + done.err,
        f"took {done.seconds:.1f} seconds": done.seconds > whole + GRACE,
        f"not one sentence: {done.err[:400]!r}": done.code == BAD and not one_line,
        f"went well, but said {done.err[:400]!r}": done.code == 0 and bool(done.err),
        f"not JSON: {done.out[:200]!r}": is_json and not _is_json(done.out),
    }
    return next((fault for fault, there in faults.items() if there), "")


def _is_json(text: str) -> bool:
    """Whether a text is JSON, or nothing at all."""
    try:
        json.loads(text or "null")
    except ValueError:
        return False
    return True


class Report(NamedTuple):
    """How a chunk of command lines ended."""

    codes: Counter[int]
    out_of_time: int
    faults: list[str]
    resident: int  # bytes, at most
    slowest: tuple[float, str]


def _write_reports(lines: list[Line], limit: float, pipe: int) -> None:
    """Run command lines and write a line of JSON for each."""
    collect_seldom()
    with os.fdopen(pipe, "w", encoding="utf-8", errors="backslashreplace") as report:
        for line in lines:
            done = outcome_of(line, limit)
            over = "stopped" in done.err or "--limit-seconds gives more" in done.err
            report.write(json.dumps([done.code, over, fault_of(line, limit, done), done.seconds]) + "\n")
            report.flush()


def report_of(lines: list[Line], limit: float) -> Report:
    """Run command lines in a process of their own; one that says nothing for long is ended, and its line is at fault."""
    small = psutil.Process().memory_info().rss  # a fork begins as large as its parent is
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            _write_reports(lines, limit, writing)
        finally:
            os._exit(0)
    os.close(writing)
    codes: Counter[int] = Counter()
    faults, out_of_time, at, slowest = [], 0, 0, (0.0, "")
    rest = b""
    while True:
        ready, _, _ = select.select([reading], [], [], SILENCE)
        got = os.read(reading, 1 << 16) if ready else b""
        if not got:
            break
        *whole, rest = (rest + got).split(b"\n")
        for text in whole:
            code, over, fault, seconds = json.loads(text)
            codes[code] += 1
            out_of_time += over
            slowest = max(slowest, (seconds, str(lines[at])))
            faults += [f"{lines[at]}\n    {fault}"] if fault else []
            at += 1
    os.close(reading)
    if at < len(lines):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, 9)
        faults.append(f"{lines[at]}\n    no answer in {SILENCE:g} seconds, or the process ended")
    _, _, usage = os.wait4(child, 0)
    resident = max(0, usage.ru_maxrss * 1024 - small)
    if resident > MOST_RESIDENT:
        faults.append(f"{resident >> 20} MB were used by one of these: {lines[0]} ... {lines[-1]}")
    return Report(codes, out_of_time, faults, resident, slowest)


def attack(count: int, seed: int, limit: float, minutes: float, say: Any = print) -> int:
    """Run `count` command lines, or as many as the time allows; the number of faults."""
    codes: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    out_of_time = resident = 0
    slowest: list[tuple[float, str]] = []
    start = time.monotonic()
    with TemporaryDirectory() as folder:
        lines = Attacker(seed, folder).lines()
        while codes.total() < count and time.monotonic() - start < minutes * 60:
            report = report_of([next(lines) for _ in range(min(CHUNK, count - codes.total()))], limit)
            if not report.codes:
                break
            codes += report.codes
            out_of_time += report.out_of_time
            resident = max(resident, report.resident)
            slowest = sorted([*slowest, report.slowest], reverse=True)[:5]
            for fault in report.faults:
                faults[fault] += 1
                say(fault)
    took = time.monotonic() - start
    say(Row("command lines", codes.total(), codes.total() - faults.total()))
    say(f"seed {seed}: {codes.total():,} command lines in {took:.0f} seconds, {limit:g} seconds each at most")
    say(f"exit codes {dict(sorted(codes.items()))}; {out_of_time} stopped by a limit; {faults.total()} faults; {resident >> 20} MB at most")
    for seconds, line in slowest:
        say(f"  {seconds:5.1f} s  {line[:300]}")
    return faults.total()


def arguments() -> argparse.Namespace:
    """What the shell gave."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--minutes", type=float, default=24 * 60)
    return parser.parse_args()


if __name__ == "__main__":
    chosen = arguments()
    sys.exit(min(1, attack(chosen.count, chosen.seed, chosen.limit, chosen.minutes)))
