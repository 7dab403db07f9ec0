"""The style, script, picture and font files, and what scripts look up, read once, with addresses that browsers may keep for good."""

from __future__ import annotations

import base64
import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rulesdemo.serve.bundling import bundled, with_fonts, without_faces

STYLES: Final = "book.css"
FONTS: Final = "fonts.css"
SCRIPT: Final = "book.js"
EARLY: Final = "early.js"  # runs before the first paint, and so stands in the page itself
ENTRY: Final = "page"
FIRST: Final = "widgets.css"  # the tokens
LAST: Final = "page.css"  # what stands around everything


class Assets:
    """The files; all style sheets are one and all scripts are one, so that a page waits for few answers instead of many."""

    first: Final = (STYLES, FONTS, SCRIPT)  # what every page asks for

    def __init__(self, root: Path, more: Mapping[str, bytes] | None = None) -> None:
        """Read everything under a folder, and take what else there is."""
        paths = sorted(path for path in root.rglob("*") if path.is_file())
        self.files = {**{path.relative_to(root).as_posix(): path.read_bytes() for path in paths}, **(more or {})}
        sheets = sorted((name for name in self.files if name.endswith(".css")), key=lambda name: (name == LAST, name != FIRST, name))
        styles, faces = without_faces("\n".join(self.files[name].decode() for name in sheets))
        scripts = {name.removesuffix(".js"): data.decode() for name, data in self.files.items() if name.endswith(".js")}
        self.files |= {
            STYLES: styles.encode(),
            FONTS: with_fonts(faces, self.files).encode(),
            SCRIPT: bundled(scripts, ENTRY).encode(),
        }
        self.early = self.files[EARLY].decode()
        # How a policy names the script in the page: by its content, so that nothing else can run in its place.
        self.pin = f"'sha256-{base64.b64encode(hashlib.sha256(self.files[EARLY]).digest()).decode()}'"
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
