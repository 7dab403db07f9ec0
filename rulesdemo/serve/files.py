"""The style, script, picture and font files, and what scripts look up, read once, with addresses that browsers may keep for good."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

STYLES: Final = "book.css"
FIRST: Final = "widgets.css"  # the tokens
LAST: Final = "page.css"  # what stands around everything


class Assets:
    """The files; all style sheets are one, so that a page waits for one answer instead of many."""

    def __init__(self, root: Path, more: Mapping[str, bytes] | None = None) -> None:
        """Read everything under a folder, and take what else there is."""
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        self.files = {**{path.relative_to(root).as_posix(): path.read_bytes() for path in paths}, **(more or {})}
        sheets = sorted((name for name in self.files if name.endswith(".css")), key=lambda name: (name == LAST, name != FIRST, name))
        self.files[STYLES] = b"\n".join(self.files[name] for name in sheets)
        digest = hashlib.sha256(b"".join(name.encode() + data for name, data in self.files.items()))
        self.version = digest.hexdigest()[:12]
        self.packed = {name: gzip.compress(data) for name, data in self.files.items() if not name.endswith(".woff2")}

    @property
    def root(self) -> str:
        """Where the files are served."""
        return f"/static/{self.version}"

    def address(self, name: str) -> str:
        """Where a file is served."""
        return f"{self.root}/{name}"
