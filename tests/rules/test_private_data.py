"""A data folder of the reader's own: what its tables change is the reader's, whatever the sidecar says."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulesdemo.rules.datafiles import root
from tests.support import commands


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(root(), tmp_path_factory.mktemp("private") / "data"))


@pytest.fixture
def data(copied: Path) -> Path:
    """A copy of the data with the tables of Veneti as they were."""
    tables = Path("veneti", "tables")
    shutil.rmtree(copied / tables)
    shutil.copytree(root() / tables, copied / tables)
    return copied


def json_of(data: Path, *args: str) -> Any:
    command = [sys.executable, "-m", "rulesdemo", *args, "--json"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=60, env={**os.environ, "RULESDEMO_DATA_FOLDER": str(data)}
    )
    return json.loads(commands.good(done))


def change(data: Path, old: str, new: str, table: str = "boarding.csv") -> None:
    path = data / "veneti" / "tables" / table
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), encoding="utf-8")


BOARDING = ("odds", "veneti.boarding", "attackers=4", "defenders=1")


def test_a_copy_says_what_the_original_says(data: Path) -> None:
    answer = json_of(data, *BOARDING)
    assert answer["provenance"] == "seed"
    assert answer["rests_on"] == [{"table": "boarding", "cell": ["4", "1"], "provenance": "seed"}]


def test_a_changed_cell_is_yours_and_the_one_beside_it_is_not(data: Path) -> None:
    change(data, "\n4,3,4,", "\n4,3,7,")
    answer = json_of(data, *BOARDING, "--fields", "captured")
    assert answer["provenance"] == "yours"
    assert answer["rests_on"] == [{"table": "boarding", "cell": ["4", "1"], "provenance": "yours"}]
    # 7 or more on two dice: 21 of 36 ways.
    assert {"outcome": {"captured": True}, "p": "7/12"} in answer["outcomes"]
    assert json_of(data, "odds", "veneti.boarding", "attackers=4", "defenders=2")["provenance"] == "reconstructed"
    row = json_of(data, "tables", "veneti", "boarding")["cells"][3]
    assert [each["provenance"] for each in row[:3]] == ["reconstructed", "yours", "reconstructed"]


def test_a_claim_of_the_sidecar_changes_nothing(data: Path) -> None:
    change(data, "\n4,3,4,", "\n4,3,7,")
    change(data, '\nprovenance = "reconstructed"', '\nprovenance = "seed"', "boarding.toml")
    assert json_of(data, *BOARDING)["provenance"] == "yours"


def test_a_line_that_was_taken_out_makes_the_edge_yours(data: Path) -> None:
    path = data / "veneti" / "tables" / "boarding.csv"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-1]), encoding="utf-8")
    last = json_of(data, "odds", "veneti.boarding", "attackers=12", "defenders=1")
    assert last["rests_on"][0] == {"table": "boarding", "cell": ["11", "1"], "provenance": "yours"}
    assert json_of(data, *BOARDING)["provenance"] == "seed"
