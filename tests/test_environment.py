"""environment.yml (conda) and pyproject.toml (pip) describe one environment."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PIP_NAMES = {"python-build": "build"}  # conda's name: pip's name, where they differ
THE_PROJECT = "-e ."

Bounds = dict[str, SpecifierSet]

# A small pair of files that agree, for testing the comparison itself.
PYPROJECT = """
[project]
requires-python = ">=3.11"
dependencies = ["voila>=0.5,<0.6", "python-flint>=0.9"]
optional-dependencies.test = ["build>=1.6,<2", "playwright>=1.65"]
optional-dependencies.bench = ["numpy"]
"""
ENVIRONMENT = """
dependencies:
  - python >=3.11
  - pip
  - voila >=0.5,<0.6
  - Python_Flint >=0.9
  - python-build >=1.6,<2
  - pip:
      - playwright>=1.65
      - -e .
"""


def bounds(requirements: list[str]) -> Bounds:
    """Name and version bounds of each requirement; conda's `name >=1,<2` reads like pip's `name>=1,<2`."""
    found: Bounds = {}
    for text in requirements:
        requirement = Requirement(text)
        name = canonicalize_name(requirement.name)
        name = canonicalize_name(PIP_NAMES.get(name, name))
        assert name not in found, f"{name} is listed twice"
        found[name] = requirement.specifier
    return found


def pip_bounds(pyproject: dict[str, Any]) -> Bounds:
    """What pip installs for `.[test]`, and the Python it asks for."""
    project = pyproject["project"]
    python = f"python{project['requires-python']}"
    return bounds([python, *project["dependencies"], *project["optional-dependencies"]["test"]])


def described(environment: dict[str, Any]) -> Bounds:
    """What conda installs; `pip` itself and the checkout are not requirements of the project."""
    lines: list[str] = []
    for entry in environment["dependencies"]:
        lines += entry["pip"] if isinstance(entry, dict) else [entry]
    return bounds([line for line in lines if line not in {"pip", THE_PROJECT}])


def differences(pyproject_text: str, environment_text: str) -> list[str]:
    """One sentence for each package on which the two files disagree."""
    pip = pip_bounds(tomllib.loads(pyproject_text))
    conda = described(yaml.safe_load(environment_text))
    only_pip = [f"{name} is in pyproject.toml only" for name in sorted(pip.keys() - conda.keys())]
    only_conda = [f"{name} is in environment.yml only" for name in sorted(conda.keys() - pip.keys())]
    bounds_differ = [
        f"{name} is '{pip[name]}' in pyproject.toml and '{conda[name]}' in environment.yml"
        for name in sorted(pip.keys() & conda.keys())
        if pip[name] != conda[name]
    ]
    return only_pip + only_conda + bounds_differ


def test_the_two_files_agree() -> None:
    pyproject_text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    environment_text = (ROOT / "environment.yml").read_text(encoding="utf-8")
    assert differences(pyproject_text, environment_text) == []


def test_conda_installs_the_checkout_itself() -> None:
    environment = yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))
    assert THE_PROJECT in environment["dependencies"][-1]["pip"]


def test_order_case_and_conda_names_do_not_matter() -> None:
    assert differences(PYPROJECT, ENVIRONMENT) == []


@pytest.mark.parametrize(
    ("line", "doctored", "complaint"),
    [
        ("  - voila >=0.5,<0.6\n", "", "voila is in pyproject.toml only"),
        ("- pip\n", "- pip\n  - bqplot >=0.12\n", "bqplot is in environment.yml only"),
        ("voila >=0.5,<0.6", "voila >=0.4,<0.6", "voila is '<0.6,>=0.5' in pyproject.toml and '<0.6,>=0.4' in environment.yml"),
        ("Flint >=0.9", "Flint >=0.9,<1", "python-flint is '>=0.9' in pyproject.toml and '<1,>=0.9' in environment.yml"),
        ("python >=3.11", "python >=3.12", "python is '>=3.11' in pyproject.toml and '>=3.12' in environment.yml"),
        ("build >=1.6,<2", "build", "build is '<2,>=1.6' in pyproject.toml and '' in environment.yml"),
        ("playwright>=1.65", "playwright", "playwright is '>=1.65' in pyproject.toml and '' in environment.yml"),
    ],
    ids=["missing", "added", "lower-bound", "upper-bound", "python", "renamed", "pip-section"],
)
def test_a_doctored_file_is_caught(line: str, doctored: str, complaint: str) -> None:
    assert ENVIRONMENT.count(line) == 1
    assert differences(PYPROJECT, ENVIRONMENT.replace(line, doctored)) == [complaint]
