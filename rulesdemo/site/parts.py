"""The parts of the book that Python in a browser needs: what every page shares, one for each game, and one for each other language."""

from __future__ import annotations

import gzip
import importlib.util
import json
import re
import struct
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulesdemo.catalogues import DOMAIN, catalogue, compiled_file, languages
from rulesdemo.rules.datafiles import GAMES, folder
from rulesdemo.serve.assets import code_of
from rulesdemo.serve.routes import Place
from rulesdemo.words import ENGLISH, PSEUDO

BASE: Final = "base"
ALL: Final = ("lab", "drills")  # pages that ask about every game
# Of the server, only what pages use as well.
SERVER: Final = ("__init__", "access", "first_paint", "log", "styles")
NOT_THERE: Final = ("canvas", "comm_line", "jupyter_private", "preload", "static_page")  # modules of widgets for notebooks and kernels
SUFFIXES: Final = (".py", ".toml", ".csv", ".json", ".ipynb", ".svg", ".mo")


def files() -> dict[str, Path]:
    """Return every file of the book that a browser needs, by its place there."""
    found: dict[str, Path] = {}
    for name in ("rulesdemo", "widgets", "data", "book"):
        root = folder(name, name) if name != "rulesdemo" else Path(__file__).parents[1]
        for path in sorted(root.rglob("*")):
            inside = path.relative_to(root)
            if path.suffix in SUFFIXES and path.is_file() and _is_needed(name, inside):
                found[f"{name}/{inside.as_posix()}"] = path
    for lang in languages():
        if lang not in {ENGLISH, PSEUDO}:
            catalogue(lang)  # which compiles it where that is due
            found[f"data/words/{lang}/LC_MESSAGES/{DOMAIN}.mo"] = compiled_file(lang)
    spec = importlib.util.find_spec("markupsafe")
    assert spec is not None  # noqa: S101 - templates need it
    home = Path(str(spec.origin)).parent
    return found | {f"markupsafe/{name}": home / name for name in ("__init__.py", "_native.py")}


def _is_needed(root: str, path: Path) -> bool:
    if any(part.startswith((".", "__pycache__")) for part in path.parts):
        return False
    match root:
        case "rulesdemo":
            if path.parts[0] in {"cli", "site", "data", "book", "cases"}:
                return False
            return path.parts[0] != "serve" or path.stem in SERVER
        case "widgets":
            return path.suffix == ".py" and path.stem not in NOT_THERE
        case "data":
            return path.parts[0] != "words"
        case _:
            return path.parts[0] in {"en", "pictures", "toc.toml"}


def part_of(path: str) -> str:
    """Return the part to which a file belongs.

    >>> part_of("rulesdemo/games/veneti/fire.py"), part_of("data/veneti/game.toml"), part_of("rulesdemo/games/veneti/__init__.py")
    ('veneti', 'base', 'base')
    >>> part_of("data/words/fr/LC_MESSAGES/rulesdemo.mo"), part_of("book/pictures/veneti.svg")
    ('fr', 'base')
    """
    game = re.match(rf"(?:rulesdemo/games|widgets/games|data|book/en)/({'|'.join(GAMES)})/(.*)", path)
    if game and not (path.startswith("data/") and "/" not in game[2]) and game[2] != "__init__.py":
        return game[1]
    words = re.match(r"data/words/(\w+)/", path)
    return words[1] if words else BASE


def pack(contents: Mapping[str, bytes]) -> bytes:
    """Return files as one: the length of an index, the index, then the files; packed."""
    index = json.dumps([[path, len(data)] for path, data in contents.items()], separators=(",", ":")).encode()
    return gzip.compress(struct.pack(">I", len(index)) + index + b"".join(contents.values()), mtime=0)


def needed_by(place: Place) -> list[str]:
    """Return the parts that a page needs."""
    source = "\n".join(code_of(place.notebook)) if place.notebook else ""
    games = [game for game in GAMES if game == place.game or place.kind in ALL or re.search(rf'["/.]{game}["/.]', source)]
    return [BASE, *games, *([] if place.lang == ENGLISH else [place.lang])]
