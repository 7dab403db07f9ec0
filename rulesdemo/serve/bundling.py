"""Bundling: the scripts of a page as one file, and its fonts as one style sheet, so that a page waits for few answers.

The scripts are ours and plain: modules that import names from each other. Each becomes a function that is run once and gives what the
module exports. A module that is imported only when it is needed stays a file of its own, unless it imports one of the bundled ones,
whose state must not exist twice.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Mapping
from typing import Final

_IMPORT: Final = re.compile(
    r'^import (?:(?:\* as (?P<all>\w+)|(?P<default>\w+)|\{(?P<names>[^}]*)\}) from )?"\./(?P<file>\w+)\.js";$', re.MULTILINE
)
_LATER: Final = re.compile(r'\bimport\("\./(\w+)\.js"\)')
_EXPORT: Final = re.compile(r"^export (?P<what>(?:async )?function|const|let|class) (?P<name>\w+)", re.MULTILINE)
_DEFAULT: Final = re.compile(r"^export default ", re.MULTILINE)
_FONT: Final = re.compile(r"url\((fonts/[\w.-]+\.woff2)\)")
_FACE: Final = re.compile(r"@font-face \{[^}]*\}\n?")


def bundle(files: Mapping[str, str], entry: str) -> str:
    """Return a script and all that it imports, as one module."""
    written: dict[str, str] = {}
    _write(files, entry, written)
    # What is imported later and leans on the bundle becomes a part of it that runs when it is asked for.
    leaning = {name for name in _later(files, written) if any(found["file"] in written for found in _IMPORT.finditer(files[name]))}
    waiting = "".join(f"function $later_{name}() {{\n{_without_imports(files[name])}}}\n" for name in sorted(leaning))
    parts = "".join(text for name, text in written.items() if name != entry)
    whole = parts + waiting + written[entry]
    return _LATER.sub(lambda found: f"Promise.resolve($later_{found[1]}())" if found[1] in leaning else found[0], whole)


def _later(files: Mapping[str, str], written: Mapping[str, str]) -> set[str]:
    return {found[1] for name in written for found in _LATER.finditer(files[name])} - set(written)


def _write(files: Mapping[str, str], name: str, written: dict[str, str], *, is_entry: bool = True) -> None:
    source = files[name]
    for found in _IMPORT.finditer(source):
        if found["file"] not in written:
            _write(files, found["file"], written, is_entry=False)
    if is_entry:
        written[name] = _without_imports(source)
        return
    given = [found["name"] for found in _EXPORT.finditer(source)]
    inside = _DEFAULT.sub("const $default = ", _EXPORT.sub(r"\g<what> \g<name>", _without_imports(source)))
    if inside.count("const $default = "):
        given.append("default: $default")
    written[name] = f"const ${name} = (() => {{\n{inside}return {{ {', '.join(given)} }};\n}})();\n"


def _without_imports(source: str) -> str:
    """Return a module whose imports are constants."""

    def constant(found: re.Match[str]) -> str:
        module = f"${found['file']}"
        if found["all"]:
            return f"const {found['all']} = {module};"
        if found["default"]:
            return f"const {found['default']} = {module}.default;"
        return f"const {{{found['names']}}} = {module};" if found["names"] else ""

    return _IMPORT.sub(constant, source)


def with_fonts(sheet: str, files: Mapping[str, bytes]) -> str:
    """Return a style sheet that carries its fonts inside."""

    def inside(found: re.Match[str]) -> str:
        return f"url(data:font/woff2;base64,{base64.b64encode(files[found[1]]).decode()})"

    return _FONT.sub(inside, sheet)


def without_faces(sheet: str) -> tuple[str, str]:
    """Return a style sheet without its font faces, and the faces."""
    return _FACE.sub("", sheet), "".join(_FACE.findall(sheet))
