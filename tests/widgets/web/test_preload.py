"""Pages that the fork server opens for practice leave what they worked out, and nothing of themselves."""

import gc
import json
from pathlib import Path

from widgets.web.live import Live
from widgets.web.preload import rehearse

OPENS = "from widgets.odds_form.form import ask\n\nasked = ask('escadres.drift')"


def parts() -> list[Live]:
    """The live parts that somebody still holds."""
    gc.collect()
    return [each for each in gc.get_objects() if isinstance(each, Live)]


def test_a_page_that_was_rehearsed_is_let_go(tmp_path: Path) -> None:
    """Every kernel would carry the text of every page of the book."""
    page = tmp_path / "01_drift.ipynb"
    cell = {"cell_type": "code", "id": "opens", "metadata": {}, "source": [OPENS]}
    page.write_text(json.dumps({"cells": [cell]}), encoding="utf-8")
    before = len(parts())
    assert "Drift" in rehearse(page)["opens"]
    assert len(parts()) == before
