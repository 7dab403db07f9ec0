"""Every notebook of the book speaks the session's language: in the pseudo-language only names, rule ids and code stand outside ⟦ ⟧.

Words of notebooks themselves are left out: they are translated with their notebooks.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.pseudo_pages import notebooks


@pytest.fixture(scope="module")
def english() -> dict[str, list[str] | None]:
    """The English on every page, from a process of its own."""
    command = [sys.executable, "-m", "tests.support.pseudo_pages"]
    ran = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, encoding="utf-8", check=True)
    found: dict[str, list[str] | None] = json.loads(ran.stdout)
    return found


@pytest.mark.parametrize("notebook", notebooks())
def test_no_page_shows_english_that_bypasses_words(notebook: str, english: dict[str, list[str] | None]) -> None:
    assert english[notebook] == []
