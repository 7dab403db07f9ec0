"""Write every golden file anew, of all games; run by `make golden`, which says what changed.

A golden file holds what the code gave when somebody looked: pictures (tests/widgets/golden), whole games (tests/playthroughs), counts of
lines of play (tests/perft), the French of games (tests/french) and the outputs in the notebooks (book). `git diff` shows what is
different now: look at it before it is committed. Texts that a person typed from a source (tests/printed, tests/cases, tests/saves) are no
golden files and stay as they are.
"""

import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from IPython.lib.pretty import pretty

from rulesdemo.play.log import playthrough
from rulesdemo.play.saves import playable
from rulesdemo.rules.toc import contents
from tests.support import french_golden
from tests.support.notebooks import run_cells
from tests.support.perft import counts_of
from tests.support.playthroughs import replayed
from widgets.board import gallery
from widgets.scene.svg import svg

TESTS = Path(__file__).parents[1]
PICTURES = TESTS / "widgets" / "golden"
COUNTS = re.compile(r"^counts = \[.*\]$", re.MULTILINE)
CHECKED = "# NBVAL_CHECK_OUTPUT"


def pictures() -> Iterator[tuple[Path, str]]:
    """Every picture of the gallery as SVG."""
    for name, scene in gallery.scenes().items():
        yield PICTURES / f"{name}.svg", svg(scene) + "\n"


def playthroughs() -> Iterator[tuple[Path, str]]:
    """Every playthrough, played again by its own orders and faces."""
    for path in sorted((TESTS / "playthroughs").glob("*/*.txt")):
        yield path, playthrough(replayed(playable(path.parent.name), path.read_text(encoding="utf-8")))


def perft() -> Iterator[tuple[Path, str]]:
    """Every file of counts, its comments as they are."""
    for path in sorted((TESTS / "perft").glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        found = iter([counts_of(path.stem, entry) for entry in tomllib.loads(text)["perft"]])
        yield path, COUNTS.sub(lambda _line: f"counts = {next(found)}", text)  # noqa: B023 - used up before the next file


def notebook(path: Path) -> str:
    """A notebook's text with the outputs of its checked cells as they are now."""
    text = path.read_text(encoding="utf-8")
    found = json.loads(text)
    shown = run_cells(found, str(path))
    for cell, value in zip((cell for cell in found["cells"] if cell["cell_type"] == "code"), shown, strict=True):
        if "".join(cell["source"]).startswith(CHECKED):
            _fill(cell, value)
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n" if found != json.loads(text) else text


def _fill(cell: dict[str, Any], value: Any) -> None:
    cell["execution_count"] = cell["execution_count"] or 1
    (output,) = cell["outputs"] or [{"output_type": "execute_result", "metadata": {}, "data": {}}]
    output["data"]["text/plain"] = pretty(value).splitlines(keepends=True)
    output["execution_count"] = cell["execution_count"]
    cell["outputs"] = [output]


def notebooks() -> Iterator[tuple[Path, str]]:
    """Every chapter that is there."""
    for chapter in contents().chapters:
        if chapter.is_there:
            path = chapter.notebook
            yield path, notebook(path)


def french() -> Iterator[tuple[Path, str]]:
    """The French of every game."""
    return french_golden.every()


def main() -> None:
    """Write what changed, remove pictures that are no longer made, and say how many."""
    changed = 0
    made = {PICTURES / f"{name}.svg" for name in gallery.scenes()}
    for path in set(PICTURES.glob("*.svg")) - made:
        path.unlink()
        changed += 1
    for kind in (pictures, playthroughs, perft, notebooks, french):
        files = 0
        for path, text in kind():
            files += 1
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                path.write_text(text, encoding="utf-8")
                changed += 1
                sys.stdout.write(f"changed {path.relative_to(TESTS.parent)}\n")
        sys.stdout.write(f"{kind.__name__}: {files} files\n")
    sys.stdout.write(f"{changed} changed: look at `git diff` before you commit.\n" if changed else "All as before.\n")


if __name__ == "__main__":
    main()
