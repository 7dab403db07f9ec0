"""Measures the start: what `import rulesdemo` adds to a bare interpreter, and odds from the shell against importing typer alone.

Medians of several runs, turn and turn about, with compiled files for both sides: every run of a tree reads and writes the bytecode of
a folder made for it, whatever PYTHONDONTWRITEBYTECODE says. Ratios are what counts; milliseconds stand beside them. Exit code 1: the
import takes 150 ms more than a bare interpreter, loads sympy, numpy or flint, or the command takes over 2.5 times as long as
`python -c "import typer"`.

    python tests/bench/startup.py                   this tree
    python tests/bench/startup.py --beside TREE     another checkout of the project as well, in the same run
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[2]
MORE_AIM = 0.150  # seconds over a bare interpreter
COMMAND_AIM = 2.5  # times `import typer`
HEAVY = ("flint", "numpy", "sympy")
QUESTION = ("odds", "veneti.boarding", "attackers=4", "defenders=1")
ANSWER = "23/36"
COMMAND = (sys.executable, "-m", "rulesdemo", *QUESTION)


def run(arguments: tuple[str, ...], tree: Path, bytecode: str) -> tuple[float, str]:
    """Run to the end in a tree; return the seconds it took and what it printed."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": bytecode}
    start = time.perf_counter()
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=tree, env=environment)
    return time.perf_counter() - start, done.stdout


def measure(versions: dict[str, tuple[tuple[str, ...], Path]], runs: int, folder: str) -> dict[str, float]:
    """Return the median seconds of each version; the first round of each writes its bytecode and does not count."""
    times: dict[str, list[float]] = {name: [] for name in versions}
    for _ in range(runs + 1):
        for name, (arguments, tree) in versions.items():
            times[name].append(run(arguments, tree, str(Path(folder, *tree.parts[1:])))[0])
    return {name: median(each[1:]) for name, each in times.items()}


def main() -> int:
    """Measure, print, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=15, help="runs of each, of which the median counts (default 15)")
    parser.add_argument("--beside", type=Path, metavar="TREE", help="another checkout, whose command is measured in the same run")
    options = parser.parse_args()
    versions = {
        "bare": ((sys.executable, "-c", "pass"), ROOT),
        "import": ((sys.executable, "-c", "import rulesdemo"), ROOT),
        "kit": ((sys.executable, "-c", "from rulesdemo import odds"), ROOT),
        "typer": ((sys.executable, "-c", "import typer"), ROOT),
        "command": (COMMAND, ROOT),
    }
    if options.beside:
        versions["beside"] = COMMAND, options.beside.resolve()
    loading = f"import sys; from rulesdemo import odds; print(*set({HEAVY}) & set(sys.modules))"
    with TemporaryDirectory() as folder:
        seconds = measure(versions, options.runs, folder)
        _, heavy = run((sys.executable, "-c", loading), ROOT, folder)
        _, answer = run(COMMAND, ROOT, folder)
    return report(seconds, heavy.strip(), answer)


def report(seconds: dict[str, float], heavy: str, answer: str) -> int:
    """Print the ratios and what is past its aim; return the exit code."""
    more, kit = (seconds[name] - seconds["bare"] for name in ("import", "kit"))
    ratio = seconds["command"] / seconds["typer"]
    name = f"rulesdemo {' '.join(QUESTION[:2])} ... / import typer"
    print(f"import rulesdemo / bare interpreter               {seconds['import'] / seconds['bare']:.2f}   ({1000 * more:.0f} ms more)")
    print(f"from rulesdemo import odds / bare interpreter     {seconds['kit'] / seconds['bare']:.2f}   ({1000 * kit:.0f} ms more)")
    typer = f"of {1000 * seconds['typer']:.0f} ms"
    print(f"{name}   {ratio:.2f}   aim <= {COMMAND_AIM}   ({1000 * seconds['command']:.0f} {typer})")
    if "beside" in seconds:
        other = 1000 * seconds["beside"]
        print(f"{'the same in the other tree':<{len(name)}}   {seconds['beside'] / seconds['typer']:.2f}   ({other:.0f} {typer})")
    print(f"sympy, numpy or flint loaded by the import        {heavy or 'none'}")
    failures = []
    if heavy:
        failures.append(f"importing rulesdemo loads {heavy}")
    if more > MORE_AIM:
        failures.append(f"importing rulesdemo takes {1000 * more:.0f} ms more than a bare interpreter")
    if ratio > COMMAND_AIM:
        failures.append(f"the command takes {ratio:.1f} times as long as importing typer")
    if ANSWER not in answer:
        failures.append("the command did not answer")
    for failure in failures:
        print(failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
