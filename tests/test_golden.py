"""`make golden` repairs what differs and leaves the rest to the letter."""

from pathlib import Path

import pytest

from rulesdemo.rules.datafiles import folder
from tests.support import golden


def test_an_output_that_differs_is_written_anew(tmp_path: Path) -> None:
    text = (folder("book") / "en" / "veneti" / "09_boarding.ipynb").read_text(encoding="utf-8")
    other = tmp_path / "09_boarding.ipynb"
    other.write_text(text.replace("Fraction(", "Fiction("), encoding="utf-8")
    assert other.read_text(encoding="utf-8") != text
    assert golden.notebook(other) == text


def test_a_count_that_differs_is_written_anew_and_comments_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = '# By hand.\n[[perft]]\nscenario = "veer"\nshows = "movement"\ncounts = [1, 6, 38]\n'
    monkeypatch.setattr(golden, "TESTS", tmp_path)
    file = tmp_path / "perft" / "veneti.toml"
    file.parent.mkdir()
    file.write_text(text.replace("38", "39"), encoding="utf-8")
    assert list(golden.perft()) == [(file, text)]
