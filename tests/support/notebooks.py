"""Notebooks run as a kernel runs them, without one: the values of their cells."""

import ast
import json
from typing import Any

from rulesdemo.rules.datafiles import folder
from widgets.chapter.page import Chapter
from widgets.web.live import Live


def run_cells(notebook: dict[str, Any], name: str, names: dict[str, Any] | None = None) -> list[Any]:
    """Run a notebook's code cells, one after the other; what each shows, or None."""
    names = {"__name__": "__main__"} if names is None else names
    shown = []
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, name, "exec"), names)  # noqa: S102 - a notebook of the book
        value = last and eval(compile(ast.Expression(last.value), name, "eval"), names)  # noqa: S307 - as above
        shown.append(value)
    return shown


def run(name: str) -> list[Any]:
    """Run a notebook of the English book, "veneti/09_boarding"; what each code cell shows, and what it leaves under a name."""
    names: dict[str, Any] = {"__name__": "__main__"}
    notebook = json.loads((folder("book") / "en" / f"{name}.ipynb").read_text(encoding="utf-8"))
    return [*(value for value in run_cells(notebook, name, names) if value is not None), *names.values()]


def live_pages(values: list[Any]) -> tuple[Chapter, list[Live]]:
    """The chapter of a notebook and its live pieces."""
    page = next(each for each in values if isinstance(each, Chapter))
    return page, [each for each in values if isinstance(each, Live)]
