"""The notebook around us, if there is one: which run of which cell this is, and whether somebody sits before it."""

from __future__ import annotations

import os
import sys
from typing import Any, NamedTuple

from rulesdemo.words import languages, speak_first


class Run(NamedTuple):
    """One run of a cell; the name of the cell is "" where the front end does not tell it."""

    cell: str
    number: int

    def repeats(self, earlier: Run) -> bool:
        """Return whether it is a later run of the same cell, which takes the place of what the earlier one showed."""
        return self != earlier and self.cell != "" and self.cell == earlier.cell


def _shell() -> Any:  # noqa: ANN401 - IPython's own, or None
    """Return IPython's shell, if this is a kernel's."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell if hasattr(shell, "kernel") else None


def current_run() -> Run | None:
    """Return the run that is under way; None outside of a notebook."""
    shell = _shell()
    if shell is None:
        return None
    return Run(str(shell.kernel.get_parent("shell").get("metadata", {}).get("cellId") or ""), shell.execution_count)


def has_reader() -> bool:
    """Return whether somebody can press what is shown.

    A program that runs a notebook to make a file of it, as `jupyter nbconvert --execute` does, says that nobody can be asked
    anything. Voila says so as well, but its pages are pressed.
    """
    shell = _shell()
    if shell is None or os.environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return True
    return shell.kernel.get_parent("shell").get("content", {}).get("allow_stdin") is not False


def folder_language() -> str:
    """Return the language of the folder in which JupyterLab has the notebook; nothing elsewhere."""
    folders = os.environ.get("JPY_SESSION_NAME", "").replace("\\", "/").split("/")[:-1]
    return next((name for name in reversed(folders) if name in languages()), "")


if folder_language():  # every notebook of the book imports this
    speak_first(folder_language())
