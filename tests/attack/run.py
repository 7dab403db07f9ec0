"""Runs every attack of this folder for some minutes, on this machine alone, and prints a table of what was tried and what held.

    python -m tests.attack.run                              ten minutes of all
    python -m tests.attack.run --minutes 480 --games 10000  a night
    python -m tests.attack.run --seed 7 fuzzed_saves        one of them, as it was on another day

Every module here with a function `attack(count, seed, limit, minutes, say)` is one; `tests/attack/inputs.py` says what that is. Exit code
1: something did not hold. A fault names its seed and number; `python -m tests.attack.fuzzed_saves --seed 7 --first 1234 --count 1` shows it
again.
"""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from tests.attack.inputs import Row

MINUTES: Final = 10.0
EVERY: Final = 10**9  # as many as the time allows
LIMIT: Final = 2.0  # seconds, where an attack names no limit of its own
HELPERS: Final = ("inputs", "mutations", "run")


def attacks(names: list[str]) -> list[ModuleType]:
    """Return the modules with an attack, all or those with a name."""
    known = sorted(
        path.stem for path in Path(__file__).parent.glob("*.py") if path.stem not in HELPERS and not path.stem.startswith("test_")
    )
    if unknown := set(names) - set(known):
        sys.exit(f"no attack {', '.join(sorted(unknown))}; there are {', '.join(known)}")
    return [import_module(f"tests.attack.{name}") for name in known if not names or name in names]


def rows_of(module: ModuleType, count: int, seed: int, minutes: float, say: Callable[[Any], object]) -> tuple[list[Row], int]:
    """Run one attack; return its rows of the table, and the number of faults."""
    rows: list[Row] = []

    def hear(word: Any) -> None:
        if isinstance(word, Row):
            rows.append(word)
        else:
            say(word)

    faults: int = module.attack(count, seed, getattr(module, "LIMIT", LIMIT), minutes, hear)
    return rows or [Row(f"{module.__name__.rpartition('.')[2].replace('_', ' ')}: parts", 1, int(not faults))], faults


def main() -> int:
    """Run what the shell asks for; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="the attacks to run (all)")
    parser.add_argument("--minutes", type=float, default=MINUTES, help=f"for all of them together (default {MINUTES:g})")
    parser.add_argument("--count", type=int, default=EVERY, help="inputs of each (default: as many as the time allows)")
    parser.add_argument("--games", type=int, default=EVERY, help="random games of each game (default: as many as the time allows)")
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6), help="the seed of all (default: a new one)")
    chosen = parser.parse_args()
    modules = attacks(chosen.names)
    say = partial(print, flush=True)
    say(f"seed {chosen.seed}, {chosen.minutes:g} minutes for {len(modules)} attacks")
    rows, faults = [], 0
    for module in modules:
        count = chosen.games if module.__name__.endswith("random_games") else chosen.count
        more, wrong = rows_of(module, count, chosen.seed, chosen.minutes / len(modules), say)
        rows += more
        faults += wrong
    say(f"\n{'':<86}{'tried':>12}{'held':>12}")
    for row in rows:
        say(row)
    return int(faults > 0)


if __name__ == "__main__":
    sys.exit(main())
