"""Python for browsers: Pyodide in one pinned version, fetched once from the npm registry, and our code compiled by it in node."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulesdemo.errors import RulesError
from rulesdemo.words import N_

VERSION: Final = "314.0.7"
SHA256: Final = "66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0"
PACKAGE: Final = f"pyodide-{VERSION}.tgz"
STDLIB: Final = "python_stdlib.zip"
LOCK: Final = "pyodide-lock.json"
SHIPPED: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")  # as they are; MPL-2.0
COMPILE: Final = Path(__file__).with_name("compile.mjs")
SECONDS: Final = 900
MOST_SAID: Final = 200  # letters of what a program complains
NO_PACKAGE: Final = N_(
    "Python for browsers is not here: {reason}. Put {package} from the npm registry into {folder}, or install npm and let us fetch it."
)


def cache_folder() -> Path:
    """Return where the package is kept between builds."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulesdemo"


def package() -> Path:
    """Return the package, fetched once; one whose content is another is refused."""
    home = cache_folder()
    found = home / PACKAGE
    if not found.is_file():
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home) as scratch:
            _run("npm", "pack", "--silent", "--pack-destination", scratch, f"pyodide@{VERSION}")
            (Path(scratch) / PACKAGE).replace(found)
    if hashlib.sha256(found.read_bytes()).hexdigest() != SHA256:
        message = NO_PACKAGE.format(reason=N_("its content is not the one that we know"), package=PACKAGE, folder=home)
        raise RulesError(message)
    return found


def _run(*command: str) -> None:
    program = shutil.which(command[0])
    if program is None:
        message = NO_PACKAGE.format(reason=N_("there is no {program}").format(program=command[0]), package=PACKAGE, folder=cache_folder())
        raise RulesError(message)
    done = subprocess.run([program, *command[1:]], capture_output=True, text=True, check=False, timeout=SECONDS)  # noqa: S603 - our own words
    if done.returncode:
        message = NO_PACKAGE.format(
            reason=(done.stderr.strip().splitlines() or ["?"])[-1][:MOST_SAID], package=PACKAGE, folder=cache_folder()
        )
        raise RulesError(message)


def compiled(sources: Mapping[str, bytes]) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Return Pyodide's files with its library compiled, and our modules, by place, compiled by the very Python that will read them.

    What is compiled needs no compiling at every start, which would take a browser longer than all else together.
    """
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        with tarfile.open(package()) as archive:
            archive.extractall(scratch, filter="data")
        engine, ours = scratch / "package", scratch / "ours"
        for path, data in sources.items():
            file = ours / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
        ours.mkdir(exist_ok=True)
        _run("node", str(COMPILE), str(engine), str(scratch))
        made = {path: (ours / path).with_suffix(".pyc").read_bytes() for path in sources}
        # An empty list of packages: nothing can be asked for by mistake.
        lock = json.loads((engine / LOCK).read_text(encoding="utf-8"))
        shipped = {each: (engine / each).read_bytes() for each in SHIPPED}
        shipped |= {STDLIB: (scratch / STDLIB).read_bytes(), LOCK: json.dumps({**lock, "packages": {}}).encode()}
        return shipped, {f"{path.removesuffix('.py')}.pyc": data for path, data in made.items()}
