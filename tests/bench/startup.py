"""How soon we are there: what `import rulesdemo` adds to a bare interpreter, and odds from the shell against importing typer alone.

Medians of several runs, turn and turn about. Ratios are what counts; milliseconds stand beside them. Exit code 1: the import takes 150 ms
more than a bare interpreter, loads sympy, numpy or flint, or the command takes over 2.5 times as long as `python -c "import typer"`.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[2]
MORE_AIM = 0.150  # seconds over a bare interpreter
COMMAND_AIM = 2.5  # times `import typer`
HEAVY = ("flint", "numpy", "sympy")
ASKED = ("odds", "veneti.boarding", "attackers=4", "defenders=1")


def command() -> list[str]:
    """The installed command, or the module where it is not installed."""
    installed = Path(sys.executable).with_name("rulesdemo")
    return [str(installed)] if installed.exists() else [sys.executable, "-m", "rulesdemo.cli.main"]


def started(arguments: list[str]) -> tuple[float, str]:
    """Run to the end: how long it took, and what it said."""
    paths = os.pathsep.join(path for path in (str(ROOT), os.environ.get("PYTHONPATH")) if path)
    start = time.perf_counter()
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=ROOT, env={**os.environ, "PYTHONPATH": paths})
    return time.perf_counter() - start, done.stdout


def main() -> int:
    """Measure, print, and say by the exit code whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="runs of each, of which the median counts (default 15)")
    asked = parser.parse_args()
    versions = {
        "bare": [sys.executable, "-c", "pass"],
        "import": [sys.executable, "-c", "import rulesdemo"],
        "kit": [sys.executable, "-c", "from rulesdemo import odds"],
        "typer": [sys.executable, "-c", "import typer"],
        "command": [*command(), *ASKED],
    }
    times: dict[str, list[float]] = {name: [] for name in versions}
    said = ""
    for _ in range(asked.runs + 1):  # the first round writes bytecode
        for name, arguments in versions.items():
            took, said = started(arguments)
            times[name].append(took)
    took = {name: median(each[1:]) for name, each in times.items()}
    _, loaded = started([sys.executable, "-c", f"import sys; from rulesdemo import odds; print(*set({HEAVY}) & set(sys.modules))"])
    more = took["import"] - took["bare"]
    ratio = took["command"] / took["typer"]
    failures = []
    if loaded.strip():
        failures.append(f"importing rulesdemo loads {loaded.strip()}")
    if more > MORE_AIM:
        failures.append(f"importing rulesdemo takes {1000 * more:.0f} ms more than a bare interpreter")
    if ratio > COMMAND_AIM:
        failures.append(f"the command takes {ratio:.1f} times as long as importing typer")
    if "23/36" not in said:
        failures.append("the command did not answer")
    print(f"import rulesdemo / bare interpreter               {took['import'] / took['bare']:.2f}   ({1000 * more:.0f} ms more)")
    kit = took["kit"] - took["bare"]
    print(f"from rulesdemo import odds / bare interpreter     {took['kit'] / took['bare']:.2f}   ({1000 * kit:.0f} ms more)")
    print(f"rulesdemo {' '.join(ASKED[:2])} ... / import typer   {ratio:.2f}   aim <= {COMMAND_AIM}   ({1000 * took['command']:.0f} ms)")
    print(f"sympy, numpy or flint loaded by the import        {loaded.strip() or 'none'}")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
