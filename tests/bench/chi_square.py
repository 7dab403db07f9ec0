"""Thrown dice against exact odds: seeded rolls of every public procedure that has dice, judged by Pearson's chi-square.

The rolls go through the hand that really throws (RandomDice), so that a body which treats thrown dice otherwise than counted ones shows.
Each procedure is asked with one set of inputs: of at most 60 combinations that fit its signature, the one with the most outcomes up to
400. Outcomes expected less than five times are put together. An outcome that the odds do not know, or p under 1e-6, fails; with a
hundred procedures or so, dice that are right fail one audit in ten thousand.

Exit codes: 0 all passed; 1 a procedure failed, or a worker process died; 2 no procedure has that name.

    python tests/bench/chi_square.py                        20,000 rolls of each, as `make bench` does: a minute or two
    python tests/bench/chi_square.py --rolls 1000000        the full audit: about an hour on two cores
    python tests/bench/chi_square.py --only veneti          the procedures with that in their name
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, NamedTuple

from rulesdemo.analysis.catalogue import Entry, entries, find
from rulesdemo.errors import RulesError
from rulesdemo.odds.dice import RandomDice
from rulesdemo.odds.dist import Dist
from rulesdemo.odds.inputs import bind, samples
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.rules.ruleset import ruleset

LEAST_P = 1e-6
LEAST_EXPECTED = 5
MOST_OUTCOMES = 400
MOST_COMBINATIONS = 60


class Audit(NamedTuple):
    """One procedure judged."""

    name: str
    inputs: dict[str, Any]
    bins: int
    statistic: float
    p: float
    impossible: list[Any]

    @property
    def passed(self) -> bool:
        """Whether the dice fell as the odds say they should."""
        return self.p >= LEAST_P and not self.impossible


def combinations(entry: Entry) -> Iterator[dict[str, Any]]:
    """Yield inputs to choose from: every combination of the inputs' sample values, or a seeded sample where there are more than 60."""
    values: dict[str, dict[str, Any]] = {each.name: {} for each in entry.inputs}
    for sample in samples(entry.inputs):
        for name, value in sample.items():
            values[name][repr(value)] = value
    columns = {name: tuple(each.values()) for name, each in values.items()}
    count = math.prod(map(len, columns.values()))
    # Numbers stand for combinations, for there are millions of them in a battle: only those of the sample are made.
    numbers = range(count)
    for number in numbers if count <= MOST_COMBINATIONS else random.Random(entry.name).sample(numbers, MOST_COMBINATIONS):
        yield combination(columns, number)


def combination(columns: dict[str, tuple[Any, ...]], number: int) -> dict[str, Any]:
    """Return one combination by its number in the order of itertools.product: the last input changes fastest.

    >>> [combination({"a": (1, 2), "b": "xyz"}, number) for number in (0, 1, 5)]
    [{'a': 1, 'b': 'x'}, {'a': 1, 'b': 'y'}, {'a': 2, 'b': 'z'}]
    """
    chosen = {}
    for name in reversed(columns):
        number, place = divmod(number, len(columns[name]))
        chosen[name] = columns[name][place]
    return {name: chosen[name] for name in columns}


def representative(entry: Entry) -> tuple[dict[str, Any], Dist[Any]] | None:
    """Return inputs with many outcomes and their distribution, or None where no dice are thrown."""
    best: tuple[int, dict[str, Any], Dist[Any]] | None = None
    for inputs in combinations(entry):
        try:
            dist = entry.answer(inputs).dist
            size = len(dist)
        except RulesError:
            continue  # inputs that fit one by one but not together
        fitness = size if size <= MOST_OUTCOMES else -size  # too many, and the fewest of those are the best
        if size > 1 and (best is None or fitness > best[0]):
            best = fitness, inputs, dist
    return best and best[1:]


def audit_of(name: str, rolls: int, seed: int) -> Audit | None:
    """Roll one procedure and judge the throws; None where it throws no dice."""
    entry = find(name)
    found = representative(entry)
    if found is None:
        return None
    inputs, dist = found
    arguments = (ruleset(entry.game), *bind(name, entry.inputs, inputs).values())
    rng = random.Random(f"{seed} {name}")
    run = entry.procedure.run
    throws = Counter(run(RandomDice(rng), *arguments) for _ in range(rolls))
    bins = list(bin_counts(dist, throws, rolls))
    statistic = sum((count - expected) ** 2 / expected for expected, count in bins)
    impossible = [outcome for outcome in throws if outcome not in dist]
    return Audit(name, inputs, len(bins), statistic, upper_tail(len(bins) - 1, statistic), impossible)


def bin_counts(dist: Dist[Any], throws: Counter[Any], rolls: int) -> Iterator[tuple[float, int]]:
    """Yield expected and thrown counts of each outcome, rare outcomes put together until five of them are expected."""
    expected, count = 0.0, 0
    left = rolls * 1.0
    for outcome in sorted(dist.weights, key=lambda each: (dist.weights[each], repr(each))):
        expected += rolls * dist.weights[outcome] / dist.total
        count += throws[outcome]
        if expected >= LEAST_EXPECTED and (left - expected >= LEAST_EXPECTED or left - expected < 1e-9 * rolls):
            yield expected, count
            left -= expected
            expected, count = 0.0, 0
    if expected:
        yield expected, count


def upper_tail(freedom: int, statistic: float) -> float:
    """Return the chance of a chi-square at least this large: the finite series of the incomplete gamma function.

    >>> round(upper_tail(1, 3.841), 4), round(upper_tail(2, 5.991), 4), round(upper_tail(30, 43.773), 4), upper_tail(0, 0.0)
    (0.05, 0.05, 0.05, 1.0)
    """
    half = statistic / 2
    if freedom <= 0 or half <= 0:
        return 1.0
    start = 0.0 if freedom % 2 == 0 else 0.5
    tail = 0.0 if freedom % 2 == 0 else math.erfc(math.sqrt(half))
    steps = (start + step for step in range(freedom // 2))
    return min(1.0, tail + sum(math.exp(step * math.log(half) - half - math.lgamma(step + 1)) for step in steps))


def audits_of(names: list[str], rolls: int, seed: int, processes: int) -> Iterator[Audit | None]:
    """Yield the audits as worker processes end them; BrokenProcessPool when a worker dies, as it does when memory runs out."""
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as workers:
        for future in as_completed([workers.submit(audit_of, name, rolls, seed) for name in names]):
            yield future.result()


def report(audits: list[Audit]) -> list[Audit]:
    """Print one line for each audit and one for each failure; return those that failed."""
    print(f"{'procedure':<36} {'bins':>5} {'chi-square':>11} {'p':>9}")
    for audit in audits:
        print(f"{audit.name:<36} {audit.bins:>5} {audit.statistic:>11.2f} {audit.p:>9.2g}{'' if audit.passed else '   FAILED'}")
    failures = [audit for audit in audits if not audit.passed]
    for audit in failures:
        reason = f"p = {audit.p:.2g}" if not audit.impossible else f"threw {audit.impossible[0]!r}, which the odds call impossible"
        print(f"{audit.name} {audit.inputs}: {reason}")
    return failures


def main() -> int:
    """Roll everything in parallel, print one line a procedure, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=20_000, help="rolls of each procedure (default 20000; the full audit has 1000000)")
    parser.add_argument("--only", metavar="NAME", default="", help="only the procedures with NAME in their name, such as veneti")
    parser.add_argument("--processes", type=int, default=2, help="worker processes (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same rolls (default 1)")
    options = parser.parse_args()
    names = [name for game in GAMES for name in entries(game) if options.only in name]
    if not names:
        print(f"no procedure has {options.only!r} in its name", file=sys.stderr)
        return 2
    audits = []
    start = time.monotonic()
    try:
        for done, audit in enumerate(audits_of(names, options.rolls, options.seed, options.processes), 1):
            if sys.stderr.isatty():
                print(f"\r{done} of {len(names)}, {time.monotonic() - start:.0f} s ", end="", file=sys.stderr, flush=True)
            if audit is not None:
                audits.append(audit)
    except BrokenProcessPool:
        print("chi_square: a worker process died (killed, or out of memory), so the audit is not complete", file=sys.stderr)
        return 1
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    failures = report(sorted(audits))
    print(
        f"{len(audits)} procedures with dice, {options.rolls:,} rolls each: {len(failures)} failed; "
        f"{len(names) - len(audits)} throw no dice."
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
