"""The wheel stands alone: installed where there is no checkout, it answers."""

import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tests.support.server import served

ROOT = Path(__file__).parents[1]
LEFT_BY_TOOLS = {".ipynb_checkpoints", "__pycache__"}

pytestmark = pytest.mark.packaging


def run(*command: str | Path, folder: Path) -> str:
    """What the command prints; if it fails, the test fails with all that it said. Nothing of this process's Python leaks in."""
    environment = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"}}
    result = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False)
    assert result.returncode == 0, f"{' '.join(map(str, command))}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make wheel` builds it: from the source archive, so that the archive is known to be complete."""
    dist = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--outdir", dist, ROOT, folder=dist)
    (built,) = dist.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def clean_bin(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The commands of a new environment with the wheel and all its dependencies, fetched as a reader's pip would.

    A full install, because it also proves that the dependencies listed are enough. Measured on two cores, twice each: 54 and 66 s
    as pip does it, 43 and 51 s without compiling every module to bytecode, which this test does not need.
    """
    home = tmp_path_factory.mktemp("clean") / "venv"
    venv.create(home, with_pip=True)
    bin_folder = home / ("Scripts" if os.name == "nt" else "bin")
    run(bin_folder / "python", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile", wheel, folder=home)
    return bin_folder


def test_the_wheel_carries_data_and_book(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    for folder, parent in (("data", ROOT), ("book", ROOT), ("cases", ROOT / "tests")):
        files = [path.relative_to(parent) for path in (parent / folder).rglob("*") if path.is_file()]
        # Catalogues are carried as they were compiled.
        kept = (path for path in files if not LEFT_BY_TOOLS & set(path.parts) and path.suffix not in {".po", ".pot"})
        expected = {f"rulesdemo/{path.as_posix()}" for path in kept}
        assert expected
        assert expected - names == set()
    assert "rulesdemo/data/words/fr/LC_MESSAGES/rulesdemo.mo" in names


def test_the_wheel_puts_nothing_else_at_the_top(wheel: Path) -> None:
    tops = {name.split("/")[0] for name in zipfile.ZipFile(wheel).namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"rulesdemo", "widgets"}


def test_exact_odds_from_an_empty_folder(clean_bin: Path, tmp_path: Path) -> None:
    where = run(clean_bin / "python", "-c", "import rulesdemo; print(rulesdemo.__file__)", folder=tmp_path)
    assert Path(where.strip()).is_relative_to(clean_bin.parent)

    said = run(clean_bin / "rulesdemo", "odds", "veneti.boarding", "attackers=4", "defenders=1", "--json", folder=tmp_path)
    answer = json.loads(said)
    captures = [one for one in answer["outcomes"] if one["outcome"]["captured"] and one["outcome"]["attacker_loss"] == 0]
    assert [one["p"] for one in captures] == ["23/36"]
    assert list(tmp_path.iterdir()) == []


def test_the_home_page_from_an_empty_folder(clean_bin: Path, tmp_path: Path) -> None:
    with served(tmp_path, commands=clean_bin) as server:
        status, _, page = server.get("/")
        asked, _, lab = server.get("/en/lab")
    assert (status, asked) == (200, 200)
    assert "Learn the rules by trying them" in page
    assert "rulesdemo odds veneti.boarding attackers=4 defenders=1" in lab
