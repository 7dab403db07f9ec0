"""The benchmark of the odds kit: our exact odds against those of other libraries and of code written by hand, for equality and for speed.

Every version of a problem runs in this one process, turn and turn about, with garbage collected and every cache emptied before each run
(ours, and those of the peers; tables read from files stay read). The best run of each counts. All answers must be equal as exact
fractions. What is printed and guarded are ratios: milliseconds stand beside them for information and mean little on another machine.

    python tests/bench/odds.py                  everything, some minutes
    python tests/bench/odds.py --quick          fewer runs, volleys of up to 6 dice, no larger ship
    python tests/bench/odds.py --only battle    the rows with that in their name

Exit code 1: answers differ, or a ratio is past its guard. The aims: at most 3 times the best hand-written code, ahead of the fastest peer,
and 10 times ahead where a row says so. The guards keep what has been reached: 3.5, 1 and 8.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
import warnings
from dataclasses import dataclass, field

import p1_boarding
import p2_battle
import p3_volley
import p4_burning
import p5_initiative
import p6_nesting
from caches import empty_caches
from distributions import Answers, Prepared, Row, Version, first_difference

ROWS = (*p1_boarding.ROWS, *p2_battle.ROWS, *p3_volley.ROWS, *p4_burning.ROWS, *p5_initiative.ROWS, *p6_nesting.ROWS)
HAND_AIM = 3.0
# Seconds that one version may take over all its runs of a row, and the most runs.
SECONDS = 6.0
RUNS = 60


@dataclass
class Result:
    """What a row came to: the best time of each version, in seconds, and where answers differ."""

    row: Row
    best: dict[str, float] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)

    @property
    def by_hand(self) -> float:
        """Our time, in times of the best hand-written code."""
        return self.best["ours"] / self.best["hand"]

    def ahead_of(self, name: str) -> float:
        """A version's time, as a multiple of that of rulesdemo."""
        return self.best[name] / self.best["ours"]

    @property
    def fastest_peer(self) -> str:
        """The peer to be ahead of, or nothing."""
        return min(self.row.peers, key=self.best.__getitem__, default="")

    def failures(self) -> list[str]:
        """What is past its guard."""
        failed = list(self.differences)
        if self.row.guarded and self.by_hand > self.row.hand_guard:
            failed.append(f"{self.by_hand:.1f} times the hand-written code, guard {self.row.hand_guard}")
        peer = self.fastest_peer
        if self.row.guarded and peer and self.ahead_of(peer) < self.row.ahead_guard:
            failed.append(f"{self.ahead_of(peer):.2g} times as fast as {peer}, guard {self.row.ahead_guard:g}")
        return failed

    def verdict(self) -> str:
        """One word: aims met (fine), only guards met (short), or not even those (BEHIND)."""
        if self.failures():
            return "BEHIND"
        peer = self.fastest_peer
        if not self.row.guarded:
            return "-"
        return "fine" if self.by_hand <= HAND_AIM and (not peer or self.ahead_of(peer) >= self.row.ahead) else "short"


def timed(version: Version) -> tuple[Answers, float]:
    """One run with nothing known before, and how long it took."""
    empty_caches()
    state = version.prepare() if isinstance(version, Prepared) else None
    gc.collect()
    start = time.process_time()
    answers = version.finish(state) if isinstance(version, Prepared) else version()
    return answers, time.process_time() - start


def measure(row: Row, runs: int, seconds: float) -> Result:
    """Run every version of a row in turn, best of several; a version that has had its seconds is not run again."""
    result = Result(row)
    versions: dict[str, Version] = {"ours": row.ours, "hand": row.hand, **row.peers, **row.beside}
    if row.game is not None:
        versions[row.game_is] = row.game
    spent = dict.fromkeys(versions, 0.0)
    for run in range(runs):
        expected: Answers = {}
        for name, version in versions.items():
            if spent[name] > seconds:
                continue
            answers, took = timed(version)
            spent[name] += took
            result.best[name] = min(took, result.best.get(name, took))
            if run == 0:
                expected = expected or answers
                differs = (
                    first_difference(row.in_game_terms(expected), row.game_says(answers))
                    if name == row.game_is
                    else first_difference(expected, answers)
                )
                if differs:
                    result.differences.append(f"ours and {name} differ: {differs}")
            del answers
    return result


def table(results: list[Result]) -> str:
    """The ratios, one row a problem, and below them whatever is past its guard."""
    known = {result.row.name: result for result in results}
    lines = [f"{'problem':<22} {'inputs':<63} {'ours / hand':>11}  {'fastest peer / ours':<20} {'aim':<12} verdict"]
    for result in results:
        row, peer = result.row, result.fastest_peer
        ahead = f"{result.ahead_of(peer):.3g} ({peer})" if peer else "-"
        aim = f"<= {HAND_AIM:g}" + (f"; {'>=' if row.ahead > 1 else '>'} {row.ahead:g}" if peer else "")
        lines.append(f"{row.name:<22} {row.inputs:<63} {result.by_hand:>11.2f}  {ahead:<20} {aim:<12} {result.verdict()}")
        others = [f"{name} {result.ahead_of(name):.3g}" for name in result.best if name not in ("ours", "hand", peer)]
        others += [f"{name} {known[other].ahead_of(name):.3g} (on {other})" for name, other in row.smaller.items() if other in known]
        times = f"ours {1000 * result.best['ours']:.3g} ms, {row.hand_is} {1000 * result.best['hand']:.3g} ms"
        lines.append(f"{'':<22} {'; '.join([times, *others])}")
    return "\n".join(lines)


def main() -> int:
    """Measure, print, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer runs, volleys of up to 6 dice, no larger ship")
    parser.add_argument("--only", metavar="NAME", default="", help="only the rows with NAME in their name")
    options = parser.parse_args()
    rows = [row for row in ROWS if options.only.lower() in row.name.lower() and not (options.quick and row.long)]
    if not rows:
        print(f"no row has {options.only!r} in its name; there are: {', '.join(row.name for row in ROWS)}", file=sys.stderr)
        return 2
    warnings.simplefilter("ignore")  # dyce warns that what it has for dependent throws may change
    gc.collect()
    gc.freeze()  # what the imports left behind is no part of any run
    results = []
    for row in rows:
        print(f"{row.name}: {row.inputs} ...", file=sys.stderr, flush=True)
        results.append(measure(row, RUNS // 6, SECONDS / 6) if options.quick else measure(row, RUNS, SECONDS))
    print(table(results))
    failed = {result.row.name: result.failures() for result in results if result.failures()}
    for name, failures in failed.items():
        print(f"{name}: {'; '.join(failures)}")
    print("Equal as exact fractions: " + ("no" if any(result.differences for result in results) else "all versions of every row") + ".")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
