"""Runs the cells of a page without a notebook: for the edition without a server, when it is built and in the browser."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from rulesdemo.rules.datafiles import folder, read_text

ONLY_LAB: Final = {"lab", "title"}  # tags of cells that are for JupyterLab alone


def cells_of(page: str) -> list[dict[str, Any]]:
    """Return the code cells of a page that readers see; `veneti/09_boarding` is a page."""
    path: Path = folder("book") / "en" / f"{page}.ipynb"
    cells: list[dict[str, Any]] = json.loads(read_text(path))["cells"]
    return [cell for cell in cells if cell["cell_type"] == "code" and not ONLY_LAB & set(cell["metadata"].get("tags", []))]


def run(page: str) -> Iterator[tuple[str, Any]]:
    """Run the cells of a page one after the other; yield the id of each and what it shows, which is nothing for some."""
    names: dict[str, object] = {"__name__": "__main__"}
    for cell in cells_of(page):
        yield cell["id"], value_of("".join(cell["source"]), names)


def value_of(source: str, names: dict[str, object]) -> Any:  # noqa: ANN401 - whatever the cell shows
    r"""Run a cell and return the value of its last line, if that is an expression.

    >>> value_of("a = 2\na + 1", {}), value_of("a = 2", {})
    (3, None)
    """
    tree = ast.parse(source)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - the book's own cells
        return None
    last = ast.Expression(tree.body.pop().value)  # type: ignore[attr-defined] # it was asked
    exec(compile(tree, "<cell>", "exec"), names)  # noqa: S102 - as above
    return eval(compile(last, "<cell>", "eval"), names)  # noqa: S307 - as above
