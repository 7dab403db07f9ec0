"""The pinned packages in requirements/: whole, within the bounds of pyproject.toml, and the same wherever they are installed from."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "requirements"
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
EXTRAS = {"book.txt": (), "test.txt": ("test",)}  # as `make constraints` asks for them
HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}( \\)?")
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; (?P<marker>.+?))? \\")

Pins = dict[str, list[tuple[Version, Marker | None]]]  # a package may have another version on an older Python


def text_of(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def pins(text: str) -> Pins:
    found: Pins = {}
    for line in text.splitlines():
        if pin := PIN.fullmatch(line):
            marker = Marker(pin["marker"]) if pin["marker"] else None
            found.setdefault(canonicalize_name(pin["name"]), []).append((Version(pin["version"]), marker))
    return found


def wanted_by(name: str) -> list[Requirement]:
    project = PYPROJECT["project"]
    lines = [*project["dependencies"], *PYPROJECT["build-system"]["requires"]]
    lines += [line for extra in EXTRAS[name] for line in project["optional-dependencies"][extra]]
    return [Requirement(line) for line in lines]


@pytest.mark.parametrize("name", EXTRAS)
def test_every_pin_has_a_hash_and_no_line_says_from_where(name: str) -> None:
    """Each machine asks its own index: no address, no option, no path stands in the file."""
    lines = [line for line in text_of(name).splitlines() if line and not line.lstrip().startswith("#")]
    assert [line for line in lines if not (PIN.fullmatch(line) or HASH.fullmatch(line))] == []
    assert [one for one, after in zip(lines, [*lines[1:], ""], strict=True) if PIN.fullmatch(one) and not HASH.fullmatch(after)] == []
    assert "://" not in text_of(name)


@pytest.mark.parametrize("name", EXTRAS)
def test_pins_are_within_the_bounds(name: str) -> None:
    """A bound that was changed wants new pins: `make constraints`."""
    pinned = pins(text_of(name))
    outside = []
    for each in wanted_by(name):
        versions = [version for version, _marker in pinned.get(canonicalize_name(each.name), [])]
        if not versions or not all(version in each.specifier for version in versions):
            outside.append(f"{each} is pinned to {', '.join(map(str, versions)) or 'nothing'}")
    assert outside == []


@pytest.mark.parametrize("name", EXTRAS)
def test_whatever_a_pinned_package_needs_is_pinned(name: str) -> None:
    """By what this environment knows of the versions that it has; pip refuses a file with one missing."""
    pinned = pins(text_of(name))
    missing = []
    for package, versions in pinned.items():
        try:
            there = distribution(package)
        except PackageNotFoundError:  # of another system
            continue
        if Version(there.version) in [version for version, _marker in versions]:
            needs = [Requirement(line) for line in there.requires or ()]
            needs = [each for each in needs if each.marker is None or each.marker.evaluate({"extra": ""})]
            missing += [f"{package} needs {each.name}" for each in needs if canonicalize_name(each.name) not in pinned]
    assert missing == []


def test_readers_and_developers_have_the_same_versions() -> None:
    readers, developers = pins(text_of("book.txt")), pins(text_of("test.txt"))
    assert readers
    versions = {name: {version for version, _marker in pinned} for name, pinned in developers.items()}
    assert {name for name, pinned in readers.items() if {version for version, _marker in pinned} != versions.get(name)} == set()


def test_what_builds_the_project_is_pinned_too() -> None:
    lines = [line for line in text_of("build.in").splitlines() if not line.startswith("#")]
    assert lines == PYPROJECT["build-system"]["requires"]
