"""Thrown dice against exact odds: seeded rolls of every public procedure that has dice, judged by Pearson's chi-square.

The rolls go through the hand that really throws (RandomDice), so that a body which treats thrown dice otherwise than counted ones shows.
Each procedure is asked with one set of inputs: of many that fit its signature, the one with the most outcomes up to 400. Outcomes
expected less than five times are put together. An outcome that the odds do not know, or p under 1e-6, fails; with a hundred procedures
or so, dice that are right fail one audit in ten thousand.

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
from itertools import product
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
MOST_TRIED = 60


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


def combinations(entry: Entry) -> list[dict[str, Any]]:
    """Inputs to choose from: every sample value of every input, combined; some of them where they are many."""
    values: dict[str, dict[str, Any]] = {each.name: {} for each in entry.inputs}
    for sample in samples(entry.inputs):
        for name, value in sample.items():
            values[name][repr(value)] = value
    found = [dict(zip(values, each, strict=True)) for each in product(*(each.values() for each in values.values()))]
    return found if len(found) <= MOST_TRIED else random.Random(entry.name).sample(found, MOST_TRIED)


def representative(entry: Entry) -> tuple[dict[str, Any], Dist[Any]] | None:
    """Inputs with many outcomes, or None where no dice are thrown."""
    best: tuple[int, dict[str, Any], Dist[Any]] | None = None
    for given in combinations(entry):
        try:
            law = entry.asked(given).dist
            size = len(law)
        except RulesError:
            continue  # inputs that fit one by one but not together
        fitness = size if size <= MOST_OUTCOMES else -size  # too many, and the fewest of those are the best
        if size > 1 and (best is None or fitness > best[0]):
            best = fitness, given, law
    return best and best[1:]


def audited(asked: tuple[str, int, int]) -> Audit | None:
    """Roll one procedure so many times."""
    name, rolls, seed = asked
    entry = find(name)
    found = representative(entry)
    if found is None:
        return None
    given, law = found
    arguments = (ruleset(entry.game), *bind(name, entry.inputs, given).values())
    rng = random.Random(f"{seed} {name}")
    run = entry.procedure.run
    thrown = Counter(run(RandomDice(rng), *arguments) for _ in range(rolls))
    bins = list(binned(law, thrown, rolls))
    statistic = sum((count - expected) ** 2 / expected for expected, count in bins)
    impossible = [outcome for outcome in thrown if outcome not in law]
    return Audit(name, given, len(bins), statistic, upper_tail(len(bins) - 1, statistic), impossible)


def binned(law: Dist[Any], thrown: Counter[Any], rolls: int) -> Iterator[tuple[float, int]]:
    """Expected and thrown counts of each outcome, rare outcomes put together until five of them are expected."""
    expected, count = 0.0, 0
    left = rolls * 1.0
    for outcome in sorted(law.weights, key=lambda each: (law.weights[each], repr(each))):
        expected += rolls * law.weights[outcome] / law.total
        count += thrown[outcome]
        if expected >= LEAST_EXPECTED and (left - expected >= LEAST_EXPECTED or left - expected < 1e-9 * rolls):
            yield expected, count
            left -= expected
            expected, count = 0.0, 0
    if expected:
        yield expected, count


def upper_tail(freedom: int, statistic: float) -> float:
    """The chance that a chi-square of so many degrees of freedom is at least so large: the finite series of the incomplete gamma.

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


def main() -> int:
    """Roll everything in parallel, print one line a procedure, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rolls", type=int, default=20_000, help="rolls of each procedure (default 20000; the full audit has 1000000)")
    parser.add_argument("--only", metavar="NAME", default="", help="only the procedures with NAME in their name, such as veneti")
    parser.add_argument("--processes", type=int, default=2, help="how many to roll at once (default 2)")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same rolls (default 1)")
    asked = parser.parse_args()
    names = [name for game in GAMES for name in entries(game) if asked.only in name]
    if not names:
        print(f"no procedure has {asked.only!r} in its name", file=sys.stderr)
        return 2
    audits = []
    start = time.monotonic()
    with get_context("spawn").Pool(asked.processes) as workers:
        for done, audit in enumerate(workers.imap_unordered(audited, [(name, asked.rolls, asked.seed) for name in names]), 1):
            if sys.stderr.isatty():
                print(f"\r{done} of {len(names)}, {time.monotonic() - start:.0f} s ", end="", file=sys.stderr, flush=True)
            if audit is not None:
                audits.append(audit)
    print(f"{time.monotonic() - start:.0f} s", file=sys.stderr)
    print(f"{'procedure':<36} {'bins':>5} {'chi-square':>11} {'p':>9}")
    for audit in sorted(audits):
        print(f"{audit.name:<36} {audit.bins:>5} {audit.statistic:>11.2f} {audit.p:>9.2g}{'' if audit.passed else '   FAILED'}")
    failed = [audit for audit in sorted(audits) if not audit.passed]
    for audit in failed:
        reason = f"p = {audit.p:.2g}" if not audit.impossible else f"threw {audit.impossible[0]!r}, which the odds call impossible"
        print(f"{audit.name} {audit.inputs}: {reason}")
    print(
        f"{len(audits)} procedures with dice, {asked.rolls:,} rolls each: {len(failed)} failed; {len(names) - len(audits)} throw no dice."
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
