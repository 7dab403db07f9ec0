"""Perfect play: which set pieces are solved, in how much processor time and memory, each in a process of its own.

    python tests/bench/solve.py [game or scenario ...] [--seconds 60] [--megabytes 500]

Times are processor time, so that a busy machine does not change them much. A line is printed for every set piece; a piece counts as solved
when every order that is legal at its start has its exact value.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from typing import Final

from rulesdemo.errors import RulesError
from rulesdemo.odds.budget import check
from rulesdemo.play.game import game
from rulesdemo.play.history import History
from rulesdemo.rules.datafiles import GAMES
from rulesdemo.solver.answer import solve
from rulesdemo.solver.search import TooLarge

ALONE: Final = "--alone"
WAIT: Final = 30  # how many times the processor time a busy machine may take
HEAD: Final = f"{'set piece':<34}{'':<10}{'value':>14}{'orders':>8}{'states':>9}{'CPU s':>8}{'MB':>6}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--megabytes", type=int, default=500)
    parser.add_argument(ALONE, action="store_true")
    asked = parser.parse_args()
    if asked.alone:
        print(_row(*asked.names, asked.seconds, asked.megabytes))
        return 0
    pieces = [(name, each) for name in GAMES for each in _set_pieces(name) if not asked.names or {name, each} & set(asked.names)]
    print(HEAD)
    solved = 0
    for name, each in pieces:
        line = [sys.executable, __file__, name, each, ALONE, f"--seconds={asked.seconds}", f"--megabytes={asked.megabytes}"]
        try:
            done = subprocess.run(line, capture_output=True, text=True, check=False, timeout=asked.seconds * WAIT)
            row = done.stdout.strip() or f"{name} {each}: {done.stderr.strip().splitlines()[-1]}"
        except subprocess.TimeoutExpired:
            row = f"{name + ' ' + each:<34}not       broken off after {asked.seconds * WAIT:g} s"
        solved += " solved " in row
        print(row, flush=True)
    print(f"{solved} of {len(pieces)} solved in {asked.seconds:g} s of processor time and {asked.megabytes} MB each")
    return 0


def _set_pieces(name: str) -> list[str]:
    """Every scenario that has a goal."""
    engine = game(name).play()
    return [each for each in engine.scenarios() if engine.start(each, None).position.scenario.goal]


def _row(name: str, scenario: str, seconds: float, megabytes: int) -> str:
    began = time.process_time()

    def watch(_states: int) -> None:
        check()
        if time.process_time() - began > seconds:
            raise TooLarge("time")
        if _megabytes() > megabytes:
            raise TooLarge("memory")

    states, answer, why = 0, None, ""
    try:
        answer = solve(History.start(game(name).play(), scenario), watch=watch)
        states = answer.states
    except RulesError as wrong:
        why = str(wrong)
    spent = time.process_time() - began
    if answer is None:
        return f"{name + ' ' + scenario:<34}{'not':<10}{'':>14}{'':>8}{'':>9}{spent:8.1f}{_megabytes():6} {why}"
    value = str(answer.value)
    return f"{name + ' ' + scenario:<34}{' solved ':<10}{value:>14}{len(answer.orders):8}{states:9,}{spent:8.1f}{_megabytes():6}"


def _megabytes() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10


if __name__ == "__main__":
    sys.exit(main())
